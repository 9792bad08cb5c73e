"""The chain as a pile, numbered in the order in which it will happen, and what happens if nobody adds anything.

The last one added is number 1 (RISE-902); the same numbers lie on the cards that items come from and are aimed at.
"""

from typing import Any, Final

from rising_tutor.boards.rise_tcg import outlook
from rising_tutor.boards.rise_tcg.scene import Scene
from rising_tutor.boards.rise_tcg.ways import of_skill
from rising_tutor.core.english import capital, listed
from rising_tutor.core.node import Decision
from rising_tutor.core.people import with_names
from rising_tutor.games.rise_tcg import tasks
from rising_tutor.games.rise_tcg.clauses import ability_name, ability_outcome, base_sentence, deed_words, sentences
from rising_tutor.games.rise_tcg.state import summoner_at
from rising_tutor.games.rise_tcg.tasks import Item
from rising_tutor.render.html import Child, Html, el
from rising_tutor.render.parts import cite, panel_head

_WAYS_SHOWN: Final = 4


def chain(scene: Scene) -> Html | None:
    """The chain; None where nothing lies on it."""
    if not scene.view.chain:
        return None
    items = [_item(scene, at) for at in reversed(range(len(scene.view.chain)))]
    return el(
        "section",
        panel_head("The chain", el("span", "last added, first done ", cite("RISE-902"), cls="rt-xs rt-muted")),
        el("ol", items, cls="rt-chain"),
        if_nobody(scene),
        cls="rt-tray rt-tray--chain",
        aria_label="The chain",
        data_beat=scene.beat("chain"),
        data_key="chain",
    )


def _item(scene: Scene, index: int) -> Html:
    item = scene.view.chain[index]
    mine = item.seat == scene.near
    aims = listed(scene.name(ref) for ref in item.targets)
    return el(
        "li",
        el("span", scene.number(index), cls="no", aria_hidden="true"),
        el("h3", item_name(scene, item), el("span", scene.called(item.seat))),
        el("p", item_does(scene, item), el("span", " At ", el("b", aims), ".") if aims else None),
        cls=None if mine else "it",
    )


def item_name(scene: Scene, item: Item) -> str:
    """What lies on the chain: "Ember Imp, action"."""
    match item.what:
        case "skill":
            at = summoner_at(item.source)
            name = scene.summoner_name(*at) if at is not None else scene.game.book.summoner[item.card].name
            return f"{capital(name)}, skill {item.index + 1}"
        case "action":
            return f"{scene.game.book.card[item.card].name}, action"
        case "ability":
            return f"{scene.game.book.card[item.card].name}, {ability_name(item.ability)}"
        case "trigger":
            return f"{scene.game.book.card[item.card].name}, works by itself"
    return str(scene.game.book.card[item.card].name)


def item_does(scene: Scene, item: Item) -> str:
    """What it does when it is worked off, in a sentence."""
    book = scene.game.book
    if item.what == "skill":
        at = summoner_at(item.source)
        text = of_skill(scene, at[0], at[1], item.index) if at is not None else ""
    elif item.what == "action":
        text = deed_words(book.card[item.card].action[item.index])
    elif item.what == "ability":
        text = ability_outcome(item.ability)
    elif item.fire is not None:
        fire = item.fire
        base = book.card[item.card].base
        text = base_sentence(base[fire.index]).rstrip(".") if fire.name == "base" else ability_outcome(fire.name)
    else:
        card = book.card[item.card]
        if card.constant:
            text = "comes into play"
        elif "level up" in card.type:
            text = "one more level"
        else:
            said = sentences(card)[int(bool(card.abilities)) :]
            text = said[0].rstrip(".") if said else ""
    times = f", {item.times} times" if item.times > 1 else ""
    return f"{capital(text)}{times}."


def if_nobody(scene: Scene) -> Html | None:
    """What happens if nobody adds anything; None where nobody is asked, or too much hangs on chance."""
    ways = outlook.outlook(scene)
    if not ways:
        return None
    if len(ways) == 1:
        return el("p", el("b", "If nobody adds anything: "), _ahead(scene, ways[0]), cls="rt-ahead")
    lines: list[Child] = [
        el("li", el("b", f"{way.chance.numerator} of {way.chance.denominator}: "), _ahead(scene, way))
        for way in ways[:_WAYS_SHOWN]
    ]
    more = len(ways) - _WAYS_SHOWN
    if more > 0:
        lines.append(el("li", f"{more} more ways for chance."))
    head = el("p", el("b", "If nobody adds anything: "), el("span", "exact", cls="rt-tag rt-tag--good"))
    return el("div", head, el("ul", lines), cls="rt-ahead")


def _ahead(scene: Scene, way: outlook.Ahead) -> str:
    said = [with_names(scene.game.say(event), scene.look.names) for event in way.events]
    if way.then:
        said.append(f"Then {way.then}." if said else f"{way.then}.")
    return " ".join(said) or "the turn goes on."


def order(scene: Scene) -> Html | None:
    """Who has been asked, who is asked now, who comes next (RISE-903); None where nobody may add anything."""
    task: Any = scene.task
    if not isinstance(task, (tasks.Window, tasks.Answer)) or not isinstance(scene.game.node(scene.state), Decision):
        return None
    steps: list[Child] = []
    for at, seat in enumerate(task.left):
        steps.append(el("li", scene.called(seat), aria_current="step" if at == 0 else None))
    end = "it happens" if scene.view.chain else "the turn goes on"
    steps.append(el("li", end))
    return el("ol", steps, cls="rt-ask", aria_label="Who is asked")

"""What the enemy has on a Rising table, as HTML: its dice or card, what its counters lie on, and how far the goal is.

A title has carriers at its locations (a pile at each, of which the top one takes counters) or apart from them (parts
of a machine), or none. What is drawn follows from what its cards say.
"""

from rising_tutor.boards.rising.beats import texts
from rising_tutor.boards.rising.cards import pips
from rising_tutor.boards.rising.scene import Scene
from rising_tutor.boards.rising.words import Words
from rising_tutor.core.english import capital, counted, plural
from rising_tutor.games.rising.cards.vocabulary import ThreatFace
from rising_tutor.games.rising.view import CarrierView, RisingView
from rising_tutor.games.rising.words.cards import card_parts
from rising_tutor.render.dice import die
from rising_tutor.render.html import EMPTY, Child, Html, el
from rising_tutor.render.parts import button, cite, fold
from rising_tutor.render.symbols import use

GOAL, CARRIERS, THREAT = "goal", "carriers", "threat"
"""Parts that can be pointed at."""
FACING = {"left": "{figure} turns left", "right": "{figure} turns right", "stay": "{figure} stays"}
"""What a card of the enemy says of its figure."""


def enemy_dice(scene: Scene) -> Html:
    """What the enemy rolled or turned over this turn; nothing in a title without its dice or cards."""
    book = scene.words.book
    if not book.threat_die:
        return _enemy_card(scene)
    rows = [_face(scene, face) for face in scene.view.threat]
    names = " and ".join(one.name for one in book.threat_die.values())
    rolled = el("ul", rows, cls="rt-foedice") if rows else el("p", f"{names}: not rolled yet.", cls="rt-xs rt-muted")
    return scene.track(THREAT, scene.words.of.steps[1], "", rolled)


def _enemy_card(scene: Scene) -> Html:
    """The card that the enemy turned over this turn."""
    view, words = scene.view, scene.words
    found = words.card(view.fire_card) if view.fire_card else None
    if not words.of.enemy_deck or found is None:
        return EMPTY
    way = FACING[found.direction].format(figure=words.of.figure)
    clock = f"Ruin {found.ruin}" if found.ruin and view.ruin_top and view.phase == 1 else ""
    picture = el("span", use(f"i-{found.direction}"), cls="rt-foedie", aria_hidden="true")
    said = el("span", el("b", way), clock)
    name, steps = f"enemy:{view.fire_card}", scene.landings
    row = el("li", picture, said, data_off=steps.at(name), data_beat=steps.about(name))
    return scene.track(THREAT, f"{words.of.enemy_deck} card", "", el("ul", row, cls="rt-foedice"))


def _face(scene: Scene, face_id: str) -> Html:
    book = scene.words.book
    face = book.threat_face[face_id]
    rolled = next(one for one in book.threat_die.values() if face in one.face)
    name, steps = f"enemy:{face_id}", scene.landings
    said = el("span", el("b", face.name), rolled.name)
    return el("li", _picture(scene.words, face), said, data_off=steps.at(name), data_beat=steps.about(name))


def _picture(words: Words, face: ThreatFace) -> Html:
    """A face of a die of the enemy; the words beside it say the same."""
    colour = words.book.carrier[face.carrier].colour if face.carrier else ""
    if colour:
        return die(colour, (), solid=True, cls="rt-die--s")
    sign = "i-all" if face.everyone else "i-again" if face.again else f"i-{face.turn or 'right'}"
    return el("span", use(sign), cls="rt-foedie", aria_hidden="true")


def goal(scene: Scene) -> Html:
    """How far the game is won: beaten Villains, or the Damage of the last opponent."""
    view, words = scene.view, scene.words
    if words.book.spec.switch.goal == "villains":
        top, now = view.options.target, len(view.villains_out)
        title = f"{plural(words.of.villain)} {words.of.beaten}"
        return _boxes(
            scene, GOAL, title, (now, top), [f"At {top} the game is won ", cite(scene.cite.target)], good=True
        )
    if words.book.spec.switch.boss:
        top, now = view.options.target, boss_damage(words, view)
        said = f"{boss_words(words, view)} "
        title = f"Damage on {words.name(words.book.spec.switch.boss)}"
        return _boxes(scene, GOAL, title, (now, top), [said, cite(scene.cite.boss_ceiling)], good=True)
    return EMPTY


def boss_damage(words: Words, view: RisingView) -> int:
    """The Damage of the last opponent, also after it is beaten."""
    boss = words.book.spec.switch.boss
    spot = next((spot for spot in view.battles if spot is not None and spot.card == boss), None)
    return spot.damage if spot is not None else (view.options.target if boss in view.battles_done else 0)


def ceiling(view: RisingView) -> int:
    """The most Damage that the last opponent can have now."""
    return min(view.options.target, len(view.villains_out))


def boss_words(words: Words, view: RisingView) -> str:
    """Where the last opponent is, and how much Damage can be put on it."""
    n = len(view.villains_out)
    most = f"No more than {ceiling(view)} now: {counted(n, words.of.villain)} {words.of.beaten}."
    if words.book.spec.switch.boss in view.battles_done:
        return "Beaten."
    if view.above_boss >= 0:
        return f"In the deck, under {counted(view.above_boss, 'card')}. {most}"
    return most if any(view.battles) else f"Not in the deck yet. {most}"


def fallen(view: RisingView) -> list[CarrierView]:
    """Those that fell, in that order."""
    return sorted((one for one in view.carriers if one.fallen), key=lambda one: one.fallen)


def pile(view: RisingView, at: int) -> list[CarrierView]:
    """What lies at a location, from above; empty before it was dealt or when nothing is left."""
    found = sorted((one for one in view.carriers if one.location == at and not one.fallen), key=lambda one: one.depth)
    dealt = len({one.depth for one in found}) == len(found)
    return found if dealt else []


def carriers(scene: Scene) -> Html:
    """All carriers with the count that loses the game; nothing in a title without any."""
    view, of = scene.view, scene.words.of
    if not view.carriers:
        return EMPTY
    down, limit = fallen(view), view.options.fallen_limit
    apart = [one for one in view.carriers if one.location < 0]
    title = f"{plural(of.carrier)} {of.fallen}"
    note: list[Child] = [f"At {limit} the game is lost ", cite(scene.cite.loss_fallen)]
    boxes = _boxes(scene, CARRIERS, title, (len(down), limit), note, fallen_too=True)
    rows = [_row(scene, one) for one in apart]
    works = [_penalty(scene, one) for one in down]
    later = [_penalty(scene, one) for one in view.carriers if not one.fallen and _says(scene.words, one)]
    return el(
        "div",
        boxes,
        el("ul", rows, cls="rt-ladder rt-ladder--parts", aria_label=plural(of.carrier)) if rows else None,
        fold(
            "What they do",
            [el("p", f"{capital(of.fallen)} now"), el("ul", works, cls="rt-penalties")] if works else None,
            [el("p", f"Once {of.fallen}"), el("ul", later, cls="rt-penalties")] if later else None,
            cls="rt-more rt-carriers__do",
            key="more:carriers",
        )
        if works or later
        else None,
        cls="rt-carriers",
    )


def _row(scene: Scene, one: CarrierView) -> Html:
    """A carrier that lies at no location: its colour, its name, its counters."""
    words, of = scene.words, scene.words.of
    colour = words.book.carrier[one.card].colour
    fits = scene.look.live and scene.state(one.card) == "is-legal"
    state = "at" if one.fallen else "is-full" if one.counters >= one.spaces else ""
    return el(
        "li",
        die(colour, (), solid=True, cls="rt-die--s") if colour else None,
        el("span", words.name(one.card), el("span", f", {colour}", cls="rt-sr") if colour else None),
        scene.mark(one.card),
        el("em", use("i-check", cls="rt-g", label=of.fallen)) if one.fallen else el("em", _counters(scene, one)),
        button("choose", "press", f"card:{one.card}", cls="rt-btn--fits", data_fits=True) if fits else None,
        cls=" ".join(filter(None, (state, "is-marked" if scene.marked(one.card) else ""))) or None,
        data_beat=scene.landings.about(f"card:{one.card}"),
    )


def _counters(scene: Scene, one: CarrierView) -> Html:
    steps = scene.landings.steps(f"counter:{one.card}", one.counters)
    return pips(one.counters, one.spaces, scene.words.of.pressure, steps)


def _penalty(scene: Scene, one: CarrierView) -> Html:
    return el("li", el("b", scene.words.name(one.card)), " ", _says(scene.words, one) or "does nothing more.")


def _says(words: Words, one: CarrierView) -> str:
    """What it does once it fell, without the trigger, which is the same for all."""
    return " ".join(capital(text) for _, text in card_parts(words.book.carrier[one.card], words.of))


def place(scene: Scene, at: int) -> Html | None:
    """The carrier that takes counters at a location, as a cell below its cards; what lies under it in a word."""
    view, words = scene.view, scene.words
    if not any(one.location == at for one in view.carriers):
        return None
    piled = pile(view, at)
    if not piled:
        text = "nothing is left here" if any(one.fallen for one in view.carriers) else "not dealt yet"
        return el("div", el("span", f"{words.of.carrier}: {text}"), cls="rt-place", role="gridcell")
    top, below = piled[0], piled[1:]
    state = scene.state(top.card)
    under = f"then {', '.join(words.name(one.card) for one in below)}" if below else "nothing under it"
    count = f"{words.of.pressure} {top.counters} of {top.spaces}"
    full = "is-full" if top.counters >= top.spaces else ""
    pointed = next((one.card for one in piled if scene.marked(one.card)), "")
    flag = {"is-legal": "fits", "is-selected": "chosen", "is-refused": "no"}.get(state, "")
    return el(
        "div",
        el("span", words.of.carrier, cls="rt-place__kind"),
        el("b", words.name(top.card)),
        _counters(scene, top),
        el("span", under, cls="rt-place__under"),
        el("span", flag, cls="rt-tag rt-tag--you") if flag else None,
        scene.mark(pointed) if pointed else None,
        cls=" ".join(filter(None, ("rt-place", state, full, "is-marked" if pointed else ""))),
        role="gridcell",
        tabindex="-1",
        aria_label=", ".join(filter(None, (words.name(top.card), words.of.carrier, count, under, flag))),
        data_item=True,
        data_key=f"card:{top.card}",
        data_do="press" if scene.look.live else None,
        data_arg=f"card:{top.card}" if scene.look.live else None,
        data_fits=state == "is-legal",
        data_beat=scene.landings.about(f"card:{top.card}"),
    )


def _boxes(
    scene: Scene,
    part: str,
    title: str,
    amount: tuple[int, int],
    note: list[Child],
    *,
    good: bool = False,
    fallen_too: bool = False,
) -> Html:
    now, top = amount
    count = f"{now} of {top}"
    steps = scene.landings.steps("fallen", now) if fallen_too else {}
    cells = [el("i", cls="on" if at < now else None, data_off=steps.get(at + 1)) for at in range(top)]
    cls = "rt-count rt-count--good" if good else "rt-count"
    boxes = el("div", cells, cls=cls, role="img", aria_label=f"{title} {count}")
    below = el("p", note, cls="rt-xs rt-muted rt-track__note")
    return scene.track(part, title, count, boxes, below, was=texts(steps, count, lambda n: f"{n} of {top}"))


def standing(words: Words, view: RisingView) -> list[str]:
    """How far the enemy's clock and the goal are, in short; empty where a title has neither."""
    of, out = words.of, []
    if words.book.spec.switch.goal == "villains":
        out.append(f"{plural(of.villain)} {of.beaten} {len(view.villains_out)} of {view.options.target}")
    elif words.book.spec.switch.boss:
        damage = f"{boss_damage(words, view)} of {view.options.target}"
        out.append(f"{words.name(words.book.spec.switch.boss)}: Damage {damage}")
    if view.carriers:
        out.append(f"{plural(of.carrier)} {of.fallen} {len(fallen(view))} of {view.options.fallen_limit}")
    return out

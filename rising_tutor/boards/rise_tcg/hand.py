"""The own hand: each card with what it says, how it can be played now, or why not."""

from rising_tutor.boards.rise_tcg import places
from rising_tutor.boards.rise_tcg.cards import (
    abilities,
    classes,
    cost_dots,
    cost_words,
    fights,
    name_of,
    numbers,
    opens,
    said,
    spoken,
    strip,
)
from rising_tutor.boards.rise_tcg.scene import Scene
from rising_tutor.boards.rise_tcg.tries import why_not
from rising_tutor.core.english import counted
from rising_tutor.games.rise_tcg import actions as do
from rising_tutor.games.rise_tcg.book import Card
from rising_tutor.render.html import Child, Html, el
from rising_tutor.render.parts import origin
from rising_tutor.render.symbols import use


def own_cards(scene: Scene) -> list[tuple[str, Card, int]]:
    """The cards that the viewer holds, kind by kind: what opens each, the card, and how many there are of it."""
    if scene.view.viewer is None:
        return []
    side, book = scene.view.sides[scene.near], scene.run.book
    found: dict[str, list[int]] = {}
    for slot in side.hand:
        if slot.card >= 0:
            found.setdefault(side.kinds[slot.card], []).append(slot.card)
    cards = [(f"hand:{kinds[0]}", book.card[card], len(kinds)) for card, kinds in found.items()]
    guests = [(f"guest:{at}", scene.run.card_of(owned), 1) for at, owned in enumerate(side.guests)]
    return [*cards, *guests]


def hand(scene: Scene) -> Html | None:
    """The own hand; None for somebody who watches."""
    if scene.view.viewer is None:
        return None
    side = scene.view.sides[scene.near]
    held = own_cards(scene)
    hidden = side.n_hand - sum(n for _, _, n in held)
    shown: list[Child] = [_card(scene, part, card, n) for part, card, n in held]
    if hidden:
        shown.append(el("p", f"{counted(hidden, 'card')} that this record does not name.", cls="rt-space"))
    if not shown:
        shown = [el("p", "No card in hand.", cls="rt-space")]
    name = places.at("hand", scene.near)
    title = "Your hand" if scene.look.live else f"Hand of {scene.called(scene.near)}"
    return el(
        "section",
        el(
            "div",
            el("h2", title),
            el("span", el("b", side.n_hand), f" {'card' if side.n_hand == 1 else 'cards'}", cls="rt-fact"),
            scene.mark(name, "hand"),
            cls="rt-who",
        ),
        el("div", shown, cls="rt-hand"),
        aria_label=f"{title}, {counted(side.n_hand, 'card')}",
        data_rove=True,
        data_key="hand",
        data_beat=scene.beat(name),
    )


def _card(scene: Scene, part: str, card: Card, n: int) -> Html:
    can = playable(scene, card)
    reason = "" if can else why_not(scene, card)
    refused = getattr(scene.look.attempt, "card", "") == card.id and scene.look.refusal is not None
    flag = "may answer" if scene.answering else "can be played"
    marked = scene.marked(card.id)
    return el(
        "div",
        strip(card, f"{n} in hand") if n > 1 else strip(card),
        el(
            "span",
            name_of(card.name),
            abilities(card),
            said(card),
            el("span", use("i-no"), reason, cls="rt-tc__why") if reason else None,
            el(
                "span",
                cost_dots(card),
                numbers(card.attack, card.defense, card) if fights(card) else None,
                origin(card.origin),
                cls="rt-tc__foot",
            ),
            cls="rt-tc__in",
        ),
        el("span", flag, cls="rt-flag") if can and not marked else None,
        scene.mark(card.id),
        cls=classes(card, "m", "is-refused" if refused else "is-legal" if can else "", "is-marked" if marked else ""),
        aria_label=spoken(
            card,
            None,
            (
                cost_words(card),
                counted(n, "copy") if n > 1 else "",
                flag if can else f"not now: {reason}" if reason else "",
            ),
        ),
        **opens(scene, part),
    )


def playable(scene: Scene, card: Card) -> bool:
    """Whether one of the legal choices plays this card."""
    return any(isinstance(action, (do.Invoke, do.LevelUp)) and action.card == card.id for action in scene.look.actions)

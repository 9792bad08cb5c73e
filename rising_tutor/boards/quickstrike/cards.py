"""Cards of the QuickStrike system as HTML: strip with type and traits, name, values, what they say, origin.

Three sizes: `s` on the mat, without a sentence; `m` in the own flip space; `l` in the reader. A card on the mat is a
button that opens the reader, where it says all.
"""

import re
from typing import Final

from rising_tutor.boards.card_reader import FORCE, SHIELD, value
from rising_tutor.boards.quickstrike.scene import Scene
from rising_tutor.boards.quickstrike.signs import (
    ELEMENTS,
    TYPES,
    sidebar,
    trait,
)
from rising_tutor.core.english import listed
from rising_tutor.games.quickstrike.book import Card, Energies
from rising_tutor.games.quickstrike.choices import energies
from rising_tutor.games.quickstrike.clauses import sentences
from rising_tutor.games.quickstrike.standing import Values
from rising_tutor.render.html import Child, Html, el
from rising_tutor.render.parts import origin
from rising_tutor.render.symbols import use

ORIGIN_SAID: Final = {
    "public": "Name, type, cost, values and traits are public facts, read from photographs; the sentence is ours.",
    "illustrative": "An example of this project; there is no such card.",
    "owner": "Entered by the owner.",
    "rulebook": "Stated in the rulebook.",
}
"""Where the facts of a card come from."""


def kind_word(card: Card, *, move: bool) -> str:
    """The type of a card as a word (QS-116)."""
    return "Signature" if move else TYPES[card.type]


def spoken(card: Card, cost: Energies, now: Values | None, *extra: str, move: bool = False) -> str:
    """A card in words for those who listen."""
    said = [card.name, kind_word(card, move=move).lower()]
    said.append(f"trait {listed(card.traits)}" if card.traits else "no trait")
    said.append(f"cost {energies(cost)}")
    if card.type == "strike":
        shown = now or Values(card.force, card.intercept)
        for word, changed, printed in (
            ("intercept", shown.intercept, card.intercept),
            ("force", shown.force, card.force),
        ):
            said.append(f"{word} {changed}" + ("" if changed == printed else f" (printed {printed})"))
    return ", ".join((*said, *(one for one in extra if one)))


def strip(card: Card, *, move: bool = False, state: str = "") -> Html:
    """The head of a card: its type by glyph and word, its traits, where its facts come from."""
    marks = el("span", [trait(word) for word in card.traits], cls="rt-tc__trait") if card.traits else None
    return el(
        "span",
        use("t-signature" if move else f"t-{card.type}"),
        el("span", kind_word(card, move=move)),
        el("em", state) if state else None,
        marks,
        origin(card.origin),
        cls="rt-tc__strip",
    )


def classes(card: Card, size: str, *, move: bool = False, more: str = "") -> str:
    """The class names of a card: its type, the tint of its element, its size."""
    element = next((word.lower() for word in card.traits if word in ELEMENTS), "")
    kind = "signature" if move else card.type
    parts = ("rt-tc", f"rt-tc--{kind}", f"rt-tc--{element}" if element else "", f"rt-tc--{size}", more)
    return " ".join(part for part in parts if part)


def said(card: Card) -> Html | None:
    """What a card says, each sentence with what sets it off first."""
    lines = [_sentence(text) for text in sentences(card)]
    return el("span", lines, cls="rt-tc__text") if lines else None


_HEAD: Final = re.compile(r"(?:When|Each time|Before|While)\b[^,:]*,|[^:]*:")
"""The moment of an ability, its price, or the name of a keyword."""


def _sentence(text: str) -> Html:
    found = _HEAD.match(text)
    return el("span", el("b", found[0]), text[found.end() :]) if found else el("span", text)


def name_of(card: Card) -> Html:
    """The name of a card; what comes after a comma stands below it."""
    first, comma, rest = card.name.partition(",")
    return el("span", first, el("small", rest.strip()) if comma else None, cls="rt-tc__name")


def numbers(card: Card, now: Values | None) -> Html | None:
    """Intercept, then force; only a strike has them."""
    if card.type != "strike":
        return None
    shown = now or Values(card.force, card.intercept)
    return el(
        "span", value(SHIELD, shown.intercept, card.intercept), value(FORCE, shown.force, card.force), cls="rt-tc__nums"
    )


def on_table(
    scene: Scene,
    card: Card,
    part: str,
    size: str,
    *,
    cost: Energies,
    now: Values | None = None,
    state: str = "",
    where: str = "",
    more: str = "",
    move: bool = False,
    below: Child = None,
    **attributes: str | bool | None,
) -> Html:
    """A card that lies open in play. A press opens the reader with it.

    Args:
        part: the name of its reader.
        now: force and intercept as they are.
        state: a word in its strip, such as "attacks".
        where: what is said of its place.
        below: stands below all.
    """
    inside: Child = (
        [
            strip(card, move=move, state=state),
            sidebar(cost),
            el("span", name_of(card), numbers(card, now), said(card), below, cls="rt-tc__in"),
        ]
        if size != "s"
        else [
            strip(card, move=move, state=state),
            el("span", name_of(card), numbers(card, now), below, cls="rt-tc__in"),
        ]
    )
    return el(
        "div",
        inside,
        cls=classes(card, size, move=move, more=more),
        role="button",
        tabindex="-1",
        aria_label=spoken(card, cost, now, state, where, move=move),
        aria_expanded="true" if scene.opened(part) else "false",
        data_do="unfold",
        data_arg=part,
        data_key=f"unfold:{part}",
        data_item=True,
        **attributes,
    )

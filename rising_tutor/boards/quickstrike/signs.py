"""The small signs of a QuickStrike table: energies by colour, pattern and letter; force, intercept; types, traits."""

from typing import Final

from rising_tutor.games.quickstrike.book import Energies
from rising_tutor.games.quickstrike.choices import energies as paid
from rising_tutor.games.quickstrike.vocabulary import COLOURS
from rising_tutor.render.html import Child, Html, el
from rising_tutor.render.symbols import sign, use

TYPES: Final = {"strike": "Strike", "advantage": "Advantage", "ally": "Ally"}
ELEMENTS: Final = ("Air", "Water", "Earth", "Fire")


def letter(zone: int) -> str:
    """The letter of a zone, which is that of its colour.

    >>> letter(2)
    'R'
    """
    return COLOURS[zone][:1].upper()


def energy(zone: int, text: str | int = "", *, corner: bool = False, cls: str = "") -> Html:
    """An energy of a zone; in a cost with its number and the letter in the corner. Hidden from those who listen."""
    colour = COLOURS[zone][:1]
    return el(
        "span",
        el("i", letter(zone)) if corner else None,
        el("b", text) if text != "" else None,
        use(f"b-{colour}", cls="rt-en__band"),
        cls=f"rt-en rt-en--{colour} {cls}".strip(),
        aria_hidden="true",
    )


def cost(counts: Energies) -> Html:
    """Energies that are paid, in the order green, yellow, red; "free" where there are none (QS-620)."""
    if not any(counts):
        return el("span", "free", cls="rt-en__free")
    squares = [energy(zone, n, corner=True) for zone, n in enumerate(counts) if n]
    return el("span", squares, cls="rt-cost", role="img", aria_label=f"costs {paid(counts)}")


def sidebar(counts: Energies) -> Html:
    """The sidebar of a card: a square a colour, hollow where nothing is paid (QS-108)."""
    squares = [energy(zone, n or "", corner=bool(n), cls="" if n else "is-zero") for zone, n in enumerate(counts)]
    return el("span", squares, cls="rt-tc__side", aria_hidden="true")


def points(n: int, most: int) -> Html:
    """The points of a seat."""
    circles = [el("i", use("i-check") if at < n else None, cls="on" if at < n else None) for at in range(most)]
    return el("span", circles, cls="rt-pts", role="img", aria_label=f"{n} of {most} points")


def pile(zone: int, n: int) -> Html:
    """How many energies lie in a zone, face down; many are told by their number alone."""
    few: Child = [el("i") for _ in range(n)] if n <= _MOST_DRAWN else el("i")
    label = f"{n} {COLOURS[zone]} {'energy' if n == 1 else 'energies'}"
    return el("span", few, el("b", n), cls=f"rt-ens rt-ens--{COLOURS[zone][:1]}", role="img", aria_label=label)


_MOST_DRAWN: Final = 5


def trait(word: str) -> Html:
    """The mark of a trait; elements have those of the look."""
    name = sign(word) if word in ELEMENTS else f"x-{word.lower()}"
    return use(name, label=word)

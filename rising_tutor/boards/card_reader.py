"""What the reader of a card game is made of: numbers in their frames, a panel, facts line by line."""

from collections.abc import Callable, Iterable
from typing import Any

from rising_tutor.render.html import Child, Html, el
from rising_tutor.render.parts import button, panel_head
from rising_tutor.render.symbols import use

SHIELD, FORCE = "shield", "force"
"""What stops, and what strikes."""


def value(kind: str, now: int | str, printed: int | str | None = None) -> Html:
    """A number in its frame; with a triangle where it is not the printed one. Hidden from those who listen.

    Args:
        now, printed: numbers, or a star where they are counted.
    """
    changed = ""
    if isinstance(now, int) and isinstance(printed, int) and now != printed:
        changed = " is-up" if now > printed else " is-down"
    return el("span", use(f"n-{kind}"), el("b", now), cls=f"rt-val rt-val--{kind}{changed}", aria_hidden="true")


def reader_panel(title: Child, part: str, *inside: Child) -> Html:
    """Something that was opened to be read, with the button that closes it."""
    close = button(
        use("i-close"), "unfold", part, cls="rt-btn--quiet rt-btn--icon", aria_label="Close", key=f"close:{part}"
    )
    return el("section", panel_head(title, close), inside, cls="rt-panel rt-cardreader", data_key=f"read:{part}")


def unplaced(side: Any, name: Callable[[str], str]) -> str:
    """The end of a sentence about cards that a viewer cannot place: what they are, or what is known of their list.

    Args:
        side: one seat's side of the table as the viewer sees it.
        name: of a card, by its id.
    """

    def named(bag: Iterable[int]) -> str:
        return names((name(side.kinds[kind]), n) for kind, n in enumerate(bag) if n)

    if side.told:
        return f": {named(side.bag)}. "
    known = named(side.certain)
    return f". Only its owner knows the list; it has {f'at least {known}' if known else 'shown no card yet'}. "


def names(counts: Iterable[tuple[str, int]]) -> str:
    r"""Names with their numbers, in the order of the alphabet.

    >>> names([("Pummel", 2), ("Appa", 1)]) == "Appa, 2\N{MULTIPLICATION SIGN} Pummel"
    True
    """
    return ", ".join(name if n == 1 else f"{n}\u00d7 {name}" for name, n in sorted(counts))


def facts(rows: list[tuple[str, Child]]) -> Html | None:
    """What is so, line by line: what it is called, and what it is."""
    if not rows:
        return None
    return el("dl", [[el("dt", name), el("dd", what)] for name, what in rows], cls="rt-cardreader__facts")

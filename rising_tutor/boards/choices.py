"""Choices of a card game as buttons: with what comes of them and their price, almost possible, refused, taken back."""

from typing import Final

from rising_tutor.boards.ports import Look
from rising_tutor.core.game import Refusal
from rising_tutor.render.html import Child, Html, el
from rising_tutor.render.parts import button, cite
from rising_tutor.render.symbols import use

DO: Final = "do:"
"""Begins the name of a place that stands for an action, as the game writes it."""
NUMBERED: Final = 9
"""So many choices have a number as their key."""


def choice_button(number: int, words: Child, does: str, price: Child, *, key: str = "", more: Child = None) -> Html:
    """A legal choice: what it is, what comes of it, what is paid for it.

    Args:
        number: its place among the legal actions.
        key: that takes it; "" for none.
        more: stands below.
    """
    mark = el("kbd", key.upper(), aria_hidden="true") if key else None
    return el(
        "button",
        el("span", mark, words, el("span", ", ", cls="rt-sr")),
        el("span", does, cls="rt-way__does") if does else None,
        more,
        el("span", price, cls="rt-way__cost"),
        cls="rt-way",
        type="button",
        data_do="act",
        data_arg=str(number),
        data_key=f"act:{number}",
        data_hot=key or None,
        data_hot_near=True,
        data_fits=True,
        data_item=True,
        tabindex="-1",
    )


def almost_button(what: str, place: str, refused: Refusal | None, price: Child = None) -> Html:
    """What is almost possible, with what is missing; it can be pressed, so that the rules explain it.

    Args:
        place: what its press tries, see `DO`.
    """
    return el(
        "button",
        el("span", what, el("span", ", not possible now, ", cls="rt-sr")),
        el("span", f"not now: {refused.why}" if refused is not None else None, cls="rt-way__does"),
        el("span", price, cls="rt-way__cost"),
        cls="rt-way",
        type="button",
        aria_disabled="true",
        data_do="press",
        data_arg=place,
        data_key=f"try:{what}",
        data_item=True,
        tabindex="-1",
    )


def reason(what: str, why: str, rule: str) -> Html:
    """Something that a person may want, and the rule against it."""
    return el("li", use("i-no"), el("span", el("b", what), f": {why}"), cite(rule))


def undo_button(look: Look) -> Html | None:
    """Takes the last choice back, where that can be."""
    if not look.live or not look.back:
        return None
    return button(
        [use("i-undo"), el("span", "Undo", cls="rt-sr")],
        "undo",
        cls="rt-btn--quiet rt-btn--icon",
        key="undo",
        hot="u",
        data_hot_near=True,
        title="Undo",
    )

"""Dice by colour and face. The colour is also a mark in the lower band and a letter, so that it never speaks alone.

>>> spoken("green", ("Earth", "Earth"))
'green die, double Earth'
"""

from rising_tutor.render.html import Html, el
from rising_tutor.render.symbols import sign, use

BANDS = {"green": "g", "blue": "b", "red": "r", "yellow": "y", "purple": "p", "orange": "o"}
"""The mark of each colour; another colour has the band of the first and its own letter."""


def spoken(colour: str, symbols: tuple[str, ...]) -> str:
    """A die in words; no symbols for a die that was not rolled."""
    if not symbols:
        return f"{colour} die, not rolled"
    return f"{colour} die, {'double ' if len(symbols) > 1 else ''}{symbols[0]}"


def die(
    colour: str,
    symbols: tuple[str, ...],
    *,
    cls: str = "",
    label: str = "",
    solid: str | bool | None = False,
    **attributes: str | bool | None,
) -> Html:
    """A die as a picture, or as a button if it has `data_do`.

    Args:
        symbols: the words of the face, two for a double, none for a die that was not rolled.
        solid: a die that was not rolled is hollow, unless it only stands for its colour.
        label: the spoken words; without it the die is hidden from those who listen.
    """
    band = BANDS.get(colour, "g")
    names = ["rt-die", f"rt-die--{band}"]
    if len(symbols) > 1:
        names.append("rt-die--2")
    if not symbols and not solid:
        names.append("is-blank")
    control = "data_do" in attributes
    return el(
        "button" if control else "span",
        el("span", colour[:1].upper(), cls="rt-die__k", aria_hidden="true"),
        [use(sign(word), cls="rt-g") for word in symbols],
        use(f"b-{band}", cls="rt-die__band"),
        cls=" ".join([*names, *filter(None, [cls])]),
        type="button" if control else None,
        role=None if control else ("img" if label else None),
        aria_label=label or None,
        aria_hidden=None if label else "true",
        **attributes,
    )

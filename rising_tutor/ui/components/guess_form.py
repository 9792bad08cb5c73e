"""The form of a guess as HTML: a number and a slider that stand at the same place, and what to press."""

from rising_tutor.render.html import Child, Html, el
from rising_tutor.render.parts import button

_WHOLE_STEPS = 100
"""A scale as long as this is guessed in whole numbers, a shorter one finer."""


def guess_form(label: str, top: float, notice: Child = None) -> Html:
    """The form. Left as it is, the middle counts, where the slider stands; that is said, and shown in the empty number.

    Args:
        label: what is guessed, and its scale.
        top: the end of the scale; it begins at 0.
        notice: why the last guess could not be taken.
    """
    middle, end = f"{top / 2:g}", f"{top:g}"
    number = el(
        "input",
        type="number",
        name="guess",
        min="0",
        max=end,
        step="any",
        placeholder=middle,
        inputmode="decimal",
        cls="rt-input",
        data_key="guess",
        data_mirror="slide",
    )
    slider = el(
        "input",
        type="range",
        min="0",
        max=end,
        step="1" if top >= _WHOLE_STEPS else "0.05",
        value=middle,
        cls="rt-guess__slide",
        aria_label=f"{label}, as a slider",
        data_mirror="guess",
        data_name="slide",
    )
    return el(
        "form",
        el("label", el("span", label), number, cls="rt-field1 rt-guess__number"),
        slider,
        el("p", f"Left as it is, {middle} counts.", cls="rt-xs rt-muted"),
        notice,
        el(
            "div",
            el("button", "Guess", type="submit", cls="rt-btn rt-btn--main", data_key="state-guess"),
            button("Show without guessing", "show", cls="rt-btn--quiet"),
            cls="rt-row",
        ),
        data_do="guess",
        cls="rt-guess",
        aria_label="Guess first",
        novalidate=True,
    )

"""Turns tried out beside the exact value, as HTML: the slider, the estimate, the interval closing in."""

from rising_tutor.lab.trials import MARKS
from rising_tutor.render.html import Child, Html, el
from rising_tutor.render.parts import button
from rising_tutor.tutor.odds.trials import TurnTrials
from rising_tutor.ui.units.trials import beside


def trials(found: TurnTrials | None, mark: int, busy: str = "") -> Html:
    """The panel.

    Args:
        found: the trials of this question; None before the first.
        mark: the place of the slider among `MARKS`.
        busy: a sentence while turns are being played.
    """
    n = MARKS[mark]
    made = found.made(n) if found is not None else []
    shown: Child = None
    if found is not None and made:
        shown = beside(made, found.exact, found.seed)
    elif not busy:
        shown = el("p", "No turn was tried yet.", cls="rt-small rt-muted rt-under")
    return el(
        "section",
        el("div", el("h2", "Try it out"), el("span", "simulated", cls="rt-tag rt-tag--warn"), cls="rt-panel__h"),
        el("p", "Whole turns by chance, with best play, beside the exact value.", cls="rt-small rt-muted"),
        el(
            "form",
            el("p", "Turns: ", el("b", _many(n)), cls="rt-row"),
            el(
                "input",
                type="range",
                name="mark",
                min="0",
                max=str(len(MARKS) - 1),
                step="1",
                value=str(mark),
                cls="rt-guess__slide",
                aria_label="Number of turns",
                aria_valuetext=f"{_many(n)} turns",
                data_key="trial-mark",
            ),
            el(
                "div",
                button(f"Play {_many(n)} {'turn' if n == 1 else 'turns'}", "trials", key="trials"),
                button("Other chance", "trials-seed", cls="rt-btn--quiet"),
                cls="rt-row",
            ),
            data_live="trial-mark",
            data_do="trials",
            cls="rt-trialform",
            aria_label="Turns tried out",
        ),
        el(
            "div",
            el("p", busy, role="status", cls="rt-small"),
            button("Stop", "trials-stop", cls="rt-btn--small"),
            cls="rt-row rt-under",
        )
        if busy
        else None,
        shown,
        cls="rt-panel rt-trials",
        aria_label="Turns tried out beside the exact value",
    )


def _many(n: int) -> str:
    return f"{n:,}".replace(",", "\u00a0")

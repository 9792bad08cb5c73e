"""The list of own mistakes on the page Learn: what was lost is said in its unit."""

from typing import Any

import pytest

from rising_tutor.lessons.learner.facts import Mistake
from rising_tutor.probability.unit import Unit
from rising_tutor.ui.learn.known import review


@pytest.mark.parametrize(
    ("source", "unit", "loss", "note", "said"),
    [
        (
            "lesson",
            Unit.CHANCE_OF_GOAL,
            0.25,
            "lesson:dice#1",
            "worth less than another: stop. It cost you the goal 1 time in 4.",
        ),
        ("play", Unit.GOALS, 0.25, "", "worth less than another: stop. It cost you 1 goal in 4 such turns."),
        ("play", Unit.GOALS, 1.0, "", "It cost you at least 1 goal."),
        ("replay", Unit.CHANCE_TO_WIN, 0.123, "", "It cost you the game about 1 time in 10."),
        ("replay", Unit.CHANCE_TO_WIN, 0.123, "a.replay, turn 1: mistake", "a.replay, turn 1: mistake."),
    ],
)
def test_what_was_lost_is_said_in_its_unit(source: Any, unit: Any, loss: float, note: str, said: str) -> None:
    one = Mistake("m1", "2026-11-21T18:04:05Z", "loss", "{}", "stop", "FNR-408", loss, source, note, unit)
    assert said in review((), (one,), lambda rule: rule, on=True, tried=True, practise=lambda rule: rule)

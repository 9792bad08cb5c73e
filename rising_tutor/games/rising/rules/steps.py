"""How the steps of a turn are registered, so that a title can list them by name."""

from collections.abc import Callable
from typing import TypeAlias

from rising_tutor.games.rising.rules.context import Run

Steps: TypeAlias = dict[str, Callable[[Run], None]]
"""Step -> what it does. Where it stands in the turn is the title's to say (`spec.Spec.turn`)."""


def step(steps: Steps, name: str) -> Callable[[Callable[[Run], None]], Callable[[Run], None]]:
    """Registers the decorated function as a step."""

    def keep(function: Callable[[Run], None]) -> Callable[[Run], None]:
        steps[name] = function
        return function

    return keep

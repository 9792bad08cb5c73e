"""How the steps of a turn are registered, so that a title can list them by name."""

from collections.abc import Callable
from typing import TypeAlias

from rising_tutor.games.rising.run import Run

Steps: TypeAlias = dict[str, tuple[str, Callable[[Run], None]]]
"""Step -> its phase in the catalogue, which events carry ("" keeps the present one), and what it does."""


def step(steps: Steps, name: str, phase: str = "") -> Callable[[Callable[[Run], None]], Callable[[Run], None]]:
    """Registers the decorated function as a step."""

    def keep(function: Callable[[Run], None]) -> Callable[[Run], None]:
        steps[name] = (phase, function)
        return function

    return keep

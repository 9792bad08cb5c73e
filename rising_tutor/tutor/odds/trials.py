"""Turns of the odds lab tried out by chance, with best play, beside the exact value.

The same seed gives the same turns; they go on where they stopped.

>>> from rising_tutor.core.registry import load_game
>>> from rising_tutor.tutor.odds.answer import answer_to
>>> from rising_tutor.tutor.odds.question import Shelf
>>> shelf = Shelf.of(load_game("fire"))
>>> answer = answer_to(shelf, shelf.read({"pool": "2g1b", "need": "WWE"}))
>>> trials = TurnTrials(answer.solved, seed="7", chance=True)
>>> trials.run(100)
>>> [one.n for one in trials.made(100)], trials.made(100)[-1].low < 0.5356 < trials.made(100)[-1].high
([1, 2, 5, 10, 20, 50, 100], True)
"""

from collections.abc import Callable
from fractions import Fraction
from random import Random
from threading import Lock
from typing import Final

from rising_tutor.lab.query import Number
from rising_tutor.lab.trials import MARKS, NORMAL, WILSON, Estimate
from rising_tutor.probability.dice_turn.answer import Solved
from rising_tutor.probability.dice_turn.simulate import BestPlay, Run

_SLICE: Final = 200


class TurnTrials:
    """Turns of one question.

    Attributes:
        seed: makes the same turns again.
        exact: what the trials close in on.
    """

    def __init__(self, solved: Solved, *, seed: str, chance: bool) -> None:
        self.seed = seed
        value = solved.value
        amount = value.fraction if value.fraction is not None else Fraction(value.decimal)
        self.exact = Number(amount, "chance" if chance else "value", value.method)
        self._method = WILSON if set(solved.problem.payoffs) <= {0, 1} else NORMAL
        number = int(seed) if seed.isascii() and seed.isdigit() else Random(seed).getrandbits(64)
        self._run = Run(solved.problem, number, BestPlay(solved), checkpoints=MARKS)
        self._running = Lock()

    @property
    def n(self) -> int:
        """How many turns were made."""
        return self._run.n

    def run(self, to: int, progress: Callable[[int, int], object] | None = None) -> None:
        """Go on until there were so many turns; what `progress` raises ends it, and what was made until then stays."""
        with self._running:
            while self.n < to:
                self._run.more(min(_SLICE, to - self.n))
                if progress is not None:
                    progress(self.n, to)

    def made(self, upto: int) -> list[Estimate]:
        """The estimates at `MARKS` up to a number of turns."""
        points = [point for point in self._run.points if point.n <= upto]
        return [Estimate(point.n, point.mean, point.low, point.high, self._method) for point in points]

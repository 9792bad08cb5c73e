"""What can be tried out by chance beside its exact value: the slider, the seed, and the trials themselves.

>>> from rising_tutor.core.registry import load_game
>>> from rising_tutor.probability.dice_turn.kit import dice_kit
>>> from rising_tutor.tutor.odds.controller import OddsLab
>>> lab = OddsLab(dice_kit(load_game("fire")), guess_first=False)
>>> lab.open({"pool": "2g1b", "need": "WWE"})
>>> lab.accept(lab.work())
>>> tries = TurnTries(lab)
>>> tries.trials.run(100)
>>> [one.n for one in tries.trials.points]
[1, 2, 5, 10, 20, 50, 100]
"""

import secrets
from abc import ABC, abstractmethod
from collections.abc import Sequence
from fractions import Fraction
from typing import Final

from rising_tutor.core.numbers import whole
from rising_tutor.lab.query import Number
from rising_tutor.lab.trials import MARKS, Trials, trials_of_turn
from rising_tutor.tutor.odds.controller import OddsLab

_FIRST: Final = 100
"""Trials that the slider stands at first."""


class Tries(ABC):
    """Trials up to where a slider stands.

    Attributes:
        mark: the place in `MARKS` of the slider.
        seed: of the trials.
        tried: the name of what is tried out, where there are several; "" for the first.
    """

    def __init__(self) -> None:
        self.mark = MARKS.index(_FIRST)
        self.tried = ""
        self.new_seed()

    @property
    @abstractmethod
    def tries(self) -> Sequence[tuple[str, str]]:
        """What can be tried out, by name, with words; empty while nothing can."""

    @property
    @abstractmethod
    def trials(self) -> Trials | None:
        """The trials, as far as they have come; None where nothing can be tried out."""

    @property
    @abstractmethod
    def trying(self) -> Number | None:
        """The exact number beside them."""

    def set_mark(self, text: str) -> None:
        if (mark := whole(text, below=len(MARKS))) is not None:
            self.mark = mark

    def new_seed(self) -> None:
        self.seed = str(secrets.randbelow(10**6))


class TurnTries(Tries):
    """Turns of the question of an odds lab, with best play."""

    def __init__(self, lab: OddsLab) -> None:
        super().__init__()
        self.lab = lab
        self._made: tuple[object, Trials] | None = None

    @property
    def tries(self) -> Sequence[tuple[str, str]]:
        found = self.lab.answer
        return () if self.lab.hidden or found is None or found.solved is None else (("", ""),)

    @property
    def trials(self) -> Trials | None:
        if not self.tries or self.lab.answer is None or self.lab.answer.solved is None:
            return None
        solved = self.lab.answer.solved
        if self._made is None or self._made[0] is not solved or self._made[1].seed != self.seed:
            self._made = (solved, trials_of_turn(solved, seed=self.seed))
        return self._made[1]

    @property
    def trying(self) -> Number | None:
        if self.lab.answer is None or self.lab.answer.solved is None:
            return None
        value = self.lab.answer.solved.value
        amount = value.fraction if value.fraction is not None else Fraction(value.decimal)
        return Number(amount, "chance" if self.lab.is_chance else "value", value.method)

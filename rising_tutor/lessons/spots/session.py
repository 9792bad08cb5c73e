"""A run of exercises "illegal on purpose", without a screen.

First the learner picks the action that is not allowed: a legal one is answered with what it does, and the learner
picks again. Then the learner names the rule. Only the first pick and the rule together count as right.

>>> from rising_tutor.core.registry import load_game
>>> session = SpotSession(load_game("fire"), seed=7, rules=["FNR-406"])
>>> session.pick(session.exercise.illegal).right, session.name_rule("FNR-406").right
(True, True)
>>> session.attempt("2026-11-21T18:04:05Z").item, session.score
('spot:FNR-406', (1, 1))
"""

from collections.abc import Iterable

from rising_tutor.core.game import AnyGame
from rising_tutor.lessons.spots.answer import SpotAnswer
from rising_tutor.lessons.spots.spot import Exercise, exercise_for, mixed


class SpotSession(SpotAnswer):
    """One exercise after the other; the same seed gives the same run.

    Attributes:
        order: the rules that are asked for. It names answers, so it stays off the page.
        at: which exercise of the run is open, from 0.
        exercise: the open exercise with its answer; a page shows `asked`.
    """

    def __init__(
        self, game: AnyGame, seed: int | str, rules: Iterable[str] | None = None, n: int | None = None
    ) -> None:
        """A run.

        Args:
            rules: only these; all without.
            n: how many exercises; one for each rule without. More than there are rules goes round again.

        Raises:
            ValueError: none of these rules has an exercise.
            BadContent: a file of exercises does not fit the rules and cards in use.
        """
        self.seed = seed
        once = mixed(game, None if rules is None else tuple(rules), seed)
        if not once:
            raise ValueError("none of these rules has an exercise")
        n = len(once) if n is None else n
        self.order = tuple(once[at % len(once)] for at in range(n))
        self.at = 0
        self._results: dict[int, bool] = {}
        super().__init__(game, self._exercise(game, 0))

    @property
    def over(self) -> bool:
        return self.done and self.at == len(self.order) - 1

    @property
    def score(self) -> tuple[int, int]:
        results = {**self._results, **({self.at: self.right} if self.done else {})}
        return sum(results.values()), len(results)

    def next(self) -> Exercise:
        """Opens the next exercise. Raises `ValueError`: the open one is not answered, or the run is at its end."""
        if not self.done:
            raise ValueError("the open exercise is not answered")
        if self.at + 1 >= len(self.order):
            raise ValueError("the run is at its end")
        self._results[self.at] = self.right
        self.at += 1
        super().__init__(self.game, self._exercise(self.game, self.at))
        return self.exercise

    def _exercise(self, game: AnyGame, at: int) -> Exercise:
        return exercise_for(game, self.order[at], f"{self.seed}:{at}")

"""A question tried out by chance, beside its exact answer: so many trials, an estimate and its 95 % interval.

Trials go on where they stopped, slice by slice, and the same seed gives the same trials however they are sliced.

>>> from rising_tutor.core.chance import Die
>>> from rising_tutor.lab.query import Shows
>>> kit = Kit((Die("green", ("E", "E", "EE", "A", "W", "F")),), {})
>>> trials = Trials(Shows(symbol="E"), Scene(pool={"green": 1}), kit, seed="1")
>>> trials.run(100)
>>> trials.estimate.n, trials.estimate.low < 0.5 < trials.estimate.high
(100, True)
"""

from collections.abc import Callable
from math import sqrt
from random import Random
from threading import Lock
from typing import Final

from rising_tutor.core.chance import DiceRolls, Shown, dice_rolls
from rising_tutor.core.values import Value
from rising_tutor.errors import BadProblem
from rising_tutor.lab import chances
from rising_tutor.lab.answering import solved_scene
from rising_tutor.lab.kit import Kit
from rising_tutor.lab.query import AnyQuery, Best, Choice, Drawn, Mean, OneRoll, Shows
from rising_tutor.lab.scene import Scene
from rising_tutor.probability.answer import Solved
from rising_tutor.probability.options import after, ranked
from rising_tutor.probability.problem import Position

MARKS: Final = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 20_000, 50_000, 100_000)
"""Numbers of trials at which the estimate is kept: the places of the slider."""
MOST: Final = MARKS[-1]
WILSON: Final = "Wilson interval, 95 %"
NORMAL: Final = "normal interval, 95 %"
_Z: Final = 1.96
_MARKS: Final = frozenset(MARKS)
_SLICE: Final = 250


class Estimate(Value, frozen=True):
    """What so many trials say.

    Attributes:
        n: the number of trials.
        mean: the share of successes, or the mean value.
        low, high: the ends of the interval.
        method: how the interval was made.
    """

    n: int
    mean: float
    low: float
    high: float
    method: str


class Trials:
    """Trials of one question.

    Attributes:
        seed: makes the same trials again.
        marks: the estimates at `MARKS`, as far as the trials have come.
    """

    def __init__(self, query: AnyQuery, scene: Scene, kit: Kit, *, seed: str) -> None:
        """Nothing is tried yet.

        Raises:
            BadProblem: this kind of question cannot be tried out; see `can_try`.
        """
        self.seed = seed
        self.marks: list[Estimate] = []
        self._rng = Random(seed)
        self._once, self._is_chance = _trial(query, scene.changed(query.scene), kit)
        self._running = Lock()
        self._n = 0
        self._sum = self._squares = 0.0

    @property
    def n(self) -> int:
        """How many trials were made."""
        return self._n

    @property
    def estimate(self) -> Estimate:
        """What all trials so far say.

        Raises:
            BadProblem: there was none.
        """
        if not self._n:
            raise BadProblem("trials", 0, "at least one")
        mean = self._sum / self._n
        if self._is_chance:
            return Estimate(self._n, mean, *wilson(round(self._sum), self._n), WILSON)
        spread = sqrt(max(self._squares / self._n - mean * mean, 0.0) / self._n)
        return Estimate(self._n, mean, mean - _Z * spread, mean + _Z * spread, NORMAL)

    def run(self, to: int, progress: Callable[[int, int], object] | None = None) -> None:
        """Go on until there were so many trials.

        Args:
            to: the number of trials in all, at most `MOST`.
            progress: called now and again with trials made and trials wanted; what it raises ends the run, and what
                was tried until then stays.
        """
        if to > MOST:
            raise BadProblem("trials", to, f"at most {MOST}")
        # A run that was told to stop in another thread ends at its next progress; the new one waits for that.
        with self._running:
            while self._n < to:
                found = self._once(self._rng)
                self._n += 1
                self._sum += found
                self._squares += found * found
                if self._n in _MARKS:
                    self.marks.append(self.estimate)
                if progress is not None and self._n % _SLICE == 0:
                    progress(self._n, to)


def can_try(query: AnyQuery, scene: Scene) -> bool:
    """Whether a question can be tried out: one roll, a draw, or a turn without helps."""
    if isinstance(query, (OneRoll, Shows, Mean, Drawn)):
        return True
    there = scene.changed(query.scene)
    return isinstance(query, (Best, Choice)) and not there.helps and not there.must_assign


def wilson(successes: int, n: int) -> tuple[float, float]:
    """The 95 % interval of a chance by Wilson's method, which holds for few trials too.

    >>> [round(end, 3) for end in wilson(0, 10)]
    [0.0, 0.278]
    """
    share, z2 = successes / n, _Z * _Z
    middle = share + z2 / (2 * n)
    half = _Z * sqrt(share * (1 - share) / n + z2 / (4 * n * n))
    return max(0.0, (middle - half) / (1 + z2 / n)), min(1.0, (middle + half) / (1 + z2 / n))


# One trial -----------------------------------------------------------------------------------------------------------

_Once = Callable[[Random], float]
Pool = tuple[int, ...]
Lacks = tuple[str, ...]


def _trial(query: AnyQuery, scene: Scene, kit: Kit) -> tuple[_Once, bool]:
    """A function that makes one trial, and whether it gives 0 or 1."""
    match query:
        case OneRoll():
            return _covering(scene, kit), True
        case Shows(symbol=symbol, least=least):
            count = _counting(scene, kit, symbol)
            return lambda rng: count(rng) >= least, True
        case Mean(symbol=symbol):
            return _counting(scene, kit, symbol), False
        case Drawn():
            return _drawing(query, scene, kit), True
        case Best() | Choice() if can_try(query, scene):
            solved, position = solved_scene(query, scene, kit)
            payoffs = solved.problem.payoffs
            return _turn(solved, position), set(payoffs) <= {0, 1}
    raise BadProblem("question", type(query).__name__, "one roll, a draw or a turn without helps")


def _covering(scene: Scene, kit: Kit) -> _Once:
    rolls = dice_rolls(scene.dice(kit))
    seen: dict[Shown, bool] = {}

    def once(rng: Random) -> float:
        shown = rolls.sample(rng)
        if shown not in seen:
            seen[shown] = chances.covers(tuple(face for _, face in shown), scene.needs)
        return seen[shown]

    return once


def _counting(scene: Scene, kit: Kit, symbol: str) -> _Once:
    rolls = dice_rolls(scene.dice(kit))
    return lambda rng: sum(face.count(symbol) for _, face in rolls.sample(rng))


def _drawing(query: Drawn, scene: Scene, kit: Kit) -> _Once:
    scene.checked(kit)
    bag = [kind in scene.wanted for kind, n in scene.bag.items() for _ in range(n)]
    most = scene.draws if query.most is None else query.most

    def once(rng: Random) -> float:
        drawn = rng.choices(bag, k=scene.draws) if query.back else rng.sample(bag, scene.draws)
        return query.least <= sum(drawn) <= most

    return once


def _turn(solved: Solved, start: Position) -> _Once:
    """Plays a turn with best play. What is best after a roll is looked up once for each roll of a position."""
    problem = solved.problem
    rolls: dict[tuple[int, ...], DiceRolls] = {}
    best: dict[tuple[Pool, Lacks, Shown], Position] = {}

    def once(rng: Random) -> float:
        position = start
        while any(position.pool):
            if position.pool not in rolls:
                rolls[position.pool] = dice_rolls(zip(problem.dice, position.pool, strict=True))
            shown = rolls[position.pool].sample(rng)
            at = (position.pool, position.lacks, shown)
            if at not in best:
                best[at] = _after_best(solved, shown, position)
            position = best[at]
        sets = [need.sets(lack) for need, lack in zip(problem.needs, position.lacks, strict=True)]
        return float(problem.payoff_of(sets))

    return once


def _after_best(solved: Solved, shown: Shown, position: Position) -> Position:
    found = after(solved.problem, position, ranked(solved, shown, position)[0])
    if found is None:
        raise BadProblem("turn", shown, "a turn without helps")
    return found

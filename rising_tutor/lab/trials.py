"""A question tried out by chance, beside its exact answer: so many trials, an estimate and its 95 % interval.

Trials go on where they stopped, slice by slice, and the same seed gives the same trials however they are sliced.

>>> from rising_tutor.core.chance import Die
>>> from rising_tutor.lab.query import Shows
>>> kit = Kit((Die("green", ("E", "E", "EE", "A", "W", "F")),), {})
>>> trials = trials_of(Shows(symbol="E"), Scene(pool={"green": 1}), kit, seed="1")
>>> trials.run(100)
>>> trials.estimate.n, trials.estimate.low < 0.5 < trials.estimate.high
(100, True)
"""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from random import Random
from threading import Lock
from typing import Final

from rising_tutor.core.chance import Shown, dice_rolls
from rising_tutor.errors import BadProblem
from rising_tutor.lab import chances
from rising_tutor.lab.query import AnyQuery, Best, Choice, Drawn, Mean, OneRoll, Policy, Shows, solved_scene
from rising_tutor.lab.scene import Scene
from rising_tutor.probability.dice_turn.answer import Solved
from rising_tutor.probability.dice_turn.kit import Kit
from rising_tutor.probability.dice_turn.simulate import BestPlay, Point, Run, SimplePlay, turns

MARKS: Final = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 20_000, 50_000, 100_000)
"""Numbers of trials at which the estimate is kept: the places of the slider."""
MOST: Final = MARKS[-1]
_SLICE: Final = 250


class Trials(Run):
    """Trials of one question, in the order of a seed; `points` are the estimates at `MARKS` so far."""

    def __init__(self, payoffs: Sequence[Fraction], outcomes: Iterator[int], seed: str) -> None:
        super().__init__(payoffs, outcomes, MARKS)
        self.seed = seed
        self._running = Lock()

    @property
    def estimate(self) -> Point:
        """What all trials so far say. Raises `BadProblem`: there was none."""
        if not self.n:
            raise BadProblem("trials", 0, "at least one")
        return self.so_far

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
            while self.n < to:
                self.go_on(min(to, self.n - self.n % _SLICE + _SLICE))
                if progress is not None and self.n % _SLICE == 0:
                    progress(self.n, to)


def trials_of(query: AnyQuery, scene: Scene, kit: Kit, *, seed: str) -> Trials:
    """Trials of a question of a unit; nothing is tried yet.

    Raises:
        BadProblem: this kind of question cannot be tried out; see `can_try`.
    """
    if not can_try(query, scene):
        raise BadProblem("question", type(query).__name__, "one roll, a draw or a turn by the rules")
    return Trials(*_outcomes(query, scene.changed(query.scene), kit, _number(seed)), seed)


def trials_of_turn(solved: Solved, *, seed: str) -> Trials:
    """Turns with best play; nothing is tried yet."""
    problem = solved.problem
    return Trials(problem.payoffs, turns(problem, _number(seed), BestPlay(solved)), seed)


def can_try(query: AnyQuery, scene: Scene) -> bool:
    """Whether a question can be tried out: one roll, a draw, or a turn by the rules."""
    if isinstance(query, (OneRoll, Shows, Mean, Drawn)):
        return True
    return isinstance(query, (Best, Choice, Policy)) and not scene.changed(query.scene).must_assign


def _number(seed: str) -> int:
    """The seed of a generator; a number stands for itself."""
    return int(seed) if seed.isascii() and seed.isdigit() else Random(seed).getrandbits(64)


_Outcomes = tuple[tuple[Fraction, ...], Iterator[int]]
_EVENT: Final = (Fraction(0), Fraction(1))


def _outcomes(query: AnyQuery, scene: Scene, kit: Kit, seed: int) -> _Outcomes:
    """What a trial can come to, and trials without end, each as the place of what it came to."""
    rng = Random(seed)
    match query:
        case OneRoll():
            return _EVENT, _covering(scene, kit, rng)
        case Shows(symbol=symbol, least=least):
            return _EVENT, (n >= least for n in _counting(scene, kit, symbol, rng))
        case Mean(symbol=symbol):
            most = sum(n * max(face.count(symbol) for face in die.faces) for die, n in scene.dice(kit))
            return tuple(Fraction(n) for n in range(most + 1)), _counting(scene, kit, symbol, rng)
        case Drawn():
            return _EVENT, _drawing(query, scene, kit, rng)
        case Policy(name=name):
            problem = scene.problem(kit)
            return problem.payoffs, turns(problem, seed, SimplePlay(problem, name))
        case Best() | Choice():
            solved, position = solved_scene(query, scene, kit)
            return solved.problem.payoffs, turns(solved.problem, seed, BestPlay(solved, position))
    raise BadProblem("question", type(query).__name__, "one that can be tried out")


def _covering(scene: Scene, kit: Kit, rng: Random) -> Iterator[int]:
    rolls = dice_rolls(scene.dice(kit))
    seen: dict[Shown, bool] = {}
    while True:
        shown = rolls.sample(rng)
        if shown not in seen:
            seen[shown] = chances.covers(tuple(face for _, face in shown), scene.needs)
        yield seen[shown]


def _counting(scene: Scene, kit: Kit, symbol: str, rng: Random) -> Iterator[int]:
    rolls = dice_rolls(scene.dice(kit))
    while True:
        yield sum(face.count(symbol) for _, face in rolls.sample(rng))


def _drawing(query: Drawn, scene: Scene, kit: Kit, rng: Random) -> Iterator[int]:
    scene.checked(kit)
    known = scene.on_top[: scene.draws]
    bag = [kind in scene.wanted for kind, n in scene.bag.items() for _ in range(n - scene.on_top.count(kind))]
    sure, n = sum(kind in scene.wanted for kind in known), scene.draws - len(known)
    most = scene.draws if query.most is None else query.most
    while True:
        drawn = rng.choices(bag, k=n) if query.back else rng.sample(bag, n)
        yield query.least <= sure + sum(drawn) <= most

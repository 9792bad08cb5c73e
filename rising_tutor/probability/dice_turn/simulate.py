"""Turns played with a generator, to be compared with the exact answer.

A `Run` can be stopped and goes on where it stopped; `simulate` plays a number of turns in one go. The same seed gives
the same turns on every supported Python.

>>> from rising_tutor.core.chance import Die
>>> from rising_tutor.probability.dice_turn.problem import Need
>>> from rising_tutor.probability.dice_turn.reference import solve
>>> green, blue = Die("green", ("E", "E", "EE", "A", "W", "F")), Die("blue", ("W", "W", "WW", "A", "E", "F"))
>>> turn = solve(Problem((green, blue), (2, 1), (Need("WWE"),)))
>>> found = simulate(turn.problem, 2_000, seed=1, choose=BestPlay(turn))
>>> found.n, sum(found.counts), found.low <= turn.value.decimal <= found.high
(2000, 2000, True)
"""

from abc import ABC, abstractmethod
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import accumulate, count
from math import inf, sqrt
from operator import itemgetter
from random import Random

from rising_tutor.core.chance import DiceRolls, Shown, dice_rolls
from rising_tutor.core.values import Value
from rising_tutor.errors import BadProblem
from rising_tutor.probability.dice_turn.answer import Amount, Progress, Solved, more
from rising_tutor.probability.dice_turn.policies import after_play, sets_at, simple
from rising_tutor.probability.dice_turn.problem import ExtraDie, Position, Problem
from rising_tutor.probability.dice_turn.roll_values import Play, RollValues
from rising_tutor.probability.dice_turn.steps import addable, added, helped, symbol_uses, used

Z_95 = 1.959963984540054
"""A normal variable stays within so many standard deviations in 95 of 100 cases."""
WILSON = "Wilson interval, 95 %"
NORMAL = "normal interval, Wilson for few trials, 95 %"
FEW = 30
"""With fewer turns than this the normal interval is not to be trusted."""
A_FEW = 100
"""Turns between two calls of `progress`."""
LISTED = 2_000
"""Rolls of a pool that are listed once and drawn with one number; with more, every die is rolled."""


class Choose(ABC):
    """How a turn is played. Each method depends on its arguments only.

    Attributes:
        name: how it is called after "by".
    """

    name: str

    def before(self, position: Position) -> Position:
        """Before a roll: the position, with the dice that are added now."""
        return position

    @abstractmethod
    def after(self, position: Position, shown: Shown) -> Play:
        """After a roll."""

    def at_end(self, position: Position) -> Position:
        """When no die is left: the position, with the extra symbols that are used."""
        return position


class BestPlay(Choose):
    """Best play from a solved problem; from a position instead of its start where one is given."""

    def __init__(self, solved: Solved, begin: Position | None = None) -> None:
        self.problem = solved.problem
        self.name = "best play"
        self._begin = begin
        self._roll_values = RollValues(solved)

    def before(self, position: Position) -> Position:
        if self._begin is not None and position == self.problem.start:
            position = self._begin
        value = self._roll_values.value(position)
        for place in position.helps:
            help_ = self.problem.helps[place]
            if isinstance(help_, ExtraDie) and (not help_.cost or more(value, self._as_it_is(position))):
                for at in addable(self.problem, position, help_.colours):
                    with_die = added(used(position, place), at)
                    if self._no_less(with_die, value):
                        return self.before(with_die)
        if not self._roll_values.one_order:
            # A symbol before the roll may be all that makes the value; where none is needed, none is used.
            for _, _, left in symbol_uses(self.problem, position):
                if self._no_less(left, value):
                    return self.before(left)
        return position

    def after(self, position: Position, shown: Shown) -> Play:
        return self._roll_values.choice(position, self._roll_values.read(shown, position.pool, whole=False))

    def _no_less(self, position: Position, value: Amount) -> bool:
        return value.minus(self._roll_values.value(position)).decimal <= 0

    def _as_it_is(self, position: Position) -> Amount:
        if any(position.pool):
            return self._roll_values.rolling(position)
        return Amount.exact(self._paid(self.at_end(position)))

    def _paid(self, position: Position) -> Fraction:
        return self.problem.payoff_of(sets_at(self.problem, position)) - self.problem.spent(position.helps)

    def at_end(self, position: Position) -> Position:
        best, best_value = position, self._paid(position)
        for _, _, left in symbol_uses(self.problem, position):
            end = self.at_end(left)
            value = self._paid(end)
            if value > best_value:
                best, best_value = end, value
        return best


class SimplePlay(Choose):
    """A simple policy by its name; it uses no help. Raises `BadProblem`: no policy has this name."""

    def __init__(self, problem: Problem, name: str) -> None:
        self.problem = problem
        self.name = f"the policy {name!r}"
        self._policy = simple(name).play

    def after(self, position: Position, shown: Shown) -> Play:
        return self._policy(self.problem, position, shown)


class Point(Value, frozen=True):
    """What so many trials say: the mean with its 95 % interval, and how that was made."""

    n: int
    mean: float
    low: float
    high: float
    method: str


class Simulation(Value, frozen=True):
    """What the turns of a run came to.

    Attributes:
        n: turns.
        counts: how often each outcome came, in the order of `Problem.outcomes`.
        mean: the mean payoff, less what the helps used have cost.
        low, high: the 95 % interval around it.
        points: the running mean at the checkpoints so far.
        method: how it was obtained, in words.
    """

    n: int
    seed: int
    counts: tuple[int, ...]
    mean: float
    low: float
    high: float
    points: tuple[Point, ...]
    method: str


def simulate(
    problem: Problem,
    n: int,
    seed: int,
    choose: Choose,
    *,
    checkpoints: Sequence[int] | None = None,
    progress: Progress | None = None,
) -> Simulation:
    """So many turns, played in one go.

    Args:
        n: how many, from 1.
        checkpoints: numbers of turns at which the running mean is kept; by default 1, 2, 5, 10, 20, 50 ... and n.
    """
    table = _Table(problem, choose)
    run = Run(table.payoffs, table.turns(Random(seed)), checkpoints)
    while run.n < n:
        if progress is not None:
            progress(run.n, n)
        run.go_on(min(n, run.n + A_FEW))
    counts = [0] * len(problem.payoffs)
    for (at, _), n_came in zip(table.ends, run.counts, strict=False):
        counts[at] += n_came
    last = run.so_far
    points = run.points if run.points and run.points[-1].n == n else [*run.points, last]
    kind = "Wilson" if _by_wilson(table.payoffs, run.counts) else "normal"
    method = f"estimate from {n:,} turns simulated by {choose.name}, seed {seed}, 95 % {kind} interval"
    return Simulation(n, seed, tuple(counts), last.mean, last.low, last.high, tuple(points), method)


class Run:
    """Trials that can be stopped and go on: the same ones however they are cut into pieces.

    Args:
        payoffs: what a trial can come to; more may be added while trials are made.
        outcomes: trials without end, each as the place of what it came to.
        marks: numbers of trials at which the running mean is kept; by default 1, 2, 5, 10, 20, 50 ...

    Attributes:
        counts: how often each payoff came.
        points: the running mean at the marks so far.
    """

    def __init__(
        self, payoffs: Sequence[Fraction], outcomes: Iterator[int], marks: Sequence[int] | None = None
    ) -> None:
        self.n = 0
        self.counts = [0] * len(payoffs)
        self.points: list[Point] = []
        self._payoffs, self._outcomes = payoffs, outcomes
        self._marks = (
            iter(sorted(marks)) if marks is not None else (n * 10**tens for tens in count() for n in (1, 2, 5))
        )
        self._next_mark = next(self._marks, inf)

    def go_on(self, to: int) -> None:
        while self.n < to:
            at = next(self._outcomes)
            if at >= len(self.counts):
                self.counts += [0] * (len(self._payoffs) - len(self.counts))
            self.counts[at] += 1
            self.n += 1
            if self.n >= self._next_mark:
                self.points.append(self.so_far)
                while self._next_mark <= self.n:
                    self._next_mark = next(self._marks, inf)

    @property
    def so_far(self) -> Point:
        """What all trials say until now. With none nothing is known but the range of the payoff."""
        payoffs = self._payoffs[: len(self.counts)]
        return Point(self.n, *interval(payoffs, self.counts), WILSON if set(payoffs) <= {0, 1} else NORMAL)


def turns(problem: Problem, seed: int, choose: Choose) -> Iterator[int]:
    """Turns without end, each as the place of its outcome in `Problem.outcomes`.

    Raises:
        BadProblem: helps with a cost may be used. An outcome does not tell what was spent; a `Run` counts it.
    """
    if problem.has_costs and not isinstance(choose, SimplePlay):
        raise BadProblem("helps", "a cost", "helps without a cost, where turns are told by what they complete only")
    return _Table(problem, choose).turns(Random(seed))


class _Rolls:
    """The rolls of so many dice: listed once and drawn with one number where they are few, else die by die."""

    def __init__(self, rolls: DiceRolls) -> None:
        self.rolls = rolls
        self.listed: list[Shown] = []
        self.ends: list[int] = []
        if len(rolls) <= LISTED:
            self.listed = [shown for shown, _ in rolls]
            self.ends = list(accumulate(weight for _, weight in rolls))

    def draw(self, rng: Random) -> tuple[int | Shown, Shown]:
        """A roll, with something short that stands for it."""
        if self.listed:
            at = bisect_right(self.ends, int(rng.random() * self.rolls.total))
            return at, self.listed[at]
        shown = self.rolls.sample(rng)
        return shown, shown


class _Roll:
    """Dice about to be rolled, with what follows from each roll as far as it was met before.

    Attributes:
        kept: dice of this roll that are not rolled again.
    """

    def __init__(self, table: "_Table", position: Position, kept: Shown, rolls: _Rolls) -> None:
        self.table = table
        self.position = position
        self.kept = kept
        self.rolls = rolls
        self.met: dict[int | Shown, _Roll | int] = {}

    def roll(self, rng: Random) -> "_Roll | int":
        """Rolls, decides, and gives what follows: the next roll, or the place of the end."""
        key, shown = self.rolls.draw(rng)
        following = self.met.get(key)
        if following is None:
            whole = tuple(sorted((*self.kept, *shown))) if self.kept else shown
            following = self.met[key] = self.table.decided(self.position, whole)
        return following


class _Table:
    """The moments of a turn that were met, and what is done there.

    Attributes:
        ends: how a turn can end: the place of its outcome, and what the helps used have cost. Each outcome without
            costs comes first; the others are added when they are met.
        payoffs: what each of them is worth.
    """

    def __init__(self, problem: Problem, choose: Choose) -> None:
        self.problem = problem
        self.choose = choose
        self._begun: dict[Position, _Roll | int] = {}
        self._rolled: dict[tuple[Position, Shown, tuple[int, ...]], _Roll] = {}
        self._rolls: dict[tuple[int, ...], _Rolls] = {}
        self._places = {sets: at for at, sets in enumerate(problem.outcomes)}
        # Where helps cost something, the ends that pay least and most are there from the start, as those of the scale.
        spent = (Fraction(0), problem.spent(())) if problem.has_costs else (Fraction(0),)
        self.ends = [(at, cost) for cost in spent for at in range(len(self._places))]
        self.payoffs = [problem.payoffs[at] - cost for at, cost in self.ends]

    def turns(self, rng: Random) -> Iterator[int]:
        """Turns without end, each as a place in `ends`."""
        start = self.begin(self.problem.start)
        while True:
            node = start
            while isinstance(node, _Roll):
                node = node.roll(rng)
            yield node

    def begin(self, position: Position) -> _Roll | int:
        found = self._begun.get(position)
        if found is None:
            now = self.choose.before(position)
            found = self._roll(now, (), now.pool) if any(now.pool) else self._end(self.choose.at_end(now))
            self._begun[position] = found
        return found

    def _end(self, position: Position) -> int:
        end = (self._places[sets_at(self.problem, position)], self.problem.spent(position.helps))
        if not end[1]:
            return end[0]
        if end not in self.ends:
            self.ends.append(end)
            self.payoffs.append(self.problem.payoffs[end[0]] - end[1])
        return self.ends.index(end)

    def decided(self, position: Position, shown: Shown) -> _Roll | int:
        """After a roll: what follows from what is done."""
        play = self.choose.after(position, shown)
        if play.help < 0:
            return self.begin(_after(self.problem, position, play))
        left, kept, again = helped(self.problem, position, shown, place=play.help, dice=play.dice, to=play.to)
        return self._roll(left, kept, again) if any(again) else self.decided(left, kept)

    def _roll(self, position: Position, kept: Shown, counts: tuple[int, ...]) -> _Roll:
        key = (position, kept, counts)
        if key not in self._rolled:
            if counts not in self._rolls:
                self._rolls[counts] = _Rolls(dice_rolls(zip(self.problem.dice, counts, strict=True)))
            self._rolled[key] = _Roll(self, position, kept, self._rolls[counts])
        return self._rolled[key]


def _after(problem: Problem, position: Position, play: Play) -> Position:
    """The position after dice were assigned, with extra symbols between where best play used them."""
    for at, (colour, face, need) in enumerate(play.assign):
        if colour:
            position = after_play(problem, position, Play(assign=play.assign[at : at + 1]))
        else:
            # Which of two equal symbols is used matters for what it costs only.
            _, position = min(
                (
                    (problem.helps[place].cost, left)
                    for place, to, left in symbol_uses(problem, position)
                    if to == need and getattr(problem.helps[place], "symbol", "") == face
                ),
                key=itemgetter(0),
            )
    return position if play.assign else after_play(problem, position, play)


def interval(payoffs: Sequence[Fraction], counts: Sequence[int]) -> tuple[float, float, float]:
    """The mean payoff and its 95 % interval, from how often each outcome came.

    Where there are two payoffs only, such as 0 and 1, it is Wilson's interval of the share of the larger one. Else it
    is the normal interval, and for fewer than `FEW` turns, or where only one payoff came, Wilson's interval of the mean
    on a scale from the smallest to the largest payoff: that is wider, as no variable on the scale varies more.

    >>> [round(number, 3) for number in interval([Fraction(0), Fraction(1)], [30, 10])]
    [0.25, 0.142, 0.402]
    """
    n = sum(counts)
    least, most = min(payoffs), max(payoffs)
    if not n:
        return float(least + most) / 2, float(least), float(most)
    exact = sum((payoff * count for payoff, count in zip(payoffs, counts, strict=True)), Fraction(0)) / n
    span = most - least
    if not span:
        return float(exact), float(exact), float(exact)
    if _by_wilson(payoffs, counts):
        low, high = wilson(float((exact - least) / span), n)
        return float(exact), float(least) + low * float(span), float(least) + high * float(span)
    squares = sum((count * (payoff - exact) ** 2 for payoff, count in zip(payoffs, counts, strict=True)), Fraction(0))
    half = Z_95 * sqrt(float(squares / (n - 1)) / n)
    return float(exact), float(exact) - half, float(exact) + half


def _by_wilson(payoffs: Sequence[Fraction], counts: Sequence[int]) -> bool:
    came = {payoff for payoff, count in zip(payoffs, counts, strict=True) if count}
    return len(set(payoffs)) <= 2 or sum(counts) < FEW or len(came) == 1


def wilson(share: float, n: int) -> tuple[float, float]:
    """Wilson's 95 % interval of a share that was seen in n turns; it holds for small numbers too."""
    scale = 1 + Z_95**2 / n
    middle = (share + Z_95**2 / (2 * n)) / scale
    half = Z_95 * sqrt(share * (1 - share) / n + Z_95**2 / (4 * n * n)) / scale
    # At the ends the sums differ from 0 and 1 by rounding only.
    return (0.0 if share == 0 else middle - half), (1.0 if share == 1 else middle + half)

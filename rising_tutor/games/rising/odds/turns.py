"""Answers that are kept: the problem of a turn is solved once, and its later questions are looked up.

A later question is a part of an earlier one where the same dice and needs are left, some needs are complete and some
helps are used. Then its value is that of a position of the earlier problem, less what the complete needs were worth:
a complete need takes no more dice, so nothing else differs.
"""

from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from fractions import Fraction
from itertools import product
from typing import NamedTuple, TypeAlias

from rising_tutor.errors import BadProblem
from rising_tutor.probability.dice_turn.answer import Amount, Progress, Solved
from rising_tutor.probability.dice_turn.problem import Need, Position, Problem
from rising_tutor.probability.dice_turn.roll_values import RollValues

KEPT = 12
Solve: TypeAlias = Callable[[Problem, Progress | None], Solved]


class Turns:
    """The last problems with their answers.

    Args:
        solve: how a problem is solved.
    """

    def __init__(self, solve: Solve) -> None:
        self._solve = solve
        self._kept: dict[Problem, RollValues] = {}
        self.n_solved = 0
        """How many problems were solved, and not found as a part of another."""

    def roll_values(self, problem: Problem, progress: Progress | None = None) -> RollValues:
        """The answer to a problem; `progress` may stop the solver by an exception.

        Raises:
            BadProblem: no turn can be like this.
            TooLarge: it cannot be solved here.
        """
        found = self._kept.pop(problem, None) or self._part_of_another(problem)
        if found is None:
            found = RollValues(Whole(self._solve(problem, progress), self._solve))
            self.n_solved += 1
        self._kept[problem] = found
        if isinstance(found.solved, Whole | Part):
            found.solved.listen(progress)
        if len(self._kept) > KEPT:
            del self._kept[next(iter(self._kept))]
        return found

    def _part_of_another(self, problem: Problem) -> RollValues | None:
        for roll_values in reversed(list(self._kept.values())):
            if isinstance(roll_values.solved, Whole):
                part = Part.of(problem, roll_values.solved)
                if part is not None:
                    return RollValues(part)
        return None


class Whole:
    """A solved problem that also answers for positions to which nobody who plays well would come.

    A help may be wasted: used where the box holds no die, or begun and declined. Such positions are solved when they
    are asked for.
    """

    def __init__(self, solved: Solved, solve: Solve) -> None:
        self.solved = solved
        self.problem = solved.problem
        self.method = solved.method
        self._solve = solve
        self._others: list[_Aside] = []
        self._progress: Progress | None = None

    def listen(self, progress: Progress | None) -> None:
        """Tells this one that there is life whenever a value is looked up; what it raises stops the work."""
        self._progress = progress

    @property
    def value(self) -> Amount:
        return self.solved.value

    def value_at(self, position: Position) -> Amount:
        """What best play expects from a position."""
        if self._progress is not None:
            self._progress(1, 1)
        try:
            return self.solved.value_at(position)
        except BadProblem:
            return self.aside(position)

    def aside(self, position: Position) -> Amount:
        """The value of a position as the start of a problem of its own, less what the used helps have cost."""
        spent = Amount.exact(self.problem.spent(position.helps))
        problem = problem_at(self.problem, position)
        if problem is None:
            sets = [need.sets(lack) for need, lack in zip(self.problem.needs, position.lacks, strict=True)]
            return Amount.exact(self.problem.payoff_of(sets)).minus(spent)
        for other in self._others:
            with suppress(BadProblem):
                return other.value_at(position).minus(spent)
        self._others.append(_Aside(position, self._solve(problem, None)))
        return self._others[-1].solved.value.minus(spent)


class _Aside(NamedTuple):
    """A position that was solved as the start of a problem of its own."""

    start: Position
    solved: Solved

    def value_at(self, position: Position) -> Amount:
        """What best play expects from another position, where it comes after this one; helps used before are free.

        Raises:
            BadProblem: it does not.
        """
        places = self.start.helps
        if any(lack for lack, begun in zip(position.lacks, self.start.lacks, strict=True) if not begun) or not set(
            position.helps
        ) <= set(places):
            raise BadProblem("position", str(position), "one that comes after another")
        lacks = tuple(lack for lack, begun in zip(position.lacks, self.start.lacks, strict=True) if begun)
        helps = tuple(places.index(place) for place in position.helps)
        found = self.solved.value_at(Position(position.pool, lacks, helps, position.room))
        spent = self.solved.problem.spent(helps)
        if found.fraction is None:
            return Amount(None, found.decimal + float(spent))
        return Amount.exact(found.fraction + spent)


def problem_at(problem: Problem, position: Position) -> Problem | None:
    """A position as the start of a problem with the same payoffs; None when every need is complete.

    >>> from rising_tutor.core.chance import Die
    >>> from rising_tutor.probability.dice_turn.problem import Need
    >>> turn = Problem((Die("green", ("E", "W")),), (3,), (Need("E", times=2), Need("WW")))
    >>> later = problem_at(turn, Position((1,), ("E", "W")))
    >>> later.needs[0].times, later.needs[1].lack, [int(value) for value in later.payoffs]
    (1, 'W', [1, 2, 2, 3])
    """
    needs, ranges = [], []
    for need, lack in zip(problem.needs, position.lacks, strict=True):
        done = need.sets(lack)
        ranges.append(range(done, need.times + 1))
        if lack:
            times = need.times - done
            whole = "".join(sorted(need.symbols * times))
            needs.append(Need(need.symbols, times, need.name, need.carry, "" if lack == whole else lack))
    if not needs:
        return None
    payoff = tuple(problem.payoff_of(sets) for sets in product(*ranges))
    helps = tuple(problem.helps[place] for place in position.helps)
    return Problem(problem.dice, position.pool, tuple(needs), payoff, helps, position.room)


class Part:
    """A problem that comes up within a solved one."""

    def __init__(self, problem: Problem, whole: Whole, needs: tuple[int, ...], helps: tuple[int, ...], less: Fraction):
        self.problem = problem
        self._whole = whole
        self._needs = needs
        self._helps = helps
        self._less = less

    @classmethod
    def of(cls, problem: Problem, whole: Whole) -> "Part | None":
        """The problem as a part of a solved one; None if it is not."""
        old = whole.problem
        if problem.dice != old.dice or any(n > have for n, have in zip(problem.room, old.room, strict=False)):
            return None
        if bool(problem.room) != bool(old.room):
            return None
        needs = _places_of_needs(problem, old)
        helps = _places_of_helps(problem, old)
        if needs is None or helps is None:
            return None
        less = _worth_less(problem, old, needs)
        if less is None:
            return None
        part = cls(problem, whole, needs, helps, less)
        try:
            whole.solved.value_at(part.place(problem.start))
        except BadProblem:
            return None
        return part

    def listen(self, progress: Progress | None) -> None:
        self._whole.listen(progress)

    @property
    def method(self) -> str:
        return self._whole.method

    @property
    def value(self) -> Amount:
        return self.value_at(self.problem.start)

    def value_at(self, position: Position) -> Amount:
        """What best play expects from a position of the part. Raises `BadProblem`."""
        found = self._whole.value_at(self.place(position))
        if found.fraction is not None:
            return Amount.exact(found.fraction - self._less)
        return Amount(None, found.decimal - float(self._less))

    def place(self, position: Position) -> Position:
        """A position of the part as one of the whole."""
        lacks = [""] * len(self._whole.problem.needs)
        for at, lack in zip(self._needs, position.lacks, strict=True):
            lacks[at] = lack
        helps = tuple(sorted(self._helps[place] for place in position.helps))
        return Position(position.pool, tuple(lacks), helps, position.room)


def _places_of_needs(problem: Problem, old: Problem) -> tuple[int, ...] | None:
    """For each need the place of the same need in the larger problem."""
    places: list[int] = []
    for need in problem.needs:
        for at, other in enumerate(old.needs):
            same = (need.name, need.symbols, need.times, need.carry) == (
                other.name,
                other.symbols,
                other.times,
                other.carry,
            )
            if at not in places and same and not Counter(need.lack) - Counter(other.lack):
                places.append(at)
                break
        else:
            return None
    return tuple(places)


def _places_of_helps(problem: Problem, old: Problem) -> tuple[int, ...] | None:
    places: list[int] = []
    for help_ in problem.helps:
        at = next((at for at, other in enumerate(old.helps) if other == help_ and at not in places), None)
        if at is None:
            return None
        places.append(at)
    return tuple(places)


def _worth_less(problem: Problem, old: Problem, needs: tuple[int, ...]) -> Fraction | None:
    """What the needs that are complete by now were worth; None if the payoffs do not fit."""
    done = [need.times for need in old.needs]
    less: Fraction | None = None
    for sets in product(*(range(need.times + 1) for need in problem.needs)):
        whole = list(done)
        for at, n in zip(needs, sets, strict=True):
            whole[at] = n
        difference = old.payoff_of(whole) - problem.payoff_of(sets)
        if less is None:
            less = difference
        elif less != difference:
            return None
    return less

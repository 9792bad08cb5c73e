"""The fast method: tables over what can be left and lacking, filled face by face.

For every pool that can be left, one array holds the best value for each state of the needs and each outcome of the
roll. Let T_k[m][x] be the best that can be had by putting some of the shown dice k on needs, from dice m and lacks x,
the others left for the next roll. One die of k is decided on at a time:

    T_k[m][x] = max( T_(k-i)[m][x], max over needs t of T_(k-i)[m - c][x paid by i at t] )

so an outcome costs one look-up a need, however many assignments it allows. Colours follow one another: the tables of
the first colours serve all outcomes of the later ones. With no die used the base is the best discard, which is the same
for all outcomes; in the tables of larger pools it is the value of rolling again. Only these facts are used, which hold
for any dice and any payoff: a further die never lowers the value, and a die that pays nothing is as good as left alone.

The same code runs on floats, with integer weights and one division a state, or on Python integers, where every value is
a numerator over one denominator and the answer is exact.

>>> from rising_tutor.core.chance import Die
>>> from rising_tutor.probability.dice_turn.problem import Need
>>> green, blue = Die("green", ("E", "E", "EE", "A", "W", "F")), Die("blue", ("W", "W", "WW", "A", "E", "F"))
>>> answer = solve(Problem(dice=(green, blue), pool=(2, 1), needs=(Need("WWE"),)))
>>> answer.value.fraction, answer.method
(Fraction(8329, 15552), 'exact')
>>> answer.value_at(Position(pool=(1, 1), lacks=("EWW",))).fraction
Fraction(7, 36)
"""

from collections import Counter
from collections.abc import Sequence
from functools import partial
from operator import add, sub
from typing import NamedTuple

from rising_tutor.errors import BadProblem, TooLarge
from rising_tutor.probability.dice_turn import reference
from rising_tutor.probability.dice_turn.answer import EXACT, TO_1E_12, Amount, Progress, Solved
from rising_tutor.probability.dice_turn.plan import UNLIMITED, Extras, Plan, Pool
from rising_tutor.probability.dice_turn.problem import ExtraSymbol, Position, Problem
from rising_tutor.probability.dice_turn.tables import Numbers, Tables

FRACTIONS_UPTO = 25_000_000
"""Pairs that plain integers manage in a few seconds."""
DECIMALS_UPTO = 3_000_000_000
"""Pairs that floats manage in about half a minute."""
LARGEST_TABLE = 60_000_000
"""Numbers in one table; with its neighbours this stays under a gigabyte."""


def solve(problem: Problem, *, fractions: bool | None = None, progress: Progress | None = None) -> Solved:
    """The problem with its answer.

    Args:
        fractions: True for exact fractions, False for decimals within 1e-12; None for fractions where they can be had
            in a few seconds.

    Raises:
        BadProblem: no turn can be like this.
        TooLarge: it cannot be solved here; `estimate.bounds` says what can be said.
    """
    if _order_matters(problem.checked()):
        return reference.solve(problem)
    plan = Plan(problem, None if progress is None else partial(progress, 0, 1))
    refuse_if_large(plan, DECIMALS_UPTO)
    if fractions is None:
        fractions = plan.n_pairs <= FRACTIONS_UPTO
    return Solution(Tables(plan, Numbers(plan, exact=fractions), progress))


def refuse_if_large(plan: Plan, most_pairs: int) -> None:
    """Raises `TooLarge` if filling the tables of a plan would take too long or too much memory."""
    if plan.n_pairs > most_pairs:
        raise TooLarge("pool and needs", f"{plan.n_pairs:,} pairs of a state and a roll", f"at most {most_pairs:,}")
    if plan.largest > LARGEST_TABLE:
        raise TooLarge("pool and needs", f"a table of {plan.largest:,} numbers", f"at most {LARGEST_TABLE:,}")


def _order_matters(problem: Problem) -> bool:
    """Whether the same dice can pay more in another order: a double that no longer finds two open places in a set.

    The tables decide dice in a fixed order, so these problems are left to the plain method. A single extra symbol with
    a double loses no set at the end, as what it does not pay then would only begin the next set. Two of them may.
    """
    kept = [help_.symbol for help_ in problem.helps if isinstance(help_, ExtraSymbol)]
    return any(
        need.times > 1 and not need.carry and face.count(symbol) > 1 and need.symbols.count(symbol) > 1
        for need in problem.needs
        for face in (*(face for die in problem.dice for face in die.faces), *_that_are_several(kept))
        for symbol in set(face)
    )


def _that_are_several(symbols: Sequence[str]) -> list[str]:
    """The extra symbols with a double of a letter of which another one has a double too."""
    doubles = Counter(letter for symbol in symbols for letter in set(symbol) if symbol.count(letter) > 1)
    return [symbol for symbol in symbols if any(doubles[letter] > 1 and symbol.count(letter) > 1 for letter in symbol)]


class Solution:
    """A solved problem: the value of every position of the turn.

    Attributes:
        n_pairs: pairs of a state and an outcome that were looked at.
        peak_bytes: the most memory that the tables took at one time.
    """

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self.problem = tables.plan.problem
        self.n_pairs = tables.plan.n_pairs
        self.peak_bytes = tables.peak_bytes
        self._plan = tables.plan
        self._fewer: dict[tuple[int, ...], Solution] = {}
        lattice = tables.plan.lattice
        self._need_states = [
            (of_need.index, stride) for of_need, stride in zip(lattice.need_states, lattice.strides, strict=True)
        ]
        self._doors: dict[tuple[tuple[int, ...], tuple[int, ...]], _Door] = {}
        self._layer_at = {layer.extras: at for at, layer in enumerate(tables.plan.layers)}

    @property
    def method(self) -> str:
        return EXACT if self.tables.numbers.exact else TO_1E_12

    @property
    def value(self) -> Amount:
        return self.value_at(self.problem.start)

    def value_at(self, position: Position) -> Amount:
        door = self._doors.get((position.helps, position.room)) or self._door(position)
        if door.solution is not self:
            return door.solution.value_at(Position(position.pool, position.lacks, door.helps, position.room))
        pool = position.pool if door.added is None else tuple(map(add, position.pool, door.added))
        values = self.tables.values[door.layer][door.unused].get(pool)
        if values is None or len(position.lacks) != len(self._need_states):
            raise _cannot_come_up(position)
        state = 0
        for (index, stride), lack in zip(self._need_states, position.lacks, strict=True):
            lane_state = index.get(lack)
            if lane_state is None:
                raise _cannot_come_up(position)
            state += lane_state * stride
        row = self.tables.rows(door.layer, pool)[state]
        if row < 0:
            raise _cannot_come_up(position)
        return self.tables.numbers.amount(values[row] + self.tables.acquired[state])

    def _with_helps(self, kept: tuple[int, ...]) -> "Solution":
        """The same turn with some extra symbols used: tables of its own, as they change what is paid at the end."""
        if kept not in self._fewer:
            old = self.problem
            helps = tuple(old.helps[at] for at in kept)
            problem = Problem(old.dice, old.pool, old.needs, old.payoff, helps, old.room)
            spent = [
                help_.symbol for at, help_ in enumerate(old.helps) if isinstance(help_, ExtraSymbol) and at not in kept
            ]
            plan = Plan(problem, spent=spent, paid=self._plan.paid + old.spent(kept))
            self._fewer[kept] = Solution(Tables(plan, Numbers(plan, exact=self.tables.numbers.exact)))
        return self._fewer[kept]

    def _door(self, position: Position) -> "_Door":
        """Where positions with these helps and this room are found."""
        plan, helps = self._plan, self.problem.helps
        kept = tuple(at for at, help_ in enumerate(helps) if not isinstance(help_, ExtraSymbol) or at in position.helps)
        if len(kept) < len(helps):
            moved = tuple(kept.index(at) for at in position.helps if at in kept)
            door = _Door(self._with_helps(kept), moved)
        else:
            n_colours = len(self.problem.dice)
            room = position.room or (UNLIMITED,) * n_colours
            if len(room) != n_colours:
                raise _cannot_come_up(position)
            # Extra dice of one colour count as added.
            waiting = [colour for at, colour in plan.folded.items() if at in position.helps and colour >= 0]
            added = tuple(waiting.count(colour) for colour in range(n_colours)) if waiting else None
            if added and position.room:
                room = tuple(map(sub, room, added))
            choices = tuple(at for at in plan.layers[0].extras.unused if at in position.helps)
            layer = self._layer_at.get(Extras(choices, room))
            if layer is None:
                raise _cannot_come_up(position)
            unused = sum(1 << bit for bit, at in enumerate(plan.rolls_again) if at in position.helps)
            door = _Door(self, position.helps, layer, unused, added)
        self._doors[position.helps, position.room] = door
        return door


class _Door(NamedTuple):
    """Where the positions with some unused helps are found.

    Attributes:
        solution: whose tables hold them.
        helps: the helps as that solution counts them.
        layer, unused: which of its tables.
        added: dice that count as added, by colour; None for none.
    """

    solution: Solution
    helps: tuple[int, ...]
    layer: int = 0
    unused: int = 0
    added: Pool | None = None


def _cannot_come_up(position: Position) -> BadProblem:
    shown = f"pool {position.pool}, lacks {position.lacks}, helps {position.helps}"
    return BadProblem("position", shown, "a position of this turn")

"""What has to be computed: which dice can be left, and what can still be lacking then.

A plan lists, for each use of the extra dice, every pool that can be left and the lattice states that can go with it,
those with the same future merged. It also says how much work that is before any of it is done.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from itertools import combinations, product
from math import inf, prod
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

from rising_tutor.core.values import with_count, without
from rising_tutor.errors import TooLarge
from rising_tutor.probability.dice_turn.face_counts import Colour, colour_of
from rising_tutor.probability.dice_turn.need_states import Lattice, NeedStates, States, need_states_of
from rising_tutor.probability.dice_turn.problem import ANY, ChangeFace, ExtraDie, ExtraSymbol, Problem, Reroll

T = TypeVar("T")
Pool = tuple[int, ...]
UNLIMITED = 10**6
MOST_TO_COUNT = 6_000_000
"""Pools times lattice states; more are mostly too large to solve, and counting them takes seconds already."""
CANONICAL_KEPT = 50_000_000
"""Bytes of arrays over the lattice that a layer keeps."""


@dataclass(frozen=True)
class Extras:
    """Which extra dice may still be added: places in the problem's helps, and how many of each colour the box has."""

    unused: tuple[int, ...]
    room: Pool


@dataclass
class Layer:
    """All pools under one state of the extra dice.

    Attributes:
        pool: the most dice of each colour.

        adds: how a die can still be added: (colour, the layer that follows).
        states: pool -> lattice states that can be lacking, canonical and rising.
        canonical: pool -> lattice state -> the state that stands for it; not all are kept.
    """

    extras: Extras
    pool: Pool

    adds: list[tuple[int, "Layer"]] = field(default_factory=list)
    states: dict[Pool, States] = field(default_factory=dict)
    reachable: dict[Pool, list[States]] = field(default_factory=dict)
    seeds: dict[Pool, list[States]] = field(default_factory=dict)
    canonical: dict[Pool, States] = field(default_factory=dict)

    def pools(self) -> Iterator[Pool]:
        """Every pool from no die on, the last colour changing fastest."""
        return product(*(range(n + 1) for n in self.pool))


class Plan:
    """The tables that a problem needs.

        spent: extra symbols that were used before, each on any need.
        begin: what each need lacks with the whole pool; empty for what it lacks at the start of the turn.
        fold: whether extra dice of one colour that cost nothing are added at the start.
        paid: what helps have cost that were used before.
        most_pairs: counting stops where there are more.

    Attributes:
        n_pairs: pairs of a state and an outcome of its roll, over all tables.
        largest: numbers in the largest single table.

    Raises:
        TooLarge: the needs have too many states, alone or with the pool, or there are more pairs.
    """

    n_pairs = 0
    largest = 0

    def __init__(
        self,
        problem: Problem,
        tick: Callable[[], None] | None = None,
        *,
        spent: Sequence[str] = (),
        begin: Sequence[str] = (),
        fold: bool = True,
        paid: Fraction = Fraction(0),
        most_pairs: float = inf,
        most_states: float = inf,
    ) -> None:
        self.problem = problem
        self.paid = paid
        self._tick = tick or (lambda: None)
        n_colours = len(problem.dice)
        room = problem.room or (UNLIMITED,) * n_colours
        start = list(problem.pool)
        self.folded: dict[int, int] = {}
        """Extra dice of a single colour, added at the start as a die more never harms: help -> colour, -1 for none.

        One that costs something is a choice. Where the box has too few of a colour for all that could add one, who adds
        it is a choice like any other.
        """
        choices = []
        colours = [die.colour for die in problem.dice]
        for at, help_ in enumerate(problem.helps):
            if not isinstance(help_, ExtraDie):
                continue
            of = sorted({colours.index(colour) for colour in help_.colours})
            rivals = sum(isinstance(other, ExtraDie) and colours[of[0]] in other.colours for other in problem.helps)
            if not fold or help_.cost or len(of) > 1 or 0 < room[of[0]] < rivals:
                choices.append(at)
            elif not room[of[0]]:
                self.folded[at] = -1
            else:
                self.folded[at] = of[0]
                start[of[0]] += 1
        if problem.room:
            room = tuple(n - list(self.folded.values()).count(colour) for colour, n in enumerate(room))
        self.start = tuple(start)
        self.rolls_again = [at for at, help_ in enumerate(problem.helps) if isinstance(help_, Reroll | ChangeFace)]
        """Helps that act after a roll; every subset of them has tables of its own."""
        of_symbols = [help_ for help_ in problem.helps if isinstance(help_, ExtraSymbol)]
        self.symbols = [help_.symbol for help_ in of_symbols]
        self.symbol_costs = [help_.cost for help_ in of_symbols]
        faces = dict.fromkeys([face for die in problem.dice for face in die.faces] + self.symbols + list(spent))
        self.need_states = [need_states_of(need, tuple(faces)) for need in problem.needs]
        self.lattice = Lattice(self.need_states, problem.payoffs, most_states)
        self.layers = self._layers(Extras(tuple(choices), room))
        self._refuse_what_is_hopeless()
        most = [max(layer.pool[at] for layer in self.layers) for at in range(n_colours)]
        changes = tuple(help_ for help_ in problem.helps if isinstance(help_, ChangeFace))
        self.colours: list[Colour] = [
            colour_of(die, tuple(self.need_states), n, may_cut=self.is_monotone, changes=changes)
            for die, n in zip(problem.dice, most, strict=True)
        ]
        self._set_moves()
        for layer in reversed(self.layers):
            self._reach_of_needs(layer)
        lacks = begin or [need.lack for need in problem.needs]
        state = self.lattice.state([of_need.index[lack] for of_need, lack in zip(self.need_states, lacks, strict=True)])
        self.layers[0].seeds[self.start] = [self._after_symbols(state, spent)]
        for layer in self.layers:
            self._reach(layer, most_pairs)

    @cached_property
    def is_monotone(self) -> bool:
        """Whether one more complete set never lowers the payoff."""
        table = np.array(self.problem.payoffs, dtype=object).reshape([need.times + 1 for need in self.problem.needs])
        each = (np.moveaxis(table, at, 0) for at in range(table.ndim))
        return all(bool((payoffs[1:] >= payoffs[:-1]).all()) for payoffs in each)

    def spent(self, layer: Layer, unused: int) -> Fraction:
        """What the helps have cost that are used before the end, extra symbols aside.

        Args:
            layer: says it of the extra dice.
            unused: bits for `rolls_again`.
        """
        used = [at for at in self.layers[0].extras.unused if at not in layer.extras.unused]
        used += [at for bit, at in enumerate(self.rolls_again) if not unused >> bit & 1]
        return sum((self.problem.helps[at].cost for at in used), self.paid)

    # -----------------------------------------------------------------------------------------------------------------

    def _layers(self, first: Extras) -> list[Layer]:
        """Every use of the extra dice, each before those that follow from it."""
        made: dict[Extras, Layer] = {}
        waiting = [(first, self.start)]
        while waiting:
            extras, pool = waiting.pop(0)
            layer = made.setdefault(extras, Layer(extras, pool))
            layer.pool = tuple(map(max, layer.pool, pool))
            waiting += [(left, with_count(layer.pool, colour, 1)) for colour, left in self._following(extras)]
        # Few helps, so walking every order of using them costs nothing; layers with more dice unused come first.
        order = sorted(made.values(), key=lambda layer: -len(layer.extras.unused))
        for layer in order:
            layer.adds += [(colour, made[left]) for colour, left in self._following(layer.extras)]
        return order

    def _following(self, extras: Extras) -> Iterator[tuple[int, Extras]]:
        """Each way to add a die: its colour, and the extra dice that are left then."""
        colours = [die.colour for die in self.problem.dice]
        for at in extras.unused:
            help_ = self.problem.helps[at]
            assert isinstance(help_, ExtraDie)
            for colour in sorted({colours.index(name) for name in help_.colours}):
                room = extras.room if extras.room[colour] > UNLIMITED // 2 else with_count(extras.room, colour, -1)
                if extras.room[colour] > 0:
                    yield colour, Extras(without(extras.unused, at), room)

    def _refuse_what_is_hopeless(self) -> None:
        n_pools = sum(prod(n + 1 for n in layer.pool) for layer in self.layers)
        if n_pools * self.lattice.size > MOST_TO_COUNT:
            shown = f"{n_pools:,} pools that can be left, {self.lattice.size:,} combinations of what can be lacking"
            raise TooLarge("pool and needs", shown, f"a product of at most {MOST_TO_COUNT:,}")

    def _set_moves(self) -> None:
        """For each colour, the lattice states after a die of each class was put on each need."""
        memo: dict[tuple[int, str], States] = {}
        for colour in self.colours:
            for face in colour.faces:
                for at, of_need in enumerate(self.need_states):
                    if (at, face) not in memo:
                        memo[at, face] = self.lattice.moved(at, of_need.moves[face])
        self.moves: list[list[npt.NDArray[np.int32]]] = [
            [np.stack([memo[at, face] for face in colour.faces]) for at in range(len(self.need_states))]
            if colour.faces
            else []
            for colour in self.colours
        ]
        """Colour -> need -> (class, lattice state) -> lattice state."""
        self.flat_moves = [
            np.concatenate([np.arange(self.lattice.size, dtype=np.int32)[None], *moves]) if moves else None
            for moves in self.moves
        ]

    def _reach_of_needs(self, layer: Layer) -> None:
        """The most sets that each need can still complete with what is left, by pool."""
        stacked = [
            [
                np.stack([of_need.moves[face] for face in colour.faces]) if colour.faces else None
                for of_need in self.need_states
            ]
            for colour in self.colours
        ]
        for pool in layer.pools():
            for at, of_need in enumerate(self.need_states):
                best = layer.reachable.setdefault(pool, [])
                most = self._with_symbols(of_need) if not any(pool) else of_need.sets
                for colour, n in enumerate(pool):
                    moves = stacked[colour][at]
                    if n and moves is not None:
                        before = layer.reachable[with_count(pool, colour, -1)][at]
                        most = np.maximum(most, np.maximum(before, before[moves].max(axis=0)))
                    elif n:
                        most = np.maximum(most, layer.reachable[with_count(pool, colour, -1)][at])
                for colour, following in layer.adds:
                    more = following.reachable.get(with_count(pool, colour, 1))
                    if more is not None:
                        most = np.maximum(most, more[at])
                best.append(np.asarray(most, dtype=np.int32))

    def _with_symbols(self, of_need: NeedStates) -> States:
        """The sets of each state of a need when every extra symbol goes to it."""
        best: dict[tuple[str, ...], States] = {(): of_need.sets}
        if ANY in of_need.need.symbols:
            return of_need.sets  # an extra symbol is no die
        for left in _subsets(tuple(sorted(self.symbols))):
            if left:
                best[left] = np.max(
                    [best[_less(left, at)][of_need.moves[symbol]] for at, symbol in enumerate(left)], axis=0
                )
        return best[tuple(sorted(self.symbols))]

    def _reach(self, layer: Layer, most_pairs: float) -> None:
        """The states that can go with each pool, from the most dice to none, and the pairs that they are."""
        # Every subset of the helps that act after a roll has tables of its own.
        n_tables: int = 2 ** len(self.rolls_again)
        mask = np.zeros(self.lattice.size, dtype=bool)
        for pool in reversed(list(layer.pools())):
            self._tick()
            found = list(layer.seeds.get(pool, ()))
            for colour, n in enumerate(pool):
                if n < layer.pool[colour]:
                    states = layer.states.get(with_count(pool, colour, 1))
                    if states is not None:
                        moves = self.flat_moves[colour]
                        found.append(states if moves is None else moves[:, states].ravel())
            if not found:
                continue
            canonical = self.canonical(layer, pool)
            mask[:] = False
            for states in found:
                mask[canonical[states]] = True
            states = layer.states[pool] = np.flatnonzero(mask).astype(np.int32)
            outcomes = prod(colour.upto[n] for colour, n in zip(self.colours, pool, strict=True))
            n_pairs = n_tables * len(states) * outcomes
            self.n_pairs += n_pairs
            self.largest = max(self.largest, n_pairs)
            if self.n_pairs > most_pairs:
                raise TooLarge("pool and needs", f"over {most_pairs:,.0f} pairs of a state and a roll", "fewer")
            for colour, following in layer.adds:
                following.seeds.setdefault(with_count(pool, colour, 1), []).append(states)

    def _after_symbols(self, state: int, spent: Sequence[str]) -> States:
        """The lattice states that extra symbols can lead to, used or not."""
        states = np.array([state], dtype=np.int32)
        for symbol in spent:
            after = [
                self.lattice.moved(at, of_need.moves[symbol])[states]
                for at, of_need in enumerate(self.need_states)
                if ANY not in of_need.need.symbols
            ]
            states = np.unique(np.concatenate([states, *after]))
        return states

    def canonical(self, layer: Layer, pool: Pool) -> States:
        """Lattice state -> the state that stands for it when these dice are left."""
        found = layer.canonical.get(pool)
        if found is None:
            found = self.lattice.canonical(
                [of_need.canonical(most) for of_need, most in zip(self.need_states, layer.reachable[pool], strict=True)]
            )
            if len(layer.canonical) * found.nbytes < CANONICAL_KEPT:
                layer.canonical[pool] = found
        return found

    def at_the_end(self, payoffs: npt.NDArray[Any], costs: Iterable[Any]) -> npt.NDArray[Any]:
        """Lattice state -> what it pays when no die is left and the extra symbols are placed as well as can be.

        Args:
            payoffs: the payoff table of the problem in any numbers.
            costs: `symbol_costs` in the same numbers.
        """
        symbols = sorted(zip(self.symbols, costs, strict=True))
        by_left: dict[tuple[tuple[str, Any], ...], npt.NDArray[Any]] = {(): payoffs[self.lattice.sets()]}
        for left in _subsets(symbols):
            best = by_left[()]
            for at, (symbol, cost) in enumerate(left):
                rest = by_left[_less(left, at)]
                for at_need, of_need in enumerate(self.need_states):
                    if ANY in of_need.need.symbols:
                        continue
                    used = rest[self.lattice.moved(at_need, of_need.moves[symbol])]
                    best = np.maximum(best, used - cost if cost else used)
                best = np.maximum(best, rest)
            by_left[left] = best
        return by_left[tuple(symbols)]


def _subsets(items: Sequence[T]) -> list[tuple[T, ...]]:
    """Every sub-multiset of sorted items, smallest first."""
    found = {left for n in range(len(items) + 1) for left in combinations(items, n)}
    return sorted(found, key=lambda left: (len(left), left))


def _less(items: tuple[T, ...], at: int) -> tuple[T, ...]:
    return items[:at] + items[at + 1 :]

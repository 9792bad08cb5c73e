"""Progress on the needs as small numbers: the states of each need, and the lattice of all needs together.

The states of a need are all that it can still lack. Beside these live states it has one inactive state for each number
of complete sets: a need that is finished, and one that the dice left can no longer advance, are alike in that nothing
more comes of them. A lattice state is one state for each need in mixed radix, the last need counting fastest.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache, reduce
from itertools import product
from math import prod
from typing import Any

import numpy as np
import numpy.typing as npt

from rising_tutor.errors import TooLarge
from rising_tutor.probability.dice_turn.problem import Need

States = npt.NDArray[np.int32]
MOST_STATES = 400_000
"""Lattice states. More would need more than a gigabyte of tables."""


class NeedStates:
    """What one need can lack.

    faces: every face and symbol that can pay it.
    """

    def __init__(self, need: Need, faces: Iterable[str]) -> None:
        self.need = need
        self.times = need.times
        self.lacks = [need.lack]
        self.index = {need.lack: 0}
        paid: dict[str, list[int]] = {face: [] for face in faces}
        for lack in self.lacks:
            for face, row in paid.items():
                after = need.pay(lack, face)
                if after not in self.index:
                    self.index[after] = len(self.lacks)
                    self.lacks.append(after)
                    if len(self.lacks) > MOST_STATES:
                        raise TooLarge("need", need.symbols, "fewer symbols")
                row.append(self.index[after])
        self.n_live = n = len(self.lacks)
        self.size = n + need.times + 1
        inactive = list(range(n, self.size))
        self.moves: dict[str, States] = {face: np.array(row + inactive, dtype=np.int32) for face, row in paid.items()}
        """Face -> the state after a die with it was assigned, for every state; the same state if it does not fit."""
        self.sets: States = np.array(
            [need.sets(lack) for lack in self.lacks] + list(range(need.times + 1)), dtype=np.int32
        )
        """State -> complete sets."""

    def canonical(self, reachable: States) -> States:
        """State -> itself if it can still be advanced, else the inactive state of its complete sets.

        Args:
            reachable: state -> the most sets that can still become complete.
        """
        own = np.arange(self.size, dtype=np.int32)
        return np.where(reachable > self.sets, own, self.n_live + self.sets).astype(np.int32)


@lru_cache(maxsize=512)
def need_states_of(need: Need, faces: tuple[str, ...]) -> NeedStates:
    """The states of a need, the same for every problem that has it: nobody changes it."""
    return NeedStates(need, faces)


class Lattice:
    """The states of all needs together.

    Raises:
        TooLarge: more states than are wanted, or than tables can be made for.
    """

    def __init__(
        self, need_states: Sequence[NeedStates], payoffs: Sequence[Any], most_states: float = MOST_STATES
    ) -> None:
        self.need_states = tuple(need_states)
        self.strides = _strides([of_need.size for of_need in need_states])
        self.size = self.strides[0] * need_states[0].size
        most = min(most_states, MOST_STATES)
        if self.size > most:
            raise TooLarge("needs", f"{self.size:,} combinations of what can be lacking", f"at most {most:,.0f}")
        self._every = np.arange(self.size, dtype=np.int32)
        self._set_strides = _strides([of_need.times + 1 for of_need in need_states])
        self.payoffs = list(payoffs)
        self.gains = self._gains()
        """What each complete set of a need adds to the payoff, if that is the same whatever else is complete."""
        self._stand_ins = [] if self.gains else self._irrelevant()

    def joint(self, each: Sequence[States]) -> States:
        """One array for each need, indexed by its state, to one array indexed by lattice state."""
        return joined(np.add, [of_need * stride for stride, of_need in zip(self.strides, each, strict=True)], np.int32)

    def moved(self, at: int, move: States) -> States:
        """Lattice state -> the state after need `at` made this move."""
        size, stride = self.need_states[at].size, self.strides[at]
        change = (move - np.arange(size, dtype=np.int32)) * np.int32(stride)
        moved = self._every.reshape(-1, size, stride) + change[None, :, None]
        return np.asarray(moved, dtype=np.int32).ravel()

    def state(self, each: Sequence[int]) -> int:
        return sum(state * stride for state, stride in zip(each, self.strides, strict=True))

    def sets(self) -> States:
        """Lattice state -> place of its outcome in the payoff table."""
        each = [of_need.sets * stride for stride, of_need in zip(self._set_strides, self.need_states, strict=True)]
        return joined(np.add, each, np.int32)

    def acquired(self, gains: npt.NDArray[Any]) -> npt.NDArray[Any]:
        """Lattice state -> what its complete sets add to the payoff, when each set of a need adds its gain.

        Where payoffs add up, values in tables are what is still to come, so that a need that was completed and one that
        never will be are the same state.
        """
        each = zip(gains, self.need_states, strict=True)
        return joined(np.add, [gain * of_need.sets.astype(gains.dtype) for gain, of_need in each])

    def canonical(self, each: Sequence[States]) -> States:
        """Lattice state -> the state that stands for all with the same future.

        Args:
            each: the canonical state of every state of a need, for every need.
        """
        if self.gains:
            # What is inactive is one state, and so is a need that adds nothing.
            return self.joint(
                [
                    np.where(state < of_need.n_live, state, of_need.n_live).astype(np.int32)
                    if gain
                    else np.full(of_need.size, of_need.n_live, dtype=np.int32)
                    for gain, of_need, state in zip(self.gains, self.need_states, each, strict=True)
                ]
            )
        whole = self.joint(each)
        if not self._stand_ins:
            return whole
        # A need on which the payoff no longer depends, whatever becomes of the others, is inactive too.
        strides = _strides([2 * of_need.times + 1 for of_need in self.need_states])
        codes = [
            np.where(canonical < of_need.n_live, of_need.times + 1 + of_need.sets, of_need.sets) * stride
            for of_need, canonical, stride in zip(self.need_states, each, strides, strict=True)
        ]
        code = joined(np.add, codes, np.int32)
        for at, (of_need, stand_ins) in enumerate(zip(self.need_states, self._stand_ins, strict=True)):
            shape = [1] * len(self.need_states)
            shape[at] = of_need.size
            own = np.broadcast_to(each[at].reshape(shape), [other.size for other in self.need_states]).ravel()
            sets = stand_ins[code]
            change = np.where(sets >= 0, of_need.n_live + sets - own, 0) * self.strides[at]
            whole = whole + change.astype(np.int32)
        return whole

    def _gains(self) -> list[Any]:
        if len(self.need_states) == 1:
            return []  # nothing to merge, and a finished need is one state more
        base = self.payoffs[0]
        gains = [self.payoffs[stride] - base for stride in self._set_strides]
        adds_up = all(
            value == base + sum(gain * n for gain, n in zip(gains, sets, strict=True))
            for value, sets in zip(
                self.payoffs, product(*(range(of_need.times + 1) for of_need in self.need_states)), strict=True
            )
        )
        return gains if adds_up else []

    def _irrelevant(self) -> list[States]:
        """For each need, by the status of all needs: as so many sets it may count, -1 if it still matters.

        The status of a need is its number of complete sets, or that number and that more may come. A need does not
        matter when the payoff is the same for every number it may still reach; the least number for which that holds
        stands for all of them. Empty if every need always matters.
        """
        times = [of_need.times for of_need in self.need_states]
        n_codes = [2 * n + 1 for n in times]
        codes = list(np.indices(n_codes).reshape(len(times), -1))
        stand_ins = []
        for at, n in enumerate(times):
            varies = self._varies(at)
            others = tuple(codes[other] for other in range(len(times)) if other != at)
            more = codes[at] > n
            first = np.where(more, codes[at] - n - 1, codes[at])
            last = np.where(more, n, codes[at])
            idle = ~varies[(first, last, *others)]
            least = first.copy()
            going = idle & (least > 0)
            while going.any():
                going &= ~varies[(np.maximum(least - 1, 0), last, *others)]
                least[going] -= 1
                going &= least > 0
            settled = idle & ((least < first) | more)
            stand_ins.append(np.where(settled, least, -1).astype(np.int32))
            codes[at] = np.where(settled, least, codes[at])
        return stand_ins if any((stand_in >= 0).any() for stand_in in stand_ins) else []

    def _varies(self, at: int) -> npt.NDArray[np.bool_]:
        """Whether the payoff varies with need `at` between two numbers of its sets: by both, and the others' status."""
        times = [of_need.times for of_need in self.need_states]
        kinds = {value: kind for kind, value in enumerate(dict.fromkeys(self.payoffs))}
        payoffs = np.array([kinds[value] for value in self.payoffs]).reshape([n + 1 for n in times])
        steps = np.diff(np.moveaxis(payoffs, at, 0), axis=0) != 0
        n = times[at]
        between = np.zeros((n + 1, n + 1, *steps.shape[1:]), dtype=bool)
        for first in range(n):
            between[first, first + 1 :] = np.logical_or.accumulate(steps[first:], axis=0)
        for axis in range(2, between.ndim):
            # The status that more may come stands for all numbers from here on.
            flipped = np.flip(between, axis)
            later = np.flip(np.logical_or.accumulate(flipped, axis=axis), axis)
            between = np.concatenate([between, later.take(range(later.shape[axis] - 1), axis=axis)], axis=axis)
        return between


def joined(how: np.ufunc, each: Sequence[npt.NDArray[Any]], dtype: Any = None) -> npt.NDArray[Any]:
    """One array for each need, indexed by its state, put together to one array indexed by lattice state."""
    return np.asarray(reduce(how.outer, each), dtype=dtype).ravel()


def _strides(sizes: Sequence[int]) -> list[int]:
    return [prod(sizes[at + 1 :]) for at in range(len(sizes))]

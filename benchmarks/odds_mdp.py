"""One need as a finite Markov decision process, solved by QuantEcon; building the model is ours.

The state before a roll has one action, to roll. What can be done after a roll is a state too, with an action for each
choice; rolls that leave the same choices are one state. Both ends of a turn, won and lost, lead to themselves.
"""

import time
import warnings
from collections import defaultdict
from itertools import product
from math import prod
from typing import Any

from benchmarks.odds_peers import Roll, State, Turn, rolls_of
from rising_tutor.probability.dice_turn.problem import Problem

WON, LOST = 0, 1
Row = dict[int, float]
"""State that may follow -> probability."""


class Process:
    """The model: a list of actions for each state, each action a row of probabilities."""

    def __init__(self, problem: Problem) -> None:
        self.turn = Turn(problem)
        self.n_dice = sum(problem.pool)
        self.actions: list[list[Row]] = [[{WON: 1.0}], [{LOST: 1.0}]]
        self._before: dict[State, int] = {}
        self._after: dict[frozenset[int], int] = {}
        self._waiting: list[State] = []
        self.start = self._number(self.turn.start)
        while self._waiting:
            state = self._waiting.pop()
            self.actions[self._before[state]] = [self._rolled(state)]

    def _number(self, state: State) -> int:
        """The number of a state before a roll."""
        pool, lack = state
        if not lack or not self.turn.possible(pool, lack):
            return LOST if lack else WON
        if state not in self._before:
            self._before[state] = len(self.actions)
            self.actions.append([])
            self._waiting.append(state)
        return self._before[state]

    def _chosen(self, choices: set[int]) -> int:
        """The number of the state with these choices."""
        if WON in choices:
            return WON
        choices.discard(LOST)
        if len(choices) < 2:
            return choices.pop() if choices else LOST
        key = frozenset(choices)
        if key not in self._after:
            self._after[key] = len(self.actions)
            self.actions.append([{choice: 1.0} for choice in sorted(choices)])
        return self._after[key]

    def _rolled(self, state: State) -> Row:
        """What follows a roll."""
        pool, lack = state
        discards = {self._number(after) for after in self.turn.discards(pool, lack)}
        row: Row = defaultdict(float)
        colours = self.turn.colours(pool, lack)
        n_rolls = prod(sum(weight for _, weight in faces) ** n for n, faces in colours)
        for joint in product(*(rolls_of(*colour) for colour in colours)):
            rolls: tuple[Roll, ...]
            rolls, weights = zip(*joint, strict=True)
            after = {self._number(one) for one in self.turn.assigned(pool, lack, rolls) if one[0] != pool}
            row[self._chosen(after | discards)] += prod(weights) / n_rolls
        return row

    def arrays(self) -> Any:
        """The model as QuantEcon takes it: sparse pairs of a state and an action."""
        import numpy as np  # noqa: PLC0415  # comes with the peer
        from quantecon.markov import DiscreteDP  # noqa: PLC0415  # a peer that may not be installed
        from scipy.sparse import csr_matrix  # noqa: PLC0415  # comes with the peer

        states = [at for at, actions in enumerate(self.actions) for _ in actions]
        numbers = [number for actions in self.actions for number in range(len(actions))]
        rows = [row for actions in self.actions for row in actions]
        starts = np.cumsum([0, *(len(row) for row in rows)])
        columns = np.array([after for row in rows for after in row])
        chances = np.array([chance for row in rows for chance in row.values()])
        shape = (len(rows), len(self.actions))
        return DiscreteDP(np.zeros(len(rows)), csr_matrix((chances, columns, starts), shape), 1.0, states, numbers)

    def solved(self, model: Any) -> float:
        """Backward induction over as many periods as a turn can have."""
        import numpy as np  # noqa: PLC0415  # comes with the peer
        from quantecon.markov import backward_induction  # noqa: PLC0415  # a peer that may not be installed

        at_the_end = np.zeros(len(self.actions))
        at_the_end[WON] = 1.0
        values, _ = backward_induction(model, 2 * self.n_dice, at_the_end)
        return float(values[0, self.start])


def quantecon_value(problem: Problem) -> tuple[float, float, float]:
    """The best chance, the CPU seconds to build the model, and those to solve it.

    The first call in a process compiles what QuantEcon uses (numba), which takes seconds: make one that does not count.
    """
    with warnings.catch_warnings():
        # "infinite horizon solution methods are disabled": without a discount only backward induction is left.
        warnings.simplefilter("ignore", UserWarning)
        began = time.process_time()
        process = Process(problem)
        model = process.arrays()
        built = time.process_time()
        value = process.solved(model)
    return value, built - began, time.process_time() - built

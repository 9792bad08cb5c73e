"""How likely a goal is reached under best play, exactly, by playing a position out over the game itself.

A goal is a test on states; the search ends where it holds, where a second test says that it is over, or after some
actions. Every position is looked at once. It is meant for small questions, such as those of a lesson, with a limit of
a few actions; chances over several rolls are for the solver of dice (`rising_tutor.probability`). A question that is
too large is refused, never guessed.

>>> from rising_tutor.core.registry import load_game
>>> from rising_tutor.core.scenes import scene_game
>>> game = load_game("fire")
>>> state = scene_game(game).set_up({"teams": ["toph", "aang"], "at": {"1": ["tyro"]}, "shown": "green E"})
>>> reach = Reach(game, lambda at: game.fact(at, "tyro.dice") > 0, lambda at: game.fact(at, "turn") > 3, limit=1)
>>> action, value = reach.of_actions(state)[0]
>>> game.write(state, action), str(value)
('green E > tyro', '1')
"""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from rising_tutor.core.game import AnyGame
from rising_tutor.core.node import Chance, Decision, Terminal
from rising_tutor.core.search import stepper
from rising_tutor.errors import TooLarge
from rising_tutor.probability.dice_turn.answer import Progress

Test = Callable[[Any], bool]
BUDGET = 20_000
"""Positions that are looked at before a search is given up: two or three seconds."""
_EACH = 3
"""So many positions are looked at for each one that is searched: chance with many outcomes costs time as well."""
_TOLD = 500
NO, SURE = Fraction(0), Fraction(1)


class Reach:
    """The chance to reach one goal, from any position. Answers are kept, so that a lesson asks again for nothing.

    Args:
        game: any game.
        won: whether the goal is reached in a state.
        over: whether it can no longer be reached, such as when the turn is over; asked after `won`.
        limit: the most actions from the first position on, 0 for no limit.
        budget: positions that may be looked at.
        progress: called now and then with positions seen and the budget; an exception of it stops the search.
    """

    def __init__(
        self,
        game: AnyGame,
        won: Test,
        over: Test,
        *,
        limit: int = 0,
        budget: int = BUDGET,
        progress: Progress | None = None,
    ) -> None:
        self.game = game
        self.won = won
        self.over = over
        self.limit = limit
        self.budget = budget
        self.progress = progress
        self.seen = 0
        self.looked = 0
        """Positions that were looked at, those included in which the goal is reached or it is over."""
        self._step = stepper(game)
        self._known: dict[tuple[Any, int], Fraction] = {}

    def count_anew(self) -> None:
        """Begins a question of its own: the budget is whole again, and what is known stays known."""
        self.seen = self.looked = 0

    def value(self, state: Any, made: int = 0) -> Fraction:
        """The chance from a state, after `made` actions of the limit.

        Raises:
            TooLarge: the search would take more positions than the budget.
        """
        key = (state, made if self.limit else 0)
        found = self._known.get(key)
        if found is not None:
            return found
        self.looked += 1
        if self.looked > _EACH * self.budget:
            raise TooLarge(
                "goal", self.looked, f"a goal for which at most {_EACH * self.budget} positions are looked at"
            )
        if self.won(state):
            return SURE
        if self.over(state):
            return NO
        # Chance that follows the last action still decides; only the next choice is one too many.
        if self.limit and made >= self.limit and not isinstance(self.game.node(state), Chance):
            found = self._known[key] = NO
        else:
            self._count()
            found = self._known[key] = self._search(state, made)
        return found

    def of_actions(self, state: Any, made: int = 0) -> tuple[tuple[Any, Fraction], ...]:
        """Each legal action with the chance after it, best first, ties in the order of the decision.

        Raises:
            TooLarge: as in `value`.
        """
        node = self.game.node(state)
        if not isinstance(node, Decision):
            return ()
        rows = [(action, self.value(self._step(state, action), made + 1)) for action in node.actions]
        return tuple(sorted(rows, key=lambda row: -row[1]))

    def _search(self, state: Any, made: int) -> Fraction:
        match self.game.node(state):
            case Terminal():
                return NO
            case Chance(outcomes):
                total = NO
                for outcome, weight in outcomes:
                    total += weight * self.value(self._step(state, outcome), made)
                return total / outcomes.total
            case Decision(_, actions):
                best = NO
                if self.limit and made >= self.limit:
                    return NO
                for action in actions:
                    best = max(best, self.value(self._step(state, action), made + 1))
                    if best == SURE:
                        break
                return best
        raise AssertionError(state)

    def _count(self) -> None:
        self.seen += 1
        if self.seen > self.budget:
            raise TooLarge("goal", self.seen, f"a position from which at most {self.budget} others can come")
        if self.progress is not None and self.seen % _TOLD == 0:
            self.progress(self.seen, self.budget)

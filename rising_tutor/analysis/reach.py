"""How likely a seat reaches a goal under best play, by playing a position out over the game itself.

A goal is a test on states; the search ends where it holds, where a second test says that it is over, or after some
actions. Every position is looked at once. It is meant for small questions, such as those of a lesson, with a limit of
a few actions; chances over several rolls are for the solver of dice (`rising_tutor.probability`). A question that is
too large is refused, never guessed.

The seat that asks chooses the best for its goal, an opponent the least; where all seats win or lose together everybody
chooses the best. Where nothing is hidden the chance is exact, also in a game with hidden facts as long as none comes
up. Else it is an estimate (`Reach.exact`): the mean over worlds that fit what the seat sees
(`rising_tutor.core.worlds`), in each of which everybody plays on with all cards open. So it is above what a seat
reaches that has to choose without knowing, and below where opponents do not know.

>>> from rising_tutor.core.registry import load_game
>>> from rising_tutor.core.scenes import scene_game
>>> game = load_game("fire")
>>> state = scene_game(game).set_up({"teams": ["toph", "aang"], "at": {"1": ["tyro"]}, "shown": "green E"})
>>> reach = Reach(game, lambda at: game.fact(at, "tyro.dice") > 0, lambda at: game.fact(at, "turn") > 3, limit=1)
>>> action, value = reach.of_actions(state)[0]
>>> game.write(state, action), str(value)
('green E > tyro', '1')
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from rising_tutor.core.game import AnyGame
from rising_tutor.core.ids import Seat
from rising_tutor.core.node import Chance, Decision, Terminal
from rising_tutor.core.search import stepper
from rising_tutor.core.worlds import open_to_all, worlds
from rising_tutor.errors import TooLarge
from rising_tutor.probability.dice_turn.answer import Progress

Test = Callable[[Any], bool]
BUDGET = 20_000
"""Positions that are looked at before a search is given up: two or three seconds."""
_EACH = 3
"""So many positions are looked at for each one that is searched: chance with many outcomes costs time as well."""
_TOLD = 500
NO, SURE = Fraction(0), Fraction(1)


@dataclass(eq=False)
class Reach:
    """The chance to reach one goal, from any position. Answers are kept, so that a lesson asks again for nothing.

    Attributes:
        won: whether the goal is reached in a state.
        over: whether it can no longer be reached, such as when the turn is over; asked after `won`.
        limit: the most actions from the first position on, 0 for no limit.
        any_luck: whether chance does what is best for the goal: a value is 1 where the goal can be reached, else 0.
        reply: how an opponent answers, as actions of which each is as likely as another; () for the least. Then its
            actions do not count for the limit. None where nobody says.
        budget: positions that may be looked at.
        progress: called now and then with positions seen and the budget.
        seen: positions that were searched.
        looked: positions that were looked at, those included in which the goal is reached or it is over.
        exact: whether the values so far are exact; else they are means over worlds, or come from positions in which one
            seat knew more than another.
    """

    game: AnyGame
    won: Test
    over: Test
    limit: int = 0
    any_luck: bool = False
    reply: Callable[[Any, Decision[Any]], Sequence[Any]] | None = None
    budget: int = BUDGET
    progress: Progress | None = None
    seen: int = 0
    looked: int = 0
    exact: bool = True
    _known: dict[tuple[Any, int, Seat | None], Fraction] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._step = stepper(self.game)
        self._hides = self.game.info.hidden
        self._shared = self.game.info.shared

    def count_anew(self) -> None:
        """Begins a question of its own: the budget is whole again, and what is known stays known."""
        self.seen = self.looked = 0

    def value(self, state: Any, made: int = 0, *, seat: Seat | None = None) -> Fraction:
        """The chance from a state, after `made` actions of the limit, with all cards open.

        Args:
            seat: whose goal it is; without one every choice is the best for the goal, whoever makes it.

        Raises:
            TooLarge: the search would take more positions than the budget.
        """
        key = (state, made if self.limit else 0, None if self._shared else seat)
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
        if self._past_limit(state, made, seat):
            found = self._known[key] = NO
        else:
            self.seen += 1
            if self.seen > self.budget:
                raise TooLarge("goal", self.seen, f"a position from which at most {self.budget} others can come")
            if self.progress is not None and self.seen % _TOLD == 0:
                self.progress(self.seen, self.budget)
            if self._hides and not open_to_all(self.game, state):
                self.exact = False
            found = self._known[key] = self._search(state, made, seat)
        return found

    def of_actions(self, state: Any, made: int = 0) -> tuple[tuple[Any, Fraction], ...]:
        """Each legal action with the chance after it for the seat that chooses, by what this seat sees.

        Best first, ties in the order of the decision. Raises as `value`.
        """
        node = self.game.node(state)
        if not isinstance(node, Decision):
            return ()
        believed = worlds(self.game, state, node.seat)
        self.exact = self.exact and open_to_all(self.game, state)
        n_drawn = sum(n for _, n in believed)
        rows = []
        for action in node.actions:
            after = (n * self.value(self._step(world, action), made + 1, seat=node.seat) for world, n in believed)
            rows.append((action, sum(after, NO) / n_drawn))
        return tuple(sorted(rows, key=lambda row: -row[1]))

    def of_choice(self, state: Any) -> Fraction:
        """The chance for the seat that chooses in a state, as `of_actions` values its best action; 0 if nobody chooses.

        Raises as `value`.
        """
        node = self.game.node(state)
        if isinstance(node, Decision) and open_to_all(self.game, state):
            return self.value(state, seat=node.seat)
        return next((value for _, value in self.of_actions(state)), NO)

    def _past_limit(self, state: Any, made: int, seat: Seat | None) -> bool:
        """Whether one action too many would come next."""
        if not self.limit or made < self.limit:
            return False
        node = self.game.node(state)
        return not isinstance(node, Chance) and not (isinstance(node, Decision) and self._replies(node, seat))

    def _replies(self, node: Decision[Any], seat: Seat | None) -> bool:
        """Whether somebody answers whose actions do not count for the limit."""
        return self.reply is not None and self.game.info.opposed(node.seat, seat)

    def _search(self, state: Any, made: int, seat: Seat | None) -> Fraction:
        node = self.game.node(state)
        match node:
            case Terminal():
                return NO
            case Chance(outcomes) if self.any_luck:
                lucky = (self.value(self._step(state, outcome), made, seat=seat) for outcome, _ in outcomes)
                return SURE if any(lucky) else NO
            case Chance(outcomes):
                total = NO
                for outcome, weight in outcomes:
                    total += weight * self.value(self._step(state, outcome), made, seat=seat)
                return total / outcomes.total
            case Decision(chooser, actions):
                counts = int(not self._replies(node, seat))
                if counts and self.limit and made >= self.limit:
                    return NO
                replies = self.reply(state, node) if self.reply is not None and not counts else ()
                if replies:
                    values = (self.value(self._step(state, action), made, seat=seat) for action in replies)
                    return sum(values, NO) / len(replies)
                better, end = (min, NO) if self.game.info.opposed(chooser, seat) else (max, SURE)
                found = SURE - end
                for action in actions:
                    found = better(found, self.value(self._step(state, action), made + counts, seat=seat))
                    if found == end:
                        break
                return found
        raise AssertionError(state)

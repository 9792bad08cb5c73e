"""What each action of a step is worth for its goal, and by which method.

A step that says what dice must complete (`aim`) is valued by the exact mathematics of dice: the chance that all of it
is completed under best play. Every other step is searched over the game itself, exactly, up to its limit of actions.
Where neither is possible an action has no value and is not judged: no number is made up.

Both values are about what the step asks for: its limit of actions, what it does not want to see (`lost`), its dice. The
game may allow more. Whether the goal is out of reach in the game is asked apart from them (`Judge.possible`), and
answered by a proof or not at all.
"""

from collections import Counter
from collections.abc import Mapping
from threading import Lock
from typing import Any

from msgspec.structs import replace

from rising_tutor.analysis.reach import Reach
from rising_tutor.core.game import AnyGame
from rising_tutor.core.scenes import SceneGame
from rising_tutor.core.values import Value
from rising_tutor.errors import BadPosition, BadProblem, TooLarge
from rising_tutor.lessons.judging.goals import hold, holds
from rising_tutor.lessons.lesson import Step
from rising_tutor.probability.dice_turn.answer import Progress
from rising_tutor.probability.dice_turn.dice_game import dice_game
from rising_tutor.probability.dice_turn.problem import all_or_nothing, at_least

DICE = "exact: the dice of this turn, all of them for the goal"
SEARCH = "exact: every way to play on until the goal, or until it is too late"
NONE = "not counted"
PROOF = 300
"""Positions that are looked at for what the game still allows, while the learner waits: a tenth of a second."""
_ALL = 1.0
_SAME = 1e-12


class Worth(Value, frozen=True):
    """A legal action with the chance of the goal after it.

    Attributes:
        value: from 0 to 1; None if this was not counted.
        loss: how much less than the best action's.
    """

    action: Any
    value: float | None
    loss: float | None


class Judged(Value, frozen=True):
    """The legal actions of a position, best first, those without a value last.

    Attributes:
        method: how the values were obtained, in words.
    """

    rows: tuple[Worth, ...]
    method: str

    def of(self, action: Any) -> Worth | None:
        """The row of an action."""
        return next((row for row in self.rows if row.action == action), None)

    @property
    def best(self) -> tuple[Worth, ...]:
        """The best actions; none where nothing was counted."""
        return tuple(row for row in self.rows if row.loss is not None and row.loss <= _SAME)


class Judge:
    """Values the actions of one step. Answers are kept while the step lasts."""

    def __init__(
        self, game: AnyGame, scenes: SceneGame, step: Step, start: Any, progress: Progress | None = None
    ) -> None:
        self.game = game
        self.scenes = scenes
        self.step = step
        self.dice = dice_game(game)
        turn = scenes.fact(start, "turn")

        def spoiled(state: Any) -> bool:
            return any(holds(scenes, state, test) for test in step.lost)

        def reached(state: Any) -> bool:
            return hold(scenes, state, step.goal)

        def too_late(state: Any) -> bool:
            return bool(step.until) and turn_over(state)

        def turn_over(state: Any) -> bool:
            late = bool(step.until) and str(scenes.fact(state, "step")) >= step.until
            return late or scenes.fact(state, "turn") != turn

        def won(state: Any) -> bool:
            return reached(state) and not spoiled(state)

        def over(state: Any) -> bool:
            return spoiled(state) or too_late(state)

        self.won = won
        self.over = over
        self.spoiled = spoiled
        self.too_late = too_late
        self._reach = Reach(game, won, over, limit=step.limit, progress=progress)
        # Where the step asks for nothing beyond the goal, its values are those of the game.
        plain = step.until and not (step.limit or step.lost or step.aim)
        self._allowed = self._reach if plain else Reach(game, reached, turn_over, budget=PROOF)
        self._progress = progress
        self._lock = Lock()
        self._kept: dict[tuple[Any, int], Judged] = {}
        self._possible: dict[Any, bool | None] = {}

    @property
    def looked(self) -> int:
        """Positions that the search looked at so far: what a learner waits for."""
        return self._reach.looked

    @property
    def judges(self) -> bool:
        """Whether actions are valued at all: a step that accepts every legal action needs no values."""
        return self.step.loss < _ALL

    def judged(self, state: Any, made: int = 0, progress: Progress | None = None) -> Judged:
        """The legal actions of a position of this step, valued.

        Args:
            state: a decision of the step.
            made: actions of the learner so far in it.
            progress: called now and then; an exception of it stops the work, and nothing of it is kept.
        """
        key = (state, made)
        if key not in self._kept:
            # One at a time: work that was stopped in another thread ends at its own next call of progress.
            with self._lock:
                self._progress = self._reach.progress = progress
                try:
                    self._kept[key] = self._kept.get(key) or self._judge(state, made)
                finally:
                    self._progress = self._reach.progress = None
        return self._kept[key]

    def possible(self, state: Any) -> bool | None:
        """Whether the game still allows the goal in this turn, before `until`, whatever else the step asks for.

        None where that cannot be found out in time. False is a proof: no way of playing on, with any luck, reaches it.
        """
        if state not in self._possible:
            with self._lock:
                if self._allowed is not self._reach:
                    self._allowed.count_anew()
                try:
                    self._possible[state] = bool(self._allowed.value(state))
                except TooLarge:
                    self._possible[state] = None
        return self._possible[state]

    def _judge(self, state: Any, made: int) -> Judged:
        actions = getattr(self.game.node(state), "actions", ())
        values: Mapping[Any, float] | None = None
        method = NONE
        if self.judges and self.step.aim:
            values, method = self._by_dice(state), DICE
        elif self.judges:
            values, method = self._by_search(state, made), SEARCH
        if values is None:
            return Judged(tuple(Worth(action, None, None) for action in actions), NONE)
        best = max(values.values(), default=0.0)
        rows = [
            Worth(action, values[action], max(0.0, best - values[action]))
            if action in values
            else Worth(action, None, None)
            for action in actions
        ]
        return Judged(tuple(sorted(rows, key=lambda row: 2.0 if row.loss is None else row.loss)), method)

    def _by_dice(self, state: Any) -> Mapping[Any, float] | None:
        """By the mathematics of dice; None outside the dice step, or once all aims are complete."""
        if self.dice is None:
            return None
        wanted, done = self._aims_left(state)
        if not wanted:
            return None
        try:
            question = self.dice.odds_question(state, wanted)
            if question is None:
                return None
            needs = question.problem.needs
            wants = self.step.aim_least - done
            payoff = at_least(wants, needs) if self.step.aim_least else all_or_nothing(needs)
            problem = replace(question.problem, payoff=payoff)
            rows = self.dice.odds_of_actions(state, replace(question, problem=problem), self._progress)
        except (BadProblem, TooLarge):
            return None
        return {row.action: row.value.decimal for row in rows if row.value is not None}

    def _aims_left(self, state: Any) -> tuple[tuple[str, ...], int]:
        """The aims that dice must still complete, one named n times for n sets, and how many are complete.

        A card that takes several sets in a turn is still open after the first one, so its sets are counted; anything
        else that is no longer open is complete.
        """
        assert self.dice is not None
        open_now = {card.id for card in self.dice.odds_targets(state)}
        left: list[str] = []
        done = 0
        for aim, n in Counter(self.step.aim).items():
            complete = n if aim not in open_now else min(n, self._sets(state, aim))
            left += [aim] * (n - complete)
            done += complete
        return tuple(left), done

    def _sets(self, state: Any, aim: str) -> int:
        try:
            return int(self.scenes.fact(state, f"{aim}.sets"))  # type: ignore[arg-type]  # this fact is a number
        except BadPosition:
            return 0  # an aim that is no card, such as a track

    def _by_search(self, state: Any, made: int) -> Mapping[Any, float] | None:
        try:
            return {action: float(value) for action, value in self._reach.of_actions(state, made)}
        except TooLarge:
            return None

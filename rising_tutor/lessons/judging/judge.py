"""What each action of a step is worth for its goal, and by which method.

A step that says what dice must complete (`aim`) is valued by the exact mathematics of dice: the chance that all of it
is completed under best play. Every other step is searched over the game itself, up to its limit of actions: exactly
where nothing is hidden, else over tables that the player may believe in; opponents choose against the goal.
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
from rising_tutor.core.worlds import open_to_all, worlds
from rising_tutor.errors import BadPosition, BadProblem, TooLarge
from rising_tutor.lessons.judging.goals import hold, holds
from rising_tutor.lessons.judging.replies import Replies
from rising_tutor.lessons.lesson import NO_END, Step
from rising_tutor.probability.dice_turn.answer import Progress
from rising_tutor.probability.dice_turn.dice_game import dice_game
from rising_tutor.probability.dice_turn.problem import all_or_nothing, at_least
from rising_tutor.probability.ranked import RankedActions, ranked
from rising_tutor.probability.unit import Unit

DICE = "exact: the dice of this turn, all of them for the goal"
SEARCH = "exact: every way to play on until the goal, or until it is too late"
BY_WORLDS = "estimate: every way to play on, with open cards, on tables drawn to fit what the player sees"
ANSWERED = "; an opponent answers as the step says"
NONE = "not counted"
PROOF = 300
"""Positions that are looked at for what the game still allows, while the learner waits: a tenth of a second."""
_ALL = 1.0


class Judge:
    """Values the actions of one step. Answers are kept while the step lasts."""

    def __init__(
        self, game: AnyGame, scenes: SceneGame, step: Step, start: Any, progress: Progress | None = None
    ) -> None:
        self.game = game
        self.scenes = scenes
        self.step = step
        self.dice = dice_game(game)
        self.seat = getattr(game.node(start), "seat", None)
        """Whose step it is."""
        turn, last = scenes.fact(start, "turn"), step.ends_at(scenes)

        def spoiled(state: Any) -> bool:
            return any(holds(scenes, state, test) for test in step.lost)

        def reached(state: Any) -> bool:
            return hold(scenes, state, step.goal)

        def too_late(state: Any) -> bool:
            return step.until != NO_END and turn_over(state)

        def turn_over(state: Any) -> bool:
            late = bool(last) and str(scenes.fact(state, "step")) >= last
            return late or scenes.fact(state, "turn") != turn

        def won(state: Any) -> bool:
            return reached(state) and not spoiled(state)

        def over(state: Any) -> bool:
            return spoiled(state) or too_late(state)

        self.won = won
        self.over = over
        self.spoiled = spoiled
        self.too_late = too_late
        self.replies = Replies(game, step, self.seat)
        answers = self.replies.ways if step.reply else None
        self._reach = Reach(game, won, over, limit=step.limit, reply=answers, progress=progress)
        # Where the step asks for nothing beyond the goal, its values are those of the game.
        plain = step.until != NO_END and not (step.limit or step.lost or step.aim or step.reply)
        self._allowed = self._reach if plain else Reach(game, reached, turn_over, any_luck=True, budget=PROOF)
        self._progress = progress
        self._lock = Lock()
        self._kept: dict[tuple[Any, int], RankedActions] = {}
        self._possible: dict[Any, bool | None] = {}

    @property
    def looked(self) -> int:
        """Positions that the search looked at so far: what a learner waits for."""
        return self._reach.looked

    @property
    def judges(self) -> bool:
        """Whether actions are valued: not where every legal one is accepted, nor where a refusal is asked for."""
        return self.step.loss < _ALL and not any(test.refused for test in self.step.goal)

    def judged(self, state: Any, made: int = 0, progress: Progress | None = None) -> RankedActions:
        """The legal actions of a position of this step, valued.

        Args:
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

        None where that cannot be found out in time, or not by what the player sees. False is a proof: no way of playing
        on, with any luck and whatever opponents do, reaches it.
        """
        if state not in self._possible:
            with self._lock:
                if self._allowed is not self._reach:
                    self._allowed.count_anew()
                try:
                    believed = worlds(self.game, state, self.seat)
                    found = any(self._allowed.value(world) for world, _ in believed)
                    sure = self._allowed.exact and open_to_all(self.game, state)
                    self._possible[state] = found or (False if sure else None)
                except TooLarge:
                    self._possible[state] = None
        return self._possible[state]

    def _judge(self, state: Any, made: int) -> RankedActions:
        actions = getattr(self.game.node(state), "actions", ())
        values: Mapping[Any, float] | None = None
        method, exact = NONE, True
        if self.judges and self.step.aim:
            values, method = self._by_dice(state), DICE
        elif self.judges:
            values = self._by_search(state, made)
            exact = self._reach.exact
            method = SEARCH if exact else BY_WORLDS
            method += ANSWERED if self.step.reply else ""
        if values is None:
            values, method, exact = {}, NONE, False
        rows = ((action, values.get(action)) for action in actions)
        return ranked(rows, Unit.CHANCE_OF_GOAL, method, exact=exact)

    def _by_dice(self, state: Any) -> Mapping[Any, float] | None:
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
            found = self.dice.odds_of_actions(state, replace(question, problem=problem), self._progress)
        except (BadProblem, TooLarge):
            return None
        return found.values

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

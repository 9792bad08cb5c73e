"""An own mistake as an exercise: the controller, without a widget.

A choice that lost something: find an action that loses at most a third of what was lost then; any such is accepted.
An action that a rule refused: pick it among legal ones, and name the rule. Nothing tells the answer before the attempt.

>>> from rising_tutor.core.registry import load_game
>>> from rising_tutor.lessons.learner.facts import mistake_id
>>> game = load_game("fire")
>>> state = game.set_up({"teams": ["toph", "aang"], "at": {"1": ["tyro"]}, "shown": "blue W, green E"})
>>> text = game.dump(state).decode()
>>> mistake = Mistake(mistake_id(text, "stop"), "2026-11-21T18:04:05Z", "loss", text, "stop", "FNR-408", 0.5)
>>> exercise = BetterChoice(game, mistake)
>>> exercise.try_text("green E > tyro").outcome, exercise.done
('best', True)
>>> exercise.attempt("2026-11-21T18:09:00Z").item == f"mistake:{mistake.id}"
True
"""

from collections.abc import Callable
from contextlib import suppress
from random import Random
from typing import Any, Final, Literal

import msgspec
from msgspec.structs import replace

from rising_tutor.analysis.worth import exact_worth, win_worth
from rising_tutor.core.english import capital
from rising_tutor.core.game import AnyGame, Refusal
from rising_tutor.core.node import Decision
from rising_tutor.core.scenes import scene_game
from rising_tutor.core.values import Value
from rising_tutor.errors import BadPosition, BadProblem, UnreadableMove
from rising_tutor.lessons.judging.judge import Judge
from rising_tutor.lessons.learner.facts import RIGHT, Attempt, Mistake, Outcome
from rising_tutor.lessons.lesson import Step
from rising_tutor.lessons.run.answer_words import scope
from rising_tutor.lessons.spots.session import MOST_ANSWER, SpotAnswer
from rising_tutor.lessons.spots.spot import exercise_at
from rising_tutor.probability.dice_turn.answer import TIE, Progress
from rising_tutor.probability.ranked import RankedActions
from rising_tutor.probability.unit import Unit

ACCEPTED: Final = 1 / 3
"""An action is accepted that loses at most this part of what was lost then."""


class Try(Value, frozen=True):
    """The answer to a try.

    Attributes:
        outcome: "unjudged" for a legal action without an exact value; it is no attempt.
        text: the action in the notation.
        says: sentences: why it is refused, or what it is worth beside the best and beside the old choice.
        rules: what they are about, the refusing rule first.
        value, best, old: what it, the best action and the old choice are worth; None where that is not known.
    """

    outcome: Outcome | Literal["unjudged"]
    text: str
    says: tuple[str, ...]
    rules: tuple[str, ...]
    refusal: Refusal | None = None
    value: float | None = None
    best: float | None = None
    old: float | None = None

    @property
    def right(self) -> bool:
        return self.outcome in RIGHT


class BetterChoice:
    """A position in which a choice lost something, once more.

    Args:
        mistake: of kind "loss".
        step: the step of the lesson that it was made in, which says what counts; None for a game.
        word: an action in words, for what is said; the notation without it.

    Attributes:
        tried: the old choice.

    Raises:
        BadPosition: the position or the action is none of this game, with the cards in use.
    """

    def __init__(
        self,
        game: AnyGame,
        mistake: Mistake,
        step: Step | None = None,
        *,
        word: Callable[[Any], str] | None = None,
    ) -> None:
        self.game, self.mistake, self.step = game, mistake, step
        self.state, self.tried = position_of(game, mistake)
        if game.check(self.state, self.tried) is not None:
            raise BadPosition("tried", mistake.tried, "an action that the rules in use allow")
        self.reply: Try | None = None
        self.word = word or (lambda action: game.write(self.state, action))
        self._worth: RankedActions | None = None
        self._shown = False

    @property
    def by_win(self) -> bool:
        """Whether the chance to win counts; else the goals of the turn, or that of a lesson."""
        return self.mistake.unit is Unit.CHANCE_TO_WIN

    @property
    def where(self) -> str:
        place = self.game.where(self.state)
        seat = getattr(self.game.node(self.state), "seat", 0)
        return f"{capital(place)}. Player {seat + 1} chooses."

    @property
    def asks(self) -> str:
        """What is to be done. It names the old choice, how good an answer has to be and by what, not the answer."""
        if self.step is not None:
            measure = f"the goal of the lesson{scope(self.step)}"
        else:
            goals = "the goals of this turn" if self.mistake.unit is Unit.GOALS else f"the {self.mistake.unit.value}"
            measure = "the chance to win" if self.by_win else goals
        return (
            f"You chose: {self.word(self.tried)}. There was something clearly better. Find it: it may cost at most a "
            f"third of what that cost against the best, counted by {measure}."
        )

    @property
    def done(self) -> bool:
        return self.reply is not None and self.reply.right

    def worth(self, progress: Progress | None = None) -> RankedActions | None:
        """What the actions are worth; worked out once. It tells the answer. None: it has no exact values.

        Args:
            progress: called now and then; what it raises stops the work.
        """
        if self._worth is None:
            with suppress(BadProblem):
                if self.step is not None:
                    self._worth = self._of_step(progress)
                elif self.by_win:
                    self._worth = win_worth(self.game, self.state, progress)
                else:
                    self._worth = exact_worth(self.game, self.state, progress=progress)
        return self._worth

    def try_text(self, text: str, progress: Progress | None = None) -> Try:
        """Tries an action in the notation. Raises `UnreadableMove`."""
        return self.try_action(self.game.read(self.state, text), progress)

    def try_action(self, action: Any, progress: Progress | None = None) -> Try:
        """Tries an action. Each judged try is an attempt of its own."""
        self.reply = self._judged(action, progress)
        return self.reply

    def show(self, progress: Progress | None = None) -> tuple[str, ...]:
        """The best actions in the notation, for somebody who asks for the answer; none where nothing is counted."""
        worth = self.worth(progress)
        if worth is None:
            return ()
        self._shown = True
        return tuple(self.game.write(self.state, one) for one in worth.values if not worth.loss(one))

    def attempt(self, at: str) -> Attempt:
        """The last try as a fact; where the answer was asked for before, that counts and no try.

        Args:
            at: when, as in "2026-11-21T18:04:05Z".

        Raises:
            ValueError: nothing was judged, and the answer was not asked for.
        """
        item = f"mistake:{self.mistake.id}"
        if self._shown:
            return Attempt(at, item, (self.mistake.rule,), "shown")
        if self.reply is None or self.reply.outcome == "unjudged":
            raise ValueError("no try was judged")
        refused = self.reply.refusal.rule if self.reply.refusal is not None else ""
        rules = tuple(dict.fromkeys((self.mistake.rule, *((refused,) if refused else ()))))
        return Attempt(at, item, rules, self.reply.outcome, self.reply.text[:MOST_ANSWER], refused)

    def _judged(self, action: Any, progress: Progress | None) -> Try:
        text = self.game.write(self.state, action)
        refusal = self.game.check(self.state, action)
        if refusal is not None:
            return Try("illegal", text, (refusal.why,), (refusal.rule,), refusal)
        worth = self.worth(progress)
        if worth is None or self.tried not in worth.values:
            return Try("unjudged", text, ("What the actions here are worth cannot be counted exactly.",), ())
        said, then = self.word(action), self.word(self.tried)
        if action not in worth.values:
            row = worth.of(action)
            why = (row.why if row is not None else "") or "This action has no exact value."
            return Try("unjudged", text, (f"{said}: not judged. {why}",), ())
        lost, old = worth.loss(action), worth.loss(self.tried)
        if not old:
            return Try("unjudged", text, (f"{then}: loses nothing by the rules and cards in use.",), ())
        if not lost:
            outcome: Outcome = "best" if action == next(iter(worth.values)) else "equal"
        else:
            outcome = "good" if lost <= old * ACCEPTED + TIE else "wrong"
        loses = f"costs you {worth.unit.said(lost)}" if lost else "costs you nothing"
        compared = ", as it did then" if action == self.tried else f"; {then} costs {worth.unit.said(old)}"
        value, best = worth.values[action], next(iter(worth.values.values()))
        says = (
            f"{said} {loses}{compared}.",
            f"The best here is worth {worth.unit.said(best)}.",
            worth.method,
            *worth.assumes[:1],
        )
        return Try(outcome, text, says, (self.mistake.rule,), None, value, best, worth.values[self.tried])

    def _of_step(self, progress: Progress | None) -> RankedActions | None:
        scenes = scene_game(self.game)
        if scenes is None or self.step is None:
            return None
        judged = Judge(self.game, scenes, self.step, self.state).judged(self.state, 0, progress)
        if not judged.values:
            return None
        return replace(judged, method=f"The chance of the goal of the lesson{scope(self.step)}, {judged.method}.")


class RefusedChoice(SpotAnswer):
    """An action that a rule refused, once more: which is it, and which rule?

    The same mistake gives the same offers in the same order.

    Raises:
        BadPosition: the position is none of this game, or the action is allowed by the rules in use.
    """

    def __init__(self, game: AnyGame, mistake: Mistake) -> None:
        self.mistake = mistake
        state, tried = position_of(game, mistake)
        if game.check(state, tried) is None:
            raise BadPosition("tried", mistake.tried, "an action that the rules in use refuse")
        super().__init__(game, exercise_at(game, state, tried, Random(f"mistake:{mistake.id}")))

    def attempt(self, at: str, item: str = "") -> Attempt:
        """The answer as a fact. Raises `ValueError` before it is given."""
        return super().attempt(at, item or f"mistake:{self.mistake.id}")


def exercise_of(game: AnyGame, mistake: Mistake, step: Step | None = None) -> BetterChoice | RefusedChoice:
    """The exercise of a mistake, by its kind.

    Raises:
        BadPosition: it cannot be used with the rules and cards in use.
    """
    return RefusedChoice(game, mistake) if mistake.kind == "refused" else BetterChoice(game, mistake, step)


def position_of(game: AnyGame, mistake: Mistake) -> tuple[Any, Any]:
    """The position of a mistake, and the action.

    Raises:
        BadPosition: they are none of this game, with the cards in use.
    """
    try:
        state = game.load(mistake.state.encode())
        if isinstance(game.node(state), Decision):
            return state, game.read(state, mistake.tried)
    except UnreadableMove as fault:
        raise BadPosition("tried", mistake.tried, fault.expected) from fault
    except (BadPosition, msgspec.MsgspecError) as fault:
        raise BadPosition(
            "state", mistake.state[:60], f"a position of {game.info.title} with the cards in use ({fault})"
        ) from fault
    raise BadPosition("state", game.where(state), "a position in which somebody chooses")

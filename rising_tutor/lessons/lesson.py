"""What a lesson, a mission or a guided scenario is: data that a person writes, without code.

A lesson is a list of steps. Each step says something and may let the learner do one of four things:

    goal   play until a test on the position holds; any way that is good enough is accepted
    ask    say what will happen; the engine plays on and knows the answer
    spot   find the one action among several that is not allowed; the engine knows which
    (none) read, and watch what the tutor plays

Whether an action is legal, what it is worth and what happens is never written here: the engine of the game says so.
`lesson_file.py` reads such files, `run.py` plays them, `check.py` finds their faults.
"""

from typing import Any, Literal

import msgspec

from rising_tutor.core.ids import GameId, RuleId
from rising_tutor.core.scenes import SceneGame
from rising_tutor.core.values import Value

Plain = str | int | bool
LESSON, SCENARIO, MISSION = KINDS = "lesson", "scenario", "mission"
NO_END = ""
"""What `Step.until` says where a step does not even end with its turn."""


class StateTest(Value, frozen=True):
    """One test on a position. Exactly one of the comparisons is given, or `refused`, or `any`.

    Attributes:
        fact: a name as in `SceneGame.fact`.
        equals, differs, at_least, at_most, holds: the comparison; `holds` is for rows and lists.
        refused: an attempt of the learner was refused by this rule.
        any: one of these tests is enough.
    """

    fact: str = ""
    equals: Plain | None = msgspec.field(default=None, name="is")
    differs: Plain | None = msgspec.field(default=None, name="not")
    at_least: int | None = None
    at_most: int | None = None
    holds: str | None = msgspec.field(default=None, name="has")
    refused: RuleId = RuleId("")
    any: "tuple[StateTest, ...]" = ()


class Hints(Value, frozen=True):
    """Three levels of help. The first shows a rule, the third the best action, which is worked out and never written.

    Attributes:
        rule: the rule that decides; the first rule of the step if empty.
        goal: a sentence about what to aim at, without the answer.
        move: a sentence beside the best action, such as why; may be empty.
    """

    rule: RuleId = RuleId("")
    goal: str = ""
    move: str = ""


class Wrong(Value, frozen=True):
    """What a common wrong try is told.

    Attributes:
        move: the try in the notation; `*` stands for anything. Or
        holds: tests on the position after it.
    """

    say: str
    move: str = ""
    holds: tuple[StateTest, ...] = ()


class Choice(Value, frozen=True):
    """An answer that a question offers. It is right if its tests hold after the moves of the question."""

    say: str
    holds: tuple[StateTest, ...]


class Ask(Value, frozen=True):
    """A question about what will happen.

    Attributes:
        moves: what is played after the answer, in the notation; chance comes from the step.
        choices: two to five answers, exactly one of them right.
    """

    question: str
    choices: tuple[Choice, ...]
    moves: tuple[str, ...] = ()


class Step(Value, frozen=True):
    """One step of a lesson.

    Attributes:
        say: at most three short sentences.
        rules: the rules that this step is about, the first one first of all.
        show: cards and places that are marked: ids of cards, "location 2", "ruin", "balance", "figure".
        position: a new position, as in `SceneGame.set_up`; without it the step goes on from where the last one ended.
        moves: what the tutor plays before the learner may do anything, shown as events.
        chance: outcomes in the notation that come next, in this order, as long as they are possible.
        seed: fixes all other chance of the step.
        do: what to do, in one sentence; with `goal`.
        goal: tests that must all hold.
        lost: tests of which none may hold.
        aim: what dice must complete for the goal, as ids of `odds_targets`: the chance of that is an action's value.
        aim_least: so many of `aim` are enough, 0 for all of them.
        limit: the most actions in which the step asks for the goal, 0 for no limit; the game may allow more.
        until: from this step of the turn on it is too late, and when the turn is over; "" for no such end, None for
            what is usual in the game (`SceneGame.last_phase`).
        reply: how an opponent answers: the name of a policy, or moves in the notation, of which the first legal one is
            played. Without it the learner makes the moves of all seats, and the least for the learner is counted.
        loss: how much of the chance of the goal an accepted action may lose, from 0; 1 accepts every legal action.
        right: what is said when it is solved as it asks for: what that means in the game.
        wrong: what expected tries are told that are not accepted, and wrong answers.
        ask, spot: the other two kinds; `spot` lists actions in the notation.
    """

    say: str
    rules: tuple[RuleId, ...] = ()
    show: tuple[str, ...] = ()
    position: dict[str, Any] | None = None
    moves: tuple[str, ...] = ()
    chance: tuple[str, ...] = ()
    seed: str = "1"
    do: str = ""
    goal: tuple[StateTest, ...] = ()
    lost: tuple[StateTest, ...] = ()
    aim: tuple[str, ...] = ()
    aim_least: int = 0
    limit: int = 0
    until: str | None = None
    reply: str | tuple[str, ...] = ""
    loss: float = 0.0
    hints: Hints = Hints()
    right: str = ""
    wrong: tuple[Wrong, ...] = ()
    ask: Ask | None = None
    spot: tuple[str, ...] = ()

    def ends_at(self, game: SceneGame) -> str:
        """The step of the turn from which on it is too late; "" where there is none."""
        return game.last_phase() if self.until is None else self.until

    @property
    def kind(self) -> Literal["goal", "ask", "spot", "read"]:
        if self.goal:
            return "goal"
        if self.ask is not None:
            return "ask"
        return "spot" if self.spot else "read"


class Lesson(Value, frozen=True):
    """A lesson; a scenario, which is a lesson of one step to be solved without being told how; or a mission.

    The missions of a game are one small game told in parts, for somebody who has never seen it: each begins where the
    one before ended.

    Attributes:
        chapter: the part of the course that it belongs to.
        order: its place in the course, from 1; scenarios have an order of their own.
        can: what the learner can do afterwards, in one sentence; for a scenario, its goal.
        minutes: how long it takes, about.
        teaches: rules that appear here for the first time: in the lessons of a course, or in its missions. Each of the
            two can be taken without the other.
        assumes: rules that were taught before and are used.
        position: where the first step begins, and every step with `position = {}`.
        wrong: what tries are told in any step that has no words of its own for them.
        won: of a mission, what is won by it: said on the page at its end.
        since: of a mission, what happened since the one before, in one sentence; "" where it begins in the very
            position in which that one ended.
    """

    id: str
    game: GameId
    kind: Literal["lesson", "scenario", "mission"]
    order: int
    title: str
    can: str
    step: tuple[Step, ...]
    chapter: str = ""
    minutes: int = 3
    teaches: tuple[RuleId, ...] = ()
    assumes: tuple[RuleId, ...] = ()
    position: dict[str, Any] = msgspec.field(default_factory=dict)
    wrong: tuple[Wrong, ...] = ()
    won: str = ""
    since: str = ""

    def position_of(self, at: int) -> dict[str, Any] | None:
        """The words of the position in which a step begins: those of the lesson with those of the step laid over them.

        None if the step goes on from where the last one ended.
        """
        own = self.step[at].position
        if own is None and at > 0:
            return None
        return {**self.position, **(own or {})}

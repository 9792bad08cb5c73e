"""What a lesson answers: the reply to a try, and what help costs.

`LessonRun` makes them; pages and the terminal show them.
"""

from typing import Literal

from rising_tutor.core.game import Refusal
from rising_tutor.core.ids import RuleId
from rising_tutor.core.values import Value

Outcome = Literal["best", "equal", "good", "aside", "wrong", "illegal", "unjudged"]
RIGHT = ("best", "equal", "good", "unjudged")
BETWEEN = "--"
"""Stands between the moves of two steps in a record."""
PRICES = {"rule": 0, "goal": 1, "move": 2}
"""Stars that a level of help costs."""
STARS = 3


class Reply(Value, frozen=True):
    """The answer to a try.

    Attributes:
        outcome: "unjudged" for a legal action whose value nobody counted; "aside" for one after which the goal is out
            of reach only by what the step asks for, such as its limit of actions, or perhaps only by that.
        text: the try in the notation, or the answer that was picked.
        value, best: the chance of the goal after it, and after the best action, 0 to 1, by what the step asks for;
            None where not counted.
        exact: whether these chances are exact; else they are estimates over what the seat could see.
        ruled_out: whether it is proven that the game does not allow the goal after it, before the end of the step.
        says: what the author says to this try: to one that is not accepted, or to one that solves the step.
        means: what the try does at the table, for a legal one; "" where nothing is to be said, and for an answer that
            is no action.
        rules: what it is about, the refusing rule first.
    """

    outcome: Outcome
    text: str
    made: bool
    refusal: Refusal | None = None
    value: float | None = None
    best: float | None = None
    exact: bool = True
    ruled_out: bool = False
    says: str = ""
    means: str = ""
    rules: tuple[RuleId, ...] = ()

    @property
    def right(self) -> bool:
        return self.outcome in RIGHT

    @property
    def loss(self) -> float | None:
        return None if self.value is None or self.best is None else max(0.0, self.best - self.value)

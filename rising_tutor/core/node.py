"""The three answers to "what happens next": somebody chooses, chance decides, or it is over."""

from typing import Generic, TypeAlias, TypeVar

from rising_tutor.core.chance import Distribution
from rising_tutor.core.ids import RuleId, Seat
from rising_tutor.core.values import Value

A = TypeVar("A")
O = TypeVar("O")


class Decision(Value, Generic[A], frozen=True):
    """A seat has to choose one of these actions: never empty, always in the same order."""

    seat: Seat
    actions: tuple[A, ...]


class Chance(Generic[O]):
    """Chance decides among outcomes with integer weights."""

    __match_args__ = ("outcomes",)

    def __init__(self, outcomes: Distribution[O]) -> None:
        self.outcomes = outcomes

    def __repr__(self) -> str:
        return f"Chance({self.outcomes!r})"


class Terminal(Value, frozen=True):
    """The game is over.

    Attributes:
        payoffs: one for each seat: 1 win, 0 draw or unfinished, -1 loss.
        reason: the rule by which it ended.
        stopped: whether an option ended it before somebody had won: it is unfinished, and no draw.
    """

    payoffs: tuple[int, ...]
    reason: RuleId
    stopped: bool = False


Node: TypeAlias = Decision[A] | Chance[O] | Terminal

"""What happened, in order, each with the rule that caused it."""

from rising_tutor.core.ids import RuleId, Seat
from rising_tutor.core.values import Value


class Event(Value, frozen=True, kw_only=True):
    """Something that happened, in the past tense: `DiePlaced`, `DamageTaken`.

    Attributes:
        rule: the rule that caused it.
        step: the phase of the catalogue in which it happened, such as "turn.2c.attack".
        seats: the seats that may see it; None for everybody.
    """

    rule: RuleId
    step: str
    seats: tuple[Seat, ...] | None = None

"""What a number counts, with the words for it: a measure is never a bare number, a flag or a text of its own.

A file keeps the unit by its value, such as `chance to win`.

>>> Unit("chance to win").said(0.25), Unit.GOALS.said(Fraction(1, 8)), Unit.STANDING.said(3)
('25.0 %', '0.125 goals', '3.0')
>>> Unit.CHANCE_TO_WIN.lost(0.123), Unit.GOALS.lost(1)
('12.3 points of the chance to win', '1 goal of its turn')
"""

from enum import Enum
from fractions import Fraction

from rising_tutor.core.english import either
from rising_tutor.probability.percents import number, percent, size


class Unit(Enum):
    """What 1 is.

    Attributes:
        CHANCE_TO_WIN: a game that is won, for the seat concerned.
        CHANCE_OF_GOAL: the one goal that is asked for, reached.
        GOALS: a goal completed in this turn; a mean, and so any number from 0.
        STANDING: whatever a policy counts when it judges a table; its `judges_by` says it.
    """

    CHANCE_TO_WIN = "chance to win"
    CHANCE_OF_GOAL = "chance of the goal"
    GOALS = "goals of the turn"
    STANDING = "standing"

    @property
    def is_chance(self) -> bool:
        """Whether it goes from 0 to 1 and reads as a percentage."""
        return self in (Unit.CHANCE_TO_WIN, Unit.CHANCE_OF_GOAL)

    @property
    def head(self) -> str:
        """What stands above a column of it."""
        return {Unit.CHANCE_TO_WIN: "Win chance", Unit.CHANCE_OF_GOAL: "Chance", Unit.GOALS: "Goals"}.get(
            self, "Standing"
        )

    def said(self, value: float | Fraction) -> str:
        """A value in words, without its sign.

        >>> Unit.GOALS.said(-1), Unit.GOALS.said(1e-6)
        ('1 goal', 'less than 0.001 goals')
        """
        if self.is_chance:
            return percent(-value if value < 0 else value)
        if self is Unit.STANDING:
            return f"{abs(float(value)):.1f}"
        said = number(abs(float(value))).replace("< ", "less than ").replace("> ", "more than ")
        return f"{said} goal{'' if said == '1' else 's'}"

    def lost(self, loss: float | Fraction) -> str:
        """A loss in words, with what it is a loss of."""
        match self:
            case Unit.CHANCE_TO_WIN:
                return f"{size(loss, points=True)} points of the {self.value}"
            case Unit.CHANCE_OF_GOAL:
                return f"{size(loss, points=True)} points of the {self.value}"
            case Unit.GOALS:
                return f"{self.said(loss)} of its turn"
            case Unit.STANDING:
                return self.said(loss)


def one_of_units() -> str:
    """Every unit, for a message that says what was expected.

    >>> one_of_units()
    'chance to win, chance of the goal, goals of the turn or standing'
    """
    return either(unit.value for unit in Unit)

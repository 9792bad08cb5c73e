"""Where a game stands: a turn, and the parts of it, so that nobody has to read them off a sentence.

>>> here = Place(turn=7, name="turn 7", within=("step 3", "roll 2"))
>>> str(here), here.name, here.last
('turn 7, step 3, roll 2', 'turn 7', 'roll 2')
>>> str(Place(turn=0, name="setup")), Place(turn=0, name="setup").last
('setup', 'setup')
"""

from rising_tutor.core.ids import Seat
from rising_tutor.core.values import Value


class Place(Value, frozen=True):
    """A place in a game; as text its parts stand between commas, the largest first.

    Attributes:
        turn: its number from 1; 0 before the first.
        name: what the turn is called: "turn 7", "setup".
        within: the parts of the turn in words, the largest first: ("step 3", "roll 2"). No part has a comma.
        phase: the phase of the catalogue, such as "turn.3.roll"; empty where it has none.
        seat: whose turn it is; None where it is nobody's.
    """

    turn: int
    name: str
    within: tuple[str, ...] = ()
    phase: str = ""
    seat: Seat | None = None

    def __str__(self) -> str:
        return ", ".join(self.parts)

    @property
    def parts(self) -> tuple[str, ...]:
        return (self.name, *self.within)

    @property
    def last(self) -> str:
        return self.parts[-1]

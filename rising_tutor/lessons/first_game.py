"""The first whole game after the missions, as data of the title: who plays, with which options, and how hard that is.

How hard it is was measured with a stand-in for a newcomer, since no newcomers were at hand: a policy that errs, such as
`greedy~3`, which plays as `greedy` does and makes one choice in three at random. That share is an assumption.
"""

import msgspec

from rising_tutor.core.ids import Seat
from rising_tutor.core.values import Value


class Wins(Value, frozen=True):
    """How often the stand-in won: what was counted, and with what to count it again."""

    games: int
    won: int
    policies: tuple[str, ...]
    seed: str = "1"

    @property
    def errs(self) -> int:
        """The stand-in makes one choice in so many at random."""
        return int(self.policies[0].partition("~")[2])


class FirstGame(Value, frozen=True):
    """A game set so that a newcomer wins about two in three.

    Attributes:
        measured: how often the stand-in won it.
        teams: in seating order, the learner's first; none in a game without Teams.
        seats: people and programs at the table.
        programs: the policy of each seat that no person plays, by its number from 1.
        options: of the game.
        help, warn: how much the coach says, and before which losses it warns.
    """

    measured: Wins
    teams: tuple[str, ...] = ()
    seats: int = 1
    programs: dict[str, str] = msgspec.field(default_factory=dict)
    options: dict[str, str] = msgspec.field(default_factory=dict)
    help: str = "goal"
    warn: str = "large"

    @property
    def at_seats(self) -> dict[Seat, str]:
        """The programs by seat."""
        return {Seat(int(number) - 1): policy for number, policy in self.programs.items()}

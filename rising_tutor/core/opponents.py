"""Programs that a person can choose to play against, from the weakest on, with their strength as it was measured.

Each is measured against the one before it, the first against play at random, in pairs of games with the same deal and
the seats swapped (`rising-tutor match`). Which policy it is, as `core.drive.policy_named` reads it, is all that a table
needs to know.

>>> one = Opponent(
...     "greedy~2", "Beginner", "errs often", "random", "play at random", 200, "level", 0.91, (0.872, 0.948)
... )
>>> one.strength
'wins 91.0 % of games against play at random (95 % interval 87.2 to 94.8 %, 200 games)'
"""

from collections.abc import Iterable
from typing import Protocol, cast, runtime_checkable

from rising_tutor.core.game import AnyGame
from rising_tutor.core.toml import read_toml
from rising_tutor.core.values import Value


class Opponent(Value, frozen=True):
    """A program to play against.

    Attributes:
        policy: its name, with its errors: "greedy~2".
        name: what people call it.
        does: how it plays, in a few words.
        against: the policy against which it was measured.
        rival: what people call that one.
        games, seed: of that match.
        share: of the points of the match, from 0 to 1.
        interval: of the share, 95 %.
    """

    policy: str
    name: str
    does: str
    against: str
    rival: str
    games: int
    seed: str
    share: float
    interval: tuple[float, float]

    @property
    def strength(self) -> str:
        """How strong it is, in words."""
        low, high = (100 * end for end in self.interval)
        return (
            f"wins {100 * self.share:.1f} % of games against {self.rival} "
            f"(95 % interval {low:.1f} to {high:.1f} %, {self.games} games)"
        )


@runtime_checkable
class OpponentsGame(Protocol):
    """A game with programs whose strength was measured."""

    def opponents(self) -> tuple[Opponent, ...]:
        """From the weakest on."""


class _File(Value, frozen=True):
    opponent: tuple[Opponent, ...]


def read_opponents(data: bytes, file: str) -> tuple[Opponent, ...]:
    """The opponents of a data file. Raises `BadContent`: it cannot be used."""
    return read_toml(data, _File, file).opponent


def opponents_of(game: AnyGame) -> tuple[Opponent, ...]:
    """The programs of a game whose strength was measured, from the weakest on; none where nobody measured."""
    return cast("OpponentsGame", game).opponents() if isinstance(game, OpponentsGame) else ()


def opponent_named(opponents: Iterable[Opponent], policy: str) -> Opponent | None:
    """The opponent that a policy is; None where it is none of them."""
    return next((one for one in opponents if one.policy == policy), None)

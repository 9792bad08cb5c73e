"""What a game offers so that its evaluator can be fitted again and checked: self-play, a fit, an opinion, playouts.

An evaluator says the chance to win of positions between two turns; a value function (`rising_tutor.core.valuation`)
uses it where a turn ends. Whoever fits or checks one needs nothing of the game but this: `rising-tutor evaluator` is
made of it.

>>> from rising_tutor.core.registry import load_game
>>> evaluated_game(load_game("fire")) is not None
True
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Protocol, cast, runtime_checkable

from rising_tutor.core.band import Band
from rising_tutor.core.game import AnyGame
from rising_tutor.core.values import Value


class Sampled(Value, frozen=True):
    """A position of a game of self-play.

    Attributes:
        turn: its number.
        phase: of the game, in words.
        counted: what the evaluator counts there; only the game itself reads it.
        position: the whole position, to be played on; empty where nobody asked for it.
    """

    turn: int
    phase: str
    counted: bytes
    position: bytes = b""


class SampledGame(Value, frozen=True):
    """A game of self-play with its result; its positions belong together.

    Attributes:
        number: in its batch.
        players: how many play, in words.
        won: by all seats, or by seat 1.
    """

    number: int
    players: str
    won: bool
    positions: tuple[Sampled, ...]


class Source(Value, frozen=True):
    """What the weights of an evaluator come from.

    Attributes:
        command: that fits them again, to the byte.
        games: that were played for them; positions of a game that was given up are not used.
        positions: that were kept.
        seed: of the batch.
        policy: who played.
        rules_version, content: of the game that was played.
    """

    command: str
    games: int
    positions: int
    seed: str
    policy: str
    rules_version: str
    content: str


class Evaluation(Protocol):
    """The evaluator of a game, to be fitted and checked. All methods but `read` are pure."""

    @property
    def source(self) -> Source:
        """Of the evaluator in use. Raises `BadContent` if its file cannot be used."""

    @property
    def file(self) -> Path:
        """Where the data file of the title lies."""

    def describe(self) -> tuple[tuple[str, str, tuple[float | None, ...]], ...]:
        """What it counts: name, in words, and its weight in each phase, None for none."""

    def phases(self) -> tuple[str, ...]:
        """The phases, in the words of `Sampled.phase`."""

    def how_sampled(self) -> str:
        """How the games of `sample` are set up and played, in sentences."""

    def sample(self, seed: str, number: int, *, positions: bool = False) -> SampledGame | None:
        """Plays one game, told by its seed and number; None if it did not end.

        Args:
            positions: keep whole positions.
        """

    def fit(self, games: Sequence[SampledGame], *, command: str, n_games: int, seed: str) -> str:
        """The data file of an evaluator fitted on these games."""

    def with_bands(self, bands: tuple[Band, ...]) -> str:
        """The data file of the evaluator in use with these bands in place of its own."""

    def using(self, data: bytes) -> "Evaluation":
        """The same with the evaluator of this data file. Raises `BadContent`."""

    def says(self, sampled: Sampled) -> float:
        """The chance to win."""

    def play_on(self, position: bytes, seed: str) -> bool | None:
        """Plays a position on with the policy of the evaluator: whether it was won, None if it did not end."""


@runtime_checkable
class EvaluatedGame(Protocol):
    """A game with an evaluator."""

    def evaluation(self) -> Evaluation: ...


def evaluated_game(game: AnyGame) -> EvaluatedGame | None:
    """The game as one with an evaluator; None if it has none."""
    return cast("EvaluatedGame", game) if isinstance(game, EvaluatedGame) else None

"""The evaluator behind the door of `rising_tutor.core.evaluated`: self-play with decks, fitting, checking.

A game has a number, and everything in it (decks, chance, the disturbed beginning) follows from the seed and that
number.
"""

from abc import ABC, abstractmethod
from array import array
from collections.abc import Callable, Sequence
from functools import cached_property
from pathlib import Path
from random import Random
from typing import Any, ClassVar, Final, Self

from msgspec.structs import replace

from rising_tutor.core.band import Band
from rising_tutor.core.chance_streams import ChanceStreams
from rising_tutor.core.drive import policy_rng
from rising_tutor.core.evaluated import Sampled, SampledGame, Source
from rising_tutor.core.node import Chance, Decision, Terminal
from rising_tutor.decks.valuing.model import FORMAT, Counted, Form, Model
from rising_tutor.probability.log_odds import chance

POLICY: Final = "greedy"
RIDGE: Final = 20.0
DIGITS: Final = 4
LIMIT: Final = 5_000
"""Decisions after which a game is given up; its positions are not used."""
MOST_DISTURBED: Final = 12
MOST_RANDOM: Final = 0.6


class DeckEvaluation(ABC):
    """The evaluator of a game.

    Args:
        game: the game; it has `after` and a policy `POLICY`.
        model: another than that of its data file.
    """

    form: ClassVar[Form]

    def __init__(self, game: Any, model: Model | None = None) -> None:
        self.game = game
        self._given = model

    # What a game says ------------------------------------------------------------------------------------------------

    @abstractmethod
    def decks_of(self, rng: Random) -> tuple[str, str]:
        """Two decks for a game of self-play."""

    @abstractmethod
    def count(self, state: Any) -> Counted | None:
        """What is counted of a position; None where the evaluator does not judge it as it stands."""

    @abstractmethod
    def how_decks(self) -> str:
        """Which decks `decks_of` gives, in a sentence."""

    # The evaluator ---------------------------------------------------------------------------------------------------

    @cached_property
    def model(self) -> Model:
        """Weights and where they come from. Raises `BadContent`."""
        return self._given or self.form.load(self.game.info.rules_version, self.game.info.older_rules)

    def weights(self, phase: int) -> dict[str, float]:
        """The weights of a phase, by feature."""
        return self.model.weights[self.form.sections[phase]]

    @cached_property
    def _weights(self) -> tuple[tuple[float, ...], ...]:
        return tuple(
            tuple(self.weights(phase)[name] for name in self.form.names(phase))
            for phase in range(len(self.form.sections))
        )

    @property
    def source(self) -> Source:
        return self.model.provenance

    @property
    def file(self) -> Path:
        return self.form.file

    def describe(self) -> tuple[tuple[str, str, tuple[float | None, ...]], ...]:
        return tuple(
            (
                one.name,
                one.says,
                tuple(
                    self.weights(phase)[one.name] if phase == one.phase else None
                    for phase in range(len(self.form.sections))
                ),
            )
            for one in self.form.features
        )

    def phases(self) -> tuple[str, ...]:
        return self.form.phases

    def how_sampled(self) -> str:
        return (
            f"{self.how_decks()} "
            f"In four of five games the first turns, up to {MOST_DISTURBED}, have a share of random actions, "
            "so that poor positions come up too; positions count from the first turn after that, and those of the "
            "set-up. The players of a group are a pairing of decks, that of seat 1 first."
        )

    def sample(self, seed: str, number: int, *, positions: bool = False) -> SampledGame | None:
        rng = Random(f"setting:{seed}:{number}")
        names = self.decks_of(rng)
        disturbed = rng.randint(1, MOST_DISTURBED) if rng.random() < 0.8 else 0
        share = rng.uniform(0.0, MOST_RANDOM) if disturbed else 0.0
        kept: list[Sampled] = []

        def at(state: Any) -> bool:
            random = state.turn <= disturbed and rng.random() < share
            counted = self.count(state)
            if counted is not None and (not counted.phase or state.turn > disturbed):
                whole = self.game.dump(state) if positions else b""
                kept.append(Sampled(state.turn, self.form.phases[counted.phase], counted.as_bytes(), whole))
            return random

        start = self.game.start(2, dict(zip(("deck-1", "deck-2"), names, strict=True)))
        last = self._played(start, f"{seed}:{number}", disturb=at, rng=rng)
        if not last.reason or last.winner < 0:
            return None
        return SampledGame(number, f"{names[0]} against {names[1]}", last.winner == 0, tuple(kept))

    def fit(self, games: Sequence[SampledGame], *, command: str, n_games: int, seed: str) -> str:
        fitted = {section: self._fitted(games, phase) for phase, section in enumerate(self.form.sections)}
        n_positions = sum(len(game.positions) for game in games)
        info = self.game.info
        source = Source(command, n_games, n_positions, seed, POLICY, info.rules_version, info.content)
        return self.form.write(Model(FORMAT, source, fitted))

    def _fitted(self, games: Sequence[SampledGame], phase: int) -> dict[str, float]:
        # Loaded where it is needed: a game that is only played pays nothing for the arrays behind it.
        import numpy as np  # noqa: PLC0415

        from rising_tutor.probability.logistic import fit_logistic  # noqa: PLC0415

        here, word = self.form.of_phase(phase), self.form.phases[phase]
        used = [(one.counted, game.won) for game in games for one in game.positions if one.phase == word]
        if not used:
            return {one.name: 0.0 for one in here}
        table = np.frombuffer(b"".join(counted for counted, _ in used)).reshape(len(used), len(here) + 1)
        # The side that is counted wins where seat 1 does and it is seat 1's, or where neither is so.
        won = np.array([float(won) for _, won in used])
        won = np.where(table[:, 0] > 0, won, 1 - won)
        weights = fit_logistic(table[:, 1:], won, [one.sign for one in here], RIDGE)
        # + 0.0 makes a zero of a negative one.
        return {one.name: round(float(w), DIGITS) + 0.0 for one, w in zip(here, weights, strict=True)}

    def with_bands(self, bands: tuple[Band, ...]) -> str:
        return self.form.write(replace(self.model, band=bands))

    def using(self, data: bytes) -> Self:
        info = self.game.info
        return type(self)(self.game, self.form.read(data, info.rules_version, info.older_rules))

    def says(self, sampled: Sampled) -> float:
        side, *numbers = array("d", sampled.counted)
        return chance(side * self.score(self.form.phases.index(sampled.phase), numbers))

    def win(self, counted: Counted) -> float:
        """The chance of seat 1 to win."""
        return chance(counted.side * self.score(counted.phase, counted.numbers))

    def score(self, phase: int, numbers: Sequence[float]) -> float:
        """The log-odds of the side that is counted."""
        return sum(weight * number for weight, number in zip(self._weights[phase], numbers, strict=True))

    def play_on(self, position: bytes, seed: str) -> bool | None:
        last = self._played(self.game.load(position), seed)
        return last.winner == 0 if last.reason and last.winner >= 0 else None

    def _played(
        self,
        state: Any,
        seed: str,
        *,
        disturb: Callable[[Any], bool] | None = None,
        rng: Random | None = None,
    ) -> Any:
        """The last position: the end of the game, or where it was given up.

        Args:
            state: where to begin.
            seed: of chance and policy.
            disturb: called at each position; True for a random action.
            rng: draws the random actions.
        """
        game = self.game
        choose: Any = game.policies()[POLICY]
        own, streams = policy_rng(seed, POLICY), ChanceStreams(game, seed)
        chances = decisions = 0
        while decisions < LIMIT:
            random = disturb is not None and disturb(state)
            match game.node(state):
                case Terminal():
                    return state
                case Chance(outcomes):
                    move: Any = streams.draw(state, outcomes, chances)
                    chances += 1
                case Decision() as decision:
                    decisions += 1
                    if random and rng is not None:
                        move = decision.actions[int(rng.random() * len(decision.actions))]
                    else:
                        move = choose(decision, lambda now=state, seat=decision.seat: game.view(now, seat), own)
            state = game.after(state, move)
        return state

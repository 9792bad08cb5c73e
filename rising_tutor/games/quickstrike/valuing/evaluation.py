"""The evaluator behind the door of `rising_tutor.core.evaluated`: self-play, fitting, checking.

A game has a number, and everything in it (decks, chance, the disturbed beginning) follows from the seed and that
number.
"""

from array import array
from collections.abc import Callable, Sequence
from functools import cached_property
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, Final, cast

from msgspec.structs import replace

from rising_tutor.core.band import Band
from rising_tutor.core.chance_streams import ChanceStreams
from rising_tutor.core.drive import policy_rng
from rising_tutor.core.evaluated import Sampled, SampledGame, Source
from rising_tutor.core.node import Chance, Decision, Terminal
from rising_tutor.games.quickstrike import state as st
from rising_tutor.games.quickstrike import tasks
from rising_tutor.games.quickstrike.decks import preconstructed
from rising_tutor.games.quickstrike.run import Run
from rising_tutor.games.quickstrike.valuing.features import DEFENCE, FEATURES, PHASES, SET_UP, count
from rising_tutor.games.quickstrike.valuing.model import FORMAT, Model, load_model, model_file, read_model, write_model
from rising_tutor.probability.log_odds import chance

if TYPE_CHECKING:
    from rising_tutor.core.game import AnyGame
    from rising_tutor.games.quickstrike.game import AvatarGame

POLICY: Final = "greedy"
RIDGE: Final = 20.0
DIGITS: Final = 4
LIMIT: Final = 5_000
"""Decisions after which a game is given up; its positions are not used."""
MOST_DISTURBED: Final = 12
MOST_RANDOM: Final = 0.6


class AvatarEvaluation:
    """The evaluator of the game.

    Args:
        game: the game.
        model: another than that of its data file.
    """

    def __init__(self, game: "AvatarGame", model: Model | None = None) -> None:
        self.game = game
        self._given = model

    @cached_property
    def model(self) -> Model:
        """Weights and where they come from. Raises `BadContent`."""
        return self._given or load_model(self.game.info.rules_version)

    @cached_property
    def _weights(self) -> tuple[tuple[float, ...], ...]:
        return tuple(
            tuple(self.model.weights(phase)[one.name] for one in FEATURES if one.phase == phase)
            for phase in (SET_UP, DEFENCE)
        )

    @property
    def source(self) -> Source:
        return self.model.provenance

    @property
    def file(self) -> Path:
        return model_file()

    def describe(self) -> tuple[tuple[str, str, tuple[float | None, ...]], ...]:
        return tuple(
            (
                one.name,
                one.says,
                tuple(
                    self.model.weights(phase)[one.name] if phase == one.phase else None for phase in (SET_UP, DEFENCE)
                ),
            )
            for one in FEATURES
        )

    def phases(self) -> tuple[str, ...]:
        return PHASES

    def how_sampled(self) -> str:
        return (
            "Each game has two decks that come with the game, of one kind (formal, casual), mirror pairs among them. "
            f"In four of five games the first turns, up to {MOST_DISTURBED}, have a share of random actions, "
            "so that poor positions come up too; positions count from the first turn after that, and those of the "
            "set-up. The players of a group are a pairing of decks, that of seat 1 first."
        )

    def sample(self, seed: str, number: int, *, positions: bool = False) -> SampledGame | None:
        rng = Random(f"setting:{seed}:{number}")
        names = decks_of(rng)
        disturbed = rng.randint(1, MOST_DISTURBED) if rng.random() < 0.8 else 0
        share = rng.uniform(0.0, MOST_RANDOM) if disturbed else 0.0
        kept: list[Sampled] = []

        def at(state: st.State) -> bool:
            random = state.turn <= disturbed and rng.random() < share
            if is_judged(state) and (not state.round or state.turn > disturbed):
                counted = count(Run(state, self.game.book))  # type: ignore[arg-type]  # it only reads
                whole = st.dump(state) if positions else b""
                kept.append(Sampled(state.turn, PHASES[counted.phase], counted.as_bytes(), whole))
            return random

        start = self.game.start(2, dict(zip(("deck-1", "deck-2"), names, strict=True)))
        last = self._played(start, f"{seed}:{number}", disturb=at, rng=rng)
        if not last.reason or last.winner < 0:
            return None
        return SampledGame(number, f"{names[0]} against {names[1]}", last.winner == 0, tuple(kept))

    def fit(self, games: Sequence[SampledGame], *, command: str, n_games: int, seed: str) -> str:
        set_up, defence = (self._fitted(games, phase) for phase in (SET_UP, DEFENCE))
        n_positions = sum(len(game.positions) for game in games)
        info = self.game.info
        source = Source(command, n_games, n_positions, seed, POLICY, info.rules_version, info.content)
        return write_model(Model(FORMAT, source, set_up, defence))

    def _fitted(self, games: Sequence[SampledGame], phase: int) -> dict[str, float]:
        # Loaded where it is needed: a game that is only played pays nothing for the arrays behind it.
        import numpy as np  # noqa: PLC0415

        from rising_tutor.probability.logistic import fit_logistic  # noqa: PLC0415

        here = [one for one in FEATURES if one.phase == phase]
        used = [(one.counted, game.won) for game in games for one in game.positions if one.phase == PHASES[phase]]
        if not used:
            return {one.name: 0.0 for one in here}
        table = np.frombuffer(b"".join(counted for counted, _ in used)).reshape(len(used), len(here) + 1)
        # Whoever defends wins where seat 1 does and defends, or where neither is so.
        won = np.array([float(won) for _, won in used])
        won = np.where(table[:, 0] > 0, won, 1 - won)
        weights = fit_logistic(table[:, 1:], won, [one.sign for one in here], RIDGE)
        # + 0.0 makes a zero of a negative one.
        return {one.name: round(float(w), DIGITS) + 0.0 for one, w in zip(here, weights, strict=True)}

    def with_bands(self, bands: tuple[Band, ...]) -> str:
        return write_model(replace(self.model, band=bands))

    def using(self, data: bytes) -> "AvatarEvaluation":
        return AvatarEvaluation(self.game, read_model(data, self.game.info.rules_version))

    def says(self, sampled: Sampled) -> float:
        side, *numbers = array("d", sampled.counted)
        return chance(side * self.score(PHASES.index(sampled.phase), numbers))

    def score(self, phase: int, numbers: Sequence[float]) -> float:
        """The log-odds of whoever defends, in the set-up of seat 1."""
        return sum(weight * number for weight, number in zip(self._weights[phase], numbers, strict=True))

    def play_on(self, position: bytes, seed: str) -> bool | None:
        last = self._played(st.load(position), seed)
        return last.winner == 0 if last.reason and last.winner >= 0 else None

    def _played(
        self,
        state: st.State,
        seed: str,
        *,
        disturb: Callable[[st.State], bool] | None = None,
        rng: Random | None = None,
    ) -> st.State:
        """The last position: the end of the game, or where it was given up.

        Args:
            state: where to begin.
            seed: of chance and policy.
            disturb: called at each position; True for a random action.
            rng: draws the random actions.
        """
        game = self.game
        choose: Any = game.policies()[POLICY]
        own, streams = policy_rng(seed, POLICY), ChanceStreams(cast("AnyGame", game), seed)
        chances = decisions = 0
        while decisions < LIMIT:
            random = disturb is not None and disturb(state)
            match game.node(state):
                case Terminal():
                    return state
                case Chance(outcomes):
                    move: Any = streams.draw(state, cast("Any", outcomes), chances)
                    chances += 1
                case Decision() as decision:
                    decisions += 1
                    if random and rng is not None:
                        move = decision.actions[int(rng.random() * len(decision.actions))]
                    else:
                        move = choose(decision, lambda now=state, seat=decision.seat: game.view(now, seat), own)
            state = game.after(state, move)
        return state


def decks_of(rng: Random) -> tuple[str, str]:
    """Two decks of one kind, of those that come with the game."""
    decks = preconstructed()
    formal = rng.random() < 0.8
    names = [name for name, deck in decks.items() if (deck.play == "formal") is formal]
    return rng.choice(names), rng.choice(names)


def is_judged(state: st.State) -> bool:
    """Whether the evaluator judges a position as it stands: before a flip, and before a card of the set-up."""
    if not state.agenda:
        return False
    task = state.agenda[-1]
    return isinstance(task, tasks.FlipCard) or (isinstance(task, tasks.Reveal) and not state.round)

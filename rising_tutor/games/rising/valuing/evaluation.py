"""The evaluator of a Rising title behind the door of `rising_tutor.core.evaluated`: to be fitted and to be checked."""

from array import array
from collections.abc import Sequence
from functools import cached_property
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from rising_tutor.core.band import Band
from rising_tutor.core.evaluated import Sampled, SampledGame, Source
from rising_tutor.games.rising.rules import state as st
from rising_tutor.games.rising.valuing.counting import Counter
from rising_tutor.games.rising.valuing.evaluator import Evaluator
from rising_tutor.games.rising.valuing.features import FEATURES, features_of
from rising_tutor.games.rising.valuing.model import FILE, FORMAT, Model, load_model, read_model, write_model
from rising_tutor.games.rising.valuing.selfplay import MOST_DISTURBED, POLICY, play_on, record
from rising_tutor.probability.log_odds import chance

if TYPE_CHECKING:
    from rising_tutor.games.rising.game import RisingGame

RIDGE: Final = 50.0
DIGITS: Final = 4
PHASES: Final = ("preparation", "final battles")


class RisingEvaluation:
    """The evaluator of one title.

    Args:
        game: the title.
        model: another than that of its data file.
    """

    def __init__(self, game: "RisingGame", model: Model | None = None) -> None:
        self.game = game
        self.book = game.book
        self._given = model
        self._counter = Counter(game.book)

    @cached_property
    def model(self) -> Model:
        """Weights and where they come from. Raises `BadContent`."""
        return self._given or load_model(self.book.title, self.book.spec)

    @cached_property
    def _evaluator(self) -> Evaluator:
        return Evaluator(self.book, self.model)

    @property
    def source(self) -> Source:
        return self.model.provenance

    @property
    def file(self) -> Path:
        return Path(str(files(self.book.title).joinpath(FILE)))

    def describe(self) -> tuple[tuple[str, str, tuple[float | None, ...]], ...]:
        by_phase = (self.model.phase1, self.model.phase2)
        return tuple(
            (feature.name, feature.says, tuple(weights.get(feature.name) for weights in by_phase))
            for feature in features_of(self.book.spec)
        )

    def phases(self) -> tuple[str, ...]:
        return PHASES if self.book.side else PHASES[:1]

    def how_sampled(self) -> str:
        words, limits = self.book.spec.words, self.book.spec.limits
        if self.book.side:
            setting = (
                f"two to five Teams, all difficulties, and {words.villain}s, battles and the limit of defeated "
                f"{words.hero}es as the options allow"
            )
        else:
            low, high = limits.seats
            setting = f"{low} to {high} players and every preset; in a quarter of them the goal is another one"
        return (
            f"The games have {setting}. In four of five games the first turns, up to "
            f"{MOST_DISTURBED}, are played with a share of random actions, so that poor positions come up too; "
            "positions count from the first turn after that."
        )

    def sample(self, seed: str, number: int, *, positions: bool = False) -> SampledGame | None:
        played = record(self.game, seed, number)
        if played is None:
            return None
        kept = tuple(self._sampled(state, whole=positions) for state in played.positions)
        n_teams = len(played.last.teams)
        return SampledGame(number, f"{n_teams} Teams", played.won, kept)

    def _sampled(self, state: st.State, *, whole: bool) -> Sampled:
        counted = array("d", self._counter.count(self.game.view(state, None))).tobytes()
        return Sampled(state.turn, PHASES[state.phase - 1], counted, st.dump(state) if whole else b"")

    def fit(self, games: Sequence[SampledGame], *, command: str, n_games: int, seed: str) -> str:
        phase1, phase2 = (self._weights(games, phase) for phase in (1, 2))
        n_positions = sum(len(game.positions) for game in games)
        info = self.game.info
        source = Source(command, n_games, n_positions, seed, POLICY, info.rules_version, info.content)
        return write_model(Model(FORMAT, info.id, source, phase1, phase2))

    def _weights(self, games: Sequence[SampledGame], phase: int) -> dict[str, float]:
        # Loaded where it is needed: a game that is only played pays nothing for the arrays behind it.
        import numpy as np  # noqa: PLC0415

        from rising_tutor.probability.logistic import fit_logistic  # noqa: PLC0415

        name = PHASES[phase - 1]
        used = [(one.counted, game.won) for game in games for one in game.positions if one.phase == name]
        here = {feature.name for feature in features_of(self.book.spec) if phase in feature.phases}
        at = [at for at, feature in enumerate(FEATURES) if feature.name in here]
        if not used:
            return {FEATURES[i].name: 0.0 for i in at}
        rows = np.frombuffer(b"".join(counted for counted, _ in used)).reshape(len(used), len(FEATURES))[:, at]
        won = np.array([float(won) for _, won in used])
        weights = fit_logistic(rows, won, [FEATURES[i].sign for i in at], RIDGE)
        # + 0.0 makes a zero of a negative one.
        return {FEATURES[i].name: round(float(w), DIGITS) + 0.0 for i, w in zip(at, weights, strict=True)}

    def with_bands(self, bands: tuple[Band, ...]) -> str:
        return write_model(replace(self.model, band=bands))

    def using(self, data: bytes) -> "RisingEvaluation":
        return RisingEvaluation(self.game, read_model(data, self.book.spec))

    def says(self, sampled: Sampled) -> float:
        return chance(self._evaluator.score_of(array("d", sampled.counted), PHASES.index(sampled.phase) + 1))

    def play_on(self, position: bytes, seed: str) -> bool | None:
        return play_on(self.game, st.load(position), seed)

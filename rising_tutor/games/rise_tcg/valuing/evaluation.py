"""The evaluator of the game: with which decks it plays itself, and which positions it judges as they stand."""

from random import Random
from typing import ClassVar

from rising_tutor.decks.valuing.evaluation import DeckEvaluation
from rising_tutor.decks.valuing.model import Counted, Form
from rising_tutor.games.rise_tcg import state as st
from rising_tutor.games.rise_tcg import tasks
from rising_tutor.games.rise_tcg.decks import preconstructed
from rising_tutor.games.rise_tcg.run import Run
from rising_tutor.games.rise_tcg.valuing.features import FORM, count


class RiseEvaluation(DeckEvaluation):
    """See `rising_tutor.core.evaluated.Evaluation`."""

    form: ClassVar[Form] = FORM

    def decks_of(self, rng: Random) -> tuple[str, str]:
        names = list(preconstructed())
        return rng.choice(names), rng.choice(names)

    def how_decks(self) -> str:
        return "Each game has two of the libraries that come with the game, mirror pairs among them."

    def count(self, state: st.State) -> Counted | None:
        return count(Run(state, self.game.book)) if is_judged(state) else None  # type: ignore[arg-type]  # it only reads


def is_judged(state: st.State | st.Table) -> bool:
    """Whether the evaluator judges a position as it stands: at the draw of a turn (RISE-404), and in the set-up."""
    if not state.agenda:
        return False
    return isinstance(state.agenda[-1], (tasks.TakeStep, tasks.RollStart, tasks.Keep))

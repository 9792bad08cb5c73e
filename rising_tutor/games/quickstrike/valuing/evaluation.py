"""The evaluator of the game: with which decks it plays itself, and which positions it judges as they stand."""

from random import Random
from typing import ClassVar

from rising_tutor.decks.valuing.evaluation import DeckEvaluation
from rising_tutor.decks.valuing.model import Counted, Form
from rising_tutor.games.quickstrike import state as st
from rising_tutor.games.quickstrike import tasks
from rising_tutor.games.quickstrike.decks import preconstructed
from rising_tutor.games.quickstrike.run import Run
from rising_tutor.games.quickstrike.valuing.features import FORM, count


class AvatarEvaluation(DeckEvaluation):
    """See `rising_tutor.core.evaluated.Evaluation`."""

    form: ClassVar[Form] = FORM

    def decks_of(self, rng: Random) -> tuple[str, str]:
        return decks_of(rng)

    def how_decks(self) -> str:
        return "Each game has two decks that come with the game, of one kind (formal, casual), mirror pairs among them."

    def count(self, state: st.State) -> Counted | None:
        return count(Run(state, self.game.book)) if is_judged(state) else None  # type: ignore[arg-type]  # it only reads


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

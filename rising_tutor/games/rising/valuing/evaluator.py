"""The evaluator: the chance to win from a position between two turns.

A logistic model over the features of `features.py`, with weights of its own for each phase, fitted on recorded
self-play (`rising-tutor evaluator fit`). The score is a sum, so what a token or a face-up card adds is the same
whatever else is drawn with it; sums are exact, as features and weights lie on a grid.

>>> from rising_tutor.games.rising.cards.book import load_book
>>> from rising_tutor.games.rising.titles.fire_nation import TITLE
>>> Evaluator(load_book(TITLE)).fits_content
True
"""

from collections.abc import Sequence
from operator import mul

from rising_tutor.games.rising.cards.book import Book
from rising_tutor.games.rising.valuing.counting import Counter, Terms
from rising_tutor.games.rising.valuing.features import FEATURES
from rising_tutor.games.rising.valuing.model import WEIGHT_GRID, Model, load_model
from rising_tutor.games.rising.view import RisingView
from rising_tutor.probability.log_odds import chance


class Evaluator:
    """Judges positions of one title. Holds nothing of a game.

    Attributes:
        model: weights and where they come from.
    """

    def __init__(self, book: Book, model: Model | None = None) -> None:
        self.book = book
        self.model = model or load_model(book.title, book.spec)
        self._counter = Counter(book)
        self._weights = tuple(
            tuple(round(weights.get(feature.name, 0.0) * WEIGHT_GRID) / WEIGHT_GRID for feature in FEATURES)
            for weights in (self.model.phase1, self.model.phase2)
        )

    @property
    def fits_content(self) -> bool:
        """Whether the weights were fitted on the cards in use; else they are carried over from other cards."""
        return self.model.provenance.content == self.book.fingerprint

    def score(self, view: RisingView) -> float:
        """The log-odds of winning, whatever `view.result` says."""
        return self.score_of(self._counter.count(view), view.phase)

    def score_of(self, counted: Sequence[float], phase: int) -> float:
        """The log-odds of winning where this was counted, in the order of `FEATURES`."""
        return float(sum(map(mul, self._weights[phase - 1], counted)))

    def win(self, view: RisingView) -> float:
        """The chance to win: within (0, 1), and 1 or 0 once the game is over."""
        if view.result:
            return 1.0 if view.result == "win" else 0.0
        return chance(self.score(view))

    def of_token(self, view: RisingView, token: str) -> float:
        """What one more token of this kind adds to the score; the same whichever Team holds it."""
        return self._sum(view, self._counter.token(view, token))

    def of_card(self, view: RisingView, card: str, place: int) -> float:
        """What a face-up card without Damage adds to the score if it comes to an empty place."""
        return self._sum(view, self._counter.card(view, card, place))

    def _sum(self, view: RisingView, terms: Terms) -> float:
        weights = self._weights[view.phase - 1]
        return sum(weights[at] * x for at, x in terms)

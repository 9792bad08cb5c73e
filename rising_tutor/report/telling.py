r"""Places, people and moves of a reviewed game in words, for all sections of its report.

>>> from rising_tutor.analysis.review import review_of
>>> from rising_tutor.replay import verify
>>> text = b"replay: 1\ngame: fire-nation-rising\nseats: 2\noption teams: aang,toph\n\nfacing 1\n"
>>> verified = verify(text, "new.replay")
>>> telling = Telling(review_of(verified), verified)
>>> telling.turns, telling.moment(telling.review.ledger.lines[0])
(((0, 'setup'),), 'Setup, Ozai faces location 1')
"""

from functools import cached_property
from typing import Any

from rising_tutor import catalogues
from rising_tutor.analysis.ledger import LedgerLine
from rising_tutor.analysis.review import Review
from rising_tutor.boards.reviewed import action_words, line_words
from rising_tutor.catalogues import Catalogue, Rule
from rising_tutor.core.english import capital
from rising_tutor.core.place import Place
from rising_tutor.core.valuation import best_of
from rising_tutor.errors import UnknownGame
from rising_tutor.replay import Line, Verified


class Telling:
    """Says what happened in a reviewed game."""

    def __init__(self, review: Review, verified: Verified) -> None:
        self.review = review
        self.verified = verified
        self.game: Any = verified.game
        self._words: dict[int, str] = {}

    @property
    def last(self) -> int:
        return len(self.review.ledger.lines)

    @cached_property
    def places(self) -> tuple[Place, ...]:
        return tuple(self.game.place(self.verified.state_at(position)) for position in range(self.last + 1))

    @cached_property
    def labels(self) -> tuple[str, ...]:
        """The place of each position as text, such as "turn 7, step 3, roll 2"."""
        return tuple(map(str, self.places))

    @cached_property
    def turns(self) -> tuple[tuple[int, str], ...]:
        """Where each turn begins, and what it is called."""
        heads = [place.name for place in self.places]
        return tuple((at, head) for at, head in enumerate(heads) if not at or head != heads[at - 1])

    def turn(self, line: LedgerLine) -> str:
        return self.places[line.line - 1].name

    def who(self, line: LedgerLine) -> str:
        """Who chose; "" for dice and cards."""
        return "" if line.seat is None else self.review.names[line.seat]

    def words(self, line: LedgerLine) -> str:
        if line.line not in self._words:
            self._words[line.line] = line_words(self.game, self.verified.moves[line.line - 1], line)
        return self._words[line.line]

    def moment(self, line: LedgerLine) -> str:
        """A line in a sentence: turn, who, what."""
        who = self.who(line)
        return f"{capital(self.turn(line))}, {who + ': ' if who else ''}{self.words(line)}"

    def better(self, line: LedgerLine) -> str:
        best = best_of(line.options, opposed=line.opposed)
        if best is None:
            return line.best
        return action_words(self.game, self.verified.moves[line.line - 1].state, best.action)

    @property
    def lines(self) -> tuple[Line, ...]:
        """The lines as the file has them, with what people wrote beside them."""
        return self.verified.replay.lines[: self.last] if self.verified.replay is not None else ()

    @cached_property
    def catalogue(self) -> Catalogue | None:
        """The rules of the game; None where nobody has written them down."""
        try:
            return catalogues.load(self.game.info.id)
        except UnknownGame:
            return None

    @cached_property
    def rules(self) -> dict[str, Rule]:
        return {rule.id: rule for rule in self.catalogue.rules} if self.catalogue is not None else {}

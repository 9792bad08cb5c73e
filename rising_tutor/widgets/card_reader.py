"""The cards of a game in a cell."""

from rising_tutor.boards import board_for
from rising_tutor.boards.ports import card_board
from rising_tutor.core.english import did_you_mean
from rising_tutor.core.registry import load_game
from rising_tutor.errors import BadArgument
from rising_tutor.render.html import Html, el, join
from rising_tutor.ui.cards.reader import CardReaderView
from rising_tutor.ui.frame.cell import Cell
from rising_tutor.widgets.arguments import text


class CardReader(Cell):
    """All cards of a game with a search field, and one of them open.

    Args:
        card: the id or the word of the card that is open.
        game: whose cards they are.

    Raises:
        BadArgument: this is no text, the game has no such card, or none that can be read one by one.
        UnknownGame: there is no such game.

    >>> reader = CardReader("pummel", game="avatar")
    >>> reader.card
    'pummel'
    """

    def __init__(self, card: str = "", *, game: str) -> None:
        text("card", card, "the id or the word of a card")
        title = str(load_game(game).info.id)
        board = card_board(board_for(load_game(title)))
        if board is None:
            raise BadArgument("game", game, "a game whose cards can be read one by one")
        super().__init__(title, "the cards")
        self._cards = {one.id: one for one in board.cards()}
        self.view = CardReaderView(board, guard=self.guard)
        if card and not self.view.read(card):
            near = did_you_mean(card, (one.name for one in board.cards()))
            raise BadArgument("card", card, f"a card of the game{near}")
        self.show(self.view)

    def still(self) -> Html:
        """Return the name of the card that is open."""
        found = self._cards.get(self.card)
        # A card can be named by a word, too.
        words = f"{found.name}, {found.kind}. {found.words}" if found else self.card
        return join(el("p", words) if words else None, super().still())

    @property
    def card(self) -> str:
        """The card that is open; "" for none."""
        return self.view.card

"""All cards of a game with a search field, and one of them open."""

from rising_tutor.boards.ports import CardBoard, CardName
from rising_tutor.core.english import counted
from rising_tutor.render.forms import field, text
from rising_tutor.render.html import EMPTY, Html, el
from rising_tutor.render.parts import owners_mark
from rising_tutor.tutor.callbacks import Guard, as_it_is
from rising_tutor.tutor.messages import Message
from rising_tutor.ui.components.view import HtmlView

_SHOWN = 40
"""So many cards are listed; the search finds the others."""
_LONGEST = 100


class CardReaderView(HtmlView):
    """Searches cards by name, type and what they say; a press opens one.

    Attributes:
        card: the id of the card that is open; "" for none.
    """

    def __init__(self, board: CardBoard, *, guard: Guard = as_it_is) -> None:
        super().__init__(("find", "list", "card"), kind="rt-cards__reader")
        self._board = board
        self._every = board.cards()
        self._query = ""
        self.card = ""
        self.on_do(guard(self.handle))
        self._draw()

    def read(self, card: str) -> bool:
        """Open a card by its id or its word; whether there is such a one."""
        found = self._board.card(card)
        if found is None:
            return False
        self.card = card
        self._draw()
        return True

    def handle(self, message: Message) -> None:
        """Do what a message asks for."""
        if message.do == "find":
            self._query = message.fields.get("query", "")[:_LONGEST]
        elif message.do == "card":
            self.read(message.arg)
        self._draw()

    def found(self) -> tuple[CardName, ...]:
        """The cards that fit the search: each of its words stands somewhere in the card."""
        words = self._query.casefold().split()
        return tuple(
            one for one in self._every if all(word in f"{one.name} {one.kind} {one.words}".casefold() for word in words)
        )

    def _draw(self) -> None:
        found = self.found()
        rows = [self._row(one) for one in found[:_SHOWN]]
        more = len(found) - len(rows)
        rest = f"{counted(more, 'more card')}: search for them by a word."
        query = text("query", self._query, key="query", autocomplete="off", maxlength=_LONGEST)
        self.draw(
            find=el(
                "form",
                field("Search the cards", query),
                el("p", counted(len(found), "card"), cls="rt-small rt-muted", role="status"),
                cls="rt-row",
                data_do="find",
                data_typed=True,
            ),
            list=el(
                "div",
                el("ul", rows, cls="rt-cards__list", data_rove=True, data_key="cards"),
                el("p", rest, cls="rt-small rt-muted") if more else None,
            ),
            card=(self._board.card(self.card) if self.card else None) or EMPTY,
        )

    def _row(self, one: CardName) -> Html:
        return el(
            "li",
            el(
                "button",
                el("b", one.name, " ", owners_mark(one.origin)),
                el("span", one.kind),
                cls="rt-cards__one",
                type="button",
                data_do="card",
                data_arg=one.id,
                data_key=f"card:{one.id}",
                data_item=True,
                tabindex="-1",
                aria_current="true" if one.id == self.card else None,
            ),
        )

"""The board of the QuickStrike system: two sides of three zones, the exchange of strikes, choices with what they cost.

scene.py     one picture: what is seen, who is asked; places.py the names of places
signs.py     energies, force and intercept, traits; cards.py cards in three sizes
mat.py       a side: zones, charges, advantages; exchange.py who sent what and what stopped it
decision.py  the choice that waits in words, for page, terminal and notebook
ways.py      choices in words, and what comes of them; tries.py what may be wanted besides
tray.py      choices, payment, refusal; reader.py cards, decks and discard piles; coach.py what now and why
rows.py      cards line by line, for whoever puts a deck together
series.py    numbers to be plotted; text.py the table as text
"""

from collections.abc import Mapping
from functools import cached_property
from typing import Any

from rising_tutor.boards.choices import DO
from rising_tutor.boards.decision import DecisionText
from rising_tutor.boards.plain import PlainBoard
from rising_tutor.boards.ports import Attempt, CardName, CardRow, Hint, Look, Meaning, Try
from rising_tutor.boards.quickstrike import coach, decision, places, rows, ways
from rising_tutor.boards.quickstrike.exchange import rally
from rising_tutor.boards.quickstrike.mat import mat
from rising_tutor.boards.quickstrike.reader import listing, read, readers
from rising_tutor.boards.quickstrike.scene import REMEMBERED, Scene
from rising_tutor.boards.quickstrike.series import series
from rising_tutor.boards.quickstrike.text import TableText
from rising_tutor.boards.quickstrike.tray import dock
from rising_tutor.boards.quickstrike.tries import tries
from rising_tutor.core.event import Event
from rising_tutor.core.game import AnyGame
from rising_tutor.errors import UnreadableMove
from rising_tutor.games.quickstrike.standing import must_stop_here
from rising_tutor.games.quickstrike.view import AvatarView
from rising_tutor.render.html import Child, Html, el, join
from rising_tutor.render.parts import owners_sign
from rising_tutor.render.symbols import use

__all__ = ["NOTE", "QuickstrikeBoard", "board", "series"]

NOTE = (
    "Names, costs, values and traits of the cards are public facts, read from photographs; what they do is told in our "
    "words. No art and no printed sentence. The lists of the decks are ours."
)
OTHERS_NOTE = (
    "Names, costs, values and traits of the cards without the mark of an owner are public facts, read from "
    "photographs; what they do is told in our words. No art and no printed sentence. The lists of the decks are ours."
)
"""The same where an owner's cards are among them."""

KEYS = (
    ("arrows", "within a side of the table, the choices, a list"),
    ("Enter, Space", "on a card: read it; on a choice: take it"),
    ("1 to 9", "take that choice; at the tray"),
    ("F", "to the first choice, again for the next"),
    ("O, D", "focus or discard the flipped card; at the tray"),
)


def board(game: AnyGame) -> "QuickstrikeBoard":
    """The board."""
    return QuickstrikeBoard(game)


class QuickstrikeBoard(PlainBoard):
    """Draws the game; see `ports.Board`."""

    game: Any

    @cached_property
    def _text(self) -> TableText:
        return TableText(self.game.book)

    @property
    def origin_note(self) -> Html:
        book = self.game.book
        own = owners_sign(card.origin for card in (*book.cards, *book.chambers, *book.moves))
        said = [OTHERS_NOTE, own] if own is not None else NOTE
        return el("p", use("i-globe"), el("span", said), cls="rt-note")

    @property
    def keys(self) -> tuple[tuple[str, str], ...]:
        return KEYS

    def text(self, view: AvatarView) -> str:
        return self._text.of(view)

    def parts(self, view: AvatarView, look: Look) -> Mapping[str, Html]:
        scene = Scene(self.game, view, look)
        table = el(
            "div",
            el("h2", "The table", cls="rt-sr"),
            mat(scene, scene.far),
            rally(scene),
            mat(scene, scene.near),
            self.origin_note,
            cls="rt-main rt-duel",
            data_at=look.at,
            data_zone=True,
        )
        return {
            "rail": coach.rail(scene),
            "table": table,
            "dock": dock(scene),
            "coach": coach.coach(scene),
            "reading": join(readers(scene)),
        }

    def title(self, view: AvatarView) -> str:
        return coach.title(Scene(self.game, view, Look()))

    def word(self, view: AvatarView, action: Any) -> str:
        return ways.word(Scene(self.game, view, Look()), action)

    def decision(self, view: AvatarView, look: Look) -> DecisionText | None:
        return decision.decision(Scene(self.game, view, look))

    def gesture(self, view: AvatarView, look: Look, place: str) -> Meaning:
        if not place.startswith(DO):
            return Hint("Choose one of the buttons.")
        scene = Scene(self.game, view, look)
        try:
            return Try(self.game.read(scene.state, place.removeprefix(DO)))
        except UnreadableMove as unread:
            return Hint(str(unread))

    def tries(self, view: AvatarView) -> tuple[Attempt, ...]:
        return tries(Scene(self.game, view, Look()))

    def summary(self, view: AvatarView) -> str:
        return coach.summary(Scene(self.game, view, Look()))

    @property
    def brink(self) -> str:
        return "a point about to fall"

    def at_brink(self, view: AvatarView) -> bool:
        scene = Scene(self.game, view, Look())
        card = scene.flipped()
        # What is no strike loses no zone: after it the zone is flipped again (QS-512).
        return scene.deciding and card is not None and card.type == "strike" and must_stop_here(scene.run)

    def lands(self, event: Event) -> tuple[str, ...] | None:
        return places.lands(event)  # type: ignore[arg-type]  # an event of this game

    def cards(self) -> tuple[CardName, ...]:
        return listing(self.game.book)

    def card(self, card: str) -> Html | None:
        book = self.game.book
        found = book.find(card) or book.of_word.get(card.casefold(), "") or (card if card in book.move else "")
        return read(book, book.card.get(found) or book.move[found]) if found else None

    @property
    def row_heads(self) -> tuple[str, str, str]:
        return rows.HEADS

    def row(self, card: str) -> CardRow:
        return rows.row(self.game.book.card[card])

    def paid_in_all(self, cards: Mapping[str, int]) -> Child:
        return rows.paid_in_all(self.game.book, cards)

    def remembers(self, event: Event) -> bool:
        return isinstance(event, REMEMBERED)

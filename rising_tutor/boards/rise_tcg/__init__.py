"""The board of Rise TCG: two to four sides with battlefield and Summoners, the chain, fights, the own hand.

scene.py     one picture: what is seen, who is asked, what things are called; places.py the names of places
cards.py     cards in three sizes, numbers, prices
mat.py       a side: battlefield, Summoners, Stock and piles; hand.py the own hand
chain.py     what waits to happen, who is asked; outlook.py what happens if nobody adds anything
decision.py  the choice that waits in words, for page, terminal and notebook
ways.py      choices in words, what comes of them, what they cost; tries.py what may be wanted besides
asking.py    which windows a person is asked in
tray.py      choices and refusal; reader.py cards, libraries and piles; coach.py what now and why
rows.py      cards line by line, for whoever puts a library together
series.py    numbers to be plotted; text.py the table as text
"""

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

from rising_tutor.boards.choices import DO
from rising_tutor.boards.decision import DecisionText
from rising_tutor.boards.plain import PlainBoard
from rising_tutor.boards.ports import Attempt, CardName, CardRow, Hint, Look, Meaning, Try
from rising_tutor.boards.rise_tcg import asking, coach, decision, places, rows, ways
from rising_tutor.boards.rise_tcg.fights import fights
from rising_tutor.boards.rise_tcg.hand import hand
from rising_tutor.boards.rise_tcg.mat import mat
from rising_tutor.boards.rise_tcg.reader import listing, read, read_summoner, readers
from rising_tutor.boards.rise_tcg.scene import Scene
from rising_tutor.boards.rise_tcg.series import series
from rising_tutor.boards.rise_tcg.text import TableText
from rising_tutor.boards.rise_tcg.tray import dock
from rising_tutor.boards.rise_tcg.tries import tries
from rising_tutor.core.event import Event
from rising_tutor.core.game import AnyGame
from rising_tutor.errors import UnreadableMove
from rising_tutor.games.rise_tcg.view import RiseView
from rising_tutor.render.html import Child, Html, el, join
from rising_tutor.render.parts import owners_sign
from rising_tutor.render.symbols import use

__all__ = ["NOTE", "RiseBoard", "board", "series"]

NOTE = (
    "All cards and Summoners shown here are sample content of this project: the rulebook prints none, and they have no "
    "counterpart in the published game."
)
OTHERS_NOTE = (
    "Cards and Summoners without the mark of an owner are sample content of this project: the rulebook prints none, "
    "and they have no counterpart in the published game."
)
"""The same where an owner's cards are among them."""

KEYS = (
    ("arrows", "within a side of the table, the hand, the choices"),
    ("Enter, Space", "on a card: read it; on a choice: take it"),
    ("1 to 9", "take that choice; at the tray"),
    ("F", "to the first choice, again for the next"),
    ("N", "add nothing, or go on; at the tray"),
)


def board(game: AnyGame) -> "RiseBoard":
    """The board."""
    return RiseBoard(game)


class RiseBoard(PlainBoard):
    """Draws the game; see `ports.Board`."""

    game: Any

    @cached_property
    def _text(self) -> TableText:
        return TableText(self.game.book)

    @property
    def origin_note(self) -> Html:
        book = self.game.book
        own = owners_sign(card.origin for card in (*book.cards, *book.summoners))
        said = [OTHERS_NOTE, own] if own is not None else NOTE
        return el("p", use("i-ill"), el("span", said), cls="rt-note")

    @property
    def keys(self) -> tuple[tuple[str, str], ...]:
        return KEYS

    def text(self, view: RiseView) -> str:
        return self._text.of(view)

    def parts(self, view: RiseView, look: Look) -> Mapping[str, Html]:
        scene = Scene(self.game, view, look)
        table = el(
            "div",
            el("h2", "The table", cls="rt-sr"),
            [mat(scene, seat) for seat in scene.others],
            fights(scene),
            mat(scene, scene.near),
            hand(scene),
            self.origin_note,
            cls="rt-main rt-duel rt-duel--hands",
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

    def title(self, view: RiseView) -> str:
        return coach.title(Scene(self.game, view, Look()))

    def word(self, view: RiseView, action: Any) -> str:
        return ways.word(Scene(self.game, view, Look()), action)

    def decision(self, view: RiseView, look: Look) -> DecisionText | None:
        return decision.decision(Scene(self.game, view, look))

    def gesture(self, view: RiseView, look: Look, place: str) -> Meaning:
        if not place.startswith(DO):
            return Hint("Choose one of the buttons.")
        scene = Scene(self.game, view, look)
        try:
            return Try(self.game.read(scene.state, place.removeprefix(DO)))
        except UnreadableMove as unread:
            return Hint(str(unread))

    def tries(self, view: RiseView) -> tuple[Attempt, ...]:
        return tries(Scene(self.game, view, Look()))

    @property
    def ask_levels(self) -> Mapping[str, str]:
        return asking.LEVELS

    def leaves(self, view: RiseView, actions: Sequence[Any], level: str) -> Any | None:
        return asking.leaves(Scene(self.game, view, Look()), actions, level)

    def summary(self, view: RiseView) -> str:
        return coach.summary(Scene(self.game, view, Look()))

    def lands(self, event: Event) -> tuple[str, ...] | None:
        return places.lands(event)  # type: ignore[arg-type]  # an event of this game

    def cards(self) -> tuple[CardName, ...]:
        return listing(self.game.book)

    def card(self, card: str) -> Html | None:
        book = self.game.book
        if card in book.summoner:
            return read_summoner(book.summoner[card])
        found = book.find(card)
        return read(book.card[found]) if found else None

    @property
    def row_heads(self) -> tuple[str, str, str]:
        return rows.HEADS

    def row(self, card: str) -> CardRow:
        return rows.row(self.game.book.card[card])

    def paid_in_all(self, _cards: Mapping[str, int]) -> Child:
        return None

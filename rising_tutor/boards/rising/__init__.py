"""The board of the Rising titles: a view as text and as HTML, and its actions in words.

>>> from rising_tutor.core.registry import load_game
>>> game = load_game("fire")
>>> print(text(game.view(game.start(2, {"teams": "aang,toph"}), None)).splitlines()[0])
Setup
"""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from rising_tutor.boards.decision import DecisionText
from rising_tutor.boards.ports import Attempt, Look, Meaning, Said, SeenMove, SetupRules, Side
from rising_tutor.boards.rising import beats as rising_beats
from rising_tutor.boards.rising import coach as rising_coach
from rising_tutor.boards.rising import decision as rising_decision
from rising_tutor.boards.rising import scene as rising_scene
from rising_tutor.boards.rising import table as rising_table
from rising_tutor.boards.rising import tray as rising_tray
from rising_tutor.boards.rising import tries as rising_tries
from rising_tutor.boards.rising import turn_end as rising_turn_end
from rising_tutor.boards.rising.hand import Hand
from rising_tutor.boards.rising.scene import Scene
from rising_tutor.boards.rising.series import series
from rising_tutor.boards.rising.text import table
from rising_tutor.boards.rising.words import Words
from rising_tutor.core.event import Event
from rising_tutor.core.game import AnyGame
from rising_tutor.core.registry import game_ids, load_game
from rising_tutor.games.rising.cards.book import Book
from rising_tutor.games.rising.view import RisingView
from rising_tutor.render.dice import die
from rising_tutor.render.html import Html, el, join
from rising_tutor.render.parts import owners_sign
from rising_tutor.render.symbols import use

__all__ = ["NOTE", "RisingBoard", "board", "series", "text"]

NOTE = (
    "Illustrative content by this project. It is not the content of the published game; owners can enter their own "
    "cards."
)
OTHERS_NOTE = (
    "Cards without the mark of an owner or a book are illustrative content by this project. It is not the content of "
    "the published game."
)
"""The same where an owner's cards are among them."""

KEYS = (
    ("arrows", "within the board, the dice, a list"),
    ("Enter, Space", "choose a die; on a card: assign"),
    ("1 to 9", "choose that die of the roll"),
    ("F", "to the first place that fits, again for the next"),
    ("D, R, S", "give the die up, roll again, stop; at the board or the tray"),
)


def text(view: RisingView, game: AnyGame | None = None) -> str:
    """The table in plain text.

    Args:
        game: gives the words; without it those of the title are used that has the cards of the view.
    """
    return "\n".join(table(view, Words(_book(game) if game is not None else _book_of(view))))


def board(game: AnyGame) -> "RisingBoard":
    """The board of a Rising title."""
    return RisingBoard(_book(game))


class RisingBoard:
    """Draws one title; see `ports.Board`."""

    def __init__(self, book: Book) -> None:
        self.words = Words(book)

    @property
    def origin_note(self) -> Html:
        own = owners_sign(self.words.origins)
        return el(
            "p",
            use("i-ill"),
            el(
                "span",
                NOTE if own is None else [OTHERS_NOTE, own],
                " Cards marked ",
                use("i-book", cls="rt-g", label="with a book"),
                " keep what the rulebook states.",
            ),
            cls="rt-note",
        )

    def sides(self) -> tuple[Side, ...]:
        return tuple(
            Side(
                id=card.id.removeprefix("team-"),
                name=card.name,
                picture=join([die(colour, (), solid=True) for colour in card.dice]),
                words=f"starts with {', '.join(card.dice)} dice",
            )
            for card in self.words.book.content.team
        )

    @property
    def keys(self) -> tuple[tuple[str, str], ...]:
        return KEYS

    @property
    def setup_rules(self) -> SetupRules:
        cite = self.words.book.spec.cite
        return SetupRules(cite.take_team, cite.seats, cite.solo)

    def text(self, view: RisingView) -> str:
        return "\n".join(table(view, self.words))

    def parts(self, view: RisingView, look: Look) -> Mapping[str, Html]:
        scene = Scene(self.words, view, look)
        return {
            "rail": rising_scene.rail(scene),
            "table": rising_table.main(scene, self.origin_note),
            "dock": rising_tray.dock(scene),
            "coach": rising_coach.coach(scene),
        }

    def title(self, view: RisingView) -> str:
        return rising_scene.title(self.words, view)

    def word(self, view: RisingView, action: Any) -> str:
        return self.words.action(view, action)

    def decision(self, view: RisingView, look: Look) -> DecisionText | None:
        return rising_decision.decision(Scene(self.words, view, look))

    def gesture(self, view: RisingView, look: Look, place: str) -> Meaning:
        return Hand(view, look).meaning(place)

    def control(self, view: RisingView, look: Look, name: str) -> Meaning:
        return Hand(view, look).control(name)

    def tries(self, view: RisingView) -> tuple[Attempt, ...]:
        return rising_tries.tries(self.words, view)

    def story(self, said: Sequence[Said], turn: int) -> Html:
        return rising_coach.story(self.words, said, turn)

    def summary(self, view: RisingView) -> str:
        return rising_coach.summary(Scene(self.words, view, Look()))

    def turn_end(self, turn: Sequence[SeenMove]) -> tuple[str, ...]:
        return rising_turn_end.turn_end(self.words, turn)

    def fates(self, events: Sequence[Event]) -> tuple[tuple[str, tuple[str, ...]], ...]:
        return rising_turn_end.fates(self.words, events)

    def seated(self, view: RisingView) -> str:
        return ",".join(team.card.removeprefix("team-") for team in view.teams)

    def lands(self, event: Event) -> tuple[str, ...] | None:
        return rising_beats.lands(event)

    def remembers(self, event: Event) -> bool:  # noqa: ARG002  # all that counts lies on the table
        return False


def _book(game: AnyGame) -> Book:
    book: Book = game.book  # type: ignore[attr-defined]  # every game of the family has one
    return book


def _book_of(view: RisingView) -> Book:
    """The book of the title that has the cards of a view; the first one where it shows none."""
    books = _books()
    shown = {*(team.card for team in view.teams), *(spot.card for spot in view.places if spot is not None)} - {""}
    return next((book for book in books if all(book.name(card) != card for card in shown)), books[0])


@cache
def _books() -> tuple[Book, ...]:
    books = (getattr(load_game(game_id), "book", None) for game_id in game_ids())
    return tuple(book for book in books if isinstance(book, Book))

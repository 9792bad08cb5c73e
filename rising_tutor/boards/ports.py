"""What a page may ask of a board, whatever the game."""

import re
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, Protocol, TypeAlias, runtime_checkable

from rising_tutor.boards.decision import DecisionText
from rising_tutor.core.event import Event
from rising_tutor.core.game import Refusal
from rising_tutor.core.values import Value
from rising_tutor.render.html import Child, Html


class SeenMove(Value, frozen=True):
    """A move as somebody saw it: the view before it, and what happened that was told."""

    view: Any
    events: tuple[Event, ...]


class Beat(Value, frozen=True):
    """One thing that the enemy did, which is seen by itself as it lands.

    Attributes:
        text, rule, status: the event in a sentence, its rule and the rule's status.
        lands: where it is seen, in the words of `Board.lands`; empty where the table shows nothing of it.
    """

    text: str
    rule: str
    status: str
    lands: tuple[str, ...] = ()


class Look(Value, frozen=True):
    """What a page knows besides the view.

    Attributes:
        at: number of moves so far; controls carry it, so that a press on an old picture does nothing.
        actions: the legal actions; empty while nobody chooses, or somebody else does.
        waits: who else has to choose, in a sentence; empty where nobody else has.
        picked: what the player has taken up, in the words of `gesture`: "die:0", "card:june".
        refusal: why the last try was refused; `attempt` is the action that was tried.
        told: whether the page itself says why the last try was refused; the tray then leaves it out.
        hint: a sentence in place of a refusal, for a press that means no action yet.
        help: "rule", "goal" or "move".
        advice: an action that is suggested at the help level "move".
        why: what speaks for it, or why there is none: one or two sentences.
        names: of the players, by seat.
        open: parts of the table whose cards are unfolded, by key: "team:0", "loc:2".
        live: whether the player may act; a replay shows the same table without controls.
        back: whether there is a choice that can be taken back.
        id: begins the ids of the elements, so that two tables can stand in one page.
        marks: what is pointed at: ids of cards, "location 2", and the names of other places that the game has.
        beats: what lands one after the other; the table is drawn as it is after all of them, and carries their numbers.
        before: the moves that led here and that the board remembers, the oldest first, as whoever looks saw them.
    """

    at: int = 0
    actions: tuple[Any, ...] = ()
    waits: str = ""
    picked: str = ""
    refusal: Refusal | None = None
    attempt: Any = None
    told: bool = False
    hint: str = ""
    help: str = "rule"
    advice: Any = None
    why: str = ""
    names: tuple[str, ...] = ()
    open: tuple[str, ...] = ()
    live: bool = True
    back: bool = False
    id: str = "t"
    marks: tuple[str, ...] = ()
    beats: tuple[Beat, ...] = ()
    before: tuple[SeenMove, ...] = ()


_PART = re.compile(r"[a-z]{1,12}:[0-9]{1,4}\Z")
_MOST_OPEN = 40


def turned_over(opened: tuple[str, ...], part: str) -> tuple[str, ...]:
    """The unfolded parts of a table after one was unfolded or folded again; what can be the key of none does nothing.

    >>> turned_over(("team:0",), "loc:2"), turned_over(("loc:2", "team:0"), "loc:2"), turned_over((), "everything")
    (('loc:2', 'team:0'), ('team:0',), ())
    """
    if not _PART.match(part) or (part not in opened and len(opened) >= _MOST_OPEN):
        return opened
    return tuple(sorted({part}.symmetric_difference(opened)))


class Try(Value, frozen=True):
    """A press means this action; it may be illegal."""

    action: Any


class Pick(Value, frozen=True):
    """A press takes something up, or puts it back if empty."""

    what: str


class Hint(Value, frozen=True):
    """A press means nothing yet; this sentence says what is missing."""

    text: str


Meaning: TypeAlias = Try | Pick | Hint


class Attempt(Value, frozen=True):
    """Something that a person may want to try, legal or not: "Green Earth", on "June".

    Attributes:
        what: in words; several attempts share it where a place has to be chosen too.
        where: the place in words; empty where none is needed.
    """

    what: str
    where: str
    action: Any


class Said(Value, frozen=True):
    """An event as a page shows it: turn, step of the catalogue, sentence, rule and the rule's status."""

    turn: int
    step: str
    text: str
    rule: str
    status: str


class Side(Value, frozen=True):
    """What a player can choose to play with before a game: a Team, by id, name and what it starts with."""

    id: str
    name: str
    picture: Html
    words: str


class SetupRules(Value, frozen=True):
    """The rules behind what is chosen before a game; `solo` is empty where nobody plays alone."""

    teams: str
    seats: str
    solo: str


class CardName(Value, frozen=True):
    """A card in a list: its id, its name, what it is in a word or two, and all that it says, to be searched.

    Attributes:
        origin: where it comes from, one of `render.parts.ORIGINS`.
    """

    id: str
    name: str
    kind: str
    words: str
    origin: str


@runtime_checkable
class CardBoard(Protocol):
    """A board whose cards can be read one by one, whether they lie on a table or not."""

    def cards(self) -> tuple[CardName, ...]:
        """Every card of the game, by name."""

    def card(self, card: str) -> Html | None:
        """A card with all that it says and where its facts come from; None if there is none of this id or word."""


class CardRow(NamedTuple):
    """A card in a line of a table: what it costs or which kind it is, what it has, its numbers, where it comes from."""

    lead: Child
    has: Child
    numbers: Child
    origin: Child


@runtime_checkable
class DeckBoard(Protocol):
    """A board that shows cards line by line, for whoever puts a deck together."""

    @property
    def row_heads(self) -> tuple[str, str, str]:
        """What the first three columns of a line are."""

    def row(self, card: str) -> CardRow:
        """A card of the game by its id."""

    def paid_in_all(self, cards: Mapping[str, int]) -> Child:
        """What so many copies of these cards ask for together, by id; None where that tells nothing."""


def deck_board(board: object) -> DeckBoard | None:
    """The board as one that shows cards line by line, or None."""
    return board if isinstance(board, DeckBoard) else None


def card_board(board: object) -> CardBoard | None:
    """The board as one whose cards can be read, or None."""
    return board if isinstance(board, CardBoard) else None


@runtime_checkable
class AskingBoard(Protocol):
    """A board of a game in which people are asked where nothing has to be done, and can leave that to the table."""

    @property
    def ask_levels(self) -> Mapping[str, str]:
        """When a person wants to be asked, with words; the first one is at every choice."""

    def leaves(self, view: Any, actions: Sequence[Any], level: str) -> Any | None:
        """The action that the table makes for the viewer at a level of `ask_levels`; None where the viewer is asked.

        It may hang on what the viewer alone sees.
        """


def asking_board(board: object) -> AskingBoard | None:
    """The board as one that can leave choices to the table, or None."""
    return board if isinstance(board, AskingBoard) else None


@runtime_checkable
class BrinkBoard(Protocol):
    """A board that can say where something is about to fall, so that a table can wait there while programs move."""

    @property
    def brink(self) -> str:
        """What is about to fall there, as a place where the table stops: "a point about to fall"."""

    def at_brink(self, view: Any) -> bool:
        """Whether it falls unless the next choice prevents it."""


def brink_board(board: object) -> BrinkBoard | None:
    """The board as one that can say where something is about to fall, or None."""
    return board if isinstance(board, BrinkBoard) else None


class Board(Protocol):
    """Draws one game. Methods are pure; HTML is made with `render.html` only."""

    @property
    def origin_note(self) -> Html:
        """The sentence about where the cards come from, for the foot of every page that shows some."""

    def sides(self) -> tuple[Side, ...]:
        """The Teams to choose from, with small pictures; empty where a game has none."""

    @property
    def keys(self) -> tuple[tuple[str, str], ...]:
        """The keys of this table beside those of every page: what is pressed, and what it does."""

    @property
    def setup_rules(self) -> SetupRules:
        """The rules behind the form of a new game."""

    def text(self, view: Any) -> str:
        """The table in plain text."""

    def parts(self, view: Any, look: Look) -> Mapping[str, Html]:
        """The table for a page, in parts that are redrawn one by one: rail, table, dock, coach.

        Where cards can be opened to be read, `reading` is what the dock shows of that, for a page that has its own dock
        while somebody else chooses.
        """

    def title(self, view: Any) -> str:
        """The position in one line, for the heading of the page."""

    def word(self, view: Any, action: Any) -> str:
        """An action as the words of a button."""

    def decision(self, view: Any, look: Look) -> DecisionText | None:
        """Return the choice that waits in words, with the actions of `look`; None where nobody chooses."""

    def gesture(self, view: Any, look: Look, place: str) -> Meaning:
        """What a press on a die, card, location or token means."""

    def control(self, view: Any, look: Look, name: str) -> Meaning:
        """What a control of the tray means: "Roll", "Stop", "DiscardDie"."""

    def tries(self, view: Any) -> tuple[Attempt, ...]:
        """What a person may want to try in this position, legal or not, each once."""

    def story(self, said: Sequence[Said], turn: int) -> Html:
        """The events of a turn, folded by step; each with its sentence and its rule."""

    def summary(self, view: Any) -> str:
        """One short sentence for a list of games: whose turn, the tracks."""

    def turn_end(self, turn: Sequence[SeenMove]) -> tuple[str, ...]:
        """What became of a turn, in two lines: what was left open, then what came of it; none where nobody says it."""

    def fates(self, events: Sequence[Event]) -> tuple[tuple[str, tuple[str, ...]], ...]:
        """Who joined, who fell and what else became of the cards in a game: a heading with names; only those it has."""

    def seated(self, view: Any) -> str:
        """The Teams in play as the option `teams` names them; empty where a game has none."""

    def lands(self, event: Event) -> tuple[str, ...] | None:
        """Where an event of the enemy's turn is seen on the table, in words of the board; None for any other event.

        Where seats play against each other, whatever the others do is the enemy's turn.
        """

    def remembers(self, event: Event) -> bool:
        """Whether the table of later positions shows something of this event, see `Look.before`."""

"""How decks are checked and chosen, whatever a game asks of them: files, lists in one line, those that come with it.

A game says in a `Construction` what its rules ask. The decks that come with it are read once, and keep its rules.
"""

from collections.abc import Callable, Iterable, Mapping
from importlib import resources
from typing import NamedTuple, Protocol, runtime_checkable

from rising_tutor.core.ids import RuleId
from rising_tutor.core.values import Value
from rising_tutor.decks.deck_file import DeckFault, DeckList, ReadDeck, faults_in_order, inline, read_deck, read_inline
from rising_tutor.errors import BadContent, BadOption

At = Callable[..., DeckFault]
"""Makes a fault at a word of a deck: `ReadDeck.at`."""


class Leader(Value, frozen=True):
    """A card that can stand beside a deck.

    Attributes:
        id: as a deck file names it.
        name, says: what it is called, and what tells it from others of that name.
        cards: ids of the cards that are read to know it.
        origin: where it comes from, as its card file says.
    """

    id: str
    name: str
    says: str
    cards: tuple[str, ...]
    origin: str


class Leaders(Value, frozen=True):
    """What may stand beside a deck.

    Attributes:
        kind: what the game calls one, such as "Chamber".
        n: how many stand beside a deck; in a file their ids stand one after the other.
        every: all there are.
    """

    kind: str
    n: int
    every: tuple[Leader, ...]


class Demand(NamedTuple):
    """Something that the rules ask of a deck, whether it is so or not.

    Attributes:
        rules: a deck that breaks one of these does not have it.
        said: what is asked, in a few words.
        so: what of it is so in a deck, such as "58 cards"; empty where there is nothing to say.
        play: the play that it is asked in; empty for each.
    """

    rules: tuple[RuleId, ...]
    said: str
    so: Callable[[DeckList], str] = lambda _: ""
    play: str = ""


class Construction(NamedTuple):
    """What the rules of a game ask of its decks.

    Attributes:
        leader: the word of a deck file for the card that stands beside the deck.
        check: the faults of a deck.
        find: the id of a card from what a list calls it.
        kind: what the game calls a deck.
        example: a list in one line.
        rule: the rule that says what a deck is.
        leaders: what may stand beside a deck.
        demands: what is asked of a deck, in an order that is good to read.
        most: the most copies of a card in a deck for a play; None where there is no limit.
        plays: kinds of play that ask for different things, the usual one first; none where all is one.
        curve: what is counted where cards are sorted by the number "cost"; empty where that tells nothing.
    """

    leader: str
    check: Callable[[DeckList, At], Iterable[DeckFault]]
    find: Callable[[str], str]
    kind: str
    example: str
    rule: str
    leaders: Leaders
    demands: tuple[Demand, ...]
    most: Callable[[str, str], int | None]
    plays: tuple[str, ...] = ()
    curve: str = ""

    def check_file(self, source: str | bytes) -> tuple[DeckList, tuple[DeckFault, ...]]:
        """A deck file and all that is wrong with it, each with its line, column and rule."""
        read = read_deck(source, self.leader)
        faults = [*read.faults, *(self.check(read.deck, read.at) if read.places else ())]
        return read.deck, faults_in_order(faults)

    def check_list(self, deck: DeckList) -> tuple[DeckFault, ...]:
        """What is wrong with a deck that stands in no file."""
        return faults_in_order(self.check(deck, ReadDeck(deck, (), {}).at))

    def read_folder(self, package: str) -> dict[str, DeckList]:
        """The decks of the folder `decks` of a package, by id. Raises `BadContent` for one that cannot be played."""
        found = {}
        for file in sorted((resources.files(package) / "decks").iterdir(), key=lambda file: file.name):
            if file.name.endswith(".toml"):
                deck, faults = self.check_file(file.read_bytes())
                wrong = [fault for fault in faults if not fault.warning]
                if wrong:
                    raise BadContent(file.name, str(wrong[0]), deck.id, f"a {self.kind} that keeps the rules")
                found[deck.id] = deck
        return found

    def read_option(self, name: str, text: str, known: Mapping[str, DeckList]) -> str:
        """The value of a deck option as a list in one line with ids of cards, as a game keeps it.

        Args:
            name: the option.
            text: the id of a deck that is known, or a list in one line.

        Raises:
            BadOption: it is neither, or breaks a rule.
        """
        try:
            deck = deck_of(text, known)
        except BadContent:
            expected = f'one of {", ".join(known)}, or a list such as "{self.example}"'
            raise BadOption(name, text, expected, self.rule) from None
        wrong = [fault for fault in self.check_list(deck) if not fault.warning]
        if wrong:
            raise BadOption(name, text, f"a {self.kind} that keeps the rules: {wrong[0].what}", wrong[0].rule or None)
        counts: dict[str, int] = {}
        for word, n in deck.cards:
            counts[self.find(word)] = counts.get(self.find(word), 0) + n
        leader = " ".join(deck.leader.split())
        return inline(DeckList(deck.id, deck.name, leader, tuple(sorted(counts.items())), deck.play, deck.origin))


@runtime_checkable
class BuildingGame(Protocol):
    """A game whose decks people put together."""

    def construction(self) -> Construction:
        """What its rules ask of a deck."""


def building_game(game: object) -> BuildingGame | None:
    """The game as one whose decks people put together, or None."""
    return game if isinstance(game, BuildingGame) else None


def deck_of(text: str, known: Mapping[str, DeckList]) -> DeckList:
    """A deck by its id, or from a list in one line. Raises `BadContent` for a text that is neither."""
    return known[text] if text in known else read_inline(text)

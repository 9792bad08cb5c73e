"""The deck that somebody puts together: cards and leaders, a name, undo, own files, texts that come in and go out.

Nothing is forbidden while it is worked on: what breaks a rule is said at once, as `deck check` says it, and the deck
may be kept as it is. Only a deck that may be played leads to the table.

>>> from rising_tutor.boards import board_for
>>> from rising_tutor.core.registry import load_game
>>> builder = DeckBuilder(load_game("avatar-tcg"), board_for(load_game("avatar-tcg")))
>>> builder.start("aang")
>>> builder.deck.name, builder.checked.ok
('My Aang', True)
>>> builder.add("pummel")
>>> [fault.what for fault in builder.checked.faults]
['5 copies of pummel; formal play allows 4']
>>> builder.undo()
>>> builder.checked.ok
True
"""

import re
from collections import Counter
from collections.abc import Collection
from functools import cached_property
from typing import Any, Final, NamedTuple, Protocol

from msgspec.structs import replace

from rising_tutor.boards.ports import CardBoard, CardName, DeckBoard, card_board, deck_board
from rising_tutor.core.english import counted
from rising_tutor.core.game import AnyGame
from rising_tutor.core.values import Value
from rising_tutor.decks.construction import Construction, Leader, building_game
from rising_tutor.decks.deck_file import (
    MOST_COPIES,
    DeckFault,
    DeckGame,
    DeckList,
    deck_game,
    has_comments,
    inline,
    read_inline,
    write_deck,
)
from rising_tutor.decks.facts import CardFacts, facts_game
from rising_tutor.errors import BadContent, BadOption, RisingTutorError
from rising_tutor.tutor.decks.checked import Checked, checked
from rising_tutor.tutor.decks.library import COST, Library, Search

LONGEST_NAME: Final = 40
"""As long as any name in a file."""
_MOST_UNDO: Final = 500
_LONGEST_ID: Final = 60
OWNER: Final = "owner"


class NoDecks(RisingTutorError):
    """Decks of this game cannot be put together."""


class Shelf(Protocol):
    """Where the decks of a person are kept (`store.decks.DeckFiles`)."""

    def names(self) -> tuple[str, ...]:
        """The ids of the decks."""

    def read(self, name: str) -> bytes:
        """The text of a deck file. Raises `RisingTutorError` where there is none."""

    def write(self, name: str, text: str) -> None:
        """Keep a deck. Raises `RisingTutorError` where it cannot be kept."""

    def remove(self, name: str) -> None:
        """Let a deck go."""

    def free(self, name: str, taken: Collection[str] = ()) -> str:
        """A name like this one that no deck has."""


class Unkept:
    """A shelf that lasts as long as this object."""

    def __init__(self) -> None:
        self._texts: dict[str, bytes] = {}

    def names(self) -> tuple[str, ...]:
        return tuple(sorted(self._texts))

    def read(self, name: str) -> bytes:
        if name not in self._texts:
            raise BadContent("deck", "id", name, "a deck that is kept")
        return self._texts[name]

    def write(self, name: str, text: str) -> None:
        self._texts[name] = text.encode()

    def remove(self, name: str) -> None:
        self._texts.pop(name, None)

    def free(self, name: str, taken: Collection[str] = ()) -> str:
        number, found = 1, name
        while found in self._texts or found in taken:
            number += 1
            found = f"{name}-{number}"
        return found


class Draft(Value, frozen=True):
    """A deck as it is worked on.

    Attributes:
        own: the id of the own deck that it changes; "" for one that is not kept yet.
        begun: counts the decks that were begun or opened: one that was kept meanwhile is the same one after undo.
    """

    deck: DeckList
    own: str = ""
    begun: int = 0


class Taken(NamedTuple):
    """What came of a text: whether a deck could be read from it, and what in it could not be used."""

    ok: bool
    lost: tuple[DeckFault, ...]


class OwnDeck(NamedTuple):
    """A deck of the person: its id, as far as it can be read, and what is wrong with it."""

    id: str
    deck: DeckList
    faults: tuple[DeckFault, ...]

    @property
    def ok(self) -> bool:
        """Whether it may be played."""
        return all(fault.warning for fault in self.faults)


def offers_decks(game: AnyGame, board: object) -> bool:
    """Whether decks of a game can be put together: it says what is asked of one, and its board shows the cards."""
    ports = (deck_game(game), building_game(game), facts_game(game), card_board(board), deck_board(board))
    return all(one is not None for one in ports)


class DeckBuilder:
    """A deck of one game, and the own decks of a person.

    Attributes:
        draft: what is worked on; None before something was begun.
        shelf: where own decks are kept; by default they last as long as this object.

    Raises:
        NoDecks: the game has none.
    """

    def __init__(self, game: AnyGame, board: Any, shelf: Shelf | None = None) -> None:
        decks, building, facts = deck_game(game), building_game(game), facts_game(game)
        cards, rows = card_board(board), deck_board(board)
        if decks is None or building is None or facts is None or cards is None or rows is None:
            why = "is played without decks" if decks is None else "does not say how its decks are put together"
            raise NoDecks(f"{game.info.title} {why}.")
        self.title = game.info.title
        self.game: DeckGame = decks
        self.construction: Construction = building.construction()
        self.cards: CardBoard = cards
        self.rows: DeckBoard = rows
        self._facts = facts
        self.shelf: Shelf = shelf or Unkept()
        self.draft: Draft | None = None
        self._past: list[Draft | None] = []
        self._begun = 0
        self._kept: dict[str, tuple[bytes, DeckList]] = {}
        self._checked: tuple[DeckList, Checked] | None = None
        self._unfit: dict[tuple[str, str], dict[str, tuple[DeckFault, ...]]] = {}

    # What there is ----------------------------------------------------------------

    @cached_property
    def names(self) -> dict[str, CardName]:
        """Everything of the game that can be read, by id."""
        return {one.id: one for one in self.cards.cards()}

    @cached_property
    def library(self) -> Library:
        """The cards that can be put in."""
        return Library(self._facts.card_facts(), self.names.values())

    @cached_property
    def ready(self) -> dict[str, DeckList]:
        """The decks that come with the game, by id."""
        return {deck.id: deck for deck in self.game.decks()}

    def own(self) -> tuple[OwnDeck, ...]:
        """The decks of the person, by name; a file that no deck can be read from is one of them."""
        return tuple(self._own(name) for name in self.shelf.names())

    def _own(self, name: str) -> OwnDeck:
        try:
            deck, faults = self.game.check_deck(self.shelf.read(name))
        except RisingTutorError as fault:
            return OwnDeck(name, DeckList(name, name, "", ()), (DeckFault(1, 1, str(fault)),))
        return OwnDeck(name, deck if deck.name else replace(deck, name=name), faults)

    @property
    def deck(self) -> DeckList:
        """The deck that is worked on, with the id under which it is kept or would be."""
        return self.draft.deck if self.draft is not None else DeckList("", "", "", ())

    @property
    def checked(self) -> Checked:
        """All that is wrong with the deck: what `deck check` finds in its file."""
        deck = self.deck
        if self._checked is None or self._checked[0] != deck:
            self._checked = (deck, checked(self.game, self.construction, deck))
        return self._checked[1]

    @property
    def counts(self) -> dict[str, int]:
        """Word of a card -> its copies."""
        return dict(self.deck.cards)

    @property
    def unfit(self) -> dict[str, tuple[DeckFault, ...]]:
        """The cards that may not be in a deck with these leaders and this play, each with the reasons."""
        asked = (self.deck.leader, self.deck.play)
        if asked not in self._unfit:
            one_each = replace(self.deck, cards=tuple((card.word, 1) for card in self.library.cards))
            found = checked(self.game, self.construction, one_each).at
            self._unfit[asked] = {
                word: wrong
                for word, faults in found.items()
                if (wrong := tuple(fault for fault in faults if not fault.warning))
            }
        return self._unfit[asked]

    @property
    def changed(self) -> bool:
        """Whether something would be lost that is not kept in a file."""
        if self.draft is None:
            return False
        kept = self._kept.get(self.draft.own)
        return kept is None or kept[1] != self.draft.deck

    def found(self, search: Search) -> tuple[CardFacts, ...]:
        """The cards of the game that are looked for."""
        return self.library.found(search, self.unfit)

    def unknown(self) -> tuple[tuple[str, int], ...]:
        """Words in the deck that are no card of the library, with their copies."""
        return tuple((word, n) for word, n in self.deck.cards if word not in self.library.of_word)

    def made_of(self) -> Counter[str]:
        """Type -> number of cards in the deck."""
        found: Counter[str] = Counter(dict.fromkeys(self.library.types, 0))
        for word, n in self.deck.cards:
            if word in self.library.of_word:
                found[self.library.of_word[word].type] += n
        return found

    def curve(self) -> dict[int, Counter[str]]:
        """Cost -> type -> number of cards, for every cost from 0 to the highest there is."""
        costs = self.library.costs
        found: dict[int, Counter[str]] = {cost: Counter() for cost in range((costs[-1] if costs else 0) + 1)}
        for word, n in self.deck.cards:
            card = self.library.of_word.get(word)
            if card is not None and (cost := card.number(COST)) is not None:
                found[cost][card.type] += n
        return found

    def leaders(self) -> tuple[str, ...]:
        """What stands beside the deck: the id at each place, "" where nothing is chosen."""
        named = self.deck.leader.split()
        return tuple(named[at] if at < len(named) else "" for at in range(self.construction.leaders.n))

    def leader(self, at: int) -> Leader | None:
        """The leader at a place, if it is one of the game."""
        return next((one for one in self.construction.leaders.every if one.id == self.leaders()[at]), None)

    def list_to_play(self, deck: DeckList) -> str | None:
        """A deck as the option of a game takes it; None for one that may not be played."""
        try:
            return self.construction.read_option(self.construction.kind, inline(deck), {}) if deck.cards else None
        except BadOption:
            return None

    # Beginning --------------------------------------------------------------------

    def empty(self) -> None:
        """Begin with nothing."""
        plays = self.construction.plays
        name = self._free_name(f"My {self.construction.kind}")
        self._begin(DeckList("", name, "", (), plays[0] if plays else "formal", OWNER))

    def start(self, deck: str) -> None:
        """Begin with a copy of a deck that comes with the game. Raises `BadContent`: there is none of this id."""
        if deck not in self.ready:
            raise BadContent(self.construction.kind, "id", deck[:40], f"one of {', '.join(self.ready)}")
        self._begin(replace(self.ready[deck], name=self._free_name(f"My {self.ready[deck].name}")))

    def open(self, own: str) -> Taken:
        """Open an own deck to change it; what is worked on stays where no deck can be read from the file.

        Raises:
            RisingTutorError: it is not kept any more.
        """
        data = self.shelf.read(own)
        taken = self._take(data, own)
        if taken.ok:
            self._kept[own] = (data, self.deck)
        return taken

    def take(self, source: str | bytes) -> Taken:
        """Begin with the deck of a file or of a list in one line; what is worked on stays where none can be read."""
        text = source if isinstance(source, bytes) else source.encode("utf-8", "replace")
        if b"=" not in text and b":" in text:
            return self._take_list(text.decode("utf-8", "replace"))
        return self._take(text)

    def _take_list(self, text: str) -> Taken:
        try:
            listed = read_inline(" ".join(text.split()))
        except BadContent as fault:
            return Taken(ok=False, lost=(DeckFault(1, 1, str(fault)),))
        plays = self.construction.plays
        self._begin(replace(listed, name=f"My {self.construction.kind}", play=plays[0] if plays else listed.play))
        return Taken(ok=True, lost=())

    def _take(self, data: bytes, own: str = "") -> Taken:
        deck, faults = self.game.check_deck(data)
        if not deck.cards and not deck.leader and not own:
            return Taken(ok=False, lost=faults)
        if not (deck.id or deck.name or deck.cards or deck.leader):
            return Taken(ok=False, lost=faults)
        self._begin(deck, own)
        still = {(fault.what, fault.rule) for fault in self.checked.faults}
        lost = tuple(fault for fault in faults if (fault.what, fault.rule) not in still)
        return Taken(ok=True, lost=lost)

    def _begin(self, deck: DeckList, own: str = "") -> None:
        self._begun += 1
        counts: dict[str, int] = {}
        for word, n in deck.cards:
            found = self._word(word)
            counts[found] = min(counts.get(found, 0) + n, MOST_COPIES)
        mine = replace(deck, name=clean(deck.name), cards=tuple(counts.items()), origin=OWNER)
        self._to(Draft(self._named(mine, own), own, self._begun))

    def _word(self, text: str) -> str:
        """A card as lists call it, from whatever a list calls it."""
        known = self.construction.find(text)
        return next((word for word, card in self.library.of_word.items() if card.id == known), text) if known else text

    def _free_name(self, name: str) -> str:
        """A name like this one that no own deck has."""
        taken = {one.deck.name for one in self.own()}
        number, found = 1, name
        while found in taken:
            number += 1
            found = f"{clean(name)[: LONGEST_NAME - 4]} {number}"
        return found

    def _named(self, deck: DeckList, own: str) -> DeckList:
        """The deck with the id under which it is kept, or would be."""
        return replace(deck, id=own or self.shelf.free(slug(deck.name) or self.construction.kind, self.ready))

    # Working ----------------------------------------------------------------------

    def add(self, word: str, n: int = 1) -> None:
        """Put in so many copies of a card, or take them out; nothing happens to what is not there."""
        before = self.counts.get(word, 0)
        now = max(0, min(before + n, MOST_COPIES))
        if self.draft is None or now == before or (not before and word not in self.library.of_word):
            return
        cards = self.deck.cards if before else (*self.deck.cards, (word, 0))
        left = tuple((one, now if one == word else count) for one, count in cards)
        self._edit(cards=tuple((one, count) for one, count in left if count))

    def call(self, name: str) -> None:
        """Give the deck a name."""
        self._edit(name=clean(name))

    def choose_leader(self, at: int, leader: str) -> None:
        """Let this one stand beside the deck at a place; "" for none."""
        if not 0 <= at < self.construction.leaders.n or leader not in {
            "",
            *(one.id for one in self.construction.leaders.every),
        }:
            return
        named = [*self.leaders()]
        named[at] = leader
        self._edit(leader=" ".join(one for one in named if one))

    def choose_play(self, play: str) -> None:
        """Say what the deck is for."""
        if play in self.construction.plays:
            self._edit(play=play)

    def take_out_unfit(self) -> None:
        """Take out every card that may not be in a deck like this, and every copy beyond the most."""
        left = []
        for word, n in self.deck.cards:
            card = self.library.of_word.get(word)
            if card is None or word in self.unfit:
                continue
            most = self.construction.most(card.id, self.deck.play)
            left.append((word, n if most is None else min(n, most)))
        self._edit(cards=tuple(left))

    @property
    def can_undo(self) -> bool:
        return bool(self._past)

    def undo(self) -> None:
        """Go back before the last change, also to the deck that was worked on before."""
        if self._past:
            self.draft = self._past.pop()

    def _edit(self, **changes: Any) -> None:
        if self.draft is None:
            return
        now = replace(self.draft.deck, **changes)
        if now != self.draft.deck:
            self._to(replace(self.draft, deck=now if self.draft.own else self._named(now, "")))

    def _to(self, draft: Draft) -> None:
        self._past = [*self._past[-_MOST_UNDO:], self.draft]
        self.draft = draft

    # Keeping ----------------------------------------------------------------------

    def save(self) -> str:
        """Keep the deck in its file; what to say of it.

        A file that was changed elsewhere since it was opened, or has comments, stays, and the deck becomes a new one.

        Raises:
            BadContent: it has no name.
            RisingTutorError: it cannot be kept.
        """
        assert self.draft is not None
        own = self.draft.own
        if not own:
            return self._keep_new("Saved: ")
        known, now = self._kept.get(own), self._on_disk(own)
        if now is not None and (known is None or known[0] != now):
            return self._keep_new("This deck was changed elsewhere since it was opened, so yours is a new one: ")
        if now is not None and has_comments(now.decode("utf-8", "replace")):
            return self._keep_new("Comments of a file cannot be kept here, so yours is a new one beside it: ")
        was = known[1].name if known is not None else self.deck.name
        renamed = "" if was == self.deck.name else f", which was {was}"
        return self._keep_as(own, "Saved: ", renamed)

    def save_as_new(self) -> str:
        """Keep the deck as another one, beside the one that it was; what to say of it. Raises as `save`."""
        return self._keep_new("Saved as a new one: ")

    def _keep_new(self, said: str) -> str:
        """Keep the deck as one more, under a name of its own."""
        assert self.draft is not None
        if self.deck.name:
            named = self._named(replace(self.deck, name=self._free_name(self.deck.name)), "")
            self.draft = replace(self.draft, deck=named)
        return self._keep_as(self.deck.id, said)

    def _keep_as(self, own: str, said: str, more: str = "") -> str:
        assert self.draft is not None
        if not self.deck.name:
            raise BadContent(self.construction.kind, "name", "", "a name, so that you find it again")
        deck, begun = replace(self.deck, id=own), self.draft.begun
        text = write_deck(deck, self.construction.leader)
        self.shelf.write(own, text)
        self._kept[own] = (text.encode(), deck)
        # What undo brings back of this deck is kept under the same id.
        self._past = [
            replace(one, deck=replace(one.deck, id=own), own=own) if one is not None and one.begun == begun else one
            for one in self._past
        ]
        self.draft = Draft(deck, own, begun)
        return f"{said}{deck.name}, {counted(deck.n, 'card')}{more}."

    def _on_disk(self, own: str) -> bytes | None:
        if own not in self.shelf.names():
            return None
        return self.shelf.read(own)

    def delete(self, own: str) -> bytes:
        """Let an own deck go; its text, for `restore`. What is worked on stays, as a deck that is not kept.

        Raises:
            RisingTutorError: it is not kept any more, or cannot be removed.
        """
        text = self.shelf.read(own)
        self.shelf.remove(own)
        self._kept.pop(own, None)
        return text

    def restore(self, own: str, text: bytes) -> str:
        """Keep a deck again that was let go, under its id or one like it; the id. Raises as `save`."""
        name = own if own not in self.shelf.names() else self.shelf.free(own, self.ready)
        self.shelf.write(name, text.decode())
        if self.draft is not None and self.draft.own == own:
            self._kept[own] = (text, replace(self.game.check_deck(text)[0], id=own))
        return name

    # Over a reload ----------------------------------------------------------------

    def dump(self) -> dict[str, str]:
        """What is worked on, as a browser remembers it; nothing where all is in a file."""
        if self.draft is None or not self.changed:
            return {}
        return {"own": self.draft.own, "text": self.checked.text}

    def recall(self, kept: object) -> bool:
        """Go on with what a browser remembered; whether there was something."""
        if not isinstance(kept, dict):
            return False
        own, text = kept.get("own"), kept.get("text")
        if not isinstance(own, str) or not isinstance(text, str) or not text:
            return False
        if own and own in self.shelf.names():
            self.open(own)
        taken = self._take(text.encode("utf-8", "replace"), own if own in self._kept else "")
        self._past.clear()
        return taken.ok


def clean(name: str) -> str:
    r"""A name that can stand in a file and a list.

    >>> clean("  Two \n words\u202e "), len(clean("x" * 99))
    ('Two words', 40)
    """
    seen = "".join(sign for sign in " ".join(name.split()) if sign.isprintable())
    return seen[:LONGEST_NAME].strip()


def slug(name: str) -> str:
    """A name as that of a file.

    >>> slug("My Aang, 2nd try!"), slug("\u706b")
    ('my-aang-2nd-try', '')
    """
    return re.sub(r"[^a-z0-9]+", "-", name.casefold().replace("'", "")).strip("-")[:_LONGEST_ID].strip("-")

"""Reads the lines that `notation` writes, and what a person may type for them.

Cards are found by id, by name or by a beginning; every fault says in which column what was expected.
"""

import difflib
import re
from collections.abc import Callable, Iterable
from string import Formatter
from typing import Any

from rising_tutor.core.ids import CardId
from rising_tutor.core.naming import fitting, one_of_several, slug
from rising_tutor.errors import UnreadableMove
from rising_tutor.games.rising import actions as do
from rising_tutor.games.rising.cards.book import Book
from rising_tutor.games.rising.notation.writer import FORMS, TO, Move
from rising_tutor.games.rising.rules.context import Run

GIVE_UP = ("discard", "forfeit")
"""What titles call giving a die up; each word is read in all of them."""


class _Words:
    """The words of a line with their columns, taken one after the other."""

    def __init__(self, text: str) -> None:
        self.text = text
        spaced = re.sub(r"[>,]", lambda found: f" {found[0]} ", text)
        self.items: list[tuple[str, int]] = []
        at = 0
        for word in spaced.split():
            at = text.index(word, at)
            self.items.append((word, at + 1))
            at += len(word)
        self.at = 0

    def left(self) -> bool:
        return self.at < len(self.items)

    def peek(self) -> str:
        return self.items[self.at][0].lower() if self.left() else ""

    def column(self) -> int:
        return self.items[self.at][1] if self.left() else len(self.text) + 1

    def take(self, expected: str) -> str:
        if not self.left():
            raise UnreadableMove(self.text, expected, column=self.column())
        self.at += 1
        return self.items[self.at - 1][0]

    def upto(self, *stops: str) -> str:
        """All words up to one of these, joined."""
        words = []
        while self.left() and self.peek() not in stops:
            words.append(self.take(""))
        return " ".join(words)

    def rest(self) -> str:
        return self.upto()

    def expect(self, word: str) -> None:
        column = self.column()
        if self.take(f"'{word}'").lower() != word:
            raise UnreadableMove(self.text, f"'{word}'", column=column)

    def fail(self, expected: str, column: int, suggestions: Iterable[str] = ()) -> UnreadableMove:
        return UnreadableMove(self.text, expected, column=column, suggestions=tuple(suggestions))


def read(run: Run, text: str) -> Move:
    """The move that a line means.

    Raises:
        UnreadableMove: with the column, what was expected and, for names, what was probably meant.
    """
    words = _Words(text)
    reader = _Reader(run, words)
    column = words.column()
    verb = words.take("a move").lower()
    kind = _VERBS.get(verb)
    if kind is not None:
        move = _join(reader) if kind is do.Join else reader.move(kind)
    elif reader.is_colour(verb):
        words.at -= 1
        move = reader.move(do.PlaceDie)
    else:
        book = run.book
        known = [*(one for one in _VERBS if one not in GIVE_UP or one == book.spec.words.discard), *book.colours]
        near = difflib.get_close_matches(verb, known, n=2)
        placed = f"{book.die_name[0].replace(':', ' ')} {TO} {book.villain_ids[0]}"
        raise words.fail(f"a move such as 'roll', 'at 2' or '{placed}'", column, near)
    if words.left():
        raise words.fail("the end of the move", words.column())
    return move


def _similar(wanted: str, ids: tuple[str, ...]) -> list[str]:
    """Ids whose beginning, or one of whose words, looks like what was written."""
    wanted = wanted[:_LONGEST_NAME]
    n = len(wanted)
    best: dict[str, float] = {}
    for one in ids:
        parts = (one, one[:n], one[: n + 1], *one.split("-"))
        best[one] = max(difflib.SequenceMatcher(None, wanted, part).ratio() for part in parts)
    return [one for one in sorted(ids, key=lambda one: -best[one])[:3] if best[one] >= _ALIKE]


_ALIKE = 0.7
_LONGEST_NAME = 40  # comparing texts takes time with the square of their length


class _Reader:
    """Reads the parts of a move; every fault says where and what was expected."""

    def __init__(self, run: Run, words: _Words) -> None:
        self.run = run
        self.book: Book = run.book
        self.words = words

    def is_colour(self, word: str) -> bool:
        return len([c for c in self.book.colours if c.startswith(word)]) == 1

    def colour(self) -> str:
        column = self.words.column()
        word = self.words.take("a die colour").lower()
        fits = [c for c in self.book.colours if c.startswith(word)]
        if len(fits) != 1:
            near = difflib.get_close_matches(word, self.book.colours, n=2, cutoff=0.5)
            raise self.words.fail(f"a die colour: {', '.join(self.book.colours)}", column, near)
        return fits[0]

    def face(self, colour: str) -> str:
        column = self.words.column()
        faces = tuple(dict.fromkeys(self.book.dice[self.book.colour_index[colour]].faces))
        face = self.words.take(f"a face of a {colour} die").upper()
        if face not in faces:
            raise self.words.fail(f"a face of a {colour} die: {', '.join(faces)}", column)
        return f"{colour}:{face}"

    def die(self, *, faces: bool = False) -> str:
        colour = self.colour()
        if faces or (self.words.left() and self.words.peek() not in (TO, "to")):
            return self.face(colour)
        return colour

    def number(self, most: int) -> int:
        column = self.words.column()
        word = self.words.take("a number")
        if not (word.isascii() and word.isdigit() and len(word) < 4 and 1 <= int(word) <= most):
            raise self.words.fail(f"a number from 1 to {most}", column)
        return int(word) - 1

    def named(self, text: str, column: int, known: Iterable[str], what: str) -> CardId:
        """A thing by id, by name, or by a beginning that fits only one."""
        ids = tuple(known)
        fits = fitting(text, ids, {one: self.book.name(one) for one in ids})
        if len(fits) == 1:
            return CardId(fits[0])
        if fits:
            raise self.words.fail(one_of_several(text, fits), column)
        raise self.words.fail(what, column, _similar(slug(text), ids))

    def card(self, *stops: str) -> CardId:
        column = self.words.column()
        text = self.words.upto(*stops)
        book = self.book
        return self.named(text, column, (*book.hero, *book.villain), "the name of a card")

    def helper(self) -> CardId:
        """A card with an ability; Team cards are read too, so that `check` can say how theirs is used."""
        column = self.words.column()
        book = self.book
        return self.named(self.words.rest(), column, (*book.hero, *book.villain, *book.team), "the name of a card")

    def target(self) -> CardId:
        book = self.book
        known = (*book.hero, *book.villain, *book.ability_of_team, *book.battle, *((do.BALANCE,) if book.side else ()))
        more = ", or balance" if book.side else ""
        return self.one_of(known, f"the name of a card in reach{more}")

    def chosen(self) -> CardId:
        return (
            self.target()
            if not self.book.carrier
            else self.one_of((*self.book.hero, *self.book.villain, *self.book.carrier), "the name of a card")
        )

    def team(self) -> CardId:
        column = self.words.column()
        text = self.words.rest()
        if slug(text) in self.book.hero and f"team-{slug(text)}" not in self.book.team:
            return CardId(slug(text))  # well formed: `check` says that it is no Team card
        return self._team(text, column)

    def _team(self, text: str, column: int) -> CardId:
        names = [card.removeprefix("team-") for card in self.book.team]
        bare = slug(text).removeprefix("team-")
        expected = f"a Team: {', '.join(names)}"
        return CardId(f"team-{self.named(bare, column, names, expected)}")

    def token(self, *stops: str) -> tuple[CardId, CardId]:
        """Owner and kind of a token."""
        column = self.words.column()
        text = self.words.upto(*stops)
        owner, colon, kind = text.rpartition(":")
        active = self.run.t.teams[self.run.t.active].card
        team = self._team(owner, column) if colon else active
        return team, self.named(kind, column, self.book.token_index, "the name of a token")

    def one_of(self, known: Iterable[str], what: str) -> CardId:
        column = self.words.column()
        return self.named(self.words.rest(), column, known, what)

    def dice(self) -> tuple[str, ...]:
        colour = self.colour()
        shown = [self.book.code[self.face(colour)]]
        while self.words.left():
            if self.words.peek() == ",":
                self.words.take(",")
                colour = self.colour()
            shown.append(self.book.code[self.face(colour)])
        return tuple(self.book.die_name[code] for code in sorted(shown))

    def list_of(self, known: Iterable[str], what: str) -> tuple[CardId, ...]:
        found = []
        while self.words.left():
            column = self.words.column()
            found.append(self.named(self.words.take(""), column, known, what))
        return tuple(found)

    def move(self, kind: type[Move]) -> Move:
        """The rest of a move of this kind, after its verb."""
        fields: dict[str, Any] = {}
        parts = list(Formatter().parse(FORMS[kind]))
        for at, (between, field, what, _) in enumerate(parts):
            for word in between.split()[1 if at == 0 else 0 :]:
                self.words.expect(word)
            stops = parts[at + 1][0].split() if at + 1 < len(parts) else ()
            if what == "token":
                fields["team"], fields["token"] = self.token(*stops)
                if kind is do.UseToken and not self.words.left():
                    break
            elif what == "other_face":
                fields["to"] = self.face(fields["die"].partition(":")[0])
            elif field is not None:
                fields[field] = _PARTS[what or ""](self, stops)
        return kind(**fields)


def _join(reader: _Reader) -> do.Join:
    card = reader.card("left", "right")
    if not reader.book.spec.switch.row:
        return do.Join(card, "right")  # as it is listed; a word that follows is too much
    column = reader.words.column()
    end = reader.words.take("'left' or 'right'").lower()
    if end == "left":
        return do.Join(card, "left")
    if end == "right":
        return do.Join(card, "right")
    raise reader.words.fail("'left' or 'right'", column)


_PARTS: dict[str, Callable[[_Reader, Iterable[str]], Any]] = {
    "team": lambda r, _: r.team(),
    "card": lambda r, stops: r.card(*stops),
    "helper": lambda r, _: r.helper(),
    "target": lambda r, _: r.target(),
    "chosen": lambda r, _: r.chosen(),
    "kind": lambda r, _: r.token()[1],
    "die": lambda r, _: r.die(),
    "face": lambda r, _: r.die(faces=True),
    "colour": lambda r, _: r.colour(),
    "dice": lambda r, _: r.dice(),
    "location": lambda r, _: r.number(r.book.spec.locations),
    "seat": lambda r, _: r.number(len(r.run.t.teams)),
    "side": lambda r, _: r.one_of(r.book.side, "the name of a Balance side"),
    "threat_face": lambda r, _: r.one_of(r.book.threat_face, "a face of a die of the enemy"),
    "fire_card": lambda r, _: r.one_of(r.book.fire_index, "a kind of Fire Nation card"),
    "carriers": lambda r, _: r.list_of(r.book.carrier_ids, f"a {r.book.spec.words.carrier}"),
    "battles": lambda r, _: r.list_of(r.book.battle_ids, "the name of a Final Battle"),
}
"""How each part of a form is read, up to the words that follow it."""
_VERBS: dict[str, type] = {
    form.split()[0]: kind for kind, form in FORMS.items() if kind is not do.PlaceDie
} | dict.fromkeys(GIVE_UP, do.DiscardDie)

"""Games beside each other, row by row, in our own words: those of a family, those of a kind.

A comparison is data: `families/<family>.toml` beside this module. Each row answers one question for each game and names
the rules of its catalogue that say so. What a player of one game does wrong first in another, and the words of each
game, stand in the same file. What it compares need not share an engine: the card games do not.

>>> family = load("rising")
>>> row = family.row("sets")
>>> row.title
'Damage by dice on one enemy in one turn'
>>> row.cell["dark-side-rising"].rules
('DSR-605', 'DSR-1016')
>>> family.relation(row, "fire-nation-rising", "dark-side-rising"), family.relation(row)
('differs', 'differs')
>>> family.relation(row, "death-eaters-rising", "dark-side-rising")
'same'
>>> [family.games for family in load_all()][1]
('avatar-tcg', 'rise-tcg')
"""

from collections.abc import Mapping
from functools import cache, cached_property
from importlib import resources
from typing import Literal

import msgspec

from rising_tutor import catalogues
from rising_tutor.core.ids import GameId
from rising_tutor.core.registry import playable_ids
from rising_tutor.errors import UnknownRule

__all__ = [
    "Cell",
    "Family",
    "LeftOut",
    "Mistake",
    "Relation",
    "Row",
    "Topic",
    "Word",
    "families",
    "family_of",
    "load",
    "load_all",
]

Relation = Literal["same", "differs", "one", "none"]
"""The same in the games that are compared; different; found in one of them only; in none."""

_FAMILY = ".toml"
_NOTHING = "-"


class Topic(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A part of the game that rows belong to."""

    id: str
    name: str


class Cell(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The answer of one game, and the rules that give it; without rules where a game is silent on what it has not."""

    text: str
    rules: tuple[str, ...] = ()


class Row(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One question and the answer of each game.

    Attributes:
        answers: a letter for each game in the order of the family; equal letters are equal answers, "-" is nothing of
            the kind.
        cell: game -> its answer.
    """

    id: str
    topic: str
    title: str
    answers: str
    cell: Mapping[str, Cell]


class Mistake(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What somebody who knows one game does wrong in another, and the row that says how it is."""

    known: str = msgspec.field(name="from")
    learned: str = msgspec.field(name="to")
    row: str
    text: str


class Word(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The same thing in the words of each game; empty where it has no such thing."""

    id: str
    name: str
    said: Mapping[str, str] = msgspec.field(name="in")


class LeftOut(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Rules that no row names, and why."""

    reason: str
    rules: tuple[str, ...]


class Family(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, dict=True):
    """The comparison of a family.

    Attributes:
        family: id of the family.
        title: its name.
        games: the games compared, in the order of the letters of a row.
        short: game -> its name where there is little room, as at the head of a column.
        topics: parts of the game, in playing order.
        rows: every row, by topic.
        mistakes: by pair of games, the most likely first.
        words: the vocabulary.
        left_out: rules in no row.
    """

    family: str
    title: str
    games: tuple[str, ...]
    short: Mapping[str, str]
    topics: tuple[Topic, ...] = msgspec.field(name="topic")
    rows: tuple[Row, ...] = msgspec.field(name="row")
    mistakes: tuple[Mistake, ...] = msgspec.field(name="mistake")
    words: tuple[Word, ...] = msgspec.field(name="word")
    left_out: tuple[LeftOut, ...]

    def row(self, row_id: str) -> Row:
        """The row with this id.

        Raises:
            KeyError: there is none. Ids of rows are written by us; what a user typed is looked for with `has_row`.
        """
        return self._rows_by_id[row_id]

    def has_row(self, row_id: str) -> bool:
        return row_id in self._rows_by_id

    def relation(self, row: Row, *games: str) -> Relation:
        """How the answers of these games relate; without games, those of all."""
        letters = [row.answers[self.games.index(game)] for game in games or self.games]
        there = [letter for letter in letters if letter != _NOTHING]
        if not there:
            return "none"
        if len(there) == 1 and len(letters) > 1:
            return "one"
        return "same" if len(set(letters)) == 1 else "differs"

    def has(self, row: Row, game: str) -> bool:
        return row.answers[self.games.index(game)] != _NOTHING

    def first_mistakes(self, known: str, learned: str) -> tuple[Mistake, ...]:
        """What somebody who knows the one game does wrong in the other, the most likely first."""
        return tuple(one for one in self.mistakes if (one.known, one.learned) == (known, learned))

    @cached_property
    def _rows_by_id(self) -> dict[str, Row]:
        return {row.id: row for row in self.rows}


@cache
def families() -> tuple[str, ...]:
    """Ids of the families that have a comparison, sorted."""
    names = (file.name for file in (resources.files(catalogues) / "families").iterdir())
    return tuple(sorted(name.removesuffix(_FAMILY) for name in names if name.endswith(_FAMILY)))


def family_of(game_id: str) -> Family | None:
    """The comparison that a game is in, None for none."""
    return next((family for family in map(load, families()) if game_id in family.games), None)


def load_all() -> tuple[Family, ...]:
    """All comparisons, in the order of the games."""
    order = playable_ids()
    return tuple(sorted(map(load, families()), key=lambda family: order.index(GameId(family.games[0]))))


@cache
def load(family_id: str) -> Family:
    """The comparison of the family with exactly this id, read once and checked against the catalogues.

    Raises:
        KeyError: no comparison has this id. Ids of families are written by us and never typed by a user.
        UnknownGame: it names a game that has no catalogue.
        UnknownRule: it names a rule that the catalogue of the game has not.
        ValueError: a row, a mistake or a word does not fit the rest of the file.
    """
    if family_id not in families():
        # Asked before a path is built from the id, so that no id can lead out of this folder.
        raise KeyError(family_id)
    return read((resources.files(catalogues) / "families" / f"{family_id}{_FAMILY}").read_bytes())


def read(data: bytes) -> Family:
    """A comparison from its file, checked as `load` says.

    Raises:
        UnknownGame, UnknownRule, ValueError: as for `load`; what is no TOML of this form is a ValueError, too.
    """
    family = msgspec.toml.decode(data, type=Family)
    for game in family.games:
        catalogues.load(game)
    if set(family.short) != set(family.games) or not all(family.short.values()):
        raise ValueError("not each game has one short name")
    for things in (family.topics, family.rows, family.words):
        ids = [thing.id for thing in things]
        twice = {one for one in ids if ids.count(one) > 1}
        if twice:
            raise ValueError(f"these ids stand twice: {', '.join(sorted(twice))}")
    _check_rows(family)
    for mistake in family.mistakes:
        if {mistake.known, mistake.learned} - set(family.games) or mistake.known == mistake.learned:
            raise ValueError(f"a mistake from {mistake.known} to {mistake.learned} compares no two games")
        if not family.has_row(mistake.row):
            raise ValueError(f"a mistake names the row {mistake.row}, which is not there")
    known = {rule.id for game in family.games for rule in catalogues.load(game).rules}
    for left_out in family.left_out:
        for rule in left_out.rules:
            if rule not in known:
                raise UnknownRule(rule, family.title)
    for word in family.words:
        if set(word.said) != set(family.games):
            raise ValueError(f"the word {word.id} is not told for each game")
    return family


def _check_rows(family: Family) -> None:
    topics = {topic.id for topic in family.topics}
    for row in family.rows:
        if row.topic not in topics:
            raise ValueError(f"the row {row.id} belongs to the topic {row.topic}, which is not there")
        if set(row.cell) != set(family.games):
            raise ValueError(f"the row {row.id} has not one cell for each game")
        if len(row.answers) != len(family.games) or not row.answers.strip(_NOTHING):
            raise ValueError(f"the row {row.id} has the answers {row.answers!r}, not one letter for each game")
        for game in family.games:
            cell = row.cell[game]
            for rule in cell.rules:
                catalogues.load(game).rule(rule)
            if not cell.text or (family.has(row, game) and not cell.rules):
                raise ValueError(f"the row {row.id} gives no text or no rule for {game}")

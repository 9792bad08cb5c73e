"""The moments of a replay: which lines to list, which one is next. Without a widget.

Without a filter these are the mistakes and the large strokes of luck. A rule or a card that is asked for is looked for
in every line of the game, whether it cost anything or not; that needs no review.

>>> Wish(rule="fnr-414").plain, Wish(kind="mistakes").plain, Wish().plain
(False, False, True)
"""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from typing import Final

from rising_tutor.analysis.ledger import CLASSES, LUCK, LedgerLine, rule_of_choice
from rising_tutor.analysis.review.findings import shown_at
from rising_tutor.analysis.review.words import LARGE_LUCK
from rising_tutor.core.english import capital
from rising_tutor.core.node import Decision
from rising_tutor.core.valuation import best_of
from rising_tutor.core.values import Value
from rising_tutor.tutor.replay.player import ReplayPlayer
from rising_tutor.tutor.review.words import action_words, moment_words, move_words

MISTAKES, LUCKY, UNLUCKY = "mistakes", "lucky", "unlucky"
SIZES: Final = (2, 5, 10, 20)
"""Sizes of a loss or a stroke of luck to choose from, in points."""
_LONGEST: Final = 60


class Wish(Value, frozen=True):
    """What is looked for.

    Attributes:
        kind: "" for all, `MISTAKES`, a class of mistake, `LUCKY`, `UNLUCKY`, or the id of a source of luck.
        seat: a player, from 0; -1 for everybody and for chance.
        size: at least so many points; 0 for any.
        rule: the id of a rule or its beginning.
        card: part of what happened, such as the name of a card.
    """

    kind: str = ""
    seat: int = -1
    size: int = 0
    rule: str = ""
    card: str = ""

    @property
    def plain(self) -> bool:
        """Whether nothing was asked for."""
        return self == Wish()

    @property
    def in_words(self) -> bool:
        """Whether it is looked for in what happened, and so in every line."""
        return bool(self.rule or self.card)


class Entry(Value, frozen=True):
    """A line as the list shows it.

    Attributes:
        position: the position after it.
        seat: who chose; None for chance.
        line: its ledger line; None before the review.
    """

    position: int
    seat: int | None
    line: LedgerLine | None = None

    @property
    def opens(self) -> int:
        """The position that shows it; a mistake is shown before its choice."""
        return self.position if self.line is None else shown_at(self.line)


class Moments:
    """The list of lines, with a filter."""

    def __init__(self, player: ReplayPlayer, ledger_lines: Sequence[LedgerLine] = ()) -> None:
        self.player = player
        self.lines = tuple(ledger_lines)
        self.wish = Wish()
        self._listed: tuple[Wish, tuple[Entry, ...]] | None = None
        self._words: dict[int, str] = {}
        self._better: dict[int, str] = {}

    def ask(self, fields: Mapping[str, str]) -> None:
        """Take the filter from the fields of a form; a word that is none of those offered counts as none."""
        seat, size = fields.get("seat", ""), fields.get("size", "")
        self.wish = Wish(
            kind=fields.get("kind", "") if fields.get("kind", "") in self.kinds else "",
            seat=int(seat) if seat in {str(one) for one in range(self.n_seats)} else -1,
            size=int(size) if size in {str(one) for one in SIZES} else 0,
            rule=fields.get("rule", "").strip()[:_LONGEST],
            card=fields.get("card", "").strip()[:_LONGEST],
        )

    @property
    def n_seats(self) -> int:
        replay = self.player.verified.replay
        return replay.header.seats if replay is not None else 0

    @property
    def kinds(self) -> tuple[str, ...]:
        sources = tuple(dict.fromkeys(line.source for line in self.lines if line.source))
        return ("", MISTAKES, *(name for _, name in CLASSES), LUCKY, UNLUCKY, *sources)

    def listed(self) -> tuple[Entry, ...]:
        wish = self.wish
        if self._listed is None or self._listed[0] != wish:
            self._listed = (wish, tuple(entry for entry in self._entries if self._fits(entry, wish)))
        return self._listed[1]

    def words(self, entry: Entry) -> str:
        """A line in a sentence: turn, who, what."""
        position, line = entry.position, entry.line
        if position not in self._words:
            if line is not None:
                self._words[position] = moment_words(self.player, line)
            else:
                told = self.player.told(position)
                turn = capital(self.player.place(position - 1).name)
                self._words[position] = f"{turn}, {told[0].text if told else self.player.lines[position - 1].move}"
        return self._words[position]

    def better(self, line: LedgerLine) -> str:
        if line.line not in self._better:
            best = best_of(line.options, opposed=line.opposed)
            words = action_words(self.player, line.line, best.action) if best is not None else line.best
            self._better[line.line] = words
        return self._better[line.line]

    def next(self, what: str, at: int, ways: int) -> Entry | None:
        """The next line that is listed, or the one before (`ways` -1); None if there is none.

        Args:
            what: "mistake", "luck" for a large stroke of it, or "found" for any.
        """
        wanted = _WANTED[what]
        found = [entry for entry in self.listed() if wanted(entry)]
        if ways > 0:
            return next((entry for entry in found if entry.opens > at), None)
        return next((entry for entry in reversed(found) if entry.opens < at), None)

    @cached_property
    def _entries(self) -> tuple[Entry, ...]:
        if not self.player.playable:
            return ()
        entries = []
        for position, made in enumerate(self.player.moves, 1):
            node = self.player.game.node(made.state)
            seat = node.seat if isinstance(node, Decision) else None
            entries.append(Entry(position, seat, self.lines[position - 1] if position <= len(self.lines) else None))
        return tuple(entries)

    def _fits(self, entry: Entry, wish: Wish) -> bool:
        line = entry.line
        if wish.seat >= 0 and entry.seat != wish.seat:
            return False
        if wish.rule and not any(_is_meant(rule, wish.rule.upper()) for rule in self._rules(entry)):
            return False
        if wish.card and wish.card.casefold() not in self._happened(entry):
            return False
        if line is None:
            return wish.in_words or wish.seat >= 0
        if wish.size and abs(line.amount) < Fraction(wish.size, 100):
            return False
        return _of_kind(line, wish.kind, every=wish.in_words)

    def _rules(self, entry: Entry) -> tuple[str, ...]:
        """The rule that gives a choice, and those of what happened."""
        told = tuple(told.rule for told in self.player.told(entry.position))
        if entry.seat is None:
            return told
        made = self.player.moves[entry.position - 1]
        return (rule_of_choice(self.player.game, made.state, made.move, made.step), *told)

    def _happened(self, entry: Entry) -> str:
        told = " ".join(one.text for one in self.player.told(entry.position))
        done = move_words(self.player, entry.line) if entry.line is not None else ""
        return f"{told} {done} {self.player.lines[entry.position - 1].move}".casefold()


_WANTED: Final[Mapping[str, Callable[[Entry], bool]]] = {
    "mistake": lambda entry: entry.line is not None and bool(entry.line.fault),
    "luck": lambda entry: entry.line is not None and _large(entry.line),
    "found": lambda _entry: True,
}


def _of_kind(line: LedgerLine, kind: str, *, every: bool) -> bool:
    match kind:
        case "":
            return every or bool(line.fault) or _large(line)
        case "mistakes":
            return bool(line.fault)
        case "lucky":
            return line.kind == LUCK and line.amount > 0 and (every or _large(line))
        case "unlucky":
            return line.kind == LUCK and line.amount < 0 and (every or _large(line))
    if kind in {name for _, name in CLASSES}:
        return line.fault == kind
    return line.kind == LUCK and line.source == kind


def _large(line: LedgerLine) -> bool:
    return line.kind == LUCK and abs(line.amount) >= LARGE_LUCK


def _is_meant(rule: str, typed: str) -> bool:
    """Return True if a person means this rule: by the beginning of its id, or by its bare number."""
    return rule.rpartition("-")[2] == typed if typed.isascii() and typed.isdigit() else rule.startswith(typed)

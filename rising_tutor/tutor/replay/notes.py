r"""Notes, marks and side lines beside an open replay: what is pressed and what comes of it, without a widget.

    nt-note          a form: at, text, words; keeps the comment and the words of a line
    nt-mark          AT:SIGN sets a sign, or takes it away
    nt-choose        a form: at, move; makes a move from the list
    nt-type          a form: at, move; makes a move that was typed
    nt-draw          a form: at, seed; lets chance decide
    nt-do            AT:N makes move number N of the list
    nt-open          an address; nt-back, nt-on, nt-end, nt-leave
    nt-drop          AT:N deletes a side line; nt-undrop puts it back
    nt-go            a position of the game
    nt-save          "replay" or "record"

Every press carries the address it was meant for; one about another place does nothing.

>>> from rising_tutor.tutor.replay.player import open_replay
>>> player = open_replay(b"replay: 1\ngame: fire-nation-rising\nseats: 2\n\nteam aang\nteam toph\n", "a.replay")
>>> player.go(1)
1
>>> controller = NotesController(player)
>>> controller.handle(Message("nt-mark", "1:?")), player.marked()
(True, ((1, '?', '?'),))
"""

import re
from collections.abc import Callable, Mapping
from typing import Final

from rising_tutor.core.numbers import whole
from rising_tutor.errors import RisingTutorError
from rising_tutor.replay import NOTATION_SUFFIX, RECORD_SUFFIX
from rising_tutor.replay.address import Address, line_at, read_address
from rising_tutor.replay.edit import CannotEdit, with_comment, with_marks, without_side
from rising_tutor.replay.model import Line, Replay
from rising_tutor.replay.rewrite import rewritten
from rising_tutor.replay.source import write
from rising_tutor.replay.words import GLYPHS
from rising_tutor.tutor.callbacks import nothing
from rising_tutor.tutor.messages import Message
from rising_tutor.tutor.replay.player import ReplayPlayer
from rising_tutor.tutor.replay.walk import SideWalk

SEED: Final = "1"
_SPOTS: Final = {
    **dict.fromkeys(("nt-note", "nt-mark"), "note"),
    **dict.fromkeys(("nt-choose", "nt-type", "nt-draw", "nt-do"), "try"),
}
_ENDS: Final = re.compile(r" *[\r\n]+ *")
_NOT_CONVERTED: Final = "A file with faults is not converted: it can be downloaded in the form that it has."


class NotesController:
    """One open replay and what is written in it.

    Args:
        player: the replay; its marks and side lines follow what is written here.
        data: the file as it is, where it is at hand, so that every byte of it can be kept.

    Attributes:
        fault: why something was not done; None else.
        spot: the part of the panel that this was about: "note", "try", "ways" or "keep".
        typed: a move that was typed and refused, to be corrected.
        dropped: the replay before a side line was deleted, while that can be undone.
        version: goes up whenever a text changes otherwise than by typing it.
        changed: called with the replay after each edit.
        goes: called with a position of the game that should be shown.
    """

    def __init__(self, player: ReplayPlayer, data: bytes | None = None) -> None:
        self.player = player
        self.walk = SideWalk(player)
        self.fault: RisingTutorError | None = None
        self.told = ""
        self.spot = "note"
        self.seed = SEED
        self.typed = ""
        self.dropped: Replay | None = None
        self.version = 0
        self.changed: Callable[[Replay], object] = nothing
        self.goes: Callable[[int], object] = nothing
        reading = player.verified.reading
        self._reading = reading
        torn = any(problem.code == "torn" for problem in reading.problems)
        self._data = data if data is not None else b"\n".join((*reading.rows, *([] if torn else [b""])))

    def handle(self, message: Message) -> bool:
        do, arg, fields, walk = message.do, message.arg, message.fields, self.walk
        act: Callable[[], object] | None = {
            "nt-note": lambda: self._note(read_address(fields.get("at", "")), fields),
            "nt-mark": lambda: self._mark(*arg.partition(":")),
            "nt-choose": lambda: self._make(fields.get("move", "")) if self._here(fields) else None,
            "nt-type": lambda: self._make(fields.get("move", "")) if self._here(fields) else None,
            "nt-do": lambda: self._make_way(*arg.partition(":")),
            "nt-draw": lambda: self._draw(fields.get("seed", "").strip()) if self._here(fields) else None,
            "nt-open": lambda: walk.open(read_address(arg)),
            "nt-back": walk.back,
            "nt-on": walk.on,
            "nt-end": walk.end,
            "nt-leave": self._leave,
            "nt-drop": lambda: self._drop(*arg.rpartition(":")),
            "nt-undrop": self._undrop,
            "nt-go": lambda: None if (at := whole(arg)) is None else walk.go(at),
        }.get(do)
        if act is None:
            return False
        before, was_at = self.walk.replay, (self.walk.here, self.player.at)
        self.fault, self.told, self.spot = None, "", _SPOTS.get(do, "ways")
        self.typed = fields.get("move", "") if do == "nt-type" else ""
        try:
            act()
        except RisingTutorError as error:
            self.fault = error
        self.typed = self.typed if self.fault is not None else ""
        self._after(before, was_at, edited=do != "nt-drop")
        return True

    def go(self, position: int) -> None:
        """The page shows this position of the game: the side line is left."""
        if self.walk.aside or self.walk.here.main != position:
            self.walk.go(position)
            self.fault, self.told = None, ""

    def written(self) -> None:
        """Somebody else wrote into the replay: what could be undone would undo that too."""
        self.dropped = None
        self.version += 1

    def mark(self, position: int, sign: str, comment: str = "") -> None:
        """Puts a sign on the line before a position, and a comment if there is none yet.

        Raises:
            BadOption, CannotEdit, LimitExceeded: nothing was written.
        """
        at = Address((position,))
        before = self.walk.replay
        replay = with_marks(before, at, _signed(line_at(before.lines, at), sign))
        if comment and not line_at(before.lines, at).comment:
            replay = with_comment(replay, at, comment)
        self.walk.keep(replay)
        self.version += 1
        self._after(before, (self.walk.here, self.player.at), edited=True)

    def download(self, form: str) -> tuple[str, str]:
        """The same as text, for a browser to store; empty if it cannot be had, with the reason in `fault`."""
        self.fault, self.told, self.spot = None, "", "keep"
        try:
            name, data = self.file(form)
            text = data.decode()
        except RisingTutorError as error:
            self.fault = error
        except UnicodeDecodeError:
            self.fault = _NotConverted("This file has bytes that are not UTF-8 text; a browser cannot store it.")
        else:
            self.told = f"{name} is downloaded."
            return name, text
        return "", ""

    def file(self, form: str) -> tuple[str, bytes]:
        """Name and bytes of the file with what was written, as "replay" or "record".

        Raises:
            UnreadableReplay: a file with faults is to be converted.
            LimitExceeded: it became too big.
        """
        suffix = RECORD_SUFFIX if form == "record" else NOTATION_SUFFIX
        name = self.player.name.removesuffix(".gz").removesuffix(RECORD_SUFFIX).removesuffix(NOTATION_SUFFIX)
        stem = "".join(letter if letter.isalnum() or letter in "-_." else "-" for letter in name).strip(".-") or "game"
        if (self._reading.kind == "record") == (form == "record"):
            return stem + suffix, rewritten(self._data, self.player.name, self.walk.replay)
        if self._reading.problems:
            first = self._reading.problems[0]
            raise _NotConverted(f"{_NOT_CONVERTED} Its first fault: line {first.line}, {first.message}.")
        return stem + suffix, write(self.walk.replay, stem + suffix)

    def _after(self, before: Replay, was_at: tuple[Address, int], *, edited: bool) -> None:
        changed = self.walk.replay != before
        if changed and edited:
            self.dropped = None
        if changed and not self._writable():
            self.walk.keep(before)
            self.walk.stand(was_at[0])
            return
        if changed:
            try:
                self.changed(self.walk.replay)
            except RisingTutorError as error:
                self.fault, self.told = error, ""
        if not self.walk.aside and self.player.at != was_at[1]:
            self.goes(self.player.at)

    def _writable(self) -> bool:
        if not self._reading.problems:
            return True
        try:
            rewritten(self._data, self.player.name, self.walk.replay)
        except RisingTutorError as error:
            self.fault, self.told = error, ""
            return False
        return True

    def _here(self, fields: Mapping[str, str]) -> bool:
        return read_address(fields.get("at", "")) == self.walk.here

    def _mark(self, where: str, _colon: str, sign: str) -> None:
        at = read_address(where)
        line = line_at(self.walk.lines, at)
        self.walk.keep(with_marks(self.walk.replay, at, _signed(line, "" if sign in line.marks else sign)))

    def _make_way(self, where: str, _colon: str, number: str) -> None:
        ways = self.walk.ways()
        if self._here({"at": where}) and (way := whole(number, below=len(ways))) is not None:
            self._make(ways[way].text)

    def _draw(self, seed: str) -> None:
        self.seed = seed
        self.walk.draw(seed)
        self.told = self.walk.drawn

    def _note(self, at: Address, fields: Mapping[str, str]) -> None:
        line = line_at(self.walk.lines, at)
        text = _ENDS.sub(" ", fields.get("text", "")).strip(" ")
        words = tuple(f"${word.lstrip('$').lower()}" for word in fields.get("words", "").replace(",", " ").split())
        sign = tuple(mark for mark in line.marks if mark in GLYPHS)
        replay = with_marks(with_comment(self.walk.replay, at, text), at, (*sign, *words))
        if replay != self.walk.replay:
            self.walk.keep(replay)
            self.told = "" if text or words else f"Line {at} has no note any more."
        if text or words:
            self.told = f"The note to line {at} is kept."

    def _make(self, text: str) -> None:
        text = " ".join(text.split())
        if not text:
            raise CannotEdit("move", self.walk.here.next, "", "choose one, or type one")
        new = self.walk.choose(text)
        where = f"line {self.walk.here}"
        self.told = f"{text}: {where}, new in this file." if new else f"{text}: {where}, which the file had already."

    def _leave(self) -> None:
        at = Address(self.walk.here.parts[:1])
        self.walk.go(at.before.main if self.walk.aside else at.main)

    def _drop(self, where: str, _colon: str, number: str) -> None:
        at, n = read_address(where), whole(number) or 0
        before = self.walk.replay
        replay = without_side(before, at, n)
        self._make_room(at, n)
        self.walk.keep(replay)
        self.dropped = before
        self.told = f"Side line {at}.{n} is deleted."

    def _make_room(self, at: Address, number: int) -> None:
        here, depth = self.walk.here.parts, len(at.parts)
        if here[:depth] != at.parts or len(here) == depth:
            return
        if here[depth] == number:
            self.walk.stand(at.before)
        elif here[depth] > number:
            self.walk.stand(Address((*at.parts, here[depth] - 1, *here[depth + 1 :])))

    def _undrop(self) -> None:
        if self.dropped is not None:
            # With the side line the numbers of others change, so the place is left for the game.
            self._leave()
            self.walk.keep(self.dropped)
            self.dropped = None
            self.version += 1
            self.told = "The side line is back."


class _NotConverted(RisingTutorError):
    """A file with faults was asked for in the other form."""


def _signed(line: Line, sign: str) -> tuple[str, ...]:
    words = tuple(mark for mark in line.marks if mark not in GLYPHS)
    return (sign, *words) if sign else words

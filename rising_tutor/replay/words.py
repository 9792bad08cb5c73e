"""The words of a line: the move, its marks, the label; what may stand in each.

Both codecs share these, so a record cannot hold what the notation could not say.

>>> split_marks("place green:EE on june?! $lucky")
('place green:EE on june', ('?!', '$lucky'))
>>> split_marks("roll green:? blue:E")
('roll green:? blue:E', ())
"""

import re
from typing import Final

from rising_tutor.errors import LimitExceeded
from rising_tutor.replay.limits import MOVE, NAME, NOTE, ODD_SPACES
from rising_tutor.replay.model import Line

GLYPHS: Final = ("!", "?", "!!", "??", "!?", "?!")
"""Good, mistake, brilliant, blunder, interesting, dubious: as in chess."""

_WORD: Final = re.compile(r"\$[a-z0-9][a-z0-9-]{0,38}")
# A sign right after a word judges the move; alone, or after a colon, `?` is an unknown fact.
_JUDGED: Final = re.compile(r"(?<=[\w)\]'\"])[!?]+$")
_FORBIDDEN: Final = re.compile(r"[;#!$]|^[\[|+]")


def split_marks(text: str) -> tuple[str, tuple[str, ...]]:
    """The move and the marks of an item; spaces are already single."""
    parts = text.split(" ")
    n_parts = len(parts)
    while n_parts > 1 and parts[n_parts - 1].startswith("$"):
        n_parts -= 1
    words = tuple(parts[n_parts:])
    text = " ".join(parts[:n_parts])
    judged = _JUDGED.search(text)
    if judged is None:
        return text, words
    return text[: judged.start()], (judged.group(), *words)


def write_item(line: Line) -> str:
    """A move with its marks."""
    judged = line.marks[0] if line.marks and line.marks[0] in GLYPHS else ""
    words = line.marks[1:] if judged else line.marks
    return " ".join((line.move + judged, *words))


def fault_of_move(move: str) -> str:
    """What is wrong with the text of a move apart from its meaning, or nothing.

    >>> fault_of_move("roll; stop")
    "an action cannot contain ';'"
    """
    if not move:
        return "there is no action"
    found = _FORBIDDEN.search(move)
    if found is not None:
        where = "begin with" if found.start() == 0 else "contain"
        return f"an action cannot {where} {found.group()!r}"
    if move != " ".join(move.translate(ODD_SPACES).split(" ")).strip() or "  " in move:
        return "an action has single spaces between its words and none around them"
    if split_marks(move)[1]:
        return "an action cannot end with a mark"
    return ""


def fault_of_line(line: Line, *, joinable: bool) -> tuple[str, str]:
    """The code and message of what is wrong with a line as a value, or two empty texts.

    Args:
        joinable: whether the line before it leaves room in its row.
    """
    fault = fault_of_move(line.move)
    if fault:
        return "syntax", fault
    for place, mark in enumerate(line.marks):
        if mark not in GLYPHS and not _WORD.fullmatch(mark):
            return "mark", f"there is no mark {mark[:40]!r}"
        if place and not mark.startswith("$"):
            return "mark", "only one sign of judgement, and before the words"
    if line.comment != line.comment.strip(" "):
        return "syntax", "a comment has no spaces around it"
    if line.label and (line.label != " ".join(line.label.split(" ")).strip() or not set(line.label).isdisjoint("[]")):
        return "syntax", "a label has single spaces and no brackets"
    if any(row and (not row.startswith("#") or row.endswith(" ")) for row in (*line.above, *line.below)):
        return "syntax", "a row of its own is empty or a comment with its #"
    if line.below and not line.below[-1]:
        return "syntax", "rows below a line end with a comment"
    if line.join and (not joinable or line.label or line.above):
        return "syntax", "a line can be joined only to one without comment and side line"
    return "", ""


def over_limit(line: Line) -> LimitExceeded | None:
    """The first limit that a text of a line exceeds."""
    if len(line.move) > MOVE.most:
        return MOVE.exceeded(len(line.move))
    # Rows of their own above or below one line are one note, and so are all marks of a line.
    notes = ((line.comment,), (line.label,), line.marks, line.above, line.below)
    for note in notes:
        length = sum(map(len, note)) + len(note) - 1
        if length > NOTE.most:
            return NOTE.exceeded(length)
    for mark in line.marks:
        if len(mark) > NAME.most:
            return NAME.exceeded(len(mark))
    return None

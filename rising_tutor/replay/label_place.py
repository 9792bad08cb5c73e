"""Where in a file the wrong part of a label stands: in the notation before its line, in the record a member of it."""

from rising_tutor.replay.problems import Place, Reading
from rising_tutor.replay.record_place import places


def label_place(reading: Reading, line: Place, label: str, wrong: str) -> Place:
    r"""The place of one part of a label.

    Args:
        reading: the file.
        line: where the line stands that the label belongs to.
        label: the label as it was read.
        wrong: one of its parts between commas.

    >>> from rising_tutor.replay.notation import read_notation
    >>> reading = read_notation("a.replay", b"replay: 1\n\n[turn 7,  roll 1] stop\n")
    >>> label_place(reading, Place(3, 19), "turn 7, roll 1", "roll 1")
    Place(line=3, column=11)
    """
    at = (reading.labels or {}).get(line) or _member(reading, line)
    before, here = _split(_row(reading, at)[at.column - 1 :], [part.strip() for part in label.split(",")].index(wrong))
    return Place(at.line, at.column + len(before) + len(here) - len(here.lstrip()))


def _member(reading: Reading, line: Place) -> Place:
    """Where the text of the label begins in a line of the record."""
    return Place(line.line, places(_row(reading, line)).get("$.label", line.column - 1) + 1)


def _row(reading: Reading, place: Place) -> str:
    return reading.rows[place.line - 1].decode("utf-8", "replace")


def _split(text: str, n: int) -> tuple[str, str]:
    """A text before its part number n, and from there on."""
    parts = text.split(",")
    before = "".join(f"{part}," for part in parts[:n])
    return before, text[len(before) :]

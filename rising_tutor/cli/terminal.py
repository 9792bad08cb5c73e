r"""What a command says, and how: answers, notes, JSON and progress.

Names and texts come from files and people. Nothing of them may steer the terminal, so every line
passes `plain`.

>>> plain("Ann" + chr(27) + "[2J")
'Ann\\x1b[2J'
"""

import json
import os
import shutil
import sys
import textwrap
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Protocol, TextIO

from tqdm import tqdm

from rising_tutor.core.numbers import whole


class Advance(Protocol):
    """Moves a progress bar on; does nothing where none is shown."""

    def __call__(self, n: int = 1) -> object: ...


def plain(text: str) -> str:
    """The text with control characters, direction overrides and the like written as escapes."""
    if text.isprintable():
        return text
    return "".join(char if char.isprintable() else repr(char)[1:-1] for char in text)


def say(text: str = "") -> None:
    """Prints an answer, line by line."""
    _print(text, sys.stdout)


def note(text: str) -> None:
    """Prints something that is not the answer: a hint, a progress note, an error."""
    # Where even this cannot be written there is nobody left to tell.
    with suppress(OSError):
        _print(text, sys.stderr)


def say_json(document: Any) -> None:
    """Prints the one JSON document of a command."""
    # ASCII only: what a name contains cannot reach the terminal that way either.
    _print(json.dumps(document, indent=2), sys.stdout)


def picked(value: object, *names: str) -> dict[str, Any]:
    """Attributes of a value by name, for a document."""
    return {name: getattr(value, name) for name in names}


LONGEST_LINE = 64 << 10
"""Characters of a line that is typed or piped in; a longer one is passed over with a note."""


def ask(prompt: str, *, on_terminal: bool) -> str | None:
    """One line of the user, without its end; None at the end of the input.

    Args:
        prompt: what stands before it; where the input is no terminal the line is printed behind it.
    """
    if on_terminal:
        try:
            return input(plain(prompt)).strip()
        except EOFError:
            say()
            return None
    line = sys.stdin.readline(LONGEST_LINE + 1)
    if len(line) > LONGEST_LINE:
        while line and not line.endswith("\n"):
            line = sys.stdin.readline(LONGEST_LINE)
        note(f"a line of more than {LONGEST_LINE} characters was passed over; that is the limit")
        return ""
    say(f"{prompt}{line.strip()}" if line else prompt)
    return line.strip() if line else None


LISTED = 60
"""Texts that `?` lists at once; a word after it narrows the list."""


def say_listed(texts: Iterable[str], word: str, note: Callable[[int], str] = lambda _: "") -> bool:
    """Prints numbered texts, from 1, those that contain a word; whether there is any.

    Args:
        note: what stands behind the text with this number.
    """
    found = [(number, text) for number, text in enumerate(texts, 1) if word.casefold() in text.casefold()]
    for number, text in found[:LISTED]:
        say(f"  {number:>3}  {text}{note(number)}")
    if len(found) > LISTED:
        say(f"  and {len(found) - LISTED} more; ? WORD narrows the list")
    return bool(found)


def listed_number(text: str, most: int) -> int:
    """The number of a text in such a list; 0 if it is none."""
    number = whole(text) if len(text) < 6 else None
    return number if number is not None and number <= most else 0


def wipe() -> None:
    """Takes everything off the screen of a terminal, what was scrolled away too; nothing where nobody looks."""
    if sys.stdout.isatty():
        # Clear the scrollback, clear the screen, go to its first line (ECMA-48; "3J" as in xterm).
        sys.stdout.write("\x1b[3J\x1b[2J\x1b[H")
        sys.stdout.flush()


def paragraph(text: str, indent: str = "") -> str:
    """The text wrapped to the width of the terminal."""
    width = max(40, min(100, shutil.get_terminal_size().columns))
    return textwrap.fill(text, width, initial_indent=indent, subsequent_indent=indent)


def columns(rows: Iterable[tuple[str, ...]]) -> Iterator[str]:
    """The rows as lines with aligned columns, the last one as long as it is.

    >>> list(columns([("a", "one"), ("bcd", "two")]))
    ['a    one', 'bcd  two']
    """
    table = [tuple(plain(cell) for cell in row) for row in rows]
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    for row in table:
        cells = [cell.ljust(width) for cell, width in zip(row[:-1], widths, strict=False)]
        yield "  ".join((*cells, row[-1])).rstrip()


@contextmanager
def progress(total: int, unit: str) -> Iterator[Advance]:
    """A progress bar on a terminal, nothing anywhere else."""
    with tqdm(total=total, unit=f" {unit}", file=sys.stderr, disable=not sys.stderr.isatty()) as bar:
        yield bar.update


@contextmanager
def counting(unit: str, *, after_s: float = 0) -> Iterator[Callable[[int, int], None]]:
    """A progress bar for work that tells again and again what is done and what there is to do; shown after a moment."""
    with tqdm(unit=f" {unit}", file=sys.stderr, disable=not sys.stderr.isatty(), delay=after_s) as bar:

        def tell(done: int, total: int) -> None:
            bar.total = total
            bar.update(max(done - bar.n, 0))

        yield tell


def calm_streams() -> None:
    """Lets no unprintable or undecodable character end a command, and no stream that the caller has closed."""
    # Python gives None for a closed stream. Nothing is read from it then, and what is written to it nobody misses.
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, Path(os.devnull).open(mode, encoding="utf-8"))  # noqa: SIM115  # open to the end
    for stream, errors in (
        (sys.stdin, "surrogateescape"),
        (sys.stdout, "backslashreplace"),
        (sys.stderr, "backslashreplace"),
    ):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors=errors)


def _print(text: str, stream: TextIO) -> None:
    try:
        stream.writelines(f"{plain(line)}\n" for line in text.split("\n"))
        stream.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        # The system names no file for a stream; a sentence that says "no space left" has to say where.
        raise OSError(error.errno, error.strerror, "standard output") from error

"""`replay note`: writes a comment or marks beside a line of a recorded game, or says what stands there."""

import argparse
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from rising_tutor.cli.arguments import (
    DONE,
    FOUND_WRONG,
    CalledWrong,
    add_content,
    add_json,
    needs,
    path,
)
from rising_tutor.cli.replay.recorded import verified_of
from rising_tutor.cli.terminal import note, picked, say, say_json
from rising_tutor.cli.writing import add_force, check_free, storing
from rising_tutor.errors import BadOption, LimitExceeded
from rising_tutor.replay import NOTATION_SUFFIX, RECORD_SUFFIX, Replay, inspect
from rising_tutor.replay.address import Address, addresses, line_at, read_address
from rising_tutor.replay.edit import CannotEdit, with_comment, with_marks
from rising_tutor.replay.files import REAL, cannot_store, save_bytes
from rising_tutor.replay.limits import printable
from rising_tutor.replay.problems import Reading
from rising_tutor.replay.rewrite import rewritten
from rising_tutor.replay.source import load_bytes, write
from rising_tutor.replay.words import write_item


def add_to(commands: Any) -> None:
    """Adds the command to those of `replay`."""
    parser = commands.add_parser("note", help="write a note or a mark beside a line, or show what stands there")
    parser.add_argument("file", type=path, metavar="FILE")
    parser.add_argument(
        "--at",
        required=True,
        metavar="LINE",
        help="the line: 12 for what led to the table of replay show --at 12, or 12.1.3 for the third line of the first "
        "side line of line 12",
    )
    parser.add_argument("--text", metavar="TEXT", help="the comment; an empty one takes it away")
    parser.add_argument(
        "--mark", metavar="MARKS", help="a sign (! ? !! ?? !? ?!) and words such as '$lucky'; empty takes them away"
    )
    parser.add_argument("--out", type=path, metavar="FILE", help="write there, and leave FILE as it is")
    add_force(parser)
    add_content(parser)
    add_json(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Writes the note. Raises `BadOption` or `CalledWrong` for a line or a note that cannot be."""
    needs(args, "--force", "--out")
    data = load_bytes(args.file)
    reading = inspect(data, args.file)
    with _called_at():
        at = read_address(args.at)
    if reading.replay is None:
        for problem in reading.problems:
            say(problem.as_text(args.file))
        return FOUND_WRONG
    with _called_at():
        line_at(reading.replay.lines, at)
    _sound(reading, at, args.file, args.content)
    replay = _noted(reading.replay, at, args)
    if replay != reading.replay or args.out:
        _store(args, data, reading, replay)
    line = line_at(replay.lines, at)
    if args.json:
        document = {"file": args.out or args.file, "at": str(at)} | picked(line, "move", "marks", "comment")
        say_json(document | {"side_lines": len(line.side)})
    else:
        comment = f"  # {printable(line.comment)}" if line.comment else ""
        say(f"{at}: {printable(write_item(line))}{comment}")
    return DONE


@contextmanager
def _called_at() -> Iterator[None]:
    """Raises `BadOption` for the option that named a line which is none."""
    try:
        yield
    except BadOption as error:
        raise BadOption("--at", error.value, error.expected) from None


def _sound(reading: Reading, at: Address, file: str, content: str | None) -> None:
    """Notes are written up to the first fault only: what stands after it was meant for another table."""
    if not reading.places:
        return
    first = reading.places[0].line
    faults = [problem for problem in verified_of(reading, content, file).problems if problem.line >= first]
    if not faults:
        return
    problem = faults[0]
    assert reading.replay is not None
    here = reading.places[list(addresses(reading.replay.lines)).index(at)]
    note(problem.as_text(file))
    if (here.line, here.column) > (problem.line, problem.column):
        raise CalledWrong(
            f"line {at} stands after the first fault of {file} (line {problem.line}, column {problem.column}); "
            "expected a line up to there"
        )


def _noted(replay: Replay, at: Address, args: argparse.Namespace) -> Replay:
    try:
        if args.text is not None:
            replay = with_comment(replay, at, args.text)
        if args.mark is not None:
            replay = with_marks(replay, at, args.mark.split())
    except (CannotEdit, LimitExceeded) as error:
        raise CalledWrong(str(error)) from None
    return replay


def _store(args: argparse.Namespace, data: bytes, reading: Reading, replay: Replay) -> None:
    target = args.out or args.file
    if not target.endswith((NOTATION_SUFFIX, RECORD_SUFFIX)):
        raise CalledWrong(
            f"{target}: cannot be written; expected a name that ends in {NOTATION_SUFFIX} or {RECORD_SUFFIX}, "
            "which --out can give"
        )
    if args.out and not (Path(args.out).exists() and Path(args.out).samefile(args.file)):
        check_free(Path(args.out), force=args.force)
    same_form = target.endswith(RECORD_SUFFIX) == (reading.kind == "record")
    if not same_form and reading.problems:
        raise CalledWrong(f"{args.file}: a file with faults is not converted; expected a name of the form that it has")
    made = rewritten(data, args.file, replay) if same_form else write(replay, target)
    with storing(target):
        if Path(target).is_file():
            _nobody_writes(Path(target))
        save_bytes(Path(target), made)


def _nobody_writes(file: Path) -> None:
    """A game that is being played is not touched. Raises `CannotStore`."""
    try:
        handle = REAL.open(file)
        try:
            REAL.lock(handle)
        finally:
            os.close(handle)
    except OSError as error:
        raise cannot_store(file, error) from error

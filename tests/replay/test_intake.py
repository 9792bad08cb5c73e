"""Files are read where nothing is guessed, else reported as one fault that names the cause, at every entrance alike."""

import gzip
import io
import json
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from rising_tutor.cli import main
from rising_tutor.replay import Verified, read, verify, write
from rising_tutor.replay.address import read_address
from rising_tutor.replay.edit import with_comment
from rising_tutor.replay.problems import CODES
from rising_tutor.replay.rewrite import rewritten
from rising_tutor.tutor.replay.given import given
from rising_tutor.tutor.replay.player import open_replay

GAME = Path("replays/fire-nation-rising/won.replay").read_text()
N_MOVES = 346
HEAD, _, BODY = GAME.partition("\n\n")
RECORD = write(read(GAME.encode(), "a.replay"), "a.replay.jsonl")
ROWS = RECORD.split(b"\n")[:-1]


def each(mark: str, text: str = GAME) -> str:
    return "".join(f"{mark}{row}".rstrip() + "\n" for row in text.splitlines())


def zipped(name: str) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr(name, GAME)
    return packed.getvalue()


READ: dict[str, str | bytes] = {
    "UTF-16 with a mark": GAME.encode("utf-16"),
    "UTF-16, big end first": b"\xfe\xff" + GAME.encode("utf-16-be"),
    "UTF-16 without a mark": GAME.encode("utf-16-le"),
    "UTF-16 with CR LF": GAME.replace("\n", "\r\n").encode("utf-16"),
    "UTF-32": GAME.encode("utf-32"),
    "UTF-32, big end first": GAME.encode("utf-32-be"),
    "packed UTF-16": gzip.compress(GAME.encode("utf-16")),
    "UTF-8 with a mark": b"\xef\xbb\xbf" + GAME.encode(),
    "CR": GAME.replace("\n", "\r"),
    "CR LF": GAME.replace("\n", "\r\n"),
    "CR LF and LF": GAME.replace("\n", "\r\n", 7),
    "CR CR LF": GAME.replace("\n", "\r\r\n"),
    "separators of lines": GAME.replace("\n", "\u2028"),
    "blank lines first": f"\n\n \t\n{GAME}",
    "a comment and blank lines first": f"# our evening\n\n{GAME}",
    "capital keys": GAME.replace("replay", "Replay", 1).replace("game:", "GAME:").replace("seats", "Seats"),
    "quoted": each("> "),
    "quoted twice": each(">> "),
    "quoted without blanks": each(">"),
    "a code block": f"```\n{GAME}```\n",
    "a code block of a language": f"```text\n{GAME}```\n\n",
    "a code block without an end": f"~~~\n{GAME}",
    "indented": each("    "),
    "indented by a tab": each("\t"),
    "a list": "".join(f"- {row}\n" if row else "\n" for row in GAME.splitlines()),
    "numbered": "".join(f"{n}. {row}\n" for n, row in enumerate(GAME.splitlines(), 1)),
    "numbered by a program": "".join(f"{n:6}\t{row}\n" for n, row in enumerate(GAME.splitlines(), 1)),
    "non-breaking spaces": GAME.replace(" ", "\u00a0"),
    "wide spaces": GAME.replace("; ", ";\u3000"),
}
"""Files that hold a game and nothing to guess."""


class Fault(NamedTuple):
    """A file with one fault, its code, its line, a word of its message and one of the way out."""

    data: str | bytes
    code: str
    line: int
    message: str
    way_out: str = ""
    n_moves: int = 0


END = GAME.count("\n")
FAULTS = {
    "half of UTF-16": Fault(GAME.encode("utf-16")[:-1], "encoding", 1, "UTF-16", "UTF-8"),
    "UTF-16 of something else": Fault("dear Anna,\n".encode("utf-16-le") * 9, "encoding", 1, "UTF-16", "UTF-8"),
    "Windows-1252": Fault(
        GAME.replace("\n\n", "\nseat 1: Jos\xe9\n_by: J\xf6rg\n\n", 1).encode("cp1252") + b"# \xe9t\xe9\n",
        "encoding", 9, "here and on 2 more lines", "Windows-1252", N_MOVES,
    ),
    "two games": Fault(GAME + GAME, "several", END + 1, "2 games", f"before line {END + 1}", N_MOVES),
    "three games apart": Fault(f"{GAME}\n\n{GAME}\n{GAME}", "several", END + 3, "3 games", "one game", N_MOVES),
    "a game after one that is not over": Fault(
        BODY and f"{HEAD}\n\n{BODY.partition(chr(10))[0]}\n{GAME}", "several", 11, "2 games", "before line 11", 7
    ),
    "two games with capital keys": Fault(GAME + GAME.upper(), "several", END + 1, "2 games", "one game", N_MOVES),
    "a greeting": Fault(f"Hello Anna,\nhere it is.\n\n{GAME}", "wrapped", 1, "line 4", "delete"),
    "a quoted mail": Fault(f"On Monday Anna wrote:\n\n{each('> ')}", "wrapped", 1, "'>'", "delete"),
    "a code block in a chat": Fault(f"Look:\n```\n{GAME}```\nThanks\n", "wrapped", 1, "line 3", "delete"),
    "thanks below a code block": Fault(f"```\n{GAME}```\nThanks\n", "wrapped", END + 3, "below", "delete", N_MOVES),
    "a signature": Fault(f"{GAME}-- \nAnna\n+49 123\n", "wrapped", END + 1, "signature", "delete", N_MOVES),
    "thanks": Fault(f"{GAME}thanks\nfor\nplaying\n", "over", END + 1, "the game is over", "no further", N_MOVES),
    "bullets": Fault(f"{HEAD}\n\n{each(chr(0x2022) + ' ', BODY)}", "wrapped", 10, "\u2022", "delete these marks"),
    "line ends of two kinds": Fault(GAME.replace("\n", "\n\r"), "character", 2, "line ends", "one kind"),
    "curly quotes": Fault(GAME.replace("; ", "\u201d; \u201c"), "character", 10, "U+201C", "", 1),
    "an arrow": Fault(GAME.replace(" > ", " \u2192 "), "character", 13, "more lines", ">", 18),
    "escapes of a web page": Fault(GAME.replace(" > ", " &gt; "), "character", 13, "web page", ">", 18),
    "invisible characters": Fault(GAME.replace("; ", "; \u200b"), "character", 10, "U+200B", "delete", 1),
    "no header": Fault(BODY, "missing", 1, "begins", "replay: 1"),
    "an equals sign": Fault(GAME.replace(":", " =", 8), "missing", 1, "replay = 1", "replay: 1"),
    "no empty line": Fault(GAME.replace("\n\n", "\n", 1), "syntax", 9, "no header field", "empty line"),
    "nothing": Fault("", "missing", 1, "no game", "replay: 1"),
    "blanks": Fault(" \n\n", "missing", 1, "no game", "replay: 1"),
    "a zip archive": Fault(zipped("won.replay"), "foreign", 1, "zip archive", "unpack"),
    "a text document": Fault(zipped("word/document.xml"), "foreign", 1, "office document", "plain text"),
    "packed twice": Fault(gzip.compress(gzip.compress(GAME.encode())), "foreign", 1, "twice", "once"),
    "another archive": Fault(b"BZh91AY&SY" + bytes(range(256)), "foreign", 1, "archive", "unpack"),
    "a PDF": Fault(b"%PDF-1.7\n%\xe2\xe3\n1 0 obj\n", "foreign", 1, "PDF", "plain text"),
    "RTF": Fault("{\\rtf1\\ansi\n\\par replay: 1\n", "foreign", 1, "RTF", "plain text"),
    "a picture": Fault(b"\x89PNG\r\n\x1a\n" + bytes(range(256)), "foreign", 1, "picture", ".replay"),
    "a web page": Fault("\n<!DOCTYPE html>\n<html>\n<body>x</body>\n", "foreign", 1, "web page", ".replay"),
    "a notebook": Fault('{\n "cells": [\n  {}\n ]\n}\n', "foreign", 1, "JSON", ".replay"),
    "a list in JSON": Fault('[\n {"move": "roll"}\n]\n', "foreign", 1, "JSON", ".replay"),
    "bytes": Fault(bytes(range(256)) * 40, "foreign", 1, "binary", ".replay"),
    "zeros": Fault(bytes(5000), "foreign", 1, "binary", ".replay"),
    "a deck": Fault('id = "x"\nname = "X"\n\n[cards]\npummel = 4\n', "missing", 1, "begins", "replay: 1"),
    "a table": Fault("file,line,seat\na,1,2\nb,3,4\n", "missing", 1, "begins", "replay: 1"),
}  # fmt: skip
RECORDS = {
    "a mark": Fault(b"\xef\xbb\xbf" + RECORD, "encoding", 1, "byte order mark", "as the program wrote it"),
    "UTF-16": Fault(RECORD.decode().encode("utf-16"), "encoding", 1, "UTF-16", "as the program wrote it"),
    "CR LF": Fault(RECORD.replace(b"\n", b"\r\n"), "crc", 1, "CR LF", "as the program wrote it"),
    "CR": Fault(RECORD.replace(b"\n", b"\r"), "crc", 1, "line ends", "as the program wrote it"),
    "two games": Fault(RECORD + RECORD, "several", len(ROWS) + 1, "2 games", f"before line {len(ROWS) + 1}", N_MOVES),
    "a blank line first": Fault(b"\n" + RECORD, "foreign", 1, "laid out", "as the program wrote it"),
    "quoted": Fault(b"".join(b"> %s\n" % row for row in ROWS), "foreign", 1, "quoted", "as the program wrote it"),
    "a code block": Fault(b"```\n" + RECORD + b"```\n", "foreign", 1, "laid out", "as the program wrote it"),
    "indented": Fault(b"".join(b"  %s\n" % row for row in ROWS), "foreign", 1, "laid out", "as the program wrote it"),
    "printed with spaces": Fault(
        "".join(json.dumps(json.loads(row)) + "\n" for row in ROWS), "syntax", 1, "more lines", "crc"
    ),
    "laid out": Fault(
        "".join(json.dumps(json.loads(row), indent=1) + "\n" for row in ROWS), "foreign", 1, "laid out", "as the pro"
    ),
    "one list": Fault(json.dumps([json.loads(row) for row in ROWS]), "foreign", 1, "laid out", "as the program"),
    "blank lines between": Fault(RECORD.replace(b"\n", b"\n\n"), "syntax", 2, "more lines", "crc"),
    "a web page": Fault(b"<html>\n<body>\n", "foreign", 1, "web page", ".replay"),
    "nothing": Fault(b"", "missing", 1, "empty", "header"),
}


def as_bytes(data: str | bytes) -> bytes:
    return data.encode() if isinstance(data, str) else data


@pytest.mark.parametrize("case", READ)
def test_what_needs_no_guess_is_read(case: str) -> None:
    verified = verify(as_bytes(READ[case]), "a.replay")
    assert verified.problems == ()
    assert len(verified.moves) == N_MOVES
    assert verified.result is not None
    assert verified.replay is not None
    assert verified.replay.header.seats == 2


def faulty(verified: Verified, fault: Fault) -> None:
    assert len(verified.problems) == 1, [problem.message for problem in verified.problems]
    problem = verified.problems[0]
    assert problem.code in CODES
    assert (problem.code, problem.line) == (fault.code, fault.line)
    assert fault.message in problem.message + problem.excerpt
    assert fault.way_out in problem.expected
    assert len(verified.moves) == fault.n_moves


@pytest.mark.parametrize("case", FAULTS)
def test_one_cause_is_one_fault_with_the_way_out(case: str) -> None:
    faulty(verify(as_bytes(FAULTS[case].data), "a.replay"), FAULTS[case])


@pytest.mark.parametrize("case", RECORDS)
def test_one_cause_in_a_record_is_one_fault(case: str) -> None:
    faulty(verify(as_bytes(RECORDS[case].data), "a.replay.jsonl"), RECORDS[case])


def test_notation_in_a_file_that_is_named_as_a_record_is_read() -> None:
    assert verify(GAME.encode(), "a.replay.jsonl").ok


def test_columns_are_those_of_the_file() -> None:
    """Marks before each line are replaced by blanks, so that an editor goes to the right place."""
    wrong = each("> ", GAME.replace("card kyoshi", "card kyohsi"))
    problem = verify(wrong.encode(), "a.replay").problems[0]
    assert wrong.splitlines()[problem.line - 1][problem.column - 1 :].startswith("kyohsi")


def by_command(data: bytes, folder: Path) -> Verified:
    file = folder / "a.replay"
    file.write_bytes(data)
    return verify(file)


DOORS: dict[str, Callable[[bytes, Path], Verified]] = {
    "path": by_command,
    "bytes": lambda data, _: verify(data, "a.replay"),
    "upload": lambda data, _: open_replay(data, "a.replay").verified,
}


@pytest.mark.parametrize("door", DOORS)
def test_every_door_has_the_same_answer(door: str, tmp_path: Path) -> None:
    for data in (READ["quoted"], READ["UTF-16 with a mark"], FAULTS["two games"].data, FAULTS["a PDF"].data):
        found, expected = DOORS[door](as_bytes(data), tmp_path), verify(as_bytes(data), "a.replay")
        assert found.problems == expected.problems
        assert len(found.moves) == len(expected.moves)


@pytest.mark.parametrize("case", ["CR", "capital keys", "quoted", "a code block", "blank lines first"])
def test_a_widget_takes_pasted_text_as_it_is(case: str) -> None:
    text = READ[case]
    assert isinstance(text, str)
    assert given(text).last == N_MOVES


def test_a_note_in_a_file_that_came_quoted_keeps_the_game(tmp_path: Path) -> None:
    for case, data in READ.items():
        replay = read(as_bytes(data), "a.replay")
        noted = with_comment(replay, read_address("3"), "this one")
        assert read(rewritten(as_bytes(data), "a.replay", noted), "a.replay") == noted, case


def test_good_files_have_their_verdict_beside_bad_ones(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    names = []
    for name, data in (("twice", GAME + GAME), ("good", GAME), ("utf16", READ["UTF-16 with a mark"])):
        (tmp_path / f"{name}.replay").write_bytes(as_bytes(data))
        names.append(str(tmp_path / f"{name}.replay"))
    assert main(["replay", "check", *names, "--json"]) == 1
    answer = capsys.readouterr()
    files = json.loads(answer.out)["files"]
    assert [file["ok"] for file in files] == [False, True, True]
    assert [problem["code"] for problem in files[0]["problems"]] == ["several"]
    assert "Traceback" not in answer.err


def test_a_file_beyond_the_limit_is_named_with_its_true_size(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "a.replay"
    file.write_text(GAME + "# x\n" * 512_000)
    size = file.stat().st_size
    assert main(["replay", "check", str(file)]) == 1
    assert f"size of the file: {size} bytes, the limit is 1048576 bytes" in capsys.readouterr().out
    assert main(["replay", "check", "/dev/zero"]) == 1
    assert "more than 1048576 bytes" in capsys.readouterr().out

"""Every truncation and every changed byte of a record is found, on its line; sealed damage too."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rising_tutor.errors import RisingTutorError
from rising_tutor.replay import Verified, inspect, read, verify, write
from tests.replay.samples import TYPED, packed, record, reseal

NAME = "a.replay.jsonl"


def line_of(data: bytes, at: int) -> int:
    return data[:at].count(b"\n") + 1


@pytest.mark.sweep(one_in=2)
@pytest.mark.slow
@pytest.mark.parametrize("kind", ["played", "typed"])
def test_every_changed_byte_is_found_on_its_line(kind: str) -> None:
    data = b"".join(record(3).splitlines(keepends=True)[:12]) if kind == "played" else write(read(TYPED), NAME)
    right = total = 0
    for at, byte in enumerate(data):
        for other in {byte ^ 1, byte ^ 128, 0, 10, 32, 34} - {byte}:
            changed = data[:at] + bytes([other]) + data[at + 1 :]
            problems = inspect(changed, NAME).problems
            assert problems, (at, other)
            total += 1
            right += problems[0].line == line_of(data, at)
    assert right == total


@pytest.mark.slow
def test_every_truncation_is_found() -> None:
    data = record(3)
    whole = read(data, NAME)
    for size in range(len(data)):
        reading = inspect(data[:size], NAME)
        if size and data[size - 1] == 10:
            # Cut between two lines it is an unfinished game, and says so.
            assert reading.problems == ()
            assert not reading.replay.result
        else:
            assert [problem.code for problem in reading.problems][-1] in ("torn", "missing")
            assert reading.problems[0].line == max(1, line_of(data, size))
        if reading.replay is not None:
            n_lines = len(reading.replay)
            assert reading.replay.lines == whole.lines[:n_lines]
            assert n_lines == max(0, min(len(whole), data[:size].count(b"\n") - 1))


def test_a_line_that_was_taken_out_put_in_or_moved_is_found() -> None:
    rows = record(3).splitlines(keepends=True)
    for at in range(len(rows) - 1):
        assert inspect(b"".join(rows[:at] + rows[at + 1 :]), NAME).problems[0].line == at + 1
        assert inspect(b"".join([*rows[:at], rows[at], *rows[at:]]), NAME).problems[0].line == at + 2
    for at in range(1, len(rows) - 2):
        swapped = [*rows[:at], rows[at + 1], rows[at], *rows[at + 2 :]]
        assert inspect(b"".join(swapped), NAME).problems[0].line == at + 1


def test_after_a_fault_nothing_is_spliced_on() -> None:
    rows = record(3).splitlines(keepends=True)
    broken = rows[4].replace(b"draw", b"xraw")
    verified = verify(b"".join([*rows[:4], broken, *rows[5:]]), NAME)
    assert [problem.code for problem in verified.problems] == ["crc"]
    assert len(verified.moves) == 3


HOSTILE: list[Any] = [
    None, True, False, 0, -1, 1, 2**53, 2**53 + 1, 10**400, -(2**63), 0.5, -0.0, 1e308, "", " ", "0", "1", "?",
    "null", "../../etc/passwd", "C:\\x", "<script>alert(1)</script>", "<img src=x onerror=alert(1)>", "=1+1",
    "'; DROP TABLE x; --", "{{7*7}}", "${x}", "%s%n", "\x00", "\x1b[2J", "\u202etxt", "\u2066", "\ud800", "\ufeff",
    "é" * 41, "x" * 2001, "x" * 70_000, "a\nb", "\u2028", [], [[]], {}, {"a": 1}, [None], ["x"] * 300,
    {"move": "rest"}, "draw sun; rest",
]  # fmt: skip


def damaged() -> list[list[Any]]:
    """A small record, value by value replaced by each hostile one."""
    lines = [json.loads(row) for row in record(3).splitlines()[:6]]
    lines += [{"end": 5, "result": "unfinished", "crc": ""}]
    lines[3] |= {"marks": ["!"], "comment": "x", "above": ["# x"], "label": "turn 1"}
    lines[3].pop("join", None)
    for line in lines:
        line.pop("crc")
    lines[0]["header"] |= {"options": [["points", "4"]], "fields": [["_x", "y"]]}
    found = []
    for at, line in enumerate(lines):
        for key in line:
            found += [[*lines[:at], {**line, key: value}, *lines[at + 1 :]] for value in HOSTILE]
        if "header" in line:
            for key in line["header"]:
                header = line["header"]
                found += [[{**line, "header": {**header, key: value}}, *lines[1:]] for value in HOSTILE]
    return found


@pytest.mark.slow
def test_sealed_hostile_values_are_found_or_played_by_the_rules() -> None:
    n_found = 0
    for lines in damaged():
        verified = verify(packed(*lines), NAME)
        n_found += not verified.ok
        _assert_sound(verified)
    assert n_found > 0


def _assert_sound(verified: Verified) -> None:
    """What is shown is a game that the rules allow; the rest is a problem with a line."""
    n_rows = max(1, len(verified.reading.rows))
    assert all(1 <= problem.line <= n_rows and problem.message for problem in verified.problems)
    game, state = verified.game, verified.start
    for moved in verified.moves:
        assert moved.state == state
        state = moved.step.state
    if verified.ok and verified.replay is not None:
        assert len(verified.moves) == len(verified.replay) or any(line.unknown for line in verified.replay.lines)
        assert game is None or read(write(verified.replay, NAME), NAME) == verified.replay


@pytest.mark.parametrize(
    ("line", "code", "word"),
    [
        ('{"move":"rest","move":"rest"}', "duplicate", "'move'"),
        ('{"move":"rest","depth":99999999999999999999}', "limit", "whole number"),
        ('{"move":"rest","depth":9007199254740993}', "limit", "9007199254740992"),
        ('{"move":"rest","depth":' + "9" * 5000 + "}", "limit", "whole number"),
        ('{"move":"rest","depth":NaN}', "value", "NaN"),
        ('{"move":"rest","depth":1e400}', "value", "1e400"),
        ('{"move":"rest","depth":1.0}', "value", "1.0"),
        ('{"move":"rest","depth":17,"begins":true}', "limit", "depth"),
        ('{"move":"rest","depth":-1,"begins":true}', "syntax", ">= 0"),
        ('{"move":"rest","extra":1}', "syntax", "extra"),
        ('{"move": "rest"}', "syntax", "format"),
        ('{"move":"\\u0072est"}', "syntax", "format"),
        ('{"move":' + "[" * 30_000 + "]" * 30_000 + "}", "limit", "depth"),
        ('{"move":' + "[" * 30 + "]" * 30 + "}", "limit", "depth"),
        ('{"move":"rest\\ud800"}', "syntax", ""),
        ('{"move":"re\\u0000st"}', "character", "U+0000"),
        ('{"move":"re\u202est"}', "character", "U+202E"),
        ('{"move":12}', "syntax", "str"),
        ('{"side":[]}', "syntax", "side"),
        ("[]", "syntax", ""),
        ("{" * 20, "syntax", ""),
    ],
)
def test_what_a_json_reader_lets_through_is_found(line: str, code: str, word: str) -> None:
    head = {"replay": 1, "header": {"game": "coin-and-hand", "seats": 2}}
    problems = inspect(packed(head, {"move": "draw fox"}, line), NAME).problems
    assert [problem.line for problem in problems] == [3]
    assert problems[0].code == code
    assert word in problems[0].message


def test_bad_utf8_is_found_at_its_column() -> None:
    data = record(3)
    at = data.index(b'fox"') + 1
    problems = inspect(reseal(data[:at] + b"\xff" + data[at + 1 :]), NAME).problems
    assert problems[0].code == "encoding"
    assert (problems[0].line, problems[0].column) == (line_of(data, at), at - data.rindex(b"\n", 0, at))
    problems = inspect(b"replay: 1\ngame: coin-and-hand\nseats: 2\n\nre\xffst\nrest\x00\n", "a.replay").problems
    assert [(problem.code, problem.line, problem.column) for problem in problems] == [
        ("encoding", 5, 3),
        ("character", 6, 5),
    ]


@settings(max_examples=200, deadline=None)
@given(st.binary(max_size=400), st.sampled_from(["a.replay", NAME, "a.txt"]))
def test_any_bytes_give_problems_and_nothing_else(data: bytes, name: str) -> None:
    _assert_sound(verify(data, name))


@pytest.mark.slow
@settings(max_examples=150, deadline=None)
@given(st.data())
def test_any_change_of_a_typed_file_gives_problems_and_nothing_else(data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(TYPED) - 1))
    size = data.draw(st.integers(0, 8))
    new = data.draw(st.one_of(st.binary(max_size=8), st.text("#;|+[]?!: \n\t$0", max_size=8).map(str.encode)))
    _assert_sound(verify(TYPED[:at] + new + TYPED[at + size :], "a.replay"))


def test_the_strict_reader_raises_the_first_problem() -> None:
    data = record(3)
    row = data.splitlines(keepends=True)[2]
    changed = data.replace(row, row.replace(b"draw", b"xraw"), 1)
    with pytest.raises(RisingTutorError, match=r"a\.replay\.jsonl:3:1"):
        read(changed, NAME)

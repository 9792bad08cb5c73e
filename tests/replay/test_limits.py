"""The limits of the contract hold on every path, with the same words."""

import gzip
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from rising_tutor.cli import main
from rising_tutor.core import limits as core_limits
from rising_tutor.errors import LimitExceeded
from rising_tutor.replay import Header, Line, Recorder, Replay, inspect, limits, read, verify, write
from tests.replay.samples import packed

HEAD = {"replay": 1, "header": {"game": "coin-and-hand", "seats": 2}}
TYPED = "replay: 1\ngame: coin-and-hand\nseats: 2\n"


def test_the_numbers_are_those_of_the_contract() -> None:
    assert limits.UPLOADED.most == 2**20
    assert limits.UNPACKED.most == 8 * 2**20
    assert limits.ACTIONS.most == 10_000
    assert limits.LINE.most == 64 * 2**10
    assert core_limits.DEPTH.most == 16
    assert limits.INTEGER.most == 2**53
    assert limits.NAME.most == 40
    assert limits.NOTE.most == 2_000


def header(**more: Any) -> dict[str, Any]:
    return {"replay": 1, "header": {**HEAD["header"], **more}}  # type: ignore[dict-item]


NESTED = "rest\n" + "".join("  " + "| " * depth + "+ rest\n" for depth in range(17))
NESTED_ROWS = [{"move": "rest"}] + [{"move": "rest", "depth": depth, "begins": True} for depth in range(1, 18)]
CASES = {
    "actions": (TYPED + "\n" + "rest\n" * 10_001, [HEAD, *[{"move": "rest"}] * 10_001]),
    "line": (TYPED + "\n" + "x" * 65_537, [HEAD, '{"move":"' + "x" * (65_537 - 28) + '"}']),
    "depth": (TYPED + "\n" + NESTED, [HEAD, *NESTED_ROWS]),
    "integer": (TYPED.replace("2", str(2**53 + 1)), [header(seats=2**53 + 1)]),
    "digits": (TYPED.replace("2", "9" * 500), [header(seats=10**500 - 1)]),
    "name": (TYPED + "seat 1: " + "é" * 41, [header(names=["é" * 41, ""])]),
    "comment": (TYPED + "\nrest # " + "x" * 2001, [HEAD, {"move": "rest", "comment": "x" * 2001}]),
    "note": (TYPED + "\n# " + "x" * 2001 + "\nrest", [HEAD, {"move": "rest", "above": ["# " + "x" * 2001]}]),
    "move": (TYPED + "\n" + "x" * 501, [HEAD, {"move": "x" * 501}]),
    "fields": (
        TYPED + "".join(f"_{n}: x\n" for n in range(201)),
        [header(fields=[[f"_{n}", "x"] for n in range(201)])],
    ),
}


@pytest.mark.slow
@pytest.mark.parametrize("case", CASES)
def test_both_forms_name_the_limit_in_the_same_words(case: str) -> None:
    typed, lines = CASES[case]
    in_notation = inspect(typed.encode(), "a.replay").problems
    in_record = inspect(packed(*lines), "a.replay.jsonl").problems
    first, second = (
        next(problem.message for problem in found if problem.code == "limit") for found in (in_notation, in_record)
    )
    assert "the limit is" in first
    if case == "fields":
        # The record's header has rules and cards even where the typed one leaves them out.
        first, second = first.split(":")[0], second.split(":")[0]
    assert first == second


def test_a_file_that_is_too_big_is_refused_in_the_same_words_everywhere(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = (TYPED + "\n" + "# x\n" * 300_000).encode()
    expected = f"size of the file: {len(data)} bytes, the limit is 1048576 bytes"
    assert [problem.message for problem in inspect(data, "a.replay").problems] == [expected]
    assert [problem.message for problem in verify(data, "a.replay.jsonl").problems] == [expected]
    with pytest.raises(LimitExceeded, match=expected):
        read(data, "a.replay")
    file = tmp_path / "a.replay"
    file.write_bytes(data)
    assert [problem.message for problem in inspect(file).problems] == [expected]
    assert main(["replay", "check", str(file), "--json"]) == 1
    assert expected in json.loads(capsys.readouterr().out)["files"][0]["problems"][0]["message"]


def test_what_is_unpacked_is_bounded() -> None:
    packed_zeros = gzip.compress(b"#" * (9 * 2**20))
    assert len(packed_zeros) < 2**20
    assert inspect(packed_zeros, "a.replay").problems[0].message == (
        "size of the file when unpacked: 8388609 bytes, the limit is 8388608 bytes"
    )
    broken = gzip.compress(TYPED.encode())
    for data in (broken[:-3], broken + b"x", broken[:20] + b"\x00" * 9 + broken[29:]):
        assert inspect(data, "a.replay").problems[0].code == "encoding"


def test_the_recorder_has_the_same_limits(tmp_path: Path) -> None:
    recorder = Recorder.open(tmp_path / "a.replay.jsonl", Header("coin-and-hand", seats=2))
    for line in (Line("x" * 501), Line("rest", comment="x" * 2001), Line("re\x00st"), Line("a;b")):
        before = recorder.path.read_bytes()
        with pytest.raises(Exception) as found:  # noqa: PT011 - which one is compared with the reader's
            recorder.append(line)
        problem = inspect(
            packed(HEAD, {"move": line.move} | ({"comment": line.comment} if line.comment else {})), "a.replay.jsonl"
        ).problems
        assert problem[0].message in str(found.value)
        assert recorder.path.read_bytes() == before
    recorder._marks[-1] = type(recorder._marks[-1])(recorder._marks[-1].size, recorder._marks[-1].crc, 10_000)
    with pytest.raises(LimitExceeded, match="number of actions and outcomes: 10001, the limit is 10000"):
        recorder.append("rest")
    recorder.close()


def test_writing_has_the_same_limits() -> None:
    lines = tuple(Line("rest", comment="x" * 150) for _ in range(9_000))
    for name in ("a.replay", "a.replay.jsonl"):
        with pytest.raises(LimitExceeded, match=r"size of the file: .* the limit is 1048576 bytes"):
            write(Replay(Header("coin-and-hand", seats=2), lines), name)


BAD = ["\x00", "\x07", "\x1b", "\x7f", "\x85", "\u202a", "\u202e", "\u2066", "\u2069", "\u2028"]


@pytest.mark.parametrize("char", BAD)
def test_characters_are_refused_wherever_they_stand(char: str) -> None:
    places = {
        "move": (f"\nre{char}st", [HEAD, {"move": f"re{char}st"}]),
        "comment": (f"\nrest # a{char}b", [HEAD, {"move": "rest", "comment": f"a{char}b"}]),
        "name": (f"seat 1: a{char}b", [header(names=[f"a{char}b", ""])]),
        "field": (f"_x: a{char}b", [header(fields=[["_x", f"a{char}b"]])]),
        "note": (f"# a{char}b", [header(notes=[{"before": "", "text": f"# a{char}b"}])]),
    }
    for typed, lines in places.values():
        for data, name in (((TYPED + typed).encode(), "a.replay"), (packed(*lines), "a.replay.jsonl")):
            codes = {problem.code for problem in inspect(data, name).problems}
            assert "character" in codes
            assert f"U+{ord(char):04X}" in " ".join(problem.message for problem in inspect(data, name).problems)


H = (TYPED + "\n").encode()
J = packed(HEAD)
HOSTILE = {
    "moves": H + b"rset\n" * 200_000,
    "semicolons": H + (b";" * 60_000 + b"\n") * 17,
    "bars": H + b"|" * 60_000 + b"\n" + b"+\n" * 400_000,
    "marks": H + (b"rest" + b" $a" * 20_000 + b"\n") * 17,
    "signs": H + (b"rest" + b"!?" * 30_000 + b"\n") * 17,
    "unknown": H + (b"?" * 60_000 + b"\n") * 17,
    "labels": H + (b"[" * 60_000 + b"\n") * 17,
    "spaces": H + (b" " * 60_000 + b"x\n") * 17,
    "hashes": H + (b" #" * 30_000 + b"\n") * 17,
    "bytes": H + (b"\xff" * 60_000 + b"\n") * 17,
    "empty rows": b"\n" * 2**20,
    "keys": b"".join(b"k%d: x\n" % n for n in range(70_000)),
    "lists": J + (b"[" * 60_000 + b"\n") * 17,
    "objects": J + (b'{"move":' + b'{"a":' * 10_000 + b"\n") * 17,
    "wide": J + (b"[" + b"[]," * 20_000 + b"[]]\n") * 17,
    "digits": J + (b'{"move":' + b"1" * 60_000 + b',"crc":"00000000"}\n') * 17,
    "lines": J + b'{"move":"rest","crc":"00000000"}\n' * 30_000,
}


@pytest.mark.sweep(one_in=4)
@pytest.mark.slow
@pytest.mark.parametrize("case", HOSTILE)
def test_work_is_bounded_on_hostile_input(case: str) -> None:
    # No clock here: what bounds the work is that nothing grows with the input beyond the limits.
    for data in (HOSTILE[case][: 2**20], gzip.compress((HOSTILE[case] * 8)[: 8 * 2**20])):
        verified = verify(data, "a.replay.jsonl" if data.startswith(J) or case in ("lists", "wide") else "a.replay")
        assert 0 < len(verified.problems) <= limits.ROWS.most + limits.FIELDS.most
        assert all(len(problem.message) < 400 for problem in verified.problems)
        assert len(verified.reading.places) <= limits.ACTIONS.most
        assert len(verified.reading.rest) <= limits.ACTIONS.most + 1


@pytest.mark.long
@pytest.mark.parametrize("case", HOSTILE)
def test_hostile_input_takes_two_seconds_and_64_megabytes_at_most(case: str, tmp_path: Path) -> None:
    script = (
        "import sys, time, resource\n"
        "from rising_tutor.core import registry\n"
        "from tests.testkit import coin_and_hand\n"
        "registry.register(coin_and_hand.ENTRY)\n"
        "from rising_tutor.replay import verify\n"
        "before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss\n"
        "start = time.process_time()\n"
        "verify(sys.argv[1])\n"
        "took = time.process_time() - start\n"
        "assert took < 2, took\n"
        "grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before\n"
        "assert grown < 64 * 1024, grown\n"
    )
    suffix = ".replay.jsonl" if HOSTILE[case].startswith(J) else ".replay"
    for number, data in enumerate((HOSTILE[case][: 2**20], gzip.compress((HOSTILE[case] * 8)[: 8 * 2**20]))):
        file = tmp_path / f"{number}{suffix}"
        file.write_bytes(data)
        subprocess.run([sys.executable, "-c", script, str(file)], check=True)

"""The learner file: written as it happens, read with every fault in its place, joined without loss."""

import errno
import json
import os
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rising_tutor.errors import CannotStore, LearnerTooNew, LimitExceeded, RisingTutorError, UnreadableLearner
from rising_tutor.lessons.learner import LearnerFile, load_learner, merged
from rising_tutor.lessons.learner.facts import (
    Attempt,
    Fact,
    Header,
    Mistake,
    Progress,
    Setting,
    joined,
    mistake_id,
    moment,
    open_mistakes,
    progress_of,
    settings_of,
    stamp,
)
from rising_tutor.lessons.learner.text import read_learner, write_learner
from rising_tutor.probability.unit import Unit
from rising_tutor.replay.files import Files

GAME = "fire-nation-rising"
START = datetime(2026, 11, 21, 18, 0, 0, tzinfo=UTC)
HEADER = Header("Anna", GAME, stamp(START))
AT = "2026-11-21T18:04:05Z"
WRONG = Attempt(AT, "spot:FNR-414", ("FNR-414", "FNR-415"), "wrong", "green EE on two cards", hints=1, loss=0.25)
ALL: tuple[Fact, ...] = (
    WRONG,
    Mistake("m-1", AT, "refused", '{"a":1}', "assign EE", "FNR-414", source="lesson", note="Ärger, 愛"),
    Progress(AT, "lesson:first", done=True, stars=3, step=4, moves=("roll", "stop")),
    Setting(AT, "review", False),
    Setting(AT, "warn level", 0.05),
)


class Ticking:
    """A clock that goes on by a second each time."""

    def __init__(self) -> None:
        self.when = START

    def __call__(self) -> datetime:
        self.when += timedelta(seconds=1)
        return self.when


@pytest.fixture
def mine(tmp_path: Path) -> LearnerFile:
    return LearnerFile.begin(tmp_path / "anna.learner.jsonl", "Anna", GAME, clock=Ticking())


def line(**changes: Any) -> bytes:
    fields = {"fact": "attempt", "at": AT, "item": "play", "rules": ["FNR-414"], "outcome": "wrong"} | changes
    return json.dumps({key: value for key, value in fields.items() if value is not ...}).encode() + b"\n"


def head(**changes: Any) -> bytes:
    fields = {"format": "rising-tutor-learner/2", "name": "Anna", "game": GAME, "created": AT, "settings": {}}
    return json.dumps(fields | changes).encode() + b"\n"


def test_every_fact_comes_back_as_it_was(mine: LearnerFile) -> None:
    for fact in ALL:
        mine.add(fact)
    again = load_learner(mine.path)
    assert (again.header, again.facts, again.problems) == (mine.header, ALL, ())
    assert mine.text() == mine.path.read_bytes()


def test_a_person_can_read_it(mine: LearnerFile) -> None:
    mine.add(WRONG)
    first, second = mine.path.read_text(encoding="utf-8").splitlines()
    assert first.startswith('{"format":"rising-tutor-learner/2","name":"Anna","game":"fire-nation-rising"')
    assert '"rules":["FNR-414","FNR-415"]' in second
    assert second.startswith('{"fact":"attempt","at":"2026-11-21T18:04:05Z"')


def test_each_fact_is_on_disk_before_add_returns(tmp_path: Path) -> None:
    calls: list[str] = []

    class Watched(Files):
        def write(self, handle: int, data: bytes, at: int) -> None:
            calls.append("write")
            super().write(handle, data, at)

        def sync(self, handle: int) -> None:
            calls.append("sync")
            super().sync(handle)

    mine = LearnerFile.begin(tmp_path / "a.learner.jsonl", "", GAME, files=Watched())
    calls.clear()
    mine.add(WRONG)
    assert calls == ["write", "sync"]
    assert load_learner(mine.path).facts == (WRONG,)


def test_a_killed_program_loses_at_most_the_fact_that_it_was_writing(tmp_path: Path) -> None:
    path = tmp_path / "a.learner.jsonl"
    program = f"""
import os, pathlib
from rising_tutor.lessons.learner import LearnerFile
from rising_tutor.lessons.learner.facts import Attempt
mine = LearnerFile.begin({str(path)!r}, "Anna", {GAME!r})
for _ in range(5):
    mine.add(Attempt(mine.now(), "play", ("FNR-414",), "best"))
os.write(os.open({str(path)!r}, os.O_WRONLY | os.O_APPEND), b'{{"fact":"attempt","at":"20')
os._exit(9)
"""
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 9
    reading = load_learner(path)
    assert (len(reading.facts), reading.torn, reading.usable) == (5, True, True)
    assert (reading.problems[0].line, reading.problems[0].code) == (7, "torn")
    again = LearnerFile.open(path)
    again.add(WRONG)
    assert again.aside is not None
    assert again.aside.read_bytes().endswith(b'"at":"20')
    after = load_learner(path)
    assert (after.facts[5], len(after.facts), after.problems) == (WRONG, 6, ())


def test_two_pages_write_one_file(mine: LearnerFile) -> None:
    other = LearnerFile.open(mine.path)
    mine.add(ALL[0])
    other.add(ALL[1])
    mine.add(ALL[2])
    assert load_learner(mine.path).facts == ALL[:3] == mine.facts
    assert other.facts == ALL[:2]


@pytest.mark.parametrize("failing", ["write", "sync"])
def test_a_full_disk_leaves_what_was_there(tmp_path: Path, failing: str) -> None:
    class Full(Files):
        broken = False

        def write(self, handle: int, data: bytes, at: int) -> None:
            if self.broken and failing == "write":
                super().write(handle, data[:10], at)
                raise OSError(errno.ENOSPC, "No space left on device")
            super().write(handle, data, at)

        def sync(self, handle: int) -> None:
            if self.broken and failing == "sync":
                self.broken = False
                raise OSError(errno.EIO, "Input/output error")
            super().sync(handle)

    files = Full()
    mine = LearnerFile.begin(tmp_path / "a.learner.jsonl", "Anna", GAME, files=files)
    mine.add(WRONG)
    before = mine.path.read_bytes()
    files.broken = True
    with pytest.raises(CannotStore, match=r"a\.learner\.jsonl"):
        mine.add(ALL[2])
    files.broken = False
    assert mine.path.read_bytes() == before
    assert mine.facts == (WRONG,)
    mine.add(ALL[3])
    assert load_learner(mine.path).facts == (WRONG, ALL[3])


def test_begin_takes_no_file_that_is_there(mine: LearnerFile) -> None:
    mine.add(WRONG)
    with pytest.raises(CannotStore, match="there is a file"):
        LearnerFile.begin(mine.path, "Ben", GAME)
    assert load_learner(mine.path).facts == (WRONG,)


@pytest.mark.parametrize(
    ("name", "game"),
    [("A" * 41, GAME), ("An\u202ena", GAME), ("An\ud800", GAME), ("An\nna", GAME), ("Anna", "chess")],
)
def test_a_header_that_cannot_be_read_is_not_written(tmp_path: Path, name: str, game: str) -> None:
    with pytest.raises(RisingTutorError):
        LearnerFile.begin(tmp_path / "a.learner.jsonl", name, game)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    "fact",
    [
        Attempt("yesterday", "play", ("FNR-414",), "best"),
        Attempt("2026-13-41T18:04:05Z", "play", ("FNR-414",), "best"),
        Attempt(AT, "nowhere", ("FNR-414",), "best"),
        Attempt(AT, "play", (), "best"),
        Attempt(AT, "play", ("a rule",), "best"),
        Attempt(AT, "play", ("FNR-414",), "brilliant"),  # type: ignore[arg-type]
        Attempt(AT, "play", ("FNR-414",), "best", hints=4),
        Attempt(AT, "play", ("FNR-414",), "best", loss=1.5),
        Attempt(AT, "play", ("FNR-414",), "best", loss=float("nan"), answer="\x1b[2J"),
        Attempt(AT, "play", ("FNR-414",), "best", answer="\ud800"),
        Setting(AT, "n" * 41, True),
        Setting(AT, "review", float("inf")),
        Mistake("m", AT, "loss", "x" * 70_000, "roll", "FNR-414"),
    ],
)
def test_a_fact_that_cannot_be_read_is_not_written(mine: LearnerFile, fact: Fact) -> None:
    before = mine.path.read_bytes()
    with pytest.raises((UnreadableLearner, LimitExceeded)):
        mine.add(fact)
    assert mine.path.read_bytes() == before
    assert mine.facts == ()


def test_a_full_file_says_so(mine: LearnerFile) -> None:
    big = Mistake("m", AT, "loss", "x" * 60_000, "roll", "FNR-414")
    for _ in range(17):
        mine.add(big)
    with pytest.raises(LimitExceeded, match="size of the file"):
        mine.add(big)
    assert load_learner(mine.path).problems == ()
    assert len(mine.facts) == 17


@pytest.mark.parametrize(
    ("text", "code", "place", "told"),
    [
        (line(hints=4), "value", "4", "a whole number from 0 to 3"),
        (line(hints=True), "value", "true", "a whole number from 0 to 3"),
        (line(outcome="great"), "value", '"great"', "best, equal, good, wrong, illegal or shown"),
        (line(at="noon"), "value", '"noon"', "2026-11-21T18:04:05Z"),
        (line(at="2026-02-30T18:04:05Z"), "value", '"2026-02-30', "2026-11-21T18:04:05Z"),
        (line(at="2026-11-21T18:04:05+01:00"), "value", '"2026-11-21T18:04:05+', "UTC"),
        (line(item="replays"), "value", '"replays"', "mistake:ID"),
        (line(item="xplay"), "value", '"xplay"', "mistake:ID"),
        (line(rules=["FNR-414", "rule"]), "value", '["FNR', "FNR-414"),
        (line(fact="guess"), "value", '"guess"', "attempt, mistake, progress or setting"),
        (line(fact=...), "missing", "{", "attempt, mistake, progress or setting"),
        (line(outcome=...), "missing", "{", "best, equal"),
        (line(points=3), "key", '"points"', "only keys"),
        (line(answer="a\u202eb"), "character", '"a\\u202eb"', "letters"),
        (line(answer="a\ud83d"), "character", '"a\\ud83d"', "letters"),
        (line(loss=float("nan")), "value", "NaN", ""),
        (line().replace(b'"wrong"}', b'"wrong","loss":1e999}'), "value", "1e999", ""),
        (line().replace(b'"wrong"}', b'"wrong","hints":99999999999999999999}'), "limit", "99999999999", ""),
        (line().replace(b'"wrong"}', b'"wrong","at":"x"}'), "duplicate", '"at":"x"', "once"),
        (line().replace(b'"wrong"}', b'"wrong","loss":{"a":1,"a":2}}'), "duplicate", '{"a":1', "once"),
        (line().replace(b'"wrong"}', b'"wrong" "hints":1}'), "syntax", ' "hints"', ","),
        (line().replace(b'"wrong"}', b'"wrong","hints":}'), "syntax", "}", ""),
        (line().replace(b'"wrong"}', b'"wrong"} and more'), "syntax", "and more", "nothing"),
        (b"roll\n", "syntax", "roll", "{"),
        (b"[1]\n", "syntax", "[1]", "{"),
        (b'{"fact":"\xff"}\n', "encoding", None, "UTF-8"),
        (b'{"fact":' + b"[" * 20_000 + b"}\n", "limit", "[[[", ""),
        (b" " * 70_000 + b"\n", "limit", None, ""),
    ],
)
def test_every_fault_has_its_line_and_column(text: bytes, code: str, place: str | None, told: str) -> None:
    if text.startswith(b" "):
        text = b"{" + text
    reading = read_learner("anna", head() + line() + text + line())
    (problem,) = reading.problems
    assert (problem.line, problem.code) == (3, code)
    assert told in problem.expected
    assert len(reading.facts) == 2
    assert not reading.usable
    if place is not None:
        row = text.decode()
        at = problem.column - 1
        assert row[at:].lstrip().startswith(place.lstrip())


@pytest.mark.parametrize(
    ("text", "code", "told"),
    [
        (b"", "missing", "rising-tutor-learner/2"),
        (line(), "missing", "rising-tutor-learner/2"),
        (head(format="other/1"), "value", "rising-tutor-learner/2"),
        (head(name="A" * 41), "value", "40"),
        (head(name=3), "value", "str"),
        (head(game="chess"), "game", GAME),
        (head(created="now"), "value", "UTC"),
        (head(settings=[1]), "value", "names"),
        (head(settings={"review": None}), "value", "names"),
        (head(colour="red"), "key", "only keys"),
        (b'{"replay":1,"header":{}}\n', "missing", "rising-tutor-learner/2"),
    ],
)
def test_a_file_without_a_sound_header_is_not_used(text: bytes, code: str, told: str) -> None:
    reading = read_learner("anna", text)
    assert reading.header is None
    assert not reading.usable
    assert (reading.problems[0].line, reading.problems[0].code) == (1, code)
    assert told in reading.problems[0].expected


def test_a_newer_format_is_refused_by_name(tmp_path: Path) -> None:
    path = tmp_path / "anna.learner.jsonl"
    path.write_bytes(head(format="rising-tutor-learner/9", colour="red") + b"whatever comes then\n")
    assert [problem.code for problem in load_learner(path).problems] == ["too-new"]
    with pytest.raises(LearnerTooNew, match="rising-tutor-learner/9"):
        LearnerFile.open(path)


OLD = Path(__file__).parent / "older" / "learner-1.learner.jsonl"
"""A file of format 1, which had `measure` for the unit of a mistake."""


def test_a_file_of_format_1_loads_with_its_units() -> None:
    reading = load_learner(OLD)
    assert reading.problems == ()
    assert (reading.header, reading.format) == (Header("Anna", GAME, "2026-11-21T18:00:00Z", (("review", True),)), 1)
    units = {fact.id: fact.unit for fact in reading.facts if isinstance(fact, Mistake)}
    assert units == {
        "2b9dcf1f": Unit.GOALS,
        "in-lesson": Unit.CHANCE_OF_GOAL,
        "in-replay": Unit.CHANCE_TO_WIN,
        "refused": Unit.GOALS,
    }
    # All else is as it stands in the file.
    written = [json.loads(row) for row in OLD.read_bytes().splitlines()[1:]]
    facts = [json.loads(msgspec.json.encode(fact)) for fact in reading.facts]
    for row in (*written, *facts):
        row.pop("measure", None), row.pop("unit", None)
    assert facts == written


def test_it_is_written_anew_with_its_next_fact(tmp_path: Path) -> None:
    path = tmp_path / "anna.learner.jsonl"
    path.write_bytes(OLD.read_bytes())
    mine = LearnerFile.open(path)
    before = mine.facts
    assert path.read_bytes() == OLD.read_bytes(), "to look at it changes nothing"
    mine.add(WRONG)
    mine.add(WRONG)
    again = load_learner(path)
    assert (again.problems, again.format) == ((), 2)
    assert again.facts == mine.facts == (*before, WRONG, WRONG)
    assert path.read_bytes() == mine.text()


def test_two_pages_may_write_it(tmp_path: Path) -> None:
    path = tmp_path / "anna.learner.jsonl"
    path.write_bytes(OLD.read_bytes())
    one, other = LearnerFile.open(path), LearnerFile.open(path)
    one.add(WRONG)
    other.add(ALL[2])
    one.add(ALL[3])
    assert load_learner(path).facts == one.facts == (*load_learner(OLD).facts, WRONG, ALL[2], ALL[3])


def lost(version: int, **changes: Any) -> bytes:
    fields = {"fact": "mistake", "id": "m", "at": AT, "kind": "loss", "state": "{}", "tried": "roll", "rule": "FNR-1"}
    return head(format=f"rising-tutor-learner/{version}") + json.dumps(fields | changes).encode() + b"\n"


@pytest.mark.parametrize(
    ("text", "key", "told"),
    [
        (lost(1, measure="miles"), '"miles"', "dice or win"),
        (lost(1, measure=["dice"]), '["dice"]', "dice or win"),
        (lost(1, unit="chance to win"), '"unit"', "dice or win"),
        (lost(2, unit="miles"), '"miles"', "chance to win, chance of the goal, goals of the turn or standing"),
        (lost(2, unit=3), "3}", "chance to win"),
        (lost(2, measure="win"), '"measure"', "only keys"),
    ],
)
def test_a_unit_that_there_is_not_is_a_fault_in_its_place(text: bytes, key: str, told: str) -> None:
    (problem,) = read_learner("anna", text).problems
    row = text.decode().splitlines()[1]
    assert (problem.line, row[problem.column - 1 :].startswith(key)) == (2, True)
    assert told in problem.expected


def test_all_faults_are_found_in_one_pass_up_to_a_limit() -> None:
    reading = read_learner("anna", head() + line(hints=9) + line() + line(at="x") + b'{"fact')
    assert [(it.line, it.code) for it in reading.problems] == [(2, "value"), (4, "value"), (5, "torn")]
    assert len(reading.facts) == 1
    many = read_learner("anna", head() + b"x\n" * 5_000)
    assert len(many.problems) == 101
    assert "further lines were not read" in many.problems[-1].message


def test_a_file_beyond_the_limit_is_not_read() -> None:
    reading = read_learner("anna", head() + line() * 12_000)
    assert [problem.code for problem in reading.problems] == ["limit"]
    assert reading.facts == ()


def test_a_damaged_file_is_neither_gone_on_with_nor_touched(tmp_path: Path) -> None:
    path = tmp_path / "anna.learner.jsonl"
    path.write_bytes(head() + line(hints=9) + line())
    before = path.read_bytes()
    with pytest.raises(UnreadableLearner, match="hints cannot be '9'"):
        LearnerFile.open(path)
    assert path.read_bytes() == before


def test_lines_as_an_editor_leaves_them_are_read() -> None:
    text = head().replace(b"\n", b"\r\n") + b"\n" + line().replace(b"{", b"{  ").replace(b"\n", b" \r\n")
    reading = read_learner("anna", text)
    assert (len(reading.facts), reading.problems) == (1, ())


@settings(max_examples=150, deadline=None)
@given(st.binary(max_size=60), st.integers(0, 400))
def test_no_bytes_make_the_reader_fail(noise: bytes, at: int) -> None:
    text = write_learner(HEADER, ALL)
    reading = read_learner("x", text[:at] + noise + text[at:])
    for problem in reading.problems:
        assert problem.line >= 1
        assert problem.column >= 1
        assert "Traceback" not in problem.as_text("x")


TIMES = st.integers(0, 5).map(lambda n: stamp(START + timedelta(minutes=n)))
FACTS = st.lists(
    st.builds(
        Attempt,
        TIMES,
        st.just("play"),
        st.just(("FNR-414",)),
        st.sampled_from(["best", "wrong"]),
        hints=st.integers(0, 1),
    ),
    max_size=8,
)


@settings(max_examples=100, deadline=None)
@given(FACTS, FACTS)
def test_joining_loses_nothing_and_doubles_nothing(one: list[Fact], other: list[Fact]) -> None:
    both = joined(one, other)
    for fact in {*one, *other}:
        assert both.count(fact) == max(one.count(fact), other.count(fact))
    assert [moment(fact.at) for fact in both] == sorted(moment(fact.at) for fact in both)
    assert joined(both, other) == joined(both, one) == both
    assert sorted(map(msgspec.json.encode, joined(other, one))) == sorted(map(msgspec.json.encode, both))


def test_a_file_takes_in_another_of_the_same_learner(mine: LearnerFile, tmp_path: Path) -> None:
    mine.add(ALL[0])
    earlier = Header("Anna B", GAME, stamp(START - timedelta(days=1)))
    later = Attempt(stamp(START - timedelta(hours=1)), "replay", ("FNR-402",), "best")
    assert mine.take_in(read_learner("old", write_learner(earlier, [ALL[0], later]))) == 1
    assert mine.facts == load_learner(mine.path).facts == (later, ALL[0])
    assert mine.header.name == "Anna"
    mine.add(ALL[2])
    assert len(load_learner(mine.path).facts) == 3
    header, _ = merged([load_learner(mine.path), read_learner("old", write_learner(earlier, []))])
    assert header == Header("Anna", GAME, earlier.created)


def test_files_of_two_games_are_not_joined(mine: LearnerFile) -> None:
    before = mine.path.read_bytes()
    other = Header("Anna", "coin-and-hand", AT)
    with pytest.raises(UnreadableLearner, match="coin-and-hand"):
        mine.take_in(read_learner("other", write_learner(other, [])))
    with pytest.raises(UnreadableLearner, match="outcome"):
        mine.take_in(read_learner("broken", head() + line(outcome="x")))
    assert mine.path.read_bytes() == before


def test_a_file_that_has_gone_is_told(mine: LearnerFile) -> None:
    mine.path.unlink()
    with pytest.raises(CannotStore, match="No such file"):
        mine.add(WRONG)
    with pytest.raises(CannotStore, match="No such file"):
        LearnerFile.open(mine.path)


@pytest.mark.skipif(os.name == "nt", reason="there the lock is by agreement only")
def test_a_writer_that_holds_the_file_is_waited_for_and_then_told(
    mine: LearnerFile, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rising_tutor.lessons.learner._WAIT_S", 0.0)
    files = Files()
    held = files.open(mine.path)
    files.lock(held)
    with pytest.raises(CannotStore, match="somebody else"):
        mine.add(WRONG)
    os.close(held)
    mine.add(WRONG)
    assert mine.facts == (WRONG,)


def test_the_last_setting_and_the_last_progress_count() -> None:
    early, late = "2026-11-20T08:00:00Z", "2026-11-20T08:00:00.500Z"
    facts = [
        Setting(late, "review", True),
        Setting(early, "review", False),
        Progress(late, "lesson:first", step=3),
        Progress(early, "lesson:first", step=1),
        Progress(early, "scenario:gate", done=True, stars=2),
    ]
    header = Header("", GAME, early, (("review", "maybe"), ("warn level", 0.1)))
    assert settings_of(facts, header) == {"review": True, "warn level": 0.1}
    assert {item: found.step for item, found in progress_of(facts).items()} == {"lesson:first": 3, "scenario:gate": 0}


def test_a_mistake_is_open_until_it_is_answered_rightly_and_again_when_it_is_made_again() -> None:
    name = mistake_id("{}", "roll")

    def at(minute: int) -> str:
        return stamp(START + timedelta(minutes=minute))

    def made(minute: int) -> Mistake:
        return Mistake(name, at(minute), "loss", "{}", "roll", "FNR-402", 0.1, "replay")

    def tried(minute: int, outcome: Any) -> Attempt:
        return Attempt(at(minute), f"mistake:{name}", ("FNR-402",), outcome)

    facts: list[Fact] = [made(0), made(1), tried(2, "wrong")]
    assert open_mistakes(facts) == (made(0),)
    assert open_mistakes([*facts, tried(3, "equal")]) == ()
    assert open_mistakes([*facts, tried(3, "equal"), made(4)]) == (made(4),)
    assert mistake_id("{}", "stop") != name

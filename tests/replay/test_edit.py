"""Notes, marks and side lines written into a replay: the rest stays as it is, and nothing gets in that may not."""

import gzip
import json
import re
from pathlib import Path
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from rising_tutor.cli import main
from rising_tutor.errors import BadOption, LimitExceeded, RisingTutorError, UnreadableReplay
from rising_tutor.replay import Line, Recorder, Replay, inspect, read, verify, write
from rising_tutor.replay.address import Address, addresses, line_at, lines_to, read_address
from rising_tutor.replay.edit import (
    CannotEdit,
    extend_side,
    state_at,
    with_comment,
    with_marks,
    with_notes_of,
    with_side,
    without_side,
)
from rising_tutor.replay.model import walk
from rising_tutor.replay.rewrite import rewritten
from tests.replay.samples import TYPED, comments, played, record, replays, reseal

FORMS = ("a.replay", "a.replay.jsonl")
SAMPLES = Path(__file__).parents[2] / "replays" / "fire-nation-rising"
EXAMPLE = (SAMPLES / "worked-example.replay").read_bytes()
ONE = read_address("1")


# Addresses -----------------------------------------------------------------------------------------------------------


@pytest.mark.slow
@settings(max_examples=20, deadline=None, suppress_health_check=list(HealthCheck))
@given(replays())
def test_each_line_has_one_address(replay: Replay) -> None:
    there = list(addresses(replay.lines))
    assert [line_at(replay.lines, at) for at in there] == list(walk(replay.lines))
    assert len(set(map(str, there))) == len(there)
    for at in there:
        assert read_address(str(at)) == at
        way = lines_to(replay.lines, at)
        assert way[-1] == line_at(replay.lines, at)
        before = lines_to(replay.lines, at.before) if str(at.before) != "0" else ()
        assert before == way[:-1]


@pytest.mark.parametrize(
    "text", ["", "x", "-1", "1.1", "1..2", "1.0.1", "0.1.1", "01", "1.1.0", "\u0661", "9" * 400, "99999"]
)
def test_what_is_no_address_is_told(text: str) -> None:
    with pytest.raises(BadOption, match=r"option line: .* expected the number of a line such as 12"):
        read_address(text)


@pytest.mark.parametrize("text", ["0", "12", "3.2.1", "3.1.3", "2.1.1"])
def test_an_address_without_a_line_is_told(text: str) -> None:
    lines = read(TYPED, "a.replay").lines
    with pytest.raises(BadOption, match="expected"):
        line_at(lines, read_address(text))


# Notes and marks -----------------------------------------------------------------------------------------------------


@pytest.mark.slow
@settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
@given(replays(), comments, st.data())
def test_a_comment_changes_one_line_in_either_form(replay: Replay, text: str, data: st.DataObject) -> None:
    there = list(addresses(replay.lines))
    if not there:
        return
    at = data.draw(st.sampled_from(there))
    noted = with_comment(replay, at, text)
    assert line_at(noted.lines, at) == replace(line_at(replay.lines, at), comment=text)
    for before, after in zip(walk(replay.lines), walk(noted.lines), strict=True):
        # Nothing else is changed but the layout of the row that had to end.
        assert replace(before, comment="", side=(), join=False) == replace(after, comment="", side=(), join=False)
    for name in FORMS:
        was = write(replay, name)
        made = rewritten(was, name, noted)
        assert read(made, name) == noted
        assert made == write(noted, name)
        assert read(rewritten(made, name, replay), name) == replay


def test_only_the_row_of_the_note_is_written_anew() -> None:
    loose = TYPED.replace(b"draw moon?! $nice; draw moon", b"draw   moon?! $nice ;draw moon\t").replace(b"\n", b"\r\n")
    loose = b"\xef\xbb\xbf" + loose + b"\r\n\r\n"
    replay = read(loose, "a.replay")
    for at, text in (("1", "first"), ("3", "third"), ("3.1.1", "aside"), ("6", "rested"), ("7", "sun"), ("9", "last")):
        made = rewritten(loose, "a.replay", with_comment(replay, read_address(at), text))
        old, new = loose.split(b"\n"), made.split(b"\n")
        changed = [row for row in new if row not in old]
        assert any(text.encode() in row for row in changed)
        assert len(changed) <= 3, at
        assert all(row.endswith(b"\r") for row in new[:-1])
        assert sum(row in new for row in old) >= len(old) - 2


def test_a_note_taken_away_leaves_the_file_as_it_was() -> None:
    for at in ("2", "3", "3.1.2", "9"):
        replay = read(TYPED, "a.replay")
        old = line_at(replay.lines, read_address(at)).comment
        once = rewritten(TYPED, "a.replay", with_comment(replay, read_address(at), "for a moment"))
        assert once != TYPED
        back = with_comment(read(once, "a.replay"), read_address(at), old)
        assert rewritten(once, "a.replay", back) == TYPED


def test_marks_go_behind_the_action() -> None:
    replay = with_marks(read(TYPED, "a.replay"), read_address("6"), ["??", "$tired", "$late-hour"])
    made = rewritten(TYPED, "a.replay", replay)
    assert made == TYPED.replace(b"rest\n", b"rest?? $tired $late-hour\n")
    assert rewritten(made, "a.replay", with_marks(replay, read_address("6"), [])) == TYPED


def test_limits_and_characters_are_told_at_once() -> None:
    replay = played()
    assert with_comment(replay, ONE, "x" * 2000).lines[0].comment == "x" * 2000
    with pytest.raises(LimitExceeded, match="2001 characters, the limit is 2000"):
        with_comment(replay, ONE, "x" * 2001)
    for bad in ("a\nb", "a\x00b", "a\u202eb", "\ud800"):
        with pytest.raises(CannotEdit, match="line 1: the comment") as caught:
            with_comment(replay, ONE, bad)
        assert str(caught.value).isprintable()
    for marks in (["!!!"], ["lucky"], ["$Lucky"], ["$lucky", "!"], ["!", "?"], ["$" + "x" * 40], [""]):
        with pytest.raises(RisingTutorError):
            with_marks(replay, ONE, marks)
    unknown = replace(replay, lines=(Line("card ?"), *replay.lines))
    with pytest.raises(CannotEdit, match="read as part of it"):
        with_marks(unknown, ONE, ["?"])
    assert with_marks(unknown, ONE, ["$lost"]).lines[0].marks == ("$lost",)


# Side lines ----------------------------------------------------------------------------------------------------------


def test_a_side_line_is_played_before_it_is_kept() -> None:
    replay = read(EXAMPLE, "a.replay")
    at = next(n for n, line in enumerate(replay.lines, 1) if line.comment.startswith("roll 3"))
    # The comment stands beside the last action of its row.
    longer = with_side(replay, Address((at,)), ["stop!?"])
    made = rewritten(EXAMPLE, "a.replay", longer)
    assert made == EXAMPLE.replace(b"# roll 3: Fire\n", b"# roll 3: Fire\n  + stop!?\n")
    assert verify(made, "a.replay").problems == verify(EXAMPLE, "a.replay").problems == ()


def test_a_refused_move_is_told_with_its_rule_and_nothing_is_kept() -> None:
    replay = read(EXAMPLE, "a.replay")
    for moves, rule, words in (
        (["team aang", "roll"], "FNR-302", r"line 1\.1\.2: the move 'roll'"),
        (["team nobody"], None, "expected"),
        (["rolled green E"], None, "seat 1 decides here"),
        ([], None, "at least one move"),
        (["team aang;"], None, "cannot be used"),
    ):
        with pytest.raises(CannotEdit, match=words) as caught:
            with_side(replay, ONE, moves)
        assert caught.value.rule == rule


def test_what_chance_cannot_give_is_refused() -> None:
    replay = read(EXAMPLE, "a.replay")
    at = next(n for n, line in enumerate(replay.lines, 1) if line.move.startswith("rolled"))
    with pytest.raises(CannotEdit, match="the move 'rolled red E") as caught:
        with_side(replay, Address((at,)), ["rolled red E E E E E, yellow E"])
    assert caught.value.refusal is not None


def test_a_side_line_goes_on_and_into_side_lines_and_goes_away() -> None:
    replay = read(EXAMPLE, "a.replay")
    at = next(n for n, line in enumerate(replay.lines, 1) if line.side)
    number = len(replay.lines[at - 1].side[0])
    assert number == 4
    last = Address((at, 1, number))
    longer = extend_side(replay, last, ["stop $tired"])
    assert line_at(longer.lines, last.next).marks == ("$tired",)
    # The comment rows at the end of the side line stay at its end.
    assert line_at(longer.lines, last).below == ()
    assert line_at(longer.lines, last.next).below == line_at(replay.lines, last).below != ()
    deeper = with_side(longer, last, ["stop!"])
    # A row ends where a side line hangs.
    assert not line_at(deeper.lines, last.next).join
    for changed in (longer, deeper):
        for name in FORMS:
            data = write(changed, name)
            assert read(data, name) == changed
            assert verify(data, name).ok
    assert without_side(longer, Address((at,)), 1).lines[at - 1].side == ()
    assert without_side(deeper, last, 1).lines[at - 1].side[0][:3] == longer.lines[at - 1].side[0][:3]
    with pytest.raises(CannotEdit, match="last line of a side line"):
        extend_side(replay, Address((at, 1, 1)), ["stop"])
    with pytest.raises(CannotEdit, match="last line of a side line"):
        extend_side(replay, Address((at,)), ["stop"])
    with pytest.raises(BadOption, match="side line"):
        without_side(replay, Address((at,)), 2)


def test_a_fault_in_a_side_line_is_found_where_it_stands() -> None:
    bad = EXAMPLE.replace(b"yellow F; red F > june?", b"yellow F; red F > jnue?")
    [problem] = verify(bad, "a.replay").problems
    row = bad.decode().splitlines()[problem.line - 1]
    assert problem.code == "unreadable"
    assert row[problem.column - 1 :].startswith("jnue")
    refused = EXAMPLE.replace(b"  + red A > june", b"  + red A > bato")
    [problem] = verify(refused, "a.replay").problems
    assert (problem.code, problem.column) == ("refused", 5)
    assert problem.rule


def test_side_lines_lie_at_most_so_deep() -> None:
    lines: tuple[Line, ...] = (Line("team aang"),)
    for _ in range(15):
        lines = (Line("team aang", side=(lines,)),)
    replay = Replay(read(EXAMPLE, "a.replay").header, lines)
    deepest = list(addresses(lines))[-1]
    full = with_side(replay, deepest, ["team zuko"])
    assert read(write(full, "a.replay"), "a.replay") == full
    with pytest.raises(LimitExceeded, match="depth of nesting: 17"):
        with_side(full, deepest.side(1), ["team toph"])


def test_too_many_lines_are_told() -> None:
    replay = read(EXAMPLE, "a.replay")
    many = replace(replay, lines=replay.lines + (Line("stop"),) * (10_000 - sum(1 for _ in walk(replay.lines))))
    with pytest.raises(LimitExceeded, match="10001, the limit is 10000"):
        with_side(many, ONE, ["team aang"])


def test_the_position_after_any_line() -> None:
    verified = verify(EXAMPLE, "a.replay")
    assert verified.replay is not None
    for at in (0, 1, 20):
        assert state_at(verified.replay, Address((at,))) == verified.state_at(at)
    at = next(n for n, line in enumerate(verified.replay.lines, 1) if line.side)
    assert verified.game.where(state_at(verified.replay, Address((at, 1, 3)))) == "turn 1, step 3, roll 2"
    with pytest.raises(CannotEdit, match="nobody knows"):
        state_at(verified.replay, Address((len(verified.replay.lines),)))


# Files with faults ---------------------------------------------------------------------------------------------------


def test_a_typed_file_with_a_fault_of_form_takes_notes_before_it_and_keeps_the_fault() -> None:
    bad = TYPED.replace(b"rest\n", b"rest\nlay;; sun   \n\n  | what\n")
    before = inspect(bad, "a.replay")
    assert before.replay is not None
    assert not before.complete
    made = rewritten(bad, "a.replay", with_comment(before.replay, read_address("5"), "a note"))
    assert made == bad.replace(b"$nice; draw moon", b"$nice; draw moon  # a note")
    side = with_side(before.replay, ONE, ["draw sun"])
    made = rewritten(bad, "a.replay", side)
    after = inspect(made, "a.replay")
    assert [problem.code for problem in after.problems] == [problem.code for problem in before.problems]
    assert made.endswith(bad[bad.index(b"lay;;") :])
    mixed = TYPED.replace(b"rest\n", b"rest; ; lay sun\n")
    found = inspect(mixed, "a.replay")
    assert found.replay is not None
    # In the row of the fault nothing can be written without touching the fault.
    with pytest.raises(UnreadableReplay, match="does not fit beside this fault"):
        rewritten(mixed, "a.replay", with_comment(found.replay, read_address("6"), "here"))


def test_a_damaged_record_takes_notes_before_its_damage_and_keeps_it() -> None:
    data = record()
    rows = data.splitlines(keepends=True)
    for damaged in (
        b"".join(rows[:5]) + rows[5].replace(b'"move"', b'"mvoe"') + b"".join(rows[6:]),
        b"".join([*rows[:5], rows[5].replace(b'"move":"', b'"move":"x'), *rows[6:]]),
        b"".join(rows[:8]) + rows[8][:20],
    ):
        before = inspect(damaged, "a.replay.jsonl")
        assert before.replay is not None
        assert before.problems
        noted = with_comment(before.replay, read_address("2"), "a note")
        made = rewritten(damaged, "a.replay.jsonl", noted)
        after = inspect(made, "a.replay.jsonl")
        assert after.replay == noted
        assert [p.code for p in after.problems] == [p.code for p in before.problems]
        n_sound = len(before.replay.lines) + 1
        assert made.split(b"\n")[n_sound:] == damaged.split(b"\n")[n_sound:]


def test_a_sound_record_is_sealed_again() -> None:
    data = record()
    replay = with_comment(read(data, "a.replay.jsonl"), read_address("3"), "a note")
    made = rewritten(data, "a.replay.jsonl", replay)
    assert reseal(made) == made
    assert read(made, "a.replay.jsonl") == replay
    changed = [row for row in made.splitlines() if row[:-18] not in data.replace(b"\n", b"") and b"note" in row]
    assert len(changed) == 1
    assert rewritten(gzip.compress(data), "a.replay.jsonl.gz", replay) == made


def test_what_cannot_be_read_takes_no_note() -> None:
    with pytest.raises(RisingTutorError):
        rewritten(b"hello", "a.replay", played())


# Notes of another copy -----------------------------------------------------------------------------------------------


def test_notes_go_over_to_a_game_that_went_on() -> None:
    whole = played()
    part = replace(whole, lines=whole.lines[:6], result="")
    noted = with_marks(with_comment(part, read_address("4"), "why"), read_address("6"), ["?"])
    merged = with_notes_of(whole, noted)
    assert merged.lines[3].comment == "why"
    assert merged.lines[5].marks == ("?",)
    assert [line.move for line in merged.lines] == [line.move for line in whole.lines]
    assert read(write(merged, "a.replay"), "a.replay") == merged
    other = replace(whole, lines=(*whole.lines[:4], Line("another"), *whole.lines[5:]))
    assert with_notes_of(other, noted).lines[5].marks == whole.lines[5].marks


# The command ---------------------------------------------------------------------------------------------------------


def test_the_command_writes_a_note_and_tells_what_is_wrong(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file, out = tmp_path / "mine.replay", tmp_path / "out.replay.jsonl"
    file.write_bytes(TYPED)
    note = ["replay", "note", str(file), "--at"]
    assert main([*note, "6", "--text", "a long game", "--mark", "?! $tired"]) == 0
    assert capsys.readouterr().out == "6: rest?! $tired  # a long game\n"
    assert file.read_bytes() == TYPED.replace(b"rest\n", b"rest?! $tired  # a long game\n")
    assert main([*note, "6", "--text", "", "--mark", ""]) == 0
    assert file.read_bytes() == TYPED
    capsys.readouterr()
    assert main([*note, "3.1.1", "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert (said["at"], said["move"], said["comment"], said["side_lines"]) == (
        "3.1.1",
        "draw sun",
        "it could have been",
        0,
    )
    assert main([*note, "3", "--mark", "??", "--out", str(out)]) == 0
    assert file.read_bytes() == TYPED
    assert read(out).lines[2].marks == ("??",)
    capsys.readouterr()
    for more in (
        ["77"],
        ["3.1"],
        ["6", "--mark", "lucky"],
        ["6", "--text", "x" * 2001],
        ["6", "--text", "a\x1b[2J"],
        ["6", "--text", "x", "--out", str(tmp_path / "a.txt")],
        ["6", "--text", "x", "--out", str(tmp_path / "none" / "a.replay")],
    ):
        assert main([*note, *more]) == 2
        said_ = capsys.readouterr()
        assert said_.out == ""
        assert said_.err
        assert more != ["77"] or "option --at: '77' cannot be used; expected a line from 1 to " in said_.err
        assert more != ["3.1"] or "option --at: '3.1' cannot be used; expected the number of a line" in said_.err
        assert "address" not in said_.err
        assert "Traceback" not in said_.err
        assert "\x1b" not in said_.err
        assert file.read_bytes() == TYPED


def test_the_command_writes_before_a_fault_and_not_behind_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "mine.replay"
    bad = TYPED.replace(b"\nrest\n", b"\nlay sun\nrest\n")
    file.write_bytes(bad)
    assert main(["replay", "note", str(file), "--at", "6", "--text", "not in my hand"]) == 0
    assert file.read_bytes() == bad.replace(b"lay sun\n", b"lay sun  # not in my hand\n")
    assert main(["replay", "note", str(file), "--at", "7", "--text", "no"]) == 2
    assert "stands after the first fault" in capsys.readouterr().err
    assert b"rest\n" in file.read_bytes()


def test_the_command_leaves_a_game_alone_that_is_being_played(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "game.replay.jsonl"
    with Recorder.open(file, played().header) as recorder:
        for line in played().lines[:3]:
            recorder.append(line)
        was = file.read_bytes()
        assert main(["replay", "note", str(file), "--at", "1", "--text", "x"]) == 2
        assert "somebody else is writing it" in capsys.readouterr().err
        assert file.read_bytes() == was
    assert main(["replay", "note", str(file), "--at", "1", "--text", "x"]) == 0
    with Recorder.resume(file) as recorder:
        assert len(recorder) == 3


# Any layout, any damage ----------------------------------------------------------------------------------------------


def loosened(data: bytes, rng: Random) -> bytes:
    """The same file as somebody else would have typed it: other spaces, labels in rows of their own."""
    rows = []
    head = True
    for typed in data.decode().split("\n"):
        row = typed
        head = head and bool(row)
        if head or not row.strip():
            rows.append(row)
            continue
        label = re.match(r"( *(?:\| )*)(\[[^\]]*\]) (?=[^ #])", row)
        if label and rng.random() < 0.5 and not label[1]:
            rows.append(label[2])
            row = row[label.end() :]
        rows.append(row + " " * rng.randrange(3))
    return "\n".join(rows).encode()


@pytest.mark.parametrize("seed", range(8))
def test_a_file_in_any_layout_keeps_it(seed: int) -> None:
    rng = Random(seed)
    name = rng.choice([path.name for path in sorted(SAMPLES.glob("*.replay"))])
    tight = (SAMPLES / name).read_bytes()
    loose = loosened(tight, rng)
    replay = read(loose, name)
    assert replay == read(tight, name)
    at = rng.choice(list(addresses(replay.lines)))
    made = rewritten(loose, name, with_comment(replay, at, "here"))
    assert line_at(read(made, name).lines, at).comment == "here"
    lost = set(loose.split(b"\n")) - set(made.split(b"\n"))
    # The row itself, and what stands between it and the next row with an action.
    assert len(lost) <= 4, lost


@pytest.mark.parametrize("seed", range(25))
def test_a_damaged_file_is_annotated_or_told_and_its_faults_stay(seed: int) -> None:
    rng = Random(f"damage {seed}")
    name, data = rng.choice((("a.replay", EXAMPLE), ("a.replay", TYPED), ("a.replay.jsonl", record(seed % 5))))
    at = rng.randrange(len(data) // 3, len(data))
    damage = rng.randrange(4)
    if damage == 0:
        data = data[:at]
    elif damage == 1:
        data = data[:at] + bytes([rng.randrange(256)]) + data[at + 1 :]
    elif damage == 2:
        data = data[:at] + rng.choice([b";", b"\n", b"\x00", b"\xff", b"+ ", b"# ", b"[turn 9]"]) + data[at:]
    else:
        rows = data.split(b"\n")
        there = rng.randrange(len(rows) // 2, len(rows))
        data = b"\n".join([*rows[: there + 1], *rows[there:]])
    before = inspect(data, name)
    if before.replay is None or not before.replay.lines:
        return
    there = list(addresses(before.replay.lines))
    for where in rng.sample(there, min(2, len(there))):
        noted = with_marks(with_comment(before.replay, where, "a note"), where, ["$word"])
        try:
            made = rewritten(data, name, noted)
        except RisingTutorError:
            continue
        after = inspect(made, name)
        assert after.replay == noted
        assert [problem.code for problem in after.problems] == [problem.code for problem in before.problems]

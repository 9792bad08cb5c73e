"""All problems of a file in one pass, each at its place, typing faults apart from rule faults."""

from pathlib import Path
from typing import Any

import pytest

from rising_tutor.core.node import Terminal
from rising_tutor.errors import ReplayTooNew, ReplayTooOld, UnreadableReplay
from rising_tutor.replay import Verified, inspect, read, result_text, upgrade, verify, write
from rising_tutor.replay.model import Replay
from rising_tutor.replay.problems import CODES
from tests.replay.samples import TYPED, packed, played

HEAD = "replay: 1\ngame: coin-and-hand\nseats: 2\n\n"
DEAL = "draw fox; draw moon; draw fox; draw moon; draw moon\n"


def checked(text: str) -> Verified:
    return verify(text.encode(), "a.replay")


def found(text: str) -> list[tuple[int, int, str]]:
    return [(problem.line, problem.column, problem.code) for problem in checked(text).problems]


@pytest.mark.parametrize(
    ("text", "problems"),
    [
        (HEAD + DEAL + "rest\n", []),
        (HEAD + DEAL + "rset\n", [(6, 1, "unreadable")]),
        (HEAD + DEAL + "lay sun\n", [(6, 1, "refused")]),
        (HEAD + DEAL + "draw sun\n", [(6, 1, "unfit")]),
        (HEAD + "draw fox; rest\n", [(5, 11, "unfit")]),
        (HEAD + DEAL + "rest; toss heads\n", [(6, 7, "impossible")]),
        (HEAD + DEAL + "rest;; draw sun\n", [(6, 6, "syntax")]),
        (HEAD + DEAL + "rest;\n", [(6, 6, "syntax")]),
        (HEAD + DEAL + "rest!!!\n", [(6, 1, "mark")]),
        (HEAD + DEAL + "rest $Lucky\n", [(6, 1, "mark")]),
        (HEAD + DEAL + "rest ! it\n", [(6, 1, "syntax")]),
        (HEAD + DEAL + "rest# nice\n", [(6, 1, "syntax")]),
        (HEAD + DEAL + "[turn 2] rest\n", [(6, 2, "label")]),
        (HEAD + DEAL + "  [ turn 2 ] rest\n", [(6, 5, "label")]),
        (HEAD + DEAL + "[turn 2]\n# a comment\n\nrest\n", [(6, 2, "label")]),
        (HEAD + DEAL + "rest\n  + [turn 2] rest\n", [(7, 6, "label")]),
        (HEAD + DEAL + "[] rest\n", [(6, 2, "syntax")]),
        (HEAD + DEAL + "[turn 1]\n", [(6, 1, "syntax")]),
        (HEAD + "  | draw sun\n", [(5, 4, "side")]),
        (HEAD + "  + draw sun\n", [(5, 4, "side")]),
        (HEAD + "draw sun\n  | draw fox\n", [(6, 4, "side")]),
        (HEAD + "draw sun\n  + # nothing\ndraw fox\n", [(7, 1, "side")]),
        (HEAD + "draw sun\n  +\n", [(6, 4, "syntax")]),
        (HEAD + "draw sun\n  + rset\n  | draw fox\ndraw fox\n", [(6, 5, "unreadable")]),
        (HEAD + DEAL + "rest\n  + lay sun\n", [(7, 5, "refused")]),
        (HEAD.replace("seats: 2", "seats: 3"), [(3, 8, "option")]),
        (HEAD.replace("seats: 2", "seats: two"), [(3, 8, "value")]),
        (HEAD.replace("seats: 2", "seats:"), [(3, 1, "value")]),
        (HEAD.replace("coin-and-hand", "chess"), [(2, 7, "game")]),
        (HEAD.replace("\n\n", "\noption points: 99\n\n"), [(4, 16, "option")]),
        (HEAD.replace("\n\n", "\noption pionts: 4\n\n"), [(4, 16, "option")]),
        (HEAD.replace("\n\n", "\nrules: 7\n\n"), [(4, 8, "rules")]),
        (HEAD.replace("\n\n", "\ncontent: abc\n\n"), [(4, 10, "content")]),
        (HEAD.replace("\n\n", "\nseat 3: Eve\n\n"), [(4, 9, "value")]),
        (HEAD.replace("\n\n", "\nseats: 2\n\n"), [(4, 1, "duplicate")]),
        (HEAD.replace("\n\n", "\nresult: win\n\n"), [(4, 9, "result")]),
        (HEAD.replace("game: coin-and-hand\n", ""), [(2, 1, "missing")]),
        (HEAD.replace("replay: 1\n", ""), [(1, 1, "missing")]),
        (HEAD.replace("replay: 1", "replay: 2"), [(1, 9, "too-new")]),
        ("", [(1, 1, "missing")]),
        (HEAD.strip() + "\nrest\n", [(4, 1, "syntax")]),
    ],
)
def test_one_fault_is_one_problem_at_its_place(text: str, problems: list[Any]) -> None:
    assert found(text) == problems
    assert {code for *_, code in problems} <= CODES.keys()


def test_all_faults_are_found_in_one_pass() -> None:
    text = (
        "replay: 1\ngmae: coin-and-hand\ngame: coin-and-hand\nseats: 2\noption points: 4\nresult: win\n\n"
        + DEAL
        + "lay sun\nrset\ncall;; lay fox\nlay fix\n"
    )
    assert found(text) == [
        (2, 1, "key"),
        (9, 1, "refused"),
        (10, 1, "unreadable"),
        (11, 6, "syntax"),
        (12, 1, "unreadable"),
    ]
    assert len(checked(text).moves) == 5


def test_typing_faults_say_what_was_meant_and_rule_faults_the_rule() -> None:
    typing, rule = checked(HEAD + DEAL + "rset\n").problems[0], checked(HEAD + DEAL + "lay sun\n").problems[0]
    assert "did you mean 'rest'" in typing.message
    assert typing.rule is None
    assert (rule.rule, rule.message) == ("CH-3", "card 0 is not in the hand")
    assert rule.expected == "lay moon"
    chance = checked(HEAD + DEAL + "rest; toss heads\n").problems[0]
    assert (chance.rule, chance.expected) == ("CH-12", "draw sun, draw fox")
    key = checked(HEAD.replace("seats", "saets")).problems[0]
    assert "did you mean 'seats'" in key.message


def test_a_problem_is_printed_as_by_a_compiler() -> None:
    problem = checked(HEAD + DEAL + "rest; lay \u00e9t\u00e9\n").problems[0]
    assert problem.as_text("a.replay").splitlines() == [
        "a.replay:6:7: unreadable: cannot read 'lay \u00e9t\u00e9'",
        "  6 | rest; lay \u00e9t\u00e9",
        "    |       ^",
        "  expected: a move",
    ]
    problem = checked(HEAD + "rest" * 100 + "\x1b[2J\n").problems[0]
    assert problem.excerpt[problem.caret - 1 :].startswith("\\x1b[2J")
    assert len(problem.excerpt) < 120
    assert problem.excerpt.isprintable()


def test_an_unknown_fact_stops_the_play_and_is_no_fault() -> None:
    verified = verify(TYPED, "a.replay")
    assert verified.ok
    assert [moved.line for moved in verified.moves] == list(range(7))
    # After one action a fox cannot be laid: a bare `?` may stand for more, so this is said and is no fault.
    assert verified.remarks[0].startswith("line 20: none of the 4 tables that are still possible allows this; of one: ")
    assert verified.remarks[1] == "line 19 of the file is not known in full; after it, 4 tables are possible"
    verified = checked(HEAD.replace("seats: 2", "seats: ?") + DEAL)
    assert verified.ok
    assert verified.start is None
    verified = checked(HEAD.replace("\n\n", "\noption points: ?\n\n") + DEAL)
    assert verified.ok
    assert verified.remarks[0] == "not known, taken as usual: Points"


def test_steps_lead_from_the_start_to_the_state() -> None:
    replay = played()
    verified = verify(write(replay, "a.replay"), "a.replay")
    state = verified.start
    for number, moved in enumerate(verified.moves):
        assert moved.state == state == verified.state_at(number)
        state = moved.step.state
    assert state == verified.state
    assert verified.result is not None
    assert result_text(verified.result) == replay.result


@pytest.mark.parametrize("result", ["?", "", "SEAT 1 LOSS, seat 2 win", "seat 1 loss, seat 2 win, CH-11"])
def test_the_result_may_be_said_shortly(result: str) -> None:
    replay = Replay(played().header, played().lines, result)
    assert verify(write(replay, "a.replay"), "a.replay").ok


@pytest.mark.parametrize("name", ["a.replay", "a.replay.jsonl"])
@pytest.mark.parametrize("result", ["win", "unfinished", "seat 1 win, seat 2 loss"])
def test_another_result_is_a_problem(result: str, name: str) -> None:
    replay = Replay(played().header, played().lines, result)
    problems = verify(write(replay, name), name).problems
    assert [problem.code for problem in problems] == ["result"]
    assert problems[0].expected == "seat 1 loss, seat 2 win, CH-11"


def test_results_in_words() -> None:
    assert result_text(Terminal((1,), "X-1")) == "win, X-1"  # type: ignore[arg-type]
    assert result_text(Terminal((0, 0), "X-1")) == "draw, X-1"  # type: ignore[arg-type]


def test_nothing_follows_the_end() -> None:
    replay = played()
    text = write(Replay(replay.header, replay.lines), "a.replay").decode().rstrip("\n") + "\nrest\n"
    problems = checked(text).problems
    assert [problem.code for problem in problems] == ["over"]


FINISHED = (
    "avatar-tcg/seat-1-wins",
    "dark-side-rising/won",
    "death-eaters-rising/won",
    "fire-nation-rising/won",
    "rise-tcg/gates-against-plague",
)


@pytest.mark.parametrize("name", FINISHED)
@pytest.mark.parametrize("text", ["flop pummel", "nonsense", "roll", "seat 1: Anna", "pass; ?"])
def test_any_text_after_the_end_is_one_problem_of_each_line(name: str, text: str) -> None:
    """The text is read at the end of the game too, where nothing waits to be decided."""
    data = Path(f"replays/{name}.replay").read_bytes()
    n_rows = data.count(b"\n")
    verified = verify(data + f"{text}\n{text}\n".encode(), "a.replay")
    assert verified.result is not None
    assert verified.problems[0].code == "over"
    assert {problem.line for problem in verified.problems} <= {n_rows + 1, n_rows + 2}


def test_each_changed_line_is_found_on_its_line_or_is_a_game() -> None:
    lines = write(played(), "a.replay").decode().splitlines()
    n_found = 0
    for at, line in enumerate(lines):
        for new in ("rest", "lay sun", "draw sun", "xyz", "let be", "; rest", "toss tails"):
            if line and new != line:
                changed = "\n".join([*lines[:at], new, *lines[at + 1 :]])
                problems = checked(changed).problems
                n_found += bool(problems)
                if problems and ":" not in line:
                    # A move that is legal too may be found out later only, or at the result above.
                    assert problems[0].line >= at + 1 or problems[0].code == "result"
    assert n_found > 100


def test_older_and_newer_versions_are_different_errors(monkeypatch: pytest.MonkeyPatch) -> None:
    newer = TYPED.replace(b"replay: 1", b"replay: 2")
    with pytest.raises(ReplayTooNew, match="format version 2"):
        read(newer, "a.replay")
    head = {"replay": 2, "header": {"game": "coin-and-hand", "seats": 2}}
    with pytest.raises(ReplayTooNew, match="format version 2"):
        read(packed(head), "a.replay.jsonl")
    with pytest.raises(ReplayTooOld, match="format version 0"):
        read(packed({**head, "replay": 0}), "a.replay.jsonl")
    assert issubclass(ReplayTooNew, UnreadableReplay)
    # A later program: two versions on, with one step for each.
    monkeypatch.setattr(upgrade, "FORMAT", 3)
    steps = {
        1: lambda replay: Replay(replay.header, replay.lines, replay.result + " one"),
        2: lambda replay: Replay(replay.header, replay.lines, replay.result + " two"),
    }
    monkeypatch.setattr(upgrade, "STEPS", steps)
    replay = inspect(TYPED, "a.replay").replay
    assert replay is not None
    assert replay.result == " one two"
    monkeypatch.setattr(upgrade, "STEPS", {2: steps[2]})
    with pytest.raises(ReplayTooOld, match="versions from 2"):
        read(TYPED, "a.replay")


def test_nothing_in_a_file_is_a_seed() -> None:
    for name in ("a.replay", "a.replay.jsonl"):
        assert b"seed" not in write(played(seed=271828), name)
        assert b"271828" not in write(played(seed=271828), name)


def test_a_file_that_cannot_be_opened_is_an_error_of_ours(tmp_path: Any) -> None:
    for path in (tmp_path, tmp_path / "none.replay", "a\0b"):
        with pytest.raises(UnreadableReplay, match="cannot be opened"):
            inspect(path)

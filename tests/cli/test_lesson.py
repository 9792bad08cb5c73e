"""`lesson`: lists, checks and plays lessons as a person or a script would, each fault in a sentence."""

from pathlib import Path
from typing import Any

import pytest

from rising_tutor.core.ids import GameId
from rising_tutor.core.registry import load_game
from rising_tutor.lessons import lesson_file
from rising_tutor.lessons.lesson_file import Course, load_course, read_lesson
from rising_tutor.lessons.run import LessonRun

LESSON = """\
id = "double-test"
game = "fire-nation-rising"
kind = "lesson"
chapter = "Roll and assign"
order = 3
title = "Put a double where it counts"
can = "Use both symbols of a double face."
teaches = ["FNR-414", "FNR-412", "FNR-406"]

[position]
teams = ["toph", "aang"]
rows = { toph = ["toph", "the-boulder 3"] }
at = { 2 = ["smellerbee-and-longshot", "june 2", "tyro"] }
location = 2
shown = "green EE F, blue W"

[[step]]
say = "Three dice were rolled."
rules = ["FNR-412"]

[[step]]
say = "A double face shows its symbol twice."
rules = ["FNR-414"]
do = "Use the ability of The Boulder."
goal = [{ fact = "the-boulder.used", is = true }]
limit = 1
hints = { goal = "Look for a cost of two.", move = "Both halves are used." }
wrong = [{ move = "green EE > smellerbee*", say = "One half is lost there." }]
position = {}

[[step]]
say = "What follows?"
rules = ["FNR-414"]
position = { shown = "green EE F" }
hints = { goal = "Count the symbols." }
[step.ask]
question = "How many dice lie on Tyro then?"
moves = ["green EE > tyro"]
choices = [
  { say = "None", holds = [{ fact = "tyro.dice", is = 0 }] },
  { say = "One", holds = [{ fact = "tyro.dice", is = 1 }] },
]

[[step]]
say = "One of these is not allowed."
rules = ["FNR-406"]
position = { shown = "green E F" }
hints = { goal = "What comes first after every roll?" }
spot = ["green E > tyro", "roll", "discard green F"]
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    made = tmp_path / "003-double-test.toml"
    made.write_text(LESSON, encoding="utf-8")
    return made


@pytest.fixture
def course(monkeypatch: pytest.MonkeyPatch) -> None:
    made = Course((read_lesson(LESSON.encode(), "x"),), ())
    monkeypatch.setattr("rising_tutor.cli.lesson.load_course", lambda _game: made)


def test_the_list_is_the_course(command: Any) -> None:
    whole = load_course(GameId("fire-nation-rising"))
    document = command("lesson", "list", "fire", "--json").document
    assert [one["id"] for one in document["lessons"]] == [one.id for one in whole.lessons]
    assert [one["id"] for one in document["scenarios"]] == [one.id for one in whole.scenarios]
    text = command("lesson", "list").out
    assert all(f"  {one.id} " in text for one in (*whole.lessons, *whole.scenarios))


def test_a_sound_file_is_said_to_be_sound(command: Any, file: Path) -> None:
    sound = file.read_text().replace('teaches = ["FNR-414", "FNR-412", "FNR-406"]\n', "")
    sound = sound.replace("order = 3", "order = 999")
    other = file.with_name("999-double-test.toml")
    other.write_text(sound, encoding="utf-8")
    answer = command("lesson", "check", str(other))
    assert (answer.code, answer.out) == (0, "1 files, 0 with errors, 0 warnings\n")


def test_faults_are_told_with_their_places(command: Any, file: Path) -> None:
    text = LESSON.replace("limit = 1", "limits = 1").replace("lost there.", "lost!")
    file.write_text(text, encoding="utf-8")
    lines = text.split("\n")
    line = lines.index("limits = 1") + 1
    marked = next(n for n, one in enumerate(lines, 1) if "!" in one)
    column = lines[marked - 1].index("!") + 1
    answer = command("lesson", "check", str(file))
    assert answer.code == 1
    assert f"{file}:{line}:1: error: 'limits' is not a word of the format here [word]" in answer.out
    assert f"{file}:{marked}:{column}: error: an exclamation mark [mark]; expected a full stop" in answer.out
    document = command("lesson", "check", str(file), "--json").document
    assert not document["ok"]
    assert document["files"] == [{"file": str(file), "ok": False}]
    places = [(one["line"], one["column"], one["code"]) for one in document["faults"]]
    assert (line, 1, "word") in places
    assert (marked, column, "mark") in places


def test_without_files_the_course_is_checked(command: Any, monkeypatch: pytest.MonkeyPatch, file: Path) -> None:
    monkeypatch.setattr("rising_tutor.cli.lesson.lesson_files", lambda _game: [file])
    answer = command("lesson", "check", "--json")
    assert answer.document["ok"]
    assert [one["file"].rpartition("/")[2] for one in answer.document["files"]] == [file.name]
    assert answer.err == ""


def test_a_lesson_is_played_from_a_pipe(command: Any, course: None) -> None:
    typed = [
        "next",
        "green EE > june",
        "green EE > smellerbee-and-longshot",
        "why green EE > smellerbee-and-longshot",
        "follow",
        "again",
        "stop",
        "green EE > the-boulder",
        "next",
        "1",
        "2",
        "",
        "1",
        "2",
    ]
    answer = command("lesson", "run", "double-test", typed="\n".join(typed) + "\n")
    assert answer.code == 0
    out = answer.out
    refusal = LessonRun(load_game("fire"), read_lesson(LESSON.encode(), "x"), 1).refusal_of("green EE > june")
    assert refusal is not None
    assert f"Not possible: {refusal.why} ({refusal.rule})" in out
    aside, _, rest = out.partition("Not done: green EE > smellerbee-and-longshot.")[2].partition("step 2>")
    assert "this step asks for something else first: Use the ability of The Boulder." in " ".join(aside.split())
    assert "One half is lost there." in aside
    assert "%" not in aside
    assert "The goal is reached in the 1 action of this step in 0.0% after it, in 100.0% after the best action." in rest
    wrong = " ".join(rest.partition("Not done: stop.")[2].split())
    assert "After it the goal can no longer be reached before Step 5e: refill." in wrong
    assert "The best choice reaches it with 100 %." in wrong
    assert "again comes back to the beginning of this step." in out
    assert "Not that one." in out
    assert "Right." in out
    assert "It is allowed." in out
    assert "(FNR-406)" in out.partition("Right.")[2]
    assert "The lesson is over: 3 of 9 stars." in out


def test_the_three_hints_come_one_after_the_other_and_not_before(command: Any, course: None) -> None:
    answer = command("lesson", "run", "double-test", "--step", "2", typed="hint\nhint\nhint\nquit\n")
    first, rule, goal, move = answer.out.split("step 2> hint")
    assert "the-boulder" not in first + rule + goal
    assert "FNR-414, page" in rule
    assert "Look for a cost of two." in goal
    assert "green EE > the-boulder. Both halves are used." in move
    assert "The lesson is not over." in move


def test_why_gives_the_value_or_the_rule(command: Any, course: None) -> None:
    typed = "why\nwhy stop\nwhy roll\nwhy green EE > the-boulder\nwhy purple\nquit\n"
    out = command("lesson", "run", "double-test", "--step", "2", typed=typed).out
    nothing, stop, roll, best, unread = out.split("step 2> why")[1:]
    assert "Nothing was tried yet" in nothing
    assert "in 0.0% after it, in 100.0%" in stop
    assert "Not possible:" in roll
    assert "FNR-406" in roll
    assert "in 100.0% after it" in best
    assert "cannot read" in unread


def test_numbers_lists_the_board_and_rules_work_as_in_play(command: Any, course: None) -> None:
    typed = "? boulder\n?\nboard\nrule fnr-414\nrule x\nnext\n1\nquit\n"
    out = command("lesson", "run", "double-test", "--step", "2", typed=typed).out
    found, *_ = out.split("step 2> ? boulder")[1].split("step 2>")
    number = found.split()[0]
    assert "green EE > the-boulder" in found
    assert "hint " in out
    assert out.count("Ruin ") >= 2
    assert "There is no rule 'x'." in out
    assert "This step is not done yet" in out
    assert "= " in out
    solved = command("lesson", "run", "double-test", "--step", "2", typed=f"{number}\n").out
    assert "Done: 3 of 3 stars." in solved


def test_a_goal_out_of_reach_is_told(command: Any, course: None) -> None:
    out = command("lesson", "run", "double-test", "--step", "2", typed="stop\nfollow\nroll\nskip\nskip\nskip\n").out
    assert "It is too late now, and the goal is not reached. again begins this step anew." in out
    assert "The lesson is over" in out


def test_every_lesson_of_the_course_opens_at_every_step(command: Any) -> None:
    whole = load_course(GameId("fire-nation-rising"))
    for lesson in (*whole.lessons[::7], *whole.scenarios[::5]):
        answer = command("lesson", "run", lesson.id, "--step", str(len(lesson.step)), "--seed", "5", typed="?\nquit\n")
        assert answer.code == 0
        assert lesson.title in answer.out


def test_a_page_of_what_is_taught_where_is_written(command: Any, tmp_path: Path) -> None:
    for name in ("where.html", "where.md"):
        answer = command("lesson", "coverage", "--out", str(tmp_path / name))
        assert answer.out == ""
        assert "FNR-414" in (tmp_path / name).read_text(encoding="utf-8")
    table = command("lesson", "coverage").out
    assert len(table.splitlines()) == 227


@pytest.mark.parametrize(
    ("words", "code", "told"),
    [
        (("run", "no-such"), 2, "no lesson 'no-such'"),
        (("run", "double-test", "--step", "9"), 2, "4 steps"),
        (("run", "double-test", "--step", "0"), 2, "whole number"),
        (("list", "coin-and-hand"), 2, "no lessons"),
        (("list", "chess"), 2, "chess"),
        (("check", "no-such.toml"), 2, "no-such.toml"),
        (("coverage", "--out", "x.pdf"), 2, ".html or .md"),
        (("coverage", "--out", "no/such/x.html"), 2, "folder"),
        ((), 2, "COMMAND"),
        (("run", "\x1b[2J"), 2, "no lesson"),
    ],
)
@pytest.mark.usefixtures("bare_coin_and_hand")
def test_faults_are_told_in_a_sentence(
    command: Any, course: None, words: tuple[str, ...], code: int, told: str
) -> None:
    answer = command("lesson", *words)
    assert (answer.code, answer.out) == (code, "")
    assert told in answer.err
    assert "Traceback" not in answer.err
    assert "\x1b" not in answer.err


def test_a_file_that_is_too_long_or_no_text_is_a_fault(command: Any, tmp_path: Path) -> None:
    long = tmp_path / "long.toml"
    long.write_bytes(b"#" * (2 << 20))
    answer = command("lesson", "check", str(long))
    assert answer.code == 1
    assert "1048576" in answer.err
    noise = tmp_path / "noise.toml"
    noise.write_bytes("a = 1\n'ä' = ".encode() + b'"\xff"\n')
    answer = command("lesson", "check", str(noise))
    assert answer.code == 1
    assert f"{noise}:2:8: error: bytes that are no text" in answer.out


def test_the_files_of_the_package_are_those_that_are_checked() -> None:
    names = [file.name for file in lesson_file.lesson_files(GameId("fire-nation-rising"))]
    whole = load_course(GameId("fire-nation-rising"))
    assert len(names) == len(whole.everything)

"""A class: a planted misconception comes first, small numbers do not, and no file is lost in silence."""

import csv
import io
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any

import pytest

from rising_tutor.core.limits import Limit
from rising_tutor.errors import BadOption, LimitExceeded
from rising_tutor.lessons.learner.class_report import ClassReport, RuleReport, as_csv, class_report, load_class
from rising_tutor.lessons.learner.facts import Attempt, Fact, Header, Outcome, stamp
from rising_tutor.lessons.learner.text import LearnerReading, write_learner

GAME = "fire-nation-rising"
START = datetime(2026, 11, 21, 18, 0, 0, tzinfo=UTC)
PLANTED = "FNR-414"
BELIEF = "a double face paid for two cards"


def tried(rule: str, outcome: Outcome, day: float = 0, answer: str = "", **more: Any) -> Attempt:
    return Attempt(stamp(START + timedelta(days=day)), f"spot:{rule}", (rule,), outcome, answer, **more)


def reading(name: str, *facts: Fact, file: str = "", game: str = GAME, begun: float = 0) -> LearnerReading:
    header = Header(name, game, stamp(START - timedelta(days=begun)))
    return LearnerReading(file or f"{name}.learner.jsonl", header, facts, ())


def of(report: ClassReport, rule: str) -> RuleReport:
    return next(one for one in report.rules if one.rule == rule)


def synthetic(seed: int, n_learners: int = 20) -> list[LearnerReading]:
    """A class that gets each rule wrong in 15 of 100 tries, and one of them in 65, mostly with the same answer.

    Beside it what must not come first: a rule that one learner alone tried and missed, and a learner who missed
    another rule thirty times.
    """
    rng = Random(seed)
    rules = [f"FNR-{400 + n}" for n in range(30)]
    made = []
    for n in range(n_learners):
        facts: list[Fact] = []
        for day in range(3):
            for rule in rules:
                wrong = rng.random() < (0.65 if rule == PLANTED else 0.15)
                answer = BELIEF if wrong and rule == PLANTED and rng.random() < 0.8 else f"other {rng.randrange(9)}"
                facts.append(tried(rule, "wrong" if wrong else "best", day, answer))
        if n == 0:
            facts.append(tried("FNR-900", "wrong"))
        if n == 1:
            facts += [tried("FNR-901", "illegal", refused="FNR-901") for _ in range(30)]
        made.append(reading(f"learner {n:02}", *facts))
    return made


@pytest.mark.parametrize("seed", range(40))
def test_in_a_small_class_too_one_learner_alone_is_not_first(seed: int) -> None:
    first = class_report(synthetic(seed, 8)).again[0]
    assert first.rule not in ("FNR-900", "FNR-901")


@pytest.mark.parametrize("seed", range(10))
def test_a_planted_misconception_is_first(seed: int) -> None:
    report = class_report(synthetic(seed))
    first = report.again[0]
    assert (first.place, first.rule, first.tied_with) == (1, PLANTED, ())
    rule = of(report, PLANTED)
    assert rule.wrong_answers[0].answer == BELIEF
    assert f'most often "{BELIEF}" ({rule.wrong_answers[0].times} times)' in first.why
    assert f"{rule.missed_by} of 20 learners missed it, {rule.errors} of 60 answers were wrong" in first.why


def test_one_miss_of_one_learner_is_not_first_and_is_still_listed() -> None:
    report = class_report(synthetic(1))
    places = {one.rule: one.place for one in report.again}
    lone = of(report, "FNR-900")
    assert (lone.learners, lone.share, lone.error_rate) == (1, 1, 1)
    assert lone.low < 0.25
    assert places["FNR-900"] > 1
    assert places["FNR-901"] > 1


def test_each_learner_weighs_the_same_in_the_share() -> None:
    report = class_report(
        [
            reading("Anna", *(tried(PLANTED, "wrong") for _ in range(20))),
            reading("Ben", tried(PLANTED, "best")),
        ]
    )
    rule = of(report, PLANTED)
    assert (rule.attempts, rule.errors, rule.share) == (21, 20, 0.5)
    assert rule.low < rule.share < rule.high


def test_the_counts_of_a_rule_by_hand() -> None:
    report = class_report(
        [
            reading(
                "Anna", tried(PLANTED, "wrong", 0, "b"), tried(PLANTED, "illegal", 1, " a "), tried(PLANTED, "best", 2)
            ),
            reading("Ben", tried(PLANTED, "wrong", 0, "a"), tried(PLANTED, "shown", 1)),
            reading("Cem", *(tried(PLANTED, "best", day) for day in range(3))),
        ]
    )
    rule = of(report, PLANTED)
    assert (rule.learners, rule.missed_by, rule.attempts, rule.errors) == (3, 2, 8, 4)
    assert rule.below == ("Anna", "Ben")
    assert [(one.answer, one.times, one.learners) for one in rule.wrong_answers] == [("a", 2, 2), ("b", 1, 1)]
    assert rule.title == "Double faces may overpay but not be shared"


@pytest.mark.parametrize(
    ("answers", "said"),
    [
        ("aab", 'most often "a" (2 times)'),
        ("aabb", 'most often "a" or "b" (2 times each)'),
        ("ba", 'for example "a"'),
        ([""], "the one learner who tried it missed it, its only answer was wrong"),
    ],
)
def test_only_what_was_given_more_than_once_is_called_most_often(answers: Sequence[str], said: str) -> None:
    wrong = [reading(f"learner {n}", tried(PLANTED, "wrong", 0, answer)) for n, answer in enumerate(answers)]
    why = class_report(wrong).again[0].why
    assert why.endswith(said)


def test_an_answer_counts_for_the_rule_that_refused_it() -> None:
    fact = Attempt(stamp(START), "lesson:dice#2", ("FNR-406",), "illegal", BELIEF, refused=PLANTED)
    report = class_report([reading("Anna", fact)])
    assert [one.rule for one in report.rules] == [PLANTED]
    assert of(report, PLANTED).wrong_answers[0].answer == BELIEF


def test_what_nothing_tells_apart_is_a_tie_and_said_to_be_one() -> None:
    report = class_report(
        [
            reading("Anna", tried("FNR-405", "wrong"), tried("FNR-402", "wrong"), tried("FNR-406", "best")),
            reading("Ben", tried("FNR-405", "wrong"), tried("FNR-402", "wrong"), tried("FNR-406", "wrong")),
        ]
    )
    assert [(one.place, one.rule, one.tied_with) for one in report.again] == [
        (1, "FNR-402", ("FNR-405",)),
        (1, "FNR-405", ("FNR-402",)),
        (3, "FNR-406", ()),
    ]


def test_what_everybody_has_mastered_since_is_not_taught_again() -> None:
    facts = [tried(PLANTED, "wrong"), *(tried(PLANTED, "best", day) for day in range(1, 6))]
    report = class_report([reading("Anna", *facts)])
    assert of(report, PLANTED).errors == 1
    assert report.again == ()


def test_files_that_cannot_be_read_are_listed_and_the_others_counted(tmp_path: Path) -> None:
    def put(name: str, *facts: Fact, tail: bytes = b"") -> None:
        path = tmp_path / f"{name}.learner.jsonl"
        path.write_bytes(write_learner(Header(name, GAME, stamp(START)), facts) + tail)

    put("anna", tried(PLANTED, "wrong"))
    put("ben", tried(PLANTED, "best"), tail=b'{"fact":"att')
    put("cem", tried(PLANTED, "wrong"), tail=b'{"fact":"attempt","at":"noon"}\n')
    (tmp_path / "empty.learner.jsonl").touch()
    (tmp_path / "gone.learner.jsonl").symlink_to(tmp_path / "nowhere")
    (tmp_path / "notes.txt").write_text("not for us")
    (tmp_path / "game.replay.jsonl").write_text("nor this")
    (tmp_path / "folder.jsonl").mkdir()
    report = class_report(load_class(tmp_path))
    assert report.learners == ("anna", "ben")
    assert of(report, PLANTED).attempts == 2
    assert [(one.file, one.line) for one in report.unread] == [
        ("cem.learner.jsonl", 3),
        ("empty.learner.jsonl", 1),
        ("gone.learner.jsonl", 1),
    ]
    assert "No such file" in report.unread[2].message
    assert report.remarks == ("ben.learner.jsonl: the last line is torn; everything before it counts",)


def test_two_files_of_one_learner_count_as_one() -> None:
    one, other = tried(PLANTED, "wrong", 0), tried(PLANTED, "wrong", 1)
    report = class_report([reading("Anna", one, file="a"), reading("Anna", one, other, file="b")])
    assert (report.learners, of(report, PLANTED).attempts) == (("Anna",), 2)
    assert report.remarks == ("b: the same learner as a; both are counted as one",)


def test_two_learners_of_one_name_are_two() -> None:
    one = tried(PLANTED, "wrong")
    report = class_report(
        [reading("Anna", one, file="a"), reading("Anna", one, file="b", begun=1), reading("", one, file="c")]
    )
    assert report.learners == ("(c)", "Anna (a)", "Anna (b)")
    assert of(report, PLANTED).learners == 3


def test_a_class_is_of_one_game() -> None:
    mixed = [reading("Anna", tried(PLANTED, "wrong")), reading("Ben", tried("CH-3", "wrong"), game="coin-and-hand")]
    with pytest.raises(BadOption, match="coin-and-hand, fire-nation-rising"):
        class_report(mixed)
    report = class_report(mixed, GAME)
    assert report.learners == ("Anna",)
    assert [one.message for one in report.unread] == ["it is of another game, coin-and-hand"]
    assert class_report(mixed, "coin-and-hand").again[0].rule == "CH-3"


def test_an_empty_class_is_an_empty_report(tmp_path: Path) -> None:
    assert class_report(load_class(tmp_path)) == ClassReport("", (), (), ())


def test_there_is_a_limit_of_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rising_tutor.lessons.learner.class_report.FILES", Limit("number of learner files", 2))
    for name in "abc":
        (tmp_path / f"{name}.jsonl").touch()
    with pytest.raises(LimitExceeded, match="number of learner files: 3, the limit is 2"):
        load_class(tmp_path)


def test_the_table_has_no_formula_and_every_rule() -> None:
    evil = "=HYPERLINK(1)"
    report = class_report([reading("@Anna", tried(PLANTED, "wrong", 0, evil), tried("FNR-402", "best"))])
    rows = list(csv.DictReader(io.StringIO(as_csv(report))))
    assert [(row["place"], row["rule"]) for row in rows] == [("1", PLANTED), ("", "FNR-402")]
    assert rows[0]["typical_wrong_answers"] == f"'{evil} (1)"
    assert rows[0]["who_below_mastery"] == "'@Anna"
    assert (rows[0]["error_rate"], rows[0]["learners"], rows[0]["low"]) == ("1.0000", "1", "0.2065")

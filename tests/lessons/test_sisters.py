"""What is known from a sister title: shared rules, all of them mastered there, nothing missed here."""

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from rising_tutor import catalogues
from rising_tutor.catalogues.family import family_of
from rising_tutor.cli.program import main
from rising_tutor.core.ids import GameId
from rising_tutor.lessons.learner.facts import Attempt, Header, Outcome, Progress, stamp
from rising_tutor.lessons.learner.knowledge import Estimate, estimates
from rising_tutor.lessons.learner.sisters import KnownElsewhere, known_elsewhere, need_not_take, shared_rules, sisters
from rising_tutor.lessons.learner.text import write_learner
from rising_tutor.lessons.lesson_file import load_course
from rising_tutor.ui.learn.path import chosen, path

FIRE, DEATH, DARK = "fire-nation-rising", "death-eaters-rising", "dark-side-rising"
AVATAR, RISE = "avatar-tcg", "rise-tcg"
START = datetime(2026, 11, 21, 18, 0, 0, tzinfo=UTC)


def answered(rule: str, times: int = 3, outcome: Outcome = "best") -> list[Attempt]:
    return [Attempt(stamp(START + timedelta(days=day)), f"spot:{rule}", (rule,), outcome) for day in range(times)]


def mastered(*rules: str) -> tuple[Estimate, ...]:
    return estimates([fact for rule in rules for fact in answered(rule)])


def known(*there: str, own: tuple[Estimate, ...] = ()) -> dict[str, KnownElsewhere]:
    return dict(known_elsewhere(DARK, own, {FIRE: mastered(*there)}))


@pytest.mark.parametrize("game", [FIRE, DEATH, DARK, AVATAR, RISE])
def test_shared_rules_are_those_of_rows_with_the_same_answer_and_go_both_ways(game: str) -> None:
    family = family_of(game)
    assert family is not None
    here = {rule.id for rule in catalogues.load(game).rules}
    for sister in sisters(game):
        shared = shared_rules(game, sister)
        back = shared_rules(sister, game)
        assert shared
        assert set(shared) < here
        for rule, there in shared.items():
            rows = [row for row in family.rows if rule in row.cell[game].rules]
            assert {family.relation(row, game, sister) for row in rows} <= {"same", "none"}
            assert set(there) <= {rule.id for rule in catalogues.load(sister).rules}
            assert all(rule in back[other] for other in there if other in back)


def test_what_differs_in_any_row_is_not_shared() -> None:
    # One set of dice on an enemy in a turn, and the opening roll: what a player of the first title gets wrong.
    shared = shared_rules(DARK, FIRE)
    assert not {"DSR-605", "DSR-1004", "DSR-506", "DSR-403", "DSR-1101"} & set(shared)
    assert {"DSR-509", "DSR-514", "DSR-602", "DSR-304"} <= set(shared)


def test_a_rule_is_known_once_all_rules_there_are_mastered() -> None:
    there = shared_rules(DARK, FIRE)["DSR-509"]
    assert len(there) > 1
    assert "DSR-509" not in known(*there[:-1])
    assert known(*there)["DSR-509"] == KnownElsewhere("DSR-509", FIRE, there)
    twice = estimates([fact for rule in there for fact in answered(rule, 2)])
    assert not known_elsewhere(DARK, (), {FIRE: twice})


def test_what_was_missed_here_is_not_known_from_elsewhere_until_it_is_mastered() -> None:
    there = shared_rules(DARK, FIRE)["DSR-514"]
    missed = estimates(answered("DSR-514", 1, "wrong"))
    assert "DSR-514" not in known(*there, own=missed)
    since = estimates([*answered("DSR-514", 1, "wrong"), *answered("DSR-514", 9)])
    assert since[0].mastered
    assert "DSR-514" in known(*there, own=since)


def test_a_game_without_sisters_knows_nothing_from_elsewhere() -> None:
    assert sisters("coin-and-hand") == ()
    assert known_elsewhere("coin-and-hand", (), {FIRE: mastered("FNR-411")}) == {}
    assert shared_rules(DARK, "coin-and-hand") == {}


def test_the_card_games_share_no_more_than_a_few_rules_and_only_as_far_as_they_say_the_same() -> None:
    # The open coins of RISE-1019, and that there are no draws (QS-911), are not known from the other game.
    assert shared_rules(AVATAR, RISE) == {"QS-211": ("RISE-205",), "QS-1012": ("RISE-1019",)}
    assert shared_rules(RISE, AVATAR) == {"RISE-205": ("QS-211",), "RISE-1020": ("QS-911",)}
    assert not shared_rules(AVATAR, FIRE)
    assert sisters(AVATAR) == (RISE,)


@pytest.mark.parametrize(("game", "sister"), [(AVATAR, RISE), (RISE, AVATAR)])
def test_nobody_is_led_past_a_lesson_of_a_card_game_by_the_other_one(game: str, sister: str) -> None:
    rules = known_elsewhere(game, (), {sister: everything(sister)})
    assert set(rules) == set(shared_rules(game, sister))
    assert not any(need_not_take(lesson, rules) for lesson in load_course(GameId(game)).everything)


def everything(game: str) -> tuple[Estimate, ...]:
    return mastered(*(rule.id for rule in catalogues.load(game).rules))


@pytest.mark.parametrize(("game", "sister"), [(DARK, FIRE), (DEATH, FIRE), (DARK, DEATH), (DEATH, DARK)])
def test_some_lessons_can_be_left_out_and_none_that_teaches_what_differs(game: str, sister: str) -> None:
    rules = known_elsewhere(game, (), {sister: everything(sister)})
    lessons = load_course(GameId(game)).lessons
    out = [lesson for lesson in lessons if need_not_take(lesson, rules)]
    assert len(lessons) // 6 <= len(out) <= len(lessons) // 2
    for lesson in out:
        assert [one.rule for one in need_not_take(lesson, rules)] == list(lesson.teaches)
    for lesson in lessons:
        if lesson not in out:
            assert set(lesson.teaches) - set(shared_rules(game, sister))
    assert not any(need_not_take(one, rules) for one in load_course(GameId(game)).scenarios)


def test_the_path_passes_them_over_says_why_and_offers_them() -> None:
    course = load_course(GameId(DARK))
    rules = known_elsewhere(DARK, (), {FIRE: everything(FIRE)})
    skipped = {one.id: need_not_take(one, rules) for one in course.lessons if need_not_take(one, rules)}
    first = course.lessons[0]
    assert first.id in skipped
    following = chosen(course, {}, skipped)
    assert following is not None
    assert following.id not in skipped
    page = str(path(course, {}, {}, skipped))
    assert f"{len(skipped)} lessons teach only rules that are the same in Fire Nation Rising" in page
    assert f"known from Fire Nation Rising: {', '.join(skipped[first.id][0].there)}" in page
    assert f"#learn?lesson={first.id}" in page
    assert f"Start here: {following.title}" in page
    assert "0 of 4 done, 3 known" in page
    # What was begun is gone on with, and what was done says so.
    begun = {f"lesson:{first.id}": Progress(stamp(START), f"lesson:{first.id}", done=False, step=1)}
    assert chosen(course, begun, skipped) == first
    everywhere = {one.id: skipped[first.id] for one in course.lessons}
    assert chosen(course, {}, everywhere) is None
    assert "done, or known from a sister title" in str(path(course, {}, {}, everywhere))
    assert "known from" not in str(path(course, {}, {}))


def test_the_list_in_the_terminal_tells_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    facts = [fact for rule in catalogues.load(FIRE).rules for fact in answered(rule.id)]
    file = tmp_path / "anna.learner.jsonl"
    file.write_bytes(write_learner(Header("Anna", FIRE, stamp(START)), facts))
    assert main(["lesson", "list", "dark", "--learner", str(file), "--json"]) == 0
    listed = {one["id"]: one for one in json.loads(capsys.readouterr().out)["lessons"]}
    assert listed["first-rebel"]["known_from"][0]["game"] == FIRE
    assert listed["opening-roll"]["known_from"] == []
    assert main(["lesson", "list", "dark", "--learner", str(file)]) == 0
    said = capsys.readouterr().out.splitlines()
    assert "known from fire-nation-rising: FNR-" in next(line for line in said if " first-rebel " in line)
    assert main(["lesson", "list", "dark"]) == 0
    assert "known from" not in capsys.readouterr().out

"""The difficulty of scenarios is measured, fresh, and rises."""

from pathlib import Path

import pytest

from rising_tutor.core.ids import GameId
from rising_tutor.core.registry import load_game
from rising_tutor.lessons.difficulty.measure import PLAYS, SIMPLE, fingerprint, main, measure, measured, write_measured
from rising_tutor.lessons.difficulty.policy_share import exact_share, reaches
from rising_tutor.lessons.judging.judge import Judge
from rising_tutor.lessons.lesson_file import lesson_files, load_course
from rising_tutor.lessons.run import LessonRun
from rising_tutor.probability.dice_turn.simulate import wilson
from rising_tutor.ui.learn.path import difficulty
from tests.testkit.courses import COURSES, EACH_COURSE, EACH_OF_OURS, FIRE, OUR_COURSES


@EACH_OF_OURS
def test_there_are_enough_and_no_two_ask_for_the_same(game: GameId) -> None:
    scenarios = load_course(game).scenarios
    assert len(scenarios) >= (12 if game == FIRE else 8)
    assert len({one.can for one in scenarios}) == len(scenarios)


@EACH_COURSE
def test_each_takes_at_most_forty_lines(game: GameId) -> None:
    for file in lesson_files(game):
        if Path(str(file)).parent.name == "scenarios":
            assert len(file.read_text(encoding="utf-8").rstrip().splitlines()) <= 40, file.name


@EACH_OF_OURS
def test_what_is_told_was_measured_on_the_scenario_as_it_is_now(game: GameId) -> None:
    assert {one.id: fingerprint(load_game(game), one) for one in load_course(game).scenarios} == {
        name: one.fingerprint for name, one in measured(game).items()
    }


@EACH_OF_OURS
def test_they_stand_in_the_order_of_their_measured_difficulty(game: GameId) -> None:
    found = measured(game)
    solved = [found[one.id].solved for one in load_course(game).scenarios]
    assert solved == sorted(solved, reverse=True)


@pytest.mark.parametrize("game", [game for game in OUR_COURSES if not load_game(game).info.shared])
def test_play_at_random_seldom_solves_a_scenario_against_an_opponent(game: GameId) -> None:
    """Each of them needs a plan: at random it is solved in fewer than 3 of 10 plays."""
    shares = {one.id: one.random_share[0] for one in measured(game).values()}
    assert len(shares) >= 10
    assert max(shares.values()) < 0.3, shares


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "name"),
    [
        ("avatar-tcg", "third-charge"),
        (FIRE, "join-beside"),
        (FIRE, "save-katara"),
        ("dark-side-rising", "opening-roll-of-six"),
        ("dark-side-rising", "the-tenth-rebel"),
        ("death-eaters-rising", "finish-him"),
    ],
)
def test_a_second_measurement_gives_the_same(game: GameId, name: str) -> None:
    lesson = load_course(game).find(name)
    assert lesson is not None
    assert measure(load_game(game), lesson) == measured(game)[name]


@pytest.mark.long
@EACH_OF_OURS
def test_no_scenario_would_be_measured_otherwise_now(game: GameId) -> None:
    """The fingerprint does not know the policy: one that plays otherwise needs all of them measured again."""
    for lesson in load_course(game).scenarios:
        assert measure(load_game(game), lesson) == measured(game)[lesson.id]


@EACH_COURSE
def test_simple_play_is_never_told_as_better_than_best_play(game: GameId) -> None:
    for one in measured(game).values():
        assert one.best is not None
        share, low, high = one.simple_share
        assert low <= share <= high
        assert low <= one.best, one.id
        assert not one.simple_exact or share <= one.best, one.id
        told = difficulty(one)
        simple = told.partition("simple play ")[2].partition(", best")[0]
        assert ("(" in simple) == (not one.simple_exact), told
        assert told.endswith(" or more") == (not one.best_exact), told


@pytest.mark.sweep(one_in=7)
@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "name"), [(game, one.id) for game in COURSES for one in measured(game).values() if one.simple_exact]
)
def test_the_chance_of_simple_play_is_that_of_the_simple_program_as_it_is_now(game: GameId, name: str) -> None:
    lesson, played = load_course(game).find(name), load_game(game)
    assert lesson is not None
    one = measured(game)[name]
    now = exact_share(LessonRun(played, lesson), played.policies()[SIMPLE])
    assert now is not None
    assert one.simple == round(float(now), 9)
    assert one.best is not None
    assert now <= one.best + 1e-9


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "name"),
    [(FIRE, "recruit-tyro"), (FIRE, "save-katara"), ("dark-side-rising", "the-tenth-rebel")],
)
def test_the_exact_chance_of_a_policy_is_what_its_plays_come_to(game: GameId, name: str) -> None:
    lesson, played = load_course(game).find(name), load_game(game)
    assert lesson is not None
    run, policy = LessonRun(played, lesson), played.policies()[SIMPLE]
    judge = Judge(played, run.scenes, run.step, run.state)
    n = sum(reaches(run, judge, policy, f"{name}:{seed}") for seed in range(PLAYS))
    exact = exact_share(run, policy)
    assert exact is not None
    low, high = wilson(n / PLAYS, PLAYS)
    assert low - 0.03 < exact < high + 0.03


def test_a_policy_that_draws_random_numbers_has_no_exact_chance() -> None:
    lesson, played = load_course(FIRE).find("save-katara"), load_game(FIRE)
    assert lesson is not None
    assert exact_share(LessonRun(played, lesson), played.policies()["random"]) is None


@EACH_COURSE
def test_every_scenario_can_be_solved_and_lost(game: GameId) -> None:
    for one in measured(game).values():
        assert one.best is not None, one.id
        assert one.best > 0.5, one.id
        assert one.gap, one.id
        assert one.random < one.plays, one.id


@EACH_OF_OURS
def test_what_did_not_change_is_not_measured_again(game: GameId, monkeypatch: pytest.MonkeyPatch) -> None:
    before = write_measured(list(measured(game).values()))
    monkeypatch.setattr("rising_tutor.lessons.difficulty.measure.measure", lambda *_: pytest.fail("measured again"))
    written: list[str] = []
    monkeypatch.setattr(Path, "write_text", lambda _self, text, **_: written.append(text))
    assert main([game], lambda _line: None) == 0
    assert written == [before]


@EACH_OF_OURS
def test_all_is_measured_again_where_the_simple_program_changed(game: GameId, monkeypatch: pytest.MonkeyPatch) -> None:
    again = list[str]()
    known = measured(game)
    monkeypatch.setattr(
        "rising_tutor.lessons.difficulty.measure.measure", lambda _, one: again.append(one.id) or known[one.id]
    )
    monkeypatch.setattr(Path, "write_text", lambda *_, **__: None)
    assert main([game, "--all"], lambda _line: None) == 0
    assert again == [one.id for one in load_course(game).scenarios]

"""The difficulty of scenarios is measured, fresh, and rises."""

from pathlib import Path

import pytest

from rising_tutor.core.ids import GameId
from rising_tutor.core.registry import load_game
from rising_tutor.lessons.lesson_file import lesson_files, load_course
from rising_tutor.lessons.measure import fingerprint, main, measure, measured, write_measured
from tests.testkit.courses import EACH_COURSE, FIRE


@EACH_COURSE
def test_there_are_enough_and_no_two_ask_for_the_same(game: GameId) -> None:
    scenarios = load_course(game).scenarios
    assert len(scenarios) >= (12 if game == FIRE else 8)
    assert len({one.can for one in scenarios}) == len(scenarios)


@EACH_COURSE
def test_each_takes_at_most_forty_lines(game: GameId) -> None:
    for file in lesson_files(game):
        if Path(str(file)).parent.name == "scenarios":
            assert len(file.read_text(encoding="utf-8").rstrip().splitlines()) <= 40, file.name


@EACH_COURSE
def test_what_is_told_was_measured_on_the_scenario_as_it_is_now(game: GameId) -> None:
    assert {one.id: fingerprint(load_game(game), one) for one in load_course(game).scenarios} == {
        name: one.fingerprint for name, one in measured(game).items()
    }


@EACH_COURSE
def test_they_stand_in_the_order_of_their_measured_difficulty(game: GameId) -> None:
    found = measured(game)
    solved = [found[one.id].random + found[one.id].greedy for one in load_course(game).scenarios]
    assert solved == sorted(solved, reverse=True)


@pytest.mark.parametrize(
    ("game", "name"),
    [(FIRE, "join-beside"), (FIRE, "save-katara"), ("dark-side-rising", "the-tenth-rebel")],
)
def test_a_second_measurement_gives_the_same(game: GameId, name: str) -> None:
    lesson = load_course(game).find(name)
    assert lesson is not None
    assert measure(load_game(game), lesson) == measured(game)[name]


@EACH_COURSE
def test_every_scenario_can_be_solved_and_lost(game: GameId) -> None:
    for one in measured(game).values():
        assert one.best is not None, one.id
        assert one.best > 0.5, one.id
        assert one.gap, one.id
        assert one.random < one.plays, one.id


@EACH_COURSE
def test_what_did_not_change_is_not_measured_again(game: GameId, monkeypatch: pytest.MonkeyPatch) -> None:
    before = write_measured(list(measured(game).values()))
    monkeypatch.setattr("rising_tutor.lessons.measure.measure", lambda *_: pytest.fail("measured again"))
    written: list[str] = []
    monkeypatch.setattr(Path, "write_text", lambda _self, text, **_: written.append(text))
    assert main([game], lambda _line: None) == 0
    assert written == [before]

"""The difficulty of scenarios is measured, fresh, and rises."""

from pathlib import Path

import pytest

from rising_tutor.core.ids import GameId
from rising_tutor.core.registry import load_game
from rising_tutor.lessons.lesson_file import lesson_files, load_course
from rising_tutor.lessons.measure import fingerprint, main, measure, measured, write_measured

FIRE = GameId("fire-nation-rising")
SCENARIOS = load_course(FIRE).scenarios


def test_there_are_at_least_twelve_and_no_two_ask_for_the_same() -> None:
    assert len(SCENARIOS) >= 12
    assert len({one.can for one in SCENARIOS}) == len(SCENARIOS)


def test_each_takes_at_most_forty_lines() -> None:
    for file in lesson_files(FIRE):
        if Path(str(file)).parent.name == "scenarios":
            assert len(file.read_text(encoding="utf-8").rstrip().splitlines()) <= 40, file.name


def test_what_is_told_was_measured_on_the_scenario_as_it_is_now() -> None:
    game = load_game(FIRE)
    assert {one.id: fingerprint(game, one) for one in SCENARIOS} == {
        name: one.fingerprint for name, one in measured(FIRE).items()
    }


def test_they_stand_in_the_order_of_their_measured_difficulty() -> None:
    found = measured(FIRE)
    solved = [found[one.id].random + found[one.id].greedy for one in SCENARIOS]
    assert solved == sorted(solved, reverse=True)


@pytest.mark.parametrize("name", ["join-beside", "save-katara"])
def test_a_second_measurement_gives_the_same(name: str) -> None:
    lesson = load_course(FIRE).find(name)
    assert lesson is not None
    assert measure(load_game(FIRE), lesson) == measured(FIRE)[name]


def test_every_scenario_can_be_solved_and_lost() -> None:
    for one in measured(FIRE).values():
        assert one.best is not None, one.id
        assert one.best > 0.5, one.id
        assert one.gap, one.id
        assert one.random < one.plays, one.id


def test_what_did_not_change_is_not_measured_again(monkeypatch: pytest.MonkeyPatch) -> None:
    before = write_measured(list(measured(FIRE).values()))
    monkeypatch.setattr("rising_tutor.lessons.measure.measure", lambda *_: pytest.fail("measured again"))
    written: list[str] = []
    monkeypatch.setattr(Path, "write_text", lambda _self, text, **_: written.append(text))
    assert main([FIRE], lambda _line: None) == 0
    assert written == [before]

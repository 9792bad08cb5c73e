"""A teaching unit in a cell: answered by messages, led on from; guesses are kept for every cell."""

from pathlib import Path

import pytest

from rising_tutor.errors import BadArgument, BadProblem
from rising_tutor.lab import guesses
from rising_tutor.probability.dice_turn.dice_game import dice_game
from rising_tutor.tutor.units import UnitsController
from rising_tutor.widgets import Odds, Unit
from tests.testkit.games import every_game, game_of
from tests.ui.frame import send

WITH_DICE = [game for game in every_game() if dice_game(game_of(game)) is not None]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("RISING_TUTOR_DATA", str(tmp_path))
    return tmp_path


def press(unit: Unit, do: str, arg: str = "", **fields: str) -> None:
    send(unit.view.panel, do, arg, **fields)


def answer(unit: Unit) -> None:
    """Answers the question that is shown, if there is one."""
    ask = unit.controller.ask
    if ask is None:
        return
    if ask.ways:
        press(unit, "pick", "0")
    else:
        press(unit, "guess", guess="0")


@pytest.mark.slow
@pytest.mark.parametrize("game", WITH_DICE)
def test_every_unit_is_answered_is_done_and_leads_on(game: str) -> None:
    ids = [one.id for one in UnitsController(game_of(game)).units]
    unit = Unit(ids[0], step=1, game=game)
    for at, name in enumerate(ids):
        assert unit.unit_id == name
        for step in range(1, len(unit.unit.step) + 1):
            assert unit.at == step
            answer(unit)
            assert unit.done or not at
            press(unit, "step", str(step))
        assert unit.done
        if name != ids[-1]:
            press(unit, "unit", ids[at + 1])
            unit.at = 1
    record = guesses.load(str(unit.kept("odds_guesses")))
    assert record.guesses
    assert record.picks


def test_done_is_heard_of_once_the_last_question_is_answered() -> None:
    unit = Unit("one-die", step=1)
    heard: list[bool] = []
    unit.observe(lambda change: heard.append(change["new"]), "done")
    for at in range(1, len(unit.unit.step) + 1):
        unit.at = at
        answer(unit)
    assert heard == [True]


def test_what_is_guessed_in_one_cell_counts_in_the_others() -> None:
    one, two, odds = Unit("one-die", step=1), Unit("a-pool", step=1), Odds("1 green", need="W", guess_first=True)
    answer(one)
    answer(two)
    send(odds.view.right, "guess", guess="50")
    record = guesses.load(str(Unit("one-die").kept("odds_guesses")))
    assert len(record.guesses) + len(record.picks) == 3


def test_a_rule_is_shown_in_the_cell() -> None:
    unit = Unit("one-die")
    press(unit, "rule", "FNR-401")
    assert "FNR-401" in unit.reader.parts["reader"]


def test_a_wrong_name_step_or_game_is_told() -> None:
    with pytest.raises(BadProblem, match=r"'one-dye' cannot be used; expected one of .* did you mean 'one-die'"):
        Unit("one-dye")
    with pytest.raises(BadArgument, match="step: 99 cannot be used; expected one from 1 to"):
        Unit("one-die", step=99)
    with pytest.raises(BadProblem, match="no teaching units"):
        Unit("one-die", game="coin-and-hand")


def test_a_saved_notebook_says_what_the_unit_is_about() -> None:
    unit = Unit("one-die")
    assert unit.unit.purpose in str(unit.still())

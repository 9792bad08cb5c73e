"""The odds lab in a cell: asked by arguments, in code and by presses; its value and its choices."""

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from rising_tutor.errors import BadProblem
from rising_tutor.probability.dice_turn.dice_game import dice_game
from rising_tutor.probability.dice_turn.kit import dice_kit
from rising_tutor.tutor import background
from rising_tutor.tutor.odds.question_typed import typed
from rising_tutor.widgets import Odds
from tests.testkit.games import every_game, game_of
from tests.ui.frame import send

WITH_DICE = [game for game in every_game() if dice_game(game_of(game)) is not None]
ASKED = "2 green, 1 blue; need Water Water Earth"
VALUE = Fraction(8329, 15552)


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("RISING_TUTOR_DATA", str(tmp_path))
    return tmp_path


def test_the_answer_stands_in_the_cell_and_is_read_from_code() -> None:
    odds = Odds("2 green, 1 blue", need="W W E")
    assert odds.value.fraction == VALUE
    assert "53.6" in odds.view.right.parts["answer"]


def test_before_the_guess_the_cell_tells_nothing_and_code_knows() -> None:
    odds = Odds("2 green, 1 blue", need="W W E", guess_first=True)
    assert "53.6" not in "".join(odds.view.right.parts.values())
    assert odds.value.fraction == VALUE
    assert "53.6" not in "".join(odds.view.right.parts.values())


def test_the_value_is_read_while_the_work_goes_on_beside(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(background.Background, "_run", lambda self, job: None)
    odds = Odds("2 green, 1 blue", need="W W E", roll="green:A green:E blue:W")
    assert odds.view.answering.busy
    assert odds.lab.answer is None
    assert odds.value.fraction == VALUE
    assert odds.choices


def test_the_question_is_heard_of_whoever_changes_it() -> None:
    odds = Odds("2 green, 1 blue", need="W W E")
    heard: list[str] = []
    odds.observe(lambda change: heard.append(change["new"]), "asked")
    send(odds.view.left, "die", "+green")
    odds.ask("2 green, 1 blue", need="W W E")
    assert heard == ["3 green, 1 blue; need Water Water Earth", ASKED]


def test_several_needs_and_what_counts() -> None:
    dice, needs = "3 green", ["W", "W E"]
    both = Odds(dice, need=needs, value="all")
    assert both.value.fraction == Fraction(277, 1296)
    assert Odds(dice, need=needs, value="at-least-2").value == both.value
    weighed = Odds(dice, need=needs, value=[1, 3]).value.fraction
    plain = Odds(dice, need=needs).value.fraction
    assert weighed is not None
    assert plain is not None
    assert weighed > plain


def test_a_roll_lies_on_the_table_with_its_choices() -> None:
    odds = Odds("2 green, 1 blue", need="W W E", roll="green:A green:A blue:E")
    first, second = odds.choices[:2]
    assert (first.says, first.value.percent()) == ("Discard green", "19.4 %")
    assert second.group.loss.percent() == "12.0 %"
    assert "Discard green" in odds.view.right.parts["roll"]
    assert odds.asked == ASKED
    assert Odds("2 green, 1 blue", need="W W E").choices == ()


def test_a_roll_waits_for_a_pick_where_a_guess_comes_first() -> None:
    odds = Odds("2 green, 1 blue", need="W W E", roll="green:A green:A blue:E", guess_first=True)
    assert "19.4" not in odds.view.right.parts["roll"]


@pytest.mark.parametrize("game", WITH_DICE)
def test_every_game_with_dice_is_asked_about(game: str) -> None:
    kit = dice_kit(game_of(game))
    name, _ = kit.pools[0]
    colour, symbol = kit.colours[0], next(iter(kit.symbols))
    odds = Odds(f"1 {colour}", need=symbol, game=game)
    assert odds.lab.asked == typed(kit, f"1 {colour}", [symbol])
    assert odds.value.fraction is not None
    send(odds.view.left, "pool", name)
    assert odds.asked.endswith(odds.lab.text())


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({"pool": "2 grean", "need": "W"}, "grean"),
        ({"pool": "2 green", "need": "Q"}, "Q"),
        ({"pool": "2 green", "need": "Jone"}, "did you mean June"),
        ({"pool": "2 green", "need": ["W", "E"], "value": "most"}, "most"),
        ({"pool": "2 green", "need": "W", "roll": "green:W"}, "roll"),
        ({"pool": "2 green", "need": ["W"] * 5}, "at most 4"),
        ({"game": "coin-and-hand"}, "coin-and-hand"),
    ],
)
def test_what_cannot_be_asked_is_told(arguments: dict[str, Any], said: str) -> None:
    with pytest.raises(BadProblem) as caught:
        Odds(**arguments)
    assert said in str(caught.value)


def test_a_question_that_cannot_be_asked_leaves_the_one_before() -> None:
    odds = Odds("2 green, 1 blue", need="W W E")
    with pytest.raises(BadProblem):
        odds.ask("2 green", need="W", roll="blue:W")
    assert odds.asked == ASKED


DRAWN = "ame176: 4 pummel, 15 skewer"


def test_draws_are_asked_by_arguments_in_code_and_by_presses() -> None:
    odds = Odds(deck=DRAWN, want="1 pummel in 3 strikes")
    assert odds.value.fraction == Fraction(514, 969)
    assert "53.0 %" in odds.view.right.parts["answer"]
    assert odds.asked == "At least 1 pummel among the first 3 strikes; 19 strikes, 4 of them pummel"
    odds.ask_draws(DRAWN, "1 pummel in 3 strikes", see="top: skewer")
    assert odds.value.fraction == Fraction(62, 153)
    heard: list[str] = []
    odds.observe(lambda change: heard.append(change["new"]), "asked")
    send(odds.view.left, "ask", deck=DRAWN, see="", want="no pummel in 3")
    assert odds.value.fraction == Fraction(455, 969)
    assert heard == ["No pummel among the first 3 cards; 19 cards, 4 of them pummel"]


def test_what_cannot_be_asked_of_a_deck_says_so_and_leaves_the_question() -> None:
    odds = Odds(deck=DRAWN, want="1 pummel in 3 strikes")
    with pytest.raises(BadProblem, match="a card, a type or a trait"):
        odds.ask_draws(DRAWN, "1 dragon in 3")
    send(odds.view.left, "ask", deck=DRAWN, see="", want="1 dragon in 3")
    assert "a card, a type or a trait" in odds.view.left.parts["question"]
    assert odds.value.fraction == Fraction(514, 969)
    with pytest.raises(BadProblem, match="made with dice"):
        odds.ask("2 green", need="W")
    with pytest.raises(BadProblem, match="made with a deck"):
        Odds("2 green", need="W").ask_draws(DRAWN, "1 pummel in 3")
    with pytest.raises(BadProblem, match="either a deck"):
        Odds("2 green", need="W", deck=DRAWN)
    with pytest.raises(BadProblem, match="no odds"):
        Odds(game="coin-and-hand")
    with pytest.raises(BadProblem):
        Odds(deck=DRAWN, want="1 pummel in 3", game="fire")


def test_before_the_guess_draws_tell_nothing_and_then_it_is_scored() -> None:
    odds = Odds(deck=DRAWN, want="1 pummel in 3 strikes", guess_first=True)
    hidden = "".join(odds.view.right.parts.values())
    assert not any(part in hidden for part in ("53.0 %", "514", "969"))
    send(odds.view.right, "guess", guess="fifty")
    assert odds.lab.hidden
    send(odds.view.right, "guess", guess="50")
    assert "You said 50.0 %, 3.0 points below it." in odds.view.right.parts["answer"]
    assert len(odds.lab.record.guesses) == 1
    send(odds.view.left, "deck", "zuko")
    assert odds.lab.fields["deck"] == "zuko"


def test_an_example_can_be_shown_of_a_game_with_decks() -> None:
    odds = Odds(game="avatar-tcg")
    assert odds.asked == ""
    send(odds.view.right, "example")
    assert odds.view.lab.words()["want"]
    assert 0 < odds.value.fraction < 1

"""A step of a lesson where the seats are opposed and hands are hidden: judged for its seat, by what the seat sees."""

from fractions import Fraction
from typing import Any, cast

import pytest

from rising_tutor.core.ids import GameId
from rising_tutor.lessons.judging.judge import BY_WORLDS, SEARCH, Judge
from rising_tutor.lessons.lesson import StateTest, Step
from rising_tutor.lessons.run.answer_words import answer, details
from rising_tutor.lessons.run.reply import Outcome, Reply
from tests.analysis.test_reach_by_seat import answers, to_lay
from tests.testkit.coin_and_hand import FOX, MOON, SUN, CoinAndHand, Do, Lay

COIN = CoinAndHand()
STEP = Step("Get points.", goal=(StateTest(fact="points", at_least=2),))


class Scenes:
    """The facts of one seat."""

    def __init__(self, seat: int) -> None:
        self.seat = seat

    def fact(self, state: Any, name: str) -> Any:
        return {"turn": state.turn, "points": state.points[self.seat]}[name]

    def last_phase(self) -> str:
        return ""


def judge(state: Any, seat: int, step: Step = STEP) -> Judge:
    scenes: Any = Scenes(seat)
    return Judge(COIN, scenes, step, state)


def test_a_lesson_is_not_judged_by_what_the_opponent_would_have_to_give_away() -> None:
    state = to_lay((1, 0, 1))
    judged = judge(state, 0).judged(state)
    assert {row.action: row.value for row in judged.rows} == {Lay(SUN): 0, Lay(FOX): 0, Do("rest"): 0}


@pytest.mark.parametrize("laid", [SUN, MOON, FOX])
def test_it_is_judged_by_what_the_seat_sees_and_says_that_it_is_an_estimate(laid: int) -> None:
    state = answers(laid)
    step = Step("Get a point.", goal=(StateTest(fact="points", at_least=1),))
    judged = judge(state, 1, step).judged(state)
    assert judged == judge(answers(FOX), 1, step).judged(answers(FOX))
    call = judged.of(Do("call"))
    assert call is not None
    assert call.value is not None
    assert 0 < Fraction(call.value) < 1
    assert judged.method == BY_WORLDS
    assert "exact" not in BY_WORLDS
    assert "exact" in SEARCH


@pytest.mark.parametrize("laid", [SUN, MOON, FOX])
def test_nothing_is_proven_out_of_reach_by_cards_that_the_seat_does_not_see(laid: int) -> None:
    """That no way leads to 9 points is known, but not by the tables that were looked at."""
    state = answers(laid)
    assert judge(state, 1).possible(COIN.act(state, Do("call")).state) in (None, True)
    step = Step("Get points.", goal=(StateTest(fact="points", at_least=9),))
    assert judge(state, 1, step).possible(state) is None


def test_an_estimate_is_said_as_one() -> None:
    step, game = Step("Get a point."), GameId("fire-nation-rising")
    for outcome, value in (("best", 1.0), ("equal", 1.0), ("wrong", 0.25), ("good", 0.5)):
        reply = Reply(cast("Outcome", outcome), "call", made=True, value=value, best=1.0, exact=False)
        said = f"{answer(reply, step)} {' '.join(details(reply, step, game))}"
        assert "about" in said, said
        assert "every time" not in said.replace("almost every time", "")
        assert "exact" not in said
        assert "No choice is better" not in said
        assert "can no longer be reached" not in said
    sure = answer(Reply("best", "call", made=True, value=0.5, best=0.5), step)
    assert "about" not in sure

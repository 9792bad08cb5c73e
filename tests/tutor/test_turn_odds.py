"""The odds beside a table: nothing before it is asked for, nothing left when the table moved on."""

import re
from fractions import Fraction
from typing import Any

import pytest

from rising_tutor.boards import board_for
from rising_tutor.core.registry import load_game
from rising_tutor.core.session import GameSession
from rising_tutor.errors import TooLarge
from rising_tutor.games.rising import actions as do
from rising_tutor.render.html import Html
from rising_tutor.tutor.coach.choices import Choices
from rising_tutor.tutor.messages import Message
from rising_tutor.tutor.table.advice import advice
from rising_tutor.tutor.table.roll_odds import BUSY, CLOSED, FAILED, NOTHING, READY, TurnOdds
from rising_tutor.ui.play.roll_odds import ROWS, panel
from tests.testkit.coin_and_hand import CoinAndHand

GAME = load_game("fire")
BOARD = board_for(GAME)


def ignore(_done: int, _total: int) -> None:
    """Nobody wants to know how far the work is."""


def rolled(seed: str = "odds") -> GameSession:
    """A game with dice on show."""
    player = GameSession(GAME, 1, {"teams": "aang,toph"}, seed=seed)
    player.settle()
    while do.Roll() not in player.actions:
        player.play(player.actions[0])
    player.play(do.Roll())
    return player


def send(odds: TurnOdds, what: str, arg: str = "", at: int | None = None) -> bool:
    return odds.handle(Message(what, arg, odds.player.n_moves if at is None else at))


def asked(odds: TurnOdds) -> TurnOdds:
    assert send(odds, "odds")
    odds.show(odds.work(ignore))
    return odds


def drawn(odds: TurnOdds) -> Html:
    return panel(odds, lambda action: BOARD.word(odds.player.view, action))


def test_nothing_is_told_before_it_is_asked_for() -> None:
    odds = TurnOdds(rolled())
    html = drawn(odds)
    assert odds.state == CLOSED
    assert "Show the odds of this roll" in html
    assert not re.search(r"\d", re.sub(r"<[^>]*>", "", html))
    assert "data-arg" not in html


def test_every_choice_is_ranked_and_can_be_taken() -> None:
    odds = asked(TurnOdds(rolled()))
    found = odds.found
    assert found is not None
    assert {row.action for row in found.ranking.rows} == set(odds.player.actions)
    valued = [row for row in found.ranking.rows if row.amount is not None]
    exact = [row.amount.fraction for row in valued if row.amount is not None]
    assert exact == sorted(exact, key=lambda value: -(value or Fraction(0)))
    assert [row.loss for row in valued] == [float((exact[0] or 0) - (value or 0)) for value in exact]
    assert valued[0].loss == 0
    html = drawn(odds)
    best = found.best
    assert best is not None
    assert f'data-arg="{odds.player.actions.index(best.action)}"' in html
    assert "exact" in html


def after_stopping_with_nothing_left() -> GameSession:
    """A turn whose remaining goals are out of reach: all dice but one are used up, and that one fits nothing."""
    player = GameSession(GAME, 1, {"teams": "aang,toph", "preset": "easier"}, seed="nothing left")
    player.settle()
    while player.actions:
        odds = TurnOdds(player)
        if odds.cards:
            odds.show(odds.work(ignore))
            best = odds.found.best if odds.found is not None else None
            if best is not None and best.amount is not None and not best.amount.decimal:
                return player
        player.play(player.advice())
    raise AssertionError("some good was left in every turn")


@pytest.mark.slow
def test_advice_says_in_words_that_no_open_goal_is_left() -> None:
    player = after_stopping_with_nothing_left()
    odds = asked(TurnOdds(player))
    said = advice(player, odds, Choices(player)).why
    assert said == "None of the goals still open can be completed any more this turn."
    html = re.sub(r"<[^>]*>", "", drawn(odds))
    assert "0 goals" not in html + said
    assert "no goal that is still open can be completed" in html


def test_the_chance_of_each_card_alone_is_at_least_its_part_of_the_best_plan() -> None:
    odds = asked(TurnOdds(rolled()))
    assert odds.found is not None
    chances = {card.id: chance for card, chance in odds.found.chances}
    assert set(chances) == {card.id for card in odds.cards}
    assert all(chance is not None and 0 <= chance.decimal <= 1 for chance in chances.values())
    best = odds.found.best
    assert best is not None
    assert best.value is not None
    goals = set(odds.found.goals)
    assert best.value <= sum(chance.decimal for card, chance in chances.items() if chance and card in goals)


def test_the_answer_is_gone_when_the_table_moves_on() -> None:
    odds = asked(TurnOdds(rolled()))
    best = odds.found.best if odds.found is not None else None
    assert best is not None
    odds.player.play(best.action)
    assert odds.catch_up()
    assert odds.state == CLOSED
    assert "Best now" not in drawn(odds)
    assert not odds.catch_up()


def test_a_press_on_an_old_picture_asks_nothing() -> None:
    odds = TurnOdds(rolled())
    assert not send(odds, "odds", at=odds.player.n_moves - 1)
    assert odds.state == CLOSED


def test_one_goal_gives_a_chance_and_several_give_a_number() -> None:
    odds = asked(TurnOdds(rolled()))
    several = odds.goals
    assert len(several) > 1
    assert "goals on average" in drawn(odds)
    for goal in several[1:]:
        assert send(odds, "odds-goal", goal)
        odds.show(odds.work(ignore))
    assert odds.goals == several[:1]
    assert odds.found is not None
    assert odds.found.is_chance
    alone = {card.id: chance for card, chance in odds.found.chances}[several[0]]
    best = odds.found.best
    assert best is not None
    assert best.amount == alone
    assert " %" in drawn(odds)


def test_no_goal_at_all_is_a_sentence() -> None:
    odds = asked(TurnOdds(rolled()))
    for goal in odds.goals:
        last = send(odds, "odds-goal", goal)
        if last:
            odds.show(odds.work(ignore))
    assert (odds.state, odds.why) == (FAILED, NOTHING)
    assert NOTHING in drawn(odds)
    assert send(odds, "odds-goal", odds.cards[0].id)
    odds.show(odds.work(ignore))
    assert odds.state == READY


def test_chosen_goals_last_for_the_turn() -> None:
    odds = asked(TurnOdds(rolled()))
    first = odds.goals[0]
    for goal in odds.goals[1:]:
        send(odds, "odds-goal", goal)
        odds.show(odds.work(ignore))
    discard = next(action for action in odds.player.actions if isinstance(action, do.DiscardDie))
    odds.player.play(discard)
    odds.catch_up()
    odds.player.play(do.Roll())
    odds.catch_up()
    asked(odds)
    assert odds.goals == (first,)
    turn = odds.player.view.turn
    while odds.player.view.turn == turn or not odds.cards:
        actions = odds.player.actions
        odds.player.play(do.Stop() if do.Stop() in actions else actions[0])
        odds.catch_up()
    assert odds.goals == ()


def test_long_work_says_how_far_it_is_and_can_be_put_away() -> None:
    odds = TurnOdds(rolled())
    assert send(odds, "odds")
    assert odds.state == BUSY
    odds.tell(1, 4)
    assert "25.0 % done" in drawn(odds)
    send(odds, "odds-close")
    assert odds.state == CLOSED


def test_goals_that_are_too_many_are_a_sentence_and_a_bug_is_not() -> None:
    odds = TurnOdds(rolled())
    send(odds, "odds")
    odds.fail(TooLarge("pool and needs", "many", "fewer"))
    assert odds.state == FAILED
    assert "Choose fewer" in drawn(odds)
    assert 'type="checkbox"' in drawn(odds)
    with pytest.raises(ZeroDivisionError):
        odds.fail(ZeroDivisionError())
    assert odds.state == CLOSED


def test_rows_and_fractions_are_shown_on_demand() -> None:
    odds = asked(TurnOdds(rolled()))
    assert odds.found is not None
    n_known = sum(row.value is not None for row in odds.found.ranking.rows)
    assert n_known > ROWS
    assert drawn(odds).count('data-key="odds-row:') == ROWS
    send(odds, "odds-rows")
    assert drawn(odds).count('data-key="odds-row:') == n_known
    assert "÷" not in drawn(odds)
    send(odds, "odds-fractions")
    assert "÷" in drawn(odds)


def test_choices_that_are_not_about_dice_say_so() -> None:
    for n in range(40):
        odds = TurnOdds(rolled(f"unknown {n}"))
        # A die with the one symbol that the ability of a Team card costs sets that ability off.
        if any(isinstance(a, do.PlaceDie) and a.on == "team-aang" for a in odds.player.actions):
            asked(odds)
            assert odds.found is not None
            unknown = [row for row in odds.found.ranking.rows if row.value is None]
            assert unknown
            assert unknown[0].why in drawn(odds)
            return
    raise AssertionError("no such position was found")


def test_outside_the_dice_step_there_is_no_panel() -> None:
    player = GameSession(GAME, 1, {"teams": "aang,toph"}, seed="outside")
    player.settle()
    odds = TurnOdds(player)
    assert odds.cards == ()
    assert not drawn(odds)
    assert not send(odds, "odds")


def test_a_game_without_dice_has_no_panel() -> None:
    game: Any = CoinAndHand()
    player = GameSession(game, 2, {}, seed="none")
    player.settle()
    odds = TurnOdds(player)
    assert not panel(odds, str)

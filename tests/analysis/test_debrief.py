"""The debrief of a turn: every sentence's numbers are worked out a second time from the engine and the solver."""

import re
from typing import Any

import pytest

from rising_tutor.analysis.debrief import COST, KEPT, OTHER_STEP, SENTENCES, debrief, sentence, sums
from rising_tutor.core.node import Decision
from rising_tutor.core.registry import load_game
from rising_tutor.core.session import GameSession
from rising_tutor.games.rising import actions as do
from rising_tutor.probability.dice_turn.answer import Amount, total
from rising_tutor.probability.unit import Unit
from tests.testkit.coin_and_hand import CoinAndHand

FIRE = load_game("fire")


def played(seed: str, turns: int, policy: str = "greedy") -> GameSession:
    player = GameSession(FIRE, 1, {"teams": "aang,toph"}, seed=seed)
    player.settle()
    while player.view.turn <= turns and not player.over:
        player.play(player.advice() if policy == "greedy" else player.actions[0])
    return player


def value_of(state: Any, action: Any = None) -> Amount:
    """What best play expects of an action, or of the best one."""
    known = FIRE.odds_of_actions(state, FIRE.odds_question(state))
    found = known.best[0] if action is None else known.of(action)
    assert isinstance(found.amount, Amount)
    return found.amount


@pytest.mark.slow
@pytest.mark.parametrize(("seed", "policy"), [("one", "greedy"), ("two", "greedy"), ("three", "first")])
def test_every_number_of_every_sentence_is_the_solvers(seed: str, policy: str) -> None:
    player = played(seed, 3, policy)
    n_lines = 0
    for turn in (1, 2, 3):
        found = debrief(FIRE, player.made, player.state, f"turn {turn}")
        for line in found.lines:
            n_lines += 1
            made = player.made[line.at]
            after_state = player.made[line.at + 1].state
            if made.chance:
                before = value_of(player.made[line.at - 1].state, player.made[line.at - 1].move)
                after = value_of(after_state)
                expected_amount = after.minus(before)
                kinds = {1: "roll_up", -1: "roll_down", 0: "roll_even"}
                assert line.kind == kinds[(after.decimal > before.decimal) - (after.decimal < before.decimal)]
            else:
                before, after = value_of(made.state), value_of(made.state, made.move)
                expected_amount = before.minus(after)
                assert line.kind == (COST if expected_amount.decimal > 0 else KEPT)
            assert (line.before, line.after, line.amount) == (before, after, expected_amount)
            assert line.move == FIRE.write(made.state, made.move)
            assert line.rule in FIRE.cited()
            said = sentence(line, "It")
            for number in (line.after, *(() if line.kind in (KEPT, "roll_even") else (line.amount, line.before))):
                assert Unit.GOALS.said(number.decimal) in said
    assert n_lines > 5


def test_the_sums_are_those_of_the_lines() -> None:
    player = played("one", 3)
    found = debrief(FIRE, player.made, player.state, "turn 2")
    luck, cost = total(line.amount for line in found.rolls), total(line.amount for line in found.choices)
    first, second = sums(found)
    assert Unit.GOALS.said(luck.decimal) in first or luck.decimal == 0
    assert f"in {len(found.rolls)} roll" in first
    assert Unit.GOALS.said(cost.decimal) in second or cost.decimal == 0
    assert f"in {len(found.choices)} choice" in second
    assert cost.decimal >= 0


@pytest.mark.slow
def test_each_choice_of_the_turn_is_counted_or_named_with_a_reason() -> None:
    player = played("two", 3)
    for turn in (1, 2, 3):
        found = debrief(FIRE, player.made, player.state, f"turn {turn}")
        told = {line.at for line in found.choices} | {left.at for left in found.left}
        for made in player.made:
            node = FIRE.node(made.state)
            if FIRE.where(made.state).startswith(f"turn {turn},") and isinstance(node, Decision):
                assert (made.at in told) == (len(node.actions) > 1)
        assert any(left.why == OTHER_STEP for left in found.left)
        assert all(left.why for left in found.left)


def test_a_roll_is_neither_lucky_nor_unlucky_on_average() -> None:
    """Over all rolls of a pool the luck is 0: each roll is debriefed, weighed by its own probability."""
    player = played("mean", 0)
    while do.Roll() not in player.actions or len(player.view.roll.waiting) + len(player.view.roll.shown) > 2:
        player.play(player.advice())
    turn, start = FIRE.where(player.state).partition(",")[0], player.n_moves
    player.play(do.Roll())
    state, outcomes = player.made[start + 1].state, FIRE.node(player.made[start + 1].state).outcomes
    sample = list(outcomes)
    mean = 0.0
    for outcome, weight in sample:
        moves = [player.made[start], Stand(start + 1, state, outcome, FIRE.resolve(state, outcome).events)]
        found = debrief(FIRE, moves, FIRE.resolve(state, outcome).state, turn)
        mean += found.rolls[-1].amount.decimal * weight / outcomes.total
    assert mean == pytest.approx(0.0, abs=1e-9)


class Stand:
    """A chance move that could have been made."""

    chance = True

    def __init__(self, at: int, state: Any, move: Any, events: Any) -> None:
        self.at, self.state, self.move, self.events = at, state, move, events


def test_templates_hold_nothing_but_words_and_named_numbers() -> None:
    names = {"move", "amount", "before", "after", "n", "n_best"}
    for text in SENTENCES.values():
        assert set(re.findall(r"{(\w+)}", text)) <= names
        assert not re.search(r"\d", text)


def test_every_move_has_a_rule_also_one_that_does_nothing() -> None:
    player = played("two", 7)
    silent = [m for m in player.made if not m.chance and not m.events and len(FIRE.node(m.state).actions) > 1]
    assert silent
    turn = FIRE.where(silent[0].state).partition(",")[0]
    found = debrief(FIRE, player.made, player.state, turn)
    assert silent[0].at in {line.at for line in (*found.lines, *found.left)}
    assert all(line.rule in FIRE.cited() for line in (*found.lines, *found.left))


def test_where_nothing_can_be_counted_it_says_so() -> None:
    game: Any = CoinAndHand()
    player = GameSession(game, 2, {}, seed="none")
    player.settle()
    player.take_screen()
    player.play(player.actions[0])
    found = debrief(game, player.made, player.state, "turn 1")
    assert found.lines == ()
    assert sums(found) == (SENTENCES["none"],)
    assert found.left

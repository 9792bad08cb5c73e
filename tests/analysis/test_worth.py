"""What a choice is worth: exact values are the solver's, estimates are repeatable and their intervals hold."""

from fractions import Fraction
from functools import cache
from typing import Any

import pytest

from rising_tutor.analysis.intervals import of_mean, of_share, of_share_difference, student
from rising_tutor.analysis.playouts import judge_of, policy_of
from rising_tutor.analysis.worth import GAME, estimated_worth, exact_worth
from rising_tutor.core.ids import Seat
from rising_tutor.core.node import Chance, Terminal
from rising_tutor.core.registry import load_game
from rising_tutor.core.session import GameSession
from rising_tutor.errors import BadProblem
from rising_tutor.games.rising import actions as do
from rising_tutor.probability.ranked import RankedActions
from rising_tutor.probability.unit import Unit
from tests.testkit.coin_and_hand import CoinAndHand, Do, Frame, Lay, Table
from tests.testkit.scene import Scene

FIRE = load_game("fire")
COIN: Any = CoinAndHand()


def started(seed: str = "worth") -> GameSession:
    player = GameSession(FIRE, 1, {"teams": "aang,toph"}, seed=seed)
    player.settle()
    return player


def rolled(seed: str = "worth") -> GameSession:
    player = started(seed)
    while do.Roll() not in player.actions:
        player.play(player.actions[0])
    player.play(do.Roll())
    return player


# Exact ------------------------------------------------------------------------------------------------


def test_exact_values_are_those_of_the_solver() -> None:
    state = rolled().state
    question = FIRE.odds_question(state)
    rows = FIRE.odds_of_actions(state, question)
    found = exact_worth(FIRE, state)
    assert found is not None
    assert found == rows
    best = rows.rows[0].amount
    for row in found.rows:
        if row.amount is not None:
            assert row.value == row.low == row.high == row.amount.decimal
            assert row.loss == row.loss_low == best.minus(row.amount).decimal
            assert row.tied == (row.loss <= 0)
    assert found.exact
    assert found.unit is Unit.GOALS
    assert "exact" in found.method
    assert found.assumes == question.assumes


def test_one_goal_gives_a_chance() -> None:
    state = rolled().state
    goal = FIRE.odds_targets(state)[0].id
    found = exact_worth(FIRE, state, (goal,))
    assert found is not None
    assert found.unit is Unit.CHANCE_OF_GOAL
    assert all(0 <= row.value <= 1 for row in found.rows if row.value is not None)


def test_the_dice_step_is_exact_and_the_rest_an_estimate() -> None:
    found = exact_worth(FIRE, rolled().state)
    assert found is not None
    assert found.exact
    assert exact_worth(FIRE, started().state) is None
    assert not estimated_worth(FIRE, started().state, samples=2).exact
    with pytest.raises(BadProblem, match="nobody"):
        exact_worth(FIRE, rolled().state, ("nobody",))


# Estimates --------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_an_estimate_is_repeated_by_its_seed_and_gets_better_while_it_runs() -> None:
    state = started().state
    told: list[RankedActions] = []
    first = estimated_worth(FIRE, state, samples=16, seed=1, tell=told.append)
    assert first == estimated_worth(FIRE, state, samples=16, seed=1)
    assert first != estimated_worth(FIRE, state, samples=16, seed=2)
    assert [one.samples for one in told] == [4, 8]
    assert told[0] == estimated_worth(FIRE, state, samples=4, seed=1)
    assert {row.action for row in first.rows} == set(FIRE.node(state).actions)


def test_a_row_that_may_be_the_best_is_tied_and_a_loss_is_never_negative() -> None:
    found = estimated_worth(FIRE, started().state, samples=8)
    assert found.rows[0].tied
    assert found.rows[0].loss == 0
    for row in found.rows:
        assert row.loss >= 0
        assert row.tied == (row.loss_low <= 1e-9)
        assert row.low <= row.value <= row.high
    assert [row.loss for row in found.rows] == sorted(row.loss for row in found.rows)
    for word in ("8 lines", "greedy", "end of the turn", "95 %", "same chance"):
        assert word in found.method


def test_work_can_be_stopped_at_any_decision() -> None:
    class Enough(Exception):
        pass

    calls: list[tuple[int, int]] = []

    def progress(done: int, total: int) -> None:
        calls.append((done, total))
        if len(calls) == 5:
            raise Enough

    with pytest.raises(Enough):
        estimated_worth(FIRE, started().state, samples=4, progress=progress)
    assert calls[-1][1] == 4 * len(FIRE.node(started().state).actions)


def test_nothing_to_choose_and_an_unknown_policy_are_errors() -> None:
    with pytest.raises(ValueError, match="setup"):
        estimated_worth(FIRE, FIRE.start(1, {"teams": "aang,toph"}))
    with pytest.raises(KeyError):
        policy_of(FIRE, "genius")
    assert policy_of(FIRE) == "greedy"
    assert policy_of(COIN) == "random"


def test_the_judge_likes_what_is_good_for_the_side_and_dislikes_what_is_bad() -> None:
    judge = judge_of(FIRE, "greedy")
    assert judge is not None
    assert "Damage on a Villain" in judge.judges_by

    def stands(*, hero: int = 0, villain: int = 0, ruin: int = 2, balance: int = 1) -> float:
        scene = Scene("toph", "aang").row("toph", f"toph {hero}", "tyro").row("aang", "aang")
        scene.at(1, f"june {villain}").set(ruin=ruin, balance=balance)
        return judge.judge(FIRE.view(scene.state, Seat(0)))

    plain = stands()
    assert stands(hero=1) < plain
    assert stands(hero=2) - stands(hero=1) < stands(hero=1) - plain
    assert stands(villain=1) == pytest.approx(plain + 1)
    assert stands(ruin=3) < plain
    assert stands(balance=2) > plain


def test_a_decided_game_counts_more_than_any_table() -> None:
    """Close to the end almost everything is done; still a win is better, and a loss worse."""
    scene = Scene("toph", "aang")
    scene.row("toph", "toph").row("aang", "aang")
    scene.phase_2("-", "fire-nation-palace 2", "-")
    scene.step_3("toph", location=2, shown="green E")
    state = scene.state
    judge = judge_of(FIRE, "greedy")
    assert judge is not None
    before = judge.judge(FIRE.view(state, Seat(0)))
    lost = Scene("toph", "aang").set(result="loss", reasons=("FNR-801",)).state
    won = Scene("toph", "aang").set(result="win", reasons=("FNR-801",)).state
    assert judge.judge(FIRE.view(lost, Seat(0))) < before < judge.judge(FIRE.view(won, Seat(0)))


# Against a position whose exact answer is known --------------------------------------------------------


def late() -> Table:
    """Seat 1 has to choose between a sun (a point) and a moon (two tosses); nothing is hidden from it any more."""
    return Table(
        target=5,
        deck=(0, 0, 0),
        hands=((0, 0, 0), (1, 1, 0)),
        discards=(2, 2, 4),
        points=(3, 3),
        turn=9,
        agenda=(Frame("lay", Seat(1)),),
    )


@cache
def chance_to_win(state: Table, seat: Seat, policy: str) -> Fraction:
    """The exact chance to win if everybody plays by a policy that never draws, or each action alike."""
    node = COIN.node(state)
    if isinstance(node, Terminal):
        return Fraction(node.payoffs[seat] > 0)
    if isinstance(node, Chance):
        parts = (
            Fraction(weight, node.outcomes.total) * chance_to_win(COIN.resolve(state, outcome).state, seat, policy)
            for outcome, weight in node.outcomes
        )
        return sum(parts, Fraction(0))
    nexts = [chance_to_win(COIN.act(state, action).state, seat, policy) for action in node.actions]
    return sum(nexts, Fraction(0)) / len(nexts)


@pytest.mark.slow
def test_intervals_cover_the_exact_answer_in_most_of_many_runs() -> None:
    state, seat = late(), Seat(1)
    exact = {
        action: chance_to_win(COIN.act(state, action).state, seat, "random") for action in COIN.node(state).actions
    }
    assert set(exact) == {Lay(0), Lay(1), Do("rest")}
    assert exact[Do("rest")] == 0
    best = max(exact.values())
    runs, covered, covered_loss, wrong = 60, 0, 0, 0
    for seed in range(runs):
        found = estimated_worth(COIN, state, policy="random", horizon=GAME, samples=32, seed=seed)
        covered += all(row.low <= exact[row.action] <= row.high for row in found.rows)
        worst = found.of(Do("rest"))
        assert worst is not None
        covered_loss += worst.loss_low <= best
        wrong += worst.tied
    # Three intervals of 95 % together hold in at least 85 % of the runs.
    assert covered >= 0.85 * runs
    assert covered_loss >= 0.9 * runs
    assert wrong == 0


def test_an_estimate_uses_nothing_that_its_seat_cannot_see() -> None:
    def with_hand(hand: tuple[int, ...], deck: tuple[int, ...]) -> Table:
        return Table(4, deck, ((1, 1, 0), hand), (0, 0, 0), (0, 0), 0, (Frame("lay", Seat(0)),))

    one, other = with_hand((1, 1, 0), (1, 1, 4)), with_hand((0, 0, 2), (2, 2, 2))
    assert COIN.view(one, Seat(0)) == COIN.view(other, Seat(0))
    first, second = (estimated_worth(COIN, state, horizon=GAME, samples=4, seed=3) for state in (one, other))
    assert first == second


# Intervals --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("df", "factor"), [(1, 12.706), (2, 4.303), (3, 3.182), (7, 2.365), (30, 2.042), (255, 1.969)])
def test_student_is_that_of_the_tables(df: int, factor: float) -> None:
    assert student(df) == pytest.approx(factor, rel=0.02)


def test_intervals_lie_around_what_was_seen() -> None:
    low, high = of_mean([1.0, 2.0, 3.0])
    assert (low + high) / 2 == pytest.approx(2.0)
    assert of_mean([5.0]) == (float("-inf"), float("inf"))
    # Newcombe 1998, table I: 81 of 263 by the method of Wilson.
    assert of_share(81, 263) == pytest.approx((0.2553, 0.3662), abs=1e-4)
    low, high = of_share_difference(5, 1, 20)
    assert low < 4 / 20 < high
    assert of_share_difference(1, 5, 20) == pytest.approx((-high, -low))

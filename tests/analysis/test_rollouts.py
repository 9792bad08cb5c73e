"""Rollouts: their mean is what the policy comes to, luck taken off moves no mean, and every reason to stop comes up."""

from math import isclose, sqrt
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from rising_tutor.analysis.intervals import of_share
from rising_tutor.analysis.rollouts import LITTLE, looks_of, rollouts
from rising_tutor.analysis.rollouts.answer import AT_MOST, SEPARATED, STOPPED, WIDTH, RolledOut, Rollouts
from rising_tutor.analysis.rollouts.luck import ALL, FIRST, NONE, LuckJudge, corrected, ratio, variance
from rising_tutor.core.ids import Seat
from rising_tutor.core.node import Chance, Decision
from rising_tutor.core.registry import load_game
from rising_tutor.core.values import Value
from tests.testkit.coin_and_hand import Frame, Table
from tests.testkit.open_hands import OpenHands
from tests.testkit.policy_value import PolicyValue, worth_of
from tests.testkit.written_value import WrittenValue

FIRE: Any = load_game("fire")
COIN: Any = OpenHands()
"""What is hidden changes no mean here: rollouts of hidden hands have a test file of their own."""
MIDDLE = Table(4, (1, 1, 2), ((1, 2, 1), (1, 1, 0)), (1, 0, 1), (2, 2), 4, (Frame("lay", 0),))  # type: ignore[arg-type]
"""Two points each of four, six cards in hand: thousands of ways to go on, and all of them can be counted."""


def rolled(**more: Any) -> Rollouts:
    settings = {"policy": "random", "half_width": 0.0, "most": 400, "correct": NONE, "seed": "t"}
    return rollouts(COIN, MIDDLE, **{**settings, **more})


def near(row: RolledOut, exact: float) -> bool:
    """Within three standard errors: one seed in 370 would not be."""
    return abs(row.value - exact) < 3 * (row.high - row.low) / 2 / 1.96


# Means ----------------------------------------------------------------------------------------------------------------


@pytest.mark.wide
@pytest.mark.slow
def test_the_mean_of_many_lines_is_what_the_policy_comes_to() -> None:
    exact = float(worth_of(MIDDLE, "random"))
    assert 0.2 < exact < 0.8
    plain = rolled(most=1000).rows[0]
    assert near(plain, exact)
    assert plain.high - plain.low < 0.07
    assert (plain.luck_off, plain.ratio, plain.value) == (False, 1.0, plain.plain)
    # A V of another policy is no estimate of this one, and takes luck off all the same, without moving the mean.
    other = rolled(correct=ALL, valuation=PolicyValue("trusting"), most=500).rows[0]
    assert near(other, exact)
    assert other.luck_off
    assert 0.3 < other.ratio < 0.95
    best = rolled(correct=ALL, valuation=PolicyValue("random"), most=500).rows[0]
    assert near(best, exact)
    assert best.ratio < other.ratio
    assert 0.8 < best.coefficient < 1.2
    # The interval is as much narrower as the ratio says: the same width takes fewer lines.
    assert isclose((best.high - best.low) / (plain.high - plain.low), sqrt(2 * best.ratio), rel_tol=0.1)


def test_with_its_own_value_and_no_choice_by_lot_every_corrected_line_is_the_value() -> None:
    exact = worth_of(MIDDLE, "trusting")
    found = rolled(policy="trusting", correct=ALL, valuation=PolicyValue("trusting"), most=40).rows[0]
    assert 0 < found.plain < 1
    assert isclose(found.value, exact, abs_tol=1e-9)
    assert found.high - found.low < 1e-9
    assert isclose(found.coefficient, 1.0)
    assert found.ratio < 1e-15


class Valued(OpenHands):
    """Coin and Hand with a value function of its own: what random play comes to."""

    def valuation(self) -> Any:
        return PolicyValue("random")

    def luck_source(self, state: Any) -> str:
        return "luck"

    def luck_sources(self) -> dict[str, str]:
        return {"luck": "Luck"}

    def turn_of(self, state: Any) -> int:
        return int(state.turn) + 1

    def rule_of_move(self, state: Any, action: Any) -> Any:
        return "CH-12"


@pytest.mark.slow
def test_unasked_the_first_luck_of_whole_games_is_taken_off_where_much_hangs_on_it() -> None:
    game: Any = Valued()
    settings: Any = {"policy": "random", "half_width": 0.0, "most": 400}
    little = rollouts(game, MIDDLE, **settings)
    row = little.rows[0]
    assert (little.correct, row.luck_off, row.value) == (FIRST, False, row.plain)
    assert (row.low, row.high) == of_share(400 * row.plain, 400)
    assert "too little hangs on it" in little.correction
    assert rollouts(game, MIDDLE, correct=FIRST, **settings).rows[0].luck_off, "it was asked for"
    # Seat 1 has three points of four and tosses a coin.
    toss = replace(MIDDLE, points=(3, 2), agenda=(Frame("lay", Seat(1)), Frame("toss", Seat(0))))
    off, plain = (rollouts(game, toss, correct=correct, **settings) for correct in ("", NONE))
    assert off.rows[0].luck_off
    assert off.rows[0].ratio < LITTLE
    assert off.rows[0].high - off.rows[0].low < plain.rows[0].high - plain.rows[0].low
    assert near(off.rows[0], float(worth_of(toss, "random")))
    assert "is taken off as V sees it" in off.correction
    # Nothing where the lines are of a turn, or where a plain V would cost more than they do.
    assert rollouts(game, MIDDLE, turns=1, most=1).correct == NONE
    assert rolled(correct="", most=4).correct == NONE


def test_turns_are_judged_by_v_at_their_end() -> None:
    value = PolicyValue("trusting")
    found = rolled(policy="trusting", turns=2, correct=ALL, valuation=value, most=20).rows[0]
    assert isclose(found.value, worth_of(MIDDLE, "trusting"), abs_tol=1e-9)
    plain = rolled(policy="trusting", turns=2, valuation=value, most=200)
    assert near(plain.rows[0], float(worth_of(MIDDLE, "trusting")))
    whole = rolled(policy="trusting", valuation=value, most=200)
    assert near(whole.rows[0], float(worth_of(MIDDLE, "trusting")))
    assert plain.rows[0].high - plain.rows[0].low < whole.rows[0].high - whole.rows[0].low
    assert plain.horizon == "for 2 turns with the present one, then judged by V at the boundary"
    assert plain.label is value.label


# Luck -----------------------------------------------------------------------------------------------------------------


class Made(Value, frozen=True):
    """A move of a line."""

    state: Any
    move: Any
    after: Any


def first_chance(seed: str) -> tuple[Any, list[Made]]:
    """A game of the title at its first chance after the setup, with the moves of the turn that led there."""
    made: list[Made] = []
    state, rng = FIRE.start(1, {"teams": "aang,toph"}), Random(seed)
    while not (made and isinstance(FIRE.node(state), Chance)):
        node = FIRE.node(state)
        if isinstance(node, Decision):
            move = node.actions[int(rng.random() * len(node.actions))]
            made.append(Made(state, move, FIRE.after(state, move)))
        else:
            move = node.outcomes.sample(rng)
        state = FIRE.after(state, move)
    return state, made


def test_luck_of_listed_outcomes_sums_to_nothing() -> None:
    state, made = first_chance("luck")
    outcomes = list(FIRE.node(state).outcomes)
    assert len(outcomes) > 3
    written, own = WrittenValue(FIRE), FIRE.valuation()
    for valuation, correct in ((written, FIRST), (written, FIRE.luck_source(state)), (written, ALL), (own, FIRST)):
        judge, lucks = LuckJudge(FIRE, valuation, correct), []
        for outcome, weight in outcomes:
            line = judge.line()
            for move in made:
                line.moved(move.state, move.move, move.after)
            line.moved(state, outcome, FIRE.after(state, outcome))
            lucks.append(weight * line.luck)
        assert sum(lucks) == 0
        assert len({*lucks}) > 3
        assert list(judge.listed) == ([state] if correct == FIRST else [])
    line = LuckJudge(FIRE, written, "no_such_source").line()
    line.moved(state, outcomes[0][0], FIRE.after(state, outcomes[0][0]))
    assert line.luck == 0


def test_each_result_is_corrected_by_the_others() -> None:
    rng = Random("regression")
    luck = [rng.gauss(0, 1) for _ in range(60)]
    results = [0.5 + 0.25 * x + rng.gauss(0, 0.1) for x in luck]
    found = corrected(results, luck)
    for k in (0, 7, 59):
        ys, xs = results[:k] + results[k + 1 :], luck[:k] + luck[k + 1 :]
        mean_y, mean_x = sum(ys) / 59, sum(xs) / 59
        b = sum((x - mean_x) * (y - mean_y) for x, y in zip(xs, ys, strict=True)) / sum((x - mean_x) ** 2 for x in xs)
        assert isclose(found.values[k], results[k] - b * luck[k])
    assert isclose(found.coefficient, 0.25, abs_tol=0.05)
    assert found.ratio == variance(found.values) / variance(results) < 0.25
    assert corrected(results[:3], luck[:3]).values == tuple(results[:3])
    assert corrected(results, [0.0] * 60) == corrected(results, [0.1] * 60)
    assert ratio([1.0], [1.0]) == 1.0


def test_a_fitted_coefficient_moves_no_mean() -> None:
    rng = Random("bias")
    means = []
    for _ in range(4000):
        # A skewed regression with few samples: with one b fitted on all of them the mean is off by 0.05.
        luck = [rng.choice((-1, -1, 2)) for _ in range(8)]
        means.append(sum(corrected([x * x for x in luck], luck).values) / 8)
    error = sqrt(variance(means) / len(means))
    assert abs(sum(means) / len(means) - 2) < 3 * error < 0.1


# The rule to stop -----------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_every_reason_to_stop_comes_up() -> None:
    state = MIDDLE
    actions = COIN.node(state).actions
    separated = rolled(actions=actions, half_width=0.001, most=2048)
    assert (separated.stop, [row.tied for row in separated.rows]) == (SEPARATED, [True] + [False] * (len(actions) - 1))
    exact = {action: worth_of(COIN.act(state, action).state, "random") for action in actions}
    assert separated.rows[0].action == max(exact, key=lambda action: exact[action])
    assert all(row.loss_low > 0 for row in separated.rows[1:])
    for row in separated.rows[1:]:
        assert row.loss_low <= float(exact[separated.rows[0].action] - exact[row.action]) <= row.loss_high
    width = rolled(half_width=0.1, most=4096)
    assert (width.stop, width.looks) == (WIDTH, looks_of(4096)[: len(width.looks)])
    assert width.rows[0].high - width.rows[0].low <= 0.2
    assert 32 < width.samples < 4096
    most = rolled(half_width=0.001, most=50)
    assert (most.stop, most.samples, most.looks) == (AT_MOST, 50, (32, 50))
    answers = iter((False, False, False, False, False, True))
    stopped = rolled(actions=actions, stop=lambda: next(answers))
    assert (stopped.stop, stopped.samples, stopped.looks) == (STOPPED, 6, (6,))
    assert all(0 <= row.low <= row.high <= 1 and row.samples == 6 for row in stopped.rows)
    words = [" ".join(found.method) for found in (separated, width, most, stopped)]
    for word, found in zip(words, (separated, width, most, stopped), strict=True):
        assert "policy random" in word
        assert f"seed {found.seed}, rules version 1" in word
    assert "one action is left" in words[0]
    assert "narrow enough" in words[1]
    assert "the most lines were played" in words[2]
    assert "it was stopped. The rule looked after 6 lines" in words[3]
    assert len(set(words)) == 4


def test_a_line_is_the_same_whatever_is_asked_beside_it() -> None:
    actions = COIN.node(MIDDLE).actions
    both = rolled(actions=actions, most=60)
    assert both == rolled(actions=actions, most=60)
    assert both.rows != rolled(actions=actions, most=60, seed="u").rows
    alone = rolled(actions=actions[:1], most=60).rows[0]
    row = next(row for row in both.rows if row.action == actions[0])
    assert (alone.plain, alone.samples) == (row.plain, 60)
    off = rolled(actions=actions[:1], most=60, correct=FIRST, valuation=PolicyValue("random")).rows[0]
    assert off.plain == alone.plain


def test_a_position_that_is_always_won_has_an_interval_with_a_width() -> None:
    sure = Table(9, (0, 0, 0), ((1, 0, 0), (0, 0, 0)), (0, 0, 0), (3, 0), 8, (Frame("toss", 0),) * 2)  # type: ignore[arg-type]
    found = rollouts(COIN, sure, policy="random", most=40, correct=ALL, half_width=0, valuation=PolicyValue("random"))
    row = found.rows[0]
    assert (row.value, row.plain, row.high, row.luck_off) == (1, 1, 1, False)
    assert 0.9 < row.low < 0.95


def test_for_an_opponent_the_smallest_value_is_the_best() -> None:
    state = Table(4, (1, 1, 2), ((1, 2, 1), (1, 1, 1)), (1, 0, 0), (2, 2), 5, (Frame("lay", 1),))  # type: ignore[arg-type]
    found = rollouts(COIN, state, actions=COIN.node(state).actions, policy="random", correct=NONE, most=200, seed="o")
    first, *rest = found.rows
    full = [row.value for row in rest if row.samples == first.samples]
    assert all(first.value <= value for value in full)
    assert all(row.loss >= 0 for row in rest)


def test_progress_counts_lines_and_what_it_raises_ends_the_work() -> None:
    told: list[tuple[int, int]] = []
    rolled(most=10, progress=lambda done, all_: told.append((done, all_)))
    assert told == sorted(told)
    assert {all_ for _, all_ in told} == {10}
    assert told[-1][0] == 9

    def enough(done: int, _all: int) -> None:
        if done == 3:
            raise InterruptedError

    with pytest.raises(InterruptedError):
        rolled(most=10, progress=enough)


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ({"most": 0}, "most 0"),
        ({"correct": "sunshine"}, "no source of luck 'sunshine'; there is chance"),
        ({"actions": ("nothing",)}, "not legal here: turn 5, lay"),
    ],
)
def test_what_cannot_be_is_refused(more: dict[str, Any], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        rolled(**more)
    with pytest.raises(TypeError):
        rolled(correct=FIRST)
    with pytest.raises(ValueError, match="over"):
        rollouts(COIN, Table(1, (0, 0, 0), ((0, 0, 0),) * 2, (0, 0, 0), (1, 0), 4, ()))

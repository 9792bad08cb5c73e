"""V of the Rising games: what the ledger relies on, held against the game itself, node by node."""

from collections.abc import Iterator
from fractions import Fraction
from functools import cache, partial
from pathlib import Path
from typing import Any

import pytest

from rising_tutor.analysis.ledger import LUCK, SKILL, ledger_of
from rising_tutor.core.node import Chance, Decision, Terminal
from rising_tutor.core.registry import load_game
from rising_tutor.core.valuation import Judged
from rising_tutor.games.rising.actions import Done, React, Roll, UseToken
from rising_tutor.games.rising.valuing.dice import FINE, DiceStep, shifted
from rising_tutor.replay import verify
from tests.testkit.scene import Scene

pytestmark = pytest.mark.slow

GAME = load_game("fire")
SAMPLES = Path(__file__).parents[3] / "replays" / "fire-nation-rising"
LISTED = 400
"""A node with more outcomes than this is not summed in these tests."""


@cache
def moves(name: str) -> tuple[Any, ...]:
    return verify(SAMPLES / f"{name}.replay").moves


@cache
def judged(name: str, first: int, last: int) -> tuple[tuple[Any, Judged, Any], ...]:
    """Moves of a stretch of a sample with their judgement and the follower that stood there."""
    follower = GAME.valuation().follow()
    found = []
    for moved in moves(name)[first:last]:
        one = follower.judge(moved.state, moved.move, moved.step.state)
        values = list(follower.outcomes(moved.state)) if _listed(moved.state) else []
        found.append((moved, one, values))
    return tuple(found)


def _listed(state: Any) -> bool:
    node = GAME.node(state)
    return isinstance(node, Chance) and len(node.outcomes) <= LISTED


def stretch() -> tuple[tuple[Any, Judged, Any], ...]:
    """Setup, and turns with rolls, draws, refills, tokens and abilities."""
    return judged("lost-by-a-team", 0, 66)


def test_before_a_chance_node_v_is_the_mean_of_its_outcomes_exactly() -> None:
    n_rolls = n_draws = 0
    for moved, one, values in stretch():
        if not values:
            continue
        node = GAME.node(moved.state)
        assert {outcome: weight for outcome, weight, _ in values} == dict(node.outcomes)
        mean = sum((weight * value for _, weight, value in values), Fraction(0)) / node.outcomes.total
        assert mean == one.before, GAME.where(moved.state)
        assert one.after == next(value for outcome, _, value in values if outcome == moved.move)
        n_rolls += GAME.luck_source(moved.state) == "hero_dice"
        n_draws += GAME.luck_source(moved.state) != "hero_dice"
    assert n_rolls >= 5
    assert n_draws >= 20


def test_the_mean_is_exact_also_where_values_are_decimals(monkeypatch: pytest.MonkeyPatch) -> None:
    """As after a token that the question does not count: each outcome is rounded, their mean is not."""
    monkeypatch.setattr("rising_tutor.games.rising.valuing.value.DiceStep", partial(DiceStep, main=False))
    follower = GAME.valuation().follow()
    n_rolls = 0
    for moved in moves("lost-by-a-team")[:66]:
        rolls = _listed(moved.state) and GAME.luck_source(moved.state) == "hero_dice"
        if not rolls:
            follower.skip(moved.state, moved.move, moved.step.state)
            continue
        values = list(follower.outcomes(moved.state))
        before = follower.judge(moved.state, moved.move, moved.step.state).before
        total = sum(weight for _, weight, _ in values)
        assert sum((weight * one for _, weight, one in values), Fraction(0)) == before * total
        n_rolls += 1
    assert n_rolls >= 3


@pytest.mark.wide
def test_a_step_that_is_too_large_for_fractions_says_the_same_in_decimals(monkeypatch: pytest.MonkeyPatch) -> None:
    """The mean of a roll is exactly that of its outcomes on their grid, and what rolling is worth is that mean."""
    exact = stretch()
    monkeypatch.setattr("rising_tutor.games.rising.valuing.goals.MOST_EXACT", 0)
    follower = GAME.valuation().follow()
    n_rolls, rolling = 0, None
    for moved, plain, _ in exact:
        one = follower.judge(moved.state, moved.move, moved.step.state)
        assert abs(one.before - plain.before) <= Fraction(2, FINE), GAME.where(moved.state)
        assert abs(one.after - plain.after) <= Fraction(2, FINE), GAME.where(moved.state)
        if rolling is not None:
            assert one.before == rolling
        rolling = one.after if isinstance(moved.move, Roll) else None
        if _listed(moved.state) and GAME.luck_source(moved.state) == "hero_dice":
            values = list(follower.outcomes(moved.state))
            total = sum(weight for _, weight, _ in values)
            assert sum((weight * value for _, weight, value in values), Fraction(0)) == one.before * total
            assert one.after == next(value for outcome, _, value in values if outcome == moved.move)
            assert all(FINE % value.denominator == 0 for _, _, value in values)
            n_rolls += 1
    assert n_rolls >= 5


def test_before_a_choice_v_is_the_best_of_its_actions() -> None:
    n = 0
    for moved, one, _ in stretch():
        node = GAME.node(moved.state)
        if not isinstance(node, Decision):
            assert one.options == ()
            continue
        assert [choice.action for choice in one.options] == list(node.actions)
        assert one.before == max(choice.value for choice in one.options)
        assert one.after == next(choice.value for choice in one.options if choice.action == moved.move)
        assert one.after <= one.before
        n += len(node.actions) > 1
    assert n >= 20


def test_v_is_a_chance_to_win() -> None:
    for moved, one, _ in stretch():
        for value in (one.before, one.after, *(choice.value for choice in one.options)):
            assert 0 <= value <= 1, GAME.where(moved.state)


def test_a_game_that_is_over_is_worth_its_result() -> None:
    for name, result in (("lost-by-a-team", 0), ("won", 1)):
        end = moves(name)[-1].step.state
        assert isinstance(GAME.node(end), Terminal)
        assert GAME.valuation().value(end) == result


def test_the_ledger_of_a_stretch_leaves_nothing_over() -> None:
    some = moves("lost-by-a-team")[:66]
    ledger = ledger_of(GAME, some, some[0].state, n_seats=2)
    assert ledger.remainder == 0
    assert ledger.start + ledger.luck + ledger.skill + ledger.horizon == ledger.result
    assert ledger.skill <= 0
    assert sum(ledger.luck_by_source().values()) == ledger.luck
    assert sum(ledger.skill_by_seat().values()) == ledger.skill
    assert {line.kind for line in ledger.lines} == {LUCK, SKILL}
    assert [line.amount for line in ledger.lines] == [one.after - one.before for _, one, _ in stretch()]


def test_what_a_loss_is_made_of_adds_up() -> None:
    """For actions with dice, with tokens and of where to go: parts against the difference."""
    n = 0
    for name, first, last in (("lost-by-a-team", 20, 34), ("lost-by-a-team", 49, 56)):
        follower = GAME.valuation().follow()
        for moved in moves(name)[first:last]:
            follower.judge(moved.state, moved.move, moved.step.state)
            options = follower.options(moved.state)
            best = max((choice.value for choice in options), default=Fraction(0))
            for choice in options[:6]:
                parts = follower.parts(moved.state, choice.action)
                assert sum((part.amount for part in parts), Fraction(0)) == best - choice.value
                assert all(part.name and str(part.rule).startswith("FNR-") for part in parts)
                n += len(parts) > 1
    assert n >= 3


@pytest.mark.parametrize("line", [28, 45, 60])
def test_a_follower_that_skipped_says_the_same(line: int) -> None:
    name = "lost-by-a-team"
    begin = max(at for at in range(line) if _begins(moves(name)[at].state))
    follower = GAME.valuation().follow()
    for moved in moves(name)[begin : line - 1]:
        follower.skip(moved.state, moved.move, moved.step.state)
    moved = moves(name)[line - 1]
    assert follower.judge(moved.state, moved.move, moved.step.state) == stretch()[line - 1][1]


def _begins(state: Any) -> bool:
    return type(state.agenda[-1]).__name__ == "PlaceTeamToken"


def test_luck_has_a_source_at_every_chance_node() -> None:
    names = GAME.luck_sources()
    seen = {GAME.luck_source(moved.state) for moved in moves("won") if isinstance(GAME.node(moved.state), Chance)}
    assert seen == set(names)


def test_log_odds_keep_a_decided_game_unless_something_moves_it() -> None:
    assert shifted(Fraction(0), 0.0) == 0
    assert shifted(Fraction(1), 0.0) == 1
    assert 0 < shifted(Fraction(0), 3.0) < Fraction(1, 1000)
    assert Fraction(999, 1000) < shifted(Fraction(1), -3.0) < 1
    assert shifted(Fraction(1, 2), 0.0) == Fraction(1, 2)
    assert shifted(Fraction(1, 4), 1.0) > Fraction(1, 4)


def _turns() -> Iterator[tuple[str, int, int]]:
    for path in sorted(SAMPLES.glob("*.replay")):
        name = path.stem
        begins = [at for at, moved in enumerate(moves(name)) if _begins(moved.state)]
        for first, last in zip(begins[2::7], begins[3::7], strict=False):
            yield name, first, last


@pytest.mark.long
def test_turns_of_every_sample_add_up() -> None:
    for name, first, last in _turns():
        some = moves(name)[first:last]
        ledger = ledger_of(GAME, some, some[0].state, n_seats=1)
        assert ledger.remainder == 0
        assert all(line.amount <= 0 for line in ledger.lines if line.kind == SKILL)


@pytest.mark.parametrize("turn", [2, 7])
def test_between_the_moves_of_a_dice_step_v_keeps_its_word(turn: int) -> None:
    """What was completed counts once, and what a roll still promises is the same before and after the choice to roll.

    In turn 2 an ability is completed with dice left and another one could be used; in turn 7 a Villain is worked on.
    """
    follower = GAME.valuation().follow()
    before, n_rolls = Fraction(0), 0
    for moved in (one for one in moves("black-sun-by-ruin") if one.state.turn == turn):
        one = follower.judge(moved.state, moved.move, moved.step.state)
        in_step = moved.state.step == "turn.3.roll_assign"
        if in_step and isinstance(GAME.node(moved.state), Chance):
            assert abs(one.before - before) < Fraction(1, 1000)
            n_rolls += 1
        before = one.after
    assert n_rolls >= 2


def test_a_battle_that_is_won_with_two_sets_counts_though_one_gains_nothing() -> None:
    """The last turn of a game that is lost at its end unless the last battle, which takes two sets, is completed."""
    last = max(moved.state.turn for moved in moves("win-and-loss-in-one-turn"))
    begins = next(
        moved.state
        for moved in moves("win-and-loss-in-one-turn")
        if moved.state.turn == last and GAME.where(moved.state).endswith("step 3")
    )
    assert Fraction(1, 10) < GAME.valuation().value(begins) < 1


def test_it_makes_no_difference_which_team_gives_a_token(monkeypatch: pytest.MonkeyPatch) -> None:
    """So that it is worked out once for all of them."""
    table = Scene("katara", "toph").row("katara", "sokka").at(1, "kanna", "xin-fu").row("toph", "bumi")
    table.tokens("katara", "extra-water", "red-die").tokens("toph", "extra-water", "red-die")
    table.step_3("katara", shown="blue W", waiting="green")
    monkeypatch.setattr("rising_tutor.games.rising.valuing.value._alike", lambda action: action)
    worth: dict[tuple[str, str], set[Fraction]] = {}
    n_teams: dict[tuple[str, str], int] = {}
    for choice in table.game.valuation().follow().options(table.state):
        if isinstance(choice.action, UseToken):
            key = choice.action.token, choice.action.on or ""
            worth.setdefault(key, set()).add(choice.value)
            n_teams[key] = n_teams.get(key, 0) + 1
    assert len(worth) >= 2
    assert set(n_teams.values()) == {2}
    assert all(len(values) == 1 for values in worth.values())


def test_however_many_dice_there_are_the_best_goal_is_asked_about() -> None:
    """The last turn of a game: all Heroes at once add dice until eleven lie there, and one goal wins."""
    verified = verify(SAMPLES.parent / "death-eaters-rising" / "win-and-loss-in-one-turn.replay")
    game: Any = verified.game
    moved = next(one for one in verified.moves if one.state.turn == 27 and isinstance(one.move, React))
    values = {choice.action: choice.value for choice in game.valuation().follow().options(moved.state)}
    assert len(values) > 5
    # More dice are never worse.
    assert min(value for action, value in values.items() if isinstance(action, React)) >= values[Done()]
    assert values[Done()] > Fraction(1, 2)

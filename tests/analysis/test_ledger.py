"""The ledger: sums without remainder, luck of mean 0, nobody better than the best, for every game and every sample."""

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from rising_tutor.analysis.ledger import CHANCE, HIDDEN, LUCK, SKILL, Ledger, ledger_of
from rising_tutor.analysis.plain_value import PlainValuation
from rising_tutor.core.drive import play_out
from rising_tutor.core.node import Chance, Decision, Terminal
from rising_tutor.core.registry import game_ids, load_game
from rising_tutor.core.valuation import Judged, Part, opposes, payoff_value, valued_game
from rising_tutor.core.values import Value
from rising_tutor.replay import Verified, verify
from tests.testkit.coin_and_hand import Table
from tests.testkit.games import rules_of
from tests.testkit.open_hands import OpenHands
from tests.testkit.written_value import WrittenValue

MANY_MINUTES = ("gates-against-plague", "plague-mirror")
"""Games of Rise TCG with hundreds of choices."""
SAMPLES = [
    pytest.param(path, marks=pytest.mark.long if path.stem in MANY_MINUTES else ())
    for game in game_ids()
    for path in sorted(Path("replays", game).glob("*.replay"))
    if path.stem != "three-seats"  # reviews are for two
]
SHORT = Path("replays/fire-nation-rising/worked-example.replay")
COIN: Any = OpenHands()
FIRE = load_game("fire")


class Played(Value, frozen=True):
    """A move of a game that was played here."""

    state: Any
    move: Any
    step: Any


@cache
def sample(path: Path) -> Verified:
    return verify(path)


def random_game(game: Any, seats: int, seed: int | str) -> list[Played]:
    moves: list[Played] = []
    play_out(game, seats=seats, seed=seed, watch=lambda *made: moves.append(Played(*made)))
    return moves


def ledger_of_sample(path: Path, valuation: Callable[[Any], Any] = WrittenValue) -> Ledger:
    verified = sample(path)
    assert verified.replay is not None
    return ledger_of(
        verified.game,
        verified.moves,
        verified.start,
        n_seats=verified.replay.header.seats,
        valuation=valuation(verified.game),
    )


def check_sums(ledger: Ledger) -> None:
    """The one equation, from the lines and from each way to group them."""
    assert ledger.remainder == 0
    whole = sum((line.amount + line.hidden + line.horizon for line in ledger.lines), Fraction(0))
    assert ledger.result - ledger.start == whole
    assert sum(ledger.luck_by_source().values()) == ledger.luck
    for grouped in (ledger.skill_by_seat(), ledger.skill_by_turn(), ledger.skill_by_rule()):
        assert sum(grouped.values()) == ledger.skill
    assert ledger.luck_adjusted == ledger.start + ledger.skill + ledger.horizon


@pytest.mark.sweep(one_in=7)
@pytest.mark.slow
@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_every_sample_is_summed_up_without_a_remainder(path: Path) -> None:
    verified, ledger = sample(path), ledger_of_sample(path)
    assert len(ledger.lines) == len(verified.moves) > 20
    check_sums(ledger)
    game = verified.game
    sources = set(game.luck_sources()) if valued_game(game) is not None else {CHANCE}
    sources |= {HIDDEN} if game.info.hidden else set()
    assert set(ledger.luck_by_source()) == sources
    assert all((line.kind == LUCK) == (line.seat is None) == bool(line.source) for line in ledger.lines)
    for line in ledger.lines:
        if line.kind == SKILL:
            assert line.loss >= 0 or (line.loss_low is not None and line.loss_low <= 0), "only an estimate may"
            assert line.amount <= 0 or not game.info.shared, "a loss of the other seat is a gain of the first"
    assert {line.rule for line in ledger.lines} <= rules_of(game.info.id), "every line stands under a rule"
    if verified.result is not None:
        assert ledger.finished
        assert ledger.result == payoff_value(verified.result)


class Checked:
    """The value function of a game, each of whose judgements is checked as it is made."""

    def __init__(self, game: Any) -> None:
        self.game, self.valuation = game, game.valuation()
        self.label = self.valuation.label
        self.n_chances = self.n_lossy = 0

    def value(self, state: Any) -> Fraction:
        value: Fraction = self.valuation.value(state)
        return value

    def follow(self) -> Any:
        self.follower = self.valuation.follow()
        return self

    def judge(self, state: Any, move: Any, after: Any) -> Judged:
        judged: Judged = self.follower.judge(state, move, after)
        node = self.game.node(state)
        if isinstance(node, Chance):
            self.n_chances += 1
            outcomes = list(self.follower.outcomes(state))
            assert [(outcome, weight) for outcome, weight, _ in outcomes] == list(node.outcomes)
            assert sum(weight * (value - judged.before) for _, weight, value in outcomes) == 0
            assert next(value for outcome, _, value in outcomes if outcome == move) == judged.after
        else:
            assert [choice.action for choice in judged.options] == list(node.actions)
            assert judged.before == max(choice.value for choice in judged.options)
            assert judged.after == next(choice.value for choice in judged.options if choice.action == move)
            # The reasons of a choice take a second; those of losses that anybody would notice are enough.
            if judged.before - judged.after >= Fraction(1, 1000):
                parts = self.follower.parts(state, move)
                assert sum(part.amount for part in parts) == judged.before - judged.after
                assert all(part.rule in rules_of(self.game.info.id) for part in parts)
                self.n_lossy += 1
        assert 0 <= judged.after <= 1
        return judged

    def parts(self, state: Any, action: Any) -> tuple[Part, ...]:
        found: tuple[Part, ...] = self.follower.parts(state, action)
        return found


@pytest.mark.slow
def test_the_value_of_the_game_itself_adds_up_on_a_sample() -> None:
    """Luck is 0 on average, skill is what the best action would have added, parts add up to the loss."""
    valuation = Checked(FIRE)
    ledger = ledger_of_sample(SHORT, lambda _game: valuation)
    check_sums(ledger)
    assert 0 < ledger.start < 1
    assert valuation.n_chances > 10
    assert valuation.n_lossy > 0


# Two opponents: V counts for seat 1, seat 2 wants it small.


def small_table() -> Table:
    """Turn 6: seat 2 has a moon and a fox and draws, seat 1 holds two moons; two points win."""
    state = replace(COIN.start(2, {"points": "2"}), agenda=(), deck=(0, 1, 1), hands=((0, 2, 0), (0, 1, 1)), turn=4)
    begun: Table = COIN._settled(state, []).state  # turn 6 as the game begins it
    return begun


@cache
def solved(state: Any) -> Fraction:
    """V by the plainest search that there is."""
    node = COIN.node(state)
    if isinstance(node, Terminal):
        return payoff_value(node)
    if isinstance(node, Chance):
        below = sum(
            (weight * solved(COIN.resolve(state, outcome).state) for outcome, weight in node.outcomes), Fraction(0)
        )
        return below / node.outcomes.total
    return (max, min)[node.seat](solved(COIN.act(state, action).state) for action in node.actions)


def line_of(state: Any, choose: Callable[[Any, Decision[Any]], Any]) -> list[Played]:
    """A game played on from a position; chance gives its last outcome."""
    moves = []
    while not isinstance(node := COIN.node(state), Terminal):
        move = list(node.outcomes)[-1][0] if isinstance(node, Chance) else choose(state, node)
        step = COIN.resolve(state, move) if isinstance(node, Chance) else COIN.act(state, move)
        moves.append(Played(state, move, step))
        state = step.state
    return moves


def worst_action(valuation: PlainValuation, state: Any, node: Decision[Any]) -> Any:
    worst = max if opposes(COIN, node.seat) else min
    return worst(node.actions, key=lambda action: valuation.value(COIN.act(state, action).state))


def test_a_small_game_of_two_opponents_is_solved() -> None:
    state = small_table()
    valuation = PlainValuation(COIN, most=5_000)
    assert valuation.solves(state)
    assert valuation.value(state) == solved(state)
    assert 0 < solved(state) < 1
    assert "smallest V" in " ".join(valuation.label.assumes)
    assert "full position" in " ".join(valuation.label.assumes)


@pytest.mark.parametrize("play", ["worst", "first", "last"])
def test_solved_play_has_no_horizon_and_each_side_only_loses(play: str) -> None:
    valuation = PlainValuation(COIN, most=5_000)
    choose: dict[str, Callable[[Any, Decision[Any]], Any]] = {
        "worst": lambda state, node: worst_action(valuation, state, node),
        "first": lambda _, node: node.actions[0],
        "last": lambda _, node: node.actions[-1],
    }
    moves = line_of(small_table(), choose[play])
    ledger = ledger_of(COIN, moves, moves[0].state, n_seats=2, valuation=valuation)
    check_sums(ledger)
    assert ledger.horizon == 0
    assert ledger.sources == ((CHANCE, "Chance"),)
    assert all(line.exact and line.loss >= 0 for line in ledger.lines)
    follower = valuation.follow()
    for moved, line in zip(moves, ledger.lines, strict=True):
        assert line.before == solved(moved.state)
        assert line.after == solved(moved.step.state)
        if line.kind == LUCK:
            assert sum(weight * (value - line.before) for _, weight, value in follower.outcomes(moved.state)) == 0
        else:
            assert line.opposed == (line.seat == 1)
            assert (line.amount >= 0) if line.opposed else (line.amount <= 0)
            best = COIN.read(moved.state, line.best)
            assert solved(COIN.act(moved.state, best).state) == line.before
            assert line.forced == (len({choice.value for choice in line.options}) == 1)
            assert sum(part.amount for part in follower.parts(moved.state, moved.move)) == line.loss
    assert ledger.mistakes() == tuple(line for line in ledger.lines if line.fault)
    if play == "worst":
        assert {line.seat for line in ledger.mistakes()} == {0, 1}


def test_a_mistake_of_an_opponent_is_measured_from_the_other_side() -> None:
    valuation = PlainValuation(COIN, most=5_000)
    moves = line_of(small_table(), lambda state, node: worst_action(valuation, state, node))
    ledger = ledger_of(COIN, moves, moves[0].state, n_seats=2, valuation=valuation)
    fault = next(line for line in ledger.mistakes() if line.seat == 1)
    assert fault.amount > 0
    assert fault.loss == fault.amount
    assert fault.before == min(choice.value for choice in fault.options)
    assert sum(part.amount for part in fault.parts) == fault.loss


def test_estimates_are_the_same_again_and_keep_what_v_must_keep() -> None:
    moves = random_game(COIN, 2, 5)[:9]
    first, again = (
        ledger_of(COIN, moves, moves[0].state, n_seats=2, valuation=PlainValuation(COIN, most=40, playouts=3))
        for _ in range(2)
    )
    assert first == again
    assert not all(line.exact for line in first.lines)
    check_sums(first)
    assert not first.finished
    assert all(line.loss >= 0 for line in first.lines)
    other = PlainValuation(COIN, most=40, playouts=3, seed="other")
    assert ledger_of(COIN, moves, moves[0].state, n_seats=2, valuation=other) != first


def test_what_was_asked_before_does_not_change_a_value() -> None:
    state = small_table()
    later = COIN.resolve(state, next(iter(COIN.node(state).outcomes))[0]).state
    most = len(PlainValuation(COIN, most=5_000)._below(later) or ())  # just enough for the later one
    fresh, asked = (PlainValuation(COIN, most=most, playouts=2) for _ in range(2))
    assert asked.solves(later)
    assert fresh.solves(state) == asked.solves(state) is False
    assert fresh.value(state) == asked.value(state)


def test_a_choice_between_equals_is_forced() -> None:
    """Cards that lead to the same value leave nothing to choose; a real choice counts."""
    ledger = ledger_of_sample(SHORT)
    for line in ledger.lines:
        if line.kind == SKILL:
            assert line.forced == (len({choice.value for choice in line.options}) < 2)
            assert not (line.forced and (line.loss or line.fault))
    assert {line.forced for line in ledger.lines if line.kind == SKILL} == {True, False}
    assert all(not line.forced for line in ledger.decisions())


def test_nothing_played_is_a_ledger_too() -> None:
    ledger = ledger_of(COIN, [], COIN.start(2), n_seats=2, valuation=WrittenValue(COIN))
    assert ledger.lines == ()
    assert ledger.result == ledger.start
    assert ledger.remainder == 0


def test_a_game_without_a_value_function_says_so() -> None:
    with pytest.raises(TypeError, match="coin-and-hand offers no value function"):
        ledger_of(COIN, [], COIN.start(2), n_seats=2)


def test_what_progress_raises_stops_the_work() -> None:
    verified, seen = sample(SHORT), []

    def stop(done: int, total: int) -> None:
        seen.append((done, total))
        if done == 3:
            raise InterruptedError

    with pytest.raises(InterruptedError):
        ledger_of(FIRE, verified.moves, verified.start, n_seats=2, valuation=WrittenValue(FIRE), progress=stop)
    assert seen == [(1, 31), (2, 31), (3, 31)]


@pytest.mark.long
@pytest.mark.parametrize("batch", range(10))
def test_a_thousand_simulated_games_are_summed_up_without_a_remainder(batch: int) -> None:
    for number in range(100):
        seats = 1 + number % 5
        moves = random_game(FIRE, seats, f"ledger:{batch}:{number}")
        ledger = ledger_of(FIRE, moves, moves[0].state, n_seats=seats, valuation=WrittenValue(FIRE))
        check_sums(ledger)
        assert ledger.finished

"""The ledger of a game with hidden cards and opposed seats: a choice is judged by what its seat could know."""

from fractions import Fraction
from typing import Any

import pytest
from msgspec.structs import replace

from rising_tutor.analysis.knowledge import known_choices
from rising_tutor.analysis.ledger import HIDDEN, LUCK, SKILL, Ledger, ledger_of
from rising_tutor.analysis.plain_value import PlainValuation
from rising_tutor.analysis.review.findings import accounts_of, luck_of, mistakes_of, turning_point
from rising_tutor.analysis.review.words import mistake_words, turning_title, turning_words
from rising_tutor.core.ids import Seat
from rising_tutor.core.node import Chance, Decision
from rising_tutor.core.playthrough import follow
from rising_tutor.core.registry import load_game
from tests.testkit.coin_and_hand import FOX, NONE, SUN, CoinAndHand, Do, Frame, Table
from tests.testkit.policy_value import Made, PolicyValue

COIN: Any = CoinAndHand()


def last_answer(laid: int) -> Table:
    """Seat 2, a point ahead, answers what is a fox four times of five, else the last sun; two points win.

    Called, a fox wins for seat 2 and a sun for seat 1; let be, a fox wins for seat 1, and after a sun play goes on.
    """
    deck = (0, 0, 4) if laid == SUN else (1, 0, 3)
    waits = (Frame("effect", Seat(0)), Frame("answer", Seat(1)))
    return Table(2, deck, (NONE, (0, 3, 0)), (2, 0, 0), (0, 1), 8, waits, laid)


def played(state: Any, action: Any) -> Ledger:
    """The ledger of one choice."""
    moves = [Made(state, action, COIN.act(state, action))]
    return ledger_of(COIN, moves, state, n_seats=2, valuation=PlainValuation(COIN))


def choice(ledger: Ledger) -> Any:
    (line,) = [line for line in ledger.lines if line.kind == SKILL]
    return line


@pytest.mark.parametrize("action", [Do("call"), Do("let be")])
def test_skill_is_the_same_whatever_lies_face_down(action: Any) -> None:
    """Positions that seat 2 cannot tell apart: the choice is worth the same, and what came of it is luck."""
    tables = [last_answer(laid) for laid in (SUN, FOX)]
    assert COIN.view(tables[0], Seat(1)) == COIN.view(tables[1], Seat(1))
    one, other = (choice(played(state, action)) for state in tables)
    for name in ("skill", "loss", "loss_low", "fault", "options", "best", "value", "best_value"):
        assert getattr(one, name) == getattr(other, name), name
    assert one.after != other.after
    for line in (one, other):
        assert line.after - line.before == line.skill + line.hidden


def test_a_choice_that_was_right_by_what_it_could_know_but_unlucky_is_no_mistake() -> None:
    """It is a fox four times of five, so seat 2 calls; it was the sun, and the game is lost."""
    state, right = last_answer(SUN), Do("call")
    line = choice(played(state, right))
    assert (line.best, line.loss, line.fault, line.hidden) == ("call", 0, "", 0)
    assert line.after == 1
    # With open cards V says that the other answer was better.
    by_open_cards = PlainValuation(COIN).follow().judge(state, right, COIN.act(state, right).state)
    assert by_open_cards.after - by_open_cards.before > Fraction(1, 20)


def test_a_wrong_choice_is_a_mistake_of_whoever_made_it_also_where_it_came_out_well() -> None:
    ledger = played(last_answer(SUN), Do("let be"))
    line = choice(ledger)
    assert (line.seat, line.opposed, line.fault) == (1, True, "blunder")
    assert line.skill > 0, "V is the chance of seat 1, which it helped"
    assert line.hidden < -line.skill, "on the true table it was the better answer"
    assert line.own == -line.loss < 0
    (mistake,) = mistakes_of(ledger, ("Ann", "Ben"))
    assert (mistake.name, mistake.better) == ("Ben", "call")
    first, second = accounts_of(ledger, ("Ann", "Ben"))
    assert (first.lost, second.lost) == (0, line.loss)
    assert line.value == line.best_value - line.loss
    assert 0 <= line.value < line.best_value <= 1
    assert "Ben played let be; better call. Their chance, seat 2," in mistake_words(mistake)


def test_the_sums_leave_no_remainder_and_what_lay_hidden_is_a_source_of_luck() -> None:
    trail = follow(COIN, seats=2, seed=3, options={"points": "2"})
    start = trail.positions[0].state
    ledger = ledger_of(COIN, trail.positions, start, n_seats=2, valuation=PlainValuation(COIN, most=40, playouts=2))
    assert ledger.remainder == 0
    assert ledger.luck + ledger.skill + ledger.horizon == ledger.result - ledger.start
    found = ledger.luck_by_source()
    assert sum(found.values()) == ledger.luck
    assert found[HIDDEN] == sum(line.hidden for line in ledger.lines) != 0
    assert {one.source: one.total for one in luck_of(ledger)} == found
    assert sum(ledger.skill_by_seat().values()) == ledger.skill
    for line in ledger.lines:
        if line.kind == LUCK:
            assert (line.hidden, line.loss) == (0, 0)
        else:
            assert not line.exact, "it is an estimate"
            # The best action was named by other tables, so a loss may lie below 0, and never surely.
            assert line.loss >= 0 or (line.loss_low is not None and line.loss_low < 0)
    assert "an estimate" in " ".join(ledger.label.assumes)


def test_what_may_be_chance_of_the_drawn_worlds_is_no_mistake() -> None:
    """The class of a fault is that of the lower end of the loss."""
    trail = follow(COIN, seats=2, seed=5, options={"points": "2"})
    start = trail.positions[0].state
    ledger = ledger_of(COIN, trail.positions, start, n_seats=2, valuation=PlainValuation(COIN, most=40, playouts=2))
    for line in ledger.lines:
        if line.loss_low is not None:
            assert line.loss_low <= line.loss
            assert not line.fault or line.loss_low >= Fraction(1, 50)


def test_what_the_drawn_tables_do_not_tell_apart_is_not_named_among_what_cost_most() -> None:
    state = last_answer(FOX)
    ledger = played(state, Do("let be"))
    costly = choice(ledger)
    (account,) = [one for one in accounts_of(ledger, ("A", "B")) if one.seat == costly.seat]
    assert account.costliest == (costly,)
    assert account.worst == costly
    doubtful = replace(costly, loss_low=-costly.loss)
    ledger = replace(ledger, lines=tuple(doubtful if line == costly else line for line in ledger.lines))
    (account,) = [one for one in accounts_of(ledger, ("A", "B")) if one.seat == costly.seat]
    assert account.costliest == ()
    assert account.worst is None
    assert account.lost == costly.loss


def test_over_the_tables_that_a_seat_may_believe_in_the_mean_of_what_lay_hidden_is_near_0() -> None:
    mean = sum(n * choice(played(last_answer(laid), Do("let be"))).hidden for n, laid in ((1, SUN), (4, FOX))) / 5
    assert abs(mean) < Fraction(1, 12), "drawn worlds stand for the five"


@pytest.mark.wide
@pytest.mark.slow
def test_the_turning_point_is_that_of_the_seat_that_lost() -> None:
    found = set()
    for seed in range(12):
        last = follow(COIN, seats=2, seed=seed, options={"points": "2"}).positions[-4:]
        ledger = ledger_of(COIN, last, last[0].state, n_seats=2, valuation=PolicyValue("random"))
        turning = turning_point(ledger)
        if turning is None:
            assert ledger.result == Fraction(1, 2)
            continue
        before = turning.line.before
        assert turning.seat == ledger.result, "seat 1 lost where V is 0 at the end, seat 2 where it is 1"
        assert turning.chance == (1 - before if turning.seat else before)
        name = f"seat {turning.seat + 1}"
        assert name in turning_words(turning)
        assert turning_title(turning) == f"Could {name} still have won?"
        found.add(turning.seat)
    assert found == {0, 1}


def test_where_nothing_is_hidden_a_choice_is_what_v_says_of_it() -> None:
    fire: Any = load_game("fire")
    trail = follow(fire, seats=2, seed=5)
    at = next(at for at in trail.positions if isinstance(at.node, Decision) and len(at.node.actions) > 1)
    assert not isinstance(at.node, Chance)
    valuation = fire.valuation()
    options = valuation.follow().options(at.state)
    known = known_choices(fire, valuation, at.state)
    assert known is not None
    assert known.options == options
    assert known.loss(known.best.action) == known.loss_low(known.best.action) == 0

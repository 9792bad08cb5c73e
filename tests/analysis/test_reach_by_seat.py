"""The chance of a goal where the seats are opposed and hands are hidden: by seat, and by what the seat could know."""

from fractions import Fraction
from typing import Any

import pytest

from rising_tutor.analysis.reach import Reach
from rising_tutor.core.ids import Seat
from rising_tutor.core.node import Decision
from rising_tutor.core.registry import load_game
from rising_tutor.core.worlds import open_to_all, worlds
from tests.testkit.coin_and_hand import FOX, MOON, NONE, SUN, CoinAndHand, Do, Frame, Lay, Table

COIN = CoinAndHand()
ONE, TWO = Seat(0), Seat(1)


def to_lay(hand: tuple[int, ...], other: tuple[int, ...] = (0, 2, 0)) -> Table:
    """Seat 1 is to lay a card of its hand."""
    deck = tuple(n - a - b for n, a, b in zip((3, 3, 4), hand, other, strict=True))
    return Table(5, deck, (hand, other), NONE, (0, 0), 0, (Frame("lay", ONE),))


def answers(laid: int) -> Table:
    """Seat 2 is to answer a card that lies face down; it holds two moons."""
    deck = tuple(n - a - int(card == laid) for card, (n, a) in enumerate(zip((3, 3, 4), (0, 2, 0), strict=True)))
    waits = (Frame("effect", ONE), Frame("answer", TWO))
    return Table(5, deck, (NONE, (0, 2, 0)), NONE, (0, 0), 0, waits, laid)


def reach(seat: Seat, points: int, **more: Any) -> Reach:
    """Whether a seat has so many points in the first turn."""
    return Reach(COIN, lambda at: at.points[seat] >= points, lambda at: at.turn > 0, **more)


@pytest.mark.parametrize(("hand", "card"), [((1, 0, 0), SUN), ((0, 0, 1), FOX)])
def test_the_opponent_takes_the_least(hand: tuple[int, ...], card: int) -> None:
    """Two points need the opponent to call the sun, or to let the fox be; it does neither."""
    values = dict(reach(ONE, 2).of_actions(to_lay(hand)))
    assert values[Lay(card)] == 0
    assert reach(ONE, 2).value(to_lay(hand), seat=ONE) == 0
    # For all seats together, as in a game with one result, it can be reached.
    assert reach(ONE, 2).value(to_lay(hand)) == 1


def test_what_the_opponent_cannot_prevent_is_sure() -> None:
    """A sun gives a point whether it is called or not."""
    assert dict(reach(ONE, 1).of_actions(to_lay((1, 0, 0))))[Lay(SUN)] == 1


def test_each_seat_asked_chooses_the_best_for_itself() -> None:
    """At the answer it is seat 2 that chooses the best, for its goal."""
    search = reach(TWO, 1)
    assert [action.what for action, _ in search.of_actions(answers(FOX))] == ["call", "let be"]
    assert search.value(answers(FOX), seat=TWO) == 1
    assert search.value(answers(FOX), seat=ONE) == 0


@pytest.mark.parametrize("laid", [SUN, MOON, FOX])
def test_what_lies_face_down_is_a_mean_over_what_it_may_be(laid: int) -> None:
    """A called fox gives the caller a point; 4 of the 8 cards that seat 2 does not see are foxes."""
    found = dict(reach(TWO, 1).of_actions(answers(laid)))
    assert found == dict(reach(TWO, 1).of_actions(answers(FOX))), "it does not hang on the card that lies there"
    assert abs(found[Do("call")] - Fraction(1, 2)) < Fraction(1, 4)
    assert found[Do("let be")] == 0


def test_such_a_value_is_no_exact_one() -> None:
    search = reach(TWO, 1)
    search.of_actions(answers(FOX))
    assert not search.exact
    assert Reach(load_game("fire"), lambda _: True, lambda _: False).exact


def test_where_no_seat_knows_more_than_another_values_are_exact_also_in_a_game_with_secrets() -> None:
    """Two Pummels among four unseen cards: 1/2, without a drawn world."""
    game: Any = load_game("avatar-tcg")
    state = game.set_up({"deck-1": {"pummel": 2, "skewer": 2}, "top-1": ["open-hand-form"]})
    assert worlds(game, state, ONE) == ((state, 1),)
    search = Reach(game, lambda at: game.fact(at, "card") == "pummel", lambda _: False, limit=1)
    assert {str(value) for _, value in search.of_actions(state)} == {"1/2"}
    assert search.exact


def test_a_look_of_one_seat_alone_ends_that() -> None:
    game: Any = load_game("avatar-tcg")
    state = game.set_up({"deck-1": {"pummel": 2, "skewer": 2}, "top-1": ["contemplate"]})
    looked = game.act(state, game.read(state, "play")).state
    while not isinstance(game.node(looked), Decision):
        looked = game.resolve(looked, next(iter(game.node(looked).outcomes))[0]).state
    assert not open_to_all(game, looked)
    assert open_to_all(game, state)
    search = Reach(game, lambda at: game.fact(at, "card") == "pummel", lambda _: False, limit=2)
    search.of_actions(state)
    assert not search.exact, "on the way a seat saw cards that the other one does not know"

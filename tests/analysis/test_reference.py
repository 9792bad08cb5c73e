"""Skill and horizon together: against the policy that V takes to play on, exactly, over every play of a small game."""

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from typing import Any

import pytest
from msgspec.structs import replace

from rising_tutor.analysis.ledger import Ledger, ledger_of
from rising_tutor.analysis.review.words import label_lines, reference_lines, reference_words
from rising_tutor.core.valuation import ValueLabel
from tests.testkit.coin_and_hand import Frame, Table
from tests.testkit.open_hands import OpenHands
from tests.testkit.policy_value import COIN, PolicyValue, plays_of, worth_of
from tests.testkit.written_value import WrittenValue

START = Table(3, (0, 1, 1), ((1, 1, 1), (0, 1, 1)), (1, 0, 0), (1, 1), 8, (Frame("lay", 0),))  # type: ignore[arg-type]
"""Two turns before the end, a point each of three: 8 plays of the policy trusting, 275 of random."""
POLICIES = ("trusting", "random")


class OneSide(OpenHands):
    """Coin and Hand where both seats want seat 1 to win."""

    info = replace(OpenHands.info, shared=True)


GAMES: dict[str, Any] = {"two sides": OpenHands(), "one side": OneSide()}


@cache
def ledgers(game: str, players: str, reference: str, *, right_everywhere: bool = True) -> tuple[Any, ...]:
    """The ledger of every play of some players, with its probability, by the V of a reference policy."""
    valuation = PolicyValue(reference, GAMES[game], None if right_everywhere else START)
    return tuple(
        (share, ledger_of(GAMES[game], moves, START, n_seats=2, valuation=valuation))
        for share, moves in plays_of(START, players)
    )


def mean(found: tuple[Any, ...], number: Callable[[Ledger], Fraction | None]) -> Fraction:
    """The mean over all plays, by their probability."""
    assert sum(share for share, _ in found) == 1
    return sum((share * (number(ledger) or 0) for share, ledger in found), Fraction(0))


@pytest.mark.slow
@pytest.mark.parametrize("right_everywhere", [True, False])
@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("game", GAMES)
def test_over_the_plays_of_the_reference_the_sum_is_0(game: str, policy: str, right_everywhere: bool) -> None:
    """It is enough that V is right at the start."""
    found = ledgers(game, policy, policy, right_everywhere=right_everywhere)
    assert mean(found, lambda ledger: ledger.against_reference) == 0
    assert mean(found, lambda ledger: ledger.luck) == 0
    assert mean(found, lambda ledger: ledger.skill) == -mean(found, lambda ledger: ledger.horizon)
    assert any(line.loss for _, ledger in found for line in ledger.lines), "the best play of a turn is another one"
    assert all(ledger.remainder == 0 for _, ledger in found)
    assert all(ledger.against_reference == ledger.luck_adjusted - ledger.start for _, ledger in found)
    if right_everywhere:
        # Nothing but chance moves V on the lines of the reference itself, so each play says what all do on average.
        assert game == "two sides" or all(ledger.skill <= 0 <= ledger.horizon for _, ledger in found)
        assert policy == "random" or all(ledger.against_reference == 0 for _, ledger in found)


@pytest.mark.slow
@pytest.mark.parametrize("right_everywhere", [True, False])
@pytest.mark.parametrize(("players", "reference"), [POLICIES, POLICIES[::-1]])
@pytest.mark.parametrize("game", GAMES)
def test_for_others_it_is_how_much_more_often_they_win(
    game: str, players: str, reference: str, right_everywhere: bool
) -> None:
    found = ledgers(game, players, reference, right_everywhere=right_everywhere)
    more = worth_of(START, players) - worth_of(START, reference)
    assert more
    assert mean(found, lambda ledger: ledger.against_reference) == more
    if game == "one side" and right_everywhere:
        assert mean(found, lambda ledger: ledger.skill) < min(0, more), "skill alone is against the best play"


@pytest.mark.slow
def test_a_start_that_is_off_shows_in_the_sum() -> None:
    """V of another policy at the start: the sum is off by what V was off."""
    found = ledgers("one side", "random", "trusting")
    off = worth_of(START, "trusting") - worth_of(START, "random")
    assert mean(found, lambda ledger: ledger.against_reference) == -off


def test_it_is_named_where_v_has_a_policy_and_nowhere_else() -> None:
    _, ledger = ledgers("one side", "trusting", "trusting")[0]
    assert reference_words(ledger) == (
        "Skill and horizon together: how the side did against the reference player trusting"
    )
    assert [line for line in label_lines(ledger.label) if "Skill and horizon together measure against trusting" in line]
    _, other = ledgers("two sides", "trusting", "trusting")[0]
    assert reference_words(other).endswith("how the first seat did against the reference, trusting in every seat")
    bare = ledger_of(COIN, [], START, n_seats=2, valuation=WrittenValue(COIN))
    assert bare.label.policy == ""
    assert bare.against_reference is None
    assert reference_words(bare) == ""
    assert [*reference_lines(ValueLabel("m", "h", "", 0, "1", "none"))] == []

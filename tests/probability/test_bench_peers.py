"""What the bench compares us with answers the same questions: otherwise its ratios would mean nothing."""

import time
import warnings
from collections.abc import Callable

import pytest

from benchmarks import odds, odds_mdp, odds_peers
from benchmarks.odds_cases import name_of, problem
from benchmarks.odds_peers import Turn, Values, listing_mean, rolls_of
from benchmarks.odds_targets import TARGETS, verdict
from benchmarks.worker import Failed, Worker
from rising_tutor.probability.dice_turn import reference
from rising_tutor.probability.dice_turn.problem import Problem

# Keep or discard matters in the first, doubles in the second, a colour without dice in both.
ASKED = (problem("1-2-0-0", "0-2-1-0"), problem("0-1-2-0", "1-0-0-2"))


@pytest.mark.parametrize("asked", ASKED, ids=name_of)
class TestAPeerFindsTheSameChance:
    def test_the_recursion_on_top_with_rolls_listed_by_ourselves(self, asked: Problem) -> None:
        turn = Turn(asked)
        assert Values(turn, listing_mean(rolls_of))[turn.start] == pytest.approx(_exact(asked), abs=1e-12)

    @pytest.mark.parametrize(
        ("package", "answer"),
        [
            ("icepool", odds_peers.icepool_value),
            ("dyce", odds_peers.dyce_value),
            ("quantecon", odds_mdp.quantecon_value),
        ],
    )
    def test_the_library(self, asked: Problem, package: str, answer: Callable[[Problem], tuple[float, ...]]) -> None:
        with warnings.catch_warnings():
            # Warnings of a library while it is imported are its own affair.
            warnings.simplefilter("ignore")
            pytest.importorskip(package, reason=f"{package} comes with `make bench`")
            value, *seconds = answer(asked)
        assert value == pytest.approx(_exact(asked), abs=1e-12)
        assert all(part >= 0 for part in seconds)


class TestARunAlwaysEnds:
    def test_who_takes_too_long_is_stopped_and_can_be_asked_again(self) -> None:
        with Worker() as worker:
            with pytest.raises(Failed, match="stopped after"):
                worker.ask(0.0, time.sleep, 60)
            assert worker.ask(60.0, odds.shown, 0.5) == "0.5"

    def test_who_fails_is_named_with_the_reason(self) -> None:
        with Worker() as worker, pytest.raises(Failed, match="ZeroDivisionError"):
            worker.ask(60.0, divmod, 1, 0)


def test_a_target_is_met_on_its_side_of_the_limit_only() -> None:
    least, most = TARGETS["D2"], TARGETS["D4"]
    assert [verdict(least, figure) for figure in (49.9, 50, 150)] == ["not met", "met", "met, goal reached"]
    assert [verdict(most, figure) for figure in (60.1, 60, 20)] == ["not met", "met", "met, goal reached"]
    assert verdict(least, None) == "not measured"


def _exact(asked: Problem) -> float:
    return reference.solve(asked).value.decimal

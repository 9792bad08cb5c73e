"""`match`: equal chance for both sides, seats swapped, and the same answer whatever the processes."""

from typing import Any

import pytest

from rising_tutor.core.opponents import opponents_of
from tests.testkit.games import every_engine, game_of

SOME = ("match", "coin", "--games", "40", "--seed", "7")


def of(*policies: str) -> tuple[str, ...]:
    return tuple(word for policy in policies for word in ("--policy", policy))


def without_time(document: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in document.items() if name != "seconds"}


def test_json_tells_both_sides(command: Any) -> None:
    document = command(*SOME, *of("random", "trusting"), "--json").document
    assert (document["game"], document["games"], document["pairs"], document["seed"]) == ("coin-and-hand", 40, 20, 7)
    first, second = document["sides"]
    assert (first["policy"], second["policy"]) == ("random", "trusting")
    assert first["won"] + second["won"] + document["drawn"] + document["unfinished"] == 40
    assert first["share"] + second["share"] == pytest.approx(1)
    for side in document["sides"]:
        low, high = side["interval"]
        assert low <= side["share"] <= high
        assert sum(side["won_as_seat"]) == side["won"]


def test_whoever_is_named_first_has_no_advantage(command: Any) -> None:
    one = command(*SOME, *of("random", "trusting"), "--json").document
    other = command(*SOME, *of("trusting", "random"), "--json").document
    assert one["sides"] == other["sides"][::-1]


def test_a_policy_against_itself_has_half(command: Any) -> None:
    document = command(*SOME, *of("trusting", "trusting"), "--json").document
    assert [side["share"] for side in document["sides"]] == [0.5, 0.5]
    out = command(*SOME, *of("trusting", "trusting")).out
    assert "trusting (1)" in out
    assert "trusting (2)" in out


def test_seed_fixes_everything_and_jobs_nothing(command: Any) -> None:
    one, two = (
        without_time(command(*SOME, *of("random", "trusting"), "--jobs", jobs, "--json").document) for jobs in "12"
    )
    assert one == two


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (("match", "fire", "--games", "4", *of("random", "greedy")), "all seats win or lose together"),
        (("match", "coin", "--games", "3", *of("random", "random")), "--games 3 is odd"),
        (("match", "coin", "--games", "4", *of("random")), "given 1 time; expected 2 times"),
        (("match", "coin", "--games", "4", *of("random", "best")), "there is no policy 'best'"),
        (("match", "coin", "--games", "4", "--seats", "3", *of("random", "random")), "played by 2 seats"),
    ],
)
def test_what_cannot_be_a_match_is_refused(command: Any, call: tuple[str, ...], said: str) -> None:
    answer = command(*call)
    assert (answer.code, answer.out) == (2, "")
    assert said in answer.err


@pytest.mark.long
@pytest.mark.parametrize("game_id", every_engine())
def test_a_match_gives_the_measured_shares_again(game_id: str, command: Any) -> None:
    for one in opponents_of(game_of(game_id)):
        call = ("match", game_id, "--policy", one.policy, "--policy", one.against, "--games", str(one.games))
        side = command(*call, "--seed", one.seed, "--json").document["sides"][0]
        assert round(side["share"], 3) == one.share
        assert [round(end, 3) for end in side["interval"]] == list(one.interval)

"""The first whole game: it can be begun as its file says, and what the page says of it is what was measured."""

from pathlib import Path

import pytest

from rising_tutor.core.drive import play_out, policy_named
from rising_tutor.core.ids import GameId
from rising_tutor.core.registry import load_game
from rising_tutor.lessons.first_game import FirstGame
from rising_tutor.lessons.lesson_file import load_course
from rising_tutor.probability.frequencies import often
from rising_tutor.probability.percents import percent
from rising_tutor.tutor.coach.warning import LEVELS
from rising_tutor.ui.learn.first_game import about
from tests.testkit.courses import OUR_COURSES

DOCS = Path(__file__).parents[2] / "docs" / "difficulty.md"
EACH = pytest.mark.parametrize("game", [game for game in OUR_COURSES if load_course(game).first_game is not None])


def first_game(game: str) -> FirstGame:
    found = load_course(GameId(game)).first_game
    assert found is not None
    return found


@EACH
def test_it_begins_with_its_options_its_teams_and_its_programs(game: str) -> None:
    one, played = first_game(game), load_game(game)
    assert one.warn in LEVELS
    assert set(one.at_seats) < set(range(one.seats)), "a seat is left for the learner"
    assert all(policy_named(played, policy) for policy in one.at_seats.values())
    state = played.start(one.seats, {**one.options, **({"teams": ",".join(one.teams)} if one.teams else {})})
    if one.teams:
        assert [card.removeprefix("team-") for card in state.options.teams] == list(one.teams)
    policies = [one.at_seats.get(seat, one.measured.policies[0]) for seat in range(one.seats)]
    assert tuple(policies) == one.measured.policies, "what was measured is what is offered"


@EACH
def test_the_setting_is_near_two_in_three_and_told_as_it_was_measured(game: str) -> None:
    wins = first_game(game).measured
    assert wins.games >= 400
    assert abs(wins.won / wins.games - 2 / 3) < 0.1
    said = about(first_game(game))
    assert percent(wins.won / wins.games) in said
    assert often(wins.won / wins.games, exact=False) in said
    assert f"one choice in {wins.errs} at random" in said
    assert f"| {wins.won} |" in DOCS.read_text(encoding="utf-8")


def test_a_policy_that_errs_is_repeatable_and_plays_worse() -> None:
    game = load_game("dark")
    options = {"target": "3"}
    once, again = (play_out(game, seats=2, seed=4, policy="greedy~2", options=options) for _ in range(2))
    assert once == again
    assert once != play_out(game, seats=2, seed=4, policy="greedy", options=options)


@pytest.mark.parametrize("name", ["clever", "greedy~", "greedy~0", "greedy~x", "~4"])
def test_a_policy_that_there_is_not_is_no_policy(name: str) -> None:
    with pytest.raises(KeyError):
        policy_named(load_game("dark"), name)

"""A match: every deal is played from both sides, and the interval is over pairs."""

from random import Random

import pytest

from rising_tutor.analysis.match import MANY, standing


def test_who_wins_from_both_seats_has_every_point() -> None:
    found = standing(["seat 1"] * 40, ["seat 2"] * 40)
    better, worse = found.sides
    assert (better.won, better.won_as_seat, better.share) == (80, (40, 40), 1.0)
    assert (worse.won, worse.share) == (0, 0.0)
    assert better.interval[0] < 1.0 == better.interval[1]


def test_a_deal_that_decides_alone_gives_each_side_half() -> None:
    found = standing(["seat 1", "seat 2"] * 30, ["seat 1", "seat 2"] * 30)
    assert [side.share for side in found.sides] == [0.5, 0.5]
    assert [side.won_as_seat for side in found.sides] == [(30, 30), (30, 30)]


def test_draws_and_unfinished_games_count_half_and_are_told() -> None:
    found = standing(["draw", "unfinished"], ["draw", "seat 2"])
    assert (found.drawn, found.unfinished) == (2, 1)
    assert [side.share for side in found.sides] == [0.625, 0.375]


@pytest.mark.parametrize("pairs", [5, MANY - 1, MANY, 200])
def test_the_interval_holds_the_true_share_about_as_often_as_it_says(pairs: int) -> None:
    """Deals that favour a seat: the two games of a pair hang together, as those of cards do."""
    rng, held, rounds = Random(pairs), 0, 400
    for _ in range(rounds):
        first, second = [], []
        for _ in range(pairs):
            good_deal = rng.random() < 0.5
            first.append("seat 1" if rng.random() < (0.9 if good_deal else 0.3) else "seat 2")
            second.append("seat 2" if rng.random() < (0.6 if good_deal else 0.2) else "seat 1")
        side = standing(first, second).sides[0]
        held += side.interval[0] <= 0.5 <= side.interval[1]
        assert 0 <= side.interval[0] <= side.share <= side.interval[1] <= 1
    assert held >= 0.92 * rounds


def test_games_without_their_pair_are_refused() -> None:
    for first, second in (([], []), (["draw"], [])):
        with pytest.raises(ValueError, match="are no pairs"):
            standing(first, second)

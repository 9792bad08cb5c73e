"""A review of more than two opponents is refused with a sentence, everywhere; one of two is made at every seat."""

from typing import Any

import pytest
from msgspec.structs import replace

from rising_tutor.analysis.ledger import ledger_of
from rising_tutor.analysis.ledger.jobs import ledger_with_jobs, review_apart
from rising_tutor.analysis.review import review_of
from rising_tutor.cli.analyze import reviewed
from rising_tutor.core.ids import Seat
from rising_tutor.core.playthrough import follow
from rising_tutor.core.registry import load_game
from rising_tutor.core.valuation import not_reviewable
from rising_tutor.errors import NotReviewable
from rising_tutor.replay import Scribe, Verified, header_of, replay_of, verify, write
from rising_tutor.tutor.replay.player import ReplayPlayer
from rising_tutor.tutor.review.controller import GameReview
from rising_tutor.tutor.review.tree import TreeController
from tests.testkit.coin_and_hand.offered import OfferingCoinAndHand

COIN: Any = load_game("coin-and-hand")
WHY = "Reviews are for two opponents: with 3 seats"


class ForThree(OfferingCoinAndHand):
    """Says that three may sit down; what they do does not matter."""

    info = replace(OfferingCoinAndHand.info, max_seats=3)

    def start(self, seats: int, options: Any = None) -> Any:
        return super().start(2, options)


def recorded(game: Any, n_seats: int) -> Verified:
    trail = follow(game, seats=n_seats, seed=3, options={"points": "2"})
    scribe = Scribe(game)
    for made in trail.positions:
        scribe.line(made.state, made.move)
    replay = replay_of(header_of(game, n_seats, options={"points": "2"}), scribe, trail.end)
    return verify(write(replay, "a.replay"), "a.replay", game=game)


@pytest.fixture(scope="module")
def for_three() -> Verified:
    return recorded(ForThree(), 3)


def test_a_review_of_three_opponents_is_refused_wherever_one_can_be_asked_for(for_three: Verified) -> None:
    game, moves, start = for_three.game, for_three.moves, for_three.start
    asked = (
        lambda: ledger_of(game, moves, start, n_seats=3),
        lambda: ledger_with_jobs(game, moves, start, n_seats=3, jobs=2),
        lambda: review_of(for_three),
        lambda: review_apart(for_three, lambda done, total: None),
        lambda: reviewed(for_three, None, jobs=1),
        lambda: reviewed(for_three, None, jobs=2),
    )
    for ask in asked:
        with pytest.raises(NotReviewable, match=WHY):
            ask()


def test_the_page_says_so_and_offers_none(for_three: Verified) -> None:
    review = GameReview(ReplayPlayer(for_three, "three.replay"))
    assert not review.offered
    assert review.missing.startswith(WHY)
    review.begin()
    assert review.review is None


@pytest.mark.parametrize("n_seats", range(COIN.info.min_seats, COIN.info.max_seats + 1))
def test_every_number_of_seats_of_the_game_of_the_tests_has_a_review(n_seats: int) -> None:
    verified = recorded(COIN, n_seats)
    page = GameReview(ReplayPlayer(verified, "game.replay"))
    assert (page.offered, page.missing) == (True, "")
    review = review_of(verified)
    assert review.ledger.remainder == 0
    assert len(review.accounts) == n_seats
    assert {line.seat for line in review.ledger.lines if line.seat is not None} == {Seat(n) for n in range(n_seats)}


def test_where_all_win_or_lose_together_any_number_is_reviewed() -> None:
    fire = load_game("fire").info
    assert not any(not_reviewable(fire, n) for n in range(1, fire.max_seats + 1))
    assert not not_reviewable(COIN.info, 2)
    assert not_reviewable(COIN.info, 4).startswith("Reviews are for two opponents: with 4 seats")


def test_a_tree_of_three_opponents_is_refused_too(for_three: Verified) -> None:
    controller = TreeController()
    controller.show(ReplayPlayer(for_three, "a.replay"))
    assert controller.missing.startswith("Trees are for two opponents: with 3 seats")

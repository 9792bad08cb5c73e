"""The chance to win as a picture: one curve a seat where they are opposed, one for the table where they are not."""

from typing import Any

import pytest

from rising_tutor.analysis.plain_value import PlainValuation
from rising_tutor.analysis.review import Review, review_of
from rising_tutor.core.playthrough import follow
from rising_tutor.plots import wins
from rising_tutor.plots.along import by_action
from rising_tutor.plots.wins import track_of
from rising_tutor.replay import Scribe, header_of, replay_of, verify, write
from tests.testkit.coin_and_hand import CoinAndHand

COIN: Any = CoinAndHand()


@pytest.fixture(scope="module")
def review() -> Review:
    trail = follow(COIN, seats=2, seed=3, options={"points": "2"})
    scribe = Scribe(COIN)
    for at in trail.positions:
        scribe.line(at.state, at.move)
    header = header_of(COIN, 2, options={"points": "2"}, names=("Ann", "Ben"))
    text = write(replay_of(header, scribe, trail.end), "coin.replay")
    verified = verify(text, "coin.replay")
    return review_of(verified, valuation=PlainValuation(COIN, most=40, playouts=2))


def test_two_opponents_have_a_curve_each(review: Review) -> None:
    ledger = review.ledger
    labels = [str(at) for at in range(len(ledger.lines) + 1)]
    track = track_of(ledger, labels, lambda line: line.move, review.names)
    (first, mine), (second, theirs) = track.curves()
    assert (first, second) == ("Ann", "Ben")
    assert all(one + other == pytest.approx(1) for one, other in zip(mine, theirs, strict=True))
    assert mine[-1] in (0, 0.5, 1)
    axis = by_action(((0, "turn 1"),), len(ledger.lines))
    figure = wins.figure(track, axis)
    assert [trace.name for trace in figure.data if trace.mode == "lines"] == ["Ann", "Ben"]
    heads, rows = wins.table(track, axis, [line.move for line in ledger.lines])
    assert heads[:3] == ("after", "Ann", "Ben")
    assert {len(row) for row in rows} == {len(heads)}
    assert float(wins.now(track, 0)[0]) + float(wins.now(track, 0)[1]) == pytest.approx(100)
    assert wins.summary(track).startswith("For Ann; Ben has what is left.")


def test_where_all_win_or_lose_together_there_is_one_curve() -> None:
    track = wins.Track((0.5, 1.0), ("start", "end"))
    assert track.curves() == ((wins.CURVE, (0.5, 1.0)),)

"""How far an estimate may be off: both ends rise with it and never jump, whatever the bands are that were measured."""

from itertools import pairwise
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from rising_tutor.core.band import Band, interval
from rising_tutor.core.registry import load_game
from rising_tutor.core.valuation import EXACT, valued_game

STEP = 1e-4
AMOUNT = st.floats(-1, 1, allow_nan=False).map(lambda amount: round(amount, 3))


@st.composite
def tables(draw: Any) -> tuple[Band, ...]:
    """Any bands that a file may have: ranges of every width, even none, ends on either side of the chance."""
    edges = sorted(draw(st.lists(st.integers(0, 1000), max_size=7)))
    return tuple(Band(edge / 1000, draw(AMOUNT), draw(AMOUNT)) for edge in (*edges, 1000))


def shipped() -> list[tuple[Band, ...]]:
    found = [valued_game(load_game(name)) for name in ("fire", "death", "dark")]
    return [game.valuation().label.bands for game in found if game is not None]


def holds(bands: tuple[Band, ...], chances: list[float]) -> None:
    chances = sorted({*chances, *(edge for band in bands for edge in (band.upto, band.upto + STEP) if edge <= 1)})
    ends = [interval(bands, chance) for chance in chances]
    begins = (0.0, *(band.upto for band in bands))
    wide = [band for begin, band in zip(begins, bands, strict=False) if band.upto > begin]
    for chance, (low, high) in zip(chances, ends, strict=True):
        assert 0 <= low <= chance <= high <= 1
        band = next(band for band in wide if chance <= band.upto)
        assert low <= max(0.0, chance + band.low) + 1e-9, "an end is nearer than its band says"
        assert high >= min(1.0, chance + band.high) - 1e-9, "an end is nearer than its band says"
    for (low, high), (next_low, next_high) in pairwise(ends):
        assert next_low >= low - 1e-9
        assert next_high >= high - 1e-9


def never_jumps(bands: tuple[Band, ...]) -> None:
    """No end changes by more than its steepest line can: 1 for the chance, 1 for a band in half of its range."""
    edges = sorted({0.0, *(band.upto for band in bands)})
    width = min(right - left for left, right in pairwise(edges))
    most = (1 + 2 / (width / 2)) * width / 100
    places = [edge + side * width / 200 for edge in edges for side in (-1, 0, 1)]
    found = [interval(bands, place) for place in places if 0 <= place <= 1]
    kept = [place for place in places if 0 <= place <= 1]
    for (at, one), (after, other) in pairwise(zip(kept, found, strict=True)):
        if after - at <= width / 200 + 1e-12:
            assert other[0] - one[0] <= most
            assert other[1] - one[1] <= most


@given(tables(), st.lists(st.floats(0, 1), min_size=2, max_size=40))
@example((Band(0.2, -0.1, 0.575), Band(0.5, -0.4, 0.373), Band(1.0, 0.0, 0.0)), [0.156, 0.22])
@example((Band(0.0, 0.0, 1.0), Band(0.5, 0.3, -0.3), Band(0.5, -1.0, 1.0), Band(1.0, 0.0, 0.0)), [0.0, 0.5, 1.0])
def test_whatever_was_measured_the_ends_rise_with_the_chance_and_hold_it(
    bands: tuple[Band, ...], chances: list[float]
) -> None:
    holds(bands, chances)


@given(tables())
def test_whatever_was_measured_no_end_jumps(bands: tuple[Band, ...]) -> None:
    never_jumps(bands)


@pytest.mark.parametrize("bands", shipped(), ids=("fire", "death", "dark"))
def test_the_bands_of_every_title_rise_with_v_never_jump_and_hold_it(bands: tuple[Band, ...]) -> None:
    assert bands
    holds(bands, [at / 1000 for at in range(1, 1000)])
    never_jumps(bands)


def test_in_the_middle_of_a_range_its_band_holds_as_it_was_measured() -> None:
    bands = (Band(0.4, -0.1, 0.1), Band(1.0, -0.2, 0.15))
    assert interval(bands, 0.2) == pytest.approx((0.1, 0.3))
    assert interval(bands, 0.7) == pytest.approx((0.5, 0.85))
    assert interval(bands, 0.4) == pytest.approx((0.2, 0.55))


@pytest.mark.parametrize("name", ["fire", "death", "dark"])
def test_a_decided_game_is_sure_and_what_has_a_band_is_never_called_exact(name: str) -> None:
    game = valued_game(load_game(name))
    assert game is not None
    label = game.valuation().label
    assert label.interval(0) == (0, 0)
    assert label.interval(1) == (1, 1)
    assert EXACT not in (label.how(solved=True), label.how(solved=False))
    assert label.how(solved=True) != label.how(solved=False)

"""Chances against results and playouts: noise taken off without bias, games and not positions independent."""

from math import sqrt
from random import Random

import pytest

from rising_tutor.analysis.calibration import (
    EDGES,
    Difference,
    Foretold,
    Played,
    bands_of,
    by_range,
    calibration,
    compare,
    range_of,
    spread_of_mean,
)


def drawn(n, n_playouts, error, seed):
    """Positions whose true chance is off by a normal error of known size, with playouts of the true one."""
    rng = Random(seed)
    rows = []
    for _ in range(n):
        said = rng.uniform(0.3, 0.7)
        true = min(1.0, max(0.0, said + rng.gauss(0.03, error)))
        rows.append(Played(said, sum(rng.random() < true for _ in range(n_playouts)), n_playouts))
    return rows


@pytest.mark.parametrize("n_playouts", [4, 16, 64])
def test_noise_of_playouts_is_taken_off_however_few_they_are(n_playouts):
    found = compare(drawn(8000, n_playouts, 0.08, "noise"))
    assert found.mean == pytest.approx(0.03, abs=0.008)
    assert found.noise == pytest.approx(sqrt(0.24 / n_playouts), rel=0.06)
    assert found.seen > found.rms
    assert found.rms == pytest.approx(sqrt(0.08**2 + 0.03**2), abs=0.008)
    low, high = found.range
    if n_playouts > 4:  # with four, half the width is more than the error
        assert low == pytest.approx(0.03 - 1.96 * 0.08, abs=0.025)
        assert high == pytest.approx(0.03 + 1.96 * 0.08, abs=0.025)


def test_numbers_that_are_right_have_no_error_left():
    rng = Random("right")
    rows = []
    for _ in range(3000):
        said = rng.random()
        rows.append(Played(said, sum(rng.random() < said for _ in range(10)), 10))
    found = compare(rows)
    assert found.seen > 0.1
    assert found.rms < 0.03
    assert abs(found.mean) < 0.01


def test_a_range_keeps_half_its_width_where_only_noise_is_seen():
    rng = Random("few")
    rows = [Played(0.02, sum(rng.random() < 0.02 for _ in range(12)), 12) for _ in range(30)]
    found = compare(rows)
    shares = sorted(row.difference for row in rows)
    assert found.range[1] - found.range[0] >= 0.5 * (shares[-2] - shares[0]) > 0
    assert found.range[0] < found.mean < found.range[1]


def test_ranges_split_the_chances_and_become_bands():
    rows = drawn(2000, 50, 0.05, "ranges")
    parts = by_range(rows)
    assert [part.high for part in parts] == [0.5, 0.8]
    assert sum(part.positions for part in parts) == 2000
    bands = bands_of(parts)
    assert [band.upto for band in bands] == list(EDGES)
    assert all(band.low <= 0 <= band.high for band in bands)
    # Those without positions have the band of their neighbours.
    assert bands[-2] == type(bands[-2])(0.95, bands[-3].low, bands[-3].high)
    assert bands_of(()) == ()


def test_a_band_holds_the_number_itself_even_if_all_were_too_low():
    one = Difference(0.0, 1.0, 9, 0.2, 0.01, 0.2, 0.0, 0.2, (0.1, 0.3))
    assert {(band.low, band.high) for band in bands_of([one])} == {(0.0, 0.3)}


def test_every_chance_has_its_range():
    assert [range_of(x) for x in (0.0, 0.05, 0.0500001, 0.2, 0.8, 0.95, 0.96, 1.0)] == [0, 0, 1, 1, 3, 4, 5, 5]


def test_positions_of_one_game_do_not_make_it_surer():
    rng = Random("games")
    alone = [Foretold(0.5, rng.random() < 0.5, n, ()) for n in range(400)]
    repeated = [row for row in alone for _ in range(20)]
    assert spread_of_mean(repeated) == pytest.approx(spread_of_mean(alone), rel=1e-9)
    assert spread_of_mean(alone) == pytest.approx(0.025, rel=0.05)
    assert spread_of_mean(alone[:1]) == float("inf")


def test_deciles_groups_and_baselines():
    rows = [Foretold(0.05, False, 1, ("2 Teams", "a")), Foretold(0.95, True, 2, ("2 Teams", "b"))]
    rows += [Foretold(0.55, n % 2 == 0, 10 + n, ("3 Teams", "a")) for n in range(4)]
    rows += [Foretold(1.0, True, 20, ("3 Teams", "b"))]
    found = calibration(rows, ("players", "phase"))
    assert [group.name for group in found.deciles] == ["0 to 10 %", "50 to 60 %", "90 to 100 %"]
    assert [group.positions for group in found.deciles] == [1, 4, 2]
    assert [(kind, [group.name for group in groups]) for kind, groups in found.groups] == [
        ("players", ["2 Teams", "3 Teams"]),
        ("phase", ["a", "b"]),
    ]
    assert found.all.won == pytest.approx(4 / 7)
    assert found.all.constant == pytest.approx(4 / 7 * 3 / 7)
    # Only the four of three Teams in phase a are not told apart by their group.
    assert found.by_group == pytest.approx(4 * 0.25 / 7)
    assert found.error == pytest.approx((0.05 + 4 * 0.05 + 2 * 0.025) / 7)
    assert found.all.brier == pytest.approx((0.05**2 + 0.05**2 + 2 * 0.45**2 + 2 * 0.55**2 + 0) / 7)

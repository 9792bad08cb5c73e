"""Percentages never round into a lie: what is not whole never reads as certain, impossible or equal."""

from fractions import Fraction

import pytest

from rising_tutor.probability.dice_turn.answer import Amount
from rising_tutor.probability.percents import number, percent, percent_of, size

SMALL = [Fraction(1, 10**n) for n in (4, 5, 9, 12, 40, 400)]


@pytest.mark.parametrize("little", SMALL)
def test_nearly_certain_and_nearly_impossible_are_told_from_certain_and_impossible(little: Fraction) -> None:
    assert percent(little) == "< 0.1 %"
    assert percent(1 - little) == "> 99.9 %"
    assert percent_of(Amount.exact(1 - little)) == "> 99.9 %"
    assert size(little, points=True) == size(-little, points=True) == "< 0.1"


def test_no_percentage_has_more_than_one_decimal_and_each_is_within_half_of_it() -> None:
    for n in range(1, 3000):
        shown = percent(Fraction(n, 3000))
        if shown[0] in "<>":
            assert n in {1, 2999}
            continue
        whole, _, decimals = shown.removesuffix(" %").partition(".")
        assert len(decimals) == 1
        assert abs(float(f"{whole}.{decimals}") - n / 30) <= 0.05 + 1e-9


def test_a_decimal_alone_is_never_called_certain() -> None:
    assert [percent_of(Amount(None, n)) for n in (0.0, 1.0)] == ["< 0.1 %", "> 99.9 %"]
    assert [percent_of(Amount.exact(Fraction(n))) for n in (0, 1)] == ["0 %", "100 %"]


def test_only_no_difference_reads_as_none() -> None:
    assert size(0, points=True) == size(Fraction(0), points=False) == "0"
    assert size(Fraction(1, 2001), points=False) == "< 0.001"
    assert size(Fraction(1, 8), points=True) == "12.5"


@pytest.mark.parametrize("whole", [0, 1, 2, 7])
def test_an_expected_number_that_is_not_whole_never_looks_it(whole: int) -> None:
    assert number(float(whole)) == str(whole)
    assert number(whole + 1e-6) == f"< {whole}.001"
    assert number(whole + 1 - 1e-6) == f"> {whole}.999"
    assert number(whole + 0.25) == f"{whole}.250"

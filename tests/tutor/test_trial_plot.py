"""The plot of trials: a chance goes from 0 to 100 %, nothing is cut, and every number stands where it belongs."""

import re
from fractions import Fraction
from itertools import pairwise
from typing import Any
from xml.etree.ElementTree import Element, fromstring

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from rising_tutor.lab.query import Number
from rising_tutor.lab.trials import MARKS
from rising_tutor.probability.dice_turn.simulate import NORMAL, WILSON, Point, interval
from rising_tutor.ui.components.trials import beside

DIGIT, GAP = 7, 3
"""How wide a digit of 12 pixels and a narrow space are, at most."""


@st.composite
def results(draw: Any, most: int = 1) -> tuple[list[Point], Number]:
    """Any exact number with any trials beside it, also those that came nowhere near it.

    Args:
        most: the largest amount that a trial can come to.
    """
    exact = draw(st.fractions(0, most, max_denominator=500))
    payoffs = [Fraction(amount) for amount in range(most + 1)]
    made = []
    for n in MARKS[: draw(st.integers(1, len(MARKS)))]:
        counts = [0] * len(payoffs)
        for at in draw(st.lists(st.integers(0, most), min_size=1, max_size=8)):
            counts[at] += n // 8
        counts[draw(st.integers(0, most))] += n - sum(counts)
        counts = [max(0, count) for count in counts]
        made.append(Point(n, *interval(payoffs, counts), WILSON if most == 1 else NORMAL))
    return made, Number(exact, "chance" if most == 1 else "value")


class Plot:
    """What is drawn, read from the drawing itself."""

    def __init__(self, made: list[Point], exact: Number) -> None:
        parts = "".join(str(part) for part in beside(made, exact, "7"))  # type: ignore[union-attr]
        svg = fromstring(re.search(r"<svg.*?</svg>", parts, re.DOTALL)[0])  # type: ignore[index]  # noqa: S314 - our own
        self.width, self.height = (float(number) for number in svg.attrib["viewBox"].split()[2:])
        self.texts = [(one.text or "", one) for one in svg.iter("text")]
        frame = next(svg.iter("rect")).attrib
        self.left, self.top = float(frame["x"]), float(frame["y"])
        self.right, self.bottom = self.left + float(frame["width"]), self.top + float(frame["height"])
        self.exact = float(self._path(svg, "exact")[0].split()[1].partition("H")[0])
        self.whiskers = [[float(y) for y in re.findall(r" ([-\d.]+)h8", d)] for d in self._path(svg, "interval")]
        self.means = [(float(one.attrib["cx"]), float(one.attrib["cy"])) for one in svg.iter("circle")]

    @staticmethod
    def _path(svg: Element, cls: str) -> list[str]:
        return [one.attrib["d"] for one in svg.iter("path") if one.attrib["class"] == cls]

    def named(self, cls: str) -> list[tuple[str, float, float]]:
        """The words along an axis with their places."""
        return [
            (words, float(one.attrib["x"]), float(one.attrib["y"]))
            for words, one in self.texts
            if one.attrib["class"].split()[0] == cls
        ]


def lies_inside(plot: Plot, made: list[Point]) -> None:
    heights = [plot.exact, *(y for pair in plot.whiskers for y in pair), *(y for _, y in plot.means)]
    assert all(plot.top < y < plot.bottom for y in heights), "something is cut off or lies on the frame"
    assert len(plot.whiskers) == len(plot.means) == len(made)
    assert all(plot.left < x - 4 and x + 4 < plot.right for x, _ in plot.means)
    for (low, high), (_, mean) in zip(plot.whiskers, plot.means, strict=True):
        assert high <= mean <= low


def in_step(plot: Plot, made: list[Point], exact: Number) -> None:
    """Heights go with amounts: what is drawn in one place is said to be there."""
    amounts = [(float(exact.amount), plot.exact)]
    for one, (low, high), (_, mean) in zip(made, plot.whiskers, plot.means, strict=True):
        amounts += [(one.low, low), (one.high, high), (one.mean, mean)]
    amounts.sort()
    (first, below), (last, above) = amounts[0], amounts[-1]
    for amount, y in amounts:
        if last > first:
            assert y == pytest.approx(below + (above - below) * (amount - first) / (last - first), abs=0.2)


@given(results())
@example(([Point(10, *interval([Fraction(0), Fraction(1)], [10, 0]), WILSON)], Number(Fraction(13, 100), "chance")))
@example(([Point(10, *interval([Fraction(0), Fraction(1)], [0, 10]), WILSON)], Number(Fraction(1), "chance")))
@example(([Point(1, *interval([Fraction(0), Fraction(1)], [1, 0]), WILSON)], Number(Fraction(0), "chance")))
def test_a_chance_goes_from_0_to_100_and_nothing_is_cut(found: tuple[list[Point], Number]) -> None:
    made, exact = found
    plot = Plot(made, exact)
    lies_inside(plot, made)
    in_step(plot, made, exact)
    per_point = (plot.bottom - plot.top) / 1.1
    for words, _, y in plot.named("y"):
        percent = re.fullmatch(r"(\d+(?:\.\d)?) %", words)
        if percent:
            assert y - 4 == pytest.approx(plot.bottom - per_point * (0.05 + float(percent[1]) / 100), abs=0.3)
    ends = {words for words, _, _ in plot.named("y")}
    assert ends >= {"0 %", "100 %"} or not 0.15 < exact.amount < 0.85


@given(results(most=4))
def test_a_value_has_all_its_intervals_in_the_frame(found: tuple[list[Point], Number]) -> None:
    made, exact = found
    plot = Plot(made, exact)
    lies_inside(plot, made)
    in_step(plot, made, exact)


@given(results())
def test_every_power_of_ten_stands_below_its_trials_and_none_on_another(found: tuple[list[Point], Number]) -> None:
    made, exact = found
    plot = Plot(made, exact)
    labels = plot.named("x")
    numbers = {int(re.sub(r"\D", "", words)): x for words, x, _ in labels}
    assert [*numbers] == [1, 10, 100, 1_000, 10_000, 100_000]
    at = {one.n: x for one, (x, _) in zip(made, plot.means, strict=True)}
    assert all(at[n] == x for n, x in numbers.items() if n in at)
    wide = [sum(DIGIT if sign.isdigit() else GAP for sign in words) / 2 for words, _, _ in labels]
    reach = [(x - half, x + half) for half, (_, x, _) in zip(wide, labels, strict=True)]
    assert all(right + 2 * GAP < left for (_, right), (left, _) in pairwise(reach))
    assert reach[0][0] >= 0
    assert reach[-1][1] <= plot.width
    rows = sorted(y for _, _, y in plot.named("y"))
    assert all(below - above >= 12 for above, below in pairwise(rows))

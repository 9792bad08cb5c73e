"""Values to move in a cell, and the text that a function returns for them."""

from typing import Any

import pytest

from rising_tutor.errors import BadArgument
from rising_tutor.widgets import Explore


def send(explore: Explore, **fields: str) -> None:
    explore.view._take(explore.view, {"do": "values", "at": -1, "fields": fields}, [])


def shared(dice: int, faces: int, exact: bool = False) -> str:
    return f"{faces}/6 with {dice} dice{', exact' if exact else ''}"


def test_sliders_and_boxes_choose_among_the_values_and_the_text_follows() -> None:
    explore = Explore(shared, {"dice": 2}, dice=range(1, 4), faces=[1, 3, 5], exact=(False, True))
    assert explore.text == "1/6 with 2 dice"
    send(explore, dice="2", faces="1", exact="on")
    assert explore.at == {"dice": 3, "faces": 3, "exact": True}
    assert explore.text == "3/6 with 3 dice, exact"
    assert explore.text in explore.view.parts["text"]
    assert 'aria-valuetext="3"' in explore.view.parts["values"]
    # What a browser may hand over besides changes nothing.
    send(explore, dice="99", faces="-1", other="1")
    assert explore.at == {"dice": 3, "faces": 3, "exact": False}


def test_a_saved_notebook_keeps_the_text_and_its_values() -> None:
    explore = Explore(shared, dice=range(1, 4), faces=[1, 3, 5])
    explore.at = {"dice": 2, "faces": 5}
    assert "dice 2, faces 5:" in explore.still()
    assert "5/6 with 2 dice" in explore.still()


def test_a_function_that_fails_leaves_text_and_values_unchanged() -> None:
    def inverse(n: int) -> str:
        return f"{1 / n}"

    explore = Explore(inverse, {"n": 2}, n=range(3))
    before = explore.view.parts
    send(explore, n="0")
    assert (explore.at, explore.text) == ({"n": 2}, "0.5")
    assert explore.view.parts == before
    assert "That step failed" in explore.frame.parts["alert"]
    with pytest.raises(ZeroDivisionError):
        Explore(inverse, n=range(3))


@pytest.mark.parametrize(
    ("start", "values", "named"),
    [
        ({}, {"n": []}, "n"),
        ({}, {"n": "abc"}, "n"),
        ({}, {"n": range(2000)}, "n"),
        ({"n": 7}, {"n": range(3)}, "n"),
        ({"m": 1}, {"n": range(3)}, "at"),
    ],
)
def test_values_that_cannot_be_are_refused_by_name(start: Any, values: Any, named: str) -> None:
    with pytest.raises(BadArgument) as refused:
        Explore(lambda **_: "", start, **values)
    assert refused.value.argument == named


def test_what_is_no_function_is_refused() -> None:
    with pytest.raises(BadArgument):
        Explore("text")  # type: ignore[arg-type]

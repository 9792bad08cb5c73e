"""Heroes that add a die to the pool, free and once per turn."""

import pytest

from tests.testkit.scene import Scene


def ready(hero: str, *row: str) -> Scene:
    """Step 3 before the first roll; the row is the Hero alone unless told."""
    return Scene("toph", "aang").row("toph", *(row or (hero,))).step_3("toph", waiting="green")


@pytest.mark.parametrize(
    ("hero", "colour"),
    [
        pytest.param("yangchen", "yellow", marks=pytest.mark.card("yangchen")),
        pytest.param("pakku", "blue", marks=pytest.mark.card("pakku")),
        pytest.param("bumi", "green", marks=pytest.mark.card("bumi")),
        pytest.param("jeong-jeong", "red", marks=pytest.mark.card("jeong-jeong")),
    ],
)
def test_adds_a_die_of_its_colour_once_a_turn(hero: str, colour: str) -> None:
    s = ready(hero)
    stock = dict(s.view().stock)
    s.do(f"use {hero}")
    assert sorted(s.waiting()) == sorted(["green", colour])
    assert dict(s.view().stock)[colour] == stock[colour] - 1
    s.refused(f"use {hero}", "FNR-420")
    s.do("roll")
    assert len(s.outcomes()) == (15 if colour == "green" else 25), "both dice are rolled"


@pytest.mark.card("yangchen", "pakku", "bumi", "jeong-jeong")
@pytest.mark.parametrize("hero", ["yangchen", "pakku", "bumi", "jeong-jeong"])
def test_a_colour_that_is_all_in_use_adds_nothing_and_uses_the_ability_up(hero: str) -> None:
    s = ready(hero)
    s.set(stock=(0, 0, 0, 0)).do(f"use {hero}")
    assert s.waiting() == ["green"]
    assert s.happened("DieNotAdded")
    s.refused(f"use {hero}", "FNR-420")


@pytest.mark.card("yangchen")
def test_yangchen_helps_at_any_moment_of_step_3_and_only_her_own_team() -> None:
    s = Scene("toph", "aang").row("toph", "yangchen").row("aang", "pakku").at(1, "bumi").step_3("toph", shown="green E")
    s.refused("use pakku", "FNR-421").refused("use bumi", "FNR-421")
    s.do("green E > bumi", "use yangchen")
    assert s.waiting() == ["yellow"]


@pytest.mark.card("aang")
@pytest.mark.parametrize("colour", ["green", "blue", "red", "yellow"])
def test_aang_adds_a_die_of_any_colour_beside_a_hero_that_is_not_air(colour: str) -> None:
    s = ready("aang", "momo", "aang", "toph").do("use aang", f"take {colour}")
    assert sorted(s.waiting()) == sorted(["green", colour])
    s.refused("use aang", "FNR-420")


@pytest.mark.card("aang")
@pytest.mark.parametrize("row", [("aang",), ("aang", "momo"), ("momo", "aang", "gyatso"), ("aang", "momo", "toph")])
def test_aang_cannot_be_used_alone_or_among_air_heroes(row: tuple[str, ...]) -> None:
    ready("aang", *row).refused("use aang", "FNR-909")


@pytest.mark.card("aang")
def test_aang_may_take_none_and_may_choose_a_colour_that_is_all_in_use() -> None:
    assert ready("aang", "aang", "toph").do("use aang", "done").waiting() == ["green"]
    none_left = ready("aang", "aang", "toph").set(stock=(1, 1, 0, 1)).do("use aang", "take red")
    assert none_left.waiting() == ["green"]
    none_left.refused("use aang", "FNR-420")


@pytest.mark.card("hakoda")
def test_hakoda_adds_a_blue_die_with_another_water_hero_anywhere_in_the_row() -> None:
    s = ready("hakoda", "hakoda", "toph", "yue").do("use hakoda")
    assert s.waiting() == ["green", "blue"]
    s.refused("use hakoda", "FNR-420")
    ready("hakoda", "hakoda", "toph", "aang").refused("use hakoda", "FNR-909")
    ready("hakoda").refused("use hakoda", "FNR-909")


@pytest.mark.card("tyro")
def test_tyro_adds_a_green_die_beside_an_earth_hero() -> None:
    s = ready("tyro", "yue", "tyro", "toph").do("use tyro")
    assert s.waiting() == ["green", "green"]
    s.refused("use tyro", "FNR-420")
    ready("tyro", "tyro", "yue", "toph").refused("use tyro", "FNR-909")
    ready("tyro").refused("use tyro", "FNR-909")


@pytest.mark.card("roku")
@pytest.mark.parametrize("colour", ["yellow", "red"])
@pytest.mark.parametrize("neighbour", ["zuko", "momo"])
def test_roku_adds_a_yellow_or_red_die_beside_a_fire_or_air_hero(neighbour: str, colour: str) -> None:
    s = ready("roku", "roku", neighbour).do("use roku")
    s.refused("take blue", "FNR-909").do(f"take {colour}")
    assert s.waiting() == ["green", colour]
    s.refused("use roku", "FNR-420")


@pytest.mark.card("roku")
def test_roku_needs_a_neighbour_and_may_take_none() -> None:
    ready("roku", "roku", "toph", "zuko").refused("use roku", "FNR-909")
    assert ready("roku", "roku", "zuko").do("use roku", "done").waiting() == ["green"]


@pytest.mark.card("kyoshi")
@pytest.mark.parametrize("colour", ["green", "red"])
def test_kyoshi_adds_a_green_or_red_die(colour: str) -> None:
    s = ready("kyoshi").do("use kyoshi")
    s.refused("take yellow", "FNR-909").do(f"take {colour}")
    assert s.waiting() == ["green", colour]
    s.refused("use kyoshi", "FNR-420")
    assert ready("kyoshi").do("use kyoshi", "done").waiting() == ["green"]

"""Heroes that reroll or turn dice directly after a roll, and The Mechanist, who keeps one."""

import pytest

from tests.testkit.scene import Scene


def rolled(*row: str, shown: str = "green EE F, blue W") -> Scene:
    return Scene("toph", "aang").row("toph", *row).at(1, "arnook", "june").step_3("toph", shown=shown)


ANY = [pytest.param(hero, marks=pytest.mark.card(hero)) for hero in ("arnook", "piandao")]
EVERY_REROLL = [pytest.param(hero, marks=pytest.mark.card(hero)) for hero in ("arnook", "piandao", "sokka", "teo")]


def with_hero(hero: str) -> Scene:
    """The Hero in the row; the locations hold others."""
    return Scene("toph", "aang").row("toph", hero).at(1, "yue", "june").step_3("toph", shown="green EE F, blue W")


@pytest.mark.parametrize("hero", ANY)
def test_rerolls_any_number_of_the_dice_just_rolled(hero: str) -> None:
    s = with_hero(hero).do(f"use {hero}", "pick green EE", "pick green F", "pick blue W")
    assert len(s.outcomes()) == 75
    s.chance("rolled green A W, blue WW")
    assert s.shown() == ["green A", "green W", "blue WW"]
    assert s.view().roll.n == 1, "a reroll is no new roll"
    s.refused(f"use {hero}", "FNR-420")


@pytest.mark.parametrize("hero", ANY)
def test_rerolls_one_and_keeps_the_rest(hero: str) -> None:
    s = with_hero(hero).do(f"use {hero}", "pick green F", "done").chance("rolled green E")
    assert s.shown() == ["green E", "green EE", "blue W"]


@pytest.mark.card("sokka")
def test_sokka_rerolls_up_to_two() -> None:
    s = with_hero("sokka").do("use sokka", "pick green F", "pick blue W").chance("rolled green E, blue A")
    assert s.shown() == ["green E", "green EE", "blue A"]
    one = with_hero("sokka").do("use sokka", "pick green F")
    assert "done" in one.legal()


@pytest.mark.card("teo")
def test_teo_rerolls_one() -> None:
    s = with_hero("teo").do("use teo")
    s.refused("pick green W", "FNR-431").do("pick green EE").chance("rolled green W")
    assert s.shown() == ["green W", "green F", "blue W"]
    s.refused("use teo", "FNR-420")


@pytest.mark.parametrize("hero", EVERY_REROLL)
def test_a_reroll_may_take_no_die_and_is_used_up(hero: str) -> None:
    s = with_hero(hero).do(f"use {hero}", "done")
    assert s.shown() == ["green EE", "green F", "blue W"]
    s.refused(f"use {hero}", "FNR-420")


@pytest.mark.parametrize("hero", EVERY_REROLL)
def test_a_reroll_comes_directly_after_a_roll(hero: str) -> None:
    before = Scene("toph", "aang").row("toph", hero).step_3("toph")
    before.refused(f"use {hero}", "FNR-431")
    with_hero(hero).do("blue W > yue").refused(f"use {hero}", "FNR-431")
    with_hero(hero).do("discard green F").refused(f"use {hero}", "FNR-431")
    again = with_hero(hero).do("blue W > yue", "roll").chance("rolled green E F")
    again.do(f"use {hero}", "pick green E")


TURNERS = [
    pytest.param(hero, die, same, other, marks=pytest.mark.card(hero))
    for hero, die, same, other in (
        ("toph", "green E", "EE", "F"),
        ("haru", "green EE", "E", "A"),
        ("huu", "blue WW", "W", "E"),
        ("guru-pathik", "yellow A", "AA", "F"),
        ("sun-warrior-chief", "red F", "FF", "W"),
    )
]


@pytest.mark.parametrize(("hero", "die", "same", "other"), TURNERS)
def test_turns_a_die_that_shows_its_symbol_to_another_face_of_it(hero: str, die: str, same: str, other: str) -> None:
    colour = die.split(maxsplit=1)[0]
    for face in (same, other):
        s = rolled(hero, shown=die).do(f"use {hero}", f"turn {die} to {face}")
        assert s.shown() == [f"{colour} {face}"]
        s.refused(f"use {hero}", "FNR-420")
    assert rolled(hero, shown=die).do(f"use {hero}", "done").shown() == [die]


@pytest.mark.parametrize(("hero", "die", "same", "other"), TURNERS)
def test_a_turn_needs_a_die_with_the_symbol_directly_after_a_roll(hero: str, die: str, same: str, other: str) -> None:
    colour = die.split(maxsplit=1)[0]
    rolled(hero, shown=f"{colour} {other}").refused(f"use {hero}", "FNR-432")
    Scene("toph", "aang").row("toph", hero).step_3("toph").refused(f"use {hero}", "FNR-910")
    rolled(hero, shown=f"{die} {other}").do(f"discard {colour} {other}").refused(f"use {hero}", "FNR-910")
    s = rolled(hero, shown=f"{die} {other}").do(f"use {hero}")
    s.refused(f"turn {colour} {other} to {same}", "FNR-432")


@pytest.mark.card("toph", "haru")
def test_a_die_without_a_double_of_the_symbol_has_none_to_turn_to() -> None:
    s = rolled("toph", shown="blue E").do("use toph")
    assert s.legal() == ["turn blue E to W", "turn blue E to WW", "turn blue E to A", "turn blue E to F", "done"]


@pytest.mark.card("the-mechanist")
def test_the_mechanist_keeps_a_die_and_moves_it_in_a_later_turn() -> None:
    s = Scene("toph", "aang").row("toph", "the-mechanist").row("aang", "aang")
    s.at(1, "haru", "june", "yue").at(2, "suki", "bato", "roku").at(3, "huu", "zhao", "kuruk")
    s.step_3("toph", shown="green EE F").do("green EE > the-mechanist")
    assert s.member("the-mechanist").parked == "green:EE"
    assert s.happened("DieParked")
    s.refused("green F > the-mechanist", "FNR-603").refused("move the-mechanist > haru", "FNR-603")
    s.do("stop").play_on("turn.1")
    assert s.member("the-mechanist").parked == "green:EE"
    assert dict(s.view().stock)["green"] == 4, "the die is missing from the stock"

    s.step_3("toph", shown="red F")
    s.refused("move the-mechanist > june", "FNR-412")
    s.do("move the-mechanist > haru")
    assert s.spot("haru").dice == ("green:EE",), "a double counts two there"
    assert s.member("the-mechanist").parked == ""
    assert s.view().roll.duty == "owed", "a parked die is no die of the roll"
    s.do("red F > the-mechanist").do("stop", "join haru left").play_on("turn.1")
    assert s.member("the-mechanist").parked == "red:F"
    assert dict(s.view().stock) == {"green": 5, "blue": 4, "red": 3, "yellow": 3}


@pytest.mark.card("the-mechanist")
def test_the_die_on_the_mechanist_goes_back_when_he_leaves() -> None:
    s = Scene("toph", "aang").row("toph", "toph", "the-mechanist 4").row("aang", "aang").park("the-mechanist", "red FF")
    s.step("clear_heroes", "toph")
    assert s.cards("toph") == ("toph",)
    assert dict(s.view().stock)["red"] == 4


@pytest.mark.card("the-mechanist")
def test_the_mechanist_takes_any_rolled_die_but_no_token() -> None:
    s = Scene("toph", "aang").row("toph", "the-mechanist").tokens("toph", "extra-fire").step_3("toph", shown="blue A")
    s.refused("token extra-fire > the-mechanist", "FNR-603").do("blue A > the-mechanist")
    assert s.member("the-mechanist").parked == "blue:A"

"""Chapter 4: abilities that roll dice again or change a face."""

import pytest

from rising_tutor.errors import UnreadableMove
from rising_tutor.games.rising.actions import TurnDie
from tests.testkit.scene import Scene


@pytest.mark.rule("FNR-431")
def test_chosen_dice_are_rolled_again_without_assigning_before() -> None:
    s = Scene("aang", "toph").row("aang", "sokka").step_3("aang", shown="green E, blue W, yellow A F")
    s.do("use sokka", "pick green E", "pick yellow A").chance("rolled green A, yellow W")
    assert s.view().roll.shown == ("green:A", "blue:W", "yellow:W", "yellow:F")
    assert (s.view().roll.n, s.view().roll.duty) == (1, "owed")
    s.refused("use sokka", "FNR-420")


@pytest.mark.rule("FNR-431")
def test_the_card_may_set_a_smaller_number_of_dice() -> None:
    s = Scene("aang", "toph").row("aang", "teo").step_3("aang", shown="green E, blue W, yellow A F")
    s.do("use teo", "pick green E")
    assert sum(s.outcomes().values()) == 6


@pytest.mark.rule("FNR-431")
@pytest.mark.parametrize("move", ["blue W > balance", "discard yellow F"])
def test_a_reroll_comes_before_any_die_of_the_roll_is_used(move: str) -> None:
    s = Scene("aang", "toph").row("aang", "sokka").step_3("aang", shown="green E, blue W, yellow A F").do(move)
    s.refused("use sokka", "FNR-431")
    assert "directly after a roll" in s.refusal("use sokka").why
    s.do("roll")
    s.chance(next(iter(s.outcomes())))
    assert "use sokka" in s.legal()


@pytest.mark.rule("FNR-431")
def test_a_reroll_is_refused_before_the_first_roll() -> None:
    Scene("aang", "toph").row("aang", "sokka").step_3("aang").refused("use sokka", "FNR-431")


@pytest.mark.rule("FNR-431", "FNR-1109")
def test_a_symbol_token_does_not_close_the_reroll_but_a_die_does() -> None:
    s = Scene("aang", "toph").row("aang", "sokka").at(1, "yue", "gyatso").tokens("aang", "extra-water")
    s.step_3("aang", shown="green E, blue W, yellow A F").do("token extra-water > yue")
    assert "use sokka" in s.legal()
    s.do("yellow A > gyatso")
    assert "use sokka" not in s.legal()


@pytest.mark.rule("FNR-432")
def test_a_changed_die_turns_to_any_other_of_its_faces() -> None:
    s = Scene("zuko", "toph").row("zuko", "sun-warrior-chief").step_3("zuko", shown="red F A, yellow W")
    s.do("use sun-warrior-chief")
    assert set(s.legal()) == {f"turn red F to {face}" for face in ("FF", "A", "W", "E")} | {"done"}
    s.refused("turn yellow W to A", "FNR-432")
    assert s.refusal("turn yellow W to A").why.endswith("does not show Fire.")
    s.do("turn red F to FF")
    assert s.view().roll.shown == ("red:FF", "red:A", "yellow:W")


@pytest.mark.rule("FNR-432")
def test_a_double_shows_the_symbol_too_and_may_become_a_single() -> None:
    s = Scene("zuko", "toph").row("zuko", "sun-warrior-chief").step_3("zuko", shown="red FF A")
    s.do("use sun-warrior-chief")
    assert set(s.legal()) == {f"turn red FF to {face}" for face in ("F", "A", "W", "E")} | {"done"}


@pytest.mark.rule("FNR-432")
def test_without_a_die_that_shows_the_symbol_the_ability_is_refused() -> None:
    s = Scene("zuko", "toph").row("zuko", "sun-warrior-chief").step_3("zuko", shown="red A, yellow W")
    s.refused("use sun-warrior-chief", "FNR-432")
    assert "No unassigned die shows Fire" in s.refusal("use sun-warrior-chief").why


@pytest.mark.rule("FNR-433")
def test_a_face_that_is_not_on_the_die_cannot_be_chosen() -> None:
    s = Scene("zuko", "toph").row("zuko", "sun-warrior-chief").step_3("zuko", shown="green F E")
    s.do("use sun-warrior-chief")
    assert set(s.legal()) == {f"turn green F to {face}" for face in ("E", "EE", "A", "W")} | {"done"}
    refusal = s.game.check(s.state, TurnDie("green:F", "green:FF"))
    assert refusal is not None
    assert refusal.rule == "FNR-433"
    assert "green" in refusal.why
    with pytest.raises(UnreadableMove, match="E, EE, A, W, F"):
        s.game.read(s.state, "turn green F to FF")


@pytest.mark.rule("FNR-910")
@pytest.mark.parametrize(
    ("hero", "moves"),
    [
        ("toph", ("use toph", "turn green E to W")),
        ("teo", ("use teo", "pick green E", "rolled green W")),
    ],
)
def test_dice_that_were_changed_or_rolled_again_are_still_unassigned(hero: str, moves: tuple[str, ...]) -> None:
    s = Scene("toph", "aang").row("toph", hero).at(1, "yue").step_3("toph", shown="green E, blue F").run(*moves)
    assert s.view().roll.shown == ("green:W", "blue:F")
    assert s.view().roll.fresh
    s.refused("roll", "FNR-406").do("green W > yue")


@pytest.mark.rule("FNR-915")
@pytest.mark.parametrize("picked", [("yellow A",), ("green E", "blue W", "yellow A", "yellow F")])
def test_arnook_rerolls_any_subset_of_the_unassigned_dice_once(picked: tuple[str, ...]) -> None:
    s = Scene("aang", "toph").row("aang", "arnook").step_3("aang", shown="green E, blue W, yellow A F")
    s.do("use arnook", *(f"pick {die}" for die in picked))
    if len(picked) < 4:
        s.do("done")
    assert sum(s.outcomes().values()) == 6 ** len(picked)
    s.chance(next(iter(s.outcomes())))
    assert len(s.view().roll.shown) == 4
    assert s.view().roll.n == 1
    s.refused("use arnook", "FNR-420")


@pytest.mark.rule("FNR-915")
def test_arnook_does_not_touch_dice_that_were_used_and_waits_for_a_new_roll() -> None:
    s = Scene("aang", "toph").row("aang", "arnook").at(1, "yue").step_3("aang", shown="green E, blue W, yellow A F")
    s.do("blue W > yue").refused("use arnook", "FNR-431")
    s.run("roll", "rolled green E, yellow A F", "use arnook")
    assert {text for text in s.legal() if text.startswith("pick")} == {"pick green E", "pick yellow A", "pick yellow F"}

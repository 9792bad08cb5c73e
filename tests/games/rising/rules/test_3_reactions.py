"""Chapter 3: Heroes that react to Damage in step 2."""

import pytest

from tests.testkit.scene import Scene

STAY = "fire stay-0"


def attacked(*row: str, villains: tuple[str, ...] = (), **options: str) -> Scene:
    """Team Zuko is at the faced location; the attack of this turn is over."""
    s = Scene("zuko", "toph", **options).row("zuko", *row).at(2, *villains)
    return s.turn("zuko", facing=2).do("at 2").chance(STAY)


@pytest.mark.rule("FNR-318")
def test_a_hero_reacts_to_the_attack_before_step_3() -> None:
    s = attacked("cabbage-merchant").do("react cabbage-merchant").chance("drew red-die")
    assert s.held("zuko")["red-die"] == 1
    drawn = s.happened("TokenDrawn")
    assert [event.step for event in drawn] == ["turn.2c.attack"]
    assert s.state.rolls == 0


@pytest.mark.rule("FNR-318")
def test_a_hero_reacts_to_damage_of_a_neighbour_but_not_of_a_hero_further_off() -> None:
    # June hits the two rightmost Heroes; Bato watches his neighbours.
    for row, offered in ((("bato", "toph", "teo"), True), (("bato", "haru", "toph", "teo"), False)):
        s = Scene("zuko", "aang").row("zuko", *row).at(2, "june").turn("zuko", facing=2).do("at 1").chance(STAY)
        assert ("react bato" in s.legal()) == offered
        assert s.damage("bato") == 0


@pytest.mark.rule("FNR-318")
def test_a_final_battle_sets_off_a_reaction_too() -> None:
    s = Scene("zuko", "aang").row("zuko", "cabbage-merchant").phase_2().turn("zuko", facing=3).do("at 1").chance(STAY)
    assert s.legal() == ["react cabbage-merchant", "done"]
    assert s.state.step == "turn.2f.final_battle_ability"


@pytest.mark.rule("FNR-318", "FNR-918")
def test_a_reaction_that_can_do_nothing_is_not_offered_and_not_used_up() -> None:
    s = Scene("zuko", "aang").row("zuko", "cabbage-merchant")
    empty = (0,) * len(s.state.supply)
    s.set(supply=empty).turn("zuko", facing=2).do("at 2").chance(STAY)
    assert s.damage("cabbage-merchant") == 1
    assert s.state.step == "turn.3.roll_assign"
    assert not s.member("cabbage-merchant").used


@pytest.mark.rule("FNR-318", "FNR-327")
def test_a_reaction_for_a_die_is_not_offered_when_the_box_has_no_more_of_the_colour() -> None:
    s = Scene("zuko", "aang").row("zuko", "zuko").park("zuko", "red F")
    s.turn("zuko", facing=2).do("at 2").chance(STAY)
    assert s.state.step == "turn.3.roll_assign"
    assert s.view().roll.waiting == ("red", "red", "red", "yellow")


@pytest.mark.rule("FNR-319")
def test_a_reaction_happens_once_in_a_turn() -> None:
    s = attacked("cabbage-merchant", villains=("colonel-mongke",))
    s.do("react cabbage-merchant").chance("drew red-die")
    assert s.damage("cabbage-merchant") == 2
    assert s.state.step == "turn.3.roll_assign"
    assert len(s.happened("EffectUsed", card="cabbage-merchant")) == 1


@pytest.mark.rule("FNR-319")
def test_a_used_reaction_is_refused_with_its_reason() -> None:
    s = attacked("cabbage-merchant", "bato").do("react cabbage-merchant").chance("drew red-die")
    assert s.legal() == ["react bato", "done"]
    s.refused("react cabbage-merchant", "FNR-319")
    assert s.refusal("react cabbage-merchant").why == "Cabbage Merchant was used this turn."


@pytest.mark.rule("FNR-319")
def test_a_declined_reaction_is_offered_again_at_further_damage() -> None:
    s = attacked("cabbage-merchant", villains=("colonel-mongke",)).do("done")
    assert s.state.step == "turn.2d.villains"
    s.do("react cabbage-merchant").chance("drew red-die")
    assert len(s.happened("EffectUsed", card="cabbage-merchant")) == 1


@pytest.mark.rule("FNR-320", "FNR-917")
def test_heroes_of_another_team_do_not_react() -> None:
    s = Scene("zuko", "toph").row("toph", "cabbage-merchant", "bato").at(2, "june")
    s.turn("zuko", facing=2).do("at 1").chance(STAY)
    assert (s.damage("cabbage-merchant"), s.damage("bato")) == (1, 1)
    # Only Zuko of the active Team, hit as well, is asked.
    assert s.legal() == ["react zuko", "done"]
    s.refused("react bato", "FNR-318")


@pytest.mark.rule("FNR-321")
def test_a_full_hero_took_no_damage_so_nobody_reacts() -> None:
    s = attacked("cabbage-merchant 3")
    assert s.state.step == "turn.3.roll_assign"
    s = attacked("cabbage-merchant 3", "bato 5")
    assert s.state.step == "turn.3.roll_assign"
    assert not s.happened("EffectUsed")


def momo_pays(paid_damage: str) -> Scene:
    s = Scene("aang", "toph", reactions_to_paid_damage=paid_damage).row("aang", "bato", "momo", "chit-sang")
    return s.step_3("aang").do("use momo")


@pytest.mark.rule("FNR-325")
def test_damage_paid_by_a_hero_sets_off_no_reaction() -> None:
    s = momo_pays("false").chance("drew red-die")
    assert s.damage("momo") == 1
    assert "roll" in s.legal()
    assert not any(text.startswith("react") for text in s.legal())


@pytest.mark.rule("FNR-325")
def test_by_the_switch_paid_damage_offers_each_reaction_once() -> None:
    s = momo_pays("true")
    assert s.legal() == ["react bato", "react chit-sang", "done"]
    s.do("react bato").chance("drew blue-die").do("react chit-sang").chance("drew red-die")
    assert "roll" in s.legal()
    assert [event.card for event in s.happened("EffectUsed")] == ["momo", "bato", "chit-sang"]


@pytest.mark.rule("FNR-326")
@pytest.mark.parametrize("first", ["cabbage-merchant", "zuko"])
def test_reactions_come_in_any_order_and_before_the_villain(first: str) -> None:
    s = attacked("cabbage-merchant", "zuko", villains=("mai",))
    assert s.legal() == ["react cabbage-merchant", "react zuko", "done"]
    # All counters of the attack lie already.
    assert (s.damage("cabbage-merchant"), s.damage("zuko")) == (1, 1)
    second = ({"cabbage-merchant", "zuko"} - {first}).pop()
    s.run(f"react {first}")
    s.run(*(("drew red-die", "react zuko") if first != "zuko" else ("react cabbage-merchant", "drew red-die")))
    assert [event.card for event in s.happened("EffectUsed")][:3] == [first, second, "mai"]


@pytest.mark.rule("FNR-326")
def test_all_counters_of_a_villain_that_hits_several_come_before_the_reactions() -> None:
    s = Scene("zuko", "toph").row("zuko", "cabbage-merchant", "bato").at(2, "june")
    s.turn("zuko", facing=2).do("at 1").chance(STAY)
    assert s.legal() == ["react cabbage-merchant", "react bato", "done"]
    assert (s.damage("cabbage-merchant"), s.damage("bato"), s.damage("toph")) == (1, 1, 1)


@pytest.mark.rule("FNR-327")
def test_a_die_earned_by_a_reaction_joins_the_pool_in_3a() -> None:
    s = attacked("zuko").do("react zuko")
    earned = s.happened("DieEarned")
    assert [(event.colour, event.step) for event in earned] == [("red", "turn.2c.attack")]
    assert s.view().roll.waiting == ("red", "red", "red", "red", "yellow")

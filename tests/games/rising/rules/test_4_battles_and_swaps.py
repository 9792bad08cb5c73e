"""Chapter 4: dice on a Final Battle, Villains that block it, cards that change place."""

import pytest

from tests.testkit.scene import Scene


def at_wulong(*cards: str, team: str = "aang", **options: str) -> Scene:
    """Phase 2; the Team is at location 1 with Wulong Forest (Avatar, Avatar, Fire, Earth)."""
    return Scene(team, "toph" if team != "toph" else "aang", **options).phase_2().at(1, *cards)


@pytest.mark.rule("FNR-428")
def test_a_battle_takes_dice_only_without_a_villain_at_the_location() -> None:
    s = at_wulong("june", "suki").step_3("aang", shown="yellow A A F").refused("yellow A > wulong-forest", "FNR-428")
    assert s.refusal("yellow A > wulong-forest").why.startswith("June is at this location")
    s = at_wulong("suki").at(2, "june").step_3("aang", shown="yellow A A F").do("yellow A > wulong-forest")
    assert s.spot("wulong-forest").dice == ("yellow:A",)


@pytest.mark.rule("FNR-429")
def test_a_villain_beaten_by_an_ability_in_step_3_still_blocks_the_battle() -> None:
    s = at_wulong("june 2").row("aang", "jet").step_3("aang", shown="yellow A A F")
    s.run("use jet", "choose june", "drew reroll")
    assert s.damage("june") == 3
    s.refused("yellow A > wulong-forest", "FNR-429")
    assert "beaten but stays until step 5" in s.refusal("yellow A > wulong-forest").why


@pytest.mark.rule("FNR-430")
def test_moving_the_last_villain_away_opens_the_battle_at_once() -> None:
    s = at_wulong("june").at(2, "suki").step_3("aang", shown="yellow A A F, blue W")
    s.refused("yellow F > wulong-forest", "FNR-428").do("yellow A > team-aang")
    assert s.legal() == ["swap june with suki", "done"]
    s.do("swap june with suki", "yellow F > wulong-forest")
    assert s.spot("wulong-forest").dice == ("yellow:F",)


@pytest.mark.rule("FNR-430")
def test_a_second_villain_keeps_the_battle_closed() -> None:
    s = at_wulong("june", "mai").at(2, "suki").step_3("aang", shown="yellow A A F")
    s.do("yellow A > team-aang", "swap june with suki").refused("yellow F > wulong-forest", "FNR-428")


@pytest.mark.rule("FNR-439")
def test_a_swapped_villain_keeps_its_damage_and_a_complete_set_counts() -> None:
    s = Scene("aang", "toph").at(1, "xin-fu 1").at(2, "suki").step_3("aang", shown="yellow A E F")
    s.do("yellow E > xin-fu", "yellow F > xin-fu", "yellow A > team-aang", "swap xin-fu with suki")
    assert s.state.places[3].card == "xin-fu"
    assert s.damage("xin-fu") == 1
    s.do("stop").chance("drew reroll")
    assert [(event.card, event.damage) for event in s.happened("VillainDamaged")] == [("xin-fu", 2)]
    assert s.held("aang")["reroll"] == 1


@pytest.mark.rule("FNR-439")
def test_an_incomplete_set_on_a_swapped_villain_is_lost_and_takes_no_more_dice() -> None:
    s = Scene("aang", "toph").at(1, "june 1").at(2, "suki").step_3("aang", shown="yellow A E F")
    s.do("yellow F > june", "yellow A > team-aang", "swap june with suki")
    assert s.spot("june").dice == ("yellow:F",)
    s.refused("yellow E > june", "FNR-306")
    s.do("stop").play_on("turn.1")
    assert s.damage("june") == 1
    assert s.spot("june").dice == ()
    assert sum(n for _, n in s.view().stock) == 16


@pytest.mark.rule("FNR-439")
def test_by_the_switch_a_swapped_villain_gains_nothing_from_its_dice() -> None:
    s = Scene("aang", "toph", swapped_card_loses_dice="true").at(1, "xin-fu 1").at(2, "suki")
    s.step_3("aang", shown="yellow A E F")
    s.do("yellow E > xin-fu", "yellow F > xin-fu", "yellow A > team-aang", "swap xin-fu with suki")
    assert s.spot("xin-fu").dice == ()
    assert s.view().roll.gone == ("yellow:E", "yellow:F")
    s.do("stop").play_on("turn.1")
    assert s.damage("xin-fu") == 1
    assert not s.happened("VillainDamaged")
    assert sum(n for _, n in s.view().stock) == 16


@pytest.mark.rule("FNR-439")
def test_a_covered_hero_that_was_swapped_away_still_joins() -> None:
    s = Scene("zuko", "toph").row("zuko", "appa").at(1, "chit-sang 2").at(3, "suki").step_3("zuko", shown="red F E")
    s.do("red F > chit-sang", "red E > chit-sang", "use appa", "swap chit-sang with suki", "stop")
    s.do("join chit-sang right")
    assert s.cards("zuko") == ("appa", "chit-sang")


@pytest.mark.rule("FNR-440")
def test_a_villain_that_arrives_later_stops_further_dice_but_not_the_damage() -> None:
    # No card of our content brings a Villain here, so June is put there by hand.
    s = at_wulong("suki").tokens("aang", "extra-earth").step_3("aang", shown="yellow AA F A, green E")
    s.do("yellow AA > wulong-forest", "yellow F > wulong-forest", "green E > wulong-forest").at(1, "june")
    assert s.spot("wulong-forest").sets == 1
    s.refused("yellow A > wulong-forest", "FNR-440").refused("token extra-earth > wulong-forest", "FNR-440")
    s.do("stop").play_on("turn.5")
    assert s.damage("wulong-forest") == 1
    assert [event.step for event in s.happened("VillainDamaged")] == ["turn.4d.final_battle_damage"]

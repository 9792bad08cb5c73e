"""Chapter 3, second half: the attack, the Villains and battles that act, turning the figure in the middle."""

import pytest

from rising_tutor.games.rising.cards.vocabulary import TurnFigure
from tests.testkit.scene import Scene

STAY = "fire stay-0"


def acted(s: Scene) -> list[str]:
    """Who used an effect so far, in order."""
    return [event.card for event in s.happened("EffectUsed")]


@pytest.mark.rule("FNR-313")
def test_the_attack_hits_every_hero_there_and_no_villain_also_when_the_figure_stayed() -> None:
    s = Scene("aang", "toph").at(1, "suki", "xin-fu", "yue 1").at(2, "teo").turn("aang")
    s.do("at 2").chance(STAY)
    assert [s.damage(card) for card in ("suki", "yue", "xin-fu", "teo")] == [1, 2, 0, 0]
    assert {event.rule for event in s.happened("DamageTaken")} == {"FNR-313"}


@pytest.mark.rule("FNR-313")
def test_the_attack_is_on_the_location_faced_after_the_turn_of_the_figure() -> None:
    s = Scene("aang", "toph").at(1, "suki").at(2, "teo").turn("aang").do("at 3").chance("fire right-0")
    assert (s.damage("suki"), s.damage("teo")) == (0, 1)


@pytest.mark.rule("FNR-314")
@pytest.mark.parametrize(("card", "damage"), [("stay-0", 1), ("right-0", 0)])
def test_the_active_team_is_hit_only_where_its_token_lies(card: str, damage: int) -> None:
    s = Scene("aang", "toph").row("aang", "aang", "momo").turn("aang").do("at 1").chance(f"fire {card}")
    assert (s.damage("aang"), s.damage("momo")) == (damage, damage)
    assert [event.team_there for event in s.happened("LocationAttacked")] == [bool(damage)]
    assert all(event.rule == "FNR-314" for event in s.happened("DamageTaken"))


@pytest.mark.rule("FNR-315")
def test_a_full_hero_takes_nothing_from_the_attack() -> None:
    s = Scene("aang", "toph").row("aang", "aang", "momo 4").at(1, "cabbage-merchant 3", "teo 3")
    s.turn("aang").do("at 1").chance(STAY)
    assert [s.damage(card) for card in ("cabbage-merchant", "momo", "teo", "aang")] == [3, 4, 4, 1]
    blocked = s.happened("DamageBlocked", rule="FNR-315")
    assert [event.card for event in blocked] == ["cabbage-merchant", "momo"]


@pytest.mark.rule("FNR-316")
def test_only_villains_of_the_faced_location_act_and_once() -> None:
    s = Scene("aang", "toph").at(1, "ty-lee").at(2, "june").at(3, "xin-fu").turn("aang").do("at 3").chance(STAY)
    assert acted(s) == ["ty-lee"]
    assert s.happened("EffectUsed")[0].rule == "FNR-316"


def three_at_once(**options: str) -> Scene:
    s = Scene("aang", "toph", **options).at(1, "mai", "suki", "colonel-mongke")
    return s.turn("aang").do("at 3").chance(STAY)


@pytest.mark.rule("FNR-317")
def test_several_villains_act_in_the_order_of_their_places() -> None:
    assert acted(three_at_once()) == ["mai", "colonel-mongke"]


@pytest.mark.rule("FNR-317")
@pytest.mark.parametrize("first", ["mai", "colonel-mongke"])
def test_by_the_switch_the_active_player_chooses_the_order(first: str) -> None:
    s = three_at_once(villain_order="chosen")
    assert acted(s) == []
    assert s.legal() == ["choose mai", "choose colonel-mongke"]
    s.refused("choose suki", "FNR-317")
    s.do(f"choose {first}")
    other = ({"mai", "colonel-mongke"} - {first}).pop()
    assert acted(s) == [first, other]


@pytest.mark.rule("FNR-322")
def test_the_battle_of_the_faced_location_acts_after_the_villains() -> None:
    s = Scene("aang", "toph").phase_2().at(1, "mai").turn("aang").do("at 3").chance(STAY)
    assert acted(s) == ["mai", "wulong-forest"]
    last = s.happened("EffectUsed")[-1]
    assert (last.step, last.rule) == ("turn.2f.final_battle_ability", "FNR-322")


@pytest.mark.rule("FNR-322")
def test_a_completed_battle_does_not_act_and_none_does_in_phase_1() -> None:
    s = Scene("aang", "toph").phase_2("-", "fire-nation-palace", "ba-sing-se").turn("aang").do("at 3").chance(STAY)
    assert acted(s) == []
    s = Scene("aang", "toph").turn("aang").do("at 3").chance(STAY)
    assert acted(s) == []


@pytest.mark.rule("FNR-323")
def test_the_rotation_icon_on_another_card_turns_and_attacks() -> None:
    s = Scene("aang", "toph").at(1, "suki").at(2, "teo", "june").step_3("aang", location=2, facing=1)
    s.effect(TurnFigure("right"), "june")
    assert s.state.facing == 1
    assert [s.damage(card) for card in ("teo", "aang", "suki", "june", "toph")] == [1, 1, 0, 0, 0]
    assert {event.rule for event in s.happened("DamageTaken")} == {"FNR-323"}


@pytest.mark.rule("FNR-323")
def test_war_minister_qin_turns_the_figure_clockwise_and_attacks() -> None:
    s = Scene("aang", "toph").at(1, "war-minister-qin").at(2, "teo").turn("aang").do("at 3").chance(STAY)
    assert s.state.facing == 1
    assert (s.damage("teo"), s.damage("aang")) == (1, 0)


@pytest.mark.rule("FNR-324")
def test_the_attack_comes_before_the_villains_so_they_see_its_counters() -> None:
    # The most damaged is asked for: with Azula before the attack the second Hero would end one lower.
    s = Scene("aang", "toph").row("aang", "cabbage-merchant 3", "haru 2").at(1, "azula")
    s.turn("aang").do("at 1").chance(STAY)
    assert (s.damage("cabbage-merchant"), s.damage("haru")) == (3, 4)


@pytest.mark.rule("FNR-324")
def test_ruin_rotation_attack_villains_and_battle_come_in_this_order() -> None:
    s = Scene("aang", "toph").at(1, "mai").turn("aang").do("at 1").chance("fire stay-1")
    assert s.order("RuinMoved", "FigureTurned", "LocationAttacked", "EffectUsed") == [
        *("RuinMoved", "FigureTurned", "LocationAttacked", "EffectUsed"),
    ]
    s = Scene("aang", "toph").phase_2().at(1, "mai").turn("aang").do("at 1").chance("fire stay-1")
    assert s.order("FigureTurned", "LocationAttacked", "EffectUsed") == [
        *("FigureTurned", "LocationAttacked", "EffectUsed", "EffectUsed"),
    ]


@pytest.mark.rule("FNR-328")
def test_a_villain_that_turns_the_figure_changes_neither_who_acts_in_2d_nor_spares_2f() -> None:
    s = Scene("aang", "toph").phase_2("wulong-forest", "ba-sing-se", "fire-nation-palace")
    s.at(1, "war-minister-qin", "mai").at(2, "june").turn("aang").do("at 3").chance(STAY)
    assert acted(s) == ["war-minister-qin", "mai", "ba-sing-se"]
    assert s.state.facing == 1

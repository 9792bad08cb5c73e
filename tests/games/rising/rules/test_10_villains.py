"""Chapter 10: when Villains act, whom they hit, what they cost."""

import pytest

from rising_tutor.games.rising.cards.vocabulary import DamageHeroes
from tests.testkit.scene import Scene

STAY = "fire stay-0"
MOST, LEAST = DamageHeroes("most_damaged"), DamageHeroes("least_damaged")


def rows(s: Scene) -> list[list[int]]:
    """Damage of every Team, from left to right."""
    return [[member.damage for member in team.row] for team in s.view().teams]


def struck(effect: DamageHeroes, *row: str) -> list[int]:
    """Damage of a row before and after such an effect on the active Team."""
    s = Scene("aang", "toph").row("aang", *row).step_3("aang").effect(effect, "azula")
    return rows(s)[0]


@pytest.mark.rule("FNR-1001")
def test_a_villain_acts_on_every_turn_on_which_the_figure_faces_it_and_only_then() -> None:
    s = Scene("aang", "toph").at(1, "mai").at(2, "june").turn("aang").do("at 3").chance(STAY).play_on("turn.1")
    s.do("at 3").chance("fire stay-1").play_on("turn.1")
    assert [event.card for event in s.happened("EffectUsed", what="villain")] == ["mai", "mai"]
    s.do("at 3").chance("fire right-0")
    assert [event.card for event in s.happened("EffectUsed", what="villain")] == ["mai", "mai", "june"]


@pytest.mark.rule("FNR-1003")
def test_most_damaged_counts_counters_not_free_spaces() -> None:
    # Haru has 2 of 5, the Cabbage Merchant 1 of 3; then Appa with 3 of 7 against Momo with 2 of 4.
    assert struck(MOST, "haru 2", "cabbage-merchant 1") == [3, 1]
    assert struck(MOST, "momo 2", "appa 3") == [2, 4]
    assert struck(LEAST, "momo 3", "appa 4") == [4, 4]


@pytest.mark.rule("FNR-1004")
def test_a_tie_hits_everybody_tied_also_at_zero() -> None:
    assert struck(MOST, "aang", "momo", "haru") == [1, 1, 1]
    assert struck(MOST, "aang 2", "momo", "haru 2") == [3, 0, 3]
    assert struck(LEAST, "aang 2", "momo", "haru") == [2, 1, 1]


@pytest.mark.rule("FNR-1005")
def test_the_comparison_is_made_within_each_team() -> None:
    for effect, after in ((DamageHeroes("most_damaged", "each"), [[4, 0], [2, 2]]), (MOST, [[4, 0], [1, 1]])):
        s = Scene("aang", "toph").row("aang", "aang 3", "momo").row("toph", "toph 1", "teo 1").step_3("aang")
        assert rows(s.effect(effect, "azula")) == after


@pytest.mark.rule("FNR-1006")
def test_a_full_hero_can_be_the_most_damaged_and_nobody_takes_its_place() -> None:
    assert struck(MOST, "cabbage-merchant 3", "haru 2") == [3, 2]


@pytest.mark.rule("FNR-1009")
def test_june_hits_the_two_rightmost_heroes_of_each_team() -> None:
    s = Scene("aang", "toph", "zuko").row("aang", "aang", "momo", "haru").row("toph", "toph")
    s.row("zuko", "zuko 6", "iroh 7").at(1, "june").turn("aang").do("at 2").chance(STAY)
    assert rows(s) == [[0, 1, 1], [1], [6, 7]]


@pytest.mark.rule("FNR-1011")
def test_a_complete_set_is_one_damage_and_no_defeat() -> None:
    s = Scene("zuko", "aang").at(1, "june").step_3("zuko", shown="red F F A").do("red F > june", "red F > june")
    s.run("red A > june", "stop", "drew reroll").play_on("turn.1")
    assert s.damage("june") == 1
    assert s.state.villains_out == ()


@pytest.mark.rule("FNR-1012")
@pytest.mark.parametrize("phase", [1, 2])
def test_beating_all_villains_does_not_win(phase: int) -> None:
    s = Scene("aang", "toph")
    every = s.book.villain_ids
    s.set(villains_out=every, villains_unseen=(), villains_in_deck=0)
    if phase == 2:
        s.phase_2()
    s.at(1, "suki", "teo", "haru").at(2, "momo", "yue", "huu").at(3, "kanna", "bato", "gyatso").step("judge", "aang")
    assert s.state.result == ""
    assert s.state.active == 1
    assert s.state.step == "turn.1.place_token"


@pytest.mark.rule("FNR-1013")
def test_the_attack_puts_no_counter_on_villains() -> None:
    s = Scene("aang", "toph").at(1, "june", "mai", "xin-fu").turn("aang").do("at 2")
    s.chance(STAY)
    assert [s.damage(card) for card in ("june", "mai", "xin-fu")] == [0, 0, 0]
    # June and Mai hit Heroes of Teams; nothing else took Damage.
    assert {event.card for event in s.happened("DamageTaken")} == {"aang", "toph"}


@pytest.mark.rule("FNR-1013")
def test_effects_on_heroes_in_a_location_pass_villains_over() -> None:
    s = Scene("aang", "toph").at(1, "combustion-man", "suki", "mai 1").tokens("aang", "heal-one")
    s.step_3("aang").effect(DamageHeroes("here"), "combustion-man")
    assert [s.damage(card) for card in ("combustion-man", "suki", "mai", "aang")] == [0, 1, 1, 1]
    s.do("token heal-one").refused("choose mai", "FNR-904")
    assert s.refusal("choose mai").why == "Mai is no Hero."


@pytest.mark.rule("FNR-1001")
def test_long_feng_closes_balance_for_the_turn_he_acts_in() -> None:
    s = Scene("aang", "toph").set(balance=3).at(1, "long-feng").tokens("aang", "reroll")
    s.turn("aang").do("at 2").chance(STAY)
    s.refused("give reroll", "FNR-1001")
    s = Scene("aang", "toph").at(1, "long-feng").turn("aang").do("at 2").chance(STAY)
    s.run("roll", "rolled green W, blue W, yellow A A").refused("green W > balance", "FNR-1001")
    assert "prevents it" in s.refusal("green W > balance").why
    s.do("discard green W", "stop").play_on("turn.1")
    assert s.state.balance == 0
    s.do("at 2").chance("fire right-0").run("roll", "rolled green E E W, blue W").do("green W > balance")


@pytest.mark.rule("FNR-1001")
def test_under_long_feng_the_marker_rests_even_if_the_condition_is_met() -> None:
    s = Scene("toph", "aang").set(balance=4, no_balance=True).at(1, "xin-fu").step_3("toph", shown="green E F")
    s.run("green E > xin-fu", "green F > xin-fu", "stop", "drew reroll").play_on("turn.1")
    assert s.damage("xin-fu") == 1
    assert s.state.balance == 4

"""Chapter 7, second half: Final Battles, fought where the Team is, completed, rewarded, and dangerous until then."""

import pytest

from tests.testkit.scene import Scene

CALM = ("kuruk", "kyoshi", "pakku", "bumi", "roku", "appa", "ran-and-shaw", "jeong-jeong", "yangchen")
WULONG = ("yellow AA > wulong-forest", "red F > wulong-forest", "green E > wulong-forest")
DICE = "yellow AA, red F, green E"


def phase_2(*battles: str, teams: tuple[str, ...] = ("toph", "aang"), **options: str) -> Scene:
    """Phase 2 with nine Heroes without the icon on the board; Wulong Forest lies at location 1."""
    s = Scene(*teams, **options).at(1, *CALM[:3]).at(2, *CALM[3:6]).at(3, *CALM[6:])
    return s.phase_2(*battles)


def strike(s: Scene, team: str = "toph") -> Scene:
    """One complete set on Wulong Forest, up to the token drawn for it."""
    return s.step_3(team, shown=DICE).do(*WULONG, "stop").chance("drew reroll")


@pytest.mark.rule("FNR-714")
def test_a_battle_of_another_location_takes_no_dice() -> None:
    s = phase_2().step_3("toph", location=1, shown="red F F")
    s.refused("red F > fire-nation-palace", "FNR-714")
    assert "red F > wulong-forest" in s.legal()


@pytest.mark.rule("FNR-714")
def test_a_villain_at_the_location_blocks_the_battle() -> None:
    s = phase_2().at(1, "june", "kyoshi", "pakku").step_3("toph", location=1, shown="red F F")
    s.refused("red F > wulong-forest", "FNR-428")


@pytest.mark.rule("FNR-715")
def test_damage_on_a_battle_stays_and_the_second_completes_it() -> None:
    s = strike(phase_2())
    assert s.damage("wulong-forest") == 1
    s.next_turn().next_turn()
    assert s.damage("wulong-forest") == 1
    assert not s.happened("BattleCompleted")
    strike(s)
    assert [event.damage for event in s.happened("VillainDamaged")] == [1, 2]
    assert s.happened("BattleCompleted", card="wulong-forest", done=1)


@pytest.mark.rule("FNR-716")
def test_the_reward_comes_once_and_before_the_card_leaves() -> None:
    s = strike(phase_2("wulong-forest 1", "fire-nation-palace", "ba-sing-se")).play_on("turn.1")
    assert len(s.happened("EffectUsed", what="reward")) == 1
    assert s.happened("EffectUsed", what="reward", card="wulong-forest", rule="FNR-716")
    rewarded = next(at for at, e in enumerate(s.events) if getattr(e, "what", "") == "reward")
    cleared = next(at for at, e in enumerate(s.events) if type(e).__name__ == "CardsCleared")
    assert rewarded < cleared
    assert s.events[cleared].cards == ("wulong-forest",)


@pytest.mark.rule("FNR-717")
def test_a_healing_reward_saves_a_full_hero() -> None:
    s = phase_2("wulong-forest 1", "fire-nation-palace", "ba-sing-se").row("aang", "aang", "cabbage-merchant 3")
    strike(s.row("toph", "toph 6"))
    kinds = ("VillainDamaged", "TokenDrawn", "BattleCompleted", "Healed", "HeroesCleared")
    order = ["VillainDamaged", "TokenDrawn", "BattleCompleted", "Healed", "Healed", "HeroesCleared"]
    s.play_on("turn.1")
    assert s.order(*kinds) == order
    assert {event.step for event in s.happened("Healed")} == {"turn.4d.final_battle_damage"}
    assert (s.damage("toph"), s.damage("cabbage-merchant")) == (5, 2)
    assert s.view().defeated == ()


@pytest.mark.rule("FNR-717")
def test_ruling_a_reward_is_not_declined() -> None:
    # The reward of Ba Sing Se is 1 Damage on a Villain at each location.
    s = phase_2("ba-sing-se 1", "fire-nation-palace", "wulong-forest").at(2, "june", "mai", "appa")
    s.at(3, "xin-fu", "roku", "yangchen").step_3("toph", shown="green EE, blue W, red F")
    s.do("green EE > ba-sing-se", "blue W > ba-sing-se", "red F > ba-sing-se", "stop").chance("drew reroll")
    assert s.legal() == ["choose june", "choose mai"]
    s.refused("done", "FNR-918")
    s.do("choose mai").chance("drew red-die", "drew red-die")
    assert (s.damage("june"), s.damage("mai"), s.damage("xin-fu")) == (0, 1, 1)


@pytest.mark.rule("FNR-718")
def test_a_battle_acts_from_the_turn_after_the_event_on() -> None:
    s = phase_2().set(phase=1, side="easy-1", battles=(None, None, None), battles_done=(), black_sun="")
    s.set(turn=12, ruin=13).turn("toph", facing=3).do("at 3").chance("fire left-2")
    assert s.state.turn == 12
    s.play_on("black_sun").chance("battles wulong-forest fire-nation-palace ba-sing-se").play_on("turn.1")
    assert s.state.turn == 13
    assert not s.happened("EffectUsed", what="battle")
    s.do("at 3").chance("fire stay-0").play_on("turn.3")
    assert s.happened("EffectUsed", what="battle", card="fire-nation-palace", rule="FNR-322")


@pytest.mark.rule("FNR-718")
def test_the_battle_at_the_faced_location_acts_last_in_step_2() -> None:
    s = phase_2().at(1, "colonel-mongke", "kyoshi", "pakku").row("toph", "toph 2", "teo")
    s.step("attack", "toph", location=2, facing=1)
    assert [event.card for event in s.happened("EffectUsed")] == ["colonel-mongke", "wulong-forest"]
    # The Villain hits the leftmost Hero, the battle the most damaged one.
    assert (s.damage("toph"), s.damage("teo")) == (4, 0)


@pytest.mark.rule("FNR-718")
def test_a_completed_battle_acts_no_more() -> None:
    s = phase_2("-", "fire-nation-palace", "ba-sing-se").row("toph", "toph 2")
    s.step("attack", "toph", location=2, facing=1)
    assert not s.happened("EffectUsed")
    assert s.damage("toph") == 2


@pytest.mark.rule("FNR-719")
def test_heroes_are_recruited_and_villains_fought_in_phase_2() -> None:
    s = phase_2().at(1, "arnook", "xin-fu", "pakku").row("toph", "toph").step("villains", "toph", facing=1)
    assert s.happened("EffectUsed", card="xin-fu")
    s.step_3("toph", shown="blue WW, green E, red F")
    s.do("blue WW > arnook", "green E > xin-fu", "red F > xin-fu", "stop", "join arnook right").chance("drew reroll")
    assert s.cards("toph") == ("toph", "arnook")
    assert s.damage("xin-fu") == 1


@pytest.mark.rule("FNR-720")
def test_damage_of_different_teams_adds_up() -> None:
    s = strike(phase_2()).play_on("turn.1")
    assert s.view().active == 1
    strike(s, "aang")
    assert s.happened("BattleCompleted", card="wulong-forest")


@pytest.mark.rule("FNR-720")
@pytest.mark.parametrize("first", ["wulong-forest", "fire-nation-palace", "ba-sing-se"])
def test_any_battle_may_be_completed_first(first: str) -> None:
    others = [card for card in ("wulong-forest", "fire-nation-palace", "ba-sing-se") if card != first]
    dice = {
        "wulong-forest": DICE,
        "fire-nation-palace": "red FF, blue W, yellow A",
        "ba-sing-se": "green EE, blue W, red F",
    }[first]
    s = phase_2(f"{first} 1", *others).step_3("toph", shown=dice)
    s.do(*(f"{die} > {first}" for die in s.shown()), "stop").chance("drew reroll").play_on("turn.1")
    assert s.view().battles_done == (first,)
    assert s.view().result == ""

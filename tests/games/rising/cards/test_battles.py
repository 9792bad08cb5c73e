"""Each Final Battle: what it does when Ozai faces it, and its reward."""

import pytest

from tests.testkit.scene import Scene

DICE = {
    "wulong-forest": "yellow AA F E",
    "fire-nation-palace": "red FF W A",
    "ba-sing-se": "green EE W F",
}
EVERY = [pytest.param(battle, marks=pytest.mark.card(battle)) for battle in DICE]


def fought(battle: str, damage: int = 1, *toph: str, **rest: tuple[str, ...]) -> Scene:
    """Step 3 of Team Toph at a battle without Villains, with the dice of one set."""
    s = Scene("toph", "aang").row("toph", *(toph or ("toph",))).row("aang", *rest.get("aang", ("aang",)))
    return s.phase_2(f"{battle} {damage}", "-", "-").step_3("toph", shown=DICE[battle])


def win(s: Scene, battle: str) -> Scene:
    for die in s.shown():
        s.do(f"{die} > {battle}")
    return s.do("stop").chance("drew reroll")


def faced(battle: str, *toph: str, aang: tuple[str, ...] = ("aang",)) -> Scene:
    """A turn of Team Toph at location 1 in which Ozai stays at the battle of location 2."""
    return Scene("toph", "aang").row("toph", *toph).row("aang", *aang).phase_2("-", battle, "-")


def acts(s: Scene) -> Scene:
    return s.turn("toph", facing=2).do("at 1").chance("fire stay-0")


@pytest.mark.parametrize("battle", EVERY)
def test_a_set_of_its_symbols_is_one_damage_and_one_token(battle: str) -> None:
    s = win(fought(battle, 0), battle)
    assert s.damage(battle) == 1
    assert s.held("toph") == {"reroll": 1}
    assert battle not in s.state.battles_done


@pytest.mark.card("wulong-forest")
def test_wulong_forest_hits_the_most_damaged_heroes_of_the_active_team() -> None:
    s = acts(faced("wulong-forest", "toph 2", "haru", "bato 2", aang=("aang 4",)))
    assert [s.damage(card) for card in ("toph", "haru", "bato", "aang")] == [3, 0, 3, 4]
    assert s.happened("EffectUsed", card="wulong-forest", what="battle")[0].rule == "FNR-322"


@pytest.mark.card("wulong-forest")
def test_wulong_forest_rewards_with_healing_of_every_team_but_not_at_locations() -> None:
    s = fought("wulong-forest", 1, "toph 2", "haru", aang=("aang 1", "momo 3")).at(1, "roku 2").at(2, "suki 1")
    win(s, "wulong-forest")
    assert [s.damage(card) for card in ("toph", "haru", "aang", "momo", "roku", "suki")] == [1, 0, 0, 2, 2, 1]
    assert "wulong-forest" in s.state.battles_done


@pytest.mark.card("fire-nation-palace")
def test_the_fire_nation_palace_takes_a_token_from_each_holder() -> None:
    s = faced("fire-nation-palace", "toph").tokens("toph", "reroll", "red-die").tokens("aang", "reroll", "heal-one")
    acts(s).refused("done", "FNR-918").do("drop red-die")
    assert s.node().seat == 1
    s.do("drop heal-one")
    assert (s.held("toph"), s.held("aang")) == ({"reroll": 1}, {"reroll": 1})
    assert acts(faced("fire-nation-palace", "toph")).happened("NothingToDo", card="fire-nation-palace")


@pytest.mark.card("fire-nation-palace")
def test_the_fire_nation_palace_rewards_every_player_with_a_token() -> None:
    s = win(fought("fire-nation-palace"), "fire-nation-palace")
    s.chance("drew red-die", "drew heal-one")
    assert s.held("toph") == {"red-die": 1, "reroll": 1}
    assert s.held("aang") == {"heal-one": 1}
    assert s.happened("EffectUsed", card="fire-nation-palace", what="reward")[0].rule == "FNR-716"


@pytest.mark.card("ba-sing-se")
def test_ba_sing_se_hits_both_ends_of_the_active_row() -> None:
    s = acts(faced("ba-sing-se", "toph", "haru", "bato"))
    assert [s.damage(card) for card in ("toph", "haru", "bato", "aang")] == [1, 0, 1, 0]
    assert acts(faced("ba-sing-se", "toph")).damage("toph") == 1, "a lone Hero takes 1"


@pytest.mark.card("ba-sing-se")
def test_ba_sing_se_rewards_with_a_damage_on_one_villain_at_each_location() -> None:
    s = fought("ba-sing-se").at(1, "suki").at(2, "june", "mai").at(3, "zhao", "xin-fu 2")
    win(s, "ba-sing-se").refused("done", "FNR-918").do("choose mai").chance("drew reroll").chance("drew red-die")
    assert [event.card for event in s.happened("VillainDamaged")] == ["ba-sing-se", "mai", "zhao"]
    assert s.happened("CardsCleared", cards=("xin-fu", "ba-sing-se")), "the full Villain takes nothing and leaves"
    assert s.held("toph") == {"red-die": 1, "reroll": 2}
    none = win(fought("ba-sing-se"), "ba-sing-se")
    assert none.happened("BattleCompleted", card="ba-sing-se")


@pytest.mark.parametrize("battle", EVERY)
def test_a_completed_battle_leaves_and_threatens_no_more(battle: str) -> None:
    s = win(fought(battle), battle).play_on("never")
    assert s.view().battles == (None, None, None)
    assert s.happened("CardsCleared", cards=(battle,))

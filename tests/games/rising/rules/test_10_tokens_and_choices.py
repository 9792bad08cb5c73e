"""Chapter 10: Ty Lee, the Pirate Captain, and the choices inside opposing effects."""

import pytest

from rising_tutor.games.rising.cards.vocabulary import DamageHeroes, DiscardTokens
from tests.testkit.scene import Scene

STAY = "fire stay-0"


def under_ty_lee(*cards: str, team: str = "aang", **options: str) -> Scene:
    """Ty Lee lies at the faced location; the Team is about to go to location 2."""
    return Scene(team, "toph" if team != "toph" else "aang", **options).at(1, "ty-lee").at(2, *cards)


@pytest.mark.rule("FNR-1007")
def test_ty_lee_stops_gaining_by_damage_and_using_but_not_giving_for_balance() -> None:
    s = under_ty_lee("xin-fu", team="toph").set(balance=3).tokens("toph", "reroll", "red-die")
    s.turn("toph").do("at 2").chance(STAY)
    s.run("roll", "rolled green E E F, blue W").refused("token red-die", "FNR-1007")
    assert s.refusal("token red-die").why.startswith("No token can be used this turn")
    s.do("give reroll", "green E > xin-fu", "green F > xin-fu", "stop")
    assert s.damage("xin-fu") == 1
    assert [event.rule for event in s.happened("NoToken")] == ["FNR-1007"]
    s.play_on("turn.1")
    assert s.state.balance == 4
    assert s.held("toph") == {"red-die": 1}
    assert not s.happened("TokenDrawn")


@pytest.mark.rule("FNR-1007")
@pytest.mark.parametrize(
    ("hero", "moves"),
    [
        ("momo", ("use momo",)),
        ("ursa", ("red F > ursa", "shift ursa > june")),
        ("jet", ("use jet", "choose june")),
    ],
)
def test_under_ty_lee_no_ability_brings_a_token(hero: str, moves: tuple[str, ...]) -> None:
    s = under_ty_lee("june", team="zuko").row("zuko", f"{hero} 1").turn("zuko").do("at 2").chance(STAY)
    s.run("roll", "rolled red F E A, yellow W").do(*moves)
    assert "stop" in s.legal()
    assert [event.rule for event in s.happened("NoToken")] == ["FNR-1007"]
    assert s.held("zuko") == {}


@pytest.mark.rule("FNR-1007")
def test_under_ty_lee_a_battle_gives_no_token() -> None:
    s = under_ty_lee(team="toph").phase_2("wulong-forest", "ba-sing-se", "fire-nation-palace")
    s.turn("toph").do("at 2").chance(STAY).run("roll", "rolled green EE F W, blue W")
    s.do("green EE > ba-sing-se", "green F > ba-sing-se", "blue W > ba-sing-se", "stop").play_on("turn.1")
    assert s.damage("ba-sing-se") == 1
    assert not s.happened("TokenDrawn")


@pytest.mark.rule("FNR-1007")
def test_aid_is_not_offered_under_ty_lee_nor_without_a_token_left() -> None:
    s = Scene("toph", "aang").at(1, "june").step_3("toph", shown="green W").do("discard green W", "stop")
    assert s.legal() == ["aid", "done"]
    s = Scene("toph", "aang").at(1, "june").step_3("toph", shown="green W").set(no_tokens=True)
    s.do("discard green W", "stop").play_on("turn.1")
    assert not s.happened("AidTaken")
    s = Scene("toph", "aang").at(1, "june").set(supply=(0,) * 11).step_3("toph", shown="green W")
    s.do("discard green W", "stop")
    assert "aid" not in s.legal()


@pytest.mark.rule("FNR-1007")
def test_tokens_drawn_in_2c_before_she_acts_are_kept() -> None:
    s = Scene("aang", "toph").row("aang", "cabbage-merchant").at(1, "ty-lee").turn("aang").do("at 1").chance(STAY)
    s.run("react cabbage-merchant", "drew reroll")
    assert s.state.no_tokens
    assert s.held("aang") == {"reroll": 1}
    s.run("roll", "rolled green E, blue W, yellow A A").refused("token reroll", "FNR-1007")


@pytest.mark.rule("FNR-1008")
def test_tokens_work_while_the_figure_faces_another_location() -> None:
    s = Scene("aang", "toph").at(1, "ty-lee").tokens("aang", "red-die").turn("aang", facing=2).do("at 1").chance(STAY)
    s.do("token red-die")


@pytest.mark.rule("FNR-1008")
def test_she_works_for_all_players_to_the_end_of_the_turn_also_when_moved_away() -> None:
    s = Scene("aang", "toph").at(1, "ty-lee").at(2, "suki").tokens("toph", "red-die")
    s.turn("aang").do("at 1").chance(STAY).run("roll", "rolled green E, blue W, yellow A A")
    s.do("yellow A > team-aang", "swap ty-lee with suki").refused("token toph:red-die", "FNR-1007")
    s.play_on("turn.1").do("at 1").chance(STAY).do("token red-die")
    assert s.state.active == 1


@pytest.mark.rule("FNR-1010")
def test_holdings_are_kept_apart_and_survive_saving() -> None:
    s = Scene("aang", "toph").tokens("aang", "reroll", "red-die").at(1, "pirate-captain").turn("aang").do("at 2")
    s.state = s.game.load(s.game.dump(s.state))
    assert (s.held("aang"), s.held("toph")) == ({"reroll": 1, "red-die": 1}, {})
    s.chance(STAY)
    assert set(s.legal()) == {"drop reroll", "drop red-die"}
    s.do("drop red-die")
    assert (s.held("aang"), s.held("toph")) == ({"reroll": 1}, {})
    assert s.state.step == "turn.3.roll_assign"


@pytest.mark.rule("FNR-1010", "FNR-1014")
def test_each_player_chooses_the_own_token_that_is_given_up() -> None:
    s = Scene("aang", "toph").tokens("aang", "reroll", "red-die").tokens("toph", "red-die", "heal-one")
    s.at(1, "pirate-captain").turn("aang").do("at 2").chance(STAY)
    assert s.node().seat == 0
    s.refused("drop heal-one", "FNR-1014").refused("done", "FNR-918").do("drop reroll")
    assert s.node().seat == 1
    s.refused("drop reroll", "FNR-1014").do("drop heal-one")
    assert (s.held("aang"), s.held("toph")) == ({"red-die": 1}, {"red-die": 1})
    assert {kind: n for kind, n in s.view().token_discard if n} == {"reroll": 1, "heal-one": 1}


@pytest.mark.rule("FNR-1010", "FNR-1007")
def test_forced_discards_happen_also_while_ty_lee_blocks() -> None:
    s = Scene("aang", "toph").tokens("aang", "reroll").at(1, "ty-lee", "pirate-captain").turn("aang").do("at 2")
    s.chance(STAY)
    assert s.held("aang") == {}
    assert [event.token for event in s.happened("TokenDropped")] == ["reroll"]


@pytest.mark.rule("FNR-1014")
def test_a_choice_falls_on_a_card_that_can_still_take_the_effect() -> None:
    # One Hero of each Team: of the first only Momo fits, so nobody is asked; the second Team has two that fit.
    s = Scene("aang", "toph", "zuko").row("aang", "cabbage-merchant 3", "momo 1").row("toph", "toph", "teo")
    s.row("zuko", "zuko 6").step_3("aang").effect(DamageHeroes("chosen", "each"), "dai-li-agents")
    assert s.damage("momo") == 2
    assert s.legal() == ["choose toph", "choose teo"]
    assert s.node().seat == 0
    s.refused("choose zuko", "FNR-1014").do("choose teo")
    assert [s.damage(card) for card in ("cabbage-merchant", "momo", "toph", "teo", "zuko")] == [3, 2, 0, 1, 6]


@pytest.mark.rule("FNR-1014")
def test_a_team_of_full_heroes_only_is_passed_over() -> None:
    s = Scene("aang", "toph").row("aang", "cabbage-merchant 3").row("toph", "toph").step_3("aang")
    s.effect(DamageHeroes("chosen", "each"), "dai-li-agents")
    assert (s.damage("cabbage-merchant"), s.damage("toph")) == (3, 1)


@pytest.mark.rule("FNR-1014")
def test_if_nobody_holds_a_token_nothing_happens() -> None:
    s = Scene("aang", "toph").step_3("aang").effect(DiscardTokens(1), "pirate-captain")
    assert [event.card for event in s.happened("NothingToDo", rule="FNR-1014")] == ["pirate-captain"]

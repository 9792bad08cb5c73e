"""Chapter 10 of Death Eaters Rising: Lord Voldemort is revealed, attacked and beaten; the Team redeploys to him."""

import pytest

from rising_tutor.games.rising.cards.vocabulary import DamageVillain, HealVillains
from tests.testkit.kit import n_tokens
from tests.testkit.scene import DeathScene, Scene

HIM = "lord-voldemort"
DICE = ("red BB", "blue K", "blue L", "blue F")
"""Dice that together show all his Traits."""


def azkaban(n: int) -> tuple[str, ...]:
    """So many Death Eaters; none of the last ones, which tests put on the board."""
    return tuple(DeathScene().book.villain_ids[:n])


def revealed(
    damage: int = 0, out: int = 0, facing: int = 1, location: int = 1, shown: str = "", **options: str
) -> Scene:
    """Lord Voldemort at a Location in phase 3, with this Damage and so many Death Eaters in Azkaban."""
    s = DeathScene(**options).boss(damage).set(villains_out=azkaban(out))
    return s.step_3("hogwarts", location=location, facing=facing, shown=shown or "red BB, blue K L F")


def attack(s: Scene) -> Scene:
    return s.do(*(f"{die} > {HIM}" for die in DICE))


@pytest.mark.rule("DER-1001", "DER-1002")
def test_the_card_that_comes_off_the_deck_reveals_him_on_his_own_space() -> None:
    s = DeathScene()
    heroes = [card for card in s.book.hero_ids if card not in ("albus-dumbledore", "sirius-black")]
    s.at(1, *heroes[:3]).at(2, *heroes[3:6]).at(3, *heroes[6:8]).deck(*heroes[8:12]).boss(above=0)
    assert s.view().battles == (None, None, None)
    s.step("refill", "hogwarts", facing=3).chance(f"card {heroes[9]}")
    assert [event.card for event in s.happened("BossRevealed", rule="DER-1001")] == [HIM]
    assert s.view().above_boss == -1
    assert [spot.card for spot in s.view().places if spot] == [*heroes[:8], heroes[9]]
    assert [spot.card if spot else "" for spot in s.view().battles] == ["", "", HIM]


@pytest.mark.rule("DER-1001", "DER-1018")
def test_he_waits_under_the_cards_that_lie_on_him() -> None:
    s = DeathScene()
    heroes = [card for card in s.book.hero_ids if card not in ("albus-dumbledore", "sirius-black")]
    s.at(1, *heroes[:3]).at(2, *heroes[3:6]).at(3, heroes[6]).deck(*heroes[8:12]).boss(above=3)
    s.step("refill", "hogwarts").chance(f"card {heroes[8]}", f"card {heroes[9]}")
    assert s.view().above_boss == 1
    assert not s.happened("BossRevealed")


@pytest.mark.rule("DER-1003")
def test_he_is_attacked_from_the_location_that_he_faces_alone() -> None:
    s = revealed(out=2, facing=1, location=3).refused("blue K > lord-voldemort", "DER-1003")
    why = s.refusal("blue K > lord-voldemort").why
    assert why == "Lord Voldemort is at Ministry of Magic; your Team is at Hogsmeade."
    s = revealed(out=2, facing=1, location=1)
    assert "blue K > lord-voldemort" in s.legal()
    # Death Eaters beside him do not shield him.
    s = DeathScene().boss().set(villains_out=azkaban(1)).at(1, "dark-duellist").step_3("hogwarts", shown="blue K")
    assert "blue K > lord-voldemort" in s.legal()


@pytest.mark.rule("DER-1003", "DER-402")
def test_he_stands_where_the_figure_turns() -> None:
    s = DeathScene().boss(2).turn("hogwarts", facing=1).do("at 2").chance("threat clockwise")
    assert [spot.damage if spot else None for spot in s.view().battles] == [None, 2, None]


@pytest.mark.rule("DER-1004")
def test_all_his_traits_bring_one_damage_at_the_end_of_the_turn() -> None:
    s = attack(revealed(out=2))
    assert s.damage(HIM) == 0
    s.do("stop")
    assert s.damage(HIM) == 1
    assert s.happened("VillainDamaged", card=HIM)[0].rule == "DER-1004"


@pytest.mark.rule("DER-1004")
def test_without_the_last_trait_he_takes_nothing() -> None:
    s = revealed(out=2).do(*(f"{die} > {HIM}" for die in DICE[:-1]), "stop")
    assert s.damage(HIM) == 0
    assert not s.happened("TokenDrawn")


@pytest.mark.rule("DER-1004", "DER-806")
def test_a_token_helps_against_him() -> None:
    s = DeathScene().boss().set(villains_out=azkaban(1)).tokens("hogwarts", "friendship-symbol")
    s.step_3("hogwarts", shown="red BB, blue K L").do(*(f"{die} > {HIM}" for die in DICE[:3]))
    s.do(f"token friendship-symbol > {HIM}", "stop")
    assert s.damage(HIM) == 1


@pytest.mark.rule("DER-1005")
def test_a_second_set_on_him_is_refused() -> None:
    s = attack(revealed(out=3, shown="red BB B, blue K L F K"))
    s.refused(f"blue K > {HIM}", "DER-1005").refused(f"red B > {HIM}", "DER-1005")
    assert s.do("stop").damage(HIM) == 1


@pytest.mark.rule("DER-1006", "DER-1019")
def test_at_the_ceiling_dice_are_not_taken_and_the_ceiling_is_said() -> None:
    s = revealed(damage=2, out=2).refused(f"blue K > {HIM}", "DER-1019")
    assert s.refusal(f"blue K > {HIM}").why == (
        "Lord Voldemort has 2 Damage and can have 2 now, as 2 Death Eaters are defeated."
    )
    assert not any(text.endswith(HIM) for text in s.legal())
    assert f"blue K > {HIM}" in revealed(damage=2, out=3).legal()


@pytest.mark.rule("DER-1006", "DER-1011")
def test_damage_over_the_ceiling_is_not_added_and_earns_no_token() -> None:
    s = attack(revealed(damage=2, out=3)).set(villains_out=azkaban(2)).do("stop").next_turn()
    assert s.damage(HIM) == 2
    assert n_tokens(s, "hogwarts") == 0
    assert [event.rule for event in s.happened("SetsWasted", card=HIM)] == ["DER-1006"]


@pytest.mark.rule("DER-802", "DER-1011")
def test_damage_on_him_earns_one_token() -> None:
    s = attack(revealed(damage=1, out=3)).do("stop").next_turn()
    assert s.damage(HIM) == 2
    assert n_tokens(s, "hogwarts") == 1


@pytest.mark.rule("DER-1007", "DER-1008")
@pytest.mark.parametrize(
    ("target", "damage", "won"), [("5", 4, True), ("4", 3, True), ("5", 3, False), ("6", 4, False)]
)
def test_the_damage_of_his_level_wins(target: str, damage: int, won: bool) -> None:
    s = attack(revealed(damage=damage, out=6, target=target)).do("stop").next_turn()
    assert [event.damage for event in s.happened("VillainDamaged", card=HIM)] == [damage + 1]
    assert s.state.result == ("win" if won else "")
    assert s.state.reasons == (("DER-1101",) if won else ())


@pytest.mark.rule("DER-1008")
def test_with_four_death_eaters_defeated_four_is_the_most_he_can_have() -> None:
    s = attack(revealed(damage=3, out=4)).do("stop").next_turn()
    assert (s.damage(HIM), s.state.result) == (4, "")
    s.step_3("order", location=s.state.facing + 1, facing=s.state.facing + 1, shown="red BB, blue K L F")
    s.refused(f"blue K > {HIM}", "DER-1019").do("stop").next_turn()
    assert (s.damage(HIM), s.state.result) == (4, "")


@pytest.mark.rule("DER-1009")
def test_a_death_eater_that_falls_in_the_same_turn_raises_the_ceiling_from_the_next_on() -> None:
    s = attack(revealed(damage=1, out=2)).set(villains_out=azkaban(1)).at(1, "bribed-official 2").do("stop").next_turn()
    assert s.damage(HIM) == 1
    assert len(s.state.villains_out) == 2
    names = s.order("SetsWasted", "CardsCleared")
    assert names == ["SetsWasted", "CardsCleared"]


@pytest.mark.rule("DER-1010")
def test_he_is_no_death_eater() -> None:
    s = DeathScene().boss(2).set(villains_out=azkaban(3)).row("hogwarts", "albus-dumbledore", "curse-breaker")
    s.at(1, "bribed-official").step_3("hogwarts", shown="red BB").do("red BB > curse-breaker")
    assert s.legal() == ["choose bribed-official", "done"]
    s.do("done").effect(HealVillains(9, "all"), "the-atrium").effect(DamageVillain("each_here"), "curse-breaker")
    assert s.damage(HIM) == 2


@pytest.mark.rule("DER-1012", "DER-1013")
def test_redeploying_to_him_costs_a_die_of_the_pool() -> None:
    s = DeathScene().row("hogwarts", "minerva-mcgonagall", "kitchen-elf", "auror-captain").boss()
    s.step("collect", "hogwarts", location=3, facing=1)
    s.do("react kitchen-elf", "take green", "react auror-captain", "take blue")
    assert len(s.waiting()) == 6
    assert s.legal() == ["redeploy red", "redeploy blue", "redeploy green", "done"]
    s.do("redeploy green")
    assert s.state.location == 0
    assert s.waiting() == ["red", "blue", "blue", "blue", "green"]
    assert s.view().roll.gone == ("green",)
    s.do("roll").chance(next(iter(s.outcomes())))
    assert len(s.shown()) == 5


@pytest.mark.rule("DER-1013")
def test_a_die_that_is_not_in_the_pool_is_no_price() -> None:
    s = DeathScene().row("hogwarts", "minerva-mcgonagall").boss().step("collect", "hogwarts", location=3, facing=1)
    s.refused("redeploy purple", "DER-1013")
    assert s.do("done").state.location == 2
    s.refused("redeploy red", "DER-1012")


@pytest.mark.rule("DER-805", "DER-501", "DER-1013")
def test_between_the_die_and_the_move_a_token_gives_the_die_that_it_costs() -> None:
    s = DeathScene().row("hogwarts", "minerva-mcgonagall").boss().tokens("hogwarts", "purple-die")
    s.turn("hogwarts", facing=3).do("at 3").chance("threat clockwise")
    assert s.legal() == ["redeploy red", "redeploy blue", "redeploy green", "token purple-die", "done"]
    assert s.do("token purple-die").legal() == [
        "redeploy red",
        "redeploy blue",
        "redeploy purple",
        "redeploy green",
        "done",
    ]
    assert s.do("redeploy purple").waiting() == ["red", "blue", "blue", "green"]
    assert s.state.location == 0


@pytest.mark.rule("DER-805", "DER-1012")
def test_before_the_move_tokens_work_where_the_team_still_is() -> None:
    s = DeathScene().row("hogwarts", "minerva-mcgonagall 1", "night-librarian").boss().at(3, "lucius-malfoy")
    s.at(1, "werewolf-raider").tokens("order", "knowledge-symbol", "knowledge-symbol", "heal-one")
    s.turn("hogwarts", facing=3).do("at 3").chance("threat clockwise")
    s.refused("token order:knowledge-symbol > werewolf-raider", "DER-304")
    s.refused("token hogwarts:knowledge-symbol > lucius-malfoy", "DER-801")
    s.do("token order:knowledge-symbol > lucius-malfoy", "token order:heal-one", "choose minerva-mcgonagall")
    assert len(s.spot("lucius-malfoy").dice) == 1
    assert s.damage("minerva-mcgonagall") == 0
    s.do("token order:knowledge-symbol > night-librarian").chance("drew remove-corruption")
    assert "token remove-corruption" in s.legal()
    assert s.do("redeploy red").state.location == 0


@pytest.mark.rule("DER-805", "DER-501", "DER-1012")
@pytest.mark.parametrize(("tokens", "offered"), [((), False), (("heal-one",), False), (("blue-die",), True)])
def test_with_an_empty_pool_a_token_for_a_die_is_what_the_move_can_cost(tokens: tuple[str, ...], offered: bool) -> None:
    s = DeathScene().row("hogwarts", "minerva-mcgonagall").boss().tokens("hogwarts", *tokens).set(lose=4)
    s.step("collect", "hogwarts", location=3, facing=1)
    while s.waiting():
        s.do(f"pick {s.waiting()[0]}")
    assert ("done" in s.legal()) is offered
    if offered:
        assert s.legal() == ["token blue-die", "done"]
        assert s.do("token blue-die").legal() == ["redeploy blue", "done"]


@pytest.mark.rule("DER-1012", "DER-1018")
def test_before_he_is_revealed_there_is_no_redeploying_and_no_attack() -> None:
    s = (
        DeathScene()
        .row("hogwarts", "minerva-mcgonagall")
        .boss(above=5)
        .step("collect", "hogwarts", location=3, facing=1)
    )
    assert s.legal() == ["roll"]
    s.refused("redeploy red", "DER-1018")
    assert s.refusal("redeploy red").why == (
        "Lord Voldemort is still in the Character deck; there is nowhere to redeploy."
    )
    s = DeathScene().boss(above=5).set(villains_out=azkaban(2)).step_3("hogwarts", shown="blue K")
    s.refused(f"blue K > {HIM}", "DER-1018")
    assert not any(text.endswith(HIM) for text in s.legal())


@pytest.mark.rule("DER-1014")
def test_a_die_for_a_death_eater_beside_him_does_not_come_with_redeploying() -> None:
    s = DeathScene().row("hogwarts", "albus-dumbledore", "alastor-moody").boss().at(1, "dark-duellist")
    s.step("collect", "hogwarts", location=3, facing=1)
    assert s.legal() == ["redeploy red", "redeploy blue", "redeploy green", "done"]
    s.do("redeploy green")
    assert s.waiting() == ["red", "blue", "blue"]


@pytest.mark.rule("DER-1015")
def test_a_team_that_redeploys_is_not_attacked_again() -> None:
    s = DeathScene().row("hogwarts", "minerva-mcgonagall 1").boss().at(1, "werewolf-raider", "luna-lovegood")
    s.turn("hogwarts", facing=3).do("at 3").chance("threat clockwise")
    before = (s.damage("minerva-mcgonagall"), s.damage("luna-lovegood"), s.state.pressure)
    s.do("redeploy green")
    assert s.state.location == s.state.facing == 0
    assert (s.damage("minerva-mcgonagall"), s.damage("luna-lovegood"), s.state.pressure) == before


@pytest.mark.rule("DER-1016")
def test_after_redeploying_the_new_location_is_in_reach_and_the_old_one_is_not() -> None:
    s = DeathScene().row("hogwarts", "minerva-mcgonagall").boss().set(villains_out=azkaban(1))
    s.at(1, "night-librarian").at(3, "severus-snape").pressure(department_of_mysteries=2, hogs_head_inn=2)
    s.step("collect", "hogwarts", location=3, facing=1).do("redeploy red", "roll").chance("rolled blue K K, green K")
    s.refused("blue K > severus-snape", "DER-304")
    assert s.refusal("blue K > severus-snape").why == (
        "Severus Snape is at Hogsmeade; your Team is at Ministry of Magic."
    )
    assert {"blue K > night-librarian", f"blue K > {HIM}"} < {*s.legal()}
    s.do("blue K > hogwarts-corruption")
    assert s.legal() == ["choose department-of-mysteries", "done"]


@pytest.mark.rule("DER-1017")
def test_a_team_at_his_location_has_nowhere_to_redeploy_and_nobody_does_it_twice() -> None:
    s = DeathScene().row("hogwarts", "minerva-mcgonagall").boss().step("collect", "hogwarts", location=1, facing=1)
    assert s.legal() == ["roll"]
    s.refused("redeploy red", "DER-1017")
    assert len(s.waiting()) == 4
    s = DeathScene().row("hogwarts", "minerva-mcgonagall").boss().step("collect", "hogwarts", location=2, facing=1)
    s.do("redeploy red").refused("redeploy blue", "DER-1017")
    assert s.refusal("redeploy blue").why == "Your Team redeployed this turn, and it can do so once."


@pytest.mark.rule("DER-1012", "DER-1013", "DER-1014", "DER-1015", "DER-1007")
def test_a_team_redeploys_to_finish_lord_voldemort() -> None:
    """A worked example: five dice and one symbol token are enough for the last Damage."""
    s = DeathScene().row("hogwarts", "minerva-mcgonagall", "kitchen-elf", "auror-captain").boss(4)
    s.set(villains_out=azkaban(5)).tokens("hogwarts", "friendship-symbol").turn("hogwarts", facing=3)
    s.do("at 2").chance("threat clockwise").do("react kitchen-elf", "take green", "react auror-captain", "take blue")
    assert s.state.facing == 0
    s.do("redeploy green", "roll").chance("rolled red BB, blue K L B, green L")
    s.do(*(f"{die} > {HIM}" for die in DICE[:3]), f"token friendship-symbol > {HIM}")
    assert s.damage("minerva-mcgonagall") == 0
    s.do("stop").next_turn()
    assert [event.damage for event in s.happened("VillainDamaged", card=HIM)] == [5]
    assert (s.state.result, s.state.reasons) == ("win", ("DER-1101",))

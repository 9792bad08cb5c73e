"""Chapter 7 of the sister titles (and 8 of Dark Side Rising): capacity, Damage, healing, defeat, attacks."""

from itertools import islice

import pytest

from rising_tutor.core.node import Decision
from rising_tutor.games.rising.cards.vocabulary import DamageHeroes, HealVillains
from tests.testkit.curious import Curious
from tests.testkit.kit import DARK, DEATH, KITS, Kit, n_tokens
from tests.testkit.scene import DarkScene, DeathScene
from tests.testkit.titles import BOTH, Table

MOST = DamageHeroes("most_damaged", "active")
LEAST = DamageHeroes("least_damaged", "active")
ALL = DamageHeroes("all", "active")


@pytest.mark.rule("DER-701", "DSR-701")
@BOTH
def test_every_card_has_a_capacity(table: Table) -> None:
    book = table().book
    assert all(card.capacity >= 1 for card in (*book.hero.values(), *book.villain.values()))


@pytest.mark.rule("DSR-701")
def test_every_rebel_has_type_affiliation_cost_and_ability() -> None:
    book = DarkScene().book
    for card in book.hero.values():
        assert card.type in book.spec.types
        assert card.kind in book.spec.kinds
        assert card.cost
        assert card.ability.effect is not None


@pytest.mark.rule("DER-702", "DSR-702")
@KITS
def test_a_damage_takes_one_space(kit: Kit) -> None:
    s = kit.scene().at(1, f"{kit.ab} 1").step("attack", kit.me, location=2, facing=1)
    spot = s.spot(kit.ab)
    assert (spot.damage, spot.capacity - spot.damage) == (2, s.book.capacity[kit.ab] - 2)


@pytest.mark.rule("DSR-702", "DSR-705")
@pytest.mark.parametrize(("damage", "stays"), [(4, False), (3, True)])
def test_admiral_raddus_takes_four(damage: int, stays: bool) -> None:
    """A worked example of the rulebook."""
    s = DarkScene().row("tatooine", "luke-skywalker", f"admiral-raddus {damage}").step_3("tatooine", shown="red I")
    s.do("stop").next_turn()
    assert ("admiral-raddus" in s.cards("tatooine")) is stays
    assert s.state.defeated == (() if stays else ("admiral-raddus",))


@pytest.mark.rule("DSR-702", "DSR-705", "DER-706")
@KITS
def test_a_full_hero_that_is_healed_in_time_stays(kit: Kit) -> None:
    s = kit.scene()
    full = s.book.capacity[kit.aaa]
    s.row(kit.me, kit.leader, f"{kit.aaa} {full}", kit.free).step_3(kit.me, shown=kit.shown("C"))
    s.do(f"use {kit.free}", f"choose {kit.aaa}", "stop").next_turn()
    assert s.damage(kit.aaa) == full - 1
    assert s.state.defeated == ()


@pytest.mark.rule("DER-703", "DSR-703")
@KITS
def test_nobody_holds_more_than_the_capacity(kit: Kit) -> None:
    s = kit.scene()
    full = s.book.capacity[kit.aaa]
    s.row(kit.me, f"{kit.leader} 1", f"{kit.aaa} {full}").step_3(kit.me, shown=kit.shown("C"))
    s.effect(ALL, kit.strong).effect(ALL, kit.strong)
    assert s.damage(kit.aaa) == full
    assert s.damage(kit.leader) == 3
    assert len(s.happened("DamageBlocked", card=kit.aaa)) == 2


@pytest.mark.rule("DER-703", "DSR-703", "DER-725")
@KITS
def test_a_villain_filled_by_an_ability_takes_no_more_and_earns_no_token(kit: Kit) -> None:
    s = kit.scene().row(kit.me, kit.leader, kit.hits)
    full = s.book.capacity[kit.villain]
    s.at(1, f"{kit.villain} {full - 1}").step_3(kit.me, shown=f"{kit.shown('A A B')}, {kit.hits_for}")
    s.do(f"{kit.hits_for} > {kit.hits}", f"choose {kit.villain}").chance("drew red-die")
    s.do(*(kit(f"{face} > {kit.villain}") for face in "AAB"), "stop")
    s.next_turn()
    assert s.state.villains_out == (kit.villain,)
    assert n_tokens(s, kit.me) == 1
    assert len(s.happened("SetsWasted", card=kit.villain)) == 1
    assert len(s.happened("VillainDamaged", card=kit.villain)) == 1


@pytest.mark.rule("DER-704", "DSR-704")
@KITS
def test_a_full_hero_cannot_pay_in_damage(kit: Kit) -> None:
    s = kit.scene().pressure(**{kit.carrier.replace("-", "_"): 3})
    full = s.book.capacity[kit.pays]
    s.row(kit.me, kit.leader, f"{kit.pays} {full}").step_3(kit.me, shown=kit.shown("C"))
    s.refused(f"use {kit.pays}", kit.rule(704, 704))
    s.row(kit.me, kit.leader, f"{kit.pays} {full - 1}").do(f"use {kit.pays}")
    assert s.damage(kit.pays) == full


@pytest.mark.rule("DER-705", "DSR-705")
@KITS
def test_a_hero_filled_in_the_second_step_is_defeated_at_the_end_and_not_before(kit: Kit) -> None:
    s = kit.scene()
    full = s.book.capacity[kit.ab]
    s.row(kit.me, kit.leader, f"{kit.ab} {full - 1}").at(2, kit.aaa)
    s.step("attack", kit.me, location=1, facing=1).play_on("turn.3")
    assert kit.ab in s.cards(kit.me)
    assert s.state.defeated == ()
    s.next_turn()
    assert s.state.defeated == (kit.ab,)


@pytest.mark.rule("DER-707")
def test_the_infirmary_counts_wizards_of_the_board_and_of_teams() -> None:
    s = DeathScene(hero_loss_limit="2").row("order", "sirius-black", "mrs-norris 5").at(1, "tower-ghost 5")
    s.step_3("hogwarts", shown="red F").do("stop").next_turn()
    assert len(s.state.defeated) == 2
    assert s.state.reasons == ("DER-1102",)


@pytest.mark.rule("DER-708", "DER-1006")
def test_azkaban_is_the_ceiling_for_lord_voldemort() -> None:
    s = DeathScene().boss(2).set(villains_out=("dark-duellist", "peter-pettigrew"))
    s.at(1, "werewolf-raider 2").step_3("hogwarts", shown="red B, blue K").refused("red B > lord-voldemort", "DER-1019")
    s.do("stop").next_turn()
    assert len(s.state.villains_out) == 3
    assert "red B > lord-voldemort" in s.step_3("order", shown="red B").legal()


@pytest.mark.rule("DER-709", "DSR-712")
@KITS
def test_healing_takes_damage_off_after_its_die(kit: Kit) -> None:
    s = kit.scene().row(kit.me, f"{kit.leader} 2", kit.free).row(kit.you, f"{kit.your_leader} 2", kit.heals)
    s.step_3(kit.me, shown=kit.shown("C")).do(f"use {kit.free}", f"choose {kit.leader}")
    assert s.damage(kit.leader) == 1
    s.step_3(kit.you, shown=kit.heals_for).do(f"{kit.heals_for} > {kit.heals}", f"choose {kit.your_leader}")
    assert s.damage(kit.your_leader) == 0


@pytest.mark.rule("DER-710", "DSR-712")
@KITS
def test_a_card_without_damage_is_not_healed(kit: Kit) -> None:
    s = kit.scene().row(kit.me, kit.leader, kit.free).step_3(kit.me, shown=kit.shown("C"))
    s.do(f"use {kit.free}")
    if isinstance(s.node(), Decision) and f"choose {kit.leader}" in s.legal():
        s.do(f"choose {kit.leader}")
    assert s.damage(kit.leader) == 0
    assert not [event for event in s.happened("Healed") if event.n]


@pytest.mark.rule("DER-718", "DSR-715")
@KITS
def test_all_who_are_tied_for_least_damaged_are_hit_at_zero_too(kit: Kit) -> None:
    s = kit.scene().row(kit.me, kit.leader, kit.aaa, f"{kit.ab} 2").step_3(kit.me, shown=kit.shown("C"))
    s.effect(LEAST, kit.strong)
    assert [s.damage(card) for card in (kit.leader, kit.aaa, kit.ab)] == [1, 1, 2]


@pytest.mark.rule("DER-719", "DSR-715")
@KITS
def test_counters_are_counted_and_not_free_spaces(kit: Kit) -> None:
    s = kit.scene()
    nearly = s.book.capacity[kit.ab] - 1
    s.row(kit.me, f"{kit.leader} {nearly + 1}", f"{kit.ab} {nearly}").step_3(kit.me, shown=kit.shown("C"))
    assert s.book.capacity[kit.leader] - nearly - 1 > 1
    s.effect(MOST, kit.strong)
    assert (s.damage(kit.leader), s.damage(kit.ab)) == (nearly + 2, nearly)


@pytest.mark.rule("DER-726", "DSR-716")
@KITS
def test_a_full_hero_is_the_most_damaged_and_nobody_takes_its_place(kit: Kit) -> None:
    s = kit.scene()
    full = s.book.capacity[kit.ab]
    s.row(kit.me, kit.leader, f"{kit.ab} {full}", f"{kit.aaa} 2").step_3(kit.me, shown=kit.shown("C"))
    s.effect(MOST, kit.strong)
    assert [s.damage(card) for card in (kit.leader, kit.ab, kit.aaa)] == [0, full, 2]


@pytest.mark.rule("DER-720", "DSR-803")
@KITS
def test_a_villain_without_its_last_symbol_takes_no_damage(kit: Kit) -> None:
    s = kit.scene().at(1, kit.villain).step_3(kit.me, shown=kit.shown("AA C"))
    s.do(kit(f"AA > {kit.villain}"), "stop").next_turn()
    assert s.damage(kit.villain) == 0


@pytest.mark.rule("DSR-803", "DER-720", "DER-806", "DSR-1009")
@KITS
def test_a_token_supplies_the_last_symbol_of_an_attack(kit: Kit) -> None:
    s = kit.scene().at(1, kit.villain).tokens(kit.me, kit.symbol_b).step_3(kit.me, shown=kit.shown("AA C"))
    s.do(kit(f"AA > {kit.villain}"), f"token {kit.symbol_b} > {kit.villain}", "stop").next_turn()
    assert s.damage(kit.villain) == 1


@pytest.mark.rule("DER-721")
def test_of_two_dice_for_a_single_symbol_one_is_accepted() -> None:
    s = DeathScene().at(1, "lucius-malfoy").step_3("hogwarts", shown="blue K KK L L")
    s.do("blue K > lucius-malfoy", "blue KK > lucius-malfoy", "blue L > lucius-malfoy")
    s.refused("blue L > lucius-malfoy", "DER-721").do("stop").next_turn()
    assert s.damage("lucius-malfoy") == 1


@pytest.mark.rule("DER-722", "DSR-804")
@KITS
def test_an_ability_adds_to_the_damage_of_the_dice(kit: Kit) -> None:
    s = kit.scene().row(kit.me, kit.leader, kit.hits)
    target = kit.villain if s.book.capacity[kit.villain] > 2 else kit.strong
    s.at(1, target).step_3(kit.me, shown=f"{kit.shown('A A B')}, {kit.hits_for}")
    s.do(f"{kit.hits_for} > {kit.hits}", f"choose {target}").chance("drew red-die")
    assert n_tokens(s, kit.me) == 1
    s.do(*(kit(f"{face} > {target}") for face in "AAB"), "stop")
    s.next_turn()
    assert s.damage(target) == 2
    assert n_tokens(s, kit.me) == 2


@pytest.mark.rule("DSR-804")
def test_dice_and_the_base_together_add_two() -> None:
    s = DarkScene().at(1, "at-act").step_3("tatooine").do("roll").chance("rolled red TT TT TT S")
    s.do("use team-tatooine", "choose at-act").chance("drew red-die").do("red TT > at-act", "red S > at-act", "stop")
    s.next_turn()
    assert s.damage("at-act") == 2


@pytest.mark.rule("DER-723", "DSR-805", "DSR-806")
@KITS
def test_a_full_villain_leaves_its_place_for_the_pile(kit: Kit) -> None:
    s = kit.scene()
    full = s.book.capacity[kit.villain]
    s.set(villains_out=(kit.strong,)).at(1, f"{kit.villain} {full}").step_3(kit.me, shown=kit.shown("C"))
    s.do("stop").next_turn()
    assert s.state.villains_out == (kit.strong, kit.villain)
    assert s.view().places[0].card != kit.villain


@pytest.mark.rule("DSR-806")
def test_five_in_the_pile_of_seven_are_not_enough() -> None:
    imperials = tuple(DarkScene().book.villain_ids)
    s = DarkScene().set(villains_out=imperials[:5]).step_3("tatooine", shown="red I").do("stop").next_turn()
    assert (len(s.state.villains_out), s.state.options.target, s.state.result) == (5, 7, "")
    s.set(villains_out=imperials[:7]).step_3("lothal", shown="green I").do("stop").next_turn()
    assert s.state.result == "win"


@pytest.mark.rule("DER-724", "DSR-811")
@KITS
def test_a_covered_hero_joins_unhurt_and_a_covered_villain_never_joins(kit: Kit) -> None:
    s = kit.scene().at(1, f"{kit.aab} 1", kit.villain)
    s.step_3(kit.me, shown=f"{kit.shown('AA AA B')}, {kit.other_die} {kit.letters('B')}")
    s.do(*(kit(text) for text in (f"AA > {kit.aab}", f"B > {kit.aab}", f"AA > {kit.villain}")))
    s.do(f"{kit.other_die} {kit.letters('B')} > {kit.villain}", "stop").next_turn()
    assert s.cards(kit.me) == (kit.leader, kit.aab)
    assert s.damage(kit.aab) == 0
    assert [event.card for event in s.happened("VillainDamaged")] == [kit.villain]


# chapter 8 of Dark Side Rising


@pytest.mark.rule("DSR-801")
def test_an_imperial_of_the_deck_fills_a_place_face_up() -> None:
    s = DarkScene()
    heroes = [card for card in s.book.hero_ids if card not in ("luke-skywalker", "hera-syndulla")]
    s.at(1, *heroes[:3]).at(2, *heroes[3:6]).at(3, *heroes[6:8]).deck("at-act").step("refill", "tatooine")
    s.chance("card at-act") if not isinstance(s.node(), Decision) else None
    assert (s.spot("at-act").damage, s.view().places[8].card) == (0, "at-act")


@pytest.mark.rule("DSR-802")
@pytest.mark.parametrize(("face", "acts"), [("counterclockwise", False), ("clockwise", True), ("helmet", True)])
def test_an_imperial_acts_where_vader_looks_or_with_the_helmet(face: str, acts: bool) -> None:
    s = DarkScene().at(2, "at-act").turn("tatooine", facing=1).do("at 1").chance("threat blue", f"threat {face}")
    s.play_on("turn.3")
    assert bool(s.happened("EffectUsed", card="at-act")) is acts


@pytest.mark.rule("DSR-807")
def test_imperials_are_healed_by_their_own() -> None:
    s = DarkScene().at(1, "at-act 2").step_3("tatooine", shown="red I")
    s.effect(HealVillains(1, "all"), "component-orange")
    assert s.damage("at-act") == 1


@pytest.mark.rule("DSR-808")
def test_the_at_act_hits_every_rebel_of_the_active_team() -> None:
    team = ("luke-skywalker", "slicer", "r2-d2 1", "c-3po")
    s = DarkScene().row("tatooine", *team).at(1, "at-act", "han-solo").step("villains", "tatooine", location=2)
    assert [s.damage(card.split()[0]) for card in team] == [1, 1, 2, 1]
    assert s.damage("han-solo") == s.damage("hera-syndulla") == 0


@pytest.mark.rule("DSR-809")
def test_a_stormtrooper_with_a_support_needs_one_double_tactical_and_sabine_three_tactical() -> None:
    s = DarkScene().at(1, "stormtrooper-a", "sabine-wren").step_3("tatooine", shown="red S TT T T")
    assert s.spot("sabine-wren").lacks == ("T", "T", "T")
    s.do("red S > stormtrooper-a", "red TT > stormtrooper-a")
    assert s.spot("stormtrooper-a").sets == 1


@pytest.mark.rule("DSR-810")
def test_tarkin_heals_every_other_imperial() -> None:
    s = DarkScene().at(1, "grand-moff-tarkin 1", "at-act 1").at(3, "stormtrooper-b 1").step("villains", "tatooine")
    assert (s.damage("at-act"), s.damage("stormtrooper-b"), s.damage("grand-moff-tarkin")) == (0, 0, 1)


@pytest.mark.rule("DSR-811")
def test_no_rebel_is_ever_a_target_of_damage_for_imperials() -> None:
    s = DarkScene().row("tatooine", "luke-skywalker", "demolitions-expert").at(1, "han-solo", "at-act")
    s.step_3("tatooine", shown="red TT").do("red TT > demolitions-expert")
    assert s.legal() == ["choose at-act", "done"]
    s.refused("choose han-solo", "DSR-718")


@pytest.mark.rule("DSR-812")
def test_vader_is_no_target() -> None:
    """In no position of a game, also where he looks; Lord Voldemort, once he is revealed, is one there."""
    game, curious = DarkScene().game, Curious(DarkScene().game, 812)
    places = set(game.book.hero) | set(game.book.villain) | set(game.book.ability_of_team)
    looked = 0
    for state, _ in islice(curious.play(2), 1_500):
        assert state.battles == (None, None, None)
        node = game.node(state)
        for action in node.actions if isinstance(node, Decision) else ():
            assert {getattr(action, name, None) for name in ("on", "card", "to")} - {None} <= places | set(
                game.book.team
            ) | set(game.book.carrier)
            looked += getattr(action, "on", None) is not None and state.location == state.facing
    assert looked > 20
    s = DarkScene().row("tatooine", "luke-skywalker", "demolitions-expert").at(1, "at-act")
    s.step_3("tatooine", shown="red TT T S")
    assert {text.partition(" > ")[2] for text in s.legal() if " > " in text} == {"at-act", "demolitions-expert"}
    his = DeathScene().boss().set(villains_out=("lucius-malfoy",)).step_3("hogwarts", shown="red BB")
    assert "red BB > lord-voldemort" in his.legal()
    assert DARK.villain in s.book.villain
    assert DEATH.villain not in s.book.villain

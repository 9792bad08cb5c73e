"""Chapter 5 of the sister titles: what dice may be assigned to, and when rolling ends."""

import pytest

from tests.testkit.kit import DARK, DEATH, KITS, Kit, counters
from tests.testkit.scene import DarkScene, DeathScene


@pytest.mark.rule("DER-509", "DSR-510")
@KITS
def test_dice_go_to_cards_of_the_location_and_to_abilities_of_the_own_team(kit: Kit) -> None:
    s = kit.scene().row(kit.me, kit.leader, kit.clears).row(kit.you, kit.your_leader, kit.heals)
    s.pressure(**{kit.carrier.replace("-", "_"): 2}).at(1, kit.aab, kit.villain).at(2, kit.aaa)
    s.step_3(kit.me, shown=kit.shown("A A B C"))
    targets = {text.partition(" > ")[2] for text in s.legal() if " > " in text}
    assert targets >= {kit.aab, kit.villain, kit.clears}
    assert not targets & {kit.aaa, kit.heals, kit.leader}
    s.refused(kit(f"A > {kit.aaa}"), kit.rule(304, 304)).refused(kit(f"B > {kit.heals}"), kit.rule(714, 711))


@pytest.mark.rule("DER-509", "DER-716")
def test_dice_go_to_abilities_of_the_own_headquarters_alone() -> None:
    s = DeathScene().pressure(department_of_mysteries=1).step_3("hogwarts", shown="blue K L, red B")
    assert {"blue K > hogwarts-corruption", "blue L > hogwarts-token"} < set(s.legal())
    s.refused("red B > order-corruption", "DER-714")
    assert s.refusal("red B > order-corruption").why.startswith("Remove a Corruption of the Headquarters belongs to")


@pytest.mark.rule("DSR-510")
def test_a_rebel_in_another_sector_takes_no_die_and_the_sectors_are_named() -> None:
    s = (
        DarkScene()
        .at(2, "sabine-wren")
        .step_3("tatooine", location=1, shown="red T")
        .refused("red T > sabine-wren", "DSR-304")
    )
    assert s.refusal("red T > sabine-wren").why == "Sabine Wren is at Scarif; your Team is at Eadu."


@pytest.mark.rule("DER-510", "DSR-511")
@KITS
def test_dice_of_one_roll_go_to_two_cards(kit: Kit) -> None:
    s = kit.scene().at(1, kit.aaa, kit.villain).step_3(kit.me, shown=kit.shown("A A B"))
    s.do(kit(f"A > {kit.aaa}"), kit(f"B > {kit.villain}"))
    assert s.spot(kit.aaa).dice == (f"{kit.die}:{kit.letters('A')}",)
    assert s.spot(kit.villain).dice == (f"{kit.die}:{kit.letters('B')}",)
    assert s.view().roll.n == 1


@pytest.mark.rule("DER-511", "DSR-519")
@KITS
def test_a_die_of_any_colour_may_supply_the_symbol(kit: Kit) -> None:
    a = kit.letters("A")
    s = kit.scene().at(1, kit.aaa).step_3(kit.me, shown=f"red {a}, blue {a}, green {a}")
    s.do(*(f"{colour} {a} > {kit.aaa}" for colour in ("red", "blue", "green")))
    assert s.spot(kit.aaa).sets == 1


@pytest.mark.rule("DSR-519")
def test_a_red_die_with_support_serves_a_need_of_support() -> None:
    s = DarkScene().at(1, "stormtrooper-a").step_3("tatooine", shown="red S T")
    assert s.do("red S > stormtrooper-a").spot("stormtrooper-a").lacks == ("T", "T")


@pytest.mark.rule("DER-512", "DSR-514")
@KITS
def test_an_assigned_die_is_neither_moved_nor_rolled(kit: Kit) -> None:
    s = kit.scene().row(kit.me, kit.leader, kit.rerolls).at(1, kit.aaa, kit.aab)
    s.step_3(kit.me, shown=kit.shown("A A C")).do(kit(f"A > {kit.aaa}"), kit(f"A > {kit.aaa}"))
    s.refused(kit(f"A > {kit.aab}"), kit.rule(512, 514))
    assert s.do("roll").outcomes().keys() == {
        f"rolled {kit.die} {face}"
        for face in dict.fromkeys(next(die.faces for die in s.book.dice if die.colour == kit.die))
    }
    assert len(s.spot(kit.aaa).dice) == 2


@pytest.mark.rule("DER-514", "DSR-513")
@KITS
def test_a_later_roll_may_serve_another_card(kit: Kit) -> None:
    s = kit.scene().at(1, kit.aaa, kit.villain).step_3(kit.me, shown=kit.shown("A C C"))
    s.do(kit(f"A > {kit.aaa}"), "roll").chance(kit.rolled("B C")).do(kit(f"B > {kit.villain}"))
    assert s.spot(kit.villain).lacks == tuple(kit.letters("AA"))
    assert s.spot(kit.aaa).lacks == tuple(kit.letters("AA"))


@pytest.mark.rule("DER-516", "DSR-516")
@KITS
def test_the_surplus_of_a_double_is_lost(kit: Kit) -> None:
    s = kit.scene().at(1, kit.aaa).step_3(kit.me, shown=kit.shown("A A AA"))
    s.do(*(kit(f"{face} > {kit.aaa}") for face in ("A", "A", "AA")))
    assert s.spot(kit.aaa).sets == 1
    assert s.happened("DiePlaced")[-1].lost == 1


@pytest.mark.rule("DER-516", "DSR-517")
@KITS
def test_one_double_never_serves_two_cards(kit: Kit) -> None:
    s = kit.scene().at(1, kit.aab, kit.ab).step_3(kit.me, shown=kit.shown("A AA B"))
    s.do(kit(f"A > {kit.aab}"), kit(f"AA > {kit.aab}"))
    assert s.spot(kit.aab).lacks == (kit.letters("B"),)
    assert kit.letters("A") in s.spot(kit.ab).lacks
    s.refused(kit(f"AA > {kit.ab}"), kit.rule(512, 514))


@pytest.mark.rule("DER-517", "DSR-518")
@KITS
def test_a_part_of_the_symbols_brings_nothing_and_does_not_stay(kit: Kit) -> None:
    s = kit.scene().at(1, kit.aaa, kit.villain).step_3(kit.me, shown=kit.shown("A A B"))
    s.do(kit(f"A > {kit.aaa}"), kit(f"A > {kit.aaa}"), kit(f"B > {kit.villain}"), "stop").next_turn()
    for card in (kit.aaa, kit.villain):
        assert (s.spot(card).dice, s.spot(card).damage) == ((), 0)
    assert not s.happened("HeroRecruited")
    assert not s.happened("TokenDrawn")


@pytest.mark.rule("DER-518", "DSR-520")
@KITS
def test_a_symbol_that_is_covered_takes_no_more_dice(kit: Kit) -> None:
    s = kit.scene().at(1, kit.aab).step_3(kit.me, shown=kit.shown("A A A C"))
    s.do(kit(f"A > {kit.aab}"), kit(f"A > {kit.aab}"))
    s.refused(kit(f"A > {kit.aab}"), kit.rule(518, 520)).refused(kit(f"C > {kit.aab}"), kit.rule(518, 520))


@pytest.mark.rule("DER-519", "DSR-521")
@KITS
def test_a_single_die_that_can_complete_nothing_may_be_left(kit: Kit) -> None:
    s = kit.scene().at(1, kit.aaa, kit.villain).step_3(kit.me, shown=kit.shown("C"))
    if kit is DEATH:
        s.set(used=(*s.state.used, "hogwarts-token", "hogwarts-corruption"))
    assert min(len(s.spot(card).lacks) for card in (kit.aaa, kit.villain)) == 3
    assert {"stop"} < {*s.legal()}


@pytest.mark.rule("DER-519", "DSR-521")
@KITS
def test_nothing_is_rolled_when_every_die_is_used(kit: Kit) -> None:
    s = kit.scene().at(1, kit.aaa).step_3(kit.me, shown=kit.shown("A C")).do(kit(f"A > {kit.aaa}"), "roll")
    s.chance(kit.rolled("C")).do(kit(f"discard {kit.die} C"))
    assert s.legal() == ["stop"]
    s.refused("roll", kit.rule(513, 512))


@pytest.mark.rule("DER-520", "DSR-526")
@KITS
def test_who_can_complete_nothing_may_roll_on(kit: Kit) -> None:
    s = kit.scene().step_3(kit.me, shown=kit.shown("C C")).do(kit(f"discard {kit.die} C"), "roll")
    s.chance(kit.rolled("C")).do(kit(f"discard {kit.die} C"), "stop").next_turn()
    assert not s.happened("HeroRecruited")
    assert not s.happened("VillainDamaged")


@pytest.mark.rule("DER-526", "DSR-526")
@KITS
def test_who_can_complete_something_may_stop(kit: Kit) -> None:
    s = kit.scene().at(1, kit.ab).step_3(kit.me, shown=kit.shown("A B")).do("stop")
    (given_up,) = s.happened("DiceForfeited")
    assert (len(given_up.dice), given_up.rule) == (2, kit.rule(526, 526))
    s.next_turn()
    assert s.spot(kit.ab).dice == ()
    assert not s.happened("HeroRecruited")


@pytest.mark.rule("DER-521")
def test_a_wizard_whose_symbols_are_covered_joins_at_the_end_of_the_turn_only() -> None:
    """A worked example of the rulebook: dice of several rolls on one Wizard."""
    s = DeathScene().at(1, "night-librarian 2").step_3("hogwarts", shown="blue K B, red B")
    s.do("blue K > night-librarian", "roll").chance("rolled red K, blue K")
    s.do("red K > night-librarian", "blue K > night-librarian")
    assert s.spot("night-librarian").sets == 1
    assert "night-librarian" not in s.cards("hogwarts")
    s.do("stop").next_turn()
    assert s.cards("hogwarts") == ("albus-dumbledore", "night-librarian")
    assert s.damage("night-librarian") == 0


@pytest.mark.rule("DER-521", "DER-604", "DER-605")
def test_a_death_eater_whose_symbols_are_covered_takes_its_damage_at_the_end_of_the_turn() -> None:
    """A worked example of the rulebook: 1 Damage and 1 Spell token."""
    s = DeathScene().at(1, "lucius-malfoy").step_3("hogwarts", shown="blue KK L")
    s.do("blue KK > lucius-malfoy", "blue L > lucius-malfoy")
    assert s.damage("lucius-malfoy") == 0
    assert s.held("hogwarts") == {}
    s.do("stop").next_turn()
    assert s.damage("lucius-malfoy") == 1
    assert sum(s.held("hogwarts").values()) == 1


@pytest.mark.rule("DER-522", "DSR-522")
@KITS
def test_a_paid_ability_works_before_the_next_roll(kit: Kit) -> None:
    """A worked example of both rulebooks: a counter comes off at once, and the die stays."""
    s = kit.scene().row(kit.me, kit.leader, kit.clears).pressure(**{kit.carrier.replace("-", "_"): 3})
    s.step_3(kit.me, shown=kit.shown("A B C")).do(f"{kit.clears_for} > {kit.clears}", f"choose {kit.carrier}")
    assert counters(s, kit.carrier) == 2
    assert s.view().roll.n == 1
    assert s.member(kit.clears).dice == (kit.clears_for.replace(" ", ":"),)


@pytest.mark.rule("DSR-522")
def test_the_player_chooses_the_component() -> None:
    s = DarkScene().row("tatooine", "luke-skywalker", "r2-d2").pressure(component_blue=1, component_green=5)
    s.fallen("component-red").step_3("tatooine", shown="red I").do("red I > r2-d2")
    assert s.legal() == ["choose component-blue", "choose component-green", "done"]
    s.do("choose component-green")
    assert (counters(s, "component-blue"), counters(s, "component-green")) == (1, 4)


@pytest.mark.rule("DER-522", "DER-716")
def test_an_ability_of_the_headquarters_works_before_the_next_roll() -> None:
    """A worked example of the rulebook: Remove a Corruption at the Location of the Mission token."""
    s = DeathScene().pressure(ollivanders_wand_shop=2, department_of_mysteries=2)
    s.step_3("hogwarts", location=2, shown="blue K K").do(
        "blue K > hogwarts-corruption", "choose ollivanders-wand-shop"
    )
    assert (counters(s, "ollivanders-wand-shop"), counters(s, "department-of-mysteries")) == (1, 2)
    s.refused("blue K > hogwarts-corruption", "DER-716")
    assert s.team("hogwarts").abilities[0].dice == ("blue:K",)
    assert s.team("hogwarts").abilities[0].used


@pytest.mark.rule("DER-523", "DSR-524")
@KITS
def test_a_reroll_comes_before_any_die_of_the_roll_is_assigned(kit: Kit) -> None:
    s = kit.scene().row(kit.me, kit.leader, kit.rerolls).at(1, kit.aaa).step_3(kit.me, shown=kit.shown("A C C"))
    assert f"use {kit.rerolls}" in s.legal()
    s.do(kit(f"A > {kit.aaa}")).refused(f"use {kit.rerolls}", kit.rule(523, 524))
    s.do("roll").chance(kit.rolled("C C"))
    assert f"use {kit.rerolls}" in s.legal()


@pytest.mark.rule("DER-713", "DSR-524")
@KITS
def test_a_reroll_used_after_one_roll_is_gone_for_the_next(kit: Kit) -> None:
    s = kit.scene().row(kit.me, kit.leader, kit.rerolls).step_3(kit.me, shown=kit.shown("C C C"))
    s.do(f"use {kit.rerolls}", kit(f"pick {kit.die} C")).chance(kit.rolled("A"))
    assert len(s.shown()) == 3
    s.do(kit(f"discard {kit.die} C"), "roll").chance(kit.rolled("C C"))
    s.refused(f"use {kit.rerolls}", kit.rule(713, 710))


@pytest.mark.rule("DER-524", "DSR-523")
@KITS
def test_a_changed_die_takes_any_other_face_that_it_has(kit: Kit) -> None:
    s = kit.scene().row(kit.me, kit.leader, kit.changes).step_3(kit.me, shown=kit.shown("AA B"))
    s.do(f"use {kit.changes}")
    die = next(die for die in s.book.dice if die.colour == kit.die)
    double = kit.letters("AA")
    others = [face for face in dict.fromkeys(die.faces) if face != double]
    assert s.legal() == [*(f"turn {kit.die} {double} to {face}" for face in others), "done"]
    s.refused(kit(f"turn {kit.die} B to A"), kit.rule(523, 523))
    s.do(kit(f"turn {kit.die} AA to C"))
    assert sorted(s.shown()) == sorted(f"{kit.die} {kit.letters(face)}" for face in "BC")


@pytest.mark.rule("DSR-523")
def test_a_die_without_the_symbol_cannot_be_changed() -> None:
    s = DarkScene().row("tatooine", "luke-skywalker", "sabine-wren").step_3("tatooine", shown="red S I")
    s.refused("use sabine-wren", "DSR-523")


@pytest.mark.rule("DSR-506", "DSR-509", "DSR-510", "DSR-511", "DSR-513", "DSR-516", "DSR-518", "DSR-602")
def test_ben_rolls_four_red_dice() -> None:
    """The worked example of the rulebook, step by step."""
    s = DarkScene().at(1, "sabine-wren", "baze-malbus", "stormtrooper-a").step_3("tatooine").do("roll")
    s.chance("rolled red T T S I")
    first = s.state
    s.do("red T > sabine-wren", "red T > sabine-wren", "roll").chance("rolled red I S")
    assert s.spot("sabine-wren").lacks == ("T",)
    s.refused("roll", "DSR-509").do("red S > stormtrooper-a", "roll").chance("rolled red TT")
    last = s.state
    s.do("red TT > sabine-wren")
    assert s.happened("DiePlaced")[-1].lost == 1
    s.do("stop").next_turn()
    assert s.cards("tatooine") == ("luke-skywalker", "sabine-wren")
    assert s.damage("sabine-wren") == 0
    assert s.damage("stormtrooper-a") == 0
    assert s.spot("stormtrooper-a").dice == ()
    assert s.held("tatooine") == {}
    # What the text says Ben could have done as well.
    s.set(**{name: getattr(first, name) for name in first.__struct_fields__})
    s.do("red T > stormtrooper-a", "red T > stormtrooper-a")
    assert s.spot("stormtrooper-a").lacks == ("S",)
    s.set(**{name: getattr(last, name) for name in last.__struct_fields__})
    s.do("red TT > stormtrooper-a")
    assert s.spot("stormtrooper-a").sets == 1
    assert DARK.villain == "stormtrooper-a"

"""Chapter 5 of the sister titles: the pool, the dice and the first roll."""

from collections import Counter

import pytest

from rising_tutor.games.rising import actions as do
from tests.testkit.kit import DARK, DEATH, KITS, Kit
from tests.testkit.scene import DarkScene, DeathScene
from tests.testkit.titles import BOTH, Table, threat


@pytest.mark.rule("DER-501", "DSR-501")
@KITS
def test_the_pool_has_the_dice_of_the_card_those_of_abilities_and_those_of_tokens(kit: Kit) -> None:
    s = kit.scene().row(kit.me, kit.leader, kit.adds_here).at(1, kit.villain).tokens(kit.me, "green-die")
    s.step("collect", kit.me, facing=2).do(f"react {kit.adds_here}")
    assert sorted(s.waiting()) == sorted((*kit.starting, kit.adds_here_die))
    s.do("token green-die")
    assert sorted(s.waiting()) == sorted((*kit.starting, kit.adds_here_die, "green"))


@pytest.mark.rule("DSR-501", "DSR-714")
def test_tatooine_with_luke_and_another_of_his_affiliation_has_four_red_dice_and_one_extra() -> None:
    s = DarkScene().row("tatooine", "luke-skywalker", "sabine-wren").step("collect", "tatooine")
    assert s.do("react luke-skywalker").legal() == ["take red", "take yellow", "done"]
    assert s.do("take yellow").waiting() == ["red"] * 4 + ["yellow"]


@pytest.mark.rule("DSR-714")
@pytest.mark.parametrize("companions", [(), ("slicer",)])
def test_luke_alone_or_among_others_gives_no_die(companions: tuple[str, ...]) -> None:
    s = DarkScene().row("tatooine", "luke-skywalker", *companions).step("collect", "tatooine")
    assert s.waiting() == ["red"] * 4
    assert s.legal() == ["roll"]


@pytest.mark.rule("DER-502", "DER-1014")
def test_a_die_for_a_death_eater_at_the_first_location_is_kept_after_redeploying() -> None:
    s = DeathScene().row("hogwarts", "albus-dumbledore", "alastor-moody").at(1, "dark-duellist").at(2, "luna-lovegood")
    s.boss().step("collect", "hogwarts", location=1, facing=2).do("react alastor-moody")
    assert s.waiting().count("red") == 2
    s.do("redeploy green")
    assert s.state.location == 1
    assert s.waiting() == ["red", "red", "blue", "blue"]


@pytest.mark.rule("DSR-502")
def test_there_is_no_pool_before_the_dark_side_dice_are_resolved() -> None:
    s = DarkScene().turn("tatooine").do("at 1")
    assert s.waiting() == []
    for text in ("roll", "red T > sabine-wren", "stop"):
        assert s.refusal(text) is not None
    threat(s)
    assert s.waiting() == ["red"] * 4
    assert s.order("ThreatFaceRolled", "LocationAttacked", "DiceCollected")[-1] == "DiceCollected"


@pytest.mark.rule("DER-503", "DER-504")
def test_six_red_earned_of_four_make_four_and_no_other_colour_more() -> None:
    helpers = ("sirius-black", "alastor-moody", "auror-captain", "ministry-insider", "kitchen-elf")
    s = DeathScene().row("order", *helpers).at(1, "dark-duellist").step("collect", "order")
    s.do("react alastor-moody", "react auror-captain", "take red")
    assert s.waiting().count("red") == 4
    for card in ("sirius-black", "ministry-insider"):
        s.do(f"react {card}", "take red")
    assert s.waiting() == ["red"] * 4 + ["blue", "green"]
    assert [event.colour for event in s.happened("DieNotAdded", rule="DER-503")] == ["red", "red"]


@pytest.mark.rule("DSR-503")
def test_six_red_earned_of_four_make_four_in_the_dark_side() -> None:
    s = DarkScene().row("tatooine", "luke-skywalker", "shock-trooper").step("collect", "tatooine")
    s.do("react luke-skywalker", "take red", "react shock-trooper", "take red")
    assert s.waiting() == ["red"] * 4
    assert len(s.happened("DieNotAdded", rule="DSR-503", colour="red")) == 2


def strengths(table: Table) -> dict[str, Counter[str]]:
    """Symbols on each colour of die, a double counted twice."""
    return {die.colour: Counter("".join(die.faces)) for die in table().book.dice}


@pytest.mark.rule("DER-505", "DSR-504")
@BOTH
def test_each_colour_favours_another_symbol(table: Table) -> None:
    favoured = []
    for colour, found in strengths(table).items():
        (first, most), (_, second) = found.most_common(2)
        assert most > second, colour
        favoured.append(first)
    assert len(favoured) == len(set(favoured)) == 4


@pytest.mark.rule("DER-506", "DSR-504")
@BOTH
def test_each_colour_doubles_the_symbol_that_it_favours_on_one_face(table: Table) -> None:
    favoured = {colour: found.most_common(1)[0][0] for colour, found in strengths(table).items()}
    for die in table().book.dice:
        assert [face for face in die.faces if len(face) > 1] == [favoured[die.colour] * 2]


@pytest.mark.rule("DSR-504")
def test_red_is_tactical() -> None:
    faces = next(die.faces for die in DarkScene().book.dice if die.colour == "red")
    assert Counter("".join(faces)).most_common(1)[0][0] == "T"
    assert faces.count("TT") == 1


@pytest.mark.rule("DER-506", "DSR-505")
@KITS
def test_one_double_meets_a_need_of_two(kit: Kit) -> None:
    s = kit.scene().at(1, kit.villain).step_3(kit.me, shown=kit.shown("AA C"))
    assert sorted(s.spot(kit.villain).lacks) == sorted(kit.letters("AAB"))
    assert s.do(kit(f"AA > {kit.villain}")).spot(kit.villain).lacks == (kit.letters("B"),)


@pytest.mark.rule("DER-507")
def test_the_first_roll_shows_all_five_dice() -> None:
    s = DeathScene().step_3("hogwarts", waiting="blue blue green red red").do("roll")
    s.chance("rolled red B F, blue K L, green LL")
    assert s.shown() == ["red B", "red F", "blue K", "blue L", "green LL"]
    assert s.waiting() == []


@pytest.mark.rule("DSR-506")
def test_the_opening_roll_shows_all_four_dice() -> None:
    s = DarkScene().step_3("tatooine").do("roll").chance("rolled red T T S I")
    assert len(s.shown()) == 4
    assert s.waiting() == []
    assert s.view().roll.n == 1


@pytest.mark.rule("DER-513", "DSR-512")
@KITS
def test_what_was_not_assigned_is_rolled_again(kit: Kit) -> None:
    s = kit.scene().at(1, kit.aaa).step_3(kit.me, shown=f"{kit.shown('A A C')}, {kit.other_die} {kit.letters('C')}")
    s.do(kit(f"A > {kit.aaa}"), kit(f"A > {kit.aaa}"), "roll")
    assert sorted(s.waiting()) == sorted((kit.die, kit.other_die))
    s.chance(next(iter(s.outcomes())))
    assert len(s.shown()) == 2
    assert s.spot(kit.aaa).dice == (f"{kit.die}:{kit.letters('A')}",) * 2


@pytest.mark.rule("DER-508", "DSR-509")
@KITS
def test_without_assigning_exactly_one_chosen_die_leaves(kit: Kit) -> None:
    s = kit.scene().at(1, kit.aaa).step_3(kit.me, shown=kit.shown("A C B")).refused("roll", kit.rule(508, 509))
    s.do(kit(f"discard {kit.die} C")).refused(kit(f"discard {kit.die} B"), kit.rule(508, 509))
    assert s.view().roll.gone == (f"{kit.die}:{kit.letters('C')}",)
    s.refused(kit(f"A > {kit.aaa}"), kit.rule(508, 509))
    s.do("roll").chance(kit.rolled("A A"))
    assert len(s.shown()) == 2


@pytest.mark.rule("DER-508", "DSR-509")
@KITS
def test_who_assigned_a_die_discards_none(kit: Kit) -> None:
    s = kit.scene().at(1, kit.aaa).step_3(kit.me, shown=kit.shown("A C B")).do(kit(f"A > {kit.aaa}"))
    s.refused(kit(f"discard {kit.die} C"), kit.rule(508, 509))
    assert "roll" in s.legal()


@pytest.mark.rule("DER-515", "DSR-515")
@KITS
def test_a_forfeited_die_is_out_for_the_turn_and_back_in_the_next(kit: Kit) -> None:
    s = kit.scene().step_3(kit.me, shown=kit.shown("A C B")).do(kit(f"discard {kit.die} B"), "roll")
    s.chance(kit.rolled("C C")).do(kit(f"discard {kit.die} C"), "roll").chance(kit.rolled("A"))
    assert s.shown() == [f"{kit.die} {kit.letters('A')}"]
    before = dict(s.view().stock)[kit.die]
    s.do("stop").next_turn()
    assert dict(s.view().stock)[kit.die] == before + 3


@pytest.mark.rule("DER-525", "DSR-525")
@KITS
def test_a_die_of_a_token_joins_when_no_die_is_left(kit: Kit) -> None:
    s = kit.scene().at(1, kit.aaa).tokens(kit.me, kit.extra_die).step_3(kit.me, shown=kit.shown("A"))
    s.do(kit(f"A > {kit.aaa}"), f"token {kit.extra_die}", "roll").chance(kit.rolled("A"))
    s.refused("roll", kit.rule(508, 509))
    assert kit(f"A > {kit.aaa}") in s.legal()


@pytest.mark.rule("DER-525", "DSR-525", "DER-807")
@KITS
def test_dice_assigned_or_forfeited_this_turn_are_not_back_for_a_token(kit: Kit) -> None:
    s = kit.scene().at(1, kit.aaa, kit.villain).tokens(kit.me, kit.extra_die)
    s.step_3(kit.me, shown=kit.shown("A A A C")).do(kit(f"A > {kit.aaa}"), f"token {kit.extra_die}")
    assert s.waiting() == []
    assert len(s.happened("DieNotAdded", rule=kit.rule(503, 503), colour=kit.die)) == 1


@pytest.mark.rule("DER-714", "DSR-711")
@KITS
def test_a_hero_on_the_board_or_on_another_team_gives_no_die(kit: Kit) -> None:
    s = kit.scene().at(1, kit.adds, kit.villain).row(kit.you, kit.your_leader, kit.adds_here)
    s.step("collect", kit.me)
    assert s.waiting() == sorted(kit.starting, key=s.book.colours.index)
    assert s.legal() == ["roll"]
    for card in (kit.adds, kit.adds_here):
        s.refused(f"use {card}", kit.rule(714, 711))


@pytest.mark.rule("DER-713", "DSR-710")
@KITS
def test_an_extra_die_comes_once_when_the_pool_is_built(kit: Kit) -> None:
    s = kit.scene().row(kit.me, kit.leader, kit.adds_here).at(1, kit.villain).step("collect", kit.me)
    s.do(f"react {kit.adds_here}")
    assert len(s.waiting()) == 5
    assert f"react {kit.adds_here}" not in s.legal()
    s.refused(f"use {kit.adds_here}", kit.rule(713, 710))


@pytest.mark.rule("DER-727", "DSR-717")
@KITS
def test_an_extra_die_may_be_left_out(kit: Kit) -> None:
    s = kit.scene().row(kit.me, kit.leader, kit.adds_here).at(1, kit.villain).step("collect", kit.me)
    s.do("done")
    assert len(s.waiting()) == 4
    assert s.legal() == ["roll"]


@pytest.mark.rule("DER-727", "DSR-717")
def test_what_the_enemy_does_cannot_be_declined() -> None:
    s = DeathScene().row("hogwarts", "albus-dumbledore").at(1, "office-infiltrator").tokens("hogwarts", "red-die")
    s.tokens("hogwarts", "blue-die").step("villains", "hogwarts")
    assert s.legal() == ["drop red-die", "drop blue-die"]
    refusal = s.game.check(s.state, do.Done())
    assert refusal is not None
    assert refusal.rule == "DER-727"
    dark = DarkScene().row("tatooine", "luke-skywalker").at(1, "at-act").step("villains", "tatooine")
    assert dark.damage("luke-skywalker") == 1


def test_the_parts_of_both_kits_cost_what_their_names_say() -> None:
    for kit in (DEATH, DARK):
        book = kit.scene().book
        for card, cost in ((kit.aaa, "AAA"), (kit.aab, "AAB"), (kit.ab, "AB"), (kit.villain, "AAB")):
            known = book.hero.get(card) or book.villain[card]
            assert "".join(known.cost) == kit.letters(cost), card

"""Chapter 6 of the sister titles: what a turn brings, in its order, and when the game is judged."""

import pytest

from tests.testkit.kit import DARK, DEATH, KITS, Kit, counters, n_tokens
from tests.testkit.scene import DarkScene, DeathScene, Scene

END = (
    "HeroRecruited",
    "VillainDamaged",
    "TokenDrawn",
    "DiceReturned",
    "CarrierFell",
    "CardsCleared",
    "HeroesCleared",
    "CardRevealed",
    "BoardRefilled",
    "TurnPassed",
)


def with_result(kit: Kit) -> Scene:
    """All dice lie so that the turn recruits a Hero and damages a Villain; a third card at the location is full."""
    s = kit.scene().row(kit.you, kit.your_leader).at(1, kit.aab, kit.villain, f"{kit.aaa} 9")
    s.step_3(kit.me, shown=f"{kit.shown('AA AA B')}, {kit.other_die} {kit.letters('B')}")
    s.do(kit(f"AA > {kit.aab}"), kit(f"B > {kit.aab}"), kit(f"AA > {kit.villain}"))
    return s.do(f"{kit.other_die} {kit.letters('B')} > {kit.villain}")


def order_of_the_end(s: Scene) -> list[str]:
    return list(dict.fromkeys(s.order(*END)))


@pytest.mark.rule("DER-601")
def test_the_turn_ends_in_this_order_with_places_before_cards() -> None:
    s = with_result(DEATH).pressure(ollivanders_wand_shop=5).do("stop").next_turn()
    assert order_of_the_end(s) == list(END)
    assert s.happened("CarrierFell")[0].card == "ollivanders-wand-shop"
    assert s.happened("HeroesCleared")[0].cards == ("night-librarian",)


@pytest.mark.rule("DSR-601")
def test_the_turn_is_concluded_in_this_order_with_components_last() -> None:
    s = with_result(DARK).pressure(component_blue=5).do("stop").next_turn()
    expected = [name for name in END if name != "CarrierFell"]
    expected.insert(-1, "CarrierFell")
    assert order_of_the_end(s) == expected
    assert s.happened("HeroesCleared")[0].cards == ("sabine-wren",)


@pytest.mark.rule("DER-602", "DSR-602")
@KITS
def test_a_recruit_joins_without_damage_and_leaves_its_place(kit: Kit) -> None:
    s = kit.scene().at(1, f"{kit.aaa} 2").step_3(kit.me, shown=kit.shown("A AA")).deck()
    s.do(kit(f"A > {kit.aaa}"), kit(f"AA > {kit.aaa}"), "stop")
    assert s.cards(kit.me) == (kit.leader, kit.aaa)
    assert s.damage(kit.aaa) == 0
    assert s.happened("HeroRecruited")[0].healed == 2
    assert s.happened("HeroRecruited")[0].rule == kit.rule(602, 602)


@pytest.mark.rule("DER-603", "DSR-603")
@KITS
def test_a_recruit_cannot_help_in_the_turn_in_which_it_joins(kit: Kit) -> None:
    s = kit.scene().at(1, kit.rerolls, kit.watches).step_3(kit.me, shown=kit.shown("A A B B"))
    _cover_all(s, kit.rerolls)
    s.refused(f"use {kit.rerolls}", kit.rule(603, 603))
    s.do("stop").next_turn()
    assert kit.rerolls in s.cards(kit.me)


@pytest.mark.rule("DER-603", "DSR-603")
@KITS
def test_a_recruit_that_answers_damage_is_not_asked_in_that_turn(kit: Kit) -> None:
    faces = {"death": "purple FF, red B, blue KK, green L", "dark": "red TT TT S, yellow L"}
    shown = faces["death" if kit is DEATH else "dark"]
    s = kit.scene().at(1, kit.watches, kit.villain).step_3(kit.me, shown=shown)
    for die in shown.replace(",", "").split():
        for card in (kit.watches, kit.villain):
            text = next((t for t in s.legal() if t.split()[1:2] == [die] and t.endswith(f"> {card}")), None)
            if text is not None:
                s.do(text)
                break
    assert (s.spot(kit.watches).sets, s.spot(kit.villain).sets) == (1, 1)
    s.do("stop").next_turn(prefer=(f"react {kit.watches}", "done"))
    assert kit.watches in s.cards(kit.me)
    assert n_tokens(s, kit.me) == 1


@pytest.mark.rule("DER-603")
def test_a_recruit_cannot_be_called_between_the_steps_of_the_end() -> None:
    options = {"token_window_end_turn": "true"}
    s = DeathScene(**options).row("hogwarts", "albus-dumbledore 1").at(1, "tower-ghost")
    s.tokens("hogwarts", "heal-one").step_3("hogwarts", shown="blue K F")
    s.do("blue K > tower-ghost", "blue F > tower-ghost").refused("use tower-ghost", "DER-603").do("stop")
    assert s.cards("hogwarts") == ("albus-dumbledore", "tower-ghost")
    assert s.legal() == ["token heal-one", "done"]
    s.refused("use tower-ghost", "DER-603").refused("react tower-ghost", "DER-603")
    assert s.refusal("use tower-ghost").why == "Tower Ghost joined this turn and helps from the next one on."


@pytest.mark.rule("DER-604", "DSR-604", "DER-605", "DSR-606", "DER-801", "DSR-1001")
@KITS
def test_a_covered_villain_takes_one_damage_for_one_token(kit: Kit) -> None:
    s = kit.scene().at(1, kit.villain).step_3(kit.me, shown=kit.shown("AA B"))
    supply = sum(n for _, n in s.view().supply)
    s.do(kit(f"AA > {kit.villain}"), kit(f"B > {kit.villain}"), "stop").next_turn()
    assert s.damage(kit.villain) == 1
    assert n_tokens(s, kit.me) == 1
    assert n_tokens(s, kit.you) == 0
    assert sum(n for _, n in s.view().supply) == supply - 1


@pytest.mark.rule("DER-605", "DSR-606", "DER-614", "DSR-617")
@KITS
def test_two_villains_in_a_turn_are_two_tokens(kit: Kit) -> None:
    shown, moves = {
        DEATH: ("blue KK L, red BB K", ("blue KK > lucius-malfoy", "red BB > bellatrix-lestrange")),
        DARK: ("red TT TT S, blue S", ("red TT > stormtrooper-a", "red TT > at-act")),
    }[kit]
    s = kit.scene().at(1, kit.villain, kit.strong).step_3(kit.me, shown=shown).do(*moves)
    _cover_all(s, kit.villain, kit.strong)
    s.do("stop").next_turn()
    assert (s.damage(kit.villain), s.damage(kit.strong)) == (1, 1)
    assert n_tokens(s, kit.me) == 2


def _cover_all(s: Scene, *cards: str) -> None:
    """Puts every die on the first of these cards that takes it."""
    while True:
        text = next((t for card in cards for t in s.legal() if t.endswith(f"> {card}")), None)
        if text is None:
            break
        s.do(text)
    assert all(s.spot(card).sets for card in cards)


@pytest.mark.rule("DER-614", "DSR-617")
@KITS
def test_one_turn_recruits_and_damages(kit: Kit) -> None:
    s = with_result(kit).do("stop").next_turn()
    assert kit.aab in s.cards(kit.me)
    assert s.damage(kit.villain) == 1


@pytest.mark.rule("DSR-606", "DSR-804")
def test_a_damage_of_the_base_earns_a_token_too() -> None:
    s = DarkScene().at(1, "at-act").step_3("tatooine", waiting="red red red red blue").do("roll")
    s.chance("rolled red TT TT TT S, blue I").do("use team-tatooine", "choose at-act").chance("drew blue-die")
    assert s.damage("at-act") == 1
    s.do("red TT > at-act", "red S > at-act", "stop").next_turn()
    assert s.damage("at-act") == 2
    assert n_tokens(s, "tatooine") == 2


@pytest.mark.rule("DSR-605", "DER-721", "DSR-1016", "DER-816")
@KITS
def test_a_second_set_on_a_villain_is_refused_for_dice_and_tokens(kit: Kit) -> None:
    s = kit.scene().at(1, kit.villain).tokens(kit.me, kit.symbol_a, kit.symbol_b)
    s.step_3(kit.me, shown=kit.shown("AA A B B")).do(kit(f"AA > {kit.villain}"), kit(f"B > {kit.villain}"))
    for text in (kit(f"A > {kit.villain}"), kit(f"B > {kit.villain}"), f"token {kit.symbol_a} > {kit.villain}"):
        s.refused(text, kit.rule(721, 605))
    assert s.refusal(kit(f"A > {kit.villain}")).why.endswith("dice and tokens hit it once in a turn.")
    s.do("stop").next_turn()
    assert s.damage(kit.villain) == 1


@pytest.mark.rule("DER-606", "DSR-607")
@KITS
def test_all_dice_are_in_the_stock_after_a_turn(kit: Kit) -> None:
    s = with_result(kit).do("stop").next_turn()
    assert {die.colour: n for die, n in s.game.odds_dice()} == dict(s.view().stock)
    assert sum(n for _, n in s.view().stock) == (14 if kit is DEATH else 15)


@pytest.mark.rule("DER-607")
def test_a_full_place_is_corrupted_and_the_next_is_exposed_without_counters() -> None:
    s = DeathScene().stack(1, "the-atrium", "department-of-mysteries").pressure(the_atrium=5)
    s.step_3("hogwarts", shown="blue K").do("stop").next_turn()
    carriers = {one.card: one for one in s.view().carriers}
    assert s.state.fallen == ("the-atrium",)
    assert carriers["the-atrium"].counters == 0
    assert (carriers["department-of-mysteries"].depth, carriers["department-of-mysteries"].counters) == (0, 0)
    s.pressure(department_of_mysteries=5).step_3("order", shown="blue K").do("stop").next_turn()
    assert next(one.depth for one in s.view().carriers if one.card == "base-ministry-of-magic") == 0


@pytest.mark.rule("DSR-612", "DSR-613")
@pytest.mark.parametrize(("saved", "fallen"), [(False, ("component-blue",)), (True, ())])
def test_a_component_that_is_full_at_the_end_is_turned_over(saved: bool, fallen: tuple[str, ...]) -> None:
    s = DarkScene().row("tatooine", "luke-skywalker", "r2-d2").pressure(component_blue=5)
    s.step_3("tatooine", shown="red I")
    if saved:
        s.do("red I > r2-d2", "choose component-blue")
    s.do("stop").next_turn()
    assert s.state.fallen == fallen
    assert counters(s, "component-blue") == (4 if saved else 0)


@pytest.mark.rule("DER-608", "DSR-608", "DER-707", "DSR-706")
@KITS
def test_full_cards_of_the_board_and_of_every_team_leave(kit: Kit) -> None:
    full = {card: kit.scene().book.capacity[card] for card in (kit.aaa, kit.heals, kit.villain, kit.leader)}
    s = kit.scene().row(kit.you, kit.your_leader, f"{kit.heals} {full[kit.heals]}").row(kit.me, kit.leader)
    s.at(1, f"{kit.villain} {full[kit.villain]}").at(3, f"{kit.aaa} {full[kit.aaa]}")
    s.step_3(kit.me, shown=kit.shown("C")).do("stop").next_turn()
    assert s.state.defeated == (kit.aaa, kit.heals)
    assert s.state.villains_out == (kit.villain,)
    assert s.cards(kit.you) == (kit.your_leader,)


@pytest.mark.rule("DSR-706")
def test_defeated_rebels_of_sectors_and_teams_are_counted_together() -> None:
    s = DarkScene(hero_loss_limit="2").row("lothal", "hera-syndulla", "c-3po 4").at(1, "admiral-raddus 4")
    s.step_3("tatooine", shown="red I").do("stop").next_turn()
    assert (s.state.result, s.state.reasons) == ("loss", ("DSR-1104",))


@pytest.mark.rule("DER-609", "DSR-609")
@KITS
def test_empty_places_are_filled_from_the_deck(kit: Kit) -> None:
    s = kit.scene()
    heroes = [card for card in s.book.hero_ids if card not in (kit.leader, kit.your_leader)]
    s.at(1, *heroes[:3]).at(2, *heroes[3:6]).at(3, heroes[6])
    s.deck(*heroes[10:20]).step("refill", kit.me)
    s.chance(f"card {heroes[10]}", f"card {heroes[11]}")
    assert None not in s.view().places
    assert s.view().n_deck == 8


@pytest.mark.rule("DER-610", "DSR-610")
@KITS
def test_refilling_begins_where_the_figure_looks_and_goes_clockwise(kit: Kit) -> None:
    s = kit.scene()
    heroes = [card for card in s.book.hero_ids if card not in (kit.leader, kit.your_leader)]
    s.at(1, *heroes[:2]).at(2, *heroes[2:5]).at(3, *heroes[5:7]).deck(*heroes[10:14])
    s.step("refill", kit.me, location=1, facing=2).chance(f"card {heroes[10]}", f"card {heroes[11]}")
    assert [event.place for event in s.happened("CardRevealed")] == [8, 2]


@pytest.mark.rule("DER-612", "DSR-611", "DER-616", "DSR-616")
@KITS
def test_an_empty_deck_leaves_places_empty_and_nothing_comes_back(kit: Kit) -> None:
    s = kit.scene().set(defeated=(kit.aaa, kit.aab)).set(villains_out=(kit.strong,)).deck()
    s.at(1, kit.ab).step_3(kit.me, shown=kit.shown("C")).do("stop")
    assert s.state.step.startswith("turn.1")
    assert s.state.turn == 2
    assert sum(spot is not None for spot in s.view().places) == 1
    assert s.happened("BoardRefilled")[-1].rule == kit.rule(612, 611)
    assert s.state.defeated == (kit.aaa, kit.aab)


@pytest.mark.rule("DER-613", "DSR-614")
@KITS
def test_a_full_hero_that_is_recruited_is_saved(kit: Kit) -> None:
    s = kit.scene()
    s.at(1, f"{kit.aaa} {s.book.capacity[kit.aaa]}").step_3(kit.me, shown=kit.shown("A AA"))
    s.do(kit(f"A > {kit.aaa}"), kit(f"AA > {kit.aaa}"), "stop").next_turn()
    assert s.state.defeated == ()
    assert kit.aaa in s.cards(kit.me)
    assert s.damage(kit.aaa) == 0


@pytest.mark.rule("DER-611")
def test_lord_voldemort_drawn_for_a_place_takes_his_own_and_the_next_card_fills_it() -> None:
    s = DeathScene()
    heroes = [card for card in s.book.hero_ids if card not in ("albus-dumbledore", "sirius-black")]
    s.at(1, *heroes[:3]).at(2, *heroes[3:6]).at(3, *heroes[6:8]).deck(*heroes[8:12]).boss(above=0)
    s.step("refill", "hogwarts", facing=2).chance(f"card {heroes[8]}")
    assert s.view().battles[1].card == "lord-voldemort"
    assert s.view().places[8].card == heroes[8]
    assert s.order("BossRevealed", "CardRevealed") == ["BossRevealed", "CardRevealed"]


@pytest.mark.rule("DER-615")
@pytest.mark.parametrize(("saved", "result"), [(True, ""), (False, "loss")])
def test_the_fourth_place_counts_only_if_it_is_still_full_at_the_end(saved: bool, result: str) -> None:
    s = DeathScene().row("hogwarts", "albus-dumbledore", "charms-teacher")
    s.fallen("the-atrium", "gringotts-bank", "hogs-head-inn").pressure(department_of_mysteries=4)
    s.turn("hogwarts", facing=3).do("at 3").chance("threat clockwise")
    assert counters(s, "department-of-mysteries") == 5
    assert s.state.result == ""
    s.do("done", "roll").chance("rolled red B, blue K F, green B")
    if saved:
        s.do("blue K > charms-teacher", "choose department-of-mysteries")
    else:
        s.do("forfeit blue K")
    s.do("stop").next_turn()
    assert s.state.result == result
    assert s.state.reasons == (("DER-1104",) if result else ())


@pytest.mark.rule("DSR-615")
def test_the_last_imperial_and_the_sixth_component_in_one_turn_are_both_seen() -> None:
    others = tuple(f"component-{colour}" for colour in ("blue", "red", "orange", "yellow", "green"))
    s = DarkScene(target="1").fallen(*others).pressure(component_purple=5).at(1, "at-act 3")
    s.step_3("tatooine", shown="red I").do("stop").next_turn()
    assert s.order("CardsCleared", "BoardRefilled", "CarrierFell", "GameEnded")[-2:] == ["CarrierFell", "GameEnded"]
    assert s.state.result == "win"
    assert s.state.reasons == ("DSR-1106", "DSR-1101", "DSR-1103")

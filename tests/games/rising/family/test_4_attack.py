"""Chapter 4 of the sister titles: the attack, the Villains of the location, and what effects leave to people."""

from pathlib import Path

import pytest

from rising_tutor.games.rising.cards.vocabulary import DiscardTokens
from rising_tutor.games.rising.game import RisingGame
from rising_tutor.games.rising.rules import state as st
from tests.testkit.scene import DarkScene, DeathScene, Scene
from tests.testkit.titles import BOTH, Table, all_act, calm, common_heroes, order_of_cards, step_2, teams, threat

HARMLESS = {"death-eaters-rising": "lucius-malfoy", "dark-side-rising": "grand-moff-tarkin"}
"""A Villain whose effect puts no Damage on anybody."""


def all_damage(s: Scene) -> dict[str, int]:
    """Damage by card, of all cards that have any."""
    view = s.view()
    lying = [spot for spot in view.places if spot is not None]
    rows = [member for team in view.teams for member in team.row]
    return {card.card: card.damage for card in (*lying, *rows) if card.damage}


def with_cards(s: Scene, folder: Path, cards: str) -> Scene:
    """The same scene with an owner's cards in place of ours."""
    (folder / "own.toml").write_text(cards, encoding="utf-8")
    s.game = RisingGame(s.book.title, str(folder))
    s.book = s.game.book
    return s


# the attack


@pytest.mark.rule("DER-406", "DER-409", "DSR-414")
@BOTH
def test_each_hero_at_the_location_takes_one_and_villains_none(table: Table) -> None:
    s = calm(table())
    x, y = common_heroes(s, 2)
    z = HARMLESS[table.title]
    s.at(2, x, y, z)
    threat(step_2(s))
    assert all_damage(s) == {x: 1, y: 1}


@pytest.mark.rule("DSR-414")
@pytest.mark.parametrize(("face", "location"), [("clockwise", 2), ("counterclockwise", 3), ("helmet", 1)])
def test_vader_attacks_on_every_face(face: str, location: int) -> None:
    s = step_2(calm(DarkScene()), at=location % 3 + 1).chance("threat blue", f"threat {face}")
    assert set(all_damage(s)) == {spot.card for spot in s.view().places[3 * location - 3 : 3 * location] if spot}


@pytest.mark.rule("DER-407", "DSR-415")
@BOTH
def test_the_active_team_takes_one_each_where_the_figure_acts(table: Table) -> None:
    s = calm(table())
    cards = common_heroes(s, 3)
    s.row(s.usual_teams[0], *cards)
    threat(step_2(s, facing=2, at=3))
    damage = all_damage(s)
    assert {card: damage.get(card) for card in cards} == dict.fromkeys(cards, 1)
    taken = [event.rule for event in s.happened("DamageTaken", team=0)]
    assert taken == [s.book.spec.cite.attack_team] * 3


@pytest.mark.rule("DER-408", "DSR-416")
@pytest.mark.parametrize("facing", [1, 2, 3])
@BOTH
def test_teams_that_are_not_active_are_spared(table: Table, facing: int) -> None:
    _, second = teams(table, 2)
    s = calm(table())
    s.row(second, *common_heroes(s, 3))
    threat(step_2(s, facing=facing))
    assert all(member.damage == 0 for member in s.team(second).row)


@pytest.mark.rule("DER-408", "DSR-416")
def test_a_villain_may_still_name_every_team() -> None:
    s = step_2(calm(DarkScene()).at(2, "death-trooper-a")).chance("threat blue", "threat clockwise")
    assert s.damage("hera-syndulla") == 1
    s = step_2(calm(DeathScene()).fallen("hogs-head-inn")).chance("threat dark-mark")
    assert s.damage("sirius-black") == 1


@pytest.mark.rule("DER-409")
def test_an_attack_where_only_death_eaters_are_changes_no_damage() -> None:
    s = calm(DeathScene()).at(2, "lucius-malfoy", "bribed-official 1", "-")
    before = all_damage(s)
    step_2(s).chance("threat clockwise")
    assert all_damage(s) == before == {"bribed-official": 1}
    assert s.happened("LocationAttacked", location=1)


@pytest.mark.rule("DER-410", "DSR-422")
@BOTH
def test_a_full_hero_takes_nothing_more_and_nobody_instead(table: Table) -> None:
    s = calm(table())
    card = "mrs-norris" if table is DeathScene else "ground-speeder"
    full = s.book.capacity[card]
    s.at(2, f"{card} {full}", "-", "-")
    threat(step_2(s))
    assert all_damage(s) == {card: full}
    assert [event.rule for event in s.happened("DamageBlocked")] == [s.book.spec.cite.full_hero]
    assert s.book.spec.cite.full_hero in ("DER-410", "DSR-422")


@pytest.mark.rule("DSR-418")
def test_the_attack_comes_before_the_imperials() -> None:
    # The attack makes both the most damaged; with the Imperial first only the full one would be.
    s = calm(DarkScene()).row("tatooine", "ground-speeder 4", "sabine-wren 3").at(2, "death-trooper-a")
    threat(step_2(s, at=2))
    assert s.damage("sabine-wren") == 5
    assert s.order("LocationAttacked", "EffectUsed") == ["LocationAttacked", "EffectUsed"]


# Villains


@pytest.mark.rule("DER-412", "DSR-417")
@BOTH
def test_each_villain_of_the_location_acts_once(table: Table) -> None:
    pair = ("peter-pettigrew", "bellatrix-lestrange") if table is DeathScene else ("at-act", "stormtrooper-c")
    s = calm(table()).at(2, *pair).at(3, HARMLESS[table.title])
    threat(step_2(s))
    assert order_of_cards(s, s.book.villain_ids) == list(pair)
    assert s.team(s.usual_teams[0]).row[0].damage == 2


@pytest.mark.rule("DER-413", "DSR-419")
@BOTH
def test_villains_act_in_the_order_of_their_places(table: Table) -> None:
    s = calm(table())
    first, third = s.book.villain_ids[3:5]
    s.at(2, third, common_heroes(s, 1)[0], first)
    threat(step_2(s))
    assert order_of_cards(s, (first, third)) == [third, first]


@pytest.mark.rule("DER-413", "DSR-419")
@BOTH
def test_the_active_player_may_choose_the_order_by_option(table: Table) -> None:
    s = calm(table(villain_order="chosen"))
    first, third = s.book.villain_ids[3:5]
    s.at(2, third, common_heroes(s, 1)[0], first)
    threat(step_2(s))
    assert s.legal() == [f"choose {third}", f"choose {first}"]
    s.do(f"choose {first}")
    assert order_of_cards(s, (first, third)) == [first, third]


ONLY_WITH_ALL = """
[[villain]]
id = "peter-pettigrew"
name = "Peter Pettigrew"
capacity = 2
cost = ["F"]
effect = { do = "damage_heroes", who = "all", teams = "active" }
only_with_all = true
origin = "owner"
"""


@pytest.mark.rule("DER-415")
def test_a_card_can_be_made_that_acts_on_the_dark_mark_only(tmp_path: Path) -> None:
    for face, damage in (("clockwise", 0), ("dark-mark", 1)):
        s = with_cards(calm(DeathScene()), tmp_path, ONLY_WITH_ALL).at(2, "peter-pettigrew")
        step_2(s, facing=1 if face == "clockwise" else 2).chance(f"threat {face}")
        assert s.damage("albus-dumbledore") == damage


@pytest.mark.rule("DSR-421", "DER-408")
@BOTH
def test_an_effect_reaches_the_active_team_wherever_it_is(table: Table) -> None:
    villain = "bellatrix-lestrange" if table is DeathScene else "at-act"
    s = calm(table()).at(2, villain)
    cards = common_heroes(s, 2)
    s.row(s.usual_teams[0], *cards)
    threat(step_2(s, at=1))
    assert {member.damage for member in s.team(s.usual_teams[0]).row} == {1}


# closed to players


@pytest.mark.rule("DER-419")
@pytest.mark.parametrize("who", ["bravery-symbol > luna-lovegood", "heal-one", "order:heal-one"])
def test_no_token_before_the_die_is_resolved(who: str) -> None:
    s = calm(DeathScene()).tokens("hogwarts", "bravery-symbol", "heal-one").tokens("order", "heal-one")
    s.turn("hogwarts").refused(f"token {who}", "DER-805")
    s.do("at 1").refused(f"token {who}", "DER-805")
    s.chance("threat clockwise")
    assert "token heal-one" in s.legal()


@pytest.mark.rule("DER-419")
def test_no_token_while_a_penalty_waits_for_a_choice() -> None:
    s = calm(DeathScene()).fallen("gringotts-bank").tokens("hogwarts", "heal-one", "red-die")
    step_2(s).chance("threat dark-mark")
    assert set(s.legal()) == {"drop heal-one", "drop red-die"}
    s.refused("token heal-one", "DER-805")


@pytest.mark.rule("DER-420", "DSR-423")
@BOTH
def test_what_becomes_full_stays_until_the_end_of_the_turn(table: Table) -> None:
    s = calm(table())
    lying, mine = common_heroes(s, 2)
    capacity = s.book.capacity
    s.at(2, f"{lying} {capacity[lying] - 1}").row(
        s.usual_teams[0], f"{mine} {capacity[mine] - 1}", *common_heroes(s, 4)[2:]
    )
    if table is DeathScene:
        s.pressure(ollivanders_wand_shop=4)
    else:
        s.pressure(component_blue=4)
    s.tokens(s.usual_teams[0], "heal-one")
    threat(step_2(s, at=2))
    assert s.state.step.startswith("turn.3")
    assert s.damage(lying) == capacity[lying]
    assert s.damage(mine) == capacity[mine]
    assert max(carrier.counters for carrier in s.view().carriers) == 5
    assert not [carrier for carrier in s.view().carriers if carrier.fallen]
    s.do("token heal-one", f"choose {mine}")
    assert s.damage(mine) == capacity[mine] - 2
    s.next_turn()
    assert mine in s.cards(s.usual_teams[0])
    assert lying in s.view().defeated


BOSS_ABILITY = """
[[battle]]
id = "lord-voldemort"
name = "Lord Voldemort"
cost = ["B", "B", "K", "L", "F"]
effect = { do = "damage_heroes", who = "all", teams = "active" }
origin = "owner"
"""


@pytest.mark.rule("DER-421")
def test_the_villain_card_does_nothing_of_its_own_but_a_card_can_be_made_that_does(tmp_path: Path) -> None:
    s = step_2(calm(DeathScene()).boss(damage=1)).chance("threat clockwise")
    assert not s.happened("EffectUsed")
    assert s.damage("albus-dumbledore") == 0
    s = step_2(with_cards(calm(DeathScene()), tmp_path, BOSS_ABILITY).boss(damage=1)).chance("threat clockwise")
    assert s.happened("EffectUsed", card="lord-voldemort", rule="DER-421")
    assert s.damage("albus-dumbledore") == 1


# what effects leave to people


@pytest.mark.rule("DER-422")
def test_who_gives_up_a_token_chooses_it_and_who_has_none_is_passed_over() -> None:
    s = calm(DeathScene("hogwarts", "order", "army")).fallen("gringotts-bank").tokens("order", "heal-one", "red-die")
    step_2(s).chance("threat dark-mark")
    assert s.node().seat == 1
    assert set(s.legal()) == {"drop heal-one", "drop red-die"}
    s.refused("done", "DER-727").refused("drop blue-die", "DER-422")
    s.do("drop red-die")
    assert [event.team for event in s.happened("TokenDropped")] == ["team-order"]
    assert {kind: n for kind, n in s.held("order").items() if n} == {"heal-one": 1}
    assert s.state.step.startswith("turn.3")


@pytest.mark.rule("DER-422")
def test_other_choices_are_made_by_the_active_player_among_those_that_can_take_the_effect() -> None:
    s = calm(DeathScene()).row("hogwarts", "mrs-norris", "tower-ghost", "order-lookout 5").at(2, "office-infiltrator")
    step_2(s).chance("threat clockwise")
    assert s.node().seat == 0
    assert set(s.legal()) == {"choose mrs-norris", "choose tower-ghost"}
    s.refused("choose order-lookout", "DER-422")
    s = calm(DeathScene()).row("hogwarts", "mrs-norris 5", "order-lookout 5").at(2, "office-infiltrator")
    step_2(s).chance("threat clockwise")
    assert s.state.step.startswith("turn.3")


@pytest.mark.rule("DSR-426")
def test_the_active_player_picks_among_tied_components() -> None:
    s = calm(DarkScene()).at(2, "grand-admiral-thrawn")
    s.pressure(component_orange=1, component_yellow=2, component_green=1, component_purple=1)
    threat(step_2(s), component="orange")
    assert s.node().seat == 0
    assert s.legal() == ["choose component-blue", "choose component-red"]
    s.refused("choose component-green", "DSR-426").refused("done", "DSR-717")
    before = sum(s.state.pressure)
    s.do("choose component-red")
    assert sum(s.state.pressure) == before + 1
    assert s.view().carriers[1].counters == 1
    assert s.state.step.startswith("turn.3")


@pytest.mark.rule("DSR-426")
def test_the_counter_falls_on_a_component_that_can_take_it() -> None:
    s = calm(DarkScene()).at(2, "grand-admiral-thrawn").fallen("component-blue", "component-red")
    s.pressure(component_orange=5, component_yellow=4, component_green=5, component_purple=5)
    threat(step_2(s), component="orange")
    assert s.happened("PressureAdded", card="component-yellow", n=1, after=5, rule="DSR-417")
    full = dict.fromkeys(("component_orange", "component_yellow", "component_green", "component_purple"), 5)
    s = calm(DarkScene()).at(2, "grand-admiral-thrawn").fallen("component-blue", "component-red").pressure(**full)
    threat(step_2(s), component="orange")
    assert s.happened("EffectUsed", card="grand-admiral-thrawn")
    assert not s.happened("PressureAdded", rule="DSR-417")
    assert s.state.step.startswith("turn.3")


@pytest.mark.rule("DSR-426")
@pytest.mark.parametrize("tokens", [(), ("red-die", "heal-one")])
def test_with_no_token_to_give_up_nothing_happens(tokens: tuple[str, ...]) -> None:
    s = DarkScene().tokens("tatooine", *tokens).step_3("tatooine")
    s.effect(DiscardTokens(1, "active"), "death-trooper-b")
    if tokens:
        assert s.legal() == ["drop red-die", "drop heal-one"]
        s.do("drop heal-one")
    assert len(s.happened("TokenDropped")) == bool(tokens)
    assert len(s.happened("NothingToDo", card="death-trooper-b")) == (not tokens)
    assert s.legal()[-1] == "roll", "the turn goes on"
    assert s.held("tatooine").get("red-die", 0) == bool(tokens)


# lost dice and restrictions


@pytest.mark.rule("DER-423")
def test_a_die_is_lost_from_the_collected_pool_by_own_choice_and_is_back_next_turn() -> None:
    s = calm(DeathScene()).row("hogwarts", "kitchen-elf").fallen("ollivanders-wand-shop").set(turn=1)
    step_2(s).chance("threat dark-mark").do("react kitchen-elf", "take green")
    assert sorted(s.waiting()) == ["blue", "blue", "green", "green", "red"]
    assert set(s.legal()) == {"pick blue", "pick green", "pick red"}
    s.refused("done", "DER-727").do("pick red")
    assert sorted(s.waiting()) == ["blue", "blue", "green", "green"]
    assert dict(s.view().stock)["red"] == 3
    s.do("roll")
    assert sum(s.state.unrolled) == 4
    s.next_turn()
    assert dict(s.view().stock) == {"red": 4, "blue": 4, "purple": 4, "green": 2}


@pytest.mark.rule("DSR-427")
def test_two_dice_are_lost_before_the_opening_roll() -> None:
    s = calm(DarkScene()).row("tatooine", "luke-skywalker", "han-solo").fallen("component-yellow")
    step_2(s).chance("threat yellow", "threat death-star", "threat yellow").do("react luke-skywalker", "take yellow")
    assert sorted(s.waiting()) == ["red"] * 4 + ["yellow"]
    assert set(s.legal()) == {"pick red", "pick yellow"}
    s.do("pick yellow")
    # Of dice that are all alike any one is lost, so nobody is asked.
    assert s.waiting() == ["red"] * 3
    s.do("roll")
    assert sum(s.state.unrolled) == 3
    assert s.state.duty == st.NO_DUTY


@pytest.mark.rule("DER-423", "DSR-424")
def test_a_restriction_ends_with_the_turn() -> None:
    s = calm(DarkScene()).at(2, "death-trooper-b").tokens("tatooine", "red-die").tokens("lothal", "blue-die")
    threat(step_2(s))
    assert s.state.no_tokens
    s.refused("token red-die", "DSR-424").refused("token lothal:blue-die", "DSR-424")
    assert not [text for text in s.legal() if text.startswith("token")]
    s.next_turn()
    assert not s.state.no_tokens
    s.set(facing=2).do("at 1")
    threat(s)
    assert {"token blue-die", "token tatooine:red-die"} <= set(s.legal())


@pytest.mark.rule("DSR-424")
def test_a_directive_that_forbids_healing_ends_with_the_turn() -> None:
    s = calm(DarkScene()).fallen("component-green").row("tatooine", "luke-skywalker 3").tokens("tatooine", "heal-one")
    threat(step_2(s), component="green")
    assert s.state.no_heal
    s.next_turn()
    assert not s.state.no_heal


@pytest.mark.rule("DER-423", "DSR-424")
@BOTH
def test_every_villain_on_the_board_acts_when_all_do_even_with_restrictions(table: Table) -> None:
    """A restriction binds the players: what the enemy does comes out as without it."""

    def played(*, restricted: bool) -> Scene:
        s = calm(table())
        wounded = [f"{card} 1" for card in s.book.villain_ids[:9]]
        s.at(1, *wounded[:3]).at(2, *wounded[3:6]).at(3, *wounded[6:])
        s.tokens(s.usual_teams[0], "red-die")
        step_2(s, facing=1).set(no_tokens=restricted, no_heal=restricted)
        threat(s, all_act(s))
        return s.play_on("turn.3")

    s, free = played(restricted=True), played(restricted=False)
    cards = s.book.villain_ids[:9]
    assert order_of_cards(s, cards) == list(cards)
    assert (all_damage(s), s.state.pressure) == (all_damage(free), free.state.pressure)
    assert sum(all_damage(s).values()) > 3
    if table is DarkScene:
        assert s.damage("at-act") == 0, "Grand Moff Tarkin heals the others"
    else:
        assert len(s.happened("TokenDropped")) == 1, "the Office Infiltrator takes a token"

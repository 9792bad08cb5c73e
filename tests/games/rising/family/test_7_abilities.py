"""Chapter 7 of the sister titles: abilities of Heroes and of Headquarters."""

import pytest

from rising_tutor.games.rising.cards.vocabulary import (
    AddDie,
    ChangeFace,
    DamageVillain,
    DrawTokens,
    Heal,
    HealOneOfEach,
    RemovePressure,
    Reroll,
)
from tests.testkit.kit import DEATH, KITS, Kit, counters, n_tokens
from tests.testkit.scene import DarkScene, DeathScene
from tests.testkit.titles import BOTH, Table

NAMED_BY_THE_TEXT = (AddDie, ChangeFace, Reroll, DrawTokens, Heal, HealOneOfEach, RemovePressure)


@pytest.mark.rule("DER-711", "DSR-707")
@BOTH
def test_every_hero_has_one_ability_of_a_known_kind(table: Table) -> None:
    kinds = {type(card.ability.effect) for card in table().book.hero.values()}
    assert kinds <= {*NAMED_BY_THE_TEXT, DamageVillain}
    assert {AddDie, ChangeFace, Reroll, DrawTokens, Heal, RemovePressure} <= kinds


@pytest.mark.rule("DER-712", "DSR-708", "DSR-1002", "DER-803")
@KITS
def test_a_paid_ability_works_at_once_and_once_a_turn(kit: Kit) -> None:
    s = kit.scene().row(kit.me, kit.leader, kit.draws).step_3(kit.me, shown=f"{kit.draws_for} {kit.draws_for[-1]}")
    s.do(f"{kit.draws_for} > {kit.draws}").chance("drew red-die")
    assert n_tokens(s, kit.me) == 1
    s.refused(f"{kit.draws_for} > {kit.draws}", kit.rule(712, 708))
    s.do("stop").next_turn().step_3(kit.me, shown=kit.draws_for)
    assert f"{kit.draws_for} > {kit.draws}" in s.legal()


@pytest.mark.rule("DER-713", "DSR-710")
@KITS
def test_a_free_ability_works_once_a_turn(kit: Kit) -> None:
    s = kit.scene().row(kit.me, f"{kit.leader} 3", kit.free).step_3(kit.me, shown=kit.shown("C"))
    s.do(f"use {kit.free}", f"choose {kit.leader}").refused(f"use {kit.free}", kit.rule(713, 710))
    assert s.damage(kit.leader) == 2


@pytest.mark.rule("DSR-709", "DER-714", "DSR-711")
@KITS
def test_abilities_of_other_teams_cannot_be_used(kit: Kit) -> None:
    s = kit.scene().row(kit.you, f"{kit.your_leader} 2", kit.free, kit.draws).at(1, kit.rerolls)
    s.step_3(kit.me, shown=kit.draws_for)
    for text in (f"use {kit.free}", f"use {kit.rerolls}", f"{kit.draws_for} > {kit.draws}"):
        s.refused(text, kit.rule(714, 711))
    s.step_3(kit.you, shown=kit.draws_for)
    assert {f"use {kit.free}", f"{kit.draws_for} > {kit.draws}"} < {*s.legal()}


@pytest.mark.rule("DER-715")
def test_an_ability_that_names_a_location_works_on_what_is_exposed_there() -> None:
    s = DeathScene().row("hogwarts", "albus-dumbledore", "practice-partner")
    s.fallen("hogs-head-inn", "hogsmeade-train-platform").pressure(base_hogsmeade=2, department_of_mysteries=2)
    s.step_3("hogwarts", location=3, shown="blue K").do("use practice-partner", "choose base-hogsmeade")
    assert counters(s, "base-hogsmeade") == 1
    s.do("blue K > hogwarts-corruption", "choose base-hogsmeade")
    assert (counters(s, "base-hogsmeade"), counters(s, "department-of-mysteries")) == (0, 2)


@pytest.mark.rule("DER-716")
def test_each_ability_of_the_headquarters_works_once_a_turn() -> None:
    s = DeathScene().pressure(department_of_mysteries=3).step_3("hogwarts", shown="blue K K L L")
    s.do("blue K > hogwarts-corruption", "choose department-of-mysteries").refused(
        "blue K > hogwarts-corruption", "DER-716"
    )
    s.do("blue L > hogwarts-token").chance("drew red-die").refused("blue L > hogwarts-token", "DER-716")
    assert counters(s, "department-of-mysteries") == 2
    assert n_tokens(s, "hogwarts") == 1


@pytest.mark.rule("DER-717")
def test_every_headquarters_has_four_dice_and_two_abilities_one_of_which_removes_a_corruption() -> None:
    for team in DeathScene().book.team.values():
        assert len(team.dice) == 4
        assert len(team.ability) == 2
        assert team.ability[0].name == "Remove a Corruption"
        assert team.ability[0].effect == RemovePressure(1, "here")


@pytest.mark.rule("DSR-713")
def test_the_ghost_heals_one_rebel_of_every_team() -> None:
    """A worked example of the rulebook."""
    s = DarkScene("tatooine", "lothal", "alderaan").row("tatooine", "luke-skywalker 2", "the-ghost 1")
    s.row("lothal", "hera-syndulla 1").row("alderaan", "leia-organa", "c-3po 2").at(1, "han-solo 2")
    s.step_3("tatooine", shown="red S, green S").do("red S > the-ghost", "green S > the-ghost")
    assert s.legal() == ["choose luke-skywalker", "choose the-ghost", "done"]
    s.do("choose luke-skywalker", "choose hera-syndulla")
    assert s.legal() == ["choose c-3po", "done"]
    s.do("choose c-3po")
    assert [s.damage(card) for card in ("luke-skywalker", "the-ghost", "hera-syndulla", "c-3po")] == [1, 1, 0, 1]
    assert s.damage("han-solo") == 2


@pytest.mark.rule("DSR-713")
def test_the_ghost_passes_over_a_team_without_damage() -> None:
    s = DarkScene().row("tatooine", "luke-skywalker", "the-ghost").row("lothal", "hera-syndulla 1")
    s.step_3("tatooine", shown="green SS").do("green SS > the-ghost", "choose hera-syndulla")
    assert s.damage("hera-syndulla") == 0
    assert "stop" in s.legal()


@pytest.mark.rule("DER-728")
def test_two_wizards_are_two_different_ones() -> None:
    s = DeathScene("army", "order").row("army", "harry-potter 2", "luna-lovegood").row("order", "sirius-black")
    s.step_3("army", shown="purple F L").do("purple F > army-care", "purple L > army-care", "choose harry-potter")
    s.refused("choose harry-potter", "DER-728")
    assert s.refusal("choose harry-potter").why == "Harry Potter was chosen already; another Wizard is meant."
    s.do("done")
    assert s.damage("harry-potter") == 1
    assert s.team("army").abilities[1].used


@pytest.mark.rule("DSR-718", "DER-728")
@KITS
def test_the_two_heroes_of_a_token_are_different_and_its_owner_loses_it_anyway(kit: Kit) -> None:
    s = (
        kit.scene()
        .row(kit.me, f"{kit.leader} 2", kit.ab)
        .tokens(kit.me, "heal-two")
        .step_3(kit.me, shown=kit.shown("C"))
    )
    s.do("token heal-two", f"choose {kit.leader}").refused(f"choose {kit.leader}", kit.rule(728, 718)).do("done")
    assert s.damage(kit.leader) == 1
    assert n_tokens(s, kit.me) == 0


@pytest.mark.rule("DSR-718", "DER-728")
@KITS
def test_where_nothing_qualifies_nothing_happens_and_the_price_stays_paid(kit: Kit) -> None:
    s = kit.scene().row(kit.me, kit.leader, kit.hits).step_3(kit.me, shown=kit.hits_for)
    s.do(f"{kit.hits_for} > {kit.hits}")
    assert len(s.happened("NothingToDo", card=kit.hits)) == 1
    assert s.member(kit.hits).used
    assert s.shown() == []


@pytest.mark.rule("DER-714", "DSR-711")
@KITS
def test_a_triggered_ability_of_the_own_team_answers_damage_on_a_villain(kit: Kit) -> None:
    s = kit.scene().row(kit.me, kit.leader, kit.watches).row(kit.you, kit.your_leader).at(1, kit.villain)
    s.step_3(kit.me, shown=kit.shown("AA B")).do(kit(f"AA > {kit.villain}"), kit(f"B > {kit.villain}"), "stop")
    s.chance("drew red-die").do(f"react {kit.watches}").chance("drew heal-two")
    assert n_tokens(s, kit.me) == 2
    assert kit.watches != DEATH.villain


@pytest.mark.rule("DSR-424")
@pytest.mark.parametrize("text", ["use medical-frigate", "token heal-one", "red S > field-medic"])
def test_where_nothing_can_be_healed_what_heals_is_refused(text: str) -> None:
    s = DarkScene().row("tatooine", "luke-skywalker 2", "medical-frigate", "field-medic").tokens("tatooine", "heal-one")
    s.step_3("tatooine", shown="red S")
    assert text in s.legal()
    s.set(no_heal=True).refused(text, "DSR-424")
    assert s.refusal(text).why.endswith("would heal, and no Damage can be removed this turn.")

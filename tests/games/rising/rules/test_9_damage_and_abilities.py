"""Chapter 9: capacity and healing, and the kinds of Hero abilities."""

import pytest

from tests.testkit.scene import Scene

STAY = "fire stay-0"


@pytest.mark.rule("FNR-901")
@pytest.mark.parametrize(("damage", "stays"), [(4, False), (3, True)])
def test_a_card_is_defeated_when_its_spaces_are_covered_in_step_5(damage: int, stays: bool) -> None:
    s = Scene("aang", "toph").row("aang", "aang", f"momo {damage}").at(1, f"teo {damage}", "june 2", "xin-fu 2")
    s.step("return_dice", "aang", location=1)
    assert ("momo" in s.cards("aang")) == stays
    assert ("teo" not in s.state.defeated) == stays
    assert s.state.villains_out == ("xin-fu",)
    assert s.damage("june") == 2


@pytest.mark.rule("FNR-902")
def test_counters_beyond_the_capacity_are_never_placed() -> None:
    # Momo (capacity 4) is hit by the attack and by Colonel Mongke.
    s = Scene("aang", "toph").row("aang", "momo 3").at(1, "colonel-mongke").turn("aang").do("at 1").chance(STAY)
    assert s.damage("momo") == 4
    assert [event.card for event in s.happened("DamageTaken")] == ["momo"]
    assert [event.card for event in s.happened("DamageBlocked")] == ["momo"]


@pytest.mark.rule("FNR-903")
def test_a_full_hero_cannot_pay_with_damage() -> None:
    s = Scene("aang", "toph").row("aang", "momo 4", "jet 4").step_3("aang").refused("use momo", "FNR-903")
    assert s.refusal("use momo").why == "Momo has 4 of 4 Damage, no more fits."
    s.do("use jet")
    assert s.damage("jet") == 5


@pytest.mark.rule("FNR-904")
def test_healing_takes_counters_off_and_never_below_zero() -> None:
    s = Scene("aang", "toph").row("aang", "momo 1", "aang 3").tokens("aang", "heal-one", "heal-one").step_3("aang")
    s.do("token heal-one", "choose momo", "token heal-one", "choose aang")
    assert (s.damage("momo"), s.damage("aang")) == (0, 1)
    assert [(event.card, event.n, event.damage) for event in s.happened("Healed")] == [("momo", 1, 0), ("aang", 2, 1)]


@pytest.mark.rule("FNR-904")
def test_a_healing_that_costs_dice() -> None:
    s = Scene("aang", "toph").row("aang", "gyatso 1", "aang 3").step_3("aang", shown="yellow A W")
    s.do("yellow A > gyatso", "choose aang")
    assert s.damage("aang") == 1


@pytest.mark.rule("FNR-905")
def test_the_sixty_counters_of_the_box_are_no_limit() -> None:
    s = Scene("aang", "toph").row("aang", "appa 6", "bumi 6", "kyoshi 6", "iroh 6", "aang 5", "katara 5")
    s.row("toph", "ran-and-shaw 6", "toph 5", "sokka 5", "zuko 5", "pakku 5")
    view = s.view()
    assert sum(member.damage for team in view.teams for member in team.row) == 60
    s.turn("aang").do("at 1").chance(STAY)
    assert sum(member.damage for team in s.view().teams for member in team.row) == 66


@pytest.mark.rule("FNR-907")
@pytest.mark.parametrize(("neighbour", "works"), [("haru", True), ("katara", False)])
def test_the_type_of_other_heroes_matters_for_an_ability(neighbour: str, works: bool) -> None:
    # Tyro needs an adjacent Hero of Earth.
    s = Scene("zuko", "toph").row("zuko", "tyro", neighbour).step_3("zuko")
    assert ("use tyro" in s.legal()) == works


@pytest.mark.rule("FNR-908")
def test_a_recruit_uses_its_ability_from_the_next_turn_of_its_team_on() -> None:
    s = Scene("zuko", "aang").at(1, "jeong-jeong", "suki").step_3("zuko", shown="red F F F W")
    s.refused("use jeong-jeong", "FNR-421")
    s.do(*(["red F > jeong-jeong"] * 3), "red W > jeong-jeong", "stop", "join jeong-jeong right")
    assert not s.happened("DieAdded")
    s.play_on("turn.1").play_on("turn.3").refused("use jeong-jeong", "FNR-421")
    s.play_on("turn.1").play_on("turn.3").do("use jeong-jeong")
    assert s.view().roll.waiting == ("red", "red", "red", "red", "yellow")
    s.refused("use jeong-jeong", "FNR-420")


@pytest.mark.rule("FNR-909")
def test_an_extra_die_under_a_condition() -> None:
    s = Scene("zuko", "toph").row("zuko", "hakoda", "zuko", "katara").step_3("zuko").do("use hakoda")
    assert s.view().roll.waiting == ("blue", "red", "red", "red", "yellow")
    # The condition asks for another Hero of the type, so Hakoda alone does not meet it.
    s = Scene("zuko", "toph").row("zuko", "hakoda", "zuko").step_3("zuko").refused("use hakoda", "FNR-909")
    assert s.refusal("use hakoda").why == "The condition on Hakoda is not met."


@pytest.mark.rule("FNR-909")
def test_a_parked_die_may_move_and_another_be_parked_in_the_same_turn() -> None:
    s = Scene("toph", "aang").row("toph", "the-mechanist").at(1, "haru").park("the-mechanist", "green E")
    s.step_3("toph", shown="green A W").do("move the-mechanist > haru", "green A > the-mechanist")
    assert s.member("the-mechanist").parked == "green:A"
    assert s.spot("haru").dice == ("green:E",)
    # What was parked in this turn waits for a later one.
    s.refused("move the-mechanist > haru", "FNR-603").do("stop").play_on("turn.1")
    assert s.member("the-mechanist").parked == "green:A"
    assert dict(s.view().stock)["green"] == 4


@pytest.mark.rule("FNR-911")
def test_an_ability_that_draws_a_token() -> None:
    s = Scene("aang", "toph").row("aang", "momo").step_3("aang")
    before = sum(n for _, n in s.view().supply)
    s.do("use momo").chance("drew red-die")
    assert s.held("aang") == {"red-die": 1}
    assert sum(n for _, n in s.view().supply) == before - 1


@pytest.mark.rule("FNR-911")
def test_an_ability_that_takes_damage_off() -> None:
    s = Scene("aang", "toph").row("aang", "aang 2", "iroh 2", "momo 2").step_3("aang").do("use iroh", "choose aang")
    assert [s.damage(card) for card in ("aang", "iroh", "momo")] == [1, 2, 2]


@pytest.mark.rule("FNR-912")
def test_an_ability_that_costs_dice_happens_in_the_roll_of_its_last_symbol() -> None:
    s = Scene("katara", "aang").row("katara", "kuruk").at(1, "june").step_3("katara", shown="blue W A F E")
    s.do("blue W > kuruk")
    s.run("roll", "rolled blue A F E", "discard blue A", "roll", "rolled blue W E")
    assert not s.happened("EffectUsed")
    s.do("blue W > kuruk")
    assert s.view().roll.n == 3
    assert [event.card for event in s.happened("EffectUsed", rule="FNR-418")] == ["kuruk"]
    s.run("choose june", "drew reroll")
    assert s.damage("june") == 1


@pytest.mark.rule("FNR-913")
def test_adjacent_means_the_neighbours_at_the_moment_of_the_ability() -> None:
    s = Scene("aang", "toph").row("aang", "iroh", "aang 2", "tho-and-due", "momo 2").step_3("aang")
    s.do("use tho-and-due", "choose aang", "choose momo", "choose iroh")
    assert s.cards("aang") == ("aang", "momo", "iroh", "tho-and-due")
    s.do("use iroh")
    assert s.legal() == ["choose momo", "choose tho-and-due", "done"]
    s.refused("choose aang", "FNR-913")


@pytest.mark.rule("FNR-914")
@pytest.mark.parametrize("reacts", [True, False])
def test_yue_brings_a_token_when_the_balance_marker_advances(reacts: bool) -> None:
    s = Scene("aang", "toph").row("aang", "yue").step_3("aang", shown="yellow W A").do("yellow W > balance", "stop")
    assert s.legal() == ["react yue", "done"]
    s.run(*(("react yue", "drew reroll") if reacts else ("done",)))
    s.play_on("turn.5")
    assert sum(s.held("aang").values()) == reacts


@pytest.mark.rule("FNR-914")
def test_yue_rests_while_the_marker_rests() -> None:
    s = Scene("aang", "toph").row("aang", "yue").step_3("aang", shown="yellow E A").do("discard yellow E", "stop")
    s.play_on("turn.1")
    assert not s.happened("EffectUsed")


@pytest.mark.rule("FNR-914")
def test_yue_works_in_the_turn_in_which_she_is_recruited() -> None:
    s = Scene("aang", "toph").at(1, "yue").step_3("aang", shown="yellow W A W")
    s.do("yellow W > balance", "yellow W > yue", "yellow A > yue", "stop", "join yue left", "react yue")
    s.chance("drew reroll")
    assert s.held("aang") == {"reroll": 1}


@pytest.mark.rule("FNR-916")
def test_a_used_ability_is_shown_as_used_until_the_end_of_the_turn() -> None:
    s = Scene("zuko", "toph").row("zuko", "jeong-jeong", "iroh").step_3("zuko", shown="red F F").do("use jeong-jeong")
    assert [s.member(card).used for card in ("jeong-jeong", "iroh")] == [True, False]
    s.do("red F > team-zuko", "red F > team-zuko")
    assert s.team("zuko").used
    s.play_on("turn.1")
    assert not s.member("jeong-jeong").used
    assert not s.team("zuko").used


@pytest.mark.rule("FNR-917")
def test_abilities_of_heroes_on_other_teams_rest() -> None:
    s = Scene("aang", "toph").row("aang", "aang 1").row("toph", "iroh", "yue").step_3("aang", shown="yellow W A")
    s.refused("use iroh", "FNR-421")
    assert "not a Hero of your Team" in s.refusal("use iroh").why
    # Yue of the other Team does not answer the Balance marker.
    s.do("yellow W > balance", "stop").play_on("turn.5")
    assert s.happened("BalanceMoved")
    assert not s.happened("EffectUsed")

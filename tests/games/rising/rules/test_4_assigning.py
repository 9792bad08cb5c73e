"""Chapter 4: what dice may be assigned to, how they add up, part payments."""

import pytest

from tests.testkit.scene import Scene


def symbols_on(s: Scene, card: str) -> tuple[int, tuple[str, ...]]:
    """Complete sets on a card and what the present set lacks."""
    return s.spot(card).sets, s.spot(card).lacks


@pytest.mark.rule("FNR-409")
def test_dice_of_one_roll_go_to_several_targets() -> None:
    s = Scene("toph", "aang").row("toph", "kuruk").at(1, "pakku", "june").step_3("toph", shown="green E F W, blue W")
    s.do("green W > pakku", "blue W > pakku", "green F > june", "green E > team-toph")
    assert s.spot("pakku").dice == ("green:W", "blue:W")
    assert s.spot("june").dice == ("green:F",)
    assert s.view().roll.n == 1


@pytest.mark.rule("FNR-409")
def test_all_kinds_of_target_take_dice_of_the_same_roll() -> None:
    s = Scene("katara", "aang").row("katara", "katara").at(1, "pakku", "june")
    s.step_3("katara", shown="blue W W A, yellow W A, green W")
    s.do("blue W > pakku", "yellow A > june", "blue W > katara", "done", "yellow W > team-katara", "green W > balance")
    assert s.spot("pakku").dice == ("blue:W",)
    assert s.spot("june").dice == ("yellow:A",)
    assert [ability.dice for ability in s.team("katara").abilities] == [("yellow:W",)]
    assert s.view().balance.symbols == ("green:W",)
    assert s.view().roll.n == 1


@pytest.mark.rule("FNR-410")
def test_only_the_symbol_counts_never_the_colour() -> None:
    s = Scene("toph", "aang").at(1, "june").step_3("toph", shown="green F, blue F A, red F")
    s.do("green F > june", "blue F > june", "blue A > june")
    assert symbols_on(s, "june")[0] == 1
    s.refused("red F > balance", "FNR-412")


@pytest.mark.rule("FNR-411")
def test_an_assigned_die_is_locked() -> None:
    s = Scene("toph", "aang").at(1, "haru", "teo").step_3("toph", shown="green E A W, blue F").do("green E > haru")
    s.refused("green E > teo", "FNR-411")
    assert s.refusal("green E > teo").why.endswith("was assigned already and stays where it lies for this turn.")
    s.do("roll").chance("rolled green A W, blue F")
    assert s.spot("haru").dice == ("green:E",)


@pytest.mark.rule("FNR-412")
def test_a_symbol_that_is_not_needed_any_more_is_refused() -> None:
    s = Scene("katara", "aang").at(1, "arnook", "pakku").step_3("katara", shown="blue W W W A")
    s.do("blue W > arnook", "blue W > arnook").refused("blue W > arnook", "FNR-412")
    assert s.refusal("blue W > arnook").why == "Arnook has all its symbols already."


@pytest.mark.rule("FNR-412")
def test_a_symbol_that_the_card_does_not_ask_for_is_refused_with_both() -> None:
    s = Scene("katara", "aang").at(1, "arnook").step_3("katara", shown="blue W W E A")
    s.do("blue W > arnook").refused("blue E > arnook", "FNR-412")
    assert s.refusal("blue E > arnook").why == "Arnook needs Water; the blue die with Earth does not fit."


@pytest.mark.rule("FNR-412")
def test_a_die_for_a_second_set_on_a_villain_is_accepted_before_the_first_is_complete() -> None:
    s = Scene("zuko", "aang").at(1, "xin-fu").step_3("zuko", shown="red F F E")
    s.do("red F > xin-fu", "red F > xin-fu", "red E > xin-fu")
    assert symbols_on(s, "xin-fu") == (1, ("E",))


@pytest.mark.rule("FNR-412")
def test_dice_on_a_full_villain_are_accepted_and_wasted() -> None:
    s = Scene("zuko", "aang").at(1, "xin-fu 2").step_3("zuko", shown="red F E")
    s.do("red F > xin-fu", "red E > xin-fu", "stop")
    assert [(event.card, event.n) for event in s.happened("SetsWasted")] == [("xin-fu", 1)]
    assert not s.happened("VillainDamaged")
    assert not s.happened("TokenDrawn")


@pytest.mark.rule("FNR-413")
def test_a_double_face_counts_twice() -> None:
    s = Scene("zuko", "aang").at(1, "colonel-mongke").step_3("zuko", shown="red FF W A")
    s.do("red FF > colonel-mongke")
    assert symbols_on(s, "colonel-mongke") == (0, ("W",))
    s.do("red W > colonel-mongke")
    assert symbols_on(s, "colonel-mongke")[0] == 1


@pytest.mark.rule("FNR-413")
def test_one_double_pays_an_ability_that_needs_two() -> None:
    s = Scene("zuko", "aang").row("zuko", "zuko 1").at(1, "june").step_3("zuko", shown="red FF")
    s.do("red FF > team-zuko")
    assert s.legal() == ["shift zuko > june", "done"]


@pytest.mark.rule("FNR-414")
def test_a_double_may_overpay_and_serves_only_one_card() -> None:
    s = Scene("zuko", "aang").at(1, "chit-sang", "smellerbee-and-longshot").step_3("zuko", shown="red FF E E")
    s.do("red E > chit-sang", "red E > smellerbee-and-longshot", "red FF > chit-sang")
    assert symbols_on(s, "chit-sang") == (1, ())
    assert symbols_on(s, "smellerbee-and-longshot") == (0, ("F",))
    assert s.happened("DiePlaced")[-1].lost == 1


@pytest.mark.rule("FNR-415")
@pytest.mark.parametrize(("switch", "sets"), [("true", 2), ("false", 1)])
def test_three_doubles_on_a_villain_that_costs_three(switch: str, sets: int) -> None:
    s = Scene("katara", "aang", surplus_within_card=switch).at(1, "hama 1").step_3("katara", shown="blue WW WW WW")
    s.do("blue WW > hama", "blue WW > hama", "blue WW > hama")
    assert s.spot("hama").sets == sets
    s.do("stop").play_on("turn.5")
    assert [event.damage for event in s.happened("VillainDamaged")] == [2, 3][:sets]
    assert len(s.happened("TokenDrawn")) == sets


@pytest.mark.rule("FNR-416")
def test_a_hero_whose_symbols_are_covered_joins_in_4a() -> None:
    s = Scene("katara", "aang").at(1, "huu").step_3("katara", shown="blue W W A")
    s.do("blue W > huu", "blue W > huu", "blue A > huu", "stop")
    assert s.state.step == "turn.4a.recruit"
    s.do("join huu right")
    assert s.cards("katara") == ("katara", "huu")


@pytest.mark.rule("FNR-417")
@pytest.mark.parametrize(("last", "damage"), [("yellow F > june", 1), ("discard yellow F", 0)])
def test_a_covered_set_on_a_villain_is_one_damage_in_4b(last: str, damage: int) -> None:
    s = Scene("zuko", "aang").at(1, "june").step_3("zuko", shown="red F A, yellow A")
    s.do("red F > june", "red A > june", "roll").chance("rolled yellow F")
    s.do(last)
    assert s.damage("june") == 0
    s.do("stop")
    hits = s.happened("VillainDamaged")
    assert [(event.step, event.damage) for event in hits] == [("turn.4b.villain_damage", 1)] * damage


@pytest.mark.rule("FNR-418")
def test_a_paid_hero_ability_happens_with_its_last_symbol() -> None:
    s = Scene("katara", "aang").row("katara", "katara 2").step_3("katara", shown="blue W E F")
    s.do("blue W > katara")
    assert s.legal() == ["choose katara", "done"]
    s.refused("roll", "FNR-302")
    s.do("choose katara")
    assert s.damage("katara") == 1
    assert s.view().roll.n == 1
    s.do("roll")


@pytest.mark.rule("FNR-419")
def test_the_team_card_ability_happens_with_its_last_symbol() -> None:
    s = Scene("sokka", "aang").at(1, "june").step_3("sokka", shown="red F E W")
    s.do("red E > team-sokka")
    assert not s.happened("EffectUsed")
    s.do("red F > team-sokka").chance("drew reroll")
    used = s.happened("EffectUsed", card="team-sokka")
    assert [(event.rule, event.step) for event in used] == [("FNR-419", "turn.3.roll_assign")]
    assert s.held("sokka")["reroll"] == 1


@pytest.mark.rule("FNR-423")
def test_a_cost_may_be_paid_over_several_rolls() -> None:
    s = Scene("katara", "aang").at(1, "arnook").step_3("katara", shown="blue W E F").do("blue W > arnook", "roll")
    s.chance("rolled blue W A").do("blue W > arnook", "stop", "join arnook left")
    assert s.cards("katara") == ("arnook", "katara")


@pytest.mark.rule("FNR-423")
def test_an_incomplete_cost_does_nothing_and_its_dice_go_back_in_step_5() -> None:
    s = Scene("katara", "aang").row("katara", "kuruk").at(1, "arnook", "june").step_3("katara", shown="blue W W A W")
    s.do("blue W > arnook", "blue W > kuruk", "blue A > june", "stop")
    assert not s.happened("HeroRecruited")
    s.play_on("turn.1")
    assert s.cards("katara") == ("kuruk",)
    assert not s.happened("EffectUsed")
    assert s.spot("arnook").dice == s.spot("june").dice == s.member("kuruk").dice == ()
    assert sum(n for _, n in s.view().stock) == 16


@pytest.mark.rule("FNR-420")
def test_a_paid_ability_is_used_once_in_a_turn() -> None:
    s = Scene("katara", "aang").row("katara", "katara 2").step_3("katara", shown="blue W W A, yellow W")
    s.do("blue W > katara", "choose katara").refused("blue W > katara", "FNR-420")
    assert s.refusal("blue W > katara").why == "The ability of Katara was used this turn."
    s.do("yellow W > team-katara", "blue A > team-katara", "done")
    s.refused("blue W > team-katara", "FNR-420")


@pytest.mark.rule("FNR-420", "FNR-919")
def test_a_free_ability_that_can_do_nothing_may_be_used_and_then_is() -> None:
    s = Scene("katara", "aang").row("katara", "iroh", "appa", "jet").step_3("katara").do("use appa")
    assert [event.card for event in s.happened("NothingToDo")] == ["appa"]
    s.refused("use appa", "FNR-420")
    # Jet finds no Villain here; the price stays paid.
    s.do("use jet")
    assert s.damage("jet") == 1
    s.refused("use jet", "FNR-420")


@pytest.mark.rule("FNR-421")
@pytest.mark.parametrize("card", ["bumi", "yangchen"])
def test_only_abilities_of_own_heroes_can_be_used(card: str) -> None:
    s = Scene("toph", "aang").at(1, "bumi").row("aang", "yangchen", "katara").step_3("toph", shown="blue W")
    s.refused(f"use {card}", "FNR-421").refused("blue W > katara", "FNR-421")
    assert "not a Hero of your Team" in s.refusal(f"use {card}").why


@pytest.mark.rule("FNR-421")
def test_only_the_own_team_card_takes_dice() -> None:
    s = Scene("toph", "zuko").step_3("toph", shown="green F E").refused("green F > team-zuko", "FNR-421")
    s.do("green E > team-toph")


@pytest.mark.rule("FNR-422")
def test_a_free_ability_works_before_the_first_roll_and_between_rolls_but_not_in_step_4() -> None:
    before = Scene("zuko", "aang").row("zuko", "jeong-jeong").step_3("zuko", waiting="red").do("use jeong-jeong")
    assert before.view().roll.waiting == ("red", "red")
    s = Scene("zuko", "aang").row("zuko", "jeong-jeong").at(1, "chit-sang").step_3("zuko", shown="red F E A")
    s.do("red F > chit-sang", "use jeong-jeong", "roll").chance("rolled red F E A")
    s = Scene("zuko", "aang").row("zuko", "jeong-jeong").at(1, "chit-sang").step_3("zuko", shown="red F E A")
    s.do("red F > chit-sang", "red E > chit-sang", "stop").refused("use jeong-jeong", "FNR-422")
    assert "step 3 only" in s.refusal("use jeong-jeong").why


@pytest.mark.rule("FNR-438")
def test_the_worked_example_of_the_rulebook() -> None:
    s = Scene("katara", "aang").at(1, "arnook", "june").tokens("katara", "red-die").step_3("katara").do("token red-die")
    s.run("roll", "rolled blue W W A, red F, yellow A")
    s.do("blue W > arnook", "blue W > arnook", "yellow A > june")
    s.run("roll", "rolled blue F, red F")
    s.do("red F > june")
    s.run("roll", "rolled blue F")
    s.do("blue F > june")
    assert s.view().roll.n == 3
    s.do("stop", "join arnook right")
    assert s.cards("katara") == ("katara", "arnook")
    s.chance("drew heal-two")
    assert s.damage("june") == 1
    assert s.held("katara")["heal-two"] == 1
    assert len(s.happened("TokenDrawn")) == 1
    assert s.order("HeroRecruited", "VillainDamaged", "TokenDrawn") == ["HeroRecruited", "VillainDamaged", "TokenDrawn"]
    assert [event.step for event in s.happened("HeroRecruited") + s.happened("VillainDamaged")] == [
        *("turn.4a.recruit", "turn.4b.villain_damage"),
    ]

"""Chapter 11, second half: what each kind of token does."""

import pytest

from tests.testkit.scene import Scene

SYMBOL = {"E": "earth", "F": "fire", "W": "water", "A": "avatar"}
ANY_TEAM = {"token_heal_any_team": "true"}


@pytest.mark.rule("FNR-1109")
@pytest.mark.parametrize(("symbol", "hero"), [("E", "haru"), ("F", "chit-sang"), ("W", "arnook"), ("A", "gyatso")])
def test_an_extra_symbol_covers_one_open_symbol(symbol: str, hero: str) -> None:
    s = Scene("toph", "aang").at(1, hero).tokens("toph", f"extra-{SYMBOL[symbol]}").step_3("toph")
    before = s.spot(hero).lacks
    s.do(f"token extra-{SYMBOL[symbol]} > {hero}")
    assert s.spot(hero).dice == (f"token:{symbol}",)
    assert sorted((*s.spot(hero).lacks, symbol)) == sorted(before)


@pytest.mark.rule("FNR-1109")
def test_the_last_open_symbol_may_come_from_a_token() -> None:
    s = Scene("toph", "aang").at(1, "haru").tokens("toph", "extra-earth", "extra-earth")
    s.step_3("toph", shown="green E A").do("green E > haru", "token extra-earth > haru")
    assert s.spot("haru").sets == 1
    s.refused("token extra-earth > haru", "FNR-412")


@pytest.mark.rule("FNR-1109")
def test_an_extra_symbol_needs_a_target_in_reach_that_asks_for_it() -> None:
    s = Scene("toph", "aang").at(1, "haru").at(2, "teo").row("toph", "the-mechanist").tokens("toph", "extra-fire")
    s.tokens("toph", "extra-earth").step_3("toph").refused("token extra-fire > haru", "FNR-412")
    assert s.refusal("token extra-fire > haru").why == "Haru needs Earth Earth; Extra Fire does not fit."
    s.refused("token extra-earth > teo", "FNR-306").refused("token extra-earth", "FNR-1109")
    # The Mechanist keeps a die; a symbol is none.
    s.refused("token extra-earth > the-mechanist", "FNR-603")


@pytest.mark.rule("FNR-1110")
def test_an_extra_symbol_pays_a_hero_ability() -> None:
    s = Scene("katara", "aang").row("katara", "katara 2").tokens("katara", "extra-water").step_3("katara")
    s.do("token extra-water > katara", "choose katara")
    assert s.damage("katara") == 1


@pytest.mark.rule("FNR-1110")
def test_an_extra_symbol_counts_for_recruiting_villains_the_team_card_and_balance() -> None:
    s = Scene("sokka", "aang").at(1, "cabbage-merchant", "xin-fu").set(balance=1)
    s.tokens("sokka", *["extra-earth"] * 3).tokens("aang", "extra-fire").step_3("sokka", shown="red F W")
    s.do("token extra-earth > cabbage-merchant", "token extra-earth > xin-fu", "token aang:extra-fire > xin-fu")
    s.do("token extra-earth > balance", "discard red W", "stop", "join cabbage-merchant left").chance("drew reroll")
    s.play_on("turn.1")
    assert s.damage("xin-fu") == 1
    assert s.state.balance == 2
    s = Scene("sokka", "aang").tokens("sokka", "extra-earth", "extra-fire").step_3("sokka")
    s.run("token extra-earth > team-sokka", "token extra-fire > team-sokka", "drew reroll")
    assert s.held("sokka") == {"reroll": 1}


@pytest.mark.rule("FNR-1110")
def test_an_extra_symbol_counts_for_a_final_battle() -> None:
    s = Scene("toph", "aang").phase_2().tokens("toph", "extra-water").step_3("toph", location=3, shown="green EE F")
    s.do("green EE > ba-sing-se", "green F > ba-sing-se", "token extra-water > ba-sing-se", "stop").play_on("turn.1")
    assert s.damage("ba-sing-se") == 1


@pytest.mark.rule("FNR-1111")
@pytest.mark.parametrize("colour", ["red", "green", "blue"])
def test_an_extra_die_joins_the_pool(colour: str) -> None:
    s = Scene("aang", "toph").tokens("aang", f"{colour}-die").step_3("aang", waiting="yellow").do(f"token {colour}-die")
    assert sorted(s.view().roll.waiting) == sorted(["yellow", colour])


@pytest.mark.rule("FNR-1111")
def test_no_die_is_added_beyond_the_box_and_the_token_is_gone() -> None:
    s = Scene("zuko", "toph").tokens("zuko", "red-die").step_3("zuko", waiting="red red red red").do("token red-die")
    assert s.view().roll.waiting == ("red", "red", "red", "red")
    assert [event.colour for event in s.happened("DieNotAdded")] == ["red"]
    assert s.held("zuko") == {}


@pytest.mark.rule("FNR-1112")
def test_two_heroes_lose_one_damage_each() -> None:
    s = Scene("aang", "toph").row("aang", "aang 2", "momo 1").tokens("aang", "heal-two").step_3("aang")
    s.do("token heal-two", "choose aang")
    assert s.legal() == ["choose momo", "done"]
    s.do("choose momo")
    assert (s.damage("aang"), s.damage("momo")) == (1, 0)
    assert "roll" in s.legal()


@pytest.mark.rule("FNR-1112")
@pytest.mark.parametrize(("moves", "left"), [(("choose aang", "done"), [1, 0]), (("choose momo", "done"), [2, 0])])
def test_fewer_heroes_or_an_undamaged_one_may_be_named(moves: tuple[str, ...], left: list[int]) -> None:
    s = Scene("aang", "toph").row("aang", "aang 2", "momo").tokens("aang", "heal-two").step_3("aang")
    s.do("token heal-two", *moves)
    assert [s.damage("aang"), s.damage("momo")] == left
    assert "roll" in s.legal()


@pytest.mark.rule("FNR-1113")
def test_one_hero_loses_two_damage() -> None:
    s = Scene("aang", "toph").row("aang", "aang 3", "momo 3").tokens("aang", "heal-one").step_3("aang")
    s.do("token heal-one", "choose aang")
    assert (s.damage("aang"), s.damage("momo")) == (1, 3)
    assert "roll" in s.legal()


@pytest.mark.rule("FNR-1114")
def test_every_unassigned_die_is_rolled_again_without_an_assignment_in_between() -> None:
    s = Scene("toph", "aang").tokens("toph", "reroll").step_3("toph", shown="green E A, blue W").do("token reroll")
    assert sum(s.outcomes().values()) == 6**3
    s.chance("rolled green F F, blue A")
    assert s.view().roll.shown == ("green:F", "green:F", "blue:A")
    assert (s.view().roll.n, s.view().roll.duty) == (1, "owed")


@pytest.mark.rule("FNR-1114")
def test_assigned_dice_are_not_rolled_again() -> None:
    s = Scene("toph", "aang").at(1, "haru").tokens("toph", "reroll").step_3("toph", shown="green E A, blue W")
    s.do("green E > haru", "token reroll").chance("rolled green E, blue W").do("green E > haru")
    assert s.spot("haru").dice == ("green:E", "green:E")


@pytest.mark.rule("FNR-1114", "FNR-404")
def test_a_die_that_was_added_and_not_yet_rolled_stays_so() -> None:
    s = Scene("toph", "aang").tokens("toph", "reroll", "red-die").step_3("toph", shown="green E A, blue W")
    s.do("token red-die", "token reroll").chance("rolled green F F, blue A")
    assert s.view().roll.waiting == ("red",)
    assert s.view().roll.shown == ("green:F", "green:F", "blue:A")


@pytest.mark.rule("FNR-1114")
def test_a_reroll_is_refused_while_no_die_shows() -> None:
    s = Scene("toph", "aang").at(1, "haru").tokens("toph", "reroll").step_3("toph").refused("token reroll", "FNR-1114")
    assert s.refusal("token reroll").why.startswith("No die shows a face")
    s.run("roll", "rolled green E A A, blue W", "green E > haru", "token reroll")


@pytest.mark.rule("FNR-1115")
@pytest.mark.parametrize(("before", "after"), [(4, 3), (0, 0)])
def test_ruin_goes_back_by_one_and_not_below_the_bottom(before: int, after: int) -> None:
    s = Scene("aang", "toph").set(ruin=before).tokens("aang", "ruin-back").step_3("aang").do("token ruin-back")
    assert s.state.ruin == after
    moved = s.happened("RuinMoved", rule="FNR-1115")
    assert [(event.before, event.after) for event in moved] == [(before, after)]


def healing(kind: str, **options: str) -> Scene:
    """A healing token is in use; Heroes of both Teams and of two locations are damaged."""
    s = Scene("aang", "toph", **options).row("aang", "aang 1", "momo 1").row("toph", "toph 1").tokens("toph", kind)
    return s.at(1, "suki 1").at(2, "teo 1").step_3("aang", location=1).do(f"token toph:{kind}")


@pytest.mark.rule("FNR-1116")
@pytest.mark.parametrize("kind", ["heal-one", "heal-two"])
def test_a_healing_token_reaches_the_active_team_and_its_location(kind: str) -> None:
    s = healing(kind)
    assert s.legal() == ["choose aang", "choose momo", "choose suki", "done"]
    s.refused("choose toph", "FNR-1116").refused("choose teo", "FNR-306")
    assert s.refusal("choose toph").why == "Toph is on another Team, out of reach."


@pytest.mark.rule("FNR-1116")
def test_by_the_switch_a_healing_token_reaches_every_team() -> None:
    s = healing("heal-one", **ANY_TEAM)
    assert s.legal() == ["choose aang", "choose momo", "choose suki", "choose toph", "done"]
    s.do("choose toph")
    assert s.damage("toph") == 0


@pytest.mark.rule("FNR-1116")
def test_the_switch_is_for_tokens_not_for_abilities() -> None:
    s = Scene("katara", "toph", **ANY_TEAM).row("katara", "katara 1").row("toph", "toph 1")
    s.step_3("katara", shown="blue W").do("blue W > katara").refused("choose toph", "FNR-306")


@pytest.mark.rule("FNR-1117")
def test_a_ruin_back_token_does_nothing_in_phase_2() -> None:
    s = Scene("aang", "toph").phase_2().tokens("aang", "ruin-back").step_3("aang")
    before = s.state
    s.do("token ruin-back")
    assert [event.rule for event in s.happened("NothingToDo")] == ["FNR-1117"]
    changed = {name for name in type(before).__struct_fields__ if getattr(before, name) != getattr(s.state, name)}
    assert changed == {"teams", "token_discard"}

"""Chapter 5, steps 4a to 4d: recruits, Damage on Villains, Balance, Damage on Final Battles."""

import pytest

from tests.testkit.scene import Scene


def rolled(dice: str, *here: str, team: str = "toph", **options: str) -> Scene:
    """Step 3 of a Team at location 1, where these cards lie, right after its first roll."""
    teams = (team, "aang" if team != "aang" else "toph")
    return Scene(*teams, **options).at(1, *here).step_3(team, shown=dice)


def damage_so_far(s: Scene, card: str) -> list[int]:
    """Damage on a Villain or battle after each counter that was added; a full one may be gone since."""
    return [event.damage for event in s.happened("VillainDamaged", card=card)]


@pytest.mark.rule("FNR-501")
def test_recruits_come_before_villains_and_villains_before_balance() -> None:
    s = rolled("green E EE, red F, blue W", "war-minister-qin", "haru")
    s.do("blue W > balance", "green E > war-minister-qin", "red F > war-minister-qin", "green EE > haru", "stop")
    s.do("join haru left").chance("drew red-die")
    results = s.order("HeroRecruited", "VillainDamaged", "BalanceMoved")
    assert results == ["HeroRecruited", "VillainDamaged", "BalanceMoved"]
    assert [event.step for event in s.happened("HeroRecruited")] == ["turn.4a.recruit"]
    assert [event.step for event in s.happened("VillainDamaged")] == ["turn.4b.villain_damage"]
    assert [event.step for event in s.happened("BalanceMoved")] == ["turn.4c.balance"]


@pytest.mark.rule("FNR-501")
def test_a_villain_that_was_swapped_away_is_damaged_before_the_battle() -> None:
    s = Scene("aang", "toph").phase_2().at(1, "war-minister-qin").at(2, "haru")
    s.step_3("aang", shown="green E E, red F F, yellow A AA")
    s.do("green E > war-minister-qin", "red F > war-minister-qin", "yellow A > team-aang")
    s.do("swap war-minister-qin with haru")
    s.do("yellow AA > wulong-forest", "red F > wulong-forest", "green E > wulong-forest", "stop")
    s.run("drew red-die", "drew red-die")
    assert [event.card for event in s.happened("VillainDamaged")] == ["war-minister-qin", "wulong-forest"]


@pytest.mark.rule("FNR-502")
def test_a_paid_ability_takes_effect_in_step_3() -> None:
    s = Scene("katara", "aang").row("katara", "katara 3").step_3("katara", shown="blue W W")
    s.do("blue W > katara", "choose katara")
    assert s.damage("katara") == 2
    assert s.state.step == "turn.3.roll_assign"
    s.do("stop")
    assert len(s.happened("Healed")) == 1


@pytest.mark.rule("FNR-503")
def test_covered_heroes_join_and_others_stay() -> None:
    s = rolled("green E, blue WW", "arnook", "haru")
    s.do("blue WW > arnook", "green E > haru", "stop").refused("join haru left", "FNR-503")
    s.do("join arnook right")
    assert s.cards("toph") == ("toph", "arnook")
    assert s.spot("haru").damage == 0
    assert [event.card for event in s.happened("HeroRecruited")] == ["arnook"]


@pytest.mark.rule("FNR-503")
def test_joining_cannot_be_declined() -> None:
    s = rolled("blue WW", "arnook").do("blue WW > arnook", "stop")
    s.refused("done", "FNR-503")


@pytest.mark.rule("FNR-503")
def test_a_covered_hero_that_was_swapped_away_joins_too() -> None:
    s = Scene("toph", "aang").row("toph", "appa").at(1, "arnook").at(3, "haru")
    s.step_3("toph", shown="blue WW").do("blue WW > arnook", "use appa", "swap arnook with haru", "stop")
    assert s.view().places[6].card == "arnook"
    s.do("join arnook left")
    assert s.cards("toph") == ("arnook", "appa")


@pytest.mark.rule("FNR-504")
def test_a_recruit_arrives_healthy_even_when_it_was_full() -> None:
    s = rolled("green E", "cabbage-merchant 3", "arnook").do("green E > cabbage-merchant", "stop")
    s.do("join cabbage-merchant left")
    assert s.damage("cabbage-merchant") == 0
    assert s.happened("HeroRecruited")[0].healed == 3
    s.play_on("turn.1")
    assert s.cards("toph") == ("cabbage-merchant", "toph")
    assert s.view().defeated == ()


def rows(s: Scene) -> set[tuple[str, ...]]:
    """All rows that choices of joining can lead to."""
    joins = [text for text in s.legal() if text.startswith("join ")]
    if not joins:
        return {s.cards("toph")}
    found = set()
    now = s.state
    for text in joins:
        s.state = now
        found |= rows(s.do(text))
    return found


@pytest.mark.rule("FNR-505")
def test_two_recruits_join_in_any_order_at_any_end() -> None:
    s = rolled("green EE, blue WW", "arnook", "haru").do("green EE > haru", "blue WW > arnook", "stop")
    x, y, z = "toph", "arnook", "haru"
    assert rows(s) == {(y, z, x), (z, y, x), (y, x, z), (z, x, y), (x, y, z), (x, z, y)}


@pytest.mark.rule("FNR-505")
def test_an_ability_for_being_recruited_belongs_to_that_recruit() -> None:
    s = Scene("toph", "aang").row("toph", "king-kuei").at(1, "arnook").step_3("toph", shown="blue WW")
    s.do("blue WW > arnook", "stop", "join arnook left")
    assert "react king-kuei" not in s.legal()
    s = rolled("green E, yellow A", "king-kuei").do("green E > king-kuei", "yellow A > king-kuei", "stop")
    s.do("join king-kuei left", "react king-kuei").chance("drew red-die", "drew reroll")
    assert sum(s.held("toph").values()) == 2


@pytest.mark.rule("FNR-506")
def test_a_ninth_hero_joins() -> None:
    eight = ("toph", "tyro", "bumi", "jet", "teo", "huu", "yue", "bato")
    s = Scene("toph", "aang").row("toph", *eight).at(1, "arnook").step_3("toph", shown="blue WW")
    s.do("blue WW > arnook", "stop", "join arnook right")
    assert s.cards("toph") == (*eight, "arnook")


@pytest.mark.rule("FNR-507", "FNR-508")
def test_each_complete_set_is_one_damage_and_one_token() -> None:
    s = rolled("green E E, red F F", "war-minister-qin")
    s.do(*["green E > war-minister-qin"] * 2, *["red F > war-minister-qin"] * 2, "stop")
    s.chance("drew red-die", "drew extra-earth")
    assert damage_so_far(s, "war-minister-qin") == [1, 2]
    assert {kind: n for kind, n in s.held("toph").items() if n} == {"red-die": 1, "extra-earth": 1}
    assert not any(s.held("aang").values())


@pytest.mark.rule("FNR-507")
def test_an_incomplete_set_is_no_damage() -> None:
    s = rolled("green E E, red F", "war-minister-qin")
    s.do("green E > war-minister-qin", "green E > war-minister-qin", "red F > war-minister-qin", "stop")
    s.chance("drew red-die")
    assert s.damage("war-minister-qin") == 1
    assert len(s.happened("TokenDrawn")) == 1


@pytest.mark.rule("FNR-509")
def test_damage_moved_from_a_hero_to_a_villain_earns_a_token() -> None:
    s = Scene("zuko", "aang").row("zuko", "ursa 2").at(1, "june 1", "xin-fu 2").step_3("zuko", shown="red F F")
    s.do("red F > ursa")
    assert s.legal() == ["shift ursa > june", "done"]
    s.refused("shift ursa > xin-fu", "FNR-509")
    s.do("shift ursa > june").chance("drew red-die")
    assert (s.damage("ursa"), s.damage("june")) == (1, 2)
    assert s.held("zuko")["red-die"] == 1
    assert s.state.step == "turn.3.roll_assign"


@pytest.mark.rule("FNR-509")
def test_damage_moved_from_a_villain_to_another_earns_a_token() -> None:
    s = Scene("zuko", "aang").row("zuko", "smellerbee-and-longshot").at(1, "june 1").at(3, "mai 1", "xin-fu 2")
    s.step_3("zuko", shown="red F F").do("red F > smellerbee-and-longshot")
    moves = {"june > mai", "mai > june", "xin-fu > june", "xin-fu > mai"}
    assert set(s.legal()) == {*(f"shift {move}" for move in moves), "done"}
    s.do("shift june > mai").chance("drew reroll")
    assert (s.damage("june"), s.damage("mai")) == (0, 2)
    assert len(s.happened("TokenDrawn")) == 1


@pytest.mark.rule("FNR-510")
def test_damage_by_an_ability_earns_a_token_that_can_be_used_at_once() -> None:
    s = Scene("toph", "aang").row("toph", "jet").at(1, "xin-fu").step_3("toph", shown="green E")
    s.do("use jet", "choose xin-fu").chance("drew extra-fire")
    assert s.damage("xin-fu") == 1
    assert s.held("toph")["extra-fire"] == 1
    s.do("token extra-fire > xin-fu", "green E > xin-fu", "stop").chance("drew red-die")
    assert damage_so_far(s, "xin-fu") == [1, 2]


@pytest.mark.rule("FNR-511")
def test_sets_beyond_the_capacity_are_wasted() -> None:
    s = rolled("green EE EE, red FF", "mai 2")
    s.do("green EE > mai", "green EE > mai", "red FF > mai", "stop").chance("drew red-die")
    assert damage_so_far(s, "mai") == [3]
    assert len(s.happened("TokenDrawn")) == 1
    assert s.happened("SetsWasted", card="mai", rule="FNR-511")


@pytest.mark.rule("FNR-507")
def test_ruling_a_second_set_may_be_begun_before_the_first_is_complete() -> None:
    s = rolled("green E E EE, red F", "war-minister-qin")
    s.do("green E > war-minister-qin", "green E > war-minister-qin")
    assert "green EE > war-minister-qin" in s.legal()
    assert s.spot("war-minister-qin").dice == ("green:E", "green:E")


@pytest.mark.rule("FNR-511")
def test_ruling_dice_on_a_full_villain_are_accepted_and_wasted() -> None:
    s = rolled("green E, red F", "war-minister-qin 2")
    s.do("green E > war-minister-qin", "red F > war-minister-qin", "stop")
    assert damage_so_far(s, "war-minister-qin") == []
    assert s.happened("SetsWasted", card="war-minister-qin")
    assert not s.happened("TokenDrawn")


@pytest.mark.rule("FNR-512")
@pytest.mark.parametrize(("dice", "moves", "position"), [("blue W", ["blue W > balance"], 1), ("blue W", [], 0)])
def test_balance_moves_if_the_cost_was_met(dice: str, moves: list[str], position: int) -> None:
    s = rolled(dice).do(*moves or ["discard blue W"], "stop")
    assert s.view().balance.position == position


@pytest.mark.rule("FNR-512")
def test_balance_moves_one_space_a_turn() -> None:
    # The next two spaces of this side cost W and E.
    s = rolled("blue W, green E").do("blue W > balance")
    s.refused("green E > balance", "FNR-412")
    s.do("stop")
    assert s.view().balance.position == 1


@pytest.mark.rule("FNR-512")
def test_ruling_a_balance_step_whose_cost_is_met_is_not_declined() -> None:
    s = rolled("blue W").do("blue W > balance", "stop")
    assert s.happened("BalanceMoved")
    assert not s.happened("Declined")
    assert s.state.step != "turn.4c.balance"


@pytest.mark.rule("FNR-513")
def test_the_turn_is_played_on_when_ruin_reached_the_top() -> None:
    s = Scene("toph", "aang").set(ruin=14).at(1, "arnook", "war-minister-qin").turn("toph", facing=3)
    s.do("at 1").chance("fire stay-1")
    assert s.state.ruin_topped
    s.do("roll").chance("rolled green E E E, blue W")
    s.do("blue W > balance", "green E > war-minister-qin", "roll").chance("rolled green E E")
    s.do("discard green E", "roll").chance("rolled green F")
    s.do("green F > war-minister-qin", "stop").chance("drew red-die")
    steps = s.order("RuinMoved", "RollingEnded", "VillainDamaged", "BalanceMoved", "BlackSunCame", "DiceReturned")
    assert steps == ["RuinMoved", "RollingEnded", "VillainDamaged", "BalanceMoved", "BlackSunCame"]
    s.play_on("turn.1")
    assert s.order("BlackSunCame", "DiceReturned", "TurnPassed") == ["BlackSunCame", "DiceReturned", "TurnPassed"]


@pytest.mark.rule("FNR-513")
def test_the_turn_goes_on_normally_when_no_marker_reached_the_top() -> None:
    s = Scene("toph", "aang").set(ruin=13).turn("toph", facing=3).do("at 1").chance("fire stay-1")
    s.next_turn()
    assert not s.happened("BlackSunCame")
    assert s.view().phase == 1


@pytest.mark.rule("FNR-514")
def test_a_hero_recruited_this_turn_already_reacts_to_the_balance_step() -> None:
    s = rolled("blue W W, yellow A", "yue").do("blue W > yue", "yellow A > yue", "blue W > balance", "stop")
    s.do("join yue left")
    assert s.legal() == ["react yue", "done"]
    s.do("react yue").chance("drew red-die")
    assert s.held("toph")["red-die"] == 1
    assert s.order("HeroRecruited", "BalanceMoved", "TokenDrawn") == ["HeroRecruited", "BalanceMoved", "TokenDrawn"]


@pytest.mark.rule("FNR-515")
def test_a_complete_set_on_a_battle_is_one_damage_and_one_token() -> None:
    s = Scene("toph", "aang").phase_2().step_3("toph", shown="yellow AA, red F F, green E")
    s.do("yellow AA > wulong-forest", "red F > wulong-forest", "green E > wulong-forest", "stop")
    s.chance("drew red-die")
    assert s.damage("wulong-forest") == 1
    assert s.held("toph")["red-die"] == 1
    assert s.happened("VillainDamaged")[0].step == "turn.4d.final_battle_damage"
    assert not s.happened("BattleCompleted")


@pytest.mark.rule("FNR-515")
def test_two_sets_on_a_battle_are_two_damage_and_two_tokens() -> None:
    s = Scene("toph", "aang", battle_damage="3").phase_2().step_3("toph", shown="yellow AA AA, red FF, green EE")
    s.do("yellow AA > wulong-forest", "yellow AA > wulong-forest")
    s.do("red FF > wulong-forest", "green EE > wulong-forest", "stop").chance("drew red-die", "drew reroll")
    assert damage_so_far(s, "wulong-forest") == [1, 2]
    assert len(s.happened("TokenDrawn")) == 2


@pytest.mark.rule("FNR-516")
def test_a_battle_takes_no_more_than_completes_it() -> None:
    s = Scene("toph", "aang").phase_2("wulong-forest 1").step_3("toph", shown="yellow AA AA, red FF, green EE")
    s.do("yellow AA > wulong-forest", "yellow AA > wulong-forest")
    s.do("red FF > wulong-forest", "green EE > wulong-forest", "stop").chance("drew red-die")
    assert damage_so_far(s, "wulong-forest") == [2]
    assert len(s.happened("TokenDrawn")) == 1
    assert s.happened("SetsWasted", card="wulong-forest", rule="FNR-516")

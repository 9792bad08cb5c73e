"""Chapter 4: paying for the next space of the Balance Track."""

import pytest

from tests.testkit.scene import Scene


def moved(s: Scene) -> list[tuple[int, int]]:
    """How the Balance marker moved so far."""
    return [(event.before, event.after) for event in s.happened("BalanceMoved")]


def on(side: str, space: int) -> Scene:
    """Team Toph with a Balance side and the marker on a space; the next space is the one above."""
    return Scene("toph", "aang", balance_side=side).set(balance=space)


@pytest.mark.rule("FNR-424")
def test_only_the_space_directly_above_the_marker_is_paid() -> None:
    # The side asks for Water, then for Earth.
    s = on("easy-1", 0).step_3("toph", shown="green W E, blue W")
    s.refused("green E > balance", "FNR-412").do("green W > balance").refused("green E > balance", "FNR-412")
    s.do("stop").play_on("turn.5")
    assert moved(s) == [(0, 1)]


@pytest.mark.rule("FNR-424")
def test_the_marker_moves_by_one_even_if_two_costs_are_met() -> None:
    # "Recruit an Earth Hero", then "1 Damage": both happen in this turn.
    s = on("medium-2", 3).at(1, "haru", "xin-fu").step_3("toph", shown="green E E E F")
    s.do("green E > haru", "green E > haru", "green E > xin-fu", "green F > xin-fu", "stop", "join haru left")
    s.play_on("turn.5")
    assert moved(s) == [(3, 4)]
    assert s.state.balance == 4


@pytest.mark.rule("FNR-425")
@pytest.mark.parametrize(("dice", "met"), [("W F", True), ("W", False), ("F", False)])
def test_a_space_that_asks_for_symbols(dice: str, met: bool) -> None:
    s = on("easy-2", 2).step_3("toph", shown="green W F")
    s.do(*(f"green {symbol} > balance" for symbol in dice.split()), "stop").play_on("turn.5")
    assert moved(s) == [(2, 3)] * met


@pytest.mark.rule("FNR-425")
@pytest.mark.parametrize("met", [True, False])
def test_a_space_that_asks_for_a_token(met: bool) -> None:
    s = on("easy-1", 3).tokens("toph", "reroll").step_3("toph", shown="green W F")
    s.do(*(["give reroll"] if met else []), "stop").play_on("turn.5")
    assert moved(s) == [(3, 4)] * met


@pytest.mark.rule("FNR-425")
@pytest.mark.parametrize("met", [True, False])
def test_a_space_that_asks_for_a_die(met: bool) -> None:
    s = on("easy-3", 1).step_3("toph", shown="green W F")
    s.do("remove green F" if met else "discard green F", "stop").play_on("turn.5")
    assert moved(s) == [(1, 2)] * met


@pytest.mark.rule("FNR-425")
@pytest.mark.parametrize("met", [True, False])
def test_a_space_that_asks_for_damage(met: bool) -> None:
    s = on("easy-1", 4).at(1, "xin-fu").step_3("toph", shown="green E F")
    s.do("green E > xin-fu", "green F > xin-fu" if met else "stop")
    s.play_on("turn.5", prefer=("stop", "done"))
    assert moved(s) == [(4, 5)] * met


@pytest.mark.rule("FNR-425", "FNR-907")
@pytest.mark.parametrize(("side", "met"), [("easy-2", True), ("easy-3", False), ("easy-4", False)])
def test_a_space_that_asks_for_a_hero_of_a_type(side: str, met: bool) -> None:
    # Each side asks for a type on its fourth space: Earth, Water, Fire. Haru is of Earth.
    s = on(side, 3).at(1, "haru").step_3("toph", shown="green E E")
    s.do("green E > haru", "green E > haru", "stop", "join haru left").play_on("turn.5")
    assert moved(s) == [(3, 4)] * met


@pytest.mark.rule("FNR-425")
@pytest.mark.parametrize(("pay", "met"), [((), False), (("give reroll",), True)])
def test_a_space_with_symbols_and_a_token_needs_both(pay: tuple[str, ...], met: bool) -> None:
    s = on("medium-3", 7).tokens("toph", "reroll").step_3("toph", shown="green A F")
    s.do("green A > balance", "green F > balance", *pay, "stop").play_on("turn.5")
    assert moved(s) == [(7, 8)] * met


@pytest.mark.rule("FNR-425")
@pytest.mark.parametrize(
    ("side", "space", "move", "why"),
    [
        ("easy-1", 3, "remove green W", "The next Balance space asks for no dice."),
        ("easy-1", 0, "give reroll", "The next Balance space asks for no tokens."),
        ("easy-1", 3, "green W > balance", "The next Balance space asks for no symbols."),
    ],
)
def test_what_the_next_space_does_not_ask_for_is_refused(side: str, space: int, move: str, why: str) -> None:
    s = on(side, space).tokens("toph", "reroll").step_3("toph", shown="green W F").refused(move, "FNR-425")
    assert s.refusal(move).why == why


@pytest.mark.rule("FNR-425")
def test_no_more_is_taken_than_the_space_asks_for() -> None:
    s = on("easy-1", 3).tokens("toph", "reroll", "red-die").step_3("toph", shown="green W F").do("give reroll")
    s.refused("give red-die", "FNR-425")
    assert s.refusal("give red-die").why == "The next Balance space asks for 1 of your tokens, and you gave 1."


@pytest.mark.rule("FNR-427")
def test_a_recruit_of_4a_counts_in_4c_of_the_same_turn() -> None:
    s = on("easy-2", 3).at(1, "haru").step_3("toph", shown="green E E")
    s.do("green E > haru", "green E > haru", "stop", "join haru left").play_on("turn.5")
    assert s.order("HeroRecruited", "BalanceMoved") == ["HeroRecruited", "BalanceMoved"]
    assert s.happened("BalanceMoved")[0].step == "turn.4c.balance"


@pytest.mark.rule("FNR-427")
def test_damage_by_an_ability_in_step_3_counts_for_balance() -> None:
    s = on("easy-1", 4).row("toph", "jet").at(1, "june").step_3("toph", shown="green E F")
    s.run("use jet", "choose june", "drew reroll", "stop").play_on("turn.5")
    assert s.damage("june") == 1
    assert moved(s) == [(4, 5)]


@pytest.mark.rule("FNR-427")
def test_damage_moved_to_a_villain_counts_for_balance() -> None:
    s = on("easy-1", 4).row("toph", "toph 1", "ursa").at(1, "june").step_3("toph", shown="green F")
    s.run("green F > ursa", "shift toph > june", "drew reroll", "stop").play_on("turn.5")
    assert moved(s) == [(4, 5)]


@pytest.mark.rule("FNR-441")
def test_what_is_given_up_stays_given_up_and_has_no_effect() -> None:
    s = on("medium-3", 7).tokens("toph", "red-die").step_3("toph", shown="green A F")
    s.do("give red-die")
    assert s.view().roll.waiting == ()
    assert not s.happened("TokenUsed")
    s.do("green A > balance", "stop").play_on("turn.5")
    assert moved(s) == []
    assert dict(s.view().token_discard)["red-die"] == 1
    assert s.held("toph") == {}


@pytest.mark.rule("FNR-441")
def test_tokens_and_dice_may_be_given_up_before_the_first_roll() -> None:
    s = on("medium-3", 7).tokens("toph", "red-die").step_3("toph").do("give red-die")
    assert s.view().balance.tokens == ("red-die",)
    s = on("hard-2", 5).step_3("toph").do("remove green", "remove blue").refused("remove green", "FNR-425")
    assert s.view().roll.waiting == ("green", "green")
    assert s.view().balance.dice == ("green", "blue")


@pytest.mark.rule("FNR-441")
def test_after_step_3_nothing_can_be_given_up() -> None:
    s = on("easy-1", 3).at(1, "haru").tokens("toph", "reroll").step_3("toph", shown="green E E")
    s.do("green E > haru", "green E > haru", "stop")
    s.refused("give reroll", "FNR-441").refused("remove green", "FNR-441")


@pytest.mark.rule("FNR-1118")
def test_tokens_of_several_teams_pay_one_cost() -> None:
    s = on("medium-1", 7).tokens("toph", "reroll").tokens("aang", "red-die").step_3("toph", shown="green E W")
    s.do("give reroll", "give aang:red-die", "stop").play_on("turn.5")
    assert moved(s) == [(7, 8)]
    assert s.held("toph") == s.held("aang") == {}
    given = s.happened("TokenGiven")
    assert [(event.team, event.token) for event in given] == [("team-toph", "reroll"), ("team-aang", "red-die")]

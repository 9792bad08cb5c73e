"""Chapter 4: the dice pool, extra dice and their limit, dice that are taken away."""

import pytest

from tests.testkit.scene import Scene

STAY = "fire stay-0"


def waiting(s: Scene) -> tuple[str, ...]:
    """Dice of the pool that were not rolled yet."""
    return s.view().roll.waiting


def to_step_3(s: Scene, team: str) -> Scene:
    """A whole turn up to step 3: the Team at location 3, the figure at location 1."""
    return s.turn(team).do("at 3").chance(STAY)


@pytest.mark.rule("FNR-401")
def test_the_pool_is_the_team_dice_and_what_an_ability_and_a_token_add() -> None:
    s = to_step_3(Scene("toph", "aang").row("toph", "bumi").tokens("toph", "red-die"), "toph")
    assert waiting(s) == ("green", "green", "green", "blue")
    s.do("use bumi")
    assert waiting(s) == ("green", "green", "green", "green", "blue")
    s.do("token red-die")
    assert waiting(s) == ("green", "green", "green", "green", "blue", "red")
    added = s.happened("DieAdded")
    assert [(event.colour, event.rule) for event in added] == [("green", "FNR-909"), ("red", "FNR-1111")]


@pytest.mark.rule("FNR-402")
def test_no_die_is_added_when_the_player_has_all_of_the_colour() -> None:
    s = Scene("aang", "toph").row("aang", "yangchen").step_3("aang", waiting="yellow yellow yellow blue green")
    s.do("use yangchen")
    assert waiting(s) == ("green", "blue", "yellow", "yellow", "yellow")
    assert [event.colour for event in s.happened("DieNotAdded", rule="FNR-402")] == ["yellow"]


@pytest.mark.rule("FNR-402", "FNR-909")
def test_with_a_choice_of_colours_one_that_is_left_can_be_taken() -> None:
    s = Scene("zuko", "toph").row("zuko", "kyoshi").step_3("zuko", waiting="red red red red")
    s.do("use kyoshi")
    assert s.legal() == ["take green", "take red", "done"]
    s.refused("take blue", "FNR-909")
    s.do("take green")
    assert waiting(s) == ("green", "red", "red", "red", "red")


@pytest.mark.rule("FNR-402")
def test_choosing_an_exhausted_colour_is_accepted_and_uses_the_ability_up() -> None:
    s = Scene("zuko", "toph").row("zuko", "kyoshi").step_3("zuko", waiting="red red red red")
    s.do("use kyoshi", "take red")
    assert waiting(s) == ("red", "red", "red", "red")
    s.refused("use kyoshi", "FNR-420")


@pytest.mark.rule("FNR-403")
def test_dice_assigned_this_turn_still_count_against_the_limit() -> None:
    s = Scene("aang", "toph").row("aang", "yangchen").at(1, "gyatso", "yue")
    s.step_3("aang", shown="yellow A A W, blue W").do("yellow A > gyatso", "yellow A > gyatso", "use yangchen")
    assert waiting(s) == ()
    assert [event.colour for event in s.happened("DieNotAdded")] == ["yellow"]


@pytest.mark.rule("FNR-403")
@pytest.mark.parametrize("move", ["discard yellow A", "remove yellow A"])
def test_dice_discarded_or_removed_this_turn_still_count_against_the_limit(move: str) -> None:
    s = Scene("aang", "toph", balance_side="easy-3").set(balance=1).row("aang", "yangchen")
    s.step_3("aang", shown="yellow A A W").do(move, "use yangchen")
    assert waiting(s) == ()
    assert [event.colour for event in s.happened("DieNotAdded")] == ["yellow"]


@pytest.mark.rule("FNR-404")
def test_a_die_added_late_is_rolled_with_the_next_roll() -> None:
    s = Scene("toph", "aang").at(1, "haru").tokens("toph", "red-die").step_3("toph", shown="green E E")
    s.do("green E > haru", "green E > haru")
    s.refused("roll", "FNR-408")
    assert s.refusal("roll").why == "No unassigned die is left to roll."
    s.do("token red-die")
    assert waiting(s) == ("red",)
    s.do("roll").chance("rolled red F")
    assert s.view().roll.shown == ("red:F",)


@pytest.mark.rule("FNR-404")
def test_a_die_added_before_the_next_roll_is_rolled_together_with_the_rest() -> None:
    s = Scene("toph", "aang").at(1, "haru").tokens("toph", "red-die").step_3("toph", shown="green E A")
    s.do("green E > haru", "token red-die")
    s.refused("red F > haru", "FNR-405")
    s.do("roll").chance("rolled green W, red F")
    assert s.view().roll.shown == ("green:W", "red:F")


@pytest.mark.rule("FNR-426")
def test_a_removed_die_is_out_of_play_until_step_5() -> None:
    s = Scene("toph", "aang", balance_side="easy-3").set(balance=1).step_3("toph", waiting="green green green blue red")
    s.do("remove red")
    assert waiting(s) == ("green", "green", "green", "blue")
    assert s.view().balance.dice == ("red",)
    s.do("roll").chance("rolled green E A W, blue W")
    s.play_on("turn.1")
    assert sum(n for _, n in s.view().stock) == 16
    assert s.state.balance == 2


@pytest.mark.rule("FNR-442")
def test_the_player_chooses_the_die_that_is_lost_after_the_pool_is_complete() -> None:
    # Zuko earns a die in 2d: the pool has five dice of which one goes.
    s = Scene("zuko", "aang").row("zuko", "zuko").at(1, "xin-fu", "colonel-mongke").turn("zuko").do("at 2")
    s.chance(STAY).do("react zuko")
    assert s.view().roll.waiting == ("red", "red", "red", "red", "yellow")
    assert s.legal() == ["pick red", "pick yellow"]
    assert s.state.step == "turn.3a.collect"
    s.refused("done", "FNR-918").refused("pick green", "FNR-442")
    s.do("pick red")
    assert waiting(s) == ("red", "red", "red", "yellow")
    s.do("roll")
    assert "rolled red F F F, yellow A" in s.outcomes()


@pytest.mark.rule("FNR-442")
def test_each_villain_takes_one_die_and_nothing_is_added_in_between() -> None:
    s = Scene("toph", "aang").row("toph", "bumi").tokens("toph", "red-die").phase_2()
    s.at(1, "xin-fu", "long-feng").turn("toph").do("at 3").chance(STAY)
    s.refused("use bumi", "FNR-442").refused("token red-die", "FNR-442")
    s.do("pick green")
    s.refused("use bumi", "FNR-442")
    s.do("pick blue")
    assert waiting(s) == ("green", "green")
    s.do("use bumi")
    assert waiting(s) == ("green", "green", "green")


@pytest.mark.rule("FNR-442")
def test_a_pool_cannot_fall_below_zero() -> None:
    s = Scene("zuko", "aang")
    s.set(stock=(5, 4, 1, 0)).at(1, "xin-fu", "long-feng").phase_2().turn("zuko").do("at 3").chance(STAY)
    assert waiting(s) == ()
    assert [event.die for event in s.happened("DieLost")] == ["red"]
    assert s.legal() == ["stop"]


@pytest.mark.rule("FNR-442")
def test_a_lost_die_is_back_in_the_stock_after_the_turn() -> None:
    s = Scene("toph", "aang").at(1, "xin-fu").turn("toph").do("at 3").chance(STAY).do("pick green")
    assert s.view().roll.gone == ("green",)
    assert dict(s.view().stock)["green"] == 2
    s.play_on("turn.1")
    assert sum(n for _, n in s.view().stock) == 16

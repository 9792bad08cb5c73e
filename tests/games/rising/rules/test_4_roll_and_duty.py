"""Chapter 4: rolling, the duty after each roll, stopping."""

import pytest

from tests.testkit.scene import Scene


@pytest.mark.rule("FNR-405")
def test_a_roll_uses_every_unassigned_die() -> None:
    s = Scene("toph", "aang").at(1, "haru").step_3("toph", shown="green E A W, blue F").do("green E > haru", "roll")
    assert sum(s.outcomes().values()) == 6**3
    assert all(len(text.replace(",", "").split()) == 1 + 2 + 3 for text in s.outcomes())
    s.chance("rolled green E E, blue W")
    assert s.view().roll.shown == ("green:E", "green:E", "blue:W")
    assert s.view().roll.n == 2


@pytest.mark.rule("FNR-405", "FNR-408")
def test_a_turn_has_at_least_one_roll() -> None:
    s = Scene("toph", "aang").step_3("toph")
    s.refused("stop", "FNR-408")
    assert s.refusal("stop").why == "Roll at least once; dice that wait in the pool: 4."
    s.do("roll").chance("rolled green A W F, blue A").do("stop")


@pytest.mark.rule("FNR-405")
def test_nothing_can_be_assigned_before_the_first_roll() -> None:
    s = Scene("toph", "aang").at(1, "haru").step_3("toph")
    s.refused("green E > haru", "FNR-405")
    assert s.refusal("green E > haru").why == "No die was rolled yet this turn."


@pytest.mark.rule("FNR-406")
def test_the_next_roll_needs_a_die_assigned_or_discarded() -> None:
    s = Scene("toph", "aang").at(1, "haru").step_3("toph", shown="green E A W, blue F")
    s.refused("roll", "FNR-406")
    assert "roll" not in s.legal()
    s.do("green E > haru")
    assert "roll" in s.legal()
    s = Scene("toph", "aang").at(1, "haru").step_3("toph", shown="green E A W, blue F").do("discard blue F")
    assert "roll" in s.legal()


@pytest.mark.rule("FNR-406")
def test_a_discard_closes_the_assigning_of_the_roll_and_is_exactly_one_die() -> None:
    s = Scene("toph", "aang").at(1, "haru").step_3("toph", shown="green E A W, blue F").do("discard blue F")
    s.refused("green E > haru", "FNR-406").refused("discard green A", "FNR-406")
    assert "discarded already" in s.refusal("discard green A").why
    assert not any(" > " in text for text in s.legal())
    s.do("roll").chance("rolled green E E E").do("green E > haru")


@pytest.mark.rule("FNR-406")
def test_after_an_assignment_no_die_can_be_discarded() -> None:
    s = Scene("toph", "aang").at(1, "haru").step_3("toph", shown="green E A W, blue F").do("green E > haru")
    s.refused("discard blue F", "FNR-406")
    assert "assign or discard" in s.refusal("discard blue F").why


@pytest.mark.rule("FNR-406", "FNR-441")
def test_a_rolled_die_can_be_removed_for_balance_after_the_discard() -> None:
    s = Scene("toph", "aang", balance_side="easy-3").set(balance=1).at(1, "haru")
    s.step_3("toph", shown="green E A W, blue F").do("discard blue F", "remove green A")
    assert s.view().balance.dice == ("green:A",)
    # The duty stays what it was: the discard still closes this roll.
    s.refused("green E > haru", "FNR-406")


@pytest.mark.rule("FNR-406", "FNR-1114")
def test_a_reroll_token_after_the_discard_does_not_open_the_roll_again() -> None:
    s = Scene("toph", "aang").at(1, "haru").tokens("toph", "reroll").step_3("toph", shown="green A A W, blue F")
    s.do("discard blue F", "token reroll").chance("rolled green E E E")
    s.refused("green E > haru", "FNR-406").refused("discard green E", "FNR-406")
    assert s.view().roll.n == 1


@pytest.mark.rule("FNR-407")
def test_the_discard_is_a_free_choice_also_when_a_die_is_useful() -> None:
    s = Scene("toph", "aang").at(1, "haru").step_3("toph", shown="green E A W, blue F")
    discards = {text for text in s.legal() if text.startswith("discard")}
    assert discards == {"discard green E", "discard green A", "discard green W", "discard blue F"}
    s.do("discard green E")
    assert s.view().roll.shown == ("green:A", "green:W", "blue:F")
    assert s.view().roll.gone == ("green:E",)


@pytest.mark.rule("FNR-407")
def test_a_die_added_but_not_yet_rolled_can_be_the_one_given_up() -> None:
    s = Scene("toph", "aang").tokens("toph", "red-die").step_3("toph", shown="green E A W, blue F")
    s.do("token red-die", "discard red")
    assert s.view().roll.waiting == ()
    assert s.view().roll.shown == ("green:E", "green:A", "green:W", "blue:F")
    s.refused("discard red", "FNR-406")


@pytest.mark.rule("FNR-407")
def test_only_a_die_of_the_pool_can_be_discarded() -> None:
    s = Scene("toph", "aang").step_3("toph", shown="green E A W, blue F")
    s.refused("discard red F", "FNR-407")


@pytest.mark.rule("FNR-408")
def test_n_dice_allow_at_most_n_rolls() -> None:
    s = Scene("toph", "aang").step_3("toph")
    faces = ["green A", "green A", "green A", "blue A"]
    for left in (4, 3, 2, 1):
        shown = ", ".join(([f"green {' '.join('A' * (left - 1))}"] if left > 1 else []) + ["blue A"])
        s.do("roll").chance(f"rolled {shown}").do("discard " + (faces[0] if left > 1 else faces[-1]))
    assert s.view().roll.n == 4
    s.refused("roll", "FNR-408")
    assert s.legal() == ["stop"]


@pytest.mark.rule("FNR-408", "FNR-436")
def test_stopping_forfeits_the_dice_that_are_left() -> None:
    s = Scene("toph", "aang").at(1, "haru").step_3("toph", shown="green E E, blue W F")
    s.do("green E > haru", "green E > haru", "stop")
    assert [event.dice for event in s.happened("DiceForfeited")] == [("blue:W", "blue:F")]
    assert s.legal() == ["join haru left", "join haru right"]


@pytest.mark.rule("FNR-408", "FNR-406")
def test_stopping_after_a_roll_needs_no_assignment_and_no_discard() -> None:
    s = Scene("toph", "aang").step_3("toph", shown="green E A W, blue F").do("stop")
    assert [len(event.dice) for event in s.happened("DiceForfeited")] == [4]


@pytest.mark.rule("FNR-434")
def test_a_token_does_not_meet_the_duty() -> None:
    s = Scene("toph", "aang").at(1, "haru").tokens("toph", "extra-earth", "red-die")
    s.step_3("toph", shown="green E A W, blue F").do("token extra-earth > haru", "token red-die")
    s.refused("roll", "FNR-434")
    s.do("discard blue F", "roll")


@pytest.mark.rule("FNR-434")
def test_giving_a_token_for_balance_does_not_meet_the_duty() -> None:
    s = Scene("toph", "aang", balance_side="easy-2").set(balance=1).tokens("toph", "red-die")
    s.step_3("toph", shown="green E A W, blue F").do("give red-die")
    s.refused("roll", "FNR-406")


@pytest.mark.rule("FNR-435")
def test_a_rolled_die_removed_for_balance_meets_the_duty() -> None:
    s = Scene("toph", "aang", balance_side="easy-3").set(balance=1).step_3("toph", shown="green E A W, blue F")
    s.refused("roll", "FNR-406")
    s.do("remove blue F", "roll").chance("rolled green E E E")


@pytest.mark.rule("FNR-435")
def test_a_die_assigned_to_balance_meets_the_duty() -> None:
    s = Scene("toph", "aang").step_3("toph", shown="green E A W, blue F").do("green W > balance")
    assert s.view().balance.symbols == ("green:W",)
    assert "roll" in s.legal()


@pytest.mark.rule("FNR-435")
def test_removing_a_die_that_was_not_rolled_does_not_meet_the_duty() -> None:
    s = Scene("toph", "aang", balance_side="easy-3").set(balance=1).tokens("toph", "red-die")
    s.step_3("toph", shown="green E A W, blue F").do("token red-die", "remove red")
    s.refused("roll", "FNR-406")


@pytest.mark.rule("FNR-436")
def test_after_step_3_neither_tokens_nor_abilities_nor_dice_are_used() -> None:
    s = Scene("toph", "aang").row("toph", "bumi", "momo").at(1, "haru").tokens("toph", "red-die")
    s.step_3("toph", shown="green E E A").do("green E > haru", "green E > haru", "stop")
    assert s.legal() == ["join haru left", "join haru right"]
    s.refused("token red-die", "FNR-1101").refused("use bumi", "FNR-422").refused("use momo", "FNR-422")
    s.refused("green A > haru", "FNR-436").refused("roll", "FNR-436")


@pytest.mark.rule("FNR-436")
def test_step_3_does_not_end_by_itself_when_no_die_is_left() -> None:
    s = Scene("toph", "aang").at(1, "haru").step_3("toph", shown="green E E").do("green E > haru", "green E > haru")
    assert s.legal() == ["stop"]
    assert s.state.step == "turn.3.roll_assign"


def test_a_refusal_in_step_3_always_names_a_way_on() -> None:
    s = Scene("toph", "aang").at(1, "june").step_3("toph", shown="green E A")
    owed = s.refusal("roll")
    assert owed is not None
    assert owed.nearest in s.node().actions
    s.step_3("toph")
    early = s.refusal("stop")
    assert early is not None
    assert s.game.write(s.state, early.nearest) == "roll"

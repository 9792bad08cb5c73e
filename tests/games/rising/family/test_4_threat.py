"""Chapter 4 of the sister titles: the dice of the enemy, the figure, counters, and what follows when everybody acts."""

import pytest

from rising_tutor.errors import IllegalAction
from tests.testkit.scene import DarkScene, DeathScene, Scene
from tests.testkit.titles import BOTH, Table, all_act, calm, order_of_cards, step_2, threat

RING = ("Ministry of Magic", "Diagon Alley", "Hogsmeade")
COLOURS = ("blue", "red", "orange", "yellow", "green", "purple")


def death(facing: int = 2) -> Scene:
    """Step 2 of the Hogwarts Team at the Ministry: the Voldemort die is to be rolled."""
    return step_2(calm(DeathScene()), facing)


def dark(facing: int = 2) -> Scene:
    """Step 2 of the Tatooine Team at Eadu: the Death Star die is to be rolled."""
    return step_2(calm(DarkScene()), facing)


def counters(s: Scene) -> dict[str, int]:
    """Carriers with counters on them."""
    return {carrier.card: carrier.counters for carrier in s.view().carriers if carrier.counters}


# the dice


@pytest.mark.rule("DER-401")
def test_the_voldemort_die_has_three_and_three_and_two_faces() -> None:
    assert death().outcomes() == {"threat clockwise": 3, "threat counterclockwise": 3, "threat dark-mark": 2}


@pytest.mark.rule("DSR-401", "DSR-402")
def test_first_the_death_star_die_with_one_face_for_each_component() -> None:
    s = dark()
    assert s.outcomes() == {f"threat {colour}": 1 for colour in COLOURS}
    s.chance("threat red", "threat clockwise")
    rolled = s.happened("ThreatFaceRolled")
    assert [(event.die, event.rule) for event in rolled] == [
        ("death-star-die", "DSR-401"),
        ("vader-die", "DSR-407"),
    ]
    assert s.order("ThreatFaceRolled", "PressureAdded") == ["ThreatFaceRolled", "PressureAdded", "ThreatFaceRolled"]


@pytest.mark.rule("DSR-407")
def test_the_vader_die_has_two_and_two_and_one_and_one_faces() -> None:
    assert dark().chance("threat green").outcomes() == {
        "threat clockwise": 2,
        "threat counterclockwise": 2,
        "threat helmet": 1,
        "threat death-star": 1,
    }


@pytest.mark.rule("DER-401", "DSR-401", "DSR-407")
def test_a_face_of_another_die_is_refused() -> None:
    assert refused(dark(), "threat helmet") == "DSR-401"
    assert refused(dark().chance("threat blue"), "threat red") == "DSR-407"
    s = death()
    s.state = s.game.resolve(s.state, s.game.read(s.state, "threat clockwise")).state
    assert refused(s, "threat dark-mark") == "DER-301"


def refused(s: Scene, outcome: str) -> str:
    """The rule by which an outcome cannot come here."""
    with pytest.raises(IllegalAction) as error:
        s.game.resolve(s.state, s.game.read(s.state, outcome))
    return error.value.refusal.rule


@pytest.mark.rule("DER-402", "DER-403", "DSR-408", "DSR-409")
@pytest.mark.parametrize(
    ("face", "before", "after"),
    [("clockwise", 3, 1), ("clockwise", 1, 2), ("counterclockwise", 1, 3), ("counterclockwise", 2, 1)],
)
@BOTH
def test_the_figure_turns_one_location(table: Table, face: str, before: int, after: int) -> None:
    rules = {
        ("death-eaters-rising", "clockwise"): "DER-402",
        ("death-eaters-rising", "counterclockwise"): "DER-403",
        ("dark-side-rising", "clockwise"): "DSR-408",
        ("dark-side-rising", "counterclockwise"): "DSR-409",
    }
    s = threat(step_2(calm(table()), before), face)
    assert s.state.facing == after - 1
    turned = s.happened("FigureTurned")
    assert [(e.before, e.after, e.rule) for e in turned] == [(before - 1, after - 1, rules[table.title, face])]
    assert s.happened("LocationAttacked", location=after - 1)


@pytest.mark.rule("DER-402")
def test_the_ring_of_the_locations() -> None:
    assert DeathScene().book.spec.words.locations == RING


@pytest.mark.rule("DER-404")
def test_on_a_dark_mark_he_does_not_turn() -> None:
    s = death(facing=2).chance("threat dark-mark")
    assert s.state.facing == 1
    assert s.happened("FigureTurned", before=1, after=1, rule="DER-404")
    assert s.happened("AllVillainsAct", face="dark-mark")
    assert s.happened("LocationAttacked", location=1)


# the order of resolution


@pytest.mark.rule("DER-405", "DER-414", "DER-416")
def test_a_dark_mark_in_its_order() -> None:
    s = calm(DeathScene()).fallen("department-of-mysteries")
    s.at(1, "masked-follower-i").at(2, "peter-pettigrew").at(3, "werewolf-raider")
    step_2(s, facing=2).chance("threat dark-mark")
    kinds = s.order("FigureTurned", "LocationAttacked", "PressureAdded", "EffectUsed")
    assert kinds == ["FigureTurned", "LocationAttacked", "PressureAdded", *["EffectUsed"] * 4]
    used = [(event.card, event.what) for event in s.happened("EffectUsed")]
    assert used == [
        ("peter-pettigrew", "villain"),
        ("werewolf-raider", "villain"),
        ("masked-follower-i", "villain"),
        ("department-of-mysteries", "penalty"),
    ]


@pytest.mark.rule("DER-411")
@pytest.mark.parametrize("face", ["clockwise", "counterclockwise", "dark-mark"])
def test_one_corruption_on_every_face_before_any_death_eater_acts(face: str) -> None:
    facing = {"clockwise": 1, "counterclockwise": 3, "dark-mark": 2}[face]
    s = calm(DeathScene()).at(2, "lucius-malfoy").pressure(ollivanders_wand_shop=2)
    step_2(s, facing).chance(f"threat {face}")
    added = s.happened("PressureAdded", card="ollivanders-wand-shop")
    assert [(event.rule, event.after) for event in added] == [("DER-411", 3), ("DER-913", 4)]
    assert s.order("PressureAdded", "EffectUsed") == ["PressureAdded", "EffectUsed", "PressureAdded"]


@pytest.mark.rule("DER-414", "DSR-410")
@BOTH
def test_when_all_act_the_others_follow_clockwise(table: Table) -> None:
    s = calm(table())
    first, second, third = s.book.villain_ids[:3]
    s.at(1, first).at(2, second).at(3, third)
    threat(step_2(s, facing=1), all_act(s)).play_on("turn.3")
    assert order_of_cards(s, (first, second, third)) == [first, second, third]
    s = calm(table()).at(1, first).at(2, second).at(3, third)
    threat(step_2(s, facing=3), all_act(s)).play_on("turn.3")
    assert order_of_cards(s, (first, second, third)) == [third, first, second]


@pytest.mark.rule("DSR-410")
def test_with_the_helmet_vader_stays_and_attacks_as_usual() -> None:
    s = dark(facing=2).chance("threat blue", "threat helmet")
    assert s.happened("FigureTurned", before=1, after=1, rule="DSR-410")
    assert s.happened("LocationAttacked", location=1, rule="DSR-414")
    assert s.happened("AllVillainsAct", rule="DSR-410")


@pytest.mark.rule("DER-415", "DSR-420")
@pytest.mark.parametrize("facing", [1, 2, 3])
@BOTH
def test_when_all_act_nobody_acts_twice(table: Table, facing: int) -> None:
    villain = "bellatrix-lestrange" if table is DeathScene else "at-act"
    s = calm(table()).at(facing, villain)
    team = s.usual_teams[0]
    threat(step_2(s, facing, at=facing % 3 + 1), all_act(s))
    assert order_of_cards(s, (villain,)) == [villain]
    assert s.team(team).row[0].damage == 1


@pytest.mark.rule("DER-416", "DER-911")
def test_penalties_come_last_and_on_a_dark_mark_only() -> None:
    fallen = ("hogs-head-inn", "department-of-mysteries")
    s = calm(DeathScene()).fallen(*fallen).at(1, "peter-pettigrew").at(2, "dark-duellist").at(3, "masked-follower-i")
    step_2(s).chance("threat dark-mark")
    assert [event.what for event in s.happened("EffectUsed")] == ["villain"] * 3 + ["penalty"] * 2
    for face in ("clockwise", "counterclockwise"):
        s = step_2(calm(DeathScene()).fallen(*fallen)).chance(f"threat {face}")
        assert not s.happened("EffectUsed", what="penalty")


@pytest.mark.rule("DER-417")
@pytest.mark.parametrize("fallen", [("gringotts-bank", "the-atrium"), ("the-atrium", "gringotts-bank")])
def test_penalties_come_in_the_order_in_which_the_places_fell(fallen: tuple[str, str]) -> None:
    s = step_2(calm(DeathScene()).fallen(*fallen)).chance("threat dark-mark")
    assert order_of_cards(s, fallen) == list(fallen)


@pytest.mark.rule("DER-418")
def test_the_figure_acts_while_the_card_is_in_the_deck() -> None:
    s = step_2(calm(DeathScene()).boss(above=16), facing=1)
    s.set(turn=1).chance("threat clockwise")
    assert s.view().battles == (None, None, None)
    assert s.happened("LocationAttacked", location=1)
    assert counters(s) == {"ollivanders-wand-shop": 1}


# the Death Star die


@pytest.mark.rule("DSR-403")
def test_one_operation_counter_on_the_colour_that_was_rolled() -> None:
    s = step_2(calm(DarkScene()).pressure(component_blue=2)).chance("threat blue")
    assert counters(s) == {"component-blue": 3}
    assert s.happened("PressureAdded", card="component-blue", n=1, after=3, rule="DSR-403")


@pytest.mark.rule("DSR-404")
def test_a_full_component_takes_no_more_and_nothing_goes_elsewhere() -> None:
    s = step_2(calm(DarkScene()).pressure(component_blue=5, component_red=1)).chance("threat blue")
    assert counters(s) == {"component-blue": 5, "component-red": 1}
    assert s.happened("PressureAdded", card="component-blue", n=0, rule="DSR-404")


@pytest.mark.rule("DSR-405")
def test_an_operational_colour_does_what_its_directive_says() -> None:
    s = step_2(calm(DarkScene()).fallen("component-blue")).chance("threat blue")
    assert s.happened("EffectUsed", card="component-blue", what="penalty", rule="DSR-405")
    assert s.damage("luke-skywalker") == 1
    assert counters(s) == {}


@pytest.mark.rule("DSR-406")
def test_a_directive_never_works_in_the_turn_of_completion() -> None:
    s = step_2(calm(DarkScene()).pressure(component_blue=4), facing=2)
    s.chance("threat blue", "threat death-star", "threat blue")
    assert not s.happened("EffectUsed", card="component-blue")
    assert s.damage("luke-skywalker") == 0
    s.next_turn()
    assert s.view().carriers[0].fallen == 1
    s.do("at 1").chance("threat blue")
    assert s.happened("EffectUsed", card="component-blue")


@pytest.mark.rule("DSR-411")
def test_the_death_star_face_rolls_the_death_star_die_again() -> None:
    s = dark(facing=2).chance("threat red", "threat death-star")
    assert s.outcomes() == {f"threat {colour}": 1 for colour in COLOURS}
    s.chance("threat green")
    assert counters(s) == {"component-red": 1, "component-green": 1}
    assert s.happened("FigureTurned", before=1, after=1, rule="DSR-411")
    assert s.happened("LocationAttacked", location=1)


@pytest.mark.rule("DSR-412")
def test_the_second_roll_is_a_full_result() -> None:
    s = step_2(calm(DarkScene()).pressure(component_blue=1))
    s.chance("threat blue", "threat death-star", "threat blue")
    assert counters(s) == {"component-blue": 3}
    assert [event.rule for event in s.happened("ThreatFaceRolled")] == ["DSR-401", "DSR-407", "DSR-412"]
    s = step_2(calm(DarkScene()).fallen("component-blue"), facing=2)
    s.chance("threat blue", "threat death-star", "threat blue")
    assert len(s.happened("EffectUsed", card="component-blue", what="penalty")) == 2
    assert s.damage("luke-skywalker") == 2


@pytest.mark.rule("DSR-413")
def test_the_second_roll_stands_before_the_attack() -> None:
    s = dark().chance("threat red", "threat death-star", "threat green")
    assert s.order("ThreatFaceRolled", "PressureAdded", "LocationAttacked") == [
        *("ThreatFaceRolled", "PressureAdded", "ThreatFaceRolled", "ThreatFaceRolled", "PressureAdded"),
        "LocationAttacked",
    ]


@pytest.mark.rule("DSR-425")
def test_both_dice_are_rolled_in_every_turn() -> None:
    s = calm(DarkScene(hero_loss_limit="40")).turn("tatooine")
    s.events.clear()
    for _ in range(10):
        s.do("at 1").chance("threat orange" if s.state.turn % 2 else "threat green", "threat clockwise").next_turn()
    assert s.view().result == ""
    dice = [event.die for event in s.happened("ThreatFaceRolled")]
    assert (dice.count("death-star-die"), dice.count("vader-die")) == (10, 10)

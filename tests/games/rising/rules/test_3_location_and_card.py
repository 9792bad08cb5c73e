"""Chapter 3, first half: turns in order, the location of a turn, the Fire Nation card up to 2b."""

import pytest

from tests.testkit.scene import Scene


def on_the_way(*teams: str, location: int = 2, **options: str) -> Scene:
    """A turn whose Team is at a location and whose Fire Nation card is about to be turned over."""
    return Scene(*teams, **options).turn((teams or ("aang",))[0], facing=2).do(f"at {location}")


@pytest.mark.rule("FNR-301")
def test_players_take_turns_clockwise() -> None:
    s = Scene("aang", "toph", "zuko").turn("aang")
    for _ in range(5):
        s.play_on("turn.3").play_on("turn.1")
    began = [event.team for event in s.happened("TurnBegan")]
    assert began == ["team-aang", "team-toph", "team-zuko"] * 2
    assert [event.turn for event in s.happened("TurnBegan")] == [1, 2, 3, 4, 5, 6]


@pytest.mark.rule("FNR-302")
def test_the_five_steps_come_in_order_and_none_is_left_out() -> None:
    s = Scene("aang", "toph").turn("aang")
    s.events.clear()
    s.play_on("turn.3").play_on("turn.1")
    steps = [event.step.split(".")[1][0] for event in s.events if event.step.startswith("turn.")]
    assert steps == sorted(steps)
    assert set(steps) == set("12345")


@pytest.mark.rule("FNR-302")
def test_a_step_cannot_be_taken_before_its_time() -> None:
    s = Scene("aang", "toph").turn("aang")
    s.refused("roll", "FNR-302")
    assert s.refusal("roll").why == "First comes the choice of a location."
    s.do("at 1").refused("roll", "FNR-302")
    assert s.refusal("roll").why == "First comes the Fire Nation card."


@pytest.mark.rule("FNR-303")
def test_the_location_is_chosen_before_the_card_and_stays() -> None:
    s = Scene("aang", "toph").turn("aang")
    assert s.legal() == ["at 1", "at 2", "at 3"]
    assert not s.happened("FireNationTurned")
    s.do("at 2").refused("at 3", "FNR-303").chance("fire stay-0")
    s.refused("at 3", "FNR-303")
    assert "location 2" in s.refusal("at 3").why
    assert s.state.location == 1


@pytest.mark.rule("FNR-303")
def test_the_location_cannot_change_while_a_reaction_of_step_2_is_offered() -> None:
    s = Scene("aang", "toph").row("aang", "cabbage-merchant").turn("aang", facing=2)
    s.do("at 2").chance("fire stay-0")
    assert "react cabbage-merchant" in s.legal()
    s.refused("at 3", "FNR-303")


@pytest.mark.rule("FNR-304")
def test_heroes_in_a_location_are_its_cards_and_the_whole_active_team() -> None:
    s = Scene("aang", "toph").row("aang", "aang 1", "momo 1", "huu 1").row("toph", "toph 1")
    s.at(1, "teo 1").at(2, "suki 1", "june 1", "yue 1").tokens("aang", "heal-one")
    s.step_3("aang", location=2).do("token heal-one")
    assert set(s.legal()) == {f"choose {card}" for card in ("aang", "momo", "huu", "suki", "yue")} | {"done"}


@pytest.mark.rule("FNR-304")
def test_the_team_is_at_its_location_until_the_token_leaves_in_step_5() -> None:
    s = Scene("aang", "toph").step_3("aang", location=2, shown="green E")
    assert s.view().location == 1
    s.do("stop").play_on("turn.1")
    left = s.happened("TeamTokenReturned")
    assert [(event.team, event.step) for event in left] == [("team-aang", "turn.5b.token")]
    assert s.view().location == -1


@pytest.mark.rule("FNR-305")
def test_an_attack_spares_the_teams_whose_token_is_not_there() -> None:
    s = on_the_way("aang", "toph").chance("fire stay-0")
    assert s.damage("aang") == 1
    assert s.damage("toph") == 0


@pytest.mark.rule("FNR-305")
def test_an_effect_on_each_team_reaches_the_teams_that_are_nowhere() -> None:
    s = Scene("aang", "toph").at(2, "june").turn("aang", facing=2).do("at 1").chance("fire stay-0")
    assert (s.damage("aang"), s.damage("toph")) == (1, 1)


@pytest.mark.rule("FNR-306")
def test_a_card_at_another_location_is_out_of_reach() -> None:
    s = Scene("toph", "aang").at(1, "haru").at(3, "teo").step_3("toph", location=1, shown="green E A")
    s.refused("green E > teo", "FNR-306")
    assert s.refusal("green E > teo").why == "Teo is at location 3; your Team is at location 1."
    s.do("green E > haru")
    s.refused("green A > teo", "FNR-306")


@pytest.mark.rule("FNR-306")
def test_in_phase_2_the_battle_of_the_location_is_in_reach_and_no_other() -> None:
    s = Scene("toph", "aang").phase_2().step_3("toph", location=3, shown="green E W, blue F")
    s.refused("blue F > wulong-forest", "FNR-714")
    s.do("green E > ba-sing-se")
    assert s.spot("ba-sing-se").dice == ("green:E",)


@pytest.mark.rule("FNR-307")
def test_one_card_goes_from_the_pile_to_the_discard() -> None:
    s = on_the_way("aang", "toph")
    assert (sum(s.state.fire_deck), sum(s.state.fire_discard)) == (15, 0)
    s.chance("fire left-2").play_on("turn.1")
    assert (sum(s.state.fire_deck), sum(s.state.fire_discard)) == (14, 1)
    assert dict(s.view().fire_discard)["left-2"] == 1
    assert len(s.happened("FireNationTurned")) == 1


@pytest.mark.rule("FNR-309")
def test_the_sixteenth_turn_shuffles_the_fifteen_discards() -> None:
    s = Scene("aang", "toph")
    for _ in range(15):
        s.turn("aang").do("at 1")
        s.chance(next(iter(s.outcomes())))
    assert (sum(s.state.fire_deck), sum(s.state.fire_discard)) == (0, 15)
    assert not s.happened("FireNationReshuffled")
    s.turn("aang").do("at 1")
    assert [event.n for event in s.happened("FireNationReshuffled")] == [15]
    assert sum(s.outcomes().values()) == 15
    s.chance("fire stay-1")
    assert (sum(s.state.fire_deck), sum(s.state.fire_discard)) == (14, 1)


@pytest.mark.rule("FNR-310")
@pytest.mark.parametrize(("before", "card", "after"), [(5, "stay-2", 7), (14, "stay-2", 15), (5, "left-0", 5)])
def test_ruin_advances_by_the_number_and_stops_at_the_top(before: int, card: str, after: int) -> None:
    s = on_the_way("aang", "toph").set(ruin=before).chance(f"fire {card}")
    assert s.state.ruin == after
    moved = s.happened("RuinMoved")
    assert [(event.before, event.after, event.rule) for event in moved] == [(before, after, "FNR-310")]


@pytest.mark.rule("FNR-311")
def test_the_ruin_number_is_ignored_in_phase_2() -> None:
    s = Scene("aang", "toph").phase_2().at(2, "suki").turn("aang", facing=2).do("at 2")
    s.events.clear()
    s.chance("fire right-2")
    assert s.state.ruin == 0
    assert not s.happened("RuinMoved")
    assert s.order("RuinMoved", "FigureTurned", "LocationAttacked", "EffectUsed")[:2] == [
        *("FigureTurned", "LocationAttacked"),
    ]
    assert s.state.facing == 2


@pytest.mark.rule("FNR-312")
@pytest.mark.parametrize(
    ("facing", "card", "after"),
    [(1, "right-1", 2), (1, "left-1", 3), (1, "stay-1", 1), (3, "right-0", 1), (2, "left-0", 1)],
)
def test_left_is_counterclockwise_and_right_is_clockwise(facing: int, card: str, after: int) -> None:
    s = Scene("aang", "toph").turn("aang", facing=facing).do("at 1").chance(f"fire {card}")
    assert s.state.facing == after - 1
    assert len(s.happened("FigureTurned", before=facing - 1, after=after - 1, rule="FNR-312")) == 1

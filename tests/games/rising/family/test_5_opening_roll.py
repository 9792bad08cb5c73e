"""Chapter 5 of Dark Side Rising: the ability of a Base for its opening roll."""

import pytest

from rising_tutor.games.rising.rules import first_roll
from rising_tutor.games.rising.rules import state as st
from rising_tutor.games.rising.rules.context import Run
from tests.testkit.scene import DarkScene, Scene

ABILITY = "use team-tatooine"


def rolled(faces: str, *team: str, **options: str) -> Scene:
    """Tatooine after its opening roll at Eadu, with a Stormtrooper there and another Imperial at Jedha."""
    s = (
        DarkScene(**options)
        .row("tatooine", "luke-skywalker", *team)
        .at(1, "stormtrooper-a")
        .at(3, "at-act 3", "star-destroyer")
    )
    s.step_3("tatooine").do("roll").chance(f"rolled red {faces}")
    return s


@pytest.mark.rule("DSR-507")
def test_six_of_the_symbol_offer_the_ability() -> None:
    s = rolled("TT TT TT S")
    assert ABILITY in s.legal()
    s.do(ABILITY, "choose stormtrooper-a").chance("drew red-die")
    assert s.damage("stormtrooper-a") == 1


@pytest.mark.rule("DSR-507")
def test_five_of_the_symbol_do_not() -> None:
    s = rolled("T TT TT S").refused(ABILITY, "DSR-507")
    assert s.refusal(ABILITY).why == "The first roll has to show 6 Tactical or more; it counts 5."


@pytest.mark.rule("DSR-507")
@pytest.mark.parametrize(
    ("team", "colour", "symbol"),
    [("tatooine", "red", "T"), ("yavin-4", "blue", "I"), ("lothal", "green", "S"), ("alderaan", "yellow", "L")],
)
def test_every_base_counts_the_trait_of_its_team(team: str, colour: str, symbol: str) -> None:
    s = DarkScene(team, "tatooine" if team != "tatooine" else "lothal").at(1, "at-act")
    three = f"{colour} {' '.join([symbol * 2] * 3)}"
    s.step_3(team, waiting=f"{colour} {colour} {colour}").do("roll").chance(f"rolled {three}")
    assert f"use team-{team}" in s.legal()


@pytest.mark.rule("DSR-507")
def test_the_ability_works_once_a_turn() -> None:
    s = rolled("TT TT TT S").do(ABILITY, "choose stormtrooper-a").chance("drew red-die")
    s.refused(ABILITY, "DSR-507")


def test_in_the_odds_the_ability_has_no_value_and_says_so() -> None:
    s = rolled("TT TT TT S")
    question = s.game.odds_question(s.state)
    assert question is not None
    rows = {s.game.write(s.state, row.action): row for row in s.game.odds_of_actions(s.state, question).rows}
    assert sorted(rows) == sorted(s.legal())
    assert rows[ABILITY].value is None
    assert "not about dice" in rows[ABILITY].why


@pytest.mark.rule("DSR-508")
def test_only_imperials_of_the_own_sector_are_targets() -> None:
    s = rolled("TT TT TT S").do(ABILITY)
    assert s.legal() == ["choose stormtrooper-a", "done"]
    s.refused("choose star-destroyer", "DSR-508")
    assert s.refusal("choose star-destroyer").why == "Star Destroyer is not at Eadu."


@pytest.mark.rule("DSR-508")
def test_without_an_imperial_in_the_sector_there_is_no_target() -> None:
    s = DarkScene().at(3, "star-destroyer").step_3("tatooine").do("roll").chance("rolled red TT TT TT S").do(ABILITY)
    assert not any(text.startswith("choose") for text in s.legal())
    assert len(s.happened("NothingToDo")) == 1


@pytest.mark.rule("DSR-508")
def test_with_the_option_every_sector_is_in_reach() -> None:
    s = rolled("TT TT TT S", opening_anywhere="true").do(ABILITY)
    assert s.legal() == ["choose stormtrooper-a", "choose star-destroyer", "done"]
    s.refused("choose at-act", "DSR-703")
    s.do("choose star-destroyer")
    assert s.damage("star-destroyer") == 1


@pytest.mark.rule("DSR-508")
def test_the_option_changes_nothing_for_rebels() -> None:
    s = DarkScene(opening_anywhere="true").row("tatooine", "luke-skywalker", "demolitions-expert")
    s.at(1, "stormtrooper-a").at(3, "star-destroyer").step_3("tatooine", shown="red TT")
    assert s.do("red TT > demolitions-expert").legal() == ["choose stormtrooper-a", "done"]


@pytest.mark.rule("DSR-527")
def test_a_rerolled_die_counts_with_its_new_face() -> None:
    s = rolled("TT TT T S", "han-solo").refused(ABILITY, "DSR-507")
    s.do("use han-solo", "pick red S", "done").chance("rolled red T")
    assert ABILITY in s.legal()


@pytest.mark.rule("DSR-527")
@pytest.mark.parametrize("counts", ["false", "true"])
def test_a_turned_die_counts_as_it_was_rolled_unless_the_option_says_otherwise(counts: str) -> None:
    s = rolled("TT TT T S", "sabine-wren", opening_counts_turned=counts).do("use sabine-wren", "turn red T to TT")
    assert (ABILITY in s.legal()) is (counts == "true")


@pytest.mark.rule("DSR-527")
def test_a_die_turned_away_still_counts_as_it_was_rolled() -> None:
    s = rolled("TT TT TT S", "sabine-wren").do("use sabine-wren", "turn red TT to I")
    assert ABILITY in s.legal()


@pytest.mark.rule("DSR-527")
@pytest.mark.parametrize(("again", "counts"), [("TT", True), ("S", False)])
def test_of_a_die_that_was_turned_and_then_rolled_again_the_new_face_counts_in_place_of_the_old(
    again: str, counts: bool
) -> None:
    # The turned die shows TT beside one that was rolled so: it is the one that had been rolled as T, and T goes.
    s = rolled("TT TT T S", "sabine-wren", "han-solo").do("use sabine-wren", "turn red T to TT")
    assert not first_roll.can_use(Run(st.lay_out(s.state), s.book))
    s.do("use han-solo", "pick red TT", "done").chance(f"rolled red {again}")
    assert s.state.opening == tuple(sorted(s.book.code[f"red:{face}"] for face in ("TT", "TT", "S", again)))
    assert (ABILITY in s.legal()) is counts


@pytest.mark.rule("DSR-527")
def test_after_the_first_die_the_ability_is_over() -> None:
    s = rolled("TT TT TT S").do("red S > stormtrooper-a").refused(ABILITY, "DSR-527")
    s.do("roll").chance("rolled red TT TT TT").refused(ABILITY, "DSR-527")


@pytest.mark.rule("DSR-507")
def test_the_ability_of_another_base_is_out_of_reach_and_before_a_roll_there_is_none() -> None:
    s = DarkScene().at(1, "at-act").step_3("tatooine").refused(ABILITY, "DSR-507").refused("use team-lothal", "DSR-711")
    assert s.refusal(ABILITY).why == "The first roll has to show 6 Tactical or more; nothing was rolled yet."


@pytest.mark.rule("DSR-717")
def test_the_ability_may_be_left_out_before_and_after_its_use() -> None:
    s = rolled("TT TT TT S").do("forfeit red S", "roll")
    assert not s.happened("VillainDamaged")
    s = rolled("TT TT TT S").do(ABILITY, "done")
    assert s.damage("stormtrooper-a") == 0
    assert "forfeit red S" in s.legal()

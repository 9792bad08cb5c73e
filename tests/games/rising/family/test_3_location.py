"""Chapter 3 of the sister titles: the steps of a turn, the location of a turn and who is there."""

import pytest

from rising_tutor.catalogues import load
from rising_tutor.errors import IllegalAction
from tests.testkit.scene import DarkScene, DeathScene
from tests.testkit.titles import BOTH, Table, calm, common_heroes, teams, threat

STEPS = {
    "death-eaters-rising": ("travel", "dark_lord", "wizard_dice", "end_turn"),
    "dark-side-rising": ("deploy", "dark_side", "rebellion_dice", "resolve"),
}


@pytest.mark.rule("DER-301", "DSR-301")
@BOTH
def test_four_steps_in_order_and_each_once(table: Table) -> None:
    s = calm(table()).turn(table.usual_teams[0])
    s.events.clear()
    s.play_on("turn.3").play_on("turn.1")
    steps = [event.step.split(".")[1][0] for event in s.events if event.step.startswith("turn.")]
    assert steps == sorted(steps)
    assert set(steps) == set("1234")
    known = {phase.id for phase in load(table.title).phases}
    assert {event.step for event in s.events if event.step.startswith("turn.")} <= known


@pytest.mark.rule("DER-302", "DSR-302")
@BOTH
def test_the_enemy_waits_until_a_location_is_chosen(table: Table) -> None:
    s = calm(table()).turn(table.usual_teams[0])
    assert s.legal() == ["at 1", "at 2", "at 3"]
    for text in ("roll", "stop", "done"):
        assert s.refusal(text) is not None
    with pytest.raises(IllegalAction):
        s.game.resolve(s.state, s.game.read(s.state, "threat clockwise"))
    assert s.state.step.startswith("turn.1")
    assert not s.happened("ThreatFaceRolled")


@pytest.mark.rule("DER-303", "DSR-303")
@BOTH
def test_any_location_may_be_chosen(table: Table) -> None:
    first = table.usual_teams[0]
    s = calm(table()).turn(first, facing=3).do("at 3")
    assert s.state.location == s.state.facing == 2
    threat(s).next_turn()
    # Where the other Team's token lies, and again where its own was in its last turn.
    assert s.legal() == ["at 1", "at 2", "at 3"]
    s.do("at 3")
    threat(s).next_turn()
    assert s.view().teams[s.state.active].card == f"team-{first}"
    assert s.do("at 3").state.location == 2


@pytest.mark.rule("DER-304")
def test_a_card_at_another_location_is_out_of_reach_of_wizards() -> None:
    s = DeathScene().at(2, "luna-lovegood").at(3, "severus-snape").step_3("hogwarts", location=2, shown="blue K F")
    s.refused("blue K > severus-snape", "DER-304")
    s.do("blue K > luna-lovegood")


@pytest.mark.rule("DER-304")
def test_of_the_places_only_the_one_exposed_at_the_location_is_in_reach() -> None:
    s = DeathScene().pressure(ollivanders_wand_shop=2, hogs_head_inn=2).step_3("hogwarts", location=2, shown="blue K F")
    s.do("blue K > hogwarts-corruption").do("choose ollivanders-wand-shop")
    assert {c.card: c.counters for c in s.view().carriers if c.counters} == {
        "ollivanders-wand-shop": 1,
        "hogs-head-inn": 2,
    }


@pytest.mark.rule("DSR-304")
def test_a_card_in_another_sector_is_out_of_reach_of_rebels() -> None:
    s = DarkScene().at(1, "sabine-wren").at(2, "han-solo").step_3("tatooine", location=1, shown="red T I")
    s.refused("red T > han-solo", "DSR-304")
    s.do("red T > sabine-wren")


@pytest.mark.rule("DER-305", "DSR-305")
@BOTH
def test_the_active_team_is_in_its_location_with_the_cards_there(table: Table) -> None:
    first, second = teams(table, 2)
    s = table()
    cards = [f"{card} 1" for card in common_heroes(s, 8)]
    own, others, here, elsewhere = cards[:3], cards[3:4], cards[4:6], cards[6:]
    s.row(first, *own).row(second, *others).at(1, *here, s.book.villain_ids[0]).at(2, *elsewhere)
    s.tokens(first, "heal-one").step_3(first, location=1).do("token heal-one")
    present = {f"choose {card.removesuffix(' 1')}" for card in (*own, *here)}
    assert set(s.legal()) == present | {"done"}


@pytest.mark.rule("DER-306", "DSR-306")
@BOTH
def test_the_token_of_a_player_who_is_not_active_means_nothing(table: Table) -> None:
    first, second = teams(table, 2)
    s = calm(table()).turn(second, facing=1).do("at 3")
    threat(s, "counterclockwise")
    assert s.state.facing == 2
    before = s.team(second).row[0].damage
    s.next_turn()
    s.set(facing=1).do("at 1")
    threat(s, "clockwise")
    assert s.happened("LocationAttacked", location=2, team_there=False)
    assert s.team(second).row[0].damage == before
    assert s.team(first).row[0].damage == 0


@pytest.mark.rule("DER-307", "DSR-307")
@BOTH
def test_the_location_cannot_change_after_the_die(table: Table) -> None:
    rule = {"death-eaters-rising": "DER-307", "dark-side-rising": "DSR-307"}[table.title]
    s = calm(table()).turn(table.usual_teams[0]).do("at 2")
    s.refused("at 3", rule)
    threat(s).refused("at 3", rule)
    s.do("roll").play_on("turn.3")
    s.chance(next(iter(s.outcomes()))).refused("at 3", rule)
    assert s.state.location == 1


@pytest.mark.rule("DSR-307")
def test_the_dark_side_has_no_redeploy() -> None:
    s = calm(DarkScene()).turn("tatooine", facing=1).do("at 3")
    threat(s)
    assert s.legal() == ["roll"]
    s.refused("redeploy red", "DSR-301")

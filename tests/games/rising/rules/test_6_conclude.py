"""Chapter 6: step 5, from the dice that go back to the next player."""

from collections.abc import Iterator
from typing import Any

import pytest

from tests.testkit.scene import Scene

BOARD = ("kuruk", "kyoshi", "pakku", "bumi", "roku", "appa", "ran-and-shaw", "jeong-jeong", "yangchen")


def full_board(*teams: str, **options: str) -> Scene:
    """Nine undamaged Heroes lie on the board."""
    s = Scene(*teams, **options)
    for location in (1, 2, 3):
        s.at(location, *BOARD[3 * location - 3 : 3 * location])
    return s


@pytest.mark.rule("FNR-601")
def test_step_5_has_its_printed_order() -> None:
    s = full_board("toph", "aang").row("toph", "toph", "haru 5").at(1, "war-minister-qin 2", "kyoshi", "pakku")
    s.step_3("toph", location=2, shown="green E").do("discard green E", "stop").play_on("turn.1")
    steps = ["DiceReturned", "TeamTokenReturned", "CardsCleared", "HeroesCleared", "BoardRefilled", "TurnPassed"]
    assert s.order(*steps) == steps
    phases = [event.step for event in s.events if event.step.startswith("turn.5")]
    names = list(dict.fromkeys(phase.rpartition(".")[2] for phase in phases))
    assert names == ["dice", "token", "villains_battles", "heroes", "refill", "next"]
    assert s.happened("CardsCleared")[0].cards == ("war-minister-qin",)
    assert s.happened("HeroesCleared")[0].cards == ("haru",)


@pytest.mark.rule("FNR-602")
def test_all_dice_are_back_in_the_stock() -> None:
    s = full_board("katara", "aang").row("katara", "katara 2").at(1, "june", "arnook", "pakku")
    s.step_3("katara", shown="blue W W W, yellow A, red F E").do("blue W > katara", "choose katara")
    s.do("blue W > arnook", "blue W > team-katara", "yellow A > june", "red F > june", "stop")
    if "aid" in s.legal():
        s.do("done")
    s.play_on("turn.1")
    assert dict(s.view().stock) == {"green": 5, "blue": 4, "red": 4, "yellow": 3}
    assert not any(spot.dice for spot in s.view().places if spot)
    places = [place for team in s.view().teams for place in (*team.row, *team.abilities)]
    assert not any(place.dice for place in places)


def pool(s: Scene, colour: str) -> int:
    return s.view().roll.waiting.count(colour)


@pytest.mark.rule("FNR-603")
def test_a_parked_die_counts_against_the_colour() -> None:
    s = full_board("toph", "aang").row("aang", "the-mechanist").park("the-mechanist", "green:E")
    s.tokens("toph", "green-die", "green-die").step_3("toph")
    s.do("token green-die")
    assert pool(s, "green") == 4
    s.do("token green-die")
    assert pool(s, "green") == 4
    assert s.happened("DieNotAdded", colour="green")


@pytest.mark.rule("FNR-603")
def test_a_die_parked_this_turn_stays_out_of_the_stock() -> None:
    s = full_board("toph", "aang").row("toph", "the-mechanist").step_3("toph", shown="green W")
    s.do("green W > the-mechanist", "stop").play_on("turn.1")
    assert s.member("the-mechanist").parked == "green:W"
    assert dict(s.view().stock) == {"green": 4, "blue": 4, "red": 4, "yellow": 3}
    assert s.happened("DiceReturned")[0].parked == ("green:W",)


@pytest.mark.rule("FNR-603")
@pytest.mark.parametrize("way", ["moved", "defeated"])
def test_a_parked_die_is_released_when_it_is_moved_or_its_hero_leaves(way: str) -> None:
    damage = {"moved": "", "defeated": " 4"}[way]
    s = full_board("toph", "aang").row("toph", f"the-mechanist{damage}", "yue").park("the-mechanist", "green:W")
    s.step_3("toph", waiting="red").do("roll").chance("rolled red F")
    if way == "moved":
        s.do("move the-mechanist > balance")
    s.do("discard red F", "stop").play_on("turn.1")
    assert sum(n for _, n in s.view().stock) == 16


@pytest.mark.rule("FNR-604")
def test_used_abilities_are_ready_on_the_next_turn() -> None:
    s = full_board("katara", "aang").row("katara", "katara 3", "iroh", "tho-and-due")
    s.step_3("katara", shown="blue W W, yellow A").do("blue W > katara", "choose katara")
    s.do("use iroh", "done", "use tho-and-due", "done")
    s.do("blue W > team-katara", "yellow A > team-katara", "done")
    assert all(member.used for member in s.team("katara").row)
    assert s.team("katara").used
    s.refused("use iroh", "FNR-420")
    s.next_turn().next_turn().play_on("turn.3")
    assert s.view().active == 0
    assert not any(member.used for member in s.team("katara").row)
    assert not s.team("katara").used
    assert {"use iroh", "use tho-and-due"} <= set(s.legal())


@pytest.mark.rule("FNR-605")
def test_the_team_token_is_taken_back() -> None:
    s = full_board("toph", "aang").step_3("toph", location=2, shown="green E").do("discard green E")
    assert s.view().location == 1
    s.do("stop").play_on("turn.1")
    assert s.view().location == -1
    assert s.happened("TeamTokenReturned", team="team-toph")


@pytest.mark.rule("FNR-606")
def test_a_beaten_villain_is_out_for_good_and_its_counters_are_back() -> None:
    s = full_board("toph", "aang").at(2, "mai 3", "june 2", "pakku").set(villains_in_deck=13)
    s.step("clear_villains", "toph")
    view = s.play_on("turn.1").view()
    assert view.villains_out == ("mai",)
    assert "mai" not in {*view.villains_unseen, *(spot.card for spot in view.places if spot)}
    assert s.spot("june").damage == 2
    assert view.counters_out == 2


@pytest.mark.rule("FNR-606")
def test_a_completed_battle_is_out_for_good_and_others_stay() -> None:
    s = full_board("toph", "aang").phase_2("wulong-forest 1", "fire-nation-palace 1")
    s.step_3("toph", shown="yellow AA, red F, green E")
    s.do("yellow AA > wulong-forest", "red F > wulong-forest", "green E > wulong-forest", "stop")
    s.chance("drew red-die").play_on("turn.1")
    view = s.view()
    assert view.battles[0] is None
    assert [spot.card for spot in view.battles if spot] == ["fire-nation-palace"]
    assert view.battles_done == ("ba-sing-se", "wulong-forest")
    assert view.counters_out == 1


@pytest.mark.rule("FNR-607")
def test_full_heroes_are_defeated_apart_from_the_villains() -> None:
    s = full_board("toph", "aang").row("toph", "toph", "haru 5").row("aang", "momo 4", "aang 5")
    s.at(2, "mai 3", "june", "pakku").step("clear_villains", "toph")
    assert s.view().defeated == ("haru", "momo")
    assert s.view().villains_out == ("mai",)
    assert s.cards("aang") == ("aang",)


@pytest.mark.rule("FNR-608")
def test_heroes_at_locations_and_of_other_teams_count_too() -> None:
    s = full_board("toph", "aang").at(3, "cabbage-merchant 3", "teo 3", "pakku").row("aang", "aang", "yue 4")
    s.set(defeated=("iroh",)).step("clear_heroes", "toph", location=1)
    assert s.view().defeated == ("iroh", "cabbage-merchant", "yue")
    assert s.happened("HeroesCleared")[0].defeated == 3
    assert s.spot("teo").damage == 3


@pytest.mark.rule("FNR-609")
def test_a_full_hero_that_is_healed_in_step_3_survives() -> None:
    s = full_board("katara", "aang").row("katara", "katara", "cabbage-merchant 3").step_3("katara", shown="blue W")
    s.do("blue W > katara", "choose cabbage-merchant", "stop").play_on("turn.1")
    assert s.cards("katara") == ("katara", "cabbage-merchant")
    assert s.damage("cabbage-merchant") == 2
    assert s.view().defeated == ()


@pytest.mark.rule("FNR-609")
def test_a_full_hero_keeps_its_place_and_its_ability_until_step_5() -> None:
    s = full_board("katara", "toph").row("katara", "iroh 1", "aang 6", "jet 5").step_3("katara", waiting="red")
    assert s.cards("katara") == ("iroh", "aang", "jet")
    s.refused("use jet", "FNR-903")
    s.do("use aang", "take green", "use iroh")
    assert s.legal() == ["choose aang", "done"]
    s.do("done").next_turn()
    assert s.cards("katara") == ("iroh",)


@pytest.mark.rule("FNR-610")
def test_every_empty_place_is_filled() -> None:
    cards = [card for card in Scene().book.hero_ids if card not in {*BOARD, "aang", "toph"}][:20]
    s = full_board("toph", "aang").at(1, "-", "kyoshi", "-").at(3, "-", "jeong-jeong", "yangchen").deck(*cards)
    s.step("refill", "toph")
    s.play_on("turn.1")
    view = s.view()
    assert all(view.places)
    assert view.n_deck == 17
    assert {spot.card for spot in view.places if spot} <= {*BOARD, *cards}
    assert s.happened("BoardRefilled")[0].empty == 0


@pytest.mark.rule("FNR-611")
def test_an_empty_deck_leaves_places_empty_and_the_game_goes_on() -> None:
    s = full_board("toph", "aang").at(2, "-", "roku", "appa").deck().step("clear_heroes", "toph")
    assert s.view().places[3] is None
    assert s.view().result == ""
    assert s.legal() == ["at 1", "at 2", "at 3"]
    assert s.happened("BoardRefilled", rule="FNR-611", empty=1)


@pytest.mark.rule("FNR-611")
def test_the_last_cards_of_the_deck_are_still_dealt() -> None:
    s = full_board("toph", "aang").at(1, "-", "-", "pakku").deck("june").step("refill", "toph", location=1)
    assert s.outcomes() == {"card june": 1}
    s.chance("card june")
    assert [spot and spot.card for spot in s.view().places[:3]] == ["june", None, "pakku"]


@pytest.mark.rule("FNR-612")
@pytest.mark.parametrize(("active", "following"), [("aang", "toph"), ("toph", "zuko"), ("zuko", "aang")])
def test_the_next_player_clockwise_is_active(active: str, following: str) -> None:
    s = full_board("aang", "toph", "zuko").deck().step("refill", active)
    assert s.team(following) == s.view().teams[s.view().active]
    assert s.node().seat == s.view().active
    assert s.happened("TurnPassed", team=f"team-{following}")


def filled(s: Scene) -> Iterator[int]:
    """The places that are filled, in order; each with the first card of the deck."""
    while (task := s.state.agenda[-1]) and type(task).__name__ == "Fill":
        waiting: Any = task
        yield waiting.place
        s.chance(next(iter(s.outcomes())))


@pytest.mark.rule("FNR-613")
@pytest.mark.parametrize(("location", "order"), [(1, [2, 4, 6, 8]), (2, [4, 6, 8, 2]), (3, [6, 8, 2, 4])])
def test_places_are_filled_clockwise_from_the_location_of_the_team(location: int, order: list[int]) -> None:
    s = full_board("toph", "aang").at(1, "kuruk", "kyoshi", "-").at(2, "bumi", "-", "appa").at(3, "-", "jet", "-")
    s.step("return_token", "toph", location=location)
    assert list(filled(s)) == order


@pytest.mark.rule("FNR-613")
def test_the_first_card_comes_to_the_location_of_the_team() -> None:
    s = full_board("toph", "aang").at(1, "-", "kyoshi", "pakku").at(2, "-", "roku", "appa")
    s.step("return_token", "toph", location=2).chance("card june", "card arnook")
    assert s.view().places[3].card == "june"
    assert s.view().places[0].card == "arnook"

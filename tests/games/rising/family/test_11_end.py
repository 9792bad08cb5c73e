"""Chapters 11 and 12 of the sister titles: how a game is won and lost, and what players may agree on."""

import pytest

from rising_tutor.catalogues import load
from rising_tutor.core.node import Terminal
from rising_tutor.errors import BadOption
from tests.testkit.scene import DarkScene, DeathScene, Scene, rising
from tests.testkit.titles import BOTH, Table, calm, common_heroes, teams

DEATH, DARK = rising("death-eaters-rising").book, rising("dark-side-rising").book
ATRIUM = ("the-atrium", "department-of-mysteries", "base-ministry-of-magic")
THREE_PLACES = ("the-atrium", "gringotts-bank", "hogs-head-inn")


def ended(s: Scene, step: str) -> tuple[str, tuple[str, ...]]:
    """Result and rules after the end of this turn from a step on; empty while the game goes on."""
    view = s.step(step, s.usual_teams[0]).play_on("turn.1").view()
    return view.result, view.reasons


def places(s: Scene) -> Scene:
    """Piles with the Places of `THREE_PLACES` on top."""
    s.stack(1, "the-atrium", "department-of-mysteries").stack(2, "gringotts-bank", "ollivanders-wand-shop")
    return s.stack(3, "hogs-head-inn", "hogsmeade-train-platform")


def last_blow(damage: int = 4, azkaban: int = 5, **options: str) -> Scene:
    """Step 3 of the Hogwarts Team, where dice that hurt Voldemort once lie on him; he has this Damage."""
    s = calm(DeathScene(**options)).boss(damage=damage).set(villains_out=DEATH.villain_ids[:azkaban])
    s.step_3("hogwarts", location=1, facing=1, shown="red BB, blue K, green L, purple F")
    return s.do(*(f"{die} > lord-voldemort" for die in ("red BB", "blue K", "green L", "purple F")))


# winning


@pytest.mark.rule("DER-1101")
def test_the_last_damage_on_voldemort_wins() -> None:
    s = last_blow().do("stop").next_turn()
    assert (s.view().result, s.view().reasons) == ("win", ("DER-1101",))
    assert s.happened("VillainDamaged", card="lord-voldemort", damage=5)


@pytest.mark.rule("DSR-1101")
def test_the_last_imperial_of_the_target_wins() -> None:
    s = calm(DarkScene()).set(villains_out=DARK.villain_ids[:6]).at(1, "death-trooper-a 2")
    assert ended(s, "clear_villains") == ("win", ("DSR-1101",))
    assert len(s.view().villains_out) == 7


# losing


@pytest.mark.rule("DER-1102")
@pytest.mark.parametrize(("players", "limit"), [(2, 8), (3, 10), (4, 12)])
def test_the_limit_of_the_infirmary_depends_on_the_players(players: int, limit: int) -> None:
    s = calm(DeathScene(*teams(DeathScene, players)))
    assert s.state.options.hero_loss_limit == limit
    assert ended(s.set(defeated=common_heroes(s, limit - 1)), "judge") == ("", ())
    assert ended(s.set(defeated=common_heroes(s, limit)), "judge") == ("loss", ("DER-1102",))


def many_losses(s: Scene) -> Scene:
    """Nine Heroes are defeated, and two more fall at the end of this turn."""
    cards = common_heroes(s, 11)
    capacity = s.book.capacity
    return s.set(defeated=cards[:9]).at(1, *(f"{card} {capacity[card]}" for card in cards[9:]))


@pytest.mark.rule("DER-1102", "DSR-1104")
@BOTH
def test_two_more_heroes_than_the_limit_allows_lose_the_game(table: Table) -> None:
    s = many_losses(calm(table(*teams(table, 3))))
    rule = {"death-eaters-rising": "DER-1102", "dark-side-rising": "DSR-1104"}[table.title]
    assert ended(s, "clear_heroes") == ("loss", (rule,))
    assert len(s.view().defeated) == 11


@pytest.mark.rule("DSR-1104")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_limit_of_rebels_does_not_depend_on_the_players(players: int) -> None:
    s = calm(DarkScene(*teams(DarkScene, players)))
    assert ended(s.set(defeated=common_heroes(s, 9)), "judge") == ("", ())
    assert ended(s.set(defeated=common_heroes(s, 10)), "judge") == ("loss", ("DSR-1104",))


@pytest.mark.rule("DER-1103", "DSR-1105", "DER-1107")
@BOTH
def test_the_last_hero_of_an_inactive_player_loses_the_game_for_all(table: Table) -> None:
    names = teams(table, 3)
    s = calm(table(*names))
    card = common_heroes(s, 1)[0]
    s.row(names[2], f"{card} {s.book.capacity[card]}")
    rule = {"death-eaters-rising": "DER-1103", "dark-side-rising": "DSR-1105"}[table.title]
    assert ended(s, "clear_heroes") == ("loss", (rule,))
    end = s.node()
    assert isinstance(end, Terminal)
    assert (end.payoffs, end.reason) == ((-1, -1, -1), rule)


@pytest.mark.rule("DER-1104")
@pytest.mark.parametrize(("before", "full", "result"), [(2, 1, ""), (3, 1, "loss"), (3, 2, "loss")])
def test_four_corrupted_places_lose_wherever_they_lie(before: int, full: int, result: str) -> None:
    s = places(calm(DeathScene())).fallen(*THREE_PLACES[:before])
    names = ("department_of_mysteries", "ollivanders_wand_shop")[:full]
    assert ended(s.pressure(**dict.fromkeys(names, 5)), "fall") == (result, ("DER-1104",) if result else ())
    assert len([carrier for carrier in s.view().carriers if carrier.fallen]) == before + full


@pytest.mark.rule("DER-1105")
def test_one_whole_location_loses() -> None:
    s = calm(DeathScene()).fallen("gringotts-bank", "ollivanders-wand-shop").pressure(base_diagon_alley=5)
    assert ended(s, "fall") == ("loss", ("DER-1105",))


@pytest.mark.rule("DER-1108")
def test_a_base_does_not_count_as_a_place() -> None:
    fallen = ("gringotts-bank", "ollivanders-wand-shop", "hogs-head-inn")
    assert ended(calm(DeathScene()).fallen(*fallen).pressure(base_diagon_alley=4), "fall") == ("", ())
    s = calm(DeathScene()).fallen(*fallen).pressure(base_diagon_alley=5)
    assert ended(s, "fall") == ("loss", ("DER-1105",))


@pytest.mark.rule("DSR-1103")
def test_the_sixth_operational_component_loses() -> None:
    s = calm(DarkScene()).fallen(*DARK.carrier_ids[:5]).pressure(component_purple=5)
    assert ended(s, "fall") == ("loss", ("DSR-1103",))
    assert ended(calm(DarkScene()).fallen(*DARK.carrier_ids[:5]).pressure(component_purple=4), "fall") == ("", ())


# both at once


@pytest.mark.rule("DER-1106")
@pytest.mark.parametrize(("tie", "result"), [("win", "win"), ("loss", "loss")])
def test_the_fifth_damage_and_the_fourth_place_in_one_turn(tie: str, result: str) -> None:
    s = places(last_blow(tie=tie)).fallen(*THREE_PLACES).pressure(department_of_mysteries=5).do("stop").next_turn()
    assert s.view().result == result
    assert s.view().reasons[0] == "DER-1106"
    assert "DER-1104" in s.view().reasons
    assert s.order("VillainDamaged", "CarrierFell", "GameEnded") == ["VillainDamaged", "CarrierFell", "GameEnded"]


@pytest.mark.rule("DER-1106")
def test_by_default_the_players_win_a_tie() -> None:
    assert DeathScene().state.options.tie == DarkScene().state.options.tie == "win"


@pytest.mark.rule("DSR-1106")
def test_the_target_and_the_tenth_rebel_in_one_turn_win() -> None:
    s = many_losses(calm(DarkScene())).set(villains_out=DARK.villain_ids[:6]).at(2, "death-trooper-a 2")
    result, reasons = ended(s, "clear_villains")
    assert result == "win"
    assert reasons == ("DSR-1106", "DSR-1101", "DSR-1104")


@pytest.mark.rule("DSR-615", "DSR-1106")
def test_the_last_imperial_and_the_sixth_component_in_one_turn() -> None:
    """DSR-EX-5."""
    s = calm(DarkScene()).fallen(*DARK.carrier_ids[:5]).pressure(component_purple=5)
    s.set(villains_out=DARK.villain_ids[:6]).at(2, "death-trooper-a 2")
    result, reasons = ended(s, "clear_villains")
    assert result == "win"
    assert reasons == ("DSR-1106", "DSR-1101", "DSR-1103")
    assert s.order("CardsCleared", "CarrierFell", "GameEnded") == ["CardsCleared", "CarrierFell", "GameEnded"]


# what players may agree on


@pytest.mark.rule("DER-1201")
def test_the_easier_game_needs_four_damage() -> None:
    for options in ({"target": "4"}, {"preset": "easier"}):
        s = last_blow(damage=3, azkaban=4, **options).do("stop").next_turn()
        assert s.state.options.target == 4
        assert s.view().result == "win"


@pytest.mark.rule("DER-1202")
def test_the_standard_game_needs_five_damage() -> None:
    assert rising("death-eaters-rising").start(2).options.target == 5
    assert last_blow(damage=3, azkaban=4).do("stop").next_turn().view().result == ""


@pytest.mark.rule("DER-1203")
def test_a_harder_game_needs_up_to_ten_damage_and_no_more() -> None:
    game = rising("death-eaters-rising")
    for target in (6, 10):
        assert game.start(2, {"target": str(target)}).options.target == target
    for target in (3, 11):
        with pytest.raises(BadOption) as refused:
            game.start(2, {"target": str(target)})
        assert refused.value.rule == "DER-1203"
        assert "ten Death Eaters" in str(refused.value)


@pytest.mark.rule("DSR-1102")
def test_a_target_of_twelve_is_refused() -> None:
    with pytest.raises(BadOption) as refused:
        rising("dark-side-rising").start(2, {"target": "12"})
    assert refused.value.rule == "DSR-1102"


@pytest.mark.rule("DSR-1201", "DSR-1202")
@pytest.mark.parametrize(("preset", "target"), [("standard", 7), ("harder", 9), ("expert", 11)])
def test_presets_set_the_target(preset: str, target: int) -> None:
    assert rising("dark-side-rising").start(2, {"preset": preset}).options.target == target


@pytest.mark.rule("DSR-1203")
def test_other_numbers_can_lose_and_win_the_game() -> None:
    s = calm(DarkScene(hero_loss_limit="8"))
    assert ended(s.set(defeated=common_heroes(s, 8)), "judge") == ("loss", ("DSR-1104",))
    s = calm(DarkScene(fallen_limit="2")).fallen(*DARK.carrier_ids[:2])
    assert ended(s, "judge") == ("loss", ("DSR-1103",))
    s = calm(DarkScene(target="5")).set(villains_out=DARK.villain_ids[:5])
    assert ended(s, "judge") == ("win", ("DSR-1101",))


@pytest.mark.rule("DSR-1203")
def test_a_value_of_the_groups_own_is_told_before_the_game() -> None:
    def told(**options: str) -> list[tuple[str, int, tuple[int, int], str]]:
        s = DarkScene()
        s.state = s.game.start(2, {"teams": "tatooine,lothal", **options})
        s.events.clear()
        while s.state.turn == 0:
            s.chance(next(iter(s.outcomes())))
        return [(event.option, event.value, event.usual, event.rule) for event in s.happened("OwnValue")]

    assert told() == told(preset="expert") == []
    assert told(target="5") == [("target", 5, (7, 11), "DSR-1203")]
    assert told(hero_loss_limit="8", fallen_limit="4") == [
        ("hero_loss_limit", 8, (10, 10), "DSR-1203"),
        ("fallen_limit", 4, (6, 6), "DSR-1203"),
    ]


@pytest.mark.rule("DSR-1204")
@pytest.mark.parametrize("n", [0, 1])
def test_the_empire_may_have_a_head_start(n: int) -> None:
    s = DarkScene(head_start=str(n))
    assert {carrier.counters for carrier in s.view().carriers} == {n}


@pytest.mark.rule("DER-1202", "DSR-1202")
@BOTH
def test_every_variant_of_the_catalogue_is_an_option_with_its_default(table: Table) -> None:
    options = {info.name: info for info in rising(table.title).info.options}
    variants = {variant.id: variant for variant in load(table.title).variants}
    assert set(options) - {"preset", "teams", "first_player"} == set(variants)
    for name, variant in variants.items():
        assert set(variant.rules) <= set(options[name].rules)
        assert options[name].default in (str(variant.default), "players")

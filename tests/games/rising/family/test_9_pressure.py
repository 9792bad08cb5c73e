"""Chapter 9 of the sister titles: Places, bases and Components, what fills them, what falls, what never comes back."""

from typing import Any

import msgspec
import pytest

from rising_tutor.core.toml import read_toml
from rising_tutor.errors import BadContent
from rising_tutor.games.rising.cards.vocabulary import CardFile, RisingEffect
from tests.testkit.scene import DarkScene, DeathScene, Scene, rising
from tests.testkit.titles import BOTH, Table, calm, step_2, threat

DIAGON = ("ollivanders-wand-shop", "gringotts-bank", "base-diagon-alley")


def counters(s: Scene) -> dict[str, int]:
    """Carriers with counters on them."""
    return {carrier.card: carrier.counters for carrier in s.view().carriers if carrier.counters}


def fallen(s: Scene) -> list[str]:
    """Carriers that fell, in the order in which they did."""
    gone = sorted((carrier.fallen, carrier.card) for carrier in s.view().carriers if carrier.fallen)
    return [card for _, card in gone]


def exposed(s: Scene, location: int) -> str:
    """What takes counters at a Location, 1 to 3."""
    return next(c.card for c in s.view().carriers if c.location == location - 1 and c.depth == 0 and not c.fallen)


def end_of_turn(s: Scene) -> Scene:
    """The end of a turn, from the step in which what is full falls."""
    return s.step("fall", s.usual_teams[0]).play_on("turn.1")


# what holds the counters


@pytest.mark.rule("DER-901", "DSR-902", "DER-904", "DSR-903")
@pytest.mark.parametrize(("n", "falls"), [(4, False), (5, True)])
@BOTH
def test_five_counters_at_the_end_of_a_turn_make_it_fall(table: Table, n: int, falls: bool) -> None:
    first = {"death-eaters-rising": "ollivanders-wand-shop", "dark-side-rising": "component-blue"}[table.title]
    s = end_of_turn(calm(table()).pressure(**{first.replace("-", "_"): n}))
    assert fallen(s) == ([first] if falls else [])
    assert counters(s) == ({} if falls else {first: 4})


@pytest.mark.rule("DSR-901")
def test_six_components_of_six_colours() -> None:
    carriers = rising("dark-side-rising").book.carrier.values()
    assert len({carrier.colour for carrier in carriers}) == len(carriers) == 6
    assert all(carrier.colour and carrier.spaces == 5 for carrier in carriers)


@pytest.mark.rule("DER-902")
def test_only_the_uppermost_place_takes_corruption() -> None:
    s = step_2(calm(DeathScene()).stack(2, "gringotts-bank", "ollivanders-wand-shop")).chance("threat clockwise")
    assert counters(s) == {"gringotts-bank": 1}


@pytest.mark.rule("DER-902")
def test_after_both_places_the_base_takes_corruption() -> None:
    s = step_2(calm(DeathScene()).fallen("gringotts-bank", "ollivanders-wand-shop")).chance("threat clockwise")
    assert counters(s) == {"base-diagon-alley": 1}


@pytest.mark.rule("DER-903")
def test_what_is_too_much_is_lost_and_does_not_reach_the_card_below() -> None:
    s = calm(DeathScene()).stack(2, *DIAGON[:2]).pressure(ollivanders_wand_shop=5).at(2, "lucius-malfoy")
    step_2(s).chance("threat clockwise")
    assert counters(s) == {"ollivanders-wand-shop": 5}
    assert [(event.n, event.rule) for event in s.happened("PressureAdded")] == [(0, "DER-903"), (0, "DER-903")]


@pytest.mark.rule("DSR-907")
def test_each_component_has_one_directive_of_a_known_kind() -> None:
    carriers = rising("dark-side-rising").book.carrier.values()
    kinds = [type(carrier.penalty) for carrier in carriers]
    assert all(kind in RisingEffect.__args__ for kind in kinds)
    assert len({msgspec.json.encode(carrier.penalty) for carrier in carriers}) == 6
    unknown = b'[[carrier]]\nid = "x"\nname = "X"\npenalty = { do = "explode" }\norigin = "owner"\n'
    with pytest.raises(BadContent):
        read_toml(unknown, CardFile, "x.toml")


# falling


@pytest.mark.rule("DER-904")
def test_all_full_places_fall_at_the_end_of_a_turn() -> None:
    s = end_of_turn(calm(DeathScene()).pressure(department_of_mysteries=5, hogs_head_inn=5))
    assert set(fallen(s)) == {"department-of-mysteries", "hogs-head-inn"}
    assert counters(s) == {}
    assert {event.rule for event in s.happened("CarrierFell")} == {"DER-607"}


@pytest.mark.rule("DSR-903")
def test_two_components_filled_in_one_turn_both_become_operational() -> None:
    s = calm(DarkScene()).pressure(component_blue=4, component_red=4)
    step_2(s, facing=2).chance("threat blue", "threat death-star", "threat red")
    assert fallen(s) == []
    s.next_turn()
    assert set(fallen(s)) == {"component-blue", "component-red"}
    assert counters(s) == {}


@pytest.mark.rule("DER-905", "DSR-905")
@BOTH
def test_what_fell_cannot_be_chosen_when_counters_are_removed(table: Table) -> None:
    death = table is DeathScene
    token = "remove-corruption" if death else "remove-operation-counter"
    gone, left, other = ("the-atrium", "gringotts-bank", "hogs-head-inn") if death else COMPONENTS
    s = calm(table())
    if death:
        s.stack(1, "the-atrium", "department-of-mysteries").stack(2, "gringotts-bank", "ollivanders-wand-shop")
    s.fallen(gone).pressure(**{left.replace("-", "_"): 2, other.replace("-", "_"): 1})
    s.tokens(s.usual_teams[0], token).step_3(s.usual_teams[0])
    s.do(f"token {token}")
    assert set(s.legal()) == {f"choose {left}", f"choose {other}", "done"}
    s.refused(f"choose {gone}", s.book.spec.cite.fallen_for_good)
    s.do(f"choose {left}")
    assert counters(s) == {left: 1, other: 1}
    assert fallen(s) == [gone]


COMPONENTS = ("component-blue", "component-red", "component-green")


@pytest.mark.rule("DER-906")
def test_the_next_layer_appears_without_counters() -> None:
    s = calm(DeathScene()).stack(2, *DIAGON[:2]).pressure(ollivanders_wand_shop=5)
    end_of_turn(s)
    assert exposed(s, 2) == "gringotts-bank"
    assert counters(s) == {}
    s.pressure(gringotts_bank=5)
    end_of_turn(s)
    assert exposed(s, 2) == "base-diagon-alley"
    assert counters(s) == {}


@pytest.mark.rule("DER-907")
def test_a_full_base_is_a_location_completely_corrupted() -> None:
    s = calm(DeathScene()).fallen(*DIAGON[:2]).pressure(base_diagon_alley=4)
    assert end_of_turn(s).view().result == ""
    s = end_of_turn(calm(DeathScene()).fallen(*DIAGON[:2]).pressure(base_diagon_alley=5))
    assert (s.view().result, s.view().reasons) == ("loss", ("DER-1105",))


@pytest.mark.rule("DER-910")
def test_a_place_is_saved_by_taking_a_counter_off_in_the_same_turn() -> None:
    s = calm(DeathScene()).pressure(ollivanders_wand_shop=4)
    step_2(s, at=2).chance("threat clockwise")
    assert counters(s) == {"ollivanders-wand-shop": 5}
    s.do("roll").chance("rolled blue K L, green L, red F").do("blue K > hogwarts-corruption")
    s.do("choose ollivanders-wand-shop").next_turn()
    assert counters(s) == {"ollivanders-wand-shop": 4}
    assert fallen(s) == []


@pytest.mark.rule("DER-914")
def test_a_bare_location_stays_in_play() -> None:
    s = calm(DeathScene()).fallen("hogs-head-inn", "hogsmeade-train-platform").at(3, "severus-snape")
    step_2(s, facing=2, at=3)
    assert s.state.location == 2
    s.chance("threat clockwise").do("roll").chance("rolled blue K L, green L, red F").do("blue K > severus-snape")
    assert s.spot("severus-snape").dice == ("blue:K",)
    assert counters(s) == {"base-hogsmeade": 1}


# taking counters off


@pytest.mark.rule("DER-908", "DER-909")
def test_the_headquarters_takes_a_counter_off_where_the_token_lies_at_once() -> None:
    s = calm(DeathScene()).pressure(ollivanders_wand_shop=3, department_of_mysteries=3)
    s.step_3("hogwarts", location=2, shown="blue K K", facing=1).do("blue K > hogwarts-corruption")
    assert s.legal() == ["choose ollivanders-wand-shop", "done"]
    s.refused("choose department-of-mysteries", "DER-909").do("choose ollivanders-wand-shop")
    assert counters(s) == {"ollivanders-wand-shop": 2, "department-of-mysteries": 3}
    assert s.happened("PressureRemoved", card="ollivanders-wand-shop", n=1, after=2, rule="DER-908")
    assert s.state.rolls == 1


@pytest.mark.rule("DER-909")
def test_other_effects_reach_elsewhere_where_they_say_so() -> None:
    s = calm(DeathScene()).row("hogwarts", "charms-teacher").pressure(ollivanders_wand_shop=3, hogs_head_inn=1)
    s.step_3("hogwarts", location=1, shown="blue K K").do("blue K > charms-teacher")
    assert s.legal() == ["choose ollivanders-wand-shop", "choose hogs-head-inn", "done"]


@pytest.mark.rule("DSR-906")
@pytest.mark.parametrize("way", ["ability", "token"])
def test_a_counter_comes_off_the_component_that_the_player_chooses(way: str) -> None:
    """DSR-EX-4 with an ability."""
    s = calm(DarkScene()).row("tatooine", "r2-d2").pressure(component_red=2, component_blue=4)
    s.tokens("tatooine", "remove-operation-counter").step_3("tatooine", shown="red I T")
    s.do("red I > r2-d2" if way == "ability" else "token remove-operation-counter")
    assert set(s.legal()) == {"choose component-blue", "choose component-red", "done"}
    s.do("choose component-blue")
    assert counters(s) == {"component-blue": 3, "component-red": 2}


# penalties and directives


@pytest.mark.rule("DER-911")
def test_without_a_dark_mark_a_penalty_never_applies() -> None:
    s = calm(DeathScene()).fallen("hogs-head-inn").turn("hogwarts", facing=2)
    s.events.clear()
    for turn in range(5):
        s.do("at 1").chance("threat counterclockwise" if turn % 2 else "threat clockwise").next_turn()
    assert len(s.happened("ThreatFaceRolled")) == 5
    assert not s.happened("EffectUsed", what="penalty")
    s.do("at 1").chance("threat dark-mark")
    assert s.happened("EffectUsed", card="hogs-head-inn", what="penalty", rule="DER-416")


@pytest.mark.rule("DER-912")
def test_a_penalty_never_applies_in_the_turn_of_the_fall() -> None:
    s = calm(DeathScene()).pressure(ollivanders_wand_shop=4).turn("hogwarts", facing=2)
    s.events.clear()
    s.do("at 1").chance("threat dark-mark").next_turn()
    assert fallen(s) == ["ollivanders-wand-shop"]
    assert not s.happened("EffectUsed", what="penalty")
    assert not s.happened("DieLost")


@pytest.mark.rule("DER-911", "DSR-904")
def test_what_a_penalty_does_cites_the_rule_of_penalties() -> None:
    s = calm(DeathScene()).fallen("hogs-head-inn", "hogsmeade-train-platform", "the-atrium").at(1, "dark-duellist 1")
    step_2(s, facing=2, at=3).chance("threat dark-mark")
    by = {kind: {event.rule for event in s.happened(kind)} for kind in ("DamageTaken", "PressureAdded", "Healed")}
    assert by["Healed"] == {"DER-416"}
    assert by["PressureAdded"] == {"DER-411", "DER-416"}
    assert "DER-416" in by["DamageTaken"]
    s = step_2(calm(DarkScene()).fallen("component-purple"), facing=2).chance("threat purple")
    added = s.do("choose component-red").happened("PressureAdded")
    assert [(event.card, event.rule) for event in added] == [("component-red", "DSR-405")]


@pytest.mark.rule("DSR-904")
def test_from_then_on_the_directive_comes_and_no_counter() -> None:
    s = calm(DarkScene()).pressure(component_red=5)
    end_of_turn(s)
    assert fallen(s) == ["component-red"]
    step_2(s, facing=2).chance("threat red", "threat clockwise")
    assert len(s.happened("EffectUsed", card="component-red", what="penalty")) == 1
    assert not s.happened("PressureAdded")


@pytest.mark.rule("DER-913")
def test_a_death_eater_corrupts_beyond_the_one_of_every_turn() -> None:
    s = step_2(calm(DeathScene()).at(2, "lucius-malfoy")).chance("threat clockwise")
    assert counters(s) == {"ollivanders-wand-shop": 2}
    s = step_2(calm(DeathScene()).at(2, "bribed-official")).chance("threat clockwise")
    assert counters(s) == {"ollivanders-wand-shop": 1, "hogs-head-inn": 1}


@pytest.mark.rule("DSR-908")
@pytest.mark.parametrize("n", [1, 5])
def test_up_to_five_operational_components_do_not_end_the_game(n: int) -> None:
    cards: Any = rising("dark-side-rising").book.carrier_ids[:n]
    assert end_of_turn(calm(DarkScene()).fallen(*cards)).view().result == ""


@pytest.mark.rule("DER-902", "DSR-903")
@BOTH
def test_what_an_attack_of_the_enemy_fills_stays_until_the_end(table: Table) -> None:
    name = "ollivanders_wand_shop" if table is DeathScene else "component_blue"
    s = calm(table()).pressure(**{name: 4})
    threat(step_2(s))
    assert fallen(s) == []
    assert counters(s) == {name.replace("_", "-"): 5}

"""Chapter 1 of the sister titles: one side, who can play, what is in the box, how a game is won and lost at all."""

from collections import Counter

import msgspec
import pytest

from rising_tutor.core.node import Terminal
from rising_tutor.errors import BadContent, BadOption
from rising_tutor.games.rising.cards.content_check import check_content
from rising_tutor.games.rising.cards.vocabulary import CardFile
from rising_tutor.ui.home.page import for_whom
from tests.testkit.scene import DarkScene, DeathScene, Scene, rising
from tests.testkit.titles import BOTH, Table, calm, common_heroes, teams, threat, won

LISTS = ("hero", "villain", "team", "token", "carrier", "threat_die", "die")
DEATH, DARK = rising("death-eaters-rising").book, rising("dark-side-rising").book


def judged(s: Scene) -> tuple[str, tuple[str, ...]]:
    """Result and rules of the check at the end of a turn; empty while the game goes on."""
    view = s.step("judge", s.usual_teams[0]).view()
    return view.result, view.reasons


# one side


@pytest.mark.rule("DER-101", "DSR-101")
@pytest.mark.parametrize(("win", "payoff"), [(True, 1), (False, -1)])
@BOTH
def test_all_players_share_one_result(table: Table, win: bool, payoff: int) -> None:
    s = table(*teams(table, 3))
    s = won(s) if win else s.row(teams(table, 3)[1])
    assert judged(s)[0] == ("win" if win else "loss")
    end = s.node()
    assert isinstance(end, Terminal)
    assert end.payoffs == (payoff,) * 3
    assert s.game.info.shared


@pytest.mark.rule("DER-102", "DSR-102")
@BOTH
def test_two_to_four_players_can_play_and_no_other_number(table: Table) -> None:
    game = rising(table.title)
    for seats in (2, 3, 4):
        assert len(game.start(seats).teams) == seats
    for seats in (-1, 0, 1, 5):
        with pytest.raises(BadOption) as refused:
            game.start(seats)
        assert refused.value.rule == game.book.spec.cite.seats
    assert game.book.spec.cite.seats in ("DER-102", "DSR-102")


@pytest.mark.rule("DER-103", "DSR-103")
@pytest.mark.parametrize(("title", "age", "minutes"), [("death-eaters-rising", 11, 60), ("dark-side-rising", 10, 45)])
def test_the_box_says_for_whom_and_how_long(title: str, age: int, minutes: int) -> None:
    info = rising(title).info
    assert (info.age, info.minutes) == (age, minutes)
    assert for_whom(info) == f"2 to 4 players, ages {age} and up, about {minutes} minutes"


@pytest.mark.rule("DER-104")
def test_ten_death_eaters_in_azkaban_do_not_win() -> None:
    s = calm(DeathScene()).boss(damage=4).set(villains_out=DEATH.villain_ids)
    assert judged(s) == ("", ())


@pytest.mark.rule("DSR-104")
def test_one_imperial_short_of_the_target_the_game_goes_on() -> None:
    s = calm(DarkScene()).set(villains_out=DARK.villain_ids[:6])
    assert s.state.options.target == 7
    assert s.step("clear_villains", "tatooine").play_on("turn.1").view().result == ""
    assert judged(s.set(villains_out=DARK.villain_ids[:7])) == ("win", ("DSR-1101",))


@pytest.mark.rule("DER-105")
@pytest.mark.parametrize("cause", ["DER-1102", "DER-1103", "DER-1104", "DER-1105"])
def test_each_of_the_four_ways_to_lose_is_named(cause: str) -> None:
    s = calm(DeathScene())
    if cause == "DER-1102":
        s.set(defeated=common_heroes(s, 8))
    elif cause == "DER-1103":
        s.row("order")
    elif cause == "DER-1104":
        s.fallen("the-atrium", "gringotts-bank", "hogs-head-inn", "department-of-mysteries")
    else:
        s.fallen("the-atrium", "department-of-mysteries", "base-ministry-of-magic")
    assert judged(s) == ("loss", (cause,))


@pytest.mark.rule("DSR-105")
@pytest.mark.parametrize("cause", ["DSR-1103", "DSR-1104", "DSR-1105"])
def test_each_of_the_three_ways_to_lose_is_named(cause: str) -> None:
    s = calm(DarkScene())
    if cause == "DSR-1103":
        s.fallen(*DARK.carrier_ids)
    elif cause == "DSR-1104":
        s.set(defeated=common_heroes(s, 10))
    else:
        s.row("lothal")
    assert judged(s) == ("loss", (cause,))


# the box


@pytest.mark.rule("DER-106")
def test_forty_four_character_cards() -> None:
    assert (len(DEATH.hero), len(DEATH.villain), len(DEATH.battle)) == (33, 10, 1)
    assert len(DEATH.hero) + len(DEATH.villain) + len(DEATH.battle) == 44
    assert len({hero for team in DEATH.team.values() for hero in team.starters} & set(DEATH.hero)) == 6


@pytest.mark.rule("DSR-107")
def test_forty_rebels_four_of_them_leaders_and_eleven_imperials() -> None:
    leaders = {hero for team in DARK.team.values() for hero in team.starters}
    assert (len(DARK.villain), len(DARK.hero), len(leaders & set(DARK.hero))) == (11, 40, 4)


@pytest.mark.rule("DER-107")
def test_what_is_in_the_box_of_death_eaters() -> None:
    box = DEATH.spec.box
    assert (box.heroes + box.villains + box.battles, box.teams, box.threat_dice) == (44, 6, 1)
    assert (sum(box.dice.values()), box.tokens, box.counters) == (14, 24, 60)
    cards = [carrier for carrier in DEATH.carrier.values() if not carrier.ground]
    assert len(cards) == 6
    assert sum(face.n for face in DEATH.threat_die["voldemort-die"].face) == 8
    # One exposed layer at each of three Locations holds all counters of Corruption.
    assert sum(carrier.spaces for carrier in DEATH.carrier.values() if carrier.ground) == 15
    assert DEATH.spec.locations == 3


@pytest.mark.rule("DSR-106")
def test_what_is_in_the_box_of_the_dark_side() -> None:
    box = DARK.spec.box
    assert (box.heroes + box.villains, box.teams, box.threat_dice, box.carriers) == (51, 4, 2, 6)
    assert (sum(box.dice.values()), box.tokens, box.counters) == (15, 30, 60)
    assert sum(carrier.spaces for carrier in DARK.carrier.values()) == 30


@pytest.mark.rule("DER-107", "DSR-106")
@pytest.mark.parametrize("part", LISTS)
@BOTH
def test_content_with_one_thing_less_is_refused(table: Table, part: str) -> None:
    book = rising(table.title).book
    check_content(book.spec, book.content, {})
    fewer: CardFile = msgspec.structs.replace(book.content, **{part: getattr(book.content, part)[1:]})
    with pytest.raises(BadContent, match=r"DER-107|DSR-106"):
        check_content(book.spec, fewer, {})


@pytest.mark.rule("DER-108", "DSR-108")
@BOTH
def test_what_one_player_took_is_there_for_the_next(table: Table) -> None:
    first, second = teams(table, 2)
    s = calm(table()).step_3(
        first, shown="red B B B, blue K F, green L" if table is DeathScene else "red T T T T, blue I I"
    )
    total = s.book.dice_total
    assert sum(total) - sum(s.state.stock) == 6
    s.do("stop").play_on("turn.1")
    assert s.state.stock == total
    assert s.view().teams[s.state.active].card == f"team-{second}"


@pytest.mark.rule("DER-109")
def test_three_locations_with_two_places_each() -> None:
    pairs: dict[str, set[str]] = {}
    for carrier in DEATH.carrier.values():
        if not carrier.ground:
            pairs.setdefault(DEATH.spec.words.locations[carrier.location], set()).add(carrier.name)
    assert pairs == {
        "Ministry of Magic": {"Department of Mysteries", "The Atrium"},
        "Diagon Alley": {"Ollivander's Wand Shop", "Gringotts Bank"},
        "Hogsmeade": {"Hog's Head Inn", "Hogsmeade Train Platform"},
    }


@pytest.mark.rule("DSR-109")
def test_three_sectors_with_three_places_each() -> None:
    assert set(DARK.spec.words.locations) == {"Eadu", "Scarif", "Jedha"}
    assert (DARK.spec.locations, DARK.spec.places) == (3, 3)
    assert len(calm(DarkScene()).view().places) == 9


@pytest.mark.rule("DER-110")
def test_three_affiliations_with_two_headquarters_and_two_starters_each() -> None:
    assert Counter(team.side for team in DEATH.team.values()) == {"hogwarts": 2, "order": 2, "army": 2}
    starters = {team.side: set(team.starters) for team in DEATH.team.values()}
    assert {side: len(heroes) for side, heroes in starters.items()} == {"hogwarts": 2, "order": 2, "army": 2}
    kinds = {side: {DEATH.hero[hero].type for hero in heroes} for side, heroes in starters.items()}
    assert kinds == {"hogwarts": {"Hogwarts"}, "order": {"Order"}, "army": {"Army"}}


@pytest.mark.rule("DSR-110")
def test_four_teams_with_one_leader_each() -> None:
    leaders = {team.name: team.starters for team in DARK.team.values()}
    assert set(leaders) == {"Tatooine", "Yavin 4", "Lothal", "Alderaan"}
    assert {len(heroes) for heroes in leaders.values()} == {1}
    assert len(set(leaders.values())) == 4
    assert leaders["Tatooine"] == ("luke-skywalker",)


@pytest.mark.rule("DER-111")
def test_a_location_is_not_the_place_that_lies_on_it() -> None:
    s = calm(DeathScene()).stack(2, "gringotts-bank", "ollivanders-wand-shop").fallen("gringotts-bank")
    before = s.view().places[3:6]
    s.turn("hogwarts", facing=1).do("at 1")
    threat(s)
    counters = {carrier.card: carrier.counters for carrier in s.view().carriers if carrier.counters}
    assert counters == {"ollivanders-wand-shop": 1}
    assert [spot.card for spot in s.view().places[3:6] if spot] == [spot.card for spot in before if spot]


@pytest.mark.rule("DSR-111")
def test_every_rebel_has_a_type_and_an_affiliation() -> None:
    assert {hero.kind for hero in DARK.hero.values()} == {"Hero", "Vehicle", "Droid"}
    assert {hero.type for hero in DARK.hero.values()} == {"Tactical", "Intelligence", "Support", "Leadership"}
    for wrong in ({"kind": "Villain"}, {"kind": ""}, {"type": "Senate"}):
        with pytest.raises(BadContent):
            check_content(DARK.spec, changed("hero", **wrong), {})


@pytest.mark.rule("DSR-112")
def test_every_imperial_is_a_villain_or_a_vehicle() -> None:
    assert {villain.kind for villain in DARK.villain.values()} == {"Villain", "Vehicle"}
    assert DARK.villain["grand-moff-tarkin"].kind == DARK.villain["death-trooper-a"].kind == "Villain"
    assert DARK.villain["tie-fighter-a"].kind == DARK.villain["star-destroyer"].kind == "Vehicle"
    for wrong in ("Droid", ""):
        with pytest.raises(BadContent):
            check_content(DARK.spec, changed("villain", kind=wrong), {})


def changed(part: str, **facts: str) -> CardFile:
    """The content of the Dark Side whose first card of a part is different."""
    first, *rest = getattr(DARK.content, part)
    cards = (msgspec.structs.replace(first, **facts), *rest)
    return msgspec.structs.replace(DARK.content, **{part: cards})


@pytest.mark.rule("DSR-113")
def test_four_traits_and_no_other() -> None:
    on_dice = {symbol for die in DARK.content.die for face in die.faces for symbol in face}
    on_cards = {symbol for card in (*DARK.hero.values(), *DARK.villain.values()) for symbol in card.cost}
    on_cards |= {symbol for hero in DARK.hero.values() for symbol in hero.ability.cost}
    assert on_dice == on_cards == set(DARK.spec.symbols)
    assert set(DARK.spec.words.symbols.values()) == {"Tactical", "Intelligence", "Support", "Leadership"}


@pytest.mark.rule("DER-112", "DSR-114")
@BOTH
def test_damage_never_runs_short(table: Table) -> None:
    first, second = teams(table, 2)
    s = calm(table())
    cards = common_heroes(s, 12)
    capacity = s.book.capacity
    s.row(second, *(f"{card} {capacity[card]}" for card in cards)).turn(first, facing=1).do("at 1")
    before = s.view().counters_out
    assert before >= 60
    threat(s)
    assert s.view().counters_out == before + 3


@pytest.mark.rule("DER-112", "DSR-114")
def test_counters_of_the_enemy_cannot_run_short() -> None:
    exposed = DeathScene().pressure(department_of_mysteries=5, ollivanders_wand_shop=5, hogs_head_inn=5)
    assert sum(carrier.counters for carrier in exposed.view().carriers) == 15
    assert sum(carrier.spaces for carrier in DarkScene().view().carriers) == 30

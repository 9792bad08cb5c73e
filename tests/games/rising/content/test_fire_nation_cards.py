"""The content of Fire Nation Rising: everything in the box is there, and every record is whole."""

from collections import Counter
from itertools import chain

import pytest

from rising_tutor.games.rising.cards.vocabulary import AddDie, ExtraSymbol, Heal, MoveRuin, RerollAll
from tests.golden.sentences import read

SPEC, CARDS = read("fire-nation-rising")
HEROES = {card.id: card for card in CARDS.hero}
VILLAINS = {card.id: card for card in CARDS.villain}
ENTRIES = [
    *chain(CARDS.hero, CARDS.villain, CARDS.team, CARDS.battle),
    *chain(CARDS.fire_nation, CARDS.balance, CARDS.token, CARDS.die),
]
SYMBOLS = set("AWEF")


def name_of(entry: object) -> str:
    return str(getattr(entry, "id", None) or getattr(entry, "colour", entry))


@pytest.mark.rule("FNR-113")
def test_the_box_is_complete() -> None:
    assert len(CARDS.hero) == 40
    assert len(CARDS.villain) == 13
    assert len(CARDS.team) == 5
    assert len(CARDS.battle) == 3
    assert sum(kind.n for kind in CARDS.fire_nation) == 15
    assert Counter(side.card for side in CARDS.balance) == dict.fromkeys(range(1, 6), 2)
    assert CARDS.ruin is not None
    assert sum(kind.n for kind in CARDS.token) == 30
    assert {kind.colour: kind.n for kind in CARDS.die} == {"green": 5, "blue": 4, "red": 4, "yellow": 3}


def test_heroes_by_type_and_symbols() -> None:
    assert Counter(card.type for card in CARDS.hero) == {"Air": 6, "Water": 11, "Earth": 13, "Fire": 10}
    assert Counter(chain.from_iterable(card.cost for card in CARDS.hero)) == {"W": 29, "E": 29, "F": 28, "A": 26}


def test_eight_heroes_and_five_villains_carry_the_icon() -> None:
    assert [card.id for card in CARDS.hero if card.black_sun] == [
        *("hakoda", "bato", "huu", "tho-and-due"),
        *("haru", "tyro", "the-boulder", "the-mechanist"),
    ]
    assert [card.id for card in CARDS.villain if card.black_sun] == [
        *("azula", "zhao", "combustion-man", "colonel-mongke", "war-minister-qin"),
    ]


def test_ids_are_unique_and_made_from_the_names() -> None:
    ids = [entry.id for entry in ENTRIES if hasattr(entry, "id")]
    assert len(set(ids)) == len(ids) == 40 + 13 + 5 + 3 + 9 + 10 + 11
    for card in (*CARDS.hero, *CARDS.villain, *CARDS.battle):
        assert card.id == card.name.lower().replace(" ", "-")


@pytest.mark.rule("FNR-208")
@pytest.mark.parametrize("team", CARDS.team, ids=name_of)
def test_a_team_card_names_dice_hero_ally_and_ability(team: object) -> None:
    box = {kind.colour: kind.n for kind in CARDS.die}
    assert len(team.dice) == 4
    assert all(n <= box[colour] for colour, n in Counter(team.dice).items())
    assert [HEROES[card].name for card in team.starters] == [team.name]
    assert team.ally in HEROES
    assert team.ally not in team.starters
    (ability,) = team.ability
    assert ability.cost
    assert set(ability.cost) <= SYMBOLS


def test_no_hero_starts_in_two_teams() -> None:
    starters = [card for team in CARDS.team for card in (*team.starters, team.ally)]
    assert len(set(starters)) == 10


@pytest.mark.rule("FNR-906", "FNR-1201")
@pytest.mark.parametrize("card", CARDS.hero, ids=name_of)
def test_a_hero_card_is_whole(card: object) -> None:
    assert card.type in SPEC.types
    assert card.capacity >= 1
    assert card.cost
    assert set(card.cost) <= SYMBOLS
    assert card.ability is not None
    assert isinstance(card.black_sun, bool)


@pytest.mark.rule("FNR-1002")
@pytest.mark.parametrize("card", CARDS.villain, ids=name_of)
def test_a_villain_card_is_whole(card: object) -> None:
    assert card.capacity >= 1
    assert card.cost
    assert set(card.cost) <= SYMBOLS
    assert card.effect is not None
    assert isinstance(card.black_sun, bool)


@pytest.mark.rule("FNR-308")
def test_fire_nation_cards_have_a_direction_and_a_ruin_number() -> None:
    mix = {(kind.direction, kind.ruin): kind.n for kind in CARDS.fire_nation}
    assert len(mix) == len(CARDS.fire_nation)
    for direction, ruin in mix:
        assert direction in ("left", "right", "stay")
        assert ruin in (0, 1, 2)
    assert CARDS.ruin is not None
    # One pass through the deck fills the track exactly.
    assert sum(ruin * n for (_, ruin), n in mix.items()) == CARDS.ruin.top == 15


@pytest.mark.rule("FNR-1119")
def test_the_eleven_kinds_of_token() -> None:
    assert [(kind.id, kind.effect) for kind in CARDS.token] == [
        ("extra-earth", ExtraSymbol("E")),
        ("extra-fire", ExtraSymbol("F")),
        ("extra-water", ExtraSymbol("W")),
        ("extra-avatar", ExtraSymbol("A")),
        ("red-die", AddDie(("red",))),
        ("green-die", AddDie(("green",))),
        ("blue-die", AddDie(("blue",))),
        ("heal-two", Heal(n=1, heroes=2, who="reach")),
        ("heal-one", Heal(n=2, heroes=1, who="reach")),
        ("reroll", RerollAll()),
        ("ruin-back", MoveRuin(-1)),
    ]
    assert sum(kind.n for kind in CARDS.token) == 30


@pytest.mark.parametrize("side", CARDS.balance, ids=name_of)
def test_every_balance_space_costs_something_known(side: object) -> None:
    assert side.id.startswith(side.difficulty)
    assert len(side.spaces) == {"easy": 6, "medium": 8, "hard": 9}[side.difficulty]
    for space in side.spaces:
        assert space.symbols or space.tokens or space.dice or space.damage or space.recruit
        assert set(space.symbols) <= SYMBOLS
        assert space.recruit in ("", *SPEC.types)


def test_the_sides_of_each_difficulty() -> None:
    assert Counter(side.difficulty for side in CARDS.balance) == {"easy": 4, "medium": 3, "hard": 3}


def test_the_worked_example_of_the_rulebook_can_be_paid() -> None:
    # Together Arnook and June cost Fire twice and three of Avatar, Avatar, Water, Water, Fire.
    together = Counter(HEROES["arnook"].cost + VILLAINS["june"].cost)
    assert together["F"] >= 2
    assert together - Counter("FF") <= Counter("AAWWF")
    assert (together - Counter("FF")).total() == 3


@pytest.mark.parametrize("entry", [*ENTRIES, CARDS.ruin], ids=name_of)
def test_every_entry_has_an_origin_and_names_real_fields(entry: object) -> None:
    # No entry is stated as a whole by the rulebook, and none may claim to be.
    assert entry.origin == "illustrative"
    stated = getattr(entry, "stated", ())
    assert set(stated) < set(entry.__struct_fields__) - {"id", "origin", "stated"}


def test_what_the_rulebook_states() -> None:
    stated = {card.id: card.stated for card in (*CARDS.hero, *CARDS.villain, *CARDS.team) if card.stated}
    assert stated == {
        **dict.fromkeys(("aang", "katara", "sokka", "toph", "zuko"), ("name",)),
        **dict.fromkeys(("arnook", "yue"), ("name", "ability")),
        **dict.fromkeys(("june", "ty-lee"), ("name", "effect")),
        "pirate-captain": ("name",),
        "team-aang": ("name", "ability"),
        **dict.fromkeys(("team-katara", "team-sokka", "team-toph", "team-zuko"), ("name",)),
    }

"""Team cards and tokens of the sister titles, and what it costs to recruit each of their Heroes."""

from collections import Counter

import pytest

from tests.testkit.scene import DarkScene, DeathScene, Scene
from tests.testkit.sister_cards import ME, STRONG, cards, counters, damages, dice, mates, pay, scene, step_3
from tests.testkit.titles import Table

HEADQUARTERS = {
    "hogwarts": ("blue blue green red", "K", "L", ("albus-dumbledore", "minerva-mcgonagall")),
    "order": ("red red green blue", "B", "L", ("sirius-black", "nymphadora-tonks")),
    "army": ("purple purple green red", "F", "FL", ("harry-potter", "hermione-granger")),
}
BASES = {
    "tatooine": ("red red red red", "T", "luke-skywalker"),
    "yavin-4": ("blue blue blue red", "I", "cassian-andor"),
    "lothal": ("green green green blue", "S", "hera-syndulla"),
    "alderaan": ("yellow yellow yellow green", "L", "leia-organa"),
}
SYMBOLS = (
    {"bravery-symbol": "B", "loyalty-symbol": "L", "knowledge-symbol": "K", "friendship-symbol": "F"},
    {"tactical-symbol": "T", "intelligence-symbol": "I", "support-symbol": "S", "leadership-symbol": "L"},
)
DICE = (
    {f"{colour}-die": colour for colour in ("red", "blue", "purple", "green")},
    {f"{colour}-die": colour for colour in ("red", "blue", "green", "yellow")},
)
HEALS = ({"heal-two": (1, 2), "heal-one": (2, 1)}, {"heal-two": (1, 2), "heal-one": (2, 1)})
REMOVES = ({"remove-corruption": ()}, {"remove-operation-counter": ()})
HEROES = (
    {
        "albus-dumbledore": (8, "KKKL"), "minerva-mcgonagall": (8, "KKBL"), "severus-snape": (6, "KKB"),
        "rubeus-hagrid": (7, "LLF"), "mrs-norris": (5, "KL"), "charms-teacher": (6, "KKF"),
        "hospital-matron": (6, "KLL"), "night-librarian": (6, "KKK"), "potions-prefect": (6, "KKL"),
        "tower-ghost": (5, "KF"), "kitchen-elf": (6, "LLK"), "sirius-black": (8, "BBBL"),
        "nymphadora-tonks": (8, "BBKL"), "alastor-moody": (7, "BBBB"), "remus-lupin": (6, "BLL"),
        "auror-captain": (7, "BBBK"), "order-courier": (6, "BBF"), "safe-house-keeper": (6, "BBL"),
        "order-lookout": (5, "BL"), "ministry-insider": (6, "BKK"), "order-duellist": (6, "BBB"),
        "curse-breaker": (6, "BBL"), "harry-potter": (8, "FFFB"), "hermione-granger": (8, "FFKK"),
        "ron-weasley": (6, "FFL"), "ginny-weasley": (6, "FFB"), "luna-lovegood": (6, "FLK"),
        "twin-prankster": (6, "FFB"), "patronus-student": (6, "FFFL"), "herbology-student": (6, "FL"),
        "coin-messenger": (5, "FF"), "dormitory-lookout": (6, "FFK"), "practice-partner": (6, "FBL"),
    },
    {
        "luke-skywalker": (7, "TTTL"), "sabine-wren": (5, "TTT"), "baze-malbus": (6, "TTTT"),
        "han-solo": (5, "TTI"), "desert-scout": (5, "TTS"), "demolitions-expert": (5, "TTTI"),
        "shock-trooper": (6, "TTTS"), "patrol-starfighter": (5, "TTL"), "ground-speeder": (4, "TT"),
        "battle-repair-droid": (4, "TS"), "cassian-andor": (7, "IIIT"), "slicer": (5, "III"),
        "undercover-agent": (5, "IIT"), "signals-officer": (5, "IIL"), "defector-pilot": (5, "IIS"),
        "archive-spy": (5, "IIIL"), "street-informant": (4, "IS"), "courier-shuttle": (5, "IIS"),
        "recon-starfighter": (5, "IIT"), "r2-d2": (4, "II"), "hera-syndulla": (7, "SSSI"),
        "field-medic": (5, "SSL"), "quartermaster": (5, "SSI"), "fleet-engineer": (5, "SSII"),
        "relief-pilot": (5, "SST"), "temple-guardian": (6, "SSTT"), "mechanic": (5, "SSS"),
        "the-ghost": (6, "SSTI"), "medical-frigate": (5, "SSL"), "loader-droid": (4, "SS"),
        "leia-organa": (7, "LLLS"), "admiral-raddus": (4, "LLT"), "obi-wan-kenobi": (6, "LLTI"),
        "council-senator": (5, "LLI"), "base-commander": (5, "LLS"), "wing-leader": (5, "LLTT"),
        "veteran-general": (5, "LLL"), "command-cruiser": (6, "LLSS"), "blockade-runner": (5, "LLI"),
        "c-3po": (4, "LI"),
    },
)  # fmt: skip


@cards("hero capacity cost", *HEROES)
def test_a_hero_joins_for_its_symbols_without_damage(table: Table, hero: str, capacity: int, cost: str) -> None:
    mate = mates(table, hero)[0]
    s = scene(table, mate).at(1, f"{hero} 2")
    assert s.spot(hero).capacity == capacity
    pay(step_3(s, table, cost), table, cost[:-1], hero)
    assert not s.happened("CostCovered")
    pay(s, table, cost[-1], hero).do("stop")
    assert s.cards(ME[table]) == (mate, hero)
    assert s.damage(hero) == 0
    short = pay(step_3(scene(table, mate).at(1, hero), table, cost), table, cost[:-1], hero).do("stop")
    assert short.cards(ME[table]) == (mate,)


# Team cards


def card_of(side: str, copy: str) -> str:
    return f"team-{side}{copy}"


SIDES = pytest.mark.parametrize(
    ("side", "copy"),
    [
        pytest.param(side, copy, marks=pytest.mark.card(f"death-eaters-rising:{card_of(side, copy)}"))
        for side in HEADQUARTERS
        for copy in ("", "-2")
    ],
)


def headquarters(side: str, copy: str, *row: str) -> Scene:
    """The Team of this card is active; of the second card, the other player has the first."""
    other = "order" if side != "order" else "army"
    teams = (side, side) if copy else (side, other)
    s = DeathScene(*teams)
    name = card_of(side, copy)
    assert [team.card for team in s.state.teams][1 if copy else 0] == name
    return s.row(name, *(row or ("coin-messenger 2",))).row(f"team-{teams[0] if copy else other}", "ron-weasley 2")


@SIDES
def test_a_headquarters_has_its_dice_and_two_heroes_to_choose_from(side: str, copy: str) -> None:
    colours, _, _, starters = HEADQUARTERS[side]
    s = headquarters(side, copy).step("collect", card_of(side, copy))
    assert Counter(s.waiting()) == Counter(colours.split())
    assert s.book.team[card_of(side, copy)].starters == starters


@SIDES
def test_the_first_ability_takes_a_corruption_off_at_its_location(side: str, copy: str) -> None:
    cost = HEADQUARTERS[side][1]
    s = headquarters(side, copy).pressure(ollivanders_wand_shop=2, department_of_mysteries=2)
    s.step_3(card_of(side, copy), location=2, shown=", ".join(dice(DeathScene, cost * 2)))
    pay(s, DeathScene, cost, f"{side}{copy}-corruption")
    if s.legal() == ["choose ollivanders-wand-shop", "done"]:
        s.do("choose ollivanders-wand-shop")
    assert (counters(s, "ollivanders-wand-shop"), counters(s, "department-of-mysteries")) == (1, 2)
    assert not any(move.endswith("-corruption") for move in s.legal()), "once"


@SIDES
def test_the_second_ability_draws_or_heals(side: str, copy: str) -> None:
    cost = HEADQUARTERS[side][2]
    key = f"{side}{copy}-{'token' if side == 'hogwarts' else 'care'}"
    s = headquarters(side, copy, "coin-messenger 2", "mrs-norris 1").at(1, "tower-ghost 2")
    s.step_3(card_of(side, copy), shown=", ".join(dice(DeathScene, cost * 2)))
    pay(s, DeathScene, cost, key)
    healed = {"hogwarts": (), "order": ("ron-weasley",), "army": ("ron-weasley", "coin-messenger")}[side]
    if side == "hogwarts":
        s.chance("drew heal-one")
        assert s.held(card_of(side, copy)) == {"heal-one": 1}
    for card in healed:
        assert "choose tower-ghost" not in s.legal(), "Heroes of Teams only"
        s.do(f"choose {card}")
    left = [n - (card in healed) for card, n in (("coin-messenger", 2), ("mrs-norris", 1), ("ron-weasley", 2))]
    assert damages(s, "coin-messenger", "mrs-norris", "ron-weasley", "tower-ghost") == [*left, 2]
    assert not any(move.endswith(key) for move in s.legal()), "once"


BASE = pytest.mark.parametrize(
    "base", [pytest.param(base, marks=pytest.mark.card(f"dark-side-rising:team-{base}")) for base in BASES]
)


@BASE
def test_a_base_has_its_dice_and_leader(base: str) -> None:
    colours, _, leader = BASES[base]
    s = DarkScene(base, "lothal" if base != "lothal" else "tatooine")
    assert s.cards(base) == (leader,)
    s.row(base, "council-senator").step("collect", base)
    assert Counter(s.waiting()) == Counter(colours.split())


@BASE
def test_six_of_its_symbol_on_the_first_roll_hit_an_imperial_here(base: str) -> None:
    symbol = BASES[base][1]
    colour = STRONG[DarkScene][symbol]
    for shown, works in (
        (f"{colour} {symbol * 2} {symbol * 2} {symbol * 2}", True),
        (f"{colour} {symbol * 2} {symbol * 2} {symbol}", False),
    ):
        s = DarkScene(base, "lothal" if base != "lothal" else "tatooine").row(base, "council-senator")
        s.at(1, "at-act", "grand-moff-tarkin").at(2, "star-destroyer").step_3(base, shown=shown)
        assert (f"use team-{base}" in s.legal()) is works
        if works:
            s.do(f"use team-{base}")
            assert set(s.legal()) == {"choose at-act", "choose grand-moff-tarkin", "done"}
            s.do("choose at-act").chance("drew heal-one")
            assert damages(s, "at-act", "grand-moff-tarkin") == [1, 0]
            assert f"use team-{base}" not in s.legal(), "once"


# tokens


def holding(table: Table, token: str, *row: str, **at: str) -> Scene:
    return scene(table, *(row or (mates(table)[0],))).tokens(ME[table], token)


@cards("token symbol", *SYMBOLS)
def test_a_symbol_token_is_assigned_like_a_die(table: Table, token: str, symbol: str) -> None:
    hero = next(card for card, (_, cost) in HEROES[table is DarkScene].items() if symbol in cost)
    other = next(card for card, (_, cost) in HEROES[table is DarkScene].items() if symbol not in cost)
    s = holding(table, token).at(1, hero, other).step_3(ME[table], shown="blue L")
    assert f"token {token} > {hero}" in s.legal()
    assert f"token {token} > {other}" not in s.legal()
    lacks = Counter(s.spot(hero).lacks)
    s.do(f"token {token} > {hero}")
    assert lacks - Counter(s.spot(hero).lacks) == Counter([symbol])
    assert not s.held(ME[table])


@cards("token colour", *DICE)
def test_a_die_token_adds_a_die(table: Table, token: str, colour: str) -> None:
    s = holding(table, token).step_3(ME[table], waiting="blue").do(f"token {token}")
    assert Counter(s.waiting()) == Counter(["blue", colour])
    assert not s.held(ME[table])


@cards("token n heroes", *HEALS)
def test_a_healing_token_reaches_the_team_and_the_location(table: Table, token: str, n: int, heroes: int) -> None:
    mine, here, yours, far = [*mates(table)[:3], "kitchen-elf" if table is DeathScene else "wing-leader"]
    s = scene(table, f"{mine} 3", yours=(f"{yours} 3",)).tokens(ME[table], token).at(1, f"{here} 3").at(2, f"{far} 3")
    s.step_3(ME[table], shown="blue L").do(f"token {token}")
    assert set(s.legal()) == {f"choose {mine}", f"choose {here}", "done"}
    s.do(*[f"choose {card}" for card in (mine, here)[:heroes]])
    assert damages(s, mine, here, yours, far) == [3 - n, 3 - n if heroes == 2 else 3, 3, 3]
    assert not s.held(ME[table])


@cards("token", *REMOVES)
def test_a_token_takes_a_counter_off_any_carrier(table: Table, token: str) -> None:
    have = (
        {"ollivanders_wand_shop": 1, "hogs_head_inn": 3}
        if table is DeathScene
        else {"component_red": 1, "component_blue": 3}
    )
    one, other = (card.replace("_", "-") for card in have)
    s = holding(table, token).pressure(**have).step_3(ME[table], shown="blue L").do(f"token {token}")
    assert set(s.legal()) == {f"choose {one}", f"choose {other}", "done"}
    s.do(f"choose {other}")
    assert (counters(s, one), counters(s, other)) == (1, 2)
    assert not s.held(ME[table])


@pytest.mark.card("death-eaters-rising:voldemort-die")
@pytest.mark.parametrize(
    ("face", "weight", "after"), [("clockwise", 3, 2), ("counterclockwise", 3, 0), ("dark-mark", 2, 1)]
)
def test_the_die_of_voldemort(face: str, weight: int, after: int) -> None:
    s = scene(DeathScene, "night-librarian").turn("hogwarts", facing=2).do("at 1")
    assert s.outcomes()[f"threat {face}"] == weight
    assert sum(s.outcomes().values()) == 8
    assert s.chance(f"threat {face}").state.facing == after
    assert bool(s.happened("AllVillainsAct")) is (face == "dark-mark")


@pytest.mark.card("dark-side-rising:vader-die", "dark-side-rising:death-star-die")
@pytest.mark.parametrize(
    ("face", "weight", "after"),
    [("clockwise", 2, 2), ("counterclockwise", 2, 0), ("helmet", 1, 1), ("death-star", 1, 1)],
)
def test_the_dark_side_dice(face: str, weight: int, after: int) -> None:
    s = scene(DarkScene, "slicer").turn("yavin-4", facing=2).do("at 1")
    assert s.outcomes() == {f"threat {colour}": 1 for colour in ("blue", "red", "orange", "yellow", "green", "purple")}
    s.chance("threat orange")
    assert counters(s, "component-orange") == 1
    assert s.outcomes()[f"threat {face}"] == weight
    assert sum(s.outcomes().values()) == 6
    assert s.chance(f"threat {face}").state.facing == after
    assert bool(s.happened("AllVillainsAct")) is (face == "helmet")
    if face == "death-star":
        assert s.chance("threat orange").state.pressure[s.book.carrier_index["component-orange"]] == 2

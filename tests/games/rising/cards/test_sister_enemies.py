"""What the Villains of the sister titles do, and what fallen carriers do: one test for all that do the same."""

import pytest

from rising_tutor.games.rising.rules.card_effects import sturdiest
from rising_tutor.games.rising.rules.context import Run
from rising_tutor.games.rising.rules.state import lay_out
from tests.testkit.scene import DarkScene, DeathScene, Scene
from tests.testkit.sister_cards import MATES, ME, YOU, cards, counters, damages, mates, pay, scene, step_3
from tests.testkit.titles import Table, calm

Titled = tuple[dict[str, object], dict[str, object]]
ALL_OF_MINE: Titled = ({"bellatrix-lestrange": ()}, {"at-act": ()})
TYPES_OF_MINE: Titled = (
    {"masked-follower-i": "Order", "masked-follower-ii": "Hogwarts", "masked-follower-iii": "Army"},
    {},
)
SINGLED_OUT: Titled = (
    {"peter-pettigrew": ("least", "active"), "dark-duellist": ("most", "active")},
    {"stormtrooper-c": ("least", "active"), "death-trooper-a": ("most", "each")},
)
FACE_UP: Titled = ({"werewolf-raider": ()}, {"stormtrooper-a": ()})
PRESENT: Titled = (
    {},
    {
        "tie-fighter-a": "slicer han-solo",
        "tie-fighter-b": "mechanic wing-leader",
        "stormtrooper-b": "medical-frigate loader-droid",
    },
)
PRESSURE: Titled = ({"lucius-malfoy": "department-of-mysteries", "bribed-official": "ollivanders-wand-shop"}, {})
COSTS: Titled = (
    {
        "bellatrix-lestrange": (3, "BBK"),
        "lucius-malfoy": (3, "KKL"),
        "peter-pettigrew": (2, "FFL"),
        "masked-follower-i": (2, "BBK"),
        "masked-follower-ii": (2, "KKF"),
        "masked-follower-iii": (2, "FFB"),
        "dark-duellist": (3, "BBB"),
        "office-infiltrator": (2, "KLF"),
        "werewolf-raider": (2, "BFF"),
        "bribed-official": (2, "LLK"),
    },
    {
        "grand-moff-tarkin": (3, "LLI"),
        "grand-admiral-thrawn": (3, "IIL"),
        "at-act": (3, "TTS"),
        "star-destroyer": (3, "TTL"),
        "tie-fighter-a": (2, "TTI"),
        "tie-fighter-b": (2, "SSL"),
        "stormtrooper-a": (2, "TTS"),
        "stormtrooper-b": (2, "SSI"),
        "stormtrooper-c": (2, "LLS"),
        "death-trooper-a": (2, "TLL"),
        "death-trooper-b": (2, "IIS"),
    },
)
PENALTIES: Titled = (
    {
        "department-of-mysteries": ("most", "active"),
        "hogs-head-inn": ("least", "each"),
    },
    {"component-blue": ("least", "active"), "component-red": ("most", "each")},
)
TAKES_A_DIE: Titled = ({"ollivanders-wand-shop": ()}, {"component-yellow": ()})


def acts(s: Scene, table: Table, location: int = 1, facing: int = 1) -> Scene:
    """The Villains of the faced location act, with my Team at another place or there."""
    return s.step("villains", ME[table], location=location, facing=facing)


def penalty(s: Scene, table: Table, carrier: str, location: int = 1, facing: int = 2) -> Scene:
    """Step 2 in which a fallen carrier does what it says, without another effect: the figure stays."""
    s.turn(ME[table], facing=facing).do(f"at {location}")
    if table is DarkScene:
        return s.chance(f"threat {carrier.removeprefix('component-')}", "threat helmet")
    return s.chance("threat dark-mark")


@cards("villain", *ALL_OF_MINE)
def test_hits_every_hero_of_the_active_team(table: Table, villain: str) -> None:
    first, second, yours = mates(table)[:3]
    lying = "ron-weasley" if table is DeathScene else "wing-leader"
    s = acts(scene(table, first, second, yours=(yours,)).at(2, villain, lying), table, facing=2)
    assert damages(s, first, second, yours, lying) == [1, 1, 0, 0]


@cards("villain kind", *TYPES_OF_MINE)
def test_hits_every_hero_of_a_type_of_the_active_team(table: Table, villain: str, kind: str) -> None:
    types = MATES[table]
    s = scene(table, *types.values(), yours=("sirius-black", "albus-dumbledore", "harry-potter")).at(2, villain)
    acts(s, table, facing=2)
    assert {name for name, card in types.items() if s.damage(card)} == {kind}
    assert damages(s, "sirius-black", "albus-dumbledore", "harry-potter") == [0, 0, 0]


def singled_out(s: Scene, mine: list[str], yours: str, which: str, teams: str) -> None:
    """Of Damage 2, 1, 2, or 2, 1, 1 for the least: all that tie are hit, and the other Team's only Hero with `each`."""
    hit = [n + 1 if n == (2 if which == "most" else 1) else n for n in (2, 1, 2 if which == "most" else 1)]
    assert damages(s, *mine) == hit
    assert s.damage(yours) == (1 if teams == "each" else 0)


def hurt(table: Table, which: str) -> tuple[list[str], str, Scene]:
    mine, yours = [*mates(table)[:2], "ron-weasley" if table is DeathScene else "wing-leader"], mates(table)[2]
    third = 2 if which == "most" else 1
    row = [f"{card} {n}" for card, n in zip(mine, (2, 1, third), strict=True)]
    return mine, yours, scene(table, *row, yours=(yours,))


@cards("villain which teams", *SINGLED_OUT)
def test_hits_the_most_or_least_damaged(table: Table, villain: str, which: str, teams: str) -> None:
    mine, yours, s = hurt(table, which)
    acts(s.at(2, villain), table, facing=2)
    singled_out(s, mine, yours, which, teams)


@cards("carrier which teams", *PENALTIES)
def test_a_fallen_carrier_hits_the_most_or_least_damaged(table: Table, carrier: str, which: str, teams: str) -> None:
    mine, yours, s = hurt(table, which)
    penalty(s.fallen(carrier), table, carrier)
    singled_out(s, mine, yours, which, teams)
    assert [event.card for event in s.happened("EffectUsed")] == [carrier]


@cards("villain which teams", *SINGLED_OUT)
def test_nobody_takes_it_for_a_full_hero(table: Table, villain: str, which: str, teams: str) -> None:
    full, other = mates(table)[:2]
    capacity = table().book.capacity[full]
    row = (f"{full} {capacity}",) if which == "least" else (f"{full} {capacity}", other)
    s = acts(scene(table, *row, yours=(mates(table)[2],)).at(2, villain), table, facing=2)
    assert s.damage(full) == capacity
    assert s.happened("DamageBlocked", card=full)
    if which == "most":
        assert s.damage(other) == 0


@cards("villain", *FACE_UP)
def test_hits_the_face_up_heroes_here_and_no_team(table: Table, villain: str) -> None:
    mine, here, there = mates(table)[:3]
    s = scene(table, mine).at(2, villain, here, "-").at(3, there)
    acts(s, table, location=2, facing=2)
    assert damages(s, mine, here, there, villain) == [0, 1, 0, 0]


@cards("villain hit", *PRESENT)
def test_hits_some_of_all_that_are_present(table: Table, villain: str, hit: str) -> None:
    first, second = hit.split()
    spared = {"tie-fighter-a": ("mechanic", "wing-leader"), "tie-fighter-b": ("slicer", "han-solo")}
    none, nobody = spared.get(villain, ("slicer", "mechanic"))
    s = scene(table, first, none, yours=("council-senator",)).at(2, villain, second, nobody)
    acts(s, table, location=2, facing=2)
    assert damages(s, first, none, second, nobody, "council-senator") == [1, 0, 1, 0, 0]
    away = scene(table, first, none).at(2, villain, second, nobody)
    acts(away, table, location=1, facing=2)
    assert damages(away, first, second, nobody) == [0, 1, 0], "the Team is elsewhere"


@pytest.mark.card("dark-side-rising:star-destroyer")
@pytest.mark.parametrize(("at", "mine"), [(3, 1), (2, 0), (1, 0)])
def test_the_star_destroyer_hits_the_next_sector_clockwise(at: int, mine: int) -> None:
    s = scene(DarkScene, "slicer").at(2, "star-destroyer", "han-solo").at(3, "mechanic", "at-act").at(1, "wing-leader")
    acts(s, DarkScene, location=at, facing=2)
    assert damages(s, "slicer", "han-solo", "mechanic", "wing-leader", "at-act") == [mine, 0, 1, 0, 0]


@cards("villain carrier", *PRESSURE)
@pytest.mark.parametrize("facing", [1, 3])
def test_adds_a_counter_here_or_clockwise_from_where_it_lies(
    table: Table, villain: str, carrier: str, facing: int
) -> None:
    """Its own location counts, also when it acts because every Villain does."""
    s = scene(table, mates(table)[0]).at(1, villain)
    if facing == 1:
        acts(s, table, location=3, facing=1)
        assert {one.card for one in s.view().carriers if one.counters} == {carrier}
    else:
        s.turn(ME[table], facing=3).do("at 1").chance("threat dark-mark")
        assert {one.card for one in s.view().carriers if one.counters} == {carrier, "hogs-head-inn"}
    assert counters(s, carrier) == 1
    full = acts(scene(table, mates(table)[0]).at(1, villain).pressure(**{carrier.replace("-", "_"): 5}), table)
    assert counters(full, carrier) == 5


@pytest.mark.card("death-eaters-rising:hogsmeade-train-platform")
def test_the_platform_adds_a_counter_clockwise_from_voldemort() -> None:
    s = scene(DeathScene, "night-librarian").fallen("hogsmeade-train-platform")
    penalty(s, DeathScene, "hogsmeade-train-platform", location=3, facing=1)
    assert counters(s, "department-of-mysteries") == 1, "one for the turn, where he stands"
    assert counters(s, "ollivanders-wand-shop") == 1


FEWEST = pytest.mark.parametrize(
    ("have", "choices"),
    [
        ({"component_blue": 1, "component_red": 0, "component_orange": 3, "component_yellow": 5}, ["component-red"]),
        (
            {"component_blue": 1, "component_red": 1, "component_orange": 3, "component_yellow": 5},
            ["component-blue", "component-red"],
        ),
        ({"component_blue": 5, "component_red": 5, "component_orange": 5, "component_yellow": 5}, []),
    ],
)


def adds_to_the_fewest(s: Scene, choices: list[str]) -> None:
    before = {card: counters(s, card) for card in s.book.carrier_ids}
    if len(choices) > 1:
        assert s.legal() == [f"choose {card}" for card in choices]
        before = {card: counters(s, card) for card in s.book.carrier_ids}
        s.do(f"choose {choices[-1]}")
        assert counters(s, choices[-1]) == before[choices[-1]] + 1
    added = [event.card for event in s.happened("PressureAdded")]
    assert added == choices[-1:]


@pytest.mark.card("dark-side-rising:grand-admiral-thrawn")
@FEWEST
def test_thrawn_adds_a_counter_where_there_are_fewest(have: dict[str, int], choices: list[str]) -> None:
    s = scene(DarkScene, "slicer").fallen("component-green", "component-purple").pressure(**have)
    adds_to_the_fewest(acts(s.at(2, "grand-admiral-thrawn"), DarkScene, facing=2), choices)


@pytest.mark.card("dark-side-rising:component-purple")
@FEWEST
def test_the_hangar_deck_adds_a_counter_where_there_are_fewest(have: dict[str, int], choices: list[str]) -> None:
    s = scene(DarkScene, "slicer").fallen("component-purple", "component-green").pressure(**have)
    s.turn(ME[DarkScene]).do("at 1").chance("threat purple")
    adds_to_the_fewest(s, choices)


@pytest.mark.card("dark-side-rising:grand-moff-tarkin")
def test_tarkin_heals_every_other_imperial() -> None:
    s = scene(DarkScene, "slicer 2").at(2, "grand-moff-tarkin 2", "at-act 2").at(3, "star-destroyer 1", "han-solo 1")
    acts(s.set(facing=1), DarkScene, facing=2)
    assert s.damage("grand-moff-tarkin") == 2
    assert damages(s, "star-destroyer", "han-solo", "slicer") == [0, 1, 3]
    assert s.damage("at-act") == 1


@pytest.mark.card("death-eaters-rising:the-atrium")
def test_the_atrium_heals_every_death_eater_and_not_voldemort() -> None:
    s = scene(DeathScene, "night-librarian").fallen("the-atrium").boss(3).at(1, "lucius-malfoy 2", "luna-lovegood 1")
    s.at(3, "office-infiltrator 1").set(villains_out=("dark-duellist", "werewolf-raider", "bribed-official"))
    s.tokens(ME[DeathScene], "heal-one")
    penalty(s, DeathScene, "the-atrium", facing=2)
    assert damages(s, "lucius-malfoy", "office-infiltrator", "luna-lovegood") == [1, 0, 1]
    assert s.damage("lord-voldemort") == 3


@pytest.mark.card("dark-side-rising:component-orange")
def test_the_reactor_heals_the_imperials_where_vader_faces_as_it_is_rolled() -> None:
    s = scene(DarkScene, "slicer").fallen("component-orange").at(2, "at-act 2", "han-solo 1").at(3, "star-destroyer 2")
    s.turn(ME[DarkScene], facing=2).do("at 1").chance("threat orange", "threat clockwise")
    assert damages(s, "at-act", "star-destroyer", "han-solo") == [1, 2, 1]


@cards("carrier", *TAKES_A_DIE)
def test_a_fallen_carrier_takes_a_die_of_own_choice_from_the_pool(table: Table, carrier: str) -> None:
    s = penalty(scene(table, mates(table)[0]).fallen(carrier), table, carrier)
    colours = {"hogwarts": {"red", "blue", "green"}, "yavin-4": {"red", "blue"}}[ME[table]]
    assert set(s.legal()) == {f"pick {colour}" for colour in colours}
    s.do("pick blue")
    assert len(s.waiting()) == 3
    assert s.view().roll.gone == ("blue",)


@pytest.mark.card("death-eaters-rising:gringotts-bank")
def test_gringotts_takes_a_token_of_own_choice_from_each_player() -> None:
    s = DeathScene("hogwarts", "order", "army").row("hogwarts", "night-librarian").row("order", "order-courier")
    s.row("army", "luna-lovegood").tokens("hogwarts", "heal-one", "red-die").tokens("army", "red-die", "blue-die")
    penalty(s.fallen("gringotts-bank"), DeathScene, "gringotts-bank")
    assert s.node().seat == 0
    assert s.legal() == ["drop red-die", "drop heal-one"]
    s.do("drop red-die")
    assert s.node().seat == 2, "who holds none is passed over"
    s.do("drop blue-die")
    assert (s.held("hogwarts"), s.held("order"), s.held("army")) == ({"heal-one": 1}, {}, {"red-die": 1})


@pytest.mark.card("death-eaters-rising:office-infiltrator")
def test_the_infiltrator_takes_a_token_or_hits_the_sturdiest() -> None:
    held = scene(DeathScene, "night-librarian").tokens("hogwarts", "heal-one", "red-die").tokens("order", "blue-die")
    acts(held.at(2, "office-infiltrator"), DeathScene, facing=2)
    assert held.legal() == ["drop red-die", "drop heal-one"]
    held.do("drop heal-one")
    assert (held.held("hogwarts"), held.held("order")) == ({"red-die": 1}, {"blue-die": 1})
    assert held.damage("night-librarian") == 0
    row = ("albus-dumbledore 4", "night-librarian 1", "kitchen-elf 1", "mrs-norris")
    none = scene(DeathScene, *row).at(2, "office-infiltrator")
    assert len(sturdiest(Run(lay_out(none.state), none.book), 0)) == 3
    acts(none, DeathScene, facing=2)
    assert none.legal() == ["choose night-librarian", "choose kitchen-elf", "choose mrs-norris"]
    none.do("choose kitchen-elf")
    assert damages(none, "albus-dumbledore", "night-librarian", "kitchen-elf", "mrs-norris") == [4, 1, 2, 0]


@pytest.mark.card("dark-side-rising:death-trooper-b")
def test_the_death_trooper_stops_tokens_from_being_used_not_from_being_drawn() -> None:
    s = scene(DarkScene, "undercover-agent 1").tokens("yavin-4", "heal-one").at(2, "death-trooper-b")
    acts(s, DarkScene, facing=2).do("roll").chance("rolled red T, blue I I I")
    s.refused("token heal-one", "DSR-424").do("blue I > undercover-agent")
    s.chance("drew blue-die")
    assert s.held("yavin-4") == {"heal-one": 1, "blue-die": 1}
    s.play_on("turn.1")
    assert not s.state.no_tokens
    assert not s.state.tokens_gained


@pytest.mark.card("dark-side-rising:component-green")
def test_the_shield_grid_stops_healing_for_the_turn() -> None:
    s = scene(DarkScene, "medical-frigate 2").tokens("yavin-4", "heal-one").fallen("component-green").at(1, "slicer 1")
    s.turn("yavin-4", facing=2).do("at 1").chance("threat green", "threat clockwise")
    assert s.happened("HealingBlocked", card="component-green")
    s.do("roll").chance("rolled red T, blue II I I")
    assert not any(move.startswith(("use ", "token ")) for move in s.legal())
    s.refused("use medical-frigate", "DSR-424").refused("token heal-one", "DSR-424")
    s.do("blue II > slicer", "blue I > slicer", "stop")
    assert s.happened("HeroRecruited", card="slicer", healed=1), "recruits still arrive healthy"
    s.play_on("turn.1")
    assert not s.state.no_heal


@cards("villain capacity cost", *COSTS)
def test_a_set_of_its_symbols_is_one_damage_and_one_token(table: Table, villain: str, capacity: int, cost: str) -> None:
    s = scene(table, mates(table)[0]).at(1, villain)
    assert s.spot(villain).capacity == capacity
    pay(step_3(s, table, cost), table, cost[:-1], villain)
    assert not s.happened("CostCovered")
    pay(s, table, cost[-1], villain)
    token = next(iter(s.do("stop").outcomes()))
    s.chance(token)
    assert s.damage(villain) == 1
    assert sum(s.held(ME[table]).values()) == 1


@pytest.mark.card("death-eaters-rising:lord-voldemort")
def test_voldemort_takes_a_damage_for_a_set_where_he_is_up_to_the_beaten_death_eaters() -> None:
    out = ("dark-duellist", "werewolf-raider")
    for facing, before, after in ((1, 0, 1), (1, 2, 2), (2, 0, 0)):
        s = scene(DeathScene, "night-librarian").set(facing=facing - 1, villains_out=out).boss(before)
        s.step_3("hogwarts", location=1, shown="red B B, blue K, green L, purple F", facing=facing)
        moves = [move for move in s.legal() if move.endswith("> lord-voldemort")]
        assert bool(moves) == (after > before)
        if moves:
            pay(s, DeathScene, "BBKLF", "lord-voldemort").do("stop").chance("drew heal-one")
        assert s.damage("lord-voldemort") == after


@pytest.mark.card(
    *(f"death-eaters-rising:base-{place}" for place in ("ministry-of-magic", "diagon-alley", "hogsmeade"))
)
@pytest.mark.parametrize("at", [0, 1, 2])
def test_a_base_is_exposed_last_and_its_fall_loses_the_game(at: int) -> None:
    s = calm(DeathScene())
    *places, base = s.state.stacks[at]
    assert base.startswith("base-")
    s.fallen(*places).pressure(**{base.replace("-", "_"): 5}).row(YOU[DeathScene], "order-courier")
    s.step("fall", ME[DeathScene]).play_on("never")
    assert s.state.result == "loss"
    assert s.happened("CarrierFell", card=base)

"""Heroes of the sister titles that draw, heal, hit and take counters off: one test for all that do the same."""

from tests.testkit.scene import DarkScene, DeathScene, Scene
from tests.testkit.sister_cards import ME, VILLAINS, YOU, cards, counters, damages, mates, pay, scene, step_3
from tests.testkit.titles import Table

DRAWS = (
    {"night-librarian": "K", "order-courier": "B", "luna-lovegood": "F"},
    {"undercover-agent": "I", "quartermaster": "S", "council-senator": "L"},
)
CLEARS = (
    {"charms-teacher": "K", "safe-house-keeper": "B", "patronus-student": "F"},
    {"signals-officer": "I", "r2-d2": "I", "base-commander": "L"},
)
PAYS = {"practice-partner": "here"}, {"fleet-engineer": "any"}
HEALS = (
    {
        "hospital-matron": ("L", 2),
        "remus-lupin": ("L", 2),
        "herbology-student": ("L", 2),
        "tower-ghost": ("", 1),
        "dormitory-lookout": ("", 1),
    },
    {
        "courier-shuttle": ("S", 2),
        "field-medic": ("S", 2),
        "blockade-runner": ("L", 2),
        "battle-repair-droid": ("", 1),
        "medical-frigate": ("", 1),
    },
)
HEALS_EACH: tuple[dict[str, str], dict[str, str]] = ({}, {"the-ghost": "SS", "command-cruiser": "LS"})
HITS = {"curse-breaker": "BB"}, {"demolitions-expert": "TT"}
WATCHES = {"twin-prankster": "KKL"}, {"patrol-starfighter": "LLI"}


def use(s: Scene, table: Table, hero: str, cost: str) -> Scene:
    """Pays for an ability, or uses one without a price; after that it is spent for this turn."""
    if not cost:
        s.do(f"use {hero}")
    else:
        assert not s.happened("EffectUsed")
        pay(s, table, cost[:-1], hero)
        assert not s.happened("EffectUsed"), "its price is not paid yet"
        pay(s, table, cost[-1], hero)
    assert len(s.happened("EffectUsed", card=hero, what="ability")) == 1
    return s


def spent(s: Scene, table: Table, hero: str, cost: str) -> bool:
    """The ability cannot be used again this turn."""
    return not any(move.endswith((f"> {hero}", f"use {hero}")) for move in s.legal())


def ready(table: Table, hero: str, cost: str, **options: str) -> Scene:
    """Step 3 of my Team, which is that Hero and a mate; dice for the price and one more set of them."""
    return step_3(scene(table, hero, mates(table, hero)[0], **options), table, cost * 2 or "L")


@cards("hero cost", *DRAWS)
def test_draws_a_token(table: Table, hero: str, cost: str) -> None:
    s = use(ready(table, hero, cost), table, hero, cost)
    token = next(iter(s.outcomes())).removeprefix("drew ")
    s.chance(f"drew {token}")
    assert s.held(ME[table]) == {token: 1}
    assert spent(s, table, hero, cost)


def with_counters(s: Scene, table: Table) -> tuple[Scene, str, str]:
    """Counters on a carrier at the Team's location and on another; a covered or fallen one takes none."""
    if table is DeathScene:
        s.fallen("hogs-head-inn", "hogsmeade-train-platform")
        s.pressure(department_of_mysteries=2, base_hogsmeade=3)
        return s, "department-of-mysteries", "base-hogsmeade"
    s.fallen("component-green").pressure(component_blue=2, component_red=3)
    return s, "component-blue", "component-red"


@cards("hero cost", *CLEARS)
def test_takes_a_counter_off_any_carrier_in_play(table: Table, hero: str, cost: str) -> None:
    s, near, far = with_counters(scene(table, hero, mates(table, hero)[0]), table)
    use(step_3(s, table, cost * 2), table, hero, cost)
    assert set(s.legal()) == {f"choose {near}", f"choose {far}", "done"}
    s.do(f"choose {far}")
    assert (counters(s, near), counters(s, far)) == (2, 2)
    assert spent(s, table, hero, cost)
    nothing = use(ready(table, hero, cost), table, hero, cost)
    assert nothing.happened("NothingToDo", card=hero)


@cards("hero where", *PAYS)
def test_takes_a_damage_to_take_a_counter_off(table: Table, hero: str, where: str) -> None:
    s, near, far = with_counters(scene(table, hero, mates(table)[0]), table)
    step_3(s, table, "L").do(f"use {hero}")
    assert s.damage(hero) == 1
    assert set(s.legal()) == {f"choose {near}", "done"} | ({f"choose {far}"} if where == "any" else set())
    s.do(f"choose {near}")
    assert (counters(s, near), counters(s, far)) == (1, 3)
    assert spent(s, table, hero, "")
    declined, near, _ = with_counters(scene(table, hero), table)
    step_3(declined, table, "L").do(f"use {hero}", "done")
    assert (declined.damage(hero), counters(declined, near)) == (1, 2)
    full = scene(table, f"{hero} {s.book.capacity[hero]}")
    assert f"use {hero}" not in step_3(full, table, "L").legal(), "a full Hero cannot pay"


@cards("hero cost n", *HEALS)
def test_heals_a_hero_of_any_team(table: Table, hero: str, cost: str, n: int) -> None:
    mate, yours, lying = mates(table, hero)[:3]
    for card, after in ((hero, 3 - n), (mate, 0), (yours, 4 - n)):
        s = scene(table, f"{hero} 3", f"{mate} 1", yours=(f"{yours} 4",)).at(1, f"{lying} 2")
        use(step_3(s, table, cost * 2 or "L"), table, hero, cost)
        assert set(s.legal()) == {f"choose {one}" for one in (hero, mate, yours)} | {"done"}, "nobody off the Teams"
        s.do(f"choose {card}")
        assert s.damage(card) == after
        assert sum(damages(s, hero, mate, yours, lying)) == 10 - min(n, 1 if card == mate else n)
        assert spent(s, table, hero, cost)


@cards("hero cost", *HEALS_EACH)
def test_heals_one_hero_of_each_team(table: Table, hero: str, cost: str) -> None:
    s = table(ME[table], YOU[table], "alderaan").row(ME[table], f"{hero} 1", "slicer 2").row(YOU[table], "mechanic")
    s.row("alderaan", "leia-organa 3")
    use(step_3(s, table, cost * 2), table, hero, cost)
    assert set(s.legal()) == {f"choose {hero}", "choose slicer", "done"}
    s.do("choose slicer")
    assert set(s.legal()) == {"choose leia-organa", "done"}, "a Team without Damage is passed over"
    s.do("choose leia-organa")
    assert damages(s, hero, "slicer", "mechanic", "leia-organa") == [1, 1, 0, 2]
    assert spent(s, table, hero, cost)


@cards("hero cost", *HITS)
def test_hits_a_villain_here_and_draws_at_once(table: Table, hero: str, cost: str) -> None:
    one, other = VILLAINS[table]
    far = "bellatrix-lestrange" if table is DeathScene else "star-destroyer"
    s = scene(table, hero).at(1, one, other).at(2, far)
    use(step_3(s, table, cost * 2), table, hero, cost)
    assert set(s.legal()) == {f"choose {one}", f"choose {other}", "done"}
    token = next(iter(s.do(f"choose {other}").outcomes()))
    s.chance(token)
    assert damages(s, one, other, far) == [0, 1, 0]
    assert sum(s.held(ME[table]).values()) == 1
    assert spent(s, table, hero, cost)
    full = scene(table, hero).at(1, f"{one} {s.book.capacity[one]}")
    assert use(step_3(full, table, cost), table, hero, cost).happened("NothingToDo")


@cards("hero cost", *WATCHES)
def test_draws_once_at_the_end_of_a_turn_with_damage_on_villains(table: Table, hero: str, cost: str) -> None:
    first, second = {DeathScene: ("lucius-malfoy", "bribed-official"), DarkScene: ("grand-moff-tarkin", "at-act")}[
        table
    ]
    s = pay(step_3(scene(table, hero).at(1, first, second), table, cost), table, cost, first)
    s.do("stop").chance(next(iter(s.outcomes())))
    assert s.legal() == [f"react {hero}", "done"]
    s.do(f"react {hero}").chance(next(iter(s.outcomes())))
    assert sum(s.held(ME[table]).values()) == 2
    both = scene(table, hero).at(1, f"{first}", f"{second}").step_3(ME[table], shown="blue L")
    both.set(villain_hits=2).do("stop")
    assert both.legal() == [f"react {hero}", "done"]
    both.do(f"react {hero}").chance(next(iter(both.outcomes())))
    assert sum(both.held(ME[table]).values()) == 1, "one in all"
    none = scene(table, hero).at(1, first).step_3(ME[table], shown="blue L").do("stop")
    assert not none.happened("EffectUsed", card=hero)

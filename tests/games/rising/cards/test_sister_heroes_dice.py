"""Heroes of the sister titles that add, reroll or turn dice: one test for all that do the same."""

from collections import Counter

import pytest

from tests.testkit.scene import Scene
from tests.testkit.sister_cards import MATES, ME, MINE, STRONG, VILLAINS, cards, mates, scene
from tests.testkit.titles import Table

ANY = ({"kitchen-elf": "blue green", "auror-captain": "red blue", "ron-weasley": "purple green"},
       {"shock-trooper": "red green", "archive-spy": "blue yellow", "temple-guardian": "green red",
        "wing-leader": "yellow red"})  # fmt: skip
BESIDE = ({"rubeus-hagrid": "green red", "alastor-moody": "red"},
          {"baze-malbus": "red", "recon-starfighter": "blue"})  # fmt: skip
WITH = (
    {
        "albus-dumbledore": ("blue green", "Hogwarts"),
        "potions-prefect": ("blue", "Army"),
        "sirius-black": ("red green", "Order"),
        "ministry-insider": ("red blue", "Hogwarts"),
        "harry-potter": ("purple red", "Army"),
    },
    {
        "luke-skywalker": ("red yellow", "Tactical"),
        "desert-scout": ("red", "Intelligence"),
        "cassian-andor": ("blue red", "Intelligence"),
        "defector-pilot": ("blue", "Support"),
        "hera-syndulla": ("green blue", "Support"),
        "relief-pilot": ("green", "Tactical"),
        "leia-organa": ("yellow green", "Leadership"),
        "admiral-raddus": ("yellow", "Tactical"),
    },
)
REROLLS = (
    {"minerva-mcgonagall": 2, "mrs-norris": 1, "nymphadora-tonks": 2, "order-lookout": 1, "hermione-granger": 2,
     "coin-messenger": 1},
    {"han-solo": 2, "ground-speeder": 1, "street-informant": 1, "loader-droid": 1, "veteran-general": 2, "c-3po": 1},
)  # fmt: skip
CHANGES = (
    {"severus-snape": "K", "order-duellist": "B", "ginny-weasley": "F"},
    {"sabine-wren": "T", "slicer": "I", "mechanic": "S", "obi-wan-kenobi": "L"},
)


def collecting(s: Scene, table: Table) -> Scene:
    """The pool of my Team at location 1 is being collected; the figure is elsewhere."""
    return s.step("collect", ME[table], location=1, facing=3)


def adds(s: Scene, table: Table, hero: str, colours: str) -> None:
    """It is asked once, adds one die of a colour of its own, may be declined, and the box limits it."""
    collecting(s, table)
    before, several = s.state, colours.split()
    assert s.legal() == [f"react {hero}", "done"]
    for colour in several:
        s.state = before
        s.do(f"react {hero}")
        if len(several) > 1:
            assert s.legal() == [*(f"take {one}" for one in several), "done"]
            s.do(f"take {colour}")
        assert Counter(s.waiting()) == Counter([*MINE[table], colour])
        assert s.legal() == ["roll"]
        if len(several) > 1:
            s.state = before
            left = tuple(0 if one == colour else n for one, n in zip(s.book.colours, before.stock, strict=True))
            s.set(stock=left).do(f"react {hero}", f"take {colour}")
            assert sorted(s.waiting()) == sorted(MINE[table])
            assert s.happened("DieNotAdded", colour=colour)
    s.state = before
    assert sorted(s.do("done").waiting()) == sorted(MINE[table])


def gives_none(s: Scene, table: Table) -> bool:
    """Nobody is asked, the pool is that of the card."""
    collecting(s, table)
    return s.legal() == ["roll"] and sorted(s.waiting()) == sorted(MINE[table])


@cards("hero colours", *ANY)
def test_adds_a_die_of_one_of_its_colours(table: Table, hero: str, colours: str) -> None:
    adds(scene(table, hero), table, hero, colours)


@cards("hero colours", *BESIDE)
def test_adds_a_die_where_a_villain_lies_with_its_team(table: Table, hero: str, colours: str) -> None:
    villain = VILLAINS[table][0]
    adds(scene(table, hero).at(1, villain), table, hero, colours)
    assert gives_none(scene(table, hero).at(2, villain).at(3, VILLAINS[table][1]), table), "elsewhere"
    assert gives_none(scene(table, mates(table)[0], yours=(hero,)).at(1, villain), table), "not its turn"


@cards("hero colours kind", *WITH)
def test_adds_a_die_beside_another_hero_of_a_type(table: Table, hero: str, colours: str, kind: str) -> None:
    mate = MATES[table][kind]
    others = [card for name, card in MATES[table].items() if name != kind]
    adds(scene(table, mate, hero, yours=(others[0],)), table, hero, colours)
    assert gives_none(scene(table, hero, *others[1:], yours=(others[0],)), table), "the wrong types"
    assert gives_none(scene(table, hero, yours=(mate,)).at(1, *others[:1]), table), "on another Team"
    lying = scene(table, hero, yours=(others[0],)).at(1, mate)
    assert gives_none(lying, table), "face up at the location"


@cards("hero n", *REROLLS)
def test_rerolls_up_to_so_many_dice_once(table: Table, hero: str, n: int) -> None:
    s = scene(table, hero).step_3(ME[table], shown="blue" + " L" * (n + 1))
    s.do(f"use {hero}", *["pick blue L"] * n)
    assert all(len(roll.split()) == n + 2 for roll in s.outcomes()), f"{n} dice roll"
    double = STRONG_FACE[STRONG[table]["K" if "K" in STRONG[table] else "I"], table.title]
    s.chance("rolled blue" + f" {double}" * n)
    assert Counter(s.shown()) == Counter({"blue L": 1, f"blue {double}": n})
    assert f"use {hero}" not in s.legal(), "once"
    fewer = scene(table, hero).step_3(ME[table], shown="blue L L L").do(f"use {hero}")
    assert "done" in fewer.legal()
    used = scene(table, hero).at(1, hero_that_needs_l(table)).step_3(ME[table], shown="blue L L")
    used.do(f"blue L > {hero_that_needs_l(table)}")
    assert f"use {hero}" not in used.legal(), "a die of the roll was used"
    assert f"use {hero}" not in scene(table, hero).step_3(ME[table]).legal(), "nothing was rolled"
    yours = scene(table, mates(table)[0], yours=(hero,)).step_3(ME[table], shown="blue L L")
    assert f"use {hero}" not in yours.legal(), "not its turn"


STRONG_FACE = {("blue", "death-eaters-rising"): "KK", ("blue", "dark-side-rising"): "II"}


def hero_that_needs_l(table: Table) -> str:
    return "remus-lupin" if "K" in STRONG[table] else "council-senator"


@cards("hero symbol", *CHANGES)
@pytest.mark.parametrize("times", [1, 2])
def test_turns_a_die_that_shows_its_symbol(table: Table, hero: str, symbol: str, times: int) -> None:
    colour = STRONG[table][symbol]
    others = [one for one in STRONG[table] if one != symbol]
    face = symbol * times
    s = scene(table, hero).step_3(ME[table], shown=f"{colour} {face} {others[0]}").do(f"use {hero}")
    turns = {move for move in s.legal() if move.startswith("turn ")}
    left = {symbol, symbol * 2, *others} - {face}
    assert turns == {f"turn {colour} {face} to {to}" for to in left}, "no other die, every other face"
    assert "done" in s.legal()
    s.do(f"turn {colour} {face} to {others[1]}")
    assert Counter(s.shown()) == Counter([f"{colour} {others[0]}", f"{colour} {others[1]}"])
    assert f"use {hero}" not in s.legal(), "once"
    without = scene(table, hero).step_3(ME[table], shown=f"{colour} {others[0]}")
    assert f"use {hero}" not in without.legal(), "no die shows it"
    yours = scene(table, mates(table)[0], yours=(hero,)).step_3(ME[table], shown=f"{colour} {face}")
    assert f"use {hero}" not in yours.legal(), "not its turn"

"""The cost on a card keeps its printed order; a die lies in the slots of its symbol, a double in two of them."""

import random
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from rising_tutor.boards import board_for
from rising_tutor.boards.ports import Look
from rising_tutor.boards.rising.slots import Slot, filled
from rising_tutor.boards.rising.words import Words, split
from rising_tutor.core.chance_streams import ChanceStreams
from rising_tutor.core.node import Chance, Terminal
from rising_tutor.games.rising import actions as do
from tests.testkit.scene import Scene, rising
from tests.testkit.settings import RISING


def views(title: str, seed: int, n: int) -> Iterator[Any]:
    """Tables along a game in which dice go on cards whenever they can."""
    game, rng = rising(title), random.Random(seed)
    state, drawn = game.start(2, {}), 0
    for _ in range(n):
        node = game.node(state)
        if isinstance(node, Terminal):
            return
        if isinstance(node, Chance):
            state = game.resolve(state, ChanceStreams(game, seed).draw(state, node.outcomes, drawn)).state
            drawn += 1
            continue
        yield game.view(state, node.seat)
        places = [action for action in node.actions if isinstance(action, do.PlaceDie)]
        state = game.act(state, rng.choice(places or node.actions)).state


Paid = tuple[tuple[str, ...], Sequence[str], tuple[str, ...], int]


def costs(words: Words, view: Any) -> Iterator[Paid]:
    """Every cost on a table: as printed, the dice on it, what is open, how often it is covered."""
    for spot in (*view.places, *view.battles):
        if spot is not None:
            yield words.cost(spot.card), spot.dice, spot.lacks, spot.sets
    for team in view.teams:
        for member in team.row:
            yield words.paid(member.card), member.dice, member.lacks, 0
        for ability in team.abilities:
            yield words.paid(ability.key), ability.dice, ability.lacks, 0


def spread(places: Sequence[Slot]) -> list[str]:
    """The symbols from left to right, as often as they are drawn."""
    return [place.symbol for place in places for _ in range(max(1, place.width)) if place.symbol]


@pytest.mark.slow
@pytest.mark.parametrize("title", RISING)
def test_a_cost_keeps_its_printed_order_whatever_lies_on_it(title: str) -> None:
    words = Words(rising(title).book)
    seen: Counter[str] = Counter()
    for view in (view for seed in range(6) for view in views(title, seed, 250)):
        for cost, dice, lacks, sets in costs(words, view):
            places = filled(cost, dice, lacks, sets)
            printed = spread(places)
            if lacks or dice:
                assert printed == [*cost] * (len(printed) // len(cost) if cost else 0)
            assert Counter(place.symbol for place in places if not place.die) == Counter(lacks)
            assert {place.die for place in places if place.die} == set(dice)
            assert all(place.symbol in ("", split(place.die)[1][0]) for place in places if split(place.die)[1])
            covered = sum(max(1, place.width) for place in places if place.die and place.symbol)
            assert covered == len(printed) - len(lacks)
            seen["reordered"] += bool(dice) and bool(lacks) and not places[0].die
            seen["wide"] += any(place.width == 2 for place in places)
            seen["over"] += any(place.over for place in places)
    assert all(seen[what] for what in ("reordered", "wide", "over")), seen


@pytest.mark.parametrize(
    ("cost", "dice", "lacks", "sets", "drawn"),
    [
        ("AFF", ["red:F"], "AF", 0, "A F* F"),
        ("AFF", ["red:FF"], "A", 0, "A FF*"),
        ("FFA", ["yellow:A", "red:F", "blue:F"], "", 1, "F* F* A*"),
        ("FA", ["red:FF"], "A", 0, "F* A"),
        ("E", ["green:EE"], "", 2, "EE*"),
        ("FFA", ["red:F", "red:FF", "blue:A"], "FA", 1, "F* F* A* F* F A"),
        ("WW", ["token:W"], "W", 0, "W* W"),
        ("", ["green:E"], "", 0, "*"),
    ],
)
def test_dice_lie_where_their_symbol_is_printed(cost: str, dice: list[str], lacks: str, sets: int, drawn: str) -> None:
    places = filled(tuple(cost), dice, tuple(lacks), sets)
    assert " ".join(place.symbol * max(1, place.width) + ("*" if place.die else "") for place in places) == drawn


def test_the_lost_half_of_a_double_stays_in_sight() -> None:
    [fire, avatar] = filled(("F", "A"), ("red:FF",), ("A",))
    assert (fire.over, fire.width, avatar.over) == (True, 1, False)


@pytest.mark.parametrize("title", RISING)
def test_a_double_is_drawn_over_the_two_slots_that_it_covers(title: str) -> None:
    game = rising(title)
    board = board_for(game)
    for view in (view for seed in range(6) for view in views(title, seed, 250)):
        html = "".join(board.parts(view, Look()).values())
        rows = re.findall(r'<(?:div|span) class="rt-slots">.*?</(?:div|span)>', html)
        if any("is-2wide" in row for row in rows):
            [wide, *_] = re.findall(r'<span[^>]*class="[^"]*is-2wide[^"]*"[^>]*aria-label="([^"]*)"', html)
            assert "double" in wide
            return
    raise AssertionError("no double covered two slots")


def test_a_balance_space_without_symbols_is_not_called_paid_for() -> None:
    s = Scene("toph", "aang").step_3("toph")
    seen = set()
    for position in range(s.view().balance.top):
        s.set(balance=position)
        view = s.view()
        track = board_for(s.game).parts(view, Look(actions=s.game.node(s.state).actions))["table"]
        cost = s.book.side[view.balance.side].spaces[position].symbols
        assert ("Pay for the next" in track) is bool(cost)
        assert ("Next: " in track) is not bool(cost)
        seen.add(bool(cost))
    assert seen == {True, False}

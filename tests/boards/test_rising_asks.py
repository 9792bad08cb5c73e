"""The tray asks only for what can be done: a die for a card, a die to give up; else it says why not."""

import re
from collections import Counter
from functools import cache
from html import unescape
from typing import Any, NamedTuple

import pytest

from rising_tutor.boards import board_for
from rising_tutor.boards.ports import Hint, Look, Try
from rising_tutor.core.registry import load_game
from rising_tutor.games.rising import actions as do
from rising_tutor.games.rising.rules import tasks
from tests.boards.test_rising_board import GAMES, positions

ASKS = re.compile(r"(?i)choose (a|the|one|which)\b")


def text(html: str) -> str:
    return unescape(re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", html)))


def in_dice_step(title: str, seed: int, options: dict[str, str], seats: int) -> list[tuple[Any, Any, tuple[Any, ...]]]:
    """States of the dice step with the view and the legal actions."""
    game = load_game(title)
    found = [(state, game.view(state, None), actions) for state, actions in positions(seed, 160, options, seats, title)]
    return [one for one in found if one[1].agenda and isinstance(one[1].agenda[-1], tasks.Window) and one[2]]


class Tray(NamedTuple):
    """What a tray says, and whether it marks something as fitting."""

    said: str
    fits: bool


@cache
def tray_for(title: str, at: int, view: Any, actions: tuple[Any, ...], card: str) -> Tray:
    """The tray with a card taken up. Two tests ask for the same ones, and to draw them is nearly all of their work."""
    look = Look(at=at, actions=actions, picked=f"card:{card}")
    html = board_for(load_game(title)).parts(view, look)["dock"]
    return Tray(text(html), "fits" in html)


def spots(view: Any) -> list[str]:
    return [spot.card for spot in (*view.places, *view.battles) if spot is not None]


@pytest.mark.sweep(one_in=5)
@pytest.mark.slow
@pytest.mark.parametrize(("title", "seed", "options", "seats"), GAMES)
def test_a_die_is_asked_for_only_where_one_fits(title: str, seed: int, options: dict[str, str], seats: int) -> None:
    board, seen = board_for(load_game(title)), Counter[str]()
    for at, (_, view, actions) in enumerate(in_dice_step(title, seed, options, seats)):
        placing = [action for action in actions if isinstance(action, do.PlaceDie)]
        giving = [action for action in actions if isinstance(action, do.DiscardDie)]
        tray = text(board.parts(view, Look(at=at, actions=actions))["dock"])
        assert "Choose a die first" not in tray or placing
        assert not ASKS.search(tray) or placing or giving, tray
        for card in spots(view):
            drawn = tray_for(title, at, view, actions, card)
            if any(action.on == card for action in placing):
                assert drawn.fits
                seen["fits"] += 1
            else:
                assert not ASKS.search(drawn.said), drawn.said
                seen["none fits"] += 1
    assert seen["fits"]
    assert seen["none fits"]


@pytest.mark.sweep(one_in=3)
@pytest.mark.slow
@pytest.mark.parametrize(("title", "seed", "options", "seats"), GAMES)
def test_what_is_said_of_a_card_that_takes_no_die_is_true(
    title: str, seed: int, options: dict[str, str], seats: int
) -> None:
    """Every reason that the tray gives is one that the rules give for every die."""
    game = load_game(title)
    seen = Counter[str]()
    for at, (state, view, actions) in enumerate(in_dice_step(title, seed, options, seats)):
        for number, card in enumerate(view.places):
            if card is None:
                continue
            said = tray_for(title, at, view, actions, card.card).said
            if "out of reach" in said:
                assert number // 3 != view.location
                seen["reach"] += 1
            if "No die of this roll shows what" in said:
                assert not any(face in card.lacks for die in view.roll.shown for face in die.partition(":")[2])
                seen["symbol"] += 1
            if "in place of assigning" in said:
                assert view.roll.duty == "discarded"
                seen["given up"] += 1
            if any(word in said for word in ("out of reach", "No die", "in place of", "no die is rolled")):
                assert all(game.check(state, do.PlaceDie(die, card.card)) for die in view.roll.shown), said
    assert seen["reach"]
    assert seen["symbol"]


@pytest.mark.parametrize(("title", "seed", "options", "seats"), GAMES)
def test_a_die_to_give_up_is_asked_for_only_where_one_can_be(
    title: str, seed: int, options: dict[str, str], seats: int
) -> None:
    game = load_game(title)
    board, seen = board_for(game), Counter[str]()
    for at, (state, view, actions) in enumerate(in_dice_step(title, seed, options, seats)):
        look = Look(at=at, actions=actions)
        meaning = board.control(view, look, "DiscardDie")
        can = any(isinstance(action, do.DiscardDie) for action in actions)
        assert can or not (isinstance(meaning, Hint) and ASKS.search(meaning.text))
        if isinstance(meaning, Try):
            refused = game.check(state, meaning.action)
            assert refused is not None
            html = board.parts(view, Look(at=at, actions=actions, refusal=refused, attempt=meaning.action))["dock"]
            assert board.word(view, meaning.action) not in text(html), "nobody chose that die"
            if not view.roll.n:
                assert refused.nearest == do.Roll()
                seen["before the first roll"] += 1
    assert seen["before the first roll"]

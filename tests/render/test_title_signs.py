"""Every symbol and die of every title has a drawing of its own, which colour alone does not tell apart."""

import re

import pytest

from rising_tutor.core.registry import game_ids, load_game
from rising_tutor.games.rising.game import RisingGame
from rising_tutor.render.dice import BANDS, die
from rising_tutor.render.symbols import sign, sprite, symbol
from rising_tutor.render.theme import style_sheet

TITLES = [game for game in game_ids() if isinstance(load_game(game), RisingGame)]


def drawings() -> dict[str, str]:
    """The shapes of the sprite by name."""
    return dict(re.findall(r'<symbol id="([\w-]+)"[^>]*>(.*?)</symbol>', sprite()))


@pytest.mark.parametrize("title", TITLES)
def test_symbols_have_a_shape_of_their_own_and_a_colour(title: str) -> None:
    words = load_game(title).book.spec.words.symbols.values()  # type: ignore[attr-defined]
    shapes = drawings()
    names = [sign(word) for word in words]
    assert len({shapes[name] for name in names}) == len(names)
    for word, name in zip(words, names, strict=True):
        assert f".rt-{name.replace('g-', 'g--')}" in style_sheet()
        assert f'aria-label="{word}"' in symbol(word)


def test_no_shape_means_two_things() -> None:
    signs = [shape for name, shape in drawings().items() if name.startswith(("g-", "b-"))]
    assert len(signs) == len(set(signs))


@pytest.mark.parametrize("title", TITLES)
def test_colours_of_dice_have_a_mark_and_a_letter_of_their_own(title: str) -> None:
    book = load_game(title).book  # type: ignore[attr-defined]
    colours = {*book.colours, *(one.colour for one in book.content.carrier if one.colour)}
    assert colours <= set(BANDS)
    assert len({BANDS[colour] for colour in colours}) == len(colours)
    for colour in colours:
        drawn = die(colour, (), label=f"{colour} die")
        assert f"#b-{BANDS[colour]}" in drawn
        assert f">{colour[0].upper()}<" in drawn

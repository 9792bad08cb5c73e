"""Moves as text, where titles of the family write them in different words."""

import pytest

from rising_tutor.errors import UnreadableMove
from rising_tutor.games.rising.actions import DiscardDie
from tests.testkit.scene import rising
from tests.testkit.settings import RISING


@pytest.mark.parametrize("title", RISING)
def test_a_forfeited_die_can_be_typed_in_the_words_of_each_title(title: str) -> None:
    """What was recorded under one word is read in every title."""
    game = rising(title)
    colour = game.book.colours[0]
    start = game.start(2)
    assert game.read(start, f"discard {colour}") == game.read(start, f"forfeit {colour}") == DiscardDie(colour)
    assert game.write(start, DiscardDie(colour)) == f"{game.book.spec.words.discard} {colour}"


@pytest.mark.parametrize("title", RISING)
def test_a_recruit_joins_at_an_end_only_where_there_is_a_row(title: str) -> None:
    game = rising(title)
    start, hero = game.start(2), game.book.hero_ids[0]
    row = game.book.spec.switch.row
    texts = [f"join {hero} left", f"join {hero} right"] if row else [f"join {hero}"]
    for text in texts:
        assert game.write(start, game.read(start, text)) == text
    with pytest.raises(UnreadableMove):
        game.read(start, f"join {hero}" if row else f"join {hero} left")

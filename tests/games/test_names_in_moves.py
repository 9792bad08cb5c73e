"""Cards in typed moves: by name in several words, by a beginning that fits one card, and what is said of several."""

import re
from typing import Any

import pytest

from rising_tutor.core.naming import fitting
from rising_tutor.errors import UnreadableMove
from tests.testkit.decisions import decisions
from tests.testkit.games import game_of
from tests.testkit.quickstrike import GAME as AVATAR
from tests.testkit.rise import Scene, Side

OURS = ("fire-nation-rising", "death-eaters-rising", "dark-side-rising", "avatar-tcg", "rise-tcg")
_HYPHEN = re.compile(r"(?<=[a-z])-(?=[a-z])")


@pytest.mark.slow
@pytest.mark.parametrize("game_id", OURS)
def test_every_action_is_read_with_blanks_for_hyphens(game_id: str) -> None:
    game = game_of(game_id)
    several = set()
    for state, node in decisions(game, 2, one_in=6):
        for action in node.actions:
            text = game.write(state, action)
            spoken = _HYPHEN.sub(" ", text)
            assert game.read(state, spoken) == action, text
            several |= {text} if spoken != text else set()
    assert several or game_id == "avatar-tcg"


def test_a_flipped_card_is_named_as_it_is_printed() -> None:
    state = AVATAR.start(2)
    for card in AVATAR.book.cards:
        name = card.name
        assert AVATAR.read(state, f"reveal {name}") == AVATAR.read(state, f"reveal {AVATAR.book.word[card.id]}"), name


def shortest(card: str, ids: Any) -> str:
    """Return the shortest beginning of an id that fits this card alone."""
    return next(card[:n] for n in range(1, len(card) + 1) if fitting(card[:n], ids) == (card,))


@pytest.mark.slow
@pytest.mark.parametrize("game_id", ["fire-nation-rising", "rise-tcg"])
def test_a_card_is_named_by_a_beginning_that_fits_it_alone(game_id: str) -> None:
    game: Any = game_of(game_id)
    book = game.book
    rise = game_id == "rise-tcg"
    ids = book.card if rise else (*book.hero, *book.villain, *book.ability_of_team, *book.battle, "balance")
    found = 0
    for state, node in decisions(game, 1, one_in=9):
        for action in node.actions:
            text = game.write(state, action)
            for card in re.findall(r"(?<=invoke )[a-z-]+|(?<=> )[a-z-]+", text):
                found += 1
                assert game.read(state, text.replace(card, shortest(card, ids))) == action
    assert found


def test_what_the_page_for_people_promises_holds() -> None:
    game = game_of("rise-tcg")
    s = Scene(Side(hand="spark bear cub", play="tap ox mouse"), Side(play="mouse bear"))
    assert s.game.read(s.state, "invoke be with bram, tinker") == s.game.read(s.state, "invoke bear with bram")
    assert s.game.read(s.state, "skill br 1") == s.game.read(s.state, "skill bram 1")
    state = game.start(2)
    assert game.read(state, "draw lance") == game.read(state, "draw lance-rider")


def test_a_beginning_that_fits_several_names_them() -> None:
    s = Scene(Side(play="ox mouse"), Side(play="mouse bear"))
    with pytest.raises(UnreadableMove, match="one of the names that 'mo' fits: mouse or mouse-2"):
        s.game.read(s.state, "stack ox on mo")
    with pytest.raises(UnreadableMove, match="'ka' fits: katara or kanna"):
        game_of("fire-nation-rising").read(game_of("fire-nation-rising").start(2), "card ka")
    with pytest.raises(UnreadableMove, match="one of the names that 'kyoshi' fits"):
        AVATAR.read(AVATAR.start(2), "reveal kyoshi")


def test_what_can_be_chosen_now_is_meant_before_the_rest_of_the_table() -> None:
    s = Scene(Side(play="ox mouse"), Side(play="mouse bear")).do("to attack")
    assert s.game.read(s.state, "attack mo") == s.game.read(s.state, "attack mouse")

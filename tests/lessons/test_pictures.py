"""What a lesson says that a card shows, the board beside it draws."""

import re
from collections.abc import Iterator
from html import unescape

import pytest

from rising_tutor.boards import board_for
from rising_tutor.boards.ports import Look
from rising_tutor.core.ids import CardId, GameId
from rising_tutor.core.registry import load_game
from rising_tutor.core.session import GameSession
from rising_tutor.lessons.lesson_file import load_course
from rising_tutor.lessons.run import LessonRun
from tests.testkit.scene import rising
from tests.testkit.settings import RISING

SHOWS = re.compile(
    r"(?:\b[Cc]ards?|\bBase|\bPlaces?|\b[Ss]paces?|\b[Tt]racks?|\b[Tt]okens?|\bSome)"
    r" (?:also )?(?:shows?|prints?|carr(?:y|ies)|bears?) ([^.:;]+)"
)
"""What follows is said to be on the picture."""
DRAWN = {
    r"four (dice|of them)": r'rt-starts__dice"[^>]*aria-label="4 dice',
    r"starting Hero|leader": r"Starts with \w",
    r"\bally\b": r", ally \w",
    r"abilit": r'rt-card__text"><span>',
    r"affiliation|its type|a kind": r'data-kind="[^"]* · ',
    r"Damage spaces": r'class="rt-pipsbox"',
    r"symbols|a cost": r'class="rt-slot"',
    r"what it takes": r'class="rt-ladder',
    r"icon": r"Black Sun icon",
    r"a symbol": r'class="rt-token[^>]*><i[^>]*><svg class="rt-g rt-g--',
}
"""Words for a thing, and how the board draws it."""


def claims(game: GameId) -> Iterator[tuple[str, str, str]]:
    """Every thing that a step says is shown: where it is said, the thing, the board of the step."""
    loaded = load_game(game)
    board = board_for(loaded)
    course = load_course(game)
    for lesson in (*course.lessons, *course.scenarios):
        for at, step in enumerate(lesson.step):
            found = SHOWS.findall(step.say)
            if found:
                view = loaded.view(LessonRun(loaded, lesson, at).state, None)
                html = board.parts(view, Look())["table"]
                for things in found:
                    yield from ((f"{lesson.id} {at + 1}", one, html) for one in re.split(r",(?: and)? | and ", things))


@pytest.mark.parametrize("game", RISING)
def test_what_a_text_says_that_a_card_shows_is_drawn(game: GameId) -> None:
    n = 0
    for where, thing, html in claims(game):
        n += 1
        words = [drawn for word, drawn in DRAWN.items() if re.search(word, thing)]
        assert words, f"{where}: the board draws no {thing!r}: draw it, or say it otherwise"
        assert all(re.search(drawn, html) for drawn in words), f"{where}: {thing}"
    assert n, "no text says that a card shows anything: is the way it is said another one?"


@pytest.mark.parametrize("title", RISING)
def test_every_team_card_shows_what_its_team_begins_with(title: str) -> None:
    game = rising(title)
    board, book = board_for(game), game.book
    for side in board.sides():
        card = book.team[CardId(f"team-{side.id}")]
        other = next(one.id for one in board.sides() if one.id != side.id)
        player = GameSession(game, 2, {"teams": f"{side.id},{other}", "first_player": "1"}, seed="start")
        player.settle()
        while not player.view.turn:
            player.play(player.actions[0])
        html = board.parts(player.view, Look())["table"]
        cards = re.findall(r'class="rt-card rt-card--team.*?class="rt-card__foot">(.*?)</div>', html, re.DOTALL)
        assert sum("rt-starts" in foot for foot in cards) == 1
        assert cards[0].count('<span class="rt-die ') == len(card.dice)
        assert all(unescape(book.name(hero)) in unescape(cards[0]) for hero in card.starters)
        assert not card.ally or f", ally {book.name(card.ally)}" in unescape(cards[0])

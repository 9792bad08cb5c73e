"""Tables as pictures and as text, one module for each family of games.

    rising.py         the board of the Rising titles, as HTML and as text
    rising_text.py    a table in plain text, for a terminal
    rising_words.py   what an action is called on a button, what a choice is about
    rising_hand.py    what a press on a die or card means
    rising_scene.py   one picture: view, page and hand; the steps of the turn
    rising_cards.py   cards, dice and costs
    rising_slots.py   which symbols of a cost the dice on it cover
    rising_table.py   the ring of locations around the figure
    rising_tracks.py  tracks and decks
    rising_enemy.py   dice of the enemy, what its counters lie on, the goal
    rising_teams.py   Teams
    rising_tray.py    dice, places that fit, refusal
    rising_tries.py   what a person may want to try, legal or not
    rising_coach.py   what to do now and why
    plain.py          any game that nobody has drawn, as lists and buttons
    ports.py          what a page may ask of any board

A board turns a view into text and HTML and holds nothing that changes. Pages reach it by `board_for`.
"""

from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING

from rising_tutor.boards.plain import PlainBoard
from rising_tutor.core.game import AnyGame

if TYPE_CHECKING:
    from rising_tutor.boards.ports import Board


def board_for(game: AnyGame) -> "Board":
    """The board of the game's family, else a plain one."""
    family = game.info.family
    name = f"{__name__}.{family}"
    drawn = family.isidentifier() and find_spec(name) is not None and hasattr(import_module(name), "board")
    board: Board = import_module(name).board(game) if drawn else PlainBoard(game)
    return board

"""The choice that waits, as text in a cell: the same words as on the page and in the terminal."""

from typing import Any

from rising_tutor.boards import board_for
from rising_tutor.boards.decision import lines
from rising_tutor.boards.ports import Look
from rising_tutor.core.game import AnyGame
from rising_tutor.core.node import Decision
from rising_tutor.core.view import Viewer
from rising_tutor.render.html import Html, el


def asked(
    game: AnyGame,
    state: Any,
    viewer: Viewer,
    *,
    names: tuple[str, ...] = (),
    live: bool = False,
) -> Html | None:
    """Return the choice that waits at a position, as far as the viewer may know it; None where nobody chooses.

    Args:
        live: the viewer plays, and is called "you".
    """
    node = game.node(state)
    if not isinstance(node, Decision):
        return None
    # What another seat can do hangs on its hand.
    actions = node.actions if not game.info.hidden or viewer == node.seat else ()
    look = Look(actions=actions, names=names, live=live)
    text = board_for(game).decision(game.view(state, viewer), look)
    if text is None:
        return None
    return el("pre", "\n".join(lines(text, lambda action: game.write(state, action))))

"""Any message at any node: a table does it, answers it or ignores it, and can still be drawn."""

import re
from functools import cache
from typing import Any

import pytest

from rising_tutor.core.contract.records import ODD_TEXTS
from rising_tutor.core.node import Chance, Decision
from rising_tutor.core.playthrough import follow
from rising_tutor.core.session import GameSession
from rising_tutor.tutor.messages import understood
from rising_tutor.tutor.table import controller as controller_module
from rising_tutor.tutor.table.controller import TableController
from tests.testkit.games import every_engine, game_of

KINDS = ("chance", "decision", "end")
WORDS = (
    "press", "act", "roll", "stop", "discard", "nearest", "advice", "undo", "help", "unfold", "turn", "close", "settle",
    "program", "programs", "stop-at", "ask", "take-screen",
)  # fmt: skip
"""Everything that a table can be asked to do."""
PRESSED = ("die:0", "die:\u00b2", "card:", "card:nobody", "loc:99", "team:x", "token:-1", "1", "99999999999", ":::")
N_OF_A_KIND = 4


@cache
def states_of(game_id: str, kind: str) -> tuple[Any, ...]:
    """Positions of one random game whose node is of this kind, spread over it."""
    game = game_of(game_id)
    trail = follow(game, seats=game.info.min_seats, seed=3, limit=2_000)
    if kind == "end":
        assert trail.result is not None
        return (trail.end,)
    wanted = Chance if kind == "chance" else Decision
    states = [at.state for at in trail.positions if isinstance(at.node, wanted)]
    return tuple(states[len(states) * n // N_OF_A_KIND] for n in range(N_OF_A_KIND))


def arguments(game_id: str) -> list[str]:
    """Return arguments to send: odd texts, alone and as a typed move, and moves of the game."""
    game = game_of(game_id)
    first = states_of(game_id, "decision")[0]
    moves = [game.write(first, action) for action in game.node(first).actions[:3]]
    return [*PRESSED, *ODD_TEXTS, *(f"do:{text}" for text in (*ODD_TEXTS, *moves))]


def at_table(game_id: str, state: Any) -> TableController:
    game = game_of(game_id)
    return TableController(GameSession(game, game.info.min_seats, {}, seed="any", start=state))


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("game_id", every_engine())
def test_a_table_takes_any_message_at_every_kind_of_node(game_id: str, kind: str) -> None:
    for state in states_of(game_id, kind):
        controller = at_table(game_id, state)
        for do in WORDS:
            for arg in arguments(game_id):
                message = understood({"do": do, "arg": arg, "at": controller.player.n_moves})
                if message is None:
                    continue
                assert controller.handle(message), f"{do} is not for a table"
                if controller.player.n_moves:
                    controller = at_table(game_id, state)
            assert controller.parts()["table"], do


def test_every_word_that_a_table_knows_is_tried() -> None:
    """A word that is added to the controller is added here."""
    documented = re.findall(r"^    ([a-z-]+)", controller_module.__doc__ or "", re.MULTILINE)
    assert "take-screen" in documented
    assert set(documented) <= set(WORDS)

"""A table as text: the board as a view shows it, the result, a rule in words."""

from collections.abc import Sequence
from typing import Any

from rising_tutor.boards import board_for
from rising_tutor.catalogues import typed_rule
from rising_tutor.core.english import listed
from rising_tutor.core.game import AnyGame
from rising_tutor.core.node import Terminal
from rising_tutor.core.people import player_name


def result_words(game: AnyGame, end: Terminal, names: Sequence[str] = ()) -> str:
    """Return how a game ended, for everybody: "the players win", "Player 2 won".

    Args:
        names: of the players, by seat.
    """
    if end.stopped:
        return "it was stopped unfinished"
    if game.info.shared:
        return {1: "the players win", 0: "nobody wins", -1: "the players lose"}[end.payoffs[0]]
    winners = [player_name(seat, names) for seat, payoff in enumerate(end.payoffs) if payoff > 0]
    return f"{listed(winners)} won" if winners else "nobody won"


def rule_lines(game: AnyGame, rule_id: str) -> list[str]:
    """Return a rule in words, by its id or its bare number; nothing if there is none."""
    rule = typed_rule(game.info.id, rule_id)
    return [f"{rule.id}, {rule.place}: {rule.title}", rule.text] if rule is not None else []


def board_text(game: AnyGame, view: Any) -> str:
    """The view as text, as the board of the game shows it."""
    return board_for(game).text(view)

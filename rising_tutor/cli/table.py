"""A table as text: the board as a view shows it, the result, a rule in words."""

from typing import Any

from rising_tutor.boards import board_for
from rising_tutor.catalogues import found_rule
from rising_tutor.core.english import listed
from rising_tutor.core.game import AnyGame
from rising_tutor.core.node import Terminal


def result_words(game: AnyGame, end: Terminal) -> str:
    """How a game ended, for everybody: "the players win", "seat 2 won"."""
    if end.stopped:
        return "it was stopped unfinished"
    if game.info.shared:
        return {1: "the players win", 0: "nobody wins", -1: "the players lose"}[end.payoffs[0]]
    winners = [f"seat {seat + 1}" for seat, payoff in enumerate(end.payoffs) if payoff > 0]
    return f"{listed(winners)} won" if winners else "nobody won"


def rule_lines(game: AnyGame, rule_id: str) -> list[str]:
    """A rule in words; nothing if there is none of this id."""
    rule = found_rule(game.info.id, rule_id)
    return [f"{rule.id}, {rule.place}: {rule.title}", rule.text] if rule is not None else []


def board_text(game: AnyGame, view: Any) -> str:
    """The view as text, as the board of the game shows it."""
    return board_for(game).text(view)

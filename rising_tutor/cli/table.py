"""A table as text: the board as a view shows it, the result, a rule in words.

>>> list(plain_list({"turn": 1, "seats": [{"dice": 3}]}))
['turn: 1', 'seats:', '  1', '    dice: 3']
"""

from collections.abc import Iterator, Mapping
from importlib import import_module
from importlib.util import find_spec
from typing import Any

import msgspec

from rising_tutor import catalogues
from rising_tutor.core.game import AnyGame
from rising_tutor.core.node import Terminal
from rising_tutor.errors import UnknownRule


def result_words(game: AnyGame, end: Terminal) -> str:
    """How a game ended, for everybody: "the players win", "seat 2 won"."""
    if game.info.shared:
        return {1: "the players win", 0: "nobody wins", -1: "the players lose"}[end.payoffs[0]]
    winners = [f"seat {seat + 1}" for seat, payoff in enumerate(end.payoffs) if payoff > 0]
    return f"{' and '.join(winners)} won" if winners else "nobody won"


def rule_lines(game: AnyGame, rule_id: str) -> list[str]:
    """A rule in words; nothing if there is none of this id."""
    if game.info.id not in catalogues.catalogued():
        return []
    try:
        rule = catalogues.load(game.info.id).rule(rule_id)
    except UnknownRule:
        return []
    return [f"{rule.id}, page {rule.page}: {rule.title}", rule.text]


def board_text(game: AnyGame, view: Any) -> str:
    """The view as text: by the board of the game's family, or as a plain list where it has none."""
    module = f"rising_tutor.boards.{game.info.family}"
    if find_spec("rising_tutor.boards") is not None and find_spec(module) is not None:
        text = getattr(import_module(module), "text", None)
        if text is not None:
            drawn: str = text(view)
            return drawn
    return "\n".join(plain_list(msgspec.to_builtins(view)))


def plain_list(value: Mapping[str, Any], indent: str = "") -> Iterator[str]:
    """Fields and values, line by line."""
    for name, item in value.items():
        if isinstance(item, dict):
            yield f"{indent}{name}:"
            yield from plain_list(item, indent + "  ")
        elif isinstance(item, (list, tuple)) and any(isinstance(part, dict) for part in item):
            yield f"{indent}{name}:"
            for number, part in enumerate(item, 1):
                yield f"{indent}  {number}"
                yield from plain_list(part if isinstance(part, dict) else {"": part}, indent + "    ")
        else:
            shown = " ".join(map(str, item)) if isinstance(item, (list, tuple)) else item
            yield f"{indent}{name}: {shown}"

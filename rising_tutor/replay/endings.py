"""How a game ended, in the words of a replay.

>>> has_ended(Terminal((1, 1), "FNR-801"), "win"), has_ended(Terminal((1, 1), "FNR-801"), "loss")
(True, False)
"""

from typing import Any, Final

from msgspec.structs import replace

from rising_tutor.core.game import AnyGame
from rising_tutor.core.node import Terminal
from rising_tutor.replay.limits import ODD_SPACES
from rising_tutor.replay.possible import Possible

UNFINISHED: Final = "unfinished"
_WORDS: Final = {1: "win", 0: "draw", -1: "loss"}


def result_text(result: Terminal) -> str:
    """How a game ended, as a replay says it.

    >>> result_text(Terminal((1, 1), "FNR-801")), result_text(Terminal((-1, 1), "X-9"))
    ('win, FNR-801', 'seat 1 loss, seat 2 win, X-9')
    >>> result_text(Terminal((0, 0), "QS-911", stopped=True))
    'unfinished, QS-911'
    """
    if result.stopped:
        return f"{UNFINISHED}, {result.reason}"
    if len(set(result.payoffs)) == 1:
        return f"{_WORDS[result.payoffs[0]]}, {result.reason}"
    seats = (f"seat {seat} {_WORDS[payoff]}" for seat, payoff in enumerate(result.payoffs, 1))
    return ", ".join((*seats, result.reason))


def result_word(end: Terminal | None, *, shared: bool) -> str:
    """How a game ended, in a word or two, as tables of many games say it.

    >>> result_word(Terminal((1, 1), "X-1"), shared=True), result_word(Terminal((-1, 1), "X-1"), shared=False)
    ('win', 'seat 2')
    """
    if end is None or end.stopped:
        return UNFINISHED
    if shared:
        return _WORDS[end.payoffs[0]]
    winners = [seat for seat, payoff in enumerate(end.payoffs, 1) if payoff > 0]
    return f"seat {winners[0]}" if len(winners) == 1 else "draw"


def has_ended(node: Any, given: str) -> bool:
    """Whether a game that stands at a node has the result that a file gives, with or without the rule.

    Files of before call a game that was stopped a draw.
    """
    if not isinstance(node, Terminal):
        return given == UNFINISHED
    known = {result_text(node), result_text(replace(node, stopped=False))}
    given = given.translate(ODD_SPACES).strip()
    return given.casefold().removesuffix(f", {node.reason}".casefold()) in {
        text.removesuffix(f", {node.reason}").casefold() for text in known
    }


def result_of(game: AnyGame, possible: Possible, n_lines: int) -> Terminal | None:
    """How the game ended, where all possible tables say the same."""
    if possible.last < n_lines or possible.fault is not None:
        return None
    nodes = [game.node(state) for state in possible.states(n_lines)]
    ends = [node for node in nodes if isinstance(node, Terminal)]
    return ends[0] if len(ends) == len(nodes) and ends.count(ends[0]) == len(ends) else None

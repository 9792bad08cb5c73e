"""A game that was played again with the same dice, as a replay of its own or as a side line.

>>> from rising_tutor.analysis.same_dice import SameDice
>>> from rising_tutor.core.registry import load_game
>>> from rising_tutor.core.playthrough import follow
>>> from rising_tutor.replay import header_of
>>> game = load_game("fire")
>>> again = SameDice(game, follow(game, seats=2, seed=5).positions).play(60, policy="greedy")
>>> replay = as_replay(game, header_of(game, 2), again, "policy greedy")
>>> len(replay) == len(again.taken), replay.lines[60].comment
(True, 'from here on played again with the same dice')
"""

from typing import Final

from msgspec.structs import replace

from rising_tutor.analysis.same_dice import NEW, PARTLY, RECORDED, LineOfPlay, Taken
from rising_tutor.core.game import AnyGame
from rising_tutor.core.node import Chance
from rising_tutor.replay import UNFINISHED, Header, Replay, Scribe, result_text

FIELD: Final = "_again"
"""The header field that says what was played again."""
_FROM_HERE: Final = "from here on played again with the same dice"


def as_replay(game: AnyGame, header: Header, again: LineOfPlay, how: str) -> Replay:
    """The whole game as a replay, with a comment where it leaves the record.

    Args:
        header: of the recorded game.
        how: who chose, in words.
    """
    scribe = Scribe(game)
    for taken in again.taken:
        scribe.line(taken.state, taken.move)
    lines = list(scribe.lines)
    if again.first < len(lines):
        lines[again.first] = replace(lines[again.first], comment=_FROM_HERE)
        if again.first + 1 < len(lines):  # a line with a comment ends its row
            lines[again.first + 1] = replace(lines[again.first + 1], join=False)
    words = f"from line {again.first + 1} on, with the same dice: {how}"
    fields = tuple(field for field in header.fields if field[0] != FIELD)
    begun = replace(header, fields=(*fields, (FIELD, words)), notes=())
    return Replay(begun, tuple(lines), result_text(again.result) if again.result is not None else UNFINISHED)


def as_moves(game: AnyGame, again: LineOfPlay) -> tuple[str, ...]:
    """What was played from its first line on, in the notation: a side line of the recorded game there."""
    return tuple(game.write(taken.state, taken.move) for taken in again.taken[again.first :])


def said_of(game: AnyGame, taken: Taken) -> str:
    """Where a line is from, in a few words; empty where that goes without saying."""
    if not isinstance(game.node(taken.state), Chance):
        return "as recorded" if taken.origin == RECORDED else ""
    if taken.origin == PARTLY:
        return "new: " + ", ".join(f"{colour} {face}" for colour, face in taken.new) + "; the others as recorded"
    return "new" if taken.origin == NEW else "as recorded"

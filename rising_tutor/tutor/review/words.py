"""What the review beside an open replay says of a line: its place, who, what was done.

How numbers are written stands in `analysis.review.words`, words and signs that a report has too in `boards.reviewed`.
"""

from typing import Any

from rising_tutor.analysis.ledger import LedgerLine
from rising_tutor.analysis.review import names_of
from rising_tutor.boards import reviewed
from rising_tutor.core.english import capital
from rising_tutor.tutor.replay.player import ReplayPlayer


def person(player: ReplayPlayer, seat: int | None) -> str:
    """Who sits at a seat: the name of the file, else the number."""
    names = names_of(player.verified)
    return names[seat] if seat is not None and seat < len(names) else ""


def place_words(player: ReplayPlayer, position: int) -> str:
    """The place of a position as the beginning of a sentence: "Turn 4, step 3, roll 2"."""
    return capital(player.label(position))


def action_words(player: ReplayPlayer, position: int, action: Any) -> str:
    """An action of the position before a line, as a button would say it."""
    return reviewed.action_words(player.game, player.state_at(position - 1), action)


def move_words(player: ReplayPlayer, line: LedgerLine) -> str:
    """What was done in a line, in words: a choice as its button says it, an event of chance as it is told."""
    return reviewed.line_words(player.game, player.moves[line.line - 1], line)


def moment_words(player: ReplayPlayer, line: LedgerLine) -> str:
    """A line in a sentence: turn, who, what."""
    turn = capital(player.place(line.line - 1).name)
    who = person(player, line.seat)
    return f"{turn}, {who + ': ' if who else ''}{move_words(player, line)}"

"""The order of choices that are equally good: what a simple program would do stands first, since it looks further."""

from rising_tutor.core.session import GameSession
from rising_tutor.probability.ranked import RankedAction


def advised_first(session: GameSession, rows: tuple[RankedAction, ...]) -> tuple[RankedAction, ...]:
    """The rows, the best first; of the best ones the advised one before the others.

    Args:
        rows: the best first.
    """
    wish = session.advice()
    first = next((row for row in rows if row.action == wish and row.tied), None)
    return rows if first is None else (first, *(row for row in rows if row is not first))

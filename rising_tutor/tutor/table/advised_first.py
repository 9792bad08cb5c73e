"""The order of choices that are equally good: what a simple program would do stands first, since it looks further."""

from collections.abc import Callable
from typing import Any, Protocol, TypeVar

from rising_tutor.core.session import GameSession


class AboutAction(Protocol):
    """A row of a table of choices."""

    @property
    def action(self) -> Any: ...


R = TypeVar("R", bound=AboutAction)


def advised_first(session: GameSession, rows: tuple[R, ...], is_best: Callable[[R], bool]) -> tuple[R, ...]:
    """The rows, the best first; of the best ones the advised one before the others.

    Args:
        session: the game that the rows are about.
        rows: the best first.
        is_best: whether a row is as good as the first.
    """
    wish = session.advice()
    first = next((row for row in rows if row.action == wish and is_best(row)), None)
    return rows if first is None else (first, *(row for row in rows if row is not first))

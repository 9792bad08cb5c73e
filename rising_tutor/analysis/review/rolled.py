"""The costliest mistakes played on: what V says of them, held against whole games.

V is an estimate where something is hidden. So for the mistakes that cost most both actions, the one that was made and
the one that V calls better, are played on to the end of the game from the same tables, drawn from what the seat could
see (`rising_tutor.analysis.rollouts`).
"""

from collections.abc import Iterable, Sequence
from typing import Final

from rising_tutor.analysis.ledger import Ledger, LedgerLine, Played, line_seed
from rising_tutor.analysis.rollouts import rollouts
from rising_tutor.analysis.rollouts.luck import NONE
from rising_tutor.core.game import AnyGame
from rising_tutor.core.values import Value
from rising_tutor.probability.dice_turn.answer import Progress

MOST: Final = 5
"""So many mistakes of a game are played on, the costliest."""
LINES: Final = 96
"""So many games of each of the two actions at most."""


class RolledFault(Value, frozen=True):
    """A mistake that was played on.

    Attributes:
        line: its number in the game.
        loss, low, high: how much less the action won than the better one, with its 95 % interval.
        samples: games of each action.
        policy: who played them.
    """

    line: int
    loss: float
    low: float
    high: float
    samples: int
    policy: str


def rolled_faults(
    game: AnyGame,
    ledger: Ledger,
    moves: Sequence[Played],
    *,
    seed: str = "",
    most: int = MOST,
    lines: int = 0,
    progress: Progress | None = None,
) -> tuple[RolledFault, ...]:
    """The costliest mistakes of a game in which something is hidden, played on; in the order of the game.

    Args:
        moves: every line of the ledger, as it was played.
        seed: of the report.
        lines: games of each action at most; 0 for `LINES`.
        progress: called with games played and to play at most; what it raises ends the work.
    """
    costly = costliest(game, ledger, most)
    found = []
    for at, line in enumerate(costly):

        def told(done: int, total: int, at: int = at) -> None:
            if progress is not None:
                progress(at * total + done, len(costly) * total)

        found.append(rolled_fault(game, line, moves[line.line - 1], seed=seed, lines=lines, progress=told))
    return in_order(found)


def costliest(game: AnyGame, ledger: Ledger, most: int = MOST) -> list[LedgerLine]:
    """The mistakes that are played on, the costliest first; none where nothing is hidden."""
    if not game.info.hidden:
        return []
    return sorted((line for line in ledger.lines if line.fault), key=lambda line: -line.loss)[:most]


def in_order(found: Iterable[RolledFault]) -> tuple[RolledFault, ...]:
    """In the order of the game."""
    return tuple(sorted(found, key=lambda one: one.line))


def rolled_fault(
    game: AnyGame,
    line: LedgerLine,
    played: Played,
    *,
    seed: str = "",
    lines: int = 0,
    progress: Progress | None = None,
) -> RolledFault:
    """One mistake played on. Arguments as of `rolled_faults`."""
    better = next(choice.action for choice in line.options if game.write(played.state, choice.action) == line.best)
    found = rollouts(
        game,
        played.state,
        actions=(better, played.move),
        seat=line.seat,
        correct=NONE,
        half_width=0,
        most=lines or LINES,
        seed=line_seed(seed, line.line),
        progress=progress,
    )
    rows = {row.action: row for row in found.rows}
    made, best = rows[played.move], rows[better]
    # Rows are compared with the row that came out best; where that is the action that was made, nothing was lost.
    if made.loss or made.loss_high:
        loss, low, high = made.loss, made.loss_low, made.loss_high
    else:
        loss, low, high = -best.loss, -best.loss_high, -best.loss_low
    return RolledFault(line.line, loss, low, high, made.samples, found.policy)

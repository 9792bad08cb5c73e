r"""The review of a recorded game: its ledger, and what it says of the people, the luck and what was still open.

>>> from rising_tutor.replay import verify
>>> text = b"replay: 1\ngame: fire-nation-rising\nseats: 2\nseat 1: Ann\noption teams: aang,toph\n"
>>> review = review_of(verify(text, "new.replay"))
>>> [account.name for account in review.accounts], review.state, review.ledger.remainder
(['Ann', 'Player 2'], 'unfinished', Fraction(0, 1))

A file with faults or unknown facts is reviewed as far as it is sound, and `notes` says so.
"""

from fractions import Fraction
from typing import Final

from rising_tutor.analysis.ledger import Ledger, LedgerLine, ledger_of
from rising_tutor.analysis.plain_value import PlainValuation
from rising_tutor.analysis.review.findings import (
    Account,
    Mistake,
    SourceLuck,
    TurningPoint,
    accounts_of,
    luck_of,
    luckiest,
    mistakes_of,
    turning_point,
    unluckiest,
)
from rising_tutor.analysis.review.rolled import RolledFault, rolled_faults
from rising_tutor.core.english import capital, counted
from rising_tutor.core.valuation import Valuation, ValueLabel, valued_game
from rising_tutor.core.values import Value
from rising_tutor.errors import UnreadableReplay
from rising_tutor.probability.dice_turn.answer import Progress
from rising_tutor.replay import Verified
from rising_tutor.replay.one_sided import is_one_sided
from rising_tutor.replay.one_way import before_gaps

FINISHED: Final = "finished"
UNFINISHED: Final = "unfinished"
FAULTY: Final = "faulty"
UNKNOWN: Final = "unknown"
"""How far a review goes: to the end of the game; to the end of a record of a game that is not over; to the first fault
of the file; to the first fact that nobody knows."""
ONE_SIDE: Final = (
    "This is the record of one side. What others saw and it does not name is left open: it brings no luck, and their "
    "choices are judged as if they had not seen it."
)


class Review(Value, frozen=True):
    """The review of a recorded game.

    Attributes:
        names: of every seat, "Player 1" where the file gives none.
        state: `FINISHED`, `UNFINISHED`, `FAULTY` or `UNKNOWN`.
        notes: sentences on what is not reviewed and why.
        mistakes: in the order of the game.
        sources: luck by source, in the order of display.
        luckiest, unluckiest: chance lines; the second are what nobody could have changed.
        turning: the last real chance of a lost game, the closest call of a won one; else None.
    """

    ledger: Ledger
    names: tuple[str, ...]
    state: str
    notes: tuple[str, ...]
    accounts: tuple[Account, ...]
    mistakes: tuple[Mistake, ...]
    sources: tuple[SourceLuck, ...]
    luckiest: tuple[LedgerLine, ...]
    unluckiest: tuple[LedgerLine, ...]
    turning: TurningPoint | None

    @property
    def label(self) -> ValueLabel:
        return self.ledger.label

    @property
    def luck_adjusted(self) -> Fraction:
        return self.ledger.luck_adjusted

    @property
    def result_name(self) -> str:
        """What `ledger.result` is: the result, or V where the record ends."""
        return "Result" if self.ledger.finished else "V at the end"


def review_of(
    verified: Verified,
    *,
    valuation: Valuation | None = None,
    seed: str = "",
    progress: Progress | None = None,
) -> Review:
    """The review of a recorded game, as far as its file is sound.

    Args:
        valuation: V; that of the game unless told otherwise, or the plain one where the game has none.
        seed: of tables that are drawn and games that are played on, where something is hidden.

    Raises:
        UnreadableReplay: the file does not say enough for a game to begin.
        NotReviewable: more than two seats play against each other.
    """
    verified = before_gaps(verified)
    replay = verified.replay
    if replay is None or verified.game is None or verified.start is None:
        raise _unplayable(verified)
    game = verified.game
    if valuation is None and valued_game(game) is None:
        valuation = PlainValuation(game)
    ledger = ledger_of(
        game,
        verified.moves,
        verified.start,
        n_seats=replay.header.seats,
        valuation=valuation,
        seed=seed,
        progress=progress,
    )
    return review_of_ledger(ledger, verified, seed=seed, progress=progress)


def review_of_ledger(
    ledger: Ledger,
    verified: Verified,
    *,
    rolled: tuple[RolledFault, ...] | None = None,
    seed: str = "",
    progress: Progress | None = None,
) -> Review:
    """The review of a game whose ledger is known.

    Args:
        rolled: the costliest mistakes played on; None where that is still to be done.
        seed, progress: as of `review_of`.
    """
    verified = before_gaps(verified)
    names = names_of(verified)
    if rolled is None:
        rolled = rolled_faults(verified.game, ledger, verified.moves, seed=seed, progress=progress)
    return Review(
        ledger=ledger,
        names=names,
        state=_state(verified),
        notes=_notes(verified),
        accounts=accounts_of(ledger, names),
        mistakes=mistakes_of(ledger, names, rolled),
        sources=luck_of(ledger),
        luckiest=luckiest(ledger.lines),
        unluckiest=unluckiest(ledger.lines),
        turning=turning_point(ledger),
    )


def names_of(verified: Verified) -> tuple[str, ...]:
    """The name of every seat, "Player 1" where the file gives none."""
    replay = verified.replay
    if replay is None:
        return ()
    given = replay.header.names
    return tuple(
        (given[seat] if seat < len(given) else "") or f"Player {seat + 1}" for seat in range(replay.header.seats)
    )


def _state(verified: Verified) -> str:
    if verified.result is not None:
        return FINISHED
    replay = verified.replay
    n_played = len(verified.moves)
    if replay is not None and n_played < len(replay.lines) and replay.lines[n_played].unknown:
        return UNKNOWN
    return FAULTY if verified.problems else UNFINISHED


def _notes(verified: Verified) -> tuple[str, ...]:
    notes: list[str] = []
    replay, n_lines = verified.replay, len(verified.moves)
    if verified.problems:
        first, n = verified.problems[0], len(verified.problems)
        many = "The file has 1 fault" if n == 1 else f"The file has {n} faults, the first"
        notes.append(f"{many} on row {first.line}, column {first.column}: {first.message}.")
    state = _state(verified)
    lines = counted(n_lines, "line")
    if state == FAULTY:
        notes.append(f"The game is reviewed up to the first fault: {lines} of it.")
    elif state == UNKNOWN:
        notes.append(
            f"Line {n_lines + 1} of the game has a fact that is not known. The game is reviewed up to there: {lines} "
            "of it. What comes later is not judged."
        )
    elif state == UNFINISHED:
        notes.append("The game is not over.")
    if state != FINISHED:
        notes.append("In place of a result stands V of the last position.")
    if replay is not None and is_one_sided(replay.header) and any(one.unknown for one in replay.lines[:n_lines]):
        notes.append(ONE_SIDE)
    if valued_game(verified.game) is None:
        notes.append("This game has no value function of its own; V is a plain one, made for any game.")
    notes += [f"{capital(remark)}." for remark in verified.remarks]
    return tuple(notes)


def _unplayable(verified: Verified) -> UnreadableReplay:
    name = verified.reading.file
    if verified.problems:
        first = verified.problems[0]
        return UnreadableReplay(name, first.line, first.column, first.message, first.expected)
    why = verified.remarks[0] if verified.remarks else "no game can begin from it"
    return UnreadableReplay(name, 1, 1, why, "a replay that says its game and how many people played")

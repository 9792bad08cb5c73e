r"""The review of a game, worked out in a process that ends with it: what the solver took goes back to the system.

>>> from rising_tutor.replay import verify
>>> text = b"replay: 1\ngame: fire-nation-rising\nseats: 2\noption teams: aang,toph\n"
>>> review_apart(verify(text, "new.replay"), lambda done, total: None).state
'unfinished'
"""

from typing import Any

from rising_tutor.analysis.ledger import Ledger, Progress, ledger_of
from rising_tutor.analysis.review import Review, review_of, review_of_ledger
from rising_tutor.core.apart import NotDone, apart
from rising_tutor.core.registry import Entry, entry, game_ids, load_game, origin, register
from rising_tutor.core.valuation import valued_game
from rising_tutor.core.values import Value
from rising_tutor.replay import Verified
from rising_tutor.replay.one_way import before_gaps


class LedgerJob(Value, frozen=True):
    """A game whose ledger is wanted, as it travels.

    Attributes:
        game: where the game comes from.
        content: a folder with an owner's cards, or None.
        info: what the game says of itself here; there it has to say the same.
        start: the position before the first line.
        moves: the lines.
        n_seats: how many people play.
    """

    game: Entry
    content: str | None
    info: Any
    start: Any
    moves: tuple[Any, ...]
    n_seats: int


def review_apart(verified: Verified, progress: Progress) -> Review:
    """The same as `review_of`; where no other process can do it, it is done in this one.

    Raises:
        UnreadableReplay: the file does not say enough for a game to begin.
    """
    verified = before_gaps(verified)
    game, replay = verified.game, verified.replay
    of = origin(game) if game is not None else None
    if replay is None or of is None or not verified.moves or valued_game(game) is None:
        return review_of(verified, progress=progress)
    job = LedgerJob(*of, game.info, verified.start, verified.moves, replay.header.seats)
    try:
        ledger = apart(ledger_there, job, progress=progress)
    except NotDone:
        return review_of(verified, progress=progress)
    return review_of_ledger(ledger, verified)


def ledger_there(job: LedgerJob, *, progress: Progress) -> Ledger:
    """The ledger of a game that came from another process.

    Raises:
        ValueError: the cards are others than they were there.
    """
    if job.game.id not in game_ids() or entry(job.game.id) != job.game:
        register(job.game)
    game = load_game(job.game.id, content=job.content)
    if game.info != job.info:
        raise ValueError(f"{job.game.id} is played with other cards by now")
    return ledger_of(game, job.moves, job.start, n_seats=job.n_seats, progress=progress)

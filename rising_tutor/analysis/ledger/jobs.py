r"""The review of one game shared out among processes, sooner and to the same numbers.

A follower may begin where a turn begins (`rising_tutor.core.valuation`), so each turn is judged by itself, whoever is
free takes the next one, and the lines are put together in their order. What one turn hands to the next is a single
number, V after its last line, and that is filled in here. The mistakes that are played on are shared out one by one.

>>> from rising_tutor.core.registry import load_game
>>> game = load_game("fire")
>>> start = game.start(2, {"teams": "aang,toph"})
>>> ledger_with_jobs(game, (), start, n_seats=2, jobs=2) == ledger_of(game, (), start, n_seats=2)
True

Where a process stays, as that of a page does, the ledger is worked out in one that ends with it: what the solver took
goes back to the system.

>>> from rising_tutor.replay import verify
>>> text = b"replay: 1\ngame: fire-nation-rising\nseats: 2\noption teams: aang,toph\n"
>>> review_apart(verify(text, "new.replay"), lambda done, total: None).state
'unfinished'
"""

from collections.abc import Callable, Sequence
from concurrent.futures import BrokenExecutor, Future, as_completed
from contextlib import suppress
from functools import cache
from itertools import groupby
from typing import Any

from msgspec.structs import replace

from rising_tutor.analysis.corpus.pools import Processes
from rising_tutor.analysis.ledger import (
    ZERO,
    Ledger,
    LedgerLine,
    Played,
    check_reviewable,
    closed,
    ledger_of,
    lines_of,
    valuation_of,
    value_of,
)
from rising_tutor.analysis.review import Review, review_of, review_of_ledger
from rising_tutor.analysis.review.rolled import RolledFault, costliest, in_order, rolled_fault, rolled_faults
from rising_tutor.core.apart import NotDone, apart
from rising_tutor.core.game import AnyGame
from rising_tutor.core.registry import Entry, entry, load_game, make_known, origin
from rising_tutor.core.valuation import Valuation, valued_game
from rising_tutor.core.values import Value
from rising_tutor.probability.dice_turn.answer import Progress
from rising_tutor.replay import Verified
from rising_tutor.replay.one_way import before_gaps

ValuedBy = Callable[[AnyGame], Valuation]
"""Makes V of a game; a function of a module, so that it can travel."""


class Travelling(Value, frozen=True):
    """A game, as it travels to another process."""

    game: Entry
    content: str | None

    def loaded(self) -> AnyGame:
        """The game, made known there."""
        make_known(self.game)
        return load_game(self.game.id, content=self.content)


class TurnJob(Travelling, frozen=True):
    """One turn of a game, as it travels.

    Attributes:
        valued_by: makes V.
        seed: as of `ledger_of`.
    """

    valued_by: Any
    number: int
    moves: tuple[Any, ...]
    seed: str = ""


def ledger_with_jobs(
    game: AnyGame,
    moves: Sequence[Played],
    start: Any,
    *,
    n_seats: int,
    jobs: int,
    content: str | None = None,
    valued_by: ValuedBy = valuation_of,
    seed: str = "",
    progress: Progress | None = None,
) -> Ledger:
    """The ledger of a game, worked out by several processes.

    Args:
        game: the game that was played; one that does not count its turns is not shared out.
        jobs: how many processes; with 1 none is started.
        content: the folder with the owner's cards that the game was loaded with, if it was.
        valued_by: makes V; that of the game unless told otherwise.
        seed: as of `ledger_of`.
        progress: called after each turn with lines done and lines in all; what it raises stops the work.

    Raises:
        TypeError: the game offers no value function, and none was given.
        NotReviewable: as of `ledger_of`.
        ValueError: the game was loaded with other cards than those in the folder.
    """
    check_reviewable(game, n_seats)
    turns = turns_of(game, moves)
    if jobs == 1 or len(turns) < 2:
        valuation = valued_by(game)
        return ledger_of(game, moves, start, n_seats=n_seats, valuation=valuation, seed=seed, progress=progress)
    if load_game(game.info.id, content=content).info != game.info:
        raise ValueError(f"{game.info.id} was loaded with other cards than those in {content or 'the package'}")
    of = entry(game.info.id)
    tasks, number = [], 1
    for turn in turns:
        tasks.append(TurnJob(of, content, valued_by, number, turn, seed))
        number += len(turn)
    done: dict[int, tuple[LedgerLine, ...]] = {}

    def take(at: int, judged: tuple[LedgerLine, ...]) -> None:
        done[at] = judged
        if progress is not None:
            progress(sum(map(len, done.values())), len(moves))

    with Processes(min(jobs, len(tasks))) as pool:
        futures: dict[Future[tuple[LedgerLine, ...]], int] = {}
        with suppress(BrokenExecutor):
            for at, task in enumerate(tasks):
                futures[pool.submit(judged_turn, task)] = at
        valuation = valued_by(game)
        last = first = value_of(game, valuation, start)
        for future in as_completed(futures):
            with suppress(BrokenExecutor):
                take(futures[future], future.result())
    lines: list[LedgerLine] = []
    for at, task in enumerate(tasks):
        if at not in done:
            # A process died and took the others along.
            take(at, judged_turn(task))
        lines += (replace(done[at][0], horizon=done[at][0].before - last), *done[at][1:])
        last = lines[-1].after
    return closed(game, valuation, lines, first, moves[-1].step.state, n_seats=n_seats)


def turns_of(game: AnyGame, moves: Sequence[Played]) -> list[tuple[Played, ...]]:
    """The lines of each turn; all together where the game does not count its turns."""
    valued = valued_game(game)
    if valued is None:
        return [tuple(moves)] if moves else []
    return [tuple(part) for _, part in groupby(moves, lambda played: valued.turn_of(played.state))]


def judged_turn(job: TurnJob) -> tuple[LedgerLine, ...]:
    """The lines of one turn. The first says its horizon as if V before the turn were 0."""
    game, valuation = _loaded(job.game, job.content, job.valued_by)
    return tuple(lines_of(game, valuation, job.moves, before=ZERO, number=job.number, seed=job.seed))


@cache
def _loaded(of: Entry, content: str | None, valued_by: ValuedBy) -> tuple[AnyGame, Valuation]:
    game = Travelling(of, content).loaded()
    return game, valued_by(game)


class FaultJob(Travelling, frozen=True):
    """A mistake that is to be played on, as it travels.

    Attributes:
        line: of the ledger.
        played: the move.
        seed, lines: as of `rolled_faults`.
    """

    line: LedgerLine
    played: Any
    seed: str = ""
    lines: int = 0


def rolled_with_jobs(
    game: AnyGame,
    ledger: Ledger,
    moves: Sequence[Played],
    *,
    jobs: int,
    content: str | None = None,
    seed: str = "",
    lines: int = 0,
    progress: Progress | None = None,
) -> tuple[RolledFault, ...]:
    """The same as `rolled_faults`, the mistakes shared out among processes.

    Args:
        jobs, content: as of `ledger_with_jobs`.
        seed, lines: as of `rolled_faults`.
        progress: called after each mistake with mistakes played on and mistakes in all.
    """
    costly = costliest(game, ledger)
    if jobs == 1 or len(costly) < 2:
        return rolled_faults(game, ledger, moves, seed=seed, lines=lines, progress=progress)
    of = entry(game.info.id)
    tasks = [FaultJob(of, content, line, moves[line.line - 1], seed, lines) for line in costly]
    done: dict[int, RolledFault] = {}
    with Processes(min(jobs, len(tasks))) as pool:
        futures: dict[Future[RolledFault], int] = {}
        with suppress(BrokenExecutor):
            for at, task in enumerate(tasks):
                futures[pool.submit(rolled_there, task)] = at
        for future in as_completed(futures):
            with suppress(BrokenExecutor):
                done[futures[future]] = future.result()
            if progress is not None:
                progress(len(done), len(tasks))
    # What is missing was with a process that died.
    return in_order(done[at] if at in done else rolled_there(task) for at, task in enumerate(tasks))


def rolled_there(job: FaultJob) -> RolledFault:
    """A mistake that came from another process, played on."""
    return rolled_fault(job.loaded(), job.line, job.played, seed=job.seed, lines=job.lines)


class LedgerJob(Travelling, frozen=True):
    """A game whose ledger is wanted, as it travels.

    Attributes:
        info: what the game says of itself here; there it has to say the same.
        start: the position before the first line.
    """

    info: Any
    start: Any
    moves: tuple[Any, ...]
    n_seats: int


def review_apart(verified: Verified, progress: Progress) -> Review:
    """The same as `review_of`, raised errors too; where no other process can do it, it is done in this one."""
    verified = before_gaps(verified)
    game, replay = verified.game, verified.replay
    of = origin(game) if game is not None else None
    if replay is None or of is None or not verified.moves or valued_game(game) is None:
        return review_of(verified, progress=progress)
    job = LedgerJob(*of, game.info, verified.start, verified.moves, replay.header.seats)
    try:
        ledger, rolled = apart(ledger_there, job, progress=progress)
    except NotDone:
        return review_of(verified, progress=progress)
    return review_of_ledger(ledger, verified, rolled=rolled)


def ledger_there(job: LedgerJob, *, progress: Progress) -> tuple[Ledger, tuple[RolledFault, ...]]:
    """The ledger of a game that came from another process, and its costliest mistakes played on.

    Raises:
        ValueError: the cards are others than they were there.
    """
    game = job.loaded()
    if game.info != job.info:
        raise ValueError(f"{job.game.id} is played with other cards by now")
    ledger = ledger_of(game, job.moves, job.start, n_seats=job.n_seats, progress=progress)
    return ledger, rolled_faults(game, ledger, job.moves, progress=progress)

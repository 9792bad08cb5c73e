r"""Own mistakes of recorded games: the choices that a review marked, as exercises.

A review (`rising_tutor.analysis.review`) judges every choice of a game by V, the chance to win. A choice that lost 2
points of it or more becomes an exercise, judged by V as well.

>>> from rising_tutor.analysis.review import review_of
>>> from rising_tutor.replay import verify
>>> new = verify(b"replay: 1\ngame: fire-nation-rising\nseats: 2\n", "new.replay")
>>> found = mistakes_of(new, review_of(new).ledger, "new.replay", at="2026-11-21T18:04:05Z")
>>> found.mistakes, found.judged
((), 0)
"""

from collections.abc import Sequence
from typing import Any, Final

from rising_tutor.analysis.ledger import Ledger, LedgerLine
from rising_tutor.core.values import Value
from rising_tutor.errors import BadSeat
from rising_tutor.lessons.learner import LearnerFile
from rising_tutor.lessons.learner.facts import Mistake, mistake_id
from rising_tutor.probability.percents import percent
from rising_tutor.probability.unit import Unit
from rising_tutor.replay import Verified
from rising_tutor.replay.scribe import programs_of

MOST: Final = 20
"""So many mistakes are taken from one game: those that lost most. A learner file has room for about 250."""
_LONGEST_NAME: Final = 80


class Found(Value, frozen=True):
    """What a recorded game gave.

    Attributes:
        mistakes: in the order of the game.
        forced: how many choices had only one legal action; they are not judged.
    """

    mistakes: tuple[Mistake, ...]
    judged: int = 0
    forced: int = 0


def mistakes_of(verified: Verified, ledger: Ledger, name: str, *, at: str, seat: int | None = None) -> Found:
    """The choices that a review marked as mistakes of any class, in the order of the game.

    Args:
        name: what to call it in the notes, such as the name of its file.
        at: when it is looked at, as facts have it.
        seat: whose choices, from 0; None for those of all people: programs are left out, unless they played alone.
    """
    whose = {seat} if seat is not None else _people(verified, ledger)
    own = [line for line in ledger.lines if line.seat in whose]
    marked: dict[str, Mistake] = {}
    for line in own:
        if line.fault:
            one = _mistake(verified, ledger, line, name, at)
            if one is not None:
                marked.setdefault(one.id, one)
    forced = sum(line.forced for line in own)
    return Found(tuple(marked.values()), judged=len(own) - forced, forced=forced)


def _people(verified: Verified, ledger: Ledger) -> set[int]:
    """The seats that people play, as far as the record says; all of them where nobody does."""
    seats = {int(line.seat) for line in ledger.lines if line.seat is not None}
    try:
        programs = programs_of(verified.replay.header) if verified.replay is not None else {}
    except BadSeat:
        return seats
    return seats.difference(programs) or seats


def worst(mistakes: Sequence[Mistake], most: int = MOST) -> tuple[Mistake, ...]:
    """Those that lost most, in their order."""
    kept = set(sorted(range(len(mistakes)), key=lambda at: (-(mistakes[at].loss or 0.0), at))[:most])
    return tuple(one for at, one in enumerate(mistakes) if at in kept)


def not_yet(known: Sequence[Any], mistakes: Sequence[Mistake]) -> tuple[Mistake, ...]:
    """The mistakes that facts do not have yet. One that was practised since is known too, so it stays done."""
    seen = {fact.id for fact in known if isinstance(fact, Mistake)}
    first: dict[str, Mistake] = {}
    for one in mistakes:
        if one.id not in seen:
            first.setdefault(one.id, one)
    return tuple(first.values())


def take_in(learner: LearnerFile, mistakes: Sequence[Mistake]) -> tuple[Mistake, ...]:
    """Adds those that are new to a learner file; gives them.

    Raises:
        CannotStore, LimitExceeded: the file cannot take them all; what was added before stays.
    """
    new = not_yet(learner.facts, mistakes)
    for one in new:
        learner.add(one)
    return new


def _mistake(verified: Verified, ledger: Ledger, line: LedgerLine, name: str, at: str) -> Mistake | None:
    game = verified.game
    rule = line.rule or next((near.rule for near in reversed(ledger.lines[: line.line]) if near.rule), "")
    if game is None or not rule:
        return None
    state = game.dump(verified.moves[line.line - 1].state).decode()
    lost = f"it lost {Unit.CHANCE_TO_WIN.lost(line.loss)}; the best had {percent(line.best_value)}"
    return Mistake(
        id=mistake_id(state, line.move),
        at=at,
        kind="loss",
        state=state,
        tried=line.move,
        rule=rule,
        loss=min(1.0, float(line.loss)),
        source="replay",
        note=f"{name[:_LONGEST_NAME]}, {line.where}: {line.fault}, {lost}",
        unit=Unit.CHANCE_TO_WIN,
    )

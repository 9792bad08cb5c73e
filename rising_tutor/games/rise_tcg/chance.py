"""What chance can give: a card of a library, a coin, a die, whom Amok hits."""

from typing import Final

from rising_tutor.core.chance import Draw, Listed
from rising_tutor.core.chance_streams import Deck, Stream
from rising_tutor.core.ids import Seat
from rising_tutor.decks.moves import open_card, settle
from rising_tutor.decks.slots import EVERYBODY, UNSETTLED, mask
from rising_tutor.games.rise_tcg import abilities, steps, tasks
from rising_tutor.games.rise_tcg import events as ev
from rising_tutor.games.rise_tcg.actions import Drawn, LeftOpen, RiseOutcome, Rolled, Struck, Tossed
from rising_tutor.games.rise_tcg.pieces import Owned
from rising_tutor.games.rise_tcg.run import Run

Outcomes = Draw[str, Drawn] | Listed[Tossed] | Listed[Rolled] | Listed[Struck]
THROWN: Final = frozenset({tasks.Toss, tasks.RollDie, tasks.RollStart})
FROM_LIBRARY: Final = (tasks.DrawCard, tasks.Look, tasks.Put)
BY_CHANCE: Final = THROWN | {tasks.Hit, *FROM_LIBRARY}
COIN: Final = Listed(((Tossed(heads=True), 1), (Tossed(heads=False), 1)))
NO_LIBRARY: Final = -1
"""In place of a seat: chance takes no card of a library that nobody has seen."""
DIE: Final = Listed(tuple((Rolled(n), 1) for n in range(1, 7)))


def from_library(run: Run) -> int:
    """The seat whose library gives a card that nobody has seen; `NO_LIBRARY` where it does not come to that."""
    task = run.t.agenda[-1]
    if not isinstance(task, FROM_LIBRARY):
        return NO_LIBRARY
    library = run.t.sides[task.seat].library
    if isinstance(task, tasks.Put) and library.top:
        return task.seat if library.top[0].card == UNSETTLED else NO_LIBRARY
    return task.seat if not library.top and library.n else NO_LIBRARY


def is_chance(run: Run) -> bool:
    """Whether the first task is left to chance."""
    agenda = run.t.agenda
    if not agenda:
        return False
    task = agenda[-1]
    kind = type(task)
    if kind not in BY_CHANCE:
        return False
    if isinstance(task, tasks.Hit):
        return bool(abilities.amok_victims(run, task.piece))
    return kind in THROWN or from_library(run) >= 0


def outcomes(run: Run) -> Outcomes | None:
    """The outcomes of the first task, or None where chance has nothing to say."""
    if not is_chance(run):
        return None
    task = run.t.agenda[-1]
    if isinstance(task, tasks.Toss):
        return COIN
    if isinstance(task, (tasks.RollDie, tasks.RollStart)):
        return DIE
    if isinstance(task, tasks.Hit):
        return Listed(tuple((Struck(one), 1) for one in abilities.amok_victims(run, task.piece)))
    side = run.t.sides[from_library(run)]
    kinds = [kind for kind, n in enumerate(side.unseen) if n]
    return Draw([side.kinds[kind] for kind in kinds], [side.unseen[kind] for kind in kinds], Drawn)


def happen(run: Run, outcome: RiseOutcome) -> None:
    """Chance has spoken."""
    t = run.t
    task = t.agenda[-1]
    if isinstance(outcome, LeftOpen):
        leave_open(run)
        return
    if isinstance(outcome, Drawn):
        seat = from_library(run)
        side = t.sides[seat]
        kind = side.kinds.index(outcome.card)
        run.settle(seat, kind)
        seen = EVERYBODY if isinstance(task, tasks.Put) else mask(Seat(seat))
        side.library = settle(side.library, 0, kind, seen=seen)
        if isinstance(task, tasks.DrawCard):
            draw_one(run, task, drawn=True)
        return
    t.agenda = t.agenda[:-1]
    match outcome:
        case Tossed(heads):
            assert isinstance(task, tasks.Toss)
            abilities.tossed(run, task, heads=heads)
        case Rolled(n):
            if isinstance(task, tasks.RollStart):
                steps.rolled(run, task, n)
            else:
                assert isinstance(task, tasks.RollDie)
                deed = run.book.card[task.item.card].action[task.item.index]
                success = n >= deed.roll
                item = task.item
                facts = {"card": item.card, "piece": max(0, item.source), "copy": item.copy}
                run.say(ev.DieRolled, "RISE-1015", task.seat, n=n, success=success, **facts)
                abilities.perform_deed(run, task.item, success=success)
        case Struck(piece):
            assert isinstance(task, tasks.Hit)
            abilities.amok_hits(run, task, piece)


def can_be_open(run: Run) -> bool:
    """Whether the card that comes now need not be named: its seat alone sees it."""
    return bool(run.t.agenda) and not isinstance(run.t.agenda[-1], tasks.Put) and from_library(run) >= 0


def leave_open(run: Run) -> None:
    """The card goes to the hand, or is looked at, and stays one of its owner's unseen ones."""
    task = run.t.agenda[-1]
    if isinstance(task, tasks.DrawCard):
        draw_one(run, task)
    else:
        seat = from_library(run)
        side = run.t.sides[seat]
        side.library = open_card(side.library, 0, mask(Seat(seat)))


def draw_one(run: Run, task: tasks.DrawCard, *, drawn: bool = False) -> None:
    """Move the first card of a library to the hand; only its seat sees it.

    Args:
        drawn: chance has just given the card, so nobody knew it before.
    """
    t = run.t
    seat = task.seat
    t.agenda = t.agenda[:-1]
    if task.left > 1:
        run.push(tasks.DrawCard(seat, task.left - 1, task.rule))
    slot = run.take_top(seat)
    run.to_hand(seat, Owned(seat, slot.card), slot.seen | mask(Seat(seat)))
    run.say(ev.DrewCard, task.rule, seat)
    if run.log is not None and slot.card >= 0:
        # A card that everybody knew on top is known in the hand as well.
        seats = None if slot.seen == EVERYBODY else _knowers(slot.seen, len(t.sides)) | {seat}
        told = None if seats is None else tuple(sorted(seats))
        card = t.sides[seat].kinds[slot.card]
        run.say(ev.SawCard, "RISE-1019", seat, card=card, where="hand", known=not drawn, seats=told)


def _knowers(seen: int, n_seats: int) -> set[int]:
    return {seat for seat in range(n_seats) if seen & mask(Seat(seat))}


def stream(run: Run) -> Stream:
    """What the chance of a position draws from: the library of a seat since its last shuffle, the coin, the dice."""
    seat = from_library(run) if run.t.agenda else NO_LIBRARY
    if seat < 0:
        return Stream("coin and dice")
    side = run.t.sides[seat]
    cards = tuple((card, n) for card, n in zip(side.kinds, side.whole, strict=True) if n)
    return Stream(f"library of seat {seat + 1}", deck=Deck(side.shuffle, cards))

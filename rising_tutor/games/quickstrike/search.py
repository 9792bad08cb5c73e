"""Decks that are searched: whether an ally is there, what happens then, and what everybody knows from there on.

Before a search chance settles the energies that nobody has seen, so what is left unseen is the deck. Only a record that
leaves cards open does not say what lies where; then whether the ally is in the deck is a matter of chance as well.
"""

from collections.abc import Iterator
from math import comb

from rising_tutor.core.chance import Listed
from rising_tutor.decks.moves import shuffle
from rising_tutor.decks.slots import UNSETTLED, Slot
from rising_tutor.games.quickstrike import events as ev
from rising_tutor.games.quickstrike.actions import NotThere, Turned
from rising_tutor.games.quickstrike.run import Run, is_unseen, remember_shown, unseen_deck
from rising_tutor.games.quickstrike.state import Ally, n_unsettled
from rising_tutor.games.quickstrike.tasks import SearchDeck, SettleEnergies

NONE = -1
"""In place of a kind: none of those that a deck is searched for lies in it."""


def place_to_settle(run: Run, task: SettleEnergies) -> int | None:
    """The place of the next energy that nobody has seen, counted from green on; None if all are settled."""
    slots = (slot for zone in run.t.mats[task.seat].energies for slot in zone)
    return next((at for at, slot in enumerate(slots) if at >= task.at and is_unseen(slot)), None)


def settle_energy(run: Run, kind: int) -> None:
    """The next energy is of this kind, and nobody is told; or a record leaves it open (`UNSETTLED`)."""
    task = run.t.agenda[-1]
    assert isinstance(task, SettleEnergies)
    place = place_to_settle(run, task)
    assert place is not None
    at = place
    for zone, slots in enumerate(run.t.mats[task.seat].energies):
        if 0 <= at < len(slots):
            run.set_energies(task.seat, zone, (*slots[:at], Slot(kind, 0), *slots[at + 1 :]))
        at -= len(slots)
    run.t.agenda = (*run.t.agenda[:-1], SettleEnergies(task.seat, place + 1))


def found(run: Run, task: SearchDeck) -> list[tuple[int, int]]:
    """What a search can give, by kind, with weights: of the wanted kinds the first that lies in the deck, or `NONE`."""
    return list(_found(run, task))


def _found(run: Run, task: SearchDeck) -> Iterator[tuple[int, int]]:
    mat = run.t.mats[task.seat]
    lie = {slot.card for slot in mat.deck.settled}
    # The unseen cards lie at so many places, and at so many of them outside the deck.
    places = n_unsettled(mat)
    outside = places - mat.deck.n - sum(slot.card == UNSETTLED for slot in mat.deck.settled)
    none = 1  # ways in which no kind so far lies in the deck
    rest = 1  # ways to lay the kinds that come after
    left = places
    for kind in task.kinds:
        rest *= comb(left, mat.unseen[kind])
        left -= mat.unseen[kind]
    for kind in task.kinds:
        n = mat.unseen[kind]
        rest //= comb(places, n)
        here = none * comb(places, n) * rest
        none *= comb(outside, n) if kind not in lie else 0
        weight = here - none * rest
        if weight:
            yield kind, weight
        places, outside = places - n, outside - n
        if not none:
            return
    yield NONE, none


def is_open(run: Run, task: SearchDeck) -> bool:
    """Whether it is left to chance what a search gives."""
    return len(found(run, task)) > 1


def outcomes(run: Run, task: SearchDeck) -> Listed[Turned | NotThere]:
    """What chance can give where it is left to it."""
    kinds = run.t.mats[task.seat].kinds
    return Listed((NotThere() if kind == NONE else Turned(kinds[kind]), weight) for kind, weight in found(run, task))


def end_certain(run: Run) -> None:
    """What a search gives follows from what lies where."""
    task = run.t.agenda[-1]
    assert isinstance(task, SearchDeck)
    [(kind, _)] = found(run, task)
    end(run, kind)


def end(run: Run, kind: int) -> None:
    """The ally goes to its space, and the deck is shuffled: what somebody knew of it is unseen again.

    A deck in an order that nobody knows is the same after a shuffle, so where nothing was taken it stays as it is.
    """
    t = run.t
    task = t.agenda[-1]
    assert isinstance(task, SearchDeck)
    t.agenda = t.agenda[:-1]
    mat = t.mats[task.seat]
    known = list(mat.deck.settled)
    if kind == NONE:
        mat.lacks = (*mat.lacks, *(one for one in task.kinds if one not in mat.lacks))
    else:
        taken = next((slot for slot in known if slot.card == kind), None)
        if taken is not None:
            known.remove(taken)
        else:
            run.settle(task.seat, kind)
        mat.lacks = tuple(one for one in mat.lacks if all(slot.card != one for slot in known))
    if kind != NONE or known:
        remember_shown(run, task.seat)
        rest = len(mat.deck) - (kind != NONE)
        mat.unseen, _ = shuffle(mat.unseen, known)
        mat.shuffle, mat.whole, mat.below = mat.shuffle + 1, mat.unseen, (0,) * len(mat.kinds)
        mat.deck, mat.parted = unseen_deck(rest), True
    if kind == NONE:
        run.say(ev.NothingFound, "QS-814", task.seat, named=task.named)
    else:
        run.set_ally(task.seat, task.zone, Ally(kind, task.seat))
        run.say(ev.AllyFound, "QS-814", task.seat, card=mat.kinds[kind], zone=task.zone)

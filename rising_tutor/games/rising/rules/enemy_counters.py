"""The enemy's counters: where they go, what is full, what fell.

A carrier lies at a location, in a pile of which only the top one takes counters, or it lies nowhere (a part of a
machine) and takes counters at any time. It falls at the end of a turn in which it was full, and takes none after that.
"""

from rising_tutor.core.ids import CardId, RuleId
from rising_tutor.core.values import with_count
from rising_tutor.games.rising.rules import enemy_events as foe
from rising_tutor.games.rising.rules.context import Run


def exposed(run: Run, location: int) -> CardId | None:
    """The carrier that takes counters at a location; None where none is left or carriers lie nowhere."""
    stacks = run.t.stacks
    return stacks[location][0] if stacks and stacks[location] else None


def in_play(run: Run) -> list[CardId]:
    """All carriers that can hold counters now, in the order of the book."""
    t = run.t
    if t.stacks:
        top = {stack[0] for stack in t.stacks if stack}  # DER-902, DER-906
        return [card for card in run.book.carrier_ids if card in top]
    return [card for card in run.book.carrier_ids if card not in t.fallen]  # cite.fallen_for_good, DSR-901, DSR-904


def counters(run: Run, card: str) -> int:
    """Counters on a carrier."""
    return run.t.pressure[run.book.carrier_index[CardId(card)]]


def with_room(run: Run) -> list[CardId]:
    """Carriers in play that still take a counter."""
    return [card for card in in_play(run) if counters(run, card) < run.book.carrier[card].spaces]


def with_fewest(run: Run) -> tuple[CardId, ...]:
    """Of those with room, the ones with the fewest counters."""
    cards = with_room(run)
    fewest = min((counters(run, card) for card in cards), default=0)
    return tuple(card for card in cards if counters(run, card) == fewest)


def add(run: Run, card: CardId, n: int, rule: RuleId) -> None:
    """Puts up to `n` counters on a carrier; what does not fit is lost."""
    spaces = run.book.carrier[card].spaces  # DER-901, DER-907, DSR-902
    before = counters(run, card)
    added = min(n, spaces - before)
    if added:
        run.t.pressure = with_count(run.t.pressure, run.book.carrier_index[card], added)
    rule = rule if added else run.cite.pressure_full
    run.say(foe.PressureAdded, rule, card=card, n=added, after=before + added, spaces=spaces)


def remove(run: Run, card: CardId, n: int) -> None:
    """Takes up to `n` counters off a carrier."""
    before = counters(run, card)
    removed = min(n, before)
    if removed:
        run.t.pressure = with_count(run.t.pressure, run.book.carrier_index[card], -removed)
    spaces = run.book.carrier[card].spaces
    run.say(foe.PressureRemoved, run.cite.pressure_removed, card=card, n=removed, after=before - removed, spaces=spaces)


def fall(run: Run) -> None:
    """What is full falls: its counters are taken off, and what lay under it is exposed without any."""
    t = run.t
    # DER-904, DER-910, DSR-613, DSR-903
    full = [card for card in in_play(run) if counters(run, card) >= run.book.carrier[card].spaces]
    for card in full:
        at = run.book.carrier_index[card]
        t.pressure = with_count(t.pressure, at, -t.pressure[at])
        t.stacks = tuple(stack[1:] if stack and stack[0] == card else stack for stack in t.stacks)
        t.fallen += (card,)  # cite.fallen_for_good
        run.say(foe.CarrierFell, run.cite.fall, card=card, fallen=len(t.fallen))

"""What chance can give: a card that nobody has seen turns out to be one of its owner's unseen ones, or a coin falls."""

from collections.abc import Callable
from random import Random
from typing import Any

from rising_tutor.core.chance import Draw, Listed
from rising_tutor.core.chance_streams import Deck, Stream
from rising_tutor.core.values import with_count
from rising_tutor.decks.moves import first_unsettled, open_card, see, settle
from rising_tutor.decks.slots import EVERYBODY, UNSETTLED, Slot
from rising_tutor.games.quickstrike import events as ev
from rising_tutor.games.quickstrike import search, tasks
from rising_tutor.games.quickstrike.actions import AvatarOutcome, LeftOpen, NotThere, Tossed, Turned
from rising_tutor.games.quickstrike.run import Run, is_unseen
from rising_tutor.games.quickstrike.state import Laid

Outcomes = Draw[str, Turned] | Listed[Tossed] | Listed[Turned | NotThere]


def drawn_by(run: Run) -> int | None:
    """The seat whose unseen card the first task turns over; -1 for a coin, None where nothing is left to chance."""
    task = run.t.agenda[-1]
    draws = DRAWS.get(type(task))
    return None if draws is None else draws(run, task)


def whose(run: Run, task: Any) -> int:
    """The seat whose card a task turns over."""
    seat: int = run.t.defender if isinstance(task, tasks.FlipCard) else task.seat
    return seat


def _on_top(run: Run, seat: int) -> int | None:
    """The seat, if nobody has seen the first card of its deck."""
    return seat if first_unsettled(run.t.mats[seat].deck, 1) == 0 else None


def _spent_unseen(run: Run, task: tasks.Spend) -> int | None:
    if not any(task.left):
        return None
    slots = run.t.mats[task.seat].energies[zone_spent(task)]
    return task.seat if is_unseen(slots[-1]) and not energies_to_choose(run, task) else None


def _looked_at(run: Run, task: tasks.LookAt) -> int | None:
    return task.seat if first_unsettled(run.t.mats[task.seat].deck, task.n, task.seen) is not None else None


def _energy_settled(run: Run, task: tasks.SettleEnergies) -> int | None:
    return task.seat if search.place_to_settle(run, task) is not None else None


DRAWS: dict[type, Callable[[Run, Any], int | None]] = {
    tasks.Coin: lambda _run, _task: -1,
    tasks.Reveal: lambda run, task: _on_top(run, task.seat),
    tasks.DiscardTop: lambda run, task: _on_top(run, task.seat),
    tasks.FlipCard: lambda run, _task: _on_top(run, run.t.defender),
    tasks.LookAt: _looked_at,
    tasks.Spend: _spent_unseen,
    tasks.SettleEnergies: _energy_settled,
    tasks.SearchDeck: lambda run, task: task.seat if search.is_open(run, task) else None,
}
"""For each task that may turn over an unseen card, whose it is now."""


def zone_spent(task: tasks.Spend) -> int:
    """The zone whose energy is turned over next."""
    green, yellow, _ = task.left
    return 0 if green else 1 if yellow else 2


def energies_to_choose(run: Run, task: tasks.Spend) -> tuple[str, ...]:
    """Words of the energies of which the owner chooses one, where the rules let him (QS-609); none without a choice."""
    if task.chosen or run.t.options.energy_paid == "newest" or not any(task.left):
        return ()
    slots = run.t.mats[task.seat].energies[zone_spent(task)]
    found = dict.fromkeys(energy_word(run, task.seat, slot) for slot in slots)
    return tuple(found) if len(found) > 1 else ()


def energy_word(run: Run, seat: int, slot: Slot) -> str:
    """The card of an energy, as it is written; one that nobody has seen, or that a record does not name, is unknown."""
    return run.book.word[run.card_id(seat, slot.card)] if slot.card >= 0 and slot.seen else "unknown"


def choose_energy(run: Run, task: tasks.Spend, option: str) -> None:
    """The newest of the chosen kind is the next to be turned over."""
    zone = zone_spent(task)
    slots = list(run.t.mats[task.seat].energies[zone])
    place = max(at for at, slot in enumerate(slots) if energy_word(run, task.seat, slot) == option)
    card = run.card_id(task.seat, slots[place].card) if slots[place].seen else ""
    slots.append(slots.pop(place))
    run.set_energies(task.seat, zone, slots)
    run.say(ev.EnergyChosen, "QS-609", task.seat, card=card, zone=zone, place=place + 1)
    run.push(tasks.Spend(task.seat, task.left, task.rule, chosen=True))


def outcomes(run: Run) -> Outcomes | None:
    """The outcomes of the first task, or None where chance has nothing to say."""
    seat = drawn_by(run)
    if seat is None:
        return None
    if seat < 0:
        return Listed(((Tossed(0), 1), (Tossed(1), 1)))
    task = run.t.agenda[-1]
    if isinstance(task, tasks.SearchDeck):
        return search.outcomes(run, task)
    mat = run.t.mats[seat]
    kinds = [kind for kind, n in enumerate(mat.unseen) if n]
    return Draw([mat.kinds[kind] for kind in kinds], [mat.unseen[kind] for kind in kinds], Turned)


def happen(run: Run, outcome: AvatarOutcome) -> None:
    """Chance has spoken."""
    if isinstance(outcome, LeftOpen):
        leave_open(run)
        return
    seat = drawn_by(run)
    assert seat is not None
    if isinstance(outcome, Tossed):
        _toss(run, outcome.seat)
    elif isinstance(outcome, NotThere):
        search.end(run, search.NONE)
    else:
        _turn_over(run, seat, run.t.mats[seat].kinds.index(outcome.card))


def fall(run: Run, rng: Random) -> int:
    """Chance speaks, as `outcomes(run).sample(rng)` would, without making the outcome. Gives the kind, or the seat."""
    task = run.t.agenda[-1]
    if isinstance(task, tasks.Coin):
        favoured = int(rng.random() * 2)
        _toss(run, favoured)
        return favoured
    if isinstance(task, tasks.SearchDeck):
        kinds, weights = zip(*search.found(run, task), strict=True)
        (given,) = rng.choices(kinds, weights)
        search.end(run, given)
        return int(given)
    seat = whose(run, task)
    unseen = run.t.mats[seat].unseen
    at = int(rng.random() * sum(unseen))
    kind = -1
    while at >= 0:
        kind += 1
        at -= unseen[kind]
    _turn_over(run, seat, kind)
    return kind


def _toss(run: Run, favoured: int) -> None:
    t = run.t
    t.agenda = t.agenda[:-1]
    run.say(ev.CoinTossed, "QS-307", favoured)
    t.totals = (1, 0) if favoured == 0 else (0, 1)
    run.push(tasks.Do("higher_total"))


def _turn_over(run: Run, seat: int, kind: int) -> None:
    """A card is settled, and goes where the task says."""
    t = run.t
    task = t.agenda[-1]
    put = PUTS.get(type(task))
    if put is not None:
        t.agenda = t.agenda[:-1]
        run.settle(seat, kind)
        run.take_top(seat)
        put(run, task, kind)
        return
    if isinstance(task, tasks.Spend):
        t.agenda = t.agenda[:-1]
        run.settle(seat, kind, energy=True)
        run.take_energy(seat, zone_spent(task))
        spend(run, task, kind)
        return
    if isinstance(task, tasks.SettleEnergies):
        run.settle(seat, kind, energy=True)
        search.settle_energy(run, kind)
        return
    if isinstance(task, tasks.SearchDeck):
        search.end(run, kind)
        return
    assert isinstance(task, tasks.LookAt)
    run.settle(seat, kind)
    mat = t.mats[seat]
    place = place_turned(run, seat)
    mat.deck = settle(mat.deck, place, kind, seen=task.seen)
    tell_seen(run, task, mat.kinds[kind], place)


def place_turned(run: Run, seat: int) -> int:
    """The place in a deck of the card that is looked at next."""
    task, deck = run.t.agenda[-1], run.t.mats[seat].deck
    assert isinstance(task, tasks.LookAt)
    at = first_unsettled(deck, len(deck), task.seen)
    assert at is not None
    return at


def can_be_open(run: Run) -> bool:
    """Whether the rules need not know which card it is: it is only looked at, paid or discarded, or lies face down.

    The force of the cards of the set-up counts, and a flipped card is decided about.
    """
    seat = drawn_by(run)
    if seat is None or seat < 0:
        return False
    task = run.t.agenda[-1]
    return isinstance(task, (tasks.LookAt, tasks.DiscardTop, tasks.Spend, tasks.SettleEnergies)) or (
        isinstance(task, tasks.Reveal) and run.t.round > 0
    )


def leave_open(run: Run) -> None:
    """The card that is turned over goes where the task says, and stays one of its owner's unseen ones."""
    t = run.t
    task = t.agenda[-1]
    seat = drawn_by(run)
    assert seat is not None
    if isinstance(task, tasks.SettleEnergies):
        search.settle_energy(run, UNSETTLED)
        return
    if isinstance(task, tasks.LookAt):
        mat = t.mats[seat]
        place = place_turned(run, seat)
        mat.deck = open_card(mat.deck, place, task.seen)
        tell_seen(run, task, "", place)
        return
    t.agenda = t.agenda[:-1]
    if isinstance(task, tasks.Spend):
        spend_known(run, task)
    else:
        put_top(run, task)


def put_top(run: Run, task: Any) -> None:
    """The first card of a deck, which somebody knows or nobody names, goes where the task says."""
    PUTS[type(task)](run, task, run.take_top(whose(run, task)).card)


def _discard(run: Run, task: tasks.DiscardTop, kind: int) -> None:
    """The first card of a deck was discarded by an effect."""
    run.discard(task.seat, kind)
    run.say(ev.DiscardedFromDeck, "QS-1013", task.seat, card=run.card_id(task.seat, kind), place=1)


def _reveal(run: Run, task: tasks.Reveal, kind: int) -> None:
    """The first card of a deck goes face-up to the discard pile."""
    t = run.t
    if task.left > 1:
        run.push(tasks.Reveal(task.seat, task.left - 1, task.rule))
    run.discard(task.seat, kind)
    run.say(ev.Revealed, task.rule, task.seat, card=run.card_id(task.seat, kind))
    if not t.round:
        totals = list(t.totals)
        totals[task.seat] += run.card(task.seat, kind).force  # QS-306
        t.totals = (totals[0], totals[1])


def _flip(run: Run, _task: tasks.FlipCard, kind: int) -> None:
    """The first card of the defender's deck lies in the flip space (QS-501)."""
    t = run.t
    run.set_flip(t.defender, t.zone, Laid(kind))
    t.flipped = True
    t.flips_here += 1
    run.say(ev.Flipped, "QS-501", t.defender, card=run.card_id(t.defender, kind), zone=t.zone)
    run.push(tasks.Do("flipped"))


PUTS: dict[type, Callable[[Run, Any, int], None]] = {
    tasks.FlipCard: _flip,
    tasks.Reveal: _reveal,
    tasks.DiscardTop: _discard,
}
"""What becomes of a card that was taken from a deck; its task is off the agenda."""


def tell_seen(run: Run, task: tasks.LookAt, card: str, place: int) -> None:
    """Report that a card of a deck is looked at, and to whoever looks which it is; `place` is counted from 0."""
    if task.seen == EVERYBODY:
        run.say(ev.Opened, task.rule, task.seat, card=card)
    else:
        run.say(ev.Looked, task.rule, task.seat, place=place + 1)
        run.say(ev.Saw, task.rule, task.seat, card=card, place=place + 1, seats=(task.seat,))


def tell_known(run: Run, look: tasks.LookAt) -> None:
    """Report that a seat looks at cards that it knows already; the others are reported as they come to light."""
    for place, slot in enumerate(run.t.mats[look.seat].deck.top[: look.n], 1):
        if look.seen != EVERYBODY and slot.seen & look.seen == look.seen:
            run.say(ev.Looked, look.rule, look.seat, place=place)


def end_look(run: Run) -> None:
    """All cards that are looked at are settled: who looks knows them."""
    t = run.t
    task = t.agenda[-1]
    assert isinstance(task, tasks.LookAt)
    t.agenda = t.agenda[:-1]
    mat = t.mats[task.seat]
    for place, slot in enumerate(mat.deck.settled[: task.n]):
        if slot.seen & task.seen != task.seen:
            tell_seen(run, task, run.card_id(task.seat, slot.card), place)
    mat.deck = see(mat.deck, task.n, task.seen)


def spend_known(run: Run, task: tasks.Spend) -> None:
    """The next energy is paid, which somebody knows or nobody names."""
    spend(run, task, run.take_energy(task.seat, zone_spent(task)).card)


def spend(run: Run, task: tasks.Spend, kind: int) -> None:
    """One energy, taken from its zone, goes face-up to the discard pile; its task is off the agenda."""
    zone = zone_spent(task)
    run.discard(task.seat, kind)
    happened = ev.EnergyEliminated if task.rule == "QS-802" else ev.Paid
    run.say(happened, task.rule, task.seat, card=run.card_id(task.seat, kind), zone=zone)
    left = with_count(task.left, zone, -1)
    if any(left):
        run.push(tasks.Spend(task.seat, left, task.rule))  # type: ignore[arg-type]


def stream(run: Run) -> Stream:
    """What the chance of a position draws from: the cards of a seat since its last shuffle, the coin, a search."""
    seat = drawn_by(run)
    if seat is None or seat < 0:
        return Stream("coin")
    task = run.t.agenda[-1]
    if isinstance(task, tasks.SearchDeck):
        return Stream(f"search of seat {seat + 1}")
    mat = run.t.mats[seat]
    cards = tuple((card, n) for card, n in zip(mat.kinds, mat.whole, strict=True) if n)
    below = tuple((card, n) for card, n in zip(mat.kinds, mat.below, strict=True) if n)
    at_bottom = isinstance(task, (tasks.Spend, tasks.SettleEnergies))
    return Stream(f"deck of seat {seat + 1}", deck=Deck(mat.shuffle, cards, at_bottom, below))

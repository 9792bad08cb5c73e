"""Changes that each event makes to the open table: a model of the game that knows no rule, only the log."""

from collections.abc import Callable
from typing import Any, Final

from msgspec.structs import replace

from rising_tutor.core.values import with_item
from rising_tutor.decks.slots import EVERYBODY, mask
from rising_tutor.games.quickstrike import events as ev
from rising_tutor.games.quickstrike.open_table import (
    UNKNOWN,
    AllyLies,
    DeckCard,
    Lies,
    OpenTable,
    Waits,
    without_end,
)
from rising_tutor.games.quickstrike.state import FRONT, NOWHERE


def after_event(table: OpenTable, event: ev.AvatarEvent) -> OpenTable:
    """Return the table after an event that its viewer may see.

    Raises:
        ValueError: the event does not fit the table.
    """
    return CHANGES.get(type(event), _nothing)(table, event)


def _nothing(table: OpenTable, _event: Any) -> OpenTable:
    """Change nothing: the event only speaks of what is done, or of what cannot be done."""
    return table


def _on_mat(table: OpenTable, seat: int, **changes: Any) -> OpenTable:
    return replace(table, mats=with_item(table.mats, seat, replace(table.mats[seat], **changes)))


def _flip_of(table: OpenTable, seat: int, zone: int, card: str) -> Lies:
    lies = table.mats[seat].flips[zone]
    if lies is None or lies.card != card:
        raise ValueError(f"{card} does not lie in flip space {zone} of seat {seat}: {lies}")
    return lies


def _set_flip(table: OpenTable, seat: int, zone: int, lies: Lies | None) -> OpenTable:
    if lies is not None and table.mats[seat].flips[zone] is not None:
        raise ValueError(f"flip space {zone} of seat {seat} is taken")
    return _on_mat(table, seat, flips=with_item(table.mats[seat].flips, zone, lies))


def _change_flip(table: OpenTable, seat: int, zone: int, lies: Lies) -> OpenTable:
    return _on_mat(table, seat, flips=with_item(table.mats[seat].flips, zone, lies))


def _discard(table: OpenTable, seat: int, *cards: str) -> OpenTable:
    return _on_mat(table, seat, discard=(*table.mats[seat].discard, *cards))


def _ally_of(table: OpenTable, seat: int, zone: int, card: str) -> AllyLies:
    ally = table.mats[seat].allies[zone]
    if ally is None or ally.card != card:
        raise ValueError(f"{card} is no ally in zone {zone} of seat {seat}: {ally}")
    return ally


def _set_ally(table: OpenTable, seat: int, zone: int, ally: AllyLies | None) -> OpenTable:
    if ally is not None and table.mats[seat].allies[zone] is not None:
        raise ValueError(f"seat {seat} has an ally in zone {zone}")
    return _on_mat(table, seat, allies=with_item(table.mats[seat].allies, zone, ally))


def _leaves_deck(table: OpenTable, seat: int, card: str, place: int = 1) -> OpenTable:
    """A card leaves the deck; `place` is counted from 1."""
    mat = table.mats[seat]
    known = mat.known[place - 1] if place <= len(mat.known) else DeckCard()
    if not mat.n_deck or (known.card and card and known.card != card):
        raise ValueError(f"card {place} of the deck of seat {seat} is not {card}: {known}")
    rest = [one for at, one in enumerate(mat.known, 1) if at != place]
    return _on_mat(table, seat, n_deck=mat.n_deck - 1, known=without_end(rest))


def _discarded_from_deck(table: OpenTable, event: ev.DiscardedFromDeck) -> OpenTable:
    place = event.place
    if not place:
        hidden = {
            at: one.card for at, one in enumerate(table.mats[event.seat].known, 1) if one.seen == mask(event.seat)
        }
        fitting = [at for at, card in hidden.items() if card == event.card] or [at for at in hidden if not hidden[at]]
        if not fitting:
            raise ValueError(f"{event.card} is none of the cards that seat {event.seat} has seen: {hidden}")
        place = fitting[0]
    return _discard(_leaves_deck(table, event.seat, event.card, place), event.seat, event.card)


def _in_deck(table: OpenTable, seat: int, place: int, card: str, seen: int) -> OpenTable:
    """Somebody sees a card of the deck."""
    cards = list(table.mats[seat].known)
    cards += [DeckCard()] * (place - len(cards))
    cards[place - 1] = DeckCard(card or cards[place - 1].card, cards[place - 1].seen | seen)
    return _on_mat(table, seat, known=without_end(cards))


def _add_energy(table: OpenTable, seat: int, zone: int, card: str) -> OpenTable:
    energies = table.mats[seat].energies
    return _on_mat(table, seat, energies=with_item(energies, zone, (*energies[zone], card)))


def _take_energy(table: OpenTable, seat: int, zone: int, card: str | None = None) -> tuple[OpenTable, str]:
    """The newest energy of a zone leaves it."""
    energies = table.mats[seat].energies
    if not energies[zone] or (card and energies[zone][-1] not in (card, UNKNOWN)):
        raise ValueError(f"the newest energy of zone {zone} of seat {seat} is not {card}: {energies[zone]}")
    taken = energies[zone][-1]
    return _on_mat(table, seat, energies=with_item(energies, zone, energies[zone][:-1])), taken


def _begins(table: OpenTable, attack: str, attack_zone: int) -> OpenTable:
    """A turn begins: what was of the last one is over."""
    mats = tuple(
        replace(mat, allies=tuple(None if one is None else replace(one, used=()) for one in mat.allies))
        for mat in table.mats
    )
    return replace(
        table,
        turn=table.turn + 1,
        attack=attack,
        attack_zone=attack_zone,
        zone=NOWHERE,
        flips_here=0,
        flipped=False,
        pending=(),
        mats=mats,
    )


def _must_defend(table: OpenTable, seat: int) -> None:
    if table.defender != seat:
        raise ValueError(f"seat {table.defender} defends, not seat {seat}")


def _opening(table: OpenTable, event: ev.OpeningSent) -> OpenTable:
    _must_defend(table, 1 - event.seat)
    return replace(_begins(table, "opening", NOWHERE), round=table.round + 1)


def _turn(table: OpenTable, event: ev.TurnBegan) -> OpenTable:
    _flip_of(table, 1 - event.seat, event.zone, event.card)
    kind = "signature" if event.zone == FRONT else "strike"
    return replace(_begins(table, kind, event.zone), defender=event.seat)


def _round_ended(table: OpenTable, event: ev.RoundEnded) -> OpenTable:
    _must_defend(table, 1 - event.seat)
    if event.round != table.round:
        raise ValueError(f"round {table.round} is played, not {event.round}")
    return replace(table, attack="", attack_zone=NOWHERE, zone=NOWHERE)


def _defends(table: OpenTable, seat: int, zone: int) -> OpenTable:
    _must_defend(table, seat)
    return replace(table, zone=zone, flips_here=0)


def _lost(table: OpenTable, event: ev.ZoneLost) -> OpenTable:
    """Change nothing: what comes next has its own event."""
    _must_defend(table, event.seat)
    if event.zone != table.zone:
        raise ValueError(f"zone {table.zone} is defended, not zone {event.zone}")
    return table


def _countered(table: OpenTable, event: ev.Countered) -> OpenTable:
    _must_defend(table, event.seat)
    _flip_of(table, event.seat, event.zone, event.card)
    return replace(table, stopped=event.stopped)


def _flipped(table: OpenTable, event: ev.Flipped) -> OpenTable:
    table = _leaves_deck(table, event.seat, event.card)
    table = _set_flip(table, event.seat, event.zone, Lies(event.card))
    return replace(table, flips_here=table.flips_here + 1, flipped=True)


def _flip_goes(table: OpenTable, event: ev.CardInZone) -> OpenTable:
    """The flipped card leaves its space, and effects of strikes that waited for it are lost."""
    _flip_of(table, event.seat, event.zone, event.card)
    pending = tuple(one for one in table.pending if one.by != "strike")
    return replace(_set_flip(table, event.seat, event.zone, None), pending=pending)


def _flip_discarded(table: OpenTable, event: ev.CardInZone) -> OpenTable:
    return _discard(_flip_goes(table, event), event.seat, event.card)


def _focused(table: OpenTable, event: ev.Focused) -> OpenTable:
    return _add_energy(_flip_goes(table, event), event.seat, event.zone, event.card)


def _strike_moved(table: OpenTable, event: ev.StrikeMoved) -> OpenTable:
    lies = _flip_of(table, event.seat, event.zone, event.card)
    table = _set_flip(_set_flip(table, event.seat, event.zone, None), event.seat, event.to, lies)
    return _defends(table, event.seat, event.to)


def _power_used(table: OpenTable, event: ev.PowerUsed) -> OpenTable:
    if event.granted_by:
        return table
    if event.by == "ally":
        ally = _ally_of(table, event.seat, event.zone, event.card)
        used = replace(ally, used=(*ally.used, event.index))
        return _on_mat(table, event.seat, allies=with_item(table.mats[event.seat].allies, event.zone, used))
    lies = _flip_of(table, event.seat, event.zone, event.card)
    return _change_flip(table, event.seat, event.zone, replace(lies, used=(*lies.used, event.index)))


def _strike_changed(table: OpenTable, event: ev.StrikeChanged) -> OpenTable:
    lies = _flip_of(table, event.seat, event.zone, event.card)
    force, intercept = lies.force + event.more_force, lies.intercept + event.more_intercept
    return _change_flip(table, event.seat, event.zone, replace(lies, force=force, intercept=intercept))


def _effect_gained(table: OpenTable, event: ev.EffectGained) -> OpenTable:
    if event.zone >= 0:
        lies = _flip_of(table, event.seat, event.zone, event.card)
        return _change_flip(table, event.seat, event.zone, replace(lies, gains=lies.gains + event.effects))
    at, lies = event.place - 1, _advantage(table, event.seat, event.place, event.card)
    gains = with_item(table.mats[event.seat].advantages, at, replace(lies, gains=lies.gains + event.effects))
    return _on_mat(table, event.seat, advantages=gains)


def _effect_waits(table: OpenTable, event: ev.EffectWaits) -> OpenTable:
    return replace(table, pending=(*table.pending, Waits(event.seat, event.card, event.by, event.zone, event.effects)))


def _advantage(table: OpenTable, seat: int, place: int, card: str) -> Lies:
    advantages = table.mats[seat].advantages
    if not 1 <= place <= len(advantages) or advantages[place - 1].card != card:
        raise ValueError(f"{card} is not advantage {place} of seat {seat}: {advantages}")
    return advantages[place - 1]


def _advantage_played(table: OpenTable, event: ev.AdvantagePlayed) -> OpenTable:
    lies = _flip_of(table, event.seat, event.zone, event.card)
    if event.rule == "QS-515":  # an Immediate one stays in the flip space until it has worked
        return table
    table = _set_flip(table, event.seat, event.zone, None)
    return _on_mat(table, event.seat, advantages=(*table.mats[event.seat].advantages, lies))


def _advantage_eliminated(table: OpenTable, event: ev.AdvantageEliminated) -> OpenTable:
    _advantage(table, event.seat, event.place, event.card)
    advantages = table.mats[event.seat].advantages
    rest = advantages[: event.place - 1] + advantages[event.place :]
    return _discard(_on_mat(table, event.seat, advantages=rest), event.seat, event.card)


def _cleaned_up(table: OpenTable, event: ev.CleanedUp) -> OpenTable:
    mat = table.mats[event.seat]
    lies = [one.card for one in (*mat.advantages, *mat.flips[:FRONT]) if one is not None]
    if sorted(lies) != sorted(event.cards):
        raise ValueError(f"seat {event.seat} has {lies} in play, not {event.cards}")
    flips = (*(None for _ in mat.flips[:FRONT]), *mat.flips[FRONT:])
    return _discard(_on_mat(table, event.seat, advantages=(), flips=flips), event.seat, *event.cards)


def _ally_played(table: OpenTable, event: ev.AllyPlayed) -> OpenTable:
    _flip_of(table, event.seat, event.zone, event.card)
    table = _set_flip(table, event.seat, event.zone, None)
    return _set_ally(table, event.seat, event.zone, AllyLies(event.card, event.seat))


def _ally_goes(table: OpenTable, event: ev.AllyReplaced | ev.AllyEliminated) -> OpenTable:
    ally = _ally_of(table, event.seat, event.zone, event.card)
    return _discard(_set_ally(table, event.seat, event.zone, None), ally.owner, ally.card)


def _ally_moved(table: OpenTable, event: ev.AllyMoved) -> OpenTable:
    ally = _ally_of(table, event.seat, event.zone, event.card)
    return _set_ally(_set_ally(table, event.seat, event.zone, None), event.to_seat, event.to, ally)


def _allies_arranged(table: OpenTable, event: ev.AlliesArranged) -> OpenTable:
    taken = [(move.to, _ally_of(table, event.seat, move.zone, move.card)) for move in event.moves]
    for move in event.moves:
        table = _set_ally(table, event.seat, move.zone, None)
    for to, ally in taken:
        table = _set_ally(table, event.seat, to, ally)
    return table


def _ally_onto_deck(table: OpenTable, event: ev.AllyOntoDeck) -> OpenTable:
    ally = _ally_of(table, event.seat, event.zone, event.card)
    table = _set_ally(table, event.seat, event.zone, None)
    deck = table.mats[ally.owner]
    known = (DeckCard(ally.card, EVERYBODY), *deck.known)
    return _on_mat(table, ally.owner, n_deck=deck.n_deck + 1, known=known)


def _ally_found(table: OpenTable, event: ev.AllyFound) -> OpenTable:
    table = _on_mat(table, event.seat, n_deck=table.mats[event.seat].n_deck - 1, known=())
    return _set_ally(table, event.seat, event.zone, AllyLies(event.card, event.seat))


def _energy_added(table: OpenTable, event: ev.EnergyAdded) -> OpenTable:
    discard = table.mats[event.seat].discard
    if not discard or discard[-1] != event.card:
        raise ValueError(f"{event.card} is not on top of the discard pile of seat {event.seat}: {discard}")
    table = _on_mat(table, event.seat, discard=discard[:-1])
    return _add_energy(table, event.seat, event.zone, event.card)


def _energy_chosen(table: OpenTable, event: ev.EnergyChosen) -> OpenTable:
    energies = table.mats[event.seat].energies
    zone = list(energies[event.zone])
    if not 1 <= event.place <= len(zone) or zone[event.place - 1] != event.card:
        raise ValueError(f"{event.card} is not energy {event.place} of zone {event.zone}: {zone}")
    zone.append(zone.pop(event.place - 1))
    return _on_mat(table, event.seat, energies=with_item(energies, event.zone, tuple(zone)))


def _energy_lost(table: OpenTable, event: ev.Paid | ev.EnergyEliminated) -> OpenTable:
    table, _ = _take_energy(table, event.seat, event.zone, event.card)
    return _discard(table, event.seat, event.card)


def _energy_moved(table: OpenTable, event: ev.EnergyMoved) -> OpenTable:
    table, card = _take_energy(table, event.seat, event.zone)
    return _add_energy(table, event.seat, event.to, card)


def _charged(table: OpenTable, event: ev.Charged | ev.Uncharged) -> OpenTable:
    charged, to = table.mats[event.seat].charged, isinstance(event, ev.Charged)
    if charged[event.zone] == to:
        raise ValueError(f"zone {event.zone} of seat {event.seat} is so already")
    return _on_mat(table, event.seat, charged=with_item(charged, event.zone, to))


def _refreshed(table: OpenTable, event: ev.DeckRefreshed) -> OpenTable:
    energies = tuple((UNKNOWN,) * len(zone) for zone in table.mats[event.seat].energies)
    return _on_mat(table, event.seat, n_deck=event.n, known=(), discard=(), energies=energies)


def _put_back(table: OpenTable, event: ev.PutBack) -> OpenTable:
    """The cards that everybody knows lie where they are put in sight; of the others nobody else sees the order."""
    known = list(table.mats[event.seat].known)
    first, lies = known[: event.n], dict(event.open)
    others = iter([one for one in first if one.seen != EVERYBODY or not one.card])
    open_cards = [one for one in first if one.seen == EVERYBODY and one.card]
    if sorted(one.card for one in open_cards) != sorted(lies.values()):
        raise ValueError(f"everybody knows {open_cards} in the deck of seat {event.seat}, not {lies}")
    known[: event.n] = [
        DeckCard(lies[place], EVERYBODY) if place in lies else next(others, DeckCard())
        for place in range(1, len(first) + 1)
    ]
    return _on_mat(table, event.seat, known=without_end(known))


def _arranged(table: OpenTable, event: ev.Arranged) -> OpenTable:
    known = table.mats[event.seat].known
    if len(event.cards) > len(known):
        raise ValueError(f"nobody has seen {len(event.cards)} cards of the deck of seat {event.seat}: {known}")
    first = tuple(replace(one, card=card) for one, card in zip(known, event.cards, strict=False))
    return _on_mat(table, event.seat, known=first + known[len(first) :])


def _offered(table: OpenTable, event: ev.SignatureOffered) -> OpenTable:
    return _set_flip(table, event.seat, FRONT, Lies(event.card))


def _not_played(table: OpenTable, event: ev.SignatureDeclined | ev.SignatureLapsed) -> OpenTable:
    if isinstance(event, ev.SignatureLapsed):
        _flip_of(table, event.seat, FRONT, event.card)
    table = _set_flip(table, event.seat, FRONT, None)
    if isinstance(event, ev.SignatureLapsed):
        return table
    return replace(table, pending=tuple(one for one in table.pending if one.zone != FRONT))


def _chamber_returned(table: OpenTable, event: ev.ChamberReturned) -> OpenTable:
    return _on_mat(_set_flip(table, event.seat, FRONT, None), event.seat, side=event.side)


CHANGES: Final[dict[type[ev.AvatarEvent], Callable[[OpenTable, Any], OpenTable]]] = {
    ev.Revealed: lambda t, e: _discard(_leaves_deck(t, e.seat, e.card), e.seat, e.card),
    ev.DefenderChosen: lambda t, e: replace(t, defender=e.defender),
    ev.OpeningSent: _opening,
    ev.EnergyAdded: _energy_added,
    ev.TurnBegan: _turn,
    ev.CleanedUp: _cleaned_up,
    ev.SignatureOffered: _offered,
    ev.SignatureDeclined: _not_played,
    ev.SignatureLapsed: _not_played,
    ev.Charged: _charged,
    ev.Uncharged: _charged,
    ev.ZoneEntered: lambda t, e: _defends(t, e.seat, e.zone),
    ev.ZoneLost: _lost,
    ev.Flipped: _flipped,
    ev.EnergyChosen: _energy_chosen,
    ev.Paid: _energy_lost,
    ev.EnergyEliminated: _energy_lost,
    ev.PowerUsed: _power_used,
    ev.Discarded: _flip_discarded,
    ev.Pitched: _flip_discarded,
    ev.Reflipped: _flip_discarded,
    ev.Focused: _focused,
    ev.StrikeMoved: _strike_moved,
    ev.AdvantagePlayed: _advantage_played,
    ev.AdvantageEliminated: _advantage_eliminated,
    ev.AllyPlayed: _ally_played,
    ev.AllyReplaced: _ally_goes,
    ev.Countered: _countered,
    ev.PointScored: lambda t, e: _on_mat(t, e.seat, points=e.points),
    ev.RoundEnded: _round_ended,
    ev.GameWon: lambda t, e: replace(t, winner=e.seat, over=True),
    ev.ChamberReturned: _chamber_returned,
    ev.ChamberTurned: lambda t, e: _on_mat(t, e.seat, side=e.side),
    ev.DeckRefreshed: _refreshed,
    ev.Looked: lambda t, e: _in_deck(t, e.seat, e.place, UNKNOWN, mask(e.seat)),
    ev.Saw: lambda t, e: _in_deck(t, e.seat, e.place, e.card, 0),
    ev.Opened: lambda t, e: _in_deck(t, e.seat, 1, e.card, EVERYBODY),
    ev.PutBack: _put_back,
    ev.Arranged: _arranged,
    ev.DiscardedFromDeck: _discarded_from_deck,
    ev.StrikeChanged: _strike_changed,
    ev.EffectGained: _effect_gained,
    ev.EffectWaits: _effect_waits,
    ev.EnergyMoved: _energy_moved,
    ev.AllyEliminated: _ally_goes,
    ev.AllyMoved: _ally_moved,
    ev.AlliesArranged: _allies_arranged,
    ev.AllyOntoDeck: _ally_onto_deck,
    ev.AllyFound: _ally_found,
    ev.NothingFound: lambda t, e: _on_mat(t, e.seat, known=()),
    ev.ZoneRaised: lambda t, e: _defends(t, e.seat, e.zone),
    ev.Conceded: lambda t, e: replace(t, winner=1 - e.seat, over=True),
    ev.TurnLimitReached: lambda t, _e: replace(t, over=True),
}
"""For each kind of event that changes the table how it does; all other kinds change nothing."""

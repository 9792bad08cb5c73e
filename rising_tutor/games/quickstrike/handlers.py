"""What each effect does: who chooses among what, and what happens then.

`asks` gives, for an effect with a choice, the seat that chooses and the options as words; `does` carries an option out.
A handler never asks and never draws: it changes the table or puts a task on the agenda. An effect of which nothing can
be done is passed over, and a choice among one is none.
"""

from collections.abc import Callable, Iterable, Sequence
from itertools import permutations
from typing import Any

from msgspec.structs import replace

from rising_tutor.core.ids import Seat
from rising_tutor.core.values import with_item
from rising_tutor.decks.moves import put_on_top, reorder, take
from rising_tutor.decks.slots import EVERYBODY, UNSETTLED, Slot, mask
from rising_tutor.effects.by_type import ByType
from rising_tutor.games.quickstrike import events as ev
from rising_tutor.games.quickstrike import tasks
from rising_tutor.games.quickstrike import vocabulary as do
from rising_tutor.games.quickstrike.run import Run
from rising_tutor.games.quickstrike.standing import forbids, other, protects, values
from rising_tutor.games.quickstrike.state import FRONT, GREEN, RED, Laid
from rising_tutor.games.quickstrike.tasks import Apply, Fire, Source

Asked = tuple[int, tuple[str, ...]]
"""The seat that chooses, and its options."""
NO = "no"
asks: ByType[Asked] = ByType("asks")
does: ByType[None] = ByType("does")


def zone_of(word: str) -> int:
    """The zone of a colour."""
    return do.COLOURS.index(word)


def at_mat(seat: int, zone: int) -> str:
    """A zone of one of the mats as an option, such as "2 green"."""
    return f"{seat + 1} {do.COLOURS[zone]}"


def read_mat(option: str) -> tuple[int, int]:
    """Seat and zone of such an option."""
    seat, colour = option.split()
    return int(seat) - 1, zone_of(colour)


def seats_of(source: Source, whose: str) -> tuple[int, ...]:
    """The seats that a card speaks of."""
    return {"own": (source.seat,), "opponent": (other(source.seat),)}.get(whose, (source.seat, other(source.seat)))


def chooser_of(source: Source, chooser: str) -> int:
    """The seat that an effect lets choose."""
    return source.seat if chooser == "own" else other(source.seat)


# strikes ---------------------------------------------------------------------------------------------------------


@does.of(do.Change)
def _change(run: Run, effect: do.Change, source: Source, _option: str) -> None:
    laid = run.t.mats[source.seat].flips[source.zone]
    card = run.lies(source.seat, source.zone)
    if laid is None or card is None or card.type != "strike":
        return
    n = run.t.stopped if effect.per == "stopped" else 1
    change_strike(run, source.seat, source.zone, "QS-622", force=n * effect.force, intercept=n * effect.intercept)


def change_strike(run: Run, seat: int, zone: int, rule: str, *, force: int = 0, intercept: int = 0) -> None:
    """Add to the force and the intercept of the strike in a zone; below 0 they are taken away."""
    laid, card = run.t.mats[seat].flips[zone], run.lies(seat, zone)
    assert laid is not None
    assert card is not None
    if not force and not intercept:
        return
    run.set_flip(seat, zone, replace(laid, force=laid.force + force, intercept=laid.intercept + intercept))
    if run.log is not None:
        now = values(run, seat, zone)
        changed = {"more_force": force, "more_intercept": intercept, "force": now.force, "intercept": now.intercept}
        run.say(ev.StrikeChanged, rule, seat, card=card.id, zone=zone, **changed)


@does.of(do.Gains)
def _gains(run: Run, effect: do.Gains, source: Source, _option: str) -> None:
    if source.kind == "advantage":
        laid = run.laid(source)
        if laid is not None:
            run.set_laid(source, replace(laid, gains=laid.gains + effect.effect))
            where = {"card": source.card, "zone": -1, "place": source.place + 1}
            run.say(ev.EffectGained, "QS-622", source.seat, **where, effects=effect.effect)
        return
    laid = run.t.mats[source.seat].flips[source.zone]
    card = run.lies(source.seat, source.zone)
    if laid is not None and card is not None:
        run.set_flip(source.seat, source.zone, replace(laid, gains=laid.gains + effect.effect))
        where = {"card": card.id, "zone": source.zone, "place": 0}
        run.say(ev.EffectGained, "QS-622", source.seat, **where, effects=effect.effect)


@does.of(do.WhenCountering)
def _when_countering(run: Run, effect: do.WhenCountering, source: Source, _option: str) -> None:
    run.t.pending += (Fire(source, -1, effect.effect),)
    where = {"card": source.card, "zone": source.zone, "by": source.kind}
    run.say(ev.EffectWaits, "QS-618", source.seat, **where, effects=effect.effect)


@does.of(do.FlipAgain)
def _flip_again(run: Run, _effect: do.FlipAgain, _source: Source, _option: str) -> None:
    t, seat = run.t, run.t.defender
    laid = t.mats[seat].flips[t.zone]
    if laid is not None:
        run.discard(seat, laid.card)
        run.set_flip(seat, t.zone, None)
        card = run.card(seat, laid.card).id
        run.say(ev.Discarded, "QS-814", seat, card=card, zone=t.zone)
        t.agenda = tuple(task for task in t.agenda if not isinstance(task, tasks.Decide))
        run.push(tasks.Do("flip"))


@does.of(do.DefendHigher)
def _defend_higher(run: Run, _effect: do.DefendHigher, source: Source, _option: str) -> None:
    t = run.t
    if t.zone > GREEN:  # QS-814
        t.zone -= 1
        t.flips_here = 0
        run.say(ev.ZoneRaised, "QS-814", source.seat, zone=t.zone)


# energies --------------------------------------------------------------------------------------------------------


@does.of(do.AddEnergy)
def _add_energy(run: Run, effect: do.AddEnergy, source: Source, _option: str) -> None:
    mat = run.t.mats[source.seat]
    per = {"": 1, "charged": sum(mat.charged), "ally": sum(ally is not None for ally in mat.allies)}[effect.per]
    if effect.zone == "here" and not GREEN <= source.at <= RED:  # QS-711
        return
    zones = range(3) if effect.zone == "each" else (source.at if effect.zone == "here" else zone_of(effect.zone),)
    seats = seats_of(source, effect.who)
    run.push(*(tasks.Add(seat, zone, "QS-408") for seat in seats for zone in zones for _ in range(per * effect.n)))


@asks.of(do.EliminateEnergy)
def _which_energy(run: Run, effect: do.EliminateEnergy, source: Source) -> Asked:
    [seat] = seats_of(source, effect.whose)
    counts = run.counts(seat)
    if effect.zone in ("any", "each"):
        zones: Iterable[int] = range(3)
    else:
        zones = (source.at,) if effect.zone == "here" else (zone_of(effect.zone),)
    found: tuple[str, ...] = tuple(do.COLOURS[zone] for zone in zones if 0 <= zone < FRONT and counts[zone])
    if found and effect.n == 0:
        found = ("all",)
    return chooser_of(source, effect.chooser), found


@does.of(do.EliminateEnergy)
def _eliminate_energy(run: Run, effect: do.EliminateEnergy, source: Source, option: str) -> None:
    [seat] = seats_of(source, effect.whose)
    if effect.n == 0:
        counts = run.counts(seat)
        zones = range(3) if effect.zone == "each" else (zone_of(effect.zone),)
        left = [counts[zone] if zone in zones else 0 for zone in range(3)]
    else:
        left = [int(zone == zone_of(option)) for zone in range(3)]
        if effect.n > 1:
            run.push(Apply(replace(effect, n=effect.n - 1), source))
    run.push(tasks.Spend(seat, (left[0], left[1], left[2]), "QS-802"))


@asks.of(do.MoveEnergy)
def _whether_to_move_energy(run: Run, effect: do.MoveEnergy, source: Source) -> Asked:
    return source.seat, ("move",) if run.counts(source.seat)[zone_of(effect.start)] else ()


@does.of(do.MoveEnergy)
def _move_energy(run: Run, effect: do.MoveEnergy, source: Source, _option: str) -> None:
    start, to = zone_of(effect.start), zone_of(effect.to)
    slot = run.take_energy(source.seat, start)
    run.set_energies(source.seat, to, (*run.t.mats[source.seat].energies[to], slot))
    run.say(ev.EnergyMoved, "QS-814", source.seat, zone=start, to=to)


# charges ---------------------------------------------------------------------------------------------------------


@asks.of(do.Charge)
def _which_to_charge(run: Run, effect: do.Charge, source: Source) -> Asked:
    mat = run.t.mats[source.seat]
    chooser = chooser_of(source, effect.chooser)
    if effect.zone == "any":
        # Charging a charged zone changes nothing (QS-704), so only the others are offered.
        return chooser, tuple(do.COLOURS[zone] for zone in range(3) if not mat.charged[zone])
    zone = source.at if effect.zone == "here" else zone_of(effect.zone)
    return chooser, (do.COLOURS[zone],) if 0 <= zone < FRONT else ()


@does.of(do.Charge)
def _charge(run: Run, effect: do.Charge, source: Source, option: str) -> None:
    if effect.who == "each":
        run.push(Apply(replace(effect, who="own"), replace(source, seat=other(source.seat))))
    charge(run, source.seat, zone_of(option), "QS-703")


def charge(run: Run, seat: int, zone: int, rule: str) -> None:
    """Charges a zone, if nothing forbids it."""
    forbidding = forbids(run, "charge", seat)
    if forbidding:
        run.say(ev.ChargeForbidden, "QS-814", seat, card=forbidding, zone=zone)
    elif not run.t.mats[seat].charged[zone]:  # QS-704
        run.set_charge(seat, zone, charged=True)
        run.say(ev.Charged, rule, seat, zone=zone)
        if run.t.defender == seat:
            fire(run, other(seat), "opponent_charges", zone)


@asks.of(do.Uncharge)
def _which_to_uncharge(run: Run, effect: do.Uncharge, source: Source) -> Asked:
    chooser = chooser_of(source, effect.chooser)
    seats = seats_of(source, effect.whose)
    open_seats = [seat for seat in seats if not protects(run, "uncharge", seat)]
    if effect.zone == "each":
        return chooser, ("all",) if any(any(run.t.mats[seat].charged) for seat in open_seats) else ()
    zones = range(3) if effect.zone == "any" else (source.at,)
    return chooser, tuple(
        at_mat(seat, zone)
        for seat in open_seats
        for zone in zones
        if 0 <= zone < FRONT and run.t.mats[seat].charged[zone]
    )


@does.of(do.Uncharge)
def _uncharge(run: Run, effect: do.Uncharge, source: Source, option: str) -> None:
    if option == "all":
        for seat in seats_of(source, effect.whose):
            for zone in range(3):
                if run.t.mats[seat].charged[zone]:
                    uncharge(run, seat, zone, "QS-705")
    else:
        uncharge(run, *read_mat(option), "QS-705")


def uncharge(run: Run, seat: int, zone: int, rule: str) -> None:
    """A zone's charge card is turned upright."""
    run.set_charge(seat, zone, charged=False)
    run.say(ev.Uncharged, rule, seat, zone=zone)


# allies ----------------------------------------------------------------------------------------------------------


def allies_of(run: Run, seats: Iterable[int]) -> list[tuple[int, int]]:
    """Seat and zone of the allies that can be moved or eliminated."""
    return [
        (seat, zone)
        for seat in seats
        if not protects(run, "allies", seat)
        for zone, ally in enumerate(run.t.mats[seat].allies)
        if ally is not None
    ]


@asks.of(do.EliminateAlly)
def _which_ally(run: Run, effect: do.EliminateAlly, source: Source) -> Asked:
    chooser = chooser_of(source, effect.chooser)
    seats = (source.seat,) if effect.whose == "each" else seats_of(source, effect.whose)
    found = allies_of(run, seats)
    if effect.this:
        found = [at for at in found if at == (source.seat, source.zone) and source.kind == "ally"]
    if effect.here:
        found = [at for at in found if at[1] == source.at]
    if effect.whose == "each" and not found:
        found = allies_of(run, (other(source.seat),))
        return other(source.seat), tuple(at_mat(*at) for at in found)
    if effect.n == 0:
        return chooser, ("all",) if found else ()
    return chooser, tuple(at_mat(*at) for at in found)


@does.of(do.EliminateAlly)
def _eliminate_ally(run: Run, effect: do.EliminateAlly, source: Source, option: str) -> None:
    if option == "all":
        for seat, zone in allies_of(run, seats_of(source, effect.whose)):
            eliminate_ally(run, seat, zone)
        return
    seat, zone = read_mat(option)
    eliminate_ally(run, seat, zone)
    if effect.whose == "each" and seat == source.seat:
        run.push(Apply(do.EliminateAlly(whose="opponent", chooser="opponent"), source))


def eliminate_ally(run: Run, seat: int, zone: int) -> None:
    """An ally goes to the discard pile of its owner (QS-801)."""
    ally = run.t.mats[seat].allies[zone]
    assert ally is not None
    run.set_ally(seat, zone, None)
    run.discard(ally.owner, ally.card)
    run.say(ev.AllyEliminated, "QS-801", seat, card=run.ally(ally).id, zone=zone)


@asks.of(do.AllyOntoDeck)
def _which_onto_deck(run: Run, _effect: do.AllyOntoDeck, source: Source) -> Asked:
    return source.seat, tuple(at_mat(*at) for at in allies_of(run, (source.seat, other(source.seat))))


@does.of(do.AllyOntoDeck)
def _ally_onto_deck(run: Run, _effect: do.AllyOntoDeck, _source: Source, option: str) -> None:
    seat, zone = read_mat(option)
    ally = run.t.mats[seat].allies[zone]
    assert ally is not None
    run.set_ally(seat, zone, None)
    owner = run.t.mats[ally.owner]
    owner.deck = put_on_top(owner.deck, Slot(ally.card, EVERYBODY))
    run.say(ev.AllyOntoDeck, "QS-814", seat, card=run.ally(ally).id, zone=zone)


def _moves(run: Run, seats: Iterable[int], to: Callable[[int], int]) -> tuple[str, ...]:
    """Options such as "1 green to red": an ally, and an empty space on the mat of `to` its seat."""
    return tuple(
        f"{at_mat(seat, zone)} to {do.COLOURS[space]}"
        for seat, zone in allies_of(run, seats)
        for space, ally in enumerate(run.t.mats[to(seat)].allies)
        if ally is None
    )


def _move_ally_to(run: Run, option: str, to_seat: int | None) -> None:
    start, _, colour = option.partition(" to ")
    seat, zone = read_mat(start)
    ally, to = run.t.mats[seat].allies[zone], zone_of(colour)
    assert ally is not None
    where = seat if to_seat is None else to_seat
    run.set_ally(seat, zone, None)
    run.set_ally(where, to, ally)
    run.say(ev.AllyMoved, "QS-814", seat, card=run.ally(ally).id, zone=zone, to_seat=where, to=to)


@asks.of(do.TakeAlly)
def _which_to_give(run: Run, _effect: do.TakeAlly, source: Source) -> Asked:
    giver = other(source.seat)
    return giver, _moves(run, (giver,), other)


@does.of(do.TakeAlly)
def _take_ally(run: Run, _effect: do.TakeAlly, source: Source, option: str) -> None:
    _move_ally_to(run, option, source.seat)


@asks.of(do.MoveAlly)
def _which_to_move(run: Run, effect: do.MoveAlly, source: Source) -> Asked:
    found = _moves(run, seats_of(source, effect.whose), lambda seat: seat)
    if effect.here:
        found = tuple(option for option in found if option.endswith(f" to {do.COLOURS[source.at]}"))
    return source.seat, found


@does.of(do.MoveAlly)
def _move_ally(run: Run, _effect: do.MoveAlly, _source: Source, option: str) -> None:
    _move_ally_to(run, option, None)


@asks.of(do.SwapAlly)
def _whom_to_swap(run: Run, _effect: do.SwapAlly, source: Source) -> Asked:
    here = (source.seat, source.zone)
    found = allies_of(run, (source.seat,))
    return source.seat, tuple(at_mat(*at) for at in found if at != here and here in found)


@does.of(do.SwapAlly)
def _swap_ally(run: Run, _effect: do.SwapAlly, source: Source, option: str) -> None:
    seat, zone = read_mat(option)
    order = [0, 1, 2]
    order[zone], order[source.zone] = source.zone, zone
    _lay_allies(run, seat, order)


def _arrangements(run: Run, seat: int) -> dict[str, tuple[int, ...]]:
    """Every way to lay a seat's allies: words such as "katara - momo", and the old zone of what lies in each.

    Of equal allies as many as possible stay where they are.
    """
    found: dict[str, tuple[int, ...]] = {}
    now = run.t.mats[seat].allies
    for order in permutations(range(3)):
        allies = [now[at] for at in order]
        if allies == list(now):
            continue
        word = " ".join("-" if ally is None else run.book.word[run.ally(ally).id] for ally in allies)
        known = found.setdefault(word, order)
        if allies == [now[at] for at in known] and _n_stay(order) > _n_stay(known):
            found[word] = order
    return found


def _n_stay(order: Sequence[int]) -> int:
    """Return how many zones keep what lies in them."""
    return sum(at == zone for zone, at in enumerate(order))


@asks.of(do.ArrangeAllies)
def _how_to_arrange(run: Run, _effect: do.ArrangeAllies, source: Source) -> Asked:
    return source.seat, () if protects(run, "allies", source.seat) else tuple(_arrangements(run, source.seat))


@does.of(do.ArrangeAllies)
def _arrange(run: Run, _effect: do.ArrangeAllies, source: Source, option: str) -> None:
    _lay_allies(run, source.seat, _arrangements(run, source.seat)[option])


def _lay_allies(run: Run, seat: int, order: Sequence[int]) -> None:
    """Lay what lies in the zones of `order` into green, yellow and red."""
    before = run.t.mats[seat].allies
    moves = []
    for zone, start in enumerate(order):
        ally = before[start]
        run.set_ally(seat, zone, ally)
        if ally is not None and start != zone:
            moves.append(ev.Move(run.ally(ally).id, start, zone))
    run.say(ev.AlliesArranged, "QS-814", seat, moves=tuple(moves))


# the deck --------------------------------------------------------------------------------------------------------


@asks.of(do.Look)
def _what_to_do_with_seen(run: Run, effect: do.Look, source: Source) -> Asked:
    # Options are places and never cards: how many there are must not tell what lies there.
    n = min(effect.n, len(run.t.mats[source.seat].deck))
    if effect.then == "may_discard":
        return source.seat, ("discard", NO) if n else ()
    if effect.then == "keep_one":
        return source.seat, tuple(str(at + 1) for at in range(n))
    return source.seat, tuple(" ".join(str(at + 1) for at in order) for order in permutations(range(n)))


@does.of(do.Look)
def _after_look(run: Run, effect: do.Look, source: Source, option: str) -> None:
    mat = run.t.mats[source.seat]
    if effect.then == "reorder":
        _put_back(run, source.seat, [int(at) - 1 for at in option.split()])
        return
    n = min(effect.n, len(mat.deck))
    gone = [0] if option == "discard" else [at for at in range(n) if option != NO and at != int(option) - 1]
    if any(slot.card == UNSETTLED for slot in mat.deck.top[:n]):
        # A record need not name what was seen; what goes comes to light one after the other.
        _put_back(run, source.seat, [*reversed(gone), *(at for at in range(n) if at not in gone)])
        run.push(*(tasks.DiscardTop(source.seat) for _ in gone))
        return
    for at in reversed(gone):
        slot, mat.deck = take(mat.deck, at)
        run.discard(source.seat, slot.card)
        place = at + 1 if slot.seen == EVERYBODY else 0
        card = run.card_id(source.seat, slot.card)
        run.say(ev.DiscardedFromDeck, "QS-1013", source.seat, card=card, place=place)


def _put_back(run: Run, seat: int, order: Sequence[int]) -> None:
    """Put the first cards of a deck in another order: everybody sees where the cards lie that everybody knows."""
    if not order:
        return
    mat, n = run.t.mats[seat], len(order)
    mat.deck = reorder(mat.deck, order)
    known = ((at, slot) for at, slot in enumerate(mat.deck.top[:n], 1) if slot.seen == EVERYBODY)
    lies = tuple((at, mat.kinds[slot.card]) for at, slot in known if slot.card != UNSETTLED)
    run.say(ev.PutBack, "QS-1013", seat, n=n, open=lies)
    cards = tuple(run.card_id(seat, slot.card) for slot in mat.deck.top[:n])
    run.say(ev.Arranged, "QS-1013", seat, cards=cards, seats=(seat,))


def called(run: Run, seat: int, name: str) -> list[int]:
    """The kinds of a seat's allies that have this name, up to the first comma."""
    mat = run.t.mats[seat]
    cards = ((kind, run.book.card[card]) for kind, card in enumerate(mat.kinds))
    return [kind for kind, card in cards if card.type == "ally" and card.name.partition(",")[0] == name]


@asks.of(do.SearchAlly)
def _where_to_put(run: Run, effect: do.SearchAlly, source: Source) -> Asked:
    # What is asked hangs on the list alone, and never on what lies in the deck.
    mat = run.t.mats[source.seat]
    spaces: list[str] = [do.COLOURS[zone] for zone, ally in enumerate(mat.allies) if ally is None]
    words = [run.book.word[mat.kinds[kind]] for kind in called(run, source.seat, effect.named)]
    if not len(mat.deck):
        return source.seat, ()
    if len(words) > 1:
        spaces = [f"{zone} {word}" for zone in spaces for word in words]
    return source.seat, tuple(spaces)


@does.of(do.SearchAlly)
def _search_ally(run: Run, effect: do.SearchAlly, source: Source, option: str) -> None:
    colour, _, word = option.partition(" ")
    mat, kinds = run.t.mats[source.seat], called(run, source.seat, effect.named)
    first = [kind for kind in kinds if run.book.word[mat.kinds[kind]] == word]
    wanted = (*first, *(kind for kind in kinds if kind not in first))
    search = tasks.SearchDeck(source.seat, zone_of(colour), effect.named, wanted)
    run.push(tasks.SettleEnergies(source.seat), search)


@asks.of(do.ShowTop)
def _whether_to_discard_shown(run: Run, _effect: do.ShowTop, source: Source) -> Asked:
    return source.seat, ("discard", NO) if len(run.t.mats[other(source.seat)].deck) else ()


@does.of(do.ShowTop)
def _after_show(run: Run, _effect: do.ShowTop, source: Source, option: str) -> None:
    if option == "discard":
        seat = other(source.seat)
        slot = run.take_top(seat)
        run.discard(seat, slot.card)
        run.say(ev.DiscardedFromDeck, "QS-1013", seat, card=run.card_id(seat, slot.card), place=1)


@does.of(do.OpenTop)
def _open_top(run: Run, effect: do.OpenTop, source: Source, _option: str) -> None:
    [seat] = seats_of(source, effect.whose)
    run.push(tasks.LookAt(seat, 1, EVERYBODY, "QS-1013"))


def looks_first(run: Run, effect: do.AvatarEffect, source: Source) -> tasks.LookAt | None:
    """The look that comes before the choice of an effect."""
    if isinstance(effect, do.Look):
        return tasks.LookAt(
            source.seat, min(effect.n, len(run.t.mats[source.seat].deck)), mask(Seat(source.seat)), "QS-1013"
        )
    if isinstance(effect, do.ShowTop):
        return tasks.LookAt(other(source.seat), 1, EVERYBODY, "QS-1013")
    return None


# several effects -------------------------------------------------------------------------------------------------


def label(effect: do.AvatarEffect) -> str:
    """One of several effects in a word or two."""
    match effect:
        case do.Change(force, intercept):
            parts = ((force, "force"), (intercept, "intercept"))
            return " ".join(f"{n:+d} {word}" for n, word in parts if n)
        case do.Gains((first, *_)):
            return label(first)
    return type(effect).__name__.casefold()


@asks.of(do.OneOf)
def _which_of(run: Run, effect: do.OneOf, source: Source) -> Asked:
    return source.seat, tuple(label(one) for one in effect.of if can_be_done(run, one, source))


@does.of(do.OneOf)
def _one_of(run: Run, effect: do.OneOf, source: Source, option: str) -> None:
    run.push(Apply(next(one for one in effect.of if label(one) == option), source))


@asks.of(do.IfDone)
def _whether_first(run: Run, effect: do.IfDone, source: Source) -> Asked:
    return asks.find(effect.first)(run, effect.first, source)


@does.of(do.IfDone)
def _if_done(run: Run, effect: do.IfDone, source: Source, option: str) -> None:
    run.push(*(Apply(one, source) for one in effect.then))
    does.find(effect.first)(run, effect.first, source, option)


def can_be_done(run: Run, effect: do.AvatarEffect, source: Source) -> bool:
    """Whether anything comes of an effect now."""
    return type(effect) not in asks or bool(asks.find(effect)(run, effect, source)[1])


def may(effect: Any) -> bool:
    """Whether an effect can be declined."""
    return getattr(effect, "may", False) or isinstance(effect, (do.IfDone, do.SwapAlly, do.ArrangeAllies))


def options_of(run: Run, task: Apply) -> Asked:
    """Who chooses for an effect, and among what; no options where there is nothing to choose or to do."""
    if type(task.effect) not in asks:
        return task.source.seat, ("",)
    seat, found = asks.find(task.effect)(run, task.effect, task.source)
    return seat, (*found, NO) if found and may(task.effect) and NO not in found else found


# abilities that work at once -------------------------------------------------------------------------------------


def fire(run: Run, seat: int, when: do.When, at: int) -> None:
    """Abilities of a seat's cards that something in a zone sets off, in order (QS-815)."""
    fires = waiting(run, seat, when, at)
    if fires:
        run.push(tasks.Order(seat, fires))


def waiting(run: Run, seat: int, when: do.When, at: int) -> tuple[Fire, ...]:
    """The abilities that `when` sets off in zone `at`: of strikes, allies and advantages, in this order."""
    t, abilities_of = run.t, run.book.abilities[when]
    mat = t.mats[seat]
    found: list[Fire] = []
    attacking = t.attack_zone if t.attack != "opening" and seat != t.defender else -1
    own = when in ("counterattack", "flip", "before_flip")
    lies = at if own else attacking
    laid = mat.flips[lies] if lies >= 0 and when != "before_flip" else None
    if laid is not None:
        card_id = run.move(seat, laid.card).id if lies == FRONT else mat.kinds[laid.card]
        if (abilities := abilities_of.get(card_id)) and run.any_card(card_id).type == "strike":
            source = Source(seat, card_id, "strike", lies, at)
            found += [Fire(source, index) for index in abilities]
    if when == "counterattack":
        # A strike takes what waits along wherever it was moved; an ally is bound to its zone.
        found += [
            replace(fire, source=replace(fire.source, zone=at, at=at)) if fire.source.kind == "strike" else fire
            for fire in t.pending
            if fire.source.kind == "strike" or fire.source.zone == at
        ]
    ally = mat.allies[lies] if 0 <= lies < FRONT else None
    if ally is not None and (own or t.options.ally_scope == "strike_in_zone"):
        card_id = t.mats[ally.owner].kinds[ally.card]
        if abilities := abilities_of.get(card_id):
            source = Source(seat, card_id, "ally", lies, at)
            found += [Fire(source, index) for index in abilities]
    for place, one in enumerate(mat.advantages):
        card_id = mat.kinds[one.card]
        if abilities := abilities_of.get(card_id):
            source = Source(seat, card_id, "advantage", -1, at, place)
            found += [Fire(source, index) for index in abilities]
    return tuple(found)


def once_more(laid: Laid, index: int) -> Laid:
    """The card with one more use of an ability."""
    return replace(laid, used=(*laid.used, index))


def use_ally(run: Run, seat: int, zone: int, index: int) -> None:
    """Notes that an ally's power was used this turn."""
    ally = run.t.mats[seat].allies[zone]
    assert ally is not None
    used = replace(ally, used=(*ally.used, index))
    run.t.mats[seat].allies = with_item(run.t.mats[seat].allies, zone, used)  # type: ignore[assignment]

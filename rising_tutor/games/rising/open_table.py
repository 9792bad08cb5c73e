"""The table of a Rising game, rebuilt from its events (`core.open_table`).

Dice that lie together in no order are kept sorted, so two tables with the same dice are equal. What a card prints
(its kind, the spaces of a carrier) is taken from the book; everything else comes from the events.
"""

from collections.abc import Callable, Iterable
from typing import Any, Final

from msgspec.structs import replace

from rising_tutor.core.event import Event
from rising_tutor.core.ids import CardId
from rising_tutor.core.values import Value, with_item
from rising_tutor.effects.by_type import ByType
from rising_tutor.games.rising.actions import BALANCE
from rising_tutor.games.rising.cards.book import Book
from rising_tutor.games.rising.rules import enemy_events as foe
from rising_tutor.games.rising.rules import events as ev
from rising_tutor.games.rising.view import RisingView, SpotView

Dice = tuple[str, ...]
Counts = tuple[tuple[str, int], ...]
"""Kinds with their numbers, in order of the kinds; kinds of which there is none are left out."""


class OpenSpot(Value, frozen=True):
    """A face-up card with the Damage and the dice on it, in order."""

    card: CardId
    damage: int = 0
    dice: Dice = ()


class OpenHero(Value, frozen=True):
    """A Hero of a Team; `parked` is the die that stays there, or ""."""

    card: CardId
    damage: int = 0
    dice: Dice = ()
    parked: str = ""


class OpenTeam(Value, frozen=True):
    """A Team; `dice` lie on the paid abilities of its card, by the id of the ability."""

    card: CardId
    row: tuple[OpenHero, ...]
    tokens: Counts
    dice: tuple[tuple[str, Dice], ...]


class OpenTable(Value, frozen=True):
    """Everything on a Rising table that events account for.

    Attributes:
        active: index of the active Team.
        shown, waiting, gone: dice of the turn that show a face, that are still to be rolled, that are used up.
        earned: colours of the dice earned for the coming pool.
        to_lose: how many dice of the coming pool are lost.
        balance_symbols, balance_dice, balance_tokens: what was paid for the next space of Balance.
        counters: the enemy's counters by carrier.
        used: abilities used in this turn.
    """

    phase: int
    turn: int
    active: int
    location: int
    facing: int
    places: tuple[OpenSpot | None, ...]
    battles: tuple[OpenSpot | None, ...]
    teams: tuple[OpenTeam, ...]
    rolls: int
    shown: Dice
    waiting: Dice
    gone: Dice
    earned: Dice
    to_lose: int
    used: tuple[CardId, ...]
    ruin: int
    side: str
    balance: int
    balance_symbols: Dice
    balance_dice: Dice
    balance_tokens: tuple[CardId, ...]
    black_sun: str
    black_sun_turn: int
    counters: Counts
    stacks: tuple[tuple[CardId, ...], ...]
    fallen: tuple[CardId, ...]
    above_boss: int
    threat: tuple[CardId, ...]
    fire_card: str
    fire_deck: Counts
    fire_discard: Counts
    supply: Counts
    token_discard: Counts
    stock: Counts
    heroes_unseen: tuple[CardId, ...]
    villains_unseen: tuple[CardId, ...]
    villains_in_deck: int
    defeated: tuple[CardId, ...]
    heroes_gone: tuple[CardId, ...]
    villains_out: tuple[CardId, ...]
    battles_done: tuple[CardId, ...]
    no_heal: bool
    no_tokens: bool
    no_balance: bool
    result: str
    reasons: tuple[str, ...]


_AS_SEEN: Final = (
    *("phase", "turn", "active", "location", "facing", "ruin", "black_sun", "black_sun_turn", "above_boss", "threat"),
    *("fire_card", "heroes_unseen", "villains_unseen", "villains_in_deck", "defeated", "heroes_gone", "villains_out"),
    *("battles_done", "no_heal", "no_tokens", "result", "reasons"),
)
"""Fields that the view has under the same name."""


def open_table(view: RisingView) -> OpenTable:
    """Return the table that a view shows."""
    roll, balance = view.roll, view.balance
    piled = sorted((one for one in view.carriers if one.depth >= 0), key=lambda one: one.depth)
    located = any(one.location >= 0 for one in view.carriers)
    return OpenTable(
        **{name: getattr(view, name) for name in _AS_SEEN},
        places=tuple(map(_spot, view.places)),
        battles=tuple(map(_spot, view.battles)),
        teams=tuple(
            OpenTeam(
                team.card,
                tuple(OpenHero(one.card, one.damage, one.dice, one.parked) for one in team.row),
                _counts(dict(team.tokens)),
                tuple((ability.key, ability.dice) for ability in team.abilities),
            )
            for team in view.teams
        ),
        rolls=roll.n,
        shown=_sorted(roll.shown),
        waiting=_sorted(roll.waiting),
        gone=_sorted(roll.gone),
        earned=_sorted(roll.earned),
        to_lose=roll.to_lose,
        used=tuple(sorted(set(view.used))),
        side=balance.side if balance else "",
        balance=balance.position if balance else 0,
        balance_symbols=balance.symbols if balance else (),
        balance_dice=_sorted(balance.dice) if balance else (),
        balance_tokens=balance.tokens if balance else (),
        no_balance=balance.blocked if balance else False,
        counters=_counts({one.card: one.counters for one in view.carriers}),
        stacks=tuple(
            tuple(one.card for one in piled if one.location == at) for at in range(len(view.battles) if located else 0)
        ),
        fallen=tuple(one.card for one in sorted(view.carriers, key=lambda one: one.fallen) if one.fallen),
        fire_deck=_counts(dict(view.fire_deck)),
        fire_discard=_counts(dict(view.fire_discard)),
        supply=_counts(dict(view.supply)),
        token_discard=_counts(dict(view.token_discard)),
        stock=_counts(dict(view.stock)),
    )


def _spot(spot: SpotView | None) -> OpenSpot | None:
    return None if spot is None else OpenSpot(spot.card, spot.damage, spot.dice)


def after_event(book: Book, table: OpenTable, event: Event) -> OpenTable:
    """Return the table after an event.

    Raises:
        ValueError: a card, die or token that the event names is not where it would have to be.
    """
    change = _CHANGES.get(type(event))
    return table if change is None else change(book, table, event)


def _sorted(dice: Iterable[str]) -> Dice:
    return tuple(sorted(dice))


def _counts(numbers: dict[Any, int]) -> Counts:
    return tuple(sorted((kind, n) for kind, n in numbers.items() if n))


def _plus(counts: Counts, kind: str, n: int = 1) -> Counts:
    """Return the counts with `n` more of a kind."""
    numbers = dict(counts)
    numbers[kind] = numbers.get(kind, 0) + n
    if numbers[kind] < 0:
        raise ValueError(f"there is no {kind} to take")
    return _counts(numbers)


def _without(items: tuple[Any, ...], item: Any) -> tuple[Any, ...]:
    if item not in items:
        raise ValueError(f"{item} is not among {items}")
    at = items.index(item)
    return items[:at] + items[at + 1 :]


def _colour(die: str) -> str:
    return die.partition(":")[0]


def _used_up(table: OpenTable, dice: Iterable[str]) -> OpenTable:
    """Return the table with dice put aside; symbols from tokens are gone for good."""
    return replace(table, gone=_sorted((*table.gone, *(die for die in dice if _colour(die) != "token"))))


def _from_pool(table: OpenTable, die: str) -> OpenTable:
    """Return the table without a die of the pool, whether it shows a face or not."""
    if ":" in die:
        return replace(table, shown=_without(table.shown, die))
    return replace(table, waiting=_without(table.waiting, die))


def _team_at(table: OpenTable, card: str) -> int:
    found = [at for at, team in enumerate(table.teams) if team.card == card]
    if not found:
        raise ValueError(f"no Team has the card {card}")
    return found[0]


def _find_hero(table: OpenTable, card: str) -> tuple[int, int] | None:
    for at, team in enumerate(table.teams):
        for position, hero in enumerate(team.row):
            if hero.card == card:
                return at, position
    return None


def _find_spot(spots: tuple[OpenSpot | None, ...], card: str) -> int:
    return next((at for at, spot in enumerate(spots) if spot is not None and spot.card == card), -1)


def _change_team(table: OpenTable, at: int, **facts: Any) -> OpenTable:
    return replace(table, teams=with_item(table.teams, at, replace(table.teams[at], **facts)))


def _change_hero(table: OpenTable, at: int, position: int, **facts: Any) -> OpenTable:
    row = table.teams[at].row
    return _change_team(table, at, row=with_item(row, position, replace(row[position], **facts)))


def _change_card(table: OpenTable, card: str, **facts: Any) -> OpenTable:
    """Return the table with other facts of a card that lies at a place, at a battle or in a row."""
    if (found := _find_hero(table, card)) is not None:
        return _change_hero(table, *found, **facts)
    for name in ("places", "battles"):
        spots = getattr(table, name)
        if (at := _find_spot(spots, card)) >= 0:
            return replace(table, **{name: with_item(spots, at, replace(spots[at], **facts))})
    raise ValueError(f"{card} is not on the table")


def _card(table: OpenTable, card: str) -> OpenSpot | OpenHero:
    if (found := _find_hero(table, card)) is not None:
        return table.teams[found[0]].row[found[1]]
    for spots in (table.places, table.battles):
        if (at := _find_spot(spots, card)) >= 0:
            return spots[at]  # type: ignore[return-value]  # `_find_spot` passes over empty places
    raise ValueError(f"{card} is not on the table")


def _take_away(table: OpenTable, card: str) -> OpenTable:
    """Return the table without a card; dice on it are put aside."""
    if (found := _find_hero(table, card)) is not None:
        at, position = found
        row = table.teams[at].row
        hero = row[position]
        table = _change_team(table, at, row=row[:position] + row[position + 1 :])
        return _used_up(table, (*hero.dice, *([hero.parked] if hero.parked else [])))
    for name in ("places", "battles"):
        spots = getattr(table, name)
        if (at := _find_spot(spots, card)) >= 0:
            return _used_up(replace(table, **{name: with_item(spots, at, None)}), spots[at].dice)
    raise ValueError(f"{card} is not on the table")


def _in_stock(book: Book, table: OpenTable) -> OpenTable:
    """Return the table with all dice in the stock but those that are parked."""
    stock = dict(zip(book.colours, book.dice_total, strict=True))
    for team in table.teams:
        for hero in team.row:
            if hero.parked:
                stock[_colour(hero.parked)] -= 1
    return replace(table, stock=_counts(stock))


Change = Callable[[Book, Any, Any], OpenTable]
_of: Final = ByType[OpenTable]("events of the open table")
_CHANGES: Final[dict[type, Change]] = _of.table
"""For each type of event that changes the table what it changes; all others only explain."""


# setup


@_of.of(ev.TeamTaken)
def _team_taken(book: Book, table: OpenTable, event: ev.TeamTaken) -> OpenTable:
    abilities = tuple((key, ()) for key, _ in book.team_ability[event.card])
    row = tuple(OpenHero(card) for card in event.heroes)
    table = replace(table, heroes_unseen=tuple(card for card in table.heroes_unseen if card not in event.heroes))
    return _change_team(table, event.team, card=event.card, row=row, dice=abilities)


@_of.of(ev.StarterTaken)
def _starter_taken(_: Book, table: OpenTable, event: ev.StarterTaken) -> OpenTable:
    table = replace(table, heroes_unseen=_without(table.heroes_unseen, event.card))
    return _change_team(table, event.team, row=(OpenHero(event.card),))


@_of.of(foe.CarriersStacked)
def _carriers_stacked(book: Book, table: OpenTable, event: foe.CarriersStacked) -> OpenTable:
    ground = [CardId(one.id) for one in book.carrier.values() if one.location == event.location and one.ground]
    return replace(table, stacks=with_item(table.stacks, event.location, (*event.cards, *ground)))


@_of.of(foe.BossRevealed)
def _boss_revealed(_: Book, table: OpenTable, event: foe.BossRevealed) -> OpenTable:
    return replace(table, above_boss=-1, battles=with_item(table.battles, event.location, OpenSpot(event.card)))


@_of.of(ev.CardRevealed)
def _card_revealed(book: Book, table: OpenTable, event: ev.CardRevealed) -> OpenTable:
    if table.places[event.place] is not None:
        raise ValueError(f"place {event.place} is not empty")
    table = _off_the_deck(book, table, event.card)
    return replace(table, places=with_item(table.places, event.place, OpenSpot(event.card)))


def _off_the_deck(book: Book, table: OpenTable, card: CardId) -> OpenTable:
    table = replace(table, above_boss=table.above_boss - (table.above_boss > 0))
    if card in book.hero:
        return replace(table, heroes_unseen=_without(table.heroes_unseen, card))
    unseen = _without(table.villains_unseen, card)
    return replace(table, villains_unseen=unseen, villains_in_deck=table.villains_in_deck - 1)


@_of.of(foe.CardDiscarded)
def _card_discarded(book: Book, table: OpenTable, event: foe.CardDiscarded) -> OpenTable:
    table = _off_the_deck(book, table, event.card)
    pile = "villains_out" if event.card in book.villain else "defeated" if event.counts else "heroes_gone"
    return replace(table, **{pile: (*getattr(table, pile), event.card)})


# the turn and the enemy


@_of.of(ev.TurnBegan)
def _turn_began(_: Book, table: OpenTable, event: ev.TurnBegan) -> OpenTable:
    return replace(
        table,
        turn=event.turn,
        location=-1,
        rolls=0,
        gone=(),
        earned=(),
        to_lose=0,
        used=(),
        balance_symbols=(),
        balance_dice=(),
        balance_tokens=(),
        threat=(),
        no_heal=False,
        no_tokens=False,
        no_balance=False,
    )


@_of.of(foe.FireNationReshuffled)
def _fire_reshuffled(_: Book, table: OpenTable, _event: foe.FireNationReshuffled) -> OpenTable:
    return replace(table, fire_deck=table.fire_discard, fire_discard=())


@_of.of(foe.FireNationTurned)
def _fire_turned(_: Book, table: OpenTable, event: foe.FireNationTurned) -> OpenTable:
    deck, discard = _plus(table.fire_deck, event.card, -1), _plus(table.fire_discard, event.card)
    return replace(table, fire_card=event.card, fire_deck=deck, fire_discard=discard)


@_of.of(foe.FigureTurned)
def _figure_turned(book: Book, table: OpenTable, event: foe.FigureTurned) -> OpenTable:
    boss = table.battles[event.before] if book.boss else None
    if boss is not None:
        table = replace(table, battles=tuple(boss if at == event.after else None for at in range(len(table.battles))))
    return replace(table, facing=event.after)


@_of.of(foe.PressureAdded, foe.PressureRemoved)
def _pressure(_: Book, table: OpenTable, event: foe.PressureAdded | foe.PressureRemoved) -> OpenTable:
    return replace(table, counters=_counts({**dict(table.counters), event.card: event.after}))


@_of.of(foe.CarrierFell)
def _carrier_fell(_: Book, table: OpenTable, event: foe.CarrierFell) -> OpenTable:
    stacks = tuple(stack[1:] if stack[:1] == (event.card,) else stack for stack in table.stacks)
    counters = _counts({**dict(table.counters), event.card: 0})
    return replace(table, counters=counters, stacks=stacks, fallen=(*table.fallen, event.card))


@_of.of(foe.TeamRedeployed)
def _redeployed(_: Book, table: OpenTable, event: foe.TeamRedeployed) -> OpenTable:
    return replace(_used_up(_from_pool(table, event.die), [event.die]), location=event.location)


# Damage and cards


@_of.of(ev.DamageTaken, ev.VillainDamaged, ev.DamagePaid, ev.Healed)
def _damage(
    _: Book, table: OpenTable, event: ev.DamageTaken | ev.VillainDamaged | ev.DamagePaid | ev.Healed
) -> OpenTable:
    return _change_card(table, event.card, damage=event.damage)


@_of.of(ev.DamageMoved)
def _damage_moved(_: Book, table: OpenTable, event: ev.DamageMoved) -> OpenTable:
    """Take the counter from where it was; what it does to the other card is an event of its own."""
    return _change_card(table, event.source, damage=_card(table, event.source).damage - 1)


@_of.of(ev.CardsSwapped)
def _cards_swapped(_: Book, table: OpenTable, event: ev.CardsSwapped) -> OpenTable:
    here, there = (_find_spot(table.places, card) for card in (event.here, event.elsewhere))
    if min(here, there) < 0:
        raise ValueError(f"{event.here} and {event.elsewhere} do not both lie at places")
    first, second = table.places[here], table.places[there]
    assert first is not None
    assert second is not None
    if event.aside:
        first, second = replace(first, dice=()), replace(second, dice=())
    table = replace(table, places=with_item(with_item(table.places, here, second), there, first))
    return _used_up(table, event.aside)


@_of.of(ev.RowReordered)
def _row_reordered(_: Book, table: OpenTable, event: ev.RowReordered) -> OpenTable:
    at = _team_at(table, event.team)
    by_card = {hero.card: hero for hero in table.teams[at].row}
    if sorted(by_card) != sorted(event.row):
        raise ValueError(f"the row has {sorted(by_card)}, not {sorted(event.row)}")
    return _change_team(table, at, row=tuple(by_card[card] for card in event.row))


@_of.of(ev.HeroRecruited)
def _hero_recruited(_: Book, table: OpenTable, event: ev.HeroRecruited) -> OpenTable:
    at = _team_at(table, event.team)
    table = _take_away(table, event.card)
    row, joined = table.teams[at].row, OpenHero(event.card)
    return _change_team(table, at, row=(joined, *row) if event.end == "left" else (*row, joined))


@_of.of(foe.BattleCompleted)
def _battle_completed(_: Book, table: OpenTable, event: foe.BattleCompleted) -> OpenTable:
    return replace(table, battles_done=(*table.battles_done, event.card))


@_of.of(ev.CardsCleared)
def _cards_cleared(book: Book, table: OpenTable, event: ev.CardsCleared) -> OpenTable:
    for card in event.cards:
        table = _take_away(table, card)
    beaten = tuple(card for card in event.cards if card in book.villain)
    return replace(table, villains_out=table.villains_out + beaten)


@_of.of(ev.HeroesCleared)
def _heroes_cleared(book: Book, table: OpenTable, event: ev.HeroesCleared) -> OpenTable:
    aside = table.gone
    for card in event.cards:
        table = _take_away(table, card)
    table = replace(table, defeated=table.defeated + event.cards, gone=aside)
    return _in_stock(book, table)


@_of.of(foe.CardRemoved)
def _card_removed(book: Book, table: OpenTable, event: foe.CardRemoved) -> OpenTable:
    pile = "villains_out" if event.card in book.villain else "defeated"
    table = _take_away(table, event.card)
    return replace(table, **{pile: (*getattr(table, pile), event.card)})


@_of.of(ev.EffectUsed)
def _effect_used(_: Book, table: OpenTable, event: ev.EffectUsed) -> OpenTable:
    if event.what != "ability":
        return table
    return replace(table, used=tuple(sorted({*table.used, event.card})))


# dice


@_of.of(ev.DiceCollected)
def _dice_collected(_: Book, table: OpenTable, event: ev.DiceCollected) -> OpenTable:
    stock = table.stock
    for die in event.dice:
        stock = _plus(stock, die, -1)
    return replace(table, waiting=_sorted(event.dice), stock=stock, earned=())


@_of.of(ev.DieAdded)
def _die_added(_: Book, table: OpenTable, event: ev.DieAdded) -> OpenTable:
    waiting = _sorted((*table.waiting, event.colour))
    return replace(table, waiting=waiting, stock=_plus(table.stock, event.colour, -1))


@_of.of(ev.DieLost, ev.DieDiscarded)
def _die_lost(_: Book, table: OpenTable, event: ev.DieLost | ev.DieDiscarded) -> OpenTable:
    return _used_up(_from_pool(table, event.die), [event.die])


@_of.of(ev.DiceTakenUp)
def _dice_taken_up(_: Book, table: OpenTable, event: ev.DiceTakenUp) -> OpenTable:
    for die in event.dice:
        table = _from_pool(table, die)
    return replace(table, waiting=_sorted((*table.waiting, *map(_colour, event.dice))))


@_of.of(ev.DiceRolled)
def _dice_rolled(_: Book, table: OpenTable, event: ev.DiceRolled) -> OpenTable:
    if not event.again:
        return replace(table, shown=_sorted(event.dice), waiting=(), rolls=event.roll)
    for die in event.again:
        table = _from_pool(table, die)
    return replace(table, shown=_sorted((*table.shown, *event.dice)))


@_of.of(ev.FaceChanged)
def _face_changed(_: Book, table: OpenTable, event: ev.FaceChanged) -> OpenTable:
    return replace(table, shown=_sorted((*_without(table.shown, event.die), event.to)))


@_of.of(ev.DiePlaced)
def _die_placed(_: Book, table: OpenTable, event: ev.DiePlaced) -> OpenTable:
    if _colour(event.die) != "token":
        table = _from_pool(table, event.die)
    if event.on == BALANCE:
        return replace(table, balance_symbols=(*table.balance_symbols, event.die))
    team = table.teams[table.active]
    if event.on in dict(team.dice):
        dice = tuple((key, (*have, event.die) if key == event.on else have) for key, have in team.dice)
        return _change_team(table, table.active, dice=dice)
    return _change_card(table, event.on, dice=(*_card(table, event.on).dice, event.die))


@_of.of(ev.DieRemoved)
def _die_removed(_: Book, table: OpenTable, event: ev.DieRemoved) -> OpenTable:
    return replace(_from_pool(table, event.die), balance_dice=_sorted((*table.balance_dice, event.die)))


@_of.of(ev.DieParked)
def _die_parked(_: Book, table: OpenTable, event: ev.DieParked) -> OpenTable:
    table = replace(_from_pool(table, event.die), used=tuple(sorted({*table.used, event.on})))
    return _change_card(table, event.on, parked=event.die)


@_of.of(ev.ParkedDieTaken)
def _parked_die_taken(_: Book, table: OpenTable, event: ev.ParkedDieTaken) -> OpenTable:
    """Take the die into the hand: an event of its own says where it goes."""
    return replace(_change_card(table, event.on, parked=""), shown=_sorted((*table.shown, event.die)))


@_of.of(ev.DiceForfeited)
def _dice_forfeited(_: Book, table: OpenTable, event: ev.DiceForfeited) -> OpenTable:
    for die in event.dice:
        table = _from_pool(table, die)
    return _used_up(table, event.dice)


@_of.of(ev.DiceReturned)
def _dice_returned(book: Book, table: OpenTable, _event: ev.DiceReturned) -> OpenTable:
    table = replace(
        table,
        places=tuple(spot and replace(spot, dice=()) for spot in table.places),
        battles=tuple(spot and replace(spot, dice=()) for spot in table.battles),
        teams=tuple(
            replace(
                team,
                row=tuple(replace(hero, dice=()) for hero in team.row),
                dice=tuple((key, ()) for key, _ in team.dice),
            )
            for team in table.teams
        ),
        shown=(),
        waiting=(),
        gone=(),
        used=(),
        balance_symbols=(),
        balance_dice=(),
        balance_tokens=(),
    )
    return _in_stock(book, table)


# tokens and tracks


def _drop_token(table: OpenTable, team: CardId, token: CardId) -> OpenTable:
    at = _team_at(table, team)
    table = _change_team(table, at, tokens=_plus(table.teams[at].tokens, token, -1))
    return replace(table, token_discard=_plus(table.token_discard, token))


@_of.of(ev.TokenUsed, ev.TokenDropped)
def _token_used(_: Book, table: OpenTable, event: ev.TokenUsed | ev.TokenDropped) -> OpenTable:
    return _drop_token(table, event.team, event.token)


@_of.of(ev.TokenGiven)
def _token_given(_: Book, table: OpenTable, event: ev.TokenGiven) -> OpenTable:
    table = _drop_token(table, event.team, event.token)
    return replace(table, balance_tokens=(*table.balance_tokens, event.token))


@_of.of(ev.TokenDrawn)
def _token_drawn(_: Book, table: OpenTable, event: ev.TokenDrawn) -> OpenTable:
    at = _team_at(table, event.team)
    table = _change_team(table, at, tokens=_plus(table.teams[at].tokens, event.token))
    return replace(table, supply=_plus(table.supply, event.token, -1))


@_of.of(foe.TracksLeft)
def _tracks_left(_: Book, table: OpenTable, _event: foe.TracksLeft) -> OpenTable:
    table = _used_up(table, (*table.balance_dice, *table.balance_symbols))
    nothing: dict[str, Any] = {"balance_symbols": (), "balance_dice": (), "balance_tokens": (), "no_balance": False}
    return replace(table, phase=2, side="", ruin=0, balance=0, **nothing)


_CHANGES.update(
    {
        ev.SideChosen: lambda _, table, event: replace(table, side=event.side),
        ev.FirstChosen: lambda _, table, event: replace(table, active=event.team),
        foe.FigureSet: lambda _, table, event: replace(table, facing=event.location),
        foe.BossHidden: lambda _, table, event: replace(table, above_boss=event.above),
        ev.TeamTokenPlaced: lambda _, table, event: replace(table, location=event.location),
        ev.TeamTokenReturned: lambda _, table, __: replace(table, location=-1),
        foe.ThreatFaceRolled: lambda _, table, event: replace(table, threat=(*table.threat, event.face)),
        foe.RuinMoved: lambda _, table, event: replace(table, ruin=event.after),
        foe.HealingBlocked: lambda _, table, __: replace(table, no_heal=True),
        foe.TokensBlocked: lambda _, table, __: replace(table, no_tokens=True),
        foe.BalanceBlocked: lambda _, table, __: replace(table, no_balance=True),
        ev.DieEarned: lambda _, table, event: replace(table, earned=_sorted((*table.earned, event.colour))),
        ev.DiceToBeLost: lambda _, table, event: replace(table, to_lose=table.to_lose + event.n),
        ev.BalanceMoved: lambda _, table, event: replace(table, balance=event.after),
        foe.BlackSunCame: lambda _, table, event: replace(table, black_sun=event.track, black_sun_turn=table.turn),
        ev.TokensRecycled: lambda _, table, __: replace(table, supply=table.token_discard, token_discard=()),
        foe.BattlesPlaced: lambda _, table, event: replace(
            table, battles=tuple(OpenSpot(card) for card in event.battles)
        ),
        ev.TurnPassed: lambda _, table, event: replace(table, active=_team_at(table, event.team)),
        ev.GameEnded: lambda _, table, event: replace(table, result=event.result, reasons=event.reasons),
    }
)

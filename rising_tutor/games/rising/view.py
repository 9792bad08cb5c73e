"""What a seat may see of a Rising table: everything that lies open, and counts of what does not.

In these games nothing on the table is secret: decks and the token supply are face down for all alike,
and what they can still hold follows from what lies open. So a view is the same for every seat, and a
state can be rebuilt from it.

Dice are written "green:EE", dice not yet rolled "green", symbol tokens "token:E".
"""

from operator import attrgetter
from typing import Any

from rising_tutor.core.ids import CardId
from rising_tutor.core.values import Value
from rising_tutor.core.view import Viewer
from rising_tutor.games.rising.cards.book import Book, Codes
from rising_tutor.games.rising.rules import state as st
from rising_tutor.games.rising.rules import tasks
from rising_tutor.games.rising.rules.context import Run
from rising_tutor.games.rising.rules.options import Options

Dice = tuple[str, ...]


class SpotView(Value, frozen=True):
    """A face-up card, or a Final Battle.

    Attributes:
        capacity: Damage that it can take; for a battle, what completes it.
        dice: what was assigned to it this turn, in order.
        lacks: symbols that the present set still lacks.
        sets: complete sets so far.
    """

    card: CardId
    damage: int
    capacity: int
    dice: Dice
    lacks: tuple[str, ...]
    sets: int


class MemberView(Value, frozen=True):
    """A Hero of a Team; `lacks` belongs to its paid ability, `parked` to a die that stays."""

    card: CardId
    damage: int
    capacity: int
    used: bool
    dice: Dice
    lacks: tuple[str, ...]
    parked: str


class TeamAbilityView(Value, frozen=True):
    """A paid ability of a Team card: the id under which it takes dice, what lies on it, what it lacks."""

    key: CardId
    used: bool
    dice: Dice
    lacks: tuple[str, ...]


class TeamView(Value, frozen=True):
    """A Team: row from left to right, tokens by kind and number, the paid abilities of its card.

    Attributes:
        used: the ability of its card for the first roll was used this turn.
        new_tokens: those of the tokens that have to wait for a later turn.
    """

    card: CardId
    row: tuple[MemberView, ...]
    tokens: tuple[tuple[CardId, int], ...]  # FNR-1120, DER-813: open to everybody
    abilities: tuple[TeamAbilityView, ...]
    seat: int
    used: bool = False
    new_tokens: tuple[tuple[CardId, int], ...] = ()


class CarrierView(Value, frozen=True):
    """What holds the enemy's counters.

    Attributes:
        location: where it lies, 0-based, or -1.
        depth: 0 for the one that takes counters there, 1 for what lies under it, and so on; -1 in no pile (yet).
        fallen: its place among those that fell, 1 for the first; 0 if it stands.
    """

    card: CardId
    counters: int
    spaces: int
    location: int
    depth: int
    fallen: int


class RollView(Value, frozen=True):
    """Step 3: the dice of the active Team.

    Attributes:
        n: number of rolls so far in this turn.
        duty: "none", "owed", "assigned" or "discarded".
        fresh: no die of this roll was used yet; it may be rerolled or changed.
        shown: unassigned dice that show a face.
        waiting: dice of the pool that were not rolled yet.
        gone: dice discarded, forfeited or lost this turn.
        to_lose: dice that an effect takes before the first roll.
        earned: dice earned in step 2.
    """

    n: int
    duty: str
    fresh: bool
    shown: Dice
    waiting: Dice
    gone: Dice
    to_lose: int
    earned: Dice


class BalanceView(Value, frozen=True):
    """The Balance Track: its side, the marker, and what was paid for the next space this turn."""

    side: str
    position: int
    top: int
    symbols: Dice
    lacks: tuple[str, ...]
    tokens: tuple[CardId, ...]
    dice: Dice
    topped: bool
    moved: bool
    blocked: bool


class RisingView(Value, frozen=True):
    """The whole table as everybody sees it.

    Attributes:
        phase: 1 preparation, 2 final battles.
        step: the phase of the catalogue, such as "turn.3.roll_assign".
        places: nine places, three for each location, clockwise.
        balance: None in phase 2.
        heroes_unseen: Heroes in the Character deck, its order unknown.
        villains_unseen: Villains in the deck or left in the box; only the number in the deck is known.
        fire_deck, supply: what can still be drawn, by kind and number.
        result: "", "win" or "loss"; `reasons` are the rules that ended the game.
        agenda: what waits, last first.
    """

    options: Options
    phase: int
    turn: int
    step: str
    active: int
    location: int
    base: int
    facing: int
    places: tuple[SpotView | None, ...]
    battles: tuple[SpotView | None, ...]
    teams: tuple[TeamView, ...]
    roll: RollView
    ruin: int
    ruin_top: int
    ruin_topped: bool
    balance: BalanceView | None
    black_sun: str
    black_sun_turn: int
    carriers: tuple[CarrierView, ...]
    above_boss: int
    threat: tuple[CardId, ...]
    heroes_unseen: tuple[CardId, ...]
    villains_unseen: tuple[CardId, ...]
    villains_in_deck: int
    fire_deck: tuple[tuple[CardId, int], ...]
    fire_discard: tuple[tuple[CardId, int], ...]
    fire_card: str
    supply: tuple[tuple[CardId, int], ...]
    token_discard: tuple[tuple[CardId, int], ...]
    stock: tuple[tuple[str, int], ...]
    defeated: tuple[CardId, ...]
    heroes_gone: tuple[CardId, ...]
    villains_out: tuple[CardId, ...]
    battles_done: tuple[CardId, ...]
    used: tuple[CardId, ...]
    hits: tuple[CardId, ...]
    no_tokens: bool
    tokens_gained: bool
    no_heal: bool
    opening: Dice
    turned: tuple[tuple[str, str], ...]
    redeployed: bool
    villain_hits: int
    battle_hits: int
    recruited: tuple[CardId, ...]
    hero_ability: bool
    team_ability: bool
    could_complete: bool
    agenda: tuple[tasks.AnyTask, ...]
    result: str
    reasons: tuple[str, ...]

    @property
    def gains_tokens(self) -> bool:
        """Nothing keeps Teams from gaining tokens now."""
        return self.tokens_gained or not self.no_tokens

    @property
    def n_deck(self) -> int:
        """Cards left in the Character deck."""
        return len(self.heroes_unseen) + self.villains_in_deck + (self.above_boss >= 0)

    @property
    def counters_out(self) -> int:
        """Damage counters on cards; the rest of the box is in the supply, which is no limit."""
        spots = sum(spot.damage for spot in (*self.places, *self.battles) if spot is not None)
        return spots + sum(member.damage for team in self.teams for member in team.row)


_DUTY = ("none", "owed", "assigned", "discarded")
_OTHERWISE = {"places", "battles", "teams", "balance", "opening", "turned", "stock"}
_OTHERWISE |= {"fire_deck", "fire_discard", "supply", "token_discard"}
_OPEN = tuple(
    name for name in RisingView.__struct_fields__ if name in st.Table.__struct_fields__ and name not in _OTHERWISE
)
"""Fields of the state that everybody sees as they are; those in other words stand in `look_at` and `imagine`."""


_values = attrgetter(*_OPEN)


def _open(table: st.Table | RisingView) -> dict[str, Any]:
    return dict(zip(_OPEN, _values(table), strict=True))


def look_at(run: Run, _viewer: Viewer) -> RisingView:
    """The table as a seat sees it."""
    t, book = run.t, run.book
    at_space = run.next_space()
    balance = None
    if t.phase == 1 and book.side:
        price = book.space_price[t.side][at_space] if at_space >= 0 else (0,) * len(book.spec.symbols)
        balance = BalanceView(
            side=t.side,
            position=t.balance,
            top=len(book.side[t.side].spaces) if t.side else 0,
            symbols=run.names(t.balance_symbols),
            lacks=_lacks(run, price, t.balance_symbols),
            tokens=tuple(CardId(book.token[kind].id) for kind in t.balance_tokens),
            dice=run.names(t.balance_dice),
            topped=t.balance_topped,
            moved=t.balance_moved,
            blocked=t.no_balance,
        )
    return RisingView(
        **_open(t),
        places=tuple(_spot(run, spot) for spot in t.places),
        battles=tuple(_spot(run, spot) for spot in t.battles),
        teams=tuple(_team(run, at, team) for at, team in enumerate(t.teams)),
        roll=RollView(
            n=t.rolls,
            duty=_DUTY[t.duty],
            fresh=t.fresh,
            shown=run.names(t.shown),
            waiting=_blanks(book, t.unrolled),
            gone=run.names(t.gone),
            to_lose=t.lose,
            earned=_blanks(book, t.extra),
        ),
        ruin_top=book.ruin_top,
        balance=balance,
        carriers=_carriers(run),
        fire_deck=_bag(tuple(kind.id for kind in book.fire), t.fire_deck),
        fire_discard=_bag(tuple(kind.id for kind in book.fire), t.fire_discard),
        supply=_bag(tuple(kind.id for kind in book.token), t.supply),
        token_discard=_bag(tuple(kind.id for kind in book.token), t.token_discard),
        stock=tuple(zip(book.colours, t.stock, strict=True)),
        opening=run.names(t.opening),
        turned=tuple((book.die_name[to], book.die_name[code]) for to, code in t.turned),
    )


def _blanks(book: Book, counts: Codes) -> Dice:
    return tuple(book.colours[at] for at, n in enumerate(counts) for _ in range(n))


def _bag(kinds: tuple[str, ...], counts: Codes) -> tuple[tuple[CardId, int], ...]:
    return tuple((CardId(kind), n) for kind, n in zip(kinds, counts, strict=True))


def _lacks(run: Run, price: tuple[int, ...], codes: Codes) -> tuple[str, ...]:
    paid = run.paid(codes)
    symbols = run.book.spec.symbols
    return tuple(
        symbol for symbol, need, have in zip(symbols, price, paid, strict=True) for _ in range(max(0, need - have))
    )


def _spot(run: Run, spot: st.Spot | None) -> SpotView | None:
    if spot is None:
        return None
    book = run.book
    price = book.price[spot.card]
    sets = run.sets(spot.card, spot.dice)
    if spot.card in book.hero or book.spec.switch.sets_per_villain:
        lacks = _lacks(run, price, spot.dice)
    else:
        lacks = _lacks(run, tuple(need * (sets + 1) for need in price), spot.dice)
    capacity = run.battle_goal(spot.card) if spot.card in book.battle else book.capacity[spot.card]
    return SpotView(spot.card, spot.damage, capacity, run.names(spot.dice), lacks, sets)


def _team(run: Run, at: int, team: st.Team) -> TeamView:
    t, book = run.t, run.book
    active = at == t.active
    row = tuple(
        MemberView(
            card=member.card,
            damage=member.damage,
            capacity=book.capacity[member.card],
            used=active and member.card in t.used,
            dice=run.names(member.dice),
            lacks=_lacks(run, book.paid[member.card], member.dice) if member.card in book.paid else (),
            parked=book.die_name[member.parked] if member.parked >= 0 else "",
        )
        for member in team.row
    )
    abilities = book.team_ability[team.card] if team.card else ()
    return TeamView(
        card=team.card,
        row=row,
        tokens=_held(book, team.tokens),
        abilities=tuple(
            TeamAbilityView(
                key=CardId(key),
                used=active and key in t.used,
                dice=run.names(dice),
                lacks=_lacks(run, book.paid[key], dice),
            )
            for (key, _), dice in zip(abilities, team.dice, strict=True)
        ),
        seat=run.seat_of(at),
        used=active and team.card in t.used,
        new_tokens=_held(book, t.new_tokens[at]) if t.new_tokens else (),
    )


def _held(book: Book, bag: Codes) -> tuple[tuple[CardId, int], ...]:
    return tuple((book.token_ids[kind], n) for kind, n in enumerate(bag) if n)


def _carriers(run: Run) -> tuple[CarrierView, ...]:
    t, book = run.t, run.book
    depths = {card: depth for stack in t.stacks for depth, card in enumerate(stack)}
    return tuple(
        CarrierView(
            card=card,
            counters=n,
            spaces=book.carrier[card].spaces,
            location=book.carrier[card].location,
            depth=depths.get(card, -1 if t.stacks else 0),
            fallen=t.fallen.index(card) + 1 if card in t.fallen else 0,
        )
        for card, n in zip(book.carrier_ids, t.pressure, strict=True)
    )


def imagine(book: Book, view: RisingView) -> st.State:
    """The state behind a view."""
    code = book.code

    def codes(dice: Dice) -> Codes:
        return tuple(code[die] for die in dice)

    def counts(dice: Dice) -> Codes:
        return tuple(dice.count(colour) for colour in book.colours)

    def bag(pairs: tuple[tuple[CardId, int], ...]) -> Codes:
        return tuple(n for _, n in pairs)

    def spot(one: SpotView | None) -> st.Spot | None:
        return None if one is None else st.Spot(one.card, one.damage, codes(one.dice))

    def team(one: TeamView) -> st.Team:
        row = tuple(st.Member(m.card, m.damage, codes(m.dice), code[m.parked] if m.parked else -1) for m in one.row)
        return st.Team(one.card, row, held(one.tokens), tuple(codes(ability.dice) for ability in one.abilities))

    def held(pairs: tuple[tuple[CardId, int], ...]) -> Codes:
        have = dict(pairs)
        return tuple(have.get(kind, 0) for kind in book.token_ids)

    roll, balance = view.roll, view.balance
    return st.State(
        **_open(view),
        places=tuple(spot(one) for one in view.places),
        battles=tuple(spot(one) for one in view.battles),
        teams=tuple(team(one) for one in view.teams),
        fire_deck=bag(view.fire_deck),
        fire_discard=bag(view.fire_discard),
        supply=bag(view.supply),
        token_discard=bag(view.token_discard),
        stock=tuple(n for _, n in view.stock),
        side=balance.side if balance else "",
        balance=balance.position if balance else 0,
        balance_topped=balance.topped if balance else False,
        pressure=tuple(one.counters for one in view.carriers),
        stacks=_stacks(book, view),
        fallen=tuple(one.card for one in sorted(view.carriers, key=lambda one: one.fallen) if one.fallen),
        rolls=roll.n,
        duty=_DUTY.index(roll.duty),
        fresh=roll.fresh,
        shown=codes(roll.shown),
        unrolled=counts(roll.waiting),
        gone=codes(roll.gone),
        extra=counts(roll.earned),
        lose=roll.to_lose,
        opening=codes(view.opening),
        turned=tuple((code[to], code[die]) for to, die in view.turned),
        new_tokens=() if view.options.token_same_turn else tuple(held(one.new_tokens) for one in view.teams),
        no_balance=balance.blocked if balance else False,
        balance_symbols=codes(balance.symbols) if balance else (),
        balance_tokens=tuple(book.token_index[token] for token in balance.tokens) if balance else (),
        balance_dice=codes(balance.dice) if balance else (),
        balance_moved=balance.moved if balance else False,
    )


def _stacks(book: Book, view: RisingView) -> tuple[tuple[CardId, ...], ...]:
    if all(one.location < 0 for one in view.carriers):
        return ()
    piled = sorted((one for one in view.carriers if one.depth >= 0), key=lambda one: one.depth)
    return tuple(tuple(one.card for one in piled if one.location == at) for at in range(book.spec.locations))

"""The table of a Rising game that its events must account for (`core.open_table`); `after_event` follows it by them.

Dice that lie together in no order are kept sorted, so two tables with the same dice are equal.
"""

from collections.abc import Iterable
from typing import Any, Final

from rising_tutor.core.ids import CardId
from rising_tutor.core.values import Value
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
                counts_of(dict(team.tokens)),
                tuple((ability.key, ability.dice) for ability in team.abilities),
            )
            for team in view.teams
        ),
        rolls=roll.n,
        shown=sorted_dice(roll.shown),
        waiting=sorted_dice(roll.waiting),
        gone=sorted_dice(roll.gone),
        earned=sorted_dice(roll.earned),
        to_lose=roll.to_lose,
        used=tuple(sorted(set(view.used))),
        side=balance.side if balance else "",
        balance=balance.position if balance else 0,
        balance_symbols=balance.symbols if balance else (),
        balance_dice=sorted_dice(balance.dice) if balance else (),
        balance_tokens=balance.tokens if balance else (),
        no_balance=balance.blocked if balance else False,
        counters=counts_of({one.card: one.counters for one in view.carriers}),
        stacks=tuple(
            tuple(one.card for one in piled if one.location == at) for at in range(len(view.battles) if located else 0)
        ),
        fallen=tuple(one.card for one in sorted(view.carriers, key=lambda one: one.fallen) if one.fallen),
        fire_deck=counts_of(dict(view.fire_deck)),
        fire_discard=counts_of(dict(view.fire_discard)),
        supply=counts_of(dict(view.supply)),
        token_discard=counts_of(dict(view.token_discard)),
        stock=counts_of(dict(view.stock)),
    )


def _spot(spot: SpotView | None) -> OpenSpot | None:
    return None if spot is None else OpenSpot(spot.card, spot.damage, spot.dice)


def sorted_dice(dice: Iterable[str]) -> Dice:
    """Return dice in the order in which a table keeps them."""
    return tuple(sorted(dice))


def counts_of(numbers: dict[Any, int]) -> Counts:
    """Return numbers by kind as a table keeps them."""
    return tuple(sorted((kind, n) for kind, n in numbers.items() if n))

"""What dice can complete in a position, with what is lacking now.

An aim is a need of the game: a card, an ability, the next Balance space. Its goal counts everything up to the last set
that matters, with what was paid before, so that the same aim says at every moment of the turn what is lacking still.
"""

from functools import cache
from typing import NamedTuple

from rising_tutor.core.ids import RuleId
from rising_tutor.games.rising.actions import BALANCE
from rising_tutor.games.rising.cards.book import Book, Vector
from rising_tutor.games.rising.cards.vocabulary import Space
from rising_tutor.games.rising.odds.cards import ability_id, odds_cards
from rising_tutor.games.rising.rules.context import Run
from rising_tutor.games.rising.rules.placement import battle_is_open
from rising_tutor.games.rising.rules.state import Spot
from rising_tutor.probability.dice_turn.dice_game import OddsCard
from rising_tutor.probability.dice_turn.problem import ANY, Need


class Aim(NamedTuple):
    """Something that dice can complete.

    Attributes:
        id: as in `Question.targets`.
        on: as in the actions that put a die there.
        name: for people.
        price: symbols of one set; all zero for dice of any face.
        most: how many sets it can still take.
        any_die: how many dice of any face one set takes, instead of symbols.
        goal: symbols up to the last set that counts; set by `wanted`.
        times: sets that count; set by `wanted`.
    """

    id: str
    on: str
    name: str
    price: Vector
    most: int = 1
    any_die: int = 0
    goal: Vector = ()
    times: int = 1


def open_aims(run: Run) -> list[Aim]:
    """Everything in reach that dice can complete now, in the order of display."""
    return [*_spots(run), *_own(run), *_balance(run), *_battle(run)]


def is_default(aim: Aim, run: Run) -> bool:
    """Whether the aim counts where nobody says what counts: what lies at the location, not what is paid for use."""
    return aim.on not in run.book.ability_of_team and run.own(aim.on) < 0


def wanted(run: Run, aim: Aim, times: int) -> Aim:
    """The aim for so many more sets from now on."""
    have = paid(run, aim)
    done = _sets(aim.price, have)
    return aim._replace(goal=tuple(n * (done + times) for n in aim.price), times=times)


def need_of(run: Run, aim: Aim) -> Need:
    """The aim as a need, with what is lacking now."""
    symbols = ANY * aim.any_die if aim.any_die else _letters(run, aim.price)
    lack = lacking(run, aim)
    whole = "".join(sorted(symbols * aim.times))
    carry = run.t.options.surplus_within_card
    return Need(symbols, aim.times, aim.name, carry or aim.times == 1, "" if lack == whole else lack)


def lacking(run: Run, aim: Aim) -> str:
    """What the aim lacks now, sorted; empty when it is complete."""
    if aim.any_die:
        if aim.on == BALANCE:
            return ANY * (aim.any_die - _dice_for_balance(run))
        member = run.team().row[run.own(aim.on)]
        return "" if member.parked >= 0 or aim.on in run.t.used else ANY
    have = paid(run, aim)
    return _letters(run, tuple(max(0, goal - n) for goal, n in zip(aim.goal, have, strict=True)))


def paid(run: Run, aim: Aim) -> Vector:
    """Symbols that count for the aim so far, those of complete sets too."""
    t = run.t
    if aim.on == BALANCE:
        return run.paid(t.balance_symbols)
    team = run.team()
    if aim.on in run.book.ability_of_team:
        keys = [key for key, _ in run.book.team_ability[team.card]]
        return run.paid(team.dice[keys.index(aim.on)])
    position = run.own(aim.on)
    if position >= 0:
        return run.paid(team.row[position].dice)
    spot = _spot(run, aim.on)
    return run.counted(aim.on, spot.dice)


def space_of(run: Run) -> Space | None:
    """The next Balance space, if anything can be paid for it."""
    at = run.next_space()
    return None if at < 0 or run.t.no_balance else run.book.side[run.t.side].spaces[at]


def sets_left(run: Run, spot: Spot) -> int:
    """How many more sets of a Villain or battle would still bring Damage."""
    battle = spot.card in run.book.battle
    capacity = run.battle_ceiling(spot.card) if battle else run.book.capacity[spot.card]
    most = run.book.spec.switch.sets_per_villain or capacity
    return min(capacity - spot.damage, most) - run.sets(spot.card, spot.dice)


def origin_of(run: Run, aim: Aim) -> tuple[str, str, RuleId]:
    """What kind of card an aim is, where its cost comes from, and the rule under which it is paid."""
    book, cite, on = run.book, run.cite, aim.on
    if on == BALANCE:
        return (
            book.name(BALANCE),
            book.side[run.t.side].origin,
            cite.balance_dice if aim.any_die else cite.balance_target,
        )
    card = cards_of(book)[aim.id]
    return card.kind, card.origin, card.rule


@cache
def cards_of(book: Book) -> dict[str, OddsCard]:
    """Everything with a cost or a help, by id."""
    return {card.id: card for card in odds_cards(book)}


def _spots(run: Run) -> list[Aim]:
    book = run.book
    found = []
    for spot in (run.t.places[at] for at in run.places_here()):
        if spot is None:
            continue
        villain = spot.card in book.villain
        most = sets_left(run, spot) if villain else 1 - run.sets(spot.card, spot.dice)
        if most > 0:
            found.append(Aim(spot.card, spot.card, book.name(spot.card), book.price[spot.card], most))
    return found


def _own(run: Run) -> list[Aim]:
    """Abilities that cost symbols or a die, not used yet."""
    t, book = run.t, run.book
    team = run.team()
    found = []
    for member in team.row:
        card = member.card
        if card in book.paid and card not in t.used and member.parked < 0:
            name = f"Ability of {book.name(card)}"
            any_die = int(card in book.any_die)
            found.append(Aim(ability_id(card), card, name, book.paid[card], any_die=any_die))
    for key, ability in book.team_ability[team.card]:
        if key not in t.used:
            name = ability.name or f"{book.spec.words.team} {book.name(team.card)}"
            found.append(Aim(key, key, name, book.paid[key]))
    return found


def _balance(run: Run) -> list[Aim]:
    """The symbols of the next Balance space, and the dice that it takes: two needs of one target."""
    space = space_of(run)
    if space is None:
        return []
    t, book = run.t, run.book
    name = book.name(BALANCE)
    found = []
    price = book.space_price[t.side][t.balance]
    if book.open_mask(price, t.balance_symbols):
        found.append(Aim(BALANCE, BALANCE, name, price))
    if space.dice > len(t.balance_dice):
        nothing = (0,) * len(book.spec.symbols)
        found.append(Aim(BALANCE, BALANCE, f"Dice for {name}", nothing, any_die=space.dice))
    return found


def _battle(run: Run) -> list[Aim]:
    spot = run.at_battle()
    if spot is None or not battle_is_open(run, spot, villain_here=run.villain_here()) or sets_left(run, spot) < 1:
        return []
    book = run.book
    return [Aim(spot.card, spot.card, book.name(spot.card), book.price[spot.card], sets_left(run, spot))]


def _spot(run: Run, card: str) -> Spot:
    at = run.find_place(card)
    spot = run.t.places[at] if at >= 0 else next((b for b in run.t.battles if b is not None and b.card == card), None)
    assert spot is not None
    return spot


def _dice_for_balance(run: Run) -> int:
    space = space_of(run)
    return min(len(run.t.balance_dice), space.dice) if space is not None else 0


def _sets(price: Vector, have: Vector) -> int:
    return min((n // each for n, each in zip(have, price, strict=True) if each), default=0)


def _letters(run: Run, counts: Vector) -> str:
    return "".join(sorted(symbol * n for symbol, n in zip(run.book.spec.symbols, counts, strict=True)))

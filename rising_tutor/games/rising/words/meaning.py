"""What an action of a turn means, for somebody new: what a card has then and what it still needs, which dice are left.

Everything is read off the tables before and after the action; nothing says whether it is a good one.
"""

from rising_tutor.core.english import capital, counted, listed
from rising_tutor.games.rising import actions as do
from rising_tutor.games.rising.cards.book import Codes, Vector
from rising_tutor.games.rising.rules.context import Run
from rising_tutor.games.rising.rules.placement import battle_is_open
from rising_tutor.games.rising.rules.state import Spot
from rising_tutor.games.rising.words.names import list_cards, name_of, say_die, say_face, say_place

_FEW = {2: "two", 3: "three", 4: "four"}


def meaning_of(before: Run, after: Run, action: do.RisingAction, when: str) -> str:
    """Sentences about an action; "" for one of which its events say enough.

    Args:
        before: the table of the action.
        after: the table when it was done.
        when: "now" or "then".
    """
    match action:
        case do.PlaceDie(_, on) | do.MoveParked(_, on):
            return _put(before, after, on, when)
        case do.UseToken(_, _, on) if on is not None:
            return _put(before, after, on, when)
        case do.DiscardDie(die):
            return f"That die with {say_face(before.book, die)} is out for this turn. {_dice_left(after)}"
        case do.Roll():
            return _rolling(before)
        case do.Stop():
            return _stopping(before)
        case do.GoTo(location):
            return _going(before, location)
        case do.PickDie(die):
            return f"You pick {say_die(before.book, die)}."
        case do.Done():
            return "You let this chance go by."
    return ""


# Dice on cards ------------------------------------------------------------------------


def _put(before: Run, after: Run, on: str, when: str) -> str:
    """What a target has when a die or a symbol was put on it."""
    book = before.book
    if on == do.BALANCE:
        return _put_on_balance(after, when)
    position = before.own(on)
    if on in book.ability_of_team or position >= 0:
        return _put_on_ability(before, after, on, when)
    was, now = _spot(before, on), _spot(after, on)
    if was is None or now is None:
        return ""
    full = _full(before, was)
    if full:
        return full
    name, price = name_of(book, on), book.price[on]
    lost = _lost(before, price, was.dice, now.dice) if on in book.hero else ""
    done = before.sets(on, now.dice)
    covered = done > before.sets(on, was.dice)
    if on in book.hero:
        if covered:
            return f"{lost}Nothing is missing for {name} {when}."
        return f"{lost}{name} {when} still needs {lacking(after, price, now.dice)}."
    if covered:
        return f"That pays for {'1 more' if done > 1 else '1'} Damage on {name}."
    lacks = lacking(after, tuple(n * (done + 1) for n in price), now.dice)
    return f"{name} {when} still needs {lacks} for {'1 more' if done else '1'} Damage."


def _put_on_ability(before: Run, after: Run, on: str, when: str) -> str:
    book = before.book
    whose = f"The ability of the {book.spec.words.team_card}" if on in book.ability_of_team else name_of(book, on)
    if on in after.t.used and on not in before.t.used:
        if on in book.any_die:
            return f"The die is kept on {name_of(book, on)} for a later turn."
        pays = whose if on in book.ability_of_team else f"The ability of {whose}"
        return f"{pays} is paid and works at once."
    price = book.paid[on]
    was, now = _paid_dice(before, on), _paid_dice(after, on)
    lost = _lost(before, price, was, now)
    about = whose if on in book.ability_of_team else f"The ability of {whose}"
    return f"{lost}{about} {when} still needs {lacking(after, price, now)}."


def _put_on_balance(after: Run, when: str) -> str:
    t, book = after.t, after.book
    space = book.side[t.side].spaces[t.balance]
    parts = []
    symbols = lacking(after, book.space_price[t.side][t.balance], t.balance_symbols)
    if symbols:
        parts.append(symbols)
    for n, word in (
        (space.tokens - len(t.balance_tokens), book.spec.words.token),
        (space.dice - len(t.balance_dice), "die"),
    ):
        if n > 0:
            parts.append(counted(n, word))
    if parts:
        return f"The next step of Balance {when} still needs {listed(parts)}."
    return f"Nothing is missing for the next step of Balance {when}."


def _paid_dice(run: Run, on: str) -> Codes:
    team = run.team()
    if on in run.book.ability_of_team:
        return team.dice[[key for key, _ in run.book.team_ability[team.card]].index(on)]
    return team.row[run.own(on)].dice


def _spot(run: Run, card: str) -> Spot | None:
    lying = (*run.t.places, *run.t.battles)
    return next((spot for spot in lying if spot is not None and spot.card == card), None)


def _full(run: Run, spot: Spot) -> str:
    """Of an opponent that can take no more Damage."""
    book = run.book
    if spot.card in book.hero:
        return ""
    most = run.battle_ceiling(spot.card) if spot.card in book.battle else book.capacity[spot.card]
    name = name_of(book, spot.card)
    return f"{name} can take no more Damage, so symbols on it bring nothing." if spot.damage >= most else ""


def _lost(run: Run, price: Vector, was: Codes, now: Codes) -> str:
    """That a part of a double is not needed, before what is still needed."""
    if len(now) <= len(was):
        return ""
    code = now[-1]
    symbol, value = run.book.symbol_of[code], run.book.value_of[code]
    needed = max(0, price[symbol] - run.paid(was)[symbol])
    return "One half of the double is not needed there. " if value > needed else ""


def lacking(run: Run, price: Vector, dice: Codes) -> str:
    """The symbols that a cost still lacks: "two Earth and Fire"; "" for none."""
    spec = run.book.spec
    lacks = [max(0, need - have) for need, have in zip(price, run.paid(dice), strict=True)]
    words = [spec.words.symbols[spec.symbols[at]] for at in range(len(lacks))]
    return listed(word if n == 1 else f"{_FEW.get(n, n)} {word}" for word, n in zip(words, lacks, strict=True) if n)


# The turn -----------------------------------------------------------------------------


def _dice_left(run: Run) -> str:
    shown = [say_face(run.book, run.book.die_name[code]) for code in run.t.shown]
    waiting = sum(run.t.unrolled)
    if not shown:
        return f"You still have {counted(waiting, 'die')} to roll." if waiting else "You have no other die."
    more = f", and {counted(waiting, 'die')} to roll" if waiting else ""
    return f"You keep {listed(shown)}{more}."


def _rolling(run: Run) -> str:
    n = len(run.t.shown) + sum(run.t.unrolled)
    if not run.t.shown:
        return f"You roll {counted(n, 'die')}."
    gone = listed(say_face(run.book, run.book.die_name[code]) for code in run.t.shown)
    return f"You roll {counted(n, 'die')} again. What you have now is gone: {gone}."


def _stopping(run: Run) -> str:
    """What is ready when rolling ends, and what is not."""
    t, book = run.t, run.book
    ready: list[str] = []
    short: list[str] = []
    for spot in (*t.places, *t.battles):
        if spot is None or not spot.dice:
            continue
        name = name_of(book, spot.card)
        if run.sets(spot.card, spot.dice):
            ready.append(name)
        else:
            short.append(f"{name} still needs {lacking(run, book.price[spot.card], spot.dice)}")
    parts = []
    if ready:
        parts.append(f"Nothing is missing for {listed(ready)}.")
    if short:
        parts.append(f"{capital(listed(short))}, so those dice bring nothing.")
    if not parts:
        parts.append("No card has what it needs.")
    left = len(t.shown)
    if left:
        parts.append(f"{counted(left, 'die')} that {'shows' if left == 1 else 'show'} a symbol {_is(left)} not used.")
    return " ".join(("You end your rolling.", *parts))


def _is(n: int) -> str:
    return "is" if n == 1 else "are"


def _going(run: Run, location: int) -> str:
    """Which cards a Team reaches from a location."""
    t, book = run.t, run.book
    first = location * book.spec.places
    there = [spot.card for spot in t.places[first : first + book.spec.places] if spot is not None]
    battle = t.battles[location]
    reach = f"your dice reach {list_cards(book, there)}" if there else "there is no card for your dice"
    place = f"{book.spec.words.at} {say_place(book, location)}"
    said = f"{capital(place)} {reach}."
    if battle is not None:
        villain_here = any(card in book.villain for card in there)
        closed = not battle_is_open(run, battle, villain_here=villain_here)
        how = "cannot be attacked there now" if closed else "can be attacked there"
        said += f" {name_of(book, battle.card)} {how}."
    if t.facing == location:
        said += f" {capital(book.spec.words.figure)} looks there now."
    return said

"""What must hold in every state of a Rising game, whatever was played."""

from collections import Counter

from rising_tutor.games.rising import state as st
from rising_tutor.games.rising import tasks
from rising_tutor.games.rising.book import Book


def faults(book: Book, state: st.Table) -> list[str]:
    """Everything that does not hold, in words; empty for a sound state."""
    return [*_cards(book, state), *_dice(book, state), *_tokens(book, state), *_bounds(book, state)]


def _cards(book: Book, state: st.Table) -> list[str]:
    """Each Character card is in one place: board, row, deck, or out of the game."""
    where = Counter[str]()
    where.update(spot.card for spot in state.places if spot is not None)
    where.update(member.card for team in state.teams for member in team.row)
    for zone in (
        state.heroes_unseen, state.villains_unseen, state.defeated, state.heroes_gone, state.villains_out
    ):
        where.update(zone)
    expected = Counter([*book.hero_ids, *book.villain_ids])
    out = [] if where == expected else [f"cards: {where - expected} too many, {expected - where} missing"]
    seen = len(book.villain_ids) - len(state.villains_unseen)
    if seen + state.villains_in_deck != state.options.villains:
        out.append(f"Villains: {seen} seen and {state.villains_in_deck} in the deck, not {state.options.villains}")
    lying = [spot.card for spot in state.battles if spot is not None]
    if state.phase == 2 and not any(isinstance(task, tasks.DealBattles) for task in state.agenda):
        if set(lying) | set(state.battles_done) != set(book.battle_ids):
            out.append(f"battles: {lying} lie, {state.battles_done} are done")
    elif lying:
        out.append(f"battles in phase 1: {lying}")
    fire = [a + b for a, b in zip(state.fire_deck, state.fire_discard, strict=True)]
    if sum(sum(x) for x in (state.fire_deck, state.fire_discard)) not in (
        book.spec.box.fire_nation, book.spec.box.fire_nation - 1
    ):
        out.append(f"Fire Nation cards: {fire}")
    return out


def _dice(book: Book, state: st.Table) -> list[str]:
    """Each die is in the stock, in the pool, on a card, given up, or parked."""
    count = list(state.stock)
    for at, n in enumerate(state.unrolled):
        count[at] += n
    codes = [*state.shown, *state.gone, *state.balance_symbols, *state.balance_dice]
    for spot in (*state.places, *state.battles):
        codes += spot.dice if spot is not None else ()
    for team in state.teams:
        codes += team.dice
        for member in team.row:
            codes += member.dice
            codes += (member.parked,) if member.parked >= 0 else ()
    for code in codes:
        if book.colour_of[code] >= 0:
            count[book.colour_of[code]] += 1
    return [] if tuple(count) == book.dice_total else [f"dice: {count}, not {book.dice_total}"]


def _tokens(book: Book, state: st.Table) -> list[str]:
    """Each token is in the supply, held, or in the discard."""
    bags = [state.supply, state.token_discard, *(team.tokens for team in state.teams)]
    total = tuple(sum(column) for column in zip(*bags, strict=True))
    printed = tuple(kind.n for kind in book.token)
    return [] if total == printed else [f"tokens: {total}, not {printed}"]


def _bounds(book: Book, state: st.Table) -> list[str]:
    out = []
    ones = [spot for spot in state.places if spot is not None]
    cards = [(spot.card, spot.damage) for spot in ones]
    cards += [(member.card, member.damage) for team in state.teams for member in team.row]
    out += [f"{card}: {n} Damage" for card, n in cards if not 0 <= n <= book.capacity[card]]
    if min((*state.stock, *state.unrolled, *state.supply, *state.token_discard, *state.fire_deck)) < 0:
        out.append("a count below zero")
    if not 0 <= state.ruin <= book.ruin_top:
        out.append(f"Ruin at {state.ruin}")
    if state.side and not 0 <= state.balance <= len(book.side[state.side].spaces):
        out.append(f"Balance at {state.balance}")
    if len(set(state.used)) != len(state.used):
        out.append(f"used twice: {state.used}")
    return out

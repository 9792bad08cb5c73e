"""What must hold in every state of a Rising game, whatever was played."""

from collections import Counter

from rising_tutor.games.rising.cards.book import Book
from rising_tutor.games.rising.rules import state as st
from rising_tutor.games.rising.rules import tasks


def faults(book: Book, state: st.Table) -> list[str]:
    """Everything that does not hold, in words; empty for a sound state."""
    return [
        *_cards(book, state),
        *_dice(book, state),
        *_tokens(book, state),
        *_counters(book, state),
        *_bounds(book, state),
    ]


def _cards(book: Book, state: st.Table) -> list[str]:
    """Each Character card is in one place: board, row, deck, or out of the game."""
    where = Counter[str]()
    where.update(spot.card for spot in state.places if spot is not None)
    where.update(member.card for team in state.teams for member in team.row)
    for zone in (state.heroes_unseen, state.villains_unseen, state.defeated, state.heroes_gone, state.villains_out):
        where.update(zone)
    expected = Counter([*book.hero_ids, *book.villain_ids])
    out = [] if where == expected else [f"cards: {where - expected} too many, {expected - where} missing"]
    seen = len(book.villain_ids) - len(state.villains_unseen)
    if seen + state.villains_in_deck != state.options.villains:
        out.append(f"Villains: {seen} seen and {state.villains_in_deck} in the deck, not {state.options.villains}")
    lying = [spot.card for spot in state.battles if spot is not None]
    if book.spec.switch.boss:
        out += _last_opponent(book, state, lying)
    elif state.phase == 2 and not any(isinstance(task, tasks.DealBattles) for task in state.agenda):
        if set(lying) | set(state.battles_done) != set(book.battle_ids):
            out.append(f"battles: {lying} lie, {state.battles_done} are done")
    elif lying:
        out.append(f"battles in phase 1: {lying}")
    fire = [a + b for a, b in zip(state.fire_deck, state.fire_discard, strict=True)]
    if sum(sum(x) for x in (state.fire_deck, state.fire_discard)) not in (
        book.spec.box.fire_nation,
        book.spec.box.fire_nation - 1,
    ):
        out.append(f"Fire Nation cards: {fire}")
    return out


def _last_opponent(book: Book, state: st.Table, lying: list[str]) -> list[str]:
    """It is in the deck, or where the figure looks, or beaten."""
    hidden = state.step == "setup" or state.above_boss >= 0
    if hidden + len(lying) + len(state.battles_done) != 1 and not (lying and lying == [*state.battles_done]):
        return [f"last opponent: hidden {hidden}, lies {lying}, beaten {state.battles_done}"]
    out = [f"{lying} not where the figure looks" for _ in lying if state.battles[state.facing] is None]
    beaten = len(state.villains_out)
    return out + [f"{spot.damage} on {spot.card}" for spot in state.battles if spot and spot.damage > beaten]


def _counters(book: Book, state: st.Table) -> list[str]:
    """Each carrier stands in its pile, or nowhere, or has fallen; only one that takes counters has any."""
    out = []
    for at, card in enumerate(book.carrier_ids):
        carrier, n = book.carrier[card], state.pressure[at]
        piles = [stack for stack in state.stacks if card in stack]
        in_setup = state.step == "setup"
        if carrier.location >= 0 and len(piles) + (card in state.fallen) != 1 and not in_setup:
            out.append(f"{card}: in {len(piles)} piles, fallen {state.fallen}")
        takes = piles[0][0] == card if piles else carrier.location < 0
        if not 0 <= n <= carrier.spaces or (n and (card in state.fallen or not takes)):
            out.append(f"{card}: {n} counters")
    if len(set(state.fallen)) != len(state.fallen):
        out.append(f"fallen twice: {state.fallen}")
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
        for on_ability in team.dice:
            codes += on_ability
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
    held = [n for team in state.teams for n in team.tokens]
    if min((*state.stock, *state.unrolled, *state.supply, *state.token_discard, *held, *state.fire_deck)) < 0:
        out.append("a count below zero")
    for team, new in zip(state.teams, state.new_tokens, strict=False):
        if any(drawn > have for drawn, have in zip(new, team.tokens, strict=True)):
            out.append(f"{team.card} drew {new} and holds {team.tokens}")
    if not 0 <= state.ruin <= book.ruin_top:
        out.append(f"Ruin at {state.ruin}")
    if state.side and not 0 <= state.balance <= len(book.side[state.side].spaces):
        out.append(f"Balance at {state.balance}")
    if len(set(state.used)) != len(state.used):
        out.append(f"used twice: {state.used}")
    return out

"""The first roll of a turn, for Team cards with an ability that asks for many of one symbol on it.

What counts is what was rolled: a die that is rolled again counts with its new face, a die that an ability turned counts
with the face that it had been rolled with, unless the option `opening_counts_turned` says otherwise. The ability is
there until a die of that roll is used.
"""

from rising_tutor.games.rising.cards.book import Book, Codes
from rising_tutor.games.rising.rules.context import Run
from rising_tutor.games.rising.rules.state import Table


def _open(t: Table) -> bool:
    return t.rolls == 1 and t.fresh


def note_rolled(run: Run, again: Codes, codes: Codes) -> None:
    """Dice came to rest: all of them, or those of `again` with new faces."""
    t = run.t
    if t.rolls != 1:
        return
    left, turned = list(t.opening), list(t.turned)
    for code in again:
        # Of dice that look alike the player rolls one that was turned, and so keeps what was rolled well.
        pair = next((pair for pair in turned if pair[0] == code), None)
        if pair is not None:
            turned.remove(pair)
        left.remove(pair[1] if pair is not None else code)
    t.opening, t.turned = tuple(sorted((*left, *codes))), tuple(turned)


def note_turned(run: Run, code: int, to: int) -> None:
    """An ability turned a die of the present roll."""
    t = run.t
    if t.rolls != 1 or not run.book.has_opening:  # cite.opening_roll
        return
    pair = next((pair for pair in t.turned if pair[0] == code), None)
    rest = list(t.turned)
    if pair is not None:
        rest.remove(pair)
    t.turned = (*rest, (to, pair[1] if pair is not None else code))


def symbols_rolled(run: Run) -> int:
    """How many of the symbol that its Team card asks for the active Team rolled; doubles count two."""
    t, book = run.t, run.book
    opening = book.team[run.team().card].opening
    if opening is None:
        return 0
    symbol = book.symbol_index[opening.symbol]
    dice = t.shown if t.options.opening_counts_turned else t.opening
    return sum(book.value_of[code] for code in dice if book.symbol_of[code] == symbol)


def is_opening(book: Book, card: str) -> bool:
    """A Team card with an ability for the first roll."""
    return card in book.team and book.team[card].opening is not None


def can_use(run: Run) -> bool:
    """The ability of the first roll can be used now, also with nobody in reach: then it does nothing.

    DSR-507 asks for the symbols and for nothing else; what qualifies is looked for when the ability is used (DSR-508,
    DSR-718), as with every paid ability of the family. So using it up in vain is a mistake that can be made at the
    table, and no illegal action.
    """
    t = run.t
    card = run.team().card
    opening = run.book.team[card].opening
    return opening is not None and _open(t) and card not in t.used and symbols_rolled(run) >= opening.n

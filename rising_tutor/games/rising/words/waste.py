"""What a legal action would waste, said before: a die that the box does not have, symbols on a full Villain."""

from rising_tutor.core.ids import RuleId
from rising_tutor.games.rising import actions as do
from rising_tutor.games.rising.cards.book import Book
from rising_tutor.games.rising.cards.vocabulary import AddDie, RisingEffect
from rising_tutor.games.rising.view import RisingView
from rising_tutor.games.rising.words.names import name_of


def wasted(book: Book, view: RisingView, action: do.RisingAction) -> tuple[RuleId, str] | None:
    """The rule and a sentence, if an action brings nothing or less than it says; None for all others."""
    cite = book.spec.cite
    match action:
        case do.UseToken(_, token, None) if token in book.token_index:
            return _no_die(book, view, book.token[book.token_index[token]].effect, cite.token_die)
        case do.UseAbility(card) if card in book.hero:
            return _no_die(book, view, book.hero[card].ability.effect, cite.extra_die)
        case do.PlaceDie(_, on) | do.MoveParked(_, on) | do.UseToken(_, _, on) if on in book.villain:
            return _full(book, view, on, cite.villain_full)
    return None


def _no_die(book: Book, view: RisingView, effect: RisingEffect, rule: RuleId) -> tuple[RuleId, str] | None:
    stock = dict(view.stock)
    if not isinstance(effect, AddDie) or any(stock[colour] for colour in effect.colours):
        return None
    return rule or book.spec.cite.colour_limit, f"No {' or '.join(effect.colours)} die is left, so none is added."


def _full(book: Book, view: RisingView, on: str, rule: RuleId) -> tuple[RuleId, str] | None:
    spot = next((spot for spot in view.places if spot is not None and spot.card == on), None)
    if spot is None or spot.damage < spot.capacity:
        return None
    why = f"{name_of(book, on)} has {spot.damage} of {spot.capacity} Damage, so symbols on it bring nothing"
    return rule, f"{why}."

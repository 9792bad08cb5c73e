"""What happens to dice and tokens, in words: one part of the table of spoken events.

`enemy.py` and `events.py` have the others.
"""

from rising_tutor.core.english import capital, noun
from rising_tutor.effects.by_type import ByType
from rising_tutor.games.rising.actions import BALANCE
from rising_tutor.games.rising.cards.book import Book
from rising_tutor.games.rising.rules import events as ev
from rising_tutor.games.rising.words.names import list_dice, name_of, say_die, say_face, say_team

says: ByType[str] = ByType("spoken events")
"""For each type of event its sentence, from the book and the event."""


# dice


@says.of(ev.DiceCollected)
def _(book: Book, event: ev.DiceCollected) -> str:
    return f"The pool: {list_dice(book, event.dice) or 'no dice'}."


@says.of(ev.DieAdded)
def _(_book: Book, event: ev.DieAdded) -> str:
    return f"A {event.colour} die joins the pool."


@says.of(ev.DieNotAdded)
def _(_book: Book, event: ev.DieNotAdded) -> str:
    return f"No {event.colour} die is left to add."


@says.of(ev.DieEarned)
def _(_book: Book, event: ev.DieEarned) -> str:
    return f"A {event.colour} die will join the pool of this turn."


@says.of(ev.DieLost)
def _(book: Book, event: ev.DieLost) -> str:
    return f"{capital(say_die(book, event.die))} is put aside for this turn."


@says.of(ev.DiceRolled)
def _(book: Book, event: ev.DiceRolled) -> str:
    again = event.rule != book.spec.cite.roll
    return f"{'Rerolled' if again else f'Roll {event.roll}'}: {list_dice(book, event.dice)}."


@says.of(ev.FaceChanged)
def _(book: Book, event: ev.FaceChanged) -> str:
    return f"{capital(say_die(book, event.die))} is turned to {say_face(book, event.to)}."


@says.of(ev.DiePlaced)
def _(book: Book, event: ev.DiePlaced) -> str:
    target = say_team(book, event.on) if event.on in book.team else name_of(book, event.on)
    by = f" from a {book.spec.words.token}" if event.die.startswith("token:") else ""
    lost = f", {event.lost} {noun(event.lost, 'symbol')} not needed" if event.lost else ""
    return f"{capital(say_face(book, event.die))}{by} on {target}{lost}."


@says.of(ev.CostCovered)
def _(book: Book, event: ev.CostCovered) -> str:
    return f"All symbols for {name_of(book, event.on)} are there."


@says.of(ev.DieDiscarded)
def _(book: Book, event: ev.DieDiscarded) -> str:
    return f"{capital(say_die(book, event.die))} is {book.spec.words.discarded}."


@says.of(ev.DieRemoved)
def _(book: Book, event: ev.DieRemoved) -> str:
    return f"{capital(say_die(book, event.die))} is removed for {name_of(book, BALANCE)}."


@says.of(ev.DieParked)
def _(book: Book, event: ev.DieParked) -> str:
    return f"{capital(say_die(book, event.die))} is kept on {name_of(book, event.on)}."


@says.of(ev.DiceForfeited)
def _(book: Book, event: ev.DiceForfeited) -> str:
    return f"Forfeited: {list_dice(book, event.dice)}."


@says.of(ev.RollingEnded)
def _(_book: Book, event: ev.RollingEnded) -> str:
    return f"Rolling ends after {event.rolls} {noun(event.rolls, 'roll')}."


@says.of(ev.DiceReturned)
def _(book: Book, event: ev.DiceReturned) -> str:
    but = f", except for what is kept on cards: {list_dice(book, event.parked)}" if event.parked else ""
    return f"All dice go back{but}."


# tokens


@says.of(ev.TokenUsed)
def _(book: Book, event: ev.TokenUsed) -> str:
    return f"{say_team(book, event.team)} uses {name_of(book, event.token)}."


@says.of(ev.TokenGiven)
def _(book: Book, event: ev.TokenGiven) -> str:
    return f"{say_team(book, event.team)} gives {name_of(book, event.token)} for {name_of(book, BALANCE)}."


@says.of(ev.TokenDropped)
def _(book: Book, event: ev.TokenDropped) -> str:
    return f"{say_team(book, event.team)} has to discard {name_of(book, event.token)}."


@says.of(ev.TokenDrawn)
def _(book: Book, event: ev.TokenDrawn) -> str:
    return f"{say_team(book, event.team)} draws {name_of(book, event.token)}."


@says.of(ev.NoToken)
def _(book: Book, event: ev.NoToken) -> str:
    return f"{say_team(book, event.team)} can draw no {book.spec.words.token}."


@says.of(ev.TokensRecycled)
def _(book: Book, event: ev.TokensRecycled) -> str:
    return f"{event.n} discarded {noun(event.n, book.spec.words.token)} become the supply again."

"""A test on a position that does not hold, in a sentence: what is so, and what is asked for."""

from collections.abc import Callable
from typing import Any, Final

from rising_tutor.core.english import counted, plural
from rising_tutor.games.rising.cards.book import Vector
from rising_tutor.games.rising.rules.context import Run
from rising_tutor.games.rising.scene.facts import fact, team_of
from rising_tutor.games.rising.words.meaning import lacking
from rising_tutor.games.rising.words.names import name_of, say_place, say_team

Said = Callable[[Run, str, Any, str, Any], str]
"""Of a run, the card or Team, the value, and the comparison with what is asked for: a sentence, "" for none."""


def unmet(run: Run, name: str, how: str, wanted: Any) -> str:
    """What is not so, by the name of the fact; "" for a fact without words of its own.

    Args:
        how: the comparison as in a lesson file: is, not, at_least, at_most, has.
    """
    value = fact(run, name)
    if name in _TABLE:
        return _TABLE[name](run, "", value, how, wanted)
    if name.startswith("team."):
        _, who, *rest = name.split(".")
        what = ".".join(rest)
        found = _TEAM.get(what)
        return found(run, who, value, how, wanted) if found is not None else ""
    card, _, what = name.partition(".")
    found = _CARD.get(what)
    return found(run, card, value, how, wanted) if found is not None else ""


def asked(how: str, wanted: Any) -> str:
    """What is asked for, as the end of a sentence.

    >>> asked("is", 3), asked("at_least", 2), asked("at_most", 0), asked("not", 0)
    ('3', '2 or more', 'none', 'other than 0')
    """
    if not wanted and how in ("is", "at_most"):
        return "none"
    said = {"at_least": f"{wanted} or more", "at_most": f"{wanted} or less", "not": f"other than {wanted}"}
    return said.get(how, str(wanted))


def _number(text: str) -> Said:
    """A plain number: what it is, and what is asked for."""
    return lambda run, who, value, how, wanted: (
        f"{text.format(who=_who(run, who), **_words(run))}: {value} so far, {asked(how, wanted)} asked for."
    )


def _who(run: Run, who: str) -> str:
    team = team_of(run, who)
    return say_team(run.book, team.card) if team is not None else name_of(run.book, who) if who else ""


def _words(run: Run) -> dict[str, str]:
    words = run.book.spec.words
    return {
        "tokens": plural(words.token),
        "heroes": plural(words.hero),
        "counters": plural(words.pressure or "counter"),
    }


def _lacks(run: Run, card: str, value: Any, how: str, wanted: Any) -> str:
    if wanted != 0 or how not in ("is", "at_most"):
        return f"{name_of(run.book, card)} still needs {counted(value, 'symbol')}, {asked(how, wanted)} asked for."
    return _still_needs(run, card)


def _still_needs(run: Run, card: str) -> str:
    """What a card still needs for its cost, or for one more Damage."""
    book = run.book
    name = name_of(book, card)
    spot = next((one for one in (*run.t.places, *run.t.battles) if one is not None and one.card == card), None)
    if spot is None:
        position = run.own(card)
        if position < 0 or card not in book.paid:
            return f"{name} does not have all it needs."
        return f"The ability of {name} still needs {lacking(run, book.paid[card], run.team().row[position].dice)}."
    price: Vector = book.price[card]
    if card in book.hero:
        return f"{name} still needs {lacking(run, price, spot.dice)}."
    sets = run.sets(card, spot.dice)
    need = lacking(run, tuple(n * (sets + 1) for n in price), spot.dice)
    return f"{name} still needs {need} for {'1 more' if sets else '1'} Damage."


def _sets(run: Run, card: str, value: Any, how: str, wanted: Any) -> str:
    if how in ("is", "at_least") and value < wanted:
        return _still_needs(run, card)
    return f"Dice on {name_of(run.book, card)} pay for it {_times(value)}, {asked(how, wanted)} asked for."


def _times(n: int) -> str:
    return "once" if n == 1 else f"{n} times"


def _dice(run: Run, card: str, value: Any, how: str, wanted: Any) -> str:
    name = name_of(run.book, card)
    if not value:
        return f"No die lies on {name} yet."
    lie = "lies" if value == 1 else "lie"
    return f"{counted(value, 'die')} {lie} on {name}, {asked(how, wanted)} asked for."


def _at(run: Run, card: str, value: Any, how: str, wanted: Any) -> str:
    name, book = name_of(run.book, card), run.book
    kind, _, where = str(wanted).partition(" ")
    if how == "is" and kind == "team":
        team = team_of(run, where)
        return f"{name} is not in {say_team(book, team.card) if team is not None else where}."
    if how == "is" and kind == "location":
        return f"{name} is not {book.spec.words.at} {say_place(book, int(where) - 1)}."
    words = {"gone": "out of the game", "defeated": "defeated", "done": "complete", "deck": "in the deck"}
    if how == "is" and kind in words:
        return f"{name} is not {words[kind]} yet."
    if how == "not" and str(value) in words:
        return f"{name} is {words[str(value)]}."
    return f"{name} does not lie where it should." if how == "is" else ""


def _used(run: Run, card: str, value: Any, _how: str, _wanted: Any) -> str:
    return f"The ability of {_who(run, card)} was {'used already' if value else 'not used yet'}."


def _location(run: Run, _who: str, value: Any, how: str, wanted: Any) -> str:
    book = run.book
    there = say_place(book, int(wanted) - 1) if how == "is" and wanted else asked(how, wanted)
    if not value:
        return f"Your {book.spec.words.team} has no place yet; it should go to {there}."
    return f"Your {book.spec.words.team} is {book.spec.words.at} {say_place(book, value - 1)}, not {there}."


def _dice_kept(_run: Run, _who: str, value: Any, how: str, wanted: Any) -> str:
    if how in ("is", "at_most") and wanted == 0:
        return f"{counted(value, 'die')} {'is' if value == 1 else 'are'} not used yet."
    return f"You have {counted(value, 'die')}, {asked(how, wanted)} asked for."


def _rolls(_run: Run, _who: str, value: Any, how: str, wanted: Any) -> str:
    if not value:
        return "You have not rolled yet."
    return f"You have rolled {_times(value)}, {asked(how, wanted)} asked for."


def _result(_run: Run, _who: str, value: Any, how: str, wanted: Any) -> str:
    if how == "is" and wanted in ("win", "loss"):
        return f"The game is not {'won' if wanted == 'win' else 'lost'}."
    return f"The game is {'won' if value == 'win' else 'lost'}." if value else "The game goes on."


def _balance_lacks(_run: Run, _who: str, value: Any, how: str, wanted: Any) -> str:
    more = "" if wanted == 0 and how in ("is", "at_most") else f", {asked(how, wanted)} asked for"
    return f"The next step of Balance still needs {counted(value, 'thing')}{more}."


def _beside(run: Run, card: str, _value: Any, _how: str, wanted: Any) -> str:
    return f"{name_of(run.book, card)} does not stand beside {name_of(run.book, str(wanted))}."


def _left(run: Run, card: str, value: Any, how: str, wanted: Any) -> str:
    name = name_of(run.book, card)
    return f"{name} can still take {value} Damage, {asked(how, wanted)} asked for."


def _turn(_run: Run, _who: str, _value: Any, _how: str, _wanted: Any) -> str:
    return "The turn is not over yet."


_TABLE: Final[dict[str, Said]] = {
    "rolls": _rolls,
    "location": _location,
    "dice": _dice_kept,
    "dice.shown": _number("Dice that show a symbol"),
    "dice.gone": _number("Dice that are out for this turn"),
    "result": _result,
    "step": lambda *_: "This part of the turn is not over yet.",
    "turn": _turn,
    "balance": _number("Balance"),
    "ruin": _number("Ruin"),
    "balance.lacks": _balance_lacks,
    "black_sun": lambda *_: "The Day of Black Sun has not come in this way.",
    "battles.done": _number("Complete battles"),
    "defeated": _number("{heroes} that are defeated"),
    "recruited": _number("{heroes} that joined in this turn"),
    "fallen": _number("Lost for good"),
    "villains.out": _number("Enemies that are beaten"),
}
_CARD: Final[dict[str, Said]] = {
    "lacks": _lacks,
    "sets": _sets,
    "dice": _dice,
    "at": _at,
    "used": _used,
    "neighbours": _beside,
    "left": _left,
    "damage": _number("Damage on {who}"),
    "counters": _number("{counters} on {who}"),
    "fallen": lambda run, card, value, *_: f"{name_of(run.book, card)} is {'' if value else 'not '}lost.",
}
_TEAM: Final[dict[str, Said]] = {
    "tokens": _number("{tokens} of {who}"),
    "heroes": _number("{heroes} of {who}"),
    "damage": _number("Damage on all {heroes} of {who}"),
    "used": _used,
}

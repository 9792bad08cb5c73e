"""A test on a position that does not hold, in a sentence: what is so, and what is asked for."""

from collections.abc import Callable
from typing import Any, Final

from rising_tutor.core.english import counted
from rising_tutor.games.rise_tcg.run import Run
from rising_tutor.games.rise_tcg.scene.facts import NONE, fact, name_of

Said = Callable[[Run, str, Any, str, Any], str]
"""Of a run, whose it is, the value, the comparison, and what is asked for: a sentence, "" for none."""


def unmet(run: Run, name: str, how: str, wanted: Any) -> str:
    """What is not so, by the name of the fact; "" for a fact without words of its own.

    Args:
        how: the comparison as in a lesson file: is, not, at_least, at_most, has.
    """
    value = fact(run, name)
    if name in _TABLE:
        return _TABLE[name](run, "", value, how, wanted)
    what, _, rest = name.rpartition(".")
    if rest.isdecimal():
        said = _SEAT.get(what)
        return said(run, f"Player {rest}", value, how, wanted) if said is not None else ""
    said = _ONE.get(rest)
    return said(run, name_of(run, what), value, how, wanted) if said is not None else ""


def asked(how: str, wanted: Any) -> str:
    """What is asked for, as the end of a sentence.

    >>> asked("is", 3), asked("at_least", 2), asked("at_most", 0), asked("not", 0)
    ('3', '2 or more', 'none', 'other than 0')
    """
    if wanted == 0 and how in ("is", "at_most"):
        return "none"
    said = {"at_least": f"{wanted} or more", "at_most": f"{wanted} or less", "not": f"other than {wanted}"}
    return said.get(how, str(wanted))


def _number(text: str, one: str) -> Said:
    """A plain number: how much there is, and what is asked for."""
    return lambda _run, who, value, how, wanted: (
        f"{text.format(who=who, n=counted(value, one))}; {asked(how, wanted)} asked for."
    )


def _amount(text: str) -> Said:
    """A number of something that has no plural."""
    return lambda _run, who, value, how, wanted: f"{text.format(who=who, n=value)}; {asked(how, wanted)} asked for."


def _is(text: str) -> Said:
    """Something that is so or not."""
    return lambda _run, who, value, _how, _wanted: text.format(who=who, is_="is" if value else "is not")


def _lies(_run: Run, who: str, value: Any, _how: str, _wanted: Any) -> str:
    seat, _, where = str(value).partition(" ")
    places = {
        "play": f"on the battlefield of Player {seat}",
        "hand": f"in the hand of Player {seat}",
        "cemetery": f"in the cemetery of Player {seat}",
        "removed": "out of the game",
        "": "on the chain" if value == "chain" else "nowhere in sight",
    }
    return f"{who} is {places.get(where, 'somewhere else')} now."


def _on(run: Run, who: str, value: Any, _how: str, _wanted: Any) -> str:
    return f"{who} lies on no card." if value == NONE else f"{who} lies on {name_of(run, value)}."


def _won(_run: Run, _who: str, value: Any, _how: str, wanted: Any) -> str:
    if not value:
        return "Nobody has won yet."
    return f"Player {value} has won, not Player {wanted}." if wanted else f"Player {value} has won."


_TABLE: Final[dict[str, Said]] = {
    "turn": lambda *_: "The turn is not over yet.",
    "step": lambda *_: "This phase of the turn is not the one that is asked for.",
    "active": lambda _run, _who, value, _how, _wanted: f"It is the turn of Player {value}.",
    "asked": lambda _run, _who, value, _how, _wanted: (
        f"Player {value} still has to choose." if value else "Nobody has to choose now."
    ),
    "chain": _number("The chain has {n}", "item"),
    "chain.cards": lambda *_: "Something else waits on the chain.",
    "chain.targets": lambda *_: "The newest item on the chain aims at something else.",
    "attackers": _amount("Creatures that attack: {n}"),
    "blocks": _amount("Attackers that are blocked: {n}"),
    "over": lambda _run, _who, value, _how, _wanted: f"The game is {'' if value else 'not '}over.",
    "won": _won,
}
_SEAT: Final[dict[str, Said]] = {
    "coins": _number("{who} has {n}", "coin"),
    "ether": _amount("{who} has {n} Ether"),
    "hand": _number("{who} has {n} in hand", "card"),
    "hand.cards": lambda _run, who, *_: f"{who} has other cards in hand.",
    "library": _number("The library of {who} has {n}", "card"),
    "cemetery": lambda _run, who, *_: f"The cemetery of {who} is another one.",
    "removed": lambda _run, who, *_: f"Other cards of {who} are out of the game.",
    "play": lambda _run, who, *_: f"On the battlefield of {who} lie other cards.",
    "creatures": _number("{who} has {n}", "creature"),
    "points": _number("The Summoners of {who} have {n} left", "capacity point"),
    "hp": _amount("The Summoners of {who} have {n} HP together"),
    "living": _number("{who} has {n} alive", "Summoner"),
    "mulligans": _number("{who} took {n}", "mulligan"),
    "empty-draws": _number("{who} met the empty library {n}", "time"),
    "levelled": lambda _run, who, value, *_: f"{who} has played {'a' if value else 'no'} Level Up this turn.",
    "quiet": lambda _run, who, value, *_: (
        f"{who} {'waits' if value else 'does not wait'} until another player adds something."
    ),
}
_ONE: Final[dict[str, Said]] = {
    "at": _lies,
    "hp": _amount("{who} has {n} HP"),
    "points": _number("{who} has {n} left", "capacity point"),
    "level": _amount("{who} has level {n}"),
    "attack": _amount("{who} has attack {n}"),
    "defense": _amount("{who} has defense {n} left"),
    "damage": _amount("{who} has {n} damage"),
    "counters": _amount("{who} has charge counters worth {n}"),
    "used": _number("{who} has used {n}", "skill"),
    "tilted": _is("{who} {is_} tilted."),
    "open": _is("{who} {is_} open."),
    "free": _is("{who} {is_} unlocked."),
    "attacks": lambda _run, who, value, *_: f"{who} {'attacks' if value else 'does not attack'}.",
    "blocks": lambda _run, who, *_: f"{who} does not block as asked for.",
    "on": _on,
}

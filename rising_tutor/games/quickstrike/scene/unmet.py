"""A test on a position that does not hold, in a sentence: what is so, and what is asked for."""

from collections.abc import Callable
from typing import Any, Final

from rising_tutor.core.english import counted
from rising_tutor.games.quickstrike.run import Run
from rising_tutor.games.quickstrike.scene.facts import NONE, fact

Said = Callable[[Run, str, Any, str, Any], str]
"""Of a run, whose or which zone, the value, the comparison, and what is asked for: a sentence, "" for none."""


def unmet(run: Run, name: str, how: str, wanted: Any) -> str:
    """What is not so, by the name of the fact; "" for a fact without words of its own.

    Args:
        how: the comparison as in a lesson file: is, not, at_least, at_most, has.
    """
    what, _, rest = name.partition(".")
    said = _SAID.get(name) or _SAID.get(what if rest else "")
    if rest == "at":
        word = run.book.find(what)
        return f"{run.book.card[word].name} does not lie where it should." if word else ""
    return said(run, rest, fact(run, name), how, wanted) if said is not None else ""


def asked(how: str, wanted: Any) -> str:
    """What is asked for, as the end of a sentence.

    >>> asked("is", 3), asked("at_least", 2), asked("at_most", 0), asked("not", 0)
    ('3', '2 or more', 'none', 'other than 0')
    """
    if wanted == 0 and how in ("is", "at_most"):
        return "none"
    said = {"at_least": f"{wanted} or more", "at_most": f"{wanted} or less", "not": f"other than {wanted}"}
    return said.get(how, str(wanted))


def _whose(rest: str) -> str:
    """Whose it is, and in which zone.

    >>> _whose("1.green"), _whose("2")
    ("Player 1's green zone", 'Player 2')
    """
    seat, _, zone = rest.partition(".")
    return f"Player {seat}'s {zone} zone" if zone else f"Player {seat}"


def _number(text: str, one: str) -> Said:
    """A plain number: how much there is, and what is asked for."""
    return lambda _run, rest, value, how, wanted: (
        f"{text.format(who=_whose(rest), n=counted(value, one))}; {asked(how, wanted)} asked for."
    )


def _points(_run: Run, rest: str, value: Any, how: str, wanted: Any) -> str:
    return f"Player {rest} has {counted(value, 'point')}; {asked(how, wanted)} asked for."


def _charged(_run: Run, rest: str, value: Any, how: str, wanted: Any) -> str:
    if "." in rest:
        return f"{_whose(rest)} is {'' if value else 'not '}charged."
    return f"{_whose(rest)} has {counted(value, 'charged zone')}; {asked(how, wanted)} asked for."


def _lies(text: str) -> Said:
    """What lies in a zone."""

    def said(run: Run, rest: str, value: Any, _how: str, _wanted: Any) -> str:
        card = run.book.of_word.get(str(value))
        name = "no card" if value == NONE or card is None else run.any_card(card).name
        return text.format(who=_whose(rest), name=name)

    return said


def _defender(_run: Run, _rest: str, value: Any, _how: str, _wanted: Any) -> str:
    return f"Player {value} still has to stop the attack."


def _won(_run: Run, _rest: str, value: Any, _how: str, wanted: Any) -> str:
    if not value:
        return "Nobody has won yet."
    return f"Player {value} has won, not Player {wanted}." if wanted else f"Player {value} has won."


def _zone(_run: Run, _rest: str, value: Any, how: str, wanted: Any) -> str:
    if value == NONE:
        return "No zone is defended now."
    return f"It is {value} that is defended now{f', not {wanted}' if how == 'is' else ''}."


def _attack(_run: Run, rest: str, value: Any, how: str, wanted: Any) -> str:
    if rest:
        return "Another attack is asked for."
    if not value:
        return "Nobody attacks now."
    return f"The attack has force {value}; {asked(how, wanted)} asked for."


def _card(run: Run, _rest: str, value: Any, _how: str, _wanted: Any) -> str:
    if value == NONE:
        return "No card lies there to decide about."
    return f"You still decide about {run.any_card(run.book.of_word[value]).name}."


_SAID: Final[dict[str, Said]] = {
    "points": _points,
    "energies": _number("{who} has {n}", "energy"),
    "charged": _charged,
    "allies": _number("{who} has {n}", "ally"),
    "ally": _lies("In {who} lies {name} as an ally."),
    "strike": _lies("In the flip space of {who} lies {name}."),
    "deck": _number("The deck of {who} has {n}", "card"),
    "defender": _defender,
    "won": _won,
    "zone": _zone,
    "attack": _attack,
    "attack.kind": _attack,
    "attack.zone": _attack,
    "attack.card": _attack,
    "card": _card,
    "intercept": _number("The flipped strike has intercept now, {n}", "point"),
    "force": _number("The flipped strike has force now, {n}", "point"),
    "missing": lambda _run, _rest, value, _how, _wanted: (
        f"The flipped strike still lacks {value} intercept." if value else "The flipped strike lacks no intercept."
    ),
    "side": lambda _run, rest, value, _how, _wanted: f"The {value} of {_whose(rest)}'s Chamber is up.",
    "advantages": lambda _run, rest, value, _how, _wanted: f"{_whose(rest)} has {counted(len(value), 'advantage')}.",
    "discard": lambda _run, rest, value, _how, _wanted: f"{_whose(rest)} has {counted(len(value), 'discard')}.",
    "turn": lambda *_: "The turn is not over yet.",
    "step": lambda *_: "This part of the turn is not over yet.",
    "round": lambda *_: "The round is not over yet.",
    "shuffles": lambda *_: "The deck was not refreshed yet.",
    "fits": lambda _run, _rest, value, _how, _wanted: (
        f"A formal deck of this Chamber may {'' if value else 'not '}hold the card."
    ),
    "top": lambda *_: "The first card of the deck is another one.",
}

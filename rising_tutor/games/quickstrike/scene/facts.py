"""Facts about a position by name, for tests in lesson files.

A name is a word for the whole table ("attack"), a fact of a seat ("points.1"), of a zone of it ("energies.1.green"), or
where a card lies ("king-bumi.at"). Seats are written 1 and 2, cards by their words, nothing as "none".
"""

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, Final

from rising_tutor.core.scenes import Fact
from rising_tutor.decks.slots import EVERYBODY, Slot
from rising_tutor.errors import BadPosition
from rising_tutor.games.quickstrike.book import Book, Card
from rising_tutor.games.quickstrike.decks import fits
from rising_tutor.games.quickstrike.run import Run
from rising_tutor.games.quickstrike.standing import attack_force, values
from rising_tutor.games.quickstrike.state import FRONT, Mat
from rising_tutor.games.quickstrike.vocabulary import COLOURS
from rising_tutor.games.quickstrike.words import SIDES, zone_name

NONE: Final = "none"
HIDDEN: Final = "hidden"
PLACES: Final = ("deck", "discard", "chamber", "advantages", "front")
"""What of a mat can be marked beside its zones, after the number of its seat: "1 deck"."""


def fact(run: Run, name: str) -> Fact:
    """One fact about a position. Raises `BadPosition`: there is none of this name."""
    whole = _TABLE.get(name)
    if whole is not None:
        return whole[1](run)
    what, _, rest = name.partition(".")
    seat, _, zone = rest.partition(".")
    if what in _SEAT and seat in ("1", "2") and not zone:
        return _SEAT[what][1](run, int(seat) - 1)
    if what in _ZONE and seat in ("1", "2") and zone in COLOURS:
        value: Fact = _ZONE[what][1](run, int(seat) - 1, COLOURS.index(zone))
        return value
    if what == "fits" and seat in ("1", "2") and run.book.find(zone):
        chamber, card = run.book.chamber[_mat(run, int(seat) - 1).chamber], run.book.card[run.book.find(zone)]
        return fits(card, chamber) and card.exclusive in ("", chamber.who)
    if rest == "at":
        found = _at(run, what)
        if found:
            return found
    raise BadPosition("fact", name, f"one of {', '.join(fact_names(run.book))}")


@cache
def fact_names(_book: Book) -> Mapping[str, str]:
    """Every form of a name with what it says."""
    return {
        **{name: says for name, (says, _) in _TABLE.items()},
        **{f"{name}.SEAT": says for name, (says, _) in _SEAT.items()},
        **{f"{name}.SEAT.ZONE": says for name, (says, _) in _ZONE.items()},
        "fits.SEAT.CARD": "Whether a formal deck of its Chamber may hold a card",
        "CARD.at": "where it lies in sight, such as 1 green ally, 2 red strike, 1 discard; hidden where it does not",
    }


def fact_about(book: Book, name: str) -> str:
    """The name of the card that a fact is about; "" for a fact of the whole table or a seat.

    >>> from rising_tutor.games.quickstrike.book import load_book
    >>> fact_about(load_book(), "king-bumi.at"), fact_about(load_book(), "points.1")
    ('King Bumi, rudder of Omashu', '')
    """
    card, _, what = name.partition(".")
    return book.card[book.of_word[card]].name if what == "at" and book.find(card) else ""


def flipped(run: Run) -> Card | None:
    """The card that is decided about: the flipped one, or the signature move that may be played."""
    t = run.t
    zone = FRONT if t.phase == "signature" else t.zone
    return run.lies(t.defender, zone) if zone >= 0 and not t.reason else None


def strike_zone(run: Run) -> int:
    """The zone of the strike that is decided about; -1 where none is."""
    card = flipped(run)
    if card is None or card.type != "strike":
        return -1
    return FRONT if run.t.phase == "signature" else run.t.zone


def _strike(what: str) -> Callable[[Run], Fact]:
    def value(run: Run) -> Fact:
        zone = strike_zone(run)
        return getattr(values(run, run.t.defender, zone), what) if zone >= 0 else 0

    return value


def missing(run: Run) -> int:
    """How much intercept the flipped strike lacks to stop the attack."""
    zone = strike_zone(run)
    have = values(run, run.t.defender, zone).intercept if zone >= 0 else 0
    more = run.t.options.sufficient_intercept == "higher"
    return max(0, attack_force(run) + more - have)


def _attacker(run: Run) -> str:
    t = run.t
    card = run.lies(1 - t.defender, t.attack_zone) if t.attack in ("strike", "signature") else None
    return run.book.word[card.id] if card is not None else NONE


def _word(run: Run, card: Card | None) -> str:
    return run.book.word[card.id] if card is not None else NONE


def _mat(run: Run, seat: int) -> Mat:
    return run.t.mats[seat]


def _pile(run: Run, seat: int) -> tuple[str, ...]:
    """The discard pile, its top first."""
    mat = _mat(run, seat)
    return tuple(run.book.word[mat.kinds[card]] for card in reversed(mat.discard))


def _ally(run: Run, seat: int, zone: int) -> str:
    ally = _mat(run, seat).allies[zone]
    return NONE if ally is None else run.book.word[run.ally(ally).id]


def _top(run: Run, seat: int) -> str:
    """The first card of a deck, where both know it."""
    mat = _mat(run, seat)
    first: Slot | None = mat.deck.top[0] if mat.deck.top else None
    if first is None or first.card < 0 or first.seen != EVERYBODY:
        return HIDDEN
    return run.book.word[mat.kinds[first.card]]


def _advantages(run: Run, seat: int) -> tuple[str, ...]:
    return tuple(run.book.word[run.card(seat, laid.card).id] for laid in _mat(run, seat).advantages)


def _at(run: Run, word: str) -> str:
    """Where a card or a place is; "" if there is no such card or place."""
    seat, _, place = word.partition(" ")
    if place:
        known = seat in ("1", "2") and place in (*COLOURS, *PLACES)
        return "place" if known else ""
    if not run.book.find(word) and word not in run.book.of_word:
        return ""
    for number, mat in enumerate(run.t.mats, 1):
        for zone in range(3):
            if _ally(run, number - 1, zone) == word:
                return f"{number} {COLOURS[zone]} ally"
        for zone, laid in enumerate(mat.flips):
            if laid is not None and _word(run, run.lies(number - 1, zone)) == word:
                return f"{number} {zone_name(zone)} strike"
        if word in _advantages(run, number - 1):
            return f"{number} advantage"
    for number in (1, 2):
        if _pile(run, number - 1)[:1] == (word,):
            return f"{number} discard"
    return HIDDEN


_TABLE: Final[dict[str, tuple[str, Callable[[Run], Fact]]]] = {
    "turn": ("The number of the turn", lambda run: run.t.turn),
    "round": ("The number of the round, which begins with an opening attack", lambda run: run.t.round),
    "step": ("The step of the turn: opening, cleanup, replenish, signature, flip, scoring", lambda run: run.t.phase),
    "defender": ("The seat that must defend", lambda run: run.t.defender + 1),
    "zone": ("The zone that is defended; none", lambda run: zone_name(run.t.zone) if run.t.zone >= 0 else NONE),
    "attack": ("The force that has to be stopped; 0 while nobody attacks", attack_force),
    "attack.kind": ("What attacks: opening, strike, signature; none", lambda run: run.t.attack or NONE),
    "attack.zone": (
        "The zone that the attack comes from; none",
        lambda run: zone_name(run.t.attack_zone) if run.t.attack == "strike" else NONE,
    ),
    "attack.card": ("The strike that attacks; none", _attacker),
    "card": ("The flipped card, or the signature move that may be played; none", lambda run: _word(run, flipped(run))),
    "intercept": ("The intercept of the flipped strike as it is now", _strike("intercept")),
    "force": ("The force of the flipped strike as it is now", _strike("force")),
    "missing": ("How much intercept the flipped strike lacks", missing),
    "won": ("The seat that won, 0 for nobody", lambda run: run.t.winner + 1),
}
_SEAT: Final[dict[str, tuple[str, Callable[[Run, int], Fact]]]] = {
    "points": ("Points of a seat", lambda run, seat: _mat(run, seat).points),
    "energies": ("All energies of a seat", lambda run, seat: sum(run.counts(seat))),
    "charged": ("How many of its zones are charged", lambda run, seat: sum(_mat(run, seat).charged)),
    "allies": ("How many allies it has", lambda run, seat: sum(one is not None for one in _mat(run, seat).allies)),
    "advantages": ("The cards of its advantage area", _advantages),
    "discard": ("Its discard pile, the top first", _pile),
    "deck": ("How many cards its deck has", lambda run, seat: len(_mat(run, seat).deck)),
    "top": ("The first card of its deck where both know it; hidden", _top),
    "side": ("The side of its Chamber that is up", lambda run, seat: SIDES[_mat(run, seat).side]),
    "shuffles": ("How often its deck was shuffled", lambda run, seat: _mat(run, seat).shuffle),
}
_ZONE: Final[dict[str, tuple[str, Callable[[Run, int, int], Any]]]] = {
    "energies": ("Energies of a zone", lambda run, seat, zone: run.counts(seat)[zone]),
    "charged": ("Whether a zone is charged", lambda run, seat, zone: _mat(run, seat).charged[zone]),
    "ally": ("The ally in a zone; none", _ally),
    "strike": ("The card in the flip space of a zone; none", lambda run, seat, zone: _word(run, run.lies(seat, zone))),
}

"""Facts about a position by name, for tests in lesson files.

A name is a word for the whole table ("chain"), a fact of a seat ("coins.1"), or one of a card or a Summoner
("lance-rider.at", "bram.hp"). Cards and Summoners are called as in moves (`razor-hound-2`, `ysolde@2`), seats from 1,
nothing is "none".
"""

import re
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, Final

from rising_tutor.core.scenes import Fact
from rising_tutor.decks.slots import EVERYBODY
from rising_tutor.errors import BadPosition
from rising_tutor.games.rise_tcg import chance, choices
from rising_tutor.games.rise_tcg.book import Book
from rising_tutor.games.rise_tcg.notation import place
from rising_tutor.games.rise_tcg.pieces import Piece, Summoner
from rising_tutor.games.rise_tcg.run import Run
from rising_tutor.games.rise_tcg.standing import attack, defense, is_creature, level
from rising_tutor.games.rise_tcg.state import Side, summoner_ref

NONE: Final = "none"
HIDDEN: Final = "hidden"
PLACES: Final = ("library", "hand", "cemetery", "stock", "ether", "summoners")
"""What of a seat can be marked, after its number: "1 stock"."""
_NAME: Final = re.compile(r"(?P<card>.*?)(-\d+|@\d)?")


def fact(run: Run, name: str) -> Fact:
    """One fact about a position. Raises `BadPosition`: there is none of this name."""
    whole = _TABLE.get(name)
    if whole is not None:
        return whole[1](run)
    what, _, rest = name.rpartition(".")
    if what in _SEAT and rest.isdecimal() and 1 <= int(rest) <= len(run.t.sides):
        return _SEAT[what][1](run, int(rest) - 1)
    ref = _called(run).get(what)
    if ref is not None and ref < 0 and rest in _SUMMONER:
        return _SUMMONER[rest][1](run, run.summoner(ref))
    if card_of(run.book, what) and rest in _CARD:
        value: Fact = _CARD[rest][1](run, run.piece(ref) if ref is not None else None)
        return value
    found = at(run, what) if rest == "at" else ""
    if found:
        return found
    raise BadPosition("fact", name, f"one of {', '.join(fact_names(run.book))}")


@cache
def fact_names(_book: Book) -> Mapping[str, str]:
    """Every form of a name with what it says."""
    return {
        **{name: says for name, (says, _) in _TABLE.items()},
        **{f"{name}.SEAT": says for name, (says, _) in _SEAT.items()},
        **{f"SUMMONER.{name}": says for name, (says, _) in _SUMMONER.items()},
        **{f"CARD.{name}": says for name, (says, _) in _CARD.items()},
        "CARD.at": "where it lies in sight: 1 play, 2 cemetery, 1 hand, 1 removed, chain; hidden where it does not",
    }


def fact_about(book: Book, name: str) -> str:
    """The name of the card or Summoner that a fact is about; "" for a fact of the whole table or a seat.

    >>> from rising_tutor.games.rise_tcg.book import load_book
    >>> fact_about(load_book(), "razor-hound-2.at"), fact_about(load_book(), "bram.hp"), fact_about(load_book(), "hp.1")
    ('Razor Hound', 'Bram, Tinker', '')
    """
    word = name.rpartition(".")[0]
    card = card_of(book, word)
    if card:
        return book.card[card].name
    leader = word.partition("@")[0]
    return book.summoner[leader].name if leader in book.summoner else ""


def card_of(book: Book, word: str) -> str:
    """The id of the card that a name in play stands for; "" for none.

    >>> from rising_tutor.games.rise_tcg.book import load_book
    >>> card_of(load_book(), "razor-hound-2"), card_of(load_book(), "bram")
    ('razor-hound', '')
    """
    found = _NAME.fullmatch(word)
    card = found["card"] if found is not None else word
    return card if card in book.card else ""


def name_of(run: Run, word: str) -> str:
    """The printed name of a card, a Summoner or a place."""
    return fact_about(run.book, f"{word}.at") or word


def at(run: Run, word: str) -> str:
    """Where a card or a place is; "" if there is no such card or place."""
    seat, _, where = word.partition(" ")
    if where:
        known = seat.isdecimal() and 1 <= int(seat) <= len(run.t.sides)
        return "place" if known and where in PLACES else ""
    ref = _called(run).get(word)
    if ref is not None:
        return f"{run.seat_of(ref) + 1} {'play' if ref > 0 else 'summoner'}"
    card = card_of(run.book, word)
    if not card:
        return ""
    if any(item.card == card for item in run.t.chain):
        return "chain"
    for number, side in enumerate(run.t.sides, 1):
        for where, lies in _piles(run, number - 1, side):
            if card in lies:
                return f"{number} {where}"
    return HIDDEN


def _piles(run: Run, seat: int, side: Side) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """What lies in sight beside the battlefield, by place."""
    return (("hand", open_hand(run, seat)), ("cemetery", _cemetery(run, seat)), ("removed", _ids(side, side.exclusion)))


def open_hand(run: Run, seat: int) -> tuple[str, ...]:
    """The cards in a hand that all know, in the order of their kinds."""
    side = run.t.sides[seat]
    own = (side.kinds[slot.card] for slot in side.hand if slot.card >= 0 and slot.seen == EVERYBODY)
    return (*own, *(run.card_of(one).id for one in side.guests))


def _called(run: Run) -> dict[str, int]:
    """Everything in play and every Summoner by the name that moves use."""
    refs = [summoner_ref(seat, at) for seat, side in enumerate(run.t.sides) for at in range(len(side.summoners))]
    return {place(run, ref): ref for ref in (*refs, *(piece.id for piece in run.t.pieces))}


def _ids(side: Side, kinds: tuple[int, ...]) -> tuple[str, ...]:
    return tuple(side.kinds[kind] for kind in kinds)


def _cemetery(run: Run, seat: int) -> tuple[str, ...]:
    """The cemetery, its top first."""
    side = run.t.sides[seat]
    return _ids(side, side.cemetery)[::-1]


def _asked(run: Run) -> int:
    if run.t.reason or chance.is_chance(run):
        return 0
    found = choices.choice(run)
    return found[0] + 1 if found is not None else 0


def _creatures(run: Run, seat: int) -> int:
    return sum(is_creature(run, piece) for piece in run.of(seat))


def _on(run: Run, piece: Piece | None) -> str:
    return place(run, piece.on) if piece is not None and piece.on else NONE


def _blocks(run: Run, piece: Piece | None) -> tuple[str, ...]:
    met = [block.attackers for block in run.t.blocks if piece is not None and block.blocker == piece.id]
    return tuple(place(run, one) for attackers in met for one in attackers)


def _attacks(run: Run, piece: Piece | None) -> bool:
    return piece is not None and any(fight.attacker == piece.id for fight in run.t.fights)


def _of_piece(read: Callable[[Run, Piece], int]) -> Callable[[Run, Piece | None], Fact]:
    """A number of a card in play, 0 where it is not there."""
    return lambda run, piece: read(run, piece) if piece is not None else 0


_TABLE: Final[dict[str, tuple[str, Callable[[Run], Fact]]]] = {
    "turn": ("The number of the turn", lambda run: run.t.turn),
    "step": ("The phase: setup, awakening, restoration, invocation, attack, damage, end", lambda run: run.t.phase),
    "active": ("The seat whose turn it is", lambda run: run.t.active + 1),
    "asked": ("The seat that chooses now, 0 for nobody", _asked),
    "chain": ("How many items wait on the chain", lambda run: len(run.t.chain)),
    "chain.cards": (
        "What waits on the chain, the newest first",
        lambda run: tuple(item.card for item in reversed(run.t.chain)),
    ),
    "chain.targets": (
        "What the newest item of the chain aims at",
        lambda run: tuple(place(run, ref) for item in run.t.chain[-1:] for ref in item.targets),
    ),
    "attackers": ("How many creatures attack", lambda run: len(run.t.fights)),
    "blocks": ("How many attackers are blocked", lambda run: sum(len(one.attackers) for one in run.t.blocks)),
    "over": ("The game is over", lambda run: bool(run.t.reason)),
    "won": ("The seat that won, 0 for nobody", lambda run: run.t.winner + 1),
}
_SEAT: Final[dict[str, tuple[str, Callable[[Run, int], Fact]]]] = {
    "coins": ("Coins in the Stock of a seat", lambda run, seat: run.t.sides[seat].coins),
    "ether": ("Its Ether", lambda run, seat: run.t.sides[seat].ether),
    "hand": ("How many cards it has in hand", lambda run, seat: run.n_hand(seat)),
    "hand.cards": ("The cards in its hand that all know", open_hand),
    "library": ("How many cards its library has", lambda run, seat: len(run.t.sides[seat].library)),
    "cemetery": ("Its cemetery, the top first", _cemetery),
    "removed": ("Its cards out of the game", lambda run, seat: _ids(run.t.sides[seat], run.t.sides[seat].exclusion)),
    "play": ("The cards on its battlefield", lambda run, seat: tuple(run.called(piece) for piece in run.of(seat))),
    "creatures": ("How many creatures it has", _creatures),
    "points": (
        "Capacity points of its living Summoners",
        lambda run, seat: sum(one.cp for one in run.t.sides[seat].summoners if one.hp),
    ),
    "hp": ("HP of both its Summoners together", lambda run, seat: sum(one.hp for one in run.t.sides[seat].summoners)),
    "living": ("How many of its Summoners live", lambda run, seat: len(run.living(seat))),
    "mulligans": ("How many mulligans it took", lambda run, seat: run.t.sides[seat].mulligans),
    "empty-draws": ("How often it should draw and had no card", lambda run, seat: run.t.sides[seat].empty_draws),
    "levelled": ("It played a Level Up this turn", lambda run, seat: run.t.sides[seat].levelled),
    "quiet": ("It waits until another player adds something", lambda run, seat: bool(run.t.quiet >> seat & 1)),
}
_SUMMONER: Final[dict[str, tuple[str, Callable[[Run, Summoner], Fact]]]] = {
    "hp": ("HP of a Summoner, 0 when it is dead", lambda _run, one: one.hp),
    "points": ("Its capacity points left", lambda _run, one: one.cp),
    "level": ("Its level", level),
    "tilted": ("Whether it is tilted", lambda _run, one: one.tilted),
    "used": ("How many skills it used since it was untilted", lambda _run, one: len(one.used)),
}
_CARD: Final[dict[str, tuple[str, Callable[[Run, Piece | None], Any]]]] = {
    "attack": ("Attack of a card in play as it is now", _of_piece(attack)),
    "defense": ("What is left of its defense", _of_piece(defense)),
    "damage": ("Damage on it", _of_piece(lambda _run, piece: piece.damage)),
    "counters": ("Its +1/+1 counters, less its -1/-1 counters", _of_piece(lambda _run, one: one.plus - one.minus)),
    "tilted": ("Whether it is tilted", lambda _run, piece: piece is not None and piece.tilted),
    "open": ("Whether a Door is open", lambda _run, piece: piece is not None and piece.open),
    "free": ("Its Lock was opened, or its chain", lambda _run, piece: piece is not None and piece.free),
    "attacks": ("Whether it attacks", _attacks),
    "blocks": ("The attackers that it blocks", _blocks),
    "on": ("What it lies on; none", _on),
}

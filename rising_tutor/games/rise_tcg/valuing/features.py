"""What the evaluator counts at the draw of a turn, where nothing is on the chain and nobody fights, and in the set-up.

Numbers are of the seat that has the turn and of its opponent; in the set-up of seat 1 and of seat 2. Only what
everybody sees is counted, and of hands how many cards there are: what lies hidden counts through what it leads to.
"""

from functools import lru_cache
from math import log1p
from typing import Final

from rising_tutor.decks.valuing.model import Counted, Feature, Form
from rising_tutor.games.rise_tcg.book import Book, Card
from rising_tutor.games.rise_tcg.pieces import Piece
from rising_tutor.games.rise_tcg.run import Run
from rising_tutor.games.rise_tcg.standing import attack, chained, defense, is_creature, is_door, level

SET_UP, TURN = range(2)
_SIDES: Final = ("own", "their")
_OF_A_SIDE: Final = (
    ("living", "living Summoners", +1),
    ("hp", "HP of each Summoner, the logarithms added", +1),
    ("levels", "levels of living Summoners", +1),
    ("attack", "attack of creatures that are not chained, the logarithm", +1),
    ("defense", "defense of creatures and Doors, the logarithm", +1),
    ("bodies", "creatures", +1),
    ("doors", "Doors", 0),
    ("flying", "attack of creatures with Flight or Distance, the logarithm", +1),
    ("others", "Incantations that lie by themselves", 0),
    ("ill", "Diseases on the own cards, Summoners and Stock", -1),
    ("armed", "Equipment on the own cards", 0),
    ("hand", "cards in hand, the logarithm", +1),
    ("coins", "coins, the logarithm", +1),
    ("ether", "Ether, the logarithm", +1),
    ("empty", "1 if the library is empty", -1),
    ("quality", "mean strength of a card of the library as it was shuffled", +1),
)
"""What is counted of each side: a name, in words, and the sign of its weight for the own side."""


def _turn() -> tuple[Feature, ...]:
    found = [Feature("start", TURN, "1")]
    for at, side in enumerate(_SIDES):
        whose = "the seat of the turn" if at == 0 else "its opponent"
        found += [
            Feature(f"{side}_{name}", TURN, f"{says}, of {whose}", -sign if at else sign)
            for name, says, sign in _OF_A_SIDE
        ]
    return tuple(found)


FEATURES: Final = (
    Feature("start", SET_UP, "1"),
    Feature("begins", SET_UP, "1 if seat 1 begins, -1 if seat 2 does, 0 where nobody knows yet"),
    Feature("hand", SET_UP, "cards in hand, seat 1 less seat 2", +1),
    Feature("quality", SET_UP, "mean strength of a card of the library as it was shuffled, seat 1 less seat 2", +1),
    *_turn(),
)
FORM: Final = Form("rising_tutor.games.rise_tcg", ("set_up", "turn"), ("set-up", "at the draw of a turn"), FEATURES)


def count(run: Run) -> Counted:
    """What the evaluator counts of a position of two seats."""
    return _count_turn(run) if run.t.turn else _count_set_up(run)


def _count_set_up(run: Run) -> Counted:
    t = run.t
    # Hands and coins are dealt as soon as somebody begins (RISE-301, RISE-302).
    begins = 0.0 if not any(side.coins for side in t.sides) else 1.0 if t.starter == 0 else -1.0
    better = _quality(run, 0) - _quality(run, 1)
    return Counted(SET_UP, 1, (1.0, begins, float(run.n_hand(0) - run.n_hand(1)), better))


def _quality(run: Run, seat: int) -> float:
    """The mean strength of the cards that a seat was last shuffled with: attack and defense as they are printed."""
    side = run.t.sides[seat]
    return _mean_strength(run.book, side.kinds, side.whole)


@lru_cache(maxsize=256)
def _mean_strength(book: Book, kinds: tuple[str, ...], whole: tuple[int, ...]) -> float:
    total = sum(n * _strength(book.card[card]) for card, n in zip(kinds, whole, strict=True) if n)
    return total / max(1, sum(whole))


def _strength(card: Card) -> int:
    return sum(number for number in (card.attack, card.defense) if isinstance(number, int))


def _count_turn(run: Run) -> Counted:
    seat = run.t.active
    foe = 1 - seat
    own, theirs = _side(run, seat), _side(run, foe)
    return Counted(TURN, 1 if seat == 0 else -1, (1.0, *own, *theirs))


def _side(run: Run, seat: int) -> tuple[float, ...]:
    side = run.t.sides[seat]
    living = [one for one in side.summoners if one.hp > 0]
    pieces = run.of(seat)
    able = [piece for piece in pieces if is_creature(run, piece) and not piece.on]
    doors = [piece for piece in pieces if is_door(run, piece) and not is_creature(run, piece)]
    free = [piece for piece in able if not chained(run, piece)]
    strength = sum(attack(run, piece) for piece in free)
    above = sum(attack(run, piece) for piece in free if run.has(piece, "flight") or run.has(piece, "distance"))
    attached = [piece for piece in run.t.pieces if piece.on and _bearer(run, piece) == seat]
    ill = sum(run.has(piece, "disease") for piece in attached)
    return (
        float(len(living)),
        sum(log1p(one.hp) for one in living),
        float(sum(level(run, one) for one in living)),
        log1p(strength),
        log1p(sum(max(0, defense(run, piece)) for piece in (*able, *doors))),
        float(len(able)),
        float(len(doors)),
        log1p(above),
        float(sum(not piece.on and piece not in able and piece not in doors for piece in pieces)),
        float(ill),
        float(len(attached) - ill),
        log1p(run.n_hand(seat)),
        log1p(side.coins),
        log1p(side.ether),
        float(not len(side.library)),
        _quality(run, seat),
    )


def _bearer(run: Run, piece: Piece) -> int:
    """Whose card, Summoner or Stock something lies on."""
    return run.seat_of(piece.on)

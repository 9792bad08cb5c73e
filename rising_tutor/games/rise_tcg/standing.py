"""What is so while cards lie there: attack and defense, types, planes, what is forbidden, prices.

Nothing of this is stored. It is computed from the cards in play whenever it is asked for.
"""

from rising_tutor.games.rise_tcg import vocabulary as say
from rising_tutor.games.rise_tcg.book import STAR
from rising_tutor.games.rise_tcg.pieces import Piece, Summoner
from rising_tutor.games.rise_tcg.run import Run
from rising_tutor.games.rise_tcg.state import summoner_ref


def is_creature(run: Run, piece: Piece) -> bool:
    """Return True for a creature, and for a Door that may attack, or by option has attacked, this turn (RISE-520)."""
    if "creature" in run.book.card[piece.card].type:
        return True
    return piece.fighting and (piece.charged or run.t.options.door_creature == "enabled")


def is_door(run: Run, piece: Piece) -> bool:
    """Whether it is a Door, which it stays whatever else it is."""
    return "door" in run.book.card[piece.card].type


def count(run: Run, what: say.Count, seat: int) -> int:
    """A number of cards in play or in cemeteries (RISE-106, RISE-109)."""

    def counts(card_id: str) -> bool:
        card = run.book.card[card_id]
        return what.what in card.type or what.what in card.abilities or what.what in card.subtype

    if what.where == "play":
        return sum(counts(piece.card) for piece in run.t.pieces if what.whose == "any" or piece.controller == seat)
    return sum(
        counts(side.kinds[kind])
        for at, side in enumerate(run.t.sides)
        if what.whose == "any" or at == seat
        for kind in side.cemetery
    )


def attack(run: Run, piece: Piece) -> int:
    """Its attack now, 0 at least (RISE-1003)."""
    return max(0, _printed(run, piece, 0) + _changes(run, piece, 0) + piece.attack)


def defense(run: Run, piece: Piece) -> int:
    """What is left of its defense (RISE-605)."""
    return _printed(run, piece, 1) + _changes(run, piece, 1) + piece.defense - piece.damage


def _printed(run: Run, piece: Piece, side: int) -> int:
    card = run.book.card[piece.card]
    value = card.defense if side else card.attack
    if value == STAR:
        value = count(run, card.star, piece.controller) if card.star is not None else 0  # RISE-608
    own = int(value)
    for part in piece.parts:
        own += part.defense if side else part.attack
    return own


def _changes(run: Run, piece: Piece, side: int) -> int:
    """Counters, what is attached, and standing effects (RISE-1001, RISE-1002)."""
    n = piece.plus - piece.minus + piece.rage
    standing = run.book.standing
    for effect in standing[piece.card]:
        if isinstance(effect, say.Bonus) and effect.of == "this" and holds(run, effect, piece):
            n += effect.defense if side else effect.attack
    for other in run.t.pieces:
        if other.on == piece.id:
            if run.has(other, "allergy") and suffers(run, piece) and not run.has(piece, "constancy"):
                n -= 1
            for effect in standing[other.card]:
                if isinstance(effect, say.Bonus) and effect.of == "bearer":
                    n += effect.defense if side else effect.attack
    return n


def holds(run: Run, effect: say.Bonus, piece: Piece) -> bool:
    """Whether a standing bonus works: Symbiosis needs another creature of a name on the card."""
    if not effect.while_with:
        return True
    return any(
        other.card in effect.while_with and other.id != piece.id and other.controller == piece.controller
        for other in run.t.pieces
    )


def suffers(run: Run, piece: Piece) -> bool:
    """Whether Diseases work on it (RISE-1008)."""
    return not run.has(piece, "immunity")


def standing_effect(run: Run, piece: Piece, kind: type) -> bool:
    """Whether a card, or what is attached to it, has a standing effect of a kind."""
    if any(isinstance(effect, kind) for effect in run.book.standing[piece.card]):
        return True
    return any(isinstance(effect, kind) for other in run.on(piece.id) for effect in run.book.standing[other.card])


def in_the_air(run: Run, piece: Piece) -> bool:
    """The plane of a creature: air or ground (RISE-510)."""
    return run.has(piece, "flight")


def chained(run: Run, piece: Piece) -> bool:
    """Whether it is in chains: no attack, no actions, nothing that a player starts."""
    return not piece.free and run.has(piece, "chained")


def may_act(run: Run, piece: Piece) -> bool:
    """Whether its actions can be used; a tilted card can (RISE-919)."""
    return "act" not in piece.limits and not chained(run, piece)


def may_start(run: Run, piece: Piece) -> bool:
    """Whether abilities that a player starts can be used."""
    return "start" not in piece.limits and not chained(run, piece)


def may_attack(run: Run, piece: Piece) -> bool:
    """Whether it could be declared as an attacker now (RISE-501, RISE-506, RISE-520)."""
    return (
        (is_creature(run, piece) or piece.fighting)
        and not piece.tilted
        and piece.since < run.t.turn
        and "attack" not in piece.limits
        and not chained(run, piece)
        and (not is_door(run, piece) or piece.fighting or "creature" in run.book.card[piece.card].type)
    )


def price(run: Run, seat: int, card_id: str, deed: say.Deed) -> tuple[int, int]:
    """Coins and Ether that an action costs now; Fixed Price is never reduced."""
    coins = deed.coins
    if run.book.has_prices and coins:
        change = sum(
            effect.coins
            for piece in run.t.pieces
            if piece.controller == seat
            for effect in run.book.standing[piece.card]
            if isinstance(effect, say.Prices)
        )
        if change > 0 or "fixed-price" not in run.book.abilities[card_id]:
            coins = max(0, coins + change)
    return coins, deed.ether


def level(run: Run, summoner: Summoner) -> int:
    """One and its Level Ups, at most the number of its skills (RISE-810, RISE-813, RISE-821)."""
    return min(1 + len(summoner.levels), len(run.summoner_card(summoner).skill))


def kept_empty(run: Run, seat: int, at: int) -> bool:
    """Whether an effect keeps a Summoner's capacity from coming back (RISE-402)."""
    ref = summoner_ref(seat, at)
    return any(isinstance(effect, say.KeepsEmpty) for other in run.on(ref) for effect in run.book.standing[other.card])

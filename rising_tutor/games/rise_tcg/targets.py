"""What can be aimed at: the legal targets of an effect, and what an Equipment or a Disease can lie on."""

from collections.abc import Callable, Iterator
from typing import Final

from rising_tutor.games.rise_tcg import vocabulary as say
from rising_tutor.games.rise_tcg.book import Card
from rising_tutor.games.rise_tcg.pieces import Piece
from rising_tutor.games.rise_tcg.run import Run
from rising_tutor.games.rise_tcg.standing import chained, is_creature, is_door, suffers
from rising_tutor.games.rise_tcg.state import player_at, player_ref, summoner_at, summoner_ref
from rising_tutor.games.rise_tcg.tasks import Item

Effects = tuple[say.RiseEffect, ...]
OFF_THE_FIELD: Final = frozenset({"summoner", "dead summoner", "level up", "player"})
ON_SUMMONERS: Final = frozenset({"summoner", "dead summoner", "level up", "constant or summoner"})


def legal(run: Run, seat: int, target: say.Target) -> Iterator[int]:
    """Everything that a target can be for a seat: cards in play, then Summoners, then players."""
    kind = target.kind
    if kind not in OFF_THE_FIELD:
        for piece in run.t.pieces:
            if is_target(run, seat, target, piece):
                yield piece.id
    if kind in ON_SUMMONERS:
        for owner in run.in_turn_order(0):
            for at in (0, 1):
                ref = summoner_ref(owner, at)
                if is_summoner_target(run, seat, target, ref):
                    yield ref
    if kind == "player":
        for one in run.in_turn_order(0):
            if _whose(target, seat, one):
                yield player_ref(one)


def _whose(target: say.Target, seat: int, other: int) -> bool:
    return target.whose == "any" or (other == seat) == (target.whose == "own")


def is_target(run: Run, seat: int, target: say.Target, piece: Piece) -> bool:
    """Whether a card in play can be the target."""
    if target.whose != "any" and (piece.controller == seat) != (target.whose == "own"):
        return False
    if target.ability and not run.has(piece, target.ability):
        return False
    if target.tilted is not None and piece.tilted != target.tilted:
        return False
    fits = FITS.get(target.kind)
    return fits is not None and fits(run, piece)


FITS: Final[dict[str, Callable[[Run, Piece], bool]]] = {
    "creature": is_creature,
    "door": is_door,
    "creature or door": lambda run, piece: is_creature(run, piece) or is_door(run, piece),
    "incantation": lambda run, piece: "incantation" in run.book.card[piece.card].type,
    "lock": lambda run, piece: not piece.free and (run.has(piece, "lock") or chained(run, piece)),
    "disease": lambda run, piece: run.has(piece, "disease"),
    "equipment": lambda run, piece: run.has(piece, "equipment"),
    "constant": lambda _run, _piece: True,
    "constant or summoner": lambda _run, _piece: True,
}
"""For each kind of target that a card in play can be, which cards are of that kind."""


def is_summoner_target(run: Run, seat: int, target: say.Target, ref: int) -> bool:
    """Whether a Summoner can be the target (RISE-818), or the Level Up that lies on it (RISE-812)."""
    found = summoner_at(ref)
    assert found is not None
    if run.t.sides[found[0]].out or not _whose(target, seat, found[0]):
        return False
    summoner = run.summoner(ref)
    if target.kind == "dead summoner":
        return summoner.hp == 0
    return summoner.hp > 0 and (target.kind != "level up" or bool(summoner.levels))


def still(run: Run, seat: int, target: say.Target, ref: int) -> bool:
    """Whether what was chosen can still be the target (RISE-905)."""
    if ref > 0:
        piece = run.piece(ref)
        return piece is not None and is_target(run, seat, target, piece)
    if summoner_at(ref) is not None:
        return is_summoner_target(run, seat, target, ref)
    player = player_at(ref)
    return player is not None and not run.t.sides[player].out and _whose(target, seat, player)


# what lies on what ----------------------------------------------------------------------------------------------------


def hosts(run: Run, card: Card, seat: int, *, besides: int = 0) -> Iterator[int]:
    """What an Equipment or a Disease of a seat can be put on (RISE-1005, RISE-1008)."""
    assert card.attaches is not None
    return (ref for ref in legal(run, seat, card.attaches) if ref != besides and can_lie_on(run, card, ref))


def has_host(run: Run, card: Card, seat: int, *, besides: int = 0) -> bool:
    """Whether there is anything that an Equipment or a Disease of a seat can be put on."""
    return next(hosts(run, card, seat, besides=besides), None) is not None


def can_lie_on(run: Run, card: Card, ref: int) -> bool:
    """No Disease on a creature with Immunity (RISE-1008)."""
    piece = run.piece(ref) if ref > 0 else None
    return piece is None or "disease" not in card.abilities or suffers(run, piece)


def still_lies_on(run: Run, card: Card, seat: int, ref: int) -> bool:
    """Whether an Equipment or a Disease can still be put there."""
    assert card.attaches is not None
    return still(run, seat, card.attaches, ref) and can_lie_on(run, card, ref)


def movable(run: Run, piece: Piece, ref: int) -> bool:
    """Whether an attached card can go there (RISE-1023)."""
    card = run.book.card[piece.card]
    return ref != piece.on and still_lies_on(run, card, piece.controller, ref)


# targets of effects ---------------------------------------------------------------------------------------------------


def n_targets(effect: say.RiseEffect) -> int:
    """How many things are chosen for an effect: none, one, or a card and where it goes."""
    if isinstance(effect, say.MoveEquipment) or (isinstance(effect, say.MoveDisease) and effect.to == "chosen"):
        return 2
    return int(getattr(effect, "target", None) is not None)


def options(run: Run, seat: int, effect: say.RiseEffect, chosen: tuple[int, ...], about: int = 0) -> Iterator[int]:
    """What can be chosen next for an effect, of which so much is chosen."""
    if chosen:
        moved = run.piece(chosen[0])
        assert moved is not None
        return hosts(run, run.book.card[moved.card], moved.controller, besides=moved.on)
    target: say.Target = effect.target  # type: ignore[union-attr,assignment]  # asked for effects with targets only
    found = legal(run, seat, target)
    if isinstance(effect, (say.MoveEquipment, say.MoveDisease)):
        return (ref for ref in found if _can_move(run, effect, ref, about))
    return found


def _can_move(run: Run, effect: say.MoveEquipment | say.MoveDisease, ref: int, about: int) -> bool:
    piece = run.piece(ref)
    assert piece is not None
    if isinstance(effect, say.MoveDisease) and effect.to == "struck":
        return movable(run, piece, about)
    return has_host(run, run.book.card[piece.card], piece.controller, besides=piece.on)


def has_targets(run: Run, seat: int, effects: Effects, about: int = 0) -> bool:
    """Whether every effect that needs a target has one, and every other one something to work on."""
    for effect in effects:
        if n_targets(effect) and next(options(run, seat, effect, (), about), None) is None:
            return False
        if not _has_cards(run, seat, effect):
            return False
    return True


def _has_cards(run: Run, seat: int, effect: say.RiseEffect) -> bool:
    if isinstance(effect, say.FromCemetery):
        return bool(in_cemetery(run, seat, effect))
    if isinstance(effect, say.LookAtTop):
        return len(run.t.sides[seat].library) > 0
    return True


def in_cemetery(run: Run, seat: int, effect: say.FromCemetery) -> list[str]:
    """Ids of the cards of the own cemetery that an effect can take, each once."""
    side = run.t.sides[seat]
    found = dict.fromkeys(side.kinds[kind] for kind in sorted(side.cemetery))
    return [card for card in found if _fits(run.book.card[card], effect)]


def _fits(card: Card, effect: say.FromCemetery) -> bool:
    if effect.what not in card.type and effect.what not in card.abilities:
        return False
    return not effect.rank_at_most or (card.rank != "infinite" and card.rank <= effect.rank_at_most)


# items of the chain ---------------------------------------------------------------------------------------------------


def effects_of(run: Run, item: Item) -> Effects:
    """What an item does upon resolution, without a coin or a die; nothing for a card that stays."""
    if item.what == "skill":
        return run.book.summoner[item.card].skill[item.index].effect
    card = run.book.card[item.card]
    if item.what == "action":
        return card.action[item.index].effect
    if item.what == "card":
        return imminent_effects(card)
    return ()


def imminent_effects(card: Card) -> Effects:
    """What a pure Imminent does: its text, then its action (RISE-927); nothing for any other card."""
    if card.constant or not card.imminent:
        return ()
    text = tuple(effect for base in card.base if base.when == "invoked" for effect in base.effect)
    return (*text, *(card.action[0].effect if card.action else ()))


def wanted(run: Run, item: Item) -> Iterator[tuple[say.RiseEffect | None, int]]:
    """The targets of an item in order: the effect, and which of its targets; None for what a card is put on."""
    card = run.book.card.get(item.card)
    if item.what == "card" and card is not None and card.attaches is not None:
        yield None, 0
        return
    for _ in range(max(1, item.times)):
        for effect in effects_of(run, item):
            for at in range(n_targets(effect)):
                yield effect, at


def next_target(run: Run, item: Item) -> list[int] | None:
    """What can be chosen next for an item; None when all is chosen."""
    if item.ability == "explosive":
        return None if item.targets else bomb_targets(run, item.seat, item.source)
    for n, (effect, at) in enumerate(wanted(run, item)):
        if n < len(item.targets):
            continue
        if effect is None:
            return list(hosts(run, run.book.card[item.card], item.seat))
        return list(options(run, item.seat, effect, item.targets[n - at : n]))
    return None


def bomb_targets(run: Run, seat: int, source: int) -> list[int]:
    """Creatures of opponents on the plane of an Explosive one."""
    piece = run.piece(source)
    if piece is None:
        return []
    air = run.has(piece, "flight")
    return [
        one.id
        for one in run.t.pieces
        if one.controller != seat and is_creature(run, one) and run.has(one, "flight") == air
    ]


def dealt(run: Run, item: Item) -> Iterator[tuple[say.RiseEffect, tuple[int, ...]]]:
    """Each effect of an item with its targets, as often as it is done."""
    at = 0
    for _ in range(max(1, item.times)):
        for effect in effects_of(run, item):
            n = n_targets(effect)
            yield effect, item.targets[at : at + n]
            at += n


def works_on(run: Run, seat: int, effect: say.RiseEffect, targets: tuple[int, ...], about: int = 0) -> bool:
    """Whether the targets of an effect are still legal (RISE-905)."""
    if not n_targets(effect):
        return True
    target: say.Target = effect.target  # type: ignore[union-attr,assignment]
    if not targets or not still(run, seat, target, targets[0]):
        return False
    if isinstance(effect, (say.MoveEquipment, say.MoveDisease)):
        piece = run.piece(targets[0])
        assert piece is not None
        to = targets[1] if len(targets) > 1 else about
        return movable(run, piece, to)
    return True

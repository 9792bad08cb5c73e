"""What is so of a card in play beside its numbers, in words."""

from collections.abc import Iterator

from rising_tutor.boards.rise_tcg.scene import Scene
from rising_tutor.core.english import listed
from rising_tutor.games.rise_tcg.combat import blocked
from rising_tutor.games.rise_tcg.pieces import NOBODY, Piece
from rising_tutor.games.rise_tcg.standing import chained, is_creature, is_door
from rising_tutor.games.rise_tcg.words import LIMITS, counter_words


def states_of(scene: Scene, piece: Piece) -> list[str]:
    """What is so of a card, the fight first, then what it cannot do, then what was done to it."""
    return [*_fight(scene, piece), *_bound(scene, piece), *_marks(scene, piece)]


def _fight(scene: Scene, piece: Piece) -> Iterator[str]:
    view = scene.view
    if any(fight.attacker == piece.id for fight in view.fights):
        met = listed(scene.name(one) for one in blocked(scene.run, piece.id))
        yield f"attacks, blocked by {met}" if met else "attacks"
    for block in view.blocks:
        if block.blocker == piece.id:
            yield f"blocks {listed(scene.name(one) for one in block.attackers)}"


def _bound(scene: Scene, piece: Piece) -> Iterator[str]:
    run, view = scene.run, scene.view
    if is_creature(run, piece) and piece.since >= view.turn and piece.controller == view.active:
        yield "new, cannot attack"
    if is_door(run, piece):
        yield "open" if piece.open else "closed"
    if run.has(piece, "lock") and not piece.free:
        yield "locked"
    if chained(run, piece):
        yield "in chains"
    if piece.limits:
        yield f"cannot {listed(LIMITS[one] for one in piece.limits)} this turn"
    if piece.ruler != NOBODY:
        yield f"{scene.does(piece.ruler, 'decide')} its actions this turn"


def _marks(scene: Scene, piece: Piece) -> Iterator[str]:
    if piece.damage:
        yield f"{piece.damage} damage"
    for n in (piece.plus, -piece.minus):
        if n:
            yield counter_words(n)
    if piece.used:
        yield f"{listed(piece.used)} used this turn"
    if piece.owner != piece.controller:
        yield f"owned by {scene.called(piece.owner)}"
    if piece.paranoid:
        yield "the next hit is doubled"
    if piece.morph:
        yield "a Morpher"
    if piece.parts:
        yield f"a stack of {len(piece.parts) + 1}"

"""Changes by attacks, blocks and combat damage."""

from collections.abc import Callable
from typing import Any, Final

from msgspec.structs import replace

from rising_tutor.core.values import with_item, without
from rising_tutor.games.rise_tcg import events as ev
from rising_tutor.games.rise_tcg.after_event.edits import change_piece, check_active, controlled, put_piece
from rising_tutor.games.rise_tcg.open_table import OpenTable
from rising_tutor.games.rise_tcg.state import Block, Fight


def _attacks(table: OpenTable, event: ev.AttackDeclared) -> OpenTable:
    piece = controlled(table, event)
    table = put_piece(table, replace(piece, charged=piece.charged or event.door))
    return replace(table, fights=(*table.fights, Fight(piece.id, event.target)))


def _attackers_tilted(table: OpenTable, event: ev.AttackersTilted) -> OpenTable:
    check_active(table, event)
    for spot in event.attackers:
        table = change_piece(table, spot.ref, tilted=True)
    return table


def _attack_off(table: OpenTable, event: ev.AttackOff) -> OpenTable:
    return replace(table, fights=without(table.fights, _fight(table, controlled(table, event).id, event.target)))


def _fight(table: OpenTable, attacker: int, target: int) -> Fight:
    for fight in table.fights:
        if (fight.attacker, fight.target) == (attacker, target):
            return fight
    raise ValueError(f"piece {attacker} does not attack seat {target}")


def _blocks(table: OpenTable, event: ev.BlockDeclared) -> OpenTable:
    blocker, attacker = controlled(table, event).id, event.attacker.ref
    for at, block in enumerate(table.blocks):
        if block.blocker == blocker:
            more = Block(blocker, (*block.attackers, attacker))
            return replace(table, blocks=with_item(table.blocks, at, more))
    return replace(table, blocks=(*table.blocks, Block(blocker, (attacker,))))


def _dodged(table: OpenTable, event: ev.Dodged) -> OpenTable:
    return replace(table, dodged=(*table.dodged, event.piece))


def _possesses(table: OpenTable, event: ev.ReadyToPossess) -> OpenTable:
    return replace(table, possessing=(*table.possessing, event.piece))


def _dealt(table: OpenTable, event: ev.DamageDealt) -> OpenTable:
    check_active(table, event)
    return replace(table, aims=tuple(one for one in table.aims if one.why == "takes"))


def _combat_over(table: OpenTable, event: ev.CombatOver) -> OpenTable:
    check_active(table, event)
    if any(table.sides[fight.target].out for fight in table.fights):
        raise ValueError("an attack on a seat that is out goes on")
    return replace(table, fights=(), blocks=(), out_of_combat=(), dodged=(), possessing=(), aims=())


CHANGES: Final[dict[type[ev.RiseEvent], Callable[[OpenTable, Any], OpenTable]]] = {
    ev.AttackDeclared: _attacks,
    ev.AttackersTilted: _attackers_tilted,
    ev.AttackOff: _attack_off,
    ev.BlockDeclared: _blocks,
    ev.Dodged: _dodged,
    ev.ReadyToPossess: _possesses,
    ev.DamageDealt: _dealt,
    ev.CombatOver: _combat_over,
}

"""Which windows a person is asked in at a table of Rise TCG: every one, where something could be added, where it hits.

What a person leaves to the table is a pass, recorded like any other. It hangs on the own hand, which nobody else sees:
so the page offers it only where a single person plays with programs.
"""

from collections.abc import Sequence
from typing import Any, Final

from rising_tutor.boards.rise_tcg.scene import Scene
from rising_tutor.games.rise_tcg import actions as do

ALWAYS, CAN, HIT = "always", "can", "hit"
LEVELS: Final = {ALWAYS: "always", CAN: "if I can", HIT: "if it hits me"}


def leaves(scene: Scene, actions: Sequence[Any], level: str) -> Any | None:
    """The pass that is made for whoever is asked; None where they are asked themselves."""
    if level not in (CAN, HIT) or not scene.answering or do.Pass() not in actions:
        return None
    can = any(not isinstance(action, (do.Pass, do.Wait, do.Concede)) for action in actions)
    return None if can and (level == CAN or hits(scene)) else do.Pass()


def hits(scene: Scene) -> bool:
    """Whether something of another seat is aimed at whoever is asked or at what is theirs, or they are in a fight."""
    seat, run = scene.asked, scene.run
    for item in scene.view.chain:
        if item.seat != seat and any(run.seat_of(ref) == seat for ref in item.targets):
            return True
    return any(fight.target == seat or run.seat_of(fight.attacker) == seat for fight in scene.view.fights)

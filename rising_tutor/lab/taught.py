"""Which teaching units are about a rule.

>>> from rising_tutor.core.registry import load_game
>>> [unit.id for unit in taught(load_game("fire"))["FNR-402"]]
['one-more-die']
"""

from collections.abc import Mapping

from rising_tutor.core.game import AnyGame
from rising_tutor.lab.unit import Unit
from rising_tutor.lab.unit_file import units
from rising_tutor.probability.dice_turn.dice_game import dice_game
from rising_tutor.probability.dice_turn.kit import kit_of


def taught(game: AnyGame) -> Mapping[str, tuple[Unit, ...]]:
    """Rule id -> the units that cite it, in the order of the units; a rule without a unit is not in it.

    Args:
        game: whose dice the units use. Without dice there are no units.
    """
    dice = dice_game(game)
    found: dict[str, tuple[Unit, ...]] = {}
    for unit in units(kit_of(dice)) if dice is not None else ():
        for rule in dict.fromkeys((*unit.rules, *(rule for step in unit.step for rule in step.rules))):
            found[rule] = (*found.get(rule, ()), unit)
    return found

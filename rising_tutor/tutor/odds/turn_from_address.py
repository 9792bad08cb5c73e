"""A turn of the odds lab played once more from the words of an address, without working out what anything is worth.

An address may say anything: each step is checked against the dice that lie there.

>>> from rising_tutor.core.registry import load_game
>>> from rising_tutor.probability.dice_turn.kit import dice_kit
>>> from rising_tutor.tutor.odds.question_address import read
>>> kit = dice_kit(load_game("fire"))
>>> turn = Turn(kit, read(kit, {"pool": "2g1b", "need": "WWE"}))
>>> retrace(turn, ("g-A.g-A.b-E", "discard_green", "g-A.b-W"), "assign_blue-W-0")
>>> turn.shown, turn.picked
((('green', 'A'), ('blue', 'W')), 'assign:blue-W-0')
"""

from collections import Counter
from collections.abc import Iterable

from rising_tutor.errors import BadProblem
from rising_tutor.probability.dice_turn.answer import Option
from rising_tutor.probability.dice_turn.options import after
from rising_tutor.probability.dice_turn.problem import ChangeFace, ExtraDie, Reroll
from rising_tutor.probability.dice_turn.steps import addable
from rising_tutor.tutor.odds.turn import Turn
from rising_tutor.tutor.odds.turn_address import is_roll, number, read_choice, read_roll


def retrace(turn: Turn, steps: Iterable[str], pick: str = "") -> None:
    """Do in a fresh turn what was done before, and pick what was picked.

    Args:
        turn: at its beginning.
        steps: as `Turn.steps` has them.
        pick: the word of a choice of the last roll; empty if none was picked.

    Raises:
        BadProblem: a step that cannot be done here; the turn is not to be used then.
    """
    for step in steps:
        if is_roll(step):
            shown = read_roll(step, turn.letters)
            # A turn that has a seed rolls it again, so that it goes on as it would have.
            turn.roll()
            if turn.shown != shown:
                turn.set_faces(shown)
        elif step.startswith(("die_", "symbol_")):
            _help(turn, step)
        else:
            turn.retake(_possible(turn, step))
    if pick:
        turn.repick(_possible(turn, pick))


def _help(turn: Turn, step: str) -> None:
    """A die that joins, or a symbol that is put on a need, outside a choice."""
    before = turn.steps
    what, place, which = [*step.split("_"), "", ""][:3]
    if what == "die":
        turn.add_die(number(place), which)
    else:
        turn.put_symbol(number(place), number(which))
    if turn.steps == before:
        raise BadProblem("choice", step, "a help that can be used now")


def _possible(turn: Turn, word: str) -> Option:
    """The option that a word names, if it can be done with this roll. Raises `BadProblem`."""
    option = read_choice(word)
    if not (_helps(turn, option) if option.help >= 0 else _pays(turn, option)):
        raise BadProblem("choice", word, "something that can be done with this roll")
    return option


def _pays(turn: Turn, option: Option) -> bool:
    """Whether these dice show, and each pays something that is lacking."""
    if option.discard:
        left = zip(turn.problem.dice, turn.position.pool, strict=True)
        return bool(turn.shown) and any(n and die.colour == option.discard for die, n in left)
    taken = Counter((colour, face) for colour, face, _ in option.assign)
    if not taken <= Counter(turn.shown) or any(need >= len(turn.problem.needs) for _, _, need in option.assign):
        return False
    try:
        return after(turn.problem, turn.position, option) is not None
    except ValueError:  # in no order do all of them pay
        return False


def _helps(turn: Turn, option: Option) -> bool:
    """Whether a help can be used like this now."""
    if not turn.shown or option.help not in turn.position.helps:
        return False
    match turn.problem.helps[option.help]:
        case ExtraDie(colours=colours):
            joins = {turn.problem.dice[at].colour for at in addable(turn.problem, turn.position, colours)}
            return len(option.dice) == 1 and option.dice[0][0] in joins
        case Reroll(most=most, whole=whole):
            n = len(option.dice)
            fits = n == len(turn.shown) if whole else not most or n <= most
            return fits and Counter(option.dice) <= Counter(turn.shown)
        case ChangeFace(symbol=symbol):
            if len(option.dice) != 1 or option.dice[0] not in turn.shown:
                return False
            [(colour, face)] = option.dice
            faces = next(die.faces for die in turn.problem.dice if die.colour == colour)
            return symbol in face and option.to != face and option.to in faces
    return False

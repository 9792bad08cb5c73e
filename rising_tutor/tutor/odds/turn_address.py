"""What happened in a turn of the odds lab as words of an address: rolls, choices, helps; in the order they happened.

    g-A.g-A.b-E               a roll: colour and face of each die
    discard_green             a choice, `_` where its key has a colon
    assign_blue-E-0
    die_0_green, symbol_0_1   a die that joined before a roll, a symbol that was put on a need

>>> from rising_tutor.probability.dice_turn.answer import Amount
>>> nothing = Amount(None, 0.0)
>>> word = choice_word(Option(nothing, nothing, assign=(("blue", "E", 0),)))
>>> word, read_choice(word).assign
('assign_blue-E-0', (('blue', 'E', 0),))

A turn is played once more from them without working out what anything is worth. An address may say anything: each step
is checked against the dice that lie there.

>>> from rising_tutor.core.registry import load_game
>>> from rising_tutor.probability.dice_turn.kit import dice_kit
>>> from rising_tutor.tutor.odds.question import from_address
>>> from rising_tutor.tutor.odds.turn import Turn
>>> kit = dice_kit(load_game("fire"))
>>> turn = Turn(kit, from_address(kit, {"pool": "2g1b", "need": "WWE"}))
>>> retrace(turn, ("g-A.g-A.b-E", "discard_green", "g-A.b-W"), "assign_blue-W-0")
>>> turn.shown, turn.picked
((('green', 'A'), ('blue', 'W')), 'assign:blue-W-0')
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Final

from rising_tutor.core.chance import Shown
from rising_tutor.errors import BadProblem
from rising_tutor.probability.dice_turn.answer import Amount, Option
from rising_tutor.probability.dice_turn.options import after
from rising_tutor.probability.dice_turn.problem import ChangeFace, ExtraDie, Reroll
from rising_tutor.probability.dice_turn.steps import addable
from rising_tutor.tutor.odds.question import number

if TYPE_CHECKING:
    from rising_tutor.tutor.odds.turn import Turn

STEPS: Final = "~"
"""Stands between the steps of a turn."""
_NOTHING: Final = Amount(None, 0.0)
_MOST_STEPS: Final = 60


def key_of(option: Option) -> str:
    """A name of an option that depends on nothing but what is done."""
    if option.discard:
        return f"discard:{option.discard}"
    if option.assign:
        return "assign:" + ".".join(f"{colour}-{face}-{need}" for colour, face, need in option.assign)
    dice = ".".join(f"{colour}-{face}" for colour, face in option.dice)
    return f"help:{option.help}:{dice}:{option.to}"


def choice_word(option: Option) -> str:
    """An option as a word of an address."""
    return key_of(option).replace(":", "_")


def roll_word(shown: Shown, letters: Mapping[str, str]) -> str:
    """A roll as a word of an address."""
    return ".".join(f"{letters[colour]}-{face}" for colour, face in shown)


def steps_in(word: str) -> tuple[str, ...]:
    """The steps of a turn that an address names. Raises `BadProblem`."""
    steps = tuple(step for step in word.split(STEPS) if step)
    if len(steps) > _MOST_STEPS:
        raise BadProblem("roll", f"{len(steps)} steps", f"at most {_MOST_STEPS} steps of a turn")
    return steps


def is_roll(step: str) -> bool:
    """Whether a step is a roll, and not something that was done."""
    return "_" not in step


def read_roll(word: str, letters: Mapping[str, str]) -> Shown:
    """The roll that a word names. Raises `BadProblem`; whether a pool can show it is not asked here."""
    colours = {letter: colour for colour, letter in letters.items()}
    shown = []
    for die in word.split("."):
        letter, dash, face = die.partition("-")
        if not dash or letter not in colours:
            raise BadProblem("roll", die, f"a die and its face, such as {next(iter(colours))}-E")
        shown.append((colours[letter], face))
    return tuple(shown)


def read_choice(word: str) -> Option:
    """The option that a word names, without its value; whether it can be done is not asked. Raises `BadProblem`."""
    what, _, rest = word.partition("_")
    if what == "discard":
        return Option(_NOTHING, _NOTHING, discard=rest)
    if what == "assign":
        dice = [die.split("-") for die in rest.split(".")]
        if any(len(die) != 3 for die in dice):
            raise BadProblem("choice", word, "colour, face and need of each die")
        return Option(_NOTHING, _NOTHING, assign=tuple((die[0], die[1], number("choice", die[2])) for die in dice))
    parts = rest.split("_")
    if what != "help" or len(parts) != 3:
        raise BadProblem("choice", word, "discard, assign or help")
    pairs = [die.partition("-") for die in parts[1].split(".")]
    dice_of = tuple((colour, face) for colour, _, face in pairs)
    return Option(_NOTHING, _NOTHING, help=number("choice", parts[0]), dice=dice_of, to=parts[2])


def retrace(turn: "Turn", steps: Iterable[str], pick: str = "") -> None:
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


def _help(turn: "Turn", step: str) -> None:
    """A die that joins, or a symbol that is put on a need, outside a choice."""
    before = turn.steps
    what, place, which = [*step.split("_"), "", ""][:3]
    if what == "die":
        turn.add_die(number("choice", place), which)
    else:
        turn.put_symbol(number("choice", place), number("choice", which))
    if turn.steps == before:
        raise BadProblem("choice", step, "a help that can be used now")


def _possible(turn: "Turn", word: str) -> Option:
    """The option that a word names, if it can be done with this roll. Raises `BadProblem`."""
    option = read_choice(word)
    if not (_helps(turn, option) if option.help >= 0 else _pays(turn, option)):
        raise BadProblem("choice", word, "something that can be done with this roll")
    return option


def _pays(turn: "Turn", option: Option) -> bool:
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


def _helps(turn: "Turn", option: Option) -> bool:
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

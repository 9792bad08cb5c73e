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
"""

from collections.abc import Mapping
from typing import Final

from rising_tutor.core.chance import Shown
from rising_tutor.errors import BadProblem
from rising_tutor.probability.dice_turn.answer import Amount, Option

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
    """A roll as a word of an address.

    Args:
        shown: what every die shows.
        letters: a short name of each colour.
    """
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
        return Option(_NOTHING, _NOTHING, assign=tuple((die[0], die[1], number(die[2])) for die in dice))
    parts = rest.split("_")
    if what != "help" or len(parts) != 3:
        raise BadProblem("choice", word, "discard, assign or help")
    pairs = [die.partition("-") for die in parts[1].split(".")]
    dice_of = tuple((colour, face) for colour, _, face in pairs)
    return Option(_NOTHING, _NOTHING, help=number(parts[0]), dice=dice_of, to=parts[2])


def number(text: str) -> int:
    """A small number. Raises `BadProblem`."""
    if not (text.isascii() and text.isdigit() and len(text) < 4):
        raise BadProblem("choice", text, "a number")
    return int(text)

"""Dice and choices of the odds lab in words."""

from collections import Counter
from collections.abc import Sequence
from itertools import groupby
from typing import TypeAlias

from rising_tutor.probability.dice_turn.answer import Option
from rising_tutor.probability.dice_turn.problem import ChangeFace, ExtraDie, Problem
from rising_tutor.tutor.odds.question import Shelf

Alike: TypeAlias = tuple[str, tuple[str, ...]]
"""The colour of a die, and faces of it that can do the same."""


def die_in_words(shelf: Shelf, colour: str, face: str) -> str:
    """A die and what it shows.

    >>> from rising_tutor.core.registry import load_game
    >>> die_in_words(Shelf.of(load_game("fire")), "green", "EE")
    'green double Earth'
    """
    if not face:
        return colour
    return f"{colour} {_face_in_words(shelf, face)}"


def alike_in_words(shelf: Shelf, dice: Sequence[Alike], blanks: int = 0) -> str:
    """The dice of a roll that can do something, each with all faces that can do the same, and how many cannot.

    >>> from rising_tutor.core.registry import load_game
    >>> alike_in_words(Shelf.of(load_game("fire")), (("green", ("E", "EE")), ("blue", ("W",))), 1)
    'green Earth or double Earth, blue Water, 1 of no use'
    """
    words = []
    for (colour, faces), n in Counter(dice).items():
        named = " or ".join((die_in_words(shelf, colour, faces[0]), *(_face_in_words(shelf, one) for one in faces[1:])))
        words.append(f"{n} {named}" if n > 1 else named)
    if blanks:
        words.append(f"{blanks} of no use")
    return ", ".join(words)


def option_in_words(shelf: Shelf, problem: Problem, option: Option) -> str:
    """A choice: what is assigned where, what is given up, which help is used how."""
    if option.discard:
        return f"{shelf.discard.capitalize()} {option.discard}"
    if option.assign:
        parts = []
        for need, dice in groupby(sorted(option.assign, key=lambda one: one[2]), key=lambda one: one[2]):
            names = " and ".join(die_in_words(shelf, colour, face) for colour, face, _ in dice)
            parts.append(f"{names} on {problem.needs[need].name}")
        return ", ".join(parts)
    help_ = problem.helps[option.help]
    name = help_.name or "Help"
    if isinstance(help_, ExtraDie):
        return f"{name}: a {option.dice[0][0]} die joins the next roll"
    dice_words = " and ".join(die_in_words(shelf, *die) for die in option.dice)
    if isinstance(help_, ChangeFace):
        return f"{name}: turn {dice_words} to {_face_in_words(shelf, option.to)}"
    return f"{name}: roll {dice_words} again"


def _face_in_words(shelf: Shelf, face: str) -> str:
    if not face:
        return "blank"
    if len(set(face)) > 1:
        return shelf.words(face)
    return f"double {shelf.word(face[0])}" if len(face) > 1 else shelf.word(face)

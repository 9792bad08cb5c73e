"""Worksheets for a class: varied questions of units with exact answers, the same ones for the same seed.

>>> from rising_tutor.core.chance import Die
>>> from rising_tutor.lab.unit import Ask, Exercise, Unit
>>> from rising_tutor.lab.query import OneRoll
>>> kit = Kit((Die("green", ("E", "E", "EE", "A", "W", "F")),), {"E": "Earth", "W": "Water"})
>>> ask = Ask("once", "chance", "How likely does {pool} cover {needs}?", "{it}", answer="it")
>>> exercise = Exercise(ask, Scene(pool={"green": 1}, needs=("E",)), {"it": OneRoll()}, {"needs": (["E"], ["W"])})
>>> unit = Unit("coin", "Coin", "", 1, 1, (), (), (exercise,))
>>> [question.prompt for question in make_worksheet([unit], kit, n=2, seed="1").questions]
['How likely does one green die cover Water?', 'How likely does one green die cover Earth?']
"""

import re
from collections.abc import Sequence
from fractions import Fraction
from random import Random
from typing import Final

from rising_tutor.core.values import Value
from rising_tutor.errors import BadProblem, LimitExceeded
from rising_tutor.lab.query import answers
from rising_tutor.lab.scene import Scene
from rising_tutor.lab.unit import Exercise, Unit, best_ways, variations
from rising_tutor.lab.wording import fill, said, words
from rising_tutor.probability.dice_turn.kit import Kit
from rising_tutor.probability.dice_turn.wording import face_in_words
from rising_tutor.render.cells import csv_text

MOST_QUESTIONS: Final = 100
LONGEST_SEED: Final = 64
COLUMNS: Final = ("number", "unit", "question", "choices", "answer", "worked_out", "fraction", "decimal", "method")


class Question(Value, frozen=True):
    """A question of a worksheet.

    Attributes:
        choices: what can be picked; empty where a number is asked.
        answer: the answer in words.
        worked_out: the numbers behind it, in words.
        amount: the number of the answer; for a choice what the best way is worth.
        method: how it was obtained.
    """

    unit: str
    prompt: str
    choices: tuple[str, ...]
    answer: str
    worked_out: str
    amount: Fraction
    method: str


class Worksheet(Value, frozen=True):
    """Questions with their answers.

    Attributes:
        title: the title of its unit, or of all.
        dice: each colour that comes up, with its faces in words.
    """

    title: str
    seed: str
    questions: tuple[Question, ...]
    dice: tuple[tuple[str, tuple[str, ...]], ...] = ()


def make_worksheet(units: Sequence[Unit], kit: Kit, *, n: int, seed: str) -> Worksheet:
    """A worksheet of n different questions, the exercises taking turns.

    Args:
        n: how many, from 1.
        seed: any short text.

    Raises:
        LimitExceeded: more questions than the units have, or than `MOST_QUESTIONS`.
        BadProblem: fewer than one question, or no seed.
    """
    if n < 1:
        raise BadProblem("questions", n, "a number from 1")
    if not seed or len(seed) > LONGEST_SEED or not seed.isprintable():
        raise BadProblem("seed", seed, f"1 to {LONGEST_SEED} printable characters")
    if n > MOST_QUESTIONS:
        raise LimitExceeded("worksheet", MOST_QUESTIONS, n, "questions")
    piles = [_shuffled(unit, exercise, seed) for unit in units for exercise in unit.exercise]
    most = sum(map(len, piles))
    if n > most:
        raise LimitExceeded("worksheet of these units", most, n, "different questions")
    # The exercises take turns, beginning anywhere, so that a short worksheet is not always about the first of them.
    first = int(Random(f"{seed}/first").random() * len(piles))
    piles = piles[first:] + piles[:first]
    chosen: list[tuple[Unit, Exercise, Scene]] = []
    while len(chosen) < n:
        for pile in piles:
            if pile and len(chosen) < n:
                chosen.append(pile.pop())
    title = units[0].title if len(units) == 1 else "All units"
    # A help or an answer may name a colour that is in no pool, such as "a red die".
    questions = tuple(_question(*one, kit) for one in chosen)
    spoken = " ".join((question.prompt + " ".join(question.choices)).casefold() for question in questions)
    dice = tuple(
        (die.colour, tuple(face_in_words(kit, face) for face in die.faces))
        for die in kit.dice
        if re.search(rf"\b{re.escape(die.colour)}\b", spoken)
    )
    return Worksheet(title, seed, questions, dice)


def as_csv(worksheet: Worksheet) -> str:
    """The worksheet as a table; a cell that a spreadsheet would take for a formula gets an apostrophe before it."""
    rows = [
        (
            number,
            question.unit,
            question.prompt,
            " | ".join(question.choices),
            question.answer,
            question.worked_out,
            str(question.amount),
            f"{float(question.amount):.12g}",
            question.method,
        )
        for number, question in enumerate(worksheet.questions, 1)
    ]
    return csv_text(COLUMNS, rows)


def _shuffled(unit: Unit, exercise: Exercise, seed: str) -> list[tuple[Unit, Exercise, Scene]]:
    # Drawn by random() alone, whose numbers are the same on every Python.
    rng = Random(f"{seed}/{unit.id}/{exercise.ask.id}")
    drawn = [(rng.random(), at, scene) for at, scene in enumerate(variations(exercise))]
    return [(unit, exercise, scene) for _, _, scene in sorted(drawn, key=lambda one: one[:2])]


def _question(unit: Unit, exercise: Exercise, scene: Scene, kit: Kit) -> Question:
    ask, about = exercise.ask, words(scene, kit)
    numbers = answers(exercise.numbers, scene, kit)
    labels = tuple(fill(way.label, about, {}) for way in ask.ways)
    if ask.kind == "choice":
        best = best_ways(ask, numbers)
        answer = " or ".join(labels[at] for at in best) + (", which are equal" if len(best) > 1 else "")
        number = numbers[ask.ways[best[0]].number]
    else:
        number = numbers[ask.answer]
        answer = f"{said(number)} {ask.unit}".strip()
    if number.high is not None:
        raise BadProblem("answer", f"{unit.id}, {ask.id}", "one number for a worksheet, not a range")
    return Question(
        unit=unit.id,
        prompt=fill(ask.prompt, about, {}),
        choices=labels,
        answer=answer,
        worked_out=fill(ask.reveal, about, numbers),
        amount=number.amount,
        method=number.method,
    )

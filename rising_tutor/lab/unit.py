"""Teaching units: steps with a prediction before the answer, and exercises for a worksheet. `unit_file` reads them.

A text before the guess may name its scene ({pool}, {needs}, {roll} ...) and no number. The text after it names the
numbers of its queries. So no unit holds a number that somebody worked out.

>>> list(variations(Exercise(Ask("a", "chance", "", ""), vary={"draws": (1, 2)})))[1].draws
2
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Literal

import msgspec

from rising_tutor.core.values import Value
from rising_tutor.errors import BadProblem
from rising_tutor.lab.query import AnyQuery, Number, answers
from rising_tutor.lab.scene import Scene
from rising_tutor.probability.dice_turn.kit import Kit

Sign = Literal[">", "=", "<"]


class Way(Value, frozen=True):
    """One answer that can be picked.

    Attributes:
        label: what it is called; may name the scene.
        number: the number that says what it is worth.
    """

    label: str
    number: str


class Ask(Value, frozen=True):
    """A question with its answer.

    Attributes:
        id: names it within the unit, for what is kept.
        kind: "chance" asks for a probability, "value" for an expected value or a count, "choice" to pick the best way.
        prompt: the question; names the scene, never a number.
        reveal: what is said after the guess; names numbers.
        answer: for a chance or a value: the name of the number.
        ways: for a choice: what can be picked; right is what is worth most.
        unit: for a value: what it counts, such as "symbols".
        top: for a value: the end of the scale on which it is guessed.
    """

    id: str
    kind: Literal["chance", "value", "choice"]
    prompt: str
    reveal: str
    answer: str = ""
    ways: tuple[Way, ...] = ()
    unit: str = ""
    top: int = 10


class Step(Value, frozen=True):
    """One step of a unit.

    Attributes:
        text: what is said first; names the scene, never a number.
        scene: what is on the table.
        numbers: the queries by name, asked in this order.
        ask: the question; None for a step that only tells.
        claims: (name, sign, name) between numbers, that the reveal takes for granted with these dice.
        rules: the rules that this step is about.
    """

    text: str
    scene: Scene = Scene()
    numbers: dict[str, AnyQuery] = msgspec.field(default_factory=dict)
    ask: Ask | None = None
    claims: tuple[tuple[str, Sign, str], ...] = ()
    rules: tuple[str, ...] = ()


class Exercise(Value, frozen=True):
    """A question of a worksheet with what varies in it.

    Attributes:
        scene: what is the same in every variation.
        vary: field of the scene -> the values it can take; every combination is a question. The field `together` holds
            scenes whose fields vary together.
    """

    ask: Ask
    scene: Scene = Scene()
    numbers: dict[str, AnyQuery] = msgspec.field(default_factory=dict)
    vary: dict[str, tuple[Any, ...]] = msgspec.field(default_factory=dict)


class Unit(Value, frozen=True):
    """A teaching unit.

    Attributes:
        id: as in the address and on the command line; the name of its file.
        purpose: for the teacher, one sentence.
        order: its place in the list.
        minutes: how long a class takes, about.
        rules: ids of the rules behind it.
        step: in this order.
        exercise: what a worksheet draws from.
    """

    id: str
    title: str
    purpose: str
    order: int
    minutes: int
    rules: tuple[str, ...]
    step: tuple[Step, ...]
    exercise: tuple[Exercise, ...] = ()

    @property
    def asks(self) -> tuple[Ask, ...]:
        return tuple(step.ask for step in self.step if step.ask is not None)


def numbers_of(step: Step | Exercise, kit: Kit) -> Mapping[str, Number]:
    """Every number of a step, worked out.

    Raises:
        BadProblem: a query that its scene cannot answer, or a way to be picked that is worth no single number.
    """
    found = answers(step.numbers, step.scene, kit)
    for way in step.ask.ways if step.ask is not None else ():
        if found[way.number].high is not None:
            raise BadProblem("way", way.number, "one number, not a range")
    return found


def broken_claims(step: Step, numbers: Mapping[str, Number]) -> tuple[str, ...]:
    """What the texts of a step take for granted and these dice do not keep; a range has to keep it as a whole."""
    kept: dict[Sign, Callable[[Number, Number], bool]] = {
        ">": lambda a, b: a.ends[0] > b.ends[1],
        "=": lambda a, b: a.ends == b.ends and a.high is None,
        "<": lambda a, b: a.ends[1] < b.ends[0],
    }
    return tuple(f"{of} {sign} {than}" for of, sign, than in step.claims if not kept[sign](numbers[of], numbers[than]))


def best_ways(ask: Ask, numbers: Mapping[str, Number]) -> tuple[int, ...]:
    """The places of the ways of a choice that are worth most; several if they are equal."""
    worth = [numbers[way.number].amount for way in ask.ways]
    return tuple(at for at, amount in enumerate(worth) if amount == max(worth))


def variations(exercise: Exercise) -> Iterator[Scene]:
    """Every scene of an exercise, in the order of its lists.

    Raises:
        msgspec.ValidationError: a list holds what a scene cannot have.
    """
    changes: list[dict[str, Any]] = [{}]
    for field, values in exercise.vary.items():
        more = [value if field == "together" else {field: value} for value in values]
        changes = [{**change, **other} for change in changes for other in more]
    for change in changes:
        yield exercise.scene.changed(change)

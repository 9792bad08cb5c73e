"""The words around a lesson: where the learner is, what is to be done, how much of the goal holds.

What answers a try is said by `rising_tutor.lessons.run.answer_words`.

>>> stars(1), part_words("June, damage", 1, StateTest(fact="june.damage", at_least=2))
('1 of 3 stars', 'June, damage: 1, needed: at least 2')
"""

from collections.abc import Mapping
from typing import Any

from rising_tutor.core.english import counted
from rising_tutor.lessons.lesson import Lesson, StateTest, Step
from rising_tutor.lessons.run import LessonRun
from rising_tutor.lessons.run.reply import STARS


def parts_of(run: LessonRun) -> str:
    """How much of the goal holds."""
    left, total = len(run.unmet()), len(run.step.goal)
    if run.done:
        return "The goal is reached."
    many = "The goal is not reached yet." if total == 1 else f"{total - left} of {total} parts of the goal hold."
    n = run.step.limit - run.n_tries
    if n > 0 and not run.off:
        many += f" This step asks for it in {counted(n, 'more action')}."
    return many


def unmet_words(run: LessonRun) -> list[str]:
    """The parts of the goal that do not hold, and what the step does not want to see and is so, in words."""
    names = run.scenes.fact_names()
    rows = [_part(run, names, _opposite(one)) for one in run.spoiled if one.fact and not one.holds and not run.off]
    for one in run.unmet():
        told = [_part(run, names, part) for part in (one.any or (one,))]
        rows.append(" or ".join(told))
    return rows


def _opposite(test: StateTest) -> StateTest:
    """The test that holds where another one does not.

    >>> _opposite(StateTest(fact="rolls", at_least=2)).at_most, _opposite(StateTest(fact="dice", equals=0)).differs
    (1, 0)
    """
    return StateTest(
        fact=test.fact,
        equals=test.differs,
        differs=test.equals,
        at_least=None if test.at_most is None else test.at_most + 1,
        at_most=None if test.at_least is None else test.at_least - 1,
    )


def _part(run: LessonRun, names: Mapping[str, str], test: StateTest) -> str:
    if test.refused:
        return f"No action was refused by {test.refused}."
    whose = run.scenes.fact_about(test.fact)
    return part_words(fact_words(test.fact, whose, names), run.scenes.fact(run.state, test.fact), test)


def fact_words(fact: str, whose: str, names: Mapping[str, str]) -> str:
    """A fact by its description and by the card or Team that it is about.

    >>> fact_words("r2-d2.used", "R2-D2", {"CARD.used": "whether its ability was used"})
    'R2-D2, whether its ability was used'
    >>> fact_words("ruin", "", {"ruin": "Space of the Ruin marker"})
    'Space of the Ruin marker'
    """
    if fact in names:
        return names[fact]
    tail = fact.rpartition(".")[2]
    form = next((form for form in names if form.rpartition(".")[2] == tail and form[:1].isupper()), "")
    if fact.startswith("team."):
        form = f"team.TEAM.{tail}"
    return f"{whose}, {names.get(form, tail)}"


def part_words(fact: str, value: Any, test: StateTest) -> str:
    """A part of the goal that does not hold: the fact, what it is, and what is needed.

    >>> part_words("June, damage", 1, StateTest(fact="june.damage", at_least=2))
    'June, damage: 1, needed: at least 2'
    """
    if test.equals is not None:
        need = plain(test.equals)
    elif test.differs is not None:
        need = f"other than {plain(test.differs)}"
    elif test.holds is not None:
        need = f"with {test.holds}"
    else:
        bounds = (("at least", test.at_least), ("at most", test.at_most))
        need = " and ".join(f"{word} {number}" for word, number in bounds if number is not None)
    return f"{fact}: {plain(value)}, needed: {need}"


def plain(value: Any) -> str:
    """A fact's value in words.

    >>> plain(True), plain(("toph", "tyro")), plain("")
    ('yes', 'toph, tyro', 'none')
    """
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        return ", ".join(map(str, value)) or "none"
    return str(value) or "none"


def place(lesson: Lesson, number: int, at: int) -> str:
    """Where the learner is, over the title.

    Args:
        number: of the lesson in the course, from 1.
        at: the step, from 0.
    """
    n = len(lesson.step)
    name = lesson.kind.capitalize()
    return f"{name} {number}" if n == 1 else f"{name} {number}, step {at + 1} of {n}"


def stars(n: int) -> str:
    """Stars in words.

    >>> stars(1), stars(3)
    ('1 of 3 stars', '3 of 3 stars')
    """
    return f"{n} of {STARS} stars"


def task(step: Step) -> str:
    """What the learner does in a step, in one sentence; empty where there is nothing to do."""
    if step.ask is not None:
        return step.ask.question
    if step.spot:
        return "One of these actions is not allowed now. Which one?"
    return step.do if step.goal else ""

"""The sentences of a lesson's answers, made from rule ids and numbers only.

>>> sentence(Reply("wrong", "discard blue W", made=False, value=0.25, best=0.625), 0.0)
'That is legal, but the goal is then reached with 25.0 % instead of 62.5 %.'
>>> sentence(Reply("best", "green E > june", made=True, value=0.625, best=0.625), 0.0)
'The goal is now reached with 62.5 %, the best there is.'
"""

from collections.abc import Mapping
from typing import Any

from rising_tutor.lessons.lesson import SCENARIO, Lesson, StateTest, Step
from rising_tutor.lessons.reply import STARS, Reply
from rising_tutor.lessons.run import LessonRun
from rising_tutor.probability.percents import percent

SURE = 1.0
ANY_ACTION = 1.0
"""The accepted loss of a step in which every legal action is fine."""


def chances(value: float, best: float) -> tuple[str, str]:
    """Two chances as percentages that differ in writing where they differ.

    >>> chances(0.25, 0.625), chances(0.33331, 0.33333)
    (('25.0 %', '62.5 %'), ('33.331 %', '33.333 %'))
    """
    for digits in (None, 2, 3, 4, 6, 9):
        pair = [percent(one) if digits is None else f"{100 * one:.{digits}f} %" for one in (value, best)]
        if value == best or pair[0] != pair[1]:
            break
    return pair[0], pair[1]


def sentence(reply: Reply, accepted: float, *, done: bool = False) -> str:
    """What is said to a legal try.

    Args:
        accepted: the loss that the step accepts.
        done: whether the goal is reached by it.
    """
    value, best = reply.value, reply.best
    if value is None or best is None:
        if done:
            return "The goal is reached."
        if accepted >= ANY_ACTION:
            return "This is legal, and every legal action is accepted here."
        return "This is legal. What it is worth was not counted."
    now, most = chances(value, best)
    if reply.outcome == "wrong":
        if not value:
            return f"That is legal, but then the goal can no longer be reached. The best choice reaches it with {most}."
        return f"That is legal, but the goal is then reached with {now} instead of {most}."
    if reply.outcome == "good":
        after = "The goal is reached" if done else f"The goal is now reached with {now}"
        return f"{after}; another choice had {most}. This step accepts the difference."
    if done:
        return "The goal is reached." if reply.outcome == "best" else "The goal is reached; another way was as good."
    if reply.outcome == "equal":
        return f"The goal is now reached with {now}; another choice is worth the same, none is worth more."
    return f"The goal is now reached with {now}, the best there is."


def missed(run: LessonRun) -> str:
    """Why a step can no longer be solved.

    >>> from rising_tutor.core.registry import load_game
    >>> from rising_tutor.lessons.lesson_file import load_course
    >>> missed(LessonRun(load_game("fire"), load_course("fire-nation-rising").lessons[0]))
    'The goal can no longer be reached.'
    """
    step = run.step
    if step.limit and run.n_tries >= step.limit:
        allowed = "one action" if step.limit == 1 else f"{step.limit} actions"
        return f"This step allows {allowed}, and the goal is not reached."
    return "The goal can no longer be reached."


def parts_of(run: LessonRun) -> str:
    """How much of the goal holds."""
    left, total = len(run.unmet()), len(run.step.goal)
    if run.done:
        return "The goal is reached."
    many = "The goal is not reached yet." if total == 1 else f"{total - left} of {total} parts of the goal hold."
    if run.step.limit:
        n = max(0, run.step.limit - run.n_tries)
        many += f" {n} more action{' is' if n == 1 else 's are'} allowed."
    return many


def unmet_words(run: LessonRun) -> list[str]:
    """The parts of the goal that do not hold, in words."""
    names = run.scenes.fact_names()
    rows = []
    for one in run.unmet():
        told = [_part(run, names, part) for part in (one.any or (one,))]
        rows.append(" or ".join(told))
    return rows


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
    name = "Scenario" if lesson.kind == SCENARIO else "Lesson"
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

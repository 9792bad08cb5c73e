"""The words around a lesson: where the learner is, what is to be done, how much of the goal holds.

What answers a try is said by `rising_tutor.lessons.run.answer_words`.

>>> stars(1), part_words("June, damage", 1, StateTest(fact="june.damage", at_least=2))
('1 of 3 stars', 'June, damage: 1 so far, 2 or more asked for.')
"""

from collections.abc import Mapping
from typing import Any, Final

from rising_tutor.core.english import capital, counted
from rising_tutor.core.meanings import MeaningGame
from rising_tutor.lessons.difficulty.measure import Measured
from rising_tutor.lessons.learner.knowledge import MASTERY
from rising_tutor.lessons.lesson import Lesson, StateTest, Step
from rising_tutor.lessons.run import LessonRun
from rising_tutor.lessons.run.reply import STARS


def parts_of(run: LessonRun) -> str:
    """How much of the goal holds."""
    left, total = len(run.unmet()), len(run.step.goal)
    if run.done:
        return "The goal is reached."
    many = "Not yet." if total == 1 else f"{total - left} of {total} parts are done."
    n = run.step.limit - run.n_tries
    if n > 0 and not run.off:
        many += f" You have {counted(n, 'more action')} in this step."
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
        return "Nothing that you tried was refused for this reason yet."
    if isinstance(run.game, MeaningGame):
        said = run.game.unmet(run.state, test.fact, *comparison(test))
        if said:
            return said
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
    'June, damage: 1 so far, 2 or more asked for.'
    """
    how, wanted = comparison(test)
    need = {
        "not": f"something else than {plain(wanted)}",
        "has": f"with {wanted}",
        "at_least": f"{wanted} or more",
        "at_most": f"{wanted} or less",
    }.get(how, plain(wanted))
    return f"{capital(fact)}: {plain(value)} so far, {need} asked for."


def comparison(test: StateTest) -> tuple[str, Any]:
    """How a test compares, as a lesson file writes it, and with what.

    >>> comparison(StateTest(fact="ruin", at_most=3)), comparison(StateTest(fact="june.at", differs="gone"))
    (('at_most', 3), ('not', 'gone'))
    """
    found = {
        "is": test.equals,
        "not": test.differs,
        "has": test.holds,
        "at_least": test.at_least,
        "at_most": test.at_most,
    }
    return next((how, wanted) for how, wanted in found.items() if wanted is not None)


def plain(value: Any) -> str:
    """A fact's value in words.

    >>> plain(True), plain(("toph", "tyro")), plain("")
    ('yes', 'toph, tyro', 'nothing')
    """
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        return ", ".join(map(str, value)) or "nothing"
    return str(value) or "nothing"


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


def how_hard(hard: Measured) -> str:
    """How hard a scenario is, in words, by what was measured: random play, simple play, best play.

    >>> how_hard(Measured("one", "", 200, 60, 0.2, True, 1.0, True, 0.04, 1, 13))
    'easy'
    >>> how_hard(Measured("one", "", 200, 3, 0.6, True, 0.86, True, 0.04, 1, 13))
    'needs some thought, and some luck'
    >>> how_hard(Measured("one", "", 200, 3, 0.2, True, 1.0, True, 0.04, 1, 13))
    'needs a plan'
    >>> how_hard(Measured("one", "", 200, 0, 0.0, True, 1.0, True, 0.04, 1, 13))
    'hard'
    """
    random, simple = hard.random_share[0], hard.simple
    said = next((word for word, least, of in _HARD if (random if of == "random" else simple) >= least), _HARDEST)
    lucky = hard.best is not None and hard.best_exact and hard.best < _SAFE
    return f"{said}, and some luck" if lucky and said != _HARDEST else said


_HARD: Final = (
    ("easy", 0.25, "random"),
    ("easy", 0.95, "simple"),
    ("needs some thought", 0.5, "simple"),
    ("needs a plan", 0.05, "simple"),
)
"""A word, the least share for it, and whose: of random play or of the simple program."""
_HARDEST: Final = "hard"
_SAFE: Final = 0.98


def well_known(known: float) -> str:
    """How well a rule is known, in words.

    >>> well_known(0.96), well_known(0.7), well_known(0.2)
    ('know it', 'nearly', 'not yet')
    """
    return "know it" if known >= MASTERY else "nearly" if known >= _NEARLY else "not yet"


_NEARLY: Final = 0.6


def task(step: Step) -> str:
    """What the learner does in a step, in one sentence; empty where there is nothing to do."""
    if step.ask is not None:
        return step.ask.question
    if step.spot:
        return "One of these actions is not allowed now. Which one?"
    return step.do if step.goal else ""

"""Texts of a lesson: their length, their signs, the rules they cite and the places they mark."""

import re
from collections.abc import Iterator
from typing import Final

from rising_tutor import catalogues
from rising_tutor.core.scenes import SceneGame
from rising_tutor.errors import BadPosition, UnknownGame
from rising_tutor.lessons.check.file_report import FileReport, at_step
from rising_tutor.lessons.lesson import LESSON, MISSION, SCENARIO, Lesson, StateTest, Step
from rising_tutor.lessons.places import Path

SAY: Final = {LESSON: (60, 4), SCENARIO: (60, 4), MISSION: (34, 2)}
"""Words and sentences of what a step says at most."""
WORDS: Final = {
    "title": 9,
    "can": 30,
    "won": 30,
    "since": 35,
    "do": 35,
    "hint": 35,
    "right": 35,
    "wrong": 45,
    "question": 45,
    "choice": 30,
}
STEPS: Final = {LESSON: 8, SCENARIO: 8, MISSION: 14}
MINUTES: Final = (1, 15)
SCENARIO_LINES: Final = 40
MARKED: Final = frozenset({"ruin", "balance", "figure", "threat", "goal", "carriers"})
"""What a step may mark besides cards and locations."""
_LOCATION: Final = re.compile(r"location [1-3]\Z")
_SENTENCE_END: Final = re.compile(r"[.?!](?:\s|\Z)")


def check_texts(report: FileReport, lesson: Lesson) -> None:
    """Lengths and signs of everything that is shown."""
    most, most_sentences = SAY[lesson.kind]
    for path, text, kind in texts_of(lesson):
        _signs(report, path, text)
        words = len(text.split())
        if kind == "say":
            sentences = len(_SENTENCE_END.findall(text))
            if words > most:
                report.add(path, "length", f"a step says {words} words", f"at most {most}")
            elif sentences > most_sentences:
                report.add(path, "length", f"a step says {sentences} sentences", f"at most {most_sentences}")
        elif words > WORDS[kind]:
            report.add(path, "length", f"{words} words", f"at most {WORDS[kind]}")
    _size(report, lesson)


def texts_of(lesson: Lesson) -> Iterator[tuple[Path, str, str]]:
    """Every text that is shown, with its path and its kind."""
    yield ("title",), lesson.title, "title"
    yield ("can",), lesson.can, "can"
    for name in ("won", "since"):
        if getattr(lesson, name):
            yield (name,), getattr(lesson, name), name
    for k, wrong in enumerate(lesson.wrong):
        yield ("wrong", k, "say"), wrong.say, "wrong"
    for n, step in enumerate(lesson.step):
        yield at_step(n, "say"), step.say, "say"
        yield at_step(n, "do"), step.do, "do"
        yield at_step(n, "hints", "goal"), step.hints.goal, "hint"
        yield at_step(n, "hints", "move"), step.hints.move, "hint"
        yield at_step(n, "right"), step.right, "right"
        for k, wrong in enumerate(step.wrong):
            yield at_step(n, "wrong", k, "say"), wrong.say, "wrong"
        if step.ask is not None:
            yield at_step(n, "ask", "question"), step.ask.question, "question"
            for k, choice in enumerate(step.ask.choices):
                yield at_step(n, "ask", "choices", k, "say"), choice.say, "choice"


def _signs(report: FileReport, path: Path, text: str) -> None:
    for at, sign in enumerate(text):
        if sign == "!":
            report.add(path, "mark", "an exclamation mark", "a full stop", index=at)
            return
        if not sign.isprintable() or ord(sign) > 0xFFFF:
            report.add(path, "mark", f"the sign {sign!a}", "letters, digits and common signs", index=at)
            return


def _size(report: FileReport, lesson: Lesson) -> None:
    for name in ("id", "title", "can"):
        if not getattr(lesson, name) and report.has(name):
            report.add(name, "missing", f"{name!r} is empty", "a text")
    if lesson.order < 1 and report.has("order"):
        report.add("order", "value", f"{lesson.order} cannot be an order", "a number from 1")
    if not MINUTES[0] <= lesson.minutes <= MINUTES[1]:
        report.add("minutes", "length", f"{lesson.minutes} minutes", f"{MINUTES[0]} to {MINUTES[1]}")
    if (
        not lesson.step
        and not report.dropped
        and not report.spoiled
        and not any(f.code == "missing" for f in report.faults)
    ):
        report.add("step", "missing", "there is no step", "at least one [[step]]")
    if len(lesson.step) > STEPS[lesson.kind]:
        most = STEPS[lesson.kind]
        report.add(at_step(most), "length", f"{len(lesson.step)} steps", f"at most {most} in a {lesson.kind}")
    if lesson.kind == SCENARIO and report.places is not None:
        lines = report.places.text.rstrip("\n").count("\n") + 1
        if lines > SCENARIO_LINES:
            found = f"{lines} lines"
            report.add("kind", "length", found, f"at most {SCENARIO_LINES} in a scenario")
    elif lesson.kind == LESSON and not lesson.chapter:
        report.add("kind", "chapter", "a lesson belongs to a chapter", "chapter = ...")


def check_steps(report: FileReport, lesson: Lesson) -> None:
    """What the words of a step say together, without playing it."""
    for n, step in enumerate(lesson.step):
        if report.original(at_step(n))[1] in report.spoiled:
            continue
        kinds = [name for name, given in (("goal", step.goal), ("ask", step.ask), ("spot", step.spot)) if given]
        if len(kinds) > 1:
            found = " and ".join(kinds)
            report.add(at_step(n, kinds[1]), "value", f"a step with {found}", "one of goal, ask, spot", key=True)
        if not step.say.strip():
            report.add(at_step(n, "say"), "missing", "a step that says nothing", "one to three short sentences")
        if step.goal and not step.do.strip():
            report.add(at_step(n, "goal"), "missing", "'do' is missing", "what to do, in one sentence", key=True)
        if step.right and step.kind == "read":
            report.add(at_step(n, "right"), "value", "an answer where nothing is asked", "goal, ask or spot", key=True)
        if step.limit < 0:
            report.add(at_step(n, "limit"), "value", f"{step.limit} actions", "a number from 0")
        if not 0 <= step.loss <= 1:
            report.add(at_step(n, "loss"), "value", f"a loss of {step.loss}", "a share from 0 to 1")
        if not 0 <= step.aim_least <= len(step.aim):
            report.add(at_step(n, "aim_least"), "value", f"{step.aim_least} of {len(step.aim)}", "no more than in aim")
        for path, test in tests_of(n, step):
            _comparison(report, path, test)
        for k, wrong in enumerate(step.wrong):
            if bool(wrong.move) == bool(wrong.holds):
                report.add(
                    at_step(n, "wrong", k), "value", "a try without its form, or with two", "either move or holds"
                )


def tests_of(number: int, step: Step) -> Iterator[tuple[Path, StateTest]]:
    """Every test of a step with its path, those inside `any` each."""
    groups: list[tuple[Path, tuple[StateTest, ...]]] = [
        (at_step(number, "goal"), step.goal),
        (at_step(number, "lost"), step.lost),
        *((at_step(number, "wrong", k, "holds"), wrong.holds) for k, wrong in enumerate(step.wrong)),
    ]
    if step.ask is not None:
        choices = enumerate(step.ask.choices)
        groups += [(at_step(number, "ask", "choices", k, "holds"), choice.holds) for k, choice in choices]
    for path, tests in groups:
        yield from _flat(path, tests)


def _flat(path: Path, tests: tuple[StateTest, ...]) -> Iterator[tuple[Path, StateTest]]:
    for k, test in enumerate(tests):
        yield (*path, k), test
        yield from _flat((*path, k, "any"), test.any)


def _comparison(report: FileReport, path: Path, test: StateTest) -> None:
    compared = sum(one is not None for one in (test.equals, test.differs, test.holds))
    compared += test.at_least is not None or test.at_most is not None
    kinds = bool(test.fact) + bool(test.refused) + bool(test.any)
    if kinds != 1:
        report.add(path, "fact", "a test of nothing, or of several things", "one of fact, refused, any")
    elif compared != bool(test.fact):
        expected = "one of is, not, at_least, at_most, has" if test.fact else "no comparison"
        report.add(path, "fact", f"{compared} comparisons in one test", expected)


def check_rules(report: FileReport, lesson: Lesson) -> None:
    """Every rule that is named is in the catalogue, and every step cites one."""
    try:
        catalogue = catalogues.load(lesson.game)
    except UnknownGame:
        return
    known = {rule.id for rule in catalogue.rules}
    for path, rule in rules_of(lesson):
        if rule not in known:
            report.add(path, "rule", f"there is no rule {rule!r}", "an id of the catalogue, such as FNR-412")
    for n, step in enumerate(lesson.step):
        if not step.rules and report.original(at_step(n))[1] not in report.spoiled:
            report.add(at_step(n), "no-rule", "a step that cites no rule", 'rules = ["..."]')


def rules_of(lesson: Lesson) -> Iterator[tuple[Path, str]]:
    """Every rule that a lesson names, with its path."""
    for name in ("teaches", "assumes"):
        for k, rule in enumerate(getattr(lesson, name)):
            yield (name, k), rule
    for n, step in enumerate(lesson.step):
        for k, rule in enumerate(step.rules):
            yield at_step(n, "rules", k), rule
        if step.hints.rule:
            yield at_step(n, "hints", "rule"), step.hints.rule
        for path, test in tests_of(n, step):
            if test.refused:
                yield (*path, "refused"), test.refused


def check_show(report: FileReport, number: int, step: Step, scenes: SceneGame, state: object) -> None:
    """Every card and place that a step marks is there in its position."""
    for k, mark in enumerate(step.show):
        if mark in MARKED or _LOCATION.match(mark):
            continue
        path = at_step(number, "show", k)
        at = _fact(scenes, state, f"{mark}.at")
        if _fact(scenes, state, f"team.{mark}.heroes") is not None and at is None:
            # A Team card lies open in the row of the Team whose turn it is.
            if mark.partition("-")[2] != _fact(scenes, state, "active"):
                report.add(path, "show", f"{mark!r} is not the Team whose turn it is", "its card, or a Hero of its row")
        elif at is None and _fact(scenes, state, f"{mark}.counters") is None:
            expected = f"the id of a card, location 1 to 3, {', '.join(sorted(MARKED))}"
            report.add(path, "show", f"there is no card or place {mark!r}", expected)
        elif at in ("deck", "gone", "done", "defeated"):
            report.add(path, "show", f"{mark!r} lies not on the table here", "a card in sight")


def _fact(scenes: SceneGame, state: object, name: str) -> object:
    try:
        return scenes.fact(state, name)
    except BadPosition:
        return None

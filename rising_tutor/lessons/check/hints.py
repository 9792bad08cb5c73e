"""Hints that are missing, name another action than the best, or give the answer away; tries told wrong that are not."""

from collections.abc import Iterator
from fnmatch import fnmatchcase
from itertools import chain

import msgspec

from rising_tutor.core.game import AnyGame
from rising_tutor.core.scenes import SceneGame
from rising_tutor.errors import BadPosition, UnreadableMove
from rising_tutor.lessons.check.file_report import FileReport, Severity, at_step, shown
from rising_tutor.lessons.check.questions import right_choices
from rising_tutor.lessons.check.walk import Walked
from rising_tutor.lessons.judging.goals import hold
from rising_tutor.lessons.judging.leaks import Names, tells_choice
from rising_tutor.lessons.lesson import MISSION, Lesson, Step, Wrong
from rising_tutor.lessons.places import Path
from rising_tutor.lessons.spots.illegal import refused_actions

_ALL = 1.0
_SAME = 1e-9
_NAMES = 3
"""Words of an answer that is no more than a name."""


class Examined(msgspec.Struct):
    """A step that was played, with all that is known of it."""

    report: FileReport
    lesson: Lesson
    number: int
    game: AnyGame
    scenes: SceneGame
    walked: Walked

    @property
    def step(self) -> Step:
        return self.lesson.step[self.number]


def check_hints(one: Examined) -> None:
    """Hints of one step, and everything else that is shown before the first try."""
    report, number, step = one.report, one.number, one.step
    if step.kind != "read" and not step.hints.goal:
        # Of a question the answers themselves say what it is about.
        severity: Severity = ("error" if step.loss < _ALL else "warning") if step.goal else "note"
        where = at_step(number, "hints") if report.has(at_step(number, "hints")) else at_step(number)
        report.add(where, "hint", "the goal hint is missing", 'hints = { goal = "..." }', severity=severity)
    names = Names(one.game)
    if one.lesson.kind != MISSION or one.step.kind != "goal":
        # A mission leads by the hand: what it asks for may well be the one thing to do.
        _leaks(one, names)
    _move_hint(one, names)


def before(lesson: Lesson, number: int) -> Iterator[tuple[Path, str]]:
    """Every text that is shown before the answer of a step, up to the second hint, with its path."""
    step = lesson.step[number]
    yield ("title",), lesson.title
    yield ("can",), lesson.can
    yield at_step(number, "say"), step.say
    yield at_step(number, "do"), step.do
    if step.ask is not None:
        yield at_step(number, "ask", "question"), step.ask.question
    yield at_step(number, "hints", "goal"), step.hints.goal


def answers(step: Step, walked: Walked, game: AnyGame) -> tuple[str, ...]:
    """What must not be said before the try, as notation: the best actions, or the offer that is refused."""
    if step.spot and walked.state is not None:
        try:
            return tuple(one for one in step.spot if game.check(walked.state, game.read(walked.state, one)) is not None)
        except UnreadableMove:
            return ()
    found = (choice.texts[action] for choice in walked.line if choice.losing() for action in choice.best)
    return tuple(dict.fromkeys(found))


def _leaks(one: Examined, names: Names) -> None:
    report, step, walked = one.report, one.step, one.walked
    told = answers(step, walked, one.game)
    for path, text in before(one.lesson, one.number):
        given = next((answer for answer in told if names.names(text, answer)), "")
        if given:
            report.add(path, "leak", f"this gives the answer away: {given}", "what to aim at, not how")
            continue
        near = next((answer for answer in told if names.names(text, answer, colour=False)), "")
        if near and path[-1] in ("do", "goal"):
            message = f"symbol and target together nearly say {near}"
            report.add(path, "leak", message, "what to aim at, not how", severity="warning")
    if step.ask is not None and walked.after is not None:
        said, right = [choice.say for choice in step.ask.choices], right_choices(step.ask, one.scenes, walked) or []
        others = [choice for k, choice in enumerate(said) if k not in right]
        for path, text in before(one.lesson, one.number):
            if len(right) == 1 and tells_choice(text, said[right[0]], others):
                # A name or two may well have to be said.
                severity: Severity = "error" if len(said[right[0]].split()) > _NAMES else "warning"
                report.add(path, "leak", "this says the right answer", "what to look at", severity=severity)


def _move_hint(one: Examined, names: Names) -> None:
    """The sentence beside the best action must not be about another one."""
    text, walked = one.step.hints.move, one.walked
    if not text or not walked.line:
        return
    best = {choice.texts[action] for choice in walked.line for action in choice.best}
    other = {choice.texts[action] for choice in walked.line for action in choice.losing()} - best
    named = [action for action in sorted(other) if names.names(text, action)]
    if named and not any(names.names(text, action) for action in best):
        message = f"the move hint names {named[0]}, which is not best here"
        one.report.add(at_step(one.number, "hints", "move"), "hint", message, f"about {' or '.join(sorted(best)[:3])}")


def check_wrong(one: Examined) -> None:
    """Every try that is told to be wrong can happen, and is not as good as the best."""
    for k, wrong in enumerate(one.step.wrong):
        path = at_step(one.number, "wrong", k)
        if one.step.kind == "goal" and one.walked.line:
            _wrong_try(one, path, wrong)
        elif one.step.kind in ("ask", "spot") and wrong.move:
            _wrong_answer(one, (*path, "move"), wrong)


def check_answers(one: Examined) -> None:
    """A step that is solved, and every wrong answer of it, gets a sentence of the author."""
    report, number, step = one.report, one.number, one.step
    if step.kind == "read":
        return
    if not step.right:
        expected = 'right = "...", what it means in the game'
        report.add(at_step(number), "answer", "nothing is said when this is solved", expected, severity="note")
    for offer in _wrong_offers(one):
        if not any(fnmatchcase(offer, wrong.move) for wrong in step.wrong):
            message = f"nothing is said to the wrong answer {shown(offer)}"
            report.add(at_step(number), "answer", message, "a line of wrong", severity="note")


def _wrong_offers(one: Examined) -> tuple[str, ...]:
    step = one.step
    if step.ask is not None and one.walked.after is not None:
        right = right_choices(step.ask, one.scenes, one.walked) or []
        return tuple(choice.say for k, choice in enumerate(step.ask.choices) if k not in right)
    forbidden = answers(step, one.walked, one.game) if step.spot else ()
    return tuple(offer for offer in step.spot if offer not in forbidden)


def _wrong_try(one: Examined, path: Path, wrong: Wrong) -> None:
    report, walked = one.report, one.walked
    if wrong.holds:
        if one.step.loss < _ALL and not _ever(one, wrong):
            message = "no wrong action on the best line leads there"
            report.add((*path, "holds"), "wrong", message, "what a wrong try brings about", severity="warning")
        return
    path = (*path, "move")
    # It is told where it loses; an action that loses at first may well be the best one later.
    for choice in walked.line:
        matching = [action for action, text in choice.texts.items() if fnmatchcase(text, wrong.move)]
        if matching:
            text = choice.texts[matching[0]]
            if choice.losing() and all(action in choice.best for action in matching):
                report.add(path, "wrong", f"told wrong, but {text} is as good as the best", "a try that loses")
            elif choice is walked.line[0] and text == wrong.move and matching[0] in choice.best:
                report.add(path, "wrong", f"told wrong, but {text} begins the step well", "a goal that it misses")
            elif not _told(one, wrong.move):
                report.add(path, "wrong", f"nobody reads this: {text} is accepted", "a try that is not accepted")
            return
    _illegal_try(one, path, wrong.move)


def _told(one: Examined, move: str) -> bool:
    for choice in one.walked.line:
        losing = (choice.texts[action] for action in choice.losing(one.step.loss + _SAME))
        refused = (one.game.write(choice.state, action) for action, _ in refused_actions(one.game, choice.state))
        if any(fnmatchcase(text, move) for text in chain(losing, refused)):
            return True
    return False


def _illegal_try(one: Examined, path: Path, move: str) -> None:
    """A try that is not legal anywhere on the best line: it must at least be an action there."""
    error: UnreadableMove | None = None
    for choice in one.walked.line:
        if set(move) & set("*?["):
            illegal = (one.game.write(choice.state, action) for action, _ in refused_actions(one.game, choice.state))
            if any(fnmatchcase(text, move) for text in illegal):
                return
            continue
        try:
            text = one.game.write(choice.state, one.game.read(choice.state, move))
        except UnreadableMove as unread:
            error = error or unread
            continue
        if text != move:
            one.report.add(path, "wrong", f"{shown(move)} is written {shown(text)}", repr(text))
        return
    if error is not None:
        message = f"{shown(move)} is no action on the best line"
        one.report.add(path, "move", message, error.expected, index=error.column - 1)
    else:
        one.report.add(path, "wrong", f"no try on the best line is like {shown(move)}", "a try that can happen here")


def _wrong_answer(one: Examined, path: Path, wrong: Wrong) -> None:
    step = one.step
    offers = [choice.say for choice in step.ask.choices] if step.ask is not None else list(step.spot)
    fitting = [offer for offer in offers if fnmatchcase(offer, wrong.move)]
    if not fitting:
        expected = f"one of {', '.join(map(shown, offers))}"
        one.report.add(path, "wrong", f"no answer is like {shown(wrong.move)}", expected)
        return
    right = answers(step, one.walked, one.game)
    if step.ask is not None and one.walked.after is not None:
        right = tuple(offers[k] for k in right_choices(step.ask, one.scenes, one.walked) or ())
    if any(offer in right for offer in fitting):
        one.report.add(path, "wrong", "told wrong, but this is the right answer", "a wrong answer")


def _ever(one: Examined, wrong: Wrong) -> bool:
    for choice in one.walked.line:
        for action in choice.losing():
            try:
                if hold(one.scenes, one.game.act(choice.state, action).state, wrong.holds):
                    return True
            except BadPosition:
                return True
    return False

"""Positions that the rules cannot bring about, moves that are none there, answers and chance that never come."""

from typing import Any, Final

from rising_tutor.core.game import AnyGame
from rising_tutor.core.node import Chance
from rising_tutor.core.scenes import SceneGame
from rising_tutor.errors import BadPosition, UnreadableMove
from rising_tutor.lessons.check.file_report import FileReport, Severity, at_step, shown
from rising_tutor.lessons.check.walk import Walked
from rising_tutor.lessons.lesson import Lesson, Step
from rising_tutor.lessons.places import Path, path_of

_ALONE: Final = ("at", "rows", "tokens", "options", "deck", "fire_deck", "supply", "defeated", "turn", "ruin", "shown")
"""Words that can be examined without the others, but with the Teams."""


def check_position(report: FileReport, number: int, scenes: SceneGame, walked: Walked) -> None:
    """What keeps a step from being set up: the fault that was met first, and those of other words of the position."""
    lesson = report.lesson
    fault = walked.fault
    if lesson is None or fault is None:
        return
    _note(report, lesson, number, fault)
    words = lesson.position_of(number)
    if words is None or fault.path.startswith("step."):
        return
    for name, value in _parts(words, fault.path):
        try:
            scenes.set_up({"teams": words.get("teams", ()), name: value})
        except BadPosition as other:
            if other.path.startswith(name):
                _note(report, lesson, number, other, value if isinstance(value, dict) else None)


def _parts(words: dict[str, Any], failed: str) -> list[tuple[str, Any]]:
    out: list[tuple[str, Any]] = []
    if failed.startswith("teams"):
        return out
    for name in _ALONE:
        value = words.get(name)
        if isinstance(value, dict):
            out += [(name, {key: part}) for key, part in value.items() if failed != f"{name}.{key}"]
        elif value is not None and not failed.startswith(name):
            out.append((name, value))
    return out


def _note(
    report: FileReport, lesson: Lesson, number: int, fault: BadPosition, part: dict[str, Any] | None = None
) -> None:
    path = _path(report, lesson, number, path_of(fault.path))
    if part is not None and not report.has(path):
        path = (*path[:-1], *part) if len(path) > 1 else path
    why = _of_move(fault)
    if why is not None:
        code, message, expected, index = why
        report.add(path, code, message, expected, index=index)
        return
    cited = f" ({fault.rule})" if fault.rule else ""
    whole = "a word of a position" in fault.expected
    code = "word" if whole else "position"
    report.add(path, code, f"{shown(fault.value)} cannot be used{cited}", fault.expected, key=whole)


def _of_move(fault: BadPosition) -> tuple[str, str, str, int] | None:
    """Code, message, expected and column for a fault in a line of the notation."""
    if "moves[" not in fault.path:
        return None
    cause = fault.__cause__
    if isinstance(cause, UnreadableMove):
        meant = f"; did you mean {' or '.join(map(repr, cause.suggestions))}?" if cause.suggestions else ""
        return "move", f"{shown(fault.value)} is no move here{meant}", cause.expected, cause.column - 1
    if fault.rule:
        return "refused", f"{shown(fault.value)} is refused: {fault.expected} ({fault.rule})", "a legal action", 0
    return "move", f"{shown(fault.value)} cannot be played here", fault.expected, 0


def _path(report: FileReport, lesson: Lesson, number: int, path: Path) -> Path:
    if path[:1] == ("step",):
        return at_step(number, *path[1:])
    own = lesson.step[number].position or {}
    # Some words are read as options of the game: a fault in them is found as one.
    if path[:1] == ("options",) and len(path) > 1 and path[1] not in {**lesson.position, **own}.get("options", {}):
        path = path[1:]
    if path and path[0] in own:
        return at_step(number, "position", *path)
    if path and path[0] in lesson.position:
        return ("position", *path)
    return at_step(number, "position") if report.has(at_step(number, "position")) else ("position",)


def check_moves_of_question(report: FileReport, number: int, walked: Walked) -> None:
    """A move of a question that is none there."""
    if isinstance(walked.broken, BadPosition) and report.lesson is not None and "moves[" in walked.broken.path:
        _note(report, report.lesson, number, walked.broken)


def check_chance(report: FileReport, number: int, step: Step, game: AnyGame, walked: Walked) -> None:
    """Outcomes that a step says and that never come on its best line."""
    if not walked.to_come or walked.broken is not None or walked.state is None:
        return
    at = len(step.chance) - len(walked.to_come)
    text = walked.to_come[0]
    path = at_step(number, "chance", at)
    error: UnreadableMove | None = None
    for state in reversed(walked.chances):
        node = game.node(state)
        try:
            outcome = game.read(state, text)
        except UnreadableMove as unread:
            error = error or unread
            continue
        if isinstance(node, Chance) and node.outcomes.weight(outcome) > 0:
            # It may be there for another way to the goal; an author should still know.
            over = state is walked.chances[-1] and walked.solved
            why = "is not needed: the step is over before it comes" if over else "does not come in its turn"
            severity: Severity = "note" if over else "warning"
            report.add(
                path, "chance", f"{shown(text)} {why}", "outcomes in the order of the best line", severity=severity
            )
            return
        error = None
        break
    if error is not None:
        report.add(path, "move", f"{shown(text)} is no outcome here", error.expected, index=error.column - 1)
    elif walked.chances:
        report.add(
            path, "chance", f"{shown(text)} cannot come here", "an outcome that chance can give on the best line"
        )
    else:
        report.add(path, "chance", f"{shown(text)} never comes: nothing is left to chance here", "no outcome")


def check_reply(report: FileReport, number: int, step: Step, game: AnyGame, walked: Walked) -> None:
    """How an opponent answers: that there is one, that it is asked, and that it can do what the step says."""
    path = at_step(number, "reply")
    if not step.reply:
        return
    if not step.goal:
        report.add(path, "reply", "nobody answers here: nothing is played", "a step with a goal", key=True)
    elif game.info.shared:
        message = f"nobody plays against the learner: in {game.info.title} all seats win or lose together"
        report.add(path, "reply", message, "a step without it", key=True)
    elif isinstance(step.reply, str) and step.reply not in game.policies():
        expected = f"{', '.join(game.policies())}, or moves in a list"
        report.add(path, "reply", f"there is no policy {shown(step.reply)}", expected)
    elif walked.broken is None and walked.line and not walked.answered:
        message = "no opponent has to choose on the best line"
        report.add(path, "reply", message, "a position in which one has to", severity="warning", key=True)
    elif not isinstance(step.reply, str):
        _check_answers(report, path, step.reply, game, walked)


def _check_answers(report: FileReport, path: Path, texts: tuple[str, ...], game: AnyGame, walked: Walked) -> None:
    legal = [{game.write(made.state, action) for action in made.node.actions} for made in walked.answered]
    for at, text in enumerate(texts):
        errors = [error for made in walked.answered if (error := _unread(game, made.state, text)) is not None]
        if walked.answered and len(errors) == len(walked.answered):
            column = errors[0].column - 1
            report.add((*path, at), "move", f"{shown(text)} is no move here", errors[0].expected, index=column)
    for made, may in zip(walked.answered, legal, strict=True):
        if made.move not in [_read(game, made.state, text) for text in texts]:
            message = f"none of these moves is legal at {game.where(made.state)}"
            report.add(path, "reply", message, f"one of {', '.join(sorted(may))}")
            return


def _unread(game: AnyGame, state: Any, text: str) -> UnreadableMove | None:
    try:
        game.read(state, text)
    except UnreadableMove as error:
        return error
    return None


def _read(game: AnyGame, state: Any, text: str) -> Any:
    return None if _unread(game, state, text) is not None else game.read(state, text)

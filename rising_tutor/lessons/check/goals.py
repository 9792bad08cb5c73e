"""Goals: facts that there are, a goal that can be reached and is not reached yet, and values for every action."""

from rising_tutor.core.scenes import SceneGame
from rising_tutor.errors import BadPosition
from rising_tutor.lessons.check.file_report import FileReport, at_step, shown
from rising_tutor.lessons.check.texts import tests_of
from rising_tutor.lessons.check.walk import Walked, refusals_of
from rising_tutor.lessons.judging.goals import hold, holds
from rising_tutor.lessons.lesson import StateTest, Step
from rising_tutor.lessons.places import Path
from rising_tutor.probability.dice_turn.dice_game import dice_game

_ALL = 1.0
_SAME = 1e-9
_TIES = 4
_SLOW = 25_000
"""Positions that a learner can wait for: about three seconds."""


def check_goal(report: FileReport, number: int, step: Step, scenes: SceneGame, walked: Walked) -> None:
    """All of it for one step whose position is there."""
    sound = _facts(report, number, step, scenes, walked)
    if not step.goal or not sound:
        return
    path = at_step(number, "goal")
    if _begun(report, number, step, scenes, walked):
        return
    if not _aims(report, number, step, walked):
        return
    asked = refusals_of(step.goal)
    if asked and walked.refused is None:
        rule = asked[0]
        report.add(path, "never-refused", f"{rule} refuses nothing in this position", "a position in which it does")
        return
    if asked:
        return
    if not walked.line:
        why = str(walked.broken) if walked.broken is not None else "nobody chooses here"
        report.add(path, "nobody", f"nothing can be tried: {why}", "a position in which somebody chooses", key=True)
        return
    _values(report, number, step, walked)


def _begun(report: FileReport, number: int, step: Step, scenes: SceneGame, walked: Walked) -> bool:
    for k, test in enumerate(step.lost):
        if holds(scenes, walked.state, test):
            report.add(at_step(number, "lost", k), "lost", "this holds before the first action", "a test that can fail")
            return True
    if hold(scenes, walked.state, step.goal):
        message = "the goal holds before the first action"
        report.add(at_step(number, "goal"), "holds", message, "a test that needs an action", key=True)
        return True
    last = step.ends_at(scenes)
    if last and str(scenes.fact(walked.state, "step")) >= last:
        message = f"it is too late from the beginning: until = {last!r}"
        where = at_step(number, "until") if report.has(at_step(number, "until")) else at_step(number, "goal")
        report.add(where, "unreachable", message, "a later step of the turn")
        return True
    return False


def _aims(report: FileReport, number: int, step: Step, walked: Walked) -> bool:
    """Whether everything that dice are to complete can be completed here; before the dice step nothing can yet."""
    dice = dice_game(report.game) if report.game is not None else None
    here = [card.id for card in dice.odds_targets(walked.state)] if dice is not None else []
    unknown = [k for k, aim in enumerate(step.aim) if here and aim not in here]
    for k in unknown:
        message = f"dice cannot complete {step.aim[k]!r} here"
        report.add(at_step(number, "aim", k), "aim", message, f"one of {', '.join(here)}")
    return not unknown


def _values(report: FileReport, number: int, step: Step, walked: Walked) -> None:
    path = at_step(number, "goal")
    judged = [choice for choice in walked.line if choice.judged is not None]
    # The mathematics of dice has no more to say once the aim is complete: any action is accepted then.
    asked = judged[:1] if step.aim else judged
    at = next((n for n, choice in enumerate(asked) if not choice.valued), None)
    if at is not None:
        when = "before the first action" if at == 0 else f"after {at} actions of the best line"
        message = f"the actions cannot be valued exactly {when}: too much can follow"
        report.add(path, "not-judged", message, "aim, or a limit of one to three actions", key=True)
        return
    if walked.looked > _SLOW:
        message = f"a learner waits: {walked.looked} positions are looked at to value the actions"
        report.add(path, "slow", message, "a limit, an earlier until, or aim", severity="warning", key=True)
    value = walked.line[0].value
    if value is not None and value <= 0:
        report.add(path, "unreachable", "no way of playing reaches the goal", "a goal with a chance", key=True)
        return
    if not walked.solved:
        _missed(report, number, step, value)
        return
    if judged and len(judged) == len(walked.line):
        _losses(report, number, step, walked)


def _missed(report: FileReport, number: int, step: Step, value: float | None) -> None:
    path = at_step(number, "goal")
    if value is None:
        message = "play by the program does not reach the goal with the chance of this step"
        report.add(path, "missed", message, "another seed, or chance", key=True, severity="warning")
    elif value >= 1 - _SAME and step.aim:
        message = "the aim is certain, and reaching it does not meet the goal"
        report.add(at_step(number, "aim"), "unreachable", message, "an aim that is the goal")
    else:
        message = f"the best line (chance {value:.1%}) misses the goal with the chance of this step"
        report.add(path, "missed", message, "another seed, or outcomes in chance", key=True)


def _losses(report: FileReport, number: int, step: Step, walked: Walked) -> None:
    if not any(choice.losing() for choice in walked.line):
        if any(len(choice.texts) > 1 for choice in walked.line):
            message = "every legal action keeps the chance of the goal: there is nothing to decide"
            report.add(
                at_step(number, "goal"), "nothing", message, "loss = 1, or a choice", severity="warning", key=True
            )
    elif 0 < step.loss < _ALL and not any(choice.losing(step.loss + _SAME) for choice in walked.line):
        most = max(row.loss for choice in walked.line if choice.judged for row in choice.judged.rows)
        message = f"every legal action is accepted: none loses more than {most:.3f}"
        report.add(at_step(number, "loss"), "loss", message, "a smaller loss", severity="warning")
    first = walked.line[0]
    if 1 < len(first.best) < len(first.texts):
        texts = [first.texts[action] for action in first.best]
        more = f" and {len(texts) - _TIES} more" if len(texts) > _TIES else ""
        message = f"equally good: {', '.join(texts[:_TIES])}{more}"
        report.add(at_step(number, "goal"), "tie", message, severity="note", key=True)


def _facts(report: FileReport, number: int, step: Step, scenes: SceneGame, walked: Walked) -> bool:
    sound = True
    for path, test in tests_of(number, step):
        after = len(path) > 2 and path[2] == "ask"
        state = walked.after if after else walked.state
        if test.fact and state is not None:
            sound = _one_fact(report, path, test, scenes, state) and sound
    return sound


def _one_fact(report: FileReport, path: Path, test: StateTest, scenes: SceneGame, state: object) -> bool:
    try:
        value = scenes.fact(state, test.fact)
    except BadPosition as error:
        report.add((*path, "fact"), "fact", f"there is no fact {shown(test.fact)} here", error.expected)
        return False
    number = isinstance(value, (int, tuple)) and not isinstance(value, bool)
    if (test.at_least is not None or test.at_most is not None) and not number:
        word = "at_least" if test.at_least is not None else "at_most"
        report.add((*path, word), "fact", f"{test.fact} is no number, it is {shown(value)}", "is or not")
        return False
    for word, given in (("is", test.equals), ("not", test.differs)):
        if given is not None and type(given) is not type(value):
            kind = {bool: "true or false", int: "a number", str: "a text", tuple: "has, for a list"}[type(value)]
            report.add((*path, word), "fact", f"{shown(given)} cannot be compared with {test.fact}", kind)
            return False
    if test.holds is not None and not isinstance(value, tuple):
        report.add(
            (*path, "has"), "fact", f"{test.fact} is no list, it is {shown(value)}", "is, not, at_least, at_most"
        )
        return False
    return True

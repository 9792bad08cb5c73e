"""Questions with exactly one right answer, and offers of which exactly one is refused."""

from rising_tutor.core.game import AnyGame
from rising_tutor.core.node import Decision
from rising_tutor.core.scenes import SceneGame
from rising_tutor.errors import BadPosition, UnreadableMove
from rising_tutor.lessons.check.file_report import FileReport, at_step, shown
from rising_tutor.lessons.check.walk import Walked
from rising_tutor.lessons.judging.goals import hold
from rising_tutor.lessons.judging.leaks import bare
from rising_tutor.lessons.lesson import Ask, Step

CHOICES = (2, 5)
OFFERS = (3, 5)


def check_ask(report: FileReport, number: int, ask: Ask, scenes: SceneGame, walked: Walked) -> None:
    """The answers of a question."""
    path = at_step(number, "ask", "choices")
    if not CHOICES[0] <= len(ask.choices) <= CHOICES[1]:
        report.add(path, "choices", f"{len(ask.choices)} answers", f"{CHOICES[0]} to {CHOICES[1]}")
    seen: dict[str, int] = {}
    for k, choice in enumerate(ask.choices):
        said = bare(choice.say)
        if said in seen:
            found = f"the same answer as number {seen[said] + 1}"
            report.add((*path, k, "say"), "choices", found, "answers that differ")
        seen.setdefault(said, k)
        if not choice.holds:
            report.add((*path, k), "choices", "an answer without a test is always right", "holds = [...]")
    if walked.after is None:
        return
    right = right_choices(ask, scenes, walked)
    if right is None:
        return
    if not right:
        report.add(path, "choices", "no answer is right after these moves", "exactly one right answer", key=True)
    elif len(right) > 1:
        found = f"the answers {', '.join(str(k + 1) for k in right)} are all right"
        report.add((*path, right[1]), "choices", found, "exactly one right answer")


def right_choices(ask: Ask, scenes: SceneGame, walked: Walked) -> list[int] | None:
    """The answers that are right after the moves of a question; None where that cannot be said."""
    try:
        return [k for k, choice in enumerate(ask.choices) if hold(scenes, walked.after, choice.holds)]
    except BadPosition:
        return None


def check_spot(report: FileReport, number: int, step: Step, game: AnyGame, state: object) -> None:
    """The offers of "which of these is not allowed"."""
    path = at_step(number, "spot")
    if not OFFERS[0] <= len(step.spot) <= OFFERS[1]:
        report.add(path, "spot", f"{len(step.spot)} offers", f"{OFFERS[0]} to {OFFERS[1]}")
    if not isinstance(game.node(state), Decision):
        report.add(path, "nobody", "nobody chooses in this position", "a position in which somebody chooses")
        return
    seen: dict[object, int] = {}
    refused: list[int] = []
    sound = True
    for k, text in enumerate(step.spot):
        try:
            action = game.read(state, text)
        except UnreadableMove as error:
            sound = False
            report.add((*path, k), "move", f"{shown(text)} is no action here", error.expected, index=error.column - 1)
            continue
        if action in seen:
            found = f"the same action as number {seen[action] + 1}"
            report.add((*path, k), "spot", found, "offers that differ")
        seen.setdefault(action, k)
        if game.check(state, action) is not None:
            refused.append(k)
    if sound and not refused:
        report.add(path, "spot", "every offer is legal", "exactly one that is refused", key=True)
    for k in refused[1:]:
        report.add((*path, k), "spot", f"this is refused, and number {refused[0] + 1} is too", "one that is refused")

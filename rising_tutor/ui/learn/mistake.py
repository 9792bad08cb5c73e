"""An own mistake, once more, drawn: the position with what is asked, and what is said to the last answer."""

from rising_tutor.lessons.mistakes.exercise import BetterChoice, RefusedChoice
from rising_tutor.render.html import Child, Html, el
from rising_tutor.render.parts import button, cite, icon
from rising_tutor.tutor.lesson.mistake import MistakeController
from rising_tutor.ui.learn.answering import (
    OTHER,
    RIGHT,
    WRONG,
    Title,
    box,
    details,
    heading,
    learn_link,
    offers,
    refused,
    replies,
    rule_offers,
    spoken,
    stage,
)
from rising_tutor.ui.learn.spot import ASKS


def head() -> Html:
    """What this is."""
    return heading(
        [learn_link(), " · My mistakes"], "The same position once more", done=0, now=0, total=1, step="the only step"
    )


def table(controller: MistakeController) -> dict[str, Html]:
    """The position, and the tray."""
    parts = controller.table.parts()
    return {**parts, "table": stage(parts["table"])}


def _offers(controller: MistakeController) -> Child:
    one = controller.exercise
    if isinstance(one, BetterChoice):
        return None
    right = one.exercise.illegal
    wrong = [pick for pick in one.picks if pick != right]
    return offers(
        controller.words(), label=ASKS, words=("not allowed", "allowed"), right=right if one.found else -1, wrong=wrong
    )


def speech(controller: MistakeController, title: Title) -> Html:
    """What is asked, the rules to choose from, what is said to the last answer, the way back."""
    one = controller.exercise
    spots = isinstance(one, RefusedChoice)
    where = one.asked.where if isinstance(one, RefusedChoice) else one.where
    choices = rule_offers(controller.rules, title) if controller.rules else None
    back = button("Back to the list", "finish", key="next", cls="rt-btn--main" if controller.done else "")
    return spoken(
        [
            el("p", where, cls="rt-say"),
            el(
                "p",
                icon("i-goal"),
                el("span", ASKS if isinstance(one, RefusedChoice) else one.asks),
                cls="rt-goal",
                tabindex="-1",
                data_key="goal",
            ),
            _offers(controller) if spots else None,
        ],
        replies(_said(controller), choices),
        el("div", el("span", cls="rt-grow"), back, cls="rt-row rt-ways"),
    )


def _said(controller: MistakeController) -> Child:
    if controller.background.counting is not None:
        return box("", "i-goal", [el("b", "Counting what each choice is worth. "), button("Stop counting", "halt")])
    if controller.said is None:
        return refused(controller.table)
    first, *rest = controller.said.says
    one = controller.exercise
    if isinstance(one, RefusedChoice) and one.done:
        rest = [*rest, one.exercise.refusal.why]
    elif isinstance(one, RefusedChoice) and one.found:
        # Its rule is what is asked for now, so it is not cited yet.
        return box("good", "i-check", [el("b", f"{RIGHT}, it is not allowed."), el("p", "Now name the rule.")])
    elif isinstance(one, RefusedChoice):
        first = f"{WRONG}. {first}"
    cites = [[cite(rule), " "] for rule in controller.said.rules]
    lines = [el("p", line) for line in rest]
    behind = el("p", "Rules: ", cites) if cites else None
    body: list[Child] = [el("b", first)]
    body += [lines, behind] if isinstance(one, RefusedChoice) else [details(lines, behind)]
    return box("good" if controller.said.right else OTHER, "i-check" if controller.said.right else "i-other", body)

"""Illegal on purpose, drawn: a run of exercises with their positions on the table."""

from rising_tutor.render.html import Child, Html, el
from rising_tutor.render.parts import button, cite, icon
from rising_tutor.tutor.lesson.spot import SpotController
from rising_tutor.ui.learn.answering import (
    OTHER,
    RIGHT,
    WRONG,
    Title,
    box,
    heading,
    offers,
    replies,
    rule_offers,
    spoken,
    stage,
)

ASKS = "One of these actions is not allowed now. Which one?"


def head(controller: SpotController) -> Html:
    """Which exercise of how many."""
    session = controller.session
    n = len(session.order)
    return heading(
        f"Exercise {session.at + 1} of {n}",
        "Spot the illegal action",
        done=session.at + session.done,
        now=-1 if session.done else session.at,
        total=n,
        step=f"exercise {session.at + 1} of {n}",
    )


def table(controller: SpotController) -> dict[str, Html]:
    """The position, and the tray."""
    parts = controller.table.parts()
    return {**parts, "table": stage(parts["table"])}


def _said(controller: SpotController) -> Child:
    verdict, session = controller.verdict, controller.session
    if verdict is None:
        return None
    if session.found and not session.done:
        return box("good", "i-check", [el("b", f"{RIGHT}, it is not allowed."), el("p", "Now name the rule.")])
    first, *rest = verdict.says
    if session.done:
        rest = [*rest, session.exercise.refusal.why]
    elif not verdict.right:
        first, rest = f"{WRONG}. {first}", [*rest, "Choose again."]
    cites = [[cite(rule), " "] for rule in verdict.rules]
    body = [el("b", first), " ", cites, [el("p", line) for line in rest]]
    return box("good" if verdict.right else OTHER, "i-check" if verdict.right else "i-other", body)


def speech(controller: SpotController, title: Title) -> Html:
    """What is asked, what is said to the last answer, the rules to choose from, and where to go."""
    session = controller.session
    right, total = session.score
    ways: list[Child] = [
        el("span", f"{right} of {total} right so far", cls="rt-small rt-muted") if total else None,
        el("span", cls="rt-grow"),
    ]
    if session.done:
        end = session.over
        ways.append(button("Finish" if end else "Next", "finish" if end else "next", key="next", cls="rt-btn--main"))
    choices = rule_offers(session.asked.rules, title) if session.found and not session.done else None
    wrong = [pick for pick in session.picks if pick != session.exercise.illegal]
    return spoken(
        [
            el("p", session.asked.where, cls="rt-say"),
            el("p", icon("i-goal"), el("span", ASKS), cls="rt-goal", tabindex="-1", data_key="goal"),
            offers(
                controller.words(),
                label=ASKS,
                words=("not allowed", "allowed"),
                right=session.exercise.illegal if session.found else -1,
                wrong=wrong,
            ),
        ],
        replies(_said(controller), choices),
        el("div", ways, cls="rt-row rt-ways"),
    )

"""Illegal on purpose, as a view: a run of exercises with their positions on the table.

choice N     picks the action that is not allowed
name RULE    names the rule that forbids it
next         the next exercise
"""

from collections.abc import Callable, Sequence

from rising_tutor.core.numbers import whole
from rising_tutor.lessons.learner.facts import Fact
from rising_tutor.lessons.spots.session import SpotSession
from rising_tutor.lessons.spots.spot import Verdict
from rising_tutor.render.html import Child, Html, el
from rising_tutor.render.parts import button, cite, icon
from rising_tutor.tutor.callbacks import nothing
from rising_tutor.tutor.lesson.table import PICTURES, LessonTable, StillSeat
from rising_tutor.tutor.messages import Message
from rising_tutor.ui.learn.answering import (
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


class SpotController:
    """A learner at a run of exercises.

    Args:
        session: the run.
        note: keeps a fact.
        now: tells the time as facts have it.
        changed: called when something is to be drawn again, with the key of what should have the focus, or "".

    Attributes:
        verdict: what is said to the last answer.
    """

    def __init__(
        self,
        session: SpotSession,
        *,
        note: Callable[[Fact], object] = nothing,
        now: Callable[[], str] = lambda: "",
        changed: Callable[[str], object] = nothing,
    ) -> None:
        self.session = session
        self._note, self._now, self._changed = note, now, changed
        self.verdict: Verdict | None = None
        self.table = LessonTable(session.game, self._seat())

    def _seat(self) -> StillSeat:
        session = self.session
        return StillSeat(session.game, session.exercise.state, live=False, picture=PICTURES * (session.at + 1))

    def handle(self, message: Message) -> bool:
        """Does what a message asks for; whether it was for these exercises."""
        do, arg, session = message.do, message.arg, self.session
        if do not in ("choice", "name", "next", "unfold"):
            return False
        if message.at not in (-1, self.table.seat.n_moves):
            return True
        focus = ""
        offer = whole(arg, below=len(session.asked.offers))
        if do == "choice" and offer is not None and not session.found:
            self.verdict = session.pick(offer, self.words()[offer])
            focus = "name:0" if self.verdict.right else ""
        elif do == "name" and arg in session.asked.rules and session.found and not session.done:
            self.verdict = session.name_rule(arg)
            self._note(session.attempt(self._now()))
            focus = "next"
        elif do == "next" and session.done and not session.over:
            session.next()
            self.verdict = None
            self.table.sit(self._seat())
            focus = "goal"
        elif do == "unfold":
            self.table.means(message)
        self._changed(focus)
        return True

    def words(self) -> Sequence[str]:
        """The offered actions in words; the notation where two would read the same."""
        session = self.session
        words = [self.table.word(action) for action in session.exercise.offers]
        return [word if words.count(word) == 1 else session.asked.offers[at] for at, word in enumerate(words)]


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


def table(controller: SpotController) -> Html:
    """The position."""
    return stage(controller.table.parts()["table"])


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
    return box("good" if verdict.right else "wrong", "i-check" if verdict.right else "i-no", body)


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

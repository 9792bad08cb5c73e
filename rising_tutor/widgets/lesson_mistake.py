"""An own mistake, once more: name the rule that forbids the action, or find an action that is worth more.

name RULE    names the rule
press, act, roll, stop, discard, nearest, close, unfold    at the table, as in a lesson
halt         stops counting
"""

from collections.abc import Callable, Mapping
from typing import Any, Final

from rising_tutor.analysis.worth import exact_worth
from rising_tutor.core.game import AnyGame
from rising_tutor.core.scenes import scene_game
from rising_tutor.errors import BadProblem, RisingTutorError, TooLarge
from rising_tutor.lessons.facts import Attempt, Fact, Mistake, Outcome
from rising_tutor.lessons.judge import Judge
from rising_tutor.lessons.lesson import Step
from rising_tutor.lessons.spot import rule_choices
from rising_tutor.probability.answer import Progress
from rising_tutor.probability.percents import number, percent
from rising_tutor.render.html import Child, Html, el
from rising_tutor.render.parts import button, cite, icon
from rising_tutor.widgets.lesson_desk import Guard, as_it_is
from rising_tutor.widgets.lesson_notes import nothing
from rising_tutor.widgets.lesson_parts import Title, box, learn_link, refused, replies, rule_offers, stage
from rising_tutor.widgets.lesson_say import chances
from rising_tutor.widgets.lesson_table import TABLE, LessonTable, StillSeat
from rising_tutor.widgets.odds_worker import Worker
from rising_tutor.widgets.view import Message

_SAME: Final = 1e-9
NOT_COUNTED: Final = "What the actions here are worth could not be counted exactly, so this exercise cannot be judged."


class MistakeDesk:
    """A learner at one own mistake.

    Args:
        game: the game that it was made in.
        mistake: the mistake.
        step: the step of the lesson that it was made in, which says what counts; None for a game.
        worker: does long work.
        note: keeps a fact.
        now: tells the time as facts have it.
        changed: called when something is to be drawn again, with the key of what should have the focus, or "".
        guard: wraps callbacks of the worker.

    Attributes:
        done: whether it was answered rightly.
        tried: the action in question, in words.
        said: the last answer: whether it was right, and sentences.

    Raises:
        RisingTutorError: the position or the action is none of this game.
    """

    def __init__(
        self,
        game: AnyGame,
        mistake: Mistake,
        step: Step | None = None,
        worker: Worker | None = None,
        *,
        note: Callable[[Fact], object] = nothing,
        now: Callable[[], str] = lambda: "",
        changed: Callable[[str], object] = nothing,
        guard: Guard = as_it_is,
    ) -> None:
        self.game, self.mistake, self.step = game, mistake, step
        self.worker = worker or Worker(beside=False)
        self._note, self._now, self._changed, self._guard = note, now, changed, guard
        self.state = game.load(mistake.state.encode())
        self.action = game.read(self.state, mistake.tried)
        self.refusal = game.check(self.state, self.action)
        self.names = mistake.kind == "refused"
        if self.names and self.refusal is None:
            raise Outdated
        self.table = LessonTable(game, StillSeat(game, self.state, live=not self.names))
        self.rules = (
            rule_choices(game, self.state, self.refusal.rule, mistake.id) if self.names and self.refusal else ()
        )
        self.tried = self.table.word(self.action)
        self.done = False
        self.busy = False
        self.counting: tuple[int, int] | None = None
        self.said: tuple[bool, tuple[str, ...], tuple[str, ...]] | None = None

    def take(self, message: Message) -> bool:
        """Does what a message asks for; whether it was for this exercise."""
        do, arg = message["do"], message["arg"]
        if do == "name" and self.names:
            self._name(arg)
        elif do == "halt":
            self.worker.stop()
            self.busy, self.counting = False, None
            self._changed("")
        elif do in TABLE:
            if not self.busy and not self.done and self.table.take(message):
                self._try(self.table.wanted)
            else:
                self._changed("")
        else:
            return False
        return True

    def _name(self, rule: str) -> None:
        if self.done or rule not in self.rules or self.refusal is None:
            return
        right = rule == self.refusal.rule
        self._attempt("best" if right else "wrong", rule)
        if right:
            self.done = True
            self.said = (True, (f"{rule} forbids it.", self.refusal.why), (rule,))
        else:
            self.said = (False, (f"It is not {rule}. Choose again.",), ())
        self._changed("next" if right else "")

    def _try(self, action: Any) -> None:
        if self.table.refusal is not None:
            self._attempt("illegal", self.game.write(self.state, action), self.table.refusal.rule)
            self.said = None
            self._changed("")
            return
        self.busy = True
        guard = self._guard

        def finish(values: tuple[Mapping[Any, float], bool]) -> None:
            self.busy, self.counting = False, None
            self._judge(action, values[0], chance=values[1])

        def tell(n: int, total: int) -> None:
            self.counting = (n, total)
            self._changed("")

        def fail(fault: BaseException) -> None:
            self.busy, self.counting = False, None
            if not isinstance(fault, BadProblem | TooLarge):
                self._changed("")
                raise fault
            self._judge(action, {}, chance=True)

        self.worker.start(self.values, guard(finish), failed=guard(fail), tell=guard(tell))

    def values(self, progress: Progress | None = None) -> tuple[Mapping[Any, float], bool]:
        """Action -> what it is worth, and whether that is a chance."""
        scenes = scene_game(self.game)
        if self.step is not None and scenes is not None:
            judged = Judge(self.game, scenes, self.step, self.state).judged(self.state, 0, progress)
            return {row.action: row.value for row in judged.rows if row.value is not None}, True
        found = exact_worth(self.game, self.state, None, progress)
        if found is None:
            return {}, True
        return {row.action: row.value for row in found.rows if row.value is not None}, found.unit == "chance"

    def _judge(self, action: Any, values: Mapping[Any, float], *, chance: bool) -> None:
        if action not in values or self.action not in values:
            self.said = (False, (NOT_COUNTED,), ())
            self._changed("reply")
            return
        mine, old, best = values[action], values[self.action], max(values.values())
        now, before = chances(mine, old) if chance else (number(mine), number(old))
        unit = "" if chance else " goals on average"
        what = self.table.word(action)
        if mine > old + _SAME:
            self.done = True
            top = mine >= best - _SAME
            self._attempt("best" if top else "good", self.game.write(self.state, action))
            more = "" if top else f" The best has {percent(best) if chance else number(best)}."
            self.said = (True, (f"{what} is worth {now}{unit}, {self.tried} {before}.{more}",), (self.mistake.rule,))
        else:
            self._attempt("wrong", self.game.write(self.state, action))
            self.said = (False, (f"{what} is worth {now}{unit}, no more than {self.tried} with {before}.",), ())
        self._changed("next" if self.done else "")

    def _attempt(self, outcome: Outcome, answer: str, refused: str = "") -> None:
        mistake = self.mistake
        rules = tuple(dict.fromkeys((mistake.rule, *((refused,) if refused else ()))))
        self._note(Attempt(self._now(), f"mistake:{mistake.id}", rules, outcome, answer[:500], refused))


class Outdated(RisingTutorError):
    """The action is allowed by the rules in use."""

    def __init__(self) -> None:
        super().__init__("What you tried then is allowed by the rules in use now.")


def main(desk: MistakeDesk) -> Html:
    """The middle of the page."""
    asks = "Which rule forbids it?" if desk.names else f"Find an action that is worth more than: {desk.tried}."
    where = desk.game.where(desk.state)
    parts = desk.table.parts()
    return el(
        "div",
        el(
            "div",
            el("p", learn_link(), " · My mistakes", cls="rt-small rt-muted"),
            el("h1", "The same position once more"),
        ),
        el("p", f"{where[:1].upper()}{where[1:]}. You tried: {desk.tried}.", cls="rt-say"),
        el("p", icon("i-goal"), el("span", asks), cls="rt-goal", tabindex="-1", data_key="goal"),
        stage(parts),
        cls="rt-stack rt-lesson__main",
        data_zone=True,
    )


def side(desk: MistakeDesk, title: Title) -> Html:
    """Beside the table: the rules to choose from, what is said to the last answer, the way back."""
    choices = rule_offers(desk.rules, title) if desk.names and not desk.done else None
    back = button("Back to the list", "finish", key="next", cls="rt-btn--main" if desk.done else "")
    return el(
        "div",
        replies(_said(desk), choices),
        el("div", el("span", cls="rt-grow"), back, cls="rt-row rt-ways"),
        cls="rt-stack rt-lesson__side",
        data_zone=True,
    )


def _said(desk: MistakeDesk) -> Child:
    if desk.counting is not None:
        return box("", "i-goal", [el("b", "Counting what each choice is worth. "), button("Stop counting", "halt")])
    if desk.said is None:
        return refused(desk.table)
    right, lines, rules = desk.said
    first, *rest = lines
    cites = [[cite(rule), " "] for rule in rules]
    body: list[Child] = [el("b", first), " ", cites, [el("p", line) for line in rest]]
    return box("good" if right else "wrong", "i-check" if right else "i-no", body)

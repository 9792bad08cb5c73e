"""A lesson at the table: the controller of a lesson's view, without a widget in it.

It takes messages as `view.py` describes them, writes facts for the learner file, and calls `changed` when something is
to be drawn again. Values that take long are worked out in the `Background` it is given.

    press, act, roll, stop, discard, nearest, close, unfold    at the table, see lesson_table.py
    choice N          answers a question, or picks the action that is not allowed
    name RULE         names the rule that forbids it
    hint LEVEL        takes a hint: rule, goal or move; without a level the next one
    check             says which parts of the goal hold
    follow            goes on with the wrong choice, to see where it leads
    again, back       begins this step anew, or the one before
    next              goes to the next step
    skip              goes to the next step that begins in a position of its own
    halt              stops counting
    whole             shows the whole table, or what the step is about
    beats             shows the enemy's turn step by step ("on"), or not ("off")
"""

from collections.abc import Callable
from typing import Any, Final

from rising_tutor.analysis.consequences import Followed, follow
from rising_tutor.core.numbers import whole
from rising_tutor.lessons.check.walk import refusals_of
from rising_tutor.lessons.learner.facts import Fact, Progress
from rising_tutor.lessons.run import LessonRun as Run
from rising_tutor.lessons.run.reply import PRICES
from rising_tutor.lessons.spots.spot import rule_choices
from rising_tutor.tutor.background import Background, in_kernel
from rising_tutor.tutor.callbacks import nothing
from rising_tutor.tutor.lesson.notes import LessonNotes
from rising_tutor.tutor.lesson.scene import needed
from rising_tutor.tutor.lesson.table import PICTURES, TABLE, LessonSeat, LessonTable
from rising_tutor.tutor.messages import Message
from rising_tutor.tutor.table.beats import KEPT as BEATS
from rising_tutor.tutor.table.beats import watched

HINTS: Final = tuple(PRICES)
_NEXT, _REPLY = "next", "reply"
_ONCE: Final = frozenset({"choice", "name", "follow", "again", "back", "next", "skip"})
"""What a press on an older picture must not do again."""


class LessonController:
    """A learner at one lesson.

    Args:
        note: keeps a fact; called before the page shows what it is about.
        before: how far the learner had come in this lesson at some time before.
        changed: called when something is to be drawn again, with the key of what should have the focus, or "".
        ahead: whether values are worked out before anybody asks; None: where work goes on beside the page.

    Attributes:
        picked: the offer of a question that was picked last, from 0.
        rules: the rules to choose from, once the action that is not allowed is found; empty before.
        shown: the hints that are shown, by level.
        move: the best action, once it was asked for.
        needs: the parts of the table that the step is about.
        followed: where a wrong choice may lead, once it is followed.
    """

    rules: tuple[str, ...]
    named: str
    shown: list[str]
    move: Any
    followed: Followed | None
    _last: tuple[Any, Any] | None

    def __init__(
        self,
        run: Run,
        background: Background | None = None,
        *,
        note: Callable[[Fact], object] = nothing,
        now: Callable[[], str] = lambda: "",
        before: Progress | None = None,
        changed: Callable[[str], object] = nothing,
        ahead: bool | None = None,
    ) -> None:
        self.run = run
        self.background = background or Background(beside=False)
        self._changed = changed
        self.notes = LessonNotes(run, note, now, before)
        self._pictures = 0
        self._waited_for = False
        self._works_ahead = in_kernel() if ahead is None else ahead
        self._then: Callable[[], object] | None = None
        self.whole = False
        self.table = LessonTable(run.game, LessonSeat(run, 0))
        self._renew()

    @property
    def solved(self) -> bool:
        run = self.run
        return run.done and (run.step.kind != "spot" or bool(self.named) or not self.rules)

    @property
    def levels(self) -> tuple[str, ...]:
        """The hints that this step has. A question has no best action; where the rule is asked for, it is no hint."""
        kind = self.run.step.kind
        if kind == "read" or self.solved:
            return ()
        has = {"rule": kind != "spot", "goal": bool(self.run.step.hints.goal), "move": kind == "goal"}
        return tuple(level for level in HINTS if has[level])

    def to_try(self) -> tuple[tuple[str, str], ...]:
        """Where the step asks to try what a rule refuses, and the table has no press for it: places and words."""
        run = self.run
        rules = refusals_of(run.step.goal) if run.step.kind == "goal" and not run.done else ()
        return self.table.to_try(rules, run.step.show) if rules and run.actions else ()

    def offers(self) -> tuple[str, ...]:
        run = self.run
        if run.step.ask is not None:
            return tuple(one.say for one in run.step.ask.choices)
        return tuple(self.table.word(run.game.read(run.state, text)) for text in run.step.spot)

    @property
    def counting(self) -> tuple[int, int] | None:
        """What is done and what there is to do, while somebody waits for it and that was told; None else."""
        return self.background.counting if self._waited_for else None

    def handle(self, message: Message) -> bool:
        do, arg, run = message.do, message.arg, self.run
        if do == BEATS:
            self.table.watch(watched=watched(arg))
            self._changed("")
            return True
        if do in TABLE:
            if not self._waited_for and self.table.means(message):
                self._try(self.table.wanted)
            else:
                if do == "close":
                    run.reply = None
                self._changed("")
            return True
        # Each gives the key of what should have the focus, "" for none, None where nothing is to be drawn.
        act: Callable[[], str | None] | None = {
            "choice": lambda: self._choose(arg),
            "name": lambda: self._name(arg),
            "hint": lambda: self._hint(arg),
            "whole": self._turn_whole,
            "check": self._check,
            "follow": self._follow,
            "again": self._again,
            "back": self._back,
            "next": lambda: self._moved() if self.solved and run.go_on() else None,
            "skip": lambda: self._moved() if run.skip_ahead() else None,
            "halt": self._halt,
        }.get(do)
        if act is None:
            return False
        stale = do in _ONCE and message.at not in (-1, self.table.seat.n_moves)
        if not stale and (do == "halt" or not self._waited_for) and (focus := act()) is not None:
            self._changed(focus)
        return True

    def _turn_whole(self) -> str:
        self.whole = not self.whole
        return ""

    def _check(self) -> str:
        self.checked = True
        return _REPLY

    def _back(self) -> str | None:
        self._rest()
        return self._moved() if self.run.back() else None

    def _halt(self) -> str | None:
        if not self._waited_for:
            return None
        self._rest()
        self.halted = True
        return ""

    def _try(self, action: Any) -> None:
        self.followed, self.checked = None, False
        if self.table.refusal is not None:
            self._made(action)
        else:
            self._weigh(lambda: self._made(action))

    def _made(self, action: Any) -> None:
        run = self.run
        before, was_done, was_failed = run.state, run.done, run.failed
        judged = run.judged() if self.table.refusal is None else None
        self.method = judged.method if judged is not None else ""
        reply = run.try_action(action)
        self.notes.tried(before, reply)
        self._last = (before, action) if reply.outcome == "wrong" else None
        if reply.made:
            self._follow_up()
            self._ahead()
        self.notes.answered(reply, ended=run.done and not was_done, missed=run.failed and not was_failed)
        self._changed(_NEXT if run.done else "again" if run.failed else "")

    def _follow_up(self) -> None:
        seat = self.table.seat
        assert isinstance(seat, LessonSeat)
        before = len(seat.made)
        seat.follow()
        self.table.controller.see(seat.made[before:])
        self.table.put_back()
        self._forget_move()

    def _forget_move(self) -> None:
        """The best action was that of the position before; who wants the next one asks again, at no further price."""
        self.move = None
        self.shown = [level for level in self.shown if level != "move"]

    def _choose(self, arg: str) -> str | None:
        run = self.run
        offer = whole(arg, below=len(self.offers())) if run.step.kind in ("ask", "spot") and not run.done else None
        if offer is None:
            return None
        self.picked, before = offer, run.state
        reply = run.answer(self.picked)
        refusal = reply.refusal
        if not reply.right:
            self.notes.attempt(reply, "wrong")
        elif refusal is not None:
            # The rule is asked for too; both together are one answer.
            self.rules = rule_choices(run.game, before, refusal.rule, f"{run.lesson.id}:{run.at}")
        else:
            self.notes.answered(reply, ended=True)
        self._follow_up()
        if self.rules:
            return "name:0"
        return _NEXT if reply.right else ""

    def _name(self, rule: str) -> str | None:
        if self.named or rule not in self.rules or self.run.reply is None:
            return None
        self.named = rule
        reply = self.run.reply
        right = reply.refusal is not None and rule == reply.refusal.rule
        if not right:
            self.notes.attempt(reply, "wrong", answer=f"{reply.text}; {rule}")
        self.notes.answered(reply, ended=True, right=right)
        return _NEXT

    def _hint(self, level: str) -> str | None:
        left = [one for one in self.levels if one not in self.shown]
        level = level or (left[0] if left else "")
        if level not in self.levels:
            return None
        if level in self.shown:
            self.shown.remove(level)
            return f"hint:{level}"
        if level == "move" and self.move is None:
            self._weigh(self._show_move)
            return None
        return self._show(level)

    def _show_move(self) -> None:
        self.move = self.run.best_action()
        self._changed(self._show("move"))

    def _show(self, level: str) -> str:
        if level in HINTS:
            self.run.take_hint(level)  # type: ignore[arg-type]  # one of HINTS
            self.shown.append(level)
        return f"hint:{level}"

    def _follow(self) -> str | None:
        last, self._last = self._last, None
        if not self.run.follow():
            return None
        self._follow_up()
        if last is None:
            # Nothing was said against the line: there is nothing to show, play goes on.
            self._ahead()
            return _NEXT if self.run.done else ""
        self._look_ahead(*last)
        return None

    def finish(self) -> None:
        if self.solved and self.run.last:
            self.notes.place(ended=True)

    def begin(self) -> None:
        self.notes.place()

    def _again(self) -> str:
        self._rest()
        self.run.again()
        shown = list(self.shown)
        self._renew()
        self.shown = shown
        self._forget_move()
        self.notes.place()
        return "goal"

    def _moved(self) -> str:
        self._renew()
        self.notes.place()
        return "goal"

    def _renew(self) -> None:
        self._pictures += PICTURES
        self.table.sit(LessonSeat(self.run, self._pictures))
        # Of the position in which the step begins: a table that changes with every die would not keep still.
        self.needs = needed(self.run.scenes, self.run.state, self.run.step)
        self.picked = -1
        self.method = ""
        self.rules = ()
        self.named = ""
        self.shown = []
        self.move = None
        self.checked = self.halted = False
        self.followed = None
        self._last = None
        self._ahead()

    def _weigh(self, then: Callable[[], object] | None = None) -> None:
        """Values the choices of this moment. Begun as soon as a moment comes, so that mostly nobody waits for it.

        Args:
            then: what waits for the values; None for work ahead.
        """
        if then is not None:
            self._waited_for, self.halted, self._then = True, False, then
        if not self.background.busy:
            self.background.start(self.run.weigh, self._weighed, failed=self._not_weighed, tell=self._tell)

    def _weighed(self, _: object) -> None:
        then, self._then = self._then, None
        self._waited_for = False
        if then is not None:
            then()

    def _not_weighed(self, fault: BaseException) -> None:
        waits = self._waited_for
        self._rest()
        if waits:
            self._changed("")
            raise fault

    def _tell(self, _n: int, _total: int) -> None:
        if self._waited_for:
            self._changed("")

    def _ahead(self) -> None:
        self._rest()
        if self._works_ahead and self.run.actions and not self.run.failed:
            self._weigh()

    def _rest(self) -> None:
        self.background.stop()
        self._waited_for, self._then = False, None

    def _look_ahead(self, state: Any, action: Any) -> None:
        self._rest()
        self._waited_for = True
        game = self.run.game

        def finish(found: Followed) -> None:
            self._rest()
            self.followed = found
            self._ahead()
            self._changed("warn-followed")

        self.background.start(
            lambda progress: follow(game, state, action, progress=progress),
            finish,
            failed=self._not_weighed,
            tell=self._tell,
        )

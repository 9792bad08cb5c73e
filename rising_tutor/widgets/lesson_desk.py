"""A lesson at the table: the controller of a lesson's view, without a widget in it.

It takes messages as `view.py` describes them, writes facts for the learner file, and calls `changed` when something is
to be drawn again. Values that take long are worked out in the `Worker` it is given.

    press, act, roll, stop, discard, nearest, close, unfold    at the table, see lesson_table.py
    choice N          answers a question, or picks the action that is not allowed
    name RULE         names the rule that forbids it
    hint LEVEL        takes a hint: rule, goal or move; without a level the next one
    check             says which parts of the goal hold
    follow            goes on with the wrong choice, to see where it leads
    again, back       begins this step anew, or the one before
    next, skip        goes to the next step
    halt              stops counting
    whole             shows the whole table, or what the step is about
"""

from collections.abc import Callable, Sequence
from typing import Any, Final

from rising_tutor.analysis.consequences import Followed, follow
from rising_tutor.errors import TooLarge
from rising_tutor.lessons.facts import MOST_MOVES, Attempt, Fact, Mistake, Progress, mistake_id
from rising_tutor.lessons.lesson import SCENARIO, StateTest
from rising_tutor.lessons.run import PRICES, Reply
from rising_tutor.lessons.run import LessonRun as Run
from rising_tutor.lessons.spot import rule_choices
from rising_tutor.widgets.lesson_scene import needed
from rising_tutor.widgets.lesson_table import PICTURES, TABLE, LessonSeat, LessonTable
from rising_tutor.widgets.odds_worker import Worker
from rising_tutor.widgets.view import Message

HINTS: Final = tuple(PRICES)
_NEXT, _REPLY = "next", "reply"
_ONCE: Final = frozenset({"choice", "name", "follow", "again", "back", "next", "skip"})
"""What a press on an older picture must not do again."""
Guard = Callable[[Callable[..., Any]], Callable[..., Any]]


def nothing(*_: Any) -> None:
    """For what nobody listens to."""


def as_it_is(callback: Callable[..., Any]) -> Callable[..., Any]:
    """No guard."""
    return callback


class LessonDesk:
    """A learner at one lesson.

    Args:
        run: the lesson.
        worker: does long work.
        note: keeps a fact; called before the page shows what it is about.
        now: tells the time as facts have it.
        before: how far the learner had come in this lesson at some time before.
        changed: called when something is to be drawn again, with the key of what should have the focus, or "".
        guard: wraps callbacks of the worker.

    Attributes:
        picked: the offer of a question that was picked last, from 0.
        rules: the rules to choose from, once the action that is not allowed is found; empty before.
        named: the rule that was named; "" before.
        shown: the hints that are shown, by level.
        move: the best action, once it was asked for.
        method: how the values of the last try were obtained.
        whole: whether the whole table is shown.
        needs: the parts of the table that the step is about.
        checked: whether the goal was checked since the last try.
        followed: where a wrong choice may lead, once it is followed.
        counting: what is done and what there is to do, while values are worked out; None else.
        halted: whether counting was stopped by the learner.
    """

    picked: int
    method: str
    rules: tuple[str, ...]
    named: str
    shown: list[str]
    move: Any
    checked: bool
    halted: bool
    followed: Followed | None
    counting: tuple[int, int] | None
    _last: tuple[Any, Any] | None

    def __init__(
        self,
        run: Run,
        worker: Worker | None = None,
        *,
        note: Callable[[Fact], object] = nothing,
        now: Callable[[], str] = lambda: "",
        before: Progress | None = None,
        changed: Callable[[str], object] = nothing,
        guard: Guard = as_it_is,
    ) -> None:
        self.run = run
        self.worker = worker or Worker(beside=False)
        self._note, self._now, self._changed, self._guard = note, now, changed, guard
        self._before = before
        self._pictures = 0
        self._busy = False
        self.whole = False
        self.table = LessonTable(run.game, LessonSeat(run, 0))
        self._renew()

    # Where it stands --------------------------------------------------------------

    @property
    def item(self) -> str:
        """The lesson as facts name it."""
        return f"{self.run.lesson.kind}:{self.run.lesson.id}"

    @property
    def step_item(self) -> str:
        """The step as facts name it; a scenario is one step."""
        return self.item if self.run.lesson.kind == SCENARIO else f"{self.item}#{self.run.at + 1}"

    @property
    def solved(self) -> bool:
        """Whether nothing is left to do in this step."""
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

    @property
    def stars(self) -> int:
        """The stars of the steps that are solved, their mean rounded down; 3 only where no step took help."""
        stars = [self.run.stars[at] for at in sorted(self.run.stars)]
        return sum(stars) // len(stars) if stars else 3

    def offers(self) -> tuple[str, ...]:
        """What a question offers, in words; nothing in them tells the answer."""
        run = self.run
        if run.step.ask is not None:
            return tuple(one.say for one in run.step.ask.choices)
        return tuple(self.table.word(run.game.read(run.state, text)) for text in run.step.spot)

    # What is done --------------------------------------------------------------------

    def take(self, message: Message) -> bool:
        """Does what a message asks for; whether it was for a lesson."""
        do = message["do"]
        if do in TABLE:
            if not self._busy and self.table.take(message):
                self._try(self.table.wanted)
            else:
                if do == "close":
                    self.run.reply = None
                self._changed("")
            return True
        handler: Callable[[str], str | None] | None = getattr(self, f"_do_{do}", None)
        if handler is None:
            return False
        if (self._busy and do != "halt") or (do in _ONCE and message["at"] not in (-1, self.table.seat.n_moves)):
            return True
        focus = handler(message["arg"])
        if focus is not None:
            self._changed(focus)
        return True

    def _try(self, action: Any) -> None:
        """Judges an action first where that may take long."""
        self.followed, self.checked = None, False
        if self.table.refusal is not None:
            self._made(action)
        else:
            self._work(self.run.weigh, lambda _: self._made(action))

    def _made(self, action: Any) -> None:
        run = self.run
        before, was_done, was_failed = run.state, run.done, run.failed
        judged = run.judged() if self.table.refusal is None else None
        self.method = judged.method if judged is not None else ""
        reply = run.try_action(action)
        self._note_try(before, reply)
        if reply.outcome == "wrong":
            self._last = (before, action)
        if reply.made:
            self._follow_up()
        self._keep(reply, ended=run.done and not was_done, missed=run.failed and not was_failed)
        self._changed(self._ways() if run.done or run.failed else "")

    def _ways(self) -> str:
        return _NEXT if self.run.done else "again"

    def _follow_up(self) -> None:
        seat = self.table.seat
        assert isinstance(seat, LessonSeat)
        seat.follow()
        self.table.put_back()

    def _do_choice(self, arg: str) -> str | None:
        run = self.run
        if run.step.kind not in ("ask", "spot") or run.done or not arg.isdigit() or int(arg) >= len(self.offers()):
            return None
        self.picked, before = int(arg), run.state
        reply = run.answer(self.picked)
        refusal = reply.refusal
        if not reply.right:
            self._attempt(reply, reply.outcome)
        elif refusal is not None:
            # The rule is asked for too; both together are one answer.
            self.rules = rule_choices(run.game, before, refusal.rule, f"{run.lesson.id}:{run.at}")
        else:
            self._keep(reply, ended=True, missed=False)
        self._follow_up()
        if self.rules:
            return "name:0"
        return _NEXT if reply.right else ""

    def _do_name(self, rule: str) -> str | None:
        if self.named or rule not in self.rules or self.run.reply is None:
            return None
        self.named = rule
        reply = self.run.reply
        right = reply.refusal is not None and rule == reply.refusal.rule
        if not right:
            self._attempt(reply, "wrong", answer=f"{reply.text}; {rule}")
        self._keep(reply, ended=True, missed=False, right=right)
        return _NEXT

    def _do_hint(self, level: str) -> str | None:
        left = [one for one in self.levels if one not in self.shown]
        level = level or (left[0] if left else "")
        if level not in self.levels:
            return None
        if level in self.shown:
            self.shown.remove(level)
            return f"hint:{level}"
        if level == "move" and self.move is None:
            self._work(self.run.weigh, lambda _: self._show_move())
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

    def _do_whole(self, _: str) -> str | None:
        self.whole = not self.whole
        return ""

    def _do_check(self, _: str) -> str | None:
        self.checked = True
        return _REPLY

    def _do_follow(self, _: str) -> str | None:
        run = self.run
        if self._last is None or not run.follow():
            return None
        state, action = self._last
        self._last = None
        self._follow_up()
        self._work(lambda progress: follow(run.game, state, action, progress=progress), self._show_followed)
        return None

    def _show_followed(self, found: Followed) -> None:
        self.followed = found
        self._changed("warn-followed")

    def finish(self) -> None:
        """The last step is left: the lesson is done."""
        if self.solved and self.run.last:
            self._keep_place(ended=True)

    def begin(self) -> None:
        """The lesson was opened: it is the one to go on with."""
        self._keep_place()

    def _do_again(self, _: str) -> str | None:
        self.run.again()
        shown = list(self.shown)
        self._renew()
        self.shown = shown
        self._keep_place()
        return "goal"

    def _do_back(self, _: str) -> str | None:
        return self._moved() if self.run.back() else None

    def _do_next(self, _: str) -> str | None:
        return self._moved() if self.solved and self.run.go_on() else None

    def _do_skip(self, _: str) -> str | None:
        return self._moved() if self.run.skip() else None

    def _do_halt(self, _: str) -> str | None:
        if not self._busy:
            return None
        self.worker.stop()
        self._busy, self.counting, self.halted = False, None, True
        return ""

    def _moved(self) -> str:
        self._renew()
        self._keep_place()
        return "goal"

    def _renew(self) -> None:
        """Another step: empty hands, nothing said."""
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
        self.counting = None
        self._last = None

    # Work that may take long ------------------------------------------------------------

    def _work(self, work: Callable[..., Any], done: Callable[[Any], object]) -> None:
        self._busy, self.halted = True, False

        def finish(found: Any) -> None:
            self._busy, self.counting = False, None
            done(found)

        def fail(fault: BaseException) -> None:
            self._busy, self.counting = False, None
            self._changed("")
            if not isinstance(fault, TooLarge):
                raise fault

        def tell(n: int, total: int) -> None:
            self.counting = (n, total)
            self._changed("")

        guard = self._guard
        self.worker.start(work, guard(finish), failed=guard(fail), tell=guard(tell))

    # What is kept ----------------------------------------------------------------------

    def _note_try(self, before: Any, reply: Reply) -> None:
        """A refused or wrong action is an attempt and a mistake; a right one counts once the goal is reached."""
        run = self.run
        if reply.outcome not in ("illegal", "wrong") or run.off:
            return
        refused = reply.refusal.rule if reply.refusal is not None else ""
        if refused and _asked_for(run.step.goal, refused):
            return
        rule = refused or next(iter(run.step.rules), "")
        if not rule:
            return
        self._attempt(reply, reply.outcome)
        state = run.game.dump(before).decode()
        self._note(
            Mistake(
                id=mistake_id(state, reply.text),
                at=self._now(),
                kind="refused" if refused else "loss",
                state=state,
                tried=reply.text,
                rule=rule,
                loss=None if refused else min(1.0, reply.loss or 0.0),
                source="lesson",
                note=self.step_item,
            )
        )

    def _attempt(self, reply: Reply, outcome: Any, *, answer: str = "") -> None:
        refused = reply.refusal.rule if reply.refusal is not None and outcome == "illegal" else ""
        rules = tuple(dict.fromkeys((*((refused,) if refused else ()), *self.run.step.rules)))
        if reply.refusal is not None and self.run.step.kind == "spot":
            rules = tuple(dict.fromkeys((reply.refusal.rule, *rules)))
        if rules:
            loss = None if reply.loss is None else min(1.0, reply.loss)
            said = (answer or reply.text)[:500]
            self._note(Attempt(self._now(), self.step_item, rules, outcome, said, refused, self.run.hints, loss))

    def _keep(self, reply: Reply, *, ended: bool, missed: bool, right: bool = True) -> None:
        """What the end of a step says, and where the learner is."""
        run = self.run
        if missed and not run.off:
            self._attempt(reply, "wrong")
        if ended:
            if right and not run.off and reply.outcome != "unjudged":
                self._attempt(reply, "good" if reply.outcome == "illegal" else reply.outcome)
            if not right:
                run.stars[run.at] = min(run.stars.get(run.at, 0), 1)
            if run.lesson.kind != SCENARIO:
                stars = run.stars.get(run.at, 0)
                self._note(Progress(self._now(), self.step_item, done=True, stars=stars, step=run.at))
        if not (missed and not ended):
            self._keep_place(ended=ended and run.last)

    def _keep_place(self, *, ended: bool = False) -> None:
        """Where to go on after a reload. What a question played is not kept: it is asked again."""
        run = self.run
        if run.step.kind in ("ask", "spot") and run.done and not ended:
            return
        before = self._before
        done = ended or (before is not None and before.done)
        stars = max(self.stars if ended else 0, before.stars if before is not None else 0)
        moves = () if ended else run.record[:MOST_MOVES]
        kept = Progress(self._now(), self.item, done=done, stars=stars, step=0 if ended else run.at, moves=moves)
        self._before = kept
        self._note(kept)


def _asked_for(goal: Sequence[StateTest], rule: str) -> bool:
    """Whether the step wants to see this refusal."""
    return any(one.refused == rule or _asked_for(one.any, rule) for one in goal)

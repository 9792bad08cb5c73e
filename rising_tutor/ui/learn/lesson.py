"""The view of a lesson as HTML: where the learner is, the goal, the table, the answer, the hints.

Nothing that tells the answer is in here before the attempt: a hint is drawn once it was taken, an answer once it was
given.
"""

from typing import Any

from rising_tutor.core.english import capital, counted
from rising_tutor.lessons.lesson import MISSION
from rising_tutor.lessons.run import answer_words
from rising_tutor.lessons.run.reply import PRICES, Reply
from rising_tutor.render.html import EMPTY, Child, Html, el, join
from rising_tutor.render.parts import button, cite, fold, icon, panel_head
from rising_tutor.tutor.lesson import words as say
from rising_tutor.tutor.lesson.controller import LessonController
from rising_tutor.tutor.lesson.scene import LEFT_OUT
from rising_tutor.ui.components.ranked_table import ranked_table
from rising_tutor.ui.learn.answering import (
    OTHER,
    RIGHT,
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
from rising_tutor.ui.play.coach_panels import followed

_UNSEEN: dict[str, Any] = {"tabindex": "-1", "aria_hidden": "true"}
_GO_ON = "Do it and go on"
_NAMES = {"rule": "Rule", "goal": "Goal", "move": "Move"}


def table(controller: LessonController) -> dict[str, Html]:
    """Tray and table; of the table what this step is about, all of it on demand."""
    run = controller.run
    hides = [part for part in LEFT_OUT if part not in controller.needs]
    parts = controller.table.parts(run.step.show)
    shown = stage(
        parts["table"],
        "Exercise" if run.step.kind == "goal" else "Table",
        hides=() if controller.whole else hides,
        whole=controller.whole if hides else None,
    )
    return {**parts, "table": shown}


def speech(controller: LessonController, title: Title) -> Html:
    """What the tutor says: the text of the step and its goal, the answer to the last try, where to go, the hints."""
    return spoken(
        [
            el("p", controller.run.step.say, " ", [[cite(rule), " "] for rule in _cited(controller)], cls="rt-say"),
            _task(controller),
            _to_try(controller),
            _offers(controller),
        ],
        answer(controller, title),
        ways(controller),
        hints(controller, title),
    )


def _cited(controller: LessonController) -> tuple[str, ...]:
    """The rules of the step; where the rule is asked for, only once it was named."""
    return () if controller.run.step.kind == "spot" and not controller.solved else controller.run.step.rules


def head(controller: LessonController, number: int, path: Child = None) -> Html:
    """Which lesson, which step, in one line.

    Args:
        number: of the lesson in the course, from 1.
        path: the other lessons, behind a fold.
    """
    run = controller.run
    n = len(run.lesson.step)
    return heading(
        [learn_link(), " · ", say.place(run.lesson, number, run.at)],
        run.lesson.title,
        done=run.at + controller.solved,
        now=-1 if controller.solved else run.at,
        total=n,
        step=f"step {run.at + 1} of {n}",
        beside=path,
    )


def _task(controller: LessonController) -> Child:
    """The goal of the step in one sentence; the focus comes here with each step."""
    text = say.task(controller.run.step)
    sign = icon("i-goal") if text else icon("i-book")
    words = text or "Read this, look at the table, then go on."
    return el("p", sign, el("span", words), cls="rt-goal" if text else "rt-goal rt-goal--read", **_FOCUS)


_FOCUS: dict[str, str] = {"tabindex": "-1", "data_key": "goal"}


def _to_try(controller: LessonController) -> Child:
    """What a rule refuses and the step asks to try all the same, where nothing on the table is pressed for it."""
    found = controller.to_try()
    tried = [button(capital(word), "press", place, key=f"try:{at}") for at, (place, word) in enumerate(found)]
    return el("div", tried, cls="rt-row", role="group", aria_label="To try") if tried else None


def _offers(controller: LessonController) -> Child:
    """The answers to choose from; then the rules to choose from."""
    run = controller.run
    if run.step.kind not in ("ask", "spot"):
        return None
    reply = run.reply
    words = ("not allowed", "allowed") if run.step.spot else ("this happens", "does not happen")
    return offers(
        controller.offers(),
        label=say.task(run.step),
        words=words,
        right=controller.picked if run.done else -1,
        wrong=(controller.picked,) if reply is not None and not reply.right else (),
    )


# The answer -------------------------------------------------------------------------


def answer(controller: LessonController, title: Title) -> Html:
    """What is said to the last try; below it the rules to choose from, and where a wrong line may lead."""
    return replies(
        _said(controller, title),
        rule_offers(controller.rules, title) if controller.rules and not controller.named else None,
        followed(controller.followed) if controller.followed is not None else None,
    )


def _said(controller: LessonController, title: Title) -> Child:
    run, reply = controller.run, controller.run.reply
    if controller.counting is not None:
        return _counting(controller)
    if controller.halted:
        return el("p", "Counting was stopped. Nothing was done.", cls="rt-reply")
    if run.failed:
        return _failed(controller)
    if controller.checked:
        left = [el("li", line) for line in say.unmet_words(run)] if not run.done else []
        return box("", "i-goal", [el("b", say.parts_of(run)), el("ul", left) if left else None])
    if reply is None:
        # Found like this after a reload: by which way it was reached is not known any more.
        return box("good", "i-check", [el("b", answer_words.REACHED)]) if _reached(controller) else None
    if run.step.kind in ("ask", "spot"):
        return _answered(controller, reply, title)
    if reply.outcome == "illegal":
        own = el("p", el("b", reply.says)) if reply.says else None
        return refused(controller.table, first=own, good=run.done)
    if run.off:
        return box("", "i-goal", [el("b", answer_words.followed(run)), None if run.done else _own_words(reply)])
    text = answer_words.answer(reply, run.step, done=run.done)
    body: list[Child] = [el("b", text)]
    if reply.outcome in ("wrong", "aside"):
        wrong = reply.outcome == "wrong"
        body.append(
            el(
                "div",
                button("Follow this line" if wrong else _GO_ON, "follow"),
                button("Try again", "close", key="try-again", hot="Escape", cls="rt-btn--quiet"),
                _hint_button(controller),
                cls="rt-row",
            )
        )
        return box(OTHER if wrong else "", "i-other" if wrong else "i-goal", [*body, _details(controller, reply)])
    if run.done:
        body.append(_stars(controller))
    return box("good", "i-check", [*body, _details(controller, reply)])


def _details(controller: LessonController, reply: Reply) -> Child:
    """The figures behind an answer and the rules, for those who ask."""
    run = controller.run
    game, done = run.lesson.game, run.done
    lines = answer_words.details(reply, run.step, game, method=controller.method, done=done)
    rules = [[cite(rule), " "] for rule in reply.rules[:2]]
    if not (lines or rules):
        return None
    return details([el("p", line) for line in lines], el("p", "Rules: ", rules) if rules else None)


def _reached(controller: LessonController) -> bool:
    return controller.run.done and controller.run.step.kind == "goal"


def _stars(controller: LessonController) -> Child:
    n = controller.run.stars.get(controller.run.at)
    if n is None or controller.run.off:
        return None
    return el("span", say.stars(n), cls="rt-tag")


def _own_words(reply: Reply) -> Child:
    return el("p", reply.says) if reply.says else None


def _counting(controller: LessonController) -> Html:
    done, total = controller.counting or (0, 0)
    how = f"{done:,} of at most {total:,} positions." if total else ""
    return el(
        "div",
        el("p", el("b", "Counting what each choice is worth. "), how),
        el("div", cls="rt-skel"),
        button("Stop counting", "halt", hot="Escape"),
        cls="rt-ok rt-ok--plain rt-counting",
    )


def _failed(controller: LessonController) -> Html:
    run = controller.run
    left = [el("li", line) for line in say.unmet_words(run)]
    return box(
        OTHER,
        "i-other",
        [
            el("b", answer_words.missed(run)),
            _own_words(run.reply) if run.reply is not None else None,
            el("ul", left) if left else None,
            el(
                "div",
                button("Try again", "again", key="again", cls="rt-btn--main"),
                None if run.over else button("Go on", "follow"),
                _hint_button(controller),
                cls="rt-row",
            ),
        ],
    )


def _answered(controller: LessonController, reply: Reply, title: Title) -> Html:
    """The answer to a question, and to the pick of an action."""
    run = controller.run
    rules = [[cite(rule), " "] for rule in dict.fromkeys(reply.rules)]
    if run.step.ask is not None:
        text = reply.says or (answer_words.HAPPENS if reply.right else answer_words.HAPPENS_NOT)
        body: list[Child] = [
            el("b", text),
            _stars(controller) if run.done else None,
            details(el("p", "Rules: ", rules)),
        ]
        return box("good" if reply.right else OTHER, "i-check" if reply.right else "i-other", body)
    if not reply.right:
        text = reply.says or f"{answer_words.ALLOWED} {reply.means}"
        return box(OTHER, "i-other", [el("b", text)])
    refusal = reply.refusal
    assert refusal is not None
    if controller.rules and not controller.named:
        return box("good", "i-check", [el("b", f"{RIGHT}, it is not allowed.")])
    right = controller.named in ("", refusal.rule)
    lead = "" if right else f"It is not the rule that you picked, {controller.named}. "
    body = [
        el("b", reply.says or refusal.why),
        el("p", f"{lead}The rule: {title(refusal.rule)}. ", cite(refusal.rule)),
        el("p", refusal.why) if reply.says else None,
        _stars(controller),
    ]
    return box("good" if right else OTHER, "i-check" if right else "i-other", body)


# Where to go ---------------------------------------------------------------------------


def ways(controller: LessonController) -> Html:
    """Back, this step again, check, next."""
    run = controller.run
    left: list[Child] = []
    if run.at:
        left.append(button("Back", "back", cls="rt-btn--quiet"))
    if run.step.kind == "goal" and (run.n_tries or run.off):
        label = "Back to the choice" if run.worse else "This step again"
        left.append(button([icon("i-undo"), label], "again", key="again-way", cls="rt-btn--quiet"))
    right: list[Child] = []
    if controller.solved and run.last:
        right.append(button("Finish", "finish", key="next", cls="rt-btn--main"))
    elif controller.solved:
        right.append(button("Next", "next", key="next", cls="rt-btn--main"))
    else:
        if run.ahead > 0:
            far = run.ahead > run.at + 1
            right.append(
                button(f"Skip to step {run.ahead + 1}" if far else "Skip this step", "skip", cls="rt-btn--quiet")
            )
        # A mission leads from step to step: what is missing stands in the one sentence that it asks for.
        if run.step.kind == "goal" and run.lesson.kind != MISSION:
            right.append(button("Check the goal", "check"))
    return el("div", left, el("span", cls="rt-grow"), right, cls="rt-row rt-ways")


def happened(controller: LessonController) -> Html:
    """What happened in this step so far."""
    story = controller.table.story()
    if story is None:
        return EMPTY
    return el("section", el("h2", "What happened"), story, cls="rt-panel rt-events", aria_label="What happened")


# Beside --------------------------------------------------------------------------------


def hints(controller: LessonController, title: Title) -> Html:
    """The hints with their price; each is there once it was taken."""
    if not controller.levels:
        return EMPTY
    rows = []
    for level in controller.levels:
        seen = level in controller.shown
        taken = controller.run.hints >= 1 + list(PRICES).index(level)
        price = "seen" if taken else _price(PRICES[level])
        rows.append(
            el(
                "div",
                el(
                    "button",
                    el("span", _NAMES[level]),
                    el("em", price),
                    type="button",
                    data_do="hint",
                    data_arg=level,
                    data_key=f"hint:{level}",
                    aria_expanded="true" if seen else "false",
                ),
                el("div", _hint(controller, level, title), cls="rt-hint1__text", role="status") if seen else None,
                cls="rt-hint1",
            )
        )
    following = next((level for level in controller.levels if level not in controller.shown), "")
    key = None
    if following:
        key = button("Next hint", "hint", key="next-hint", hot="h", cls="rt-offstage", **_UNSEEN)
    return el(
        "section",
        panel_head("Hints", el("span", el("kbd", "H"), " next", cls="rt-xs rt-muted")),
        el("div", rows, cls="rt-hints"),
        key,
        cls="rt-panel rt-hintpanel",
        aria_label="Hints",
    )


def _price(stars: int) -> str:
    return "free" if not stars else f"costs {counted(stars, 'star')}"


def _hint_button(controller: LessonController) -> Child:
    following = next((level for level in controller.levels if level not in controller.shown), "")
    if not following:
        return None
    label = f"Hint: {_NAMES[following]}, {_price(PRICES[following])}"
    return button(label, "hint", following, key="hint-way", cls="rt-btn--quiet")


def _hint(controller: LessonController, level: str, title: Title) -> Child:
    run = controller.run
    words = run.step.hints
    if level == "rule":
        rule = words.rule or next(iter(run.step.rules), "")
        return el("p", f"{title(rule)}. ", cite(rule)) if rule else el("p", "No rule beyond those shown.")
    if level == "goal":
        return el("p", words.goal)
    if controller.move is None or controller.move not in run.actions:
        return el("p", answer_words.NO_MOVE if run.actions else "There is no legal action now.")
    return join(
        el("p", el("b", f"{controller.table.word(controller.move)}.")),
        # The author wrote it for the first choice of the step.
        el("p", words.move) if words.move and not run.n_tries else None,
        _every_choice(controller),
    )


def _every_choice(controller: LessonController) -> Child:
    """Every legal action with the chance of the goal after it, folded; it comes with the best action, at its price."""
    judged = controller.run.judged()
    if judged is None or not judged.best:
        return None
    reached = f"Goal reached{answer_words.scope(controller.run.step)}"
    return fold(
        f"All {len(judged.rows)} choices",
        ranked_table(judged, lambda one: controller.table.word(one.action), head=reached, named=True, cls="rt-table"),
        el("p", f"{capital(judged.method)}.", cls="rt-xs rt-muted"),
        key="every-choice",
    )

"""The view of a lesson as HTML: where the learner is, the goal, the table, the answer, the hints.

Nothing that tells the answer is in here before the attempt: a hint is drawn once it was taken, an answer once it was
given.
"""

from typing import Any

from rising_tutor.lessons import answer_words
from rising_tutor.lessons.reply import PRICES, Reply
from rising_tutor.probability.percents import percent
from rising_tutor.render.html import EMPTY, Child, Html, el, join
from rising_tutor.render.parts import button, cite, icon
from rising_tutor.tutor.lesson import words as say
from rising_tutor.tutor.lesson.controller import LessonDesk
from rising_tutor.tutor.lesson.scene import PARTS
from rising_tutor.ui.learn.answering import (
    RIGHT,
    WRONG,
    Title,
    box,
    learn_link,
    offers,
    refused,
    replies,
    rule_offers,
    stage,
)
from rising_tutor.ui.play.coach_panels import followed

_UNSEEN: dict[str, Any] = {"tabindex": "-1", "aria_hidden": "true"}
_GO_ON = "Do it and go on"
_NAMES = {"rule": "Rule", "goal": "Goal", "move": "Move"}


def main(desk: LessonDesk, number: int) -> Html:
    """The middle of the page.

    Args:
        number: of the lesson in the course, from 1.
    """
    run = desk.run
    return el(
        "div",
        head(desk, number),
        el("p", run.step.say, " ", [[cite(rule), " "] for rule in _cited(desk)], cls="rt-say"),
        _task(desk),
        _offers(desk),
        _stage(desk),
        cls="rt-stack rt-lesson__main",
        data_zone=True,
    )


def side(desk: LessonDesk, title: Title) -> Html:
    """Beside the table: the answer to the last try, where to go, the hints."""
    return el(
        "div", answer(desk, title), ways(desk), hints(desk, title), cls="rt-stack rt-lesson__side", data_zone=True
    )


def _stage(desk: LessonDesk) -> Html:
    """The table with what this step is about; all of it on demand."""
    run = desk.run
    hides = [part for part in PARTS if part not in desk.needs]
    # Where the figure turns, the locations lie around it as on the table.
    ring = "figure" in run.step.show
    return stage(
        desk.table.parts(run.step.show),
        "Exercise" if run.step.kind == "goal" else "Table",
        hides=() if desk.whole else hides,
        whole=desk.whole if hides else None,
        ring=ring,
    )


def _cited(desk: LessonDesk) -> tuple[str, ...]:
    """The rules of the step; where the rule is asked for, only once it was named."""
    return () if desk.run.step.kind == "spot" and not desk.solved else desk.run.step.rules


def head(desk: LessonDesk, number: int) -> Html:
    """Which lesson, which step."""
    run = desk.run
    n = len(run.lesson.step)
    bar = [el("i", cls="on" if at < run.at or (at == run.at and desk.solved) else None) for at in range(n)]
    if not desk.solved:
        bar[run.at] = el("i", cls="now")
    return el(
        "div",
        el("p", learn_link(), " · ", say.place(run.lesson, number, run.at), cls="rt-small rt-muted"),
        el("h1", run.lesson.title),
        el("div", bar, cls="rt-steps", role="img", aria_label=f"step {run.at + 1} of {n}") if n > 1 else None,
    )


def _task(desk: LessonDesk) -> Child:
    """The goal of the step in one sentence; the focus comes here with each step."""
    text = say.task(desk.run.step)
    sign = icon("i-goal") if text else icon("i-book")
    words = text or "Read this, look at the table, then go on."
    return el("p", sign, el("span", words), cls="rt-goal" if text else "rt-goal rt-goal--read", **_FOCUS)


_FOCUS: dict[str, str] = {"tabindex": "-1", "data_key": "goal"}


def _offers(desk: LessonDesk) -> Child:
    """The answers to choose from; then the rules to choose from."""
    run = desk.run
    if run.step.kind not in ("ask", "spot"):
        return None
    reply = run.reply
    words = ("not allowed", "allowed") if run.step.spot else ("this happens", "does not happen")
    return offers(
        desk.offers(),
        label=say.task(run.step),
        words=words,
        right=desk.picked if run.done else -1,
        wrong=(desk.picked,) if reply is not None and not reply.right else (),
    )


# The answer -------------------------------------------------------------------------


def answer(desk: LessonDesk, title: Title) -> Html:
    """What is said to the last try; below it the rules to choose from, and where a wrong line may lead."""
    return replies(
        _said(desk, title),
        rule_offers(desk.rules, title) if desk.rules and not desk.named else None,
        followed(desk.followed) if desk.followed is not None else None,
    )


def _said(desk: LessonDesk, title: Title) -> Child:
    run, reply = desk.run, desk.run.reply
    if desk.counting is not None:
        return _counting(desk)
    if desk.halted:
        return el("p", "Counting was stopped. Nothing was done.", cls="rt-reply")
    if run.failed:
        return _failed(desk)
    if desk.checked:
        left = [el("li", line) for line in say.unmet_words(run)] if not run.done else []
        return box("", "i-goal", [el("b", say.parts_of(run)), el("ul", left) if left else None])
    if reply is None:
        return box("good", "i-check", [el("b", "The goal is reached.")]) if _reached(desk) else None
    if run.step.kind in ("ask", "spot"):
        return _answered(desk, reply, title)
    if reply.outcome == "illegal":
        reached = el("p", el("b", "The goal is reached.")) if run.done else None
        return refused(desk.table, [reached, _own_words(reply)], good=run.done)
    if run.off:
        return box("", "i-goal", [el("b", answer_words.followed(run)), _own_words(reply)])
    text = answer_words.sentence(reply, run.step, run.lesson.game, done=run.done)
    method = (
        el("span", desk.method, cls="rt-xs rt-muted rt-reply__how")
        if reply.value is not None and not run.done
        else None
    )
    body: list[Child] = [el("b", text), " ", [[cite(rule), " "] for rule in reply.rules[:2]], _own_words(reply), method]
    if reply.outcome in ("wrong", "aside"):
        wrong = reply.outcome == "wrong"
        body.append(
            el(
                "div",
                button("Follow this line" if wrong else _GO_ON, "follow"),
                button("Try again", "close", key="try-again", hot="Escape", cls="rt-btn--quiet"),
                _hint_button(desk),
                cls="rt-row",
            )
        )
        return box("wrong", "i-no", body) if wrong else box("", "i-goal", body)
    if run.done:
        body.append(_stars(desk))
    return box("good", "i-check", body)


def _reached(desk: LessonDesk) -> bool:
    return desk.run.done and desk.run.step.kind == "goal"


def _stars(desk: LessonDesk) -> Child:
    n = desk.run.stars.get(desk.run.at)
    if n is None or desk.run.off:
        return None
    return el("span", say.stars(n), cls="rt-tag")


def _own_words(reply: Reply) -> Child:
    return el("p", reply.says) if reply.says else None


def _counting(desk: LessonDesk) -> Html:
    done, total = desk.counting or (0, 0)
    how = f"{done:,} of at most {total:,} positions." if total else ""
    return el(
        "div",
        el("p", el("b", "Counting what each choice is worth. "), how),
        el("div", cls="rt-skel"),
        button("Stop counting", "halt", hot="Escape"),
        cls="rt-ok rt-ok--plain rt-counting",
    )


def _failed(desk: LessonDesk) -> Html:
    run = desk.run
    left = [el("li", line) for line in say.unmet_words(run)]
    return box(
        "wrong",
        "i-no",
        [
            el("b", answer_words.missed(run)),
            el("ul", left) if left else None,
            _own_words(run.reply) if run.reply is not None else None,
            el(
                "div",
                button("Try again", "again", key="again", cls="rt-btn--main"),
                None if run.over else button("Go on", "follow"),
                _hint_button(desk),
                cls="rt-row",
            ),
        ],
    )


def _answered(desk: LessonDesk, reply: Reply, title: Title) -> Html:
    """The answer to a question, and to the pick of an action."""
    run = desk.run
    rules = [[cite(rule), " "] for rule in dict.fromkeys(reply.rules)]
    if run.step.ask is not None:
        text = "That is what happens." if reply.right else "That is not what happens. Choose again."
        return box("good" if reply.right else "wrong", "i-check" if reply.right else "i-no", [
            el("b", text), " ", rules, _own_words(reply), _stars(desk) if run.done else None,
        ])  # fmt: skip
    if not reply.right:
        return box("wrong", "i-no", [el("b", f"{WRONG}: it is allowed. Choose again."), _own_words(reply)])
    refusal = reply.refusal
    assert refusal is not None
    if desk.rules and not desk.named:
        return box("good", "i-check", [el("b", f"{RIGHT}, it is not allowed.")])
    right = desk.named in ("", refusal.rule)
    lead = "" if right else f"It is not {desk.named}. "
    body: list[Child] = [
        el("b", f"{lead}{refusal.rule} forbids it: {title(refusal.rule)}."),
        " ",
        cite(refusal.rule),
        el("p", refusal.why),
        _stars(desk),
    ]
    return box("good" if right else "wrong", "i-check" if right else "i-no", body)


# Where to go ---------------------------------------------------------------------------


def ways(desk: LessonDesk) -> Html:
    """Back, this step again, check, next."""
    run = desk.run
    left: list[Child] = []
    if run.at:
        left.append(button("Back", "back", cls="rt-btn--quiet"))
    if run.step.kind == "goal" and (run.n_tries or run.off):
        label = "Back to the choice" if run.worse else "This step again"
        left.append(button([icon("i-undo"), label], "again", key="again-way", cls="rt-btn--quiet"))
    right: list[Child] = []
    if desk.solved and run.last:
        right.append(button("Finish", "finish", key="next", cls="rt-btn--main"))
    elif desk.solved:
        right.append(button("Next", "next", key="next", cls="rt-btn--main"))
    else:
        if run.ahead > 0:
            far = run.ahead > run.at + 1
            right.append(
                button(f"Skip to step {run.ahead + 1}" if far else "Skip this step", "skip", cls="rt-btn--quiet")
            )
        if run.step.kind == "goal":
            right.append(button("Check the goal", "check"))
    return el("div", left, el("span", cls="rt-grow"), right, cls="rt-row rt-ways")


def happened(desk: LessonDesk) -> Html:
    """What happened in this step so far."""
    story = desk.table.story()
    if story is None:
        return EMPTY
    return el("section", el("h2", "What happened"), story, cls="rt-panel rt-events", aria_label="What happened")


# Beside --------------------------------------------------------------------------------


def hints(desk: LessonDesk, title: Title) -> Html:
    """The hints with their price; each is there once it was taken."""
    if not desk.levels:
        return EMPTY
    rows = []
    for level in desk.levels:
        seen = level in desk.shown
        taken = desk.run.hints >= 1 + list(PRICES).index(level)
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
                el("div", _hint(desk, level, title), cls="rt-hint1__text", role="status") if seen else None,
                cls="rt-hint1",
            )
        )
    following = next((level for level in desk.levels if level not in desk.shown), "")
    key = None
    if following:
        key = button("Next hint", "hint", key="next-hint", hot="h", cls="rt-offstage", **_UNSEEN)
    return el(
        "section",
        el("div", el("h2", "Hints"), el("span", el("kbd", "H"), " next", cls="rt-xs rt-muted"), cls="rt-panel__h"),
        el("div", rows, cls="rt-hints"),
        key,
        cls="rt-panel rt-hintpanel",
        aria_label="Hints",
    )


def _price(stars: int) -> str:
    return "free" if not stars else f"costs {stars} star{'' if stars == 1 else 's'}"


def _hint_button(desk: LessonDesk) -> Child:
    following = next((level for level in desk.levels if level not in desk.shown), "")
    if not following:
        return None
    label = f"Hint: {_NAMES[following]}, {_price(PRICES[following])}"
    return button(label, "hint", following, key="hint-way", cls="rt-btn--quiet")


def _hint(desk: LessonDesk, level: str, title: Title) -> Child:
    run = desk.run
    words = run.step.hints
    if level == "rule":
        rule = words.rule or next(iter(run.step.rules), "")
        return el("p", f"{title(rule)}. ", cite(rule)) if rule else el("p", "No rule beyond those shown.")
    if level == "goal":
        return el("p", words.goal)
    if desk.move is None or desk.move not in run.actions:
        return el("p", answer_words.NO_MOVE if run.actions else "There is no legal action now.")
    return join(
        el("p", el("b", f"{desk.table.word(desk.move)}.")),
        # The author wrote it for the first choice of the step.
        el("p", words.move) if words.move and not run.n_tries else None,
        _every_choice(desk),
    )


def _every_choice(desk: LessonDesk) -> Child:
    """Every legal action with the chance of the goal after it, folded; it comes with the best action, at its price."""
    judged = desk.run.judged()
    if judged is None or not judged.best:
        return None
    rows = [
        el(
            "tr",
            el("th", desk.table.word(row.action), scope="row"),
            el("td", "not counted" if row.value is None else percent(row.value)),
        )
        for row in judged.rows
    ]
    reached = f"Goal reached{answer_words.scope(desk.run.step)}"
    return el(
        "details",
        el("summary", f"All {len(rows)} choices"),
        el(
            "table",
            el("thead", el("tr", el("th", "Choice", scope="col"), el("th", reached, scope="col"))),
            el("tbody", rows),
            cls="rt-table",
        ),
        el("p", f"{judged.method[:1].upper()}{judged.method[1:]}.", cls="rt-xs rt-muted"),
        data_key="every-choice",
    )

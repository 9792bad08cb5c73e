"""Pieces of a view at a table where something is to be answered: lessons, exercises, own mistakes."""

from collections.abc import Callable, Collection, Sequence

from rising_tutor.render.html import Child, Html, el
from rising_tutor.render.parts import button, cite, fold, icon
from rising_tutor.tutor.lesson.table import LessonTable

Title = Callable[[str], str]
"""Rule id -> its title."""
NAME_IT = "Which rule forbids it?"
RIGHT = "Right"
WRONG = "Not this one"
OTHER = "other"
"""The tone of an answer to what is allowed and not what is asked for; the sign of what is forbidden is another one."""


def learn_link() -> Html:
    """The way back to the path."""
    return el("a", "Learn", href="#learn", data_do="go", data_arg="#learn", data_key="to-path")


def offers(
    texts: Sequence[str], *, label: str, words: tuple[str, str], right: int = -1, wrong: Sequence[int] = ()
) -> Html:
    """The answers to choose from. Sign and colour say whether the pick was right; what is true of it is in words alone.

    Args:
        words: what is true of the right one and of a wrong one, told once it was picked.
        right: the right one, once it was picked; then no other can be picked.
        wrong: those that were picked and are not.
    """
    rows = []
    for at, text in enumerate(texts):
        mark: Child = None
        if at == right:
            mark = _told(words[0], "i-check", RIGHT)
        elif at in wrong:
            mark = _told(words[1], "i-other", WRONG)
        state = "is-right" if at == right else ("is-wrong" if at in wrong else "")
        rows.append(
            el(
                "button",
                el("span", text),
                mark,
                type="button",
                cls=f"rt-btn rt-offer {state}".strip(),
                data_do="choice",
                data_arg=str(at),
                data_key=f"choice:{at}",
                data_hot=None if right >= 0 else str(at + 1),
                aria_disabled="true" if right >= 0 else None,
            )
        )
    return el("div", rows, cls="rt-offers", role="group", aria_label=label)


def _told(what: str, sign: str, verdict: str) -> Child:
    """What is true of an answer, and apart from it whether picking it was right."""
    return [el("span", what, cls="rt-offer__is"), el("span", icon(sign), verdict, cls="rt-offer__mark")]


def rule_offers(rules: Sequence[str], title: Title) -> Html:
    """The rules to choose from."""
    rows = [
        button([el("b", rule), el("span", title(rule))], "name", rule, key=f"name:{at}", cls="rt-offer")
        for at, rule in enumerate(rules)
    ]
    return el(
        "div",
        el("p", NAME_IT, cls="rt-offers__ask"),
        rows,
        cls="rt-offers",
        role="group",
        aria_label=NAME_IT,
    )


def heading(where: Child, title: str, *, done: int, now: int, total: int, step: str, beside: Child = None) -> Html:
    """The line over a table where something is learned: where one is, what it is called, how far one is.

    Args:
        done: how many steps are done.
        now: the step that is being done, from 0; -1 for none.
        total: of the steps.
        step: how far, in words.
        beside: stands at the end of the line.
    """
    bar = [el("i", cls="on" if at < done else "now" if at == now else None) for at in range(total)]
    return el(
        "header",
        el("h1", title),
        el("p", where, cls="rt-small rt-muted"),
        el("div", bar, cls="rt-steps", role="img", aria_label=step) if total > 1 else None,
        beside,
        cls="rt-stagehead",
    )


def spoken(asked: Child, *more: Child) -> Html:
    """What the tutor says: first what is asked, then the answer, the way on, the help."""
    return el("div", el("div", asked, cls="rt-asked"), more, cls="rt-speech", data_zone=True)


def stage(table: Html, name: str = "Table", *, hides: Collection[str] = (), whole: bool | None = None) -> Html:
    """The table of an exercise.

    Args:
        hides: parts of the table that are left out, of `tutor.lesson.scene.PARTS`.
        whole: whether everything is shown; None where that cannot be chosen.
    """
    switch = None
    if whole is not None:
        switch = button(
            "Whole table",
            "whole",
            cls="rt-btn--quiet rt-btn--small rt-exercise__whole",
            aria_pressed="true" if whole else "false",
        )
    return el(
        "section",
        el("h2", name, cls="rt-sr"),
        table,
        switch,
        cls=" ".join(["rt-exercise", *(f"no-{part}" for part in hides)]),
        aria_label=name,
        data_zone=True,
    )


def replies(said: Child, *more: Child) -> Html:
    """The place of answers. It stands in the page from the start, so that what comes into it is spoken."""
    spoken = el("div", said, role="status", cls="rt-replies", data_key="reply", tabindex="-1")
    return el("div", spoken, more, cls="rt-replybox")


def box(tone: str, sign: str, body: Child) -> Html:
    """An answer: tone "good", `OTHER` or ""; a sign of the sprite; what is said."""
    cls = {"good": "rt-ok", OTHER: "rt-ok rt-ok--other"}.get(tone, "rt-ok rt-ok--plain")
    return el("div", icon(sign), el("div", body), cls=cls)


def details(*inside: Child) -> Html:
    """What stands behind an answer, for those who ask: figures, how they were found, rules."""
    return fold("Details", el("div", inside, cls="rt-small rt-muted"), cls="rt-more", key="answer-details")


def refused(table: LessonTable, *, first: Child = None, good: bool = False) -> Html | None:
    """A refusal: what was tried, why not, the rule, the nearest legal action.

    Args:
        first: what the author says to it.
        good: whether the refusal was what the step asked for.
    """
    refusal, action = table.refusal, table.wanted
    if refusal is None:
        return None
    nearest: Child = None
    if refusal.nearest is not None and refusal.nearest in table.seat.actions:
        nearest = el("div", button(f"Nearest: {table.word(refusal.nearest)}", "nearest"), cls="rt-row")
    close = button(
        icon("i-close"), "close", key="close-reply", cls="rt-btn--quiet rt-btn--icon", hot="Escape", aria_label="Close"
    )
    body = [
        first,
        el("b", f"Not possible: {table.word(action)}."),
        el("p", refusal.why, " ", cite(refusal.rule)),
        nearest,
    ]
    return el(
        "div",
        icon("i-check" if good else "i-no"),
        el("div", body),
        close,
        cls="rt-ok" if good else "rt-ok rt-ok--wrong",
    )

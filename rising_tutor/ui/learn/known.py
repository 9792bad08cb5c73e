"""More tabs of the page Learn as HTML: the review list, what is known of each rule, the class."""

from collections.abc import Callable, Sequence

from rising_tutor.core.english import capital, counted
from rising_tutor.lessons.learner.class_report import ClassReport
from rising_tutor.lessons.learner.facts import Mistake, moment
from rising_tutor.lessons.learner.knowledge import DUE_METHOD, METHOD, Due, Estimate
from rising_tutor.probability.frequencies import in_turns, often
from rising_tutor.probability.percents import percent
from rising_tutor.probability.unit import Unit
from rising_tutor.render.forms import submit, text
from rising_tutor.render.html import Child, Html, el, join
from rising_tutor.render.parts import button, cite, empty_state, fold, scrolled
from rising_tutor.render.tables import table
from rising_tutor.tutor.lesson.words import well_known

Title = Callable[[str], str]

# Review --------------------------------------------------------------------------------


def review(
    due: Sequence[Due], mistakes: Sequence[Mistake], title: Title, *, on: bool, tried: bool, practise: Title
) -> Html:
    """The rules that are due, each with its reason, and the own mistakes.

    Args:
        on: whether the learner wants this list.
        tried: whether anything was answered yet.
        practise: where a rule can be practised: an address.
    """
    switch = button(
        f"Switch the list {'off' if on else 'on'}",
        "review",
        "off" if on else "on",
        key="review-switch",
        cls="rt-btn--small",
    )
    head = el("div", el("h1", "Review"), switch, cls="rt-row rt-row--apart")
    if not tried:
        body: Child = empty_state(
            "Nothing to review yet.",
            "Rules come here some time after you practised or missed them, each with the reason.",
            ("go", "#learn", "To the lessons"),
        )
    elif not on:
        body = el("p", "The review list is switched off. Your own mistakes stay below.", cls="rt-muted")
    elif not due:
        body = empty_state(
            "No rule is due now.", "Come back tomorrow, or go on with a lesson.", ("go", "#learn", "To the lessons")
        )
    else:
        rows = [
            el(
                "li",
                el("span", el("b", title(one.rule)), " ", cite(one.rule), cls="rt-due__t"),
                el("span", f"{capital(one.why)}.", cls="rt-small rt-muted rt-due__why"),
                button("Practise", "go", practise(one.rule), key=f"due:{one.rule}", cls="rt-btn--small"),
            )
            for one in due
        ]
        body = join(
            el("p", f"{counted(len(due), 'rule')} {'is' if len(due) == 1 else 'are'} due."),
            el("ul", rows, cls="rt-duelist"),
            fold("Details", el("p", f"{DUE_METHOD}."), cls="rt-more rt-xs rt-muted", key="due-method"),
        )
    return el("div", head, body, _mistakes(mistakes, title), cls="rt-learnface")


def _mistakes(mistakes: Sequence[Mistake], title: Title) -> Child:
    if not mistakes:
        return None
    rows = [
        el(
            "li",
            el("span", _mistake_title(one, title), cls="rt-due__t"),
            el("span", _mistake_words(one), cls="rt-small rt-muted rt-due__why"),
            button("Try again", "go", f"#learn?mistake={one.id}", key=f"mistake:{one.id}", cls="rt-btn--small"),
        )
        for one in reversed(mistakes)
    ]
    return el("section", el("h2", "My mistakes"), el("ul", rows, cls="rt-duelist"), cls="rt-chapter")


def _mistake_title(one: Mistake, title: Title) -> Child:
    """What it was about. The exercise asks for the rule that refused an action, so that is not told before."""
    if one.kind == "refused":
        return el("b", "An action that was not allowed")
    return [el("b", title(one.rule)), " ", cite(one.rule)]


def _mistake_words(one: Mistake) -> str:
    where = {"lesson": "in a lesson", "play": "in a game", "replay": "in a replay"}[one.source]
    if one.kind == "refused":
        return f"You tried it {where}, on {moment(one.at):%d %B %Y}. Which one was it, and which rule forbids it?"
    if one.source == "replay" and one.note:
        # The note says where it was, what it lost, and by which measure.
        return f"{one.note}."
    lost = "" if one.loss is None else f" {_cost_words(one, one.loss)}"
    return f"A choice {where} was worth less than another: {one.tried}.{lost}"


def _cost_words(one: Mistake, loss: float) -> str:
    """What was lost, in words; of goals a file keeps no more than one."""
    match one.unit:
        case Unit.CHANCE_OF_GOAL:
            return "It cost you the goal." if loss >= 1 else f"It cost you the goal {often(loss)}."
        case Unit.CHANCE_TO_WIN:
            return "It cost you the game." if loss >= 1 else f"It cost you the game {often(loss)}."
        case Unit.GOALS:
            return f"It cost you {'at least ' if loss >= 1 else ''}{in_turns(loss, 'goal')}."
        case Unit.STANDING:
            return "Your table was better with another choice."


# What is known ----------------------------------------------------------------------------


def progress(known: Sequence[Estimate], title: Title, *, n_done: int, n_lessons: int, name: str) -> Html:
    """What is known of each rule, and the file."""
    if known:
        rows = [(title(one.rule), well_known(one.known), one.attempts, one.errors) for one in known]
        heads = ("Rule", "How well", "Answers", "Missed")
        what = "What is known of each rule"
        figures = [([cite(one.rule), " ", title(one.rule)], percent(one.known)) for one in known]
        n_known = sum(one.mastered for one in known)
        body: Child = join(
            el("p", f"You know {n_known} of the {counted(len(known), 'rule')} that you met."),
            scrolled(what, table(heads, rows, caption=f"{what}, least known first", cls="rt-table")),
            fold(
                "Details",
                el("p", f"{METHOD}. The number is the probability that you know the rule.", cls="rt-xs rt-muted"),
                table(("Rule", "Probability known"), figures, caption="How sure the program is", cls="rt-table"),
                cls="rt-more",
                key="known-figures",
            ),
        )
    else:
        body = empty_state(
            "No answer yet.",
            "After your first step each rule stands here with how well it is known.",
            ("go", "#learn", "To the lessons"),
        )
    form = el(
        "form",
        el(
            "label",
            "Name in the file, if you like ",
            text("name", name, key="name", maxlength=40),
            cls="rt-field1",
        ),
        submit("Save my learner file", key="export"),
        cls="rt-row",
        data_do="export",
    )
    return el(
        "div",
        el("h1", "My progress"),
        el("p", f"{n_done} of {n_lessons} lessons done."),
        body,
        el(
            "section",
            el("h2", "My learner file"),
            el(
                "p",
                "One readable file with your answers, no account. It is kept on this machine beside your games.",
                cls="rt-muted",
            ),
            form if known or n_done else el("p", "It begins with your first answer.", cls="rt-small"),
            el(
                "p",
                button("Player aid to print", "aid"),
                " ",
                el("span", "One page with exactly the rules that you get wrong.", cls="rt-small rt-muted"),
            ),
            cls="rt-chapter",
        ),
        cls="rt-learnface",
    )


# The class ----------------------------------------------------------------------------------


def class_report(report: ClassReport | None, n_files: int) -> Html:
    """The report of the files that were handed in."""
    head = el("h1", "Class")
    lead = el(
        "p",
        "Open the learner files of a class, one or several at a time. They stay on this machine, apart from yours.",
        cls="rt-muted",
    )
    if report is None or not n_files:
        return el("div", head, lead, cls="rt-learnface")
    rows = [
        (
            one.place,
            [cite(one.rule), " ", el("span", rule.title)],
            f"{rule.missed_by} of {rule.learners}",
            f"{rule.errors} of {rule.attempts}",
            percent(rule.share),
            ", ".join(f'"{wrong.answer}" ({wrong.times})' for wrong in rule.wrong_answers) or "none kept",
        )
        for one in report.again
        for rule in report.rules
        if rule.rule == one.rule
    ]
    heads = ("Place", "Teach again", "Missed by", "Wrong answers", "Mean error rate", "Typical wrong answers")
    again: Child = el("p", "No rule was missed by somebody who has not mastered it since.")
    if rows:
        what = "What to teach again"
        again = scrolled(what, table(heads, rows, caption=f"{what}, first what needs it most", named=1, cls="rt-table"))
    faults = [el("li", f"{one.file}, line {one.line}, column {one.column}: {one.message}") for one in report.unread] + [
        el("li", remark) for remark in report.remarks
    ]
    why = [el("li", cite(one.rule), f" {one.why}.") for one in report.again[:3]]
    n = len(report.learners)
    return el(
        "div",
        head,
        lead,
        el(
            "p",
            el("b", f"{counted(n, 'learner')} in {counted(n_files, 'file')}"),
            f": {', '.join(report.learners)}." if n else ".",
        ),
        el("ul", faults, cls="rt-refuse rt-classfaults") if faults else None,
        el("h2", "Teach again"),
        el("ul", why) if why else None,
        again,
        el(
            "div",
            button("Save the report as CSV", "csv", disabled=not report.rules),
            button("Begin anew", "class-clear", cls="rt-btn--quiet"),
            cls="rt-row",
        ),
        cls="rt-learnface",
    )

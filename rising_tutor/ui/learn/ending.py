"""The page at the end of a lesson, a mission or a scenario: stars, what can be done now, what comes next, again."""

from rising_tutor.lessons.lesson import LESSON, MISSION, Lesson
from rising_tutor.lessons.run.reply import STARS
from rising_tutor.render.html import Child, Html, el
from rising_tutor.render.parts import button, cite, fold, icon
from rising_tutor.tutor.lesson.words import stars as stars_in_words
from rising_tutor.ui.learn.first_game import first_game_button

NEXT = "go-on"
"""The key and the message of the way on; it has the focus."""
_WAYS = {MISSION: "Next mission", LESSON: "Next lesson"}


def stars_row(n: int) -> Html:
    """Stars, so many of them full."""
    marks = [el("i", icon("i-star"), cls="on" if at < n else None) for at in range(STARS)]
    return el("span", marks, cls="rt-stars", role="img", aria_label=stars_in_words(n))


def ending(
    lesson: Lesson, n_stars: int, following: Lesson | None, *, number: int, of: int, back: str = "", first: bool = False
) -> Html:
    """The page.

    Args:
        number, of: which of its kind it is.
        following: what comes next; None at the end of its kind.
        back: where the learner came from and goes back to, "play" for a game at the table.
        first: whether the first whole game comes next.
    """
    kind = lesson.kind.capitalize()
    return el(
        "section",
        el("p", f"{kind} {number} of {of}, done", cls="rt-small rt-muted"),
        el("h1", lesson.title, tabindex="-1", data_key="ending"),
        el(
            "p",
            stars_row(n_stars),
            el("span", stars_in_words(n_stars), cls="rt-small rt-muted"),
            cls="rt-ending__stars",
        ),
        el("p", lesson.won or _can(lesson), cls="rt-ending__won"),
        _rules(lesson),
        _next(lesson, following, back, first=first),
        el(
            "div",
            button([icon("i-again"), "Play it again" if lesson.kind == MISSION else "Do it again"], "over-again"),
            _all(lesson),
            cls="rt-row rt-ending__more",
        ),
        cls="rt-ending rt-panel",
        aria_label=f"End of this {lesson.kind}",
        data_zone=True,
    )


def _can(lesson: Lesson) -> str:
    """What can be done now. A scenario says what it asked for."""
    if lesson.kind == LESSON:
        return f"You can now do this: {lesson.can[:1].lower()}{lesson.can[1:]}"
    return lesson.can


def _rules(lesson: Lesson) -> Child:
    if not lesson.teaches:
        return None
    return fold("The rules that you met", el("p", [[cite(rule), " "] for rule in lesson.teaches]), key="ending-rules")


def _next(lesson: Lesson, following: Lesson | None, back: str, *, first: bool) -> Html:
    """The one big button, and a quieter one where there are two ways."""
    ways: list[Child] = []
    if back:
        ways.append(button("Back to your game", "go", f"#{back}", cls="rt-btn--main rt-btn--big", key=NEXT))
    if first:
        ways.append(first_game_button(main=not back, key="" if back else NEXT))
    elif following is not None:
        way = f"{_WAYS.get(lesson.kind, 'Next scenario')}: {following.title}"
        tone = "rt-btn--big" if back else "rt-btn--main rt-btn--big"
        ways.append(button(way, NEXT, cls=tone, key=f"{NEXT}:lesson" if back else NEXT))
    if not ways:
        ways.append(button("To the review list", "go", "#learn?face=review", cls="rt-btn--main rt-btn--big", key=NEXT))
    return el("div", ways, cls="rt-row rt-ending__next")


def _all(lesson: Lesson) -> Html:
    """The way to where the lesson is listed."""
    if lesson.kind == MISSION:
        return button("All missions", "go", "#learn", cls="rt-btn--quiet")
    return button("To the library", "go", "#learn?face=library", cls="rt-btn--quiet")

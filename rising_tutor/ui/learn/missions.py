"""The page Learn where a game has missions: their cards and one big button, then the first game and the library."""

from collections.abc import Mapping

from rising_tutor.core.english import counted
from rising_tutor.lessons.learner.facts import Progress
from rising_tutor.lessons.lesson import Lesson
from rising_tutor.lessons.lesson_file import SCENARIOS, Course
from rising_tutor.render.forms import submit, text
from rising_tutor.render.html import Child, Html, el
from rising_tutor.render.parts import button, icon
from rising_tutor.ui.learn import path as library
from rising_tutor.ui.learn.ending import stars_row
from rising_tutor.ui.learn.first_game import about, first_game_button

Done = Mapping[str, Progress]


def next_mission(course: Course, done: Done) -> Lesson | None:
    """The mission to go on with: the one that was open last if it is not done, else the first that is not done."""
    begun = [
        (progress.at, one)
        for one in course.missions
        if (progress := done.get(f"{one.kind}:{one.id}")) is not None and not progress.done
    ]
    if begun:
        return max(begun, key=lambda found: found[0])[1]
    return next((one for one in course.missions if not library.is_done(done, one)), None)


def page(course: Course, done: Done) -> Html:
    """Missions first, then the first game, then the way into the library."""
    following = next_mission(course, done)
    return el(
        "div",
        el("h1", "Learn"),
        _call(course, done, following),
        el(
            "ol",
            [_card(one, at, done, following=one is following) for at, one in enumerate(course.missions, 1)],
            cls="rt-missions",
            aria_label="Missions",
        ),
        _first_game(course, following),
        library_panel(course, done),
        cls="rt-learnpath rt-learnmissions",
    )


def _call(course: Course, done: Done, following: Lesson | None) -> Html:
    """What to go on with, and the one big button."""
    if following is None:
        return el(
            "div",
            el(
                "p",
                el("b", "All missions are done."),
                " You can play now; the library is there whenever you want to know more.",
            ),
            first_game_button()
            if course.first_game is not None
            else button("To the table", "go", "#play?new=1", cls="rt-btn--main rt-btn--big"),
            cls="rt-resume rt-learnnext",
        )
    begun = done.get(f"{following.kind}:{following.id}")
    number = course.missions.index(following) + 1
    if begun is not None:
        word, said = "Continue", f"Mission {number}, step {begun.step + 1} of {len(following.step)}."
    elif number == 1:
        word, said = (
            "Start",
            f"Your first mission takes about {counted(following.minutes, 'minute')}. You learn the rules as you play.",
        )
    else:
        word, said = "Start", following.since
    return el(
        "div",
        el("p", el("b", f"{following.title}. "), said),
        button(f"{word} mission {number}", "go", way(following), cls="rt-btn--main rt-btn--big", key="start-here"),
        cls="rt-resume rt-learnnext",
    )


def way(mission: Lesson) -> str:
    """Where a mission is."""
    return f"#learn?{mission.kind}={mission.id}"


def _card(mission: Lesson, number: int, done: Done, *, following: bool) -> Html:
    progress = done.get(f"{mission.kind}:{mission.id}")
    finished = progress is not None and progress.done
    if finished and progress is not None:
        state: Child = stars_row(progress.stars)
    elif progress is not None:
        state = f"step {progress.step + 1} of {len(mission.step)}"
    else:
        state = f"{mission.minutes} min"
    return el(
        "li",
        el(
            "a",
            el("i", icon("i-check") if finished else number, aria_hidden="true"),
            el(
                "span",
                el("span", f"Mission {number}", ", done" if finished else None, cls="rt-sr"),
                el("b", mission.title),
                el("span", mission.won if finished else mission.can, cls="rt-small rt-muted"),
                cls="rt-lessons__t",
            ),
            el(
                "span",
                el("span", state, cls="rt-xs rt-muted"),
                el("span", "next", cls="rt-tag rt-tag--you") if following else None,
                cls="rt-missions__s",
            ),
            href=way(mission),
            data_do="go",
            data_arg=way(mission),
            data_key=f"mission:{mission.id}",
        ),
        cls="done" if finished else "begun" if progress is not None else "next" if following else None,
    )


def _first_game(course: Course, following: Lesson | None) -> Child:
    """The whole game after the missions; quiet as long as they are not done."""
    if course.first_game is None:
        return None
    return el(
        "section",
        el("h2", "You can play now" if following is None else "Then: your first game"),
        about(course.first_game),
        first_game_button(main=False) if following is not None else None,
        cls="rt-panel rt-firstgame",
    )


# The library ---------------------------------------------------------------------------------


def library_panel(course: Course, done: Done) -> Child:
    """The way into the library: a search field, and its topics."""
    if not course.lessons:
        return None
    n_done = sum(library.is_done(done, one) for one in course.lessons)
    topics = [
        _topic(one.name or "Lessons", len(one.lessons), sum(library.is_done(done, each) for each in one.lessons))
        for one in course.chapters
    ]
    if course.scenarios:
        topics.append(
            _topic(SCENARIOS, len(course.scenarios), sum(library.is_done(done, one) for one in course.scenarios))
        )
    return el(
        "section",
        el(
            "div",
            el("h2", "The library"),
            el(
                "a",
                "All lessons in a list",
                href="#learn?face=library",
                data_do="go",
                data_arg="#learn?face=library",
                data_key="to-library",
            ),
            cls="rt-row rt-row--apart",
        ),
        el(
            "p",
            f"{counted(len(course.lessons), 'short lesson')} for every rule, {n_done} done. "
            "Open one when you want to know more.",
            cls="rt-small rt-muted",
        ),
        search_form(""),
        el("ul", topics, cls="rt-topics"),
        cls="rt-library",
        aria_label="The library",
    )


def _topic(name: str, n: int, n_done: int) -> Html:
    link = library.chapter_way(name)
    return el(
        "li",
        el(
            "a",
            el("span", name),
            el("span", f"{n_done} of {n}", cls="rt-xs rt-muted"),
            href=link,
            data_do="go",
            data_arg=link,
            data_key=f"topic:{name}",
        ),
    )


def search_form(words: str) -> Html:
    """The field in which lessons are looked for."""
    return el(
        "form",
        el(
            "label",
            el("span", "Find a lesson", cls="rt-sr"),
            text(
                "find",
                words,
                key="find",
                kind="search",
                maxlength=80,
                placeholder="A word, or the number of a rule",
            ),
        ),
        submit("Find", key="find-go"),
        cls="rt-row rt-findlesson",
        data_do="find",
        role="search",
        aria_label="Find a lesson",
    )

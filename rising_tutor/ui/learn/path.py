"""The page Learn as HTML: its tabs, and the library with chapters, lessons and scenarios."""

from collections.abc import Mapping, Sequence
from itertools import groupby
from urllib.parse import urlencode

from rising_tutor.core.english import counted, listed
from rising_tutor.lessons.difficulty.measure import PLAYS, Measured
from rising_tutor.lessons.learner.facts import Progress
from rising_tutor.lessons.learner.sisters import KnownElsewhere
from rising_tutor.lessons.lesson import Lesson
from rising_tutor.lessons.lesson_file import FOLDERS, SCENARIOS, Chapter, Course
from rising_tutor.lessons.search import Found
from rising_tutor.probability.percents import percent
from rising_tutor.render.html import Child, Html, el, join
from rising_tutor.render.parts import button, empty_state, fold, icon
from rising_tutor.tutor.lesson.words import how_hard, stars
from rising_tutor.ui.frame.titles import name_of
from rising_tutor.ui.learn.answering import learn_link

TABS = {
    "path": "Missions",
    "library": "Library",
    "spot": "Spot the illegal action",
    "review": "Review",
    "progress": "My progress",
    "class": "Class",
}
FIRST_TABS = ("path", "library")
"""What the page is for; the others stand behind it."""
Done = Mapping[str, Progress]
Known = Mapping[str, Sequence[KnownElsewhere]]
"""Lesson -> why it need not be taken, for those that teach what was mastered in a sister title."""
NOTHING: Known = {}
Checks = Mapping[str, tuple[int, int]]
"""Chapter -> how many of its rules were spotted right the last time, and how many have an exercise."""
NO_CHECKS: Checks = {}


def tab_links(tab: str, *, missions: bool) -> Html:
    """The tabs of the page, one of them shown. Without missions the lessons stand where they would."""
    first = {name: TABS[name] for name in FIRST_TABS} if missions else {"path": "Lessons"}
    rest = {name: word for name, word in TABS.items() if name not in FIRST_TABS}
    return el(
        "nav",
        [_tab_link(name, word, tab) for name, word in first.items()],
        el("span", [_tab_link(name, word, tab) for name, word in rest.items()], cls="rt-faces__rest"),
        cls="rt-faces",
        aria_label="Learn",
    )


def _tab_link(name: str, word: str, tab: str) -> Html:
    link = f"#learn?face={name}"
    now = "page" if name == tab else None
    return el("a", word, href=link, data_do="go", data_arg=link, data_key=f"face:{name}", aria_current=now)


# The path ----------------------------------------------------------------------------


def chosen(course: Course, done: Done, known: Known = NOTHING) -> Lesson | None:
    """The lesson to go on with: the one that was open last if it is not done, else the first that is not done.

    What is known from a sister title is passed over unless it was begun.
    """
    open_ = [
        (progress.at, lesson)
        for lesson in course.lessons
        if (progress := done.get(f"{lesson.kind}:{lesson.id}")) is not None and not progress.done
    ]
    if open_:
        return max(open_, key=lambda one: one[0])[1]
    left = (lesson for lesson in course.lessons if f"{lesson.kind}:{lesson.id}" not in done)
    return next((lesson for lesson in left if lesson.id not in known), None)


def path(
    course: Course,
    done: Done,
    hard: Mapping[str, Measured],
    known: Known = NOTHING,
    checks: Checks = NO_CHECKS,
    *,
    search: Child = None,
) -> Html:
    """Chapters with their lessons, then the scenarios.

    Args:
        search: the field to search in; it stands where the lessons are a library behind missions.
    """
    if not course.lessons:
        return join(
            el("h1", "Learn"),
            empty_state("There are no lessons for this game yet.", "", ("go", "#play", "To the table")),
        )
    numbers = numbers_of(course)
    following = chosen(course, done, known)
    library = search is not None
    chapters = [
        fold(
            [el("h2", one.name or "Lessons"), el("span", _count(one.lessons, done, known), cls="rt-small rt-muted")],
            _rows(one, numbers, done, known=known, hard=hard, checks=checks),
            cls="rt-chapter",
            opened=following in one.lessons and not library,
            key=f"chapter:{one.name}",
        )
        for one in course.chapters
    ]
    scenarios = None
    if course.scenarios:
        scenarios = el(
            "section",
            el("h2", SCENARIOS),
            _ABOUT_SCENARIOS,
            _rows(Chapter(SCENARIOS, course.scenarios), numbers, done, known=known, hard=hard, checks=checks),
            _measured(course.scenarios, hard),
            cls="rt-chapter",
        )
    n_done = sum(is_done(done, lesson) for lesson in course.lessons)
    return el(
        "div",
        el("h1", "The library" if library else "Learn"),
        search,
        _next(course, done, n_done, known) if not library or n_done or following in _begun(course, done) else None,
        _passed_over(course, done, known),
        chapters,
        scenarios,
        cls="rt-learnpath",
    )


def _begun(course: Course, done: Done) -> tuple[Lesson, ...]:
    return tuple(one for one in course.lessons if f"{one.kind}:{one.id}" in done)


def chapter_path(
    course: Course, chapter: Chapter, done: Done, *, hard: Mapping[str, Measured], known: Known, checks: Checks
) -> Html:
    """One chapter, or the scenarios: what there is, what to go on with, and the check at its end."""
    n_done = sum(is_done(done, lesson) for lesson in chapter.lessons)
    minutes = sum(lesson.minutes for lesson in chapter.lessons)
    said = f"{n_done} of {counted(len(chapter.lessons), chapter.lessons[0].kind)} done. About {minutes} minutes in all"
    right, asked = checks.get(chapter.name, (0, 0))
    said += f", and a check of {counted(asked, 'rule')}, {right} of them spotted." if asked else "."
    following = chosen(Course(chapter.lessons, ()), done, known)
    way: Child
    if following is not None:
        word = "Continue" if n_done or f"{following.kind}:{following.id}" in done else "Start here"
        way = button(f"{word}: {following.title}", "go", _way(following), cls=_MAIN, key="start-here")
    else:
        way = button("Check yourself", "go", _check_way(chapter), cls=_MAIN, key="start-here") if asked else None
    rows = _rows(chapter, numbers_of(course), done, known=known, hard=hard, checks=checks)
    return el(
        "div",
        el("p", learn_link(), cls="rt-small rt-muted rt-crumb"),
        el("h1", chapter.name or "Lessons"),
        el("div", el("p", said), way, cls="rt-resume rt-learnnext"),
        el(
            "section",
            _ABOUT_SCENARIOS if chapter.lessons == course.scenarios else None,
            rows,
            _measured(chapter.lessons, hard),
            cls="rt-chapter",
        ),
        cls="rt-learnpath",
    )


_MAIN = "rt-btn--main rt-btn--big"
_ABOUT_SCENARIOS = el(
    "p", "One position, one goal. You find the way. Beside each stands how hard it is.", cls="rt-muted"
)


def _measured(lessons: Sequence[Lesson], hard: Mapping[str, Measured]) -> Child:
    """What was measured of each scenario, behind a line."""
    rows = [el("li", el("b", one.title), f": {said}.") for one in lessons if (said := difficulty(hard.get(one.id)))]
    if not rows:
        return None
    how = (
        f"How often random play reaches the goal in {PLAYS} plays, with its 95 % interval, and the chance of simple "
        "play and of best play, exact where no interval stands."
    )
    return fold("How this was measured", el("p", how), el("ul", rows), cls="rt-more rt-small", key="measured")


def numbers_of(course: Course) -> Mapping[str, int]:
    """The number of each lesson in the course, and of each mission and scenario among its kind."""
    return {one.id: at for kind in FOLDERS for at, one in enumerate(course.pool(kind), 1)}


def _rows(
    chapter: Chapter,
    numbers: Mapping[str, int],
    done: Done,
    *,
    known: Known,
    hard: Mapping[str, Measured],
    checks: Checks,
) -> Html:
    """The lessons of a chapter, or the scenarios, and the check."""
    rows = [
        _scenario(one, numbers[one.id], done, hard.get(one.id))
        if one.kind == "scenario"
        else _row(one, numbers[one.id], done, known)
        for one in chapter.lessons
    ]
    if chapter.name in checks:
        rows.append(_check(chapter, *checks[chapter.name]))
    return el("ul", rows, cls="rt-lessons")


def _check(chapter: Chapter, right: int, asked: int) -> Html:
    """The row of the check at the end of a chapter."""
    way = _check_way(chapter)
    state = f"{right} of {counted(asked, 'rule')} right"
    return el(
        "li",
        el(
            "a",
            el("i", icon("i-check" if right == asked else "i-goal")),
            el(
                "span",
                el("b", "Check: spot the illegal action"),
                el("span", "Which action is not allowed, and by which rule of this chapter?", cls="rt-small rt-muted"),
                cls="rt-lessons__t",
            ),
            el("span", el("span", state, cls="rt-xs rt-muted"), cls="rt-lessons__s"),
            href=way,
            data_do="go",
            data_arg=way,
            data_key=f"check:{chapter.name}",
        ),
        cls="done" if right == asked else "begun" if right else None,
    )


def chapter_way(name: str) -> str:
    """Where a chapter is."""
    return f"#learn?{urlencode({'chapter': name})}"


def _way(lesson: Lesson) -> str:
    return f"#learn?{lesson.kind}={lesson.id}"


def _check_way(chapter: Chapter) -> str:
    words = {"check": chapter.name, "title": chapter.lessons[0].game}
    return f"#learn?{urlencode(words)}"


def _count(lessons: Sequence[Lesson], done: Done, known: Known) -> str:
    """How many lessons of a chapter are done, and how many more are known from a sister title."""
    n_done = sum(is_done(done, lesson) for lesson in lessons)
    n_known = sum(lesson.id in known and not is_done(done, lesson) for lesson in lessons)
    return f"{n_done} of {len(lessons)} done" + (f", {n_known} known" if n_known else "")


def is_done(done: Done, lesson: Lesson) -> bool:
    """Whether a lesson or scenario was finished once."""
    progress = done.get(f"{lesson.kind}:{lesson.id}")
    return progress is not None and progress.done


def _next(course: Course, done: Done, n_done: int, known: Known) -> Html:
    lesson = chosen(course, done, known)
    total = len(course.lessons)
    if lesson is None:
        said = "done." if n_done == total else "done, or known from a sister title."
        return el(
            "div",
            el("p", el("b", f"All {total} lessons are {said}"), " The scenarios and the review list go on from here."),
            button("To the review list", "go", "#learn?face=review", cls="rt-btn--main"),
            cls="rt-resume",
        )
    begun = done.get(f"lesson:{lesson.id}")
    way = _way(lesson)
    if n_done == 0 and begun is None:
        label, text = "Start here", f"{lesson.can} About {lesson.minutes} minutes."
    else:
        where = f", step {begun.step + 1} of {len(lesson.step)}" if begun is not None else ""
        label, text = "Continue", f"{n_done} of {total} lessons done{where}. {lesson.can}"
    return el(
        "div",
        el("p", el("b", lesson.title), ". ", text),
        button(f"{label}: {lesson.title}", "go", way, cls="rt-btn--main rt-btn--big", key="start-here"),
        cls="rt-resume rt-learnnext",
    )


def _passed_over(course: Course, done: Done, known: Known) -> Child:
    """How many lessons are passed over, and why."""
    left = [lesson for lesson in course.lessons if f"lesson:{lesson.id}" not in done and lesson.id in known]
    if not left:
        return None
    games = dict.fromkeys(one.game for lesson in left for one in known[lesson.id])
    n = len(left)
    said = "1 lesson teaches only rules" if n == 1 else f"{n} lessons teach only rules"
    return el(
        "p",
        f"{said} that are the same in {listed(map(name_of, games))}, where you have mastered them. "
        f"{'It is' if n == 1 else 'They are'} marked below and passed over; you can take {'it' if n == 1 else 'them'} "
        "all the same.",
        cls="rt-small",
    )


def _row(lesson: Lesson, number: int, done: Done, known: Known) -> Html:
    progress = done.get(f"lesson:{lesson.id}")
    state, words = _state(progress, len(lesson.step))
    if progress is None and lesson.id in known:
        words = known_from(known[lesson.id])
    return _entry(lesson, number, state, [f"{lesson.minutes} min", words])


def known_from(why: Sequence[KnownElsewhere]) -> str:
    """Why a lesson need not be taken, in a few words.

    >>> known_from([KnownElsewhere("DSR-514", "fire-nation-rising", ("FNR-411",))])
    'known from Fire Nation Rising: FNR-411'
    """
    by_game: dict[str, list[str]] = {}
    for one in why:
        by_game.setdefault(one.game, []).extend(one.there)
    parts = (f"{name_of(game)}: {', '.join(dict.fromkeys(rules))}" for game, rules in by_game.items())
    return f"known from {'; '.join(parts)}"


def _scenario(lesson: Lesson, number: int, done: Done, hard: Measured | None) -> Html:
    state, words = _state(done.get(f"scenario:{lesson.id}"), 1)
    return _entry(lesson, number, state, [how_hard(hard) if hard is not None and hard.plays else "", words])


def difficulty(hard: Measured | None) -> str:
    """How hard a scenario is, as measured; empty for one that was not.

    >>> difficulty(Measured("one", "", 200, 3, 0.905, True, 0.93, True, 0.04, 1, 13))
    'random play 1.5 % (0.5 % to 4.3 %), simple play 90.5 %, best play 93.0 %'
    >>> difficulty(Measured("one", "", 200, 3, 0.935, False, 0.935, False, 0.04, 1, 13))
    'random play 1.5 % (0.5 % to 4.3 %), simple play 93.5 % (89.2 % to 96.2 %), best play 93.5 % or more'
    """
    if hard is None or not hard.plays:
        return ""
    told = f"random play {_share(*hard.random_share)}, simple play {_share(*hard.simple_share)}"
    if hard.best is None:
        return told
    return f"{told}, best play {percent(hard.best)}{'' if hard.best_exact else ' or more'}"


def _share(share: float, low: float, high: float) -> str:
    """A share, with its interval where it has one."""
    return percent(share) if low == high else f"{percent(share)} ({percent(low)} to {percent(high)})"


def _state(progress: Progress | None, n: int) -> tuple[str, str]:
    if progress is None:
        return "", ""
    if progress.done:
        return "done", f"done, {stars(progress.stars)}"
    return "begun", f"at step {progress.step + 1} of {n}" if n > 1 else "begun"


def _entry(lesson: Lesson, number: int, state: str, words: Sequence[str]) -> Html:
    way = _way(lesson)
    return el(
        "li",
        el(
            "a",
            el("i", icon("i-check") if state == "done" else number),
            el("span", el("b", lesson.title), el("span", lesson.can, cls="rt-small rt-muted"), cls="rt-lessons__t"),
            el("span", [el("span", word, cls="rt-xs rt-muted") for word in words if word], cls="rt-lessons__s"),
            href=way,
            data_do="go",
            data_arg=way,
            data_key=f"{lesson.kind}:{lesson.id}",
        ),
        cls=state or None,
    )


def found(words: str, hits: Sequence[Found], done: Done, numbers: Mapping[str, int]) -> Html:
    """The lessons that a search found."""
    if not hits:
        return el("p", f"No lesson says {words}. Try another word, or the number of a rule.", role="status")
    rows = [
        _entry(
            one.lesson,
            numbers[one.lesson.id],
            _state(done.get(f"{one.lesson.kind}:{one.lesson.id}"), len(one.lesson.step))[0],
            [one.lesson.chapter or one.lesson.kind, ", ".join(one.rules[:3])],
        )
        for one in hits
    ]
    return el(
        "section",
        el("p", f"{counted(len(hits), 'lesson')} found for {words}.", role="status", cls="rt-small rt-muted"),
        el("ul", rows, cls="rt-lessons"),
        aria_label="Found",
    )


def side_path(course: Course, lesson: Lesson, done: Done) -> Html:
    """The lessons of this chapter and the other chapters by name, behind a fold in the head of a lesson."""
    rows: list[Child] = []
    numbers = numbers_of(course)
    pool = course.pool(lesson.kind)
    for name, group in groupby(pool, key=lambda one: one.chapter):
        lessons = list(group)
        here = lesson in lessons
        items = [_side_row(one, numbers[one.id], done, now=one.id == lesson.id) for one in lessons]
        n_done = sum(is_done(done, one) for one in lessons)
        if not name:
            rows.append(el("ol", items))
            continue
        rows.append(
            fold(name, el("ol", items), beside=f"{n_done} of {len(lessons)}", opened=here, key=f"chapter:{name}")
        )
    title = FOLDERS[lesson.kind].capitalize()
    return fold(title, el("nav", rows, cls="rt-path", aria_label=title), cls="rt-pathfold", key="path")


def _side_row(lesson: Lesson, number: int, done: Done, *, now: bool) -> Html:
    finished = is_done(done, lesson)
    way = _way(lesson)
    return el(
        "li",
        el(
            "a",
            el("i", icon("i-check", "done") if finished and not now else number),
            lesson.title,
            href=way,
            data_do="go",
            data_arg=way,
            data_key=f"side:{lesson.id}",
            aria_current="step" if now else None,
        ),
        cls="done" if finished else None,
    )

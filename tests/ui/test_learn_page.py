"""Learn in a browser: a lesson by mouse and by keyboard, over a reload and a killed kernel, and every face."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from rising_tutor.core.registry import load_game
from rising_tutor.lessons.learner.facts import Attempt, Header
from rising_tutor.lessons.learner.text import write_learner
from rising_tutor.lessons.lesson_file import load_course
from rising_tutor.lessons.run import LessonRun
from rising_tutor.ui.learn.path import TABS
from tests.testkit.axe import grave, grave_colours
from tests.testkit.settings import RISING
from tests.ui.browser import go, go_on, kernel_of, settle, tab_to, width_of
from tests.ui.conftest import Faults, Running

pytestmark = pytest.mark.browser

FIRST = load_course("fire-nation-rising").lessons[0]  # type: ignore[arg-type]


def right_choice(at: int) -> int:
    return LessonRun(load_game("fire"), FIRST, at).right_choice()


@pytest.fixture
def home(open_app: Callable[..., Any]) -> Any:
    return open_app(ready=".rt-hero")


@pytest.fixture
def lesson(home: Any) -> Any:
    """The first lesson, in a position that can be played."""
    go(home, f"#learn?lesson={FIRST.id}", ".rt-tray__roll .rt-die")
    return home


def put(page: Any, die: str, card: str) -> None:
    from playwright.sync_api import expect

    chosen = page.locator(f".rt-tray__roll [aria-label^='{die}']").first
    if chosen.get_attribute("aria-pressed") != "true":
        chosen.click()
        expect(page.locator(f".rt-tray__roll [aria-pressed=true][aria-label^='{die}']")).to_have_count(1)
    page.locator(f"[data-key='card:{card}']").click()


def solve_first_step(page: Any) -> None:
    put(page, "green die, Earth", "cabbage-merchant")
    page.locator("[data-key='next']").wait_for()


def stored(page: Any) -> str:
    """The key of the learner file, as the browser keeps it."""
    page.wait_for_function("() => JSON.parse(localStorage.getItem('rising-tutor/progress/v1'))?.progress?.learner")
    kept = page.evaluate("() => localStorage.getItem('rising-tutor/progress/v1')")
    return str(json.loads(kept)["progress"]["learner"])


@pytest.mark.sweep(one_in=2)
@pytest.mark.parametrize("width", [1280, 390])
def test_a_lesson_by_mouse(home: Any, width: int) -> None:
    from playwright.sync_api import expect

    home.set_viewport_size({"width": width, "height": 800})
    go(home, f"#learn?lesson={FIRST.id}", ".rt-tray__roll .rt-die")
    page = home
    before = page.content()
    for word in (FIRST.step[0].hints.goal, FIRST.step[0].hints.move, FIRST.step[0].wrong[0].say, "Best"):
        assert word
        assert word not in before, "the answer is in the page before the attempt"
    put(page, "green die, Water", "cabbage-merchant")
    reply = page.locator("[data-key='reply']")
    expect(reply).to_contain_text("Not possible: green Water on Cabbage Merchant.")
    expect(reply.locator(".rt-cite")).to_have_text("FNR-412")
    expect(reply).to_be_in_viewport()
    put(page, "green die, Earth", "haru")
    expect(reply).to_contain_text(f"this step asks for something else first: {FIRST.step[0].do}")
    expect(reply).to_contain_text(FIRST.step[0].wrong[0].say)
    page.locator("[data-key='follow:']").click()
    expect(reply).to_contain_text("You go on in your own way.")
    page.locator("[data-key='again-way']").first.click()
    expect(reply).to_be_empty()
    page.locator("[data-key='do:stop']").click()
    expect(reply).to_contain_text(FIRST.step[0].wrong[3].say)
    expect(reply.locator(".rt-ok--other")).to_be_visible()
    expect(reply.locator(".rt-ok--wrong, [href='#i-no']")).to_have_count(0)
    expect(reply.get_by_text("The best choice reaches it with 100 %.")).to_be_hidden()
    reply.get_by_text("Details").click()
    expect(reply.get_by_text("The best choice reaches it with 100 %.")).to_be_visible()
    page.locator("[data-key='follow:']").click()
    expect(page.locator(".rt-followed")).to_contain_text("What could follow")
    page.locator("[data-key='again']").first.click()
    expect(reply).to_be_empty()
    solve_first_step(page)
    assert width_of(page) <= width
    page.locator("[data-key='next']").click()
    expect(page.locator(".rt-stagehead")).to_contain_text(f"step 2 of {len(FIRST.step)}")
    page.locator("[data-key='do:stop']").click()
    page.locator(".rt-tray [data-do=act]").first.click()
    page.locator("[data-key='next']").click()
    right = right_choice(2)
    page.locator(f"[data-key='choice:{1 - right}']").click()
    expect(reply).to_contain_text(FIRST.step[2].wrong[0].say)
    page.locator(f"[data-key='choice:{right}']").click()
    expect(reply).to_contain_text(FIRST.step[2].right)
    expect(page.locator(".rt-events")).to_contain_text("Resolve dice")
    assert width_of(page) <= width
    page.locator("[data-key='next']").click()
    expect(page.locator(".rt-ending")).to_contain_text("of 3 stars")
    page.locator("[data-key='go-on']").click()
    expect(page.locator("h1:visible")).to_have_text(load_course("fire-nation-rising").lessons[1].title)  # type: ignore[arg-type]
    go(page, "#learn?face=library", ".rt-learnpath")
    expect(page.locator(f"[data-key='lesson:{FIRST.id}']")).to_contain_text("done")


OVERLAPS = """selector => {
  const boxes = [...document.querySelectorAll(selector)].map((one) => one.getBoundingClientRect())
    .filter((box) => box.width && box.height);
  const meet = (a, b, from, to) => Math.min(a[to], b[to]) - Math.max(a[from], b[from]) > 1;
  const lie = (a, b) => meet(a, b, "left", "right") && meet(a, b, "top", "bottom");
  return boxes.flatMap((a, at) => boxes.slice(at + 1).filter((b) => lie(a, b))).length;
}"""
"""How many pairs of elements that are seen lie on each other."""


@pytest.mark.sweep(one_in=4)
@pytest.mark.parametrize("width", [320, 390, 919, 920, 1121, 1280])
def test_the_flags_of_a_card_cover_neither_each_other_nor_its_damage(lesson: Any, width: int) -> None:
    solve_first_step(lesson)
    lesson.locator("[data-key='next']").click()
    lesson.set_viewport_size({"width": width, "height": 844})
    for whole in ("false", "true"):
        button = lesson.locator(".rt-exercise__whole")
        if button.count() and button.get_attribute("aria-pressed") != whole:
            button.click()
        card = ".rt-card[data-key='card:cabbage-merchant']"
        assert lesson.locator(f"{card} .rt-flag").count() == 2, "one says where to look, one that the cost is covered"
        assert not lesson.evaluate(OVERLAPS, f"{card} .rt-flag")
        assert not lesson.evaluate(OVERLAPS, f"{card} .rt-flag, {card} .rt-pipsbox")


@pytest.mark.wide
@pytest.mark.parametrize("width", [1121, 1280])
@pytest.mark.parametrize("rule", [False, True])
def test_nothing_beside_a_lesson_covers_what_stands_below_it(lesson: Any, width: int, rule: bool) -> None:
    lesson.set_viewport_size({"width": width, "height": 420})
    solve_first_step(lesson)
    lesson.locator(".rt-lesson .rt-events").wait_for()
    if rule:
        lesson.locator(".rt-speech .rt-cite").first.click()
        lesson.locator(".rt-lesson .rt-reader").wait_for()
    for way in (0, 0.5, 1):
        lesson.evaluate("way => { rendered_cells.scrollTop = way * rendered_cells.scrollHeight }", way)
        beside = [".rt-dock", ".rt-speech", ".rt-reader", ".rt-events"]
        assert not lesson.evaluate(OVERLAPS, ", ".join(f".rt-lesson {one}" for one in beside))


def test_a_lesson_by_keyboard_alone(home: Any) -> None:
    from playwright.sync_api import expect

    go(home, "#learn?chapter=First+turn", ".rt-learnpath")
    tab_to(home, "[data-key='start-here']")
    home.keyboard.press("Enter")
    expect(home.locator("[data-key='goal']")).to_be_focused()
    for level in ("rule", "goal", "move"):
        home.keyboard.press("h")
        expect(home.locator(f"[data-key='hint:{level}'][aria-expanded=true]")).to_be_focused()
    tab_back = "[data-key='goal']"
    home.locator(tab_back).focus()
    home.keyboard.press("3")
    expect(home.locator(".rt-tray__roll [aria-pressed=true]")).to_have_count(1)
    tab_to(home, ".rt-stage [data-key^='card:']")
    home.keyboard.press("Enter")
    expect(home.locator("[data-key='reply']")).to_contain_text("Not possible")
    home.keyboard.press("Escape")
    expect(home.locator("[data-key='reply']")).to_be_empty()
    home.keyboard.press("1")
    expect(home.locator(".rt-tray__roll [aria-pressed=true][aria-label^='green die, Earth']")).to_have_count(1)
    for _ in range(4):
        home.keyboard.press("f")
        if home.evaluate("document.activeElement.dataset.key") == "card:cabbage-merchant":
            break
    home.keyboard.press("Enter")
    expect(home.locator("[data-key='next']")).to_be_focused()
    home.keyboard.press("Enter")
    expect(home.locator("[data-key='goal']")).to_be_focused()
    tab_to(home, "[data-near] [data-item]")
    home.keyboard.press("s")
    settle(home)
    expect(home.locator(".rt-tray [data-do=act]").first).to_be_visible()
    tab_to(home, ".rt-tray [data-do=act]")
    home.keyboard.press("Enter")
    expect(home.locator("[data-key='next']")).to_be_focused()
    home.keyboard.press("Enter")
    home.locator(".rt-offers").wait_for()
    expect(home.locator("[data-key='goal']")).to_be_focused()
    home.keyboard.press(str(right_choice(2) + 1))
    expect(home.locator("[data-key='next']")).to_be_focused()


@pytest.mark.wide
def test_a_reload_in_the_middle_goes_on(lesson: Any, app: Running) -> None:
    from playwright.sync_api import expect

    solve_first_step(lesson)
    text = (app.log.parent / "games" / f"{stored(lesson)}.learner.jsonl").read_text()
    assert '"outcome":"best"' in text, "it is on disk at once"
    lesson.locator("[data-key='next']").click()
    lesson.locator("[data-key='do:stop']").click()
    lesson.locator(".rt-tray [data-do=act]").first.wait_for()
    stored(lesson)
    settle(lesson)
    lesson.reload(wait_until="commit")
    lesson.locator(".rt-tray [data-do=act]").first.wait_for(timeout=60_000)
    expect(lesson.locator(".rt-stagehead")).to_contain_text("step 2 of")
    lesson.locator(".rt-tray [data-do=act]").first.click()
    expect(lesson.locator(".rt-ok")).to_contain_text(FIRST.step[1].right)
    lesson.locator(".rt-mark").click()
    go(lesson, f"#learn?lesson={FIRST.id}", ".rt-lesson")
    expect(lesson.locator(".rt-stagehead")).to_contain_text("step 2 of")


@pytest.mark.wide
def test_a_killed_kernel_comes_back_to_the_same_step(lesson: Any, app: Running, faults: Faults) -> None:
    from playwright.sync_api import expect

    solve_first_step(lesson)
    lesson.locator("[data-key='next']").click()
    expect(lesson.locator(".rt-stagehead")).to_contain_text("step 2 of")
    stored(lesson)
    settle(lesson)
    faults.provoke_lost_kernel()
    kernel_of(lesson, app).kill()
    expect(lesson.locator("#rt_lost")).to_be_visible(timeout=25_000)
    go_on(lesson)
    lesson.locator(".rt-tray__roll .rt-die").first.wait_for(timeout=60_000)
    expect(lesson.locator(".rt-stagehead")).to_contain_text("step 2 of")
    lesson.locator("[data-key='do:stop']").click()
    lesson.locator(".rt-tray [data-do=act]").first.wait_for()


def test_an_exercise_of_the_other_kind(home: Any) -> None:
    from playwright.sync_api import expect

    go(home, "#learn?face=spot", ".rt-offers")
    n = home.locator("[data-do=choice]").count()
    for at in range(n):
        home.locator(f"[data-key='choice:{at}']").click()
        expect(home.locator(f"[data-key='choice:{at}'] .rt-offer__mark")).to_be_visible()
        settle(home)
        if home.locator("[data-do=choice][aria-disabled=true]").count():
            break
    expect(home.locator("[data-do=name]")).to_have_count(4)
    home.locator("[data-do=name]").first.click()
    expect(home.locator("[data-key='reply']")).to_contain_text("forbids it")
    home.locator("[data-key='next']").click()
    expect(home.locator(".rt-stagehead")).to_contain_text("Exercise 2 of")


def test_own_mistakes_and_the_review_list(lesson: Any) -> None:
    from playwright.sync_api import expect

    put(lesson, "green die, Water", "cabbage-merchant")
    expect(lesson.locator("[data-key='reply']")).to_contain_text("Not possible")
    go(lesson, "#learn?face=review", ".rt-learnface")
    expect(lesson.locator(".rt-duelist")).to_contain_text("An action that was not allowed")
    assert "green W > cabbage-merchant" not in lesson.locator(".rt-duelist").inner_text()
    lesson.locator("[data-key='review-switch']").click()
    expect(lesson.locator(".rt-learnface")).to_contain_text("switched off")
    lesson.locator("[data-key^='mistake:']").first.click()
    expect(lesson.locator("h1:visible")).to_have_text("The same position once more")


def test_the_learner_file_leaves_and_comes_back(lesson: Any, tmp_path: Path) -> None:
    from playwright.sync_api import expect

    solve_first_step(lesson)
    go(lesson, "#learn?face=progress", ".rt-learnface")
    expect(lesson.locator(".rt-learnface")).to_contain_text("Bayesian knowledge tracing")
    lesson.locator("[data-key='name']").fill("Anna")
    with lesson.expect_download() as download:
        lesson.locator("[data-key='export']").click()
    path = tmp_path / download.value.suggested_filename
    download.value.save_as(path)
    assert '"Anna"' in path.read_text().splitlines()[0]
    with lesson.expect_download() as download:
        lesson.locator("[data-key='aid:']").click()
    assert download.value.suggested_filename == "player-aid.html"
    with lesson.expect_file_chooser() as chooser:
        lesson.get_by_role("button", name="Open my learner file").click()
    chooser.value.set_files(path)
    expect(lesson.locator("[role=status]:not(:empty)").first).to_contain_text("new facts were joined")
    path.write_text("no learner file\n")
    with lesson.expect_file_chooser() as chooser:
        lesson.get_by_role("button", name="Open my learner file").click()
    chooser.value.set_files(path)
    expect(lesson.locator(".rt-picker__line:visible")).not_to_be_empty()


def test_a_class_is_reported(home: Any, tmp_path: Path) -> None:
    from playwright.sync_api import expect

    files = []
    for name, outcome in (("Anna", "wrong"), ("Ben", "wrong"), ("Cem", "best")):
        fact = Attempt("2026-11-21T18:00:00Z", "spot:FNR-414", ("FNR-414",), outcome, "one die on two cards")
        path = tmp_path / f"{name}.learner.jsonl"
        path.write_bytes(write_learner(Header(name, "fire-nation-rising", "2026-11-21T17:00:00Z"), [fact]))
        files.append(path)
    broken = tmp_path / "broken.learner.jsonl"
    broken.write_text("{\n")
    go(home, "#learn?face=class", ".rt-learnface")
    with home.expect_file_chooser() as chooser:
        home.get_by_role("button", name="Open learner files").click()
    chooser.value.set_files([*files, broken])
    expect(home.locator(".rt-learnface")).to_contain_text("3 learners in 4 files")
    expect(home.locator(".rt-table tbody tr").first).to_contain_text("2 of 3")
    expect(home.locator(".rt-classfaults")).to_contain_text("broken.learner.jsonl, line 1")
    with home.expect_download() as download:
        home.get_by_role("button", name="Save the report as CSV").click()
    assert Path(download.value.path()).read_text().splitlines()[1].startswith("1,FNR-414")


@pytest.mark.wide
def test_every_face_can_be_used_by_everybody(lesson: Any) -> None:
    lesson.locator("[data-key='do:stop']").click()
    lesson.get_by_text("Follow this line").wait_for()
    faces = (
        ("", ".rt-ok--other"),
        ("#learn", ".rt-missions"),
        ("#learn?face=library", ".rt-findlesson"),
        ("#learn?find=heal", ".rt-lessons"),
        ("#learn?lesson=roll-and-put&step=3", ".rt-offers"),
        ("#learn?face=spot", ".rt-offers"),
        ("#learn?face=review", ".rt-duelist"),
        ("#learn?face=progress", ".rt-table"),
        ("#learn?face=class", ".rt-learnface"),
    )
    for address, ready in faces:
        if address:
            go(lesson, address, f"{ready}:visible")
        settle(lesson)
        for width in (390, 1280):
            lesson.set_viewport_size({"width": width, "height": 844})
            assert grave(lesson) == [], (address, width)
            assert width_of(lesson) <= width, address
        # The theme changes nothing but colours, and these are the same at both widths.
        lesson.evaluate("rtTheme.set('dark')")
        assert grave_colours(lesson) == [], (address, "dark")
        lesson.evaluate("rtTheme.set('light')")


def test_an_address_that_names_nothing_is_answered_on_the_path(home: Any) -> None:
    from playwright.sync_api import expect

    go(home, "#learn?lesson=no-such", ".rt-learnpath")
    expect(home.locator(".rt-alert")).to_contain_text("There is no lesson no-such.")
    # A link may call a scenario a lesson, as the rule reader does.
    scenario = load_course(FIRST.game).scenarios[0]
    go(home, f"#learn?lesson={scenario.id}", ".rt-lesson .rt-stagehead")
    expect(home.locator("h1:visible")).to_have_text(scenario.title)
    go(home, "#learn?mistake=00000000", ".rt-learnface")
    expect(home.locator(".rt-alert")).to_contain_text("not in your list any more")


@pytest.mark.wide
@pytest.mark.parametrize("title", RISING)
def test_on_a_phone_the_face_that_is_shown_and_its_title_are_in_sight(home: Any, title: str) -> None:
    home.set_viewport_size({"width": 390, "height": 844})
    for face in TABS:
        go(home, f"#learn?face={face}&title={title}", f".rt-faces a[aria-current][href$='face={face}']:visible")
        for shown in (f".rt-faces a[href$='face={face}']", ".rt-titles [aria-pressed=true]"):
            box = home.locator(f"{shown}:visible").bounding_box()
            assert box["x"] >= 0, shown
            assert box["x"] + box["width"] <= 390, shown
        assert home.locator(".rt-titles [aria-pressed=true]:visible").get_attribute("data-arg") == title
        assert width_of(home) <= 390


def test_a_chapter_ends_with_a_check_over_its_rules(home: Any) -> None:
    from playwright.sync_api import expect

    chapter = load_course("fire-nation-rising").chapter("Place the token")  # type: ignore[arg-type]
    assert chapter is not None
    go(home, "#learn?chapter=Place+the+token", ".rt-learnpath")
    rows = home.locator(".rt-learnpath .rt-lessons li")
    expect(rows).to_have_count(len(chapter.lessons) + 1)
    expect(rows.first).to_contain_text(chapter.lessons[0].title)
    start = home.locator(".rt-learnpath [data-key='start-here']")
    expect(start).to_have_text(f"Start here: {chapter.lessons[0].title}")
    rows.last.locator("a").click()
    expect(home.locator("h1:visible")).to_have_text("Spot the illegal action")
    expect(home.locator(".rt-offers [data-do='choice']").first).to_be_visible()
    home.go_back()
    expect(rows).to_have_count(len(chapter.lessons) + 1)
    assert not grave(home)

"""One stage: no step of a lesson and no turn of a game needs scrolling to see what it is about."""

from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import Any

import pytest

from rising_tutor.core.ids import GameId
from rising_tutor.lessons.lesson_file import load_course
from rising_tutor.ui.frame.shell import Shell
from tests.testkit.browsing import DESK
from tests.testkit.settings import RISING
from tests.ui.browser import WIDE, go, settle
from tests.ui.stills import Still, moments, steps

pytestmark = pytest.mark.browser

PHONE = {"width": 390, "height": 844}
AT_ONCE = 24
"""Pictures that are handed to the page at a time."""
PUT = """
const stage = () => [...document.querySelectorAll(".rt-stage")].find((one) => one.getClientRects().length);
const put = (parts) => {
  for (const part of stage().querySelectorAll("[data-part]")) part.innerHTML = parts[part.dataset.part] ?? "";
};
const seen = (selector) => [...stage().querySelectorAll(selector)].filter((one) => one.checkVisibility());
const word = (one) => one.dataset.key || one.closest("[data-key]")?.dataset.key || one.className || one.nodeName;
// How many pixels of an element lie outside the window, or outside what scrolls around it.
const outside = (one) => {
  const box = one.getBoundingClientRect(), column = one.closest(".rt-column");
  const ends = [innerHeight];
  if (column && getComputedStyle(column).overflowY === "auto") ends.push(column.getBoundingClientRect().bottom);
  return Math.ceil(Math.max(box.bottom - Math.min(...ends), -box.top, -box.left, box.right - innerWidth));
};
const faults = (what, selector) => seen(selector).map((one) => [what, word(one), outside(one)])
  .filter((one) => one[2] > 0);
"""
LESSON = (
    "pictures => {"
    + PUT
    + """
  return pictures.map(({ parts, shows }) => {
    put(parts);
    const marks = ".is-marked, .rt-tag--mark";
    const found = [
      ...faults("goal", ".rt-goal"), ...faults("tray", ".rt-dock .rt-die, .rt-tray__act .rt-btn"),
      ...faults("way", ".rt-ways .rt-btn"), ...faults("answer", ".rt-offer"), ...faults("mark", marks),
      ...faults("Team", ".rt-team"),
    ];
    // The own Team keeps to the lower edge where the board is too tall for the window: it must not lie on a mark.
    const team = seen(".rt-team")[0]?.getBoundingClientRect();
    for (const mark of team ? seen(marks) : []) {
      const box = mark.getBoundingClientRect();
      const beside = mark.closest(".rt-team, .rt-column") || mark.classList.contains("rt-loc");
      const by = Math.ceil(box.bottom - team.top);
      if (!beside && by > 8 && box.top < team.bottom) found.push(["covered", word(mark), by]);
    }
    if (shows && !seen(marks).length) found.push(["mark", "nothing is marked", 1]);
    return found;
  });
}"""
)
GAME = (
    "pictures => {"
    + PUT
    + """
  return pictures.map(({ parts }) => {
    put(parts);
    const found = [
      // What is to be chosen stands over the dice, else it is what the coach says.
      ...faults("goal", seen(".rt-question").length ? ".rt-question" : ".rt-coach p:first-of-type"),
      ...faults("tray", ".rt-dock .rt-die, .rt-tray__act .rt-btn"), ...faults("Hero", ".rt-teamrow .rt-card"),
    ];
    const row = seen(".rt-teamrow")[0];
    if (!row) return found;
    const place = (one) => one.getBoundingClientRect();
    const cards = [...row.querySelectorAll(".rt-card:not(.rt-teamcard)")].map(place);
    const rows = new Set(cards.map((box) => Math.round(box.top))).size;
    if (cards.length <= 11 && rows > 1) found.push(["row", "is broken", rows]);
    cards.slice(1).forEach((box, at) => {
      const before = cards[at];
      if (box.left < before.right - 1 && box.top < before.bottom - 1) found.push(["row", "lies on its neighbour", at]);
    });
    const over = Math.max(...[...row.children].map((one) => place(one).right - place(row).right));
    if (over > 1) found.push(["row", "is too long", Math.ceil(over)]);
    return found;
  });
}"""
)
TRAY = (
    "pictures => {"
    + PUT
    + """
  return pictures.map(({ parts }) => {
    put(parts);
    const dock = seen(".rt-dock").find((one) => one.querySelector(".rt-die, .rt-btn"));
    if (!dock) return null;
    const box = dock.getBoundingClientRect();
    return [Math.round(innerHeight - box.bottom), Math.round(box.height)];
  });
}"""
)
WIDTHS = f"pictures => {{ {PUT} return pictures.map(({{ parts }}) => {{ put(parts); return {WIDE}; }}); }}"
PLACES = (
    "parts => {"
    + PUT
    + """
  if (parts) put(parts);
  return seen("[data-key]").map((one) => {
    const { left, top, width, height } = one.getBoundingClientRect();
    return [one.dataset.key, ...[left, top, width, height].map(Math.round)];
  });
}"""
)


def batches(stills: Iterable[Still]) -> Iterator[list[Still]]:
    """The same, so many at once."""
    left = iter(stills)
    while batch := list(islice(left, AT_ONCE)):
        yield batch


def measured(page: Any, script: str, stills: Iterable[Still]) -> list[tuple[Still, Any]]:
    """Each picture with what a script finds in it."""
    found: list[tuple[Still, Any]] = []
    for batch in batches(stills):
        given = [{"parts": still.parts, "shows": bool(getattr(still.about, "show", ()))} for still in batch]
        found += zip(batch, page.evaluate(script, given), strict=True)
    return found


def faults(found: list[tuple[Still, Any]]) -> list[str]:
    """What is out of sight, in words."""
    return [f"{still.name}: {what} {name}, {by} px" for still, out in found for what, name, by in out]


@pytest.fixture
def lesson(open_app: Callable[..., Any]) -> Any:
    """The page of a lesson."""
    page = open_app("#learn?lesson=first-hero&step=1", ready=".rt-stage .rt-goal")
    settle(page)
    return page


@pytest.fixture
def table(open_app: Callable[..., Any]) -> Any:
    """The page Play with a game."""
    page = open_app(ready=".rt-hero")
    page.get_by_role("button", name="Start: Aang and Toph").click()
    page.locator(".rt-stage .rt-ring").wait_for()
    settle(page)
    return page


@pytest.mark.wide
@pytest.mark.parametrize("title", RISING)
def test_no_step_of_a_lesson_needs_scrolling_and_on_a_phone_the_tray_keeps_to_the_lower_edge(
    lesson: Any, shell: Shell, title: str
) -> None:
    assert lesson.viewport_size == DESK
    stills = list(steps(shell, GameId(title)))
    assert len(stills) == sum(len(one.step) for one in load_course(GameId(title)).everything) > 100
    assert faults(measured(lesson, LESSON, stills)) == []

    lesson.set_viewport_size(PHONE)
    trays = [(still.name, tray) for still, tray in measured(lesson, TRAY, stills[::5]) if tray is not None]
    assert len(trays) > 10
    assert [(name, below) for name, (below, _) in trays if abs(below) > 1] == []
    assert max(height for _, (_, height) in trays) <= 0.62 * PHONE["height"] + 1


@pytest.mark.wide
def test_a_step_that_would_need_scrolling_is_found(lesson: Any, shell: Shell) -> None:
    still = next(iter(steps(shell, GameId(RISING[0]), only=["first-hero"])))
    much = "<p>A line.</p>" * 60
    asked = still.parts["speech"].replace('class="rt-asked">', f'class="rt-asked">{much}', 1)
    parts = still.parts | {"speech": asked, "table": f"<div>{much}{still.parts['table']}</div>"}
    said = faults(measured(lesson, LESSON, [Still(still.name, parts, still.about)]))
    assert any(": goal goal, " in one for one in said), said
    assert any(": mark card:" in one for one in said), said
    assert faults(measured(lesson, LESSON, [still])) == []


def test_a_picture_lies_as_on_the_page_that_a_learner_opens(lesson: Any, shell: Shell) -> None:
    """Of a lesson with a table, a question, and a scenario."""
    opened = (("lesson", "first-hero", 1), ("lesson", "first-hero", 3), ("scenario", "finish-june", 1))
    stills = {still.name: still for still in steps(shell, GameId(RISING[0]), only=[name for _, name, _ in opened])}
    for kind, name, step in opened:
        go(lesson, f"#learn?{kind}={name}&step={step}", ".rt-stage .rt-goal")
        lesson.evaluate("document.activeElement.blur()")
        real = lesson.evaluate(PLACES, None)
        assert len(real) > 20
        assert lesson.evaluate(PLACES, stills[f"{kind} {name}, step {step}"].parts) == real


REPLAYED = (
    "fire-nation-rising/five-players.replay",
    "death-eaters-rising/won.replay",
    "dark-side-rising/lost-by-casualties.replay",
    *(
        pytest.param(replay, marks=pytest.mark.long)
        for replay in (
            "fire-nation-rising/won.replay",
            "fire-nation-rising/black-sun-by-ruin.replay",
            "dark-side-rising/won.replay",
        )
    ),
)


def row_of(state: Any) -> int:
    """How many Heroes the active Team has."""
    return len(state.teams[state.active].row)


@pytest.mark.wide
@pytest.mark.parametrize("replay", REPLAYED)
def test_no_turn_of_a_game_needs_scrolling(table: Any, replay: str) -> None:
    assert table.viewport_size == DESK
    found = measured(table, GAME, moments(replay, lambda number, _: number % 12 == 0))
    assert len(found) >= 10
    assert faults(found) == []


@pytest.mark.wide
def test_final_battles_and_a_team_of_eleven_need_no_scrolling(table: Any) -> None:
    late = moments("fire-nation-rising/black-sun-by-ruin.replay", lambda number, at: at.phase == 2 and number % 5 == 0)
    found = measured(table, GAME, late)
    assert len(found) > 5
    long = moments("dark-side-rising/won.replay", lambda number, at: row_of(at) >= 11 and number % 3 == 0)
    rows = measured(table, GAME, long)
    assert 11 in {row_of(still.about) for still, _ in rows}
    assert faults(found + rows) == []


WITH_CARDS = (
    "avatar-tcg/seat-1-wins.replay",
    "avatar-tcg/by-signature-moves.replay",
    "rise-tcg/seat-2-wins.replay",
    "rise-tcg/gates-against-plague.replay",
)


@pytest.mark.sweep(one_in=3)
@pytest.mark.parametrize("replay", WITH_CARDS)
def test_no_moment_of_a_game_of_cards_is_wider_than_a_phone(open_app: Callable[..., Any], replay: str) -> None:
    """What lies in a zone or row differs from game to game: whatever it is, nobody has to scroll sideways."""
    page = open_app(f"#home?title={replay.partition('/')[0]}", ready=".rt-start")
    page.locator(".rt-start [data-key=start]").click()
    page.locator(".rt-stage [data-do=act]").first.wait_for()
    settle(page)
    stills = list(moments(replay, lambda number, _: number % 4 == 0))
    assert len(stills) > 15
    for width in (390, 320):
        page.set_viewport_size({"width": width, "height": 844})
        found = measured(page, WIDTHS, stills)
        assert [(still.name, wide) for still, wide in found if wide > width] == []

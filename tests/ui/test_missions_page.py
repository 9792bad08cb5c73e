"""Missions in a browser: from Home to the page at the end, by mouse, by keyboard alone and on a phone; search; back."""

from collections.abc import Callable
from typing import Any

import pytest

from rising_tutor import catalogues
from rising_tutor.core.ids import GameId
from rising_tutor.core.registry import load_game, playable_ids
from rising_tutor.decks.deck_file import deck_game
from rising_tutor.lessons.lesson_file import load_course
from rising_tutor.lessons.run import LessonRun
from rising_tutor.lessons.search import search
from tests.lessons.newcomer import asked_for
from tests.testkit.axe import grave, grave_colours
from tests.testkit.settings import RISING
from tests.ui.browser import go, settle, tab_to, width_of
from tests.ui.table import moved_on, moves

pytestmark = pytest.mark.browser

FIRE = GameId("fire-nation-rising")
OF_CARDS = [game_id for game_id in playable_ids() if deck_game(load_game(game_id)) is not None]
FIRST, SECOND = load_course(FIRE).missions[:2]


@pytest.fixture
def home(open_app: Callable[..., Any]) -> Any:
    return open_app(ready=".rt-hero")


def press(page: Any, text: str, *, keyboard: bool) -> None:
    """Does what an action in the notation says, as somebody at the table would, who waits until it is done."""
    before = moves(page)
    if text in ("roll", "stop"):
        do(page, f"[data-key='do:{text}']", keyboard=keyboard)
    elif text.startswith("at "):
        do(page, f".rt-tray [data-do='act']:has-text('Location {text[3:]}')", keyboard=keyboard)
    elif text.startswith("join "):
        do(page, ".rt-tray [data-do='act']", keyboard=keyboard)
    else:
        die, _, card = text.partition(" > ")
        colour, face = die.split()
        names = {"E": "Earth", "W": "Water", "F": "Fire", "A": "Avatar"}
        chosen = f".rt-tray__roll [aria-label^='{colour} die, {names[face]}']"
        if page.locator(chosen).first.get_attribute("aria-pressed") != "true":
            do(page, chosen, keyboard=keyboard)
            settle(page)
        do(page, f"[data-key='card:{card}']", keyboard=keyboard)
    moved_on(page, before)
    settle(page)


def do(page: Any, selector: str, *, keyboard: bool) -> None:
    found = page.locator(f"{selector}:visible").first
    found.wait_for()
    if keyboard:
        settle(page)  # what is drawn anew takes the focus with it: nothing may come between focus and key
        found.press("Enter")
    else:
        found.click()


def play(page: Any, *, keyboard: bool = False) -> None:
    """Finishes the mission that is open at its first step, by the best actions."""
    run = LessonRun(load_game(FIRE), FIRST)
    for at in range(len(FIRST.step)):
        page.get_by_text(f"step {at + 1} of {len(FIRST.step)}").first.wait_for()
        while not run.done:
            action = run.best_action()
            text = run.game.write(run.state, action)
            run.try_action(action)
            press(page, text, keyboard=keyboard)
        page.locator("[data-key='next']").wait_for()
        assert FIRST.step[at].right in page.locator("[data-key='reply']").inner_text()
        do(page, "[data-key='next']", keyboard=keyboard)
        settle(page)
        if not run.last:
            run.go_on()
    page.locator(".rt-ending").wait_for()


def test_a_newcomer_comes_from_home_through_a_mission_to_its_end(home: Any) -> None:
    from playwright.sync_api import expect

    expect(home.locator(".rt-firstlesson")).to_contain_text("First time here? Play the first mission")
    home.locator("[data-key='first-lesson']").click()
    play(home)
    ending = home.locator(".rt-ending")
    expect(ending).to_contain_text(FIRST.won)
    expect(ending).to_contain_text("3 of 3 stars")
    expect(home.locator("[data-key='go-on']")).to_be_focused()
    for width in (390, 1280):
        home.set_viewport_size({"width": width, "height": 844})
        assert grave(home) == [], width
        assert width_of(home) <= width
    home.evaluate("rtTheme.set('dark')")
    assert grave_colours(home) == []
    home.evaluate("rtTheme.set('light')")
    home.reload(wait_until="commit")
    expect(home.locator(".rt-ending")).to_contain_text(FIRST.won, timeout=60_000)
    home.locator("[data-key='go-on']").click()
    expect(home.locator("h1:visible")).to_have_text(SECOND.title)
    go(home, "#learn", ".rt-missions")
    cards = home.locator(".rt-missions li")
    expect(cards).to_have_count(6)
    expect(cards.nth(0)).to_contain_text(FIRST.won)
    expect(home.locator("[data-key='start-here']")).to_contain_text("mission 2")


@pytest.mark.wide
def test_a_mission_by_keyboard_alone(home: Any) -> None:
    from playwright.sync_api import expect

    tab_to(home, "[data-key='first-lesson']")
    home.keyboard.press("Enter")
    expect(home.locator("[data-key='goal']")).to_be_focused()
    play(home, keyboard=True)
    expect(home.locator("[data-key='go-on']")).to_be_focused()
    home.keyboard.press("Enter")
    expect(home.locator("h1:visible")).to_have_text(SECOND.title)


@pytest.mark.wide
def test_a_mission_on_a_phone(home: Any) -> None:
    home.set_viewport_size({"width": 390, "height": 844})
    go(home, "#learn", ".rt-missions")
    assert width_of(home) <= 390
    home.locator("[data-key='start-here']").click()
    play(home)
    assert width_of(home) <= 390
    box = home.locator("[data-key='go-on']").bounding_box()
    assert box["y"] + box["height"] <= 844, "the way on is in sight"


@pytest.mark.sweep(one_in=2)
@pytest.mark.parametrize("title", OF_CARDS)
def test_the_first_mission_of_a_game_of_cards_is_done_on_a_phone(home: Any, title: str) -> None:
    home.set_viewport_size({"width": 390, "height": 844})
    mission = load_course(GameId(title)).missions[0]
    go(home, f"#learn?mission={mission.id}&title={title}", ".rt-goal")
    run = LessonRun(load_game(title), mission)
    for at, step in enumerate(mission.step):
        home.get_by_text(f"step {at + 1} of {len(mission.step)}").first.wait_for()
        while not run.done and step.kind == "goal":
            before, action = moves(home), asked_for(run)
            if action in run.actions:
                do(home, f".rt-dock [data-do=act][data-arg='{run.actions.index(action)}']", keyboard=False)
                moved_on(home, before)
            else:
                do(home, "[data-key='try:0']", keyboard=False)
            settle(home)
            run.try_action(action)
        if step.kind in ("ask", "spot"):
            do(home, f"[data-key='choice:{run.right_choice()}']", keyboard=False)
            run.answer(run.right_choice())
        assert width_of(home) <= 390
        do(home, "[data-key='next']", keyboard=False)
        settle(home)
        run.go_on()
    home.locator(".rt-ending").wait_for()


UNCOVERED = """(key) => {
  const all = [...document.querySelectorAll(`[data-key=${key}]`)];
  const el = all.find((one) => one.checkVisibility() && one.childNodes.length);
  if (!el) return false;
  const { left, right, top, bottom } = el.getBoundingClientRect();
  return [top + 4, bottom - 4].every((y) => el.contains(document.elementFromPoint((left + right) / 2, y)));
}"""


@pytest.mark.parametrize(
    ("title", "right"), [(FIRE, True), *((title, right) for title in OF_CARDS for right in (True, False))]
)
def test_on_a_phone_an_answer_and_the_way_on_lie_under_nothing(home: Any, title: str, *, right: bool) -> None:
    """Neither under the dock, which stays at the lower edge, nor out of sight."""
    home.set_viewport_size({"width": 390, "height": 844})
    mission = load_course(GameId(title)).missions[0]
    go(home, f"#learn?mission={mission.id}&title={title}", ".rt-goal")
    run = LessonRun(load_game(title), mission)
    if title == FIRE:
        press(home, run.game.write(run.state, run.best_action()), keyboard=False)
    else:
        wanted = asked_for(run)
        action = wanted if right else next(one for one in run.actions if one != wanted)
        do(home, f".rt-dock [data-do=act][data-arg='{run.actions.index(action)}']", keyboard=False)
    home.locator("[data-key=reply] > *").first.wait_for()
    settle(home)
    for key in ("reply", "next") if right else ("reply",):
        home.wait_for_function(UNCOVERED, arg=key, timeout=5_000)


@pytest.mark.parametrize("title", RISING)
def test_another_title_chosen_at_home_begins_with_its_own_first_mission(home: Any, title: str) -> None:
    from playwright.sync_api import expect

    home.locator(f"[data-key='title:{title}']").click()
    first = load_course(GameId(title)).missions[0]
    expect(home.locator("[data-key='first-lesson']")).to_contain_text(first.title)
    home.locator("[data-key='first-lesson']").click()
    expect(home.locator("h1:visible")).to_have_text(first.title)


def test_lessons_are_found_by_a_word_and_by_a_rule(home: Any) -> None:
    from playwright.sync_api import expect

    go(home, "#learn", ".rt-findlesson")
    home.locator("[data-key='find']").fill("heal")
    home.keyboard.press("Enter")
    titles = {rule.id: rule.title for rule in catalogues.load(FIRE).rules}
    hits = search(load_course(FIRE), "heal", titles)
    expect(home.locator(".rt-lessons li")).to_have_count(len(hits))
    home.locator("[data-key='find']").fill("FNR-414")
    home.locator("[data-key='find-go']").click()
    expect(home.locator(".rt-lessons li").first).to_contain_text("FNR-414")
    home.locator(".rt-lessons li a").first.click()
    expect(home.locator("h1:visible")).to_have_text(search(load_course(FIRE), "FNR-414")[0].lesson.title)
    home.go_back()
    expect(home.locator(".rt-lessons li").first).to_contain_text("FNR-414")
    go(home, "#learn?find=quidditch", ".rt-learnpath")
    expect(home.locator(".rt-learnpath")).to_contain_text("No lesson says quidditch")


@pytest.mark.wide
def test_a_refusal_in_play_offers_the_lesson_that_leads_back(home: Any) -> None:
    from playwright.sync_api import expect

    home.locator("[data-key='start']").click()
    roll = home.locator("[data-key='do:roll']:not([aria-disabled=true]):visible")
    for _ in range(8):
        # Where to go, and what a Villain may ask before the dice come.
        home.locator(".rt-tray [data-do='act']:visible").or_(roll).first.wait_for()
        if roll.count():
            break
        home.locator(".rt-tray [data-do='act']:visible").first.click()
        settle(home)
    roll.click()
    home.locator("[data-key^='die:']:visible").last.click()
    settle(home)
    # Whatever was rolled: a card of another location is out of reach.
    home.locator(".rt-loc:not(.is-here) [data-key^='card:']:visible").first.click()
    practise = home.locator("[data-key='practise']")
    practise.wait_for()
    title = practise.inner_text().removeprefix("Practise this: ")
    practise.click()
    expect(home.locator("h1:visible")).to_have_text(title)
    home.reload(wait_until="commit")
    home.locator("[data-key='back-to']").click(timeout=60_000)
    expect(home.locator("[data-key^='die:']:visible").first).to_be_visible()


def test_the_first_game_starts_with_one_button_and_the_coach(home: Any) -> None:
    from playwright.sync_api import expect

    go(home, "#learn", ".rt-missions")
    home.locator(".rt-firstgame summary").click()
    expect(home.locator(".rt-firstgame")).to_contain_text("how often people win it was not measured")
    home.locator("[data-key='first-game']").click()
    expect(home.locator(".rt-tray [data-do='act']:visible").first).to_be_visible()

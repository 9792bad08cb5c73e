"""The page Replays in a browser: a sample, a file, a faulty file, stepping, numbers, playing on."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from rising_tutor.core.drive import play_out
from rising_tutor.core.registry import load_game
from rising_tutor.replay import Scribe, header_of, replay_of, verify, write
from tests.testkit.axe import grave, grave_colours
from tests.ui.conftest import ROOT, Faults

pytestmark = pytest.mark.browser

SAMPLE = "#replays?sample=worked-example.replay"
POSITION = ".rt-bar__pos"
HOSTILE = "<img src=x onerror=document.title='taken'>"


@pytest.fixture
def replays(open_app: Callable[..., Any]) -> Callable[..., Any]:
    def go(address: str = "#replays") -> Any:
        return open_app(address, ready=".rt-replayhead" if "sample" in address else ".rt-picker button")

    return go


@pytest.fixture(scope="module")
def text() -> str:
    game = load_game("fire")
    scribe = Scribe(game)
    played = play_out(game, seats=2, seed=3, watch=scribe.watch)
    header = header_of(game, 2, names=("Mira", HOSTILE[:40]))
    return write(replay_of(header, scribe, played.state), "a.replay").decode()


def upload(page: Any, path: Path) -> None:
    with page.expect_file_chooser() as chooser:
        page.locator(".rt-picker button").click()
    chooser.value.set_files(path)


COVERED = """() => [...document.querySelectorAll(".rt-bar :is(button, input, select, .rt-bar__pos)")]
  .filter((one) => one.checkVisibility()).flatMap((one) => {
    const { left, right, top, bottom } = one.getBoundingClientRect();
    const x = (left + right) / 2;
    return [top + 2, (top + bottom) / 2, bottom - 2].map((y) => [one, document.elementFromPoint(x, y)]);
  }).filter(([one, above]) => !above?.closest(".rt-bar")).map(([one]) => one.className)"""


@pytest.mark.parametrize("width", [390, 800])
def test_nothing_lies_on_the_bar(replays: Any, width: int) -> None:
    """The tray of a roll keeps to the lower edge in a game; in a replay that edge is the bar's."""
    page = replays(f"{SAMPLE}&at=22")
    page.set_viewport_size({"width": width, "height": 844})
    page.locator(".rt-replaystage .rt-tray").wait_for()
    page.locator(POSITION).wait_for()
    assert page.evaluate(COVERED) == []


def test_a_sample_is_opened_and_stepped_through(replays: Any) -> None:
    from playwright.sync_api import expect

    page = replays()
    page.get_by_role("button", name="Open Worked example, Fire Nation Rising").click()
    expect(page.locator(".rt-replayhead h1")).to_have_text("Anna and Ben")
    expect(page.locator(POSITION)).to_contain_text("action 0 of")
    page.get_by_role("button", name="one step on").click()
    expect(page.locator(POSITION)).to_contain_text("action 1 of")
    expect(page.locator(".rt-events .rt-cite").first).to_be_visible()
    page.get_by_role("button", name="to the end").click()
    expect(page.locator(".rt-written")).to_contain_text("recruits Arnook")
    page.locator(".rt-bar").get_by_role("button", name="Turn", exact=True).click()
    page.get_by_role("button", name="one step back").click()
    expect(page.locator(POSITION)).to_contain_text("turn 1")


def test_keys_step_play_and_go_to_the_ends(replays: Any) -> None:
    from playwright.sync_api import expect

    page = replays(SAMPLE)
    position = page.locator(POSITION)
    expect(position).to_contain_text("action 0 of")
    page.keyboard.press("End")
    last = position.text_content().split(" of ")[-1]
    expect(position).to_contain_text(f"action {last} of {last}")
    page.keyboard.press("Shift+ArrowLeft")
    expect(position).not_to_contain_text(f"action {last} of")
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    expect(position).to_contain_text("action 1 of")
    page.keyboard.press("m")
    expect(page.locator(".rt-written")).to_be_visible()
    page.keyboard.press("Space")
    expect(page.get_by_role("button", name="pause")).to_be_visible()
    page.keyboard.press("Space")
    expect(page.get_by_role("button", name="play", exact=True)).to_be_visible()


def test_another_way_is_shown_beside_the_line_it_replaces(replays: Any) -> None:
    from playwright.sync_api import expect

    page = replays(f"{SAMPLE}&at=22")
    expect(page.locator(".rt-written")).to_contain_text("Another way")
    expect(page.locator(".rt-sideline")).to_contain_text("red A > june")


def test_a_file_is_opened_and_names_in_it_are_only_text(replays: Any, text: str, tmp_path: Path) -> None:
    from playwright.sync_api import expect

    page = replays()
    path = tmp_path / "mine.replay"
    path.write_text(text)
    upload(page, path)
    expect(page.locator(".rt-replayhead h1")).to_have_text(f"Mira and {HOSTILE[:40]}")
    expect(page.locator(".rt-replayhead")).to_contain_text("lost, turn 11")
    assert page.title() != "taken"
    assert page.locator(".rt-replaypage img").count() == 0


def test_a_faulty_file_is_shown_up_to_its_first_fault(replays: Any, text: str, tmp_path: Path) -> None:
    from playwright.sync_api import expect

    rows = text.splitlines()
    at = next(number for number, row in enumerate(rows) if row.startswith("[turn 2]"))
    rows[at + 1] = "nonsense"
    path = tmp_path / "faulty.replay"
    path.write_text("\n".join(rows) + "\n")
    page = replays()
    upload(page, path)
    faults = page.locator(".rt-faults")
    expect(faults).to_contain_text(f"Line {at + 2}, column 1")
    expect(faults.locator("mark").first).to_have_text("nonsense")
    expect(faults).to_contain_text("Nothing was repaired")
    # What is sound is there: the table at the fault, and the way back to the start.
    expect(page.locator(POSITION)).to_contain_text("turn 2")
    page.get_by_role("button", name="to the start").click()
    expect(page.locator(POSITION)).to_contain_text("action 0 of")


def test_a_file_that_is_no_replay_loses_nothing(replays: Any, tmp_path: Path) -> None:
    from playwright.sync_api import expect

    path = tmp_path / "picture.replay"
    path.write_bytes(b"\x89PNG\x00\xff")
    page = replays()
    upload(page, path)
    expect(page.locator(".rt-faults")).to_contain_text("Line 1")
    expect(page.get_by_role("button", name="Play on from here")).to_have_count(0)
    page.get_by_role("button", name="All replays").click()
    expect(page.get_by_role("button", name="Open Worked example, Fire Nation Rising")).to_be_visible()


def test_a_file_that_shows_nothing_leaves_no_other_game_below(replays: Any, tmp_path: Path) -> None:
    from playwright.sync_api import expect

    page = replays(SAMPLE)
    expect(page.locator(".rt-replaystage .rt-ring")).to_be_visible()
    page.get_by_role("button", name="All replays").click()
    path = tmp_path / "nine.replay"
    path.write_text("replay: 1\ngame: fire-nation-rising\nseats: 9\n\nroll\n")
    upload(page, path)
    expect(page.locator(".rt-faults")).to_contain_text("'seats' cannot be '9'")
    expect(page.locator(".rt-replaystage .rt-ring")).to_be_hidden()


@pytest.mark.wide
def test_a_reload_comes_back_to_the_position(replays: Any) -> None:
    from playwright.sync_api import expect

    page = replays(SAMPLE)
    expect(page.locator(POSITION)).to_contain_text("action 0 of")
    for _ in range(3):
        page.get_by_role("button", name="one step on").click()
    expect(page.locator(POSITION)).to_contain_text("action 3 of")
    expect(page.locator(".rt-replaystage .rt-tray h2")).to_have_text("Dice")
    # The address follows the table, so it has to have caught up before the page goes.
    page.wait_for_function(
        "() => new URLSearchParams(location.hash.split('?')[1]).get('at') "
        "=== document.querySelector('.rt-bar input[type=range]').value"
    )
    page.reload(wait_until="commit")
    expect(page.locator(POSITION)).to_contain_text("action 3 of", timeout=60_000)


def test_too_big_a_file_is_refused_before_it_is_sent(replays: Any, tmp_path: Path) -> None:
    from playwright.sync_api import expect

    path = tmp_path / "big.replay"
    path.write_bytes(b"#" * (1024 * 1024 + 1))
    page = replays()
    upload(page, path)
    line = page.locator(".rt-picker [role=alert]")
    expect(line).to_contain_text("big.replay: size of the file: 1048577 bytes, the limit is 1048576 bytes")


def test_numbers_move_with_the_position_and_stand_in_a_table_too(replays: Any) -> None:
    from playwright.sync_api import expect

    page = replays(f"{SAMPLE}&at=22")
    page.locator(".rt-statepanel").scroll_into_view_if_needed()
    page.locator(".rt-statepanel .rt-plot[data-ready]").wait_for(timeout=60_000)
    page.get_by_role("button", name="Dice", exact=True).click()
    expect(page.locator(".rt-statepanel .rt-plot__legend")).to_contain_text("in the pool2")
    page.wait_for_function("document.querySelector('.rt-statepanel .js-plotly-plot').layout.shapes[0].x0 === 22")
    page.get_by_role("button", name="one step on").click()
    page.wait_for_function("document.querySelector('.rt-statepanel .js-plotly-plot').layout.shapes[0].x0 > 22")
    page.locator(".rt-statepanel").get_by_role("button", name="As a table").click()
    # The setup, the turn, and the one after it that begins behind the line that nobody knows.
    expect(page.locator(".rt-statepanel .rt-plot__table tbody tr")).to_have_count(3)


@pytest.mark.wide
def test_the_kernel_hands_the_plots_over_where_no_server_has_them(replays: Any, page: Any, faults: Faults) -> None:
    faults.provoke("404")
    page.route("**/voila/plotly.js", lambda route: route.fulfill(status=404))
    replays(f"{SAMPLE}&at=22")
    page.locator(".rt-statepanel").scroll_into_view_if_needed()
    page.locator(".rt-plot[data-ready] .js-plotly-plot .scatterlayer path").first.wait_for(state="attached")


def test_a_rule_opens_beside_the_table(replays: Any) -> None:
    from playwright.sync_api import expect

    page = replays(f"{SAMPLE}&at=22")
    chip = page.locator(".rt-events .rt-cite").first
    rule = chip.text_content()
    chip.click()
    expect(page.locator(".rt-replaystage .rt-rule")).to_contain_text(rule)


def test_play_goes_on_from_a_position_as_a_game_of_its_own(replays: Any) -> None:
    from playwright.sync_api import expect

    page = replays(f"{SAMPLE}&at=22")
    page.get_by_role("button", name="Play on from here").click()
    page.wait_for_url("**#play?game=*")
    expect(page.locator(".rt-play")).to_contain_text("roll 1")
    page.get_by_role("link", name="Replays").click()
    expect(page.locator(POSITION)).to_contain_text("action 8 of")


def test_a_phone_scrolls_down_only(replays: Any) -> None:
    page = replays(f"{SAMPLE}&at=22")
    page.set_viewport_size({"width": 390, "height": 844})
    page.wait_for_timeout(300)
    assert page.evaluate("document.querySelector('#rendered_cells').scrollWidth") <= 390
    page.get_by_role("button", name="All replays").click()
    page.locator(".rt-picker button").wait_for()
    assert page.evaluate("document.querySelector('#rendered_cells').scrollWidth") <= 390


@pytest.mark.wide
def test_nothing_keeps_people_out_in_light_and_dark(replays: Any) -> None:
    page = replays(f"{SAMPLE}&at=22")
    page.locator(".rt-statepanel").scroll_into_view_if_needed()
    page.locator(".rt-statepanel .rt-plot[data-ready]").wait_for(timeout=60_000)
    for theme, found in (("light", grave), ("dark", grave_colours)):
        page.evaluate(f"rtTheme.set('{theme}')")
        page.wait_for_timeout(300)
        assert found(page) == [], theme
    page.get_by_role("button", name="All replays").click()
    page.locator(".rt-picker button").wait_for()
    assert grave(page) == []


HIDDEN = """() => {
  const shown = (e) => e.checkVisibility() && e.getClientRects().length;
  const figure = [...document.querySelectorAll(".rt-hub svg")].find(shown).getBoundingClientRect();
  const [x, y, r] = [figure.left + figure.width / 2, figure.top + figure.height / 2, figure.width / 2 - 2];
  const near = (at, from, to) => Math.max(from, Math.min(to, at)) - at;
  return [...document.querySelectorAll(".rt-loc__head :is(h3, .rt-tag)")].filter(shown).filter((word) => {
    const box = word.getBoundingClientRect();
    return Math.hypot(near(x, box.left, box.right), near(y, box.top, box.bottom)) < r;
  }).map((word) => word.innerText);
}"""
"""Names and tags of locations that lie under the figure."""


@pytest.mark.wide
@pytest.mark.parametrize("title", ["death-eaters-rising", "dark-side-rising"])
def test_the_figure_hides_no_name_where_it_faces_the_team(replays: Any, title: str) -> None:
    """The fullest head of a location: its name, who faces it, whose Team is there."""
    states = [moved.step.state for moved in verify(ROOT / "replays" / title / "lost-by-a-team.replay").moves]
    met = {state.facing: at for at, state in enumerate(states, 1) if state.facing == state.location >= 0}
    assert len(met) > 1
    for at in met.values():
        page = replays(f"#replays?sample={title}/lost-by-a-team.replay&at={at}")
        page.locator(".rt-loc.is-here.is-faced").wait_for()
        assert load_game(title).info.title in page.locator(".rt-replayhead").inner_text()
        for width in (1280, 1000):
            page.set_viewport_size({"width": width, "height": 800})
            page.wait_for_function(f"() => ({HIDDEN})().length === 0", timeout=5000)


CUT = """() => [...document.querySelectorAll(".rt-card__strip > span, .rt-card__name")]
  .filter((word) => word.checkVisibility() && word.scrollWidth > word.clientWidth + 1)
  .map((word) => word.innerText)"""
"""Names and kinds of cards of which a part cannot be read."""


@pytest.mark.wide
@pytest.mark.parametrize("title", ["fire-nation-rising", "death-eaters-rising", "dark-side-rising"])
def test_the_kind_and_name_of_every_card_can_be_read(replays: Any, title: str) -> None:
    """Long words go on a second line; none ends in dots."""
    page = replays(f"#replays?sample={title}/lost-by-a-team.replay&at=40")
    page.locator(".rt-card__strip").first.wait_for()
    for width in (1440, 1280, 1000):
        page.set_viewport_size({"width": width, "height": 800})
        page.wait_for_function(f"() => ({CUT})().length === 0", timeout=5000)
    # Words longer than those of any title of ours, as an owner's cards or another title may have.
    page.set_viewport_size({"width": 1280, "height": 800})
    page.locator(".rt-loc .rt-card__strip > span").evaluate_all("all => all.forEach((e) => e.append(' Intelligence'))")
    assert page.evaluate(CUT) == []


def test_on_a_phone_a_used_card_shows_its_cost_and_that_it_is_used(replays: Any) -> None:
    page = replays("#replays?sample=death-eaters-rising/lost-by-a-team.replay&at=60")
    page.set_viewport_size({"width": 390, "height": 844})
    slots = page.locator(".rt-teamrow .rt-card > .rt-slots").first
    slots.evaluate("""e => {
      const used = '<span class="rt-tag">used</span>';
      if (!e.nextElementSibling.matches(".rt-tag")) e.insertAdjacentHTML("afterend", used);
    }""")
    tag = page.locator(".rt-teamrow .rt-card > .rt-slots + .rt-tag").first
    above, below = slots.bounding_box(), tag.bounding_box()
    assert above["y"] + above["height"] <= below["y"]

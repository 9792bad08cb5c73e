"""A report in a browser that has no network: both themes, both widths, by keys, printed."""

from pathlib import Path
from typing import Any

import pytest

from rising_tutor.analysis.review import review_of
from rising_tutor.replay import verify
from rising_tutor.report import write_report
from tests.testkit.axe import grave, grave_colours
from tests.testkit.wandering import Wandering
from tests.ui.conftest import ROOT

pytestmark = pytest.mark.browser

NAME = "W" * 40
LOOK = {(1280, "light"): grave, (390, "dark"): grave_colours}
"""How closely each is looked at; what is the same in another theme or width is looked at once."""


def test_a_report_opens_without_a_network_and_can_be_read_by_everybody(browser: Any, tmp_path: Path) -> None:
    text = (ROOT / "replays" / "fire-nation-rising" / "lost-by-a-team.replay").read_text(encoding="utf-8")
    # Four turns of it: what there is to look at, without much of each.
    text = text.partition("[turn 5]")[0].replace("result: loss, FNR-803\n", "")
    verified = verify(text.replace("seats: 2\n", f"seats: 2\nseat 1: {NAME}\n").encode(), "named.replay")
    assert verified.ok
    target = tmp_path / "report.html"
    write_report(review_of(verified, valuation=Wandering(verified.game)), verified, target)

    context = browser.new_context(offline=True, viewport={"width": 1280, "height": 800})
    page = context.new_page()
    seen: list[str] = []
    page.on("console", lambda message: seen.append(message.text))
    page.on("pageerror", lambda error: seen.append(str(error)))
    page.on("request", lambda request: seen.append(request.url) if request.url != target.as_uri() else None)
    page.goto(target.as_uri())
    assert page.title() == f"{NAME} and Player 2: Fire Nation Rising, review"

    # By keys alone: the table of the graph unfolds.
    table = page.locator(".graph details table")
    assert not table.is_visible()
    for _ in range(5):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.matches('.graph summary')"):
            break
    page.keyboard.press("Enter")
    assert table.is_visible()
    page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true })")

    small = "[...document.querySelectorAll('summary')].filter((one) => one.getBoundingClientRect().height < 40).length"
    backs = set()
    for width in (1280, 390):
        page.set_viewport_size({"width": width, "height": 844})
        for theme in ("light", "dark"):
            page.emulate_media(color_scheme=theme)
            backs.add(page.evaluate("getComputedStyle(document.body).backgroundColor"))
            if (width, theme) in LOOK:
                assert LOOK[width, theme](page) == [], (width, theme)
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        assert page.evaluate(small) == 0
        assert page.locator("svg.drawing:visible").count() == 1
    assert len(backs) == 2

    # On paper it is light, and what is folded is left out.
    page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = false })")
    page.emulate_media(media="print", color_scheme="dark")
    ink = page.evaluate("getComputedStyle(document.body).color")
    assert ink == "rgb(42, 36, 28)"
    assert not page.locator(".moves").is_visible()
    assert page.pdf(prefer_css_page_size=True).startswith(b"%PDF")
    assert seen == []
    context.close()

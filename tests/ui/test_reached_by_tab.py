"""Whoever goes through a page by Tab sees where they are: nothing that stays at the lower edge lies upon it."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.testkit.browsing import DESK
from tests.ui.browser import go, settle

pytestmark = pytest.mark.browser

PHONE = {"width": 390, "height": 844}
PLACES = {
    "#replays?sample=worked-example.replay&at=22&view=notes": '[data-key="fold:notes"][aria-expanded=true]',
    "#replays?sample=rise-tcg/seat-2-wins.replay&at=60": ".rt-barbox",
    "#learn?lesson=first-hero&step=1": ".rt-stage .rt-goal",
    "#home": ".rt-hero",
    "#odds": ".rt-oddsgrid .rt-panel",
    "#decks?title=avatar-tcg": "[data-do]",
    "#play?new=1&title=rise-tcg": ".rt-startpage",
}
"""What is asked for, and what shows that it is there."""
HIDDEN = """() => {
  const at = document.activeElement;
  if (at === document.body) return null;
  const { x, y, width, height } = at.getBoundingClientRect();
  const [left, top] = [x + width / 2, y + height / 2];
  const above = document.elementFromPoint(left, top);
  const seen = above && (at.contains(above) || above.contains(at));
  return [at.outerHTML, seen ? "" : `${above?.className ?? "the edge"} lies upon it at ${left}, ${top}`];
}"""
STOPS = 60


@pytest.mark.sweep(one_in=len(PLACES))
@pytest.mark.parametrize("address", PLACES)
@pytest.mark.parametrize("window", [DESK, PHONE], ids=["desk", "phone"])
def test_whatever_is_reached_by_tab_is_seen(open_app: Callable[..., Any], address: str, window: dict[str, int]) -> None:
    page = open_app(ready=".rt-hero")
    page.set_viewport_size(window)
    go(page, address, PLACES[address])
    settle(page)
    reached = set()
    for _ in range(STOPS):
        page.keyboard.press("Tab")
        found = page.evaluate(HIDDEN)
        if found is not None:
            what, hidden = found
            reached.add(what)
            assert not hidden, f"{what[:200]}: {hidden}"
    assert len(reached) > 10

"""Runs axe-core in a page and says what it found that keeps people out.

A page that still moves is waited for: a colour that is fading in would be measured half way.
"""

from functools import cache
from importlib import resources
from typing import Any

_GRAVE = ("serious", "critical")
_STILL = """async () => {
  const frame = () => new Promise(requestAnimationFrame);
  await frame();
  await frame();
  const ends = (one) => one.playState === "running" && Number.isFinite(one.effect?.getComputedTiming().endTime);
  await Promise.allSettled(document.getAnimations().filter(ends).map((one) => one.finished));
}"""


@cache
def _source() -> str:
    return (resources.files("axe_playwright_python") / "axe.min.js").read_text(encoding="utf-8")


def grave(page: Any) -> list[str]:
    """The serious and critical findings of the page as it stands: rule, and where."""
    return _found(page, {})


def grave_colours(page: Any) -> list[str]:
    """What cannot be read for its colours: all that can change when a page is only shown in another theme."""
    return _found(page, {"runOnly": ["color-contrast"]})


def _found(page: Any, options: dict[str, Any]) -> list[str]:
    if not page.evaluate("typeof axe === 'object'"):
        page.evaluate(_source())
    page.evaluate(_STILL)
    # Nothing is fetched once more: that is for a rule that is off, and for one about sound, which the app has not.
    found = page.evaluate(
        "options => axe.run(document, options)", {"resultTypes": ["violations"], "preload": False, **options}
    )
    return [
        f"{one['id']}: {one['help']} {[node['target'] for node in one['nodes']][:4]}"
        for one in found["violations"]
        if one["impact"] in _GRAVE
    ]

"""Runs axe-core in a page and says what it found that keeps people out."""

from functools import cache
from importlib import resources
from typing import Any

_GRAVE = ("serious", "critical")


@cache
def _source() -> str:
    return (resources.files("axe_playwright_python") / "axe.min.js").read_text(encoding="utf-8")


def grave(page: Any) -> list[str]:
    """The serious and critical findings of the page as it stands: rule, and where."""
    page.evaluate(_source())
    found = page.evaluate("axe.run(document, { resultTypes: ['violations'] })")
    return [
        f"{one['id']}: {one['help']} {[node['target'] for node in one['nodes']][:4]}"
        for one in found["violations"]
        if one["impact"] in _GRAVE
    ]

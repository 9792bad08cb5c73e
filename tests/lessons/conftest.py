"""What the tests of lessons share: what was worked out for a step, which is most of their work.

Every test of one lesson (`game`, `lesson_id`) runs before the next lesson begins, in whatever file it stands. So a few
solved steps are kept, and all tests find theirs among them.
"""

from collections import OrderedDict
from typing import Any

import msgspec
import pytest

from rising_tutor.lessons import run as run_module
from rising_tutor.lessons.judging.judge import Judge

_KEPT = 60
"""Steps: those of a few lessons."""
_solved: OrderedDict[Any, Judge] = OrderedDict()


@pytest.fixture(autouse=True)
def steps_are_solved_once(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests that take a lesson share what is worked out for a step; any other test finds the package as it is."""
    if _lesson_of(request.node) is None:
        return

    def judge(game: Any, scenes: Any, step: Any, start: Any, progress: Any = None) -> Judge:
        key = (game, msgspec.json.encode(step), start)
        found = _solved.pop(key, None) or Judge(game, scenes, step, start, progress)
        _solved[key] = found
        if len(_solved) > _KEPT:
            _solved.popitem(last=False)
        return found

    monkeypatch.setattr(run_module, "Judge", judge)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put the tests that take a lesson in the order of the lessons, at the places where such tests stand."""
    places = {at: lesson for at, item in enumerate(items) if (lesson := _lesson_of(item)) is not None}
    order = {lesson: n for n, lesson in enumerate(dict.fromkeys(places.values()))}
    sorted_places = sorted(places, key=lambda at: order[places[at]])
    for at, item in zip(places, [items[one] for one in sorted_places], strict=True):
        items[at] = item


def _lesson_of(item: pytest.Item) -> tuple[str, str] | None:
    """The game and the lesson that a test takes; None for any other test."""
    params = getattr(getattr(item, "callspec", None), "params", {})
    return (params["game"], params["lesson_id"]) if {"game", "lesson_id"} <= params.keys() else None

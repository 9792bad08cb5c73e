"""The targets of the Makefile: those that a page names are there, and `make quick` leaves out what it says."""

import re
from pathlib import Path

import pytest

from tests.conftest import STARTING

ROOT = Path(__file__).parents[2]
MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")
TARGETS = dict(re.findall(r"^([a-z]+):(?!=)[^\n]*?## (.*)$", MAKEFILE, re.MULTILINE))
NAMED = re.compile(r"(?:`|^ *)make (?:-C \S+ )?([a-z]+)", re.MULTILINE)
"""A call, in backticks or at the beginning of a line."""
PAGES = [
    *("CONTRIBUTING.md", "README.md", "binder/README.md", "replays/README.md", "pyproject.toml", "Makefile", ".ci/run"),
    *(f"docs/{page.name}" for page in sorted((ROOT / "docs").glob("*.md"))),
]


def named(page: str) -> set[str]:
    return set(NAMED.findall((ROOT / page).read_text(encoding="utf-8")))


@pytest.mark.parametrize("page", PAGES)
def test_every_target_that_a_page_names_is_there_and_says_what_it_does(page: str) -> None:
    assert named(page) <= TARGETS.keys()


def test_pages_name_targets_at_all() -> None:
    assert {"quick", "test", "lint", "app", "long", "bench"} <= set().union(*map(named, PAGES))


def test_the_first_step_of_whoever_contributes_is_the_quick_one() -> None:
    page = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    first = re.search(r"^1\. `make ([a-z]+)`", page, re.MULTILINE)
    assert first is not None
    assert first[1] == "quick"


def chosen_by_quick() -> str:
    found = re.search(r"^QUICK := (.*)$", MAKEFILE, re.MULTILINE)
    assert found is not None
    return found[1]


def test_quick_runs_no_notebook_and_chooses_by_markers_that_are_explained() -> None:
    recipe = MAKEFILE.partition("\nquick: plain")[2].partition("\n\n")[0]
    assert '-m "$(QUICK)"' in recipe
    ignored = re.search(r"^STARTING := (.*)$", MAKEFILE, re.MULTILINE)
    assert ignored is not None
    assert set(ignored[1].split()) == STARTING, "what is not even read is what tests/conftest.py marks"
    assert "notebooks" not in recipe.partition("\n")[2]
    explained = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    markers = re.findall(r'^  "([a-z]+)(?:\([^)]*\))?: ', explained, re.MULTILINE)
    left_out = re.findall(r"not ([a-z]+)", chosen_by_quick())
    assert set(left_out) == {"slow", "browser", "long"}
    assert set(left_out) <= set(markers)


@pytest.mark.slow
def test_quick_leaves_out_every_test_that_starts_something_and_no_folder_beside_them(
    request: pytest.FixtureRequest,
) -> None:
    """Also of a folder that will be added: it is in, unless its tests are marked."""
    if request.config.option.markexpr not in ("", "not long"):
        pytest.skip("the tests were chosen by their markers already")
    left_out = re.findall(r"not ([a-z]+)", chosen_by_quick())
    folders = {True: set[str](), False: set[str]()}
    for test in request.session.items:
        if test.path.is_relative_to(ROOT / "tests"):
            chosen = not any(test.get_closest_marker(marker) for marker in left_out)
            folders[chosen].add(test.path.relative_to(ROOT / "tests").parts[0])
    there = folders[True] | folders[False]
    assert folders[True] == there - STARTING

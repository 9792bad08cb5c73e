"""The targets of the Makefile: those that a page names are there, and `make quick` leaves out what it says."""

import re
from pathlib import Path

import pytest

from tests.conftest import READ, STARTING

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
    assert set(left_out) == {"slow", "browser", "wide", "long"}
    assert set(left_out) <= set(markers)


def read_by(request: pytest.FixtureRequest) -> list[pytest.Item]:
    """Every test of tests/ that was read, also those that this run leaves out."""
    read = [test for test in request.config.stash[READ] if test.path.is_relative_to(ROOT / "tests")]
    folders = {test.path.relative_to(ROOT / "tests").parts[0] for test in read}
    if not folders >= STARTING | {"games", "lessons"}:
        pytest.skip("asked of a run that reads all tests")
    return read


def left_to_wide(test: pytest.Item) -> bool:
    return test.get_closest_marker("wide") is not None


@pytest.mark.slow
def test_quick_leaves_out_every_test_that_starts_something_and_no_folder_beside_them(
    request: pytest.FixtureRequest,
) -> None:
    """Also of a folder that will be added: it is in, unless its tests are marked."""
    left_out = re.findall(r"not ([a-z]+)", chosen_by_quick())
    folders = {True: set[str](), False: set[str]()}
    for test in read_by(request):
        chosen = not any(test.get_closest_marker(marker) for marker in left_out)
        folders[chosen].add(test.path.relative_to(ROOT / "tests").parts[0])
    there = folders[True] | folders[False]
    assert folders[True] == there - STARTING


def chosen_by(target: str) -> list[str]:
    recipe = MAKEFILE.partition(f"\n{target}: plain")[2].partition("\n\n")[0]
    return re.findall(r'-m "([^"]*)"', recipe)


def test_what_is_run_to_hand_something_in_leaves_nothing_out_but_the_long_runs() -> None:
    """`make wide` does what `make test` does not, and both are called before anything lands."""
    assert chosen_by("test") == 2 * ["not wide and not long"], "of the tests and of the notebooks"
    assert chosen_by("wide") == 2 * ["wide and not long"]
    called = re.findall(r"^make ([a-z]+)$", (ROOT / ".ci/run").read_text(encoding="utf-8"), re.MULTILINE)
    assert called == ["lint", "test", "wide"]


@pytest.mark.slow
def test_each_rule_and_each_card_is_proven_without_the_wide_tests(request: pytest.FixtureRequest) -> None:
    proven = {True: set[str](), False: set[str]()}
    for test in read_by(request):
        for kind in ("rule", "card"):
            for mark in test.iter_markers(kind):
                proven[left_to_wide(test)].update(map(str, mark.args))
    assert proven[False]
    assert proven[True] <= proven[False]


@pytest.mark.slow
def test_of_each_sweep_something_is_done_and_something_is_left(request: pytest.FixtureRequest) -> None:
    done = {True: set[str](), False: set[str]()}
    for test in read_by(request):
        if test.get_closest_marker("sweep") and not test.get_closest_marker("long"):
            done[left_to_wide(test)].add(test.nodeid.partition("[")[0])
    assert done[True]
    assert done[True] == done[False]

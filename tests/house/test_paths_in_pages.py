"""Files and modules that a page names are there, so that a move cannot leave a page behind."""

import importlib.util
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/*.md"), *ROOT.glob("replays/*.md"), *ROOT.glob("binder/*.md")])
PAGES = [page for page in PAGES if page.name not in ("CHANGELOG.md", "how-to-add.md")]
"""CHANGELOG tells what was; how-to-add.md names what its walks make, and is followed by a test of its own."""
NAMED = re.compile(r"`([^`\n]+)`")
AT_HOME = ("", "rising_tutor", "rising_tutor/games/rising", "docs", "benchmarks", "tests")
"""Where a path of a page begins; design.md is about one engine."""
FOLDERS = ("rising_tutor", "tests", "docs", "notebooks", "replays", "benchmarks", "binder", "share", ".ci")


def paths(text: str) -> set[str]:
    """What is named like a file or folder of the checkout."""
    found = {name for name in NAMED.findall(text) if re.fullmatch(r"[\w./-]+", name) and "/" in name}
    return {name for name in found if re.search(r"\.(py|toml|md|ipynb|css|js)$", name) or name.split("/")[0] in FOLDERS}


def modules(text: str) -> set[str]:
    """What is named like a module, or like a name in one."""
    return set(re.findall(r"(?<![\w/.-])(rising_tutor(?:\.[a-zA-Z_]\w*)+)", text)) | {
        f"rising_tutor.{name}" for name in re.findall(r"`((?:core|replay|analysis|lessons|lab)\.[a-z_.]+)`", text)
    }


def is_there(module: str) -> bool:
    """A module, or a name in the module before its last point."""
    for name in (module, module.rpartition(".")[0]):
        try:
            if importlib.util.find_spec(name) is not None:
                return name == module or hasattr(importlib.import_module(name), module.rpartition(".")[2])
        except ModuleNotFoundError:
            continue
    return False


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_what_a_page_names_is_there(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    homes = [page.parent, *(ROOT / home for home in AT_HOME)]
    assert {name for name in paths(text) if not any((home / name).exists() for home in homes)} == set()
    assert {name for name in modules(text) if not is_there(name)} == set()


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_a_link_to_a_file_leads_somewhere(page: Path) -> None:
    links = re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8"))
    assert {link for link in links if not (page.parent / link).exists()} == set()


def test_what_is_not_there_is_found() -> None:
    assert paths("`rising_tutor/app/x.py` and `a.b` and `docs`") == {"rising_tutor/app/x.py"}
    assert not is_there("rising_tutor.core.dice_boxes")
    assert not is_there("rising_tutor.core.drive.no_such_name")
    assert is_there("rising_tutor.core.drive.play_out")

"""What pages are made of is written once: tables, folds, heads of panels, lists to choose from, whole documents.

One that is made by hand again has other roles and other classes than the rest, sooner or later.
"""

import re
from pathlib import Path

import pytest

from tests.testkit.sources import sources

#: What is looked for -> the part that makes it.
PARTS = {
    r'el\(\s*"(?:table|thead|tbody|caption)"': "render.tables.table",
    r'el\(\s*"details"': "render.parts.fold",
    r'el\(\s*"(?:select|option)"': "render.forms.select",
    r"rt-panel__h\b": "render.parts.panel_head",
    r"'<!DOCTYPE": "render.document.document",
    r"getattr\(self, f\"": "a table of what a message does",
}
#: A screen that stands there before the page: the page itself follows in the same answer.
BEGUN = {"screens.py"}


@pytest.mark.parametrize("made", PARTS)
def test_a_part_of_a_page_is_made_by_what_makes_it(made: str) -> None:
    folders = ("ui", "tutor", "boards", "report", "lab", "lessons", "server")
    found = [path for path in sources(*folders) if by_hand(path, made)]
    assert {path.name for path in found} <= BEGUN, f"use {PARTS[made]}"


def by_hand(path: Path, made: str) -> bool:
    return re.search(made, path.read_text()) is not None

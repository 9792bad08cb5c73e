"""Colours can be told apart, in both themes, as the style sheet really has them."""

import re
from pathlib import Path

import pytest

from rising_tutor.render.theme import contrast, style_sheet, tokens

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "rising_tutor"
CSS = style_sheet()
SHEETS = sorted((PACKAGE / "ui/static").glob("*.css"))
TEXT = [
    ("ink", "card"),
    ("ink", "paper"),
    ("ink", "table"),
    ("ink", "inset"),
    ("ink-2", "card"),
    ("ink-2", "paper"),
    ("ink-2", "table"),
    ("ink-2", "inset"),
    ("accent", "card"),
    ("accent", "inset"),
    ("on-accent", "accent"),
    ("threat", "card"),
    ("threat", "threat-soft"),
    ("ink", "threat-soft"),
    ("card", "threat"),
    ("good", "good-soft"),
    ("card", "good"),
    ("warn", "warn-soft"),
    ("on-villain", "villain"),
    ("avatar", "card"),
    ("water", "card"),
    ("earth", "card"),
    ("fire", "card"),
    ("paper", "ink"),
    ("ink", "air-tint"),
    ("ink", "water-tint"),
    ("ink", "earth-tint"),
    ("ink", "fire-tint"),
    ("on-die", "die-b"),
    ("on-die", "die-g"),
    ("on-die", "die-r"),
    ("on-die", "die-p"),
    ("on-die", "die-o"),
    ("on-die-y", "die-y"),
]
EDGES = [
    ("line-strong", "card"),
    ("line-strong", "paper"),
    ("accent", "table"),
    ("accent", "paper"),
    ("threat", "table"),
]


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize(("front", "back"), TEXT)
def test_text_can_be_read(front: str, back: str, dark: bool) -> None:
    colours = tokens(CSS, dark=dark)
    assert contrast(colours[f"--rt-{front}"], colours[f"--rt-{back}"]) >= 4.5


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize(("front", "back"), EDGES)
def test_edges_can_be_seen(front: str, back: str, dark: bool) -> None:
    colours = tokens(CSS, dark=dark)
    assert contrast(colours[f"--rt-{front}"], colours[f"--rt-{back}"]) >= 3


def test_the_dark_theme_has_its_own_colours() -> None:
    light, dark = tokens(CSS, dark=False), tokens(CSS, dark=True)
    assert light.keys() == dark.keys()
    assert light["--rt-paper"] != dark["--rt-paper"]


@pytest.mark.parametrize("sheet", SHEETS, ids=lambda sheet: sheet.name)
def test_widgets_use_only_tokens(sheet: Path) -> None:
    css = sheet.read_text()
    assert "#" not in css, "a colour outside the tokens"
    assert set(re.findall(r"var\((--rt-[a-z0-9-]+)", css)) <= set(re.findall(r"(--rt-[a-z0-9-]+)\s*:", CSS + css)), (
        "no such token"
    )


def test_every_class_of_a_sheet_is_given_to_something() -> None:
    """By its whole name, or by a name that ends in a value, such as `rt-die--` with the letter of a colour."""
    code = "\n".join(one.read_text() for one in PACKAGE.rglob("*") if one.suffix in {".py", ".js", ".svg"})
    code += "\n".join(one.read_text() for one in (ROOT / "share").rglob("*.j2"))
    words = set(re.findall(r"[\w-]+", code))
    stems = tuple(re.findall(r"(rt-[\w-]*(?:-|--at))\$?\{", code))
    for css in (CSS, *(sheet.read_text() for sheet in SHEETS)):
        classes = set(re.findall(r"\.(rt-[\w-]+)", re.sub(r"/\*.*?\*/", "", css, flags=re.DOTALL)))
        assert [one for one in sorted(classes - words) if not one.startswith(stems)] == []

#!/usr/bin/env python3
"""Writes the notebooks of each title: one for each chapter of its course, and the benches.

    python notebooks/make.py            write them
    python notebooks/make.py --check    say which are not as they should be

What the notebooks of all titles have in common stands once, in `source/`: Markdown whose blocks of Python become cells.
`$game` and the like are filled in from the course. Nothing of a lesson comes into a notebook, so a new lesson needs
none of this; a new chapter, or another name for one, does. The notebooks beside this file are written by hand.
"""

import argparse
import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from string import Template
from typing import Any, NamedTuple

from rising_tutor.core.ids import GameId
from rising_tutor.core.registry import entry, load_game
from rising_tutor.lab.unit_file import kit_for, units
from rising_tutor.lessons.lesson_file import load_course
from rising_tutor.probability.dice_turn.dice_game import dice_game
from rising_tutor.tutor.replay.samples import read_sample

FOLDER = Path(__file__).parent
SOURCE = FOLDER / "source"
#: The games that have a folder of notebooks.
TITLES = ("fire-nation-rising", "death-eaters-rising", "dark-side-rising", "avatar-tcg", "rise-tcg")
#: Sample games that are looked at; of those that a title has the first one. Short ones, as each is reviewed.
SAMPLES = ("lost-by-a-team.replay", "first-two-turns.replay", "seat-2-wins.replay")
#: Teaching units that end the probability bench; of those that a title has the first one.
UNITS = ("keep-or-discard", "the-third-copy", "one-level-up-more")
#: How many choices of a game are compared at most in a bench, and where comparing one takes half a second.
CHOICES, FEW_CHOICES = 200, {"rise-tcg": 20}
_FENCE = re.compile(r"^```python\n(.*?)^```\n?", re.MULTILINE | re.DOTALL)
_FIRST, _STEP, _BENCHES = 12, 2, 50
"""The number of the first chapter, the steps between them, and the number of the first bench."""
_BEFORE_PARTS = 1
"""So many notebooks stand before that of the course: the missions."""


class Page(NamedTuple):
    """A notebook of a title.

    Attributes:
        name: of its file.
        source: the file in `source/` that it is made from.
        heading: its first line.
    """

    name: str
    source: str
    heading: str


def pages(game: str) -> tuple[Page, ...]:
    """The notebooks of a title, in their order."""
    chapters = load_course(GameId(game)).chapters
    taught = [
        Page(f"{number}_{_slug(chapter.name)}.ipynb", "chapter.md", chapter.name)
        for number, chapter in zip(range(_FIRST, _BENCHES, _STEP), chapters, strict=False)
    ]
    if len(taught) < len(chapters):
        raise SystemExit(f"{game} has {len(chapters)} chapters, and numbers for {len(taught)}")
    dice = dice_game(load_game(GameId(game))) is not None
    benches = (
        ("scenarios", "scenarios.md", "Scenarios"),
        ("replay_bench", "replay_bench.md", "Replay bench"),
        ("probability_bench", "dice_bench.md" if dice else "draws_bench.md", "Probability bench"),
        ("many_games", "many_games.md", "Many games"),
    )
    return (
        Page("05_missions.ipynb", "missions.md", "Missions"),
        Page("10_the_course.ipynb", "the_course.md", "The course"),
        *taught,
        *(
            Page(f"{_BENCHES + 10 * at}_{name}.ipynb", source, heading)
            for at, (name, source, heading) in enumerate(benches)
        ),
    )


def notebooks() -> Iterator[tuple[Path, dict[str, Any]]]:
    """Every notebook that is made, with where it belongs."""
    for game in TITLES:
        found = pages(game)
        for at, page in enumerate(found):
            yield FOLDER / game / page.name, _notebook(game, found, at)


def _notebook(game: str, found: tuple[Page, ...], at: int) -> dict[str, Any]:
    page = found[at]
    known = {unit.id for unit in units(kit_for(load_game(GameId(game))))}
    last = at == len(found) - 1
    words = {
        # A unique beginning of its id, as people type it.
        "game": game.partition("-")[0],
        "name": entry(GameId(game)).title,
        "heading": page.heading,
        "sample": next(one for one in SAMPLES if read_sample(game, one) is not None),
        "unit": next(one for one in UNITS if one in known),
        "choices": FEW_CHOICES.get(game, CHOICES),
        "part": at - _BEFORE_PARTS,
        "parts": sum(one.source == "chapter.md" for one in found),
        "before": f"[{found[at - 1].heading}]({found[at - 1].name})" if at > _BEFORE_PARTS + 1 else "nothing",
        "next": "[start here](../00_start_here.ipynb)" if last else f"[{found[at + 1].heading}]({found[at + 1].name})",
        "chapters": _listed(found, "chapter.md"),
        "benches": _listed(found[-4:]),
    }
    text = Template((SOURCE / page.source).read_text(encoding="utf-8")).substitute(words)
    return {
        "cells": [_cell(kind, source, number) for number, (kind, source) in enumerate(split(text))],
        "metadata": {
            "kernelspec": {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"},
            "language_info": {"name": "python"},
        },
        "nbformat": 4,
        "nbformat_minor": 5,
    }


def split(text: str) -> list[tuple[str, str]]:
    r"""The cells of a source: each block of Python is one, and so is the text between two of them.

    >>> split("# One\n\n```python\n1 + 1\n```\n\nTwo\n")
    [('markdown', '# One'), ('code', '1 + 1'), ('markdown', 'Two')]
    """
    cells = []
    for at, part in enumerate(_FENCE.split(text)):
        if part.strip():
            cells.append(("code" if at % 2 else "markdown", part.strip()))
    return cells


def _cell(kind: str, source: str, number: int) -> dict[str, Any]:
    cell = {"cell_type": kind, "id": f"c{number:02}", "metadata": {}, "source": source.splitlines(keepends=True)}
    return {**cell, "execution_count": None, "outputs": []} if kind == "code" else cell


def _listed(found: tuple[Page, ...], source: str = "") -> str:
    return "\n".join(f"- [{page.heading}]({page.name})" for page in found if source in ("", page.source))


def _slug(name: str) -> str:
    return re.sub(r"[^a-z0-9]+", "_", name.lower()).strip("_")


def text_of(notebook: dict[str, Any]) -> str:
    """A notebook as it stands in its file."""
    return json.dumps(notebook, indent=1, ensure_ascii=False, sort_keys=True) + "\n"


def main() -> int:
    """Write or check."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true", help="write nothing")
    check = parser.parse_args().check
    made = {path: text_of(notebook) for path, notebook in notebooks()}
    there = {path for game in TITLES for path in (FOLDER / game).glob("*.ipynb")}
    wrong = sorted(
        {path for path, text in made.items() if not path.is_file() or path.read_text(encoding="utf-8") != text}
        | (there - made.keys())
    )
    for path in wrong:
        sys.stdout.write(f"{path.relative_to(FOLDER)}\n")
        if not check and path in made:
            path.parent.mkdir(exist_ok=True)
            path.write_text(made[path], encoding="utf-8")
        elif not check:
            path.unlink()
    return int(check and bool(wrong))


if __name__ == "__main__":
    sys.exit(main())

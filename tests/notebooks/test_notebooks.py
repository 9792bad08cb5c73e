"""The notebooks: one for each chapter of every course, made from one source, with links that lead somewhere."""

import ast
import json
import re
import runpy
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest

from rising_tutor import widgets
from rising_tutor.core.ids import GameId
from rising_tutor.lessons.lesson_file import DATA, SCENARIOS, load_course

ROOT = Path(__file__).parents[2]
NOTEBOOKS = ROOT / "notebooks"
MAKE = runpy.run_path(str(NOTEBOOKS / "make.py"))
TITLES = MAKE["TITLES"]
FILES = sorted(file for file in NOTEBOOKS.rglob("*.ipynb") if ".ipynb_checkpoints" not in file.parts)
PAGES = [file for file in FILES if file.name != "app.ipynb"]
TABLE = "| What it needs | How long it takes | Where to go next |"
LINK = re.compile(r"\[[^\]]*\]\(([^)]+)\)")


def name(file: Path) -> str:
    return str(file.relative_to(NOTEBOOKS))


def cells(file: Path, kind: str) -> list[str]:
    notebook = json.loads(file.read_text(encoding="utf-8"))
    return ["".join(cell["source"]) for cell in notebook["cells"] if cell["cell_type"] == kind]


def called(file: Path, what: str) -> list[ast.Call]:
    """The calls of a widget in the cells of a notebook."""
    tree = ast.parse("\n".join(cells(file, "code")))
    return [one for one in ast.walk(tree) if isinstance(one, ast.Call) and ast.unparse(one.func) == what]


def test_they_are_as_they_are_written() -> None:
    done = subprocess.run(
        [sys.executable, NOTEBOOKS / "make.py", "--check"], capture_output=True, text=True, check=False
    )
    assert not done.stdout, f"run notebooks/make.py for\n{done.stdout}"
    assert done.returncode == 0


@pytest.mark.parametrize("game", TITLES)
def test_every_chapter_has_its_notebook_and_no_other(game: str) -> None:
    shown = []
    for file in sorted((NOTEBOOKS / game).glob("*.ipynb")):
        for call in called(file, "Chapter"):
            chapter, about = call.args[0].value, call.keywords[0].value.value
            assert game.startswith(about)
            shown.append(chapter)
    assert shown == [*(chapter.name for chapter in load_course(GameId(game)).chapters), SCENARIOS]


@pytest.mark.parametrize("file", FILES, ids=name)
def test_no_cell_leaves_what_only_a_kernel_can_show(file: Path) -> None:
    """A control of ipywidgets is an empty place in a saved notebook; ours leave a picture."""
    allowed = {"link", "dlink", "jslink"}
    tree = ast.parse("\n".join(cells(file, "code")))
    imported = {
        alias.name
        for one in ast.walk(tree)
        if isinstance(one, ast.ImportFrom | ast.Import)
        and (one.module if isinstance(one, ast.ImportFrom) else one.names[0].name) == "ipywidgets"
        for alias in one.names
    }
    assert imported <= allowed


def test_every_course_has_its_notebooks() -> None:
    courses = [folder.name for folder in DATA.iterdir() if folder.is_dir()]
    assert sorted(TITLES) == sorted(courses)


def test_the_benches_of_the_titles_differ_in_the_title_alone() -> None:
    def bare(game: str, page: Any) -> list[str]:
        code = [re.sub(chosen, "CHOSEN", one) for one in cells(NOTEBOOKS / game / page.name, "code")]
        return [re.sub(f"{game}|{game.partition('-')[0]}", "TITLE", one) for one in code]

    chosen = "|".join((*MAKE["SAMPLES"], *MAKE["UNITS"], r"limit=\d+"))
    by_source: dict[str, list[list[str]]] = {}
    for game in TITLES:
        for page in MAKE["pages"](game)[-4:]:
            by_source.setdefault(page.source, []).append(bare(game, page))
    assert sum(len(one) for one in by_source.values()) == 4 * len(TITLES)
    assert all(other == first for first, *others in by_source.values() for other in others)


@pytest.mark.parametrize("file", PAGES, ids=name)
def test_begins_with_what_it_needs_how_long_it_takes_and_where_to_go_next(file: Path) -> None:
    lines = cells(file, "markdown")[0].splitlines()
    assert lines[0].startswith("# ")
    at = lines.index(TABLE)
    row = [part.strip() for part in lines[at + 2].strip("|").split("|")]
    assert len(row) == 3
    assert all(row)
    assert LINK.search(row[2])


@pytest.mark.parametrize("file", PAGES, ids=name)
def test_links_lead_to_notebooks(file: Path) -> None:
    """To notebooks alone and by their own place: those are links in JupyterLab as well as under Voila."""
    for text in cells(file, "markdown"):
        for target in LINK.findall(text):
            assert target.endswith(".ipynb")
            assert (file.parent / unquote(target)).resolve() in FILES


def test_every_notebook_is_reached_from_the_first_one() -> None:
    left, seen = [NOTEBOOKS / "00_start_here.ipynb"], set()
    while left:
        file = left.pop()
        if file not in seen:
            seen.add(file)
            found = LINK.findall("\n".join(cells(file, "markdown"))) if file in PAGES else []
            left += [(file.parent / target).resolve() for target in found]
    assert seen == set(FILES)


@pytest.mark.parametrize("file", FILES, ids=name)
def test_uses_widgets_by_their_public_names(file: Path) -> None:
    tree = ast.parse("\n".join(cells(file, "code")))
    used = {
        alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module == "rising_tutor.widgets"
        for alias in node.names
    }
    assert used <= set(widgets.__all__)


def test_somebody_new_is_playing_within_two_cells() -> None:
    first, second, *_ = cells(NOTEBOOKS / "00_start_here.ipynb", "code")
    assert "Mission(" in first
    assert "Play(" in second


def test_no_text_of_a_lesson_stands_in_a_notebook() -> None:
    said = [
        text
        for game in TITLES
        for lesson in (*load_course(GameId(game)).lessons, *load_course(GameId(game)).scenarios)
        for step in lesson.step
        for text in (lesson.can, step.say, step.do)
        if len(text) > 25
    ]
    everything = "\n".join(text for file in FILES for kind in ("markdown", "code") for text in cells(file, kind))
    assert not [text for text in said if text in everything]


def test_the_lesson_that_one_starts_from_has_no_fault() -> None:
    text, check, *_ = cells(NOTEBOOKS / "02_make_your_own_lesson.ipynb", "code")
    names: dict[str, Any] = {}
    exec(text, names)  # noqa: S102 - our own notebook
    exec(check.replace("print(", "said = ("), names)  # noqa: S102 - the same
    assert names["said"] == "no faults"
    names["mine"] = names["mine"].replace("momo.lacks", "momo.lack")
    exec(check.replace("print(", "said = ("), names)  # noqa: S102 - the same
    assert "momo.lack" in names["said"]


@pytest.mark.wide
def test_a_new_lesson_needs_no_notebook(tmp_path: Path) -> None:
    """In a copy of the package: the notebook of the chapter shows it, and none is to be written anew."""
    for folder in ("rising_tutor", "notebooks", "replays"):
        shutil.copytree(ROOT / folder, tmp_path / folder, ignore=shutil.ignore_patterns("__pycache__"))
    lessons = tmp_path / "rising_tutor/lessons/data/fire-nation-rising/lessons"
    text = (lessons / "404-roll-again.toml").read_text(encoding="utf-8")
    for old, new in (('id = "roll-again"', 'id = "roll-more"'), ("order = 404", "order = 405"), ("teaches =", "#")):
        assert old in text
        text = text.replace(old, new, 1)
    (lessons / "405-roll-more.toml").write_text(text, encoding="utf-8")
    [shows] = [
        one for one in cells(NOTEBOOKS / "fire-nation-rising/20_roll_and_assign.ipynb", "code") if "Chapter(" in one
    ]
    ask = f"{shows}\nprint([lesson.id for lesson in chapter.lessons], chapter.view.text.parts['all'])"
    environment = {"PYTHONPATH": str(tmp_path), "RISING_TUTOR_DATA": str(tmp_path / "data"), "PATH": ""}
    done = subprocess.run(
        [sys.executable, "-c", ask], cwd=tmp_path, env=environment, capture_output=True, text=True, check=True
    )
    assert "'roll-again', 'roll-more'" in done.stdout
    assert "#learn?lesson=roll-more" in done.stdout
    check = [sys.executable, tmp_path / "notebooks/make.py", "--check"]
    done = subprocess.run(check, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


@pytest.mark.wide
def test_what_is_out_of_date_is_named(tmp_path: Path) -> None:
    shutil.copytree(NOTEBOOKS, tmp_path / "notebooks")
    folder = tmp_path / "notebooks" / "dark-side-rising"
    (folder / "18_darth_vader.ipynb").unlink()
    (folder / "19_nobody.ipynb").write_text("{}")
    make = [sys.executable, tmp_path / "notebooks/make.py"]
    done = subprocess.run([*make, "--check"], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    named = ["dark-side-rising/18_darth_vader.ipynb", "dark-side-rising/19_nobody.ipynb"]
    assert done.stdout.splitlines() == named
    subprocess.run(make, capture_output=True, check=True)
    assert (folder / "18_darth_vader.ipynb").is_file()
    assert not (folder / "19_nobody.ipynb").exists()

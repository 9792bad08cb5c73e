"""A title is its folder: the engine names none, and hardly any code belongs to one alone."""

import re
from importlib.resources import files
from pathlib import Path

import pytest

from rising_tutor.core.registry import game_ids, load_game
from rising_tutor.games.rising.game import RisingGame

ENGINE = Path(str(files("rising_tutor.games.rising")))
TITLES = tuple(
    folder.name
    for folder in sorted((ENGINE / "titles").iterdir())
    if folder.is_dir() and (folder / "spec.toml").is_file()
)


def lines(file: Path) -> int:
    """Lines of a module that are not empty."""
    return sum(1 for line in file.read_text("utf-8").splitlines() if line.strip())


def engine_files() -> list[Path]:
    return [file for file in ENGINE.rglob("*.py") if file.relative_to(ENGINE).parts[0] != "titles"]


def test_the_titles_are_folders_of_one_engine() -> None:
    assert {"fire_nation", "death_eaters", "dark_side"} <= set(TITLES)
    rising = [game for game in game_ids() if isinstance(load_game(game), RisingGame)]
    assert {load_game(game).book.title.rpartition(".")[2] for game in rising} == set(TITLES)


def test_code_of_single_titles_is_less_than_a_tenth_of_the_engine() -> None:
    own = sum(lines(file) for title in TITLES for file in (ENGINE / "titles" / title).rglob("*.py"))
    whole = own + sum(lines(file) for file in engine_files())
    assert own < 0.1 * whole


@pytest.mark.parametrize("file", engine_files(), ids=lambda file: str(file.relative_to(ENGINE)))
def test_no_module_of_the_engine_asks_which_title_it_plays(file: Path) -> None:
    """Examples in docstrings may load a title; code may not compare with one."""
    code = re.sub(r'"""[\s\S]*?"""', "", file.read_text("utf-8"))
    for title in (*game_ids(), *(f"games.rising.titles.{title}" for title in TITLES)):
        assert title not in code
    assert not re.search(r"(spec\.id|info\.id|\.title)\s*(==|!=|in\b)", code)

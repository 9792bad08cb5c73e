"""A search for a rule ends at its text, at the line that decides, at a test and at a lesson.

The engine serves three titles, so a line that decides names what is ruled by a word of `spec.Citations`, as
`cite.match`; the title's `spec.toml` gives the id for the word. A rule that no event and no refusal cites has no word:
there the line carries the id itself.
"""

import re
import tomllib
from functools import cache
from pathlib import Path
from random import Random

import pytest

from rising_tutor.catalogues import Rule, catalogued, load
from rising_tutor.errors import UnknownRule
from tests.testkit.settings import RISING

ROOT = Path(__file__).parents[2]
ENGINE = ROOT / "rising_tutor" / "games" / "rising"
LESSONS = ROOT / "rising_tutor" / "lessons" / "data"
CATALOGUES = ROOT / "rising_tutor" / "catalogues"
#: These say what the engine decided, in words; nothing is decided there.
SAYING = {"words", "citations", "refusals", "notation"}


@cache
def cites(title: str) -> dict[str, str]:
    """Word of a citation -> the title's rule."""
    [spec] = ENGINE.glob(f"titles/{title.removesuffix('-rising').replace('-', '_')}/spec.toml")
    found: dict[str, str] = tomllib.loads(spec.read_text("utf-8"))["cite"]
    return found


@cache
def deciding_lines() -> tuple[str, ...]:
    """The lines of the engine and of the titles' data, without the tables that only give a word its rule."""
    lines: list[str] = []
    for file in sorted([*ENGINE.rglob("*.py"), *ENGINE.rglob("*.toml")]):
        if SAYING & set(file.relative_to(ENGINE).parts):
            continue
        text = file.read_text("utf-8")
        if file.name == "spec.toml":
            text = re.sub(r"^\[cite\]\n.*?(?=^\[|\Z)", "", text, flags=re.MULTILINE | re.DOTALL)
        lines += text.splitlines()
    assert len(lines) > 5_000
    return tuple(lines)


def decided(title: str, rule: str, lines: tuple[str, ...]) -> list[str]:
    """The lines that a search for the rule, or for a word that the title gives it, ends at."""
    found = index(lines)
    words = [f"cite.{word}" for word, cited in cites(title).items() if cited == rule]
    return [line for sought in (rule, *words) for line in found.get(sought, ())]


@cache
def index(lines: tuple[str, ...]) -> dict[str, list[str]]:
    """Id, or word of a citation -> the lines that have it."""
    found: dict[str, list[str]] = {}
    for line in lines:
        for sought in re.findall(r"\b(?:[A-Z]{3}-\d{3,4}|cite\.\w+)\b", line):
            found.setdefault(sought, []).append(line)
    return found


def files_with(folder: Path, pattern: str, text: str) -> list[str]:
    return [file.name for file in folder.rglob(pattern) if re.search(text, file.read_text("utf-8"))]


def every_rule() -> list[tuple[str, Rule]]:
    """Every rule that can be decided, with its title."""
    found = []
    for title in RISING:
        left_out = tomllib.loads((CATALOGUES / f"{title}.untestable.toml").read_text("utf-8")).get("rule", [])
        found += [(title, rule) for rule in load(title).rules if rule.id not in {entry["id"] for entry in left_out}]
    assert len(found) > 580
    return found


def test_every_rule_has_a_line_that_decides() -> None:
    lines = deciding_lines()
    missing = [f"{rule.id} {rule.title}" for title, rule in every_rule() if not decided(title, rule.id, lines)]
    assert not missing, f"write the id, or the word of its citation, at the line that decides: {missing}"


@pytest.mark.slow
def test_twenty_rules_are_found_by_search_with_text_deciding_line_test_and_lesson() -> None:
    lines = deciding_lines()
    for title, rule in Random("twenty rules").sample(every_rule(), 20):
        assert files_with(CATALOGUES, f"{title}.toml", rf'^id = "{rule.id}"'.replace("^", "(?m)^")), (
            f"{rule.id}: no text"
        )
        assert decided(title, rule.id, lines), f"{rule.id}: no line that decides"
        assert files_with(ROOT / "tests", "*.py", rf'rule\([^)]*"{rule.id}"'), f"{rule.id}: no test"
        assert files_with(LESSONS / title, "*.toml", rf'"{rule.id}"'), f"{rule.id}: no lesson"


@pytest.mark.parametrize(
    ("rule", "anchor"), [("FNR-108", "FNR-108"), ("FNR-412", "cite.match"), ("DSR-809", "DSR-809")]
)
def test_a_rule_without_its_line_is_missed(rule: str, anchor: str) -> None:
    title = next(title for title, one in every_rule() if one.id == rule)
    assert decided(title, rule, deciding_lines())
    assert not decided(title, rule, tuple(line for line in deciding_lines() if anchor not in line))


def test_a_word_at_a_deciding_line_is_one_that_some_title_has() -> None:
    known = set().union(*(cites(title) for title in RISING))
    found = {word for line in deciding_lines() for word in re.findall(r"# .*?\bcite\.(\w+)", line)}
    assert found
    assert found <= known


@pytest.mark.parametrize("game", [game for game in catalogued() if game != "coin-and-hand"])
def test_a_bare_number_finds_the_rule_of_its_game(game: str) -> None:
    catalogue = load(game)
    for rule in catalogue.rules:
        number = rule.id.rpartition("-")[2]
        assert catalogue.typed(f" {number.lower()} ") == rule
        assert catalogue.typed(rule.id.lower()) == rule
    with pytest.raises(UnknownRule):
        catalogue.typed("99999")

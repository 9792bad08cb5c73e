"""The rule catalogues: complete, resolvable, searchable, and every rule of them proven by a test."""

import ast
import re
import tomllib
from collections import Counter
from functools import cache
from importlib import resources
from pathlib import Path

import pytest

from rising_tutor import errors
from rising_tutor.catalogues import Catalogue, catalogued, load
from rising_tutor.core.registry import files_of

TESTS = Path(__file__).parents[1]
GAMES = catalogued()
RULE_ID = re.compile(r"\b[A-Z]{2,4}-\d{1,4}\b")


@pytest.fixture(params=GAMES)
def catalogue(request: pytest.FixtureRequest) -> Catalogue:
    return load(request.param)


@pytest.fixture
def fire() -> Catalogue:
    return load("fire-nation-rising")


def untestable(game: str, kind: str) -> set[str]:
    """Ids in the data file of what no program can check: kind `rule` (nothing of it) or `part` (a clause of it)."""
    file = resources.files("rising_tutor.catalogues") / f"{game}.untestable.toml"
    if files_of(game) is not None:
        return set()  # a game of another package has its rules in one file
    return {entry["id"] for entry in tomllib.loads(file.read_text(encoding="utf-8")).get(kind, [])}


@cache
def marked_rules() -> frozenset[str]:
    """Every id in a `pytest.mark.rule(...)` of any test file, found without importing the file."""
    found: set[str] = set()
    for file in TESTS.rglob("*.py"):
        text = file.read_text(encoding="utf-8")
        if "mark.rule" not in text:
            continue
        for node in ast.walk(ast.parse(text, filename=str(file))):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "pytest.mark.rule":
                found |= {
                    argument.value
                    for argument in node.args
                    if isinstance(argument, ast.Constant) and isinstance(argument.value, str)
                }
    return frozenset(found)


def test_fire_nation_rising_has_all_227_rules(fire: Catalogue) -> None:
    assert len({rule.id for rule in fire.rules}) == len(fire.rules) == 227
    assert Counter(rule.status for rule in fire.rules) == {"stated": 161, "gap": 35, "inferred": 31}


def test_ids_are_unique_and_in_order(catalogue: Catalogue) -> None:
    ids = [rule.id for rule in catalogue.rules]
    assert len(set(ids)) == len(ids)
    assert ids == sorted(ids, key=lambda rule_id: int(rule_id.rpartition("-")[2]))


def test_every_rule_is_complete(catalogue: Catalogue) -> None:
    for rule in catalogue.rules:
        assert RULE_ID.fullmatch(rule.id), rule.id
        assert rule.title, rule.id
        assert rule.text, rule.id
        assert rule.check.startswith("Given "), rule.id
        assert rule.page >= 1 or rule.section, rule.id


def test_the_edition_can_be_put_into_a_sentence(catalogue: Catalogue) -> None:
    assert not re.search(r"\b(\w+) \1\b|\.$", f"Pages are those of the {catalogue.edition}")


def test_every_phase_resolves_and_is_used(catalogue: Catalogue) -> None:
    used = {rule.phase for rule in catalogue.rules}
    known = [phase.id for phase in catalogue.phases]
    assert len(set(known)) == len(known)
    assert used <= set(known)
    for phase in catalogue.phases:
        assert catalogue.phase(phase.id) is phase
        steps_below = any(other.startswith(f"{phase.id}.") for other in known)
        assert phase.id in used or steps_below, f"{phase.id} has no rule and no step below it"


def test_every_mention_of_a_rule_resolves(catalogue: Catalogue) -> None:
    prefix = catalogue.rules[0].id.partition("-")[0]
    texts = [
        *(text for rule in catalogue.rules for text in (rule.title, rule.text, rule.check)),
        *(text for gap in catalogue.gaps for text in (gap.what, gap.resolution)),
        *(rule_id for variant in catalogue.variants for rule_id in variant.rules),
    ]
    for text in texts:
        for rule_id in RULE_ID.findall(text):
            if rule_id.startswith(f"{prefix}-"):
                assert catalogue.rule(rule_id).id == rule_id


@pytest.mark.parametrize("text", ["june", "JUNE", "  June "])
def test_search_finds_in_title_and_text_whatever_the_case(fire: Catalogue, text: str) -> None:
    assert [rule.id for rule in fire.search(text)] == ["FNR-438", "FNR-1009"]


def test_search_finds_ids_in_order(fire: Catalogue) -> None:
    assert [rule.id for rule in fire.search("fnr-80")] == [f"FNR-80{n}" for n in range(1, 8)]


def test_search_of_nothing_finds_everything_and_of_nonsense_nothing(fire: Catalogue) -> None:
    assert fire.search("") == fire.rules
    assert fire.search("no such words [.*]") == ()


@pytest.mark.parametrize("rule_id", ["FNR-999", "fnr-101", "", "DER-101"])
def test_an_unknown_rule_is_named(fire: Catalogue, rule_id: str) -> None:
    with pytest.raises(errors.UnknownRule, match="fire-nation-rising") as caught:
        fire.rule(rule_id)
    assert caught.value.rule_id == rule_id


@pytest.mark.parametrize(
    "game_id", ["", "fire", "fire-nation-rising.untestable", "../catalogues/fire-nation-rising", "/etc/hosts"]
)
def test_an_unknown_game_is_named_and_no_path_is_followed(game_id: str) -> None:
    with pytest.raises(errors.UnknownGame):
        load(game_id)


def test_a_catalogue_is_read_once(fire: Catalogue) -> None:
    assert load("fire-nation-rising") is fire


def test_what_is_untestable_is_told_with_its_reason(fire: Catalogue) -> None:
    assert not fire.rule("FNR-437").testable
    assert fire.rule("FNR-437").untestable_reason
    # A rule with one clause that cannot be checked is still a testable rule.
    assert fire.rule("FNR-218").testable
    assert fire.rule("FNR-218").untestable_reason
    assert not fire.rule("FNR-101").untestable_reason


def test_few_rules_are_untestable_and_all_of_them_exist(catalogue: Catalogue) -> None:
    whole, part = untestable(catalogue.game, "rule"), untestable(catalogue.game, "part")
    assert not whole & part
    assert len(whole) < 15
    for rule_id in whole | part:
        assert catalogue.rule(rule_id).untestable_reason


@pytest.mark.slow
def test_every_rule_is_proven_by_a_test_or_listed_as_untestable(catalogue: Catalogue) -> None:
    if files_of(catalogue.game) is not None:
        pytest.skip("the tests of a game of another package lie with it")
    every = {rule.id for rule in catalogue.rules}
    marked = marked_rules() & every
    whole = untestable(catalogue.game, "rule")
    assert not marked & whole, f"tested and yet listed as untestable: {sorted(marked & whole)}"
    missing = sorted(every - marked - whole)
    assert not missing, f"{len(missing)} rules without a test: {' '.join(missing)}"


@pytest.mark.slow
def test_every_marked_rule_exists() -> None:
    every = {rule.id for game in GAMES for rule in load(game).rules}
    prefixes = {rule_id.partition("-")[0] for rule_id in every}
    stray = {rule_id for rule_id in marked_rules() - every if rule_id.partition("-")[0] in prefixes}
    assert not stray, f"tests are marked with rules that no catalogue has: {sorted(stray)}"

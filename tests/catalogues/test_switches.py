"""Options that a catalogue or a page of the docs names: each exists in its game, with the value that is named."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from rising_tutor import catalogues
from rising_tutor.cli.program import main
from rising_tutor.core.game import AnyGame, OptionInfo
from rising_tutor.core.registry import load_game
from rising_tutor.errors import BadOption
from rising_tutor.render.parts import rule_card
from rising_tutor.tutor.rules import RuleReader

GAMES = catalogues.catalogued()
HOME = Path(__file__).parents[2]
PAGES = [*sorted((HOME / "docs").glob("*.md")), HOME / "README.md"]
PAIR = re.compile(r"(?<![\w-])([a-z]+(?:_[a-z]+)+)=([a-z0-9_]+)\b")
"""An option with a value. Every option of more than one word is found, and so is whatever looks like one."""
SET = re.compile(r"--set[ =]([a-z_]+)=([a-z0-9_]+(?:,[a-z0-9_-]+)*)(?![\w.:-])")
NAMED = re.compile(r"\b(?:switch|option|setting) `?([a-z]+(?:_[a-z]+)+)\b")
NO_OPTIONS = {"one_in"}
"""Names that look like an option and belong to the tests."""


def accepts(game: AnyGame, name: str, value: str) -> str:
    """Return why a game refuses an option; empty if it accepts it."""
    try:
        game.start(game.info.min_seats, {name: value})
    except BadOption as error:
        return str(error)
    return ""


def texts(catalogue: catalogues.Catalogue) -> Iterator[tuple[str, str]]:
    """Every text of a catalogue with where it is."""
    for rule in catalogue.rules:
        yield from ((rule.id, text) for text in (rule.title, rule.text, rule.check))
    for gap in catalogue.gaps:
        yield from (("gap", text) for text in (gap.what, gap.resolution))
    for variant in catalogue.variants:
        yield f"variant {variant.id}", variant.range


def values_of(option: OptionInfo) -> list[str]:
    """The values of an option that has a short list of them; a number or a text has none."""
    found = re.split(r", | or ", option.values)
    return found if all(re.fullmatch(r"[a-z_]+|\d+", value) for value in found) else []


@pytest.mark.parametrize("game_id", GAMES)
def test_each_option_that_a_rule_text_names_is_accepted_by_the_game(game_id: str) -> None:
    game = load_game(game_id)
    names = {option.name for option in game.info.options}
    wrong = []
    for where, text in texts(catalogues.load(game_id)):
        for name, value in PAIR.findall(text):
            if why := accepts(game, name, value):
                wrong.append(f"{where}: {name}={value}: {why}")
        wrong += [f"{where}: there is no option {name}" for name in NAMED.findall(text) if name not in names]
    assert wrong == []


@pytest.mark.parametrize("game_id", GAMES)
def test_each_variant_of_a_catalogue_is_an_option_with_its_default_and_values(game_id: str) -> None:
    game = load_game(game_id)
    options = {option.name: option for option in game.info.options}
    for variant in catalogues.load(game_id).variants:
        option = options[variant.id]
        assert set(variant.rules) <= set(option.rules), variant.id
        if isinstance(variant.default, tuple):
            assert set(map(str, variant.default)) == {option.default}, variant.id
        elif " by " not in str(variant.default):  # such as "8, 10 or 12 by players"
            assert str(variant.default) == option.default, variant.id
        for value in values_of(option):
            assert value in variant.range, variant.id
            assert accepts(game, variant.id, value) == ""


@pytest.mark.parametrize("game_id", GAMES)
def test_each_switch_of_a_game_is_a_variant_of_its_catalogue(game_id: str) -> None:
    """A preset is several of them at once; who sees or is asked what is no reading of a rule in every game."""
    variants = {variant.id for variant in catalogues.load(game_id).variants}
    switches = {option.name for option in load_game(game_id).info.options if values_of(option)}
    assert switches - variants - {"preset", "windows", "lists", "concede"} == set()


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_each_option_that_a_page_names_is_accepted_by_a_game(page: Path) -> None:
    games = [load_game(game_id) for game_id in GAMES]
    text = re.sub(r"(?s)```python.*?```", "", page.read_text("utf-8"))
    named = {pair for found in (PAIR, SET) for pair in found.findall(text) if pair[0] not in NO_OPTIONS}
    refused = [pair for pair in sorted(named) if all(accepts(game, *pair) for game in games)]
    assert refused == []


@pytest.mark.parametrize("game_id", GAMES)
def test_each_gap_says_whether_the_rulebook_is_silent_or_divided(game_id: str) -> None:
    for rule in catalogues.load(game_id).rules:
        assert bool(rule.gap) == (rule.status == "gap"), rule.id
        assert rule.status_words == catalogues.STATUS_WORDS[rule.gap or rule.status]
    ours = Path(catalogues.__file__).parent / f"{game_id}.toml"
    written = ours.read_text("utf-8") if ours.is_file() else "[[gap]]\nkind = "
    assert written.count("[[gap]]\nkind = ") == written.count("[[gap]]") > 0


@pytest.mark.parametrize("game_id", GAMES)
def test_a_gap_that_the_text_calls_silent_is_not_called_divided(game_id: str) -> None:
    """A resolution between passages that differ names them; one without passages says that there are none."""
    silence = re.compile(r"\b(not stated|is silent|not mentioned|not covered|nothing is said)\b", re.IGNORECASE)
    for rule in catalogues.load(game_id).rules:
        if rule.gap == "divided":
            assert not silence.search(rule.text), rule.id


@pytest.mark.parametrize(
    ("game_id", "rule", "words"),
    [
        ("avatar-tcg", "QS-312", "the rulebook is divided: our resolution"),
        ("avatar-tcg", "QS-406", "the rulebook is silent: our resolution"),
        ("fire-nation-rising", "FNR-712", "the rulebook is divided: our resolution"),
        ("avatar-tcg", "QS-101", "stated in the rulebook"),
        ("avatar-tcg", "QS-502", "follows from the rulebook"),
    ],
)
def test_every_reader_says_whether_the_rulebook_is_silent_or_divided(
    game_id: str, rule: str, words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    catalogue = catalogues.load(game_id)
    assert RuleReader(game_id).card(rule)["status_word"] == words
    assert words in str(rule_card(catalogue.rule(rule), ""))
    assert main(["rules", game_id, rule]) == 0
    assert words in " ".join(capsys.readouterr().out.split())

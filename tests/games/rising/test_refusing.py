"""The list of rules that can refuse is read from the explanations themselves."""

import inspect
import re
from pathlib import Path

import pytest

from rising_tutor.core.registry import load_game
from rising_tutor.games.rising.citations import refusals
from rising_tutor.games.rising.refusals import choices, reasons, targets

GAME = load_game("fire-nation-rising")


def test_the_topics_are_those_that_the_explanations_name_without_those_of_outcomes() -> None:
    texts = [inspect.getsource(module) for module in (reasons, choices, targets)]
    named = {topic for text in texts for topic in re.findall(r"\bcite\.([a-z_0-9]+)", text)}
    of_outcomes = {"refill", "deal", "reveal", "side", "battle_place", "facing", "first_player"} | {
        "stack",
        "threat_die",
        "second_die",
    }
    assert set(refusals.refusal_topics()) == named - of_outcomes


def test_a_new_citation_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = Path(inspect.getfile(reasons)).parent
    for name in refusals._MODULES:
        (tmp_path / name).write_text((folder / name).read_text("utf-8"), encoding="utf-8")
    changed = tmp_path / "choices.py"
    text = changed.read_text("utf-8")
    assert "cite.place_token, f" in text
    changed.write_text(text.replace("cite.place_token, f", "cite.solo, f", 1), encoding="utf-8")
    monkeypatch.setattr(refusals, "files", lambda _: tmp_path)
    refusals.refusal_topics.cache_clear()
    try:
        assert "solo" in refusals.refusal_topics()
    finally:
        refusals.refusal_topics.cache_clear()


def test_every_rule_that_refuses_has_its_topics() -> None:
    rules = GAME.refusals()
    assert rules["FNR-306"] == ("reach",)
    cite = GAME.book.spec.cite
    assert {topic for topics in rules.values() for topic in topics} == {
        topic for topic in refusals.refusal_topics() if getattr(cite, topic)
    }
    numbers = [int(rule.partition("-")[2]) for rule in rules]
    assert numbers == sorted(numbers)


@pytest.mark.rule("FNR-208", "FNR-207")
def test_a_hero_that_is_no_team_card_is_read_and_refused() -> None:
    state = GAME.start(2, {"first_player": "1", "balance_side": "easy-1"})
    while not hasattr(GAME.node(state), "actions"):
        state = GAME.resolve(state, next(iter(GAME.node(state).outcomes))[0]).state
    refusal = GAME.check(state, GAME.read(state, "team haru"))
    assert refusal is not None
    assert (refusal.rule, refusal.why) == ("FNR-208", "Haru is no Team card.")
    assert GAME.check(state, GAME.read(state, "team zuko")) is None


@pytest.mark.rule("FNR-419")
def test_the_ability_of_a_team_card_cannot_be_called() -> None:
    state = GAME.set_up({"teams": ["toph", "aang"], "shown": "green E F"})
    assert GAME.check(state, GAME.read(state, "use team-toph")).rule == "FNR-419"
    assert GAME.read(state, "use toph").card == "toph"

"""The rule reader without a browser."""

import re
from typing import Any

import pytest

from rising_tutor.core.ids import GameId
from rising_tutor.core.registry import playable_ids
from rising_tutor.errors import UnknownRule
from rising_tutor.lessons.lesson_file import games_with, load_course
from rising_tutor.tutor.rules import RuleReader, linked
from rising_tutor.ui.rules.reader import RuleReaderWidget

GAME = "fire-nation-rising"


@pytest.fixture(scope="module")
def reader() -> RuleReader:
    return RuleReader(GAME)


@pytest.mark.parametrize("game_id", playable_ids())
def test_options_of_a_rule_are_said_in_words(game_id: GameId) -> None:
    """No value is there as it is written after `--set`, where people have other words for it."""
    reader = RuleReader(game_id)
    shown = [option for rule in reader.catalogue.rules for option in reader.card(rule.id)["options"]]
    assert shown
    for option in shown:
        values = re.split(r"; | or ", option["values"])
        assert not {"true", "false"} & {*values, option["default"]}, option
        assert not re.search(r"[a-z]_[a-z]", option["values"] + option["default"]), option


def test_the_index_has_every_rule_once_and_names_its_phase(reader: RuleReader) -> None:
    index = reader.index()
    phases = {phase for phase, _ in index["phases"]}
    ids = [rule[0] for rule in index["rules"]]
    assert len(ids) == len(set(ids)) == len(reader.catalogue.rules)
    assert {rule[2] for rule in index["rules"]} == phases


def test_every_rule_has_a_card_whose_neighbours_lead_through_all(reader: RuleReader) -> None:
    at, seen = reader.index()["rules"][0][0], []
    while at:
        card = reader.card(at)
        seen.append(at)
        assert "".join(text for _, text in card["text"]) == reader.catalogue.rule(at).text
        assert all(reader.knows(other) for other, _, _ in card["see_also"])
        at = card["next"]
    assert seen == [rule.id for rule in reader.catalogue.rules]
    assert reader.card(seen[0])["previous"] == ""


def test_a_card_leads_to_the_units_that_teach_the_rule(reader: RuleReader) -> None:
    found = [reader.card(rule[0])["taught"] for rule in reader.index()["rules"]]
    assert ["#odds?unit=keep-or-discard", "Keep or discard"] in [unit for card in found for unit in card]


def test_a_card_leads_to_the_lessons_that_teach_the_rule(reader: RuleReader) -> None:
    course = load_course(GameId("fire-nation-rising"))
    taught = set()
    for lesson in course.lessons:
        for rule in {*lesson.teaches} - taught:
            taught.add(rule)
            step = 1 + next(n for n, one in enumerate(lesson.step) if rule in one.rules)
            title = "&title=fire-nation-rising" if len(games_with(lesson.id)) > 1 else ""
            assert reader.card(rule)["taught"][0] == [f"#learn?lesson={lesson.id}&step={step}{title}", lesson.title]


def test_a_gap_shows_the_question_and_its_switch(reader: RuleReader) -> None:
    card = reader.card("FNR-317")
    assert card["status"] == "gap"
    assert card["notes"][0][0] == "Order of several Villains at the faced location"
    assert [option["name"] for option in card["options"]] == ["Villain order"]


def test_terms_of_the_text_are_explained(reader: RuleReader) -> None:
    assert "Balance Track" in [term for term, _ in reader.card("FNR-424")["terms"]]


def test_search_joins_text_phase_and_status(reader: RuleReader) -> None:
    every = reader.search("")
    gaps = reader.search("", status="gap")
    assert set(gaps) < set(every)
    assert all(reader.catalogue.rule(rule).status == "gap" for rule in gaps)
    assert reader.search("june", phase="turn.2d.villains") == ("FNR-1009",)
    assert reader.search("no such words anywhere") == ()


def test_use_is_found_by_play(reader: RuleReader) -> None:
    used = reader.used("FNR-313")
    assert used["seen"] > 0
    assert used["events"]
    assert "location attacked" in used["cited"]
    assert reader.used("FNR-101")["seen"] == 0


def test_an_unknown_rule_is_refused_and_changes_nothing(reader: RuleReader) -> None:
    with pytest.raises(UnknownRule):
        reader.card("FNR-9999")
    widget = RuleReaderWidget(reader, rule="FNR-313")
    assert not widget.open_rule("FNR-9999")
    assert widget.card["id"] == "FNR-313"


def test_rule_ids_in_a_text_become_pieces_of_their_own() -> None:
    assert linked("FNR-101 and FNR-102") == [["r", "FNR-101"], ["t", " and "], ["r", "FNR-102"]]
    assert linked("") == []


@pytest.mark.parametrize(
    "content",
    [
        None,
        [],
        {"used": 7},
        {"used": "../../etc"},
        {"search": "june"},
        {"search": {"text": 5, "phase": None, "n": "x"}},
        {"search": {"text": "x" * 10_000}},
    ],
)
def test_what_a_browser_sends_cannot_hurt(reader: RuleReader, content: Any) -> None:
    RuleReaderWidget(reader)._answer(None, content, [])


def test_messages_are_small(reader: RuleReader) -> None:
    import json

    assert len(json.dumps(reader.index())) < 25_000
    assert max(len(json.dumps(reader.card(rule.id))) for rule in reader.catalogue.rules) < 6_000

"""The player aid: exactly the rules that somebody gets wrong, on one page that needs nothing beside itself."""

import html
import re
from datetime import UTC, datetime, timedelta
from random import Random

import pytest

from rising_tutor import catalogues
from rising_tutor.errors import UnknownGame
from rising_tutor.lessons.learner.aid import LINES, as_html, make_aid
from rising_tutor.lessons.learner.facts import Attempt, Fact, Header, Outcome, Progress, stamp
from rising_tutor.lessons.learner.knowledge import estimates, gets_wrong

GAME = "fire-nation-rising"
START = datetime(2026, 11, 21, 18, 0, 0, tzinfo=UTC)
HEADER = Header("Anna", GAME, stamp(START))
CATALOGUE = catalogues.load(GAME)


def tried(rule: str, outcome: Outcome, day: float = 0) -> Attempt:
    return Attempt(stamp(START + timedelta(days=day)), f"spot:{rule}", (rule,), outcome)


def text_of(page: str) -> str:
    return html.unescape(re.sub(r"<[^>]*>", "\n", page.partition("<body>")[2]))


@pytest.mark.parametrize("seed", range(6))
def test_the_contents_are_the_top_entries_of_the_estimate(seed: int) -> None:
    rng = Random(seed)
    rules = rng.sample([rule.id for rule in CATALOGUE.rules], 60)
    facts = [tried(rule, rng.choice(["best", "wrong"]), day) for day in range(4) for rule in rules]
    wrong = [one.rule for one in gets_wrong(estimates(facts))]
    aid = make_aid(HEADER, facts)
    assert [*(entry.rule for entry in aid.entries), *aid.left_out] == wrong
    assert len(aid.entries) > 5
    assert aid.left_out
    page = as_html(aid)
    assert re.findall(r"<h2>.*?(FNR-\d+), page", page) == [entry.rule for entry in aid.entries]
    assert f"Left out for want of room: {', '.join(aid.left_out)}." in text_of(page)


def test_a_rule_stands_there_with_our_wording_its_page_and_how_it_went() -> None:
    facts = [tried("FNR-414", "wrong"), tried("FNR-414", "wrong", 1), tried("FNR-414", "best", 2)]
    text = text_of(as_html(make_aid(HEADER, facts)))
    rule = CATALOGUE.rule("FNR-414")
    assert rule.text in text
    assert rule.title in text
    assert "FNR-414, page 7; missed 2 of 3" in text
    assert "For Anna." in text
    assert "Left out" not in text


def test_what_is_mastered_or_was_never_missed_is_not_on_it() -> None:
    facts = [
        tried("FNR-402", "wrong"),
        *(tried("FNR-402", "best", day) for day in range(1, 6)),
        tried("FNR-406", "best"),
        tried("FNR-414", "illegal"),
    ]
    assert [entry.rule for entry in make_aid(HEADER, facts).entries] == ["FNR-414"]


@pytest.mark.parametrize(
    ("facts", "told"),
    [
        ([], "No rule was practised yet."),
        ([Progress(stamp(START), "lesson:first")], "No rule was practised yet."),
        ([tried("FNR-414", "best")], "One rule was practised, and none that was missed is below mastery."),
        ([tried("FNR-414", "best"), tried("FNR-402", "best")], "2 rules were practised, and none"),
        ([tried("FNR-9999", "wrong")], "not in the catalogue of this program"),
    ],
)
def test_without_a_missed_rule_the_steps_of_the_game_stand_there(facts: list[Fact], told: str) -> None:
    aid = make_aid(HEADER, facts)
    text = text_of(as_html(aid))
    assert told in aid.empty
    assert aid.empty in text
    assert not aid.entries
    assert [name for name, _ in aid.steps] == [phase.name for phase in CATALOGUE.phases]
    assert all(summary in text for _, summary in aid.steps)


def test_a_rule_that_the_catalogue_lacks_is_named() -> None:
    text = text_of(as_html(make_aid(HEADER, [tried("FNR-9999", "wrong"), tried("FNR-414", "wrong")])))
    assert "Missed, but not in the catalogue of this program: FNR-9999." in text


def test_the_page_needs_nothing_beside_itself_and_shows_names_as_text() -> None:
    header = Header("<img src=//x onerror=y>", GAME, stamp(START))
    page = as_html(make_aid(header, [tried("FNR-414", "wrong")]))
    assert "<img" not in page
    assert "&lt;img" in page
    assert not re.search(r"(src|href|url|import|script)\s*[=(:]", page.replace("&lt;img src=", ""))
    assert page.startswith("<!DOCTYPE html>")


def test_a_long_list_of_what_is_left_out_takes_its_room_too() -> None:
    every = make_aid(HEADER, [tried(rule.id, "wrong") for rule in CATALOGUE.rules])
    few = make_aid(HEADER, [tried(entry.rule, "wrong") for entry in every.entries])
    assert len(every.entries) + len(every.left_out) == len(CATALOGUE.rules)
    assert few.left_out == ()
    assert sum(len(entry.text) / 92 for entry in every.entries) < LINES


@pytest.mark.usefixtures("bare_coin_and_hand")
def test_a_game_without_a_catalogue_has_no_aid() -> None:
    with pytest.raises(UnknownGame):
        make_aid(Header("Anna", "coin-and-hand", stamp(START)), [])

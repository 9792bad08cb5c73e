"""The model of knowledge: its numbers by hand, learners of known skill in order, reasons that are true."""

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from random import Random
from statistics import mean

import pytest

from rising_tutor.lessons.learner.facts import Attempt, Fact, Header, Outcome, Setting, moment, stamp
from rising_tutor.lessons.learner.knowledge import (
    MASTERY,
    MOST_KNOWN,
    Evidence,
    Numbers,
    due,
    estimates,
    evidence,
    gets_wrong,
    review_is_on,
    rule_order,
    updated,
)

START = datetime(2026, 11, 21, 18, 0, 0, tzinfo=UTC)
RULE = "FNR-414"


def tried(
    outcome: Outcome, day: float = 0, rules: tuple[str, ...] = (RULE,), item: str = "lesson:a#1", **more: object
) -> Attempt:
    return Attempt(stamp(START + timedelta(days=day)), item, rules, outcome, **more)  # type: ignore[arg-type]


def known(*facts: Fact, rule: str = RULE) -> float:
    return next(one.known for one in estimates(facts) if one.rule == rule)


def seen(*, right: bool, hints: int = 0, item: str = "lesson:a#1") -> Evidence:
    return Evidence(RULE, stamp(START), item, "best" if right else "wrong", right=right, hints=hints)


def test_the_update_is_that_of_corbett_and_anderson() -> None:
    numbers = Numbers(prior=0.25, learn=0.15, guess=0.2, slip=0.1)
    # P(L | right) = 0.25 * 0.9 / (0.25 * 0.9 + 0.75 * 0.2) = 0.6; then 0.6 + 0.4 * 0.15.
    assert updated(0.25, seen(right=True), numbers) == pytest.approx(0.66)
    # P(L | wrong) = 0.25 * 0.1 / (0.25 * 0.1 + 0.75 * 0.8) = 0.04; then 0.04 + 0.96 * 0.15.
    assert updated(0.25, seen(right=False), numbers) == pytest.approx(0.184)


def test_each_hint_lowers_the_evidence_and_three_take_it_all() -> None:
    values = [updated(0.4, seen(right=True, hints=hints)) for hints in range(4)]
    assert values == sorted(values, reverse=True)
    assert len(set(values)) == 4
    assert values[3] == pytest.approx(0.4 + 0.6 * 0.15)
    assert updated(0.4, seen(right=False, hints=2)) == updated(0.4, seen(right=False))


def test_what_is_right_in_a_game_tells_less() -> None:
    assert updated(0.4, seen(right=True, item="play")) < updated(0.4, seen(right=True))
    assert updated(0.4, seen(right=False, item="play")) > updated(0.4, seen(right=False))


@pytest.mark.parametrize("outcome", ["best", "equal", "good"])
def test_three_right_answers_without_help_are_mastery(outcome: Outcome) -> None:
    assert known(tried(outcome, 0), tried(outcome, 1)) < MASTERY <= known(*(tried(outcome, day) for day in range(3)))


@pytest.mark.parametrize("outcome", ["wrong", "illegal", "shown"])
def test_what_is_not_right_speaks_against_knowing(outcome: Outcome) -> None:
    (one,) = estimates([tried(outcome)])
    assert (one.known, one.errors, one.attempts) == (pytest.approx(0.184), 1, 1)


def test_no_run_of_right_answers_is_beyond_a_miss() -> None:
    long = [tried("best", day) for day in range(300)]
    assert known(*long) == MOST_KNOWN
    assert known(*long, *(tried("wrong", 300 + day) for day in range(5))) < 0.5


def test_a_refusal_speaks_against_the_rule_that_refused_and_nothing_else() -> None:
    found = estimates([tried("illegal", rules=("FNR-406", "FNR-402"), refused="FNR-414")])
    assert [(one.rule, one.errors) for one in found] == [("FNR-414", 1)]


def test_a_wrong_answer_speaks_against_the_main_rule_and_a_right_one_for_all() -> None:
    assert [one.rule for one in evidence([tried("wrong", rules=("FNR-406", "FNR-402"))])] == ["FNR-406"]
    found = {one.rule: one.known for one in estimates([tried("best", rules=("FNR-406", "FNR-402"))])}
    assert found["FNR-406"] > found["FNR-402"] > Numbers().prior


def test_a_second_try_at_once_counts_as_helped_and_one_on_another_day_does_not() -> None:
    at_once = known(tried("wrong"), tried("best", 0.01))
    later = known(tried("wrong"), tried("best", 1))
    elsewhere = known(tried("wrong"), tried("best", 0.01, item="lesson:a#2"))
    assert at_once < later == elsewhere


def test_the_order_of_the_file_does_not_matter_but_time_does() -> None:
    facts = [tried("wrong", 0), tried("best", 1), tried("best", 2)]
    assert estimates(facts) == estimates(facts[::-1])
    assert known(tried("best", 0), tried("best", 1), tried("wrong", 2)) < known(*facts)


def test_a_rule_may_have_numbers_of_its_own() -> None:
    easy = {RULE: Numbers(prior=0.9)}
    assert estimates([tried("best")], easy)[0].known > estimates([tried("best")])[0].known


def test_rules_that_are_got_wrong_are_missed_and_not_mastered_since() -> None:
    facts = [
        tried("wrong", 0, ("FNR-402",)),
        tried("best", 0, ("FNR-406",)),
        *(tried("wrong", 0, ("FNR-414",)) for _ in range(2)),
        tried("wrong", 0, ("FNR-1002",)),
        *(tried("best", day, ("FNR-1002",)) for day in range(1, 6)),
    ]
    assert [one.rule for one in gets_wrong(estimates(facts))] == ["FNR-414", "FNR-402"]


def test_ids_sort_as_people_sort_them() -> None:
    assert sorted(["FNR-1002", "FNR-414", "FNR-99", "CH-7", "odd"], key=rule_order)[:4] == [
        "CH-7",
        "FNR-99",
        "FNR-414",
        "FNR-1002",
    ]


# ---- learners of known skill


def learner(skill: float, rng: Random, *, n_rules: int = 30, n_attempts: int = 4) -> tuple[list[Fact], set[str]]:
    """A learner who knows a share of the rules and answers those rightly in 92 of 100 tries, the others in 25.

    That is not how the model thinks of learners: nothing is learned on the way, and its four numbers are others.
    """
    rules = [f"FNR-{400 + n}" for n in range(n_rules)]
    knows = set(rng.sample(rules, round(skill * n_rules)))
    facts: list[Fact] = []
    for n in range(n_attempts):
        for rule in rules:
            outcome: Outcome = "best" if rng.random() < (0.92 if rule in knows else 0.25) else "wrong"
            facts.append(tried(outcome, n, (rule,), f"spot:{rule}"))
    return facts, knows


@pytest.mark.parametrize("seed", range(12))
def test_learners_of_known_skill_are_ordered_by_the_model(seed: int) -> None:
    rng = Random(seed)
    skills = [0.1, 0.3, 0.5, 0.7, 0.9]
    # As many rules as a game has: with few of them two learners may well answer alike by chance.
    levels = [mean(one.known for one in estimates(learner(skill, rng, n_rules=120)[0])) for skill in skills]
    assert all(low < high for low, high in pairwise(levels))


@pytest.mark.parametrize("seed", range(12))
def test_the_rules_of_one_learner_are_ordered_too(seed: int) -> None:
    facts, knows = learner(0.5, Random(seed), n_attempts=5)
    found = {one.rule: one.known for one in estimates(facts)}
    pairs = [(found[a], found[b]) for a in knows for b in found if b not in knows]
    ordered = mean(high > low or 0.5 * (high == low) for high, low in pairs)
    assert ordered > 0.9


# ---- review


def reasons(facts: Iterable[Fact], day: float) -> dict[str, str]:
    return {one.rule: one.why for one in due(tuple(facts), START + timedelta(days=day))}


@pytest.mark.parametrize(
    ("fact", "why"),
    [
        (tried("wrong"), "due because you missed FNR-414 on 21 November and it was not practised since"),
        (
            tried("illegal", rules=("FNR-406",), refused=RULE),
            "due because FNR-414 forbade what you tried on 21 November and it was not practised since",
        ),
        (
            tried("shown"),
            "due because you had the answer about FNR-414 shown on 21 November and it was not practised since",
        ),
        (
            tried("best", hints=1),
            "due because you needed a hint for FNR-414 on 21 November and it was not practised since",
        ),
        (
            tried("best", hints=2),
            "due because you needed 2 hints for FNR-414 on 21 November and it was not practised since",
        ),
    ],
)
def test_the_reason_is_what_happened_last(fact: Attempt, why: str) -> None:
    assert reasons([fact], 2) == {RULE: why}
    # Practised since: the sentence must not be said any more, and the rule has time again.
    assert reasons([fact, tried("best", 1)], 2) == {}


def test_the_reason_of_time_has_the_chance_that_the_model_gives() -> None:
    facts = [tried("best", day) for day in range(3)]
    (one,) = due(facts, START + timedelta(days=40))
    assert one.why.startswith("due because you last practised FNR-414 on 23 November; the chance")
    assert one.why.endswith(f"about {100 * one.recall:.0f} %")
    assert 0.5 < one.recall < 0.9
    assert due(facts, START + timedelta(days=4)) == ()


def test_a_rule_is_due_when_the_chance_of_recall_has_fallen_to_nine_in_ten() -> None:
    facts = [tried("best", day) for day in range(3)]
    (late,) = due(facts, START + timedelta(days=300))
    (then,) = due(facts, late.since)
    assert then.recall == pytest.approx(0.9, abs=0.01)
    assert due(facts, late.since - timedelta(seconds=1)) == ()


def test_another_try_is_named_as_such() -> None:
    facts = [tried("wrong"), tried("best", 0.01)]
    assert reasons(facts, 1)[RULE].startswith("due because you needed another try for FNR-414 on 21 November")


def test_what_was_missed_comes_back_soon_and_what_is_known_later_each_time() -> None:
    assert reasons([tried("wrong")], 0.003) == {}
    assert list(reasons([tried("wrong")], 0.02)) == [RULE]
    waits, day, facts = [], 0.0, []
    for _ in range(4):
        facts.append(tried("best", day))
        (one,) = due(facts, START + timedelta(days=day + 4_000))
        waits.append((one.since - moment(facts[-1].at)).days)
        day += waits[-1]
    assert waits == sorted(waits)
    assert waits[-1] > 4 * waits[0]


def test_the_year_is_named_when_it_is_another() -> None:
    assert "on 21 November 2026 and" in reasons([tried("wrong")], 60)[RULE]


def test_the_least_known_rule_is_first() -> None:
    facts = [tried("best", 0, ("FNR-402",)), tried("wrong", 0, ("FNR-406",)), tried("wrong", 0, ("FNR-405",))]
    found = due(facts, START + timedelta(days=30))
    assert [one.rule for one in found] == ["FNR-405", "FNR-406", "FNR-402"]
    assert [one.known for one in found] == sorted(one.known for one in found)


@pytest.mark.parametrize("value", [False, "off"])
def test_the_review_list_can_be_switched_off_and_on(value: bool | str) -> None:
    facts: list[Fact] = [tried("wrong")]
    now = START + timedelta(days=2)
    off = Setting(stamp(START), "review", value)
    assert due([*facts, off], now) == ()
    assert not review_is_on([off])
    assert len(due([*facts, off, Setting(stamp(now), "review", True)], now)) == 1
    assert due(facts, now, Header("", "fire-nation-rising", stamp(START), (("review", value),))) == ()


def test_the_same_facts_give_the_same_list() -> None:
    facts, _ = learner(0.5, Random(1))
    now = START + timedelta(days=30)
    assert due(facts, now) == due(facts, now)


def test_nothing_is_known_of_somebody_new() -> None:
    assert estimates([]) == due([], START) == evidence([]) == ()

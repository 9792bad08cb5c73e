"""Illegal on purpose: every rule that can refuse has an exercise, and none says more than it should."""

from itertools import pairwise
from random import Random

import pytest
from msgspec import to_builtins

from rising_tutor.core.ids import GameId
from rising_tutor.core.node import Decision, Terminal
from rising_tutor.core.registry import load_game
from rising_tutor.errors import BadContent, BadPosition, UnknownRule
from rising_tutor.lessons.spots import file as spot_file
from rising_tutor.lessons.spots.file import Entry, Found, Written, position_of, spots_of
from rising_tutor.lessons.spots.search import choose, entries, search
from rising_tutor.lessons.spots.session import SpotSession
from rising_tutor.lessons.spots.spot import exercise_for, exercise_from, judge_action, judge_rule, rules_with_exercise
from tests.testkit.courses import COURSES, FIRE

GAME = load_game(FIRE)
SPOTS = spots_of(FIRE)
ENTRIES = [entry for found in SPOTS.by_rule.values() for entry in found]
WITH_REFUSALS = [game for game in COURSES if hasattr(load_game(game), "refusals")]
EVERY = [(game, entry) for game in WITH_REFUSALS for found in spots_of(game).by_rule.values() for entry in found]
EACH_THAT_REFUSES = pytest.mark.parametrize("game", WITH_REFUSALS)
WHEN = "2026-11-21T18:04:05Z"


@EACH_THAT_REFUSES
def test_every_rule_that_can_refuse_has_an_exercise_or_a_reason_why_it_cannot_have_one(game: GameId) -> None:
    spots = spots_of(game)
    never = {one.rule for one in spots.never}
    assert set(spots.by_rule) | never == set(load_game(game).refusals())
    assert not set(spots.by_rule) & never
    assert set(rules_with_exercise(load_game(game))) == set(spots.by_rule)


@pytest.mark.parametrize(("title", "entry"), EVERY, ids=[f"{entry.rule}-{entry.path}" for _, entry in EVERY])
def test_each_position_gives_one_refused_action_among_legal_ones(title: GameId, entry: Entry) -> None:
    game, spots = load_game(title), spots_of(title)
    for seed in (1, 2):
        one = exercise_from(game, spots, entry, Random(seed))
        refusals = [game.check(one.state, action) for action in one.offers]
        assert [refusal is None for refusal in refusals].count(False) == 1
        assert refusals[one.illegal] == one.refusal
        assert one.refusal.rule == entry.rule
        assert 3 <= len(one.offers) <= 5
        assert len(set(one.texts)) == len(one.texts)
        assert all(game.read(one.state, text) == action for text, action in zip(one.texts, one.offers, strict=True))
        assert len(set(one.rules)) == len(one.rules) == 4
        assert entry.rule in one.rules
        assert not (set(one.rules) - {entry.rule}) & spots.apart(entry.rule)
        assert set(one.rules) <= set(game.refusals())


@EACH_THAT_REFUSES
def test_no_two_positions_of_a_rule_are_the_same(game: GameId) -> None:
    for entries_of_rule in spots_of(game).by_rule.values():
        states = [position_of(load_game(game), entry) for entry in entries_of_rule]
        assert len({load_game(game).dump(state) for state in states}) == len(states)


@EACH_THAT_REFUSES
def test_the_answer_is_not_always_at_the_same_place(game: GameId) -> None:
    played = load_game(game)
    places = [exercise_for(played, rule, seed=3).illegal for rule in rules_with_exercise(played)]
    assert {0, 1, 2} <= set(places)
    made = (exercise_for(played, rule, 3) for rule in spots_of(game).by_rule)
    assert {0, 1, 2, 3} == {one.rules.index(one.refusal.rule) for one in made}


@EACH_THAT_REFUSES
def test_what_is_shown_before_the_answer_does_not_tell_it(game: GameId) -> None:
    played = load_game(game)
    for rule in rules_with_exercise(played):
        one = exercise_for(played, rule, seed=5)
        asked = one.asked()
        shown = to_builtins(asked)
        assert set(shown) == {"where", "offers", "rules"}
        assert one.refusal.why not in str(shown)
        assert rule not in asked.where + " ".join(asked.offers)
        # The choices stand by number, so their order says nothing.
        assert list(asked.rules) == sorted(asked.rules, key=lambda found: int(found.partition("-")[2]))


def test_the_same_seed_gives_the_same_exercise_and_others_give_others() -> None:
    assert exercise_for(GAME, "FNR-406", 1) == exercise_for(GAME, "FNR-406", 1)
    assert len({str(exercise_for(GAME, "FNR-406", seed).asked()) for seed in range(12)}) > 4


@EACH_THAT_REFUSES
def test_a_legal_pick_is_answered_with_what_it_does(game: GameId) -> None:
    played = load_game(game)
    for rule in rules_with_exercise(played):
        one = exercise_for(played, rule, seed=9)
        for pick, action in enumerate(one.offers):
            verdict = judge_action(played, one, pick)
            assert verdict.right == (pick == one.illegal)
            if verdict.right:
                assert (verdict.says, verdict.rules) == ((one.refusal.why,), (rule,))
            else:
                events = played.act(one.state, action).events
                assert verdict.says[0] == f"It is allowed: {one.texts[pick]}."
                assert list(verdict.says[1 : len(events) + 1]) == [played.say(event) for event in events]
                assert len(verdict.says) > 1
                assert set(verdict.rules) == {event.rule for event in events}
    with pytest.raises(IndexError, match="0 to"):
        judge_action(played, one, len(one.offers))


def test_a_wrong_rule_is_answered_with_the_right_one() -> None:
    one = exercise_for(GAME, "FNR-406", seed=1)
    wrong = next(rule for rule in one.rules if rule != "FNR-406")
    titles = {rule: f"title of {rule}" for rule in one.rules}
    assert judge_rule(one, "FNR-406", titles).right
    said = judge_rule(one, wrong, titles)
    assert not said.right
    assert said.says == (f"It is not {wrong} that the game names.", "FNR-406 forbids it: title of FNR-406.")


@pytest.mark.rule("FNR-805")
def test_when_the_game_is_over_every_action_is_refused_so_there_is_no_exercise() -> None:
    game_file = next(entry.source.game for entry in ENTRIES if isinstance(entry.source, Found))
    end = spot_file._states(GAME, game_file)[-1]
    assert isinstance(GAME.node(end), Terminal)
    assert {GAME.check(end, GAME.read(end, text)).rule for text in ("roll", "stop", "done", "aid")} == {"FNR-805"}


@pytest.mark.rule("FNR-512")
def test_no_choice_finds_the_balance_marker_at_the_top() -> None:
    with pytest.raises(BadPosition, match="balance"):
        GAME.set_up({"teams": ["toph", "aang"], "balance": 6})
    for name in {entry.source.game for entry in ENTRIES if isinstance(entry.source, Found)}:
        for state in spot_file._states(GAME, name):
            if isinstance(GAME.node(state), Decision):
                refusal = GAME.check(state, GAME.read(state, "green E > balance"))
                assert refusal is None or refusal.rule != "FNR-512"


@pytest.mark.rule("FNR-440")
def test_no_villain_comes_to_the_location_of_a_team_that_rolls() -> None:
    villains = 0
    for name in {entry.source.game for entry in ENTRIES if isinstance(entry.source, Found)}:
        states = spot_file._states(GAME, name)
        for before, after in pairwise(states):
            if before.turn == after.turn and before.step == after.step == "turn.3.roll_assign":
                here = GAME.fact(before, "location")
                assert here == GAME.fact(after, "location")
                lies = [{spot.card for spot in one.places[3 * here - 3 : 3 * here] if spot} for one in (before, after)]
                villains += len(lies[0] & set(GAME.book.villain))
                assert not (lies[1] - lies[0]) & set(GAME.book.villain)
    assert villains > 100


def test_a_position_that_does_not_fit_is_refused_with_its_place() -> None:
    def entry(rule: str, illegal: str, source: Found | Written) -> Entry:
        return Entry(rule, illegal, "spot.toml", "written[0]", "a test", source)

    shown = {"teams": ["toph", "aang"], "shown": "green E F"}
    legal = entry("FNR-406", "discard green E", Written("FNR-406", "discard green E", shown))
    with pytest.raises(BadContent, match=r"refused by FNR-406, not legal"):
        exercise_from(GAME, SPOTS, legal, Random(1))
    other = entry("FNR-407", "roll", Written("FNR-407", "roll", shown))
    with pytest.raises(BadContent, match=r"refused by FNR-407, not FNR-406"):
        exercise_from(GAME, SPOTS, other, Random(1))
    beyond = Found("FNR-406", "roll", next(e.source.game for e in ENTRIES if isinstance(e.source, Found)), 99_999)
    with pytest.raises(BadContent, match="line"):
        position_of(GAME, entry("FNR-406", "roll", beyond))
    nobody = entry("FNR-406", "roll", Written("FNR-406", "roll", {"teams": ["toph", "nobody"]}))
    with pytest.raises(BadContent, match="nobody"):
        position_of(GAME, nobody)
    with pytest.raises(UnknownRule):
        exercise_for(GAME, "FNR-101", 1)


@pytest.mark.slow
def test_the_search_finds_refused_actions_in_a_short_game() -> None:
    one = search(GAME, "random", 2, 1)
    assert one.hits
    found = entries(choose([one]))
    states = {
        name: spot_file._play(GAME, GAME.start(2, {}), tuple(line.move for line in one.replay.lines), name)
        for name in [one.name]
    }
    for entry in found:
        state = states[entry.game][entry.line]
        assert GAME.check(state, GAME.read(state, entry.illegal)).rule == entry.rule
    assert max([entry.rule for entry in found].count(entry.rule) for entry in found) <= 4
    assert {hit.rule for hit in one.hits} == {entry.rule for entry in found}


class TestSession:
    def test_a_run_asks_each_rule_once_and_counts(self) -> None:
        session = SpotSession(GAME, seed=1, rules=["FNR-406", "FNR-306", "FNR-408"])
        assert sorted(session.order) == ["FNR-306", "FNR-406", "FNR-408"]
        for n in range(3):
            assert not session.found
            session.pick(session.exercise.illegal)
            session.name_rule(session.exercise.refusal.rule)
            assert session.score == (n + 1, n + 1)
            if n < 2:
                session.next()
        assert session.over
        with pytest.raises(ValueError, match="end"):
            session.next()

    def test_a_legal_pick_first_counts_as_wrong_even_if_the_rest_is_right(self) -> None:
        session = SpotSession(GAME, seed=2, rules=["FNR-406"])
        other = (session.exercise.illegal + 1) % len(session.exercise.offers)
        assert not session.pick(other).right
        with pytest.raises(ValueError, match="first comes"):
            session.name_rule("FNR-406")
        # A learner who leaves now has answered.
        left = session.attempt(WHEN)
        assert (left.outcome, left.answer) == ("wrong", session.exercise.texts[other])
        assert session.pick(session.exercise.illegal).right
        assert session.name_rule("FNR-406").right
        attempt = session.attempt(WHEN)
        assert (attempt.item, attempt.rules, attempt.outcome) == ("spot:FNR-406", ("FNR-406",), "wrong")
        assert attempt.answer == f"{session.exercise.texts[other]}; FNR-406"
        assert session.score == (0, 1)

    def test_a_wrong_rule_counts_as_wrong(self) -> None:
        session = SpotSession(GAME, seed=2, rules=["FNR-406"])
        session.pick(session.exercise.illegal)
        with pytest.raises(ValueError, match="not answered"):
            session.attempt(WHEN)
        with pytest.raises(ValueError, match="not among"):
            session.name_rule("FNR-999")
        wrong = next(rule for rule in session.asked.rules if rule != "FNR-406")
        assert not session.name_rule(wrong).right
        assert session.attempt(WHEN).outcome == "wrong"
        with pytest.raises(ValueError, match="already"):
            session.name_rule("FNR-406")
        with pytest.raises(ValueError, match="already"):
            session.pick(0)

    def test_one_rule_again_and_again_brings_other_exercises(self) -> None:
        session = SpotSession(GAME, seed=3, rules=["FNR-406"], n=6)
        asked = set()
        for n in range(6):
            asked.add(str(session.asked))
            session.pick(session.exercise.illegal)
            session.name_rule("FNR-406")
            if n < 5:
                session.next()
        assert len(asked) > 2
        assert session.attempt(WHEN).outcome == "best"

    def test_a_run_of_all_rules_has_them_all(self) -> None:
        session = SpotSession(GAME, seed=4)
        assert sorted(session.order) == sorted(rules_with_exercise(GAME))
        with pytest.raises(ValueError, match="not answered"):
            session.next()
        with pytest.raises(ValueError, match="none of these"):
            SpotSession(GAME, seed=1, rules=["FNR-101"])

"""An opponent that answers as a step says: it is counted as it plays, and what it does is no try of the learner."""

from fractions import Fraction
from random import Random
from typing import Any

import pytest

from rising_tutor.analysis.reach import Reach
from rising_tutor.core.ids import GameId, Seat
from rising_tutor.core.registry import load_game
from rising_tutor.core.scenes import scene_game
from rising_tutor.lessons.check.run import check_file
from rising_tutor.lessons.difficulty.measure import fingerprint
from rising_tutor.lessons.difficulty.policy_share import exact_share, reaches
from rising_tutor.lessons.judging.judge import ANSWERED, Judge
from rising_tutor.lessons.judging.replies import Replies
from rising_tutor.lessons.lesson import Lesson, StateTest, Step
from rising_tutor.lessons.run import LessonRun
from tests.testkit.coin_and_hand import FOX, SUN, Do, Lay

COIN: Any = load_game("coin-and-hand")
WORDS: dict[str, Any] = {"hands": ["fox sun", "moon"]}
TWO = (StateTest(fact="points.1", at_least=2),)


def lesson(reply: Any, **more: Any) -> Lesson:
    step = Step(say="Lay a card.", goal=TWO, reply=reply, **{"limit": 1, **more})
    return Lesson("one", GameId("coin-and-hand"), "lesson", 1, "One", "It.", position=WORDS, step=(step,))


def run(reply: Any, **more: Any) -> LessonRun:
    return LessonRun(COIN, lesson(reply, **more))


def values(of: LessonRun) -> dict[Any, float | None]:
    judged = of.judged()
    assert judged is not None
    return {row.action: row.value for row in judged.rows}


@pytest.mark.parametrize(
    ("reply", "fox"),
    [("trusting", 1), (["call"], 0), (["let be"], 1), (["rest", "let be"], 1), ("random", 0.5), ("", 0)],
)
def test_the_value_of_a_fox_is_what_this_opponent_makes_of_it(reply: Any, fox: float) -> None:
    found = values(run(tuple(reply) if isinstance(reply, list) else reply))
    assert found[Lay(FOX)] == fox
    # Called, a sun needs a second choice, which is beyond the limit of one.
    assert found[Lay(SUN)] == 0


def test_what_is_played_is_what_was_counted() -> None:
    for reply, answer in (("trusting", Do("let be")), (("call",), Do("call")), (("lay sun", "let be"), Do("let be"))):
        one = run(reply)
        value = values(one)[Lay(FOX)]
        if one.try_action(Lay(FOX)).outcome != "best":
            one.follow()
        assert [made.move for made in one.made][:2] == [Lay(FOX), answer]
        assert one.done == (value == 1)
        assert one.failed == (value == 0)


def test_the_seat_that_answers_is_no_longer_the_learners_and_its_moves_are_no_tries() -> None:
    one = run(("call",), limit=2)
    assert one.try_action(Lay(SUN)).outcome == "best"
    assert (one.seat, one.n_tries, [made.seat for made in one.answered]) == (Seat(0), 1, [Seat(1)])
    assert set(one.actions) == {Do("take point"), Do("take card")}
    assert one.try_action(Do("take point")).outcome == "best"
    assert one.done
    # Without an answer of the step the learner makes the moves of both seats, as ever.
    both = run("", limit=4, loss=1.0)
    both.try_action(Lay(SUN))
    assert set(both.actions) == {Do("call"), Do("let be")}
    assert both.answered == ()


def test_a_record_brings_the_answers_back_also_one_that_was_not_kept() -> None:
    one = run(("call",), limit=2)
    one.try_action(Lay(SUN))
    for record in (one.record, one.record[:1]):
        again = LessonRun(COIN, one.lesson, moves=record)
        assert again.state == one.state
        assert again.actions == one.actions


def test_a_policy_answers_by_what_its_own_seat_sees() -> None:
    seen: list[Any] = []

    class Watching(type(COIN)):  # type: ignore[misc]  # the class of the game
        def policies(self) -> Any:
            def look_twice(decision: Any, look: Any, rng: Any) -> Any:
                seen.append(look())
                return decision.actions[0]

            return {**super().policies(), "looks": look_twice}

    game: Any = Watching()
    one = LessonRun(game, lesson("looks"))
    one.judged()
    assert seen
    assert all(view.viewer == 1 and view.laid is None and not any(view.hands[0]) for view in seen)


def test_no_legal_move_counts_as_the_least_and_something_is_played_all_the_same() -> None:
    one = run(("rest",))
    assert values(one)[Lay(FOX)] == 0
    replies = Replies(COIN, one.step, Seat(0))
    after = COIN.act(one.state, Lay(FOX)).state
    assert replies.ways(after, COIN.node(after)) == ()
    assert replies.one(after, COIN.node(after), Random(1)) in COIN.node(after).actions
    assert run("nobody").judged() == run("").judged() or values(run("nobody")) == values(run(""))


def test_partners_are_not_answered_for() -> None:
    fire: Any = load_game("fire")
    replies = Replies(fire, Step("Go.", reply="greedy"), Seat(0))
    assert not replies.answers(Seat(1))


def test_how_numbers_come_about_says_that_an_opponent_answers() -> None:
    with_, without = run("trusting").judged(), run("").judged()
    assert with_ is not None
    assert without is not None
    assert with_.method.endswith(ANSWERED)
    assert ANSWERED not in without.method


def test_a_search_without_answers_is_as_it_was() -> None:
    scenes = scene_game(COIN)
    assert scenes is not None
    state = scenes.set_up(WORDS)
    won = lambda at: scenes.fact(at, "points.1") >= 2  # noqa: E731 - a test on states
    over = lambda at: scenes.fact(at, "turn") > 1  # noqa: E731 - another
    plain = Reach(COIN, won, over, limit=2)
    named = Reach(COIN, won, over, limit=2, reply=lambda _state, node: node.actions[:1])
    assert dict(plain.of_actions(state))[Lay(FOX)] == 0
    assert named.value(state) == plain.value(state), "nobody asks: every choice is the best"
    # Calling comes first in the list of actions.
    assert dict(named.of_actions(state))[Lay(SUN)] == 1
    assert dict(plain.of_actions(state))[Lay(SUN)] == 0


def test_difficulty_is_measured_against_the_answers() -> None:
    lays_first = lambda decision, look, rng: decision.actions[0]  # noqa: E731 - a policy
    for reply, share in ((("call",), Fraction(1)), ("trusting", Fraction(0)), ("random", Fraction(1, 2))):
        one = run(reply, limit=2)
        assert exact_share(one, lays_first) == share, reply
        judge = Judge(COIN, one.scenes, one.step, one.state)
        n = sum(reaches(one, judge, lays_first, f"play {k}") for k in range(12))
        assert (n == 12, n == 0) == (share == 1, share == 0)
    assert len({fingerprint(COIN, lesson(reply)) for reply in ("", "trusting", ("call",))}) == 3


TEXT = """\
id = "one"
game = "{game}"
kind = "lesson"
chapter = "A turn"
order = 900
title = "One"
can = "Do it."
[position]
hands = ["fox sun", "moon"]
[[step]]
say = "Lay a card."
rules = ["CH-3"]
do = "Lay a card that gives two points."
goal = [{{ fact = "points.1", at_least = 2 }}]
limit = 1
{line}
"""


@pytest.mark.parametrize(
    ("line", "code", "said"),
    [
        ('reply = "clever"', "reply", "there is no policy 'clever'"),
        ('reply = ["cal"]', "move", "'cal' is no move here"),
        ('reply = ["let be", "lay a sun"]', "move", "'lay a sun' is no move here"),
        ('reply = ["rest"]', "reply", "none of these moves is legal at turn 1, answer"),
        ("reply = 3", "value", "3 cannot be used"),
    ],
)
def test_what_an_opponent_cannot_answer_is_found_with_its_place(line: str, code: str, said: str) -> None:
    faults = check_file(TEXT.format(game="coin-and-hand", line=line).encode(), "900-one.toml")
    at = TEXT.splitlines().index("{line}") + 1
    found = [fault for fault in faults if fault.code == code and fault.line == at]
    assert any(said in fault.message for fault in found), [fault.as_text() for fault in faults]


def test_sound_answers_are_no_fault_and_one_that_is_never_asked_for_is_told() -> None:
    for line in ('reply = "trusting"', 'reply = ["let be"]'):
        faults = check_file(TEXT.format(game="coin-and-hand", line=line).encode(), "900-one.toml")
        assert not [fault for fault in faults if fault.code in ("reply", "move", "value")]
    read = TEXT.replace("goal = ", "# ").replace("do = ", "# ").replace("limit = ", "# ")
    faults = check_file(read.format(game="coin-and-hand", line='reply = "trusting"').encode(), "900-one.toml")
    assert any("nothing is played" in fault.message for fault in faults)
    alone = TEXT.replace("at_least = 2", "is = 0").replace('points.1"', 'cards.1"').replace("fox sun", "fox")
    faults = check_file(alone.format(game="coin-and-hand", line='reply = "trusting"').encode(), "900-one.toml")
    (told,) = [fault for fault in faults if fault.code == "reply"]
    assert (told.severity, "no opponent has to choose" in told.message) == ("warning", True)

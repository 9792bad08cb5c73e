"""The chance of a goal is what playing everything out gives."""

from fractions import Fraction
from typing import Any

import pytest

from rising_tutor.analysis.reach import Reach
from rising_tutor.core.node import Chance, Decision
from rising_tutor.core.registry import load_game
from rising_tutor.core.scenes import scene_game
from rising_tutor.errors import TooLarge

GAME = load_game("fire-nation-rising")
SCENES = scene_game(GAME)
assert SCENES is not None
SMALL = {"teams": ["toph", "aang"], "at": {"1": ["tyro 0"]}, "shown": "green EE", "waiting": "blue", "used": ["toph"]}


def reach(goal: Any, **more: Any) -> Reach:
    assert SCENES is not None
    fact = SCENES.fact
    return Reach(GAME, goal, lambda at: fact(at, "step") >= "turn.5e" or fact(at, "turn") != 3, **more)


def by_hand(state: Any, goal: Any, left: int) -> Fraction:
    """The same, by plain recursion through `act` and `resolve`, without memory and without cutting anything off."""
    assert SCENES is not None
    if goal(state):
        return Fraction(1)
    if SCENES.fact(state, "step") >= "turn.5e" or SCENES.fact(state, "turn") != 3:
        return Fraction(0)
    node = GAME.node(state)
    if isinstance(node, Chance):
        parts = ((weight, by_hand(GAME.resolve(state, outcome).state, goal, left)) for outcome, weight in node.outcomes)
        return sum((weight * value for weight, value in parts), Fraction(0)) / node.outcomes.total
    if not isinstance(node, Decision) or not left:
        return Fraction(0)
    return max(by_hand(GAME.act(state, action).state, goal, left - 1) for action in node.actions)


@pytest.mark.parametrize("limit", [1, 2, 3])
def test_it_is_what_plain_recursion_gives(limit: int) -> None:
    assert SCENES is not None
    fact, state = SCENES.fact, SCENES.set_up(SMALL)

    def goal(at: Any) -> bool:
        return fact(at, "tyro.sets") == 1

    assert reach(goal, limit=limit).value(state) == by_hand(state, goal, limit)


def test_a_goal_behind_one_roll_has_the_chance_of_the_roll() -> None:
    assert SCENES is not None
    fact, state = SCENES.fact, SCENES.set_up(SMALL)
    search = reach(lambda at: fact(at, "tyro.sets") == 1, limit=3)
    best, chance = search.of_actions(state)[0]
    # Double Earth is put down, then one blue die is rolled: three of its six faces show Water.
    assert (GAME.write(state, best), chance) == ("green EE > tyro", Fraction(1, 2))


def test_with_any_luck_a_goal_is_sure_where_it_has_a_chance_and_fewer_positions_are_looked_at() -> None:
    assert SCENES is not None
    fact, state = SCENES.fact, SCENES.set_up(SMALL)
    for sets in (1, 2, 9):
        goal = lambda at, sets=sets: fact(at, "tyro.sets") >= sets  # noqa: E731
        exact, lucky = reach(goal, limit=3), reach(goal, limit=3, any_luck=True)
        assert lucky.value(state) == (exact.value(state) > 0)
        assert lucky.looked <= exact.looked
    one = reach(lambda at: fact(at, "tyro.sets") >= 1, limit=3, any_luck=True)
    assert one.value(state) == 1


def test_the_chance_after_the_last_action_still_counts() -> None:
    assert SCENES is not None
    fact, state = SCENES.fact, SCENES.set_up({**SMALL, "shown": "", "waiting": "blue"})
    search = reach(lambda at: fact(at, "dice.shown") == 1, limit=1)
    assert {GAME.write(state, action): chance for action, chance in search.of_actions(state)}["roll"] == 1


def test_what_holds_already_is_sure_and_what_is_over_is_lost() -> None:
    assert SCENES is not None
    state = SCENES.set_up(SMALL)
    assert reach(lambda _: True).value(state) == 1
    assert Reach(GAME, lambda _: False, lambda _: True).value(state) == 0


def test_too_large_a_question_is_refused_and_tells_how_far_it_came() -> None:
    assert SCENES is not None
    told: list[tuple[int, int]] = []
    state = SCENES.set_up({"teams": ["toph", "aang"], "at": {"1": ["tyro", "june"]}})
    with pytest.raises(TooLarge):
        reach(lambda _: False, budget=1200, progress=lambda done, of: told.append((done, of))).value(state)
    assert told == [(500, 1200), (1000, 1200)]


def test_progress_can_stop_it() -> None:
    assert SCENES is not None

    def stop(_done: int, _of: int) -> None:
        raise KeyboardInterrupt

    state = SCENES.set_up({"teams": ["toph", "aang"], "at": {"1": ["tyro", "june"]}})
    with pytest.raises(KeyboardInterrupt):
        reach(lambda _: False, progress=stop).value(state)

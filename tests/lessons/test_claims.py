"""What a lesson says about a legal try is true in the game: every such try of every step is played on.

Each step of each title is played along its best line, and at each of its decisions every legal action is tried. What is
said of it is held against the game itself, played on by two actions more than the step allows.
"""

from collections.abc import Iterator
from copy import copy
from fnmatch import fnmatchcase
from typing import Any, NamedTuple

import pytest

from rising_tutor.core.branch import Branch
from rising_tutor.core.game import AnyGame
from rising_tutor.core.ids import GameId
from rising_tutor.core.node import Chance, Decision
from rising_tutor.core.registry import load_game
from rising_tutor.lessons.judging.goals import hold
from rising_tutor.lessons.lesson import MISSION, Lesson
from rising_tutor.lessons.lesson_file import load_course
from rising_tutor.lessons.run import LessonRun
from rising_tutor.lessons.run.answer_words import answer, details, end, made
from rising_tutor.lessons.run.reply import RIGHT, Reply
from tests.testkit.courses import COURSES

LESSONS = [(game, lesson.id) for game in COURSES for lesson in load_course(game).everything if lesson.kind != MISSION]
pytestmark = [pytest.mark.slow, pytest.mark.parametrize(("game", "lesson_id"), LESSONS, scope="module")]
MORE = 2
"""Actions beyond the limit of a step."""
MOST = 20_000
"""Positions that are looked at before a search of this test is given up."""
MOST_ACTIONS = 60


class Way:
    """Whether some luck and at most so many actions lead to the goal of a step, before the end that is told.

    It goes by the game's own actions and outcomes; nothing of what values the actions of a lesson is in it.
    """

    def __init__(self, run: LessonRun) -> None:
        self.run = run
        self.turn = run.scenes.fact(run.state, "turn")
        self.dead: dict[Any, int] = {}
        self.left = MOST

    def there(self, state: Any, n: int) -> bool:
        """Whether there is one with n more actions."""
        if self.dead.get(state, -1) >= n:
            return False
        self.left -= 1
        if self.left < 0:
            raise OverflowError
        run, game = self.run, self.run.game
        if hold(run.scenes, state, run.step.goal):
            return True
        if not self._over(state):
            match game.node(state):
                case Chance(outcomes):
                    if any(self.there(game.resolve(state, outcome).state, n) for outcome, _ in outcomes):
                        return True
                case Decision(_, actions) if n:
                    if any(self.there(game.act(state, action).state, n - 1) for action in actions):
                        return True
        self.dead[state] = n
        return False

    def _over(self, state: Any) -> bool:
        until = self.run.step.ends_at(self.run.scenes)
        fact = self.run.scenes.fact
        return fact(state, "turn") != self.turn or bool(until and str(fact(state, "step")) >= until)


class Moment(NamedTuple):
    """A decision of a step on its best line, with every legal action and what is answered to it."""

    run: LessonRun
    replies: tuple[tuple[Any, Reply], ...]

    def of(self, *outcomes: str) -> Iterator[tuple[Any, Reply]]:
        return ((action, reply) for action, reply in self.replies if reply.outcome in outcomes)


def at_the_same_place(run: LessonRun) -> LessonRun:
    """A run of its own that shares with another one what was worked out."""
    other = copy(run)
    other.branch = Branch(run.game, run.state, run.made)
    for lists in ("_record", "_forced"):
        setattr(other, lists, list(getattr(run, lists)))
    other.stars, other._refused = dict(run.stars), set(run._refused)
    return other


def on_best_line(game: AnyGame, lesson: Lesson) -> Iterator[LessonRun]:
    """A run at each decision of each step in which the learner plays; what is tried there does not change the line."""
    run: LessonRun | None = None
    for at, step in enumerate(lesson.step):
        if run is None or lesson.position_of(at) is not None:
            run = LessonRun(game, lesson, at)
        elif not run.go_on():
            run = None
            continue
        for _ in range(MOST_ACTIONS):
            if not run.actions or run.failed:
                break
            yield at_the_same_place(run)
            if not run.try_action(run.best_action()).made:
                break
        if step.kind in ("ask", "spot"):
            run.answer(run.right_choice())


@pytest.fixture(scope="module")
def moments(game: GameId, lesson_id: str) -> tuple[Moment, ...]:
    """Every decision on the best lines of a lesson, and every action there; for one lesson after the other."""
    lesson = load_course(game).find(lesson_id)
    assert lesson is not None
    return tuple(
        Moment(run, tuple((action, at_the_same_place(run).try_action(action)) for action in run.actions))
        for run in on_best_line(load_game(game), lesson)
    )


def said(run: LessonRun, reply: Reply) -> str:
    """All that is said of a try which is made from values."""
    return " ".join((made(reply, run.step), *details(reply, run.step, run.lesson.game)))


@pytest.mark.sweep(one_in=7)
def test_a_goal_that_is_said_to_be_out_of_reach_or_to_have_no_chance_is_so_in_the_game(
    moments: tuple[Moment, ...],
) -> None:
    for run, replies in moments:
        way = Way(run)
        for action, reply in replies:
            text = said(run, reply)
            claims = "no longer" in text
            assert claims == ("there is no way" in text)
            assert not reply.exact or ("never get there" in text) == (reply.value == 0 and not claims)
            assert claims == reply.ruled_out
            if not claims and reply.value != 0:
                continue
            after = run.game.act(run.state, action).state
            left = max(0, run.step.limit - run.n_tries - 1)
            way.left = MOST
            assert not way.there(after, left + MORE), (run.at + 1, reply.text, text)
            if claims:
                assert f"no longer be reached {end(run.step, run.lesson.game)}." in text


@pytest.mark.sweep(one_in=7)
def test_what_only_the_bounds_of_a_step_cut_off_is_told_by_what_it_asks_for_and_play_goes_on(
    moments: tuple[Moment, ...],
) -> None:
    for moment in moments:
        run = moment.run
        for action, reply in moment.of("wrong", "aside"):
            bounded = run.step.limit or run.step.lost or run.step.aim
            assert reply.outcome == "wrong" or bounded
            assert reply.ruled_out or reply.value != 0 or not (run.step.limit or run.step.lost)
            if reply.outcome == "aside":
                text = said(run, reply)
                assert run.step.do in text
                assert "%" not in text
                assert "%" not in answer(reply, run.step)
                other = at_the_same_place(run)
                other.try_action(action)
                assert other.lost == 0
                assert other.follow()
                assert other.done or not other.failed or other.over


@pytest.mark.sweep(one_in=7)
def test_the_words_for_a_wrong_try_stand_on_that_try_and_never_on_an_accepted_one(
    moments: tuple[Moment, ...],
) -> None:
    for moment in moments:
        for _, reply in moment.of(*RIGHT):
            assert reply.made
            assert reply.says in ("", moment.run.step.right), reply.text
        for action, reply in moment.of("wrong", "aside"):
            step, run = moment.run.step, moment.run
            after = run.game.act(run.state, action).state
            fitting = [
                one.say
                for one in step.wrong
                if (fnmatchcase(reply.text, one.move) if one.move else hold(run.scenes, after, one.holds))
            ]
            assert reply.says == (fitting[0] if fitting else "")

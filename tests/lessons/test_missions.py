"""Missions: a newcomer finishes them, each goes on where the one before ended, and what they say is checked."""

import re
from collections import Counter
from functools import cache
from itertools import pairwise
from typing import Any

import pytest

from rising_tutor import catalogues
from rising_tutor.core.ids import GameId
from rising_tutor.core.node import Terminal
from rising_tutor.core.registry import load_game
from rising_tutor.core.scenes import SceneGame, scene_game
from rising_tutor.games.rise_tcg.state import State as RiseState
from rising_tutor.games.rising.rules.state import State
from rising_tutor.lessons.check import check_file
from rising_tutor.lessons.lesson import LESSON, MISSION, Lesson
from rising_tutor.lessons.lesson_file import DATA, FOLDERS, load_course
from rising_tutor.lessons.run import LessonRun
from tests.lessons.newcomer import Finished, asked_for, finish
from tests.testkit.courses import OUR_COURSES

MISSIONS = [(game, one.id) for game in OUR_COURSES for one in load_course(game).missions]
EACH = pytest.mark.parametrize(("game", "lesson_id"), MISSIONS)


def mission_of(game: str, lesson_id: str) -> Lesson:
    found = load_course(GameId(game)).find(lesson_id)
    assert found is not None
    return found


@cache
def finished(game: str, lesson_id: str) -> Finished:
    return finish(mission_of(game, lesson_id))


def text_of(game: str, lesson_id: str) -> str:
    one = mission_of(game, lesson_id)
    return (DATA / game / FOLDERS[MISSION] / f"{one.order:03d}-{one.id}.toml").read_text(encoding="utf-8")


@pytest.mark.sweep(one_in=4)
@pytest.mark.slow
@EACH
def test_a_newcomer_who_tries_what_is_marked_finishes_a_mission(game: str, lesson_id: str) -> None:
    done = finished(game, lesson_id)
    assert done.actions >= sum(step.kind != "read" for step in mission_of(game, lesson_id).step)


@pytest.mark.sweep(one_in=3)
@pytest.mark.parametrize("game", OUR_COURSES)
def test_every_title_has_six_missions_of_a_few_minutes(game: str) -> None:
    missions = load_course(GameId(game)).missions
    assert [one.order for one in missions] == [1, 2, 3, 4, 5, 6]
    assert all(3 <= one.minutes <= 7 for one in missions)
    assert all(150 <= finished(game, one.id).words <= 600 for one in missions)


@pytest.mark.parametrize("game", OUR_COURSES)
def test_each_mission_goes_on_with_the_game_of_the_one_before(game: str) -> None:
    """Nothing is undone between two missions; what else is different has been said in one sentence."""
    missions = load_course(GameId(game)).missions
    scenes = scene_game(load_game(game))
    assert scenes is not None
    for before, after in pairwise(missions):
        ended, begins = finished(game, before.id).end, LessonRun(load_game(game), after).state
        if not after.since:
            assert ended == begins, after.id
            continue
        assert begins.turn > ended.turn, after.id
        assert begins.options == ended.options, after.id
        if isinstance(ended, State):
            assert isinstance(begins, State)
            _cooperation_goes_on(ended, begins, after.id)
        elif isinstance(ended, RiseState):
            _battle_goes_on(scenes, ended, begins, after.id)
        else:
            _duel_goes_on(scenes, ended, begins, after)


def _cooperation_goes_on(ended: State, begins: State, mission: str) -> None:
    """Heroes stay in their Teams, tracks only go on."""
    assert begins.phase >= ended.phase, mission
    assert [team.card for team in begins.teams] == [team.card for team in ended.teams]
    for was, now in zip(ended.teams, begins.teams, strict=True):
        assert {one.card for one in was.row} <= {one.card for one in now.row} | set(begins.defeated), mission
    assert set(ended.villains_out) <= set(begins.villains_out), mission
    assert set(ended.battles_done) <= set(begins.battles_done), mission
    assert set(ended.fallen) <= set(begins.fallen), mission
    if begins.phase == ended.phase:
        assert begins.ruin >= ended.ruin, mission
        assert begins.balance >= ended.balance, mission
    _cards_stay(ended, begins, mission)


def _duel_goes_on(scenes: SceneGame, ended: Any, begins: Any, mission: Lesson) -> None:
    """Points are never fewer, a side of a Chamber stays, allies stay; a charge that is gone has been said."""
    was, now = ({name: scenes.fact(state, name) for name in _OF_A_DUEL} for state in (ended, begins))
    for name, value in was.items():
        what, _, _ = name.partition(".")
        if what == "points":
            assert now[name] >= value, (mission.id, name)  # type: ignore[operator]  # points are numbers
        elif what == "ally":
            assert value in ("none", now[name]), (mission.id, name)
        elif value and not now[name]:
            assert "charge" in mission.since, (mission.id, name)


def _battle_goes_on(scenes: SceneGame, ended: RiseState, begins: Any, mission: str) -> None:
    """Nobody's Summoners heal or lose a level, and no card comes back from a cemetery."""
    for seat, side in enumerate(ended.sides, 1):
        for one in side.summoners:
            was, now = (
                {what: scenes.fact(state, f"{one.card}.{what}") for what in ("hp", "level")}
                for state in (ended, begins)
            )
            assert now["hp"] <= was["hp"], (mission, one.card)  # type: ignore[operator]  # both are numbers
            assert now["hp"] == 0 or now["level"] >= was["level"], (mission, one.card)  # type: ignore[operator]
        piles = [Counter(scenes.fact(state, f"cemetery.{seat}")) for state in (ended, begins)]  # type: ignore[arg-type]
        assert piles[0] <= piles[1], (mission, seat)


_OF_A_DUEL = (
    *("points.1", "points.2"),
    *(f"{what}.1.{zone}" for what in ("ally", "charged") for zone in ("green", "yellow", "red")),
)


def _cards_stay(ended: State, begins: State, mission: str) -> None:
    """A card at a location is there still, or it has left: no card comes back to the deck or goes to another place."""
    now = {spot.card: at // 3 for at, spot in enumerate(begins.places) if spot is not None}
    gone = {member.card for team in begins.teams for member in team.row}
    gone |= {*begins.defeated, *begins.villains_out, *begins.heroes_gone}
    for at, spot in enumerate(ended.places):
        if spot is not None:
            assert now.get(spot.card) == at // 3 or spot.card in gone, (mission, spot.card)


@pytest.mark.parametrize("game", OUR_COURSES)
def test_the_last_mission_ends_with_the_game_won(game: str) -> None:
    last = load_course(GameId(game)).missions[-1]
    node = load_game(game).node(finished(game, last.id).end)
    assert isinstance(node, Terminal)
    assert node.payoffs[0] == 1


def _loss_rules(game: str) -> set[str]:
    """The rules by which a game of one result for all is lost, and consoles who could do nothing."""
    cite = load_game(game).book.spec.cite  # type: ignore[attr-defined]  # a Rising title has one
    found = {cite.loss_heroes, cite.loss_team, cite.loss_fallen, cite.loss_location, cite.aid}
    return {rule for rule in found if rule in {one.id for one in catalogues.load(GameId(game)).rules}}


@pytest.mark.parametrize("game", [game for game in OUR_COURSES if load_game(game).info.shared])
def test_missions_teach_every_way_to_lose_before_the_first_game(game: str) -> None:
    cited = {rule for one in load_course(GameId(game)).missions for step in one.step for rule in step.rules}
    assert _loss_rules(game) <= cited


@pytest.mark.parametrize("game", [game for game in OUR_COURSES if load_game(game).info.shared])
def test_a_mission_plays_a_loss_to_its_end(game: str) -> None:
    """A question of some mission is answered by a game that is lost, as the engine plays on."""
    results = []
    for one in load_course(GameId(game)).missions:
        for at, step in enumerate(one.step):
            if step.ask is not None and one.position_of(at) is not None:
                run = LessonRun(load_game(game), one, at)
                results.append(run.scenes.fact(run.after(step.ask), "result"))
    assert "loss" in results


@pytest.mark.sweep(one_in=5)
@pytest.mark.slow
@EACH
def test_no_step_of_a_mission_takes_a_star_for_a_question(game: str, lesson_id: str) -> None:
    one = mission_of(game, lesson_id)
    quizzes = [at for at, step in enumerate(one.step) if step.kind in ("ask", "spot")]
    assert not quizzes or one.order > 3
    run = LessonRun(load_game(game), one)
    for at in range(len(one.step)):
        if at in quizzes:
            right = run.right_choice()
            n = len(run.step.spot) or len(run.step.ask.choices if run.step.ask else ())
            for wrong in range(n):
                if wrong != right:
                    assert run.answer(wrong).says
            run.answer(right)
            assert run.stars[at] == 3
        while not run.done:
            run.try_action(asked_for(run))
        if not run.last:
            run.go_on()


@pytest.mark.slow
@EACH
def test_what_a_solved_step_says_in_figures_has_just_happened(game: str, lesson_id: str) -> None:
    """Each "6 of 6" is what the engine said of a card, a track or a Place in this step."""
    one = mission_of(game, lesson_id)
    run = LessonRun(load_game(game), one)
    for at, step in enumerate(one.step):
        if step.kind in ("ask", "spot"):
            run.answer(run.right_choice())
        while not run.done:
            run.try_action(asked_for(run))
        happened = " ".join(run.game.say(event) for made in run.made for event in made.events)
        for figures in re.findall(r"\d+ of \d+", step.right):
            assert figures in happened or figures in _tracks(run), (at + 1, step.right)
        if not run.last:
            run.go_on()


def _tracks(run: LessonRun) -> tuple[str, ...]:
    """Where Ruin and Balance stand, in a title that has them."""
    state, book = run.state, run.game.book  # type: ignore[attr-defined]  # a Rising title has one
    if not state.side:
        return ()
    return (f"{state.ruin} of {book.ruin_top}", f"{state.balance} of {len(book.side[state.side].spaces)}")


# What the check finds ----------------------------------------------------------------------


def faults(text: str, name: str = "missions/001-two-friends.toml") -> str:
    return "\n".join(fault.as_text() for fault in check_file(text.encode(), name) if fault.severity == "error")


@pytest.mark.sweep(one_in=4)
@pytest.mark.slow
@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('won = "', 'chapter = "', "a mission in which nothing is won"),
        ('kind = "mission"', 'kind = "lesson"', "a lesson with 'won'"),
        ('right = "That symbol is paid. The die stays on her."\n', "", "nothing is said when it is solved"),
        ('  { move = "* > teo", say = "Teo could use that die too. But you want Katara." },\n', "", "no words for"),
        (
            'goal = [{ fact = "dice.shown", at_least = 4 }]\nlimit = 1\nright = "Four',
            'spot = ["roll", "stop", "discard green E"]\nright = "Four',
            "a question in mission 1",
        ),
        (
            'say = "One more of your dice fits her."',
            'say = "One more of your dice fits her. Look at it. Then put it there."',
            "a step says 3 sentences",
        ),
        ('rules = ["FNR-411", "FNR-405"]', 'rules = ["FNR-801"]', "FNR-801 is taught only later, in 'last-battles'"),
    ],
)
def test_what_a_mission_may_not_be_is_found(old: str, new: str, told: str) -> None:
    text = text_of("fire-nation-rising", "two-friends")
    assert faults(text) == ""
    assert old in text
    assert told in faults(text.replace(old, new, 1))


def test_a_question_about_a_rule_that_was_not_played_is_found() -> None:
    text = text_of("fire-nation-rising", "climb-balance")
    name = "missions/004-climb-balance.toml"
    old = 'rules = ["FNR-424"]\nshow = ["balance"]\nspot'
    assert faults(text, name) == ""
    assert old in text
    changed = text.replace(old, 'rules = ["FNR-914"]\nshow = ["balance"]\nspot', 1)
    assert faults(changed, name) == "", "Yue was played before"
    moved = changed.replace('"FNR-914", "FNR-412"]', '"FNR-412"]').replace('"FNR-512", "FNR-914"]', '"FNR-512"]')
    assert "FNR-914 is asked before it was played" in faults(moved, name)


def test_an_answer_for_all_steps_that_no_step_needs_is_found() -> None:
    text = text_of("fire-nation-rising", "hit-a-villain").replace('{ move = "* > yue"', '{ move = "* > jet"', 1)
    assert "no step has a wrong try like '* > jet'" in faults(text, "missions/002-hit-a-villain.toml")


def test_lessons_and_missions_teach_in_orders_of_their_own() -> None:
    course = load_course(GameId("fire-nation-rising"))
    both = {rule for one in course.missions for rule in one.teaches} & {
        rule for one in course.lessons for rule in one.teaches
    }
    assert both, "a rule may be met in a mission and taught in a lesson"
    assert {one.kind for one in course.lessons} == {LESSON}

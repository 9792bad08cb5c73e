"""Every lesson and scenario of the package, played by a script: the best way, an equally good one, a wrong one, an
illegal one, all three hints; and nothing that is shown before the try says the answer."""

from typing import Any

import pytest

from rising_tutor import catalogues
from rising_tutor.core.ids import GameId
from rising_tutor.core.registry import load_game
from rising_tutor.lessons.check import check_file
from rising_tutor.lessons.check.walk import refusals_of
from rising_tutor.lessons.judging.leaks import Names, tells_choice
from rising_tutor.lessons.lesson_file import lesson_files, read_lesson
from rising_tutor.lessons.run import LessonRun
from rising_tutor.lessons.run.reply import RIGHT
from rising_tutor.lessons.spots.illegal import refused_actions
from tests.testkit.courses import COURSES

NAMES = {game: Names(load_game(game)) for game in COURSES}
RULES = {game: {rule.id for rule in catalogues.load(game).rules} for game in COURSES}
FILES = {
    (game, file.name.removesuffix(".toml").partition("-")[2]): file for game in COURSES for file in lesson_files(game)
}
EPS = 1e-9
MOST = 60


@pytest.mark.sweep(one_in=5)
@pytest.mark.slow
@pytest.mark.parametrize(("game", "lesson_id"), FILES)
def test_a_lesson_is_sound_and_can_be_played_in_every_way(game: GameId, lesson_id: str) -> None:
    file = FILES[game, lesson_id]
    folder = str(file).replace("\\", "/").split("/")[-2]
    faults = check_file(file.read_bytes(), f"{folder}/{file.name}")
    assert [fault.as_text() for fault in faults if fault.severity == "error"] == []
    lesson = read_lesson(file.read_bytes(), file.name)
    assert (lesson.game, lesson.id) == (game, lesson_id)
    run = LessonRun(load_game(game), lesson)
    for number, step in enumerate(lesson.step):
        assert run.at == number
        assert step.rules
        assert set(step.rules) <= RULES[game]
        {"read": watch, "goal": reach, "ask": ask, "spot": spot}[step.kind](run)
        assert run.done
        assert run.go_on() == (number + 1 < len(lesson.step))
    assert run.last


def shown_before(run: LessonRun) -> list[str]:
    """What the learner may see before the try, up to the second hint."""
    step = run.step
    question = step.ask.question if step.ask is not None else ""
    return [run.lesson.title, run.lesson.can, step.say, step.do, question, step.hints.goal]


def take_hints(run: LessonRun) -> None:
    for level, kind in enumerate(("rule", "goal", "move"), 1):
        run.take_hint(kind)  # type: ignore[arg-type]
        assert run.hints == level
    assert (run.step.hints.rule or run.step.rules[0]) in RULES[run.lesson.game]


def watch(run: LessonRun) -> None:
    assert run.done
    assert run.actions == ()


def reach(run: LessonRun) -> None:
    start = run.state
    assert not run.done
    assert run.actions
    asked = refusals_of(run.step.goal)
    if asked:
        break_rule(run, asked[0])
        return
    illegal(run, start)
    wrong(run, start)
    equal(run, start)
    to_the_end(run)
    run.again()
    assert run.state == start
    take_hints(run)
    assert run.best_action() in run.actions
    to_the_end(run)
    assert 0 <= run.stars[run.at] <= 1


def break_rule(run: LessonRun, rule: str) -> None:
    """A goal that asks for a refusal: any legal action is no answer, the refused one is."""
    action, refusal = next(refused_actions(run.game, run.state, rule))
    reply = run.try_action(action)
    assert (reply.outcome, reply.made, reply.refusal) == ("illegal", False, refusal)


def illegal(run: LessonRun, start: Any) -> None:
    found = next(refused_actions(run.game, start), None)
    assert found is not None
    reply = run.try_action(found[0])
    assert (reply.outcome, reply.made, reply.refusal) == ("illegal", False, found[1])
    assert reply.rules[0] == found[1].rule
    assert found[1].rule in RULES[run.lesson.game]
    assert found[1].why
    assert run.state == start
    assert not run.done


def wrong(run: LessonRun, start: Any) -> None:
    """The first action that loses more than is accepted is answered, not made; it can be followed and taken back."""
    judged = run.judged()
    if judged is None:
        return
    losing = [row for row in judged.rows if row.loss is not None and row.loss > run.step.loss + EPS]
    if not losing:
        return
    reply = run.try_action(losing[0].action)
    assert reply.outcome in ("wrong", "aside")
    assert (reply.made, reply.right) == (False, False)
    if reply.outcome == "wrong":
        assert reply.value is not None
        assert reply.best is not None
        assert reply.best - reply.value > run.step.loss
    assert run.state == start
    assert run.follow()
    assert run.off
    assert run.made
    run.again()
    assert run.state == start
    assert not run.follow()


def equal(run: LessonRun, start: Any) -> None:
    """Where several actions are best, the second of them is accepted like the first."""
    judged = run.judged()
    if judged is None or len(judged.best) < 2:
        return
    reply = run.try_action(judged.best[1].action)
    assert (reply.outcome, reply.made) == ("equal", True)
    assert run.made
    run.again()
    assert run.state == start


def to_the_end(run: LessonRun) -> None:
    for _ in range(MOST):
        if run.done:
            return
        assert not run.failed
        told = run.judged()
        best = run.best_action()
        if told is not None and any(row.loss is not None and row.loss > EPS for row in told.rows):
            texts = [run.game.write(run.state, row.action) for row in told.best]
            assert not [
                (text, one) for text in shown_before(run) for one in texts if NAMES[run.lesson.game].names(text, one)
            ]
        reply = run.try_action(best)
        assert reply.outcome in RIGHT
        assert reply.made
    raise AssertionError("the best line does not end")


def ask(run: LessonRun) -> None:
    offers = run.step.ask.choices if run.step.ask is not None else ()
    answer(run, [one.say for one in offers])


def spot(run: LessonRun) -> None:
    offers = list(run.step.spot)
    right = run.right_choice()
    refused = [text for text in offers if run.refusal_of(text) is not None]
    assert refused == [offers[right]]
    assert not [text for text in shown_before(run) if NAMES[run.lesson.game].names(text, offers[right])]
    answer(run, offers)


def answer(run: LessonRun, offers: list[str]) -> None:
    start = run.state
    right = run.right_choice()
    assert 0 <= right < len(offers)
    others = [one for n, one in enumerate(offers) if n != right]
    if len(offers[right].split()) > 3 and run.step.ask is not None:
        assert not [text for text in shown_before(run) if tells_choice(text, offers[right], others)]
    with pytest.raises(IndexError):
        run.answer(len(offers))
    for number in range(len(offers)):
        if number != right:
            reply = run.answer(number)
            assert (reply.outcome, reply.made) == ("wrong", False)
            assert run.state == start
            assert not run.done
    take_hints(run)
    assert run.answer(right).outcome == "best"
    assert run.done

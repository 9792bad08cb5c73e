"""A lesson at the table without a browser: tries, answers, hints, what is kept, what the page tells."""

import re
from collections.abc import Callable
from typing import Any

import pytest

from rising_tutor.core.game import AnyGame
from rising_tutor.core.ids import GameId
from rising_tutor.core.registry import game_ids, load_game
from rising_tutor.core.teams import team_game
from rising_tutor.lessons.learner.facts import Attempt, Fact, Mistake, Progress
from rising_tutor.lessons.lesson import Lesson, Step
from rising_tutor.lessons.lesson_file import load_course, read_lesson
from rising_tutor.lessons.run import LessonRun
from rising_tutor.lessons.run.answer_words import answer, details
from rising_tutor.lessons.spots.session import SpotSession
from rising_tutor.probability.percents import percent
from rising_tutor.render.html import escape
from rising_tutor.tutor.lesson.controller import LessonController
from rising_tutor.tutor.lesson.scene import TEAM, needed
from rising_tutor.tutor.lesson.spot import SpotController
from rising_tutor.tutor.messages import Message
from rising_tutor.ui.learn import lesson as lesson_parts
from rising_tutor.ui.learn import spot as lesson_spot
from tests.testkit.courses import FIRE
from tests.tutor.held import HeldBackground

NOW = "2026-11-22T12:00:00Z"
TEXT = b"""
id = "trial"
game = "fire-nation-rising"
kind = "lesson"
order = 1
title = "A trial"
can = "Do what the tests ask for."

[position]
teams = ["toph", "aang"]
location = 2
at = { 1 = ["yue", "zhao", "momo"], 2 = ["cabbage-merchant", "june", "haru"] }
shown = "green E E W, blue W"

[[step]]
say = "A die goes on a card that needs its symbol."
rules = ["FNR-412"]
show = ["haru"]
do = "Put a die on Cabbage Merchant."
goal = [{ fact = "cabbage-merchant.dice", at_least = 1 }]
limit = 1
hints = { goal = "Goal words that nobody has asked for.", move = "Move words that nobody has asked for." }
wrong = [
  { move = "green E > haru", say = "Haru needs two." },
  { move = "stop", say = "Then nothing more is put down." },
  { move = "green W > cabbage*", say = "It needs no Water." },
]

[[step]]
say = "Now wait and see."
rules = ["FNR-503"]
[step.ask]
question = "Where is Cabbage Merchant after Stop and joining?"
moves = ["stop", "join cabbage-merchant left"]
choices = [
  { say = "In the Team", holds = [{ fact = "cabbage-merchant.at", is = "team toph" }] },
  { say = "Where it was", holds = [{ fact = "cabbage-merchant.at", is = "location 2" }] },
]

[[step]]
position = {}
say = "One of these is not allowed."
rules = ["FNR-412"]
spot = ["green E > haru", "green W > haru", "discard blue W"]

[[step]]
position = {}
say = "Read this."
rules = ["FNR-412"]
"""


@pytest.fixture(scope="module")
def game() -> AnyGame:
    return load_game("fire")


@pytest.fixture(scope="module")
def lesson() -> Lesson:
    return read_lesson(TEXT, "trial.toml")


class Table:
    """A controller, the facts that it noted, and what its page shows."""

    def __init__(self, game: AnyGame, lesson: Lesson, at: int = 0, **more: Any) -> None:
        self.facts: list[Fact] = []
        self.focus: list[str] = []
        run = LessonRun(game, lesson, at, more.pop("moves", ()))
        self.controller = LessonController(
            run, note=self.facts.append, now=lambda: NOW, changed=self.focus.append, **more
        )

    def do(self, do: str, arg: str = "") -> None:
        self.controller.handle(Message(do, arg, self.controller.table.seat.n_moves))

    def put(self, die: int, card: str) -> None:
        self.do("press", f"die:{die}")
        self.do("press", f"card:{card}")

    def page(self) -> str:
        return "".join(
            (
                lesson_parts.head(self.controller, 1),
                *lesson_parts.table(self.controller).values(),
                lesson_parts.speech(self.controller, title),
            )
        )

    def said(self) -> str:
        html = str(lesson_parts.answer(self.controller, title))
        return " ".join(re.sub("<[^>]+>", " ", html).split())

    def noted(self, kind: type) -> list[Any]:
        return [fact for fact in self.facts if isinstance(fact, kind)]


def title(rule: str) -> str:
    return f"Title of {rule}"


@pytest.fixture
def table(game: AnyGame, lesson: Lesson) -> Table:
    return Table(game, lesson)


@pytest.fixture
def at_step(game: AnyGame, lesson: Lesson) -> Callable[[int], Table]:
    return lambda at: Table(game, lesson, at)


def test_a_best_action_solves_the_step_and_becomes_one_fact(table: Table) -> None:
    table.put(0, "cabbage-merchant")
    assert table.controller.solved
    assert table.focus[-1] == "next"
    assert "Nothing is missing for Cabbage Merchant now. The goal is reached." in table.said()
    assert "3 of 3 stars" in table.said()
    [attempt] = table.noted(Attempt)
    assert (attempt.item, attempt.outcome, attempt.answer) == ("lesson:trial#1", "best", "green E > cabbage-merchant")
    assert not table.noted(Mistake)


def test_a_wrong_action_is_not_made_but_answered_with_both_values(table: Table) -> None:
    before = table.controller.run.state
    table.do("stop")
    assert table.controller.run.state == before
    said = table.said()
    first, _, behind = said.partition("Details")
    assert "Then nothing more is put down." in first
    assert "%" not in first
    assert "After that there is no way to the goal in time." in behind
    assert "After it the goal can no longer be reached before Step 5e: refill." in behind
    assert "The best choice reaches it with 100 %." in said
    assert "Follow this line" in said
    [attempt], [mistake] = table.noted(Attempt), table.noted(Mistake)
    assert (attempt.outcome, attempt.loss, mistake.kind, mistake.tried) == ("wrong", 1.0, "loss", "stop")
    assert mistake.note == "lesson:trial#1"


def test_what_only_the_step_limits_is_told_as_what_it_asks_for_and_play_goes_on(table: Table) -> None:
    table.put(0, "haru")
    said = table.said()
    assert "Haru then still needs Earth. You may do that, but this step asks for something else first: Put" in said
    assert "Haru needs two." in said
    assert "%" not in said
    assert not table.noted(Attempt) + table.noted(Mistake), "nothing was lost"
    table.do("follow")
    assert "You go on in your own way. Look where it leads." in table.said()
    assert table.controller.followed is None
    assert not table.controller.run.failed
    table.put(0, "cabbage-merchant")
    assert "The goal is reached, in another way than this step asks for." in table.said()
    assert table.controller.run.stars == {0: 2}
    table.do("next")
    assert table.controller.run.at == 1


@pytest.mark.rule("FNR-412")
def test_an_illegal_action_is_answered_with_rule_reason_and_nearest_action(table: Table) -> None:
    table.put(2, "cabbage-merchant")
    said = table.said()
    assert "Not possible: green Water on Cabbage Merchant." in said
    assert "FNR-412" in said
    assert "Nearest:" in said
    assert "It needs no Water." in said
    [attempt], [mistake] = table.noted(Attempt), table.noted(Mistake)
    assert (attempt.outcome, attempt.refused, mistake.kind, mistake.rule) == (
        "illegal",
        "FNR-412",
        "refused",
        "FNR-412",
    )
    table.do("nearest")
    assert table.controller.solved


def test_closing_takes_the_answer_away(table: Table) -> None:
    table.put(0, "haru")
    table.do("close")
    assert not table.said()
    table.put(2, "cabbage-merchant")
    table.do("close")
    assert not table.said()


def test_what_the_step_does_not_want_to_see_is_told_as_its_wish_and_play_may_go_on(game: AnyGame) -> None:
    bounds = b'loss = 1\nlost = [{ fact = "dice.gone", at_least = 1 }]\n'
    table = Table(game, read_lesson(TEXT.replace(b"limit = 1\n", bounds), "trial.toml"))
    table.controller.run.try_text("discard blue W")
    said = table.said()
    assert "This step asks for it in another way." in said
    assert "Dice that are out for this turn: 1 so far, none asked for." in said
    assert table.controller.run.failed
    table.do("follow")
    assert "You go on in your own way. Look where it leads." in table.said()
    assert not table.controller.run.failed
    assert table.controller.run.try_text("roll").made


def test_a_wrong_line_can_be_followed_and_left_again(table: Table) -> None:
    table.do("stop")
    table.do("follow")
    followed = table.controller.followed
    assert followed is not None
    assert followed.likeliest.chance <= 1
    said = table.said()
    assert "What could follow" in said
    assert "It is too late now, and the goal is not reached." in said
    assert table.controller.run.failed
    table.do("again")
    assert not table.controller.run.failed
    assert table.controller.followed is None
    table.put(0, "cabbage-merchant")
    assert table.controller.solved
    assert table.noted(Progress)[-1].moves == ("green E > cabbage-merchant",)


def test_hints_come_one_by_one_and_cost_what_they_say(table: Table) -> None:
    page = table.page()
    assert "costs 1 star" in page
    assert "costs 2 stars" in page
    for word in ("free", "seen", "seen"):
        assert word in page
        assert "Goal reached" not in page
        table.do("hint")
        page = table.page()
    assert "Goal words" in page
    assert "Move words" in page
    judged = table.controller.run.judged()
    assert judged is not None
    listed = re.findall(r'<th scope="row">([^<]*)</th><td[^>]*>([^<]*)</td>', page)
    assert listed == [(table.controller.table.word(row.action), percent(row.value or 0.0)) for row in judged.rows]
    assert "Exact" in page
    assert "green Earth on Cabbage Merchant" in page
    table.put(0, "cabbage-merchant")
    assert table.controller.run.stars == {0: 1}
    assert table.noted(Attempt)[-1].hints == 3


def test_the_best_action_is_asked_for_anew_after_each_action_and_paid_once(game: AnyGame) -> None:
    text = TEXT.replace(b"at_least = 1", b"at_least = 2").replace(b"limit = 1", b"limit = 2")
    table = Table(game, read_lesson(text, "trial.toml"))
    table.do("hint", "move")
    first = table.controller.move
    assert first in table.controller.run.actions
    table.controller._try(first)
    assert not table.controller.solved
    for again in ("after an action", "after the step was begun again"):
        assert "no legal action" not in table.page(), again
        assert table.controller.shown == []
        table.do("hint", "move")
        assert table.controller.move in table.controller.run.actions
        assert table.controller.run.hints == 3
        table.do("again")


def test_nothing_of_an_answer_is_in_the_page_before_the_attempt(table: Table, at_step: Callable[[int], Table]) -> None:
    page = table.page()
    assert "nobody has asked for" not in page
    assert "Haru needs two" not in page
    assert "Earth on Cabbage" not in page
    ask = at_step(1).page()
    assert "this happens" not in ask
    assert "does not happen" not in ask
    spot = at_step(2)
    page = spot.page()
    assert "not allowed</" not in page.replace("not allowed now. Which one?", "")
    assert "FNR-412" not in re.sub(r'aria-label="Rules?[^"]*"', "", page)
    marks = {re.sub(r"\d|choice:", "", button) for button in re.findall(r"<button[^>]*data-do=\"choice\"[^>]*>", page)}
    assert len(marks) == 1, "the offers differ in the page"


@pytest.mark.slow
def test_no_step_of_the_course_tells_its_answer(game: AnyGame) -> None:
    course = load_course(GameId("fire-nation-rising"))
    drawn = 0
    for lesson in (*course.lessons, *course.scenarios):
        table = Table(game, lesson)
        while True:
            step, page = table.controller.run.step, table.page()
            drawn += 1
            secrets = [step.hints.goal, step.hints.move, *(wrong.say for wrong in step.wrong)]
            told = [one for one in secrets if one and escape(one) in page]
            assert not told, (lesson.id, table.controller.run.at)
            if table.controller.run.ahead < 0:
                break
            table.do("skip")
    assert drawn >= len(course.lessons)


def test_what_is_shown_is_marked_by_a_word(table: Table) -> None:
    page = table.page()
    assert page.count("look here</span>") == 1
    assert re.search(r'is-marked"[^>]*aria-label="Haru[^"]*look here', page)


def test_a_question_is_answered_by_what_the_engine_plays(at_step: Callable[[int], Table]) -> None:
    table = at_step(0)
    table.put(0, "cabbage-merchant")
    table.do("next")
    assert table.controller.run.at == 1
    table.do("choice", "1")
    assert "That is not what happens." in table.said()
    assert not table.controller.solved
    table.do("choice", "0")
    assert "That is what happens." in table.said()
    assert table.controller.solved
    outcomes = [attempt.outcome for attempt in table.noted(Attempt)]
    assert outcomes == ["best", "wrong", "best"]
    place = [one for one in table.noted(Progress) if one.item == "lesson:trial"][-1]
    assert (place.step, place.moves) == (1, ("green E > cabbage-merchant", "--")), "the question is asked again"


@pytest.mark.rule("FNR-412")
def test_the_rule_is_asked_for_after_the_action_that_is_not_allowed(at_step: Callable[[int], Table]) -> None:
    table = at_step(2)
    table.do("choice", "0")
    assert "Not this one: it is allowed." in table.said()
    table.do("choice", "1")
    assert not table.controller.solved
    assert len(table.controller.rules) == 4
    wrong = next(rule for rule in table.controller.rules if rule != "FNR-412")
    table.do("name", wrong)
    assert f"It is not the rule that you picked, {wrong}. The rule: Title of FNR-412." in table.said()
    assert table.controller.solved
    assert [attempt.outcome for attempt in table.noted(Attempt)] == ["wrong", "wrong"]
    assert table.noted(Attempt)[-1].main == "FNR-412"
    assert not table.controller.handle(Message("nothing"))


def test_the_last_step_ends_the_lesson(at_step: Callable[[int], Table]) -> None:
    table = at_step(3)
    assert table.controller.solved
    assert "Finish" in table.page()
    table.controller.finish()
    [end] = table.noted(Progress)
    assert (end.item, end.done, end.step, end.moves) == ("lesson:trial", True, 0, ())


def test_a_lesson_goes_on_from_what_was_kept(game: AnyGame, lesson: Lesson, table: Table) -> None:
    table.put(0, "cabbage-merchant")
    table.do("next")
    kept = table.noted(Progress)[-1]
    again = Table(game, lesson, kept.step, moves=kept.moves, before=kept)
    assert again.controller.run.state == table.controller.run.state
    again.do("choice", "0")
    assert again.controller.solved


def test_back_and_again_begin_a_step_anew(table: Table) -> None:
    table.put(0, "cabbage-merchant")
    table.do("next")
    table.do("back")
    assert table.controller.run.at == 0
    assert not table.controller.solved
    table.put(0, "cabbage-merchant")
    table.do("again")
    assert not table.controller.solved


def test_a_step_that_goes_on_from_another_cannot_be_entered_without_it(table: Table) -> None:
    assert "Skip to step 3" in table.page()
    table.do("skip")
    assert table.controller.run.at == 2
    assert "Skip this step" in table.page()
    table.do("skip")
    assert table.controller.run.at == 3
    assert "Skip" not in table.page()


def test_a_press_on_an_older_picture_does_nothing(table: Table) -> None:
    old = table.controller.table.seat.n_moves
    table.put(0, "cabbage-merchant")
    table.do("next")
    table.controller.handle(Message("next", at=old))
    table.controller.handle(Message("skip", at=old))
    assert table.controller.run.at == 1


def test_checking_says_what_is_missing(table: Table) -> None:
    table.do("check")
    assert "Not yet. You have 1 more action in this step." in table.said()
    assert "No die lies on Cabbage Merchant yet." in table.said()


def test_long_counting_is_said_and_can_be_stopped(game: AnyGame, lesson: Lesson) -> None:
    background = HeldBackground()
    table = Table(game, lesson, background=background)
    table.put(0, "haru")
    background.tell(20, 400)
    assert "Counting what each choice is worth." in table.said()
    assert "20 of at most 400 positions" in table.said()
    assert "Stop counting" in table.said()
    table.put(0, "cabbage-merchant")
    assert table.controller.run.reply is None, "nothing else is tried meanwhile"
    table.do("halt")
    assert "Counting was stopped. Nothing was done." in table.said()
    table.do("press", "card:cabbage-merchant")  # the die is still in the hand
    background.finish()
    assert table.controller.solved


def test_values_are_worked_out_ahead_where_work_goes_on_beside_the_page(game: AnyGame, lesson: Lesson) -> None:
    background = HeldBackground()
    table = Table(game, lesson, background=background, ahead=True)
    assert background.begun == 1
    table.put(0, "haru")
    assert background.begun == 1, "it is not begun again"
    background.finish()
    assert "this step asks for something else first" in table.said()


@pytest.mark.parametrize(
    ("outcome", "value", "best", "said", "behind"),
    [
        ("best", 0.625, 0.625, "From here it works about 3 times in 5. No choice is better.", "now: 62.5 % this turn."),
        (
            "equal",
            0.5,
            0.5,
            "From here it works 1 time in 2. Another choice is just as good.",
            "now: 50.0 % this turn.",
        ),
        (
            "good",
            0.6,
            0.625,
            "Another choice works about 3 times in 5",
            "after it: 60.0 %, after the best choice: 62.5 %",
        ),
        ("wrong", 0.25, 0.625, "less often: 1 time in 4 instead of about 3 times in 5.", "25.0 %, after the best"),
        (
            "wrong",
            0.6249,
            0.625,
            "a little less often: both about 3 times in 5.",
            "62.49 %, after the best choice: 62.50 %",
        ),
        ("best", 1.0, 1.0, "From here it works every time, if you go on well.", "now: 100 %."),
        ("unjudged", None, None, "You may do that.", ""),
    ],
)
def test_an_answer_has_words_and_its_details_the_numbers(
    outcome: Any, value: float | None, best: float | None, said: str, behind: str
) -> None:
    from rising_tutor.lessons.run.reply import Reply

    reply = Reply(outcome, "roll", made=outcome != "wrong", value=value, best=best)
    step = Step("Roll.", loss=1.0 if value is None else 0.1)
    assert said in answer(reply, step)
    assert "%" not in answer(reply, step)
    assert behind in " ".join(details(reply, step, FIRE))


# Illegal on purpose --------------------------------------------------


def press(controller: Any, do: str, arg: str = "") -> None:
    controller.handle(Message(do, arg, controller.table.seat.n_moves))


@pytest.mark.rule("FNR-406")
def test_an_exercise_is_answered_in_two_parts_and_noted_once(game: AnyGame) -> None:
    facts: list[Fact] = []
    controller = SpotController(SpotSession(game, 7, ["FNR-406"], 2), note=facts.append, now=lambda: NOW)
    page = str(lesson_spot.head(controller)) + str(lesson_spot.speech(controller, title))
    assert "FNR-406" not in page
    legal = next(at for at in range(3) if at != controller.session.exercise.illegal)
    press(controller, "choice", str(legal))
    assert f"It is allowed: {controller.words()[legal]}." in str(lesson_spot.speech(controller, title))
    [fact] = facts
    assert isinstance(fact, Attempt)
    assert (fact.item, fact.outcome) == ("spot:FNR-406", "wrong"), "a learner who leaves now has missed the rule"
    press(controller, "choice", str(controller.session.exercise.illegal))
    press(controller, "name", "FNR-406")
    assert facts == [fact], "the first pick was a legal one"
    press(controller, "next")
    assert (controller.session.at, controller.verdict) == (1, None)


def marked(page: str) -> tuple[list[str], list[str]]:
    """The words beside answers: those with a sign of right or wrong, and those that say what is true of the answer."""
    signs = re.findall(r'<span class="rt-offer__mark"><svg.*?</svg>([^<]*)</span>', page)
    assert page.count("rt-offer__mark") == len(signs)
    return signs, re.findall(r'<span class="rt-offer__is">([^<]*)</span>', page)


def test_signs_and_colours_beside_answers_say_whether_the_pick_was_right_never_whether_it_is_allowed(
    game: AnyGame, at_step: Callable[[int], Table]
) -> None:
    controller = SpotController(SpotSession(game, 7, ["FNR-406"], 2), now=lambda: NOW)
    illegal = controller.session.exercise.illegal
    legal = next(at for at in range(3) if at != illegal)
    press(controller, "choice", str(legal))
    assert marked(str(lesson_spot.speech(controller, title))) == (["Not this one"], ["allowed"])
    # A box is green or amber by the learner; its first words say so, before what is true of the action.
    assert "<b>Not this one. It is allowed" in str(lesson_spot.speech(controller, title))
    press(controller, "choice", str(illegal))
    signs, facts = marked(str(lesson_spot.speech(controller, title)))
    assert dict(zip(signs, facts, strict=True)) == {"Not this one": "allowed", "Right": "not allowed"}
    assert "<b>Right, it is not allowed.</b>" in str(lesson_spot.speech(controller, title))

    spot = at_step(2)
    run = spot.controller.run
    wrong = next(at for at in range(3) if at != run.right_choice())
    spot.do("choice", str(wrong))
    assert marked(spot.page()) == (["Not this one"], ["allowed"])
    spot.do("choice", str(run.right_choice()))
    assert marked(spot.page()) == (["Right"], ["not allowed"])
    ask = at_step(0)
    ask.put(0, "cabbage-merchant")
    ask.do("next")
    ask.do("choice", "0")
    assert marked(ask.page()) == (["Right"], ["this happens"])


@pytest.mark.parametrize("title", [game for game in game_ids() if team_game(load_game(game)) is not None])
def test_a_step_that_shows_the_own_team_has_its_row_on_the_table(title: GameId) -> None:
    """Also where the Team has abilities of its own that are no cards of a place."""
    course, played = load_course(title), load_game(title)
    found = 0
    for lesson in (*course.lessons, *course.scenarios):
        for at, step in enumerate(lesson.step):
            if step.position is None and at:
                continue
            run = LessonRun(played, lesson, at)
            if f"team-{run.scenes.fact(run.state, 'active')}" in step.show:
                assert TEAM in needed(run.scenes, run.state, step), (lesson.id, at)
                found += 1
    assert found

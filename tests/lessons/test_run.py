"""A lesson being played: what a try is answered, what is made, what is kept."""

from typing import Any

import pytest

from rising_tutor.core.registry import load_game
from rising_tutor.lessons.judging.goals import hold
from rising_tutor.lessons.judging.judge import DICE, NONE, SEARCH, Judge
from rising_tutor.lessons.lesson import Lesson, StateTest
from rising_tutor.lessons.lesson_file import read_lesson
from rising_tutor.lessons.run import LessonRun
from rising_tutor.lessons.run.reply import BETWEEN
from rising_tutor.probability.dice_turn.dice_game import dice_game

GAME = load_game("fire-nation-rising")
HEAD = """
id = "one"
game = "fire-nation-rising"
kind = "lesson"
order = 1
title = "T"
can = "C"
[position]
teams = ["toph", "aang"]
rows = { toph = ["toph", "the-boulder 3"] }
at = { 2 = ["smellerbee-and-longshot", "june 2"] }
location = 2
shown = "green EE F, blue W"
used = ["toph"]
"""
PLAY = """
[[step]]
say = "S"
rules = ["FNR-414"]
do = "D"
goal = [{ fact = "june.left", is = 0 }]
limit = 2
wrong = [{ move = "green EE > smellerbee*", say = "Half of it is lost." }, { move = "blue W > june", say = "No." },
  { move = "stop", say = "Then nothing is done." }]
"""


def lesson(*steps: str) -> Lesson:
    return read_lesson((HEAD + "".join(steps)).encode(), "one.toml")


def run(*steps: str) -> LessonRun:
    return LessonRun(GAME, lesson(*(steps or (PLAY,))))


class TestATry:
    def test_an_illegal_one_is_refused_by_its_rule_and_changes_nothing(self) -> None:
        one = run()
        before = one.state
        reply = one.try_text("blue W > june")
        assert (reply.outcome, reply.made, reply.right) == ("illegal", False, False)
        assert reply.refusal is not None
        assert reply.refusal.rule == "FNR-412"
        assert reply.refusal.nearest in one.actions
        assert (reply.says, one.state) == ("No.", before)

    def test_a_wrong_one_is_answered_with_both_chances_and_not_made(self) -> None:
        one = run()
        before = one.state
        reply = one.try_text("stop")
        assert (reply.outcome, reply.made, reply.ruled_out) == ("wrong", False, True)
        assert (reply.value, reply.best, reply.loss) == (0.0, 1.0, 1.0)
        assert reply.says == "Then nothing is done."
        assert one.state == before

    def test_one_that_only_the_limit_of_the_step_cuts_off_is_aside_and_loses_nothing(self) -> None:
        one = run()
        before = one.state
        reply = one.try_text("green EE > smellerbee-and-longshot")
        assert (reply.outcome, reply.made, reply.ruled_out) == ("aside", False, False)
        assert (reply.value, reply.best, one.lost) == (None, None, 0.0)
        assert reply.says == "Half of it is lost."
        assert one.state == before

    def test_an_accepted_one_is_not_told_what_wrong_tries_are_told(self) -> None:
        for loss in ("", "loss = 1\n"):
            one = run(PLAY.replace("limit = 2\n", loss + "limit = 2\n").replace("green EE > smel", "* > the-boul"))
            reply = one.try_text("green EE > the-boulder")
            assert (reply.made, reply.says) == (True, "")

    def test_the_one_that_solves_the_step_is_told_what_that_means(self) -> None:
        one = run(PLAY + 'right = "June is gone."\n')
        assert one.try_text("green EE > the-boulder").says == ""
        assert one.try_text("choose june").says == "June is gone."

    def test_the_author_does_not_speak_of_a_way_that_the_step_does_not_ask_for(self) -> None:
        one = run(PLAY.replace("limit = 2", "limit = 1") + 'right = "June is gone."\n')
        for text in ("green EE > the-boulder", "choose june"):
            one.try_text(text)
            one.follow()
        assert one.off
        assert one.done
        assert one.reply is not None
        assert one.reply.says == ""

    def test_a_refusal_that_the_step_asks_for_is_no_wrong_try(self) -> None:
        step = '[[step]]\nsay = "S"\ndo = "D"\ngoal = [{ refused = "FNR-412" }]\nloss = 1\n'
        one = run(step + 'wrong = [{ move = "* > june", say = "No." }]\n')
        assert one.try_text("blue W > june").says == ""
        assert one.done
        told = run(step + 'right = "June takes no Water."\nwrong = [{ move = "* > june", say = "No." }]\n')
        assert told.try_text("blue W > june").says == "June takes no Water."

    def test_the_best_one_is_made_with_what_follows(self) -> None:
        one = run()
        assert one.try_text("green EE > the-boulder").outcome == "best"
        assert not one.done
        assert one.try_text("choose june").outcome == "best"
        assert one.done
        assert one.stars == {0: 3}

    def test_every_equally_good_one_is_accepted(self) -> None:
        one = run(PLAY.replace("limit = 2", "limit = 3"))
        ties = {GAME.write(one.state, row.action) for row in one._judge.judged(one.state).best}
        assert {"green EE > the-boulder", "green F > smellerbee-and-longshot"} <= ties
        for text in ties:
            reply = run(PLAY.replace("limit = 2", "limit = 3")).try_text(text)
            assert reply.made, text
            assert reply.outcome in ("best", "equal")

    def test_within_the_accepted_loss_it_is_good_and_beyond_wrong(self) -> None:
        step = '[[step]]\nsay = "S"\ndo = "D"\ngoal = [{ fact = "smellerbee-and-longshot.at", is = "team toph" }]\n'
        step += 'aim = ["smellerbee-and-longshot"]\n'
        judged = run(step)._judge.judged(run(step).state)
        row = next(row for row in judged.rows if row.loss and row.loss > 0)
        assert row.loss is not None
        assert run(f"{step}loss = {row.loss + 1e-9}\n").try_action(row.action).outcome == "good"
        assert run(f"{step}loss = {row.loss / 2}\n").try_action(row.action).outcome == "wrong"

    def test_where_every_legal_action_is_fine_nothing_is_counted(self) -> None:
        one = run(PLAY.replace("limit = 2", "loss = 1"))
        assert one.try_text("green EE > smellerbee-and-longshot").outcome == "unjudged"


class TestAWrongLine:
    def test_it_can_be_followed_to_its_end_and_taken_back(self) -> None:
        one = run()
        assert not one.follow()
        one.try_text("stop")
        assert one.follow()
        assert (one.off, one.worse) == (True, True)
        assert one.failed
        assert one.over
        assert not one.follow()
        one.again()
        assert (one.failed, one.off, one.made) == (False, False, ())
        one.try_text("green EE > the-boulder")
        one.try_text("choose june")
        assert one.stars == {0: 1}

    def test_play_goes_on_past_the_limit_of_the_step_where_the_learner_wants_it(self) -> None:
        one = run()
        one.try_text("green EE > smellerbee-and-longshot")
        assert one.follow()
        for text in ("green F > smellerbee-and-longshot", "blue W > balance"):
            assert one.try_text(text).made
            assert not one.failed
        assert (one.off, one.worse) == (True, False)
        again = run(PLAY.replace("goal = [", 'loss = 1\ngoal = [{ fact = "ruin", is = 9 }, '))
        again.try_text("green F > smellerbee-and-longshot")
        again.try_text("blue W > balance")
        assert again.failed
        assert not again.over
        assert again.follow()
        assert not again.failed
        assert again.try_text("green EE > the-boulder").made

    def test_what_was_worked_out_is_kept_when_the_step_is_begun_anew(self) -> None:
        one = run()
        judged, looked = one.judged(), one.looked
        one.again()
        assert judged is not None
        assert one.judged() is judged
        assert one.looked == looked > 0

    def test_too_many_actions_fail(self) -> None:
        one = run(PLAY.replace("goal = [", 'loss = 1\ngoal = [{ fact = "ruin", is = 9 }, '))
        for text in ("green F > smellerbee-and-longshot", "blue W > balance"):
            assert not one.failed
            one.try_text(text)
        assert one.failed


class TestHelp:
    @pytest.mark.parametrize(("level", "stars"), [("rule", 3), ("goal", 2), ("move", 1)])
    def test_it_has_its_price(self, level: Any, stars: int) -> None:
        one = run()
        one.take_hint(level)
        one.try_action(one.best_action())
        one.try_action(one.best_action())
        assert one.stars == {0: stars}

    def test_the_best_action_is_worked_out(self) -> None:
        assert GAME.write(run().state, run().best_action()) == "green EE > the-boulder"


class TestChance:
    STEP = '[[step]]\nsay = "S"\ndo = "D"\ngoal = [{ fact = "rolls", at_least = 2 }]\nlimit = 2\n'

    def test_what_the_step_asks_for_comes(self) -> None:
        one = run(self.STEP + 'chance = ["rolled blue A, green A F"]\nloss = 1\n')
        one.try_text("discard green F")
        one.try_text("roll")
        assert GAME.view(one.state, None).roll.shown != ("blue:A", "green:A", "green:F")
        two = run(self.STEP + 'chance = ["rolled blue A, green A"]\nloss = 1\n')
        two.try_text("discard green F")
        two.try_text("roll")
        assert sorted(GAME.view(two.state, None).roll.shown) == ["blue:A", "green:A"]

    def test_all_else_is_fixed_by_the_seed(self) -> None:
        def rolled(seed: str) -> Any:
            one = run(self.STEP + f'seed = "{seed}"\nloss = 1\n')
            one.try_text("discard green F")
            one.try_text("roll")
            return GAME.view(one.state, None).roll.shown

        assert rolled("a") == rolled("a")
        assert len({rolled(str(n)) for n in range(12)}) > 3

    def test_the_tutor_may_roll_before_the_learner_plays(self) -> None:
        step = self.STEP.replace("limit = 2", "limit = 3") + 'position = { shown = "" }\nloss = 1\n'
        one = run(step + 'moves = ["roll"]\nchance = ["rolled green E W A, blue F"]\n')
        assert GAME.view(one.state, None).roll.n == 1
        assert one.record == ()
        assert one.n_tutor == len(one.made)
        assert not one.done


class TestQuestions:
    ASK = """
[[step]]
say = "S"
[step.ask]
question = "How much Damage does June have then?"
moves = ["green EE > the-boulder", "choose june"]
choices = [
  { say = "2", holds = [{ fact = "june.damage", is = 2 }] },
  { say = "3", holds = [{ fact = "june.damage", is = 3 }] },
]
"""
    SPOT = '[[step]]\nsay = "S"\nspot = ["green F > june", "blue W > june", "stop"]\n'

    def test_the_engine_knows_the_answer_and_plays_it_afterwards(self) -> None:
        one = run(self.ASK)
        assert one.right_choice() == 1
        assert one.made == ()
        assert one.answer(0).outcome == "wrong"
        assert not one.done
        assert one.answer(1).outcome == "best"
        assert one.done
        words = '\nright = "Three are gone."\nwrong = [{ move = "2", say = "One more." }]\n[step.ask]'
        told = run(self.ASK.replace("\n[step.ask]", words))
        assert (told.answer(0).says, told.answer(1).says) == ("One more.", "Three are gone.")
        played = [GAME.write(made.state, made.move) for made in one.made if not made.chance]
        assert played == ["green EE > the-boulder", "choose june"]

    def test_the_one_that_is_not_allowed_is_found_by_check(self) -> None:
        one = run(self.SPOT)
        wrong = one.answer(0)
        assert (wrong.outcome, wrong.refusal) == ("wrong", None)
        right = one.answer(1)
        assert (right.outcome, right.rules[0]) == ("best", "FNR-412")

    def test_an_attempt_on_purpose_can_be_the_goal(self) -> None:
        one = run('[[step]]\nsay = "S"\ndo = "D"\ngoal = [{ refused = "FNR-412" }]\nloss = 1\n')
        one.try_text("blue W > june")
        assert one.done


class TestGoingOn:
    TWO = (
        PLAY,
        '[[step]]\nsay = "S"\n',
        '[[step]]\nsay = "S"\ndo = "D"\ngoal = [{ fact = "dice", is = 0 }]\nposition = { shown = "blue W" }\nloss=1\n',
    )

    def test_a_step_is_done_before_the_next(self) -> None:
        one = run(*self.TWO)
        assert not one.go_on()
        one.try_text("green EE > the-boulder")
        one.try_text("choose june")
        assert one.go_on()
        assert one.step.kind == "read"
        assert one.go_on()
        assert one.last
        assert list(GAME.view(one.state, None).roll.shown) == ["blue:W"]

    def test_a_record_leads_back_to_the_same_position(self) -> None:
        one = run(*self.TWO)
        one.try_text("green EE > the-boulder")
        again = LessonRun(GAME, one.lesson, 0, one.record)
        assert (again.state, again.at, again.done) == (one.state, 0, False)
        one.try_text("choose june")
        one.go_on()
        assert BETWEEN in one.record
        again = LessonRun(GAME, one.lesson, 1, one.record)
        assert (again.state, again.at) == (one.state, 1)

    def test_a_record_that_no_longer_fits_leaves_a_step_that_can_be_played(self) -> None:
        one = LessonRun(GAME, lesson(*self.TWO), 0, ("green EE > the-boulder", "nonsense", "choose june"))
        assert one.at == 0
        assert one.try_text("choose june").made


class TestValues:
    def test_by_dice_they_are_those_of_the_solver(self) -> None:
        one = run('[[step]]\nsay = "S"\ndo = "D"\ngoal = [{ fact = "june.at", is = "gone" }]\naim = ["june"]\n')
        judged = one._judge.judged(one.state)
        dice = dice_game(GAME)
        assert dice is not None
        question = dice.odds_question(one.state, ("june",))
        assert question is not None
        rows = dice.odds_of_actions(one.state, question).values
        assert judged.method == DICE
        assert {row.action: row.value for row in judged.rows if row.value is not None} == pytest.approx(rows)

    def test_an_aim_that_is_covered_is_not_asked_for_again(self) -> None:
        step = """[[step]]
say = "S"
do = "D"
goal = [{ fact = "xin-fu.damage", at_least = 1 }, { fact = "teo.at", is = "team toph" }]
aim = ["xin-fu", "teo"]
position = { shown = "green E F, blue W", waiting = "", at = { 1 = ["xin-fu", "teo"] }, location = 1 }
"""
        one = run(step)
        one.try_text("green E > xin-fu")
        one.try_text("green F > xin-fu")
        # Teo alone is left: Earth and Avatar, with one blue die that shows neither.
        assert one._judge.judged(one.state).best[0].value == 0

    def test_two_sets_of_one_card_are_two_aims(self) -> None:
        step = """[[step]]
say = "S"
do = "D"
goal = [{ fact = "xin-fu.at", is = "gone" }]
aim = ["xin-fu", "xin-fu"]
position = { shown = "green E E, red F F", waiting = "", at = { 1 = ["xin-fu"] }, location = 1 }
"""
        one = run(step)
        for text in ("green E > xin-fu", "red F > xin-fu", "green E > xin-fu"):
            assert one.try_text(text).value == 1, text
        assert one.try_text("stop").value == 0
        one.try_text("red F > xin-fu")
        one.try_text("stop")
        assert one.done

    def test_by_search_where_nothing_is_aimed_at(self) -> None:
        assert run()._judge.judged(run().state).method == SEARCH

    def test_too_large_a_search_gives_no_number(self) -> None:
        one = run(PLAY.replace("limit = 2\n", "").replace("june.left", "june.damage").replace("is = 0", "is = 9"))
        judge = Judge(GAME, one.scenes, one.step, one.state)
        judge._reach.budget = 300
        judged = judge.judged(one.state)
        assert judged.method == NONE
        assert {row.value for row in judged.rows} == {None}


@pytest.mark.parametrize(
    ("test", "held"),
    [
        (StateTest(fact="june.damage", equals=2), True),
        (StateTest(fact="june.damage", differs=2), False),
        (StateTest(fact="june.damage", at_least=2, at_most=2), True),
        (StateTest(fact="june.damage", at_least=3), False),
        (StateTest(fact="team.toph.row", holds="the-boulder"), True),
        (StateTest(fact="team.toph.row", at_least=3), False),
        (StateTest(any=(StateTest(fact="ruin", equals=1), StateTest(fact="ruin", equals=0))), True),
        (StateTest(refused="FNR-412"), False),
    ],
)
def test_tests_on_a_position(test: StateTest, held: bool) -> None:
    one = run()
    assert hold(one.scenes, one.state, (test,)) is held

"""A lesson being played: the controller of a lesson, without a widget in it.

Whatever the learner tries goes through the game's own `check` and `act`. A legal action is compared with the best one;
one that loses more of the goal's chance than the step accepts is not made, but answered, and may be followed all the
same to see where it leads. So may one that is only aside of what the step asks for: from there play goes on without the
step's own limits. Where the lesson stands, and the moves that led there, are kept by `lessons.run.playthrough`.

>>> from rising_tutor.core.ids import GameId
>>> from rising_tutor.core.registry import load_game
>>> from rising_tutor.lessons.lesson_file import read_lesson
>>> lesson = read_lesson(b'''
... id = "one"
... game = "fire-nation-rising"
... kind = "lesson"
... order = 1
... title = "A die on a card"
... can = "Put a die where its symbol is needed."
... position = { teams = ["toph", "aang"], at = { 1 = ["tyro"] }, shown = "green E, blue W" }
... [[step]]
... say = "A die goes where its symbol is needed."
... rules = ["FNR-412"]
... do = "Put a die on Tyro."
... goal = [{ fact = "tyro.dice", at_least = 1 }]
... limit = 1
... ''', "one.toml")
>>> run = LessonRun(load_game("fire"), lesson)
>>> reply = run.try_text("green E > tyro")
>>> reply.outcome, run.done
('best', True)
"""

from collections.abc import Sequence
from fnmatch import fnmatchcase
from typing import Any, Literal

from rising_tutor.core.branch import Made
from rising_tutor.core.drive import policy_rng
from rising_tutor.core.game import AnyGame, Refusal
from rising_tutor.core.information import chooser
from rising_tutor.core.meanings import NOW, meaning
from rising_tutor.core.node import Decision, Terminal
from rising_tutor.core.scenes import scene_game
from rising_tutor.core.view import Viewer
from rising_tutor.errors import BadContent
from rising_tutor.lessons.judging.goals import hold, holds
from rising_tutor.lessons.judging.judge import Judge
from rising_tutor.lessons.lesson import MISSION, Ask, Lesson, StateTest, Wrong
from rising_tutor.lessons.run.playthrough import Trail, parts_of
from rising_tutor.lessons.run.reply import PRICES, STARS, Outcome, Reply
from rising_tutor.probability.dice_turn.answer import Progress
from rising_tutor.probability.ranked import RankedAction, RankedActions

_ASKED = "step.ask.moves"
_MUCH = 0.2
_SAME = 1e-12


class LessonRun(Trail):
    """One lesson, at one of its steps: its trail, judged.

    Args:
        game: with positions that can be written.
        lesson: a checked lesson.
        at: the step to begin with, from 0.
        moves: the record of an earlier run (`record`), to go on where it stopped.

    Attributes:
        hints: the highest level of help that was taken in this step: 0 to 3.
        done, failed: whether the step is solved, or over without its goal.
        lost: chance of the goal that tries of this step would have lost, added up.
        strayed: whether a try of this step was legal and not what it asks for.
        off: whether the learner follows a line that the step does not ask for: its own limits do not count there.
        worse: whether that line was answered as wrong.

    Raises:
        BadContent: the lesson's game has no positions that can be written.
        BadPosition: a position of the lesson cannot lie on a table, or a move of the tutor is none there.
    """

    def __init__(self, game: AnyGame, lesson: Lesson, at: int = 0, moves: Sequence[str] = ()) -> None:
        scenes = scene_game(game)
        if scenes is None:
            raise BadContent(lesson.id, "game", lesson.game, "a game whose positions can be written")
        super().__init__(game, scenes, lesson)
        self.reply: Reply | None = None
        self.hints = 0
        self.done = self.failed = self.off = self.worse = self.strayed = False
        self.lost = 0.0
        self.stars: dict[int, int] = {}
        self._refused: set[str] = set()
        self._not_made: tuple[Any, Outcome] | None = None
        self._go_to(at, parts_of(moves))

    @property
    def state(self) -> Any:
        return self.branch.state

    @property
    def made(self) -> tuple[Made, ...]:
        return self.branch.made

    @property
    def _own(self) -> tuple[Made, ...]:
        return self.made[self.n_tutor :]

    @property
    def node(self) -> Any:
        return self.branch.node

    @property
    def seat(self) -> Viewer:
        """The seat that the learner plays in this step: whoever chooses first in it; None where nobody does."""
        own = next((made.state for made in self._own if not made.chance), self.state)
        return chooser(self.game, own)

    @property
    def actions(self) -> tuple[Any, ...]:
        node = self.node
        mine = isinstance(node, Decision) and self.step.kind == "goal" and not self.done and not self._answering
        return node.actions if mine else ()

    @property
    def last(self) -> bool:
        return self.at == len(self.lesson.step) - 1

    def unmet(self) -> tuple[StateTest, ...]:
        return tuple(one for one in self.step.goal if not holds(self.scenes, self.state, one, self._refused))

    @property
    def n_tries(self) -> int:
        answers = self._judge.replies.answers
        return sum(made.seat is not None and not answers(made.seat) for made in self._own)

    @property
    def answered(self) -> tuple[Made, ...]:
        """The moves of opponents that the step says how to make."""
        answers = self._judge.replies.answers
        return tuple(made for made in self._own if made.seat is not None and answers(made.seat))

    @property
    def _answering(self) -> bool:
        """Whether an opponent is to choose whose answer the step says."""
        return isinstance(self.node, Decision) and self._judge.replies.answers(self.node.seat)

    @property
    def spoiled(self) -> tuple[StateTest, ...]:
        return tuple(one for one in self.step.lost if holds(self.scenes, self.state, one, self._refused))

    @property
    def past_limit(self) -> bool:
        return 0 < self.step.limit <= self.n_tries and isinstance(self.node, Decision) and not self._answering

    @property
    def over(self) -> bool:
        """Whether the game is over, or the step by its turn: `until` has come."""
        return isinstance(self.node, Terminal) or self._judge.too_late(self.state)

    @property
    def _n_counted(self) -> int:
        """Actions that count for the limit; on a line of the learner's own it begins anew with every choice."""
        return 0 if self.off else self.n_tries

    def try_text(self, text: str) -> Reply:
        """Tries an action in the notation. Raises `UnreadableMove`: it is none."""
        return self.try_action(self.game.read(self.state, text))

    def weigh(self, progress: Progress | None = None) -> None:
        """Values the legal actions of this moment, so that the next try is answered at once.

        Args:
            progress: called now and then; an exception of it stops the work.
        """
        if self.actions and self._judge.judges:
            self._judge.judged(self.state, self._n_counted, progress)

    def try_action(self, action: Any) -> Reply:
        """Tries an action: it is refused, answered as wrong, or carried out together with the chance after it."""
        refusal = self.game.check(self.state, action)
        text = self.game.write(self.state, action)
        if refusal is not None:
            self._refused.add(refusal.rule)
            # A step may ask for just this refusal: then it is no wrong try.
            says = self._solved_words if self._look() else self._wrong_if_refused(text)
            self.reply = Reply("illegal", text, made=False, refusal=refusal, says=says, rules=(refusal.rule,))
            return self.reply
        row, best = self._worth(action)
        exact = row is None or self._judge.judged(self.state, self._n_counted).exact
        outcome = self._outcome(row, best)
        value, top = (row.value if row else None), (best[0].value if best else None)
        if outcome != "wrong":
            # What is told to wrong tries is told to no action that is accepted.
            means = meaning(self.game, self.state, action, NOW)
            self._make(action)
            self.reply = Reply(
                outcome,
                text,
                made=True,
                value=value,
                best=top,
                exact=exact,
                says=self._solved_words,
                means=means,
                rules=self.step.rules,
            )
            return self.reply
        after = self.game.act(self.state, action).state
        possible = self._judge.possible(after) if not value else None
        if not value and (possible or (possible is None and (self.step.limit or self.step.lost))):
            outcome, value, top = "aside", None, None
            self.strayed = True
        else:
            self.lost += row.loss if row else 0.0
        self._not_made = (action, outcome)
        says, ruled_out = self._wrong(text, after), possible is False
        self.reply = Reply(
            outcome,
            text,
            made=False,
            value=value,
            best=top,
            exact=exact,
            ruled_out=ruled_out,
            says=says,
            means=meaning(self.game, self.state, action),
            rules=self.step.rules,
        )
        return self.reply

    def follow(self) -> bool:
        """Carries out the action that was just answered as wrong or aside, to see where it leads; `again` comes back.

        Where only the step's own limits stopped play, play goes on.
        """
        if self.failed and not self.over:
            self.off, self.failed = True, False
            return True
        if self._not_made is None:
            return False
        action, outcome = self._not_made
        self.off, self.worse = True, self.worse or outcome == "wrong"
        self._make(action)
        return True

    def worth(self, action: Any) -> RankedAction | None:
        return self._worth(action)[0]

    def judged(self) -> RankedActions | None:
        """All legal actions now with their values; None in a step that accepts every one, and where nobody plays."""
        if not self.actions or not self._judge.judges:
            return None
        return self._judge.judged(self.state, self._n_counted)

    @property
    def looked(self) -> int:
        return self._judge.looked

    def after(self, ask: Ask) -> Any:
        """The position after the moves of a question, which are not made.

        Raises:
            BadPosition: one of them is no move there.
        """
        return self.position_after(ask.moves, _ASKED)

    def best_action(self) -> Any:
        """The best action now: by its value, else what a simple program of the game does; None where none is known.

        None is known on a line of the learner's own where nothing that is counted leads to the goal.
        """
        if not self.actions:
            return None
        best = self._judge.judged(self.state, self._n_counted).best if self._judge.judges else ()
        if best:
            return best[0].action if best[0].value or not self.off else None
        policies = self.game.policies()
        choose = policies.get("greedy", policies["random"])
        node = self.node
        return choose(node, lambda: self.game.view(self.state, node.seat), policy_rng(self.step.seed, "hint"))

    def right_choice(self) -> int:
        """The number of the right answer of a question, or of the action of `spot` that is not allowed."""
        step = self.step
        if step.ask is not None:
            after = self.after(step.ask)
            holding = [n for n, one in enumerate(step.ask.choices) if hold(self.scenes, after, one.holds)]
            return holding[0] if len(holding) == 1 else -1
        refused = [n for n, text in enumerate(step.spot) if self.refusal_of(text) is not None]
        return refused[0] if len(refused) == 1 else -1

    def refusal_of(self, text: str) -> Refusal | None:
        return self.game.check(self.state, self.game.read(self.state, text))

    def answer(self, number: int) -> Reply:
        """Answers a question, or picks the action that is not allowed. Raises `IndexError`: there is no such answer."""
        step = self.step
        offers = [one.say for one in step.ask.choices] if step.ask is not None else list(step.spot)
        right = number == self.right_choice()
        refusal = None if step.ask is not None else self.refusal_of(offers[number])
        rules = step.rules if refusal is None else (refusal.rule, *step.rules)
        says = step.right if right else self._wrong(offers[number], None)
        legal = step.ask is None and refusal is None
        means = meaning(self.game, self.state, self.game.read(self.state, offers[number])) if legal else ""
        outcome: Outcome = "best" if right else "wrong"
        self.reply = Reply(outcome, offers[number], right, refusal, says=says, means=means, rules=rules)
        if right:
            if step.ask is not None:
                self.play(step.ask.moves, _ASKED)
            self._finish()
        else:
            self.lost += _MUCH
        return self.reply

    def take_hint(self, level: Literal["rule", "goal", "move"]) -> None:
        self.hints = max(self.hints, 1 + list(PRICES).index(level))

    def go_on(self) -> bool:
        """Goes to the next step; False after the last one. A step that is to be played must be done first."""
        if self.last or not self.done:
            return False
        self._enter(self.at + 1)
        return True

    @property
    def ahead(self) -> int:
        """The next step that begins in a position of its own, so that this one can be left out; -1 if there is none."""
        later = range(self.at + 1, len(self.lesson.step))
        return next((at for at in later if self.lesson.position_of(at) is not None), -1)

    def skip_ahead(self) -> bool:
        if self.ahead < 0:
            return False
        self._enter(self.ahead)
        return True

    def back(self) -> bool:
        """Goes to the beginning of the step before; False at the first one."""
        if self.at == 0:
            return False
        if self.lesson.position_of(self.at) is None:
            # What was done in the steps before leads there; what was done in this step and in that one does not count.
            at, parts = self.at - 1, parts_of(self.record)[:-2]
        else:
            # How the learner came through the steps before is not kept: they begin where their position is written.
            at, parts = max(n for n in range(self.at) if self.lesson.position_of(n) is not None), []
        stars = dict(self.stars)
        self._go_to(at, parts)
        self.stars = stars
        return True

    def again(self) -> None:
        """Begins this step anew, with what help was taken still counted."""
        hints, lost, strayed, refused = self.hints, self.lost, self.strayed, self._refused
        self._enter(self.at, renewed=True)
        self.hints, self.lost, self.strayed, self._refused = hints, lost, strayed, refused

    def _go_to(self, at: int, parts: Sequence[Sequence[str]]) -> None:
        at = max(0, min(at, len(self.lesson.step) - 1))
        first = max(n for n in range(at + 1) if self.lesson.position_of(n) is not None)
        self._enter(first)
        for number in range(first, at + 1):
            for text in parts[number - first] if number - first < len(parts) else ():
                # A record that no longer fits ends the recall.
                if not self.recall(text):
                    return
                self._look()
            # A record may end before an answer that was not kept.
            if self.step.kind == "goal" and self._answering:
                self._answer()
            if number < at:
                self._enter(number + 1)

    def _enter(self, at: int, *, renewed: bool = False) -> None:
        self.enter(at, renewed=renewed)
        self.reply, self.hints, self.lost = None, 0, 0.0
        self.off = self.worse = self.failed = self.strayed = False
        self._refused, self._not_made = set(), None
        if not renewed:
            # What was worked out for a step is still true when it is begun anew.
            self._judge = Judge(self.game, self.scenes, self.step, self.state)
        self.done = self.step.kind == "read"

    def _worth(self, action: Any) -> tuple[RankedAction | None, tuple[RankedAction, ...]]:
        if not self._judge.judges:
            return None, ()
        judged = self._judge.judged(self.state, self._n_counted)
        return judged.of(action), judged.best

    def _outcome(self, row: RankedAction | None, best: tuple[RankedAction, ...]) -> Outcome:
        if row is None or row.value is None:
            return "unjudged"
        if row.loss <= _SAME:
            return "best" if not best or row == best[0] else "equal"
        return "wrong" if row.loss > self.step.loss + _SAME and not self.off else "good"

    def _make(self, action: Any) -> None:
        self._not_made = None
        self.act(action)
        self.settle(self._look)
        self._answer()
        self._look()

    def _answer(self) -> None:
        """Lets an opponent answer as the step says, for as long as it has to choose."""
        while not self._look() and not self.failed and self._answering:
            rng = policy_rng(f"{self.step.seed}:{self.branch.n_moves}", "reply")
            self.act(self._judge.replies.one(self.state, self.node, rng))
            self.settle(self._look)

    def _look(self) -> bool:
        """Notes whether the goal is reached, or the step is over without it; True if the step is done."""
        if self.done or self.failed or self.step.kind != "goal":
            return self.done
        if hold(self.scenes, self.state, self.step.goal, self._refused):
            self._finish()
        else:
            self.failed = self.over or (not self.off and (self.past_limit or bool(self.spoiled)))
        return self.done

    def _finish(self) -> None:
        self.done = True
        if self.lesson.kind == MISSION and self.step.kind != "goal":
            # Questions cost nothing in a mission.
            self.stars[self.at] = STARS
            return
        price = max((PRICES[level] for at, level in enumerate(PRICES, 1) if at <= self.hints), default=0)
        missed = 2 if self.lost >= _MUCH else int(self.strayed or self.lost > _SAME)
        self.stars[self.at] = max(0, STARS - price - missed - (1 if self.worse else 0))

    @property
    def _solved_words(self) -> str:
        # A way that the step does not ask for may have brought about something else.
        return self.step.right if self.done and not self.off else ""

    def _wrong(self, text: str, after: Any) -> str:
        told = (*self.step.wrong, *self.lesson.wrong)
        found = next((one for one in told if self._fits(one, text, after)), None)
        return found.say if found is not None else ""

    def _wrong_if_refused(self, text: str) -> str:
        """The author's words for a try that the rules refuse: those that fit a legal try now are for that."""
        told = [one for one in self.step.wrong if one.move and fnmatchcase(text, one.move)]
        legal = [self.game.write(self.state, action) for action in self.actions] if told else []
        return next((one.say for one in told if not any(fnmatchcase(try_, one.move) for try_ in legal)), "")

    def _fits(self, wrong: Wrong, text: str, after: Any) -> bool:
        if wrong.move:
            return fnmatchcase(text, wrong.move)
        return after is not None and hold(self.scenes, after, wrong.holds)

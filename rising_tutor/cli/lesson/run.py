"""A lesson at a terminal: what is said, what is tried, and how each try is answered.

It reads from a pipe as well; the end of the input ends the sitting.
"""

import sys
from typing import Any, Final, Literal

from rising_tutor.cli.table import board_text, rule_lines
from rising_tutor.cli.terminal import ask, listed_number, paragraph, say, say_listed
from rising_tutor.core.branch import Made
from rising_tutor.core.game import Refusal
from rising_tutor.core.information import visible
from rising_tutor.errors import UnreadableMove
from rising_tutor.lessons.run import LessonRun, answer_words
from rising_tutor.lessons.run.reply import STARS, Reply

HELP: Final = (
    ("? [WORD]", "what can be done, or only what contains the word"),
    ("hint", "the rule, then what to aim at, then the best action"),
    ("why [ACTION]", "what an action would be worth, or why it is not allowed; without one, the last answer"),
    ("follow", "do what was just answered and not done, to see where it leads"),
    ("again", "this step from its beginning"),
    ("next", "the next step, when this one is done; an empty line does the same"),
    ("skip", "the next step that begins in a position of its own"),
    ("board", "the table"),
    ("rule ID", "a rule in words"),
    ("quit", "stop"),
)
_LEVELS: Final[tuple[Literal["rule", "goal", "move"], ...]] = ("rule", "goal", "move")


class Sitting:
    """Plays a lesson from one of its steps on.

    Attributes:
        solved: whether every step that was seen is solved.
    """

    def __init__(self, run: LessonRun) -> None:
        self.run = run
        self.on_terminal = sys.stdin.isatty()
        self.told = 0
        self.level = 0
        self.board = ""

    def play(self) -> None:
        lesson = self.run.lesson
        say(f"{lesson.title}. ? lists what can be done, quit stops.")
        say(paragraph(lesson.can, "  "))
        self._open()
        while True:
            text = ask(f"step {self.run.at + 1}> ", on_terminal=self.on_terminal)
            if text is None or text in ("quit", "exit"):
                say("The lesson is not over.")
                return
            try:
                if not self._answer(text):
                    return
            except UnreadableMove as error:
                say(f"{error}")
                say("? lists what can be done.")

    def _open(self) -> None:
        run, step = self.run, self.run.step
        self.told = self.level = 0
        say()
        say(f"Step {run.at + 1} of {len(run.lesson.step)} ({', '.join(step.rules)})")
        say(paragraph(step.say, "  "))
        self._news()
        self._show_board(again=False)
        if step.do:
            say(paragraph(f"Do: {step.do}"))
        if step.ask is not None:
            say(paragraph(step.ask.question))
        if step.spot:
            say("Which of these is not allowed?")
        for number, offer in enumerate(self._offers(), 1):
            say(paragraph(f"{number}  {offer}", "  "))
        if run.done:
            self._tell_done()

    def _offers(self) -> list[str]:
        step = self.run.step
        return [choice.say for choice in step.ask.choices] if step.ask is not None else list(step.spot)

    def _news(self) -> None:
        made = self.run.made
        for one in made[self.told :]:
            self._tell(one)
        self.told = len(made)

    def _tell(self, made: Made) -> None:
        known = visible(made.events, self.run.seat)
        if made.at < self.run.n_tutor and not made.chance and len(known) == len(made.events):
            say(f"  Played: {self.run.game.write(made.state, made.move)}")
        for event in known:
            say(f"  {self.run.game.say(event)} ({event.rule})")

    def _show_board(self, *, again: bool = True) -> None:
        run = self.run
        drawn = board_text(run.game, run.game.view(run.state, run.seat))
        if again or drawn != self.board:
            say()
            say(drawn)
        self.board = drawn

    def _tell_done(self) -> None:
        run = self.run
        if run.step.kind != "read":
            say(f"Done: {run.stars.get(run.at, 0)} of {STARS} stars.")
        if run.last:
            return
        say("next goes on.")

    def _answer(self, text: str) -> bool:
        """Answers one line; False when the lesson is over."""
        word, _, rest = text.partition(" ")
        rest = rest.strip()
        match word:
            case "" | "next":
                return self._next(skip=False, empty=not word)
            case "skip":
                return self._next(skip=True)
            case "?" | "help":
                self._list(rest)
            case "board":
                self._show_board()
            case "rule":
                self._rule(rest)
            case "hint":
                self._hint()
            case "why":
                self._why(rest)
            case "follow":
                self._follow()
            case "again":
                self.run.again()
                self._open()
            case _:
                self._try(text)
        return not (self.run.last and self.run.done) or self._over()

    def _next(self, *, skip: bool, empty: bool = False) -> bool:
        run = self.run
        if (run.last and run.done) or (skip and run.ahead < 0):
            return self._over()
        if run.skip_ahead() if skip else run.go_on():
            self._open()
        elif not empty:
            say("This step is not done yet; skip goes on all the same.")
        return True

    def _over(self) -> bool:
        """Says the end; False, as the lesson is over."""
        run = self.run
        played = [n for n, step in enumerate(run.lesson.step) if step.kind != "read"]
        stars = sum(run.stars.get(n, 0) for n in played)
        say(f"The lesson is over: {stars} of {STARS * len(played)} stars.")
        return False

    def _try(self, text: str) -> None:
        run = self.run
        if run.done:
            say("This step is done; next goes on.")
            return
        offers = self._offers()
        if offers:
            number = listed_number(text, len(offers))
            if not number:
                say(f"Answer with a number from 1 to {len(offers)}.")
                return
            self._reply(run.answer(number - 1))
        else:
            number = listed_number(text, len(run.actions))
            if run.failed:
                self._tell_end()
                return
            if number:
                text = run.game.write(run.state, run.actions[number - 1])
                say(f"= {text}")
            self._reply(run.try_text(text))
        self._news()
        self._tell_end()

    def _tell_end(self) -> None:
        if self.run.done:
            self._tell_done()
        elif self.run.failed:
            more = "" if self.run.over else "; follow goes on all the same"
            say(paragraph(f"{answer_words.missed(self.run)} again begins this step anew{more}."))

    def _reply(self, reply: Reply) -> None:
        if reply.outcome == "illegal" and reply.refusal is not None:
            self._refused(reply.refusal)
        elif reply.outcome == "wrong" and self._offers():
            say("Not that one.")
            if reply.refusal is None and self.run.step.spot:
                say(paragraph(f"It is allowed. {reply.means}".rstrip(), "  "))
            for rule in reply.rules[:1]:
                self._rule(rule)
        elif reply.outcome in ("wrong", "aside"):
            say(paragraph(f"Not done: {reply.text}. {self._sentence(reply)}"))
            for line in self._details(reply):
                say(paragraph(line, "  "))
            for rule in reply.rules[:1] if reply.outcome == "wrong" else ():
                self._rule(rule)
            say("  follow does it all the same, to see where it leads.")
        elif self._offers():
            say("Right.")
            if reply.refusal is not None:
                say(paragraph(f"{reply.refusal.why} ({reply.refusal.rule})", "  "))
        elif not self.run.done or self.run.off:
            say(paragraph(self._sentence(reply)))
        if reply.says and (self._offers() or reply.refusal is not None or self.run.done):
            say(paragraph(reply.says, "  "))

    def _sentence(self, reply: Reply) -> str:
        run = self.run
        if run.off:
            return answer_words.followed(run)
        return answer_words.answer(reply, run.step, done=run.done)

    def _details(self, reply: Reply) -> tuple[str, ...]:
        return answer_words.details(reply, self.run.step, self.run.lesson.game, done=self.run.done)

    def _refused(self, refusal: Refusal) -> None:
        say(f"Not possible: {refusal.why} ({refusal.rule})")
        self._rule(refusal.rule)
        if refusal.nearest is not None:
            say(f"  Possible instead: {self.run.game.write(self.run.state, refusal.nearest)}")

    def _follow(self) -> None:
        if not self.run.follow():
            say("There is nothing to follow.")
            return
        self._news()
        self._show_board()
        self._tell_end()
        if not self.run.done and not self.run.failed:
            say("again comes back to the beginning of this step.")

    def _why(self, text: str) -> None:
        run = self.run
        if not text:
            reply = run.reply
            if reply is None:
                say("Nothing was tried yet; why ACTION tells what one would be worth.")
                return
            if reply.refusal is None and not self._offers():
                for line in (self._sentence(reply), *self._details(reply)):
                    say(paragraph(line, "  "))
            for rule in reply.rules:
                self._rule(rule)
            return
        number = listed_number(text, len(run.actions))
        action: Any = run.actions[number - 1] if number else run.game.read(run.state, text)
        refusal = run.game.check(run.state, action)
        if refusal is not None:
            self._refused(refusal)
            return
        judged = run.judged()
        row = judged.of(action) if judged is not None else None
        if judged is None or row is None or row.value is None:
            say("It is allowed; its value is not counted here.")
            return
        best = judged.best[0].value
        beside = f", in {best:.1%} after the best action" if best is not None else ""
        say(f"It is allowed. The goal is reached{answer_words.scope(run.step)} in {row.value:.1%} after it{beside}.")
        say(f"  {judged.method}")

    def _hint(self) -> None:
        run, step = self.run, self.run.step
        if step.kind == "read" or run.done:
            say("There is nothing to decide here.")
            return
        level = _LEVELS[min(self.level, len(_LEVELS) - 1)]
        self.level += 1
        run.take_hint(level)
        match level:
            case "rule":
                self._rule(step.hints.rule or (step.rules[0] if step.rules else ""))
            case "goal":
                say(paragraph(step.hints.goal or "There is no more to say than the rule.", "  "))
            case "move":
                self._best()

    def _best(self) -> None:
        run = self.run
        offers = self._offers()
        if offers:
            right = run.right_choice()
            say(paragraph(f"Answer {right + 1}: {offers[right]}", "  "))
        elif run.actions:
            best = run.best_action()
            text = f"{run.game.write(run.state, best)}. {run.step.hints.move}" if best else answer_words.NO_MOVE
            say(paragraph(text.rstrip(), "  "))
        else:
            say("Nothing can be done here; again begins this step anew.")

    def _rule(self, rule_id: str) -> None:
        head, *text = rule_lines(self.run.game, rule_id) or [f"There is no rule {rule_id!r}."]
        say(f"  {head}")
        for line in text:
            say(paragraph(line, "  "))

    def _list(self, word: str) -> None:
        texts = [self.run.game.write(self.run.state, action) for action in self.run.actions] or self._offers()
        if not say_listed(texts, word) and texts:
            say(f"  nothing contains {word!r}")
        if not word:
            for command, what in HELP[1:]:
                say(f"  {command:<13}{what}")

"""The end of a game at a table: what became of everybody, and what the review finds as soon as it is there. No widget.

    end-review       works the review out, or out again
    end-stop         stops that; nothing of it is kept

The sentences are made from the values of the review and of the game. Chances are said as so many games in a hundred;
how they come about, and how far they are estimates, stands behind Details.
"""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Final

from rising_tutor.analysis.ledger import LUCK, LedgerLine
from rising_tutor.analysis.review import Review
from rising_tutor.analysis.review.findings import LOST, Mistake, TurningPoint, reasons_of, shown_at
from rising_tutor.boards import board_for
from rising_tutor.boards.charts import series_for
from rising_tutor.catalogues import found_rule
from rising_tutor.core.english import capital
from rising_tutor.core.game import GameInfo
from rising_tutor.core.ids import Seat
from rising_tutor.core.information import visible
from rising_tutor.core.session import GameSession
from rising_tutor.core.valuation import best_of, not_reviewable, valued_game
from rising_tutor.core.values import Value
from rising_tutor.lessons.coverage import Where, lessons_by_rule
from rising_tutor.probability.dice_turn.answer import Progress
from rising_tutor.tutor.background import Background
from rising_tutor.tutor.callbacks import nothing
from rising_tutor.tutor.messages import Message
from rising_tutor.tutor.replay.player import ReplayPlayer
from rising_tutor.tutor.review.controller import DONE, FAILED, IDLE, STOPPED, WORKING, Work, review_work
from rising_tutor.tutor.review.words import action_words, move_words

TEAMS: Final = "teams"
UNSEEN: Final = "something that you could not see."
_ALL: Final = 100
YOU: Final = "you"
Opened = Callable[[], ReplayPlayer]
"""Opens the record of the game that is over."""


class Stroke(Value, frozen=True):
    """A roll, or another stroke of luck, as the page tells it.

    Attributes:
        title: what it is among those of the game.
        text: when it was, what came, and what that did to the chance to win.
        at: the position to look at it.
    """

    title: str
    text: str
    at: int


class ToTry(Value, frozen=True):
    """One thing to do otherwise: the choice that cost most, with what was better, and the lesson that is about it."""

    text: str
    rule: str
    lesson: Where | None
    at: int


class GameEnd:
    """What is known of a game that is over.

    Args:
        player: the game.
        background: works the review out; it does nothing else, so that nothing else ends it.
        opened: opens the record; None where nothing is recorded, and then nothing is reviewed.
        work: gives the review.
        changed: called when there is more to say.

    Attributes:
        state: where the review stands, see `tutor.review.controller`.
        review: what it found.
    """

    def __init__(
        self,
        player: GameSession,
        background: Background | None = None,
        *,
        opened: Opened | None = None,
        work: Work = review_work,
        changed: Callable[[], object] = nothing,
    ) -> None:
        self.player = player
        self.background = background or Background(beside=False)
        self._opened, self._work, self._changed = opened, work, changed
        self.state = IDLE
        self.review: Review | None = None
        self._record: ReplayPlayer | None = None

    # The review ------------------------------------------------------------------

    @property
    def offered(self) -> bool:
        """Whether the game can be reviewed."""
        game = self.player.game
        possible = valued_game(game) is not None and not not_reviewable(game.info, self.player.seats)
        return self.player.over and self._opened is not None and possible

    @property
    def counting(self) -> tuple[int, int]:
        """Moves done and moves in all, while it works."""
        done, total = self.background.counting or (0, 0)
        return done, total or self.player.n_moves

    def handle(self, message: Message) -> bool:
        if message.do == "end-review":
            self.begin()
        elif message.do == "end-stop":
            self.stop()
        else:
            return False
        return True

    def begin(self) -> None:
        """Begin, unless it is being done, or done."""
        if self.state in (WORKING, DONE) or not self.offered:
            return
        self.state = WORKING
        self.background.start(self._review, self._finish, failed=self._fail, changed=self._changed)
        self._changed()

    def stop(self) -> None:
        if self.state == WORKING:
            self.background.stop()
            self.state = STOPPED
            self._changed()

    def forget(self) -> None:
        """The game goes on, or another one begins."""
        self.background.stop()
        self.state, self.review, self._record = IDLE, None, None

    def _review(self, progress: Progress) -> tuple[ReplayPlayer, Review]:
        assert self._opened is not None
        record = self._opened()
        return record, self._work(record.verified, progress)

    def _finish(self, found: tuple[ReplayPlayer, Review]) -> None:
        self._record, self.review = found
        self.state = DONE
        self._changed()

    def _fail(self, fault: BaseException) -> None:
        self.state = FAILED
        raise fault

    # Whose page it is ------------------------------------------------------------

    @property
    def seat(self) -> Seat | None:
        """For whom the page speaks where the seats are opposed; None where all play together, or nobody looks."""
        if self.player.game.info.shared:
            return None
        people = self.player.people
        return people[0] if len(people) == 1 else self.player.viewer

    def _name(self, seat: Seat) -> str:
        return self.review.names[seat] if self.review is not None else f"Player {seat + 1}"

    def _own(self, value: Fraction) -> Fraction:
        """V as the chance of whoever the page speaks for."""
        return 1 - value if self.seat not in (None, Seat(0)) else value

    # What became of it -----------------------------------------------------------

    def fates(self) -> tuple[tuple[str, tuple[str, ...]], ...]:
        """Who joined, who fell: headings with names."""
        told = [event for made in self.player.made for event in visible(made.events, self.player.viewer)]
        return board_for(self.player.game).fates(told)

    def strokes(self) -> tuple[Stroke, ...]:
        """The luckiest and the unluckiest roll; where a game has no dice, the luckiest and unluckiest moment."""
        lines = [line for line in self._lines() if line.kind == LUCK and line.amount]
        rolls = [line for line in lines if self._is_roll(line)]
        what = "roll" if rolls else "moment"
        if self.seat is None and not self.player.game.info.shared:
            what += f" for {self._name(Seat(0))}"
        found = sorted(rolls or lines, key=self._gain)
        best = [self._stroke(f"Luckiest {what}", found[-1])] if found and self._gain(found[-1]) > 0 else []
        worst = [self._stroke(f"Unluckiest {what}", found[0])] if found and self._gain(found[0]) < 0 else []
        return (*best, *worst)

    def turning(self) -> tuple[str, int] | None:
        """Where the game was last open, in a sentence, and the position to look at it."""
        turning = self.review.turning if self.review is not None else None
        if turning is None or self._record is None:
            return None
        line, did = turning.line, self._did(turning.line)
        when, chance = self._when(line.line - 1), f"{of_a_hundred(turning.chance)} with best play"
        if turning.kind != LOST:
            sure = "" if turning.real else "The game was never in real danger. "
            return f"{sure}It was closest in {when}: {chance}, after this: {did}", line.line
        before = self._last_chance(turning.seat) if turning.real else self._no_chance(turning)
        then = of_a_hundred(turning.then)
        return f"{before} {when}: {chance}. Then came: {did} After that it was {then}.", line.line - 1

    def _last_chance(self, seat: Seat | None) -> str:
        if seat is None:
            return "The last real chance was in"
        return (
            "Your last real chance was in"
            if seat == self.seat
            else f"The last real chance of {self._name(seat)} was in"
        )

    def _no_chance(self, turning: TurningPoint) -> str:
        """At no line was the chance a real one."""
        least = of_a_hundred(turning.threshold)
        whose = "" if turning.seat is None else f" for {YOU if turning.seat == self.seat else self._name(turning.seat)}"
        return f"There was no chance of {least}{whose} at any time. The best moment was"

    @property
    def opens(self) -> int:
        """The position at which the review opens: the turning point, else the last one."""
        found = self.turning()
        return found[1] if found is not None else self.player.n_moves

    def to_try(self) -> ToTry | None:
        """The choice of a person that cost most, with what was better; None where no choice was a mistake."""
        mine = self._mistakes()
        if not mine or self._record is None:
            return None
        worst = max(mine, key=lambda one: one.loss)
        line = worst.line
        best = best_of(line.options, opposed=line.opposed)
        better = action_words(self._record, line.line, best.action) if best is not None else worst.better
        one = len(self._people()) == 1 and self.player.people
        who = "you chose" if one else f"{worst.name} chose"
        cost = f"It cost {of_a_hundred(worst.loss)} games"
        text = f"In {self._when(line.line - 1)} {who}: {self._did(line)} Better was: {_dot(better)} {cost}."
        rule, lesson = self._lesson(worst)
        return ToTry(text, rule, lesson, shown_at(line))

    def _people(self) -> tuple[Seat, ...]:
        """Whose choices are looked at: those of whoever the page speaks for, of all people, or of programs alone."""
        everybody = tuple(Seat(seat) for seat in range(self.player.seats))
        return (self.player.people or everybody) if self.seat is None else (self.seat,)

    def _mistakes(self) -> list[Mistake]:
        people = self._people()
        return [one for one in self.review.mistakes if one.line.seat in people] if self.review is not None else []

    def _lesson(self, mistake: Mistake) -> tuple[str, Where | None]:
        """The rule behind most of a loss that a lesson is about, with that lesson."""
        game = self.player.game.info.id
        rules = [reason.rule for reason in reasons_of(mistake.line) if reason.amount > 0 and reason.rule]
        rules = [rule for rule in (*rules, mistake.line.rule) if rule and found_rule(game, rule) is not None]
        taught = lessons_by_rule(game) if rules else {}
        rule = next((one for one in rules if one in taught), rules[0] if rules else "")
        return rule, taught[rule][0] if rule in taught else None

    def _lines(self) -> Sequence[LedgerLine]:
        return self.review.ledger.lines if self.review is not None and self._record is not None else ()

    def _gain(self, line: LedgerLine) -> Fraction:
        """What a stroke of luck brought whoever the page speaks for."""
        return line.amount if self._own(Fraction(1)) else -line.amount

    def _is_roll(self, line: LedgerLine) -> bool:
        series = series_for(self.player.game)
        assert self._record is not None
        return series is not None and series.moves_dice(self._record.moves[line.line - 1].step.events)

    def _stroke(self, title: str, line: LedgerLine) -> Stroke:
        gain = self._gain(line)
        many = of_a_hundred(abs(gain))
        did = "raised" if gain > 0 else "lowered"
        when, came = capital(self._when(line.line - 1)), self._did(line)
        # A roll is told as a part of its turn: "Turn 6, roll 1: ..."
        told = f"{when}, {came[:1].lower()}{came[1:]}" if self._is_roll(line) else f"{when}: {came}"
        return Stroke(title, f"{told} It {did} the chance to win by {many}.", line.line)

    def _when(self, position: int) -> str:
        assert self._record is not None
        return self._record.place(position).name

    def _did(self, line: LedgerLine) -> str:
        """What was done in a line; of what others did in a game with hidden cards only what could be seen."""
        assert self._record is not None
        game = self.player.game
        if game.info.hidden and (line.seat is None or line.seat != self.seat):
            told = visible(self._record.moves[line.line - 1].step.events, self.seat)
            return _dot(game.say(told[0])) if told else UNSEEN
        return _dot(move_words(self._record, line))


def again(player: GameSession) -> dict[str, str]:
    """The options of the same game once more, with the same Teams also where they were chosen at the table."""
    options = dict(player.options)
    seated = board_for(player.game).seated(player.view)
    if seated and not options.get(TEAMS):
        options[TEAMS] = seated
    return options


def harder(info: GameInfo, options: Mapping[str, str]) -> dict[str, str] | None:
    """The options of a game that is one step harder; None at the hardest level, and where the values are one's own."""
    names = {name for level in info.levels for name, _ in level}
    usual = {option.name: option.default for option in info.options}
    now = {name: value for name, value in options.items() if name in names and value != usual.get(name)}
    found = [at for at, level in enumerate(info.levels) if dict(level) == now]
    if not found or found[0] + 1 >= len(info.levels):
        return None
    rest = {name: value for name, value in options.items() if name not in names}
    return rest | dict(info.levels[found[0] + 1])


def step_words(info: GameInfo, options: Mapping[str, str]) -> str:
    """What the level of these options sets, in the words of the form."""
    names = {name for level in info.levels for name, _ in level}
    return ", ".join(
        f"{option.title}: {options[option.name]}"
        for option in info.options
        if option.name in names and option.name in options
    )


def of_a_hundred(chance: Fraction) -> str:
    """A chance, or a difference of chances, as so many of a hundred; never rounded to none or all.

    >>> of_a_hundred(Fraction(1, 3)), of_a_hundred(Fraction(1, 500)), of_a_hundred(Fraction(999, 1000))
    ('33 in 100', 'less than 1 in 100', 'more than 99 in 100')
    """
    n = round(_ALL * chance)
    said = str(n)
    if n == 0 and chance > 0:
        said = "less than 1"
    elif n == _ALL and chance < 1:
        said = "more than 99"
    return f"{said} in {_ALL}"


def _dot(text: str) -> str:
    return f"{text.rstrip('.')}."

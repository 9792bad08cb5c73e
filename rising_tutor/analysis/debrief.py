"""What a turn came to: what its dice gave, and what its choices kept or cost.

For every roll of the dice step that is exactly solved, luck is what best play expects after it less what it expected
before: the mean over all rolls is 0. For every choice of the dice step, its loss is what best play expects of the best
action less what it expects of the chosen one. Everything is counted in goals: one goal completed this turn. A sentence
is made of such numbers and a rule id, by the templates in `SENTENCES`; what cannot be counted is named with its reason.

>>> from fractions import Fraction
>>> quarter, whole = Amount.exact(Fraction(1, 4)), Amount.exact(Fraction(1))
>>> sentence(Line(COST, 7, "stop", "FNR-408", quarter, whole, whole.minus(quarter)), "Stop here")
'Stop here: this cost 0.250 goals. Expected after it: 0.750 goals. With the best choice: 1 goal.'
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from rising_tutor.analysis.consequences import goals_of
from rising_tutor.core.branch import Made
from rising_tutor.core.english import counted
from rising_tutor.core.game import AnyGame
from rising_tutor.core.ids import RuleId
from rising_tutor.core.node import Decision
from rising_tutor.core.values import Value
from rising_tutor.errors import BadProblem, TooLarge
from rising_tutor.probability.dice_turn.answer import TIE, Amount, Progress, total
from rising_tutor.probability.dice_turn.dice_game import DiceGame, dice_game
from rising_tutor.probability.frequencies import in_turns
from rising_tutor.probability.ranked import RankedAction
from rising_tutor.probability.unit import Unit

ROLL_UP, ROLL_DOWN, ROLL_EVEN = "roll_up", "roll_down", "roll_even"
KEPT, COST = "kept", "cost"
SENTENCES: Final[Mapping[str, str]] = {
    ROLL_UP: "{move}: {amount} more than such a roll gives on average. Expected before: {before}, after: {after}.",
    ROLL_DOWN: "{move}: {amount} less than such a roll gives on average. Expected before: {before}, after: {after}.",
    ROLL_EVEN: "{move}: what such a roll gives on average. Expected: {after}.",
    KEPT: "{move}: nothing was lost. Expected: {after}.",
    COST: "{move}: this cost {amount}. Expected after it: {after}. With the best choice: {before}.",
    "sum_rolls_up": "The dice gave {amount} more than on average, in {n}.",
    "sum_rolls_down": "The dice gave {amount} less than on average, in {n}.",
    "sum_rolls_even": "The dice gave what they give on average, in {n}.",
    "sum_cost": "The choices cost {amount}, in {n}; {n_best} of them cost nothing.",
    "sum_kept": "The choices cost nothing, in {n}.",
    "none": "No roll and no choice of this turn could be counted.",
}
"""What can be said with numbers, by kind of line; the sums stand above the lines."""
WORDS: Final[Mapping[str, str]] = {
    ROLL_UP: "{move}: a better roll than usual.",
    ROLL_DOWN: "{move}: a worse roll than usual.",
    ROLL_EVEN: "{move}: a roll as usual.",
    KEPT: "{move}: nothing was better.",
    COST: "{move}. Better: {better}. That brings {more}.",
    "sum_rolls_up": "Your dice were better than usual.",
    "sum_rolls_down": "Your dice were worse than usual.",
    "sum_rolls_even": "Your dice were as usual.",
    "sum_cost": "{n_less} of your {n} could have been better.",
    "sum_cost_one": "Your one choice could have been better.",
    "sum_kept": "No choice could have been better.",
    "none": SENTENCES["none"],
}
"""The same for whoever played the turn, without the numbers."""
NO_QUESTION: Final = "there is nothing at hand that dice can complete"
TOO_LARGE: Final = "the goals are too many to be counted exactly"
OTHER_STEP: Final = "it is no choice about dice, and its worth could only be estimated"


class Line(Value, frozen=True):
    """One roll or choice that was counted.

    Attributes:
        kind: a key of `SENTENCES`.
        at: the number of the move.
        move: in the notation of the game.
        rule: under which it was made.
        amount: luck, which may be below 0, or loss, from 0; in goals.
        before: what was to expect before a roll, or with the best choice.
        after: what was to expect after it.
        better: the best action, in the notation of the game, for a choice that cost something.
    """

    kind: str
    at: int
    move: str
    rule: str
    amount: Amount
    before: Amount
    after: Amount
    better: str = ""


class Left(Value, frozen=True):
    """A roll or choice that was not counted, and why."""

    at: int
    move: str
    rule: str
    why: str


class Debrief(Value, frozen=True):
    """A turn.

    Attributes:
        turn: in the words of the game, such as "turn 3".
        lines: rolls and choices in order.
        left: what was not counted, in order.
    """

    turn: str
    lines: tuple[Line, ...]
    left: tuple[Left, ...]

    @property
    def rolls(self) -> tuple[Line, ...]:
        return tuple(line for line in self.lines if line.kind in (ROLL_UP, ROLL_DOWN, ROLL_EVEN))

    @property
    def choices(self) -> tuple[Line, ...]:
        return tuple(line for line in self.lines if line.kind in (KEPT, COST))

    @property
    def method(self) -> str:
        """How the numbers were obtained, the weakest of them; empty without any."""
        return max((amount.method for line in self.lines for amount in (line.before, line.after)), key=len, default="")


def debrief(game: AnyGame, moves: Sequence[Made], end: Any, turn: str, progress: Progress | None = None) -> Debrief:
    """What a turn came to.

    Args:
        game: any game; without dice nothing is counted.
        moves: of the game, or at least of the turn, in order.
        end: the position after the last move.
        turn: its name, as `Place.name`.
    """
    states = [*(made.state for made in moves), end]
    mine = [at for at, made in enumerate(moves) if game.place(made.state).name == turn]
    rules = _filled([rule_of(made) for made in moves])
    work = _Turn(game, {made.at: rule for made, rule in zip(moves, rules, strict=True)})
    for done, at in enumerate(mine):
        if progress is not None:
            progress(done, len(mine))
        made = moves[at]
        if made.chance:
            work.roll(made, moves[at - 1] if at else None, states[at + 1], progress)
        else:
            work.choice(made, progress)
    return Debrief(turn, tuple(work.lines), tuple(work.left))


def sentence(line: Line, move: str) -> str:
    """A line in words, with its `move` in the words of the page."""
    amounts = {name: _goals(getattr(line, name)) for name in ("amount", "before", "after")}
    return SENTENCES[line.kind].format(move=move, **amounts)


def sums(found: Debrief) -> tuple[str, ...]:
    """The turn in one or two sentences: what the dice gave, what the choices cost."""
    said = []
    if found.rolls:
        luck = total(line.amount for line in found.rolls)
        kind = "sum_" + _sign(luck).replace("roll", "rolls")
        said.append(SENTENCES[kind].format(amount=_goals(luck), n=counted(len(found.rolls), "roll")))
    if found.choices:
        lost = total(line.amount for line in found.choices)
        n_best = sum(line.kind == KEPT for line in found.choices)
        kind = "sum_cost" if n_best < len(found.choices) else "sum_kept"
        n = counted(len(found.choices), "choice")
        said.append(SENTENCES[kind].format(amount=_goals(lost), n=n, n_best=n_best))
    return tuple(said) or (SENTENCES["none"],)


def in_words(line: Line, move: str, better: str = "") -> str:
    """A line without numbers; a choice that cost something names what was better, in the words of the page.

    >>> half, whole = Amount(None, 0.5), Amount(None, 1.0)
    >>> in_words(Line(COST, 7, "stop", "FNR-408", half, whole, half, "roll"), "Stop here", "Roll again")
    'Stop here. Better: Roll again. That brings 1 more goal in 2 such turns.'
    """
    return WORDS[line.kind].format(move=move, better=better, more=in_turns(line.amount.decimal, "more goal"))


def sums_in_words(found: Debrief) -> tuple[str, ...]:
    """The turn in one or two sentences without numbers."""
    said = []
    if found.rolls:
        said.append(WORDS["sum_" + _sign(total(line.amount for line in found.rolls)).replace("roll", "rolls")])
    if found.choices:
        less = sum(line.kind == COST for line in found.choices)
        n = len(found.choices)
        kind = "sum_kept" if not less else "sum_cost_one" if n == 1 else "sum_cost"
        said.append(WORDS[kind].format(n=counted(n, "choice"), n_less=less))
    return tuple(said) or (WORDS["none"],)


class _Turn:
    def __init__(self, game: AnyGame, rules: Mapping[int, RuleId]) -> None:
        self.game = game
        self.rules = rules
        self.dice = dice_game(game)
        self.lines: list[Line] = []
        self.left: list[Left] = []

    def choice(self, made: Made, progress: Progress | None) -> None:
        """A choice: its loss, unless there was none to make."""
        node = self.game.node(made.state)
        if not isinstance(node, Decision) or len(node.actions) < 2:
            return
        if self.dice is None or not self.dice.odds_targets(made.state):
            self._leave(made, OTHER_STEP)
            return
        try:
            question = self.dice.odds_question(made.state)
            rows = self.dice.odds_of_actions(made.state, question, progress).rows if question is not None else ()
        except (BadProblem, TooLarge):
            self._leave(made, TOO_LARGE)
            return
        row = next((row for row in rows if row.action == made.move), None)
        best = rows[0].amount if rows else None
        if row is None or row.amount is None or best is None:
            self._leave(made, row.why if row is not None and row.why else NO_QUESTION)
            return
        kind = COST if row.loss > 0 else KEPT
        better = self.game.write(made.state, rows[0].action) if kind == COST else ""
        self._say(kind, made, best.minus(row.amount), best, row.amount, better=better)

    def roll(self, made: Made, before: Made | None, after: Any, progress: Progress | None) -> None:
        """A chance move: its luck, if it is a roll of the dice step."""
        if self.dice is None or before is None or before.chance or not self.dice.odds_targets(before.state):
            return
        if not isinstance(self.game.node(after), Decision) or not self.dice.odds_targets(after):
            return
        try:
            expected = _at(self.dice, before.state, None, progress)
            found = _at(self.dice, after, expected[0] if expected is not None else None, progress)
            # The same goals, asked for by name: so nothing is left out before that counts after.
            expected = _at(self.dice, before.state, expected[0], progress) if expected is not None else None
        except (BadProblem, TooLarge):
            self._leave(made, TOO_LARGE)
            return
        if expected is None or found is None:
            self._leave(made, NO_QUESTION)
            return
        row = next((row for row in expected[1] if row.action == before.move), None)
        best = found[1][0].amount
        if row is None or row.amount is None or best is None:
            self._leave(made, row.why if row is not None and row.why else NO_QUESTION)
            return
        luck = best.minus(row.amount)
        self._say(_sign(luck), made, luck, row.amount, best)

    def _say(self, kind: str, made: Made, amount: Amount, before: Amount, after: Amount, *, better: str = "") -> None:
        move, rule = self.game.write(made.state, made.move), self.rules[made.at]
        self.lines.append(Line(kind, made.at, move, rule, amount, before, after, better))

    def _leave(self, made: Made, why: str) -> None:
        self.left.append(Left(made.at, self.game.write(made.state, made.move), self.rules[made.at], why))


def rule_of(made: Made) -> RuleId:
    """The rule under which a move was made: that of its first event; empty if nothing happened."""
    return made.events[0].rule if made.events else RuleId("")


def _filled(rules: list[RuleId]) -> list[RuleId]:
    """A rule for every move: where nothing happened, that of what follows at once, else of what was done before."""
    filled: list[RuleId] = []
    for at, rule in enumerate(rules):
        following = rules[at + 1] if at + 1 < len(rules) else RuleId("")
        filled.append(rule or following or (filled[-1] if filled else RuleId("")))
    return filled


def _at(
    dice: DiceGame, state: Any, goals: tuple[str, ...] | None, progress: Progress | None
) -> tuple[tuple[str, ...], tuple[RankedAction, ...]] | None:
    """The goals that count in a position, and its actions; None where nothing can be asked."""
    question = dice.odds_question(state, goals)
    return None if question is None else (goals_of(question), dice.odds_of_actions(state, question, progress).rows)


def _goals(amount: Amount) -> str:
    return Unit.GOALS.said(amount.decimal)


def _sign(luck: Amount) -> str:
    if abs(luck.decimal) < TIE:
        return ROLL_EVEN
    return ROLL_UP if luck.decimal > 0 else ROLL_DOWN

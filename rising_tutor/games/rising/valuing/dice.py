"""The dice step of one turn, solved: V of every moment that dice can lead to, as exact fractions.

One `DiceStep` stands for one question: these goals, these dice, these free abilities. Every moment that dice alone lead
to is looked up in it, so V of a roll is exactly the mean over its outcomes. Where fractions would take long, V of each
outcome is a decimal on a grid, and V of the roll the mean of these. What else can happen there (a token is
used, an ability heals, a card is drawn in between) is no part of the question. Its worth is estimated: what the turn
would come to without any more dice, moved by what the dice are worth in the question, as log-odds.
"""

from fractions import Fraction
from math import exp
from typing import Any, NamedTuple

from msgspec.structs import replace

from rising_tutor.core.valuation import Part
from rising_tutor.games.rising import actions as do
from rising_tutor.games.rising.actions import BALANCE
from rising_tutor.games.rising.cards.vocabulary import ExtraSymbol, RerollAll
from rising_tutor.games.rising.odds.question import Asked, in_dice_step
from rising_tutor.games.rising.odds.targets import origin_of
from rising_tutor.games.rising.odds.turns import Whole
from rising_tutor.games.rising.odds.values import Values, taken
from rising_tutor.games.rising.rules import flow, tasks
from rising_tutor.games.rising.rules.context import Run
from rising_tutor.games.rising.valuing.ahead import Ahead
from rising_tutor.games.rising.valuing.goals import Goals, goals_of, log_odds, outcome_of
from rising_tutor.probability.dice_turn.answer import EXACT, Amount, Progress, Solved
from rising_tutor.probability.dice_turn.problem import Problem
from rising_tutor.probability.dice_turn.roll_values import RollValues
from rising_tutor.probability.dice_turn.solver import solve
from rising_tutor.probability.log_odds import FINE, fine

"""Estimates lie on a grid of so many parts."""


class Worth(NamedTuple):
    """V after an action.

    Attributes:
        value: V.
        solved: whether the question of the step covers it, so that the same question goes on.
    """

    value: Fraction
    solved: bool


class DiceStep:
    """The solved question of a dice step.

    Args:
        run: where it is asked.
        ahead: plays turns on.
        main: whether it is asked for the moves of a game; else for an estimate, from decimals and with little work.
        goals: the question, where it is known.
    """

    def __init__(self, run: Run, ahead: Ahead, *, main: bool = True, goals: Goals | None = None) -> None:
        self.ahead = ahead
        self._main = main
        self.goals = goals_of(run, ahead, small=not main) if goals is None else goals
        self._table = _table(run)
        self._values: Values | None = None
        if self.goals.asked is not None:
            exact = main and self.goals.exact
            solved = solve(self.goals.asked.question.problem, fractions=exact)
            roll_values = RollValues(Whole(solved, _solve_aside), tabled=main and not exact)
            self._values = Values(self.goals.asked, roll_values)

    @property
    def counts_balance(self) -> bool:
        """Whether the next Balance space is among the goals."""
        return self.goals.asked is not None and any(aim.id == BALANCE for aim in self.goals.asked.aims)

    def value(self, run: Run) -> Fraction:
        """V of a moment of this step that dice have led to.

        Raises:
            BadProblem: dice of this question cannot lead there.
        """
        if self._values is None:
            return self.goals.nothing
        mean = self.mean(run) if isinstance(run.t.agenda[-1], tasks.RollDice) else None
        return fraction_of(self._amount(self._values, run)) if mean is None else mean

    def mean(self, run: Run) -> Fraction | None:
        """V before a roll as the exact mean over its outcomes; None where that is found by trying each only."""
        values = self._values
        if values is None:
            return self.goals.nothing
        if not self._main or values.roll_values.solved.method == EXACT:
            return self._amount(values, run).fraction
        return values.mean_on_grid(run, FINE)

    @staticmethod
    def _amount(values: Values, run: Run) -> Amount:
        task = run.t.agenda[-1]
        if isinstance(task, tasks.RollDice) and not task.codes:
            return values.roll_values.rolling(values.position(run))
        return values.moment(run)

    def parts(self, run: Run, best: do.RisingAction, other: do.RisingAction) -> tuple[Part, ...]:
        """What the best action gains over another one with dice, goal by goal.

        The goals are let in one after the other, those that gain most first: a part is what the difference of the two
        actions grows by, with best play for the goals that are in. So the parts add up to the whole difference.
        """
        asked = self.goals.asked
        if asked is None:
            return ()
        found, before = [], Fraction(0)
        ids = list(dict.fromkeys(aim.id for aim in asked.aims))
        for n in range(1, len(ids) + 1):
            only = self._counting(run, asked, set(ids[:n])) if n < len(ids) else self
            difference = only.with_dice(run, best) - only.with_dice(run, other)
            aim = next(aim for aim in asked.aims if aim.id == ids[n - 1])
            found.append(Part(aim.name, origin_of(run, aim)[2], difference - before))
            before = difference
        return tuple(part for part in found if part.amount)

    def with_dice(self, run: Run, action: do.RisingAction) -> Fraction:
        """V after an action as far as the question covers it; what it does beside dice is not counted."""
        if self._values is None:
            return self.goals.nothing
        amount, _ = self._values.after(run, action)
        return self.value(run) if amount is None else fraction_of(amount)

    def _counting(self, run: Run, asked: Asked, ids: set[str]) -> "DiceStep":
        """The same question with only some of its goals paid for."""
        problem = asked.question.problem
        counted = [aim.id in ids for aim in asked.aims]
        payoff = tuple(
            problem.payoff_of([n if counts else 0 for n, counts in zip(sets, counted, strict=True)])
            for sets in problem.outcomes
        )
        question = replace(asked.question, problem=replace(problem, payoff=payoff))
        goals = self.goals._replace(asked=asked._replace(question=question))
        return DiceStep(run, self.ahead, main=self._main, goals=goals)

    def gain(self, run: Run) -> float:
        """What dice are worth at a moment of this step, as log-odds over nothing more being completed from there on."""
        nothing = self.goals.nothing
        if self._values is not None:
            nothing = fraction_of(self._values.at_end(run))
            # A moment beside the question is solved here as a whole: all that may follow is found in that.
            self._values.roll_values.value(self._values.position(run))
        return log_odds(float(self.value(run))) - log_odds(float(nothing))

    def after(self, run: Run, action: do.RisingAction) -> Worth:
        """V after a legal action that stays within the step."""
        there = taken(run, action)
        if self._values is None:
            # Nothing is asked of the dice, so nothing is lost with them.
            if isinstance(action, do.Roll | do.PlaceDie | do.DiscardDie | do.RemoveDie):
                return Worth(self.goals.nothing, solved=True)
        elif isinstance(action, do.Roll) and isinstance(there.t.agenda[-1], tasks.RollDice):
            return Worth(self.value(there), solved=True)
        elif not isinstance(action, do.GiveToken) and self._covers(run, action):
            amount, _ = self._values.after(run, action)
            if amount is not None:
                return Worth(fraction_of(amount), solved=True)
        if isinstance(action, do.GiveToken) and self.counts_balance:
            # The payoffs count on the tokens that Balance takes.
            return Worth(self.value(run), solved=False)
        return Worth(self.estimate(there, anew=self._asks_anew(run, action)), solved=False)

    def _asks_anew(self, run: Run, action: do.RisingAction) -> bool:
        """Whether an action is a token that makes another question of the dice.

        A symbol does only where it is laid on a goal that was left out: for a goal of the question less is lacking, and
        what brings nothing with dice brings nothing with a symbol of it.
        """
        if not isinstance(action, do.UseToken):
            return False
        symbol = isinstance(run.book.token[run.book.token_index[action.token]].effect, ExtraSymbol)
        return not symbol or action.on in self.goals.left_out

    def _covers(self, run: Run, action: do.RisingAction) -> bool:
        """Whether a token is one of those that the question counts; everything else goes by what it is about."""
        if not isinstance(action, do.UseToken):
            return True
        asked, book = self.goals.asked, run.book
        name = book.token[book.token_index[action.token]].name
        return asked is not None and any(help_.name == name for help_ in asked.question.problem.helps)

    def estimate(self, run: Run, *, anew: bool = False) -> Fraction:
        """V of a table within the step that this question does not cover.

        Args:
            run: the table.
            anew: whether the dice are asked about anew, such as after a token that changed them.
        """
        there = run if at_dice(run) else to_window(run, self.ahead)
        if not in_step(there):
            return fine(self.ahead.win(there))
        nothing = self.ahead.win(outcome_of(there, (), (), self.ahead), self.goals.use)
        if in_dice_step(there) and (anew or _table(there) != self._table):
            return shifted(nothing, DiceStep(there, self.ahead, main=False).gain(there))
        return shifted(nothing, self.gain(there))


def can_wait(run: Run, action: do.RisingAction, other: do.RisingAction) -> bool:
    """Whether an action can as well be done after another one: a token or ability that is not about this roll."""
    if not isinstance(action, do.UseToken | do.UseAbility) or isinstance(other, do.Stop):
        return False
    book = run.book
    if isinstance(action, do.UseToken) and isinstance(book.token[book.token_index[action.token]].effect, RerollAll):
        return False
    there = taken(run, other)
    if not in_step(there):
        return False
    return isinstance(other, do.Roll) or action in flow.legal(there)


def _solve_aside(problem: Problem, _progress: Progress | None) -> Solved:
    """Positions beside the question, such as those after a token: estimates, so decimals will do."""
    return solve(problem, fractions=False)


def _table(run: Run) -> tuple[Any, ...]:
    """What the goals of a question stand on: the cards at hand with their Damage, and the tracks."""
    t = run.t
    places = tuple((spot.card, spot.damage) for spot in (t.places[at] for at in run.places_here()) if spot is not None)
    battles = tuple((spot.card, spot.damage) for spot in t.battles if spot is not None)
    row = tuple(member.card for member in run.team().row)
    return t.location, places, battles, row, t.phase, t.balance, t.no_balance, t.pressure


def in_step(run: Run) -> bool:
    """Whether a table is within the dice step: at a choice, a roll or something that interrupts it."""
    return not run.t.result and tasks.Window() in run.t.agenda


def at_dice(run: Run) -> bool:
    """Whether a table waits for a choice about dice, or for a roll, within the dice step."""
    return in_step(run) and (in_dice_step(run) or type(run.t.agenda[-1]) is tasks.RollDice)


def to_window(run: Run, ahead: Ahead) -> Run:
    """A copy of a table, played on as greedy would until the window of the dice step is open; or the turn is over.

    What is drawn on the way is the outcome nearest to the mean.
    """
    there = run.copy()
    for _ in range(60):
        t = there.t
        if t.result or type(t.agenda[-1]) in (tasks.Window, tasks.PlaceTeamToken):
            break
        ahead.one_move(there)
    return there


def shifted(value: float | Fraction, by: float) -> Fraction:
    """A chance to win, moved by log-odds. What is decided stays so unless something moves it.

    >>> shifted(Fraction(1, 2), 0.0), float(shifted(0.5, 1.0))
    (Fraction(1, 2), 0.731058579)
    >>> shifted(0, 0.0), float(shifted(0, 12.0))
    (Fraction(0, 1), 0.5)
    """
    if not by:
        return Fraction(value > 0) if value <= 0 or value >= 1 else fine(value)
    return fine(1.0 / (1.0 + exp(-(log_odds(float(value)) + by))))


def happened(run: Run, outcome: Any) -> Run:
    """The position after an outcome of its chance node."""
    there = run.copy()
    flow.happen(there, outcome)
    return there


def fraction_of(amount: Amount) -> Fraction:
    """The amount as a fraction; a decimal on the grid of estimates."""
    return amount.fraction if amount.fraction is not None else fine(amount.decimal)

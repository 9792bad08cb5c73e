"""What each legal action of the dice step is worth.

The engine itself says where an action leads; the moment it leads to is looked up in the solved problem. So nothing of
the rules is told twice. An action that is about something else than dice has no value here, and says so.
"""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from threading import Lock

from rising_tutor.games.rising import actions as do
from rising_tutor.games.rising.cards.book import Codes
from rising_tutor.games.rising.odds.cards import help_of
from rising_tutor.games.rising.odds.question import Asked, position_of, reopened, shown_of
from rising_tutor.games.rising.odds.turns import Solve, Turns
from rising_tutor.games.rising.rules import between_rolls, flow
from rising_tutor.games.rising.rules import state as st
from rising_tutor.games.rising.rules.context import Run
from rising_tutor.games.rising.rules.tasks import PickColour, PickFace, PickReroll, RollDice
from rising_tutor.probability.dice_turn.answer import Amount, Progress, Solved, more
from rising_tutor.probability.dice_turn.dice_game import Question
from rising_tutor.probability.dice_turn.problem import Position, Problem
from rising_tutor.probability.dice_turn.roll_values import RollValues
from rising_tutor.probability.dice_turn.solver import solve
from rising_tutor.probability.ranked import RankedActions, ranked_exactly

DAMAGE = "It costs Damage, which this value does not count."
EFFECT = "What this does is not about dice, and this value does not count it."
ABILITY = "It pays for an ability that is not among the goals, and this value does not count what that does."


class Odds:
    """Values of actions, with the last answers kept.

    Args:
        solver: how a problem is solved; the fast method unless told otherwise.
    """

    def __init__(self, solver: Solve | None = None) -> None:
        self.turns = Turns(solver or _solve)
        self._one_at_a_time = Lock()

    def of_actions(self, run: Run, question: Question, progress: Progress | None = None) -> RankedActions:
        """Every legal action of a position with its value, best first; those without a value last.

        Raises:
            BadProblem: the question belongs to another position.
            TooLarge: the question cannot be solved exactly.
        """
        asked = reopened(run, question)
        with self._one_at_a_time:
            values = Values(asked, self.turns.roll_values(question.problem, progress))
            found = ((action, *values.after(run, action)) for action in flow.legal(run))
            what = "The chance of the goal" if question.unit.is_chance else "Goals completed this turn on average"
            return ranked_exactly(found, question.unit, f"{what} under best play of the dice", question.assumes)


def _solve(problem: Problem, progress: Progress | None) -> Solved:
    return solve(problem, progress=progress)


class Values:
    """Values of one question, asked of a solved problem."""

    def __init__(self, asked: Asked, roll_values: RollValues) -> None:
        self.problem = asked.question.problem
        self.aims = asked.aims
        self.goals = {aim.on for aim in asked.aims}
        self.roll_values = roll_values

    def after(self, run: Run, action: do.RisingAction) -> tuple[Amount | None, str]:
        """The value of an action, or why it has none."""
        why = _why_not(run, action)
        if why:
            return None, why
        match action:
            case do.Roll():
                return self.roll_values.rolling(self.position(run)), ""
            case do.Stop():
                return self.at_end(run), ""
            case do.UseAbility() | do.UseToken(on=None) | do.ChooseColour() | do.PickDie() | do.TurnDie() | do.Done():
                return self.moment(taken(run, action)), ""
        # What a completed ability does stays on the agenda: the problem counts the dice alone.
        there = run.copy()
        between_rolls.take.table[type(action)](there, action)
        on = getattr(action, "on", None)
        if on in there.t.used and on not in self.goals:
            return None, ABILITY
        return self.between(there), ""

    def position(self, run: Run) -> Position:
        return position_of(run, self.problem, self.aims)

    def at_end(self, run: Run) -> Amount:
        position = self.position(run)
        sets = [need.sets(lack) for need, lack in zip(self.problem.needs, position.lacks, strict=True)]
        return Amount.exact(self.problem.payoff_of(sets) - self.problem.spent(position.helps))

    def moment(self, run: Run) -> Amount:
        """The value of a moment that the engine has come to."""
        waiting = run.t.agenda[-1]
        match waiting:
            case PickReroll():
                return self._picking(run, waiting)
            case PickColour() | PickFace():
                return _best(self.moment(taken(run, action)) for action in flow.legal(run))
            case RollDice(codes) if codes:
                return self._rolled(run, codes, self.position(run))
        return self.between(run)

    def mean_on_grid(self, run: Run, grid: int) -> Fraction | None:
        """V of a roll that is to come, where every outcome counts with its decimal on a grid.

        Args:
            run: a table before a roll of dice.
            grid: values are taken to the nearest of so many parts.

        Returns:
            None where that would mean to try one roll after the other.
        """
        waiting = run.t.agenda[-1]
        assert isinstance(waiting, RollDice)
        position = self.position(run)
        if not waiting.codes:
            return self.roll_values.mean_on_grid(position, (), grid)
        if len(run.t.shown) < sum(position.pool):
            return None
        kept = tuple((Counter(run.t.shown) - Counter(waiting.codes)).elements())
        kinds = self.roll_values.read(shown_of(run, kept), position.pool, whole=False)
        return self.roll_values.mean_on_grid(position, kinds, grid, owed=run.t.duty == st.OWED)

    def between(self, run: Run) -> Amount:
        """The value of the window of step 3: dice may show, and the duty of the roll may be met or not."""
        t = run.t
        return self._best(run, self.position(run), t.shown)

    def _best(self, run: Run, position: Position, shown: Codes) -> Amount:
        t = run.t
        if t.duty == st.DISCARDED or not shown:
            return self.roll_values.value(position)
        kinds = self.roll_values.read(shown_of(run, shown), position.pool, whole=False)
        return self.roll_values.best(position, kinds, owed=t.duty == st.OWED, fresh=t.fresh)

    def _picking(self, run: Run, task: PickReroll) -> Amount:
        """The best set of dice to be rolled again that holds those chosen already."""
        position = self.position(run)
        shown = Counter(run.t.shown)
        left = shown - Counter(task.chosen)
        free = (task.n or len(run.t.shown)) - len(task.chosen)
        counts = product(*(range(n + 1) for n in left.values()))
        sets = ((*task.chosen, *Counter(dict(zip(left, n, strict=True))).elements()) for n in counts if sum(n) <= free)
        return _best(self._rolled(run, again, position) for again in sets)

    def _rolled(self, run: Run, again: Codes, position: Position) -> Amount:
        """The mean over all rolls of these dice; without any, the dice stay as they are."""
        if not again:
            return self._best(run, position, run.t.shown)
        shown, rolled = (
            self.roll_values.read(shown_of(run, codes), position.pool, whole=False) for codes in (run.t.shown, again)
        )
        return self.roll_values.rerolled(position, shown, rolled, owed=run.t.duty == st.OWED)


def _why_not(run: Run, action: do.RisingAction) -> str:
    """Why an action is not about dice; empty if it is."""
    book = run.book
    match action:
        case do.UseAbility(card) if card in book.team:
            return EFFECT
        case do.UseAbility(card):
            ability = book.hero[card].ability
            if ability.when == "take_damage":
                return DAMAGE
            return "" if help_of(ability.effect, "") is not None else EFFECT
        case do.UseToken(_, token):
            return "" if help_of(book.token[book.token_index[token]].effect, "") is not None else EFFECT
    return ""


def taken(run: Run, action: do.RisingAction) -> Run:
    """The position after an action, settled."""
    there = run.copy()
    flow.take(there, action)
    return there


def _best(amounts: Iterator[Amount]) -> Amount:
    best = next(amounts)
    for amount in amounts:
        if more(amount, best):
            best = amount
    return best

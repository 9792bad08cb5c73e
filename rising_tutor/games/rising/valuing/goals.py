"""The dice step of a position as a problem in chances to win: what is complete decides how the turn ends.

For every outcome of the dice step, the table is brought to it (symbols are laid on the cards, the dice are gone) and
played on to the turn boundary by `Ahead`. Where the outcomes are many, each goal is weighed by itself and the terms are
added up as log-odds. Goals that gain nothing are left out, then the smallest gains, then abilities for dice, until the
problem is solved in moments.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from math import exp, inf, log
from typing import Final, NamedTuple

from msgspec.structs import replace

from rising_tutor.core.ids import CardId
from rising_tutor.errors import BadProblem, TooLarge
from rising_tutor.games.rising.actions import BALANCE
from rising_tutor.games.rising.odds.cards import help_of
from rising_tutor.games.rising.odds.question import Asked, asked_for, helps_now, pool_of, work_of
from rising_tutor.games.rising.odds.targets import Aim, lacking, open_aims, wanted
from rising_tutor.games.rising.rules import flow
from rising_tutor.games.rising.rules import state as st
from rising_tutor.games.rising.rules.context import Run
from rising_tutor.games.rising.rules.placement import place
from rising_tutor.games.rising.rules.tasks import Window
from rising_tutor.games.rising.valuing.ahead import Ahead, Uses
from rising_tutor.games.rising.view import look_at
from rising_tutor.probability.dice_turn.plan import Plan
from rising_tutor.probability.dice_turn.problem import ANY, MOST_NEEDS, ExtraDie, ExtraSymbol, Problem

GRID: Final = 10**6
"""Payoffs are whole numbers of so many parts: short fractions keep the exact solver fast."""
MOST_SETS: Final = 3
"""More sets of one Villain or battle in one turn are not counted."""
LISTED: Final = 16
"""Up to so many outcomes every one is played on; beyond, the goals are weighed one by one."""
KEPT: Final = 2
"""The goals that gain most stay in the question even if abilities for dice have to be left out for them."""
MOST_TOKENS: Final = 3
"""More tokens for dice are not counted in the question; they are weighed where they are used."""
MOST_WORK: Final = 5_000_000
"""Pairs of a state and a roll: decimals take some tenths of a second."""
MOST_SMALL: Final = 1_000_000
"""The same where little work must do."""
MOST_LAST: Final = 50_000_000
"""The same for the last goal, in seconds: without it the dice would seem to be worth nothing."""
MOST_EXACT: Final = 200_000
"""Pairs for which fractions are worked out."""
MOST_STATES: Final = 40_000
"""Combinations of what can be lacking: many goals have many of them, though few dice come to few."""
ROLL_AGAIN: Final = 2.5
"""A pair is so many times more work for each ability that acts after a roll."""
_NOTHING: Final = 1e-9
_SURE: Final = 12.0
"""Log-odds of a game that is decided."""


class Goals(NamedTuple):
    """The dice step as a problem in chances to win.

    Attributes:
        asked: the problem, with its aims; None where dice can bring nothing.
        nothing: the chance to win if nothing more is completed.
        use: what is used beside dice before the step ends, as the payoffs count on it.
        left_out: cards of the goals that were too many to be solved in moments.
        exact: whether fractions are worked out.
    """

    asked: Asked | None
    nothing: Fraction
    use: Uses
    left_out: frozenset[CardId] = frozenset()
    exact: bool = True


class Goal(NamedTuple):
    """Something to complete: the needs that belong together, and the log-odds of winning with each number of sets."""

    aims: tuple[Aim, ...]
    gains: tuple[float, ...]

    @property
    def most(self) -> float:
        return max(self.gains)


def goals_of(run: Run, ahead: Ahead, *, small: bool = False) -> Goals:
    """What can be completed in the dice step of a position, and what it is worth.

    Args:
        run: a table in the dice step.
        ahead: plays turns on.
        small: whether little work must do, with decimals.
    """
    ends = _Ends(run, ahead)
    found = sorted(_weighed(run, ends), key=lambda goal: -goal.most)
    n_found = len(found)
    most_work = MOST_SMALL if small else MOST_WORK
    costs = _costs(run, ends)
    tokens = set(_tokens(run))
    helps = sorted(helps_now(run), key=lambda help_: isinstance(help_, ExtraDie))
    abilities = [help_.name for help_ in helps if help_.name not in tokens]
    # More goals are never less work, so the most that can be kept are found by halving.
    least, most, best = KEPT + 1, n_found, None
    while least <= most:
        n = (least + most + 1) // 2
        asked = _priced(run, found[:n], costs, most_work, ())
        if asked is None:
            most = n - 1
        else:
            least, best = n + 1, asked
    for n in range(0 if best else min(KEPT, n_found), 0, -1):
        # With few goals left, abilities that turn or reroll dice are left out before another goal is.
        fewer = (abilities[:dropped] for dropped in range(len(abilities) + 1))
        tries = (_priced(run, found[:n], costs, most_work, dropped) for dropped in fewer)
        best = next((asked for asked in tries if asked is not None), None)
        if best:
            break
    if best is None and found:
        best = _asked(run, found[:1], {}, MOST_LAST, tuple(abilities))
    if best is None:
        return Goals(None, _grid(ends.nothing), ends.use, _cards(found))
    kept = {aim.id for aim in best.aims}
    goals = [goal for goal in found if goal.aims[0].id in kept]
    left_out = [goal for goal in found if goal.aims[0].id not in kept]
    problem = replace(best.question.problem, payoff=_payoff(best, goals, ends))
    best = best._replace(question=replace(best.question, problem=problem))
    exact = not small and work_of(problem, MOST_EXACT) <= MOST_EXACT
    return Goals(best, _grid(ends.nothing), ends.use, _cards(left_out), exact)


def _cards(goals: Sequence[Goal]) -> frozenset[CardId]:
    return frozenset(CardId(aim.on) for goal in goals for aim in goal.aims)


def _priced(
    run: Run, found: Sequence[Goal], costs: Mapping[str, Fraction], most_work: int, dropped: Sequence[str]
) -> Asked | None:
    """The problem of these goals, with the tokens that may be used for the dice or else without them."""
    for priced in (costs, {}) if costs else ({},):
        asked = _asked(run, found, priced, most_work, tuple(dropped))
        if asked is not None:
            return asked
    return None


class _Ends:
    """The ends of one dice step: with some goals complete, what is worth using used, and the turn played on."""

    def __init__(self, run: Run, ahead: Ahead) -> None:
        self._run = run
        self._ahead = ahead
        self.use = ahead.uses(outcome_of(run, (), (), ahead))
        self.nothing = self.win((), ())
        self.base = log_odds(self.nothing)

    def token(self, kind: CardId) -> float:
        return self._ahead.evaluator.of_token(look_at(self._run, None), kind)

    def win(self, aims: Sequence[Aim], sets: Sequence[int]) -> float:
        return self._ahead.win(outcome_of(self._run, aims, sets, self._ahead), self.use)


def _weighed(run: Run, ends: _Ends) -> Iterator[Goal]:
    """Every goal that gains something by itself, with as many sets as go on gaining."""
    n_dice = sum(pool_of(run)) + 2
    groups: dict[str, list[Aim]] = {}
    for aim in open_aims(run):
        if aim.any_die and aim.on != BALANCE:
            continue  # a die that is kept for later brings nothing now
        if aim.on in run.book.hero and run.own(aim.on) >= 0:
            effect = run.book.hero[aim.on].ability.effect
            if help_of(effect, "") is not None:
                continue
        groups.setdefault(aim.id, []).append(aim)
    for aims in groups.values():
        times = min(*(aim.most for aim in aims), MOST_SETS)
        gains = [0.0]
        for n in range(1, times + 1):
            parts = [wanted(run, aim, n) for aim in aims]
            if sum(len(lacking(run, part)) for part in parts) > 2 * n_dice:
                break
            gains.append(max(gains[-1], log_odds(ends.win(parts, [n] * len(parts))) - ends.base))
        # One set may gain nothing and the next one win the game, but sets after the last gain are left out.
        while len(gains) > 1 and gains[-1] <= gains[-2] + _NOTHING and BALANCE not in {aim.id for aim in aims}:
            gains.pop()
        if len(gains) > 1:
            yield Goal(tuple(wanted(run, aim, len(gains) - 1) for aim in aims), tuple(gains))


def _asked(
    run: Run, found: Sequence[Goal], costs: Mapping[str, Fraction], most_work: int, dropped: tuple[str, ...]
) -> Asked | None:
    """The problem of these goals; None where it is too large.

    Args:
        run: a table in the dice step.
        found: the goals.
        costs: the tokens that may be used for the dice, by name, with what each takes off the chance to win.
        most_work: how much may be worked out.
        dropped: names of abilities that are left out.
    """
    aims = [aim for goal in found for aim in goal.aims]
    if len(aims) > MOST_NEEDS:
        return None
    try:
        asked = asked_for(run, aims, (*dropped, *(name for name in _tokens(run) if name not in costs)))
    except BadProblem:
        return None
    problem = asked.question.problem
    helps = tuple(replace(help_, cost=costs[help_.name]) if help_.name in costs else help_ for help_ in problem.helps)
    problem = replace(problem, helps=helps)
    return asked._replace(question=replace(asked.question, problem=problem)) if _is_small(problem, most_work) else None


def _is_small(problem: Problem, most_work: int) -> bool:
    """Whether the answer takes no more work than this, decimals taken."""
    # Each extra symbol may be used up: tables of their own.
    n_times = 2.0 ** sum(isinstance(help_, ExtraSymbol) for help_ in problem.helps)
    try:
        plan = Plan(problem, most_pairs=most_work / n_times, most_states=MOST_STATES / n_times)
    except TooLarge:
        return False
    return plan.n_pairs * (1 + ROLL_AGAIN * len(plan.rolls_again)) * n_times <= most_work


def _tokens(run: Run) -> list[str]:
    """Names of the helps that are tokens, once for each that is held."""
    names = {kind.name for kind in run.book.token}
    return [help_.name for help_ in helps_now(run) if help_.name in names]


def _costs(run: Run, ends: _Ends) -> dict[str, Fraction]:
    """The tokens for dice that the question counts, the rarest kinds first, with what each costs."""
    held = Counter(_tokens(run))
    found: dict[str, Fraction] = {}
    n = 0
    for name, count in sorted(held.items(), key=lambda one: one[1]):
        n += count
        if n > MOST_TOKENS:
            break
        kind = next(CardId(kind.id) for kind in run.book.token if kind.name == name)
        found[name] = _grid(max(0.0, ends.nothing - _odds(ends.base - ends.token(kind))))
    return found


def _payoff(asked: Asked, found: Sequence[Goal], ends: _Ends) -> tuple[Fraction, ...]:
    outcomes = asked.question.problem.outcomes
    listed = len(outcomes) <= LISTED
    wins = (
        ends.nothing
        if not any(sets)
        else ends.win(asked.aims, sets)
        if listed
        else _odds(ends.base + _added(sets, found))
        for sets in outcomes
    )
    return tuple(_grid(win) for win in wins)


def _added(sets: Sequence[int], found: Sequence[Goal]) -> float:
    """The gains of an outcome, one goal after the other. A goal of several needs counts where all are complete."""
    total, at = 0.0, 0
    for goal in found:
        total += goal.gains[min(sets[at : at + len(goal.aims)])]
        at += len(goal.aims)
    return total


def outcome_of(run: Run, aims: Sequence[Aim], sets: Sequence[int], ahead: Ahead) -> Run:
    """A copy of the table at the end of the dice step, with so many complete sets of each aim."""
    there = run.copy()
    t, book = there.t, there.book
    pool = pool_of(there)
    t.shown, t.unrolled, t.fresh, t.duty = (), (0,) * len(t.unrolled), False, st.ASSIGNED
    t.rolls = max(t.rolls, 1)
    if any(pool):
        # Over a whole turn the rolls nearly always could complete something: nobody counts on Aid.
        t.could_complete = True
    while type(t.agenda[-1]) is not Window:
        # A choice about dice is open; without dice there is nothing to choose.
        there.pop()
    blanks = [book.blank(colour) for colour, n in enumerate(pool) for _ in range(n)]
    for aim, n in zip(aims, sets, strict=True):
        for symbol in lacking(there, aim._replace(goal=_goal(there, aim, n), times=n)) if n else "":
            if symbol == ANY:
                if blanks:
                    t.balance_dice += (blanks.pop(),)
            else:
                place(there, book.code[f"token:{symbol}"], aim.on)
        flow.settle(there)
        _back_in_window(there, ahead)
    t.gone += tuple(blanks)
    return there


def _goal(run: Run, aim: Aim, n: int) -> tuple[int, ...]:
    return wanted(run, aim._replace(goal=(), times=1), n).goal


def _back_in_window(run: Run, ahead: Ahead) -> None:
    """What a paid ability asks for is chosen as greedy does, what it draws is left for `Ahead`."""
    for _ in range(20):
        if run.t.result or not flow.legal(run) or type(run.t.agenda[-1]) is Window:
            return
        flow.take(run, ahead.choose(run))


def log_odds(win: float) -> float:
    """The log-odds of a chance to win; a decided game counts as `_SURE`."""
    if win <= 0.0:
        return -_SURE
    return _SURE if win >= 1.0 else max(-_SURE, min(_SURE, log(win / (1.0 - win))))


def _odds(log_odds: float) -> float:
    return 1.0 / (1.0 + exp(-log_odds)) if log_odds > -inf else 0.0


def _grid(win: float) -> Fraction:
    return Fraction(round(win * GRID), GRID)

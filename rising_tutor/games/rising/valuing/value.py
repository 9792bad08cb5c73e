"""V of positions, and the follower that judges a line of play with it.

Where V comes from, by what a position waits for:

* the end of the game: the result;
* a turn boundary (the Team token is to be placed): the evaluator;
* a Fire Nation card to be turned over, and the draws of the setup: the mean over all outcomes;
* the dice step: the solver, over payoffs that are chances to win (`dice`, `goals`);
* anything else: the turn is played on to its dice step or its end (`ahead`).

The follower looks one move ahead of that everywhere: V before a move is the best of V after its actions, or their mean.
In the dice step it keeps the solved question as long as dice alone decide.

>>> from rising_tutor.core.registry import load_game
>>> game = load_game("fire")
>>> value = game.valuation().value(game.start(2, {"teams": "aang,toph"}))
>>> 0 < value < 1
True
"""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any, Final, NamedTuple

from rising_tutor.core.valuation import Choice, Judged, Part, ValueLabel
from rising_tutor.games.rising import actions as do
from rising_tutor.games.rising.cards.book import Book
from rising_tutor.games.rising.greedy import Greedy
from rising_tutor.games.rising.odds.question import in_dice_step
from rising_tutor.games.rising.odds.values import taken
from rising_tutor.games.rising.rules import chance, flow, tasks
from rising_tutor.games.rising.rules import state as st
from rising_tutor.games.rising.rules.context import Run
from rising_tutor.games.rising.valuing.ahead import Ahead, Uses
from rising_tutor.games.rising.valuing.dice import (
    DiceStep,
    Worth,
    at_dice,
    can_wait,
    happened,
    in_step,
    shifted,
    to_window,
)
from rising_tutor.games.rising.valuing.evaluator import Evaluator
from rising_tutor.games.rising.valuing.goals import outcome_of
from rising_tutor.games.rising.view import look_at
from rising_tutor.probability.log_odds import fine

_MEANS: Final = (
    tasks.TurnOver,
    tasks.RollThreat,
    tasks.FaceFigure,
    tasks.DealSide,
    tasks.StackCarriers,
    tasks.DealTeam,
    tasks.DrawFirst,
)


class RisingValuation:
    """V of one title.

    Args:
        book: its cards.
        rules_version: of the title, for the label.
    """

    def __init__(self, book: Book, rules_version: str) -> None:
        self.book = book
        self.evaluator = Evaluator(book)
        self.ahead = Ahead(book, self.evaluator, Greedy(book))
        self.label = _label(self.evaluator, book, rules_version)

    def value(self, state: st.State) -> Fraction:
        return Outlook(self).value(Run(state, self.book))

    def follow(self) -> "RisingFollower":
        return RisingFollower(self)


class Outlook:
    """V of positions of one turn, as seen before the question of its dice step is settled.

    What the dice of the turn are worth (their gain) is solved once for each location and pool that can come up, and
    kept: what step 2 brings and changes neither (a card, a counter on a carrier) changes only what the turn comes to
    without them.

    Args:
        valuation: whose outlook.
        begin: the position in which the Team token is placed, where it is known: gains are solved from there in the
            order of its locations and cards, so that they do not depend on what is asked first.
        dice: whether dice count at all; False for what the turn comes to without them.
    """

    def __init__(self, valuation: RisingValuation, begin: st.State | None = None, *, dice: bool = True) -> None:
        self.book = valuation.book
        self.ahead = valuation.ahead
        self.evaluator = valuation.evaluator
        self._begin = begin
        self._dice = dice
        self._gains: dict[tuple[Any, ...], tuple[float, Uses]] = {}

    def value(self, run: Run) -> Fraction:
        t = run.t
        if t.result:
            return Fraction(t.result == "win")
        kind = type(t.agenda[-1])
        if kind is tasks.PlaceTeamToken:
            return fine(self.evaluator.win(look_at(run, None)))
        if kind in _MEANS:
            outcomes = chance.outcomes.table[kind](run, t.agenda[-1])
            total = sum((weight * self.value(happened(run, one)) for one, weight in outcomes), Fraction(0))
            return fine(total / outcomes.total)
        if not t.turn and kind not in chance.outcomes.table:
            # Teams are chosen one after the other.
            return self.value(taken(run, self.ahead.choose(run.copy())))
        if in_step(run) or tasks.Do("dice") in t.agenda:
            there = to_window(run, self.ahead)
            if in_step(there):
                gain, use = self._gain(there) if self._dice else (0.0, ())
                return shifted(self.ahead.win(outcome_of(there, (), (), self.ahead), use), gain)
            return fine(self.ahead.win(there))
        return fine(self.ahead.win(run.copy()))

    def _gain(self, run: Run) -> tuple[float, Uses]:
        """What dice are worth, as log-odds, and what is used beside them."""
        if self._begin is not None:
            begin, self._begin = Run(self._begin, self.book), None
            for action in flow.legal(begin):
                self.value(taken(begin, action))
        t = run.t
        places = tuple(t.places[at] for at in run.places_here()) if t.location >= 0 else ()
        row = tuple((member.card, member.dice, member.parked) for member in run.team().row)
        tracks = (
            t.phase,
            t.balance,
            t.no_balance,
            t.no_tokens,
            t.tokens_gained,
            t.balance_symbols,
            t.balance_dice,
            t.battles,
        )
        key = (t.location, places, row, tracks, t.unrolled, t.shown, t.duty, t.fresh, t.used)
        found = self._gains.get(key)
        if found is None:
            step = DiceStep(run, self.ahead, main=False)
            found = self._gains[key] = step.gain(run), step.goals.use
        return found


class _Known(NamedTuple):
    """A position with the solved question that holds for it.

    Attributes:
        state: the position.
        step: None outside of the dice step.
        stale: whether something beside dice happened, such as a token for a new roll: the question holds for the roll,
            and is asked anew after it.
    """

    state: st.State
    step: DiceStep | None
    stale: bool = False


class RisingFollower:
    """Judges the moves of one line of play."""

    def __init__(self, valuation: RisingValuation) -> None:
        self.valuation = valuation
        self.book = valuation.book
        self._outlook = Outlook(valuation)
        self._turn = -1
        self._at: _Known | None = None
        """The position that was reached, with the question that goes on there."""
        self._judged: _Known | None = None

    def judge(self, state: st.State, move: Any, after: st.State) -> Judged:
        run = Run(state, self.book)
        step = self._known(state)
        if _is_chance(run):
            value = self._after_chance(step, Run(after, self.book))
            judged = Judged(self._mean(run, step), value, (), exact=True)
        else:
            options = self._options(run, step)
            value = next(choice.value for choice in options if choice.action == move)
            judged = Judged(max(choice.value for choice in options), value, options, exact=step is not None)
        self._go_on(run, step, move, after)
        return judged

    def skip(self, state: st.State, move: Any, after: st.State) -> None:
        self._go_on(Run(state, self.book), self._known(state), move, after)

    def options(self, state: st.State) -> tuple[Choice, ...]:
        run = Run(state, self.book)
        if run.t.result or _is_chance(run):
            return ()
        return self._options(run, self._known(state))

    def outcomes(self, state: st.State) -> Iterator[tuple[Any, int, Fraction]]:
        return self._outcomes(Run(state, self.book), self._known(state))

    def parts(self, state: st.State, action: Any) -> tuple[Part, ...]:
        options = self.options(state)
        best = max(options, key=lambda choice: choice.value)
        loss = best.value - next(choice.value for choice in options if choice.action == action)
        run, step, cite = Run(state, self.book), self._known(state), self.book.spec.cite
        if step is not None:
            found = step.parts(run, best.action, action)
            rest = Part("Beside the dice", cite.free, loss - sum((part.amount for part in found), Fraction(0)))
        elif type(state.agenda[-1]) is tasks.PlaceTeamToken:
            found = ()
            bare = Outlook(self.valuation, dice=False)
            without = bare.value(taken(run, best.action)) - bare.value(taken(run, action))
            found = (Part("What dice can complete there", cite.reach, loss - without),)
            rest = Part("What step 2 brings there", cite.attack, without)
        else:
            found = ()
            rest = Part("What it changes on the table", cite.targets, loss)
        return (*found, rest) if rest.amount else found

    def _known(self, state: st.State) -> DiceStep | None:
        """The solved question of a position: the one that goes on, or a new one; None outside of the dice step."""
        for known in (self._judged, self._at):
            if known is not None and known.state == state:
                self._judged = known
                return known.step
        run = Run(state, self.book)
        if state.turn != self._turn:
            begins = bool(state.agenda) and type(state.agenda[-1]) is tasks.PlaceTeamToken
            self._outlook, self._turn = Outlook(self.valuation, state if begins else None), state.turn
        step = DiceStep(run, self.valuation.ahead) if not state.result and in_dice_step(run) else None
        self._judged = _Known(state, step)
        return step

    def _go_on(self, run: Run, step: DiceStep | None, move: Any, after: st.State) -> None:
        """Keeps the question where dice alone led on."""
        stale = self._judged is not None and self._judged.stale
        self._at = None
        there = Run(after, self.book)
        if step is None or not at_dice(there):
            return
        rolling = type(after.agenda[-1]) is tasks.RollDice
        if _is_chance(run):
            # With the dice that are left, goals that were too many before may be solved now.
            keep = type(after.agenda[-1]) is not tasks.Window or not (stale or step.goals.left_out)
        else:
            solved = step.after(run, move).solved
            keep, stale = solved or rolling, stale or not solved
        if keep:
            self._at = _Known(after, step, stale)

    def _options(self, run: Run, step: DiceStep | None) -> tuple[Choice, ...]:
        legal = flow.legal(run)
        if step is None:
            return tuple(Choice(action, self._outlook.value(taken(run, action))) for action in legal)
        once: dict[Any, Worth] = {}
        for action in legal:
            if _alike(action) not in once:
                once[_alike(action)] = self._in_step(run, step, action)
        worths = {action: once[_alike(action)] for action in legal}
        best = (
            max(worth.value for worth in worths.values() if worth.solved or len(worths) == 1)
            if any(worth.solved for worth in worths.values())
            else Fraction(0)
        )
        waiting = [(action, worth.value) for action, worth in worths.items() if not worth.solved and worth.value > best]
        found = []
        for action, worth in worths.items():
            value = worth.value
            if worth.solved:
                # What beats all dice and can still be done later is not lost by an action with dice.
                value = max([value, *(v for other, v in waiting if v > value and can_wait(run, other, action))])
            found.append(Choice(action, value))
        return tuple(found)

    def _in_step(self, run: Run, step: DiceStep, action: Any) -> Worth:
        there = taken(run, action)
        return step.after(run, action) if in_step(there) else Worth(self._outlook.value(there), solved=False)

    def _mean(self, run: Run, step: DiceStep | None) -> Fraction:
        if step is not None and type(run.t.agenda[-1]) is tasks.RollDice:
            mean = step.mean(run)
            if mean is not None:
                return mean
        total, weights = Fraction(0), 0
        for _, weight, value in self._outcomes(run, step):
            total += weight * value
            weights += weight
        return total / weights

    def _outcomes(self, run: Run, step: DiceStep | None) -> Iterator[tuple[Any, int, Fraction]]:
        task = run.t.agenda[-1]
        for outcome, weight in chance.outcomes.table[type(task)](run, task):
            yield outcome, weight, self._after_chance(step, happened(run, outcome))

    def _after_chance(self, step: DiceStep | None, there: Run) -> Fraction:
        return step.value(there) if step is not None and at_dice(there) else self._outlook.value(there)


def _alike(action: Any) -> Any:
    """What is the same for actions of equal worth: it makes no difference to V which Team gives a token."""
    return (action.token, action.on) if isinstance(action, do.UseToken) else action


def _is_chance(run: Run) -> bool:
    return type(run.t.agenda[-1]) in chance.outcomes.table


def _label(evaluator: Evaluator, book: Book, rules_version: str) -> ValueLabel:
    assumes = [
        "At the end of a turn a model fitted on games that greedy played with itself says how likely the game is won.",
        "Within a turn the dice step is solved: best play, exact odds. Free abilities count as used in the end.",
        "Where fractions would take long the step is solved in decimals; goals that gain least may be left out.",
        "A token or an ability that is not about dice is weighed by what it changes for the model.",
        "Draws after the dice step count with their mean until they are made.",
    ]
    if not evaluator.fits_content:
        assumes.append("The model was fitted on the cards that ship with the game, not on the cards in use.")
    method = "solved within the turn, estimated at its end"
    return ValueLabel(
        method=method,
        horizon="the end of the turn",
        policy="greedy",
        samples=evaluator.model.provenance.games,
        rules_version=rules_version,
        content=book.fingerprint,
        assumes=tuple(assumes),
        bands=evaluator.model.band,
        solved=method,
    )

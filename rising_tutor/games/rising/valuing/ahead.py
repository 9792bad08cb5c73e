"""How a turn that is over for the dice is likely to end: the rest of it is played on to the next turn boundary.

Draws on the way are not all listed: a token or a card adds a term of its own to the evaluator's sum, so the one drawn
is the one nearest to the mean of all that can come, and the mean replaces its term. Choices on the way are those of the
policy greedy. What V makes of this is an estimate; where such a choice or draw comes up in a game, the ledger lists all
its options and outcomes.
"""

from collections.abc import Callable
from math import exp
from random import Random
from typing import Any, Final, TypeAlias

from rising_tutor.core.ids import Seat
from rising_tutor.core.node import Decision
from rising_tutor.games.rising import actions as do
from rising_tutor.games.rising.cards.book import Book
from rising_tutor.games.rising.greedy import Greedy
from rising_tutor.games.rising.odds.cards import help_of
from rising_tutor.games.rising.rules import chance, choices, flow, tasks
from rising_tutor.games.rising.rules.context import Run
from rising_tutor.games.rising.rules.placement import met
from rising_tutor.games.rising.valuing.evaluator import Evaluator
from rising_tutor.games.rising.view import look_at

MOST_MOVES: Final = 400
"""A turn that goes on for longer is judged as it stands."""
MOST_KEPT: Final = 5_000
"""Draws that are remembered."""
_STOP: Final = do.Stop()
Uses: TypeAlias = tuple[do.UseAbility | do.UseToken, ...]


class Ahead:
    """Plays turns on to their end and says how likely they are won from there.

    Args:
        book: the cards of the title.
        evaluator: judges turn boundaries.
        greedy: chooses on the way.
    """

    def __init__(self, book: Book, evaluator: Evaluator, greedy: Greedy) -> None:
        self.book = book
        self.evaluator = evaluator
        self._greedy = greedy
        self._rng = Random(0)
        self._draws: dict[tuple[Any, ...], tuple[Any, float]] = {}

    def win(self, run: Run, use: Uses = ()) -> float:
        """The chance to win, in [0, 1]. The table is played on; hand in a copy.

        Args:
            run: the table. In the window of the dice step no more dice are rolled: the step ends.
            use: what is done in the window before it ends, as far as it is legal there.
        """
        t = run.t
        more = 0.0
        for _ in range(MOST_MOVES):
            if t.result:
                return 1.0 if t.result == "win" else 0.0
            if type(t.agenda[-1]) is tasks.PlaceTeamToken:
                break
            more += self.one_move(run, use)
        return 1.0 / (1.0 + exp(-(self.evaluator.score(look_at(run, None)) + more)))

    def one_move(self, run: Run, use: Uses = ()) -> float:
        """Plays one move; gives what is to be added to the evaluator's sum for a draw that stands for the mean."""
        task = run.t.agenda[-1]
        if type(task) in chance.outcomes.table:
            outcome, term = self._typical(run, task)
            flow.happen(run, outcome)
            return term
        window = type(task) is tasks.Window
        flow.take(run, self._last_in_window(run, use) if window else self.choose(run))
        return 0.0

    def uses(self, run: Run) -> Uses:
        """What is worth doing in the window beside dice: abilities and tokens that leave the side better off.

        Args:
            run: a table in the window, without dice.
        """
        found: list[do.UseAbility | do.UseToken] = []
        now = self.win(run.copy())
        for action in flow.legal(run):
            if isinstance(action, do.UseAbility | do.UseToken) and not self._about_dice(action):
                then = self.win(run.copy(), (*found, action))
                if then > now:
                    found.append(action)
                    now = then
        return tuple(found)

    def _about_dice(self, action: do.UseAbility | do.UseToken) -> bool:
        book = self.book
        if isinstance(action, do.UseAbility):
            if action.card in book.team:
                return False
            return help_of(book.hero[action.card].ability.effect, "") is not None
        return help_of(book.token[book.token_index[action.token]].effect, "") is not None

    def choose(self, run: Run) -> do.RisingAction:
        """What greedy does here."""
        legal = tuple(flow.legal(run))
        if len(legal) == 1:
            return legal[0]
        seat = Seat(choices.seat(run, run.t.agenda[-1]))
        found: do.RisingAction = self._greedy(Decision(seat, legal), lambda: look_at(run, seat), self._rng)
        return found

    def _last_in_window(self, run: Run, use: Uses) -> do.RisingAction:
        """What is to be used; then the tokens that Balance still lacks; then the end."""
        legal = flow.legal(run)
        for action in use:
            if action in legal:
                return action
        gifts = [action for action in legal if isinstance(action, do.GiveToken)]
        if gifts and self._only_tokens_lack(run):
            view = look_at(run, None)
            return min(gifts, key=lambda give: self.evaluator.of_token(view, give.token))
        return _STOP

    @staticmethod
    def _only_tokens_lack(run: Run) -> bool:
        """Symbols and dice of the next Balance space are there, tokens are not."""
        t, book = run.t, run.book
        at = run.next_space()
        if at < 0 or met(run):
            return False
        space = book.side[t.side].spaces[at]
        return not book.open_mask(book.space_price[t.side][at], t.balance_symbols) and len(t.balance_dice) >= space.dice

    def _typical(self, run: Run, task: tasks.AnyTask) -> tuple[Any, float]:
        """The outcome nearest to the mean, and what the mean is more than it."""
        t = run.t
        if isinstance(task, tasks.DrawToken):
            key: tuple[Any, ...] = (t.options, t.phase, t.supply)
        elif isinstance(task, tasks.Fill):
            # All that a term depends on, and what is left to come.
            barred = t.battles[task.place // run.book.spec.places] is not None
            left = (t.heroes_unseen, t.villains_unseen, t.villains_in_deck)
            key = (t.options, t.phase, t.ruin, t.balance, t.side, barred, *left)
        else:
            return next(iter(chance.outcomes.table[type(task)](run, task)))[0], 0.0
        found = self._draws.get(key)
        if found is None:
            if len(self._draws) > MOST_KEPT:
                self._draws.clear()
            found = self._draws[key] = self._nearest(run, task)
        return found

    def _nearest(self, run: Run, task: tasks.DrawToken | tasks.Fill) -> tuple[Any, float]:
        view = look_at(run, None)
        term: Callable[[Any], float]
        if isinstance(task, tasks.Fill):
            place = task.place
            term = lambda outcome: self.evaluator.of_card(view, outcome.card, place)  # noqa: E731 - one of two
        else:
            term = lambda outcome: self.evaluator.of_token(view, outcome.token)  # noqa: E731 - one of two
        outcomes = chance.outcomes.table[type(task)](run, task)
        terms = [(outcome, weight, term(outcome)) for outcome, weight in outcomes]
        mean = sum(weight * one for _, weight, one in terms) / outcomes.total
        outcome, _, nearest = min(terms, key=lambda one: abs(one[2] - mean))
        return outcome, mean - nearest

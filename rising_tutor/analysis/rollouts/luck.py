"""What chance brought on a line that is played on, as V sees it: the number that a rollout is corrected by.

At a chance node the mean of V after it is V before it, exactly (`rising_tutor.core.valuation`). So V(after) less
V(before), added up over any chance nodes that are chosen without a look at what came up, has mean 0. Which nodes are
taken is a matter of cost, since V has to be worked out at each of them:

* `FIRST`: the first chance node of a line. Lines from one position share it, so its outcomes are judged once for all.
* `ALL`: every chance node, by a follower that walks the line. Within a turn it has to solve each dice step.
* names of sources of luck: every node of these sources, each by a follower that begins there. Good for cards and
  tokens, whose outcomes are few; a roll is better judged by `ALL` or `FIRST`.
* `NONE`.

Taken off it is by the method of control variates: `result - b * luck` has the mean of the results for any b that is not
chosen from the same sample, and the smallest variance where b is the coefficient of the regression of results on luck.
So each result is corrected with the b of all the others (leave one out): fitted, and without bias.

>>> won, luck = [1.0, 0.0, 1.0, 0.0, 1.0, 0.0], [0.3, -0.2, 0.25, -0.3, 0.2, -0.25]
>>> found = corrected(won, luck)
>>> round(found.coefficient, 2), round(found.ratio, 3)
(1.95, 0.04)

What pays, in CPU seconds, at ten positions of games that greedy played (two Teams, turns 3 to 15, five where a turn
begins and five within its dice step), with V as it is fitted now:

* Whole games: `FIRST` is the default. It costs 0.1 to 1.5 s once, as much as five games at most (0.3 to 0.4 s each),
  and most times little hangs on the first roll or card: at nine of the ten its standard deviation is below 2 points of
  V. At the tenth, where it is 38, 0.32 of the variance was left. Where 95 % or more is left the lines are counted as
  they came.
* One turn, 3 to 20 ms a line: with the same 2 s `FIRST` left 0.6 to 3.8 times the variance in eight positions, under
  0.03 times in two, 1.0 times at the median. Plain lines were within 0.5 points by then in nine of them, so `FIRST` is
  taken only for narrow intervals (`rollouts.paying`).
* Cards and tokens by their sources (`fire_deck,character_deck,tokens`), one turn, the same 2 s: 0.0 to 69 times, 1.4
  at the median, since a line costs 14 to 700 ms where V is asked about each refill. Never taken unasked.
* `ALL`: in an earlier measurement at seven positions it left 0.12, 0.28 and 0.36 of the variance after one, two and
  three turns, and cost 60 to 90 times as much as the lines alone. Never taken unasked.
"""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any, Final, Protocol

from rising_tutor.analysis.ledger import CHANCE, ZERO, Played, source_of
from rising_tutor.core.game import AnyGame
from rising_tutor.core.node import Chance
from rising_tutor.core.valuation import Follower, Valuation, valued_game
from rising_tutor.core.values import Value

NONE: Final = "none"
FIRST: Final = "first"
ALL: Final = "all"
MOST_OUTCOMES: Final = 5_000
"""With more outcomes than this the first chance node of a line is not corrected."""


LEAST: Final = 4
"""With fewer samples nothing is fitted, and nothing corrected."""
_ROUNDING: Final = 1e-12
"""Sums of squares that are smaller parts of the whole than this are rounding."""


class LineLuck(Protocol):
    """Watches one line and adds up its luck."""

    luck: Fraction

    def moved(self, state: Any, move: Any, after: Any) -> None: ...


class LuckJudge:
    """Makes a watcher for each line that begins at one position.

    Args:
        correct: `FIRST`, `ALL`, or names of sources with commas between them.
        lead: the moves of the present turn that led to the position; followers walk them first.
    """

    def __init__(self, game: AnyGame, valuation: Valuation, correct: str, lead: Sequence[Played] = ()) -> None:
        self.game, self.valuation, self.lead = game, valuation, lead
        self.listed: dict[Any, Mapping[Any, Fraction]] = {}
        """Of chance nodes that were first on some line: luck by outcome; empty where there are too many."""
        self._make: Callable[[], LineLuck]
        if correct == FIRST:
            self._make = lambda: _First(self)
        elif correct == ALL:
            self._make = lambda: _Every(self)
        else:
            sources = frozenset(correct.split(","))
            self._make = lambda: _OfSources(self, sources)

    def line(self) -> LineLuck:
        return self._make()

    def follower(self) -> Follower:
        """A follower that stands at the position."""
        follower = self.valuation.follow()
        for made in self.lead:
            follower.skip(made.state, made.move, made.step.state)
        return follower


def sources_of(game: AnyGame) -> tuple[str, ...]:
    """The names of the sources of luck of a game."""
    valued = valued_game(game)
    return (CHANCE,) if valued is None else tuple(valued.luck_sources())


def luck_of(follower: Follower, state: Any) -> dict[Any, Fraction]:
    """V after every outcome of a chance node less their mean; the weighted sum is exactly 0.

    Args:
        follower: stands there.
    """
    found = list(follower.outcomes(state))
    mean = sum((weight * value for _, weight, value in found), ZERO) / sum(weight for _, weight, _ in found)
    return {outcome: value - mean for outcome, _, value in found}


class _First:
    """The first chance node; what leads to it is walked only by the first line that comes there."""

    def __init__(self, judge: LuckJudge) -> None:
        self.judge = judge
        self.luck = ZERO
        self._made: list[tuple[Any, Any, Any]] | None = []

    def moved(self, state: Any, move: Any, after: Any) -> None:
        if self._made is None:
            return
        node = self.judge.game.node(state)
        if not isinstance(node, Chance):
            self._made.append((state, move, after))
            return
        listed = self.judge.listed.get(state)
        if listed is None:
            listed = self.judge.listed[state] = self._listed(state, node)
        self.luck = listed.get(move, ZERO)
        self._made = None

    def _listed(self, state: Any, node: Chance[Any]) -> Mapping[Any, Fraction]:
        if len(node.outcomes) > MOST_OUTCOMES:
            return {}
        follower = self.judge.follower()
        for made in self._made or ():
            follower.skip(*made)
        return luck_of(follower, state)


class _Every:
    def __init__(self, judge: LuckJudge) -> None:
        self.game, self.luck = judge.game, ZERO
        self._follower = judge.follower()

    def moved(self, state: Any, move: Any, after: Any) -> None:
        if isinstance(self.game.node(state), Chance):
            judged = self._follower.judge(state, move, after)
            self.luck += judged.after - judged.before
        else:
            self._follower.skip(state, move, after)


class _OfSources:
    def __init__(self, judge: LuckJudge, sources: frozenset[str]) -> None:
        self.judge, self.sources, self.luck = judge, sources, ZERO

    def moved(self, state: Any, move: Any, after: Any) -> None:  # noqa: ARG002 - as of every line
        if isinstance(self.judge.game.node(state), Chance) and source_of(self.judge.game, state) in self.sources:
            # Listed, not judged: what V says of a position by itself must not hang on which outcome came up.
            self.luck += luck_of(self.judge.valuation.follow(), state)[move]


class Corrected(Value, frozen=True):
    """Results with the luck taken off.

    Attributes:
        values: one for each result; their mean is the estimate.
        coefficient: b of all samples together.
        ratio: the variance of `values` over that of the results; 1 where the results do not vary.
    """

    values: tuple[float, ...]
    coefficient: float
    ratio: float


def corrected(results: Sequence[float], luck: Sequence[float]) -> Corrected:
    """Results less b times luck, b fitted on the others each time.

    Args:
        results: at least one.
        luck: one for each result; its expectation is 0.
    """
    n = len(results)
    mean_y, mean_x = sum(results) / n, sum(luck) / n
    xs = [x - mean_x for x in luck]
    ys = [y - mean_y for y in results]
    xx, xy = sum(x * x for x in xs), sum(x * y for x, y in zip(xs, ys, strict=True))
    if n < LEAST or xx <= _ROUNDING * sum(x * x for x in luck):
        return Corrected(tuple(results), 0.0, 1.0)
    # Without sample k both sums lose n / (n - 1) of its own term, as its part in the means goes too.
    share = n / (n - 1)
    values = []
    for y, x, dx, dy in zip(results, luck, xs, ys, strict=True):
        rest = xx - share * dx * dx
        values.append(y - (xy - share * dx * dy) / rest * x if rest > _ROUNDING * xx else y)
    return Corrected(tuple(values), xy / xx, ratio(values, results))


def ratio(values: Sequence[float], results: Sequence[float]) -> float:
    """The variance of the first over that of the second; 1 where the second do not vary.

    >>> ratio([0.0, 1.0], [0.0, 2.0]), ratio([0.0, 1.0], [2.0, 2.0])
    (0.25, 1.0)
    """
    below = variance(results)
    return variance(values) / below if below else 1.0


def variance(values: Sequence[float]) -> float:
    """The variance of a sample; 0 of one."""
    if len(values) < 2:
        return 0.0
    mean = sum(values) / len(values)
    return sum((value - mean) ** 2 for value in values) / (len(values) - 1)

"""What choices are worth by what the seat that chooses could know, and not by what lies hidden.

Where nothing is hidden that is V of the position itself, and nothing here changes a number. Else V after an action is
its mean over worlds that fit the view of the seat (`rising_tutor.core.worlds`). Actions meet the same worlds, so the
difference of two is far surer than their values; `Known.loss_low` is the lower end of its 95 % interval.

Where a game lists all worlds, the means leave nothing to chance, and the best action is the one with the best of them.
Else worlds are drawn, and the best of several noisy means looks better than it is: so one half of the worlds names the
best action, and the other half values it and all others. A loss may then come out below 0, within its interval.

So positions that a seat cannot tell apart give the same values, to the bit.
"""

from fractions import Fraction
from typing import Any, Final

from msgspec.structs import replace

from rising_tutor.analysis.intervals import of_mean
from rising_tutor.core.game import AnyGame
from rising_tutor.core.node import Decision
from rising_tutor.core.valuation import Choice, Valuation, best_of, opposes
from rising_tutor.core.values import Value
from rising_tutor.core.worlds import Worlds, listed_worlds, worlds

ZERO: Final = Fraction(0)
BY_KNOWLEDGE: Final = (
    "A choice is judged by what its seat could see: by the mean over tables drawn to fit that, which is an estimate."
)
"""What is assumed of choices where something is hidden."""
NAMING: Final = "naming "
"""Begins the seed of the worlds that name the best action."""


class Known(Value, frozen=True):
    """The choices of a position as the seat that chooses could value them.

    Attributes:
        options: every legal action with the mean of V after it, in the order of the node.
        each: for every action V after it in each world.
        drawn: how often each world was drawn, or its weight; one world where nothing is hidden.
        opposed: whether a smaller V suits the seat.
        named: the best action by the worlds that name it; None where all worlds are listed.
    """

    options: tuple[Choice, ...]
    each: tuple[tuple[Fraction, ...], ...]
    drawn: tuple[int, ...]
    opposed: bool
    named: Any = None

    @property
    def best(self) -> Choice:
        """The action that the seat could know to be the best, the first of several."""
        if self.named is not None:
            return self.options[self._at(self.named)]
        best = best_of(self.options, opposed=self.opposed)
        assert best is not None
        return best

    def loss(self, action: Any) -> Fraction:
        """How much less than the best an action is worth to the seat; from 0, unless worlds were drawn."""
        at, best = self._at(action), self.best.value
        return self.options[at].value - best if self.opposed else best - self.options[at].value

    def loss_low(self, action: Any) -> Fraction:
        """The lower end of the 95 % interval of the loss, world by world; the loss where the worlds are listed."""
        one, best = self.each[self._at(action)], self.each[self._at(self.best.action)]
        if self.named is None:
            return self.loss(action)
        sign = -1 if self.opposed else 1
        gaps = ((float(sign * (high - low)), n) for high, low, n in zip(best, one, self.drawn, strict=True))
        return Fraction(of_mean([gap for gap, n in gaps for _ in range(n)])[0])

    def _at(self, action: Any) -> int:
        return next(at for at, choice in enumerate(self.options) if choice.action == action)


def known_choices(
    game: AnyGame, valuation: Valuation, state: Any, *, seed: str = "", on_table: tuple[Choice, ...] = ()
) -> Known | None:
    """The choices of a position, as it is on the table, by what its seat could know; None where nobody chooses.

    Args:
        seed: of the worlds that are drawn, such as that of a report with the number of a line.
        on_table: V after each action of the position itself, where it is known already.
    """
    node = game.node(state)
    if not isinstance(node, Decision):
        return None
    opposed = opposes(game, node.seat)
    listed = listed_worlds(game, state, node.seat)
    if listed is not None:
        if on_table and len(listed) == 1 and listed[0][0] == state:
            return Known(on_table, tuple((choice.value,) for choice in on_table), (1,), opposed)
        return _known(valuation, listed, opposed=opposed)
    naming = _known(valuation, worlds(game, state, node.seat, seed=f"{NAMING}{seed}"), opposed=opposed)
    found = _known(valuation, worlds(game, state, node.seat, seed=seed), opposed=opposed)
    return replace(found, named=naming.best.action)


def _known(valuation: Valuation, believed: Worlds, *, opposed: bool) -> Known:
    weights = tuple(n for _, n in believed)
    found = [valuation.follow().options(world) for world, _ in believed]
    each = tuple(tuple(choice.value for choice in column) for column in zip(*found, strict=True))
    means = (sum((n * value for n, value in zip(weights, values, strict=True)), ZERO) / sum(weights) for values in each)
    options = tuple(Choice(choice.action, value) for choice, value in zip(found[0], means, strict=True))
    return Known(options, each, weights, opposed)

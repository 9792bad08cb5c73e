"""What choices are worth by what the seat that chooses could know, and not by what lies hidden.

Where nothing is hidden that is V of the position itself, and nothing here changes a number. Else V after an action is
its mean over worlds that fit the view of the seat (`rising_tutor.core.worlds`). Actions meet the same worlds, so the
difference of two is far surer than their values; `Known.loss_low` is the lower end of its 95 % interval.

So positions that a seat cannot tell apart give the same values, to the bit.
"""

from fractions import Fraction
from typing import Any, Final

from rising_tutor.analysis.intervals import of_mean
from rising_tutor.core.game import AnyGame
from rising_tutor.core.node import Decision
from rising_tutor.core.valuation import Choice, Valuation, best_of, opposes
from rising_tutor.core.values import Value
from rising_tutor.core.worlds import worlds

ZERO: Final = Fraction(0)
BY_KNOWLEDGE: Final = (
    "A choice is judged by what its seat could see: by the mean over tables drawn to fit that, which is an estimate."
)
"""What is assumed of choices where something is hidden."""


class Known(Value, frozen=True):
    """The choices of a position as the seat that chooses could value them.

    Attributes:
        options: every legal action with the mean of V after it, in the order of the node.
        each: for every action V after it in each world.
        drawn: how often each world was drawn; one world where nothing is hidden.
        opposed: whether a smaller V suits the seat.
    """

    options: tuple[Choice, ...]
    each: tuple[tuple[Fraction, ...], ...]
    drawn: tuple[int, ...]
    opposed: bool

    @property
    def best(self) -> Choice:
        """The first of the best choices for the seat."""
        best = best_of(self.options, opposed=self.opposed)
        assert best is not None
        return best

    def loss(self, action: Any) -> Fraction:
        """How much less than the best an action is worth to the seat, from 0."""
        at, best = self._at(action), self.best.value
        return self.options[at].value - best if self.opposed else best - self.options[at].value

    def loss_low(self, action: Any) -> Fraction:
        """The lower end of the 95 % interval of the loss, world by world; the loss where nothing is hidden."""
        one, best = self.each[self._at(action)], self.each[self._at(self.best.action)]
        if sum(self.drawn) == 1:
            return self.loss(action)
        sign = -1 if self.opposed else 1
        gaps = ((float(sign * (high - low)), n) for high, low, n in zip(best, one, self.drawn, strict=True))
        return Fraction(of_mean([gap for gap, n in gaps for _ in range(n)])[0])

    def _at(self, action: Any) -> int:
        return next(at for at, choice in enumerate(self.options) if choice.action == action)


def known_choices(game: AnyGame, valuation: Valuation, state: Any) -> Known | None:
    """The choices of a position, as it is on the table, by what its seat could know; None where nobody chooses."""
    node = game.node(state)
    if not isinstance(node, Decision):
        return None
    believed = worlds(game, state, node.seat)
    drawn = tuple(n for _, n in believed)
    found = [valuation.follow().options(world) for world, _ in believed]
    each = tuple(tuple(choice.value for choice in column) for column in zip(*found, strict=True))
    means = (sum((n * value for n, value in zip(drawn, values, strict=True)), ZERO) / sum(drawn) for values in each)
    listed = tuple(Choice(choice.action, value) for choice, value in zip(found[0], means, strict=True))
    return Known(listed, each, drawn, opposes(game, node.seat))

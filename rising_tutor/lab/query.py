"""The questions of a unit whose answers are numbers, as data. A unit file names a query; nobody types the number.

    [step.numbers]
    assign = { find = "choice", assign = [["blue", "E", 1]] }
    loss = { find = "difference", of = "discard", less = "assign" }

Every query may change fields of the scene it stands in (`scene`). Queries that work on other numbers name them.
`answering` answers them.

>>> import msgspec
>>> msgspec.convert({"find": "shows", "symbol": "E"}, AnyQuery).least
1
"""

from fractions import Fraction
from typing import Any, Literal

import msgspec

from rising_tutor.core.values import Value
from rising_tutor.lab.scene import HelpData
from rising_tutor.probability.dice_turn.answer import EXACT


class Number(Value, frozen=True):
    """An answer.

    Attributes:
        amount: the number itself.
        kind: "chance" from 0 to 1, "value" an expected value or an average, "points" a difference of chances,
            "count" a whole number, "ratio" how many times as much.
        method: how it was obtained, in the words shown beside it.
        high: where no single number answers it, the upper end of the range that begins with `amount`.
    """

    amount: Fraction
    kind: Literal["chance", "value", "points", "count", "ratio"]
    method: str = EXACT
    high: Fraction | None = None

    @property
    def ends(self) -> tuple[Fraction, Fraction]:
        """The range; a single number twice."""
        return self.amount, self.amount if self.high is None else self.high

    def off(self, stated: Fraction) -> Fraction:
        """How far a stated number lies outside; 0 is right."""
        low, high = self.ends
        return max(low - stated, stated - high, Fraction(0))


class Query(Value, frozen=True, kw_only=True, tag_field="find"):
    """What is asked.

    Attributes:
        scene: fields of the scene that are different here.
    """

    scene: dict[str, Any] = msgspec.field(default_factory=dict)


class Best(Query, frozen=True, tag="best"):
    """What best play expects; a chance where the scene counts one need, "all" or "any"."""


class Choice(Query, frozen=True, tag="choice"):
    """What best play expects after one choice for the roll on the table.

    Attributes:
        assign: (colour, face, number of the need from 1) of each die that is assigned.
        discard: the colour of the die that is given up instead.
    """

    assign: tuple[tuple[str, str, int], ...] = ()
    discard: str = ""


class BestChoice(Query, frozen=True, tag="best-choice"):
    """What the best choice of a sort is worth for the roll on the table."""

    among: Literal["all", "assign", "discard", "help"] = "all"


class Policy(Query, frozen=True, tag="policy"):
    """What a simple way to play expects, by its name in `policies`; a range where ties, left open by it, matter."""

    name: str


class Completed(Query, frozen=True, tag="completed"):
    """The chance that best play for the value of the scene completes at least so many needs."""

    least: int


class Gain(Query, frozen=True, tag="gain"):
    """How much more best play expects with one more die, or with helps.

    Attributes:
        die: the colour of the die.
        helps: what may be used.
    """

    die: str = ""
    helps: tuple[HelpData, ...] = ()


class OneRoll(Query, frozen=True, tag="one-roll"):
    """The chance that a single roll of the pool covers all needs of the scene."""


class Shows(Query, frozen=True, tag="shows"):
    """The chance that a roll shows at least so many of a symbol."""

    symbol: str
    least: int = 1


class Mean(Query, frozen=True, tag="mean"):
    """How many of a symbol a roll shows on average."""

    symbol: str


class Drawn(Query, frozen=True, tag="draw"):
    """The chance that a draw from the bag brings at least (and at most) so many of the wanted kinds.

    Attributes:
        back: whether each thing is put back before the next is drawn.
    """

    least: int = 1
    most: int | None = None
    back: bool = False


class MeanDrawn(Query, frozen=True, tag="mean-draw"):
    """How many of the wanted kinds a draw brings on average."""


class Samples(Query, frozen=True, tag="samples"):
    """The trials after which the 95 % interval of a chance reaches no further than so much to each side.

    Attributes:
        of: the number that is the chance.
        one_in: the half width is one in so many: 100 for one percentage point.
    """

    of: str
    one_in: int


class HalfWidth(Query, frozen=True, tag="half-width"):
    """How far the 95 % interval of a chance reaches to each side after so many trials."""

    of: str
    trials: int


class Difference(Query, frozen=True, tag="difference"):
    """One number less another."""

    of: str
    less: str


class Ratio(Query, frozen=True, tag="ratio"):
    """How many times as much one number is as another."""

    of: str
    by: str


class Product(Query, frozen=True, tag="product"):
    """The chance that independent things, by their numbers, all happen."""

    of: tuple[str, ...]


class Not(Query, frozen=True, tag="not"):
    """The chance that something does not happen."""

    of: str


AnyQuery = (
    Best
    | Choice
    | BestChoice
    | Policy
    | Completed
    | Gain
    | OneRoll
    | Shows
    | Mean
    | Drawn
    | MeanDrawn
    | Samples
    | HalfWidth
    | Difference
    | Ratio
    | Product
    | Not
)

"""What rollouts say: a row for each action with its interval and its loss, and how all of it came about.

>>> row = RolledOut(None, 0.5, 0.3, 0.7, 0.5, 0.0, 0.0, 0.0, True, 24, 0, False, 0.0, 1.0)
>>> found = Rollouts((row,), "greedy", 1, NONE, "7", AT_MOST, (24,), 0.0, 24, "1", "none")
>>> found.horizon
'to the end of the present turn, then judged by V at the boundary'
"""

from typing import Any, Final

from rising_tutor.analysis.playouts import MOST_DECISIONS
from rising_tutor.analysis.rollouts.luck import ALL, FIRST, NONE
from rising_tutor.core.english import listed
from rising_tutor.core.valuation import ValueLabel
from rising_tutor.core.values import Value

SEPARATED, WIDTH, AT_MOST, STOPPED = "separated", "width", "most", "stopped"
REASONS: Final = {
    SEPARATED: "one action is left that may be the best",
    WIDTH: "the intervals are narrow enough",
    AT_MOST: "the most lines were played",
    STOPPED: "it was stopped",
}


class RolledOut(Value, frozen=True):
    """What an action is worth by its rollouts, or the position itself where no action was asked for.

    Attributes:
        action: as in the decision; None for the position.
        value: the estimate. With the luck taken off it can lie a little beyond 0 or 1.
        low, high: its 95 % interval, within [0, 1].
        plain: the mean of the results as they came.
        loss: how much worse than the best action for whoever chooses, over the lines that both have; 0 for the best.
        loss_low, loss_high: its interval, wide enough for all looks of the rule together to err in 5 % of cases.
        tied: whether it may be the best.
        samples: lines.
        unfinished: lines of them that were too long and count one half.
        luck_off: whether the luck was taken off.
        coefficient: what the luck was multiplied by before it was taken off, fitted on all lines; 0 where it was not.
        ratio: the variance of the corrected results over that of the plain ones.
    """

    action: Any
    value: float
    low: float
    high: float
    plain: float
    loss: float
    loss_low: float
    loss_high: float
    tied: bool
    samples: int
    unfinished: int
    luck_off: bool
    coefficient: float
    ratio: float


class Rollouts(Value, frozen=True):
    """What rollouts say of a position.

    Attributes:
        rows: the best action first.
        turns: how many, the present one counted; 0 for the whole game.
        correct: which luck is taken off, as in `rollouts.luck`.
        stop: `SEPARATED`, `WIDTH`, `AT_MOST` or `STOPPED`.
        looks: after how many lines of each action the rule looked.
        half_width: what is narrow enough; 0 for nothing.
        most: lines of each action at most.
        rules_version, content: of the game.
        label: of V, where V is asked: at the boundary, or for the luck.
        imagined: by whose view the tables were drawn that lines begin at, in words; "" where nothing is hidden.
    """

    rows: tuple[RolledOut, ...]
    policy: str
    turns: int
    correct: str
    seed: str
    stop: str
    looks: tuple[int, ...]
    half_width: float
    most: int
    rules_version: str
    content: str
    label: ValueLabel | None = None
    imagined: str = ""

    @property
    def samples(self) -> int:
        """Lines of the action that has most."""
        return max(row.samples for row in self.rows)

    @property
    def horizon(self) -> str:
        """How far lines go, in words."""
        if not self.turns:
            return "to the end of the game"
        turns = "to the end of the present turn" if self.turns == 1 else f"for {self.turns} turns with the present one"
        return f"{turns}, then judged by V at the boundary"

    @property
    def correction(self) -> str:
        """Which luck is taken off, in words."""
        if self.correct == NONE:
            return "no luck is taken off"
        what = {FIRST: "the first chance of each line", ALL: "all chance"}.get(
            self.correct, f"chance of {self.correct.replace(',', ', ')}"
        )
        if not any(row.luck_off for row in self.rows):
            return f"the luck of {what} as V sees it is not taken off, as too little hangs on it"
        return f"the luck of {what} is taken off as V sees it, by a coefficient fitted on the other lines"

    @property
    def method(self) -> tuple[str, ...]:
        """How the numbers come about, in sentences."""
        n, m = self.samples, min(row.samples for row in self.rows)
        lines = f"{n} lines" if n == m else f"{m} to {n} lines"
        each = " of each action, with the same chance" if len(self.rows) > 1 else ""
        how = (
            f"Estimate: {lines}{each}, played {self.horizon}, by the policy {self.policy} for everybody; "
            f"{self.correction}; seed {self.seed}, rules version {self.rules_version}, cards {self.content[:12]}."
        )
        intervals = (
            "95 % intervals: Student's t of the corrected results, Wilson's of a share where few lines end otherwise."
        )
        rule = (
            f"Stopped because {REASONS[self.stop]}. The rule looked after {listed(map(str, self.looks))} lines. Who "
            "looks several times stops more often at a lucky moment, so intervals of values hold a little less than "
            "95 %; those of losses are widened to hold it over all looks."
        )
        more = []
        if self.imagined:
            more.append(f"Each line begins at a table drawn to fit what {self.imagined}; nothing else was looked at.")
        if self.turns:
            more.append("How far V may be off at the boundary is not in the intervals.")
        if not all(0 <= row.value <= 1 for row in self.rows):
            more.append(
                "With the luck taken off, a mean can come to a little less than 0 or more than 1, which is no chance: "
                "the true one lies within its interval."
            )
        if any(row.unfinished for row in self.rows):
            more.append(f"Lines of more than {MOST_DECISIONS} choices count one half.")
        return (how, intervals, rule, *more)

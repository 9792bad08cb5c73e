"""Rollouts: games played on from a position by a named policy, many times, to estimate what the position is worth.

The value is the chance to win (as V counts it) when the policy plays for everybody: to the end of the game, or for some
turns, after which V judges the position at the boundary. Luck is taken off each line as far as `correct` says
(`rollout_luck`), by a coefficient that is fitted on the other lines (`control_variate`); this moves no mean.

Line k of every action draws from generators that depend on the seed and k alone, so actions meet the same luck while
their lines agree, and are compared pair by pair. The rule to stop looks after `FIRST_LOOK` lines and then whenever
they have doubled. It stops where one action is left that may be the best, where every interval is narrow enough, at the
most lines, or when somebody says so.

>>> from rising_tutor.core.registry import load_game
>>> game = load_game("fire")
>>> found = rollouts(game, game.start(2, {"teams": "aang,toph"}), turns=1, most=8, half_width=0)
>>> found.samples, found.stop, 0 <= found.rows[0].low <= found.rows[0].value <= found.rows[0].high <= 1
(8, 'most', True)
"""

from collections.abc import Callable, Sequence
from statistics import NormalDist
from typing import Any, Final

from rising_tutor.analysis.control_variate import corrected
from rising_tutor.analysis.intervals import Interval, Z, of_mean, of_share, of_share_difference
from rising_tutor.analysis.ledger import Played, Progress, opposes, valuation_of, value_of
from rising_tutor.analysis.playouts import MOST_DECISIONS, Line, end_of_game, part_of, policy_of
from rising_tutor.analysis.rollout_luck import ALL, FIRST, NONE, LuckJudge, sources_of
from rising_tutor.core.game import AnyGame
from rising_tutor.core.node import Decision, Terminal
from rising_tutor.core.valuation import Valuation, ValueLabel, payoff_value, valued_game
from rising_tutor.core.values import Value

FIRST_LOOK: Final = 32
MOST: Final = 1024
HALF_WIDTH: Final = 0.03
FEW: Final = 5
"""Where fewer lines than this end otherwise than the rest, an interval counts wins and takes no luck off."""
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
        policy: who plays.
        turns: how many, the present one counted; 0 for the whole game.
        correct: which luck is taken off, as in `rollout_luck`.
        seed: fixes everything that is drawn.
        stop: `SEPARATED`, `WIDTH`, `AT_MOST` or `STOPPED`.
        looks: after how many lines of each action the rule looked.
        half_width: what is narrow enough; 0 for nothing.
        most: lines of each action at most.
        rules_version, content: of the game.
        label: of V, where V is asked: at the boundary, or for the luck.
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
            f"Stopped because {REASONS[self.stop]}. The rule looked after {_listed(self.looks)} lines. Who looks "
            "several times stops more often at a lucky moment, so intervals of values hold a little less than 95 %; "
            "those of losses are widened to hold it over all looks."
        )
        more = []
        if self.turns:
            more.append("How far V may be off at the boundary is not in the intervals.")
        if any(row.unfinished for row in self.rows):
            more.append(f"Lines of more than {MOST_DECISIONS} choices count one half.")
        return (how, intervals, rule, *more)


def rollouts(
    game: AnyGame,
    state: Any,
    *,
    actions: Sequence[Any] = (),
    lead: Sequence[Played] = (),
    policy: str = "",
    turns: int = 0,
    correct: str = "",
    half_width: float = HALF_WIDTH,
    most: int = MOST,
    seed: int | str = 0,
    valuation: Valuation | None = None,
    progress: Progress | None = None,
    stop: Callable[[], bool] | None = None,
) -> Rollouts:
    """What a position is worth, or each of some actions in it, by rollouts. The full position is played on.

    Args:
        game: any game.
        state: a position of a game that is not over.
        actions: legal actions; () for the position itself, in which the policy chooses.
        lead: the recorded moves of the present turn up to the position, where there are any.
        policy: its name; greedy where the game has it, else random.
        turns: lines end after so many turns, the present one counted, and are judged by V; 0 plays to the end.
        correct: which luck is taken off: `FIRST`, `ALL`, `NONE`, or names of sources with commas between them; "" for
            what pays (`paying`).
        half_width: half a 95 % interval that is narrow enough; 0 for none.
        most: lines of each action at most.
        seed: the same seed gives the same answer.
        valuation: V; that of the game unless told otherwise. Not needed for whole games without correction.
        progress: called with lines done and lines to do at most, before every choice; what it raises ends the work.
        stop: asked after every line of all actions; True ends the work with what there is.

    Raises:
        KeyError: the game has no policy of that name.
        TypeError: V is needed, and the game offers none.
        ValueError: the game is over, an action is not legal here, or a number or a source of luck cannot be used.
    """
    node = game.node(state)
    if isinstance(node, Terminal):
        raise ValueError("the game is over: nothing can be played on")  # noqa: TRY004 - it is the position
    if actions and not (isinstance(node, Decision) and all(action in node.actions for action in actions)):
        raise ValueError(f"an action is not legal here: {game.where(state)}")
    if most < 1 or turns < 0 or half_width < 0:
        raise ValueError(f"most {most}, turns {turns}, half_width {half_width}: expected at least 1, 0 and 0")
    correct = correct or paying(turns)
    unknown = {*correct.split(",")} - {*sources_of(game)} if correct not in (NONE, FIRST, ALL) else set()
    if unknown:
        raise ValueError(f"no source of luck {min(unknown)!r}; there is {', '.join(sources_of(game))}")
    if valuation is None and (turns or correct != NONE):
        valuation = valuation_of(game)
    seat = node.seat if isinstance(node, Decision) else None
    looks = looks_of(most)
    roller = _Roller(
        game,
        state,
        tuple(dict.fromkeys(actions)) or (None,),
        policy=policy_of(game, policy),
        turns=turns,
        seed=str(seed),
        valuation=valuation,
        judge=LuckJudge(game, valuation, correct, lead) if valuation is not None and correct != NONE else None,
        sign=-1 if opposes(game, seat) else 1,
        wider=NormalDist().inv_cdf(1 - 0.025 / len(looks)) / Z,
    )
    reason, looked = roller.roll(looks, half_width, progress, stop)
    return Rollouts(
        rows=roller.rows(),
        policy=roller.policy,
        turns=turns,
        correct=correct,
        seed=str(seed),
        stop=reason,
        looks=looked,
        half_width=half_width,
        most=most,
        rules_version=game.info.rules_version,
        content=game.info.content,
        label=valuation.label if valuation is not None else None,
    )


def paying(turns: int) -> str:
    """Which luck is worth taking off, by what was measured on positions of recorded games.

    V at the end of a few turns depends much on the first card or roll, and judging that costs as much as some lines. To
    the end of the game its part is about a hundredth of the variance, and all chance nodes together cost more than the
    lines that they save.

    >>> paying(1), paying(0)
    ('first', 'none')
    """
    return FIRST if turns else NONE


def looks_of(most: int) -> tuple[int, ...]:
    """After how many lines the rule looks.

    >>> looks_of(100), looks_of(8)
    ((32, 64, 100), (8,))
    """
    looks, n = [], FIRST_LOOK
    while n < most:
        looks.append(n)
        n *= 2
    return (*looks, most)


def end_of_turns(game: AnyGame, state: Any, turns: int) -> Callable[[Any], bool]:
    """Whether so many turns are over, the present one counted; during the setup, the first turn is the present one."""
    valued = valued_game(game)
    if valued is not None:
        last = max(valued.turn_of(state), 1) + turns
        return lambda later: valued.turn_of(later) >= last
    parts = [part_of(game, state)]

    def over(later: Any) -> bool:
        part = part_of(game, later)
        if part != parts[-1]:
            parts.append(part)
        return len(parts) > turns

    return over


class _Lines:
    """The lines of one action."""

    def __init__(self, action: Any) -> None:
        self.action = action
        self.results: list[float] = []
        self.luck: list[float] = []
        self.unfinished = 0
        self.values: tuple[float, ...] = ()
        self.coefficient, self.ratio = 0.0, 1.0
        self.is_count = False
        """Whether the lines are counted: all results are 0, 1/2 or 1, and luck is not taken off."""

    def fit(self, *, correct: bool) -> None:
        """Takes the luck off all lines that there are."""
        counts = {*self.results} <= {0.0, 0.5, 1.0}
        commonest = max(self.results.count(result) for result in {*self.results})
        self.is_count = counts and (not correct or len(self.results) - commonest < FEW)
        if correct and not self.is_count:
            found = corrected(self.results, self.luck)
            self.values, self.coefficient, self.ratio = found.values, found.coefficient, found.ratio
        else:
            self.values, self.coefficient, self.ratio = tuple(self.results), 0.0, 1.0

    def interval(self) -> Interval:
        """The 95 % interval of the mean, within [0, 1]."""
        # A share's interval is too wide for results with draws among them, never too narrow.
        n = len(self.values)
        low, high = of_share(sum(self.values), n) if self.is_count else of_mean(self.values)
        return max(0.0, low), min(1.0, high)

    @property
    def half_width(self) -> float:
        low, high = self.interval()
        return (high - low) / 2


class _Roller:
    """Plays lines of some actions until the rule says to stop."""

    def __init__(
        self,
        game: AnyGame,
        state: Any,
        actions: tuple[Any, ...],
        *,
        policy: str,
        turns: int,
        seed: str,
        valuation: Valuation | None,
        judge: LuckJudge | None,
        sign: int,
        wider: float,
    ) -> None:
        self.game, self.state, self.policy, self.turns, self.seed = game, state, policy, turns, seed
        self.valuation, self.judge = valuation, judge
        self.sign = sign
        """-1 where a small V suits whoever chooses."""
        self.wider = wider
        """How many times as wide the intervals of losses are, for the sake of all looks."""
        self.lines = [_Lines(action) for action in actions]
        self.going = list(self.lines)
        """Those that may be the best."""
        self.done = 0

    def roll(
        self, looks: Sequence[int], half_width: float, progress: Progress | None, stop: Callable[[], bool] | None
    ) -> tuple[str, tuple[int, ...]]:
        """Why it stopped, and after how many lines it looked."""
        k = 0
        for number, until in enumerate(looks, 1):
            planned = self.done + (looks[-1] - k) * len(self.going)
            while k < until:
                for lines in self.going:
                    self._play(lines, k, progress, planned)
                k += 1
                if stop is not None and k < looks[-1] and stop():
                    self._look()
                    return STOPPED, (*looks[: number - 1], k)
            self._look()
            if len(self.lines) > 1 and len(self.going) == 1:
                return SEPARATED, tuple(looks[:number])
            if half_width and all(lines.half_width <= half_width for lines in self.going):
                return WIDTH, tuple(looks[:number])
        return AT_MOST, tuple(looks)

    def _play(self, lines: _Lines, k: int, progress: Progress | None, planned: int) -> None:
        tick = None if progress is None else (lambda: progress(self.done, planned))
        luck = self.judge.line() if self.judge is not None else None
        line = Line(self.game, self.policy, f"{self.seed}:{k}", tick, luck.moved if luck is not None else None)
        state = self.state
        until = end_of_turns(self.game, state, self.turns) if self.turns else end_of_game
        if lines.action is not None:
            state = line.after(self.state, lines.action)
            if luck is not None:
                luck.moved(self.state, lines.action, state)
        end = line.play(state, until)
        node = self.game.node(end)
        if isinstance(node, Terminal):
            result = float(payoff_value(node))
        elif self.turns and self.valuation is not None and until(end):
            result = float(value_of(self.game, self.valuation, end))
        else:
            result = 0.5
            lines.unfinished += 1
        lines.results.append(result)
        lines.luck.append(float(luck.luck) if luck is not None else 0.0)
        self.done += 1

    def _look(self) -> None:
        """Fits what was played, and drops the actions that are worse than the best."""
        for lines in self.going:
            lines.fit(correct=self.judge is not None)
        best = self._best()
        self.going = [lines for lines in self.going if self._loss(best, lines)[1] <= 0]

    def _best(self) -> _Lines:
        return max(self.going, key=lambda lines: self.sign * sum(lines.values) / len(lines.values))

    def _loss(self, best: _Lines, other: _Lines) -> tuple[float, float, float]:
        """How much worse than the best one, with its interval for all looks together."""
        if best is other:
            return 0.0, 0.0, 0.0
        n = len(other.values)
        pairs = list(zip(best.values[:n], other.values, strict=True))
        gaps = [self.sign * (one - two) for one, two in pairs]
        loss = sum(gaps) / n
        if best.is_count and other.is_count and not any(gap % 1 for gap in gaps):
            low, high = of_share_difference(gaps.count(1.0), gaps.count(-1.0), n)
        else:
            low, high = of_mean(gaps)
        if n == 1:
            return loss, -1.0, 1.0
        middle, half = (low + high) / 2, self.wider * (high - low) / 2
        return loss, max(-1.0, middle - half), min(1.0, middle + half)

    def rows(self) -> tuple[RolledOut, ...]:
        """What was found, the best action first."""
        best = self._best()
        rows = []
        for lines in self.lines:
            low, high = lines.interval()
            loss, loss_low, loss_high = self._loss(best, lines)
            rows.append(
                RolledOut(
                    action=lines.action,
                    value=sum(lines.values) / len(lines.values),
                    low=low,
                    high=high,
                    plain=sum(lines.results) / len(lines.results),
                    loss=loss,
                    loss_low=loss_low,
                    loss_high=loss_high,
                    tied=lines in self.going,
                    samples=len(lines.results),
                    unfinished=lines.unfinished,
                    luck_off=self.judge is not None and not lines.is_count,
                    coefficient=lines.coefficient,
                    ratio=lines.ratio,
                )
            )
        # Where fewer lines were enough to see that an action is worse, its mean is of other luck: the loss ranks.
        rows.sort(key=lambda row: (row.action != best.action, row.loss))
        return tuple(rows)


def _listed(numbers: Sequence[int]) -> str:
    words = [str(number) for number in numbers]
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"

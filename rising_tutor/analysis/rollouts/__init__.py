"""Rollouts: games played on from a position by a named policy, many times, to estimate what the position is worth.

The value is the chance to win (as V counts it) when the policy plays for everybody: to the end of the game, or for some
turns, after which V judges the position at the boundary. Luck is taken off each line as far as `correct` says
(`luck`), by a coefficient that is fitted on the other lines; this moves no mean. Unless
told otherwise that is the luck of the first chance of each line of a whole game; `paying` says where else.

Line k of every action draws from generators that depend on the seed and k alone, so actions meet the same luck while
their lines agree, and are compared pair by pair. The rule to stop looks after `FIRST_LOOK` lines and then whenever
they have doubled. It stops where one action is left that may be the best, where every interval is narrow enough, at the
most lines, or when somebody says so.

Where something is hidden no line looks at it: line k is played on from a table imagined from what one seat sees, the
same for every action. So positions that a seat cannot tell apart have the same rollouts, to the bit.

>>> from rising_tutor.core.registry import load_game
>>> game = load_game("fire")
>>> found = rollouts(game, game.start(2, {"teams": "aang,toph"}), turns=1, most=8, half_width=0)
>>> found.samples, found.stop, 0 <= found.rows[0].low <= found.rows[0].value <= found.rows[0].high <= 1
(8, 'most', True)
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import NormalDist
from typing import Any, Final

from rising_tutor.analysis.intervals import Interval, Z, of_mean, of_share, of_share_difference
from rising_tutor.analysis.ledger import Played, valuation_of, value_of
from rising_tutor.analysis.playouts import Line, end_of_game, policy_of
from rising_tutor.analysis.rollouts.answer import AT_MOST, SEPARATED, STOPPED, WIDTH, RolledOut, Rollouts
from rising_tutor.analysis.rollouts.luck import ALL, FIRST, NONE, LuckJudge, corrected, sources_of
from rising_tutor.core.game import AnyGame
from rising_tutor.core.ids import Seat
from rising_tutor.core.information import seen_by, seer
from rising_tutor.core.node import Decision, Terminal
from rising_tutor.core.valuation import Valuation, opposes, payoff_value, valued_game
from rising_tutor.core.view import Viewer
from rising_tutor.probability.dice_turn.answer import Progress

FIRST_LOOK: Final = 32
MOST: Final = 1024
HALF_WIDTH: Final = 0.03
NARROW: Final = 0.005
"""An interval of half this width takes hundreds of lines, also where they are of one turn."""
FEW: Final = 5
"""Where fewer lines than this end otherwise than the rest, an interval counts wins and takes no luck off."""
LITTLE: Final = 0.95
"""Where at least so much of the variance of whole games is left, the same, unless somebody asked for the correction: a
count of wins has the better interval."""


def rollouts(
    game: AnyGame,
    state: Any,
    *,
    actions: Sequence[Any] = (),
    seat: Seat | None = None,
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
    """What a position is worth, or each of some actions in it, by rollouts.

    Args:
        state: a position of a game that is not over.
        actions: legal actions; () for the position itself, in which the policy chooses.
        seat: whose view the tables are imagined from, where something is hidden; unnamed whoever chooses, and at a
            chance whose turn it is. Of the position only this view is used then.
        lead: the recorded moves of the present turn up to the position, where there are any. They are not used where
            something is hidden: they may tell it.
        policy: its name; greedy where the game has it, else random.
        turns: lines end after so many turns, the present one counted, and are judged by V; 0 plays to the end.
        correct: which luck is taken off: `FIRST`, `ALL`, `NONE`, or names of sources with commas between them; "" for
            what pays (`paying`).
        half_width: half a 95 % interval that is narrow enough; 0 for none.
        most: lines of each action at most.
        valuation: V; that of the game unless told otherwise. Not needed for whole games without correction.
        progress: called with lines done and lines to do at most, before every choice; what it raises ends the work.

    Raises:
        KeyError: the game has no policy of that name.
        TypeError: V is needed, and the game offers none.
        ValueError: the game is over, an action is not legal here or not of this seat, or a number or a source of luck
            cannot be used.
    """
    node = game.node(state)
    if isinstance(node, Terminal):
        raise ValueError("the game is over: nothing can be played on")  # noqa: TRY004 - it is the position
    if actions and not (isinstance(node, Decision) and all(action in node.actions for action in actions)):
        raise ValueError(f"an action is not legal here: {game.where(state)}")
    if most < 1 or turns < 0 or half_width < 0:
        raise ValueError(f"most {most}, turns {turns}, half_width {half_width}: expected at least 1, 0 and 0")
    leave = LITTLE if not correct else None
    correct = correct or paying(turns, half_width, valued=valued_game(game) is not None)
    unknown = {*correct.split(",")} - {*sources_of(game)} if correct not in (NONE, FIRST, ALL) else set()
    if unknown:
        raise ValueError(f"no source of luck {min(unknown)!r}; there is {', '.join(sources_of(game))}")
    if valuation is None and (turns or correct != NONE):
        valuation = valuation_of(game)
    chooses = node.seat if isinstance(node, Decision) else None
    viewer = seer(game, state) if seat is None else seat
    if game.info.hidden and actions and viewer != chooses:
        raise ValueError("only the seat that chooses can know what its actions are")
    looks = looks_of(most)
    judge = None
    if valuation is not None and correct != NONE:
        judge = LuckJudge(game, valuation, correct, () if game.info.hidden else lead)
    roller = _Roller(
        game,
        state,
        [_Lines(action) for action in dict.fromkeys(actions) or (None,)],
        policy=policy_of(game, policy),
        turns=turns,
        seed=str(seed),
        valuation=valuation,
        judge=judge,
        leave=leave,
        sign=-1 if opposes(game, chooses) else 1,
        viewer=viewer,
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
        imagined=seen_by(viewer) if game.info.hidden else "",
    )


def paying(turns: int, half_width: float, *, valued: bool = True) -> str:
    """Which luck is worth taking off, for so many turns and such an interval; the figures are in `rollouts.luck`.

    Args:
        valued: whether the game has a value function of its own. A plain one costs more than the lines.

    >>> paying(0, 0.03), paying(1, 0.03), paying(1, 0.002), paying(3, 0.002)
    ('first', 'none', 'first', 'none')
    >>> paying(0, 0.03, valued=False)
    'none'
    """
    pays = turns == 0 or (turns == 1 and half_width <= NARROW)
    return FIRST if valued and pays else NONE


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
    parts = [game.place(state).name]

    def over(later: Any) -> bool:
        part = game.place(later).name
        if part != parts[-1]:
            parts.append(part)
        return len(parts) > turns

    return over


class _Lines:
    def __init__(self, action: Any) -> None:
        self.action = action
        self.results: list[float] = []
        self.luck: list[float] = []
        self.unfinished = 0
        self.values: tuple[float, ...] = ()
        self.coefficient, self.ratio = 0.0, 1.0
        self.is_count = False
        """Whether the lines are counted: all results are 0, 1/2 or 1, and luck is not taken off."""

    def fit(self, *, correct: bool, leave: float | None) -> None:
        """Takes the luck off all lines that there are; not where so much of the variance of counts would be left."""
        counts = {*self.results} <= {0.0, 0.5, 1.0}
        commonest = max(self.results.count(result) for result in {*self.results})
        found = corrected(self.results, self.luck) if correct else None
        few = len(self.results) - commonest < FEW
        self.is_count = counts and (found is None or few or (leave is not None and found.ratio >= leave))
        if found is not None and not self.is_count:
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


@dataclass
class _Roller:
    """Plays lines of some actions until the rule says to stop.

    Attributes:
        sign: -1 where a small V suits whoever chooses.
        viewer: whose view tables are imagined from, where something is hidden.
        wider: how many times as wide the intervals of losses are, for the sake of all looks.
        going: the lines of the actions that may be the best.
    """

    game: AnyGame
    state: Any
    lines: list[_Lines]
    policy: str
    turns: int
    seed: str
    valuation: Valuation | None
    judge: LuckJudge | None
    leave: float | None
    sign: int
    viewer: Viewer
    wider: float
    done: int = 0

    def __post_init__(self) -> None:
        self.going = list(self.lines)

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
        state = start = line.imagined(self.state, self.viewer) if self.game.info.hidden else self.state
        until = end_of_turns(self.game, start, self.turns) if self.turns else end_of_game
        if lines.action is not None:
            state = line.after(start, lines.action)
            if luck is not None:
                luck.moved(start, lines.action, state)
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
            lines.fit(correct=self.judge is not None, leave=self.leave)
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

"""What each legal action of a decision is worth, best first, with how it was found.

In the dice step the values are exact: `exact_worth` asks the solver. Anywhere else they are estimates: from each action
the game is played on by a named policy, many times, with the same chance for every action (`playouts`). An estimate
carries its 95 % interval, and so does its difference to the best action, taken sample by sample; a row whose
difference may be nothing is marked as tied.

>>> from rising_tutor.core.registry import load_game
>>> from rising_tutor.core.node import Chance
>>> game = load_game("fire")
>>> state = game.start(1, {"teams": "aang,toph"})
>>> while isinstance(node := game.node(state), Chance):
...     state = game.resolve(state, next(iter(node.outcomes))[0]).state
>>> found = estimated_worth(game, state, samples=4)
>>> len(found.rows) == len(node.actions), found.samples, found.exact
(True, 4, False)
"""

from collections.abc import Callable
from typing import Any, Final, Literal

from rising_tutor.analysis.intervals import Interval, of_mean, of_share, of_share_difference
from rising_tutor.analysis.playouts import Line, end_of_game, end_of_turn, judge_of, policy_of
from rising_tutor.core.game import AnyGame
from rising_tutor.core.node import Decision, Terminal
from rising_tutor.core.values import Value
from rising_tutor.errors import TooLarge
from rising_tutor.probability.dice_turn.answer import Amount, Progress
from rising_tutor.probability.dice_turn.dice_game import dice_game

TURN: Final = "turn"
GAME: Final = "game"
Horizon = Literal["turn", "game"]
FIRST: Final = 4
"""Samples of each action before anything is told; then as many again, and so on."""
SAMPLES: Final = 256
KEEP_FROM: Final = 32
"""From so many samples on, an action that is clearly worse than the best gets no more."""
_NOTHING: Final = 1e-9
"""Differences below this are rounding."""


class ActionWorth(Value, frozen=True):
    """A legal action with what it is worth.

    Attributes:
        action: as in the decision.
        value: what it is worth in the unit of its table; None where this method does not value it.
        low, high: the 95 % interval of the value; the value itself where it is exact.
        loss: how much less than the best action, from 0.
        loss_low: the lower end of the 95 % interval of the loss, which may be below 0; the loss where it is exact.
        tied: whether it may be as good as the best one.
        samples: lines that were played; 0 where it is exact.
        method: "exact", "exact to 1e-12" or "estimate".
        amount: the exact value, with its fraction where that is known.
        why: for an action without a value: one sentence.
    """

    action: Any
    value: float | None
    low: float = 0.0
    high: float = 0.0
    loss: float = 0.0
    loss_low: float = 0.0
    tied: bool = False
    samples: int = 0
    method: str = "estimate"
    amount: Amount | None = None
    why: str = ""


class Worth(Value, frozen=True):
    """All legal actions of a decision, best first, those without a value last.

    Attributes:
        method: one sentence: how the values were found; with the policy, the horizon and the samples of an estimate.
        unit: what 1 is: "goals", "chance" (0 to 1) or "standing".
        exact: whether the values are exact.
        samples: lines of the action that was sampled most; 0 where the values are exact.
        assumes: sentences: what is counted and what is left out.
    """

    rows: tuple[ActionWorth, ...]
    method: str
    unit: str
    exact: bool
    samples: int = 0
    assumes: tuple[str, ...] = ()

    def of(self, action: Any) -> ActionWorth | None:
        """The row of an action."""
        return next((row for row in self.rows if row.action == action), None)

    @property
    def n_tied(self) -> int:
        """How many actions may be the best."""
        return sum(row.tied for row in self.rows)


def exact_worth(
    game: AnyGame, state: Any, goals: tuple[str, ...] | None = None, progress: Progress | None = None
) -> Worth | None:
    """The exact values of a moment of the dice step; None where the position has no such question.

    Args:
        game: any game.
        state: a position.
        goals: what counts, as in `DiceGame.odds_question`.
        progress: called now and then; what it raises stops the work.

    Raises:
        BadProblem: a goal cannot be completed here.
        TooLarge: the question cannot be solved exactly.
    """
    dice = dice_game(game)
    question = dice.odds_question(state, goals) if dice is not None else None
    if dice is None or question is None:
        return None
    is_chance = len(question.problem.outcomes) == 2 and set(question.problem.payoffs) == {0, 1}
    rows, methods = [], set[str]()
    for row in dice.odds_of_actions(state, question, progress):
        if row.value is None or row.loss is None:
            rows.append(ActionWorth(row.action, None, method="", why=row.why))
            continue
        value, loss = row.value.decimal, row.loss.decimal
        methods.add(row.value.method)
        rows.append(
            ActionWorth(
                row.action, value, value, value, loss, loss, loss <= 0, method=row.value.method, amount=row.value
            )
        )
    if not methods:
        return None
    what = "The chance of the goal" if is_chance else "Goals completed this turn on average"
    method = f"{what} under best play of the dice, {max(methods, key=len)}."
    return Worth(tuple(rows), method, "chance" if is_chance else "goals", exact=True, assumes=question.assumes)


def estimated_worth(
    game: AnyGame,
    state: Any,
    *,
    policy: str = "",
    horizon: Horizon = TURN,
    samples: int = SAMPLES,
    seed: int | str = 0,
    progress: Progress | None = None,
    tell: Callable[[Worth], object] | None = None,
) -> Worth:
    """An estimate of every legal action by lines that a policy plays on.

    To the end of the turn the value is how well the side stands then, as the policy itself judges; to the end of
    the game it is the share of wins. A policy that cannot judge plays to the end of the game.

    Args:
        game: any game.
        state: a position with a decision. Only what its seat may see is used.
        policy: its name; else greedy where the game has it, else random.
        horizon: how far lines are played.
        samples: lines of each action; from `KEEP_FROM` on only of those that may be the best.
        seed: the same seed gives the same estimate.
        progress: called before every decision of a line, with lines done and planned; what it raises stops the work.
        tell: called with the estimate so far, after `FIRST` samples of every action and whenever they have doubled.

    Raises:
        ValueError: nothing is to be chosen in this position.
        KeyError: the game has no policy of that name.
    """
    sampler = _Sampler(game, state, policy_of(game, policy), horizon, str(seed))
    n, planned = 0, samples * len(sampler.actions)
    while n < samples:
        until = min(samples, max(FIRST, 2 * n))
        going = sampler.going()
        planned = sampler.done + (samples - n) * len(going)
        for k in range(n, until):
            for action in going:
                sampler.sample(action, k, progress, planned)
        n = until
        if tell is not None and n < samples:
            tell(sampler.result())
        if n >= KEEP_FROM and len(sampler.going()) == 1:
            break
    return sampler.result()


def worth(
    game: AnyGame,
    state: Any,
    *,
    goals: tuple[str, ...] | None = None,
    progress: Progress | None = None,
    tell: Callable[[Worth], object] | None = None,
    horizon: Horizon = TURN,
    samples: int = SAMPLES,
    seed: int | str = 0,
) -> Worth:
    """The exact values where the dice step has them, else an estimate. Arguments as above.

    Raises:
        BadProblem: a goal that was asked for cannot be completed here.
        ValueError: nothing is to be chosen in this position.
    """
    try:
        found = exact_worth(game, state, goals, progress)
    except TooLarge:
        found = None
    if found is not None:
        return found
    return estimated_worth(game, state, horizon=horizon, samples=samples, seed=seed, progress=progress, tell=tell)


class _Sampler:
    """The lines of one decision."""

    def __init__(self, game: AnyGame, state: Any, policy: str, horizon: Horizon, seed: str) -> None:
        node = game.node(state)
        if not isinstance(node, Decision):
            raise ValueError(f"nothing is to be chosen: {game.where(state)}")  # noqa: TRY004 - it is the position
        self.game, self.state, self.policy, self.seed = game, state, policy, seed
        self.seat, self.actions = node.seat, node.actions
        self.judge = judge_of(game, policy) if horizon == TURN else None
        self.values: list[list[float]] = [[] for _ in node.actions]
        self.done = 0

    def sample(self, at: int, k: int, progress: Progress | None, planned: int) -> None:
        """Plays one line of an action."""
        tick = None if progress is None else (lambda: progress(self.done, planned))
        line = Line(self.game, self.policy, f"{self.seed}:{k}", tick)
        state = line.imagined(self.state, self.seat)
        until = end_of_turn(self.game, state) if self.judge is not None else end_of_game
        end = line.play(self.game.act(state, self.actions[at]).state, until)
        self.values[at].append(self._value(end))
        self.done += 1

    def _value(self, state: Any) -> float:
        if self.judge is not None:
            return self.judge.judge(self.game.view(state, self.seat))
        node = self.game.node(state)
        return float(isinstance(node, Terminal) and node.payoffs[self.seat] > 0)

    def going(self) -> list[int]:
        """Actions that get more samples."""
        n = max(map(len, self.values))
        if n < KEEP_FROM:
            return list(range(len(self.actions)))
        best = self._best()
        return [
            at for at in range(len(self.actions)) if len(self.values[at]) == n and self._loss(best, at)[1] <= _NOTHING
        ]

    def _best(self) -> int:
        """The action with the best mean, among those that were sampled most."""
        n = max(map(len, self.values))
        full = [at for at, values in enumerate(self.values) if len(values) == n]
        return max(full, key=lambda at: (sum(self.values[at]) / n, -at))

    def _loss(self, best: int, at: int) -> tuple[float, float]:
        """How much less than the best, and the lower end of its interval, over the samples that both have."""
        if best == at:
            return 0.0, 0.0
        n = len(self.values[at])
        pairs = list(zip(self.values[best][:n], self.values[at], strict=True))
        if self.judge is not None:
            differences = [one - other for one, other in pairs]
            return sum(differences) / n, of_mean(differences)[0]
        only_best = sum(one > other for one, other in pairs)
        only_other = sum(one < other for one, other in pairs)
        return (only_best - only_other) / n, of_share_difference(only_best, only_other, n)[0]

    def _interval(self, values: list[float]) -> Interval:
        return of_mean(values) if self.judge is not None else of_share(round(sum(values)), len(values))

    def result(self) -> Worth:
        """The estimate so far."""
        best = self._best()
        rows = []
        for at, action in enumerate(self.actions):
            values = self.values[at]
            low, high = self._interval(values)
            loss, loss_low = self._loss(best, at)
            mean = sum(values) / len(values)
            rows.append(
                ActionWorth(
                    action, mean, low, high, max(0.0, loss), loss_low, loss_low <= _NOTHING, samples=len(values)
                )
            )
        # Where fewer samples were enough to see that an action is worse, its mean is of other luck: the loss ranks.
        order = sorted(range(len(rows)), key=lambda at: (at != best, rows[at].loss, at))
        return Worth(
            tuple(rows[at] for at in order),
            self._method(),
            "standing" if self.judge is not None else "chance",
            exact=False,
            samples=max(map(len, self.values)),
            assumes=() if self.judge is None else (f"It counts {self.judge.judges_by}.",),
        )

    def _method(self) -> str:
        n, m = max(map(len, self.values)), min(map(len, self.values))
        lines = f"{n} lines" if n == m else f"{m} to {n} lines"
        what, end = (
            ("How well the side stands", "the end of the turn")
            if self.judge is not None
            else ("The chance to win", "the end of the game")
        )
        return (
            f"{what}, estimated: {lines} of each choice, played on to {end} by the policy {self.policy}, with the same "
            "chance for every choice; 95 % intervals."
        )

"""What each legal action of a decision is worth to the seat that chooses, best first, with how it was found.

In the dice step the values are exact: `exact_worth` asks the solver. Anywhere else they are estimates: from each action
the game is played on by a named policy, many times, with the same chance for every action (`playouts`). An estimate
carries its 95 % interval, and so does its difference to the best action, taken sample by sample; a row whose
difference may be nothing is marked as tied. `win_worth` asks V for the chance to win.

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

from rising_tutor.analysis.intervals import of_mean, of_share, of_share_difference
from rising_tutor.analysis.knowledge import BY_KNOWLEDGE, known_choices
from rising_tutor.analysis.playouts import Line, end_of_game, end_of_turn, judge_of, policy_of
from rising_tutor.core.game import AnyGame
from rising_tutor.core.node import Decision, Terminal
from rising_tutor.core.valuation import valued_game
from rising_tutor.probability.dice_turn.answer import Progress
from rising_tutor.probability.dice_turn.dice_game import dice_game
from rising_tutor.probability.ranked import RankedAction, RankedActions, ranked
from rising_tutor.probability.unit import Unit

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


def exact_worth(
    game: AnyGame, state: Any, goals: tuple[str, ...] | None = None, progress: Progress | None = None
) -> RankedActions | None:
    """The exact values of a moment of the dice step; None where the position has no such question.

    Args:
        goals: what counts, as in `DiceGame.odds_question`.

    Raises:
        BadProblem: a goal cannot be completed here.
        TooLarge: the question cannot be solved exactly.
    """
    dice = dice_game(game)
    question = dice.odds_question(state, goals) if dice is not None else None
    if dice is None or question is None:
        return None
    found = dice.odds_of_actions(state, question, progress)
    return found if found.values else None


def estimated_worth(
    game: AnyGame,
    state: Any,
    *,
    policy: str = "",
    horizon: Horizon = TURN,
    samples: int = SAMPLES,
    seed: int | str = 0,
    progress: Progress | None = None,
    tell: Callable[[RankedActions], object] | None = None,
) -> RankedActions:
    """An estimate of every legal action by lines that a policy plays on.

    To the end of the turn the value is how well the side stands then, as the policy itself judges; to the end of
    the game it is the share of wins. A policy that cannot judge plays to the end of the game.

    Args:
        state: a position with a decision. Only what its seat may see is used.
        policy: its name; else greedy where the game has it, else random.
        samples: lines of each action; from `KEEP_FROM` on only of those that may be the best.
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


def win_worth(game: AnyGame, state: Any, progress: Progress | None = None) -> RankedActions | None:
    """The chance to win of the seat that chooses after each action, by V and by what it could know.

    None where nobody chooses, and for a game without V.

    >>> from rising_tutor.core.registry import load_game
    >>> game = load_game("fire")
    >>> win_worth(game, game.start(2, {"teams": "aang,toph"})) is None
    True
    """
    valued = valued_game(game)
    if valued is None:
        return None
    if progress is not None:
        progress(0, 1)
    valuation = valued.valuation()
    known = known_choices(game, valuation, state)
    if known is None:
        return None
    label = valuation.label
    after = f" After it the policy {label.policy} plays on." if label.policy else ""
    return ranked(
        ((choice.action, float(1 - choice.value if known.opposed else choice.value)) for choice in known.options),
        Unit.CHANCE_TO_WIN,
        f"The chance to win: {label.method}; looked ahead: {label.horizon}.{after}",
        exact=False,
        samples=sum(known.drawn) if game.info.hidden else 0,
        assumes=label.assumes if not game.info.hidden else (BY_KNOWLEDGE, *label.assumes),
    )


class _Sampler:
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
        tick = None if progress is None else (lambda: progress(self.done, planned))
        line = Line(self.game, self.policy, f"{self.seed}:{k}", tick)
        state = line.imagined(self.state, self.seat)
        until = end_of_turn(self.game, state) if self.judge is not None else end_of_game
        end = line.play(self.game.act(state, self.actions[at]).state, until)
        if self.judge is not None:
            self.values[at].append(self.judge.judge(self.game.view(end, self.seat)))
        else:
            node = self.game.node(end)
            self.values[at].append(float(isinstance(node, Terminal) and node.payoffs[self.seat] > 0))
        self.done += 1

    def going(self) -> list[int]:
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

    def result(self) -> RankedActions:
        best = self._best()
        rows = []
        for at, action in enumerate(self.actions):
            values = self.values[at]
            low, high = of_mean(values) if self.judge is not None else of_share(round(sum(values)), len(values))
            loss, loss_low = self._loss(best, at)
            mean = sum(values) / len(values)
            rows.append(
                RankedAction(
                    action, mean, low, high, max(0.0, loss), loss_low, loss_low <= _NOTHING, samples=len(values)
                )
            )
        # Where fewer samples were enough to see that an action is worse, its mean is of other luck: the loss ranks.
        order = sorted(range(len(rows)), key=lambda at: (at != best, rows[at].loss, at))
        return RankedActions(
            tuple(rows[at] for at in order),
            Unit.STANDING if self.judge is not None else Unit.CHANCE_TO_WIN,
            self._method(),
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

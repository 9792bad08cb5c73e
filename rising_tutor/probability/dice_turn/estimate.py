"""Bounds for what is too large to be solved: an estimate from below, a proof from above.

>>> from rising_tutor.core.chance import Die
>>> from rising_tutor.probability.dice_turn.reference import solve
>>> green, blue = Die("green", ("E", "E", "EE", "A", "W", "F")), Die("blue", ("W", "W", "WW", "A", "E", "F"))
>>> problem = Problem((green, blue), (2, 1), (Need("WE"), Need("E")))
>>> found = bounds(problem, solve=solve)
>>> found.low_interval[0] <= solve(problem).value.decimal <= found.high.decimal
True
>>> print(found.method)  # doctest: +NORMALIZE_WHITESPACE
between 1.413 (estimate from 2,000 turns simulated by the policy 'assign all', 95 % interval 1.388 to 1.439)
and 1.863 (proven bound: the needs one by one)
"""

from collections.abc import Callable, Sequence
from fractions import Fraction

from msgspec.structs import replace

from rising_tutor.core.values import Value
from rising_tutor.errors import TooLarge
from rising_tutor.probability.dice_turn.answer import Amount, Progress, Solved, total
from rising_tutor.probability.dice_turn.policies import SIMPLE
from rising_tutor.probability.dice_turn.problem import Need, Problem
from rising_tutor.probability.dice_turn.simulate import SimplePlay, simulate

PILOT = 4
"""One part in so many of the turns decides, by turns of its own, which policy is the better one."""


class Estimate(Value, frozen=True):
    """Between what best play of a problem lies.

    Attributes:
        low: the mean payoff of a simple policy in simulated turns, not above `high`. No policy expects more than best
            play.
        low_interval: its 95 % interval.
        high: no play expects more than this.
        proof: what `high` rests on.
    """

    low: float
    low_interval: tuple[float, float]
    policy: str
    samples: int
    seed: int
    high: Amount
    proof: str

    @property
    def method(self) -> str:
        low, high = self.low_interval
        return (
            f"between {self.low:.3f} (estimate from {self.samples:,} turns simulated by the policy {self.policy!r}, "
            f"95 % interval {low:.3f} to {high:.3f}) and {self.high.decimal:.3f} (proven bound: {self.proof})"
        )


def bounds(
    problem: Problem,
    *,
    solve: Callable[[Problem], Solved],
    samples: int = 2_000,
    seed: int = 0,
    progress: Progress | None = None,
) -> Estimate:
    """Between what best play of a problem lies, without solving it.

    From below: the better of the simple policies, which a pilot of turns of its own decides, so that choosing the
    better one does not bend the interval.

    From above: the least of `upper_bounds`.

    Args:
        solve: answers each need alone. Where it finds one too large, the largest payoff stands for the answer.

    Raises:
        BadProblem: no turn can be like this.
    """
    problem.checked()
    pilot = max(1, samples // PILOT)
    tries = {name: simulate(problem, pilot, seed + 1, SimplePlay(problem, name), progress=progress) for name in SIMPLE}
    means = {name: found.mean for name, found in tries.items()}
    policy = max(means, key=lambda name: means[name])
    found = simulate(problem, samples, seed, SimplePlay(problem, policy), progress=progress)
    proof, high = min(upper_bounds(problem, solve), key=lambda bound: bound[1].decimal)
    top = high.decimal
    return Estimate(
        min(found.mean, top), (min(found.low, top), min(found.high, top)), policy, samples, seed, high, proof
    )


def upper_bounds(problem: Problem, solve: Callable[[Problem], Solved]) -> list[tuple[str, Amount]]:
    """Amounts that no play can expect to exceed, with what each rests on.

    Let X be the outcome, X_t the number of complete sets of need t, f the payoff.

    A play of the whole problem is also one of the problem with need t alone, with the same distribution of X_t: dice
    that go to other needs are kept instead, do not count from then on, and are discarded one by one at the end. Where
    the duty of a roll was met by such dice only, one of them is discarded. Helps are used as before, those for other
    needs not at all. So for any function g the mean of g(X_t) is at most V_t(g), the answer to need t alone with payoff
    g. That gives, for any payoff, also one that falls:

    Where helps have costs, f(X) is less the costs of those used, and so is g(X_t). In the last bound one help may serve
    several needs, so there each need is asked with helps that cost nothing.

    - f(X) is at most its largest value.
    - f(X) <= g(X_t), where g(k) is the most that f can be with k sets of t. So the mean of f is at most V_t(g).
    - f(X) = f(0) + sum over t of f(X_1 .. X_t, 0 ..) - f(X_1 .. X_(t-1), 0, 0 ..) is at most f(0) + sum over t of
      h_t(X_t), where h_t(k) is the most that k sets of t can add to f, whatever the others are. So the mean of f is at
      most f(0) + sum over t of V_t(h_t).
    """
    payoffs = dict(zip(problem.outcomes, problem.payoffs, strict=True))
    found = [("the largest payoff", Amount.exact(max(problem.payoffs)))]
    none = (0,) * len(problem.needs)
    together: list[Amount] = [Amount.exact(payoffs[none])]
    free = problem
    if problem.has_costs:
        free = replace(problem, helps=tuple(replace(help_, cost=Fraction(0)) for help_ in problem.helps))
    for at, need in enumerate(problem.needs):
        most, adds = [], []
        for k in range(need.times + 1):
            same = [sets for sets in payoffs if sets[at] == k]
            most.append(max(payoffs[sets] for sets in same))
            adds.append(max(payoffs[sets] - payoffs[(*sets[:at], 0, *sets[at + 1 :])] for sets in same))
        name = need.name or f"need {at + 1}"
        found.append((f"{name} alone", _alone(problem, need, most, solve)))
        together.append(_alone(free, need, adds, solve))
    found.append(("the needs one by one", total(together)))
    return found


def _alone(problem: Problem, need: Need, payoff: Sequence[Fraction], solve: Callable[[Problem], Solved]) -> Amount:
    """The most that can be expected with one need only."""
    if len(set(payoff)) == 1:
        return Amount.exact(payoff[0])
    try:
        return solve(replace(problem, needs=(need,), payoff=tuple(payoff))).value
    except TooLarge:
        return Amount.exact(max(payoff))

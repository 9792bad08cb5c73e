"""Checks of playing: nodes, chance, what is legal, moves that change nothing but the new state, ends."""

from typing import Any

from rising_tutor.core.branch import Made
from rising_tutor.core.contract.sample import N_MOVES, N_POSITIONS, Sample, make, moves_of, spread, spread_over
from rising_tutor.core.game import Refusal
from rising_tutor.core.illegal_samples import strangers
from rising_tutor.core.node import Chance, Decision
from rising_tutor.errors import IllegalAction

LISTED = 5_000
"""Distributions with more outcomes than this are sampled and not summed."""
N_NESTED = 200
"""Choices of one seat, without chance between them, after which they count as endless."""


def check_end(sample: Sample) -> None:
    """A random playout ends, with a payoff for each seat and a rule as its reason."""
    end = sample.trail.result
    if end is None:
        n = sum(isinstance(at.node, Decision) for at in sample.trail.positions)
        raise sample.fault(sample.trail.end, f"no end after {n} decisions")
    if len(end.payoffs) != sample.seats or not set(end.payoffs) <= {-1, 0, 1}:
        raise sample.fault(sample.trail.end, f"payoffs {end.payoffs} for {sample.seats} seats")
    if end.reason not in sample.rules:
        raise sample.fault(sample.trail.end, f"the reason {end.reason!r} is not in the catalogue")


def check_actions(sample: Sample) -> None:
    """A decision belongs to a seat and has actions: one at least, no two alike, in a fixed order."""
    for at in sample.trail.positions:
        if not isinstance(at.node, Decision):
            continue
        seat, actions = at.node.seat, at.node.actions
        if not actions or len(set(actions)) != len(actions):
            raise sample.fault(at.state, f"actions are empty or not distinct: {actions}")
        if not 0 <= seat < sample.seats:
            raise sample.fault(at.state, f"there is no seat {seat}")
        # A state that was saved and loaded has no cached facts, and must give the same order.
        for state in (at.state, sample.game.load(sample.game.dump(at.state))):
            if sample.game.node(state) != at.node:
                raise sample.fault(at.state, "asked twice, the decision is not the same")


def check_chance(sample: Sample) -> None:
    """Weights are positive and sum to the total; each outcome has its weight and resolves."""
    rng = sample.rng("chance")
    for at in spread(sample.trail.positions, N_POSITIONS, Chance):
        outcomes = at.node.outcomes
        if len(outcomes) <= LISTED:
            listed = list(outcomes)
            if len(listed) != len(outcomes) or len({outcome for outcome, _ in listed}) != len(listed):
                raise sample.fault(at.state, f"{len(outcomes)} outcomes announced, listed or doubled: {len(listed)}")
            if min(weight for _, weight in listed) < 1 or sum(weight for _, weight in listed) != outcomes.total:
                raise sample.fault(at.state, f"weights do not sum to {outcomes.total}: {[w for _, w in listed]}")
            for outcome, weight in spread_over(listed, N_MOVES):
                if outcomes.weight(outcome) != weight:
                    raise sample.fault(at.state, f"{outcome} is listed with {weight}, not {outcomes.weight(outcome)}")
                sample.game.resolve(at.state, outcome)
        for _ in range(3):
            drawn = outcomes.sample(rng)
            if outcomes.weight(drawn) < 1:
                raise sample.fault(at.state, f"{drawn} was drawn and has no weight")
            sample.game.resolve(at.state, drawn)


def check_pure(sample: Sample) -> None:
    """A move leaves the old state as it was, and made twice gives the same."""
    for at in spread(sample.trail.positions, N_POSITIONS):
        before = (hash(at.state), sample.game.dump(at.state))
        for move in moves_of(at, sample.rng("pure")):
            first, second = make(sample.game, at, move), make(sample.game, at, move)
            if first != second or hash(first.state) != hash(second.state):
                raise sample.fault(at.state, f"{move}, made twice, gives two results")
            if (hash(at.state), sample.game.dump(at.state)) != before:
                raise sample.fault(at.state, f"{move} changed the old state")


def check_undo(sample: Sample) -> None:
    """Going back is keeping the old state: each move made again, last first, gives what it gave."""
    for at in reversed(sample.trail.positions):
        if make(sample.game, at, at.move) != at.step:
            raise sample.fault(at.state, f"{at.move}, made again, gives another result")


def check_legality(sample: Sample) -> None:
    """Listed actions pass `check`; all others are refused by a rule, and `act` refuses likewise."""
    pool = [at.move for at in sample.trail.positions if isinstance(at.node, Decision)]
    chances = [at.move for at in sample.trail.positions if isinstance(at.node, Chance)]
    rng = sample.rng("legality")
    # At the end there is no move and no step to look at, only the node.
    last = Made(len(sample.trail.positions), sample.trail.end, sample.trail.result, None, None)  # type: ignore[arg-type]
    for at in (*spread(sample.trail.positions, N_POSITIONS), last):
        actions = at.node.actions if isinstance(at.node, Decision) else ()
        for action in actions:
            if refusal := sample.game.check(at.state, action):
                raise sample.fault(at.state, f"{action} is listed and refused: {refusal}")
        for action in strangers((*actions, *pool), rng, N_MOVES):
            if action not in actions:
                _check_refused(sample, at.state, action, actions)
        for outcome in strangers(chances, rng, 3):
            if not isinstance(at.node, Chance) or not at.node.outcomes.weight(outcome):
                _check_impossible(sample, at.state, outcome)


def _check_refused(sample: Sample, state: Any, action: Any, actions: tuple[Any, ...]) -> None:
    refusal = sample.game.check(state, action)
    if not isinstance(refusal, Refusal):
        raise sample.fault(state, f"{action} is not listed, and check answers {refusal!r}")
    if refusal.rule not in sample.rules or not refusal.why.strip():
        raise sample.fault(state, f"{action} is refused without a rule of the catalogue or a reason: {refusal}")
    if refusal.nearest is not None and refusal.nearest not in actions:
        raise sample.fault(state, f"{action}: the nearest action {refusal.nearest} is not legal")
    try:
        sample.game.act(state, action)
    except IllegalAction as error:
        if error.refusal != refusal:
            raise sample.fault(state, f"act refuses with {error.refusal}, check with {refusal}") from None
    else:
        raise sample.fault(state, f"act does {action}, which check refuses: {refusal}")


def _check_impossible(sample: Sample, state: Any, outcome: Any) -> None:
    try:
        sample.game.resolve(state, outcome)
    except IllegalAction:
        return
    raise sample.fault(state, f"chance cannot give {outcome} here, and resolve takes it")


def check_choices(sample: Sample) -> None:
    """Choices inside choices end: without chance and without another seat no way leads back to where it was."""
    rng = sample.rng("choices")
    for at in spread(sample.trail.positions, N_POSITIONS // 2, Decision):
        state, seen = at.state, {sample.game.dump(at.state)}
        for _ in range(N_NESTED):
            node = sample.game.node(state)
            if not isinstance(node, Decision) or node.seat != at.node.seat:
                break
            state = sample.game.act(state, rng.choice(node.actions)).state
            if sample.game.dump(state) in seen:
                raise sample.fault(at.state, "choices of one seat lead back to where they began")
            seen.add(sample.game.dump(state))
        else:
            raise sample.fault(at.state, f"one seat has chosen {N_NESTED} times, and is asked again")

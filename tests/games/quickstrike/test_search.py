"""What `search` finds in the Avatar card game: choices whose value is plain, and nothing that takes long."""

from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any

from msgspec.structs import replace

from rising_tutor.core.ismcts import Search
from rising_tutor.core.node import Decision, Terminal
from rising_tutor.core.playthrough import follow
from rising_tutor.core.search import walk_of
from rising_tutor.decks.slots import FACE_DOWN
from rising_tutor.games.quickstrike.estimate import estimate
from rising_tutor.games.quickstrike.run import Run
from tests.testkit.quickstrike import GAME

TACTICS = 30
SOLVED = 0.9


def tactics() -> Iterator[tuple[Any, Decision[Any], set[Any]]]:
    """Positions of random games in which some choices lose the game at once and others do not, with those that do."""
    for seed in range(400):
        for at in follow(GAME, seats=2, seed=f"tactics {seed}", policy="greedy~2").positions:
            if isinstance(at.node, Decision) and at.state.mats[1 - at.node.seat].points == 2:
                losing = {action for action in at.node.actions if lost(GAME.act(at.state, action).state, at.node.seat)}
                if losing and len(losing) < len(at.node.actions):
                    yield at.state, at.node, losing


def lost(state: Any, seat: int) -> bool:
    """Whether a game is over and lost for a seat."""
    node = GAME.node(state)
    return isinstance(node, Terminal) and node.payoffs[seat] < 0


def test_it_does_not_lose_at_once_what_can_still_be_held() -> None:
    found = list(islice(tactics(), TACTICS))
    assert len(found) == TACTICS
    search = Search(GAME, iterations=60)
    held = [
        search(node, lambda state=state, seat=node.seat: GAME.view(state, seat), Random(at)) not in losing
        for at, (state, node, losing) in enumerate(found)
    ]
    assert sum(held) >= SOLVED * TACTICS
    by_chance = [sum(action not in losing for action in node.actions) / len(node.actions) for _, node, losing in found]
    assert sum(by_chance) < 0.7 * TACTICS, "the positions ask for nothing"


def test_a_line_of_the_search_ends_with_its_turn() -> None:
    """Nothing beyond the end of a turn is played, so the time for a choice has a bound."""
    state, node, _ = next(tactics())
    walk = walk_of(GAME, GAME.imagine(GAME.view(state, node.seat), Random(1)), node.seat)
    turn, rng = walk.turn(), Random(1)
    while walk.result() is None and walk.turn() == turn:
        if walk.seat is None:
            walk.draw(rng)
        else:
            walk.take(walk.quick(rng))
    first, second = walk.estimate() or (0.0, 0.0)
    assert abs(first + second - 1) < 1e-9
    assert 0 < first < 1


def test_the_estimate_rises_with_what_is_good_for_seat_1_and_falls_with_what_is_good_for_seat_2() -> None:
    state = next(
        at.state for at in follow(GAME, seats=2, seed="estimate", policy="greedy").positions if at.state.turn > 4
    )
    now = chance_of_first(state)
    for seat, sign in ((0, 1), (1, -1)):
        mat = state.mats[seat]
        better = (
            replace(mat, points=mat.points + 1),
            replace(mat, energies=(*mat.energies[:2], (*mat.energies[2], FACE_DOWN))),
            replace(mat, charged=(True, True, True)),
        )
        for one in better:
            if one != mat:
                other = replace(state, mats=tuple(one if at == seat else old for at, old in enumerate(state.mats)))
                assert (chance_of_first(other) - now) * sign > 0, one


def chance_of_first(state: Any) -> float:
    return estimate(Run(state, GAME.book))


def test_the_estimate_is_right_on_average() -> None:
    """Where turns begin, the mean of the estimate is near the share of games that seat 1 went on to win."""
    said, won = [], []
    for seed in range(30):
        trail = follow(GAME, seats=2, seed=f"mean {seed}", policy="greedy")
        turns = {at.state.turn: at.state for at in reversed(trail.positions) if at.state.turn}
        said += [chance_of_first(state) for state in turns.values()]
        won += [trail.result.payoffs[0] > 0] * len(turns)
    assert abs(sum(said) / len(said) - sum(won) / len(won)) < 0.1
    apart = [(value > 0.5) == result for value, result in zip(said, won, strict=True)]
    assert sum(apart) / len(apart) > 0.6

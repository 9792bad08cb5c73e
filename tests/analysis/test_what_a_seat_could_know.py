"""Trees and rollouts of a seat: equal for positions that the seat cannot tell apart, whatever lies hidden in them."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from rising_tutor.analysis import knowledge, playouts
from rising_tutor.analysis.ledger import ledger_of
from rising_tutor.analysis.rollouts import rollouts
from rising_tutor.analysis.tree import CHANCE, DECISION, DecisionTree, believed
from rising_tutor.analysis.tree.graph import graph_of
from rising_tutor.analysis.tree.root import LineWalker, method, tree_of, written
from rising_tutor.core.ids import Seat
from rising_tutor.core.information import alike, seer
from rising_tutor.core.node import Chance, Decision, Terminal
from rising_tutor.core.playthrough import Trail, follow
from rising_tutor.core.registry import load_game
from rising_tutor.core.worlds import MOST_LISTED
from tests.testkit.coin_and_hand import FOX, Do
from tests.testkit.coin_and_hand.offered import CoinValue, OfferingCoinAndHand

COIN: Any = OfferingCoinAndHand()
SEEDS = (3, 8)
SEATS = (Seat(0), Seat(1))

Advice = Callable[[Any, Any, Seat], Any]
"""What is said of a position of a game to a seat."""


class ShowsFoxes(OfferingCoinAndHand):
    """Every view tells who holds foxes, and what is imagined agrees with it."""

    def view(self, state: Any, viewer: Any) -> Any:
        seen = super().view(state, viewer)
        foxes = tuple((0, 0, hand[FOX]) for hand in state.hands)
        hands = zip(seen.hands, foxes, strict=True)
        return replace(seen, hands=tuple(own if any(own) else others for own, others in hands))

    def imagine(self, view: Any, rng: Random) -> Any:
        while True:
            state = super().imagine(view, rng)
            if self.view(state, view.viewer) == view:
                return state


def trail(seed: int, game: Any = COIN) -> Trail:
    return follow(game, seats=2, seed=seed, options={"points": "2"})


def pairs(game: Any, seat: Seat) -> Iterator[tuple[Any, Any]]:
    """Positions in which it is the seat's to ask, each with another one that it cannot tell from it."""
    for seed in SEEDS:
        for at, twin in alike(COIN, trail(seed), seat, Random(seed)):
            if seer(game, at.state) == seat and not isinstance(at.node, Terminal):
                yield at.state, twin


def a_tree(game: Any, state: Any, seat: Seat) -> Any:
    tree = tree_of(game, state, seat=seat, valuation=CoinValue(game))
    return written(tree), sorted(graph_of(tree).nodes(data=True), key=str), sorted(graph_of(tree).edges, key=str)


def some_rollouts(game: Any, state: Any, seat: Seat) -> Any:
    node = game.node(state)
    actions = node.actions if isinstance(node, Decision) and node.seat == seat else ()
    return rollouts(game, state, actions=actions, seat=seat, policy="random", correct="first", most=12, half_width=0)


def rollouts_of_a_turn(game: Any, state: Any, seat: Seat) -> Any:
    return rollouts(game, state, seat=seat, policy="trusting", turns=1, correct="all", most=6, half_width=0)


def told_apart(game: Any, advice: Advice) -> tuple[int, int]:
    """How many pairs that nobody can tell apart were given different advice, and how many there were."""
    found = [advice(game, one, seat) == advice(game, other, seat) for seat in SEATS for one, other in pairs(game, seat)]
    return found.count(False), len(found)


@pytest.mark.parametrize("advice", [a_tree, some_rollouts, rollouts_of_a_turn])
def test_positions_that_a_seat_cannot_tell_apart_have_the_same_advice(advice: Advice) -> None:
    n_apart, n = told_apart(COIN, advice)
    assert n_apart == 0
    assert n > 10, "there are pairs to compare"


@pytest.mark.slow
@pytest.mark.parametrize("advice", [a_tree, some_rollouts, rollouts_of_a_turn])
def test_a_view_that_tells_more_is_caught_by_the_advice(advice: Advice) -> None:
    assert told_apart(ShowsFoxes(), advice)[0]


def test_advice_that_looks_at_the_true_table_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(believed, "worlds", lambda _game, state, _viewer, **_seed: ((state, 1),))
    monkeypatch.setattr(playouts.Line, "imagined", lambda _line, state, _viewer: state)
    for advice in (a_tree, some_rollouts, rollouts_of_a_turn):
        assert told_apart(COIN, advice)[0]


def grown(state: Any, seat: Seat | None = None) -> DecisionTree:
    return tree_of(COIN, state, seat=seat, valuation=CoinValue(COIN), levels=4)


def asked(seed: int, do: str, seat: int) -> Any:
    """A position of a game in which something waits for a seat."""
    return next(
        at.state for at in trail(seed).positions if at.state.agenda[-1].do == do and at.state.agenda[-1].seat == seat
    )


def test_every_sum_in_the_tree_of_a_seat_is_exact() -> None:
    """V of a chance node is the mean of its branches, of a choice its best; there are such of both seats."""
    n, choosers = 0, set()
    for do, seat in (("lay", 0), ("draw", 1), ("answer", 1), ("lay", 1)):
        tree = grown(asked(3, do, seat))
        for one in tree.seen():
            if not one.is_open:
                continue
            n += 1
            node, below = one.node, tree.branches(one.node.key)
            own = tree.own(node.key)
            if node.kind == CHANCE:
                assert sum(branch.chance or 0 for branch in below) == 1
                assert own == sum(((branch.chance or 0) * branch.value for branch in below), Fraction(0))
            else:
                choosers.add(node.seat)
                assert own == (min if node.seat else max)(branch.value for branch in below)
    assert n > 10
    assert choosers == {0, 1}


def test_a_card_that_another_seat_draws_or_lays_is_one_branch_and_an_own_one_is_named() -> None:
    draw = asked(3, "draw", 1)
    own = {node.says for node in grown(draw, Seat(1)).branches("r")}
    assert len(own) > 1
    assert all("gets a" in says for says in own)
    assert [node.says for node in grown(draw, Seat(0)).branches("r")] == ["Seat 2 draws"]
    lay = asked(3, "lay", 1)
    assert {node.says for node in grown(lay, Seat(0)).branches("r")} <= {"Seat 2 lays", "Seat 2 rests"}
    assert {"lay sun", "lay moon", "lay fox"} & {node.says for node in grown(lay, Seat(1)).branches("r")}


def test_what_an_action_brings_to_light_is_a_chance_of_its_own() -> None:
    """Whoever calls sees the card: how likely each is follows from the drawn tables, and the mean is kept."""
    tree = grown(asked(3, "answer", 1))
    call = next(node for node in tree.branches("r") if node.move == Do("call"))
    assert call.kind == CHANCE
    lights = tree.branches(call.key)
    assert len(lights) > 1
    assert all("reveals a" in node.says for node in lights)
    assert sum(node.chance or 0 for node in lights) == 1
    assert tree.own(call.key) == call.value
    let_be = next(node for node in tree.branches("r") if node.move == Do("let be"))
    assert let_be.notation == "let be"
    assert not any(node.notation for node in lights), "nobody writes what is revealed"


def test_a_choice_in_the_tree_is_worth_what_the_ledger_says_of_it() -> None:
    played = trail(5)
    start, value = played.positions[0].state, CoinValue(COIN)
    ledger = ledger_of(COIN, played.positions, start, n_seats=2, valuation=value)
    walker = LineWalker(COIN, played.positions, start, valuation=value)
    n = 0
    for at, line in enumerate(ledger.lines):
        made = played.positions[at]
        if not isinstance(made.node, Decision):
            continue
        known = knowledge.known_choices(COIN, value, made.state, seed=f":{at + 1}")
        tree = walker.tree_at(at)
        branches = tree.branches("r")
        assert known is not None
        assert {node.move: node.value for node in branches} == {one.action: one.value for one in known.options}
        done = next(node for node in branches if node.played)
        # The ledger has the best action named by other tables; the tree marks that of the tables that it shows.
        best = next(node for node in branches if node.best)
        assert done.loss == abs(done.value - best.value)
        assert line.best_value - line.value == line.loss
        assert done.position == (at if done.state.shown else at + 1)
        n += 1
    assert n > 3


def test_the_recorded_line_goes_on_through_what_came_to_light() -> None:
    for seed in range(30):
        played = trail(seed)
        walker = LineWalker(COIN, played.positions, played.positions[0].state, valuation=CoinValue(COIN))
        for at, made in enumerate(played.positions[:-1]):
            if made.move != Do("call"):
                continue
            tree = walker.tree_at(at)
            call = next(node for node in tree.branches("r") if node.played)
            if call.kind != CHANCE:
                continue
            light = next(node for node in tree.branches(call.key) if node.played)
            assert (tree.root.position, call.position, light.position) == (at, at, at + 1)
            following = [node for node in tree.branches(light.key) if node.played]
            assert [node.position for node in following] in ([at + 2], [])
            return
    pytest.fail("nobody called")


def test_a_tree_and_rollouts_say_by_whose_knowledge_they_are() -> None:
    state = asked(3, "lay", 1)
    tree = grown(state)
    assert "what seat 2 could see" in method(tree.label, tree.root)
    assert any("judged by what its seat could see" in line for line in tree.label.assumes)
    assert all(one.node.exact is not True or one.node.kind not in (CHANCE, DECISION) for one in tree.seen())
    said = " ".join(some_rollouts(COIN, state, Seat(1)).method)
    assert "a table drawn to fit what seat 2 could see" in said


def test_actions_are_compared_by_the_seat_that_chooses_alone() -> None:
    state = asked(3, "lay", 1)
    with pytest.raises(ValueError, match="only the seat that chooses"):
        rollouts(COIN, state, actions=COIN.node(state).actions, seat=Seat(0), policy="random", correct="none")
    whole = rollouts(COIN, state, seat=Seat(0), policy="random", correct="none", most=8)
    assert whole.rows[0].action is None


def test_at_a_chance_it_is_the_seat_whose_turn_it_is() -> None:
    state = asked(3, "draw", 1)
    assert isinstance(COIN.node(state), Chance)
    assert seer(COIN, state) == Seat(1)
    assert written(grown(state)) == written(grown(state, Seat(1)))


def test_below_many_hidden_draws_a_tree_goes_through_few_tables_and_its_chances_still_make_one() -> None:
    """A hidden draw makes a table of each card: after a few of them all tables together are more than fit in memory."""
    game = load_game("rise-tcg")
    opening = follow(game, seats=2, seed=3, limit=4)
    state = opening.positions[1].state
    tree = tree_of(game, state, levels=1, seat=Seat(1))
    node, seen = tree.root, 0
    for _ in range(6):
        tree.open(node.key)
        below = tree.branches(node.key)
        assert sum(one.chance or 0 for one in below) == 1
        node = max(below, key=lambda one: len(one.state.tables))
        seen = max(seen, len(node.state.tables))
        assert seen <= MOST_LISTED
    assert seen > 16, "nothing was drawn that this seat cannot see"

"""The decision tree as data: sums, merged outcomes, others, the played line, the horizon, stopping; any game."""

from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from types import SimpleNamespace
from typing import Any, ClassVar

import pytest

from rising_tutor.analysis.ledger import ledger_of
from rising_tutor.analysis.plain_value import PlainValuation
from rising_tutor.analysis.tree import CHANCE, END, LARGE, MOST_NODES, OTHERS, PAGE, DecisionTree, Node
from rising_tutor.analysis.tree.root import LineWalker, tree_of, written
from rising_tutor.core.chance import Listed
from rising_tutor.core.game import GameInfo
from rising_tutor.core.ids import GameId, RuleId, Seat
from rising_tutor.core.node import Chance, Decision, Terminal
from rising_tutor.core.playthrough import follow
from rising_tutor.core.valuation import Choice, Judged, ValueLabel
from rising_tutor.replay import Verified, verify
from tests.testkit import coin_and_hand
from tests.testkit.open_hands import OpenHands

WON = Path("replays/fire-nation-rising/won.replay")
ZERO = Fraction(0)
LABEL = ValueLabel("by hand", "one step", "", 0, "1", "none")


class Urns:
    """Two urns: "left" holds 1 blank, 1 bead and 6 stones that all win; "right" wins 1 in 4. Moves are words."""

    LEFT = (("stone", 3), ("bead", 2), ("blank", 1), ("leaf", 2))
    WINS = ("stone", "bead", "leaf", "red")

    def __init__(self, *, seat: int = 0, shared: bool = True) -> None:
        self.seat = Seat(seat)
        self.info = GameInfo(GameId("urns"), "Urns", "urns", 1, 2, "1", "", "", shared=shared)

    def node(self, state: str) -> Any:
        if state == "":
            return Decision(self.seat, ("left", "right", "stop"))
        if state == "left":
            return Chance(Listed(self.LEFT))
        if state == "right":
            return Chance(Listed((("red", 1), ("grey", 3))))
        return Terminal((1, 1) if state in self.WINS else (-1, -1), RuleId("U-1"))

    def after(self, state: str, move: str) -> str:
        return move

    def write(self, state: str, move: str) -> str:
        return move

    def where(self, state: str) -> str:
        return state or "start"


class Exact:
    """A follower that knows the urns by heart; `lean` is what it adds to V of an urn seen from above."""

    V: ClassVar = {"": Fraction(7, 8), "left": Fraction(7, 8), "right": Fraction(1, 4), "stop": Fraction(0)}

    def __init__(self, lean: Fraction) -> None:
        self.lean = lean
        self.game = Urns()
        self.asked: list[str] = []

    def value(self, state: str) -> Fraction:
        found = self.V.get(state)
        return Fraction(state in Urns.WINS) if found is None else found

    def options(self, state: str) -> tuple[Choice, ...]:
        self.asked.append(state)
        return tuple(
            Choice(action, self.value(action) + (self.lean if action == "right" else 0))
            for action in self.game.node(state).actions
        )

    def outcomes(self, state: str) -> Iterator[tuple[str, int, Fraction]]:
        self.asked.append(state)
        for outcome, weight in self.game.node(state).outcomes:
            yield outcome, weight, self.value(outcome)


GAME: Any = Urns()


def urns(moves: tuple[Any, ...] = (), lean: Fraction = ZERO, game: Any = GAME) -> DecisionTree:
    at = 0 if moves else None
    return DecisionTree(game, follower(lean), "", Fraction(7, 8), LABEL, moves=moves, at=at, exact=True)


def follower(lean: Fraction = ZERO) -> Any:
    return Exact(lean)


def moved(state: str, move: str) -> Any:
    return SimpleNamespace(state=state, move=move, step=SimpleNamespace(state=move))


def chance_of(node: Node) -> Fraction:
    assert node.chance is not None
    return node.chance


def check_sums(tree: DecisionTree) -> int:
    """V of a chance node is the mean of what is shown below it, V of a decision the best: as exact fractions."""
    seen = tree.seen()
    n = 0
    for one in seen:
        if not one.is_open:
            continue
        n += 1
        below = [other.node for other in seen if other.node.above == one.node.key]
        own = tree.own(one.node.key)
        assert own is not None
        if one.node.kind == CHANCE:
            assert sum((chance_of(node) for node in below), ZERO) == 1
            assert sum((chance_of(node) * node.value for node in below), ZERO) == own
            assert sum(node.alike for node in below) == one.node.n
        else:
            assert max(node.value for node in below) == own
            assert all(node.loss is not None and node.loss == own - node.value >= 0 for node in below)
        assert one.gap == own - one.node.value
    return n


@pytest.fixture(scope="module")
def won() -> Verified:
    return verify(WON)


# By hand --------------------------------------------------------------------------------------------------------------


def test_choices_come_best_first_and_outcomes_of_one_value_are_one_branch_named_by_the_likeliest() -> None:
    tree = urns()
    tree.grow()
    assert [(node.says, node.value, node.loss, node.best) for node in tree.branches("r")] == [
        ("left", Fraction(7, 8), Fraction(0), True),
        ("right", Fraction(1, 4), Fraction(5, 8), False),
        ("stop", Fraction(0), Fraction(7, 8), False),
    ]
    assert [(node.says, node.chance, node.alike, node.value, node.kind) for node in tree.branches("r.0")] == [
        ("stone", Fraction(7, 8), 3, Fraction(1), END),
        ("blank", Fraction(1, 8), 1, ZERO, END),
    ]
    assert tree.branches("r.0")[0].rule == "U-1"
    assert check_sums(tree) == 3
    assert "7/8 (87.5 %): 100 %  won, U-1: stone and 2 more outcomes worth the same" in written(tree)


def test_best_play_is_one_line_of_choices_and_what_chance_does_is_none_of_it() -> None:
    tree = urns()
    tree.grow()
    assert [one.node.key for one in tree.seen() if one.on_best] == ["r.0"]
    chance = DecisionTree(GAME, follower(), "left", Fraction(7, 8), LABEL)
    chance.grow()
    assert not any(one.on_best for one in chance.seen())


def test_the_played_line_is_marked_on_every_level_and_names_its_outcome() -> None:
    tree = urns((moved("", "left"), moved("left", "leaf")))
    tree.grow()
    played = [one.node for one in tree.seen() if one.node.played]
    assert [(node.says, node.position) for node in played] == [("left", 1), ("leaf", 2)]
    assert (played[1].likeliest, played[1].alike) == ("stone", 3)
    assert tree.root.position == 0
    off = [one.node for one in tree.seen() if one.node.depth and not one.node.played]
    assert off
    assert all(node.position is None for node in off)


def test_what_the_parent_did_not_foresee_is_said_and_hidden_nowhere() -> None:
    tree = urns(lean=Fraction(1, 16))
    tree.grow()
    right = next(one for one in tree.seen() if one.node.says == "right")
    assert right.node.value == Fraction(5, 16)
    assert (tree.own(right.node.key), right.gap) == (Fraction(1, 4), Fraction(-1, 16))
    assert "seen from here 6.2 points less (horizon)" in written(tree)
    # The parent keeps to what it said: its best branch is still V.
    assert tree.own("r") == Fraction(7, 8)


def test_a_node_is_worked_out_when_it_is_opened_and_once() -> None:
    tree = urns()
    asked: Any = tree.follower
    assert asked.asked == []
    tree.open("r")
    tree.close("r")
    tree.open("r")
    assert asked.asked == [""]
    for key in ("", "r.7", "r.0.0.0", "x", "r.rest.rest"):
        tree.open(key)
        tree.close(key)
    assert len(tree.seen()) == 1 + 3


def test_an_opponent_picks_the_least() -> None:
    tree = urns(game=Urns(seat=1, shared=False))
    tree.open("r")
    assert [(node.says, node.loss, node.best) for node in tree.branches("r")] == [
        ("stop", ZERO, True),
        ("right", Fraction(1, 4), False),
        ("left", Fraction(7, 8), False),
    ]
    assert tree.own("r") == 0
    assert [one.node.says for one in tree.seen() if one.on_best] == ["stop"]


# Recorded games -------------------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("at", [0, 5, 15, 20, 24, 29])
def test_sums_are_exact_in_a_recorded_game_however_much_is_shown(won: Verified, at: int) -> None:
    tree = LineWalker(won.game, won.moves, won.start).tree_at(at)
    tree.grow()
    assert check_sums(tree) >= 1
    assert len(tree.seen()) <= MOST_NODES
    played = next(one.node for one in tree.seen() if one.node.depth == 1 and one.node.played)
    assert (played.position, played.move) == (at + 1, won.moves[at].move)
    rest = tree.others("r")
    while rest is not None:
        before = sum(one.node.above == "r" for one in tree.seen())
        tree.open(rest.key)
        assert check_sums(tree)
        assert sum(one.node.above == "r" for one in tree.seen()) > before
        rest = tree.others("r")
    assert all(one.gap == 0 for one in tree.seen()[:1]), "the follower and the tree agree on V of the position"


def test_others_stand_for_the_rest_exactly_and_the_played_branch_is_always_shown(won: Verified) -> None:
    # 51 cards can come; the one that came is not among the first.
    tree = LineWalker(won.game, won.moves, won.start).tree_at(5)
    tree.open("r")
    every = tree.branches("r")
    shown = [one.node for one in tree.seen() if one.node.above == "r" and one.node.kind != OTHERS]
    rest = tree.others("r")
    assert rest is not None
    assert PAGE <= len(shown) <= PAGE + 1
    assert any(node.played for node in shown)
    left = [node for node in every if node not in shown]
    assert chance_of(rest) == sum((chance_of(node) for node in left), ZERO)
    assert rest.value == sum((chance_of(node) * node.value for node in left), ZERO) / chance_of(rest)
    assert (rest.n, rest.alike) == (len(left), sum(node.alike for node in left))


def test_a_large_roll_is_listed_when_asked_for_tells_how_far_it_is_and_can_be_stopped(won: Verified) -> None:
    at = next(
        at for at, move in enumerate(won.moves)
        if isinstance(won.game.node(move.state), Chance) and LARGE < len(won.game.node(move.state).outcomes) < 500
    )  # fmt: skip
    tree = LineWalker(won.game, won.moves, won.start).tree_at(at)
    tree.grow()
    assert tree.root.large
    assert [one.is_open for one in tree.seen()] == [False]
    told: list[tuple[int, int]] = []

    class Stop(Exception):
        pass

    def stop(done: int, total: int) -> None:
        told.append((done, total))
        if len(told) == 2:
            raise Stop

    with pytest.raises(Stop):
        tree.open("r", stop)
    assert told[1] == (100, tree.root.n)
    assert (tree.own("r"), len(tree.seen())) == (None, 1)
    tree.open("r")
    assert check_sums(tree) == 1
    assert tree.own("r") == tree.root.value


def test_a_tree_says_what_the_ledger_says_at_every_line() -> None:
    game: Any = OpenHands()
    trail = follow(game, seats=2, seed=3, options={"points": "2"})
    valuation = PlainValuation(game, most=0, playouts=4)
    ledger = ledger_of(game, trail.positions, trail.positions[0].state, n_seats=2, valuation=valuation)
    walker = LineWalker(game, trail.positions, trail.positions[0].state, valuation=valuation)
    for at, line in enumerate(ledger.lines):
        tree = walker.tree_at(at)
        tree.open("r")
        played = next(one.node for one in tree.seen() if one.node.depth == 1 and one.node.played)
        assert (tree.root.value, tree.root.exact, played.value) == (line.before, line.exact, line.after), at
        assert tree.own("r") == line.before, at
        if line.options:
            assert played.loss == abs(line.amount), at


def test_the_end_of_a_game_is_its_result_and_its_rule(won: Verified) -> None:
    tree = LineWalker(won.game, won.moves, won.start).tree_at(len(won.moves))
    tree.grow()
    assert won.result is not None
    assert (tree.root.kind, tree.root.value, tree.root.exact) == (END, Fraction(1), True)
    assert tree.root.rule == won.result.reason
    assert tree.branches("r") == ()


def test_a_game_without_a_value_function_says_so_and_takes_another() -> None:
    game = coin_and_hand.load()
    state = game.start(2, {"points": "2"})
    with pytest.raises(TypeError, match="coin-and-hand offers no value function"):
        tree_of(game, state)
    for text in ("draw sun", "draw sun", "draw moon", "draw moon", "draw fox"):
        drawn: Any = game.read(state, text)
        state = game.resolve(state, drawn).state
    tree = tree_of(game, state, valuation=PlainValuation(game, most=0, playouts=4), levels=2)
    assert next(node.says for node in tree.branches("r")) in {"lay sun", "lay fox", "rest"}
    laid = next(node for node in tree.branches("r") if node.says.startswith("lay"))
    tree.open(laid.key)
    answers = tree.branches(laid.key)
    assert laid.seat == 1
    assert tree.own(laid.key) == min(node.value for node in answers)
    assert answers[0].best == (len({node.value for node in answers}) > 1)


class Once:
    """A valuation whose follower counts what is asked of it."""

    label = LABEL

    def __init__(self) -> None:
        self.log: list[str] = []

    def value(self, state: Any) -> Fraction:
        return Fraction(1, 2)

    def follow(self) -> "Once":
        self.log.append("follow")
        return self

    def judge(self, state: Any, move: Any, after: Any) -> Judged:
        self.log.append(f"judge {move}")
        return Judged(Fraction(7, 8), Fraction(7, 8), (), exact=False)

    def skip(self, state: Any, move: Any, after: Any) -> None:
        self.log.append(f"skip {move}")


def test_every_tree_has_a_follower_of_its_own_that_judges_the_move_that_was_made() -> None:
    moves = (moved("", "left"), moved("left", "leaf"))
    valuation: Any = Once()
    walker = LineWalker(GAME, moves, "", valuation=valuation)
    for at in (1, 2, 0):
        tree = walker.tree_at(at)
        assert tree.root.exact is (at == 2), "an estimate, but for the result"
    asked = ["follow", "skip left", "judge leaf", "follow", "follow", "judge left"]
    assert valuation.log == asked

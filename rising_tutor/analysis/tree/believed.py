"""The decision tree of a position as one seat may believe it: nothing in it looks at what is hidden from that seat.

The root is a set of tables drawn from the view of the seat (`core.worlds`). Below a choice of the seat stands each of
its actions; below chance, and below a choice of another seat, each thing that the seat can be told. Where an action of
the seat brings different things to light on different tables, a chance node between says which. V of a node is the mean
over its tables. A choice of another seat is the one that suits it best on each table, with all cards open: more than
such a seat can know, so for whoever looks no such number is too good.

Positions that a seat cannot tell apart have the same tree, to the bit.
"""

import dataclasses
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from math import lcm
from random import Random
from typing import Any

import msgspec
from msgspec.structs import replace

from rising_tutor.analysis.knowledge import BY_KNOWLEDGE
from rising_tutor.analysis.ledger import Played, value_of
from rising_tutor.analysis.tree import DecisionTree, Node, Say
from rising_tutor.core.chance import Listed
from rising_tutor.core.event import Event
from rising_tutor.core.game import AnyGame, GameInfo, step_of
from rising_tutor.core.information import seen_by, visible
from rising_tutor.core.node import Chance, Decision, Terminal
from rising_tutor.core.valuation import Choice, Valuation, opposes, valued_game
from rising_tutor.core.values import Value
from rising_tutor.core.view import Viewer
from rising_tutor.core.worlds import DRAWN, MOST_LISTED, Worlds, worlds

NOTHING_SEEN = "nothing is seen"


class Told(Value, frozen=True):
    """What a viewer is told of a move; it stands for every move that tells the same.

    Attributes:
        told: the visible events, written down.
        says: the same in words.
    """

    told: bytes
    says: str


@dataclass(frozen=True, eq=False)
class _Way:
    """A move on one of the tables, with the table after it."""

    weight: int
    table: Any
    move: Any
    after: Any


@dataclass(eq=False)
class Belief:
    """A place in the tree: tables, each with its weight.

    Attributes:
        shown: after an action of the viewer, what it may bring to light; empty where every table shows the same.
    """

    game: AnyGame
    viewer: Viewer
    tables: Worlds
    shown: "dict[Told, Belief]"

    @property
    def table(self) -> Any:
        """One of the tables; what is public is the same on all."""
        return self.tables[0][0]

    @property
    def total(self) -> int:
        return sum(weight for _, weight in self.tables)

    @cached_property
    def own(self) -> tuple[Any, ...] | None:
        """The actions, where the viewer chooses; None else."""
        node = self.game.node(self.table)
        if self.shown or not isinstance(node, Decision) or node.seat != self.viewer:
            return None
        return node.actions

    @cached_property
    def ways(self) -> dict[Told, Sequence[_Way]]:
        """The moves of the tables by what the viewer is told of them; at a choice of the viewer, nothing.

        These are all moves. Of chance that shows too little, as a hidden draw does, some are drawn for the others.
        """
        found: dict[Told, list[_Way]] = {}
        nodes = [(table, n, self.game.node(table)) for table, n in self.tables]
        totals = lcm(*(node.outcomes.total for _, _, node in nodes if isinstance(node, Chance)))
        for table, n, node in nodes:
            if isinstance(node, Chance):
                moves = [(move, n * weight * (totals // node.outcomes.total)) for move, weight in node.outcomes]
            elif isinstance(node, Decision) and self.own is None:
                moves = [(move, n) for move in node.actions]
            else:
                moves = []
            for move, weight in moves:
                told, after = self.told(table, move)
                found.setdefault(told, []).append(_Way(weight, table, move, after))
        if not isinstance(nodes[0][2], Chance) or max(map(len, found.values())) <= MOST_LISTED:
            return {told: tuple(ways) for told, ways in found.items()}
        return {told: _drawn_of(ways) for told, ways in found.items()}

    def told(self, table: Any, move: Any) -> tuple[Told, Any]:
        """What the viewer is told of a move on a table, with the table after it."""
        step = step_of(self.game, table, move)
        return told_of(self.game, step.events, step.state, self.viewer), step.state

    def after(self, action: Any) -> "Belief":
        """After an action of the viewer."""
        groups: dict[Told, list[tuple[Any, int]]] = {}
        for table, n in self.tables:
            told, after = self.told(table, action)
            groups.setdefault(told, []).append((after, n))
        every = self.of(pair for group in groups.values() for pair in group)
        if len(groups) > 1:
            every.shown = {told: self.of(group) for told, group in groups.items()}
        return every

    def of(self, tables: Iterable[tuple[Any, int]]) -> "Belief":
        """Other tables of the same viewer, equal ones together."""
        weights: Counter[Any] = Counter()
        for table, weight in tables:
            weights[table] += weight
        return Belief(self.game, self.viewer, tuple(weights.items()), {})


def _drawn_of(ways: Sequence[_Way]) -> tuple[_Way, ...]:
    """Ways that stand for all, the same ones each time; all weights are multiplied by the same number."""
    if len(ways) <= MOST_LISTED:
        return tuple(dataclasses.replace(way, weight=way.weight * DRAWN) for way in ways)
    total = sum(way.weight for way in ways)
    shares = [way.weight / total for way in ways]
    drawn = Counter(Random(0).choices(range(len(ways)), shares, k=DRAWN))
    return tuple(dataclasses.replace(ways[at], weight=n * total) for at, n in drawn.items())


@lru_cache(maxsize=4096)
def _say(game: AnyGame, event: Event) -> str:
    """An event in words; a tree meets few of them, each on many tables."""
    return game.say(event)


def told_of(game: AnyGame, events: Sequence[Event], after: Any, viewer: Viewer) -> Told:
    """What a viewer is told of a move; that and how the game ended is told to everybody."""
    seen = visible(tuple(events), viewer)
    node = game.node(after)
    end = (node.payoffs, node.reason) if isinstance(node, Terminal) else ()
    teller: Any = game  # hashable, as every object is; its protocol does not say so
    said = " ".join(_say(teller, event) for event in seen).rstrip(".")
    return Told(msgspec.json.encode((seen, end)), said or NOTHING_SEEN)


class BelievedGame:
    """The game as a tree sees it, with a belief for a position."""

    def __init__(self, game: AnyGame) -> None:
        self.game = game
        self._after: dict[tuple[Belief, Any], Belief] = {}

    @property
    def info(self) -> GameInfo:
        return self.game.info

    def node(self, belief: Belief) -> Any:
        if belief.shown:
            return Chance(Listed((told, below.total) for told, below in belief.shown.items()))
        node = self.game.node(belief.table)
        if isinstance(node, Terminal):
            return node
        if isinstance(node, Chance):
            return Chance(Listed((told, sum(way.weight for way in ways)) for told, ways in belief.ways.items()))
        return Decision(node.seat, belief.own if belief.own is not None else tuple(belief.ways))

    def after(self, belief: Belief, move: Any) -> Belief:
        found = self._after.get((belief, move))
        if found is None:
            if belief.shown:
                found = belief.shown[move]
            elif belief.own is not None:
                found = belief.after(move)
            else:
                found = belief.of((way.after, way.weight) for way in belief.ways[move])
            self._after[belief, move] = found
        return found

    def leads(self, belief: Belief, move: Any, ways: Iterable[_Way]) -> None:
        """Says which moves stand behind what is seen of another seat's choice."""
        self._after[belief, move] = belief.of((way.after, way.weight) for way in ways)

    def where(self, belief: Belief) -> str:
        return self.game.where(belief.table)

    def write(self, belief: Belief, move: Any) -> str:
        return "" if isinstance(move, Told) else self.game.write(belief.table, move)


class BelievedFollower:
    """V of a belief: the mean over its tables. What follows a belief is kept: it is asked for V, then for branches."""

    def __init__(self, game: BelievedGame, valuation: Valuation) -> None:
        self.game, self.valuation = game, valuation
        self._outcomes: dict[Belief, tuple[tuple[Told, int, Fraction], ...]] = {}

    def value(self, belief: Belief) -> Fraction:
        """V looked ahead one step, as the branches have it."""
        options = self.options(belief)
        if options:
            seat = self.game.node(belief).seat
            return (min if opposes(self.game.game, seat) else max)(choice.value for choice in options)
        found = self.outcomes(belief)
        if found:
            return sum((weight * value for _, weight, value in found), Fraction(0)) / sum(one[1] for one in found)
        return _mean((n, value_of(self.game.game, self.valuation, table)) for table, n in belief.tables)

    def options(self, belief: Belief) -> tuple[Choice, ...]:
        if belief.shown or not isinstance(self.game.node(belief), Decision):
            return ()
        each = {table: self._each(table) for table, _ in belief.tables}
        if belief.own is not None:
            return tuple(
                Choice(action, _mean((n, each[table][action]) for table, n in belief.tables)) for action in belief.own
            )
        return tuple(self._seen(belief, told, ways, each) for told, ways in belief.ways.items())

    def outcomes(self, belief: Belief) -> tuple[tuple[Told, int, Fraction], ...]:
        found = self._outcomes.get(belief)
        if found is None:
            found = self._outcomes[belief] = tuple(self._each_outcome(belief))
        return found

    def _each_outcome(self, belief: Belief) -> Iterator[tuple[Told, int, Fraction]]:
        if belief.shown:
            for told, below in belief.shown.items():
                values = ((n, value_of(self.game.game, self.valuation, table)) for table, n in below.tables)
                yield told, below.total, _mean(values)
        elif isinstance(self.game.node(belief), Chance):
            for told, ways in belief.ways.items():
                values = ((way.weight, value_of(self.game.game, self.valuation, way.after)) for way in ways)
                yield told, sum(way.weight for way in ways), _mean(values)

    def _seen(self, belief: Belief, told: Told, ways: Sequence[_Way], each: dict[Any, dict[Any, Fraction]]) -> Choice:
        """What another seat is seen to do: of the moves that look so, on each table that which suits it best."""
        game = self.game.game
        better: Callable[..., Any] = min if opposes(game, self.game.node(belief).seat) else max
        best: dict[Any, _Way] = {}
        for way in ways:
            held = best.get(way.table)
            pair = (way,) if held is None else (held, way)
            best[way.table] = better(pair, key=lambda one: each[one.table][one.move])
        self.game.leads(belief, told, best.values())
        return Choice(told, _mean((way.weight, each[way.table][way.move]) for way in best.values()))

    def _each(self, table: Any) -> dict[Any, Fraction]:
        return {choice.action: choice.value for choice in self.valuation.follow().options(table)}


class BelievedTree(DecisionTree):
    """The tree below what a seat may believe of a position.

    Args:
        state: the position as it is, of which only the view of the seat is used.
        viewer: the seat.
        moves, at, say: as of `DecisionTree`; of the recorded moves, what the seat was told.
        seed: of the tables that are drawn, as of the line of a ledger.
    """

    def __init__(
        self,
        game: AnyGame,
        state: Any,
        viewer: Viewer,
        valuation: Valuation,
        *,
        moves: Sequence[Played] = (),
        at: int | None = None,
        say: Say | None = None,
        seed: str = "",
    ) -> None:
        self.viewer = viewer
        believed = BelievedGame(game)
        belief = Belief(game, viewer, worlds(game, state, viewer, seed=seed), {})
        follower: Any = BelievedFollower(believed, valuation)
        label = valuation.label
        as_seen: Any = believed
        super().__init__(
            as_seen,
            follower,
            belief,
            follower.value(belief),
            replace(
                label,
                method=f"the mean over tables drawn to fit what {seen_by(viewer)}: {label.method}",
                samples=max(label.samples, belief.total),
                assumes=(BY_KNOWLEDGE, *label.assumes),
            ),
            moves=moves,
            at=at,
            exact=False,
            say=_saying(say or game.write),
        )

    def _played(self, node: Node) -> Played | None:
        """The recorded move as the viewer knows it: its own action, or what it was told."""
        made, belief = super()._played(node), node.state
        if made is None or belief.own is not None:
            return made
        told = told_of(belief.game, made.step.events, made.step.state, self.viewer)
        return _Recorded(made.state, told, made.step)

    def _position(self, above: Node, below: Any) -> int | None:
        # An action and what it brings to light are of one line.
        return super()._position(above, below) if above.state.shown or not below.shown else above.position

    def _turn_of(self, state: Any) -> int:
        valued = valued_game(state.game)
        return valued.turn_of(state.table) if valued is not None else 0


class _Recorded(Value, frozen=True):
    state: Any
    move: Any
    step: Any


def _saying(say: Say) -> Say:
    return lambda belief, move: move.says if isinstance(move, Told) else say(belief.table, move)


def _mean(pairs: Iterable[tuple[int, Fraction]]) -> Fraction:
    total, n = Fraction(0), 0
    for weight, value in pairs:
        total, n = total + weight * value, n + weight
    return total / n

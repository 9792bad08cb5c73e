"""Search for a game in which a seat does not see everything: single-observer information set Monte Carlo tree search.

After Cowling, Powley and Whitehouse, "Information Set Monte Carlo Tree Search", IEEE Transactions on Computational
Intelligence and AI in Games 4 (2012), 120-143. Each iteration

1. imagines a table from the view of the seat that chooses (`Game.imagine`), so the true table plays no part;
2. goes down one tree, the same for all tables. A node of it is what the searcher has seen since the root: own choices,
   what it sees of the choices of others, what it sees of chance. At a choice only the actions of the imagined table
   count, and one is taken by its mean worth for whoever chooses and how seldom it was tried while it was **available**;
   chance is drawn as it falls;
3. from the first choice that is new goes on by quick choices to the end of the turn;
4. books how the game then stands, as the game estimates it, for every choice on the way. A game that has no estimate
   is played on to its end.

After so many iterations the action that was taken most often is the choice.

Three things are ours. A line ends with its turn, since one flip has twenty outcomes and a tree of several turns would
never see a node twice. A node below the root begins with the quick choice, and tries one more action after each
`PATIENCE` visits, so that a mean is not mostly of trials. And the work ends early when no other action can overtake.

The tree is a node with a `Tried` for each action (visits, times available, sum of worths) and a child for each thing
seen; worths are from 0 (lost) to 1 (won), one for each seat. Two faults of the method are known: it does not bluff, and
it takes for granted that it will later know what it cannot tell apart now (strategy fusion; less than a search of
each table by itself).

>>> from rising_tutor.core.node import Decision
>>> from rising_tutor.core.registry import load_game
>>> game = load_game("avatar")
>>> state, rng = game.start(2), Random(1)
>>> while not isinstance(node := game.node(state), Decision):
...     state = game.resolve(state, node.outcomes.sample(rng)).state
>>> search = Search(game, iterations=30)
>>> search(node, lambda: game.view(state, node.seat), Random(1)) in node.actions
True
"""

from collections.abc import Callable, Hashable
from math import log, sqrt
from random import Random
from typing import Any, Final

from rising_tutor.core.game import AnyGame
from rising_tutor.core.ids import Seat
from rising_tutor.core.node import Decision
from rising_tutor.core.search import Walk, Worths, walk_of

ITERATIONS: Final = 400
EXPLORE: Final = 0.5
"""How much a seldom tried action is preferred; worths are from 0 to 1."""
PATIENCE: Final = 6
"""Visits of a node below the root for each action that is tried there."""
DEEPEST: Final = 80
"""Choices and draws of a line within its turn; a longer one is judged as it stands."""
LONGEST: Final = 5_000
"""Moves of a line that is played on to the end of the game; a longer one counts a half."""


class Tried:
    """An action at a node of the tree."""

    __slots__ = ("available", "total", "visits")

    def __init__(self) -> None:
        self.visits = 0
        self.available = 0
        self.total = 0.0


class Node:
    """What the searcher has seen since the root."""

    __slots__ = ("children", "tried", "visits")

    def __init__(self) -> None:
        self.visits = 0
        self.tried: dict[Any, Tried] = {}
        self.children: dict[Hashable, Node] = {}

    def child(self, seen: Hashable) -> "Node":
        """The node after the searcher has seen this as well."""
        found = self.children.get(seen)
        if found is None:
            found = self.children[seen] = Node()
        return found


class Search:
    """The policy: a choice by search from what a seat sees.

    Args:
        iterations: tables that are imagined for a choice.
    """

    def __init__(self, game: AnyGame, iterations: int = ITERATIONS) -> None:
        self.game = game
        self.iterations = iterations

    def __call__(self, decision: Decision[Any], look: Callable[[], Any], rng: Random) -> Any:
        if len(decision.actions) == 1:
            return decision.actions[0]
        root = self.tree(look(), decision.seat, rng)
        # The action that comes first wins a tie, so that the choice is the same on every machine.
        return max(decision.actions, key=lambda action: root.tried[action].visits if action in root.tried else 0)

    def tree(self, view: Any, seat: Seat, rng: Random) -> Node:
        """The tree over what a seat sees from here, after all iterations."""
        root = Node()
        for at in range(self.iterations):
            walk = walk_of(self.game, self.game.imagine(view, rng), seat)
            _iterate(walk, root, rng)
            if at % 16 == 0 and _decided(root, self.iterations - at - 1):
                break
        return root


def _decided(root: Node, left: int) -> bool:
    """Whether no other action can be taken more often any more."""
    visits = sorted((tried.visits for tried in root.tried.values()), reverse=True)
    return len(visits) > 1 and visits[0] - visits[1] > left


def _iterate(walk: Walk, root: Node, rng: Random) -> None:
    """One line: down the tree, on to the end of the turn, and its worth booked for every choice on the way."""
    turn, node, made = walk.turn(), root, list[tuple[Tried, int]]()
    inside, n = True, 0
    while (worth := walk.result()) is None and n < DEEPEST and walk.turn() == turn:
        n += 1
        if walk.seat is None:
            seen = walk.draw(rng)
        elif len(walk.actions) == 1:
            seen = walk.take(walk.actions[0])
        elif inside:
            tried, action, inside = _select(node, walk, rng, at_root=node is root)
            made.append((tried, walk.seat))
            seen = walk.take(action)
        else:
            seen = walk.take(walk.quick(rng))
        if inside:
            node = node.child(seen)
    if worth is None:
        worth = walk.estimate() or _played_on(walk, rng)
    for tried, seat in made:
        tried.visits += 1
        tried.total += 0.5 if worth is None else worth[seat]


def _select(node: Node, walk: Walk, rng: Random, *, at_root: bool) -> tuple[Tried, Any, bool]:
    """The action that the line takes at a node, and whether it was tried before."""
    node.visits += 1
    known, untried = node.tried, [action for action in walk.actions if action not in node.tried]
    for action in walk.actions:
        if action in known:
            known[action].available += 1
    if untried and (at_root or node.visits > PATIENCE * (len(walk.actions) - len(untried))):
        quick = walk.quick(rng)
        action = quick if quick in untried else untried[int(rng.random() * len(untried))]
        known[action] = tried = Tried()
        tried.available = 1
        return tried, action, False
    best, chosen, most = None, None, -1.0
    for action in walk.actions:
        one = known.get(action)
        if one is not None:
            visits = one.visits or 1
            score = one.total / visits + EXPLORE * sqrt(log(one.available) / visits)
            if score > most:
                best, chosen, most = one, action, score
    assert best is not None
    return best, chosen, True


def _played_on(walk: Walk, rng: Random) -> Worths | None:
    """The result when the game is played to its end by quick choices; None where that takes too long."""
    for _ in range(LONGEST):
        result = walk.result()
        if result is not None:
            return result
        if walk.seat is None:
            walk.draw(rng)
        else:
            walk.take(walk.quick(rng))
    return None

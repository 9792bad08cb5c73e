"""The decision tree of a position: what can be done, what chance brings, and what each branch is worth.

A decision node has a branch for each legal action, best first; a chance node a branch for each value that its outcomes
can have, likeliest first: outcomes worth the same are one branch with the sum of their probabilities. Branches are
worked out when their node is opened. Some are shown at first; the rest is one branch, `OTHERS`, whose probability and
mean keep the sums exact: V of a chance node is the mean of its branches and V of a decision its best branch, always.

V comes from a follower (`rising_tutor.core.valuation`). What a parent said of a node and what its own branches give
can differ, as V looks ahead only so far; `Seen.gap` is that difference. Trees of recorded games and of positions are
grown by `rising_tutor.analysis.tree.root`.

>>> from rising_tutor.analysis.tree.root import tree_of
>>> from rising_tutor.core.registry import load_game
>>> game = load_game("fire")
>>> tree = tree_of(game, game.start(2, {"teams": "aang,toph"}))
>>> tree.root.kind, tree.root.n, sum(node.chance for node in tree.branches("r"))
('chance', 3, Fraction(1, 1))
"""

from collections.abc import Callable, Sequence
from fractions import Fraction
from operator import itemgetter
from typing import Any, Final, NamedTuple

from rising_tutor.analysis.ledger import Played
from rising_tutor.core.english import THIN, grouped, noun
from rising_tutor.core.game import AnyGame
from rising_tutor.core.ids import RuleId, Seat
from rising_tutor.core.node import Chance, Decision, Terminal
from rising_tutor.core.search import stepper
from rising_tutor.core.valuation import Choice, Follower, ValueLabel, opposes, valued_game
from rising_tutor.core.values import Value
from rising_tutor.probability.dice_turn.answer import Progress

CHANCE, DECISION, END, OTHERS = "chance", "decision", "end", "others"
ROOT: Final = "r"
REST: Final = "rest"
"""The last part of the key of a branch that stands for the others."""
PAGE: Final = 6
"""Branches that are shown when a node is opened, and how many more each time."""
LARGE: Final = 200
"""A chance node with more outcomes is opened only when somebody asks for it."""
SMALL: Final = 40
"""So many outcomes can be worked out for a node that nobody asked for."""
MOST_NODES: Final = 200
"""Nodes that are shown at once."""
AT_FIRST: Final = 24
"""Nodes that are shown before anybody opens one, at most; the best and the played line are shown whatever they take."""
ZERO: Final = Fraction(0)
_EVERY: Final = 50

Say = Callable[[Any, Any], str]
"""A move of a position in words."""


class Node(Value, frozen=True):
    """A place in the tree.

    Attributes:
        key: the way from the root, as numbers of branches.
        kind: `CHANCE`, `DECISION`, `END`, or `OTHERS` for branches that are not shown one by one.
        says: the move that leads here, in words; at the root the place in the game.
        value: V as the parent says it. Of `OTHERS` the mean below a chance node, the best below a decision.
        move: the move that leads here; None at the root and for `OTHERS`.
        notation: that move as the game writes it; "" where there is none.
        chance: below a chance node the probability of the branch, which is that of all its outcomes; else None.
        alone: below a chance node that of the outcome that `says` names, else None.
        loss: below a decision what the action is worth less than the best one, else None.
        best: below a decision whether no action is worth more and some other is worth less.
        played: whether the recorded game went this way.
        position: the number of the position in the recorded game, if it is one of it.
        n: how many actions or outcomes there are here; of `OTHERS` how many branches it stands for.
        alike: how many outcomes of its parent are this branch.
        likeliest: of those, the likeliest one, where another one is named by `says`.
        seat: who chooses here.
        rule: how the game ended, at an `END`.
        exact: whether V is solved here up to its horizon, or is the result; None where that is not known.
        state: the position; None for `OTHERS`.
    """

    key: str
    kind: str
    says: str
    value: Fraction
    move: Any = None
    notation: str = ""
    chance: Fraction | None = None
    alone: Fraction | None = None
    loss: Fraction | None = None
    best: bool = False
    played: bool = False
    position: int | None = None
    n: int = 0
    alike: int = 1
    likeliest: str = ""
    seat: Seat | None = None
    rule: RuleId = RuleId("")
    exact: bool | None = None
    state: Any = None

    @property
    def depth(self) -> int:
        return self.key.count(".")

    @property
    def above(self) -> str:
        """The key of its parent; "" of the root."""
        return self.key.rpartition(".")[0]

    @property
    def more(self) -> int:
        """How many outcomes this branch is beside the one that `says` names: its probability is that of all of them."""
        return 0 if self.kind == OTHERS else self.alike - 1

    @property
    def named(self) -> str:
        """What leads here, with the number of outcomes that are this branch though nothing names them."""
        outcomes = f" {noun(self.more, 'outcome')}" if self.more else ""
        return f"{self.says}{and_more(self.more)}{outcomes}"

    @property
    def leads(self) -> bool:
        """Whether best play goes this way: below a decision the first of the best actions."""
        return self.loss is not None and self.key.endswith(".0")

    @property
    def large(self) -> bool:
        """Whether its outcomes are so many that they are listed only when somebody asks."""
        return self.kind == CHANCE and self.n > LARGE


class Seen(Value, frozen=True):
    """A node that is shown now.

    Attributes:
        is_open: whether its branches are shown.
        on_best: whether best play chooses to come here: by the first of the best actions, as at every choice before it.
            What chance does nobody plays.
        gap: V as its own branches give it less V as its parent said it; None while nobody worked them out.
    """

    node: Node
    is_open: bool
    on_best: bool
    gap: Fraction | None


class _Branch(NamedTuple):
    move: Any
    value: Fraction
    chance: Fraction | None = None
    alone: Fraction | None = None
    alike: int = 1
    likeliest: Any = None


class DecisionTree:
    """The tree below a position, and what of it is open.

    Args:
        follower: stands at the position; it is asked and not led on.
        moves: of the recorded game, all of them; the position is that before `moves[at]`.
        at: the number of the position in that game; None if it is of none.
        exact: whether V is solved there; None if nobody knows.
        options: its legal actions with V after each, where the follower has said them already.
        say: words for a move; the notation of the game unless told otherwise.

    Attributes:
        full: whether the last opening was refused, as `MOST_NODES` would have been shown.
    """

    def __init__(
        self,
        game: AnyGame,
        follower: Follower,
        state: Any,
        value: Fraction,
        label: ValueLabel,
        *,
        moves: Sequence[Played] = (),
        at: int | None = None,
        exact: bool | None = None,
        options: Sequence[Choice] = (),
        say: Say | None = None,
    ) -> None:
        self.game, self.follower, self.label = game, follower, label
        self.full = False
        self._moves = moves
        self._say = say or game.write
        self._after = stepper(game)
        self._exact = exact
        self._first = options
        self._turn = self._turn_of(state)
        self._found: dict[str, tuple[_Branch, ...]] = {}
        self._nodes: dict[str, Node] = {}
        self._shown: dict[str, int] = {}
        self._nodes[ROOT] = self._node(ROOT, state, game.where(state), value, position=at)

    # What is known ----------------------------------------------------------------------------------------------------

    @property
    def root(self) -> Node:
        return self._nodes[ROOT]

    def node(self, key: str) -> Node | None:
        """A node that was shown at some time."""
        return self._nodes.get(key)

    def branches(self, key: str, progress: Progress | None = None) -> tuple[Node, ...]:
        """Every branch of a node, shown or not: actions by falling value, outcomes by falling probability."""
        self._work_out(key, progress)
        return tuple(self._child(key, at) for at in range(len(self._found[key])))

    def own(self, key: str) -> Fraction | None:
        """V of a node from its own branches: their mean, or the best of them. None if it was never opened."""
        found = self._found.get(key)
        if not found:
            return None
        if self._nodes[key].kind == CHANCE:
            return _total(found)
        return self._best(key)

    # What is shown ----------------------------------------------------------------------------------------------------

    def seen(self) -> tuple[Seen, ...]:
        """Every node that is shown, each before its branches."""
        out: list[Seen] = []

        def walk(node: Node, *, on_best: bool) -> None:
            own = self.own(node.key)
            is_open = node.key in self._shown
            chosen = node.loss is not None
            out.append(Seen(node, is_open, chosen and on_best, None if own is None else own - node.value))
            if not is_open:
                return
            for at in self._places(node.key):
                # Of equal actions one is enough for the line of best play: the first.
                first = on_best and at == 0
                walk(self._child(node.key, at), on_best=first if node.kind == DECISION else on_best)
            rest = self.others(node.key)
            if rest is not None:
                out.append(Seen(rest, is_open=False, on_best=False, gap=None))

        walk(self.root, on_best=True)
        return tuple(out)

    def others(self, key: str) -> Node | None:
        """What stands for the branches of an open node that are not shown; None if all are."""
        places = set(self._places(key))
        rest = [branch for at, branch in enumerate(self._found[key]) if at not in places]
        if not rest:
            return None
        name, n = f"{key}.{REST}", len(rest)
        node = self._nodes[key]
        if node.kind == CHANCE:
            chance = sum((branch.chance or ZERO for branch in rest), ZERO)
            alike = sum(branch.alike for branch in rest)
            words = f"{n} other values" if alike == n else f"{n} other values, {alike} outcomes"
            return Node(name, OTHERS, words, _total(rest) / chance, chance=chance, n=n, alike=alike)
        best = self._best(key)
        value = self._pick(node, [branch.value for branch in rest])
        words = f"best of {n} other choices"
        is_best = value == best and self._differs(key)
        return Node(name, OTHERS, words, value, loss=abs(best - value), best=is_best, n=n, alike=n)

    def open(self, key: str, progress: Progress | None = None) -> None:
        """Shows the branches of a node, or `PAGE` more of them; of a node of others, those that it stands for."""
        if key.endswith(f".{REST}"):
            key = key.rpartition(".")[0]
        node = self._nodes.get(key)
        if node is None or node.kind == END:
            return
        self._work_out(key, progress)
        before = self._shown.get(key)
        n = (before or 0) + PAGE
        # One that is left over is shown rather than called "others".
        self._shown[key] = len(self._found[key]) if n + 1 >= len(self._found[key]) else n
        self.full = len(self.seen()) > MOST_NODES
        if self.full:
            if before is None:
                del self._shown[key]
            else:
                self._shown[key] = before

    def close(self, key: str) -> None:
        """Hides the branches of a node, and everything below them."""
        for other in [other for other in self._shown if other == key or other.startswith(f"{key}.")]:
            del self._shown[other]
        self.full = False

    def grow(self, levels: int = 3, progress: Progress | None = None, *, large: bool = False) -> None:
        """Opens what is shown at first: so many levels of nodes along the best and the played line, more while it fits.

        What leaves no choice counts as no level.

        Args:
            levels: the root is the first.
            large: whether the root is opened though it has very many outcomes.
        """
        todo = [(self.root, 1, True)]
        done = 0
        while todo:
            node, level, wanted = todo.pop(0)
            done += 1
            if node.kind == END or level >= levels or (node.large and not (large and node.key == ROOT)):
                continue
            if node.kind == CHANCE and node.n > SMALL and node.key != ROOT:
                continue
            if not wanted and not self._fits(node):
                continue
            self.open(node.key, progress if node.key == ROOT else None)
            below = [self._child(node.key, at) for at in self._places(node.key)] if node.key in self._shown else []
            below.sort(key=lambda one: not (one.played or one.leads))
            todo += [(one, level + (node.n > 1), wanted and (one.played or one.leads)) for one in below]
            if progress is not None:
                progress(done, done + len(todo))

    # Growing ----------------------------------------------------------------------------------------------------------

    def _places(self, key: str) -> list[int]:
        """Which branches of an open node are shown: the first ones, and the one that was played."""
        n = self._shown[key]
        found = self._found[key]
        played = self._played(self._nodes[key])
        far = [at for at, branch in enumerate(found[n:], n) if played is not None and branch.move == played.move]
        return [*range(min(n, len(found))), *far]

    def _work_out(self, key: str, progress: Progress | None) -> None:
        if key in self._found:
            return
        node = self._nodes[key]
        if node.kind == CHANCE:
            self._found[key] = self._outcomes(node, progress)
        elif node.kind == DECISION:
            self._found[key] = self._options(node)
        else:
            self._found[key] = ()

    def _options(self, node: Node) -> tuple[_Branch, ...]:
        played = self._played(node)
        options = (node.key == ROOT and self._first) or self.follower.options(node.state)
        sign = -1 if opposes(self.game, node.seat) else 1

        def order(choice: Choice) -> tuple[Fraction, bool]:
            return -sign * choice.value, played is None or choice.action != played.move

        return tuple(_Branch(choice.action, choice.value) for choice in sorted(options, key=order))

    def _outcomes(self, node: Node, progress: Progress | None) -> tuple[_Branch, ...]:
        """Outcomes of one value together; named by the one that was played, else by the likeliest."""
        played = self._played(node)
        groups: dict[Fraction, list[tuple[int, Any]]] = {}
        for done, (outcome, weight, value) in enumerate(self.follower.outcomes(node.state), 1):
            groups.setdefault(value, []).append((weight, outcome))
            if progress is not None and done % _EVERY == 0:
                progress(done, node.n)
        total = sum(weight for group in groups.values() for weight, _ in group)
        found = []
        for value, group in groups.items():
            likeliest = max(group, key=itemgetter(0))
            shown = next((one for one in group if played is not None and one[1] == played.move), likeliest)
            chance = Fraction(sum(weight for weight, _ in group), total)
            found.append(_Branch(shown[1], value, chance, Fraction(shown[0], total), len(group), likeliest[1]))
        return tuple(sorted(found, key=lambda branch: (-(branch.chance or 0), -branch.value)))

    def _child(self, key: str, at: int) -> Node:
        name = f"{key}.{at}"
        if name not in self._nodes:
            above, branch = self._nodes[key], self._found[key][at]
            best = self._best(key) if above.kind == DECISION else None
            played = self._played(above)
            went = played is not None and branch.move == played.move
            other = branch.alike > 1 and branch.likeliest != branch.move
            after = self._after(above.state, branch.move)
            self._nodes[name] = self._node(
                name,
                after,
                self._say(above.state, branch.move),
                branch.value,
                move=branch.move,
                notation=self.game.write(above.state, branch.move),
                chance=branch.chance,
                alone=branch.alone,
                loss=None if best is None else abs(best - branch.value),
                best=branch.value == best and self._differs(key),
                played=went,
                position=self._position(above, after) if went else None,
                alike=branch.alike,
                likeliest=self._say(above.state, branch.likeliest) if other else "",
            )
        return self._nodes[name]

    def _node(self, key: str, state: Any, says: str, value: Fraction, **more: Any) -> Node:
        node = self.game.node(state)
        if isinstance(node, Terminal):
            return Node(key, END, says, value, rule=node.reason, exact=True, state=state, **more)
        # The turn is solved; what comes after it is what the evaluator says.
        exact = self._exact if self._exact is None or self._turn_of(state) == self._turn else False
        if isinstance(node, Decision):
            return Node(
                key, DECISION, says, value, n=len(node.actions), seat=node.seat, exact=exact, state=state, **more
            )
        assert isinstance(node, Chance)
        return Node(key, CHANCE, says, value, n=len(node.outcomes), exact=exact, state=state, **more)

    def _played(self, node: Node) -> Played | None:
        at = node.position
        return self._moves[at] if at is not None and at < len(self._moves) else None

    def _position(self, above: Node, below: Any) -> int | None:  # noqa: ARG002 - a tree of what is believed asks for it
        """The position in the recorded game of a state that its moves lead to from a node."""
        return None if above.position is None else above.position + 1

    def _best(self, key: str) -> Fraction:
        return self._pick(self._nodes[key], [branch.value for branch in self._found[key]])

    def _differs(self, key: str) -> bool:
        return any(branch.value != self._found[key][0].value for branch in self._found[key])

    def _pick(self, node: Node, values: Sequence[Fraction]) -> Fraction:
        return (min if opposes(self.game, node.seat) else max)(values)

    def _turn_of(self, state: Any) -> int:
        valued = valued_game(self.game)
        return valued.turn_of(state) if valued is not None else 0

    def _fits(self, node: Node) -> bool:
        """Whether a node may be opened unasked, off the best and the played line: it is small, and of this turn."""
        here = self._turn_of(node.state) == self._turn
        return here and node.n <= SMALL and len(self.seen()) + min(node.n, PAGE) <= AT_FIRST


def and_more(n: int) -> str:
    """What stands behind one outcome that is named for others too; "" where there are none.

    >>> and_more(0), and_more(1), and_more(1205)
    ('', ' and 1 more', ' and 1\u202f205 more')
    """
    return f" and {grouped(n, THIN)} more" if n else ""


def _total(branches: Sequence[_Branch]) -> Fraction:
    return sum(((branch.chance or ZERO) * branch.value for branch in branches), ZERO)

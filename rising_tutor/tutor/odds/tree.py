"""The decision tree of a turn, opened piece by piece: what chance brings, what can be done then, what follows.

A chance node has a branch for each roll; rolls in which the same can be done are one branch, with the sum of their
probabilities. A decision node has a branch for each result that a choice can have. Nodes are worked out when their
parent is opened, and no more than `MOST_NODES` are shown at once.

>>> from rising_tutor.core.registry import load_game
>>> from rising_tutor.tutor.odds.answer import answer_to
>>> from rising_tutor.probability.dice_turn.kit import dice_kit
>>> from rising_tutor.tutor.odds.question import from_address
>>> kit = dice_kit(load_game("fire"))
>>> answer = answer_to(kit, from_address(kit, {"pool": "1g1b", "need": "E"}))
>>> tree = OddsTree(kit, answer.solved)
>>> root = tree.seen()[0].node
>>> root.kind, root.value.percent()
('chance', '79.2 %')
>>> sum(node.chance for node in tree.children("r"))
Fraction(1, 1)
"""

from fractions import Fraction
from typing import Final, TypeAlias

from rising_tutor.analysis.tree import CHANCE, DECISION, END, MOST_NODES, PAGE, ROOT
from rising_tutor.core.chance import DiceRolls, Die, Shown, dice_rolls
from rising_tutor.core.values import Value
from rising_tutor.probability.dice_turn.answer import Amount, Option, Solved
from rising_tutor.probability.dice_turn.kit import Kit
from rising_tutor.probability.dice_turn.options import Group, grouped, ranked
from rising_tutor.probability.dice_turn.problem import Position, Problem
from rising_tutor.probability.dice_turn.roll_values import RollValues
from rising_tutor.probability.dice_turn.wording import Alike, alike_in_words, option_in_words

MOST_ROLLS: Final = 50_000
"""Different branches of one chance node. Beyond that it stays closed."""


_Branches: TypeAlias = tuple[tuple[Shown, Fraction], ...] | tuple[Group, ...]


class Node(Value, frozen=True):
    """A place in the tree.

    Attributes:
        key: the way from the root, as numbers of branches.
        kind: `CHANCE`, `DECISION` or `END`.
        says: the branch that leads here, in words.
        value: what best play expects from here.
        chance: below a chance node, the probability of the branch; 1 else.
        best: whether the branch is best play below a decision node. What chance does is no play.
        dice: below a chance node, the dice that can do something, each with all faces that do the same: the branch is
            every such roll.
        blanks: how many dice of those rolls cannot.
        position: the dice and needs; at a decision node with the roll still to be used.
        roll: at a decision node, one roll that stands for the branch.
    """

    key: str
    kind: str
    says: str
    value: Amount
    chance: Fraction
    best: bool
    dice: tuple[Alike, ...]
    blanks: int
    position: Position | None
    roll: Shown

    @property
    def depth(self) -> int:
        return self.key.count(".")


class Seen(Value, frozen=True):
    """A node that is shown now.

    Attributes:
        is_open: whether its branches are shown.
        more: how many further branches can be asked for.
        on_best: whether best play chooses to come here, as at every decision before it.
    """

    node: Node
    is_open: bool
    more: int
    on_best: bool


class OddsTree:
    """A tree over a solved problem, and what of it is open."""

    def __init__(self, kit: Kit, solved: Solved) -> None:
        self.kit = kit
        self.solved = solved
        self.problem: Problem = solved.problem
        self.as_list = False
        self.full = False
        self._roll_values = RollValues(solved)
        self._branches: dict[str, _Branches] = {}
        self._nodes: dict[str, Node] = {}
        self._open: dict[str, int] = {}
        start = self.problem.start
        self._nodes[ROOT] = self._before_roll(ROOT, start, "before the first roll", solved.value)
        self.open(ROOT)
        if self._count(ROOT):
            self.open(self._child(ROOT, 0).key)

    def seen(self) -> tuple[Seen, ...]:
        """Every node that is shown, with how it stands, each before its branches."""
        out: list[Seen] = []

        def walk(node: Node, *, on_best: bool) -> None:
            n = self._open.get(node.key, 0)
            out.append(Seen(node, n > 0, self._count(node.key) - n if n else 0, on_best and node.best))
            for at in range(n):
                child = self._child(node.key, at)
                walk(child, on_best=on_best and (child.best or node.kind == CHANCE))

        walk(self._nodes[ROOT], on_best=True)
        return tuple(out)

    def open(self, key: str) -> None:
        """Show the branches of a node, or `PAGE` more of them; not beyond `MOST_NODES`."""
        node = self._nodes.get(key)
        if node is None or node.kind == END:
            return
        before = self._open.get(key, 0)
        n = min(before + PAGE, self._count(key))
        self._open[key] = n
        self.full = len(self.seen()) > MOST_NODES
        if self.full:
            self._open[key] = before

    def close(self, key: str) -> None:
        """Hide the branches of a node, and everything below them."""
        for other in [other for other in self._open if other == key or other.startswith(f"{key}.")]:
            del self._open[other]
        self.full = False

    def children(self, key: str) -> tuple[Node, ...]:
        """All branches of a node: rolls by falling probability, choices by falling value."""
        return tuple(self._child(key, at) for at in range(self._count(key)))

    def _count(self, key: str) -> int:
        if key not in self._branches:
            node = self._nodes[key]
            found: _Branches = ()
            if node.kind == CHANCE and node.position is not None:
                rolls = self._reduced(node.position)
                found = tuple(
                    (shown, Fraction(weight, rolls.total)) for shown, weight in sorted(rolls, key=lambda pair: -pair[1])
                )
            elif node.kind == DECISION and node.position is not None:
                found = grouped(self.problem, ranked(self.solved, node.roll, node.position), node.position)
            self._branches[key] = found
        return len(self._branches[key])

    def _child(self, key: str, at: int) -> Node:
        name = f"{key}.{at}"
        if name not in self._nodes:
            self._count(key)
            branch = self._branches[key][at]
            above = self._nodes[key]
            self._nodes[name] = (
                self._choice(name, branch) if isinstance(branch, Group) else self._roll(name, above, *branch)
            )
        return self._nodes[name]

    def _before_roll(self, key: str, position: Position, says: str, value: Amount, *, best: bool = False) -> Node:
        over = not sum(position.pool) or not any(position.lacks) or len(self._reduced(position)) > MOST_ROLLS
        return Node(key, END if over else CHANCE, says, value, Fraction(1), best, (), 0, position, ())

    def _reduced(self, position: Position) -> DiceRolls:
        """All rolls of the dice that are left, faces that can do the same not told apart."""
        first = {(colour, face): faces[0] for colour, faces, _ in self._roll_values.alike(position) for face in faces}
        dice = [Die(die.colour, tuple(first[die.colour, face] for face in die.faces)) for die in self.problem.dice]
        return dice_rolls(zip(dice, position.pool, strict=True))

    def _roll(self, key: str, above: Node, shown: Shown, chance: Fraction) -> Node:
        position = above.position
        assert position is not None
        able = {(colour, faces[0]): faces for colour, faces, can in self._roll_values.alike(position) if can}
        useful = tuple((one[0], able[one]) for one in shown if one in able)
        blanks = len(shown) - len(useful)
        value = self._roll_values.best(position, self._roll_values.read(shown, position.pool, whole=True))
        return Node(
            key=key,
            kind=DECISION,
            says=alike_in_words(self.kit, useful, blanks),
            value=value,
            chance=chance,
            best=False,
            dice=useful,
            blanks=blanks,
            position=position,
            roll=shown,
        )

    def _choice(self, key: str, group: Group) -> Node:
        option: Option = group.options[0]
        says = option_in_words(self.kit, self.problem, option)
        best = group.loss.decimal == 0
        if group.after is None:
            return Node(key, END, says, group.value, Fraction(1), best, (), 0, None, ())
        return self._before_roll(key, group.after, says, group.value, best=best)

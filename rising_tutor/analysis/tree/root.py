"""Where a decision tree begins: at any position of a recorded game, or at a position by itself.

>>> from rising_tutor.core.registry import load_game
>>> game = load_game("fire")
>>> tree = tree_of(game, game.start(2, {"teams": "aang,toph"}), levels=2)
>>> print(written(tree).splitlines()[0].partition("  ")[2])
chance, 3 outcomes: setup
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

from rising_tutor.analysis.ledger import Played, line_seed, value_of
from rising_tutor.analysis.tree import CHANCE, DECISION, END, OTHERS, DecisionTree, Node, Say, Seen
from rising_tutor.analysis.tree.believed import BelievedTree
from rising_tutor.core.english import counted
from rising_tutor.core.game import AnyGame
from rising_tutor.core.ids import Seat
from rising_tutor.core.information import seer
from rising_tutor.core.node import Terminal
from rising_tutor.core.valuation import Choice, Valuation, ValueLabel, valued_game
from rising_tutor.probability.dice_turn.answer import Progress
from rising_tutor.probability.percents import percent, size


class LineWalker:
    """Grows a tree at any position of a recorded game.

    Each tree has a follower of its own, led there from where the turn began: a follower keeps nothing of an earlier
    turn, and what is asked for a tree must not colour what is said of a later line.

    Args:
        moves: every line, in order, as `replay.verify` gives them.
        start: the position before the first line.
        valuation: V; that of the game unless told otherwise.

    Raises:
        TypeError: the game offers no value function, and none was given.
    """

    def __init__(
        self, game: AnyGame, moves: Sequence[Played], start: Any, *, valuation: Valuation | None = None
    ) -> None:
        self._valued = valued_game(game)
        if valuation is None:
            if self._valued is None:
                raise TypeError(f"{game.info.id} offers no value function")
            valuation = self._valued.valuation()
        self.game, self.moves, self.start, self.valuation = game, moves, start, valuation

    def tree_at(
        self, at: int, *, seat: Seat | None = None, say: Say | None = None, progress: Progress | None = None
    ) -> DecisionTree:
        """A tree of the position after so many lines; nothing of it is open.

        Args:
            at: from 0 to the number of lines.
            seat: by whose knowledge, where something is hidden; unnamed by that of whoever chooses, and at a chance of
                whose turn it is.
            progress: called with lines walked and lines to walk.
        """
        if self.game.info.hidden:
            state = self._state(at)
            viewer = seer(self.game, state) if seat is None else seat
            # The very tables that the ledger draws for the line that follows.
            seed = line_seed("", at + 1)
            return BelievedTree(self.game, state, viewer, self.valuation, moves=self.moves, at=at, say=say, seed=seed)
        follower = self.valuation.follow()
        first = self._first(at)
        state = self._state(at)
        over = isinstance(self.game.node(state), Terminal)
        for n, move in enumerate(() if over else self.moves[first:at], 1):
            follower.skip(move.state, move.move, move.step.state)
            if progress is not None:
                progress(n, at - first)
        exact: bool | None = None
        options: tuple[Choice, ...] = ()
        value = value_of(self.game, self.valuation, state)
        if at < len(self.moves):
            move = self.moves[at]
            judged = follower.judge(move.state, move.move, move.step.state)
            value, exact, options = judged.before, judged.exact, judged.options
        return DecisionTree(
            self.game,
            follower,
            state,
            value,
            self.valuation.label,
            moves=self.moves,
            at=at,
            exact=exact,
            options=options,
            say=say,
        )

    def _state(self, at: int) -> Any:
        return self.moves[at - 1].step.state if at else self.start

    def _first(self, at: int) -> int:
        """Where the turn of a position began."""
        if self._valued is None:
            return 0
        turn = self._valued.turn_of(self._state(at))
        while at and self._valued.turn_of(self.moves[at - 1].state) == turn:
            at -= 1
        return at


def tree_of(
    game: AnyGame, state: Any, *, levels: int = 3, valuation: Valuation | None = None, seat: Seat | None = None
) -> DecisionTree:
    """The tree of a position of no recorded game, with so many levels open. Arguments and errors as of `LineWalker`."""
    tree = LineWalker(game, (), state, valuation=valuation).tree_at(0, seat=seat)
    tree.grow(levels)
    return tree


def method(label: ValueLabel, root: Node) -> str:
    """How every number of a tree comes about, in sentences."""
    after = f" After that the policy {label.policy} plays on." if label.policy else ""
    samples = f" Games or lines behind it: {label.samples}." if label.samples else ""
    between = label.interval(root.value)
    band = ""
    if between is not None:
        low, high = (percent(end, exact=False) for end in between)
        band = f" Of the positions checked around this value, at least 95 % lay between {low} and {high}."
    return (
        f"{label.method}. Horizon: {label.horizon}.{after}{samples} Rules version {label.rules_version}, "
        f"cards {label.content[:12]}.{band}"
    )


def written(tree: DecisionTree) -> str:
    """What is open of a tree as indented lines of text."""
    return "\n".join(_lines(tree.seen()))


def _lines(seen: Sequence[Seen]) -> Iterator[str]:
    for one in seen:
        node = one.node
        marks = [word for word, on in (("best", node.best), ("played", node.played)) if on]
        chance = f"{short_chance(node.chance)}: " if node.chance is not None else ""
        tail = f" ({', '.join(marks)})" if marks else ""
        lost = f", loses {size(node.loss, points=True)} points" if node.loss else ""
        gap = f", {gap_words(one.gap)}" if one.gap else ""
        yield f"{'    ' * node.depth}{chance}{percent(node.value)}  {what(node)}{tail}{lost}{gap}"


def what(node: Node) -> str:
    """The kind of a node, and the move that leads to it.

    >>> what(Node("r.0", DECISION, "roll", Fraction(1, 2), n=3))
    'choice of 3: roll'
    """
    if node.kind == OTHERS:
        return node.says
    return f"{kind_words(node)}: {node.named}{' worth the same' if node.more else ''}"


def kind_words(node: Node) -> str:
    """What a node is, in words.

    >>> kind_words(Node("r", CHANCE, "", Fraction(0), n=1)), kind_words(Node("r", END, "", Fraction(1), rule="X-1"))
    ('chance, 1 outcome', 'won, X-1')
    """
    if node.kind == CHANCE:
        return f"chance, {counted(node.n, 'outcome')}"
    if node.kind == DECISION:
        return f"choice of {node.n}" if node.n > 1 else "no choice"
    if node.kind == END:
        return f"{result_word(node.value)}, {node.rule}"
    return "others"


def result_word(value: Fraction) -> str:
    """How a game ended, by its value."""
    return {Fraction(0): "lost", Fraction(1): "won"}.get(value, "no winner")


def gap_words(gap: Fraction) -> str:
    """What V did not foresee at a node, in words.

    >>> gap_words(Fraction(-1, 80))
    'seen from here 1.2 points less (horizon)'
    """
    return f"seen from here {size(gap, points=True)} points {'more' if gap > 0 else 'less'} (horizon)"


def short_chance(chance: Fraction) -> str:
    """A probability: as a fraction if that is short, and as a percentage.

    >>> short_chance(Fraction(1, 4)), short_chance(Fraction(12345, 279936)), short_chance(Fraction(1))
    ('1/4 (25.0 %)', '4.4 %', '1')
    """
    if chance.denominator == 1:
        return str(chance)
    return f"{chance} ({percent(chance)})" if len(str(chance.denominator)) <= 4 else percent(chance)

"""W, the chance of seat 1 to win at any position of two seats, by which a recorded game is judged.

Where W comes from, by what a position waits for:

* the end of the game: the result;
* the draw of a turn, and the rolls for the start: the evaluator;
* a choice: the best of what follows it for whoever chooses, or what the simple program would make of it;
* all else is played on to the next draw of a turn by the simple program on both sides; chance on the way is followed to
  at most `ENDS` ends, then it falls by turns; a card that is drawn is left open.

A seat that has not the turn plays on as if it had forgotten its hand: it answers nothing then anyway. So what an
opponent holds has no part in W in the own turn, and tables that a seat may believe in are one table.

The follower looks one move ahead of that everywhere: V before a move is the best of W after its actions, or their mean.

>>> from rising_tutor.core.registry import load_game
>>> game = load_game("rise-tcg")
>>> 0 < game.valuation().value(game.start(2)) < 1
True
"""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import cached_property
from random import Random
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from rising_tutor.core.action import Outcome
from rising_tutor.core.chance import Distribution
from rising_tutor.core.valuation import ValueLabel
from rising_tutor.core.values import with_count
from rising_tutor.decks.slots import EVERYBODY, UNSETTLED, Slot
from rising_tutor.decks.valuing.follower import DeckFollower, win
from rising_tutor.games.rise_tcg import chance, flow, tasks
from rising_tutor.games.rise_tcg import state as st
from rising_tutor.games.rise_tcg.policies import preferred
from rising_tutor.games.rise_tcg.run import Run
from rising_tutor.games.rise_tcg.valuing.evaluation import RiseEvaluation
from rising_tutor.games.rise_tcg.valuing.features import FORM, TURN, count

if TYPE_CHECKING:
    from rising_tutor.games.rise_tcg.game import RiseGame

ENDS: Final = 6
"""To so many ends chance is followed: the sides of a die or of two coins; of cards looked at, so many evenly spread."""
MOST: Final = 400
"""Moves after which a position is judged as it stands: none that was tried came near it."""
KEPT: Final = 2_000
"""So many positions are kept with their W: tables that differ in what is forgotten are the same one."""
GROUPS: Final = (
    ("HP and Summoners", "RISE-614", ("hp", "living")),
    ("Levels", "RISE-810", ("levels",)),
    ("Creatures and Doors", "RISE-822", ("attack", "defense", "bodies", "doors", "flying")),
    ("Diseases and Equipment", "RISE-1005", ("ill", "armed", "others")),
    ("Cards in hand and library", "RISE-404", ("hand", "empty", "quality")),
    ("Coins and Ether", "RISE-802", ("coins", "ether")),
)
"""What a loss is made of: a name, a rule, and the names of its features of a side; all others are `REST`."""
REST: Final = ("Who has the turn", "RISE-309")
N_GROUPS: Final = len(GROUPS) + 1


class Leaf(NamedTuple):
    """What W of a position was read off.

    Attributes:
        win: the chance of seat 1.
        score: what each of `GROUPS` and `REST` adds to the log-odds of seat 1; empty at the end of the game.
    """

    win: float
    score: tuple[float, ...]

    @property
    def over(self) -> bool:
        return not self.score


class RiseValuation:
    """W of the game."""

    def __init__(self, game: "RiseGame") -> None:
        self.game = game
        self.book = game.book
        self.evaluation = RiseEvaluation(game)
        self.label = _label(self.evaluation)
        self._known: dict[st.State, Leaf] = {}
        self._ends: dict[st.State, Leaf] = {}

    @property
    def groups(self) -> tuple[tuple[str, str], ...]:
        return (*((name, rule) for name, rule, _ in GROUPS), REST)

    @cached_property
    def _weighed(self) -> tuple[tuple[tuple[int, ...], tuple[float, ...]], ...]:
        """For each phase the groups of its features, and their weights."""
        found = []
        for phase in range(len(FORM.phases)):
            names, weights = FORM.names(phase), self.evaluation.weights(phase)
            found.append((tuple(_group_of(phase, name) for name in names), tuple(weights[name] for name in names)))
        return tuple(found)

    def value(self, state: st.State) -> Fraction:
        return win(self.leaf(state))

    def follow(self) -> DeckFollower:
        return DeckFollower(self)

    def by_group(self, leaf: Leaf) -> dict[str, float]:
        """What each group adds to the log-odds of seat 1; nothing at the end of the game."""
        return {name: part for (name, _), part in zip(self.groups, leaf.score, strict=False)}

    def leaf(self, state: st.State) -> Leaf:
        """Where W of a position is read off."""
        return self._leaf(self._run(state))

    def after(self, state: st.State, move: Any) -> Leaf:
        """The same of the position after a move that is possible."""
        run = self._run(state)
        (chance.happen if isinstance(move, Outcome) else flow.take)(run, move)
        return self._leaf(run)

    def _run(self, state: st.State | st.Table, *, unanswered: bool = False) -> Run:
        """A table to play on, on which nobody plays a card that nobody knows: any card could stand for it.

        The simple program answers nothing, so where it plays on nobody needs to be asked.
        """
        table: Any = st.lay_out(state)  # type: ignore[arg-type]  # a table has the same fields
        return Run(table, self.book, named=True, unanswered=unanswered)

    def _leaf(self, run: Run) -> Leaf:
        """W of a table: the best of what its first choice leads to for whoever makes it, or what is played on."""
        flow.settle(run)
        state = forgotten(run)
        known = self._known.get(state)
        if known is None:
            known = self._best(state)
            keep(self._known, state, known)
        return known

    def _best(self, state: st.State) -> Leaf:
        run = self._run(state)
        found = flow.settle(run)
        plain = self._end(state)
        if found is None or is_read(state):
            return plain
        seat, actions = found
        leaves = [plain, *(self._one(state, action) for action in actions)]
        return (max if seat == 0 else min)(leaves, key=lambda leaf: leaf.win)

    def _one(self, state: st.State, action: Any) -> Leaf:
        """Where it leads to if this is chosen, and all else by the simple program."""
        run = self._run(state)
        flow.take(run, action)
        flow.settle(run)
        return self._end(forgotten(run))

    def _end(self, state: st.State) -> Leaf:
        """W of a position that is played on by the simple program."""
        known = self._ends.get(state)
        if known is None:
            known = self._played(self._run(state, unanswered=True), ENDS, MOST)
            keep(self._ends, state, known)
        return known

    def _played(self, run: Run, ends: int, left: int) -> Leaf:
        """W of a table, which is played on by the simple program."""
        rng, fallen = Random(0), 0
        while True:
            found = flow.settle(run)
            t = run.t
            if t.reason:
                return Leaf(0.5 if t.winner < 0 else float(t.winner == 0), ())
            if is_read(t) or not left:
                return self._read(run)
            left -= 1
            if found is not None:
                seat, actions = found
                flow.take(run, preferred(run, seat, actions, rng))
                continue
            if chance.can_be_open(run):
                chance.leave_open(run)
                continue
            drawn: Any = chance.outcomes(run)
            if ends < 2:
                sides = [outcome for outcome, _ in drawn]
                chance.happen(run, sides[fallen % len(sides)])
                fallen += 1
                continue
            followed = spread(drawn, ends)
            return self._mean(run, followed, ends // len(followed), left)

    def _mean(self, run: Run, drawn: Sequence[tuple[Any, int]], ends: int, left: int) -> Leaf:
        """The mean over outcomes of chance with their weights."""
        total, mean, score = 0, 0.0, [0.0] * N_GROUPS
        over = True
        for outcome, weight in drawn:
            there = self._run(run.t, unanswered=True)
            chance.happen(there, outcome)
            leaf = self._played(there, ends, left)
            total += weight
            mean += weight * leaf.win
            over = over and leaf.over
            for at, part in enumerate(leaf.score):
                score[at] += weight * part
        return Leaf(mean / total, () if over else tuple(part / total for part in score))

    def _read(self, run: Run) -> Leaf:
        counted = count(run)
        score, side = [0.0] * N_GROUPS, counted.side
        for group, weight, number in zip(*self._weighed[counted.phase], counted.numbers, strict=True):
            score[group] += side * weight * number
        return Leaf(self.evaluation.win(counted), tuple(score))


def spread(drawn: Distribution[Any], most: int) -> tuple[tuple[Any, int], ...]:
    """The outcomes of chance with their weights; of more than `most` so many, evenly spread over the weights.

    >>> from rising_tutor.core.chance import Listed
    >>> spread(Listed((("a", 3), ("b", 1))), 2), spread(Listed((("a", 6), ("b", 1), ("c", 2))), 2)
    ((('a', 3), ('b', 1)), (('a', 1), ('b', 1)))
    """
    if len(drawn) <= most:
        return tuple(drawn)
    each = [outcome for outcome, weight in drawn for _ in range(weight)]
    return tuple((each[(2 * at + 1) * len(each) // (2 * most)], 1) for at in range(most))


def keep(known: dict[st.State, Leaf], state: st.State, leaf: Leaf) -> None:
    """Keep W of a position; those that were kept before are forgotten when there are too many."""
    if len(known) >= KEPT:
        known.clear()
    known[state] = leaf


def is_read(table: st.State | st.Table) -> bool:
    """Whether W of a position is read off as it stands: at the draw of a turn (RISE-404), and before the rolls."""
    return bool(table.agenda) and isinstance(table.agenda[-1], (tasks.TakeStep, tasks.RollStart))


def forgotten(run: Run) -> st.State:
    """The table as a state in which every seat but that of the turn has forgotten what it holds.

    A card that everybody knows stays; any other goes back among those that nobody has seen, unnamed in the hand.
    """
    t = run.t
    for seat, side in enumerate(t.sides):
        held = [slot for slot in side.hand if slot.card >= 0 and slot.seen != EVERYBODY]
        if seat == t.active or not held:
            continue
        unseen = side.unseen
        for slot in held:
            unseen = with_count(unseen, slot.card, +1)
        kept = [slot for slot in side.hand if slot not in held]
        side.unseen = unseen
        side.hand = tuple(sorted((*kept, *[Slot(UNSETTLED, 0)] * len(held)), key=lambda slot: (slot.card, slot.seen)))
    return st.take_up(t)


def _group_of(phase: int, feature: str) -> int:
    """The number of the group that a feature of a phase belongs to.

    >>> [_group_of(TURN, name) for name in ("own_hp", "their_coins", "start")]
    [0, 5, 6]
    """
    word = feature.partition("_")[2]
    return next((at for at, (_, _, words) in enumerate(GROUPS) if phase == TURN and word in words), len(GROUPS))


def _label(evaluation: RiseEvaluation) -> ValueLabel:
    source, info = evaluation.source, evaluation.game.info
    assumes: Iterable[str] = (
        "A model fitted on games that greedy played with itself says how likely the game is won, at each draw.",
        "Until then greedy plays on for both seats, without cards that nobody knows.",
        "Before a choice V is that of the best action. Chance is not looked through further than one card.",
        "The model has seen the libraries that come with the game; outside of them it may be further off.",
    )
    if source.content != info.content:
        assumes = (*assumes, "The model was fitted on other cards or libraries than those in use.")
    return ValueLabel(
        method="an estimate, played on to the next draw",
        horizon="one turn",
        policy=source.policy,
        samples=source.games,
        rules_version=info.rules_version,
        content=info.content,
        assumes=tuple(assumes),
        bands=evaluation.model.band,
        solved="estimated",
    )

"""W, the chance of seat 1 to win at any position of the full table, and the follower that judges a game with it.

Where W comes from, by what a position waits for:

* the end of the game: the result;
* a card to be flipped, and the set-up: the evaluator;
* a card to be paid, looked at or put down: it is left open (`chance.leave_open`) and the game goes on to the next flip
  or choice, so which card it is counts only through what is left in the deck;
* a choice: the best of what follows it for whoever chooses, up to `DEPTH` choices one after the other; beyond them a
  power or Reflip is not used again.

The follower looks one move ahead of that everywhere: V before a move is the best of W after its actions, or their mean.

>>> from rising_tutor.core.registry import load_game
>>> game = load_game("avatar")
>>> 0 < game.valuation().value(game.start(2)) < 1
True
"""

from collections.abc import Iterable
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from rising_tutor.core.valuation import ValueLabel
from rising_tutor.decks.valuing.follower import DeckFollower, win
from rising_tutor.decks.valuing.model import Counted
from rising_tutor.games.quickstrike import actions as do
from rising_tutor.games.quickstrike import chance, choices, flow
from rising_tutor.games.quickstrike import state as st
from rising_tutor.games.quickstrike.run import Run
from rising_tutor.games.quickstrike.valuing.evaluation import AvatarEvaluation
from rising_tutor.games.quickstrike.valuing.features import DEFENCE, FORM, count

if TYPE_CHECKING:
    from rising_tutor.games.quickstrike.game import AvatarGame

DEPTH: Final = 2
"""So many choices that follow one another are looked through; beyond them powers and Reflip are left out."""
GROUPS: Final = (
    ("The attack stopped or not", "QS-502", ("stop_", "guard", "their_guard")),
    ("The counterattack", "QS-504", ("through",)),
    ("Points", "QS-901", ("points_",)),
    ("Energies", "QS-601", ("own_green", "own_yellow", "own_red", "their_green", "their_yellow", "their_red")),
    ("Charges", "QS-702", ("own_charges", "their_charges", "own_ready", "their_ready")),
    ("Allies and advantages in play", "QS-516", ("own_all", "their_all", "own_adv", "their_adv")),
)
"""What a loss is made of: a name, a rule, and how the names of its features begin; all others are `REST`."""
REST: Final = ("Who attacks, and where", "QS-402")


class Leaf(NamedTuple):
    """A position that W was read off: the chance of seat 1, and what the evaluator counted; None at the end."""

    win: float
    counted: Counted | None

    @property
    def over(self) -> bool:
        return self.counted is None


class AvatarValuation:
    """W of the game."""

    def __init__(self, game: "AvatarGame") -> None:
        self.game = game
        self.book = game.book
        self.evaluation = AvatarEvaluation(game)
        self.label = _label(self.evaluation)

    @property
    def groups(self) -> tuple[tuple[str, str], ...]:
        return (*((name, rule) for name, rule, _ in GROUPS), REST)

    def value(self, state: st.State) -> Fraction:
        return win(self.leaf(state))

    def follow(self) -> DeckFollower:
        return DeckFollower(self)

    def by_group(self, leaf: Leaf) -> dict[str, float]:
        """What each group adds to the log-odds of seat 1, where a card is about to be flipped."""
        counted = leaf.counted
        if counted is None or counted.phase != DEFENCE:
            return {}
        weights = self.evaluation.weights(DEFENCE)
        found = dict.fromkeys((name for name, _ in self.groups), 0.0)
        for name, number in zip(FORM.names(DEFENCE), counted.numbers, strict=True):
            found[_group_of(name)] += counted.side * weights[name] * number
        return found

    def leaf(self, state: st.State) -> Leaf:
        """Where W of a position is read off."""
        return self._leaf(Run(st.lay_out(state), self.book), DEPTH)

    def after(self, state: st.State, move: Any) -> Leaf:
        """The same of the position after a move that is possible."""
        run = Run(st.lay_out(state), self.book)
        (chance.happen if isinstance(move, (do.Turned, do.Tossed, do.LeftOpen)) else flow.take)(run, move)
        return self._leaf(run, DEPTH)

    def _leaf(self, run: Run, depth: int) -> Leaf:
        """W of a table, which is played on."""
        choice = flow.settle(run)
        while choice is None and not run.t.reason and chance.can_be_open(run):
            chance.leave_open(run)
            choice = flow.settle(run)
        if run.t.reason:
            winner = run.t.winner
            return Leaf(0.5 if winner < 0 else float(winner == 0), None)
        if choice is None:
            counted = count(run)
            return Leaf(self.evaluation.win(counted), counted)
        return self._best(run, choice, depth)

    def _best(self, run: Run, choice: choices.Choice, depth: int) -> Leaf:
        seat, actions = choice
        if depth <= 0:
            plain = [action for action in actions if not isinstance(action, (do.Power, do.Reflip, do.Concede))]
            actions = tuple(plain) or actions
        found = []
        for action in actions:
            there = Run(st.lay_out(run.t), self.book)  # type: ignore[arg-type]  # a table has the same fields
            flow.take(there, action)
            found.append(self._leaf(there, depth - 1))
        return (max if seat == 0 else min)(found, key=lambda leaf: leaf.win)


def _group_of(feature: str) -> str:
    """The group of a feature.

    >>> _group_of("stop_1_2"), _group_of("own_allies"), _group_of("signature")
    ('The attack stopped or not', 'Allies and advantages in play', 'Who attacks, and where')
    """
    return next((name for name, _, begins in GROUPS if feature.startswith(begins)), REST[0])


def _label(evaluation: AvatarEvaluation) -> ValueLabel:
    source, info = evaluation.source, evaluation.game.info
    assumes: Iterable[str] = (
        "A model fitted on games that greedy played with itself says how likely the game is won, before each flip.",
        "Before a choice V is that of the best action. Chance is not looked through further than one card.",
        "The model has seen the decks that come with the game; outside of them it may be further off.",
    )
    if source.content != info.content:
        assumes = (*assumes, "The model was fitted on other cards or decks than those in use.")
    return ValueLabel(
        method="an estimate, looked one move ahead",
        horizon="one move",
        policy=source.policy,
        samples=source.games,
        rules_version=info.rules_version,
        content=info.content,
        assumes=tuple(assumes),
        bands=evaluation.model.band,
        solved="estimated",
    )

"""What the actions of a choice are worth, by one of two measures: the goals of this turn, or the chance to win.

The goals of the turn are counted by the mathematics of dice, for choices of the dice step only. The chance to win is V
(`rising_tutor.core.valuation`), for every choice of a game that has it. `lessons.facts` says which of the two a mistake
was judged by: `DICE` or `WIN`.

>>> from rising_tutor.core.registry import load_game
>>> game = load_game("fire")
>>> by_win(game, game.start(2, {"teams": "aang,toph"})) is None
True
>>> state = game.set_up({"teams": ["toph", "aang"], "at": {"1": ["tyro"]}, "shown": "blue W, green E"})
>>> worth = by_dice(game, state)
>>> [worth.amount(worth.loss(game.read(state, text))) for text in ("stop", "green E > tyro")]
['1 goal', '0 goals']
"""

from collections.abc import Mapping
from typing import Any, Literal

from rising_tutor.analysis.debrief import goals
from rising_tutor.core.game import AnyGame
from rising_tutor.core.node import Decision
from rising_tutor.core.valuation import ValueLabel, valued_game
from rising_tutor.core.values import Value
from rising_tutor.probability.dice_turn.answer import TIE, Amount, Progress
from rising_tutor.probability.dice_turn.dice_game import dice_game
from rising_tutor.probability.percents import percent


class ChoiceWorth(Value, frozen=True):
    """What the actions of a choice are worth.

    Attributes:
        values: legal action -> its value under best play after it; those without a value are not in it.
        method: one sentence: what is counted, and how exactly.
        unit: what 1 is: "goals" of this turn, or "chance" (0 to 1), of the only goal or to win.
        assumes: sentences: what is counted and what is left out.
        why: action without a value -> why, in a sentence.
    """

    values: Mapping[Any, float]
    method: str
    unit: Literal["goals", "chance"]
    assumes: tuple[str, ...]
    why: Mapping[Any, str]

    @property
    def best(self) -> float:
        """The value of the best action."""
        return max(self.values.values())

    def loss(self, action: Any) -> float:
        """How much less than the best an action is worth; exactly 0 for one that is as good.

        Raises:
            KeyError: it has no value.
        """
        loss = self.best - self.values[action]
        return loss if loss > TIE else 0.0

    def amount(self, value: float) -> str:
        """A value in words: "33 %" or "0.333 goals"."""
        return percent(value) if self.unit == "chance" else goals(Amount(None, value))


def by_dice(game: AnyGame, state: Any, progress: Progress | None = None) -> ChoiceWorth | None:
    """The exact goals of this turn of each action; None where the position has no such question.

    Args:
        progress: called now and then; what it raises stops the work.

    Raises:
        TooLarge: they cannot be worked out exactly.
    """
    dice = dice_game(game)
    question = dice.odds_question(state) if dice is not None else None
    if dice is None or question is None:
        return None
    rows = dice.odds_of_actions(state, question, progress)
    amounts = {row.action: row.value for row in rows if row.value is not None}
    if not amounts:
        return None
    chance = len(question.problem.outcomes) == 2 and set(question.problem.payoffs) == {0, 1}
    how = max((amount.method for amount in amounts.values()), key=len)
    what = "The chance of the goal" if chance else "Goals completed this turn on average"
    return ChoiceWorth(
        values={action: amount.decimal for action, amount in amounts.items()},
        method=f"{what} under best play of the dice, {how}.",
        unit="chance" if chance else "goals",
        assumes=question.assumes,
        why={row.action: row.why for row in rows if row.value is None},
    )


def by_win(game: AnyGame, state: Any, progress: Progress | None = None) -> ChoiceWorth | None:
    """V after each action of a choice, the best first; None where nobody chooses, and for a game without V.

    Args:
        progress: called before the work; what it raises stops it.
    """
    valued = valued_game(game)
    if valued is None or not isinstance(game.node(state), Decision):
        return None
    if progress is not None:
        progress(0, 1)
    valuation = valued.valuation()
    options = sorted(valuation.follow().options(state), key=lambda option: -option.value)
    label = valuation.label
    return ChoiceWorth(
        values={option.action: float(option.value) for option in options},
        method=f"The chance to win: {label.method}; looked ahead: {label.horizon}.{_after(label)}",
        unit="chance",
        assumes=label.assumes,
        why={},
    )


def _after(label: ValueLabel) -> str:
    return f" After it the policy {label.policy} plays on." if label.policy else ""

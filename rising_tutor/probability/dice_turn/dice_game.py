"""What a game with dice offers beyond the protocol of every game: its dice, its costs, and the question of a turn.

Pages and commands reach it by the id of the game, and ask with `dice_game` whether a game has dice at all:

>>> from rising_tutor.core.registry import load_game
>>> game = dice_game(load_game("fire"))
>>> [(die.colour, n) for die, n in game.odds_dice()]
[('green', 5), ('blue', 4), ('red', 4), ('yellow', 3)]
"""

from collections.abc import Mapping
from typing import Any, Protocol, cast, runtime_checkable

from rising_tutor.core.chance import Die, Shown
from rising_tutor.core.game import AnyGame, GameInfo
from rising_tutor.core.ids import RuleId
from rising_tutor.core.values import Value
from rising_tutor.probability.dice_turn.answer import Progress
from rising_tutor.probability.dice_turn.problem import Help, Need, Problem
from rising_tutor.probability.ranked import RankedActions
from rising_tutor.probability.unit import Unit


class OddsCard(Value, frozen=True):
    """A card, token or space that matters to a question about dice.

    Attributes:
        kind: what it is, in the words of the title: Hero, Villain, Team, ability, token ...
        need: its cost as a need; None if it has none.
        help: what it lets a player do in the dice step; None if nothing that this mathematics knows.
        origin: where its facts come from: rulebook, public, illustrative or owner.
        rule: the rule under which its cost is paid, or its help is used.
    """

    id: str
    name: str
    kind: str
    need: Need | None
    help: Help | None
    origin: str
    rule: RuleId


class Question(Value, frozen=True):
    """The dice step of a position in a game, as a problem.

    Attributes:
        problem: its pool holds every die that is not assigned yet, shown or not; its needs lack what is still open.
        targets: the id of the card of each need.
        shown: the dice that show a face now; empty before a roll.
        owed: whether a die of this roll must still be assigned or discarded.
        fresh: whether no die of this roll was used yet, so that it may be rerolled or changed.
        assumes: sentences for people: what the value counts, and what it leaves out.
    """

    problem: Problem
    targets: tuple[str, ...]
    shown: Shown
    owed: bool
    fresh: bool
    assumes: tuple[str, ...]

    @property
    def unit(self) -> Unit:
        """What its values count: the chance of its one goal, or goals."""
        one = len(self.problem.outcomes) == 2 and set(self.problem.payoffs) == {0, 1}
        return Unit.CHANCE_OF_GOAL if one else Unit.GOALS


@runtime_checkable
class DiceGame(Protocol):
    """A game whose turns roll and assign dice. All methods are pure."""

    @property
    def info(self) -> GameInfo:
        """What the game says of itself."""

    def odds_dice(self) -> tuple[tuple[Die, int], ...]:
        """Every kind of die with how many the box holds."""

    def odds_dice_origins(self) -> tuple[str, ...]:
        """Where the faces of each kind of die come from, in the order of `odds_dice`; words as in `OddsCard.origin`."""

    def odds_symbols(self) -> Mapping[str, str]:
        """Symbol -> its word, in the order of the title."""

    def odds_discard(self) -> str:
        """What the title calls giving a die up after a roll: a verb whose past ends in "ed"."""

    def odds_pools(self) -> tuple[tuple[str, tuple[int, ...]], ...]:
        """Pools that players start a turn with: a name, and counts in the order of `odds_dice`."""

    def odds_cards(self) -> tuple[OddsCard, ...]:
        """Everything with a cost or a help, in the order of display."""

    def odds_rules(self) -> Mapping[str, RuleId]:
        """The rules behind the mathematics, by topic.

        Topics: pool, box, roll, duty, discard, double, reroll, change, symbol, die (a token that adds one), locked,
        colour, again (rolling again is optional).
        """

    def odds_targets(self, state: Any) -> tuple[OddsCard, ...]:
        """What can be covered by dice in this position, needs as they are lacking now; empty outside the dice step."""

    def odds_question(self, state: Any, targets: tuple[str, ...] | None = None) -> Question | None:
        """The dice step of this position as a problem; None outside of it.

        Args:
            targets: ids of the cards that count, in this order; one that stands n times counts n sets. None for what
                can be covered at the location, reduced until it is answered in seconds; `assumes` says by what.

        Raises:
            BadProblem: a target cannot be covered here.
            TooLarge: the targets are too many for an exact answer.
        """

    def odds_of_actions(self, state: Any, question: Question, progress: Progress | None = None) -> RankedActions:
        """Every legal action of the position, best first, ties in the order of the decision. Solves the question.

        Args:
            question: the question of this very position.

        Raises:
            BadProblem: the question belongs to another position.
            TooLarge: the question cannot be solved exactly.
        """


def dice_game(game: AnyGame) -> DiceGame | None:
    """The game as one with dice, or None."""
    return cast("DiceGame", game) if isinstance(game, DiceGame) else None


def no_odds(game: AnyGame) -> str:
    """Why nothing can be asked about a game without dice, in a sentence."""
    return f"{game.info.title} has no dice that are rolled and assigned in a turn, so there are no odds to ask about."

"""A warning before an action of the dice step that loses more than a chosen amount: the controller.

An action that is about to be made is held back, valued exactly, and made at once if it loses no more than the amount.
Else the player is asked: play anyway, rethink, or a hint. Nothing is said about the best action before a hint.

    warn LEVEL      off, small, medium or large: before which losses to warn
    warn-play       make the held action
    warn-back       drop it
    warn-hint       a hint: first the rule of the best action, then the action
    warn-follow     what the held action may lead to
"""

from collections.abc import Callable
from typing import Any, Final, Literal

from msgspec.structs import replace

from rising_tutor.analysis.consequences import EventText, Followed, follow, told
from rising_tutor.analysis.worth import exact_worth
from rising_tutor.core.ids import RuleId
from rising_tutor.core.node import Chance
from rising_tutor.core.session import GameSession
from rising_tutor.core.values import Value
from rising_tutor.errors import BadProblem, TooLarge
from rising_tutor.probability.dice_turn.answer import Progress
from rising_tutor.probability.dice_turn.dice_game import dice_game
from rising_tutor.probability.frequencies import in_turns, less_often, often
from rising_tutor.probability.ranked import RankedAction, RankedActions
from rising_tutor.probability.unit import Unit
from rising_tutor.tutor.table.roll_odds import advised_first

OFF: Final = "off"
_STOPS: Final = {"small": "every small slip", "medium": "clear mistakes", "large": "big mistakes"}
LEVELS: Final[dict[str, float]] = {OFF: float("inf"), "small": 0.05, "medium": 0.15, "large": 0.4}
"""An action is held back if it loses more than so many goals; with one goal 0.05 is 5 points of its chance."""
_USUAL: Final = 0.9
"""The chance of the example beside an amount: of a card that works about 9 times in 10."""
IDLE, COUNTING, WARNED = "idle", "counting", "warned"
NOT_COUNTED: Final = "The last choice could not be counted exactly, so it was made without a warning."


def level_words(level: str) -> str:
    """What a level of the warning stops, with one example.

    >>> level_words("medium")
    'Stops you before clear mistakes. Example: a card that works 9 times in 10 would then work only 3 times in 4.'
    """
    limit = LEVELS[level]
    if level == OFF:
        return "No choice is stopped."
    usual, then = often(_USUAL), often(_USUAL - limit)
    return f"Stops you before {_STOPS[level]}. Example: a card that works {usual} would then work only {then}."


def loss_words(row: RankedAction, best: RankedAction, unit: Unit) -> str:
    """What a choice costs, as the end of a sentence that begins with the choice; no figures but plain shares.

    >>> from rising_tutor.probability.dice_turn.answer import Amount
    >>> poor = RankedAction("stop", 0.25, Amount(None, 0.25), loss=0.5)
    >>> loss_words(poor, RankedAction("roll", 0.75, Amount(None, 0.75)), Unit.CHANCE_OF_GOAL)
    'works 1 time in 4 instead of 3 times in 4'
    >>> loss_words(poor, RankedAction("roll", 0.75, Amount(None, 0.75)), Unit.GOALS)
    'brings less than the best choice: 1 goal in 2 such turns'
    """
    if unit.is_chance and row.value is not None and best.value is not None:
        return f"works {less_often(row.value, best.value)}"
    return f"brings less than the best choice: {in_turns(row.loss, 'goal')}"


class Misplay(Value, frozen=True):
    """An action at a table that was refused, or that lost more than the player wants to be warned of.

    Attributes:
        kind: whether a rule refused it, or it lost something.
        state: the position, as the game dumps it.
        rule: the rule that refused it, or that the choice is about; "" where there is none.
        loss: how much less than the best it is worth, in `unit`; None where a rule refused it.
    """

    kind: Literal["refused", "loss"]
    state: str
    tried: str
    rule: str
    loss: float | None = None
    unit: Unit = Unit.GOALS


class LossWarning:
    """The action that is held back, and what is known about it.

    Args:
        level: one of `LEVELS`.

    Attributes:
        state: IDLE, COUNTING or WARNED.
        row: what it is worth, while `state` is WARNED.
        hints: how many were asked for, 0 to 2.
        note: a sentence about the action before.
        goals: says what counts; None for what the position itself asks for.
    """

    def __init__(self, player: GameSession, level: str = OFF) -> None:
        self.player = player
        self.level = level if level in LEVELS else OFF
        self.state = IDLE
        self.held: Any = None
        self.row: RankedAction | None = None
        self.worth: RankedActions | None = None
        self.hints = 0
        self.followed: Followed | None = None
        self.following = False
        self.note = ""
        self.goals: Callable[[], tuple[str, ...] | None] = lambda: None
        self._asked: tuple[Any, tuple[str, ...] | None] | None = None
        self._known: RankedActions | None = None
        self._at = player.n_moves

    @property
    def limit(self) -> float:
        return LEVELS[self.level]

    @property
    def offered(self) -> bool:
        """Whether there is anything to warn about: what is counted are choices about dice."""
        return dice_game(self.player.game) is not None

    def wants(self, action: Any) -> bool:
        dice = dice_game(self.player.game)
        if self.level == OFF or dice is None or len(self.player.actions) < 2:
            return False
        return action in self.player.actions and bool(dice.odds_targets(self.player.state))

    def hold(self, action: Any) -> None:
        self.drop()
        self.note = ""
        self.held, self.state = action, COUNTING
        self._at = self.player.n_moves

    def work(self, progress: Progress) -> RankedActions | None:
        """The values of this moment; None where it has none. Raises `TooLarge`: the goals are too many."""
        asked = (self.player.state, self.goals())
        if self._asked is None or self._asked[0] is not asked[0] or self._asked[1] != asked[1]:
            found = exact_worth(self.player.game, *asked, progress)
            if found is not None:
                found = replace(found, rows=advised_first(self.player, found.rows))
            self._asked, self._known = asked, found
        return self._known

    def judge(self, found: RankedActions | None) -> bool:
        """Takes the values; True if the held action is to be made now."""
        row = found.of(self.held) if found is not None else None
        if found is None or row is None or row.value is None:
            self.note = NOT_COUNTED if row is None or not row.why else f"{NOT_COUNTED} {row.why}"
            return True
        if row.loss <= self.limit:
            return True
        self.state, self.row, self.worth = WARNED, row, found
        return False

    def fail(self, fault: BaseException) -> None:
        """The values could not be had: the action is to be made. Raises what is no question of size."""
        if not isinstance(fault, BadProblem | TooLarge):
            self.drop()
            raise fault
        self.note = NOT_COUNTED

    def drop(self) -> None:
        self.state, self.held, self.row, self.worth = IDLE, None, None, None
        self.hints, self.followed, self.following = 0, None, False

    def catch_up(self) -> bool:
        if self.state == IDLE or self._at == self.player.n_moves:
            return False
        self.drop()
        return True

    def hint(self) -> None:
        self.hints = min(2, self.hints + 1)

    @property
    def best(self) -> Any:
        return self.worth.rows[0].action if self.worth is not None else None

    def follow(self, progress: Progress) -> Followed:
        return follow(self.player.game, self.player.state, self.held, progress=progress)

    def reason(self, action: Any) -> EventText:
        """What an action does, in the words of its first event, with its rule.

        Where all it does is to ask for chance, there are no words, and the rule is that of what chance does. Where
        nothing happens at all, as with "nothing more", it is the rule of what was done before.
        """
        game = self.player.game
        step = game.act(self.player.state, action)
        node = game.node(step.state)
        if step.events:
            return told(game, step.events)[0]
        events = game.resolve(step.state, next(iter(node.outcomes))[0]).events if isinstance(node, Chance) else ()
        before = (event.rule for made in reversed(self.player.made) for event in reversed(made.events))
        return EventText("", events[0].rule if events else next(before, RuleId("")))

    def rule(self, action: Any) -> RuleId:
        return self.reason(action).rule

"""Where an action leads: the next thing that chance decides, its likeliest and its worst outcome.

From a position and an action the line goes on to the next chance node: by best play where the dice step has exact
values, else as a named policy would. There every outcome is listed. Outcomes after which equally much can be expected
are one consequence, and its probability is that of all of them together, from the weights of the node itself.

A roll of the dice step is valued exactly: by what best play expects after it. Anything else is valued by what the
policy thinks of the table, and the answer says so.

>>> from rising_tutor.core.registry import load_game
>>> from rising_tutor.core.node import Chance
>>> game = load_game("fire")
>>> state = game.start(1, {"teams": "aang,toph"})
>>> while isinstance(node := game.node(state), Chance):
...     state = game.resolve(state, next(iter(node.outcomes))[0]).state
>>> found = follow(game, state, node.actions[0])
>>> sum(one.chance for one in found.all), found.worst.value <= found.likeliest.value
(Fraction(1, 1), True)
"""

from collections.abc import Iterable, Iterator
from contextlib import suppress
from fractions import Fraction
from operator import itemgetter
from typing import Any, Final, TypeAlias

from rising_tutor.analysis.playouts import judge_of, policy_of
from rising_tutor.core.chance import Distribution, dice_rolls
from rising_tutor.core.drive import policy_rng
from rising_tutor.core.event import Event
from rising_tutor.core.game import AnyGame
from rising_tutor.core.ids import RuleId, Seat
from rising_tutor.core.information import visible
from rising_tutor.core.node import Chance, Decision, Terminal
from rising_tutor.core.values import Value
from rising_tutor.core.worlds import worlds
from rising_tutor.errors import BadProblem, TooLarge
from rising_tutor.probability.dice_turn.answer import Progress
from rising_tutor.probability.dice_turn.dice_game import DiceGame, Question, dice_game
from rising_tutor.probability.unit import Unit

MOST_CHOICES: Final = 40
"""A line with more choices before the next chance ends there."""
MOST_OUTCOMES: Final = 20_000
"""Where chance has more outcomes than this, they are not listed."""
_DIGITS: Final = 9
_Worth: TypeAlias = tuple[Any, int, float | None]
"""An outcome, its weight, and what it is worth."""


class EventText(Value, frozen=True):
    """An event in words, with the rule that caused it."""

    text: str
    rule: RuleId


class Consequence(Value, frozen=True):
    """What chance may do.

    Attributes:
        chance: of all outcomes that are worth the same.
        n_outcomes: how many these are.
        value: what they are worth, in the unit of the answer; None where nothing values them.
        shown: the likeliest of them, in the notation of the game, and its own probability `shown_chance`.
        events: what happens with that one.
        state: where it leads.
    """

    chance: Fraction
    n_outcomes: int
    value: float | None
    shown: str
    shown_chance: Fraction
    events: tuple[EventText, ...]
    state: Any


class Followed(Value, frozen=True):
    """A line that was followed up to the next chance.

    Attributes:
        events: what the action itself and the choices after it bring.
        choices: the choices after it, in the notation of the game.
        all: every consequence, the likeliest first; empty where the line ends without chance.
        unit: of the values; None where nothing values them.
        method: sentences: how the line was continued, and what the values are.
        ends: why there is no chance to look at; empty where there is.
    """

    events: tuple[EventText, ...]
    choices: tuple[str, ...]
    all: tuple[Consequence, ...]
    n_outcomes: int
    unit: Unit | None
    method: tuple[str, ...]
    ends: str = ""

    @property
    def likeliest(self) -> Consequence:
        """The consequence with the highest probability, of equals the better one. Raises IndexError without chance."""
        return self.all[0]

    @property
    def worst(self) -> Consequence:
        """The one with the lowest value. Raises IndexError without chance."""
        return min(self.all, key=lambda one: (one.value if one.value is not None else 0.0, -one.chance))


def follow(
    game: AnyGame, state: Any, action: Any = None, *, policy: str = "", progress: Progress | None = None
) -> Followed:
    """Goes on from an action to the next chance, and says what it may bring.

    Args:
        game: any game; where something is hidden the line is that of one table that fits what the seat sees.
        action: a legal action of it; None to go on from the position itself.
        policy: who chooses where no exact values are known; else greedy, or random.

    Raises:
        IllegalAction: with the refusal.
    """
    seat = getattr(game.node(state), "seat", None)
    line = _Line(game, policy_of(game, policy), seat, progress)
    state = worlds(game, state, seat)[0][0]
    if action is not None:
        state = line.take(state, action)
    return line.onward(state)


class _Line:
    def __init__(self, game: AnyGame, policy: str, seat: Seat | None, progress: Progress | None) -> None:
        self.game, self.policy, self.seat, self.progress = game, policy, seat, progress
        self.chances = "those of one table that fits what you see" if game.info.hidden else "exact"
        self.dice = dice_game(game)
        self.told: list[EventText] = []
        self.choices: list[str] = []
        self.exact = self.by_policy = False

    def take(self, state: Any, action: Any) -> Any:
        step = self.game.act(state, action)
        self.told += told(self.game, visible(step.events, self.seat))
        return step.state

    def onward(self, state: Any) -> Followed:
        goals: tuple[str, ...] | None = None
        for _ in range(MOST_CHOICES):
            node = self.game.node(state)
            if isinstance(node, Terminal):
                return self._ended("The game is over.")
            if isinstance(node, Chance):
                return self._at_chance(state, node.outcomes, goals)
            chosen, goals = self._chosen(state, node)
            if len(node.actions) > 1:
                self.choices.append(self.game.write(state, chosen))
            state = self.take(state, chosen)
        return self._ended(f"After {MOST_CHOICES} more choices chance has not decided anything.")

    def _chosen(self, state: Any, node: Decision[Any]) -> tuple[Any, tuple[str, ...] | None]:
        """Best play where it is known, else what the policy does; with the goals that counted."""
        question = _asked(self.dice, state, None)
        if self.dice is not None and question is not None:
            with suppress(BadProblem, TooLarge):
                best = self.dice.odds_of_actions(state, question, self.progress).best
                if best:
                    self.exact = self.exact or len(node.actions) > 1
                    return best[0].action, goals_of(question)
        if len(node.actions) == 1:
            return node.actions[0], None
        self.by_policy = True
        rng = policy_rng("follow", self.policy)
        return self.game.policies()[self.policy](node, lambda: self.game.view(state, node.seat), rng), None

    def _ended(self, why: str) -> Followed:
        return Followed(tuple(self.told), tuple(self.choices), (), 0, None, tuple(self._line_says()), why)

    def _line_says(self) -> Iterator[str]:
        if self.exact:
            yield "Choices about dice on the way are those of best play, by exact values."
        if self.by_policy:
            yield f"Other choices on the way are those of the policy {self.policy}."

    def _at_chance(self, state: Any, outcomes: Distribution[Any], goals: tuple[str, ...] | None) -> Followed:
        n = len(outcomes)
        if n > MOST_OUTCOMES:
            return self._ended(f"Chance has {n:,} outcomes here; more than {MOST_OUTCOMES:,} are not listed.")
        found = roll_values(self.game, state, outcomes, goals, self.progress)
        unit: Unit | None
        if found is not None:
            values, unit = found
            says = "The probabilities are exact, and so is what best play expects after each roll."
        else:
            values, unit, says = self._judged(state, outcomes)
        groups: dict[object, list[_Worth]] = {}
        for at, ((outcome, weight), value) in enumerate(zip(outcomes, values, strict=True)):
            # Without values each stands alone.
            groups.setdefault(at if value is None else round(value, _DIGITS), []).append((outcome, weight, value))
        rows = [self._consequence(state, outcomes.total, group) for group in groups.values()]
        rows.sort(key=lambda one: (-one.chance, -(one.value or 0.0)))
        return Followed(tuple(self.told), tuple(self.choices), tuple(rows), n, unit, (*self._line_says(), says))

    def _judged(self, state: Any, outcomes: Distribution[Any]) -> tuple[list[float | None], Unit | None, str]:
        judge = judge_of(self.game, self.policy)
        if judge is None:
            says = f"The probabilities are {self.chances}; nothing here says which outcome is worst."
            return [None] * len(outcomes), None, says
        values: list[float | None] = []
        for outcome, _ in outcomes:
            if self.progress is not None:
                self.progress(len(values), len(outcomes))
            after = self.game.resolve(state, outcome).state
            values.append(judge.judge(self.game.view(after, self.seat or Seat(0))))
        says = f"The probabilities are {self.chances}. What is worst is the opinion of the policy {self.policy}: it "
        return values, Unit.STANDING, f"{says}counts {judge.judges_by}."

    def _consequence(self, state: Any, total: int, group: list[_Worth]) -> Consequence:
        outcome, weight, _ = max(group, key=itemgetter(1))
        step = self.game.resolve(state, outcome)
        return Consequence(
            Fraction(sum(weight for _, weight, _ in group), total),
            len(group),
            group[0][2],
            self.game.write(state, outcome),
            Fraction(weight, total),
            tuple(told(self.game, visible(step.events, self.seat))),
            step.state,
        )


def goals_of(question: Question) -> tuple[str, ...]:
    """What a question counts, in the words of `DiceGame.odds_question`: an id once for each set of it."""
    sets = {target: need.times for target, need in zip(question.targets, question.problem.needs, strict=True)}
    return tuple(target for target, n in sets.items() for _ in range(n))


def told(game: AnyGame, events: Iterable[Event]) -> list[EventText]:
    """Events in words, with their rules."""
    return [EventText(game.say(event), event.rule) for event in events]


def roll_values(
    game: AnyGame,
    state: Any,
    outcomes: Distribution[Any],
    goals: tuple[str, ...] | None,
    progress: Progress | None = None,
) -> tuple[list[float | None], Unit] | None:
    """What best play expects after each outcome of a roll of the whole pool, in the order of the node.

    Args:
        goals: what counts; the default of the first position after the roll if None.

    Returns:
        The values and their unit, or None where this is no such roll or where it cannot be solved.
    """
    dice = dice_game(game)
    first = next(iter(outcomes))[0]
    if dice is None:
        return None
    after = game.resolve(state, first).state
    question = _asked(dice, after, goals) if isinstance(game.node(after), Decision) else None
    if question is None or not question.owed or len(question.shown) != sum(question.problem.pool):
        return None
    rolls = list(dice_rolls(zip(question.problem.dice, question.problem.pool, strict=True)))
    if rolls[0][0] != question.shown or [weight for _, weight in rolls] != [weight for _, weight in outcomes]:
        return None
    try:
        # Loaded when it is needed: a page that shows no consequence pays nothing for the arrays behind it.
        from rising_tutor.probability.dice_turn.roll_values import RollValues  # noqa: PLC0415
        from rising_tutor.probability.dice_turn.solver import solve  # noqa: PLC0415

        of_rolls = RollValues(solve(question.problem, progress=progress), progress)
    except TooLarge:
        return None
    start = question.problem.start
    values: list[float | None] = []
    for at, (shown, _) in enumerate(rolls):
        if progress is not None:
            progress(at, len(rolls))
        kinds = of_rolls.read(shown, start.pool, whole=True)
        values.append(of_rolls.best(start, kinds, owed=True, fresh=True).decimal)
    return values, question.unit


def _asked(dice: DiceGame | None, state: Any, goals: tuple[str, ...] | None) -> Question | None:
    """The dice step of a position; None where there is none, or where it is too large to be asked about."""
    with suppress(BadProblem, TooLarge):
        return dice.odds_question(state, goals) if dice is not None else None
    return None

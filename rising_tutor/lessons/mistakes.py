"""Own mistakes of recorded games: the choices about dice that lost something, as exercises.

Every choice in the dice step of a recorded game is compared with the exact values of all its legal actions. Nothing is
estimated: what has no exact value, what is too large to be worked out, and what serves a goal that the values do not
count is not judged, and counted as such.

>>> from rising_tutor.replay import verify
>>> start = b'''replay: 1
... game: fire-nation-rising
... seats: 2
... '''
>>> found = mistakes_of(verify(start, "new.replay"), "new.replay", at="2026-11-21T18:04:05Z")
>>> found.mistakes, found.judged
((), 0)
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, Literal

from rising_tutor.analysis.debrief import NO_QUESTION, OTHER_STEP, TOO_LARGE, goals
from rising_tutor.analysis.ledger import rule_of_choice
from rising_tutor.core.game import AnyGame
from rising_tutor.core.node import Chance, Decision
from rising_tutor.core.values import Value
from rising_tutor.errors import BadOption, BadProblem, RisingTutorError, TooLarge, UnreadableReplay
from rising_tutor.lessons.facts import Mistake, mistake_id
from rising_tutor.lessons.learner import LearnerFile
from rising_tutor.probability.answer import TIE, Amount, Progress
from rising_tutor.probability.dice_game import DiceGame, dice_game
from rising_tutor.probability.percents import percent
from rising_tutor.replay import Moved, Verified

SHARE: Final = 0.05
"""So much of the best value a choice has to lose, to be kept as a mistake."""
MOST: Final = 20
"""So many mistakes are taken from one game: those that lost most. A learner file has room for about 250."""
UNCOUNTED: Final = "it serves a goal that these values do not count"
_LONGEST_NAME: Final = 80


class DiceWorth(Value, frozen=True):
    """The exact values of a choice in the dice step.

    Attributes:
        values: legal action -> its value under best play after it; those without a value are not in it.
        method: one sentence: what is counted, and how exactly.
        unit: what 1 is: "goals" of this turn, or "chance" (0 to 1) of the only goal.
        assumes: sentences: what is counted and what is left out.
        counted: ids of the cards that count as goals.
        why: action without a value -> why, in a sentence.
    """

    values: Mapping[Any, float]
    method: str
    unit: Literal["goals", "chance"]
    assumes: tuple[str, ...]
    counted: tuple[str, ...]
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


class Found(Value, frozen=True):
    """What a recorded game gave.

    Attributes:
        mistakes: in the order of the game.
        judged: how many choices were compared with exact values.
        forced: how many choices had only one legal action; they are not judged.
        left: why choices were not judged -> how many; only choices of the dice step.
        elsewhere: how many choices of other steps there were, which have no exact value.
    """

    mistakes: tuple[Mistake, ...]
    judged: int = 0
    forced: int = 0
    left: tuple[tuple[str, int], ...] = ()
    elsewhere: int = 0

    @property
    def n_left(self) -> int:
        """How many choices of the dice step were not judged."""
        return sum(n for _, n in self.left)


def dice_worth(game: AnyGame, state: Any, progress: Progress | None = None) -> DiceWorth | None:
    """The exact values of a choice; None where the position has no such question.

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
    return DiceWorth(
        values={action: amount.decimal for action, amount in amounts.items()},
        method=f"{what} under best play of the dice, {how}.",
        unit="chance" if chance else "goals",
        assumes=question.assumes,
        counted=question.targets,
        why={row.action: row.why for row in rows if row.value is None},
    )


def mistakes_of(
    verified: Verified,
    name: str,
    *,
    at: str,
    seat: int | None = None,
    share: float = SHARE,
    progress: Progress | None = None,
) -> Found:
    """The mistakes of a recorded game, as far as it is sound.

    The same game gives the same mistakes. The rule of a mistake is the one that gives the choice, as in a review. Where
    the game does not say, it is that of the first event of the action, else that of what chance made of it, else
    that of the last event before, which led to it.

    Args:
        verified: the game, played.
        name: what to call it in the notes, such as the name of its file.
        at: when it is looked at, as facts have it.
        seat: whose choices, from 0; None for everybody's.
        share: the part of the best value that a choice has to lose, above 0 and up to 1.
        progress: called again and again with choices done and to do; what it raises stops the work.

    Raises:
        BadOption: the seat or the share cannot be.
        RisingTutorError: nothing of the game can be played; the first fault of the file, where it has one.
    """
    if verified.game is None or verified.start is None:
        raise _unplayable(verified, name)
    _check(verified, seat, share)
    work = _Walk(verified, name[:_LONGEST_NAME], at, share)
    mine = [n for n, made in enumerate(verified.moves) if _chooses(verified.game, made, seat)]
    for done, n in enumerate(mine):
        if progress is not None:
            progress(done, len(mine))
        work.judge(n, None if progress is None else _still(progress, done, len(mine)))
    return work.found()


def worst(mistakes: Sequence[Mistake], most: int = MOST) -> tuple[Mistake, ...]:
    """Those that lost most, in their order."""
    kept = set(sorted(range(len(mistakes)), key=lambda at: (-(mistakes[at].loss or 0.0), at))[:most])
    return tuple(one for at, one in enumerate(mistakes) if at in kept)


def not_yet(known: Sequence[Any], mistakes: Sequence[Mistake]) -> tuple[Mistake, ...]:
    """The mistakes that facts do not have yet. One that was practised since is known too, so it stays done.

    Args:
        known: facts.
    """
    seen = {fact.id for fact in known if isinstance(fact, Mistake)}
    found = []
    for one in mistakes:
        if one.id not in seen:
            seen.add(one.id)
            found.append(one)
    return tuple(found)


def take_in(learner: LearnerFile, mistakes: Sequence[Mistake]) -> int:
    """Adds those that are new to a learner file; gives how many.

    Raises:
        CannotStore, LimitExceeded: the file cannot take them all; what was added before stays.
    """
    new = not_yet(learner.facts, mistakes)
    for one in new:
        learner.add(one)
    return len(new)


def _still(progress: Progress, done: int, total: int) -> Progress:
    """Tells the same on and on within one choice, so that it can be stopped."""

    def tell(_n: int, _total: int) -> None:
        progress(done, total)

    return tell


class _Walk:
    """The choices of a game, one after the other."""

    def __init__(self, verified: Verified, name: str, at: str, share: float) -> None:
        self.game: AnyGame = verified.game
        self.dice = dice_game(self.game)
        self.moves = verified.moves
        self.name, self.at, self.share = name, at, share
        self.mistakes: dict[str, Mistake] = {}
        self.judged = self.forced = self.elsewhere = 0
        self.left: dict[str, int] = {}

    def found(self) -> Found:
        left = tuple(sorted(self.left.items()))
        return Found(tuple(self.mistakes.values()), self.judged, self.forced, left, self.elsewhere)

    def judge(self, n: int, progress: Progress | None) -> None:
        made = self.moves[n]
        node = self.game.node(made.state)
        if not isinstance(node, Decision) or len(node.actions) < 2:
            self.forced += 1
            return
        if self.dice is None or not self.dice.odds_targets(made.state):
            self.elsewhere += 1
            return
        try:
            worth = dice_worth(self.game, made.state, progress)
        except (BadProblem, TooLarge):
            self._leave(TOO_LARGE)
            return
        if worth is None:
            self._leave(NO_QUESTION)
        elif made.move not in worth.values:
            self._leave(worth.why.get(made.move, OTHER_STEP).rstrip(".") or OTHER_STEP)
        elif serves_uncounted(self.dice, made, worth.counted):
            self._leave(UNCOUNTED)
        else:
            self.judged += 1
            loss = worth.loss(made.move)
            if loss > 0 and loss >= self.share * worth.best:
                self._keep(n, worth, loss)

    def _keep(self, n: int, worth: DiceWorth, loss: float) -> None:
        made = self.moves[n]
        rule = self._rule(n)
        if not rule:
            self._leave("no rule is named for it")
            return
        state = self.game.dump(made.state).decode()
        tried = self.game.write(made.state, made.move)
        lost = f"{worth.amount(loss)} less than the best, which is worth {worth.amount(worth.best)}"
        one = Mistake(
            id=mistake_id(state, tried),
            at=self.at,
            kind="loss",
            state=state,
            tried=tried,
            rule=rule,
            # In goals of the turn, or as a chance; 1 stands for 1 goal and more, the note has the amount itself.
            loss=min(1.0, loss),
            source="replay",
            note=f"{self.name}, {self.game.where(made.state)}: {lost}",
        )
        self.mistakes.setdefault(one.id, one)

    def _rule(self, n: int) -> str:
        made = self.moves[n]
        rule = rule_of_choice(self.game, made.state, made.move, made.step)
        if rule:
            return rule
        near = (*self._until_choice(n), *reversed(self.moves[:n]))
        return next((made.step.events[0].rule for made in near if made.step.events), "")

    def _until_choice(self, n: int) -> Iterator[Moved]:
        """A move with what chance made of it."""
        yield self.moves[n]
        for made in self.moves[n + 1 :]:
            if not isinstance(self.game.node(made.state), Chance):
                return
            yield made

    def _leave(self, why: str) -> None:
        self.left[why] = self.left.get(why, 0) + 1


def serves_uncounted(dice: DiceGame, made: Moved, counted: Sequence[str]) -> bool:
    """Whether a move brings nearer what the values leave out, such as the ability of a Team."""
    before = {card.id: card.need for card in dice.odds_targets(made.state) if card.id not in counted}
    after = {card.id: card.need for card in dice.odds_targets(made.step.state)}
    # Outside the dice step nothing is open any more: that alone completes nothing.
    return bool(after) and any(after.get(card) != need for card, need in before.items())


def _chooses(game: AnyGame, made: Moved, seat: int | None) -> bool:
    node = game.node(made.state)
    return isinstance(node, Decision) and (seat is None or node.seat == seat)


def _check(verified: Verified, seat: int | None, share: float) -> None:
    seats = verified.replay.header.seats if verified.replay is not None else 0
    if seat is not None and not 0 <= seat < seats:
        raise BadOption("seat", seat + 1, f"a seat of this game, 1 to {seats}")
    if not 0 < share <= 1:
        raise BadOption("share", f"{100 * share:g} %", "above 0 and at most 100 %")


def _unplayable(verified: Verified, name: str) -> RisingTutorError:
    if verified.problems:
        return verified.problems[0].as_error(name)
    return UnreadableReplay(name, 1, 1, verified.remarks[0] if verified.remarks else "it cannot be played")

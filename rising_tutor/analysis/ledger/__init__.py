"""The ledger of a recorded game: where its value came from and went, line by line, with sums that leave no remainder.

For every line `amount = V(after) - V(before)`: luck at a chance node, skill at a decision. Between one line and the
next V may be seen from further ahead: `before` of a line less `after` of the line before it is that line's `horizon`.
So for every game, as exact fractions,

    result - start = luck + skill + horizon

where the start is V of the first position and the result V of the last one (1 won, 0 lost; of an unfinished game what V
says at its end). The mean of luck over the outcomes of a chance node is exactly 0 and skill is never positive, as V is
made that way (`rising_tutor.core.valuation`); what V did not foresee shows in the horizon, in the open. Where the seats
do not win and lose together V counts for seat 1, and the choices of the others are never negative.

V knows what lies hidden, and whoever chooses does not. So a choice is judged by what its seat could know
(`rising_tutor.analysis.knowledge`): its skill is the mean of V after it over what the seat may believe, less that of
the best action. What it brought beside that on the true table is luck as well, of the source `HIDDEN`. Where nothing
is hidden that is 0.

Sources: D. Zare, "A measure of luck" (Backgammon), by way of GNU Backgammon's analysis, whose luck and skill are looked
ahead differently and therefore do not add up.
"""

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from importlib.util import find_spec
from typing import Any, Final, Protocol

from msgspec.structs import replace

from rising_tutor.analysis.knowledge import BY_KNOWLEDGE, Known, known_choices
from rising_tutor.core.event import Event
from rising_tutor.core.game import AnyGame
from rising_tutor.core.ids import RuleId, Seat
from rising_tutor.core.node import Chance, Decision, Terminal
from rising_tutor.core.valuation import (
    Choice,
    Judged,
    Part,
    RuledGame,
    Valuation,
    ValueLabel,
    best_of,
    not_reviewable,
    opposes,
    payoff_value,
    valued_game,
)
from rising_tutor.core.values import Value
from rising_tutor.errors import NotInstalled, NotReviewable
from rising_tutor.probability.dice_turn.answer import Progress
from rising_tutor.probability.ranked import RankedActions, ranked
from rising_tutor.probability.unit import Unit

LUCK: Final = "luck"
SKILL: Final = "skill"
CLASSES: Final = ((20, "blunder"), (10, "mistake"), (5, "inaccuracy"), (2, "slip"))
"""A loss of at least so many points of V, in hundredths, with its name; less is no fault."""
ZERO: Final = Fraction(0)
HIDDEN: Final = "hidden"
"""The source of luck of choices that turned out otherwise than their seat could know."""
HIDDEN_NAME: Final = "What lay hidden"
BESIDE: Final = "What a choice brought beside that is luck, of what lay hidden."
CHANCE: Final = "chance"
"""The one source of luck of a game that does not tell its sources apart."""

_COLUMNS: Final = {
    "line": int,
    "turn": int,
    "where": str,
    "kind": str,
    "seat": int,
    "source": str,
    "move": str,
    "best": str,
    "rule": str,
    "before": float,
    "after": float,
    "luck": float,
    "skill": float,
    "horizon": float,
    "loss": float,
    "fault": str,
    "forced": bool,
    "exact": bool,
}
"""Columns of `Ledger.to_arrow`: fields of a line, seats from 1, nothing where a text is empty."""


class Played(Protocol):
    """A move that was made (`rising_tutor.replay.Moved` is one)."""

    @property
    def state(self) -> Any: ...
    @property
    def move(self) -> Any: ...
    @property
    def step(self) -> Any: ...


class LedgerLine(Value, frozen=True):
    """A line of a recorded game in the ledger.

    Attributes:
        line: its number in the game, from 1.
        kind: `LUCK` or `SKILL`.
        turn: the turn it belongs to, 0 before the first.
        where: its place in words.
        move: in the notation of the game.
        rule: of a choice the rule that gives it, as the game says; of chance that of the first event that it caused.
            Where the game offers no value function always the latter; "" where it caused none.
        seat: who chose; None for chance.
        source: which dice or deck, by its id; "" for a choice.
        before, after: V, as in `Judged`; before a choice that of the action which is best by what the seat could know.
        horizon: `before` less `after` of the line before (less the start, on the first line).
        forced: a choice with one legal action, or with all of them worth the same: it counts for nobody.
        best: the first of the best actions, in the notation; "" for chance.
        options: V after every legal action, in the order of the node; () for chance.
        exact: as in `Judged`.
        parts: for a mistake, what the loss is made of (`Follower.parts`).
        opposed: a choice of somebody whom a smaller V suits: an opponent of the side that V counts for.
        hidden: what a choice brought by what its seat could not know: luck, and no part of `skill`. `options` has what
            it could know.
        loss_low: the lower end of the 95 % interval of the loss, where something may lie hidden.
        named: V after the best action by what the seat could know, where something may lie hidden.
    """

    line: int
    kind: str
    turn: int
    where: str
    move: str
    rule: RuleId
    seat: Seat | None
    source: str
    before: Fraction
    after: Fraction
    horizon: Fraction
    forced: bool = False
    best: str = ""
    options: tuple[Choice, ...] = ()
    exact: bool = True
    parts: tuple[Part, ...] = ()
    opposed: bool = False
    hidden: Fraction = ZERO
    loss_low: Fraction | None = None
    named: Fraction | None = None

    @property
    def amount(self) -> Fraction:
        """What the line brought: luck, or skill by what the seat could know; `hidden` is not in it."""
        return self.after - self.before - self.hidden

    @property
    def skill(self) -> Fraction:
        """What a choice brought; 0 for chance."""
        return self.amount if self.kind == SKILL else ZERO

    @property
    def luck(self) -> Fraction:
        """What the line brought that nobody could choose."""
        return self.amount if self.kind == LUCK else self.hidden

    @property
    def loss(self) -> Fraction:
        """What a choice cost whoever made it against the best one; 0 for chance.

        From 0, but where it is an estimate over what lies hidden: then the best action was named by other tables.
        """
        return self.skill if self.opposed else -self.skill

    @property
    def own(self) -> Fraction:
        """What the line brought to whom it concerns: a choice to its seat, luck to the side of V."""
        return self.amount if self.kind == LUCK else -self.loss

    @property
    def best_value(self) -> Fraction:
        """The chance that the seat which chose had with the best action, by what it could know."""
        return self.for_seat(self.before if self.named is None else self.named)

    @property
    def value(self) -> Fraction:
        """The chance that the seat which chose had with what it did, by what it could know."""
        return self.best_value - self.loss

    def for_seat(self, value: Fraction) -> Fraction:
        """V as the chance of the seat that chose."""
        return 1 - value if self.opposed else value

    def ranking(self, label: ValueLabel) -> RankedActions:
        """The legal actions of a choice with the chance of its seat after each."""
        rows = ((option.action, float(self.for_seat(option.value))) for option in self.options)
        return ranked(rows, Unit.CHANCE_TO_WIN, label.how(solved=self.exact), exact=self.exact)

    @property
    def told_apart(self) -> bool:
        """Whether a choice surely cost something: an estimate of its loss is above 0 with all of its interval."""
        return self.loss > 0 and (self.loss_low is None or self.loss_low > 0)

    @property
    def fault(self) -> str:
        """The class of a mistake, from `CLASSES`; "" for none. `skill` of an opponent's mistake is positive.

        A loss that is an estimate is a mistake as far as it is sure.
        """
        return "" if self.forced else fault_of(self.loss if self.loss_low is None else self.loss_low)


class Ledger(Value, frozen=True):
    """The ledger of a game.

    Attributes:
        start: V of the first position.
        result: V of the last position; 1, 0 or 1/2 where the game is over.
        finished: whether the game is over.
        shared: whether all seats win or lose together; else V is the chance of seat 1.
        lines: every line, in order.
        sources: every source of luck of the game with its name, in the order of display.
    """

    game: str
    label: ValueLabel
    n_seats: int
    start: Fraction
    result: Fraction
    finished: bool
    lines: tuple[LedgerLine, ...]
    sources: tuple[tuple[str, str], ...]
    shared: bool = True

    @property
    def luck(self) -> Fraction:
        return sum((line.luck for line in self.lines), ZERO)

    @property
    def skill(self) -> Fraction:
        """All skill; at most 0 in a game that all seats win or lose together."""
        return sum((line.skill for line in self.lines), ZERO)

    @property
    def horizon(self) -> Fraction:
        """What V did not foresee."""
        return sum((line.horizon for line in self.lines), ZERO)

    @property
    def remainder(self) -> Fraction:
        """What the sums leave over: exactly 0."""
        return self.result - self.start - self.luck - self.skill - self.horizon

    def luck_by_source(self) -> dict[str, Fraction]:
        """Luck of every source of the game, 0 for those that did not come up."""
        lines = [line for line in self.lines if line.kind == LUCK or line.hidden]
        found = _sums((line.source if line.kind == LUCK else HIDDEN, line.luck) for line in lines)
        return dict.fromkeys(dict(self.sources), ZERO) | found

    def skill_by_seat(self) -> dict[Seat, Fraction]:
        chosen = ((line.seat, line.skill) for line in self.lines if line.kind == SKILL and line.seat is not None)
        return {Seat(seat): ZERO for seat in range(self.n_seats)} | _sums(chosen)

    def skill_by_turn(self) -> dict[int, Fraction]:
        return _sums((line.turn, line.skill) for line in self.lines if line.kind == SKILL)

    def skill_by_rule(self) -> dict[RuleId, Fraction]:
        return _sums((line.rule, line.skill) for line in self.lines if line.kind == SKILL)

    def to_arrow(self) -> Any:
        """The lines as a table of Arrow: values of V and what it changed by as numbers from -1 to 1."""
        from rising_tutor.analysis.corpus.arrow import arrow_table  # noqa: PLC0415 - PyArrow takes long to load

        return arrow_table((_plain(line) for line in self.lines), _COLUMNS)

    def to_pandas(self) -> Any:
        """The same as a data frame. Raises `NotInstalled` where pandas is not."""
        return frame_of(self.to_arrow())

    @property
    def luck_adjusted(self) -> Fraction:
        """The result with the luck taken off: what the same play would have come to with dice as on average."""
        return self.result - self.luck

    @property
    def against_reference(self) -> Fraction | None:
        """Skill and horizon together: how the side did against the policy that V takes to play on, `label.policy`.

        In V, so that 1/100 is a point of win probability; above 0 is better than that policy. None where V names none.

        The mean of luck is 0 whoever plays, so over many games the mean of this sum is that of result - start. Where V
        of the first position is the chance that this policy wins, that is how much more often the players won than the
        policy would have: 0 on average for the policy itself. Nothing is asked of V later on; how far it is off there
        only makes a single game say less. Skill alone measures against the best play of each turn: V gains where a
        turn is played better than the policy plays, and `horizon` books that gain. Of the luck that lay hidden the mean
        is 0 over the tables that a seat may believe in.

        It does not hold where V of the first position is solved to the end of the game (then `horizon` is 0 and this
        is `skill`), and of a game that is not over it holds as far as V of the last position is that chance too. It is
        one sum for all: horizon belongs to no seat. Where seats play against each other, the policy plays for all.
        """
        return self.skill + self.horizon if self.label.policy else None

    def decisions(self) -> tuple[LedgerLine, ...]:
        """Choices that counted: those that were not forced."""
        return tuple(line for line in self.lines if line.kind == SKILL and not line.forced)

    def mistakes(self) -> tuple[LedgerLine, ...]:
        """Choices with a class of mistake, in the order of the game."""
        return tuple(line for line in self.lines if line.fault)


def fault_of(loss: Fraction) -> str:
    """The class of a loss of V.

    >>> [fault_of(Fraction(n, 1000)) for n in (19, 20, 50, 100, 200)]
    ['', 'slip', 'inaccuracy', 'mistake', 'blunder']
    """
    return next((name for points, name in CLASSES if loss >= Fraction(points, 100)), "")


def ledger_of(
    game: AnyGame,
    moves: Sequence[Played],
    start: Any,
    *,
    n_seats: int,
    valuation: Valuation | None = None,
    seed: str = "",
    progress: Progress | None = None,
) -> Ledger:
    """The ledger of a game.

    Args:
        moves: every line, in order, as `replay.verify` gives them.
        valuation: V; that of the game unless told otherwise.
        seed: of the tables that are drawn where something is hidden, line by line.

    Raises:
        TypeError: the game offers no value function, and none was given.
        NotReviewable: more than two seats play against each other.
    """
    check_reviewable(game, n_seats)
    valuation = valuation_of(game) if valuation is None else valuation
    first = value_of(game, valuation, start)
    lines: list[LedgerLine] = []
    for line in lines_of(game, valuation, moves, before=first, seed=seed):
        lines.append(line)
        if progress is not None:
            progress(len(lines), len(moves))
    end = moves[-1].step.state if moves else start
    return closed(game, valuation, lines, first, end, n_seats=n_seats)


def check_reviewable(game: AnyGame, n_seats: int) -> None:
    """Raises `NotReviewable` where V cannot tell how everybody stands."""
    why = not_reviewable(game.info, n_seats)
    if why:
        raise NotReviewable(why)


def valuation_of(game: AnyGame) -> Valuation:
    """The value function of a game. Raises `TypeError` if it offers none."""
    valued = valued_game(game)
    if valued is None:
        raise TypeError(f"{game.info.id} offers no value function")
    return valued.valuation()


def lines_of(
    game: AnyGame,
    valuation: Valuation,
    moves: Iterable[Played],
    *,
    before: Fraction,
    number: int = 1,
    seed: str = "",
) -> Iterator[LedgerLine]:
    """The lines of a part of a game, each judged when it is asked for.

    Args:
        moves: they begin where a follower may begin: with the game, or with a turn.
        before: V after the line before them.
        number: of the first.
        seed: as of `ledger_of`.
    """
    follower = valuation.follow()
    for at, played in enumerate(moves, number):
        if is_left_open(game.node(played.state), played.move):
            # Nobody says what came up, so nothing was won or lost by it.
            value = value_of(game, valuation, played.step.state)
            judged = Judged(value, value, (), exact=False)
            follower.skip(played.state, played.move, played.step.state)
        else:
            judged = follower.judge(played.state, played.move, played.step.state)
        known = None
        if game.info.hidden:
            drawn = line_seed(seed, at)
            known = known_choices(game, valuation, played.state, seed=drawn, on_table=judged.options)
        if known is not None:
            true = {choice.action: choice.value for choice in judged.options}
            judged = replace(judged, before=true[known.best.action], options=known.options, exact=False)
        line = _line(game, at, played, judged, judged.before - before, known=known)
        # The parts that V can tell are those of the true table.
        told = line.fault and (known is None or (known.named is None and len(known.drawn) == 1))
        yield replace(line, parts=follower.parts(played.state, played.move)) if told else line
        before = judged.after


def closed(
    game: AnyGame, valuation: Valuation, lines: Sequence[LedgerLine], start: Fraction, end: Any, *, n_seats: int
) -> Ledger:
    """The ledger of these lines.

    Args:
        start: V of the first position.
        end: the last position.
    """
    valued, label = valued_game(game), valuation.label
    return Ledger(
        game=game.info.id,
        label=replace(label, assumes=(*label.assumes, BY_KNOWLEDGE, BESIDE)) if game.info.hidden else label,
        n_seats=n_seats,
        start=start,
        result=lines[-1].after if lines else start,
        finished=isinstance(game.node(end), Terminal),
        lines=tuple(lines),
        sources=(
            *(valued.luck_sources().items() if valued is not None else ((CHANCE, "Chance"),)),
            *(((HIDDEN, HIDDEN_NAME),) if game.info.hidden else ()),
        ),
        shared=game.info.shared,
    )


def value_of(game: AnyGame, valuation: Valuation, state: Any) -> Fraction:
    """V of a position, the result where the game is over."""
    node = game.node(state)
    return payoff_value(node) if isinstance(node, Terminal) else valuation.value(state)


def _line(
    game: AnyGame, number: int, played: Played, judged: Judged, horizon: Fraction, *, known: Known | None
) -> LedgerLine:
    node = game.node(played.state)
    valued = valued_game(game)
    chance = isinstance(node, Chance)
    seat = node.seat if isinstance(node, Decision) else None
    opposed = opposes(game, seat)
    best = best_of(judged.options, opposed=opposed) if known is None else known.best
    skill = ZERO if known is None else known.loss(played.move) * (1 if opposed else -1)
    return LedgerLine(
        line=number,
        kind=LUCK if chance else SKILL,
        turn=valued.turn_of(played.state) if valued is not None else 0,
        where=game.where(played.state),
        move=game.write(played.state, played.move),
        rule=rule_of(played.step.events) if chance else rule_of_choice(game, played.state, played.move, played.step),
        seat=seat,
        source=source_of(game, played.state) if chance else "",
        before=judged.before,
        after=judged.after,
        horizon=horizon,
        forced=not chance and len({choice.value for choice in judged.options}) < 2,
        best=game.write(played.state, best.action) if best is not None else "",
        options=judged.options,
        exact=judged.exact,
        opposed=opposed,
        hidden=ZERO if known is None else judged.after - judged.before - skill,
        loss_low=None if known is None else known.loss_low(played.move),
        named=None if known is None else known.best.value,
    )


def is_left_open(node: Any, move: Any) -> bool:
    """Whether a line of chance says that something came up, and not what (`rising_tutor.core.unknown.OpenGame`)."""
    return isinstance(node, Chance) and not node.outcomes.weight(move)


def line_seed(seed: str, number: int) -> str:
    """The seed of the tables that are drawn for the choice of a line."""
    return f"{seed}:{number}"


def source_of(game: AnyGame, state: Any) -> str:
    """The source of luck of a chance node, by its id."""
    valued = valued_game(game)
    return CHANCE if valued is None else valued.luck_source(state)


def rule_of_choice(game: AnyGame, state: Any, action: Any, step: Any) -> RuleId:
    """The rule that gives a choice, as the game says; where it does not say that of the first event."""
    return game.rule_of_move(state, action) if isinstance(game, RuledGame) else rule_of(step.events)


def rule_of(events: Iterable[Event]) -> RuleId:
    """The rule of the first event of a move."""
    return next((event.rule for event in events), RuleId(""))


def frame_of(table: Any) -> Any:
    """A table of Arrow as a data frame of pandas.

    Raises:
        NotInstalled: there is no pandas.
    """
    if find_spec("pandas") is None:
        raise NotInstalled("pandas", "a data frame", "to_arrow() gives the same table")
    return table.to_pandas()


def _plain(line: LedgerLine) -> dict[str, Any]:
    seat = None if line.seat is None else line.seat + 1
    values = {name: float(getattr(line, name)) for name, kind in _COLUMNS.items() if kind is float}
    words = {name: getattr(line, name) or None for name, kind in _COLUMNS.items() if kind is str}
    numbers = {"line": line.line, "turn": line.turn, "seat": seat, "forced": line.forced, "exact": line.exact}
    return {**words, **values, **numbers}


def _sums(pairs: Iterable[tuple[Any, Fraction]]) -> dict[Any, Fraction]:
    found: dict[Any, Fraction] = {}
    for key, amount in pairs:
        found[key] = found.get(key, ZERO) + amount
    return found

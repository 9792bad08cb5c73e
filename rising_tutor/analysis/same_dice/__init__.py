"""The same dice, other choices: a recorded game played on from some line with the chance that was recorded.

Chance is keyed. The k-th roll of a turn is the k-th roll of that turn, whatever was chosen before. In it the dice of a
colour are a row, die 1, die 2 and so on, and a roll of n of them shows the first n. The record tells which faces a roll
had, not which die had which (dice of a colour are alike to every rule), so the seed puts them in order, each order as
likely as another. A die that was in the recorded roll shows what it showed; one that was not is rolled by the seed and
its key. Likewise the k-th card or token of a turn is the recorded one if it can still be drawn. If it cannot, the seed
draws one that has become likelier than it was: where one thing stands in a bag for another, it comes just as often.

Each line keeps where it is from, which no driver in `core.drive` knows: for that `SameDice.play` has a loop of its own.

So another choice changes nothing that it need not change, the same seed gives the same game, and the choices of the
record give the record.

>>> from rising_tutor.core.registry import load_game
>>> from rising_tutor.core.playthrough import follow
>>> game = load_game("fire")
>>> trail = follow(game, seats=2, seed=5)
>>> dice = SameDice(game, trail.positions, seed=1)
>>> again = dice.play(40, follow=True, policy="random")
>>> again.state == trail.end, {taken.origin for taken in again.taken}
(True, {'recorded'})
>>> from rising_tutor.replay import header_of
>>> replay = as_replay(game, header_of(game, 2), dice.play(60, policy="greedy"), "policy greedy")
>>> replay.lines[60].comment
'from here on played again with the same dice'
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, Final

from msgspec.structs import replace

from rising_tutor.analysis.ledger import Played
from rising_tutor.core.chance import Distribution, Shown
from rising_tutor.core.chance_streams import ChanceStreams, Stream, rolls_game, stream_of
from rising_tutor.core.drive import policy_rng
from rising_tutor.core.game import AnyGame, Policy
from rising_tutor.core.node import Chance, Decision, Terminal
from rising_tutor.core.values import Value
from rising_tutor.probability.dice_turn.answer import Progress
from rising_tutor.replay import UNFINISHED, Header, Replay, Scribe, result_text

RECORDED: Final = "recorded"
CHOSEN: Final = "chosen"
POLICY: Final = "policy"
PARTLY: Final = "partly new"
NEW: Final = "new"
MOST: Final = 10_000
"""Lines of a line of play, as in a file."""

FIELD: Final = "_again"
"""The header field that says what was played again."""
_FROM_HERE: Final = "from here on played again with the same dice"
_Key = tuple[str, int]


class Taken(Value, frozen=True):
    """A line of play's line: an action or outcome, and where it is from.

    Attributes:
        origin: `RECORDED`, `CHOSEN` or `POLICY`; for chance `RECORDED`, `PARTLY` or `NEW`.
        new: of a partly new roll, the dice that are new, as (colour, face).
    """

    state: Any
    move: Any
    step: Any
    origin: str
    new: Shown = ()


class LineOfPlay(Value, frozen=True):
    """A game that was played again from some line.

    Attributes:
        start: the state before the first line.
        taken: every line, the recorded ones before `first` too.
        first: how many lines were taken from the record as they were.
        result: how it ended; None if it did not.
    """

    start: Any
    taken: tuple[Taken, ...]
    first: int
    result: Terminal | None

    @property
    def state(self) -> Any:
        return self.taken[-1].step.state if self.taken else self.start

    def counted(self) -> dict[str, int]:
        """How many lines from `first` on are of each origin."""
        return dict(Counter(taken.origin for taken in self.taken[self.first :]))


class SameDice:
    """The chance of a recorded game, for other choices.

    Args:
        moves: every line of the record, in order.
        seed: of the dice and cards that the record does not give.
        start: the state before the first line, for a record without lines.
    """

    def __init__(self, game: AnyGame, moves: Sequence[Played], seed: int | str = 0, *, start: Any = None) -> None:
        self.game = game
        self.moves = tuple(moves)
        self.seed = seed
        self.start = self.moves[0].state if self.moves else start
        self._streams = ChanceStreams(game, seed, "same dice")
        self._rolls = rolls_game(game)
        self._recorded: dict[_Key, tuple[Any, Distribution[Any]]] = {}
        self._counts: list[_Key | None] = []
        seen: Counter[str] = Counter()
        for played in self.moves:
            node = game.node(played.state)
            key = None
            if isinstance(node, Chance):
                stream = stream_of(game, played.state).name
                key = (stream, seen[stream])
                seen[stream] += 1
                self._recorded[key] = (played.move, node.outcomes)
            self._counts.append(key)

    def play(
        self,
        from_line: int,
        choices: Mapping[int, Any] | None = None,
        *,
        policy: str | Policy[Any, Any] | None = None,
        follow: bool = False,
        most: int = MOST,
        progress: Progress | None = None,
    ) -> LineOfPlay:
        """Plays on from a line with the recorded chance.

        Args:
            from_line: how many lines of the record stand.
            choices: number of a line of the new game, from 0 -> the action there.
            policy: who chooses where nobody else does; without one, play stops at such a choice.
            follow: whether recorded choices are made again: of the same turn and seat, the earliest that was not made
                yet and is legal.
            progress: called after each line with how many there are and how many the record has; what it raises stops
                the work.

        Raises:
            IllegalAction: a choice is not legal where it is to be made.
            KeyError: the game has no policy of that name.
        """
        first = min(max(from_line, 0), len(self.moves))
        taken = [Taken(old.state, old.move, old.step, RECORDED) for old in self.moves[:first]]
        start = self.start
        state = taken[-1].step.state if taken else start
        seen = Counter(key[0] for key in self._counts[:first] if key is not None)
        chooser = _Chooser(self, first, choices or {}, policy, follow=follow)
        while len(taken) < most:
            node = self.game.node(state)
            if isinstance(node, Terminal):
                return LineOfPlay(start, tuple(taken), first, node)
            if isinstance(node, Chance):
                made = self._fall(state, node, seen)
            else:
                chosen = chooser.choose(state, node, len(taken))
                if chosen is None:
                    break
                action, origin = chosen
                made = Taken(state, action, self.game.act(state, action), origin)
            taken.append(made)
            if progress is not None:
                progress(len(taken), len(self.moves))
            state = made.step.state
        return LineOfPlay(start, tuple(taken), first, None)

    def _fall(self, state: Any, node: Chance[Any], seen: Counter[str]) -> Taken:
        """What chance gives at the next node of its stream."""
        stream = stream_of(self.game, state)
        key = (stream.name, seen[stream.name])
        seen[stream.name] += 1
        new: Shown = ()
        if stream.dice and self._rolls is not None:
            shown, new = self._roll(key, stream)
            outcome = self._rolls.as_roll(state, shown)
            origin = RECORDED if not new else NEW if len(new) == len(shown) else PARTLY
        else:
            outcome, origin = self._draw(key, node.outcomes)
        return Taken(state, outcome, self.game.resolve(state, outcome), origin, new if origin == PARTLY else ())

    def _roll(self, key: _Key, stream: Stream) -> tuple[Shown, Shown]:
        old = self._recorded.get(key)
        known = self._rolls.shown_dice(old[0]) if old is not None and self._rolls is not None else ()
        shown: list[tuple[str, str]] = []
        new: list[tuple[str, str]] = []
        for die, n in stream.dice:
            row = [face for colour, face in known if colour == die.colour]
            self._streams.rng(*key, die.colour, "order").shuffle(row)
            for place in range(n):
                if place < len(row):
                    shown.append((die.colour, row[place]))
                    continue
                face = die.faces[int(self._streams.rng(*key, die.colour, place).random() * len(die.faces))]
                shown.append((die.colour, face))
                new.append((die.colour, face))
        return tuple(shown), tuple(new)

    def _draw(self, key: _Key, outcomes: Distribution[Any]) -> tuple[Any, str]:
        old = self._recorded.get(key)
        if old is None:
            return outcomes.sample(self._streams.rng(*key)), NEW
        recorded, before = old
        if outcomes.weight(recorded):
            return recorded, RECORDED
        total, now = before.total, outcomes.total
        weighed = [(outcome, weight * total - before.weight(outcome) * now) for outcome, weight in outcomes]
        gained = [(outcome, weight) for outcome, weight in weighed if weight > 0]
        at = int(self._streams.rng(*key).random() * sum(weight for _, weight in gained))
        for outcome, weight in gained:
            at -= weight
            if at < 0:
                return outcome, NEW
        return outcomes.sample(self._streams.rng(*key)), NEW


class _Chooser:
    def __init__(
        self,
        dice: SameDice,
        first: int,
        choices: Mapping[int, Any],
        policy: str | Policy[Any, Any] | None,
        *,
        follow: bool,
    ) -> None:
        self.dice = dice
        self.game = dice.game
        self.choices = choices
        self.follow = follow
        self.name = policy if isinstance(policy, str) else "given"
        self.policy = self.game.policies()[policy] if isinstance(policy, str) else policy
        self.left: dict[tuple[str, int], list[Any]] = {}
        if follow:
            for played in dice.moves[first:]:
                node = self.game.node(played.state)
                if isinstance(node, Decision):
                    self.left.setdefault(self._place(played.state, node), []).append(played.move)

    def choose(self, state: Any, node: Decision[Any], line: int) -> tuple[Any, str] | None:
        """The action at a choice, and who made it; None if nobody does."""
        left = self.left.get(self._place(state, node), []) if self.follow else []
        if line in self.choices:
            action = self.choices[line]
            # It stands for the recorded choice like it, else for the one that would have come next.
            if left:
                left.pop(left.index(action) if action in left else 0)
            return action, CHOSEN
        for place, action in enumerate(left):
            if action in node.actions:
                del left[place]
                return action, RECORDED
        if self.policy is None:
            return None
        rng = policy_rng(self.dice.seed, f"{self.name}:{line}")
        return self.policy(node, lambda: self.game.view(state, node.seat), rng), POLICY

    def _place(self, state: Any, node: Decision[Any]) -> tuple[str, int]:
        return self.game.place(state).name, node.seat


def as_replay(game: AnyGame, header: Header, again: LineOfPlay, how: str) -> Replay:
    """The whole game as a replay, with a comment where it leaves the record; `how` says who chose."""
    scribe = Scribe(game)
    for taken in again.taken:
        scribe.line(taken.state, taken.move)
    lines = list(scribe.lines)
    if again.first < len(lines):
        lines[again.first] = replace(lines[again.first], comment=_FROM_HERE)
        if again.first + 1 < len(lines):  # a line with a comment ends its row
            lines[again.first + 1] = replace(lines[again.first + 1], join=False)
    words = f"from line {again.first + 1} on, with the same dice: {how}"
    fields = tuple(field for field in header.fields if field[0] != FIELD)
    begun = replace(header, fields=(*fields, (FIELD, words)), notes=())
    return Replay(begun, tuple(lines), result_text(again.result) if again.result is not None else UNFINISHED)


def as_moves(game: AnyGame, again: LineOfPlay) -> tuple[str, ...]:
    """What was played from its first line on, in the notation: a side line of the recorded game there."""
    return tuple(game.write(taken.state, taken.move) for taken in again.taken[again.first :])


def said_of(game: AnyGame, taken: Taken) -> str:
    """Where a line is from, in a few words; empty where that goes without saying."""
    if not isinstance(game.node(taken.state), Chance):
        return "as recorded" if taken.origin == RECORDED else ""
    if taken.origin == PARTLY:
        return "new: " + ", ".join(f"{colour} {face}" for colour, face in taken.new) + "; the others as recorded"
    return "new" if taken.origin == NEW else "as recorded"

r"""The same dice, other choices, beside an open replay: what is pressed and what comes of it, without a widget.

    sd-pick        N:I makes legal action number I after N lines of the game
    sd-follow      the recorded choices go on, as far as they are legal
    sd-policy      a name: this policy plays on to the end
    sd-stop        ends its work
    sd-at          N shows the position after N lines of the new way
    sd-back        takes the last step back; sd-reset leaves the new way
    sd-dice        other dice and cards where the record gives none
    sd-side        keeps the new way as a side line; sd-save gives it as a file
    sd-go          a position of the recorded game

>>> from rising_tutor.tutor.replay.player import open_replay
>>> player = open_replay(b"replay: 1\ngame: fire-nation-rising\nseats: 2\n\nteam aang\nteam toph\n", "a.replay")
>>> controller = SameDiceController(player)
>>> [option.text for option in controller.options()][:2]
['team aang', 'team katara']
>>> controller.handle(Message("sd-pick", "0:1")), controller.rows()[0].text
(True, 'team katara')
"""

from collections.abc import Callable, Sequence
from typing import Any

from msgspec.structs import replace

from rising_tutor.analysis.same_dice import CHOSEN, RECORDED, LineOfPlay, SameDice, as_moves, as_replay, said_of
from rising_tutor.boards import board_for
from rising_tutor.boards.reviewed import action_words
from rising_tutor.core.node import Chance, Decision
from rising_tutor.core.numbers import whole
from rising_tutor.core.values import Value
from rising_tutor.errors import RisingTutorError
from rising_tutor.probability.dice_turn.answer import Progress
from rising_tutor.replay import NOTATION_SUFFIX, Replay
from rising_tutor.replay.address import Address
from rising_tutor.replay.edit import with_side
from rising_tutor.replay.source import write
from rising_tutor.tutor.background import Background
from rising_tutor.tutor.callbacks import nothing
from rising_tutor.tutor.messages import Message
from rising_tutor.tutor.replay.player import ReplayPlayer
from rising_tutor.tutor.same_dice.compared import Compared, compared


class Option(Value, frozen=True):
    """A legal action: its number, its words, its text in the notation, whether it was made in the record."""

    number: int
    words: str
    text: str
    recorded: bool


class Step(Value, frozen=True):
    """A line of the new way: the position after it, its words and text, who made it, what is new of it."""

    position: int
    words: str
    text: str
    chance: bool
    origin: str
    said: str


class SameDiceController:
    """One open replay and one other way through it.

    Attributes:
        line: the new way; None before the first other choice.
        shown: the position of the new way that is shown; None while a position of the game is.
        seed: of the dice and cards that the record does not give.
        fault: why something was not done; None else.
        kept: whether the new way is in the file as it is.
        changed: called with the replay after it was kept.
        goes: called with a position of the game that should be shown.
        drawn: called when something is to be drawn again.
    """

    def __init__(self, player: ReplayPlayer, background: Background | None = None) -> None:
        self.player = player
        self.game = player.game
        self.background = background or Background(beside=False)
        self.line: LineOfPlay | None = None
        self.shown: int | None = None
        self.seed = 1
        self.fault: RisingTutorError | None = None
        self.told = ""
        self.kept = False
        self.changed: Callable[[Replay], object] = nothing
        self.goes: Callable[[int], object] = nothing
        self.drawn: Callable[[], object] = nothing
        self._board = board_for(player.game)
        self._playing = ""
        self._before: list[LineOfPlay | None] = []
        self._made: SameDice | None = None

    @property
    def certain(self) -> int:
        return self.player.certain

    @property
    def busy(self) -> str:
        return self._playing if self.background.busy else ""

    @property
    def done(self) -> int:
        return (self.background.counting or (0, 0))[0]

    @property
    def state(self) -> Any:
        """Where the next choice is: at the end of the new way, else the position of the game that is shown."""
        return self.line.state if self.line is not None else self.player.state

    def node(self) -> Any:
        return self.game.node(self.state)

    def options(self) -> tuple[Option, ...]:
        if self.line is None and self.player.at > self.certain:
            return ()
        node, state = self.node(), self.state
        if not isinstance(node, Decision):
            return ()
        at = self.player.at
        there = self.player.moves[at].move if self.line is None and at < self.certain else None
        view = self.game.view(state, node.seat)
        return tuple(
            Option(number, self._board.word(view, action), self.game.write(state, action), action == there)
            for number, action in enumerate(node.actions)
        )

    def choices_near(self) -> tuple[int | None, int | None]:
        stops = [at for at in self.player.stops("action") if at < self.certain]
        at = self.player.at
        before = [stop for stop in stops if stop < at]
        after = [stop for stop in stops if stop > at]
        return (before[-1] if before else None, after[0] if after else None)

    def rows(self) -> tuple[Step, ...]:
        if self.line is None:
            return ()
        found = []
        for position, taken in enumerate(self.line.taken[self.line.first :], self.line.first + 1):
            text = self.game.write(taken.state, taken.move)
            chance = isinstance(self.game.node(taken.state), Chance)
            words = self.game.say(taken.step.events[0]) if chance and taken.step.events else text
            words = words if chance else action_words(self.game, taken.state, taken.move)
            found.append(Step(position, words, text, chance, taken.origin, said_of(self.game, taken)))
        return tuple(found)

    def chance_kept(self) -> tuple[int, int]:
        chance = [step for step in self.rows() if step.chance]
        return sum(step.origin == RECORDED for step in chance), len(chance)

    def compared(self) -> Compared | None:
        return compared(self.player, self.line) if self.line is not None else None

    @property
    def policies(self) -> tuple[str, ...]:
        return tuple(sorted(self.game.policies()))

    def handle(self, message: Message) -> bool:
        do, arg = message.do, message.arg
        act: Callable[[], object] | None = {
            "sd-pick": lambda: self._pick(*_numbers(arg)),
            "sd-follow": lambda: self._play({}, follow=True) if self.line is not None else None,
            "sd-policy": lambda: self._play_on(arg),
            "sd-stop": self._stop,
            "sd-at": lambda: self._show(whole(arg)),
            "sd-back": self._back,
            "sd-reset": self._reset,
            "sd-dice": self._other_dice,
            "sd-side": self._keep_beside,
            "sd-go": lambda: self._go(whole(arg)),
        }.get(do)
        if act is None:
            return False
        self.fault, self.told = None, ""
        if not self.busy or do == "sd-stop":
            try:
                act()
            except RisingTutorError as error:
                self.fault = error
        return True

    def go(self, _at: int) -> None:
        self.shown = None

    def written(self) -> None:
        """Somebody else wrote into the replay: the side line that was kept may be gone."""
        line, replay = self.line, self.player.verified.replay
        if self.kept and line is not None and replay is not None:
            moves = as_moves(self.game, line)
            sides = replay.lines[line.first].side
            self.kept = any(tuple(one.move for one in side) == moves for side in sides)

    def download(self) -> tuple[str, str]:
        assert self.line is not None
        recorded = self.player.verified.replay
        assert recorded is not None
        replay = as_replay(self.game, recorded.header, self.line, self._how())
        name = f"{self.player.name.removesuffix('.gz').split('.')[0]}-again{NOTATION_SUFFIX}"
        return name, write(replay, name).decode()

    def _pick(self, n: int, number: int) -> None:
        begun = self.player.at if self.line is None else len(self.line.taken)
        node = self.node()
        # A press that was meant for another place does nothing.
        if n != begun or not self.options() or not 0 <= number < len(node.actions):
            return
        self._play({begun: node.actions[number]})

    def _stop(self) -> None:
        if self.busy:
            self.background.stop()
            self.told = "Stopped. Nothing was played."

    def _show(self, at: int | None) -> None:
        if self.line is not None and at is not None:
            self.shown = min(max(at, self.line.first), len(self.line.taken))

    def _back(self) -> None:
        if self._before:
            self.line = self._before.pop()
            self.kept = False
            self.shown = len(self.line.taken) if self.line is not None else None

    def _reset(self) -> None:
        self.line, self.shown, self.kept = None, None, False
        self._before.clear()

    def _go(self, at: int | None) -> None:
        if at is not None:
            self.shown = None
            self.goes(at)

    def _play_on(self, policy: str) -> None:
        if policy not in self.policies or (self.line is None and not self.options()):
            return
        before, first = self.line, self._first()
        self._playing = policy

        def work(progress: Progress) -> LineOfPlay:
            return self._played(first, before, {}, policy=policy, progress=progress)

        def finish(line: LineOfPlay) -> None:
            self._keep(line)
            self.drawn()

        self.background.start(work, finish, changed=self.drawn)

    def _other_dice(self) -> None:
        self.seed += 1
        self._made = None
        if self.line is None:
            return
        first = self.line.first
        own = next((at for at, one in enumerate(self.line.taken) if one.origin == CHOSEN and at == first), None)
        action = self.line.taken[first].move if own is not None else None
        self._before.clear()
        self.line = None
        if action is not None:
            self._keep(self._played(first, None, {first: action}))
            self.told = f"New chance comes from seed {self.seed}; the way begins again behind its first choice."
        else:
            self.shown = None

    def _keep_beside(self) -> None:
        line = self.line
        replay = self.player.verified.replay
        if line is None or replay is None or line.first >= len(replay.lines):
            return
        at = Address((line.first + 1,))
        state = self.player.state_at(line.first)
        written = with_side(replay, at, as_moves(self.game, line), game=self.game, state=state)
        verified = self.player.verified
        self.player.verified = replace(verified, reading=replace(verified.reading, replay=written))
        self.kept = True
        self.told = f"Kept as a side line of line {line.first + 1} of the game."
        self.changed(written)

    def _first(self) -> int:
        return self.line.first if self.line is not None else self.player.at

    def _play(self, choices: dict[int, Any], *, follow: bool = False) -> None:
        self._keep(self._played(self._first(), self.line, choices, follow=follow))

    def _played(
        self,
        first: int,
        before: LineOfPlay | None,
        choices: dict[int, Any],
        *,
        follow: bool = False,
        policy: str | None = None,
        progress: Progress | None = None,
    ) -> LineOfPlay:
        old: Sequence[Any] = before.taken if before is not None else ()
        so_far = {at: one.move for at, one in enumerate(old) if at >= first and not self._is_chance(one.state)}
        line = self._dice.play(first, {**so_far, **choices}, follow=follow, policy=policy, progress=progress)
        return replace(line, taken=(*old, *line.taken[len(old) :]))

    @property
    def _dice(self) -> SameDice:
        if self._made is None:
            self._made = SameDice(
                self.game, self.player.moves[: self.certain], self.seed, start=self.player.state_at(0)
            )
        return self._made

    def _is_chance(self, state: Any) -> bool:
        return isinstance(self.game.node(state), Chance)

    def _keep(self, line: LineOfPlay) -> None:
        if self.line is not None and len(line.taken) == len(self.line.taken):
            self.told = "No recorded choice of this turn can be made here. Choose for yourself."
            return
        self._before.append(self.line)
        self.line, self.kept = line, False
        self.shown = len(line.taken)

    def _how(self) -> str:
        assert self.line is not None
        made = {one.origin for one in self.line.taken[self.line.first :] if not self._is_chance(one.state)}
        who = [name for origin, name in ((CHOSEN, "own choices"), (RECORDED, "recorded choices")) if origin in made]
        return " and ".join((*who, *(["a policy"] if "policy" in made else [])))


def _numbers(arg: str) -> tuple[int, int]:
    n, _, number = arg.partition(":")
    first, second = whole(n), whole(number)
    return (-1, -1) if first is None or second is None else (first, second)

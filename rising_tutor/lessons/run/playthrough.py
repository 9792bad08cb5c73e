"""Where a lesson stands and how it came there: moves of the tutor, of the learner, and of chance.

Nothing here says whether a move is good or a step is done (`run.py` does). Chance comes as the step asks for it, else
from the step's seed, so that the same moves lead to the same position.

>>> from rising_tutor.core.registry import load_game
>>> from rising_tutor.core.scenes import scene_game
>>> from rising_tutor.lessons.lesson import Lesson, Step
>>> game = load_game("fire")
>>> words = {"teams": ["toph", "aang"], "shown": "green E, blue W"}
>>> step = Step(say="The tutor puts a die back.", moves=("discard blue W",))
>>> lesson = Lesson("one", game.info.id, "lesson", 1, "Dice", "I see it.", position=words, step=(step,))
>>> trail = Trail(game, scene_game(game), lesson)
>>> trail.enter(0)
>>> [made.tutor for made in trail.made], trail.record
([True], ())
"""

from collections.abc import Callable, Sequence
from typing import Any

from msgspec.structs import replace

from rising_tutor.core.drive import chance_rng
from rising_tutor.core.game import AnyGame
from rising_tutor.core.node import Chance, Decision
from rising_tutor.core.scenes import SceneGame
from rising_tutor.errors import BadPosition, IllegalAction, UnreadableMove
from rising_tutor.lessons.lesson import Lesson, Step
from rising_tutor.lessons.run.forced import forced_outcome
from rising_tutor.lessons.run.reply import BETWEEN, Made

Ended = Callable[[], bool]
"""Whether nothing more is to happen in this step."""
_MOST_CHANCE = 2_000


def parts_of(record: Sequence[str]) -> list[list[str]]:
    """The moves of each step in a record.

    >>> parts_of(("roll", "stop", BETWEEN, "roll"))
    [['roll', 'stop'], ['roll']]
    """
    parts: list[list[str]] = [[]]
    for text in record:
        if text == BETWEEN:
            parts.append([])
        else:
            parts[-1].append(text)
    return parts


class Trail:
    """The moves of a lesson since its last written position.

    Attributes:
        at: the step, from 0.
        state: the position now; None before the first step is entered.
        made: the moves of this step, those of the tutor first.
    """

    def __init__(self, game: AnyGame, scenes: SceneGame, lesson: Lesson) -> None:
        self.game = game
        self.scenes = scenes
        self.lesson = lesson
        self.at = 0
        self.state: Any = None
        self.made: list[Made] = []
        self._entry: Any = None
        self._record: list[str] = []
        self._forced: list[str] = []

    @property
    def step(self) -> Step:
        """The present step."""
        return self.lesson.step[self.at]

    @property
    def node(self) -> Any:
        return self.game.node(self.state)

    @property
    def record(self) -> tuple[str, ...]:
        """The moves of learner and chance since the last written position, BETWEEN between two steps."""
        return tuple(self._record)

    @property
    def to_come(self) -> tuple[str, ...]:
        """The outcomes that the step says (`chance`) and that have not come yet."""
        return tuple(self._forced)

    def enter(self, at: int, *, renewed: bool = False) -> None:
        """Begins a step in its position and plays the moves of the tutor.

        Args:
            renewed: it is begun anew; what happened in it is forgotten.

        Raises:
            BadPosition: the position cannot lie on a table, or a move of the tutor is none there.
        """
        words = self.lesson.position_of(at)
        if words is not None:
            self.state = self._entry = self.scenes.set_up(words)
            self._record = []
        elif renewed:
            self.state = self._entry
            while self._record and self._record[-1] != BETWEEN:
                self._record.pop()
        else:
            self._entry = self.state
            self._record.append(BETWEEN)
        self.at = at
        self.made = []
        self._forced = list(self.step.chance)
        recorded = len(self._record)
        self.play(self.step.moves)
        del self._record[recorded:]
        self.made = [replace(made, tutor=True) for made in self.made]

    def act(self, action: Any) -> None:
        """Carries out a legal action."""
        self._note(action, self.game.act(self.state, action), chance=False)

    def settle(self, ended: Ended = lambda: False) -> None:
        """Lets chance happen until somebody has to choose: what the step says, then what its seed gives.

        Args:
            ended: asked before every outcome.
        """
        for n in range(_MOST_CHANCE):
            node = self.node
            if not isinstance(node, Chance) or ended():
                return
            outcome = forced_outcome(self.game, self.state, node, self._forced)
            if outcome is None:
                outcome = node.outcomes.sample(chance_rng(self.step.seed, n + len(self.made)))
            self._note(outcome, self.game.resolve(self.state, outcome), chance=True)

    def play(self, texts: Sequence[str], path: str = "step.moves") -> None:
        """Plays what the lesson says; chance in between comes as in `settle`.

        Raises:
            BadPosition: a line is no move there, or the rules refuse it; its path begins with `path`.
        """
        self.settle()
        for n, text in enumerate(texts):
            try:
                move = self.game.read(self.state, text)
                chance = isinstance(self.node, Chance)
                step = (self.game.resolve if chance else self.game.act)(self.state, move)
            except UnreadableMove as error:
                raise BadPosition(f"{path}[{n}]", text, error.expected) from error
            except IllegalAction as error:
                refusal: Any = error.refusal
                raise BadPosition(f"{path}[{n}]", text, refusal.why, refusal.rule) from error
            self._note(move, step, chance=chance)
            self.settle()

    def after(self, texts: Sequence[str], path: str) -> Any:
        """The position after moves that are not made.

        Raises:
            BadPosition: as in `play`.
        """
        kept = (self.state, list(self.made), list(self._record), list(self._forced))
        try:
            self.play(texts, path)
            return self.state
        finally:
            self.state, self.made, self._record, self._forced = kept

    def recall(self, text: str) -> bool:
        """Makes a recorded move again; False if it is no move here."""
        try:
            move = self.game.read(self.state, text)
        except UnreadableMove:
            return False
        node = self.node
        if isinstance(node, Chance) and node.outcomes.weight(move) > 0:
            self._note(move, self.game.resolve(self.state, move), chance=True)
        elif isinstance(node, Decision) and self.game.check(self.state, move) is None:
            self.act(move)
        else:
            return False
        return True

    def _note(self, move: Any, step: Any, *, chance: bool) -> None:
        self._record.append(self.game.write(self.state, move))
        self.made.append(Made(self.state, move, tuple(step.events), chance))
        self.state = step.state

"""Where a lesson stands and how it came there: moves of the tutor, of the learner, and of chance.

Nothing here says whether a move is good or a step is done (`LessonRun` does). Chance comes as the step asks for it,
else from the step's seed, so that the same moves lead to the same position.

>>> from rising_tutor.core.registry import load_game
>>> from rising_tutor.core.scenes import scene_game
>>> from rising_tutor.lessons.lesson import Lesson, Step
>>> game = load_game("fire")
>>> words = {"teams": ["toph", "aang"], "shown": "green E, blue W"}
>>> step = Step(say="The tutor puts a die back.", moves=("discard blue W",))
>>> lesson = Lesson("one", game.info.id, "lesson", 1, "Dice", "I see it.", position=words, step=(step,))
>>> trail = Trail(game, scene_game(game), lesson)
>>> trail.enter(0)
>>> trail.branch.n_moves, trail.n_tutor, trail.record
(1, 1, ())
"""

from collections.abc import Callable, Sequence
from typing import Any

from rising_tutor.core.branch import Branch, Made
from rising_tutor.core.chance_streams import ChanceStreams
from rising_tutor.core.game import AnyGame
from rising_tutor.core.node import Chance
from rising_tutor.core.scenes import SceneGame
from rising_tutor.errors import IllegalAction, UnreadableMove
from rising_tutor.lessons.lesson import Lesson, Step
from rising_tutor.lessons.run.reply import BETWEEN

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


def forced_outcome(game: AnyGame, state: Any, node: Chance[Any], forced: list[str]) -> Any:
    """The next outcome that a step asks for, taken off its list; None where it cannot come here."""
    if not forced:
        return None
    try:
        outcome = game.read(state, forced[0])
    except UnreadableMove:
        return None
    if node.outcomes.weight(outcome) < 1:
        return None
    forced.pop(0)
    return outcome


class Trail:
    """The moves of a lesson since its last written position.

    Attributes:
        at: the step, from 0.
        branch: the moves of this step, those of the tutor first.
        n_tutor: how many of them are the tutor's, with the chance that came of them.
    """

    branch: Branch

    def __init__(self, game: AnyGame, scenes: SceneGame, lesson: Lesson) -> None:
        self.game = game
        self.scenes = scenes
        self.lesson = lesson
        self.at = 0
        self.n_tutor = 0
        self._entry: Any = None
        self._record: list[str] = []
        self._forced: list[str] = []

    @property
    def step(self) -> Step:
        return self.lesson.step[self.at]

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
            self._entry = self.scenes.set_up(words)
            self._record = []
        elif renewed:
            while self._record and self._record[-1] != BETWEEN:
                self._record.pop()
        else:
            self._entry = self.branch.state
            self._record.append(BETWEEN)
        self.at = at
        self.branch = Branch(self.game, self._entry)
        self._forced = list(self.step.chance)
        recorded = len(self._record)
        self.play(self.step.moves)
        del self._record[recorded:]
        self.n_tutor = self.branch.n_moves

    def act(self, action: Any) -> None:
        self._note(self.branch.make(action))

    def settle(self, ended: Ended = lambda: False) -> None:
        """Lets chance happen until somebody has to choose: what the step says, then what its seed gives.

        Args:
            ended: asked before every outcome.
        """
        branch, streams = self.branch, ChanceStreams(self.game, self.step.seed)
        for n in range(_MOST_CHANCE):
            node = branch.node
            if not isinstance(node, Chance) or ended():
                return
            outcome = forced_outcome(self.game, branch.state, node, self._forced)
            if outcome is None:
                outcome = streams.draw(branch.state, node.outcomes, n + branch.n_moves)
            self._note(branch.make(outcome))

    def play(self, texts: Sequence[str], path: str = "step.moves") -> None:
        """Plays what the lesson says; chance in between comes as in `settle`.

        Raises:
            BadPosition: a line is no move there, or the rules refuse it; its path begins with `path`.
        """
        self.settle()
        for n, text in enumerate(texts):
            self._note(self.branch.play_written(text, f"{path}[{n}]"))
            self.settle()

    def position_after(self, texts: Sequence[str], path: str) -> Any:
        """The position after moves that are not made. Raises `BadPosition`: as in `play`."""
        kept = (self.branch, list(self._record), list(self._forced))
        try:
            self.branch = Branch(self.game, self.branch.state, self.branch.made)
            self.play(texts, path)
            return self.branch.state
        finally:
            self.branch, self._record, self._forced = kept

    def recall(self, text: str) -> bool:
        """Makes a recorded move again; False if it is no move here."""
        try:
            self._note(self.branch.play_text(text))
        except (UnreadableMove, IllegalAction):
            return False
        return True

    def _note(self, made: Made) -> None:
        self._record.append(self.game.write(made.state, made.move))

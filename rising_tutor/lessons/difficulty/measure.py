"""How hard a scenario is, measured and not guessed.

Three numbers: how often random play reaches the goal, the chance of the game's simple program, and how much the second
best first action loses against the best. Chance is that of the scenario where it says so. Random play is played, with
another draw of chance for each play; the simple program is counted exactly where that can be done. The measured numbers
of the package lie in `data/<game>/measured.toml`, each with the fingerprint of what was measured, so that old numbers
are noticed.

    python -m rising_tutor.lessons.difficulty.measure GAME          measures what changed and writes the file
    python -m rising_tutor.lessons.difficulty.measure GAME --all    measures all: after a change of the simple program
"""

import hashlib
import sys
from collections.abc import Callable
from functools import cache

import msgspec

from rising_tutor.analysis.reach import Reach
from rising_tutor.core.game import AnyGame
from rising_tutor.core.ids import GameId
from rising_tutor.core.registry import load_game
from rising_tutor.core.scenes import scene_game
from rising_tutor.core.toml import read_toml
from rising_tutor.core.values import Value
from rising_tutor.errors import TooLarge
from rising_tutor.lessons.difficulty.policy_share import exact_share, reaches
from rising_tutor.lessons.judging.judge import DICE, Judge
from rising_tutor.lessons.lesson import Lesson
from rising_tutor.lessons.lesson_file import course_folder, load_course
from rising_tutor.lessons.run import LessonRun
from rising_tutor.probability.dice_turn.simulate import wilson

PLAYS = 200
"""Plays of each policy: a share of one half is then known within 7 points (95 %)."""
SIMPLE = "greedy"
"""The policy that is told as simple play."""
ALL = "--all"
_SAME = 1e-12
FILE = "measured.toml"


class Measured(Value, frozen=True):
    """The difficulty of one scenario.

    Attributes:
        fingerprint: of the scenario, the rules version and the content that were measured.
        plays: plays of each policy that is played.
        random: plays at random that reached the goal.
        simple: the chance that the simple program reaches it, or the share of its plays.
        simple_exact: which of the two.
        best: the chance of the goal before the first action under best play, 0 to 1; None where not counted.
        best_exact: whether that is all of it. By the mathematics of dice alone best play may have more, as what dice
            bring beside the goal, such as a token drawn, is not counted; it has at least what the simple program has.
        gap: how much less the second best first action has; 0 where all are alike.
        n_best, n_actions: how many first actions are best, of how many.
    """

    id: str
    fingerprint: str
    plays: int
    random: int
    simple: float
    simple_exact: bool
    best: float | None
    best_exact: bool
    gap: float | None
    n_best: int
    n_actions: int

    @property
    def random_share(self) -> tuple[float, float, float]:
        """The share of plays at random that reached the goal, and its 95 % interval."""
        share = self.random / self.plays
        return share, *wilson(share, self.plays)

    @property
    def simple_share(self) -> tuple[float, float, float]:
        """The chance of the simple program, and its 95 % interval: the chance itself if that is exact."""
        return self.simple, *((self.simple, self.simple) if self.simple_exact else wilson(self.simple, self.plays))

    @property
    def solved(self) -> float:
        """How easy it is: both shares taken together."""
        return self.random / self.plays + self.simple


class _File(Value, frozen=True):
    scenario: tuple[Measured, ...] = ()


def fingerprint(game: AnyGame, lesson: Lesson) -> str:
    """What a measurement depends on, in short."""
    step = lesson.step[0]
    scenes = scene_game(game)
    until = step.ends_at(scenes) if scenes is not None else step.until
    what = (lesson.position, step.position, step.goal, step.lost, step.aim, step.chance, step.limit, until, step.moves)
    # Measurements of before `reply` stay good: a step without one has the fingerprint that it had.
    whole = (*what, step.reply) if step.reply else what
    told = msgspec.json.encode((whole, game.info.rules_version, game.info.content))
    return hashlib.sha256(told).hexdigest()[:12]


def measure(game: AnyGame, lesson: Lesson, plays: int = PLAYS) -> Measured:
    """Plays the first step of a lesson by program. Raises `BadPosition`: its position cannot lie on a table."""
    run = LessonRun(game, lesson)
    judge = Judge(game, run.scenes, run.step, run.state)
    judged = judge.judged(run.state)
    values = sorted((row.value for row in judged.rows if row.value is not None), reverse=True)
    best = values[0] if values else None
    worse = [value for value in values if best is not None and value < best - _SAME]
    exact = exact_share(run, game.policies()[SIMPLE])
    simple = float(exact) if exact is not None else _played(run, judge, SIMPLE, plays) / plays
    top, best_exact = _best(run, judge, best) if judged.method == DICE and best is not None else (best, True)
    if top is not None and not best_exact and exact is not None:
        top = max(top, simple)
    return Measured(
        id=lesson.id,
        fingerprint=fingerprint(game, lesson),
        plays=plays,
        random=_played(run, judge, "random", plays),
        simple=round(simple, 9),
        simple_exact=exact is not None,
        best=None if top is None else round(top, 9),
        best_exact=best_exact,
        gap=None if best is None else round(best - worse[0], 9) if worse else 0.0,
        n_best=len(judged.best),
        n_actions=len(judged.rows),
    )


def _best(run: LessonRun, judge: Judge, by_dice: float) -> tuple[float, bool]:
    if by_dice >= 1:
        return 1.0, True
    try:
        search = Reach(run.game, judge.won, judge.over, limit=run.step.limit)
        found = float(search.of_choice(run.state))
    except TooLarge:
        return by_dice, False
    return found, search.exact


def _played(run: LessonRun, judge: Judge, policy: str, plays: int) -> int:
    choose = run.game.policies()[policy]
    return sum(reaches(run, judge, choose, f"measure:{run.lesson.id}:{policy}:{seed}") for seed in range(plays))


@cache
def measured(game: GameId) -> dict[str, Measured]:
    """The measured difficulty of each scenario of a game, by id.

    Raises:
        BadContent: the file of the package cannot be read.
    """
    place = course_folder(game) / FILE
    if not place.is_file():
        return {}
    return {one.id: one for one in read_toml(place.read_bytes(), _File, FILE).scenario}


def write_measured(found: list[Measured]) -> str:
    """The text of the file."""
    made_by = "`python -m rising_tutor.lessons.difficulty.measure`"
    lines = [f"# Made by {made_by}: how often each policy reaches the goal, and values."]
    for one in found:
        lines += ["", "[[scenario]]"]
        for name, value in msgspec.structs.asdict(one).items():
            if value is not None:
                lines.append(f"{name} = {msgspec.json.encode(value).decode()}")
    return "\n".join(lines) + "\n"


def main(arguments: list[str], tell: Callable[[str], None]) -> int:
    """Measures the scenarios of a game; those whose fingerprint did not change are kept, unless `--all` is given."""
    names = [word for word in arguments if word != ALL]
    game = load_game(names[0] if names else "fire-nation-rising")
    known = {} if ALL in arguments else measured(game.info.id)
    found = []
    for lesson in load_course(game.info.id).scenarios:
        old = known.get(lesson.id)
        one = old if old is not None and old.fingerprint == fingerprint(game, lesson) else measure(game, lesson)
        found.append(one)
        tell(f"{one.id}: random {one.random} of {one.plays}, simple {one.simple}; best {one.best}, gap {one.gap}")
    (course_folder(game.info.id) / FILE).write_text(write_measured(found), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:], print))

"""How hard a scenario is, measured and not guessed.

Three numbers: how often random play reaches the goal, how often the game's simple program does, and how much the second
best first action loses against the best. Chance is that of the scenario where it says so, else drawn, another draw for
each play. The measured numbers of the package lie in `data/<game>/measured.toml`, each with the fingerprint of what was
measured, so that old numbers are noticed.

    python -m rising_tutor.lessons.measure fire-nation-rising      measures again and writes the file
"""

import hashlib
import sys
from collections.abc import Callable
from functools import cache
from math import sqrt
from pathlib import Path
from random import Random

import msgspec

from rising_tutor.core.drive import chance_rng
from rising_tutor.core.game import AnyGame
from rising_tutor.core.ids import GameId
from rising_tutor.core.node import Chance, Decision
from rising_tutor.core.registry import load_game
from rising_tutor.core.toml import read_toml
from rising_tutor.core.values import Value
from rising_tutor.lessons.forced import forced_outcome
from rising_tutor.lessons.judge import Judge
from rising_tutor.lessons.lesson import Lesson
from rising_tutor.lessons.lesson_file import DATA, load_course
from rising_tutor.lessons.run import LessonRun

PLAYS = 200
"""Plays of each policy: a share of one half is then known within 7 points (95 %)."""
_MOST_MOVES = 400
_SAME = 1e-12
FILE = "measured.toml"


class Measured(Value, frozen=True):
    """The difficulty of one scenario.

    Attributes:
        fingerprint: of the scenario, the rules version and the content that were measured.
        plays: plays of each policy.
        random, greedy: plays that reached the goal.
        best: the chance of the goal before the first action under best play, 0 to 1; None where not counted.
        gap: how much less the second best first action has; 0 where all are alike.
        n_best, n_actions: how many first actions are best, of how many.
    """

    id: str
    fingerprint: str
    plays: int
    random: int
    greedy: int
    best: float | None
    gap: float | None
    n_best: int
    n_actions: int

    def share(self, policy: str) -> tuple[float, float]:
        """The share of plays that a policy solved, and half the width of its 95 % interval, both 0 to 1."""
        p = (self.random if policy == "random" else self.greedy) / self.plays
        return p, 1.96 * sqrt(p * (1 - p) / self.plays)


class _File(Value, frozen=True):
    scenario: tuple[Measured, ...] = ()


def fingerprint(game: AnyGame, lesson: Lesson) -> str:
    """What a measurement depends on, in short."""
    step = lesson.step[0]
    what = (
        lesson.position,
        step.position,
        step.goal,
        step.lost,
        step.aim,
        step.chance,
        step.limit,
        step.until,
        step.moves,
    )
    told = msgspec.json.encode((what, game.info.rules_version, game.info.content))
    return hashlib.sha256(told).hexdigest()[:12]


def measure(game: AnyGame, lesson: Lesson, plays: int = PLAYS) -> Measured:
    """Plays the first step of a lesson by program.

    Raises:
        BadPosition: its position cannot lie on a table.
    """
    run = LessonRun(game, lesson)
    step = run.step
    judge = Judge(game, run.scenes, step, run.state)
    judged = judge.judged(run.state)
    values = sorted((row.value for row in judged.rows if row.value is not None), reverse=True)
    best = values[0] if values else None
    worse = [value for value in values if best is not None and value < best - _SAME]
    solved = {policy: sum(_play(run, judge, policy, seed) for seed in range(plays)) for policy in ("random", "greedy")}
    return Measured(
        id=lesson.id,
        fingerprint=fingerprint(game, lesson),
        plays=plays,
        random=solved["random"],
        greedy=solved["greedy"],
        best=None if best is None else round(best, 9),
        gap=None if best is None else round(best - worse[0], 9) if worse else 0.0,
        n_best=len(judged.best),
        n_actions=len(judged.rows),
    )


def _play(run: LessonRun, judge: Judge, policy: str, seed: int) -> bool:
    """Whether one play from where a run begins reaches the goal."""
    game, step, state = run.game, run.step, run.state
    choose = game.policies()[policy]
    name = f"measure:{run.lesson.id}:{policy}:{seed}"
    rng = Random(name)
    forced = list(step.chance)
    made = chances = 0
    for _ in range(_MOST_MOVES):
        if judge.won(state):
            return True
        node = game.node(state)
        if judge.over(state) or (isinstance(node, Decision) and step.limit and made >= step.limit):
            return False
        if isinstance(node, Chance):
            outcome = forced_outcome(game, state, node, forced)
            if outcome is None:
                outcome = node.outcomes.sample(chance_rng(name, chances))
            chances += 1
            state = game.resolve(state, outcome).state
        elif isinstance(node, Decision):
            action = choose(node, lambda now=state, seat=node.seat: game.view(now, seat), rng)
            made += 1
            state = game.act(state, action).state
        else:
            return False
    return False


@cache
def measured(game: GameId) -> dict[str, Measured]:
    """The measured difficulty of each scenario of a game, by id.

    Raises:
        BadContent: the file of the package cannot be read.
    """
    place = DATA / game / FILE
    if not place.is_file():
        return {}
    return {one.id: one for one in read_toml(place.read_bytes(), _File, FILE).scenario}


def write_measured(found: list[Measured]) -> str:
    """The text of the file."""
    lines = ["# Made by `python -m rising_tutor.lessons.measure`: how often each policy reached the goal, and values."]
    for one in found:
        lines += ["", "[[scenario]]"]
        for name, value in msgspec.structs.asdict(one).items():
            if value is not None:
                lines.append(f"{name} = {msgspec.json.encode(value).decode()}")
    return "\n".join(lines) + "\n"


def main(arguments: list[str], tell: Callable[[str], None]) -> int:
    """Measures the scenarios of a game; those whose fingerprint did not change are kept."""
    game = load_game(arguments[0] if arguments else "fire-nation-rising")
    known = measured(game.info.id)
    found = []
    for lesson in load_course(game.info.id).scenarios:
        old = known.get(lesson.id)
        one = old if old is not None and old.fingerprint == fingerprint(game, lesson) else measure(game, lesson)
        found.append(one)
        tell(f"{one.id}: random {one.random}, greedy {one.greedy} of {one.plays}; best {one.best}, gap {one.gap}")
    Path(str(DATA / game.info.id / FILE)).write_text(write_measured(found), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:], print))

"""Self-play and playouts for an evaluator, in several processes: what comes out does not depend on how many.

>>> games = list(sampled(Job("fire", None), "doc", 1, n_jobs=1))
>>> len(games), games[0].number
(1, 1)
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final, TypeVar

from rising_tutor.analysis.corpus.pools import Pool
from rising_tutor.cli.arguments import CalledWrong
from rising_tutor.cli.cluster import in_order
from rising_tutor.core.evaluated import Evaluation, SampledGame, evaluated_game
from rising_tutor.core.ids import GameId
from rising_tutor.core.registry import entry, load_game, resolve
from rising_tutor.core.values import Value

PER_TASK: Final = 4
"""Games, or positions to be played on, that a process does before it reports."""

T = TypeVar("T")
R = TypeVar("R")


class Job(Value, frozen=True):
    """The game whose evaluator this is about."""

    game: str
    content: str | None


class Point(Value, frozen=True):
    """A position to be played on; `seed` is that of its first playout."""

    position: bytes
    seed: str
    playouts: int


def evaluation_of(job: Job) -> Evaluation:
    """The evaluator of a game. Raises `CalledWrong` for a game that has none."""
    game = load_game(job.game, content=job.content)
    evaluated = evaluated_game(game)
    if evaluated is None:
        raise CalledWrong(f"{game.info.id} has no evaluator")
    return evaluated.evaluation()


def sampled(
    job: Job, seed: str, n_games: int, *, n_jobs: int, positions: bool = False, cluster: Pool | None = None
) -> Iterator[SampledGame | None]:
    """Games of self-play in order; None for one that did not end.

    Raises:
        RisingTutorError: a process ended before its work was done.
    """
    asked = [(seed, number, positions) for number in range(1, n_games + 1)]
    return _in_order(job, _sample, asked, n_jobs, cluster)


def played_on(
    job: Job, points: Sequence[Point], *, n_jobs: int, cluster: Pool | None = None
) -> Iterator[tuple[int, int]]:
    """Wins, and playouts that ended, of each position. Raises as `sampled`."""
    return _in_order(job, _play_on, points, n_jobs, cluster)


def _sample(evaluation: Evaluation, asked: tuple[str, int, bool]) -> SampledGame | None:
    seed, number, positions = asked
    return evaluation.sample(seed, number, positions=positions)


def _play_on(evaluation: Evaluation, point: Point) -> tuple[int, int]:
    ends = [evaluation.play_on(point.position, f"{point.seed}:{number}") for number in range(1, point.playouts + 1)]
    return sum(end is True for end in ends), sum(end is not None for end in ends)


def _in_order(
    job: Job, do: Callable[[Evaluation, T], R], items: Sequence[T], n_jobs: int, cluster: Pool | None
) -> Iterator[R]:
    if n_jobs == 1 and cluster is None:
        evaluation = evaluation_of(job)
        for item in items:
            yield do(evaluation, item)
        return
    known = entry(GameId(resolve(job.game)))
    shares = ((job, do, items[at : at + PER_TASK]) for at in range(0, len(items), PER_TASK))
    for done in in_order(_share, shares, known, n_jobs=n_jobs, cluster=cluster):
        yield from done


def _share(job: Job, do: Callable[[Evaluation, Any], Any], items: Sequence[Any]) -> list[Any]:
    evaluation = evaluation_of(job)
    return [do(evaluation, item) for item in items]

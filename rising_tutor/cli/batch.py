"""Many games by program: each with its own seed, so that the number of processes changes nothing.

>>> rows = list(play_games(Task("fire", None, 2, {}, ("random",), "7", None), n_games=3, n_jobs=1))
>>> [row.game for row in rows], rows[2].seed
([1, 2, 3], '7:3')
"""

import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from rising_tutor.analysis.corpus.pools import Pool
from rising_tutor.cli.cluster import in_order
from rising_tutor.core.drive import Played, play_out
from rising_tutor.core.game import AnyGame
from rising_tutor.core.ids import GameId
from rising_tutor.core.registry import entry, load_game
from rising_tutor.core.values import Value
from rising_tutor.errors import RisingTutorError
from rising_tutor.replay import RECORD_SUFFIX, Scribe, header_of, replay_of, save
from rising_tutor.replay.endings import result_word

LIMIT = 10_000
"""Decisions after which a game is given up as unfinished: a record may hold no more actions."""
PER_TASK = 8
"""Games that a process plays before it reports: few enough for a steady progress bar."""


class Task(Value, frozen=True):
    """What all games of a batch have in common.

    Attributes:
        policies: one for all seats, or one for each.
    """

    game: str
    content: str | None
    seats: int
    options: Mapping[str, str]
    policies: tuple[str, ...]
    seed: str
    record: str | None

    def seed_of(self, number: int) -> str:
        return f"{self.seed}:{number}"


class GameRow(Value, frozen=True):
    """One game of a batch.

    Attributes:
        game: its number, from 1.
        result: "win" or "loss" where all seats share it, "seat 2" where one wins; "draw"; "unfinished".
        reason: the rule by which it ended or was stopped, "" where it only became too long.
        turns: None where the game does not count them.
    """

    game: int
    seed: str
    seats: int
    result: str
    reason: str
    turns: int | None
    decisions: int
    chances: int


def play_games(task: Task, *, n_games: int, n_jobs: int, cluster: Pool | None = None) -> Iterator[GameRow]:
    """The games in order, played in as many processes, or by a cluster.

    Raises:
        CannotStore: a record could not be written.
        RisingTutorError: the same in another process, or a process ended before its games were played.
    """
    numbers = range(1, n_games + 1)
    if n_jobs == 1 and cluster is None:
        for number in numbers:
            yield play_game(task, number)
        return
    shares = ((task, numbers[at : at + PER_TASK]) for at in range(0, n_games, PER_TASK))
    for rows in in_order(_play_share, shares, entry(GameId(task.game)), n_jobs=n_jobs, cluster=cluster):
        if isinstance(rows, str):
            raise RisingTutorError(rows)
        yield from rows


def play_game(task: Task, number: int) -> GameRow:
    """Plays one game of a batch, and records it if that was asked for.

    Raises:
        CannotStore: the record could not be written.
    """
    game = load_game(task.game, content=task.content)
    seed = task.seed_of(number)
    if task.record is None:
        played = _play(game, task, seed)
    else:
        scribe = Scribe(game)
        played = _play(game, task, seed, scribe.watch)
        replay = replay_of(header_of(game, task.seats, options=task.options), scribe, played.state)
        save(replay, Path(task.record) / f"{task.game}-{number:06d}{RECORD_SUFFIX}")
    turns = getattr(played.state, "turn", None)
    return GameRow(
        game=number,
        seed=seed,
        seats=task.seats,
        result=result_word(played.result, shared=game.info.shared),
        reason="" if played.result is None else played.result.reason,
        turns=turns if isinstance(turns, int) else None,
        decisions=played.decisions,
        chances=played.chances,
    )


def results(game: AnyGame, seats: int) -> tuple[str, ...]:
    """All results that a game of this many seats can have."""
    return ("win", "loss") if game.info.shared else (*(f"seat {seat + 1}" for seat in range(seats)), "draw")


def n_processors() -> int:
    """Processors that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _play(game: AnyGame, task: Task, seed: str, watch: Any = None) -> Played:
    policy = task.policies[0] if len(task.policies) == 1 else task.policies
    return play_out(game, seats=task.seats, seed=seed, policy=policy, options=task.options, limit=LIMIT, watch=watch)


def _play_share(task: Task, numbers: range) -> list[GameRow] | str:
    try:
        return [play_game(task, number) for number in numbers]
    except (RisingTutorError, OSError) as error:
        # As text: an error with arguments of its own does not travel between processes.
        return str(error)

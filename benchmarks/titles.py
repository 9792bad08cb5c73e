"""The same work for every title, one table: content, random play, odds, a recorded game, its review.

The titles are those of the registry. CPU time, the median of rounds in which all titles take turns, so that a busy
machine slows all of them alike. What a title does not offer is shown by a dash: a review needs its evaluator.
"""

import time
from collections.abc import Callable
from functools import cache
from importlib import import_module
from statistics import median
from typing import Any, NamedTuple

from benchmarks import playouts
from benchmarks.odds_ours import cold, decimal_value
from benchmarks.odds_targets import shown
from benchmarks.replays import drawn
from rising_tutor.analysis.ledger import ZERO, lines_of, valuation_of
from rising_tutor.analysis.ledger.jobs import turns_of
from rising_tutor.boards import board_for
from rising_tutor.core.drive import play_out
from rising_tutor.core.ids import GameId
from rising_tutor.core.registry import entry, game_ids, load_game
from rising_tutor.core.valuation import valued_game
from rising_tutor.probability.dice_turn.dice_game import dice_game
from rising_tutor.probability.dice_turn.problem import Need, Problem
from rising_tutor.replay import Scribe, Verified, header_of, replay_of, verify, write
from rising_tutor.tutor.replay.player import open_replay

SEATS, SEED, NAME = 3, 1, "title.replay"
POOL = (2, 2, 1, 1)
"""Dice of each colour, in the order of the title; the need has the symbol that each colour favours."""


class Effort(NamedTuple):
    """How much of each work is done in a round.

    Attributes:
        n_lines: most moves of the recorded game.
        n_turns: of it that are reviewed, from the first.
    """

    n_playouts: int = 40
    n_driven: int = 4
    n_lines: int = 100_000
    n_turns: int = 4


def seats_of(game_id: GameId) -> int:
    """How many play: `SEATS`, or as many as the title has."""
    info = load_game(game_id).info
    return min(max(SEATS, info.min_seats), info.max_seats)


def loaded(game_id: GameId, _effort: Effort) -> float:
    """Milliseconds to read and check the cards of a title, with nothing kept from before."""
    cold()
    of = entry(game_id)
    # The registry keeps what it has made, so the title is asked.
    make = getattr(import_module(of.module), of.factory)
    began = time.process_time()
    make(None)
    return 1000 * (time.process_time() - began)


def played_out(game_id: GameId, effort: Effort) -> float | None:
    """Random decisions a second on the playout path; a game without one has a dash."""
    if not hasattr(load_game(game_id), "playout"):
        return None
    decisions, seconds = playouts.played_out(game_id, SEED, seats=seats_of(game_id), games=effort.n_playouts)
    return decisions / seconds


def driven_through(game_id: GameId, effort: Effort) -> float:
    """The same through the protocol: a frozen state and all events for every move."""
    decisions, seconds = playouts.driven(game_id, SEED, seats=seats_of(game_id), games=effort.n_driven)
    return decisions / seconds


def solved(game_id: GameId, _effort: Effort) -> float | None:
    """Milliseconds for the best chance to complete one need, with nothing kept from before."""
    game = dice_game(load_game(game_id))
    if game is None:
        return None
    dice = tuple(die for die, _ in game.odds_dice())
    need = Need("".join(sorted(die.faces[0] for die in dice)))
    return 1000 * decimal_value(Problem(dice=dice, pool=POOL, needs=(need,)))[1]


def verified_lines(game_id: GameId, effort: Effort) -> float:
    """Recorded lines a second, read and played by the rules."""
    data = recorded(game_id, effort.n_lines)
    load_game(game_id)
    began = time.process_time()
    found = verify(data, NAME)
    return len(found.moves) / (time.process_time() - began)


def stepped(game_id: GameId, effort: Effort) -> float:
    """Milliseconds of the slowest step by an action, with the parts of the page."""
    player = open_replay(recorded(game_id, effort.n_lines), NAME)
    board: Any = board_for(player.game)
    slowest = 0.0
    while player.at < player.last:
        began = time.process_time()
        player.step("action", 1)
        drawn(player, board)
        slowest = max(slowest, time.process_time() - began)
    return 1000 * slowest


def reviewed(game_id: GameId, effort: Effort) -> float | None:
    """Milliseconds a line of luck and skill, over setup and the first turns; a title without V has a dash."""
    game = load_game(game_id)
    if valued_game(game) is None:
        return None
    moves = opened(game_id, effort.n_lines).moves
    valuation = valuation_of(game)
    began, number = time.process_time(), 1
    for turn in turns_of(game, moves)[: effort.n_turns + 1]:
        number += len(list(lines_of(game, valuation, turn, before=ZERO, number=number)))
    return 1000 * (time.process_time() - began) / (number - 1)


WORK: dict[str, Callable[[GameId, Effort], float | None]] = {
    "content read and checked, ms": loaded,
    "one need of four symbols, 6 dice, cold, ms": solved,
    "random decisions a second, playout path": played_out,
    "random decisions a second, states and events": driven_through,
    "recorded lines read and played a second": verified_lines,
    "slowest step of a recorded game, ms": stepped,
    "review of the first turns, ms a line": reviewed,
}


@cache
def recorded(game_id: GameId, n_lines: int) -> bytes:
    """A game by the policy greedy."""
    game = load_game(game_id)
    scribe = Scribe(game)
    seats = seats_of(game_id)
    end = play_out(game, seats=seats, seed=SEED, policy="greedy", limit=n_lines, watch=scribe.watch)
    return write(replay_of(header_of(game, seats), scribe, end.state), NAME)


@cache
def opened(game_id: GameId, n_lines: int) -> Verified:
    """The same, played by the rules."""
    found = verify(recorded(game_id, n_lines), NAME)
    assert found.ok
    return found


def main(rounds: int = 3, effort: Effort | None = None) -> None:
    """Prints the table."""
    games = game_ids()
    effort = effort or Effort()
    for game_id in games:
        opened(game_id, effort.n_lines)
    print(f"every title, {SEATS} seats or as many as it has, CPU time, median of {rounds}; dash: not offered")
    print(f"  {'':46}" + "".join(f"{game_id:>22}" for game_id in games))
    n_lines = "".join(f"{len(opened(game_id, effort.n_lines).moves):>22,}" for game_id in games)
    print(f"  {'lines of the recorded game':46}{n_lines}")
    for what, work in WORK.items():
        found: dict[GameId, list[float | None]] = {game_id: [] for game_id in games}
        for _ in range(rounds):
            for game_id in games:
                found[game_id].append(work(game_id, effort))
        cells = (median([figure for figure in of_game if figure is not None] or [-1]) for of_game in found.values())
        print(f"  {what:46}" + "".join(f"{shown(cell) if cell >= 0 else '-':>22}" for cell in cells), flush=True)

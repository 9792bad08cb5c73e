"""Random legal decisions a second on one core: our engines, catanatron and rlcard's UNO in turns.

A decision is one choice among listed legal actions; chance moves are made but not counted. All of them take
turns for several rounds, so that a busy machine slows all of them alike; the median of each and the ratios
are printed.
"""

import random
import shutil
import statistics
import time
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from importlib.util import find_spec
from typing import Any

from benchmarks.compiled import Compiled
from rising_tutor import load_game
from rising_tutor.core.drive import play_out

OURS = "Fire Nation Rising, playout path"
COMPILED = "Fire Nation Rising, compiled copy"
CARDS = "Avatar card game, playout path"
CHAIN = "Rise TCG, playout path"
CATAN = "catanatron, four random players"
Sample = Callable[[int], tuple[int, float]]
"""Round number -> decisions made and CPU seconds used."""


def ours_playout(number: int) -> tuple[int, float]:
    """Fire Nation Rising on the playout path: no events, no states in between; four players, from the deal on."""
    return played_out("fire", number, seats=4, games=60, options={"teams": "aang,katara,sokka,toph"})


def cards_playout(number: int) -> tuple[int, float]:
    """The Avatar card game on its playout path, two players, from the shuffled decks on."""
    return played_out("avatar", number, seats=2, games=150)


def chain_playout(number: int) -> tuple[int, float]:
    """Rise TCG on its playout path, two players with the sample libraries."""
    return played_out("rise", number, seats=2, games=12)


def ours_driven(number: int) -> tuple[int, float]:
    """The same through the protocol: a frozen state and all events for every move."""
    return driven("fire", number, seats=4, games=8)


def played_out(
    game_id: str, number: int, *, seats: int, games: int, options: Mapping[str, str] | None = None
) -> tuple[int, float]:
    """So many games of a title on its playout path, from one start on."""
    game: Any = load_game(game_id)
    state, rng = game.start(seats, options), random.Random(number)
    began = time.process_time()
    decisions = sum(game.playout(state, rng)[1] for _ in range(games))
    return decisions, time.process_time() - began


def driven(game_id: str, number: int, *, seats: int, games: int) -> tuple[int, float]:
    """So many games of a title through the protocol."""
    game = load_game(game_id)
    began, decisions = time.process_time(), 0
    for at in range(games):
        decisions += play_out(game, seats=seats, seed=f"{number}.{at}", policy="random").decisions
    return decisions, time.process_time() - began


def catan(number: int) -> tuple[int, float]:
    """catanatron, four random players."""
    from catanatron import Color, Game, RandomPlayer  # noqa: PLC0415  # a peer that may not be installed

    random.seed(number)
    began, decisions = time.process_time(), 0
    for at in range(4):
        players = [RandomPlayer(color) for color in (Color.RED, Color.BLUE, Color.WHITE, Color.ORANGE)]
        game = Game(players, seed=number * 100 + at)
        while game.winning_color() is None and game.state.num_turns < 1000:
            game.play_tick()
            decisions += 1
    return decisions, time.process_time() - began


def uno(number: int) -> tuple[int, float]:
    """The UNO environment of rlcard, random legal actions."""
    import rlcard  # noqa: PLC0415  # a peer that may not be installed

    env = rlcard.make("uno", config={"seed": number})
    rng = random.Random(number)
    began, decisions = time.process_time(), 0
    for _ in range(100):
        state, _player = env.reset()
        while not env.is_over():
            state, _player = env.step(rng.choice(list(state["legal_actions"])))
            decisions += 1
    return decisions, time.process_time() - began


def main(rounds: int = 7, *, compiled: bool = True) -> None:
    """Print the table.

    Args:
        compiled: also measure a compiled copy, which takes minutes to make.
    """
    with ExitStack() as stack:
        contests: dict[str, Sample] = {
            OURS: ours_playout,
            "Fire Nation Rising, states and events": ours_driven,
            CARDS: cards_playout,
            CHAIN: chain_playout,
        }
        if compiled and find_spec("mypyc") and shutil.which("gcc"):
            contests[COMPILED] = stack.enter_context(Compiled()).sample
        if find_spec("catanatron"):
            contests[CATAN] = catan
        if find_spec("rlcard"):
            contests["rlcard, UNO environment"] = uno
        _print_table(_measure(contests, rounds), rounds)


def _measure(contests: dict[str, Sample], rounds: int) -> dict[str, list[float]]:
    """Decisions a second of each, round by round; round -1 warms up and is not counted."""
    rates: dict[str, list[float]] = {name: [] for name in contests}
    for number in range(-1, rounds):
        for name, sample in contests.items():
            decisions, seconds = sample(max(number, 0))
            if number >= 0:
                rates[name].append(decisions / seconds)
    return rates


def _print_table(rates: dict[str, list[float]], rounds: int) -> None:
    """Medians with the range seen, and how our engine compares with each in the same rounds, plain and compiled."""
    print("random legal decisions a second, one core, CPU time, median of", rounds)
    print(f"  {'':40} {'':9} {'':22} {'plain / this':>14} {'compiled / this':>17}")
    for name, values in rates.items():
        spread = f"[{min(values):,.0f} .. {max(values):,.0f}]"
        ratios = [
            f"{statistics.median(a / b for a, b in zip(rates[engine], values, strict=True)):.2f}"
            for engine in (OURS, COMPILED)
            if engine in rates
        ]
        shown = f"{ratios[0]:>14}" + "".join(f"{ratio:>18}" for ratio in ratios[1:])
        print(f"  {name:40} {statistics.median(values):9,.0f} {spread:22} {shown}")
    if CATAN in rates:
        for name in (CARDS, CHAIN):
            ratio = statistics.median(a / b for a, b in zip(rates[name], rates[CATAN], strict=True))
            print(f"  {name} / {CATAN}: {ratio:.2f}")

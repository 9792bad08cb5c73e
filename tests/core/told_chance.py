"""What chance gives to every driver of a game, as text: a fixture keeps it, so that no seed gives another game.

python -m tests.core.told_chance > tests/core/fixtures/chance.txt
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from rising_tutor.analysis.playouts import Line, end_of_turn
from rising_tutor.analysis.same_dice import SameDice, said_of
from rising_tutor.core.drive import play_out
from rising_tutor.core.node import Chance, Decision
from rising_tutor.core.session import GameSession
from rising_tutor.replay import verify
from tests.testkit.games import game_of

FIXTURE = Path(__file__).parent / "fixtures" / "chance.txt"
REPLAYS = Path(__file__).parents[2] / "replays"
GAMES = ("coin-and-hand", "fire-nation-rising", "death-eaters-rising", "dark-side-rising")
SEEDS: tuple[int | str, ...] = (1, "s")
SHOWN = 25
"""Outcomes that are told of each game."""
RECORDS = ("fire-nation-rising/solo.replay", "death-eaters-rising/won.replay")


def told() -> Iterator[str]:
    """Everything, line by line."""
    for game_id in GAMES:
        game = game_of(game_id)
        for seed in SEEDS:
            yield from _played_out(game, seed)
            yield from _gone_back(game, seed)
            yield from _from_a_position(game, seed)
    for name in RECORDS:
        yield from _same_dice(name)


def _played_out(game: Any, seed: int | str) -> Iterator[str]:
    drawn: list[str] = []

    def watch(state: Any, move: Any, _step: Any) -> None:
        if isinstance(game.node(state), Chance):
            drawn.append(game.write(state, move))

    played = play_out(game, seats=2, seed=seed, watch=watch)
    assert played.result is not None
    yield f"{game.info.id}, played out, seed {seed}: {played.decisions} decisions, {played.chances} outcomes"
    yield from (f"  {one}" for one in drawn[:SHOWN])
    yield f"  at last {drawn[-1]}; {played.result.reason} {played.result.payoffs}"


def _gone_back(game: Any, seed: int | str) -> Iterator[str]:
    session = GameSession(game, 2, {}, seed=str(seed))
    session.settle()
    for _ in range(8):
        session.take_screen()
        session.play(session.actions[0])
    session.undo(session.decisions()[2].at)
    for _ in range(8):
        session.take_screen()
        session.play(session.actions[-1])
    yield f"{game.info.id}, a session that went back, seed {seed}"
    yield from (f"  {game.write(made.state, made.move)}" for made in session.made if made.chance)


def _from_a_position(game: Any, seed: int | str) -> Iterator[str]:
    state = game.start(2, {})
    drawn: list[str] = []

    def watch(before: Any, move: Any, _after: Any) -> None:
        if not isinstance(game.node(before), Decision):
            drawn.append(game.write(before, move))

    Line(game, "random", str(seed), watch=watch).play(state, end_of_turn(game, state))
    yield f"{game.info.id}, a playout of a turn, seed {seed}"
    yield from (f"  {one}" for one in drawn)


def _same_dice(name: str) -> Iterator[str]:
    verified = verify(REPLAYS / name)
    game, moves = verified.game, verified.moves
    decisions = [line for line, moved in enumerate(moves) if isinstance(game.node(moved.state), Decision)]
    for seed in SEEDS:
        for line in decisions[5::60][:3]:
            others = [action for action in game.node(moves[line].state).actions if action != moves[line].move]
            dice = SameDice(game, moves, seed=seed)
            again = dice.play(line, {line: others[-1]} if others else {}, policy="random", most=line + 60)
            yield f"{name} from line {line}, seed {seed}: {again.counted()}"
            for taken in again.taken[line:]:
                yield f"  {game.write(taken.state, taken.move)} | {said_of(game, taken)} | {taken.origin}"


if __name__ == "__main__":
    print("\n".join(told()))

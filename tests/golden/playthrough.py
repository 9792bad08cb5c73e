"""Golden texts of a game: seeded playthroughs and counts of the tree, as `python -m tests.golden.playthrough GAME`."""

import sys
from pathlib import Path

from rising_tutor.core.game import AnyGame
from rising_tutor.core.playthrough import follow, levels, lines
from tests.testkit.games import game_of

FOLDER = Path(__file__).parent
SEED = 1
LIMIT = 1_500
"""Most positions of one depth of a counted tree."""
PARTS = 4
"""The tree is counted below the first position of each of so many parts of the playthrough."""


def golden(game: AnyGame) -> dict[str, str]:
    """File name -> text: one playthrough for each end of the range of seats, and the tree."""
    info = game.info
    texts = {}
    for seats in sorted({info.min_seats, info.max_seats}):
        trail = follow(game, seats=seats, seed=SEED)
        header = f"# {info.id}, {seats} seats, seed {SEED}, rules {info.rules_version}: where | asked | move | rules"
        texts[f"{info.id}.{seats}-seats.txt"] = "\n".join((header, *lines(game, trail))) + "\n"
    texts[f"{info.id}.tree.txt"] = tree(game)
    return texts


def tree(game: AnyGame) -> str:
    """How many positions stand at each depth below some positions of a playthrough."""
    seats = game.info.min_seats
    positions = follow(game, seats=seats, seed=SEED).positions
    written = [f"# {game.info.id}, {seats} seats, seed {SEED}: depth, decisions, chances, ends, probability"]
    for at in (part * len(positions) // PARTS for part in range(PARTS)):
        state = positions[at].state
        written.append(f"from line {at + 1} of the playthrough, {game.where(state)}")
        written += [
            f"  {level.depth} {level.decisions} {level.chances} {level.terminals} {level.probability}"
            for level in levels(game, state, limit=LIMIT)
        ]
    return "\n".join(written) + "\n"


if __name__ == "__main__":
    for text in golden(game_of(sys.argv[1])).values():
        sys.stdout.write(text)

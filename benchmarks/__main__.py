"""The measurements that are named, or all, one after the other: playouts, odds, replays, titles, notebook, page."""

import argparse
from collections.abc import Callable

from benchmarks import notebook, odds, page, playouts, replays, titles
from rising_tutor.core.registry import load_game

SHORT_LIMIT = 60
"""Decisions of a recorded game with --short."""
PARTS = ("playouts", "odds", "replays", "titles", "notebook", "page")


def main() -> None:
    """Reads what is asked for and measures it."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("part", nargs="*", help=f"one or more of {', '.join(PARTS)}")
    parser.add_argument("--title", action="append", metavar="GAME", help="of replays: a title; may be repeated")
    parser.add_argument("--turns", type=int, metavar="N", help="of replays: how many are reviewed (default: all)")
    parser.add_argument("--short", action="store_true", help="the least of each part, to see that it runs")
    args = parser.parse_args()
    if unknown := [part for part in args.part if part not in PARTS]:
        parser.error(f"{unknown[0]} is none of {', '.join(PARTS)}")
    chosen = [load_game(title).info.id for title in args.title or ()]
    work: dict[str, Callable[[], None]] = {
        "playouts": playouts.main,
        "odds": odds.main,
        "replays": lambda: replays.main(chosen, args.turns),
        "titles": titles.main,
        "notebook": notebook.main,
        "page": page.main,
    }
    short: dict[str, Callable[[], None]] = {
        "playouts": lambda: playouts.main(1, compiled=False),
        "odds": lambda: odds.main(odds.SHORT, odds.SHORT_ALONE),
        "replays": lambda: replays.main(chosen, 1, limit=SHORT_LIMIT),
        "titles": lambda: titles.main(1, titles.Effort(n_playouts=1, n_driven=1, n_lines=30, n_turns=1)),
        "notebook": lambda: notebook.main(1),
        "page": lambda: page.main(1),
    }
    for part in args.part or PARTS:
        (short if args.short else work)[part]()


# A process that a measurement starts imports this module too.
if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""Makes the sample of many games: plays them, always the same ones, and analyses them with the present V.

    python replays/make_corpus.py             play the games again and make the table
    python replays/make_corpus.py --table     make the table only, as after a change of V
    python replays/make_corpus.py --jobs 2    in two processes

A run that was stopped goes on where it was: finished games are kept in the folder `sample-games` of the folder for
temporary files, which can be deleted.
"""

import argparse
import sys
import tempfile
import zipfile
from pathlib import Path
from random import Random
from typing import Any

from rising_tutor.analysis.corpus.arrow import parquet_bytes
from rising_tutor.analysis.corpus.columns import LINES, SCHEMA, kinds
from rising_tutor.analysis.corpus.pools import Here, Processes
from rising_tutor.analysis.corpus.result_cache import ResultCache
from rising_tutor.analysis.corpus.rows import GameRows
from rising_tutor.analysis.corpus.run import Found, analyse_many, games
from rising_tutor.analysis.corpus.sample import FOLDER, RECORDS, TABLE
from rising_tutor.core.drive import choose_at_random, play_out
from rising_tutor.core.registry import load_game
from rising_tutor.replay import NOTATION_SUFFIX, Scribe, header_of, replay_of, write
from rising_tutor.replay.files import save_bytes

GAME = "fire-nation-rising"
N = 15
"""With more of them the table is larger than 300 kB."""
TEAMS = ("aang", "katara", "sokka", "toph", "zuko")


def main() -> int:
    """Plays and analyses."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--table", action="store_true", help="make the table only")
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    args = parser.parse_args()
    FOLDER.mkdir(exist_ok=True)
    if not args.table:
        with zipfile.ZipFile(RECORDS, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as records:
            for number in range(1, N + 1):
                # A fixed time: the same games are the same bytes.
                about = zipfile.ZipInfo(f"sample-{number:02}{NOTATION_SUFFIX}", (1980, 1, 1, 0, 0, 0))
                about.compress_type = zipfile.ZIP_DEFLATED
                records.writestr(about, played(number))
                sys.stderr.write(f"{about.filename}\n")
    make_table(args.jobs)
    return 0


def played(number: int) -> bytes:
    """A game as a file: two players at most times, one in every fifth; the better one begins every second time."""
    game = load_game(GAME)
    rng = Random(f"corpus:{number}")
    seats = 1 if number % 5 == 0 else 2
    mira_first = number % 2 == 1
    names = ("Mira",) if seats == 1 else ("Mira", "Jonas") if mira_first else ("Jonas", "Mira")
    options = {
        "teams": ",".join(rng.sample(TEAMS, 2)),
        "difficulty": ("easy", "easy", "medium")[number % 3],
        "villains": ("8", "10")[number % 2],
    }
    greedy = game.policies()["greedy"]

    def choose(decision: Any, look: Any, rng: Random) -> Any:
        careless = names[decision.seat] == "Jonas" and rng.random() < 0.5
        return (choose_at_random if careless else greedy)(decision, look, rng)

    scribe = Scribe(game)
    end = play_out(game, seats=seats, seed=f"corpus:{number}", policy=choose, options=options, watch=scribe.watch)
    header = header_of(game, seats, options=options, names=names)
    return write(replay_of(header, scribe, end.state), f"sample{NOTATION_SUFFIX}")


def make_table(n_jobs: int) -> None:
    """Analyses the games and writes the table."""
    with zipfile.ZipFile(RECORDS) as records:
        sources = [(name, lambda name=name: records.read(name)) for name in sorted(records.namelist())]
        kept = ResultCache(Path(tempfile.gettempdir()) / "sample-games")

        def told(found: Found) -> None:
            sys.stderr.write(f"{found.file}: {found.trouble.message if found.trouble else 'done'}\n")

        with Here() if n_jobs == 1 else Processes(n_jobs) as pool:
            found = analyse_many(sources, kept, pool, told=told)
        rows = (
            {"file": file, **row} for file, one in games(found, kept) if isinstance(one, GameRows) for row in one.lines
        )
        save_bytes(TABLE, parquet_bytes(rows, kinds(LINES), {"schema": str(SCHEMA), "table": "lines"}))
    sys.stderr.write(f"{TABLE.name}: {TABLE.stat().st_size} bytes\n")


if __name__ == "__main__":
    raise SystemExit(main())

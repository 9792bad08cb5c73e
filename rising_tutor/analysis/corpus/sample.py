"""The sample: fifteen games played by programs, their table and their records, so that there is something to see.

Two people who do not exist play: Mira follows the policy greedy, Jonas every second time a random choice. The games
stand in `sample/games.zip`, one record each; `replays/make_corpus.py` plays them and makes the table.
"""

import zipfile
from functools import cache
from pathlib import Path
from typing import Final

FOLDER: Final = Path(__file__).parent / "sample"
TABLE: Final = FOLDER / "games.parquet"
RECORDS: Final = FOLDER / "games.zip"


@cache
def sample_names() -> frozenset[str]:
    """The names of the recorded games."""
    if not RECORDS.is_file():
        return frozenset()
    with zipfile.ZipFile(RECORDS) as records:
        return frozenset(records.namelist())


def sample_game(name: str) -> bytes | None:
    """A recorded game; None if there is none of exactly this name."""
    if name not in sample_names():
        return None
    with zipfile.ZipFile(RECORDS) as records:
        return records.read(name)

"""A game of another package as pip would install it: the folder of its metadata, for other processes."""

import os
from pathlib import Path

ROOT = Path(__file__).parents[2]


def installed(folder: Path, *points: str) -> dict[str, str]:
    """The environment of a process in which a package with these entry points is installed.

    Args:
        folder: an empty one; the metadata is written there.
        points: such as "coin-and-hand = tests.testkit.coin_and_hand:ENTRY", which is taken if there is none.
    """
    metadata = folder / "coin_and_hand-1.dist-info"
    metadata.mkdir(parents=True)
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: coin-and-hand\nVersion: 1\n")
    lines = points or ("coin-and-hand = tests.testkit.coin_and_hand:ENTRY",)
    (metadata / "entry_points.txt").write_text("\n".join(("[rising_tutor.games]", *lines)) + "\n")
    before = [part for part in (os.environ.get("PYTHONPATH"),) if part]
    return {**os.environ, "PYTHONPATH": os.pathsep.join((str(folder), str(ROOT), *before))}

"""The measurements that are named, or all, one after the other: playouts, odds, replays, titles."""

import argparse

from benchmarks import odds, playouts, replays, titles

PARTS = {"playouts": playouts.main, "odds": odds.main, "replays": replays.main, "titles": titles.main}

# A process that a measurement starts imports this module too.
if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("part", nargs="*", help=f"one or more of {', '.join(PARTS)}")
    parts = parser.parse_args().part
    if unknown := [part for part in parts if part not in PARTS]:
        parser.error(f"{unknown[0]} is none of {', '.join(PARTS)}")
    for part in parts or PARTS:
        PARTS[part]()

"""Prints `docs/tables.md`."""

import sys

from rising_tutor.analysis.corpus.columns import page

if __name__ == "__main__":
    sys.stdout.write(page())

"""Files that a command is told to write: one that is there already is not replaced unless that is asked for."""

import argparse
from pathlib import Path

from rising_tutor.cli.arguments import CalledWrong


def add_force(parser: argparse.ArgumentParser) -> None:
    """--force: replace a file that is there."""
    parser.add_argument("--force", action="store_true", help="replace a file that is there")


def check_free(target: Path, *, force: bool) -> None:
    """Raises `CalledWrong` where a file is in the way; called before the work begins, so that none is lost."""
    if not force and (target.exists() or target.is_symlink()):
        raise CalledWrong(f"{target}: there is a file of that name; --force replaces it")

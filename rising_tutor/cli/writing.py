"""Files that a command is told to write: one that is there already is not replaced unless that is asked for."""

import argparse
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from rising_tutor.cli.arguments import CalledWrong, path
from rising_tutor.errors import BadOption, CannotStore
from rising_tutor.replay import NOTATION_SUFFIX, RECORD_SUFFIX


def add_force(parser: argparse.ArgumentParser) -> None:
    """--force: replace a file that is there."""
    parser.add_argument("--force", action="store_true", help="replace a file that is there")


def out_path(*suffixes: str) -> Callable[[str], Path]:
    """For argparse: reads the path of a file to write, which ends in one of these and lies in a folder that exists."""

    def read(text: str) -> Path:
        found = Path(path(text))
        if found.suffix not in suffixes or not found.parent.is_dir():
            raise argparse.ArgumentTypeError(f"{text!r} is not a {' or '.join(suffixes)} file in a folder that exists")
        return found

    return read


def replay_out(option: str, name: str, source: str, *, force: bool) -> Path:
    """Where a recorded game made from another one is to be written. Raises `BadOption` or `CalledWrong`."""
    if not name.endswith((NOTATION_SUFFIX, RECORD_SUFFIX)):
        raise BadOption(option, name, f"a name that ends in {NOTATION_SUFFIX} or {RECORD_SUFFIX}")
    target = Path(name)
    if target.exists() and (not target.is_file() or target.samefile(source)):
        raise CalledWrong(f"{name}: cannot be written; expected a new name, or a file other than {source}")
    check_free(target, force=force)
    return target


@contextmanager
def storing(target: Path | str) -> Iterator[None]:
    """Raises `CalledWrong` where a file cannot be written."""
    try:
        yield
    except CannotStore as error:
        raise CalledWrong(f"{target}: could not be written ({error.reason})") from None


def check_free(target: Path, *, force: bool) -> None:
    """Raises `CalledWrong` where a file is in the way; called before the work begins, so that none is lost."""
    if not force and (target.exists() or target.is_symlink()):
        raise CalledWrong(f"{target}: there is a file of that name; expected a new name, or --force, which replaces it")

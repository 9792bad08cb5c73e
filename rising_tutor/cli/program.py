"""The program: reads the command, runs it, and turns everything that can go wrong into a sentence and a code."""

import argparse
import errno
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Final, NoReturn

import rising_tutor
from rising_tutor.cli.arguments import CALLED_WRONG, DONE, FOUND_WRONG, INTERRUPTED, CalledWrong
from rising_tutor.cli.terminal import calm_streams, note, plain
from rising_tutor.errors import BadOption, BadSeat, RisingTutorError, UnknownGame, UnknownRule

COMMANDS = (
    *("app", "games", "rules", "play", "simulate", "odds", "worksheet", "lesson", "learner", "replay", "analyze"),
    "rollout",
    "match",
    "content",
    "deck",
    "evaluator",
)
"""Modules of this package, in the order in which the help lists them."""


class _Noting(argparse.Namespace):
    """A namespace that knows which names were set again after their default: those that the call gives."""

    given: frozenset[str] = frozenset()

    def __setattr__(self, name: str, value: object) -> None:
        before = self.__dict__
        # A default that is a text, and that of a positional argument that is left out, are set twice.
        if name in before and value is not None and not (isinstance(value, str) and value == before[name]):
            before["given"] = self.given | {name}
        if name == "given" and isinstance(value, frozenset):
            value |= self.given
        super().__setattr__(name, value)


class Parser(argparse.ArgumentParser):
    """A parser whose messages cannot steer the terminal, and whose options are not abbreviated.

    The parsed arguments have `given`, the names of those that were in the call (`arguments.needs`).
    """

    def __init__(self, *args: object, **more: object) -> None:
        super().__init__(*args, **{**more, "allow_abbrev": False})  # type: ignore[arg-type]  # passed on as they came

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        return super().parse_known_args(args, _Noting() if namespace is None else namespace)

    def error(self, message: str) -> NoReturn:
        self.print_usage(sys.stderr)
        note(f"{self.prog}: {message}")
        self.exit(CALLED_WRONG)


def main(argv: Sequence[str] | None = None) -> int:
    """Runs one command.

    Returns:
        The exit code.
    """
    try:
        calm_streams()
        args = parser((sys.argv[1:] if argv is None else argv)[:1]).parse_args(argv)
        code: int = args.run(args)
        sys.stdout.flush()
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else CALLED_WRONG
    except KeyboardInterrupt:
        note("\ninterrupted")
        return INTERRUPTED
    except BrokenPipeError:
        _leave_pipe()
        return DONE
    except (CalledWrong, UnknownGame, UnknownRule, BadOption, BadSeat) as error:
        return _failed(str(error), CALLED_WRONG)
    except RisingTutorError as error:
        return _failed(str(error), FOUND_WRONG)
    except OSError as error:
        return _failed(_about_file(error), CALLED_WRONG)
    return code


def parser(first: Sequence[str] = ()) -> argparse.ArgumentParser:
    """The parser with every command that this installation has.

    Args:
        first: the first word that is parsed, if any. Where it is a command, the parser has that one alone: the others
            are neither asked for nor imported, which is most of the time that a short command takes.
    """
    whole = Parser(prog="rising-tutor", description="Learn, play and study the Rising games.")
    whole.add_argument("--version", action="version", version=f"rising-tutor {rising_tutor.__version__}")
    subparsers = whole.add_subparsers(title="commands", metavar="COMMAND", required=True)
    modules = {name: f"rising_tutor.cli.{name}" for name in COMMANDS}
    there = [name for name in COMMANDS if find_spec(modules[name]) is not None]
    for name in [name for name in there if name in first] or there:
        import_module(modules[name]).add_parser(subparsers)
    return whole


def _failed(message: str, code: int) -> int:
    note(f"rising-tutor: {message}")
    return code


_EXPECTED: Final = {
    errno.ENOENT: "; expected the name of something that is there",
    errno.ENOTDIR: "; expected a name in a folder",
    errno.EISDIR: "; expected a file",
    errno.EACCES: "; expected something that you may open",
}
"""What could stand in place of a name that the system refuses."""


def _about_file(error: OSError) -> str:
    what = (error.strerror or str(error) or type(error).__name__) + _EXPECTED.get(error.errno or 0, "")
    return f"{plain(os.fsdecode(error.filename))}: {what}" if isinstance(error.filename, (str, bytes)) else what


def _leave_pipe() -> None:
    """Whoever read our output has gone, which is no fault: keep Python from complaining when it ends."""
    try:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
    except (OSError, ValueError):
        return

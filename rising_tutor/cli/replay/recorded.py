"""A recorded game and a place in it, for the commands that take `FILE --at N`."""

import argparse

from rising_tutor.analysis.plain_value import PlainValuation
from rising_tutor.cli.arguments import CalledWrong, path, place, whole
from rising_tutor.cli.terminal import note
from rising_tutor.core.game import AnyGame
from rising_tutor.core.ids import Seat
from rising_tutor.core.valuation import Valuation
from rising_tutor.errors import BadOption
from rising_tutor.replay import Verified, verify
from rising_tutor.replay.source import load_bytes


def add_place(parser: argparse.ArgumentParser) -> None:
    """FILE and --at N."""
    parser.add_argument("file", type=path, metavar="FILE")
    parser.add_argument(
        "--at", type=place, required=True, metavar="N", help="after N actions and outcomes; 0 is the start"
    )


def add_seat(parser: argparse.ArgumentParser) -> None:
    """--seat S."""
    parser.add_argument(
        "--seat",
        type=whole,
        metavar="S",
        help="by what this seat could see, where something is hidden (default: whoever chooses, or whose turn it is)",
    )


def seat_of(args: argparse.Namespace, verified: Verified) -> Seat | None:
    """The seat that was asked for. Raises `BadOption`: there is none of this number."""
    n_seats = verified.replay.header.seats if verified.replay is not None else 0
    if args.seat is not None and args.seat > n_seats:
        raise BadOption("--seat", args.seat, f"1 to {n_seats}")
    return None if args.seat is None else Seat(args.seat - 1)


def recorded_at(file: str, at: int, otherwise: str) -> Verified | None:
    """The game of a file, which has a position `at`; its faults are noted. None where they let no game begin.

    Args:
        otherwise: what cannot be where no game begins, such as "there is no tree".

    Raises:
        BadOption: there is no such position.
        CalledWrong: the file has no fault, and no game begins in it.
    """
    verified = verify(load_bytes(file), file)
    note_faults(file, verified)
    if verified.start is None:
        if verified.problems:
            return None
        raise CalledWrong(f"{file}: no game can begin from it, so {otherwise}")
    if at > len(verified.moves):
        raise BadOption("--at", at, f"0 to {len(verified.moves)}")
    return verified


def note_faults(file: str, verified: Verified) -> None:
    """Says what is wrong with a file, and what should be known of it."""
    for problem in verified.problems:
        note(problem.as_text(file))
    for remark in verified.remarks:
        note(f"{file}: {remark}")


def plain_instead(game: AnyGame, policy: str = "") -> Valuation:
    """V for a game that has none of its own, with a note."""
    note(f"{game.info.title} has no value function of its own; a plain one, made for any game, stands in for it")
    return PlainValuation(game, policy=policy)

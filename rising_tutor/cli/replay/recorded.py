"""A recorded game and a place in it, for the commands that take `FILE --at N`."""

import argparse

from rising_tutor.analysis.plain_value import PlainValuation
from rising_tutor.cli.arguments import CalledWrong, add_content, path, place, whole
from rising_tutor.cli.terminal import note
from rising_tutor.core.game import AnyGame
from rising_tutor.core.ids import Seat
from rising_tutor.core.registry import game_ids, load_game
from rising_tutor.core.valuation import Valuation, too_many_for_v
from rising_tutor.errors import BadOption
from rising_tutor.replay import Verified, verify
from rising_tutor.replay.certain import sees_for_sure
from rising_tutor.replay.one_sided import seen_by
from rising_tutor.replay.one_way import one_way
from rising_tutor.replay.problems import Reading
from rising_tutor.replay.source import inspect_file


def add_place(parser: argparse.ArgumentParser) -> None:
    """FILE, --at N and --content DIR."""
    parser.add_argument("file", type=path, metavar="FILE")
    parser.add_argument(
        "--at", type=place, required=True, metavar="N", help="after N actions and outcomes; 0 is the start"
    )
    add_content(parser)


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
    header = verified.replay.header if verified.replay is not None else None
    n_seats = header.seats if header is not None else 0
    if args.seat is not None and args.seat > n_seats:
        raise BadOption("--seat", args.seat, f"1 to {n_seats}")
    if args.seat is None:
        return seen_by(header) if header is not None else None
    return Seat(args.seat - 1)


def verified_of(source: str | Reading, content: str | None, name: str = "") -> Verified:
    """A recorded game, played with an owner's own cards where a folder is given.

    Args:
        source: the name of a file, or what was read of it.
        name: of the file, for its problems.

    Raises:
        UnreadableReplay: the file cannot be opened.
        BadContent: the owner's cards cannot be used.
    """
    reading = source if isinstance(source, Reading) else inspect_file(source)
    header = reading.replay.header if reading.replay is not None else None
    with_own = content is not None and header is not None and header.game in game_ids()
    game = load_game(header.game, content=content) if with_own and header is not None else None
    return verify(reading, name, game=game)


def recorded_at(args: argparse.Namespace, otherwise: str) -> Verified | None:
    """The game of a file, which has the position asked for; its faults are noted. None where they let no game begin.

    A position behind a gap is there where something is hidden and the seat that is asked about sees the same on all
    tables that are possible: what it does not see is not looked at. A record of one side is asked about for its seat.

    Args:
        args: with what `add_place` and `add_seat` ask for.
        otherwise: what cannot be where no game begins, such as "there is no tree".

    Raises:
        BadOption: there is no such position or seat.
        CalledWrong: the file has no fault, and no game begins in it.
    """
    file, at = args.file, args.at
    verified = verified_of(file, args.content)
    note_faults(file, verified)
    if verified.start is None:
        if verified.problems:
            return None
        raise CalledWrong(
            f"{file}: no game can begin from it, so {otherwise}; expected a file that says the number of seats"
        )
    possible, seat = verified.possible, seat_of(args, verified)
    if at <= len(verified.moves):
        return verified
    behind_gap = possible is not None and at <= possible.last and verified.game.info.hidden and seat is not None
    if possible is not None and behind_gap and sees_for_sure(verified.game, possible.states(at), seat):
        return one_way(verified)
    raise BadOption("--at", at, f"0 to {len(verified.moves)}")


def check_two_sides(file: str, verified: Verified, what: str) -> None:
    """Raises `CalledWrong` where one chance to win does not say how everybody stands.

    Args:
        what: is asked for, such as "trees".
    """
    n_seats = verified.replay.header.seats if verified.replay is not None else 0
    if why := too_many_for_v(verified.game.info, n_seats):
        raise CalledWrong(f"{file}: {what} are for two opponents: {why}")


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

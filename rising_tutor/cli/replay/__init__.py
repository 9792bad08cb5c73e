"""`replay`: check, show, convert and annotate recorded games."""

import argparse
from typing import Any

import msgspec

from rising_tutor.cli.arguments import (
    DONE,
    FOUND_WRONG,
    CalledWrong,
    add_content,
    add_json,
    needs,
    path,
    place,
    whole,
)
from rising_tutor.cli.replay import again as replay_again
from rising_tutor.cli.replay import note as replay_note
from rising_tutor.cli.replay import tree as replay_tree
from rising_tutor.cli.replay import unknown as replay_unknown
from rising_tutor.cli.replay.recorded import note_faults, verified_of
from rising_tutor.cli.table import board_text
from rising_tutor.cli.terminal import note, say, say_json
from rising_tutor.cli.writing import add_force, replay_out, storing
from rising_tutor.core.english import counted
from rising_tutor.core.ids import Seat
from rising_tutor.core.people import with_names
from rising_tutor.core.view import Viewer
from rising_tutor.decks.closed import CLOSED
from rising_tutor.errors import BadOption
from rising_tutor.replay import Moved, Replay, Verified, result_text, save
from rising_tutor.replay.one_sided import is_one_sided, n_left_out, one_sided, seen_by
from rising_tutor.replay.one_way import one_way
from rising_tutor.replay.source import inspect_file
from rising_tutor.replay.words import write_item


def add_parser(subparsers: Any) -> None:
    """Adds the command."""
    parser = subparsers.add_parser("replay", help="check, show, convert or annotate recorded games")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)

    checked = commands.add_parser("check", help="find every fault of recorded games in one pass")
    checked.add_argument("files", type=path, nargs="+", metavar="FILE")
    add_content(checked)
    add_json(checked)
    checked.set_defaults(run=check)

    shown = commands.add_parser("show", help="the table after some line")
    shown.add_argument("file", type=path, metavar="FILE")
    shown.add_argument("--at", type=place, metavar="N", help="after N actions and outcomes; 0 is the start")
    shown.add_argument("--seat", type=whole, metavar="S", help="as this seat may see it (default: as all may)")
    add_content(shown)
    add_json(shown)
    shown.set_defaults(run=show)

    converted = commands.add_parser("convert", help="between the notation (.replay) and the record (.replay.jsonl)")
    converted.add_argument("source", type=path, metavar="IN")
    converted.add_argument("target", type=path, metavar="OUT")
    converted.add_argument(
        "--seat", type=whole, metavar="S", help="as this seat saw it: what it was never told is written ?"
    )
    add_force(converted)
    add_content(converted)
    converted.set_defaults(run=convert)

    replay_again.add_to(commands)
    replay_note.add_to(commands)
    replay_tree.add_to(commands)


def check(args: argparse.Namespace) -> int:
    """Verifies files and prints their problems."""
    # All files are read first: a name that cannot be opened is a wrong call, not a finding.
    loaded = [(file, inspect_file(file)) for file in args.files]
    found = [(file, verified_of(reading, args.content, file)) for file, reading in loaded]
    ok = all(verified.ok for _, verified in found)
    if args.json:
        files = [
            {"file": file, "ok": verified.ok, "problems": [problem.as_json() for problem in verified.problems]}
            | _with_gaps(replay_unknown.check_json(verified.possible))
            for file, verified in found
        ]
        say_json({"ok": ok, "files": files})
    else:
        for file, verified in found:
            for problem in verified.problems:
                say(problem.as_text(file))
            say(f"{file}: {_summary(verified)}")
    for file, verified in found:
        for remark in verified.remarks:
            note(f"{file}: {remark}")
    return DONE if ok else FOUND_WRONG


def _summary(verified: Verified) -> str:
    if not verified.ok:
        n_problems, n_moves = len(verified.problems), len(verified.moves)
        problems = counted(n_problems, "problem")
        return f"{problems}; sound up to line {n_moves} of the game" if n_moves else problems
    if verified.possible is not None:
        return replay_unknown.summary(verified)
    result = f"ends with {result_text(verified.result)}" if verified.result else "not finished"
    return f"ok, {len(verified.moves)} actions and outcomes, {result}"


def show(args: argparse.Namespace) -> int:
    """Prints the table after some line. Raises `BadOption` for a line or seat that there is not."""
    verified = verified_of(args.file, args.content)
    problems = verified.problems
    n_known = verified.possible.last if verified.possible is not None else len(verified.moves)
    n_lines = len(verified.replay) if verified.replay is not None else 0
    at = n_known if args.at is None else args.at
    if at > n_known and (at > n_lines or not problems) and not (problems and verified.start is None):
        raise BadOption("--at", args.at, f"0 to {n_known}")
    at = min(at, n_known)
    viewer = _viewer(args.seat, verified)
    if args.json:
        say_json(_as_json(args.file, verified, at, viewer))
    else:
        _say_table(verified, at, viewer)
    note_faults(args.file, verified)
    return FOUND_WRONG if problems else DONE


def _with_gaps(possible: dict[str, Any] | None) -> dict[str, Any]:
    return {} if possible is None else {"possible": possible}


def _viewer(seat: int | None, verified: Verified) -> Viewer:
    if seat is None or verified.replay is None or verified.start is None:
        return None
    if seat > verified.replay.header.seats:
        raise BadOption("--seat", seat, f"1 to {verified.replay.header.seats}")
    return Seat(seat - 1)


def _visible(moved: Moved, viewer: Viewer) -> list[Any]:
    return [event for event in moved.step.events if event.seats is None or viewer in event.seats]


def _move_text(verified: Verified, moved: Moved, viewer: Viewer) -> str | None:
    """The line as it stands; None where it would tell what the viewer cannot know."""
    if verified.replay is None or len(_visible(moved, viewer)) < len(moved.step.events):
        return None
    return write_item(verified.replay.lines[moved.line])


def _as_json(file: str, verified: Verified, at: int, viewer: Viewer) -> dict[str, Any]:
    game, started = verified.game, verified.start is not None
    certain = at <= len(verified.moves)
    moved = verified.moves[at - 1] if at and certain else None
    possible = replay_unknown.show_json(verified, at, viewer)
    if not certain and verified.possible is not None:
        states = verified.possible.states(at)
        # What one of several possible tables shows is no fact: it stands under `possible`.
        state, started = states[0], len(states) == 1
    else:
        state = verified.state_at(at)
    events = _visible(moved, viewer) if moved else []
    is_last = at == (len(verified.moves) if possible is None else len(verified.replay or ()))
    shown = {
        "file": file,
        "ok": verified.ok,
        "game": game.info.id if game else None,
        "at": at,
        "lines": len(verified.moves),
        "seat": None if viewer is None else viewer + 1,
        "where": game.where(state) if started else None,
        "move": _move_text(verified, moved, viewer) if moved else None,
        "events": [{"text": game.say(event), "rule": event.rule, "step": event.step} for event in events],
        "view": msgspec.to_builtins(game.view(state, viewer)) if started else None,
        "result": result_text(verified.result) if verified.result and is_last else None,
        "problems": [problem.as_json() for problem in verified.problems],
    }
    return shown | _with_gaps(possible)


def _say_table(verified: Verified, at: int, viewer: Viewer) -> None:
    if verified.game is None or verified.start is None or verified.replay is None:
        say("nothing can be shown")
        return
    game, header = verified.game, verified.replay.header
    names = [name for name in header.names if name]
    say(f"{game.info.title}, {header.seats} seats" + (f": {', '.join(names)}" if names else ""))
    if at > len(verified.moves):
        text = _move_text(verified, one_way(verified).moves[at - 1], viewer)
        replay_unknown.say_table(verified, at, viewer, text)
        if verified.result and at == len(verified.replay):
            say(f"\nresult: {result_text(verified.result)}")
        return
    state = verified.state_at(at)
    say(f"after {at} of {len(verified.moves)}: {game.where(state)}")
    if at:
        moved = verified.moves[at - 1]
        text = _move_text(verified, moved, viewer)
        comment = verified.replay.lines[moved.line].comment
        if text is not None:
            say(f"> {text}" + (f"  # {comment}" if comment else ""))
        for event in _visible(moved, viewer):
            say(f"  {with_names(game.say(event), header.names)} ({event.rule})")
    say()
    say(with_names(board_text(game, game.view(state, viewer)), header.names))
    if verified.result and verified.possible is None and at == len(verified.moves):
        say(f"\nresult: {result_text(verified.result)}")


def convert(args: argparse.Namespace) -> int:
    """Writes a replay in the other form, or one side of it.

    Raises:
        BadOption: a name that cannot be written, or a seat that there is not.
        CalledWrong: a file that is in the way, or one of which no seat's side can be told.
    """
    needs(args, "--content", "--seat")
    target = replay_out("OUT", args.target, args.source, force=args.force)
    reading = inspect_file(args.source)
    if reading.problems or reading.replay is None:
        for problem in reading.problems:
            say(problem.as_text(args.source))
        return FOUND_WRONG
    replay = reading.replay if args.seat is None else _one_side(args, verified_of(reading, args.content))
    if replay is None:
        return FOUND_WRONG
    with storing(args.target):
        save(replay, target)
    return DONE


def _why_open(replay: Replay) -> str:
    """Why a record does not say what another seat saw, and what does."""
    whole = "a record of the whole game"
    if not is_one_sided(replay.header):
        return f"some of its facts are written ?; expected {whole}"
    seat = seen_by(replay.header)
    whose, own = ("everybody", "") if seat is None else (f"seat {seat + 1}", f"--seat {seat + 1}, or ")
    return f"it holds what {whose} saw; expected {own}{whole}, which play --record has once the game is over"


def _one_side(args: argparse.Namespace, verified: Verified) -> Replay | None:
    """The record as a seat saw it; None where it is not sound, which is said."""
    replay = verified.replay
    for problem in verified.problems:
        say(problem.as_text(args.source))
    if verified.problems or replay is None:
        return None
    viewer = _viewer(args.seat, verified)
    if verified.start is None or viewer is None:
        raise CalledWrong(
            f"{args.source}: no game can begin from it, so no seat saw anything; "
            "expected a file that says the number of seats"
        )
    if not verified.game.info.hidden:
        note(f"in {verified.game.info.title} every seat sees everything: nothing is left out")
        return replay
    if is_one_sided(replay.header) and seen_by(replay.header) == viewer:
        note(f"{args.source}: it holds only what seat {args.seat} saw, so nothing more is left out")
        return replay
    if is_one_sided(replay.header) or verified.possible is not None:
        raise CalledWrong(
            f"{args.source}: it is not known in full, so it does not say what seat {args.seat} saw: {_why_open(replay)}"
        )
    left_out = n_left_out(replay)
    if left_out:
        notes = counted(left_out, "note")
        note(f"left out, as they may tell what the seat never saw: {notes} beside the moves")
    if dict(replay.header.options).get("lists") == CLOSED:
        note("the lists of all seats stand in it, as nobody could play it again without them")
    return one_sided(verified.game, replay, verified.moves, viewer)

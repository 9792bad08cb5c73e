"""`learner mistakes`: own mistakes of recorded games, as exercises of a learner file."""

import argparse
from typing import Any

from rising_tutor.cli.arguments import CalledWrong, add_json, path, whole
from rising_tutor.cli.terminal import columns, counting, note, say, say_json
from rising_tutor.errors import RisingTutorError
from rising_tutor.lessons.learner import LearnerFile, load_learner, stamp, utc_now
from rising_tutor.lessons.mistakes import MOST, SHARE, Found, mistakes_of, not_yet, take_in, worst
from rising_tutor.replay import Verified, verify
from rising_tutor.replay.source import load_bytes

DONE, FOUND_WRONG = 0, 1
EPILOG = f"""\
Each choice in the dice step is compared with the exact values of all legal actions; forced choices and what has no
exact value are not judged. Of each game the {MOST} choices that lost most are added to the learner file, each once;
what it has already stays as it is. A game with many helps takes minutes.
"""


def add_parser(commands: Any) -> None:
    """Adds the command to those of `learner`."""
    parser = commands.add_parser(
        "mistakes",
        help="take the mistakes of recorded games into a learner file, as exercises",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("replays", type=path, nargs="+", metavar="REPLAY")
    parser.add_argument("--learner", type=path, required=True, metavar="FILE", help="the learner file, which is there")
    parser.add_argument("--seat", type=whole, metavar="N", help="only the choices of this seat, from 1")
    parser.add_argument(
        "--share",
        type=_percent,
        default=SHARE,
        metavar="PERCENT",
        help=f"how much of the best value a choice has to lose (default {100 * SHARE:g})",
    )
    add_json(parser)
    parser.set_defaults(run=run)


def _percent(text: str) -> float:
    """A share, as a percentage above 0 and up to 100."""
    try:
        percent = float(text.strip().removesuffix("%"))
    except ValueError:
        percent = 0.0
    if not 0 < percent <= 100:
        raise argparse.ArgumentTypeError(f"{text[:20]!r} is not a percentage above 0 and up to 100")
    return percent / 100


def run(args: argparse.Namespace) -> int:
    """Finds the mistakes of games and adds those that are new. A game with a fault is judged up to the fault."""
    reading = load_learner(args.learner)
    if not reading.usable:
        for problem in reading.problems:
            note(problem.as_text(args.learner))
        return FOUND_WRONG
    # A name that cannot be opened is a wrong call, so all are opened before anything is worked out.
    loaded = [(file, load_bytes(file)) for file in args.replays]
    games = [(file, verify(data, _name(file))) for file, data in loaded]
    learner = LearnerFile.open(args.learner)
    for file, verified in games:
        _check(args, file, verified, learner.header.game)
    ok = True
    documents: list[dict[str, Any]] = []
    for file, verified in games:
        for problem in verified.problems:
            ok = False
            note(problem.as_text(file))
        found = _found(args, file, verified)
        if found is None:
            ok = False
            documents.append({"file": file, "ok": False, "mistakes": []})
            continue
        kept = worst(found.mistakes)
        new = not_yet(learner.facts, kept)
        added = take_in(learner, kept)
        documents.append(_document(file, verified, found, {one.id for one in kept}, {one.id for one in new}))
        if not args.json:
            _say(file, found, len(kept), added)
    if args.json:
        say_json({"ok": ok, "learner": args.learner, "share": args.share, "files": documents})
    else:
        note(f"{args.learner}: {_n(sum(one.get('added', 0) for one in documents), 'mistake')} added")
    return DONE if ok else FOUND_WRONG


def _check(args: argparse.Namespace, file: str, verified: Verified, game: str) -> None:
    """Raises `CalledWrong` for a game of another title, or without such a seat."""
    header = verified.replay.header if verified.replay is not None else None
    if header is not None and header.game != game:
        raise CalledWrong(f"{file}: a game of {header.game}; {args.learner} is of {game}")
    if header is not None and header.seats and args.seat is not None and args.seat > header.seats:
        raise CalledWrong(f"--seat {args.seat}: {file} has seats 1 to {header.seats}")


def _found(args: argparse.Namespace, file: str, verified: Verified) -> Found | None:
    """The mistakes of one game; None, with a note, where nothing of it can be judged."""
    try:
        with counting("choices") as tell:
            seat = None if args.seat is None else args.seat - 1
            return mistakes_of(verified, _name(file), at=stamp(utc_now()), seat=seat, share=args.share, progress=tell)
    except RisingTutorError as fault:
        if not verified.problems:
            note(f"{file}: {fault}")
        return None


def _name(file: str) -> str:
    return file.replace("\\", "/").rpartition("/")[2]


def _document(file: str, verified: Verified, found: Found, kept: set[str], new: set[str]) -> dict[str, Any]:
    return {
        "file": file,
        "ok": verified.ok,
        "judged": found.judged,
        "forced": found.forced,
        "not_judged": dict(found.left),
        "other_steps": found.elsewhere,
        "added": len(new),
        "mistakes": [
            {
                "id": one.id,
                "tried": one.tried,
                "rule": one.rule,
                "loss": one.loss,
                "note": one.note,
                "kept": one.id in kept,
                "new": one.id in new,
            }
            for one in found.mistakes
        ],
    }


def _say(file: str, found: Found, n_kept: int, added: int) -> None:
    n = len(found.mistakes)
    left = f", {found.n_left} not judged" if found.n_left else ""
    say(f"{file}: {_n(n, 'mistake')} in {_n(found.judged, 'choice')} about dice{left}; {added} new")
    if n > n_kept:
        say(f"  only the {n_kept} that lost most are kept")
    rows = [(f"  {one.rule}", one.tried, one.note.partition(", ")[2]) for one in found.mistakes]
    for line in columns(rows) if rows else ():
        say(line)
    for why, times in found.left:
        say(f"  not judged, {_n(times, 'choice')}: {why}")


def _n(n: int, what: str) -> str:
    return f"{n} {what}{'' if n == 1 else 's'}"

"""`learner mistakes`: own mistakes of recorded games, as exercises of a learner file."""

import argparse
from typing import Any, Final

from rising_tutor.cli.analyze import reviewed
from rising_tutor.cli.arguments import DONE, FOUND_WRONG, CalledWrong, add_content, add_json, path, whole
from rising_tutor.cli.replay.recorded import verified_of
from rising_tutor.cli.terminal import columns, note, picked, say, say_json
from rising_tutor.core.english import counted
from rising_tutor.core.valuation import valued_game
from rising_tutor.lessons.learner import LearnerFile, load_learner, utc_now
from rising_tutor.lessons.learner.facts import stamp
from rising_tutor.lessons.mistakes import MOST, Found, mistakes_of, take_in, worst
from rising_tutor.probability.unit import Unit
from rising_tutor.replay import Verified
from rising_tutor.replay.source import inspect_file

UNIT: Final = Unit.CHANCE_TO_WIN
EPILOG = f"""\
Each choice is judged by the chance to win, as `analyze` judges it; forced choices are not. One that lost 2 points or
more is a mistake. Of each game the {MOST} that lost most are added to the learner file, each once; what it has already
stays as it is. A game takes up to a minute.
"""


def add_parser(commands: Any) -> None:
    """Adds the command to those of `learner`."""
    shortly = "take the mistakes of recorded games into a learner file, as exercises"
    parser = commands.add_parser(
        "mistakes", help=shortly, epilog=EPILOG, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("replays", type=path, nargs="+", metavar="REPLAY")
    parser.add_argument("--learner", type=path, required=True, metavar="FILE", help="the learner file, which is there")
    parser.add_argument(
        "--seat", type=whole, metavar="N", help="only the choices of this seat, from 1 (default: of all people)"
    )
    parser.add_argument(
        "--jobs", type=whole, metavar="J", help="processes that share a game (default: one a processor)"
    )
    add_content(parser)
    add_json(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Finds the mistakes of games and adds those that are new. A game with a fault is judged up to the fault."""
    kept_before = load_learner(args.learner)
    if not kept_before.usable:
        for problem in kept_before.problems:
            note(problem.as_text(args.learner))
        return FOUND_WRONG
    # A name that cannot be opened is a wrong call, so all are opened before anything is worked out.
    read = [(file, inspect_file(file, _name(file))) for file in args.replays]
    games = [(file, verified_of(reading, args.content, _name(file))) for file, reading in read]
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
        new = take_in(learner, kept)
        documents.append(_document(file, verified, found, {one.id for one in kept}, {one.id for one in new}))
        if not args.json:
            _say(file, found, len(kept), len(new))
    if args.json:
        say_json({"ok": ok, "learner": args.learner, "measure": "win", "unit": UNIT.value, "files": documents})
    else:
        note(f"{args.learner}: {counted(sum(one.get('added', 0) for one in documents), 'mistake')} added")
    return DONE if ok else FOUND_WRONG


def _check(args: argparse.Namespace, file: str, verified: Verified, game: str) -> None:
    """Raises `CalledWrong` for a game of another title, or without such a seat."""
    header = verified.replay.header if verified.replay is not None else None
    if header is not None and header.game != game:
        raise CalledWrong(f"{file}: a game of {header.game}; expected one of {game}, as {args.learner} is")
    if header is not None and header.seats and args.seat is not None and args.seat > header.seats:
        raise CalledWrong(f"--seat {args.seat}: there is no such seat in {file}; expected 1 to {header.seats}")


def _found(args: argparse.Namespace, file: str, verified: Verified) -> Found | None:
    """The mistakes of one game; None, with a note, where nothing of it can be judged."""
    game = verified.game
    if game is not None and valued_game(game) is None:
        note(f"{file}: {game.info.title} has no value function, so none of its choices can be judged")
        return Found(())
    review = reviewed(verified, None, content=args.content, jobs=args.jobs)
    if review is None:
        if not verified.problems:
            note(f"{file}: {verified.remarks[0] if verified.remarks else 'no game can begin from it'}")
        return None
    seat = None if args.seat is None else args.seat - 1
    return mistakes_of(verified, review.ledger, _name(file), at=stamp(utc_now()), seat=seat)


def _name(file: str) -> str:
    return file.replace("\\", "/").rpartition("/")[2]


def _document(file: str, verified: Verified, found: Found, kept: set[str], new: set[str]) -> dict[str, Any]:
    return {
        "file": file,
        "ok": verified.ok,
        "judged": found.judged,
        "forced": found.forced,
        "added": len(new),
        "mistakes": [
            picked(one, "id", "tried", "rule", "loss", "note") | {"kept": one.id in kept, "new": one.id in new}
            for one in found.mistakes
        ],
    }


def _say(file: str, found: Found, n_kept: int, added: int) -> None:
    n = len(found.mistakes)
    say(f"{file}: {n} of {counted(found.judged, 'choice')} lost 2 points of the chance to win or more; {added} new")
    if n > n_kept:
        say(f"  only the {n_kept} that lost most are kept")
    rows = [(f"  {one.rule}", one.tried, one.note.partition(", ")[2]) for one in found.mistakes]
    for line in columns(rows) if rows else ():
        say(line)

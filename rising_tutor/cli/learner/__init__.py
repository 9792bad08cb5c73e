"""`learner`: what a learner file says of each rule, whole classes, the player aid, files checked and joined.

Own mistakes of recorded games are in `learner_mistakes`.
"""

import argparse
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec

from rising_tutor.cli.arguments import (
    DONE,
    FOUND_WRONG,
    add_json,
    needs,
    path,
)
from rising_tutor.cli.learner import mistakes as learner_mistakes
from rising_tutor.cli.terminal import columns, note, paragraph, picked, say, say_json
from rising_tutor.cli.writing import add_force, check_free, out_path, storing
from rising_tutor.core.english import counted
from rising_tutor.core.limits import UPLOADED
from rising_tutor.core.registry import resolve
from rising_tutor.lessons.learner import load_learner, merged, utc_now
from rising_tutor.lessons.learner.aid import as_html, make_aid
from rising_tutor.lessons.learner.class_report import ClassReport, as_csv, class_report, load_class
from rising_tutor.lessons.learner.facts import open_mistakes, stamp
from rising_tutor.lessons.learner.knowledge import (
    DUE_METHOD,
    MASTERY,
    METHOD,
    Due,
    Estimate,
    due,
    estimates,
    review_is_on,
    rule_title,
)
from rising_tutor.lessons.learner.text import LearnerReading, write_learner
from rising_tutor.replay.files import new_file

SHOWN_AGAIN = 10
EPILOG = """\
A learner file (NAME.learner.jsonl) is a text file that the app writes while somebody learns. Exit codes: 0 done; 1 a
file was read and has a fault; 2 the command was called wrongly, or a file is in the way (--force replaces it).
"""


def add_parser(subparsers: Any) -> None:
    """Adds the command."""
    shortly = "what a learner knows, rule by rule; class reports; player aids"
    parser = subparsers.add_parser(
        "learner", help=shortly, epilog=EPILOG, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)

    shown = commands.add_parser("show", help="what is known of each rule, and what is due for review and why")
    shown.add_argument("file", type=path, metavar="FILE")
    add_json(shown)
    shown.set_defaults(run=show)

    checked = commands.add_parser("check", help="find every fault of learner files in one pass")
    checked.add_argument("files", type=path, nargs="+", metavar="FILE")
    add_json(checked)
    checked.set_defaults(run=check)

    classed = commands.add_parser("class", help="what a folder of learner files says of each rule")
    classed.add_argument("dir", type=path, metavar="DIR")
    classed.add_argument("--game", metavar="GAME", help="only files of this game")
    classed.add_argument("--csv", type=out_path(".csv"), metavar="FILE", help="write it as a table")
    add_force(classed)
    add_json(classed)
    classed.set_defaults(run=report)

    aided = commands.add_parser("aid", help="one page to print: the rules that this learner gets wrong")
    aided.add_argument("file", type=path, metavar="FILE")
    aided.add_argument("--out", type=out_path(".html"), metavar="FILE", required=True, help="where to write the page")
    add_force(aided)
    add_json(aided)
    aided.set_defaults(run=aid)

    joined = commands.add_parser("merge", help="join files of one learner; what stands in several is kept once")
    joined.add_argument("out", type=out_path(".jsonl"), metavar="OUT")
    joined.add_argument("files", type=path, nargs="+", metavar="FILE")
    add_force(joined)
    add_json(joined)
    joined.set_defaults(run=merge)

    learner_mistakes.add_parser(commands)


def show(args: argparse.Namespace) -> int:
    """Prints what is known and what is due. A file with a fault is shown as far as it can be read."""
    reading = load_learner(args.file)
    now = utc_now()
    known = estimates(reading.facts)
    review = due(reading.facts, now, reading.header)
    if args.json:
        say_json(_shown(args.file, reading, stamp(now), known, review))
    elif reading.header is not None:
        _say_known(reading, known, review)
    for problem in reading.problems:
        note(problem.as_text(args.file))
    return DONE if reading.usable else FOUND_WRONG


def _say_known(reading: LearnerReading, known: Sequence[Estimate], review: Sequence[Due]) -> None:
    header = reading.header
    if header is None:
        return
    say(f"{header.name or 'No name'}: {header.game}, begun on {header.created[:10]}")
    if not known:
        say("No rule was practised yet.")
        return
    n_mastered = sum(one.mastered for one in known)
    say(f"{n_mastered} of {len(known)} practised rules are mastered ({MASTERY} and more). {METHOD}.")
    say()
    rows = [("rule", "known", "missed", "last", "")]
    for one in known:
        title = rule_title(header.game, one.rule)
        rows.append((one.rule, f"{one.known:.2f}", f"{one.errors} of {one.attempts}", one.last[:10], title))
    for line in columns(rows):
        say(line)
    say()
    if not review_is_on(reading.facts, header):
        say("The review list is switched off.")
    elif not review:
        say("Nothing is due for review.")
    else:
        say(f"Due for review ({DUE_METHOD}):")
        for rule in review:
            say(paragraph(f"{rule.rule}: {rule.why}", "  "))
    n_open = len(open_mistakes(reading.facts))
    if n_open:
        say(f"Own mistakes to practise: {n_open}.")


def _shown(
    file: str, reading: LearnerReading, now: str, known: Sequence[Estimate], review: Sequence[Due]
) -> dict[str, Any]:
    header = reading.header
    game = header.game if header is not None else ""
    return {
        "file": file,
        "ok": reading.usable,
        "name": header.name if header is not None else None,
        "game": game or None,
        "at": now,
        "method": METHOD,
        "mastery": MASTERY,
        "rules": [
            msgspec.to_builtins(one) | {"mastered": one.mastered, "title": rule_title(game, one.rule)} for one in known
        ],
        "review": {
            "on": review_is_on(reading.facts, header),
            "method": DUE_METHOD,
            "due": [msgspec.to_builtins(one) | {"since": stamp(one.since)} for one in review],
        },
        "mistakes": [picked(one, "id", "at", "kind", "tried", "rule") for one in open_mistakes(reading.facts)],
        "problems": [problem.as_json() for problem in reading.problems],
    }


def check(args: argparse.Namespace) -> int:
    """Reads files and prints their problems."""
    # All files are read first: a name that cannot be opened is a wrong call, not a finding.
    found = [(file, load_learner(file)) for file in args.files]
    ok = not any(reading.problems for _, reading in found)
    if args.json:
        files = [
            {
                "file": file,
                "ok": not reading.problems,
                "facts": len(reading.facts),
                "problems": [problem.as_json() for problem in reading.problems],
            }
            for file, reading in found
        ]
        say_json({"ok": ok, "files": files})
        return DONE if ok else FOUND_WRONG
    for file, reading in found:
        for problem in reading.problems:
            say(problem.as_text(file))
        say(f"{file}: {_summary(reading)}")
    return DONE if ok else FOUND_WRONG


def _summary(reading: LearnerReading) -> str:
    facts = counted(len(reading.facts), "fact")
    if not reading.problems:
        return f"ok, {facts}"
    problems = counted(len(reading.problems), "problem")
    return f"{problems}; {facts} can be read"


def report(args: argparse.Namespace) -> int:
    """Prints the report of a class. A file that cannot be read is a finding; the others are counted."""
    needs(args, "--force", "--csv")
    found = class_report(load_class(args.dir), resolve(args.game) if args.game is not None else None)
    if args.csv is not None:
        _save(args.csv, as_csv(found).encode(), force=args.force)
    if args.json:
        document: dict[str, Any] = msgspec.to_builtins(found)
        for row, rule in zip(document["rules"], found.rules, strict=True):
            row["error_rate"] = rule.error_rate
        say_json({"mastery": MASTERY, **document})
    else:
        _say_class(found)
    for one in found.unread:
        note(f"{one.file}:{one.line}:{one.column}: not counted: {one.message}")
    for remark in found.remarks:
        note(remark)
    return FOUND_WRONG if found.unread else DONE


def _say_class(found: ClassReport) -> None:
    learners = counted(len(found.learners), "learner")
    rules = counted(len(found.rules), "rule")
    say(", ".join(filter(None, (learners, f"{rules} practised", found.game))))
    if not found.rules:
        return
    say()
    rows: list[tuple[str, ...]] = [("rule", "learners", "missed by", "wrong answers", "below mastery", "")]
    for rule in found.rules:
        wrong = f"{rule.errors} of {rule.attempts}"
        rows.append((rule.rule, str(rule.learners), str(rule.missed_by), wrong, str(len(rule.below)), rule.title))
    for line in columns(rows):
        say(line)
    say()
    if not found.again:
        say("Nothing needs to be taught again.")
        return
    say("To teach again (lower end of the 95 % interval of the share of learners):")
    titles = {rule.rule: rule.title for rule in found.rules}
    for one in found.again[:SHOWN_AGAIN]:
        tied = f" Tied with {', '.join(one.tied_with)}." if one.tied_with else ""
        title = f" {titles[one.rule]}:" if titles[one.rule] else ":"
        say(paragraph(f"{one.place}. {one.rule}{title} {one.why}.{tied}", "  "))
    if len(found.again) > SHOWN_AGAIN:
        say(f"  and {len(found.again) - SHOWN_AGAIN} more")


def aid(args: argparse.Namespace) -> int:
    """Writes the player aid."""
    reading = load_learner(args.file)
    if reading.header is None or not reading.usable:
        return _unusable([(args.file, reading)], as_json=args.json)
    made = make_aid(reading.header, reading.facts)
    _save(args.out, as_html(made).encode(), force=args.force)
    if args.json:
        say_json({"ok": True, "file": str(args.out), **msgspec.to_builtins(made)})
    rules = counted(len(made.entries), "rule")
    note(f"{args.out}: {made.empty or rules}")
    if made.left_out:
        note(f"left out for want of room: {', '.join(made.left_out)}")
    return DONE


def merge(args: argparse.Namespace) -> int:
    """Joins files of one learner into one."""
    found = [(file, load_learner(file)) for file in args.files]
    if not all(reading.usable for _, reading in found):
        return _unusable(found, as_json=args.json)
    header, facts = merged([reading for _, reading in found])
    data = write_learner(header, facts)
    UPLOADED.check(len(data))
    _save(args.out, data, force=args.force)
    if args.json:
        say_json({"ok": True, "file": str(args.out), "name": header.name, "game": header.game, "facts": len(facts)})
    note(f"{args.out}: {len(facts)} facts of {header.name or 'no name'}")
    for file, reading in found:
        if reading.header is not None and reading.header.name != header.name:
            note(f"{file}: its name, {reading.header.name!r}, is not kept")
        if reading.torn:
            note(f"{file}: the last line is torn; everything before it is kept")
    return DONE


def _unusable(found: Sequence[tuple[str, LearnerReading]], *, as_json: bool) -> int:
    if as_json:
        files = [
            {"file": file, "ok": reading.usable, "problems": [problem.as_json() for problem in reading.problems]}
            for file, reading in found
        ]
        say_json({"ok": False, "files": files})
        return FOUND_WRONG
    for file, reading in found:
        for problem in reading.problems:
            say(problem.as_text(file))
    return FOUND_WRONG


def _save(target: Path, data: bytes, *, force: bool) -> None:
    check_free(target, force=force)
    with storing(target):
        os.close(new_file(target, data, over=force))

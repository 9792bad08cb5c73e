"""`lesson`: lessons and scenarios: which there are, their faults, one of them in the terminal, and what they teach."""

import argparse
from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import to_builtins
from msgspec.structs import replace

from rising_tutor.cli.arguments import (
    DEFAULT_GAME,
    DONE,
    FOUND_WRONG,
    CalledWrong,
    add_json,
    excludes,
    needs,
    path,
    seed,
    whole,
)
from rising_tutor.cli.lesson.run import Sitting
from rising_tutor.cli.terminal import columns, note, picked, progress, say, say_json
from rising_tutor.cli.writing import add_force, check_free, out_path
from rising_tutor.core.game import AnyGame
from rising_tutor.core.reading import read_limited
from rising_tutor.core.registry import load_game
from rising_tutor.core.scenes import scene_game
from rising_tutor.lessons.check import Answered, answered, check_files, share_of
from rising_tutor.lessons.coverage import as_html, as_markdown, coverage_of
from rising_tutor.lessons.learner import load_learner
from rising_tutor.lessons.learner.facts import Fact
from rising_tutor.lessons.learner.knowledge import estimates
from rising_tutor.lessons.learner.sisters import KnownElsewhere, known_elsewhere, need_not_take
from rising_tutor.lessons.lesson import Lesson
from rising_tutor.lessons.lesson_file import FOLDERS, Course, lesson_files, load_course
from rising_tutor.lessons.run import LessonRun
from rising_tutor.replay.files import save_bytes


def add_parser(subparsers: Any) -> None:
    """Adds the command."""
    parser = subparsers.add_parser("lesson", help="lessons and scenarios: list, check, play")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)

    listed = commands.add_parser("list", help="the lessons and scenarios of a game, in their order")
    listed.add_argument("game", metavar="GAME", nargs="?", default=DEFAULT_GAME, help="a game (default: %(default)s)")
    listed.add_argument(
        "--learner",
        type=path,
        action="append",
        default=[],
        metavar="FILE",
        help="learner files: which lessons are known from a sister title",
    )
    add_json(listed)
    listed.set_defaults(run=list_lessons)

    checked = commands.add_parser("check", help="find every fault of lesson files in one pass")
    checked.add_argument("files", type=path, nargs="*", metavar="FILE", help="without any, the whole course")
    _add_game(checked)
    checked.add_argument("--notes", action="store_true", help="also say what is no fault, such as ties")
    add_json(checked)
    checked.set_defaults(run=check)

    played = commands.add_parser("run", help="play a lesson in the terminal")
    played.add_argument("id", metavar="ID", help="a lesson or scenario, as `lesson list` names it")
    played.add_argument("--step", type=whole, default=1, metavar="N", help="begin with this step (default: the first)")
    played.add_argument("--seed", type=seed, metavar="S", help="other chance than the lesson says, where it leaves any")
    _add_game(played)
    played.set_defaults(run=play)

    covered = commands.add_parser("coverage", help="which rule is taught where, as a page")
    covered.add_argument(
        "--out", type=out_path(".html", ".md"), metavar="FILE", help="write it as .html or .md; else print a table"
    )
    add_force(covered)
    _add_game(covered)
    covered.set_defaults(run=coverage)

    told = commands.add_parser("answers", help="how tries are answered: by the author, from values, or generically")
    told.add_argument("id", metavar="ID", nargs="?", help="a lesson or scenario; without one, the whole course")
    told.add_argument("--generic", action="store_true", help="list the tries that are answered generically")
    _add_game(told)
    add_json(told)
    told.set_defaults(run=answers)


def _add_game(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--game", metavar="GAME", default=DEFAULT_GAME, help="of which game (default: %(default)s)")


def list_lessons(args: argparse.Namespace) -> int:
    """Prints what there is to learn."""
    game = load_game(args.game)
    course = _course(game)
    known = _known(game.info.id, args.learner)
    if args.json:
        say_json({kind: [_as_json(one, known) for one in part] for kind, part in _parts(course)})
        return DONE
    for kind, part in _parts(course):
        if not part:
            continue
        say(f"{kind}:")
        rows = (
            (one.id, f"{one.minutes} min", one.chapter, one.title, _why_known(need_not_take(one, known)))
            for one in part
        )
        for line in columns(rows):
            say(f"  {line}")
    return DONE


def answers(args: argparse.Namespace) -> int:
    """Prints how many tries are answered in which way."""
    game = load_game(args.game)
    course = _course(game)
    lessons = course.everything
    if args.id:
        lessons = (_find(course, args.id),)
    tries: list[Answered] = []
    with progress(len(lessons), "lessons") as advance:
        for lesson in lessons:
            tries += answered(game, lesson)
            advance(1)
    kinds = {"legal actions": ("legal",), "offers": ("offer",), "both": ("legal", "offer"), "refusals": ("refused",)}
    shares = {name: share_of(tries, *kind) for name, kind in kinds.items()}
    if args.json:
        names = ("author", "made", "generic", "total")
        rows = {name: picked(share, *names) for name, share in shares.items()}
        say_json({**rows, "tries": [to_builtins(one) for one in tries if one.how == "generic" or not args.generic]})
        return DONE
    heads = ("", "tries", "author", "made", "generic", "share")
    table = [
        (name, str(one.total), str(one.author), str(one.made), str(one.generic), f"{one.generic_share:.1%}")
        for name, one in shares.items()
    ]
    for line in columns((heads, *table)):
        say(line)
    for one in tries:
        if args.generic and one.how == "generic":
            say(f"  {one.lesson}, step {one.step}: {one.text}")
    return DONE


def _known(game: str, files: Sequence[str]) -> Mapping[str, KnownElsewhere]:
    facts: dict[str, list[Fact]] = {}
    for file in files:
        reading = load_learner(file)
        for problem in reading.problems:
            note(problem.as_text(file))
        if reading.header is not None:
            facts.setdefault(reading.header.game, []).extend(reading.facts)
    known = {title: estimates(of_title) for title, of_title in facts.items()}
    return known_elsewhere(game, known.get(game, ()), known)


def _why_known(why: Sequence[KnownElsewhere]) -> str:
    rules = dict.fromkeys(rule for one in why for rule in one.there)
    return f"known from {', '.join(dict.fromkeys(one.game for one in why))}: {', '.join(rules)}" if why else ""


def _parts(course: Course) -> tuple[tuple[str, tuple[Lesson, ...]], ...]:
    return tuple((folder, course.pool(kind)) for kind, folder in FOLDERS.items())


def _as_json(lesson: Lesson, known: Mapping[str, KnownElsewhere]) -> dict[str, Any]:
    return {
        **picked(lesson, "id", "order", "chapter", "title", "can", "minutes"),
        "steps": len(lesson.step),
        **picked(lesson, "teaches", "assumes"),
        "known_from": [to_builtins(one) for one in need_not_take(lesson, known)],
    }


def check(args: argparse.Namespace) -> int:
    """Prints the faults of files, or of the course."""
    excludes(args, "--notes", "--json")
    whole_course = not args.files
    if not whole_course:
        excludes(args, "--game", "files")
    files = [(file, _read(file)) for file in args.files]
    if whole_course:
        game = load_game(args.game)
        files = [(f"{file.parent.name}/{file.name}", file.read_bytes()) for file in lesson_files(game.info.id)]
    with progress(len(files), "files") as advance:
        faults = check_files(files, course=not whole_course, progress=lambda n, _name: advance() if n else None)
    bad = {fault.file for fault in faults if fault.severity == "error"}
    if args.json:
        rows = [{"file": file, "ok": file not in bad} for file, _ in files]
        say_json({"ok": not bad, "files": rows, "faults": [fault.as_json() for fault in faults]})
    else:
        for fault in faults:
            if args.notes or fault.severity != "note":
                say(fault.as_text())
        n_warnings = sum(fault.severity == "warning" for fault in faults)
        say(f"{len(files)} files, {len(bad)} with errors, {n_warnings} warnings")
    return FOUND_WRONG if bad else DONE


def _read(file: str) -> bytes:
    return read_limited(file, where=file)


def play(args: argparse.Namespace) -> int:
    """Plays a lesson. Raises `CalledWrong` for an id or a step that there is not."""
    game = load_game(args.game)
    course = _course(game)
    lesson = _find(course, args.id)
    if args.step > len(lesson.step):
        raise CalledWrong(
            f"--step {args.step}: {lesson.id} has {len(lesson.step)} steps; expected 1 to {len(lesson.step)}"
        )
    if args.seed is not None:
        lesson = replace(lesson, step=tuple(replace(step, seed=args.seed) for step in lesson.step))
    run = LessonRun(game, lesson, args.step - 1)
    if run.at != args.step - 1:
        note(f"step {args.step} goes on from step {run.at + 1}, which comes first")
    Sitting(run).play()
    return DONE


def coverage(args: argparse.Namespace) -> int:
    """Prints or writes which rule is taught where."""
    needs(args, "--force", "--out")
    if args.out is not None:
        check_free(args.out, force=args.force)
    game = load_game(args.game)
    _course(game)
    found = coverage_of(game.info.id)
    if args.out is not None:
        text = as_markdown(found) if args.out.suffix == ".md" else as_html(found)
        save_bytes(args.out, text.encode())
        note(f"{len(found.rows)} rules in {args.out}")
    else:
        rows = ((row.rule, row.title, ", ".join(one.item for one in (*row.taught, *row.cited))) for row in found.rows)
        for line in columns((rule, title, where or "-") for rule, title, where in rows):
            say(line)
    for rule in found.missing:
        note(f"{rule} is in no lesson, and in no list of rules that are not taught")
    return FOUND_WRONG if found.missing else DONE


def _find(course: Course, name: str) -> Lesson:
    """The lesson or scenario of this id. Raises `CalledWrong` for one that there is not."""
    lesson = course.find(name)
    if lesson is None:
        known = ", ".join(one.id for one in course.everything)
        raise CalledWrong(f"there is no lesson {name!r}; known: {known}")
    return lesson


def _course(game: AnyGame) -> Course:
    if scene_game(game) is None:
        raise CalledWrong(f"{game.info.id} has no lessons yet")
    return load_course(game.info.id)

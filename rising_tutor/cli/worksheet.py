"""`worksheet`: questions of the teaching units with exact answers, to print or as a table."""

import argparse
import secrets
from typing import Any

from rising_tutor.cli.arguments import (
    DEFAULT_GAME,
    CalledWrong,
    add_content,
    add_json,
    excludes,
    needs,
    seed,
    whole,
)
from rising_tutor.cli.terminal import columns, note, paragraph, picked, say, say_json
from rising_tutor.cli.writing import add_force, check_free, out_path
from rising_tutor.core.registry import load_game
from rising_tutor.errors import BadProblem
from rising_tutor.lab.unit import Unit
from rising_tutor.lab.unit_file import kit_for, no_units, unit_named, units
from rising_tutor.lab.worksheet import Question, Worksheet, as_csv, make_worksheet
from rising_tutor.lab.worksheet_page import as_html
from rising_tutor.replay.files import save_bytes

QUESTIONS = 10
EPILOG = """\
The same unit, number of questions and seed give the same worksheet, byte for byte. FILE.html is one page to print, the
answers on a sheet of their own; FILE.csv is a table with the exact fractions. Without --out the questions and answers
are printed. Exit codes: 0 made; 1 the units do not have so many questions, or the file cannot be written; 2 the command
was called wrongly.
"""


def add_parser(subparsers: Any) -> None:
    """Adds the command."""
    shortly = "questions about odds with exact answers, for a class"
    parser = subparsers.add_parser(
        "worksheet", help=shortly, epilog=EPILOG, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("unit", metavar="UNIT", nargs="?", help="a teaching unit; all of them without it")
    parser.add_argument("--list", action="store_true", help="list the units")
    parser.add_argument("--game", default=DEFAULT_GAME, metavar="GAME", help="whose units (default: %(default)s)")
    add_content(parser)
    parser.add_argument(
        "--questions", type=whole, default=QUESTIONS, metavar="N", help="how many (default: %(default)s)"
    )
    parser.add_argument(
        "--seed", type=seed, metavar="S", help="makes it again; a number or a word (default: a new one)"
    )
    parser.add_argument("--out", type=out_path(".html", ".csv"), metavar="FILE", help="write it as .html or .csv")
    add_force(parser)
    add_json(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Makes and prints or writes it. Raises `CalledWrong` for a game without dice or a unit that there is not."""
    for option in ("unit", "--questions", "--seed", "--out", "--force"):
        excludes(args, option, "--list")
    needs(args, "--force", "--out")
    if args.out is not None:
        check_free(args.out, force=args.force)
    game = load_game(args.game, content=args.content)
    kit = kit_for(game)
    if not units(kit):
        raise CalledWrong(f"worksheet: {no_units(game)}")
    if args.list:
        _list(units(kit), as_json=args.json)
        return 0
    try:
        chosen = units(kit) if args.unit is None else (unit_named(args.unit, kit),)
    except BadProblem as error:
        raise CalledWrong(str(error)) from None
    # Drawn here and printed with the questions, so that any worksheet can be made again.
    drawn = args.seed if args.seed is not None else str(secrets.randbelow(10**6))
    sheet = make_worksheet(chosen, kit, n=args.questions, seed=drawn)
    if args.out is not None:
        about = f"The dice are those that this project uses for {game.info.title}." if kit.dice else ""
        text = as_csv(sheet) if args.out.suffix == ".csv" else as_html(sheet, about)
        save_bytes(args.out, text.encode())
        note(f"{len(sheet.questions)} questions in {args.out}, seed {sheet.seed}")
    if args.json:
        questions = [_row(number, question) for number, question in enumerate(sheet.questions, 1)]
        say_json(picked(sheet, "title", "seed") | {"questions": questions})
    elif args.out is None:
        _print(sheet)
    return 0


def _list(known: tuple[Unit, ...], *, as_json: bool) -> None:
    if as_json:
        rows = [
            picked(unit, "id", "title", "purpose", "minutes", "rules") | {"steps": len(unit.step)} for unit in known
        ]
        say_json({"units": rows})
        return
    for line in columns((unit.id, f"{unit.minutes} min", unit.title) for unit in known):
        say(line)


def _print(sheet: Worksheet) -> None:
    say(f"{sheet.title}: {len(sheet.questions)} questions, seed {sheet.seed}")
    for number, question in enumerate(sheet.questions, 1):
        say()
        say(paragraph(f"{number}. {question.prompt}"))
        for way in question.choices:
            say(f"   - {way}")
    say()
    say("Answers")
    for number, question in enumerate(sheet.questions, 1):
        say(paragraph(f"{number}. {question.answer} ({question.method})"))


def _row(number: int, question: Question) -> dict[str, Any]:
    amount = question.amount
    return {
        "number": number,
        "unit": question.unit,
        "question": question.prompt,
        **picked(question, "choices", "answer", "worked_out", "method"),
        "value": {"num": str(amount.numerator), "den": str(amount.denominator), "decimal": float(amount)},
    }

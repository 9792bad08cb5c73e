"""`odds`: the exact chance to cover a need, the best value of several, and every choice of a roll, ranked."""

import argparse
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from time import monotonic
from typing import Any

from rising_tutor.cli.arguments import CalledWrong, add_json, path, whole
from rising_tutor.cli.odds_question import DEFAULT_GAME, Asked, asked_of, assumptions
from rising_tutor.cli.odds_text import assumption_lines, digits, option_lines, question_lines, value_line
from rising_tutor.cli.terminal import Advance, progress, say, say_json
from rising_tutor.probability.answer import Amount, Option, Solved
from rising_tutor.probability.options import ranked
from rising_tutor.probability.reading import BLANK, write_help, write_need, write_pool, write_roll, write_value
from rising_tutor.probability.solver import solve

TOP = 12
"""Lines of choices on a terminal."""
PATIENCE_S = 0.5
"""Seconds before a progress bar is worth showing."""
EPILOG = """\
A pool is "2 green, 1 blue"; a colour may be shortened ("2g 1b"). A need is "W W E", "WWE", "2W E" or "Water Water
Earth"; "*" is any die, "A F F x3" three sets, and the name of a card stands for its cost. A roll is "green:EE blue:W",
"-" is a face without a symbol. --value takes one number for each need, one for each outcome (the last need counts
fastest), or "sum" (each complete set counts 1), "all", "at-least-2". --use takes "reroll", "reroll 2", "reroll all",
"change", "change E", "die", "die red/green", "symbol W", or the name of a card that does one of these.

--dice takes a TOML file with a table [[die]] for each colour: colour, faces (["E", "EE", ""]) and n, if the box holds a
limited number of them.

Every amount of the JSON document is {num, den, decimal}, num and den being texts of digits, null where only the
decimal could be had ("exact to 1e-12"). Exit codes: 0 answered; 1 the question or a file was read and found wrong, or
is too large; 2 the command was called wrongly.
"""


def add_parser(subparsers: Any) -> None:
    """Adds the command."""
    parser = subparsers.add_parser(
        "odds",
        help="the exact odds of rolling and assigning dice",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--game", default=DEFAULT_GAME, metavar="GAME", help="whose dice (default: %(default)s)")
    parser.add_argument("--content", type=path, metavar="DIR", help="a folder with your own card files")
    parser.add_argument(
        "--dice", type=path, metavar="FILE", help="dice of your own; then the box of the game is no limit"
    )
    parser.add_argument("--pool", required=True, metavar="DICE", help="the dice that are rolled")
    # Both go to one list, so that the needs stand in the order in which they were given.
    need = {"dest": "needs", "action": "append", "default": []}
    parser.add_argument("--need", type=_either, metavar="NEED", help="symbols, or a card; may be repeated", **need)
    parser.add_argument("--needs-of", type=_card, metavar="CARD", help="the cost of a card; may be repeated", **need)
    parser.add_argument("--value", nargs="+", action="extend", metavar="V", help="what counts (default: sum)")
    parser.add_argument("--use", action="append", default=[], metavar="HELP", help="what may be used once in the turn")
    parser.add_argument("--roll", metavar="FACES", help="rank every choice after this roll")
    parser.add_argument("--top", type=whole, default=TOP, metavar="N", help="choices shown (default: %(default)s)")
    add_json(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Prints the answer. Raises `CalledWrong` where there is no need."""
    if not args.needs:
        raise CalledWrong("odds: expected at least one --need or --needs-of")
    asked = asked_of(args)
    with _progress("pairs") as advance:
        solved = solve(asked.problem, progress=advance)
    options = ranked(solved, asked.shown) if asked.shown else ()
    if args.json:
        say_json(as_json(asked, solved, options))
        return 0
    for line in as_lines(asked, solved, options, args.top):
        say(line)
    return 0


def as_lines(asked: Asked, solved: Solved, options: tuple[Option, ...], most: int) -> Iterator[str]:
    """The answer for people."""
    yield from question_lines(asked)
    yield ""
    yield value_line(asked, solved.value)
    if options:
        yield ""
        yield from option_lines(asked, options, most)
    yield ""
    yield from assumption_lines(asked)


def as_json(asked: Asked, solved: Solved, options: tuple[Option, ...]) -> dict[str, Any]:
    """The document of `--json`."""
    problem = asked.problem
    return {
        "method": solved.method,
        "value": amount_json(solved.value),
        "options": [option_json(asked, option) for option in options],
        "question": {
            "game": asked.game,
            "pool": write_pool(problem.pool, problem.dice),
            "needs": [write_need(need) for need in problem.needs],
            "cards": [card and card.id for card in asked.cards],
            "value": write_value(problem.payoffs, problem.needs),
            "use": [write_help(help_) for help_ in problem.helps],
            "roll": write_roll(asked.shown) or None,
            "is_chance": asked.is_chance,
        },
        "assumes": [{"text": said, "rules": list(rules)} for said, rules in assumptions(asked)],
    }


def amount_json(amount: Amount) -> dict[str, Any]:
    """An amount: texts of digits, null where only the decimal is known.

    >>> from fractions import Fraction
    >>> amount_json(Amount.exact(Fraction(7, 36)))
    {'num': '7', 'den': '36', 'decimal': 0.19444444444444445}
    """
    fraction = amount.fraction
    return {
        "num": None if fraction is None else digits(fraction.numerator),
        "den": None if fraction is None else digits(fraction.denominator),
        "decimal": amount.decimal,
    }


def option_json(asked: Asked, option: Option) -> dict[str, Any]:
    """A choice after a roll. Exactly one of `assign`, `discard` and `use` says what is done."""
    use = None
    if option.help >= 0:
        help_ = asked.problem.helps[option.help]
        dice = [f"{colour}:{face or BLANK}" for colour, face in option.dice]
        use = {"help": write_help(help_), "name": help_.name or None, "dice": dice, "to": option.to or None}
    return {
        "assign": [
            {"die": f"{colour}:{face or BLANK}", "need": at + 1, "to": asked.target(at)}
            for colour, face, at in option.assign
        ],
        "discard": option.discard or None,
        "use": use,
        "value": amount_json(option.value),
        "loss": amount_json(option.loss),
    }


@contextmanager
def _progress(unit: str) -> Iterator[Callable[[int, int], None]]:
    """Takes (done, total) as often as it likes; a bar is shown when the work has gone on for a moment."""
    began = monotonic()
    shown: list[tuple[Advance, int]] = []
    with ExitStack() as stack:

        def advance(done: int, total: int) -> None:
            if not shown:
                if monotonic() - began < PATIENCE_S or done >= total:
                    return
                shown.append((stack.enter_context(progress(total, unit)), 0))
            move, before = shown[0]
            move(done - before)
            shown[0] = (move, done)

        yield advance


def _either(text: str) -> tuple[str, bool]:
    return text, False


def _card(text: str) -> tuple[str, bool]:
    return text, True

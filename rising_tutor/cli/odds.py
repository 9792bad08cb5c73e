"""`odds`: the exact chance to cover a need, the best value of several, and every choice of a roll, ranked."""

import argparse
from collections.abc import Iterator
from contextlib import ExitStack
from functools import partial
from time import monotonic
from typing import Any, NamedTuple, Self

from rising_tutor.cli.arguments import CalledWrong, add_json, path, place, whole
from rising_tutor.cli.odds_more import (
    Moved,
    Shares,
    distribution_lines,
    distributions,
    estimate_lines,
    moved,
    moved_lines,
)
from rising_tutor.cli.odds_question import DEFAULT_GAME, Asked, asked_of, assumptions
from rising_tutor.cli.odds_text import assumption_lines, digits, option_lines, question_lines, value_line
from rising_tutor.cli.terminal import Advance, note, progress, say, say_json
from rising_tutor.errors import TooLarge
from rising_tutor.probability.answer import Amount, Option, Solved
from rising_tutor.probability.changes import Change
from rising_tutor.probability.estimate import Estimate, bounds
from rising_tutor.probability.options import ranked
from rising_tutor.probability.problem import Problem
from rising_tutor.probability.reading import BLANK, write_help, write_need, write_pool, write_roll, write_value
from rising_tutor.probability.solver import solve

TOP = 12
"""Lines of choices on a terminal."""
SAMPLES, MOST_SAMPLES = 2_000, 1_000_000
"""Turns that are simulated for an estimate."""
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
decimal could be had ("exact to 1e-12"). Where a question is too large to be solved, --estimate gives bounds: method
"estimate", and {low, high} in the value: the lower end of the 95 % interval of a simple policy in simulated turns, and
a proven upper bound; the options are empty then.

Exit codes: 0 answered; 1 the question or a file was read and found wrong, or is too large; 2 the command was called
wrongly.
"""


class Answer(NamedTuple):
    """All that was worked out; what nobody asked for is empty or None."""

    asked: Asked
    solved: Solved
    options: tuple[Option, ...] = ()
    distributions: tuple[Shares, ...] = ()
    moved: Moved | None = None


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
    parser.add_argument("--distribution", action="store_true", help="also what gets completed, by way to play")
    parser.add_argument(
        "--add-die", action="store_true", help="also what one die more of each colour, and each help, is worth"
    )
    parser.add_argument("--estimate", action="store_true", help="bounds, if it is too large to be solved")
    parser.add_argument("--samples", type=_samples, default=SAMPLES, metavar="N", help="turns that --estimate plays")
    parser.add_argument("--seed", type=place, default=0, metavar="S", help="whole number; makes --estimate repeatable")
    parser.add_argument("--top", type=whole, default=TOP, metavar="N", help="choices shown (default: %(default)s)")
    add_json(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Prints the answer. Raises `CalledWrong` where there is no need."""
    if not args.needs:
        raise CalledWrong("odds: expected at least one --need or --needs-of")
    asked = asked_of(args)
    try:
        solved = _solve(asked.problem)
    except TooLarge as error:
        if not args.estimate:
            raise TooLarge(error.what, error.value, f"{error.expected}; --estimate gives bounds") from None
        return _estimate(asked, args)
    answer = Answer(
        asked,
        solved,
        ranked(solved, asked.shown) if asked.shown else (),
        distributions(asked, solved, partial(_solve, fractions=True)) if args.distribution else (),
        moved(solved, _solve) if args.add_die else None,
    )
    if args.json:
        say_json(as_json(answer))
        return 0
    for line in as_lines(answer, args.top):
        say(line)
    return 0


def _estimate(asked: Asked, args: argparse.Namespace) -> int:
    found = bounds(asked.problem, solve=_solve, samples=args.samples, seed=args.seed)
    if asked.shown or args.distribution or args.add_die:
        note("rising-tutor: the question is too large for more than bounds")
    if args.json:
        say_json(estimate_json(asked, found))
        return 0
    for line in (*question_lines(asked), "", *estimate_lines(asked, found), "", *assumption_lines(asked)):
        say(line)
    return 0


def as_lines(answer: Answer, most: int) -> Iterator[str]:
    """The answer for people."""
    asked = answer.asked
    yield from question_lines(asked)
    yield ""
    yield value_line(asked, answer.solved.value)
    if answer.options:
        yield ""
        yield from option_lines(asked, answer.options, most)
    if answer.distributions:
        yield ""
        yield from distribution_lines(asked, answer.distributions)
    if answer.moved is not None:
        yield ""
        yield from moved_lines(asked, answer.moved)
    yield ""
    yield from assumption_lines(asked)


def as_json(answer: Answer) -> dict[str, Any]:
    """The document of `--json`: what the contract promises, then what was asked for beside it."""
    asked = answer.asked
    document = {
        "method": answer.solved.method,
        "value": amount_json(answer.solved.value),
        "options": [option_json(asked, option) for option in answer.options],
        **_question_json(asked),
    }
    if answer.distributions:
        document["distribution"] = [shares_json(asked, shares) for shares in answer.distributions]
    if answer.moved is not None:
        document["changes"] = [change_json(asked, change) for change in answer.moved.changes]
        document["changes_why"] = answer.moved.why or None
    return document


def estimate_json(asked: Asked, found: Estimate) -> dict[str, Any]:
    """The document where only bounds could be had: method "estimate", `low` and `high` in the place of a number."""
    low, high = found.low_interval
    return {
        "method": "estimate",
        "value": {"num": None, "den": None, "decimal": None, "low": low, "high": found.high.decimal},
        "options": [],
        "estimate": {
            "policy": found.policy,
            "samples": found.samples,
            "seed": found.seed,
            "mean": found.low,
            "interval": [low, high],
            "high": amount_json(found.high),
            "proof": found.proof,
            "text": found.method,
        },
        **_question_json(asked),
    }


def change_json(asked: Asked, change: Change) -> dict[str, Any]:
    """A changed question: `die` is the colour that was added, `without` the help that was taken away."""
    return {
        "what": change.what,
        "die": change.die or None,
        "without": write_help(asked.problem.helps[change.less]) if change.less >= 0 else None,
        "value": amount_json(change.value),
        "gain": amount_json(change.gain),
    }


def amount_json(amount: Amount | None) -> dict[str, Any] | None:
    """An amount: texts of digits, null where only the decimal is known.

    >>> from fractions import Fraction
    >>> amount_json(Amount.exact(Fraction(7, 36)))
    {'num': '7', 'den': '36', 'decimal': 0.19444444444444445}
    """
    if amount is None:
        return None
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


def shares_json(asked: Asked, shares: Shares) -> dict[str, Any]:
    """What gets completed under one way to play; `outcomes` is null where `why` says that it is too large."""
    outcomes = [
        {"sets": list(sets), "chance": amount_json(share)}
        for sets, share in zip(asked.problem.outcomes, shares.shares, strict=False)
    ]
    return {
        "policy": shares.policy,
        "sentence": shares.sentence,
        "value": amount_json(shares.value),
        "outcomes": outcomes or None,
        "why": shares.why or None,
    }


def _question_json(asked: Asked) -> dict[str, Any]:
    problem = asked.problem
    return {
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


def _solve(problem: Problem, *, fractions: bool | None = None) -> Solved:
    with _Bar() as bar:
        return solve(problem, fractions=fractions, progress=bar)


class _Bar:
    """Takes (done, total) as often as it likes; a bar is shown when the work has gone on for a moment."""

    def __init__(self) -> None:
        self.began = monotonic()
        self.total = self.done = 0
        self.move: Advance | None = None
        self.stack = ExitStack()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.stack.close()

    def __call__(self, done: int, total: int) -> None:
        """Shows how far the work is; what is planned first counts on its own."""
        if monotonic() - self.began < PATIENCE_S:
            return
        if self.move is None or total != self.total:
            self.stack.close()
            self.total, self.done = total, 0
            self.move = self.stack.enter_context(progress(total, "pairs"))
        self.move(done - self.done)
        self.done = done


def _either(text: str) -> tuple[str, bool]:
    return text, False


def _samples(text: str) -> int:
    number = whole(text)
    if number > MOST_SAMPLES:
        raise argparse.ArgumentTypeError(f"{number} is more than {MOST_SAMPLES}")
    return number


def _card(text: str) -> tuple[str, bool]:
    return text, True

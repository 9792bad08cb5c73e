"""`odds`: of dice the chance to cover needs and every choice of a roll; of a deck the chance of its draws."""

import argparse
from dataclasses import replace
from functools import partial
from typing import Any

from rising_tutor.cli.arguments import (
    CalledWrong,
    add_content,
    add_json,
    excludes,
    needs,
    path,
    place,
    whole,
)
from rising_tutor.cli.odds.document import as_json
from rising_tutor.cli.odds.draws import ask_of_deck
from rising_tutor.cli.odds.text import as_lines
from rising_tutor.cli.terminal import counting, note, say, say_json
from rising_tutor.core.registry import load_game
from rising_tutor.errors import TooLarge
from rising_tutor.probability.dice_turn.answer import Solved
from rising_tutor.probability.dice_turn.changes import changes
from rising_tutor.probability.dice_turn.dice_file import read_dice
from rising_tutor.probability.dice_turn.dice_game import dice_game, no_odds
from rising_tutor.probability.dice_turn.estimate import bounds
from rising_tutor.probability.dice_turn.kit import Kit, kit_of
from rising_tutor.probability.dice_turn.options import ranked
from rising_tutor.probability.dice_turn.problem import Problem
from rising_tutor.probability.dice_turn.solver import solve
from rising_tutor.replay.source import load_bytes
from rising_tutor.tutor.odds.answer import Answer, ways_to_play
from rising_tutor.tutor.odds.question import SUM, Asked, problem_of
from rising_tutor.tutor.odds.question_typed import typed, with_dice

DEFAULT_GAME = "fire-nation-rising"
HAND = 6
"""Cards of an opening hand."""
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

With --deck the question is about draws: --want says what by which card, --see what is known.

    odds --deck aang --want "1 strike with intercept 6+ in 3 strikes"
    odds --deck "8 level up, 42 other" --want "1 level up in 6" --mulligan 3
    odds --deck mine.toml --see "top: pummel; gone: 2 skewer" --want "1 pummel or skewer in 3 and no ally in 4"

A deck is the id of one (rising-tutor deck list), a deck file, a list with its leader, or counts of anything by name.
What is wanted is "at least", "at most", "exactly" or "no" so many cards among the first so many: a card by its name, a
type or a trait, "with" a printed number (6 exactly, 6+ or more, 6- or less). "in 3 strikes" counts strikes only.

Every amount of the JSON document is {num, den, decimal}, num and den being texts of digits, null where only the
decimal could be had ("exact to 1e-12"). Where a question is too large to be solved, --estimate gives bounds: method
"estimate", and {low, high} in the value: the lower end of the 95 % interval of a simple policy in simulated turns, and
a proven upper bound; the options are empty then.

Exit codes: 0 answered; 1 the question or a file was read and found wrong, or is too large; 2 the command was called
wrongly.
"""


def add_parser(subparsers: Any) -> None:
    """Adds the command."""
    parser = subparsers.add_parser(
        "odds",
        help="the exact odds of rolling and assigning dice, or of drawing cards",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "--game", metavar="GAME", help=f"whose dice or cards (default: {DEFAULT_GAME}; with --deck a game with decks)"
    )
    add_content(parser)
    parser.add_argument(
        "--dice", type=path, metavar="FILE", help="dice of your own; then the box of the game is no limit"
    )
    parser.add_argument("--pool", metavar="DICE", help="the dice that are rolled")
    parser.add_argument("--deck", metavar="DECK", help="in place of dice: the deck that is drawn from")
    parser.add_argument(
        "--see", default="", metavar="CARDS", help="cards of the deck that are known: top, bottom, gone"
    )
    parser.add_argument("--want", default="", metavar="CARDS", help='conditions, joined by "and"')
    parser.add_argument(
        "--mulligan", type=whole, metavar="N", help="also what a hand is worth that may be drawn anew so many times"
    )
    # Both go to one list, so that the needs stand in the order in which they were given.
    need = {"dest": "needs", "action": "append", "default": []}
    parser.add_argument(
        "--need", type=lambda text: (text, False), metavar="NEED", help="symbols, or a card; may be repeated", **need
    )
    parser.add_argument(
        "--needs-of", type=lambda text: (text, True), metavar="CARD", help="the cost of a card; may be repeated", **need
    )
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
    parser.add_argument("--hand", type=whole, default=HAND, metavar="N", help="cards of it (default: %(default)s)")
    add_json(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Prints the answer. Raises `CalledWrong` where there is no need, or the game has no dice."""
    _refuse_idle(args)
    if args.deck is not None:
        return ask_of_deck(args)
    if args.pool is None:
        raise CalledWrong("odds: expected --pool with --need, or --deck with --want")
    if not args.needs:
        raise CalledWrong("odds: expected at least one --need or --needs-of")
    kit = _kit(args)
    needs, only_cards = zip(*args.needs, strict=True)
    value = (SUM,) if args.value is None else args.value
    asked = typed(kit, args.pool, needs, value=value, use=args.use, roll=args.roll, only_cards=only_cards)
    answer = _answer(kit, asked, args)
    if args.json:
        say_json(as_json(kit, answer))
        return 0
    for line in as_lines(kit, answer, args.top):
        say(line)
    return 0


OF_DICE = ("--dice", "--value", "--use", "--roll", "--distribution", "--add-die", "--estimate", "--top")
OF_DRAWS = ("--see", "--want", "--mulligan", "--hand")


def _refuse_idle(args: argparse.Namespace) -> None:
    """Raise `CalledWrong` for an option that would change nothing."""
    if args.deck is not None and (args.pool is not None or args.needs):
        raise CalledWrong("odds: expected either --deck with --want, or --pool with --need")
    for option in OF_DICE:
        excludes(args, option, "--deck")
    for option in OF_DRAWS:
        needs(args, option, "--deck")
    needs(args, "--hand", "--mulligan")
    needs(args, "--samples", "--estimate")
    needs(args, "--seed", "--estimate")
    needs(args, "--top", "--roll")
    excludes(args, "--top", "--json")


def _kit(args: argparse.Namespace) -> Kit:
    loaded = load_game(args.game or DEFAULT_GAME, content=args.content)
    game = dice_game(loaded)
    if game is None:
        raise CalledWrong(f"odds: {no_odds(loaded)}")
    if args.dice is None:
        return kit_of(game)
    return with_dice(kit_of(game), read_dice(load_bytes(args.dice), args.dice), args.dice)


def _answer(kit: Kit, asked: Asked, args: argparse.Namespace) -> Answer:
    """What is wanted and no more; bounds, if they may take the place of what is too large."""
    answer = Answer(asked, problem_of(kit, asked))
    try:
        solved = _solve(answer.problem)
    except TooLarge as error:
        if not args.estimate:
            raise TooLarge(error.what, error.value, f"{error.expected}; --estimate gives bounds") from None
        if asked.roll or args.distribution or args.add_die:
            note("rising-tutor: the question is too large for more than bounds")
        found = bounds(answer.problem, solve=_solve, samples=args.samples, seed=args.seed)
        return replace(answer, bounds=found)
    answer = replace(answer, solved=solved, options=ranked(solved, asked.roll) if asked.roll else ())
    if args.distribution:
        answer = replace(answer, ways=tuple(ways_to_play(solved, partial(_solve, fractions=True))))
    if args.add_die:
        answer = _with_changes(answer, solved)
    return answer


def _with_changes(answer: Answer, solved: Solved) -> Answer:
    try:
        found = changes(solved.problem, lambda problem: solved if problem is solved.problem else _solve(problem))
    except TooLarge as error:
        return replace(answer, no_changes=str(error))
    return replace(answer, changes=found, no_changes="" if found else "the box holds no more dice")


def _solve(problem: Problem, *, fractions: bool | None = None) -> Solved:
    with counting("pairs", after_s=PATIENCE_S) as tell:
        return solve(problem, fractions=fractions, progress=tell)


def _samples(text: str) -> int:
    number = whole(text)
    if number > MOST_SAMPLES:
        raise argparse.ArgumentTypeError(f"{number} is too large; expected 1 to {MOST_SAMPLES}")
    return number

"""The answer of `odds` for people: sentences and aligned tables."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import groupby, pairwise
from operator import itemgetter

from rising_tutor.cli.odds.question import Asked, assumptions, say_help
from rising_tutor.cli.terminal import columns, paragraph, plain
from rising_tutor.probability.dice_turn.answer import TIE, Amount, Option
from rising_tutor.probability.dice_turn.options import grouped
from rising_tutor.probability.dice_turn.problem import ANY, ChangeFace, ExtraDie, Reroll
from rising_tutor.probability.dice_turn.reading import BLANK, write_need, write_pool, write_roll, write_value
from rising_tutor.probability.percents import digits, percent_of, size

LONGEST_FRACTION = 24
"""Characters of a fraction in a table; a longer one is in the JSON document."""
LONGEST_SAID = 100


def question_lines(asked: Asked) -> Iterator[str]:
    """The question in words."""
    problem = asked.problem
    of_faces = f"; faces: {', '.join(dict.fromkeys(asked.faces))}" if asked.faces else ""
    rows = [("Dice:", f"{write_pool(problem.pool, problem.dice)} ({asked.dice_from}{of_faces})")]
    for at, need in enumerate(problem.needs, 1):
        said = " ".join("any die" if symbol == ANY else asked.words.get(symbol, symbol) for symbol in need.symbols)
        also = f" ({said})" if said != " ".join(need.symbols) else ""
        title = f"{need.name}: " if need.name else ""
        rows.append(("Need:" if len(problem.needs) == 1 else f"Need {at}:", f"{title}{write_need(need)}{also}"))
    if len(asked.problem.outcomes) > 2:
        rows.append(("Counts:", say_payoff(asked)))
    rows += [("Help:", say_help(help_)) for help_ in problem.helps]
    yield from columns(rows)


def say_payoff(asked: Asked) -> str:
    """What an outcome is worth, in words."""
    problem = asked.problem
    text = write_value(problem.payoffs, problem.needs)
    if text == "sum":
        return "every complete set of a need counts 1"
    if text == "all":
        return "1 if every set of every need is complete, else 0"
    if text.startswith("at-least-"):
        return f"1 if at least {text.removeprefix('at-least-')} sets are complete, else 0"
    numbers = text.split()
    if len(numbers) == len(problem.needs):
        return ", ".join(f"{asked.target(at)} {number}" for at, number in enumerate(numbers))
    return f"{text} (one number for each outcome)"


def value_line(asked: Asked, value: Amount) -> str:
    """The answer in a sentence: fraction, percentage or decimal, and how it was obtained."""
    name = "Chance with best play" if asked.is_chance else "Expected value of best play"
    if asked.shown:
        name += ", before this roll"
    fraction = value.fraction
    if fraction is None:
        decimal = f"{100 * value.decimal:.10f} %" if asked.is_chance else f"{value.decimal:.12f}"
        return f"{name}: {decimal} ({value.method})"
    said = percent_of(value) if asked.is_chance else f"{value.decimal:.6f}"
    text = fraction_text(fraction)
    if len(text) <= LONGEST_SAID:
        return f"{name}: {text} = {said} ({value.method})"
    n_digits = len(digits(fraction.denominator))
    return f"{name}: {said} ({value.method}; --json has the fraction, its denominator is of {n_digits} digits)"


def option_lines(asked: Asked, options: Sequence[Option], most: int) -> Iterator[str]:
    """The choices after a roll, best first, those with the same result in one line."""
    groups = grouped(asked.problem, options)
    yield plain(f"Roll: {write_roll(asked.shown)}. {_count(len(options), 'choice')}, best first:")
    header = ("", "choice", "chance" if asked.is_chance else "value", "", "loss")
    rows = [header]
    places = _places([group.loss for group in groups])
    for place, group in list(zip(places, groups, strict=True))[:most]:
        first = say_option(asked, group.options[0])
        others = len(group.options) - 1
        same = f" (or {_count(others, 'other way')} with the same result)" if others else ""
        rows.append((place, f"{first}{same}", *amount_cells(asked, group.value), _loss(asked, group.loss)))
    yield from columns(rows)
    if len(groups) > most:
        yield f"{len(groups) - most} more with --top {len(groups)}."


def say_option(asked: Asked, option: Option) -> str:
    """What is done, in words."""
    if option.discard:
        return f"{asked.discard} a {option.discard} die"
    if option.assign:
        parts = []
        for at, dice in groupby(sorted(option.assign, key=itemgetter(2)), key=itemgetter(2)):
            said = _dice([(colour, face) for colour, face, _ in dice])
            parts.append(f"{said} to {asked.target(at)}")
        return "assign " + "; ".join(parts)
    help_ = asked.problem.helps[option.help]
    name = f" ({help_.name})" if help_.name else ""
    match help_:
        case Reroll(whole=True):
            return f"roll every die again{name}"
        case Reroll():
            return f"roll {_dice(option.dice)} again{name}"
        case ChangeFace():
            return f"turn {_dice(option.dice)} to {option.to or 'a blank face'}{name}"
        case ExtraDie():
            return f"add a {option.dice[0][0]} die{name}"
    return say_help(help_)


def assumption_lines(asked: Asked) -> Iterator[str]:
    """What was taken for granted, with the rules behind it."""
    yield "This takes for granted:"
    for said, rules in assumptions(asked):
        yield paragraph(plain(f"{said} ({', '.join(rules)})" if rules else said), "  ")


def fraction_text(fraction: Fraction) -> str:
    """A fraction as text, of any length."""
    whole = digits(fraction.numerator)
    return whole if fraction.denominator == 1 else f"{whole}/{digits(fraction.denominator)}"


def _dice(shown: Sequence[tuple[str, str]]) -> str:
    said = [f"{colour} {face or BLANK}" for colour, face in shown]
    return said[0] if len(said) == 1 else f"{', '.join(said[:-1])} and {said[-1]}"


def amount_cells(asked: Asked, value: Amount) -> tuple[str, str]:
    """An amount in two columns: a fraction if it is short, and a percentage or decimal."""
    fraction = "" if value.fraction is None else fraction_text(value.fraction)
    return (
        fraction if len(fraction) <= LONGEST_FRACTION else "",
        percent_of(value) if asked.is_chance else f"{value.decimal:.4f}",
    )


def _loss(asked: Asked, loss: Amount) -> str:
    if _none(loss):
        return "best"
    return say_change(asked, loss)


def say_change(asked: Asked, change: Amount) -> str:
    """How far two values are apart, in points of percentage or as a decimal."""
    if _none(change):
        return "none"
    said = size(change.decimal, points=asked.is_chance)
    sign = "-" if change.decimal < 0 and not said.startswith("<") else ""
    return f"{sign}{said} points" if asked.is_chance else f"{sign}{said}"


def _places(losses: Sequence[Amount]) -> list[str]:
    """Places of a ranking by loss, from 1; equal ones share a place, marked with "="."""
    same = [_none(loss.minus(before)) for before, loss in pairwise(losses)]
    places: list[str] = []
    first = 1
    for at in range(len(losses)):
        if not (at and same[at - 1]):
            first = at + 1
        shared = (at and same[at - 1]) or (at < len(same) and same[at])
        places.append(f"{first}=" if shared else f"{first}")
    return places


def _none(difference: Amount) -> bool:
    # A fraction may be so small that its decimal is 0.
    return difference.fraction == 0 if difference.fraction is not None else abs(difference.decimal) < TIE


def _count(n: int, what: str) -> str:
    return f"{n} {what}" if n == 1 else f"{n:,} {what}s"

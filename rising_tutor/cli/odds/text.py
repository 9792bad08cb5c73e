"""The answer of `odds` for people: sentences and aligned tables."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import pairwise

from rising_tutor.cli.odds.document import cards_of
from rising_tutor.cli.terminal import columns, paragraph, plain
from rising_tutor.core.english import capital, counted
from rising_tutor.probability.dice_turn.answer import TIE, Amount
from rising_tutor.probability.dice_turn.kit import Kit
from rising_tutor.probability.dice_turn.options import grouped
from rising_tutor.probability.dice_turn.problem import Problem
from rising_tutor.probability.dice_turn.reading import write_need, write_pool, write_roll
from rising_tutor.probability.dice_turn.wording import (
    assumptions,
    help_in_words,
    option_in_words,
    outcome_in_words,
    value_in_words,
)
from rising_tutor.probability.percents import amount, cost, digits, gain
from rising_tutor.tutor.odds.answer import Answer, way_in_words

LONGEST_FRACTION = 24
"""Characters of a fraction in a table; a longer one is in the JSON document."""
LONGEST_SAID = 100


def as_lines(kit: Kit, answer: Answer, most: int) -> Iterator[str]:
    """The answer.

    Args:
        answer: with an estimate where it could not be solved.
        most: choices of a roll that are shown.
    """
    problem = answer.problem
    yield from _question_lines(kit, problem)
    yield ""
    if answer.solved is not None:
        yield value_line(problem, answer.solved.value, rolled=bool(answer.asked.roll))
    elif answer.bounds is not None:
        found = answer.bounds
        yield paragraph(plain(f"{_name(problem)}, too large to be exact: {found.method}; seed {found.seed}"))
    for lines in (_option_lines(kit, answer, most), _way_lines(answer), _change_lines(answer)):
        table = list(lines)
        if table:
            yield ""
            yield from table
    yield ""
    yield "This takes for granted:"
    for said, rules in assumptions(kit, problem, cards_of(kit, answer.asked)):
        yield paragraph(plain(f"{said} ({', '.join(rules)})" if rules else said), "  ")


def value_line(problem: Problem, value: Amount, *, rolled: bool = False) -> str:
    """The answer in a sentence: fraction, percentage or decimal, and how it was obtained."""
    name = f"{_name(problem)}{', before this roll' if rolled else ''}"
    if value.fraction is None:
        decimal = f"{100 * value.decimal:.10f} %" if problem.is_chance else f"{value.decimal:.12f}"
        return f"{name}: {decimal} ({value.method})"
    said = amount(value, chance=problem.is_chance)
    text = fraction_text(value.fraction)
    if text == said:
        return f"{name}: {said} ({value.method})"
    if len(text) <= LONGEST_SAID:
        return f"{name}: {text} = {said} ({value.method})"
    n_digits = len(digits(value.fraction.denominator))
    return f"{name}: {said} ({value.method}; --json has the fraction, its denominator is of {n_digits} digits)"


def fraction_text(fraction: Fraction) -> str:
    """A fraction as text, of any length."""
    whole = digits(fraction.numerator)
    return whole if fraction.denominator == 1 else f"{whole}/{digits(fraction.denominator)}"


def _name(problem: Problem) -> str:
    return f"{capital(value_in_words(problem))}, with best play"


def _question_lines(kit: Kit, problem: Problem) -> Iterator[str]:
    of_faces = f"; faces: {', '.join(dict.fromkeys(kit.origins))}" if kit.origins else ""
    rows = [("Dice:", f"{write_pool(problem.pool, problem.dice)} ({kit.source}{of_faces})")]
    for at, need in enumerate(problem.needs, 1):
        rows.append(("Need:" if len(problem.needs) == 1 else f"Need {at}:", f"{need.name} ({write_need(need)})"))
    rows += [("Help:", help_in_words(help_)) for help_ in problem.helps]
    yield from columns(rows)


def _option_lines(kit: Kit, answer: Answer, most: int) -> Iterator[str]:
    """The choices after a roll, best first, those with the same result in one line."""
    if not answer.options:
        return
    problem = answer.problem
    groups = grouped(problem, answer.options)
    yield plain(f"Roll: {write_roll(answer.asked.roll)}. {counted(len(answer.options), 'choice', ',')}, best first:")
    rows = [("", "choice", "chance" if problem.is_chance else "value", "", "loss")]
    places = _places([group.loss for group in groups])
    for place, group in list(zip(places, groups, strict=True))[:most]:
        others = len(group.options) - 1
        same = f" (or {counted(others, 'other way', ',')} with the same result)" if others else ""
        said = f"{option_in_words(kit, problem, group.options[0])}{same}"
        lost = "best" if _none(group.loss) else cost(group.loss, chance=problem.is_chance)
        rows.append((place, said, *_cells(problem, group.value), lost))
    yield from columns(rows)
    if len(groups) > most:
        yield f"{len(groups) - most} more with --top {len(groups)}."


def _way_lines(answer: Answer) -> Iterator[str]:
    """What gets covered by way to play, outcomes that never come left out, and what each way does."""
    if not answer.ways:
        return
    problem = answer.problem
    yield "What gets covered:"
    known = [way for way in answer.ways if way.shares]
    rows = [("covered", *(way.name for way in known))] if known else []
    for at, sets in enumerate(problem.outcomes):
        cells = [way.shares[at][1] for way in known]
        if any(cell.decimal for cell in cells):
            rows.append((outcome_in_words(problem, sets), *(amount(cell, chance=True) for cell in cells)))
    if known and not problem.is_chance:
        rows.append(("expected", *(amount(way.value, chance=False) for way in known if way.value is not None)))
    yield from columns(rows)
    for way in answer.ways:
        yield paragraph(plain(f"{way.name}: {way.why or way_in_words(problem, way)}"), "  ")


def _change_lines(answer: Answer) -> Iterator[str]:
    problem = answer.problem
    if answer.changes:
        rows = [("one thing changed", "chance" if problem.is_chance else "value", "", "gain")]
        for each in answer.changes:
            gained = gain(each.gain, chance=problem.is_chance, minus="-")
            gained += " points" if problem.is_chance and each.gain.decimal else ""
            rows.append((each.what, *_cells(problem, each.value), gained))
        yield from columns(rows)
    elif answer.no_changes:
        yield plain(f"One die more: {answer.no_changes}.")


def _cells(problem: Problem, value: Amount) -> tuple[str, str]:
    """An amount in two columns: a fraction if it is short, and a percentage or decimal."""
    fraction = "" if value.fraction is None else fraction_text(value.fraction)
    return fraction if len(fraction) <= LONGEST_FRACTION else "", amount(value, chance=problem.is_chance)


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

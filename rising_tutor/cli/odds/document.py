"""The document of `odds --json`: amounts as texts of digits, choices, and what was asked for beside them."""

from typing import Any

from rising_tutor.probability.dice_turn.answer import Amount, Option
from rising_tutor.probability.dice_turn.changes import Change
from rising_tutor.probability.dice_turn.dice_game import OddsCard
from rising_tutor.probability.dice_turn.estimate import Estimate
from rising_tutor.probability.dice_turn.kit import Kit
from rising_tutor.probability.dice_turn.problem import Problem
from rising_tutor.probability.dice_turn.reading import (
    BLANK,
    write_help,
    write_need,
    write_pool,
    write_roll,
    write_value,
)
from rising_tutor.probability.dice_turn.wording import assumptions
from rising_tutor.probability.percents import digits
from rising_tutor.tutor.odds.answer import Answer, Way
from rising_tutor.tutor.odds.question import Asked, card_of, target_of


def as_json(kit: Kit, answer: Answer) -> dict[str, Any]:
    """The document of `--json`: what the contract promises, then what was asked for beside it."""
    if answer.solved is None:
        document = _estimate_json(answer.bounds) if answer.bounds is not None else {}
    else:
        targets = [target_of(kit, wanted) for wanted in answer.asked.needs]
        document = {
            "method": answer.solved.method,
            "value": amount_json(answer.solved.value),
            "options": [_option_json(answer.problem, option, targets) for option in answer.options],
        }
    document |= _question_json(kit, answer)
    if answer.ways:
        document["distribution"] = [_way_json(way) for way in answer.ways]
    if answer.changes or answer.no_changes:
        document["changes"] = [_change_json(answer.problem, change) for change in answer.changes]
        document["changes_why"] = answer.no_changes or None
    return document


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


def cards_of(kit: Kit, asked: Asked) -> list[OddsCard | None]:
    """For each need the card that it was named by, or None."""
    return [card_of(kit, wanted) for wanted in asked.needs]


def _estimate_json(found: Estimate) -> dict[str, Any]:
    """Where only bounds could be had: method "estimate", `low` and `high` in the place of a number."""
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
    }


def _change_json(problem: Problem, change: Change) -> dict[str, Any]:
    """A changed question: `die` is the colour that was added, `without` the help that was taken away."""
    return {
        "what": change.what,
        "die": change.die or None,
        "without": write_help(problem.helps[change.less]) if change.less >= 0 else None,
        "value": amount_json(change.value),
        "gain": amount_json(change.gain),
    }


def _option_json(problem: Problem, option: Option, targets: list[str]) -> dict[str, Any]:
    """A choice after a roll. Exactly one of `assign`, `discard` and `use` says what is done."""
    use = None
    if option.help >= 0:
        help_ = problem.helps[option.help]
        dice = [f"{colour}:{face or BLANK}" for colour, face in option.dice]
        use = {"help": write_help(help_), "name": help_.name or None, "dice": dice, "to": option.to or None}
    return {
        "assign": [
            {"die": f"{colour}:{face or BLANK}", "need": at + 1, "to": targets[at]}
            for colour, face, at in option.assign
        ],
        "discard": option.discard or None,
        "use": use,
        "value": amount_json(option.value),
        "loss": amount_json(option.loss),
    }


def _way_json(way: Way) -> dict[str, Any]:
    """What gets covered under one way to play; `outcomes` is null where `why` says that it is too large."""
    return {
        "policy": way.name,
        "sentence": way.sentence,
        "value": amount_json(way.value),
        "outcomes": [{"sets": list(sets), "chance": amount_json(share)} for sets, share in way.shares] or None,
        "why": way.why or None,
    }


def _question_json(kit: Kit, answer: Answer) -> dict[str, Any]:
    problem = answer.problem
    cards = cards_of(kit, answer.asked)
    return {
        "question": {
            "game": kit.title,
            "pool": write_pool(problem.pool, problem.dice),
            "faces": dict(zip(kit.colours, kit.origins, strict=True)) if kit.origins else None,
            "needs": [write_need(need) for need in problem.needs],
            "cards": [card and card.id for card in cards],
            "value": write_value(problem.payoffs, problem.needs),
            "use": [write_help(help_) for help_ in problem.helps],
            "roll": write_roll(answer.asked.roll) or None,
            "is_chance": problem.is_chance,
        },
        "assumes": [{"text": said, "rules": list(rules)} for said, rules in assumptions(kit, problem, cards)],
    }

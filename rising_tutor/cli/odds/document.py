"""The document of `odds --json`: amounts as texts of digits, choices, and what was asked for beside them."""

from typing import Any, NamedTuple

from rising_tutor.cli.odds.more import Moved, Shares
from rising_tutor.cli.odds.question import Asked, assumptions
from rising_tutor.probability.dice_turn.answer import Amount, Option, Solved
from rising_tutor.probability.dice_turn.changes import Change
from rising_tutor.probability.dice_turn.estimate import Estimate
from rising_tutor.probability.dice_turn.reading import (
    BLANK,
    write_help,
    write_need,
    write_pool,
    write_roll,
    write_value,
)
from rising_tutor.probability.percents import digits


class Answer(NamedTuple):
    """All that was worked out; what nobody asked for is empty or None."""

    asked: Asked
    solved: Solved
    options: tuple[Option, ...] = ()
    distributions: tuple[Shares, ...] = ()
    moved: Moved | None = None


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
            "faces": {die.colour: origin for die, origin in zip(problem.dice, asked.faces, strict=False)} or None,
            "needs": [write_need(need) for need in problem.needs],
            "cards": [card and card.id for card in asked.cards],
            "value": write_value(problem.payoffs, problem.needs),
            "use": [write_help(help_) for help_ in problem.helps],
            "roll": write_roll(asked.shown) or None,
            "is_chance": asked.is_chance,
        },
        "assumes": [{"text": said, "rules": list(rules)} for said, rules in assumptions(asked)],
    }

"""A question about a dice turn as words of an address, and back.

>>> from rising_tutor.core.registry import load_game
>>> from rising_tutor.probability.dice_turn.kit import dice_kit
>>> kit = dice_kit(load_game("fire"))
>>> write(kit, read(kit, {"pool": "2g1b", "need": "WWE.june", "value": "least2"}))
{'pool': '2g1b', 'need': 'WWE.june', 'value': 'least2'}
"""

from collections.abc import Mapping
from typing import Final

from rising_tutor.core.numbers import whole
from rising_tutor.errors import BadProblem
from rising_tutor.probability.dice_turn.kit import Kit
from rising_tutor.probability.dice_turn.reading import read_pool
from rising_tutor.tutor.odds.question import LEAST, SUM, Asked, Wanted, checked

_LEAST: Final = "least"
_WEIGHTS: Final = "weights"
_MOST: Final = 999


def write(kit: Kit, asked: Asked) -> dict[str, str]:
    """The question as words of an address."""
    out = {}
    pool = "".join(f"{n}{letter}" for n, letter in zip(asked.pool, kit.letters, strict=True) if n)
    if pool:
        out["pool"] = pool
    if asked.needs:
        often = (f"~{wanted.times}" if wanted.times > 1 else "" for wanted in asked.needs)
        out["need"] = ".".join(f"{one.card or one.symbols}{n}" for one, n in zip(asked.needs, often, strict=True))

    if asked.n_sets > 1 and asked.value != SUM:
        numbers = ".".join(map(str, asked.weights))
        out["value"] = f"{_WEIGHTS}.{numbers}" if numbers else asked.value.replace(LEAST, _LEAST)
    if asked.use:
        out["use"] = ".".join(asked.use)
    return out


def read(kit: Kit, words: Mapping[str, str]) -> Asked:
    """The question that an address names. Raises `BadProblem`: a word of it cannot be used."""
    pool = read_pool(words["pool"], kit.dice) if words.get("pool") else (0,) * len(kit.dice)
    needs = tuple(_wanted(kit, word) for word in words.get("need", "").split(".") if word)
    value, _, numbers = words.get("value", SUM).partition(".")
    if value.startswith(_LEAST):
        value = f"{LEAST}{number('value', value.removeprefix(_LEAST))}"
    elif value == _WEIGHTS:
        weights = [number("value", weight) for weight in numbers.split(".") if weight]
        if len(weights) != len(needs):
            raise BadProblem("value", words["value"], f"{_WEIGHTS} and a number for each need")
        value = " ".join(map(str, weights)) or SUM
    use = tuple(word for word in words.get("use", "").split(".") if word)
    return checked(kit, Asked(pool, needs, value, use))


def _wanted(kit: Kit, word: str) -> Wanted:
    name, _, times = word.partition("~")
    often = number("need", times) if times else 1
    if name in kit.cards:
        return Wanted(card=name, times=often)
    if name.upper() == name:
        return Wanted(symbols=kit.sorted(name), times=often)
    raise BadProblem("need", name, "a card of this game, or symbols in capitals")


def number(what: str, text: str) -> int:
    """A small number. Raises `BadProblem`, which says what it is of."""
    found = whole(text, below=_MOST + 1)
    if found is None:
        raise BadProblem(what, text, "a number")
    return found

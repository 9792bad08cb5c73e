"""Numbers and scenes in words. The texts of a unit hold names in braces, which are filled here.

>>> from rising_tutor.core.chance import Die
>>> kit = Kit((Die("green", ("E", "W")), Die("blue", ("W",))), {"W": "Water", "E": "Earth"})
>>> scene = Scene(pool={"green": 2, "blue": 1}, needs=("WWE",))
>>> fill("You have {pool} for {needs}.", words(scene, kit), {})
'You have two green dice and one blue die for Water Water Earth.'
>>> fill("It wins {chance}.", {}, {"chance": Number(Fraction(7, 36), "chance")})
'It wins 7/36 (19.4 %).'
"""

import string
from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Final

from rising_tutor.core.english import grouped, listed, noun
from rising_tutor.errors import BadProblem
from rising_tutor.lab.query import Number
from rising_tutor.lab.scene import Scene
from rising_tutor.probability.dice_turn.kit import Kit
from rising_tutor.probability.dice_turn.wording import face_in_words
from rising_tutor.probability.percents import percent, size

FORMS: Final = ("", "percent", "fraction", "number")
"""What may stand after the colon of a name in braces."""
SCENE_WORDS: Final = ("pool", "needs", "cards", "roll", "goal", "weights", "bag", "wanted", "draws", "on_top")
LONGEST_FRACTION: Final = 24
"""Characters of a fraction that is still read as one; a longer one is given as a percentage or a decimal only."""

_POINTS: Final = " percentage points"
_COUNTS: Final = (
    *("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"),
)
_GOALS: Final = {"sum": "as many of them as possible", "all": "all of them", "any": "at least one of them"}


def fill(text: str, scene_words: Mapping[str, str], numbers: Mapping[str, Number]) -> str:
    """A text of a unit with its names filled in.

    Args:
        text: with names in braces, such as {loss} or {chance:percent}.

    Raises:
        BadProblem: a name that there is not, or a form that there is not.
    """
    filled = []
    for before, name, form, _ in string.Formatter().parse(text):
        filled.append(before)
        if name is None:
            continue
        if name in numbers:
            filled.append(said(numbers[name], form or ""))
        elif name in scene_words and not form:
            filled.append(scene_words[name])
        else:
            raise BadProblem("name", f"{{{name}}}", f"one of {', '.join((*scene_words, *numbers))}")
    return "".join(filled)


def names_in(text: str) -> tuple[tuple[str, str], ...]:
    """The names in a text with their forms. Raises `ValueError`: braces that do not match."""
    return tuple((name, form or "") for _, name, form, _ in string.Formatter().parse(text) if name is not None)


def said(number: Number, form: str = "") -> str:
    """A number as it stands in a sentence.

    Args:
        form: "percent", "fraction", "number" (a decimal), or "" for what suits its kind.

    >>> said(Number(Fraction(7, 6), "value")), said(Number(Fraction(7, 6), "ratio"))
    ('7/6 (1.17)', '1.17')
    >>> said(Number(Fraction(13, 108), "points"))
    '12.0 percentage points'
    >>> said(Number(Fraction(1, 4), "chance", high=Fraction(1, 2)))
    '25.0 % to 50.0 %'
    """
    if form not in FORMS:
        raise BadProblem("form", form, f"one of {', '.join(FORMS[1:])}")
    if number.high is not None:
        # In the shortest form: two fractions side by side are not read.
        brief = {"chance": "percent", "points": "", "count": ""}.get(number.kind, "number")
        low, high = (said(Number(end, number.kind), form or brief) for end in number.ends)
        return f"{low.removesuffix(_POINTS)} to {high}"
    amount = number.amount
    if form == "percent":
        return percent(amount)
    if form == "fraction":
        return str(amount)
    if form == "number":
        return decimal(amount)
    match number.kind:
        case "chance":
            short = amount.denominator > 1 and len(str(amount)) <= LONGEST_FRACTION
            return f"{amount} ({percent(amount)})" if short else percent(amount)
        case "points":
            return f"{points(amount)}{_POINTS}"
        case "value":
            short = amount.denominator > 1 and len(str(amount)) <= LONGEST_FRACTION
            return f"{amount} ({decimal(amount)})" if short else decimal(amount)
        case "count":
            return grouped(int(amount), " ")
        case "ratio":
            return decimal(amount)


def points(amount: Fraction) -> str:
    """A difference of two chances in percentage points, with one decimal.

    >>> points(Fraction(-1, 8)), points(Fraction(1, 10**6))
    ('-12.5', '< 0.1')
    """
    shown = size(amount, points=True)
    return f"-{shown}" if amount < 0 and not shown.startswith("<") else shown


def decimal(amount: Fraction) -> str:
    """An amount with two decimals; a whole number as it is."""
    return str(amount) if amount.denominator == 1 else f"{float(amount):.2f}"


def words(scene: Scene, kit: Kit) -> dict[str, str]:
    """What a text may say of its scene: see `SCENE_WORDS`."""
    return {
        "pool": joined(spelled(n, f"{colour} die") for colour, n in scene.pool.items() if n),
        "needs": joined((kit.words(need) for need in scene.needs), "and for"),
        "cards": f"one card for {joined((kit.words(need) for need in scene.needs), 'and one for')}",
        "roll": joined(f"{face_in_words(kit, face)} on {colour}" for colour, face in scene.roll),
        "goal": _GOALS[scene.value],
        "weights": joined(spelled(weight) for weight in scene.weights),
        "bag": joined(f"{spelled(n)} {kind}" for kind, n in scene.bag.items()),
        "wanted": joined(scene.wanted, "or"),
        "draws": spelled(scene.draws),
        "on_top": joined(scene.on_top, "then"),
    }


def spelled(n: int, what: str = "") -> str:
    """A number in words up to twelve, with what is counted.

    >>> spelled(1, "green die"), spelled(2, "green die"), spelled(30)
    ('one green die', 'two green dice', '30')
    """
    number = _COUNTS[n] if 0 <= n < len(_COUNTS) else str(n)
    return f"{number} {noun(n, what)}" if what else number


def joined(parts: Iterable[str], last: str = "and") -> str:
    """Parts as a list in words, which may be none."""
    return listed(parts, last) or "nothing"

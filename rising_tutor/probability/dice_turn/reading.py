"""Text to pools, needs, rolls, payoffs and helps, and back: what a person types about a turn.

Small and capital letters are alike, commas and spaces too. Each `write_` gives what its `read_` understands.

>>> green, blue = Die("green", ("E", "E", "EE", "A", "W", "F")), Die("blue", ("W", "W", "WW", "A", "E", "F"))
>>> read_pool("1 blue, 2 green", (green, blue)), read_need("2W E", (green, blue))
((2, 1), Need(symbols='WWE', times=1, name='', carry=True, lacking=''))
>>> read_pool("2 purple", (green, blue))
Traceback (most recent call last):
rising_tutor.errors.BadProblem: pool, column 3: 'purple' cannot be used; expected a colour: green, blue
"""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import prod

from rising_tutor.core.chance import Die, Shown
from rising_tutor.errors import BadProblem
from rising_tutor.probability.dice_turn.problem import (
    ANY,
    MOST_DICE,
    MOST_ON_FACE,
    MOST_SYMBOLS,
    ChangeFace,
    ExtraDie,
    ExtraSymbol,
    Help,
    Need,
    Reroll,
    all_or_nothing,
    at_least,
    sums,
)
from rising_tutor.probability.reader import WORD, Reader, check_length

NO_DICE = "no dice"
BLANK = "-"
"""A face without a symbol, as it is written in a roll."""
HELPS = '"reroll", "reroll 2", "reroll all", "change", "change E", "die", "die red/green" or "symbol W"'
VALUES = 'one number for each need, one for each outcome, or "sum", "all" or "at-least-2"'

_AND = re.compile(r"and\b", re.IGNORECASE)
_SYMBOLS = re.compile(r"[^\W\d_]+|\*+")
_APART = re.compile(r"(?:^|[\s,;])apart\s*$", re.IGNORECASE)
_LACKS = re.compile(r"[\s,;]lacks(?=[\s,;])", re.IGNORECASE)
_TIMES = re.compile(r"[x\u00d7]\s*([0-9]+)\s*$", re.IGNORECASE)
_FACE = re.compile(r"\s*:\s*(-|[^\W\d_]+)")
_AMOUNT = re.compile(r"(-?[0-9]{1,12})(?:/([0-9]{1,12})|\.([0-9]{1,12}))?")
_AT_LEAST = re.compile(r"at-least-([0-9]{1,3})")


def read_pool(text: str, dice: Sequence[Die]) -> tuple[int, ...]:
    """How many dice of each kind a text such as "2 green, 1 blue" names, in the order of `dice`.

    A colour may be shortened to a beginning that fits no other one ("2g 1b"). A colour without a number is one die,
    and a colour that stands twice adds up: "green, green" is two dice. "no dice" is an empty pool.

    Raises:
        BadProblem: a colour that there is not, or that is not told from another; too many dice; nothing.
    """
    reader = Reader("pool", text)
    counts = [0] * len(dice)
    if text.strip().casefold() == NO_DICE:
        return tuple(counts)
    while reader.more():
        if reader.at and reader.match(_AND):
            reader.more()
        n = reader.number(0, MOST_DICE, "a number of dice")
        if n is not None and not reader.more():
            raise reader.bad(str(n), f"a colour after the number: {', '.join(die.colour for die in dice)}", reader.at)
        counts[reader.colour(dice)] += 1 if n is None else n
    if not reader.at:
        raise BadProblem("pool", text, 'dice, such as "2 green, 1 blue"')
    if sum(counts) > MOST_DICE:
        raise BadProblem("pool", f"{sum(counts)} dice", f"at most {MOST_DICE} dice")
    return tuple(counts)


def write_pool(pool: Sequence[int], dice: Sequence[Die]) -> str:
    """The pool as text, such as "2 green, 1 blue"."""
    return ", ".join(f"{n} {die.colour}" for n, die in zip(pool, dice, strict=True) if n) or NO_DICE


def read_need(text: str, dice: Sequence[Die], words: Mapping[str, str] | None = None, *, what: str = "need") -> Need:
    """The need that a text names: "W W E", "WWE", "2W E", "Water Water Earth", "**" or, for three sets, "A F F x3".

    A number stands for that many of the one symbol after it. "lacks" with symbols says that the rest was paid before
    ("A F F x3 lacks 2A 5F"). "apart" at the end says that what a double has beyond the set under way is lost.

    Args:
        dice: the kinds of die; a need can ask for what they show only.
        words: symbol -> its word.
        what: what a message calls it.

    Raises:
        BadProblem: a symbol that these dice do not show, a number that stands alone, nothing.
    """
    check_length(what, text)
    apart = _APART.search(text)
    body = text[: apart.start()] if apart else text
    lacks = _LACKS.search(body)
    lacking = ""
    if lacks:
        # Spaces in place of what stands before, so that a fault is told in the column in which it stands.
        lacking = _symbols(" " * lacks.end() + body[lacks.end() :], dice, words, what)
        body = body[: lacks.start()]
    times = _TIMES.search(body)
    n_times = 1
    if times:
        n_times = int(times[1]) if len(times[1]) < 4 else 0
        if not 1 <= n_times <= MOST_SYMBOLS:
            raise BadProblem(f"{what}, column {times.start() + 1}", times[0].strip(), f"x1 to x{MOST_SYMBOLS}")
        body = body[: times.start()]
    symbols = _symbols(body, dice, words, what)
    if not symbols or len(symbols) * n_times > MOST_SYMBOLS or (lacks and not lacking):
        raise BadProblem(what, text, f'1 to {MOST_SYMBOLS} symbols in all, such as "W W E"')
    return Need(symbols, n_times, carry=not apart, lacking=lacking)


def write_need(need: Need) -> str:
    """The need as text, such as "W W E" or "A F F x3"; its name is left out."""
    times = f" x{need.times}" if need.times > 1 else ""
    lacks = f" lacks {' '.join(need.lacking)}" if need.lacking else ""
    return f"{' '.join(need.symbols)}{times}{lacks}{'' if need.carry else ' apart'}"


def read_roll(text: str, dice: Sequence[Die], pool: Sequence[int] | None = None) -> Shown:
    """The dice of a roll such as "green:EE green:W blue:-", sorted as rolls are: by colour, then by face as printed.

    Args:
        text: what was typed; a die is its colour, a colon and its face, "-" for a face without a symbol.
        pool: how many dice of each kind were rolled; None for any.

    Raises:
        BadProblem: a colour or face that there is not, or not the dice of the pool.
    """
    reader = Reader("roll", text)
    found: list[tuple[int, int]] = []
    while reader.more():
        column = reader.at
        at = reader.colour(dice)
        faces = dice[at].faces
        matched = reader.match(_FACE)
        face = "" if matched is None or matched[1] == BLANK else matched[1]
        fits = [one for one in dict.fromkeys(faces) if one == face] or [
            one for one in dict.fromkeys(faces) if one.casefold() == face.casefold()
        ]
        if matched is None or len(fits) != 1:
            shown = ", ".join(dict.fromkeys(f"{dice[at].colour}:{one or BLANK}" for one in faces))
            raise reader.bad(reader.text[column : reader.at] if matched else reader.word(), shown, column)
        found.append((at, faces.index(fits[0])))
        if len(found) > MOST_DICE:
            raise BadProblem("roll", f"more than {MOST_DICE} dice", f"at most {MOST_DICE} dice")
    rolled = Counter(at for at, _ in found)
    if not found:
        raise BadProblem("roll", text, 'dice with their faces, such as "green:EE blue:W"')
    counts = tuple(rolled[at] for at in range(len(dice)))
    if pool is not None and counts != tuple(pool):
        raise BadProblem("roll", write_pool(counts, dice), f"the dice of the pool: {write_pool(pool, dice)}")
    return tuple((dice[at].colour, dice[at].faces[face]) for at, face in sorted(found))


def write_roll(shown: Shown) -> str:
    """The roll as text, such as "green:EE blue:-"."""
    return " ".join(f"{colour}:{face or BLANK}" for colour, face in shown)


def read_value(parts: Sequence[str], needs: Sequence[Need]) -> tuple[Fraction, ...]:
    """The payoff that texts name: the value of each outcome, in the order of `Problem.payoff`.

    Each part is a number ("2", "1/2", "0.5") or several with commas between them: one for each need, which its complete
    sets add, or one for each outcome. Instead of numbers one word: "sum" (each set counts 1), "all" (1 if every set is
    complete, else 0), "at-least-2" (1 if two sets or more are complete, else 0). For "sum" the payoff is empty.

    >>> [str(value) for value in read_value(["1", "1/2"], [Need("W"), Need("E")])]
    ['0', '1/2', '1', '3/2']

    Raises:
        BadProblem: no number, or a wrong number of them.
    """
    check_length("value", " ".join(parts))
    words = [word for part in parts for word in WORD.findall(part)]
    outcomes = sums([0] * len(needs), needs)
    plain = sums([1] * len(needs), needs)
    match words:
        case []:
            raise BadProblem("value", " ".join(parts), VALUES)
        case [word] if word.casefold() == "sum":
            payoff = plain
        case [word] if word.casefold() == "all":
            payoff = all_or_nothing(needs)
        case [word] if (found := _AT_LEAST.fullmatch(word.casefold())) is not None:
            payoff = at_least(int(found[1]), needs)
        case _:
            numbers = [_amount(word) for word in words]
            if len(numbers) not in (len(needs), len(outcomes)):
                expected = f"{len(needs)} numbers, one for each need, or {len(outcomes)}, one for each outcome"
                raise BadProblem("value", f"{len(numbers)} numbers", expected)
            payoff = sums(numbers, needs) if len(numbers) == len(needs) else tuple(numbers)
    return () if payoff == plain else payoff


def write_value(payoff: Sequence[Fraction], needs: Sequence[Need]) -> str:
    """The payoff as text: a word if there is one, else numbers with spaces between them."""
    values = tuple(payoff)
    if not values or values == sums([1] * len(needs), needs):
        return "sum"
    n_sets = sum(need.times for need in needs)
    if values == all_or_nothing(needs):
        return "all"
    for n in range(1, n_sets):
        if values == at_least(n, needs):
            return f"at-least-{n}"
    # The outcome in which only one set of one need is complete has the weight of that need.
    weights = [values[prod(need.times + 1 for need in needs[at + 1 :])] for at in range(len(needs))]
    if values == sums(weights, needs):
        values = tuple(weights)
    return " ".join(map(str, values))


def read_help(text: str, dice: Sequence[Die], words: Mapping[str, str] | None = None, *, what: str = "help") -> Help:
    """What may be used once in the turn, from a text.

    "reroll" (any dice of a roll again), "reroll 2" (at most two), "reroll all" (every die that is left), "change" (a
    die turned to another face), "change E" (one that shows E), "die" or "die red/green" (one die more), "symbol W".

    Raises:
        BadProblem: no such help, colour or symbol.
    """
    check_length(what, text)
    verb, _, rest = text.strip().partition(" ")
    rest = rest.strip()
    before = len(text.rstrip()) - len(rest)
    match verb.casefold(), rest.casefold():
        case "reroll", "":
            return Reroll()
        case "reroll", "all":
            return Reroll(whole=True)
        case "reroll", n if n.isascii() and n.isdigit() and len(n) < 3 and 1 <= int(n) <= MOST_DICE:
            return Reroll(most=int(n))
        case "change", "":
            return ChangeFace()
        case ("change" | "symbol") as kind, _ if rest:
            symbols = _symbols(" " * before + rest, dice, words, what)
            if ANY in symbols or not 1 <= len(symbols) <= (1 if kind == "change" else MOST_ON_FACE):
                raise BadProblem(what, text, f"one symbol: {', '.join(symbols_of(dice))}")
            return ChangeFace(symbols) if kind == "change" else ExtraSymbol(symbols)
        case "die", "":
            return ExtraDie(tuple(die.colour for die in dice))
        case "die", _:
            reader = Reader(what, " " * before + rest.replace("/", " "))
            found = set()
            while reader.more():
                found.add(reader.colour(dice))
            return ExtraDie(tuple(dice[at].colour for at in sorted(found)))
        case _:
            raise BadProblem(what, text, HELPS)


def write_help(help_: Help) -> str:
    """The help as text, such as "reroll 2"; its name is left out.

    Raises:
        BadProblem: it has a cost, for which the text has no words.
    """
    if help_.cost:
        raise BadProblem("help", f"a cost of {help_.cost}", "a help without a cost, to be written as text")
    match help_:
        case ExtraDie(colours):
            return f"die {'/'.join(colours)}"
        case Reroll(whole=True):
            return "reroll all"
        case Reroll(most):
            return f"reroll {most}" if most else "reroll"
        case ChangeFace(symbol):
            return f"change {symbol}" if symbol else "change"
        case ExtraSymbol(symbol):
            return f"symbol {symbol}"


def symbols_of(dice: Sequence[Die]) -> tuple[str, ...]:
    """The symbols that dice show, in the order in which they are printed first.

    >>> symbols_of([Die("green", ("E", "EE", "", "A"))])
    ('E', 'A')
    """
    return tuple(dict.fromkeys(symbol for die in dice for face in die.faces for symbol in face))


def _symbol(letter: str, known: Sequence[str]) -> str | None:
    """The symbol of a letter: itself, or the only one that differs in nothing but its case."""
    if letter in known:
        return letter
    fits = [symbol for symbol in known if symbol.casefold() == letter.casefold()]
    return fits[0] if len(fits) == 1 else None


def _symbols(text: str, dice: Sequence[Die], words: Mapping[str, str] | None, what: str) -> str:
    known = symbols_of(dice)
    word_of = {word.casefold(): symbol for symbol, word in (words or {}).items() if symbol in known}
    expected = f"a symbol: {', '.join((*known, ANY))}"
    reader = Reader(what, text)
    symbols = ""
    while reader.more():
        n = reader.number(1, MOST_SYMBOLS, "a number of symbols")
        if not reader.more() and n is not None:
            raise reader.bad(str(n), f"a symbol after the number: {', '.join((*known, ANY))}", reader.at)
        column = reader.at
        token = reader.take(_SYMBOLS, expected)
        if token.casefold() in word_of:
            symbols += word_of[token.casefold()] * (n or 1)
            continue
        if n is not None and len(token) > 1:
            raise reader.bad(f"{n}{token}", 'one symbol or its word after a number, such as "2W"', column)
        for place, letter in enumerate(token):
            symbol = letter if letter == ANY else _symbol(letter, known)
            if symbol is None:
                raise reader.bad(token, expected, column + place)
            symbols += symbol * (n or 1)
    return symbols


def _amount(word: str) -> Fraction:
    found = _AMOUNT.fullmatch(word)
    if found is None or (found[2] is not None and int(found[2]) == 0):
        raise BadProblem("value", word, f"a number such as 2, 1/2 or 0.5; {VALUES}")
    return Fraction(word)

"""Numbers of the odds lab as they are read: percentages, fractions, losses, and small drawings that go with them.

>>> percent(0.62671573), percent(0.99984), percent(1.0), percent(0.0)
('62.7 %', '> 99.9 %', '100 %', '0 %')
>>> grouped_digits(294672330533)
'294 672 330 533'
"""

from fractions import Fraction

from rising_tutor.probability.dice_turn.answer import TO_1E_12, Amount
from rising_tutor.probability.dice_turn.dice_game import OddsCard
from rising_tutor.probability.percents import number, percent, percent_of, size
from rising_tutor.render.dice import die, spoken
from rising_tutor.render.html import Child, Html, el
from rising_tutor.render.parts import cite, origin
from rising_tutor.render.symbols import symbol as sign_of
from rising_tutor.tutor.odds.question import Shelf

MINUS = "\u2212"
_LONG = 48
"""More digits than this in a fraction are folded away."""


def amount(value: Amount, *, chance: bool) -> str:
    """An amount as it is shown: a percentage, or a number."""
    return percent_of(value) if chance else number(value.decimal)


def goals(value: Amount, of: str = "") -> str:
    """So many goals on average.

    >>> goals(Amount.exact(Fraction(1))), goals(Amount.exact(Fraction(5, 2)), "of this turn")
    ('1 goal on average', '2.500 goals of this turn on average')
    """
    shown = number(value.decimal)
    return " ".join((shown, "goal" if shown == "1" else "goals", *([of] if of else []), "on average"))


def loss(value: Amount, *, chance: bool) -> str:
    """What a choice costs: in points of a percentage, or as a number; `best` if nothing.

    >>> loss(Amount.exact(Fraction(1, 8)), chance=True), loss(Amount.exact(Fraction(0)), chance=True)
    ('\u221212.5', 'best')
    >>> loss(Amount.exact(Fraction(1, 10**6)), chance=True)
    '< 0.1'
    """
    if value.decimal <= 0:
        return "best"
    return _signed(MINUS, size(value.decimal, points=chance))


def cost(value: Amount, *, chance: bool) -> str:
    """What a choice that is not best costs, in a sentence.

    >>> cost(Amount.exact(Fraction(1, 8)), chance=True), cost(Amount.exact(Fraction(1, 10**6)), chance=True)
    ('12.5 points', 'less than 0.1 points')
    """
    said = size(value.decimal, points=chance).replace("< ", "less than ")
    return f"{said} points" if chance else said


def gain(value: Amount, *, chance: bool) -> str:
    """What a change brings, with its sign: in points of a percentage, or as a number.

    >>> gain(Amount.exact(Fraction(1, 8)), chance=True), gain(Amount.exact(Fraction(-1, 8)), chance=False)
    ('+12.5', '\u22120.125')
    """
    if not value.decimal:
        return "nothing"
    return _signed(MINUS if value.decimal < 0 else "+", size(value.decimal, points=chance))


def _signed(sign: str, said: str) -> str:
    """With its sign, unless all that is said is how small it is."""
    return said if said.startswith("<") else f"{sign}{said}"


def grouped_digits(whole: int) -> str:
    """A whole number with a gap after each three digits."""
    return f"{whole:,}".replace(",", " ")


def fraction(value: Fraction | None) -> Html | None:
    """A fraction in two lines; a long one is folded away. None where only the decimal is known."""
    if value is None:
        return None
    if value.denominator == 1:
        return None
    top, bottom = grouped_digits(value.numerator), grouped_digits(value.denominator)
    if len(str(value.denominator)) <= _LONG:
        return el("span", top, el("br"), f"÷ {bottom}", cls="rt-frac")
    digits = len(str(value.denominator))
    return el(
        "details",
        el("summary", f"the fraction, {digits} digits below the line"),
        el("p", top, el("br"), f"÷ {bottom}", cls="rt-frac"),
        cls="rt-more rt-longfrac",
        data_key="fraction",
    )


def short_fraction(value: Fraction | None, decimal: float) -> str:
    """A probability on a branch: the fraction if it is short, else the percentage.

    >>> short_fraction(Fraction(7, 36), 7 / 36), short_fraction(Fraction(12345, 279936), 0.0441)
    ('7/36', '4.4 %')
    """
    if value is not None and len(str(value.denominator)) <= 4:
        return str(value)
    return percent(decimal)


def method_tag(method: str) -> Html:
    """How a number was obtained."""
    return el("span", method, cls="rt-tag rt-tag--good")


def decimals_tag() -> Html:
    """The tag of numbers that are known as decimals only."""
    return method_tag(TO_1E_12)


def symbol(shelf: Shelf, letter: str, *, label: bool = True) -> Html:
    """The sign of a symbol; a star for any die."""
    if letter not in shelf.symbols:
        return el("b", "any", cls="rt-anydie", aria_label="any die" if label else None)
    return sign_of(shelf.word(letter), label=label)


def symbols(shelf: Shelf, letters: str) -> Html:
    """A row of symbols that speaks as a whole."""
    return el(
        "span",
        [symbol(shelf, letter, label=False) for letter in letters],
        cls="rt-syms",
        role="img",
        aria_label=shelf.words(letters),
    )


def one_die(shelf: Shelf, colour: str, face: str, *, size: str = "s", **attributes: str | bool | None) -> Html:
    """A die; without a face it was not rolled."""
    words = tuple(shelf.word(letter) for letter in face)
    label = spoken(colour, words)
    return die(colour, words, cls=f"rt-die--{size}", label=label, **attributes)


def bar(share: float) -> Html:
    """A bar from 0 to 1, hidden from those who listen: the number stands beside it."""
    width = round(100 * min(max(share, 0.0), 1.0), 2)
    return el(
        "svg",
        el("rect", width=str(width), height="14"),
        cls="bar",
        viewBox="0 0 100 14",
        preserveAspectRatio="none",
        aria_hidden="true",
    )


def bar_row(words: Child, share: float, shown: str, *, best: bool = False) -> Html:
    """One row of a chart of bars: words, bar, number."""
    return el("li", el("span", words), bar(share), el("span", shown, cls="pct"), cls="best" if best else None)


def card_row(card: OddsCard, do: str, *, ticked: bool) -> Html:
    """A card that can be ticked, with its rule and where its facts come from."""
    box = el("input", type="checkbox", checked=ticked, data_do=do, data_arg=card.id, data_key=f"{do}:{card.id}")
    return el(
        "div",
        el("label", box, el("span", card.name), cls="rt-check"),
        cite(card.rule),
        origin(card.origin),
        cls="rt-userow",
    )

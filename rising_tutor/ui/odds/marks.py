"""Signs, dice, bars and tags of amounts and dice turns as HTML."""

from fractions import Fraction

from rising_tutor.core.english import grouped
from rising_tutor.probability.dice_turn.dice_game import OddsCard
from rising_tutor.probability.dice_turn.kit import Kit
from rising_tutor.render.dice import die, spoken
from rising_tutor.render.html import Child, Html, el
from rising_tutor.render.parts import cite, fold, origin
from rising_tutor.render.symbols import symbol as sign_of

_LONG = 48
"""More digits than this in a fraction are folded away."""


def fraction(value: Fraction | None) -> Html | None:
    """A fraction in two lines; a long one is folded away. None where only the decimal is known."""
    if value is None:
        return None
    if value.denominator == 1:
        return None
    lines = [grouped(value.numerator, " "), el("br"), f"÷ {grouped(value.denominator, ' ')}"]
    digits = len(str(value.denominator))
    if digits <= _LONG:
        return el("span", lines, cls="rt-frac")
    title = f"the fraction, {digits} digits below the line"
    return fold(title, el("p", lines, cls="rt-frac"), cls="rt-more rt-longfrac", key="fraction")


def method_tag(method: str) -> Html:
    """How a number was obtained."""
    return el("span", method, cls="rt-tag rt-tag--good")


def symbol(kit: Kit, letter: str, *, label: bool = True) -> Html:
    """The sign of a symbol; a star for any die."""
    if letter not in kit.symbols:
        return el("b", "any", cls="rt-anydie", aria_label="any die" if label else None)
    return sign_of(kit.word(letter), label=label)


def symbols(kit: Kit, letters: str) -> Html:
    """A row of symbols that speaks as a whole."""
    return el(
        "span",
        [symbol(kit, letter, label=False) for letter in letters],
        cls="rt-syms",
        role="img",
        aria_label=kit.words(letters),
    )


def one_die(kit: Kit, colour: str, face: str, *, size: str = "s", **attributes: str | bool | None) -> Html:
    """A die; without a face it was not rolled."""
    words = tuple(kit.word(letter) for letter in face)
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

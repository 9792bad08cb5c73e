r"""What the review says of lines and amounts: points, names, signs, sentences.

An amount of V is shown in points, hundredths of a chance to win.

>>> points(Fraction(5, 8)), signed(Fraction(1, 25)), signed(Fraction(-203, 1000)), signed(Fraction(1, 10000))
('62.5', '+4.0', '\u221220.3', '< 0.1')
"""

from fractions import Fraction
from functools import lru_cache
from typing import Any, Final

from rising_tutor.analysis.ledger import LUCK, LedgerLine
from rising_tutor.analysis.review import names_of
from rising_tutor.boards import board_for
from rising_tutor.core.valuation import ValueLabel
from rising_tutor.errors import RisingTutorError
from rising_tutor.probability.percents import size
from rising_tutor.render.html import Child, Html, el
from rising_tutor.render.parts import icon
from rising_tutor.widgets.odds_words import MINUS
from rising_tutor.widgets.replay_player import ReplayPlayer

LARGE_LUCK: Final = Fraction(3, 100)
"""Luck of this size is a moment, and may have a triangle."""
CLASSES: Final = {
    "blunder": ("??", "rt-q--2"),
    "mistake": ("?", ""),
    "inaccuracy": ("?!", "rt-q--1"),
    "slip": ("\u2013", "rt-q--1"),
}
"""Every class of mistake with its sign, the worst first."""


def points(value: Fraction | float) -> str:
    """A chance to win in points, to a tenth; 0.0 and 100.0 only where it is decided.

    >>> points(Fraction(1)), points(Fraction(9999, 10000)), points(Fraction(0))
    ('100.0', '> 99.9', '0.0')
    """
    shown = f"{float(100 * value):.1f}"
    if shown == "100.0" and value < 1:
        return "> 99.9"
    return "< 0.1" if shown == "0.0" and value > 0 else shown


def signed(amount: Fraction | float) -> str:
    """A difference in points, with its sign."""
    shown = size(amount, points=True)
    if not amount:
        return "0.0"
    return shown if shown.startswith("<") else f"{MINUS if amount < 0 else '+'}{shown}"


def person(player: ReplayPlayer, seat: int | None) -> str:
    """Who sits at a seat: the name of the file, else the number."""
    names = names_of(player.verified)
    return names[seat] if seat is not None and seat < len(names) else ""


def capital(words: str) -> str:
    """With a capital at the beginning."""
    return words[:1].upper() + words[1:]


def place_words(player: ReplayPlayer, position: int) -> str:
    """The place of a position as the beginning of a sentence: "Turn 4, step 3, roll 2"."""
    return capital(player.label(position))


def action_words(player: ReplayPlayer, position: int, action: Any) -> str:
    """An action of the position before a line, as a button would say it; in the notation where there is no board."""
    state = player.state_at(position - 1)
    board = _board(player.game)
    if board is None:
        return str(player.game.write(state, action))
    return str(board.word(player.game.view(state, None), action))


def move_words(player: ReplayPlayer, line: LedgerLine) -> str:
    """What was done in a line, in words: a choice as its button says it, an event of chance as it is told."""
    if line.kind == LUCK:
        told = player.told(line.line)
        return told[0].text.rstrip(".") if told else line.move
    return action_words(player, line.line, player.moves[line.line - 1].move)


def moment_words(player: ReplayPlayer, line: LedgerLine) -> str:
    """A line in a sentence: turn, who, what."""
    turn = capital(player.label(line.line - 1).split(",")[0])
    who = person(player, line.seat)
    return f"{turn}, {who + ': ' if who else ''}{move_words(player, line)}"


def label_words(label: ValueLabel) -> tuple[tuple[str, str], ...]:
    """How the numbers come about, as pairs for a list."""
    samples = f"{label.samples:,}".replace(",", "\u202f") if label.samples else "none"
    return (
        ("Method", label.method),
        ("Horizon", label.horizon),
        ("Policy after it", label.policy or "nobody"),
        ("Samples", samples),
        ("Rules", label.rules_version),
        ("Cards", label.content[:12]),
    )


def band_words(label: ValueLabel) -> str:
    """How far V may be off where it is an estimate, for the tag of the graph."""
    if not label.bands:
        return "estimate, band not known"
    widest = max(max(abs(band.low), abs(band.high)) for band in label.bands)
    return f"estimate \u00b1{100 * widest:.0f} at most"


def class_sign(fault: str) -> Html:
    """The round sign of a class of mistake."""
    sign, kind = CLASSES[fault]
    return el("span", sign, cls=f"rt-q {kind}".strip(), role="img", aria_label=fault)


def line_sign(line: LedgerLine) -> Child:
    """The sign of a line in a list: its class, or a triangle for luck."""
    if line.fault:
        return class_sign(line.fault)
    if line.kind == LUCK and line.amount:
        up = line.amount > 0
        kind = "rt-luck rt-luck--up" if up else "rt-luck rt-luck--dn"
        return el("span", icon("i-up" if up else "i-dn", "lucky" if up else "unlucky"), cls=kind)
    return el("span", "\u00b7", cls="rt-luck", aria_hidden="true")


@lru_cache(maxsize=4)
def _board(game: Any) -> Any:
    try:
        return board_for(game)
    except RisingTutorError:
        return None

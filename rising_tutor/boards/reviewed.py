r"""A reviewed game, on a page or in a report: what was done in a line in words, its sign, and the ledger as a sum.

A choice reads as its button says it, an event of chance as it is told.

>>> class_sign("blunder")
'<span class="rt-q rt-q--2" role="img" aria-label="blunder">??</span>'
"""

from typing import Any, Final

from rising_tutor.analysis.ledger import LUCK, LedgerLine
from rising_tutor.analysis.review import Review
from rising_tutor.analysis.review.words import (
    label_words,
    ledger_below,
    ledger_rows,
    ledger_title,
    reference_lines,
    reference_words,
    signed,
)
from rising_tutor.boards import board_for
from rising_tutor.core.information import chooser
from rising_tutor.core.valuation import EXACT, ValueLabel
from rising_tutor.render.html import Child, Html, el, join
from rising_tutor.render.parts import fold, icon
from rising_tutor.render.tables import row, table
from rising_tutor.replay import Moved

CLASSES: Final = {
    "blunder": ("??", "rt-q--2"),
    "mistake": ("?", ""),
    "inaccuracy": ("?!", "rt-q--1"),
    "slip": ("\u2013", "rt-q--1"),
}
"""Every class of mistake with its sign, the worst first."""


def action_words(game: Any, state: Any, action: Any) -> str:
    """An action of a position, as a button would say it."""
    return board_for(game).word(game.view(state, chooser(game, state)), action)


def line_words(game: Any, moved: Moved, line: LedgerLine) -> str:
    """What was done in a line of a ledger."""
    if line.kind == LUCK:
        told = moved.step.events
        return str(game.say(told[0])).rstrip(".") if told else line.move
    return action_words(game, moved.state, moved.move)


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


def how_tag(label: ValueLabel, *, solved: bool) -> Html:
    """What V of a position is, as a tag: green only where nothing of it is estimated."""
    how = label.how(solved=solved)
    return el("span", how, cls=f"rt-tag rt-tag--{'good' if how == EXACT else 'warn'}")


def ledger_sum(review: Review) -> Html:
    """The ledger as a sum that is ruled off in ink, under its heading; below it what belongs to no sum of its own.

    That is how the side did against the reference player, where V has one, and the result without the luck.
    """
    against = review.ledger.against_reference
    rows = [row(name, amount, cls="sum" if last else None) for name, amount, last in ledger_rows(review)]
    return join(
        el("h2", ledger_title(review.ledger)),
        table(
            (),
            rows,
            caption="What the chance to win is made of, in points",
            foot=[] if against is None else [(reference_words(review.ledger), signed(against))],
            cls="rt-ledger",
        ),
        el("p", *ledger_below(review), cls="rt-xs rt-muted"),
    )


def method_box(label: ValueLabel) -> Html:
    """How the numbers come about; folded."""
    rows = [[el("dt", name), el("dd", what)] for name, what in label_words(label)]
    return fold(
        "How these numbers come about",
        el("dl", rows, cls="rt-method"),
        [el("p", sentence, cls="rt-small") for sentence in (*label.assumes, *reference_lines(label))],
        cls="rt-methodbox",
    )

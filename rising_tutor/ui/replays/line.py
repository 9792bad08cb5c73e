"""The account of a line of a reviewed game as HTML: V before and after, luck or skill, every option.

A mistake is told before the choice, where what was played and what was best can still be seen on the table, and again
after it.
"""

from collections.abc import Sequence
from fractions import Fraction
from typing import Final

from rising_tutor.analysis.ledger import LUCK, LedgerLine, best_of
from rising_tutor.analysis.review import Review
from rising_tutor.analysis.review.figures import capital, points, signed
from rising_tutor.analysis.review.findings import reasons_of
from rising_tutor.boards.reviewed import class_sign, how_tag
from rising_tutor.core.valuation import Choice, ValueLabel
from rising_tutor.probability.percents import size
from rising_tutor.render.html import EMPTY, Child, Html, el, join
from rising_tutor.render.parts import button, cite
from rising_tutor.tutor.replay.player import ReplayPlayer
from rising_tutor.tutor.review.controller import GameReview
from rising_tutor.tutor.review.words import (
    action_words,
    move_words,
    person,
    place_words,
)

HEAD: Final = "line-head"
"""The key of the heading of the line that led to a position."""
_MOST = 80


def line_panel(review: GameReview, position: int) -> Html:
    """The panel of the line that led to a position; above it that of the choice made there, if it was a mistake."""
    if review.review is None:
        return EMPTY
    ahead = review.mistake_at(position)
    before = _mistake_panel(review.player, ahead, review.review.label) if ahead is not None else EMPTY
    return join(before, _led_here(review, review.review, position))


def _mistake_panel(player: ReplayPlayer, line: LedgerLine, label: ValueLabel) -> Html:
    """A mistake before its choice: what was played and what was best, each marked, and why."""
    who = person(player, line.seat)
    played = player.moves[line.line - 1].move
    best = best_of(line.options, opposed=line.opposed)
    two = [option for option in line.options if option.action == played or option == best]
    rows = [_option(player, line, option, played) for option in sorted(two, key=lambda one: one != best)]
    lost = f"{capital(line.fault)}: {size(line.loss, points=True)} points lost. "
    where = f"{place_words(player, line.line - 1)}, before the choice."
    title = el("h2", f"{who} chooses here" if who else "The choice here")
    return el(
        "section",
        el("div", title, how_tag(label, solved=line.exact), cls="rt-panel__h"),
        el("p", class_sign(line.fault), el("span", lost, where), cls="rt-row rt-verdict"),
        el(
            "table",
            el("caption", "What was best and what was played, in points", cls="rt-sr"),
            el("thead", el("tr", _heads(("Choice", "V after", "Loss")))),
            el("tbody", rows),
            cls="rt-ledger rt-options",
        ),
        _reasons(line),
        _options(player, line),
        button("Go on as played", "as-played", str(line.line), cls="rt-btn--small"),
        cls="rt-panel rt-lineaccount rt-choicehere",
        data_mistake=line.line,
    )


def _led_here(review: GameReview, done: Review, position: int) -> Html:
    line = review.line_at(position)
    if line is None and position > 0:
        return el(
            "section",
            el("h2", "Not reviewed"),
            el("p", f"The review ends before {_end_words(review)}; what comes later is not judged."),
            cls="rt-panel rt-lineaccount",
        )
    if line is None:
        return el(
            "section",
            el("h2", "Before the first line"),
            el("p", f"The chance to win is {points(done.ledger.start)}. ", _interval(done.label, done.ledger.start)),
            cls="rt-panel rt-lineaccount",
        )
    player = review.player
    who = person(player, line.seat)
    return el(
        "section",
        el(
            "div",
            el("h2", f"{who}: " if who else "", capital(move_words(player, line)), tabindex="-1", data_key=HEAD),
            how_tag(done.label, solved=line.exact),
            cls="rt-panel__h",
        ),
        el("p", f"{place_words(player, position - 1)}. ", _said(line), cls="rt-small rt-muted"),
        _numbers(line, done.label),
        _verdict(player, line),
        _horizon(line),
        _options(player, line),
        cls="rt-panel rt-lineaccount",
    )


def _end_words(review: GameReview) -> str:
    at = review.player.certain + 1
    return f"line {at}, which is not known in full" if review.player.verified.possible is not None else f"line {at}"


def _said(line: LedgerLine) -> str:
    if line.kind == LUCK:
        return "Dice or cards: the mean of all that could have come is V before."
    if line.forced:
        return "There was nothing to choose: it counts for nobody."
    return f"A choice among {len(line.options)}: V before is that of the best."


def _numbers(line: LedgerLine, label: ValueLabel) -> Html:
    what = "Luck" if line.kind == LUCK else "Skill"
    kind = "rt-up" if line.amount > 0 else "rt-dn" if line.amount < 0 else None
    return el(
        "dl",
        el("div", el("dt", "V before"), el("dd", points(line.before), _interval(label, line.before))),
        el("div", el("dt", "V after"), el("dd", points(line.after), _interval(label, line.after))),
        el("div", el("dt", what), el("dd", signed(line.amount), cls=kind)),
        cls="rt-linenumbers",
    )


def _interval(label: ValueLabel, value: Fraction) -> Child:
    found = label.interval(value)
    if found is None or value in (0, 1):
        return None
    return el("span", f" {100 * found[0]:.0f} to {100 * found[1]:.0f}", cls="rt-small rt-muted")


def _verdict(player: ReplayPlayer, line: LedgerLine) -> Child:
    if line.kind == LUCK or line.forced:
        return None
    if not line.loss:
        return el("p", el("span", "best", cls="rt-tag rt-tag--good"), " No other choice was worth more.")
    best = best_of(line.options, opposed=line.opposed)
    assert best is not None
    sign = class_sign(line.fault) if line.fault else None
    return [
        el(
            "p",
            sign,
            el("span", f"{capital(line.fault or 'small loss')}. Better: ", el("b", _words(player, line, best)), "."),
            cls="rt-row rt-verdict",
        ),
        _reasons(line),
    ]


def _reasons(line: LedgerLine) -> Child:
    """What a loss is made of."""
    if not line.parts:
        return None
    rows = [
        el(
            "tr",
            el("th", one.name, " ", cite(one.rule) if one.rule else None, scope="row"),
            el("td", signed(-one.amount)),
        )
        for one in reasons_of(line)
    ]
    total = el("tr", el("th", "Lost", scope="row"), el("td", signed(line.amount)), cls="sum")
    return el(
        "table",
        el("caption", "What the loss is made of, in points", cls="rt-sr"),
        el("tbody", rows, total),
        cls="rt-ledger rt-reasons",
    )


def _horizon(line: LedgerLine) -> Child:
    if not line.horizon:
        return None
    return el(
        "p",
        f"Since the line before, V changed by {signed(line.horizon)}: seen from here it looks further ahead.",
        cls="rt-small rt-muted",
    )


def _options(player: ReplayPlayer, line: LedgerLine) -> Child:
    """Every option with its value and its loss, the best first; folded."""
    if not line.options:
        return None
    played = player.moves[line.line - 1].move
    ranked = sorted(line.options, key=lambda option: option.value, reverse=not line.opposed)
    rows = [_option(player, line, option, played) for option in ranked[:_MOST]]
    more = len(ranked) - _MOST
    n = len(ranked)
    return el(
        "details",
        el("summary", f"All {n} choices with their values" if n > 1 else "The one choice with its value"),
        el(
            "table",
            el("caption", "Every choice, the best first, in points", cls="rt-sr"),
            el("thead", el("tr", _heads(("Choice", "V after", "Loss")))),
            el("tbody", rows),
            cls="rt-ledger rt-options",
        ),
        el("p", f"{more} more, all worth less.", cls="rt-small rt-muted") if more > 0 else None,
    )


def _heads(names: Sequence[str]) -> list[Html]:
    return [el("th", name, scope="col") for name in names]


def _option(player: ReplayPlayer, line: LedgerLine, option: Choice, played: object) -> Html:
    loss = abs(line.before - option.value)
    tags = [
        el("span", "best", cls="rt-tag rt-tag--good") if not loss else None,
        el("span", "played", cls="rt-tag") if option.action == played else None,
    ]
    return el(
        "tr",
        el("th", _words(player, line, option), " ", tags, scope="row"),
        el("td", points(option.value)),
        el("td", size(loss, points=True) if loss else "0"),
        cls="is-played" if option.action == played else None,
    )


def _words(player: ReplayPlayer, line: LedgerLine, option: Choice) -> str:
    return action_words(player, line.line, option.action)

"""The account of a line of a reviewed game as HTML: V before and after, luck or skill, every option.

A mistake is told before the choice, where what was played and what was best can still be seen on the table, and again
after it.
"""

from collections.abc import Sequence
from fractions import Fraction
from typing import Final

from rising_tutor.analysis.ledger import HIDDEN_NAME, LUCK, LedgerLine
from rising_tutor.analysis.review import Review
from rising_tutor.analysis.review.findings import reasons_of
from rising_tutor.analysis.review.words import points, signed
from rising_tutor.boards.reviewed import class_sign, how_tag
from rising_tutor.core.english import capital
from rising_tutor.core.valuation import ValueLabel, best_of
from rising_tutor.probability.percents import size
from rising_tutor.probability.ranked import RankedAction, RankedActions
from rising_tutor.render.html import EMPTY, Child, Html, el, join
from rising_tutor.render.parts import button, cite, fold, panel_head
from rising_tutor.render.tables import Row, row, table
from rising_tutor.tutor.replay.player import ReplayPlayer
from rising_tutor.tutor.review.controller import GameReview
from rising_tutor.tutor.review.words import (
    action_words,
    move_words,
    person,
    place_words,
)
from rising_tutor.ui.components.ranked_table import ranked_table

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
    found = line.ranking(label)
    two = [one for one in found.rows if one.action == played or one == found.best[0]]
    lost = f"{capital(line.fault)}: {size(line.loss, points=True)} points lost. "
    where = f"{place_words(player, line.line - 1)}, before the choice."
    return el(
        "section",
        panel_head(f"{who} chooses here" if who else "The choice here", how_tag(label, solved=line.exact)),
        el("p", class_sign(line.fault), el("span", lost, where), cls="rt-row rt-verdict"),
        _choices(player, line, found, two),
        _reasons(line),
        _options(player, line, label),
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
        panel_head(
            [f"{who}: " if who else "", capital(move_words(player, line))],
            how_tag(done.label, solved=line.exact),
            key=HEAD,
        ),
        el("p", f"{place_words(player, position - 1)}. ", _said(line), cls="rt-small rt-muted"),
        _numbers(line, done.label),
        _verdict(player, line),
        _horizon(line),
        _options(player, line, done.label),
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
        el("div", el("dt", HIDDEN_NAME), el("dd", signed(line.hidden))) if line.hidden else None,
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
        more = "worth more" if line.named is None else "named as better"
        return el("p", el("span", "best", cls="rt-tag rt-tag--good"), f" No other choice was {more}.")
    # Where tables are drawn, the loss is against the action that half of them name: another may have come out above it.
    named = next((one for one in line.options if one.value == line.named), None)
    best = named or best_of(line.options, opposed=line.opposed)
    assert best is not None
    sign = class_sign(line.fault) if line.fault else None
    better = el("b", action_words(player, line.line, best.action))
    if not line.told_apart:
        said = " On the tables that were drawn it cannot be told from "
        return el("p", el("span", "open", cls="rt-tag"), said, better, ".", cls="rt-row rt-verdict")
    return [
        el(
            "p",
            sign,
            el("span", f"{capital(line.fault or 'small loss')}. Better: ", better, "."),
            cls="rt-row rt-verdict",
        ),
        _reasons(line),
    ]


def _reasons(line: LedgerLine) -> Child:
    """What a loss is made of."""
    if not line.parts:
        return None
    rows: list[Row | tuple[Child, ...]] = [
        ([one.name, " ", cite(one.rule) if one.rule else None], signed(-one.amount)) for one in reasons_of(line)
    ]
    rows.append(row("Lost", signed(-line.loss), cls="sum"))
    return table((), rows, caption="What the loss is made of, in points", cls="rt-ledger rt-reasons")


def _horizon(line: LedgerLine) -> Child:
    if not line.horizon:
        return None
    return el(
        "p",
        f"Since the line before, V changed by {signed(line.horizon)}: seen from here it looks further ahead.",
        cls="rt-small rt-muted",
    )


def _options(player: ReplayPlayer, line: LedgerLine, label: ValueLabel) -> Child:
    """Every option with its value and its loss, the best first; folded."""
    if not line.options:
        return None
    found = line.ranking(label)
    n = len(found.rows)
    return fold(
        f"All {n} choices with their values" if n > 1 else "The one choice with its value",
        _choices(player, line, found, found.rows[:_MOST]),
        el("p", f"{n - _MOST} more, all worth less.", cls="rt-small rt-muted") if n > _MOST else None,
    )


def _choices(player: ReplayPlayer, line: LedgerLine, found: RankedActions, rows: Sequence[RankedAction]) -> Html:
    """Choices with their values and losses, with the one that was played marked."""
    played = player.moves[line.line - 1].move

    def words(one: RankedAction) -> list[Child]:
        best = el("span", "best", cls="rt-tag rt-tag--good") if one.tied else None
        mark = el("span", "played", cls="rt-tag") if one.action == played else None
        return [action_words(player, line.line, one.action), " ", best, mark]

    return ranked_table(
        found,
        words,
        rows=rows,
        head="Own chance" if line.opposed else "V after",
        mark=lambda one: "is-played" if one.action == played else None,
        named=True,
        cls="rt-ledger rt-options",
    )

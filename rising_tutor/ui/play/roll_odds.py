"""The odds of the present roll as HTML: a button; once asked, the chances, the ranked actions and what they count."""

from collections.abc import Callable
from typing import Any

from rising_tutor.probability.dice_turn.answer import Amount
from rising_tutor.probability.dice_turn.dice_game import ActionValue
from rising_tutor.probability.percents import percent
from rising_tutor.render.html import EMPTY, Child, Html, el
from rising_tutor.render.parts import button, scrolled
from rising_tutor.tutor.odds.numbers import amount, bar_row, card_row, fraction, goals, loss, method_tag
from rising_tutor.tutor.table.roll_odds import BUSY, FAILED, Found, TurnOdds

ROWS = 8
"""Actions that are shown at once."""

Word = Callable[[Any], str]


def panel(odds: TurnOdds, word: Word) -> Html:
    """The panel beside the table; empty outside the dice step.

    Args:
        odds: the controller.
        word: an action as the words of a button.
    """
    if not odds.cards:
        return EMPTY
    return el(
        "section",
        el("div", el("h2", "Odds", tabindex="-1", data_key="odds-head"), _close(odds), cls="rt-panel__h"),
        _inside(odds, word),
        cls="rt-panel rt-turnodds",
        aria_label="Odds of this roll",
    )


def _close(odds: TurnOdds) -> Child:
    if not odds.shown:
        return None
    word = "Stop" if odds.state == BUSY else "Close"
    return button(word, "odds-close", cls="rt-btn--quiet rt-btn--small", key="odds-close")


def _inside(odds: TurnOdds, word: Word) -> Child:
    if not odds.shown:
        return [
            el(
                "p",
                "What each choice is worth, and how likely each card is. Only when you ask.",
                cls="rt-small rt-muted",
            ),
            button("Show the odds of this roll", "odds", key="odds"),
        ]
    if odds.state == BUSY:
        done = f" {percent(odds.part)} done." if 0 < odds.part < 1 else ""
        return [
            el("p", f"Counting every roll.{done}", cls="rt-small rt-muted", role="status"),
            el("div", cls="rt-skel"),
            el("div", cls="rt-skel"),
            _goals(odds) if odds.goals else None,
        ]
    if odds.state == FAILED or odds.found is None:
        return [el("p", odds.why, cls="rt-small", role="status"), _goals(odds)]
    found = odds.found
    return [_summary(found, word), _chances(odds, found), _actions(odds, found, word), _goals(odds), _assumes(found)]


def _summary(found: Found, word: Word) -> Html:
    best = found.best
    if best is None or best.value is None:
        return el("p", "No choice of this moment can be valued.", cls="rt-small", role="status")
    worth = amount(best.value, chance=True) if found.is_chance else goals(best.value)
    tied = f" It is one of {found.n_best} that are equally good." if found.n_best > 1 else ""
    return el("p", "Best now: ", el("b", word(best.action)), f", {worth}.{tied}", role="status")


def _chances(odds: TurnOdds, found: Found) -> Html:
    rows: list[Child] = []
    for card, chance in found.chances:
        if chance is None:
            rows.append(el("li", el("span", card.name), el("span", "too large", cls="pct")))
        else:
            rows.append(bar_row(card.name, chance.decimal, percent(chance.decimal, exact=chance.fraction is not None)))
            if odds.fractions and chance.fraction is not None and chance.fraction.denominator > 1:
                rows.append(el("li", fraction(chance.fraction), cls="rt-fracrow"))
    return el(
        "section",
        el(
            "h3",
            "Chance of each card, when all dice go for it ",
            _method([c for _, c in found.chances]),
            cls="rt-oddsh3",
        ),
        el("ul", rows, cls="rt-bars rt-bars--tight"),
    )


def _actions(odds: TurnOdds, found: Found, word: Word) -> Html:
    known = [row for row in found.rows if row.value is not None]
    others = [row for row in found.rows if row.value is None]
    shown = known if odds.all_rows else known[:ROWS]
    every = odds.player.actions
    head = "Chance" if found.is_chance else "Goals"
    table = el(
        "table",
        el("caption", "Every choice, best first", cls="rt-sr"),
        el(
            "thead",
            el(
                "tr",
                el("th", "Choice", scope="col"),
                el("th", head, cls="n", scope="col"),
                el("th", "Loss", cls="n", scope="col"),
            ),
        ),
        el("tbody", [_row(odds, found, row, word, every.index(row.action)) for row in shown]),
        cls="rt-opt",
    )
    more: Child = None
    if len(known) > ROWS:
        label = f"Show the first {ROWS}" if odds.all_rows else f"Show all {len(known)}"
        more = button(label, "odds-rows", cls="rt-btn--small", key="odds-rows")
    label = "Hide fractions" if odds.fractions else "Show fractions"
    return el(
        "section",
        el("h3", "Every choice, best first ", _method([row.value for row in known]), cls="rt-oddsh3"),
        scrolled("Choices, ranked", table),
        el(
            "div",
            more,
            button(label, "odds-fractions", cls="rt-btn--small", key="odds-fractions"),
            cls="rt-row rt-under",
        ),
        _unknown(others, word),
    )


def _row(odds: TurnOdds, found: Found, row: ActionValue, word: Word, number_: int) -> Html:
    assert row.value is not None
    assert row.loss is not None
    best = row.loss.decimal <= 0
    lost = "best, tied" if best and found.n_best > 1 else loss(row.loss, chance=found.is_chance)
    value = amount(row.value, chance=found.is_chance)
    written = fraction(row.value.fraction) if odds.fractions else None
    words = word(row.action)
    return el(
        "tr",
        el(
            "td",
            button(
                words,
                "act",
                str(number_),
                cls="rt-btn--quiet rt-btn--small rt-turnodds__do",
                key=f"odds:{number_}",
                aria_label=f"Do it: {words}",
            ),
        ),
        el("td", el("b", value) if best else value, written, cls="n"),
        el("td", lost, cls="n"),
        cls="best" if best else None,
        data_key=f"odds-row:{number_}",
    )


def _unknown(rows: list[ActionValue], word: Word) -> Child:
    """Choices without a value, by the reason."""
    if not rows:
        return None
    reasons: dict[str, list[str]] = {}
    for row in rows:
        reasons.setdefault(row.why, []).append(word(row.action))
    items = [el("li", el("b", "; ".join(words)), ". ", why) for why, words in reasons.items()]
    return el(
        "details",
        el("summary", f"{len(rows)} choice{'' if len(rows) == 1 else 's'} without a value"),
        el("ul", items, cls="rt-small"),
        cls="rt-more",
        data_key="odds-unknown",
    )


def _goals(odds: TurnOdds) -> Html:
    rows = [card_row(card, "odds-goal", ticked=card.id in odds.goals) for card in odds.cards]
    return el(
        "details",
        el("summary", "What counts"),
        el("div", rows, role="group", aria_label="Goals that count"),
        cls="rt-more",
        data_key="odds-goals",
        open=odds.state == FAILED,
    )


def _assumes(found: Found) -> Html:
    return el(
        "details",
        el("summary", "What is assumed"),
        el("ul", [el("li", sentence) for sentence in found.question.assumes], cls="rt-small"),
        cls="rt-more",
        data_key="odds-assumes",
    )


def _method(amounts: list[Amount | None]) -> Child:
    """One tag for several amounts: the weaker of their methods."""
    methods = [one.method for one in amounts if one is not None]
    if not methods:
        return None
    return method_tag(max(methods, key=len))

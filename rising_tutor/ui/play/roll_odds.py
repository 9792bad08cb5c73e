"""The odds of the present roll as HTML: a button; once asked, the chances, the ranked actions and what they count."""

from collections.abc import Callable
from typing import Any

from rising_tutor.core.english import counted
from rising_tutor.probability.dice_turn.answer import Amount
from rising_tutor.probability.percents import amount, more_goals, percent
from rising_tutor.probability.ranked import RankedAction
from rising_tutor.render.html import EMPTY, Child, Html, el
from rising_tutor.render.parts import button, fold, panel_head, scrolled
from rising_tutor.tutor.table.roll_odds import BUSY, FAILED, Found, TurnOdds
from rising_tutor.ui.components.ranked_table import do_it, ranked_table
from rising_tutor.ui.odds.marks import bar_row, card_row, fraction, method_tag

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
        panel_head("Odds", _close(odds), key="odds-head"),
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
    if best is None or best.amount is None:
        return el("p", "No choice of this moment can be valued.", cls="rt-small", role="status")
    worth = amount(best.amount, chance=True) if found.is_chance else more_goals(best.amount)
    n_best = len(found.ranking.best)
    tied = f" It is one of {n_best} that are equally good." if n_best > 1 else ""
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
    known = [one for one in found.ranking.rows if one.value is not None]
    others = [one for one in found.ranking.rows if one.value is None]
    shown = ranked_table(
        found.ranking,
        lambda one: do_it(odds.player, one.action, word, "odds"),
        rows=known if odds.all_rows else known[:ROWS],
        fractions=odds.fractions,
        key=lambda one: f"odds-row:{odds.player.actions.index(one.action)}",
    )
    more: Child = None
    if len(known) > ROWS:
        label = f"Show the first {ROWS}" if odds.all_rows else f"Show all {len(known)}"
        more = button(label, "odds-rows", cls="rt-btn--small", key="odds-rows")
    label = "Hide fractions" if odds.fractions else "Show fractions"
    return el(
        "section",
        el("h3", "Every choice, best first ", _method([one.amount for one in known]), cls="rt-oddsh3"),
        scrolled("Choices, ranked", shown),
        el(
            "div",
            more,
            button(label, "odds-fractions", cls="rt-btn--small", key="odds-fractions"),
            cls="rt-row rt-under",
        ),
        _unknown(others, word),
    )


def _unknown(rows: list[RankedAction], word: Word) -> Child:
    """Choices without a value, by the reason."""
    if not rows:
        return None
    reasons: dict[str, list[str]] = {}
    for one in rows:
        reasons.setdefault(one.why, []).append(word(one.action))
    items = [el("li", el("b", "; ".join(words)), ". ", why) for why, words in reasons.items()]
    unknown = el("ul", items, cls="rt-small")
    return fold(f"{counted(len(rows), 'choice')} without a value", unknown, cls="rt-more", key="odds-unknown")


def _goals(odds: TurnOdds) -> Html:
    rows = [card_row(card, "odds-goal", ticked=card.id in odds.goals) for card in odds.cards]
    group = el("div", rows, role="group", aria_label="Goals that count")
    return fold("What counts", group, cls="rt-more", key="odds-goals", opened=odds.state == FAILED)


def _assumes(found: Found) -> Html:
    lines = el("ul", [el("li", sentence) for sentence in found.ranking.assumes], cls="rt-small")
    return fold("What is assumed", lines, cls="rt-more", key="odds-assumes")


def _method(amounts: list[Amount | None]) -> Child:
    """One tag for several amounts: the weaker of their methods."""
    methods = [one.method for one in amounts if one is not None]
    if not methods:
        return None
    return method_tag(max(methods, key=len))

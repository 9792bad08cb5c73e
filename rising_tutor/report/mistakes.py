"""The mistakes of a game by class: what was played, what was better, why, and the rules that speak of it."""

from collections.abc import Iterator, Sequence
from typing import Final

from rising_tutor.analysis.ledger import CLASSES
from rising_tutor.analysis.review.findings import Mistake, Reason
from rising_tutor.analysis.review.words import points, signed
from rising_tutor.boards.reviewed import class_sign
from rising_tutor.catalogues import Rule
from rising_tutor.core.english import capital, plural
from rising_tutor.render.html import EMPTY, Child, Html, el
from rising_tutor.report.opening import counts
from rising_tutor.report.telling import Telling

MOST_IN_FULL: Final = 60
"""So many mistakes are told with their reasons: those that cost most."""


def section(telling: Telling) -> Html:
    """The mistakes, the worst class first, within it in the order of the game."""
    mistakes = telling.review.mistakes
    if not mistakes:
        return el(
            "section",
            el("h2", "Mistakes"),
            el("p", f"No choice cost {CLASSES[-1][0]} points or more."),
            cls="rt-panel",
        )
    whole = in_full(mistakes)
    return el(
        "section",
        el("h2", f"Mistakes: {len(mistakes)}"),
        el("p", f"With their reasons stand the {len(whole)} that cost most.", cls="rt-small rt-muted")
        if len(whole) < len(mistakes)
        else None,
        [
            _class(telling, name, least, [one for one in mistakes if one.fault == name], whole)
            for least, name in CLASSES
        ],
        cls="rt-panel mistakes",
    )


def in_full(mistakes: Sequence[Mistake]) -> frozenset[int]:
    """The lines of the mistakes that are told with their reasons."""
    return frozenset(one.line.line for one in sorted(mistakes, key=lambda one: -one.loss)[:MOST_IN_FULL])


def _class(telling: Telling, name: str, least: int, found: Sequence[Mistake], whole: frozenset[int]) -> Child:
    if not found:
        return None
    return [
        el(
            "h3",
            capital(plural(name)),
            " ",
            el("span", f"{counts(name, len(found))}, {least} points or more each", cls="rt-small rt-muted"),
        ),
        el("ol", [_mistake(telling, one, full=one.line.line in whole) for one in found], cls="rt-mist"),
    ]


def _mistake(telling: Telling, mistake: Mistake, *, full: bool) -> Html:
    line = mistake.line
    sure = telling.review.label.how(solved=line.exact)
    whose = "Their own chance" if line.opposed else "V"
    return el(
        "li",
        class_sign(mistake.fault),
        el(
            "div",
            el("p", el("b", telling.moment(line)), "."),
            el("p", "Better: ", el("b", telling.better(line)), "."),
            el(
                "p",
                f"{whose} is {points(line.value)} instead of {points(line.best_value)}, {sure}. "
                f"Line {line.line}, {line.where}.",
                cls="rt-small rt-muted",
            )
            if full
            else None,
            _reasons(telling, mistake.reasons) if full else None,
        ),
        el("b", signed(line.own)),
    )


def _reasons(telling: Telling, reasons: Sequence[Reason]) -> Child:
    """What the loss is made of; the parts add up to it, and one above 0 spoke for what was played."""
    if not reasons:
        return None
    rows = [
        el("li", el("span", el("b", one.name), " ", _cited(telling, one.rule)), el("span", signed(-one.amount)))
        for one in reasons
    ]
    return el("ul", rows, cls="reasons", aria_label="What the loss is made of, in points")


def _cited(telling: Telling, rule_id: str) -> Child:
    """The rule of a reason, with its title; the whole of it stands in a section of its own."""
    rule = telling.rules.get(rule_id)
    if rule is None:
        return el("span", rule_id, cls="rt-muted") if rule_id else None
    gap = " rt-cite--gap" if rule.status == "gap" else ""
    return [
        el("a", rule.id, href=f"#rule-{rule.id}", cls=f"rt-cite{gap}", aria_label=f"Rule {rule.id}: {rule.title}"),
        " ",
        el("span", rule.title, cls="rt-muted"),
    ]


def rules(telling: Telling) -> Html:
    """The rules that the mistakes and the result cite, in our own words."""
    catalogue, cited = telling.catalogue, set(_citations(telling))
    found = [rule for rule in telling.rules.values() if rule.id in cited]
    if catalogue is None or not found:
        return EMPTY
    return el(
        "section",
        el("h2", "The rules behind it"),
        el("p", f"Pages: {catalogue.edition}. Wording: ours.", cls="rt-small rt-muted"),
        [_rule(rule) for rule in found],
        cls="rt-panel rules",
    )


def _citations(telling: Telling) -> Iterator[str]:
    whole = in_full(telling.review.mistakes)
    for mistake in telling.review.mistakes:
        if mistake.line.line in whole:
            yield from (reason.rule for reason in mistake.reasons)
    result = telling.verified.result
    if result is not None:
        yield result.reason


def _rule(rule: Rule) -> Html:
    return el(
        "article",
        el("h3", f"{rule.id}: {rule.title}"),
        el("p", f"{capital(rule.place)}, {rule.status_words}.", cls="rt-small rt-muted"),
        el("p", rule.text),
        id=f"rule-{rule.id}",
    )

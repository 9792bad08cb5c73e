"""What gets covered under best play and under other ways to play, as HTML.

The bars stand in a table with their numbers, so that a picture and its words are one.
"""

from collections.abc import Collection, Sequence
from typing import Final

from rising_tutor.core.english import capital
from rising_tutor.probability.dice_turn.problem import Problem
from rising_tutor.probability.dice_turn.wording import outcome_in_words
from rising_tutor.probability.percents import amount, percent
from rising_tutor.render.html import EMPTY, Child, Html, el
from rising_tutor.render.parts import panel_head, scrolled
from rising_tutor.render.tables import table
from rising_tutor.tutor.odds.answer import Way, way_in_words
from rising_tutor.tutor.odds.controller import OddsLab
from rising_tutor.ui.odds.marks import bar, method_tag

_MOST_ROWS: Final = 16
"""More outcomes than this are put together by how many sets are covered."""


def ways(lab: OddsLab) -> Html:
    """The panel; nothing while the answer is hidden or not there."""
    found = lab.answer
    if lab.hidden or found is None or found.solved is None:
        return EMPTY
    if not found.ways:
        words = found.no_ways or "It is being counted."
        inside: Child = el("p", words, cls="rt-small rt-muted", role=None if found.no_ways else "status")
        return _panel(inside, None)
    problem = found.problem
    known = [way for way in found.ways if way.shares]
    rows = [
        (words, *(_cell(share, best=not at) for at, share in enumerate(each))) for words, each in _rows(problem, known)
    ]
    if not problem.is_chance:
        values = [el("b", amount(way.value, chance=False)) for way in known if way.value is not None]
        rows.append(("Expected", *values))
    heads = ("Covered", *(capital(way.name) for way in known))
    inside = [
        scrolled("What gets covered", table(heads, rows, cls="rt-opt rt-plays")),
        el(
            "ul",
            [el("li", el("b", capital(way.name)), ": ", way.why or way_in_words(problem, way)) for way in found.ways],
            cls="rt-small rt-muted rt-under rt-waylist",
        ),
    ]
    return _panel(inside, method_tag(found.solved.method))


def _panel(inside: Child, tag: Html | None) -> Html:
    return el(
        "section",
        panel_head("What gets covered", tag),
        inside,
        cls="rt-panel",
        aria_label="What gets covered",
    )


def _cell(share: float, *, best: bool) -> Html:
    names = "rt-plays__cell best" if best else "rt-plays__cell"
    return el("span", bar(share), el("span", percent(share), cls="pct"), cls=names)


def _rows(problem: Problem, ways: Sequence[Way]) -> list[tuple[str, list[float]]]:
    """Each outcome with its share under every way to play; many outcomes by number of sets."""
    outcomes = problem.outcomes
    if len(outcomes) <= _MOST_ROWS:
        ordered = sorted(outcomes, key=lambda sets: (sum(sets), [-n for n in sets]))
        return [(outcome_in_words(problem, sets), [_share(way, {sets}) for way in ways]) for sets in ordered]
    most = max(sum(sets) for sets in outcomes)
    return [
        (f"{n} in all", [_share(way, {sets for sets in outcomes if sum(sets) == n}) for way in ways])
        for n in range(most + 1)
    ]


def _share(way: Way, outcomes: Collection[tuple[int, ...]]) -> float:
    return sum(share.decimal for sets, share in way.shares if sets in outcomes)

"""The review as HTML: the offer and its progress, the head of the graph, the ledger, how the numbers come about."""

from typing import Final

from rising_tutor.analysis.review import Review
from rising_tutor.analysis.review.findings import TurningPoint
from rising_tutor.analysis.review.words import band_words, turning_title, turning_words
from rising_tutor.boards.reviewed import ledger_sum, method_box
from rising_tutor.plots.along import BY_ACTION, BY_TURN
from rising_tutor.render.html import EMPTY, Child, Html, el
from rising_tutor.render.parts import button, one_of, panel_head
from rising_tutor.tutor.review.controller import FAILED, STOPPED, WORKING, GameReview

_WAYS: Final = {BY_ACTION: "Action", BY_TURN: "Turn"}


def offer(review: GameReview) -> Html:
    """What a review gives and a button, or how far it is; nothing once it is done."""
    if review.review is not None:
        return EMPTY
    return el(
        "section",
        panel_head("Review this game", _way(review)),
        el("div", _status(review), role="status"),
        el("p", review.missing, cls="rt-small") if review.missing else None,
        cls="rt-panel rt-reviewoffer",
    )


def _way(review: GameReview) -> Child:
    if review.state == WORKING:
        return button("Stop", "review-stop")
    return button("Review this game", "review", cls="rt-btn--main") if review.offered else None


def _status(review: GameReview) -> Child:
    if review.state == WORKING:
        done, total = review.counting
        return [
            el("p", f"Line {done} of {total}, {review.turn}.", cls="rt-small"),
            el("progress", value=str(done), max=str(total), aria_label="Lines reviewed", cls="rt-progress"),
        ]
    if review.state == STOPPED:
        return el("p", "Stopped. Nothing was kept.", cls="rt-small")
    if review.state == FAILED:
        return el("p", "The review failed. The replay itself is not affected.", cls="rt-small")
    if not review.offered:
        return None
    return el(
        "p",
        "The chance to win at every line, what luck and choices did to it, and the mistakes, with what was better and "
        "as exercises. It takes from seconds to minutes; you can go on looking around.",
        cls="rt-small rt-muted",
    )


def graph_head(review: Review, way: str) -> Html:
    """Above the graph: what it shows, how sure it is, and by what it goes."""
    return el(
        "div",
        el("h2", "Chance to win, per cent"),
        el("span", band_words(review.label), cls="rt-tag rt-tag--warn"),
        ways(way, "wins-by", "The graph goes by"),
        cls="rt-plothead rt-graphhead",
    )


def ways(way: str, do: str, label: str) -> Html:
    """The choice between by action and by turn."""
    return one_of(label, do, _WAYS, way)


def ledger_panel(review: Review) -> Html:
    """The ledger as a sum that is ruled off in ink, and what it leaves open."""
    return el(
        "section",
        ledger_sum(review),
        [el("p", note, cls="rt-small") for note in review.notes],
        _turning(review.turning) if review.turning is not None else None,
        method_box(review.label),
        button("Download the report", "report", cls="rt-wide1"),
        cls="rt-panel rt-ledgerpanel",
    )


def _turning(turning: TurningPoint) -> Html:
    lost = turning.kind == "lost"
    words = turning_words(turning)
    position = turning.line.line - 1 if lost else turning.line.line
    return el(
        "div",
        el("h3", turning_title(turning)),
        el("p", words, cls="rt-small"),
        button("Go there", "at", str(position), cls="rt-btn--small", key="turning"),
        cls="rt-turning",
    )

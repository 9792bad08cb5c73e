"""The page at the end of a game, as HTML: the result, what became of everybody, what made the difference, what next.

A game that was lost has the same page as one that was won. What the review finds comes in as it is worked out; it is an
estimate where its tag says so, and how it comes about stands behind Details.
"""

from collections.abc import Sequence

from rising_tutor.boards.reviewed import how_tag, method_box
from rising_tutor.render.html import EMPTY, Child, Html, el
from rising_tutor.render.parts import button, cite, fold
from rising_tutor.tutor.review.controller import FAILED, STOPPED, WORKING
from rising_tutor.tutor.table.end import GameEnd, again, harder, step_words


def end_page(title: str, summary: str, reasons: Sequence[Html], end: GameEnd, *, lost: bool) -> Html:
    """The page.

    Args:
        title: the result in a few words.
        summary: where the game stood, in a sentence.
        reasons: the rules behind the result, each as a line of a list.
        lost: whether whoever has the screen lost.
    """
    became = _fates(end)
    return el(
        "section",
        el(
            "div",
            el("h2", title),
            el("p", summary),
            el("ul", reasons, cls="rt-small"),
            cls="rt-end__result",
        ),
        el("div", became, cls="rt-end__fates") if became else None,
        _difference(end),
        _ways_on(end),
        cls=f"rt-panel rt-end {'rt-end--lost' if lost else 'rt-end--won'}",
        aria_label="Result",
        data_key="end",
        tabindex="-1",
    )


def _fates(end: GameEnd) -> list[Html]:
    return [el("dl", el("dt", name), el("dd", ", ".join(who))) for name, who in end.fates()]


def _difference(end: GameEnd) -> Html:
    """What made the difference, or how far the review is."""
    if not end.offered:
        return EMPTY
    inside = _found(end) if end.review is not None else _on_its_way(end)
    how = how_tag(end.review.label, solved=False) if end.review is not None else None
    head = el("h3", "What made the difference ", how, tabindex="-1", data_key="end-why")
    return el("div", head, inside, cls="rt-end__why", aria_live="polite")


def _on_its_way(end: GameEnd) -> Child:
    if end.state == WORKING:
        done, total = end.counting
        return [
            el("p", "The game is being looked at, move by move. You need not wait for it.", cls="rt-small"),
            el("progress", value=str(done), max=str(total), aria_label="Moves looked at", cls="rt-progress"),
            button("Stop", "end-stop", cls="rt-btn--small", key="end-stop"),
        ]
    said = {
        STOPPED: "Stopped. Nothing of it was kept.",
        FAILED: "That did not work. The game itself is kept.",
    }.get(end.state, "The luckiest roll, the turning point, and one thing to try: it takes up to some minutes.")
    return [
        el("p", said, cls="rt-small"),
        button("Look at the game", "end-review", cls="rt-btn--small", key="end-review"),
    ]


def _found(end: GameEnd) -> Child:
    assert end.review is not None
    rows: list[Child] = []
    turning = end.turning()
    if turning is not None:
        rows.append(_row("Turning point", turning[0], turning[1]))
    rows += [_row(stroke.title, stroke.text, stroke.at) for stroke in end.strokes()]
    tried = end.to_try()
    if tried is None:
        rows.append(_row("One thing to try", "No choice was a mistake that the review can see."))
    else:
        beside: list[Child] = []
        if tried.lesson is not None:
            link = tried.lesson.link
            beside = ["The lesson: ", el("a", tried.lesson.title, href=link, data_do="go", data_arg=link), " "]
        beside.append(cite(tried.rule) if tried.rule else None)
        rows.append(_row("One thing to try", tried.text, tried.at, beside))
    label = end.review.label
    details = fold(
        "Details",
        el("p", "Chances to win are those of the review, rounded. The review has each of them.", cls="rt-small"),
        method_box(label),
        cls="rt-more",
        key="end-details",
    )
    return [el("dl", rows, cls="rt-end__found"), details]


def _row(title: str, text: str, at: int | None = None, beside: Child = None) -> list[Html]:
    look = button("Look", "review-game", str(at), cls="rt-btn--small", aria_label=f"Look at it: {title}")
    said = el("p", beside, cls="rt-small") if beside else None
    return [el("dt", title), el("dd", el("p", text), said, look if at is not None else None)]


def _ways_on(end: GameEnd) -> Html:
    player = end.player
    step = harder(player.game.info, again(player))
    same = "Same Teams again" if player.options.get("teams") or again(player).get("teams") else "Play again"
    more: Child = None
    if step is not None:
        words = step_words(player.game.info, step)
        more = button(["One step harder", el("span", f" {words}", cls="rt-xs")], "harder", key="harder")
    return el(
        "div",
        button(same, "same-again", cls="rt-btn--main", key="same-again"),
        more,
        button("Review the game", "review-game", key="review-game")
        if end.offered
        else button("Look at the replay", "replay"),
        button("Save as file", "save"),
        button("New game", "new", cls="rt-btn--quiet"),
        cls="rt-row rt-end__do",
    )

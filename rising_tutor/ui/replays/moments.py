"""The moments of a replay as HTML: what to look for, the list, and the steps from one to the next."""

from collections.abc import Sequence

from rising_tutor.analysis.ledger import CLASSES, LedgerLine
from rising_tutor.analysis.review import Review
from rising_tutor.analysis.review.findings import reasons_of
from rising_tutor.analysis.review.words import signed
from rising_tutor.boards.reviewed import line_sign
from rising_tutor.core.english import counted, plural
from rising_tutor.render.forms import field, select, text
from rising_tutor.render.html import EMPTY, Child, Html, el
from rising_tutor.render.parts import button, cite, fold, icon
from rising_tutor.tutor.review.moments import LUCKY, MISTAKES, SIZES, UNLUCKY, Entry, Moments
from rising_tutor.tutor.review.words import person

_SHOWN = 10
_MOST = 200


def moments_panel(moments: Moments, review: Review | None, at: int) -> Html:
    """The panel. Before a review it can only look for what happened."""
    player = moments.player
    if not player.playable or not player.last:
        return EMPTY
    listed = moments.listed()
    body: list[Child] = []
    if review is not None:
        body.append(el("h2", "Moments"))
        body.append(
            el(
                "div",
                _pair("Mistake", "mistake", "M and Shift+M do the same"),
                _pair("Luck", "luck", "large strokes of luck"),
                None if moments.wish.plain else _pair("Found", "found", "lines in the list"),
                cls="rt-jumps",
            )
        )
        body.append(_list(moments, listed, at, reviewed=review is not None))
    body.append(_finder(moments, review, listed, at))
    if review is not None and review.mistakes:
        n = len(review.mistakes)
        body.append(button("Practise this one" if n == 1 else f"Practise these {n}", "practise", cls="rt-wide1"))
    return el("section", body, cls="rt-panel rt-moments")


def _pair(name: str, what: str, title: str) -> Html:
    def step(ways: str, word: str, sign: str) -> Html:
        return button(
            icon(sign),
            f"{ways}-{what}",
            cls="rt-btn--icon",
            aria_label=f"{word} {_SPOKEN[what]}",
            title=title,
        )

    return el(
        "div",
        step("previous", "Previous", "i-prev"),
        el("span", name),
        step("next", "Next", "i-next"),
        cls="rt-jump",
        role="group",
        aria_label=name,
    )


_SPOKEN = {"mistake": "mistake", "luck": "stroke of luck", "found": "line in the list"}


def _list(moments: Moments, listed: Sequence[Entry], at: int, *, reviewed: bool) -> Child:
    if not listed:
        why = "No line of the game fits." if reviewed else "No line of the game fits. A rule is named as FNR-414."
        return el("p", why, cls="rt-small rt-muted")
    rows = [_row(moments, entry, at) for entry in listed[:_MOST]]
    more = len(listed) - _MOST
    return [
        el("ul", rows[:_SHOWN], cls="rt-mist"),
        fold(
            f"{len(rows) - _SHOWN} more",
            el("ul", rows[_SHOWN:], cls="rt-mist"),
            el("p", f"{more} more lines fit; narrow it down to see them.", cls="rt-small") if more > 0 else None,
        )
        if len(rows) > _SHOWN
        else None,
    ]


def _row(moments: Moments, entry: Entry, at: int) -> Html:
    line = entry.line
    return el(
        "li",
        line_sign(line) if line is not None else el("span", str(entry.position), cls="rt-small rt-muted"),
        el(
            "div",
            button(
                moments.words(entry),
                "at",
                str(entry.opens),
                cls="rt-btn--quiet rt-moment",
                key=f"moment:{entry.position}",
                aria_current="step" if entry.opens == at else None,
            ),
            _better(moments, line) if line is not None and line.fault else None,
        ),
        el("b", signed(line.own)) if line is not None else el("span"),
    )


def _better(moments: Moments, line: LedgerLine) -> Html:
    """The better action, and the largest part of why."""
    reason = next((one for one in reasons_of(line) if one.amount > 0 and one.rule != line.rule), None)
    why = [f" Why: {reason.name} ", cite(reason.rule)] if reason is not None and reason.rule else None
    return el("p", f"Better: {moments.better(line)}.", why, cls="rt-small rt-muted")


def _finder(moments: Moments, review: Review | None, listed: Sequence[Entry], at: int) -> Html:
    wish = moments.wish
    fields: list[Child] = [
        field("Rule", text("rule", wish.rule, placeholder="FNR-414", size="9")),
        field("Card or word", text("card", wish.card, size="9")),
        field("Player", select("seat", _seats(moments), str(wish.seat))),
    ]
    if review is not None:
        sizes = (("0", "any"), *((str(size), f"{size} points and more") for size in SIZES))
        fields += [
            field("Size", select("size", sizes, str(wish.size))),
            field("Kind", select("kind", _kinds(review, moments), wish.kind)),
        ]
    said = "" if wish.plain else f"{counted(len(listed), 'line')} found."
    form = el(
        "form",
        fields,
        data_do="find",
        data_typed=True,
        cls="rt-finder",
        aria_label="What to look for",
    )
    foot = el(
        "div",
        el("p", said, role="status", cls="rt-small"),
        None if wish.plain else button("Clear", "find-clear", cls="rt-btn--small"),
        cls="rt-row",
    )
    found = None if review is not None or wish.plain else _list(moments, listed, at, reviewed=False)
    return fold("Find in the game", form, foot, found, opened=not wish.plain)


def _seats(moments: Moments) -> tuple[tuple[str, str], ...]:
    names = ((str(seat), person(moments.player, seat)) for seat in range(moments.n_seats))
    return (("-1", "everybody"), *names)


def _kinds(review: Review, moments: Moments) -> tuple[tuple[str, str], ...]:
    classes = tuple((name, plural(name)) for _, name in CLASSES)
    sources = dict(review.ledger.sources)
    luck = tuple((one, f"luck: {sources.get(one, one)}") for one in moments.kinds if one in sources)
    plain = (("", "mistakes and luck"), (MISTAKES, "mistakes"))
    return (*plain, *classes, (LUCKY, "good luck"), (UNLUCKY, "bad luck"), *luck)

"""What is not known of a replay with gaps, as HTML."""

from typing import Final

from rising_tutor.core.english import capital
from rising_tutor.render.html import EMPTY, Child, Html, el
from rising_tutor.render.parts import button, fold
from rising_tutor.replay.certain import Fact
from rising_tutor.replay.possible import Possible
from rising_tutor.tutor.replay.unknown import Later, UnknownController

_MOST: Final = 24
_MOST_VALUES: Final = 6
_MOST_LETTERS: Final = 140
_OF_KIND: Final = ": "
_MOST_GAPS: Final = 12


def unknown(controller: UnknownController) -> Html:
    """The panel for the position that is shown; empty for a record without gaps."""
    possible = controller.possible
    if possible is None:
        return EMPTY
    body: list[Child] = [el("h2", "What is not known"), el("div", _here(controller, possible), role="status")]
    body += [_open(controller), _later(controller, possible), _gaps(controller), _method(controller, possible)]
    return el("section", body, cls="rt-un rt-panel")


def _here(controller: UnknownController, possible: Possible) -> Child:
    if not controller.reached:
        return [
            el(
                "p",
                f"Of this position nothing is worked out: {possible.stopped}."
                if possible.stopped
                else _broken(possible),
            ),
            _go(possible.last, f"Last position that is known in part: {possible.last}"),
        ]
    if controller.at < possible.first or (controller.at == possible.first and controller.n_tables == 1):
        return [
            el("p", el("span", "certain", cls="rt-tag rt-tag--good"), " Everything up to here is known."),
            _go(possible.first + 1, f"First gap, line {possible.first + 1} of the game"),
        ]
    n, then = controller.n_tables, controller.n_then
    if n == 1:
        tag = el("span", "certain", cls="rt-tag rt-tag--good")
        why = " One table is possible here: the table shown is the true one, if the record is right."
        more = f" By what had been written up to here {then:,} were possible." if then > 1 else ""
        return el("p", tag, why, more)
    tag = el("span", f"{n:,} tables possible", cls="rt-tag rt-tag--warn")
    more = f" By what had been written up to here there were {then:,}; later lines leave {n:,}." if then > n else ""
    return el("p", tag, " The table shown is one of them, as an example.", more)


def _open(controller: UnknownController) -> Html:
    if not controller.reached or controller.n_tables == 1:
        return EMPTY
    if controller.too_many == "never":
        return el(
            "p", f"These are too many to say what all of them have in common ({controller.n_tables:,}).", cls="rt-small"
        )
    if controller.too_many:
        return button(f"Compare {controller.n_tables:,} tables", "un-compare", cls="rt-btn--small")
    found = controller.found()
    if found is None:
        return EMPTY
    return el(
        "div",
        el("h3", f"Open here ({len(found.open)})"),
        _facts(found.open),
        el("p", f"{found.n_settled} other facts of the table are the same on all of them.", cls="rt-small rt-muted"),
    )


def _facts(facts: tuple[Fact, ...]) -> Html:
    # The kinds of one deck or supply stand together.
    groups: dict[str, list[Fact]] = {}
    for fact in facts:
        groups.setdefault(fact.name.partition(_OF_KIND)[0], []).append(fact)
    rows = [el("div", el("dt", name), el("dd", _group(group))) for name, group in list(groups.items())[:_MOST]]
    more = el("p", f"{len(groups) - _MOST} more.", cls="rt-small") if len(groups) > _MOST else None
    return el("div", el("dl", rows, cls="rt-un__facts"), more)


def _group(facts: list[Fact]) -> Child:
    if len(facts) == 1 and _OF_KIND not in facts[0].name:
        return _values(facts[0])
    return [el("span", fact.name.partition(_OF_KIND)[2], ": ", _values(fact), cls="rt-un__kind") for fact in facts]


def _values(fact: Fact) -> Child:
    shown: list[str] = []
    for value in fact.values[:_MOST_VALUES]:
        if sum(map(len, shown)) + len(value) > _MOST_LETTERS:
            break
        shown.append(value)
    said = " or ".join(shown)
    left = len(fact.values) - len(shown)
    more = (f" or one of {left} others" if shown else f"one of {left} ways") if left else ""
    sure = el("span", f"in any case {fact.sure}", cls="rt-small rt-muted rt-un__sure") if fact.sure else None
    return [said, more, sure]


def _later(controller: UnknownController, possible: Possible) -> Html:
    later = controller.later()
    if not later:
        return EMPTY
    rows = [
        el("li", el("span", el("strong", one.fact.name), ": ", _values(one.fact)), _by(one, possible)) for one in later
    ]
    more = f", {len(rows) - _MOST} of them not listed" if len(rows) > _MOST else ""
    return fold(f"Settled by later lines ({len(rows)}{more})", el("ul", rows[:_MOST], cls="rt-un__later"))


def _by(one: Later, possible: Possible) -> Html:
    if one.position > possible.last:
        return el("span", "settled by the result", cls="rt-small rt-muted")
    return _go(one.position, f"settled by line {one.position}")


def _gaps(controller: UnknownController) -> Html:
    gaps = controller.gaps()
    rows = [
        el("li", _go(gap.position, f"{gap.position}: {gap.move}", now=gap.position == controller.at)) for gap in gaps
    ]
    summary = "1 line is not known in full" if len(gaps) == 1 else f"{len(gaps)} lines are not known in full"
    more = el("p", f"{len(rows) - _MOST_GAPS} more.", cls="rt-small") if len(rows) > _MOST_GAPS else None
    return fold(summary, el("ul", rows[:_MOST_GAPS], cls="rt-un__gaps"), more)


def _method(controller: UnknownController, possible: Possible) -> Html:
    said = [possible.stopped + "."] if possible.stopped else []
    if possible.fault is not None:
        said.append(_broken(possible))
    words = (
        "Exact: each gap is filled in every way that the rules allow, and a way is dropped as soon as a later line, a "
        "label or the result does not fit it. Nothing is guessed and nothing is weighed by its odds. One ? alone is "
        f"taken as one action or outcome. Rules version {controller.player.game.info.rules_version}."
    )
    return el("p", " ".join((*(capital(one) for one in said), words)), cls="rt-small rt-muted")


def _broken(possible: Possible) -> str:
    at = possible.fault.line + 1 if possible.fault is not None else possible.last
    return f"Line {at} of the game fits none of the tables that were possible before it."


def _go(position: int, words: str, *, now: bool = False) -> Html:
    return button(words, "un-go", str(position), cls="rt-btn--small rt-un__go", aria_current="step" if now else None)

"""What else could be done at the table shown: legal actions in words, outcomes with their odds, a typed move."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Final

from rising_tutor.core.node import Chance, Terminal
from rising_tutor.probability.percents import percent
from rising_tutor.render.forms import select, submit, text
from rising_tutor.render.html import Child, Html, el, join
from rising_tutor.render.parts import button, fold
from rising_tutor.replay.limits import MOVE
from rising_tutor.replay.model import Line
from rising_tutor.tutor.replay.notes import NotesController
from rising_tutor.tutor.replay.walk import MOST_LISTED, Way
from rising_tutor.ui.replays.notes.drawn import said

_MOST_BUTTONS: Final = 8


def trying(controller: NotesController) -> Html:
    """What else could be done at the table shown, and what chance could give."""
    walk = controller.walk
    body: Child
    if isinstance(walk.node, Terminal):
        body = el("p", "The game is over here.", cls="rt-muted")
    elif walk.next is None and not walk.aside:
        body = el(
            "p",
            "The file ends here, and a side line replaces a line of it. From here the game can be played on.",
            cls="rt-muted",
        )
    else:
        body = join(_choices(controller), _typed(controller))
    return fold(
        el("h2", "Go on another way" if walk.aside else "Try another way here"),
        el("p", f"{walk.label}. ", _next(walk.next) if walk.next else "The line ends here."),
        body,
        said(controller, "try"),
        cls="rt-panel rt-nt rt-nt--try",
        opened=walk.aside,
        key="nt-try",
    )


# ---------------------------------------------------------------------------------------------------------------------


def _choices(controller: NotesController) -> Html:
    walk = controller.walk
    at, ways = str(walk.here), walk.ways()
    if isinstance(walk.node, Chance):
        return _outcomes(controller, ways)
    if len(ways) <= _MOST_BUTTONS:
        there = walk.next_text
        acts = [
            button(
                [way.words or way.text, _there() if way.text == there else None], "nt-do", f"{at}:{n}", title=way.text
            )
            for n, way in enumerate(ways)
        ]
        return el("ul", [el("li", act) for act in acts], cls="rt-nt__acts", aria_label="Legal actions")
    options = [(way.text, way.words or way.text) for way in ways]
    return _pick(at, f"One of {len(ways)} legal actions", options, "Try it")


def _outcomes(controller: NotesController, ways: tuple[Way, ...]) -> Html:
    walk = controller.walk
    at, total = str(walk.here), walk.n_ways
    version = walk.player.game.info.rules_version
    options = [(way.text, f"{way.text} ({percent(Fraction(way.weight, way.total))})") for way in ways]
    if not ways:
        shown = f"Chance decides: {total:,} outcomes, too many to list. Type one, or let it be drawn."
    elif len(ways) < total:
        shown = f"Chance decides: the {MOST_LISTED} likeliest of {total:,} outcomes. Any other can be typed."
    else:
        shown = f"Chance decides: {total:,} outcomes."
    return join(
        el("p", shown),
        _pick(at, "What chance gives", options, "Let it happen") if options else None,
        el(
            "form",
            el("input", type="hidden", name="at", value=at),
            el(
                "label",
                "Seed",
                text("seed", controller.seed, maxlength=20, autocomplete="off", autocapitalize="none", key="nt-seed"),
            ),
            submit("Draw at random", key="nt-draw"),
            data_do="nt-draw",
            cls="rt-nt__line",
        ),
        el(
            "p",
            f"Odds: exact, rules version {version}. A draw follows them and comes again with the same seed; "
            "the line is marked with it.",
            cls="rt-xs rt-muted",
        ),
    )


def _pick(at: str, label: str, options: Sequence[tuple[str, str]], act: str) -> Html:
    return el(
        "form",
        el("input", type="hidden", name="at", value=at),
        el("label", label, select("move", options, key=f"nt-pick:{at}")),
        submit(act, key="nt-choose"),
        data_do="nt-choose",
        cls="rt-nt__form",
    )


def _typed(controller: NotesController) -> Html:
    at = str(controller.walk.here)
    return el(
        "form",
        el("input", type="hidden", name="at", value=at),
        el(
            "label",
            "Or type it, as files have it",
            text(
                "move",
                controller.typed,
                maxlength=MOVE.most,
                autocomplete="off",
                autocapitalize="none",
                spellcheck="false",
                key=f"nt-move:{at}",
            ),
        ),
        submit("Try", key="nt-type"),
        data_do="nt-type",
        cls="rt-nt__line",
    )


def _there() -> Html:
    return el("span", "next in the file", cls="rt-tag")


def _next(line: Line) -> Child:
    return join("Next in the file: ", el("code", line.move))

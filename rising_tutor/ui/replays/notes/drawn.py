"""The panel of notes, marks and side lines beside an open replay, as HTML."""

from collections.abc import Sequence
from typing import Final

from rising_tutor.render.forms import submit, text
from rising_tutor.render.html import EMPTY, Html, el, join
from rising_tutor.render.parts import button, cite, fold, icon
from rising_tutor.replay.address import Address, line_at
from rising_tutor.replay.edit import CannotEdit
from rising_tutor.replay.limits import NOTE
from rising_tutor.replay.model import Line
from rising_tutor.replay.words import GLYPHS
from rising_tutor.tutor.messages import MAX_WORD
from rising_tutor.tutor.replay.notes import NotesController
from rising_tutor.ui.replays.heading import JUDGED

_SIGNS: Final = ("!!", "!", "!?", "?!", "?", "??")
"""From the best to the worst."""
_WINDOW, _BEFORE = 10, 7
"""Of a side line so many lines are shown at once, and so many of them up to the place."""
_MOST_SHOWN: Final = 6
_MOST_NOTED: Final = 200


def walking(controller: NotesController) -> Html:
    """The side line that is walked: its lines, and the way along it and out of it."""
    walk = controller.walk
    if not walk.aside:
        return EMPTY
    side = Address(walk.here.parts[:-1])
    replaced = line_at(walk.lines, walk.here.parent)
    path = walk.path()
    first = max(0, min(walk.here.line - _BEFORE, len(path) - _WINDOW))
    steps = [
        el(
            "li",
            button(
                [el("code", line.move), [judged(mark) for mark in line.marks]],
                "nt-open",
                str(at),
                cls="rt-btn--quiet",
                aria_current="step" if at == walk.here else None,
            ),
        )
        for at, line in path[first : first + _WINDOW]
    ]
    left, more = first, len(path) - first - len(steps)
    at_end = walk.next is None
    return el(
        "section",
        el("h2", f"Side line {side}", tabindex="-1", data_key="nt-side"),
        el("p", "In place of line ", str(walk.here.parent), ", ", el("code", replaced.move), ". The table shows: "),
        el("p", el("strong", walk.label)),
        el("p", f"{left} lines before", cls="rt-xs rt-muted") if left else None,
        el("ol", steps, cls="rt-nt__path", start=first + 1),
        el("p", f"{more} lines after", cls="rt-xs rt-muted") if more else None,
        el(
            "div",
            button("Back", "nt-back"),
            button("On", "nt-on", disabled=at_end),
            button("To its end", "nt-end", disabled=at_end),
            button("Leave the side line", "nt-leave", cls="rt-btn--quiet"),
            cls="rt-row",
        ),
        cls="rt-panel rt-nt rt-nt--side",
        aria_label=f"Side line {side}",
    )


def said(controller: NotesController, spot: str) -> Html:
    """Why something was not done, or what was done, in the part of the panel that it is about."""
    fault = controller.fault if controller.spot == spot else None
    if fault is None:
        told = controller.told if controller.spot == spot else ""
        return el("div", el("p", told, cls="rt-nt__told") if told else None, role="status", data_key=f"nt-said:{spot}")
    if not isinstance(fault, CannotEdit):
        return el("div", el("p", fault.said), cls="rt-refuse rt-nt__fault", role="alert")
    nearest = getattr(fault.refusal, "nearest", None)
    game, state = controller.player.game, controller.walk.state
    near = game.write(state, nearest) if nearest is not None and fault.where == controller.walk.here.next else ""
    return el(
        "div",
        el("h3", icon("i-no"), f"Not written: {fault.value[:80]}" if fault.value else "Not written"),
        el("p", fault.expected, " ", cite(fault.rule) if fault.rule else None),
        el("p", "What would be allowed: ", el("code", near)) if near else None,
        cls="rt-refuse rt-nt__fault",
        role="alert",
    )


def note(controller: NotesController) -> Html:
    """What stands beside the line that led to the table shown: sign, comment, words."""
    walk, line = controller.walk, controller.walk.line
    if line is None:
        return el(
            "section",
            el("h2", "Note", tabindex="-1", data_key="nt-note"),
            el("p", "This is the table before the first line. Notes stand beside lines: go on to one.", cls="rt-muted"),
            cls="rt-panel rt-nt",
        )
    at = str(walk.here)
    words = " ".join(mark.removeprefix("$") for mark in line.marks if mark not in GLYPHS)
    return el(
        "section",
        el("h2", f"Note to line {at}", tabindex="-1", data_key="nt-note"),
        el("p", el("code", line.move)),
        _signs(at, line),
        el(
            "form",
            el("input", type="hidden", name="at", value=at),
            el(
                "label",
                "Comment",
                el(
                    "textarea",
                    line.comment,
                    name="text",
                    rows=3,
                    maxlength=min(NOTE.most, MAX_WORD),
                    cls="rt-input",
                    data_key=f"nt-text:{at}:{controller.version}",
                ),
            ),
            el(
                "label",
                "Words, such as lucky",
                text(
                    "words",
                    words,
                    maxlength=200,
                    autocomplete="off",
                    autocapitalize="none",
                    key=f"nt-words:{at}:{controller.version}",
                ),
            ),
            submit("Keep the note", key="nt-keep"),
            data_do="nt-note",
            data_live="nt-note",
            cls="rt-nt__form",
        ),
        said(controller, "note"),
        cls="rt-panel rt-nt",
    )


def ways(controller: NotesController) -> Html:
    """The side lines that replace the line shown, and those that replace the next one."""
    walk = controller.walk
    lists = (
        ("In place of this line", walk.here, walk.sides(walk.here)),
        ("In place of the next line", walk.here.next, walk.sides(walk.here.next)),
    )
    shown = [join(el("h3", title), _side_list(at, sides)) for title, at, sides in lists if sides]
    undo = button("Put the deleted side line back", "nt-undrop") if controller.dropped is not None else None
    if not shown and undo is None and (controller.spot != "ways" or controller.fault is None):
        return EMPTY
    return el(
        "section", el("h2", "Side lines"), shown, said(controller, "ways"), undo, cls="rt-panel rt-nt rt-nt--ways"
    )


def noted(controller: NotesController) -> Html:
    """Every line of the game beside which something is written, as a way to it."""
    player = controller.player
    marked = player.marked()
    if not marked:
        return EMPTY
    rows = [
        el(
            "li",
            button(
                [
                    el("span", f"{position}", cls="rt-num"),
                    _sign(sign),
                    el("span", _words(sign, words), cls="rt-nt__words"),
                ],
                "nt-go",
                str(position),
                cls="rt-btn--quiet",
                aria_current="step" if position == player.at and not controller.walk.aside else None,
                aria_label=f"Line {position}, {JUDGED.get(sign, 'a note')}: {_words(sign, words)}",
            ),
        )
        for position, sign, words in marked[:_MOST_NOTED]
    ]
    more = len(marked) - _MOST_NOTED
    return fold(
        el("h2", f"Notes of this game: {len(marked)}"),
        el("ol", rows, cls="rt-nt__all"),
        el("p", f"{more} more are in the file.", cls="rt-small") if more > 0 else None,
        cls="rt-panel rt-nt",
        key="nt-noted",
    )


def keeping(controller: NotesController, kept: str) -> Html:
    """Where the notes are, and the file with them."""
    return el(
        "section",
        el("h2", "Download with notes"),
        el("p", kept, cls="rt-small rt-muted"),
        el(
            "div",
            button("As a text file (.replay)", "nt-save", "replay"),
            button("As a record (.replay.jsonl)", "nt-save", "record"),
            cls="rt-row",
        ),
        said(controller, "keep"),
        cls="rt-panel rt-nt",
    )


def judged(mark: str) -> Html:
    """A mark as a tag with its word."""
    kind = "rt-tag--warn" if "?" in mark else "rt-tag--good" if "!" in mark else ""
    word = JUDGED.get(mark, mark.removeprefix("$").replace("-", " "))
    return el("span", f"{mark} {word}" if mark in JUDGED else word, cls=f"rt-tag {kind}".strip())


# ---------------------------------------------------------------------------------------------------------------------


def _signs(at: str, line: Line) -> Html:
    signs = [
        el(
            "button",
            el("b", sign),
            el("span", JUDGED[sign]),
            type="button",
            data_do="nt-mark",
            data_arg=f"{at}:{sign}",
            data_key=f"nt-mark:{sign}",
            aria_pressed="true" if sign in line.marks else "false",
        )
        for sign in _SIGNS
    ]
    return el("div", signs, cls="rt-nt__signs", role="group", aria_label="Judge this line")


def _sign(sign: str) -> Html:
    if sign not in JUDGED:
        return el("span", "·", cls="rt-nt__sign", aria_hidden="true")
    return el("b", sign, cls="rt-nt__sign", aria_hidden="true")


def _words(sign: str, words: str) -> str:
    return JUDGED.get(sign, words) if words == sign else words


def _side_list(at: Address, sides: Sequence[tuple[Address, tuple[Line, ...]]]) -> Html:
    rows = []
    for number, (first, lines) in enumerate(sides, 1):
        text = "; ".join(line.move for line in lines[:_MOST_SHOWN]) + ("; ..." if len(lines) > _MOST_SHOWN else "")
        rows.append(
            el(
                "li",
                button(
                    [el("code", text), [judged(mark) for mark in lines[0].marks]],
                    "nt-open",
                    str(first),
                    cls="rt-btn--quiet rt-nt__open",
                    aria_label=f"Walk side line {at}.{number}: {text}",
                ),
                button(
                    icon("i-close"),
                    "nt-drop",
                    f"{at}:{number}",
                    cls="rt-btn--quiet rt-btn--icon",
                    aria_label=f"Delete side line {at}.{number}",
                ),
            )
        )
    return el("ul", rows, cls="rt-nt__sides")

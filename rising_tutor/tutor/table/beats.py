"""The enemy's turn as it is seen: one beat after the other over a table that is drawn as it stands.

Nothing waits for it and nothing is worked out for it. The events of the moves that were just made become beats, each
with its sentence and its rule; the board marks in its drawing what each of them changed, and the browser (`beats.js`)
lets them land one by one, with the caption that is made here. Only what the viewer may see becomes a beat.
"""

from collections.abc import Sequence
from itertools import count
from typing import Final

from rising_tutor.boards.ports import Beat, Board
from rising_tutor.catalogues import status_of
from rising_tutor.core.branch import Made
from rising_tutor.core.game import AnyGame
from rising_tutor.core.information import visible
from rising_tutor.core.people import with_names
from rising_tutor.core.view import Viewer
from rising_tutor.render.html import EMPTY, Html, el
from rising_tutor.render.parts import button, cite, icon

KEPT: Final = "beats"
"""What a browser remembers it by whether beats are seen, and the message that says so: `ON` or `OFF`."""
ON, OFF = "on", "off"
MOST: Final = 30
"""More beats than these nobody watches: the last ones are seen."""


_NUMBERS: Final = count(1)


def next_number() -> int:
    """Tells beats from all others of this program, so that the browser shows none of them twice."""
    return next(_NUMBERS)


def beats_of(
    board: Board, game: AnyGame, made: Sequence[Made], viewer: Viewer, *, names: Sequence[str] = ()
) -> tuple[Beat, ...]:
    """What the enemy did in these moves, or another seat that plays against the viewer; of several turns in the last.

    Args:
        made: moves that follow each other.
        viewer: who looks.
        names: of the players, by seat.
    """
    found: list[tuple[int, Beat]] = []
    shared = game.info.shared
    against = False
    for move in made:
        if not move.chance:
            against = game.info.opposed(viewer, move.seat)
        turn = game.place(move.state).turn
        for event in visible(move.events, viewer):
            lands = board.lands(event) if shared or against else None
            if lands is None and against:
                lands = ()
            if lands is not None:
                rule = str(event.rule)
                said = with_names(game.say(event), names)
                found.append((turn, Beat(said, rule, status_of(game.info.id, rule), lands)))
    last = found[-1][0] if found else 0
    return tuple(beat for turn, beat in found if turn == last)[-MOST:]


def captioned(table: Html, beats: Sequence[Beat], number: int, whose: str) -> Html:
    """A table with the caption of its beats; around it stands the same box with and without, so that nothing moves."""
    shown = caption(beats, number, whose) or None
    return el("div", shown, table, cls="rt-watched", data_key="watched") if table else table


def caption(beats: Sequence[Beat], number: int, whose: str) -> Html:
    """The sentence of each beat with its rule, and what stops or skips them; shown while they land.

    Args:
        number: tells these beats from earlier ones, which are not shown twice.
        whose: the turn that they are of, see `GameInfo.turn_of_others`.
    """
    if not beats:
        return EMPTY
    n = len(beats)
    rows = [
        el("li", el("span", beat.text, cls="rt-beats__text"), " ", cite(beat.rule, beat.status), data_beat=str(at))
        for at, beat in enumerate(beats, 1)
    ]
    # What stands there before it begins is what stands there at last, as everywhere.
    numbers = ";".join((*(f"{at + 1}|{at} of {n}" for at in range(1, n)), f"|{n} of {n}"))
    controls = (
        button("Pause", "beats-pause", cls="rt-btn--small", key="beats-pause", data_local="beats"),
        button("Skip", "beats-skip", cls="rt-btn--small", key="beats-skip", data_local="beats"),
        button(
            icon("i-close"),
            KEPT,
            OFF,
            cls="rt-btn--quiet rt-btn--icon",
            key="beats-off",
            aria_label=f"Do not show {whose} step by step",
            title="Do not show this again",
        ),
    )
    bar = el(
        "div",
        el("ol", rows),
        el("p", aria_live="polite", cls="rt-sr"),
        el("div", el("span", f"{n} of {n}", data_was=numbers, cls="rt-xs rt-muted"), controls, cls="rt-beats__do"),
        cls="rt-beats__bar",
    )
    return el(
        "section",
        bar,
        cls="rt-beats",
        data_beats=str(number),
        data_n=str(n),
        data_key="beats",
        aria_label="What happens",
    )


def watched(kept: object) -> bool:
    """Whether beats are to be seen, from what the browser remembered: they are until somebody turns them off."""
    return kept != OFF


def switch(whose: str, *, on: bool) -> Html:
    """Turns the beats on or off, for a panel of settings."""
    return button(
        f"Show {whose} step by step",
        KEPT,
        OFF if on else ON,
        cls="rt-btn--quiet",
        key="beats-switch",
        aria_pressed="true" if on else "false",
    )

"""The parts of the Replays page as HTML: list of samples, heading, faults, what happened, what was written down."""

from collections.abc import Sequence
from typing import Final

from rising_tutor.core.english import counted
from rising_tutor.core.values import Value
from rising_tutor.render.html import EMPTY, Child, Html, el, join
from rising_tutor.render.parts import button, cite, empty_state, fold, icon
from rising_tutor.replay import Line, Problem
from rising_tutor.tutor.replay.player import EventText, ReplayPlayer, Row
from rising_tutor.tutor.replay.samples import Sample

JUDGED: Final = {
    "!": "good",
    "!!": "very good",
    "?": "a mistake",
    "??": "a blunder",
    "!?": "interesting",
    "?!": "doubtful",
}
"""What a sign behind a move says, in words."""

_MOST_FAULTS: Final = 20
_MOST_LINES: Final = 40


class PlayedGame(Value, frozen=True):
    """A game that was played on this machine, in words."""

    key: str
    title: str
    when: str
    place: str


def intro() -> Html:
    """What the page is for, above the list of what can be opened."""
    return el(
        "div",
        el("h1", "Replays"),
        el(
            "p",
            "A recorded game step by step: the table, what happened and by which rule, the numbers over time. ",
            el("a", "Many games at once", href="#corpus", data_do="go", data_arg="#corpus"),
        ),
        cls="rt-replayintro",
    )


def sample_list(titles: Sequence[tuple[str, str, Sequence[Sample]]], opening: str = "") -> Html:
    """The samples to open, title by title, or what will be here.

    Args:
        titles: of each its name, what the key of its samples begins with, and its samples.
        opening: the key of the sample that is being opened.
    """
    lists = [(title, begin, samples) for title, begin, samples in titles if samples]
    if not lists:
        return empty_state("No sample is installed", "Every game you play can be saved as a file and opened here.")
    parts: list[Child] = []
    for title, begin, samples in lists:
        parts += [
            el("h3", title) if len(titles) > 1 else None,
            el("ul", _sample_rows(begin, samples, title if len(titles) > 1 else "", opening), cls="rt-samples"),
        ]
    return el("section", el("h2", "Samples"), parts, cls="rt-panel")


def _sample_rows(begin: str, samples: Sequence[Sample], title: str, opening: str) -> list[Html]:
    of = f", {title}" if title else ""
    return [
        el(
            "li",
            el(
                "div",
                el("strong", sample.title),
                el("p", sample.about, cls="rt-small rt-muted"),
                cls="rt-samples__what",
            ),
            el("span", _facts(sample), cls="rt-small rt-muted rt-samples__facts"),
            _open("sample", begin + sample.name, f"{sample.title}{of}", opening),
        )
        for sample in samples
    ]


def _open(do: str, key: str, name: str, opening: str) -> Html:
    """The button of a row; it says so while its game is being opened."""
    if key == opening:
        return button("Opening \u2026", do, key, aria_label=f"Opening {name}", aria_busy="true")
    return button("Open", do, key, aria_label=f"Open {name}")


def played_list(games: Sequence[PlayedGame], opening: str = "") -> Html:
    """The games that were played on this machine, one of which may be opening."""
    if not games:
        return EMPTY
    rows = [
        el(
            "li",
            el("div", el("strong", game.title or "Game"), el("p", game.when, cls="rt-small rt-muted")),
            el("span", game.place, cls="rt-small rt-muted rt-samples__facts"),
            _open("kept", game.key, f"{game.title or 'the game'} of {game.when}", opening),
        )
        for game in games
    ]
    return el("section", el("h2", "Games played here"), el("ul", rows, cls="rt-samples"), cls="rt-panel")


def heading(player: ReplayPlayer, *, listed: bool = True) -> Html:
    """Title, how it ended, whether the file is sound, what can be done with it; `listed`: there is a list of all."""
    ways = [button("All replays", "list")] if listed else []
    if player.playable:
        ways.insert(0, button("Play on from here", "play-on", cls="rt-btn--main"))
    tags = []
    if player.playable:
        tags.append(el("span", player.game.info.title, cls="rt-small"))
        kind = "rt-tag--good" if player.outcome.startswith("won") else ""
        tags.append(el("span", player.outcome, cls=f"rt-tag {kind}".strip()))
    sound = "file sound" if not player.problems else counted(len(player.problems), "fault")
    tags.append(el("span", sound, cls="rt-tag" if not player.problems else "rt-tag rt-tag--threat"))
    if player.title != player.name:
        tags.append(el("span", player.name, cls="rt-small rt-muted rt-replayname"))
    notes = [el("p", remark, cls="rt-small rt-muted") for remark in player.verified.remarks]
    return el(
        "div",
        el("div", el("h1", player.title), el("div", tags, cls="rt-row"), cls="rt-replayhead__what"),
        el("div", ways, cls="rt-row rt-replayhead__ways"),
        notes,
        cls="rt-replayhead",
    )


def example(n_tables: int) -> Html:
    """Where the table stands before the panel of what is not known: that it is one of several."""
    if n_tables == 1:
        return EMPTY
    tag = el("span", "example", cls="rt-tag rt-tag--warn")
    return el("p", tag, f" The table below is one of {n_tables:,} that are possible here.", cls="rt-small rt-unhint")


def eyes(player: ReplayPlayer) -> Html:
    """Through whose eyes a game with hidden cards is looked at; nothing where everybody sees the same."""
    if not player.hides:
        return EMPTY
    ways = [("", "Whoever chooses"), *((str(seat), name) for seat, name in enumerate(player.persons))]
    chosen = "" if player.seat is None else str(player.seat)
    return el(
        "div",
        [
            el(
                "button",
                name,
                type="button",
                aria_pressed="true" if arg == chosen else "false",
                data_do="seen-by",
                data_arg=arg,
                data_key=f"seen-by:{arg}",
            )
            for arg, name in ways
        ],
        cls="rt-seg rt-eyes",
        role="group",
        aria_label="Seen by",
    )


def faults(player: ReplayPlayer) -> Html:
    """What is wrong with the file, where, and what is shown all the same."""
    problems = player.problems
    if not problems:
        return EMPTY
    shown = "Nothing of it can be shown." if not player.playable else "Shown up to the first fault."
    more = len(problems) - _MOST_FAULTS
    return el(
        "section",
        el("h2", icon("i-no"), f"{counted(len(problems), 'fault')} in {player.name}"),
        el("p", f"{shown} Nothing was repaired."),
        el("ol", [_fault(problem) for problem in problems[:_MOST_FAULTS]], cls="rt-faults__list"),
        el("p", f"{more} more.", cls="rt-small") if more > 0 else None,
        cls="rt-refuse rt-faults",
        role="alert",
    )


def happened(player: ReplayPlayer) -> Html:
    """The events of the action that led here, each with its rule; the other actions of the turn fold out."""
    now = player.action_rows()
    rows = player.turn_rows()
    told: Html = join([_action(row) for row in now]) or el("p", "The table before the first action.", cls="rt-muted")
    turn = el("ol", [_row(row, player.at) for row in rows], cls="rt-turnrows")
    return el(
        "section",
        el("h2", "Events of this action"),
        told,
        fold(f"The whole of {_turn(player)}", turn) if rows else None,
        cls="rt-panel rt-events",
    )


def elsewhere(fold: str) -> Html:
    """In the place of the events while the table shows another way than the game took; `fold` has it."""
    words = f"The table shows a way that the game did not take. What happens on it stands below, in {fold}."
    return el("section", el("h2", "A side line"), el("p", words, cls="rt-small"), cls="rt-panel rt-events")


def written(player: ReplayPlayer) -> Html:
    """What people wrote beside the lines of this action: judgement, comment, other ways."""
    notes = [_note(line) for line in player.written()]
    return el("section", el("h2", "Notes"), notes, cls="rt-panel rt-written") if notes else EMPTY


# ---------------------------------------------------------------------------------------------------------------------


def _action(row: Row) -> Html:
    return join(el("p", el("code", row.move), cls="rt-movetext"), _events(row.told))


def _note(line: Line) -> Html:
    return el(
        "div",
        el("p", el("code", line.move), [_judged(mark) for mark in line.marks], cls="rt-row"),
        [el("p", row.lstrip("# ")) for row in line.above if row],
        el("p", line.comment) if line.comment else None,
        [_side(side) for side in line.side],
        cls="rt-note1",
    )


def _judged(mark: str) -> Html:
    kind = "rt-tag--warn" if "?" in mark else "rt-tag--good" if "!" in mark else ""
    return el("span", JUDGED.get(mark, mark.removeprefix("$").replace("-", " ")), cls=f"rt-tag {kind}".strip())


def _side(lines: Sequence[Line]) -> Html:
    shown = [
        el(
            "li",
            el("code", line.move),
            " ",
            [_judged(mark) for mark in line.marks],
            el("span", line.comment, cls="rt-small rt-muted") if line.comment else None,
        )
        for line in lines[:_MOST_LINES]
    ]
    return el("div", el("h3", "Another way, in place of this action"), el("ol", shown, cls="rt-sideline"))


def _row(row: Row, at: int) -> Html:
    return el(
        "li",
        button(
            row.move, "at", str(row.position), cls="rt-btn--quiet", aria_current="step" if row.position == at else None
        ),
    )


def _events(told: Sequence[EventText]) -> Html:
    if not told:
        return EMPTY
    return el("ul", [el("li", el("span", event.text), cite(event.rule, event.status)) for event in told])


def _fault(problem: Problem) -> Html:
    facts = [
        el("dt", "written") if problem.excerpt else None,
        el("dd", _excerpt(problem)) if problem.excerpt else None,
        el("dt", "expected") if problem.expected else None,
        el("dd", problem.expected) if problem.expected else None,
    ]
    return el(
        "li",
        el("h3", f"Line {problem.line}, column {problem.column}: {problem.message}"),
        el("dl", facts) if problem.excerpt or problem.expected else None,
        el("p", "Rule ", cite(problem.rule)) if problem.rule else None,
    )


def _excerpt(problem: Problem) -> Html:
    """The line of the file, the place of the fault marked."""
    at = max(problem.caret - 1, 0)
    text = problem.excerpt
    end = at
    while end < len(text) and not text[end].isspace():
        end += 1
    return el("code", text[:at], el("mark", text[at : end or at + 1] or " "), text[end:], cls="rt-excerpt")


def _facts(sample: Sample) -> str:
    seats = counted(sample.seats, "player") if sample.seats else ""
    return " · ".join(part for part in (seats, sample.result, counted(sample.lines, "line")) if part)


def _turn(player: ReplayPlayer) -> str:
    turns = player.turns()
    found = [name for at, name in turns if at < max(player.at, 1)]
    return found[-1] if found else "the game"

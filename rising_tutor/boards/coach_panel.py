"""What every drawn table shows of help: the coach at three levels, its suggestion, the steps of a turn as a rail."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from rising_tutor.boards.ports import Look
from rising_tutor.core.english import capital
from rising_tutor.render.html import Child, Html, el
from rising_tutor.render.parts import button, cite, one_of, panel_head
from rising_tutor.render.symbols import use

LEVELS: Final = {"rule": "Rule", "goal": "Goal", "move": "Move"}


def coach_panel(look: Look, bodies: Mapping[str, Callable[[], Child]]) -> Html:
    """What now and why, at the level of help that the player asked for.

    Args:
        bodies: level of `LEVELS` -> what is said there.
    """
    levels = list(LEVELS)
    level = look.help if look.help in LEVELS else "rule"
    more = el(
        "button",
        "More help",
        type="button",
        cls="rt-offstage",
        data_do="help",
        data_arg=levels[(levels.index(level) + 1) % len(levels)],
        data_hot="h",
        tabindex="-1",
        aria_hidden="true",
    )
    return el(
        "section",
        panel_head("What now?", one_of("How much help", "help", LEVELS, level, rove="help")),
        bodies[level](),
        more,
        cls="rt-panel rt-coach",
        aria_label="Coach",
    )


def question_said(asked: str, text: str, rule: str) -> Child:
    """What is asked now, with its rule.

    Args:
        asked: what the board calls whoever is asked; "you", or "" where nobody is, goes without saying.
    """
    who = f"{capital(asked)} decides. " if asked not in ("", "you") else None
    return el("p", who, text, " ", cite(rule) if rule else None)


def suggestion(look: Look, word: Callable[[Any], str], *, over: bool) -> Child:
    """Return the suggested action with its reason and a button that takes it, or a sentence why there is none.

    Args:
        over: the game is over.
    """
    if look.advice is None or look.advice not in look.actions:
        return el("p", look.why or _no_suggestion(look, over=over), role="status")
    return [
        el("p", el("b", capital(word(look.advice))), f". {look.why}", role="status"),
        button("Do that", "advice"),
    ]


def _no_suggestion(look: Look, *, over: bool) -> str:
    if over:
        return "The game is over."
    if look.actions:
        return "There is no suggestion for this choice."
    return look.waits or "Nothing to decide right now."


def steps_rail(names: Sequence[str], now: int, where: str, before: str = "") -> Html:
    """The steps of a turn. It informs; it is no menu.

    Args:
        now: the step under way, from 0; -1 for none of them.
        where: what is said beside it.
        before: what comes before the steps, where none of them is under way yet.
    """
    rows = []
    for number, name in enumerate(names):
        done, current = 0 <= number < now, number == now
        rows.append(
            el(
                "li",
                el("i", use("i-check") if done else number + 1),
                el("span", name, el("span", " (done)", cls="rt-sr") if done else None),
                el("small", where) if current else None,
                cls="done" if done else "cur" if current else "todo",
                aria_current="step" if current else None,
            )
        )
    if now < 0 and before:
        rows.insert(0, el("li", el("i", use("i-play")), el("span", before), cls="cur", aria_current="step"))
    return el("ol", rows, cls="rt-rail", tabindex="0", aria_label="Steps of the turn")

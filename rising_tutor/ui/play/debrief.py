"""The debrief of a turn as HTML: two sentences, what gave or cost something, what was better; the numbers behind."""

from rising_tutor.analysis.debrief import KEPT, Debrief, Line, in_words, sentence, sums, sums_in_words
from rising_tutor.core.english import capital
from rising_tutor.probability.percents import percent
from rising_tutor.render.html import EMPTY, Child, Html, el
from rising_tutor.render.parts import button, cite, fold, panel_head
from rising_tutor.tutor.coach.debrief import ASSUMES, BUSY, CLOSED, TurnDebrief
from rising_tutor.tutor.table.controller import TableController
from rising_tutor.ui.odds.marks import method_tag


def debrief_panel(debrief: TurnDebrief, controller: TableController) -> Html:
    """The debrief of the last turn; a button before it is asked for, nothing before a turn is over."""
    if not debrief.turn:
        return EMPTY
    if debrief.state == CLOSED:
        return el(
            "section",
            button(f"Debrief of {debrief.turn}", "debrief", cls="rt-btn--small", key="debrief"),
            el("span", "What the dice gave and the choices cost.", cls="rt-xs rt-muted"),
            cls="rt-panel rt-debrief rt-row",
            aria_label="Debrief",
        )
    word = "Stop" if debrief.state == BUSY else "Close"
    return el(
        "section",
        panel_head(
            f"Debrief of {debrief.turn}",
            button(word, "debrief-close", cls="rt-btn--quiet rt-btn--small", key="debrief"),
            key="debrief-head",
        ),
        _inside(debrief, controller),
        cls="rt-panel rt-debrief",
        aria_label="Debrief",
    )


def _inside(debrief: TurnDebrief, controller: TableController) -> Child:
    found = debrief.found
    if found is None:
        done = f" {percent(debrief.part)} done." if 0 < debrief.part < 1 else ""
        return [
            el("p", f"Counting every roll and choice.{done}", cls="rt-small rt-muted", role="status"),
            el("div", cls="rt-skel"),
        ]
    told = [line for line in found.lines if line.kind != KEPT]
    kept = [line for line in found.lines if line.kind == KEPT]
    return [
        el("p", " ".join(sums_in_words(found)), role="status"),
        el("ul", [_line(line, controller) for line in told], cls="rt-debrief__lines") if told else None,
        _fold("Choices that cost nothing", [_line(line, controller) for line in kept], "kept"),
        _figures(found, controller),
        _fold("Not counted", _left(found, controller), "left"),
        _fold("What is counted", [el("li", line) for line in ASSUMES], "assumes", number=False),
    ]


def _line(line: Line, controller: TableController) -> Html:
    return el("li", in_words(line, move_words(controller, line.at), _better(line, controller)))


def _better(line: Line, controller: TableController) -> str:
    """What was better, in the words of its button."""
    if not line.better:
        return ""
    made, game = controller.player.made[line.at], controller.player.game
    return controller.board.word(game.view(made.state, made.seat), game.read(made.state, line.better))


def _figures(found: Debrief, controller: TableController) -> Child:
    """The numbers of every line, with its rule, and how they were found."""
    rows = [
        el("li", sentence(line, move_words(controller, line.at)), " ", cite(line.rule) if line.rule else None)
        for line in found.lines
    ]
    if not rows:
        return None
    tag = method_tag(found.method) if found.method else None
    sum_up = el("p", [[text, " "] for text in sums(found)], tag)
    return fold("Details", sum_up, el("ul", rows, cls="rt-small"), cls="rt-more", key="debrief-figures")


def _left(found: Debrief, controller: TableController) -> list[Html]:
    rows: dict[str, list[str]] = {}
    for left in found.left:
        rows.setdefault(left.why, []).append(move_words(controller, left.at))
    return [el("li", el("b", "; ".join(words)), ": ", why.rstrip("."), ".") for why, words in rows.items()]


def _fold(title: str, rows: list[Html], key: str, *, number: bool = True) -> Child:
    if not rows:
        return None
    heading = f"{title} ({len(rows)})" if number else title
    return fold(heading, el("ul", rows, cls="rt-small"), cls="rt-more", key=f"debrief-{key}")


def move_words(controller: TableController, at: int) -> str:
    """A move of the game in words: a choice as on its button, a chance move by its place, such as "Roll 2"."""
    made = controller.player.made[at]
    game = controller.player.game
    if not made.chance:
        return controller.chosen(made)
    place = game.place(made.state).last
    return capital(place)

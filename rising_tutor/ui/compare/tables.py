"""The comparison of games as HTML: the two choices, what goes wrong first, the words, the rows."""

from collections.abc import Sequence
from typing import Final

from rising_tutor import catalogues
from rising_tutor.catalogues.family import Cell, Mistake, Topic
from rising_tutor.core.english import counted
from rising_tutor.render.forms import field, select, text
from rising_tutor.render.html import EMPTY, Html, el, join
from rising_tutor.render.parts import button, cite, empty_state, fold, one_of
from rising_tutor.render.tables import table
from rising_tutor.tutor.compare import SHOWS, Comparison, Line
from rising_tutor.ui.frame.titles import name_of

#: So many words stand on the closed list of words.
_EXAMPLES: Final = 2
_TONES: Final = {"same": "", "differs": "rt-tag--warn", "one": "rt-tag--warn"}


def head() -> Html:
    """The heading and the way back."""
    back = el("a", "All rules", href="#rules", data_do="go", data_arg="#rules", data_key="back")
    return el(
        "div",
        el("h1", "Compare the games"),
        el("p", "What you know of one game, and what another does differently. Each answer names its rules. ", back),
        cls="rt-compareintro",
    )


def choices(comparison: Comparison) -> Html:
    """Which family, which games, which rows."""
    family = comparison.family
    games = [(game, family.short[game]) for game in family.games]
    # With two games all of them are the two.
    others = games if len(games) == 2 else [("", "All, side by side"), *games]
    topics = [("", "All topics"), *((topic.id, topic.name) for topic in family.topics)]
    find = text("text", comparison.text, kind="search", maxlength=200, key="find", autocomplete="off")
    return el(
        "section",
        el(
            "div",
            one_of("Which family", "family", {one.family: one.title for one in comparison.families}, family.family),
            cls="rt-comparefamily",
        ),
        el(
            "form",
            _pick("I know", "known", games, comparison.known),
            _pick("I want to learn", "learned", others, comparison.learned),
            data_do="games",
            data_live="games",
            aria_label="Which games",
        ),
        el(
            "form",
            _pick("Topic", "topic", topics, comparison.topic),
            field("Search", find, cls="rt-field1 rt-comparefind"),
            data_do="find",
            data_live="find",
            data_typed=True,
            aria_label="Which rows",
        ),
        one_of("Differences or all rows", "show", SHOWS, comparison.show),
        cls="rt-comparechoices",
    )


def warnings(comparison: Comparison) -> Html:
    """What somebody who knows the one game does wrong first in the others."""
    warned = [one for one in comparison.warnings() if one.mistakes]
    if not warned:
        return EMPTY
    return el(
        "section",
        el("h2", "What you will get wrong first"),
        el(
            "div",
            [
                el(
                    "div",
                    el("h3", f"In {name_of(one.learned)}"),
                    el("ol", [el("li", el("p", wrong.text), _to_row(comparison, wrong)) for wrong in one.mistakes]),
                )
                for one in warned
            ],
            cls=f"rt-comparewarned rt-comparewarned--{len(warned)}",
        ),
        cls="rt-panel rt-comparewrong",
    )


def words(comparison: Comparison) -> Html:
    """The same things in the words of each game."""
    games = comparison.games
    rows = [
        (word.name, *(word.said[game] or el("span", "none", cls="rt-muted") for game in games))
        for word in comparison.family.words
        if any(word.said[game] for game in games)
    ]
    examples = ", ".join(" / ".join(word.said[game] for game in games) for word in comparison.family.words[:_EXAMPLES])
    return fold(
        f"Words: {examples}",
        table(("What it is", *_names(comparison)), rows, roles=True, label="Words"),
        cls=f"rt-panel rt-comparewords rt-comparewords--{len(games)}",
        key="words",
    )


def status(comparison: Comparison) -> Html:
    """How many rows there are, and how many are shown."""
    every, differ = comparison.counts()
    shown = len(comparison.lines())
    return el(
        "p",
        f"{counted(shown, 'row')} shown. Of {every} in all, {differ} differ and {every - differ} are the same.",
        role="status",
        cls="rt-small rt-muted rt-comparestatus",
    )


def rows(comparison: Comparison) -> Html:
    """The rows, a table for each topic."""
    parts, hidden = comparison.parts(), comparison.hidden()
    if not parts:
        if hidden:
            way = ("show", "all", f"Show {_equal(hidden)}")
            return empty_state("No difference fits", "Where the games agree, something does.", way)
        return empty_state(
            "No row fits", f'Nothing contains "{comparison.text.strip()}" here.', ("clear", "", "Show all rows")
        )
    more = button(f"Show {_equal(hidden)} too", "show", "all", key="more") if hidden else None
    return join([_topic(comparison, topic, lines) for topic, lines in parts], el("p", more, cls="rt-comparemore"))


# ---------------------------------------------------------------------------------------------------------------------


def _topic(comparison: Comparison, topic: Topic, lines: Sequence[Line]) -> Html:
    games = comparison.games
    return el(
        "section",
        el("h2", topic.name),
        # What a phone shows as cards.
        table(
            ("Question", *_names(comparison)),
            [_row(comparison, line) for line in lines],
            roles=True,
            cls=f"rt-compare rt-compare--{len(games)}",
            label=topic.name,
        ),
        cls="rt-comparetopic",
    )


def _names(comparison: Comparison) -> list[str]:
    return [comparison.family.short[game] for game in comparison.games]


def _row(comparison: Comparison, line: Line) -> list[Html]:
    row = line.row
    title = el("span", row.title, tabindex="-1", data_key=f"row:{row.id}", cls="rt-compare__title")
    tag = el("span", line.tag, cls=f"rt-tag {_TONES.get(line.relation, '')}".strip())
    return [join(title, " ", tag), *(_cell(comparison, game, row.cell[game]) for game in comparison.games)]


def _cell(comparison: Comparison, game: str, cell: Cell) -> Html:
    catalogue = catalogues.load(game)
    chips = [cite(rule, catalogue.rule(rule).status) for rule in cell.rules]
    return join(
        el("b", comparison.family.short[game], cls="rt-compare__game", aria_hidden="true"),
        el("p", cell.text),
        el("p", [join(chip, " ") for chip in chips], cls="rt-compare__rules") if chips else None,
    )


def _pick(label: str, name: str, values: Sequence[tuple[str, str]], chosen: str) -> Html:
    return field(label, select(name, values, chosen, key=f"pick:{name}"))


def _to_row(comparison: Comparison, wrong: Mistake) -> Html:
    title = comparison.family.row(wrong.row).title
    return button(
        title,
        "row",
        wrong.row,
        cls="rt-btn--quiet rt-btn--small",
        key=f"to:{wrong.learned}:{wrong.row}",
        aria_label=f"To the row: {title}",
    )


def _equal(n: int) -> str:
    return f"{counted(n, 'row')} that {'is' if n == 1 else 'are'} the same"

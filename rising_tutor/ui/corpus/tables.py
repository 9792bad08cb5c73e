"""The page of many games as HTML: what is open, the filters, what is asked, the costliest decisions."""

from collections.abc import Sequence
from typing import Final

from rising_tutor.analysis.corpus.questions import BY, Corpus, Lost, Share
from rising_tutor.core.english import counted, grouped
from rising_tutor.plots.corpus import interval_words, percent, points, rule_name
from rising_tutor.render.forms import field, select
from rising_tutor.render.html import EMPTY, Child, Html, el, join
from rising_tutor.render.parts import button, cite, empty_state, one_of
from rising_tutor.tutor.corpus.explorer import ALL, Explorer, game_title
from rising_tutor.tutor.corpus.games import GamesAtHand

TABLES: Final = {"sample": "The sample", "mine": "Games played here"}
"""Tables that an address can name."""
TONES: Final = {"blunder": "rt-tag--threat", "mistake": "rt-tag--threat", "inaccuracy": "rt-tag--warn", "slip": ""}
_MOST_TROUBLES: Final = 10
_COUNT: Final = "rt-corpuscount"


def intro() -> Html:
    """The heading."""
    return el(
        "div",
        el("h1", "Many games"),
        el(
            "p",
            "A table of analysed games: how often they are won, what the dice did, which mistakes are made. ",
            "The command ",
            el("code", "rising-tutor analyze FILE... --table games.parquet"),
            " makes one of your own records.",
        ),
        cls="rt-corpusintro",
    )


def choice(explorer: Explorer, n_mine: int, controller: GamesAtHand) -> Html:
    """Which table: the sample, or the games that were played here."""
    tables = {table: name if table != "mine" else f"{name} ({n_mine})" for table, name in TABLES.items()}
    chosen = explorer.table if explorer.corpus is not None else None
    return el(
        "section",
        el("h2", "Which games"),
        one_of("Which games", "table", tables, chosen),
        el("div", working(controller), role="status", cls="rt-corpuswork"),
        cls="rt-panel",
    )


def working(controller: GamesAtHand) -> Child:
    """How far the analysis of the games played here is."""
    if controller.counting is not None:
        done, total = controller.counting
        n = total // 1000
        at = min(n, done // 1000 + 1)
        return [
            el(
                "p",
                f"Game {at} of {n}: {100 * done // max(1, total)} % is done. Finished games are kept.",
                cls="rt-small",
            ),
            button("Stop", "stop", cls="rt-btn--small"),
        ]
    if controller.stopped:
        return [
            el("p", "Stopped. Games that were finished need not be analysed again.", cls="rt-small"),
            button("Go on", "table", "mine", cls="rt-btn--small"),
        ]
    if not controller.troubles:
        return el(
            "p",
            "A game that is analysed for the first time takes from seconds to minutes; the second time none.",
            cls="rt-small rt-muted",
        )
    rows = [el("li", f"{file}: {one.message}") for file, one in controller.troubles[:_MOST_TROUBLES]]
    more = len(controller.troubles) - len(rows)
    return [
        el("p", counted(len(controller.troubles), "file", " "), " with something to know:", cls="rt-small"),
        el("ul", rows, el("li", f"and {more} more") if more > 0 else None, cls="rt-small rt-corpustroubles"),
    ]


def nothing_open(n_mine: int) -> Html:
    """Where there is no table."""
    if not n_mine:
        return empty_state(
            "No finished game is kept here yet",
            "Play a game to its end, or look at the sample.",
            ("table", "sample", "Sample"),
        )
    return empty_state(
        "No table is open", "Open the sample, the games played here, or a file.", ("table", "sample", "Sample")
    )


def nothing_analysed() -> Html:
    """Where there is a table without a game; why, stands beside the files."""
    return empty_state(
        "None of these games could be analysed", "Nothing can be counted without one.", ("table", "sample", "Sample")
    )


def status(explorer: Explorer) -> Html:
    """What is open, how much it is, and how its numbers come about."""
    corpus = explorer.corpus
    if corpus is None:
        return EMPTY
    open_games = corpus.n_games - corpus.n_finished
    said: list[Child] = [
        el("b", explorer.title),
        f": {counted(corpus.n_games, 'game', ' ')}, {grouped(corpus.n_lines, ' ')} decisions and chance events",
        f"; {open_games} of the games {'is' if open_games == 1 else 'are'} not over" if open_games else None,
        ".",
    ]
    return el(
        "section",
        el("p", said),
        el("p", method(corpus), cls="rt-small rt-muted"),
        el(
            "p",
            "The table was made with another V than the one of this installation: the same games analysed here would "
            "give other numbers.",
            cls="rt-small",
        )
        if explorer.others
        else None,
        cls="rt-corpusstatus",
    )


def method(corpus: Corpus) -> str:
    """How the numbers come about."""
    models = ", ".join(corpus.values("model"))
    methods = "; ".join(corpus.values("method"))
    rules = ", ".join(corpus.values("rules_version"))
    return f"V, the chance to win: {methods} (model {models}, rules {rules}). Intervals are those of 95 %."


def filters(explorer: Explorer) -> Html:
    """The form that says which games count."""
    corpus = explorer.corpus
    if corpus is None:
        return EMPTY
    asked = explorer.asked
    fields: list[Child] = []
    if len(corpus.values("game")) > 1:
        games = [(game, game_title(game)) for game in corpus.values("game")]
        fields.append(_select("Game", "game", "all games", games, asked.game))
    seats = [(str(n), f"{n} at the table" if n > 1 else "solo") for n in corpus.values("seats")]
    fields.append(_select("Players", "seats", "any number", seats, str(asked.seats or "")))
    levels = [(level, level) for level in corpus.values("difficulty")]
    if levels:
        fields.append(_select("Difficulty", "difficulty", "any", levels, asked.difficulty))
    fields.append(_select("Player", "player", "everybody", [(name, name) for name in corpus.players()], asked.player))
    n = corpus.n_of(asked)
    won = corpus.won(asked)
    return el(
        "form",
        fields,
        el("p", counted(n, "game", " "), " counts" if n == 1 else " count", ". ", _won(won), role="status", cls=_COUNT),
        data_do="filter",
        data_live="filter",
        cls="rt-panel rt-corpusfilters",
        aria_label="Which games count",
    )


_WAYS: Final = {
    "opening": "Opens",
    "teams": "Takes part",
    "decks": "Deck",
    "leaders": "Leader",
    "seats": "Seat",
    "players": "Plays",
}


def wins_head(explorer: Explorer) -> Html:
    """Above the win rates: for whom a win is counted."""
    ways = {by: _WAYS[by] for by in explorer.ways}
    said = {by: f"By {BY[by]}" for by in ways}
    about = {
        "opening": "By the team that takes the first turn; games that are over.",
        "teams": "By every team at the table: a game counts once for each. Games that are over.",
        "decks": "By the deck of every seat: a game counts once for each, a win for the winner. Games that are over.",
        "leaders": "By the card beside the deck of every seat, counted alike. Games that are over.",
        "seats": "By the seats: who plays first may have it easier. Games that are over.",
        "players": "By everybody who plays: a game counts once for each. Games that are over.",
    }[explorer.by]
    return _head("Games won", about, one_of("By whom", "by", ways, explorer.by, said=said))


def luck_head(explorer: Explorer) -> Html:
    """Above the histogram: luck from where."""
    corpus = explorer.corpus
    spread = corpus.luck(explorer.asked, explorer.source) if corpus is not None else None
    sources = [(source, explorer.source_name(source)) for source in corpus.sources()] if corpus is not None else []
    form = el(
        "form",
        _select("From", "source", "all sources", sources, explorer.source),
        data_do="source",
        data_live="source",
        aria_label="Luck from where",
    )
    about = (
        f"All luck of a game added up. Mean {points(spread.mean)} points{interval_words(spread)}, "
        f"{counted(len(spread.values), 'game', ' ')}."
        if spread is not None
        else "No game counts."
    )
    return _head("Luck of a game", about, form)


def mistakes_head(explorer: Explorer) -> Html:
    """Above the mistakes by rule."""
    found = explorer.corpus.mistakes(explorer.asked) if explorer.corpus is not None else ()
    n = sum(one.n for one in found)
    return _head(
        "Mistakes by rule",
        f"{counted(n, 'choice', ' ')} that lost 2 points of win probability or more, by the rule that gives the "
        "choice. Press a bar to see its costliest ones.",
    )


def errors_head(explorer: Explorer) -> Html:
    """Above the error rates."""
    found = explorer.corpus.errors(explorer.asked) if explorer.corpus is not None else ()
    n = sum(one.rate.n for one in found)
    return _head(
        "Mistakes by player",
        f"Of {grouped(n, ' ')} choices that were not forced, those that lost 2 points or more. The intervals take each "
        "choice by itself; choices of one game hang together, so they are somewhat too narrow. Who has no name in the "
        "file goes by the seat.",
    )


def costliest(explorer: Explorer) -> Html:
    """The decisions that cost most, each with the way to it."""
    corpus = explorer.corpus
    if corpus is None:
        return EMPTY
    found = corpus.worst(explorer.asked, explorer.rule)
    rule = explorer.rule
    under = (
        el(
            "div",
            button("All rules", "rule", ALL, cls="rt-btn--small"),
            el(
                "span",
                "Under ",
                cite(rule) if rule else rule_name(""),
                f" {explorer.rule_title(rule)}" if rule else None,
            ),
            cls="rt-row",
        )
        if rule is not None
        else EMPTY
    )
    about = "What was played, what was best, and what it cost in points of win probability."
    if found and not any(explorer.way(one.game, one.file, one.line) for one in found):
        about += " The records of these games are not on this machine, so none can be opened."
    body: Child = [_lost(explorer, one) for one in found]
    return el(
        "section",
        _head("Costliest choices", about, under),
        el("ul", body, cls="rt-corpuslost")
        if found
        else el("p", "No mistake in the games that count.", cls="rt-muted"),
        cls="rt-panel",
        data_key="lost",
    )


def _lost(explorer: Explorer, one: Lost) -> Html:
    way = explorer.way(one.game, one.file, one.line)
    name = one.file.replace("\\", "/").rpartition("/")[2]
    where = f"{name[:60]}, line {one.line}"
    place = (
        el("a", where, href=way, data_do="go", data_arg=way, cls="rt-corpuslost__way")
        if way is not None
        else el("span", where, cls="rt-muted")
    )
    return el(
        "li",
        el("b", points(one.loss), cls="rt-corpuslost__n"),
        el(
            "div",
            el("p", f"{one.who}: ", el("code", one.move), " instead of ", el("code", one.best)),
            el("p", place, f", {one.place}", cls="rt-small"),
        ),
        el(
            "div",
            el("span", one.fault, cls=f"rt-tag {TONES.get(one.fault, '')}".strip()),
            cite(one.rule) if one.rule else None,
            cls="rt-row",
        ),
    )


def _head(title: str, about: Child, control: Child = None) -> Html:
    return el(
        "div",
        el("div", el("h2", title), control, cls="rt-plothead"),
        el("p", about, cls="rt-small rt-muted rt-corpusabout"),
    )


def _select(label: str, name: str, everything: str, choices: Sequence[tuple[str, str]], chosen: str) -> Html:
    options = [("", everything), *((value, text[:60]) for value, text in choices)]
    return field(label, select(name, options, chosen, key=f"field:{name}"))


def _won(won: Share | None) -> Child:
    if won is None:
        return "None of them is over."
    return join(
        el("b", f"{percent(won.share)} won"),
        f" ({won.n_yes} of {won.n} that are over, 95 % interval {percent(won.low)} to {percent(won.high)}).",
    )

"""The tables of many games, as data: every column with its type, its unit and its meaning.

This is the one place where they are described. The tables are written from it, a table that is opened is checked
against it, and `docs/tables.md` is made from it.

>>> [column.name for column in LINES][:4]
['game_id', 'file', 'game', 'seats']
>>> kinds(PROBLEMS)["line"]
<class 'int'>
"""

from collections.abc import Mapping
from typing import Final

from rising_tutor.core.values import Value

SCHEMA: Final = 3
"""Changes whenever a column changes its name, type or meaning."""

TYPES: Final[Mapping[str, type]] = {"text": str, "whole number": int, "number": float, "yes or no": bool}


class Column(Value, frozen=True):
    """A column of a table.

    Attributes:
        kind: one of `TYPES`.
        unit: what it counts or measures; "" where the kind says it.
        gaps: when it is empty; "" if it never is.
    """

    name: str
    kind: str
    unit: str
    about: str
    gaps: str = ""


def _text(name: str, about: str, gaps: str = "") -> Column:
    return Column(name, "text", "", about, gaps)


def _count(name: str, unit: str, about: str, gaps: str = "") -> Column:
    return Column(name, "whole number", unit, about, gaps)


def _points(name: str, about: str, gaps: str = "") -> Column:
    return Column(name, "number", "win probability", about, gaps)


def _exact(name: str, about: str) -> tuple[Column, Column, Column]:
    return (
        _points(name, about),
        _text(f"{name}_num", f"Numerator of {name}, exactly, as digits."),
        _text(f"{name}_den", f"Denominator of {name}, exactly, as digits; never 0."),
    )


OPTIONS: Final = (
    _text("difficulty", "The option of that name as it was in force.", "where the game has no such option"),
    _count("villains", "cards", "The option of that name as it was in force.", "where the game has no such option"),
)
"""Options of a game that have a column of their own, besides `options`, which holds all that were set."""

_GAME: Final = (
    _text(
        "game_id", "What the game is known by: 16 digits made from its setting and its moves; the same in both forms."
    ),
    _text("file", "The file, as it was named in the call."),
    _text("game", "The id of the game, such as fire-nation-rising."),
    _count("seats", "people", "How many people play."),
    _text(
        "players", "Their names in seating order, with commas; Player 2 for one without a name.", "where none is named"
    ),
    _text("teams", "Every team at the table in seating order, with commas.", "where the game has none"),
    _text("opening", "The team that takes the first turn.", "where the game has none, or ended before"),
    *OPTIONS,
    _text("options", "All options that were set, as name=value, by name.", "where none was set"),
    _text("result", "win or loss where all seats share it; seat 2 where that one won; draw; unfinished."),
    _text("ended_by", "The rule by which the game ended.", "while it is unfinished"),
)

LATER: Final = (
    _text("decks", "The deck of each seat in seating order, with commas; own for a list of its own.", "without decks"),
    _text("leaders", "The card that stands beside each deck, such as a Chamber, in the same order.", "without decks"),
)
"""Columns that tables of schema 2 do not have; they stand last and may be missing where a table is read."""

_VALUE: Final = (
    _text("method", "How V comes about, in words."),
    _text("rules_version", "Version of the rules that the game was played by."),
    _text("content", "Fingerprint of the cards in use."),
    _text("model", "Fingerprint of V: it changes with its program, its data and its label."),
)

LINES: Final = (
    *_GAME,
    _count("line", "", "The number of the line in the game, from 1."),
    _count("turn", "", "The turn it belongs to; 0 before the first."),
    _text("place", "Its place in the game in words, with turn, step and roll."),
    _text("kind", "luck for a chance event, skill for a decision."),
    _text("source", "Which dice or deck decided.", "for a decision"),
    _count("seat", "", "Who chose, from 1.", "for a chance event"),
    _text("player", "The name of who chose.", "for a chance event, and where the file names nobody"),
    _text("team", "The team of who chose; for a chance event the one whose turn it is.", "where there is none"),
    _text("rule", "For a decision the rule that gives the choice; for a chance event that of what it caused first."),
    _text("move", "The action or the outcome, in the notation of the game."),
    _text("best", "The best action, in the notation; of several the first.", "for a chance event"),
    _points("before", "V before the line: of the best action, or the mean over the outcomes."),
    _points("after", "V after the line."),
    *_exact("amount", "after less before: the luck or the skill of the line, without what lay hidden from its seat."),
    *_exact("horizon", "before less after of the line before it: what V had not foreseen."),
    _points("loss", "What a decision cost its seat against the best one; below 0 only in estimates; 0 for chance."),
    _text(
        "fault", "slip, inaccuracy, mistake or blunder: a loss of 2, 5, 10 or 20 hundredths.", "where it is no fault"
    ),
    Column(
        "forced", "yes or no", "", "Whether a decision had one action, or none better than another; counts for nobody."
    ),
    Column(
        "exact", "yes or no", "", "Whether V is solved here up to its horizon; else it is estimated for each position."
    ),
    _count("n_actions", "actions", "How many actions were legal.", "for a chance event"),
    *_VALUE,
    *LATER,
)
"""One row for each decision and each chance event."""

GAMES: Final = (
    *_GAME,
    _count("turns", "", "The turns that were begun."),
    _count("lines", "", "Decisions and chance events; so many rows the game has in the table of lines."),
    _count("decisions", "", "Decisions that counted: those not forced."),
    _count("faults", "", "Decisions with a class of fault."),
    *_exact("start", "V of the first position."),
    *_exact("final", "V of the last position: 1 won, 0 lost, 1/2 drawn; of an unfinished game what V says."),
    *_exact("luck", "The sum of amount over the chance events, and of what lay hidden from those who chose."),
    *_exact("skill", "The sum of amount over the decisions."),
    *_exact("horizon", "The sum of horizon."),
    _text("remainder", "final - start - luck - skill - horizon, exactly: always 0."),
    *_VALUE,
    _text("v_horizon", "How far V looks ahead exactly."),
    _text("v_policy", "Who is taken to play on after that.", "where nobody is"),
    _count("v_samples", "games or positions", "What an estimate of V rests on; 0 for none."),
    *LATER,
)
"""One row for each game, with the sums of its ledger."""

PROBLEMS: Final = (
    _text("file", "The file, as it was named in the call."),
    _text("severity", "fault: the file is in no other table; remark: it is, and this should be known."),
    _count("line", "", "Where the first problem stands, from 1.", "where it is no matter of a place"),
    _count("column", "", "The same.", "where it is no matter of a place"),
    _text(
        "code",
        "The kind of the problem, as `replay check` names it, or unreadable-file, no-value, no-review, repeated, died, "
        "failed.",
    ),
    _text("message", "The first problem in words."),
    _text("expected", "What was expected there.", "where nothing can be said"),
    _text("rule", "The rule that forbids it.", "where none does"),
    _count("n", "", "How many problems the file has."),
)
"""One row for each file that could not be used, or of which something should be known."""

TABLES: Final[Mapping[str, tuple[Column, ...]]] = {"lines": LINES, "games": GAMES, "problems": PROBLEMS}


def kinds(columns: tuple[Column, ...]) -> dict[str, type]:
    """Name -> type of Python, in order."""
    return {column.name: TYPES[column.kind] for column in columns}


def page() -> str:
    """The text of `docs/tables.md`."""
    rows = [_HEAD.replace("@SCHEMA@", str(SCHEMA))]
    for name, about in _ABOUT.items():
        rows.append(f"## {name.capitalize()}\n\n{about}\n")
        rows.append("| column | type | unit | meaning |\n|---|---|---|---|")
        for column in TABLES[name]:
            gaps = f" Empty {column.gaps}." if column.gaps else ""
            rows.append(f"| `{column.name}` | {column.kind} | {column.unit} | {column.about}{gaps} |")
        rows.append("")
    return "\n".join(rows)


_HEAD: Final = """# The tables of many games

`rising-tutor analyze FILE... --table games.parquet` writes three tables: `games.parquet` with a row for each decision
and each chance event, `games.games.parquet` with a row for each game, and `games.problems.parquet` with a row for each
file that could not be used. With the ending `.csv` they are CSV.

FILE is a file, a folder (every record and notation in it and below it) or a pattern such as `saved/**/*.replay`. A game
that comes twice counts once. The rows stand in the order of the files, and the bytes are the same whatever `--jobs` and
`--scheduler` say. Finished games are kept in the folder `games.analysed` beside the table, so that a run that was
stopped goes on where it was, and one more game costs one game. They are known by the content of the file, the rules,
the cards and V; the folder can be deleted at any time.

With `--scheduler ADDRESS` a [Dask](https://distributed.dask.org) cluster does the work. It needs the extra `dask` here
and on every worker, the same version of this package and of Python, and with `--content DIR` the same folder there:

    pip install 'rising-tutor[dask]'
    dask scheduler                                  # on one machine; it prints its address
    dask worker tcp://192.168.1.5:8786              # on each machine that works, as often as you like
    rising-tutor analyze saved --table games.parquet --scheduler tcp://192.168.1.5:8786

Files are read and tables written where the command runs; games travel to the workers and their rows come back. A worker
that dies costs the games it had in hand, which others do again; workers may come and go while the command runs. If the
scheduler goes away, finished games are kept and the same call goes on from there. A scheduler runs any code that is
sent to it, so keep it on a network that you trust. `simulate`, `match` and `evaluator` take `--scheduler` too, with the
same results as on this machine alone; `simulate --record` writes on this machine and is not for a cluster.

V is the chance to win, from 0 to 1, by one value function: `method` says how it comes about, `model` which one it was.
Where the seats do not win or lose together it is the chance of seat 1, and a loss is that of the seat that chose.
For each game `final - start = luck + skill + horizon`, exactly; `skill + horizon` is how the side did against the
policy `v_policy`, where V has one ([analysis.md](analysis.md)). Numbers are 64-bit floats; where a column has `_num`
and `_den` beside it, those give the exact value as digits, since it fits into no number type.

In CSV an empty cell is a gap, yes or no is written `True` or `False`, and a text that a spreadsheet would take for a
formula has an apostrophe before it. In Parquet the schema version (@SCHEMA@) is in the metadata of the file.

    duckdb -c "SELECT opening, count(*), avg((result = 'win')::INT) FROM 'games.games.parquet' GROUP BY opening"

This page is made by the program: `python -m rising_tutor.analysis.corpus > docs/tables.md`.
"""

_ABOUT: Final = {
    "lines": "The main table. The columns up to `ended_by` are the same in every row of a game.",
    "games": "The sums of each game.",
    "problems": "Files that could not be used, and remarks. A faulty file stops nothing; the exit code is 1 then.",
}

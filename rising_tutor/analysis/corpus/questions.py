"""What can be asked of many games: how often they are won, what the dice did, which mistakes are made, and by whom.

Every answer says on how many games it rests. Shares carry Wilson's 95 % interval, which takes each game, or each
decision, as one of its own.

>>> corpus = Corpus.of_rows([])
>>> corpus.n_games, corpus.wins(Filter())
(0, ())
"""

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Self

from msgspec.structs import replace

from rising_tutor.analysis import intervals
from rising_tutor.analysis.corpus.arrow import Row
from rising_tutor.analysis.corpus.table import open_file, open_table, release_unused, rows_in, table_of
from rising_tutor.analysis.ledger import CLASSES, frame_of
from rising_tutor.core.values import Value

if TYPE_CHECKING:
    import duckdb

KEPT: Final = 64
"""So many answers are kept."""
SHORT: Final = 1_000
"""Rows of an answer that is kept."""
BY: Final = {
    "opening": "the team that opens",
    "teams": "every team at the table",
    "decks": "the deck of every seat",
    "leaders": "the card beside the deck of every seat",
    "seats": "the seats",
    "players": "everybody who plays",
}
"""How games are grouped for the win rate; with all but `opening` a game counts once for each of them. With `decks`,
`leaders` and `seats`, where seats are opposed, a win is one of the seat."""
_BY_SEAT: Final = {
    "decks": "string_split(decks, ', ')",
    "leaders": "string_split(leaders, ', ')",
    "seats": "list_transform(range(1, seats + 1), lambda n: 'seat ' || n)",
}
"""What each seat is called, in its order, for groups that are of seats."""
FAULTS: Final = tuple(name for _, name in CLASSES)
"""The classes of mistakes, the worst first."""
MOST_LINES: Final = 20


class Filter(Value, frozen=True):
    """Which games count.

    Attributes:
        game: the id of a game; "" for all.
        seats: how many people play; 0 for any number.
        difficulty: "" for any.
        player: games in which this one plays, and this one's decisions only; "" for everybody.
    """

    game: str = ""
    seats: int = 0
    difficulty: str = ""
    player: str = ""


class Share(Value, frozen=True):
    """How often something was so, with its 95 % interval."""

    name: str
    n_yes: int
    n: int
    low: float
    high: float

    @property
    def share(self) -> float:
        return self.n_yes / self.n


class Spread(Value, frozen=True):
    """The luck of games.

    Attributes:
        values: one for each game, in win probability, by game id.
        mean: with `low` and `high`, its 95 % interval.
    """

    values: tuple[float, ...]
    mean: float
    low: float
    high: float


class RuleMistakes(Value, frozen=True):
    """Mistakes made under a rule.

    Attributes:
        rule: its id; "" where the table names none.
        n: mistakes, `by_class` in the order of `FAULTS`.
        n_choices: decisions under it that counted.
        n_games: games in which such mistakes were made.
        mean_loss, worst: of the mistakes, in win probability.
    """

    rule: str
    n: int
    by_class: tuple[int, ...]
    n_choices: int
    n_games: int
    mean_loss: float
    worst: float


class PlayerErrors(Value, frozen=True):
    """Mistakes of a player: `rate.n` decisions that counted, `rate.n_yes` of them mistakes.

    Attributes:
        mean_loss: over all these decisions.
    """

    rate: Share
    n_games: int
    mean_loss: float


class Lost(Value, frozen=True):
    """A decision that cost much, and where it stands."""

    file: str
    game: str
    line: int
    place: str
    who: str
    move: str
    best: str
    rule: str
    loss: float
    fault: str


class Corpus:
    """A table of many games. Made by `of_file`, `of_path` or `of_rows`.

    It never changes, so short answers are kept: a page asks for the same ones whenever it is drawn.
    """

    def __init__(self, database: "duckdb.DuckDBPyConnection") -> None:
        self._database = database
        self._answers: dict[tuple[Any, ...], tuple[tuple[Any, ...], ...]] = {}
        (self.n_games, self.n_finished), *_ = self._ask(
            "SELECT count(*), count(*) FILTER (result <> 'unfinished') FROM games"
        )
        ((self.n_lines,),) = self._ask("SELECT count(*) FROM lines")

    @classmethod
    def of_file(cls, data: bytes, name: str) -> Self:
        """A table that somebody hands in. Raises `BadTable`, `LimitExceeded`."""
        return cls(open_table(data, name))

    @classmethod
    def of_path(cls, path: Path) -> Self:
        """A table on this machine. Raises the same, and OSError."""
        return cls(open_file(path))

    @classmethod
    def of_rows(cls, rows: Iterable[Row]) -> Self:
        return cls(table_of(rows))

    def close(self) -> None:
        """Give back the memory of the table; nothing can be asked of it afterwards."""
        self._answers.clear()
        self._database.close()
        release_unused()

    def to_arrow(self) -> Any:
        """All lines of all games as a table of Arrow; `docs/tables.md` explains its columns."""
        return self._database.sql("SELECT * FROM lines ORDER BY game_id, line").to_arrow_table()

    def to_pandas(self) -> Any:
        """The same as a data frame. Raises `NotInstalled` where pandas is not."""
        return frame_of(self.to_arrow())

    def values(self, column: str) -> tuple[Any, ...]:
        """The different values of `game`, `seats`, `difficulty`, `method`, `model`, `rules_version` or `content`."""
        assert column in {"game", "seats", "difficulty", "method", "model", "rules_version", "content"}
        query = f"SELECT DISTINCT {column} FROM games WHERE {column} IS NOT NULL ORDER BY 1"  # noqa: S608 - see above
        return tuple(value for (value,) in self._ask(query))

    @property
    def ways(self) -> tuple[str, ...]:
        """The ways to group the games that were won, of `BY`, that say something of these games."""
        ((opposed, decks),) = self._ask("SELECT count(*) FILTER (result LIKE 'seat %'), count(decks) FROM games")
        there = {"decks": decks, "leaders": decks, "seats": opposed, "players": True}
        return tuple(by for by in BY if there.get(by, self.has_teams))

    @property
    def has_teams(self) -> bool:
        ((n,),) = self._ask("SELECT count(teams) FROM games")
        return bool(n)

    def players(self) -> tuple[str, ...]:
        """Everybody who chose something, by name; who has none goes by the seat."""
        return tuple(name for (name,) in self._ask("SELECT DISTINCT who FROM choices ORDER BY 1"))

    def sources(self) -> tuple[str, ...]:
        """Every source of luck, by its id."""
        query = "SELECT DISTINCT source FROM lines WHERE kind = 'luck' AND source IS NOT NULL ORDER BY 1"
        return tuple(source for (source,) in self._ask(query))

    def n_of(self, asked: Filter) -> int:
        where, given = _games(asked)
        ((n,),) = self._ask(f"SELECT count(*) FROM games g WHERE {where}", given)  # noqa: S608 - our own words
        return int(n)

    def wins(self, asked: Filter, by: str = "opening") -> tuple[Share, ...]:
        """How often games were won, by team or by player, the most frequent first; those that are over only.

        Args:
            by: one of `BY`.
        """
        if by == "players":
            names = (asked.player,) if asked.player else self.players()
            found = ((name, self.won(replace(asked, player=name))) for name in names)
            shares = [replace(one, name=name) for name, one in found if one is not None]
            return tuple(sorted(shares, key=lambda one: (-one.n, one.name)))
        where, given = _games(asked)
        if by in _BY_SEAT:
            query = f"""
                WITH known AS (
                    SELECT unnest({_BY_SEAT[by]}) AS name, unnest(range(1, seats + 1)) AS seat, result
                    FROM games g WHERE {where} AND result <> 'unfinished'
                )
                SELECT name, count(*) FILTER (result = 'win' OR result = 'seat ' || seat), count(*)
                FROM known WHERE name IS NOT NULL GROUP BY 1 ORDER BY 3 DESC, 1
            """  # noqa: S608 - our own words
            return tuple(share(str(one), n_won, n) for one, n_won, n in self._ask(query, given))
        won, whose = _won(asked)
        name = "opening" if by == "opening" else "unnest(list_distinct(string_split(teams, ', ')))"
        query = f"""
            WITH known AS (SELECT {name} AS name, {won} AS won FROM games g WHERE {where} AND result <> 'unfinished')
            SELECT coalesce(name, ''), count(*) FILTER (won), count(*)
            FROM known GROUP BY 1 ORDER BY 3 DESC, 1
        """  # noqa: S608 - our own words
        return tuple(share(str(team), n_won, n) for team, n_won, n in self._ask(query, [*whose, *given]))

    def won(self, asked: Filter) -> Share | None:
        """How often games were won, as in `_won`; None if none is over."""
        where, given = _games(asked)
        won, whose = _won(asked)
        query = f"""
            WITH known AS (SELECT {won} AS won FROM games g WHERE {where} AND result <> 'unfinished')
            SELECT count(*) FILTER (won), count(*) FROM known
        """  # noqa: S608 - our own words
        ((n_won, n),) = self._ask(query, [*whose, *given])
        return share("all", n_won, n) if n else None

    def luck(self, asked: Filter, source: str = "") -> Spread | None:
        """The luck of each game, from one source or from all; None if there is no game.

        Args:
            source: one of `sources`; "" for all together.
        """
        where, given = _games(asked)
        query = f"""
            SELECT coalesce(fsum(l.amount), 0.0) FROM games g
            LEFT JOIN lines l ON l.game_id = g.game_id AND l.kind = 'luck' AND (? = '' OR l.source = ?)
            WHERE {where} GROUP BY g.game_id ORDER BY g.game_id
        """  # noqa: S608 - our own words
        values = tuple(float(value) for (value,) in self._ask(query, [source, source, *given]))
        if not values:
            return None
        return Spread(values, sum(values) / len(values), *intervals.of_mean(values))

    def mistakes(self, asked: Filter) -> tuple[RuleMistakes, ...]:
        """Mistakes by the rule that the choice was made under, the commonest first."""
        where, given = _choices(asked)
        classes = ", ".join(f"count(*) FILTER (fault = '{name}')" for name in FAULTS)
        query = f"""
            SELECT coalesce(rule, ''), count(fault), count(*), count(DISTINCT c.game_id) FILTER (fault IS NOT NULL),
                   favg(loss) FILTER (fault IS NOT NULL), max(loss), {classes}
            FROM choices c WHERE {where} GROUP BY 1 HAVING count(fault) > 0 ORDER BY 2 DESC, 1
        """  # noqa: S608 - our own words
        return tuple(
            RuleMistakes(str(rule), n, tuple(by_class), n_choices, n_games, mean, worst)
            for rule, n, n_choices, n_games, mean, worst, *by_class in self._ask(query, given)
        )

    def errors(self, asked: Filter) -> tuple[PlayerErrors, ...]:
        """How often each player's decisions are mistakes, by name."""
        where, given = _choices(asked)
        query = f"""
            SELECT who, count(fault), count(*), count(DISTINCT c.game_id), favg(loss)
            FROM choices c WHERE {where} GROUP BY 1 ORDER BY 1
        """  # noqa: S608 - our own words
        return tuple(
            PlayerErrors(share(str(who), n_faults, n), n_games, mean)
            for who, n_faults, n, n_games, mean in self._ask(query, given)
        )

    def worst(self, asked: Filter, rule: str | None = None, most: int = MOST_LINES) -> tuple[Lost, ...]:
        """The decisions that cost most, of those made under a `rule` where one is given."""
        where, given = _choices(asked)
        if rule is not None:
            where, given = f"{where} AND coalesce(rule, '') = ?", [*given, rule]
        query = f"""
            SELECT file, game, line, place, who, move, best, rule, loss, fault
            FROM choices c WHERE {where} AND fault IS NOT NULL ORDER BY loss DESC, file, line LIMIT ?
        """  # noqa: S608 - our own words
        return tuple(
            Lost(file, game, line, place or "", who, move or "", best or "", under or "", loss, fault)
            for file, game, line, place, who, move, best, under, loss, fault in self._ask(query, [*given, most])
        )

    def _ask(self, query: str, given: Iterable[Any] = ()) -> tuple[tuple[Any, ...], ...]:
        key = (query, *given)
        found = self._answers.get(key)
        if found is None:
            found = tuple(rows_in(self._database, query, key[1:]))
            if len(self._answers) >= KEPT:
                self._answers.clear()
            if len(found) <= SHORT:
                self._answers[key] = found
        return found


def share(name: str, n_yes: int, n: int) -> Share:
    """A share with its interval.

    >>> share("x", 1, 2).share
    0.5
    """
    return Share(name, n_yes, n, *intervals.of_share(n_yes, n))


def bins(values: tuple[float, ...], most: int = 20) -> tuple[tuple[float, float, int], ...]:
    """Values counted in steps of equal width: from, to, how many. Each step holds its lower end.

    The width is 1, 2, 5, 10, 20, 50 or 100 hundredths: the least with at most so many steps.

    >>> bins((-0.031, 0.0, 0.012))
    ((-0.04, -0.03, 1), (-0.03, -0.02, 0), (-0.02, -0.01, 0), (-0.01, 0.0, 0), (0.0, 0.01, 1), (0.01, 0.02, 1))
    """
    if not values:
        return ()
    for width in (1, 2, 5, 10, 20, 50, 100, 1000):
        # Rounded first: 0.29 * 100 is 28.999999999999996.
        places = [int(round(100 * value, 9) // width) for value in values]
        if max(places) - min(places) < most:
            break
    return tuple(
        (at * width / 100, (at + 1) * width / 100, places.count(at)) for at in range(min(places), max(places) + 1)
    )


def _won(asked: Filter) -> tuple[str, list[Any]]:
    """Whether a game was won: by all, or where seats are opposed by the player asked for, else by seat 1."""
    if not asked.player:
        return "g.result IN ('win', 'seat 1')", []
    seat = "SELECT min(seat) FROM choices c WHERE c.game_id = g.game_id AND c.who = ?"
    return f"g.result = 'win' OR g.result = 'seat ' || ({seat})", [asked.player]


def _games(asked: Filter) -> tuple[str, list[Any]]:
    """The condition on a row g of the table of games, with its values."""
    where, given = ["TRUE"], []
    for column, value in (("game", asked.game), ("seats", asked.seats), ("difficulty", asked.difficulty)):
        if value:
            where.append(f"g.{column} = ?")
            given.append(value)
    if asked.player:
        where.append("g.game_id IN (SELECT game_id FROM choices WHERE who = ?)")
        given.append(asked.player)
    return " AND ".join(where), given


def _choices(asked: Filter) -> tuple[str, list[Any]]:
    """The condition on a row c of the table of choices: those that count, of the games and the player that count."""
    where, given = _games(asked)
    condition = f"NOT c.forced AND c.game_id IN (SELECT g.game_id FROM games g WHERE {where})"  # noqa: S608 - our own
    if asked.player:
        condition, given = f"{condition} AND c.who = ?", [*given, asked.player]
    return condition, given

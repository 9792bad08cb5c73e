"""What is asked of many games, against plain Python over the same rows; and tables that come from anybody."""

from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from statistics import mean
from typing import Any

import pytest
from msgspec.structs import replace

from rising_tutor.analysis.corpus import columns, table
from rising_tutor.analysis.corpus.arrow import parquet_bytes
from rising_tutor.analysis.corpus.questions import Corpus, Filter, bins
from rising_tutor.analysis.corpus.sample import RECORDS, TABLE, sample_game, sample_names
from rising_tutor.analysis.corpus.table import BadTable
from rising_tutor.analysis.corpus.work import analyse, prepare
from rising_tutor.analysis.ledger import CLASSES
from rising_tutor.core.limits import Limit
from rising_tutor.errors import LimitExceeded
from rising_tutor.render.cells import csv_text
from rising_tutor.replay import verify
from tests.testkit import quick_value
from tests.testkit.settings import RISING

pytestmark = pytest.mark.slow

SAMPLES = Path(__file__).parents[2] / "replays"
FIRE = ("won", "lost-by-a-team", "solo", "worked-example", "five-players")
USED = (
    *(f"fire-nation-rising/{name}" for name in FIRE),
    "death-eaters-rising/lost-by-a-team",
    "dark-side-rising/lost-by-a-team",
)
TYPES = columns.kinds(columns.LINES)


@pytest.fixture(scope="module", autouse=True)
def quick() -> Iterator[None]:
    with quick_value.registered(*RISING):
        yield


@cache
def rows() -> list[dict[str, Any]]:
    found = []
    for name in USED:
        data = (SAMPLES / f"{name}.replay").read_bytes()
        if name.endswith("/won"):
            data = data.replace(b"seats: 2\n", b"seats: 2\nseat 1: Anna\nseat 2: Ben\n")
        found += [{"file": f"{name}.replay", **row} for row in analyse(prepare(f"{name}.replay", data)).lines]
    return found


@cache
def data() -> bytes:
    return parquet_bytes(rows(), TYPES, {})


@cache
def corpus() -> Corpus:
    return Corpus.of_file(data(), "mine.parquet")


def who(row: dict[str, Any]) -> str:
    return row["player"] or f"Player {row['seat']}"


def chosen(asked: Filter) -> dict[str, list[dict[str, Any]]]:
    """The rows of each game that counts: the filter a second time, in plain Python."""
    games = defaultdict(list)
    for row in rows():
        games[row["game_id"]].append(row)
    return {
        key: found
        for key, found in games.items()
        if asked.game in ("", found[0]["game"])
        and asked.seats in (0, found[0]["seats"])
        and asked.difficulty in ("", found[0]["difficulty"])
        and (not asked.player or any(row["kind"] == "skill" and who(row) == asked.player for row in found))
    }


def choices(asked: Filter) -> list[dict[str, Any]]:
    return [
        row
        for found in chosen(asked).values()
        for row in found
        if row["kind"] == "skill" and not row["forced"] and asked.player in ("", who(row))
    ]


FILTERS = (
    Filter(),
    Filter(seats=2),
    Filter(difficulty="easy"),
    Filter(player="Anna"),
    Filter(seats=5, player="Player 3"),
    Filter(game="fire-nation-rising", seats=1),
    Filter(game="death-eaters-rising"),
    Filter(game="dark-side-rising", player="Player 2"),
)


@pytest.mark.parametrize("asked", FILTERS, ids=str)
class TestTheSameNumbersASecondWay:
    def test_wins(self, asked: Filter) -> None:
        over = [found[0] for found in chosen(asked).values() if found[0]["result"] != "unfinished"]
        for by, teams in (("opening", lambda row: [row["opening"]]), ("teams", lambda row: row["teams"].split(", "))):
            n, n_won = defaultdict(int), defaultdict(int)
            for row in over:
                for team in teams(row):
                    n[team] += 1
                    n_won[team] += row["result"] == "win"
            found = corpus().wins(asked, by)
            assert {one.name: (one.n_yes, one.n) for one in found} == {team: (n_won[team], n[team]) for team in n}
            assert all(one.low <= one.share <= one.high for one in found)
        won = corpus().won(asked)
        assert (won.n if won else 0) == len(over)

    @pytest.mark.parametrize("source", ["", "hero_dice", "tokens"])
    def test_luck(self, asked: Filter, source: str) -> None:
        sums = [
            sum(row["amount"] for row in found if row["kind"] == "luck" and source in ("", row["source"]))
            for _, found in sorted(chosen(asked).items())
        ]
        spread = corpus().luck(asked, source)
        assert spread.values == pytest.approx(sums, abs=1e-12)
        assert spread.mean == pytest.approx(mean(sums))
        assert sum(n for _, _, n in bins(spread.values)) == len(sums) == corpus().n_of(asked)

    def test_mistakes(self, asked: Filter) -> None:
        by_rule = defaultdict(list)
        for row in choices(asked):
            by_rule[row["rule"] or ""].append(row)
        found = corpus().mistakes(asked)
        assert {one.rule for one in found} == {rule for rule, all_ in by_rule.items() if any(r["fault"] for r in all_)}
        assert [one.n for one in found] == sorted((one.n for one in found), reverse=True)
        for one in found:
            faulty = [row for row in by_rule[one.rule] if row["fault"]]
            assert (one.n, one.n_choices) == (len(faulty), len(by_rule[one.rule]))
            assert one.by_class == tuple(sum(row["fault"] == name for row in faulty) for _, name in CLASSES)
            assert one.mean_loss == pytest.approx(mean(row["loss"] for row in faulty))
            assert one.worst == max(row["loss"] for row in faulty)
            assert one.n_games == len({row["game_id"] for row in faulty})

    def test_errors(self, asked: Filter) -> None:
        by_player = defaultdict(list)
        for row in choices(asked):
            by_player[who(row)].append(row)
        found = corpus().errors(asked)
        assert [one.rate.name for one in found] == sorted(by_player)
        for one in found:
            own = by_player[one.rate.name]
            assert (one.rate.n_yes, one.rate.n) == (sum(row["fault"] is not None for row in own), len(own))
            assert one.mean_loss == pytest.approx(mean(row["loss"] for row in own))
            assert one.n_games == len({row["game_id"] for row in own})

    def test_worst(self, asked: Filter) -> None:
        faulty = [row for row in choices(asked) if row["fault"]]
        faulty.sort(key=lambda row: (-row["loss"], row["file"], row["line"]))
        found = corpus().worst(asked)
        assert [(one.file, one.line) for one in found] == [(row["file"], row["line"]) for row in faulty[:20]]
        if found:
            rule = found[0].rule
            under = [row for row in faulty if (row["rule"] or "") == rule]
            assert [one.line for one in corpus().worst(asked, rule, most=3)] == [row["line"] for row in under[:3]]


def test_no_game_counts_and_nothing_breaks() -> None:
    nobody = Filter(seats=4)
    assert corpus().n_of(nobody) == 0
    assert corpus().wins(nobody) == corpus().mistakes(nobody) == corpus().errors(nobody) == ()
    assert corpus().luck(nobody) is None
    assert corpus().won(nobody) is None


def test_where_seats_are_opposed_a_game_is_won_by_whoever_is_asked_for() -> None:
    """A game that seat 2 won counts for its player, and not for seat 1, whose chance V is."""
    one_game = [row for row in rows() if row["game_id"] == rows()[0]["game_id"]]
    second = Corpus.of_rows([{**row, "result": "seat 2"} for row in one_game])
    names = {row["seat"]: who(row) for row in one_game if row["seat"]}
    for asked, n_won in ((Filter(), 0), (Filter(player=names[1]), 0), (Filter(player=names[2]), 1)):
        won = second.won(asked)
        assert won is not None
        assert (won.n_yes, won.n) == (n_won, 1)
        assert [one.n_yes for one in second.wins(asked)] == [n_won]


def test_csv_and_rows_of_this_program_give_the_same_answers() -> None:
    text = csv_text(tuple(TYPES), ([row[name] for name in TYPES] for row in rows()[:900])).encode()
    one = Corpus.of_file(text, "mine.csv")
    two = Corpus.of_rows(rows()[:900])
    asked = Filter()
    assert one.n_games == two.n_games > 1
    for ask in (Corpus.wins, Corpus.luck, Corpus.mistakes, Corpus.errors, Corpus.worst):
        assert ask(one, asked) == ask(two, asked)


def changed(**values: Any) -> bytes:
    return parquet_bytes([{**rows()[0], **values}], TYPES, {})


class TestTablesOfAnybody:
    @pytest.mark.parametrize(
        ("given", "name", "said"),
        [
            (b"", "a.parquet", "neither Parquet"),
            (b"PAR1", "a.parquet", "expected a table"),
            (b"PAR1" + bytes(200) + b"PAR1", "a.parquet", "expected a table"),
            (b"\x00\xff\x00", "a.csv", "stands where game_id belongs"),
            (b"game_id,file\n1,2\n", "a.csv", "'' stands where game belongs"),
            (b'"' * 5000, "a.csv", "stands where"),
        ],
    )
    def test_what_is_no_table_is_refused_by_a_sentence(self, given: bytes, name: str, said: str) -> None:
        with pytest.raises(BadTable, match=said) as refused:
            Corpus.of_file(given, name)
        assert str(refused.value).startswith(name)
        assert "rising-tutor-" not in str(refused.value)

    @pytest.mark.parametrize("cut", [0.3, 0.7, 0.98])
    def test_a_cut_table_is_refused(self, cut: float) -> None:
        with pytest.raises(BadTable):
            Corpus.of_file(data()[: int(cut * len(data()))], "cut.parquet")

    @pytest.mark.parametrize(
        ("column", "value"),
        [("kind", "both"), ("amount", float("nan")), ("loss", float("inf")), ("seats", 10**12), ("line", None)],
    )
    def test_a_value_that_cannot_be_is_named_by_its_column(self, column: str, value: Any) -> None:
        with pytest.raises(BadTable, match=f"the column {column}"):
            Corpus.of_file(changed(**{column: value}), "a.parquet")

    def test_a_column_of_another_type_is_named(self) -> None:
        given = [{**rows()[0], "line": "one"}]
        with pytest.raises(BadTable, match="the column line holds string; expected whole number"):
            Corpus.of_file(parquet_bytes(given, {**TYPES, "line": str}, {}), "a.parquet")

    def test_too_many_bytes_and_too_many_rows(self, monkeypatch: pytest.MonkeyPatch) -> None:
        with pytest.raises(LimitExceeded, match="1048576"):
            Corpus.of_file(bytes(2 << 20), "a.parquet")
        rows_100 = Limit(table.ROWS.what, 100, "rows")
        monkeypatch.setattr(table, "HANDED_IN", replace(table.HANDED_IN, rows=rows_100))
        with pytest.raises(LimitExceeded, match=f"{len(rows())} rows, the limit is 100"):
            Corpus.of_file(data(), "a.parquet")

    def test_what_is_open_reads_no_other_file(self) -> None:
        import duckdb

        with pytest.raises(duckdb.Error):
            corpus()._ask("SELECT * FROM read_csv('/etc/passwd')")
        with pytest.raises(duckdb.Error):
            corpus()._ask("SET enable_external_access = true")

    def test_odd_texts_are_only_texts(self) -> None:
        odd = "'; DROP TABLE lines; --"
        rude = Corpus.of_file(
            changed(kind="skill", forced=False, seat=1, player=odd, team=odd, opening=odd, fault="slip"), "a.parquet"
        )
        assert rude.players() == (odd,)
        assert rude.n_of(Filter(player=odd)) == 1
        assert rude.errors(Filter(player=odd))[0].rate.name == odd


class TestTheSample:
    def test_it_opens_and_its_games_are_there_and_sound(self) -> None:
        if not TABLE.is_file():
            pytest.skip("the sample was not made")
        sample = Corpus.of_path(TABLE)
        assert 12 <= sample.n_games <= 40
        assert "made up" not in sample.values("method")
        assert all(one.rule for one in sample.mistakes(Filter()))
        assert TABLE.stat().st_size < 300_000
        assert RECORDS.stat().st_size < 300_000
        for one in sample.worst(Filter(), most=3):
            verified = verify(sample_game(one.file), one.file)
            assert verified.ok
            moved = verified.moves[one.line - 1]
            assert verified.game.write(moved.state, moved.move) == one.move
        assert sample_game("../../games.zip") is None
        assert len(sample_names()) == sample.n_games

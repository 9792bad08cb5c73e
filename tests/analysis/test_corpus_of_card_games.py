"""Tables of many card games: decks, the cards beside them and seats as columns and as ways to count wins."""

from functools import cache
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest
from msgspec.structs import replace
from pyarrow import parquet

from rising_tutor.analysis.corpus import columns
from rising_tutor.analysis.corpus.arrow import parquet_bytes
from rising_tutor.analysis.corpus.questions import Corpus, Filter, share
from rising_tutor.analysis.corpus.rows import rows_of
from rising_tutor.analysis.ledger import ledger_of
from rising_tutor.decks.deck_file import SeatDeck
from rising_tutor.render.cells import csv_text
from rising_tutor.replay import verify

FOLDER = Path(__file__).parents[2] / "replays" / "avatar-tcg"
NAMES = ("seat-1-wins", "seat-2-wins", "given-up", "stopped-at-the-limit", "worked-example")
DECKS = {
    "seat-1-wins": ("aang", "zuko"),
    "seat-2-wins": ("katara", "bumi"),
    "given-up": ("first-steps-fire", "first-steps-water"),
    "stopped-at-the-limit": ("first-steps-water", "first-steps-fire"),
    "worked-example": ("aang", "zuko"),
}
TYPES = columns.kinds(columns.LINES)


@cache
def rows() -> tuple[dict[str, Any], ...]:
    """The first lines of some games, with the results of the whole ones."""
    found: list[dict[str, Any]] = []
    for name in NAMES:
        verified = verify(FOLDER / f"{name}.replay")
        begun = replace(verified, moves=verified.moves[:10])
        ledger = ledger_of(verified.game, begun.moves, verified.start, n_seats=2)
        found += [{"file": f"{name}.replay", **row} for row in rows_of(begun, ledger, "model").lines]
    return tuple(found)


@cache
def corpus() -> Corpus:
    return Corpus.of_file(parquet_bytes(list(rows()), TYPES, {}), "mine.parquet")


def test_each_game_says_its_decks_and_the_cards_beside_them() -> None:
    for row in rows():
        assert row["decks"] == ", ".join(DECKS[row["file"].removesuffix(".replay")])
    leaders = {row["file"]: row["leaders"] for row in rows()}
    assert leaders["seat-2-wins.replay"] == "Katara, King Bumi"
    text = b"replay: 1\ngame: avatar-tcg\nseats: 2\noption deck-1: ame176: 40 pummel\n"
    own = verify(text, "own.replay")
    assert own.game.seat_decks(own.start) == (SeatDeck("", "Aang"), SeatDeck("zuko", "Prince Zuko"))
    verified = verify(FOLDER / "seat-2-wins.replay")
    assert verified.game.seat_decks(verified.start)[0] == SeatDeck("katara", "Katara")


@pytest.mark.parametrize("by", ["decks", "leaders", "seats"])
def test_wins_by_deck_leader_and_seat_are_those_of_the_seats(by: str) -> None:
    counted: dict[str, list[bool]] = {}
    for name in NAMES:
        row = next(row for row in rows() if row["file"] == f"{name}.replay")
        if row["result"] == "unfinished":
            continue
        called = {"decks": row["decks"], "leaders": row["leaders"], "seats": "seat 1, seat 2"}[by]
        for seat, one in enumerate(called.split(", "), 1):
            counted.setdefault(one, []).append(row["result"] == f"seat {seat}")
    expected = sorted(
        (share(name, sum(won), len(won)) for name, won in counted.items()), key=lambda one: (-one.n, one.name)
    )
    assert list(corpus().wins(Filter(), by)) == expected
    assert {one.n_yes for one in expected} > {0} or by == "seats"


def test_ways_are_offered_that_say_something_of_these_games() -> None:
    assert corpus().ways == ("decks", "leaders", "seats", "players")


def test_a_table_from_before_these_columns_still_opens() -> None:
    whole = parquet.read_table(pa.BufferReader(parquet_bytes(list(rows()), TYPES, {})))
    sink = pa.BufferOutputStream()
    parquet.write_table(whole.drop_columns(["decks", "leaders"]), sink)
    older = Corpus.of_file(sink.getvalue().to_pybytes(), "older.parquet")
    assert (older.n_games, older.ways) == (corpus().n_games, ("seats", "players"))
    names = [name for name in TYPES if name not in {"decks", "leaders"}]
    text = csv_text(names, [tuple(row[name] for name in names) for row in rows()])
    assert Corpus.of_file(text.encode(), "older.csv").n_games == corpus().n_games

"""One game shared out among processes: the very same ledger, whoever works, dies or is stopped."""

import multiprocessing
import os
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import pytest

from rising_tutor.analysis.ledger import Ledger, ledger_of
from rising_tutor.analysis.ledger.jobs import ledger_with_jobs, turns_of
from rising_tutor.analysis.plain_value import PlainValuation
from rising_tutor.analysis.review import Review, review_of
from rising_tutor.cli import analyze
from rising_tutor.core.registry import load_game
from rising_tutor.replay import Verified, verify
from tests.cli.conftest import Command, command  # noqa: F401 - a fixture
from tests.testkit.written_value import WrittenValue

FOLDER = Path("replays/fire-nation-rising")
LONG, LOST, SHORT = (FOLDER / f"{name}.replay" for name in ("black-sun-by-balance", "lost-by-a-team", "worked-example"))


def both(verified: Verified, n_lines: int | None = None, **more: Any) -> tuple[Ledger, Ledger]:
    """The ledger of the first lines, by one process and by several."""
    assert verified.replay is not None
    moves, n_seats = verified.moves[:n_lines], verified.replay.header.seats
    valued_by = more.get("valued_by")
    one = ledger_of(
        verified.game,
        moves,
        verified.start,
        n_seats=n_seats,
        valuation=valued_by(verified.game) if valued_by else None,
    )
    return one, ledger_with_jobs(verified.game, moves, verified.start, n_seats=n_seats, **more)


def runs(pid: int) -> bool:
    """Asked of the system: of two threads that wait for one process, `multiprocessing` tells one only that it ended."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def dying(game: Any) -> WrittenValue:
    """V that no other process survives."""
    if multiprocessing.parent_process() is not None:
        os._exit(3)
    return WrittenValue(game)


@pytest.mark.slow
def test_a_whole_game_has_the_same_ledger_line_by_line() -> None:
    verified, told = verify(LONG), []
    one, shared = both(
        verified, jobs=3, valued_by=WrittenValue, progress=lambda done, total: told.append((done, total))
    )
    assert shared == one
    assert shared.remainder == 0
    assert len(shared.lines) == len(verified.moves) > 600
    assert len({line.turn for line in shared.lines}) > 25
    assert [done for done, _ in told] == sorted({done for done, _ in told})
    assert told[-1] == (len(verified.moves), len(verified.moves))


@pytest.mark.wide
@pytest.mark.slow
def test_the_value_of_the_game_itself_does_not_depend_on_where_a_process_begins() -> None:
    """Setup and the first turns, with V as people see it."""
    verified = verify(LOST)
    n_lines = next(at for at, played in enumerate(verified.moves) if played.state.turn == 3)
    one, shared = both(verified, n_lines, jobs=2)
    assert shared == one
    assert {line.turn for line in shared.lines} == {0, 1, 2}
    assert any(line.parts for line in shared.lines)


def test_turns_are_cut_where_the_game_says_and_nothing_is_lost() -> None:
    verified = verify(LONG)
    turns = turns_of(verified.game, verified.moves)
    assert [played for turn in turns for played in turn] == list(verified.moves)
    assert [turn[0].state.turn for turn in turns] == list(range(len(turns)))
    assert turns_of(verified.game, ()) == []


def test_a_process_that_dies_costs_no_line() -> None:
    one, shared = both(verify(SHORT), jobs=2, valued_by=dying)
    assert shared == one
    assert len(shared.lines) == 31


@pytest.mark.slow
def test_work_that_is_stopped_leaves_no_process_behind() -> None:
    before = set(multiprocessing.active_children())

    def stop(_done: int, _total: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        both(verify(LONG), jobs=2, valued_by=WrittenValue, progress=stop)
    begun = {process.pid for process in set(multiprocessing.active_children()) - before if process.pid}
    until = monotonic() + 20  # they were told to end, which takes a moment
    while any(map(runs, begun)) and monotonic() < until:
        sleep(0.05)
    assert not any(map(runs, begun))


@pytest.mark.usefixtures("bare_coin_and_hand")
def test_a_game_that_counts_no_turns_is_not_shared_out() -> None:
    verified = verify(b"replay: 1\ngame: coin-and-hand\nseats: 2\noption points: 2\n\ndraw sun; draw fox\n", "a.replay")
    one, shared = both(verified, jobs=2, valued_by=PlainValuation)
    assert shared == one
    assert len(turns_of(verified.game, verified.moves)) == 1
    with pytest.raises(TypeError, match="no value function"):
        both(verified, jobs=2)


def test_other_cards_than_those_of_the_game_are_refused() -> None:
    verified = verify(SHORT)
    info = load_game("fire").info

    class Other:
        turn_of, luck_source, luck_sources, rule_of_move, valuation = (
            getattr(verified.game, name)
            for name in ("turn_of", "luck_source", "luck_sources", "rule_of_move", "valuation")
        )

    Other.info = type(info)(**{**{name: getattr(info, name) for name in info.__struct_fields__}, "content": "other"})  # type: ignore[attr-defined]
    game: Any = Other()
    with pytest.raises(ValueError, match="other cards"):
        ledger_with_jobs(game, verified.moves, verified.start, n_seats=2, jobs=2, valued_by=WrittenValue)


@pytest.mark.slow
def test_the_command_says_the_same_with_one_process_and_with_two(
    command: Command,  # noqa: F811 - the fixture
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked = []

    def shared(*args: Any, **more: Any) -> Ledger:
        asked.append(more["jobs"])
        return ledger_with_jobs(*args, valued_by=WrittenValue, **more)

    def alone(verified: Verified, **more: Any) -> Review:
        return review_of(verified, valuation=WrittenValue(verified.game), **more)

    monkeypatch.setattr(analyze, "ledger_with_jobs", shared)
    monkeypatch.setattr(analyze, "review_of", alone)
    one, two = (command("analyze", LOST, "--json", "--jobs", jobs) for jobs in (1, 2))
    assert one.code == two.code == 0
    assert one.out == two.out
    assert len(one.document["lines"]) == 191
    assert asked == [2]
    # As many as there are processors, unless told otherwise.
    monkeypatch.setattr(analyze, "n_processors", lambda: 3)
    assert command("analyze", LOST, "--json").out == one.out
    assert asked == [2, 3]

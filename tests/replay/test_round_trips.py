"""Both forms lose nothing, in either direction."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rising_tutor.core.drive import play_out
from rising_tutor.core.registry import game_ids, load_game
from rising_tutor.replay import Header, Line, Replay, Scribe, header_of, inspect, read, replay_of, verify, write
from rising_tutor.replay.model import walk
from tests.replay.samples import TYPED, played, replays

FORMS = ("a.replay", "a.replay.jsonl")


@pytest.mark.slow
@settings(max_examples=50, deadline=None, suppress_health_check=list(HealthCheck))
@given(replays())
def test_writing_then_reading_gives_the_same_replay(replay: Replay) -> None:
    for name in FORMS:
        data = write(replay, name)
        again = read(data, name)
        assert again == replay
        assert write(again, name) == data


@pytest.mark.slow
@settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
@given(replays())
def test_converting_there_and_back_gives_the_same_bytes(replay: Replay) -> None:
    for here, there in (FORMS, FORMS[::-1]):
        data = write(replay, here)
        assert write(read(write(read(data, here), there), there), here) == data


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10**6), st.sampled_from(["random", "trusting"]))
def test_random_games_of_the_tiny_game(seed: int, policy: str) -> None:
    replay = played(seed, policy=policy)
    for name in FORMS:
        data = write(replay, name)
        assert read(data, name) == replay
        verified = verify(data, name)
        assert verified.ok
        assert len(verified.moves) == len(replay)
        assert verified.result is not None


@pytest.mark.sweep(one_in=2)
@pytest.mark.slow
@pytest.mark.parametrize("game_id", game_ids())
@pytest.mark.parametrize("seed", range(3))
def test_random_games_of_each_game(game_id: str, seed: int) -> None:
    game = load_game(game_id)
    scribe = Scribe(game)
    seats = min(game.info.min_seats + seed % 2, game.info.max_seats)
    end = play_out(game, seats=seats, seed=seed, watch=scribe.watch)
    replay = replay_of(header_of(game, seats), scribe, end.state)
    for here, there in (FORMS, FORMS[::-1]):
        data = write(replay, here)
        assert read(data, here) == replay
        assert write(read(write(replay, there), there), here) == data
        verified = verify(data, here)
        assert verified.problems == ()
        assert verified.state == end.state
        assert verified.result == end.result


def test_a_typed_file_keeps_every_word() -> None:
    reading = inspect(TYPED, "typed.replay")
    assert reading.problems == ()
    assert reading.replay is not None
    as_record = write(reading.replay, "typed.replay.jsonl")
    back = write(read(as_record, "typed.replay.jsonl"), "typed.replay")
    # The program adds the two header fields that were left out, as unknown.
    assert back == TYPED.replace(b"seats: 2", b"rules: ?\ncontent: ?\nseats: 2")


def test_a_typed_file_is_normalised_in_spaces_only() -> None:
    loose = (
        b"\xef\xbb\xbfreplay:  1\r\ngame:coin-and-hand\r\n seats: 2\r\n\r\n[ turn  1 ]\tdraw   fox ;draw moon!# yes\r\n"
    )
    tight = b"replay: 1\ngame: coin-and-hand\nrules: ?\ncontent: ?\nseats: 2\n\n[turn 1] draw fox; draw moon!  # yes\n"
    # A comment needs a space before it, as in every line that was typed.
    replay = read(loose.replace(b"!#", b"! #"), "a.replay")
    assert write(replay, "a.replay") == tight


def test_each_line_has_its_place() -> None:
    reading = inspect(TYPED, "typed.replay")
    assert reading.replay is not None
    rows = TYPED.decode().splitlines()
    for line, place in zip(walk(reading.replay.lines), reading.places, strict=True):
        assert rows[place.line - 1][place.column - 1 :].startswith(line.move)


def test_a_packed_file_is_unpacked() -> None:
    import gzip

    assert read(gzip.compress(TYPED), "a.replay.gz") == read(TYPED, "a.replay")


@pytest.mark.parametrize(
    "line",
    [
        Line("a;b"),
        Line("a # b"),
        Line(" a"),
        Line("a  b"),
        Line("+ a"),
        Line("a", marks=("!!!",)),
        Line("a!"),
        Line("a", comment=" b"),
        Line("a", label="[b"),
        Line("a", join=True),
        Line("a", above=("b",)),
        Line("a\nb"),
        Line("a", comment="\u202e"),
        Line(""),
    ],
)
def test_what_no_file_can_hold_is_not_written(line: Line) -> None:
    from rising_tutor.errors import RisingTutorError

    for name in FORMS:
        with pytest.raises(RisingTutorError):
            write(Replay(Header("coin-and-hand", seats=2), (line,)), name)


@pytest.mark.long
def test_ten_thousand_random_games() -> None:
    for seed in range(10_000):
        replay = played(seed)
        for here, there in (FORMS, FORMS[::-1]):
            data = write(replay, here)
            assert read(data, here) == replay
            assert write(read(write(replay, there), there), here) == data

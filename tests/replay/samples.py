"""Replays for tests: any model that a file can hold, and games of the tiny game."""

import json
import zlib
from typing import Any

from hypothesis import strategies as st
from msgspec.structs import replace

from rising_tutor.core.drive import play_out
from rising_tutor.core.registry import load_game
from rising_tutor.replay import Header, Line, Replay, Scribe, header_of, replay_of, write
from rising_tutor.replay.limits import bad_character
from rising_tutor.replay.model import Note
from rising_tutor.replay.words import fault_of_move

GAME = "coin-and-hand"

TYPED = b"""replay: 1
# played on a Sunday
game: coin-and-hand
seats: 2
seat 1: Anna
option points: 4
_table: the small one

# the deal
[turn 1] draw fox; draw moon!  # lucky
draw fox
  + draw sun  # it could have been
  | draw sun
  | # and so on
draw moon?! $nice; draw moon
rest

[turn 2] draw sun
?  # nobody remembers
lay fox

# later
"""


def played(seed: int = 3, **more: Any) -> Replay:
    """A game of Coin and Hand, as the program writes it down."""
    game = load_game(GAME)
    scribe = Scribe(game)
    end = play_out(game, seats=2, seed=seed, watch=scribe.watch, **more)
    return replay_of(header_of(game, 2, names=("Anna", "Ben")), scribe, end.state)


def record(seed: int = 3) -> bytes:
    return write(played(seed), "a.replay.jsonl")


def reseal(data: bytes) -> bytes:
    """The record with all checksums made right, whatever its lines say."""
    crc, lines = 0, []
    for row in data.splitlines(keepends=True):
        start = row.removesuffix(b"\n")[:-18]
        crc = zlib.crc32(start, crc)
        tail = b',"crc":"%08x"}\n' % crc
        crc = zlib.crc32(tail, crc)
        lines.append(start + tail)
    return b"".join(lines)


def packed(*lines: Any) -> bytes:
    """A record of these JSON values or texts, with right checksums."""
    rows = []
    for line in lines:
        text = line if isinstance(line, str) else json.dumps(line, separators=(",", ":"), ensure_ascii=False)
        rows.append(text.encode("utf-8", "surrogatepass")[:-1] + b',"crc":"00000000"}\n')
    return reseal(b"".join(rows))


_characters = st.characters(codec="utf-8").filter(lambda char: bad_character(char) is None)
_words = st.one_of(
    st.sampled_from(["draw sun", "lay fox", "rest", "?", "roll green:EE blue:?", "place green:W on arnook", "x:!y"]),
    st.text(_characters, min_size=1, max_size=20),
)
moves = _words.filter(lambda text: not fault_of_move(text))
comments = st.text(_characters, max_size=30).map(lambda text: text.strip(" "))
own_rows = st.one_of(st.just(""), comments.map(lambda text: f"# {text}".rstrip(" ")))
labels = st.one_of(st.just(""), st.sampled_from(["turn 1", "turn 12, step 3"]))
marks = st.tuples(
    st.sampled_from([(), ("!",), ("?",), ("??",), ("?!",)]),
    st.lists(st.sampled_from(["$lucky", "$forced", "$14"]), max_size=2).map(tuple),
).map(lambda parts: parts[0] + parts[1])


@st.composite
def line_lists(draw: st.DrawFn, depth: int = 2, most: int = 6) -> tuple[Line, ...]:
    lines: list[Line] = []
    for _ in range(draw(st.integers(1, most))):
        judged = draw(marks)
        move = draw(moves)
        if judged and not (move[-1].isalnum() or move[-1] in "_)]'\""):
            judged = tuple(mark for mark in judged if mark.startswith("$"))
        room = bool(lines) and not lines[-1].comment and not lines[-1].side
        join = room and draw(st.booleans())
        side: tuple[Any, ...] = ()
        if depth and draw(st.integers(0, 4)) == 0:
            side = tuple(draw(st.lists(line_lists(depth=depth - 1, most=3), min_size=1, max_size=2)))
        lines.append(
            Line(
                move,
                judged,
                draw(comments),
                "" if join else draw(labels),
                join,
                () if join else tuple(draw(st.lists(own_rows, max_size=2))),
                (),
                side,
            )
        )
    below = draw(st.lists(own_rows, max_size=2))
    while below and not below[-1]:
        below.pop()
    return (*lines[:-1], replace(lines[-1], below=tuple(below)))


_values = st.text(_characters, min_size=1, max_size=20).map(lambda text: text.strip(" ")).filter(bool)


@st.composite
def headers(draw: st.DrawFn) -> Header:
    seats = draw(st.integers(0, 5))
    names = draw(st.lists(st.one_of(st.just(""), _values), min_size=seats, max_size=seats))
    option_names = draw(st.lists(st.sampled_from(["villains", "points", "a.b-c"]), unique=True))
    fields = draw(st.lists(st.sampled_from(["_date", "_place", "_x-1"]), unique=True))
    keys = ["replay", "game", "rules", "content", "seats"]
    keys += [f"seat {seat}" for seat, name in enumerate(names, 1) if name]
    keys += [f"option {name}" for name in option_names] + fields + [""]
    notes = [Note(key, draw(own_rows.filter(bool))) for key in keys if draw(st.integers(0, 9)) == 0]
    return Header(
        draw(st.sampled_from(["coin-and-hand", "fire-nation-rising", "nothing known"])),
        draw(_values),
        draw(_values),
        seats,
        tuple(names) if any(names) else (),
        tuple((name, draw(_values)) for name in option_names),
        tuple((name, draw(st.one_of(st.just(""), _values))) for name in fields),
        tuple(notes),
    )


@st.composite
def replays(draw: st.DrawFn) -> Replay:
    lines = draw(st.one_of(st.just(()), line_lists()))
    return Replay(draw(headers()), lines, draw(st.one_of(st.just(""), _values)))

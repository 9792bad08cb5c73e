"""Hundreds of damaged files of every game: problems and nothing else, the first fault on its line and column, at every
door.

`FUZZ=10000 make long` takes another number for each game. A `Score` is what a run found; the places are known by how
each file was damaged (`tests.testkit.mutations`).
"""

import os
import subprocess
import sys
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from rising_tutor.analysis import review
from rising_tutor.cli import analyze, main
from rising_tutor.core.playthrough import follow
from rising_tutor.errors import RisingTutorError
from rising_tutor.replay import Replay, Scribe, Verified, header_of, verify, write
from rising_tutor.tutor.messages import Message
from rising_tutor.tutor.replay.notes import NotesController
from rising_tutor.tutor.replay.player import open_replay
from rising_tutor.tutor.replay.unknown import UnknownController
from tests.replay.samples import GAME, played
from tests.testkit.games import every_game, game_of
from tests.testkit.mutations import KINDS, Damaged, mutated
from tests.testkit.sound_file import NOTATION, RECORD, Base, base_of
from tests.testkit.written_value import WrittenValue

SAMPLES = Path("replays")
EACH = pytest.mark.parametrize("game_id", every_game())
FEW = 2 * len(KINDS)
MANY = int(os.environ.get("FUZZ", "300"))
SECONDS, MEGABYTES = 2, 64
FIRST = ("lost-by-a-team", "won", "seat-2-wins")
"""Recorded games that are damaged first, where a game has them."""


def _both(replay: Replay) -> tuple[Base, ...]:
    return tuple(base_of(name, write(replay, name)) for name in (NOTATION, RECORD))


def _sample(game_id: str, name: str) -> Replay:
    replay = verify(SAMPLES / game_id / f"{name}.replay").replay
    assert replay is not None
    return replay


def _played_at_random(game_id: str) -> Replay:
    """A game that programs play, up to where it is to be damaged."""
    game = game_of(game_id)
    made = follow(game, seats=game.info.min_seats, seed=1).positions[:60]
    scribe = Scribe(game)
    for move in made:
        scribe.line(move.state, move.move)
    return Replay(header_of(game, game.info.min_seats), tuple(scribe.lines))


def samples_of(game_id: str) -> tuple[str, ...]:
    """Two of the recorded games that come with a game, known in full and with nothing beside the moves."""
    files = sorted((SAMPLES / game_id).glob("*.replay"), key=lambda file: (file.stem not in FIRST, file.stem))
    return tuple(file.stem for file in files if _is_bare(_sample(game_id, file.stem)))[:2]


def _is_bare(replay: Replay) -> bool:
    return len(replay.lines) > 30 and not any(
        line.unknown or line.comment or line.side or line.above != tuple(row for row in line.above if not row)
        for line in replay.lines
    )


def one_sided_bases() -> tuple[Base, ...]:
    """Both forms of each record of one side that comes with a game."""
    files = sorted(SAMPLES.glob("*/seen-by-seat-*.replay"))
    assert files
    return tuple(base for file in files for base in _both(_sample(file.parent.name, file.stem)))


@cache
def small_bases(game_id: str) -> tuple[Base, ...]:
    """Both forms of a game of the tiny game, or of the first turns of a large one."""
    if game_id == GAME:
        return _both(played())
    names = samples_of(game_id)
    first = _sample(game_id, names[0]) if names else _played_at_random(game_id)
    return _both(Replay(first.header, first.lines[:60]))


@cache
def large_bases(game_id: str) -> tuple[Base, ...]:
    """Whole games too."""
    whole = () if game_id == GAME else samples_of(game_id)
    return (*small_bases(game_id), *(base for name in whole for base in _both(_sample(game_id, name))))


class Score:
    """How often the first fault was found where it is, for each kind of damage and form of file."""

    def __init__(self) -> None:
        self.made: Counter[tuple[str, str]] = Counter()
        self.line: Counter[tuple[str, str]] = Counter()
        self.column: Counter[tuple[str, str]] = Counter()
        self.missed: list[tuple[int, Damaged, Any]] = []

    def add(self, number: int, damaged: Damaged, found: Verified) -> None:
        """Counts a file, if it is known where its first fault is."""
        if not damaged.known:
            return
        kind = (damaged.kind, damaged.name)
        first, where = next(iter(found.problems), None), damaged.where
        if where is None or first is None:
            line = column = where is None and first is None
        else:
            line = first.line == where.line
            column = line and where.low <= first.column <= where.high
        self.made[kind] += 1
        self.line[kind] += line
        self.column[kind] += column
        if not line:
            self.missed.append((number, damaged._replace(data=b""), first))

    def __str__(self) -> str:
        rows = [f"{'damage':18}{'form':16}{'files':>7}{'line':>7}{'column':>7}"]
        rows += [
            f"{kind:18}{name:16}{n:7}{self.line[kind, name]:7}{self.column[kind, name]:7}"
            for (kind, name), n in sorted(self.made.items())
        ]
        return "\n".join([*rows, f"{'':34}{self.made.total():7}{self.line.total():7}{self.column.total():7}"])

    def check(self) -> None:
        """The right line in all, the right column in at least 95 of 100."""
        assert not self.missed, f"{self.missed[:3]}\n{self}"
        assert self.column.total() >= 0.95 * self.made.total(), str(self)


def is_sound(damaged: Damaged, found: Verified) -> None:
    """What is shown is a game, what is not is told of, on a line that there is."""
    n_rows = max(1, len(found.reading.rows))
    for problem in found.problems:
        assert problem.message
        assert len(problem.as_text(damaged.name)) < 2_000
        assert 1 <= problem.line <= n_rows
        assert 1 <= problem.column <= len(_row(found, problem.line)) + 1
    state = found.start
    for moved in found.moves:
        assert moved.state == state
        state = moved.step.state


def _row(found: Verified, line: int) -> str:
    rows = found.reading.rows
    return rows[line - 1].decode("utf-8", "replace") if len(rows) >= line else ""


@pytest.mark.sweep(one_in=5)
@pytest.mark.slow
@EACH
def test_the_first_fault_of_damaged_files_is_found_where_it_is(game_id: str) -> None:
    score = scored(small_bases(game_id), FEW)
    assert {kind for kind, _ in score.made} | {"anything"} == {
        mutated(small_bases(game_id), n).kind for n in range(len(KINDS))
    }
    score.check()


def scored(bases: tuple[Base, ...], n_files: int) -> Score:
    """What is found in so many damaged files."""
    score = Score()
    for number in range(n_files):
        damaged = mutated(bases, number)
        found = verify(damaged.data, damaged.name)
        is_sound(damaged, found)
        score.add(number, damaged, found)
    return score


@pytest.mark.parametrize("n", [FEW, pytest.param(MANY, marks=pytest.mark.long)])
def test_damaged_records_of_one_side_give_problems_and_nothing_else(n: int) -> None:
    """In these an unknown fact may hide a fault, so its place is not foretold; it is told on a line that there is."""
    bases = one_sided_bases()
    for number in range(n):
        damaged = mutated(bases, number)
        is_sound(damaged, verify(damaged.data, damaged.name))


@pytest.mark.sweep(one_in=5)
@pytest.mark.slow
@EACH
def test_damaged_files_pass_every_door(
    game_id: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Every kind of damage in both forms; the games share them out."""
    monkeypatch.setattr(analyze, "valued_game", lambda _game: None)
    monkeypatch.setattr(analyze, "review_of", quick_review)
    monkeypatch.setattr(review, "rolled_faults", lambda *_, **__: ())
    games = every_game()
    for number in range(games.index(game_id), 2 * len(KINDS), len(games)):
        through_all_doors(mutated(small_bases(game_id), number), tmp_path, capsys)


def quick_review(verified: Verified, *, valuation: Any = None, progress: Any = None) -> Any:
    """The review with a V that takes no time."""
    return review.review_of(verified, valuation=valuation or WrittenValue(verified.game), progress=progress)


def through_all_doors(damaged: Damaged, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The commands, the player, the panel of notes, what is not known."""
    file = folder / damaged.name
    file.write_bytes(damaged.data)
    ok = verify(file).ok
    for command in (["replay", "check"], ["replay", "show"], ["analyze"]):
        code = main([*command, str(file)])
        answer = capsys.readouterr()
        assert "Traceback" not in answer.err + answer.out
        assert code == (0 if ok else 1), (command, damaged.kind)
        if code and command[0] == "replay":
            assert f"{damaged.name}:" in answer.out + answer.err
    other = folder / "b.replay"
    other.unlink(missing_ok=True)
    code = main(["replay", "convert", str(file), str(other)])
    assert code in (0, 1)
    capsys.readouterr()
    player = open_replay(damaged.data, damaged.name)
    for unit in ("die", "action", "phase", "turn"):
        player.go(0)
        player.step(unit, 1)
        assert [len(row.move) > 0 for row in player.turn_rows()] == [True] * len(player.turn_rows())
    if not player.playable:
        return
    player.go(player.last)
    assert player.outcome
    unknown = UnknownController(player)
    for unknown.at in range(player.last + 1):
        unknown.found()
        unknown.later()
    written_beside(NotesController(player, damaged.data), player.last)


def written_beside(controller: NotesController, last: int) -> None:
    """Notes, marks and side lines; what the file cannot hold is refused with an error of ours, and leaves no trace."""
    presses = [
        ("nt-note", "", {"at": "1", "text": "a note", "words": "lucky"}),
        ("nt-mark", f"{last}:??", {}),
        ("nt-go", "1", {}),
        ("nt-draw", "", {"at": "1", "seed": "7"}),
        ("nt-type", "", {"at": "1", "move": "roll"}),
        ("nt-drop", "1:1", {}),
    ]
    for do, arg, fields in presses:
        assert controller.handle(Message(do, arg, fields=fields))
        assert controller.fault is None or isinstance(controller.fault, RisingTutorError)
    for form in ("replay", "record"):
        name, text = controller.download(form)
        assert bool(name) == (controller.fault is None)
        assert name or not text


@pytest.mark.long
@EACH
def test_many_damaged_files_are_found_where_they_are(game_id: str) -> None:
    score = scored(large_bases(game_id), MANY)
    print(score)
    score.check()


@pytest.mark.long
@EACH
def test_many_damaged_files_pass_every_door(
    game_id: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(analyze, "valued_game", lambda _game: None)
    monkeypatch.setattr(analyze, "review_of", quick_review)
    monkeypatch.setattr(review, "rolled_faults", lambda *_, **__: ())
    for number in range(MANY):
        through_all_doors(mutated(small_bases(game_id), number), tmp_path, capsys)


@pytest.mark.long
@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="the memory of a process is asked of Linux")
@EACH
def test_no_damaged_file_takes_more_than_two_seconds_or_64_megabytes(game_id: str, tmp_path: Path) -> None:
    """Each by itself in CPU time, the memory of all of them in one process, where a sound file was read before."""
    sound = large_bases(game_id)[-2]
    (tmp_path / f"sound-{sound.name}").write_bytes(sound.data)
    damage = tmp_path / "damaged"
    damage.mkdir()
    for number in range(MANY):
        damaged = mutated(large_bases(game_id), number)
        (damage / f"{number:05}-{damaged.name}").write_bytes(damaged.data)
    script = (
        "import sys, time, pathlib\n"
        "from rising_tutor.core import registry\n"
        "from tests.testkit import coin_and_hand\n"
        "registry.register(coin_and_hand.ENTRY)\n"
        "from rising_tutor.replay import verify\n"
        "assert verify(sys.argv[2]).ok\n"
        # What getrusage gives begins with the memory of the process that started this one.
        "def most():\n"
        "    status = pathlib.Path('/proc/self/status').read_text()\n"
        "    return int(status.partition('VmHWM:')[2].split()[0]) / 1024\n"
        "before = most()\n"
        "slowest = 0\n"
        "for file in sorted(pathlib.Path(sys.argv[1]).iterdir()):\n"
        "    start = time.process_time()\n"
        "    verify(file, file.name[6:])\n"
        "    took = time.process_time() - start\n"
        f"    assert took < {SECONDS}, (file.name, took)\n"
        "    slowest = max(slowest, took)\n"
        "grown = most() - before\n"
        "print(f'slowest {slowest:.2f} s, {grown:.0f} MB more')\n"
        f"assert grown < {MEGABYTES}, grown\n"
    )
    command = [sys.executable, "-c", script, str(damage), str(tmp_path / f"sound-{sound.name}")]
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    print(done.stdout, done.stderr)
    assert done.returncode == 0, done.stderr

r"""The work on one game, as it is done here, in another process, or on another machine.

All that it needs travels in a `Job`, all that comes of it in what it gives back; nothing depends on who does it, and
nothing is drawn at random.

>>> data = b"replay: 1\ngame: fire-nation-rising\nseats: 2\n"
>>> found = prepare("new.replay", data)
>>> type(found).__name__, analyse(found).game["result"]
('Job', 'unfinished')
"""

import hashlib
import sys
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from rising_tutor.analysis.corpus.columns import SCHEMA
from rising_tutor.analysis.corpus.rows import GameRows, Packed, pack, rows_of
from rising_tutor.analysis.ledger import ledger_of
from rising_tutor.core.game import AnyGame
from rising_tutor.core.ids import GameId
from rising_tutor.core.registry import Entry, entry, load_game, make_known, playable_ids
from rising_tutor.core.valuation import Valuation, not_reviewable, valued_game
from rising_tutor.core.values import Value
from rising_tutor.errors import RisingTutorError
from rising_tutor.probability.dice_turn.answer import Progress
from rising_tutor.replay import Header, Problem, inspect, verify

FAULT, REMARK = "fault", "remark"
_DIGITS = 12
_LEFT_OUT = (".pyc", ".so", ".pyd")


class Trouble(Value, frozen=True):
    """A row of the table of problems, but for the file."""

    severity: str
    code: str
    message: str
    line: int | None = None
    column: int | None = None
    expected: str | None = None
    rule: str | None = None
    n: int = 1

    def row(self, file: str) -> dict[str, Any]:
        names = ("severity", "line", "column", "code", "message", "expected", "rule", "n")
        return {"file": file, **{name: getattr(self, name) for name in names}}


class Job(Value, frozen=True):
    """One game to be analysed.

    Attributes:
        name: the name of the file, for messages and to tell the two forms apart.
        game: where the game comes from, to make it known elsewhere.
        content: a folder with an owner's cards; it has to be at the same place where the work is done.
        model: the fingerprint of V; where the work is done it has to be the same.
        key: what the result is kept under.
    """

    name: str
    data: bytes
    game: Entry
    content: str | None
    model: str
    key: str


def prepare(name: str, data: bytes, content: str | None = None) -> Job | Trouble:
    """What is to be done with a file, or why nothing can be: its form is read, it is not played yet."""
    reading = inspect(data, name)
    if reading.problems or reading.replay is None:
        return faults(reading.problems)
    header = reading.replay.header
    if header.game not in playable_ids():
        return faults(verify(reading).problems)
    try:
        game = game_of(header, content)
        if why := not_reviewable(game.info, header.seats):
            return Trouble(FAULT, "no-review", why)
        if valued_game(game) is None:
            return Trouble(FAULT, "no-value", f"{game.info.id} has no value function, so luck and skill cannot be told")
        info, model = game.info, model_of(game)
    except RisingTutorError as error:
        return Trouble(FAULT, "content", str(error))
    key = hashlib.sha256(repr((SCHEMA, info.id, info.rules_version, info.content, model)).encode())
    key.update(data)
    return Job(name, data, entry(GameId(info.id)), content, model, key.hexdigest()[:32])


def analyse(job: Job, progress: Progress | None = None) -> GameRows | Trouble:
    """Plays a game by its rules and values every line of it. Never fails: what goes wrong comes back as trouble."""
    make_known(job.game)
    try:
        return _analyse(job, progress)
    except (RisingTutorError, OSError) as error:
        return Trouble(FAULT, "failed", str(error))


def packed(found: GameRows | Trouble) -> Packed | Trouble:
    """What came of a game, as it travels."""
    return found if isinstance(found, Trouble) else pack(found)


def analyse_anyhow(job: Job) -> Packed | Trouble:
    """The same for a run over many games, where one that meets a bug of ours must not take the others along."""
    try:
        return packed(analyse(job))
    except Exception as error:  # noqa: BLE001 - it is told, with the file that shows it, and the others go on
        return Trouble(FAULT, "failed", f"this game could not be analysed ({type(error).__name__}: {str(error)[:200]})")


def remark_of(rows: GameRows | Packed) -> Trouble | None:
    """What should be known of a file that was analysed, such as facts that nobody knows."""
    return Trouble(REMARK, "remark", rows.remarks[0], n=len(rows.remarks)) if rows.remarks else None


def faults(problems: tuple[Problem, ...]) -> Trouble:
    """The row for a faulty file: its first problem, and how many there are."""
    if not problems:
        return Trouble(FAULT, "empty", "there is no game in this file")
    first = problems[0]
    return Trouble(
        FAULT,
        first.code,
        first.message,
        first.line,
        first.column,
        first.expected or None,
        first.rule or None,
        len(problems),
    )


def game_of(header: Header, content: str | None) -> AnyGame:
    """The game that a file was played with: with an owner's cards if it says so, else with those that come with it.

    Raises:
        BadContent, LimitExceeded: the card files cannot be used.
    """
    if content is None:
        return load_game(header.game)
    own = load_game(header.game, content=content)
    plain = load_game(header.game)
    return plain if header.content == plain.info.content else own


def _analyse(job: Job, progress: Progress | None) -> GameRows | Trouble:
    reading = inspect(job.data, job.name)
    assert reading.replay is not None
    verified = verify(reading, game=game_of(reading.replay.header, job.content))
    if not verified.ok:
        return faults(verified.problems)
    if verified.start is None or verified.replay is None:
        why = verified.remarks[0] if verified.remarks else "the game cannot begin"
        return Trouble(FAULT, "unknown", why, n=max(1, len(verified.remarks)))
    here = model_of(verified.game)
    if here != job.model:
        return Trouble(FAULT, "failed", f"the value function here is {here}, the one that was asked for is {job.model}")
    ledger = ledger_of(
        verified.game, verified.moves, verified.start, n_seats=verified.replay.header.seats, progress=progress
    )
    return rows_of(verified, ledger, job.model)


def model_of(game: AnyGame) -> str:
    """The fingerprint of the value function of a game; "" where it has none.

    >>> from rising_tutor.core.registry import load_game
    >>> len(model_of(load_game("fire")))
    12
    """
    valued = valued_game(game)
    return "" if valued is None else fingerprint(valued.valuation())


def fingerprint(valuation: Valuation) -> str:
    """The fingerprint of a value function: its label, and every file of the package that its class stands in.

    What was worked out with one V must not be taken for what another one says, and one that was fitted again may be
    described by the same words.
    """
    found = hashlib.sha256(msgspec.json.encode(valuation.label))
    found.update(_files_of(type(valuation).__module__))
    return found.hexdigest()[:_DIGITS]


@cache
def _files_of(module: str) -> bytes:
    found = hashlib.sha256(module.encode())
    file = getattr(sys.modules[module], "__file__", None)
    folder = Path(file).parent if file else None
    files = sorted(folder.rglob("*")) if folder is not None else []
    for path in files:
        if path.is_file() and path.suffix not in _LEFT_OUT and "__pycache__" not in path.parts:
            found.update(path.relative_to(folder or path).as_posix().encode())
            found.update(path.read_bytes())
    return found.digest()

"""Where a person's games are kept: a record for each, written as it is played, and apart from it what fixes its chance.

    <key>.replay.jsonl    the record; nothing in it tells what comes next
    <key>.seed            what the dice and decks of this game will do, readable by its owner only
    <key>.owner           which browser goes on with it, see `owners`

The folder is `RISING_TUTOR_DATA`, or `rising-tutor` in the user's data folder.

>>> import tempfile
>>> from rising_tutor.core.registry import load_game
>>> with tempfile.TemporaryDirectory() as folder:
...     store = Store(Path(folder))
...     kept = store.begin(load_game("fire"), 2, {"teams": "aang,toph"})
...     kept.player.settle()
...     kept.close()
...     again = store.resume(kept.key)
...     again.player.state == kept.player.state
True
"""

import os
import re
import secrets
import stat
import time
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from rising_tutor.core.game import AnyGame
from rising_tutor.core.ids import Seat
from rising_tutor.core.session import GameSession
from rising_tutor.core.values import Value
from rising_tutor.core.view import Viewer
from rising_tutor.errors import CannotStore, ReplayTooNew, RisingTutorError, UnreadableReplay
from rising_tutor.replay import (
    NOTATION_SUFFIX,
    RECORD_SUFFIX,
    UNFINISHED,
    Header,
    Line,
    Recorder,
    RecordJournal,
    Replay,
    header_of,
    inspect,
    options_of,
    programs_of,
    read,
    save,
    verify,
    write,
)
from rising_tutor.replay.files import PRIVATE, new_file
from rising_tutor.replay.one_sided import one_sided, only_person
from rising_tutor.store import owners
from rising_tutor.store.setting import game_of

#: When the game was begun, and what nobody can guess; keys were shorter once.
_KEY = re.compile(r"\d{8}-\d{6}-(?:[a-z0-9]{6}|[0-9a-f]{32})\Z")
_SHORT = len("20261121-204412-2af905")
_LISTED = 30
OTHER_CARDS = (
    "This game was played with other cards than those in use. To go on with it, start the app with the folder of cards "
    "that it was played with (--content), as it was then; or open it in Replays."
)
_GONE = "This game is not kept on this machine any more."


class HeldElsewhere(RisingTutorError):
    """Another page writes this game."""

    def __init__(self) -> None:
        super().__init__("This game is open in another tab or window, which writes it down.")


class NotHere(RisingTutorError):
    """There is no such game, or it cannot be gone on with."""


class Unplayable(NotHere):
    """The game is here and can be opened in Replays, but it cannot be gone on with."""


class Saved(Value, frozen=True):
    """A game in the folder: its key, when it was written last, whether it is over, and of which title it is.

    Attributes:
        place: where it stands or how it ended; of a record that is not sound, what is wrong with it.
        sound: whether the record can be read to its end. Only then it is played on or counted.
    """

    key: str
    when: float
    over: bool
    title: str
    place: str
    game: str
    sound: bool = True


class OpenGame:
    """A game that is being played, with its record."""

    def __init__(self, key: str, player: GameSession, journal: RecordJournal) -> None:
        self.key = key
        self.player = player
        self._journal = journal

    def close(self) -> None:
        self._journal.close()


class Store:
    """The folder with the games."""

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder or data_folder()

    def begin(
        self,
        game: AnyGame,
        seats: int,
        options: Mapping[str, str],
        names: tuple[str, ...] = (),
        *,
        browser: str = "",
        seed: str = "",
        programs: Mapping[Seat, str] | None = None,
    ) -> OpenGame:
        """A new game with its record.

        Args:
            browser: whose game it is, see `owners`.
            seed: fixes its chance; made here by default.
            programs: the policy of each seat that no person plays.

        Raises:
            BadOption, BadSeat: before anything is written.
            CannotStore: the folder cannot be written to; nothing is left in it.
        """
        seed = seed or secrets.token_hex(16)
        player = GameSession(game, seats, options, seed=seed, programs=programs)
        key = f"{time.strftime('%Y%m%d-%H%M%S')}-{secrets.token_hex(16)}"
        try:
            self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        except OSError as fault:
            raise CannotStore(key, fault.strerror or "no folder") from fault
        try:
            self._keep_seed(key, seed)
            if browser:
                owners.take(self.beside(key, owners.SUFFIX), browser)
            header = header_of(game, seats, options=options, names=names, programs=programs)
            recorder = Recorder.open(self._path(key), header)
        except BaseException:
            self.remove(key)
            raise
        journal = RecordJournal(game, self._path(key), recorder)
        player.journal = journal
        return OpenGame(key, player, journal)

    def remove(self, key: str) -> None:
        """Remove a game, which nobody has open, with all its files; what cannot be removed stays.

        Raises:
            NotHere: this can be no key.
        """
        for suffix in (RECORD_SUFFIX, ".seed", owners.SUFFIX):
            with suppress(OSError):
                self.beside(key, suffix).unlink()

    def give(self, key: str, browser: str) -> None:
        """Make a browser the owner of a game, whoever owned it before.

        Raises:
            NotHere: this can be no key.
            CannotStore: the owner stays who it was.
        """
        owners.take(self.beside(key, owners.SUFFIX), browser, over=True)

    def is_under_way(self, key: str) -> bool:
        """Return True if a game is here and not over. A damaged one counts: opening it explains the damage."""
        try:
            return not self._look(key).result
        except NotHere:
            return False
        except RisingTutorError:
            return True

    def branch(self, header: Header, lines: tuple[Line, ...], browser: str, game: AnyGame | None = None) -> str:
        """Keep the beginning of a game as a new one, with chances of its own; give its key.

        Args:
            header: of the game that is left as it is.
            browser: whose game the new one is.
            game: what is played; by default what the header names.

        Raises:
            CannotStore: nothing was begun.
        """
        game = game or game_of(header)
        programs = programs_of(header)
        options = options_of(game.info, header)
        kept = self.begin(game, header.seats, options, header.names, browser=browser, programs=programs)
        kept.close()
        begun = header_of(game, header.seats, options=options, names=header.names, programs=programs)
        save(Replay(begun, lines), self._path(kept.key))
        return kept.key

    def resume(self, key: str) -> OpenGame:
        """A game as it was when its last move was written; chance that waits there is settled.

        Raises:
            HeldElsewhere: another page writes it.
            NotHere: there is no such game.
            Unplayable: it was played with other cards or rules, its record is damaged, or nothing can be written.
        """
        try:
            return self._resume(key)
        except (HeldElsewhere, NotHere):
            raise
        except RisingTutorError as fault:
            raise Unplayable(_why_not(fault)) from fault

    def _resume(self, key: str) -> OpenGame:
        replay = self._look(key)
        game = game_of(replay.header)
        if replay.header.rules_version not in (game.info.rules_version, *game.info.older_rules):
            raise Unplayable("This game was played with other rules than this program knows; open it in Replays.")
        if replay.header.content != game.info.content:
            raise Unplayable(OTHER_CARDS)
        recorder = None
        try:
            if not replay.result:
                recorder = Recorder.resume(self._path(key))
                # Read again: between the first look and the lock another page may have written, and a torn last line
                # was set aside.
                replay = self.replay(key)
        except CannotStore as fault:
            if isinstance(fault.__cause__, BlockingIOError):
                raise HeldElsewhere from None
            raise
        journal = RecordJournal(game, self._path(key), recorder)
        try:
            programs = programs_of(replay.header)
            seats, options = replay.header.seats, options_of(game.info, replay.header)
            player = GameSession(game, seats, options, seed=self._seed(key), programs=programs)
            player.recall((line.move for line in replay.lines), f"{key}{RECORD_SUFFIX}", closed=bool(replay.result))
            journal.follow(player.made)
            player.journal = journal
            player.settle()
        except BaseException:
            journal.close()
            raise
        return OpenGame(key, player, journal)

    def _look(self, key: str) -> Replay:
        """The record as far as it is sound; a torn last line is what a killed program leaves."""
        path = self._there(key)
        reading = inspect(path)
        for problem in reading.problems:
            if problem.code != "torn" or reading.replay is None:
                raise problem.as_error(path.name)
        if reading.replay is None:
            raise NotHere(_GONE)
        return reading.replay

    def replay(self, key: str) -> Replay:
        """The record as it is on disk.

        Raises:
            NotHere: there is none of this key.
            UnreadableReplay, LimitExceeded: it is damaged.
        """
        return read(self._there(key))

    def shown(self, key: str, viewer: Viewer = None) -> Replay:
        """The record as it may be given away: whole once the game is over, before that what one viewer saw of it.

        Args:
            viewer: whose side; unnamed that of the one person at the table, of several what all of them saw.

        Raises: as `replay`.
        """
        return as_shown(self.replay(key), viewer)

    def notation(self, key: str, viewer: Viewer = None) -> str:
        """The file that `shown` gives, as notation."""
        return write(self.shown(key, viewer), f"{key}{NOTATION_SUFFIX}").decode()

    def record(self, key: str, viewer: Viewer = None) -> str:
        """The file that `shown` gives, as a record."""
        return write(self.shown(key, viewer), f"{key}{RECORD_SUFFIX}").decode()

    def has(self, key: str) -> bool:
        return bool(_KEY.match(key) and _written(self._path(key)))

    def games(self, only: frozenset[str] | None = None) -> list[Saved]:
        """The games in the folder, the last one first; what is no file, or vanishes meanwhile, is passed over.

        Args:
            only: leave out all others.
        """
        try:
            names = [path.name for path in self.folder.iterdir()]
        except OSError:
            return []
        keys = {name.removesuffix(RECORD_SUFFIX) for name in names if name.endswith(RECORD_SUFFIX)}
        found = [
            (when, key)
            for key in keys
            if _KEY.match(key) and (only is None or key in only)
            for when in _written(self._path(key))
        ]
        return [self._saved(key, when) for when, key in sorted(found, reverse=True)[:_LISTED]]

    def _saved(self, key: str, when: float) -> Saved:
        try:
            reading = inspect(self._path(key))
            fault = next((problem.as_error(key) for problem in reading.problems if problem.code != "torn"), None)
            replay = reading.replay
        except RisingTutorError as error:
            fault, replay = error, None
        if replay is None:
            return Saved(key, when, over=False, title="", place=_in_a_word(fault), game="", sound=False)
        place = next((line.label for line in reversed(replay.lines) if line.label), "setup")
        header = replay.header
        title = dict(header.options).get("teams", "")
        if fault is not None:
            place = f"{_in_a_word(fault)} after {place}"
            return Saved(key, when, over=False, title=title, place=place, game=header.game, sound=False)
        return Saved(key, when, bool(replay.result), title, replay.result or place, header.game)

    def beside(self, key: str, suffix: str) -> Path:
        """The path of a file beside the record of a game. Raises `NotHere` for what can be no key."""
        return self._path(key).with_name(key + suffix)

    def belongs_to(self, key: str, browser: str, *, listed: bool) -> bool:
        """Whether this browser may go on with a game; see `owners.is_owner`. Of a game that is gone it may hear so.

        Raises:
            NotHere: this can be no key.
            CannotStore: the owner of an older game cannot be written down.
        """
        return not self._path(key).is_file() or owners.is_owner(self.beside(key, owners.SUFFIX), browser, listed=listed)

    def _path(self, key: str) -> Path:
        if not _KEY.match(key):
            raise NotHere("This is no game of ours.")
        return self.folder / f"{key}{RECORD_SUFFIX}"

    def _there(self, key: str) -> Path:
        """The path of a record that is there. Raises `NotHere`."""
        path = self._path(key)
        if not _written(path):
            raise NotHere(_GONE)
        return path

    def _keep_seed(self, key: str, seed: str) -> None:
        os.close(new_file(self.beside(key, ".seed"), seed.encode(), PRIVATE, over=False))

    def _seed(self, key: str) -> str:
        """What fixes the chance of a game; a new one where it was lost, so that the game can still go on."""
        path = self.folder / f"{key}.seed"
        try:
            return path.read_text(encoding="ascii").strip() or secrets.token_hex(16)
        except (OSError, UnicodeError):
            seed = secrets.token_hex(16)
            if not path.exists():
                self._keep_seed(key, seed)
            return seed


def as_shown(replay: Replay, viewer: Viewer = None) -> Replay:
    """A record of ours as `Store.shown` gives it."""
    game = game_of(replay.header)
    if not game.info.hidden or replay.result not in ("", UNFINISHED):
        return replay
    name = f"game{RECORD_SUFFIX}"
    verified = verify(inspect(write(replay, name), name), game=game)
    return one_sided(game, replay, verified.moves, only_person(replay.header) if viewer is None else viewer)


def file_name(key: str, suffix: str) -> str:
    """What the file of a game is called where people see it: its whole key opens the game.

    >>> file_name("20261121-204412-2af9051b7c3d4e5f60718293a4b5c6d7", ".replay")
    '20261121-204412-2af905.replay'
    """
    return f"{key[:_SHORT]}{suffix}"


def data_folder() -> Path:
    """Where games are kept."""
    given = os.environ.get("RISING_TUTOR_DATA")
    if given:
        return Path(given)
    if os.name == "nt":
        base = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    else:
        base = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
    return base / "rising-tutor"


def _written(path: Path) -> list[float]:
    """When a file was written last, as a list of one; empty where there is no file, or it vanished."""
    try:
        found = path.stat()
    except OSError:
        return []
    return [found.st_mtime] if stat.S_ISREG(found.st_mode) else []


def _why_not(fault: RisingTutorError) -> str:
    match fault:
        case ReplayTooNew():
            return "This game was written by a later version of this program, which can go on with it."
        case UnreadableReplay(line=line, message=message):
            return (
                f"This game cannot be gone on with, its file is damaged. Line {line}: {message}. Nothing of it was "
                "changed; in Replays it opens up to that fault."
            )
        case CannotStore(reason=reason):
            return (
                f"This game cannot be gone on with, since nothing can be written: {reason}. Replays can still open it."
            )
    return f"This game cannot be gone on with: {fault}."


def _in_a_word(fault: RisingTutorError | None) -> str:
    return "from a later version of this program" if isinstance(fault, ReplayTooNew) else "damaged"

"""The learner file of this browser: one file for each title beside the games, begun with the first fact.

    <folder>/<key>.learner.jsonl
    <folder>/<key>.learner.owner    the browser that it belongs to, see `owners`

The browser remembers the key. Where others use the server too, the key alone lets no other browser read the file or add
to it. A file that cannot be read any more is put aside and said to be; the next fact begins a new one.
"""

import re
import secrets
import time
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from rising_tutor.errors import CannotStore, LimitExceeded, UnreadableLearner
from rising_tutor.lessons.learner import SUFFIX, LearnerFile, load_learner, utc_now
from rising_tutor.lessons.learner.facts import (
    Attempt,
    Fact,
    Header,
    Mistake,
    Outcome,
    Plain,
    Setting,
    mistake_id,
    stamp,
)
from rising_tutor.lessons.learner.text import LearnerReading, write_learner
from rising_tutor.replay.files import set_aside
from rising_tutor.store import owners
from rising_tutor.store.games import data_folder
from rising_tutor.store.setting import is_shared
from rising_tutor.tutor.coach.warning import Misplay
from rising_tutor.ui.frame.titles import DEFAULT

if TYPE_CHECKING:
    from rising_tutor.ui.frame.host import Host

KEPT = "learner"
NAME = "name"
"""The setting with the name that a learner gave."""
_KEY = re.compile(r"\d{8}-\d{6}-[a-z0-9]{6}\Z")
OWNER = f".learner{owners.SUFFIX}"
_UNSAFE = re.compile(r"[^\w]+")
"""What may not stand in the name of a file on every machine: all but letters and digits of any script."""


class LearnerBook:
    """The facts of the learner at this browser.

    Args:
        keeps: whether what is noted is kept, and what was kept is read; a lesson that is only tried leaves no facts.

    Attributes:
        notice: what happened to the file, once; "" if nothing.
    """

    def __init__(self, host: "Host", game: str, folder: Path | None = None, *, keeps: bool = True) -> None:
        self.host = host
        self.keeps = keeps
        self.game = game
        self.folder = folder or data_folder()
        self.notice = ""
        self._kept = KEPT if game == DEFAULT else f"{KEPT}:{game}"
        self._file: LearnerFile | None = None

    @property
    def facts(self) -> tuple[Fact, ...]:
        """All facts, as far as this page knows them."""
        return self._file.facts if self._file is not None else ()

    @property
    def header(self) -> Header:
        """Whose file it is; one with nothing in it before the first fact."""
        header = self._file.header if self._file is not None else Header("", self.game, self.now())
        return msgspec.structs.replace(header, name=str(self.settings.get(NAME, header.name)))

    @property
    def settings(self) -> dict[str, Plain]:
        """The settings that are in force."""
        return dict(self._file.settings) if self._file is not None else {}

    def now(self) -> str:
        """The time, as facts have it."""
        return stamp(utc_now())

    def read(self) -> None:
        """Reads what other pages of this browser have written.

        Raises:
            CannotStore: it cannot be opened, or not be put aside.
        """
        self._file = None
        path = self._path() if self.keeps else None
        if path is not None and not self._is_own(path):
            self.notice = "This learner file belongs to another browser. A new one begins with your next answer."
            return
        if path is None or not path.is_file():
            return
        try:
            self._file = LearnerFile.open(path)
        except (UnreadableLearner, LimitExceeded) as fault:
            aside = set_aside(path)
            self.notice = f"{fault}. The file was put aside as {aside.name}; a new one begins with your next answer."
        else:
            if self._file.aside is not None:
                self.notice = f"The last line of your learner file was torn; a copy is kept as {self._file.aside.name}."

    def glance(self) -> tuple[Fact, ...]:
        """The facts of the file as far as it can be read, for another title; it stays as it is.

        Raises:
            CannotStore: it cannot be opened.
        """
        path = self._path()
        if path is None or not path.is_file() or not self._is_own(path):
            return ()
        try:
            return load_learner(str(path)).facts
        except OSError as fault:
            raise CannotStore(path.name, fault.strerror or "it cannot be read") from fault

    def add(self, fact: Fact) -> None:
        """Adds a fact; returns when it is on disk.

        Raises:
            CannotStore, LimitExceeded: it was not added.
        """
        self._opened().add(fact)

    def note(self, fact: Fact) -> None:
        """Adds a fact where that can be done; where it cannot, the learner goes on and is told."""
        if not (self.keeps and self.host.known):
            return
        try:
            self.add(fact)
        except (CannotStore, LimitExceeded, UnreadableLearner) as fault:
            self.host.say(f"{fault}. You can go on, but this was not kept.")

    def mistaken(self, misplay: Misplay) -> None:
        """Keeps what was refused at the table, or lost more than wanted; without a rule nothing is kept."""
        rule = misplay.rule
        if not rule:
            return
        refused = misplay.kind == "refused"
        lost = None if refused or misplay.loss is None else min(1.0, misplay.loss)
        outcome: Outcome = "illegal" if refused else "wrong"
        self.add(Attempt(self.now(), "play", (rule,), outcome, misplay.tried, rule if refused else "", 0, lost))
        self.add(
            Mistake(
                id=mistake_id(misplay.state, misplay.tried),
                at=self.now(),
                kind=misplay.kind,
                state=misplay.state,
                tried=misplay.tried,
                rule=rule,
                loss=lost,
                source="play",
                unit=misplay.unit,
            )
        )

    def set(self, name: str, value: Plain) -> None:
        """Chooses a setting. Raises `CannotStore`."""
        self.add(Setting(self.now(), name, value))

    def take_in(self, reading: LearnerReading) -> int:
        """Joins another file of this learner; gives how many facts were new.

        Raises:
            UnreadableLearner, LimitExceeded: the other file cannot be used.
            CannotStore: nothing was joined.
        """
        return self._opened().take_in(reading)

    def file_name(self) -> str:
        """The name of the file that is handed on: who, of which title, when, and which file; no two learners share one.

        The last part tells this file apart from that of anybody else with the same name, or with none.
        """
        who = _UNSAFE.sub("-", self.header.name).strip("-_") or KEPT
        path = self._path()
        mark = path.name.removesuffix(SUFFIX).rpartition("-")[2] if path is not None else secrets.token_hex(3)
        return f"{who}-{self.game}-{self.now()[:10]}-{mark}{SUFFIX}"

    def text(self) -> str:
        """The file, to hand on, with the name that the learner gave."""
        return write_learner(self.header, self.facts).decode()

    def _opened(self) -> LearnerFile:
        if self._file is None:
            self.read()
        if self._file is None:
            key = f"{time.strftime('%Y%m%d-%H%M%S')}-{secrets.token_hex(3)}"
            known = self._path()
            path = known if known is not None and self._is_own(known) else self._named(key)
            try:
                self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            except OSError as fault:
                raise CannotStore(path.name, fault.strerror or "no folder") from fault
            if not _owner(path).exists():
                owners.take(_owner(path), self.host.browser)
            self._file = LearnerFile.begin(path, "", self.game)
            if path != known:
                self.host.keep(**{self._kept: key})
        return self._file

    def _path(self) -> Path | None:
        key = self.host.kept(self._kept)
        return self._named(key) if isinstance(key, str) and _KEY.match(key) else None

    def _is_own(self, path: Path) -> bool:
        """Return True if this browser may read a learner file and add to it; one without an owner becomes its own."""
        owner = _owner(path)
        if not is_shared() or not (path.is_file() or owner.is_file()):
            return True
        return owners.is_owner(owner, self.host.browser, listed=True)

    def _named(self, key: str) -> Path:
        return self.folder / f"{key}{SUFFIX}"


def _owner(path: Path) -> Path:
    return path.with_name(path.name.removesuffix(SUFFIX) + OWNER)

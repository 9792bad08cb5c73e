"""The page Replays: open a sample or a file, step through it, review it, play on from any position.

`#replays?sample=NAME&at=12` opens a sample at a position, `#replays?game=KEY` a game that was played here,
`#replays?file=KEY` a file that was opened here (`uploads`); further words say what is in sight (`address`). A
faulty file is shown up to its first fault. What is shown of an open replay is `view`.
"""

from collections.abc import Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import ipywidgets

from rising_tutor.core.numbers import whole
from rising_tutor.errors import LimitExceeded, RisingTutorError, UnreadableReplay
from rising_tutor.render.html import Html
from rising_tutor.replay import RECORD_SUFFIX, Replay, verify
from rising_tutor.replay.rewrite import rewritten
from rising_tutor.replay.source import too_big
from rising_tutor.store.games import NotHere, Store, file_name
from rising_tutor.store.notes import GameNotes
from rising_tutor.store.setting import game_of
from rising_tutor.store.uploads import MOST, Uploads
from rising_tutor.tutor.messages import Message
from rising_tutor.tutor.replay.player import ReplayPlayer, open_replay
from rising_tutor.tutor.replay.samples import read_sample
from rising_tutor.ui.components.file_picker import FilePicker
from rising_tutor.ui.components.view import HtmlView
from rising_tutor.ui.frame.titles import DEFAULT
from rising_tutor.ui.replays import heading as parts
from rising_tutor.ui.replays.address import WORDS
from rising_tutor.ui.replays.lists import ReplayLists
from rising_tutor.ui.replays.notes.panel import ON_DISK
from rising_tutor.ui.replays.view import ReplayView

if TYPE_CHECKING:
    from rising_tutor.ui.frame.host import Host

SOURCES = ("game", "file", "sample")
_IN_A_COPY = (
    "What you write here is kept on this machine, in a copy of the file that the address of this page opens. "
    f"The last {MOST} files are kept; download it to keep it for longer."
)


class ReplaysPage(ipywidgets.VBox):
    """Two boxes, one of them shown: the list of what can be opened, and the replay that is open."""

    def __init__(self, host: "Host", store: Store | None = None) -> None:
        self.host = host
        self.store = store or Store()
        self.notes = GameNotes(self.store)
        self.uploads = Uploads(self.store.folder, lambda: host.browser)
        self._data = b""
        self._source: dict[str, str] = {}
        guard = host.guard

        self.intro = HtmlView(("intro",))
        self.samples = ReplayLists()
        self.picker = FilePicker(
            title="A file of your own",
            help="A game in the notation (.replay) or as a record (.replay.jsonl), at most 1 MiB. "
            f"It stays on this machine; the last {MOST} of this browser are kept, so that a reload opens them again.",
            accept=".replay,.jsonl,.gz,.txt",
        )
        self.start = ipywidgets.HBox([self.samples, self.picker])
        self.start.add_class("rt-replaystart")

        self.view = ReplayView(
            host, self.store, keep=self._written, details=self._details, moved=self._mark, other=self._open
        )
        self.list_box = ipywidgets.VBox([self.intro, self.start])

        super().__init__([self.list_box, self.view])
        self.add_class("rt-wrap")
        self.add_class("rt-replaypage")
        for view in (self.samples, self.intro):
            view.on_do(guard(self.view.handle))
        self.picker.on_file(guard(self._opened_file))
        self.intro.draw(intro=parts.intro())
        self._show_boxes()

    @property
    def player(self) -> ReplayPlayer | None:
        """The replay that is open."""
        return self.view.player

    # Opening ---------------------------------------------------------------------------------------------------------

    def opened(self, args: Mapping[str, str]) -> None:
        """Show what the address names; without words, what was open before."""
        source = next(({word: args[word]} for word in SOURCES if args.get(word)), None)
        if "list" in args:
            self.shut()
        elif source is not None:
            try:
                name, data = self._found(source)
            except (NotHere, UnreadableReplay):
                # Another game must not stand there under the address of this one.
                self.shut()
                self._draw_kept()
                raise
            except LimitExceeded as error:
                self._source, self._data = source, b""
                name = next(iter(source.values()))
                self.show_game(ReplayPlayer(verify(too_big(name, error)), name))
                self._show_boxes()
                return
            if self.player is None or self._source != source or self._data != data:
                self._opening(name, next(iter(source.values())))
                try:
                    self.open_file(data, name, source)
                finally:
                    self._opening()
                self.host.tell(f"{name} is open.")
        if self.player is None:
            self._draw_kept()
        at = whole(args.get("at", ""))
        if self.player is not None and at is not None:
            self.view.go(at)
        if self.player is not None and any(word in args for word in WORDS):
            self.view.look(args)
        self._show_boxes()

    def _opening(self, name: str = "", key: str = "") -> None:
        """Say that a game is being opened, before it is read: a long one takes a second. Without a name: it is open."""
        self.picker.say(f"Opening {name} \u2026" if name and not key else "")
        self.samples.opening(key)
        if name:
            self.host.tell(f"Opening {name}.")

    def _found(self, source: Mapping[str, str]) -> tuple[str, bytes]:
        """Name and bytes of what an address names. Raises `NotHere`, or `UnreadableReplay` if it cannot be opened."""
        [(word, key)] = source.items()
        if word == "game":
            return file_name(key, RECORD_SUFFIX), self.notes.record(key)
        if word == "file":
            return self.uploads.read(key)
        game, _, name = key.rpartition("/")
        data = read_sample(game or DEFAULT, name)
        if data is None:
            message = f"There is no sample {key[:60]}."
            raise NotHere(message)
        return name, data

    def open_file(self, data: bytes, name: str, source: dict[str, str] | None = None) -> None:
        """Open a file; what is sound in it is shown.

        Args:
            source: how the address names it, where it can.
        """
        self.host.say("")
        self._source, self._data = source or {}, data
        self.show_game(open_replay(data, name, game_of))

    def show_game(self, player: ReplayPlayer) -> None:
        """Show a game."""
        self.view.show(player, seen=self._show_boxes)

    def shut(self) -> None:
        """Go back to the list; the file is forgotten."""
        self.view.shut()
        self._show_boxes()

    def _opened_file(self, name: str, data: bytes) -> None:
        self._opening(name)
        source = None
        with suppress(RisingTutorError):  # then no address names it, and it opens all the same
            source = {"file": self.uploads.keep(name, data)}
        try:
            self.open_file(data, name, source)
        finally:
            self._opening()
        self._mark()
        self.host.tell(f"{name} is open.")
        self.view.head.say(top=1)

    def show_rule(self, panel: Html) -> None:
        """The reader stands beside the table, or in the side panel while there is none."""
        self.view.show_rule(panel)

    def _draw_kept(self) -> None:
        self.samples.show(self.store.games(self.host.own_games()), self.host.title)

    def _mark(self) -> None:
        """Let the address name what is in sight, for a reload or another person."""
        if self.player is None or not self._source:
            return
        self.host.mark("replays", **self._source, at=str(self.player.at), **self.view.in_sight)

    def _details(self, fold: str) -> Mapping[str, Any]:
        """What a fold needs to know of the open file besides the game."""
        if fold != "notes":
            return {}
        return {"kept": ON_DISK if self._beside_game() else _IN_A_COPY, "data": self._data}

    def _beside_game(self) -> bool:
        """Whether notes on the open file are kept beside a game: one that this browser may write."""
        return "game" in self._source and self.host.may_write(self._source["game"], self.store)

    def _written(self, replay: Replay) -> None:
        """Somebody wrote into the open file. Notes on a game that is kept here are kept beside it, others in a copy.

        Raises:
            CannotStore, LimitExceeded, UnreadableReplay: it is not kept.
        """
        if self._beside_game():
            self.notes.keep(self._source["game"], replay)
            self._data = self.notes.record(self._source["game"])
            return
        assert self.player is not None
        name = self.player.name.removesuffix(".gz")
        data = rewritten(self._data, name, replay)
        key = self.uploads.keep(name, data, noted=True, instead_of=self._source.get("file", ""))
        self._source, self._data = {"file": key}, data
        self._mark()

    def _open(self, message: Message) -> None:
        """Something of the list was pressed, or the list is asked for."""
        if message.do == "kept":
            self.host.go("replays", game=message.arg)
        elif message.do == "sample":
            self.host.go("replays", sample=message.arg)
        elif message.do == "list":
            self.host.go("replays", list="all")

    def _show_boxes(self) -> None:
        opened = self.player is not None
        (self.list_box.add_class if opened else self.list_box.remove_class)("rt-off")
        (self.view.remove_class if opened else self.view.add_class)("rt-off")


def build(host: "Host") -> ipywidgets.Widget:
    """The page."""
    return ReplaysPage(host)

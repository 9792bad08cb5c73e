"""The page Replays: open a sample or a file, step through it, review it, play on from any position.

`#replays?sample=NAME&at=12` opens a sample at a position, `#replays?game=KEY` a game that was played here,
`#replays?file=KEY` a file that was opened here (`uploads`); further words say what is in sight (`address`). A
faulty file is shown up to its first fault. The parts of the page: `review`, `plots`, `accordion`.
"""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import ipywidgets

from rising_tutor.boards import board_for
from rising_tutor.boards.ports import Board, Look
from rising_tutor.core.ids import Seat
from rising_tutor.core.numbers import whole
from rising_tutor.errors import RisingTutorError, UnreadableReplay
from rising_tutor.lessons.learner.facts import Mistake
from rising_tutor.lessons.mistakes import not_yet
from rising_tutor.render.html import EMPTY, Html, join
from rising_tutor.replay import RECORD_SUFFIX, Header, Replay
from rising_tutor.replay.rewrite import rewritten
from rising_tutor.store.games import NotHere, Store, file_name
from rising_tutor.store.notes import GameNotes
from rising_tutor.store.setting import game_of
from rising_tutor.store.uploads import MOST, Uploads
from rising_tutor.tutor.messages import Message
from rising_tutor.tutor.replay.player import ReplayPlayer, open_replay
from rising_tutor.tutor.replay.samples import read_sample
from rising_tutor.ui.components.file_picker import FilePicker
from rising_tutor.ui.components.playback_bar import PlaybackBar
from rising_tutor.ui.components.styles import styles
from rising_tutor.ui.components.view import HtmlView
from rising_tutor.ui.frame.learner_book import LearnerBook
from rising_tutor.ui.frame.titles import DEFAULT, known
from rising_tutor.ui.replays import heading as parts
from rising_tutor.ui.replays.accordion import Accordion
from rising_tutor.ui.replays.address import in_sight, look
from rising_tutor.ui.replays.lists import ReplayLists
from rising_tutor.ui.replays.mistakes import REVIEW, MistakeFinder, panel
from rising_tutor.ui.replays.notes.panel import ON_DISK
from rising_tutor.ui.replays.plots import StatePlots
from rising_tutor.ui.replays.review import ReviewPanels
from rising_tutor.ui.replays.unknown.panel import UnknownPanel, filled

if TYPE_CHECKING:
    from rising_tutor.analysis.review import Review
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
        self.player: ReplayPlayer | None = None
        self.finder: MistakeFinder | None = None
        self._board: Board | None = None
        self._unfolded: tuple[int, ...] = ()
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

        self.head = HtmlView(("head", "faults", "mistakes", "rail", "example"))
        self.table = HtmlView(("table",), kind="rt-replaytable")
        self.side = HtmlView(("rule", "dock", "written", "happened"), kind="rt-replayside")
        self.bar = PlaybackBar()
        self.review_panels = ReviewPanels(self.bar, guard=guard, go=self._asked, ready=self._reviewed, say=host.tell)
        self.plots = StatePlots(self._asked, guard)
        self.accordion = Accordion(
            go=self._asked,
            written=self._written,
            turned=self._turned,
            toggled=self._mark,
            details=self._details,
            guard=guard,
            handle=host.handle,
        )
        self.unknown = UnknownPanel(guard=guard, handle=host.handle)
        # The order in one column stands in review.css, by the places here.
        panels = self.review_panels
        left = ipywidgets.VBox([panels.graph_panel, panels.line, self.table, self.accordion, self.plots])
        right = ipywidgets.VBox([self.unknown, panels.book, self.side])
        for column in (left, right):
            column.add_class("rt-replaycolumn")
        self.grid = ipywidgets.HBox([left, right])
        self.grid.add_class("rt-replaygrid")
        self.bar_box = ipywidgets.VBox([self.bar])
        self.bar_box.add_class("rt-barbox")
        self.open_box = ipywidgets.VBox([self.head, self.grid, self.bar_box])
        self.open_box.add_class("rt-replayopen")
        self.list_box = ipywidgets.VBox([self.intro, self.start])

        super().__init__([styles("replay.css", "review.css"), self.list_box, self.open_box])
        self.add_class("rt-wrap")
        self.add_class("rt-replaypage")
        for view in (self.samples, self.head, self.table, self.side, self.plots.head, *self.review_panels.views):
            view.on_do(guard(self._done))
        self.picker.on_file(guard(self._opened_file))
        self.bar.on_go(guard(self._asked))
        self.intro.on_do(guard(self._done))
        self.unknown.on_go(self._asked)
        self.intro.draw(intro=parts.intro())
        self._show_boxes()

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
            self._go(at)
        if self.player is not None and "view" in args:
            look(self.review_panels, self.plots, self.accordion, args)
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
        # Behind a gap stands an example, so that there is something to show; the panel of what is not known says so.
        player = self.player = filled(player)
        self._unfolded = ()
        # A faulty file opens where its soundness ends: that is what its owner came to see.
        player.go(player.last if player.problems else 0)
        self._board = board_for(player.game) if player.game is not None else None
        self._sit_down(player)
        self.head.draw(head=parts.heading(player), faults=parts.faults(player), rail=EMPTY)
        self.bar.show_game(
            player.last,
            at=player.at,
            stops={unit: player.stops(unit) for unit in player.units},
            labels=player.labels() if player.playable else (),
            marks=player.marked(),
        )
        self.review_panels.show(player)
        self.accordion.show(player)
        self.accordion.go(player.at)
        self.unknown.show(player)
        self._draw()
        self._show_boxes()
        # The numbers of every position take longest and stand below all else: they come last.
        self.plots.show(player)

    def shut(self) -> None:
        """Go back to the list; the file is forgotten."""
        self.player = None
        self.review_panels.stop()
        self.accordion.show(None)
        self._show_boxes()

    def _sit_down(self, player: ReplayPlayer) -> None:
        """The mistakes of this game can be asked for."""
        book = LearnerBook(self.host, _title(player))

        def keep(found: Sequence[Mistake]) -> int:
            book.read()
            self.host.say(book.notice)
            new = not_yet(book.facts, found)
            for one in new:
                book.add(one)
            return len(new)

        def draw() -> None:
            self.head.draw(mistakes=panel(finder))

        finder = self.finder = MistakeFinder(player, keep, now=book.now, changed=draw)
        draw()

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
        self.head.say(top=1)

    def branch(self, player: ReplayPlayer) -> str:
        """Keep the game up to here as a new one; give its key. The replay stays as it is.

        Raises:
            CannotStore: nothing was begun.
        """
        header = player.verified.replay.header if player.verified.replay is not None else Header(game=DEFAULT)
        aside = self.accordion.aside
        lines = self.accordion.panel(aside[0]).before() if aside is not None else player.before()
        return self.store.branch(header, player.without_gaps(lines), self.host.browser, player.game)

    def show_rule(self, panel: Html) -> None:
        """The reader stands beside the table, or in the side panel while there is none."""
        beside = self.player is not None and self.player.playable
        self.host.show_rule_in(self.side if beside else self.host.reader, panel)

    def _draw_kept(self) -> None:
        self.samples.show(self.store.games(self.host.own_games()), self.host.title)

    # Moving ----------------------------------------------------------------------------------------------------------

    def _go(self, position: int) -> None:
        if self.player is None:
            return
        self.player.go(position)
        self.bar.at = self.player.at
        for part in (self.review_panels, self.plots, self.accordion, self.unknown):
            part.go(self.player.at)
        self._draw()

    def _asked(self, position: int) -> None:
        """Somebody moved: a reload comes back to this position."""
        self._go(position)
        self._mark()

    def _mark(self) -> None:
        """Let the address name what is in sight, for a reload or another person."""
        if self.player is None or not self._source:
            return
        words = in_sight(self.review_panels, self.plots, self.accordion)
        self.host.mark("replays", **self._source, at=str(self.player.at), **words)

    def _reviewed(self, review: "Review | None") -> None:
        """The review is there, or gone."""
        self.accordion.set_review(review)
        if self.finder is not None:
            self.finder.set_ledger(review.ledger if review is not None else None)

    def _details(self, fold: str) -> Mapping[str, Any]:
        """What a fold needs to know of the open file besides the game."""
        if fold != "notes":
            return {}
        return {"kept": ON_DISK if self._beside_game() else _IN_A_COPY, "data": self._data}

    def _beside_game(self) -> bool:
        """Whether notes on the open file are kept beside a game: one that this browser may write."""
        return "game" in self._source and self.host.may_write(self._source["game"], self.store)

    def _written(self, fold: str, replay: Replay) -> None:
        """Somebody wrote into the open file. Notes on a game that is kept here are kept beside it, others in a copy.

        Raises:
            CannotStore, LimitExceeded, UnreadableReplay: it is not kept.
        """
        self.accordion.written(fold)
        self.review_panels.mark()
        self._draw()
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

    def _turned(self) -> None:
        """A fold shows a position of a side line, or that of the game again."""
        self._draw()
        self._mark()

    def _done(self, message: Message) -> None:
        do, arg = message.do, message.arg
        if self.host.handle(message) or (self.finder is not None and self.finder.handle(message)):
            return
        if self.review_panels.handle(message) or self.plots.handle(message):
            self._mark()
            return
        if do == "kept":
            self.host.go("replays", game=arg)
        elif do == "sample":
            self.host.go("replays", sample=arg)
        elif do == "list":
            self.host.go("replays", list="all")
        elif do == "unfold" and (team := whole(arg, below=100)) is not None:
            self._unfolded = tuple({team}.symmetric_difference(self._unfolded))
            self._draw()
        elif do == "at" and (position := whole(arg)) is not None:
            self._asked(position)
        elif do == "seen-by" and self.player is not None and self.player.hides:
            at = whole(arg, below=len(self.player.persons))
            self.player.seat = Seat(at) if at is not None else None
            self._draw()
        elif do == "practise" and self.finder is not None:
            self.finder.handle(Message("mistakes"))
            self.host.follow(REVIEW)
        elif do == "play-on" and self.player is not None:
            self.host.go("play", game=self.branch(self.player))

    # Drawing ---------------------------------------------------------------------------------------------------------

    def _show_boxes(self) -> None:
        opened = self.player is not None
        (self.list_box.add_class if opened else self.list_box.remove_class)("rt-off")
        (self.open_box.remove_class if opened else self.open_box.add_class)("rt-off")
        playable = self.player is not None and self.player.playable
        for box in (self.grid, self.bar_box):
            (box.remove_class if playable else box.add_class)("rt-off")

    def _draw(self) -> None:
        player = self.player
        if player is None or not player.playable:
            return
        drawn: Mapping[str, Html] = {}
        aside = self.accordion.aside
        if self._board is not None:
            look = Look(at=player.at, names=player.names, open=self._unfolded, live=False, id="r")
            view = player.view() if aside is None else player.view_of(aside[1])
            drawn = self._board.parts(view, look)
        controller = self.unknown.controller
        example = parts.example(controller.n_tables if controller is not None else 1)
        self.head.draw(rail=join(parts.eyes(player), drawn.get("rail", EMPTY)), example=example)
        self.table.draw(table=drawn.get("table", EMPTY))
        # The events are those of the game; beside the table of a side line they would tell of another position.
        happened = parts.happened(player) if aside is None else parts.elsewhere(self.accordion.title(aside[0]))
        self.side.draw(dock=drawn.get("dock", EMPTY), written=parts.written(player), happened=happened)


def build(host: "Host") -> ipywidgets.Widget:
    """The page."""
    return ReplaysPage(host)


def _title(player: ReplayPlayer) -> str:
    replay = player.verified.replay
    return replay.header.game if replay is not None and known(replay.header.game) else DEFAULT

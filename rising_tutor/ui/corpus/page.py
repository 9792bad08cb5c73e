"""The page Many games: a table of analysed games, asked by filters; from a row to the game and the line.

`#corpus?table=sample&seats=2&player=Mira` opens the sample with these filters, `table=mine` the games that were played
here. A table of the user's own is opened by its file and has no address.
"""

import os
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlencode

import ipywidgets

from rising_tutor.analysis.corpus.questions import Corpus
from rising_tutor.analysis.corpus.result_cache import ResultCache
from rising_tutor.analysis.corpus.run import Source
from rising_tutor.analysis.corpus.sample import TABLE, sample_names
from rising_tutor.analysis.corpus.table import BadTable
from rising_tutor.errors import LimitExceeded
from rising_tutor.plots import corpus as plots
from rising_tutor.render.html import EMPTY
from rising_tutor.replay import RECORD_SUFFIX
from rising_tutor.store.games import Store
from rising_tutor.store.setting import CONTENT
from rising_tutor.tutor.background import Background
from rising_tutor.tutor.corpus.explorer import Explorer
from rising_tutor.tutor.corpus.games import GamesAtHand
from rising_tutor.tutor.messages import Message
from rising_tutor.tutor.replay.samples import samples
from rising_tutor.ui.components.file_picker import FilePicker
from rising_tutor.ui.components.plot_view import PlotView
from rising_tutor.ui.components.styles import styles
from rising_tutor.ui.components.view import HtmlView
from rising_tutor.ui.corpus import tables as parts
from rising_tutor.ui.frame.titles import DEFAULT, known

if TYPE_CHECKING:
    from rising_tutor.analysis.corpus.arrow import Row
    from rising_tutor.ui.frame.host import Host

_PLOTS = ("wins", "luck", "mistakes", "errors")


class CorpusPage(ipywidgets.VBox):
    """What is open, the filters, four plots with their tables, and the costliest decisions."""

    def __init__(self, host: "Host", store: Store | None = None) -> None:
        self.host = host
        self.store = store or Store()
        guard = host.guard
        self.explorer = Explorer(self._way)
        self.controller = GamesAtHand(
            ResultCache(self.store.folder / "analysed"),
            self._analysed,
            Background(guard=guard),
            changed=self._draw_choice,
        )
        self._wanted: dict[str, str] = {}
        self._away = False
        #: What was asked of the table that was given back when the page was left; None if it is still there.
        self._left_with: dict[str, str] | None = None
        self._file: tuple[bytes, str] = (b"", "")
        self._n_mine = 0

        self.top = HtmlView(("intro",))
        self.choice = HtmlView(("choice",))
        self.picker = FilePicker(
            title="A table of your own",
            help="A table that the command analyze wrote (.parquet or .csv), at most 1 MiB. It stays on this machine.",
            label="Open a table",
            accept=".parquet,.csv",
        )
        self.start = ipywidgets.HBox([self.choice, self.picker])
        self.start.add_class("rt-corpusstart")
        self.head = HtmlView(("empty", "status", "filters"))
        self.heads = {name: HtmlView(("head",)) for name in _PLOTS}
        self.plots = {name: PlotView() for name in _PLOTS}
        boxes = []
        for name in _PLOTS:
            box = ipywidgets.VBox([self.heads[name], self.plots[name]])
            box.add_class("rt-corpusplot")
            boxes.append(box)
        self.grid = ipywidgets.HBox(boxes)
        self.grid.add_class("rt-corpusgrid")
        self.lost = HtmlView(("lost",))
        self.lost_box = ipywidgets.VBox([self.lost])
        self.lost_box.add_class("rt-corpuslostbox")

        super().__init__([styles("corpus.css"), self.top, self.start, self.head, self.grid, self.lost_box])
        self.add_class("rt-wrap")
        self.add_class("rt-corpuspage")
        for view in (self.top, self.choice, self.head, self.lost, *self.heads.values()):
            view.on_do(guard(self._done))
        self.plots["mistakes"].on_click(guard(self._picked))
        self.picker.on_file(guard(self._opened_file))
        self.top.draw(intro=parts.intro())

    # Opening ---------------------------------------------------------------------------------------------------------

    def opened(self, args: Mapping[str, str]) -> None:
        """Show what the address names; without words, what was open before, and at first the sample."""
        table = args.get("table", "")
        self._away = False
        left_with, self._left_with = self._left_with, None
        # Counted once: each game is read for it.
        self._n_mine = len(self._games())
        if left_with is not None and table in ("", self.explorer.table):
            self._open_again(dict(args) if table else left_with)
            return
        if not table:
            if self.explorer.corpus is None and self.controller.counting is None:
                self._open("sample", dict(args))
            else:
                self._draw()
            return
        if table not in parts.TABLES:
            self.host.say(f"There is no table {table[:40]}.")
            table = "sample"
        if table == self.explorer.table:
            self.explorer.restore(args)
            self._draw()
        else:
            self._open(table, dict(args))

    def away(self) -> None:
        """Give the table back: it takes a hundred times the memory of the page. `opened` opens it again."""
        self._away = True
        corpus = self.explorer.corpus
        if corpus is not None:
            self._left_with = self.explorer.words()
            self.explorer.corpus = None
            corpus.close()

    def _open_again(self, words: dict[str, str]) -> None:
        """Open the table that was open when the page was left."""
        if self.explorer.table:
            self._open(self.explorer.table, words)
        else:
            self._wanted = words
            data, name = self._file
            self._show(Corpus.of_file(data, name), "", self.explorer.title)

    def _open(self, table: str, words: dict[str, str]) -> None:
        self.host.say("")
        self._wanted = words
        self.controller.stop()
        self.controller.stopped = False
        if table == "mine":
            sources = self._games()
            self._n_mine = len(sources)
            if sources:
                self.controller.begin(sources, os.environ.get(CONTENT) or None)
                return
            self._draw()
            return
        if not TABLE.is_file():
            self.host.say("The sample is not installed.")
            self._draw()
            return
        self._show(Corpus.of_path(TABLE), "sample", parts.TABLES["sample"])

    def _analysed(self, rows: "tuple[Row, ...]") -> None:
        if self._away:
            # The results are kept on disk, so that the table is made again in a moment.
            self.explorer.table, self.explorer.title, self._left_with = "mine", parts.TABLES["mine"], self._wanted
            return
        self._show(Corpus.of_rows(rows), "mine", parts.TABLES["mine"])
        self.host.tell(f"{self.controller.n_games} games are analysed.")

    def _opened_file(self, name: str, data: bytes) -> None:
        try:
            corpus = Corpus.of_file(data, name)
        except (BadTable, LimitExceeded) as error:
            self.picker.say(str(error))
            return
        self.picker.say("")
        self.host.say("")
        self.controller.stop()
        self._wanted, self._file = {}, (data, name)
        self._show(corpus, "", name[:80])
        self.host.tell(f"{name[:80]} is open.")

    def _show(self, corpus: Corpus, table: str, title: str) -> None:
        before = self.explorer.corpus
        if before is not None and before is not corpus:
            before.close()
        self.explorer.show(corpus, table, title)
        if self._wanted:
            self.explorer.restore(self._wanted)
        self._draw()
        self._mark()

    def _games(self) -> list[Source]:
        """The games of this browser that are over, the oldest first."""
        keys = [saved.key for saved in self.store.games(self.host.own_games()) if saved.over]
        return [(f"{key}{RECORD_SUFFIX}", partial(self._record, key)) for key in sorted(keys)]

    def _record(self, key: str) -> bytes:
        return self.store.record(key).encode()

    def _way(self, game: str, file: str, line: int) -> str | None:
        """The address of the position before a line, where its game can be opened here."""
        name = Path(file.replace("\\", "/")).name
        at = str(line - 1)
        # The titles have samples of equal names.
        if name in sample_names() or (known(game) and any(name == sample.name for sample in samples(game))):
            return f"#replays?{urlencode({'sample': name if game == DEFAULT else f'{game}/{name}', 'at': at})}"
        key, own = name.removesuffix(RECORD_SUFFIX), self.host.own_games()
        if key != name and (own is None or key in own) and self.store.has(key):
            return f"#replays?{urlencode({'game': key, 'at': at})}"
        return None

    # What is asked ---------------------------------------------------------------------------------------------------

    def _done(self, message: Message) -> None:
        do, arg = message.do, message.arg
        if self.host.handle(message):
            return
        if self.explorer.corpus is not None and self.explorer.handle(message):
            self._draw()
            self._mark()
        elif do == "table" and arg in parts.TABLES:
            self._open(arg, {})
        elif do == "stop":
            self.controller.stop()

    def _picked(self, place: float) -> None:
        """A bar of the mistakes was pressed."""
        corpus = self.explorer.corpus
        found = corpus.mistakes(self.explorer.asked) if corpus is not None else ()
        if 0 <= round(place) < len(found):
            self.explorer.handle(Message("rule", found[round(place)].rule))
            self._draw()
            self._mark()
            self.lost.say(sight="lost")

    def _mark(self) -> None:
        self.host.mark("corpus", **self.explorer.words())

    # Drawing ---------------------------------------------------------------------------------------------------------

    def _draw_choice(self) -> None:
        self.choice.draw(choice=parts.choice(self.explorer, self._n_mine, self.controller))

    def _draw(self) -> None:
        explorer, corpus = self.explorer, self.explorer.corpus
        self._draw_choice()
        gone = corpus is None or not corpus.n_games
        for box in (self.grid, self.lost_box):
            (box.add_class if gone else box.remove_class)("rt-corpusgone")
        if corpus is None or gone:
            empty = parts.nothing_open(self._n_mine) if corpus is None else parts.nothing_analysed()
            self.head.draw(empty=empty, status=EMPTY, filters=EMPTY)
            return
        self.head.draw(empty=EMPTY, status=parts.status(explorer), filters=parts.filters(explorer))
        self.heads["wins"].draw(head=parts.wins_head(explorer))
        self.heads["luck"].draw(head=parts.luck_head(explorer))
        self.heads["mistakes"].draw(head=parts.mistakes_head(explorer))
        self.heads["errors"].draw(head=parts.errors_head(explorer))
        asked = explorer.asked
        spread = corpus.luck(asked, explorer.source)
        shown = {
            "wins": plots.shares(corpus.wins(asked, explorer.by), "won", "games"),
            "luck": plots.luck(spread) if spread is not None else plots.shares((), "luck", "games"),
            "mistakes": plots.mistakes(corpus.mistakes(asked), explorer.titled),
            "errors": plots.errors(corpus.errors(asked)),
        }
        titles = {
            "wins": "Games won",
            "luck": "Luck of a game",
            "mistakes": "Mistakes by rule",
            "errors": "Mistakes by player",
        }
        for name, one in shown.items():
            plot = self.plots[name]
            summary = one.summary or "No game counts."
            # A row of the mistakes leads where its bar does.
            go = range(len(one.rows)) if name == "mistakes" else ()
            with plot.hold_sync():
                plot.draw(one.figure, title=titles[name], summary=summary, heads=one.heads, rows=one.rows, go=go)
                plot.legend = [[name, tone, "", "band"] for name, tone in one.legend]
        self.lost.draw(lost=parts.costliest(explorer))


def build(host: "Host") -> ipywidgets.Widget:
    """The page."""
    return CorpusPage(host)

"""The review on the page Replays: the graph, the account of a line, the ledger, the moments.

`ReviewPanels` holds the widgets and hands them to the page, which puts them into its columns; what is shown comes from
`tutor.review.controller.GameReview` and `tutor.review.moments.Moments`.
"""

from collections.abc import Callable

import ipywidgets

from rising_tutor.analysis.review import Review
from rising_tutor.analysis.review.findings import shown_at
from rising_tutor.plots import wins
from rising_tutor.plots.along import BY_ACTION, WAYS, Along, along
from rising_tutor.render.html import EMPTY
from rising_tutor.replay.one_way import before_gaps
from rising_tutor.report import html_report, report_name
from rising_tutor.tutor.background import Background
from rising_tutor.tutor.callbacks import Guard
from rising_tutor.tutor.messages import Message
from rising_tutor.tutor.replay.player import ReplayPlayer
from rising_tutor.tutor.review.controller import GameReview, Work
from rising_tutor.tutor.review.moments import Entry, Moments
from rising_tutor.tutor.review.words import moment_words
from rising_tutor.ui.components.playback_bar import PlaybackBar
from rising_tutor.ui.components.plot_view import PlotView
from rising_tutor.ui.components.view import HtmlView
from rising_tutor.ui.replays import ledger as ledger_parts
from rising_tutor.ui.replays.line import HEAD, line_panel
from rising_tutor.ui.replays.moments import moments_panel

_NEAR = 1 / 60
"""So near to a mark, as a part of the whole graph, a click means the mark."""


class ReviewPanels:
    """What the page shows of a review.

    Args:
        bar: the playback bar, which gets marks.
        guard: wraps callbacks.
        go: shows a position and lets the address name it.
        ready: called when a review is there, or gone.
        say: speaks a sentence to a screen reader.
        work: gives the review; see `GameReview`.

    Attributes:
        review: that of the open game; None without one.
        way: whether the graph goes by action or by turn.
    """

    def __init__(
        self,
        bar: PlaybackBar,
        *,
        guard: Guard,
        go: Callable[[int], object],
        ready: Callable[[Review | None], object],
        say: Callable[[str], object],
        work: Work | None = None,
    ) -> None:
        self.bar, self._go, self._ready, self._say, self._work = bar, go, ready, say, work
        self.review: GameReview | None = None
        self.moments: Moments | None = None
        self.way = BY_ACTION
        self._background = Background(guard=guard)
        self._drawn: tuple[Review, str] | None = None
        self.top = HtmlView(("offer", "head"))
        self.graph = PlotView()
        self.graph_box = ipywidgets.VBox([self.graph])
        self.graph_panel = ipywidgets.VBox([self.top, self.graph_box])
        self.graph_panel.add_class("rt-plotpanel")
        self.graph_panel.add_class("rt-winspanel")
        self.line = HtmlView(("line",), kind="rt-linebox")
        self.book = HtmlView(("ledger", "moments"), kind="rt-reviewbook")
        self.graph.on_click(guard(self._clicked), row=guard(self._picked))

    @property
    def views(self) -> tuple[HtmlView, ...]:
        """What sends messages."""
        return (self.top, self.line, self.book)

    @property
    def wanted(self) -> bool:
        """Whether the review is there or on its way."""
        return self.review is not None and self.review.state in ("working", "done")

    def show(self, player: ReplayPlayer) -> None:
        """Sit down at another game; what was being worked out for the one before is stopped."""
        self.stop()
        self.review = GameReview(player, self._background, work=self._work, changed=self._changed)
        self.moments = Moments(player)
        self._drawn = None
        self._changed()

    def stop(self) -> None:
        """The game is shut."""
        if self.review is not None:
            self.review.stop()
        self._background.stop()

    def begin(self) -> None:
        """Ask for the review."""
        if self.review is not None:
            self.review.begin()

    def turn_to(self, way: str) -> None:
        """Show the graph by action or by turn."""
        if way in WAYS and way != self.way:
            self.way = way
            self._drawn = None
            self._draw_graph()

    def go(self, at: int) -> None:
        """Another position is shown."""
        review = self.review
        if review is None:
            return
        if review.track is not None and self._drawn is not None:
            axis = self._axis(review)
            place = axis.place(min(at, review.player.certain))
            self.graph.move(place, wins.now(review.track, at), wins.level(review.track, at))
        self.line.draw(line=line_panel(review, at))
        self._draw_moments()

    def handle(self, message: Message) -> bool:
        """Does what a message asks for; whether it was for this."""
        do, arg = message.do, message.arg
        if self.review is None or self.moments is None:
            return False
        if self.review.handle(message):
            if do == "review":
                self._say("The review has begun.")
            return True
        if do == "wins-by":
            self.turn_to(arg)
        elif do == "report":
            self._report(self.review)
        elif do == "find":
            self.moments.ask(message.fields)
            self._draw_moments()
            self.mark()
        elif do == "find-clear":
            self.moments.ask({})
            self._draw_moments()
            self.mark()
            self.book.focus("find-rule")
        elif do == "as-played" and arg.isascii() and arg.isdigit():
            self._go(int(arg[:6]))
            # Its button is gone with the choice.
            self.line.focus(HEAD)
        elif do in _STEPS:
            self._step(*_STEPS[do])
        else:
            return False
        return True

    # -----------------------------------------------------------------------------------------------------------------

    def _report(self, review: GameReview) -> None:
        """Let the browser store the finished review as a file."""
        if review.review is not None:
            name, verified = review.player.name, before_gaps(review.player.verified)
            self.book.download(report_name(name), html_report(review.review, verified, name))
            self._say("The report is downloaded.")

    def _step(self, what: str, ways: int) -> None:
        review, moments = self.review, self.moments
        if review is None or moments is None:
            return
        entry: Entry | None = moments.next(what, review.player.at, ways)
        if entry is None:
            self._say("There is no further one." if ways > 0 else "There is none before this.")
            return
        self._go(entry.opens)
        if entry.line is not None:
            self._say(moment_words(review.player, entry.line))

    def _clicked(self, place: float) -> None:
        review = self.review
        if review is None or review.track is None:
            return
        axis = self._axis(review)
        position = axis.position(place)
        if self.way == BY_ACTION:
            mark = wins.at_mark(review.track.marks, position, _NEAR * review.player.certain)
            line = None if mark is None else review.line_at(mark)
            position = position if line is None else shown_at(line)
        self._go(position)

    def _picked(self, place: float) -> None:
        """A row of the table was chosen: it means itself."""
        if self.review is not None:
            self._go(self._axis(self.review).position(place))

    def _axis(self, review: GameReview) -> Along:
        # A record with a gap is reviewed up to there, and so far goes the graph.
        player = review.player
        turns = [turn for turn in player.turns() if not turn[0] or turn[0] < player.certain]
        return along(self.way, turns, player.certain)

    def _changed(self) -> None:
        """The review is further, done, or another one."""
        review, moments = self.review, self.moments
        if review is None or moments is None:
            return
        self.top.draw(offer=ledger_parts.offer(review))
        ledger = review.ledger
        if ledger is not None and moments.lines is not ledger.lines:
            wish = moments.wish
            self.moments = Moments(review.player, ledger.lines)
            self.moments.wish = wish
            self._say("The review is there.")
        self._draw_graph()
        self.line.draw(line=line_panel(review, review.player.at))
        done = review.review
        self.book.draw(ledger=ledger_parts.ledger_panel(done) if done is not None else EMPTY)
        self._draw_moments()
        self.mark()
        self._ready(done)

    def _draw_graph(self) -> None:
        review = self.review
        done = review.review if review is not None else None
        (self.graph_box.remove_class if done is not None else self.graph_box.add_class)("rt-off")
        (self.graph_panel.add_class if done is not None else self.graph_panel.remove_class)("is-done")
        self.top.draw(head=ledger_parts.graph_head(done, self.way) if done is not None else EMPTY)
        if review is None or done is None or (self._drawn and self._drawn[0] is done and self._drawn[1] == self.way):
            return
        track = review.track
        if track is None:
            return
        self._drawn = (done, self.way)
        axis, player = self._axis(review), review.player
        heads, rows = wins.table(track, axis, [line.move for line in done.ledger.lines])
        self.graph.draw(
            wins.figure(track, axis),
            title="Chance to win, per cent",
            summary=wins.summary(track),
            heads=heads,
            rows=rows,
            go=axis.places(),
            cursor=axis.place(min(player.at, player.certain)),
            level=wins.level(track, player.at),
            now=wins.now(track, player.at),
        )

    def _draw_moments(self) -> None:
        if self.review is not None and self.moments is not None:
            panel = moments_panel(self.moments, self.review.review, self.review.player.at)
            self.book.draw(moments=panel)

    def mark(self) -> None:
        """The bar shows notes and what the graph marks; with a review the key M goes from mistake to mistake."""
        review, moments = self.review, self.moments
        if review is None or moments is None:
            return
        marks = list(review.player.marked())
        if review.track is None:
            self.bar.show_marks(marks)
            return
        lines = [(review.line_at(mark.position), mark) for mark in review.track.marks]
        marks += [(shown_at(line), mark.kind, mark.words) for line, mark in lines if line is not None]
        listed = [entry for entry in moments.listed() if entry.line is not None and entry.line.fault]
        jumps = [(entry.opens, moment_words(review.player, entry.line)) for entry in listed if entry.line]
        self.bar.show_marks(sorted(marks), jumps, "mistake")


_STEPS = {
    f"{word}-{what}": (what, ways)
    for what in ("mistake", "luck", "found")
    for word, ways in (("next", 1), ("previous", -1))
}

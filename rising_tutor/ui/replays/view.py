"""A replay that is open: its heading, the table, the review, what folds out, and the bar that steps through it.

The page Replays shows it below its list, the widget `Replay` in a cell. Where the file comes from, and where what is
written into it goes, is theirs to say.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import ipywidgets

from rising_tutor.boards import board_for
from rising_tutor.boards.ports import Beat, Board, Look, turned_over
from rising_tutor.core.ids import Seat
from rising_tutor.core.numbers import whole
from rising_tutor.lessons.learner.facts import Mistake
from rising_tutor.lessons.mistakes import not_yet
from rising_tutor.render.html import EMPTY, Html, join
from rising_tutor.replay import Header, Replay
from rising_tutor.store.games import Store
from rising_tutor.tutor.callbacks import nothing
from rising_tutor.tutor.messages import Message
from rising_tutor.tutor.replay.player import ReplayPlayer
from rising_tutor.tutor.table.beats import KEPT as BEATS
from rising_tutor.tutor.table.beats import beats_of, captioned, next_number, watched
from rising_tutor.ui.components.playback_bar import PlaybackBar
from rising_tutor.ui.components.stage import Stage
from rising_tutor.ui.components.styles import styles
from rising_tutor.ui.components.view import HtmlView
from rising_tutor.ui.frame.learner_book import LearnerBook
from rising_tutor.ui.frame.titles import DEFAULT, known
from rising_tutor.ui.replays import heading as parts
from rising_tutor.ui.replays.accordion import Accordion
from rising_tutor.ui.replays.address import in_sight, look
from rising_tutor.ui.replays.mistakes import REVIEW, MistakeFinder, panel
from rising_tutor.ui.replays.plots import StatePlots
from rising_tutor.ui.replays.review import ReviewPanels
from rising_tutor.ui.replays.unknown.panel import UnknownPanel, filled

if TYPE_CHECKING:
    from rising_tutor.analysis.review import Review
    from rising_tutor.ui.frame.host import Host

Details = Callable[[str], Mapping[str, Any]]
"""What a fold, by its id, needs to know of the file besides the game."""


class ReplayView(ipywidgets.VBox):
    """An open replay with all that can be seen of it.

    Args:
        host: what stands around it.
        store: keeps a game that is played on from here.
        keep: called with a fold and the replay when something was written into it there.
        details: for the folds.
        moved: called when somebody asked for a position, or for something else to be in sight.
        other: does what a message asks for that is not about the open replay; gives whether it did.
        listed: whether there is a list to go back to.
        id: begins the ids of the elements of the table.

    Attributes:
        player: the replay and the position that is shown; None while none is open.
    """

    def __init__(
        self,
        host: "Host",
        store: Store,
        *,
        keep: Callable[[Replay], object],
        details: Details,
        moved: Callable[[], object] = nothing,
        other: Callable[[Message], object] = nothing,
        listed: bool = True,
        id: str = "r",  # noqa: A002 - as the field of `Look`
    ) -> None:
        self.host = host
        self.player: ReplayPlayer | None = None
        self.finder: MistakeFinder | None = None
        self.store, self._keep, self._moved, self._other = store, keep, moved, other
        self._listed, self._id = listed, id
        self._board: Board | None = None
        self._unfolded: tuple[str, ...] = ()
        self._beats: tuple[Beat, ...] = ()
        self._shown_as = 0
        guard = host.guard

        self.head = HtmlView(("head", "faults", "mistakes", "rail", "example"))
        self.table = Stage(column=("rule", "happened", "written"), kind="rt-replaystage")
        self.bar = PlaybackBar()
        self.review_panels = ReviewPanels(
            self.bar, guard=guard, go=self.ask, ready=self._reviewed, say=host.tell, work=host.reviews
        )
        self.plots = StatePlots(self.ask, guard)
        self.accordion = Accordion(
            go=self.ask,
            written=self._written,
            turned=self._turned,
            toggled=moved,
            details=details,
            guard=guard,
            handle=host.handle,
            name=id,
        )
        self.unknown = UnknownPanel(guard=guard, handle=host.handle)
        # The order in one column stands in review.css, by the places here.
        panels = self.review_panels
        left = ipywidgets.VBox([panels.graph_panel, panels.line, self.accordion, self.plots])
        right = ipywidgets.VBox([self.unknown, panels.book])
        for column in (left, right):
            column.add_class("rt-replaycolumn")
        self.grid = ipywidgets.HBox([left, right])
        self.grid.add_class("rt-replaygrid")
        self.bar_box = ipywidgets.VBox([self.bar])
        self.bar_box.add_class("rt-barbox")
        super().__init__(
            [styles("stage.css", "replay.css", "review.css"), self.head, self.table, self.grid, self.bar_box]
        )
        self.add_class("rt-replayopen")
        for view in (self.head, self.table, self.plots.head, *panels.views):
            view.on_do(guard(self.handle))
        self.bar.on_go(guard(self.ask))
        self.unknown.on_go(self.ask)

    # Opening ---------------------------------------------------------------------------------------------------------

    def show(self, player: ReplayPlayer, *, seen: Callable[[], object] = nothing) -> None:
        """Show a game.

        Args:
            seen: called once its table can be looked at: the numbers of every position take longest and come last.
        """
        # Behind a gap stands an example, so that there is something to show; the panel of what is not known says so.
        player = self.player = filled(player)
        self._unfolded = ()
        # A faulty file opens where its soundness ends: that is what its owner came to see.
        player.go(player.last if player.problems else 0)
        self._board = board_for(player.game) if player.game is not None else None
        self._sit_down(player)
        self.head.draw(head=parts.heading(player, listed=self._listed), faults=parts.faults(player), rail=EMPTY)
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
        self.table.gone = not player.playable
        for box in (self.grid, self.bar_box):
            (box.remove_class if player.playable else box.add_class)("rt-off")
        seen()
        self.plots.show(player)

    def shut(self) -> None:
        """Forget the game."""
        self.player = None
        self.review_panels.stop()
        self.accordion.show(None)

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

    # What is in sight ------------------------------------------------------------------------------------------------

    @property
    def in_sight(self) -> dict[str, str]:
        """What is shown besides the position, in the words of an address."""
        return in_sight(self.review_panels, self.plots, self.accordion)

    def look(self, args: Mapping[str, str]) -> None:
        """Put in sight what the words of an address say was."""
        look(self.review_panels, self.plots, self.accordion, args)

    def show_rule(self, rule: Html) -> None:
        """The reader stands beside the table, or in the side panel while there is none."""
        beside = self.player is not None and self.player.playable
        self.host.show_rule_in(self.table if beside else self.host.reader, rule)

    # Moving ----------------------------------------------------------------------------------------------------------

    def go(self, position: int) -> None:
        """Show a position; one beyond the ends is the end."""
        if self.player is None:
            return
        before = self.player.at
        self.player.go(position)
        self._see(before)
        self.bar.at = self.player.at
        for part in (self.review_panels, self.plots, self.accordion, self.unknown):
            part.go(self.player.at)
        self._draw()

    def _see(self, before: int) -> None:
        """After a step forward what the enemy did in it is shown step by step, unless the step was a long one."""
        player = self.player
        self._beats = ()
        if player is None or self._board is None or not watched(self.host.kept(BEATS)):
            return
        if before < player.at and player.place(player.at).turn - player.place(before).turn <= 1:
            made = player.made(before)
            self._beats = beats_of(self._board, player.game, made, player.eyes, names=player.names)
            self._shown_as = next_number() if self._beats else 0

    def ask(self, position: int) -> None:
        """Somebody asked for a position."""
        self.go(position)
        self._moved()

    def _reviewed(self, review: "Review | None") -> None:
        """The review is there, or gone."""
        self.accordion.set_review(review)
        if self.finder is not None:
            self.finder.set_ledger(review.ledger if review is not None else None)

    def _written(self, fold: str, replay: Replay) -> None:
        """Somebody wrote into the open file, in a fold."""
        self.accordion.written(fold)
        self.review_panels.mark()
        self._draw()
        self._keep(replay)

    def _turned(self) -> None:
        """A fold shows a position of a side line, or that of the game again."""
        self._draw()
        self._moved()

    def branch(self, player: ReplayPlayer) -> str:
        """Keep the game up to what is shown, side line or not, as a new one; give its key. The replay stays as it is.

        Raises:
            CannotStore: nothing was begun.
        """
        header = player.verified.replay.header if player.verified.replay is not None else Header(game=DEFAULT)
        aside = self.accordion.aside
        lines = self.accordion.panel(aside[0]).before() if aside is not None else player.before()
        return self.store.branch(header, player.without_gaps(lines), self.host.browser, player.game)

    def handle(self, message: Message) -> None:
        """Do what a message asks for."""
        do, arg = message.do, message.arg
        if self.host.handle(message) or (self.finder is not None and self.finder.handle(message)):
            return
        if self.review_panels.handle(message) or self.plots.handle(message):
            self._moved()
            return
        if do == "unfold":
            self._unfolded = turned_over(self._unfolded, arg)
            self._draw()
        elif do == BEATS:
            self._beats = ()
            self._draw()
        elif do == "at" and (position := whole(arg)) is not None:
            self.ask(position)
        elif do == "seen-by" and self.player is not None and self.player.hides:
            at = whole(arg, below=len(self.player.persons))
            self.player.seat = Seat(at) if at is not None else None
            tree = self.accordion.panel("tree")
            if tree is not None:
                tree.go(self.player.at)
            self._draw()
        elif do == "practise" and self.finder is not None:
            self.finder.handle(Message("mistakes"))
            self.host.follow(REVIEW)
        elif do == "play-on" and self.player is not None:
            self.host.go("play", game=self.branch(self.player))
        else:
            self._other(message)

    # Drawing ---------------------------------------------------------------------------------------------------------

    def _draw(self) -> None:
        player = self.player
        if player is None or not player.playable:
            return
        drawn: Mapping[str, Html] = {}
        shown = Look()
        aside = self.accordion.aside
        if self._board is not None:
            beats = self._beats if aside is None else ()
            shown = Look(
                at=player.at,
                names=player.names,
                open=self._unfolded,
                live=False,
                id=self._id,
                beats=beats,
                before=player.remembered(self._board) if aside is None else (),
            )
            view = player.view() if aside is None else player.view_of(aside[1])
            drawn = self._board.parts(view, shown)
        controller = self.unknown.controller
        sure = aside is None and player.seat is not None and player.sees_for_sure(player.at, player.seat)
        example = parts.example(1 if controller is None or sure else controller.n_tables)
        self.head.draw(rail=join(parts.eyes(player), drawn.get("rail", EMPTY)), example=example)
        # The events are those of the game; beside the table of a side line they would tell of another position.
        happened = parts.happened(player) if aside is None else parts.elsewhere(self.accordion.title(aside[0]))
        self.table.draw(
            table=captioned(
                drawn.get("table", EMPTY), shown.beats, self._shown_as, player.game.info.turn_of_others
            ),
            dock=drawn.get("dock", EMPTY),
            written=parts.written(player),
            happened=happened,
        )


def _title(player: ReplayPlayer) -> str:
    replay = player.verified.replay
    return replay.header.game if replay is not None and known(replay.header.game) else DEFAULT

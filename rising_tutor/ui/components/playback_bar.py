"""The bar below a replay: slider, first, back, play, on, last, the size of a step, the speed.

ipywidgets has such a bar, but its buttons have no name and its handle no label. In this one the browser steps by
itself and asks only for the place where it wants to be, so that a slow answer never holds up the hand. Its label shows
the place that the kernel has confirmed.
"""

from collections.abc import Callable, Sequence
from typing import Any

import anywidget
import traitlets

from rising_tutor.ui.components.assets import STATIC, script


class PlaybackBar(anywidget.AnyWidget):
    """Asks for positions of a game.

    Attributes:
        game: counts the games that were shown; changes last when another one is.
        n: the number of the last position.
        at: the position that the table shows.
        units: the sizes of a step, as of `ReplayPlayer.stops`.
        stops: for each size the positions where a step can end; a size that is missing stops everywhere.
        labels: where each run of equal labels begins, and the label.
        marks: positions with a note: position, judgement, words. A judgement is a sign such as "?", the name of a
            mark of the graph, or "note".
        jumps: positions that the key M leads to, with words; where there are none and `jump` is "note", the marks.
        jump: what they are, in one word.
    """

    _esm = script("playback_bar.js")
    _css = STATIC / "playback_bar.css"

    game = traitlets.Int(0).tag(sync=True)
    n = traitlets.Int(0).tag(sync=True)
    at = traitlets.Int(0).tag(sync=True)
    units: Any = traitlets.List().tag(sync=True)
    stops: Any = traitlets.Dict().tag(sync=True)
    labels: Any = traitlets.List().tag(sync=True)
    marks: Any = traitlets.List().tag(sync=True)
    jumps: Any = traitlets.List().tag(sync=True)
    jump = traitlets.Unicode("note").tag(sync=True)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._handler: Callable[[int], object] | None = None
        self.on_msg(self._take)

    def show_game(
        self,
        n: int,
        *,
        at: int,
        stops: dict[str, Sequence[int]],
        labels: Sequence[tuple[int, str]],
        marks: Sequence[tuple[int, str, str]],
    ) -> None:
        """Begin with another game."""
        with self.hold_sync():
            self.n, self.at = n, at
            self.units = list(stops)
            # Every position is the rule for the finest steps and needs no list.
            self.stops = {unit: list(places) for unit, places in stops.items() if len(places) <= n}
            self.labels = [list(label) for label in labels]
            self.marks = [list(mark) for mark in marks]
            self.jumps, self.jump = [], "note"
            self.game += 1

    def show_marks(
        self, marks: Sequence[tuple[int, str, str]], jumps: Sequence[tuple[int, str]] = (), jump: str = "note"
    ) -> None:
        """Other marks for the same game, and where the key M leads."""
        with self.hold_sync():
            self.marks = [list(mark) for mark in marks]
            self.jumps, self.jump = [list(one) for one in jumps], jump

    def on_go(self, handler: Callable[[int], object]) -> None:
        """Call back with the position that was asked for. The handler sets `at`; it is guarded by who sets it."""
        self._handler = handler

    def _take(self, _widget: object, content: object, _buffers: object) -> None:
        if not isinstance(content, dict) or content.get("game") != self.game:
            return
        wanted = content.get("go")
        if isinstance(wanted, bool) or not isinstance(wanted, int) or self._handler is None:
            return
        position = min(max(wanted, 0), self.n)
        self._handler(position)
        # Each ask has its own answer: a position may be asked for where the table stands, or cannot be shown.
        self.send({"ask": content.get("ask"), "asked": wanted, "shown": self.at})

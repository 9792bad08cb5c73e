"""The panel beside an open replay: another choice with the same dice, step by step, and both results side by side.

A page shows a replay with `show`, follows its own bar with `go`, and is called back:

    on_go(at)                   a position of the game should be shown
    on_change(replay)           the new way was kept as a side line; `player.verified` holds it already
    on_position(state, label)   a position of the new way should be shown; (None, "") when that of the game is again
    on_other(message)           something was pressed that the panel does not know, such as the chip of a rule

`before()` gives the lines up to the place of the new way that is shown: what "play on from here" goes on from.
"""

from collections.abc import Callable
from typing import Any

import anywidget
import ipywidgets

from rising_tutor.boards import board_for
from rising_tutor.errors import RisingTutorError
from rising_tutor.render.html import EMPTY
from rising_tutor.replay import Line, Replay
from rising_tutor.widgets import same_dice_parts as parts
from rising_tutor.widgets.assets import STATIC
from rising_tutor.widgets.odds_worker import Worker
from rising_tutor.widgets.replay_player import ReplayPlayer
from rising_tutor.widgets.same_dice_desk import SameDiceDesk
from rising_tutor.widgets.view import HtmlView, Message

PARTS = ("intro", "choose", "way", "compare", "keep")

Guard = Callable[[Callable[..., Any]], Callable[..., Any]]
Heed = Callable[[str, str], bool]


class _Styled(anywidget.AnyWidget):
    """Brings the styles of this panel and shows nothing."""

    _esm = "export default { render() {} };"
    _css = STATIC / "same_dice.css"


class SameDicePanel(ipywidgets.VBox):
    """Another way through an open replay with the chance that was recorded.

    Args:
        guard: wraps what is called by the browser.
        heed: does what every page may ask for; gives whether it did.

    Attributes:
        desk: what is pressed goes there; None while no replay is open that can be shown.
        view: the parts of the panel.
    """

    def __init__(self, guard: Guard | None = None, heed: Heed | None = None) -> None:
        self.desk: SameDiceDesk | None = None
        self.view = HtmlView(PARTS, kind="rt-sd", gone=True)
        self._guard: Guard = guard or (lambda call: call)
        self._heed = heed
        self._worker = Worker()
        self._on_go: list[Callable[[int], object]] = []
        self._on_change: list[Callable[[Replay], object]] = []
        self._on_position: list[Callable[[Any, str], object]] = []
        self._on_other: list[Callable[[Message], object]] = []
        self._shown: Any = None
        super().__init__([_Styled(), self.view])
        self.add_class("rt-sdbox")
        self.view.on_do(self._guard(self._done))

    def show(self, player: ReplayPlayer | None) -> None:
        """Show a replay; None for none."""
        self._worker.stop()
        fits = player is not None and player.playable and player.verified.replay is not None
        self.desk = SameDiceDesk(player, _words(player), self._worker, self._guard) if player and fits else None
        if self.desk is not None:
            self.desk.goes = lambda at: _call(self._on_go, at)
            self.desk.changed = lambda replay: _call(self._on_change, replay)
            self.desk.drawn = self._drawn
        self._shown = None
        self.view.gone = self.desk is None
        self._draw()

    def go(self, at: int) -> None:
        """The page shows this position of the game."""
        if self.desk is not None:
            self.desk.go(at)
            self._shown = None
            self._draw()

    def before(self) -> tuple[Line, ...]:
        """The lines up to the place of the new way that is shown; none while a position of the game is."""
        desk = self.desk
        if desk is None or desk.line is None or desk.shown is None:
            return ()
        return tuple(Line(desk.game.write(one.state, one.move)) for one in desk.line.taken[: desk.shown])

    def written(self) -> None:
        """Somebody else wrote into the replay; the new way stays."""
        if self.desk is not None:
            self.desk.written()
            self._draw()

    def on_go(self, callback: Callable[[int], object]) -> None:
        """Call back with a position of the game that should be shown."""
        self._on_go.append(callback)

    def on_change(self, callback: Callable[[Replay], object]) -> None:
        """Call back with the replay after a new way was kept in it."""
        self._on_change.append(callback)

    def on_position(self, callback: Callable[[Any, str], object]) -> None:
        """Call back with state and label of a position of the new way, and with None and "" when it is left."""
        self._on_position.append(callback)

    def on_other(self, callback: Callable[[Message], object]) -> None:
        """Call back with what was pressed and is not of the panel."""
        self._on_other.append(callback)

    def _done(self, message: Message) -> None:
        desk = self.desk
        if desk is None:
            return
        if message["do"] == "sd-save":
            if desk.line is not None:
                self._save(desk)
        elif desk.take(message):
            self._drawn()
            if message["do"] == "sd-pick":
                self.view.focus("sd-now")
        elif self._heed is None or not self._heed(message["do"], message["arg"]):
            _call(self._on_other, message)

    def _save(self, desk: SameDiceDesk) -> None:
        try:
            name, text = desk.download()
        except RisingTutorError as error:
            desk.fault = error
        else:
            self.view.download(name, text)
            desk.told = f"{name} is downloaded."
        self._draw()

    def _drawn(self) -> None:
        self._follow()
        self._draw()

    def _follow(self) -> None:
        """Tells the page which position of the new way it should show, if another than before."""
        desk = self.desk
        assert desk is not None
        line = desk.line
        state, label = None, ""
        if line is not None and desk.shown is not None:
            state = line.taken[desk.shown - 1].step.state if desk.shown else line.start
            label = desk.game.where(state)
        if state == self._shown:
            return
        self._shown = state
        for callback in self._on_position:
            callback(state, label)

    def _draw(self) -> None:
        desk = self.desk
        if desk is None:
            self.view.draw(**dict.fromkeys(PARTS, EMPTY))
            return
        self.view.draw(
            intro=parts.intro(desk),
            choose=parts.choose(desk),
            way=parts.way(desk),
            compare=parts.compare(desk),
            keep=parts.keep(desk),
        )


def _words(player: ReplayPlayer) -> Callable[[Any, Any], str] | None:
    """The words of the board for actions, where there is one."""
    try:
        board = board_for(player.game)
    except RisingTutorError:
        return None
    seen: list[Any] = [None, None]

    def word(state: Any, action: Any) -> str:
        # All actions of a position are said one after the other.
        if seen[0] is not state:
            seen[:] = [state, player.game.view(state, None)]
        return board.word(seen[1], action)

    return word


def _call(callbacks: list[Callable[[Any], object]], value: Any) -> None:
    for callback in callbacks:
        callback(value)

"""The panel beside an open replay: another choice with the same dice, step by step, and both results side by side.

How a page uses a panel stands in `replay_panel`. When `on_change` is called, the new way was kept as a side line, and
`player.verified` holds it already. `before()` gives the lines up to the place of the new way that is shown: what "play
on from here" goes on from.
"""

from rising_tutor.errors import RisingTutorError
from rising_tutor.replay import Line
from rising_tutor.tutor.background import Background
from rising_tutor.tutor.callbacks import Guard, as_it_is
from rising_tutor.tutor.messages import Handle, Message, unhandled
from rising_tutor.tutor.replay.player import ReplayPlayer
from rising_tutor.tutor.same_dice.controller import SameDiceController
from rising_tutor.ui.replays.panel import ReplayPanel
from rising_tutor.ui.replays.same_dice import drawn as parts

PARTS = ("intro", "choose", "way", "compare", "keep")


class SameDicePanel(ReplayPanel):
    """Another way through an open replay with the chance that was recorded.

    Attributes:
        controller: what is pressed goes there; None while no replay is open that can be shown.
    """

    def __init__(self, *, guard: Guard = as_it_is, handle: Handle = unhandled) -> None:
        self.controller: SameDiceController | None = None
        self._background = Background(guard=guard)
        super().__init__(PARTS, css=("same_dice.css",), box="rt-sdbox", kind="rt-sd", guard=guard, handle=handle)

    def show(self, player: ReplayPlayer | None) -> None:
        """Show a replay; None for none."""
        self._background.stop()
        fits = player is not None and player.playable and player.verified.replay is not None
        self.controller = SameDiceController(player, self._background) if player and fits else None
        if self.controller is not None:
            self.controller.goes, self.controller.changed, self.controller.drawn = (
                self._goes,
                self._changes,
                self._drawn,
            )
        self._turned_to = None
        self.view.gone = self.controller is None
        self._draw()

    def go(self, at: int) -> None:
        """The page shows this position of the game."""
        if self.controller is not None:
            self.controller.go(at)
            self._turned_to = None
            self._draw()

    def before(self) -> tuple[Line, ...]:
        """The lines up to the place of the new way that is shown; none while a position of the game is."""
        controller = self.controller
        if controller is None or controller.line is None or controller.shown is None:
            return ()
        return tuple(
            Line(controller.game.write(one.state, one.move)) for one in controller.line.taken[: controller.shown]
        )

    def written(self) -> None:
        """Somebody else wrote into the replay; the new way stays."""
        if self.controller is not None:
            self.controller.written()
            self._draw()

    def _done(self, message: Message) -> None:
        controller = self.controller
        if controller is None:
            return
        if message.do == "sd-save":
            if controller.line is not None:
                self._save(controller)
        elif controller.handle(message):
            self._drawn()
            if message.do == "sd-pick":
                self.view.focus("sd-now")
        else:
            super()._done(message)

    def _save(self, controller: SameDiceController) -> None:
        try:
            name, text = controller.download()
        except RisingTutorError as error:
            controller.fault = error
        else:
            self.view.download(name, text)
            controller.told = f"{name} is downloaded."
        self._draw()

    def _drawn(self) -> None:
        self._follow()
        self._draw()

    def _follow(self) -> None:
        """Tells the page which position of the new way it should show, if another than before."""
        controller = self.controller
        assert controller is not None
        line = controller.line
        state, label = None, ""
        if line is not None and controller.shown is not None:
            state = line.taken[controller.shown - 1].step.state if controller.shown else line.start
            label = controller.game.where(state)
        self._turn(state, state, label)

    def _draw(self) -> None:
        controller = self.controller
        if controller is None:
            self._clear()
            return
        self.view.draw(
            intro=parts.intro(controller),
            choose=parts.choose(controller),
            way=parts.way(controller),
            compare=parts.compare(controller),
            keep=parts.keep(controller),
        )

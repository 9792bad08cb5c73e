"""The page anew in the kernel it has, for tests in a browser: each opening costs seconds of work, this a tenth of them.

The kernels of the server of the tests run `prepare` before the notebook of the app. The page is then shown by the same
code in a box, beside a widget that listens: `rtAnew("close")` in the browser ends the page with all it computes and
holds, `rtAnew("open")` shows a new one. What is stored, on disk and in the browser, is not touched. `rtSettled()` is
over when the kernel has done all that it was asked for before: messages come in order, there and back.

Every new game there has the same dice and decks, and every page the same exercises and questions: what a test sees in
one run it sees in the next.
"""

import gc
from functools import partialmethod
from random import Random

import anywidget
import ipywidgets
from IPython.display import display

from rising_tutor.store.games import OpenGame, Store
from rising_tutor.tutor import units
from rising_tutor.tutor.background import Background
from rising_tutor.tutor.odds import controller, draws, trials, turn
from rising_tutor.ui.frame import page
from rising_tutor.ui.learn import page as learn

SEED = "the game of the tests"
ASK_BY_CHANCE = (units, controller, draws, trials, turn, learn)


class Repeated:
    """Stands for `secrets` where exercises and questions are chosen: begins anew with each page."""

    def __init__(self) -> None:
        self.begin()

    def begin(self) -> None:
        """Give again what was given first."""
        self._rng = Random(SEED)

    def token_hex(self, n: int) -> str:
        """So many bytes as text."""
        return self._rng.randbytes(n).hex()

    def randbelow(self, n: int) -> int:
        """A number from 0 to n - 1."""
        return self._rng.randrange(n)


REPEATED = Repeated()


class Anew(anywidget.AnyWidget):
    """Ends the page and shows a new one, on the word of the browser."""

    _esm = """
    function initialize({ model }) {
      const asked = [];
      const frame = () => new Promise(requestAnimationFrame);
      model.on("msg:custom", () => asked.shift()?.());
      globalThis.rtAnew = (what) => model.send({ anew: what });
      globalThis.rtSettled = () => new Promise((done, fail) => {
        asked.push(done);
        setTimeout(() => fail(new Error("the kernel did not answer in 30 s")), 30000);
        rtAnew("ask");
      }).then(frame).then(frame);
    }
    export default { initialize, render() {} };
    """

    def __init__(self) -> None:
        others = set(ipywidgets.Widget.widgets)
        super().__init__(layout={"display": "none"})
        # The box takes no part in the layout: the page lies in the document as it does without it.
        self.box = ipywidgets.VBox([self], layout={"display": "contents"})
        self._ours = set(ipywidgets.Widget.widgets) - others
        self.on_msg(self._take)

    def put(self, root: ipywidgets.Widget) -> None:
        """Show a page."""
        self.box.children = (root, self)

    def end(self) -> None:
        """End the page, its work and its hold on a game, as the end of its kernel would."""
        for one in gc.get_objects():
            if isinstance(one, Background):
                one.stop()
            elif isinstance(one, OpenGame):
                one.close()
        self.box.children = (self,)
        for key, widget in list(ipywidgets.Widget.widgets.items()):
            if key not in self._ours:
                widget.close()

    def _take(self, _widget: object, content: dict[str, str], _buffers: object) -> None:
        match content.get("anew"):
            case "close":
                self.end()
            case "open":
                REPEATED.begin()
                page.show()
            case "ask":
                self.send({"answer": 1})


def prepare() -> None:
    """Let the page of this kernel be shown anew, from its first showing on, and its games be the same."""
    Store.begin = partialmethod(Store.begin, seed=SEED)
    for module in ASK_BY_CHANCE:
        module.secrets = REPEATED

    def show_first(root: ipywidgets.Widget) -> None:
        anew = Anew()
        # The first page belongs to those that end: it was made before.
        anew.put(root)
        display(anew.box)
        page.display = anew.put

    page.display = show_first

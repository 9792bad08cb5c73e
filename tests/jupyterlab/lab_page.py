"""What tests do with a page of JupyterLab: open a notebook, run it, wait until its widgets are calm, read it."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.testkit.browsing import DESK
from tests.testkit.kernels import emptied

#: With `empty`, code that empties a kernel, the notebook gets the kernel that notebooks share; else one of its own.
OPEN = """async ([path, empty]) => {
  const { commands, shell, serviceManager } = jupyterapp;
  if (empty) {
    // This connection leaves comms, and with them widgets, to the one of the notebook.
    globalThis.rtShared ??= await serviceManager.kernels.startNew({ name: "python3" }, { handleComms: false });
    const { content } = await rtShared.requestExecute({ code: empty, store_history: false }).done;
    if (content.status !== "ok") throw new Error(JSON.stringify(content));
  }
  const kernel = empty ? { id: rtShared.id } : undefined;
  const panel = await commands.execute("docmanager:open", { path, factory: "Notebook", kernel });
  await panel.context.ready;
  await panel.sessionContext.ready;
  await panel.revealed;
  shell.activateById(panel.id);
  await panel.sessionContext.session.kernel.info;
  const { id } = panel.sessionContext.session.kernel;
  if (!empty) (globalThis.rtOwn ??= []).push(id);
  else if (id !== rtShared.id) throw new Error("a kernel of its own");
}"""
RUN = """async () => {
  await jupyterapp.commands.execute("notebook:run-all-cells");
}"""
RUN_CELL = """async (at) => {
  jupyterapp.shell.currentWidget.content.activeCellIndex = at;
  await jupyterapp.commands.execute("notebook:run-cell");
}"""
OUTPUTS = """() => jupyterapp.shell.currentWidget.content.widgets.filter((cell) => cell.model.type === "code")
  .map((cell) => cell.model.outputs.toJSON())"""
SOURCES = "() => jupyterapp.shell.currentWidget.content.widgets.map((cell) => cell.model.sharedModel.getSource())"
DISPOSE = """async () => {
  for (const panel of [...jupyterapp.shell.widgets("main")]) {
    if (panel.context?.path) { panel.context.model.dirty = false; panel.dispose(); }
  }
}"""
#: Ends the kernels that notebooks had of their own; with `shared` also the one that they share. Sessions go with them.
END_KERNELS = """async (shared) => {
  const { kernels, sessions } = jupyterapp.serviceManager;
  const ids = globalThis.rtOwn ?? [];
  if (shared && globalThis.rtShared) ids.push(rtShared.id);
  for (const id of ids) await kernels.shutdown(id);
  if (shared) globalThis.rtShared = undefined;
  globalThis.rtOwn = [];
  await sessions.refreshRunning();
}"""
#: The width of the first widget, once it stands still.
WIDTH = """async () => {
  const width = () => document.querySelector(".rt-cell").getBoundingClientRect().width;
  for (let before = NaN, calm = 0; calm < 3; ) {
    await new Promise(requestAnimationFrame);
    calm = width() === before ? calm + 1 : 0;
    before = width();
  }
  return width();
}"""
SCROLL = """async (at) => {
  const notebook = jupyterapp.shell.currentWidget.content;
  await notebook.scrollToItem(at, "start");
  await new Promise((done) => setTimeout(done, 50));
}"""


#: Answers after how many milliseconds the widget of a cell stands in the page.
STANDS = """async ([at, selector]) => {
  const notebook = jupyterapp.shell.currentWidget.content;
  notebook.activeCellIndex = at;
  const began = performance.now();
  jupyterapp.commands.execute("notebook:run-cell");
  const area = notebook.widgets[at].node;
  while (![...area.querySelectorAll(selector)].some((one) => one.checkVisibility())) {
    if (performance.now() - began > 60000) throw new Error("no widget in 60 s");
    await new Promise(requestAnimationFrame);
  }
  return performance.now() - began;
}"""


@dataclass(frozen=True)
class Notebook:
    """A notebook that is open."""

    page: Any

    def run(self) -> None:
        """Run all cells, from the first to the last, and wait until what they show is calm."""
        self.page.evaluate(RUN)
        self.settle()

    def run_cell(self, cell: int) -> None:
        """Run one cell, counted from 0, and wait until what it shows is calm."""
        self.page.evaluate(RUN_CELL, cell)
        self.settle()

    def stands_after(self, cell: int, selector: str = ".rt-cell .rt-btn") -> float:
        """Run one cell, and measure how many seconds it takes until something of its widget is seen."""
        return float(self.page.evaluate(STANDS, [cell, selector])) / 1000

    def settle(self) -> None:
        """Wait until the kernel has answered all that was sent to it, and that is drawn."""
        self.page.evaluate("rtSettled()")

    def outputs(self) -> list[list[dict[str, Any]]]:
        """The outputs of each code cell, as a file has them."""
        return list(self.page.evaluate(OUTPUTS))

    def errors(self) -> list[str]:
        """What cells ended with instead of a result."""
        said = []
        for outputs in self.outputs():
            for one in outputs:
                if one["output_type"] == "error":
                    said.append(f"{one['ename']}: {one['evalue']}")
                if one.get("name") == "stderr":
                    said.append("".join(one["text"]))
        return said

    def show(self, cell: int) -> None:
        """Scroll to a cell, counted from 0."""
        self.page.evaluate(SCROLL, cell)
        self.settle()

    def cells(self) -> list[str]:
        """The sources of all cells."""
        return list(self.page.evaluate(SOURCES))

    def show_all(self) -> None:
        """Scroll through the notebook: JupyterLab draws only what is in sight."""
        for cell in range(self.page.evaluate("jupyterapp.shell.currentWidget.content.widgets.length")):
            self.show(cell)

    def save(self) -> None:
        """Save the notebook with its outputs."""
        self.page.evaluate("jupyterapp.commands.execute('docmanager:save')")


def make_wide(page: Any, width: int) -> None:
    """Make the window as wide as lets a widget in a cell have this width."""
    for _ in range(10):
        missing = width - page.evaluate(WIDTH)
        if not missing:
            return
        size = page.viewport_size
        page.set_viewport_size({**size, "width": round(size["width"] + missing)})
    raise AssertionError(f"no window lets a widget be {width} px wide, {missing} px are missing")


class LabPage:
    """The page of JupyterLab that tests share."""

    def __init__(self, page: Any, seen: list[str], entry: str, folder: Path, data: Path) -> None:
        self.page = page
        self._seen = seen
        self._entry = entry
        self._folder = folder
        self._data = data

    def begin(self) -> None:
        """Have the page empty, and deaf to what came before."""
        if self.page.url == "about:blank":
            self.page.goto(self._entry, wait_until="commit")
            self.page.wait_for_function("globalThis.jupyterapp?.restored.then(() => true)", timeout=60_000)
        self._seen.clear()

    def open(self, path: str, *, own_kernel: bool = False) -> Notebook:
        """Open a notebook of the server's folder with a kernel that is ready: the shared one, emptied, or its own."""
        empty = "" if own_kernel else emptied((self._folder / path).parent, self._data)
        self.page.evaluate(OPEN, [path, empty])
        return Notebook(self.page)

    def width(self, cells: int) -> None:
        """Make the window as wide as lets a widget in a cell have this width."""
        make_wide(self.page, cells)

    def dark(self, dark: bool) -> None:
        """Switch the theme."""
        name = "JupyterLab Dark" if dark else "JupyterLab Light"
        self.page.evaluate("theme => jupyterapp.commands.execute('apputils:change-theme', { theme })", name)
        self.page.locator(f"body[data-jp-theme-light={str(not dark).lower()}]").wait_for(state="attached")

    def close(self) -> None:
        """Close what is open and end every kernel."""
        self.page.evaluate(DISPOSE)
        self.page.evaluate(END_KERNELS, True)

    def shows(self) -> str:
        """What is to be read in the page, for the report of a test that failed."""
        return str(self.page.locator("body").inner_text())[:3000]

    def end(self) -> list[str]:
        """Close all, end every kernel but the shared one, and return what the page did wrong."""
        seen = list(self._seen)
        self.page.evaluate(DISPOSE)
        self.page.evaluate(END_KERNELS, False)
        self.page.set_viewport_size(DESK)
        self.dark(False)
        return seen

// What a widget in a cell needs of the page around it, see cell.py and styles.py.

// In JupyterLab keys are commands to the notebook (D twice deletes the cell) unless the element with the focus itself, not
// one around it, says that it takes them. It is told so just before: a redrawn element has lost it. Keys with Ctrl, Alt or
// Meta stay JupyterLab's: saving works from anywhere.
function takeKeys(event) {
  const at = event.target;
  if (!at.closest?.(".rt-cell")) return;
  at.toggleAttribute("data-lm-suppress-shortcuts", !(event.ctrlKey || event.metaKey || event.altKey));
}

const WHY = {
  ended: "The kernel behind this cell has ended",
  server: "The server of this notebook does not answer",
  silent: "The kernel behind this cell has not answered for a while",
  busy: "The kernel is busy: this cell answers as soon as it is free.",
};

// The button of the notebook that runs its active cell; a press inside a cell makes that one active.
const runButton = (root) => root.closest(".jp-NotebookPanel")
  ?.querySelector(".jp-NotebookPanel-toolbar [data-command='notebook:run-cell-and-select-next']");

function runAgain(root) {
  const cell = root.closest(".jp-Cell");
  const run = runButton(root);
  const press = (on, ...names) => { for (const name of names) on?.dispatchEvent(new MouseEvent(name, { bubbles: true, cancelable: true, button: 0 })); };
  const go = (more) => {
    if (!cell.classList.contains("jp-mod-active")) press(cell.querySelector(".jp-InputPrompt"), "mousedown", "mouseup");
    press(run, "mousedown", "mouseup", "click");
    // The notebook may not know yet that its kernel has ended: it then runs nothing, and leaves the cell empty.
    setTimeout(() => {
      const idle = cell.isConnected && !cell.querySelector(".jp-OutputArea-child") && /^\[\s*\]/.test(cell.querySelector(".jp-InputPrompt")?.textContent ?? "");
      if (idle && more && !document.querySelector(".jp-Dialog")) go(more - 1);
    }, 2500);
  };
  go(6);
}

// What is to be done, in words, and the button that does it where the page has one.
function wayOn(root) {
  const purpose = root.classList.contains("rt-cell--kept") ? "go on where you were" : "use it";
  if (document.body.dataset.voila) return [`reload the page to ${purpose}.`, "Reload the page", () => location.reload()];
  const cells = [...root.closest(".jp-Notebook")?.querySelectorAll(".jp-CodeCell") ?? []];
  const first = cells.findIndex((cell) => cell.contains(root)) > 0 ? ", after those above that it needs," : "";
  const words = `run the cell again${first} to ${purpose}.`;
  return runButton(root) ? [words, "Run this cell again", () => runAgain(root)] : [words];
}

function say(root, state) {
  const lost = state === "ended" || state === "server";
  setLost(root, lost);
  if (state === "here" || (state === "busy" && !root.rtPressed)) { root.rtPressed = false; showNotice(root, ""); return; }
  if (state === "busy") { showNotice(root, WHY.busy); return; }
  const [words, ...button] = wayOn(root);
  showNotice(root, `${WHY[state]}: ${words}`, ...button);
}

// Of each kernel: the elements that its widgets are in, and how it is. A view and its model have no other way to each other.
const kernels = (globalThis.rtKernels ??= new Map());
const kernelOf = (model) => {
  const key = model.get("beat");
  if (!kernels.has(key)) kernels.set(key, { views: new Set(), state: "here" });
  return kernels.get(key);
};

function initialize({ model }) {
  // One for all cells, and before JupyterLab, which listens at the document.
  if (!globalThis.rtTakesKeys) {
    globalThis.rtTakesKeys = true;
    addEventListener("keydown", takeKeys, true);
  }
  const kernel = kernelOf(model);
  const tell = (state) => {
    kernel.state = state;
    for (const view of kernel.views) {
      const root = view.closest(".rt-app");
      if (root) say(root, state);
    }
  };
  const stop = watchKernel(model, tell, { awake: () => kernel.views.size > 0 });
  return () => { stop(); kernels.delete(model.get("beat")); };
}

function render({ model, el: view }) {
  const kernel = kernelOf(model);
  const pressed = (event) => { const root = view.closest(".rt-app"); if (root?.contains(event.target)) root.rtPressed = true; };
  kernel.views.add(view);
  addEventListener("pointerdown", pressed, true);
  addEventListener("keydown", pressed, true);
  return () => {
    kernel.views.delete(view);
    removeEventListener("pointerdown", pressed, true);
    removeEventListener("keydown", pressed, true);
  };
}

export default { initialize, render };

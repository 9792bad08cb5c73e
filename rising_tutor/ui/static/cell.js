// What a widget in a cell needs of the page around it, see cell.py.

// In JupyterLab keys are commands to the notebook (D twice deletes the cell) unless the element with the focus itself, not
// one around it, says that it takes them. It is told so just before: a redrawn element has lost it. Keys with Ctrl, Alt or
// Meta stay JupyterLab's: saving works from anywhere.
function takeKeys(event) {
  const at = event.target;
  if (!at.closest?.(".rt-cell")) return;
  at.toggleAttribute("data-lm-suppress-shortcuts", !(event.ctrlKey || event.metaKey || event.altKey));
}

function initialize() {
  // One for all cells, and before JupyterLab, which listens at the document.
  if (globalThis.rtTakesKeys) return;
  globalThis.rtTakesKeys = true;
  addEventListener("keydown", takeKeys, true);
}

export default { initialize, render() {} };

// Introduces the browser that shows a cell, see visitor.py. Not as a trait: those are sent to every browser of the kernel.
function render({ model, el }) {
  el.style.display = "none";
  model.send({ hello: secret() });
}

export default { render };

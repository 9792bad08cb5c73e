// The file picker, see file_picker.py. The size is looked at before a byte is read.

function render({ model, el: root }) {
  root.dataset.lmSuppressShortcuts = "true"; // as in view.js
  const make = (tag, cls, text) => {
    const node = document.createElement(tag);
    if (cls) node.className = cls;
    if (text) node.textContent = text;
    return node;
  };
  const box = make("div", "rt-empty rt-picker");
  const input = make("input", "rt-sr");
  input.type = "file";
  input.accept = model.get("accept");
  input.multiple = model.get("multiple");
  input.tabIndex = -1;
  input.setAttribute("aria-hidden", "true");
  const button = make("button", "rt-btn rt-btn--main", model.get("label"));
  button.type = "button";
  const line = make("p", "rt-picker__line");
  line.setAttribute("role", "alert");
  box.append(make("h3", "", model.get("title")), make("p", "", model.get("help")), button, input, line);
  root.append(box);

  const say = (text) => { line.textContent = text; box.classList.toggle("is-refused", Boolean(text)); };
  const take = async (file) => {
    if (file.size > model.get("limit")) {
      say(`${file.name.slice(0, 80)}: ${model.get("too_big").replace("{}", String(file.size))}`);
      return;
    }
    try {
      const bytes = await file.arrayBuffer();
      model.send({ file: file.name.slice(0, 200) }, undefined, [new DataView(bytes)]);
    } catch { say(`${file.name.slice(0, 80)} could not be read.`); }
  };
  const several = async (files) => { if (files.length) say(""); for (const file of model.get("multiple") ? files : files.slice(0, 1)) await take(file); };
  button.addEventListener("click", () => input.click());
  input.addEventListener("change", () => { several([...input.files]); input.value = ""; });
  box.addEventListener("dragover", (event) => { event.preventDefault(); box.classList.add("is-over"); });
  box.addEventListener("dragleave", () => box.classList.remove("is-over"));
  box.addEventListener("drop", (event) => { event.preventDefault(); box.classList.remove("is-over"); several([...event.dataTransfer.files]); });
  const said = (message) => { if (message && typeof message.say === "string") say(message.say); };
  model.on("msg:custom", said);
  return () => model.off("msg:custom", said);
}

export default { render };

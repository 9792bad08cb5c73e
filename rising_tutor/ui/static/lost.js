// Stands before the scripts that say that the kernel is gone, see assets.py.

const CONTROLS = "button, input, select, textarea, a[href^='#'], [data-do], [data-item]";
const PRESSES = ["click", "dblclick", "submit", "change", "input", "beforeinput", "keydown", "drop"];
const OF_A_READER = /^(Tab|Page(Up|Down)|Home|End|Arrow(Up|Down)|Shift|Control|Meta|Alt|c|a)$/;

function refuse(event) {
  if (event.target.closest?.(".rt-lost")) return;
  // Texts can still be read and copied.
  const typing = event.target.matches?.("input, textarea, select");
  if (event.type === "keydown" && OF_A_READER.test(event.key) && (!typing || event.key === "Tab" || event.ctrlKey || event.metaKey)) return;
  if (!event.target.closest?.(CONTROLS) && event.type !== "keydown") return;
  event.preventDefault();
  event.stopImmediatePropagation();
}

// Take the life out of everything inside an element, or give it back. What a control shows is again what the kernel has
// confirmed; those that show more listen to the event `rt-lost`.
function setLost(root, lost) {
  if (root.hasAttribute("data-lost") === lost) return;
  root.toggleAttribute("data-lost", lost);
  for (const name of PRESSES) root[lost ? "addEventListener" : "removeEventListener"](name, refuse, true);
  if (lost) {
    dispatchEvent(new CustomEvent("rt-lost", { detail: root }));
    for (const one of root.querySelectorAll(CONTROLS)) {
      if (one.closest(".rt-lost") || one.getAttribute("aria-disabled") === "true") continue;
      one.setAttribute("aria-disabled", "true");
      one.dataset.lostHere = "";
      if (one.matches("input[type=checkbox], input[type=radio]")) one.checked = one.hasAttribute("checked");
      else if (one.matches("input[type=range], input[type=number]") && one.hasAttribute("value")) one.value = one.getAttribute("value");
      else if (one.matches("select") && one.querySelector("option[selected]")) one.value = one.querySelector("option[selected]").value;
    }
  } else {
    for (const one of root.querySelectorAll("[data-lost-here]")) { one.removeAttribute("aria-disabled"); delete one.dataset.lostHere; }
  }
}

// Say a sentence at the top of an element, with a button if there is something to press; without a sentence take it away.
function showNotice(root, text, label = "", go = null) {
  let box = root.querySelector(":scope > .rt-lost");
  if (!text) { box?.remove(); return; }
  if (!box) {
    box = el("div", { class: "rt-lost rt-lost--inside", role: "alert" }, el("span"));
    // The last child, and shown first by its style: the places of the others are counted.
    root.append(box);
  }
  const said = box.firstChild;
  if (said.textContent !== text) said.textContent = text;
  if (box.querySelector("button")?.textContent === label) return;
  box.querySelector("button")?.remove();
  if (label) box.append(el("button", { class: "rt-btn", type: "button", onclick: go }, label));
}

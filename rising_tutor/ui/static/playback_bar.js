// The playback bar, see playback_bar.py. What it says is what the table shows: it moves when the kernel has answered. Only
// the handle follows a hand that drags it at once. The table follows as fast as it can, and places that were passed over in
// the meantime are never asked for.

const SVG = "http://www.w3.org/2000/svg";
const PATHS = {
  first: "M6 5v14M18 5l-9 7 9 7z", back: "M15 5l-7 7 7 7", play: "M8 5l11 7-11 7z", pause: "M8 5v14M16 5v14", next: "M9 5l7 7-7 7", last: "M18 5v14M6 5l9 7-9 7z",
};
const UNIT_NAMES = { die: "Die", card: "Card", action: "Action", phase: "Phase", turn: "Turn" };
const GRAPH = { lucky: "up", unlucky: "dn", mistake: "q", blunder: "q2" };
const SPEEDS = [["slow", 2000], ["normal", 1000], ["fast", 350]];

function icon(name) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("d", PATHS[name]);
  path.setAttribute("fill", ["play", "first", "last"].includes(name) ? "currentColor" : "none");
  path.setAttribute("stroke", "currentColor");
  path.setAttribute("stroke-width", name === "pause" ? "4" : "2");
  path.setAttribute("stroke-linecap", "round");
  path.setAttribute("stroke-linejoin", "round");
  svg.append(path);
  return svg;
}

function render({ model, el: root }) {
  root.dataset.lmSuppressShortcuts = "true"; // as in view.js
  let at = model.get("at"); // where the person wants to go
  let shown = at; // where the table stands
  let dragged = false; // the handle is where the hand is
  let flying = false; // a place was asked for and has not come
  let ask = 0; // counts what was asked for: an answer to an earlier one may come when this place is asked for again
  let sent = 0;
  let news = ""; // what is said of a place once the table shows it
  let timer = 0;
  let unit = "action";

  const range = el("input", { class: "rt-range", type: "range", min: "0", step: "1", "aria-label": "Position in the game" });
  const marks = el("div", { class: "rt-marks", "aria-hidden": "true" });
  const words = el("span", { class: "rt-bar__pos" });
  const spoken = el("span", { class: "rt-sr", role: "status" });
  const button = (name, label, act, more = "") => el("button", { class: `rt-btn rt-btn--icon ${more}`, type: "button", "aria-label": label, "data-bar": name, onclick: act }, icon(name));
  const play = button("play", "play", () => toggle(), "rt-btn--main");
  const buttons = [
    button("first", "to the start", () => user(0)), button("back", "one step back", () => stepBy(-1)), play,
    button("next", "one step on", () => stepBy(1)), button("last", "to the end", () => user(n())),
  ];
  const seg = el("div", { class: "rt-seg", role: "group", "aria-label": "Step by" });
  const speed = el("select", { class: "rt-bar__speed", "aria-label": "Speed" }, ...SPEEDS.map(([name, ms]) => el("option", { value: ms, selected: name === "normal" }, name)));
  const keys = el("p", { class: "rt-bar__keys rt-xs rt-muted" });
  root.append(el("section", { class: "rt-bar", "aria-label": "Replay" }, marks, range,
    el("div", { class: "rt-bar__row" }, el("div", { class: "rt-row rt-bar__buttons" }, ...buttons), seg, speed, keys, words), spoken));

  const n = () => model.get("n");
  const stops = (name) => model.get("stops")[name] || null; // null: every position
  const label = (place) => {
    let found = "";
    for (const [begin, text] of model.get("labels")) { if (begin > place) break; found = text; }
    return found;
  };

  function nextStop(name, ways) {
    const all = stops(name);
    if (!all) return Math.min(Math.max(at + ways, 0), n());
    if (ways > 0) return all.find((place) => place > at) ?? n();
    return all.findLast((place) => place < at) ?? 0;
  }

  function draw() {
    const last = n();
    const handle = dragged ? at : shown;
    range.max = String(last);
    range.value = String(handle);
    range.style.setProperty("--p", `${last ? (100 * handle) / last : 0}%`);
    const where = label(shown);
    const actions = stops("action");
    const count = actions ? `action ${actions.filter((place) => place && place <= shown).length} of ${actions.length - 1}` : `action ${shown} of ${last}`;
    range.setAttribute("aria-valuetext", `${where}, ${count}`);
    words.textContent = [where, count].filter(Boolean).join(" · ");
    const [first, back, , next, end] = buttons;
    for (const one of [first, back]) one.setAttribute("aria-disabled", String(shown <= 0));
    for (const one of [next, end]) one.setAttribute("aria-disabled", String(shown >= last));
  }

  function go(place) {
    at = Math.min(Math.max(place, 0), n());
    draw();
    fly();
  }
  function fly() {
    if ((flying && Date.now() - sent < 5000) || at === shown) return;
    flying = true;
    sent = Date.now();
    try { model.send({ go: at, game: model.get("game"), ask: (ask += 1) }); } catch { flying = false; }
  }
  function user(place, byHand = false) { stop(); dragged = byHand; go(place); }
  function stepBy(ways) { user(nextStop(unit, ways)); }

  const tick = () => {
    if (flying && Date.now() - sent < 5000) { timer = setTimeout(tick, 60); return; }
    // What is being shown step by step comes to its end first.
    if (document.querySelector(".rt-replayopen .is-beating")) { timer = setTimeout(tick, 200); return; }
    if (at >= n()) { stop(); return; }
    go(nextStop(unit, 1));
    timer = setTimeout(tick, Number(speed.value));
  };
  function stop() {
    if (!timer) return;
    clearTimeout(timer);
    timer = 0;
    dress();
  }
  function dress() {
    play.setAttribute("aria-label", timer ? "pause" : "play");
    play.replaceChildren(icon(timer ? "pause" : "play"));
    spoken.textContent = timer ? "playing" : `paused at ${label(shown)}`;
  }
  function toggle() {
    if (timer) { stop(); return; }
    if (at >= n()) go(0);
    timer = setTimeout(tick, 200);
    dress();
  }
  function nextMark(ways) {
    const kind = model.get("jump");
    const all = kind === "note" ? model.get("marks").filter(([, judged]) => !GRAPH[judged]).map(([place, , said]) => [place, said]) : model.get("jumps");
    const found = ways > 0 ? all.find(([place]) => place > at) : all.findLast(([place]) => place < at);
    if (found) { news = found[1]; user(found[0]); if (at === shown) settle(); } else spoken.textContent = ways > 0 ? `no further ${kind}` : `no ${kind} before this`;
  }

  function drawMarks() {
    const last = n() || 1;
    marks.replaceChildren(...model.get("marks").map(([place, judged]) => {
      const kind = GRAPH[judged] || { "!": "up", "!!": "up", "?": "q", "?!": "q", "??": "q2" }[judged] || "note";
      const mark = el("i", { class: `m-${kind}` });
      mark.style.left = `${(100 * place) / last}%`;
      return mark;
    }));
    const kind = model.get("jump");
    keys.textContent = `Space plays, arrows step, with Shift by turn. M: next ${kind}, Shift+M: the one before.`;
  }

  function drawGame() {
    stop();
    shown = model.get("at");
    settle();
    flying = false;
    const units = model.get("units");
    if (!units.includes(unit)) unit = "action";
    seg.replaceChildren(...units.map((name) => el("button", {
      type: "button", "aria-pressed": String(name === unit), "data-unit": name,
      onclick: () => { unit = name; for (const one of seg.children) one.setAttribute("aria-pressed", String(one.dataset.unit === unit)); },
    }, UNIT_NAMES[name] || name)));
    drawMarks();
    draw();
  }
  function arrived() {
    shown = model.get("at");
    if (!flying) settle();
    draw();
  }
  function answered(message) {
    if (!message || message.ask !== ask) return;
    flying = false;
    shown = message.shown;
    if (at === message.asked) settle(); // also where it could not be shown
    draw();
    if (at !== shown) fly();
  }
  function settle() {
    at = shown;
    dragged = false;
    if (news) spoken.textContent = news;
    news = "";
  }
  // The kernel is gone, and with it what was asked for.
  function lost({ detail }) {
    if (!detail.contains(root)) return;
    stop();
    flying = false;
    news = "";
    settle();
    draw();
  }

  range.addEventListener("input", () => user(Number(range.value), true));
  const onkey = (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || !root.getClientRects().length) return;
    const from = event.target;
    const typing = from !== range && from.closest("input, select, textarea, [contenteditable]");
    if (typing) return;
    // Inside the table the arrows go from card to card; a focused control keeps its Space.
    if (from.closest("[data-rove], [role=grid], .rt-plot__table") && event.key !== " ") return;
    const act = {
      " ": () => toggle(),
      ArrowRight: () => user(nextStop(event.shiftKey ? "turn" : unit, 1)),
      ArrowLeft: () => user(nextStop(event.shiftKey ? "turn" : unit, -1)),
      ArrowUp: from === range ? () => stepBy(1) : null,
      ArrowDown: from === range ? () => stepBy(-1) : null,
      PageUp: from === range ? () => user(nextStop("turn", 1)) : null,
      PageDown: from === range ? () => user(nextStop("turn", -1)) : null,
      Home: () => user(0), End: () => user(n()), m: () => nextMark(event.shiftKey ? -1 : 1), M: () => nextMark(event.shiftKey ? -1 : 1),
    }[event.key];
    if (!act || (event.key === " " && from.closest("button, a, summary, [role=button], [data-do]"))) return;
    event.preventDefault();
    act();
  };

  document.addEventListener("keydown", onkey);
  model.on("change:game", drawGame);
  model.on("change:at", arrived);
  model.on("change:marks change:jump", drawMarks);
  model.on("msg:custom", answered);
  addEventListener("rt-lost", lost);
  drawGame();
  return () => {
    clearTimeout(timer);
    document.removeEventListener("keydown", onkey);
    removeEventListener("rt-lost", lost);
    model.off("change:game", drawGame);
    model.off("change:at", arrived);
    model.off("change:marks change:jump", drawMarks);
    model.off("msg:custom", answered);
  };
}

export default { render };

// The browser's half of `HtmlView`, see view.py.
// What lies in a closed fold has a place of its own in some browsers, but cannot be seen or pressed.
const VISIBLE = (el) => el.getClientRects().length > 0 && (el.checkVisibility?.() ?? true);
// So much of an address is told.
const HASH = 2000;
// What stays at the lower edge while the page scrolls.
const LOWER = ".rt-dock, .rt-ways, .rt-barbox";
const FRAME = /\brt-(cell)?frame\b/;
const $$ = (root, q) => [...root.querySelectorAll(q)];

// Change `old` into `now` and keep every node that can stay.
function morph(old, now) {
  if (old.nodeType !== now.nodeType || old.nodeName !== now.nodeName || old.dataset?.key !== now.dataset?.key) {
    old.replaceWith(now);
    return;
  }
  if (old.nodeType !== 1) { if (old.nodeValue !== now.nodeValue) old.nodeValue = now.nodeValue; return; }
  if (old.nodeName === "DETAILS") {
    // A fold follows Python only when Python changed its mind; else it stays as the person left it.
    const want = now.hasAttribute("open");
    if (old.rtWant !== undefined && old.rtWant === want) now.toggleAttribute("open", old.open);
    old.rtWant = want;
  }
  for (const { name } of [...old.attributes]) {
    if (!now.hasAttribute(name) && !(name === "tabindex" && now.hasAttribute("data-item"))) old.removeAttribute(name);
  }
  for (const { name, value } of now.attributes) {
    if (name === "tabindex" && old.hasAttribute("data-item")) continue;
    if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  }
  if (old.nodeName === "INPUT" && old !== document.activeElement) {
    old.value = now.getAttribute("value") ?? "";
    old.checked = now.hasAttribute("checked");
  }
  const keyed = new Map($$(old, ":scope > [data-key]").map((el) => [el.dataset.key, el]));
  const want = [...now.childNodes];
  let at = old.firstChild;
  for (const next of want) {
    const key = next.dataset?.key;
    const found = key === undefined ? null : keyed.get(key);
    if (found && found !== at) old.insertBefore(found, at);
    const here = found ?? at;
    const fits = here && here.nodeName === next.nodeName && here.dataset?.key === key;
    if (fits) { at = here.nextSibling; morph(here, next); } else { old.insertBefore(next, at); }
  }
  while (at) { const after = at.nextSibling; at.remove(); at = after; }
  if (old.nodeName === "SELECT" && old !== document.activeElement) {
    // What a person chose stays chosen in the browser's eyes, whatever the attributes say.
    const at = [...old.options].findIndex((option) => option.hasAttribute("selected"));
    if (at >= 0) old.selectedIndex = at;
  }
}

function parse(html) {
  const box = document.createElement("template");
  box.innerHTML = html;
  return box.content;
}

// One tab stop a group ---------------------------------------------------------
function items(group) {
  return $$(group, "[data-item]").filter((el) => VISIBLE(el) && el.closest("[data-rove]") === group);
}
function rove(root) {
  for (const group of $$(root, "[data-rove]")) {
    const all = $$(group, "[data-item]").filter((el) => el.closest("[data-rove]") === group);
    if (!all.length) continue;
    const now = all.find((el) => el === document.activeElement)
      ?? all.find((el) => el.dataset.key && el.dataset.key === group.rtAt && VISIBLE(el))
      ?? all.find((el) => el.hasAttribute("data-first") && VISIBLE(el)) ?? all.find(VISIBLE) ?? all[0];
    for (const el of all) el.tabIndex = el === now ? 0 : -1;
  }
}
function step(group, from, key) {
  const all = items(group);
  const at = all.indexOf(from);
  if (key === "Home") return all[0];
  if (key === "End") return all.at(-1);
  if (group.matches("[role=tree]")) {
    const level = (el) => Number(el.getAttribute("aria-level"));
    if (key === "ArrowLeft") return all.slice(0, at).reverse().find((el) => level(el) < level(from));
    if (key === "ArrowRight") return all[at + 1] && level(all[at + 1]) > level(from) ? all[at + 1] : undefined;
  }
  const rows = $$(group, "[role=row]").map((row) => all.filter((el) => row.contains(el))).filter((row) => row.length);
  const row = rows.findIndex((cells) => cells.includes(from));
  if (row < 0) return all[at + (key === "ArrowRight" || key === "ArrowDown" ? 1 : -1)];
  if (key === "ArrowRight") return rows[row][rows[row].indexOf(from) + 1];
  if (key === "ArrowLeft") return rows[row][rows[row].indexOf(from) - 1];
  const next = rows[row + (key === "ArrowDown" ? 1 : -1)];
  if (!next) return undefined;
  const mid = (el) => { const box = el.getBoundingClientRect(); return box.left + box.width / 2; };
  return next.reduce((best, el) => (Math.abs(mid(el) - mid(from)) < Math.abs(mid(best) - mid(from)) ? el : best));
}

function render({ model, el }) {
  const root = document.createElement("div");
  root.className = model.get("kind");
  root.dataset.view = "";
  const column = document.createElement("div");
  column.className = "rt-column";
  for (const name of model.get("names")) {
    const part = document.createElement("div");
    part.dataset.part = name;
    part.className = `rt-part rt-part--${name}`;
    const inside = model.get("column").includes(name);
    if (inside && !column.parentNode) root.append(column);
    (inside ? column : root).append(part);
  }
  el.append(root);
  const shown = {};
  // On a stage alone: `beats.js` stands before this.
  const beats = typeof beatPlayer === "function" ? beatPlayer(root) : null;
  const hide = () => root.classList.toggle("rt-gone", model.get("gone"));
  hide();

  const at = () => Number(root.querySelector("[data-at]")?.dataset.at ?? -1);
  const post = (content) => { try { model.send(content); } catch { /* the page is left, or the kernel gone: the session says so */ } };
  const send = (message) => post({ at: at(), ...message });

  // What had the focus and is gone. Where a picture has no place for it, as while a program chooses, a later one may.
  let lost = null;
  const draw = (parts, settled = false) => {
    const active = root.contains(document.activeElement) ? document.activeElement : null;
    const held = active && { key: active.dataset.key, group: active.closest("[data-rove]")?.dataset.key };
    for (const [name, html] of Object.entries(parts)) {
      const part = root.querySelector(`[data-part="${CSS.escape(name)}"]`);
      if (!part || shown[name] === html) continue;
      shown[name] = html;
      const now = part.cloneNode(false);
      now.append(parse(html));
      morph(part, now);
      for (const fold of $$(part, "details")) fold.rtWant ??= fold.open;
    }
    beats?.sync(settled);
    watch();
    rove(root);
    if (held && !root.contains(document.activeElement)) lost = held;
    // Whoever has gone elsewhere meanwhile stays there.
    if (document.activeElement && document.activeElement !== document.body) lost = null;
    if (lost) {
      const { key, group } = lost;
      const same = key && $$(root, `[data-key="${CSS.escape(key)}"]`).find(VISIBLE);
      const near = group && root.querySelector(`[data-rove][data-key="${CSS.escape(group)}"] [tabindex="0"]`);
      const rest = $$(root, "[data-focus-next]").find(VISIBLE);
      (same || near || rest)?.focus({ preventScroll: true });
      if (root.contains(document.activeElement)) lost = null;
    }
  };

  // The way on stands above the dock, however tall that is.
  const tall = new ResizeObserver(([{ target }]) => target.closest(".rt-stage")?.style.setProperty("--rt-dock", `${target.offsetHeight}px`));
  let watched = null;
  const watch = () => {
    const dock = root.querySelector(".rt-dock");
    if (dock === watched) return;
    tall.disconnect();
    watched = dock;
    if (dock) tall.observe(dock);
  };

  const press = (control) => {
    const { do: what, arg = "", local } = control.dataset;
    if (local === "theme") {
      const theme = document.body.classList.contains("theme-dark") ? "light" : "dark";
      if (globalThis.rtTheme) globalThis.rtTheme.set(theme); else document.body.classList.toggle("theme-dark", theme === "dark");
      return;
    }
    if (local === "link" || local === "copy") {
      // The address without its query: that may carry the token of the server. Or the text of a part of the page.
      const link = location.origin + location.pathname + location.hash;
      const text = local === "link" ? link : root.querySelector(`[data-key="${CSS.escape(arg)}"]`)?.textContent ?? "";
      Promise.resolve(navigator.clipboard?.writeText(text) ?? Promise.reject(new Error("closed")))
        .then(() => send({ do: what, arg: "yes" }), () => send({ do: what, arg: "no" }));
      return;
    }
    if (local === "beats") { beats?.press(what); return; }
    if (local === "scroll") { document.getElementById(arg)?.scrollIntoView({ block: "start" }); return; }
    if (what === "rule" && !control.closest(".rt-reader")) globalThis.rtChip = control;
    send({ do: what, arg });
    if (what === "close-rule" && globalThis.rtChip?.isConnected) globalThis.rtChip.focus();
  };
  const fields = (form) => Object.fromEntries([...new FormData(form)].filter(([, v]) => typeof v === "string"));

  const onclick = (event) => {
    const control = event.target.closest("[data-do], [data-local]");
    if (!control || !root.contains(control) || control.nodeName === "FORM") return;
    const group = control.closest("[data-rove]");
    if (group && control.dataset.key) group.rtAt = control.dataset.key;
    if (control.nodeName === "A" || control.nodeName === "BUTTON") event.preventDefault();
    press(control);
  };
  const onsubmit = (event) => {
    event.preventDefault();
    const form = event.target.closest("form[data-do]");
    if (form) send({ do: form.dataset.do, arg: form.dataset.arg ?? "", fields: fields(form) });
  };
  const onchange = (event) => {
    const form = event.target.closest("form[data-live]");
    if (form) send({ do: form.dataset.live, arg: event.target.name ?? "", fields: fields(form) });
  };
  let typed = 0;
  const oninput = (event) => {
    const form = event.target.closest("form");
    const twin = event.target.dataset.mirror;
    if (form && twin) {
      const to = form.querySelector(`[name="${CSS.escape(twin)}"], [data-name="${CSS.escape(twin)}"]`);
      if (to) to.value = event.target.value;
    }
    if (form?.hasAttribute("data-typed")) {
      clearTimeout(typed);
      typed = setTimeout(() => send({ do: form.dataset.do, arg: event.target.name ?? "", fields: fields(form) }), 180);
    }
  };
  const hot = (key, near) => $$(root, `[data-hot="${CSS.escape(key)}"]`)
    .find((control) => VISIBLE(control) && (!control.hasAttribute("data-hot-near") || near));
  const onkey = (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    const from = event.target;
    if (event.key === "Escape") {
      const all = $$(root, "[data-hot='Escape']").filter(VISIBLE);
      const close = all.find((control) => control.closest("section, div").parentElement?.contains(from)) ?? all.at(-1);
      if (close) { event.preventDefault(); press(close); }
      return;
    }
    if (from.closest("input:not([type=checkbox]), select, textarea")) return;
    const group = from.closest("[data-rove]");
    if (group && /^(Arrow(Up|Down|Left|Right)|Home|End)$/.test(event.key) && from.hasAttribute("data-item")) {
      event.preventDefault();
      // In a tree, right opens what is closed and left closes what is open; else both move.
      const folds = { ArrowRight: "false", ArrowLeft: "true" }[event.key];
      if (folds && group.matches("[role=tree]") && from.getAttribute("aria-expanded") === folds) { press(from); return; }
      const to = step(group, from, event.key);
      if (to) { group.rtAt = to.dataset.key; to.focus(); rove(root); }
      return;
    }
    if ((event.key === "Enter" || event.key === " ") && from.matches("[data-do]") && !from.matches("button, a, summary, form")) {
      event.preventDefault();
      press(from);
      return;
    }
    if (!from.closest("[data-zone], .rt-stage")) return;
    const near = from.closest("[data-near]") !== null;
    const key = event.key.length === 1 ? event.key.toLowerCase() : "";
    if (key === "f") {
      event.preventDefault();
      const fits = $$(root, "[data-fits]").filter(VISIBLE);
      const to = fits[(fits.indexOf(document.activeElement) + 1) % fits.length];
      if (to) { to.focus(); rove(root); }
      return;
    }
    const control = key && hot(key, near);
    if (control) { event.preventDefault(); press(control); }
  };
  const onfocus = (event) => {
    const item = event.target.closest?.("[data-item]");
    const group = item?.closest("[data-rove]");
    if (group && item.dataset.key) { group.rtAt = item.dataset.key; rove(root); }
  };

  // Brings something into sight, above what stays at the lower edge; nothing moves where it is in sight already.
  const show = (el) => {
    const taken = $$(root.closest(".rt-app") ?? root, LOWER).filter((one) => VISIBLE(one) && !one.contains(el)).map((one) => {
      const { position, bottom } = getComputedStyle(one);
      return position === "sticky" ? one.offsetHeight + parseFloat(bottom) : 0;
    });
    el.style.scrollMarginBottom = `${Math.max(0, ...taken) + 8}px`;
    el.scrollIntoView({ block: "nearest" });
  };

  // Whoever goes by keys sees where they are: a browser stops scrolling as soon as that is in the window. The frame sees to
  // it for all that is in it, also what is no view of ours.
  let goes = false;
  const ongo = (event) => {
    if (!/^(Tab$|Arrow|Home$|End$)/.test(event.key)) return;
    goes = true;
    setTimeout(() => { goes = false; });
  };
  const onreach = ({ target }) => {
    if (goes && root.closest(".rt-app")?.contains(target) && !target.closest(LOWER)) show(target);
  };

  // A message of the frame is put away from wherever one is, if nothing nearer is to be closed.
  const onescape = (event) => {
    const app = root.closest(".rt-app"), from = event.target;
    const ours = app?.contains(from) || (from === document.body && !root.closest(".rt-cell"));
    if (event.key === "Escape" && ours && !root.contains(from)) onkey(event);
  };

  const onmsg = (message) => {
    if (message.parts) draw(message.parts, message.settled);
    if (message.focus) {
      requestAnimationFrame(() => {
        const to = $$(root, `[data-key="${CSS.escape(message.focus)}"]`).find(VISIBLE);
        // All of the reader comes into sight, and no more of the page moves than that takes.
        to?.closest(".rt-reader")?.scrollIntoView({ block: "nearest" });
        to?.focus({ preventScroll: Boolean(to.closest(".rt-reader")) });
      });
    }
    if (message.sight) {
      requestAnimationFrame(() => {
        const full = $$(root, `[data-key="${CSS.escape(message.sight)}"]`).find((el) => VISIBLE(el) && el.childElementCount);
        if (full) show(full);
      });
    }
    if (message.title) document.title = message.title;
    if (message.hash && location.hash !== message.hash) history.pushState(null, "", message.hash);
    // The address of what is shown, unless the person has gone on since it was asked for.
    if (message.here && [undefined, location.hash, location.hash.slice(0, HASH)].includes(message.was)) {
      history.replaceState(null, "", message.here);
    }
    if (message.top && !root.closest(".rt-cell")) (document.getElementById("rendered_cells") ?? document.scrollingElement).scrollTo(0, 0);
    if (message.download) {
      const link = document.createElement("a");
      link.href = URL.createObjectURL(new Blob([message.download.text], { type: "text/plain" }));
      link.download = message.download.name;
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), 1000);
    }
  };
  const onhash = () => { if (model.get("kind").includes("rt-frame")) send({ do: "hash", arg: location.hash.slice(0, HASH) }); };
  const again = setInterval(() => {
    const control = root.querySelector("[data-again]");
    if (control && VISIBLE(control)) press(control);
  }, 1500);

  root.addEventListener("click", onclick);
  root.addEventListener("submit", onsubmit);
  root.addEventListener("change", onchange);
  root.addEventListener("input", oninput);
  root.addEventListener("keydown", onkey);
  root.addEventListener("focusin", onfocus);
  if (FRAME.test(model.get("kind"))) {
    addEventListener("keydown", ongo, true);
    addEventListener("focusin", onreach);
    addEventListener("keydown", onescape);
  }
  model.on("msg:custom", onmsg);
  model.on("change:gone", hide);
  addEventListener("hashchange", onhash);
  addEventListener("popstate", onhash);
  post({ do: "_ready" });
  onhash();

  return () => {
    clearInterval(again);
    tall.disconnect();
    clearTimeout(typed);
    beats?.end();
    model.off("msg:custom", onmsg);
    model.off("change:gone", hide);
    removeEventListener("hashchange", onhash);
    removeEventListener("popstate", onhash);
    removeEventListener("keydown", ongo, true);
    removeEventListener("focusin", onreach);
    removeEventListener("keydown", onescape);
    root.remove();
  };
}

export default { render };

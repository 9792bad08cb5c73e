// The browser's half of `Session`, see browser.py; it stands behind heartbeat.js, lost.js and secret.js.
const KEY = "rising-tutor/progress/v1";
const LIMIT = 1024 * 1024 + 1000;
// The element of each session that is shown: its model has no other way to it.
const views = new Map();

function initialize({ model }) {
  const me = Math.random().toString(36).slice(2);
  const set = (name, value) => { model.set(name, value); model.save_changes(); };

  // Progress ---------------------------------------------------------------
  let stored = null;
  try {
    const text = localStorage.getItem(KEY) ?? "null";
    // More than the limit was not written by us, and a message of that size would cost the page its socket.
    if (text.length <= LIMIT) stored = JSON.parse(text)?.progress ?? null;
  } catch { /* spoilt or closed: none */ }
  model.set("restored", stored);
  model.set("secret", secret().text);
  model.set("address", location.search.slice(0, 2000));
  model.save_changes();

  const keep = () => {
    if (model.get("elsewhere")) return;
    const revision = model.get("revision");
    try {
      localStorage.setItem(KEY, JSON.stringify({ tab: me, progress: model.get("progress") }));
      set("stored", revision);
    } catch { set("stored", -1); }
  };
  const other = (event) => {
    if (event.key !== KEY || !event.newValue) return;
    try { if (JSON.parse(event.newValue).tab !== me) set("elsewhere", true); } catch { /* not ours */ }
  };
  model.on("change:revision", keep);
  addEventListener("storage", other);

  // Is the kernel there? ---------------------------------------------------
  const show = (why) => {
    const kept = model.get("kept");
    const text = `${why} Your game is kept${kept ? " " + kept : ""}.`;
    const box = document.getElementById("rt_lost");
    if (!box) {
      // The app in a cell of a notebook.
      const root = views.get(model.get("beat"))?.closest(".rt-root");
      if (root) showNotice(root, `${text} Run this cell again to go on.`);
    } else if (box.hidden) {
      box.querySelector("#rt_lost_text").textContent = text;
      box.hidden = false;
    }
  };
  const rest = () => {
    // The page ends its own kernel in the way a closing page does. In JupyterLab the kernel is the person's own.
    const page = pageConfig();
    if (!document.body.dataset.voila || !page.kernelId) return;
    const form = new FormData();
    form.append("_xsrf", document.cookie.match(/\b_xsrf=([^;]*)/)?.[1] ?? "");
    navigator.sendBeacon(`${page.baseUrl}voila/api/shutdown/${page.kernelId}`, form);
    show("The page was not used for a while, so its session ended.");
  };
  const tell = (state) => {
    const root = views.get(model.get("beat"))?.closest(".rt-root");
    if (root) setLost(root, state === "ended" || state === "server");
    if (state === "here") {
      const box = document.getElementById("rt_lost");
      if (box) box.hidden = true; else if (root) showNotice(root, "");
    } else if (state === "ended" || state === "server") {
      show("The session does not answer any more.");
    } else {
      show("The session has not answered for a while. If it is only busy, this line goes away by itself.");
    }
  };
  const stop = watchKernel(model, tell, { rest });

  return () => {
    stop();
    views.delete(model.get("beat"));
    model.off("change:revision", keep);
    removeEventListener("storage", other);
  };
}

function render({ model, el }) {
  el.style.display = "none";
  views.set(model.get("beat"), el);
  // Not earlier: what Python changes in answer would be lost on widgets that the page has not made yet.
  model.set("online", true);
  model.save_changes();
}

export default { initialize, render };

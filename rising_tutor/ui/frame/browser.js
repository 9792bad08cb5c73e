// The browser's half of `Session`, see session.py.
const KEY = "rising-tutor/progress/v1";
const WHO = "rising-tutor/browser/v1";
const LIMIT = 1024 * 1024 + 1000;

// The secret of this browser, by which the server knows whose a game is; where the store is closed, for this page only.
function secret() {
  const made = Array.from(crypto.getRandomValues(new Uint8Array(16)), (b) => b.toString(16).padStart(2, "0")).join("");
  try {
    const kept = localStorage.getItem(WHO);
    if (/^[0-9a-f]{32}$/.test(kept ?? "")) return kept;
    localStorage.setItem(WHO, made);
    return localStorage.getItem(WHO);
  } catch { /* closed to us, or full */ }
  return made;
}

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
  model.set("secret", secret());
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
  const config = () => {
    try { return JSON.parse(document.getElementById("jupyter-config-data").textContent); } catch { return {}; }
  };
  const bar = () => document.getElementById("rt_lost");
  const show = (why) => {
    const box = bar();
    if (!box || !box.hidden) return;
    const kept = model.get("kept");
    box.querySelector("#rt_lost_text").textContent = `${why} Your game is kept${kept ? " " + kept : ""}.`;
    box.hidden = false;
  };
  let heard = Date.now();
  let touched = Date.now();
  let resting = false;
  const onmsg = (m) => { if (m && m.pong) heard = Date.now(); };
  const touch = () => { touched = Date.now(); };
  const seen = () => { heard = Date.now(); };
  model.on("msg:custom", onmsg);
  const touches = ["pointerdown", "keydown", "wheel", "touchmove"];
  for (const name of touches) addEventListener(name, touch, { capture: true, passive: true });
  document.addEventListener("visibilitychange", seen);

  const rest = () => {
    // The page ends its own kernel in the way a closing page does. In JupyterLab the kernel is the person's own.
    const page = config();
    if (!document.body.dataset.voila || !page.kernelId) return;
    resting = true;
    const form = new FormData();
    form.append("_xsrf", document.cookie.match(/\b_xsrf=([^;]*)/)?.[1] ?? "");
    navigator.sendBeacon(`${page.baseUrl}voila/api/shutdown/${page.kernelId}`, form);
    show("The page was not used for a while, so its session ended.");
  };
  let vouched = 0;
  let gone = false;
  const vouch = () => {
    const { risingTutor, baseUrl, kernelId } = config();
    if (!risingTutor) return;
    fetch(`${baseUrl}voila/here/${kernelId}`, { redirect: "manual" }).then((answer) => {
      gone = answer.status === 404;
      if (answer.status === 204) vouched = Date.now();
    }).catch(() => {});
  };
  let before = Date.now();
  const timer = setInterval(() => {
    const now = Date.now();
    // A tab in the background gets few ticks and may be ended; a machine that slept has lost the time in between.
    if (document.hidden || now - before > 3 * model.get("every_ms")) heard = now;
    before = now;
    if (resting || document.hidden) return;
    if (now - touched > 1000 * model.get("rest_s")) { rest(); return; }
    try { model.send({ ping: 1 }); } catch { /* the silence will tell */ }
    const silent = now - heard;
    if (silent <= model.get("silent_ms")) { vouched = 0; if (bar()) bar().hidden = true; return; }
    vouch();
    // A kernel that computes is silent too, and one that hangs looks the same: the server says of both that they live.
    if (gone || (now - vouched > 2000 && silent > model.get("silent_ms") + 2500)) {
      show("The session does not answer any more.");
    } else if (silent > model.get("hung_ms")) {
      show("The session has not answered for a while. If it is only busy, this line goes away by itself.");
    }
  }, model.get("every_ms"));

  return () => {
    clearInterval(timer);
    model.off("msg:custom", onmsg);
    model.off("change:revision", keep);
    removeEventListener("storage", other);
    for (const name of touches) removeEventListener(name, touch, { capture: true });
    document.removeEventListener("visibilitychange", seen);
  };
}

function render({ model, el }) {
  el.style.display = "none";
  // Not earlier: what Python changes in answer would be lost on widgets that the page has not made yet.
  model.set("online", true);
  model.save_changes();
}

export default { initialize, render };

// Stands before the scripts that watch the kernel, see heartbeat.py and assets.py.

// How long the server may take to say whether the kernel is there.
const PATIENCE = 2500;

function pageConfig() {
  try { return JSON.parse(document.getElementById("jupyter-config-data").textContent); } catch { return {}; }
}

// Ask the server about a kernel: "alive", "idle", "ended", or "unknown" where there is no server to ask or it does not say.
async function askServer(model) {
  const { risingTutor, baseUrl, kernelId, token } = pageConfig();
  const id = model.get("kernel_id") || kernelId;
  if (!baseUrl || !id) return "unknown";
  const signal = AbortSignal.timeout(PATIENCE);
  if (risingTutor) {
    const { status } = await fetch(`${baseUrl}voila/here/${id}`, { redirect: "manual", signal });
    return { 204: "alive", 404: "ended" }[status] ?? "unknown";
  }
  const headers = token ? { Authorization: `token ${token}` } : {};
  // No sign that somebody works here: a hub may still end a server that nobody uses.
  const answer = await fetch(`${baseUrl}api/kernels/${id}?no_track_activity=1`, { redirect: "manual", headers, signal });
  if (answer.status === 404) return "ended";
  if (!answer.ok) return "unknown";
  const { execution_state } = await answer.json();
  return { busy: "alive", idle: "idle" }[execution_state] ?? "ended";
}

// Watch the kernel of a widget. `tell` hears "here" with each answer, and after a silence "busy", "ended" (the process that
// the widget talks to is gone), "server" (nobody answers) or "silent" (no answer, and nobody to ask). While `awake` says
// no, nothing is asked. `rest` is called when nobody has touched the page for `rest_s`.
function watchKernel(model, tell, { awake = () => true, rest = () => {} } = {}) {
  let heard = Date.now();
  let touched = Date.now();
  let before = Date.now();
  let resting = false;
  let doubts = 0; // how often in a row an idle kernel has left a question unanswered
  let failed = 0; // since when the server does not answer
  let asking = false;
  let over = false;

  const onmsg = (message) => {
    if (!message?.pong) return;
    heard = Date.now();
    doubts = failed = 0;
    tell("here");
  };
  const touch = () => { touched = Date.now(); };
  const seen = () => { heard = Date.now(); };
  const silent = () => Date.now() - heard;

  const judge = async () => {
    if (asking || over) return;
    asking = true;
    const since = heard;
    const asked = Date.now();
    let found = "server";
    try { found = await askServer(model); } catch { /* nobody answers */ }
    asking = false;
    if (over || heard !== since || silent() <= model.get("silent_ms")) return;
    doubts = found === "idle" ? doubts + 1 : 0;
    failed = found === "server" ? failed || asked : 0;
    if (found === "idle" && doubts < 2) { setTimeout(judge, 500); return; } // it may be between two tasks
    if (found === "idle") found = "ended";
    if (found === "server" && Date.now() - failed < 2000) return;
    if (found === "ended" || found === "server") tell(found);
    else if (silent() > model.get("hung_ms")) tell(found === "alive" ? "busy" : "silent");
  };

  const timer = setInterval(() => {
    const now = Date.now();
    const every = model.get("every_ms");
    // A tab in the background gets few ticks and may be ended; a machine that slept has lost the time in between.
    const away = document.hidden || !awake();
    if (away || now - before > 3 * every) heard = now;
    before = now;
    if (away) return;
    if (now - touched > 1000 * model.get("rest_s")) { heard = now; if (!resting) rest(); resting = true; return; }
    resting = false;
    try { model.send({ ping: 1 }); } catch { /* the silence will tell */ }
    if (silent() > model.get("silent_ms")) judge();
  }, model.get("every_ms"));

  const touches = ["pointerdown", "pointermove", "keydown", "wheel", "touchmove"];
  for (const name of touches) addEventListener(name, touch, { capture: true, passive: true });
  document.addEventListener("visibilitychange", seen);
  model.on("msg:custom", onmsg);
  return () => {
    over = true;
    clearInterval(timer);
    for (const name of touches) removeEventListener(name, touch, { capture: true });
    document.removeEventListener("visibilitychange", seen);
    model.off("msg:custom", onmsg);
  };
}

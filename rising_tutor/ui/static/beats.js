// Lets what the enemy did land one beat after the other, over a table that is drawn as it is after all of them. See
// tutor/table/beats.py for the caption and boards/rising/beats.py for the attributes.
const CALM = matchMedia("(prefers-reduced-motion: reduce)");
// About a second each; a long sentence may be read, and many beats go by faster.
const BEAT_MS = 1000, FAST_MS = 600, MANY = 10, LETTER_MS = 12, SHORT = 45;
const MODIFIERS = ["Tab", "Shift", "Control", "Alt", "Meta", "CapsLock"];

function beatPlayer(root) {
  let shown = "", done = "", at = 0, n = 0, timer = 0, paused = false;
  const all = (q) => [...root.querySelectorAll(q)];
  const box = () => root.querySelector("[data-beats]");
  const playing = () => root.classList.contains("is-beating");
  const seen = () => root.getClientRects().length > 0 || all("[data-beats]").some((el) => el.parentElement.getClientRects().length);

  // The table as it is after the beat `at`; at the end nothing of this is left in it.
  function dress() {
    for (const el of all("[data-off]")) el.toggleAttribute("data-unlanded", Number(el.dataset.off) > at);
    for (const el of all("[data-still]")) el.toggleAttribute("data-yet", Number(el.dataset.still) > at);
    for (const el of all("[data-beat]")) el.toggleAttribute("data-landing", el.dataset.beat.split(" ").includes(String(at)));
    for (const el of all("[data-was]")) {
      const [, text] = el.dataset.was.split(";").map((one) => one.split("|")).find(([beat]) => beat === "" || Number(beat) > at);
      if (el.textContent !== text) el.textContent = text;
    }
    const pause = root.querySelector("[data-do='beats-pause']");
    if (pause) pause.textContent = paused ? "Go on" : "Pause";
  }
  const sentence = (beat) => root.querySelector(`.rt-beats li[data-beat="${beat}"] .rt-beats__text`)?.textContent ?? "";
  function say(text) {
    const live = root.querySelector(".rt-beats [aria-live]");
    if (live && live.textContent !== text) live.textContent = text;
  }
  function wait() {
    clearTimeout(timer);
    const base = n > MANY ? FAST_MS : BEAT_MS;
    if (!paused) timer = setTimeout(next, base + LETTER_MS * Math.max(0, sentence(at).length - SHORT));
  }
  function land(beat) {
    at = beat;
    dress();
    say(sentence(at));
    wait();
  }
  function next() {
    if (at >= n || !seen()) finish(); else land(at + 1);
  }
  function finish() {
    clearTimeout(timer);
    const held = box()?.contains(document.activeElement);
    done = shown;
    at = Infinity;
    paused = false;
    root.classList.remove("is-beating");
    dress();
    if (held) {
      const to = [...all("[data-focus-next]"), ...all("[data-item][tabindex='0']")].find((el) => el.getClientRects().length);
      to?.focus({ preventScroll: true });
    }
  }
  // After each drawing: begin what is new, and dress again what was just drawn.
  function sync(settled) {
    const now = box()?.dataset.beats ?? "";
    // Whoever looks once more, as after a reload, has seen it.
    if (settled) done = now;
    if (now === shown) {
      if (playing()) { dress(); say(sentence(at)); }
      return;
    }
    if (playing()) finish();
    shown = now;
    if (!now || now === done) return;
    n = Number(box().dataset.n);
    if (CALM.matches || !seen()) {
      say(Array.from({ length: n }, (_, beat) => sentence(beat + 1)).join(" "));
      done = now;
      return;
    }
    root.classList.add("is-beating");
    land(1);
  }
  function press(what) {
    if (what === "beats-skip") { finish(); return; }
    paused = !paused;
    dress();
    wait();
  }
  function pause() {
    if (playing() && !paused) press("beats-pause");
  }
  // A click or a key skips, and does what it does.
  const onclick = (event) => {
    if (!playing()) return;
    if (!event.target.closest("[data-beats]")) finish();
    else if (event.target.closest(".rt-cite")) pause();
  };
  const onkey = (event) => {
    if (!playing() || MODIFIERS.includes(event.key) || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target !== document.body && !root.contains(event.target)) return;
    if (event.key === "Escape" || !event.target.closest("[data-beats]")) finish();
  };
  root.addEventListener("click", onclick, true);
  addEventListener("keydown", onkey, true);
  return {
    sync,
    press,
    end() {
      clearTimeout(timer);
      removeEventListener("keydown", onkey, true);
    },
  };
}

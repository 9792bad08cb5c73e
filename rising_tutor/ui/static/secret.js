// The secret of this browser, by which the server knows whose a game, a deck or a learner file is. Where the store of the
// browser is closed it is that of the page only, and not kept.
function secret() {
  const WHO = "rising-tutor/browser/v1";
  const made = () => Array.from(crypto.getRandomValues(new Uint8Array(16)), (b) => b.toString(16).padStart(2, "0")).join("");
  try {
    if (!/^[0-9a-f]{32}$/.test(localStorage.getItem(WHO) ?? "")) localStorage.setItem(WHO, made());
    return { text: localStorage.getItem(WHO), kept: true };
  } catch { /* closed to us, or full */ }
  globalThis.rtSecret ??= made();
  return { text: globalThis.rtSecret, kept: false };
}

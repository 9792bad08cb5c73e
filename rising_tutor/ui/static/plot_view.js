// The plot view, see plot_view.py. Text enters the page as text only.

// One copy of plotly for all plots of the page, brought when the first one is seen.
const KEY = "__rtPlotly";
const TONES = /var\(--rt-[a-z0-9-]+\)/g;

function config() {
  try { return JSON.parse(document.getElementById("jupyter-config-data").textContent); } catch { return {}; }
}

async function fromServer() {
  const { risingTutor, baseUrl } = config();
  if (!risingTutor) throw new Error("not our server");
  const answer = await fetch(`${baseUrl}voila/plotly.js`);
  if (!answer.ok) throw new Error(String(answer.status));
  return answer.text();
}

// JupyterLab and others: the kernel has the file, packed.
function fromKernel(model) {
  return new Promise((done, fail) => {
    const timer = setTimeout(() => fail(new Error("no answer")), 60000);
    const take = (message, buffers) => {
      if (!message || !message.bundle) return;
      clearTimeout(timer);
      model.off("msg:custom", take);
      const unpacked = new Blob([buffers[0]]).stream().pipeThrough(new DecompressionStream("gzip"));
      new Response(unpacked).text().then(done, fail);
    };
    model.on("msg:custom", take);
    try { model.send({ need: "bundle" }); } catch { /* the page is left, or the kernel gone: the session says so */ }
  });
}

function evaluate(source) {
  const box = { exports: {} };
  new Function("module", "exports", "define", source)(box, box.exports, undefined);
  return box.exports;
}

function plotly(model) {
  globalThis[KEY] ??= fromServer().catch(() => fromKernel(model)).then(evaluate);
  globalThis[KEY].catch(() => { globalThis[KEY] = undefined; }); // the next plot may try again
  return globalThis[KEY];
}

function render({ model, el: root }) {
  root.dataset.lmSuppressShortcuts = "true"; // as in view.js
  let P = null;
  let tabled = false;
  const host = el("div", { class: "rt-plot__host" });
  const waiting = el("div", { class: "rt-plot__wait" }, el("div", { class: "rt-skel" }), el("div", { class: "rt-skel" }),
    el("p", { class: "rt-small rt-muted", role: "status" }));
  const picture = el("div", { class: "rt-plot__picture", role: "img" }, host);
  const table = el("div", { class: "rt-plot__table", hidden: true, tabindex: "0", role: "region" });
  const legend = el("ul", { class: "rt-legend rt-plot__legend" });
  const toggle = el("button", { class: "rt-btn rt-btn--quiet", type: "button", onclick: () => { tabled = !tabled; drawTable(); } }, "As a table");
  const box = el("figure", { class: "rt-plot" }, waiting, picture, table, el("div", { class: "rt-plot__foot" }, legend, toggle));
  root.append(box);

  // Colours of the page ------------------------------------------------------------------------------------------
  const tone = (name, style) => style.getPropertyValue(name.slice(4, -1)).trim() || model.get("palette")[name.slice(4, -1)] || "currentColor";
  const spec = () => {
    const style = getComputedStyle(box);
    const font = style.fontFamily;
    const read = model.get("spec").replace(TONES, (name) => tone(name, style));
    const { data = [], layout = {} } = JSON.parse(read || "{}");
    layout.font = { ...layout.font, family: font };
    const at = model.get("cursor");
    const level = model.get("level");
    // The line for now comes first and its ring second, so that they can be moved by their numbers.
    if (at >= 0) {
      layout.shapes = [{
        type: "line", xref: "x", yref: "paper", x0: at, x1: at, y0: 0, y1: 1, line: { color: tone("var(--rt-ink)", style), width: 1.5, dash: "4px,3px" },
      }, ...(level >= 0 ? [{
        type: "circle", xref: "x", yref: "y", xsizemode: "pixel", ysizemode: "pixel", xanchor: at, yanchor: level, x0: -6, x1: 6, y0: -6, y1: 6,
        fillcolor: tone("var(--rt-card)", style), line: { color: tone("var(--rt-accent)", style), width: 3 },
      }] : []), ...(layout.shapes || [])];
    }
    return { data, layout };
  };

  let drawing = Promise.resolve();
  const draw = () => {
    if (!P || tabled) return;
    const { data, layout } = spec();
    drawing = drawing.then(() => P.react(host, data, { autosize: true, ...layout }, { responsive: false, displayModeBar: false, scrollZoom: false, doubleClick: false })).catch(() => {});
  };
  const move = () => {
    drawLegend();
    drawNow();
    const at = model.get("cursor");
    const level = model.get("level");
    if (!P || !host.layout || at < 0 || !host.layout.shapes?.length) return;
    const ring = host.layout.shapes[1]?.type === "circle" && level >= 0 ? { "shapes[1].xanchor": at, "shapes[1].yanchor": level } : {};
    P.relayout(host, { "shapes[0].x0": at, "shapes[0].x1": at, ...ring });
  };

  const SVG = "http://www.w3.org/2000/svg";
  const SIGNS = { "": "M1 4H27", band: "M1 0H27V8H1Z", "triangle-up": "M14 -3l7 12h-14Z", "triangle-down": "M14 11l-7 -12h14Z", circle: "M14 -2a6 6 0 1 0 .01 0Z" };
  function drawLegend() {
    const entries = model.get("legend");
    const now = model.get("now");
    while (legend.children.length > entries.length) legend.lastChild.remove();
    entries.forEach(([name, colour, dash, sign = ""], at) => {
      let item = legend.children[at];
      if (!item || item.dataset.name !== name || item.dataset.sign !== sign) {
        const svg = document.createElementNS(SVG, "svg");
        svg.setAttribute("viewBox", sign && sign !== "band" ? "7 0 14 8" : "0 0 28 8");
        svg.setAttribute("aria-hidden", "true");
        const line = document.createElementNS(SVG, "path");
        line.setAttribute("d", SIGNS[sign] || SIGNS.circle);
        line.setAttribute("stroke-width", "2.5");
        svg.append(line);
        const fresh = el("li", { "data-name": name, "data-sign": sign }, svg, el("span", {}, name), el("b", {}));
        if (item) item.replaceWith(fresh); else legend.append(fresh);
        item = fresh;
      }
      const line = item.querySelector("path");
      const ink = `var(${colour.slice(4, -1)}, ${model.get("palette")[colour.slice(4, -1)] || "currentColor"})`;
      line.style.stroke = sign.startsWith("triangle") || sign === "band" ? "none" : ink;
      line.style.fill = sign.startsWith("triangle") || sign === "band" ? ink : "none";
      line.style.strokeDasharray = dash;
      item.querySelector("b").textContent = now[at] ?? "";
    });
  }

  function drawTable() {
    toggle.textContent = tabled ? "As a plot" : "As a table";
    toggle.setAttribute("aria-pressed", String(tabled));
    picture.hidden = tabled;
    table.hidden = !tabled;
    if (!tabled) { table.replaceChildren(); draw(); resize(); return; }
    const { heads = [], rows = [], go = [] } = model.get("table");
    const head = (words, place) => (place === undefined ? words : el("button", {
      class: "rt-btn rt-btn--quiet rt-plot__go", type: "button", "data-place": String(place), onclick: () => pick(place, "row"),
    }, words));
    table.setAttribute("aria-label", `${model.get("title")}, as a table`);
    table.replaceChildren(el("table", {}, el("caption", { class: "rt-sr" }, model.get("title")),
      el("thead", {}, el("tr", {}, ...heads.map((head) => el("th", { scope: "col" }, head)))),
      el("tbody", {}, ...rows.map(([first, ...rest], row) => el("tr", {}, el("th", { scope: "row" }, head(first, go[row])), ...rest.map((cell) => el("td", {}, cell)))))));
    drawNow();
    const here = table.querySelector("[aria-current]")?.closest("tr");
    if (here) table.scrollTop = here.offsetTop - table.clientHeight / 2;
  }
  // The row of the present position, or the last one before it.
  function drawNow() {
    const at = model.get("cursor");
    const all = [...table.querySelectorAll("[data-place]")];
    const here = at < 0 ? null : all.findLast((one) => Number(one.dataset.place) <= at) ?? all[0];
    for (const one of all) one.toggleAttribute("aria-current", one === here);
    here?.setAttribute("aria-current", "step");
  }

  const drawAll = () => {
    picture.setAttribute("aria-label", `${model.get("title")}. ${model.get("summary")}`);
    drawLegend();
    drawTable();
  };

  const resize = () => { if (P && host.clientWidth && host.layout) P.Plots.resize(host); };
  const sizes = new ResizeObserver(resize);
  const themes = new MutationObserver(draw);
  const late = setTimeout(() => { waiting.lastChild.textContent = "Bringing the plots to the page."; }, 300);

  // The library is big: it is brought only when a plot comes into sight.
  const sight = new IntersectionObserver((seen) => {
    if (!seen.some((one) => one.isIntersecting)) return;
    sight.disconnect();
    plotly(model).then((found) => {
      P = found;
      clearTimeout(late);
      waiting.hidden = true;
      draw();
      drawing.then(() => { host.on("plotly_click", onclick); box.dataset.ready = ""; });
    }).catch(() => {
      clearTimeout(late);
      waiting.replaceChildren(el("p", { class: "rt-muted" }, "The plot could not be drawn here; its numbers stand in the table."));
      tabled = true;
      drawTable();
      toggle.hidden = true;
    });
  }, { rootMargin: "200px" });
  function onclick(event) {
    if (!event.points?.length) return;
    pick(event.points[0].x);
  }
  function pick(place, ...how) {
    model.set("clicked", [place, Date.now(), ...how]);
    model.save_changes();
  }
  sight.observe(box);
  sizes.observe(box);
  // How our pages, JupyterLab and VS Code say that the theme is another one.
  themes.observe(document.body, { attributes: true, attributeFilter: ["class", "data-jp-theme-light"] });

  model.on("change:spec", drawAll);
  model.on("change:cursor change:now change:level", move);
  drawAll();
  return () => {
    clearTimeout(late);
    sight.disconnect();
    sizes.disconnect();
    themes.disconnect();
    model.off("change:spec", drawAll);
    model.off("change:cursor change:now change:level", move);
    if (P) P.purge(host);
  };
}

export default { render };

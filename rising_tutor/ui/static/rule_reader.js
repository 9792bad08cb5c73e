// The rule reader, see rule_reader.py. Text enters the page as text only.

const SVG = "http://www.w3.org/2000/svg";
const ICONS = {
  back: "M15 5l-7 7 7 7", next: "M9 5l7 7-7 7", find: "M10.5 4a6.5 6.5 0 1 1 0 13 6.5 6.5 0 0 1 0-13zM15.5 15.5L21 21",
};

// A drawing of ours: 24 units, one line.
function icon(name) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("d", ICONS[name]);
  path.setAttribute("fill", "none");
  path.setAttribute("stroke", "currentColor");
  path.setAttribute("stroke-width", "2");
  path.setAttribute("stroke-linecap", "round");
  path.setAttribute("stroke-linejoin", "round");
  svg.append(path);
  return svg;
}

const address = (id) => `#rules?rule=${encodeURIComponent(id)}`;

function render({ model, el: root }) {
  // A notebook may show several.
  const own = Math.random().toString(36).slice(2, 8);
  const ask = (content) => { try { model.send(content); } catch { /* the kernel is gone; the session's bar says so */ } };
  const open = (id) => { model.set("rule", id); model.save_changes(); };

  // A chip: a link on the page, so that it can be copied; a click stays here.
  const chip = (id, status) => el("a", {
    class: "rt-cite" + (status === "gap" ? " rt-cite--gap" : ""), href: address(id),
    "aria-label": `Rule ${id}${status === "gap" ? ", our resolution of a gap" : ""}, open in the reader`,
    onclick: (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      open(id);
    },
  }, id);
  const pieces = (parts) => parts.map(([kind, text]) => (kind === "r" && text !== (model.get("card") || {}).id ? chip(text) : text));

  // The open rule --------------------------------------------------------------------------------------------------
  const head = el("div", { class: "rt-rulecard__head" });
  const body = el("div", { class: "rt-rulecard__body" });
  const used = el("div", { class: "rt-rulecard__used" });
  const step = (name, key, label) => el("button", {
    class: "rt-btn rt-btn--icon", type: "button", "aria-label": label,
    onclick: () => { const id = (model.get("card") || {})[key]; if (id) open(id); },
  }, icon(name));
  const back = step("back", "previous", "previous rule");
  const next = step("next", "next", "next rule");
  const place = el("span", { class: "rt-small rt-muted" });
  const all = el("button", { class: "rt-btn rt-rulecard__all", type: "button", onclick: () => show(false) }, icon("back"), "All rules");
  const said = el("p", { class: "rt-sr", role: "status" });
  const reader = el("section", { class: "rt-panel rt-rule rt-rulecard", "aria-label": "Rule reader", tabindex: "-1" },
    all, head, body, used, el("div", { class: "rt-row rt-rulecard__steps" }, back, next, place));

  function section(title, ...children) {
    return el("details", { class: "rt-rulecard__more", open: true }, el("summary", {}, title), ...children);
  }

  function drawCard() {
    const card = model.get("card") || {};
    used.replaceChildren();
    if (!card.id) {
      head.replaceChildren();
      body.replaceChildren(el("div", { class: "rt-empty" }, el("h3", {}, "No rule open"), el("p", {}, "Choose a rule in the list to read it here.")));
      for (const button of [back, next]) button.setAttribute("aria-disabled", "true");
      place.textContent = "";
      return;
    }
    const pages = [card.page, ...card.also_pages];
    head.replaceChildren(
      el("div", { class: "rt-rulecard__meta" },
        el("span", { class: "rt-small rt-muted" }, `${card.phase[1]} · ${card.page ? `page ${pages.join(", ")}` : `section “${card.section}”`}`),
        el("span", { class: "rt-tag" + (card.status === "gap" ? " rt-tag--gap" : "") }, card.status_word)),
      el("h2", { class: "rt-rulecard__title" }, card.title),
      el("p", { class: "rt-row" }, chip(card.id, card.status)));
    const parts = [el("p", { class: "rt-rulecard__text" }, ...pieces(card.text))];
    for (const [what, resolution] of card.notes) {
      parts.push(el("div", { class: "rt-rulecard__note" }, el("h3", {}, `Open in the rulebook: ${what}`), el("p", {}, ...pieces(resolution))));
    }
    if (card.see_also.length) {
      parts.push(el("div", {}, el("h3", {}, "See also"), el("ul", { class: "rt-rulecard__list" },
        ...card.see_also.map(([id, title, status]) => el("li", {}, chip(id, status), el("span", {}, title))))));
    }
    if (card.taught.length) {
      parts.push(el("div", {}, el("h3", {}, "Taught in"), el("p", { class: "rt-row" },
        ...card.taught.map(([link, title]) => el("a", { class: "rt-btn rt-btn--small", href: link }, title)))));
    }
    if (card.options.length) {
      parts.push(section("Options that follow it", el("ul", { class: "rt-rulecard__list rt-rulecard__list--wide" },
        ...card.options.map((option) => el("li", {}, el("b", {}, option.name),
          el("span", {}, [option.help, `Values: ${option.values}. Default: ${option.default}.`].filter(Boolean).join(" ")))))));
    }
    if (card.terms.length) {
      parts.push(section("Words in it", el("dl", { class: "rt-rulecard__terms" },
        ...card.terms.flatMap(([term, meaning]) => [el("dt", {}, term), el("dd", {}, meaning)]))));
    }
    parts.push(section("What a test of it shows", el("p", {}, ...pieces(card.check)),
      card.untestable ? el("p", { class: "rt-muted" }, `Not checked by a program: ${card.untestable}`) : null));
    body.replaceChildren(...parts);
    back.setAttribute("aria-disabled", String(!card.previous));
    next.setAttribute("aria-disabled", String(!card.next));
    place.textContent = card.place;
    said.textContent = `${card.id}: ${card.title}`;
    // Not the address of another page, where the person has gone on meanwhile.
    if (root.getClientRects().length && location.hash.startsWith("#rules")) history.replaceState(history.state, "", address(card.id));
    mark(card.id);
    show(true);
    ask({ used: card.id });
  }

  function drawUsed() {
    const found = model.get("used") || {};
    const card = model.get("card") || {};
    if (!card.id || found.id !== card.id) return;
    const lines = [];
    if (found.cited.length) lines.push(el("p", {}, `Events that can cite it: ${found.cited.join(", ")}.`));
    if (found.seen) {
      lines.push(el("p", {}, `Behind ${found.seen} ${found.seen === 1 ? "event" : "events"} of ${found.games} games played at random, such as:`));
      lines.push(el("ul", { class: "rt-rulecard__dots" }, ...found.events.map((line) => el("li", {}, line))));
    } else if (found.games) {
      lines.push(el("p", { class: "rt-muted" }, `No event of ${found.games} games played at random cites it; refusals and rare turns may.`));
    } else lines.push(el("p", { class: "rt-muted" }, "This game cannot be played here yet, so nothing cites it."));
    used.replaceChildren(section("Where it is used", ...lines));
  }

  // The list -------------------------------------------------------------------------------------------------------
  const index = model.get("index");
  const rows = new Map();
  const groups = [];
  let timer = 0;
  let asked = 0;
  const field = el("input", { id: `rt-rule-search-${own}`, class: "rt-input", type: "search", autocomplete: "off", spellcheck: "false", maxlength: "200" });
  const phases = el("select", { class: "rt-input", "aria-label": "Phase" }, el("option", { value: "" }, "every phase"),
    ...index.phases.map(([id, name]) => el("option", { value: id }, name)));
  const states = el("select", { class: "rt-input", "aria-label": "Status" }, el("option", { value: "" }, "every status"),
    ...Object.entries(index.status).map(([id, name]) => el("option", { value: id }, name)));
  const count = el("p", { class: "rt-small rt-muted", role: "status" });
  const list = el("div", { class: "rt-rules__list" });
  const reset = () => { field.value = ""; phases.value = ""; states.value = ""; search(); field.focus(); };
  const nothing = el("div", { class: "rt-empty", hidden: true }, el("h3", {}, "No rule fits"), el("p", {}),
    el("button", { class: "rt-btn", type: "button", onclick: reset }, "Show all rules"));
  for (const [phase, name] of index.phases) {
    const of = index.rules.filter((rule) => rule[2] === phase);
    const items = el("ul", {});
    const heading = `rt-phase-${own}-${groups.length}`;
    for (const [id, title, , status, number] of of) {
      const link = el("a", {
        href: address(id), tabindex: "-1", "data-rule": id,
        onclick: (event) => {
          if (event.ctrlKey || event.metaKey || event.shiftKey) return;
          event.preventDefault();
          if (id === (model.get("card") || {}).id) show(true); else open(id);
        },
        onfocus: () => stop(link),
      }, el("span", { class: "rt-rules__id" + (status === "gap" ? " is-gap" : "") }, id), el("span", { class: "rt-rules__title" }, title),
        el("span", { class: "rt-rules__page" }, `${status === "stated" ? "" : status + " · "}${typeof number === "number" ? `p. ${number}` : number}`));
      const row = el("li", {}, link);
      rows.set(id, { row, link });
      items.append(row);
    }
    const group = el("section", { "aria-labelledby": heading }, el("h2", { id: heading }, name), items);
    groups.push(group);
    list.append(group);
  }
  const links = () => [...list.querySelectorAll("li:not([hidden]) > a")];
  let tab = null;
  const stop = (link) => { if (tab) tab.tabIndex = -1; tab = link; if (link) link.tabIndex = 0; };
  list.addEventListener("keydown", (event) => {
    const all = links();
    const at = all.indexOf(document.activeElement);
    if (at < 0) return;
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: all.length - 1, PageDown: at + 10, PageUp: at - 10 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    all[Math.max(0, Math.min(all.length - 1, to))].focus();
  });
  const search = () => {
    clearTimeout(timer);
    asked += 1;
    ask({ search: { text: field.value, phase: phases.value, status: states.value, n: asked } });
  };
  field.addEventListener("input", () => { clearTimeout(timer); timer = setTimeout(search, 120); });
  phases.addEventListener("change", search);
  states.addEventListener("change", search);
  field.addEventListener("keydown", (event) => {
    if (event.key === "ArrowDown" && links().length) { event.preventDefault(); links()[0].focus(); }
  });
  const drawHits = () => {
    const hits = model.get("hits");
    if (hits.n !== undefined && hits.n < asked) return; // an answer to an earlier question
    const fit = new Set(hits.ids);
    for (const [id, { row }] of rows) row.hidden = !fit.has(id);
    for (const group of groups) group.hidden = !group.querySelector("li:not([hidden])");
    const total = index.rules.length;
    count.textContent = fit.size === total ? `${total} rules` : `${fit.size} of ${total} rules`;
    nothing.hidden = fit.size > 0;
    list.hidden = !nothing.hidden;
    nothing.querySelector("p").textContent = field.value.trim() ? `Nothing contains "${field.value.trim()}" here.` : "No rule has this phase and this status.";
    if (!tab || tab.closest("[hidden]")) stop(links()[0] || null);
  };
  const mark = (id) => {
    for (const { link } of rows.values()) link.removeAttribute("aria-current");
    const found = rows.get(id);
    if (!found) return;
    found.link.setAttribute("aria-current", "true");
    stop(found.link);
    const box = list.getBoundingClientRect();
    const at = found.link.getBoundingClientRect();
    if (at.top < box.top || at.bottom > box.bottom) list.scrollTop += at.top - box.top - box.height / 3;
  };
  const show = (yes) => {
    root.firstChild.classList.toggle("is-reading", yes);
    if (root.clientWidth < 904) { // one column, as in the style sheet
      if (yes) { reader.scrollIntoView({ block: "start" }); reader.focus({ preventScroll: true }); } else if (tab) tab.focus();
    }
  };
  const side = el("div", { class: "rt-rules__side" },
    el("div", { class: "rt-rules__tools", role: "search" },
      el("label", { class: "rt-rules__field" }, el("span", { class: "rt-sr" }, "Search the rules"), icon("find"), field),
      el("div", { class: "rt-rules__filters" }, phases, states), count),
    list, nothing);
  field.placeholder = "Word or number, such as token or 101";

  root.append(el("div", { class: "rt-rules" },
    el("header", { class: "rt-rules__head" }, el("h1", {}, "Rules"),
      el("p", { class: "rt-muted" }, `${index.title}: all ${index.rules.length} rules in our own words. Pages are those of the ${index.edition}.`)),
    side, reader, said));

  const again = (message) => { if (message.open) show(true); };
  model.on("msg:custom", again);
  model.on("change:card", drawCard);
  model.on("change:used", drawUsed);
  model.on("change:hits", drawHits);
  drawHits();
  drawCard();
  drawUsed();
  return () => {
    model.off("msg:custom", again);
    model.off("change:card", drawCard);
    model.off("change:used", drawUsed);
    model.off("change:hits", drawHits);
  };
}

export default { render };

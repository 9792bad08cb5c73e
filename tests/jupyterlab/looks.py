"""Reads how elements of ours look, to compare one page with another."""

from typing import Any

#: What is compared: whatever a style sheet of somebody else might change, and no length that follows from a width.
PROPERTIES = (
    *("font-family", "font-size", "font-weight", "font-style", "font-variant-numeric", "line-height", "letter-spacing"),
    *("color", "background-color", "background-image", "opacity", "box-shadow", "fill", "stroke", "color-scheme"),
    *("border-top-width", "border-right-width", "border-bottom-width", "border-left-width"),
    *("border-top-style", "border-right-style", "border-bottom-style", "border-left-style"),
    *("border-top-color", "border-right-color", "border-bottom-color", "border-left-color"),
    *("border-top-left-radius", "border-top-right-radius", "border-bottom-right-radius", "border-bottom-left-radius"),
    *("padding-top", "padding-right", "padding-bottom", "padding-left", "margin-top", "margin-bottom"),
    *("display", "box-sizing", "position", "float", "vertical-align", "text-align", "text-transform", "text-indent"),
    *("text-decoration-line", "white-space", "overflow-wrap", "word-break", "list-style-type", "border-collapse"),
    *("outline-style", "outline-width", "outline-color", "outline-offset", "cursor", "appearance", "accent-color"),
    *("min-height", "max-height", "flex-grow", "flex-shrink", "align-items", "justify-content", "gap", "resize"),
    *("user-select", "overflow-x", "overflow-y"),
)

#: For each kind of element, told by its own name and classes and those of the two around it, how the first one looks.
LOOKS = """([root, properties]) => {
  const found = {};
  const name = (el) => el.localName + [...el.classList].sort().map((one) => "." + one).join("");
  for (const el of document.querySelectorAll(`${root} *`)) {
    if (!el.closest("[data-view], .rt-rules") || el.closest(".rt-sprite") || !el.checkVisibility()) continue;
    const kind = [el.parentElement.parentElement, el.parentElement, el].map(name).join(" > ");
    if (kind in found) continue;
    const style = getComputedStyle(el);
    // The font of what has no text is nobody's.
    const texts = el.matches("input") || [...el.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
    const shown = texts ? properties : properties.filter((one) => one !== "font-family");
    found[kind] = Object.fromEntries(shown.map((one) => [one, style.getPropertyValue(one)]));
  }
  return found;
}"""


def looks(page: Any, root: str) -> dict[str, dict[str, str]]:
    """How each kind of element within `root` looks."""
    return dict(page.evaluate(LOOKS, [root, PROPERTIES]))


#: How each element of a notebook's own looks that is drawn, in their order: all but what is ours.
OWN_LOOKS = """(properties) => [...document.querySelectorAll(".jp-NotebookPanel *, .lm-MenuBar *")]
  .filter((el) => !el.closest(".rt-app, .jp-OutputArea-child:has(.rt-app, .rt-still)") && !el.querySelector(".rt-app"))
  .filter((el) => el.closest(".jp-RenderedMarkdown, .jp-RenderedHTML, .jp-RenderedText, .lm-MenuBar"))
  .map((el) => {
    const style = getComputedStyle(el);
    return `${el.localName}.${el.className}: ` + properties.map((one) => style.getPropertyValue(one)).join("; ");
  })"""


def own_looks(page: Any) -> list[str]:
    """How each element of JupyterLab and of the notebook looks that is none of ours."""
    return list(page.evaluate(OWN_LOOKS, PROPERTIES))


def differences(here: dict[str, dict[str, str]], there: dict[str, dict[str, str]]) -> list[str]:
    """What differs, a line for each property of each kind of element that both have. In a cell nothing sticks."""
    return [
        f"{kind} {{{name}: {there[kind].get(name)} -> {value}}}"
        for kind in here
        if kind in there
        for name, value in here[kind].items()
        if there[kind].get(name, value) != value and (name, there[kind][name]) != ("position", "sticky")
    ]

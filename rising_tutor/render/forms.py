"""Parts of a form: a field with its label, a choice from a list, a button that sends the form.

>>> field("Seed", text("seed", "7"))
'<label class="rt-field1"><span>Seed</span><input class="rt-input" type="text" name="seed" value="7"></label>'
"""

from collections.abc import Iterable

from rising_tutor.render.html import Attribute, Child, Html, el


def field(label: Child, control: Html, *, cls: str = "rt-field1") -> Html:
    """A control under its label, which it belongs to."""
    return el("label", el("span", label), control, cls=cls)


def select(
    name: str,
    options: Iterable[tuple[str, Child]],
    chosen: str | None = None,
    *,
    key: str = "",
    cls: str | None = "rt-input",
    label: str | None = None,
) -> Html:
    """One of several, from a list.

    Args:
        name: of the field.
        options: what each sends, and what stands for it.
        chosen: what is chosen now; None for the first.
        key: keeps focus on it when it is drawn again.
        label: what is chosen, where no field says so.
    """
    listed = [el("option", words, value=value, selected=value == chosen) for value, words in options]
    return el("select", listed, name=name, cls=cls, aria_label=label, data_key=key or None)


def text(name: str, value: str | int = "", *, key: str = "", kind: str = "text", **attributes: Attribute) -> Html:
    """A line to type in.

    Args:
        kind: what may be typed, as `type` of an input has it.
        attributes: more of the input, as `el` takes them.
    """
    return el("input", type=kind, name=name, value=value, cls="rt-input", data_key=key or None, **attributes)


def submit(label: str, *, key: str, cls: str = "") -> Html:
    """What sends the form."""
    return el("button", label, type="submit", cls=f"rt-btn {cls}".strip(), data_key=key)

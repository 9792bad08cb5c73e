"""Small parts that every page uses."""

from collections.abc import Iterable, Mapping, Sequence

from rising_tutor.catalogues import Rule
from rising_tutor.render.html import Attribute, Child, Html, el, join
from rising_tutor.render.symbols import use

STATUS = {
    "stated": "stated in the rulebook",
    "inferred": "follows from the rulebook",
    "gap": "our resolution of a gap",
}
"""What a rule's status means, in words."""

ORIGINS = {
    "illustrative": ("i-ill", "illustrative content"),
    "rulebook": ("i-book", "stated in the rulebook"),
    "public": ("i-globe", "from public sources"),
    "owner": ("i-person", "entered by the owner"),
}
"""The mark of where a card comes from, and its word."""


def icon(name: str, label: str = "") -> Html:
    """A sign of the sprite; without a label it is hidden from those who listen."""
    return use(name, label=label)


def owners_sign(origins: Iterable[str]) -> Child:
    """What the sign of an owner's cards means, for a note about all cards; None where there are none of them."""
    if "owner" not in set(origins):
        return None
    sign, word = ORIGINS["owner"]
    return join(" Cards marked ", use(sign, cls="rt-g", label=word), " were entered by their owner.")


def owners_mark(kind: str) -> Html | None:
    """The mark of a card that its owner entered, for a list of all cards; None for any other."""
    return origin(kind) if kind == "owner" else None


def origin(kind: str) -> Html:
    """The mark of an origin, one of `ORIGINS`."""
    sign, word = ORIGINS[kind]
    return use(sign, cls="rt-origin", label=word)


def cite(rule_id: str, status: str = "stated") -> Html:
    """A rule chip; it opens the reader. Dashed where the rule is our resolution of a gap."""
    gap = status == "gap"
    words = f"Rule {rule_id}, {STATUS['gap']}, open in the reader" if gap else f"Rule {rule_id}, open in the reader"
    return el(
        "a",
        rule_id,
        cls="rt-cite rt-cite--gap" if gap else "rt-cite",
        href=f"#rules?rule={rule_id}" if rule_id.replace("-", "").isalnum() else "#rules",
        aria_label=words,
        data_do="rule",
        data_arg=rule_id,
    )


def button(
    label: Child,
    do: str,
    arg: str = "",
    *,
    cls: str = "",
    key: str = "",
    hot: str = "",
    disabled: bool = False,
    **attributes: str | bool | None,
) -> Html:
    """A button that sends `do` with `arg`. A disabled one can still be pressed, so that it can be explained."""
    return el(
        "button",
        label,
        cls=f"rt-btn {cls}".strip(),
        type="button",
        data_do=do,
        data_arg=arg or None,
        data_key=key or f"{do}:{arg}",
        data_hot=hot or None,
        aria_disabled="true" if disabled else None,
        **attributes,
    )


def one_of(
    label: str,
    do: str,
    options: Mapping[str, Child],
    chosen: str | None,
    *,
    said: Mapping[str, str] | None = None,
    rove: str = "",
) -> Html:
    """A few ways side by side, one of them pressed; each sends `do` with its key in `options`.

    Args:
        label: what is chosen, for those who listen.
        options: what each sends -> what stands on it.
        chosen: the one that is pressed; None for none.
        said: what each says to those who listen, where that is more than what stands on it.
        rove: a key for the group, which then has one tab stop, and arrow keys.
    """
    buttons = [
        el(
            "button",
            words,
            type="button",
            data_do=do,
            data_arg=one,
            data_key=f"{do}:{one}",
            aria_pressed="true" if one == chosen else "false",
            aria_label=said[one] if said is not None else None,
            data_item=bool(rove),
            tabindex="-1" if rove else None,
        )
        for one, words in options.items()
    ]
    return el("div", buttons, cls="rt-seg", role="group", aria_label=label, data_rove=bool(rove), data_key=rove or None)


def scrolled(label: str, *inside: Child) -> Html:
    """Something that scrolls sideways by itself where the page is narrow, such as a wide table."""
    return el("div", *inside, cls="rt-scroll", tabindex="0", role="region", aria_label=label)


def fold(
    title: Child, *inside: Child, key: str = "", cls: str | None = None, opened: bool = False, beside: Child = None
) -> Html:
    """Something behind a line that is pressed to see it.

    Args:
        title: the line.
        key: keeps it as it is when the part is drawn again.
        opened: whether it begins open.
        beside: stands small behind the line, such as how much there is.
    """
    more = el("span", beside, cls="rt-xs rt-muted") if beside is not None else None
    return el("details", el("summary", title, more), inside, cls=cls, open=opened, data_key=key or None)


def panel_head(title: Child, *beside: Child, key: str = "", **attributes: Attribute) -> Html:
    """The heading of a panel with what stands at its other end.

    Args:
        key: lets the focus be put on the heading.
        attributes: of the line, as `el` takes them.
    """
    heading = el("h2", title, tabindex="-1" if key else None, data_key=key or None)
    return el("div", heading, beside, cls="rt-panel__h", **attributes)


def empty_state(title: str, text: str, way: tuple[str, str, str] | None = None) -> Html:
    """What will be here, and one button: (do, arg, label)."""
    return el(
        "div",
        el("h2", title, cls="rt-empty__h"),
        el("p", text) if text else None,
        button(way[2], way[0], way[1]) if way else None,
        cls="rt-empty",
    )


def rule_card(
    rule: Rule, phase: str, before: str = "", after: str = "", taught: Sequence[tuple[str, str]] = ()
) -> Html:
    """One rule as the reader shows it: id, page, status, title, our wording, what teaches it, the rules around it.

    Args:
        rule: the rule.
        phase: the name of its phase.
        before, after: the ids of its neighbours; empty for none.
        taught: links and titles of lessons that are about it.
    """
    gap = rule.status == "gap"
    close = button(
        icon("i-close"), "close-rule", cls="rt-btn--quiet rt-btn--icon", hot="Escape", aria_label="Close the rule"
    )
    around = [
        button([icon(sign), other], "rule", other, cls="rt-btn--quiet", aria_label=f"{word} rule, {other}")
        for sign, word, other in (("i-prev", "Previous", before), ("i-next", "Next", after))
        if other
    ]
    return el(
        "section",
        el("div", el("b", rule.id, cls="rt-rule__id"), el("span", rule.place), close, cls="rt-rule__top"),
        el("h2", rule.title, tabindex="-1", data_key="reader"),
        el(
            "p",
            el("span", rule.status_words, cls="rt-tag rt-tag--warn" if gap else "rt-tag"),
            " ",
            el("span", phase, cls="rt-small rt-muted"),
        ),
        el("p", rule.text),
        el("p", "Learn it in ", [_lesson_link(n, *one) for n, one in enumerate(taught)], cls="rt-small")
        if taught
        else None,
        el(
            "div",
            around,
            el("a", "All rules", href=f"#rules?rule={rule.id}", data_do="go", data_arg=f"#rules?rule={rule.id}"),
            cls="rt-rule__around",
        ),
        cls="rt-panel rt-rule rt-reader",
        aria_label=f"Rule {rule.id}",
        data_zone=True,
    )


def _lesson_link(number: int, link: str, title: str) -> Html:
    return join(", " if number else None, el("a", title, href=link, data_do="go", data_arg=link))

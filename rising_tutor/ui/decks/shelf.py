"""The decks there are, drawn: those of the person, those that come with the game, and the ways to begin one."""

from rising_tutor.core.english import capital, counted
from rising_tutor.decks.deck_file import DeckFault, DeckList
from rising_tutor.render.html import Child, Html, el
from rising_tutor.render.parts import button, empty_state, icon, panel_head
from rising_tutor.tutor.decks.builder import DeckBuilder, OwnDeck
from rising_tutor.tutor.messages import MAX_PASTED, PASTED
from rising_tutor.ui.frame.titles import title_picker


def head(game: str, games: tuple[str, ...]) -> Html:
    """What the page is, and for which game."""
    return el("div", el("h1", "Decks"), title_picker(game, games), cls="rt-deckhead")


def under_way(builder: DeckBuilder) -> Html | None:
    """The way back to what is worked on, where that is in no file."""
    if not builder.changed:
        return None
    deck = builder.deck
    name = deck.name or f"A {builder.construction.kind} without a name"
    return el(
        "section",
        el("p", el("b", name), f", {counted(deck.n, 'card')}, not saved yet."),
        button("Go on with it", "edit", cls="rt-btn--main"),
        cls="rt-panel rt-row rt-row--apart",
        aria_label="The deck you work on",
    )


def own_decks(builder: DeckBuilder, where: str) -> Html:
    """The decks of the person.

    Args:
        where: the folder that they are in; "" where it is not told.
    """
    decks = builder.own()
    inside: Child = el("ul", [_own(one) for one in decks], cls="rt-decklist") if decks else _none(builder)
    told = [
        "They are files in ",
        el("code", where),
        "; ",
        el("code", "rising-tutor deck check FILE"),
        " checks them too.",
    ]
    return el(
        "section",
        panel_head("Your decks", key="own-decks"),
        inside,
        el("p", told, cls="rt-xs rt-muted rt-under") if where and decks else None,
        cls="rt-panel",
    )


def _none(builder: DeckBuilder) -> Html:
    kind = builder.construction.kind
    return empty_state(
        "None yet",
        f"Begin with an empty {kind} below, or with a copy of one that comes with the game, and save it under a name.",
    )


def _own(one: OwnDeck) -> Html:
    wrong = [fault for fault in one.faults if not fault.warning]
    more = f" and {counted(len(wrong) - 1, 'more problem')}" if len(wrong) > 1 else ""
    state = (
        el("span", icon("i-check"), "may be played", cls="rt-tag rt-tag--good")
        if not wrong
        else el("span", icon("i-no"), counted(len(wrong), "problem"), cls="rt-tag rt-tag--threat")
    )
    name = one.deck.name
    return el(
        "li",
        el(
            "span",
            el("b", name),
            f", {counted(one.deck.n, 'card')} ",
            state,
            el("small", f"{capital(wrong[0].what)}{more}.", cls="rt-muted") if wrong else None,
            cls="rt-decklist__what",
        ),
        el(
            "span",
            button("Change", "open", one.id, aria_label=f"Change {name}"),
            button("Play", "play-own", one.id, aria_label=f"Play {name}") if not wrong else None,
            button("Delete", "delete", one.id, cls="rt-btn--quiet", aria_label=f"Delete {name}"),
            cls="rt-row",
        ),
    )


def ready_decks(builder: DeckBuilder) -> Html:
    """The decks that come with the game, each to begin with and to be played, and the empty one."""
    kind = builder.construction.kind
    return el(
        "section",
        panel_head(f"Begin a {kind}"),
        el("ul", _empty(kind), [_ready(deck) for deck in builder.ready.values()], cls="rt-decklist"),
        cls="rt-panel",
    )


def _empty(kind: str) -> Html:
    return el("li", el("span", el("b", f"An empty {kind}"), cls="rt-decklist__what"), button("Begin", "empty"))


def _ready(deck: DeckList) -> Html:
    play = "" if deck.play == "formal" else f", for {deck.play} play"
    return el(
        "li",
        el("span", el("b", deck.name), f", {counted(deck.n, 'card')}{play}", cls="rt-decklist__what"),
        el(
            "span",
            button("Begin with a copy", "start", deck.id, aria_label=f"Begin with a copy of {deck.name}"),
            button("Play", "play-ready", deck.id, cls="rt-btn--quiet", aria_label=f"Play {deck.name}"),
            cls="rt-row",
        ),
    )


def paste(builder: DeckBuilder, number: int) -> Html:
    """A text that becomes the deck that is worked on.

    Args:
        number: changes when the field is to be empty again.
    """
    area = el(
        "textarea",
        name=PASTED,
        rows="5",
        maxlength=MAX_PASTED,
        cls="rt-input",
        spellcheck="false",
        placeholder=builder.construction.example,
        data_key=f"pasted:{number}",
        aria_label="Text of a deck file, or a list in one line",
    )
    return el(
        "form",
        panel_head("From a text"),
        el("p", "The text of a deck file, or a list in one line.", cls="rt-small rt-muted"),
        area,
        el("div", el("button", "Take this text", type="submit", cls="rt-btn", data_key="take-text"), cls="rt-row"),
        cls="rt-panel rt-deckpaste",
        data_do="text",
    )


def faults(title: str, found: tuple[DeckFault, ...], *, refused: bool) -> Html:
    """What could not be used of a text, each with its line and column."""
    return el(
        "div",
        el("p", el("b", title)),
        el("ul", [el("li", str(fault)) for fault in found]),
        cls="rt-refuse" if refused else "rt-panel",
        role="alert" if refused else "status",
    )

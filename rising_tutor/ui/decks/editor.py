"""The deck that is worked on, drawn: name and ways on, what the rules say of it, what it is made of, its file."""

from urllib.parse import urlencode

from rising_tutor.core.english import capital, counted, plural
from rising_tutor.decks.construction import Leader
from rising_tutor.decks.deck_file import DeckFault, inline
from rising_tutor.render.forms import field, select, text
from rising_tutor.render.html import Child, Html, el
from rising_tutor.render.parts import ORIGINS, button, cite, fold, icon, one_of, panel_head
from rising_tutor.tutor.decks.builder import LONGEST_NAME, DeckBuilder
from rising_tutor.tutor.decks.checked import Asked
from rising_tutor.tutor.messages import MAX_WORD
from rising_tutor.ui.odds.marks import bar_row

_PATTERNS = ("a", "b", "c")
"""How the types of cards are told apart in the curve, beside their words."""


def head(builder: DeckBuilder) -> Html:
    """The name, and what can be done with the deck as a whole."""
    deck, found = builder.deck, builder.checked
    kept = "All is saved." if not builder.changed else "Not saved yet; this browser remembers it."
    kind = builder.construction.kind
    play = f"Play this {kind}" if not builder.changed else f"Save and play this {kind}"
    return el(
        "div",
        el("p", el("a", "All decks", href="#decks", data_do="shelf", data_key="shelf"), cls="rt-small"),
        el("h1", el("span", "Deck: ", cls="rt-sr"), deck.name or f"A {kind} without a name"),
        el(
            "div",
            el(
                "form",
                field("Name", text("name", deck.name, key="name", maxlength=LONGEST_NAME, autocomplete="off")),
                data_do="name",
                data_live="name",
            ),
            button("Save", "save", cls="" if found.ok else "rt-btn--main", disabled=not builder.changed),
            button("Save as a new one", "save-new") if builder.draft is not None and builder.draft.own else None,
            button(play, "play", cls="rt-btn--main" if found.ok else "", disabled=not found.ok),
            cls="rt-row rt-deckways",
        ),
        el("p", kept, cls="rt-small rt-muted", role="status"),
        cls="rt-deckhead rt-deckhead--one",
    )


def verdict(builder: DeckBuilder) -> Html:
    """May it be played: every demand of the rules with what is so, every problem with its rule."""
    found, deck = builder.checked, builder.deck
    plays = builder.construction.plays
    n = len(found.wrong)
    tag = (
        el("span", icon("i-check"), "may be played", cls="rt-tag rt-tag--good")
        if found.ok
        else el("span", icon("i-no"), counted(n, "problem"), cls="rt-tag rt-tag--threat")
    )
    unfit = any(word in builder.unfit for word, _ in deck.cards) or any(
        (most := builder.construction.most(card.id, deck.play)) is not None and n > most
        for word, n in deck.cards
        if (card := builder.library.of_word.get(word)) is not None
    )
    return el(
        "section",
        panel_head("May it be played?", tag, key="verdict"),
        el("p", f"{counted(deck.n, 'card')}: {_types(builder)}.", cls="rt-small", role="status"),
        one_of("Kind of play", "kind", {one: one for one in plays}, deck.play) if plays else None,
        _leaders(builder),
        el("ul", [_asked(one) for one in found.demands], [_other(one) for one in found.others], cls="rt-deckchecks"),
        el("div", button("Take out what may not be in it", "unfit"), cls="rt-row rt-under") if unfit else None,
        cls="rt-panel",
        aria_label="May it be played?",
    )


def _types(builder: DeckBuilder) -> str:
    made = builder.made_of()
    return ", ".join(f"{n} {type_ if n == 1 else plural(type_)}" for type_, n in made.items() if n) or "none yet"


def _leaders(builder: DeckBuilder) -> Html:
    asked = builder.construction.leaders
    options = [("", "none chosen"), *((one.id, f"{one.name}: {one.says}{_whose(one)}") for one in asked.every)]
    rows = []
    for at, chosen in enumerate(builder.leaders()):
        label = asked.kind if asked.n == 1 else f"{asked.kind} {at + 1}"
        known = builder.leader(at)
        more = [] if known is not None or not chosen else [(chosen, f"{chosen}: not known")]
        read = known.cards if known is not None else ()
        names = [button(builder.names[one].name, "read", one, cls="rt-deckline__name") for one in read]
        rows.append(
            el(
                "div",
                field(label, select(f"leader-{at}", [*options, *more], chosen, key=f"leader-{at}")),
                el("p", "Read ", [[name, " "] for name in names], cls="rt-small rt-muted") if names else None,
            )
        )
    return el("form", rows, cls="rt-deckleaders", data_do="leaders", data_live="leaders")


def _whose(one: Leader) -> str:
    """The mark of an owner's card, in words: an option of a list has no signs."""
    return f", {ORIGINS[one.origin][1]}" if one.origin == "owner" else ""


def _asked(one: Asked) -> Html:
    cites: list[Child] = [[" ", cite(rule)] for rule in one.demand.rules]
    said: Child = [el("small", _sentence(fault)) for fault in one.faults]
    return el(
        "li",
        icon("i-check", "so") if one.met else icon("i-no", "not so"),
        el("span", el("b", one.demand.said), said if one.faults else el("small", one.so) if one.so else None),
        el("span", cites),
        cls="ok" if one.met else "no",
    )


def _other(fault: DeckFault) -> Html:
    return el(
        "li",
        icon("i-no", "not so"),
        el("span", el("b", _sentence(fault))),
        el("span", cite(fault.rule) if fault.rule else None),
        cls="ok" if fault.warning else "no",
    )


def _sentence(fault: DeckFault) -> str:
    return f"{'Warning: ' if fault.warning else ''}{capital(fault.what)}."


def made(builder: DeckBuilder) -> Html:
    """What the deck is made of: by cost where that tells something, else by type."""
    curve = builder.construction.curve
    paid = builder.rows.paid_in_all(
        {card.id: n for word, n in builder.deck.cards if (card := builder.library.of_word.get(word)) is not None}
    )
    return el(
        "section",
        panel_head(curve or "What it is made of"),
        _curve(builder) if curve else _bars(builder),
        el("p", "asked in all ", paid, cls="rt-row rt-small rt-under") if paid is not None else None,
        _odds(builder),
        cls="rt-panel",
    )


def _bars(builder: DeckBuilder) -> Html:
    made_of = builder.made_of()
    rows = [bar_row(capital(type_), n / (builder.deck.n or 1), str(n)) for type_, n in made_of.most_common()]
    return el("ul", rows, cls="rt-bars rt-bars--tight")


def _curve(builder: DeckBuilder) -> Html:
    """A column for each cost, the types one upon the other, each with its pattern."""
    curve, types = builder.curve(), builder.library.types
    pattern = dict(zip(types, _PATTERNS * len(types), strict=False))
    most = max((found.total() for found in curve.values()), default=0) or 1
    told = ", ".join(f"{cost}: {found.total()}" for cost, found in curve.items())
    columns = [
        el(
            "div",
            el("b", found.total()),
            _column([(pattern[type_], found[type_]) for type_ in types], most),
            cost,
        )
        for cost, found in curve.items()
    ]
    legend = [el("span", el("i", cls=f"rt-sw {pattern[type_]}"), plural(type_)) for type_ in types]
    return el(
        "div",
        el("div", legend, cls="rt-legend"),
        el("div", columns, cls="rt-curve", role="img", aria_label=f"Cards by cost: {told}"),
    )


def _column(parts: list[tuple[str, int]], most: int) -> Html | None:
    """Numbers one upon the other, the first lowest; `most` would fill all of the height."""
    rects, top = [], 0
    for cls, n in parts:
        top += n
        if n:
            rects.append(el("rect", x="1", y=most - top, width="98", height=n, cls=cls))
    total = el("svg", rects, viewBox=f"0 {most - top} 100 {top}", height=84 * top // most, preserveAspectRatio="none")
    return total if top else None


def _odds(builder: DeckBuilder) -> Html | None:
    """The way to the odds of its draws, where the list fits into an address."""
    link = f"#odds?{urlencode({'deck': inline(builder.deck), 'want': _example(builder)})}"
    if not builder.deck.cards or len(link) > MAX_WORD:
        return None
    return el(
        "p",
        el("a", "Chances of its draws", href=link, data_do="go", data_arg=link, data_key="odds"),
        cls="rt-small rt-under",
    )


def _example(builder: DeckBuilder) -> str:
    return f"1 {builder.deck.cards[0][0]} in 6" if builder.deck.cards else ""


def file(builder: DeckBuilder) -> Html:
    """The deck as a file: to be copied or stored."""
    return fold(
        f"The {builder.construction.kind} as a file",
        el(
            "div",
            button("Copy the text", "copied", "deck-text", data_local="copy"),
            button("Store it as a file", "download"),
            cls="rt-row",
        ),
        el("pre", builder.checked.text, data_key="deck-text", tabindex="0", aria_label="The deck as a file"),
        cls="rt-more rt-panel rt-deckfile",
        key="deck-file",
    )


def card(builder: DeckBuilder, opened: str) -> Html | None:
    """A card that is read, over the page."""
    found = builder.cards.card(opened) if opened else None
    if found is None:
        return None
    close = button(
        icon("i-close"), "close-card", cls="rt-btn--quiet rt-btn--icon", hot="Escape", aria_label="Close the card"
    )
    return el(
        "div",
        el("h2", "Card", tabindex="-1", data_key="card-read"),
        close,
        found,
        cls="rt-reader rt-deckreader",
        data_zone=True,
    )

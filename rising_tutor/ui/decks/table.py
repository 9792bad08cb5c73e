"""The cards of a deck, or of the whole library, line by line, with buttons to put copies in and take them out."""

from collections.abc import Iterable, Mapping

from rising_tutor.core.english import capital, counted, plural
from rising_tutor.decks.deck_file import DeckFault
from rising_tutor.decks.facts import CardFacts
from rising_tutor.render.forms import field, select, text
from rising_tutor.render.html import Child, Html, el, join
from rising_tutor.render.parts import button, cite, empty_state, icon, one_of
from rising_tutor.render.tables import Row, row, table
from rising_tutor.tutor.decks.builder import DeckBuilder
from rising_tutor.tutor.decks.library import LONGEST, Search

IN_DECK, ALL = "deck", "all"
PAGE = 60
"""So many cards of the library are shown at once."""


def finder(builder: DeckBuilder, search: Search, shown: str) -> Html:
    """Which cards are shown: those in the deck or all, and what is looked for among them."""
    library, heads = builder.library, builder.rows.row_heads
    n = builder.deck.n
    traits: list[tuple[str, Child]] = [("", "any"), *library.traits.items()]
    costs = [("", "any"), *((str(cost), str(cost)) for cost in library.costs)]
    ways = {IN_DECK: f"In the {builder.construction.kind}: {n}", ALL: f"All cards: {len(library.cards)}"}
    return el(
        "form",
        el(
            "div",
            one_of("Which cards", "show", ways, shown),
            button([icon("i-undo"), "Undo"], "undo", hot="u", disabled=not builder.can_undo),
            cls="rt-row rt-row--apart",
        ),
        el(
            "div",
            field("Search", text("query", search.query, kind="search", key="query", maxlength=LONGEST)),
            field("Type", select("type", [("", "any"), *_same(library.types)], search.type, key="type")),
            field(capital(heads[1]), select("trait", traits, search.trait.casefold(), key="trait")),
            field("Cost", select("cost", costs, search.cost, key="cost")) if len(library.costs) > 1 else None,
            el(
                "label",
                el("input", type="checkbox", name="fits", value="yes", checked=bool(search.fits), data_key="fits"),
                "only what may be in it",
                cls="rt-check",
            ),
            cls="rt-deckfind__fields",
        ),
        cls="rt-panel rt-deckfind",
        data_do="find",
        data_typed=True,
        aria_label="Find cards",
    )


def _same(words: Iterable[str]) -> list[tuple[str, Child]]:
    return [(word, capital(word)) for word in words]


def card_table(builder: DeckBuilder, search: Search, shown: str, most: int) -> Html:
    """The lines.

    Args:
        most: so many are shown; a button shows more.
    """
    counts = builder.counts
    found = [card for card in builder.found(search) if shown == ALL or card.word in counts]
    strangers = builder.unknown() if shown == IN_DECK and search == Search() else ()
    if not found and not strangers:
        return _nothing(builder, shown)
    heads = builder.rows.row_heads
    listed = found[:most]
    unfit, made_of = builder.unfit, builder.made_of()
    groups = []
    for type_ in builder.library.types:
        cards = [card for card in listed if card.type == type_]
        if cards:
            n = made_of[type_] if shown == ALL else sum(counts.get(card.word, 0) for card in cards)
            name = f"{plural(capital(type_))}, {n if shown == IN_DECK else f'{n} in it'}"
            groups.append(_group(heads, name, [_line(builder, card, counts, unfit) for card in cards]))
    if strangers:
        n = sum(count for _, count in strangers)
        groups.append(_group(heads, f"No cards of this game, {n}", [_stranger(builder, *one) for one in strangers]))
    left = len(found) - len(listed)
    return el(
        "section",
        el("p", counted(len(found), "card"), cls="rt-sr", role="status"),
        el("div", groups, data_rove=True, data_key="cards"),
        button(f"Show {counted(min(left, PAGE), 'more card')}", "more", key="more-cards") if left > 0 else None,
        cls="rt-panel rt-deckcards",
        aria_label="Cards",
        data_zone=True,
    )


def _nothing(builder: DeckBuilder, shown: str) -> Html:
    kind = builder.construction.kind
    if shown == IN_DECK and not builder.deck.cards:
        return empty_state(
            f"The {kind} is empty", "Look through all cards and put some in.", ("show", ALL, "Show all cards")
        )
    where = f"No card of the {kind}" if shown == IN_DECK else "No card of the game"
    return empty_state(f"{where} is like this", "", ("find", "", "Look for all again"))


def _group(heads: tuple[str, str, str], name: str, lines: list[Row]) -> Html:
    columns = ("copies", heads[0], "card", heads[1], heads[2])
    return table(columns, lines, caption=name, shown=True, named=2, numbers=4, roles=True, cls="rt-decktable")


def _line(
    builder: DeckBuilder, card: CardFacts, counts: Mapping[str, int], unfit: Mapping[str, tuple[DeckFault, ...]]
) -> Row:
    n = counts.get(card.word, 0)
    shown = builder.rows.row(card.id)
    wrong = builder.checked.at.get(card.word, ()) if n else unfit.get(card.word, ())
    most = builder.construction.most(card.id, builder.deck.play)
    name = el(
        "button",
        card.name,
        type="button",
        cls="rt-deckline__name",
        data_do="read",
        data_arg=card.id,
        data_key=f"read:{card.id}",
        data_item=True,
        tabindex="-1",
    )
    return _row(
        _copies(card.word, card.name, n, most),
        shown.lead,
        el(
            "span",
            el("span", name, shown.origin, cls="rt-deckline__who"),
            [_fault(fault, inside=bool(n)) for fault in wrong],
        ),
        shown.has,
        shown.numbers,
        bad=bool(n) and any(not fault.warning for fault in wrong),
        key=card.word,
    )


def _stranger(builder: DeckBuilder, word: str, n: int) -> Row:
    wrong = [_fault(fault, inside=True) for fault in builder.checked.at.get(word, ())]
    return _row(_copies(word, word, n, None), None, el("span", word, wrong), None, None, bad=True, key=word)


def _row(*cells: Child, bad: bool, key: str) -> Row:
    return row(*cells, cls="bad" if bad else None, data_key=f"line:{key}")


def _copies(word: str, name: str, n: int, most: int | None) -> Html:
    of = "" if most is None else f" of {most}"
    limit = "no limit" if most is None else f"{most} at most"
    return el(
        "span",
        _step("\u2212", "out", word, f"Take out a {name}", disabled=not n),
        el("b", n, el("small", of or " of \u221e", aria_hidden="true"), el("span", f" in it, {limit}", cls="rt-sr")),
        _step("+", "in", word, f"Put in a {name}", disabled=False),
        cls="rt-copies",
    )


def _step(sign: str, do: str, word: str, said: str, *, disabled: bool) -> Html:
    return el(
        "button",
        sign,
        type="button",
        cls="rt-copies__step",
        aria_label=said,
        aria_disabled="true" if disabled else None,
        data_do=do,
        data_arg=word,
        data_key=f"{do}:{word}",
        data_item=True,
        data_first=do == "in",
        tabindex="-1",
    )


def _fault(fault: DeckFault, *, inside: bool) -> Html:
    """What is wrong with a card in the deck; of one that is not in it, why it may not be."""
    loud = inside and not fault.warning
    sign = icon("i-no") if loud else None
    mark = join(" ", cite(fault.rule)) if fault.rule else None
    said = capital(fault.what) if inside else f"May not be in: {fault.what}"
    return el("span", sign, f"{said}.", mark, cls="rt-deckfault" if loud else "rt-deckfault rt-deckfault--quiet")

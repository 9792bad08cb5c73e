"""The reader of a QuickStrike table: an open card with all that it says, a discard pile, what is known of a deck.

What is opened stands below the tray, so that the table stays in view. Everything comes from the view: of a deck its
number, the cards in it that this viewer knows, and the bag of those that nobody can place.
"""

from collections import Counter

from rising_tutor.boards.card_reader import facts, names, reader_panel, unplaced
from rising_tutor.boards.ports import CardName
from rising_tutor.boards.quickstrike import places
from rising_tutor.boards.quickstrike.cards import (
    ORIGIN_SAID,
    classes,
    kind_word,
    name_of,
    numbers,
    said,
    spoken,
    strip,
)
from rising_tutor.boards.quickstrike.scene import Scene
from rising_tutor.boards.quickstrike.signs import cost
from rising_tutor.boards.quickstrike.signs import sidebar as side
from rising_tutor.core.english import capital, counted, listed
from rising_tutor.games.quickstrike.book import Book, Card
from rising_tutor.games.quickstrike.clauses import sentences
from rising_tutor.games.quickstrike.standing import sidebar, values
from rising_tutor.games.quickstrike.state import FRONT
from rising_tutor.games.quickstrike.vocabulary import COLOURS
from rising_tutor.render.html import Child, Html, el
from rising_tutor.render.parts import cite, origin


def readers(scene: Scene) -> Child:
    """Everything that is opened."""
    found: list[Child] = []
    for lying in places.open_cards(scene.run):
        part = places.opener(lying.number)
        if scene.opened(part):
            found.append(_card(scene, lying, part))
    for seat in (scene.far, scene.near):
        if scene.opened(f"deck:{seat}"):
            found.append(_deck(scene, seat))
        if scene.opened(f"discard:{seat}"):
            found.append(_discard(scene, seat))
    return el("div", found, cls="rt-readers") if found else None


def card_face(card: Card) -> Html:
    """A card as the reader shows it, as it is printed."""
    return el(
        "div",
        strip(card),
        side(card.cost),
        el(
            "span",
            name_of(card),
            numbers(card, None),
            said(card) or el("span", "It says nothing more.", cls="rt-tc__text"),
            el("span", card.id.upper(), origin(card.origin), cls="rt-tc__foot"),
            cls="rt-tc__in",
        ),
        cls=classes(card, "l"),
        role="img",
        aria_label=spoken(card, card.cost, None),
    )


def read(book: Book, card: Card) -> Html:
    """A card with all that is known of it, for whoever reads cards away from a table."""
    move = card.id in book.move
    rows: list[tuple[str, Child]] = [("type", kind_word(card, move=move).lower()), ("cost", cost(card.cost))]
    if card.type == "strike":
        rows += [("intercept", str(card.intercept)), ("force", str(card.force))]
    if card.traits:
        rows.append(("traits", listed(card.traits)))
    if card.exclusive:
        rows.append(("only for", [card.exclusive, " ", cite("QS-207")]))
    return el(
        "section",
        card_face_of(card, move=move),
        facts(rows),
        el("p", origin(card.origin), " ", ORIGIN_SAID[card.origin], cls="rt-xs rt-muted"),
        cls="rt-panel rt-cardreader",
        aria_label=card.name,
    )


def listing(book: Book) -> tuple[CardName, ...]:
    """Every card and signature move, by name."""
    found = [
        CardName(card.id, card.name, kind_word(card, move=move).lower(), " ".join(sentences(card)), card.origin)
        for cards, move in ((book.cards, False), (book.moves, True))
        for card in cards
    ]
    return tuple(sorted(found, key=lambda one: (one.name.casefold(), one.id)))


def _card(scene: Scene, lying: places.Lying, part: str) -> Html:
    card, run = lying.card, scene.run
    move = card.id in scene.game.book.move
    zone = lying.zone
    rows: list[tuple[str, Child]] = []
    if lying.number == places.chamber_number(lying.seat):
        chamber = scene.game.book.chamber[scene.view.mats[lying.seat].chamber]
        side_up = "front" if scene.view.mats[lying.seat].side == 0 else "back"
        rows.append(("where", f"{scene.whose(lying.seat)} Chamber {chamber.name}, {side_up} up"))
        rows.append(("needs", ["three charged zones, before the first flip ", cite("QS-416")]))
    elif 0 <= zone < FRONT:
        kind = "ally" if card.type == "ally" and scene.view.mats[lying.seat].allies[zone] else "card"
        rows.append(("where", f"{kind} in {scene.whose(lying.seat)} {COLOURS[zone]} zone"))
    elif card.type == "advantage":
        rows.append(("where", [f"{scene.whose(lying.seat)} advantages, until the next cleanup ", cite("QS-403")]))
    if card.type == "strike" and 0 <= zone <= FRONT:
        now = values(run, lying.seat, zone)
        rows.append(
            ("now", f"intercept {now.intercept} (printed {card.intercept}), force {now.force} (printed {card.force})")
        )
        needed = sidebar(run, lying.seat, card)
        if needed != card.cost:
            rows.append(("costs now", cost(needed)))
    return reader_panel(
        "Card reader",
        part,
        card_face_of(card, move=move),
        facts(rows),
        el("p", origin(card.origin), " ", ORIGIN_SAID[card.origin], cls="rt-xs rt-muted"),
    )


def card_face_of(card: Card, *, move: bool) -> Html:
    """A card or a signature move."""
    if not move:
        return card_face(card)
    return el(
        "div",
        strip(card, move=True),
        side(card.cost),
        el("span", name_of(card), numbers(card, None), said(card), cls="rt-tc__in"),
        cls=classes(card, "l", move=True),
        role="img",
        aria_label=spoken(card, card.cost, None, move=True),
    )


def _deck(scene: Scene, seat: int) -> Html:
    """How many cards the deck has, which are known, and what the unknown ones can be."""
    mat, run = scene.view.mats[seat], scene.run
    known = [f"{at}. {run.card(seat, slot.card).name}" for at, slot in enumerate(mat.deck.top, 1) if slot.card >= 0]
    energies = sum(slot.card < 0 for zone in mat.remembered for slot in zone)
    remembered = Counter(run.card(seat, slot.card).name for zone in mat.remembered for slot in zone if slot.card >= 0)
    return reader_panel(
        f"{capital(scene.whose(seat))} deck",
        f"deck:{seat}",
        el(
            "p",
            counted(mat.n_deck, "card"),
            f". Known from the top: {', '.join(known)}." if known else ". Nobody knows their order.",
        ),
        el(
            "p",
            f"{counted(mat.n_unplaced, 'card')} lie unseen, in the deck or among {counted(energies, 'energy')}",
            unplaced(mat, lambda card: run.book.card[card].name),
            cite("QS-1012"),
            cls="rt-small",
        ),
        el("p", "Energies that were open before: ", names(remembered.items()), ".", cls="rt-small")
        if remembered
        else None,
    )


def _discard(scene: Scene, seat: int) -> Html:
    names = [scene.run.card_name(seat, kind) for kind in reversed(scene.view.mats[seat].discard)]
    rows = [el("li", name) for name in names]
    return reader_panel(
        f"{capital(scene.whose(seat))} discard pile",
        f"discard:{seat}",
        el("p", "From the top: the first one is the next energy. ", cite("QS-409"), cls="rt-small"),
        el("ol", rows, cls="rt-cardlist") if rows else el("p", "It is empty.", cls="rt-muted"),
    )


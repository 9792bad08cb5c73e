"""The reader of a table of Rise TCG: a card or Summoner with all that it says and what is so now, a pile, a library.

What is opened stands below the tray, so that the table stays in view. Everything comes from the view: of a library its
number, the cards in it that this viewer knows, and the bag of those that nobody can place.
"""

from collections.abc import Iterable, Iterator

from rising_tutor.boards.card_reader import facts, reader_panel, unplaced
from rising_tutor.boards.ports import CardName
from rising_tutor.boards.rise_tcg import places
from rising_tutor.boards.rise_tcg.cards import ORIGIN_SAID, cost_words, face, kind_word, name_of
from rising_tutor.boards.rise_tcg.hand import own_cards
from rising_tutor.boards.rise_tcg.scene import Scene
from rising_tutor.boards.rise_tcg.states import states_of
from rising_tutor.boards.rise_tcg.ways import numbers_of
from rising_tutor.core.english import capital, counted, listed
from rising_tutor.games.rise_tcg.book import Book, Card, SummonerCard
from rising_tutor.games.rise_tcg.clauses import explained, skill_sentences
from rising_tutor.games.rise_tcg.pieces import Piece
from rising_tutor.games.rise_tcg.standing import level
from rising_tutor.games.rise_tcg.state import SUMMONERS
from rising_tutor.render.html import Child, Html, el
from rising_tutor.render.parts import cite, origin
from rising_tutor.render.symbols import use


def readers(scene: Scene) -> Child:
    """Everything that is opened."""
    found = list(_opened(scene))
    return el("div", found, cls="rt-readers") if found else None


def _opened(scene: Scene) -> Iterator[Html]:
    for piece in scene.run.t.pieces:
        if scene.opened(part := places.of_piece(piece.id)):
            yield _piece(scene, piece, part)
    for part, card, _ in own_cards(scene):
        if scene.opened(part):
            where = facts([("where", "your hand" if scene.look.live else "the hand")])
            yield reader_panel("Card reader", part, face(card), where, source(card.origin))
    for seat in (*scene.others, scene.near):
        for at in range(SUMMONERS):
            if scene.opened(part := places.of_summoner(seat, at)):
                yield _summoner(scene, seat, at, part)
        if scene.opened(part := f"library:{seat}"):
            yield _library(scene, seat, part)
        if scene.opened(part := f"cemetery:{seat}"):
            yield _pile(scene, seat, part, scene.view.sides[seat].cemetery, "cemetery")
        if scene.opened(part := f"out:{seat}"):
            yield _pile(scene, seat, part, scene.view.sides[seat].exclusion, "cards out of the game")


# On the table ---------------------------------------------------------------------------------------------------------


def _piece(scene: Scene, piece: Piece, part: str) -> Html:
    card = scene.run.book.card[piece.card]
    rows: list[tuple[str, Child]] = [("where", f"{scene.whose(piece.controller)} side")]
    if piece.on:
        rows[0] = ("lies on", scene.name(piece.on))
    numbers = numbers_of(scene, piece)
    if numbers:
        rows.append(("now", f"{numbers} (printed {card.attack}/{card.defense})"))
    said = [*(["tilted"] if piece.tilted else []), *states_of(scene, piece)]
    if said:
        rows.append(("state", ", ".join(said)))
    return reader_panel("Card reader", part, face(card), facts(rows), source(card.origin))


def _summoner(scene: Scene, seat: int, at: int, part: str) -> Html:
    summoner = scene.run.t.sides[seat].summoners[at]
    card = scene.run.summoner_card(summoner)
    now = level(scene.run, summoner)
    rows: list[tuple[str, Child]] = [
        ("where", f"{scene.whose(seat)} side"),
        ("HP", "dead" if summoner.hp <= 0 else [f"{summoner.hp}, printed {card.hp}, 30 at most ", cite("RISE-615")]),
        ("level", [f"{now} of {len(card.skill)} ", cite("RISE-813")]),
        ("capacity", f"{summoner.cp} of {counted(now, 'point')}"),
        ("state", "tilted" if summoner.tilted else "not tilted"),
    ]
    used = [f"skill {index + 1}" for index in sorted({*summoner.used, *summoner.spent})]
    if used:
        rows.append(("used", listed(used)))
    return reader_panel("Summoner", part, summoner_face(card, now), facts(rows), source(card.origin))


def summoner_face(card: SummonerCard, now: int = 0) -> Html:
    """A Summoner with its skills; those above level `now` are marked as not open yet, with 0 none is."""
    skills: list[Child] = []
    for n, text in enumerate(skill_sentences(card), 1):
        head, _, rest = text.partition(": ")
        open_ = not now or n <= now
        more = None if open_ else el("em", f" opens at level {n}")
        skills.append(el("span", el("b", head, ":"), " ", rest, more, cls=None if open_ else "off"))
    return el(
        "div",
        el("span", use("t-summoner"), el("span", "Summoner"), el("em", f"{card.hp} HP"), cls="rt-tc__strip"),
        el(
            "span",
            name_of(card.name),
            el("span", skills, cls="rt-tc__text"),
            el("span", origin(card.origin), cls="rt-tc__foot"),
            cls="rt-tc__in",
        ),
        cls="rt-tc rt-tc--signature rt-tc--l",
        role="img",
        aria_label=f"{card.name}, Summoner, {card.hp} HP, {counted(len(card.skill), 'skill')}",
    )


def source(kind: str) -> Html:
    """Where a card comes from, by mark and sentence."""
    return el("p", origin(kind), " ", ORIGIN_SAID[kind], cls="rt-xs rt-muted")


def _library(scene: Scene, seat: int, part: str) -> Html:
    """How many cards the library has, which are known, and what the unknown ones can be."""
    side, book = scene.view.sides[seat], scene.run.book
    top = [(at, slot.card) for at, slot in enumerate(side.library.top, 1) if slot.card >= 0]
    known = [f"{at}. {book.card[side.kinds[kind]].name}" for at, kind in top]
    where = "in the library" if seat == scene.near and scene.view.viewer is not None else "in the library or the hand"
    return reader_panel(
        f"{capital(scene.whose(seat))} library",
        part,
        el(
            "p",
            counted(side.n_library, "card"),
            f". Known from the top: {', '.join(known)}." if known else ". Nobody knows their order.",
        ),
        el(
            "p",
            f"{counted(side.n_unplaced, 'card')} lie unseen {where}",
            unplaced(side, lambda card: book.card[card].name),
            cite("RISE-1019"),
            cls="rt-small",
        )
        if side.n_unplaced
        else None,
    )


def _pile(scene: Scene, seat: int, part: str, kinds: Iterable[int], word: str) -> Html:
    """The cards of a pile, the last one first."""
    side, book = scene.view.sides[seat], scene.run.book
    rows = [el("li", book.card[side.kinds[kind]].name) for kind in reversed(tuple(kinds))]
    return reader_panel(
        f"{capital(scene.whose(seat))} {word}",
        part,
        el("ol", rows, cls="rt-cardlist") if rows else el("p", "It is empty.", cls="rt-muted"),
    )



# Away from a table ----------------------------------------------------------------------------------------------------


def read(card: Card) -> Html:
    """A card with all that is known of it, for whoever reads cards away from a table."""
    rows: list[tuple[str, Child]] = [
        ("type", kind_word(card)),
        ("rank", [f"{'infinite' if card.infinite else card.rank} ", cite("RISE-203")]),
    ]
    cost = cost_words(card)
    if cost:
        rows.append(("cost", cost.removeprefix("costs ")))
    if card.subtype:
        rows.append(("subtype", listed(card.subtype)))
    rows.append(("rarity", card.rarity))
    return el(
        "section",
        face(card),
        facts(rows),
        source(card.origin),
        cls="rt-panel rt-cardreader",
        aria_label=card.name,
    )


def read_summoner(card: SummonerCard) -> Html:
    """A Summoner, for whoever reads cards away from a table."""
    return el(
        "section",
        summoner_face(card),
        facts([("HP", str(card.hp)), ("skills", str(len(card.skill)))]),
        source(card.origin),
        cls="rt-panel rt-cardreader",
        aria_label=card.name,
    )


def listing(book: Book) -> tuple[CardName, ...]:
    """Every card and Summoner, by name."""
    cards = [
        CardName(card.id, card.name, kind_word(card).lower(), " ".join(explained(card)), card.origin)
        for card in book.cards
    ]
    summoners = [
        CardName(one.id, one.name, "summoner", " ".join(skill_sentences(one)), one.origin) for one in book.summoners
    ]
    return tuple(sorted((*cards, *summoners), key=lambda one: (one.name.casefold(), one.id)))

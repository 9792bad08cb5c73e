"""Cards of Rise TCG as HTML: strip with type, rank and state, name, abilities, numbers, what they say, origin.

Three sizes: `s` on the battlefield, without a sentence; `m` in the own hand; `l` in the reader. A card is a button that
opens the reader, where it says all.
"""

from collections.abc import Iterable
from typing import Final

from rising_tutor.boards.card_reader import FORCE, SHIELD, value
from rising_tutor.boards.rise_tcg.scene import Scene
from rising_tutor.core.english import counted, listed
from rising_tutor.games.rise_tcg import vocabulary as say
from rising_tutor.games.rise_tcg.book import STAR, Card
from rising_tutor.games.rise_tcg.clauses import ability_name, explained, sentences
from rising_tutor.render.html import Child, Html, el
from rising_tutor.render.parts import origin
from rising_tutor.render.symbols import use

SIGNS: Final = {
    "creature": "t-creature",
    "door": "t-door",
    "incantation": "t-incantation",
    "imminent": "t-imminent",
    "level up": "t-level",
}
ORIGIN_SAID: Final = {
    "illustrative": "A sample card of this project; the rulebook prints none.",
    "owner": "Entered by the owner.",
    "rulebook": "Stated in the rulebook.",
    "public": "From public sources.",
}


def kind_word(card: Card) -> str:
    """The types of a card in words (RISE-109)."""
    return " ".join(one.title() for one in card.type)


def rank_word(card: Card) -> str:
    """The most copies in one library, as the strip shows it (RISE-203)."""
    return "\u221e" if card.infinite else f"{card.rank}\u00d7"


def main_type(card: Card) -> str:
    """The type that a card is drawn as: of an Imminent creature the creature, of a Door that is one the Door."""
    return next(one for one in ("door", "creature", "incantation", "imminent", "level up") if one in card.type)


def points(n: int, of: int | None = None, label: str = "") -> Html:
    """Capacity points as dots; `of` so many, the rest empty."""
    of = n if of is None else max(of, n)
    dots = [el("i", cls=None if at < n else "off") for at in range(of)]
    said = label or (f"costs {counted(n, 'capacity point')}" if of == n else f"{n} of {counted(of, 'capacity point')}")
    return el("span", dots, cls="rt-cap", role="img", aria_label=said)


def price(coins: int = 0, ether: int = 0, cost: int = 0) -> Html | None:
    """What is paid: capacity points, coins, Ether; None where nothing is."""
    parts: list[Child] = []
    if cost:
        parts.append(points(cost))
    if coins:
        parts.append(el("span", coins, use("g-coin", label=counted(coins, "coin").partition(" ")[2]), cls="rt-coin"))
    if ether:
        parts.append(el("span", ether, use("g-ether", label="Ether"), cls="rt-coin"))
    return el("span", parts, cls="rt-price") if parts else None


def price_words(deed: say.Deed, coins: int, ether: int) -> str:
    """What an action is paid with, in words: "free", "2 coins", "a coin toss"."""
    paid = [text for n, text in ((coins, counted(coins, "coin")), (ether, f"{ether} Ether")) if n]
    if deed.toss:
        paid.append("a coin toss")
    if deed.roll:
        paid.append("a die")
    return listed(paid) or "free"


def numbers(attack: int | str, defense: int | str, card: Card) -> Html:
    """Attack, then defense; with a triangle where it is not the printed one."""

    def one(kind: str, now: int | str, printed: int | str) -> Html:
        if now == STAR:
            return el("span", use(f"n-{kind}"), el("b", STAR), cls=f"rt-val rt-val--{kind}", aria_hidden="true")
        return value(kind, int(now), None if printed == STAR else int(printed))

    return el("span", one(FORCE, attack, card.attack), one(SHIELD, defense, card.defense), cls="rt-tc__nums")


def fights(card: Card) -> bool:
    """Whether a card has attack and defense."""
    return not {"creature", "door"}.isdisjoint(card.type)


def spoken(card: Card, now: tuple[int, int] | None, extra: Iterable[str]) -> str:
    """A card in words for those who listen."""
    said = [card.name, kind_word(card)]
    if card.subtype:
        said.append(listed(card.subtype))
    said.append(f"rank {'infinite' if card.infinite else card.rank}")
    if card.abilities:
        said.append(listed(map(ability_name, card.abilities)))
    if fights(card):
        attack, defense = now or (card.attack, card.defense)
        for word, shown, printed in (("attack", attack, card.attack), ("defense", defense, card.defense)):
            star = STAR in (shown, printed)
            changed = "" if star or shown == printed else f" (printed {printed})"
            said.append(f"{word} {'counted' if shown == STAR else shown}{changed}")
    return ", ".join((*said, *(one for one in extra if one)))


def abilities(card: Card) -> Html | None:
    """The abilities of a card as marks."""
    if not card.abilities:
        return None
    return el("span", [el("span", ability_name(one), cls="rt-ab") for one in card.abilities], cls="rt-tc__abs")


def name_of(name: str) -> Html:
    """The name of a card or Summoner; what comes after a comma stands small."""
    first, comma, rest = name.partition(",")
    return el("span", first, el("small", rest.strip()) if comma else None, cls="rt-tc__name")


def said(card: Card, *, full: bool = False) -> Html | None:
    """What a card says, each sentence with what sets it off first; `full` with each ability in a sentence."""
    texts = explained(card) if full else sentences(card)[int(bool(card.abilities)) :]
    return el("span", [_sentence(text) for text in texts], cls="rt-tc__text") if texts else None


def _sentence(text: str) -> Html:
    head, colon, rest = text.partition(":")
    return el("span", el("b", head, colon), rest) if colon else el("span", text)


def strip(card: Card, *states: Child, rank: bool = True) -> Html:
    """The head of a card: its type by glyph and word, its state or rank."""
    end = el("em", states) if any(states) else el("em", rank_word(card), aria_hidden="true") if rank else None
    return el("span", use(SIGNS[main_type(card)]), el("span", kind_word(card)), end, cls="rt-tc__strip")


def classes(card: Card, size: str, *more: str) -> str:
    """The class names of a card: its type, its size, its states."""
    kind = main_type(card).replace(" ", "")
    return " ".join(part for part in ("rt-tc", f"rt-tc--{kind}", f"rt-tc--{size}", *more) if part)


def face(card: Card) -> Html:
    """A card as the reader shows it, as it is printed."""
    return el(
        "div",
        strip(card),
        el(
            "span",
            name_of(card.name),
            el("span", listed(card.subtype), cls="rt-tc__mod") if card.subtype else None,
            said(card, full=True) or el("span", "It says nothing more.", cls="rt-tc__text"),
            el(
                "span",
                cost_dots(card),
                numbers(card.attack, card.defense, card) if fights(card) else None,
                origin(card.origin),
                cls="rt-tc__foot",
            ),
            cls="rt-tc__in",
        ),
        cls=classes(card, "l"),
        role="img",
        aria_label=spoken(card, None, (cost_words(card),)),
    )


def cost_dots(card: Card) -> Html | None:
    """What it costs to invoke a card, as dots; a Level Up costs none (RISE-809)."""
    if "level up" in card.type:
        return None
    return points(2, label=cost_words(card)) if "together" in card.abilities else points(card.cost)


def cost_words(card: Card) -> str:
    """What it costs to invoke a card, in words; nothing is said of a Level Up, which costs none (RISE-809)."""
    if "level up" in card.type:
        return ""
    if "together" in card.abilities:
        return "costs a capacity point of each Summoner"
    return f"costs {counted(card.cost, 'capacity point')}"


def opens(scene: Scene, part: str) -> dict[str, str | bool]:
    """What makes an element a button that opens the reader, within a group with arrow keys."""
    return {
        "role": "button",
        "tabindex": "-1",
        "aria_expanded": "true" if scene.opened(part) else "false",
        "data_do": "unfold",
        "data_arg": part,
        "data_key": f"unfold:{part}",
        "data_item": True,
    }

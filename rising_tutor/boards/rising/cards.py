"""Cards of a Rising table, the costs on them and the dice that lie there."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final

from rising_tutor.boards.picture import MARKED
from rising_tutor.boards.rising.beats import texts
from rising_tutor.boards.rising.scene import Scene
from rising_tutor.boards.rising.slots import Slot, filled
from rising_tutor.boards.rising.words import Words, split
from rising_tutor.games.rising.view import Dice
from rising_tutor.games.rising.words.cards import card_parts
from rising_tutor.render.dice import die, spoken
from rising_tutor.render.html import EMPTY, Child, Html, el
from rising_tutor.render.parts import origin
from rising_tutor.render.symbols import symbol as sign_of
from rising_tutor.render.symbols import use

_FLAGS = {
    "is-legal": ("", "fits", ""),
    "is-selected": ("", "chosen", "i-check"),
    "is-refused": ("rt-flag--bad", "no", "i-no"),
    "is-done": ("rt-flag--good", "covered", "i-check"),
}
TINTS = ("air", "water", "earth", "fire")
"""The tints of the types of Heroes, in the order of the title."""
NO_STEPS: Final[Mapping[int, int]] = {}
KEPT: Final = 1024
"""Parts of cards, of each kind, whose HTML is kept: a board is drawn anew after each move, most of it as before."""
_MANY = 7
"""Boxes beyond which they are drawn smaller."""
_SAID = {"is-legal": "fits", "is-selected": "chosen", "is-refused": "was refused", "is-done": "covered"}


def symbol(words: Words, letter: str, *, spoken_too: bool = True) -> Html:
    """The sign of a symbol."""
    return sign_of(words.symbol(letter), label=spoken_too)


def die_html(words: Words, name: str, *, small: bool = True, cls: str = "", **attributes: str | bool | None) -> Html:
    """A die; symbol tokens lie on cards like dice."""
    colour, face = split(name)
    if colour == "token":
        return el(
            "span",
            symbol(words, face, spoken_too=False),
            cls="rt-slot rt-slot--token",
            role="img",
            aria_label=words.die(name),
        )
    symbols = tuple(words.symbol(letter) for letter in face)
    label = attributes.pop("label", None) or spoken(colour, symbols)
    size = "rt-die--s" if small else ""
    return die(colour, symbols, cls=f"{size} {cls}".strip(), label=str(label), **attributes)


def slots(
    words: Words, cost: Sequence[str], dice: Dice, lacks: tuple[str, ...], sets: int = 0, *, tag: str = "div"
) -> Html:
    """The cost in its printed order: a slot for each symbol, with the die that covers it.

    Args:
        sets: how often the cost is covered already.
        tag: the element around it.
    """
    return el(tag, [_slot(words, place) for place in filled(cost, dice, lacks, sets)], cls="rt-slots")


@lru_cache(maxsize=KEPT)
def _slot(words: Words, place: Slot) -> Html:
    if not place.die:
        return el("span", symbol(words, place.symbol), cls="rt-slot")
    cls = " ".join(filter(None, ("is-2wide" if place.width > 1 else "", "is-over" if place.over else "")))
    return die_html(words, place.die, cls=cls)


def pips(damage: int, capacity: int, what: str = "Damage", steps: Mapping[int, int] = NO_STEPS) -> Html:
    """A box for each point, full ones with a bar; the numbers beside them.

    Args:
        steps: of the points those that land, each with its beat.
    """
    return _pips(damage, capacity, what, tuple(steps.items()))


@lru_cache(maxsize=KEPT)
def _pips(damage: int, capacity: int, what: str, landing: tuple[tuple[int, int], ...]) -> Html:
    steps, count = dict(landing), f"{damage}/{capacity}"
    shown = range(min(capacity, 12))
    boxes = [el("i", cls="on" if at < damage else None, data_off=steps.get(at + 1)) for at in shown]
    return el(
        "span",
        el(
            "span",
            boxes,
            cls="rt-pips rt-pips--many" if capacity > _MANY else "rt-pips",
            role="img",
            aria_label=f"{what} {damage} of {capacity}",
        ),
        " ",
        el("span", count, aria_hidden="true", data_was=texts(steps, count, lambda n: f"{n}/{capacity}")),
        cls="rt-pipsbox",
    )


@lru_cache(maxsize=KEPT)
def says(words: Words, card: str) -> Html:
    """What the card does: the trigger bold, then the sentence."""
    found = words.card(card)
    if found is None:
        return EMPTY
    said: list[Child] = []
    for trigger, sentence in card_parts(found, words.of):
        said.append(el("span", el("b", trigger) if trigger else None, " " if trigger else "", sentence, " "))
    return el("p", said, cls="rt-card__text")


def card(
    scene: Scene,
    card_id: str,
    *,
    cost: Html | None = EMPTY,
    foot: Child = None,
    label: str = "",
    cls: str = "",
    note: Child = None,
    done: bool = False,
) -> Html:
    """A card as a cell of the board.

    Args:
        label: what is spoken after name and kind.
        note: a small tag below the name.
        done: what it costs is covered.
    """
    words, live, state = scene.words, scene.look.live, scene.state(card_id, done=done)
    mark = MARKED if scene.marked(card_id) else ""
    found = words.card(card_id)
    kind = words.kind(card_id)
    what, _, kind_of = kind.partition(" · ")
    flags = [el("span", use("i-goal"), mark, cls="rt-flag rt-flag--mark")] if mark else []
    if state in _FLAGS:
        tone, word, sign = _FLAGS[state]
        flags.append(el("span", use(sign) if sign else None, word, cls=f"rt-flag {tone}".strip()))
    sun = getattr(found, "black_sun", False)
    spoken_words = [words.name(card_id), kind.replace(" · ", ", "), label, "Black Sun icon" if sun else ""]
    spoken_words += [_SAID.get(state, ""), mark]
    return el(
        "div",
        el("span", flags, cls="rt-flags", aria_hidden="true") if flags else None,
        el(
            "div",
            el("span", el("span", f"{what} · ", cls="rt-card__what") if kind_of else None, kind_of or what),
            use("i-bs", cls="rt-bs", label="Black Sun icon") if sun else None,
            cls="rt-card__strip",
        ),
        el("h3", words.name(card_id), cls="rt-card__name", data_kind=kind),
        cost or None,
        note,
        says(words, card_id),
        el("div", foot, origin(words.origin(card_id)) if found is not None else None, cls="rt-card__foot"),
        cls=" ".join(filter(None, ["rt-card", _tint(words, card_id), state, cls, "is-marked" if mark else ""])),
        role="gridcell",
        tabindex="-1",
        aria_label=", ".join(filter(None, spoken_words)),
        aria_selected="true" if state == "is-selected" else None,
        data_beat=scene.landings.about(f"card:{card_id}"),
        data_item=True,
        data_key=f"card:{card_id}",
        data_do="press" if live else None,
        data_arg=f"card:{card_id}" if live else None,
        data_fits=state == "is-legal",
    )


def _tint(words: Words, card_id: str) -> str:
    book = words.book
    if card_id in book.hero:
        return f"rt-card--{TINTS[book.spec.types.index(book.hero[card_id].type) % len(TINTS)]}"
    if card_id in book.villain:
        return "rt-card--villain"
    if card_id in book.team or card_id in book.ability_of_team:
        return "rt-card--team rt-teamcard"
    return "rt-card--battle"

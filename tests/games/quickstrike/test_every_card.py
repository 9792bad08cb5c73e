"""Every card: what it says stands in a golden file, and each of its abilities does something.

An ability is proven by taking its effect out of the book: the same positions, played by the same simple rules, must
then go otherwise somewhere. What exactly each kind of effect does is told in `test_effects.py`.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from rising_tutor.core.node import Chance, Decision
from rising_tutor.games.quickstrike.book import Book, Card, load_book
from rising_tutor.games.quickstrike.clauses import sentences
from rising_tutor.games.quickstrike.game import AvatarGame
from tests.testkit.quickstrike import Scene, Side

BOOK = load_book()
GOLDEN = Path(__file__).parent / "sentences.txt"
CARDS = {card.id: card for card in (*BOOK.cards, *BOOK.moves) if card.built}
ABILITIES = [(card.id, index) for card in CARDS.values() for index in range(len(card.ability))]
MOST = 14
"""Choices of one line."""


def written() -> str:
    """All sentences, card by card; `python -m tests.games.quickstrike.test_every_card` writes them anew."""
    lines = []
    for card in (*BOOK.cards, *BOOK.moves):
        lines.append(f"{card.id} {card.name}")
        lines += [f"  {sentence}" for sentence in sentences(card)]
    return "\n".join(lines) + "\n"


def test_what_cards_say_is_as_it_was_read() -> None:
    assert written() == GOLDEN.read_text("utf-8")


def without(card: str, index: int) -> AvatarGame:
    """The game in which one ability of a card has no effect."""

    def changed(one: Card) -> Card:
        if one.id != card:
            return one
        ability = replace(one.ability[index], effect=())
        cost_moves = one.ability[index].cost.move
        if cost_moves and not one.ability[index].effect:
            # The move itself is what such a power is for.
            ability = replace(ability, cost=replace(ability.cost, move=""))
        return replace(one, ability=(*one.ability[:index], ability, *one.ability[index + 1 :]))

    cards = [changed(one) for one in BOOK.cards]
    return AvatarGame(Book(cards, BOOK.chambers, [changed(one) for one in BOOK.moves], "changed"))


ALLIES = {"green": "momo", "red": "aang"}
RICH: dict[str, Any] = {"energies": (5, 5, 5), "charged": "green yellow", "discard": " ".join(["evade"] * 9)}
FLIPS = "pummel snapped-off momo open-hand-form skewer appa"


def positions(card: Card, game: AvatarGame) -> Iterator[Scene]:
    """Positions in which a card can matter: on the own side, and on the attacker's."""
    word = BOOK.word[card.id]
    foes = [
        Side(flips={"green": "downdraft"}, allies=ALLIES, deck="skewer pummel", **RICH),
        Side(flips={"green": "earthbound"}, allies={"green": "momo", "yellow": "katara"}, deck="skewer pummel", **RICH),
        Side(flips={"green": "downdraft"}, deck="open-hand-form snapped-off skewer", **(RICH | {"charged": ""})),
    ]
    if card.id in BOOK.move:
        chamber = next(one for one in BOOK.chambers if card.id in (one.front, one.back))
        side = int(chamber.back == card.id)
        whole = RICH | {"charged": "green yellow red"}
        own = Side(deck=FLIPS, allies=ALLIES, chamber=chamber.id, side=side, **whole)
        for foe in foes:
            yield Scene(own, foe, attack="green", step="turn", game=game)
        yield Scene(replace(own, charged="green yellow red"), foes[0], step="open", flipped=False, game=game)
        attacker = Side(flips={"front": "move"}, allies=ALLIES, chamber=chamber.id, side=side, deck="skewer", **RICH)
        for me in (
            Side(deck="skewer momo " + FLIPS, allies=ALLIES, **RICH),
            Side(deck="snapped-off skewer", **whole),
            Side(deck="open-hand-form skewer", **(RICH | {"charged": ""})),
        ):
            yield Scene(me, attacker, attack="front", game=game)
            yield Scene(me, attacker, attack="front", step="turn", game=game)
            yield Scene(me, attacker, attack="front", zone="red", game=game)
        return
    hidden = RICH | {"more": 0, "unseen": "pummel skewer evade earthbound"}
    blind = Side(deck="", allies={"green": word} if card.type == "ally" else {}, **hidden)
    if card.type == "advantage":
        blind = replace(blind, deck=f"{word} momo")
    yield Scene(blind, replace(foes[0], deck="", unseen="pummel skewer", more=0), attack="green", game=game)
    for foe in foes:
        for zone in ("green", "yellow", "red"):
            allies = {"green": "momo", "red": "aang", "yellow": "katara"}
            one_less = {colour: ally for colour, ally in allies.items() if colour != zone}
            for own in (allies, one_less):
                me = Side(deck=f"{word} {FLIPS}", allies=own, advantages="open-hand-form open-hand-form", **RICH)
                yield Scene(me, foe, attack="green", zone=zone, game=game)
                yield Scene(replace(me, charged=""), foe, attack="green", zone=zone, game=game)
                yield Scene(replace(me, side=1), foe, attack="green", zone=zone, game=game)
    if card.type == "ally":
        for deck in ("snapped-off", "pummel", "skewer", "momo snapped-off"):
            me = Side(deck=f"{deck} {FLIPS}", allies={"yellow": word, "green": "momo"}, **RICH)
            yield Scene(me, foes[0], attack="green", zone="yellow", game=game)
            yield Scene(replace(me, charged="green"), foes[0], attack="green", zone="yellow", game=game)
        strike = Side(flips={"yellow": "downdraft"}, allies={"yellow": word}, deck="skewer", **RICH)
        yield Scene(Side(deck=f"skewer {FLIPS}", **RICH), strike, attack="yellow", game=game)
        yield Scene(Side(deck=f"momo {FLIPS}", **RICH), strike, attack="yellow", step="turn", game=game)
    if card.type == "advantage":
        for zone in ("green", "yellow", "red"):
            me = Side(deck=f"snapped-off {FLIPS}", advantages=word, allies=ALLIES, **RICH)
            yield Scene(me, foes[0], attack="green", zone=zone, game=game)
    allies = {"yellow": "momo", "green": "katara"}
    for zone in ("green", "yellow"):
        kind = {"flips": {zone: word if card.type == "strike" else "downdraft"}}
        foe = Side(allies=allies, advantages=word if card.type == "advantage" else "", deck="skewer", **kind, **RICH)
        for deck in (
            "skewer momo open-hand-form snapped-off",
            "snapped-off skewer",
            "open-hand-form momo kindle",
            "momo snapped-off skewer",
            "burning-disc skewer",
            "bell-ringer skewer",
            "sea-sphere skewer",
        ):
            me = Side(deck=deck, allies=ALLIES, advantages="crystal-rampart", **(RICH | {"charged": ""}))
            yield Scene(me, foe, attack=zone, game=game)
            yield Scene(me, foe, attack=zone, step="turn", game=game)
            yield Scene(replace(me, charged="green yellow red"), foe, attack=zone, step="turn", game=game)


PREFERENCES = (
    ("choose", "power", "reflip", "signature", "counter", "play", "focus"),
    ("choose", "focus", "discard"),
    ("choose", "signature", "counter", "play", "discard"),
    ("choose", "power kindle", "play", "power", "focus"),
)


def line(scene: Scene, wanted: tuple[str, ...]) -> Iterator[Any]:
    """What can be seen along a line in which the first possible of the wanted actions is made."""
    used = 0
    for _ in range(MOST):
        node = scene.game.node(scene.state)
        yield seen(scene)
        if isinstance(node, Chance):
            scene.do(scene.game.write(scene.state, next(iter(node.outcomes))[0]))
            continue
        if not isinstance(node, Decision):
            return
        texts = [scene.game.write(scene.state, action) for action in node.actions]
        begins = [one for one in wanted if used < 1 or not one.startswith(("power", "reflip"))]
        fits = (text for one in begins for text in texts if text.startswith(one) and text != "choose no")
        text = next(fits, texts[0])
        used += text.startswith(("power", "reflip"))
        scene.do(text)


def seen(scene: Scene) -> Any:
    """The table with what counts at this moment."""
    state = scene.state
    zone = scene.where
    strike = zone != "nowhere" and scene.flip(zone) is not None
    here = scene.values(zone) if strike and BOOK.card[scene_card(scene)].type == "strike" else None
    front = scene.values("front") if scene.me.flips[3] is not None else None
    mats = [
        (mat.points, mat.charged, mat.side, mat.discard, mat.energies, mat.deck, mat.advantages and len(mat.advantages))
        for mat in state.mats
    ]
    return scene.legal, zone, here, front, scene.force, mats, [mat.allies for mat in state.mats]


def scene_card(scene: Scene) -> str:
    laid = scene.me.flips[scene.state.zone] if scene.state.zone < 3 else None
    assert laid is not None
    return scene.me.kinds[laid.card]


@pytest.mark.sweep(one_in=3)
@pytest.mark.slow
@pytest.mark.parametrize(("card", "index"), ABILITIES, ids=[f"{BOOK.word[card]}-{index}" for card, index in ABILITIES])
def test_each_ability_of_each_card_changes_something(card: str, index: int) -> None:
    real, dull = AvatarGame(BOOK), without(card, index)
    for wanted in PREFERENCES:
        for one, other in zip(positions(CARDS[card], real), positions(CARDS[card], dull), strict=True):
            for here, there in zip(line(one, wanted), line(other, wanted), strict=False):
                if here != there:
                    return
    pytest.fail(f"{CARDS[card].name}: without {CARDS[card].ability[index]} everything goes alike")


def test_every_card_and_every_signature_move_is_built() -> None:
    assert [card.id for card in (*BOOK.cards, *BOOK.moves) if not card.built] == []


if __name__ == "__main__":
    GOLDEN.write_text(written(), encoding="utf-8")

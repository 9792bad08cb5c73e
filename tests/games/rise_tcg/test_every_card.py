"""Every card and skill: what it says stands in a golden file, and each of its parts does something.

A part is proven by taking it out of the book: the same positions, played by the same simple rules, must then go
otherwise somewhere. What exactly each ability and effect does is told in `test_abilities.py` and `test_effects.py`.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from rising_tutor.core.node import Chance, Decision
from rising_tutor.games.rise_tcg.book import Book, Card
from rising_tutor.games.rise_tcg.clauses import ability_sentence, explained, sentences, skill_sentences
from rising_tutor.games.rise_tcg.game import RiseGame
from rising_tutor.games.rise_tcg.keywords import ABILITIES
from rising_tutor.games.rise_tcg.run import Run
from rising_tutor.games.rise_tcg.standing import attack, defense
from tests.testkit.rise import BOOK, GAME, Scene, Side

GOLDEN = Path(__file__).parent / "sentences.txt"
ELEMENTS = {"water-element", "fire-element", "ice-element", "lightning-element"}
SPOKEN = {"food", "bomb", "return", "symbiosis", *ELEMENTS}
"""Abilities that do nothing by themselves: other cards ask for them, or they name what a text does."""
PARTS = [
    *((card.id, "ability", ability) for card in BOOK.cards for ability in card.abilities if ability not in SPOKEN),
    *((card.id, "base", str(at)) for card in BOOK.cards for at in range(len(card.base))),
    *((card.id, "action", str(at)) for card in BOOK.cards for at in range(len(card.action))),
]
SKILLS = [(one.id, at) for one in BOOK.summoners for at in range(len(one.skill))]
MOST = 26
"""Choices of one line."""


def written() -> str:
    """All sentences, card by card; `python -m tests.games.rise_tcg.test_every_card` writes them anew."""
    lines = []
    for card in BOOK.cards:
        lines.append(f"{card.id} {card.name}")
        lines += [f"  {sentence}" for sentence in sentences(card)]
    for summoner in BOOK.summoners:
        lines.append(f"{summoner.id} {summoner.name}")
        lines += [f"  {sentence}" for sentence in skill_sentences(summoner)]
    lines += [ability_sentence(ability) for ability in ABILITIES]
    return "\n".join(lines) + "\n"


def test_what_cards_say_is_as_it_was_read() -> None:
    assert written() == GOLDEN.read_text("utf-8")


def test_a_card_explains_its_abilities_and_an_unknown_one_is_told_so() -> None:
    walker = "Wall Pass: When blockers are declared, no Door can block this creature."
    assert explained(BOOK.card["wall-walker"]) == (walker,)
    assert explained(GAME.book.card["odd"]) == ("juggling: unknown here; it does nothing.",)
    assert explained(BOOK.card["ring-of-keys"]) == sentences(BOOK.card["ring-of-keys"])


def test_the_samples_have_all_abilities() -> None:
    assert {ability for card in BOOK.cards for ability in card.abilities} == set(ABILITIES)


def without(card: str, kind: str, part: str) -> RiseGame:
    """The game in which one part of a card is not there."""

    def changed(one: Card) -> Card:
        if one.id != card:
            return one
        if kind == "ability":
            return replace(one, abilities=tuple(word for word in one.abilities if word != part))
        at = int(part)
        if kind == "base":
            return replace(one, base=one.base[:at] + one.base[at + 1 :])
        return replace(one, action=one.action[:at] + one.action[at + 1 :])

    return RiseGame(Book([changed(one) for one in GAME.book.cards], GAME.book.summoners, "changed"))


def without_skill(summoner: str, at: int) -> RiseGame:
    """The game in which a skill does nothing."""
    found = [
        replace(one, skill=tuple(replace(skill, effect=()) if n == at else skill for n, skill in enumerate(one.skill)))
        if one.id == summoner
        else one
        for one in GAME.book.summoners
    ]
    return RiseGame(Book(GAME.book.cards, found, "changed"))


FULL: dict[str, Any] = {"levels": (2, 2), "cp": (3, 3), "coins": 9}


def positions(card: Card, game: RiseGame) -> Iterator[Scene]:
    """Positions in which a card can matter: in hand, in play, attacking, blocking, at the beginning of a turn."""
    word = card.id
    other = Side(play="bear sky-courier plain-door archer allergy@bear", hand="cub", **FULL)
    rich = "mouse sapper zombie iron-postern chained-colossus toll ring-of-keys"
    yield Scene(Side(hand=f"{word} {word} bear", play=rich, **FULL), other, game=game)
    yield Scene(Side(hand=f"{word} bear"), other, game=game)
    if not card.constant:
        return
    if card.attaches is not None:
        hosts = {"creature": ("bear", "sapper", "clerk"), "player": ("seat-1",)}[card.attaches.kind]
        for host in hosts:
            mine = "bear sapper clerk mouse!tilted toll hammer jester market"
            yield Scene(Side(play=f"{mine} {word}@{host}", coins=3), other, game=game, step="turn")
            yield Scene(Side(play=f"{mine} {word}@{host}", **FULL), other, game=game)
            yield Scene(Side(play=mine, coins=3), Side(play=f"mouse {word}@{host}", **FULL), game=game, step="turn")
        return
    for mine in (f"{word} snail allergy@snail", f"{word} {word} toll hammer", f"{word} bear shepherd tap hammer"):
        yield Scene(Side(play=mine, **FULL), other, game=game)
        yield Scene(Side(play=mine), other, game=game, step="turn")
        if "creature" in card.type:
            yield Scene(Side(play=f"{word} powder-keg@{word}"), other, game=game).do("to attack")
        for theirs in ("mouse", "razor-hound", "archer sky-courier", "plain-door", "razor-hound mouse mouse", "ox"):
            yield Scene(Side(play=theirs, tilted=(True, True), cp=(0, 0)), Side(play=mine), game=game)
            yield Scene(Side(play=mine), Side(play=theirs, tilted=(True, True), cp=(0, 0)), game=game)


def lines(scene: Scene, taste: int) -> Iterator[str]:
    """What happens when the choices are made by a simple rule: the events in words, then the state."""
    game, state = scene.game, scene.state
    for n in range(MOST):
        node = game.node(state)
        if isinstance(node, Decision):
            yield " | ".join(game.write(state, action) for action in node.actions)
            action = node.actions[(taste + n) % len(node.actions)]
            if taste < 2:
                action = min(node.actions, key=lambda one: rank(game.write(state, one), taste))
            step = game.act(state, action)
        elif isinstance(node, Chance):
            outcomes = [outcome for outcome, _ in node.outcomes]
            step = game.resolve(state, outcomes[(taste // 2) % len(outcomes)])
        else:
            return
        yield from map(game.say, step.events)
        state = step.state
    yield repr(standing(game, state))


ORDERS = (
    ("attack", "block", "select", "choose", "to attack", "done", "pass"),
    ("explosive", "action", "invoke", "select", "choose", "pass", "skill", "done", "to attack"),
)
"""Two simple rules: what is done first, by how it begins."""


def rank(text: str, taste: int) -> int:
    order = ORDERS[taste]
    return next((at for at, begins in enumerate(order) if text.startswith(begins)), len(order))


def standing(game: RiseGame, state: Any) -> Any:
    """The cards in play with their values."""
    run = Run(state, game.book)
    return [
        (one.card, one.controller, attack(run, one), defense(run, one), one.tilted, one.open, one.on)
        for one in state.pieces
    ]


def differs(card: Card, game: RiseGame) -> bool:
    """Whether some position goes otherwise in the other game."""
    for one, other in zip(positions(card, GAME), positions(card, game), strict=True):
        if one.legal != other.legal or standing(GAME, one.state) != standing(game, other.state):
            return True
        for taste in range(5):
            if list(lines(one, taste)) != list(lines(other, taste)):
                return True
    return False


@pytest.mark.sweep(one_in=3)
@pytest.mark.slow
@pytest.mark.parametrize(("card", "kind", "part"), PARTS)
def test_each_part_of_a_card_does_something(card: str, kind: str, part: str) -> None:
    assert differs(GAME.book.card[card], without(card, kind, part))


@pytest.mark.parametrize(("summoner", "at"), SKILLS)
def test_each_skill_does_something(summoner: str, at: int) -> None:
    def scene(game: RiseGame) -> Scene:
        other = "ysolde" if summoner != "ysolde" else "bram"
        revive = (summoner, at) == ("oss", 2)
        me = Side(
            summoners=f"{summoner} {other}",
            hp=(20, 0) if revive else (20, 20),
            levels=(2, 0),
            cp=(3, 0 if revive else 1),
            play="bear mouse!tilted plain-door steel-harness@bear allergy@bear",
            cemetery="allergy lance-rider",
        )
        return Scene(me, Side(tilted=(True, True), cp=(0, 0)), game=game)

    def played(game: RiseGame) -> list[str]:
        s = scene(game).do(f"skill {summoner} {at + 1}")
        while s.legal and s.legal[0].startswith(("choose", "select")):
            s.do(s.legal[0])
        s.passes()
        while s.legal and s.legal[0].startswith("select"):
            s.do(s.legal[0])
        side = s.state.sides[0]
        return [repr(standing(game, s.state)), repr(side)]

    assert played(GAME) != played(without_skill(summoner, at))


if __name__ == "__main__":
    GOLDEN.write_text(written(), "utf-8")

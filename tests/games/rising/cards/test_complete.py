"""No card and no kind of effect without a test: held by the `card` marks on the tests of this folder.

A card of Fire Nation Rising is marked by its id, one of another title as "title:id".
"""

import importlib.util
import inspect
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, get_args

import pytest

from rising_tutor.games.rising.cards.vocabulary import ByPhase, DiscardTokens, InOrder, RisingEffect
from rising_tutor.games.rising.rules.card_effects import handle
from rising_tutor.games.rising.words.effects import clauses
from tests.testkit.scene import rising
from tests.testkit.settings import RISING

FIRST = "fire-nation-rising"
EFFECTS = get_args(RisingEffect)


def cards_of(title: str) -> dict[str, Any]:
    """Mark -> card, of everything that a title has to be tested card by card."""
    book = rising(title).book
    tokens = {kind.id: kind for kind in book.token}
    found: dict[str, Any] = {**book.hero, **book.villain, **book.team, **book.battle, **book.carrier, **tokens}
    found |= dict(book.threat_die)
    return found if title == FIRST else {f"{title}:{card}": one for card, one in found.items()}


CARDS = {mark: card for title in RISING for mark, card in cards_of(title).items()}


@cache
def by_card() -> dict[str, list[str]]:
    """Card id -> for each test marked with it, its source and the values that it runs over."""
    found = defaultdict(list)
    for path in sorted(Path(__file__).parent.glob("test_*.py")):
        if path == Path(__file__):
            continue
        spec = importlib.util.spec_from_file_location(f"marks_of_{path.stem}", path)
        assert spec is not None
        assert spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        for name, function in vars(module).items():
            if name.startswith("test_"):
                source = inspect.getsource(function) + repr(list(_values(function)))
                for card in _marks(function):
                    found[card].append(source)
    return found


def _values(function: Any) -> Iterator[Any]:
    for mark in getattr(function, "pytestmark", []):
        if mark.name == "parametrize":
            yield from mark.args[1]


def _marks(function: Any) -> Iterator[str]:
    """Ids in marks on a test and on the rows that it runs over."""
    marks = [mark for mark in getattr(function, "pytestmark", []) if mark.name == "card"]
    marks += [mark for row in _values(function) for mark in getattr(row, "marks", ()) if mark.name == "card"]
    return (card for mark in marks for card in mark.args)


def effects_of(card: Any) -> Iterator[type]:
    """The kinds of effect that a card uses, those inside others included."""
    parts = [
        getattr(card, name) for name in ("effect", "reward", "ability", "opening", "penalty") if hasattr(card, name)
    ]
    waiting = [one for part in parts for one in (part if isinstance(part, tuple) else (part,))]
    while waiting:
        part = waiting.pop()
        effect = part.effect if hasattr(part, "effect") else part
        if effect is None:
            continue
        yield type(effect)
        match effect:
            case InOrder(parts):
                waiting += parts
            case ByPhase(one, two):
                waiting += [one, two]
            case DiscardTokens(otherwise=instead):
                waiting.append(instead)


@pytest.mark.parametrize("card", CARDS)
def test_the_card_has_a_test_that_names_it(card: str) -> None:
    sources = by_card().get(card, [])
    bare = card.removeprefix("team-").rpartition(":")[2].removeprefix("team-")
    named = (card, f"'{bare}'", f'"{bare}"', bare.removeprefix("base-").removesuffix("-2"))
    assert any(name in source for source in sources for name in named), "no test is marked with it"


def test_every_mark_names_a_card() -> None:
    assert set(by_card()) <= set(CARDS)


@pytest.mark.parametrize("effect", EFFECTS)
def test_the_effect_is_done_said_and_on_a_card_with_a_test(effect: type) -> None:
    assert effect in handle.table
    assert effect in clauses.table
    assert any(effect in effects_of(CARDS[card]) for card in by_card())


def test_nothing_is_done_or_said_that_no_card_can_say() -> None:
    assert set(handle.table) == set(clauses.table) == set(EFFECTS)

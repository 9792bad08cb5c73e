"""Random play reaches every card of every title: no card is dead, none breaks a game."""

from functools import cache
from typing import get_args

import pytest

from rising_tutor.games.rising.cards.book import Book
from rising_tutor.games.rising.cards.vocabulary import When
from rising_tutor.games.rising.rules import events as ev
from tests.testkit.curious import Curious
from tests.testkit.scene import rising
from tests.testkit.settings import LONG, RISING

TITLE = pytest.mark.parametrize("title", RISING)
GAMES = {"fire-nation-rising": 160, "death-eaters-rising": 130, "dark-side-rising": 170}
SEED = {"fire-nation-rising": 5, "death-eaters-rising": 1, "dark-side-rising": 3}
"""Seeds under which so few games do; another seed needs more of them."""


def book_of(title: str) -> Book:
    return rising(title).book


@cache
def seen(title: str) -> tuple[set[str], set[tuple[str, str]], set[str]]:
    """Cards revealed, effects used as card and occasion, and tokens used, over many games."""
    revealed: set[str] = set()
    used: set[tuple[str, str]] = set()
    tokens: set[str] = set()
    curious = Curious(rising(title), seed=SEED[title])
    for game in range(GAMES[title]):
        seats, options = LONG[title][game % len(LONG[title])]
        for _, step in curious.play(seats, options):
            for event in step.events:
                match event:
                    case ev.CardRevealed(card=card) | ev.StarterTaken(card=card):
                        revealed.add(card)
                    case ev.EffectUsed(card=card, what=what):
                        used.add((card, what))
                    case ev.DieParked(on=card):
                        used.add((card, "ability"))
                    case ev.TokenUsed(token=token):
                        tokens.add(token)
    return revealed, used, tokens


@pytest.mark.sweep(one_in=3)
@pytest.mark.slow
@TITLE
def test_every_hero_and_villain_is_revealed(title: str) -> None:
    book = book_of(title)
    assert seen(title)[0] >= {*book.hero, *book.villain}


@pytest.mark.slow
@TITLE
def test_every_card_does_something(title: str) -> None:
    book, used = book_of(title), seen(title)[1]
    openings = {card for card, team in book.team.items() if team.opening is not None}
    assert {card for card, what in used if what == "ability"} == {*book.hero, *book.ability_of_team, *openings}
    assert {card for card, what in used if what == "villain"} == {*book.villain}
    assert {card for card, what in used if what == "battle"} == {
        card for card, battle in book.battle.items() if battle.effect is not None
    }
    assert {card for card, what in used if what == "penalty"} == {
        card for card, carrier in book.carrier.items() if carrier.penalty is not None
    }


@pytest.mark.slow
def test_every_kind_of_ability_is_used_in_some_title() -> None:
    used = {
        book_of(title).hero[card].ability.when
        for title in RISING
        for card, what in seen(title)[1]
        if what == "ability" and card in book_of(title).hero
    }
    assert used == set(get_args(When))


@TITLE
def test_every_kind_of_token_is_used(title: str) -> None:
    assert seen(title)[2] == set(book_of(title).token_index)

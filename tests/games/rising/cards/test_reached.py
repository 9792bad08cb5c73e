"""Random play reaches every card: no card is dead, none breaks a game."""

from functools import cache
from typing import get_args

from rising_tutor.games.rising import events as ev
from rising_tutor.games.rising.vocabulary import When
from tests.testkit.curious import Curious
from tests.testkit.scene import fire

BOOK = fire().book
GAMES = 160


@cache
def seen() -> tuple[set[str], set[tuple[str, str]], set[str]]:
    """Cards revealed, effects used as card and occasion, and tokens used, over many games."""
    revealed: set[str] = set()
    used: set[tuple[str, str]] = set()
    tokens: set[str] = set()
    curious = Curious(fire(), seed=1)
    levels = ("easy", "medium", "hard")
    for game in range(GAMES):
        options = {"villains": "13", "hero_loss_limit": "40", "battle_damage": "1", "difficulty": levels[game % 3]}
        for _, step in curious.play(1 + game % 5, options):
            for event in step.events:
                match event:
                    case ev.CardRevealed(card=card):
                        revealed.add(card)
                    case ev.EffectUsed(card=card, what=what):
                        used.add((card, what))
                    case ev.DieParked(on=card):
                        used.add((card, "ability"))
                    case ev.TokenUsed(token=token):
                        tokens.add(token)
    return revealed, used, tokens


def test_every_hero_and_villain_is_revealed() -> None:
    assert seen()[0] == {*BOOK.hero, *BOOK.villain}


def test_every_hero_team_and_villain_and_battle_does_something() -> None:
    used = seen()[1]
    assert {card for card, what in used if what == "ability"} == {*BOOK.hero, *BOOK.team}
    assert {card for card, what in used if what == "villain"} == {*BOOK.villain}
    assert {card for card, what in used if what == "battle"} == {*BOOK.battle}


def test_every_kind_of_ability_is_used() -> None:
    used = {BOOK.hero[card].ability.when for card, what in seen()[1] if what == "ability" and card in BOOK.hero}
    assert used == set(get_args(When))


def test_every_kind_of_token_is_used() -> None:
    assert seen()[2] == set(BOOK.token_index)

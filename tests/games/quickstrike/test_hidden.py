"""The contract on decks full of cards that look, show and open: what one seat saw tells nobody else anything.

The checks walk along a game and beside it along others that tell a viewer the same. With these decks they found a
payment, a chosen option and the places of open cards that nobody was told.
"""

from random import Random

import pytest

from rising_tutor.core.contract import Sample, take_sample
from rising_tutor.core.contract.hidden import check_asked, check_hidden, check_imagined, check_views
from rising_tutor.core.contract.play import check_choices, check_legality
from rising_tutor.core.contract.records import check_text
from rising_tutor.core.contract.streams import check_streams
from rising_tutor.core.information import alike
from rising_tutor.games.quickstrike import vocabulary as do
from rising_tutor.games.quickstrike.options import SWITCHES
from tests.games.quickstrike.test_random_games import LEFT_OUT
from tests.testkit.games import rules_of
from tests.testkit.quickstrike import GAME, Scene, Side

LOOKING = [
    card.id
    for card in GAME.book.cards
    if any(isinstance(effect, (do.Look, do.ShowTop, do.OpenTop)) for one in card.ability for effect in one.effect)
]
CHECKS = (
    check_views,
    check_hidden,
    check_asked,
    check_imagined,
    check_streams,
    check_choices,
    check_legality,
    check_text,
)


def sample(seed: int) -> Sample:
    """A game of decks in which every second card looks, with some options changed."""
    rng = Random(f"looking {seed}")
    options = {"turn_limit": "30"}
    for name in ("deck-1", "deck-2"):
        cards = sorted({*rng.sample(LOOKING, 10), *rng.sample([card.id for card in GAME.book.cards], 10)})
        options[name] = "ame176: " + ", ".join(f"{rng.randint(1, 3)} {card}" for card in cards)
    for name, (values, *_) in SWITCHES.items():
        if name not in LEFT_OUT and rng.random() < 0.25:
            options[name] = values[1]
    return take_sample(GAME, rules=rules_of("avatar-tcg"), seats=2, seed=seed, options=options, bound=2_000)


@pytest.mark.sweep(one_in=3)
@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
def test_decks_that_look_keep_the_contract(seed: int) -> None:
    one = sample(seed)
    for check in CHECKS:
        check(one)


@pytest.mark.slow
def test_there_are_positions_that_a_seat_cannot_tell_apart() -> None:
    """Otherwise the checks above would compare nothing."""
    found = [
        sum(1 for _ in alike(GAME, sample(seed).trail, viewer, Random(1))) for seed in range(4) for viewer in (0, 1)
    ]
    assert sum(found) > 20


def test_two_positions_that_differ_in_a_card_one_seat_saw_are_the_same_to_the_other() -> None:
    me = Side(deck="contemplate", more=0, unseen="pummel skewer evade evade evade")
    one, other = (Scene(me).do("play", "look evade", f"look {card}") for card in ("skewer", "pummel"))
    assert one.state != other.state
    for viewer in (1, None):
        assert GAME.view(one.state, viewer) == GAME.view(other.state, viewer)
        told = [[GAME.say(event) for event in scene.events if event.seats is None] for scene in (one, other)]  # type: ignore[arg-type]
        assert told[0] == told[1]
    assert one.legal == other.legal
    assert GAME.view(one.state, 0) != GAME.view(other.state, 0)

"""Random games with random decks and options: cards are conserved, states are saved and loaded, moves are read back."""

from collections import Counter
from random import Random
from typing import Any

import pytest

from rising_tutor.core.node import Chance, Terminal
from rising_tutor.decks.deck_file import read_inline
from rising_tutor.games.quickstrike.options import SWITCHES
from rising_tutor.games.quickstrike.run import cards_of
from rising_tutor.games.quickstrike.state import n_unsettled
from tests.testkit.quickstrike import GAME

BOOK = GAME.book
CARDS = [card.id for card in BOOK.cards if card.built]
CHAMBERS = [one.id for one in BOOK.chambers if BOOK.move[one.front].built and BOOK.move[one.back].built]
MOST = 3_000
"""Moves after which a game is left: decks without strikes flip for long."""
LEFT_OUT = ("concede", "casual_exclusive")
"""Options that would end games early, or refuse most random decks."""


def random_options(rng: Random) -> dict[str, str]:
    """Two decks of any cards, and any reading of each gap."""
    options = {"turn_limit": "200"}
    for name in ("deck-1", "deck-2"):
        cards = [*rng.sample(CARDS, rng.randint(8, 40)), "snapped-off"]
        counts = ", ".join(f"{14 if card == 'snapped-off' else rng.randint(1, 3)} {card}" for card in cards)
        options[name] = f"{rng.choice(CHAMBERS)}: {counts}"
    readings = Random(f"readings {rng.random()}")  # apart, so that one more switch does not make all games others
    for name, (values, *_) in SWITCHES.items():
        if name not in LEFT_OUT and readings.random() < 0.3:
            options[name] = values[1]
    return options


def check(state: Any, whole: list[dict[str, int]]) -> None:
    """Every card of both decks is somewhere, once; as many are unseen as lie unseen."""
    for seat, mat in enumerate(state.mats):
        assert {card: n for card, n in zip(mat.kinds, cards_of(mat, seat, state.mats), strict=True) if n} == whole[seat]
        assert sum(mat.unseen) == n_unsettled(mat)
        assert min(mat.unseen) >= 0


def play(seed: int) -> Counter[str]:
    """One random game with all checks; the kinds of event that came."""
    rng = Random(f"random game {seed}")
    state = GAME.start(2, random_options(rng))
    whole = [dict(read_inline(deck).cards) for deck in state.options.decks]
    came: Counter[str] = Counter()
    for n in range(MOST):
        node = GAME.node(state)
        check(state, whole)
        if isinstance(node, Terminal):
            break
        move = node.outcomes.sample(rng) if isinstance(node, Chance) else rng.choice(node.actions)
        assert GAME.read(state, GAME.write(state, move)) == move
        if n % 25 == 0:
            assert GAME.load(GAME.dump(state)) == state
        step = (GAME.resolve if isinstance(node, Chance) else GAME.act)(state, move)  # type: ignore[arg-type]
        for event in step.events:
            assert event.rule in event.rules, event  # type: ignore[attr-defined]
            assert GAME.say(event).endswith(".")  # type: ignore[arg-type]
            came[type(event).__name__] += 1
        state = step.state
    return came


@pytest.mark.slow
def test_random_games_keep_all_cards_and_every_kind_of_event_comes() -> None:
    came = sum((play(seed) for seed in range(60)), Counter[str]())
    never = {name for names in GAME.cited().values() for name in names} - set(came)
    # These need an option that is off or a rare card; each has a test of its own.
    assert len(came) > 40
    assert not never & {
        "Looked",
        "Saw",
        "DeckRefreshed",
        "AllyMoved",
        "StrikeMoved",
        "Pitched",
        "Chosen",
    }


def test_chance_comes_to_an_end_with_the_smallest_decks() -> None:
    """Nearly every card becomes an energy, so decks and discard piles run out all the time, by every reading."""
    longest = 0
    for seed in range(40):
        rng = Random(f"small game {seed}")
        options = {"turn_limit": "40", "flip_guard": rng.choice(["0", "200"])}
        for name in ("deck-1", "deck-2"):
            one, other = rng.sample(CARDS, 2)
            options[name] = f"{rng.choice(CHAMBERS)}: {rng.randint(13, 15)} {one}, {rng.randint(1, 3)} {other}"
        options |= {name: values[1] for name, (values, *_) in SWITCHES.items() if name not in LEFT_OUT and seed % 2}
        options["discard_refill"] = rng.choice(SWITCHES["discard_refill"][0])
        state, n_chances = GAME.start(2, options), 0
        for _ in range(300):
            node = GAME.node(state)
            if isinstance(node, Terminal):
                break
            if isinstance(node, Chance):
                n_chances += 1
                longest = max(longest, n_chances)
                assert n_chances <= 60, (seed, state.agenda[-1])
                state = GAME.resolve(state, node.outcomes.sample(rng)).state
                continue
            n_chances = 0
            focus = GAME.read(state, "focus")
            state = GAME.act(state, focus if focus in node.actions else rng.choice(node.actions)).state  # type: ignore[arg-type]
    assert longest > 10


@pytest.mark.long
def test_many_random_games_keep_all_cards() -> None:
    for seed in range(1000, 4000):
        play(seed)

"""Random games with random libraries and options: cards are conserved, games end, chains grow, records read back."""

from collections import Counter
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test

from rising_tutor.core.node import Chance, Decision, Terminal
from rising_tutor.decks.deck_file import read_inline
from rising_tutor.games.rise_tcg import flow
from rising_tutor.games.rise_tcg.game import RiseGame
from rising_tutor.games.rise_tcg.options import SWITCHES
from rising_tutor.games.rise_tcg.run import Run, cards_of
from rising_tutor.games.rise_tcg.state import lay_out, n_unsettled
from tests.testkit.rise import BOOK

GAME = RiseGame(BOOK)
CARDS = [card for card in BOOK.cards if card.id != "level-up"]
SUMMONERS = [one.id for one in BOOK.summoners]
MOST_TURNS = 90
"""Turns of a game for two: 46 cards are drawn one each turn, then Summoners fall (RISE-711, RISE-712)."""


def random_library(rng: Random) -> str:
    """A legal library of any cards."""
    counts = {"level-up": rng.randint(0, 8)}
    while sum(counts.values()) < 50:
        card = rng.choice(CARDS)
        most = 50 if card.rank == "infinite" else card.rank
        n = rng.randint(1, min(most, 5))
        counts[card.id] = min(counts.get(card.id, 0) + n, most)
    counts["vat-clone"] = counts.get("vat-clone", 0)
    over = sum(counts.values()) - 50
    for card in list(counts):
        taken = min(over, counts[card])
        counts[card] -= taken
        over -= taken
    first, second = rng.sample(SUMMONERS, 2)
    return f"{first} {second}: " + ", ".join(f"{n} {card}" for card, n in counts.items() if n)


def random_options(rng: Random) -> dict[str, str]:
    """Any libraries, and any reading of each gap."""
    options = {f"deck-{seat}": random_library(rng) for seat in (1, 2, 3, 4)}
    for name, (values, *_) in SWITCHES.items():
        if name != "concede" and rng.random() < 0.25:
            options[name] = rng.choice(values)
    return options


def check(state: Any, whole: list[dict[str, int]]) -> None:
    """Every card of each library is somewhere, once; coins, Ether and HP are within their limits."""
    for seat, side in enumerate(state.sides):
        assert {card: n for card, n in zip(side.kinds, cards_of(state, seat), strict=True) if n} == whole[seat]
        assert sum(side.unseen) == n_unsettled(side)
        assert min(side.unseen, default=0) >= 0
        assert 0 <= side.coins <= 30
        assert 0 <= side.ether <= 30
        for one in side.summoners:
            assert 0 <= one.hp <= 30
            assert 0 <= one.cp <= 3
    assert len({piece.id for piece in state.pieces}) == len(state.pieces)
    assert len({(piece.card, piece.copy) for piece in state.pieces}) == len(state.pieces)


def play(seed: int, seats: int = 2) -> Counter[str]:
    """One random game with all checks; the kinds of event that came, and how long the chain was."""
    rng = Random(f"random game {seed}")
    state = GAME.start(seats, random_options(rng))
    whole = [dict(read_inline(deck).cards) for deck in state.options.decks]
    came: Counter[str] = Counter()
    n = 0
    while not isinstance(node := GAME.node(state), Terminal):
        n += 1
        check(state, whole)
        came[f"chain {len(state.chain)}"] += 1
        move = node.outcomes.sample(rng) if isinstance(node, Chance) else rng.choice(node.actions)
        assert GAME.read(state, GAME.write(state, move)) == move
        if n % 40 == 0:
            assert GAME.load(GAME.dump(state)) == state
        step = (GAME.resolve if isinstance(node, Chance) else GAME.act)(state, move)  # type: ignore[arg-type]
        for event in step.events:
            assert event.rule in event.rules, event  # type: ignore[attr-defined]
            assert GAME.say(event).endswith("."), event  # type: ignore[arg-type]
            came[type(event).__name__] += 1
        state = step.state
    assert state.turn <= MOST_TURNS * seats
    check(state, whole)
    return came


@pytest.mark.slow
def test_random_games_keep_all_cards_end_and_grow_chains() -> None:
    came = sum((play(seed, seats) for seed, seats in ((0, 2), (1, 2), (2, 2), (3, 2), (4, 3), (5, 4))), Counter[str]())
    assert came["chain 3"] > 10
    assert came["chain 4"]
    kinds = {name for names in GAME.cited().values() for name in names}
    assert len(kinds & set(came)) > 40
    assert {"SeatOut", "GameWon", "CoinTossed", "ControlChanged", "Returned"} <= set(came)


@pytest.mark.slow
def test_chains_of_three_come_in_games_of_the_libraries_that_are_there() -> None:
    deepest = []
    for seed in range(10):
        run = Run(lay_out(GAME.start(2)), GAME.book)
        deepest.append(flow.play_out_at_random(run, Random(seed), 100_000)[2])
        assert run.t.reason
    assert sum(n >= 3 for n in deepest) > 5


@pytest.mark.slow
@pytest.mark.rule("RISE-711", "RISE-712")
def test_a_game_in_which_nobody_ever_does_anything_ends() -> None:
    """Only the libraries run out: every empty draw after the first costs a Summoner."""
    idle = ("keep", "cards 1", "to attack", "done", "end turn", "pass")
    state = GAME.start(2)
    rng = Random(1)
    while not isinstance(node := GAME.node(state), Terminal):
        if isinstance(node, Chance):
            state = GAME.resolve(state, node.outcomes.sample(rng)).state
            continue
        texts = {GAME.write(state, action): action for action in node.actions}
        text = next((one for one in idle if one in texts), next(iter(texts)))
        state = GAME.act(state, texts[text]).state
    assert state.turn <= MOST_TURNS + 10
    assert node.reason == "RISE-103"


class Game(RuleBasedStateMachine):
    """Whatever is chosen, cards are conserved and coins stay between 0 and 30."""

    @initialize(seed=st.integers(0, 10_000), seats=st.integers(2, 4))
    def begin(self, seed: int, seats: int) -> None:
        self.state = GAME.start(seats, random_options(Random(seed)))
        self.whole = [dict(read_inline(deck).cards) for deck in self.state.options.decks]

    @rule(picks=st.lists(st.integers(0, 1_000), min_size=5, max_size=25))
    def move(self, picks: list[int]) -> None:
        for pick in picks:
            node = GAME.node(self.state)
            if isinstance(node, Decision):
                self.state = GAME.act(self.state, node.actions[pick % len(node.actions)]).state
            elif isinstance(node, Chance):
                outcomes = [outcome for outcome, _ in node.outcomes]
                self.state = GAME.resolve(self.state, outcomes[pick % len(outcomes)]).state

    @invariant()
    def is_whole(self) -> None:
        if hasattr(self, "state"):
            check(self.state, self.whole)


def machine(examples: int, steps: int) -> None:
    wanted = settings(
        max_examples=examples,
        stateful_step_count=steps,
        deadline=None,
        derandomize=True,
        suppress_health_check=list(HealthCheck),
    )
    run_state_machine_as_test(Game, settings=wanted)  # type: ignore[no-untyped-call]


@pytest.mark.slow
def test_no_choice_loses_a_card_or_a_coin() -> None:
    machine(8, 12)


@pytest.mark.long
def test_no_long_line_of_choices_loses_a_card_or_a_coin() -> None:
    machine(600, 80)


@pytest.mark.long
def test_many_random_games_keep_all_cards() -> None:
    for seed in range(1000, 2500):
        play(seed, 2 + (seed % 4 == 3))


@pytest.mark.long
def test_a_million_random_decisions_come_to_an_end() -> None:
    n = seed = 0
    while n < 1_000_000:
        run = Run(lay_out(GAME.start(2, random_options(Random(seed)))), GAME.book)
        n += flow.play_out_at_random(run, Random(seed), 20_000)[0]
        assert run.t.reason
        seed += 1

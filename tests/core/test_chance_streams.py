"""Streams of chance: every driver draws what it always drew, and a deck keeps its order for other choices and seeds."""

from collections import Counter
from itertools import permutations
from math import factorial
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from rising_tutor.core.chance import Listed
from rising_tutor.core.chance_streams import ChanceStreams, Deck, Stream, decks_game, rolls_game, stream_of
from rising_tutor.core.drive import play_out
from rising_tutor.core.registry import load_game
from rising_tutor.core.session import GameSession
from tests.core import told_chance
from tests.testkit.coin_and_hand import CoinAndHand
from tests.testkit.kept_order import KeptOrder

CARDS = (("a", 2), ("b", 1), ("c", 1))


class Pile:
    """A deck by itself: the state says which end is drawn from, what is left, and what the bottom gave."""

    def stream(self, state: Any) -> Stream:
        end, _, below = state
        return Stream("pile", deck=Deck(1, CARDS, at_bottom=end == "bottom", below=tuple(below.items())))

    def as_draw(self, state: Any, card: str) -> str:
        return card


PILE: Any = Pile()


def dealt(seed: int, ends: str = "tttt", label: str = "chance") -> str:
    """The cards of the pile as they come, from the top or the bottom."""
    streams = ChanceStreams(PILE, seed, label)
    left, below, came = dict(CARDS), Counter[str](), ""
    for n, end in enumerate(ends):
        outcomes = Listed((card, copies) for card, copies in left.items() if copies)
        card = streams.draw(("bottom" if end == "b" else "top", left, below), outcomes, n)
        left[card] -= 1
        below[card] += end == "b"
        came += card
    return came


def test_the_seeds_of_today_give_the_games_of_today() -> None:
    kept = told_chance.FIXTURE.read_text(encoding="utf-8").splitlines()
    assert list(told_chance.told()) == kept


@pytest.mark.slow
@pytest.mark.parametrize("ends", ["tttt", "bbbb", "tbtb", "ttbb"])
def test_every_order_of_a_deck_comes_equally_often_from_whichever_end(ends: str) -> None:
    n = 6_000
    counted = Counter(dealt(seed, ends) for seed in range(n))
    orders = {"".join(order) for order in permutations("aabc")}
    assert set(counted) == orders
    expected = n / (factorial(4) / 2)
    assert sum((counted[order] - expected) ** 2 / expected for order in orders) < 40  # 11 degrees; 1 in 30 000


def test_one_order_is_read_from_both_ends() -> None:
    for seed in range(50):
        order = dealt(seed)
        assert dealt(seed, "bbbb") == order[::-1]
        assert dealt(seed, "tbtb") == order[0] + order[3] + order[1] + order[2]


def test_label_and_seed_part_one_chance_from_another() -> None:
    orders = {(dealt(seed), dealt(seed, label="other")) for seed in range(60)}
    assert len(orders) > 30
    assert ChanceStreams(PILE, 1).rng("x").random() == Random("chance:1:x").random()


def test_a_game_says_what_it_offers() -> None:
    fire = load_game("fire")
    assert (rolls_game(fire), decks_game(fire)) == (fire, None)
    assert (rolls_game(CoinAndHand()), decks_game(CoinAndHand())) == (None, None)
    assert stream_of(CoinAndHand(), None).name == "chance"
    assert decks_game(KeptOrder()) is not None


def cards_of(game: Any, made: Any) -> list[str]:
    return [game.write(one.state, one.move) for one in made if one.chance and stream_of(game, one.state).deck]


def test_undo_brings_the_same_card_and_other_choices_meet_the_same_deck() -> None:
    game = KeptOrder()
    shown = set()
    for seed in range(20):
        orders = []
        for pick in (0, -1):
            session = GameSession(game, 2, {}, seed=str(seed))
            session.settle()
            while session.n_moves < 25 and not session.over:
                session.take_screen()
                session.play(session.actions[pick])
            orders.append(cards_of(game, session.made))
            before = session.made
            session.undo(session.decisions()[1].at)
            for made in before[session.n_moves :]:
                if not made.chance and not session.over:
                    session.take_screen()
                    session.play(made.move)
            assert session.made == before
        first, other = sorted(orders, key=len)
        assert other[: len(first)] == first
        shown.add(tuple(other[:5]))
    assert len(shown) > 10


def test_by_count_other_choices_meet_another_deck() -> None:
    """Why keyed order: a toss more or less, and the next card is another one."""
    differs = 0
    for seed in range(40):
        cards = []
        for policy in ("random", "trusting"):
            drawn: list[str] = []
            game = CoinAndHand()

            def watch(state: Any, move: Any, _step: Any, game: Any = game, drawn: list[str] = drawn) -> None:
                if "draw" in game.write(state, move):
                    drawn.append(game.write(state, move))

            play_out(game, seats=2, seed=seed, policy=policy, watch=watch)
            cards.append(drawn)
        n = min(map(len, cards))
        differs += cards[0][:n] != cards[1][:n]
    assert differs


def test_another_shuffle_is_another_order() -> None:
    game = KeptOrder()
    state = game.start(2)
    stream = game.stream(state)
    assert stream.deck is not None
    again = replace(stream, deck=replace(stream.deck, shuffle=2))
    outcomes = game.node(state).outcomes  # type: ignore[union-attr]
    drawn = set()
    for seed in range(40):
        first = ChanceStreams(game, seed).draw(state, outcomes, 0)
        game.stream = lambda _state: again  # type: ignore[method-assign]
        drawn.add(first == ChanceStreams(game, seed).draw(state, outcomes, 0))
        del game.stream  # type: ignore[method-assign]
    assert drawn == {True, False}

"""The search policy: it chooses from what its seat sees, alike under one seed, and finds what can be found."""

from collections.abc import Callable, Iterator
from itertools import islice
from random import Random
from typing import Any

import pytest

from rising_tutor.core.game import AnyGame
from rising_tutor.core.ids import Seat
from rising_tutor.core.information import alike
from rising_tutor.core.ismcts import Search
from rising_tutor.core.node import Chance, Decision
from rising_tutor.core.playthrough import follow
from rising_tutor.core.search import GameWalk, walk_of
from tests.testkit.coin_and_hand import FOX, NONE, SUN, CoinAndHand, Do, Frame, Lay, Table
from tests.testkit.games import game_of

COIN = CoinAndHand()
Choose = Callable[[Any, Any], Any]
"""A choice of a search at a game and a state."""


def choice(search: Search, state: Any) -> Any:
    node = search.game.node(state)
    return search(node, lambda: search.game.view(state, node.seat), Random("choice"))


LOOKS = "ame176: 10 meditate, 4 contemplate, 4 uncle-iroh, 10 skewer, 10 pummel"
DRAWS = (
    "oss vell: 8 level-up, 2 recall-horn, 2 storm-bolt, 30 vat-clone, 2 restless-squire, 2 burial-priest, 2 amok, "
    "2 fever-dancer"
)
OPTIONS = {"avatar-tcg": {"deck-1": LOOKS, "deck-2": LOOKS}, "rise-tcg": {"deck-1": DRAWS, "deck-2": DRAWS}}
"""Decks whose owner often sees cards that the other seat does not."""
PLAYED = {
    "coin-and-hand": ("random", {}, 8),
    "avatar-tcg": ("greedy", OPTIONS["avatar-tcg"], 2),
    "rise-tcg": ("greedy", {"deck-1": "gates", "deck-2": "gates"}, 4),
}
"""For each game who plays, with which options, how many games."""


def pairs(game_id: str) -> Iterator[tuple[Any, Any]]:
    """Positions where a seat has several choices, each with another one that it cannot tell from it."""
    game = game_of(game_id)
    policy, options, games = PLAYED[game_id]
    for seed in range(games):
        trail = follow(game, seats=2, seed=f"alike {seed}", policy=policy, options=options)
        for seat in (Seat(0), Seat(1)):
            for at, other in alike(game, trail, seat, Random(seed)):
                if isinstance(at.node, Decision) and at.node.seat == seat and len(at.node.actions) > 1:
                    yield at.state, other


def differ(game: AnyGame, found: list[tuple[Any, Any]], choose: Choose) -> int:
    """At how many pairs the choices differ."""
    return sum(choose(game, state) != choose(game, other) for state, other in found)


def fairly(game: AnyGame, state: Any) -> Any:
    return choice(Search(game, iterations=30), state)


def by_peeking(game: AnyGame, state: Any) -> Any:
    """The same search, but every table that it imagines is the true one."""

    class Peeking(Search):
        def tree(self, view: Any, seat: Seat, rng: Random) -> Any:
            self.game = Seen(self.game, state)  # type: ignore[assignment]
            return super().tree(view, seat, rng)

    return choice(Peeking(game, iterations=30), state)


class Seen:
    """A game that imagines one table only."""

    def __init__(self, game: AnyGame, state: Any) -> None:
        self._game, self._state = game, state

    def imagine(self, view: Any, rng: Random) -> Any:
        return self._state

    def __getattr__(self, name: str) -> Any:
        return getattr(self._game, name)


@pytest.mark.sweep(one_in=3)
@pytest.mark.slow
@pytest.mark.parametrize("game_id", sorted(PLAYED))
def test_a_choice_is_the_same_on_tables_that_differ_only_in_what_the_seat_cannot_see(game_id: str) -> None:
    game, found = game_of(game_id), list(islice(pairs(game_id), 30))
    assert len(found) > 20
    assert differ(game, found, fairly) == 0
    assert differ(game, found, by_peeking) > 0, "a search that looks at the true table is not caught"


def table(me: tuple[int, ...], laid: int | None, do: str, discards: tuple[int, ...] = NONE) -> Table:
    """A position of Coin and Hand in which seat 1 has to choose; all other cards lie in the deck."""
    deck = tuple(n - m - d - (laid == card) for card, (n, m, d) in enumerate(zip((3, 3, 4), me, discards, strict=True)))
    waits = (Frame("effect", Seat(1)), Frame("answer", Seat(0))) if do == "answer" else (Frame("lay", Seat(0)),)
    turn = 1 if do == "answer" else 0
    return Table(4, deck, (me, NONE), discards, (3, 2), turn, waits, laid)


def test_it_calls_what_must_be_a_fox_and_lays_the_card_that_wins_at_once() -> None:
    only_foxes = table((2, 3, 0), FOX, "answer", discards=(1, 0, 0))
    assert choice(Search(COIN, iterations=60), only_foxes) == Do("call")
    sun_or_rest = table((1, 0, 0), None, "lay")
    assert choice(Search(COIN, iterations=60), sun_or_rest) == Lay(SUN)


def test_one_seed_gives_one_tree_and_another_seed_another() -> None:
    game = game_of("avatar-tcg")
    state, node = next((state, node) for state, node in decisions(game) if len(node.actions) > 2)
    trees = [
        Search(game, iterations=40).tree(game.view(state, node.seat), node.seat, Random(seed)) for seed in (1, 1, 2)
    ]
    counted = [[(tried.visits, tried.total) for tried in tree.tried.values()] for tree in trees]
    assert counted[0] == counted[1] != counted[2]


def decisions(game: AnyGame, seed: str = "walk") -> Iterator[tuple[Any, Decision[Any]]]:
    """The choices of a game played at random."""
    for at in follow(game, seats=2, seed=seed, policy="random").positions:
        if isinstance(at.node, Decision):
            yield at.state, at.node


def test_an_action_is_never_taken_more_often_than_it_was_available_and_every_line_counts_once() -> None:
    for state, node in list(decisions(COIN))[:6]:
        if len(node.actions) > 1:
            root = Search(COIN, iterations=50).tree(COIN.view(state, node.seat), node.seat, Random(3))
            assert all(one.visits <= one.available for one in all_tried(root))
            assert sum(one.visits for one in root.tried.values()) == root.visits <= 50
            assert all(0 <= one.total <= one.visits for one in all_tried(root))


def all_tried(node: Any) -> Iterator[Any]:
    yield from node.tried.values()
    for child in node.children.values():
        yield from all_tried(child)


def test_what_the_other_seat_lays_face_down_leads_to_one_node() -> None:
    """The tree is over what the searcher sees: three cards that may be laid are one thing seen."""
    walks = [GameWalk(COIN, state_with(card), Seat(1)) for card in (SUN, FOX)]
    seen = [walk.take(Lay(card)) for walk, card in zip(walks, (SUN, FOX), strict=True)]
    assert seen[0] == seen[1]
    own = [GameWalk(COIN, state_with(card), Seat(0)).take(Lay(card)) for card in (SUN, FOX)]
    assert own[0] != own[1]


def state_with(card: int) -> Table:
    return table(tuple(int(one == card) for one in range(3)), None, "lay")


@pytest.mark.parametrize("game_id", sorted(OPTIONS))
def test_a_walk_on_one_table_comes_where_the_game_itself_comes(game_id: str) -> None:
    """Every choice, chance and result of the fast walk is that of the protocol."""
    game = game_of(game_id)
    for seed in range(6):
        state = game.start(2)
        walk, plain = walk_of(game, state, Seat(0)), GameWalk(game, state, Seat(0))
        assert type(walk) is not GameWalk
        choosing = Random(seed)
        for at in range(400):
            assert (walk.seat, tuple(walk.actions)) == (plain.seat, tuple(plain.actions))
            assert walk.result() == plain.result()
            if walk.result() is not None:
                break
            if walk.seat is None:
                walk.draw(Random(at))
                plain.draw(Random(at))
            else:
                assert walk.quick(choosing) in walk.actions
                action = walk.actions[int(choosing.random() * len(walk.actions))]
                walk.take(action)
                plain.take(action)


@pytest.mark.parametrize("game_id", sorted(OPTIONS))
def test_a_fast_walk_tells_apart_no_more_than_the_viewer_sees(game_id: str) -> None:
    """Where two moves tell the viewer the same events, the walk on the table gives the same for both."""
    game = game_of(game_id)
    checked = 0
    for seed in range(2):
        for at in follow(game, seats=2, seed=f"seen {seed}", policy="random", options=OPTIONS[game_id]).positions:
            if not any(event.seats is not None for event in at.step.events):
                continue
            told = [event.seats for event in at.step.events if event.seats is not None]
            hidden_from = next(Seat(seat) for seat in (0, 1) if any(seat not in seats for seats in told))
            checked += same_as_events(game, at.state, hidden_from)
    assert checked


def same_as_events(game: AnyGame, state: Any, viewer: Seat) -> bool:
    """Whether several moves of a position look alike to the viewer; to the walk on the table they must as well."""
    node = game.node(state)
    found: dict[Any, set[Any]] = {}
    moves = range(30) if isinstance(node, Chance) else range(len(node.actions))
    for move in moves:
        walk, plain = walk_of(game, state, viewer), GameWalk(game, state, viewer)
        if isinstance(node, Chance):
            found.setdefault(plain.draw(Random(move)), set()).add(walk.draw(Random(move)))
        else:
            found.setdefault(plain.take(node.actions[move]), set()).add(walk.take(node.actions[move]))
    assert all(len(seen) == 1 for seen in found.values()), found
    return len(found) < len(moves)

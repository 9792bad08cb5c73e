"""Lists that only their owners know: nothing that a seat sees, is asked or is told depends on what it was never shown.

Beside a game stands another one with a list that differs in one card. As long as that card has not come up, the two are
the same to the other seat, to the byte.
"""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import partial
from itertools import combinations
from random import Random
from typing import Any

import msgspec
import pytest

from rising_tutor.core.branch import Made
from rising_tutor.core.contract import CHECKS, take_sample
from rising_tutor.core.drive import policy_rng
from rising_tutor.core.ids import Seat
from rising_tutor.core.information import alike, chooser
from rising_tutor.core.node import Decision
from rising_tutor.core.playthrough import follow
from rising_tutor.core.registry import load_game
from rising_tutor.core.session import GameSession
from rising_tutor.core.worlds import open_to_all, stand_in
from rising_tutor.decks import closed
from rising_tutor.decks.closed import Lists, imagine_list
from rising_tutor.decks.deck_file import read_inline
from rising_tutor.tutor.table.controller import TableController
from tests.testkit.games import rules_of

GAMES = ("avatar-tcg", "rise-tcg")
SMALL = {f"deck-{seat}": "ame176: 4 pummel, 8 skewer, 6 knuckle-sandwich" for seat in (1, 2)}
"""Lists that are shuffled again before a game of random choices ends."""
NEAR, FAR = Seat(0), Seat(1)
CLOSED = {"lists": "closed"}


def every_card(game: Any) -> tuple[str, ...]:
    return tuple(card.id for card in game.book.cards)


def with_a_stranger(game: Any) -> dict[str, str]:
    """Options by which one card of the list of seat 2 is another one."""
    deck = read_inline(game.start(2).options.decks[1])
    cards = dict(deck.cards)
    spare = max(cards, key=lambda card: (cards[card], card))
    kept = ", ".join(f"{n - (card == spare)} {card}" for card, n in cards.items() if n > (card == spare))
    for stranger in every_card(game):
        text = f"{deck.leader}: {kept}, 1 {stranger}"
        if stranger not in cards and not game.construction().check_list(read_inline(text)):
            return {"deck-2": text}
    raise AssertionError("no other card fits")


def pairs(game: Any, seed: int) -> list[tuple[Made, Any]]:
    """Positions of a game beside those of one with the other list, as long as both tell seat 1 the same."""
    trail = follow(game, seats=2, seed=seed, options=CLOSED)
    beside = game.start(2, CLOSED | with_a_stranger(game))
    return list(alike(game, trail, NEAR, Random(seed), beside=beside))


def written(value: Any) -> bytes:
    return msgspec.json.encode(value)


@pytest.mark.rule("QS-1012", "RISE-1019")
@pytest.mark.parametrize("game_id", GAMES)
def test_a_list_that_was_not_shown_changes_nothing_for_the_other_seat(game_id: str) -> None:
    game: Any = load_game(game_id)
    greedy = game.policies()["greedy"]
    asked = 0
    for seed in range(6):
        for at, twin in pairs(game, seed):
            assert written(game.view(twin, NEAR)) == written(game.view(at.state, NEAR))
            assert written(game.view(twin, FAR)) != written(game.view(at.state, FAR)), "its owner knows the list"
            node, other = game.node(at.state), game.node(twin)
            assert type(node) is type(other)
            assert not open_to_all(game, at.state)
            if isinstance(node, Decision) and node.seat == NEAR:
                assert other == node
                assert stand_in(game, at.state, NEAR) == stand_in(game, twin, NEAR)
                looks = [partial(game.view, state, NEAR) for state in (at.state, twin)]
                one, two = (greedy(node, look, policy_rng("x", "greedy")) for look in looks)
                assert one == two
                asked += 1
    assert asked > 20, "otherwise nothing would be compared"


@pytest.mark.slow
@pytest.mark.parametrize("game_id", GAMES)
def test_pages_of_two_games_whose_lists_differ_are_equal(game_id: str) -> None:
    game: Any = load_game(game_id)
    found = [pair for seed in range(6) for pair in pairs(game, seed) if chooser(game, pair[0].state) == NEAR]
    assert len(found) > 20, "otherwise nothing would be compared"
    for at, twin in found[:: len(found) // 10]:
        shown = []
        for state in (at.state, twin):
            session = GameSession(game, 2, CLOSED, seed="s", start=state, programs={FAR: "greedy"})
            table = TableController(session)
            shown.append(("".join(table.parts().values()), table.told, session.advice()))
        assert shown[0] == shown[1]


@pytest.mark.parametrize("game_id", GAMES)
def test_a_view_that_tells_the_list_would_be_caught(game_id: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game: Any = load_game(game_id)
    found = pairs(game, 0)
    monkeypatch.setattr(f"rising_tutor.games.{game.info.family}.view.is_told", lambda *_: True)
    assert any(written(game.view(twin, NEAR)) != written(game.view(at.state, NEAR)) for at, twin in found)


@pytest.mark.wide
@pytest.mark.slow
@pytest.mark.parametrize(
    ("game_id", "seats"), [("avatar-tcg", 2), ("rise-tcg", 2), pytest.param("rise-tcg", 3, marks=pytest.mark.long)]
)
def test_closed_lists_keep_the_contract(game_id: str, seats: int) -> None:
    game: Any = load_game(game_id)
    options = CLOSED | with_a_stranger(game)
    one = take_sample(game, rules=rules_of(game_id), seats=seats, seed=3, options=options, bound=2_500)
    for check in CHECKS:
        check(one)


def states(game: Any, seeds: int, options: dict[str, str]) -> Iterator[Any]:
    for seed in range(seeds):
        yield from (at.state for at in follow(game, seats=2, seed=seed, options=options).positions)


@pytest.mark.parametrize("game_id", GAMES)
def test_what_is_imagined_has_every_card_that_was_shown_and_as_many_cards_as_the_list(game_id: str) -> None:
    game: Any = load_game(game_id)
    rng, options = Random(1), CLOSED | with_a_stranger(game)
    begun = game.start(2, options)
    n_cards = [sum(side.unseen) for side in sides(begun)]
    others = 0
    for state in states(game, 2, options):
        view = game.view(state, NEAR)
        imagined = game.imagine(view, rng)
        assert game.load(game.dump(imagined)) == imagined
        assert sides(imagined)[0].kinds == every_card(game)
        assert [total(game, imagined, seat) for seat in (0, 1)] == n_cards
        others += sides(imagined)[1].unseen != sides(state)[1].unseen
        assert game.view(imagined, NEAR) == view
    assert others > 10


def sides(state: Any) -> tuple[Any, Any]:
    return state.mats if hasattr(state, "mats") else state.sides


def total(game: Any, state: Any, seat: int) -> int:
    from rising_tutor.games.quickstrike.run import cards_of as of_mat
    from rising_tutor.games.rise_tcg.run import cards_of as of_side

    found = of_mat(state.mats[seat], seat, state.mats) if hasattr(state, "mats") else of_side(state, seat)
    return sum(found)


def test_cards_that_were_shuffled_away_are_still_known_to_be_in_the_list() -> None:
    """Copies that a seat could place at one moment are in the list for good, and no more than the list has."""
    game: Any = load_game("avatar-tcg")
    forgotten = 0
    for seed in range(12):
        most = (0,) * len(every_card(game))
        for at in follow(game, seats=2, seed=seed, options=CLOSED | SMALL).positions:
            theirs = sides(game.view(at.state, NEAR))[1]
            most = closed.most_of((most, theirs.placed))
            listed = dict(read_inline(at.state.options.decks[1]).cards)
            assert all(seen <= known for seen, known in zip(most, theirs.certain, strict=True))
            assert all(known <= listed.get(card, 0) for card, known in zip(theirs.kinds, theirs.certain, strict=True))
            forgotten += theirs.certain != theirs.placed
    assert forgotten > 10, "otherwise nothing was shuffled away"


def test_others_of_a_library_see_no_card_before_it_is_shuffled() -> None:
    """So what they can place is all that they know of a list: only a mulligan shuffles."""
    game: Any = load_game("rise-tcg")
    n_shuffles = 0
    for seed in range(12):
        for at in follow(game, seats=2, seed=seed, options=CLOSED, limit=40).positions:
            before, after = (sides(game.view(state, NEAR))[1] for state in (at.state, at.step.state))
            if after.shuffle > before.shuffle:
                n_shuffles += 1
                assert not any(before.placed)
    assert n_shuffles > 5


def test_a_list_is_as_likely_as_it_gives_what_was_placed() -> None:
    """Against all ways to place two cards of each list: the share of those that show an axe and a bow."""
    one, other, third = (3, 1, 0), (1, 2, 1), (2, 0, 2)
    lists = Lists((one, other, third), (4, 4, 4))

    def ways(bag: tuple[int, ...]) -> int:
        cards = [kind for kind, n in enumerate(bag) for _ in range(n)]
        return sum(sorted(pair) == [0, 1] for pair in combinations(cards, 2))

    whole = sum(map(ways, lists.likely))
    rng, n = Random(5), 4_000
    found = Counter(imagine_list((1, 1, 0), 4, lists, rng) for _ in range(n))
    assert set(found) == {one, other}
    for bag in (one, other):
        assert abs(Fraction(found[bag], n) - Fraction(ways(bag), whole)) < Fraction(1, 25)


def test_where_no_list_fits_any_is_imagined_that_has_the_cards() -> None:
    lists = Lists(((4, 0, 0),), (2, 2, 0))
    found = Counter(imagine_list((0, 1, 0), 4, lists, Random(seed)) for seed in range(40))
    assert set(found) == {(2, 2, 0)}, "no more copies than the rules allow, no card that does not fit"
    beyond = {imagine_list((0, 5, 0), 9, lists, Random(seed)) for seed in range(40)}
    assert all(sum(bag) == 9 and bag[1] >= 5 for bag in beyond)
    assert len(beyond) > 1


@pytest.mark.parametrize("game_id", GAMES)
def test_who_only_watches_knows_neither_list(game_id: str) -> None:
    game: Any = load_game(game_id)
    state = game.start(2, CLOSED)
    view = game.view(state, None)
    assert view.options.decks == ("?", "?")
    assert game.view(state, NEAR).options.decks == (state.options.decks[0], "?")
    assert game.view(state, FAR).options.decks == ("?", state.options.decks[1])
    assert stand_in(game, state, None).options.decks == ("?", "?")
    assert game.start(2).options.decks == state.options.decks
    assert game.view(game.start(2), None).options.decks == state.options.decks, "lists are open where nothing is said"


@pytest.mark.parametrize("game_id", GAMES)
def test_a_position_that_is_written_can_have_closed_lists(game_id: str) -> None:
    game: Any = load_game(game_id)
    state = game.set_up({"options": CLOSED})
    assert sides(state)[0].kinds == every_card(game)
    view = game.view(state, NEAR)
    assert not sides(view)[1].told
    assert game.view(game.imagine(view, Random(1)), NEAR) == view

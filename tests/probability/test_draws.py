"""Odds of draws: against every order of small decks, against the plain hypergeometric law, and worked figures."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import permutations
from math import comb

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rising_tutor.errors import BadProblem
from rising_tutor.probability.draws import Want, chance


def by_counting(deck: dict[str, int], wants: Sequence[Want], known: Sequence[str]) -> Fraction:
    """The share of all orders of the deck, those known on top staying there, in which every condition holds."""
    rest = [name for name, n in deck.items() for _ in range(n - known.count(name))]
    held = total = 0
    for order in permutations(range(len(rest))):
        row = [*known, *(rest[at] for at in order)]
        counts = [sum(row[: want.among].count(group) for group in set(want.groups)) for want in wants]
        held += all(
            n >= want.at_least and (want.at_most is None or n <= want.at_most)
            for n, want in zip(counts, wants, strict=True)
        )
        total += 1
    return Fraction(held, total)


wanted = st.builds(
    Want,
    groups=st.lists(st.sampled_from("abc"), min_size=1, max_size=2, unique=True).map(tuple),
    at_least=st.integers(0, 3),
    among=st.integers(0, 7),
    at_most=st.none() | st.integers(0, 3),
)


@settings(max_examples=60, deadline=None)
@given(
    counts=st.tuples(*[st.integers(0, 2)] * 3).filter(lambda counts: sum(counts) > 0),
    wants=st.lists(wanted, min_size=1, max_size=3),
    data=st.data(),
)
def test_odds_are_the_share_of_all_orders(counts: tuple[int, ...], wants: list[Want], data: st.DataObject) -> None:
    deck = dict(zip("abc", counts, strict=True))
    cards = [name for name, n in deck.items() for _ in range(n)]
    known = data.draw(st.permutations(cards))[: data.draw(st.integers(0, len(cards)))]
    assert chance(deck, wants, known) == by_counting(deck, wants, known)


@pytest.mark.parametrize(("n", "k", "among"), [(50, 8, 6), (50, 8, 4), (60, 4, 13)])
def test_one_group_is_the_hypergeometric_law(n: int, k: int, among: int) -> None:
    none = Fraction(comb(n - k, among), comb(n, among))
    assert chance({"wanted": k, "other": n - k}, [Want(("wanted",), 1, among)]) == 1 - none


@pytest.mark.parametrize(
    ("deck", "among", "odds", "percent"),
    [
        ({"wanted": 8, "other": 42}, 6, Fraction(760351, 1135050), 67.0),
        ({"wanted": 8, "other": 42}, 4, None, 51.4),
        ({"wanted": 4, "other": 15}, 3, Fraction(514, 969), 53.0),
        ({"wanted": 12, "other": 7}, 3, None, 96.4),
    ],
)
def test_worked_figures(deck: dict[str, int], among: int, odds: Fraction | None, percent: float) -> None:
    found = chance(deck, [Want(("wanted",), 1, among)])
    assert odds is None or found == odds
    assert round(100 * float(found), 1) == percent


def test_conditions_at_several_moments_are_taken_together() -> None:
    deck = {"a": 1, "b": 1, "c": 1}
    first, second = Want(("a",), 1, 1), Want(("b",), 1, 2)
    assert chance(deck, [first, second]) == Fraction(1, 6)
    assert chance(deck, [first]) * chance(deck, [second]) == Fraction(2, 9)


def test_nothing_wanted_is_certain_and_a_deck_that_ends_has_shown_all() -> None:
    assert chance({"a": 1}, []) == 1
    assert chance({"a": 1, "b": 2}, [Want(("a",), 1, 99)]) == 1


@pytest.mark.parametrize(
    ("deck", "wants", "known"),
    [
        ({"a": 1}, [Want(("b",), 1, 1)], []),
        ({"a": 1}, [], ["a", "a"]),
        ({"a": -1}, [], []),
        ({"a": 501}, [], []),
        ({"a": 1}, [Want(("a",), -1, 1)], []),
    ],
)
def test_a_question_that_means_nothing_is_refused(deck: dict[str, int], wants: list[Want], known: list[str]) -> None:
    with pytest.raises(BadProblem):
        chance(deck, wants, known)

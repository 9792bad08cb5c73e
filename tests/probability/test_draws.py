"""Odds of draws: against every order of small decks, against the plain hypergeometric law, and worked figures."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations, permutations
from math import comb

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rising_tutor.errors import BadProblem
from rising_tutor.probability.draws import Want, chance, mulligans


def by_counting(
    deck: dict[str, int], wants: Sequence[Want], known: Sequence[str], below: Sequence[str] = ()
) -> Fraction:
    """The share of all orders of the deck, the known cards staying where they are, in which every condition holds."""
    rest = [name for name, n in deck.items() for _ in range(n - known.count(name) - below.count(name))]
    held = total = 0
    for order in permutations(range(len(rest))):
        row = [*known, *(rest[at] for at in order), *below]
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
    order = data.draw(st.permutations(cards))
    n_top = data.draw(st.integers(0, len(cards)))
    known, below = order[:n_top], order[n_top:][data.draw(st.integers(0, len(cards) - n_top)) :]
    assert chance(deck, wants, known, below) == by_counting(deck, wants, known, below)


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


def by_every_hand(cards: str, want: Want, times: int, fewer: int) -> Fraction:
    """What a hand is worth to somebody who looks at every hand of single cards and every order of the rest."""

    def worth(hand: int, left: int) -> Fraction:
        again = worth(hand - fewer, left - 1) if left else Fraction(0)
        among = want.among - (FULL - hand)
        values = []
        for held in combinations(range(len(cards)), hand):
            rest = [at for at in range(len(cards)) if at not in held]
            later = [(*held, *drawn) for drawn in permutations(rest, among - hand)]
            n_held = sum(sum(cards[at] in want.groups for at in row) >= want.at_least for row in later)
            values.append(max(Fraction(n_held, len(later)), again))
        return sum(values, Fraction(0)) / len(values)

    return worth(FULL, times)


FULL = 3


@pytest.mark.parametrize("fewer", [0, 1])
@pytest.mark.parametrize(("cards", "at_least"), [("aabbbb", 1), ("aabbbb", 2), ("abccbb", 1)])
def test_an_opening_hand_is_worth_what_every_hand_says(cards: str, at_least: int, fewer: int) -> None:
    deck = {name: cards.count(name) for name in sorted(set(cards))}
    want = Want(("a",), at_least, among=FULL + 1)
    found = mulligans(deck, [want], FULL, 2, fewer=fewer)
    assert [(hand.left, hand.n) for hand in found] == [(left, FULL - fewer * (2 - left)) for left in (0, 1, 2)]
    assert found[-1].value == by_every_hand(cards, want, 2, fewer)
    assert found[0].kept == 1
    assert found[-1].value >= chance(deck, [want])


def test_who_may_never_start_over_has_the_plain_chance_and_each_mulligan_adds_less() -> None:
    deck, want = {"a": 8, "b": 42}, Want(("a",), 1, 6)
    found = mulligans(deck, [want], 6, 3)
    plain = Fraction(760351, 1135050)
    assert (found[0].value, found[0].kept) == (plain, 1)
    # A hand shows at once whether the condition holds: then each mulligan leaves the misses of the one before.
    assert [hand.value for hand in found] == [1 - (1 - plain) ** (k + 1) for k in range(4)]


@pytest.mark.parametrize(
    ("hand", "times", "fewer", "among"),
    [(0, 1, 0, 6), (6, 21, 0, 6), (6, -1, 0, 6), (60, 1, 0, 60), (6, 6, 1, 6), (6, 1, 0, 5)],
)
def test_hands_that_cannot_be_are_refused(hand: int, times: int, fewer: int, among: int) -> None:
    with pytest.raises(BadProblem):
        mulligans({"a": 8, "b": 42}, [Want(("a",), 1, among)], hand, times, fewer=fewer)

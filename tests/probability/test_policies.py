"""Simple policies and best play: what gets completed, exactly."""

from fractions import Fraction
from functools import cache, partial
from itertools import product
from random import Random

import pytest

from rising_tutor.core.chance import Die, dice_rolls
from rising_tutor.errors import BadProblem, TooLarge
from rising_tutor.probability.dice_turn import reference, solver
from rising_tutor.probability.dice_turn.answer import Amount
from rising_tutor.probability.dice_turn.policies import (
    SIMPLE,
    TIES,
    after_play,
    best_distribution,
    of_policy,
    range_of_policy,
)
from rising_tutor.probability.dice_turn.problem import ExtraDie, ExtraSymbol, Need, Position, Problem, Reroll, at_least
from rising_tutor.probability.dice_turn.roll_values import Play
from tests.probability.problems import WRITTEN_OUT, random_problem, value_of_policy

GREEN, BLUE, RED, YELLOW = WRITTEN_OUT
EXAMPLE = Problem((GREEN, BLUE), (2, 1), (Need("WWE"),))
ROLL = (("green", "A"), ("green", "A"), ("blue", "E"))


def face_by_face(problem: Problem, name: str, policy=None) -> dict[tuple[int, ...], Fraction]:
    """The distribution by rolling every die through all its faces."""
    policy = policy or SIMPLE[name].play

    @cache
    def shares(position: Position) -> tuple[tuple[tuple[int, ...], Fraction], ...]:
        if not any(position.pool):
            return ((tuple(n.sets(lack) for n, lack in zip(problem.needs, position.lacks, strict=True)), Fraction(1)),)
        dice = [die for die, n in zip(problem.dice, position.pool, strict=True) for _ in range(n)]
        rolls = list(product(*(die.faces for die in dice)))
        found: dict[tuple[int, ...], Fraction] = {}
        for faces in rolls:
            order = {die.colour: (at, die.faces) for at, die in enumerate(problem.dice)}
            shown = sorted(
                ((die.colour, face) for die, face in zip(dice, faces, strict=True)),
                key=lambda pair: (order[pair[0]][0], order[pair[0]][1].index(pair[1])),
            )
            play = policy(problem, position, tuple(shown))
            for sets, share in shares(after_play(problem, position, play)):
                found[sets] = found.get(sets, Fraction(0)) + share / len(rolls)
        return tuple(found.items())

    return dict(shares(Position(problem.pool, problem.start.lacks)))


def best_by_recursion(problem: Problem) -> list[Fraction]:
    """Best play without helps: the most of the payoff, then of the share of the last outcome, and so on."""
    outcomes = problem.outcomes

    @cache
    def best(pool: tuple[int, ...], lacks: tuple[str, ...]) -> tuple[Fraction, ...]:
        if not any(pool):
            sets = tuple(need.sets(lack) for need, lack in zip(problem.needs, lacks, strict=True))
            return (problem.payoff_of(sets), *(Fraction(sets == other) for other in reversed(outcomes)))
        rolls = dice_rolls(zip(problem.dice, pool, strict=True))
        total = [Fraction(0)] * (1 + len(outcomes))
        for shown, weight in rolls:
            ways = [
                best(tuple(n - (at == gone) for at, n in enumerate(pool)), lacks) for gone, n in enumerate(pool) if n
            ]
            seen = set()

            def go_on(rest, lacks, *, used, ways=ways, seen=seen):
                if (rest, lacks, used) in seen:
                    return
                seen.add((rest, lacks, used))
                if used:
                    ways.append(best(tuple(sum(c == die.colour for c, _ in rest) for die in problem.dice), lacks))
                for at, (_, face) in enumerate(rest):
                    for place, need in enumerate(problem.needs):
                        left = need.pay(lacks[place], face)
                        if left != lacks[place]:
                            now = (*lacks[:place], left, *lacks[place + 1 :])
                            go_on(rest[:at] + rest[at + 1 :], now, used=True)

            go_on(shown, lacks, used=False)
            for at, part in enumerate(max(ways)):
                total[at] += weight * part
        return tuple(part / rolls.total for part in total)

    return list(reversed(best(problem.pool, problem.start.lacks)[1:]))


def test_assigning_all_that_fits_gives_the_blue_earth_die_away():
    assert SIMPLE["assign all"].play(EXAMPLE, EXAMPLE.start, ROLL) == Play(assign=(("blue", "E", 0),))


def test_assign_all_fills_needs_in_order_with_the_biggest_face_first():
    problem = Problem((GREEN, BLUE), (4, 1), (Need("EEE"), Need("WE")))
    shown = (("green", "E"), ("green", "E"), ("green", "EE"), ("green", "W"), ("blue", "WW"))
    play = SIMPLE["assign all"].play(problem, problem.start, shown)
    assert play.assign == (
        ("green", "EE", 0),
        ("green", "E", 0),
        ("blue", "WW", 1),
        ("green", "E", 1),
    )


def test_one_at_a_time_assigns_the_single_die_that_pays_most_of_the_first_incomplete_need():
    problem = Problem((GREEN, BLUE), (3, 1), (Need("A"), Need("EEE"), Need("W")))
    shown = (("green", "E"), ("green", "EE"), ("green", "W"), ("blue", "W"))
    play = SIMPLE["one at a time"].play
    assert play(problem, Position((3, 1), ("", "EEE", "W")), shown) == Play(assign=(("green", "EE", 1),))
    assert play(problem, Position((3, 1), ("", "E", "W")), shown) == Play(assign=(("green", "E", 1),))
    # The first need lacks A, which nobody shows; that W would fit a later need is not looked at.
    assert play(problem, problem.start, shown).assign == ()


@pytest.mark.parametrize("name", SIMPLE)
def test_if_nothing_fits_the_die_that_shows_lacking_symbols_least_often_is_given_up(name):
    play = SIMPLE[name].play
    problem = Problem((GREEN, BLUE, RED), (1, 1, 1), (Need("W"),))
    nothing = (("green", "E"), ("blue", "F"), ("red", "F"))
    assert play(problem, problem.start, nothing) == Play(discard="green")  # as often as red, and before it
    assert play(problem, Position((0, 1, 1), ("W",)), nothing[1:]) == Play(discard="red")
    often = Problem((Die("green", ("A", "W", "A", "W")), Die("blue", ("A", "A", "W"))), (1, 1), (Need("W"),))
    assert play(often, often.start, (("green", "A"), ("blue", "A"))) == Play(discard="blue")


@pytest.mark.parametrize("name", SIMPLE)
@pytest.mark.parametrize("seed", range(25))
def test_shares_of_a_simple_policy_agree_with_rolling_every_face_and_sum_to_one(name, seed):
    problem = random_problem(Random(seed), most_dice=4, most_symbols=4, most_needs=2, most_sides=4)
    found = of_policy(problem, name)
    assert tuple(sets for sets, _ in found) == problem.outcomes
    assert sum(share for _, share in found) == 1
    assert {sets: share for sets, share in found if share} == face_by_face(problem, name)


@pytest.mark.parametrize("seed", range(25))
def test_best_play_is_never_worse_than_a_simple_policy(seed):
    problem = random_problem(Random(100 + seed), most_dice=4, most_symbols=4, most_needs=3, helps=seed % 2 == 0)
    best = reference.solve(problem).value.fraction
    for name in SIMPLE:
        assert value_of_policy(problem, name) <= best


def test_a_simple_policy_uses_no_help():
    plain = Problem((GREEN,), (2,), (Need("EE"),))
    helped = Problem((GREEN,), (2,), (Need("EE"),), (), (ExtraSymbol("E"), ExtraDie(("green",)), Reroll()))
    for name in SIMPLE:
        assert of_policy(plain, name) == of_policy(helped, name)
        assert "No helps are used." in SIMPLE[name].sentence


def worth(problem: Problem, shares: dict[tuple[int, ...], Fraction]) -> Fraction:
    return sum((share * problem.payoff_of(sets) for sets, share in shares.items()), Fraction(0))


TWO = Die("green", ("E", "W")), Die("blue", ("W", "E", "E"))
FEW_TIES = [
    Problem(TWO, (1, 1), (Need("EW"),)),
    Problem(TWO, (1, 1), (Need("E"), Need("W")), at_least(2, [Need("E"), Need("W")])),
    Problem((*TWO, Die("red", ("A",))), (1, 1, 1), (Need("EE"),)),
]


@pytest.mark.parametrize("name", SIMPLE)
@pytest.mark.parametrize("problem", FEW_TIES, ids=range(len(FEW_TIES)))
def test_the_ends_of_the_range_are_the_least_and_the_most_of_all_ways_to_break_ties(problem, name):
    """Every way: for each position and roll any of the plays that the words allow."""
    ways = SIMPLE[name].ways
    # What can be asked at all depends on what was done before: go on until no further moment comes up.
    chosen: list[dict] = [{}]
    values = set()
    while chosen:
        picks = chosen.pop()
        open_moment = None

        def play(problem, position, shown, picks=picks):
            nonlocal open_moment
            plays = tuple(dict.fromkeys(ways(problem, position, shown)))
            if len(plays) > 1 and (position, shown) not in picks and open_moment is None:
                open_moment = (position, shown), plays
            return picks.get((position, shown), plays[0])

        value = worth(problem, face_by_face(problem, name, play))
        if open_moment is None:
            values.add(value)
        else:
            moment, plays = open_moment
            chosen += [{**picks, moment: one} for one in plays]
    assert range_of_policy(problem, name) == (min(values), max(values))
    assert value_of_policy(problem, name) in values


def test_some_of_these_ties_matter():
    assert any(low < high for one in FEW_TIES for low, high in [range_of_policy(one, "assign all")])
    assert any(low < high for one in FEW_TIES for low, high in [range_of_policy(one, "one at a time")])


@pytest.mark.parametrize("name", SIMPLE)
@pytest.mark.parametrize("seed", range(12))
def test_every_way_to_break_ties_lies_in_the_range_and_both_ends_are_reached(name, seed):
    problem = random_problem(Random(500 + seed), most_dice=3, most_symbols=4, most_needs=2, most_sides=4)
    low, high = range_of_policy(problem, name)
    assert low <= value_of_policy(problem, name) <= high <= reference.solve(problem).value.fraction

    @cache
    def best(position, most):
        """What is expected from a position if each tie goes to what is then worth most, or least."""
        if not any(position.pool):
            return problem.payoff_of([n.sets(lack) for n, lack in zip(problem.needs, position.lacks, strict=True)])
        rolls = dice_rolls(zip(problem.dice, position.pool, strict=True))
        return sum(weight * best(picked(position, shown, most), most) for shown, weight in rolls) / rolls.total

    def picked(position, shown, most):
        plays = SIMPLE[name].ways(problem, position, shown)
        after = [after_play(problem, position, play) for play in plays]
        return (max if most else min)(after, key=lambda one: best(one, most))

    for end, most in ((low, False), (high, True)):

        def play(problem, position, shown, most=most):
            plays = list(SIMPLE[name].ways(problem, position, shown))
            return next(one for one in plays if after_play(problem, position, one) == picked(position, shown, most))

        assert worth(problem, face_by_face(problem, name, play)) == end
    for tried in range(3):
        rng = Random(tried)
        by_chance: dict = {}

        def play(problem, position, shown, rng=rng, by_chance=by_chance):
            if (position, shown) not in by_chance:
                by_chance[position, shown] = rng.choice(list(SIMPLE[name].ways(problem, position, shown)))
            return by_chance[position, shown]

        assert low <= worth(problem, face_by_face(problem, name, play)) <= high


def test_the_best_way_to_assign_all_that_fits_is_the_upper_end():
    assert range_of_policy(EXAMPLE, "assign all")[1] == Fraction(2459, 5184)  # also in `test_reference`


def test_the_words_of_a_policy_say_how_ties_are_broken_wherever_it_has_one_number():
    assert all(TIES in named.sentence for named in SIMPLE.values())
    assert not any(TIES in named.words for named in SIMPLE.values())


def test_the_known_habit_of_assigning_everything_costs_a_great_deal():
    value = value_of_policy(EXAMPLE, "assign all")
    assert value == Fraction(21955, 46656)
    assert reference.solve(EXAMPLE).value.fraction == Fraction(8329, 15552)


@pytest.mark.parametrize("seed", range(40))
def test_the_distribution_of_best_play_agrees_with_a_recursion_over_shares(seed):
    problem = random_problem(Random(200 + seed), most_dice=3, most_symbols=4, most_needs=2, most_sides=4)
    found = best_distribution(problem, reference.solve)
    assert tuple(sets for sets, _ in found) == problem.outcomes
    assert [amount.fraction for _, amount in found] == best_by_recursion(problem)


@pytest.mark.parametrize("seed", range(30))
def test_the_distribution_of_best_play_sums_to_one_and_earns_the_best_value_by_either_method(seed):
    problem = random_problem(Random(300 + seed), most_dice=3, most_symbols=4, most_needs=2, helps=True, most_sides=4)
    found = best_distribution(problem, reference.solve)
    assert sum(amount.fraction for _, amount in found) == 1
    assert all(amount.fraction >= 0 for _, amount in found)
    earned = sum(amount.fraction * problem.payoff_of(sets) for sets, amount in found)
    assert earned == reference.solve(problem).value.fraction
    assert found == best_distribution(problem, partial(solver.solve, fractions=True))


def test_among_equal_plays_the_one_that_completes_more_is_counted():
    problem = Problem((Die("green", ("E", "W")),), (2,), (Need("E"), Need("W")), at_least(1, [Need("E"), Need("W")]))
    shares = dict(best_distribution(problem, reference.solve))
    # One of the two is complete in any case. Both are, if the second die shows the other symbol, now or rolled again.
    assert shares[1, 1] == Amount.exact(Fraction(3, 4))
    assert shares[0, 0] == Amount.exact(Fraction(0))


def test_a_distribution_is_refused_where_it_cannot_be_exact():
    class Decimal:
        value = Amount(None, 0.5)

    with pytest.raises(BadProblem, match="fractions"):
        best_distribution(EXAMPLE, lambda problem: Decimal())
    many = Problem((GREEN,), (1,), tuple(Need("E", times=4) for _ in range(3)))
    with pytest.raises(TooLarge, match="outcomes"):
        best_distribution(many, reference.solve)
    large = Problem((GREEN, BLUE, RED, YELLOW), (4, 4, 4, 4), (Need("AWEFAW"), Need("AWEF")))
    with pytest.raises(TooLarge, match="rolls"):
        of_policy(large, "assign all")


def test_an_unknown_policy_is_refused_with_the_known_ones():
    with pytest.raises(BadProblem, match="assign all, one at a time"):
        of_policy(EXAMPLE, "best")


def test_a_die_that_does_not_fit_cannot_be_assigned():
    with pytest.raises(BadProblem, match="green:A"):
        after_play(EXAMPLE, EXAMPLE.start, Play(assign=(("green", "A", 0),)))

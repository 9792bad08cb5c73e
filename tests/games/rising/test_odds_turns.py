"""Answers that are kept: what lies beside a solved problem is solved once, and what follows from it is found there."""

from fractions import Fraction

import pytest

from rising_tutor.core.registry import load_game
from rising_tutor.games.rising.odds.turns import Whole, problem_at
from rising_tutor.probability.dice_turn.answer import Progress, Solved
from rising_tutor.probability.dice_turn.problem import ExtraSymbol, Need, Position, Problem, Reroll
from rising_tutor.probability.dice_turn.solver import solve

DICE = load_game("fire").book.dice
TURN = Problem(
    DICE,
    (2, 1, 0, 0),
    (Need("WWE"), Need("FF"), Need("EA")),
    helps=(Reroll(most=1, name="again", cost=Fraction(1, 50)), ExtraSymbol("E", "earth", cost=Fraction(1, 20))),
)


@pytest.mark.parametrize("fractions", [True, False])
def test_what_follows_from_a_position_beside_the_problem_is_found_in_its_answer(fractions: bool) -> None:
    solved: list[Problem] = []

    def counted(problem: Problem, _progress: Progress | None) -> Solved:
        solved.append(problem)
        return solve(problem, fractions=fractions)

    whole = Whole(solve(TURN, fractions=fractions), counted)
    # A symbol was laid on each of two needs without a die: the turn itself does not come by there.
    first = Position((2, 1, 0, 0), ("EWW", "F", "A"), (0, 1))
    later = [
        first,
        Position((2, 1, 0, 0), ("EWW", "F", "A"), (1,)),
        Position((2, 0, 0, 0), ("EWW", "", "A"), (0, 1)),
        Position((1, 1, 0, 0), ("EW", "F", "A"), (0,)),
        Position((0, 1, 0, 0), ("EW", "F", ""), ()),
    ]
    for position in later:
        alone = problem_at(TURN, position)
        assert alone is not None
        spent = float(TURN.spent(position.helps))
        expected = solve(alone, fractions=fractions).value.decimal - spent
        assert whole.value_at(position).decimal == pytest.approx(expected, abs=1e-12)
    assert len(solved) == 1
    # Fewer dice lacking more do not follow from it.
    whole.value_at(Position((2, 1, 0, 0), ("EWW", "FF", "A"), (0, 1)))
    assert len(solved) == 2

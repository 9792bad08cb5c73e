"""Dice and problems for the tests of `rising_tutor.probability`: the dice of a game, and random ones.

>>> from random import Random
>>> random_problem(Random(1), most_dice=4, most_symbols=3, most_needs=2).checked() is not None
True
"""

from collections.abc import Iterable
from fractions import Fraction
from itertools import product
from math import prod
from random import Random

from rising_tutor.core.chance import Die, Shown
from rising_tutor.core.registry import load_game
from rising_tutor.probability.dice_turn.answer import Amount, Solved
from rising_tutor.probability.dice_turn.dice_game import dice_game
from rising_tutor.probability.dice_turn.policies import of_policy
from rising_tutor.probability.dice_turn.problem import (
    ANY,
    ChangeFace,
    ExtraDie,
    ExtraSymbol,
    Help,
    Need,
    Position,
    Problem,
    Reroll,
    all_or_nothing,
    at_least,
    sums,
)
from rising_tutor.probability.dice_turn.roll_values import RollValues

COLOURS = ("green", "blue", "red", "yellow")
LETTERS = "AWEF"
WRITTEN_OUT = (
    Die("green", ("E", "E", "EE", "A", "W", "F")),
    Die("blue", ("W", "W", "WW", "A", "E", "F")),
    Die("red", ("F", "F", "FF", "A", "W", "E")),
    Die("yellow", ("A", "A", "AA", "W", "E", "F")),
)


def fire_dice() -> tuple[Die, ...]:
    """The green, blue, red and yellow die of Fire Nation Rising, as the game has them."""
    game = dice_game(load_game("fire"))
    return WRITTEN_OUT if game is None else tuple(die for die, _ in game.odds_dice())


def random_die(rng: Random, colour: str, *, most_sides: int = 6) -> Die:
    """A die that nobody sells: any number of sides, blanks, doubles, faces of two symbols, often equal ones."""
    sides = max(rng.randint(1, most_sides), rng.randint(1, most_sides))
    letters = rng.sample(LETTERS, rng.randint(2, 4))
    faces = []
    for _ in range(sides):
        kind = rng.random()
        if kind < 0.15:
            faces.append("")
        elif kind < 0.65:
            faces.append(rng.choice(letters))
        elif kind < 0.8:
            faces.append(2 * rng.choice(letters))
        elif kind < 0.95:
            faces.append("".join(sorted(rng.choices(letters, k=2))))
        else:
            faces.append("".join(rng.choices(letters, k=3)))
    return Die(colour, tuple(faces))


def random_dice(rng: Random, *, colours: int, most_sides: int = 6) -> tuple[Die, ...]:
    """Dice of different colours with random faces, at least one of which shows a symbol."""
    while True:
        dice = tuple(random_die(rng, colour, most_sides=most_sides) for colour in COLOURS[:colours])
        if any(face for die in dice for face in die.faces):
            return dice


def symbols_of(dice: Iterable[Die]) -> str:
    """Every symbol that these dice show, once, sorted."""
    return "".join(sorted({symbol for die in dice for face in die.faces for symbol in face}))


def random_need(rng: Random, known: str, *, most_symbols: int) -> Need:
    """A need of symbols that the dice show: one set or several, sometimes of any dice, sometimes paid in part."""
    times = rng.choice((1, 1, 1, 2, 3))
    most = max(1, most_symbols // times)
    size = min(rng.randint(1, most), rng.randint(1, most))
    times = min(times, most_symbols // size)
    carry = rng.random() < 0.6
    if rng.random() < 0.1:
        return Need(ANY * size, times, carry=carry)
    need = Need("".join(rng.choices(known, k=size)), times, carry=carry)
    if rng.random() < 0.8:
        return need
    # A part was paid before, by dice of any faces, but no set is complete.
    lack = need.lack
    for _ in range(2):
        paid = need.pay(lack, rng.choice(known))
        lack = lack if need.sets(paid) else paid
    return Need(need.symbols, times, carry=carry, lacking=lack)


def random_payoff(rng: Random, needs: tuple[Need, ...]) -> tuple[Fraction, ...]:
    """Any value of the outcomes: sums, thresholds, all or nothing, or any table, also one that falls."""
    kind = rng.choice(("sum", "weights", "weights", "all", "least", "table", "table", "rising"))
    if kind == "sum":
        return ()
    if kind == "weights":
        return sums([Fraction(rng.randint(0, 6), rng.randint(1, 3)) for _ in needs], needs)
    if kind == "all":
        return all_or_nothing(needs)
    if kind == "least":
        return at_least(rng.randint(1, sum(need.times for need in needs)), needs)
    n_outcomes = prod(need.times + 1 for need in needs)
    table = [Fraction(rng.randint(-4, 9), rng.randint(1, 4)) for _ in range(n_outcomes)]
    return tuple(table) if kind == "table" else monotone(tuple(table), needs)


def monotone(table: tuple[Fraction, ...], needs: tuple[Need, ...]) -> tuple[Fraction, ...]:
    """The table raised as little as possible, so that a further complete set never lowers the value."""
    outcomes = list(product(*(range(need.times + 1) for need in needs)))
    return tuple(
        max(value for other, value in zip(outcomes, table, strict=True) if all(map(int.__le__, other, outcome)))
        for outcome in outcomes
    )


def random_helps(rng: Random, dice: tuple[Die, ...], known: str, *, most: int = 2) -> tuple[Help, ...]:
    """One or more helps of any kind."""
    colours = [die.colour for die in dice]

    def one() -> Help:
        kind = rng.randrange(5)
        if kind == 0:
            return ExtraDie(tuple(rng.sample(colours, rng.randint(1, len(colours)))))
        if kind == 1:
            return Reroll(rng.randint(0, 2))
        if kind == 2:
            return Reroll(whole=True)
        if kind == 3:
            return ChangeFace(rng.choice(("", *known)))
        return ExtraSymbol(rng.choice(known) * rng.choice((1, 1, 2)))

    return tuple(one() for _ in range(rng.randint(1, most)))


def random_problem(
    rng: Random, *, most_dice: int, most_symbols: int, most_needs: int, helps: bool = False, most_sides: int = 6
) -> Problem:
    """A small problem of any kind: random faces, needs, payoff and, if asked for, helps.

    Args:
        rng: decides everything, so a seed repeats the problem.
        most_dice: dice in the pool, from 1 up to this; `ExtraDie` comes on top.
        most_symbols: symbols in all sets of one need, from 1.
        most_needs: from 1.
        helps: whether there are one or two helps.
        most_sides: sides of a die, from 1.
    """
    dice = random_dice(rng, colours=rng.randint(1, min(3, most_dice)), most_sides=most_sides)
    pool = [0] * len(dice)
    for _ in range(max(rng.randint(1, most_dice), rng.randint(1, most_dice))):
        pool[rng.randrange(len(dice))] += 1
    rolled = [die for die, n in zip(dice, pool, strict=True) if n or rng.random() < 0.1]
    known = symbols_of(rolled) or symbols_of(dice)
    needs = tuple(random_need(rng, known, most_symbols=most_symbols) for _ in range(rng.randint(1, most_needs)))
    room = tuple(rng.randint(0, 2) for _ in dice) if helps and rng.random() < 0.5 else ()
    return Problem(
        dice=dice,
        pool=tuple(pool),
        needs=needs,
        payoff=random_payoff(rng, needs),
        helps=random_helps(rng, dice, known) if helps else (),
        room=room,
    ).checked()


def best_of(solved: Solved, shown: Shown, position: Position, **when: bool) -> Amount:
    """What best play expects at a moment within a roll, by `RollValues`."""
    roll_values = RollValues(solved)
    return roll_values.best(position, roll_values.read(shown, position.pool, whole=False), **when)


def value_of_policy(problem: Problem, name: str) -> Fraction:
    """What a simple policy expects, by the distribution of what it gets completed."""
    return sum((share * problem.payoff_of(sets) for sets, share in of_policy(problem, name)), Fraction(0))

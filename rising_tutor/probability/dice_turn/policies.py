"""Simple ways to play a turn, and what they get completed; the same for best play.

A simple policy looks at the dice and decides. It uses no help: no reroll, no change, no extra die, and no extra symbol
at the end either.

Its words leave open what is done where several things are equal, and what it is worth may depend on that. `of_policy`
breaks ties as `TIES` says; `range_of_policy` gives what the worst and the best of all ways to break them expect.

>>> from rising_tutor.core.chance import Die
>>> from rising_tutor.probability.dice_turn.problem import Need
>>> green, blue = Die("green", ("E", "E", "EE", "A", "W", "F")), Die("blue", ("W", "W", "WW", "A", "E", "F"))
>>> problem = Problem((green, blue), (2, 1), (Need("WWE"),))

>>> [str(share) for _, share in of_policy(problem, "one at a time")]
['6737/11664', '4927/11664']
>>> [f"{float(end):.3f}" for end in range_of_policy(problem, "assign all")]
['0.441', '0.474']
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from math import lcm
from typing import Final

from msgspec.structs import replace

from rising_tutor.core.chance import Die, Shown, dice_rolls
from rising_tutor.core.values import Value, with_count, with_item, without
from rising_tutor.errors import BadProblem, TooLarge
from rising_tutor.probability.dice_turn.answer import Amount, Solved
from rising_tutor.probability.dice_turn.problem import ANY, ExtraDie, Position, Problem, Reroll
from rising_tutor.probability.dice_turn.roll_values import Play

MOST_ROLLS = 400_000
"""Rolls that a policy is asked about for its exact distribution: some ten seconds."""
MOST_OUTCOMES = 64
"""Outcomes whose shares under best play can be carried as digits of one number."""

Ways = Callable[[Problem, Position, Shown], Iterator[Play]]
"""All that the words of a policy allow after a roll, what `TIES` says first: pure, and only by position and dice."""
TIES: Final = "Of equals the first colour in the order of the pool, of one colour the face that is first on the die."


class Named(Value, frozen=True):
    """A simple policy with its name.

    Attributes:
        words: what it does, for people, with what they leave open.
        ways: every play that the words allow.
    """

    name: str
    words: str
    ways: Ways

    @property
    def sentence(self) -> str:
        """What it does, with nothing left open."""
        return f"{self.words} {TIES} No helps are used."

    def play(self, problem: Problem, position: Position, shown: Shown) -> Play:
        return next(self.ways(problem, position, shown))


def assign_all(problem: Problem, position: Position, shown: Shown) -> Iterator[Play]:
    """Every die that fits is assigned, needs in order, biggest face first; if nothing fits, the least useful goes."""
    rest = tuple(sorted(shown, key=lambda pair: -len(pair[1])))
    for assign in _filled(problem, position, rest):
        if assign:
            yield Play(assign=assign)
        else:
            yield from _given_up(problem, position)


def _filled(
    problem: Problem, position: Position, rest: Shown, at: int = 0, lack: str | None = None
) -> Iterator[tuple[tuple[str, str, int], ...]]:
    """Every way to assign all that fits from need number `at` on; the dice are sorted, biggest face first."""
    if at == len(problem.needs):
        yield ()
        return
    need = problem.needs[at]
    lack = position.lacks[at] if lack is None else lack
    fits = [pair for pair in dict.fromkeys(rest) if need.pay(lack, pair[1]) != lack]
    if not fits:
        yield from _filled(problem, position, rest, at + 1)
        return
    for pair in fits:
        if len(pair[1]) == len(fits[0][1]):
            for more in _filled(problem, position, without(rest, pair), at, need.pay(lack, pair[1])):
                yield ((*pair, at), *more)


def one_at_a_time(problem: Problem, position: Position, shown: Shown) -> Iterator[Play]:
    """The one die is assigned that pays most of the first incomplete need; if none fits, the least useful goes."""
    for at, (need, lack) in enumerate(zip(problem.needs, position.lacks, strict=True)):
        if lack:
            left = {pair: len(need.pay(lack, pair[1])) for pair in dict.fromkeys(shown)}
            least = min(left.values())
            if least < len(lack):
                yield from (Play(assign=((*pair, at),)) for pair, n in left.items() if n == least)
                return
            break
    yield from _given_up(problem, position)


def _given_up(problem: Problem, position: Position) -> Iterator[Play]:
    """Every discard of a colour in the pool whose die shows symbols that are lacking least often."""
    lacking = "".join(position.lacks)

    def often(at: int) -> Fraction:
        faces = problem.dice[at].faces
        n = sum(ANY in lacking or any(symbol in lacking for symbol in face) for face in faces)
        return Fraction(n, len(faces))

    shares = {at: often(at) for at, n in enumerate(position.pool) if n}
    least = min(shares.values())
    yield from (Play(discard=problem.dice[at].colour) for at, share in shares.items() if share == least)


SIMPLE: Mapping[str, Named] = {
    named.name: named
    for named in (
        Named(
            "assign all",
            "Assign every die that fits, needs in order, biggest face first; if nothing fits, give up a die of the "
            "colour that shows lacking symbols least often.",
            assign_all,
        ),
        Named(
            "one at a time",
            "Assign only the die that pays most of the first need that is not complete; if none fits, give up a die "
            "of the colour that shows lacking symbols least often.",
            one_at_a_time,
        ),
    )
}
"""Name -> simple policy."""


def simple(name: str) -> Named:
    """The simple policy of this name. Raises `BadProblem`: there is none."""
    if name not in SIMPLE:
        raise BadProblem("policy", name, f"one of {', '.join(SIMPLE)}")
    return SIMPLE[name]


def after_play(problem: Problem, position: Position, play: Play) -> Position:
    """The position after dice were assigned in this order, or one was discarded.

    Raises:
        BadProblem: the play uses a help, or a die that does not fit.
    """
    colours = [die.colour for die in problem.dice]
    pool, lacks = position.pool, position.lacks
    if play.help >= 0:
        raise BadProblem("play", play.help, "dice that are assigned or discarded; a help is followed by a decision")
    if play.discard:
        return Position(with_count(pool, colours.index(play.discard), -1), lacks, position.helps, position.room)
    for colour, face, at in play.assign:
        left = problem.needs[at].pay(lacks[at], face)
        if left == lacks[at]:
            raise BadProblem(f"need {at + 1}", f"{colour}:{face}", f"a die that pays some of {lacks[at] or 'nothing'}")
        lacks = with_item(lacks, at, left)
        pool = with_count(pool, colours.index(colour), -1)
    return Position(pool, lacks, position.helps, position.room)


def sets_at(problem: Problem, position: Position) -> tuple[int, ...]:
    """How many sets of each need are complete."""
    return tuple(need.sets(lack) for need, lack in zip(problem.needs, position.lacks, strict=True))


def of_policy(problem: Problem, name: str) -> tuple[tuple[tuple[int, ...], Fraction], ...]:
    """The exact distribution of what gets completed under a simple policy, with ties broken as `TIES` says.

    Every outcome of `Problem.outcomes` is listed, in that order; the shares sum to exactly 1.

    Raises:
        BadProblem: no policy has this name.
        TooLarge: there are more than `MOST_ROLLS` rolls to look at.
    """
    policy = simple(name).play
    known: dict[Position, dict[tuple[int, ...], Fraction]] = {}
    n_rolls = 0

    def shares(position: Position) -> dict[tuple[int, ...], Fraction]:
        nonlocal n_rolls
        if position in known:
            return known[position]
        if not any(position.pool) or not any(position.lacks):
            return {sets_at(problem, position): Fraction(1)}
        rolls = dice_rolls(zip(_plain_dice(problem, position), position.pool, strict=True))
        n_rolls += len(rolls)
        if n_rolls > MOST_ROLLS:
            raise TooLarge("pool", f"{sum(problem.pool)} dice", f"at most {MOST_ROLLS:,} rolls to look at")
        ways: Counter[Position] = Counter()
        for shown, weight in rolls:
            ways[after_play(problem, position, policy(problem, position, shown))] += weight
        found: dict[tuple[int, ...], Fraction] = {}
        for following, weight in ways.items():
            for sets, share in shares(following).items():
                found[sets] = found.get(sets, Fraction(0)) + weight * share
        known[position] = {sets: share / rolls.total for sets, share in found.items()}
        return known[position]

    at_start = shares(Position(problem.pool, problem.start.lacks))
    return tuple((sets, at_start.get(sets, Fraction(0))) for sets in problem.outcomes)


def _plain_dice(problem: Problem, position: Position) -> list[Die]:
    """The dice with every face blank that pays nothing now: no simple policy tells such faces apart."""
    lacking = "".join(position.lacks)
    return [
        Die(die.colour, tuple(face if ANY in lacking or set(face) & set(lacking) else "" for face in die.faces))
        for die in problem.dice
    ]


def range_of_policy(problem: Problem, name: str, most: int = MOST_ROLLS) -> tuple[Fraction, Fraction]:
    """What a simple policy expects if ties are always broken for the worst, and always for the best.

    Who follows its words and breaks ties in any way at all expects something from one to the other, and both are
    reached. Equal if no tie matters.

    Args:
        most: so many rolls and ties are looked at.

    Raises:
        BadProblem: no policy has this name.
        TooLarge: there are more rolls and ties to look at.
    """
    ways = simple(name).ways
    known: dict[Position, tuple[Fraction, Fraction]] = {}
    n_ways = 0

    def ends(position: Position) -> tuple[Fraction, Fraction]:
        nonlocal n_ways
        if position in known:
            return known[position]
        if not any(position.pool) or not any(position.lacks):
            paid = problem.payoff_of(sets_at(problem, position))
            return paid, paid
        rolls = dice_rolls(zip(_plain_dice(problem, position), position.pool, strict=True))
        low = high = Fraction(0)
        for shown, weight in rolls:
            after = {after_play(problem, position, play) for play in ways(problem, position, shown)}
            n_ways += len(after)
            if n_ways > most:
                raise TooLarge("pool", f"{sum(problem.pool)} dice", f"at most {most:,} rolls and ties to look at")
            reached = [ends(one) for one in after]
            low += weight * min(end for end, _ in reached)
            high += weight * max(end for _, end in reached)
        known[position] = low / rolls.total, high / rolls.total
        return known[position]

    return ends(Position(problem.pool, problem.start.lacks))


def best_distribution(
    problem: Problem, solve: Callable[[Problem], Solved]
) -> tuple[tuple[tuple[int, ...], Amount], ...]:
    """The exact distribution of what gets completed under best play.

    Where several plays are best, it is that of the one with the largest share of the last outcome of
    `Problem.outcomes`, then of the one before, and so on; so a complete need is preferred where it costs nothing.

    The problem is solved once more, with payoffs that carry the shares as digits. Let every probability of a turn be a
    whole number of 1/D, and every payoff and cost a whole number (times a common denominator, payoffs less the
    smallest). With a base B > D and K outcomes, outcome number i pays `payoff * B**K + B**i`, and a help costs
    `cost * B**K`. The shares together pay less than B**K / D, and
    one step of the old expected value is worth B**K / D at least, so a best play of the new problem is one of the old.
    Its value times D, written in base B, has D times the share of outcome i as digit i.

    D: a roll of m dice divides by at most L**m, with L the least common multiple of the numbers of faces. Each roll but
    a reroll uses up a die, so n dice with those that may be added roll n + (n - 1) + ... + 1 dice, and n more for each
    reroll.

    Args:
        solve: gives exact fractions.

    Raises:
        BadProblem: `solve` gives decimals.
        TooLarge: more than `MOST_OUTCOMES` outcomes, or too large for `solve`.
    """
    outcomes = problem.outcomes
    if len(outcomes) > MOST_OUTCOMES:
        raise TooLarge("outcomes", len(outcomes), f"at most {MOST_OUTCOMES}")
    sides = lcm(*(len(die.faces) for die in problem.dice))
    n_dice = sum(problem.pool) + sum(isinstance(help_, ExtraDie) for help_ in problem.helps)
    n_rerolls = sum(isinstance(help_, Reroll) for help_ in problem.helps)
    parts = sides ** (n_dice * (n_dice + 1) // 2 + n_rerolls * n_dice)
    base = 1 << parts.bit_length()
    payoffs = problem.payoffs
    whole = lcm(*(amount.denominator for amount in (*payoffs, *(help_.cost for help_ in problem.helps))))
    least = min(payoffs)
    carried = tuple(
        Fraction(int((payoff - least) * whole) * base ** len(outcomes) + base**at) for at, payoff in enumerate(payoffs)
    )
    helps = tuple(replace(help_, cost=help_.cost * whole * base ** len(outcomes)) for help_ in problem.helps)
    asked = Problem(problem.dice, problem.pool, problem.needs, carried, helps, problem.room)
    value = solve(asked).value.fraction
    if value is None:
        raise BadProblem("solve", "a decimal", "a method that gives exact fractions")
    digits = value * parts
    assert digits.denominator == 1
    numerators = [digits.numerator // base**at % base for at in range(len(outcomes))]
    return tuple(
        (sets, Amount.exact(Fraction(numerator, parts))) for sets, numerator in zip(outcomes, numerators, strict=True)
    )

"""The answers to the queries of a unit.

>>> from rising_tutor.core.chance import Die
>>> from rising_tutor.lab.query import Not, Shows
>>> kit = Kit((Die("green", ("E", "E", "EE", "A", "W", "F")),), {})
>>> found = answers({"one": Shows(symbol="E"), "two": Not(of="one")}, Scene(pool={"green": 1}), kit)
>>> [str(number.amount) for number in found.values()]
['1/2', '1/2']
"""

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Any, Final, Literal

import msgspec

from rising_tutor.core.values import with_count, with_item
from rising_tutor.errors import BadProblem
from rising_tutor.lab import chances
from rising_tutor.lab.kit import Kit
from rising_tutor.lab.query import (
    AnyQuery,
    Best,
    BestChoice,
    Choice,
    Completed,
    Difference,
    Drawn,
    Gain,
    HalfWidth,
    Mean,
    MeanDrawn,
    Not,
    Number,
    OneRoll,
    Policy,
    Product,
    Ratio,
    Samples,
    Shows,
)
from rising_tutor.lab.scene import Scene
from rising_tutor.lab.variant import best_when_bound
from rising_tutor.probability.dice_turn import options, policies, solver
from rising_tutor.probability.dice_turn.answer import EXACT, Amount, Solved
from rising_tutor.probability.dice_turn.problem import Position, Problem

Numbers = Mapping[str, Number]
ANY_TIES: Final = "exact, from the worst to the best way to break ties"
"""The method of a range: what a way to play leaves open decides where in it."""


def answers(queries: Mapping[str, AnyQuery], scene: Scene, kit: Kit) -> dict[str, Number]:
    """The answers by name. A query may name numbers that stand before it.

    Raises:
        BadProblem: a query that this scene cannot answer; with its name.
    """
    found: dict[str, Number] = {}
    for name, query in queries.items():
        found[name] = answer(query, scene, kit, found)
    return found


def answer(query: AnyQuery, scene: Scene, kit: Kit, known: Numbers | None = None) -> Number:
    """The answer to one query.

    Args:
        query: what is asked.
        scene: where it is asked.
        kit: the dice.
        known: the numbers it may name.

    Raises:
        BadProblem: the scene cannot answer it, or it names a number that is not known.
        TooLarge: it cannot be solved exactly.
    """
    return _ANSWERS[type(query)](query, scene.changed(query.scene), kit, known or {})


def solved_scene(query: Best | Choice, scene: Scene, kit: Kit) -> tuple[Solved, Position]:
    """The problem of a scene with its answer, and where it is asked: at the start, or after a choice.

    Raises:
        BadProblem: the choice cannot be made with this roll.
        TooLarge: it cannot be solved exactly.
    """
    problem = scene.problem(kit)
    solved = _solved(problem)
    return solved, _after_choice(query, scene, kit, problem) if isinstance(query, Choice) else problem.start


def _after_choice(query: Choice, scene: Scene, kit: Kit, problem: Problem) -> Position:
    scene.shown(kit)
    pool, lacks = list(problem.pool), problem.start.lacks
    place = {die.colour: at for at, die in enumerate(problem.dice)}
    if bool(query.assign) == bool(query.discard):
        raise BadProblem("choice", query.assign or query.discard, "either dice that are assigned or one discard")
    roll = list(scene.roll)
    for colour, face, number in query.assign:
        if (colour, face) not in roll:
            raise BadProblem("assign", f"{colour} {face}", "a die of the roll, each once")
        if not 1 <= number <= len(lacks):
            raise BadProblem("assign", number, f"the number of a need, 1 to {len(lacks)}")
        roll.remove((colour, face))
        paid = problem.needs[number - 1].pay(lacks[number - 1], face)
        if paid == lacks[number - 1]:
            raise BadProblem("assign", f"{colour} {face}", f"a die that fits need {number}")
        lacks = with_item(lacks, number - 1, paid)
        pool[place[colour]] -= 1
    if query.discard:
        if query.discard not in scene.pool:
            raise BadProblem("discard", query.discard, "a colour of the pool")
        pool = list(with_count(tuple(pool), place[query.discard], -1))
    start = problem.start
    return Position(tuple(pool), lacks, start.helps, start.room)


# What each asks ------------------------------------------------------------------------------------------------------


def _best(_query: Best, scene: Scene, kit: Kit, _known: Numbers) -> Number:
    if scene.must_assign:
        return Number(best_when_bound(scene.problem(kit)), _kind(scene))
    return Number(_exact(_solved(scene.problem(kit)).value), _kind(scene))


def _choice(query: Choice, scene: Scene, kit: Kit, _known: Numbers) -> Number:
    solved, position = solved_scene(query, scene, kit)
    return Number(_exact(solved.value_at(position)), _kind(scene))


def _best_choice(query: BestChoice, scene: Scene, kit: Kit, _known: Numbers) -> Number:
    ranked = options.ranked(_solved(scene.problem(kit)), scene.shown(kit))
    sorts: dict[str, Callable[[Any], bool]] = {
        "all": lambda _: True,
        "assign": lambda option: bool(option.assign),
        "discard": lambda option: bool(option.discard),
        "help": lambda option: option.help >= 0,
    }
    fits = [_exact(option.value) for option in ranked if sorts[query.among](option)]
    if not fits:
        raise BadProblem("best-choice", query.among, "a sort of choice that this roll allows")
    return Number(max(fits), _kind(scene))


def _policy(query: Policy, scene: Scene, kit: Kit, _known: Numbers) -> Number:
    low, high = policies.range_of_policy(scene.problem(kit), query.name)
    return Number(low, _kind(scene)) if low == high else Number(low, _kind(scene), ANY_TIES, high)


def _completed(query: Completed, scene: Scene, kit: Kit, _known: Numbers) -> Number:
    reached = policies.best_distribution(scene.problem(kit), _solved)
    return Number(sum((_exact(p) for sets, p in reached if sum(sets) >= query.least), Fraction(0)), "chance")


def _gain(query: Gain, scene: Scene, kit: Kit, known: Numbers) -> Number:
    if bool(query.die) == bool(query.helps):
        raise BadProblem("gain", query.die or query.helps, "either a die or helps")
    pool = {**scene.pool, query.die: scene.pool.get(query.die, 0) + 1} if query.die else scene.pool
    more = msgspec.structs.replace(scene, pool=pool, helps=(*scene.helps, *query.helps), roll=())
    with_it, without = _best(Best(), more, kit, known), _best(Best(), scene, kit, known)
    return Number(with_it.amount - without.amount, "points" if without.kind == "chance" else "value")


def _one_roll(_query: OneRoll, scene: Scene, kit: Kit, _known: Numbers) -> Number:
    scene.problem(kit)
    return Number(chances.one_roll(scene.dice(kit), scene.needs), "chance")


def _shows(query: Shows, scene: Scene, kit: Kit, _known: Numbers) -> Number:
    return Number(chances.shows(scene.dice(kit), _known_symbol(query.symbol, kit), query.least), "chance")


def _mean(query: Mean, scene: Scene, kit: Kit, _known: Numbers) -> Number:
    return Number(chances.mean_shown(scene.dice(kit), _known_symbol(query.symbol, kit)), "value")


def _drawn(query: Drawn, scene: Scene, kit: Kit, _known: Numbers) -> Number:
    wanted, total = _bag(scene, kit)
    chance = chances.drawn(wanted, total, scene.draws, least=query.least, most=query.most, back=query.back)
    return Number(chance, "chance")


def _mean_drawn(_query: MeanDrawn, scene: Scene, kit: Kit, _known: Numbers) -> Number:
    wanted, total = _bag(scene, kit)
    return Number(chances.mean_drawn(wanted, total, scene.draws), "value")


def _samples(query: Samples, _scene: Scene, _kit: Kit, known: Numbers) -> Number:
    if query.one_in < 1:
        raise BadProblem("one_in", query.one_in, "a number from 1")
    n = chances.samples(_single(query.of, known).amount, Fraction(1, query.one_in))
    return Number(Fraction(n), "count", chances.NORMAL)


def _half_width(query: HalfWidth, _scene: Scene, _kit: Kit, known: Numbers) -> Number:
    return Number(chances.half_width(_single(query.of, known).amount, query.trials), "points", chances.NORMAL)


def _difference(query: Difference, _scene: Scene, _kit: Kit, known: Numbers) -> Number:
    of, less = _named(query.of, known), _named(query.less, known)
    if of.high is not None and less.high is not None:
        # Both may rest on the same ties, so what the ends differ by need not be reached.
        raise BadProblem("difference", f"{query.of}, {query.less}", "at most one number that is a range")
    kind = "points" if of.kind in ("chance", "points") else of.kind
    low, high = of.ends[0] - less.ends[1], of.ends[1] - less.ends[0]
    return Number(low, kind, _method(of, less), None if low == high else high)


def _ratio(query: Ratio, _scene: Scene, _kit: Kit, known: Numbers) -> Number:
    of, by = _single(query.of, known), _single(query.by, known)
    if by.amount == 0:
        raise BadProblem("by", query.by, "a number other than 0")
    return Number(of.amount / by.amount, "ratio", _method(of, by))


def _product(query: Product, _scene: Scene, _kit: Kit, known: Numbers) -> Number:
    return Number(chances.product_of(_single(name, known).amount for name in query.of), "chance")


def _not(query: Not, _scene: Scene, _kit: Kit, known: Numbers) -> Number:
    of = _named(query.of, known)
    return Number(1 - of.ends[1], "chance", of.method, None if of.high is None else 1 - of.amount)


_ANSWERS: dict[type, Callable[[Any, Scene, Kit, Numbers], Number]] = {
    Best: _best,
    Choice: _choice,
    BestChoice: _best_choice,
    Policy: _policy,
    Completed: _completed,
    Gain: _gain,
    OneRoll: _one_roll,
    Shows: _shows,
    Mean: _mean,
    Drawn: _drawn,
    MeanDrawn: _mean_drawn,
    Samples: _samples,
    HalfWidth: _half_width,
    Difference: _difference,
    Ratio: _ratio,
    Product: _product,
    Not: _not,
}


@lru_cache(maxsize=64)
def _solved(problem: Problem) -> Solved:
    return solver.solve(problem, fractions=True)


def _exact(amount: Amount) -> Fraction:
    if amount.fraction is None:
        raise BadProblem("question", amount.decimal, "one that is small enough for a fraction")
    return amount.fraction


def _kind(scene: Scene) -> Literal["chance", "value"]:
    one = len(scene.needs) == 1 and scene.weights in ((), (1,))
    return "chance" if one or scene.value in ("all", "any") else "value"


def _named(name: str, known: Numbers) -> Number:
    if name not in known:
        raise BadProblem("number", name, f"one that stands before: {', '.join(known) or 'none'}")
    return known[name]


def _single(name: str, known: Numbers) -> Number:
    number = _named(name, known)
    if number.high is not None:
        raise BadProblem("number", name, "one that is no range")
    return number


def _method(*numbers: Number) -> str:
    return next((number.method for number in numbers if number.method != EXACT), EXACT)


def _known_symbol(symbol: str, kit: Kit) -> str:
    if symbol not in kit.known:
        raise BadProblem("symbol", symbol, f"one of {', '.join(kit.known)}")
    return symbol


def _bag(scene: Scene, kit: Kit) -> tuple[int, int]:
    scene.checked(kit)
    if not scene.bag:
        raise BadProblem("bag", scene.bag, "something in it")
    return sum(scene.bag[kind] for kind in scene.wanted), sum(scene.bag.values())

"""The questions of a unit whose answers are numbers, as data, with how each is answered.

A unit file names a query; nobody types the number.

    [step.numbers]
    assign = { find = "choice", assign = [["blue", "E", 1]] }
    loss = { find = "difference", of = "discard", less = "assign" }

Every query may change fields of the scene it stands in (`scene`). Queries that work on other numbers name them.

>>> from rising_tutor.core.chance import Die
>>> kit = Kit((Die("green", ("E", "E", "EE", "A", "W", "F")),), {})
>>> found = answers({"one": Shows(symbol="E"), "two": Not(of="one")}, Scene(pool={"green": 1}), kit)
>>> [str(number.amount) for number in found.values()]
['1/2', '1/2']
"""

from collections import Counter
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cache, lru_cache
from math import prod
from typing import Any, Final, Literal, NamedTuple, TypeAlias

import msgspec

from rising_tutor.core.values import Value
from rising_tutor.errors import BadProblem, TooLarge
from rising_tutor.lab import chances
from rising_tutor.lab.scene import Scene
from rising_tutor.probability.dice_turn import options, policies, solver
from rising_tutor.probability.dice_turn.answer import EXACT, Amount, Option, Solved
from rising_tutor.probability.dice_turn.kit import Kit
from rising_tutor.probability.dice_turn.problem import Help, Position, Problem
from rising_tutor.probability.dice_turn.reference import Dice, Lacks, Pool, Reference, Spare
from rising_tutor.probability.dice_turn.roll_values import Play

ANY_TIES: Final = "exact, from the worst to the best way to break ties"
"""The method of a range: what a way to play leaves open decides where in it."""
MOST_DICE: Final = 5
"""Dice of the variant in which a die that fits must be assigned."""


class Number(Value, frozen=True):
    """An answer.

    Attributes:
        amount: the number itself.
        kind: "chance" from 0 to 1, "value" an expected value or an average, "points" a difference of chances,
            "count" a whole number, "ratio" how many times as much.
        method: how it was obtained, in the words shown beside it.
        high: where no single number answers it, the upper end of the range that begins with `amount`.
    """

    amount: Fraction
    kind: Literal["chance", "value", "points", "count", "ratio"]
    method: str = EXACT
    high: Fraction | None = None

    @property
    def ends(self) -> tuple[Fraction, Fraction]:
        """The range; a single number twice."""
        return self.amount, self.amount if self.high is None else self.high

    def off(self, stated: Fraction) -> Fraction:
        """How far a stated number lies outside; 0 is right."""
        low, high = self.ends
        return max(low - stated, stated - high, Fraction(0))


Numbers: TypeAlias = Mapping[str, Number]


class Query(Value, frozen=True, kw_only=True, tag_field="find"):
    """What is asked.

    Attributes:
        scene: fields of the scene that are different here.
    """

    scene: dict[str, Any] = msgspec.field(default_factory=dict)

    def answer(self, scene: Scene, kit: Kit, known: Numbers | None = None) -> Number:
        """The answer.

        Args:
            known: the numbers it may name.

        Raises:
            BadProblem: the scene cannot answer it, or it names a number that is not known.
            TooLarge: it cannot be solved exactly.
        """
        return self._number(About(scene.changed(self.scene), kit, known or {}))

    def _number(self, at: "About") -> Number:
        raise NotImplementedError


class About(NamedTuple):
    """What a query is asked about: a scene with these dice, and the numbers that stand before it."""

    scene: Scene
    kit: Kit
    known: Numbers

    @property
    def problem(self) -> Problem:
        """The scene as the problem of a turn. Raises `BadProblem`."""
        return self.scene.problem(self.kit)


def answers(queries: "Mapping[str, AnyQuery]", scene: Scene, kit: Kit) -> dict[str, Number]:
    """The answers by name. A query may name numbers that stand before it.

    Raises:
        BadProblem: a query that this scene cannot answer; with its name.
    """
    found: dict[str, Number] = {}
    for name, query in queries.items():
        found[name] = query.answer(scene, kit, found)
    return found


# A turn ---------------------------------------------------------------------------------------------------------------


class Best(Query, frozen=True, tag="best"):
    """What best play expects; a chance where the scene counts one need, "all" or "any"."""

    def _number(self, at: About) -> Number:
        problem = at.problem
        return Number(_bound(problem) if at.scene.must_assign else _exact(_solved(problem).value), _kind(problem))


class Choice(Query, frozen=True, tag="choice"):
    """What best play expects after one choice for the roll on the table.

    Attributes:
        assign: (colour, face, number of the need from 1) of each die that is assigned.
        discard: the colour of the die that is given up instead.
    """

    assign: tuple[tuple[str, str, int], ...] = ()
    discard: str = ""

    def _number(self, at: About) -> Number:
        solved, position = solved_scene(self, at.scene, at.kit)
        return Number(_exact(solved.value_at(position)), _kind(solved.problem))

    def after(self, scene: Scene, kit: Kit, problem: Problem) -> Position:
        """Where the turn goes on. Raises `BadProblem`: the choice cannot be made with this roll."""
        scene.shown(kit)
        if bool(self.assign) == bool(self.discard):
            raise BadProblem("choice", self.assign or self.discard, "either dice that are assigned or one discard")
        taken = Counter((colour, face) for colour, face, _ in self.assign)
        for colour, face in taken - Counter(scene.roll):
            raise BadProblem("assign", f"{colour} {face}", "a die of the roll, each once")
        for _, _, number in self.assign:
            if not 1 <= number <= len(problem.needs):
                raise BadProblem("assign", number, f"the number of a need, 1 to {len(problem.needs)}")
        if self.discard and self.discard not in scene.pool:
            raise BadProblem("discard", self.discard, "a colour of the pool")
        assign = tuple((colour, face, number - 1) for colour, face, number in self.assign)
        return policies.after_play(problem, problem.start, Play(assign, self.discard))


class BestChoice(Query, frozen=True, tag="best-choice"):
    """What the best choice of a sort is worth for the roll on the table."""

    among: Literal["all", "assign", "discard", "help"] = "all"

    def _number(self, at: About) -> Number:
        problem = at.problem
        sorts: dict[str, Callable[[Option], bool]] = {
            "all": lambda _: True,
            "assign": lambda option: bool(option.assign),
            "discard": lambda option: bool(option.discard),
            "help": lambda option: option.help >= 0,
        }
        ranked = options.ranked(_solved(problem), at.scene.shown(at.kit))
        fits = [_exact(option.value) for option in ranked if sorts[self.among](option)]
        if not fits:
            raise BadProblem("best-choice", self.among, "a sort of choice that this roll allows")
        return Number(max(fits), _kind(problem))


class Policy(Query, frozen=True, tag="policy"):
    """What a simple way to play expects, by its name in `policies`; a range where ties, left open by it, matter."""

    name: str

    def _number(self, at: About) -> Number:
        problem = at.problem
        low, high = policies.range_of_policy(problem, self.name)
        return Number(low, _kind(problem)) if low == high else Number(low, _kind(problem), ANY_TIES, high)


class Completed(Query, frozen=True, tag="completed"):
    """The chance that best play for the value of the scene completes at least so many needs."""

    least: int

    def _number(self, at: About) -> Number:
        reached = policies.best_distribution(at.problem, _solved)
        return Number(sum((_exact(p) for sets, p in reached if sum(sets) >= self.least), Fraction(0)), "chance")


class Gain(Query, frozen=True, tag="gain"):
    """How much more best play expects with one more die, or with helps.

    Attributes:
        die: the colour of the die.
        helps: what may be used.
    """

    die: str = ""
    helps: tuple[Help, ...] = ()

    def _number(self, at: About) -> Number:
        if bool(self.die) == bool(self.helps):
            raise BadProblem("gain", self.die or self.helps, "either a die or helps")
        pool = {**at.scene.pool, self.die: at.scene.pool.get(self.die, 0) + 1} if self.die else at.scene.pool
        more = msgspec.structs.replace(at.scene, pool=pool, helps=(*at.scene.helps, *self.helps), roll=())
        with_it, without = Best().answer(more, at.kit), Best().answer(at.scene, at.kit)
        return Number(with_it.amount - without.amount, "points" if without.kind == "chance" else "value")


# One roll, one draw ---------------------------------------------------------------------------------------------------


class OneRoll(Query, frozen=True, tag="one-roll"):
    """The chance that a single roll of the pool covers all needs of the scene."""

    def _number(self, at: About) -> Number:
        at.scene.problem(at.kit)
        return Number(chances.one_roll(at.scene.dice(at.kit), at.scene.needs), "chance")


class Shows(Query, frozen=True, tag="shows"):
    """The chance that a roll shows at least so many of a symbol."""

    symbol: str
    least: int = 1

    def _number(self, at: About) -> Number:
        return Number(chances.shows(at.scene.dice(at.kit), _known_symbol(self.symbol, at.kit), self.least), "chance")


class Mean(Query, frozen=True, tag="mean"):
    """How many of a symbol a roll shows on average."""

    symbol: str

    def _number(self, at: About) -> Number:
        return Number(chances.mean_shown(at.scene.dice(at.kit), _known_symbol(self.symbol, at.kit)), "value")


class Drawn(Query, frozen=True, tag="draw"):
    """The chance that a draw from the bag brings at least (and at most) so many of the wanted kinds.

    Attributes:
        back: whether each thing is put back before the next is drawn.
    """

    least: int = 1
    most: int | None = None
    back: bool = False

    def _number(self, at: About) -> Number:
        wanted, total = _bag(at.scene, at.kit)
        known = at.scene.on_top[: at.scene.draws]
        if known and self.back:
            raise BadProblem("back", self.back, "nothing known on top, as what is put back is shuffled in")
        sure = sum(kind in at.scene.wanted for kind in known)
        most = None if self.most is None else self.most - sure
        if most is not None and most < 0:
            return Number(Fraction(0), "chance")
        left, least = (wanted - _on_top(at.scene), total - len(at.scene.on_top)), max(self.least - sure, 0)
        drawn = at.scene.draws - len(known)
        return Number(chances.drawn(*left, drawn, least=least, most=most, back=self.back), "chance")


class MeanDrawn(Query, frozen=True, tag="mean-draw"):
    """How many of the wanted kinds a draw brings on average."""

    def _number(self, at: About) -> Number:
        wanted, total = _bag(at.scene, at.kit)
        known = at.scene.on_top[: at.scene.draws]
        sure, drawn = sum(kind in at.scene.wanted for kind in known), at.scene.draws - len(known)
        left = total - len(at.scene.on_top)
        mean = Fraction((wanted - _on_top(at.scene)) * drawn, left) if drawn else Fraction(0)
        return Number(sure + mean, "value")


# Numbers made of others -----------------------------------------------------------------------------------------------


class Samples(Query, frozen=True, tag="samples"):
    """The trials after which the 95 % interval of a chance reaches no further than so much to each side.

    Attributes:
        one_in: the half width is one in so many: 100 for one percentage point.
    """

    of: str
    one_in: int

    def _number(self, at: About) -> Number:
        if self.one_in < 1:
            raise BadProblem("one_in", self.one_in, "a number from 1")
        n = chances.samples(_single(self.of, at.known).amount, Fraction(1, self.one_in))
        return Number(Fraction(n), "count", chances.NORMAL)


class HalfWidth(Query, frozen=True, tag="half-width"):
    """How far the 95 % interval of a chance reaches to each side after so many trials."""

    of: str
    trials: int

    def _number(self, at: About) -> Number:
        return Number(chances.half_width(_single(self.of, at.known).amount, self.trials), "points", chances.NORMAL)


class Difference(Query, frozen=True, tag="difference"):
    """One number less another."""

    of: str
    less: str

    def _number(self, at: About) -> Number:
        of, less = _named(self.of, at.known), _named(self.less, at.known)
        if of.high is not None and less.high is not None:
            # Both may rest on the same ties, so what the ends differ by need not be reached.
            raise BadProblem("difference", f"{self.of}, {self.less}", "at most one number that is a range")
        kind = "points" if of.kind in ("chance", "points") else of.kind
        low, high = of.ends[0] - less.ends[1], of.ends[1] - less.ends[0]
        return Number(low, kind, _method(of, less), None if low == high else high)


class Ratio(Query, frozen=True, tag="ratio"):
    """How many times as much one number is as another."""

    of: str
    by: str

    def _number(self, at: About) -> Number:
        of, by = _single(self.of, at.known), _single(self.by, at.known)
        if by.amount == 0:
            raise BadProblem("by", self.by, "a number other than 0")
        return Number(of.amount / by.amount, "ratio", _method(of, by))


class Product(Query, frozen=True, tag="product"):
    """The chance that independent things, by their numbers, all happen."""

    of: tuple[str, ...]

    def _number(self, at: About) -> Number:
        return Number(prod((_single(name, at.known).amount for name in self.of), start=Fraction(1)), "chance")


class Not(Query, frozen=True, tag="not"):
    """The chance that something does not happen."""

    of: str

    def _number(self, at: About) -> Number:
        of = _named(self.of, at.known)
        return Number(1 - of.ends[1], "chance", of.method, None if of.high is None else 1 - of.amount)


AnyQuery = (
    Best
    | Choice
    | BestChoice
    | Policy
    | Completed
    | Gain
    | OneRoll
    | Shows
    | Mean
    | Drawn
    | MeanDrawn
    | Samples
    | HalfWidth
    | Difference
    | Ratio
    | Product
    | Not
)


# ----------------------------------------------------------------------------------------------------------------------


def solved_scene(query: Best | Choice, scene: Scene, kit: Kit) -> tuple[Solved, Position]:
    """The problem of a scene with its answer, and where it is asked: at the start, or after a choice.

    Raises:
        BadProblem: the choice cannot be made with this roll.
        TooLarge: it cannot be solved exactly.
    """
    problem = scene.problem(kit)
    return _solved(problem), query.after(scene, kit, problem) if isinstance(query, Choice) else problem.start


class _Bound(Reference):
    """Best play where a die may be discarded only when no die of the roll fits."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem)
        # Who must assign may want to waste dice, and which dice fit then depends on the order.
        self.assign = cache(self._assign_in_any_order)

    def after_roll(self, dice: Dice, pool: Pool, lacks: Lacks, spare: Spare) -> int:
        fits = self.that_fit(dice, lacks)
        return self.assign(fits, pool, lacks, spare) if fits else self.give_up(pool, lacks, spare)


def _bound(problem: Problem) -> Fraction:
    """What best play expects if a die that fits may not be discarded. For small pools only, and without helps.

    >>> from rising_tutor.core.chance import Die
    >>> from rising_tutor.probability.dice_turn.problem import Need, sums
    >>> needs = (Need("E"), Need("W"))
    >>> _bound(Problem((Die("green", ("E", "W")),), (1,), needs, sums([1, -3], needs)))
    Fraction(-1, 1)
    """
    if problem.helps:
        raise BadProblem("helps", len(problem.helps), "none in the variant without discarding")
    if sum(problem.pool) > MOST_DICE:
        raise TooLarge("pool", f"{sum(problem.pool)} dice", f"at most {MOST_DICE} dice in this variant")
    return _exact(_Bound(problem).value)


@lru_cache(maxsize=64)
def _solved(problem: Problem) -> Solved:
    return solver.solve(problem, fractions=True)


def _exact(amount: Amount) -> Fraction:
    if amount.fraction is None:
        raise BadProblem("question", amount.decimal, "one that is small enough for a fraction")
    return amount.fraction


def _kind(problem: Problem) -> Literal["chance", "value"]:
    return "chance" if problem.is_chance else "value"


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


def _on_top(scene: Scene) -> int:
    """How many of the wanted kinds are known to lie on top."""
    return sum(kind in scene.wanted for kind in scene.on_top)


def _bag(scene: Scene, kit: Kit) -> tuple[int, int]:
    scene.checked(kit)
    if not scene.bag:
        raise BadProblem("bag", scene.bag, "something in it")
    return sum(scene.bag[kind] for kind in scene.wanted), sum(scene.bag.values())

"""The definition of a turn played out to the letter, for small problems.

Every die is told apart and rolled through all its faces; every order of assigning, every discard and every moment for a
help is tried. Nothing is known here of what loses nothing: no fact of the package, none of its code for paying or for
counting rolls. The only economy is a table of moments that were seen before.

>>> from rising_tutor.core.chance import Die
>>> Brute(Problem((Die("green", ("E", "E", "EE", "A", "W", "F")),), (1,), (Need("E"),))).value()
Fraction(1, 2)
"""

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations, product
from typing import NamedTuple

from rising_tutor.probability.dice_turn.problem import (
    ChangeFace,
    ExtraDie,
    ExtraSymbol,
    Need,
    Position,
    Problem,
    Reroll,
)

Faces = tuple[tuple[str, str], ...]


class Moment(NamedTuple):
    """A moment of the turn.

    Attributes:
        shown: (colour, face) of every die of this roll that was neither assigned nor discarded.
        waiting: colours of the dice that show nothing: all of them before a roll, added ones after it.
        lacks: what each need still lacks.
        helps: places of the helps that were not used yet.
        room: how many dice of each colour the box still holds; empty for no limit.
        step: "roll" before a roll, "fresh" after it, "assigning" once a die of the roll was assigned.
    """

    shown: Faces
    waiting: tuple[str, ...]
    lacks: tuple[str, ...]
    helps: tuple[int, ...]
    room: tuple[int, ...]
    step: str


class Brute:
    """The value of every moment of a problem."""

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        self.faces = {die.colour: die.faces for die in problem.dice}
        self.colours = [die.colour for die in problem.dice]
        self.worth = dict(zip(problem.outcomes, problem.payoffs, strict=True))
        self.table: dict[Moment, Fraction] = {}

    def value(self) -> Fraction:
        """Before the first roll."""
        return self.value_at(self.problem.start)

    def value_at(self, position: Position) -> Fraction:
        """Before the roll of a position."""
        waiting = tuple(c for c, n in zip(self.colours, position.pool, strict=True) for _ in range(n))
        return self.best(Moment((), waiting, position.lacks, position.helps, position.room, "roll"))

    def after(self, shown: Faces, position: Position) -> Fraction:
        """After a roll of all dice of a position, before anything was done with it."""
        return self.best(Moment(shown, (), position.lacks, position.helps, position.room, "fresh"))

    def best(self, moment: Moment) -> Fraction:
        """The most that any choice at this moment can give."""
        moment = moment._replace(shown=tuple(sorted(moment.shown)), waiting=tuple(sorted(moment.waiting)))
        if moment not in self.table:
            self.table[moment] = max([*self.choices(moment), *self.helped(moment)])
        return self.table[moment]

    def choices(self, moment: Moment) -> Iterator[Fraction]:
        """What the dice alone allow."""
        shown, waiting, lacks, helps, room, step = moment
        if step == "roll":
            yield self.rolled(waiting, (), moment._replace(waiting=())) if waiting else self.at_end(lacks, helps)
            return
        if step == "fresh" and self.may_discard(moment):
            for at in range(len(shown)):
                left = tuple(colour for colour, _ in shown[:at] + shown[at + 1 :])
                yield self.best(Moment((), left + waiting, lacks, helps, room, "roll"))
            for at in range(len(waiting)):
                left = (*(colour for colour, _ in shown), *waiting[:at], *waiting[at + 1 :])
                yield self.best(Moment((), left, lacks, helps, room, "roll"))
        if step == "assigning" and self.may_roll(moment):
            left = tuple(colour for colour, _ in shown)
            yield self.best(Moment((), left + waiting, lacks, helps, room, "roll"))
        for at, (_, face) in enumerate(shown):
            for to in range(len(lacks)):
                paid = pay(self.problem.needs[to], lacks[to], face)
                if paid != lacks[to]:
                    after = (*lacks[:to], paid, *lacks[to + 1 :])
                    yield self.best(Moment(shown[:at] + shown[at + 1 :], waiting, after, helps, room, "assigning"))

    def may_discard(self, moment: Moment) -> bool:
        """Whether a die may be given up after this roll. It may always; variants say otherwise."""
        return True

    def may_roll(self, moment: Moment) -> bool:
        """Whether the dice that are left may be rolled, once a die was assigned. They may; variants say otherwise."""
        return True

    def fits(self, moment: Moment) -> bool:
        """Whether any die that shows a face fits any need."""
        needs = self.problem.needs
        return any(
            pay(n, lack, f) != lack for _, f in moment.shown for n, lack in zip(needs, moment.lacks, strict=True)
        )

    def helped(self, moment: Moment) -> Iterator[Fraction]:
        """What each use of each help allows at this moment."""
        for place in moment.helps:
            rest = moment._replace(helps=tuple(other for other in moment.helps if other != place))
            match self.problem.helps[place]:
                case ExtraDie(colours):
                    yield from self.die_added(rest, colours)
                case ExtraSymbol(symbol):
                    yield from self.symbol_put(rest, symbol)
                case ChangeFace(symbol) if moment.step == "fresh":
                    yield from self.turned(rest, symbol)
                case Reroll(most, whole) if moment.step == "fresh":
                    yield from self.rerolled(rest, most, whole=whole)

    def die_added(self, moment: Moment, colours: tuple[str, ...]) -> Iterator[Fraction]:
        """A die of one of these colours joins those that wait for the next roll."""
        for at, colour in enumerate(self.colours):
            if colour in colours and (not moment.room or moment.room[at] > 0):
                room = tuple(n - (other == at) for other, n in enumerate(moment.room))
                yield self.best(moment._replace(waiting=(*moment.waiting, colour), room=room))

    def symbol_put(self, moment: Moment, symbol: str) -> Iterator[Fraction]:
        """A symbol goes to a need that lacks it; needs of any dice take dice only."""
        for to, need in enumerate(self.problem.needs):
            paid = pay(need, moment.lacks[to], symbol)
            if "*" not in need.symbols and paid != moment.lacks[to]:
                yield self.best(moment._replace(lacks=(*moment.lacks[:to], paid, *moment.lacks[to + 1 :])))

    def turned(self, moment: Moment, symbol: str) -> Iterator[Fraction]:
        """A die that shows the symbol is turned to another face."""
        shown = moment.shown
        for at, (colour, face) in enumerate(shown):
            for to in set(self.faces[colour]) - {face} if symbol in face else ():
                yield self.best(moment._replace(shown=(*shown[:at], (colour, to), *shown[at + 1 :])))

    def rerolled(self, moment: Moment, most: int, *, whole: bool) -> Iterator[Fraction]:
        """All dice that show a face, or some of them, are rolled again."""
        shown = moment.shown
        if whole:
            yield self.rolled(tuple(colour for colour, _ in shown), (), moment)
            return
        for n in range(1, (most or len(shown)) + 1):
            for again in combinations(range(len(shown)), n):
                kept = tuple(die for at, die in enumerate(shown) if at not in again)
                # A die that was added after the roll is not one of its dice, and waits on.
                yield self.rolled(tuple(shown[at][0] for at in again), kept, moment)

    def rolled(self, dice: tuple[str, ...], kept: Faces, moment: Moment) -> Fraction:
        """The mean over every tuple of faces of these dice, beside those that are kept."""
        results = []
        for faces in product(*(self.faces[colour] for colour in dice)):
            shown = (*kept, *zip(dice, faces, strict=True))
            results.append(self.best(moment._replace(shown=shown, step="fresh")))
        return sum(results, Fraction(0)) / len(results)

    def at_end(self, lacks: tuple[str, ...], unused: tuple[int, ...]) -> Fraction:
        """The value of what is complete, less the cost of every help that was used."""
        complete = []
        for need, lack in zip(self.problem.needs, lacks, strict=True):
            paid = {symbol: need.symbols.count(symbol) * need.times - lack.count(symbol) for symbol in need.symbols}
            complete.append(min(paid[symbol] // need.symbols.count(symbol) for symbol in need.symbols))
        spent = sum((help_.cost for at, help_ in enumerate(self.problem.helps) if at not in unused), Fraction(0))
        return self.worth[tuple(complete)] - spent


def pay(need: Need, lack: str, face: str) -> str:
    """What a need lacks after a die with this face was put on it."""
    left = list(lack)
    if "*" in need.symbols:
        return "".join(left[1:])
    for symbol in set(face):
        n_each = need.symbols.count(symbol)
        n = min(face.count(symbol), left.count(symbol))
        if not need.carry and n:
            already = n_each * need.times - left.count(symbol)
            n = min(n, n_each - already % n_each)
        for _ in range(n):
            left.remove(symbol)
    return "".join(left)

"""What best play expects, and does, at a moment within a roll: dice show faces and something must be done with them.

`options` and `simulate` ask here. One `RollValues` remembers what it worked out, so ask all questions of one turn
through the same one.

Where a die was added after the roll, the pool holds dice that show nothing yet. Such a die may be discarded like any
other; a reroll leaves it alone.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from fractions import Fraction
from itertools import product
from typing import TypeAlias, cast

from rising_tutor.core.chance import Die, Shown, dice_rolls
from rising_tutor.core.values import Value, with_count, with_item
from rising_tutor.errors import BadProblem, TooLarge
from rising_tutor.probability.dice_turn.answer import EXACT, Amount, Progress, Solved, mean, more
from rising_tutor.probability.dice_turn.problem import (
    ANY,
    ChangeFace,
    ExtraDie,
    ExtraSymbol,
    Help,
    Position,
    Problem,
    Reroll,
)
from rising_tutor.probability.dice_turn.reference import Reference
from rising_tutor.probability.dice_turn.rolls import Rolls
from rising_tutor.probability.dice_turn.steps import addable, added, gone, symbol_uses, used

Kinds: TypeAlias = tuple[int, ...]
"""Dice that show a face: numbers of (colour, face) pairs in rising order."""


class Play(Value, frozen=True):
    """What is done after a roll, without what it is worth. Exactly one of `assign`, `discard`, `help` says it.

    Attributes:
        assign: (colour, face, place of the need) of every die that is assigned, in the order of paying. Colour "" is
            an extra symbol, which only best play uses, and only where the order matters.
        discard: the colour of the die that is given up; empty if none.
        help: the place of the help that is used; -1 if none.
        dice: as in `Option`.
        to: as in `Option`.
    """

    assign: tuple[tuple[str, str, int], ...] = ()
    discard: str = ""
    help: int = -1
    dice: Shown = ()
    to: str = ""


class Use(Value, frozen=True):
    """A help that is used within a roll, with what best play expects afterwards."""

    place: int
    dice: Kinds
    value: Amount
    colour: int = -1
    to: int = -1


class RollValues:
    """What every roll of one solved turn is worth, at every moment of it.

    Args:
        tabled: whether every whole roll is looked up in tables; `mean_on_grid` is the mean of just these values.
    """

    def __init__(self, solved: Solved, progress: Progress | None = None, *, tabled: bool = False) -> None:
        self.solved = solved
        self._tabled = tabled
        self._progress = progress
        self.problem: Problem = solved.problem
        self.kinds = [(at, face) for at, die in enumerate(self.problem.dice) for face in dict.fromkeys(die.faces)]
        self.number = {(self.problem.dice[at].colour, face): n for n, (at, face) in enumerate(self.kinds)}
        # With surplus that counts, the order of paying changes nothing, a die that could only pay first is better left
        # out, and extra symbols can wait for the end. Otherwise a symbol may open the next set for a double, so every
        # order is tried, with extra symbols anywhere in it.
        self.one_order = all(need.carry or need.times == 1 for need in self.problem.needs)
        self._values: dict[Position, Amount] = {}
        self._paid: dict[tuple[int, str, str], str] = {}
        self._assigned: dict[tuple[Position, Kinds, bool], Amount | None] = {}
        self._best: dict[tuple[Position, Kinds, bool, bool], Amount] = {}
        self._alike: dict[tuple[tuple[str, ...], tuple[int, ...]], Kinds] = {}
        self._rolls: dict[tuple[tuple[int, ...], Kinds], list[tuple[Kinds, int]]] = {}
        # The plain method stays plain, so that its answers are those of one method only.
        self._tables: dict[Position, list[Rolls]] | None = (
            None if isinstance(solved, Reference) or not self.one_order else {}
        )

    def value(self, position: Position) -> Amount:
        """What best play expects before a roll."""
        found = self._values.get(position)
        if found is None:
            if self._progress is not None:
                self._progress(0, 1)
            found = self._values[position] = self.solved.value_at(position)
        return found

    def read(self, shown: Shown, pool: Sequence[int], *, whole: bool) -> Kinds:
        """Dice that show a face, as numbers.

        Args:
            shown: (colour, face) pairs in any order.
            whole: whether every die of the pool must show a face.

        Raises:
            BadProblem: the pool cannot show this; names the die and the face.
        """
        dice = self.problem.dice
        colours = {die.colour: at for at, die in enumerate(dice)}
        counts = [0] * len(dice)
        for colour, face in shown:
            if colour not in colours:
                raise BadProblem("roll", f"{colour}:{face}", f"one of the colours {', '.join(colours)}")
            at = colours[colour]
            if (colour, face) not in self.number:
                faces = " ".join(face or "blank" for face in dict.fromkeys(dice[at].faces))
                raise BadProblem("roll", f"{colour}:{face}", f"a face of the {colour} die: {faces}")
            counts[at] += 1
            if counts[at] > pool[at]:
                raise BadProblem("roll", f"{colour}:{face}", f"{pool[at]} {colour} dice, as the pool has")
        for die, n, has in zip(dice, counts, pool, strict=True):
            if whole and n < has:
                raise BadProblem("roll", f"{n} {die.colour} dice", f"{has} {die.colour} dice, as the pool has")
        return tuple(sorted(self.number[pair] for pair in shown))

    def written(self, kinds: Kinds) -> Shown:
        """Numbers as (colour, face) pairs, in the order of the pool."""
        return tuple((self.problem.dice[self.kinds[kind][0]].colour, self.kinds[kind][1]) for kind in kinds)

    def pay(self, at: int, lack: str, face: str) -> str:
        """What need `at` lacks after a die with this face."""
        key = (at, lack, face)
        found = self._paid.get(key)
        if found is None:
            found = self._paid[key] = self.problem.needs[at].pay(lack, face)
        return found

    def best(self, position: Position, shown: Kinds, *, owed: bool = True, fresh: bool = True) -> Amount:
        """What best play expects now.

        Args:
            position: all dice that are not assigned, shown or not, and what is lacking now.
            shown: the dice that show a face.
            owed: whether a die must still be assigned or discarded before the next roll.
            fresh: whether dice of this roll may still be rolled again or turned.
        """
        alike = self._classes(position.lacks, position.helps if fresh else ())
        shown = tuple(sorted(alike[kind] for kind in shown))
        key = (position, shown, owed, fresh)
        found = self._best.get(key)
        if found is None:
            whole = fresh and len(shown) == sum(position.pool)
            tables = self._tables_at(position) if whole and (self._tabled or self._acts(position)) else None
            if tables is None:
                found = self._best_of_all(position, shown, owed=owed, fresh=fresh)
            else:
                found = tables.value(self._faces(shown), position.helps, owed=owed)
            self._best[key] = found
        return found

    def rolling(self, position: Position) -> Amount:
        """What best play expects when the dice are rolled now: a die that could be added before is added later."""
        if not any(isinstance(self.problem.helps[place], ExtraDie) for place in position.helps) or not any(
            position.pool
        ):
            return self.value(position)
        tables = self._tables_at(position)
        if tables is not None:
            return tables.mean([[] for _ in position.pool], position.helps, owed=True)
        parts = [
            (self.best(position, roll), weight)
            for roll, weight in self._rolled(position.pool, self._classes(position.lacks, position.helps))
        ]
        return mean(parts)

    def mean_on_grid(self, position: Position, kept: Kinds, grid: int, *, owed: bool = True) -> Fraction | None:
        """The mean over all rolls of the dice that are not kept, where each roll counts with its decimal on a grid.

        None where rolls are not looked up in tables.

        Args:
            kept: those of them that stay as they are.
            grid: values are taken to the nearest of so many parts.
        """
        tables = self._tables_at(position) if self._tabled and any(position.pool) else None
        return None if tables is None else tables.mean_on_grid(self._faces(kept), position.helps, grid, owed=owed)

    def _tables_at(self, position: Position) -> Rolls | None:
        """What every roll of a position is worth; None where that is left to trying one thing after the other.

        Tables for some helps serve for fewer of them too.
        """
        if self._tables is None:
            return None
        helps = self.problem.helps
        others = tuple(at for at in position.helps if not isinstance(helps[at], Reroll | ChangeFace))
        known = self._tables.setdefault(Position(position.pool, position.lacks, others, position.room), [])
        for tables in known:
            if set(position.helps) <= set(tables.helps):
                return tables
        # Decimals where fractions would take too long: still far sooner than trying one thing after the other.
        for exact in (True, False):
            if exact <= (self.solved.method == EXACT):
                with suppress(TooLarge):
                    known.append(Rolls(self.problem, position, exact=exact, progress=self._progress))
                    return known[-1]
        return None

    def _acts(self, position: Position) -> bool:
        """Whether an unused help acts after a roll."""
        return any(isinstance(self.problem.helps[place], Reroll | ChangeFace) for place in position.helps)

    def _faces(self, kinds: Kinds) -> list[list[str]]:
        faces: list[list[str]] = [[] for _ in self.problem.dice]
        for kind in kinds:
            colour, face = self.kinds[kind]
            faces[colour].append(face)
        return faces

    def _best_of_all(self, position: Position, shown: Kinds, *, owed: bool, fresh: bool) -> Amount:
        values = [use.value for use in self.uses(position, shown, owed=owed, fresh=fresh)]
        if owed:
            values += [self.value(gone(position, at)) for at, n in enumerate(position.pool) if n]
        assigned = self.assigned(position, self.useful(position, shown), owed=owed)
        values += [] if assigned is None else [assigned]
        if not values:
            raise BadProblem("roll", "no die", "at least one die")
        found = values[0]
        for value in values:
            if more(value, found):
                found = value
        return found

    def assigned(self, position: Position, rest: Kinds, *, owed: bool) -> Amount | None:
        """The best of assigning dice and rolling what is left; None if one must be assigned and none can.

        Args:
            rest: the dice that may be assigned.
            owed: whether at least one must be.
        """
        key = (position, rest, owed)
        if key in self._assigned:
            return self._assigned[key]
        found = None if owed else self.value(position)
        for after, others, paid in self.payments(position, rest):
            value = self.assigned(after, others, owed=owed and paid[0] < 0)
            if value is not None and (found is None or more(value, found)):
                found = value
        self._assigned[key] = found
        return found

    def choice(self, position: Position, shown: Kinds) -> Play:
        """A best thing to do after a roll: among equals dice are assigned, else a die discarded, else a help used."""
        target = self.best(position, shown)
        useful = self.useful(position, shown)
        assigned = self.assigned(position, useful, owed=True)
        if assigned is not None and not more(target, assigned):
            return Play(assign=self._line(position, useful, assigned))
        for at, n in enumerate(position.pool):
            if n and not more(target, self.value(gone(position, at))):
                return Play(discard=self.problem.dice[at].colour)
        for use in self.uses(position, shown):
            if not more(target, use.value):
                return self.as_play(use)
        raise AssertionError("the best value belongs to something that can be done")

    def as_play(self, use: Use) -> Play:
        if use.colour >= 0:
            return Play(help=use.place, dice=((self.problem.dice[use.colour].colour, ""),))
        to = self.kinds[use.to][1] if use.to >= 0 else ""
        return Play(help=use.place, dice=self.written(use.dice), to=to)

    def uses(self, position: Position, shown: Kinds, *, owed: bool = True, fresh: bool = True) -> Iterator[Use]:
        """Every use of a help at this moment, equal helps once."""
        seen: set[Help] = set()
        if fresh and len(shown) == sum(position.pool) and self._acts(position):
            self._tables_at(position)  # made here, they serve what follows from every help
        for place in position.helps:
            help_ = self.problem.helps[place]
            if help_ in seen:
                continue
            seen.add(help_)
            left = used(position, place)
            match help_:
                case ExtraDie(colours=colours) if owed:
                    # Without a duty it can wait for the moment before the roll, which the value there counts.
                    for at in addable(self.problem, position, colours):
                        value = self.best(added(left, at), shown, owed=owed, fresh=fresh)
                        yield Use(place, (), value, colour=at)
                case Reroll() if fresh:
                    for again in self._chosen(help_, shown):
                        yield Use(place, again, self.rerolled(left, shown, again, owed=owed))
                case ChangeFace(symbol=symbol) if fresh:
                    for kind, to in self._turns(shown, symbol):
                        now = list(shown)
                        now[now.index(kind)] = to
                        value = self.best(left, tuple(sorted(now)), owed=owed)
                        yield Use(place, (kind,), value, to=to)

    def rerolled(self, position: Position, shown: Kinds, again: Kinds, *, owed: bool = True) -> Amount:
        """What best play expects when some of the dice that show a face are rolled again.

        Args:
            position: all dice that are not assigned, with the help spent.
            shown: the dice that show a face.
            again: those of them that are rolled again.
        """
        kept = tuple((Counter(shown) - Counter(again)).elements())
        if len(shown) == sum(position.pool):
            tables = self._tables_at(position)
            if tables is not None:
                return tables.mean(self._faces(kept), position.helps, owed=owed)
        counts = tuple(sum(1 for kind in again if self.kinds[kind][0] == at) for at in range(len(position.pool)))
        parts = [
            (self.best(position, tuple(sorted((*kept, *new))), owed=owed), weight)
            for new, weight in self._rolled(counts, self._classes(position.lacks, position.helps))
        ]
        return mean(parts)

    def _turns(self, shown: Kinds, symbol: str) -> Iterator[tuple[int, int]]:
        for kind in dict.fromkeys(shown):
            colour, face = self.kinds[kind]
            if symbol in face:
                for to, (other, _) in enumerate(self.kinds):
                    if other == colour and to != kind:
                        yield kind, to

    @staticmethod
    def _chosen(help_: Reroll, shown: Kinds) -> Iterator[Kinds]:
        """The sets of dice that a reroll may take, fewest dice first."""
        if help_.whole:
            yield shown
            return
        most = help_.most or len(shown)
        each = [[(kind,) * n for n in range(shown.count(kind) + 1)] for kind in dict.fromkeys(shown)]
        choices = (tuple(kind for part in parts for kind in part) for parts in product(*each))
        yield from sorted((chosen for chosen in choices if 1 <= len(chosen) <= most), key=lambda c: (len(c), c))

    def _rolled(self, counts: tuple[int, ...], alike: Kinds) -> list[tuple[Kinds, int]]:
        """All rolls of so many dice of each kind with their weights, faces that do the same not told apart."""
        key = (counts, alike)
        found = self._rolls.get(key)
        if found is None:
            dice = []
            for at, (die, n) in enumerate(zip(self.problem.dice, counts, strict=True)):
                same = tuple(self.kinds[alike[self.number[die.colour, face]]][1] for face in die.faces)
                dice.append((Die(die.colour, same), n))
                assert all(self.kinds[alike[self.number[die.colour, face]]][0] == at for face in die.faces)
            found = self._rolls[key] = [
                (tuple(self.number[pair] for pair in roll), weight) for roll, weight in dice_rolls(dice)
            ]
        return found

    def alike(self, position: Position) -> Iterator[tuple[str, tuple[str, ...], bool]]:
        """Faces of a die that do the same in a roll of this position: colour, faces, and whether they do anything."""
        classes = self._classes(position.lacks, position.helps)
        helps = [self.problem.helps[place] for place in position.helps]
        for first in dict.fromkeys(classes):
            at, face = self.kinds[first]
            turned = any(isinstance(help_, ChangeFace) and help_.symbol in face for help_ in helps)
            faces = tuple(self.kinds[kind][1] for kind, one in enumerate(classes) if one == first)
            yield self.problem.dice[at].colour, faces, turned or bool(self.useful(position, (first,)))

    def _classes(self, lacks: tuple[str, ...], helps: tuple[int, ...]) -> Kinds:
        """For each kind the first kind of its colour that does the same in this roll."""
        key = (lacks, helps)
        found = self._alike.get(key)
        if found is None:
            changes = [self.problem.helps[place] for place in helps]
            symbols = [help_.symbol for help_ in changes if isinstance(help_, ChangeFace)]
            first: dict[object, int] = {}
            names = []
            for kind, (colour, face) in enumerate(self.kinds):
                most = {s: max(lack.count(s) for lack in lacks) for s in set(face)}
                if not self.one_order:
                    most = {s: face.count(s) if n else 0 for s, n in most.items()}
                does = "".join(s * min(face.count(s), n) for s, n in sorted(most.items()))
                same = (colour, does, tuple(symbol in face for symbol in symbols))
                names.append(first.setdefault(same, kind))
            found = self._alike[key] = tuple(names)
        return found

    def useful(self, position: Position, shown: Kinds) -> Kinds:
        """The dice of a roll that can pay anything."""
        open_now = "".join(position.lacks)
        if ANY in open_now:
            return shown
        return tuple(kind for kind in shown if any(symbol in open_now for symbol in self.kinds[kind][1]))

    def payments(self, position: Position, rest: Kinds) -> Iterator[tuple[Position, Kinds, tuple[int, int]]]:
        """Every assignment of one die: the position after, the dice that may follow, the kind and the need.

        Where the order matters, extra symbols too; their kind is below 0.
        """
        for at, kind in enumerate(rest):
            if at and rest[at - 1] == kind:
                continue
            colour, face = self.kinds[kind]
            others = rest[at + 1 :] if self.one_order else rest[:at] + rest[at + 1 :]
            for need, lack in enumerate(position.lacks):
                after = self.pay(need, lack, face) if lack else lack
                if after != lack:
                    pool = with_count(position.pool, colour, -1)
                    lacks = with_item(position.lacks, need, after)
                    yield Position(pool, lacks, position.helps, position.room), others, (kind, need)
        if not self.one_order:
            for place, need, left in symbol_uses(self.problem, position):
                yield left, rest, (-1 - place, need)

    def _line(self, position: Position, rest: Kinds, target: Amount) -> tuple[tuple[str, str, int], ...]:
        """The dice of a best assignment, in the order of paying."""
        line: list[tuple[str, str, int]] = []
        owed = True
        while owed or more(target, self.value(position)):
            for after, others, paid in self.payments(position, rest):
                still = owed and paid[0] < 0
                value = self.assigned(after, others, owed=still)
                if value is not None and not more(target, value):
                    break
            else:
                raise AssertionError("the best value belongs to some assignment")
            position, rest, owed = after, others, still
            if paid[0] < 0:
                line.append(("", cast("ExtraSymbol", self.problem.helps[-1 - paid[0]]).symbol, paid[1]))
            else:
                line.append((*self.written((paid[0],))[0], paid[1]))
        return tuple(line)

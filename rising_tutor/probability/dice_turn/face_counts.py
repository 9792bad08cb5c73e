"""The outcomes of a roll, colour by colour, with everything left out that makes no difference.

Faces that do the same to every need are one class; a die whose face does nothing is blank and not counted. A form is
how many dice of one colour show each class. Two more things make no difference, and forms leave them out: dice beyond
what the needs can take, and, where a larger payment is never worse, a single symbol beside as many doubles as the
needs can take.

A form of at most n dice stands for the rolls of n dice of the colour whose other dice are blank.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache

import numpy as np
import numpy.typing as npt

from rising_tutor.core.chance import Die
from rising_tutor.probability.dice_turn.need_states import Lane
from rising_tutor.probability.dice_turn.problem import ANY, ChangeFace

Form = tuple[int, ...]
Indices = npt.NDArray[np.intp]


@dataclass(eq=False)
class Colour:
    """The forms of one colour.

    Attributes:
        faces: a face of each class.
        copies: how many faces of the die belong to each class.
        n_blank: faces of the die that do nothing.
        kind_of: face -> its class; blank faces are left out.
        forms: all forms, fewest dice first.
        upto: upto[n] is how many forms have at most n dice.
        last, before: for each form, the class of the die that is decided on last, and the form without it.
        ways: ways[n] holds for each of the first upto[n] forms how many rolls of n dice it stands for.
    """

    faces: list[str]
    copies: list[int]
    n_blank: int
    kind_of: dict[str, int] = field(default_factory=dict)
    forms: list[Form] = field(default_factory=list)
    upto: list[int] = field(default_factory=list)
    last: Indices = field(default_factory=lambda: np.zeros(0, dtype=np.intp))
    before: Indices = field(default_factory=lambda: np.zeros(0, dtype=np.intp))
    ways: list[list[int]] = field(default_factory=list)
    index: dict[Form, int] = field(default_factory=dict)
    caps: "Caps | None" = None

    @property
    def n_faces(self) -> int:
        return sum(self.copies) + self.n_blank

    @cached_property
    def more(self) -> list[Indices]:
        """For each class and each form of fewer than the most dice, the form with one die of the class more."""
        smaller = self.forms[: self.upto[-2] if len(self.upto) > 1 else 0]
        return [
            np.array([self.index[self.added(form, kind)] for form in smaller], dtype=np.intp)
            for kind in range(len(self.faces))
        ]

    @cached_property
    def without(self) -> list[Indices]:
        """For each class and each form, the form with one die of the class less; where it has none, of another class.

        The form of no die stands for itself.
        """
        table = np.tile(self.before, (max(1, len(self.faces)), 1))
        for at, form in enumerate(self.forms):
            for kind, count in enumerate(form):
                if count:
                    table[kind, at] = self.index[_without(form, kind)]
        return list(table)

    def runs(self, size: int) -> list[tuple[int, int, int]]:
        """The forms of so many dice by their last class: the class, the first form, and the end."""
        first, end = self.upto[size - 1], self.upto[size]
        starts = [at for at in range(first, end) if at == first or self.last[at] != self.last[at - 1]]
        return [(int(self.last[at]), at, until) for at, until in zip(starts, [*starts[1:], end], strict=True)]

    def form(self, faces: Iterable[str]) -> Form:
        """The form of dice that show these faces."""
        form: Form = (0,) * len(self.faces)
        for face in faces:
            if face in self.kind_of:
                form = self.added(form, self.kind_of[face])
        return form

    def ways_from(self, form: Form, n: int) -> dict[Form, int]:
        """The forms that n dice more can lead to, with how many of their rolls do."""
        ways = {form: 1}
        for _ in range(n):
            ways = self.one_die_more(ways)
        return ways

    def one_die_more(self, ways: dict[Form, int]) -> dict[Form, int]:
        """The forms after one die more, with how many rolls lead to each."""
        following: dict[Form, int] = {}
        for form, n in ways.items():
            if self.n_blank:
                following[form] = following.get(form, 0) + n * self.n_blank
            for kind, copies in enumerate(self.copies):
                more = self.added(form, kind)
                following[more] = following.get(more, 0) + n * copies
        return following

    def added(self, form: Form, kind: int) -> Form:
        """The form of a roll with one die more; the same one if that die makes no difference."""
        more = (*form[:kind], form[kind] + 1, *form[kind + 1 :])
        return more if self.caps is None else self.caps.cut(more)


def _without(form: Form, kind: int) -> Form:
    return (*form[:kind], form[kind] - 1, *form[kind + 1 :])


class Caps:
    """How many dice of each class can make a difference.

    Classes of one symbol stand together, the largest face first.
    """

    def __init__(self, faces: Sequence[str], lanes: Sequence[Lane]) -> None:
        self.most = [sum(_steps(lane, face) for lane in lanes) for face in faces]
        self.chains: list[tuple[list[int], int, list[int]]] = []
        """Classes of one symbol, how much of it all needs lack, and how many dice saturate each odd need."""
        by_symbol: dict[str, list[int]] = {}
        for kind, face in enumerate(faces):
            if len(set(face)) == 1:
                by_symbol.setdefault(face[0], []).append(kind)
        for symbol, kinds in by_symbol.items():
            if len(kinds) > 1:
                lacks = [max(lack.count(symbol) for lack in lane.lacks) for lane in lanes]
                # A double is wasted by one at most once a need, and only where surplus counts.
                doubles = all(len(faces[kind]) <= 2 for kind in kinds) and all(lane.need.carry for lane in lanes)
                odd = sorted((n + 1) // 2 for n in lacks if n % 2) if doubles else [1] * 99
                self.chains.append((kinds, sum(lacks), odd))

    def cut(self, form: Form) -> Form:
        """The form without dice that make no difference."""
        counts = [min(n, most) for n, most in zip(form, self.most, strict=True)]
        for kinds, lack, odd in self.chains:
            larger = 0
            for kind in kinds:
                counts[kind] = min(counts[kind], max(0, lack - _least_paid(larger, odd)))
                larger += counts[kind]
        return tuple(counts)


def _steps(lane: Lane, face: str) -> int:
    """The most dice with this face that a lane can take."""
    most = 0
    move = lane.moves[face]
    for start in range(lane.n_live):
        steps, state = 0, start
        while move[state] != state:
            state, steps = int(move[state]), steps + 1
        most = max(most, steps)
        if start == 0 and len(lane.lacks[0]) == max(map(len, lane.lacks)):
            break  # every other state lacks no more than this one
    return most


def _least_paid(n: int, odd: Sequence[int]) -> int:
    """The least that n doubles pay, where `odd` lists how many dice it takes to waste half a double on a need."""
    waste, left = 0, n
    for dice in odd:
        if dice > left:
            break
        left -= dice
        waste += 1
    return 2 * n - waste


@lru_cache(maxsize=256)
def colour_of(die: Die, lanes: tuple[Lane, ...], n: int, *, may_cut: bool, changes: tuple[ChangeFace, ...]) -> Colour:
    """The forms of up to n dice of a colour, the same for every problem that has them: nobody changes them.

    Args:
        die: the die.
        lanes: the needs.
        n: the most dice of the colour.
        may_cut: whether a larger payment is never worse, so that forms may leave out what cannot matter.
        changes: helps that look at the face of a die, so that faces they tell apart are kept apart.
    """
    classes: dict[tuple[object, ...], list[str]] = {}
    for face in die.faces:
        moves = tuple(lane.moves[face].tobytes() for lane in lanes)
        seen = tuple(not change.symbol or change.symbol in face for change in changes)
        classes.setdefault((moves, seen), []).append(face)
    still = tuple(np.arange(lane.size, dtype=np.int32).tobytes() for lane in lanes)
    n_blank = len(classes.pop((still, (False,) * len(changes)), []))
    # Doubles before singles of the same symbol: the die decided on last is then one that may be left out first.
    faces = sorted((alike[0] for alike in classes.values()), key=lambda face: ("".join(sorted(set(face))), -len(face)))
    same = {alike[0]: alike for alike in classes.values()}
    kind_of = {other: kind for kind, face in enumerate(faces) for other in same[face]}
    colour = Colour(faces, [len(same[face]) for face in faces], n_blank, kind_of)
    if may_cut and not changes and not any(ANY in lane.need.symbols for lane in lanes):
        colour.caps = Caps(faces, lanes)
    _fill(colour, n)
    return colour


def _fill(colour: Colour, n: int) -> None:
    """Lists the forms die by die: a die that made no difference never makes one when more dice are added."""
    rolls: list[dict[Form, int]] = [{(0,) * len(colour.faces): 1}]
    for _ in range(n):
        rolls.append(colour.one_die_more(rolls[-1]))
    # Partial rolls are needed too where no face is blank.
    every = sorted({form for roll in rolls for form in roll}, key=lambda form: (sum(form), _last(form), form))
    colour.forms = every
    colour.index = {form: at for at, form in enumerate(every)}
    sizes = [sum(form) for form in every]
    colour.upto = [sum(1 for size in sizes if size <= most) for most in range(n + 1)]
    colour.ways = [[rolls[most].get(form, 0) for form in every[: colour.upto[most]]] for most in range(n + 1)]
    before = [0]
    for form in every[1:]:
        kind = _last(form)
        before.append(colour.index[_without(form, kind)])
    colour.last = np.array([_last(form) for form in every], dtype=np.intp)
    colour.before = np.array(before, dtype=np.intp)


def _last(form: Form) -> int:
    return max((at for at, count in enumerate(form) if count), default=-1)

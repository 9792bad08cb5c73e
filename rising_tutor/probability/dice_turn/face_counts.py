"""The outcomes of a roll, colour by colour, with everything left out that makes no difference.

Faces that do the same to every need are one class; a die whose face does nothing is blank and not counted. Face counts
say how many dice of one colour show each class. Two more things make no difference and are left out: dice beyond what
the needs can take, and, where a larger payment is never worse, a single symbol beside as many doubles as the needs can
take.

Face counts of at most n dice stand for the rolls of n dice of the colour whose other dice are blank.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache

import numpy as np
import numpy.typing as npt

from rising_tutor.core.chance import Die
from rising_tutor.probability.dice_turn.need_states import NeedStates
from rising_tutor.probability.dice_turn.problem import ANY, ChangeFace

FaceCounts = tuple[int, ...]
Indices = npt.NDArray[np.intp]


@dataclass(eq=False)
class Colour:
    """The face counts of one colour.

    Attributes:
        faces: a face of each class.
        copies: how many faces of the die belong to each class.
        n_blank: faces of the die that do nothing.
        kind_of: face -> its class; blank faces are left out.
        face counts: all of them, fewest dice first.
        upto: upto[n] is how many face counts have at most n dice.
        last, before: for each of the face counts, the class of the die that is decided on last, and those without it.
        ways: ways[n] holds for each of the first upto[n] face counts how many rolls of n dice it stands for.
    """

    faces: list[str]
    copies: list[int]
    n_blank: int
    kind_of: dict[str, int] = field(default_factory=dict)
    face_counts: list[FaceCounts] = field(default_factory=list)
    upto: list[int] = field(default_factory=list)
    last: Indices = field(default_factory=lambda: np.zeros(0, dtype=np.intp))
    before: Indices = field(default_factory=lambda: np.zeros(0, dtype=np.intp))
    ways: list[list[int]] = field(default_factory=list)
    index: dict[FaceCounts, int] = field(default_factory=dict)
    caps: "Caps | None" = None

    @property
    def n_faces(self) -> int:
        return sum(self.copies) + self.n_blank

    @cached_property
    def more(self) -> list[Indices]:
        """For each class and all counts of fewer than the most dice: those with one die of the class more."""
        smaller = self.face_counts[: self.upto[-2] if len(self.upto) > 1 else 0]
        return [
            np.array([self.index[self.added(counts, kind)] for counts in smaller], dtype=np.intp)
            for kind in range(len(self.faces))
        ]

    @cached_property
    def without(self) -> list[Indices]:
        """For each class and all counts: those with one die of the class less; where there is none, of another class.

        No die stands for itself.
        """
        table = np.tile(self.before, (max(1, len(self.faces)), 1))
        for at, counts in enumerate(self.face_counts):
            for kind, count in enumerate(counts):
                if count:
                    table[kind, at] = self.index[_without(counts, kind)]
        return list(table)

    def runs(self, size: int) -> list[tuple[int, int, int]]:
        """The face counts of so many dice by their last class: the class, the first, and the end."""
        first, end = self.upto[size - 1], self.upto[size]
        starts = [at for at in range(first, end) if at == first or self.last[at] != self.last[at - 1]]
        return [(int(self.last[at]), at, until) for at, until in zip(starts, [*starts[1:], end], strict=True)]

    def counts(self, faces: Iterable[str]) -> FaceCounts:
        counts: FaceCounts = (0,) * len(self.faces)
        for face in faces:
            if face in self.kind_of:
                counts = self.added(counts, self.kind_of[face])
        return counts

    def ways_from(self, counts: FaceCounts, n: int) -> dict[FaceCounts, int]:
        """The face counts that n dice more can lead to, with how many of their rolls do."""
        ways = {counts: 1}
        for _ in range(n):
            ways = self.one_die_more(ways)
        return ways

    def one_die_more(self, ways: dict[FaceCounts, int]) -> dict[FaceCounts, int]:
        """The face counts after one die more, with how many rolls lead to each."""
        following: dict[FaceCounts, int] = {}
        for counts, n in ways.items():
            if self.n_blank:
                following[counts] = following.get(counts, 0) + n * self.n_blank
            for kind, copies in enumerate(self.copies):
                more = self.added(counts, kind)
                following[more] = following.get(more, 0) + n * copies
        return following

    def added(self, counts: FaceCounts, kind: int) -> FaceCounts:
        """The counts of a roll with one die more; the same if that die makes no difference."""
        more = (*counts[:kind], counts[kind] + 1, *counts[kind + 1 :])
        return more if self.caps is None else self.caps.cut(more)


def _without(counts: FaceCounts, kind: int) -> FaceCounts:
    return (*counts[:kind], counts[kind] - 1, *counts[kind + 1 :])


class Caps:
    """How many dice of each class can make a difference.

    Classes of one symbol stand together, the largest face first.
    """

    def __init__(self, faces: Sequence[str], need_states: Sequence[NeedStates]) -> None:
        self.most = [sum(_steps(of_need, face) for of_need in need_states) for face in faces]
        self.chains: list[tuple[list[int], int, list[int]]] = []
        """Classes of one symbol, how much of it all needs lack, and how many dice saturate each odd need."""
        by_symbol: dict[str, list[int]] = {}
        for kind, face in enumerate(faces):
            if len(set(face)) == 1:
                by_symbol.setdefault(face[0], []).append(kind)
        for symbol, kinds in by_symbol.items():
            if len(kinds) > 1:
                lacks = [of_need.lacks[0].count(symbol) for of_need in need_states]
                # A double is wasted by one at most once a need, and only where surplus counts.
                doubles = all(len(faces[kind]) <= 2 for kind in kinds) and all(
                    of_need.need.carry for of_need in need_states
                )
                odd = sorted((n + 1) // 2 for n in lacks if n % 2) if doubles else [1] * 99
                self.chains.append((kinds, sum(lacks), odd))

    def cut(self, counts: FaceCounts) -> FaceCounts:
        """The counts without dice that make no difference."""
        few = [min(n, most) for n, most in zip(counts, self.most, strict=True)]
        for kinds, lack, odd in self.chains:
            larger = 0
            for kind in kinds:
                few[kind] = min(few[kind], max(0, lack - _least_paid(larger, odd)))
                larger += few[kind]
        return tuple(few)


def _steps(of_need: NeedStates, face: str) -> int:
    """The most dice with this face that a need can take."""
    # From the start: every other state lacks no more than the first one.
    steps, state, move = 0, 0, of_need.moves[face]
    while move[state] != state:
        state, steps = int(move[state]), steps + 1
    return steps


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
def colour_of(
    die: Die, need_states: tuple[NeedStates, ...], n: int, *, may_cut: bool, changes: tuple[ChangeFace, ...]
) -> Colour:
    """The face counts of up to n dice of a colour, the same for every problem that has them: nobody changes them.

    Args:
        n: the most dice of the colour.
        may_cut: whether a larger payment is never worse, so that face counts may leave out what cannot matter.
        changes: helps that look at the face of a die, so that faces they tell apart are kept apart.
    """
    classes: dict[tuple[object, ...], list[str]] = {}
    for face in die.faces:
        moves = tuple(of_need.moves[face].tobytes() for of_need in need_states)
        seen = tuple(not change.symbol or change.symbol in face for change in changes)
        classes.setdefault((moves, seen), []).append(face)
    still = tuple(np.arange(of_need.size, dtype=np.int32).tobytes() for of_need in need_states)
    n_blank = len(classes.pop((still, (False,) * len(changes)), []))
    # Doubles before singles of the same symbol: the die decided on last is then one that may be left out first.
    faces = sorted((alike[0] for alike in classes.values()), key=lambda face: ("".join(sorted(set(face))), -len(face)))
    same = {alike[0]: alike for alike in classes.values()}
    kind_of = {other: kind for kind, face in enumerate(faces) for other in same[face]}
    colour = Colour(faces, [len(same[face]) for face in faces], n_blank, kind_of)
    if may_cut and not changes and not any(ANY in of_need.need.symbols for of_need in need_states):
        colour.caps = Caps(faces, need_states)
    _fill(colour, n)
    return colour


def _fill(colour: Colour, n: int) -> None:
    """Lists the face counts die by die: a die that made no difference never makes one when more dice are added."""
    rolls: list[dict[FaceCounts, int]] = [{(0,) * len(colour.faces): 1}]
    for _ in range(n):
        rolls.append(colour.one_die_more(rolls[-1]))
    # Partial rolls are needed too where no face is blank.
    every = sorted(
        {counts for roll in rolls for counts in roll}, key=lambda counts: (sum(counts), _last(counts), counts)
    )
    colour.face_counts = every
    colour.index = {counts: at for at, counts in enumerate(every)}
    sizes = [sum(counts) for counts in every]
    colour.upto = [sum(1 for size in sizes if size <= most) for most in range(n + 1)]
    colour.ways = [[rolls[most].get(counts, 0) for counts in every[: colour.upto[most]]] for most in range(n + 1)]
    before = [0]
    for counts in every[1:]:
        kind = _last(counts)
        before.append(colour.index[_without(counts, kind)])
    colour.last = np.array([_last(counts) for counts in every], dtype=np.intp)
    colour.before = np.array(before, dtype=np.intp)


def _last(counts: FaceCounts) -> int:
    return max((at for at, count in enumerate(counts) if count), default=-1)

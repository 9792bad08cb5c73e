"""What a question of a unit is about: dice and needs, or a bag to draw from. Data, as a unit file writes it.

    pool = { green = 2, blue = 1 }
    needs = ["WWE"]
    roll = [["green", "A"], ["green", "A"], ["blue", "E"]]

>>> scene = Scene(pool={"green": 2}, needs=("EE",))
>>> scene.changed({"needs": ["W"]}).needs
('W',)
"""

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Literal

import msgspec

from rising_tutor.core.chance import Die, Shown
from rising_tutor.core.values import Value
from rising_tutor.errors import BadProblem
from rising_tutor.probability.dice_turn.kit import Kit
from rising_tutor.probability.dice_turn.problem import (
    ExtraDie,
    Help,
    Need,
    Problem,
    all_or_nothing,
    at_least,
    sums,
)

MOST_IN_BAG = 10_000


class Scene(Value, frozen=True):
    """Dice and needs, or a bag.

    Attributes:
        pool: colour -> number of dice.
        needs: the symbols of each card.
        value: what counts: "sum" adds the weights of completed needs, "all" is 1 if every need is completed, "any" is
            1 if at least one is.
        weights: the worth of each need for "sum"; empty for 1 each.
        helps: what may be used once.
        roll: the (colour, face) pairs of a roll on the table.
        must_assign: a variant of the rules: a die that fits must be assigned, it may not be discarded.
        bag: kind -> how many of it are in the bag.
        drawn_from: what the bag is where it is none, such as a die that is rolled; "" for a bag.
        draws: how many are drawn.
        wanted: the kinds that count.
        on_top: of a deck: the kinds that are known to be drawn first, in this order.
    """

    pool: dict[str, int] = msgspec.field(default_factory=dict)
    needs: tuple[str, ...] = ()
    value: Literal["sum", "all", "any"] = "sum"
    weights: tuple[int, ...] = ()
    helps: tuple[Help, ...] = ()
    roll: tuple[tuple[str, str], ...] = ()
    must_assign: bool = False
    bag: dict[str, int] = msgspec.field(default_factory=dict)
    drawn_from: str = ""
    draws: int = 0
    wanted: tuple[str, ...] = ()
    on_top: tuple[str, ...] = ()

    def changed(self, change: Mapping[str, Any]) -> "Scene":
        """The scene with some fields replaced.

        Raises:
            msgspec.ValidationError: a field that there is not, or a value of the wrong type.
        """
        return msgspec.convert({**msgspec.to_builtins(self), **change}, Scene) if change else self

    def checked(self, kit: Kit) -> "Scene":
        """The scene itself, if the dice of the kit can be like this.

        Raises:
            BadProblem: what, the value and what was expected.
        """
        if self.needs:
            self.problem(kit)
        self.dice(kit)
        if self.roll:
            self.shown(kit)
        if self.bag:
            self._check_bag()
        return self

    def dice(self, kit: Kit) -> tuple[tuple[Die, int], ...]:
        """The pool as dice with their number, in the order of the kit."""
        for colour, n in self.pool.items():
            if n < 0:
                raise BadProblem(f"{colour} dice", n, "a number from 0")
            kit.die(colour)
        return tuple((die, self.pool[die.colour]) for die in kit.dice if self.pool.get(die.colour))

    def problem(self, kit: Kit) -> Problem:
        """The scene as the problem of a turn. Raises `BadProblem`: no turn can be like this."""
        needs = tuple(Need(symbols) for symbols in self.needs)
        # A die that only a help can add belongs to the problem, with none of it in the pool.
        added = [help_ for help_ in self.helps if isinstance(help_, ExtraDie)]
        colours = {*self.pool, *(colour for help_ in added for colour in help_.colours)}
        for colour in sorted(colours):
            kit.die(colour)
        dice = tuple(die for die in kit.dice if die.colour in colours)
        pool = tuple(self.pool.get(die.colour, 0) for die in dice)
        return Problem(dice, pool, needs, self._payoff(needs), self.helps).checked()

    def shown(self, kit: Kit) -> Shown:
        """The roll on the table, in the order of the kit; its dice are the pool.

        Raises:
            BadProblem: other dice than those of the pool, or a face that a die does not have.
        """
        for colour, face in self.roll:
            if face not in kit.die(colour).faces:
                raise BadProblem("roll", f"{colour} {face}", f"a face of the {colour} die")
        if Counter(colour for colour, _ in self.roll) != Counter({c: n for c, n in self.pool.items() if n}):
            raise BadProblem("roll", self.roll, "one face for each die of the pool")
        place = {die.colour: at for at, die in enumerate(kit.dice)}
        return tuple(sorted(self.roll, key=lambda pair: (place[pair[0]], kit.die(pair[0]).faces.index(pair[1]))))

    def _payoff(self, needs: tuple[Need, ...]) -> tuple[Fraction, ...]:
        if not needs:
            raise BadProblem("needs", self.needs, "at least one need")
        if self.value == "all":
            return all_or_nothing(needs)
        if self.value == "any":
            return at_least(1, needs)
        return sums(self.weights or [1] * len(needs), needs)

    def _check_bag(self) -> None:
        if any(n < 0 for n in self.bag.values()) or not 0 < sum(self.bag.values()) <= MOST_IN_BAG:
            raise BadProblem("bag", self.bag, f"1 to {MOST_IN_BAG} things in all")
        if not 0 <= self.draws <= sum(self.bag.values()):
            raise BadProblem("draws", self.draws, f"0 to {sum(self.bag.values())}, the number in the bag")
        for what, kinds in (("wanted", self.wanted), ("on_top", self.on_top)):
            for kind in kinds:
                if kind not in self.bag:
                    raise BadProblem(what, kind, f"one of {', '.join(self.bag)}")
        for kind, n in self.bag.items():
            if self.on_top.count(kind) > n:
                raise BadProblem("on_top", kind, f"at most {n} of them, as the bag holds no more")

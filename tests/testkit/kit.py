"""Cards of the two sister titles that play the same part, so that one test can speak of both.

`A` is the symbol of the Team's own dice, `B` and `C` are two others on the same die. Dice and symbols are written
with these letters and turned into those of the title: with the kit of Dark Side Rising, `kit("A > wren")` is
"red T > wren".
"""

import re
from dataclasses import dataclass

import pytest

from tests.testkit.scene import DarkScene, DeathScene, Scene
from tests.testkit.titles import Table


@dataclass(frozen=True)
class Kit:
    """What plays which part in a title.

    Attributes:
        me, you: the Teams in play; `me` is active.
        die: the colour of most of my dice; `starting` are all four.
        aaa, aab: Heroes with these costs; `ab` is one more that costs two.
        villain, strong: Villains that cost AAB, and one that costs another mixture.
        changes: its ability turns a die that shows A.
        rerolls: its ability rerolls one die.
        clears: paid with `clears_for`, it removes a counter from any carrier.
        draws, heals, hits: paid with the symbols named after them: a token, up to 2 Damage off, 1 Damage on a Villain.
        free: once a turn 1 Damage off a Hero of any Team.
        adds: a die of one of two colours; `adds_here` one of `adds_here_die` if a Villain is here.
        pays: takes 1 Damage to remove a counter.
        watches: draws a token when a Villain was damaged.
        carrier: takes counters; of Death Eaters Rising the one on top at the first location.
        symbol_a, symbol_b: symbol tokens with A and B; `extra_die` adds `die`, `remover` removes a counter.
    """

    table: Table
    me: str
    you: str
    leader: str
    your_leader: str
    die: str
    other_die: str
    starting: tuple[str, ...]
    symbols: str
    aaa: str
    aab: str
    ab: str
    villain: str
    strong: str
    changes: str
    rerolls: str
    clears: str
    clears_for: str
    draws: str
    draws_for: str
    heals: str
    heals_for: str
    hits: str
    hits_for: str
    free: str
    adds: str
    adds_here: str
    adds_here_die: str
    pays: str
    watches: str
    carrier: str
    symbol_a: str
    symbol_b: str
    extra_die: str
    remover: str

    def scene(self, **options: str) -> Scene:
        """An empty board with my Team and yours."""
        return self.table(self.me, self.you, **options)

    def __call__(self, text: str) -> str:
        """Dice such as "A", "AA" or "B" in words, a move or a roll, in the letters of the title."""
        return re.sub(r"\b([ABC]{1,2})\b( >)?", self._turned, text)

    def _turned(self, found: re.Match[str]) -> str:
        """A face; as the beginning of an assignment with the colour of my dice before it."""
        face = self.letters(found[1])
        return f"{self.die} {face} >" if found[2] else face

    def letters(self, text: str) -> str:
        """Symbols in the letters of the title."""
        return text.translate(str.maketrans("ABC", self.symbols))

    def shown(self, faces: str) -> str:
        """Dice of my colour that show these faces."""
        return f"{self.die} {self.letters(faces)}"

    def rolled(self, faces: str) -> str:
        """The roll in which they come."""
        return f"rolled {self.shown(faces)}"

    def rule(self, number_of_death: int, number_of_dark: int) -> str:
        """The rule of this title out of one of each."""
        death = self.table is DeathScene
        return f"DER-{number_of_death}" if death else f"DSR-{number_of_dark}"


DEATH = Kit(
    table=DeathScene,
    me="hogwarts",
    you="order",
    leader="albus-dumbledore",
    your_leader="sirius-black",
    die="blue",
    other_die="red",
    starting=("red", "blue", "blue", "green"),
    symbols="KLB",
    aaa="night-librarian",
    aab="potions-prefect",
    ab="mrs-norris",
    villain="lucius-malfoy",
    strong="bellatrix-lestrange",
    changes="severus-snape",
    rerolls="mrs-norris",
    clears="charms-teacher",
    clears_for="blue K",
    draws="night-librarian",
    draws_for="blue K",
    heals="hospital-matron",
    heals_for="blue L",
    hits="curse-breaker",
    hits_for="red BB",
    free="tower-ghost",
    adds="kitchen-elf",
    adds_here="alastor-moody",
    adds_here_die="red",
    pays="practice-partner",
    watches="twin-prankster",
    carrier="department-of-mysteries",
    symbol_a="knowledge-symbol",
    symbol_b="loyalty-symbol",
    extra_die="blue-die",
    remover="remove-corruption",
)
DARK = Kit(
    table=DarkScene,
    me="tatooine",
    you="lothal",
    leader="luke-skywalker",
    your_leader="hera-syndulla",
    die="red",
    other_die="blue",
    starting=("red", "red", "red", "red"),
    symbols="TSI",
    aaa="sabine-wren",
    aab="desert-scout",
    ab="battle-repair-droid",
    villain="stormtrooper-a",
    strong="at-act",
    changes="sabine-wren",
    rerolls="ground-speeder",
    clears="r2-d2",
    clears_for="red I",
    draws="undercover-agent",
    draws_for="red I",
    heals="field-medic",
    heals_for="red S",
    hits="demolitions-expert",
    hits_for="red TT",
    free="medical-frigate",
    adds="archive-spy",
    adds_here="recon-starfighter",
    adds_here_die="blue",
    pays="fleet-engineer",
    watches="patrol-starfighter",
    carrier="component-blue",
    symbol_a="tactical-symbol",
    symbol_b="support-symbol",
    extra_die="red-die",
    remover="remove-operation-counter",
)

KITS = pytest.mark.parametrize("kit", [pytest.param(DEATH, id="death"), pytest.param(DARK, id="dark")])
"""A test that runs on both sister titles with their cards."""


def counters(s: Scene, carrier: str) -> int:
    """Counters on a carrier."""
    return next(one.counters for one in s.view().carriers if one.card == carrier)


def n_tokens(s: Scene, team: str) -> int:
    """Tokens of a Team."""
    return sum(s.held(team).values())

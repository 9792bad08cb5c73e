"""Rows of cards of the two sister titles for parametrised tests, and a table on which one card is tried."""

from collections.abc import Mapping
from typing import Any

import pytest

from tests.testkit.scene import DarkScene, DeathScene, Scene
from tests.testkit.titles import Table

ME = {DeathScene: "hogwarts", DarkScene: "yavin-4"}
YOU = {DeathScene: "order", DarkScene: "lothal"}
MINE = {DeathScene: ["red", "blue", "blue", "green"], DarkScene: ["red", "blue", "blue", "blue"]}
"""The dice of my Team."""
STRONG = {
    DeathScene: {"B": "red", "K": "blue", "F": "purple", "L": "green"},
    DarkScene: {"T": "red", "I": "blue", "S": "green", "L": "yellow"},
}
"""The colour of the dice that show a symbol most."""
MATES = {
    DeathScene: {"Hogwarts": "night-librarian", "Order": "order-courier", "Army": "luna-lovegood"},
    DarkScene: {
        "Tactical": "demolitions-expert",
        "Intelligence": "undercover-agent",
        "Support": "quartermaster",
        "Leadership": "council-senator",
    },
}
"""A Hero of each type that does nothing unless it is paid."""
VILLAINS = {DeathScene: ("lucius-malfoy", "bribed-official"), DarkScene: ("at-act", "grand-moff-tarkin")}


def cards(names: str, death: Mapping[str, Any], dark: Mapping[str, Any]) -> Any:
    """A mark: the test runs for each of these cards, with its title's table and what stands beside its id."""
    rows = []
    for table, known in ((DeathScene, death), (DarkScene, dark)):
        for card, facts in known.items():
            values = facts if isinstance(facts, tuple) else (facts,)
            mark = pytest.mark.card(f"{table.title}:{card}")
            rows.append(pytest.param(table, card, *values, marks=mark, id=f"{table.title.partition('-')[0]}-{card}"))
    return pytest.mark.parametrize(("table", *names.split()), rows)


def scene(table: Table, *row: str, yours: tuple[str, ...] = (), **options: str) -> Scene:
    """My Team with these Heroes, and yours, on an empty board."""
    s = table(ME[table], YOU[table], **options).row(ME[table], *row)
    return s.row(YOU[table], *(yours or (mates(table, *row)[-1],)))


def mates(table: Table, *but: str) -> list[str]:
    """Quiet Heroes other than these."""
    names = {text.partition(" ")[0] for text in but}
    return [card for card in MATES[table].values() if card not in names]


def dice(table: Table, cost: str) -> list[str]:
    """A die for each symbol."""
    return [f"{STRONG[table][symbol]} {symbol}" for symbol in cost]


def step_3(s: Scene, table: Table, cost: str, location: int = 1) -> Scene:
    """Step 3 after a roll that shows these symbols."""
    return s.step_3(ME[table], location=location, shown=", ".join(dice(table, cost)))


def pay(s: Scene, table: Table, cost: str, on: str) -> Scene:
    """Puts a die for each symbol on a card."""
    return s.do(*(f"{die} > {on}" for die in dice(table, cost)))


def counters(s: Scene, carrier: str) -> int:
    """Counters on a carrier."""
    return next(one.counters for one in s.view().carriers if one.card == carrier)


def damages(s: Scene, *names: str) -> list[int]:
    """Damage on these cards."""
    return [s.damage(card) for card in names]

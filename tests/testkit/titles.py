"""The two sister titles as parameters, and what their tests need to know of each.

@pytest.mark.rule("DER-302", "DSR-302")
@BOTH
def test_a_location_has_to_be_chosen(table: Table) -> None:
    s = table().turn(table.usual_teams[0])
"""

from collections.abc import Iterable
from typing import TypeAlias

import pytest

from rising_tutor.core.ids import CardId
from tests.testkit.scene import DarkScene, DeathScene, Scene

Table: TypeAlias = type[DarkScene] | type[DeathScene]

BOTH = pytest.mark.parametrize("table", [pytest.param(DeathScene, id="death"), pytest.param(DarkScene, id="dark")])
"""A test that runs on both sister titles."""

TEAMS = {
    "death-eaters-rising": ("hogwarts", "order", "army", "hogwarts"),
    "dark-side-rising": ("tatooine", "lothal", "alderaan", "yavin-4"),
}
"""Four Teams of each title, as its option `teams` wants them."""


def teams(table: Table, n: int) -> tuple[str, ...]:
    """The first `n` of these Teams; up to three, they differ in everything."""
    return TEAMS[table.title][:n]


def common_heroes(s: Scene, n: int) -> tuple[CardId, ...]:
    """The first Heroes that no Team starts with and that no Team of the scene has."""
    starters = {card for team in s.book.team.values() for card in team.starters}
    mine = {member.card for team in s.state.teams for member in team.row}
    return tuple(card for card in s.book.hero_ids if card not in starters | mine)[:n]


def calm(s: Scene) -> Scene:
    """Nine Heroes on the board that nobody starts with: the last ones of the box."""
    cards = common_heroes(s, 40)[-9:]
    return s.at(1, *cards[:3]).at(2, *cards[3:6]).at(3, *cards[6:])


def step_2(s: Scene, facing: int = 1, at: int = 1) -> Scene:
    """The dice of the enemy are to be rolled; the first of the usual Teams is at a location. Events start anew."""
    s.turn(s.usual_teams[0], facing=facing).do(f"at {at}")
    s.events.clear()
    return s


def threat(s: Scene, face: str = "clockwise", component: str = "blue") -> Scene:
    """Rolls the dice of the enemy in step 2: a face of the die that turns the figure, and before it a Component."""
    if f"threat {component}" in s.outcomes():
        s.chance(f"threat {component}")
    return s.chance(f"threat {face}")


def all_act(s: Scene) -> str:
    """The face with which every Villain acts."""
    return next(face.id for face in s.book.threat_face.values() if face.everyone)


def won(s: Scene) -> Scene:
    """All that is needed to win, without a step of play."""
    if s.book.spec.switch.boss:
        return s.set(battles_done=s.book.battle_ids)
    return s.set(villains_out=s.book.villain_ids[: s.state.options.target])


def order_of_cards(s: Scene, cards: Iterable[str]) -> list[str]:
    """These cards in the order in which they used their effects."""
    wanted = set(cards)
    return [event.card for event in s.happened("EffectUsed") if event.card in wanted]

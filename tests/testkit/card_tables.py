"""The table of an Avatar game seen from the player of a card, and what differs between two such tables."""

from collections.abc import Iterator
from typing import NamedTuple

from rising_tutor.games.quickstrike.run import Run
from rising_tutor.games.quickstrike.standing import values
from rising_tutor.games.quickstrike.state import FRONT
from rising_tutor.games.quickstrike.vocabulary import COLOURS
from tests.testkit.quickstrike import Scene

PLACES = (*COLOURS, "front")


def table(scene: Scene, owner: int) -> dict[str, int | str]:
    """Return what can be compared, seen from the player of a card: "own green energies", "foe red charged"."""
    run, found = Run(scene.state, scene.game.book), dict[str, int | str]()  # type: ignore[arg-type]
    for who, seat in (("own", owner), ("foe", 1 - owner)):
        mat = scene.state.mats[seat]
        for zone, colour in enumerate(COLOURS):
            found[f"{who} {colour} energies"] = len(mat.energies[zone])
            found[f"{who} {colour} charged"] = int(mat.charged[zone])
            ally = mat.allies[zone]
            found[f"{who} {colour} ally"] = run.ally(ally).name if ally is not None else ""
        for zone, place in enumerate(PLACES):
            card = run.lies(seat, zone)
            if card is not None and card.type == "strike":
                now = values(run, seat, zone)
                found[f"{who} {place} force"], found[f"{who} {place} intercept"] = now.force, now.intercept
        found[f"{who} discard"], found[f"{who} deck"] = len(mat.discard), len(mat.deck)
        found[f"{who} top"] = " ".join(f"{slot.card}/{slot.seen}" for slot in mat.deck.top)
        found[f"{who} side"] = mat.side
    found["defended"] = scene.where
    return found


def changed(dull: dict[str, int | str], real: dict[str, int | str]) -> dict[str, tuple[int | str, int | str]]:
    """Return what differs between a table on which an ability did not work and one on which it did."""
    return {key: (dull.get(key, ""), real.get(key, "")) for key in {**dull, **real} if dull.get(key) != real.get(key)}


class Seen(NamedTuple):
    """Facts that are known where an ability has worked.

    Attributes:
        differs: what differs on the table, by key.
        zone: colour of the zone of the moment; "front" for a signature move.
        dull: the table without the effect.
        before: the table before the moment.
        stopped: force of the attack that was stopped.
        events: kinds of event since the moment, each with its player, and with a number that it has: "own PutBack 2".
        clauses: number of effects of the sentence; one alone must explain everything.
    """

    differs: dict[str, tuple[int | str, int | str]]
    zone: str
    dull: dict[str, int | str]
    before: dict[str, int | str]
    stopped: int
    events: tuple[str, ...]
    clauses: int

    def delta(self, key: str) -> int:
        """Return by how much a number differs."""
        before, after = self.differs.get(key, (0, 0))
        return int(after or 0) - int(before or 0)

    def total(self, who: str, what: str) -> int:
        """Return by how much the numbers of all zones of a player differ."""
        return sum(self.delta(f"{who} {colour} {what}") for colour in COLOURS)

    def chosen(self, who: str, options: int) -> bool:
        """Return True if this player had a choice and has chosen; "one of" proves nothing where there is only one."""
        return options > 1 and f"{who} Chosen" in self.events

    def zones(self, who: str, by: int) -> list[str]:
        """Return the zones of a player that were charged (+1) or uncharged (-1)."""
        return [colour for colour in COLOURS if self.delta(f"{who} {colour} charged") == by]

    def allies(self, who: str) -> tuple[list[str], list[str]]:
        """Return the allies of a player without and with the effect, in order of the zones."""
        keys = [f"{who} {colour} ally" for colour in COLOURS]
        before = [str(self.dull[key]) for key in keys]
        return before, [str(self.differs.get(key, ("", at))[1]) for key, at in zip(keys, before, strict=True)]


def strikes(scene: Scene) -> Iterator[tuple[int, int]]:
    """Seat and place of every strike that lies somewhere."""
    run = Run(scene.state, scene.game.book)  # type: ignore[arg-type]
    for seat in (0, 1):
        for zone in range(FRONT + 1):
            card = run.lies(seat, zone)
            if card is not None and card.type == "strike":
                yield seat, zone

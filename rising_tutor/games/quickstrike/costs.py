"""How energies are paid, and whether the other parts of a cost can be.

>>> payments((4, 1, 1), (5, 0, 0))
[(4, 1, 0), (4, 0, 1)]
>>> payments((3, 0, 0), (0, 1, 0)), payments((0, 1, 1), (1, 1, 0))
([], [(0, 1, 1)])
"""

from rising_tutor.games.quickstrike import vocabulary as say
from rising_tutor.games.quickstrike.book import Energies
from rising_tutor.games.quickstrike.run import Run
from rising_tutor.games.quickstrike.standing import protects, values
from rising_tutor.games.quickstrike.state import FRONT, GREEN, RED

NOTHING: Energies = (0, 0, 0)


def payments(have: Energies, need: Energies, *, overpay: bool = True) -> list[Energies]:
    """Every way to pay: the right colours first, what is missing from a more dangerous zone.

    Red cannot be replaced (QS-605), yellow by red (QS-604), green by yellow or red (QS-603), and only what the right
    colour cannot cover (QS-606). Missing yellow is covered before missing green (QS-607).
    """
    if have[0] >= need[0] and have[1] >= need[1]:
        return [need] if have[2] >= need[2] else []
    green, yellow = min(have[0], need[0]), min(have[1], need[1])
    missing, missing_yellow = need[0] - green, need[1] - yellow
    if not overpay:
        return []
    yellow_left, red_left = have[1] - yellow, have[2] - need[2] - missing_yellow
    if red_left < 0:
        return []
    return [
        (green, yellow + by_yellow, need[2] + missing_yellow + missing - by_yellow)
        for by_yellow in range(min(missing, yellow_left), -1, -1)
        if missing - by_yellow <= red_left
    ]


def other_parts(run: Run, seat: int, cost: say.Cost, zone: int, here: int) -> tuple[str, ...]:
    """How the parts of a cost that are no energies can be paid: a zone to choose for each way; none if they cannot be.

    Args:
        zone: of the strike that the power is about, -1 for none.
        here: the zone that "here" means.
    """
    mat = run.t.mats[seat]
    if cost.intercept and (zone < 0 or values(run, seat, zone).intercept < cost.intercept):  # QS-614
        return ()
    if cost.move and not 0 <= moved_to(cost, zone) <= RED:  # QS-534
        return ()
    if cost.chamber and (mat.side == 0 or mat.flips[FRONT] is not None):
        return ()
    if cost.eliminate == "energy" and not (0 <= here < FRONT and mat.energies[here]):
        return ()
    if cost.eliminate == "ally":
        return tuple(
            say.COLOURS[at] for at, ally in enumerate(mat.allies) if ally and not protects(run, "allies", seat)
        )
    if cost.uncharge == "here":
        return ("",) if 0 <= here < FRONT and mat.charged[here] else ()
    if cost.uncharge == "another":
        return tuple(say.COLOURS[at] for at, charged in enumerate(mat.charged) if charged and at != here)
    return ("",)


def moved_to(cost: say.Cost, zone: int) -> int:
    """Where a strike goes that is moved as a cost; -1 where it cannot be moved."""
    if not GREEN <= zone <= RED:
        return -1
    to = {"up": zone - 1, "down": zone + 1, "red": RED}[cost.move]
    return to if to != zone else -1


def power_payments(run: Run, seat: int, cost: say.Cost) -> list[Energies]:
    """Every way to pay the energies of a power or of Reflip (QS-608)."""
    return payments(run.counts(seat), cost.energies, overpay=run.t.options.overpay_powers)

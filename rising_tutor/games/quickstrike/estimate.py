"""A guess of who will win, found at once, where a turn begins: what a search judges its lines by.

It is a logistic function of eight things that can be counted in a few microseconds, all from the side of the seat that
has to stop the attack. The weights are those of a logistic regression on 129,000 turns of 5,000 games between all decks
that come with the game (one choice in ten at random, the others as `TableWalk.quick` makes them), rounded. On 1,000
games that were not used its log loss is 0.60, against 0.65 of the points alone and 0.69 of a coin; in ten bands from 0
to 1 its mean is within 2 points of the share that was won. What it found:

* a point is worth more the nearer the third: 1.45, then 1.7 more;
* energies in yellow and red count three to four times as much as in green: they pay for anything, and green comes back
  with every attack (QS-407); beyond four of them, six in green, more hardly help;
* a third charge is worth more than all before it together, as it makes the signature move ready (QS-416);
* whoever has to defend is behind, and less so the likelier one of three strikes of the own unseen cards stops the
  attack and can be paid: that is counted, with values as printed.

Cards in play beside allies, and what texts do, are left out.
"""

from math import exp
from typing import Final

from rising_tutor.games.quickstrike.costs import payments
from rising_tutor.games.quickstrike.run import Run
from rising_tutor.games.quickstrike.standing import attack_force, other
from rising_tutor.games.quickstrike.state import GREEN, RED

POINTS: Final = (0.0, 1.45, 3.15, 9.0)
ENERGY: Final = (0.09, 0.30, 0.35)
ENOUGH: Final = (6, 4, 4)
"""Energies of a colour that count, in green, yellow and red."""
CHARGE, ALL_CHARGED, ALLY = 0.10, 0.75, 0.16
DEFENDS, STOPS = -0.95, 0.70
TRIES: Final = 3
"""Strikes that are flipped before an attack is through: one in each zone (QS-508)."""


def estimate(run: Run) -> float:
    """The chance of seat 1 to win, for a table on which a turn begins."""
    defender = run.t.defender
    sum_ = DEFENDS + STOPS * chance_to_stop(run) + _standing(run, defender) - _standing(run, other(defender))
    chance = 1 / (1 + exp(-sum_))
    return 1 - chance if defender else chance


def _standing(run: Run, seat: int) -> float:
    mat = run.t.mats[seat]
    energies = run.counts(seat)
    n_charged = sum(mat.charged)
    return (
        POINTS[mat.points]
        + sum(ENERGY[zone] * min(energies[zone], ENOUGH[zone]) for zone in range(GREEN, RED + 1))
        + CHARGE * n_charged
        + (ALL_CHARGED if n_charged == len(mat.charged) else 0.0)
        + ALLY * sum(ally is not None for ally in mat.allies)
    )


def chance_to_stop(run: Run) -> float:
    """The chance that one of three strikes stops the attack, as printed, and can be paid now."""
    t = run.t
    if not t.attack:
        return 1.0
    mat, force, energies = t.mats[t.defender], attack_force(run), run.counts(t.defender)
    at_least = force + 1 if t.options.sufficient_intercept == "higher" else force
    strikes = stopping = 0
    for kind, n in enumerate(mat.unseen):
        if n:
            card = run.book.card[mat.kinds[kind]]
            if card.type == "strike":
                strikes += n
                if card.intercept >= at_least and payments(energies, card.cost):
                    stopping += n
    return 1 - (1 - stopping / strikes) ** TRIES if strikes else 0.0

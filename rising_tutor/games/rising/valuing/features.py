"""What the evaluator counts on a table: numbers by name, each with the sign that its weight may have.

How they are counted stands in `counting.py`.

>>> len(NAMES) == len(set(NAMES))
True
"""

from typing import Final, Literal, NamedTuple

from rising_tutor.games.rising.cards.spec import Spec


class Feature(NamedTuple):
    """A number that is counted.

    Attributes:
        name: of its weight in the data file.
        sign: +1 if more can only help, -1 if more can only hurt, 0 if neither is sure.
        phases: in which it has a weight.
        says: what it counts.
        only: "tracks" for titles with tracks and Final Battles, "carriers" for those with counters on carriers,
            "boss" for those with a last opponent; "" for all.
    """

    name: str
    sign: Literal[-1, 0, 1]
    phases: tuple[int, ...]
    says: str
    only: Literal["", "tracks", "carriers", "boss"] = ""


_BOTH = (1, 2)
FEATURES: Final = (
    Feature("start", 0, _BOTH, "1"),
    Feature("three_teams", 0, _BOTH, "1 with three Teams"),
    Feature("four_teams", 0, _BOTH, "1 with four Teams"),
    Feature("five_teams", 0, _BOTH, "1 with five Teams", "tracks"),
    Feature("rounds", -1, _BOTH, "turns begun, for each Team: who needed longer to come here will again"),
    # tracks
    Feature("ruin", -1, (1,), "Ruin spaces moved, as a share of the track", "tracks"),
    Feature("balance_symbols", -1, (1,), "symbols that the Balance spaces to come cost", "tracks"),
    Feature("balance_other", -1, (1,), "tokens, dice and Damage that they cost", "tracks"),
    Feature("balance_recruits", -1, (1,), "of these spaces those that want a Hero recruited", "tracks"),
    Feature("race", -1, (1,), "all of that for each turn until Ruin is expected, up to 3", "tracks"),
    Feature("balance_won", 1, (2,), "1 where Balance brought the Day of Black Sun", "tracks"),
    Feature("icons_at_risk", -1, (1,), "Heroes with the icon, times the share of Ruin moved", "tracks"),
    # how much is to be done
    Feature("battle_goal", -1, _BOTH, "what the win still needs: Damage on the last opponents, or beaten Villains"),
    Feature("goal_near", 1, (2,), "how far that is below three", "tracks"),
    Feature("battles_open", -1, (2,), "Final Battles that are open", "tracks"),
    Feature("villains_set", -1, _BOTH, "Villains that the options put into the deck", "tracks"),
    Feature("villains_out", 1, _BOTH, "Villains removed"),
    Feature("boss_hidden", -1, _BOTH, "cards that lie on the last opponent in the deck", "boss"),
    Feature("boss_blocked", -1, _BOTH, "Villains still to be beaten before it can be", "boss"),
    # the enemy's counters
    Feature("pressure", -1, _BOTH, "counters on carriers that stand", "carriers"),
    Feature("pressure_near", -1, _BOTH, "those on carriers with at most 2 spaces left", "carriers"),
    Feature("fallen", -1, _BOTH, "carriers that fell", "carriers"),
    Feature("fallen_near", -1, _BOTH, "the same, squared, as a share of the limit", "carriers"),
    Feature("ground_open", -1, _BOTH, "locations of which only the ground is left, with its counters", "carriers"),
    # who comes first
    Feature("work", -1, _BOTH, "Damage that the win still needs: a mean Villain for each one to beat", "carriers"),
    Feature("work_log", -1, _BOTH, "the logarithm of that", "carriers"),
    Feature("villain_share", 1, _BOTH, "Damage on Villains as a share of what beats them, squared", "carriers"),
    Feature("villain_near", 1, _BOTH, "Villains that at most 2 Damage beats", "carriers"),
    Feature("clock_log", 1, _BOTH, "the logarithm of the counters that lose the game", "carriers"),
    Feature("life_log", 1, _BOTH, "the logarithm of the Damage on Heroes that loses the game", "carriers"),
    Feature("race_clock", -1, _BOTH, "the work for each of these counters, up to 6", "carriers"),
    Feature("race_life", -1, _BOTH, "the work for each of these Damage, up to 6", "carriers"),
    # how near the loss is
    Feature(
        "losses_few", 1, _BOTH, "Heroes that may still be defeated before the loss; in full with two Teams, 0 with five"
    ),
    Feature("losses_many", 1, _BOTH, "the same, 0 with two Teams and in full with five"),
    Feature("losses_near", 1, _BOTH, "the logarithm of that number"),
    # Teams
    Feature("heroes", 1, _BOTH, "Heroes in the Teams", "tracks"),
    Feature(
        "heroes_many", 0, _BOTH, "the same, where what each one brings wears off and more may cost more", "carriers"
    ),
    Feature("health", 1, _BOTH, "Damage that they can still take"),
    Feature("weak", -1, _BOTH, "Heroes of Teams with at most 2 health left, and those defeated"),
    Feature("dying", -1, _BOTH, "Heroes of Teams with at most 1 health left, and those defeated"),
    Feature("team_weak", -1, _BOTH, "Teams with at most 6 health left"),
    Feature("team_poor", -1, _BOTH, "Teams with at most 4 health left"),
    Feature("team_dying", -1, _BOTH, "Teams with at most 2 health left"),
    Feature("weakest", 1, _BOTH, "health left of the Team that has least"),
    Feature("alone", -1, _BOTH, "Teams with one Hero"),
    Feature("pair", -1, _BOTH, "Teams with one or two Heroes"),
    Feature(
        "ability_die",
        1,
        _BOTH,
        "abilities of the Teams' Heroes that add dice; one whose condition is not met for 1/4",
        "tracks",
    ),
    Feature("ability_roll", 1, _BOTH, "those that reroll, turn or keep dice", "tracks"),
    Feature("ability_heal", 1, _BOTH, "those that heal", "tracks"),
    Feature("ability_strike", 1, _BOTH, "those that put Damage on Villains or draw tokens", "tracks"),
    Feature(
        "die_log",
        1,
        _BOTH,
        "such abilities that add dice, each after the first for less: the logarithm, Team by Team",
        "carriers",
    ),
    Feature("roll_log", 1, _BOTH, "of those that reroll, turn or keep dice", "carriers"),
    Feature("heal_log", 1, _BOTH, "of those that heal", "carriers"),
    Feature("strike_log", 1, _BOTH, "of those that put Damage on Villains or draw tokens", "carriers"),
    Feature("relief_log", 1, _BOTH, "of those that take counters off carriers", "carriers"),
    Feature("tokens", 1, _BOTH, "tokens, each by what it does"),
    # places
    Feature("hero_here", 0, _BOTH, "Heroes on places"),
    Feature("hero_able", 1, _BOTH, "what their abilities bring"),
    Feature("hero_price", -1, _BOTH, "symbols that recruiting them costs"),
    Feature("hero_damage", -1, _BOTH, "Damage on them"),
    Feature("hero_weak", -1, _BOTH, "those with at most 2 health left"),
    Feature("hero_dying", -1, _BOTH, "those with at most 1 health left"),
    Feature("villain_here", -1, _BOTH, "Villains on places"),
    Feature("villain_health", -1, _BOTH, "Damage that they can still take"),
    Feature("villain_price", -1, _BOTH, "symbols that this costs"),
    Feature("threat_heroes", -1, _BOTH, "Damage on Heroes that their effects do when they are faced"),
    Feature("threat_tracks", -1, (1,), "Ruin that they move; that they block Balance counts as half a space", "tracks"),
    Feature("threat_carriers", -1, _BOTH, "counters that they put on carriers", "carriers"),
    Feature("threat_other", -1, _BOTH, "whatever else they do"),
    Feature(
        "barred_few",
        -1,
        (2,),
        "Damage to put on Villains beside an open battle; in full with two Teams, 0 with five",
        "tracks",
    ),
    Feature("barred_many", -1, (2,), "the same, 0 with two Teams and in full with five", "tracks"),
    Feature("barred_here", -1, (2,), "such Villains", "tracks"),
)


def features_of(spec: Spec) -> tuple[Feature, ...]:
    """The features that a title has; the others are 0 there and have no weight."""
    has = {
        "": True,
        "tracks": spec.box.balance_sides > 0,
        "carriers": spec.box.carriers > 0,
        "boss": bool(spec.switch.boss),
    }
    phases = _BOTH if has["tracks"] else (1,)
    return tuple(
        feature._replace(phases=tuple(phase for phase in feature.phases if phase in phases))
        for feature in FEATURES
        if has[feature.only]
    )


NAMES: Final = tuple(feature.name for feature in FEATURES)

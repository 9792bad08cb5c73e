"""The 50 abilities of the game: their names, and which of them toss a coin (RISE-906, RISE-925).

What each does stands where it matters: planes and blocks in `combat`, what dies and what begins a turn in `abilities`,
what a player starts in `offers`. The list is open: a card may name another ability, which does nothing (RISE-1011).

>>> len(ABILITIES), ABILITIES["rage"].active, ABILITIES["flight"].active
(50, True, False)
"""

from typing import Final

from rising_tutor.core.values import Value


class Ability(Value, frozen=True):
    """An ability.

    Attributes:
        active: whether it tosses a coin (RISE-925).
        says: what it does, in a sentence.
    """

    name: str
    active: bool
    says: str


ABILITIES: Final = {
    "flight": Ability(
        "Flight",
        active=False,
        says=(
            "The creature is in the air: only creatures or Doors with Flight or Reach (able to block on its "
            "plane) can block it. It may itself block ground creatures."
        ),
    ),
    "reach": Ability(
        "Reach",
        active=False,
        says="May block every creature that can be blocked at all, flyers and Distance creatures included.",
    ),
    "pierce": Ability(
        "Pierce",
        active=False,
        says="Attack above the blocker's defense is dealt to a Summoner of that opponent, chosen by the defender.",
    ),
    "fightback": Ability(
        "Fightback",
        active=False,
        says="Its attack is doubled while it blocks in a combat phase.",
    ),
    "advantage": Ability(
        "Advantage",
        active=False,
        says=(
            "Its controller names one legal blocker, which then blocks it; with none legal it is unblocked; "
            "whenever its damage goes to a Summoner, its controller chooses which."
        ),
    ),
    "distance": Ability(
        "Distance",
        active=False,
        says="Only blockers that have Distance or Reach themselves (every Door has Distance) can stop it.",
    ),
    "constancy": Ability(
        "Constancy",
        active=False,
        says="Cannot get negative (-X/-X) charge counters.",
    ),
    "bleed": Ability(
        "Bleed",
        active=False,
        says="The creature that blocked it gets a -1/-1 charge counter.",
    ),
    "drain": Ability(
        "Drain",
        active=False,
        says="If it was blocked in its controller's attack and survived, it gets a +1/+1 charge counter.",
    ),
    "horde": Ability(
        "Horde",
        active=False,
        says="May block several attackers; its controller chooses the order in which they fight.",
    ),
    "immunity": Ability(
        "Immunity",
        active=False,
        says="Is not affected by Diseases.",
    ),
    "morpher": Ability(
        "Morpher",
        active=False,
        says=(
            "Must choose another creature and becomes a copy of it; dies if there is none or if the ability is removed."
        ),
    ),
    "multi-target": Ability(
        "Multi-Target",
        active=False,
        says="The action may be repeated for the same price on other targets or on the same one.",
    ),
    "food": Ability(
        "Food",
        active=False,
        says="The card is of the Food kind; other cards may refer to it.",
    ),
    "disease": Ability(
        "Disease",
        active=False,
        says="Marks the card as a Disease; cards may name conditions under which it passes to another target.",
    ),
    "together": Ability(
        "Together",
        active=False,
        says="Both Summoners are tilted and spend one capacity point each, unless an effect says otherwise.",
    ),
    "return": Ability(
        "Return",
        active=False,
        says="The target card goes to its controller's hand.",
    ),
    "lock": Ability(
        "Lock",
        active=False,
        says="A Key, base effect or action can open it, which triggers the effect written on the card.",
    ),
    "symbiosis": Ability(
        "Symbiosis",
        active=False,
        says="Needs (an)other creature(s) named on the card for its full effect.",
    ),
    "copycat": Ability(
        "Copycat",
        active=False,
        says="May perform again an action of one of your creatures, Doors, Incantations or Imminents in play.",
    ),
    "equipment": Ability(
        "Equipment",
        active=False,
        says=(
            "Attaches to a Constant card or a Summoner; is destroyed when that card is destroyed, goes to hand "
            "when that card goes to hand."
        ),
    ),
    "fixed-price": Ability(
        "Fixed Price",
        active=False,
        says="Prices of its actions cannot be reduced.",
    ),
    "bomb": Ability(
        "Bomb",
        active=False,
        says="The card is an explosive that can be attached to a creature with Explosive.",
    ),
    "explosive": Ability(
        "Explosive",
        active=False,
        says="Its controller may sacrifice it; a chosen creature of an opponent on its plane is then destroyed.",
    ),
    "reanimation": Ability(
        "Reanimation",
        active=True,
        says=(
            "Toss: success returns it to its controller's battlefield with a +1/+1 charge counter. Works once per "
            "creature; if the reanimated creature dies it is excluded."
        ),
    ),
    "inhume": Ability(
        "Inhume",
        active=True,
        says=(
            "Toss: upon success, as it reaches the cemetery, one chosen creature of its controller gains a +1/+1 "
            "charge counter; a Zombie gains +2/+2 instead."
        ),
    ),
    "cloning": Ability(
        "Cloning",
        active=True,
        says="Toss: success puts a copy of this clone on your battlefield; failure destroys the clone.",
    ),
    "diversion": Ability(
        "Diversion",
        active=True,
        says="Toss: success and a chosen opposing creature cannot defend this turn.",
    ),
    "dodge": Ability(
        "Dodge",
        active=True,
        says=(
            "Toss: success and it takes no combat damage; also upon success a Disease its controller controls, if "
            "one can go there, is passed to the attacker."
        ),
    ),
    "splash": Ability(
        "Splash",
        active=False,
        says=(
            "Its attack damage is also dealt to another creature or Door of choice on the same battlefield; if "
            "there is none, to a target Summoner of that opponent."
        ),
    ),
    "chained": Ability(
        "Chained",
        active=False,
        says=(
            "Can be freed by a Key, base effect or action that opens locks; freeing may bring bonuses or "
            "penalties written on the card."
        ),
    ),
    "assimilation": Ability(
        "Assimilation",
        active=False,
        says=(
            "May be stacked with other Assimilation creatures into one creature with the sum of attack and "
            "defense; the top one gives type, abilities, actions and effects."
        ),
    ),
    "wall-pass": Ability(
        "Wall Pass",
        active=False,
        says="Cannot be blocked by Doors, nor stopped by Doors' effects or actions.",
    ),
    "possession": Ability(
        "Possession",
        active=True,
        says=(
            "Toss: success and after a block the opposing creature involved comes under the controller's control "
            "at the end of the Attack phase, until its owner's next turn."
        ),
    ),
    "rage": Ability(
        "Rage",
        active=True,
        says=(
            "Toss: success gives a +1/+1 charge counter until end of turn and the offer of a further free toss; a "
            "failure ends it."
        ),
    ),
    "iron-skin": Ability(
        "Iron Skin",
        active=False,
        says="Gets a +1/+1 charge counter, each time again.",
    ),
    "water-element": Ability(
        "Water Element",
        active=False,
        says="The card has the water element; other cards may refer to it.",
    ),
    "fire-element": Ability(
        "Fire Element",
        active=False,
        says="The card has the fire element; other cards may refer to it.",
    ),
    "ice-element": Ability(
        "Ice Element",
        active=False,
        says="The card has the ice element; other cards may refer to it.",
    ),
    "lightning-element": Ability(
        "Lightning Element",
        active=False,
        says="The card has the lightning element; other cards may refer to it.",
    ),
    "cold": Ability(
        "Cold",
        active=False,
        says="The target opponent must pay 1 coin; Cold disappears when the player can no longer pay.",
    ),
    "madness": Ability(
        "Madness",
        active=False,
        says="The player who infected it controls the creature as long as it has Madness.",
    ),
    "dementia": Ability(
        "Dementia",
        active=True,
        says="Toss: success and it deals its damage to itself and can do nothing else this turn.",
    ),
    "amok": Ability(
        "Amok",
        active=True,
        says="Toss: success and it hits a random creature of its own side and can do nothing else this turn.",
    ),
    "allergy": Ability(
        "Allergy",
        active=False,
        says="-1/-1 while diseased, adding up per Allergy.",
    ),
    "trauma": Ability(
        "Trauma",
        active=True,
        says="Toss: success and it dies and deals 2 damage to the caster of the Disease.",
    ),
    "paralysis": Ability(
        "Paralysis",
        active=True,
        says="Toss: success and it can neither attack nor perform its actions this turn.",
    ),
    "schizophrenia": Ability(
        "Schizophrenia",
        active=True,
        says=(
            "Toss: success and the player who infected it decides on its actions this turn; costs are paid by its "
            "owner."
        ),
    ),
    "parasite": Ability(
        "Parasite",
        active=True,
        says=(
            "Toss when played: success and the target gets a cumulative -1/-1 charge counter at the beginning of "
            "each of the next three turns; if it dies of this, one Summoner of its owner takes 3. Failure: "
            "Parasite goes on the caster's own weakest creature instead."
        ),
    ),
    "paranoia": Ability(
        "Paranoia",
        active=True,
        says="Toss: success and the next hit it takes deals double damage.",
    ),
}

"""The 50 abilities of the game: when each one works, who tosses its coin, and the sentence made of that (RISE-906).

The engine acts on them where it matters: planes, blocks and damage in `combat`, deaths and the beginning of a turn in
`abilities`, what a player starts in `offers`. It takes its numbers from here, as the sentences do. The list is open: a
card may name another ability, which does nothing (RISE-1011).

>>> len(ABILITIES), ABILITIES["rage"].active, ABILITIES["flight"].active
(50, True, False)
>>> ABILITIES["wall-pass"].sentence
'When blockers are declared, no Door can block this creature.'
"""

from typing import Final, Literal

from rising_tutor.core.english import capital
from rising_tutor.core.values import Value

COLD_PRICE: Final = 1
"""Coins that Cold costs each turn."""
TRAUMA_HIT: Final = 2
PARASITE_TURNS: Final = 3
PARASITE_HIT: Final = 3
ZOMBIE_COUNTERS: Final = 2
"""+1/+1 counters that Inhume gives to a Zombie; any other creature gets one."""

When = Literal[
    "",
    "invoked",
    "paid",
    "enters",
    "resolves",
    "attacks",
    "blocks",
    "attacks or blocks",
    "blockers",
    "is blocked",
    "blocking",
    "after combat",
    "dies",
    "opened",
    "own attack",
    "before attack",
    "once before attack",
    "own main",
    "any turn",
    "cold",
    "diseased turn",
    "diseased",
]
"""The moment at which an ability works; "" for one that only names a kind."""

WHEN: Final[dict[When, str]] = {
    "": "",
    "invoked": "When this card is invoked",
    "paid": "When an action of this card is paid for",
    "enters": "When this creature comes into play",
    "resolves": "When this card resolves",
    "attacks": "When this creature is declared as an attacker",
    "blocks": "When this creature is declared as a blocker",
    "attacks or blocks": "When this creature is declared as an attacker or a blocker",
    "blockers": "When blockers are declared",
    "is blocked": "When this creature is blocked and combat damage is dealt",
    "blocking": "When this creature is blocking and combat damage is dealt",
    "after combat": "At the end of Damage Resolution",
    "dies": "When this creature dies",
    "opened": "When a Key, a base effect or an action opens the Lock of this card",
    "own attack": "In the Attack phase of its controller, at Imminent speed, while a Bomb is attached to this creature",
    "before attack": "In its controller's turn before attackers are declared",
    "once before attack": "Once per turn, in its controller's turn before attackers are declared",
    "own main": "Once per turn, in its controller's turn before or after combat",
    "any turn": "Once in each turn of any player, at Imminent speed",
    "cold": "At the beginning of the diseased player's turn, before Awakening",
    "diseased turn": "At the beginning of the turn of the diseased creature's controller, after the draw",
    "diseased": "While this Disease is attached to a creature",
}

Tosser = Literal["", "controller", "may", "turn", "caster"]
"""Who tosses the coin (RISE-1024); "" for a passive ability."""

TOSSES: Final[dict[Tosser, str]] = {
    "": "",
    "controller": "its controller tosses a coin",
    "may": "its controller may toss a coin",
    "turn": "that player tosses a coin",
    "caster": "the player who invoked it tosses a coin",
}


class Ability(Value, frozen=True):
    """An ability.

    Attributes:
        name: as printed.
        when: the moment at which it works.
        says: its effect; what success does, if it tosses a coin.
        tosses: who tosses its coin; "" for a passive ability.
        failure: what a failure does; "" for nothing.
        more: sentences that follow the effect.
    """

    name: str
    when: When
    says: str
    tosses: Tosser = ""
    failure: str = ""
    more: str = ""

    @property
    def active(self) -> bool:
        """True if it tosses a coin (RISE-925)."""
        return bool(self.tosses)

    @property
    def sentence(self) -> str:
        """The whole ability in words: moment, coin, effect, failure and further conditions."""
        moment = WHEN[self.when]
        return capital(f"{moment}{', ' if moment else ''}{self._after_moment(TOSSES[self.tosses])}")

    @property
    def outcome(self) -> str:
        """The ability in words without its moment, for a choice or an item on the chain: its moment is now."""
        return capital(self._after_moment("toss a coin"))

    def _after_moment(self, coin: str) -> str:
        if not self.tosses:
            return f"{self.says}. {self.more}".strip()
        failure = f"On tails, {self.failure}. " if self.failure else ""
        return f"{coin}. On heads, {self.says}. {failure}{self.more}".strip()


def _kind(name: str, what: str) -> Ability:
    """Return an ability that only makes a card of a kind."""
    return Ability(name, "", f"this card counts as {what} wherever another card asks for {what}")


_STILL: Final = "is still in play"

ABILITIES: Final = {
    "flight": Ability(
        "Flight",
        "blockers",
        "only a creature or Door with Flight or Reach can block this creature, which is in the air",
        more="It can block attackers in the air and on the ground.",
    ),
    "reach": Ability(
        "Reach",
        "blockers",
        "this card can block attackers with Flight and attackers with Distance",
    ),
    "pierce": Ability(
        "Pierce",
        "is blocked",
        (
            "the part of its attack beyond the defense that the blocker has left also hits a Summoner of the "
            "defending player, who chooses which one"
        ),
        more="If the blocker has left combat, the whole attack does.",
    ),
    "fightback": Ability("Fightback", "blocking", "it deals double its attack to the attacker"),
    "advantage": Ability(
        "Advantage",
        "attacks",
        (
            "its controller chooses a creature or Door that can block it, which must block it and nothing else may; if "
            "there is none, it is not blocked"
        ),
        more="If its combat damage hits a Summoner of the defending player, its controller chooses which one.",
    ),
    "distance": Ability(
        "Distance",
        "blockers",
        (
            "only a creature with Distance or Reach, or a Door, can block this creature, and it can block attackers "
            "with Distance"
        ),
        more="Every Door has Distance.",
    ),
    "constancy": Ability("Constancy", "", "this creature cannot get -1/-1 charge counters"),
    "bleed": Ability(
        "Bleed",
        "after combat",
        f"a creature that blocked this creature gets a -1/-1 charge counter, if it {_STILL}",
    ),
    "drain": Ability(
        "Drain",
        "after combat",
        f"this creature gets a +1/+1 charge counter, if it attacked, was blocked and {_STILL}",
    ),
    "horde": Ability(
        "Horde",
        "blockers",
        "this creature can block any number of attackers, which it fights in the order that its controller chooses",
    ),
    "immunity": Ability(
        "Immunity", "", "a Disease cannot be put on this creature, and one that is on it has no effect"
    ),
    "morpher": Ability(
        "Morpher",
        "enters",
        (
            "its controller chooses another creature in play, and this creature becomes a copy of what is printed on "
            "it; if there is none, this creature dies"
        ),
    ),
    "multi-target": Ability(
        "Multi-Target",
        "paid",
        ("its price may be paid several times to perform the action as often, on the same target or on others"),
        more="An action with a toss or a roll is performed only once.",
    ),
    "food": _kind("Food", "Food"),
    "disease": Ability(
        "Disease",
        "invoked",
        "its player chooses a target to attach it to; without a legal one it cannot be invoked",
        more="When that target leaves play, the Disease goes to its owner's cemetery.",
    ),
    "together": Ability(
        "Together",
        "invoked",
        "both Summoners of its player are tilted and spend 1 capacity point each; otherwise it cannot be invoked",
    ),
    "return": Ability("Return", "resolves", "its target goes to the hand of the player who controls that target"),
    "lock": Ability(
        "Lock",
        "opened",
        "the effect written on it for this happens, and if it is a Door, it opens too",
        more="A Lock is opened only once.",
    ),
    "symbiosis": Ability(
        "Symbiosis",
        "",
        (
            "while its controller has another creature named on this card in play, this creature has the bonus written "
            "on it"
        ),
    ),
    "copycat": Ability(
        "Copycat",
        "any turn",
        (
            "its controller may perform again, for its price, an action of a card under their control that was used "
            "this turn"
        ),
        more=(
            "That card must still be in play and able to use its actions, or be an Imminent card that is still on the "
            "chain."
        ),
    ),
    "equipment": Ability(
        "Equipment",
        "invoked",
        "its player chooses a target to attach it to; without a legal one it cannot be invoked",
        more=(
            "If that target is destroyed, the Equipment is destroyed; if that target goes to a hand, the Equipment "
            "goes to its controller's hand."
        ),
    ),
    "fixed-price": Ability("Fixed Price", "paid", "its price cannot be reduced"),
    "bomb": Ability(
        "Bomb", "", "while this card is attached to a creature with Explosive, that creature can use Explosive"
    ),
    "explosive": Ability(
        "Explosive",
        "own attack",
        "its controller may sacrifice this creature to destroy a creature of an opponent on the same plane",
    ),
    "reanimation": Ability(
        "Reanimation",
        "dies",
        "it returns to its controller's battlefield with a +1/+1 charge counter",
        "controller",
        more="If it dies again after that, no coin is tossed and it goes to the exclusion zone.",
    ),
    "inhume": Ability(
        "Inhume",
        "dies",
        (
            "and if it is in the cemetery, its controller chooses a creature under their control, which gets a +1/+1 "
            f"charge counter; a Zombie gets {ZOMBIE_COUNTERS} instead"
        ),
        "controller",
    ),
    "cloning": Ability(
        "Cloning",
        "own main",
        "a copy of this creature comes into play on its controller's battlefield",
        "may",
        failure="this creature is destroyed",
        more="A copy does not toss in the turn in which it came into play.",
    ),
    "diversion": Ability(
        "Diversion",
        "once before attack",
        "its controller chooses a creature of an opponent, which cannot block this turn",
        "may",
    ),
    "dodge": Ability(
        "Dodge",
        "blocks",
        (
            "it takes no combat damage in this combat, and its controller moves a Disease under their control to an "
            "attacker that it blocks, if one can go there"
        ),
        "controller",
    ),
    "splash": Ability(
        "Splash",
        "is blocked",
        (
            "its whole attack is also dealt to another creature or Door of the defending player, which its controller "
            "chooses; if there is none, to a Summoner of that player, which its controller chooses"
        ),
        more="If the blocker has left combat, Splash deals nothing.",
    ),
    "chained": Ability(
        "Chained",
        "",
        (
            "until a Key, a base effect or an action frees it, this creature can neither attack nor use actions nor "
            "start abilities, but it can block"
        ),
        more="When it is freed, the effect written on it for this happens.",
    ),
    "assimilation": Ability(
        "Assimilation",
        "before attack",
        ("its controller may put this creature on top of another creature with Assimilation under their control"),
        more="The two are one creature with the text of the top card and the sum of both attacks and defenses.",
    ),
    "wall-pass": Ability("Wall Pass", "blockers", "no Door can block this creature"),
    "possession": Ability(
        "Possession",
        "attacks or blocks",
        (
            "at the end of Damage Resolution its controller takes control of a creature that blocked it or that it "
            f"blocked and that {_STILL}, until the beginning of the next turn of that creature's owner"
        ),
        "controller",
    ),
    "rage": Ability(
        "Rage",
        "any turn",
        "this creature gets a +1/+1 charge counter until the end of the turn, and its controller may toss again",
        "may",
        failure="no further toss is made",
    ),
    "iron-skin": Ability(
        "Iron Skin",
        "after combat",
        f"this creature gets a +1/+1 charge counter, if it blocked and {_STILL}",
    ),
    "water-element": _kind("Water Element", "a water card"),
    "fire-element": _kind("Fire Element", "a fire card"),
    "ice-element": _kind("Ice Element", "an ice card"),
    "lightning-element": _kind("Lightning Element", "a lightning card"),
    "cold": Ability(
        "Cold",
        "cold",
        f"that player pays {COLD_PRICE} coin; if they cannot, Cold goes to its owner's cemetery",
        more="A second Cold on the same player costs nothing more.",
    ),
    "madness": Ability("Madness", "diseased", "the controller of Madness controls that creature"),
    "dementia": Ability(
        "Dementia",
        "diseased turn",
        (
            "the creature deals its attack as damage to itself, and can neither attack nor use actions nor start "
            "abilities this turn"
        ),
        "turn",
    ),
    "amok": Ability(
        "Amok",
        "diseased turn",
        (
            "the creature deals its attack as damage to another creature of its controller, chosen at random, and can "
            "neither attack nor use actions nor start abilities this turn"
        ),
        "turn",
    ),
    "allergy": Ability(
        "Allergy", "diseased", "that creature has a -1/-1 charge counter", more="Each Allergy on it gives one."
    ),
    "trauma": Ability(
        "Trauma",
        "diseased turn",
        (
            f"the creature dies, and a Summoner of the player who first invoked Trauma takes {TRAUMA_HIT} damage; that "
            "player chooses which one"
        ),
        "turn",
    ),
    "paralysis": Ability(
        "Paralysis", "diseased turn", "the creature can neither attack nor use its actions this turn", "turn"
    ),
    "schizophrenia": Ability(
        "Schizophrenia",
        "diseased turn",
        (
            "the controller of Schizophrenia decides on the actions of the creature this turn, and the creature's "
            "owner pays for them"
        ),
        "turn",
    ),
    "parasite": Ability(
        "Parasite",
        "resolves",
        "it is put on its target",
        "caster",
        failure="it is put on that player's own weakest creature instead",
        more=(
            f"At the beginning of each of the next {PARASITE_TURNS} turns of any player, after the draw, the diseased "
            "creature gets a -1/-1 charge counter; if it dies of that, a Summoner of its owner takes "
            f"{PARASITE_HIT} damage, and its owner chooses which one."
        ),
    ),
    "paranoia": Ability("Paranoia", "diseased turn", "the next damage that the creature takes is doubled", "turn"),
}

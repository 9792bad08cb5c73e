"""The sentences of abilities read as facts, to be compared with what the engine does.

`read` turns a sentence into facts by a table of phrases. A word that no phrase covers is an error, so a sentence can
neither say more nor less than its facts.

>>> sorted(read("At the end of Damage Resolution, this creature gets a +1/+1 charge counter, if it blocked."))
['condition: blocked', 'this: +1/+1', 'when: after damage']
"""

import re

MOMENTS = [
    ("once per turn, in its controller's turn before attackers are declared", "offered: main|once"),
    ("in its controller's turn before attackers are declared", "offered: main"),
    ("once per turn, in its controller's turn before or after combat", "offered: end main|once"),
    ("once in each turn of any player, at imminent speed", "offered: attack end main other|once"),
    (
        "in the attack phase of its controller, at imminent speed, while a bomb is attached to this creature",
        "offered: attack|needs: bomb",
    ),
    ("when blockers are declared", "when: blockers"),
    ("when this creature is block(?:ed|ing) and combat damage is dealt", "when: damage"),
    ("at the end of damage resolution", "when: after damage"),
    ("when this creature is declared as an attacker or a blocker", "when: attackers|when: blockers"),
    ("when this creature is declared as an attacker", "when: attackers"),
    ("when this creature is declared as a blocker", "when: blockers"),
    ("when this creature dies", "when: dies"),
    ("when this creature comes into play", "when: enters"),
    ("when this card resolves", "when: resolves"),
    ("when this card is invoked", "when: invoked"),
    ("when an action of this card is paid for", "when: paid"),
    ("when a key, a base effect or an action opens the lock of this card", "when: unlocked"),
    ("at the beginning of the diseased player's turn, before awakening", "when: turn begins|turn: diseased"),
    (
        "at the beginning of the turn of the diseased creature's controller, after the draw",
        "when: after the draw|turn: controller",
    ),
    ("while this disease is attached to a creature", "while: attached"),
    (
        r"at the beginning of each of the next (\d+) turns of any player, after the draw",
        r"when: after the draw|turns: \1|turn: anybody",
    ),
]
COINS = [
    ("its controller (?:may toss|tosses) a coin", "tosses: controller"),
    ("that player tosses a coin", "tosses: player of the turn"),
    ("the player who invoked it tosses a coin", "tosses: caster"),
    ("on heads", ""),
    ("on tails, no further toss is made", "tails: no toss"),
    ("its controller may toss again", "heads: toss again"),
    (
        "if it dies again after that, no coin is tossed and it goes to the exclusion zone",
        "second death: exclusion zone",
    ),
    ("on tails", "tails:"),
]
EFFECTS = [
    # blocks
    ("only a creature or door with flight or reach can block this creature", "blocked by: flight reach"),
    (
        "only a creature with distance or reach, or a door, can block this creature",
        "blocked by: distance reach door",
    ),
    ("which is in the air", "plane: air"),
    ("it can block attackers in the air and on the ground", "blocks: air ground"),
    ("this card can block attackers with flight and attackers with distance", "blocks: air distance ground"),
    ("it can block attackers with distance", "blocks: distance ground"),
    ("every door has distance", "door: distance"),
    ("no door can block this creature", "blocked by: no door"),
    (
        "this creature can block any number of attackers, which it fights in the order that its controller chooses",
        "blocks: many|order: controller",
    ),
    # damage
    (
        (
            "the part of its attack beyond the defense that the blocker has left also hits a summoner of the defending "
            "player, who chooses which one"
        ),
        "summoner of defender: rest|chooses: defender",
    ),
    ("if the blocker has left combat, the whole attack does", "without blocker: attack"),
    ("if the blocker has left combat, splash deals nothing", "without blocker: nothing"),
    ("it deals double its attack to the attacker", "attacker: twice the attack"),
    (
        "its controller chooses a creature or door that can block it, which must block it and nothing else may",
        "chooses: controller|blocked by: the chosen one",
    ),
    ("if there is none, it is not blocked", "without blocker: unblocked"),
    (
        "if its combat damage hits a summoner of the defending player, its controller chooses which one",
        "chooses summoner: controller",
    ),
    (
        (
            "its whole attack is also dealt to another creature or door of the defending player, which its controller "
            "chooses"
        ),
        "another of defender: attack|chooses: controller|can hit: creature door",
    ),
    (
        "if there is none, to a summoner of that player, which its controller chooses",
        "summoner of defender: attack|chooses summoner: controller",
    ),
    ("it takes no combat damage in this combat", "this: unhurt"),
    (
        "its controller moves a disease under their control to an attacker that it blocks, if one can go there",
        "disease: on the attacker",
    ),
    # counters
    ("this creature cannot get -1/-1 charge counters", "this: no -1/-1"),
    ("a creature that blocked this creature gets an? ([+-]\\d/[+-]\\d) charge counter", r"blocker: \1"),
    ("this creature gets an? ([+-]\\d/[+-]\\d) charge counter until the end of the turn", r"this: \1|until: turn ends"),
    ("this creature gets an? ([+-]\\d/[+-]\\d) charge counter", r"this: \1"),
    ("if it attacked, was blocked", "condition: attacked and blocked"),
    ("if it blocked", "condition: blocked"),
    ("(?:if|that)? ?(?:it )?is still in play", "condition: in play"),
    ("that creature has a ([+-]\\d/[+-]\\d) charge counter", r"host: \1"),
    ("each allergy on it gives one", "twice: adds"),
    ("the diseased creature gets an? ([+-]\\d/[+-]\\d) charge counter", r"host: \1"),
    # deaths and places
    (
        "it returns to its controller's battlefield with a ([+-]\\d/[+-]\\d) charge counter",
        r"this: back \1|for: controller",
    ),
    (
        (
            "and if it is in the cemetery, its controller chooses a creature under their control, which gets an? "
            "([+-]\\d/[+-]\\d) charge counter; a zombie gets (\\d) instead"
        ),
        r"condition: in the cemetery|chosen: \1|zombie: \2|chooses: controller",
    ),
    ("a copy of this creature comes into play on its controller's battlefield", "copy: for controller"),
    ("this creature is destroyed", "this: cemetery"),
    ("a copy does not toss in the turn in which it came into play", "copy: not this turn"),
    (
        "its controller chooses a creature of an opponent, which cannot block this turn",
        "chosen: no block|chooses: controller",
    ),
    (
        "its controller takes control of a creature that blocked it or that it blocked",
        "blocker: controller|attacker: controller",
    ),
    ("until the beginning of the next turn of that creature's owner", "until: turn of owner"),
    (
        "its controller may sacrifice this creature to destroy a creature of an opponent on the same plane",
        "this: cemetery|chosen: cemetery|can hit: same plane",
    ),
    (
        "its controller chooses another creature in play, and this creature becomes a copy of what is printed on it",
        "chooses: controller|this: printed copy",
    ),
    ("if there is none, this creature dies", "without another: cemetery"),
    ("its target goes to the hand of the player who controls that target", "target: hand of controller"),
    (
        "its controller may put this creature on top of another creature with assimilation under their control",
        "needs: own assimilation",
    ),
    (
        "the two are one creature with the text of the top card and the sum of both attacks and defenses",
        "this: sum|text: top",
    ),
    # kinds, prices, attached cards
    (
        "this card counts as (?:an? )?(\\w+)(?: card)? wherever another card asks for (?:an? )?\\w+(?: card)?",
        r"counts as: \1",
    ),
    (
        "its price may be paid several times to perform the action as often, on the same target or on others",
        "price: times|targets: same or others",
    ),
    ("an action with a toss or a roll is performed only once", "toss: once"),
    ("its price cannot be reduced", "price: not reduced"),
    ("its player chooses a target to attach it to", "target: chosen by player|attached: target"),
    ("without a legal one it cannot be invoked", "without target: refused"),
    ("when that target leaves play, the disease goes to its owner's cemetery", "target gone: cemetery of owner"),
    (
        (
            "if that target is destroyed, the equipment is destroyed; if that target goes to a hand, the equipment "
            "goes to its controller's hand"
        ),
        "target destroyed: cemetery|target to hand: hand of controller",
    ),
    (
        "both summoners of its player are tilted and spend (\\d) capacity point each; otherwise it cannot be invoked",
        r"summoners: tilted|points: \1 \1|without points: refused",
    ),
    ("the effect written on it for this happens", "effect: happens"),
    ("if it is a door, it opens too", "door: opens"),
    ("a lock is opened only once", "again: refused"),
    (
        (
            "until a key, a base effect or an action frees it, this creature can neither attack nor use actions nor "
            "start abilities, but it can block"
        ),
        "chained: no attack|chained: no act|chained: no start|chained: blocks",
    ),
    ("when it is freed", "when: freed"),
    (
        (
            "while its controller has another creature named on this card in play, this creature has the bonus written "
            "on it"
        ),
        "partner: bonus|no partner: none|partner of others: none",
    ),
    ("while this card is attached to a creature with explosive, that creature can use explosive", "bomb: armed"),
    (
        (
            "its controller may perform again, for its price, an action of a card under their control that was used "
            "this turn"
        ),
        "action: again|price: paid again|needs: used this turn",
    ),
    (
        (
            "that card must still be in play and able to use its actions, or be an imminent card that is still on the "
            "chain"
        ),
        "needs: in play|needs: can act|imminent: on the chain",
    ),
    # Diseases
    ("a disease cannot be put on this creature", "disease: refused"),
    ("one that is on it has no effect", "disease: no effect"),
    ("that player pays (\\d) coin", r"diseased: -\1 coins"),
    ("if they cannot, cold goes to its owner's cemetery", "without coins: cemetery of owner"),
    ("a second cold on the same player costs nothing more", "twice: the same"),
    ("the controller of madness controls that creature", "host: controlled by infector"),
    ("the creature deals its attack as damage to itself", "host: takes its attack"),
    (
        "the creature deals its attack as damage to another creature of its controller, chosen at random",
        "another of controller: takes its attack|chosen: by chance",
    ),
    (
        "can neither attack nor use actions nor start abilities this turn",
        "host: no attack|host: no act|host: no start|until: turn ends",
    ),
    ("the creature can neither attack nor use its actions this turn", "host: no attack|host: no act|until: turn ends"),
    ("the creature dies", "host: cemetery"),
    (
        "a summoner of the player who first invoked trauma takes (\\d) damage; that player chooses which one",
        r"summoner of caster: -\1|chooses: caster",
    ),
    (
        "the controller of schizophrenia decides on the actions of the creature this turn",
        "decides: infector|until: turn ends",
    ),
    ("the creature's owner pays for them", "pays: owner"),
    ("it is put on its target", "heads: target"),
    ("it is put on that player's own weakest creature instead", "weakest of caster"),
    (
        "if it dies of that, a summoner of its owner takes (\\d) damage, and its owner chooses which one",
        r"summoner of owner: -\1|chooses: owner",
    ),
    ("the next damage that the creature takes is doubled", "host: twice the damage, once"),
]
GLUE = re.compile(r"(?:and|[\s,.;:])*")


def read(sentence: str) -> set[str]:
    """Return the facts that a sentence states.

    Raises:
        AssertionError: words that no phrase covers.
    """
    left, found = sentence.lower(), set()
    for phrase, facts in (*MOMENTS, *COINS, *EFFECTS):
        for match in list(re.finditer(phrase, left)):
            found |= {match.expand(fact) for fact in facts.split("|") if fact}
        left = re.sub(phrase, " ", left)
    assert GLUE.fullmatch(left), f"{left!r} is not covered: {sentence}"
    return {fact for fact in found if fact != "tails:"} | ({"tails: other"} if "tails:" in found else set())

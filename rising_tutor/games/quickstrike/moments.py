"""When an ability works, under which condition and at which price, in words; and how its card speaks of itself.

>>> cost_words(do.Cost(energies=(1, 0, 2), pitch=True))
'pay 1 green and 2 red and pitch this strike'
"""

import re
from typing import Final

from msgspec.structs import replace

from rising_tutor.core.english import either, listed
from rising_tutor.core.values import Value
from rising_tutor.games.quickstrike import vocabulary as do
from rising_tutor.games.quickstrike.book import Card

OPPONENT: Final = {
    "opponent_counterattacks": "When the opponent counterattacks",
    "opponent_focuses": "Each time the opponent focuses a card",
    "opponent_flips": "Each time the opponent flips a card",
    "opponent_charges": "Each time the opponent charges a zone",
    "opponent_plays": "Each time the opponent plays a card",
}
"""Moments in the turn of the opponent."""
THEY: Final = re.compile(r"the opponent (cannot|skips)")
SAME_COLOUR: Final = "their zone of the same colour"


class Voice(Value, frozen=True):
    """Words with which a card speaks of itself, its strike and its zone.

    Attributes:
        strike: strike that a change of force or intercept affects.
        zone, their_zone: own zone and zone of the opponent that an effect "here" affects.
        counters, attacks, in_play: moment or time in which an effect works that a power has given.
        among: restricts "your strikes", for example to those in charged zones.
        lasts: the effect is continuous, so a strike "has" it and does not "get" it.
    """

    strike: str
    zone: str
    their_zone: str
    counters: str
    attacks: str
    in_play: str
    among: str = ""
    lasts: bool = False

    def lasting(self) -> "Voice":
        """Return the same voice for a continuous effect."""
        return replace(self, lasts=True)

    def speaking_of(self, strike: str) -> "Voice":
        """Return the same voice for a change of another strike, made once."""
        return replace(self, strike=strike, lasts=False)


VOICES: Final = {
    "strike": Voice(
        "this strike",
        "this strike's zone",
        SAME_COLOUR,
        "when this strike counterattacks",
        "while this strike attacks",
        "while this strike is in play",
    ),
    "ally": Voice(
        "your strike in this zone",
        "this zone",
        SAME_COLOUR,
        "when you counterattack from this zone this turn",
        "while your strike in this zone attacks",
        "while your strike in this zone is in play",
    ),
    "advantage": Voice(
        "your strike",
        "that zone",
        SAME_COLOUR,
        "when you counterattack this turn",
        "while the opponent defends",
        "while this card is in play",
    ),
}


def voice_of(card: Card, ability: do.Ability) -> Voice:
    """Return how a card speaks of itself in one of its abilities."""
    voice = VOICES[card.type]
    if ability.when in OPPONENT:
        voice = replace(voice, zone="your zone of the same colour", their_zone="that zone")
    elif card.type == "strike" and ability.when == "flip":
        voice = replace(voice, zone="that zone")
    elif ability.cost.pitch:
        voice = replace(voice, zone="the zone it was in")
    if ability.when == "standing":
        voice = replace(voice, among=_among(ability.only_if), lasts=True)
    return voice


def voice_at(kind: str, card: Card, colour: str) -> Voice:
    """Return how an effect is put to a player who is asked about it, with the zone by its colour.

    Args:
        kind: "strike", "ally" or "advantage".
        colour: of the zone that "here" means; empty outside the zones.
    """
    voice = VOICES[kind]
    strike = card.name if kind == "strike" else f"your strike in {colour}" if colour else voice.strike
    if not colour:
        return voice.speaking_of(strike)
    return replace(voice, strike=strike, zone=f"your {colour} zone", their_zone=f"their {colour} zone")


def _among(only_if: do.Condition) -> str:
    """Return which of "your strikes" a continuous effect is about."""
    charged = " in charged zones" if only_if.charged else ""
    return f"{charged}{f' in {either(only_if.zones)}' if only_if.zones else ''}"


def _speaks_of_own_strikes(ability: do.Ability) -> bool:
    return ability.when == "standing" and any(
        isinstance(effect, do.Change) and effect.of == "own" for effect in ability.effect
    )


def _names_zone(effect: object) -> bool:
    """Return True if an effect, or one inside it, is about the zone of the moment."""
    if getattr(effect, "zone", "") == "here" or getattr(effect, "here", False):
        return True
    inside = (*getattr(effect, "effect", ()), *getattr(effect, "then", ()), *getattr(effect, "of", ()))
    inside += (effect.first,) if isinstance(effect, do.IfDone) else ()
    return any(_names_zone(one) for one in inside if not isinstance(one, str))


def moment(card: Card, ability: do.Ability) -> str:
    """Return when an ability works, with the zone and the attack that it depends on.

    Powers and continuous abilities have no moment, so for these it is empty.
    """
    when, only_if = ability.when, ability.only_if
    here = any(_names_zone(effect) for effect in ability.effect)
    in_zones = either(only_if.zones) or ("a charged zone" if only_if.charged else "a zone" if here else "")
    if when in OPPONENT:
        place = {"opponent_counterattacks": " from ", "opponent_charges": ": "}.get(when, " in ")
        where = f"{place}{in_zones}" if in_zones and when != "opponent_charges" else ""
        against = {"strike": " against this strike", "ally": " against your strike in this zone"}.get(card.type, "")
        return f"{OPPONENT[when]}{where}{against}"
    if when == "counterattack":
        if card.type == "ally":
            return "When you counterattack from this zone"
        who = "When this strike counterattacks" if card.type == "strike" else "When you counterattack"
        weak = only_if.force_at_most
        attack = "" if weak is None else f" an attack of force {weak} or less"
        named = in_zones if card.type != "strike" or only_if.zones or only_if.charged else ""
        return f"{who}{attack}{f' from {named}' if named else ''}"
    if when in ("flip", "before_flip"):
        return _flips(card, before=when == "before_flip", only_if=only_if)
    if when == "played":
        where = " in a zone that was already charged" if only_if.was_charged else f" in {in_zones}" if in_zones else ""
        return f"When you play this card{where}"
    return ""


def _flips(card: Card, *, before: bool, only_if: do.Condition) -> str:
    where = " in this zone" if card.type == "ally" else f" in {either(only_if.zones)}" if only_if.zones else ""
    if only_if.ally is not None:
        where = f" in a zone {'with' if only_if.ally else 'without'} an ally of yours"
    if card.type == "strike" and not before:
        return f"When you flip this strike{where}"
    return f"{'Before' if before else 'Each time'} you flip a card{where}"


def condition(card: Card, ability: do.Ability) -> str:
    """Return the condition of a power or of a standing ability; that of any other is part of its moment."""
    only_if = ability.only_if
    if ability.when not in ("power", "standing"):
        return ""
    said = []
    strike, ally = card.type == "strike", card.type == "ally"
    own = _speaks_of_own_strikes(ability)
    if only_if.charged and not own:
        said.append("while this strike is in a charged zone" if strike else "while this zone is charged")
    if only_if.zones and not own:
        said.append(f"in {either(only_if.zones)}")
    if only_if.ally is not None:
        zone = "this zone" if ally else "this strike's zone"
        said.append(f"while you have {'an' if only_if.ally else 'no'} ally in {zone}")
    if only_if.defends is not None:
        said.append(f"while the opponent defends in {only_if.defends}")
    if only_if.force_at_most is not None:
        said.append(f"against force {only_if.force_at_most} or less")
    return ", ".join(said)


def cost_words(cost: do.Cost, voice: Voice = VOICES["strike"]) -> str:
    """Return a cost as an order to pay it; empty for none."""
    paid = [f"{n} {colour}" for n, colour in zip(cost.energies, do.COLOURS, strict=True) if n]
    if cost.intercept:
        paid.append(f"{cost.intercept} of {voice.strike}'s intercept")
    parts = [f"pay {listed(paid)}"] if paid else []
    parts += {
        "": [],
        "ally": ["eliminate one of your allies"],
        "this": ["eliminate this card"],
        "energy": [f"eliminate 1 energy in {voice.zone}"],
    }[cost.eliminate]
    parts += {"": [], "here": [f"uncharge {voice.zone}"], "another": ["uncharge another of your zones"]}[cost.uncharge]
    to = {"": "", "up": "up one zone", "down": "down one zone", "red": "to red"}[cost.move]
    if to:
        parts.append(f"move {voice.strike} {to} and defend there")
    if cost.chamber:
        parts.append("turn your Chamber from back to front")
    if cost.pitch:
        parts.append("pitch this strike")
    return listed(parts)


def pronouns(text: str) -> str:
    """Return a text in which a strike is named once and is "it" from there on, and the opponent's things are "their".

    >>> pronouns("pay 4 of this strike's intercept: when this strike counterattacks, charge this strike's zone")
    "pay 4 of this strike's intercept: when it counterattacks, charge its zone"
    >>> pronouns("when your strike in this zone attacks, your strike in this zone gets +1 force")
    'when your strike in this zone attacks, that strike gets +1 force'
    """
    for name, it, its in (
        ("this strike", "it", "its"),
        ("your strike in this zone", "that strike", "that strike's"),
        ("the opponent", "", "their"),
    ):
        first, found, rest = text.partition(name)
        if found:
            rest = rest.replace(f"{name}'s", its)
            text = first + found + (rest.replace(name, it) if it else THEY.sub(_they, rest))
    return text


def _they(found: re.Match[str]) -> str:
    return {"cannot": "they cannot", "skips": "they skip"}[found[1]]

"""What a card says, made from its data: one sentence for each ability, so that none can disagree with what it does.

>>> from rising_tutor.games.quickstrike.book import load_book
>>> book = load_book()
>>> sentences(book.card["ame075"])
('Pay 1 green: +1 intercept; only once.',)
>>> sentences(book.card["ame013"])
('Reflip: 1 green.', 'Each time the opponent focuses: eliminate 1 green energy of the opponent.')
"""

from rising_tutor.core.english import counted, either, listed
from rising_tutor.effects.by_type import ByType
from rising_tutor.games.quickstrike import vocabulary as do
from rising_tutor.games.quickstrike.book import Card

clause: ByType[str] = ByType("clause")
"""Each effect as a clause without a subject."""
WHEN = {
    "power": "",
    "counterattack": "On your counterattack",
    "opponent_counterattacks": "When the opponent counterattacks",
    "opponent_focuses": "Each time the opponent focuses",
    "opponent_flips": "Each time the opponent flips",
    "opponent_charges": "Each time the opponent charges a zone",
    "opponent_plays": "Each time the opponent plays a card",
    "before_flip": "Before you flip",
    "flip": "Each time you flip",
    "played": "When it is played",
    "standing": "",
}
FORBIDDEN = {
    "charge": "the opponent's zones cannot be charged",
    "uncharge": "your zones cannot be uncharged",
    "focus": "the opponent cannot focus",
    "pitch": "the opponent cannot pitch",
    "signature": "the opponent cannot play signature moves",
    "allies": "your allies cannot be moved or eliminated",
    "play": "the opponent cannot play advantages or allies in green",
}


def sentences(card: Card) -> tuple[str, ...]:
    """All that a card says, ability by ability; nothing for a card without text."""
    said = []
    if card.immediate:
        said.append("Immediate: it is discarded when it has worked.")
    if card.reflip is not None:
        said.append(f"Reflip: {cost_words(card.reflip)}.")
    said += [_sentence(card, ability) for ability in card.ability]
    if not card.built:
        said.append("What it does is known, and cannot be played here yet.")
    return tuple(said)


def _sentence(card: Card, ability: do.Ability) -> str:
    when = WHEN[ability.when]
    if card.type == "ally" and ability.when in ("counterattack", "flip", "before_flip"):
        when += {"counterattack": " from this zone"}.get(ability.when, " in this zone")
    if card.type == "strike" and ability.when == "flip":
        when = "When it is flipped"
    parts = [part for part in (when, _condition(ability.only_if), _price(ability)) if part]
    effects = "; then ".join(say(effect) for effect in ability.effect) or "that is all"
    may = "you may " if ability.may and ability.cost == do.FREE else ""
    limit = {"once": "; only once", "turn": "; once per turn", "": ""}[ability.limit]
    text = f"{', '.join(parts)}: {may}{effects}{limit}." if parts else f"{may}{effects}{limit}."
    return text[:1].upper() + text[1:]


def _price(ability: do.Ability) -> str:
    if ability.cost == do.FREE:
        return ""
    return f"{'you may pay' if ability.may else 'pay'} {cost_words(ability.cost)}"


def cost_words(cost: do.Cost) -> str:
    """A cost in words.

    >>> cost_words(do.Cost(energies=(1, 0, 2), pitch=True))
    '1 green, 2 red and pitch'
    """
    parts = [f"{n} {colour}" for n, colour in zip(cost.energies, do.COLOURS, strict=True) if n]
    if cost.intercept:
        parts.append(f"{cost.intercept} intercept")
    parts += {
        "": [],
        "ally": ["an ally of yours"],
        "this": ["this card"],
        "energy": ["an energy of this zone"],
    }[cost.eliminate]
    parts += {"": [], "here": ["the charge of this zone"], "another": ["the charge of another zone of yours"]}[
        cost.uncharge
    ]
    parts += {"": [], "up": ["a move one zone up"], "down": ["a move one zone down"], "red": ["a move to red"]}[
        cost.move
    ]
    if cost.chamber:
        parts.append("a turn of the Chamber from back to front")
    if cost.pitch:
        parts.append("pitch")
    return listed(parts)


def _condition(only_if: do.Condition) -> str:
    said = []
    if only_if.force_at_most is not None:
        said.append(f"against force {only_if.force_at_most} or less")
    if only_if.charged:
        said.append("in a charged zone")
    if only_if.was_charged:
        said.append("if this zone was charged before")
    if only_if.ally is not None:
        said.append("with an ally of yours in this zone" if only_if.ally else "without an ally in this zone")
    if only_if.zones:
        said.append(f"in {either(only_if.zones)}")
    if only_if.defends is not None:
        said.append(f"while the opponent defends in {only_if.defends}")
    return ", ".join(said)


def say(effect: do.AvatarEffect) -> str:
    """An effect as a clause."""
    said: str = clause.find(effect)(effect)
    return said


def _may(effect: object, text: str) -> str:
    return f"you may {text}" if getattr(effect, "may", False) else text


@clause.of(do.Change)
def _change(effect: do.Change) -> str:
    whose = {"this": "", "here": "your strikes here ", "own": "your strikes "}[effect.of]
    parts = [f"{n:+d} {word}" for n, word in ((effect.force, "force"), (effect.intercept, "intercept")) if n]
    per = {"": "", "ally": " for each of your allies", "stopped": " for each force of the opponent's strike"}[
        effect.per
    ]
    return f"{whose}{' and '.join(parts)}{per}"


@clause.of(do.AddEnergy)
def _add(effect: do.AddEnergy) -> str:
    where = {"here": "in this zone", "each": "in each of your zones"}.get(effect.zone, "")
    what = f"{effect.zone} energy" if not where else "energy"
    per = {"": "", "charged": " for each of your charged zones", "ally": " for each of your allies"}[effect.per]
    who = "each player adds" if effect.who == "each" else "add"
    return f"{who} {counted(effect.n, what)}{' ' + where if where else ''}{per}"


@clause.of(do.EliminateEnergy)
def _eliminate_energy(effect: do.EliminateEnergy) -> str:
    if effect.chooser == "opponent":
        return f"the opponent eliminates {effect.n} of their energies"
    whose = "of the opponent" if effect.whose == "opponent" else "of your own"
    colour = {"any": "", "each": "", "here": ""}.get(effect.zone, f"{effect.zone} ")
    where = " in this zone" if effect.zone == "here" else ""
    n = "all" if effect.n == 0 else f"up to {effect.n}" if effect.may and effect.n > 1 else str(effect.n)
    word = "energy" if effect.n == 1 else "energies"
    return _may(effect, f"eliminate {n} {colour}{word} {whose}{where}")


@clause.of(do.MoveEnergy)
def _move_energy(effect: do.MoveEnergy) -> str:
    return _may(effect, f"move a {effect.start} energy of yours to {effect.to}")


@clause.of(do.EliminateAlly)
def _eliminate_ally(effect: do.EliminateAlly) -> str:
    if effect.whose == "each":
        return "each player eliminates an ally of their own"
    if effect.this:
        return _may(effect, "eliminate this ally")
    if effect.chooser == "opponent":
        return "the opponent eliminates an ally of their own"
    n = "all allies" if effect.n == 0 else "an ally of yours" if effect.whose == "own" else "an ally"
    whose = " of the opponent" if effect.whose == "opponent" else ""
    where = " in this zone" if effect.here else ""
    return _may(effect, f"eliminate {n}{whose}{where}")


@clause.of(do.Charge)
def _charge(effect: do.Charge) -> str:
    zone = {"here": "this zone", "any": "a zone of yours"}.get(effect.zone, f"your {effect.zone} zone")
    if effect.who == "each":
        return f"each player charges {'a zone of their own' if effect.zone == 'any' else f'their {effect.zone} zone'}"
    return "the opponent charges one of your zones" if effect.chooser == "opponent" else _may(effect, f"charge {zone}")


@clause.of(do.Uncharge)
def _uncharge(effect: do.Uncharge) -> str:
    if effect.chooser == "opponent":
        return "the opponent uncharges a zone of their own"
    whose = {
        "own": "a zone of yours",
        "opponent": "a zone of the opponent",
        "any": "a zone of any player",
        "each": "a zone",
    }
    zone = {"here": "that zone of the opponent", "each": "all zones of the opponent"}.get(
        effect.zone, whose[effect.whose]
    )
    return _may(effect, f"uncharge {zone}")


@clause.of(do.Look)
def _look(effect: do.Look) -> str:
    then = {
        "keep_one": "keep one on top and discard the rest",
        "reorder": "put them back in any order",
        "may_discard": "you may discard it",
    }[effect.then]
    first = "your top card" if effect.n == 1 else f"your top {effect.n} cards"
    return f"look at {first}, {then}"


@clause.of(do.SearchAlly)
def _search_ally(effect: do.SearchAlly) -> str:
    return _may(effect, f"search your deck for an ally named {effect.named} and put it in an empty ally space")


@clause.of(do.MoveAlly)
def _move_ally(effect: do.MoveAlly) -> str:
    whose = {"own": "an ally of yours", "opponent": "an ally of the opponent"}.get(
        effect.whose, "an ally of any player"
    )
    to = "here" if effect.here else "to another empty ally space of the same player"
    return f"you may move {whose} {to}"


@clause.of(do.OpenTop)
def _open_top(effect: do.OpenTop) -> str:
    return f"{'the opponent turns his' if effect.whose == 'opponent' else 'turn your'} top card face-up"


@clause.of(do.OneOf)
def _one_of(effect: do.OneOf) -> str:
    return f"choose: {' or '.join(say(one) for one in effect.of)}"


@clause.of(do.IfDone)
def _if_done(effect: do.IfDone) -> str:
    return f"you may {say(effect.first)}; if so, {' and '.join(say(one) for one in effect.then)}"


@clause.of(do.WhenCountering)
def _when_countering(effect: do.WhenCountering) -> str:
    return f"when you counterattack from here, {' and '.join(say(one) for one in effect.effect)}"


@clause.of(do.Gains)
def _gains(effect: do.Gains) -> str:
    return f"while it lies there, {' and '.join(say(one) for one in effect.effect)}"


@clause.of(do.ExtraCost)
def _extra_cost(effect: do.ExtraCost) -> str:
    return f"strikes of the opponent cost one more {effect.zone}"


@clause.of(do.Forbid)
def _forbid(effect: do.Forbid) -> str:
    return f"while the opponent defends, {listed(FORBIDDEN[one] for one in effect.what)}"


@clause.of(do.Skip)
def _skip(effect: do.Skip) -> str:
    return f"the opponent skips {listed(effect.zones)}"


@clause.of(do.GrantReflip)
def _grant_reflip(effect: do.GrantReflip) -> str:
    whose = {"own": "your cards have", "here": "your strikes here have", "opponent": "cards of the opponent have"}
    return f"{whose[effect.to]} Reflip: {cost_words(effect.cost)}"


@clause.of(do.GrantPower)
def _grant_power(effect: do.GrantPower) -> str:
    does = " and ".join(say(one) for one in effect.effect)
    return f"strikes of the opponent have: pay {cost_words(effect.cost)}: {does}"


PLAIN = {
    do.TakeAlly: "the opponent moves one of his allies to an empty ally space of yours",
    do.SwapAlly: "you may let this ally change places with another ally of yours",
    do.ArrangeAllies: "you may arrange your allies as you like, at most one in each zone",
    do.ShowTop: "the opponent shows his top card, you may have it discarded",
    do.DefendHigher: "you now defend one zone higher",
    do.FlipAgain: "he discards the card and flips another in that zone",
    do.StayBack: "when it is cleaned up, the Chamber stays on its back",
}
for _kind, _text in PLAIN.items():
    clause.of(_kind)(lambda _effect, _text=_text: _text)
clause.of(do.AllyOntoDeck)(lambda effect: _may(effect, "put an ally on top of its owner's deck"))

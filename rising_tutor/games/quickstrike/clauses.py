"""Card text, generated from the data of the card: one complete sentence for each ability, so text and effect agree.

`moments` words when an ability works and at which price; this module words what it does.

>>> from rising_tutor.games.quickstrike.book import load_book
>>> book = load_book()
>>> sentences(book.card["ame075"])
('Pay 1 green: this strike gets +1 intercept. Use this power only once.',)
>>> for sentence in sentences(book.card["ame013"]):
...     print(sentence)
Reflip: pay 1 green to discard this card and flip another one in the same zone.
Each time the opponent focuses a card against this strike, eliminate 1 of their green energies.
"""

from collections.abc import Iterable, Sequence

from rising_tutor.core.english import capital, counted, either, listed
from rising_tutor.effects.by_type import ByType
from rising_tutor.games.quickstrike import vocabulary as do
from rising_tutor.games.quickstrike.book import Card
from rising_tutor.games.quickstrike.moments import Voice, condition, cost_words, moment, pronouns, voice_of

clause: ByType[str] = ByType("clause")
"""Each effect as a clause; its registered function takes the effect and the `Voice` of its card."""
LIMITS = {"": "", "once": " Use this power only once.", "turn": " Use this power only once per turn."}
LASTING = (do.ExtraCost, do.Forbid, do.Skip, do.GrantPower)
"""Standing effects that matter only while the opponent defends."""
SUBJECTS = ("the opponent", "each player", "you", "this strike", "that strike", "it ")
"""Beginnings of clauses that are no order to the player of the card."""


def sentences(card: Card) -> tuple[str, ...]:
    """Return all that a card says, ability by ability; nothing for a card without text."""
    said = []
    if card.immediate:
        said.append("Immediate: discard this card after its effect.")
    if card.reflip is not None:
        said.append(f"Reflip: {cost_words(card.reflip)} to discard this card and flip another one in the same zone.")
    said += [ability_sentence(card, ability) for ability in card.ability]
    if not card.built:
        said.append("The effect of this card is known, but it cannot be played here yet.")
    return tuple(said)


def ability_sentence(card: Card, ability: do.Ability) -> str:
    """Return one ability of a card as a sentence."""
    voice = voice_of(card, ability)
    effects = _joined(ability.effect, voice)
    heads = [moment(card, ability), condition(card, ability)]
    lasting = [isinstance(effect, LASTING) for effect in ability.effect]
    if ability.when == "standing" and lasting and all(lasting):
        heads.append(voice.attacks)
    head = ", ".join(part for part in heads if part)
    price = cost_words(ability.cost, voice)
    if ability.cost.move and not ability.effect:
        # The move is what such a power is for, so it is no price.
        price, effects = cost_words(_without_move(ability.cost), voice), cost_words(_only_move(ability.cost), voice)
    if price and ability.may:
        text = f"you may {price}; if you do, {effects}"
    elif price:
        text = f"{price}: {effects}"
    else:
        text = f"you may {effects}" if ability.may else effects
    whole = f"{head}, {text}" if head else text
    return f"{capital(pronouns(whole))}.{LIMITS[ability.limit]}"


def _without_move(cost: do.Cost) -> do.Cost:
    return do.Cost(cost.energies, cost.intercept, cost.pitch, cost.eliminate, cost.uncharge, "", cost.chamber)


def _only_move(cost: do.Cost) -> do.Cost:
    return do.Cost(move=cost.move)


def say(effect: do.AvatarEffect, voice: Voice) -> str:
    """Return an effect as a clause, without a capital letter and a full stop."""
    return pronouns(_say(effect, voice))


def _say(effect: do.AvatarEffect, voice: Voice) -> str:
    said: str = clause.find(effect)(effect, voice)
    return said


def _joined(effects: Iterable[do.AvatarEffect], voice: Voice, between: str = ", then ") -> str:
    """Return effects that follow each other; after one of the opponent the order to "you" names its subject."""
    said: list[str] = []
    for effect in effects:
        text = _say(effect, voice)
        ordered = not text.startswith(SUBJECTS)
        said.append(f"you {text}" if said and ordered and said[-1].startswith(SUBJECTS) else text)
    return between.join(said)


def _may(effect: object, text: str) -> str:
    return f"you may {text}" if getattr(effect, "may", False) else text


# strikes ---------------------------------------------------------------------------------------------------------


@clause.of(do.Change)
def _change(effect: do.Change, voice: Voice) -> str:
    parts = [f"{n:+d} {word}" for n, word in ((effect.force, "force"), (effect.intercept, "intercept")) if n]
    stopped = " for each point of force of the attack it stops"
    per = {"": "", "ally": " for each of your allies", "stopped": stopped}[effect.per]
    who = "your strikes" + voice.among if effect.of == "own" else voice.strike
    verb = "have" if effect.of == "own" else "has" if voice.lasts else "gets"
    return f"{who} {verb} {' and '.join(parts)}{per}"


@clause.of(do.WhenCountering)
def _when_countering(effect: do.WhenCountering, voice: Voice) -> str:
    return f"{voice.counters}, {_joined(effect.effect, voice)}"


@clause.of(do.Gains)
def _gains(effect: do.Gains, voice: Voice) -> str:
    lasting = all(isinstance(one, LASTING) for one in effect.effect)
    return f"{voice.attacks if lasting else voice.in_play}, {_joined(effect.effect, voice.lasting())}"


# energies --------------------------------------------------------------------------------------------------------


@clause.of(do.AddEnergy)
def _add(effect: do.AddEnergy, voice: Voice) -> str:
    where = {"here": f" to {voice.zone}", "each": " to each of your zones"}.get(effect.zone, "")
    energies = counted(effect.n, "energy" if where else f"{effect.zone} energy")
    per = {"": "", "charged": " for each of your charged zones", "ally": " for each of your allies"}[effect.per]
    return f"{'each player adds' if effect.who == 'each' else 'add'} {energies}{where}{per}"


@clause.of(do.EliminateEnergy)
def _eliminate_energy(effect: do.EliminateEnergy, voice: Voice) -> str:
    theirs = effect.whose == "opponent"
    chosen_by_them = effect.chooser == "opponent"
    whose = "their" if chosen_by_them and theirs else "the opponent's" if theirs else "your"
    colour = "" if effect.zone in ("any", "each", "here") else f"{effect.zone} "
    where = "" if effect.zone != "here" else f" in {voice.their_zone if theirs else voice.zone}"
    n = f"all {whose}" if effect.n == 0 else f"{effect.n} of {whose}"
    up_to = "up to " if effect.may and effect.n > 1 else ""
    verb = "the opponent eliminates" if chosen_by_them else "eliminate"
    return _may(effect, f"{verb} {up_to}{n} {colour}energies{where}")


@clause.of(do.MoveEnergy)
def _move_energy(effect: do.MoveEnergy, _voice: Voice) -> str:
    return _may(effect, f"move 1 of your {effect.start} energies to {effect.to}")


# charges ---------------------------------------------------------------------------------------------------------


@clause.of(do.Charge)
def _charge(effect: do.Charge, voice: Voice) -> str:
    if effect.who == "each":
        return f"each player charges {'one of their zones' if effect.zone == 'any' else f'their {effect.zone} zone'}"
    if effect.chooser == "opponent":
        return "the opponent charges one of your zones"
    zone = {"here": voice.zone, "any": "one of your zones"}.get(effect.zone, f"your {effect.zone} zone")
    return _may(effect, f"charge {zone}")


@clause.of(do.Uncharge)
def _uncharge(effect: do.Uncharge, voice: Voice) -> str:
    if effect.chooser == "opponent":
        return "the opponent uncharges one of their zones"
    if effect.zone == "here":
        return _may(effect, f"uncharge {voice.zone if effect.whose == 'own' else voice.their_zone}")
    whose = {"own": "your", "opponent": "the opponent's"}.get(effect.whose, "")
    if effect.zone == "each":
        return _may(effect, f"uncharge all {whose} zones" if whose else "uncharge all zones of both players")
    return _may(effect, f"uncharge one of {whose} zones" if whose else "uncharge a zone of either player")


# allies ----------------------------------------------------------------------------------------------------------


@clause.of(do.EliminateAlly)
def _eliminate_ally(effect: do.EliminateAlly, voice: Voice) -> str:
    if effect.whose == "each":
        return "each player eliminates one of their allies"
    if effect.this:
        return _may(effect, "eliminate this ally")
    if effect.chooser == "opponent":
        return "the opponent eliminates one of their allies"
    theirs = effect.whose == "opponent"
    whose = {"own": "your", "opponent": "the opponent's"}.get(effect.whose, "")
    if effect.n == 0:
        return _may(effect, f"eliminate all {whose} allies" if whose else "eliminate all allies of both players")
    if effect.here:
        return _may(effect, f"eliminate {whose or 'an'} ally in {voice.their_zone if theirs else voice.zone}")
    return _may(effect, f"eliminate {f'one of {whose} allies' if whose else 'an ally of either player'}")


@clause.of(do.MoveAlly)
def _move_ally(effect: do.MoveAlly, voice: Voice) -> str:
    whose = {"own": "one of your allies", "opponent": "one of the opponent's allies"}.get(
        effect.whose, "an ally of either player"
    )
    if effect.here:
        return f"you may move {whose} to {voice.zone}"
    owner = {"own": "yours", "opponent": "theirs"}.get(effect.whose, "the same player")
    return f"you may move {whose} to an empty ally space of {owner}"


@clause.of(do.SearchAlly)
def _search_ally(effect: do.SearchAlly, _voice: Voice) -> str:
    text = f"search your deck for an ally named {effect.named} and put it in one of your empty ally spaces"
    return _may(effect, f"{text}, then shuffle your deck")


# the deck --------------------------------------------------------------------------------------------------------


@clause.of(do.Look)
def _look(effect: do.Look, _voice: Voice) -> str:
    cards = "the top card" if effect.n == 1 else f"the top {effect.n} cards"
    rest = "the other" if effect.n == 2 else "the others"
    then = {
        "keep_one": f", keep one on top and discard {rest}",
        "reorder": " and put them back in any order",
        "may_discard": "; you may discard it",
    }[effect.then]
    return f"look at {cards} of your deck{then}"


@clause.of(do.OpenTop)
def _open_top(effect: do.OpenTop, _voice: Voice) -> str:
    theirs = effect.whose == "opponent"
    return f"{'the opponent turns' if theirs else 'turn'} the top card of {'their' if theirs else 'your'} deck face up"


# several effects -------------------------------------------------------------------------------------------------


@clause.of(do.OneOf)
def _one_of(effect: do.OneOf, voice: Voice) -> str:
    of, head = effect.of, "choose one"
    if all(isinstance(one, do.Gains) for one in of):
        of = tuple(inside for one in of if isinstance(one, do.Gains) for inside in one.effect)
        head, voice = f"choose one {voice.in_play.replace('while', 'for as long as')}", voice.lasting()
    return f"{head}: {', or '.join(_say(one, voice) for one in of)}"


@clause.of(do.IfDone)
def _if_done(effect: do.IfDone, voice: Voice) -> str:
    return f"you may {_say(effect.first, voice)}; if you do, {_joined(effect.then, voice)}"


# standing effects ------------------------------------------------------------------------------------------------


@clause.of(do.ExtraCost)
def _extra_cost(effect: do.ExtraCost, _voice: Voice) -> str:
    return f"the opponent's strikes cost 1 more {effect.zone}"


CANNOT = {
    "focus": "focus",
    "pitch": "pitch",
    "signature": "play signature moves",
    "play": "play advantages or allies in green",
}
"""Actions that are forbidden to the opponent."""
KEPT = {
    "charge": "the opponent's zones cannot be charged",
    "uncharge": "your zones cannot be uncharged",
    "allies": "your allies cannot be moved or eliminated",
}


@clause.of(do.Forbid)
def _forbid(effect: do.Forbid, _voice: Voice) -> str:
    actions: Sequence[str] = [CANNOT[one] for one in effect.what if one in CANNOT]
    said = [f"the opponent cannot {either(actions)}"] if actions else []
    return listed(said + [KEPT[one] for one in effect.what if one in KEPT])


@clause.of(do.Skip)
def _skip(effect: do.Skip, _voice: Voice) -> str:
    return f"the opponent skips {listed(effect.zones)}"


@clause.of(do.GrantReflip)
def _grant_reflip(effect: do.GrantReflip, voice: Voice) -> str:
    price, means = cost_words(effect.cost, voice), "(discard it and flip another one in the same zone)"
    if effect.to == "opponent":
        return f"{voice.attacks}, the opponent may {price} to reflip a card they flipped {means}"
    card = f"a strike in {voice.zone}" if effect.to == "here" else "a card you flipped"
    return f"you may {price} to reflip {card} {means}"


@clause.of(do.GrantPower)
def _grant_power(effect: do.GrantPower, voice: Voice) -> str:
    does = _joined(effect.effect, voice.speaking_of("it"), ", and ")
    return f"each of the opponent's strikes has this power: {cost_words(effect.cost, voice)}, and {does}"


PLAIN = {
    do.TakeAlly: "the opponent moves one of their allies to an empty ally space of yours",
    do.SwapAlly: "you may swap this ally with another of your allies",
    do.ArrangeAllies: "you may rearrange your allies among your zones, at most one in each",
    do.ShowTop: "the opponent shows the top card of their deck; you may have them discard it",
    do.DefendHigher: "defend one zone higher from now on (yellow instead of red, or green instead of yellow)",
    do.FlipAgain: "they discard that card and flip another one in the same zone",
    do.StayBack: "when this strike is cleaned up, your Chamber stays on its back",
}
for _kind, _text in PLAIN.items():
    clause.of(_kind)(lambda _effect, _voice, _text=_text: _text)
clause.of(do.AllyOntoDeck)(
    lambda effect, _voice: _may(effect, "put an ally of either player on top of its owner's deck")
)

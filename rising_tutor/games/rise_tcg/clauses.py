"""What a card says, made from its data: one sentence for each part, so that none can disagree with what it does.

>>> from rising_tutor.games.rise_tcg.book import load_book
>>> book = load_book()
>>> sentences(book.card["storm-bolt"])
('Lightning Element, Multi-Target.', 'Pay 2 coins: deal 1 damage to a creature or Door.')
>>> skill_sentences(book.summoner["bram"])[0]
'Skill 1: gain 1 coin.'
"""

from rising_tutor.core.english import counted, listed
from rising_tutor.effects.by_type import ByType
from rising_tutor.games.rise_tcg import vocabulary as do
from rising_tutor.games.rise_tcg.book import Card, SummonerCard
from rising_tutor.games.rise_tcg.keywords import ABILITIES

clause: ByType[str] = ByType("clause")
"""Each effect as a clause without a subject."""
WHEN = {
    "invoked": "",
    "enters": "When this card comes into play",
    "freed": "When this creature is freed",
    "opened": "When the Lock of this card is opened",
    "restoration": "In your Restoration, after the draw",
    "struck": "When this creature has dealt combat damage to a creature that is still in play",
    "dies": "When this card dies",
    "standing": "",
}
ATTACHED = "Attach this card to"
KINDS = {
    "creature": "creature",
    "door": "Door",
    "creature or door": "creature or Door",
    "incantation": "Incantation",
    "constant": "Constant card",
    "constant or summoner": "Constant card or Summoner",
    "summoner": "living Summoner",
    "dead summoner": "dead Summoner",
    "level up": "Summoner with a Level Up",
    "lock": "unopened Lock or Chained creature",
    "disease": "Disease",
    "equipment": "Equipment",
    "player": "player",
}


def sentences(card: Card) -> tuple[str, ...]:
    """All that a card says: its abilities, what it lies on, base effects, actions; nothing for a card without text."""
    said = []
    if card.abilities:
        said.append(f"{', '.join(ability_name(one) for one in card.abilities)}.")
    if card.key:
        said.append("This card is a Key.")
    if card.cost != 1:
        said.append(f"Costs {card.cost} capacity points.")
    if card.attaches is not None:
        said.append(f"{ATTACHED} {target_words(card.attaches)}.")
    if card.star is not None:
        said.append(f"Its attack and defense shown as * are {count_words(card.star)}.")
    if "level up" in card.type:
        said.append("Attach this card to a Summoner of yours, whose level is one higher.")
    said += [base_sentence(base) for base in card.base]
    said += [deed_sentence(deed) for deed in card.action]
    return tuple(said)


def ability_sentence(word: str) -> str:
    """Return the name and sentence of an ability; an unknown one does nothing (RISE-1011).

    >>> ability_sentence("fixed-price")
    'Fixed Price: When an action of this card is paid for, its price cannot be reduced.'
    """
    known = ABILITIES.get(word)
    return f"{known.name}: {known.sentence}" if known is not None else f"{word}: unknown here; it does nothing."


def ability_outcome(word: str) -> str:
    """Return what an ability does now that its moment has come, without a full stop at the end.

    >>> ability_outcome("cloning").partition(".")[0]
    'Toss a coin'
    """
    known = ABILITIES.get(word)
    return known.outcome.rstrip(".") if known is not None else ""


def explained(card: Card) -> tuple[str, ...]:
    """All that a card says, with each of its abilities in a sentence."""
    return (*map(ability_sentence, card.abilities), *sentences(card)[int(bool(card.abilities)) :])


def skill_sentences(summoner: SummonerCard) -> tuple[str, ...]:
    """What each skill of a Summoner does."""
    return tuple(
        f"Skill {n}: {'once per game, ' if skill.limit == 'game' else ''}{_effects(skill.effect)}."
        for n, skill in enumerate(summoner.skill, 1)
    )


def ability_name(word: str) -> str:
    """An ability as it is printed; one that the list has not, as it stands."""
    return ABILITIES[word].name if word in ABILITIES else word


def base_sentence(base: do.Base) -> str:
    """When a base effect works, and what it does."""
    when = WHEN[base.when]
    may = "you may " if base.may else ""
    text = f"{when}: {may}{_effects(base.effect)}." if when else f"{may}{_effects(base.effect)}."
    return text[:1].upper() + text[1:]


def _effects(effects: tuple[do.RiseEffect, ...]) -> str:
    return "; then ".join(say(effect) for effect in effects)


def deed_sentence(deed: do.Deed) -> str:
    """What an action costs and does."""
    paid = [counted(deed.coins, "coin")] * bool(deed.coins) + [f"{deed.ether} Ether"] * bool(deed.ether)
    price = f"pay {listed(paid)}" if paid else "free"
    text = f"{price}: {deed_words(deed)}."
    return text[:1].upper() + text[1:]


def deed_words(deed: do.Deed) -> str:
    """What an action does, without its price."""
    if not (deed.toss or deed.roll):
        return _effects(deed.effect)
    chance = "toss a coin" if deed.toss else f"roll a die: {deed.roll} or more is success"
    failure = _effects(deed.failure) if deed.failure else "nothing happens"
    success, failed = ("heads", "tails") if deed.toss else ("success", "failure")
    return f"{chance}. On {success}, {_effects(deed.effect)}. On {failed}, {failure}"


def say(effect: do.RiseEffect) -> str:
    """An effect as a clause."""
    return clause.find(effect)(effect)


def target_words(target: do.Target) -> str:
    """What can be chosen, with its article.

    >>> target_words(do.Target("creature", "own", "explosive"))
    'a creature of yours with Explosive'
    """
    kind = KINDS[target.kind]
    tilted = {None: "", True: "tilted ", False: "untilted "}[target.tilted]
    words = f"{'opposing ' if target.whose == 'opponent' else ''}{tilted}{kind}"
    whose = " of yours" if target.whose == "own" else ""
    ability = f" with {ability_name(target.ability)}" if target.ability else ""
    return f"{'an' if words[0].lower() in 'aeiou' else 'a'} {words}{whose}{ability}"


def count_words(count: do.Count) -> str:
    """A number of cards in words."""
    where = "in play" if count.where == "play" else f"in {'your' if count.whose == 'own' else 'every'} {count.where}"
    whose = "your " if count.whose == "own" and count.where == "play" else ""
    return f"the number of {whose}cards with {ability_name(count.what)} {where}"


@clause.of(do.Damage)
def _(effect: do.Damage) -> str:
    return f"deal {effect.n} damage to {target_words(effect.target)}"


@clause.of(do.Heal)
def _(effect: do.Heal) -> str:
    return f"{target_words(effect.target)} gains {effect.n} HP"


@clause.of(do.Destroy)
def _(effect: do.Destroy) -> str:
    if effect.target.kind == "level up":
        return f"destroy a Level Up of {target_words(effect.target)}"
    return f"destroy {target_words(effect.target)}"


@clause.of(do.TurnDoor)
def _(effect: do.TurnDoor) -> str:
    return f"open or close {target_words(effect.target)}"


@clause.of(do.Unlock)
def _(effect: do.Unlock) -> str:
    return f"open or free {target_words(effect.target)}"


@clause.of(do.Strengthen)
def _(effect: do.Strengthen) -> str:
    return f"{target_words(effect.target)} has {effect.attack:+d}/{effect.defense:+d} until the end of the turn"


@clause.of(do.Counters)
def _(effect: do.Counters) -> str:
    what = target_words(effect.target) if effect.target is not None else "it"
    kind = "+1/+1" if effect.n > 0 else "-1/-1"
    n = abs(effect.n)
    return f"{what} gets {f'a {kind} charge counter' if n == 1 else f'{n} {kind} charge counters'}"


@clause.of(do.Untilt)
def _(effect: do.Untilt) -> str:
    return f"untilt {target_words(effect.target)}"


@clause.of(do.MoveEquipment)
def _(effect: do.MoveEquipment) -> str:
    return f"move {target_words(effect.target)} to another legal target"


@clause.of(do.MoveDisease)
def _(effect: do.MoveDisease) -> str:
    to = "that creature" if effect.to == "struck" else "another legal target"
    return f"move {target_words(effect.target)} to {to}"


@clause.of(do.ReturnCard)
def _(effect: do.ReturnCard) -> str:
    return f"return {target_words(effect.target)} to its controller's hand"


@clause.of(do.LetAttack)
def _(effect: do.LetAttack) -> str:
    return f"{target_words(effect.target)} may attack this turn, and is a creature until its end"


@clause.of(do.Coins)
def _(effect: do.Coins) -> str:
    who = "" if effect.who == "own" else "each opponent "
    if effect.reset:
        return f"{who or 'your '}Stock is emptied".replace("each opponent Stock", "each opponent's Stock")
    if effect.steal:
        return f"steal {counted(abs(effect.n), 'coin')} from each opponent"
    verb = "gain" if effect.n >= 0 else "lose"
    per = f" for {count_words(effect.per)}" if effect.per is not None else ""
    return f"{who}{verb}{'s' if who else ''} {counted(abs(effect.n), 'coin')}{per}"


@clause.of(do.Ether)
def _(effect: do.Ether) -> str:
    who = "" if effect.who == "own" else "each opponent "
    return f"{who}{'gain' if effect.n >= 0 else 'lose'}{'s' if who else ''} {abs(effect.n)} Ether"


@clause.of(do.DrawCards)
def _(effect: do.DrawCards) -> str:
    return f"draw {counted(effect.n, 'card')}"


@clause.of(do.FromCemetery)
def _(effect: do.FromCemetery) -> str:
    rank = f" of rank {effect.rank_at_most} or less" if effect.rank_at_most else ""
    return f"take a {ability_name(effect.what)} card{rank} from your cemetery into your hand"


@clause.of(do.LookAtTop)
def _(_effect: do.LookAtTop) -> str:
    return "look at the top card of your library, which you may put into your cemetery"


@clause.of(do.Revive)
def _(effect: do.Revive) -> str:
    return f"{target_words(effect.target)} returns to life with {effect.hp} HP"


@clause.of(do.Bonus)
def _(effect: do.Bonus) -> str:
    of = "this creature" if effect.of == "this" else "the card that it is attached to"
    others = " or ".join(card.replace("-", " ").title() for card in effect.while_with)
    partner = f" while you control another {others}" if others else ""
    return f"{of} has {effect.attack:+d}/{effect.defense:+d}{partner}"


@clause.of(do.StaysTilted)
def _(_effect: do.StaysTilted) -> str:
    return "it is not untilted in your Awakening"


@clause.of(do.KeepsEmpty)
def _(_effect: do.KeepsEmpty) -> str:
    return "the Summoner that it is attached to regains no capacity in Awakening"


@clause.of(do.MustAttack)
def _(_effect: do.MustAttack) -> str:
    return "this creature attacks each turn if it can"


@clause.of(do.Unblockable)
def _(_effect: do.Unblockable) -> str:
    return "this creature cannot be blocked"


@clause.of(do.Prices)
def _(effect: do.Prices) -> str:
    return f"your actions cost {counted(abs(effect.coins), 'coin')} {'more' if effect.coins > 0 else 'less'}"

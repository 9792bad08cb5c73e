"""What a card says, as short English sentences made from its data.

No sentence is stored: change a number in a card file and its sentence changes with it. The words of
a title (who is a Hero there, whom the figure stands for, what a symbol is called) come from its
`Words`. A card is said in parts, a trigger and a sentence, so that a board can print the trigger in
bold:

>>> from rising_tutor.games.rising.cards.vocabulary import DamageVillain, Reroll
>>> words = Words(
...     hero="Hero", villain="Villain", figure="Ozai", token="token", location="location",
...     symbols={"A": "Avatar", "E": "Earth"}, won="it is won",
... )
>>> ability_parts(Ability(when="after_roll", effect=Reroll(n=0)), "Arnook", words)
('After a roll', 'reroll any of the dice just rolled.')
>>> ability_text(Ability(when="paid", cost=("E", "E"), effect=DamageVillain()), "Bumi", words)
'Pay Earth Earth: put 1 Damage on 1 Villain at your location.'

"You" is the active player. What every ability has in common (once per turn, a free choice) is a rule
and not repeated in each sentence.
"""

from collections.abc import Iterator

from rising_tutor.core.english import capital, counted, either, plural, with_article
from rising_tutor.games.rising.cards.spec import Words
from rising_tutor.games.rising.cards.vocabulary import (
    Ability,
    Battle,
    Carrier,
    Condition,
    FireNationCard,
    Hero,
    RisingEffect,
    Space,
    TeamAbility,
    TeamCard,
    Token,
    Villain,
)
from rising_tutor.games.rising.words.effects import Speaker, clause_of, turned

Part = tuple[str, str]
"""A trigger, possibly empty, and a sentence. With a trigger the sentence begins with a small letter."""


def sentence(effect: RisingEffect, words: Words, name: str = "this card") -> str:
    """What an effect does, as a sentence of its own.

    >>> from rising_tutor.games.rising.cards.vocabulary import Heal
    >>> words = Words(hero="Hero", villain="Foe", figure="F", token="t", location="place", symbols={}, won="w")
    >>> sentence(Heal(n=2, heroes=1), words)
    'Remove up to 2 Damage from 1 Hero of your Team or at your place.'
    """
    clause = clause_of(effect, Speaker(words, name))
    return f"{capital(clause)}."


def ability_parts(ability: Ability, name: str, words: Words) -> Part:
    """When a Hero of this name can do something, and what."""
    speaker = Speaker(words, name)
    clause = clause_of(ability.effect, speaker)
    if ability.only_if is not None:
        clause = f"if {_condition(ability.only_if, speaker)}, {clause}"
    return _trigger(ability, speaker), f"{clause}."


def ability_text(ability: Ability, name: str, words: Words) -> str:
    """The same in one sentence."""
    return _joined(ability_parts(ability, name, words))


def card_parts(card: object, words: Words) -> tuple[Part, ...]:
    """All that a Hero, Villain, Team card, Final Battle, token or Fire Nation card says.

    >>> words = Words(hero="Hero", villain="Foe", figure="Ozai", token="t", location="place", symbols={}, won="w")
    >>> card_parts(FireNationCard("left-1", "left", 1, 3, "owner"), words)
    (('', 'Ozai turns to the next place counterclockwise; advance the Ruin marker 1 space.'),)
    """
    return tuple(_parts(card, words))


def card_text(card: object, words: Words) -> str:
    """The same as one text."""
    return " ".join(capital(_joined(part)) for part in card_parts(card, words))


def space_text(space: Space, words: Words) -> str:
    """What one space of the Balance Track costs.

    >>> words = Words(hero="Hero", villain="Foe", figure="F", token="coin", location="place", symbols={}, won="w")
    >>> space_text(Space(recruit="Earth"), words), space_text(Space(symbols=("A", "F"), tokens=2), words)
    ('recruit an Earth Hero', 'A F + discard 2 coins')
    """
    speaker = Speaker(words)
    needed: list[str] = []
    if space.symbols:
        needed.append(speaker.symbols(space.symbols))
    if space.damage == 1:
        needed.append(f"damage {with_article(words.villain)}")
    elif space.damage:
        needed.append(f"put {space.damage} Damage on {plural(words.villain)}")
    if space.recruit:
        needed.append(f"recruit {with_article(f'{space.recruit} {words.hero}')}")
    if space.tokens:
        needed.append(f"discard {space.tokens} {speaker.token(space.tokens)}")
    if space.dice:
        needed.append(f"remove {space.dice} {'die' if space.dice == 1 else 'dice'}")
    return " + ".join(needed)


def _trigger(ability: Ability, speaker: Speaker) -> str:
    name, words = speaker.name, speaker.words
    who = name if ability.watches == "self" else f"{name} or an adjacent {words.hero}"
    villain = with_article(words.villain)
    return {
        "free": f"In {words.step} 3",
        "paid": "Pay any 1 die:" if ability.any_die else _price(ability.cost, speaker),
        "after_roll": "After a roll",
        "take_damage": f"Put 1 Damage on {name} in {words.step} 3:",
        "on_damage": f"When {who} takes Damage in {words.step} 2",
        "on_villain_damage": f"When you put Damage on {villain}",
        "after_villain_damage": f"At the end of a turn in which you put Damage on {villain}",
        "on_balance_advance": "When the Balance marker advances",
        "on_recruited": f"When you recruit {name}",
        "on_collect": "When you collect your dice",
    }[ability.when]


def _price(cost: tuple[str, ...], speaker: Speaker) -> str:
    return f"Pay {speaker.symbols(cost)}:"


def _condition(condition: Condition, speaker: Speaker) -> str:
    hero = speaker.words.hero
    verb = "is not" if condition.negate else "is"
    words = speaker.words
    if condition.who == "villain_here":
        no = "no" if condition.negate else with_article(words.villain).partition(" ")[0]
        return f"{no} {words.villain} is {speaker.here}"
    kind = either(tuple(with_article(words.types.get(name, name)) for name in condition.types))
    if condition.who == "team":
        return f"another {hero} of your {words.team} {verb} {kind} {hero}"
    return f"at least one adjacent {hero} {verb} {kind} {hero}"


def _joined(part: Part) -> str:
    trigger, said = part
    if not trigger:
        return said
    return f"{trigger} {said}" if trigger.endswith(":") else f"{trigger}, {said}"


def _parts(card: object, words: Words) -> Iterator[Part]:  # noqa: C901  # one flat case for each kind of card
    speaker = Speaker(words, getattr(card, "name", "this card"), beside=isinstance(card, Carrier))

    def part(trigger: str, effect: RisingEffect) -> Part:
        return trigger, f"{clause_of(effect, speaker)}."

    match card:
        case Hero(ability=ability):
            yield ability_parts(ability, card.name, words)
        case Villain(effect=effect):
            yield part(f"With {words.everyone}" if card.only_with_all else f"When {words.figure} faces it", effect)
        case TeamCard(ability=abilities, opening=opening):
            for paid in abilities:
                yield part(_price(paid.cost, speaker), paid.effect)
            if opening is not None:
                symbol = speaker.symbols((opening.symbol,))
                yield part(f"With {opening.n} or more {symbol} on the first roll", opening.effect)
        case TeamAbility(cost=cost, effect=effect):
            yield _price(cost, speaker), f"{clause_of(effect, Speaker(words))}."
        case Carrier(penalty=penalty):
            rolled = f"With {words.everyone}" if card.location >= 0 else "When its colour is rolled"
            if penalty is not None:
                yield part(f"{rolled} once it is {words.fallen}", penalty)
        case Battle(effect=faced, reward=reward):
            if faced is not None:
                yield part(f"When {words.figure} faces it", faced)
            if reward is not None:
                yield part("Reward:", reward)
        case Token(effect=effect):
            yield "", sentence(effect, words, card.name)
        case FireNationCard(direction=direction, ruin=ruin):
            turn = f"{words.figure} does not turn" if direction == "stay" else turned(direction, words)
            more = f"; advance the Ruin marker {counted(ruin, 'space')}" if ruin else ""
            yield "", capital(f"{turn}{more}.")
        case _:
            raise KeyError(f"cards has nothing for {type(card).__name__}")

"""What a card says, as short English sentences made from its data.

No sentence is stored: change a number in a card file and its sentence changes with it. The words of
a title (who is a Hero there, whom the figure stands for, what a symbol is called) come from its
`Words`. A card is said in parts, a trigger and a sentence, so that a board can print the trigger in
bold:

>>> from rising_tutor.games.rising.vocabulary import Ability, Reroll
>>> words = Words(
...     hero="Hero", villain="Villain", figure="Ozai", token="token", location="location",
...     symbols={"A": "Avatar", "E": "Earth"},
... )
>>> ability_parts(Ability(when="after_roll", effect=Reroll(n=0)), "Arnook", words)
('After a roll', 'reroll any of the dice just rolled.')
>>> ability_text(Ability(when="paid", cost=("E", "E"), effect=DamageVillain()), "Bumi", words)
'Pay Earth Earth: put 1 Damage on 1 Villain at your location.'

"You" is the active player. What every ability has in common (once per turn, a free choice) is a rule
and not repeated in each sentence.
"""

from rising_tutor.core.values import Value
from rising_tutor.effects.by_type import ByType
from rising_tutor.games.rising.spec import Words
from rising_tutor.games.rising.vocabulary import (
    Ability,
    AddDie,
    Battle,
    BlockBalance,
    BlockTokens,
    ByPhase,
    ChangeFace,
    Condition,
    DamageHeroes,
    DamageVillain,
    DiscardTokens,
    DrawTokens,
    ExtraSymbol,
    FireNationCard,
    Heal,
    HealTeams,
    HealVillains,
    Hero,
    InOrder,
    LoseDie,
    MoveDamage,
    MoveRuin,
    ParkDie,
    ReorderRow,
    Reroll,
    RerollAll,
    RisingEffect,
    Space,
    Swap,
    TeamCard,
    Token,
    TurnFigure,
    Villain,
)

Part = tuple[str, str]
"""A trigger, possibly empty, and a sentence. With a trigger the sentence begins with a small letter."""


class Speaker(Value, frozen=True):
    """Who speaks: a card of this name, in the words of a title."""

    words: Words
    name: str = "this card"

    def hero(self, n: int = 1) -> str:
        return counted(self.words.hero, n)

    def villain(self, n: int = 1) -> str:
        return counted(self.words.villain, n)

    def token(self, n: int = 1) -> str:
        return counted(self.words.token, n)

    @property
    def here(self) -> str:
        return f"at your {self.words.location}"

    def symbols(self, symbols: tuple[str, ...]) -> str:
        return " ".join(self.words.symbols.get(symbol, symbol) for symbol in symbols)


clauses = ByType[str]("sentences")
"""For each type of effect what it does, as a clause without a capital letter and a full stop."""


def sentence(effect: RisingEffect, words: Words, name: str = "this card") -> str:
    """What an effect does, as a sentence of its own.

    >>> words = Words(hero="Hero", villain="Foe", figure="F", token="t", location="place", symbols={})
    >>> sentence(Heal(n=2, heroes=1), words)
    'Remove up to 2 Damage from 1 Hero of your Team or at your place.'
    """
    clause = _clause(effect, Speaker(words, name))
    return f"{clause[:1].upper()}{clause[1:]}."


def ability_parts(ability: Ability, name: str, words: Words) -> Part:
    """When a Hero of this name can do something, and what."""
    speaker = Speaker(words, name)
    clause = _clause(ability.effect, speaker)
    if ability.only_if is not None:
        clause = f"if {_condition(ability.only_if, speaker)}, {clause}"
    return _trigger(ability, speaker), f"{clause}."


def ability_text(ability: Ability, name: str, words: Words) -> str:
    """The same in one sentence."""
    return _joined(ability_parts(ability, name, words))


def card_parts(card: object, words: Words) -> tuple[Part, ...]:
    """All that a Hero, Villain, Team card, Final Battle, token or Fire Nation card says.

    >>> words = Words(hero="Hero", villain="Foe", figure="Ozai", token="t", location="place", symbols={})
    >>> card_parts(FireNationCard("left-1", "left", 1, 3, "owner"), words)
    (('', 'Ozai turns to the next place counterclockwise; advance the Ruin marker 1 space.'),)
    """
    return _cards.find(card)(card, words)


def card_text(card: object, words: Words) -> str:
    """The same as one text."""
    return " ".join(_capital(_joined(part)) for part in card_parts(card, words))


def space_text(space: Space, words: Words) -> str:
    """What one space of the Balance Track costs.

    >>> words = Words(hero="Hero", villain="Foe", figure="F", token="coin", location="place", symbols={})
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


# ---------------------------------------------------------------------------------------------------
# small words


def plural(word: str) -> str:
    """More than one of it.

    >>> plural("Hero"), plural("Death Eater"), plural("Pai Sho token")
    ('Heroes', 'Death Eaters', 'Pai Sho tokens')
    """
    return f"{word}es" if word.endswith(("o", "s", "x", "ch", "sh")) else f"{word}s"


def counted(word: str, n: int) -> str:
    """The word in the form that goes with this number."""
    return word if n == 1 else plural(word)


def with_article(words: str) -> str:
    """With a or an.

    >>> with_article("Air Hero"), with_article("Hero")
    ('an Air Hero', 'a Hero')
    """
    return f"{'an' if words[:1].lower() in 'aeiou' else 'a'} {words}"


def _either(names: tuple[str, ...]) -> str:
    """Names with commas and a last "or"."""
    *first, last = names
    return f"{', '.join(first)} or {last}" if first else last


def _up_to(n: int) -> str:
    """One counter is removed or it is not; of several a part may be."""
    return "1" if n == 1 else f"up to {n}"


def _spaces(n: int) -> str:
    return f"{n} {counted('space', n)}"


def _capital(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}"


def _joined(part: Part) -> str:
    trigger, said = part
    if not trigger:
        return said
    return f"{trigger} {said}" if trigger.endswith(":") else f"{trigger}, {said}"


def _clause(effect: RisingEffect, speaker: Speaker) -> str:
    return clauses.find(effect)(effect, speaker)


# ---------------------------------------------------------------------------------------------------
# when it can be used


def _trigger(ability: Ability, speaker: Speaker) -> str:
    name, hero = speaker.name, speaker.words.hero
    match ability.when:
        case "free":
            return "In step 3"
        case "paid":
            return "Pay any 1 die:" if ability.any_die else _price(ability.cost, speaker)
        case "after_roll":
            return "After a roll"
        case "take_damage":
            return f"Put 1 Damage on {name} in step 3:"
        case "on_damage":
            who = name if ability.watches == "self" else f"{name} or an adjacent {hero}"
            return f"When {who} takes Damage in step 2"
        case "on_villain_damage":
            return f"When you put Damage on {with_article(speaker.words.villain)}"
        case "on_balance_advance":
            return "When the Balance marker advances"
        case "on_recruited":
            return f"When you recruit {name}"


def _price(cost: tuple[str, ...], speaker: Speaker) -> str:
    return f"Pay {speaker.symbols(cost)}:"


def _condition(condition: Condition, speaker: Speaker) -> str:
    kind = _either(tuple(with_article(name) for name in condition.types))
    hero = speaker.words.hero
    verb = "is not" if condition.negate else "is"
    if condition.who == "team":
        return f"another {hero} of your Team {verb} {kind} {hero}"
    return f"at least one adjacent {hero} {verb} {kind} {hero}"


# ---------------------------------------------------------------------------------------------------
# what it does to dice


@clauses.of(AddDie)
def _add_die(effect: AddDie, _: Speaker) -> str:
    return f"add 1 {_either(effect.colours)} die to the pool"


@clauses.of(Reroll)
def _reroll(effect: Reroll, _: Speaker) -> str:
    many = "any" if effect.n == 0 else _up_to(effect.n)
    return f"reroll {many} of the dice just rolled"


@clauses.of(RerollAll)
def _reroll_all(_effect: RerollAll, _: Speaker) -> str:
    return "reroll every rolled die that is not assigned"


@clauses.of(ChangeFace)
def _change_face(effect: ChangeFace, speaker: Speaker) -> str:
    symbol = speaker.symbols((effect.symbol,))
    return f"turn 1 rolled die that shows {symbol}, single or double, to another of its faces"


@clauses.of(ParkDie)
def _park_die(_effect: ParkDie, _: Speaker) -> str:
    return (
        "keep the die on this card; in step 3 of a later turn you may move it once to a place in reach "
        "that needs its symbol"
    )


@clauses.of(LoseDie)
def _lose_die(effect: LoseDie, _: Speaker) -> str:
    dice = "1 die" if effect.n == 1 else f"{effect.n} dice"
    return f"before the first roll the active player chooses {dice} of the pool to put aside for this turn"


@clauses.of(ExtraSymbol)
def _extra_symbol(effect: ExtraSymbol, speaker: Speaker) -> str:
    return f"assign 1 {speaker.symbols((effect.symbol,))} without a die"


# ---------------------------------------------------------------------------------------------------
# what it does to Damage


@clauses.of(Heal)
def _heal(effect: Heal, speaker: Speaker) -> str:
    hero = speaker.hero(effect.heroes)
    one = effect.heroes == 1
    many = "1" if one else f"each of up to {effect.heroes}"
    match effect.who:
        case "reach":
            whom = f"{many} {hero} of your Team or {speaker.here}"
        case "adjacent":
            whom = f"{many} adjacent {hero}"
        case "self_or_adjacent":
            neighbour = f"an adjacent {hero}" if one else f"adjacent {hero}"
            whom = f"{speaker.name} or {neighbour}" if one else f"{many} of {speaker.name} and {neighbour}"
    return f"remove {_up_to(effect.n)} Damage from {whom}"


@clauses.of(HealTeams)
def _heal_teams(effect: HealTeams, speaker: Speaker) -> str:
    return f"remove {_up_to(effect.n)} Damage from every {speaker.hero()} of every Team"


@clauses.of(HealVillains)
def _heal_villains(effect: HealVillains, speaker: Speaker) -> str:
    where = f"at this {speaker.words.location}"
    return f"remove {_up_to(effect.n)} Damage from each other {speaker.villain()} {where}"


@clauses.of(DamageVillain)
def _damage_villain(effect: DamageVillain, speaker: Speaker) -> str:
    villain = speaker.villain()
    match effect.who:
        case "one_here":
            whom = f"1 {villain} {speaker.here}"
        case "each_here":
            whom = f"each {villain} {speaker.here}"
        case "one_each_location":
            whom = f"1 {villain} at each {speaker.words.location}"
    return f"put 1 Damage on {whom}"


@clauses.of(MoveDamage)
def _move_damage(effect: MoveDamage, speaker: Speaker) -> str:
    villain = speaker.villain()
    from_villain = effect.source == "villain"
    source = f"any {villain}" if from_villain else f"1 {speaker.hero()} of your Team"
    if effect.to == "villain_here":
        to = f"{'another' if from_villain else '1'} {villain} {speaker.here}"
    else:
        to = f"any {'other ' if from_villain else ''}{villain}"
    return f"move 1 Damage from {source} to {to}"


@clauses.of(DamageHeroes)
def _damage_heroes(effect: DamageHeroes, speaker: Speaker) -> str:
    hero = speaker.hero()
    team = "the active Team" if effect.teams == "active" else "each Team"
    match effect.who:
        case "leftmost" | "rightmost":
            count = "" if effect.n == 1 else f"{effect.n} "
            whom = f"the {count}{effect.who} {speaker.hero(effect.n)} of {team}"
        case "ends":
            whom = f"the leftmost and the rightmost {hero} of {team}"
        case "most_damaged" | "least_damaged":
            which = effect.who.replace("_", " ")
            whom = f"the {which} {hero} of {team}, or on all that tie for it"
        case "chosen":
            whom = f"1 {hero} of {team}, chosen by the active player among those that are not full"
        case "here":
            whom = f"every {hero} at this {speaker.words.location}, with the active Team if its token is here"
    return f"put 1 Damage on {whom}"


# ---------------------------------------------------------------------------------------------------
# what it does to tokens, cards, tracks and the figure


@clauses.of(DrawTokens)
def _draw_tokens(effect: DrawTokens, speaker: Speaker) -> str:
    tokens = f"{effect.n} {speaker.token(effect.n)}"
    if effect.who == "each":
        return f"each player draws {tokens}, clockwise from the active player"
    return f"draw {tokens}"


@clauses.of(DiscardTokens)
def _discard_tokens(effect: DiscardTokens, speaker: Speaker) -> str:
    return f"each player who holds {speaker.token(2)} chooses {effect.n} to discard"


@clauses.of(BlockTokens)
def _block_tokens(_effect: BlockTokens, speaker: Speaker) -> str:
    return f"nobody can gain or use {speaker.token(2)} until the end of the turn"


@clauses.of(BlockBalance)
def _block_balance(_effect: BlockBalance, _: Speaker) -> str:
    return "nothing can be paid for Balance this turn and its marker cannot advance"


@clauses.of(ReorderRow)
def _reorder_row(_effect: ReorderRow, _: Speaker) -> str:
    return "put your Team row in any order"


@clauses.of(Swap)
def _swap(effect: Swap, speaker: Speaker) -> str:
    here = speaker.hero() if effect.here == "hero" else speaker.villain()
    place = speaker.words.location
    return f"swap 1 {here} {speaker.here} with 1 {speaker.hero()} at another {place}, each with its Damage"


@clauses.of(MoveRuin)
def _move_ruin(effect: MoveRuin, _: Speaker) -> str:
    if effect.n < 0:
        return f"move the Ruin marker back {_spaces(-effect.n)}"
    return f"advance the Ruin marker {_spaces(effect.n)}"


@clauses.of(TurnFigure)
def _turn_figure(effect: TurnFigure, speaker: Speaker) -> str:
    return f"{_turn(effect.direction, speaker.words)} and attacks there"


def _turn(direction: str, words: Words) -> str:
    way = "clockwise" if direction == "right" else "counterclockwise"
    return f"{words.figure} turns to the next {words.location} {way}"


# ---------------------------------------------------------------------------------------------------
# joints


@clauses.of(InOrder)
def _in_order(effect: InOrder, speaker: Speaker) -> str:
    return "; then ".join(_clause(part, speaker) for part in effect.effects)


@clauses.of(ByPhase)
def _by_phase(effect: ByPhase, speaker: Speaker) -> str:
    return f"in phase 1, {_clause(effect.one, speaker)}; in phase 2, {_clause(effect.two, speaker)}"


# ---------------------------------------------------------------------------------------------------
# cards

_cards = ByType[tuple[Part, ...]]("cards")


def _faced(effect: RisingEffect, name: str, words: Words) -> Part:
    return f"When {words.figure} faces it", f"{_clause(effect, Speaker(words, name))}."


@_cards.of(Hero)
def _hero(card: Hero, words: Words) -> tuple[Part, ...]:
    return (ability_parts(card.ability, card.name, words),)


@_cards.of(Villain)
def _villain(card: Villain, words: Words) -> tuple[Part, ...]:
    return (_faced(card.effect, card.name, words),)


@_cards.of(TeamCard)
def _team(card: TeamCard, words: Words) -> tuple[Part, ...]:
    speaker = Speaker(words, card.name)
    return ((_price(card.cost, speaker), f"{_clause(card.effect, speaker)}."),)


@_cards.of(Battle)
def _battle(card: Battle, words: Words) -> tuple[Part, ...]:
    reward = f"{_clause(card.reward, Speaker(words, card.name))}."
    return _faced(card.effect, card.name, words), ("Reward:", reward)


@_cards.of(Token)
def _token(card: Token, words: Words) -> tuple[Part, ...]:
    return (("", sentence(card.effect, words, card.name)),)


@_cards.of(FireNationCard)
def _fire_nation(card: FireNationCard, words: Words) -> tuple[Part, ...]:
    turn = f"{words.figure} does not turn" if card.direction == "stay" else _turn(card.direction, words)
    ruin = f"; advance the Ruin marker {_spaces(card.ruin)}" if card.ruin else ""
    return (("", _capital(f"{turn}{ruin}.")),)

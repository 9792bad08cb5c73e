"""The dice of a title, and everything that has a cost for dice or helps with them.

>>> from rising_tutor.games.rising.cards.book import load_book
>>> from rising_tutor.games.rising.titles.fire_nation import TITLE
>>> cards = {card.id: card for card in odds_cards(load_book(TITLE))}
>>> cards["arnook"].need.symbols, cards["arnook-ability"].help
('WW', Reroll(most=0, whole=False, name='Ability of Arnook'))
"""

from collections.abc import Iterable, Iterator, Mapping

from rising_tutor.core.chance import Die
from rising_tutor.core.ids import RuleId
from rising_tutor.games.rising.cards import vocabulary as say
from rising_tutor.games.rising.cards.book import Book
from rising_tutor.games.rising.cards.spec import Citations
from rising_tutor.games.rising.words.names import say_team
from rising_tutor.probability.dice_turn.dice_game import OddsCard
from rising_tutor.probability.dice_turn.problem import ANY, ChangeFace, ExtraDie, ExtraSymbol, Help, Need, Reroll

ABILITY = "ability"


def ability_id(hero: str) -> str:
    """The id of a Hero's ability, beside that of the Hero, who has a cost as well."""
    return f"{hero}-{ABILITY}"


def odds_dice(book: Book) -> tuple[tuple[Die, int], ...]:
    """Every kind of die with how many the box holds."""
    return tuple(zip(book.dice, book.dice_total, strict=True))


def odds_pools(book: Book) -> tuple[tuple[str, tuple[int, ...]], ...]:
    """The dice that each Team card gives."""
    return tuple((say_team(book, card), book.team_dice[card]) for card in book.team)


def odds_rules(cite: Citations) -> Mapping[str, RuleId]:
    """The rules behind the mathematics, by topic."""
    return {
        "pool": cite.collect,
        "box": cite.colour_limit,
        "roll": cite.roll,
        "duty": cite.duty,
        "discard": cite.discard,
        "double": cite.double,
        "reroll": cite.reroll,
        "change": cite.change_face,
        "symbol": cite.token_symbol,
        "die": cite.token_die,
        "locked": cite.locked,
        "colour": cite.colour_of_dice,
        "again": cite.roll_again,
        "surplus": cite.surplus,
        "part": cite.part_paid,
    }


def odds_cards(book: Book) -> tuple[OddsCard, ...]:
    """Everything with a cost or a help, in the order of display."""
    return tuple(card for card in _cards(book) if card.need is not None or card.help is not None)


def _cards(book: Book) -> Iterator[OddsCard]:
    cite, words, content = book.spec.cite, book.spec.words, book.content

    def priced(key: str, name: str, kind: str, cost: Iterable[str], *, origin: str, rule: RuleId) -> OddsCard:
        return OddsCard(key, name, kind, Need("".join(cost), name=name), None, origin, rule)

    for hero in content.hero:
        yield priced(hero.id, hero.name, words.hero, hero.cost, origin=_origin(hero, "cost"), rule=cite.recruit_target)
    for foe in content.villain:
        yield priced(foe.id, foe.name, words.villain, foe.cost, origin=_origin(foe, "cost"), rule=cite.villain_target)
    for hero in content.hero:
        ability, name, origin = hero.ability, f"Ability of {hero.name}", _origin(hero, "ability")
        if ability.when == "paid":
            cost = (ANY,) if ability.any_die else ability.cost
            yield priced(ability_id(hero.id), name, ABILITY, cost, origin=origin, rule=cite.hero_ability)
        elif ability.when in ("free", "after_roll"):
            rule = {say.AddDie: cite.extra_die, say.ChangeFace: cite.change_face}.get(type(ability.effect), cite.reroll)
            yield OddsCard(ability_id(hero.id), name, ABILITY, None, help_of(ability.effect, name), origin, rule)
    for team in content.team:
        for key, paid in book.team_ability[team.id]:
            name = f"{say_team(book, team.id)}: {paid.name}" if paid.name else say_team(book, team.id)
            yield priced(key, name, "Team", paid.cost, origin=_origin(team, "ability"), rule=cite.team_ability)
    for battle in content.battle:
        origin = _origin(battle, "cost")
        yield priced(battle.id, battle.name, "Final Battle", battle.cost, origin=origin, rule=cite.battle_target)
    for side in content.balance:
        for at, space in enumerate(side.spaces, 1):
            if space.symbols:
                name = f"Balance {side.id.replace('-', ' ')}, space {at}"
                key = f"balance-{side.id}-{at}"
                yield priced(key, name, "Balance", space.symbols, origin=side.origin, rule=cite.balance_target)
    token_rules = {say.ExtraSymbol: cite.token_symbol, say.AddDie: cite.token_die}
    for token in content.token:
        rule, gives = token_rules.get(type(token.effect), cite.token_reroll), help_of(token.effect, token.name)
        yield OddsCard(token.id, token.name, words.token, None, gives, _origin(token, "effect"), rule)


def _origin(entry: say.Hero | say.Villain | say.TeamCard | say.Battle | say.Token, field: str) -> str:
    """Where a field of an entry comes from; an entry of our own may have fields that the rulebook gives."""
    return "rulebook" if field in entry.stated else entry.origin


def help_of(effect: say.RisingEffect, name: str) -> Help | None:
    """What a free effect does for the dice of the turn; None if nothing that this mathematics knows.

    >>> help_of(say.AddDie(colours=("red",)), "Red die"), help_of(say.HealTeams(), "x")
    (ExtraDie(colours=('red',), name='Red die'), None)
    """
    match effect:
        case say.AddDie(colours):
            return ExtraDie(colours, name)
        case say.Reroll(n):
            return Reroll(n, name=name)
        case say.RerollAll():
            return Reroll(whole=True, name=name)
        case say.ChangeFace(symbol):
            return ChangeFace(symbol, name)
        case say.ExtraSymbol(symbol):
            return ExtraSymbol(symbol, name)
    return None

"""The dice of a title, and everything that has a cost for dice or helps with them.

>>> from rising_tutor.games.rising.cards.book import load_book
>>> from rising_tutor.games.rising.titles.fire_nation import TITLE
>>> cards = {card.id: card for card in odds_cards(load_book(TITLE))}
>>> cards["arnook"].need.symbols, cards["arnook-ability"].help
('WW', Reroll(most=0, whole=False, name='Ability of Arnook'))
"""

from collections.abc import Iterator, Mapping

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
    return tuple(
        card
        for part in (_heroes, _villains, _abilities, _teams, _battles, _spaces, _tokens)
        for card in part(book)
        if card.need is not None or card.help is not None
    )


def _heroes(book: Book) -> Iterator[OddsCard]:
    cite, kind = book.spec.cite, book.spec.words.hero
    for hero in book.content.hero:
        need = Need("".join(hero.cost), name=hero.name)
        yield OddsCard(hero.id, hero.name, kind, need, None, _origin(hero, "cost"), cite.recruit_target)


def _villains(book: Book) -> Iterator[OddsCard]:
    cite, kind = book.spec.cite, book.spec.words.villain
    for villain in book.content.villain:
        need = Need("".join(villain.cost), name=villain.name)
        yield OddsCard(villain.id, villain.name, kind, need, None, _origin(villain, "cost"), cite.villain_target)


def _abilities(book: Book) -> Iterator[OddsCard]:
    cite = book.spec.cite
    for hero in book.content.hero:
        ability = hero.ability
        name = f"Ability of {hero.name}"
        if ability.when == "paid":
            symbols = ANY if ability.any_die else "".join(ability.cost)
            need = Need(symbols, name=name)
            yield OddsCard(ability_id(hero.id), name, ABILITY, need, None, _origin(hero, "ability"), cite.hero_ability)
        elif ability.when in ("free", "after_roll"):
            rule = {say.AddDie: cite.extra_die, say.ChangeFace: cite.change_face}.get(type(ability.effect), cite.reroll)
            help_ = help_of(ability.effect, name)
            yield OddsCard(ability_id(hero.id), name, ABILITY, None, help_, _origin(hero, "ability"), rule)


def _teams(book: Book) -> Iterator[OddsCard]:
    cite = book.spec.cite
    for team in book.content.team:
        for key, ability in book.team_ability[team.id]:
            name = f"{say_team(book, team.id)}: {ability.name}" if ability.name else say_team(book, team.id)
            need = Need("".join(ability.cost), name=name)
            yield OddsCard(key, name, "Team", need, None, _origin(team, "ability"), cite.team_ability)


def _battles(book: Book) -> Iterator[OddsCard]:
    cite = book.spec.cite
    for battle in book.content.battle:
        need = Need("".join(battle.cost), name=battle.name)
        yield OddsCard(battle.id, battle.name, "Final Battle", need, None, _origin(battle, "cost"), cite.battle_target)


def _spaces(book: Book) -> Iterator[OddsCard]:
    cite = book.spec.cite
    for side in book.content.balance:
        for at, space in enumerate(side.spaces, 1):
            if space.symbols:
                name = f"Balance {side.id.replace('-', ' ')}, space {at}"
                need = Need("".join(space.symbols), name=name)
                yield OddsCard(f"balance-{side.id}-{at}", name, "Balance", need, None, side.origin, cite.balance_target)


def _tokens(book: Book) -> Iterator[OddsCard]:
    cite, kind = book.spec.cite, book.spec.words.token
    for token in book.content.token:
        rule = {say.ExtraSymbol: cite.token_symbol, say.AddDie: cite.token_die}.get(
            type(token.effect), cite.token_reroll
        )
        yield OddsCard(
            token.id, token.name, kind, None, help_of(token.effect, token.name), _origin(token, "effect"), rule
        )


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

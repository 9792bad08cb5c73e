"""What the active Team can work on in a turn: targets with what they still need and what they are worth."""

from typing import NamedTuple

from rising_tutor.core.ids import CardId
from rising_tutor.games.rising.actions import BALANCE
from rising_tutor.games.rising.cards import vocabulary as say
from rising_tutor.games.rising.cards.book import Book, Vector
from rising_tutor.games.rising.greedy.worth import Worth
from rising_tutor.games.rising.view import RisingView, SpotView


class Target(NamedTuple):
    """A card or Balance, the symbols that it still needs, and what covering them is worth."""

    card: CardId
    need: Vector
    worth: float


class Price(NamedTuple):
    """What the next Balance space still wants, beside symbols, and whether it is in sight."""

    worth: float
    symbols: bool
    tokens: int
    dice: int
    damage: int
    recruit: str

    @property
    def ready(self) -> bool:
        """Nothing but tokens and dice is missing."""
        return self.worth > 0 and not (self.symbols or self.damage or self.recruit)


NO_PRICE = Price(0.0, False, 0, 0, 0, "")  # noqa: FBT003 - a record of facts


def price_of_balance(book: Book, view: RisingView, worth: Worth, location: int) -> Price:
    """The next Balance space, with what is covered on cards counted as done."""
    track = view.balance
    if track is None or track.blocked or track.position >= track.top or track.moved:
        return NO_PRICE
    space = book.side[track.side].spaces[track.position]
    sets = sum(s.sets for s in view.places if s is not None and s.card in book.villain and s.damage < s.capacity)
    covered = {
        book.hero[s.card].type for s in view.places if s is not None and s.card in book.hero and s.dice and not s.lacks
    }
    damage = max(0, space.damage - view.villain_hits - sets)
    recruit = "" if space.recruit in covered else space.recruit
    tokens = max(0, space.tokens - len(track.tokens))
    dice = max(0, space.dice - len(track.dice))
    gain = worth.balance()
    if tokens > sum(n for team in view.teams for _, n in team.tokens):
        gain = 0.0
    spots = worth.spots(location) if location >= 0 else []
    if recruit and not any(s.card in book.hero and book.hero[s.card].type == recruit for s in spots):
        gain = 0.0
    if damage and not any(s.card in book.villain for s in spots):
        gain = 0.0
    return Price(gain, bool(track.lacks), tokens, dice, damage, recruit)


def targets_at(book: Book, view: RisingView, worth: Worth, location: int) -> list[Target]:
    """Everything that the active Team could work on at a location, best of equal cost first."""
    out: list[Target] = []
    price = price_of_balance(book, view, worth, location)
    parts = bool(price.symbols) + bool(price.damage) + bool(price.recruit) or 1
    share = price.worth / parts
    villain_here = False
    for spot in worth.spots(location):
        if spot.card in book.villain:
            villain_here = True
            out += _villain(book, worth, spot, location, share if price.damage else 0.0)
        elif spot.lacks:
            gain = worth.recruit(spot.card, spot.damage)
            if price.recruit and book.hero[spot.card].type == price.recruit:
                gain += share
            out.append(_target(book, spot.card, spot.lacks, gain))
    for member in worth.team.row:
        if member.lacks and not member.used and member.card in book.paid and member.card not in book.any_die:
            effect = book.hero[member.card].ability.effect
            gain = worth.now(effect, member.card) + (share if price.damage and hits(effect) else 0.0)
            out.append(_target(book, member.card, member.lacks, gain))
    for ability in worth.team.abilities:
        if ability.lacks and not ability.used:
            effect = book.ability_of_team[ability.key].effect
            gain = worth.now(effect, worth.team.card) + (share if price.damage and hits(effect) else 0.0)
            out.append(_target(book, ability.key, ability.lacks, gain))
    if price.symbols and view.balance is not None:
        out.append(_target(book, BALANCE, view.balance.lacks, share))
    battle = view.battles[location]
    boss = book.spec.switch.boss
    if battle is not None and (boss or not villain_here):
        most = min(battle.capacity, len(view.villains_out)) if boss else battle.capacity
        left = most - battle.damage - battle.sets
        if left > 0 and battle.lacks:
            out.append(_target(book, battle.card, battle.lacks, worth.battle_hit()))
        if left > 1 and not book.spec.switch.sets_per_villain:
            out.append(Target(battle.card, book.price[battle.card], round(worth.battle_hit(), 2)))
    return [target for target in out if target.worth > 0.05]


def _villain(book: Book, worth: Worth, spot: SpotView, location: int, bonus: float) -> list[Target]:
    out = []
    gain = worth.villain_hit(spot, location, spot.sets)
    if gain > 0 and spot.lacks:
        out.append(_target(book, spot.card, spot.lacks, gain + bonus))
        if book.spec.switch.sets_per_villain:
            return out
        more = worth.villain_hit(spot, location, spot.sets + 1)
        if more > 0:
            out.append(Target(spot.card, book.price[spot.card], round(more, 2)))
    return out


def _target(book: Book, card: str, lacks: tuple[str, ...], gain: float) -> Target:
    return Target(CardId(card), book.vector(lacks), round(gain, 2))


def hits(effect: say.RisingEffect) -> bool:
    """An own effect can put Damage on a Villain."""
    match effect:
        case say.DamageVillain() | say.MoveDamage():
            return True
        case say.InOrder(effects):
            return any(hits(part) for part in effects)
    return False

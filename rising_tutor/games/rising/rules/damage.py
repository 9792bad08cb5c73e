"""Damage: counters on Heroes, Villains and battles, and what they set off."""

from rising_tutor.core.ids import CardId, RuleId
from rising_tutor.games.rising.cards.vocabulary import DamageHeroes
from rising_tutor.games.rising.rules import enemy_events as foe
from rising_tutor.games.rising.rules import events as ev
from rising_tutor.games.rising.rules.context import Run
from rising_tutor.games.rising.rules.state import Member, Spot
from rising_tutor.games.rising.rules.tasks import DrawToken, Trigger


def hit_member(run: Run, team: int, position: int, rule: RuleId) -> None:
    """Puts 1 counter on a Hero of a Team, unless it is full."""
    member = run.t.teams[team].row[position]
    capacity = run.book.capacity[member.card]
    if member.damage >= capacity:  # cite.no_overflow
        run.say(ev.DamageBlocked, run.cite.full_hero, card=member.card)
        return
    damage = member.damage + 1
    run.set_member(team, position, Member(member.card, damage, member.dice, member.parked))
    run.say(ev.DamageTaken, rule, card=member.card, team=team, damage=damage, capacity=capacity)
    if team == run.t.active:  # FNR-320, FNR-321: one that is full returned before
        run.t.hits += (member.card,)


def hit_place(run: Run, at: int, rule: RuleId) -> None:
    """Puts 1 counter on a Hero at a location, unless it is full. Villains take none."""
    spot = run.t.places[at]
    if spot is None or spot.card not in run.book.hero:  # FNR-1013, DER-409
        return
    capacity = run.book.capacity[spot.card]
    if spot.damage >= capacity:
        run.say(ev.DamageBlocked, run.cite.full_hero, card=spot.card)
        return
    run.set_place(at, Spot(spot.card, spot.damage + 1, spot.dice))
    run.say(ev.DamageTaken, rule, card=spot.card, team=-1, damage=spot.damage + 1, capacity=capacity)


def attack(run: Run, rule: RuleId, team_rule: RuleId) -> None:
    """1 counter on every Hero in the faced location, with the active Team if it is there."""
    t = run.t
    team_there = t.location == t.facing
    run.say(foe.LocationAttacked, rule, location=t.facing, team_there=team_there)
    hit_location(run, t.facing, rule, team_rule)


def hit_location(run: Run, location: int, rule: RuleId, team_rule: RuleId, effect: DamageHeroes | None = None) -> None:
    """1 counter on every Hero in a location, with the active Team if its token is there; or on those of an effect."""
    t = run.t
    first = location * run.book.spec.places
    for at in range(first, first + run.book.spec.places):
        spot = t.places[at]
        if spot is not None and (effect is None or concerns(run, effect, spot.card)):
            hit_place(run, at, rule)
    # cite.other_teams, FNR-304, DER-408, DSR-416
    if t.location == location and (effect is None or effect.who != "slots"):
        for position, member in enumerate(t.teams[t.active].row):
            if effect is None or concerns(run, effect, member.card):
                hit_member(run, t.active, position, team_rule)


def concerns(run: Run, effect: DamageHeroes, card: CardId) -> bool:
    """A Hero is of a type and a kind that the effect names, where it names any."""
    hero = run.book.hero.get(card)
    if hero is None:
        return False
    # FNR-907, DSR-111
    return (not effect.types or hero.type in effect.types) and (not effect.kinds or hero.kind in effect.kinds)


def turn_figure(run: Run, direction: str, rule: RuleId) -> None:
    """Left is one location counterclockwise, right one clockwise."""
    t = run.t
    before = t.facing
    change = {"left": -1, "right": 1, "stay": 0}[direction]
    t.facing = (before + change) % run.book.spec.locations
    boss = t.battles[before] if run.book.spec.switch.boss else None
    if boss is not None:
        t.battles = tuple(boss if at == t.facing else None for at in range(len(t.battles)))
    run.say(foe.FigureTurned, rule, before=before, after=t.facing)


def hit_villain(run: Run, card: str, rule: RuleId) -> bool:
    """Puts 1 counter on a Villain; the active player draws a token for it.

    Returns:
        False if the Villain is full or no longer there; then nothing happens.
    """
    t = run.t
    at = run.find_place(card)
    spot = t.places[at] if at >= 0 else None
    if spot is None or spot.damage >= run.book.capacity[card]:  # cite.no_overflow, DER-701, DSR-702
        return False
    run.set_place(at, Spot(spot.card, spot.damage + 1, spot.dice))
    t.villain_hits += 1
    run.say(ev.VillainDamaged, rule, card=spot.card, damage=spot.damage + 1, capacity=run.book.capacity[card])
    run.push(DrawToken(t.active), Trigger("on_villain_damage", spot.card))  # cite.reward
    return True


def heal_member(run: Run, team: int, position: int, n: int, rule: RuleId) -> int:
    """Takes up to `n` counters off a Hero of a Team; gives how many."""
    member = run.t.teams[team].row[position]
    if run.t.no_heal:
        run.say(foe.NotHealed, run.cite.no_heal, card=member.card)
        return 0
    healed = min(n, member.damage)  # DER-710
    damage = member.damage - healed
    if healed:
        run.set_member(team, position, Member(member.card, damage, member.dice, member.parked))
    capacity = run.book.capacity[member.card]
    run.say(ev.Healed, rule, card=member.card, n=healed, damage=damage, capacity=capacity)
    return healed


def heal_place(run: Run, at: int, n: int, rule: RuleId) -> int:
    """Takes up to `n` counters off a face-up card; gives how many."""
    spot = run.t.places[at]
    if spot is None:
        return 0
    if run.t.no_heal and spot.card in run.book.hero:
        run.say(foe.NotHealed, run.cite.no_heal, card=spot.card)
        return 0
    healed = min(n, spot.damage)
    if healed:
        run.set_place(at, Spot(spot.card, spot.damage - healed, spot.dice))
    capacity = run.book.capacity[spot.card]
    run.say(ev.Healed, rule, card=spot.card, n=healed, damage=spot.damage - healed, capacity=capacity)
    return healed

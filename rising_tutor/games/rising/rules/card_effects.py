"""What each effect does.

A handler changes the table and may put tasks on the agenda. It never asks and never draws: a choice
or a draw that is needed waits on the agenda, where it can be saved, listed and explained.
"""

from rising_tutor.core.ids import CardId, RuleId
from rising_tutor.core.values import with_count
from rising_tutor.effects.by_type import ByType
from rising_tutor.games.rising.cards import vocabulary as say
from rising_tutor.games.rising.rules import enemy_counters, first_roll
from rising_tutor.games.rising.rules import enemy_events as foe
from rising_tutor.games.rising.rules import events as ev
from rising_tutor.games.rising.rules.context import Run
from rising_tutor.games.rising.rules.damage import (
    attack,
    concerns,
    heal_member,
    heal_place,
    hit_location,
    hit_member,
    turn_figure,
)
from rising_tutor.games.rising.rules.state import Member
from rising_tutor.games.rising.rules.tasks import (
    EVERYWHERE,
    Apply,
    DrawToken,
    PickCarrier,
    PickColour,
    PickDrop,
    PickFace,
    PickHeal,
    PickHealOfTeam,
    PickOrder,
    PickReroll,
    PickShift,
    PickSwap,
    PickVictim,
    PickVillain,
    RollDice,
    Strike,
)

handle: ByType[None] = ByType(
    "handlers",
    {
        say.ParkDie: lambda *_: None,  # the die that paid already lies on the card (see `placement.place`)
        say.ExtraSymbol: lambda *_: None,  # is placed like a die when the token is used (see `between_rolls.take`)
        say.Reroll: lambda run, effect, source: run.push(PickReroll(source, effect.n)),
        say.ChangeFace: lambda run, effect, source: run.push(PickFace(source, run.book.symbol_index[effect.symbol])),
        say.Heal: lambda run, effect, source: run.push(PickHeal(source, effect.n, effect.heroes, effect.who)),
        say.HealOneOfEach: lambda run, effect, source: run.push(
            *(PickHealOfTeam(source, effect.n, team) for team in clockwise(run))
        ),
        say.MoveDamage: lambda run, effect, source: run.push(
            PickShift(source, effect.source == "own_hero", effect.to == "villain")
        ),
        say.ReorderRow: lambda run, _, source: run.push(PickOrder(source)),
        say.Swap: lambda run, effect, source: run.push(PickSwap(source, effect.here)),
        say.InOrder: lambda run, effect, source: run.push(*(Apply(part, source) for part in effect.effects)),
        say.ByPhase: lambda run, effect, source: run.push(
            Apply(effect.one if run.t.phase == 1 else effect.two, source)
        ),
    },
)


def collected(run: Run) -> bool:
    """The pool of this turn was collected; before that, extra dice wait for 3a."""
    return not run.t.step.startswith("turn.2")


def clockwise(run: Run) -> list[int]:
    """All Teams, the active one first."""
    n = len(run.t.teams)
    return [(run.t.active + at) % n for at in range(n)]


def earned_fits(run: Run, colour: int) -> bool:
    """In step 2: the box still has a die of this colour for the coming pool."""
    t, book = run.t, run.book
    own = book.team[t.teams[t.active].card].dice.count(book.colours[colour])
    return own + t.extra[colour] < t.stock[colour]


@handle.of(say.AddDie)
def _add_die(run: Run, effect: say.AddDie, source: CardId) -> None:
    if len(effect.colours) > 1:
        run.push(PickColour(source, effect.colours))
    else:
        add_die(run, effect.colours[0], source)


def add_die(run: Run, colour: str, source: CardId) -> None:
    """Adds a die to the pool; in step 2 it is noted for 3a."""
    at = run.book.colour_index[colour]
    if collected(run):  # FNR-404
        from_token = source in run.book.token_index
        run.add_die(at, run.cite.token_die if from_token else run.cite.extra_die)
    elif earned_fits(run, at):
        run.t.extra = with_count(run.t.extra, at, +1)
        run.say(ev.DieEarned, run.cite.earned_die, colour=colour)
    else:
        run.say(ev.DieNotAdded, run.cite.colour_limit, colour=colour)


@handle.of(say.RerollAll)
def _reroll_all(run: Run, _effect: say.RerollAll, source: CardId) -> None:
    if run.t.shown:
        run.push(RollDice(run.t.shown, source))
    else:
        run.say(ev.NothingToDo, run.cite.token_reroll, card=source)


@handle.of(say.HealTeams)
def _heal_teams(run: Run, effect: say.HealTeams, _source: CardId) -> None:
    for team in clockwise(run):
        for position, member in enumerate(run.t.teams[team].row):
            if member.damage:
                heal_member(run, team, position, effect.n, run.cite.heal)


@handle.of(say.DrawTokens)  # cite.draw_ability
def _draw(run: Run, effect: say.DrawTokens, _source: CardId) -> None:
    teams = clockwise(run) if effect.who == "each" else [run.t.active]
    run.push(*(DrawToken(team) for team in teams for _ in range(effect.n)))


@handle.of(say.DamageVillain)
def _damage_villain(run: Run, effect: say.DamageVillain, source: CardId) -> None:
    if effect.who == "one_here":
        everywhere = run.t.options.opening_anywhere and first_roll.is_opening(run.book, source)  # cite.opening_target
        run.push(PickVillain(source, EVERYWHERE if everywhere else run.t.location))
    elif effect.who == "one_each_location":
        here, n = run.t.location, run.book.spec.locations
        run.push(*(PickVillain(source, (here + at) % n) for at in range(n)))
    else:
        here_cards = villains_at(run, run.t.location)
        run.push(*(Strike(card, 1) for card in here_cards))
        if not here_cards:
            run.say(ev.NothingToDo, run.cite.targets, card=source)


def villains_at(run: Run, location: int) -> list[CardId]:
    """Villains at a location, or everywhere, that can still take Damage, in the order of their places."""
    first = location * run.book.spec.places
    places = run.t.places if location == EVERYWHERE else run.t.places[first : first + run.book.spec.places]
    return [
        spot.card
        for spot in places
        if spot is not None and spot.card in run.book.villain and spot.damage < run.book.capacity[spot.card]
    ]


@handle.of(say.AddPressure)
def _add_pressure(run: Run, effect: say.AddPressure, source: CardId) -> None:
    if effect.where == "fewest":
        among = enemy_counters.with_fewest(run)
        run.push(*(PickCarrier(source, 1, among) for _ in range(effect.n)))
        return
    location = (location_of(run, source) + (effect.where == "clockwise")) % run.book.spec.locations
    carrier = enemy_counters.exposed(run, location)
    if carrier is not None:
        enemy_counters.add(run, carrier, effect.n, filling(run, source))
    else:
        run.say(ev.NothingToDo, run.cite.victims, card=source)


@handle.of(say.RemovePressure)
def _remove_pressure(run: Run, effect: say.RemovePressure, source: CardId) -> None:
    # cite.pressure_reach, DER-715, DER-910
    here = enemy_counters.exposed(run, run.t.location) if effect.where == "here" else None
    among = enemy_counters.in_play(run) if effect.where == "any" else [here] if here is not None else []
    run.push(PickCarrier(source, -effect.n, tuple(card for card in among if enemy_counters.counters(run, card))))


@handle.of(say.MoveRuin)
def _move_ruin(run: Run, effect: say.MoveRuin, source: CardId) -> None:
    if run.t.phase == 1:  # FNR-719
        move_ruin(run, effect.n)
    else:
        run.say(ev.NothingToDo, run.cite.token_ruin_phase_2, card=source)


def move_ruin(run: Run, n: int) -> None:
    """Moves the Ruin marker within its track and notes whether it touches the top."""
    t = run.t
    before = t.ruin
    t.ruin = min(run.book.ruin_top, max(0, before + n))
    if t.ruin == run.book.ruin_top:
        t.ruin_topped = True
    rule = run.cite.ruin if n >= 0 else run.cite.token_ruin
    run.say(foe.RuinMoved, rule, before=before, after=t.ruin)


def acting(run: Run, source: CardId) -> RuleId:
    """The rule by which a card of the enemy does something: a fallen carrier by that of penalties."""
    return run.cite.penalty if source in run.book.carrier else run.cite.villain_acts


def filling(run: Run, source: CardId) -> RuleId:
    """The rule by which a card of the enemy puts counters on a carrier."""
    return run.cite.penalty if source in run.book.carrier else run.cite.pressure_more


@handle.of(say.DamageHeroes)
def _damage_heroes(run: Run, effect: say.DamageHeroes, source: CardId) -> None:
    t, rule = run.t, acting(run, source)
    if effect.who in ("here", "clockwise", "slots"):
        location = (location_of(run, source) + (effect.who == "clockwise")) % run.book.spec.locations
        hit_location(run, location, rule, rule, effect)
        return
    teams = [t.active] if effect.teams == "active" else clockwise(run)  # FNR-1005, DSR-421, DSR-808
    if effect.who == "chosen":
        run.push(*(PickVictim(source, team) for team in teams))
        return
    if effect.who == "sturdiest":
        run.push(*(PickVictim(source, team, sturdiest(run, team)) for team in teams))
        return
    for team in teams:
        for position in targets(t.teams[team].row, effect):
            if concerns(run, effect, t.teams[team].row[position].card):
                hit_member(run, team, position, rule)


def sturdiest(run: Run, team: int) -> tuple[CardId, ...]:
    """Heroes of a Team with most free spaces; none if all are full."""
    free = {member.card: run.book.capacity[member.card] - member.damage for member in run.t.teams[team].row}
    most = max(free.values(), default=0)
    return tuple(card for card, n in free.items() if n == most and n)


def targets(row: tuple[Member, ...], effect: say.DamageHeroes) -> list[int]:
    """Positions in a row that an effect hits; ties hit everybody tied."""
    last = len(row) - 1
    if last < 0:
        return []
    if effect.who == "leftmost":
        return list(range(min(effect.n, last + 1)))
    if effect.who == "rightmost":
        return list(range(max(0, last + 1 - effect.n), last + 1))  # FNR-1009
    if effect.who == "ends":
        return sorted({0, last})
    if effect.who == "all":
        return list(range(last + 1))
    most = effect.who == "most_damaged"
    goal = (max if most else min)(member.damage for member in row)
    # cite.most_damaged, FNR-1004, FNR-1006, DER-718, DER-726, DSR-716
    return [position for position, member in enumerate(row) if member.damage == goal]


def location_of(run: Run, card: str) -> int:
    """The location where a card or battle lies."""
    at = run.find_place(card)
    if at >= 0:
        return at // run.book.spec.places
    for location, spot in enumerate(run.t.battles):
        if spot is not None and spot.card == card:
            return location
    return run.t.facing


@handle.of(say.BlockTokens)
def _block_tokens(run: Run, effect: say.BlockTokens, source: CardId) -> None:
    t = run.t
    t.tokens_gained = effect.gain and (t.tokens_gained or not t.no_tokens)  # FNR-1008
    t.no_tokens = True
    run.say(foe.TokensBlocked, run.cite.block, card=source)


@handle.of(say.BlockHealing)
def _block_healing(run: Run, _effect: say.BlockHealing, source: CardId) -> None:
    run.t.no_heal = True
    run.say(foe.HealingBlocked, run.cite.no_heal, card=source)


@handle.of(say.BlockBalance)
def _block_balance(run: Run, _effect: say.BlockBalance, source: CardId) -> None:
    run.t.no_balance = True
    run.say(foe.BalanceBlocked, run.cite.villain_acts, card=source)


@handle.of(say.DiscardTokens)
def _discard_tokens(run: Run, effect: say.DiscardTokens, source: CardId) -> None:
    asked = clockwise(run) if effect.who == "each" else [run.t.active]
    holders = [team for team in asked if any(run.t.teams[team].tokens)]  # FNR-1010
    run.push(*(PickDrop(source, team, effect.n) for team in holders))
    if not holders and effect.otherwise is not None:
        run.push(Apply(effect.otherwise, source))
    elif not holders:
        run.say(ev.NothingToDo, run.cite.victims, card=source)


@handle.of(say.LoseDie)
def _lose_die(run: Run, effect: say.LoseDie, _source: CardId) -> None:
    run.t.lose += effect.n
    run.say(ev.DiceToBeLost, run.cite.lose_die, n=effect.n)


@handle.of(say.HealVillains)
def _heal_villains(run: Run, effect: say.HealVillains, source: CardId) -> None:
    places = range(len(run.t.places))
    if effect.who in ("others_here", "faced"):
        location = run.t.facing if effect.who == "faced" else location_of(run, source)
        first = location * run.book.spec.places
        places = range(first, first + run.book.spec.places)
    for at in places:
        spot = run.t.places[at]
        if spot is None or spot.card not in run.book.villain or not spot.damage:  # DSR-807, DSR-810, DER-1010
            continue
        if spot.card != source or not effect.who.startswith("others"):
            heal_place(run, at, effect.n, acting(run, source))


@handle.of(say.TurnFigure)
def _turn_figure(run: Run, effect: say.TurnFigure, _source: CardId) -> None:
    turn_figure(run, effect.direction, run.cite.turn_figure)
    attack(run, run.cite.turn_figure, run.cite.turn_figure)

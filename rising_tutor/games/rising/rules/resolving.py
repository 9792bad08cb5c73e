"""Step 4: what the dice of the turn bring."""

from rising_tutor.core.ids import RuleId
from rising_tutor.core.values import with_item
from rising_tutor.games.rising.rules import enemy_events as foe
from rising_tutor.games.rising.rules import events as ev
from rising_tutor.games.rising.rules.abilities import holds
from rising_tutor.games.rising.rules.context import Run, Steps, step
from rising_tutor.games.rising.rules.damage import hit_villain
from rising_tutor.games.rising.rules.placement import met
from rising_tutor.games.rising.rules.state import Spot
from rising_tutor.games.rising.rules.tasks import (
    Apply,
    DrawToken,
    PickAid,
    PickRecruit,
    Reward,
    Strike,
    Trigger,
)

STEPS: Steps = {}


@step(STEPS, "recruit")
def _recruit(run: Run) -> None:
    run.say(ev.ResolvingBegan, run.cite.resolve)
    heroes = run.book.hero
    # DER-521, DER-724, DSR-811
    cards = [spot.card for spot in _with_dice(run) if spot.card in heroes and run.sets(spot.card, spot.dice)]
    if cards:
        run.push(PickRecruit(tuple(cards)))


def _with_dice(run: Run) -> list[Spot]:
    """Face-up cards with dice on them, from the Team's location clockwise."""
    t = run.t
    first = t.base * run.book.spec.places
    return [spot for spot in t.places[first:] + t.places[:first] if spot is not None and spot.dice]


@step(STEPS, "strike")
def _strike(run: Run) -> None:
    """Villains with complete sets, from the Team's location clockwise."""
    villains = run.book.villain
    struck = [
        Strike(spot.card, sets)
        for spot in _with_dice(run)
        # cite.one_set, FNR-1011, DER-724, DSR-811
        if spot.card in villains and (sets := run.sets(spot.card, spot.dice))
    ]
    if struck:
        run.push(*struck)


def strike(run: Run, task: Strike) -> None:
    """One counter of several, with its token; sets beyond the capacity are wasted."""
    if task.card in run.book.battle:
        _strike_battle(run, task)
    elif hit_villain(run, task.card, _strike_rule(run)):
        if task.n > 1:
            first, second = run.pop(), run.pop()
            run.push(first, second, Strike(task.card, task.n - 1))
    else:
        run.say(ev.SetsWasted, run.cite.villain_full, card=task.card, n=task.n)


def _strike_rule(run: Run) -> RuleId:
    in_step = run.t.step == run.book.at_step["strike"]
    return run.cite.villain_damage if in_step else run.cite.reward_ability


@step(STEPS, "balance")
def _balance(run: Run) -> None:
    t, book = run.t, run.book
    if met(run):
        top = len(book.side[t.side].spaces)
        before = t.balance
        t.balance += 1
        t.balance_moved = True
        t.balance_topped = t.balance == top
        run.say(ev.BalanceMoved, run.cite.balance_step, before=before, after=t.balance, top=top)
        run.push(Trigger("on_balance_advance"))


@step(STEPS, "battles")
def _battles(run: Run) -> None:
    for spot in run.t.battles:
        if spot is not None and (sets := run.sets(spot.card, spot.dice)):
            run.push(Strike(spot.card, sets))


def _strike_battle(run: Run, task: Strike) -> None:
    t, cite = run.t, run.cite
    at = next(at for at, spot in enumerate(t.battles) if spot is not None and spot.card == task.card)
    spot = t.battles[at]
    assert spot is not None
    goal, ceiling = run.battle_goal(task.card), run.battle_ceiling(task.card)
    if spot.damage >= ceiling:
        rule = cite.battle_full if ceiling == goal else cite.boss_ceiling
        run.say(ev.SetsWasted, rule, card=task.card, n=task.n)
        return
    damage = spot.damage + 1
    t.battles = with_item(t.battles, at, Spot(spot.card, damage, spot.dice))
    t.battle_hits += 1
    run.say(ev.VillainDamaged, cite.battle_damage, card=spot.card, damage=damage, capacity=goal)
    if task.n > 1:
        run.push(Strike(task.card, task.n - 1))
    if damage >= goal:  # FNR-717
        run.push(Reward(task.card))
    run.push(DrawToken(t.active))  # DER-802, DER-1011


def reward(run: Run, task: Reward) -> None:
    """A battle is complete: its reward at once; the card leaves in 5c."""
    t, card = run.t, task.card
    t.battles_done += (card,)
    run.say(foe.BattleCompleted, run.cite.battle_complete, card=card, done=len(t.battles_done))
    what = run.book.battle[card].reward
    if what is not None:
        run.say(ev.EffectUsed, run.cite.battle_reward, card=card, what="reward")
        run.push(Apply(what, card))


@step(STEPS, "after_damage")
def _after_damage(run: Run) -> None:
    """Abilities that answer Damage on a Villain, once after all rewards."""
    if run.t.villain_hits:
        run.push(Trigger("after_villain_damage"))


@step(STEPS, "aid")
def _aid(run: Run) -> None:
    """The consolation token, if nothing came of the turn and nothing could have."""
    t = run.t
    nothing = not (t.recruited or t.villain_hits or t.balance_moved or t.battle_hits)
    blocked = (
        t.hero_ability
        or t.could_complete  # FNR-518
        or (t.options.team_ability_blocks_aid and t.team_ability)  # FNR-520
        or (t.options.unused_free_ability_blocks_aid and _free_ability_left(run))
    )
    if nothing and not blocked and run.can_draw():
        run.push(PickAid())


def _free_ability_left(run: Run) -> bool:
    t = run.t
    for position, member in enumerate(t.teams[t.active].row):
        ability = run.book.hero[member.card].ability
        free = ability.when in ("free", "after_roll") and member.card not in t.recruited
        if free and member.card not in t.used and holds(run, ability.only_if, position):
            return True
    return False

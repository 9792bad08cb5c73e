"""The steps of a turn. A title lists them in its spec; here is what each does.

`DO` maps the names of steps to functions; a step that needs a choice or chance puts it on the agenda.
"""

from collections.abc import Callable
from functools import cache

from rising_tutor.core.ids import CardId, RuleId
from rising_tutor.core.values import with_count, with_item
from rising_tutor.games.rising import events as ev
from rising_tutor.games.rising.abilities import holds
from rising_tutor.games.rising.book import Codes
from rising_tutor.games.rising.damage import attack, hit_villain, turn_figure
from rising_tutor.games.rising.handlers import move_ruin
from rising_tutor.games.rising.placement import met
from rising_tutor.games.rising.run import Run
from rising_tutor.games.rising.state import NO_DUTY, Member, Spot, Team
from rising_tutor.games.rising.tasks import (
    Acts,
    Apply,
    DealBattles,
    Do,
    DrawToken,
    Fill,
    PickAid,
    PickLostDie,
    PickRecruit,
    PickVillainOrder,
    PlaceTeamToken,
    Reward,
    SettleHits,
    Strike,
    Trigger,
    TurnOver,
    Window,
)

DO: dict[str, tuple[str, Callable[[Run], None]]] = {}
"""Step -> its phase in the catalogue, which events carry ("" keeps the present one), and what it does."""


def step(name: str, phase: str = "") -> Callable[[Callable[[Run], None]], Callable[[Run], None]]:
    """Registers a step."""

    def keep(function: Callable[[Run], None]) -> Callable[[Run], None]:
        DO[name] = (phase, function)
        return function

    return keep


@cache
def _tasks(steps: tuple[str, ...]) -> tuple[Do, ...]:
    """The steps of a turn as the agenda holds them, the first one last."""
    return tuple(Do(name) for name in reversed(steps))


@step("shuffle")
def _shuffle(_run: Run) -> None:
    """The decks are bags: shuffling them is to know nothing of their order."""


@step("begin")
def _begin(run: Run) -> None:
    """A new turn: everything of the last one is forgotten."""
    t = run.t
    t.turn += 1
    t.step = "turn"
    t.rolls = 0
    t.duty = NO_DUTY
    t.fresh = False
    t.lose = 0
    t.extra = (0,) * len(t.extra)
    t.used = t.hits = t.gone = ()
    t.no_tokens = t.no_balance = False
    t.balance_symbols = t.balance_tokens = t.balance_dice = ()
    t.villain_hits = t.battle_hits = 0
    t.recruited = ()
    t.balance_moved = t.hero_ability = t.team_ability = t.could_complete = False
    t.ruin_topped = t.balance_topped = False
    run.say(ev.TurnBegan, run.cite.turn, turn=t.turn, team=run.team().card)
    t.agenda += _tasks(run.book.spec.turn)


@step("place_token", "turn.1.place_token")
def _place_token(run: Run) -> None:
    run.push(PlaceTeamToken())


# step 2


@step("reveal", "turn.2.fire_nation")
def _reveal(run: Run) -> None:
    t = run.t
    if not any(t.fire_deck):
        run.say(ev.FireNationReshuffled, run.cite.reshuffle, n=sum(t.fire_discard))
        t.fire_deck, t.fire_discard = t.fire_discard, (0,) * len(t.fire_deck)
    run.push(TurnOver())


@step("fire_nation", "turn.2a.ruin")
def _fire_nation(run: Run) -> None:
    """The card that was turned over: 2a and 2b; then it goes to its discard."""
    t = run.t
    at = run.book.fire_index[CardId(t.fire_card)]
    card = run.book.fire[at]
    if t.phase == 1:
        move_ruin(run, card.ruin)
    t.step = "turn.2b.rotate"
    turn_figure(run, card.direction, run.cite.rotate)
    t.fire_discard = with_item(t.fire_discard, at, t.fire_discard[at] + 1)


@step("attack", "turn.2c.attack")
def _attack(run: Run) -> None:
    attack(run, run.cite.attack, run.cite.attack_team)
    run.push(SettleHits())


@step("villains", "turn.2d.villains")
def _villains(run: Run) -> None:
    t, book = run.t, run.book
    first = t.facing * book.spec.places
    cards = tuple(
        spot.card
        for spot in t.places[first : first + book.spec.places]
        if spot is not None and spot.card in book.villain
    )
    if t.options.villain_order == "chosen" and len(cards) > 1:
        run.push(PickVillainOrder(cards))
    else:
        run.push(*(Acts(card) for card in cards))


@step("battle_acts", "turn.2f.final_battle_ability")
def _battle_acts(run: Run) -> None:
    t = run.t
    battle = t.battles[t.facing]
    if t.phase == 2 and battle is not None:
        run.push(Acts(battle.card))


def acts(run: Run, task: Acts) -> None:
    """A Villain or battle uses its effect; then the reactions to its Damage."""
    book = run.book
    villain = book.villain.get(task.card)
    if villain is not None:
        run.say(ev.EffectUsed, run.cite.villain_acts, card=task.card, what="villain")
        effect = villain.effect
    else:
        run.say(ev.EffectUsed, run.cite.battle_acts, card=task.card, what="battle")
        effect = book.battle[task.card].effect
    run.push(Apply(effect, task.card), SettleHits())


# step 3


@step("collect", "turn.3a.collect")
def _collect(run: Run) -> None:
    """Team dice, as far as the stock has them, and what step 2 earned; then what Villains take."""
    t, book = run.t, run.book
    own = book.team_dice[run.team().card]
    unrolled = [min(have, n + more) for have, n, more in zip(t.stock, own, t.extra, strict=True)]
    t.unrolled = tuple(unrolled)
    t.stock = tuple([have - n for have, n in zip(t.stock, unrolled, strict=True)])
    t.extra = (0,) * len(t.extra)
    if run.log is not None:
        blanks = tuple(book.blank(at) for at, n in enumerate(unrolled) for _ in range(n))
        run.say(ev.DiceCollected, run.cite.collect, dice=run.names(blanks))
    if t.lose:
        run.push(*(PickLostDie() for _ in range(t.lose)))


@step("dice", "turn.3.roll_assign")
def _dice(run: Run) -> None:
    run.push(Window())


# step 4


@step("recruit", "turn.4a.recruit")
def _recruit(run: Run) -> None:
    run.say(ev.ResolvingBegan, run.cite.resolve)
    heroes = run.book.hero
    cards = [spot.card for spot in _with_dice(run) if spot.card in heroes and run.sets(spot.card, spot.dice)]
    if cards:
        run.push(PickRecruit(tuple(cards)))


def _with_dice(run: Run) -> list[Spot]:
    """Face-up cards with dice on them, from the Team's location clockwise."""
    t = run.t
    first = t.base * run.book.spec.places
    return [spot for spot in t.places[first:] + t.places[:first] if spot is not None and spot.dice]


@step("strike", "turn.4b.villain_damage")
def _strike(run: Run) -> None:
    """Villains with complete sets, from the Team's location clockwise."""
    villains = run.book.villain
    struck = [
        Strike(spot.card, sets)
        for spot in _with_dice(run)
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
    return run.cite.villain_damage if run.t.step.startswith("turn.4b") else run.cite.reward_ability


@step("balance", "turn.4c.balance")
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


@step("battles", "turn.4d.final_battle_damage")
def _battles(run: Run) -> None:
    for spot in run.t.battles:
        if spot is not None and (sets := run.sets(spot.card, spot.dice)):
            run.push(Strike(spot.card, sets))


def _strike_battle(run: Run, task: Strike) -> None:
    t, cite = run.t, run.cite
    at = next(at for at, spot in enumerate(t.battles) if spot is not None and spot.card == task.card)
    spot = t.battles[at]
    assert spot is not None
    goal = run.battle_goal(task.card)
    if spot.damage >= goal:
        run.say(ev.SetsWasted, cite.battle_full, card=task.card, n=task.n)
        return
    damage = spot.damage + 1
    t.battles = with_item(t.battles, at, Spot(spot.card, damage, spot.dice))
    t.battle_hits += 1
    run.say(ev.VillainDamaged, cite.battle_damage, card=spot.card, damage=damage, capacity=goal)
    if task.n > 1:
        run.push(Strike(task.card, task.n - 1))
    if damage >= goal:
        run.push(Reward(task.card))
    run.push(DrawToken(t.active))


def reward(run: Run, task: Reward) -> None:
    """A battle is complete: its reward at once; the card leaves in 5c."""
    t, card = run.t, task.card
    t.battles_done += (card,)
    run.say(ev.BattleCompleted, run.cite.battle_complete, card=card, done=len(t.battles_done))
    run.say(ev.EffectUsed, run.cite.battle_reward, card=card, what="reward")
    run.push(Apply(run.book.battle[card].reward, card))


@step("aid", "turn.4e.aid")
def _aid(run: Run) -> None:
    """The consolation token, if nothing came of the turn and nothing could have."""
    t = run.t
    nothing = not (t.recruited or t.villain_hits or t.balance_moved or t.battle_hits)
    blocked = (
        t.hero_ability
        or t.could_complete
        or (t.options.team_ability_blocks_aid and t.team_ability)
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


# the Day of Black Sun


@step("black_sun", "black_sun")
def _black_sun(run: Run) -> None:
    t, cite = run.t, run.cite
    if t.phase != 1:
        return
    ruin = t.ruin == run.book.ruin_top if t.options.ruin_checked_at_end else t.ruin_topped
    if not (t.balance_topped or ruin):
        return
    t.black_sun = "balance" if t.balance_topped else "ruin"
    run.lay_aside(t.balance_dice + t.balance_symbols)
    t.black_sun_turn = t.turn
    rule = cite.black_sun_balance if t.balance_topped else cite.black_sun_ruin
    run.say(ev.BlackSunCame, rule, track=t.black_sun, both=t.balance_topped and ruin)
    if t.balance_topped:
        _remove_villains(run)
    else:
        _remove_heroes(run)
    t.phase = 2
    t.side = ""
    t.ruin = t.balance = 0
    t.ruin_topped = t.balance_topped = t.no_balance = t.balance_moved = False
    t.balance_symbols = t.balance_tokens = t.balance_dice = ()
    run.say(ev.TracksLeft, cite.tracks_leave)
    run.push(DealBattles())


def _remove_villains(run: Run) -> None:
    t, book = run.t, run.book
    for at, spot in enumerate(t.places):
        if spot is not None and spot.card in book.villain and spot.card in book.icon:
            t.villains_out += (spot.card,)
            run.lay_aside(spot.dice)
            run.set_place(at, None)
            run.say(ev.CardRemoved, run.cite.black_sun_balance, card=spot.card)


def _remove_heroes(run: Run) -> None:
    t, book = run.t, run.book
    for at, spot in enumerate(t.places):
        if spot is not None and spot.card in book.hero and spot.card in book.icon:
            t.defeated += (spot.card,)
            run.lay_aside(spot.dice)
            run.set_place(at, None)
            run.say(ev.CardRemoved, run.cite.black_sun_ruin, card=spot.card)
    for at, team in enumerate(t.teams):
        leaving = [member for member in team.row if member.card in book.icon]
        lost = tuple(member.card for member in leaving)
        if lost:
            for member in leaving:
                run.lay_aside(member.dice + ((member.parked,) if member.parked >= 0 else ()))
            row = tuple(member for member in team.row if member.card not in lost)
            run.set_team(at, Team(team.card, row, team.tokens, team.dice))
            t.defeated += lost
            for card in lost:
                run.say(ev.CardRemoved, run.cite.black_sun_ruin, card=card)


# step 5


@step("return_dice", "turn.5a.dice")
def _return_dice(run: Run) -> None:
    """Everything back to the stock but parked dice; abilities are fresh again."""
    t = run.t
    for at, spot in enumerate(t.places):
        if spot is not None and spot.dice:
            run.set_place(at, Spot(spot.card, spot.damage))
    for at, battle in enumerate(t.battles):
        if battle is not None and battle.dice:
            t.battles = with_item(t.battles, at, Spot(battle.card, battle.damage))
    team = run.team()
    row = team.row
    for at, member in enumerate(row):
        if member.dice:
            row = with_item(row, at, Member(member.card, member.damage, (), member.parked))
    if row is not team.row or team.dice:
        run.set_team(t.active, Team(team.card, row, team.tokens))
    parked = _restock(run)
    t.gone = t.shown = t.balance_dice = t.balance_symbols = t.balance_tokens = ()
    t.unrolled = (0,) * len(t.unrolled)
    t.used = ()
    if run.log is not None:
        run.say(ev.DiceReturned, run.cite.dice_back, parked=run.names(parked))


@step("return_token", "turn.5b.token")
def _return_token(run: Run) -> None:
    run.t.location = -1
    run.say(ev.TeamTokenReturned, run.cite.token_back, team=run.team().card)


@step("clear_villains", "turn.5c.villains_battles")
def _clear_villains(run: Run) -> None:
    t, book = run.t, run.book
    out: list[CardId] = []
    for at, spot in enumerate(t.places):
        if spot is not None and spot.card in book.villain and spot.damage >= book.capacity[spot.card]:
            t.villains_out += (spot.card,)
            run.set_place(at, None)
            out.append(spot.card)
    for at, battle in enumerate(t.battles):
        if battle is not None and battle.card in t.battles_done:
            t.battles = with_item(t.battles, at, None)
            out.append(battle.card)
    run.say(ev.CardsCleared, run.cite.villains_away, cards=tuple(out))


@step("clear_heroes", "turn.5d.heroes")
def _clear_heroes(run: Run) -> None:
    """Full Heroes of every Team and at every location are defeated; rows close up."""
    t, book = run.t, run.book
    capacity = book.capacity
    out: list[CardId] = []
    for at, spot in enumerate(t.places):
        if spot is not None and spot.card in book.hero and spot.damage >= capacity[spot.card]:
            run.set_place(at, None)
            out.append(spot.card)
    for at, team in enumerate(t.teams):
        full = [member.card for member in team.row if member.damage >= capacity[member.card]]
        if full:
            row = tuple(member for member in team.row if member.card not in full)
            run.set_team(at, Team(team.card, row, team.tokens, team.dice))
            out += full
    t.defeated += tuple(out)
    _restock(run)  # a die parked on a Hero that left is back
    run.say(ev.HeroesCleared, run.cite.heroes_away, cards=tuple(out), defeated=len(t.defeated))


def _restock(run: Run) -> Codes:
    """All dice but the parked ones are in the stock; gives the parked ones."""
    parked = tuple([member.parked for team in run.t.teams for member in team.row if member.parked >= 0])
    stock = run.book.dice_total
    for code in parked:
        stock = with_count(stock, run.book.colour_of[code], -1)
    run.t.stock = stock
    return parked


_REFILLED = Do("refilled")


@step("refill", "turn.5e.refill")
def _refill(run: Run) -> None:
    """Empty places, clockwise from the first place of the Team's location."""
    t = run.t
    n, first = len(t.places), t.base * run.book.spec.places
    order = (*range(first, n), *range(first))
    run.push(*[Fill(at) for at in order if t.places[at] is None], _REFILLED)


@step("refilled")
def _refilled(run: Run) -> None:
    empty = run.t.places.count(None)
    rule = run.cite.deck_empty if empty else run.cite.refill
    run.say(ev.BoardRefilled, rule, empty=empty)


_BEGIN = Do("begin")


@step("judge", "turn.5f.next")
def _judge(run: Run) -> None:
    """First the win, then the losses; else the next player."""
    t, cite = run.t, run.cite
    won = len(t.battles_done) == len(run.book.battle)
    losses: list[RuleId] = []
    if len(t.defeated) >= t.options.hero_loss_limit:
        losses.append(cite.loss_heroes)
    if () in [team.row for team in t.teams]:
        losses.append(cite.loss_team)
    if won or losses:
        t.result = "win" if won else "loss"
        wins = [cite.tie, cite.win] if won and losses else [cite.win] if won else []
        reasons = (*wins, *losses)
        t.reasons = reasons
        run.say(ev.GameEnded, reasons[0], result=t.result, reasons=t.reasons)
        t.agenda = ()
        return
    t.active = (t.active + 1) % len(t.teams)
    run.say(ev.TurnPassed, cite.next_player, team=run.team().card)
    run.push(_BEGIN)

"""Every draw and roll that can wait on the agenda: whether it can happen, what it can give, what follows."""

from collections.abc import Callable
from itertools import permutations

from rising_tutor.core.chance import Die, Distribution, Draw, Listed, Mapped, Shown, dice_rolls
from rising_tutor.core.ids import CardId
from rising_tutor.core.values import with_count, with_item, without
from rising_tutor.effects.by_type import ByType
from rising_tutor.games.rising import actions as got
from rising_tutor.games.rising.cards.book import Codes
from rising_tutor.games.rising.rules import enemy_events as foe
from rising_tutor.games.rising.rules import events as ev
from rising_tutor.games.rising.rules import state as st
from rising_tutor.games.rising.rules import tasks
from rising_tutor.games.rising.rules.context import Run
from rising_tutor.games.rising.rules.enemy_dice import face_rolled
from rising_tutor.games.rising.rules.first_roll import note_rolled
from rising_tutor.games.rising.rules.placement import note_by_older_rules
from rising_tutor.games.rising.rules.setup import take_team, team_cards_left

possible: ByType[bool] = ByType("chance")
"""Task -> whether something can be drawn at all; if not, the task is passed over."""
outcomes: ByType[Distribution[got.RisingOutcome]] = ByType(
    "chance",
    {
        tasks.FaceFigure: lambda run, _: Listed((got.Faced(at), 1) for at in range(run.book.spec.locations)),
        tasks.DealTeam: lambda run, _: Listed((got.TeamDealt(card), 1) for card in team_cards_left(run)),
        tasks.DrawFirst: lambda run, _: Listed((got.FirstDrawn(at), 1) for at in range(len(run.t.teams))),
        tasks.TurnOver: lambda run, _: _from_bag(run.book.fire_ids, run.t.fire_deck, got.TurnedOver),
        tasks.DrawToken: lambda run, _: _from_bag(run.book.token_ids, run.t.supply, got.Drew),
        tasks.StackCarriers: lambda run, task: Listed(
            (got.Stacked(order), 1) for order in permutations(_at(run, task.location)[0])
        ),
        # cite.battles_enter
        tasks.DealBattles: lambda run, _: Listed(
            (got.BattlesDealt(order), 1) for order in permutations(run.book.battle_ids)
        ),
    },
)
happen: ByType[None] = ByType(
    "chance",
    {
        tasks.DealSide: lambda run, _, outcome: _use_side(run, outcome.side),
        tasks.DealTeam: lambda run, task, outcome: take_team(run, task.team, outcome.card),
        tasks.RollThreat: lambda run, task, outcome: face_rolled(run, task.die, outcome.face),
    },
)
"""(run, task, outcome) -> what follows; the task was taken off the agenda before."""


def _from_bag(
    kinds: tuple[CardId, ...], bag: Codes, make: Callable[[CardId], got.RisingOutcome]
) -> Distribution[got.RisingOutcome]:
    left = [at for at, n in enumerate(bag) if n]
    return Draw([kinds[at] for at in left], [bag[at] for at in left], make)


def _always(_run: Run, _task: tasks.AnyTask) -> bool:
    return True


for _kind in (tasks.FaceFigure, tasks.RollThreat, tasks.TurnOver, tasks.RollDice, tasks.DealBattles):
    possible.of(_kind)(_always)


@happen.of(tasks.FaceFigure)
def _face_figure_happens(run: Run, _task: tasks.FaceFigure, outcome: got.Faced) -> None:
    run.t.facing = outcome.location
    run.say(foe.FigureSet, run.cite.facing, location=outcome.location)


@possible.of(tasks.DealSide)
def _deal_side_possible(run: Run, _task: tasks.DealSide) -> bool:
    if run.t.options.side:
        _use_side(run, run.t.options.side)
    return not run.t.options.side


@outcomes.of(tasks.DealSide)
def _deal_side_outcomes(run: Run, _task: tasks.DealSide) -> Distribution[got.RisingOutcome]:
    difficulty = run.t.options.difficulty
    sides = [CardId(side.id) for side in run.book.side.values() if side.difficulty == difficulty]
    return Listed((got.SideDealt(side), 1) for side in sides)


def _use_side(run: Run, side: str) -> None:
    run.t.side = side
    run.say(ev.SideChosen, run.cite.side, side=side)


@possible.of(tasks.DealTeam)
def _deal_team_possible(run: Run, task: tasks.DealTeam) -> bool:
    left = team_cards_left(run)
    if len(left) == 1:  # one card has one Team
        take_team(run, task.team, left[0])
    return len(left) > 1


@possible.of(tasks.DrawFirst)
def _draw_first_possible(run: Run, _task: tasks.DrawFirst) -> bool:
    first = run.t.options.first
    if first >= 0:
        run.t.active = first
        run.say(ev.FirstChosen, run.cite.first_player, team=first)
    return first < 0


@happen.of(tasks.DrawFirst)
def _draw_first_happens(run: Run, _task: tasks.DrawFirst, outcome: got.FirstDrawn) -> None:
    run.t.active = outcome.team
    run.say(ev.FirstChosen, run.cite.first_player, team=outcome.team)


@possible.of(tasks.StackCarriers)
def _stack_possible(run: Run, task: tasks.StackCarriers) -> bool:
    cards, ground = _at(run, task.location)
    if len(cards) < 2:  # one card has one order
        run.t.stacks = with_item(run.t.stacks, task.location, cards + ground)
    return len(cards) > 1


def _at(run: Run, location: int) -> tuple[tuple[CardId, ...], tuple[CardId, ...]]:
    """The cards of a location on which counters lie, and the board under them."""
    here = [carrier for carrier in run.book.carrier.values() if carrier.location == location]
    cards = tuple(CardId(carrier.id) for carrier in here if not carrier.ground)
    return cards, tuple(CardId(carrier.id) for carrier in here if carrier.ground)


@happen.of(tasks.StackCarriers)
def _stack_happens(run: Run, task: tasks.StackCarriers, outcome: got.Stacked) -> None:
    ground = _at(run, task.location)[1]
    run.t.stacks = with_item(run.t.stacks, task.location, outcome.cards + ground)
    run.say(foe.CarriersStacked, run.cite.stack, location=task.location, cards=outcome.cards)


@outcomes.of(tasks.RollThreat)
def _roll_threat_outcomes(run: Run, task: tasks.RollThreat) -> Distribution[got.RisingOutcome]:
    faces = run.book.threat_die[task.die].face
    return Draw([CardId(face.id) for face in faces], [face.n for face in faces], got.ThreatRolled)


@possible.of(tasks.Fill)
def _fill_possible(run: Run, task: tasks.Fill) -> bool:
    t = run.t
    if t.places[task.place] is not None:
        return False
    if t.above_boss == 0:
        _reveal_boss(run)
    return bool(t.heroes_unseen or t.villains_in_deck)


def _reveal_boss(run: Run) -> None:
    """The last opponent comes off the deck and stands where the figure looks; the next card fills the place."""
    t, boss = run.t, CardId(run.book.spec.switch.boss)
    t.above_boss = -1
    t.battles = with_item(t.battles, t.facing, st.Spot(boss))  # DER-611, DER-1002, DER-1018
    run.say(foe.BossRevealed, run.cite.boss_shown, card=boss, location=t.facing)


@outcomes.of(tasks.Fill)
def _fill_outcomes(run: Run, _task: tasks.Fill) -> Distribution[got.RisingOutcome]:
    """Each Hero is in the deck; of the Villains only some, nobody knows which."""
    t = run.t
    in_deck, unseen = t.villains_in_deck, len(t.villains_unseen)
    if not in_deck:
        return Draw(t.heroes_unseen, (1,) * len(t.heroes_unseen), got.Revealed)
    hero_weight, villain_weight = (unseen, in_deck) if in_deck < unseen else (1, 1)
    weights = (hero_weight,) * len(t.heroes_unseen) + (villain_weight,) * unseen
    return Draw(t.heroes_unseen + t.villains_unseen, weights, got.Revealed)  # cite.villains, FNR-212


@happen.of(tasks.Fill)
def _fill_happens(run: Run, task: tasks.Fill, outcome: got.Revealed) -> None:
    t, cite, card = run.t, run.cite, outcome.card
    villain = card in run.book.villain
    if villain:
        t.villains_unseen = without(t.villains_unseen, card)
        t.villains_in_deck -= 1
    else:
        t.heroes_unseen = without(t.heroes_unseen, card)
    if t.above_boss > 0:
        t.above_boss -= 1
    icon = card in run.book.icon  # FNR-214: nothing else happens to a card that is turned up
    if icon and villain and t.black_sun == "balance":
        t.villains_out += (card,)
        run.say(foe.CardDiscarded, cite.black_sun_later_villain, card=card, counts=False)  # FNR-708
        run.push(task)
    elif icon and not villain and t.black_sun == "ruin":
        counts = t.options.late_icon_heroes_count
        if counts:
            t.defeated += (card,)
        else:
            t.heroes_gone += (card,)
        run.say(foe.CardDiscarded, cite.black_sun_later_hero, card=card, counts=counts)
        run.push(task)
    else:
        run.set_place(task.place, st.Spot(card))
        rule = cite.deal if t.turn == 0 else cite.refill
        run.say(ev.CardRevealed, rule, card=card, place=task.place)


@happen.of(tasks.TurnOver)
def _turn_over_happens(run: Run, _task: tasks.TurnOver, outcome: got.TurnedOver) -> None:
    t, at = run.t, run.book.fire_index[outcome.card]
    card = run.book.fire[at]
    t.fire_deck = with_count(t.fire_deck, at, -1)
    t.fire_card = card.id
    run.say(foe.FireNationTurned, run.cite.reveal, card=outcome.card, direction=card.direction, ruin=card.ruin)
    run.push(tasks.Do("fire_nation"))


@outcomes.of(tasks.RollDice)
def _roll_dice_outcomes(run: Run, task: tasks.RollDice) -> Distribution[got.RisingOutcome]:
    return Mapped(dice_rolls(pool_of(run, task)), _as_rolled, shown_by)


def pool_of(run: Run, task: tasks.RollDice) -> tuple[tuple[Die, int], ...]:
    """The dice that are rolled."""
    book = run.book
    counts = list(run.t.unrolled) if not task.codes else [0] * len(book.colours)
    for code in task.codes:
        counts[book.colour_of[code]] += 1
    return tuple([(book.dice[at], n) for at, n in enumerate(counts) if n])


def _as_rolled(shown: Shown) -> got.RisingOutcome:
    return got.Rolled(tuple(f"{colour}:{face}" for colour, face in shown))


def shown_by(outcome: got.RisingOutcome) -> Shown | None:
    """The dice of a roll with their faces; None for what is no roll."""
    if not isinstance(outcome, got.Rolled):
        return None
    pairs = (die.partition(":") for die in outcome.dice)
    return tuple((colour, face) for colour, _, face in pairs)


@happen.of(tasks.RollDice)
def _roll_dice_happens(run: Run, task: tasks.RollDice, outcome: got.Rolled) -> None:
    code = run.book.code
    rolled(run, task, tuple(code[die] for die in outcome.dice))


def rolled(run: Run, task: tasks.RollDice, codes: Codes) -> None:
    """Dice have come to rest: all unassigned ones, or those of the task."""
    t = run.t
    if task.codes:
        if run.book.has_opening:
            note_rolled(run, task.codes, codes)
        left = list(t.shown)
        for code in task.codes:
            left.remove(code)
        t.shown = tuple(sorted((*left, *codes)))
    else:
        t.shown = tuple(sorted(codes))
        t.unrolled = (0,) * len(t.unrolled)
        t.rolls += 1
        t.duty = st.OWED
        t.fresh = True
        if run.book.has_opening:
            note_rolled(run, (), codes)
    if run.log is not None:
        cite = run.cite
        again = cite.token_reroll if task.source in run.book.token_index else cite.reroll
        rule = again if task.codes else cite.roll
        run.say(ev.DiceRolled, rule, dice=run.names(codes), roll=t.rolls, again=run.names(task.codes))
    note_by_older_rules(run)


@possible.of(tasks.DrawToken)
def _draw_token_possible(run: Run, task: tasks.DrawToken) -> bool:
    t = run.t
    if not run.can_draw():
        rule = run.cite.block if t.no_tokens and not t.tokens_gained else run.cite.token_none
        run.say(ev.NoToken, rule, team=t.teams[task.team].card)
        return False
    if not any(t.supply):
        run.say(ev.TokensRecycled, run.cite.token_recycle, n=sum(t.token_discard))
        t.supply, t.token_discard = t.token_discard, (0,) * len(t.supply)
    return True


@happen.of(tasks.DrawToken)
def _draw_token_happens(run: Run, task: tasks.DrawToken, outcome: got.Drew) -> None:
    t, kind = run.t, run.book.token_index[outcome.token]
    t.supply = with_count(t.supply, kind, -1)
    team = t.teams[task.team]
    run.set_team(task.team, st.Team(team.card, team.row, with_count(team.tokens, kind, +1), team.dice))
    if t.new_tokens:
        t.new_tokens = with_item(t.new_tokens, task.team, with_count(t.new_tokens[task.team], kind, +1))
    run.say(ev.TokenDrawn, run.cite.tokens_held, team=team.card, token=outcome.token)


@happen.of(tasks.DealBattles)
def _deal_battles_happens(run: Run, _task: tasks.DealBattles, outcome: got.BattlesDealt) -> None:
    run.t.battles = tuple(st.Spot(card) for card in outcome.battles)
    run.say(foe.BattlesPlaced, run.cite.battle_place, battles=outcome.battles)

"""Every choice that can wait on the agenda, but for step 3 itself: who chooses, among what, with what result.

A compulsory choice with a single option is settled without asking; one with none is passed over.
"""

from rising_tutor.core.ids import CardId
from rising_tutor.core.values import with_count
from rising_tutor.effects.by_type import ByType
from rising_tutor.games.rising import actions as do
from rising_tutor.games.rising.cards.book import Codes
from rising_tutor.games.rising.rules import between_rolls, enemy_counters, tasks
from rising_tutor.games.rising.rules import enemy_events as foe
from rising_tutor.games.rising.rules import events as ev
from rising_tutor.games.rising.rules import state as st
from rising_tutor.games.rising.rules.abilities import decline, offered
from rising_tutor.games.rising.rules.card_effects import acting, add_die, clockwise, filling, villains_at
from rising_tutor.games.rising.rules.context import Run
from rising_tutor.games.rising.rules.damage import heal_member, heal_place, hit_member, hit_villain
from rising_tutor.games.rising.rules.first_roll import note_turned
from rising_tutor.games.rising.rules.placement import note_by_older_rules
from rising_tutor.games.rising.rules.setup import starters_left, take_starter, take_team, team_cards_left

DONE = do.Done()
AID = do.TakeAid()

options: ByType[list[do.RisingAction]] = ByType(
    "choices",
    {
        tasks.PickTeam: lambda run, _: [do.TakeTeam(card) for card in team_cards_left(run)],
        tasks.PickStarter: lambda run, task: [do.TakeStarter(card) for card in starters_left(run, task.team)],
        # DER-303, DER-914, DSR-303
        tasks.PlaceTeamToken: lambda run, _: [do.GoTo(at) for at in range(run.book.spec.locations)],
        tasks.PickVillainOrder: lambda run, task: [run.book.choose[card] for card in task.cards],
        tasks.PickHeal: lambda run, task: _own(
            run, task.source, [run.book.choose[card] for card in _heal_targets(run, task)]
        ),
        tasks.Offer: lambda run, task: (
            [*(do.React(card) for card in cards), DONE] if (cards := offered(run, task.when, task.cards)) else []
        ),
        tasks.PickHealOfTeam: lambda run, task: _own(
            run,
            task.source,
            [run.book.choose[m.card] for m in run.t.teams[task.team].row if m.damage and not run.t.no_heal],
        ),
        tasks.PickVictim: lambda run, task: [
            run.book.choose[m.card]
            for m in run.t.teams[task.team].row
            if m.damage < run.book.capacity[m.card] and (not task.among or m.card in task.among)
        ],
        tasks.PickDrop: lambda run, task: [
            do.DropToken(run.book.token_ids[kind]) for kind in run.book.kinds_in(run.t.teams[task.team].tokens)
        ],
        tasks.LateTokens: lambda run, _: [*actions, DONE] if (actions := between_rolls.removing_tokens(run)) else [],
        tasks.PickVillain: lambda run, task: _own(
            run, task.source, [run.book.choose[card] for card in villains_at(run, task.location)]
        ),
        tasks.PickColour: lambda _, task: [*(do.ChooseColour(colour) for colour in task.colours), DONE],
        tasks.PickLostDie: lambda run, _: (
            [run.book.pick[run.book.blank(at)] for at, n in enumerate(run.t.unrolled) if n]
        ),
        tasks.PickAid: lambda _, __: [AID, DONE],
    },
)
"""Task -> its legal actions, in a fixed order."""
chosen: ByType[None] = ByType(
    "choices",
    {
        tasks.PickTeam: lambda run, task, action: take_team(run, task.team, action.card),
        tasks.PickStarter: lambda run, task, action: take_starter(run, task.team, action.card),
    },
)
"""(run, task, action) -> the result; the task was taken off the agenda before."""


def seat(run: Run, task: tasks.AnyTask) -> int:
    """Who chooses: the holder of tokens that are lost, else the active player."""
    return run.seat_of(team_asked(task, run.t.active))


def team_asked(task: tasks.AnyTask, active: int) -> int:
    """Return the Team whose player chooses.

    Args:
        active: the Team whose turn it is.
    """
    return task.team if isinstance(task, tasks.PickDrop | tasks.PickTeam | tasks.PickStarter) else active


# step 1


@chosen.of(tasks.PlaceTeamToken)
def _place_team_token_chosen(run: Run, _task: tasks.PlaceTeamToken, action: do.GoTo) -> None:
    t = run.t
    t.location = t.base = action.location
    run.say(ev.TeamTokenPlaced, run.cite.place_token, team=run.team().card, location=action.location)


@chosen.of(tasks.Offer)
def _offer_chosen(run: Run, task: tasks.Offer, action: do.React | do.Done) -> None:
    if isinstance(action, do.Done):
        decline(run, task)
        return
    card = action.card
    run.t.used += (card,)
    cite = run.cite
    rules = {"on_damage": cite.reaction, "on_balance_advance": cite.balance_ability, "on_collect": cite.extra_die}
    run.say(ev.EffectUsed, rules.get(task.when, cite.ability_first), card=card, what="ability")
    rest = tuple(other for other in task.cards if other != card)
    if rest:
        run.push(tasks.Offer(rest, task.when))
    run.push(tasks.Apply(run.book.hero[card].ability.effect, card))


@chosen.of(tasks.PickVillainOrder)
def _pick_villain_order_chosen(run: Run, task: tasks.PickVillainOrder, action: do.Choose) -> None:
    rest = tuple(card for card in task.cards if card != action.card)
    if rest:
        run.push(tasks.PickVillainOrder(rest))
    run.push(tasks.Acts(action.card))


# own effects: any target may be left out


def _own(run: Run, source: CardId, actions: list[do.RisingAction]) -> list[do.RisingAction]:
    """Own effects may be declined; the reward of a battle may not."""
    return actions if source in run.book.battle or not actions else [*actions, DONE]


def _heal_targets(run: Run, task: tasks.PickHeal) -> list[CardId]:
    t = run.t
    row = t.teams[t.active].row
    if t.no_heal:
        return []
    if task.who == "any_team":
        cards = [member.card for at in clockwise(run) for member in t.teams[at].row]
    elif task.who == "reach":  # cite.token_reach
        cards = [member.card for member in row]
        cards += [
            spot.card
            for spot in (t.places[at] for at in run.places_here())
            if spot is not None and spot.card in run.book.hero
        ]
        if t.options.token_heal_any_team and task.source in run.book.token_index:
            cards += [m.card for at, team in enumerate(t.teams) if at != t.active for m in team.row]
    else:
        position = run.own(task.source)
        if position < 0:
            return []
        cards = [member.card for member in run.neighbours(position)]
        if task.who == "self_or_adjacent":
            cards.insert(0, task.source)
    return [card for card in cards if card not in task.chosen]


@chosen.of(tasks.PickHeal)
def _pick_heal_chosen(run: Run, task: tasks.PickHeal, action: do.Choose | do.Done) -> None:
    if isinstance(action, do.Done):
        return
    card = action.card
    team, position = run.find_member(card)
    if team >= 0:
        heal_member(run, team, position, task.n, run.cite.heal)
    else:
        heal_place(run, run.find_place(card), task.n, run.cite.heal)
    if task.left > 1:  # FNR-1112, FNR-1113
        run.push(tasks.PickHeal(task.source, task.n, task.left - 1, task.who, (*task.chosen, card)))


@chosen.of(tasks.PickHealOfTeam)
def _pick_heal_of_team_chosen(run: Run, task: tasks.PickHealOfTeam, action: do.Choose | do.Done) -> None:
    if isinstance(action, do.Choose):
        _, position = run.find_member(action.card)
        heal_member(run, task.team, position, task.n, run.cite.heal)


@options.of(tasks.PickCarrier)
def _pick_carrier_options(run: Run, task: tasks.PickCarrier) -> list[do.RisingAction]:
    actions: list[do.RisingAction] = [run.book.choose[card] for card in task.among]
    return actions if task.n > 0 else _own(run, task.source, actions)


@chosen.of(tasks.PickCarrier)
def _pick_carrier_chosen(run: Run, task: tasks.PickCarrier, action: do.Choose | do.Done) -> None:
    if isinstance(action, do.Done):
        return
    if task.n > 0:
        enemy_counters.add(run, action.card, task.n, filling(run, task.source))
    else:
        enemy_counters.remove(run, action.card, -task.n)


@chosen.of(tasks.PickVillain)
def _pick_villain_chosen(run: Run, _task: tasks.PickVillain, action: do.Choose | do.Done) -> None:
    if isinstance(action, do.Choose):
        hit_villain(run, action.card, run.cite.reward_ability)


@options.of(tasks.PickShift)
def _pick_shift_options(run: Run, task: tasks.PickShift) -> list[do.RisingAction]:
    t, book = run.t, run.book
    locations = range(book.spec.locations) if task.anywhere else (t.location,)
    to = [card for location in locations for card in villains_at(run, location)]
    if task.from_hero:
        sources = [member.card for member in t.teams[t.active].row if member.damage]
    else:
        sources = [s.card for s in t.places if s is not None and s.card in book.villain and s.damage]
    pairs: list[do.RisingAction] = [do.ShiftDamage(source, card) for source in sources for card in to if source != card]
    return _own(run, task.source, pairs)


@chosen.of(tasks.PickShift)
def _pick_shift_chosen(run: Run, _task: tasks.PickShift, action: do.ShiftDamage | do.Done) -> None:
    if isinstance(action, do.Done):
        return
    t = run.t
    position = run.own(action.source)
    if position >= 0:
        member = t.teams[t.active].row[position]
        changed = st.Member(member.card, member.damage - 1, member.dice, member.parked)
        run.set_member(t.active, position, changed)
    else:
        at = run.find_place(action.source)
        spot = t.places[at]
        assert spot is not None
        run.set_place(at, st.Spot(spot.card, spot.damage - 1, spot.dice))
    run.say(ev.DamageMoved, run.cite.reward_moved, source=action.source, to=action.to)
    hit_villain(run, action.to, run.cite.reward_moved)


@options.of(tasks.PickSwap)
def _pick_swap_options(run: Run, task: tasks.PickSwap) -> list[do.RisingAction]:
    t, book = run.t, run.book
    kind = book.hero if task.here == "hero" else book.villain
    inside = run.places_here()
    here = [s.card for at in inside if (s := t.places[at]) is not None and s.card in kind]
    # cite.swap
    elsewhere = [s.card for at, s in enumerate(t.places) if at not in inside and s is not None and s.card in book.hero]
    return _own(run, task.source, [do.SwapCards(a, b) for a in here for b in elsewhere])


@chosen.of(tasks.PickSwap)
def _pick_swap_chosen(run: Run, _task: tasks.PickSwap, action: do.SwapCards | do.Done) -> None:
    if isinstance(action, do.Done):
        return
    t = run.t
    a, b = run.find_place(action.here), run.find_place(action.elsewhere)
    first, second = t.places[a], t.places[b]
    assert first is not None
    assert second is not None
    aside: Codes = ()
    if t.options.swapped_card_loses_dice:
        aside = first.dice + second.dice
        run.lay_aside(aside)
        first, second = st.Spot(first.card, first.damage), st.Spot(second.card, second.damage)
    run.set_place(a, second)
    run.set_place(b, first)
    run.say(ev.CardsSwapped, run.cite.swapped, here=action.here, elsewhere=action.elsewhere, aside=run.names(aside))
    note_by_older_rules(run)


@options.of(tasks.PickOrder)
def _pick_order_options(run: Run, task: tasks.PickOrder) -> list[do.RisingAction]:
    row = run.team().row
    left = [member.card for member in row if member.card not in task.chosen]
    if len(left) < 2:
        return [DONE]
    return [*(run.book.choose[card] for card in left), DONE]


@chosen.of(tasks.PickOrder)
def _pick_order_chosen(run: Run, task: tasks.PickOrder, action: do.Choose | do.Done) -> None:
    if isinstance(action, do.Choose):
        run.push(tasks.PickOrder(task.source, (*task.chosen, action.card)))
        return
    team = run.team()
    first = [member for card in task.chosen for member in team.row if member.card == card]
    row = (*first, *(member for member in team.row if member.card not in task.chosen))
    if row != team.row:
        run.set_team(run.t.active, st.Team(team.card, row, team.tokens, team.dice))
        order = tuple(member.card for member in row)
        run.say(ev.RowReordered, run.cite.no_rearranging, team=team.card, row=order)


@chosen.of(tasks.PickColour)
def _pick_colour_chosen(run: Run, task: tasks.PickColour, action: do.ChooseColour | do.Done) -> None:
    if isinstance(action, do.ChooseColour):
        add_die(run, action.colour, task.source)


@options.of(tasks.PickReroll)
def _pick_reroll_options(run: Run, task: tasks.PickReroll) -> list[do.RisingAction]:
    left = list(run.t.shown)
    for code in task.chosen:
        left.remove(code)
    if not left or (task.n and len(task.chosen) >= task.n):
        return [DONE]
    return [*(run.book.pick[code] for code in dict.fromkeys(left)), DONE]


@chosen.of(tasks.PickReroll)
def _pick_reroll_chosen(run: Run, task: tasks.PickReroll, action: do.PickDie | do.Done) -> None:
    if isinstance(action, do.PickDie):
        codes = tuple(sorted((*task.chosen, run.book.code[action.die])))
        run.push(tasks.PickReroll(task.source, task.n, codes))
    elif task.chosen:
        run.push(tasks.RollDice(task.chosen, task.source))


@options.of(tasks.PickFace)
def _pick_face_options(run: Run, task: tasks.PickFace) -> list[do.RisingAction]:
    book = run.book
    out: list[do.RisingAction] = [
        do.TurnDie(book.die_name[code], book.die_name[face])
        for code in dict.fromkeys(run.t.shown)
        if book.symbol_of[code] == task.symbol  # cite.face_on_die
        for face in book.other_faces[code]
    ]
    return _own(run, task.source, out)


@chosen.of(tasks.PickFace)
def _pick_face_chosen(run: Run, _task: tasks.PickFace, action: do.TurnDie | do.Done) -> None:
    if isinstance(action, do.Done):
        return
    t, code = run.t, run.book.code
    left = list(t.shown)
    left.remove(code[action.die])
    t.shown = tuple(sorted((*left, code[action.to])))
    note_turned(run, code[action.die], code[action.to])
    run.say(ev.FaceChanged, run.cite.change_face, die=action.die, to=action.to)
    note_by_older_rules(run)


# opposing effects: compulsory


@chosen.of(tasks.PickVictim)
def _pick_victim_chosen(run: Run, task: tasks.PickVictim, action: do.Choose) -> None:
    _, position = run.find_member(action.card)
    hit_member(run, task.team, position, acting(run, task.source))


@chosen.of(tasks.PickDrop)
def _pick_drop_chosen(run: Run, task: tasks.PickDrop, action: do.DropToken) -> None:
    kind = run.book.token_index[action.token]
    run.discard_token(task.team, kind)
    team = run.t.teams[task.team].card
    run.say(ev.TokenDropped, run.cite.victims, team=team, token=action.token)
    if task.n > 1:
        run.push(tasks.PickDrop(task.source, task.team, task.n - 1))


@chosen.of(tasks.PickLostDie)
def _pick_lost_die_chosen(run: Run, _task: tasks.PickLostDie, action: do.PickDie) -> None:
    t, code = run.t, run.book.code[action.die]
    colour = run.book.colour_of[code]
    t.unrolled = with_count(t.unrolled, colour, -1)
    t.gone += (code,)
    run.say(ev.DieLost, run.cite.lose_die, die=action.die)


@options.of(tasks.PickRedeploy)
def _pick_redeploy_options(run: Run, _task: tasks.PickRedeploy) -> list[do.RisingAction]:
    """The pool is open until then: a token may still add the die that is given up, or do anything else."""
    dice = [run.book.blank(at) for at, n in enumerate(run.t.unrolled) if n]  # cite.redeploy_price
    if not dice and not between_rolls.can_add_die(run):
        return []
    return [*(do.Redeploy(run.book.die_name[code]) for code in dice), *between_rolls.using_tokens(run), DONE]


@chosen.of(tasks.PickRedeploy)
def _pick_redeploy_chosen(run: Run, task: tasks.PickRedeploy, action: do.Redeploy | do.UseToken | do.Done) -> None:
    if isinstance(action, do.Done):
        return
    if isinstance(action, do.UseToken):
        run.push(task)
        between_rolls.take.table[do.UseToken](run, action)
        return
    t, code = run.t, run.book.code[action.die]
    t.unrolled = with_count(t.unrolled, run.book.colour_of[code], -1)
    t.gone += (code,)
    t.location = t.base = t.facing  # cite.redeployed
    t.redeployed = True
    run.say(foe.TeamRedeployed, run.cite.redeploy, team=run.team().card, location=t.facing, die=action.die)


@chosen.of(tasks.LateTokens)
def _late_tokens_chosen(run: Run, task: tasks.LateTokens, action: do.UseToken | do.Done) -> None:
    if isinstance(action, do.UseToken):
        run.push(task)
        between_rolls.take.table[do.UseToken](run, action)


@options.of(tasks.PickRecruit)
def _pick_recruit_options(run: Run, task: tasks.PickRecruit) -> list[do.RisingAction]:
    """Where there is no row, neither the order of recruits nor an end matters."""
    if not run.book.spec.switch.row:
        return [do.Join(task.cards[0], "right")]
    # cite.recruit_end, cite.recruit_order
    return [do.Join(card, end) for card in task.cards for end in ("left", "right")]


@chosen.of(tasks.PickRecruit)
def _pick_recruit_chosen(run: Run, task: tasks.PickRecruit, action: do.Join) -> None:
    t = run.t
    at = run.find_place(action.card)
    spot = t.places[at]
    assert spot is not None
    run.set_place(at, None)
    run.lay_aside(spot.dice)
    team = run.team()
    joined = (st.Member(action.card),)  # FNR-504, DER-613, DSR-614: without Damage
    row = joined + team.row if action.end == "left" else team.row + joined
    run.set_team(t.active, st.Team(team.card, row, team.tokens, team.dice))
    t.recruited += (action.card,)
    run.say(
        ev.HeroRecruited,
        run.cite.recruit,
        card=action.card,
        team=team.card,
        end=action.end if run.book.spec.switch.row else "",
        healed=spot.damage,
    )
    rest = tuple(card for card in task.cards if card != action.card)
    if rest:
        run.push(tasks.PickRecruit(rest))
    run.push(tasks.Trigger("on_recruited", action.card))


@chosen.of(tasks.PickAid)
def _pick_aid_chosen(run: Run, _task: tasks.PickAid, action: do.TakeAid | do.Done) -> None:
    if isinstance(action, do.TakeAid):
        run.say(ev.AidTaken, run.cite.aid, team=run.team().card)
        run.push(tasks.DrawToken(run.t.active))

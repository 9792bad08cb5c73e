"""Why an action is not legal: the rule, the values that matter, and the nearest legal action.

What is legal is decided by `flow.legal` alone. This module is only asked about the rest and finds the
first condition that fails, in the order in which a person would look.
"""

from collections.abc import Sequence
from functools import cache

from rising_tutor.core.english import capital, listed, with_article
from rising_tutor.core.game import Refusal
from rising_tutor.core.ids import RuleId
from rising_tutor.effects.by_type import ByType
from rising_tutor.games.rising import actions as do
from rising_tutor.games.rising.cards.vocabulary import ChangeFace, ExtraSymbol, Heal, RerollAll
from rising_tutor.games.rising.refusals.choices import asked_by, not_joining, why_not_chosen
from rising_tutor.games.rising.refusals.targets import assigned, no_fit
from rising_tutor.games.rising.rules import first_roll, tasks
from rising_tutor.games.rising.rules import state as st
from rising_tutor.games.rising.rules.abilities import holds
from rising_tutor.games.rising.rules.between_rolls import usable
from rising_tutor.games.rising.rules.context import Run
from rising_tutor.games.rising.rules.placement import ABILITY, ANY_DIE, ability_kind
from rising_tutor.games.rising.words.names import name_of, say_card, say_dice, say_die, say_place, say_team

Why = tuple[RuleId, str]

_ROLL = do.Roll()
_why: ByType[Why] = ByType(
    "refusals of step 3",
    {
        do.RemoveDie: lambda run, action: (
            _not_asked(run, "dice", len(run.t.balance_dice))
            or (
                run.cite.balance_dice,
                f"{say_die(run.book, action.die)} is not among your unassigned dice.",
            )
        ),
        do.GiveToken: lambda run, action: (
            _not_asked(run, "tokens", len(run.t.balance_tokens)) or _not_held(run, action.team, action.token)
        ),
        do.Stop: lambda run, _: (
            run.cite.roll_again,
            f"Roll at least once; dice that wait in the pool: {sum(run.t.unrolled)}.",
        ),
        do.GoTo: lambda run, _: (
            run.cite.place_fixed or run.cite.place_token,
            f"Your Team is at {say_place(run.book, run.t.location)} for the rest of the turn.",
        ),
        do.TakeAid: lambda run, _: (
            run.cite.aid,
            f"Aid is offered at the end of {run.book.spec.words.step} 4, when the rolls could complete nothing.",
        ),
    },
)


_NEVER_IN_STEP_3 = (do.React, do.TakeTeam, do.TakeStarter)


def explain(run: Run, action: do.RisingAction, legal: Sequence[do.RisingAction]) -> Refusal:
    """The refusal of an action that is not among the legal ones."""
    t, cite, words = run.t, run.cite, run.book.spec.words
    nearest = nearest_to(action, legal)
    if not t.agenda:
        return Refusal(cite.judge, "The game is over.")
    task = t.agenda[-1]
    if not _exists(run, action):
        rule, why = cite.steps, "This game has no such action."
    elif isinstance(task, tasks.Window) and type(action) not in _why and not isinstance(action, _NEVER_IN_STEP_3):
        rule, why = cite.steps, f"That is no action of {words.step} 3."
    elif type(action) in _why and (
        isinstance(task, tasks.Window) or (isinstance(task, tasks.PickRedeploy) and isinstance(action, do.UseToken))
    ):
        rule, why = _why.find(action)(run, action)
    else:
        rule, why = why_not_chosen(run, task, action)
    if nearest is None and isinstance(task, tasks.Window):
        # Step 3 is never without a way on: the next roll, or what has to be done before it.
        nearest = _ROLL if _ROLL in legal else legal[0]
    return Refusal(rule, capital(why), nearest)


def _exists(run: Run, action: do.RisingAction) -> bool:
    """The title has actions of this kind."""
    book = run.book
    match action:
        case do.RemoveDie() | do.GiveToken():
            return bool(book.side)
        case do.MoveParked():
            return bool(book.any_die)
        case do.TakeAid():
            return bool(run.cite.aid)
        case do.Redeploy():
            return bool(book.spec.switch.boss)
        case do.TakeStarter():
            return bool(run.cite.starter)
        case do.ShiftDamage():
            return bool(run.cite.reward_moved)
        case do.SwapCards():
            return bool(run.cite.swap)
    return True


def impossible(run: Run, outcome: do.RisingOutcome) -> Refusal:
    """The refusal of a chance outcome that cannot come here."""
    t, cite = run.t, run.cite
    task = t.agenda[-1]
    match task, outcome:
        case tasks.RollDice(codes), do.Rolled(dice):
            n = len(codes) or sum(t.unrolled)
            have = (
                run.names(codes)
                if codes
                else tuple(run.book.colours[at] for at, k in enumerate(t.unrolled) for _ in range(k))
            )
            why = f"{n} dice are rolled ({say_dice(have)}); the line has {len(dice)}."
            return Refusal(cite.roll, why)
        case tasks.Fill(), do.Revealed(card):
            why = f"{name_of(run.book, card)} is not in the deck any more."
            return Refusal(cite.refill if t.turn else cite.deal, why)
        case tasks.TurnOver(), do.TurnedOver(card):
            return Refusal(cite.reveal, f"No card {card} is left in the Fire Nation deck.")
        case tasks.DrawToken(), do.Drew(token):
            return Refusal(cite.token_used, f"No {name_of(run.book, token)} is left in the supply.")
        case tasks.DealSide(), do.SideDealt(side):
            why = f"{side} is no side of the difficulty {t.options.difficulty}."
            return Refusal(cite.side, why)
        case tasks.DealBattles(), do.BattlesDealt():
            return Refusal(cite.battle_place, "Each of the three battles lies at one location.")
        case tasks.FaceFigure(), do.Faced():
            return Refusal(cite.facing, "The figure faces one of the three locations.")
        case tasks.DealTeam(), do.TeamDealt(card):
            why = f"{say_card(run.book, card)} is no {run.book.spec.words.team_card} that is left."
            return Refusal(cite.take_team, why)
        case tasks.DrawFirst(), do.FirstDrawn():
            return Refusal(cite.first_player, "One of the Teams in play begins.")
        case tasks.RollThreat(die), do.ThreatRolled():
            faces = run.book.threat_die[die].face
            rule = cite.second_die if any(face.carrier for face in faces) else cite.threat_die
            return Refusal(rule, f"The faces of this die are {listed(face.name for face in faces)}.")
        case tasks.StackCarriers(location), do.Stacked():
            return Refusal(cite.stack, f"What lies at {say_place(run.book, location)} are other cards.")
    return Refusal(cite.steps, f"What is decided now is {asked_by(run.book, task)}.")


def nearest_to(action: do.RisingAction, legal: Sequence[do.RisingAction]) -> do.RisingAction | None:
    """The legal action that shares most with the one tried; None if nothing is shared."""
    fields = {name: getattr(action, name) for name in action.__struct_fields__}
    best, best_score = None, 0
    for other in legal:
        score = 0
        for name in _shared(type(action), type(other)):
            value, theirs = fields[name], getattr(other, name)
            if theirs == value:
                score += 4 if name in ("on", "card", "to") else 3
            elif isinstance(value, str) and isinstance(theirs, str) and ":" in value + theirs:
                score += value.partition(":")[0] == theirs.partition(":")[0]
        if score or not fields:
            score += 2 if type(other) is type(action) else 0
        if score > best_score:
            best, best_score = other, score
    if best is None and legal:
        return next((other for other in legal if type(other) is type(action)), None)
    return best


@cache
def _shared(one: type[do.RisingAction], other: type[do.RisingAction]) -> tuple[str, ...]:
    """The fields that both kinds of action have."""
    return tuple(name for name in one.__struct_fields__ if name in other.__struct_fields__)


@_why.of(do.PlaceDie)
def _place(run: Run, action: do.PlaceDie) -> Why:
    t, book, cite = run.t, run.book, run.cite
    code = book.code.get(action.die, -1)
    die = say_die(run.book, action.die)
    if not 0 <= code < book.n_faces:
        return cite.roll, f"{die} is no rolled die; only a die that shows a face can be assigned."
    if t.rolls == 0:
        return cite.roll, "No die was rolled yet this turn."
    if t.duty == st.DISCARDED:
        gone = book.spec.words.discarded
        on = "Roll again or stop" if t.shown or any(t.unrolled) else "Stop"
        return cite.duty, f"A die of this roll was {gone}, which closes its assigning. {on}."
    if code not in t.shown:
        if code in assigned(run):
            return cite.locked, f"{die} was assigned already and stays where it lies for this turn."
        shown = say_dice(run.names(t.shown)) or "no die"
        return cite.roll, f"No free die of yours shows that. You have {shown}."
    return no_fit(run, action.on, die)


@_why.of(do.DiscardDie)
def _discard(run: Run, action: do.DiscardDie) -> Why:
    t, cite, words = run.t, run.cite, run.book.spec.words
    if t.duty == st.NO_DUTY:
        return cite.duty, f"A die is {words.discarded} after a roll; no die was rolled yet."
    if t.duty == st.ASSIGNED:
        return cite.duty, f"A die of this roll was assigned; it is one or the other, assign or {words.discard} one."
    if t.duty == st.DISCARDED:
        return cite.duty, f"One die of this roll was {words.discarded} already, and exactly one is."
    return cite.discard, f"{say_die(run.book, action.die)} is not among your unassigned dice."


def _not_asked(run: Run, what: str, given: int) -> Why | None:
    """The next Balance space does not ask for (more) dice or tokens."""
    t, cite = run.t, run.cite
    if t.phase == 2:
        return cite.tracks_leave, "The Balance Track left the game with the Day of Black Sun."
    if t.no_balance:
        return cite.balance_blocked, "Nothing can be paid for Balance this turn; a Villain prevents it."
    at = run.next_space()
    if at < 0:
        return cite.balance_step, "The Balance marker is at the top."
    asked = getattr(run.book.side[t.side].spaces[at], what)
    if given >= asked:
        if not asked:
            return cite.balance_cost, f"The next Balance space asks for no {what}."
        return cite.balance_cost, f"The next Balance space asks for {asked} of your {what}, and you gave {given}."
    return None


def _not_held(run: Run, team: str, token: str) -> Why:
    known = name_of(run.book, token)
    return run.cite.tokens_held, f"{say_team(run.book, team)} holds no token of the kind {known}."


@_why.of(do.UseToken)
def _use_token(run: Run, action: do.UseToken) -> Why:
    t, book, cite = run.t, run.book, run.cite
    kind = book.token_index.get(action.token, -1)
    team = next((team for team in t.teams if team.card == action.team), None)
    if t.no_tokens:
        return cite.block, f"No token can be used this turn; {with_article(book.spec.words.villain)} prevents it."
    if team is None or kind < 0 or not team.tokens[kind]:
        return _not_held(run, action.team, action.token)
    name = name_of(book, action.token)
    if not usable(run, t.teams.index(team))[kind]:
        return cite.token_same_turn, f"{name} was drawn this turn and can be used from the next turn on."
    effect = book.token[kind].effect
    if isinstance(effect, Heal) and t.no_heal:
        return cite.no_heal, f"{name} would heal, and no Damage can be removed this turn."
    if isinstance(effect, RerollAll) and not t.shown:
        return cite.token_reroll, "No die shows a face, so there is nothing to roll again."
    if not isinstance(effect, ExtraSymbol):
        return cite.token_used, f"{name} is used without a target."
    if action.on is None:
        return cite.token_symbol, "An extra symbol is put on a card that needs it; name the card."
    target = ability_kind(run, action.on)
    if target == ANY_DIE:
        return _rolled_only(run, action.on)
    if target == ABILITY and not t.options.symbol_tokens_pay_abilities:
        hero, villain = (with_article(word) for word in (book.spec.words.hero, book.spec.words.villain))
        return cite.token_on_ability, f"A symbol token is put on {hero} or {villain}, not on an ability."
    return no_fit(run, action.on, name)


def _rolled_only(run: Run, on: str) -> Why:
    return run.cite.parked, f"Only a rolled die can be put on {name_of(run.book, on)}."


@_why.of(do.UseAbility)
def _use_ability(run: Run, action: do.UseAbility) -> Why:
    t, book, cite = run.t, run.book, run.cite
    card, name = action.card, name_of(run.book, action.card)
    position = run.own(card)
    if position < 0:
        if card in book.team:
            return _team_card(run, card)
        spot = next((t.places[at] for at in run.places_here() if at == run.find_place(card)), None)
        if spot is not None and card in book.hero and run.sets(card, spot.dice):
            return cite.recruit_next_turn or cite.own_heroes, f"{name} joins your Team at the end of the turn only."
        return cite.own_heroes, f"{name} is not {with_article(book.spec.words.hero)} of your Team."
    ability = book.hero[card].ability
    if card in t.used:
        rule = cite.once if ability.when == "paid" else cite.free_once or cite.once
        return rule, f"The ability of {name} was used this turn."
    if ability.when == "paid":
        return cite.hero_ability, f"The ability of {name} is paid: assign dice to it."
    if ability.when == "on_damage":
        return cite.reaction, f"{name} reacts to Damage; it cannot be called."
    if ability.when.startswith(("on_", "after_villain")):
        return cite.free, f"The ability of {name} answers an event; it cannot be called."
    if isinstance(ability.effect, Heal) and t.no_heal:
        return cite.no_heal, f"{name} would heal, and no Damage can be removed this turn."
    member = t.teams[t.active].row[position]
    if ability.when == "take_damage" and member.damage >= book.capacity[card]:
        return cite.full_cannot_pay, f"{name} has {member.damage} of {book.capacity[card]} Damage, no more fits."
    if not holds(run, ability.only_if, position):
        return cite.extra_die, f"The condition on {name} is not met."
    if isinstance(ability.effect, ChangeFace) and t.fresh and t.shown:
        symbol = book.spec.words.symbols[ability.effect.symbol]
        return cite.change_face, f"No unassigned die shows {symbol}, which {name} needs."
    rule = cite.modify_first if isinstance(ability.effect, ChangeFace) else cite.reroll
    return rule, f"{name} helps directly after a roll, before a die of it is used."


def _team_card(run: Run, card: str) -> Why:
    """Why the ability of a Team card cannot be called: it is paid, or belongs to a first roll of another kind."""
    t, book, cite = run.t, run.book, run.cite
    ability = book.team[card].opening
    if ability is None:
        words = f"The ability of the {book.spec.words.team_card} {name_of(book, card)} is paid with symbols."
        return cite.team_ability, words
    if card != run.team().card:
        where = "of another player" if any(team.card == card for team in t.teams) else "that is not in play"
        return cite.own_heroes, f"{say_team(book, card)} is a {book.spec.words.team_card} {where}."
    if card in t.used:
        return cite.team_once or cite.once, f"The ability of the {book.spec.words.team_card} was used this turn."
    symbol = book.spec.words.symbols[ability.symbol]
    if t.rolls == 1 and t.fresh:
        n = first_roll.symbols_rolled(run)
        return cite.opening, f"The first roll has to show {ability.n} {symbol} or more; it counts {n}."
    if t.rolls == 0:
        return cite.opening, f"The first roll has to show {ability.n} {symbol} or more; nothing was rolled yet."
    why = "it comes before any die of that roll is used"
    return cite.opening_roll, f"The ability of the {book.spec.words.team_card} belongs to the first roll; {why}."


@_why.of(do.Redeploy)
def _redeploy(run: Run, _action: do.Redeploy) -> Why:
    t, book, cite = run.t, run.book, run.cite
    name = name_of(book, book.spec.switch.boss)
    if t.battles[t.facing] is None:
        return cite.boss_hidden, f"{name} is still in the {book.spec.words.deck}; there is nowhere to redeploy."
    if t.redeployed:
        return cite.redeploy_once, "Your Team redeployed this turn, and it can do so once."
    if t.location == t.facing:
        return cite.redeploy_once, f"Your Team is where {name} is; there is nowhere to redeploy."
    return cite.redeploy, f"The Team goes to {name} before the first roll, when it is asked; that is over."


@_why.of(do.MoveParked)
def _move_parked(run: Run, action: do.MoveParked) -> Why:
    t, cite = run.t, run.cite
    book, card = run.book, action.card
    name = say_card(book, card)
    position = run.own(card)
    if position < 0:
        return cite.own_heroes, f"{name} is not {with_article(book.spec.words.hero)} of your Team."
    code = t.teams[t.active].row[position].parked
    if code < 0:
        return cite.parked, f"No die is parked on {name}."
    if action.card in t.used:
        return cite.parked, f"The die was put on {name} this turn; it can be moved in a later one."
    if ability_kind(run, action.on) == ANY_DIE:
        return _rolled_only(run, action.on)
    return no_fit(run, action.on, say_die(run.book, run.book.die_name[code]))


@_why.of(do.Roll)
def _roll(run: Run, _action: do.Roll) -> Why:
    t, book, cite = run.t, run.book, run.cite
    if t.duty == st.OWED:
        words = book.spec.words
        why = f"After a roll, assign at least one die or {words.discard} one before you roll again"
        if any(code >= book.first_token_code for code in assigned(run)):
            return cite.token_no_duty, f"{why}; the symbol of {with_article(words.token)} is no die."
        return cite.duty, f"{why}."
    return cite.roll_again, "No unassigned die is left to roll."


@_why.of(do.Join)
def _join(run: Run, action: do.Join) -> Why:
    return not_joining(run, action.card) or (
        run.cite.recruit,
        f"{say_card(run.book, action.card)} joins in {run.book.spec.words.step} 4a, if all symbols are covered.",
    )


@_why.of(do.Choose, do.ChooseColour, do.PickDie, do.TurnDie, do.ShiftDamage, do.SwapCards, do.DropToken, do.Done)
def _no_choice(run: Run, action: do.RisingAction) -> Why:
    if isinstance(action, do.TurnDie):
        return run.cite.change_face, "A die is turned only by an ability that changes its symbol; use one first."
    if isinstance(action, do.PickDie):
        return run.cite.reroll, "Dice are picked for a reroll after an ability that rerolls was used."
    if isinstance(action, do.Choose) and run.own(action.card) >= 0 and run.book.spec.switch.row:
        return run.cite.no_rearranging, "The row keeps its order unless an ability reorders it."
    return run.cite.targets, "No effect waits for that choice now."

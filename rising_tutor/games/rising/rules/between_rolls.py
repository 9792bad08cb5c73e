"""Step 3, between rolls: everything the active player may do, and what it does.

`legal` is the one definition of what may be done here; `refusals/` only finds words for the rest.
"""

from rising_tutor.core.ids import CardId
from rising_tutor.core.values import with_count
from rising_tutor.effects.by_type import ByType
from rising_tutor.games.rising import actions as do
from rising_tutor.games.rising.cards.book import Codes
from rising_tutor.games.rising.cards.vocabulary import AddDie, ChangeFace, ExtraSymbol, Heal, RemovePressure, RerollAll
from rising_tutor.games.rising.rules import events as ev
from rising_tutor.games.rising.rules import first_roll
from rising_tutor.games.rising.rules.abilities import holds
from rising_tutor.games.rising.rules.context import Run
from rising_tutor.games.rising.rules.placement import ABILITY, ANY_DIE, Target, open_targets, place, take_shown
from rising_tutor.games.rising.rules.state import DISCARDED, OWED, Member
from rising_tutor.games.rising.rules.tasks import Apply, RollDice, SettleHits

ROLL, STOP = do.Roll(), do.Stop()
_USE: dict[str, do.UseAbility] = {}
"""The same action for a card each time, so that listing makes none."""


def legal(run: Run) -> list[do.RisingAction]:
    """All legal actions of step 3 at this moment, in a fixed order."""
    t, book = run.t, run.book
    out: list[do.RisingAction] = []
    shown, duty = t.shown, t.duty
    waiting = any(t.unrolled)
    targets = open_targets(run)
    if shown:
        kinds = tuple(dict.fromkeys(shown))
        if duty != DISCARDED:
            symbol_of = book.symbol_of
            for target, mask, _ in targets:
                placed = book.place[target]
                # cite.match; DER-514, DSR-513: any card, whatever was begun
                out += [placed[code] for code in kinds if mask >> symbol_of[code] & 1]
        if duty == OWED:  # cite.duty
            out += [book.discard[code] for code in kinds]
    if waiting and duty == OWED:
        out += [book.discard[book.blank(at)] for at, n in enumerate(t.unrolled) if n]
    _balance(run, out)
    _abilities(run, out, targets)
    _tokens(run, out, targets)
    if (shown or waiting) and duty != OWED:  # cite.duty, cite.roll_again, cite.token_no_duty
        out.append(ROLL)
    if t.rolls or not (shown or waiting):  # DER-520, FNR-437: nobody has to stop early
        out.append(STOP)
    return out


def _balance(run: Run, out: list[do.RisingAction]) -> None:
    """Dice and tokens that the next Balance space asks for."""
    t, book = run.t, run.book
    if t.phase != 1 or t.no_balance:
        return
    at = run.next_space()
    if at < 0:
        return
    space = book.side[t.side].spaces[at]
    if not (space.dice or space.tokens):
        return
    if len(t.balance_dice) < space.dice:
        out += [book.remove[code] for code in dict.fromkeys(t.shown)]
        out += [book.remove[book.blank(colour)] for colour, n in enumerate(t.unrolled) if n]
    if len(t.balance_tokens) < space.tokens:
        out += [
            # FNR-1118
            do.GiveToken(team.card, book.token_ids[kind])
            for team in t.teams
            for kind in book.kinds_in(team.tokens)
        ]


def _abilities(run: Run, out: list[do.RisingAction], targets: list[Target]) -> None:
    """Abilities without symbols, and the move of a parked die."""
    t, book = run.t, run.book
    used, callable_heroes = (*t.used, *book.heals) if t.no_heal else t.used, book.callable
    for position, member in enumerate(t.teams[t.active].row):
        card = member.card
        if card not in callable_heroes or card in used:  # cite.once, cite.own_heroes
            continue
        ability = book.hero[card].ability
        when = ability.when
        if when == "paid":
            if member.parked >= 0:
                symbol = book.symbol_of[member.parked]
                out += [
                    do.MoveParked(card, CardId(target))
                    for target, mask, kind in targets
                    if mask >> symbol & 1 and kind < ANY_DIE
                ]
            continue
        if (
            (when == "after_roll" and not after_roll_fits(run, card))
            or (when == "take_damage" and member.damage >= book.capacity[card])  # cite.full_cannot_pay
            or (ability.only_if is not None and not holds(run, ability.only_if, position))
        ):
            continue
        out.append(_use(card))
    if book.has_opening and first_roll.can_use(run):
        out.append(_use(t.teams[t.active].card))


def _use(card: CardId) -> do.UseAbility:
    action = _USE.get(card)
    if action is None:
        action = _USE[card] = do.UseAbility(card)
    return action


def after_roll_fits(run: Run, card: str) -> bool:
    """Directly after a roll, no die of it used yet; a change needs a die that shows the symbol."""
    t, book = run.t, run.book
    if not (t.fresh and t.shown):  # cite.modify_first, FNR-915
        return False
    effect = book.hero[card].ability.effect
    if isinstance(effect, ChangeFace):
        symbol = book.symbol_index[effect.symbol]
        return any(book.symbol_of[code] == symbol for code in t.shown)
    return True


def _tokens(run: Run, out: list[do.RisingAction], targets: list[Target]) -> None:
    """Tokens of all Teams: they may be used by anybody for the active player."""
    t, book = run.t, run.book
    if t.no_tokens:
        return
    closed = ANY_DIE if t.options.symbol_tokens_pay_abilities else ABILITY  # cite.token_on_ability, FNR-1110
    # cite.tokens_window, FNR-1103, FNR-1105, FNR-1118, DER-804, DER-812, DER-813, DSR-1003, DSR-1005, DSR-1013
    for at, team in enumerate(t.teams):  # of all Teams: DSR-1014
        for kind in book.kinds_in(usable(run, at) if t.new_tokens else team.tokens):
            effect = book.token[kind].effect
            token_id = book.token_ids[kind]
            if isinstance(effect, ExtraSymbol):
                symbol = book.symbol_index[effect.symbol]  # cite.token_symbol
                out += [
                    do.UseToken(team.card, token_id, CardId(target))
                    for target, mask, what in targets
                    if mask >> symbol & 1 and what < closed
                ]
            elif t.shown if isinstance(effect, RerollAll) else not (t.no_heal and isinstance(effect, Heal)):
                out.append(do.UseToken(team.card, token_id))


def usable(run: Run, team: int) -> Codes:
    """The tokens of a Team that can be used now: all, or those that it did not draw this turn."""
    tokens, new = run.t.teams[team].tokens, run.t.new_tokens
    if not new:  # cite.token_same_turn, FNR-1102
        return tokens
    return tuple([have - drawn for have, drawn in zip(tokens, new[team], strict=True)])


def using_tokens(run: Run) -> list[do.RisingAction]:
    """What can be done with tokens, of all that step 3 allows."""
    out: list[do.RisingAction] = []
    _tokens(run, out, open_targets(run))
    return out


def removing_tokens(run: Run) -> list[do.RisingAction]:
    """Tokens that work without dice: those that take counters off."""
    book = run.book
    if run.t.no_tokens:
        return []
    return [
        do.UseToken(team.card, book.token_ids[kind])
        for at, team in enumerate(run.t.teams)
        for kind in book.kinds_in(usable(run, at))
        if isinstance(book.token[kind].effect, Heal | RemovePressure)  # cite.token_late, DER-808, DSR-1008
    ]


def can_add_die(run: Run) -> bool:
    """Some token could add a die to the pool."""
    t, book = run.t, run.book
    kinds = {kind for at in range(len(t.teams)) for kind in book.kinds_in(usable(run, at))}
    effects = [book.token[kind].effect for kind in kinds]
    colours = {colour for effect in effects if isinstance(effect, AddDie) for colour in effect.colours}
    return not t.no_tokens and any(t.stock[book.colour_index[colour]] for colour in colours)


take: ByType[None] = ByType("step 3")


@take.of(do.PlaceDie)
def _place_die(run: Run, action: do.PlaceDie) -> None:
    code = run.book.code[action.die]
    take_shown(run, code)
    place(run, code, action.on)


def _take_die(run: Run, code: int) -> None:
    if code < run.book.n_faces:
        take_shown(run, code)
    else:
        run.t.unrolled = with_count(run.t.unrolled, run.book.colour_of[code], -1)


@take.of(do.DiscardDie)
def _discard(run: Run, action: do.DiscardDie) -> None:
    t, code = run.t, run.book.code[action.die]
    _take_die(run, code)
    t.duty = DISCARDED
    t.fresh = False
    t.gone += (code,)
    run.say(ev.DieDiscarded, run.cite.discard, die=action.die)


@take.of(do.RemoveDie)
def _remove(run: Run, action: do.RemoveDie) -> None:
    t, code = run.t, run.book.code[action.die]
    _take_die(run, code)
    t.balance_dice += (code,)
    run.say(ev.DieRemoved, run.cite.balance_dice, die=action.die)


@take.of(do.GiveToken)
def _give(run: Run, action: do.GiveToken) -> None:
    kind = run.book.token_index[action.token]
    run.discard_token(_team_at(run, action.team), kind)
    run.t.balance_tokens += (kind,)
    run.say(ev.TokenGiven, run.cite.balance_price, team=action.team, token=action.token)


@take.of(do.UseToken)
def _use_token(run: Run, action: do.UseToken) -> None:
    kind = run.book.token_index[action.token]
    effect = run.book.token[kind].effect
    run.discard_token(_team_at(run, action.team), kind)
    run.say(ev.TokenUsed, run.cite.token_used, team=action.team, token=action.token)
    if isinstance(effect, ExtraSymbol) and action.on is not None:
        place(run, run.book.code[f"token:{effect.symbol}"], action.on)
    else:
        run.push(Apply(effect, action.token))


def _team_at(run: Run, card: str) -> int:
    return next(at for at, team in enumerate(run.t.teams) if team.card == card)


@take.of(do.UseAbility)
def _use_ability(run: Run, action: do.UseAbility) -> None:
    t, book = run.t, run.book
    card = action.card
    if card in book.team:
        _use_opening(run, card)
        return
    position = run.own(card)
    ability = book.hero[card].ability
    t.used += (card,)
    t.hero_ability = True
    run.say(ev.EffectUsed, run.cite.free, card=card, what="ability")
    after: tuple[SettleHits, ...] = ()
    if ability.when == "take_damage":
        member = t.teams[t.active].row[position]
        damage = member.damage + 1
        run.set_member(t.active, position, Member(card, damage, member.dice, member.parked))
        run.say(ev.DamagePaid, run.cite.paid_damage, card=card, damage=damage, capacity=book.capacity[card])
        if t.options.reactions_to_paid_damage:
            t.hits += (card,)
            after = (SettleHits(),)
    run.push(*after, Apply(ability.effect, card))


def _use_opening(run: Run, card: CardId) -> None:
    ability = run.book.team[card].opening
    assert ability is not None
    run.t.used += (card,)
    run.t.team_ability = True
    run.say(ev.EffectUsed, run.cite.opening, card=card, what="ability")
    run.push(Apply(ability.effect, card))


@take.of(do.MoveParked)
def _move_parked(run: Run, action: do.MoveParked) -> None:
    t = run.t
    position = run.own(action.card)
    member = t.teams[t.active].row[position]
    run.set_member(t.active, position, Member(member.card, member.damage, member.dice))
    run.say(ev.ParkedDieTaken, run.cite.parked, die=run.book.die_name[member.parked], on=member.card)
    place(run, member.parked, action.on)


@take.of(do.Roll)
def _roll(run: Run, _action: do.Roll) -> None:
    t = run.t
    unrolled = list(t.unrolled)  # cite.roll_again
    for code in t.shown:
        unrolled[run.book.colour_of[code]] += 1
    if t.shown and run.log is not None:
        run.say(ev.DiceTakenUp, run.cite.roll_again, dice=run.names(t.shown))
    t.unrolled = tuple(unrolled)
    t.shown = ()
    run.push(RollDice())


@take.of(do.Stop)
def _stop(run: Run, _action: do.Stop) -> None:
    t = run.t
    left = t.shown  # cite.part_paid, DER-517, DSR-518: what is not complete by then brings nothing
    if any(t.unrolled):
        left += tuple([run.book.blank(at) for at, n in enumerate(t.unrolled) for _ in range(n)])
    t.shown = ()
    t.unrolled = (0,) * len(t.unrolled)
    t.gone += left
    t.fresh = False
    if left and run.log is not None:
        run.say(ev.DiceForfeited, run.cite.stop, dice=run.names(left))
    run.say(ev.RollingEnded, run.cite.end_of_rolling, rolls=t.rolls)
    run.pop()

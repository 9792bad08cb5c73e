"""Where dice and symbols fit, and what happens when they lie there.

A target is the id of a card in reach, or Balance. Its open symbols are kept as bits, so that listing
what fits is one comparison for each die and target.
"""

from typing import TypeAlias

from rising_tutor.core.ids import CardId
from rising_tutor.core.values import with_item
from rising_tutor.games.rising.actions import BALANCE
from rising_tutor.games.rising.cards.book import Codes, Vector
from rising_tutor.games.rising.rules import events as ev
from rising_tutor.games.rising.rules.context import Run
from rising_tutor.games.rising.rules.state import ASSIGNED, DISCARDED, Member, Spot, Team
from rising_tutor.games.rising.rules.tasks import Apply

Target: TypeAlias = tuple[str, int, int]
"""Its id, its open symbols as bits, and what it is."""
CARD, ABILITY, ANY_DIE = range(3)
"""A card in reach or Balance; a paid ability of the acting Team; one of these that takes a rolled die of any face.

Only what lies in the row of the acting Team works: a Hero at a location is a cost like any other, whatever its ability.
"""


def open_targets(run: Run) -> list[Target]:  # noqa: C901  # the hottest loop of a playout, kept in one
    """Every target in reach that still takes a symbol, with its open symbols as bits."""
    t, book = run.t, run.book
    out: list[Target] = []  # FNR-111, cite.part_paid
    villain_here = False
    villains, price, open_mask = book.villain, book.price, book.open_mask
    first = t.location * book.spec.places  # cite.reach, cite.redeployed, FNR-304, DER-305, DSR-305
    many_sets = book.many_sets
    for spot in t.places[first : first + book.spec.places]:
        if spot is None:
            continue
        card = spot.card
        if card in villains:
            villain_here = True
            if many_sets:  # cite.one_set, cite.surplus, FNR-1011, DER-816, DSR-1016
                out.append((card, book.needs_mask[card], CARD))
                continue
        # cite.match: an open symbol of the cost; FNR-409, FNR-719, DER-510, DER-614, DSR-511, DSR-617
        mask = open_mask(price[card], spot.dice)
        if mask:
            out.append((card, mask, CARD))
    team = t.teams[t.active]  # cite.own_heroes, cite.other_teams, FNR-917, DSR-709
    paid, used = book.paid, (*t.used, *book.heals) if t.no_heal else t.used
    for member in team.row:
        card = member.card
        if card in paid and card not in used:
            if card in book.any_die:
                if member.parked < 0:
                    out.append((card, book.all_symbols, ANY_DIE))
            else:
                mask = open_mask(paid[card], member.dice)
                if mask:
                    out.append((card, mask, ABILITY))
    for at, key in enumerate(book.team_targets[team.card]):
        if key not in used:
            mask = open_mask(paid[key], team.dice[at])
            if mask:
                out.append((key, mask, ABILITY))
    if t.side:
        at_space = run.next_space()
        if at_space >= 0 and not t.no_balance:  # cite.balance_cost, cite.balance_blocked
            mask = open_mask(book.space_price[t.side][at_space], t.balance_symbols)
            if mask:
                out.append((BALANCE, mask, CARD))
        return out
    battle = t.battles[t.location]
    if battle is not None and battle_is_open(run, battle, villain_here=villain_here):  # cite.battle_here, FNR-720
        if many_sets:
            out.append((battle.card, book.needs_mask[battle.card], CARD))
        else:
            mask = open_mask(price[battle.card], battle.dice)
            if mask:
                out.append((battle.card, mask, CARD))
    return out


def ability_kind(run: Run, on: str) -> int:
    """What an id stands for, open or not: a paid ability of the acting Team, one that takes any die, or neither."""
    book = run.book
    if on not in book.paid or (run.own(on) < 0 and book.team_of.get(on) != run.team().card):
        return CARD
    return ANY_DIE if on in book.any_die else ABILITY


def battle_is_open(run: Run, battle: Spot, *, villain_here: bool) -> bool:
    """A Final Battle takes dice where no Villain lies, the last opponent while it can still be damaged."""
    if battle.card == run.book.boss:
        return battle.damage < run.battle_ceiling(battle.card)  # cite.boss_blocked, cite.boss_once
    return not villain_here  # cite.battle_beaten, cite.battle_arrival, cite.swap


def place(run: Run, code: int, on: str) -> None:
    """Puts a die or a symbol token on a target and resolves what it covers at once.

    The caller has taken it from where it lay and looks after the duty of the roll.
    """
    t, book, cite = run.t, run.book, run.cite
    if on == BALANCE:
        price = book.space_price[t.side][t.balance]
        lost = _lost(run, price, t.balance_symbols, code)
        t.balance_symbols += (code,)
        run.say(ev.DiePlaced, cite.balance_target, die=book.die_name[code], on=BALANCE, lost=lost)
        return
    team = t.teams[t.active]
    if on in book.ability_of_team:
        _pay_team_ability(run, team, code, on)
        return
    position = run.own(on)
    if position >= 0:
        _pay_ability(run, team.row[position], position, code)
        return
    battle = run.at_battle()
    if battle is not None and battle.card == on:
        battle = Spot(battle.card, battle.damage, (*battle.dice, code))
        t.battles = (*t.battles[: t.location], battle, *t.battles[t.location + 1 :])
        run.say(ev.DiePlaced, cite.battle_target, die=book.die_name[code], on=on, lost=0)
        return
    _place_on_spot(run, code, on)


def _place_on_spot(run: Run, code: int, on: str) -> None:
    book, cite = run.book, run.cite
    at = run.find_place(on)
    spot = run.t.places[at]
    assert spot is not None
    dice = (*spot.dice, code)  # cite.locked, DER-521
    hero = on in book.hero
    run.set_place(at, Spot(spot.card, spot.damage, dice))
    if run.log is not None:
        lost = _lost(run, book.price[on], spot.dice, code) if hero else 0
        rule = cite.recruit_target if hero else cite.villain_target
        run.say(ev.DiePlaced, rule, die=book.die_name[code], on=spot.card, lost=lost)
        if run.sets(on, dice) > run.sets(on, spot.dice):
            run.say(ev.CostCovered, rule, on=spot.card)


def _pay_team_ability(run: Run, team: Team, code: int, on: str) -> None:
    t, book, cite = run.t, run.book, run.cite
    at = [key for key, _ in book.team_ability[team.card]].index(on)
    dice = (*team.dice[at], code)
    lost = _lost(run, book.paid[on], team.dice[at], code)
    run.set_team(t.active, Team(team.card, team.row, team.tokens, with_item(team.dice, at, dice)))
    run.say(ev.DiePlaced, cite.team_ability, die=book.die_name[code], on=CardId(on), lost=lost)
    if not book.open_mask(book.paid[on], dice):  # FNR-502, FNR-912, DER-522, DER-717: covered is resolved
        t.used += (CardId(on),)
        t.team_ability = True
        run.say(ev.EffectUsed, cite.team_ability, card=CardId(on), what="ability")
        run.push(Apply(book.ability_of_team[on].effect, CardId(on)))


def _pay_ability(run: Run, member: Member, position: int, code: int) -> None:
    t, book, cite = run.t, run.book, run.cite
    card = member.card
    ability = book.hero[card].ability
    if ability.any_die:
        run.set_member(t.active, position, Member(card, member.damage, member.dice, code))
        t.used += (card,)
        t.hero_ability = True
        run.say(ev.DieParked, cite.parked, die=book.die_name[code], on=card)
        return
    dice = (*member.dice, code)
    lost = _lost(run, book.paid[card], member.dice, code)
    run.set_member(t.active, position, Member(card, member.damage, dice, member.parked))
    run.say(ev.DiePlaced, cite.hero_ability, die=book.die_name[code], on=card, lost=lost)
    if not book.open_mask(book.paid[card], dice):  # DER-522, DSR-713
        t.used += (card,)
        t.hero_ability = True
        run.say(ev.EffectUsed, cite.hero_ability, card=card, what="ability")
        run.push(Apply(ability.effect, card))


def _lost(run: Run, price: Vector, before: Codes, code: int) -> int:
    """Symbols of a die that a single set cannot use."""
    if run.log is None:
        return 0
    symbol = run.book.symbol_of[code]
    still = price[symbol] - run.paid(before)[symbol]
    return max(0, run.book.value_of[code] - max(0, still))  # cite.double, DSR-517: the rest of a double is lost


def note_what_could_be(run: Run) -> None:
    """Remembers for Aid that the dice on show could complete something (see `cite.aid_test`).

    Looked at whenever step 3 waits for its next action: after a roll, and after whatever was done while its dice may
    still be assigned.
    """
    t, older = run.t, bool(run.t.options.older)
    if t.could_complete or t.duty == DISCARDED or not t.shown or not run.cite.aid:
        return
    shown = run.paid(t.shown)
    on_show = sum(1 << symbol for symbol, n in enumerate(shown) if n)
    villains = run.book.villain
    for target, mask, kind in open_targets(run):
        if target == BALANCE or target in run.book.ability_of_team:
            continue
        any_die = kind == ANY_DIE or (older and target in run.book.any_die)
        if mask & ~on_show and not (any_die or target in villains or target in run.book.battle):
            continue  # one of its symbols is missing altogether
        if any_die or _can_cover(run, target, shown):
            t.could_complete = True
            return
    t.could_complete = _can_cover_balance(run)


def note_by_older_rules(run: Run) -> None:
    """The moments of version 1 of the rules: after a roll, a reroll, a change of face, a swap."""
    if run.t.options.older:
        note_what_could_be(run)


def _can_cover(run: Run, target: str, shown: Vector) -> bool:
    """The dice on show would complete a set that brings a result."""
    t, book = run.t, run.book
    position = run.own(target)
    if position >= 0:
        price, dice = book.paid[target], t.teams[t.active].row[position].dice
    else:
        price = book.price[target]
        battle = run.at_battle()
        at = run.find_place(target)
        spot = t.places[at] if at >= 0 else battle
        assert spot is not None
        dice = spot.dice
        if target in book.villain and spot.damage >= book.capacity[target]:
            return False
    paid = run.paid(dice)
    done = min(have // need for have, need in zip(paid, price, strict=True) if need)
    wanted = done + 1 if target in book.villain or target in book.battle else 1
    return all(have + new >= need * wanted for have, new, need in zip(paid, shown, price, strict=True) if need)


def _can_cover_balance(run: Run) -> bool:
    """The dice on show would meet the next Balance cost, dice to be removed included."""
    t, book = run.t, run.book
    at = run.next_space()
    if at < 0 or t.no_balance:
        return False
    space = book.side[t.side].spaces[at]
    if len(t.balance_tokens) < space.tokens or t.villain_hits < space.damage or space.recruit:
        return False
    paid = run.paid(t.balance_symbols)
    needed = 0
    values = sorted(((book.symbol_of[code], book.value_of[code]) for code in t.shown), key=lambda p: -p[1])
    for symbol, need in enumerate(book.space_price[t.side][at]):
        still = need - paid[symbol]
        for _, value in (pair for pair in values if pair[0] == symbol):
            if still <= 0:
                break
            still -= value
            needed += 1
        if still > 0:
            return False
    needed += max(0, space.dice - len(t.balance_dice))
    return 0 < needed <= len(t.shown)


def take_shown(run: Run, code: int) -> None:
    """Takes a rolled die off the tray to be used; the duty of the roll is met by it."""
    t = run.t
    at = t.shown.index(code)  # FNR-435
    t.shown = t.shown[:at] + t.shown[at + 1 :]
    if t.duty != DISCARDED:
        t.duty = ASSIGNED
    t.fresh = False


def met(run: Run) -> bool:
    """The cost of the next Balance space was met this turn."""
    t, book = run.t, run.book
    at = run.next_space()
    if at < 0 or t.no_balance:
        return False
    space = book.side[t.side].spaces[at]
    types = {book.hero[card].type for card in t.recruited}  # FNR-427
    return (
        not book.open_mask(book.space_price[t.side][at], t.balance_symbols)
        and len(t.balance_tokens) >= space.tokens
        and len(t.balance_dice) >= space.dice
        and t.villain_hits >= space.damage
        and (not space.recruit or space.recruit in types)
    )

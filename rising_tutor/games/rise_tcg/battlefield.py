"""How cards come into play and leave it, who controls them, and the check after everything that happens (RISE-1022)."""

from collections.abc import Iterable
from typing import Any, Final

from msgspec.structs import replace

from rising_tutor.core.values import without
from rising_tutor.decks.slots import EVERYBODY
from rising_tutor.games.rise_tcg import events as ev
from rising_tutor.games.rise_tcg import tasks
from rising_tutor.games.rise_tcg.pieces import NOBODY, TOKEN, Claim, Owned, Part, Piece
from rising_tutor.games.rise_tcg.run import Run, spot_of, with_task
from rising_tutor.games.rise_tcg.standing import attack, defense, is_creature, is_door
from rising_tutor.games.rise_tcg.state import Fight, summoner_at, summoner_ref
from rising_tutor.games.rise_tcg.tasks import Fire

POSSESSION: Final = 0
"""In a claim, in place of a Disease."""
ANNOUNCED: Final = -1
"""Place of an item that is not on the chain yet."""


# coming --------------------------------------------------------------------------------------------------------------


def enter(
    run: Run, owned: Owned, card: str, holder: int, rule: str = "RISE-921", *, origin: str = "chain", **facts: Any
) -> Piece:
    """Bring a card into play; what it does upon entry waits (RISE-907). It may not attack this turn (RISE-501).

    Args:
        origin: place that it comes from, as in `events.Entered`.
        facts: further fields of the piece.
    """
    t = run.t
    piece = Piece(
        id=t.next_id,
        card=card,
        owner=owned.owner,
        kind=owned.kind,
        controller=holder,
        holder=holder,
        since=t.turn,
        copy=free_copy(run, card),
        caster=holder,
        **facts,
    )
    t.next_id += 1
    t.pieces = (*t.pieces, piece)
    t.stirred = True
    said = {name: facts[name] for name in ("plus", "turns", "morph") if name in facts}
    run.say_of(ev.Entered, rule, piece, owner=piece.owner, origin=origin, **said)
    if piece.on:
        run.say_of(ev.Attached, "RISE-1005", piece, host=run.spot(piece.on))
        take_hold(run, piece)
    if run.has(piece, "morpher"):
        run.push(tasks.Pick(holder, "morpher", "RISE-907", subject=piece.id))
    else:
        run.push(*entry_effects(run, piece))
    return piece


def free_copy(run: Run, card: str) -> int:
    """The first number that no card of this name in play has."""
    taken = {piece.copy for piece in run.t.pieces if piece.card == card}
    return next(n for n in range(1, len(taken) + 2) if n not in taken)


def entry_effects(run: Run, piece: Piece) -> list[Fire]:
    """Base effects upon entry, from top to bottom (RISE-908)."""
    return base_effects(run, piece, "enters", piece.controller)


def base_effects(run: Run, piece: Piece, when: str, seat: int, about: int = 0) -> list[Fire]:
    """The base effects of a card that work now."""
    return [
        Fire(seat, "base", piece, index, about)
        for index, base in enumerate(run.book.card[piece.card].base)
        if base.when == when
    ]


def become_copy(run: Run, piece: Piece, of: Piece) -> None:
    """A Morpher becomes a copy of another creature: what is printed, and nothing of what was done to it."""
    changed = replace(piece, card=of.card, morph=True, copy=free_copy(run, of.card))
    run.put(changed)
    run.say_of(ev.Copied, "RISE-608", piece, now=spot_of(changed))
    run.push(*entry_effects(run, changed))


# attached cards -------------------------------------------------------------------------------------------------------


def take_hold(run: Run, piece: Piece) -> None:
    """Madness gives control of the creature as long as it lies there."""
    if run.has(piece, "madness") and piece.on > 0:
        host = run.piece(piece.on)
        if host is not None and not run.has(host, "immunity"):
            set_claims(run, host, (*host.claims, Claim(piece.controller, piece.id)))


def let_go(run: Run, piece: Piece) -> None:
    """A Disease leaves its target, and with it goes the control that it gave."""
    for host in run.t.pieces:
        if any(claim.by == piece.id for claim in host.claims):
            set_claims(run, host, tuple(claim for claim in host.claims if claim.by != piece.id))


def move_to(run: Run, piece: Piece, ref: int) -> None:
    """An attached card goes to another place; owner, controller and caster stay (RISE-1023)."""
    let_go(run, piece)
    moved = run.change(piece.id, on=ref)
    assert moved is not None
    run.say_of(ev.Attached, "RISE-1023", moved, host=run.spot(ref))
    take_hold(run, moved)


# control --------------------------------------------------------------------------------------------------------------


def set_claims(run: Run, piece: Piece, claims: tuple[Claim, ...]) -> None:
    """Who has claims on a card: the newest one counts, else whoever held it before (RISE-1009)."""
    controller = claims[-1].seat if claims else piece.holder
    t = run.t
    rule = "RISE-1009" if claims else "RISE-424"
    sick = controller != piece.controller and t.options.control_sickness  # RISE-502
    facts = {"to": controller, "sick": sick, "holder": piece.holder, "claims": claims}
    run.say_of(ev.ControlChanged, rule, piece, **facts)
    if controller == piece.controller:
        run.put(replace(piece, claims=claims))
        return
    since = t.turn if sick else piece.since
    run.put(replace(piece, claims=claims, controller=controller, since=since))
    _leave_combat(run, piece)


def hand_back(run: Run, owner: int) -> None:
    """What Possession holds goes back at the start of its owner's turn (RISE-424)."""
    for piece in run.t.pieces:
        if piece.owner == owner and any(claim.by == POSSESSION for claim in piece.claims):
            set_claims(run, piece, tuple(claim for claim in piece.claims if claim.by != POSSESSION))


# leaving --------------------------------------------------------------------------------------------------------------


def _gone(run: Run, piece: Piece) -> None:
    """A card is no longer in play; it has left a combat that is on (RISE-522)."""
    t = run.t
    t.pieces = tuple(one for one in t.pieces if one.id != piece.id)
    t.stirred = True
    _leave_combat(run, piece)
    let_go(run, piece)


def _leave_combat(run: Run, piece: Piece) -> None:
    """Note that a card has left the combat, if there is one (RISE-522)."""
    t = run.t
    if t.fights or t.out_of_combat:
        t.out_of_combat += (piece.id,)


def die(run: Run, piece: Piece, rule: str = "RISE-606", *, sacrificed: bool = False) -> list[Fire]:
    """A card dies or is destroyed: each part goes to its place; what its death sets off is given back."""
    _gone(run, piece)
    _drop_attached(run, piece.id)
    no_ether = sacrificed and run.t.options.ether_when == "not_sacrifice"
    card = run.book.card[piece.card]
    returns = "reanimation" in card.abilities and not piece.reanimated and piece.kind != TOKEN
    owned = Owned(piece.owner, piece.kind)
    infinite = piece.kind != TOKEN and run.card_of(owned).infinite
    buried = False
    if piece.kind == TOKEN:
        _say_removed(run, piece, "RISE-1013", sacrificed=sacrificed)
    elif piece.reanimated:
        run.exclude(owned)
        _say_removed(run, piece, "RISE-107", sacrificed=sacrificed)
    elif infinite:
        run.exclude(owned)
        _say_removed(run, piece, "RISE-607", sacrificed=sacrificed)
        if not returns and not no_ether:
            run.add_ether(piece.owner, 1, "RISE-607")
    else:
        buried = True
        run.bury(owned)
        _say_buried(run, piece, rule, sacrificed=sacrificed)
    for part in piece.parts:
        _bury_part(run, part, no_ether=no_ether)
    moved = {"reanimation": returns, "inhume": buried}
    fires = [Fire(piece.controller, ability, piece) for ability in card.abilities if moved.get(ability)]
    return [*fires, *base_effects(run, piece, "dies", piece.controller)]


def _bury_part(run: Run, part: Part, *, no_ether: bool) -> None:
    if part.kind == TOKEN:
        return
    owned = Owned(part.owner, part.kind)
    card = run.card_of(owned)
    if card.infinite:
        exclude(run, owned, "RISE-607")
        if not no_ether:
            run.add_ether(part.owner, 1, "RISE-607")
    else:
        bury(run, owned, "RISE-606")


def bury(run: Run, owned: Owned, rule: str) -> None:
    """Put a card that is not in play by itself into its owner's cemetery, in sight of all."""
    run.bury(owned)
    run.say(ev.Buried, rule, owned.owner, card=run.card_of(owned).id)


def exclude(run: Run, owned: Owned, rule: str) -> None:
    """Remove a card that is not in play by itself from the game, in sight of all."""
    run.exclude(owned)
    card = run.card_of(owned).id
    run.say(ev.Removed, rule, owned.owner, card=card, owner=owned.owner, original=card)


def _say_buried(run: Run, piece: Piece, rule: str, *, sacrificed: bool = False) -> None:
    original = run.card_of(Owned(piece.owner, piece.kind)).id
    run.say_of(ev.LeftPlay, rule, piece, owner=piece.owner, original=original, sacrificed=sacrificed)


def _say_removed(run: Run, piece: Piece, rule: str, *, sacrificed: bool = False) -> None:
    token = piece.kind == TOKEN
    original = piece.card if token else run.card_of(Owned(piece.owner, piece.kind)).id
    facts = {"owner": piece.owner, "original": original, "token": token, "sacrificed": sacrificed}
    run.say_of(ev.Removed, rule, piece, **facts)


def _say_returned(run: Run, piece: Piece, to: int) -> None:
    original = run.card_of(Owned(piece.owner, piece.kind)).id
    run.say_of(ev.Returned, "RISE-1009", piece, owner=piece.owner, original=original, to=to)


def destroy_attached(run: Run, piece: Piece, rule: str = "RISE-830") -> None:
    """An Equipment or a Disease goes to its owner's cemetery; of infinite rank it is removed (RISE-830)."""
    _gone(run, piece)
    owned = Owned(piece.owner, piece.kind)
    if piece.kind == TOKEN:
        _say_removed(run, piece, "RISE-1013")
    elif run.card_of(owned).infinite:
        run.exclude(owned)
        _say_removed(run, piece, "RISE-830")
        run.add_ether(piece.owner, 1, "RISE-830")
    else:
        run.bury(owned)
        _say_buried(run, piece, rule)


def _drop_attached(run: Run, ref: int) -> None:
    for other in run.on(ref):
        destroy_attached(run, other, "RISE-1005")


def destroy(run: Run, piece: Piece) -> None:
    """A Constant card is destroyed; what its death sets off comes next."""
    if is_creature(run, piece) or is_door(run, piece):
        run.push(*in_order(run, die(run, piece)))
    else:
        destroy_attached(run, piece)


def return_to_hand(run: Run, piece: Piece) -> None:
    """The keyword Return: to its controller's hand, or by a reading its owner's (RISE-1009)."""
    _gone(run, piece)
    by_owner = run.t.options.return_to == "owner"
    for other in run.on(piece.id):
        if run.has(other, "equipment"):
            _gone(run, other)
            _to_hand(run, other, other.owner if by_owner else other.controller)
        else:
            destroy_attached(run, other, "RISE-1005")
    _to_hand(run, piece, piece.owner if by_owner else piece.controller)
    for part in piece.parts:
        if part.kind != TOKEN:
            owned, to = Owned(part.owner, part.kind), part.owner if by_owner else piece.controller
            run.to_hand(to, owned, EVERYBODY)
            card = run.card_of(owned).id
            run.say(ev.Returned, "RISE-1009", piece.controller, card=card, owner=part.owner, original=card, to=to)


def _to_hand(run: Run, piece: Piece, to: int) -> None:
    """Put a card that has left play into a hand; a copy made in play is gone."""
    if piece.kind == TOKEN:
        _say_removed(run, piece, "RISE-1013")
        return
    run.to_hand(to, Owned(piece.owner, piece.kind), EVERYBODY)
    _say_returned(run, piece, to)


def discard_used(run: Run, item: tasks.Item) -> None:
    """A card from the chain that does not stay: to the cemetery, or removed with one Ether (RISE-832)."""
    owned = Owned(item.owner, item.kind)
    if run.card_of(owned).infinite:
        exclude(run, owned, "RISE-832")
        run.add_ether(item.owner, 1, "RISE-832")
    else:
        bury(run, owned, "RISE-832")


# damage and counters --------------------------------------------------------------------------------------------------


def hit(run: Run, ref: int, n: int, rule: str) -> None:
    """Damage to a card or to a Summoner."""
    if n <= 0:
        return
    if summoner_at(ref) is not None:
        if run.summoner(ref).hp > 0:
            run.hit_summoner(ref, n, rule)
        return
    piece = run.piece(ref)
    if piece is None:
        return
    doubled = piece.paranoid
    if doubled:
        n *= 2
    left = defense(run, piece)
    kept = run.t.options.damage_accumulates or n >= left
    piece = replace(piece, damage=piece.damage + (n if kept else 0), paranoid=False)
    run.put(piece)
    left = max(0, left - n) if kept else left
    run.say_of(ev.DamageTaken, "RISE-601", piece, n=n, left=left, doubled=doubled, kept=kept)


def put_counters(run: Run, piece_id: int, n: int, rule: str = "RISE-1001") -> None:
    """Charge counters; Constancy takes no negative ones."""
    piece = run.piece(piece_id)
    if piece is None:
        return
    if n < 0 and run.has(piece, "constancy"):
        run.say_of(ev.CountersKeptOff, "RISE-1001", piece)
        return
    piece = replace(piece, plus=piece.plus + max(0, n), minus=piece.minus + max(0, -n))
    run.put(piece)
    run.say_of(ev.CountersPut, rule, piece, n=n)


def stack(run: Run, top: Piece, under: Piece) -> None:
    """Assimilation: one creature of the sum of both, with what lies and was done on either."""
    part = Part(under.owner, under.kind, *_printed(run, under))
    t = run.t
    t.pieces = without(t.pieces, under)
    for other in run.on(under.id):
        run.change(other.id, on=top.id)
    claims = tuple(claim for claim in under.claims if claim not in top.claims)
    merged = replace(
        top,
        parts=(*top.parts, part, *under.parts),
        plus=top.plus + under.plus,
        minus=top.minus + under.minus,
        rage=top.rage + under.rage,
        attack=top.attack + under.attack,
        defense=top.defense + under.defense,
        damage=top.damage + under.damage,
        tilted=top.tilted or under.tilted,
        since=max(top.since, under.since),
        paranoid=top.paranoid or under.paranoid,
        limits=tuple(dict.fromkeys((*top.limits, *under.limits))),
        claims=(*claims, *top.claims),
    )
    run.put(merged)
    run.say_of(ev.Stacked, "RISE-928", merged, under=spot_of(under), attack=part.attack, defense=part.defense)


def _printed(run: Run, piece: Piece) -> tuple[int, int]:
    """Printed attack and defense of a card, without what lies under it."""
    bare = replace(piece, plus=0, minus=0, rage=0, attack=0, defense=0, damage=0, parts=(), id=0)
    return attack(run, bare), defense(run, bare)


# the check ------------------------------------------------------------------------------------------------------------


def in_order(run: Run, fires: Iterable[Fire]) -> list[tasks.AnyTask]:
    """Effects that happen at once: those of the player of the turn first, then in turn order (RISE-924)."""
    by_seat: dict[int, list[Fire]] = {}
    for fire in fires:
        by_seat.setdefault(fire.seat, []).append(fire)
    return [tasks.Order(seat, tuple(by_seat[seat])) for seat in run.in_turn_order(run.t.active) if seat in by_seat]


def check(run: Run) -> None:
    """What has no defense left dies, Summoners without HP die, seats without Summoners are out (RISE-1022)."""
    fires: list[Fire] = []
    while dying := [piece for piece in run.t.pieces if _is_dying(run, piece)]:
        for piece in _in_order_of_death(run, dying):
            fires += die(run, run.piece(piece.id) or piece, "RISE-606")
    for seat, side in enumerate(run.t.sides):
        for at, summoner in enumerate(side.summoners):
            if summoner.hp <= 0 and not summoner.fallen:
                fall(run, seat, at)
    lost = [seat for seat in run.in_turn_order(run.t.active) if not run.living(seat)]
    run.t.stirred = False
    if fires:
        run.push(*in_order(run, fires))
    if lost:
        leave_game(run, lost)


def _is_dying(run: Run, piece: Piece) -> bool:
    if piece.card not in run.book.fighters:
        return False
    if "morpher" in run.book.abilities[piece.card] and not piece.morph:
        return False  # it has not chosen yet
    return defense(run, piece) <= 0


def _in_order_of_death(run: Run, dying: list[Piece]) -> list[Piece]:
    """Defenders die first, then attackers (RISE-602); otherwise the player of the turn comes first."""
    t = run.t
    order = run.in_turn_order(t.active)
    blocking = {block.blocker for block in t.blocks}

    def place(piece: Piece) -> tuple[bool, int, int]:
        at = order.index(piece.controller) if piece.controller in order else len(order)
        return piece.id not in blocking, at, piece.id

    return sorted(dying, key=place)


def fall(run: Run, seat: int, at: int) -> None:
    """A Summoner is dead: its Level Ups and Equipment go to their owners' cemeteries (RISE-616, RISE-618)."""
    summoner = run.t.sides[seat].summoners[at]
    run.change_summoner(seat, at, hp=0, cp=0, levels=(), tilted=False, used=(), fallen=True)
    run.say(ev.SummonerDied, "RISE-616", seat, card=summoner.card)
    for owned in summoner.levels:
        lose_level_card(run, owned, "RISE-618")
    _drop_attached(run, summoner_ref(seat, at))


def lose_level_card(run: Run, owned: Owned, rule: str) -> None:
    """A Level Up that was destroyed: of infinite rank it gives Ether (RISE-618, RISE-812)."""
    if run.card_of(owned).infinite:
        exclude(run, owned, "RISE-806")
        run.add_ether(owned.owner, 1, "RISE-806")
    else:
        bury(run, owned, rule)


def leave_game(run: Run, lost: list[int], rule: str = "RISE-617") -> None:
    """Seats without a living Summoner are out; the last one has won, and if none is left it is a draw (RISE-620)."""
    t = run.t
    for seat in lost:
        t.sides[seat].out = True
        run.say(ev.SeatOut, rule, seat)
    left = run.in_turn_order(t.active)
    if len(left) <= 1:
        for task in t.agenda:
            _put_away(run, task, rule)
        t.winner = left[0] if left else NOBODY
        t.reason = "RISE-103" if left else "RISE-620"
        run.say(ev.GameWon if left else ev.GameDrawn, t.reason, left[0] if left else lost[0])
        t.agenda = ()
        return
    for seat in lost:
        _clear_away(run, seat)
    if t.active in lost:
        end_turn_of_the_lost(run)
        return
    for task in t.agenda:
        if _seat_of(task) in lost:
            _put_away(run, task, rule)
    t.agenda = tuple(task for task in t.agenda if _seat_of(task) not in lost)


def _seat_of(task: tasks.AnyTask) -> int | None:
    """Return the seat that a task is for; None for a task of the whole table."""
    match task:
        case tasks.Announce(item):
            return item.seat
        case tasks.Offer(fire):
            return fire.seat
    return getattr(task, "seat", None)


def _clear_away(run: Run, seat: int) -> None:
    """The cards of a seat leave the game; cards of others that it controlled go back (RISE-619)."""
    t = run.t
    # What lies on other cards goes first, so that it is not destroyed with them.
    for piece in sorted(t.pieces, key=lambda piece: not piece.on):
        if run.piece(piece.id) is not None and piece.owner == seat:
            _gone(run, piece)
            if piece.kind != TOKEN:
                run.exclude(Owned(piece.owner, piece.kind))
            _say_removed(run, piece, "RISE-619")
            for part in piece.parts:
                if part.kind != TOKEN:
                    exclude(run, Owned(part.owner, part.kind), "RISE-619")
            _drop_attached(run, piece.id)
    for piece in t.pieces:
        if piece.holder == seat or any(claim.seat == seat for claim in piece.claims):
            holder = piece.owner if piece.holder == seat else piece.holder
            claims = tuple(claim for claim in piece.claims if claim.seat != seat)
            set_claims(run, replace(piece, holder=holder), claims)
    for at in (0, 1):
        _drop_attached(run, summoner_ref(seat, at))
    for piece in t.pieces:
        if piece.on and run.seat_of(piece.on) == seat and piece.on < 0:
            destroy_attached(run, piece, "RISE-619")
    _stop_for(run, seat)


def _stop_for(run: Run, seat: int) -> None:
    """Take the items of a seat off the chain and end the attacks on it."""
    t = run.t
    kept: list[tasks.Item] = []
    for item in t.chain:
        if item.seat == seat:
            _drop(run, item, len(kept), "RISE-619")
        else:
            kept.append(item)
    t.chain = tuple(kept)
    for fight in t.fights:
        attacker = run.piece(fight.attacker)
        if fight.target == seat and attacker is not None:
            run.say_of(ev.AttackOff, "RISE-619", attacker, target=seat)
    t.fights = tuple(fight for fight in t.fights if fight.target != seat)


def _drop(run: Run, item: tasks.Item, place: int, rule: str) -> None:
    """Take an item off the chain, or give up an announced one; a card of it goes to the cemetery."""
    run.say_of_item(ev.ItemDropped, rule, item, place=place)
    if item.kind != TOKEN:
        bury(run, Owned(item.owner, item.kind), rule)


def _put_away(run: Run, task: tasks.AnyTask, rule: str) -> None:
    """Put away the card that a task holds which nobody will carry out."""
    item = with_task(task)
    if item is None:
        return
    if isinstance(task, tasks.Announce):
        _drop(run, item, ANNOUNCED, rule)
    elif item.kind != TOKEN:
        bury(run, Owned(item.owner, item.kind), rule)


def end_turn_of_the_lost(run: Run) -> None:
    """The turn of a seat that is out ends at once."""
    t = run.t
    for item in t.chain:
        _drop(run, item, 0, "RISE-619")
    for task in t.agenda:
        _put_away(run, task, "RISE-619")
    end_combat(run)
    t.chain = ()
    t.agenda = (tasks.Do("repairs"),)


def end_combat(run: Run) -> None:
    """End the combat of this turn, if there was one."""
    t = run.t
    if t.fights or t.blocks or t.out_of_combat:
        run.say(ev.CombatOver, "RISE-613", t.active)
    t.fights, t.blocks, t.aims, t.afterwards = (), (), (), ()
    t.out_of_combat, t.dodged, t.possessing = (), (), ()


def fight_of(run: Run, attacker: int) -> Fight | None:
    """The attack of a card."""
    return next((fight for fight in run.t.fights if fight.attacker == attacker), None)

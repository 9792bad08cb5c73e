"""Combat: who may attack and block whom, and damage in rounds (T7 to T9 and D1 to D5 of the catalogue)."""

from msgspec.structs import replace

from rising_tutor.games.rise_tcg import actions as do
from rising_tutor.games.rise_tcg import battlefield as field
from rising_tutor.games.rise_tcg import events as ev
from rising_tutor.games.rise_tcg import tasks
from rising_tutor.games.rise_tcg import vocabulary as say
from rising_tutor.games.rise_tcg.abilities import ASKS, TOSSED, Asks, own_summoners
from rising_tutor.games.rise_tcg.pieces import NOBODY, Claim, Piece
from rising_tutor.games.rise_tcg.run import Run, spot_of
from rising_tutor.games.rise_tcg.standing import (
    attack,
    defense,
    is_creature,
    is_door,
    may_attack,
    standing_effect,
)
from rising_tutor.games.rise_tcg.state import After, Aim, Block, Fight
from rising_tutor.games.rise_tcg.targets import movable
from rising_tutor.games.rise_tcg.tasks import Pick, Toss

# T7: attackers --------------------------------------------------------------------------------------------------------


def attackers(run: Run, seat: int, *, ruled: bool) -> list[Piece]:
    """Creatures that can still be declared; by a reading the seat of Schizophrenia decides for its own."""
    declared = {fight.attacker for fight in run.t.fights}
    return [
        piece
        for piece in run.t.pieces
        if piece.controller == run.t.active
        and piece.id not in declared
        and (piece.ruler if _ruled_attack(run, piece) else run.t.active) == seat
        and _ruled_attack(run, piece) == ruled
        and may_attack(run, piece)
    ]


def _ruled_attack(run: Run, piece: Piece) -> bool:
    return run.t.options.schizophrenia_scope == "actions_and_attack" and piece.ruler != NOBODY


def attack_actions(run: Run, task: tasks.Attackers) -> list[do.RiseAction]:
    """Each creature against each opponent (RISE-507, RISE-508), and no more unless an attack is forced (RISE-503)."""
    possible = attackers(run, task.seat, ruled=task.ruled)
    if not possible:
        return []
    targets = run.opponents(run.t.active)
    found: list[do.RiseAction] = [do.Attack(piece.id, target) for piece in possible for target in targets]
    if not any(standing_effect(run, piece, say.MustAttack) for piece in possible):
        found.append(do.Done())
    return found


def declare(run: Run, action: do.Attack) -> None:
    """An attacker is announced; all are tilted together when no more come (RISE-504)."""
    t = run.t
    t.fights = (*t.fights, Fight(action.piece, action.target))
    piece = run.piece(action.piece)
    assert piece is not None
    if piece.fighting:
        run.change(piece.id, charged=True)
    run.say_of(ev.AttackDeclared, "RISE-504", piece, target=action.target, door=piece.fighting)


def attack_declared(run: Run) -> None:
    """All attackers are tilted; Advantage names its blocker; Possession tosses."""
    t = run.t
    if not t.fights:
        run.say(ev.NoAttack, "RISE-503", t.active)
    named: list[tasks.AnyTask] = []
    coins: list[tasks.AnyTask] = []
    for fight in t.fights:
        piece = run.change(fight.attacker, tilted=True)
        assert piece is not None
        if run.has(piece, "advantage"):
            named.append(Pick(t.active, "advantage", "RISE-611", subject=piece.id, victim=fight.target))
        if run.has(piece, "possession"):
            coins.append(Toss(t.active, "possession", piece))
    attackers = tuple(run.spot(fight.attacker) for fight in t.fights)
    if attackers:
        run.say(ev.AttackersTilted, "RISE-504", t.active, attackers=attackers)
    run.push(*named, *coins, tasks.Do("attack window"))


def _can_be_named(run: Run, task: Pick) -> list[int]:
    """Legal blockers of an attacker with Advantage; by a reading Summoners as well."""
    fight = field.fight_of(run, task.subject)
    if fight is None:
        return []
    taken = {one.named for one in run.t.fights}
    found = [
        piece.id
        for piece in run.t.pieces
        if piece.controller == task.victim
        and why_not_block(run, piece, fight) == ""
        and (piece.id not in taken or blocks_many(run, piece))
    ]
    if found and run.t.options.advantage == "any_target":
        found += own_summoners(run, task)
    return found


def _named(run: Run, task: Pick, ref: int) -> None:
    t = run.t
    facts = {"named": ref} if ref > 0 else {"aimed": ref}
    t.fights = tuple(replace(one, **facts) if one.attacker == task.subject else one for one in t.fights)
    if ref > 0 and t.options.advantage != "may_decline":
        add_block(run, ref, task.subject, "RISE-611")


# T8: blocks -----------------------------------------------------------------------------------------------------------


def blocks_many(run: Run, piece: Piece) -> bool:
    """Horde and Doors block several attackers (RISE-825)."""
    return run.has(piece, "horde") or is_door(run, piece)


def far(run: Run, piece: Piece) -> bool:
    """Distance; every Door has it by nature (RISE-825)."""
    return run.has(piece, "distance") or is_door(run, piece)


def why_not_block(run: Run, piece: Piece, fight: Fight) -> str:
    """The rule by which a card cannot block an attacker, apart from what else it blocks; "" if it can."""
    if piece.controller != fight.target:
        return "RISE-523"
    if not (is_creature(run, piece) or is_door(run, piece)):
        return "RISE-829"
    if piece.tilted and not run.t.options.tilted_may_block:
        return "RISE-512"
    if "block" in piece.limits:
        return "RISE-928"
    attacker = run.piece(fight.attacker)
    if attacker is None or fight.attacker in run.t.out_of_combat:
        return "RISE-521"
    if fight.aimed or standing_effect(run, attacker, say.Unblockable):
        return "RISE-611"
    if is_door(run, piece) and run.has(attacker, "wall-pass"):
        return "RISE-906"
    reach = run.has(piece, "reach")
    if run.has(attacker, "flight") and not (reach or run.has(piece, "flight")):
        return "RISE-828" if is_door(run, piece) else "RISE-510"
    if far(run, attacker) and not (reach or far(run, piece)):
        return "RISE-825"
    return ""


def block_actions(run: Run, seat: int) -> list[do.RiseAction]:
    """Every block that a seat can still add, and no more (RISE-509, RISE-515)."""
    t = run.t
    found: list[do.RiseAction] = []
    for fight in t.fights:
        if fight.target != seat or (blocked(run, fight.attacker) and t.options.blockers_per_attacker == "1"):
            continue
        named_only = chooses_blocker(run, fight)
        found += [
            do.BlockWith(piece.id, fight.attacker)
            for piece in t.pieces
            if piece.controller == seat and not (named_only and piece.id != fight.named) and _may_add(run, piece, fight)
        ]
    return [*found, do.Done()] if found else []


def _may_add(run: Run, piece: Piece, fight: Fight) -> bool:
    for block in run.t.blocks:
        if block.blocker == piece.id and (fight.attacker in block.attackers or not blocks_many(run, piece)):
            return False
    return why_not_block(run, piece, fight) == ""


def chooses_blocker(run: Run, fight: Fight) -> bool:
    """Whether the attacker names its blocker: no other may block then, and with none named nobody (RISE-611)."""
    attacker = run.piece(fight.attacker)
    return attacker is not None and run.has(attacker, "advantage")


def blocked(run: Run, attacker: int) -> list[int]:
    """Who blocks an attacker, in play or not: once blocked it stays blocked (RISE-519)."""
    return [block.blocker for block in run.t.blocks if attacker in block.attackers]


def add_block(run: Run, blocker: int, attacker: int, rule: str = "RISE-509") -> None:
    """A block; the order in which a blocker meets its attackers is that of the announcement."""
    t = run.t
    known = next((block for block in t.blocks if block.blocker == blocker), None)
    if known is None:
        t.blocks = (*t.blocks, Block(blocker, (attacker,)))
    else:
        t.blocks = tuple(
            Block(blocker, (*block.attackers, attacker)) if block.blocker == blocker else block for block in t.blocks
        )
    piece, other = run.piece(blocker), run.piece(attacker)
    assert piece is not None
    assert other is not None
    run.say_of(ev.BlockDeclared, rule, piece, attacker=spot_of(other))


def blocks_declared(run: Run) -> None:
    """Blockers with Dodge and Possession toss; what comes after the combat is noted now."""
    t = run.t
    dodges: list[tasks.AnyTask] = []
    coins: list[tasks.AnyTask] = []
    after: list[After] = []
    for block in t.blocks:
        piece = run.piece(block.blocker)
        if piece is None:
            continue
        if run.has(piece, "dodge"):
            dodges.append(Toss(piece.controller, "dodge", piece))
        if run.has(piece, "possession"):
            coins.append(Toss(piece.controller, "possession", piece))
        if run.has(piece, "iron-skin"):
            after.append(After("iron-skin", piece.controller, piece.id))
        for attacker_id in block.attackers:
            other = run.piece(attacker_id)
            if other is None or not in_combat(run, attacker_id):
                continue
            if run.has(other, "bleed"):
                after.append(After("bleed", other.controller, piece.id))
            if run.has(other, "drain"):
                after.append(After("drain", other.controller, other.id))
    t.afterwards = tuple(dict.fromkeys(one for one in after if one.ability == "drain")) + tuple(
        one for one in after if one.ability != "drain"
    )
    run.push(*dodges, *coins, tasks.Do("block window"))


def _dodged(run: Run, task: Toss, heads: bool) -> None:  # noqa: FBT001  # a coin has two sides
    """Success: no combat damage in this combat; and a Disease goes to an attacker that it blocks."""
    piece = task.piece
    assert piece is not None
    if heads:
        run.t.dodged += (piece.id,)
        run.say_of(ev.Dodged, "RISE-1024", run.piece(piece.id) or piece)
    if heads or run.t.options.dodge_disease == "always":
        run.push(Pick(piece.controller, "dodge", "RISE-1023", subject=piece.id))


def _passable(run: Run, task: Pick) -> list[int]:
    """Diseases under the own control that can go to an attacker that the dodging creature blocks."""
    return [
        disease.id
        for disease in run.t.pieces
        if disease.controller == task.seat
        and run.has(disease, "disease")
        and any(movable(run, disease, attacker) for attacker in met_by(run, task.subject))
    ]


def met_by(run: Run, blocker: int) -> list[int]:
    """The attackers that a blocker meets and that are still in the combat."""
    return [
        attacker
        for block in run.t.blocks
        if block.blocker == blocker
        for attacker in block.attackers
        if in_combat(run, attacker)
    ]


def _passed_on(run: Run, task: Pick, ref: int) -> None:
    run.push(Pick(task.seat, "dodge to", "RISE-1023", subject=ref, n=task.subject))


def _receivers(run: Run, task: Pick) -> list[int]:
    disease = run.piece(task.subject)
    return [one for one in met_by(run, task.n) if disease is not None and movable(run, disease, one)]


def _received(run: Run, task: Pick, ref: int) -> None:
    disease = run.piece(task.subject)
    assert disease is not None
    field.move_to(run, disease, ref)


def _possesses(run: Run, task: Toss, heads: bool) -> None:  # noqa: FBT001
    """Noted until the end of Damage Resolution; its own death does not undo it."""
    assert task.piece is not None
    if heads:
        run.t.possessing += (task.piece.id,)
        run.say_of(ev.ReadyToPossess, "RISE-1024", run.piece(task.piece.id) or task.piece)


# T9: damage -----------------------------------------------------------------------------------------------------------


def in_combat(run: Run, piece_id: int) -> bool:
    """Whether a card still fights: it is in play and has not left this combat (RISE-519, RISE-522)."""
    return piece_id not in run.t.out_of_combat and run.piece(piece_id) is not None


def begin_damage(run: Run) -> None:
    """Before the first round: who takes an attack that several block, where a reading lets them."""
    t = run.t
    asks = [
        Pick(t.active, "takes", "RISE-515", subject=fight.attacker)
        for fight in t.fights
        if in_combat(run, fight.attacker) and len(_blocking(run, fight.attacker)) > 1
    ]
    run.push(*asks, tasks.Round(1))


def _blocking(run: Run, attacker: int) -> list[int]:
    return [one for one in blocked(run, attacker) if in_combat(run, one)]


def _takers(run: Run, task: Pick) -> list[int]:
    return _blocking(run, task.subject)


def _aimed(run: Run, task: Pick, ref: int) -> None:
    run.t.aims = (*run.t.aims, Aim(task.why, task.subject, ref))


def aim(run: Run, why: str, piece: int) -> int:
    """What was chosen for an attack; 0 where nothing was."""
    return next((one.ref for one in run.t.aims if one.why == why and one.piece == piece), 0)


def pairs(run: Run, n: int) -> list[tuple[int, int]]:
    """Blocker and attacker of a round: the nth attacker of each blocker (RISE-612)."""
    return [(block.blocker, block.attackers[n - 1]) for block in run.t.blocks if len(block.attackers) >= n]


def unblocked(run: Run) -> list[Fight]:
    """Attacks that nobody blocked, of attackers that still fight (RISE-516)."""
    return [fight for fight in run.t.fights if in_combat(run, fight.attacker) and not blocked(run, fight.attacker)]


def hits_hardest(run: Run, attacker: int, blocker: int) -> bool:
    """Whether this is the blocker that takes the attack: the only one, or the chosen one (RISE-515)."""
    return aim(run, "takes", attacker) in (0, blocker)


def begin_round(run: Run, n: int) -> None:
    """D1 and D2: who fights in this round, and what its damage needs to know, in turn order."""
    fighting = pairs(run, n)
    if not fighting and n > 1:
        run.push(tasks.Do("after combat"))
        return
    asks: list[Pick] = []
    if n == 1:
        asks += [
            _ask_summoner(run, "unblocked", fight.attacker, fight.target, "RISE-517")
            for fight in unblocked(run)
            if not fight.aimed
        ]
    for blocker_id, attacker_id in fighting:
        if not in_combat(run, attacker_id) or not hits_hardest(run, attacker_id, blocker_id):
            continue
        attacker = run.piece(attacker_id)
        assert attacker is not None
        blocker = run.piece(blocker_id) if in_combat(run, blocker_id) else None
        met = field.fight_of(run, attacker_id)
        if met is None:
            continue
        rest = attack(run, attacker) - (max(0, defense(run, blocker)) if blocker is not None else 0)
        if run.has(attacker, "pierce") and rest > 0:
            asks.append(_ask_summoner(run, "pierce", attacker_id, met.target, "RISE-610"))
        if run.has(attacker, "splash") and blocker is not None and attack(run, attacker):
            asks.append(Pick(run.t.active, "splash", "RISE-609", attacker_id, met.target, n=blocker_id))
    order = run.in_turn_order(run.t.active)
    asks.sort(key=lambda ask: order.index(ask.seat) if ask.seat in order else len(order))
    run.push(*asks, tasks.Deal(n))


def _ask_summoner(run: Run, why: str, attacker_id: int, victim: int, rule: str) -> Pick:
    """The defender names the Summoner, with Advantage the attacker (RISE-517, RISE-610, RISE-611)."""
    attacker = run.piece(attacker_id)
    assert attacker is not None
    by_attacker = run.has(attacker, "advantage") or (
        why == "unblocked" and run.t.options.summoner_chooser == "attacker"
    )
    return Pick(run.t.active if by_attacker else victim, why, rule, subject=attacker_id, victim=victim)


def _splashed(run: Run, task: Pick) -> list[int]:
    """Another creature or Door on the same battlefield, else a Summoner of that seat."""
    found = [
        piece.id
        for piece in run.t.pieces
        if piece.controller == task.victim and piece.id != task.n and (is_creature(run, piece) or is_door(run, piece))
    ]
    return found or own_summoners(run, task)


def blocking_attack(run: Run, piece: Piece) -> int:
    """Return the attack of a blocker, which Fightback doubles."""
    value = attack(run, piece)
    return 2 * value if run.has(piece, "fightback") else value


def deal(run: Run, n: int) -> None:
    """D3: both sides of each pair hit at once (RISE-602, RISE-603, RISE-612)."""
    hits: list[tuple[int, int, str]] = []
    struck: list[tasks.Fire] = []
    if n == 1:
        for fight in unblocked(run):
            attacker = run.piece(fight.attacker)
            assert attacker is not None
            ref = fight.aimed or aim(run, "unblocked", fight.attacker)
            if ref:
                hits.append((ref, attack(run, attacker), "RISE-516"))
    for blocker_id, attacker_id in pairs(run, n):
        if not in_combat(run, attacker_id):
            continue  # it deals and takes nothing more (RISE-519)
        attacker = run.piece(attacker_id)
        assert attacker is not None
        blocker = run.piece(blocker_id) if in_combat(run, blocker_id) else None
        power = attack(run, attacker)
        if blocker is not None:
            back = blocking_attack(run, blocker)
            hits.append((attacker_id, back, "RISE-601"))
            struck += _struck(run, blocker, attacker, back)
        if not hits_hardest(run, attacker_id, blocker_id):
            continue
        rest = power
        if blocker is not None:
            rest = power - max(0, defense(run, blocker))
            if blocker_id not in run.t.dodged:
                hits.append((blocker_id, power, "RISE-601"))
                struck += _struck(run, attacker, blocker, power)
        if rest > 0 and run.has(attacker, "pierce") and (ref := aim(run, "pierce", attacker_id)):
            hits.append((ref, rest, "RISE-610"))
        if blocker is not None and (ref := aim(run, "splash", attacker_id)):
            hits.append((ref, power, "RISE-610" if ref < 0 else "RISE-601"))
    taking = tuple(one for one in run.t.aims if one.why == "takes")
    if hits or taking != run.t.aims:
        run.say(ev.DamageDealt, "RISE-602", run.t.active, n=n)
    for ref, amount, rule in hits:
        field.hit(run, ref, amount, rule)
    run.t.aims = taking
    run.push(*field.in_order(run, struck), tasks.Round(n + 1))


def _struck(run: Run, source: Piece, victim: Piece, amount: int) -> list[tasks.Fire]:
    """What a card does when it has dealt combat damage to a creature."""
    if amount < 1 or not is_creature(run, victim):
        return []
    return field.base_effects(run, source, "struck", source.controller, victim.id)


def after_combat(run: Run) -> None:
    """D5: counters of Bleed, Drain and Iron Skin, then control by Possession (RISE-613)."""
    t = run.t
    order = run.in_turn_order(t.active)
    for one in sorted(t.afterwards, key=lambda one: order.index(one.seat) if one.seat in order else len(order)):
        piece = run.piece(one.piece) if in_combat(run, one.piece) else None
        if piece is not None and (one.ability != "bleed" or is_creature(run, piece)):
            field.put_counters(run, piece.id, -1 if one.ability == "bleed" else 1, "RISE-613")
    picks = [
        Pick(seat, "possession", "RISE-1009", subject=piece_id)
        for piece_id in t.possessing
        if (seat := _possessor(run, piece_id)) != NOBODY
    ]
    run.push(*picks, tasks.Do("combat over"))


def _possessor(run: Run, piece_id: int) -> int:
    """Whose success it was: the attacking or the blocking seat."""
    fight = field.fight_of(run, piece_id)
    if fight is not None:
        return run.t.active
    for block in run.t.blocks:
        if block.blocker == piece_id:
            met = field.fight_of(run, block.attackers[0])
            return met.target if met is not None else NOBODY
    return NOBODY


def _possessed(run: Run, task: Pick) -> list[int]:
    """Creatures that it blocked or was blocked by, still in play and in the combat."""
    met = [*blocked(run, task.subject)]
    met += [one for block in run.t.blocks if block.blocker == task.subject for one in block.attackers]
    return [one for one in met if in_combat(run, one) and (piece := run.piece(one)) and not is_door(run, piece)]


def _taken(run: Run, task: Pick, ref: int) -> None:
    piece = run.piece(ref)
    assert piece is not None
    field.set_claims(run, piece, (*piece.claims, Claim(task.seat, field.POSSESSION)))


TOSSED["dodge"] = _dodged
TOSSED["possession"] = _possesses
ASKS["advantage"] = Asks(_can_be_named, _named)
ASKS["dodge"] = Asks(_passable, _passed_on)
ASKS["dodge to"] = Asks(_receivers, _received)
ASKS["takes"] = Asks(_takers, _aimed)
ASKS["unblocked"] = Asks(own_summoners, _aimed)
ASKS["pierce"] = Asks(own_summoners, _aimed)
ASKS["splash"] = Asks(_splashed, _aimed)
ASKS["possession"] = Asks(_possessed, _taken)

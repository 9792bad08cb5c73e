"""Set-up and the turn, step by step (T0 to T12). Whatever needs nobody's choice is carried out here."""

from collections.abc import Callable
from typing import Final

from msgspec.structs import replace

from rising_tutor.games.rise_tcg import abilities, combat, tasks
from rising_tutor.games.rise_tcg import battlefield as field
from rising_tutor.games.rise_tcg import events as ev
from rising_tutor.games.rise_tcg import vocabulary as say
from rising_tutor.games.rise_tcg.keywords import COLD_PRICE
from rising_tutor.games.rise_tcg.pieces import NOBODY, Piece
from rising_tutor.games.rise_tcg.run import Run, spot_of
from rising_tutor.games.rise_tcg.standing import kept_empty, level, standing_effect

STARTER: Final = (6, 2)  # RISE-302
OTHERS: Final = (4, 1)  # RISE-303
MULLIGANS: Final = 3  # RISE-305


def phase(run: Run, name: str) -> None:
    """The next phase begins (RISE-401)."""
    run.t.phase = name
    run.say(ev.PhaseBegan, "RISE-401", run.t.active, phase=name, turn=run.t.turn)


# set-up ---------------------------------------------------------------------------------------------------------------


def roll(run: Run) -> None:
    """Everybody rolls for the start."""
    run.push(tasks.RollStart(tuple(range(len(run.t.sides)))))


def rolled(run: Run, task: tasks.RollStart, n: int) -> None:
    """The highest roll starts; those who tie for it roll again (RISE-301)."""
    t = run.t
    seat = task.seats[len(t.rolls)]
    run.say(ev.RolledForStart, "RISE-301", seat, n=n)
    t.rolls = (*t.rolls, n)
    if len(t.rolls) < len(task.seats):
        run.push(task)
        return
    best = tuple(one for one, value in zip(task.seats, t.rolls, strict=True) if value == max(t.rolls))
    t.rolls = ()
    if len(best) > 1:
        run.say(ev.RollsTied, "RISE-301", best[0], seats_tied=best)
        run.push(tasks.RollStart(best))
        return
    t.starter = t.active = best[0]
    run.say(ev.StarterFound, "RISE-301", best[0])
    deal_hands(run)


def deal_hands(run: Run) -> None:
    """Six cards and two coins for the starter, four and one for the others; then mulligans in turn order (RISE-307)."""
    order = run.in_turn_order(run.t.starter)
    for seat in order:
        cards, coins = STARTER if seat == run.t.starter else OTHERS
        rule = "RISE-302" if seat == run.t.starter else "RISE-303"
        run.t.sides[seat].coins = coins
        run.say(ev.SetUp, rule, seat, n=cards, coins=coins)
    run.push(
        *(tasks.DrawCard(seat, hand_size(run, seat), "RISE-302") for seat in order),
        *(tasks.Keep(seat) for seat in order),
        tasks.Do("turn"),
    )


def hand_size(run: Run, seat: int) -> int:
    """Cards of the first hand."""
    return STARTER[0] if seat == run.t.starter else OTHERS[0]


def mulligan(run: Run, seat: int) -> None:
    """The hand is shuffled into the library, and as many cards are drawn anew (RISE-305)."""
    side = run.t.sides[seat]
    n = len(side.hand)
    unseen = list(side.unseen)
    for slot in side.hand:
        if slot.card >= 0:
            unseen[slot.card] += 1
    side.unseen = side.whole = tuple(unseen)
    side.hand = ()
    side.library = replace(side.library, n=side.library.n + n)
    side.shuffle += 1
    side.mulligans += 1
    run.say(ev.MulliganTaken, "RISE-305", seat, n=side.mulligans)
    run.push(tasks.DrawCard(seat, n, "RISE-305"), tasks.Keep(seat))


# the turn -------------------------------------------------------------------------------------------------------------


def turn(run: Run) -> None:
    """T0 and T1: what Possession holds goes back, Cold is paid, capacity comes back, cards are untilted."""
    t = run.t
    t.turn += 1
    t.drawn = False
    t.quiet = 0
    side = t.sides[t.active]
    side.began = True
    side.levelled = False
    phase(run, "awakening")
    field.hand_back(run, t.active)
    _pay_cold(run)
    run.push(tasks.Do("awake"))


def _pay_cold(run: Run) -> None:
    """Pay one coin however many Colds there are; they are gone when it cannot be paid (RISE-1006).

    By option `cold_price` each of them costs a coin, the oldest first.
    """
    t = run.t
    colds = [
        piece for piece in t.pieces if run.has(piece, "cold") and piece.on < 0 and run.seat_of(piece.on) == t.active
    ]
    due = [[piece] for piece in colds] if t.options.cold_price == "each" else [colds] if colds else []
    side = t.sides[t.active]
    for together in due:
        if side.coins >= COLD_PRICE:
            side.coins -= COLD_PRICE
            run.say(ev.ColdPaid, "RISE-1007", t.active, n=side.coins)
            continue
        for piece in together:
            field.destroy_attached(run, piece, "RISE-1005")


def awake(run: Run) -> None:
    """T1, then the early window (RISE-402, RISE-403, RISE-817)."""
    t = run.t
    for at, summoner in enumerate(t.sides[t.active].summoners):
        if summoner.hp > 0:
            cp = summoner.cp if kept_empty(run, t.active, at) else level(run, summoner)
            run.change_summoner(t.active, at, cp=cp, tilted=False, used=())
    untilted = [
        piece for piece in run.of(t.active) if piece.tilted and not standing_effect(run, piece, say.StaysTilted)
    ]
    for piece in untilted:
        run.change(piece.id, tilted=False)
    first, second = t.sides[t.active].summoners
    points, spots = (first.cp, second.cp), tuple(map(spot_of, untilted))
    run.say(ev.Awoke, "RISE-402", t.active, points=points, untilted=spots)
    early = (window(run, cards=False),) if t.options.early_skills else ()  # RISE-707
    run.push(*early, tasks.Do("restoration"))


def window(run: Run, *, cards: bool) -> tasks.Window:
    """Everybody may act, the player of the turn first."""
    order = tuple(run.in_turn_order(run.t.active))
    return tasks.Window(order, order, cards)


def restoration(run: Run) -> None:
    """T3: cards and coins are chosen; the starter's first turn leaves the draw out (RISE-304)."""
    t = run.t
    phase(run, "restoration")
    if t.turn == 1:
        run.say(ev.DrawLeftOut, "RISE-304", t.active)
        if t.options.starter_first_coins:
            run.add_coins(t.active, 2, "RISE-404")
        run.push(tasks.Do("automatic"))
    else:
        run.push(tasks.TakeStep(), tasks.Do("automatic"))


def take(run: Run, cards: int) -> None:
    """One card and two coins, or two cards and one coin: first the draw, then the coins (RISE-404)."""
    t = run.t
    coins = 3 - cards
    run.say(ev.TookCards, "RISE-404", t.active, cards=cards, coins=coins)
    run.push(tasks.DrawCard(t.active, cards, "RISE-404"), tasks.Do(f"coins {coins}"))


def automatic(run: Run) -> None:
    """T4 and T5: automatic effects, then a window; from now on cards may be invoked (RISE-706, RISE-708)."""
    run.t.drawn = True
    run.push(*field.in_order(run, abilities.at_turn_begin(run)), tasks.Do("restoration window"))


def restoration_window(run: Run) -> None:
    """T5: the first moment for Imminent cards of others (RISE-706)."""
    run.push(window(run, cards=True), tasks.Do("invocation"))


def invocation(run: Run) -> None:
    """T6."""
    phase(run, "invocation")
    run.push(tasks.Main(attacked=False))


def declare(run: Run) -> None:
    """T7: attackers; by a reading those that Schizophrenia takes over are decided first."""
    t = run.t
    phase(run, "attack")
    rulers = dict.fromkeys(piece.ruler for piece in run.of(t.active) if piece.ruler >= 0)
    ruled = [tasks.Attackers(seat, ruled=True) for seat in rulers if t.options.schizophrenia_scope != "actions"]
    run.push(*ruled, tasks.Attackers(t.active), tasks.Do("attack declared"))


def attack_window(run: Run) -> None:
    """T7: the declaration can be answered (RISE-521)."""
    run.push(window(run, cards=True), tasks.Do("blocks"))


def blocks(run: Run) -> None:
    """T8, or the end of the combat if no attacker is left (RISE-521)."""
    t = run.t
    t.fights = tuple(fight for fight in t.fights if combat.in_combat(run, fight.attacker))
    if not t.fights:
        run.push(tasks.Do("combat over"))
        return
    attacked = [seat for seat in run.in_turn_order(t.active) if any(fight.target == seat for fight in t.fights)]
    run.push(*(tasks.Blocks(seat) for seat in attacked), tasks.Do("blocks declared"))


def block_window(run: Run) -> None:
    """T8: the window before damage (RISE-518)."""
    run.push(window(run, cards=True), tasks.Do("damage"))


def damage(run: Run) -> None:
    """T9."""
    phase(run, "damage")
    combat.begin_damage(run)


def combat_over(run: Run) -> None:
    """T10: main once more (RISE-422)."""
    field.end_combat(run)
    phase(run, "end")
    run.push(tasks.Main(attacked=True))


def last_responses(run: Run) -> None:
    """T11: only the others may open a chain (RISE-702)."""
    order = tuple(run.opponents(run.t.active))
    run.push(tasks.Window(order, order, cards=True), tasks.Do("repairs"))


def repairs(run: Run) -> None:
    """T12: all at once, so that nothing dies of damage that is healed (RISE-414, RISE-416, RISE-703, RISE-704)."""
    t = run.t
    t.phase = "end"
    t.pieces = tuple(_repaired(piece) for piece in t.pieces)
    for seat, side in enumerate(t.sides):
        for at, summoner in enumerate(side.summoners):
            if summoner.tilted and summoner.cp:
                run.change_summoner(seat, at, cp=0)
                run.say(ev.PointsLost, "RISE-414", seat, card=summoner.card, n=summoner.cp)
    t.stirred = True
    run.say(ev.TurnEnded, "RISE-703", t.active, n=t.turn)
    run.push(tasks.Do("next turn"))


def _repaired(piece: Piece) -> Piece:
    hurt = piece.damage or piece.rage or piece.attack or piece.defense
    if not (hurt or piece.used or piece.told or piece.limits or piece.ruler != NOBODY or piece.fighting):
        return piece
    return replace(
        piece,
        damage=0,
        rage=0,
        attack=0,
        defense=0,
        used=(),
        told=(),
        limits=(),
        ruler=NOBODY,
        fighting=False,
        charged=False,
    )


def next_turn(run: Run) -> None:
    """The next living seat (RISE-309)."""
    t = run.t
    n = len(t.sides)
    t.active = next(seat for at in range(1, n + 1) if not t.sides[seat := (t.active + at) % n].out)
    run.push(tasks.Do("turn"))


STEPS: Final[dict[str, Callable[[Run], None]]] = {
    "roll": roll,
    "turn": turn,
    "awake": awake,
    "restoration": restoration,
    "automatic": automatic,
    "restoration window": restoration_window,
    "invocation": invocation,
    "declare": declare,
    "attack declared": combat.attack_declared,
    "attack window": attack_window,
    "blocks": blocks,
    "blocks declared": combat.blocks_declared,
    "block window": block_window,
    "damage": damage,
    "after combat": combat.after_combat,
    "combat over": combat_over,
    "last responses": last_responses,
    "repairs": repairs,
    "next turn": next_turn,
}


def step(run: Run, task: tasks.Do) -> None:
    """A step, by its name."""
    name, _, n = task.step.partition(" ")
    if name == "coins":
        run.add_coins(run.t.active, int(n), "RISE-404")
        return
    STEPS[task.step](run)


# drawing --------------------------------------------------------------------------------------------------------------


def library_empty(run: Run, seat: int) -> None:
    """A draw finds no card: the first time it is counted, then each costs a Summoner (RISE-710 to RISE-713)."""
    side = run.t.sides[seat]
    side.empty_draws += 1
    rule = {1: "RISE-710", 2: "RISE-711"}.get(side.empty_draws, "RISE-712")
    run.say(ev.LibraryEmpty, rule, seat, n=side.empty_draws)
    if side.empty_draws > 1:
        run.push(tasks.Pick(seat, "sacrifice", rule, victim=seat))

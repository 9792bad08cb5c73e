"""The turn, step by step (states S1 to S9 of the catalogue). Whatever needs nobody's choice is carried out here."""

from collections.abc import Callable
from typing import Any

from rising_tutor.core.ids import CardId
from rising_tutor.decks.moves import deal_face_down, shuffle
from rising_tutor.games.quickstrike import events as ev
from rising_tutor.games.quickstrike import handlers, tasks
from rising_tutor.games.quickstrike import vocabulary as say
from rising_tutor.games.quickstrike.run import Run, face_down, known_energy, remember_shown, unseen_deck
from rising_tutor.games.quickstrike.standing import attack_force, holds, other, skipped, values
from rising_tutor.games.quickstrike.state import FRONT, GREEN, NOWHERE, RED, Ally

ENERGIES, DISCARDS = 3, 4  # QS-304, QS-305
TIES = 5  # QS-307
POINTS = 3  # QS-102
REFILL = 4  # QS-1007
ATTACK_WITH = "attack_with "
"""The beginning of the step in which a strike attacks; the zone follows."""
REPLENISHED = {GREEN: (GREEN,), 1: (GREEN, 1), RED: (GREEN, 1, RED)}  # QS-407, QS-410


# set-up ----------------------------------------------------------------------------------------------------------


def set_up(run: Run) -> None:
    """Nine energies unseen, then four cards to the discard pile."""
    for seat, mat in enumerate(run.t.mats):
        for zone in range(3):
            dealt, mat.deck = deal_face_down(mat.deck, ENERGIES)
            run.set_energies(seat, zone, dealt)
    run.push(*(tasks.Reveal(seat, DISCARDS, "QS-305") for seat in (0, 1)), tasks.Do("compare"))


def compare(run: Run) -> None:
    """The higher force total decides; a tie is broken (QS-306, QS-307)."""
    t = run.t
    run.say(ev.TotalsCompared, "QS-306", 0, totals=t.totals)
    if t.totals[0] != t.totals[1]:
        higher_total(run)
    elif t.options.force_tie == "coin" or t.ties >= TIES or not all(len(mat.deck) for mat in t.mats):
        run.push(tasks.Coin())
    else:
        t.ties += 1
        run.push(*(tasks.Reveal(seat, 1, "QS-307") for seat in (0, 1)), tasks.Do("compare"))


def higher_total(run: Run) -> None:
    """Whoever has the higher total sends the opening attack, or says who does (QS-312)."""
    t = run.t
    winner = 0 if t.totals[0] > t.totals[1] else 1
    if t.options.first_attack == "winner_chooses":
        run.push(tasks.FirstAttack(winner))
    else:
        open_round(run, other(winner), winner, "QS-306")


def open_round(run: Run, defender: int, decided: int, rule: str) -> None:
    """Somebody will defend the next opening attack."""
    run.t.defender = defender
    run.say(ev.DefenderChosen, rule, decided, defender=defender)
    run.push(tasks.Do("open"))


# the turn --------------------------------------------------------------------------------------------------------


def limit_reached(run: Run) -> bool:
    """Stop the game if no turn may follow, and return True then (QS-911)."""
    t = run.t
    limit = t.options.turn_limit
    if not limit or t.turn < limit:
        return False
    run.say(ev.TurnLimitReached, "QS-911", t.defender)
    t.reason, t.agenda = "QS-911", ()
    return True


def begin_turn(run: Run) -> None:
    """Count the turn and forget what was of the last one."""
    t = run.t
    t.turn += 1
    t.flipped, t.pending, t.flips_here, t.zone = False, (), 0, NOWHERE
    for seat, mat in enumerate(t.mats):
        for zone, ally in enumerate(mat.allies):
            if ally is not None and ally.used:
                run.set_ally(seat, zone, Ally(ally.card, ally.owner))


def open_(run: Run) -> None:
    """S1: the opening attack, and one green energy for whoever defends."""
    t = run.t
    if limit_reached(run):
        return
    t.attack, t.attack_zone, t.phase = "opening", NOWHERE, "opening"
    t.round += 1
    begin_turn(run)
    run.say(ev.OpeningSent, "QS-414", other(t.defender), force=attack_force(run))
    rule = "QS-412" if t.first else "QS-907"
    with_signature = not t.first and t.options.later_opening_signature == "allowed"  # QS-419, QS-425
    signature = (tasks.Do("signature"),) if with_signature else ()
    run.push(tasks.Add(t.defender, GREEN, rule), *signature, tasks.Do("begin_flips"))


def pass_turn(run: Run) -> None:
    """Begin the next turn, if the game does not stop before it."""
    if not limit_reached(run):
        begin_defence(run)


def begin_defence(run: Run) -> None:
    """The other seat must defend: its turn begins with the cleanup (QS-402, QS-424)."""
    t = run.t
    t.defender, t.first = other(t.defender), False
    begin_turn(run)
    t.phase = "cleanup"
    card, zone = run.lies(other(t.defender), t.attack_zone), t.attack_zone
    assert card is not None
    run.say(ev.TurnBegan, "QS-402", t.defender, card=card.id, zone=zone, force=attack_force(run))
    run.push(
        tasks.CleanUp(t.defender, "QS-403", home=True),
        tasks.Do("replenish"),
        tasks.Do("signature"),
        tasks.Do("begin_flips"),
    )


def to_clean_up(run: Run, task: tasks.CleanUp) -> list[int]:
    """Return the cards, as kinds, whose place in the order of a cleanup is not chosen yet (QS-403)."""
    mat = run.t.mats[task.seat]
    lying = [laid.card for laid in (*mat.advantages, *mat.flips[:FRONT]) if laid is not None]
    for kind in task.first:
        lying.remove(kind)
    return lying


def clean_up(run: Run, task: tasks.CleanUp) -> None:
    """S2: own advantages in the order of play, then own strikes, so that a strike lies on top (QS-406).

    Under `cleanup_order=ask` the cards that the owner chose come first.
    """
    mat, seat = run.t.mats[task.seat], task.seat
    gone = [*task.first, *to_clean_up(run, task)]
    mat.advantages = ()
    for zone in range(FRONT):
        if mat.flips[zone] is not None:
            run.set_flip(seat, zone, None)
    for kind in gone:
        run.discard(seat, kind)
    run.say(ev.CleanedUp, task.rule, seat, cards=tuple(mat.kinds[kind] for kind in gone))
    if task.home:
        return_chamber(run, seat, "QS-715")


def return_chamber(run: Run, seat: int, rule: str) -> None:
    """A signature move in front goes home, turned over (QS-713, QS-716)."""
    mat = run.t.mats[seat]
    laid = mat.flips[FRONT]
    if laid is None:
        return
    stays = any(isinstance(effect, say.StayBack) for one in run.move(seat, laid.card).ability for effect in one.effect)
    if laid.card == 0:
        mat.side = 1
    else:
        mat.side = 1 if stays or run.t.options.chamber_after_back == "stay_back" else 0
    run.set_flip(seat, FRONT, None)
    run.say(ev.ChamberReturned, rule, seat, side=mat.side)


def replenish(run: Run) -> None:
    """S3: energies by the zone that the attack came from; none against a signature move (QS-411)."""
    t = run.t
    t.phase = "replenish"
    zones = REPLENISHED.get(t.attack_zone, ())
    run.say(ev.Replenished, "QS-407" if zones else "QS-411", t.defender, zone=t.attack_zone)
    run.push(*(tasks.Add(t.defender, zone, "QS-407") for zone in zones))


def begin_flips(run: Run) -> None:
    """S5 begins in green, or in the first zone that is not skipped (QS-420, QS-421, QS-535)."""
    run.t.phase = "flip"
    enter(run, GREEN, "QS-420")


def enter(run: Run, zone: int, rule: str) -> None:
    """The defender goes on in this zone, or in the next that is not skipped; beyond red the attack is through."""
    t = run.t
    skips = skipped(run)
    while zone <= RED and zone in skips:
        run.say(ev.ZoneSkipped, "QS-535", t.defender, zone=zone)
        zone += 1
    if zone > RED:
        run.push(tasks.Do("point"))
        return
    t.zone, t.flips_here = zone, 0
    run.say(ev.ZoneEntered, rule, t.defender, zone=zone)
    flip(run)


def flip(run: Run) -> None:
    """S5: the next card of the deck, after what comes before a flip."""
    t = run.t
    t.phase = "flip"
    mat = t.mats[t.defender]
    n = len(mat.deck)
    if not n and mat.discard:
        run.push(tasks.Refresh(t.defender), tasks.Do("flip"))
    elif not n:
        run.say(ev.NothingToFlip, "QS-1006", t.defender, zone=t.zone)
        run.push(tasks.LoseZone())
    elif t.options.flip_guard and t.flips_here >= t.options.flip_guard:
        run.say(ev.GuardReached, "QS-530", t.defender, zone=t.zone)
        run.push(tasks.LoseZone())
    else:
        run.push(tasks.FlipCard())
        handlers.fire(run, t.defender, "before_flip", t.zone)


def flipped(run: Run) -> None:
    """What a flip sets off, own abilities first; then the defender decides (S6)."""
    t = run.t
    run.push(tasks.Decide())
    handlers.fire(run, other(t.defender), "opponent_flips", t.zone)
    handlers.fire(run, t.defender, "flip", t.zone)


def lose_zone(run: Run, _task: tasks.LoseZone) -> None:
    """S7: green lost, then yellow, then red and the attack is through (QS-507, QS-508)."""
    t = run.t
    run.say(ev.ZoneLost, "QS-508" if t.zone == RED else "QS-507", t.defender, zone=t.zone)
    enter(run, t.zone + 1, "QS-507")


def play_card(run: Run, task: tasks.PlayCard) -> None:
    """A paid advantage or ally is in play; the player flips again in the same zone (QS-511, QS-516)."""
    t, seat, zone = run.t, run.t.defender, task.zone
    mat = t.mats[seat]
    laid = mat.flips[zone]
    assert laid is not None
    card = run.card(seat, laid.card)
    run.push(tasks.Do("flip"))
    if card.type == "ally":
        run.set_flip(seat, zone, None)
        old = mat.allies[zone]
        if old is not None:  # QS-521
            run.discard(old.owner, old.card)
            run.say(ev.AllyReplaced, "QS-521", seat, card=run.ally(old).id, zone=zone)
        run.set_ally(seat, zone, Ally(laid.card, seat))
        run.say(ev.AllyPlayed, "QS-516", seat, card=card.id, zone=zone)
        handlers.fire(run, other(seat), "opponent_plays", zone)
        return
    run.push(tasks.ChargeZone(seat, zone, "QS-702"))
    if card.immediate:
        run.say(ev.AdvantagePlayed, "QS-515", seat, card=card.id, zone=zone)
        run.push(tasks.LeaveFlip(zone))
        source = tasks.Source(seat, card.id, "advantage", -1, zone)
    else:
        run.set_flip(seat, zone, None)
        mat.advantages += (laid,)
        run.say(ev.AdvantagePlayed, "QS-511", seat, card=card.id, zone=zone)
        source = tasks.Source(seat, card.id, "advantage", -1, zone, len(mat.advantages) - 1)
    fires = tuple(tasks.Fire(source, at) for at, ability in enumerate(card.ability) if ability.when == "played")
    handlers.fire(run, other(seat), "opponent_plays", zone)
    run.push(tasks.Order(seat, fires))


def leave_flip(run: Run, task: tasks.LeaveFlip) -> None:
    """An Immediate advantage is discarded when its ability has worked (QS-515)."""
    seat = run.t.defender
    laid = run.t.mats[seat].flips[task.zone]
    assert laid is not None
    run.set_flip(seat, task.zone, None)
    run.discard(seat, laid.card)
    run.say(ev.Discarded, "QS-515", seat, card=run.card(seat, laid.card).id, zone=task.zone)


def counter(run: Run, task: tasks.Counter) -> None:
    """S8: the strike turns sideways; what the counterattack sets off works before the next turn (QS-423)."""
    t, seat, zone = run.t, run.t.defender, task.zone
    t.phase = "counterattack"
    t.stopped = attack_force(run)
    reacting = handlers.waiting(run, other(seat), "opponent_counterattacks", zone)
    if zone != FRONT:
        reacting += handlers.waiting(run, other(seat), "opponent_plays", zone)
    own = handlers.waiting(run, seat, "counterattack", zone)
    card = run.lies(seat, zone)
    assert card is not None
    fires = (tasks.Order(who, ready) for who, ready in ((seat, own), (other(seat), reacting)) if ready)
    run.push(*fires, tasks.Do(ATTACK_WITH + say_zone(zone)))
    now = values(run, seat, zone)
    rule = "QS-712" if zone == FRONT else "QS-504"
    run.say(ev.Countered, rule, seat, card=card.id, zone=zone, force=now.force, stopped=t.stopped)


def say_zone(zone: int) -> str:
    """A zone or the place in front, as it stands in a step."""
    return (*say.COLOURS, "front")[zone]


def attack_with(run: Run, zone: int) -> None:
    """The attack is now this strike; the seats change places (QS-422)."""
    t = run.t
    if limit_reached(run):
        return
    t.attack = "signature" if zone == FRONT else "strike"
    t.attack_zone = zone
    begin_defence(run)


# scoring ---------------------------------------------------------------------------------------------------------


def point(run: Run) -> None:
    """S9: the attacker scores; three points win at once (QS-901, QS-909)."""
    t = run.t
    t.phase = "scoring"
    scorer = other(t.defender)
    t.mats[scorer].points += 1
    run.say(ev.PointScored, "QS-901", scorer, points=t.mats[scorer].points)
    if t.mats[scorer].points >= POINTS:
        t.winner, t.reason, t.agenda = scorer, "QS-102", ()
        run.say(ev.GameWon, "QS-909", scorer)
        return
    t.attack, t.attack_zone, t.zone = "", NOWHERE, NOWHERE  # the attack is over; nobody attacks until the next round
    run.say(ev.RoundEnded, "QS-910", scorer, round=t.round)
    cleaning = [tasks.CleanUp(seat, "QS-902", home=False) for seat in (scorer, t.defender)]
    first = t.options.point_cleanup == "before_celebration"
    rest: list[tasks.AnyTask] = [tasks.Do("celebrate"), tasks.NextDefender(t.defender)]
    run.push(
        *(cleaning if first else []), *rest, *([] if first else cleaning), tasks.Do("chambers_home"), tasks.Do("open")
    )


def celebrate(run: Run) -> None:
    """The scorer adds an energy to each own zone with an ally (QS-903, QS-904)."""
    scorer = other(run.t.defender)
    zones = [zone for zone, ally in enumerate(run.t.mats[scorer].allies) if ally is not None]
    run.say(ev.Celebrated, "QS-903" if zones else "QS-904", scorer)
    run.push(*(tasks.Add(scorer, zone, "QS-903") for zone in zones))


def chambers_home(run: Run) -> None:
    """Signature moves in front go home, last of all (QS-713, QS-905)."""
    t = run.t
    for seat in (0, 1):
        return_chamber(run, seat, "QS-713")
    t.first = False


# energies and the deck -------------------------------------------------------------------------------------------


def add(run: Run, task: tasks.Add) -> None:
    """An energy from the top of the discard pile, which is refilled if it is empty (QS-408, QS-409, QS-1007)."""
    mat = run.t.mats[task.seat]
    if mat.discard:
        kind = mat.discard[-1]
        mat.discard = mat.discard[:-1]
        run.set_energies(task.seat, task.zone, (*mat.energies[task.zone], known_energy(kind)))
        card = CardId(run.card_id(task.seat, kind))
        run.say(ev.EnergyAdded, task.rule, task.seat, card=card, zone=task.zone)
    elif len(mat.deck) > 1:
        run.push(task)
        refill(run, task.seat)
    else:  # the last card stays as the deck (QS-1006)
        run.say(ev.NothingAdded, "QS-1009", task.seat, zone=task.zone)


def refill(run: Run, seat: int) -> None:
    """The first four cards of the deck, or what it has, go to the discard pile (QS-1007, QS-1016)."""
    n = min(REFILL, len(run.t.mats[seat].deck))
    rule = "QS-1007" if n == REFILL else "QS-1016"
    run.say(ev.PileRefilled, rule, seat, n=n)
    run.push(tasks.Reveal(seat, n, rule), tasks.Refresh(seat))


def refresh(run: Run, task: tasks.Refresh) -> None:
    """An empty deck is made of energies and discard pile; as many energies are laid back (QS-1001 to 1006)."""
    seat = task.seat
    mat = run.t.mats[seat]
    if len(mat.deck) or not mat.discard:
        return
    counts = run.counts(seat)
    remember_shown(run, seat)
    mat.unseen, n = shuffle(mat.unseen, [slot for zone in mat.energies for slot in zone], mat.discard)
    mat.shuffle, mat.whole, mat.below, mat.discard = mat.shuffle + 1, mat.unseen, (0,) * len(mat.kinds), ()
    mat.parted, mat.lacks = False, ()
    for zone in range(3):
        run.set_energies(seat, zone, face_down(counts[zone]))
    rest = n - sum(counts)
    mat.deck = unseen_deck(rest)
    run.say(ev.DeckRefreshed, "QS-1001", seat, n=rest)
    shown = DISCARDS if rest > DISCARDS else rest - 1  # QS-1006
    if shown > 0:
        run.push(tasks.Reveal(seat, shown, "QS-1001" if shown == DISCARDS else "QS-1006"))


def keep_supplied(run: Run) -> bool:
    """After every single change: an empty deck is refreshed, an empty pile refilled, where the options say at once."""
    t = run.t
    one, other_one = t.mats
    if one.deck.n and one.discard and other_one.deck.n and other_one.discard:
        return False
    if not t.round or isinstance(t.agenda[-1], (tasks.Reveal, tasks.Refresh)):
        return False
    for seat, mat in enumerate(t.mats):
        if mat.deck.n and mat.discard:
            continue
        n = len(mat.deck)
        if not n and mat.discard and t.options.deck_refresh == "when_empty":  # QS-1005
            run.push(tasks.Refresh(seat))
            return True
        if n > 1 and not mat.discard and t.options.discard_refill == "when_empty":  # QS-1008
            refill(run, seat)
            return True
    return False


# abilities -------------------------------------------------------------------------------------------------------


def order(run: Run, task: tasks.Order) -> None:
    """Abilities that work at once, in their fixed order (QS-815)."""
    run.push(*task.fires)


def fire(run: Run, task: tasks.Fire, *, agreed: bool = False) -> None:
    """An ability works, if its condition holds; a price that it has is paid before."""
    if task.effect:
        run.push(*(tasks.Apply(effect, task.source) for effect in task.effect))
        return
    ability = run.any_card(task.source.card).ability[task.index]
    if not agreed and not holds(run, ability.only_if, task.source):
        return
    run.push(*(tasks.Apply(effect, task.source) for effect in ability.effect))


def charge_zone(run: Run, task: tasks.ChargeZone) -> None:
    """A zone is charged because an advantage was played in it (QS-702)."""
    handlers.charge(run, task.seat, task.zone, task.rule)


def signature(run: Run) -> None:
    """S4: the defender may play the signature move (QS-416)."""
    run.t.phase = "signature"
    run.push(tasks.SignatureStep())


STEPS: dict[str, Callable[[Run], None]] = {
    "set_up": set_up,
    "compare": compare,
    "higher_total": higher_total,
    "open": open_,
    "pass_turn": pass_turn,
    "replenish": replenish,
    "signature": signature,
    "begin_flips": begin_flips,
    "flip": flip,
    "flipped": flipped,
    "point": point,
    "celebrate": celebrate,
    "chambers_home": chambers_home,
}


def step(run: Run, task: tasks.Do) -> None:
    """A step, by its name."""
    known = STEPS.get(task.step)
    if known is not None:
        known(run)
    else:
        attack_with(run, (*say.COLOURS, "front").index(task.step.removeprefix(ATTACK_WITH)))


AUTO: dict[type, Callable[[Run, Any], None]] = {
    tasks.Do: step,
    tasks.LoseZone: lose_zone,
    tasks.PlayCard: play_card,
    tasks.LeaveFlip: leave_flip,
    tasks.Counter: counter,
    tasks.Add: add,
    tasks.Refresh: refresh,
    tasks.ChargeZone: charge_zone,
}
"""Tasks that neither ask nor draw, which are carried out at once."""

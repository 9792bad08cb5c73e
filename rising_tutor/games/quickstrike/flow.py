"""The loop: carry out what needs nobody, stop at the next choice or draw; and what a choice sets going."""

from collections.abc import Callable
from random import Random
from typing import Any

from msgspec.structs import replace

from rising_tutor.games.quickstrike import actions as do
from rising_tutor.games.quickstrike import chance, choices, costs, handlers, search, steps, tasks
from rising_tutor.games.quickstrike import events as ev
from rising_tutor.games.quickstrike import vocabulary as say
from rising_tutor.games.quickstrike.book import Energies
from rising_tutor.games.quickstrike.run import Run, known_energy
from rising_tutor.games.quickstrike.standing import other
from rising_tutor.games.quickstrike.state import FRONT, Laid


def settle(run: Run) -> choices.Choice | None:
    """Carries out the agenda up to the next choice, which it gives, or to the next draw or the end of the game."""
    t = run.t
    while t.agenda and not t.reason:
        if steps.keep_supplied(run):
            continue
        task = t.agenda[-1]
        kind = type(task)
        auto = steps.AUTO.get(kind)
        if auto is not None:
            t.agenda = t.agenda[:-1]
            auto(run, task)
            continue
        draws = chance.DRAWS.get(kind)
        if draws is not None and draws(run, task) is not None:
            return None
        readied = False
        if kind is tasks.SignatureStep:
            readied = _ready_the_move(run)
        elif isinstance(task, tasks.Apply) and not task.looked:
            look = handlers.looks_first(run, task.effect, task.source)
            if look is not None:
                chance.tell_known(run, look)
                t.agenda = (*t.agenda[:-1], replace(task, looked=True), look)
                continue
        found = choices.choice(run)
        if found is None:
            t.agenda = t.agenda[:-1]
            CARRIES_OUT[kind](run, task)
        elif not found[1]:
            t.agenda = t.agenda[:-1]
            if isinstance(task, tasks.SignatureStep):
                _put_the_move_away(run, offered=not readied)
        elif isinstance(task, tasks.Apply) and len([one for one in found[1] if not isinstance(one, do.Concede)]) == 1:
            # Nobody chooses where there is one way.
            _choose(run, task, found[1][0])
        else:
            if readied:
                run.say(
                    ev.SignatureOffered, "QS-416", t.defender, card=run.move(t.defender, t.mats[t.defender].side).id
                )
            return found
    return None


def _ready_the_move(run: Run) -> bool:
    """Lay the move of the Chamber in front, to see what it can do there. Return True if it was not there before."""
    t = run.t
    mat = t.mats[t.defender]
    if mat.flips[FRONT] is not None or not all(mat.charged):
        return False
    run.set_flip(t.defender, FRONT, Laid(mat.side))
    return True


def _put_the_move_away(run: Run, *, offered: bool) -> None:
    """Take the move back that cannot be played; `offered` if its player could choose before."""
    seat = run.t.defender
    laid = run.t.mats[seat].flips[FRONT]
    if laid is None:
        return
    run.set_flip(seat, FRONT, None)
    if offered:
        run.say(ev.SignatureLapsed, "QS-416", seat, card=run.move(seat, laid.card).id)


def _spend_known(run: Run, task: tasks.Spend) -> None:
    """The next energy is paid; nobody has to draw or to choose for it."""
    if any(task.left):
        chance.spend_known(run, task)


def _on_agenda(carry_out: Callable[[Run], None]) -> Callable[[Run, tasks.AnyTask], None]:
    """What reads its task from the agenda, with the task put back there."""

    def carried(run: Run, task: tasks.AnyTask) -> None:
        run.t.agenda += (task,)
        carry_out(run)

    return carried


CARRIES_OUT: dict[type, Callable[[Run, Any], None]] = {
    tasks.Reveal: chance.put_top,
    tasks.DiscardTop: chance.put_top,
    tasks.FlipCard: chance.put_top,
    tasks.LookAt: _on_agenda(chance.end_look),
    tasks.Spend: _spend_known,
    tasks.SettleEnergies: lambda _run, _task: None,
    tasks.SearchDeck: _on_agenda(search.end_certain),
    tasks.Fire: steps.fire,
    tasks.Order: steps.order,
    tasks.CleanUp: steps.clean_up,
    tasks.Apply: lambda run, task: handlers.does.find(task.effect)(run, task.effect, task.source, ""),
}
"""What is done with a task that may ask or draw, where it does neither."""


def take(run: Run, action: do.AvatarAction) -> None:
    """A legal action is made."""
    if isinstance(action, do.Concede):
        _concede(run)
        return
    task = run.t.agenda[-1]
    if isinstance(action, do.Choose):
        _tell_chosen(run, task, action.option)
        _choose(run, task, action)
        return
    run.t.agenda = run.t.agenda[:-1]
    TAKES[type(action)](run, task, action)


def _choose(run: Run, task: tasks.AnyTask, action: do.AvatarAction) -> None:
    """Carry out what was chosen, or what is the only choice."""
    assert isinstance(action, do.Choose)
    run.t.agenda = run.t.agenda[:-1]
    _chosen(run, task, action.option)


def _concede(run: Run) -> None:
    found = choices.choice(run)
    assert found is not None
    seat = found[0]
    run.say(ev.Conceded, "QS-911", seat)
    run.t.winner, run.t.reason, run.t.agenda = other(seat), "QS-911", ()


def _tell_chosen(run: Run, task: tasks.AnyTask, option: str) -> None:
    if run.log is None or isinstance(task, tasks.Spend):  # `chance.choose_energy` says which energy it is
        return
    found = choices.choice(run)
    assert found is not None
    source = task.source if isinstance(task, (tasks.Apply, tasks.Fire)) else None
    rule = choices.RULE_OF_CHOICE.get(type(task), "QS-814")
    effect = task.effect if isinstance(task, tasks.Apply) else None
    private = isinstance(effect, say.Look)
    if option == handlers.NO and isinstance(effect, (say.Look, say.ShowTop)):
        option = "keep"
    card = source.card if source is not None else ""
    run.say(ev.Chosen, rule, found[0], card=card, option=option, seats=(found[0],) if private else None)


def _chosen(run: Run, task: tasks.AnyTask, option: str) -> None:
    match task:
        case tasks.Apply(effect, source):
            if option != handlers.NO or isinstance(effect, (say.Look, say.ShowTop)):
                handlers.does.find(effect)(run, effect, source, option)
        case tasks.Fire(source, index):
            if option == choices.YES:
                ability = run.any_card(source.card).ability[index]
                pay = costs.power_payments(run, source.seat, ability.cost)[0]
                steps.fire(run, task, agreed=True)
                run.push(_spend(run, source.seat, pay, "QS-610"))
        case tasks.Order(seat, fires):
            at = choices.fire_words(run, fires).index(option)
            run.push(fires[at], tasks.Order(seat, fires[:at] + fires[at + 1 :]))
        case tasks.CleanUp(first=first):
            run.push(replace(task, first=(*first, choices.cleanup_words(run, task)[option])))
        case tasks.Spend():
            chance.choose_energy(run, task, option)
        case _:
            raise AssertionError(f"{task} asks for nothing")


def _spend(run: Run, seat: int, pay: Energies, rule: str) -> tasks.Spend:
    """Energies are paid as was chosen, in sight of both (QS-601)."""
    if any(pay):
        run.say(ev.PaymentChosen, rule, seat, energies=pay)
    return tasks.Spend(seat, pay, rule)


def _send(run: Run, task: tasks.AnyTask, action: do.AvatarAction) -> None:
    """Who sends the opening attack: whoever asks for it, or the other (QS-312, QS-906)."""
    assert isinstance(task, (tasks.FirstAttack, tasks.NextDefender))
    defender = other(task.seat) if isinstance(action, do.Send) else task.seat
    run.t.defender = defender
    rule = "QS-312" if isinstance(task, tasks.FirstAttack) else "QS-906"
    run.say(ev.DefenderChosen, rule, task.seat, defender=defender)
    if isinstance(task, tasks.FirstAttack):
        run.push(tasks.Do("open"))


def _signature(run: Run, _task: tasks.AnyTask, action: do.Signature) -> None:
    """First the zones are uncharged, then the cost is paid (QS-708)."""
    t, seat = run.t, run.t.defender
    run.say(ev.SignatureReady, "QS-416", seat, card=run.move(seat, t.mats[seat].side).id)
    for zone in range(3):
        handlers.uncharge(run, seat, zone, "QS-708")
    t.agenda = t.agenda[:-1]  # the flips that would have come
    run.push(_spend(run, seat, action.pay, "QS-601"), tasks.Counter(FRONT))


def _decline(run: Run, _task: tasks.AnyTask, _action: do.Decline) -> None:
    seat = run.t.defender
    run.set_flip(seat, FRONT, None)
    run.t.pending = tuple(fire for fire in run.t.pending if fire.source.zone != FRONT)
    run.say(ev.SignatureDeclined, "QS-418", seat)


def _counter(run: Run, _task: tasks.AnyTask, action: do.CounterAttack) -> None:
    run.push(_spend(run, run.t.defender, action.pay, "QS-601"), tasks.Counter(run.t.zone))


def _play(run: Run, _task: tasks.AnyTask, action: do.Play) -> None:
    run.push(_spend(run, run.t.defender, action.pay, "QS-601"), tasks.PlayCard(run.t.zone))


def leave(run: Run, *, to_energy: bool = False) -> str:
    """The flipped card leaves its space; what waited for its counterattack is gone (QS-619). Gives its type."""
    t, seat, zone = run.t, run.t.defender, run.t.zone
    laid = t.mats[seat].flips[zone]
    assert laid is not None
    run.set_flip(seat, zone, None)
    if t.pending:
        t.pending = tuple(fire for fire in t.pending if fire.source.kind != "strike")
    if to_energy:
        run.set_energies(seat, zone, (*t.mats[seat].energies[zone], known_energy(laid.card)))  # QS-509
    else:
        run.discard(seat, laid.card)
    return run.card(seat, laid.card).type


def _discard(run: Run, _task: tasks.AnyTask, _action: do.Discard) -> None:
    """A strike costs the zone; any other card does not (QS-505, QS-507, QS-512)."""
    seat, zone = run.t.defender, run.t.zone
    card = run.lies(seat, zone)
    assert card is not None
    kind = leave(run)
    occupied = run.t.mats[seat].allies[zone] is not None
    rule = {"strike": "QS-505", "advantage": "QS-512", "ally": "QS-522" if occupied else "QS-523"}[kind]
    run.say(ev.Discarded, rule, seat, card=card.id, zone=zone)
    run.push(tasks.LoseZone() if kind == "strike" else tasks.Do("flip"))


def _focus(run: Run, _task: tasks.AnyTask, _action: do.Focus) -> None:
    """The flipped card becomes an energy of this zone; that is focusing, whatever card it is (QS-509, QS-532)."""
    seat, zone = run.t.defender, run.t.zone
    card = run.lies(seat, zone)
    assert card is not None
    kind = leave(run, to_energy=True)
    run.say(ev.Focused, "QS-509", seat, card=card.id, zone=zone)
    run.push(tasks.LoseZone() if kind == "strike" else tasks.Do("flip"))
    handlers.fire(run, other(seat), "opponent_focuses", zone)


def _reflip(run: Run, _task: tasks.AnyTask, action: do.Reflip) -> None:
    """The card is discarded and another flipped in the same zone (QS-803, QS-804)."""
    seat, zone = run.t.defender, run.t.zone
    card = run.lies(seat, zone)
    assert card is not None
    cost = choices.reflips(run, card)[action.source]
    run.push(_spend(run, seat, action.pay, "QS-803"), tasks.Do("flip"))
    if cost.eliminate == "this":
        _eliminate_advantage(run, seat, action.source)
    leave(run)
    run.say(ev.Reflipped, "QS-803", seat, card=card.id, zone=zone)


def _eliminate_advantage(run: Run, seat: int, card: str) -> None:
    """Eliminate the oldest advantage of this kind as a cost (QS-621)."""
    mat = run.t.mats[seat]
    at = next(at for at, laid in enumerate(mat.advantages) if run.card(seat, laid.card).id == card)
    laid = mat.advantages[at]
    mat.advantages = mat.advantages[:at] + mat.advantages[at + 1 :]
    run.discard(seat, laid.card)
    run.say(ev.AdvantageEliminated, "QS-621", seat, card=card, place=at + 1)


def _power(run: Run, task: tasks.AnyTask, action: do.Power) -> None:
    """All parts of the cost are paid, then the power works; the card is decided about again (QS-610, QS-809)."""
    t, seat, zone = run.t, run.t.defender, run.t.zone
    t.agenda += (task,)
    offer = choices.find_offer(run, action)
    t.agenda = t.agenda[:-1]
    assert offer is not None
    cost, source = offer.cost, offer.source
    granted_by = "" if offer.word in ("strike", "ally") else offer.word
    which = {"by": source.kind, "index": offer.index, "granted_by": granted_by}
    run.say(ev.PowerUsed, "QS-610", seat, card=source.card, zone=source.zone, **which)
    run.push(task)
    _note_use(run, offer)
    if cost.intercept:
        handlers.change_strike(run, seat, source.zone, "QS-614", intercept=-cost.intercept)
    if cost.eliminate == "ally":
        handlers.eliminate_ally(run, seat, handlers.zone_of(action.target))
    if cost.uncharge:
        handlers.uncharge(run, seat, handlers.zone_of(action.target) if action.target else source.at, "QS-621")
    if cost.chamber:
        t.mats[seat].side = 0
        run.say(ev.ChamberTurned, "QS-621", seat, side=0)
    if cost.move:
        source = _move_strike(run, costs.moved_to(cost, zone), source)
    if cost.pitch:
        card = run.lies(seat, zone)
        assert card is not None
        t.agenda = t.agenda[:-1]
        leave(run)
        run.say(ev.Pitched, "QS-806", seat, card=card.id, zone=zone)
        run.push(tasks.LoseZone())
    run.push(*(tasks.Apply(effect, source) for effect in offer.effect))
    energy = tuple(int(at == source.at) for at in range(3)) if cost.eliminate == "energy" else (0, 0, 0)
    run.push(_spend(run, seat, action.pay, "QS-610"), tasks.Spend(seat, _three(energy), "QS-621"))


def _three(counts: tuple[int, ...]) -> Energies:
    return counts[0], counts[1], counts[2]


def _note_use(run: Run, offer: choices.Offer) -> None:
    seat, zone = offer.source.seat, offer.source.zone
    if offer.word == "ally":
        handlers.use_ally(run, seat, zone, offer.index)
    elif offer.word == "strike" and (laid := run.t.mats[seat].flips[zone]) is not None:
        run.set_flip(seat, zone, handlers.once_more(laid, offer.index))


def _move_strike(run: Run, to: int, source: tasks.Source) -> tasks.Source:
    """The strike goes to another zone, which is then defended (QS-534)."""
    t, seat = run.t, run.t.defender
    laid, card = t.mats[seat].flips[t.zone], run.lies(seat, t.zone)
    assert laid is not None
    assert card is not None
    run.set_flip(seat, t.zone, None)
    run.set_flip(seat, to, laid)
    run.say(ev.StrikeMoved, "QS-534", seat, card=card.id, zone=t.zone, to=to)
    t.zone, t.flips_here = to, 0
    return replace(source, zone=to, at=to)


TAKES: dict[type, Callable[[Run, tasks.AnyTask, Any], None]] = {
    do.Send: _send,
    do.Receive: _send,
    do.Signature: _signature,
    do.Decline: _decline,
    do.CounterAttack: _counter,
    do.Play: _play,
    do.Discard: _discard,
    do.Focus: _focus,
    do.Reflip: _reflip,
    do.Power: _power,
}


def play_out_at_random(run: Run, rng: Random, limit: int) -> tuple[int, int]:
    """Random legal play on one table, without events and states in between. Gives decisions and chance moves."""
    decisions = chances = 0
    found = settle(run)
    while run.t.agenda and not run.t.reason:
        if found is None:
            chance.fall(run, rng)
            chances += 1
        elif decisions >= limit:
            break
        else:
            take(run, found[1][int(rng.random() * len(found[1]))])
            decisions += 1
        found = settle(run)
    return decisions, chances

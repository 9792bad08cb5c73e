"""The loop: carry out what needs nobody, stop at the next choice or draw; and what a choice sets going."""

from collections.abc import Callable
from random import Random
from typing import Any, Final

from msgspec.structs import replace

from rising_tutor.core.ids import Seat
from rising_tutor.decks.moves import see
from rising_tutor.decks.slots import UNSETTLED, mask
from rising_tutor.games.rise_tcg import abilities, chain, chance, choices, combat, handlers, steps, tasks, windows
from rising_tutor.games.rise_tcg import actions as do
from rising_tutor.games.rise_tcg import battlefield as field
from rising_tutor.games.rise_tcg import events as ev
from rising_tutor.games.rise_tcg.abilities import ASKS
from rising_tutor.games.rise_tcg.pieces import Owned
from rising_tutor.games.rise_tcg.run import Run, spot_of
from rising_tutor.games.rise_tcg.targets import n_targets, works_on

HURTING: Final = frozenset({"parasite", "trauma"})
"""Purposes of a choice whose number is damage."""
REPORTED: Final = frozenset({"rage", "sacrifice"})
"""Purposes of a choice that have events of their own."""
AUTO: Final[dict[type, Callable[[Run, Any], None]]] = {
    tasks.Do: steps.step,
    tasks.Resolve: lambda run, _task: chain.resolve(run),
    tasks.Finish: lambda run, task: field.discard_used(run, task.item),
    tasks.Round: lambda run, task: combat.begin_round(run, task.n),
    tasks.Deal: lambda run, task: combat.deal(run, task.n),
    tasks.ParasiteCounts: abilities.parasite_counts,
}
"""Tasks that neither ask nor draw, which are carried out at once."""


def settle(run: Run) -> choices.Choice | None:
    """Carries out the agenda up to the next choice, which it gives, or to the next draw or the end of the game."""
    t = run.t
    while not t.reason:
        if t.stirred:
            field.check(run)
            continue
        task = t.agenda[-1]
        auto = AUTO.get(type(task))
        if auto is not None:
            t.agenda = t.agenda[:-1]
            auto(run, task)
            continue
        if chance.is_chance(run):
            return None
        if isinstance(task, (tasks.Window, tasks.Answer)):
            if run.unanswered:
                t.agenda = t.agenda[:-1]
                continue
            if _nobody_left(run, task):
                continue
        elif isinstance(task, (tasks.DrawCard, tasks.Look, tasks.Fire, tasks.Hit)):
            _carry_out(run, task)
            continue
        found = choices.choice(run)
        if found is None:
            _carry_out(run, task)
        elif not found[1]:
            _pass_over(run, task)
        elif _is_no_choice(task, found[1]):
            take(run, found[1][0], forced=True)
        else:
            return found
    return None


def _nobody_left(run: Run, task: tasks.Window | tasks.Answer) -> bool:
    """Passes over seats that are not asked; True when the window or the answers have changed or are over."""
    t = run.t
    cards = task.cards if isinstance(task, tasks.Window) else windows.cards_allowed(run)
    if isinstance(task, tasks.Answer) and not t.chain:
        t.agenda = t.agenda[:-1]
        return True
    left = task.left
    while left and not windows.asked(run, left[0], cards=cards):
        left = left[1:]
    if not left:
        t.agenda = t.agenda[:-1]
        return True
    if left != task.left:
        t.agenda = (*t.agenda[:-1], replace(task, left=left))
    return False


def _is_no_choice(task: tasks.AnyTask, actions: tuple[do.RiseAction, ...]) -> bool:
    """Whether there is one thing alone to choose, and everybody knows it; giving up does not count."""
    if not isinstance(task, (tasks.Announce, tasks.Apply, tasks.Pick)):
        return False
    if isinstance(task, tasks.Pick) and not ASKS[task.why].forced:
        return False
    return len([one for one in actions if not isinstance(one, do.Concede)]) <= 1


def _pass_over(run: Run, task: tasks.AnyTask) -> None:
    """Nothing can be chosen."""
    run.t.agenda = run.t.agenda[:-1]
    if isinstance(task, tasks.Pick):
        nothing = ASKS[task.why].nothing
        if nothing is not None:
            nothing(run, task)
    elif isinstance(task, tasks.Announce):  # what it was announced for is gone
        _cancel(run, task.item)


def _cancel(run: Run, item: tasks.Item) -> None:
    """An announcement that lost its target before it was complete: the item does nothing."""
    run.say_of_item(ev.ItemDropped, "RISE-905", item, place=field.ANNOUNCED)
    if item.what == "card":
        field.discard_used(run, item)


def _carry_out(run: Run, task: tasks.AnyTask) -> None:
    t = run.t
    match task:
        case tasks.DrawCard(seat):
            if len(t.sides[seat].library):
                chance.draw_one(run, task)
            else:
                t.agenda = t.agenda[:-1]
                steps.library_empty(run, seat)
        case tasks.Fire():
            t.agenda = t.agenda[:-1]
            _fire(run, task)
        case tasks.Order(_, fires):
            t.agenda = t.agenda[:-1]
            run.push(*fires)
        case tasks.Apply(effect, seat, _, _, targets):
            t.agenda = t.agenda[:-1]
            if works_on(run, seat, effect, targets, task.about):
                handlers.does.find(effect)(run, effect, task)
        case tasks.Announce(item):
            t.agenda = t.agenda[:-1]
            chain.complete(run, item)
        case tasks.Hit():
            t.agenda = t.agenda[:-1]
        case tasks.Look(seat):
            _look(run, task)
        case tasks.Put(seat):
            t.agenda = t.agenda[:-1]
            _put_from_top(run, seat)
        case _:
            raise AssertionError(f"{task} waits for a choice")


def _fire(run: Run, task: tasks.Fire) -> None:
    if run.t.options.answer_triggers:
        chain.add_trigger(run, task)
    else:
        abilities.fire(run, task)


def _look(run: Run, task: tasks.Look) -> None:
    """The card is settled: its seat alone sees it, and says what becomes of it."""
    t = run.t
    side = t.sides[task.seat]
    t.agenda = t.agenda[:-1]
    if not len(side.library):
        return
    side.library = see(side.library, 1, mask(Seat(task.seat)))
    top = side.library.settled[0]
    run.say(ev.LookedAtTop, "RISE-1019", task.seat)
    if top.card != UNSETTLED:
        card = side.kinds[top.card]
        run.say(ev.SawCard, "RISE-1019", task.seat, card=card, where="library", seats=(task.seat,))
    run.push(tasks.PutAway(task.seat))


# what a choice does ---------------------------------------------------------------------------------------------------


def take(run: Run, action: do.RiseAction, *, forced: bool = False) -> None:
    """Perform a legal action; with `forced` the only one, about which nobody was asked."""
    t = run.t
    task = t.agenda[-1]
    if isinstance(action, do.Concede):
        _concede(run)
        return
    match task:
        case tasks.Main():
            _act_in_main(run, action)
        case tasks.Window() | tasks.Answer():
            _act_in_window(run, task, action)
        case tasks.Attackers():
            if isinstance(action, do.Attack):
                combat.declare(run, action)
            else:
                t.agenda = t.agenda[:-1]
        case tasks.Blocks():
            _block(run, task, action)
        case _:
            t.agenda = t.agenda[:-1]
            _chosen(run, task, action, forced=forced)


def _concede(run: Run) -> None:
    """Whoever gives up is out (RISE-1020)."""
    found = choices.choice(run)
    assert found is not None
    seat = found[0]
    run.say(ev.Conceded, "RISE-1020", seat)
    side = run.t.sides[seat]
    for at, summoner in enumerate(side.summoners):
        if summoner.hp:
            run.change_summoner(seat, at, hp=0)
    field.check(run)


def _act_in_main(run: Run, action: do.RiseAction) -> None:
    t = run.t
    match action:
        case do.ToAttack():
            t.agenda = t.agenda[:-1]
            run.push(tasks.Do("declare"))
        case do.EndTurn():
            t.agenda = t.agenda[:-1]
            run.say(ev.EndAnnounced, "RISE-701", t.active)
            run.push(tasks.Do("last responses"))
        case do.Stack(top_id, under_id):
            top, under = run.piece(top_id), run.piece(under_id)
            assert top is not None
            assert under is not None
            field.stack(run, top, under)
        case _:
            chain.start(run, t.active, action)


def _act_in_window(run: Run, task: tasks.Window | tasks.Answer, action: do.RiseAction) -> None:
    t = run.t
    seat = task.left[0]
    if not isinstance(action, (do.Pass, do.Wait)):
        chain.start(run, seat, action)
        return
    run.say(ev.Passed, "RISE-903", seat, turn=isinstance(action, do.Wait))
    if isinstance(action, do.Wait):
        t.quiet |= 1 << seat
    t.agenda = (*t.agenda[:-1], replace(task, left=task.left[1:]))


def _block(run: Run, task: tasks.Blocks, action: do.RiseAction) -> None:
    if isinstance(action, do.BlockWith):
        combat.add_block(run, action.blocker, action.attacker)
        return
    run.t.agenda = run.t.agenda[:-1]
    run.say(ev.NoBlock, "RISE-509", task.seat)


def _chosen(run: Run, task: tasks.AnyTask, action: do.RiseAction, *, forced: bool) -> None:
    match task, action:
        case tasks.Keep(seat), do.Mulligan():
            steps.mulligan(run, seat)
        case tasks.Keep(seat), _:
            run.say(ev.HandKept, "RISE-305", seat)
        case tasks.TakeStep(), do.Take(cards):
            steps.take(run, cards)
        case tasks.Announce(item), do.Times(n):
            facts = {"card": item.card, "piece": max(0, item.source), "copy": item.copy}
            run.say(ev.TimesChosen, "RISE-920", item.seat, n=n, forced=forced, **facts)
            run.push(tasks.Announce(replace(item, times=n)))
        case tasks.Announce(item), do.Choose(ref):
            by = ev.Spot(max(0, item.source), item.card, item.copy)
            _report(run, item.seat, ref, "RISE-904", why="item", by=by, forced=forced)
            run.push(tasks.Announce(replace(item, targets=(*item.targets, ref))))
        case tasks.Apply(), do.Choose(ref):
            _report(run, task.seat, ref, "RISE-907", why="effect", by=_asking(run, task), forced=forced)
            targets = (*task.targets, ref)
            run.push(replace(task, targets=targets, ready=len(targets) >= n_targets(task.effect)))
        case tasks.Apply(effect), do.Select(option):
            handlers.does.find(effect)(run, effect, task, option)
        case tasks.Pick(seat, why, rule), do.Choose(ref):
            if why not in REPORTED:
                by = run.spot(task.subject) if task.subject > 0 else ev.Spot(0)
                _report(run, seat, ref, rule, why=why, by=by, n=task.n if why in HURTING else 0, forced=forced)
            ASKS[why].take(run, task, ref)
        case _, do.Select(option):
            _selected(run, task, option)
        case _:
            raise AssertionError(f"{action} answers nothing that {task} asks")


def _report(run: Run, seat: int, ref: int, rule: str, **facts: Any) -> None:
    """Report in sight of all what was chosen."""
    if run.log is not None:
        at = run.spot(ref)
        facts |= {"card": at.card, "piece": max(0, ref), "copy": at.copy, "ref": ref, "owner": at.seat}
        run.say(ev.TargetChosen, rule, seat, **facts)


def _asking(run: Run, task: tasks.Apply) -> ev.Spot:
    """Return the card or Summoner whose effect asks for a target, which need not be in play any more."""
    piece = run.piece(task.source) if task.source > 0 else None
    return spot_of(piece) if piece is not None else ev.Spot(max(0, task.source), task.card)


def _selected(run: Run, task: tasks.AnyTask, option: str) -> None:
    match task:
        case tasks.Offer(fire):
            if option == handlers.YES:
                abilities.apply_base(run, fire)
            else:
                run.say_of(ev.EffectDeclined, "RISE-907", fire.piece)
        case tasks.PutAway(seat):
            if option == handlers.YES:
                run.push(tasks.Put(seat))
            else:
                run.say(ev.TopCardLeft, "RISE-907", seat)
        case tasks.Order(seat, fires):
            at = abilities.says_whose(run, fires).index(option)
            first = fires[at].piece
            facts = {"card": first.card, "piece": first.id, "copy": first.copy, "ability": fires[at].name}
            run.say(ev.OrderChosen, "RISE-407", seat, **facts)
            run.push(fires[at], tasks.Order(seat, fires[:at] + fires[at + 1 :]))
        case _:
            raise AssertionError(f"{task} asks for nothing in words")


def _put_from_top(run: Run, seat: int) -> None:
    """The card that was looked at goes to the cemetery, and everybody sees it."""
    slot = run.take_top(seat)
    run.bury(Owned(seat, slot.card))
    run.say(ev.PutFromTop, "RISE-907", seat, card=run.t.sides[seat].kinds[slot.card])


def play_out_at_random(run: Run, rng: Random, limit: int) -> tuple[int, int, int]:
    """Random legal play on one table, without events and states in between: decisions, chance moves, longest chain."""
    decisions = chances = deepest = 0
    found = settle(run)
    while not run.t.reason:
        if found is None:
            drawn = chance.outcomes(run)
            assert drawn is not None
            chance.happen(run, drawn.sample(rng))
            chances += 1
        elif decisions >= limit:
            break
        else:
            take(run, found[1][int(rng.random() * len(found[1]))])
            deepest = max(deepest, len(run.t.chain))
            decisions += 1
        found = settle(run)
    return decisions, chances, deepest

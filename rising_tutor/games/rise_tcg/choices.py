"""What a seat can choose, task by task: the one list of what is legal. `check` of the game is membership in it."""

from collections.abc import Callable
from typing import Any, Final

from rising_tutor.games.rise_tcg import abilities, chain, combat, handlers, steps, tasks, windows
from rising_tutor.games.rise_tcg import actions as do
from rising_tutor.games.rise_tcg.abilities import ASKS
from rising_tutor.games.rise_tcg.offers import offers
from rising_tutor.games.rise_tcg.run import Run
from rising_tutor.games.rise_tcg.targets import n_targets, next_target, options

Actions = tuple[do.RiseAction, ...]
Choice = tuple[int, Actions]
"""A seat and its legal actions."""


def choice(run: Run) -> Choice | None:
    """Who chooses now and among what; None where nobody does. No actions mean that the task is passed over."""
    task = run.t.agenda[-1]
    offered = OFFERED.get(type(task))
    found = None if offered is None else offered(run, task)
    if found is None:
        return None
    if found and run.t.options.concede:
        found = (*found, do.Concede())  # RISE-1020
    return asked(run), found


def asked(run: Run) -> int:
    """The seat that the first task asks, if it asks anybody: found without what it can choose."""
    task = run.t.agenda[-1]
    match task:
        case tasks.Main() | tasks.TakeStep():
            return run.t.active
        case tasks.Window() | tasks.Answer():
            return task.left[0]
        case tasks.Announce():
            return task.item.seat
        case tasks.Offer():
            return task.fire.seat
    seat: int = getattr(task, "seat", run.t.active)
    return seat


def _main(run: Run, task: tasks.Main) -> Actions:
    found = offers(run, run.t.active, "end" if task.attacked else "main")
    return (*found, do.EndTurn() if task.attacked else do.ToAttack())


def _window(run: Run, task: tasks.Window) -> Actions:
    return (*offers(run, task.left[0], windows.moment(cards=task.cards)), do.Pass(), do.Wait())


def _answer(run: Run, task: tasks.Answer) -> Actions:
    speed = windows.moment(cards=windows.cards_allowed(run))
    return (*offers(run, task.left[0], speed), do.Pass(), do.Wait())


def _announce(run: Run, task: tasks.Announce) -> Actions | None:
    most = chain.times_open(run, task.item)
    if most:
        return tuple(do.Times(n) for n in range(1, most + 1))
    refs = next_target(run, task.item)
    return None if refs is None else tuple(map(do.Choose, refs))


def _apply(run: Run, task: tasks.Apply) -> Actions | None:
    """An effect that works by itself has its targets chosen now."""
    if not task.ready and len(task.targets) < n_targets(task.effect):
        return tuple(map(do.Choose, options(run, task.seat, task.effect, task.targets, task.about)))
    return tuple(map(do.Select, handlers.words_to_choose(run, task))) or None


def _keep(run: Run, task: tasks.Keep) -> Actions:
    more = (do.Mulligan(),) if run.t.sides[task.seat].mulligans < steps.MULLIGANS else ()
    return (do.Keep(), *more)  # RISE-305, RISE-306


def _order(run: Run, task: tasks.Order) -> Actions | None:
    if len(task.fires) < 2 or not abilities.differ(task.fires):
        return None
    return tuple(do.Select(word) for word in abilities.says_whose(run, task.fires))  # RISE-407


YES_OR_NO: Final = (do.Select(handlers.YES), do.Select(handlers.NO))
OFFERED: Final[dict[type, Callable[[Run, Any], Actions | None]]] = {
    tasks.Main: _main,
    tasks.Window: _window,
    tasks.Answer: _answer,
    tasks.Announce: _announce,
    tasks.Apply: _apply,
    tasks.Keep: _keep,
    tasks.TakeStep: lambda _run, _task: (do.Take(1), do.Take(2)),  # RISE-404, RISE-714
    tasks.Offer: lambda run, task: YES_OR_NO if abilities.can_offer(run, task.fire) else (),
    tasks.PutAway: lambda _run, _task: YES_OR_NO,
    tasks.Order: _order,
    tasks.Pick: lambda run, task: tuple(map(do.Choose, ASKS[task.why].options(run, task))),
    tasks.Attackers: lambda run, task: tuple(combat.attack_actions(run, task)),
    tasks.Blocks: lambda run, task: tuple(combat.block_actions(run, task.seat)),
}
"""For each task that may ask, among what the seat chooses."""

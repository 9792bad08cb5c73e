"""What a seat can choose, task by task: the one list of what is legal. `check` of the game is membership in it."""

from collections.abc import Callable
from typing import Any, Final

from rising_tutor.games.rise_tcg import abilities, chain, combat, handlers, steps, tasks, windows
from rising_tutor.games.rise_tcg import actions as do
from rising_tutor.games.rise_tcg.abilities import ASKS
from rising_tutor.games.rise_tcg.offers import offers
from rising_tutor.games.rise_tcg.run import Run
from rising_tutor.games.rise_tcg.targets import n_targets, next_target, options

Choice = tuple[int, tuple[do.RiseAction, ...]]
"""A seat and its legal actions."""


def choice(run: Run) -> Choice | None:
    """Who chooses now and among what; None where nobody does. No actions mean that the task is passed over."""
    task = run.t.agenda[-1]
    offered = OFFERED.get(type(task))
    found = None if offered is None else offered(run, task)
    if found is None or not found[1] or not run.t.options.concede:
        return found
    return found[0], (*found[1], do.Concede())  # RISE-1020


def _main(run: Run, task: tasks.Main) -> Choice:
    found = offers(run, run.t.active, "end" if task.attacked else "main")
    return run.t.active, (*found, do.PassTurn() if task.attacked else do.ToAttack())


def _window(run: Run, task: tasks.Window) -> Choice:
    return task.left[0], (*offers(run, task.left[0], windows.moment(cards=task.cards)), do.Pass(), do.PassTurn())


def _answer(run: Run, task: tasks.Answer) -> Choice:
    speed = windows.moment(cards=windows.cards_allowed(run))
    return task.left[0], (*offers(run, task.left[0], speed), do.Pass(), do.PassTurn())


def _announce(run: Run, task: tasks.Announce) -> Choice | None:
    item = task.item
    most = chain.times_open(run, item)
    if most:
        return item.seat, tuple(do.Times(n) for n in range(1, most + 1))
    refs = next_target(run, item)
    return None if refs is None else (item.seat, tuple(map(do.Choose, refs)))


def _keep(run: Run, task: tasks.Keep) -> Choice:
    more = (do.Mulligan(),) if run.t.sides[task.seat].mulligans < steps.MULLIGANS else ()
    return task.seat, (do.Keep(), *more)  # RISE-305, RISE-306


def _offer(run: Run, task: tasks.Offer) -> Choice:
    can = abilities.can_offer(run, task.fire)
    return task.fire.seat, (do.Select(handlers.YES), do.Select(handlers.NO)) if can else ()


def _order(run: Run, task: tasks.Order) -> Choice | None:
    if len(task.fires) < 2 or not abilities.differ(task.fires):
        return None
    return task.seat, tuple(do.Select(word) for word in abilities.says_whose(run, task.fires))  # RISE-407


def _apply(run: Run, task: tasks.Apply) -> Choice | None:
    """An effect that works by itself has its targets chosen now."""
    if not task.ready and len(task.targets) < n_targets(task.effect):
        return task.seat, tuple(map(do.Choose, options(run, task.seat, task.effect, task.targets, task.about)))
    words = handlers.words_to_choose(run, task)
    return (task.seat, tuple(map(do.Select, words))) if words else None


OFFERED: Final[dict[type, Callable[[Run, Any], Choice | None]]] = {
    tasks.Main: _main,
    tasks.Window: _window,
    tasks.Answer: _answer,
    tasks.Announce: _announce,
    tasks.Apply: _apply,
    tasks.Keep: _keep,
    tasks.TakeStep: lambda run, _task: (run.t.active, (do.Take(1), do.Take(2))),  # RISE-404, RISE-714
    tasks.Offer: _offer,
    tasks.PutAway: lambda _run, task: (task.seat, (do.Select(handlers.YES), do.Select(handlers.NO))),
    tasks.Order: _order,
    tasks.Pick: lambda run, task: (task.seat, tuple(map(do.Choose, ASKS[task.why].options(run, task)))),
    tasks.Attackers: lambda run, task: (task.seat, tuple(combat.attack_actions(run, task))),
    tasks.Blocks: lambda run, task: (task.seat, tuple(combat.block_actions(run, task.seat))),
}
"""For each task that may ask: who chooses now, and among what."""

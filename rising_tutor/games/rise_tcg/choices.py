"""What a seat can choose, task by task: the one list of what is legal. `check` of the game is membership in it."""

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
    found = _choice(run)
    if found is None or not found[1] or not run.t.options.concede:
        return found
    return found[0], (*found[1], do.Concede())  # RISE-1020


def _choice(run: Run) -> Choice | None:  # noqa: C901  # one case for each kind of task
    task = run.t.agenda[-1]
    t = run.t
    match task:
        case tasks.Main(attacked):
            found = offers(run, t.active, "end" if attacked else "main")
            return t.active, (*found, do.PassTurn() if attacked else do.ToAttack())
        case tasks.Window(_, left, cards):
            return left[0], (*offers(run, left[0], windows.moment(cards=cards)), do.Pass(), do.PassTurn())
        case tasks.Answer(left):
            speed = windows.moment(cards=windows.cards_allowed(run))
            return left[0], (*offers(run, left[0], speed), do.Pass(), do.PassTurn())
        case tasks.Announce(item):
            most = chain.times_open(run, item)
            if most:
                return item.seat, tuple(do.Times(n) for n in range(1, most + 1))
            refs = next_target(run, item)
            return None if refs is None else (item.seat, tuple(map(do.Choose, refs)))
        case tasks.Apply():
            return _apply(run, task)
        case tasks.Keep(seat):
            more = (do.Mulligan(),) if t.sides[seat].mulligans < steps.MULLIGANS else ()
            return seat, (do.Keep(), *more)  # RISE-305, RISE-306
        case tasks.TakeStep():
            return t.active, (do.Take(1), do.Take(2))  # RISE-404, RISE-714
        case tasks.Offer(fire):
            can = abilities.can_offer(run, fire)
            return fire.seat, (do.Select(handlers.YES), do.Select(handlers.NO)) if can else ()
        case tasks.PutAway(seat):
            return seat, (do.Select(handlers.YES), do.Select(handlers.NO))
        case tasks.Order(seat, fires) if len(fires) > 1 and abilities.differ(fires):
            return seat, tuple(do.Select(word) for word in abilities.says_whose(run, fires))  # RISE-407
        case tasks.Pick(seat, why):
            return seat, tuple(map(do.Choose, ASKS[why].options(run, task)))
        case tasks.Attackers(seat):
            return seat, tuple(combat.attack_actions(run, task))
        case tasks.Blocks(seat):
            return seat, tuple(combat.block_actions(run, seat))
    return None


def _apply(run: Run, task: tasks.Apply) -> Choice | None:
    """An effect that works by itself has its targets chosen now."""
    if not task.ready and len(task.targets) < n_targets(task.effect):
        return task.seat, tuple(map(do.Choose, options(run, task.seat, task.effect, task.targets, task.about)))
    words = handlers.words_to_choose(run, task)
    return (task.seat, tuple(map(do.Select, words))) if words else None

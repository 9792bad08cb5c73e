"""The engine's loop: settle what needs nobody, stop at the next choice or draw.

The agenda is a stack. What needs nobody is carried out; a compulsory choice with one option is taken,
one with none is passed over; everything else is the next node.
"""

from collections.abc import Callable
from random import Random
from typing import Any

from rising_tutor.games.rising import actions as do
from rising_tutor.games.rising.rules import (
    between_rolls,
    black_sun,
    chance,
    choices,
    cleaning,
    enemy_dice,
    resolving,
    tasks,
    turn,
)
from rising_tutor.games.rising.rules import events as ev
from rising_tutor.games.rising.rules.abilities import pull_trigger, settle_hits
from rising_tutor.games.rising.rules.card_effects import handle
from rising_tutor.games.rising.rules.context import Run, Steps
from rising_tutor.games.rising.rules.placement import note_what_could_be


def _apply(run: Run, task: tasks.Apply) -> None:
    handle.table[type(task.effect)](run, task.effect, task.source)


_STEPS: Steps = {**turn.STEPS, **enemy_dice.STEPS, **resolving.STEPS, **black_sun.STEPS, **cleaning.STEPS}
_AUTO: dict[type, Callable[[Run, Any], None]] = {
    tasks.Apply: _apply,
    tasks.Acts: turn.acts,
    tasks.SettleHits: settle_hits,
    tasks.Strike: resolving.strike,
    tasks.Reward: resolving.reward,
    tasks.Trigger: pull_trigger,
}
_ALWAYS_ASKED = (tasks.PlaceTeamToken, tasks.PickAid)
_OWN_EFFECTS = (
    tasks.PickHeal,
    tasks.PickHealOfTeam,
    tasks.PickCarrier,
    tasks.PickVillain,
    tasks.PickShift,
    tasks.PickSwap,
)


def settle(run: Run) -> None:
    """Carries out the agenda up to the next node, or the end of the game."""
    t = run.t
    auto, possible, at_step = _AUTO, chance.possible.table, run.book.at_step
    while t.agenda:
        task = t.agenda[-1]
        kind = type(task)
        if kind is tasks.Window:
            if not t.options.older:
                note_what_could_be(run)
            return
        if kind is tasks.Do:
            t.agenda = t.agenda[:-1]
            name = task.step  # type: ignore[union-attr]  # `kind` says what it is
            t.step = at_step.get(name, t.step)
            _STEPS[name](run)
            continue
        carry_out = auto.get(kind)
        if carry_out is not None:
            t.agenda = t.agenda[:-1]
            carry_out(run, task)
        elif kind in possible:
            if possible[kind](run, task):
                return
            t.agenda = t.agenda[:-1]
        elif kind in _ALWAYS_ASKED:
            return
        else:
            options = choices.options.table[kind](run, task)
            if len(options) > 1:
                return
            t.agenda = t.agenda[:-1]
            if options:
                choices.chosen.table[kind](run, task, options[0])
            elif kind in _OWN_EFFECTS:
                run.say(ev.NothingToDo, run.cite.targets, card=task.source)  # type: ignore[union-attr]  # each of them has a source


def stops_at(kind: type) -> bool:
    """Whether somebody or chance may be needed for a task of this kind; any other is carried out at once."""
    return kind is not tasks.Do and kind not in _AUTO


def legal(run: Run) -> list[do.RisingAction]:
    """The legal actions of the present choice, in a fixed order; empty if it is no choice."""
    if not run.t.agenda:
        return []
    task = run.t.agenda[-1]
    if type(task) is tasks.Window:
        return between_rolls.legal(run)
    find = choices.options.table.get(type(task))
    return find(run, task) if find else []


def take(run: Run, action: do.RisingAction) -> None:
    """Carries out a legal action and settles what follows."""
    task = run.t.agenda[-1]
    if type(task) is tasks.Window:
        between_rolls.take.table[type(action)](run, action)
    else:
        run.pop()
        choices.chosen.table[type(task)](run, task, action)
    settle(run)


def happen(run: Run, outcome: do.RisingOutcome) -> None:
    """Carries out what chance gave and settles what follows."""
    task = run.pop()
    chance.happen.table[type(task)](run, task, outcome)
    settle(run)


def play_out_at_random(run: Run, rng: Random, limit: int) -> tuple[int, int]:
    """Plays legal actions at random on one table until the game or the limit of decisions is over.

    The playout path: the same rules, without events, states or texts in between.

    Returns:
        Decisions and chance moves made.
    """
    t = run.t
    decisions = chances = 0
    faces, roll, outcomes = run.book.faces, chance.rolled, chance.outcomes.table
    random = rng.random
    while t.agenda:
        task = t.agenda[-1]
        kind = type(task)
        if kind is tasks.RollDice:
            t.agenda = t.agenda[:-1]
            pool = _colours(run, task)
            codes = tuple([faces[colour][int(random() * len(faces[colour]))] for colour in pool])
            roll(run, task, codes)  # type: ignore[arg-type]  # `kind` says what it is
            settle(run)
            chances += 1
        elif kind in outcomes:
            happen(run, outcomes[kind](run, task).sample(rng))
            chances += 1
        else:
            if decisions >= limit:
                break
            actions = legal(run)
            take(run, actions[int(random() * len(actions))])
            decisions += 1
    return decisions, chances


def _colours(run: Run, task: Any) -> list[int]:
    if task.codes:
        return [run.book.colour_of[code] for code in task.codes]
    return [colour for colour, n in enumerate(run.t.unrolled) for _ in range(n)]

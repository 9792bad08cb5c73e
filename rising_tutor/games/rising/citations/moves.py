"""Which rule gives the players the choice that an action makes, so that every decision of a game belongs to a rule.

The rule of what an action sets off would not do: many actions set nothing off by themselves, and after others the next
thing that happens is of another step. The answer depends on the task that waits; in step 3, where much waits at once,
on the kind of action. Rules are named by their topic in `spec.Citations`.

>>> from rising_tutor.core.registry import load_game
>>> game = load_game("fire")
>>> state = game.start(2, {})
>>> game.rule_of_move(state, game.node(state).actions[0])
'FNR-207'
"""

from typing import Final

from rising_tutor.core.ids import RuleId
from rising_tutor.games.rising import actions as do
from rising_tutor.games.rising.rules import tasks
from rising_tutor.games.rising.rules.context import Run

TASK_RULES: Final[dict[type[tasks.Task], str]] = {
    tasks.PickTeam: "take_team",
    tasks.PickStarter: "starter",
    tasks.PlaceTeamToken: "place_token",
    tasks.PickVillainOrder: "villain_order",
    **dict.fromkeys(
        (tasks.PickHeal, tasks.PickHealOfTeam, tasks.PickCarrier, tasks.PickVillain, tasks.PickShift, tasks.PickSwap),
        "targets",
    ),
    tasks.PickOrder: "no_rearranging",
    tasks.PickColour: "extra_die",
    tasks.PickReroll: "reroll",
    tasks.PickFace: "change_face",
    tasks.PickVictim: "victims",
    tasks.PickDrop: "victims",
    tasks.PickLostDie: "lose_die",
    tasks.PickRedeploy: "redeploy",
    tasks.LateTokens: "token_late",
    tasks.PickAid: "aid",
}
"""The choices that stand under one rule, whatever is chosen."""

STEP_3_RULES: Final[dict[type[do.RisingAction], str]] = {
    do.DiscardDie: "discard",
    do.RemoveDie: "balance_dice",
    do.GiveToken: "balance_price",
    do.UseToken: "tokens_window",
    do.UseAbility: "free",
}
"""The actions of step 3 that stand under one rule; `rule_of_move` knows the others."""

OFFER_RULES: Final[dict[str, str]] = {
    "on_damage": "reaction",
    "on_balance_advance": "balance_ability",
    "on_collect": "extra_die",
    "after_villain_damage": "draw_ability",
}
"""Abilities that are offered, by what sets them off; those that are missing stand under `ability_first`."""


def rule_of_move(run: Run, action: do.RisingAction) -> RuleId:
    """The rule under which an action of the present choice is taken. Raises `KeyError` where nobody chooses."""
    rule: RuleId = getattr(run.cite, _topic(run, action))
    return rule


def _topic(run: Run, action: do.RisingAction) -> str:
    match run.t.agenda[-1]:
        case tasks.Window():
            return _in_step_3(run, action)
        case tasks.Offer(_, when):
            return "optional" if isinstance(action, do.Done) else OFFER_RULES.get(when, "ability_first")
        case tasks.PickRedeploy() if isinstance(action, do.UseToken):
            return STEP_3_RULES[do.UseToken]
        case tasks.PickCarrier(n=n) if n > 0:
            return "victims"
        case tasks.PickRecruit(cards):
            return "recruit_order" if len(cards) > 1 else "recruit_end"
        case task:
            return TASK_RULES[type(task)]


def _in_step_3(run: Run, action: do.RisingAction) -> str:
    t = run.t
    match action:
        case do.Roll():
            return "roll_again" if t.rolls else "roll"
        case do.Stop():
            return "stop" if t.shown or any(t.unrolled) else "end_of_rolling"
        case do.UseAbility(card) if card in run.book.team:
            return "opening"
        case do.PlaceDie(_, on) | do.MoveParked(_, on):
            return _target(run, on)
    return STEP_3_RULES[type(action)]


def _target(run: Run, on: str) -> str:
    """What a die or symbol is assigned to."""
    book = run.book
    if on == do.BALANCE:
        return "balance_target"
    if on in book.ability_of_team:
        return "team_ability"
    if on in book.battle:
        return "battle_target"
    if on in book.villain:
        return "villain_target"
    return "hero_ability" if run.own(on) >= 0 else "recruit_target"

"""Whose luck a chance node is, and which rule gives a choice."""

from typing import Any, Final

from rising_tutor.core.ids import RuleId
from rising_tutor.games.rise_tcg import actions as do
from rising_tutor.games.rise_tcg import chance, tasks
from rising_tutor.games.rise_tcg.refusals import WAITS
from rising_tutor.games.rise_tcg.run import Run

SET_UP: Final = "set_up"
COIN: Final = "coin"
LUCK_SOURCES: Final = {
    SET_UP: "The set-up",
    "library_1": "The library of seat 1",
    "library_2": "The library of seat 2",
    COIN: "Coins and dice",
}
_RULES: Final[dict[type, str]] = {
    do.LevelUp: "RISE-809",
    do.UseSkill: "RISE-412",
    do.UseAction: "RISE-909",
    do.StartAbility: "RISE-928",
    do.Relaunch: "RISE-928",
    do.Stack: "RISE-928",
    do.ToAttack: "RISE-401",
    do.EndTurn: "RISE-701",
    do.Attack: "RISE-504",
    do.BlockWith: "RISE-509",
    do.Times: "RISE-920",
    do.Concede: "RISE-1020",
}


def luck_source(run: Run) -> str:
    """The source of luck of a chance node."""
    if not run.t.turn:
        return SET_UP
    seat = chance.from_library(run) if run.t.agenda else -1
    return COIN if seat < 0 else f"library_{seat + 1}"


def rule_of_move(run: Run, action: Any) -> RuleId:
    """The rule that gives the choice which a legal action makes."""
    task = run.t.agenda[-1]
    if isinstance(action, do.Invoke):
        return RuleId("RISE-831" if run.book.card[action.card].imminent else "RISE-411")
    if type(action) in _RULES:
        return RuleId(_RULES[type(action)])
    if isinstance(task, tasks.Pick):
        return RuleId(task.rule)
    return RuleId(WAITS[type(task)][0])

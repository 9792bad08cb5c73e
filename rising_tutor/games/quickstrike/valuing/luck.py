"""Whose luck a chance node is, and which rule gives a choice."""

from typing import Any, Final

from rising_tutor.core.ids import RuleId
from rising_tutor.games.quickstrike import actions as do
from rising_tutor.games.quickstrike import chance, choices, tasks
from rising_tutor.games.quickstrike import vocabulary as say
from rising_tutor.games.quickstrike.run import Run

SET_UP: Final = "set_up"
COIN: Final = "coin"
LUCK_SOURCES: Final = {
    SET_UP: "The set-up",
    "deck_1": "The deck of seat 1",
    "deck_2": "The deck of seat 2",
    COIN: "The coin",
}
_RULES: Final[dict[type, str]] = {
    do.Signature: "QS-416",
    do.Decline: "QS-418",
    do.CounterAttack: "QS-504",
    do.Focus: "QS-509",
    do.Reflip: "QS-803",
    do.Power: "QS-610",
    do.Concede: "QS-911",
}
_PLAYED: Final = {"advantage": "QS-511", "ally": "QS-516"}
_DISCARDED: Final = {"strike": "QS-505", "advantage": "QS-512", "ally": "QS-523"}


def luck_source(run: Run) -> str:
    """The source of luck of a chance node."""
    seat = chance.drawn_by(run)
    if seat is None or seat < 0:
        return COIN
    return SET_UP if not run.t.round else f"deck_{seat + 1}"


def rule_of_move(run: Run, action: Any) -> RuleId:
    """The rule that gives the choice which a legal action makes."""
    task = run.t.agenda[-1]
    if isinstance(action, (do.Send, do.Receive)):
        return RuleId("QS-312" if isinstance(task, tasks.FirstAttack) else "QS-906")
    if isinstance(action, (do.Play, do.Discard)):
        card = run.lies(run.t.defender, run.t.zone)
        assert card is not None
        return RuleId((_PLAYED if isinstance(action, do.Play) else _DISCARDED)[card.type])
    if isinstance(action, do.Choose):
        if isinstance(task, tasks.Apply) and isinstance(task.effect, (say.Look, say.ShowTop)):
            return RuleId("QS-1013")
        return RuleId(choices.RULE_OF_CHOICE.get(type(task), "QS-814"))
    return RuleId(_RULES[type(action)])

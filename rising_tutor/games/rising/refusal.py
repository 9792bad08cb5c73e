"""Why an action is not legal."""
from rising_tutor.core.game import Refusal
from rising_tutor.games.rising.run import Run
from rising_tutor.games.rising import actions as do
def explain(run: Run, action: do.RisingAction, legal: list[do.RisingAction]) -> Refusal:
    return Refusal(run.cite.steps, "not now", legal[0] if legal else None)
def impossible(run: Run, outcome: do.RisingOutcome) -> Refusal:
    return Refusal(run.cite.roll, "impossible")

"""Step 2 with dice: what a face of the enemy's dice sets off, and what follows when every Villain acts.

A title rolls its dice of the enemy in the order of its card file. What a face does is data (`vocabulary.ThreatFace`):
the figure turns, a carrier gains a counter or, once it has fallen, does what its penalty says, another die is rolled.
"""

from rising_tutor.core.ids import CardId, RuleId
from rising_tutor.games.rising.cards.spec import Citations
from rising_tutor.games.rising.cards.vocabulary import ThreatFace
from rising_tutor.games.rising.rules import enemy_events as foe
from rising_tutor.games.rising.rules.context import Run, Steps, step
from rising_tutor.games.rising.rules.damage import turn_figure
from rising_tutor.games.rising.rules.enemy_counters import add, exposed, fall
from rising_tutor.games.rising.rules.tasks import Acts, LateTokens, RollThreat
from rising_tutor.games.rising.rules.turn import call_villains

STEPS: Steps = {
    # DER-418, DSR-425, cite.place_fixed
    "threat": lambda run: run.push(*(RollThreat(CardId(die)) for die in run.book.threat_die)),
    "fall": fall,
}


def face_rolled(run: Run, die: CardId, face_id: CardId) -> None:
    """A die of the enemy came to rest."""
    face = run.book.threat_face[face_id]
    cite = run.cite
    rule = cite.second_die if face.carrier else cite.threat_die
    if any(run.book.threat_face[one].again == die for one in run.t.threat):
        rule = cite.second_roll
    run.t.threat += (face_id,)
    run.say(foe.ThreatFaceRolled, rule, die=die, face=face_id)
    if face.again:  # DSR-413
        run.push(RollThreat(face.again))
    if face.carrier:
        _point_at(run, face.carrier)
    if face.turn:
        turn_figure(run, face.turn, _turning(cite, face))


def _turning(cite: Citations, face: ThreatFace) -> RuleId:
    """The rule behind how the figure turns, or stays, with a face."""
    own = {"left": cite.rotate_back, "right": cite.rotate, "stay": cite.again if face.again else cite.stays}[face.turn]
    return own or cite.rotate


def _point_at(run: Run, carrier: CardId) -> None:
    if carrier in run.t.fallen:  # DER-911, DER-912, DSR-406, DSR-904, DSR-907
        _penalty(run, carrier)
    else:
        add(run, carrier, 1, run.cite.pressure)


def _penalty(run: Run, carrier: CardId) -> None:
    if run.book.carrier[carrier].penalty is not None:
        run.push(Acts(carrier))


@step(STEPS, "pressure_here")
def _pressure_here(run: Run) -> None:
    carrier = exposed(run, run.t.facing)
    if carrier is not None:
        add(run, carrier, 1, run.cite.pressure)


def everyone_acts(run: Run) -> CardId | None:
    """The face of this turn with which every Villain acts, or None."""
    return next((face for face in run.t.threat if run.book.threat_face[face].everyone), None)


@step(STEPS, "everyone")
def _everyone(run: Run) -> None:
    """The Villains of the other locations, clockwise from the figure; those of its own acted before."""
    face = everyone_acts(run)
    if face is None:
        return
    run.say(foe.AllVillainsAct, run.cite.all_act, face=face)
    n = run.book.spec.locations
    for further in range(n - 1, 0, -1):  # DER-415, DSR-420: those of its own location acted before
        call_villains(run, (run.t.facing + further) % n)


@step(STEPS, "penalties")
def _penalties(run: Run) -> None:
    """When every Villain acts, the fallen carriers do so last, in the order in which they fell."""
    if everyone_acts(run) is not None:
        for carrier in reversed(run.t.fallen):  # DER-417: the agenda takes the last first
            _penalty(run, carrier)


@step(STEPS, "late_tokens")
def _late_tokens(run: Run) -> None:
    if run.t.options.token_window_end_turn:  # cite.token_late
        run.push(LateTokens())

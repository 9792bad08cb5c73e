"""What a legal action does, in a sentence or two for somebody who is new to the game: made from what comes of it."""

from collections.abc import Sequence

from rising_tutor.games.quickstrike import actions as do
from rising_tutor.games.quickstrike import events as ev
from rising_tutor.games.quickstrike import tasks
from rising_tutor.games.quickstrike.book import Card
from rising_tutor.games.quickstrike.choices import energies, find_offer
from rising_tutor.games.quickstrike.clauses import ability_sentence
from rising_tutor.games.quickstrike.costs import NOTHING
from rising_tutor.games.quickstrike.run import Run
from rising_tutor.games.quickstrike.scene.facts import flipped, missing
from rising_tutor.games.quickstrike.standing import attack_force, values
from rising_tutor.games.quickstrike.words import zone_name


def meaning_of(run: Run, action: do.AvatarAction, happened: Sequence[ev.AvatarEvent], after: Run) -> str:
    """What an action means; "" where what happens says it all.

    Args:
        run: the position before it.
        happened: the events that come of it at once.
        after: the position after it, when what it costs was paid.
    """
    card = flipped(run)
    match action:
        case do.CounterAttack(pay) | do.Signature(pay) if card is not None:
            return _stops(run, card, pay, happened)
        case do.Play(pay) if card is not None:
            return _plays(run, card, pay)
        case do.Discard() | do.Focus() if card is not None:
            return _leaves(run, card, focused=isinstance(action, do.Focus), happened=happened, after=after)
        case do.Reflip(_, pay) if card is not None:
            return f"{_paid(pay)}{card.name} goes to the discard pile, and you flip again in {zone_name(run.t.zone)}."
        case do.Power():
            return _power(run, action, after)
        case do.Decline():
            return "The signature move stays where it is, and you begin to flip in green."
        case do.Send():
            return "You send the opening attack, and the opponent defends."
        case do.Receive():
            return "You defend against the opening attack, and get 1 green energy for it."
    return ""


def _paid(pay: tuple[int, int, int]) -> str:
    return "" if pay == NOTHING else f"You pay {energies(pay)}. "


def _stops(run: Run, card: Card, pay: tuple[int, int, int], happened: Sequence[ev.AvatarEvent]) -> str:
    force = next((one.force for one in happened if isinstance(one, ev.Countered)), None)
    zone = run.t.zone if run.t.phase != "signature" else 3
    now = force if force is not None else values(run, run.t.defender, zone).force
    stopped = f"{card.name} stops force {attack_force(run)} and attacks with force {now}."
    return f"{_paid(pay)}{stopped}"


def _plays(run: Run, card: Card, pay: tuple[int, int, int]) -> str:
    zone = zone_name(run.t.zone)
    if card.type == "ally":
        old = run.t.mats[run.t.defender].allies[run.t.zone]
        gone = f" {run.ally(old).name} is discarded." if old is not None else ""
        return f"{_paid(pay)}{card.name} is your ally in {zone}.{gone} You flip again in {zone}."
    charged = run.t.mats[run.t.defender].charged[run.t.zone]
    charges = f"{zone} stays charged" if charged else f"{zone} is charged"
    return f"{_paid(pay)}{card.name} is played, {charges}, and you flip again in {zone}."


def _leaves(run: Run, card: Card, *, focused: bool, happened: Sequence[ev.AvatarEvent], after: Run) -> str:
    zone = zone_name(run.t.zone)
    where = f"becomes a {zone} energy" if focused else "goes to the discard pile"
    said = f"{card.name} {where}."
    if card.type != "strike":
        return f"{said} You flip again in {zone}."
    if any(isinstance(one, ev.GameWon) for one in happened):
        return f"{said} Your last zone is lost, and with it the game."
    if any(isinstance(one, ev.PointScored) for one in happened):
        return f"{said} Your last zone is lost, and the opponent scores a point."
    return f"{said} You lose {zone} to this attack, and defend in {zone_name(after.t.zone)} next."


def _power(run: Run, action: do.Power, after: Run) -> str:
    offer = find_offer(run, action)
    if offer is None:
        return ""
    card = run.any_card(offer.source.card)
    if offer.cost.pitch:
        zone = zone_name(run.t.zone)
        return f"{_paid(action.pay)}{card.name} goes to the discard pile, its power works, and {zone} is lost."
    # A power that another card grants has a number beyond the abilities of this one.
    if offer.index < len(card.ability):
        said = f"{card.name}: {ability_sentence(card, card.ability[offer.index])}"
    else:
        said = f"You use the power that {run.any_card(offer.word).name} gives to this strike."
    strike = flipped(run)
    decided = after.t.agenda and isinstance(after.t.agenda[-1], (tasks.Decide, tasks.SignatureStep))
    if strike is None or strike.type != "strike" or not decided:
        return said
    lacks = missing(after)
    enough = f"then lacks {lacks} intercept" if lacks else "is then strong enough to stop the attack"
    return f"{said} {strike.name} {enough}."

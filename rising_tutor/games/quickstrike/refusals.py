"""Why an action is not legal: the first condition that fails, with its rule, the values and the nearest legal action.

Only asked for an action that is not in the list of legal ones: what stands here can be poor, but never allow or forbid.
"""

import ast
import re
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files

from rising_tutor.core.game import Refusal
from rising_tutor.core.ids import RuleId
from rising_tutor.games.quickstrike import actions as do
from rising_tutor.games.quickstrike import choices, costs, tasks
from rising_tutor.games.quickstrike import vocabulary as say
from rising_tutor.games.quickstrike.book import Energies
from rising_tutor.games.quickstrike.choices import energies
from rising_tutor.games.quickstrike.run import Run
from rising_tutor.games.quickstrike.standing import attack_force, forbids, sidebar, stops, values
from rising_tutor.games.quickstrike.state import FRONT, GREEN

Why = tuple[str, str]
FLIPPED = (do.CounterAttack, do.Play, do.Discard, do.Focus, do.Reflip)
WAITS: dict[type, tuple[str, str]] = {
    tasks.FirstAttack: ("QS-312", "who sends the opening attack"),
    tasks.NextDefender: ("QS-906", "who defends next"),
    tasks.SignatureStep: ("QS-416", "the signature move, played or not"),
    tasks.Decide: ("QS-524", "the flipped card"),
}


def explain(run: Run, action: do.AvatarAction, legal: Sequence[do.AvatarAction]) -> Refusal:
    """The refusal of an action that is not legal."""
    rule, why = _why_not(run, action)
    alike = [one for one in legal if type(one) is type(action)]
    nearest = _closest(action, alike) if alike else legal[0] if legal else None
    return Refusal(RuleId(rule), why, nearest)


def _closest(action: do.AvatarAction, alike: list[do.AvatarAction]) -> do.AvatarAction:
    """Of actions of one kind the one with the same card."""
    if isinstance(action, (do.Power, do.Reflip)):
        same = [one for one in alike if isinstance(one, (do.Power, do.Reflip)) and one.source == action.source]
        return (same or alike)[0]
    return alike[0]


def _why_not(run: Run, action: do.AvatarAction) -> Why:
    t = run.t
    if t.reason:
        return "QS-102", "the game is over"
    pay = getattr(action, "pay", costs.NOTHING)
    if len(pay) != len(costs.NOTHING) or min(pay) < 0:
        return "QS-601", f"{pay} is no payment: it has a number for green, for yellow and for red"
    if isinstance(action, do.Concede):
        return "QS-911", "this game was started without the option concede=true, so nobody can give up in it"
    task = t.agenda[-1] if t.agenda else None
    if isinstance(action, do.Choose):
        return _why_not_choose(run, action)
    if isinstance(action, (do.Send, do.Receive)):
        return _waits(run)
    if isinstance(action, (do.Signature, do.Decline)):
        return _why_not_signature(run, action)
    if isinstance(task, tasks.SignatureStep) and isinstance(action, do.Power):
        return _why_not_power(run, action)
    if not isinstance(task, tasks.Decide):
        return _waits(run)
    match action:
        case do.CounterAttack(pay):
            return _why_not_counter(run, pay)
        case do.Play(pay):
            return _why_not_play(run, pay)
        case do.Focus():
            return _why_not_focus(run)
        case do.Reflip():
            return _why_not_reflip(run, action)
        case do.Power():
            return _why_not_power(run, action)
    return _waits(run)


def _waits(run: Run) -> Why:
    """What the table waits for instead."""
    task = run.t.agenda[-1] if run.t.agenda else None
    rule, what = WAITS.get(type(task), ("QS-814", "a choice that a card asks for"))
    found = choices.choice(run) if run.t.agenda else None
    whose = f" of Player {found[0] + 1}" if found is not None else ""
    return rule, f"the table waits for a choice{whose}: {what}"


def _why_not_choose(run: Run, action: do.Choose) -> Why:
    found = choices.choice(run)
    options = [one.option for one in found[1] if isinstance(one, do.Choose)] if found is not None else []
    if options:
        return "QS-814", f"{action.option!r} is not offered; there is {', '.join(options)}"
    return _waits(run)


def _why_not_signature(run: Run, action: do.Signature | do.Decline) -> Why:
    t, seat = run.t, run.t.defender
    charged = [colour for colour, yes in zip(say.COLOURS, t.mats[seat].charged, strict=True) if yes]
    if t.flipped or isinstance(t.agenda[-1] if t.agenda else None, tasks.Decide):
        return "QS-417", "a card was flipped this turn; a signature move is played before"
    if len(charged) < 3:
        return "QS-416", f"three zones must be charged; charged: {', '.join(charged) or 'none'}"
    if forbidding := forbids(run, "signature", seat):
        return "QS-814", f"{run.any_card(forbidding).name} forbids signature moves"
    if isinstance(action, do.Decline) or t.mats[seat].flips[FRONT] is None:
        return _waits(run)
    card, have = run.move(seat, t.mats[seat].side), values(run, seat, FRONT)
    if not stops(run, have.intercept):
        return "QS-710", f"{card.name} has intercept {have.intercept}, the attack has force {attack_force(run)}"
    return _why_not_pay(run, action.pay, sidebar(run, seat, card), "QS-709")


def _why_not_counter(run: Run, pay: Energies) -> Why:
    seat, zone = run.t.defender, run.t.zone
    card = run.lies(seat, zone)
    assert card is not None
    if card.type != "strike":
        return "QS-504", f"{card.name} is no strike"
    have = values(run, seat, zone)
    if not stops(run, have.intercept):
        need = "more than" if run.t.options.sufficient_intercept == "higher" else "at least"
        return "QS-502", f"intercept {have.intercept} against force {attack_force(run)}; {need} that is needed"
    return _why_not_pay(run, pay, sidebar(run, seat, card), "QS-503")


def _why_not_play(run: Run, pay: Energies) -> Why:
    seat, zone = run.t.defender, run.t.zone
    card = run.lies(seat, zone)
    assert card is not None
    if card.type == "strike":
        return "QS-504", f"{card.name} is a strike: it counterattacks, or it is discarded or focused"
    if forbidding := choices.play_forbidden(run):
        return "QS-814", f"{run.any_card(forbidding).name} forbids to play it in green"
    return _why_not_pay(run, pay, card.cost, "QS-533")


def _why_not_pay(run: Run, pay: Energies, need: Energies, short: str) -> Why:
    """Why energies cannot be paid so: there are too few, or the wrong ones."""
    have = run.counts(run.t.defender)
    ways = costs.payments(have, need)
    cost = f"it costs {energies(need)}; you have {energies(have)}"
    if not ways:
        if have[2] < need[2]:
            return "QS-605", f"{cost}; nothing replaces a missing red energy"
        if need[1] > have[1] and need[1] - have[1] > have[2] - need[2]:
            return "QS-604", f"{cost}; only red replaces a missing yellow energy"
        return short, cost
    if sum(pay) == sum(need) and any(pay[at] < min(need[at], have[at]) for at in range(3)):
        return "QS-606", f"{cost}; {energies(pay)} would spare a colour that is there"
    return "QS-601", f"{cost}; that is paid with {' or '.join(energies(way) for way in ways)}, not {energies(pay)}"


def _why_not_focus(run: Run) -> Why:
    seat, zone = run.t.defender, run.t.zone
    if forbidding := forbids(run, "focus", seat):
        return "QS-814", f"{run.any_card(forbidding).name} forbids to focus"
    ally = run.t.mats[seat].allies[zone]
    name = run.ally(ally).name if ally is not None else "an ally"
    colour = say.COLOURS[zone] if zone >= GREEN else "no zone"
    return "QS-522", f"{name} is in {colour}: an ally that is not played there is discarded"


def _why_not_reflip(run: Run, action: do.Reflip) -> Why:
    card = run.lies(run.t.defender, run.t.zone)
    assert card is not None
    found = choices.reflips(run, card)
    if action.source not in found:
        return "QS-803", f"{card.name} has no Reflip" + ("" if action.source == "card" else " by that card")
    return _why_not_energies(run, action.pay, found[action.source])


def _why_not_power(run: Run, action: do.Power) -> Why:
    offer = choices.find_offer(run, action)
    if offer is None:
        return "QS-617", "there is no such power here: a strike has its own, an ally works in its zone"
    why = choices.why_not_power(run, offer)
    if why is not None:
        return why
    zone = offer.source.zone
    if action.target not in costs.other_parts(run, run.t.defender, offer.cost, zone, offer.source.at):
        return "QS-621", f"{action.target or 'nothing'} cannot be named as a part of the cost"
    return _why_not_energies(run, action.pay, offer.cost)


def _why_not_energies(run: Run, pay: Energies, cost: say.Cost) -> Why:
    ways = costs.power_payments(run, run.t.defender, cost)
    have = energies(run.counts(run.t.defender))
    if not ways:
        return "QS-610", f"it costs {energies(cost.energies)}; you have {have}"
    return "QS-601", f"it is paid with {' or '.join(energies(way) for way in ways)}, not {energies(pay)}"


def impossible(run: Run) -> Refusal:
    """Why chance cannot give an outcome."""
    if not run.t.agenda:
        return Refusal(RuleId("QS-102"), "the game is over")
    return Refusal(RuleId("QS-1012"), "no unseen card of this deck is that one, or nothing is turned over now")


@cache
def refusing_rules() -> Mapping[RuleId, tuple[str, ...]]:
    """Rule id -> the functions that cite it against an action, by number: read from their text, not typed twice.

    >>> refusing_rules()[RuleId("QS-606")]
    ('_why_not_pay',)
    """
    found: dict[str, list[str]] = {}
    for module, only in (("refusals.py", ""), ("choices.py", "why_not_power")):
        text = files("rising_tutor.games.quickstrike").joinpath(module).read_text("utf-8")
        for part in ast.parse(text).body:
            name = part.name if isinstance(part, ast.FunctionDef) else "WAITS"
            wanted = name == only if only else name not in ("impossible", "refusing_rules")
            if wanted and isinstance(part, (ast.FunctionDef, ast.AnnAssign)):
                for rule in sorted(set(re.findall(r"'(QS-\d+)'", ast.unparse(part)))):
                    found.setdefault(rule, []).append(name)
    by_number = sorted(found.items(), key=lambda item: int(item[0].rpartition("-")[2]))
    return {RuleId(rule): tuple(names) for rule, names in by_number}

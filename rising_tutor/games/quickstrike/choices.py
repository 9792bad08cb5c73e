"""What a seat can choose, task by task: the one list of what is legal. `check` of the game is membership in it."""

from collections.abc import Callable, Iterable
from itertools import product
from typing import Any

from rising_tutor.core.values import Value
from rising_tutor.games.quickstrike import actions as do
from rising_tutor.games.quickstrike import chance, costs, handlers, steps, tasks
from rising_tutor.games.quickstrike import vocabulary as say
from rising_tutor.games.quickstrike.book import Card, Energies
from rising_tutor.games.quickstrike.run import Run
from rising_tutor.games.quickstrike.standing import forbids, holds, other, sidebar, standing, stops, values
from rising_tutor.games.quickstrike.state import FRONT, GREEN
from rising_tutor.games.quickstrike.tasks import Source

Choice = tuple[int, tuple[do.AvatarAction, ...]]
"""A seat and its legal actions."""
GRANTED = 100
"""Powers that the opponent's card grants have numbers from here on."""
YES = "yes"
RULE_OF_CHOICE: dict[type, str] = {tasks.Spend: "QS-609", tasks.Order: "QS-815", tasks.CleanUp: "QS-406"}
"""Rule that gives the choice of a task; any other is the choice of an effect (QS-814)."""


class Offer(Value, frozen=True):
    """A power that is there: whose card, which of its abilities, and the strike it is about."""

    word: str
    index: int
    cost: say.Cost
    effect: tuple[say.AvatarEffect, ...]
    source: Source
    limit: str = ""
    only_if: say.Condition = say.ALWAYS


def choice(run: Run) -> Choice | None:
    """Who chooses now and among what; None where nobody does. Empty actions mean that the task is passed over."""
    task = run.t.agenda[-1]
    offered = OFFERED.get(type(task))
    found = None if offered is None else offered(run, task)
    if found is None or len(found[1]) == 0 or not run.t.options.concede:
        return found
    return found[0], (*found[1], do.Concede())  # QS-911


def _apply_options(run: Run, task: tasks.Apply) -> Choice | None:
    seat, options = handlers.options_of(run, task)
    return (seat, tuple(map(do.Choose, options))) if options != ("",) else None


def _orders(run: Run, task: tasks.Order) -> Choice | None:
    if len(task.fires) < 2 or run.t.options.trigger_order != "ask":
        return None
    return task.seat, tuple(do.Choose(word) for word in fire_words(run, task.fires))


def _cleanup_order(run: Run, task: tasks.CleanUp) -> Choice | None:
    """Return the choice of the next card to discard; None among equal cards (QS-406)."""
    if run.t.options.cleanup_order != "ask":
        return None
    words = cleanup_words(run, task)
    return (task.seat, tuple(map(do.Choose, words))) if len(words) > 1 else None


def cleanup_words(run: Run, task: tasks.CleanUp) -> dict[str, int]:
    """Return the cards that a cleanup has still to discard, by their words."""
    return {run.book.word[run.card_id(task.seat, kind)]: kind for kind in steps.to_clean_up(run, task)}


def _energies_to_pay(run: Run, task: tasks.Spend) -> Choice | None:
    options = chance.energies_to_choose(run, task)
    return (task.seat, tuple(map(do.Choose, options))) if options else None


def fire_words(run: Run, fires: tuple[tasks.Fire, ...]) -> list[str]:
    """A word for each ability that waits: its card, with a number where a card has several."""
    names = [run.book.word[fire.source.card] for fire in fires]
    return [name if names.count(name) == 1 else f"{name} {at + 1}" for at, name in enumerate(names)]


def _offer_to_fire(run: Run, task: tasks.Fire) -> Choice | None:
    """An ability that its player may use or not, perhaps for a price."""
    if task.effect:
        return None
    source = task.source
    ability = run.any_card(source.card).ability[task.index]
    if not ability.may and ability.cost == say.FREE:
        return None
    possible = holds(run, ability.only_if, source) and any(
        handlers.can_be_done(run, effect, source) for effect in ability.effect
    )
    if not possible or not costs.power_payments(run, source.seat, ability.cost):
        return source.seat, ()
    return source.seat, (do.Choose(YES), do.Choose(handlers.NO))


# the signature step ----------------------------------------------------------------------------------------------


def signature_actions(run: Run) -> list[do.AvatarAction]:
    """S4: only with three charged zones, before a flip, a sufficient and payable move (QS-416, QS-709, QS-710)."""
    t, seat = run.t, run.t.defender
    if not signature_open(run):
        return []
    # The move is looked at where it would lie, so that its powers and values are those of a strike (QS-719).
    found: list[do.AvatarAction] = []
    card = run.move(seat, t.mats[seat].side)
    enough = stops(run, values(run, seat, FRONT).intercept)
    if enough:
        found += [do.Signature(pay) for pay in costs.payments(run.counts(seat), sidebar(run, seat, card))]
    raises = [offer for offer in offers(run) if enough or _raises(offer)]
    found += power_actions(run, raises)
    return [*found, do.Decline()] if found else []  # QS-418


def signature_open(run: Run) -> bool:
    """Whether the defender may play a signature move at all."""
    t, seat = run.t, run.t.defender
    return (
        all(t.mats[seat].charged)  # QS-416
        and not t.flipped  # QS-417
        and t.mats[seat].flips[FRONT] is not None
        and not forbids(run, "signature", seat)
    )


def _raises(offer: Offer) -> bool:
    return any(isinstance(effect, say.Change) and effect.intercept > 0 for effect in offer.effect)


# the flipped card ------------------------------------------------------------------------------------------------


def decide_actions(run: Run) -> list[do.AvatarAction]:
    """S6: all that can be done with the flipped card."""
    seat, zone = run.t.defender, run.t.zone
    card = run.lies(seat, zone)
    assert card is not None
    found: list[do.AvatarAction] = []
    if card.type == "strike":
        if stops(run, values(run, seat, zone).intercept):  # QS-502
            found += map(do.CounterAttack, costs.payments(run.counts(seat), sidebar(run, seat, card)))  # QS-503
    elif not play_forbidden(run):
        found += map(do.Play, costs.payments(run.counts(seat), card.cost))  # QS-533
    found += power_actions(run, offers(run))
    found += reflip_actions(run, card)
    found.append(do.Discard())  # QS-505, QS-506, QS-524
    if may_focus(run, card):
        found.append(do.Focus())
    return found


def play_forbidden(run: Run) -> str:
    """The card that forbids to play an advantage or ally here; "" if none does."""
    return forbids(run, "play", run.t.defender) if run.t.zone == GREEN else ""


def may_focus(run: Run, card: Card) -> bool:
    """Whether the flipped card may become an energy (QS-505, QS-512, QS-522, QS-523)."""
    t = run.t
    if forbids(run, "focus", t.defender):
        return False
    occupied = card.type == "ally" and t.mats[t.defender].allies[t.zone] is not None
    return not occupied or t.options.unpaid_ally_occupied == "discard_or_focus"


def offers(run: Run) -> list[Offer]:
    """The powers that could be paid now: of the strike, of the ally here, of advantages, granted by the opponent."""
    t, seat = run.t, run.t.defender
    in_front = isinstance(t.agenda[-1], tasks.SignatureStep)
    zone = FRONT if in_front else t.zone
    card = run.lies(seat, zone)
    assert card is not None
    found: list[Offer] = []
    if card.type == "strike":
        found += _powers(run, "strike", Source(seat, card.id, "strike", zone, zone))
        for effect, _, source in standing(run, other(seat)):
            if isinstance(effect, say.GrantPower):
                here = Source(seat, card.id, "strike", zone, zone)
                found.append(Offer(source.card, GRANTED, effect.cost, effect.effect, here))
    ally = t.mats[seat].allies[zone] if zone < FRONT else None  # QS-617, QS-711
    if ally is not None:
        found += [
            offer
            for offer in _powers(run, "ally", Source(seat, run.ally(ally).id, "ally", zone, zone))
            if card.type == "strike" or all(isinstance(effect, say.WhenCountering) for effect in offer.effect)
        ]
    return found


def _powers(run: Run, word: str, source: Source) -> list[Offer]:
    found = []
    for at in run.book.abilities["power"].get(source.card, ()):
        one = run.any_card(source.card).ability[at]
        found.append(Offer(word, at, one.cost, one.effect, source, one.limit, one.only_if))
    return found


def power_actions(run: Run, found: Iterable[Offer]) -> list[do.AvatarAction]:
    """Every way to pay for each of these powers (QS-610)."""
    return [
        do.Power(offer.word, offer.index, pay, target)
        for offer in found
        if why_not_power(run, offer) is None
        for pay, target in product(costs.power_payments(run, run.t.defender, offer.cost), _parts(run, offer))
    ]


def _parts(run: Run, offer: Offer) -> tuple[str, ...]:
    zone = offer.source.zone
    return costs.other_parts(run, run.t.defender, offer.cost, zone, offer.source.at)


def why_not_power(run: Run, offer: Offer) -> tuple[str, str] | None:
    """The rule and the reason against a power; None where it can be paid for."""
    seat = run.t.defender
    if offer.limit and offer.index in used(run, offer):
        return "QS-612", f"the power is used up: {'once per turn' if offer.limit == 'turn' else 'only once'}"
    if not holds(run, offer.only_if, offer.source):
        return "QS-610", "its condition is not met here"
    if offer.cost.pitch and (forbidding := forbids(run, "pitch", seat)):
        return "QS-814", f"{run.any_card(forbidding).name} forbids to pitch"
    if offer.cost.intercept and offer.source.zone >= 0 and run.lies(seat, offer.source.zone) is not None:
        have = values(run, seat, offer.source.zone).intercept
        if have < offer.cost.intercept:
            return "QS-614", f"it costs {offer.cost.intercept} intercept, and the strike has {have}"
    if not costs.power_payments(run, seat, offer.cost):
        return "QS-610", f"it costs {energies(offer.cost.energies)}; you have {energies(run.counts(seat))}"
    if not _parts(run, offer):
        return "QS-621", "a part of its cost cannot be paid"
    return None


def used(run: Run, offer: Offer) -> tuple[int, ...]:
    """The abilities of the card that were used, as far as its limits count."""
    t, seat, zone = run.t, run.t.defender, offer.source.zone
    if offer.word == "ally":
        ally = t.mats[seat].allies[zone]
        return ally.used if ally is not None else ()
    laid = t.mats[seat].flips[zone]
    return laid.used if laid is not None else ()


def reflips(run: Run, card: Card) -> dict[str, say.Cost]:
    """Where Reflip comes from and what it costs: the card itself, cards in play (QS-803, QS-805)."""
    t, seat = run.t, run.t.defender
    found = {} if card.reflip is None else {"card": card.reflip}
    for effect, _, source in standing(run, seat):
        if isinstance(effect, say.GrantReflip):
            own = effect.to == "own"
            here = effect.to == "here" and source.zone == t.zone and card.type == "strike"
            if own or here:
                found.setdefault(source.card, effect.cost)
    for effect, _, source in standing(run, other(seat)):
        if isinstance(effect, say.GrantReflip) and effect.to == "opponent":
            found.setdefault(source.card, effect.cost)
    return found


def reflip_actions(run: Run, card: Card) -> list[do.AvatarAction]:
    """Every way to pay for Reflip."""
    return [
        do.Reflip(source, pay)
        for source, cost in reflips(run, card).items()
        for pay in costs.power_payments(run, run.t.defender, cost)
    ]


def find_offer(run: Run, action: do.Power) -> Offer | None:
    """The power that an action is about."""
    return next((one for one in offers(run) if (one.word, one.index) == (action.source, action.index)), None)


def energies(counts: Energies) -> str:
    """Energies in words.

    >>> energies((2, 0, 1)), energies((0, 0, 0))
    ('2 green and 1 red', 'nothing')
    """
    parts = [f"{n} {colour}" for n, colour in zip(counts, say.COLOURS, strict=True) if n]
    return " and ".join(parts) if parts else "nothing"


OFFERED: dict[type, Callable[[Run, Any], Choice | None]] = {
    tasks.FirstAttack: lambda _run, task: (task.seat, (do.Send(), do.Receive())),
    tasks.NextDefender: lambda _run, task: (task.seat, (do.Receive(), do.Send())),  # QS-906
    tasks.SignatureStep: lambda run, _task: (run.t.defender, tuple(signature_actions(run))),
    tasks.Decide: lambda run, _task: (run.t.defender, tuple(decide_actions(run))),
    tasks.Apply: _apply_options,
    tasks.Fire: _offer_to_fire,
    tasks.Order: _orders,
    tasks.CleanUp: _cleanup_order,
    tasks.Spend: _energies_to_pay,
}
"""For each task that may ask: who chooses now, and among what."""

"""When a Hero's ability can be used: triggers, conditions, once a turn."""

from rising_tutor.core.ids import CardId
from rising_tutor.effects.vocabulary import Effect
from rising_tutor.games.rising.cards.vocabulary import AddDie, Condition, DrawTokens, Heal
from rising_tutor.games.rising.rules import events as ev
from rising_tutor.games.rising.rules.card_effects import collected, earned_fits
from rising_tutor.games.rising.rules.context import Run
from rising_tutor.games.rising.rules.state import Member
from rising_tutor.games.rising.rules.tasks import Offer, SettleHits, Trigger


def holds(run: Run, condition: Condition | None, position: int) -> bool:
    """The condition printed on the ability of the Hero at this position is true."""
    if condition is None:
        return True
    if condition.who == "villain_here":
        return run.villain_here() != condition.negate
    row = run.t.teams[run.t.active].row
    # cite.adjacent, FNR-907, DSR-111, DSR-714
    others = run.neighbours(position) if condition.who == "adjacent" else row[:position] + row[position + 1 :]
    return any((run.book.hero[other.card].type in condition.types) != condition.negate for other in others)


def can_do(run: Run, effect: Effect, position: int) -> bool:
    """A triggered ability could do something now; one that could not is not offered."""
    match effect:
        case DrawTokens():
            return run.can_draw()
        case AddDie(colours):
            indices = [run.book.colour_index[colour] for colour in colours]
            if collected(run):
                return any(run.t.stock[at] for at in indices)
            return any(earned_fits(run, at) for at in indices)
        case Heal(_, _, "self_or_adjacent"):
            row = run.t.teams[run.t.active].row
            return any(member.damage for member in (row[position], *run.neighbours(position)))
    return True


def offered(run: Run, when: str, cards: tuple[CardId, ...]) -> tuple[CardId, ...]:
    """Those of these Heroes whose ability with this trigger can be used now."""
    out = []
    for card in cards:
        position = run.own(card)
        if position < 0 or card in run.t.used:  # cite.reaction_once, cite.once, FNR-320
            continue
        if card in run.t.recruited and not run.book.spec.switch.recruits_act_at_once:  # cite.recruit_next_turn, FNR-914
            continue
        ability = run.book.hero[card].ability
        if ability.when == when and holds(run, ability.only_if, position) and can_do(run, ability.effect, position):
            out.append(card)
    return tuple(out)


def settle_hits(run: Run, _task: SettleHits) -> None:
    """Offers the reactions that the Damage of one effect set off."""
    t = run.t
    hits, t.hits = t.hits, ()  # FNR-326: after all counters of the effect
    if not hits:
        return
    row = t.teams[t.active].row
    watching = tuple(member.card for position, member in enumerate(row) if _watches(run, member, position, hits))
    cards = offered(run, "on_damage", watching)
    if cards:
        run.push(Offer(cards, "on_damage"))


def _watches(run: Run, member: Member, position: int, hits: tuple[CardId, ...]) -> bool:
    ability = run.book.hero[member.card].ability
    if ability.when != "on_damage":
        return False
    if member.card in hits:
        return True
    return ability.watches == "self_or_adjacent" and any(other.card in hits for other in run.neighbours(position))


def pull_trigger(run: Run, task: Trigger) -> None:
    """Offers own abilities with a trigger; a recruit's own trigger only to that recruit."""
    row = run.t.teams[run.t.active].row
    cards = (task.card,) if task.when == "on_recruited" else tuple(member.card for member in row)
    cards = offered(run, task.when, cards)
    if cards:
        run.push(Offer(cards, task.when))


def decline(run: Run, task: Offer) -> None:
    """Notes that abilities which could still be used were not."""
    run.say(ev.Declined, run.cite.optional, cards=offered(run, task.when, task.cards))

"""What cards change while they lie there: force, intercept, costs, what is forbidden, what is skipped.

Nothing of this is stored. It is computed from the cards in play whenever it is asked for (QS-525, QS-526).
"""

from rising_tutor.core.values import Value
from rising_tutor.games.quickstrike import vocabulary as say
from rising_tutor.games.quickstrike.book import Card, Energies
from rising_tutor.games.quickstrike.run import Run
from rising_tutor.games.quickstrike.state import FRONT, RED, Laid
from rising_tutor.games.quickstrike.tasks import Source

OPENING_FORCE = 4  # QS-413


class Values(Value, frozen=True):
    """Force and intercept of a strike as they are now."""

    force: int
    intercept: int


def other(seat: int) -> int:
    """The opponent."""
    return 1 - seat


def holds(run: Run, only_if: say.Condition, source: Source) -> bool:
    """Whether the condition of an ability is met for a card in play."""
    t, mat, zone = run.t, run.t.mats[source.seat], source.at
    if only_if == say.ALWAYS:
        return True
    inside = 0 <= zone < FRONT
    return not (
        (only_if.force_at_most is not None and t.stopped > only_if.force_at_most)
        or ((only_if.charged or only_if.was_charged) and not (inside and mat.charged[zone]))
        or (only_if.ally is not None and (inside and mat.allies[zone] is not None) != only_if.ally)
        or (only_if.zones and not (inside and say.COLOURS[zone] in only_if.zones))
        or (
            only_if.defends is not None
            and not (t.defender == other(source.seat) and t.zone == say.COLOURS.index(only_if.defends))
        )
    )


def standing(run: Run, seat: int) -> list[tuple[say.AvatarEffect, say.Condition, Source]]:
    """Every standing effect of a seat: of strikes and the move, allies, advantages, in this order (QS-815)."""
    mat, kept = run.t.mats[seat], run.stands[seat]
    # What lies on a mat is frozen: while it is the same, so is what stands. It is asked for many times in between.
    if kept is not None and kept[0] is mat.flips and kept[1] is mat.allies and kept[2] is mat.advantages:
        found_before: list[tuple[say.AvatarEffect, say.Condition, Source]] = kept[3]
        return found_before
    kinds, known = mat.kinds, run.book.standing
    found: list[tuple[say.AvatarEffect, say.Condition, Source]] = []
    for zone, laid in enumerate(mat.flips):
        if laid is not None:
            card_id = run.move(seat, laid.card).id if zone == FRONT else kinds[laid.card]
            # An advantage or ally in a flip space is not in play yet (QS-533).
            if (known[card_id] or laid.gains) and run.any_card(card_id).type == "strike":
                _add(found, known[card_id], laid, Source(seat, card_id, "strike", zone, zone))
    for zone, ally in enumerate(mat.allies):
        if ally is not None:
            card_id = run.t.mats[ally.owner].kinds[ally.card]
            if known[card_id]:
                _add(found, known[card_id], None, Source(seat, card_id, "ally", zone, zone))
    for place, laid in enumerate(mat.advantages):
        card_id = kinds[laid.card]
        if known[card_id] or laid.gains:
            _add(found, known[card_id], laid, Source(seat, card_id, "advantage", -1, -1, place))
    run.stands[seat] = (mat.flips, mat.allies, mat.advantages, found)
    return found


def _add(
    found: list[tuple[say.AvatarEffect, say.Condition, Source]],
    effects: tuple[tuple[say.AvatarEffect, say.Condition], ...],
    laid: Laid | None,
    source: Source,
) -> None:
    found += [(effect, only_if, source) for effect, only_if in effects]
    if laid is not None:
        found += [(effect, say.ALWAYS, source) for effect in laid.gains]


def values(run: Run, seat: int, zone: int) -> Values:
    """Force and intercept of the strike in a zone; a move in front is in no zone (QS-711)."""
    card, laid = run.lies(seat, zone), run.t.mats[seat].flips[zone]
    assert card is not None
    assert laid is not None
    force, intercept = card.force + laid.force, card.intercept + laid.intercept
    at = zone if zone < FRONT else -1
    for effect, only_if, source in standing(run, seat):
        if isinstance(effect, say.Change) and _touches(run, effect, source, zone):
            here = Source(seat, source.card, source.kind, zone, at)
            if holds(run, only_if, here):
                n = sum(ally is not None for ally in run.t.mats[seat].allies) if effect.per == "ally" else 1
                force += n * effect.force
                intercept += n * effect.intercept
    return Values(max(0, force), max(0, intercept))  # QS-623


def _touches(run: Run, effect: say.Change, source: Source, zone: int) -> bool:
    """Whether a standing change is about the strike in a zone."""
    if effect.of == "own":
        return True
    if source.zone != zone:
        return False
    return source.kind != "ally" or ally_works(run, source.seat)


def ally_works(run: Run, seat: int) -> bool:
    """Whether a seat's allies work now: while their strike lies there, or only in the own turn (QS-519, QS-531)."""
    return run.t.options.ally_scope == "strike_in_zone" or run.t.defender == seat


def attack_force(run: Run) -> int:
    """The force that has to be stopped now; 0 while nobody attacks."""
    t = run.t
    attacker = other(t.defender)
    if not t.attack:
        return 0
    if t.attack != "opening":
        return values(run, attacker, t.attack_zone).force
    if t.options.opening_attack_force == "fixed":  # QS-415
        return OPENING_FORCE
    own = (
        effect.force
        for effect, only_if, source in standing(run, attacker)
        if isinstance(effect, say.Change) and effect.of == "own" and holds(run, only_if, source)
    )
    return max(0, OPENING_FORCE + sum(own))


def stops(run: Run, intercept: int) -> bool:
    """Whether this intercept is sufficient (QS-502)."""
    force = attack_force(run)
    return intercept > force if run.t.options.sufficient_intercept == "higher" else intercept >= force


def sidebar(run: Run, seat: int, card: Card) -> Energies:
    """What a card costs now: strikes may cost more because of the opponent's cards (QS-719)."""
    cost = list(card.cost)
    if card.type == "strike":
        for effect, _, _ in standing(run, other(seat)):
            if isinstance(effect, say.ExtraCost):
                cost[say.COLOURS.index(effect.zone)] += 1
    return cost[0], cost[1], cost[2]


def forbids(run: Run, what: str, seat: int) -> str:
    """The card that forbids a seat something while it defends; "" if none does."""
    if run.t.defender != seat:
        return ""
    return _forbidding(run, what, other(seat))


def protects(run: Run, what: str, seat: int) -> str:
    """The card that keeps a seat's zones charged, or its allies, while the opponent defends; "" if none does."""
    return _forbidding(run, what, seat) if run.t.defender == other(seat) else ""


def _forbidding(run: Run, what: str, seat: int) -> str:
    for effect, _, source in standing(run, seat):
        if isinstance(effect, say.Forbid) and what in effect.what:
            return source.card
    return ""


def must_stop_here(run: Run) -> bool:
    """Whether the attack scores unless it is stopped where it is: no zone is left after it (QS-508, QS-535)."""
    zone = run.t.zone
    return bool(run.t.attack) and zone >= 0 and set(range(zone + 1, RED + 1)) <= skipped(run)


def skipped(run: Run) -> set[int]:
    """The zones that the defender skips (QS-535)."""
    return {
        say.COLOURS.index(zone)
        for effect, _, _ in standing(run, other(run.t.defender))
        if isinstance(effect, say.Skip)
        for zone in effect.zones
    }

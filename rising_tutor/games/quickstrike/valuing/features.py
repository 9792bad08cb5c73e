"""What the evaluator counts where a card is about to be flipped, and in the set-up.

The heart is one number: how likely the defender stops the attack. A flipped strike is one of the unseen cards of its
owner; with the share of those that are sufficient and that can be paid, the zones that are left give the chance
(drawn with putting back, which is close enough). The same for the counterattack: how likely the opponent stops it.
All else is what lies on the table. Numbers are of the defender and of the attacker; in the set-up of both seats.
"""

from collections.abc import Sequence
from functools import lru_cache
from itertools import takewhile
from math import log1p
from typing import Final, NamedTuple

from rising_tutor.decks.valuing.model import Counted, Feature, Form
from rising_tutor.games.quickstrike import vocabulary as say
from rising_tutor.games.quickstrike.book import Book, Card, Energies
from rising_tutor.games.quickstrike.run import Run
from rising_tutor.games.quickstrike.standing import OPENING_FORCE, attack_force, holds, other, standing
from rising_tutor.games.quickstrike.state import GREEN, RED, Mat
from rising_tutor.games.quickstrike.tasks import Source

ZONES: Final = (0, 1, 2)
TYPICAL: Final = 5
"""The force of an attack that is yet to come, where nobody knows it."""
MOST: Final = 24
"""No strike stops more than this; larger values count as this."""
SET_UP, DEFENCE = range(2)


def _defence() -> tuple[Feature, ...]:
    score = tuple((own, theirs) for own in range(3) for theirs in range(3))
    return tuple(
        Feature(name, DEFENCE, says, sign)
        for name, says, sign in (
            ("start", "1", 0),
            *(
                (f"points_{own}_{theirs}", f"1 if the defender has {own} points and the attacker {theirs}", 0)
                for own, theirs in score[1:]
            ),
            *(
                (f"stop_{own}_{theirs}", f"the chance that the attack is stopped, with {own} points to {theirs}", +1)
                for own, theirs in score
            ),
            ("through", "the chance that it is stopped by a strike which then is not stopped", +1),
            ("through_wins", "the same, where that would be the third point", +1),
            ("guard", "the chance to stop a later attack of force 5, in three zones", +1),
            ("their_guard", "the same of the attacker", -1),
            *((f"own_{zone}", f"energies of the defender in {zone}, the logarithm", +1) for zone in say.COLOURS),
            *((f"their_{zone}", f"energies of the attacker in {zone}, the logarithm", -1) for zone in say.COLOURS),
            ("own_charges", "charged zones of the defender", +1),
            ("their_charges", "charged zones of the attacker", -1),
            ("own_ready", "1 if all three are charged", +1),
            ("their_ready", "1 if all three of the attacker are", -1),
            ("own_allies", "allies of the defender", +1),
            ("their_allies", "allies of the attacker", -1),
            ("own_advantages", "advantages that the defender has in play", +1),
            ("their_advantages", "advantages that the attacker has in play", -1),
            ("own_force", "the mean force of the strikes in the defender's deck", +1),
            ("their_force", "the same of the attacker", -1),
            ("own_wall", "the mean intercept of the strikes in the defender's deck", +1),
            ("their_wall", "the same of the attacker", -1),
            ("own_helpers", "the share of the defender's deck that is no strike", 0),
            ("their_helpers", "the same of the attacker", 0),
            ("in_yellow", "1 in the yellow zone", 0),
            ("in_red", "1 in the red zone", 0),
            ("signature", "1 against a signature move", 0),
        )
    )


FEATURES: Final = (
    Feature("start", SET_UP, "1"),
    Feature("lead", SET_UP, "the force total of seat 1 less that of seat 2", +1),
    Feature("lead_early", SET_UP, "the same, times the share of cards that are still to be revealed"),
    Feature("force", SET_UP, "the mean force of the strikes in the deck, seat 1 less seat 2", +1),
    Feature("wall", SET_UP, "the mean intercept of the strikes in the deck, seat 1 less seat 2", +1),
    Feature("helpers", SET_UP, "the share of the deck that is no strike, seat 1 less seat 2"),
    *_defence(),
)
FORM: Final = Form("rising_tutor.games.quickstrike", ("set_up", "defence"), ("set-up", "before a flip"), FEATURES)


class _Kind(NamedTuple):
    """A kind of card in a deck: of a strike its force, and each way to an intercept with what that costs."""

    strike: bool
    force: int
    intercept: int
    ways: tuple[tuple[int, Energies], ...]


class _Side(NamedTuple):
    """What one seat can do with a flip.

    Attributes:
        strikes: copies of strikes among the unseen cards.
        reach: copies by the best intercept that can be paid; `reach[n]` have at least n.
        ways: copies, best intercept that can be paid (-1 for none) and force of each kind of strike.
        top: the first cards of the deck as far as they are settled: of a strike the best intercept that can be paid (-1
            for none), of any other card None.
        better: what is added to intercept in each zone.
        harder: what is added to force.
    """

    strikes: int
    reach: tuple[int, ...]
    ways: tuple[tuple[int, int, int], ...]
    top: tuple[int | None, ...]
    better: tuple[int, int, int]
    harder: int

    def stops(self, force: int, zones: Sequence[int] = ZONES) -> float:
        """The chance that an attack is stopped in one of these zones; a card that is no strike costs none of them."""
        known = [best for best in self.top if best is not None]
        through = 1.0
        for at, zone in enumerate(zones):
            needed = max(0, force - self.better[zone])
            if at < len(known):
                if known[at] >= needed:
                    return 1.0
            elif self.strikes:
                through *= 1 - self.reach[min(MOST, needed)] / self.strikes
        return 1 - through


@lru_cache(maxsize=4096)
def _kinds_of(book: Book, kinds: tuple[str, ...]) -> tuple[_Kind, ...]:
    return tuple(_kind_of(book.card[kind]) for kind in kinds)


def _kind_of(card: Card) -> _Kind:
    ways = [(card.intercept, card.cost)]
    for one in card.ability:
        gain = sum(effect.intercept for effect in one.effect if isinstance(effect, say.Change) and effect.of == "this")
        if one.when == "power" and gain > one.cost.intercept and one.cost == say.Cost(energies=one.cost.energies):
            cost = tuple(a + b for a, b in zip(card.cost, one.cost.energies, strict=True))
            ways.append((card.intercept + gain, (cost[0], cost[1], cost[2])))
    return _Kind(card.type == "strike", card.force, card.intercept, tuple(ways))


def can_pay(have: Energies, need: Energies) -> bool:
    """Whether there is a way to pay, as `costs.payments` has it.

    >>> can_pay((4, 1, 1), (5, 0, 0)), can_pay((3, 0, 0), (0, 1, 0))
    (True, False)
    """
    short = max(0, need[1] - have[1])
    red = have[2] - need[2] - short
    return red >= 0 and max(0, need[0] - have[0]) <= max(0, have[1] - need[1]) + red


def _side(run: Run, seat: int, *, more: Energies = (0, 0, 0)) -> _Side:
    """What a seat can do with a flip, with some energies more than it has."""
    mat = run.t.mats[seat]
    green, yellow, red = run.counts(seat)
    have = (green + more[0], yellow + more[1], red + more[2])
    strikes, reach, ways = _payable(run.book, mat.kinds, mat.unseen, have)
    better, harder = _standing(run, seat)
    kinds = _kinds_of(run.book, mat.kinds)
    settled = takewhile(lambda slot: slot.card >= 0, mat.deck.top)
    top = tuple(_best(kinds[slot.card], have) if kinds[slot.card].strike else None for slot in settled)
    return _Side(strikes, reach, ways, top, better, harder)


@lru_cache(maxsize=20_000)
def _payable(
    book: Book, names: tuple[str, ...], unseen: tuple[int, ...], have: Energies
) -> tuple[int, tuple[int, ...], tuple[tuple[int, int, int], ...]]:
    """Strikes, reach and ways of a `_Side`: the same for many positions of a turn."""
    reach = [0] * (MOST + 2)
    ways = []
    strikes = 0
    for kind, n in zip(_kinds_of(book, names), unseen, strict=True):
        if n and kind.strike:
            strikes += n
            best = _best(kind, have)
            ways.append((n, best, kind.force))
            if best >= 0:
                reach[min(MOST, best)] += n
    for at in range(MOST, -1, -1):
        reach[at] += reach[at + 1]
    return strikes, tuple(reach), tuple(ways)


def _best(kind: _Kind, have: Energies) -> int:
    """The best intercept of a strike that can be paid; -1 for none."""
    return max((intercept for intercept, cost in kind.ways if can_pay(have, cost)), default=-1)


def _standing(run: Run, seat: int) -> tuple[tuple[int, int, int], int]:
    """What cards in play add to strikes that are flipped: to intercept by zone, and to force in any zone."""
    found, force = [0, 0, 0], 0
    for effect, only_if, source in standing(run, seat):
        if not isinstance(effect, say.Change) or effect.of == "this":
            continue
        n = sum(ally is not None for ally in run.t.mats[seat].allies) if effect.per == "ally" else 1
        if effect.of == "own":
            if holds(run, only_if, source):
                force += n * effect.force
                for zone in ZONES:
                    found[zone] += n * effect.intercept
        elif source.zone in ZONES and source.kind == "ally":
            here = Source(seat, source.card, source.kind, source.zone, source.zone)
            if holds(run, only_if, here):
                found[source.zone] += n * effect.intercept
    return (found[0], found[1], found[2]), force


def _quality(book: Book, mat: Mat) -> tuple[float, float, float]:
    """Of a deck as it was last shuffled: mean force and intercept of strikes, and the share that is none."""
    return _quality_of(book, mat.kinds, mat.whole)


@lru_cache(maxsize=4096)
def _quality_of(book: Book, kinds: tuple[str, ...], whole: tuple[int, ...]) -> tuple[float, float, float]:
    strikes = [(n, kind) for n, kind in zip(whole, _kinds_of(book, kinds), strict=True) if n and kind.strike]
    n_strikes = sum(n for n, _ in strikes) or 1
    force = sum(n * kind.force for n, kind in strikes) / n_strikes
    wall = sum(n * kind.intercept for n, kind in strikes) / n_strikes
    return force, wall, 1 - n_strikes / max(1, sum(whole))


def count(run: Run) -> Counted:
    """What the evaluator counts of a position: one before a flip, or of the set-up."""
    return _count_defence(run) if run.t.round else _count_set_up(run)


def _count_set_up(run: Run) -> Counted:
    t = run.t
    one, two = (_quality(run.book, mat) for mat in t.mats)
    lead = float(t.totals[0] - t.totals[1])
    shown = sum(len(mat.discard) for mat in t.mats)
    early = lead * max(0, 8 - shown) / 8
    return Counted(SET_UP, 1, (1.0, lead, early, one[0] - two[0], one[1] - two[1], one[2] - two[2]))


def _count_defence(run: Run) -> Counted:
    t = run.t
    seat, foe = t.defender, other(t.defender)
    own, theirs = t.mats[seat], t.mats[foe]
    zone = max(GREEN, min(RED, t.zone))
    # Nobody attacks while the next round is decided about: the opening attack comes.
    force = attack_force(run) if t.attack else OPENING_FORCE
    mine, his = _side(run, seat), _side(run, foe, more=(1, 0, 0))
    stop = mine.stops(force, range(zone, 3))
    through = stop * (1 - _stopped_again(mine, his, force - mine.better[zone]))
    here = (min(own.points, 2), min(theirs.points, 2))
    score = [(a, b) for a in range(3) for b in range(3)]
    charges, their_charges = sum(own.charged), sum(theirs.charged)
    quality, their_quality = _quality(run.book, own), _quality(run.book, theirs)
    numbers = (
        1.0,
        *(float(cell == here) for cell in score[1:]),
        *(stop if cell == here else 0.0 for cell in score),
        through,
        through if here[0] == 2 else 0.0,
        mine.stops(TYPICAL),
        his.stops(TYPICAL),
        *(log1p(len(slots)) for slots in own.energies),
        *(log1p(len(slots)) for slots in theirs.energies),
        float(charges),
        float(their_charges),
        float(charges == 3),
        float(their_charges == 3),
        float(sum(ally is not None for ally in own.allies)),
        float(sum(ally is not None for ally in theirs.allies)),
        float(len(own.advantages)),
        float(len(theirs.advantages)),
        quality[0],
        their_quality[0],
        quality[1],
        their_quality[1],
        quality[2],
        their_quality[2],
        float(zone == 1),
        float(zone == RED),
        float(t.attack == "signature"),
    )
    return Counted(DEFENCE, 1 if seat == 0 else -1, numbers)


def _stopped_again(mine: _Side, his: _Side, force: int) -> float:
    """How likely the opponent stops the strike that stops this attack: the mean over those that would."""
    copies, total = 0, 0.0
    known: dict[int, float] = {}
    for n, best, strike in mine.ways:
        if best >= force:
            attack = strike + mine.harder
            if attack not in known:
                known[attack] = his.stops(attack)
            copies += n
            total += n * known[attack]
    return total / copies if copies else 1.0

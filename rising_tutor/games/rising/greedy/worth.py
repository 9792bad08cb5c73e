"""What cards, tokens and Damage are worth to the active Team, in the worth of about one Damage on a Villain.

Cards are judged by their typed effects, never by their names, so that owner cards and other titles are
judged alike. The weights are first guesses that were kept because they play well; only `goal` and `haste` were chosen
among a few by how many games they win.
"""

from collections.abc import Callable
from typing import Any, Final

from rising_tutor.core.ids import CardId
from rising_tutor.core.values import Value
from rising_tutor.games.rising.cards import vocabulary as say
from rising_tutor.games.rising.cards.book import Book
from rising_tutor.games.rising.view import CarrierView, MemberView, RisingView, SpotView


class Weights(Value, frozen=True):
    """What matters how much.

    Attributes:
        balance: the next Balance space, when there is time; `hurry` is added as Ruin comes near.
        loss: a defeated Hero; `last` is added as the limit of defeated Heroes comes near.
        alone: how much dearer a Hero is when its Team has no other.
        rescue: the part of a loss that recruiting a damaged Hero avoids.
        die: an extra die each turn; other abilities are weighed against it.
        body: one more Hero in a row, whatever it can do; `thin` is added for the second one.
        token: a token held.
        hit: a counter on a Villain in phase 1; `icon` is the part that stays if Balance may remove it.
        goal: what is added where beating Villains is what wins; `haste` is added in the course of a usual game, and as
            much again in each further one, so that in the end nothing is worth waiting for.
        clear: a counter on a Villain that bars a battle; `idle` one on a Villain elsewhere in phase 2.
        battle: a counter on a battle.
        last_hit: what removing a Villain adds to its last counter.
        fall: a carrier that falls; `doom` is added as the limit of fallen ones comes near.
    """

    balance: float = 2.2
    hurry: float = 2.5
    loss: float = 1.6
    last: float = 4.0
    alone: float = 3.0
    rescue: float = 0.5
    die: float = 0.45
    body: float = 0.2
    thin: float = 1.2
    token: float = 0.6
    hit: float = 1.3
    goal: float = 3.0
    haste: float = 3.0
    icon: float = 0.6
    clear: float = 3.0
    idle: float = 0.7
    battle: float = 4.0
    last_hit: float = 0.5
    risk: float = 1.0
    fall: float = 2.0
    doom: float = 8.0


class Worth:
    """Judges what lies on one table."""

    def __init__(self, book: Book, view: RisingView, weights: Weights) -> None:
        self.book = book
        self.view = view
        self.w = weights
        self.team = view.teams[view.active]
        n_teams = len(view.teams)
        left = max(book.spec.switch.usual_turns - view.turn, 6.0)
        self.turns = left / n_teams
        """Turns that the active Team may still have."""
        self.needed = max(0, view.options.target - len(view.villains_out))
        """Villains that the win still needs; 0 where it needs none."""
        share = (len(view.defeated) + self._dying()) / view.options.hero_loss_limit
        self.loss = weights.loss + weights.last * share * share

    def _dying(self) -> float:
        """Heroes that are close to defeat count in part."""
        capacity = self.book.capacity
        hurt = sum(m.damage >= m.capacity - 1 for team in self.view.teams for m in team.row)
        hurt += sum(
            spot is not None and spot.card in self.book.hero and spot.damage >= capacity[spot.card] - 1
            for spot in self.view.places
        )
        return hurt * 0.5

    def hit_cost(self, damage: int, capacity: int, loss: float) -> float:
        """What one more counter costs; it grows as the Hero comes near its capacity."""
        left = capacity - damage
        if left <= 0:
            return 0.0
        return loss * 0.9 / float(left**1.2)

    def member_loss(self, member: MemberView, size: int) -> float:
        """What it costs to lose a Hero of a row of this size."""
        worth = self.loss + self.ability(member.card) * self.turns * 0.5
        return worth * self.w.alone if size == 1 else worth * 1.3 if size == 2 else worth

    def heal_member(self, member: MemberView, n: int, size: int) -> float:
        loss = self.member_loss(member, size)
        low = max(0, member.damage - n)
        return sum(self.hit_cost(damage, member.capacity, loss) for damage in range(low, member.damage)) * 1.1

    def heal_spot(self, spot: SpotView, n: int) -> float:
        low = max(0, spot.damage - n)
        return sum(self.hit_cost(damage, spot.capacity, self.loss) for damage in range(low, spot.damage))

    def attack_cost(self) -> float:
        size = len(self.team.row)
        return sum(self.hit_cost(m.damage, m.capacity, self.member_loss(m, size)) for m in self.team.row)

    def pressure_cost(self, carrier: CarrierView, counters: int) -> float:
        """What one more counter on a carrier costs that has so many; it grows as the carrier comes near its fall."""
        if carrier.fallen or counters >= carrier.spaces:
            return 0.0
        n_fallen = sum(1 for other in self.view.carriers if other.fallen)
        share = (n_fallen + 1) / max(1, self.view.options.fallen_limit)
        loss = self.w.fall + self.w.doom * share * share
        if self.book.carrier[carrier.card].ground:
            loss = self.w.fall + self.w.doom
        return loss * 0.9 / float((carrier.spaces - counters) ** 1.2)

    def relief(self, n: int, where: str) -> float:
        """What taking counters off the carrier here, or off the one where it helps most, brings."""
        open_ones = [
            one
            for one in self.view.carriers
            if not one.fallen and not one.depth and (where == "any" or one.location == self.view.location)
        ]
        return max((self.relieve(one, n) for one in open_ones), default=0.0)

    def relieve(self, carrier: CarrierView, n: int) -> float:
        low = max(0, carrier.counters - n)
        return sum(self.pressure_cost(carrier, counters) for counters in range(low, carrier.counters)) * 0.9

    def ability(self, card: str) -> float:
        """What a Hero's ability is worth a turn."""
        ability = self.book.hero[card].ability
        rate = self.rate(ability.effect) * OFTEN[ability.when]
        if ability.only_if is not None and not self.fits(card):
            rate *= 0.5
        return rate

    def fits(self, card: str) -> bool:
        """Some Hero of the Team could make the condition of this one true."""
        condition = self.book.hero[card].ability.only_if
        if condition is None or condition.who == "villain_here":
            return True
        others = [m.card for m in self.team.row if m.card != card]
        return any((self.book.hero[other].type in condition.types) != condition.negate for other in others)

    def rate(self, effect: say.RisingEffect) -> float:
        """What an own effect is worth each time, whatever lies on the table."""
        found = _RATES.get(type(effect))
        return 0.05 if found is None else found(self, effect)

    def team_card(self, card: str) -> float:
        """A Team card before the game: what its starting Hero and its own ability can do."""
        team = self.book.team[card]
        hero = max(self.starter(card) for card in team.starters)
        return hero + sum(self.rate(ability.effect) * 0.7 / len(ability.cost) for ability in team.ability)

    def starter(self, card: str) -> float:
        """A Hero before the game: what its ability can do."""
        ability = self.book.hero[card].ability
        return self.rate(ability.effect) * OFTEN[ability.when]

    def recruit(self, card: str, damage: int) -> float:
        w, book = self.w, self.book
        ability = book.hero[card].ability
        size = len(self.team.row)
        gain = w.body + (w.thin if size < 2 else w.thin * 0.4 if size == 2 else 0.0)
        if ability.when == "on_recruited":
            gain += self.now(ability.effect, card)
        else:
            gain += self.ability(card) * self.turns
        capacity = book.capacity[card]
        gain += w.rescue * self.loss * (float((damage / capacity) ** 1.5) + 0.3)
        return max(0.2, gain - self.refill())

    def refill(self) -> float:
        """What it costs that a new card comes: it may be a Villain."""
        view = self.view
        if view.n_deck == 0:
            return -0.3
        share = view.villains_in_deck / view.n_deck
        return share * (0.8 if view.phase == 1 else 2.0)

    def barred(self, location: int) -> bool:
        """Phase 2: a battle at this location still has to be completed."""
        return self.view.phase == 2 and self.view.battles[location] is not None

    def villain_hit(self, spot: SpotView, location: int, covered: int = 0) -> float:
        """One more counter on a Villain after those that are covered already."""
        left = spot.capacity - spot.damage - covered
        if left <= 0:
            return 0.0
        w, view = self.w, self.view
        if view.phase == 1:
            icon = spot.card in self.book.icon
            gain = w.hit * (w.icon if icon else 1.0)
        else:
            gain = w.clear if self.barred(location) else w.idle
        if self.needed:
            gain += self.progress()
        gain += w.last_hit / left
        return gain + (w.token * 0.5 if view.gains_tokens else 0.0)

    def battle_hit(self) -> float:
        """One more counter on a battle, or on the last opponent."""
        return self.w.battle + self.progress()

    def progress(self) -> float:
        """What a counter adds because the win needs it, where a number of them or of beaten Villains is the goal.

        It grows with every turn, as the enemy's clock does: healing and counters taken off gain time, and time is worth
        something only for what is done with it.
        """
        if not self.view.options.target:
            return 0.0
        return self.w.goal + self.w.haste * self.view.turn / self.book.spec.switch.usual_turns

    def balance(self) -> float:
        view, w = self.view, self.w
        track = view.balance
        if track is None or track.blocked:
            return 0.0
        spaces = max(1, track.top - track.position)
        left = max(0.5, view.ruin_top - view.ruin)
        return w.balance + w.hurry * min(2.0, spaces / left)

    def token(self, token: str) -> float:
        effect = self.book.token[self.book.token_index[CardId(token)]].effect
        scale = self.w.token
        match effect:
            case say.ExtraSymbol():
                return scale * 1.1
            case say.AddDie():
                return scale * 0.9
            case say.Heal(n, heroes, _):
                return scale * 0.45 * n * heroes
            case say.MoveRuin():
                return scale * 0.8 if self.view.phase == 1 else 0.0
            case say.RerollAll():
                return scale * 0.5
        return scale * 0.8

    def now(self, effect: say.RisingEffect, source: str) -> float:
        """What an own effect brings if it happens at once, best targets taken."""
        found = _NOW.get(type(effect))
        return 0.02 if found is None else found(self, effect, source)

    def heal_all(self, n: int) -> float:
        return sum(self.heal_member(m, n, len(team.row)) for team in self.view.teams for m in team.row)

    def heal_one_of_each(self, n: int) -> float:
        rows = [team.row for team in self.view.teams]
        return sum(max((self.heal_member(m, n, len(row)) for m in row), default=0.0) for row in rows)

    def drawn(self, n: int, who: str) -> float:
        """Tokens for the active Team or for each."""
        return self.w.token * n * (len(self.view.teams) if who == "each" else 1) if self.view.gains_tokens else 0.0

    def heals(self, n: int, who: str, source: str) -> list[float]:
        """What healing each Hero that qualifies brings."""
        row, size = self.team.row, len(self.team.row)
        if self.view.no_heal:
            return []
        if who == "any_team":
            return [self.heal_member(m, n, len(team.row)) for team in self.view.teams for m in team.row]
        if who == "reach":
            out = [self.heal_member(m, n, size) for m in row]
            out += [self.heal_spot(s, n) for s in self.here() if s.card in self.book.hero]
            return out
        at = next((at for at, m in enumerate(row) if m.card == source), -1)
        if at < 0:
            return []
        near = row[max(0, at - 1) : at] + row[at + 1 : at + 2]
        if who == "self_or_adjacent":
            near += (row[at],)
        return [self.heal_member(m, n, size) for m in near]

    def spots(self, location: int) -> list[SpotView]:
        n = self.book.spec.places
        return [spot for spot in self.view.places[location * n : (location + 1) * n] if spot is not None]

    def here(self) -> list[SpotView]:
        return self.spots(self.view.location) if self.view.location >= 0 else []

    def villains(self, location: int) -> list[float]:
        return [self.villain_hit(s, location, s.sets) for s in self.spots(location) if s.card in self.book.villain]

    def damage(self, who: str) -> float:
        here = self.view.location
        if who == "one_each_location":
            return sum(max(self.villains(at), default=0.0) for at in range(self.book.spec.locations))
        if here < 0:
            return 0.0
        hits = self.villains(here)
        return max(hits, default=0.0) if who == "one_here" else sum(hits)

    def moved(self, *, from_hero: bool, anywhere: bool) -> float:
        locations = range(self.book.spec.locations) if anywhere else (max(0, self.view.location),)
        to = max((hit for at in locations for hit in self.villains(at)), default=0.0)
        if to == 0.0:
            return 0.0
        if not from_hero:
            return min(0.4, to)
        size = len(self.team.row)
        healed = [self.heal_member(m, 1, size) for m in self.team.row if m.damage]
        return to + max(healed) if healed else 0.0

    def swaps(self, here: str) -> list[tuple[str, str]]:
        kind = self.book.hero if here == "hero" else self.book.villain
        n, at = self.book.spec.places, self.view.location
        if at < 0:
            return []
        inside = [s.card for s in self.here() if s.card in kind]
        outside = [
            s.card
            for place, s in enumerate(self.view.places)
            if s is not None and place // n != at and s.card in self.book.hero
        ]
        return [(a, b) for a in inside for b in outside]

    def swap(self, here: str, elsewhere: str) -> float:
        """Exchanging two cards: a Villain should lie where it bars nothing, a dear Hero where the Team is."""
        view, book = self.view, self.book
        spots: dict[str, tuple[int, SpotView]] = {
            s.card: (at // book.spec.places, s) for at, s in enumerate(view.places) if s is not None
        }
        if here not in spots or elsewhere not in spots:
            return 0.0
        (at, one), (to, other) = spots[here], spots[elsewhere]
        if here in book.villain:
            left = max(0, one.capacity - one.damage - one.sets)
            return self.w.clear * 0.8 * left * (self.barred(at) - self.barred(to)) - len(one.dice)
        return 0.3 * (self.recruit(elsewhere, other.damage) - self.recruit(here, one.damage)) - len(one.dice)


_RATES: Final[dict[type, Callable[[Worth, Any], float]]] = {
    say.InOrder: lambda w, e: sum(w.rate(part) for part in e.effects),
    say.ByPhase: lambda w, e: w.rate(e.one if w.view.phase == 1 else e.two),
    say.AddDie: lambda w, e: w.w.die * (1.0 if len(e.colours) == 1 else 1.15),
    say.Reroll: lambda w, e: w.w.die * (0.6 if e.n == 0 else 0.35 + 0.1 * min(e.n, 2)),
    say.RerollAll: lambda w, _: w.w.die * 0.6,
    say.ChangeFace: lambda w, _: w.w.die * 0.7,
    say.Heal: lambda _, e: 0.3 * e.n * float(e.heroes**0.7),
    say.HealTeams: lambda _, e: 0.8 * e.n,
    say.HealOneOfEach: lambda _, e: 0.5 * e.n,
    say.RemovePressure: lambda _, e: e.n * (0.5 if e.where == "any" else 0.4),
    say.DrawTokens: lambda w, e: w.w.token * e.n,
    say.DamageVillain: lambda _, e: 0.7 if e.who == "one_here" else 0.9,
    say.MoveDamage: lambda _, e: 0.9 if e.source == "own_hero" else 0.3,
    say.MoveRuin: lambda w, e: -0.5 * e.n if w.view.phase == 1 else 0.0,
    say.Swap: lambda _, __: 0.1,
    say.ParkDie: lambda w, _: w.w.die * 0.5,
}
_NOW: Final[dict[type, Callable[[Worth, Any, str], float]]] = {
    say.InOrder: lambda w, e, source: sum(w.now(part, source) for part in e.effects),
    say.ByPhase: lambda w, e, source: w.now(e.one if w.view.phase == 1 else e.two, source),
    say.AddDie: lambda *_: 0.8,
    say.Heal: lambda w, e, source: sum(sorted(w.heals(e.n, e.who, source), reverse=True)[: e.heroes]),
    say.HealTeams: lambda w, e, _: w.heal_all(e.n),
    say.HealOneOfEach: lambda w, e, _: w.heal_one_of_each(e.n),
    say.RemovePressure: lambda w, e, _: w.relief(e.n, e.where),
    say.DrawTokens: lambda w, e, _: w.drawn(e.n, e.who),
    say.DamageVillain: lambda w, e, _: w.damage(e.who),
    say.MoveDamage: lambda w, e, _: w.moved(from_hero=e.source == "own_hero", anywhere=e.to == "villain"),
    say.MoveRuin: lambda w, e, _: w.w.hurry * 0.25 * min(-e.n, w.view.ruin) if w.view.phase == 1 else 0.0,
    say.Swap: lambda w, e, _: max((w.swap(a, b) for a, b in w.swaps(e.here)), default=0.0),
    say.ParkDie: lambda *_: 0.3,
}
OFTEN: dict[str, float] = {
    "free": 1.0,
    "on_collect": 1.0,
    "paid": 0.5,
    "after_roll": 1.0,
    "take_damage": 0.5,
    "on_damage": 0.35,
    "on_villain_damage": 0.3,
    "after_villain_damage": 0.3,
    "on_balance_advance": 0.3,
    "on_recruited": 0.0,
}
"""How often an ability with this trigger comes into play, its cost taken off."""

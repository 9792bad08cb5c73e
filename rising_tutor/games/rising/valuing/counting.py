"""Counts the features of `features.py` on a view of the table.

A card is judged by its typed effects, never by its name, so that an owner's cards are judged alike. Tokens and face-up
cards add to the features and nothing else of the table changes what one of them adds, but the phase, the tracks and
whether a battle waits at its location: no feature multiplies two cards. All values are multiples of 1/1024, so that
sums of them are exact in any order.
"""

from collections.abc import Callable, Iterator
from math import log
from types import SimpleNamespace
from typing import Any, Final

from rising_tutor.games.rising.cards import vocabulary as say
from rising_tutor.games.rising.cards.book import Book
from rising_tutor.games.rising.greedy.policy import adjacent_fits
from rising_tutor.games.rising.greedy.worth import OFTEN
from rising_tutor.games.rising.valuing.features import FEATURES, NAMES
from rising_tutor.games.rising.view import RisingView, TeamView

GRID: Final = 1024
_PLACE: Final = {name: at for at, name in enumerate(NAMES)}
_AT: Final = SimpleNamespace(**_PLACE)
Terms = tuple[tuple[int, float], ...]
"""Features by their place in `FEATURES`, with what is added to each."""


def on_grid(x: float) -> float:
    """The nearest multiple of 1/1024."""
    return round(x * GRID) / GRID


class Counter:
    """Counts the features of views of one title."""

    def __init__(self, book: Book) -> None:
        self.book = book
        self._card: dict[tuple[str, int, int], Terms] = {}
        self._ability: dict[tuple[str, int, float], Terms] = {}
        self._token = {kind.id: tuple(on_grid(_token(kind.effect, phase)) for phase in (1, 2)) for kind in book.token}
        self._price = {side.id: tuple(_prices(side.spaces)) for side in book.side.values()}
        self._conditional = frozenset(card for card, hero in book.hero.items() if hero.ability.only_if is not None)
        n_cards = sum(kind.n for kind in book.fire)
        capacity = [book.capacity[card] for card in book.villain]
        self._villain = on_grid(sum(capacity) / max(1, len(capacity)))
        self._pace = max(0.1, sum(kind.ruin * kind.n for kind in book.fire) / n_cards) if n_cards else 1.0

    def count(self, view: RisingView) -> list[float]:
        """Every feature, in the order of `FEATURES`."""
        out = [0.0] * len(FEATURES)
        self._whole(view, out)
        for team in view.teams:
            self._team(view, team, out)
        book = self.book
        phase = view.phase
        for place, spot in enumerate(view.places):
            if spot is None:
                continue
            for at, x in self.card(view, spot.card, place):
                out[at] += x
            damage = spot.damage
            if damage:
                if spot.card in book.hero:
                    left = spot.capacity - damage
                    out[_AT.hero_damage] += damage
                    out[_AT.hero_weak] += left <= 2
                    out[_AT.hero_dying] += left <= 1
                else:
                    done = min(damage, spot.capacity)
                    out[_AT.villain_health] -= done
                    out[_AT.villain_price] -= done * sum(book.price[spot.card])
                    out[_AT.villain_near] += bool(book.carrier) and spot.capacity - done <= _NEAR < spot.capacity
                    if phase == 2 and view.battles[place // book.spec.places] is not None:
                        many = _MANY[min(len(view.teams), 5)]
                        out[_AT.barred_few] -= done * (1.0 - many)
                        out[_AT.barred_many] -= done * many
        return out

    def token(self, view: RisingView, token: str) -> Terms:
        """What one more token adds."""
        return ((_AT.tokens, self._token[token][view.phase - 1]),)

    def card(self, view: RisingView, card: str, place: int) -> Terms:
        """What a face-up card without Damage adds."""
        book = self.book
        barred = view.phase == 2 and view.battles[place // book.spec.places] is not None
        key = (card, view.phase, min(len(view.teams), 5) if barred else 0)
        terms = self._card.get(key)
        if terms is None:
            terms = self._card[key] = tuple(self._face_up(*key))
        if view.phase == 1 and card in book.icon and card in book.hero:
            return (*terms, (_AT.icons_at_risk, self._ruin(view)))
        return terms

    def _ruin(self, view: RisingView) -> float:
        return on_grid(min(view.ruin, view.ruin_top) / view.ruin_top)

    def _whole(self, view: RisingView, out: list[float]) -> None:
        options = view.options
        out[_AT.start] = 1.0
        n_teams = len(view.teams)
        out[_AT.rounds] = on_grid(view.turn / n_teams)
        if n_teams > 2:
            out[_AT.start + min(n_teams, 5) - 2] = 1.0
        done = 0
        if not self.book.side:
            done = self._carriers_and_goal(view, out)
        elif view.phase == 1:
            out[_AT.ruin] = self._ruin(view)
            track = view.balance
            prices = self._price.get(track.side, ()) if track is not None else ()
            if track is not None and prices:
                symbols, other, recruits = prices[min(track.position, len(prices) - 1)]
                out[_AT.balance_symbols], out[_AT.balance_other], out[_AT.balance_recruits] = symbols, other, recruits
                turns = max(1.0, (view.ruin_top - view.ruin) / self._pace)
                out[_AT.race] = on_grid(min(3.0, (symbols + other + 2 * recruits) / turns))
        else:
            out[_AT.balance_won] = float(view.black_sun == "balance")
            open_now = [spot for spot in view.battles if spot is not None and spot.card not in view.battles_done]
            out[_AT.battles_open] = float(len(open_now))
            goals = dict(zip(self.book.battle_ids, options.battle_damage, strict=True))
            done = sum(goals[card] for card in view.battles_done) + sum(
                min(spot.damage, goals[spot.card]) for spot in open_now
            )
        whole = sum(options.battle_damage) if self.book.side else options.target
        goal = float(max(0, whole - done))
        out[_AT.battle_goal] = goal
        if view.phase == 2:
            out[_AT.goal_near] = max(0.0, 3.0 - goal)
        out[_AT.villains_set] = float(options.villains)
        out[_AT.villains_out] = float(len(view.villains_out))
        # A Hero who is lost is never better than one who is about to be.
        out[_AT.weak] = out[_AT.dying] = float(len(view.defeated))
        left = max(0, options.hero_loss_limit - len(view.defeated))
        many = _MANY[min(len(view.teams), 5)]
        out[_AT.losses_few] = left * (1.0 - many)
        out[_AT.losses_many] = left * many
        out[_AT.losses_near] = on_grid(log(left + 0.25))

    def _carriers_and_goal(self, view: RisingView, out: list[float]) -> int:
        """The enemy's counters; gives how much of the goal is done."""
        fallen = 0
        spaces: list[int] = []
        for one in view.carriers:
            ground = self.book.carrier[one.card].ground
            if one.fallen:
                fallen += not ground
                continue
            if not ground:
                spaces.append(one.spaces - one.counters)
            out[_AT.pressure] += one.counters
            if one.spaces - one.counters <= 2:
                out[_AT.pressure_near] += one.counters
            if ground and not one.depth:
                out[_AT.ground_open] += 1 + one.counters
        out[_AT.fallen] = float(fallen)
        out[_AT.fallen_near] = on_grid((fallen / max(1, view.options.fallen_limit)) ** 2)
        done = n_out = len(view.villains_out)
        boss = bool(self.book.spec.switch.boss)
        if boss:
            out[_AT.boss_hidden] = float(max(0, view.above_boss))
            out[_AT.boss_blocked] = float(max(0, view.options.target - n_out))
            done = sum(spot.damage for spot in view.battles if spot is not None)
        clock = sum(sorted(spaces)[: max(0, view.options.fallen_limit - fallen)])
        self._race(view, max(0, view.options.target - done) if boss else 0, clock, out)
        return done

    def _race(self, view: RisingView, boss_needs: int, clock: int, out: list[float]) -> None:
        """How much is still to be done, and how much the enemy has to do.

        A card without Damage changes none of it, so that what a drawn card adds does not hang on the others.
        """
        book, options = self.book, view.options
        spots = [spot for spot in view.places if spot is not None and spot.card in book.villain and spot.damage]
        damage = sorted((min(spot.damage, spot.capacity) for spot in spots), reverse=True)
        to_beat = max(0, options.target - len(view.villains_out))
        work = max(0.0, to_beat * self._villain - sum(damage[:to_beat])) + boss_needs
        health = sorted(max(0, member.capacity - member.damage) for team in view.teams for member in team.row)
        losses = max(0, options.hero_loss_limit - len(view.defeated))
        life = sum(health[:losses]) + _HEALTH_TO_COME * max(0, losses - len(health))
        out[_AT.work], out[_AT.work_log] = on_grid(work), on_grid(log(work + 0.5))
        out[_AT.villain_share] = on_grid(sum((min(spot.damage, spot.capacity) / spot.capacity) ** 2 for spot in spots))
        out[_AT.clock_log], out[_AT.life_log] = on_grid(log(clock + 0.5)), on_grid(log(life + 0.5))
        out[_AT.race_clock] = on_grid(min(_MOST_RACE, work / (clock + 1)))
        out[_AT.race_life] = on_grid(min(_MOST_RACE, work / (life + 1)))

    def _team(self, view: RisingView, team: TeamView, out: list[float]) -> None:
        phase, icon = view.phase, self.book.icon
        size = len(team.row)
        whole = 0
        able: dict[int, float] = {}
        for position, member in enumerate(team.row):
            left = max(0, member.capacity - member.damage)
            whole += left
            if left <= 2:
                out[_AT.weak] += 1
                if left <= 1:
                    out[_AT.dying] += 1
            met = 1.0
            if member.card in self._conditional and not adjacent_fits(self.book, team.row, position):
                met = _UNMET
            for at, x in self._abilities(member.card, phase, met):
                able[at] = able.get(at, 0.0) + x
            if phase == 1 and member.card in icon:
                out[_AT.icons_at_risk] += self._ruin(view)
        wears_off = bool(self.book.carrier)
        for at, x in able.items():
            out[at] += on_grid(log(1.0 + x)) if wears_off else x
        out[_AT.heroes_many if wears_off else _AT.heroes] += size
        out[_AT.health] += whole
        # 0 until the first Team was counted, as no Team has less than nothing left.
        out[_AT.weakest] = whole if team is view.teams[0] else min(out[_AT.weakest], whole)
        if whole <= 6:
            out[_AT.team_weak] += 1
            if whole <= 4:
                out[_AT.team_poor] += 1
                if whole <= 2:
                    out[_AT.team_dying] += 1
        if size <= 2:
            out[_AT.pair] += 1
            if size <= 1:
                out[_AT.alone] += 1
        for kind, n in team.tokens:
            out[_AT.tokens] += self._token[kind][phase - 1] * n

    def _abilities(self, card: str, phase: int, met: float) -> Terms:
        key = (card, phase, met)
        terms = self._ability.get(key)
        if terms is None:
            ability = self.book.hero[card].ability
            often = OFTEN[ability.when] * (met if ability.only_if is not None else 1.0)
            kinds = _WEARING if self.book.carrier else _LASTING
            found = ((kinds[kind], on_grid(x * often)) for kind, x in _rates(ability.effect, phase))
            terms = self._ability[key] = tuple((at, x) for at, x in found if x > 0)
        return terms

    def _face_up(self, card: str, phase: int, barring: int) -> list[tuple[int, float]]:
        """The terms of a card; `barring` is the number of Teams where an open battle waits beside it, else 0."""
        book = self.book
        price = float(sum(book.price[card]))
        if card in book.hero:
            able = sum(x for _, x in self._abilities(card, phase, _MAYBE))
            low = book.capacity[card]
            return [
                (_AT.hero_here, 1.0),
                (_AT.hero_able, able),
                (_AT.hero_price, price),
                (_AT.hero_weak, float(low <= 2)),
                (_AT.hero_dying, float(low <= 1)),
            ]
        health = float(book.capacity[card])
        terms = [
            (_AT.villain_here, 1.0),
            (_AT.villain_health, health),
            (_AT.villain_price, health * price),
            *((at, on_grid(x)) for at, x in _threats(book.villain[card].effect, phase)),
        ]
        if book.carrier and health <= _NEAR:
            terms.append((_AT.villain_near, 1.0))
        if barring:
            many = _MANY[barring]
            terms += [(_AT.barred_few, health * (1.0 - many)), (_AT.barred_many, health * many), (_AT.barred_here, 1.0)]
        return terms


def _rates(effect: say.RisingEffect, phase: int) -> list[tuple[str, float]]:
    """What an own effect brings each time, in extra dice, Damage healed, Damage on Villains."""
    match effect:
        case say.InOrder(effects):
            return [term for part in effects for term in _rates(part, phase)]
        case say.ByPhase(one, two):
            return _rates(one if phase == 1 else two, phase)
    found = _BRINGS.get(type(effect))
    return [] if found is None else [(found[0], found[1](effect))]


_BRINGS: Final[dict[type, tuple[str, Callable[[Any], float]]]] = {
    say.AddDie: ("die", lambda _: 1.0),
    say.Reroll: ("roll", lambda e: 0.6 if e.n == 0 else 0.35 + 0.1 * min(e.n, 2)),
    say.RerollAll: ("roll", lambda _: 0.6),
    say.ChangeFace: ("roll", lambda _: 0.7),
    say.ParkDie: ("roll", lambda _: 0.5),
    say.Heal: ("heal", lambda e: e.n * float(e.heroes**0.7)),
    say.HealTeams: ("heal", lambda e: 2.5 * e.n),
    say.HealOneOfEach: ("heal", lambda e: 1.8 * e.n),
    say.RemovePressure: ("relief", lambda e: e.n * (1.0 if e.where == "any" else 0.7)),
    say.DrawTokens: ("strike", lambda e: 0.6 * e.n),
    say.DamageVillain: ("strike", lambda e: 0.7 if e.who == "one_here" else 0.9),
    say.MoveDamage: ("strike", lambda e: 0.9 if e.source == "own_hero" else 0.3),
}


def _threats(effect: say.RisingEffect, phase: int) -> list[tuple[int, float]]:
    """What a Villain's effect does when it is faced."""
    match effect:
        case say.InOrder(effects):
            return [term for part in effects for term in _threats(part, phase)]
        case say.ByPhase(one, two):
            return _threats(one if phase == 1 else two, phase)
        case say.DamageHeroes(who, teams, n):
            many = {"here": 2.0, "clockwise": 2.0, "ends": 2.0, "all": 3.0}.get(who, 1.0)
            some = 0.4 if effect.types or effect.kinds else 1.0
            return [(_AT.threat_heroes, many * some * n * (2.0 if teams == "each" else 1.0))]
        case say.AddPressure(n):
            return [(_AT.threat_carriers, float(n))]
        case say.TurnFigure():
            return [(_AT.threat_heroes, 1.5)]
        case say.MoveRuin(n):
            return [(_AT.threat_tracks, float(max(0, n)))] if phase == 1 else []
        case say.BlockBalance():
            return [(_AT.threat_tracks, 0.5)] if phase == 1 else []
        case say.LoseDie(n):
            return [(_AT.threat_other, 0.7 * n)]
        case say.HealVillains(n):
            return [(_AT.threat_other, 0.1 * n)]
        case say.DiscardTokens(n):
            return [(_AT.threat_other, 0.5 * n)]
    return [(_AT.threat_other, 0.3)]


def _token(effect: say.RisingEffect, phase: int) -> float:
    """A token in hand, against one symbol."""
    match effect:
        case say.ExtraSymbol():
            return 1.0
        case say.AddDie():
            return 0.85
        case say.Heal(n, heroes, _):
            return 0.4 * n * heroes
        case say.MoveRuin():
            return 0.75 if phase == 1 else 0.0
        case say.RerollAll():
            return 0.5
    return 0.7


def _prices(spaces: tuple[say.Space, ...]) -> Iterator[tuple[float, float, float]]:
    """For each number of spaces done what the rest costs: symbols, other things, Heroes to be recruited."""
    for at in range(len(spaces) + 1):
        rest = spaces[at:]
        symbols = sum(len(space.symbols) for space in rest)
        other = sum(space.tokens + space.dice + space.damage for space in rest)
        yield float(symbols), float(other), float(sum(bool(space.recruit) for space in rest))


_UNMET: Final = 0.25
"""What an ability counts whose condition is not met in its row."""
_MAYBE: Final = 0.5
"""The same in no row yet."""
_MANY: Final = (0.0, 0.0, 0.0, on_grid(1 / 3), on_grid(2 / 3), 1.0)
"""Where a number of Teams lies between two (0) and five (1)."""

_NEAR: Final = 2
"""So much Damage is soon put on a Villain."""
_HEALTH_TO_COME: Final = 4
"""What a Hero can take who is not in a Team yet."""
_MOST_RACE: Final = 6.0

_LASTING: Final = {kind: _PLACE[f"ability_{kind}"] for kind in ("die", "roll", "heal", "strike")}
_WEARING: Final = {kind: _PLACE[f"{kind}_log"] for kind in ("die", "roll", "heal", "strike", "relief")}

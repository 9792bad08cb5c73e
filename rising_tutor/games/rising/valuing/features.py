"""What the evaluator counts on a table: numbers by name, each with the sign that its weight may have.

A card is judged by its typed effects, never by its name, so that an owner's cards are judged alike. Tokens and face-up
cards add to the features and nothing else of the table changes what one of them adds, but the phase, the tracks and
whether a battle waits at its location: no feature multiplies two cards. All values are multiples of 1/1024, so that
sums of them are exact in any order.

>>> len(NAMES) == len(set(NAMES))
True
"""

from collections.abc import Iterator
from math import log
from typing import Final, Literal, NamedTuple

from rising_tutor.games.rising import vocabulary as say
from rising_tutor.games.rising.book import Book
from rising_tutor.games.rising.greedy.policy import adjacent_fits
from rising_tutor.games.rising.spec import Spec
from rising_tutor.games.rising.view import RisingView, TeamView

GRID: Final = 1024


class Feature(NamedTuple):
    """A number that is counted.

    Attributes:
        name: of its weight in the data file.
        sign: +1 if more can only help, -1 if more can only hurt, 0 if neither is sure.
        phases: in which it has a weight.
        says: what it counts.
        only: "tracks" for titles with tracks and Final Battles, "carriers" for those with counters on carriers,
            "boss" for those with a last opponent; "" for all.
    """

    name: str
    sign: Literal[-1, 0, 1]
    phases: tuple[int, ...]
    says: str
    only: Literal["", "tracks", "carriers", "boss"] = ""


_BOTH = (1, 2)
FEATURES: Final = (
    Feature("start", 0, _BOTH, "1"),
    Feature("three_teams", 0, _BOTH, "1 with three Teams"),
    Feature("four_teams", 0, _BOTH, "1 with four Teams"),
    Feature("five_teams", 0, _BOTH, "1 with five Teams", "tracks"),
    Feature("rounds", -1, _BOTH, "turns begun, for each Team: who needed longer to come here will again"),
    # tracks
    Feature("ruin", -1, (1,), "Ruin spaces moved, as a share of the track", "tracks"),
    Feature("balance_symbols", -1, (1,), "symbols that the Balance spaces to come cost", "tracks"),
    Feature("balance_other", -1, (1,), "tokens, dice and Damage that they cost", "tracks"),
    Feature("balance_recruits", -1, (1,), "of these spaces those that want a Hero recruited", "tracks"),
    Feature("race", -1, (1,), "all of that for each turn until Ruin is expected, up to 3", "tracks"),
    Feature("balance_won", 1, (2,), "1 where Balance brought the Day of Black Sun", "tracks"),
    Feature("icons_at_risk", -1, (1,), "Heroes with the icon, times the share of Ruin moved", "tracks"),
    # how much is to be done
    Feature("battle_goal", -1, _BOTH, "what the win still needs: Damage on the last opponents, or beaten Villains"),
    Feature("goal_near", 1, (2,), "how far that is below three", "tracks"),
    Feature("battles_open", -1, (2,), "Final Battles that are open", "tracks"),
    Feature("villains_set", -1, _BOTH, "Villains that the options put into the deck", "tracks"),
    Feature("villains_out", 1, _BOTH, "Villains removed"),
    Feature("boss_hidden", -1, _BOTH, "cards that lie on the last opponent in the deck", "boss"),
    Feature("boss_blocked", -1, _BOTH, "Villains still to be beaten before it can be", "boss"),
    # the enemy's counters
    Feature("pressure", -1, _BOTH, "counters on carriers that stand", "carriers"),
    Feature("pressure_near", -1, _BOTH, "those on carriers with at most 2 spaces left", "carriers"),
    Feature("fallen", -1, _BOTH, "carriers that fell", "carriers"),
    Feature("fallen_near", -1, _BOTH, "the same, squared, as a share of the limit", "carriers"),
    Feature("ground_open", -1, _BOTH, "locations of which only the ground is left, with its counters", "carriers"),
    # how near the loss is
    Feature(
        "losses_few", 1, _BOTH, "Heroes that may still be defeated before the loss; in full with two Teams, 0 with five"
    ),
    Feature("losses_many", 1, _BOTH, "the same, 0 with two Teams and in full with five"),
    Feature("losses_near", 1, _BOTH, "the logarithm of that number"),
    # Teams
    Feature("heroes", 1, _BOTH, "Heroes in the Teams"),
    Feature("health", 1, _BOTH, "Damage that they can still take"),
    Feature("weak", -1, _BOTH, "Heroes of Teams with at most 2 health left, and those defeated"),
    Feature("dying", -1, _BOTH, "Heroes of Teams with at most 1 health left, and those defeated"),
    Feature("team_weak", -1, _BOTH, "Teams with at most 6 health left"),
    Feature("team_poor", -1, _BOTH, "Teams with at most 4 health left"),
    Feature("team_dying", -1, _BOTH, "Teams with at most 2 health left"),
    Feature("weakest", 1, _BOTH, "health left of the Team that has least"),
    Feature("alone", -1, _BOTH, "Teams with one Hero"),
    Feature("pair", -1, _BOTH, "Teams with one or two Heroes"),
    Feature(
        "ability_die", 1, _BOTH, "abilities of the Teams' Heroes that add dice; one whose condition is not met for 1/4"
    ),
    Feature("ability_roll", 1, _BOTH, "those that reroll, turn or keep dice"),
    Feature("ability_heal", 1, _BOTH, "those that heal"),
    Feature("ability_strike", 1, _BOTH, "those that put Damage on Villains or draw tokens"),
    Feature("ability_relief", 1, _BOTH, "those that take counters off carriers", "carriers"),
    Feature("tokens", 1, _BOTH, "tokens, each by what it does"),
    # places
    Feature("hero_here", 0, _BOTH, "Heroes on places"),
    Feature("hero_able", 1, _BOTH, "what their abilities bring"),
    Feature("hero_price", -1, _BOTH, "symbols that recruiting them costs"),
    Feature("hero_damage", -1, _BOTH, "Damage on them"),
    Feature("hero_weak", -1, _BOTH, "those with at most 2 health left"),
    Feature("hero_dying", -1, _BOTH, "those with at most 1 health left"),
    Feature("villain_here", -1, _BOTH, "Villains on places"),
    Feature("villain_health", -1, _BOTH, "Damage that they can still take"),
    Feature("villain_price", -1, _BOTH, "symbols that this costs"),
    Feature("threat_heroes", -1, _BOTH, "Damage on Heroes that their effects do when they are faced"),
    Feature("threat_tracks", -1, (1,), "Ruin that they move; that they block Balance counts as half a space", "tracks"),
    Feature("threat_carriers", -1, _BOTH, "counters that they put on carriers", "carriers"),
    Feature("threat_other", -1, _BOTH, "whatever else they do"),
    Feature(
        "barred_few",
        -1,
        (2,),
        "Damage to put on Villains beside an open battle; in full with two Teams, 0 with five",
        "tracks",
    ),
    Feature("barred_many", -1, (2,), "the same, 0 with two Teams and in full with five", "tracks"),
    Feature("barred_here", -1, (2,), "such Villains", "tracks"),
)


def features_of(spec: Spec) -> tuple[Feature, ...]:
    """The features that a title has; the others are 0 there and have no weight."""
    has = {
        "": True,
        "tracks": spec.box.balance_sides > 0,
        "carriers": spec.box.carriers > 0,
        "boss": bool(spec.switch.boss),
    }
    phases = _BOTH if has["tracks"] else (1,)
    return tuple(
        feature._replace(phases=tuple(phase for phase in feature.phases if phase in phases))
        for feature in FEATURES
        if has[feature.only]
    )


NAMES: Final = tuple(feature.name for feature in FEATURES)
_AT: Final = {name: at for at, name in enumerate(NAMES)}
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
        self._token = {kind.id: tuple(on_grid(_token(kind.effect, phase)) for phase in _BOTH) for kind in book.token}
        self._price = {side.id: tuple(_prices(side.spaces)) for side in book.side.values()}
        self._conditional = frozenset(card for card, hero in book.hero.items() if hero.ability.only_if is not None)
        n_cards = sum(kind.n for kind in book.fire)
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
                    out[_HERO_DAMAGE] += damage
                    out[_HERO_WEAK] += left <= 2
                    out[_HERO_DYING] += left <= 1
                else:
                    done = min(damage, spot.capacity)
                    out[_VILLAIN_HEALTH] -= done
                    out[_VILLAIN_PRICE] -= done * sum(book.price[spot.card])
                    if phase == 2 and view.battles[place // book.spec.places] is not None:
                        many = _MANY[min(len(view.teams), 5)]
                        out[_BARRED_FEW] -= done * (1.0 - many)
                        out[_BARRED_MANY] -= done * many
        return out

    def token(self, view: RisingView, token: str) -> Terms:
        """What one more token adds."""
        return ((_TOKENS, self._token[token][view.phase - 1]),)

    def card(self, view: RisingView, card: str, place: int) -> Terms:
        """What a face-up card without Damage adds."""
        book = self.book
        barred = view.phase == 2 and view.battles[place // book.spec.places] is not None
        key = (card, view.phase, min(len(view.teams), 5) if barred else 0)
        terms = self._card.get(key)
        if terms is None:
            terms = self._card[key] = tuple(self._face_up(*key))
        if view.phase == 1 and card in book.icon and card in book.hero:
            return (*terms, (_ICONS_AT_RISK, self._ruin(view)))
        return terms

    # the whole table

    def _ruin(self, view: RisingView) -> float:
        return on_grid(min(view.ruin, view.ruin_top) / view.ruin_top)

    def _whole(self, view: RisingView, out: list[float]) -> None:
        options = view.options
        out[_START] = 1.0
        n_teams = len(view.teams)
        out[_ROUNDS] = on_grid(view.turn / n_teams)
        if n_teams > 2:
            out[_START + min(n_teams, 5) - 2] = 1.0
        done = 0
        if not self.book.side:
            done = self._carriers_and_goal(view, out)
        elif view.phase == 1:
            out[_RUIN] = self._ruin(view)
            track = view.balance
            prices = self._price.get(track.side, ()) if track is not None else ()
            if track is not None and prices:
                symbols, other, recruits = prices[min(track.position, len(prices) - 1)]
                out[_BALANCE_SYMBOLS], out[_BALANCE_OTHER], out[_BALANCE_RECRUITS] = symbols, other, recruits
                turns = max(1.0, (view.ruin_top - view.ruin) / self._pace)
                out[_RACE] = on_grid(min(3.0, (symbols + other + 2 * recruits) / turns))
        else:
            out[_BALANCE_WON] = float(view.black_sun == "balance")
            open_now = [spot for spot in view.battles if spot is not None and spot.card not in view.battles_done]
            out[_BATTLES_OPEN] = float(len(open_now))
            goals = dict(zip(self.book.battle_ids, options.battle_damage, strict=True))
            done = sum(goals[card] for card in view.battles_done) + sum(
                min(spot.damage, goals[spot.card]) for spot in open_now
            )
        whole = sum(options.battle_damage) if self.book.side else options.target
        goal = float(max(0, whole - done))
        out[_BATTLE_GOAL] = goal
        if view.phase == 2:
            out[_GOAL_NEAR] = max(0.0, 3.0 - goal)
        out[_VILLAINS_SET] = float(options.villains)
        out[_VILLAINS_OUT] = float(len(view.villains_out))
        # A Hero who is lost is never better than one who is about to be.
        out[_WEAK] = out[_DYING] = float(len(view.defeated))
        left = max(0, options.hero_loss_limit - len(view.defeated))
        many = _MANY[min(len(view.teams), 5)]
        out[_LOSSES_FEW] = left * (1.0 - many)
        out[_LOSSES_MANY] = left * many
        out[_LOSSES_NEAR] = on_grid(log(left + 0.25))

    def _carriers_and_goal(self, view: RisingView, out: list[float]) -> int:
        """The enemy's counters; gives how much of the goal is done."""
        fallen = 0
        for one in view.carriers:
            if one.fallen:
                fallen += not self.book.carrier[one.card].ground
                continue
            out[_PRESSURE] += one.counters
            if one.spaces - one.counters <= 2:
                out[_PRESSURE_NEAR] += one.counters
            if self.book.carrier[one.card].ground and not one.depth:
                out[_GROUND_OPEN] += 1 + one.counters
        out[_FALLEN] = float(fallen)
        out[_FALLEN_NEAR] = on_grid((fallen / max(1, view.options.fallen_limit)) ** 2)
        if not self.book.spec.switch.boss:
            return len(view.villains_out)
        out[_BOSS_HIDDEN] = float(max(0, view.above_boss))
        out[_BOSS_BLOCKED] = float(max(0, view.options.target - len(view.villains_out)))
        return sum(spot.damage for spot in view.battles if spot is not None)

    def _team(self, view: RisingView, team: TeamView, out: list[float]) -> None:
        phase, icon = view.phase, self.book.icon
        size = len(team.row)
        whole = 0
        for position, member in enumerate(team.row):
            left = max(0, member.capacity - member.damage)
            whole += left
            if left <= 2:
                out[_WEAK] += 1
                if left <= 1:
                    out[_DYING] += 1
            met = 1.0
            if member.card in self._conditional and not adjacent_fits(self.book, team.row, position):
                met = _UNMET
            for at, x in self._abilities(member.card, phase, met):
                out[at] += x
            if phase == 1 and member.card in icon:
                out[_ICONS_AT_RISK] += self._ruin(view)
        out[_HEROES] += size
        out[_HEALTH] += whole
        # 0 until the first Team was counted, as no Team has less than nothing left.
        out[_WEAKEST] = whole if team is view.teams[0] else min(out[_WEAKEST], whole)
        if whole <= 6:
            out[_TEAM_WEAK] += 1
            if whole <= 4:
                out[_TEAM_POOR] += 1
                if whole <= 2:
                    out[_TEAM_DYING] += 1
        if size <= 2:
            out[_PAIR] += 1
            if size <= 1:
                out[_ALONE] += 1
        for kind, n in team.tokens:
            out[_TOKENS] += self._token[kind][phase - 1] * n

    # cards, remembered

    def _abilities(self, card: str, phase: int, met: float) -> Terms:
        key = (card, phase, met)
        terms = self._ability.get(key)
        if terms is None:
            ability = self.book.hero[card].ability
            often = _OFTEN[ability.when] * (met if ability.only_if is not None else 1.0)
            found = ((at, on_grid(x * often)) for at, x in _rates(ability.effect, phase))
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
                (_HERO_HERE, 1.0),
                (_HERO_ABLE, able),
                (_HERO_PRICE, price),
                (_HERO_WEAK, float(low <= 2)),
                (_HERO_DYING, float(low <= 1)),
            ]
        health = float(book.capacity[card])
        terms = [
            (_VILLAIN_HERE, 1.0),
            (_VILLAIN_HEALTH, health),
            (_VILLAIN_PRICE, health * price),
            *((at, on_grid(x)) for at, x in _threats(book.villain[card].effect, phase)),
        ]
        if barring:
            many = _MANY[barring]
            terms += [(_BARRED_FEW, health * (1.0 - many)), (_BARRED_MANY, health * many), (_BARRED_HERE, 1.0)]
        return terms


def _rates(effect: say.RisingEffect, phase: int) -> list[tuple[int, float]]:  # noqa: C901  # one flat case for each effect
    """What an own effect brings each time, in extra dice, Damage healed, Damage on Villains."""
    match effect:
        case say.InOrder(effects):
            return [term for part in effects for term in _rates(part, phase)]
        case say.ByPhase(one, two):
            return _rates(one if phase == 1 else two, phase)
        case say.AddDie():
            return [(_ABILITY_DIE, 1.0)]
        case say.Reroll(n):
            return [(_ABILITY_ROLL, 0.6 if n == 0 else 0.35 + 0.1 * min(n, 2))]
        case say.RerollAll():
            return [(_ABILITY_ROLL, 0.6)]
        case say.ChangeFace():
            return [(_ABILITY_ROLL, 0.7)]
        case say.ParkDie():
            return [(_ABILITY_ROLL, 0.5)]
        case say.Heal(n, heroes, _):
            return [(_ABILITY_HEAL, n * float(heroes**0.7))]
        case say.HealTeams(n):
            return [(_ABILITY_HEAL, 2.5 * n)]
        case say.HealOneOfEach(n):
            return [(_ABILITY_HEAL, 1.8 * n)]
        case say.RemovePressure(n, where):
            return [(_ABILITY_RELIEF, n * (1.0 if where == "any" else 0.7))]
        case say.DrawTokens(n, _):
            return [(_ABILITY_STRIKE, 0.6 * n)]
        case say.DamageVillain(who):
            return [(_ABILITY_STRIKE, 0.7 if who == "one_here" else 0.9)]
        case say.MoveDamage(source, _):
            return [(_ABILITY_STRIKE, 0.9 if source == "own_hero" else 0.3)]
    return []


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
            return [(_THREAT_HEROES, many * some * n * (2.0 if teams == "each" else 1.0))]
        case say.AddPressure(n):
            return [(_THREAT_CARRIERS, float(n))]
        case say.TurnFigure():
            return [(_THREAT_HEROES, 1.5)]
        case say.MoveRuin(n):
            return [(_THREAT_TRACKS, float(max(0, n)))] if phase == 1 else []
        case say.BlockBalance():
            return [(_THREAT_TRACKS, 0.5)] if phase == 1 else []
        case say.LoseDie(n):
            return [(_THREAT_OTHER, 0.7 * n)]
        case say.HealVillains(n):
            return [(_THREAT_OTHER, 0.1 * n)]
        case say.DiscardTokens(n):
            return [(_THREAT_OTHER, 0.5 * n)]
    return [(_THREAT_OTHER, 0.3)]


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


_OFTEN: Final[dict[str, float]] = {
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

_UNMET: Final = 0.25
"""What an ability counts whose condition is not met in its row."""
_MAYBE: Final = 0.5
"""The same in no row yet."""
_MANY: Final = (0.0, 0.0, 0.0, on_grid(1 / 3), on_grid(2 / 3), 1.0)
"""Where a number of Teams lies between two (0) and five (1)."""

_START = _AT["start"]
_RUIN, _RACE, _BALANCE_WON = (_AT[n] for n in ("ruin", "race", "balance_won"))
_BALANCE_SYMBOLS, _BALANCE_OTHER, _BALANCE_RECRUITS = (_AT[f"balance_{n}"] for n in ("symbols", "other", "recruits"))
_ICONS_AT_RISK = _AT["icons_at_risk"]
_BATTLE_GOAL, _GOAL_NEAR, _BATTLES_OPEN = _AT["battle_goal"], _AT["goal_near"], _AT["battles_open"]
_VILLAINS_SET, _VILLAINS_OUT = _AT["villains_set"], _AT["villains_out"]
_ROUNDS = _AT["rounds"]
_LOSSES_FEW, _LOSSES_MANY, _LOSSES_NEAR = _AT["losses_few"], _AT["losses_many"], _AT["losses_near"]
_HEROES, _HEALTH, _WEAK, _DYING = (_AT[n] for n in ("heroes", "health", "weak", "dying"))
_TEAM_WEAK, _TEAM_POOR, _TEAM_DYING, _WEAKEST = (_AT[n] for n in ("team_weak", "team_poor", "team_dying", "weakest"))
_ALONE, _PAIR = _AT["alone"], _AT["pair"]
_ABILITY_DIE, _ABILITY_ROLL = _AT["ability_die"], _AT["ability_roll"]
_ABILITY_HEAL, _ABILITY_STRIKE = _AT["ability_heal"], _AT["ability_strike"]
_TOKENS = _AT["tokens"]
_PRESSURE, _PRESSURE_NEAR, _GROUND_OPEN = _AT["pressure"], _AT["pressure_near"], _AT["ground_open"]
_FALLEN, _FALLEN_NEAR = _AT["fallen"], _AT["fallen_near"]
_BOSS_HIDDEN, _BOSS_BLOCKED = _AT["boss_hidden"], _AT["boss_blocked"]
_ABILITY_RELIEF, _THREAT_CARRIERS = _AT["ability_relief"], _AT["threat_carriers"]
_HERO_HERE, _HERO_ABLE, _HERO_PRICE = _AT["hero_here"], _AT["hero_able"], _AT["hero_price"]
_HERO_DAMAGE, _HERO_WEAK, _HERO_DYING = _AT["hero_damage"], _AT["hero_weak"], _AT["hero_dying"]
_VILLAIN_HERE, _VILLAIN_HEALTH = _AT["villain_here"], _AT["villain_health"]
_VILLAIN_PRICE = _AT["villain_price"]
_THREAT_HEROES, _THREAT_TRACKS, _THREAT_OTHER = (_AT[f"threat_{n}"] for n in ("heroes", "tracks", "other"))
_BARRED_FEW, _BARRED_MANY, _BARRED_HERE = _AT["barred_few"], _AT["barred_many"], _AT["barred_here"]

"""The door of the policy "greedy", and every choice outside step 3."""

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from rising_tutor.core.node import Decision
from rising_tutor.core.values import with_count
from rising_tutor.effects.by_type import ByType
from rising_tutor.games.rising import actions as do
from rising_tutor.games.rising.cards import vocabulary as say
from rising_tutor.games.rising.cards.book import Book
from rising_tutor.games.rising.greedy.aims import targets_at
from rising_tutor.games.rising.greedy.odds import Pool
from rising_tutor.games.rising.greedy.plans import Planner
from rising_tutor.games.rising.greedy.standing import counts, standing
from rising_tutor.games.rising.greedy.turn import Turn
from rising_tutor.games.rising.greedy.worth import Weights, Worth
from rising_tutor.games.rising.rules import tasks
from rising_tutor.games.rising.view import MemberView, RisingView

Actions = Sequence[do.RisingAction]


class Sight:
    """A view and what was worked out from it."""

    def __init__(self, book: Book, planner: Planner, view: RisingView, weights: Weights) -> None:
        self.book = book
        self.planner = planner
        self.view = view
        self.worth = Worth(book, view, weights)

    def turn(self) -> Turn:
        return Turn(self.book, self.planner, self.view, self.worth)

    def pool(self, location: int = -1) -> Pool:
        """The dice of the active Team in this turn, as far as they are known; before it went there, at a location."""
        view, book = self.view, self.book
        roll = view.roll
        out = [0] * len(book.colours)
        if roll.waiting or roll.shown:
            for die in (*roll.waiting, *(name.partition(":")[0] for name in roll.shown)):
                out[book.colour_index[die]] += 1
            return tuple(out)
        for die in (*book.team[self.worth.team.card].dice, *roll.earned):
            out[book.colour_index[die]] += 1
        row = self.worth.team.row
        for position, member in enumerate(row):
            ability = book.hero[member.card].ability
            if ability.when not in ("free", "on_collect") or not isinstance(ability.effect, say.AddDie):
                continue
            if self.fits(row, position, location):
                out[book.colour_index[ability.effect.colours[0]]] += 1
        return tuple(min(n, most) for n, most in zip(out, book.dice_total, strict=True))

    def fits(self, row: tuple[MemberView, ...], position: int, location: int) -> bool:
        """The condition of an ability would be true at this location."""
        condition = self.book.hero[row[position].card].ability.only_if
        if condition is not None and condition.who == "villain_here":
            spots = self.worth.spots(location) if location >= 0 else []
            return any(spot.card in self.book.villain for spot in spots) != condition.negate
        return adjacent_fits(self.book, row, position)

    def promise(self, pool: Pool, location: int) -> float:
        return self.planner.promise(pool, tuple(targets_at(self.book, self.view, self.worth, location)))


def adjacent_fits(book: Book, row: tuple[MemberView, ...], position: int) -> bool:
    """The printed condition of a Hero's ability is true in this row."""
    condition = book.hero[row[position].card].ability.only_if
    if condition is None:
        return True
    if condition.who == "adjacent":
        others = row[max(0, position - 1) : position] + row[position + 1 : position + 2]
    else:
        others = row[:position] + row[position + 1 :]
    return any((book.hero[other.card].type in condition.types) != condition.negate for other in others)


class Greedy:
    """Plays one turn ahead, through the view alone.

    It keeps nothing of a game: equal views get equal answers. What it remembers are chances with dice.
    """

    def __init__(self, book: Book, weights: Weights | None = None) -> None:
        self.book = book
        self.weights = weights or Weights()
        self._planner: Planner | None = None

    def __call__(self, decision: Decision[Any], look: Callable[[], RisingView], rng: Random) -> Any:  # noqa: ARG002 - a policy
        """The action that promises most; the first one where nothing is known."""
        actions: Actions = decision.actions
        if len(actions) == 1:
            return actions[0]
        view = look()
        if self._planner is None:
            self._planner = Planner(self.book)
        answer = _ANSWER.table.get(type(view.agenda[-1])) if view.agenda else None
        if answer is None:
            return actions[0]
        chosen = answer(Sight(self.book, self._planner, view, self.weights), view.agenda[-1], actions)
        return actions[0] if chosen is None else chosen

    @property
    def judges_by(self) -> str:
        return counts(self.book)

    def judge(self, view: RisingView) -> float:
        """How well the side stands, in Damage on a Villain."""
        return standing(self.book, view, self.weights)


_ANSWER: ByType[do.RisingAction | None] = ByType(
    "greedy",
    {
        tasks.Window: lambda sight, _, actions: sight.turn().choose(actions),
        tasks.PickTeam: lambda sight, _, actions: _best(
            actions, lambda action: sight.worth.team_card(action.card), do.TakeTeam
        ),
        tasks.Offer: lambda _, __, actions: _first(actions, do.React),
        tasks.PickAid: lambda _, __, actions: _first(actions, do.TakeAid),
        tasks.PickStarter: lambda sight, _, actions: _best(
            actions, lambda action: sight.worth.starter(action.card), do.TakeStarter
        ),
        tasks.PickSwap: lambda sight, _, actions: _best(
            actions, lambda action: sight.worth.swap(action.here, action.elsewhere), do.SwapCards
        ),
        tasks.PickOrder: lambda _, __, actions: _first(actions, do.Done),
        tasks.PickDrop: lambda sight, _, actions: _best(
            actions, lambda action: -sight.worth.token(action.token), do.DropToken
        ),
    },
)
"""(sight, task, actions) -> the answer to the choice that waits; None where any will do."""


def _first(actions: Actions, kind: type) -> do.RisingAction | None:
    return next((action for action in actions if isinstance(action, kind)), None)


def _best(actions: Actions, score: Callable[[Any], float], kind: type) -> do.RisingAction | None:
    """The action of a kind with the highest score, or None where none is worth doing."""
    fitting = [(score(action), -at, action) for at, action in enumerate(actions) if isinstance(action, kind)]
    best = max(fitting, key=lambda entry: entry[:2], default=None)
    if best is None:
        return None
    done = _first(actions, do.Done)
    return done if done is not None and best[0] <= 0 else best[2]


@_ANSWER.of(tasks.PlaceTeamToken)
def _(sight: Sight, _task: tasks.PlaceTeamToken, actions: Actions) -> do.RisingAction | None:
    attacked = attack_chances(sight)
    cost = sight.worth.attack_cost() * sight.worth.w.risk

    def score(action: do.GoTo) -> float:
        return sight.promise(sight.pool(action.location), action.location) - attacked[action.location] * cost

    return _best(actions, score, do.GoTo)


def attack_chances(sight: Sight) -> list[float]:
    """How often a Team at each location is attacked this turn, on average."""
    view, book = sight.view, sight.book
    n = book.spec.locations
    if book.threat_die:
        return _attacked_by_dice(sight)
    deck = view.fire_deck if any(count for _, count in view.fire_deck) else view.fire_discard
    total = sum(count for _, count in deck) or 1
    faced = [0.0] * n
    for card, count in deck:
        step = _STEPS[book.fire[book.fire_index[card]].direction]
        faced[(view.facing + step) % n] += count / total
    out = list(faced)
    for location, chance in enumerate(faced):
        for spot in sight.worth.spots(location):
            if spot.card in book.villain:
                match book.villain[spot.card].effect:
                    case say.TurnFigure(direction):
                        out[(location + _STEPS[direction]) % n] += chance
                    case say.DamageHeroes("here"):
                        out[location] += chance
    return out


def _attacked_by_dice(sight: Sight) -> list[float]:
    """The same with dice of the enemy: where the figure looks, and what Villains there or everywhere do."""
    book, view = sight.book, sight.view
    n = book.spec.locations
    out = [0.0] * n
    for die in book.threat_die.values():
        total = sum(face.n for face in die.face)
        for face in (face for face in die.face if face.turn):
            chance = face.n / total
            faced = (view.facing + _STEPS[face.turn]) % n
            out[faced] += chance
            for location in range(n) if face.everyone else (faced,):
                for spot in sight.worth.spots(location):
                    if spot.card in book.villain:
                        match book.villain[spot.card].effect:
                            case say.DamageHeroes("here"):
                                out[location] += chance
                            case say.DamageHeroes("clockwise"):
                                out[(location + 1) % n] += chance
    return out


_STEPS = {"left": -1, "right": 1, "stay": 0}


@_ANSWER.of(tasks.PickHeal)
def _(sight: Sight, task: tasks.PickHeal, actions: Actions) -> do.RisingAction | None:
    gains: dict[str, float] = {}
    for team in sight.view.teams:
        for member in team.row:
            gains[member.card] = sight.worth.heal_member(member, task.n, len(team.row))
    for spot in sight.worth.here():
        if spot.card in sight.book.hero:
            gains[spot.card] = sight.worth.heal_spot(spot, task.n)
    return _best(actions, lambda action: gains.get(action.card, 0.0), do.Choose)


@_ANSWER.of(tasks.PickHealOfTeam)
def _(sight: Sight, task: tasks.PickHealOfTeam, actions: Actions) -> do.RisingAction | None:
    row = sight.view.teams[task.team].row
    gains = {member.card: sight.worth.heal_member(member, task.n, len(row)) for member in row}
    return _best(actions, lambda action: gains.get(action.card, 0.0), do.Choose)


@_ANSWER.of(tasks.PickCarrier)
def _(sight: Sight, task: tasks.PickCarrier, actions: Actions) -> do.RisingAction | None:
    carriers = {one.card: one for one in sight.view.carriers}
    if task.n > 0:
        return _best(
            actions,
            lambda action: -sight.worth.pressure_cost(carriers[action.card], carriers[action.card].counters),
            do.Choose,
        )
    return _best(actions, lambda action: sight.worth.relieve(carriers[action.card], -task.n), do.Choose)


@_ANSWER.of(tasks.PickRedeploy)
def _(sight: Sight, _task: tasks.PickRedeploy, actions: Actions) -> do.RisingAction | None:
    """To the last opponent, if the dice promise more there without the one that it costs; tokens wait."""
    pool, view = sight.pool(), sight.view
    stay = sight.promise(pool, view.location)

    def score(action: do.Redeploy) -> float:
        at = sight.book.colour_index[action.die]
        return sight.promise((*pool[:at], max(0, pool[at] - 1), *pool[at + 1 :]), view.facing) - stay

    return _best(actions, score, do.Redeploy) or actions[-1]


@_ANSWER.of(tasks.LateTokens)
def _(sight: Sight, _task: tasks.LateTokens, actions: Actions) -> do.RisingAction | None:
    def score(action: do.UseToken) -> float:
        effect = sight.book.token[sight.book.token_index[action.token]].effect
        return sight.worth.now(effect, action.token) - sight.worth.token(action.token)

    return _best(actions, score, do.UseToken)


@_ANSWER.of(tasks.PickVillain)
def _(sight: Sight, _task: tasks.PickVillain, actions: Actions) -> do.RisingAction | None:
    hits = _hits(sight)
    return _best(actions, lambda action: hits.get(action.card, 0.0) + 0.01, do.Choose)


def _hits(sight: Sight) -> dict[str, float]:
    """What a counter on each Villain is worth; those that dice cover already come last."""
    return {
        spot.card: sight.worth.villain_hit(spot, location, spot.sets)
        for location in range(sight.book.spec.locations)
        for spot in sight.worth.spots(location)
        if spot.card in sight.book.villain
    }


@_ANSWER.of(tasks.PickShift)
def _(sight: Sight, _task: tasks.PickShift, actions: Actions) -> do.RisingAction | None:
    hits = _hits(sight)
    size = len(sight.worth.team.row)
    gains = {m.card: sight.worth.heal_member(m, 1, size) for m in sight.worth.team.row}

    def score(action: do.ShiftDamage) -> float:
        to = hits.get(action.to, 0.0)
        if action.source in hits:
            return to - hits[action.source] * 0.95 + 0.1
        return to + gains.get(action.source, 0.0) + 0.01

    return _best(actions, score, do.ShiftDamage)


@_ANSWER.of(tasks.PickColour)
def _(sight: Sight, _task: tasks.PickColour, actions: Actions) -> do.RisingAction | None:
    pool = sight.pool()
    stock = dict(sight.view.stock)

    def score(action: do.ChooseColour) -> float:
        if not stock[action.colour]:
            return 0.0
        at = sight.book.colour_index[action.colour]
        return 0.01 + sight.promise(with_count(pool, at, +1), sight.view.location)

    return _best(actions, score, do.ChooseColour)


@_ANSWER.of(tasks.PickReroll)
def _(sight: Sight, task: tasks.PickReroll, actions: Actions) -> do.RisingAction | None:
    """The dice that the plan for this roll does not use."""
    spare = list(sight.turn().plan().spare)
    for code in task.chosen:
        if code in spare:
            spare.remove(code)
    for code in spare:
        if sight.book.pick[code] in actions:
            return sight.book.pick[code]
    return _first(actions, do.Done)


@_ANSWER.of(tasks.PickFace)
def _(sight: Sight, task: tasks.PickFace, actions: Actions) -> do.RisingAction | None:
    turn = sight.turn()
    value, code, face = turn.best_face(task.symbol)
    done = _first(actions, do.Done)
    if code < 0 or value <= turn.plan().value:
        return done
    name = sight.book.die_name
    return next((a for a in actions if a == do.TurnDie(name[code], name[face])), done)


@_ANSWER.of(tasks.PickVictim)
def _(sight: Sight, task: tasks.PickVictim, actions: Actions) -> do.RisingAction | None:
    row = sight.view.teams[task.team].row
    cost = {m.card: sight.worth.hit_cost(m.damage, m.capacity, sight.worth.member_loss(m, len(row))) for m in row}
    return _best(actions, lambda action: -cost.get(action.card, 0.0), do.Choose)


@_ANSWER.of(tasks.PickLostDie)
def _(sight: Sight, _task: tasks.PickLostDie, actions: Actions) -> do.RisingAction | None:
    pool = sight.pool()

    def score(action: do.PickDie) -> float:
        at = sight.book.colour_index[action.die.partition(":")[0]]
        return sight.promise((*pool[:at], max(0, pool[at] - 1), *pool[at + 1 :]), sight.view.location)

    return _best(actions, score, do.PickDie)


@_ANSWER.of(tasks.PickRecruit)
def _(sight: Sight, _task: tasks.PickRecruit, actions: Actions) -> do.RisingAction | None:
    """The end where most abilities of the row work."""
    row = sight.worth.team.row
    book = sight.book

    def score(action: do.Join) -> float:
        new = MemberView(action.card, 0, book.capacity[action.card], False, (), (), "")  # noqa: FBT003 - a record of facts
        joined = (new, *row) if action.end == "left" else (*row, new)
        fits = sum(
            sight.worth.ability(m.card) * (1.0 if adjacent_fits(book, joined, at) else 0.3)
            for at, m in enumerate(joined)
        )
        return fits + 0.01

    return _best(actions, score, do.Join)

"""The dice step of a position as a problem: its dice, its needs, what may help, and what one set is worth.

Balance counts where all of its cost is met: its symbols, the dice it takes, and what it wants besides, as far as the
cards in the question can bring that. A payoff table says so, as neither half is worth anything alone.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import product
from math import inf
from typing import NamedTuple

from msgspec.structs import replace

from rising_tutor.core.chance import Shown
from rising_tutor.core.ids import CardId
from rising_tutor.errors import BadProblem, TooLarge
from rising_tutor.games.rising.actions import BALANCE
from rising_tutor.games.rising.cards.book import Codes
from rising_tutor.games.rising.cards.vocabulary import Space
from rising_tutor.games.rising.odds.cards import help_of
from rising_tutor.games.rising.odds.says import Left, says_of
from rising_tutor.games.rising.odds.targets import (
    Aim,
    is_default,
    lacking,
    need_of,
    open_aims,
    origin_of,
    space_of,
    wanted,
)
from rising_tutor.games.rising.rules import tasks
from rising_tutor.games.rising.rules.abilities import holds
from rising_tutor.games.rising.rules.context import Run
from rising_tutor.games.rising.rules.state import DISCARDED, OWED, Spot
from rising_tutor.probability.dice_turn.dice_game import OddsCard, Question
from rising_tutor.probability.dice_turn.plan import Plan
from rising_tutor.probability.dice_turn.problem import (
    ChangeFace,
    ExtraDie,
    ExtraSymbol,
    Help,
    Need,
    Position,
    Problem,
    Reroll,
    sums,
)

MOST_WORK = 5_000_000
"""Work of some seconds; where nobody says what counts, no more."""
MOST_CHOSEN = 25_000_000
"""Work of less than a minute; more is refused."""
_ASKS = (tasks.Window, tasks.PickColour, tasks.PickReroll, tasks.PickFace)
"""Choices about dice, with the window of step 3 itself."""


class Asked(NamedTuple):
    """A question with what its needs are in the game."""

    question: Question
    aims: tuple[Aim, ...]


def in_dice_step(run: Run) -> bool:
    """Whether the present choice is one about the dice of step 3."""
    t = run.t
    return bool(t.agenda) and type(t.agenda[-1]) in _ASKS and tasks.Window() in t.agenda


def ask(run: Run, targets: Sequence[str] | None) -> Asked | None:
    """The dice step as a problem; None outside of it, or where dice can complete nothing.

    Args:
        run: the position.
        targets: what counts; an id that stands n times counts n sets. None: one set of everything at the location.

    Raises:
        BadProblem: a target is unknown here.
        TooLarge: what was chosen would take minutes.
    """
    if not in_dice_step(run):
        return None
    aims = open_aims(run)
    if targets is not None:
        return _refused_if_large(_asked(run, _chosen(run, aims, targets), Left())) if targets else None
    left = Left()
    chosen = [wanted(run, aim, 1) for aim in aims if is_default(aim, run)]
    if BALANCE in {aim.id for aim in chosen} and not _can_be_met(run, chosen):
        chosen = [aim for aim in chosen if aim.id != BALANCE]
        left = left._replace(balance=True)
    return _small_enough(run, chosen, left) if chosen else None


def odds_targets(run: Run) -> tuple[OddsCard, ...]:
    """What can be covered by dice in a position, each once; empty outside the dice step."""
    found: dict[str, OddsCard] = {}
    for aim in open_aims(run) if in_dice_step(run) else ():
        if aim.id not in found:
            kind, origin, rule = origin_of(run, aim)
            found[aim.id] = OddsCard(aim.id, aim.name, kind, need_of(run, wanted(run, aim, 1)), None, origin, rule)
    return tuple(found.values())


def asked_for(run: Run, aims: Sequence[Aim], dropped: tuple[str, ...] = ()) -> Asked:
    """The dice step with exactly these aims, whatever the work.

    Args:
        run: a table in the dice step.
        aims: what its needs are, with their goals (`targets.wanted`).
        dropped: names of helps that do not count.

    Raises:
        BadProblem: no turn can be like this.
    """
    return _asked(run, aims, Left(dropped=dropped))


def reopened(run: Run, question: Question) -> Asked:
    """A question with what its needs are in the game.

    Raises:
        BadProblem: it is the question of another position.
    """
    problem = question.problem
    aims: list[Aim] = []
    if in_dice_step(run):
        times = {target: need.times for target, need in zip(question.targets, problem.needs, strict=True)}
        open_now = open_aims(run)
        aims = [wanted(run, aim, n) for target, n in times.items() for aim in open_now if aim.id == target]
    if len(aims) == len(problem.needs):
        unused = {help_.name for help_ in helps_now(run)} - {help_.name for help_ in problem.helps}
        asked = _asked(run, aims, Left(dropped=tuple(unused)))
        # What the outcomes are worth is for who asks; everything else must be that of the position.
        if replace(asked.question.problem, payoff=problem.payoff) == problem:
            return asked._replace(question=question)
    raise BadProblem("question", ", ".join(question.targets), "the question of this very position")


def _small_enough(run: Run, chosen: list[Aim], left: Left) -> Asked:
    """The question without the largest goals, down to two, then without helps, until it is answered at once."""
    while True:
        asked = _asked(run, chosen, left)
        problem = asked.question.problem
        if work_of(problem, MOST_WORK) <= MOST_WORK:
            return asked
        ids = list(dict.fromkeys(aim.id for aim in chosen))
        droppable = next((h for kind in _DROPPED for h in problem.helps if isinstance(h, kind)), None)
        if len(ids) > 2 or (len(ids) == 2 and droppable is None):
            largest = max(chosen, key=lambda aim: len(need_of(run, aim).lack)).id
            left = left._replace(goals=(*left.goals, next(aim.name for aim in chosen if aim.id == largest)))
            chosen = [aim for aim in chosen if aim.id != largest]
        elif droppable is not None:
            left = left._replace(dropped=(*left.dropped, droppable.name))
        else:
            return asked


def _chosen(run: Run, aims: Sequence[Aim], targets: Sequence[str]) -> list[Aim]:
    known = {aim.id: aim for aim in aims}
    times = Counter(targets)
    for target, n in times.items():
        if target not in known:
            raise BadProblem("target", target, f"one of {', '.join(known) or 'none'}")
        if n > known[target].most:
            raise BadProblem("target", f"{target} {n} times", f"at most {known[target].most} sets of it")
    return [wanted(run, aim, times[target]) for target in times for aim in aims if aim.id == target]


_DROPPED = (Reroll, ChangeFace, ExtraSymbol, ExtraDie)
"""Which helps are left out first, where a question is too large."""


def work_of(problem: Problem, most: float = inf) -> float:
    """How much work a question with all its actions is: pairs of a state and an outcome, more with extra symbols.

    Args:
        problem: of the question.
        most: what is more counts as infinite, and is not counted to its end.
    """
    # Each extra symbol may be used up: tables of their own.
    n_times = 2.0 ** sum(isinstance(help_, ExtraSymbol) for help_ in problem.helps)
    try:
        return Plan(problem, most_pairs=most / n_times).n_pairs * n_times
    except TooLarge:
        return inf


def _refused_if_large(asked: Asked) -> Asked:
    if work_of(asked.question.problem, MOST_CHOSEN) > MOST_CHOSEN:
        raise TooLarge("goals", ", ".join(asked.question.targets), "fewer goals, or a moment with fewer helps")
    return asked


def _asked(run: Run, aims: Sequence[Aim], left: Left) -> Asked:
    t, book = run.t, run.book
    needs = tuple(need_of(run, aim) for aim in aims)
    helps = tuple(help_ for help_ in helps_now(run) if _can_help(run, help_, needs))
    helps = tuple(help_ for help_ in helps if help_.name not in left.dropped)
    problem = Problem(book.dice, pool_of(run), needs, _payoff(run, aims, needs), helps, t.stock).checked()
    question = Question(
        problem=problem,
        targets=tuple(aim.id for aim in aims),
        shown=() if t.duty == DISCARDED else shown_of(run, t.shown),
        owed=t.duty == OWED,
        fresh=t.fresh and bool(t.shown),
        assumes=says_of(run, aims, problem, left._replace(rest=_takes_rest_as_met(run, aims))),
    )
    return Asked(question, tuple(aims))


def shown_of(run: Run, codes: Codes) -> Shown:
    """Dice that show a face, as (colour, face) pairs in the order of the pool."""
    pairs = (run.book.die_name[code].partition(":") for code in codes)
    return tuple((colour, face) for colour, _, face in pairs)


def helps_now(run: Run) -> Iterator[Help]:
    """What may still help, with the help whose use is being carried out: its choice is not made yet."""
    yield from _unused(run)
    waiting = run.t.agenda[-1]
    if isinstance(waiting, tasks.PickColour | tasks.PickReroll | tasks.PickFace):
        help_ = help_of_source(run, waiting.source)
        if help_ is not None:
            yield help_


def _unused(run: Run) -> Iterator[Help]:
    """Free abilities, dice kept on cards, and the tokens of all Teams."""
    t, book = run.t, run.book
    for position, member in enumerate(run.team().row):
        card = member.card
        if card in t.used:
            continue
        ability = book.hero[card].ability
        name = f"Ability of {book.name(card)}"
        if ability.when in ("free", "after_roll") and holds(run, ability.only_if, position):
            help_ = help_of(ability.effect, name)
            if help_ is not None:
                yield help_
        elif member.parked >= 0:
            yield parked_help(run, card, member.parked)
    if t.no_tokens:
        return
    for team in t.teams:
        for kind, n in enumerate(team.tokens):
            help_ = help_of(book.token[kind].effect, book.token[kind].name)
            if help_ is not None:
                yield from (help_,) * n


def parked_help(run: Run, card: str, code: int) -> ExtraSymbol:
    """A die that was kept on a card in an earlier turn and may be moved."""
    face = run.book.die_name[code].partition(":")[2]
    return ExtraSymbol(face, f"Die on {run.book.name(card)}")


def help_of_source(run: Run, source: CardId) -> Help | None:
    """What the ability of a card, or a token, does for the dice."""
    book = run.book
    if source in book.token_index:
        return help_of(book.token[book.token_index[source]].effect, book.name(source))
    return help_of(book.hero[source].ability.effect, f"Ability of {book.name(source)}") if source in book.hero else None


def _can_help(run: Run, help_: Help, needs: Sequence[Need]) -> bool:
    """Leaves out what cannot change anything, to keep the problem small."""
    if isinstance(help_, ExtraSymbol):
        return any(set(help_.symbol) & set(need.lack) for need in needs)
    if isinstance(help_, ExtraDie):
        return any(run.t.stock[run.book.colour_index[colour]] for colour in help_.colours)
    return True


def position_of(run: Run, problem: Problem, aims: Sequence[Aim]) -> Position:
    """The position of a problem that a table has come to.

    Args:
        run: a table of the same dice step. A help whose use is being carried out is used.
        problem: the problem of an earlier moment of it.
        aims: what its needs are in the game.
    """
    unused = Counter(_unused(run))
    places = []
    for place, help_ in enumerate(problem.helps):
        # What a help costs is for who asks.
        free = replace(help_, cost=Fraction(0)) if help_.cost else help_
        if unused[free]:
            unused[free] -= 1
            places.append(place)
    return Position(pool_of(run), tuple(lacking(run, aim) for aim in aims), tuple(places), run.t.stock)


def pool_of(run: Run) -> tuple[int, ...]:
    """Dice that are not assigned, shown or not, by colour."""
    t, colour_of = run.t, run.book.colour_of
    return tuple(n + sum(1 for code in t.shown if colour_of[code] == at) for at, n in enumerate(t.unrolled))


def _payoff(run: Run, aims: Sequence[Aim], needs: Sequence[Need]) -> tuple[Fraction, ...]:
    """Every set counts 1; Balance 1 in all where nothing of its cost is missing. Empty where that is a plain sum."""
    parts = [at for at, aim in enumerate(aims) if aim.on == BALANCE]
    space = space_of(run)
    if not parts or space is None:
        return ()
    rest = _Rest(run, space, aims)
    if len(parts) == 1 and (rest.is_met or not rest.can_be_met):
        return ()
    plain = sums([0 if at in parts else 1 for at in range(len(aims))], needs)
    outcomes = product(*(range(need.times + 1) for need in needs))
    return tuple(
        value + (1 if all(sets[at] for at in parts) and rest.is_met_by(sets) else 0)
        for sets, value in zip(outcomes, plain, strict=True)
    )


class _Rest:
    """What the next Balance space wants beside symbols and dice, and which needs can bring it."""

    def __init__(self, run: Run, space: Space, aims: Sequence[Aim]) -> None:
        t, book = run.t, run.book
        here = [spot for spot in (t.places[at] for at in run.places_here()) if spot is not None and spot.dice]
        done = sum(_damage_to_come(run, spot) for spot in here if spot.card in book.villain)
        covered = {
            book.hero[spot.card].type for spot in here if spot.card in book.hero and run.sets(spot.card, spot.dice)
        }
        self.damage = max(0, space.damage - t.villain_hits - done)
        self.recruit = "" if space.recruit in covered else space.recruit
        self.villains = [at for at, aim in enumerate(aims) if aim.on in book.villain]
        self.heroes = [
            at for at, aim in enumerate(aims) if aim.id in book.hero and book.hero[aim.id].type == self.recruit
        ]
        self.most = sum(aims[at].times for at in self.villains)
        spare = sum(
            n
            for team in t.teams
            for kind, n in enumerate(team.tokens)
            if t.no_tokens or help_of(book.token[kind].effect, "") is None
        )
        self.tokens = space.tokens - len(t.balance_tokens) <= spare

    @property
    def is_met(self) -> bool:
        return not self.damage and not self.recruit and self.tokens

    @property
    def can_be_met(self) -> bool:
        return self.tokens and self.damage <= self.most and (not self.recruit or bool(self.heroes))

    def is_met_by(self, sets: Sequence[int]) -> bool:
        """Whether these complete sets bring it; what no need can bring is taken as met, and `says_of` tells."""
        return not self.can_be_met or (
            sum(sets[at] for at in self.villains) >= self.damage
            and (not self.recruit or any(sets[at] for at in self.heroes))
        )


def _damage_to_come(run: Run, spot: Spot) -> int:
    """Damage that the complete sets on a Villain will bring."""
    return max(0, min(run.sets(spot.card, spot.dice), run.book.capacity[spot.card] - spot.damage))


def _takes_rest_as_met(run: Run, aims: Sequence[Aim]) -> bool:
    return any(aim.on == BALANCE for aim in aims) and not _can_be_met(run, aims)


def _can_be_met(run: Run, aims: Sequence[Aim]) -> bool:
    space = space_of(run)
    return space is not None and _Rest(run, space, aims).can_be_met

"""Whether what waits on the agenda of a state that comes from outside can wait there (see `check_state`).

Each task names what is there, the steps of the turn follow one another to its end, and the engine stops at the task on
top: it needs somebody or chance.
"""

from collections import Counter
from collections.abc import Callable
from functools import cache
from typing import Any, Final, get_args

import msgspec

from rising_tutor.effects.vocabulary import Effect
from rising_tutor.errors import BadPosition
from rising_tutor.games.rising.cards.book import Book
from rising_tutor.games.rising.cards.content_check import parts_of
from rising_tutor.games.rising.cards.vocabulary import Heal, Swap, When
from rising_tutor.games.rising.rules import flow, setup, tasks
from rising_tutor.games.rising.rules import state as st
from rising_tutor.games.rising.rules.context import Run

MOST: Final = 99
"""The most that a card can say of anything (`vocabulary.Count`)."""
MOST_TASKS: Final = 1_000
_IN_SETUP: Final = (
    tasks.PickTeam,
    tasks.DealTeam,
    tasks.PickStarter,
    tasks.FaceFigure,
    tasks.DealSide,
    tasks.StackCarriers,
    tasks.DrawFirst,
)
_WITHIN: Final = ("refilled",)
"""Steps that wait though no title lists them."""


def check_agenda(book: Book, state: st.State) -> None:
    """Refuses what cannot wait. All else of the state was checked before.

    Raises:
        BadPosition: which field, its value, what was expected.
    """
    if len(state.agenda) > MOST_TASKS:
        raise BadPosition("agenda", f"{len(state.agenda)} entries", f"at most {MOST_TASKS} entries")
    _check_steps(book, state)
    known = _Known(book, state)
    for at, task in enumerate(state.agenda):
        for name in task.__struct_fields__:
            value, found = getattr(task, name), _FIELDS[name](known, task)
            values = value if isinstance(value, tuple) else (value,)
            if len(values) > MOST_TASKS or any(one not in found for one in values):
                raise BadPosition(f"agenda[{at}].{name}", value, "something that this can be about")
        _check_dice(f"agenda[{at}]", state, task)
    _check_top(book, state)


def _check_steps(book: Book, state: st.State) -> None:
    """In the setup a rest of its tasks waits, in a turn a rest of its steps."""
    if state.turn == 0:
        rest = tuple(task for task in state.agenda if not isinstance(task, tasks.PickStarter))
        fits = bool(rest) and rest == setup.set_up(book, state.options).agenda[: len(rest)]
    else:
        steps = [task.step for task in state.agenda if isinstance(task, tasks.Do) and task.step not in _WITHIN]
        fits = bool(steps) and tuple(steps) == book.steps[::-1][: len(steps)]
        fits = fits and not any(isinstance(task, _IN_SETUP) for task in state.agenda)
        fits = fits and state.facing >= 0 and bool(state.side) == bool(book.side and state.phase == 1)
        # The Team token lies somewhere from step 1 on until it is taken back.
        returned = "return_token" in book.steps and "return_token" not in steps
        away = returned or "place_token" in steps or tasks.PlaceTeamToken() in state.agenda
        fits = fits and (state.location >= 0 or away)
    if not fits:
        raise BadPosition(
            "agenda", [type(task).__name__ for task in state.agenda], "what is left of the turn, in order"
        )


def _check_dice(path: str, state: st.State, task: tasks.AnyTask) -> None:
    """Dice that are rolled again lie there."""
    codes = (
        task.codes if isinstance(task, tasks.RollDice) else task.chosen if isinstance(task, tasks.PickReroll) else ()
    )
    if not Counter(codes) <= Counter(state.shown):
        raise BadPosition(path, codes, "dice of the roll")
    if isinstance(task, tasks.RollDice) and not codes and not any(state.unrolled):
        raise BadPosition(path, codes, "dice that can be rolled")


def _check_top(book: Book, state: st.State) -> None:
    """The engine stops here."""
    top = type(state.agenda[-1])
    if top in _CAN_BE_DRAWN and not _CAN_BE_DRAWN[top](book, state):
        raise BadPosition("agenda", top.__name__, "a draw for which there is something")
    if not flow.stops_at(top):
        raise BadPosition("agenda", top.__name__, "a choice, a draw or a roll")
    run = Run(st.lay_out(state), book)
    flow.settle(run)
    if st.take_up(run.t) != state:
        raise BadPosition("agenda", top.__name__, "a choice, a draw or a roll that is open")


_CAN_BE_DRAWN: Final[dict[type, Callable[[Book, st.State], bool]]] = {
    tasks.TurnOver: lambda _book, state: any(state.fire_deck),
    tasks.DealBattles: lambda book, state: (
        state.phase == 2 and not any(state.battles) and len(book.battle_ids) == book.spec.locations
    ),
}


@cache
def _effects(book: Book) -> frozenset[Effect]:
    return frozenset(part for part in parts_of(book.content) if isinstance(part, Effect))


class _Known:
    """What the tasks of one state can name."""

    def __init__(self, book: Book, state: st.State) -> None:
        self.book, self.state = book, state
        self.effects = _effects(book)
        lying = [spot.card for spot in state.places if spot is not None]
        self.heroes_lying = frozenset(card for card in lying if card in book.hero)
        self.battles_lying = frozenset(spot.card for spot in state.battles if spot is not None)
        self.villains = frozenset(book.villain)
        self.heroes = frozenset(book.hero)
        self.own = frozenset(member.card for member in state.teams[state.active].row)
        self.sources = book.sources | {""}


def _cards(known: _Known, task: tasks.AnyTask) -> frozenset[str]:
    match task:
        case tasks.PickRecruit():
            return known.heroes_lying
        case tasks.PickVillainOrder():
            return known.villains
    return known.heroes


def _card(known: _Known, task: tasks.AnyTask) -> frozenset[str]:
    match task:
        case tasks.Reward():
            return known.battles_lying
        case tasks.Strike():
            return known.villains | known.battles_lying
        case tasks.Acts():
            return known.villains | known.battles_lying | frozenset(known.book.carrier)
    return known.villains | known.heroes | {""}


def _chosen(known: _Known, task: tasks.AnyTask) -> frozenset[Any]:
    match task:
        case tasks.PickOrder():
            return known.own
        case tasks.PickReroll():
            return frozenset(known.state.shown)
    return known.heroes


def _team(known: _Known, task: tasks.AnyTask) -> list[int]:
    teams = enumerate(known.state.teams)
    return [at for at, team in teams if not isinstance(task, tasks.PickStarter) or (team.card and not team.row)]


def _words_of(kind: Any, field: str) -> frozenset[str]:
    return frozenset(get_args(next(one.type for one in msgspec.structs.fields(kind) if one.name == field)))


_LEAST: Final[dict[type, int]] = {tasks.PickCarrier: -MOST, tasks.PickReroll: 0}
_FIELDS: Final[dict[str, Callable[[_Known, Any], Any]]] = {
    "step": lambda known, _: (*known.book.steps, *_WITHIN, "shuffle", "hide_boss", "begin"),
    "card": _card,
    "cards": _cards,
    "among": lambda known, task: known.book.carrier if isinstance(task, tasks.PickCarrier) else known.heroes,
    "chosen": _chosen,
    "effect": lambda known, _: known.effects,
    "source": lambda known, _: known.sources,
    "n": lambda _, task: range(_LEAST.get(type(task), 1), MOST + 1),
    "left": lambda _known, _: range(1, MOST + 1),
    "team": _team,
    "location": lambda known, task: range(
        0 if isinstance(task, tasks.StackCarriers) else tasks.EVERYWHERE, known.book.spec.locations
    ),
    "place": lambda known, _: range(len(known.state.places)),
    "die": lambda known, _: known.book.threat_die,
    "codes": lambda known, _: frozenset(known.state.shown),
    "colours": lambda known, _: known.book.colours,
    "symbol": lambda known, _: range(len(known.book.spec.symbols)),
    "when": lambda _known, _: get_args(When),
    "who": lambda _known, _: _words_of(Heal, "who"),
    "here": lambda _known, _: _words_of(Swap, "here"),
    "from_hero": lambda _known, _: (True, False),
    "anywhere": lambda _known, _: (True, False),
}
"""What each field of a task can be, or hold if it is a list."""

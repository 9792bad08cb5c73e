"""What happens if nobody adds anything: read from the rules, on a table that fits the view.

From here on everybody passes, until somebody has to choose something else, the main part of a turn begins, or a card is
drawn. A coin or a die is followed on each of its sides, with exact chances, as far as there are few. Nothing of it
hangs on hidden cards: who is asked is public, and nobody adds one.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any, Final

from rising_tutor.boards.rise_tcg.scene import Scene
from rising_tutor.core.node import Chance, Decision
from rising_tutor.core.values import Value
from rising_tutor.games.rise_tcg import actions as do
from rising_tutor.games.rise_tcg import events as ev
from rising_tutor.games.rise_tcg import tasks

MOST_WAYS: Final = 8
"""So many ways for coins and dice to fall are followed; with more, only that chance decides is said."""
MOST_STEPS: Final = 200
TOLD: Final = (
    ev.Entered,
    ev.Attached,
    ev.LeftPlay,
    ev.Removed,
    ev.Returned,
    ev.CoinsChanged,
    ev.EtherChanged,
    ev.SummonerHit,
    ev.SummonerHealed,
    ev.SummonerDied,
    ev.SummonerRevived,
    ev.LevelGained,
    ev.LevelLost,
    ev.DamageTaken,
    ev.CountersPut,
    ev.Strengthened,
    ev.Untilted,
    ev.DoorTurned,
    ev.LockOpened,
    ev.ControlChanged,
    ev.ItemFailed,
    ev.GameWon,
    ev.GameDrawn,
)
"""Events that tell what came of it; the others tell how."""


class Ahead(Value, frozen=True):
    """One way on: how likely it is, what comes of it, and what comes next.

    Attributes:
        chance: exact.
        events: what happens, of what `TOLD` names.
        then: where it stops, in a sentence without its end; "" where the turn goes on.
    """

    chance: Fraction
    events: tuple[Any, ...]
    then: str


def outlook(scene: Scene) -> tuple[Ahead, ...]:
    """The ways on if nobody adds anything, likeliest first; none where nobody is asked, or chance has too many ways."""
    if not scene.answering:
        return ()
    found: list[Ahead] = []
    open_: list[tuple[Fraction, Any, tuple[Any, ...]]] = [(Fraction(1), scene.state, ())]
    while open_:
        if len(open_) + len(found) > MOST_WAYS:
            return ()
        chance, state, events = open_.pop()
        state, more = _pass_on(scene, state)
        events = (*events, *more)
        node = scene.game.node(state)
        task = state.agenda[-1] if state.agenda else None
        if isinstance(node, Chance) and isinstance(task, (tasks.Toss, tasks.RollDie)):
            for outcome, weight in node.outcomes:
                step = scene.game.resolve(state, outcome)
                told = tuple(_told(scene, step.events))
                open_.append((chance * Fraction(weight, node.outcomes.total), step.state, (*events, *told)))
            continue
        found.append(Ahead(chance, events, _then(scene, node, task)))
    return _merged(found)


def _merged(found: Sequence[Ahead]) -> tuple[Ahead, ...]:
    """The same ends as one, the likeliest first."""
    sums: dict[tuple[tuple[Any, ...], str], Fraction] = {}
    for one in found:
        sums[one.events, one.then] = sums.get((one.events, one.then), Fraction(0)) + one.chance
    ways = [Ahead(chance, events, then) for (events, then), chance in sums.items()]
    return tuple(sorted(ways, key=lambda one: -one.chance))


def _pass_on(scene: Scene, state: Any) -> tuple[Any, tuple[Any, ...]]:
    """Everybody passes as long as nothing else is asked; the state then, and what was told."""
    told: list[Any] = []
    turn = state.turn
    for _ in range(MOST_STEPS):
        node = scene.game.node(state)
        task = state.agenda[-1] if state.agenda else None
        asked = isinstance(node, Decision) and isinstance(task, (tasks.Window, tasks.Answer))
        if not asked or state.turn != turn or (scene.view.chain and not state.chain):
            break
        step = scene.game.act(state, do.Pass())
        told += _told(scene, step.events)
        state = step.state
    return state, tuple(told)


def _told(scene: Scene, events: Sequence[Any]) -> Iterator[Any]:
    for event in events:
        known = event.seats is None or scene.view.viewer in event.seats
        if isinstance(event, TOLD) and known and not (isinstance(event, ev.CoinsChanged) and not event.n):
            yield event


def _then(scene: Scene, node: Any, task: Any) -> str:
    """Where it stops."""
    if isinstance(node, Chance):
        return "a card is drawn" if isinstance(task, (tasks.DrawCard, tasks.Look)) else "chance decides"
    if isinstance(node, Decision) and not isinstance(task, (tasks.Window, tasks.Answer, tasks.Main)):
        return scene.does(node.seat, "choose")
    return ""

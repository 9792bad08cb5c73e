"""What every game must keep, as checks that raise AssertionError with the place and the values.

A `Sample` is a random playout of a game with all its positions; each check takes one. A test names
them one by one (`CHECKS`); a person who writes a game calls `check_game`. Rule ids are handed in,
because the core knows no catalogue.

    check_game(load_game("fire"), rules={rule.id for rule in catalogue.rules}, seats=3, seed=1)
"""

from collections.abc import Callable, Collection, Iterator, Mapping
from random import Random
from typing import Any, TypeVar

import msgspec

from rising_tutor.core.event import Event
from rising_tutor.core.game import AnyGame, Refusal
from rising_tutor.core.ids import Seat
from rising_tutor.core.node import Chance, Decision
from rising_tutor.core.strangers import strangers
from rising_tutor.core.trail import Position, Trail, follow, lines
from rising_tutor.core.values import Value
from rising_tutor.core.view import Viewer
from rising_tutor.errors import BadOption, IllegalAction, UnreadableMove

T = TypeVar("T")
N_POSITIONS = 60
"""Positions of a playout that a costly check looks at, spread evenly."""
N_MOVES = 12
"""Moves of one position that a costly check tries."""
LISTED = 5_000
"""Distributions with more outcomes than this are sampled and not summed."""


class Sample(Value, frozen=True):
    """A game played once at random, and the rule ids that may be cited."""

    game: Any
    rules: frozenset[str]
    seats: int
    options: Mapping[str, str]
    seed: int
    trail: Trail

    def fault(self, state: Any, text: str) -> AssertionError:
        """The error for a breach at a state."""
        place = f"{self.game.info.id}, {self.seats} seats, seed {self.seed}, {self.game.where(state)}"
        return AssertionError(f"{place}: {text}")

    def rng(self, purpose: str) -> Random:
        """A generator for one purpose, the same each time."""
        return Random(f"contract:{self.seed}:{purpose}")


def take_sample(
    game: AnyGame,
    *,
    rules: Collection[str],
    seats: int,
    options: Mapping[str, str] | None = None,
    seed: int = 1,
    bound: int = 20_000,
) -> Sample:
    """Plays a game at random, for the checks.

    Args:
        bound: decisions after which a game that goes on counts as one that does not end.
    """
    trail = follow(game, seats=seats, seed=seed, options=options, limit=bound)
    return Sample(game, frozenset(rules), seats, dict(options or {}), seed, trail)


def check_game(
    game: AnyGame,
    *,
    rules: Collection[str],
    seats: int,
    options: Mapping[str, str] | None = None,
    seed: int = 1,
    bound: int = 20_000,
) -> None:
    """Runs every check over one random playout.

    Raises:
        AssertionError: the first breach, with its place.
    """
    sample = take_sample(game, rules=rules, seats=seats, options=options, seed=seed, bound=bound)
    for check in CHECKS:
        check(sample)


def check_end(sample: Sample) -> None:
    """A random playout ends, with a payoff for each seat and a rule as its reason."""
    end = sample.trail.result
    if end is None:
        n = sum(isinstance(at.node, Decision) for at in sample.trail.positions)
        raise sample.fault(sample.trail.end, f"no end after {n} decisions")
    if len(end.payoffs) != sample.seats or not set(end.payoffs) <= {-1, 0, 1}:
        raise sample.fault(sample.trail.end, f"payoffs {end.payoffs} for {sample.seats} seats")
    if end.reason not in sample.rules:
        raise sample.fault(sample.trail.end, f"the reason {end.reason!r} is not in the catalogue")


def check_actions(sample: Sample) -> None:
    """A decision belongs to a seat and has actions: one at least, no two alike, in a fixed order."""
    for at in sample.trail.positions:
        if not isinstance(at.node, Decision):
            continue
        seat, actions = at.node.seat, at.node.actions
        if not actions or len(set(actions)) != len(actions):
            raise sample.fault(at.state, f"actions are empty or not distinct: {actions}")
        if not 0 <= seat < sample.seats:
            raise sample.fault(at.state, f"there is no seat {seat}")
        # A state that was saved and loaded has no cached facts, and must give the same order.
        for state in (at.state, sample.game.load(sample.game.dump(at.state))):
            if sample.game.node(state) != at.node:
                raise sample.fault(at.state, "asked twice, the decision is not the same")


def check_chance(sample: Sample) -> None:
    """Weights are positive and sum to the total; each outcome has its weight and resolves."""
    rng = sample.rng("chance")
    for at in spread(sample.trail.positions, N_POSITIONS, Chance):
        outcomes = at.node.outcomes
        if len(outcomes) <= LISTED:
            listed = list(outcomes)
            if len(listed) != len(outcomes) or len({outcome for outcome, _ in listed}) != len(listed):
                raise sample.fault(at.state, f"{len(outcomes)} outcomes announced, listed or doubled: {len(listed)}")
            if min(weight for _, weight in listed) < 1 or sum(weight for _, weight in listed) != outcomes.total:
                raise sample.fault(at.state, f"weights do not sum to {outcomes.total}: {[w for _, w in listed]}")
            for outcome, weight in spread_over(listed, N_MOVES):
                if outcomes.weight(outcome) != weight:
                    raise sample.fault(at.state, f"{outcome} is listed with {weight}, not {outcomes.weight(outcome)}")
                sample.game.resolve(at.state, outcome)
        for _ in range(3):
            drawn = outcomes.sample(rng)
            if outcomes.weight(drawn) < 1:
                raise sample.fault(at.state, f"{drawn} was drawn and has no weight")
            sample.game.resolve(at.state, drawn)


def check_pure(sample: Sample) -> None:
    """A move leaves the old state as it was, and made twice gives the same."""
    for at in spread(sample.trail.positions, N_POSITIONS):
        before = (hash(at.state), sample.game.dump(at.state))
        for move in moves_of(at, sample.rng("pure")):
            first, second = make(sample.game, at, move), make(sample.game, at, move)
            if first != second or hash(first.state) != hash(second.state):
                raise sample.fault(at.state, f"{move}, made twice, gives two results")
            if (hash(at.state), sample.game.dump(at.state)) != before:
                raise sample.fault(at.state, f"{move} changed the old state")


def check_undo(sample: Sample) -> None:
    """Going back is keeping the old state: each move made again, last first, gives what it gave."""
    for at in reversed(sample.trail.positions):
        if make(sample.game, at, at.move) != at.step:
            raise sample.fault(at.state, f"{at.move}, made again, gives another result")


def check_legality(sample: Sample) -> None:
    """Listed actions pass `check`; all others are refused by a rule, and `act` refuses likewise."""
    pool = [at.move for at in sample.trail.positions if isinstance(at.node, Decision)]
    chances = [at.move for at in sample.trail.positions if isinstance(at.node, Chance)]
    rng = sample.rng("legality")
    # At the end there is no move and no step to look at, only the node.
    last = Position(sample.trail.end, sample.trail.result, None, None)  # type: ignore[arg-type]
    for at in (*spread(sample.trail.positions, N_POSITIONS), last):
        actions = at.node.actions if isinstance(at.node, Decision) else ()
        for action in actions:
            if refusal := sample.game.check(at.state, action):
                raise sample.fault(at.state, f"{action} is listed and refused: {refusal}")
        for action in strangers((*actions, *pool), rng, N_MOVES):
            if action not in actions:
                _check_refused(sample, at.state, action, actions)
        for outcome in strangers(chances, rng, 3):
            if not isinstance(at.node, Chance) or not at.node.outcomes.weight(outcome):
                _check_impossible(sample, at.state, outcome)


def _check_refused(sample: Sample, state: Any, action: Any, actions: tuple[Any, ...]) -> None:
    refusal = sample.game.check(state, action)
    if not isinstance(refusal, Refusal):
        raise sample.fault(state, f"{action} is not listed, and check answers {refusal!r}")
    if refusal.rule not in sample.rules or not refusal.why.strip():
        raise sample.fault(state, f"{action} is refused without a rule of the catalogue or a reason: {refusal}")
    if refusal.nearest is not None and refusal.nearest not in actions:
        raise sample.fault(state, f"{action}: the nearest action {refusal.nearest} is not legal")
    try:
        sample.game.act(state, action)
    except IllegalAction as error:
        if error.refusal != refusal:
            raise sample.fault(state, f"act refuses with {error.refusal}, check with {refusal}") from None
    else:
        raise sample.fault(state, f"act does {action}, which check refuses: {refusal}")


def _check_impossible(sample: Sample, state: Any, outcome: Any) -> None:
    try:
        sample.game.resolve(state, outcome)
    except IllegalAction:
        return
    raise sample.fault(state, f"chance cannot give {outcome} here, and resolve takes it")


def check_text(sample: Sample) -> None:
    """Each move is one line of text that reads back as the same move; no two of a position are alike."""
    for at in spread(sample.trail.positions, N_POSITIONS):
        actions = at.node.actions if isinstance(at.node, Decision) else moves_of(at, sample.rng("text"))
        texts: dict[str, Any] = {}
        for move in dict.fromkeys(actions):
            text = sample.game.write(at.state, move)
            if text != text.strip() or not text.isprintable() or not text:
                raise sample.fault(at.state, f"{move} is written as {text!r}")
            if text in texts:
                raise sample.fault(at.state, f"{move} and {texts[text]} are both written {text!r}")
            texts[text] = move
            try:
                again = sample.game.read(at.state, text)
            except UnreadableMove as error:
                raise sample.fault(at.state, f"{move} is written {text!r} and cannot be read: {error}") from None
            if again != move:
                raise sample.fault(at.state, f"{move} is written {text!r} and read back as {again}")


def check_saving(sample: Sample) -> None:
    """A state that was saved and loaded is equal and goes on alike."""
    for at in spread(sample.trail.positions, N_POSITIONS):
        data = sample.game.dump(at.state)
        loaded = sample.game.load(data)
        if loaded != at.state or hash(loaded) != hash(at.state) or sample.game.dump(loaded) != data:
            raise sample.fault(at.state, "saved and loaded, the state is another")
        if make(sample.game, Position(loaded, at.node, at.move, at.step), at.move) != at.step:
            raise sample.fault(at.state, f"saved and loaded, the state goes on otherwise after {at.move}")


def check_views(sample: Sample) -> None:
    """A view is the same each time, can be written down, and fits the states that it lets imagine."""
    for at in spread(sample.trail.positions, N_POSITIONS // 2):
        for viewer in viewers(sample.seats):
            view = sample.game.view(at.state, viewer)
            if written(sample.game.view(at.state, viewer)) != written(view):
                raise sample.fault(at.state, f"viewer {viewer}: two views of one state differ")
            one, other = (sample.game.imagine(view, sample.rng("imagine")) for _ in range(2))
            if one != other:
                raise sample.fault(at.state, f"viewer {viewer}: imagine depends on more than view and generator")
            if written(sample.game.view(one, viewer)) != written(view):
                raise sample.fault(at.state, f"viewer {viewer}: the imagined state has another view")


def check_hidden(sample: Sample) -> None:
    """States that differ only in hidden facts look, ask and tell alike.

    Events are compared where the views after the move are still equal: a move may reveal what was hidden.
    """
    game, rng = sample.game, sample.rng("hidden")
    for at in spread(sample.trail.positions, N_POSITIONS):
        for viewer in viewers(sample.seats):
            twin = game.imagine(game.view(at.state, viewer), rng)
            node = game.node(twin)
            if type(node) is not type(at.node):
                raise sample.fault(at.state, f"viewer {viewer}: hidden facts decide that {node} comes next")
            if isinstance(node, Decision):
                if node.seat != at.node.seat or (viewer == node.seat and node != at.node):
                    raise sample.fault(at.state, f"viewer {viewer}: hidden facts change what is legal: {node}")
                for action in strangers(at.node.actions, rng, 4 if viewer == node.seat else 0):
                    if game.check(twin, action) != game.check(at.state, action):
                        raise sample.fault(at.state, f"viewer {viewer}: hidden facts change why not {action}")
                may = [move for move in moves_of(at, rng) if game.check(twin, move) is None]
            else:
                may = [move for move in moves_of(at, rng) if node.outcomes.weight(move)]
            for move in may:
                _check_told(sample, at, twin, viewer, move)


def _check_told(sample: Sample, at: Position, twin: Any, viewer: Viewer, move: Any) -> None:
    here = make(sample.game, at, move)
    there = make(sample.game, Position(twin, at.node, move, at.step), move)
    looks = [written(sample.game.view(step.state, viewer)) for step in (here, there)]
    told = [[sample.game.say(event) for event in visible(step.events, viewer)] for step in (here, there)]
    if looks[0] == looks[1] and told[0] != told[1]:
        raise sample.fault(at.state, f"viewer {viewer}: the events of {move} tell what is hidden: {told}")


def check_events(sample: Sample) -> None:
    """Each event cites a rule of the catalogue, has a step and a sentence, and seats that exist."""
    for at in sample.trail.positions:
        for event in at.step.events:
            if event.rule not in sample.rules or not event.step:
                raise sample.fault(at.state, f"{event} has no step, or no rule of the catalogue")
            if event.seats is not None and not set(event.seats) <= set(range(sample.seats)):
                raise sample.fault(at.state, f"{event} is for seats that do not exist")
            said = sample.game.say(event)
            if not said.strip() or not said.isprintable():
                raise sample.fault(at.state, f"{event} is said as {said!r}")


def check_repeatable(sample: Sample) -> None:
    """The same seed gives the same game, byte for byte."""
    again = follow(sample.game, seats=sample.seats, seed=sample.seed, options=sample.options)
    for number, (first, second) in enumerate(
        zip(lines(sample.game, sample.trail), lines(sample.game, again), strict=False), start=1
    ):
        if first != second:
            raise sample.fault(sample.trail.end, f"line {number} is {first!r}, then {second!r}")
    if sample.game.dump(again.end) != sample.game.dump(sample.trail.end):
        raise sample.fault(sample.trail.end, "the same seed gave two games")


def check_policies(sample: Sample) -> None:
    """There is a policy "random", and each policy chooses among the actions it is given."""
    policies = sample.game.policies()
    if "random" not in policies:
        raise sample.fault(sample.trail.end, f"no policy is called random: {sorted(policies)}")
    for name, choose in policies.items():
        for at in spread(sample.trail.positions, N_POSITIONS // 3, Decision):
            view = sample.game.view(at.state, at.node.seat)
            chosen = choose(at.node, lambda view=view: view, sample.rng(name))
            if chosen not in at.node.actions:
                raise sample.fault(at.state, f"policy {name} chose {chosen}, which is not legal")


def check_options(sample: Sample) -> None:
    """Options have working defaults and rules; what is no option, value or number of seats is refused."""
    game, info = sample.game, sample.game.info
    start = game.start(sample.seats)
    for option in info.options:
        if game.start(sample.seats, {option.name: option.default}) != start:
            raise sample.fault(start, f"option {option.name}: the default {option.default!r} changes the game")
        if not option.rules or not set(option.rules) <= sample.rules or not option.help:
            raise sample.fault(start, f"option {option.name} needs help and rules of the catalogue")
    names = [option.name for option in info.options]
    wrong = [(sample.seats, {name: "no such value"}) for name in (*names, "no such option")]
    for seats, options in (*wrong, (info.min_seats - 1, {}), (info.max_seats + 1, {})):
        try:
            game.start(seats, options)
        except BadOption:
            continue
        raise sample.fault(start, f"{seats} seats and the options {options} are accepted")


Check = Callable[[Sample], None]
CHECKS: tuple[Check, ...] = (
    check_end,
    check_actions,
    check_chance,
    check_pure,
    check_undo,
    check_legality,
    check_text,
    check_saving,
    check_views,
    check_hidden,
    check_events,
    check_repeatable,
    check_policies,
    check_options,
)
"""Every check, in the order in which a new game best meets them."""


def viewers(seats: int) -> tuple[Viewer, ...]:
    """Everybody who may look: each seat, and somebody who only watches."""
    return (None, *(Seat(seat) for seat in range(seats)))


def visible(events: tuple[Event, ...], viewer: Viewer) -> list[Event]:
    """The events that a viewer may see."""
    return [event for event in events if event.seats is None or viewer in event.seats]


def written(value: Any) -> bytes:
    """A value as bytes, to compare what a seat could tell apart."""
    return msgspec.json.encode(value)


def make(game: AnyGame, at: Position, move: Any) -> Any:
    """The step of a move at a position, whoever makes it."""
    return game.act(at.state, move) if isinstance(at.node, Decision) else game.resolve(at.state, move)


def moves_of(at: Position, rng: Random) -> list[Any]:
    """Some moves of a position, the one that was made among them."""
    if isinstance(at.node, Decision):
        return [at.move, *spread_over(at.node.actions, N_MOVES)]
    return [at.move, *(at.node.outcomes.sample(rng) for _ in range(3))]


def spread_over(items: Collection[T], n: int) -> Iterator[T]:
    """At most `n` of the items, evenly spread."""
    listed = list(items)
    return (listed[i * len(listed) // n] for i in range(n)) if len(listed) > n else iter(listed)


def spread(positions: Collection[Position], n: int, kind: type | None = None) -> Iterator[Position]:
    """At most `n` of the positions, evenly spread; of one kind of node if it is given."""
    return spread_over([at for at in positions if kind is None or isinstance(at.node, kind)], n)

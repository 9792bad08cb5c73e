"""Events of Rise TCG account for the table: whoever hears them all knows what lies where.

`tests.testkit.rise.Scene` checks the same at every step of every position that a test lays out.
"""

from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from rising_tutor.core.contract import take_sample
from rising_tutor.core.contract.telling import check_events_tell_all
from rising_tutor.core.game import Step
from rising_tutor.core.information import visible
from rising_tutor.core.node import Chance, Decision
from rising_tutor.games.rise_tcg import battlefield
from rising_tutor.games.rise_tcg import events as ev
from rising_tutor.games.rise_tcg.after_event import CHANGES, QUIET
from rising_tutor.games.rise_tcg.game import RiseGame
from rising_tutor.games.rise_tcg.options import SWITCHES
from rising_tutor.games.rise_tcg.pieces import Claim
from rising_tutor.games.rise_tcg.run import Run
from rising_tutor.games.rise_tcg.state import lay_out, take_up
from rising_tutor.games.rise_tcg.words import SENTENCES
from tests.games.rise_tcg.test_every_card import MOST, ORDERS, positions, rank
from tests.games.rise_tcg.test_random_games import random_options
from tests.testkit.games import rules_of
from tests.testkit.rise import BOOK, GAME, IDLE, Scene, Side, check_step

REAL = RiseGame(BOOK)
STILL: dict[str, Any] = {"tilted": (True, True), "cp": (0, 0)}
READINGS = [(name, value) for name, switch in SWITCHES.items() for value in switch.values]
Made = tuple[Any, Step[Any]]
"""A state and the step from it."""


# games and positions --------------------------------------------------------------------------------------------------


def check_game(seed: str, seats: int, options: dict[str, str]) -> None:
    sample = take_sample(
        REAL, rules=rules_of("rise-tcg"), seats=seats, seed=Random(seed).randrange(10**6), options=options, bound=1_500
    )
    assert sample.trail.positions
    check_events_tell_all(sample)


@pytest.mark.sweep(one_in=23)
@pytest.mark.slow
@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize(("name", "value"), READINGS)
def test_events_tell_the_table_under_every_option(name: str, value: str, seats: int) -> None:
    check_game(f"{name} {value}", seats, {name: value})


@pytest.mark.sweep(one_in=10)
@pytest.mark.slow
@pytest.mark.parametrize("seed", range(30))
def test_events_tell_the_table_with_any_libraries_and_options(seed: int) -> None:
    rng = Random(f"open table {seed}")
    options = random_options(rng) | {"concede": rng.choice(("true", "false")), "lists": rng.choice(("open", "closed"))}
    check_game(f"any {seed}", 2 + seed % 3, options)


@pytest.mark.sweep(one_in=11)
@pytest.mark.slow
@pytest.mark.parametrize("card", [card.id for card in GAME.book.cards if card.id != "seal"])
def test_events_tell_what_a_card_does_in_many_positions(card: str) -> None:
    for at, scene in enumerate(positions(GAME.book.card[card], GAME)):
        for before, step in line(scene, at % 5):
            check_step(GAME, before, step)


def line(scene: Scene, taste: int) -> Iterator[Made]:
    """Steps in which the choices are made by a simple rule, as in `test_every_card.lines`."""
    game, state = scene.game, scene.state
    for n in range(MOST):
        node = game.node(state)
        if isinstance(node, Decision):
            action = node.actions[(taste + n) % len(node.actions)]
            if taste < len(ORDERS):
                action = min(node.actions, key=lambda one: rank(game.write(state, one), taste))
            step = game.act(state, action)
        elif isinstance(node, Chance):
            outcomes = [outcome for outcome, _ in node.outcomes]
            step = game.resolve(state, outcomes[(taste // 2) % len(outcomes)])  # type: ignore[arg-type]
        else:
            return
        yield state, step
        state = step.state


# every kind of event, and every field of it ---------------------------------------------------------------------------


def scripts() -> Iterator[Scene]:
    """Yield what random games seldom or never have."""
    rich = Side(play="hammer hammer", levels=(1, 0), cp=(2, 1), coins=9)
    for number in (2, 5, 7):
        yield Scene(rich, Side(play="plain-door mouse ox allergy@mouse")).do(f"action hammer {number}").passes()
    yield Scene(replace(rich, hp=(20, 0)), IDLE).do("action hammer 10").passes()
    yield Scene(Side(play="dice-box"), IDLE).do("action dice-box").passes().do("roll 2")
    yield Scene(Side(hand="mouse bear"), Side(), step="keep", turn=1).do("mulligan")
    yield Scene(Side(play="steady hammer"), IDLE).do("action hammer 11").passes()
    fails = Scene(Side(play="toll"), Side(hand="recall-horn", play="mouse")).do("action toll", "pass")
    yield fails.do("invoke recall-horn with bram", "choose mouse").passes()
    mine = "swarm-ooze!plus=1 swarm-ooze!tilted allergy@swarm-ooze-2 swarm-ooze!damage=0 hammer hammer"
    stacked = Scene(Side(play=mine), IDLE).do("stack swarm-ooze on swarm-ooze-2")
    yield stacked.do("stack swarm-ooze-3 on swarm-ooze").do("action hammer", "choose swarm-ooze-3").passes()
    back = Scene(Side(play="swarm-ooze swarm-ooze hammer"), IDLE).do("stack swarm-ooze on swarm-ooze-2")
    yield back.do("action hammer 3", "choose swarm-ooze").passes()
    rat = Scene(Side(play="plague-rat mouse allergy@mouse", **STILL), Side(play="bear", **STILL)).attacks("plague-rat")
    yield rat.do("block plague-rat with bear").passes().do("select no")
    dodge = Scene(Side(play="bear"), Side(play="fever-dancer allergy@fever-dancer", **STILL)).attacks("bear")
    yield dodge.do("block bear with fever-dancer", "toss heads").passes()
    yield (
        Scene(Side(play="tap", hand="level-up bear"), Side(play="bear", hand="level-up"), concede=True)
        .do("level-up on bram")
        .do("concede")
    )
    three = Scene(Side(play="bear ox tap"), Side(play="tap"), Side(play="toll"), concede=True).do("to attack")
    three.do("attack bear against 2", "attack ox against 3").do("pass", "action tap-2")
    yield three.do("concede")
    yield Scene(Side(play="toll bear"), Side(play="mouse ox"), Side(), concede=True).do("action toll", "concede")
    yield Scene(Side(play="hammer", hp=(20, 0)), Side(hp=(20, 0))).do("action hammer 15").passes()


def game(seed: int, seats: int, **options: str) -> Iterator[Made]:
    every = random_options(Random(f"every kind {seed}")) | options
    sample = take_sample(REAL, rules=rules_of("rise-tcg"), seats=seats, seed=seed, options=every, bound=1_500)
    return ((at.state, at.step) for at in sample.trail.positions)


def tied() -> Iterator[Made]:
    """Yield equal rolls for the start."""
    state = REAL.start(2)
    for text in ("roll 3", "roll 3"):
        step = REAL.resolve(state, REAL.read(state, text))  # type: ignore[arg-type]  # a roll
        yield state, step
        state = step.state


def drawn() -> Made:
    """Return the end of a game in which the last Summoners of both seats die at once."""
    before = Scene(Side(hp=(1, 0)), Side(hp=(1, 0))).state
    log: list[ev.RiseEvent] = []
    run = Run(lay_out(before), GAME.book, log)
    for seat in (0, 1):
        run.change_summoner(seat, 0, hp=0)
    battlefield.check(run)
    return before, Step(take_up(run.t), tuple(log))


@cache
def steps() -> tuple[Made, ...]:
    """Return steps in which an event of each kind comes."""
    found = [made for scene in scripts() for made in scene.steps]
    return (*found, *tied(), drawn(), *game(4, 3), *game(8, 4, answer_triggers="true"), *game(3, 2))


@cache
def places(kind: type[ev.RiseEvent]) -> tuple[tuple[Made, int], ...]:
    """Return where events of a kind come: the step, and the place among its events."""
    return tuple((made, at) for made in steps() for at, event in enumerate(made[1].events) if type(event) is kind)


def is_noticed(made: Made, at: int, event: ev.RiseEvent | None) -> bool:
    """Return True if the table shows that one event of a step was left out, or that another stands in its place."""
    before, step = made
    viewer = (step.events[at].seats or (None,))[0]
    given = [*step.events[:at], *([] if event is None else [event]), *step.events[at + 1 :]]
    try:
        table = REAL.open_table(REAL.view(before, viewer))
        for one in visible(tuple(given), viewer):
            table = REAL.after_event(table, one)  # type: ignore[arg-type]  # an event of this game
    except (ValueError, IndexError):
        return True
    return table != REAL.open_table(REAL.view(step.state, viewer))


def test_each_kind_of_event_changes_the_table_or_is_known_not_to() -> None:
    assert CHANGES.keys() | QUIET == SENTENCES.keys()
    assert not CHANGES.keys() & QUIET


@pytest.mark.slow
@pytest.mark.parametrize("kind", CHANGES, ids=lambda kind: kind.__name__)
def test_an_event_that_is_left_out_is_missed(kind: type[ev.RiseEvent]) -> None:
    assert places(kind), "otherwise nothing is shown"
    assert any(is_noticed(made, at, None) for made, at in places(kind))


@pytest.mark.slow
@pytest.mark.parametrize("kind", sorted(QUIET, key=lambda kind: kind.__name__), ids=lambda kind: kind.__name__)
def test_an_event_that_changes_nothing_is_missed_by_nobody(kind: type[ev.RiseEvent]) -> None:
    assert not any(is_noticed(made, at, None) for made, at in places(kind))


SEATS = frozenset({"seat", "owner", "to", "target", "payer", "holder"})
"""Fields that name a seat."""
WORDS_ALONE: dict[type[ev.RiseEvent], tuple[str, ...]] = {
    ev.RolledForStart: ("seat",),
    ev.RollsTied: ("seat", "seats_tied"),
    ev.SetUp: ("n",),
    ev.GameDrawn: ("seat",),
    ev.LevelGained: ("n",),
    ev.LevelLost: ("n",),
    ev.TimesChosen: ("forced",),
    ev.TargetChosen: ("n", "forced"),
    ev.LeftPlay: ("sacrificed",),
    ev.Removed: ("sacrificed",),
    ev.DamageTaken: ("left", "doubled"),
    ev.LockOpened: ("lock",),
    ev.Dodged: ("seat",),
    ev.ReadyToPossess: ("seat",),
    ev.DamageDealt: ("n",),
}
"""Fields of events that change the table which only their sentences use."""
UNNUMBERED = frozenset(
    {ev.SawCard, ev.PutFromTop, ev.PointsLost, ev.SummonerDied, ev.SummonerRevived, ev.SummonerHit, ev.SummonerHealed}
    | {ev.LevelGained, ev.LevelLost, ev.Invoked, ev.SkillUsed, ev.Buried, ev.FromCemetery}
)
"""Kinds of event about a Summoner or a card that is not in play, which has no number among its equals."""
FIELDS = [
    (kind, field)
    for kind in CHANGES
    for field in kind.__struct_fields__
    if field not in ("rule", "step", "seats", *WORDS_ALONE.get(kind, ()))
    and not (kind in UNNUMBERED and field == "copy")
]


def others(value: Any, field: str, seats: int) -> Iterator[Any]:
    """Yield values that a field could have had instead."""
    if isinstance(value, bool):
        yield not value
    elif isinstance(value, int):
        yield (value + 1) % seats if field in SEATS else value + 1
    elif isinstance(value, str):
        words = ("chain", "cemetery", "exclusion", "hand", "library", "trigger", "skill", "rage", "takes", "splash")
        yield from (one for one in (*words, "attack", *BOOK.card) if one != value)
    elif isinstance(value, ev.Spot):
        yield replace(value, ref=value.ref + 1)
        yield replace(value, copy=value.copy + 1)
    elif isinstance(value, tuple):
        if value:
            yield value[1:]
        elif field == "claims":
            yield (Claim(0, 0),)


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "field"), FIELDS, ids=lambda one: one if isinstance(one, str) else one.__name__)
def test_an_event_that_says_something_else_is_noticed(kind: type[ev.RiseEvent], field: str) -> None:
    assert any(
        is_noticed(made, at, replace(made[1].events[at], **{field: other}))  # type: ignore[type-var]
        for made, at in places(kind)
        for other in others(getattr(made[1].events[at], field), field, len(made[0].sides))
    )

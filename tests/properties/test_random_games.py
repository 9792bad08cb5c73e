"""Random games: nothing is lost or made, every state is saved and loaded equal, legal means accepted."""

from random import Random
from typing import Any

import pytest

from rising_tutor.catalogues import load as load_catalogue
from rising_tutor.core.drive import play_out
from rising_tutor.core.node import Chance, Decision
from rising_tutor.errors import IllegalAction
from rising_tutor.games.rising.rules import flow
from rising_tutor.games.rising.rules import state as st
from rising_tutor.games.rising.rules.context import Run
from tests.properties.conservation import faults
from tests.testkit.scene import rising
from tests.testkit.settings import RISING, SETTINGS, every_option, options_of

TITLE = pytest.mark.parametrize("title", RISING)


def play_checked(title: str, decisions: int, seed: int) -> int:
    """Plays random games until so many decisions were made, checking every state on the way.

    Legal actions that were taken least often so far are preferred now and then, so that rare ones come up.
    """
    game = rising(title)
    book, rng, made, number = game.book, Random(seed), 0, 0
    taken: dict[type, int] = {}
    while made < decisions:
        seats, options = SETTINGS[title][number % len(SETTINGS[title])]
        number += 1
        run = Run(st.lay_out(game.start(seats, options)), book)
        for _ in range(5000):
            if not run.t.agenda:
                break
            state = st.take_up(run.t)
            wrong = faults(book, state)
            assert not wrong, f"{wrong} at {game.where(state)} of game {number}, seed {seed}"
            assert st.load(st.dump(state)) == state
            match game.node(state):
                case Chance(outcomes):
                    flow.happen(run, outcomes.sample(rng))
                case Decision(_, actions):
                    if rng.random() < 0.3:
                        action = min(actions, key=lambda one: (taken.get(type(one), 0), rng.random()))
                    else:
                        action = actions[int(rng.random() * len(actions))]
                    taken[type(action)] = taken.get(type(action), 0) + 1
                    flow.take(run, action)
                    made += 1
        assert not faults(book, run.t)
    return made


@pytest.mark.slow
@TITLE
def test_nothing_is_lost_in_random_games(title: str) -> None:
    assert play_checked(title, 4_000, seed=1) >= 4_000


@pytest.mark.long
@TITLE
@pytest.mark.parametrize("seed", range(10))
def test_nothing_is_lost_in_a_million_decisions(title: str, seed: int) -> None:
    assert play_checked(title, 100_000, seed=100 + seed) >= 100_000


def _positions(title: str, n_games: int) -> tuple[list[Any], list[Any]]:
    """States with a choice, and all actions that were legal in any of them."""
    game = rising(title)
    states: list[Any] = []
    pool: set[Any] = set()

    def keep(state: Any, _move: Any, _step: Any) -> None:
        node = game.node(state)
        if isinstance(node, Decision):
            states.append(state)
            pool.update(node.actions)

    for number in range(n_games):
        seats, options = SETTINGS[title][number % len(SETTINGS[title])]
        play_out(game, seats=seats, seed=number, policy="random", options=options, watch=keep)
    return states, sorted(pool, key=repr)


@pytest.mark.slow
@TITLE
def test_legal_means_accepted_in_both_directions_on_a_thousand_states(title: str) -> None:
    game = rising(title)
    states, pool = _positions(title, 14)
    rng = Random(2)
    for state in rng.sample(states, 1_000):
        actions = game.node(state).actions
        for action in actions:
            assert game.check(state, action) is None
        for action in rng.sample(pool, 20):
            assert (game.check(state, action) is None) == (action in actions)
        game.act(state, rng.choice(actions))


@pytest.mark.slow
@TITLE
def test_ten_thousand_illegal_actions_are_refused_with_a_rule(title: str) -> None:
    game = rising(title)
    known = {rule.id for rule in load_catalogue(title).rules}
    states, pool = _positions(title, 21)
    rng, refused = Random(3), 0
    while refused < 10_000:
        state, action = rng.choice(states), rng.choice(pool)
        refusal = game.check(state, action)
        if refusal is None:
            continue
        refused += 1
        assert refusal.rule in known
        assert refusal.why.endswith(".")
        assert refusal.nearest is None or game.check(state, refusal.nearest) is None
        if refused % 100 == 0:
            before = game.dump(state)
            with pytest.raises(IllegalAction):
                game.act(state, action)
            assert game.dump(state) == before


@TITLE
def test_the_playout_path_plays_the_same_rules(title: str) -> None:
    """The same choices on the table and through the protocol lead to the same state."""
    game = rising(title)
    rng = Random(4)
    state = game.start(3, {})
    run = Run(st.lay_out(state), game.book)
    for _ in range(600):
        node = game.node(state)
        if isinstance(node, Chance):
            outcome = node.outcomes.sample(rng)
            state = game.resolve(state, outcome).state
            flow.happen(run, outcome)
        elif isinstance(node, Decision):
            assert list(node.actions) == flow.legal(run)
            action = rng.choice(node.actions)
            state = game.act(state, action).state
            flow.take(run, action)
        else:
            break
        assert st.take_up(run.t) == state


@TITLE
def test_random_games_try_every_option(title: str) -> None:
    assert every_option(title) >= options_of(title) - {"first_player", "balance_side"}

"""The value of every action equals what playing the dice step out on the engine gives, to the last digit.

Positions are random: parts of costs paid before, Villains with several sets, Balance with dice to be removed, tokens of
several Teams, abilities that add, reroll or turn dice, a box that is nearly empty, any moment of a roll.
"""

from collections import Counter
from fractions import Fraction
from random import Random
from typing import Any

import pytest

from rising_tutor.core.ids import CardId
from rising_tutor.games.rising import actions as do
from rising_tutor.games.rising.odds.cards import ability_id
from rising_tutor.games.rising.rules import state as st
from rising_tutor.probability.dice_turn.problem import ChangeFace, ExtraDie, ExtraSymbol, Problem, Reroll
from tests.testkit.dice_step import DiceStep, sets_on, symbols_on
from tests.testkit.scene import Scene

HEROES = ("arnook", "momo", "kanna", "haru", "teo", "cabbage-merchant", "sun-warrior-chief", "ursa", "toph")
VILLAINS = ("xin-fu", "june", "zhao", "hama", "war-minister-qin")
HELPERS = ("toph", "teo", "sokka", "arnook", "huu", "pakku", "kyoshi", "roku", "sun-warrior-chief", "the-mechanist")
TOKENS = ("extra-water", "extra-fire", "extra-earth", "red-die", "green-die", "reroll")
SIDES = (("easy-1", 0), ("easy-3", 1), ("easy-3", 2), ("hard-3", 8), ("easy-2", 2))
"""Balance sides with the space that was reached last: the next one asks for symbols, dice, or both."""


def counted(scene: Scene, targets: tuple[str, ...]) -> Any:
    """The number of complete sets of the targets at the end, beyond those of now, read off the table."""
    game, book = scene.game, scene.book
    surplus = scene.state.options.surplus_within_card

    def sets(state: st.State, target: str) -> int:
        if target == "balance":
            space = book.side[state.side].spaces[state.balance]
            missing = Counter(space.symbols) - symbols_on(game, state.balance_symbols)
            return int(not missing and len(state.balance_dice) >= space.dice)
        card = next((m.card for m in state.teams[state.active].row if ability_id(m.card) == target), target)
        if target != card or target in book.team:
            return int(card in state.used)
        spot = next(s for s in (*state.places, *state.battles) if s is not None and s.card == card)
        cost = "".join((book.hero.get(card) or book.villain.get(card) or book.battle[card]).cost)
        found = sets_on(game, cost, spot.dice, surplus=surplus)
        return min(found, 1) if card in book.hero else found

    before = {target: sets(scene.state, target) for target in targets}

    def payoff(state: st.State) -> Fraction:
        return Fraction(sum(min(n, sets(state, target) - before[target]) for target, n in Counter(targets).items()))

    return payoff


def is_left_out(targets: tuple[str, ...]) -> Any:
    """Whether an action completes an ability that does not count."""

    def skip(scene: Scene, state: st.State, action: Any) -> bool:
        on = getattr(action, "on", None)
        if on is None or on not in scene.book.paid or on in targets or ability_id(on) in targets:
            return False
        before = set(state.used)
        return set(scene.game.act(state, action).state.used) != before

    return skip


def random_scene(rng: Random, most: float) -> tuple[Scene, tuple[str, ...] | None]:
    """A moment of a dice step, and what counts in it; playing it out takes no longer than `most` allows."""
    while True:
        scene, targets = any_scene(rng)
        question = scene.game.odds_question(scene.state, targets)
        if question is not None and size(question.problem) <= most:
            return scene, targets


def size(problem: Problem) -> float:
    """How many dice there are, where what helps counts for about so many dice."""
    worth = {ExtraDie: 1.0, Reroll: 1.0, ChangeFace: 0.5, ExtraSymbol: 0.5}
    return sum(problem.pool) + sum(worth[type(help_)] for help_ in problem.helps)


def any_scene(rng: Random) -> tuple[Scene, tuple[str, ...] | None]:
    """A moment of a dice step with few dice, and what counts in it."""
    side, reached = rng.choice(SIDES)
    surplus = rng.random() < 0.7
    scene = Scene(
        "katara", "toph", balance_side=side, difficulty=side.partition("-")[0], surplus_within_card=str(surplus)
    )
    row = rng.sample(HELPERS, rng.choice((0, 1, 1, 2)))
    here = rng.sample([c for c in (*HEROES, *VILLAINS) if c not in row], rng.choice((1, 2)))
    scene.row("katara", *row).at(1, *here).row("toph", "bumi")
    scene.tokens(rng.choice(("katara", "toph")), *rng.sample(TOKENS, rng.choice((0, 0, 1, 2))))
    colours = [rng.choice(scene.book.colours) for _ in range(rng.choice((1, 2, 2, 3)))]
    moment = rng.choice(("before", "rolled", "rolled", "rolled", "assigned"))
    n_waiting = len(colours) if moment == "before" else int(rng.random() < 0.2)
    shown = ", ".join(
        f"{c} {rng.choice(scene.book.dice[scene.book.colour_index[c]].faces)}" for c in colours[n_waiting:]
    )
    if not shown:
        moment, n_waiting = "before", len(colours)
    scene.step_3("katara", shown=shown, waiting=" ".join(colours[:n_waiting]))
    if "the-mechanist" in row and rng.random() < 0.7:
        scene.park("the-mechanist", f"yellow {rng.choice(('A', 'AA', 'W', 'F'))}")
    if rng.random() < 0.15:
        scene.phase_2()
    scene.set(
        balance=reached if scene.state.phase == 1 else 0, no_balance=rng.random() < 0.3, no_tokens=rng.random() < 0.1
    )
    if moment == "assigned":
        scene.set(duty=rng.choice((st.ASSIGNED, st.DISCARDED)), fresh=False)
    if rng.random() < 0.4:
        scene.set(stock=tuple(min(n, rng.choice((0, 1))) for n in scene.state.stock))
    for at, spot in enumerate(scene.state.places):
        if spot is not None and rng.random() < 0.4:
            cost = (scene.book.hero.get(spot.card) or scene.book.villain[spot.card]).cost
            fits = [c for c in range(scene.book.n_faces) if scene.book.spec.symbols[scene.book.symbol_of[c]] in cost]
            dice = tuple(rng.choice(fits) for _ in range(1 if spot.card in scene.book.hero else 2))
            places = list(scene.state.places)
            places[at] = st.Spot(spot.card, 0, dice)
            scene.set(places=tuple(places))
    open_now = [card.id for card in scene.game.odds_targets(scene.state)]
    if not open_now:
        return any_scene(rng)
    if rng.random() < 0.3:
        return scene, None
    targets = tuple(rng.sample(open_now, min(len(open_now), rng.choice((1, 2)))))
    if targets[0] in scene.book.villain and rng.random() < 0.6:
        spot = scene.spot(targets[0])
        if spot.capacity - spot.damage - spot.sets >= 2:
            targets = (targets[0], *targets)
    return scene, targets


@pytest.mark.slow
@pytest.mark.rule("FNR-406", "FNR-402", "FNR-415", "FNR-431", "FNR-432", "FNR-434", "FNR-435")
@pytest.mark.parametrize("seed", range(50))
def test_every_action_is_worth_what_playing_it_out_gives(seed: int) -> None:
    check(*random_scene(Random(seed), most=2.5))


@pytest.mark.long
@pytest.mark.parametrize("seed", range(60))
def test_every_action_of_a_longer_step_is_worth_what_playing_it_out_gives(seed: int) -> None:
    check(*random_scene(Random(seed), most=4))


def check(scene: Scene, targets: tuple[str, ...] | None) -> None:
    """Plays out every action of a position and compares."""
    game = scene.game
    question = game.odds_question(scene.state, targets)
    assert question is not None
    goals = targets or tuple(dict.fromkeys(question.targets))
    skip = is_left_out(goals)
    no_reroll = any(sentence.startswith("Left out until") for sentence in question.assumes)

    def is_unused(action: Any) -> bool:
        return no_reroll and action in {do.UseToken(team.card, CardId("reroll")) for team in scene.state.teams}

    engine = DiceStep(
        game,
        counted(scene, goals),
        ordered=not scene.state.options.surplus_within_card,
        skip=lambda state, action: skip(scene, state, action) or is_unused(action),
    )
    rows = game.odds_of_actions(scene.state, question).rows
    assert {row.action for row in rows} == set(game.node(scene.state).actions)
    for row in rows:
        if row.value is None:
            assert row.why
            assert skip(scene, scene.state, row.action)
        else:
            played = engine.after(scene.state, row.action)
            assert row.amount is not None
            assert row.amount.fraction == played, game.write(scene.state, row.action)
    best = next(row for row in rows if row.value is not None)
    assert best.loss == 0
    assert best.tied
    assert isinstance(rows[0].action, do.RisingAction)

"""Where a line leads: probabilities are those of the game's distributions, values those of the solver."""

from fractions import Fraction
from typing import Any

import msgspec
import pytest

from rising_tutor.analysis.consequences import Followed, follow, roll_values
from rising_tutor.core.node import Chance
from rising_tutor.core.registry import load_game
from rising_tutor.core.session import GameSession
from rising_tutor.errors import IllegalAction
from rising_tutor.games.rising import actions as do
from rising_tutor.probability.unit import Unit
from tests.testkit.coin_and_hand import CoinAndHand, Do, Frame, Lay, Seat, Table

FIRE = load_game("fire")
COIN: Any = CoinAndHand()


def few_dice() -> GameSession:
    """Three dice or fewer are left to be rolled again."""
    player = at_step_3()
    while do.Roll() not in player.actions or len(player.view.roll.waiting) + len(player.view.roll.shown) > 3:
        player.play(player.advice())
    return player


def at_step_3(seed: str = "follow") -> GameSession:
    player = GameSession(FIRE, 1, {"teams": "aang,toph"}, seed=seed)
    player.settle()
    while do.Roll() not in player.actions:
        player.play(player.actions[0])
    return player


def node_after(player: GameSession, action: Any) -> tuple[Any, Chance[Any]]:
    state = FIRE.act(player.state, action).state
    node = FIRE.node(state)
    assert isinstance(node, Chance)
    return state, node


def best_after(state: Any, goals: tuple[str, ...]) -> float:
    """What best play expects, by the values of all actions."""
    return float(FIRE.odds_of_actions(state, FIRE.odds_question(state, goals)).best[0].value)


def test_the_values_of_a_roll_are_the_solvers_and_their_mean_is_that_of_rolling() -> None:
    player = at_step_3()
    question = FIRE.odds_question(player.state)
    rolling = FIRE.odds_of_actions(player.state, question).of(do.Roll())
    found = follow(FIRE, player.state, do.Roll())
    assert found.unit is Unit.GOALS
    mean = sum(one.chance * Fraction(one.value).limit_denominator(10**12) for one in found.all)
    assert float(mean) == pytest.approx(rolling.value, abs=1e-9)
    state, node = node_after(player, do.Roll())
    known = roll_values(FIRE, state, node.outcomes, question.targets)
    assert known is not None
    outcomes = list(node.outcomes)
    for at in range(0, len(outcomes), max(1, len(outcomes) // 12)):
        after = FIRE.resolve(state, outcomes[at][0]).state
        assert known[0][at] == pytest.approx(best_after(after, question.targets), abs=1e-9)


def test_the_chance_of_a_consequence_is_that_of_its_outcomes() -> None:
    player = few_dice()
    question = FIRE.odds_question(player.state)
    found = follow(FIRE, player.state, do.Roll())
    state, node = node_after(player, do.Roll())
    values = {outcome: best_after(FIRE.resolve(state, outcome).state, question.targets) for outcome, _ in node.outcomes}
    for one in (found.likeliest, found.worst):
        same = [outcome for outcome, value in values.items() if value == pytest.approx(one.value, abs=1e-9)]
        assert one.n_outcomes == len(same)
        assert one.chance == Fraction(sum(node.outcomes.weight(outcome) for outcome in same), node.outcomes.total)
        shown = FIRE.read(state, one.shown)
        assert shown in same
        assert one.shown_chance == Fraction(node.outcomes.weight(shown), node.outcomes.total)
        assert one.shown_chance == max(Fraction(node.outcomes.weight(o), node.outcomes.total) for o in same)
    assert found.worst.value == pytest.approx(min(values.values()), abs=1e-9)
    assert found.likeliest.chance == max(one.chance for one in found.all)


def sums_to_one(found: Followed) -> bool:
    return sum(one.chance for one in found.all) == 1 and sum(one.n_outcomes for one in found.all) == found.n_outcomes


def test_a_location_leads_to_the_card_that_is_turned_over() -> None:
    player = GameSession(FIRE, 1, {"teams": "aang,toph"}, seed="follow")
    player.settle()
    action = player.actions[0]
    found = follow(FIRE, player.state, action)
    state, node = node_after(player, action)
    assert sums_to_one(found)
    assert found.unit is Unit.STANDING
    assert any("opinion of the policy greedy" in line for line in found.method)
    for one in found.all:
        outcome = FIRE.read(state, one.shown)
        assert one.shown_chance == Fraction(node.outcomes.weight(outcome), node.outcomes.total)
        events = FIRE.resolve(state, outcome).events
        assert [(told.text, told.rule) for told in one.events] == [(FIRE.say(event), event.rule) for event in events]
        assert one.state == FIRE.resolve(state, outcome).state


def test_a_line_goes_on_by_best_play_up_to_the_next_roll() -> None:
    """A die is assigned; what follows is what the values call best, until dice are rolled or the turn is over."""
    player = at_step_3("on")
    player.play(do.Roll())
    action = next(action for action in player.actions if isinstance(action, do.DiscardDie))
    found = follow(FIRE, player.state, action)
    assert found.events[0].text == FIRE.say(FIRE.act(player.state, action).events[0])
    state = FIRE.act(player.state, action).state
    for text in found.choices:
        chosen = FIRE.read(state, text)
        assert FIRE.odds_of_actions(state, FIRE.odds_question(state)).loss(chosen) == 0
        state = FIRE.act(state, chosen).state
    assert isinstance(FIRE.node(state), Chance)
    assert sums_to_one(found)
    assert "best play" in found.method[0]


def test_a_line_can_be_followed_further_from_where_it_led() -> None:
    player = few_dice()
    first = follow(FIRE, player.state, do.Roll())
    further = follow(FIRE, first.worst.state)
    assert further.events or further.all
    assert not further.all or sums_to_one(further)
    assert FIRE.where(first.worst.state).partition(",")[0] == FIRE.where(player.state).partition(",")[0]


def test_an_illegal_action_is_refused_with_its_rule() -> None:
    with pytest.raises(IllegalAction):
        follow(FIRE, at_step_3().state, do.Stop())


def test_a_game_without_dice_and_judge_lists_what_chance_may_do() -> None:
    table = Table(4, (0, 0, 0), ((0, 1, 0), (0, 0, 0)), (3, 2, 4), (0, 0), 0, (Frame("lay", Seat(0)),))
    found = follow(COIN, table, Lay(1), policy="trusting")
    assert found.choices == ("let be",)
    assert [(one.chance, one.shown, one.value) for one in found.all] == [
        (Fraction(1, 2), "toss heads", None),
        (Fraction(1, 2), "toss tails", None),
    ]
    assert found.unit is None
    assert any("trusting" in line for line in found.method)
    over = follow(
        COIN, Table(4, (0, 0, 0), ((0, 0, 0),) * 2, (3, 3, 4), (0, 3), 9, (Frame("lay", Seat(1)),)), Do("rest")
    )
    assert over.all == ()
    assert "over" in over.ends


@pytest.mark.parametrize("laid", [0, 1, 2])
def test_with_hidden_cards_it_is_what_the_seat_could_know(laid: int) -> None:
    """Seat 2 lets the card be that lies face down: what follows is the same whichever it is, and is called no fact."""
    deck = (3 - (laid == 0), 1 - (laid == 1), 4 - (laid == 2))
    waits = (Frame("draw", Seat(0)), Frame("effect", Seat(0)), Frame("answer", Seat(1)))
    state = Table(5, deck, ((0, 0, 0), (0, 2, 0)), (0, 0, 0), (0, 0), 0, waits, laid)
    other = Table(5, (3, 1, 3), ((0, 0, 0), (0, 2, 0)), (0, 0, 0), (0, 0), 0, waits, 2)
    found = follow(COIN, state, Do("let be"))
    assert msgspec.structs.asdict(found) == msgspec.structs.asdict(follow(COIN, other, Do("let be")))
    said = " ".join((*found.method, *(event.text for event in found.events)))
    assert "exact" not in said
    assert "fits what you see" in said or not found.all
    told = [event.text for one in found.all for event in one.events] + [event.text for event in found.events]
    assert not any(text.startswith("Seat 1 gets") for text in told)


def test_work_can_be_stopped() -> None:
    class Enough(Exception):
        pass

    def stop(_done: int, _total: int) -> None:
        raise Enough

    with pytest.raises(Enough):
        follow(FIRE, at_step_3().state, do.Roll(), progress=stop)

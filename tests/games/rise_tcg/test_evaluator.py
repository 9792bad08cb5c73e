"""The evaluator of Rise TCG: what it counts, how it is fitted, what V makes of it, and whose luck is whose."""

from fractions import Fraction
from typing import Any

import pytest
from msgspec.structs import replace

from rising_tutor import catalogues
from rising_tutor.core.evaluated import evaluated_game
from rising_tutor.core.node import Chance, Decision, Terminal
from rising_tutor.core.playthrough import follow
from rising_tutor.core.registry import load_game
from rising_tutor.core.valuation import valued_game
from rising_tutor.decks.slots import UNSETTLED
from rising_tutor.games.rise_tcg import actions as do
from rising_tutor.games.rise_tcg import choices
from rising_tutor.games.rise_tcg.game import load
from rising_tutor.games.rise_tcg.run import Run
from rising_tutor.games.rise_tcg.state import lay_out
from rising_tutor.games.rise_tcg.valuing.evaluation import is_judged
from rising_tutor.games.rise_tcg.valuing.features import FORM, SET_UP, TURN, count
from rising_tutor.games.rise_tcg.valuing.luck import LUCK_SOURCES
from rising_tutor.games.rise_tcg.valuing.value import GROUPS, RiseValuation, forgotten

GAME: Any = load_game("rise-tcg")
EVALUATION: Any = GAME.evaluation()
VALUATION: Any = GAME.valuation()


@pytest.fixture(scope="module")
def moves() -> list[Any]:
    """The positions of a whole game between programs."""
    return list(follow(GAME, seats=2, seed=4, policy="greedy").positions)


def test_the_game_offers_an_evaluator_and_v() -> None:
    assert evaluated_game(GAME) is not None
    assert valued_game(GAME) is not None


def test_v_is_a_chance_everywhere_the_same_each_time_and_the_result_at_the_end(moves: list[Any]) -> None:
    for made in moves[::9]:
        value = VALUATION.value(made.state)
        assert 0 <= value <= 1
        assert load().valuation().value(GAME.load(GAME.dump(made.state))) == value
    last = moves[-1].step.state
    end: Any = GAME.node(last)
    assert isinstance(end, Terminal)
    assert VALUATION.value(last) == Fraction(end.payoffs[0] + 1, 2)


def test_v_of_a_choice_is_the_best_of_what_follows_for_whoever_chooses(moves: list[Any]) -> None:
    n = 0
    for made in moves[::7]:
        node: Any = made.node
        if isinstance(node, Decision):
            n += 1
            judged = VALUATION.follow().judge(made.state, made.move, made.step.state)
            best = max if node.seat == 0 else min
            values = [VALUATION.value(GAME.act(made.state, action).state) for action in node.actions]
            assert [choice.value for choice in judged.options] == values
            assert judged.before == best(values)
    assert n > 20


def test_v_of_chance_is_the_mean_over_its_outcomes(moves: list[Any]) -> None:
    n = 0
    for made in moves:
        node: Any = made.node
        if isinstance(node, Chance) and n < 12:
            n += 1
            judged = VALUATION.follow().judge(made.state, made.move, made.step.state)
            ends = [(weight, VALUATION.value(GAME.resolve(made.state, one).state)) for one, weight in node.outcomes]
            mean = sum((weight * value for weight, value in ends), Fraction(0)) / sum(weight for weight, _ in ends)
            assert judged.before == mean
    assert n == 12


def test_a_loss_is_made_of_parts_that_add_up_exactly(moves: list[Any]) -> None:
    several = 0
    for made in moves[::11]:
        if not isinstance(made.node, Decision):
            continue
        follower = VALUATION.follow()
        options = follower.options(made.state)
        best = (max if made.node.seat == 0 else min)(one.value for one in options)
        for choice in options:
            parts = follower.parts(made.state, choice.action)
            assert sum((part.amount for part in parts), Fraction(0)) == abs(best - choice.value)
            several += len(parts) > 1
    assert several


def test_each_feature_of_a_turn_belongs_to_one_group_and_each_group_has_some() -> None:
    words = {name.partition("_")[2] for name in FORM.names(TURN)} - {""}
    grouped = [word for _, _, found in GROUPS for word in found]
    assert sorted(grouped) == sorted(words)


def with_summoner(state: Any, seat: int, **facts: Any) -> Any:
    side = state.sides[seat]
    summoners = (replace(side.summoners[0], **facts), side.summoners[1])
    sides = tuple(replace(one, summoners=summoners) if at == seat else one for at, one in enumerate(state.sides))
    return replace(state, sides=sides)


def test_more_hp_is_better_for_whoever_has_it(moves: list[Any]) -> None:
    state = next(made.state for made in moves if made.state.turn > 4 and is_judged(made.state))
    for seat, better in ((0, 1), (1, -1)):
        few, many = (VALUATION.value(with_summoner(state, seat, hp=hp)) for hp in (3, 25))
        assert (many - few) * better > 0


def test_v_never_plays_a_card_that_the_table_does_not_name(moves: list[Any]) -> None:
    """Whoever has not the turn has forgotten its hand: what is played on must not choose among all cards."""
    left_out = 0
    for made in moves:
        state = forgotten(VALUATION._run(made.state))
        node = GAME.node(state)
        if not isinstance(node, Decision) or node.seat == state.active:
            continue
        side = state.sides[node.seat]
        known = {side.kinds[slot.card] for slot in side.hand if slot.card != UNSETTLED}
        known |= {state.sides[owned.owner].kinds[owned.kind] for owned in side.guests}
        hidden = [one for one in node.actions if isinstance(one, (do.Invoke, do.LevelUp)) and one.card not in known]
        found = choices.choice(VALUATION._run(state))
        assert found is not None
        assert list(found[1]) == [one for one in node.actions if one not in hidden]
        left_out += len(hidden)
    assert left_out


def test_self_play_follows_from_seed_and_number() -> None:
    one, again, other = (EVALUATION.sample("x", number, positions=True) for number in (3, 3, 4))
    assert one == again != other
    assert one is not None
    assert {position.phase for position in one.positions} == set(FORM.phases)
    for position in one.positions[::9]:
        state = GAME.load(position.position)
        assert is_judged(state)
        assert count(Run(state, GAME.book)).as_bytes() == position.counted
        assert count(Run(state, GAME.book)).phase == (TURN if state.turn else SET_UP)


def test_the_file_that_is_shipped_fits_rules_and_cards() -> None:
    source = EVALUATION.source
    assert source.rules_version in (GAME.info.rules_version, *GAME.info.older_rules)
    assert source.content == GAME.info.content
    assert source.command == f"rising-tutor evaluator fit rise-tcg --games {source.games} --seed {source.seed}"
    label = VALUATION.label
    assert label.bands == EVALUATION.model.band != ()


@pytest.mark.wide
@pytest.mark.slow
def test_it_foretells_games_that_it_was_not_fitted_on() -> None:
    games = [game for number in range(1, 41) if (game := EVALUATION.sample("other", number)) is not None]
    late = [(EVALUATION.says(game.positions[-3]), game.won) for game in games if len(game.positions) > 4]
    score = sum((said - won) ** 2 for said, won in late) / len(late)
    assert score < 0.2, "a constant has 0.25"


# Luck and rules -------------------------------------------------------------------------------------------------------


def test_every_chance_has_its_source_of_luck_and_every_choice_its_rule(moves: list[Any]) -> None:
    rules = {rule.id for rule in catalogues.load("rise-tcg").rules}
    sources = set()
    for made in moves:
        if isinstance(made.node, Chance):
            sources.add(GAME.luck_source(made.state))
        else:
            for action in made.node.actions:
                assert GAME.rule_of_move(made.state, action) in rules
    assert sources == set(LUCK_SOURCES)


def test_where_the_simple_program_plays_on_nobody_is_asked_and_v_is_the_same(
    moves: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    states = [made.state for made in moves[::5]]
    without = [RiseValuation(GAME).value(state) for state in states]
    asking = RiseValuation(GAME)
    monkeypatch.setattr(asking, "_run", lambda state, **_: Run(lay_out(state), GAME.book, named=True))
    assert [asking.value(state) for state in states] == without

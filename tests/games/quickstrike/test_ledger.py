"""The ledger of the Avatar game: what is luck, what is skill, and what lay hidden."""

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from rising_tutor.analysis.intervals import of_mean
from rising_tutor.analysis.ledger import HIDDEN, LUCK, SKILL, Ledger, LedgerLine, ledger_of, lines_of
from rising_tutor.analysis.ledger.document import file_json
from rising_tutor.analysis.ledger.jobs import ledger_with_jobs, rolled_with_jobs
from rising_tutor.analysis.review import Review, review_of_ledger
from rising_tutor.analysis.review.rolled import rolled_faults
from rising_tutor.analysis.review.words import mistake_words
from rising_tutor.core.ids import Seat
from rising_tutor.core.node import Chance, Decision, Terminal
from rising_tutor.core.playthrough import follow
from rising_tutor.core.values import with_count
from rising_tutor.core.worlds import MOST_LISTED, listed_worlds, worlds
from rising_tutor.decks.slots import Pile, Slot, mask
from rising_tutor.replay import Verified, verify
from tests.testkit.policy_value import Made
from tests.testkit.quickstrike import GAME, Scene, Side, kind

FOLDER = Path(__file__).parents[3] / "replays" / "avatar-tcg"
MINE, FOES = Seat(0), Seat(1)


@cache
def recorded() -> Verified:
    """The first turns of a game in which both seats look at cards."""
    whole = verify(FOLDER / "by-signature-moves.replay")
    return replace(whole, moves=whole.moves[:110], result=None)


@cache
def reviewed() -> Review:
    verified = recorded()
    ledger = ledger_of(GAME, verified.moves, verified.start, n_seats=2)
    rolled = rolled_faults(GAME, ledger, verified.moves, most=3, lines=6)
    return review_of_ledger(ledger, verified, rolled=rolled)


def its_ledger() -> Ledger:
    return reviewed().ledger


def foe_knows(*words: str) -> Any:
    """A position in which seat 1 defends, and seat 2 alone knows the first cards of its deck."""
    scene = Scene(
        me=Side(unseen="pummel skewer momo", deck="", more=0, discard="skewer", energies=(3, 1, 1), points=2),
        foe=Side(unseen="pummel skewer skewer downdraft momo", deck="", more=0, discard="pummel", points=2),
        zone="red",
    )
    foe = scene.state.mats[1]
    unseen, top = foe.unseen, []
    for word in words:
        unseen = with_count(unseen, kind(word), -1)
        top.append(Slot(kind(word), mask(FOES)))
    foe = replace(foe, deck=Pile(tuple(top), foe.deck.n - len(top)), unseen=unseen)
    return replace(scene.state, mats=(scene.state.mats[0], foe))


def one_line(state: Any, move: Any) -> LedgerLine:
    """The ledger line of one move."""
    step = GAME.resolve(state, move) if isinstance(GAME.node(state), Chance) else GAME.act(state, move)
    (line,) = lines_of(GAME, GAME.valuation(), [Made(state, move, step)], before=Fraction(0))
    return line


def every_line(state: Any, share: Fraction, most: int) -> Iterator[tuple[Fraction, LedgerLine]]:
    """All lines that can come within so many moves, each with its chance; every action is as likely as any other."""
    node: Any = GAME.node(state)
    if not most or isinstance(node, Terminal):
        return
    chance = isinstance(node, Chance)
    ways = list(node.outcomes) if chance else [(action, 1) for action in node.actions]
    total = sum(weight for _, weight in ways)
    for move, weight in ways:
        part = share * weight / total
        yield part, one_line(state, move)
        step = GAME.resolve(state, move) if chance else GAME.act(state, move)
        yield from every_line(step.state, part, most - 1)


@pytest.mark.slow
def test_the_mean_of_luck_and_of_what_lay_hidden_is_exactly_0_over_all_games_of_a_small_deck() -> None:
    """Seat 2 knows its first card: each table that seat 1 may believe in, every chance, every choice."""
    believed = listed_worlds(GAME, foe_knows("pummel"), MINE)
    assert believed is not None
    assert len(believed) == 4
    total = sum(n for _, n in believed)
    lines = [one for world, n in believed for one in every_line(world, Fraction(n, total), 4)]
    assert len(lines) > 200
    by_kind = {
        "luck": [(share, line.amount) for share, line in lines if line.kind == LUCK],
        HIDDEN: [(share, line.hidden) for share, line in lines if line.kind == SKILL],
    }
    for amounts in by_kind.values():
        assert sum(share * amount for share, amount in amounts) == 0
        assert any(amount > 0 for _, amount in amounts)
        assert any(amount < 0 for _, amount in amounts)


def test_skill_is_equal_to_the_byte_on_tables_that_differ_in_hidden_facts_only() -> None:
    one, other = foe_knows("pummel", "momo"), foe_knows("skewer", "skewer")
    assert GAME.view(one, MINE) == GAME.view(other, MINE)
    fields = ("skill", "loss", "loss_low", "named", "fault", "options", "best", "value", "best_value", "forced")
    differ = 0
    for flip in ("flip pummel", "flip skewer", "flip momo"):
        pair = [GAME.resolve(state, GAME.read(state, flip)).state for state in (one, other)]
        node: Any = GAME.node(pair[0])
        assert isinstance(node, Decision)
        for action in node.actions:
            lines = [one_line(state, action) for state in pair]
            for name in fields:
                assert getattr(lines[0], name) == getattr(lines[1], name), name
            differ += lines[0].after != lines[1].after
            assert all(line.after - line.before == line.skill + line.hidden for line in lines)
    assert differ, "what lies hidden makes a difference on the table"


@pytest.mark.wide
@pytest.mark.slow
def test_luck_is_what_a_second_computation_makes_of_it() -> None:
    """From the positions after all outcomes, as the game itself makes them, without the follower of the ledger."""
    value = GAME.valuation().value
    moves = recorded().moves
    n = 0
    for line in its_ledger().lines[::2]:
        moved = moves[line.line - 1]
        node: Any = GAME.node(moved.state)
        if line.kind != LUCK:
            assert not isinstance(node, Chance)
            continue
        ends = [(weight, value(GAME.resolve(moved.state, outcome).state)) for outcome, weight in node.outcomes]
        mean = sum((weight * one for weight, one in ends), Fraction(0)) / sum(weight for weight, _ in ends)
        assert line.luck == value(moved.step.state) - mean
        n += 1
    assert n > 15


def test_the_sources_of_luck_are_decks_set_up_coin_and_what_lay_hidden() -> None:
    ledger = its_ledger()
    assert ledger.remainder == 0
    assert ledger.result - ledger.start == ledger.luck + ledger.skill + ledger.horizon
    found = ledger.luck_by_source()
    assert list(found) == ["set_up", "deck_1", "deck_2", "coin", HIDDEN]
    assert sum(found.values()) == ledger.luck
    assert all(found[name] for name in ("deck_1", "deck_2", "set_up"))
    assert found["coin"] == 0
    for line in ledger.lines:
        if line.kind == LUCK:
            moved = recorded().moves[line.line - 1]
            told = [event for event in moved.step.events if getattr(event, "card", "")]
            expected = f"deck_{told[0].seat + 1}" if moved.state.round else "set_up"
            assert line.source == expected


def test_a_seat_that_could_know_all_is_judged_by_the_table_and_nothing_is_called_exact() -> None:
    ledger = its_ledger()
    choices = [line for line in ledger.lines if line.kind == SKILL]
    n_sure = 0
    for line in choices:
        moved = recorded().moves[line.line - 1]
        believed = worlds(GAME, moved.state, line.seat)
        if len(believed) == 1:
            n_sure += 1
            assert believed[0][0] == moved.state
            assert line.hidden == 0
            assert line.loss >= 0
        assert not line.exact
    assert 0 < n_sure < len(choices)
    review = reviewed()
    said = " ".join(map(mistake_words, review.mistakes)) + str(file_json("x", recorded(), review)["value"])
    assert "exact" not in said.replace("exactly", "")


def test_a_fault_has_a_class_only_where_its_interval_lies_above_the_threshold() -> None:
    for line in its_ledger().lines:
        if line.kind == SKILL:
            assert line.loss_low is not None
            assert line.loss_low <= line.loss
            assert bool(line.fault) == (not line.forced and line.loss_low >= Fraction(1, 50))


def test_more_tables_than_can_be_listed_are_drawn_and_half_of_them_names_the_best() -> None:
    state = foe_knows("pummel")
    view = GAME.view(state, MINE)
    assert GAME.all_worlds(view, 3) is None
    listed = GAME.all_worlds(view, MOST_LISTED)
    assert listed is not None
    foe = [world.mats[1] for world, _ in listed]
    assert {mat.deck.top[0].card for mat in foe} == {kind(word) for word in ("pummel", "skewer", "downdraft", "momo")}
    assert sorted(n for _, n in listed) == [1, 1, 1, 2]


def test_the_costliest_mistakes_are_played_on_and_the_review_says_so() -> None:
    review = reviewed()
    rolled = [mistake for mistake in review.mistakes if mistake.rolled is not None]
    assert len(rolled) == min(3, len(review.mistakes)) > 1
    least = min(mistake.loss for mistake in rolled)
    assert all(mistake.loss <= least for mistake in review.mistakes if mistake.rolled is None)
    for mistake in rolled:
        found: Any = mistake.rolled
        assert found.low <= found.loss <= found.high
        assert f"Played on {found.samples} times each by greedy" in mistake_words(mistake)


def test_reasons_of_a_mistake_add_up_to_its_loss() -> None:
    review = reviewed()
    with_parts = [mistake for mistake in review.mistakes if mistake.line.parts]
    assert with_parts
    for mistake in with_parts:
        assert sum((reason.amount for reason in mistake.reasons), Fraction(0)) == mistake.loss


def test_two_processes_make_the_same_ledger() -> None:
    verified = recorded()
    moves = verified.moves[:40]
    start: Any = verified.start
    alone = ledger_of(GAME, moves, start, n_seats=2, seed="7")
    assert ledger_with_jobs(GAME, moves, start, n_seats=2, jobs=2, seed="7") == alone


@pytest.mark.wide
@pytest.mark.slow
def test_two_processes_play_the_same_mistakes_on() -> None:
    ledger, moves = reviewed().ledger, recorded().moves
    alone = rolled_faults(GAME, ledger, moves, seed="7", lines=4)
    assert len(alone) > 1
    assert rolled_with_jobs(GAME, ledger, moves, jobs=2, seed="7", lines=4) == alone


@pytest.mark.wide
@pytest.mark.slow
def test_over_lines_of_self_play_luck_and_what_lay_hidden_have_mean_0_within_their_interval() -> None:
    """A few lines of several games, whichever they are; whole games are for `make long`."""
    rng, hidden, luck = Random(5), [], []
    for seed in range(6):
        trail = follow(GAME, seats=2, seed=seed, policy="greedy")
        chosen = rng.sample(trail.positions, 40)
        for made in chosen:
            if isinstance(made.node, Decision):
                if len(worlds(GAME, made.state, made.node.seat)) > 1:
                    hidden.append(float(one_line(made.state, made.move).hidden))
            else:
                luck.append(float(one_line(made.state, made.move).luck))
    for found in (hidden, luck):
        low, high = of_mean(found)
        assert low <= 0 <= high, (low, high)
        assert any(found)


@pytest.mark.long
def test_over_500_games_of_self_play_luck_and_what_lay_hidden_have_mean_0_within_their_interval() -> None:
    hidden, luck = [], []
    for seed in range(500):
        trail = follow(GAME, seats=2, seed=seed, policy="greedy")
        ledger = ledger_of(GAME, trail.positions, trail.positions[0].state, n_seats=2)
        assert ledger.remainder == 0
        hidden.append(float(ledger.luck_by_source()[HIDDEN]))
        luck.append(float(sum(line.luck for line in ledger.lines if line.kind == LUCK)))
    for found in (hidden, luck):
        low, high = of_mean(found)
        assert low <= 0 <= high, (low, high)

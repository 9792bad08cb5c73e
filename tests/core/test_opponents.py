"""Programs to play against: their strength is measured, rises, and can be measured again."""

from pathlib import Path

import pytest

from rising_tutor.core.drive import policy_named
from rising_tutor.core.ids import Seat
from rising_tutor.core.opponents import opponents_of, read_opponents
from rising_tutor.core.session import GameSession
from rising_tutor.errors import BadContent
from rising_tutor.tutor.table.opponents import programs_to_choose
from tests.testkit.games import every_engine, game_of

ROOT = Path(__file__).parents[2]
MEASURED = [game_id for game_id in every_engine() if opponents_of(game_of(game_id))]
SEARCH = {"avatar-tcg": 0.60, "rise-tcg": 0.60}
"""The lower end of the interval of `search` over `greedy` that a game promises."""


@pytest.mark.parametrize("game_id", sorted(SEARCH))
def test_each_card_game_has_three_levels(game_id: str) -> None:
    assert game_id in MEASURED
    assert len(opponents_of(game_of(game_id))) == 3


@pytest.mark.parametrize("game_id", MEASURED)
def test_the_documents_tell_the_same_figures(game_id: str) -> None:
    told = (ROOT / "docs" / "difficulty.md").read_text(encoding="utf-8")
    for one in opponents_of(game_of(game_id)):
        low, high = (100 * end for end in one.interval)
        points = f"{100 * one.share:.1f} % ({low:.1f} to {high:.1f})"
        assert f"| {one.name} | `{one.policy}` | {one.rival} | {one.games} | {points} |" in told
        assert f"--policy {one.policy} --policy {one.against} --games {one.games} --seed {one.seed}\n" in told


@pytest.mark.parametrize("game_id", MEASURED)
def test_each_is_measured_against_the_one_before_and_is_surely_stronger(game_id: str) -> None:
    game, found = game_of(game_id), opponents_of(game_of(game_id))
    assert [one.against for one in found] == ["random", *(one.policy for one in found[:-1])]
    assert [one.rival for one in found] == ["play at random", *(one.name for one in found[:-1])]
    for one in found:
        policy_named(game, one.policy)
        low, high = one.interval
        assert 0.5 < low <= one.share <= high <= 1
        assert one.games >= 100
        assert one.games % 2 == 0
    strongest = found[-1]
    assert (strongest.policy, strongest.against) == ("search", "greedy")
    assert strongest.interval[0] > SEARCH[game_id]


@pytest.mark.parametrize("game_id", MEASURED)
def test_a_table_takes_each_of_them_and_says_how_strong_it_is(game_id: str) -> None:
    game = game_of(game_id)
    words = dict(programs_to_choose(game))
    for one in opponents_of(game):
        session = GameSession(game, 2, {}, seed="s", programs={Seat(1): one.policy})
        assert session.programs[Seat(1)] == one.policy
        low, high = (f"{100 * end:.0f}" for end in one.interval)
        assert words[one.policy] == f"{one.name}, {low} to {high} % against {one.rival}"
        assert f"{100 * one.share:.1f} %" in one.strength
    assert set(game.policies()) <= set(words)


def test_a_program_that_errs_plays_at_a_table() -> None:
    game = game_of("coin-and-hand")
    session = GameSession(game, 2, {}, seed="s", programs={Seat(0): "random~2", Seat(1): "trusting~3"})
    session.settle()
    while not session.over:
        assert session.play_program() is not None
    assert session.n_moves > 20


def test_the_file_is_read_strictly() -> None:
    with pytest.raises(BadContent):
        read_opponents(b'[[opponent]]\npolicy = "greedy"\n', "opponents.toml")

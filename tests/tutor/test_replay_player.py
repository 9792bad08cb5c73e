"""Stepping through a recorded game without a browser."""

from itertools import pairwise

import pytest

from rising_tutor.core.drive import play_out
from rising_tutor.core.node import Chance
from rising_tutor.core.registry import load_game
from rising_tutor.replay import Replay, Scribe, header_of, read, replay_of, write
from rising_tutor.tutor.replay.player import UNITS, ReplayPlayer, open_replay
from rising_tutor.tutor.replay.samples import read_sample, samples
from rising_tutor.ui.replays.heading import faults, happened, heading, sample_list, written
from tests.testkit.games import rules_of
from tests.testkit.settings import RISING

GAME = "fire-nation-rising"
HOSTILE = '<script>alert("x")</script>'


@pytest.fixture(scope="module", params=RISING)
def data(request: pytest.FixtureRequest) -> bytes:
    game = load_game(request.param)
    scribe = Scribe(game)
    played = play_out(game, seats=2, seed=3, watch=scribe.watch)
    return write(replay_of(header_of(game, 2, names=("Mira", HOSTILE)), scribe, played.state), "a.replay")


@pytest.fixture
def player(data: bytes) -> ReplayPlayer:
    return open_replay(data, "a.replay")


@pytest.fixture
def example() -> ReplayPlayer:
    name = "worked-example.replay"
    found = read_sample(GAME, name)
    assert found is not None
    return open_replay(found, name)


@pytest.mark.parametrize("unit", UNITS)
def test_steps_of_every_size_lead_to_the_end_and_back(player: ReplayPlayer, unit: str) -> None:
    there = []
    while player.at < player.last:
        there.append(player.at)
        player.step(unit, 1)
    back = []
    while player.at:
        player.step(unit, -1)
        back.append(player.at)
    assert back[::-1] == there
    assert (*there, player.last) == player.stops(unit)


def test_an_action_ends_where_somebody_chooses(player: ReplayPlayer) -> None:
    for at in player.stops("action")[1:]:
        assert not isinstance(player.game.node(player.state_at(at)), Chance)


def test_a_turn_step_lands_at_the_beginning_of_a_turn(player: ReplayPlayer) -> None:
    begins = dict(player.turns())
    assert list(begins.values())[:3] == ["setup", "turn 1", "turn 2"]
    assert set(begins) <= set(player.stops("turn"))


def test_a_die_step_moves_a_die(player: ReplayPlayer) -> None:
    for at in player.stops("die")[1:-1]:
        kinds = {type(event).__name__ for event in player.moves[at - 1].step.events}
        assert any(kind.startswith(("Die", "Dice", "Face")) for kind in kinds)


def test_positions_beyond_the_ends_are_the_ends(player: ReplayPlayer) -> None:
    assert player.go(10**9) == player.last
    assert player.go(-5) == 0


def test_labels_run_without_gap(player: ReplayPlayer) -> None:
    labels = player.labels()
    assert labels[0] == (0, "setup")
    assert all(first[0] < second[0] and first[1] != second[1] for first, second in pairwise(labels))


def test_the_rows_of_a_turn_hold_the_line_that_is_shown(player: ReplayPlayer) -> None:
    for at in range(1, player.last + 1):
        player.go(at)
        assert at in [row.position for row in player.turn_rows()]
        assert player.action_rows()[-1].position == at


def test_every_event_has_a_sentence_and_a_rule(player: ReplayPlayer) -> None:
    for at in range(1, player.last + 1):
        for told in player.told(at):
            assert told.text
            assert told.rule in rules_of(player.game.info.id)


def test_a_branch_is_the_game_up_to_here(player: ReplayPlayer) -> None:
    player.go(40)
    header = player.verified.replay.header  # type: ignore[union-attr]
    branch = read(write(Replay(header, player.before()), "b.replay"), "b.replay")
    again = open_replay(write(branch, "b.replay"), "b.replay")
    assert not again.problems
    assert again.state_at(again.last) == player.state


def test_notes_and_other_ways_are_found(example: ReplayPlayer) -> None:
    marked = example.marked()
    assert {judged for _, judged, _ in marked} >= {"note", "!"}
    at = next(place for place, judged, _ in marked if judged == "!")
    example.go(at)
    assert "Another way" in written(example)


def test_charts_follow_the_game(player: ReplayPlayer) -> None:
    charts = {chart.id: chart for chart in player.charts}
    assert list(charts) == ["tracks", "damage", "dice", "decks", "tokens"]
    for chart in charts.values():
        for curve in chart.curves:
            assert len(curve.values) == player.last + 1
    clock = [value for value in charts["tracks"].curves[0].values if value is not None]
    views = [player.game.view(player.state_at(at), None) for at in range(len(clock))]
    # Where counters lie on carriers, those that fell are the clock of the enemy.
    assert clock == [view.ruin + sum(carrier.fallen > 0 for carrier in view.carriers) for view in views]
    assert max(clock) > 0


def test_names_in_a_file_are_only_text(player: ReplayPlayer) -> None:
    assert "<script" not in heading(player)
    assert "&lt;script" in heading(player)


def test_a_faulty_file_says_where_and_shows_what_is_sound(data: bytes) -> None:
    rows = data.decode().splitlines()
    at = next(number for number, row in enumerate(rows) if row.startswith("[turn 2]"))
    rows[at + 1] = f"nonsense {HOSTILE}"
    player = open_replay("\n".join(rows).encode() + b"\n", "faulty.replay")
    assert player.playable
    assert player.last > 0
    shown = faults(player)
    assert f"Line {at + 2}, column 1" in shown
    assert "<mark>nonsense</mark>" in shown
    assert "<script" not in shown


@pytest.mark.parametrize(
    "data", [b"", b"\x00\xff", b"{}", b"replay: 1\n", b"replay: 99\ngame: x\nseats: 2\n", b"\x1f\x8b?"]
)
def test_rubbish_opens_as_faults_only(data: bytes) -> None:
    player = open_replay(data, HOSTILE)
    assert player.problems
    assert not player.playable
    assert player.last == 0
    assert player.charts == ()
    assert player.stops("die") == (0,)
    assert "<script" not in faults(player) + heading(player)


def test_the_beginning_says_so(player: ReplayPlayer) -> None:
    assert "before the first action" in happened(player)


def test_samples_are_listed_and_only_they_are_read() -> None:
    listed = samples(GAME)
    assert "worked-example.replay" in [sample.name for sample in listed]
    assert "Worked example" in sample_list([("Fire Nation Rising", "", listed)])
    for name in ("../../pyproject.toml", "", "nothing.replay", "/etc/passwd"):
        assert read_sample(GAME, name) is None
    assert samples("no-such-game") == ()
    assert "No sample" in sample_list(())

"""What stands beside an open replay, on a short sample of every game: notes, other dice and choices, gaps, exercises.

Each controller has tests of its own on one game; what is claimed here is that it works on any game.
"""

import re
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from rising_tutor.analysis.ledger import ledger_of
from rising_tutor.core.node import Decision
from rising_tutor.core.registry import game_ids
from rising_tutor.core.unknown import OpenGame
from rising_tutor.replay import Recorder, read, verify, write
from rising_tutor.tutor.messages import Message
from rising_tutor.tutor.replay.notes import NotesController
from rising_tutor.tutor.replay.player import ReplayPlayer, open_replay
from rising_tutor.tutor.replay.samples import read_sample, samples
from rising_tutor.ui.replays.mistakes import MistakeFinder
from rising_tutor.ui.replays.mistakes import panel as exercises
from rising_tutor.ui.replays.same_dice.panel import SameDicePanel
from rising_tutor.ui.replays.unknown.panel import UnknownPanel, filled
from tests.testkit.written_value import WrittenValue

NAME = "lost-by-a-team.replay"
GAMES = tuple(game for game in game_ids() if samples(game))
DRAWN = re.compile(r"(rolled|draw|flip) \w")


@pytest.fixture(params=GAMES)
def data(request: pytest.FixtureRequest) -> bytes:
    names = [one.name for one in samples(request.param)]
    every = (read_sample(request.param, name) or b"" for name in ([NAME] if NAME in names else names))
    # A game that both sides tell.
    return next(one for one in every if b"_seen_by" not in one)


@pytest.fixture
def player(data: bytes) -> ReplayPlayer:
    return open_replay(data, NAME)


def say(do: str, arg: str = "", **fields: str) -> dict[str, Any]:
    return Message(do, arg, fields=fields)


def choice_in(player: ReplayPlayer, least: int = 20) -> tuple[int, str]:
    """The first place from here on where somebody had a choice, and what was not chosen there."""
    for at in range(least, player.last):
        moved = player.moves[at]
        node = player.game.node(moved.state)
        others = [action for action in getattr(node, "actions", ()) if action != moved.move]
        if isinstance(node, Decision) and others:
            return at, player.game.write(moved.state, others[-1])
    raise AssertionError


def test_notes_marks_and_another_way_are_written_and_read_again(player: ReplayPlayer, data: bytes) -> None:
    controller = NotesController(player, data)
    at, other = choice_in(player)
    assert controller.handle(say("nt-note", at=str(at), text="a note", words=""))
    assert controller.handle(say("nt-mark", f"{at + 1}:?"))
    controller.go(at)
    assert controller.handle(say("nt-type", at=str(at), move=other))
    assert controller.fault is None
    assert str(controller.walk.here) == f"{at + 1}.1.1"
    for form in ("replay", "record"):
        name, made = controller.file(form)
        found = verify(made, name)
        assert found.problems == ()
        assert found.state == player.verified.state
        lines = read(made, name).lines
        assert [line.move for line in lines[at].side[0]] == [other]
        assert lines[at].marks == ("?",)
        assert lines[at - 1].comment == "a note"


def test_the_same_dice_are_played_for_another_choice(player: ReplayPlayer) -> None:
    panel = SameDicePanel()
    panel.show(player)
    at, other = choice_in(player)
    player.go(at)
    panel.go(at)
    number = next(one.number for one in panel.controller.options() if one.text == other)
    panel._done(say("sd-pick", f"{at}:{number}"))
    panel._done(say("sd-policy", "random"))
    assert panel.controller.line.result is not None
    assert all(panel.view.parts[part] for part in ("choose", "way", "compare"))
    name, text = panel.controller.download()
    assert verify(text.encode(), name).ok


def test_behind_a_gap_stands_one_of_the_possible_tables(player: ReplayPlayer) -> None:
    """Given the record with a roll that nobody knows, then the true table is among the possible ones."""
    if isinstance(player.game, OpenGame):
        pytest.skip("a card that nobody remembers stays open: there is one table behind it")
    true = player.verified
    at = next(at for at, line in enumerate(player.lines) if DRAWN.match(line.move))
    lines = list(true.replay.lines)
    lines[at] = replace(lines[at], move=f"{lines[at].move.split()[0]} ?")
    shown = filled(open_replay(write(replace(true.replay, lines=tuple(lines)), NAME), NAME))
    assert shown.verified.ok
    assert shown.last > at
    assert true.state_at(at + 1) in shown.verified.possible.states(at + 1)
    panel = UnknownPanel()
    panel.show(shown)
    panel.go(at + 1)
    assert panel.view.parts["unknown"]


def test_marked_choices_become_exercises(player: ReplayPlayer) -> None:
    kept: list[Any] = []

    def keep(found: Any) -> int:
        kept.extend(found)
        return len(found)

    finder = MistakeFinder(player, keep, now=lambda: "2026-11-21T18:04:05Z")
    n_seats = player.verified.replay.header.seats
    finder.set_ledger(
        ledger_of(player.game, player.moves, player.state_at(0), n_seats=n_seats, valuation=WrittenValue(player.game))
    )
    assert finder.handle(say("mistakes", seat="0"))
    assert kept
    assert "new exercise" in str(exercises(finder))


@pytest.mark.slow
def test_a_record_that_was_torn_is_gone_on_with(data: bytes, tmp_path: Path) -> None:
    """Given a record cut within a line, as when the power failed, then it goes on and comes out as the whole game."""
    whole = read(data, NAME)
    path = tmp_path / "a.replay.jsonl"
    with Recorder.open(path, whole.header) as recorder:
        for line in whole.lines[:30]:
            recorder.append(line)
    path.write_bytes(path.read_bytes()[:-25])
    with Recorder.resume(path) as recorder:
        assert recorder.aside is not None
        assert len(recorder) == 29
        for line in whole.lines[29:]:
            recorder.append(line)
        recorder.finish(whole.result)
    found = verify(path)
    assert found.problems == ()
    assert found.state == verify(data, NAME).state

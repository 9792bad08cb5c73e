"""Notes, marks and side lines beside an open replay, without a browser."""

import time
from typing import Any

import pytest

from rising_tutor.core.drive import play_out
from rising_tutor.core.node import Chance, Terminal
from rising_tutor.core.registry import load_game
from rising_tutor.errors import CannotStore
from rising_tutor.replay import Replay, Scribe, header_of, read, replay_of, verify, write
from rising_tutor.replay.address import Address
from rising_tutor.tutor.messages import Message
from rising_tutor.tutor.replay.notes import NotesController
from rising_tutor.tutor.replay.player import ReplayPlayer, open_replay
from rising_tutor.tutor.replay.samples import read_sample
from rising_tutor.ui.replays.notes.panel import NotesPanel

GAME = "fire-nation-rising"
NAME = "worked-example.replay"
HOSTILE = '<script>alert("x")</script>'
SIDE = 22
"""The line of the example that has a side line: the last die of the first roll."""


@pytest.fixture
def data() -> bytes:
    found = read_sample(GAME, NAME)
    assert found is not None
    return found


@pytest.fixture
def player(data: bytes) -> ReplayPlayer:
    return open_replay(data, NAME)


@pytest.fixture
def controller(player: ReplayPlayer, data: bytes) -> NotesController:
    return NotesController(player, data)


def press(controller: NotesController, do: str, arg: str = "", **fields: str) -> None:
    assert controller.handle(Message(do, arg, fields=fields))


class Heard:
    """A panel and what it calls back."""

    def __init__(self) -> None:
        self.went: list[int] = []
        self.replays: list[Replay] = []
        self.positions: list[tuple[Any, str]] = []
        self.others: list[tuple[str, str]] = []
        panel = self.panel = NotesPanel(handle=lambda message: bool(self.others.append((message.do, message.arg))))
        panel.on_go(self.went.append)
        panel.on_change(self.replays.append)
        panel.on_position(lambda state, label: self.positions.append((state, label)))


def say(panel: NotesPanel, do: str, arg: str = "", **fields: str) -> None:
    panel.view._take(panel.view, {"do": do, "arg": arg, "fields": fields}, None)


# Notes ---------------------------------------------------------------------------------------------------------------


def test_a_note_is_kept_with_its_line_and_seen_in_playback(controller: NotesController, player: ReplayPlayer) -> None:
    player.go(5)
    controller.go(5)
    press(controller, "nt-note", at="5", text="Why  not\r\nJune? ", words="Lucky, $late")
    assert player.lines[4].comment == "Why  not June?"
    assert player.lines[4].marks == ("$lucky", "$late")
    press(controller, "nt-mark", "5:?")
    assert player.lines[4].marks == ("?", "$lucky", "$late")
    assert (5, "?", "Why  not June?") in player.marked()
    press(controller, "nt-mark", "5:??")
    assert player.lines[4].marks[0] == "??"
    press(controller, "nt-mark", "5:??")
    press(controller, "nt-note", at="5", text="", words="")
    assert player.lines[4].marks == ()
    assert player.lines[4].comment == ""
    assert controller.told == "Line 5 has no note any more."


def test_what_cannot_be_written_is_told_and_nothing_changes(controller: NotesController, player: ReplayPlayer) -> None:
    before = player.lines
    for fields, words in (
        ({"at": "5", "text": "x" * 2001, "words": ""}, "2001 characters, the limit is 2000"),
        ({"at": "5", "text": "a\x00b", "words": ""}, "control character"),
        ({"at": "5", "text": "a", "words": "so good!"}, "expected one of"),
        ({"at": "500", "text": "a", "words": ""}, "expected a line from 1 to 32"),
        ({"at": "x", "text": "a", "words": ""}, "expected the number of a line"),
        ({}, "expected the number of a line"),
    ):
        press(controller, "nt-note", **fields)
        assert words in str(controller.fault)
        assert player.lines == before
    for do, arg in (("nt-mark", "5:!!!"), ("nt-mark", "?"), ("nt-drop", "5:1"), ("nt-open", "9.9.9"), ("nt-open", "")):
        press(controller, do, arg)
        assert controller.fault is not None, do
    assert player.lines == before
    assert not controller.handle(Message("other"))
    assert not controller.handle(Message("nt-nonsense"))


def test_a_decision_is_marked_by_hand(controller: NotesController, player: ReplayPlayer) -> None:
    controller.mark(7, "??", "lost the game here")
    controller.mark(7, "?", "another comment")
    assert player.lines[6].marks == ("?",)
    assert player.lines[6].comment == "lost the game here"
    assert (7, "?", "lost the game here") in player.marked()


def test_the_file_keeps_everything_else(controller: NotesController, player: ReplayPlayer, data: bytes) -> None:
    assert controller.file("replay") == (NAME, data)
    press(controller, "nt-mark", "6:!")
    name, made = controller.file("replay")
    assert name == NAME
    changed = [(old, new) for old, new in zip(data.splitlines(), made.splitlines(), strict=True) if old != new]
    assert changed == [(b"card arnook; card june; " + changed[0][0][24:], changed[0][1])]
    assert changed[0][1].count(b"!") == 1
    as_record = controller.download("record")
    assert as_record[0] == "worked-example.replay.jsonl"
    assert read(as_record[1].encode(), as_record[0]) == player.verified.replay
    assert controller.told == "worked-example.replay.jsonl is downloaded."


def test_a_faulty_file_takes_notes_up_to_its_fault_and_is_not_converted(data: bytes) -> None:
    bad = data.replace(b"red F > june; stop", b"red F >; ; june")
    player = open_replay(bad, "bad.replay")
    controller = NotesController(player, bad)
    press(controller, "nt-mark", "20:?")
    assert controller.fault is None
    made = controller.file("replay")[1]
    assert [p.code for p in verify(made, "bad.replay").problems] == [p.code for p in player.problems]
    assert b"red F >; ; june" in made
    assert controller.download("record") == ("", "")
    assert "is not converted" in str(controller.fault)
    # In the row of the fault itself nothing can be written: it is told, and not shown as written.
    last = len(player.lines) - 1
    press(controller, "nt-mark", f"{last}:?")
    assert "does not fit beside this fault" in str(controller.fault)
    assert "?" not in player.lines[last - 1].marks


# Side lines ----------------------------------------------------------------------------------------------------------


def test_a_side_line_of_the_file_is_walked_and_left(controller: NotesController, player: ReplayPlayer) -> None:
    assert player.lines[SIDE - 1].side
    player.go(SIDE - 1)
    controller.go(SIDE - 1)
    [(first, side)] = controller.walk.sides(controller.walk.here.next)
    press(controller, "nt-open", str(first))
    assert str(controller.walk.here) == f"{SIDE}.1.1"
    assert controller.walk.label == "turn 1, step 3, roll 1"
    press(controller, "nt-end")
    assert controller.walk.here == Address((SIDE, 1, len(side)))
    assert controller.walk.label == "turn 1, step 3, roll 2"
    moves = [line.move for line in controller.walk.way()]
    assert moves == [line.move for line in (*player.lines[: SIDE - 1], *side)]
    press(controller, "nt-on")
    assert controller.walk.here == Address((SIDE, 1, len(side)))
    for _ in side:
        press(controller, "nt-back")
    assert str(controller.walk.here) == str(SIDE - 1)
    assert controller.walk.state == player.state
    press(controller, "nt-open", f"{SIDE}.1.2")
    press(controller, "nt-leave")
    assert str(controller.walk.here) == str(SIDE - 1)


def test_another_way_is_tried_and_goes_on_by_choice_and_by_chance(
    controller: NotesController, player: ReplayPlayer
) -> None:
    player.go(14)
    controller.go(14)
    ways = controller.walk.ways()
    assert [way.words for way in ways] == ["Go to Location 1", "Go to Location 2", "Go to Location 3"]
    # What is in the file already is walked, not written again.
    before = player.verified.replay
    press(controller, "nt-do", "14:0")
    assert (str(controller.walk.here), player.at, player.verified.replay) == ("15", 15, before)
    press(controller, "nt-do", "14:1")
    assert str(controller.walk.here) == "15"  # a press on an older picture does nothing
    press(controller, "nt-back")
    press(controller, "nt-do", "14:1")
    assert str(controller.walk.here) == "15.1.1"
    assert isinstance(controller.walk.node, Chance)
    assert sum(way.weight for way in controller.walk.ways()) == controller.walk.ways()[0].total
    press(controller, "nt-draw", at="15.1.1", seed="Not a seed")
    assert "small letters" in str(controller.fault)
    press(controller, "nt-draw", at="15.1.1", seed="monday")
    drawn = player.lines[14].side[0][1]
    assert drawn.marks == ("$drawn-seed-monday",)
    assert drawn.join
    assert "drawn at random by the odds of the rules, seed monday" in controller.told
    # The same draw comes again.
    press(controller, "nt-back")
    once = player.verified.replay
    press(controller, "nt-draw", at="15.1.1", seed="monday")
    assert player.verified.replay == once
    # Another outcome, typed, is a side line of the side line.
    press(controller, "nt-back")
    other = next(way.text for way in controller.walk.ways() if way.text != drawn.move)
    press(controller, "nt-type", at="15.1.1", move=f"  {other} ")
    assert str(controller.walk.here) == "15.1.2.1.1"
    name, made = controller.file("replay")
    assert verify(made, name).problems == ()
    assert read(made, name) == player.verified.replay


def test_a_refused_move_says_its_rule_and_stays_to_be_corrected(
    controller: NotesController, player: ReplayPlayer
) -> None:
    player.go(25)
    controller.go(25)
    before = player.verified.replay
    press(controller, "nt-type", at="25", move="green E > june")
    assert player.verified.replay == before
    assert (controller.fault.rule, controller.typed, controller.spot) == ("FNR-405", "green E > june", "try")  # type: ignore[union-attr]
    press(controller, "nt-type", at="25", move="hello")
    assert "expected" in str(controller.fault)
    press(controller, "nt-type", at="25", move="rolled red F")
    assert "decides here" in str(controller.fault)
    press(controller, "nt-type", at="25", move="")
    assert "choose one" in str(controller.fault)
    press(controller, "nt-type", at="25", move="stop")
    assert (controller.fault, controller.typed) == (None, "")


def test_a_side_line_is_deleted_and_put_back(controller: NotesController, player: ReplayPlayer) -> None:
    player.go(14)
    controller.go(14)
    press(controller, "nt-do", "14:1")
    press(controller, "nt-back")
    press(controller, "nt-do", "14:2")
    press(controller, "nt-draw", at="15.2.1", seed="1")
    both = player.verified.replay
    press(controller, "nt-drop", "15:1")
    # The place moves up with its side line.
    assert str(controller.walk.here) == "15.1.2"
    assert controller.walk.way()[14].move == "at 3"
    press(controller, "nt-drop", "15:1")
    assert str(controller.walk.here) == "14"
    assert player.lines[14].side == ()
    press(controller, "nt-undrop")
    assert len(player.lines[14].side) == 1
    assert both is not None
    press(controller, "nt-mark", "14:!")
    assert controller.dropped is None


def test_where_nothing_follows_there_is_nothing_to_replace(player: ReplayPlayer) -> None:
    game = load_game("fire")
    scribe = Scribe(game)
    end = play_out(game, seats=1, seed=4, watch=scribe.watch)
    data = write(replay_of(header_of(game, 1), scribe, end.state), "a.replay")
    over = open_replay(data, "a.replay")
    over.go(over.last)
    controller = NotesController(over)
    assert isinstance(controller.walk.node, Terminal)
    assert controller.walk.ways() == ()
    press(controller, "nt-type", at=str(over.last), move="stop")
    assert "the game is over" in str(controller.fault)
    half = data.replace(b"result: win", b"result: unfinished").replace(b"result: loss", b"result: unfinished")
    rows = half.split(b"\n[turn 3]")[0]
    open_end = open_replay(rows + b"\n", "b.replay")
    open_end.go(open_end.last)
    controller = NotesController(open_end)
    way = controller.walk.ways()[0].text
    press(controller, "nt-choose", at=str(open_end.last), move=way)
    assert "a side line replaces a line" in str(controller.fault)
    # An unknown fact has a line, and what it may have been can be tried.
    player.go(player.last)
    controller = NotesController(player)
    if controller.walk.next is not None:
        press(controller, "nt-do", f"{player.last}:0")
        assert controller.walk.aside


# The panel -----------------------------------------------------------------------------------------------------------


def test_the_panel_tells_the_page_what_to_show(player: ReplayPlayer, data: bytes) -> None:
    heard = Heard()
    panel = heard.panel
    assert panel.view.gone
    player.go(14)
    panel.show(player, data=data)
    assert not panel.view.gone
    say(panel, "nt-do", "14:1")
    [(state, label)] = heard.positions
    assert label == "turn 1, step 2"
    assert player.game.where(state) == label
    assert len(heard.replays) == 1
    assert panel.address == "15.1.1"
    assert [line.move for line in panel.before()][-2:] == ["card pirate-captain", "at 2"]
    assert all(line.marks == () for line in panel.before())
    say(panel, "nt-leave")
    assert heard.positions[-1] == (None, "")
    assert heard.went == []  # the page stands there already
    say(panel, "nt-go", "20")
    assert heard.went == [20]
    panel.go(20)
    assert panel.address == "20"
    say(panel, "nt-on")
    assert heard.went == [20, 21]
    assert panel.open_at("15.1.1")
    assert heard.positions[-1][1] == "turn 1, step 2"
    panel.go(3)
    assert heard.positions[-1] == (None, "")
    assert not panel.open_at("15.7.1")
    say(panel, "rule", "FNR-405")
    assert heard.others == [("rule", "FNR-405")]
    panel.show(None)
    assert panel.view.gone
    assert panel.before() == ()
    say(panel, "nt-on")


def test_what_a_page_cannot_store_is_told_in_the_panel(player: ReplayPlayer) -> None:
    panel = NotesPanel()

    def full(_: Replay) -> None:
        raise CannotStore("game", "no space left")

    panel.on_change(full)
    panel.show(player)
    say(panel, "nt-mark", "3:?")
    assert panel.controller is not None
    assert "no space left" in str(panel.controller.fault)


def test_hostile_text_is_text(data: bytes) -> None:
    hostile = data.replace(b"# where Arnook and June are", f"# {HOSTILE}".encode())
    panel = NotesPanel()
    player = open_replay(hostile, NAME)
    player.go(15)
    panel.show(player)
    say(panel, "nt-type", "", at="15", move=HOSTILE)
    shown = "".join(panel.view.parts.values())
    assert "&lt;script&gt;" in shown
    assert "<script" not in shown


def test_a_file_without_a_table_has_no_panel() -> None:
    panel = NotesPanel()
    for data in (
        b"nonsense",
        b"replay: 1\ngame: chess\nseats: 2\n",
        b"replay: 1\ngame: fire-nation-rising\nseats: ?\n",
    ):
        panel.show(open_replay(data, "a.replay"))
        assert panel.view.gone


@pytest.mark.slow
def test_every_place_of_a_game_is_drawn_in_time() -> None:
    game = load_game("fire")
    scribe = Scribe(game)
    end = play_out(game, seats=3, seed=5, policy="greedy", watch=scribe.watch)
    player = open_replay(write(replay_of(header_of(game, 3), scribe, end.state), "a.replay"), "a.replay")
    panel = NotesPanel()
    panel.show(player)
    slow = []
    for at in range(0, player.last + 1, 7):
        begun = time.perf_counter()
        panel.go(at)
        slow.append(time.perf_counter() - begun)
        assert panel.address == str(at)
    # A tenth of a second is what a step may take; the middle one takes a tenth of that on a quiet machine.
    assert sorted(slow)[len(slow) // 2] < 0.1

"""The controller of the table, driven by messages as a browser sends them."""

import html
import re
from typing import Any

import pytest

from rising_tutor.core.ids import Seat
from rising_tutor.core.registry import load_game
from rising_tutor.core.session import GameSession
from rising_tutor.errors import CannotStore
from rising_tutor.games.rising import actions as do
from rising_tutor.tutor.messages import Message
from rising_tutor.tutor.table.controller import TableController

GAME = load_game("fire")
BOTH = (Seat(0), Seat(1))
EASIER = {"teams": "aang,toph", "preset": "easier"}


def controller(seed: str = "desk", **options: str) -> TableController:
    player = GameSession(GAME, 1, {"teams": "aang,toph", **options}, seed=seed)
    player.settle()
    return TableController(player)


def send(table: TableController, what: str, arg: str = "", at: int | None = None) -> None:
    table.handle(Message(what, arg, table.player.n_moves if at is None else at))


def rolled(seed: str = "desk") -> TableController:
    """A table with dice on show."""
    table = controller(seed)
    send(table, "press", "loc:1")
    for _ in range(20):
        if do.Roll() in table.player.actions:
            break
        send(table, "act", "0")
    send(table, "roll")
    return table


def test_a_turn_by_presses() -> None:
    table = rolled()
    for _ in range(60):
        view = table.player.view
        if view.turn == 2:
            break
        place = next((a for a in table.player.actions if isinstance(a, do.PlaceDie)), None)
        if place is not None:
            send(table, "press", f"die:{view.roll.shown.index(place.die)}")
            send(table, "press", f"card:{place.on}")
        elif do.Stop() in table.player.actions:
            send(table, "stop")
        else:
            send(table, "act", "0")
    assert table.player.view.turn == 2
    assert "Turn 1" in table.parts()["events"]


def test_an_old_picture_does_nothing() -> None:
    table = rolled()
    state = table.player.state
    send(table, "stop", at=3)
    send(table, "act", "0", at=table.player.n_moves - 1)
    assert table.player.state == state


def test_a_refusal_is_shown_and_its_nearest_can_be_taken() -> None:
    table = rolled()
    view = table.player.view
    send(table, "press", "die:0")
    far = next(s.card for at, s in enumerate(view.places) if s is not None and at // 3 != view.location)
    before = table.player.state
    send(table, "press", f"card:{far}")
    assert table.player.state == before
    assert "rt-refuse" in table.parts()["dock"]
    if "Nearest" in table.parts()["dock"]:
        send(table, "nearest")
        assert table.player.state != before
    else:
        send(table, "close")
    assert "rt-refuse" not in table.parts()["dock"]


def test_controls_that_cannot_be_used_say_why() -> None:
    table = rolled()
    before = table.player.n_moves
    send(table, "roll")
    assert table.player.n_moves == before
    assert "FNR-" in table.parts()["dock"].split("rt-refuse")[1]
    send(table, "discard")
    assert "choose the die that you give up" in table.parts()["dock"]


def test_undo_to_any_point() -> None:
    table = rolled()
    for _ in range(8):
        if table.player.actions:
            send(table, "act", "0")
    first = table.player.decisions()[0]
    send(table, "turn", "1")
    assert "Back to here" in table.parts()["log"]
    send(table, "undo", str(first.at))
    assert table.player.state == first.state
    send(table, "undo")
    assert table.player.n_moves == first.at


@pytest.mark.parametrize(
    ("what", "arg"),
    [
        ("act", "999"),
        ("act", "x"),
        ("press", "card:<blink>"),
        ("press", "token:a:b"),
        ("undo", "9999"),
        ("unfold", "x"),
        ("turn", "-1"),
        ("help", "everything"),
        ("_try", "x"),
        ("nothing", ""),
        ("nearest", ""),
        ("press", "\u202e"),
    ],
)
def test_nonsense_changes_nothing(what: str, arg: str) -> None:
    table = rolled()
    state = table.player.state
    send(table, what, arg)
    assert table.player.state == state
    assert "<blink>" not in "".join(table.parts().values())


def test_help_has_three_levels() -> None:
    table = rolled()
    coach = []
    for level in ("rule", "goal", "move"):
        send(table, "help", level)
        coach.append(table.parts()["coach"])
    assert len(set(coach)) == 3
    assert "FNR-" in coach[0]


def test_events_carry_rules_and_the_status_of_gaps() -> None:
    table = rolled()
    html = table.parts()["events"]
    assert html.count("rt-cite") >= 5
    assert html.count("<details") >= 3


def test_the_end_has_result_reasons_and_a_way_on() -> None:
    table = controller("end")
    for _ in range(3_000):
        if table.player.over:
            break
        send(table, "act", str(len(table.player.actions) - 1))
    end = table.parts()["end"]
    assert "lost" in end or "won" in end
    assert "FNR-" in end
    for way in ("New game", "replay", "Save"):
        assert way in end


def test_a_full_disk_leaves_the_table() -> None:
    class Full:
        def write(self, state: Any, move: Any) -> None:
            raise CannotStore("game", "No space left on device")

        def rewind(self, made: tuple[Any, ...]) -> None: ...

        def finish(self, end: Any) -> None: ...

    table = rolled()
    table.player.journal = Full()
    state = table.player.state
    with pytest.raises(CannotStore):
        send(table, "act", "0")
    assert table.player.state == state
    assert table.parts()["dock"]


@pytest.mark.slow
def test_programs_alone_win_or_lose_a_game_that_nobody_at_the_screen_did() -> None:
    """Also where all share one result: nobody sits there."""
    said = set()
    for seed, options in enumerate((EASIER, {"teams": "aang,toph", "hero_loss_limit": "1"})):
        played = GameSession(GAME, 2, options, seed=f"alone {seed}", programs=dict.fromkeys(BOTH, "greedy"))
        while not played.over:
            played.settle()
            played.play_program()
        for programs, won in ((BOTH, "The game is won"), (BOTH[:1], "You won the game")):
            seated = dict.fromkeys(programs, "greedy")
            ended = GameSession(GAME, 2, options, seed="", start=played.state, programs=seated)
            words = won if played.node.payoffs[0] > 0 else "The game is lost"
            assert words in TableController(ended).parts()["end"]
            said.add(words)
    assert said == {"The game is won", "You won the game", "The game is lost"}


def test_when_a_turn_is_over_two_lines_say_what_became_of_it_until_the_next_is_under_way() -> None:
    table = controller()
    while table.player.view.turn < 2:
        send(table, "act", "0")
    lines = table.turn_end(1)
    assert len(lines) == 2
    coach = re.sub(r"<[^>]*>", " ", table.parts()["coach"])
    assert "Turn 1 is over" in coach
    assert all(line in html.unescape(coach) for line in lines)
    for _ in range(4):
        send(table, "act", "0")
    assert "Turn 1 is over" not in table.parts()["coach"]
    events = html.unescape(table.parts()["events"])
    assert all(line in events for line in lines), "it stays beside the events of the turn"
    send(table, "undo", "20")
    assert "Turn 1 is over" not in table.parts()["coach"]

"""The panel of what is not known of a record with gaps, without a browser."""

from pathlib import Path

import pytest

from rising_tutor.tutor.messages import Message
from rising_tutor.tutor.replay.player import ReplayPlayer, open_replay
from rising_tutor.tutor.replay.unknown import UnknownController
from rising_tutor.ui.replays.unknown.panel import UnknownPanel, filled

SOLO = Path(__file__).parents[2] / "replays" / "fire-nation-rising" / "solo.replay"
FIRST = "rolled green EE, blue F, red F F"


def with_gap(upto: str = "", **gaps: str) -> ReplayPlayer:
    """The sample with a roll that is known in part and other gaps; unfinished where it is cut before `upto`."""
    text = SOLO.read_text()
    if upto:
        text = text.partition(upto)[0].replace("result: win, FNR-801\n", "")
    for old, new in {FIRST: "rolled green EE, blue F, ?", **gaps}.items():
        assert old in text
        text = text.replace(old, new, 1)
    return filled(open_replay(text.encode(), "gap.replay"))


def say(do: str, arg: str = "") -> dict:
    return Message(do, arg)


def test_a_replay_without_gaps_has_no_panel() -> None:
    player = open_replay(SOLO.read_bytes(), SOLO.name)
    assert filled(player) is player
    panel = UnknownPanel()
    panel.show(player)
    assert panel.view.gone
    panel.go(3)
    assert panel.view.parts == {"unknown": ""}


def test_the_positions_behind_the_gap_can_be_shown() -> None:
    player = with_gap()
    assert player.last == 364
    assert player.outcome == "won, turn 18"
    assert len(open_replay(SOLO.read_bytes(), SOLO.name).moves) == 364


def test_what_is_open_and_which_line_settles_it() -> None:
    controller = UnknownController(with_gap())
    controller.at = 5
    assert (controller.n_tables, controller.n_then) == (1, 1)
    controller.at = 19
    assert (controller.n_tables, controller.n_then) == (1, 15)
    (later,) = controller.later()
    assert later.fact.name == "rolled dice"
    assert "green EE" in later.fact.sure
    assert later.position in range(20, 27)
    assert [gap.position for gap in controller.gaps()] == [19]
    controller.at = 364
    assert controller.n_tables == 1
    assert controller.later() == ()


@pytest.mark.slow
def test_more_tables_are_compared_when_somebody_asks() -> None:
    lines = SOLO.read_text().partition("[turn 5]")[0]
    text = (
        "\n".join(row for row in lines.splitlines() if not row.startswith("result")) + "\n[turn 5] at 3; fire ?; roll; "
    )
    player = filled(open_replay(f"{text}rolled ?\n".encode(), "open.replay"))
    controller = UnknownController(player)
    controller.at = player.last
    assert controller.n_tables > 250
    assert controller.too_many in {"ask", "never"}
    assert controller.found() is None
    if controller.too_many == "ask":
        assert controller.handle(say("un-compare"))
        assert {"rolled dice", "Fire Nation card"} <= {fact.name for fact in controller.found().open}
    assert not controller.handle(say("rule"))


def test_the_panel_says_it_and_goes_there() -> None:
    panel = UnknownPanel()
    went: list[int] = []
    panel.on_go(went.append)
    panel.show(with_gap("[turn 5]", **{"[turn 3] at 1; fire stay-2": "[turn 3] at 1; fire stay-?"}))
    panel.go(5)
    assert "Everything up to here is known" in panel.view.parts["unknown"]
    panel.go(19)
    shown = panel.view.parts["unknown"]
    assert "By what had been written up to here 15 were possible" in shown
    assert "settled by line" in shown
    panel.go(45)
    shown = panel.view.parts["unknown"]
    assert "tables possible" in shown
    assert "Ruin" in shown
    assert "Nothing is guessed" in shown
    panel._done(say("un-go", "19"))
    panel._done(say("un-go", "nonsense"))
    assert went == [19]
    panel.show(None)
    assert panel.view.gone


def test_a_line_that_fits_no_table_is_said() -> None:
    panel = UnknownPanel()
    panel.show(
        with_gap(**{FIRST: "?", "pick blue F\npick red F; rolled blue W": "pick blue F\npick green W; rolled blue W"})
    )
    panel.go(panel.controller.possible.last)
    assert "fits none of the tables that were possible before it" in panel.view.parts["unknown"]
    panel.go(panel.controller.possible.last + 1)
    assert not panel.controller.reached

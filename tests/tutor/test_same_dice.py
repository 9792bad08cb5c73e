"""The panel of other choices with the same dice, without a browser."""

from pathlib import Path

import pytest

from rising_tutor.analysis.same_dice import CHOSEN, POLICY, RECORDED
from rising_tutor.replay import Replay, verify
from rising_tutor.tutor.messages import Message
from rising_tutor.tutor.replay.player import ReplayPlayer, open_replay
from rising_tutor.tutor.same_dice.controller import SameDiceController
from rising_tutor.ui.replays.same_dice.panel import PARTS, SameDicePanel

SOLO = Path(__file__).parents[2] / "replays" / "fire-nation-rising" / "solo.replay"


@pytest.fixture
def player() -> ReplayPlayer:
    made = open_replay(SOLO.read_bytes(), SOLO.name)
    made.go(19)
    return made


def say(do: str, arg: str = "") -> dict:
    return Message(do, arg)


def pick(controller: SameDiceController, text: str) -> None:
    n = controller.player.at if controller.line is None else len(controller.line.taken)
    option = next(one for one in controller.options() if one.text == text)
    assert controller.handle(say("sd-pick", f"{n}:{option.number}"))


def test_another_choice_and_back(player: ReplayPlayer) -> None:
    controller = SameDiceController(player)
    assert [option.text for option in controller.options() if option.recorded] == ["use sokka"]
    pick(controller, "green EE > tho-and-due")
    assert controller.line.first == 19
    assert [step.origin for step in controller.rows()] == [CHOSEN]
    assert controller.shown == 20
    pick(controller, "roll")
    assert [step.text for step in controller.rows()[:2]] == ["green EE > tho-and-due", "roll"]
    assert controller.rows()[2].chance
    for _ in range(2):
        assert controller.handle(say("sd-back"))
    assert controller.line is None
    assert controller.shown is None
    assert not controller.handle(say("rule", "FNR-1"))


@pytest.mark.slow
def test_recorded_choices_go_on_and_a_policy_comes_to_an_end(player: ReplayPlayer) -> None:
    controller = SameDiceController(player)
    pick(controller, "use sokka")
    controller.handle(say("sd-follow"))
    assert controller.line.result is not None, "the recorded choice, made again, gives the record"
    assert controller.line.state == player.verified.state
    assert controller.chance_kept()[0] == controller.chance_kept()[1] > 80
    controller.handle(say("sd-reset"))
    pick(controller, "discard green EE")
    controller.handle(say("sd-follow"))
    so_far = controller.rows()
    assert {step.origin for step in so_far if not step.chance} == {CHOSEN, RECORDED}
    controller.handle(say("sd-policy", "greedy"))
    assert controller.rows()[: len(so_far)] == so_far
    assert {step.origin for step in controller.rows() if not step.chance} == {CHOSEN, RECORDED, POLICY}
    compared = controller.compared()
    assert compared.recorded == "Recorded, at its end"
    assert compared.rows[0][:2] == ("result", "win, FNR-801")
    assert not controller.options()


def test_a_press_for_another_place_does_nothing(player: ReplayPlayer) -> None:
    controller = SameDiceController(player)
    for arg in ("18:0", "19:999", "19", "x:y", ""):
        assert controller.handle(say("sd-pick", arg))
        assert controller.line is None
    controller.handle(say("sd-follow"))
    controller.handle(say("sd-policy", "nobody"))
    assert controller.line is None


def test_it_is_kept_as_a_side_line_and_as_a_game(player: ReplayPlayer) -> None:
    controller = SameDiceController(player)
    written: list[Replay] = []
    controller.changed = written.append
    pick(controller, "discard green EE")
    controller.handle(say("sd-follow"))
    controller.handle(say("sd-side"))
    assert controller.kept
    assert written[0].lines[19].side[0][0].move == "discard green EE"
    assert player.verified.replay is written[0]
    name, text = controller.download()
    assert name == "solo-again.replay"
    assert verify(text.encode(), name).ok


def test_other_new_dice_begin_behind_the_first_choice(player: ReplayPlayer) -> None:
    controller = SameDiceController(player)
    pick(controller, "discard green EE")
    controller.handle(say("sd-follow"))
    controller.handle(say("sd-dice"))
    assert controller.seed == 2
    assert "seed 2" in controller.told
    assert controller.rows()[0].text == "discard green EE"


def test_where_chance_decides_the_next_choice_is_offered(player: ReplayPlayer) -> None:
    player.go(18)
    controller = SameDiceController(player)
    went: list[int] = []
    controller.goes = went.append
    assert controller.options() == ()
    assert controller.choices_near() == (17, 19)
    controller.handle(say("sd-go", "19"))
    assert went == [19]


def test_behind_a_gap_there_is_no_recorded_chance() -> None:
    text = SOLO.read_text().replace("rolled green EE, blue F, red F F", "rolled ?", 1)
    player = open_replay(text.encode(), "gap.replay")
    player.go(18)
    controller = SameDiceController(player)
    assert controller.certain == 18
    assert controller.options() == ()


def test_the_panel_draws_and_calls_back(player: ReplayPlayer) -> None:
    positions, others = [], []
    panel = SameDicePanel(handle=lambda message: bool(others.append((message.do, message.arg))))
    panel.show(None)
    assert panel.view.gone
    panel.on_position(lambda state, label: positions.append((state, label)))
    panel.show(player)
    panel.go(19)
    assert not panel.view.gone
    assert set(panel.view.parts) == set(PARTS)
    assert "green double Earth on Tho and Due" in panel.view.parts["choose"]
    number = next(one.number for one in panel.controller.options() if one.text == "discard green EE")
    panel._done(say("sd-pick", f"19:{number}"))
    assert positions[-1][1] == "turn 1, step 3, roll 1"
    assert "your choice" in panel.view.parts["way"]
    assert "seed 1" in panel.view.parts["compare"]
    panel._done(say("sd-save"))
    assert "solo-again.replay is downloaded" in panel.view.parts["keep"]
    panel._done(say("sd-reset"))
    assert positions[-1] == (None, "")
    panel._done(say("rule", "FNR-405"))
    assert others == [("rule", "FNR-405")]

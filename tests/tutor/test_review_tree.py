"""The panel with the decision tree of a replay, without a browser: stages, messages, picture, list, table, stopping."""

import asyncio
import re
import threading
from fractions import Fraction
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from rising_tutor.analysis.tree import LARGE, OTHERS, DecisionTree
from rising_tutor.analysis.tree.root import LineWalker, short_chance
from rising_tutor.core.ids import Seat
from rising_tutor.core.node import Chance
from rising_tutor.core.valuation import Part
from rising_tutor.replay import write
from rising_tutor.replay.one_sided import one_sided
from rising_tutor.tutor.background import Background, Stopped
from rising_tutor.tutor.messages import Message
from rising_tutor.tutor.replay.player import ReplayPlayer, open_replay
from rising_tutor.tutor.replay.unknown import filled
from rising_tutor.tutor.review.tree import TABLE, TreeController
from rising_tutor.ui.replays.tree import drawn as parts
from rising_tutor.ui.replays.tree.panel import TreePanel
from tests.testkit.loops import finish

CHOICE, ROLL = 18, 20
"""In this game: a choice among 11 actions, and a roll of 75 outcomes."""
TINY = b"replay: 1\ngame: coin-and-hand\nseats: 2\n\ndraw sun\n"


@pytest.fixture(scope="module")
def player() -> ReplayPlayer:
    return open_replay(Path("replays/fire-nation-rising/won.replay").read_bytes(), "won.replay")


def press(panel: TreePanel, do: str, arg: str = "") -> str:
    """Sends a message; gives the body."""
    panel._done(Message(do, arg))
    return panel.view.parts["body"]


def open_at(player: ReplayPlayer, at: int) -> TreePanel:
    panel = TreePanel()
    panel.show(player)
    panel.go(at)
    press(panel, "tree-grow")
    return panel


def items(html: str, name: str) -> list[str]:
    """The keys of the nodes in the picture ("-pic") or the list ("")."""
    return re.findall(rf'role="treeitem"[^>]*data-key="rtree{name}:(r[^"]*)"', html)


# Stages ---------------------------------------------------------------------------------------------------------------


def test_nothing_is_worked_out_before_somebody_asks_and_each_stage_says_what_it_is(player: ReplayPlayer) -> None:
    panel = TreePanel()
    assert "Open a replay" in panel.view.parts["body"]
    panel.show(player)
    panel.go(CHOICE)
    assert panel.controller.tree is None
    assert "Turn 1, step 3, roll 1: Player 2 chooses" in panel.view.parts["body"]
    assert "There are 11 choices." in panel.view.parts["body"]
    panel.go(ROLL)
    assert "roll 2: Hero dice" in panel.view.parts["body"]
    assert "Chance decides among 75 outcomes." in panel.view.parts["body"]
    panel.go(player.last)
    assert "The game is over here" in panel.view.parts["body"]
    assert press(panel, "tree-grow") == panel.view.parts["body"]
    assert panel.controller.tree is None
    panel.show(None)
    assert "Open a replay" in panel.view.parts["body"]


@pytest.mark.usefixtures("bare_coin_and_hand")
def test_a_game_without_a_value_function_has_no_tree_and_says_so() -> None:
    panel = open_at(open_replay(TINY, "tiny.replay"), 1)
    assert "Coin and Hand has no value function" in panel.view.parts["body"]
    assert panel.controller.tree is None
    broken = open_at(open_replay(b"nonsense", "x.replay"), 0)
    assert "No game can be played from this file" in broken.view.parts["body"]


def test_once_asked_for_the_tree_follows_the_replay_until_it_is_put_away(player: ReplayPlayer) -> None:
    panel = open_at(player, CHOICE)
    assert 'data-tree="18"' in panel.view.parts["body"]
    panel.go(CHOICE + 1)
    assert 'data-tree="19"' in panel.view.parts["body"]
    assert "Show the tree" in press(panel, "tree-hide")
    panel.go(CHOICE)
    assert "Show the tree" in panel.view.parts["body"]


def test_what_goes_wrong_is_said_and_can_be_tried_again(player: ReplayPlayer, monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []

    def guard(callback: Any) -> Any:
        def call(*args: Any) -> None:
            try:
                callback(*args)
            except ZeroDivisionError as fault:
                said.append(str(fault))

        return call

    def fails(*_args: Any, **_more: Any) -> Any:
        raise ZeroDivisionError("by hand")

    panel = TreePanel(guard=guard)
    panel.show(player)
    panel.go(ROLL)
    with monkeypatch.context() as patch:
        patch.setattr(LineWalker, "tree_at", fails)
        body = press(panel, "tree-grow")
    assert said == ["by hand"]
    assert "could not be worked out" in body
    assert "Try again" in body
    assert 'data-tree="20"' in press(panel, "tree-grow")


# The tree -------------------------------------------------------------------------------------------------------------


def test_picture_list_and_table_show_the_same_nodes_with_the_same_numbers(player: ReplayPlayer) -> None:
    panel = open_at(player, CHOICE)
    seen = panel.controller.seen()
    keys = [one.node.key for one in seen]
    body = press(panel, "tree-as", "table")
    assert panel.controller.way == TABLE
    assert items(body, "-pic") == items(body, "") == keys
    assert re.findall(r'<tr[^>]* data-node="(r[^"]*)"', body) == keys
    for one in seen:
        node = one.node
        row = re.search(rf'<tr[^>]*data-node="{re.escape(node.key)}">(.*?)</tr>', body)
        spoken = re.search(rf'aria-label="([^"]*)"[^>]*data-key="rtree-pic:{re.escape(node.key)}"', body)
        assert row is not None
        assert spoken is not None
        value = re.search(r"worth ([^,]*)", spoken[1])
        assert value is not None
        assert f">{value[1]}<" in row[1]
        assert ("played" in spoken[1]) == node.played == (">played<" in row[1])
        assert ("best" in spoken[1].split(", ")) == node.best
    assert press(panel, "tree-as", "elsewhere") == body


@pytest.mark.slow
def test_nodes_open_and_close_and_what_stands_for_others_gives_way_to_them(player: ReplayPlayer) -> None:
    panel = open_at(player, CHOICE)
    leaf = next(one.node.key for one in panel.controller.seen() if one.node.n > 1 and not one.is_open)
    before = len(panel.controller.seen())
    body = press(panel, "tree-open", leaf)
    assert len(panel.controller.seen()) > before
    assert re.search(rf'aria-expanded="true"[^>]*data-key="rtree:{re.escape(leaf)}"', body)
    press(panel, "tree-close", leaf)
    assert len(panel.controller.seen()) == before
    rest = next(one.node for one in panel.controller.seen() if one.node.kind == OTHERS and one.node.depth == 1)
    focused: list[str] = []
    panel.view.focus = focused.append  # type: ignore[method-assign, assignment]
    body = press(panel, "tree-open", rest.key)
    assert rest.key not in items(body, "")
    assert len([key for key in items(body, "") if key.count(".") == 1]) == 11
    assert [key.partition(":")[2] in items(body, "") for key in focused] == [True, True]
    for nonsense in ("", "r.99", "r.0.0.0.0.0", "r.rest.rest", "\u0000", "r." * 500):
        press(panel, "tree-open", nonsense)
        press(panel, "tree-close", nonsense)


def test_the_method_stands_once_above_the_tree(player: ReplayPlayer) -> None:
    panel = open_at(player, ROLL)
    body = panel.view.parts["body"]
    assert panel.controller.tree is not None
    label = panel.controller.tree.label
    assert body.count("data-method") == 1
    assert body.count(f"V, the chance to win: {label.method}.") == 1
    assert body.index("data-method") < body.index('role="tree"')
    assert f"Horizon: {label.horizon}." in body


def test_the_move_that_was_made_has_its_cost_its_class_and_with_a_review_its_reasons(player: ReplayPlayer) -> None:
    panel = open_at(player, CHOICE)
    played = next(node for node in panel.controller.played() if node.depth == 1)
    assert f"Played: {played.says}." in panel.view.parts["body"]
    assert panel.controller.tree is not None
    lossy = type(played)(
        played.key, played.kind, "Stop here", Fraction(1, 2), loss=Fraction(3, 20), played=True, position=19, n=1
    )
    panel.controller.played = lambda: (lossy,)  # type: ignore[method-assign]
    part = Part("Azula", "FNR-431", Fraction(3, 20))  # type: ignore[arg-type]
    lines = [SimpleNamespace(parts=(part,), before=Fraction(1, 4))] * (CHOICE + 1)
    panel.set_review(SimpleNamespace(ledger=SimpleNamespace(lines=lines)))  # type: ignore[arg-type]
    body = panel.view.parts["body"]
    assert "Played: Stop here. It lost 15.0 points, a mistake." in body
    assert "Azula: 15.0 points" in body
    assert 'data-arg="FNR-431"' in body
    assert "The review has 25.0 % here" in body, "two numbers for one position are not left unsaid"


def test_a_press_on_the_played_line_goes_to_its_position_and_a_rule_to_whoever_handles_it(player: ReplayPlayer) -> None:
    handled: list[tuple[str, str]] = []
    went: list[int] = []

    def handle(message: Message) -> bool:
        handled.append((message.do, message.arg))
        return True

    panel = TreePanel(handle=handle)
    panel.show(player)
    panel.on_go(went.append)
    panel.go(CHOICE)
    body = press(panel, "tree-grow")
    to = re.findall(r'data-do="tree-go" data-arg="(\d+)"', body)
    assert to[0] == str(CHOICE + 1)
    for arg in (to[0], "x", "-1", "9" * 40, "\u0663"):
        press(panel, "tree-go", arg)
    press(panel, "rule", "FNR-413")
    assert went == [CHOICE + 1]
    assert handled[-1] == ("rule", "FNR-413")


# Long work ------------------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_a_large_roll_is_listed_beside_the_page_and_can_be_stopped(
    player: ReplayPlayer, monkeypatch: pytest.MonkeyPatch
) -> None:
    at = next(
        at
        for at, move in enumerate(player.moves)
        if isinstance(player.game.node(move.state), Chance) and len(player.game.node(move.state).outcomes) > 5 * LARGE
    )
    let_go, given_up = threading.Event(), threading.Event()
    real = DecisionTree.open

    def stays_at_one(tree: DecisionTree, key: str, progress: Any = None) -> None:
        """Lists as ever, but goes on after a branch only when it is let go; a stop is heard all the while."""

        def counted(n: int, total: int) -> None:
            progress(n, total)
            while n and not let_go.wait(0.005):
                progress(n, total)

        try:
            real(tree, key, counted)
        except Stopped:
            given_up.set()
            raise

    async def visit() -> None:
        panel = TreePanel()
        panel.controller.background = Background(beside=True)

        def busy() -> bool:
            return panel.controller.busy

        panel.show(player)
        panel.go(at)
        press(panel, "tree-grow")
        assert busy()
        await until(lambda: not busy())
        n = player.game.node(player.state_at(at)).outcomes
        assert f"List all {len(n):,}".replace(",", "\u202f") in panel.view.parts["body"]
        with monkeypatch.context() as patch:
            patch.setattr(DecisionTree, "open", stays_at_one)
            body = press(panel, "tree-open", "r")
            assert panel.controller.opening == "r"
            await until(lambda: panel.controller.counting[1] > 0)
            assert "branches are being worked out" in panel.view.parts["status"]
            assert panel.view.parts["body"] == body, "what was drawn stays"
            press(panel, "tree-open", "r")
            press(panel, "tree-stop")
            assert not busy()
            assert [one.is_open for one in panel.controller.seen()] == [False]
            await until(given_up.is_set)
        # Another position at once: nothing of the first one comes back.
        panel.go(ROLL)
        await until(lambda: not busy())
        assert panel.controller.seen()[0].node.position == ROLL

    try:
        finish(visit())
    finally:
        let_go.set()


def test_who_plays_a_game_on_asks_for_no_tree(player: ReplayPlayer, monkeypatch: pytest.MonkeyPatch) -> None:
    walked: list[int] = []
    real = LineWalker.tree_at

    def tree_at(self: Any, at: int, **more: Any) -> Any:
        walked.append(at)
        return real(self, at, **more)

    monkeypatch.setattr(LineWalker, "tree_at", tree_at)

    async def visit() -> None:
        controller = TreeController(Background(beside=True))
        controller.show(player)
        controller.wanted = True
        for at in range(5, ROLL + 1):
            controller.go(at)
            await asyncio.sleep(0.01)
        await until(lambda: not controller.busy)
        assert controller.at == ROLL

    finish(visit())
    assert walked == [ROLL]


async def until(holds: Any, seconds: float = 60.0) -> None:
    """Waits until something holds."""
    for _ in range(int(seconds / 0.02)):
        if holds():
            return
        await asyncio.sleep(0.02)
    raise AssertionError("it never came")


def test_the_sentence_of_a_node_says_all_that_the_picture_shows(player: ReplayPlayer) -> None:
    panel = open_at(player, ROLL)
    merged = next(one for one in panel.controller.seen() if one.node.alike > 1)
    words = parts.spoken(merged)
    assert merged.node.chance is not None
    assert words.startswith(f"{merged.node.chance} (")
    assert f" and {merged.node.alike - 1} more outcomes, " in words
    assert f"all {merged.node.alike} worth the same; this one alone {short_chance(merged.node.alone)}" in words
    assert "worth" in words


HIDDEN_HANDS = b"""replay: 1
game: coin-and-hand
seats: 2

draw sun
draw fox
draw moon
draw moon
draw fox
lay fox
call
"""


def test_a_tree_is_that_of_the_eyes_that_look() -> None:
    """Seat 1 has laid a fox; seat 2 answers without knowing it, whoever looks."""
    player = open_replay(HIDDEN_HANDS, "hidden.replay")
    panel = open_at(player, 6)
    assert "what seat 2 could see" in panel.view.parts["body"]
    mine = panel.controller.tree
    assert mine is not None
    assert "reveals a" in str([node.says for one in mine.branches("r") for node in mine.branches(one.key)])
    player.seat = Seat(0)
    panel.go(6)
    assert panel.controller.tree is not mine
    assert "what seat 1 could see" in panel.view.parts["body"]
    theirs = panel.controller.tree
    assert theirs is not None
    assert {node.says for node in theirs.branches("r")} == {
        "Seat 2 calls. Seat 1 reveals a fox. Seat 1 discards a fox. Seat 2 gains 1",
        "Seat 2 lets be. Seat 1 discards a fox. Seat 1 gains 2",
    }
    panel.go(6)
    assert panel.controller.tree is theirs, "nothing has changed"


def test_a_record_of_one_side_has_the_trees_of_its_seat_and_no_others() -> None:
    whole = open_replay(HIDDEN_HANDS, "hidden.replay")
    assert whole.verified.replay is not None
    data = write(one_sided(whole.game, whole.verified.replay, whole.moves, Seat(1)), "side.replay")
    side = filled(open_replay(data, "side.replay"))
    assert (side.seat, side.certain, side.last) == (Seat(1), 0, 7)
    assert side.sees_for_sure(6, Seat(1))
    assert not side.sees_for_sure(3, Seat(0))
    panel, true = open_at(side, 6), open_at(whole, 6)
    assert "what seat 2 could see" in panel.view.parts["body"]
    assert panel.view.parts["body"] == true.view.parts["body"]
    side.seat = Seat(0)
    panel.go(3)
    assert "is not known in full" in panel.view.parts["body"]

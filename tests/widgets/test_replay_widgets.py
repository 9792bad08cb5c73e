"""Replay, Review, Tree, Plot and Board in a cell: what they take, that they go together, what they say from code."""

import re
from pathlib import Path
from typing import Any

import pytest
from ipywidgets import link

from rising_tutor import replay as recorded
from rising_tutor.analysis.review import review_of
from rising_tutor.boards.charts import series_for
from rising_tutor.errors import BadArgument, UnknownGame, UnreadableReplay
from rising_tutor.render.html import Html
from rising_tutor.replay import Verified, read, write
from rising_tutor.tutor.messages import Message
from rising_tutor.tutor.replay.samples import read_sample, samples
from rising_tutor.tutor.review import controller
from rising_tutor.widgets import Board, Plot, Replay, Review, Tree
from tests.testkit.games import every_game, game_of
from tests.testkit.wandering import Wandering

EACH = pytest.mark.parametrize("game_id", every_game())
NAME = "worked-example.replay"


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RISING_TUTOR_DATA", str(tmp_path))
    monkeypatch.setattr(
        controller,
        "review_work",
        lambda verified, progress: review_of(verified, valuation=Wandering(verified.game), progress=progress),
    )


def sample(game_id: str) -> str:
    hidden = game_of(game_id).info.hidden
    # What lies hidden is imagined many times for each choice of a review: a short record says as much.
    short = min(samples(game_id), key=lambda one: one.lines if hidden else 0)
    return f"{game_id}/{short.name}"


def data_of(name: str, game_id: str = "fire-nation-rising") -> bytes:
    data = read_sample(game_id, name)
    assert data is not None
    return data


class Table:
    """Something that a game is played on."""

    def replay(self) -> recorded.Replay:
        return read(data_of(NAME), NAME)


def ways(tmp_path: Path) -> dict[str, Any]:
    data = data_of(NAME)
    path = tmp_path / NAME
    path.write_bytes(data)
    return {
        "path": path,
        "words of a path": str(path),
        "sample": NAME,
        "sample of a game": f"fire-nation-rising/{NAME}",
        "bytes": data,
        "text": data.decode(),
        "record": write(read(data, NAME), "a.replay.jsonl"),
        "replay": read(data, NAME),
        "verified": recorded.verify(data, NAME),
        "table": Table(),
        "widget": Replay(NAME),
    }


def test_a_replay_is_taken_in_every_form(tmp_path: Path) -> None:
    lines = read(data_of(NAME), NAME).lines
    for form, what in ways(tmp_path).items():
        replay = Replay(what, at=12)
        assert (replay.at, replay.last, replay.problems) == (12, 32, ()), form
        assert [line.move for line in replay.replay().lines] == [line.move for line in lines], form
        assert Board(what, at=12).state == replay.state, form


@pytest.mark.sweep(one_in=4)
@pytest.mark.slow
@EACH
def test_a_replay_moves_what_is_linked_to_it_and_is_moved_by_it(game_id: str) -> None:
    replay = Replay(sample(game_id))
    board, tree = Board(replay), Tree(replay, depth=1)
    widgets: list[Any] = [board, tree, Review(replay)]
    if series_for(game_of(game_id)) is not None:
        widgets.append(Plot(replay))
    links = [link((replay, "at"), (other, "at")) for other in widgets]
    middle = replay.last // 2
    replay.at = middle
    assert [other.at for other in widgets] == [middle] * len(widgets)
    assert board.state == tree.state == replay.state == replay.player.state
    before = dict(board.view.parts)
    # A press in one of them moves all.
    replay.view.ask(replay.last)
    assert [other.at for other in widgets] == [replay.last] * len(widgets)
    assert dict(board.view.parts) != before
    widgets[2].view.ask(1)
    assert replay.at == 1
    assert replay.view.bar.at == 1
    assert links


@EACH
def test_the_table_is_that_of_the_position(game_id: str) -> None:
    replay = Replay(sample(game_id))
    seen = set()
    for at in range(0, replay.last + 1, max(1, replay.last // 6)):
        replay.at = at
        assert f'data-at="{at}"' in replay.view.table.parts["table"]
        seen.add(str(replay.view.table.parts["table"]))
    assert len(seen) > 3


@pytest.mark.sweep(one_in=7)
@pytest.mark.slow
@EACH
def test_two_of_a_kind_share_no_id(game_id: str) -> None:
    def ids(widget: Any) -> set[str]:
        views = [widget.view.head, widget.view.table] if isinstance(widget, Replay) else [widget.view]
        views = [view.view if hasattr(view, "view") else view for view in views]
        html = "".join(part for view in views for part in view.parts.values())
        return set(re.findall(r'\bid="([^"]+)"', html))

    for make in (Replay, Board, Tree):
        one, other = (make(sample(game_id), at=1) for _ in range(2))
        if isinstance(one, Tree):
            assert (one.graph.number_of_nodes(), other.graph.number_of_nodes()) != (0, 0)
        assert not ids(one) & ids(other), make


@pytest.mark.sweep(one_in=5)
@pytest.mark.slow
@EACH
def test_a_review_leaves_a_ledger_whose_sums_leave_nothing(game_id: str) -> None:
    seen: list[Any] = []
    review = Review(sample(game_id))
    ledger = review.ledger
    assert ledger is not None
    assert ledger.remainder == 0
    assert len(ledger.lines) == review.player.certain
    assert review.review is not None
    assert review.review.ledger is ledger
    review.observe(lambda change: seen.append(change["new"]), "ledger")
    review.view.panels.show(review.player)
    assert seen == [None]
    review.view.panels.begin()
    assert seen[-1] == ledger


def test_a_review_that_is_stopped_says_so_and_keeps_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(controller.GameReview, "begin", lambda review: setattr(review, "state", "working"))
    review = Review(NAME)
    assert review.ledger is None
    review.stop()
    assert "Stopped. Nothing was kept." in review.view.panels.top.parts["offer"]


def test_a_tree_is_a_graph_of_a_position_or_of_one_of_a_replay() -> None:
    replay = Replay(NAME, at=21)
    recorded_tree, bare = Tree(replay, depth=1, at=21), Tree(replay.state, depth=1)
    of_replay, of_state = recorded_tree.graph, bare.graph
    assert [of_state.nodes[key]["kind"] for key in of_state] == [of_replay.nodes[key]["kind"] for key in of_replay]
    assert any(edge["played"] for _, _, edge in of_replay.edges(data=True))
    assert not any(edge["played"] for _, _, edge in of_state.edges(data=True))
    assert Tree(replay.state, depth=2).graph.number_of_nodes() > of_state.number_of_nodes()


def test_the_end_of_a_game_has_no_tree() -> None:
    won = Replay("won.replay")
    with pytest.raises(BadArgument, match="before the end of the game"):
        _ = Tree(won, at=won.last).graph


def test_a_plot_says_which_numbers_there_are_and_gives_its_figure() -> None:
    plot = Plot("won.replay", at=5)
    plot.chart = "dice"
    assert plot.chart == "dice"
    assert plot.figure.data
    with pytest.raises(BadArgument, match=r"chart: 'dise' cannot be used; expected one of .*; did you mean 'dice'\?"):
        plot.chart = "dise"
    with pytest.raises(BadArgument, match="by: 'year'"):
        Plot("won.replay", by="year")


def test_notes_are_in_the_replay_that_code_gets() -> None:
    replay = Replay(NAME, at=21)
    replay.view.accordion._done(Message("fold", "notes"))
    notes = replay.view.accordion.panel("notes")
    notes._done(Message("nt-note", fields={"at": notes.address, "text": "we looked at this for long"}))
    assert "we looked at this for long" in {line.comment for line in replay.replay().lines}
    assert "kernel" in notes.view.parts["keep"]


@pytest.mark.slow
@EACH
def test_a_board_shows_a_state_that_is_set_until_it_is_moved(game_id: str) -> None:
    replay = Replay(sample(game_id))
    board = Board(replay)
    middle = replay.player.state_at(replay.last // 2)
    board.state = middle
    assert board.state == middle
    board.at = 1
    assert board.state == replay.player.state_at(1)
    assert Board(middle).game.info.id == game_id


def test_a_saved_notebook_shows_the_table_as_text() -> None:
    for widget in (Replay(NAME, at=21), Board(NAME, at=21), Tree(NAME, at=21), Plot(NAME, at=21), Review(NAME, at=21)):
        still = widget.still()
        assert isinstance(still, Html)
        assert "Run this cell to see" in still
        assert "Location 1" in still
        assert len(still) < 20_000


@pytest.mark.parametrize(
    ("what", "said"),
    [
        ("wn.replay", "replay: 'wn.replay' cannot be used; expected a file or a sample; did you mean 'won.replay'?"),
        ("won", "replay: 'won' cannot be used; expected a file or a sample; did you mean 'won.replay'?"),
        (12, "replay: 12 cannot be used; expected a path, the name of a sample, the bytes or the text of a replay, or"),
        (None, "replay: None cannot be used"),
    ],
)
def test_what_is_no_replay_is_said_in_a_sentence(what: Any, said: str) -> None:
    for widget in (Replay, Review, Plot):
        with pytest.raises(BadArgument) as raised:
            widget(what)
        assert str(raised.value).startswith(said)
        assert raised.value._render_traceback_() == [f"BadArgument: {raised.value}"]


@pytest.mark.parametrize("at", [-1, 33, "12", 1.5, None, True])
def test_a_position_that_is_not_there_is_refused(at: Any) -> None:
    replay = Replay(NAME, at=12)
    with pytest.raises(BadArgument, match=r"at: .* cannot be used; expected a whole number from 0 to 32"):
        replay.at = at
    assert replay.at == 12


def test_a_position_of_another_game_is_no_position() -> None:
    with pytest.raises(BadArgument, match="expected a position of Fire Nation Rising"):
        Board(game_of("dark-side-rising").start(2), game="fire")
    with pytest.raises(BadArgument, match="expected a position of a game, or a replay"):
        Board(3)
    with pytest.raises(UnknownGame):
        Board(NAME, game="chess")
    with pytest.raises(BadArgument, match="seat: 9"):
        Board(NAME, seat=9)
    with pytest.raises(BadArgument, match="depth: 0"):
        Tree(NAME, depth=0)


def test_a_file_that_no_game_can_begin_from_says_where() -> None:
    with pytest.raises(UnreadableReplay, match=r"text.replay:2:7: "):
        Replay("replay: 1\ngame: chess\nseats: 2\n")


def test_a_file_with_a_fault_is_shown_up_to_it() -> None:
    lines = data_of(NAME).decode().splitlines()
    cut = next(n for n, line in enumerate(lines) if "rolled" in line)
    replay = Replay("\n".join([*lines[:cut], "hello world", *lines[cut:]]))
    assert replay.problems[0].line == cut + 1
    assert replay.at == replay.last > 0
    assert "hello world" in replay.view.head.parts["faults"]


def test_what_was_verified_is_not_played_again(monkeypatch: pytest.MonkeyPatch) -> None:
    replay = Replay(NAME)
    assert isinstance(replay.player.verified, Verified)
    monkeypatch.setattr("rising_tutor.tutor.replay.given.open_replay", None)
    assert Board(replay).player.verified is replay.player.verified

"""A notebook for every game, in a kernel of its own: play, write, step, plot, review, branch.

The game from outside is only installed: its cells are those of the others.
"""

from pathlib import Path

import nbformat
import pytest

from rising_tutor.core.registry import game_ids
from tests.testkit.installed import installed

CELLS = (
    """
from rising_tutor.core.drive import play_out
from rising_tutor.core.registry import load_game
from rising_tutor.replay import Scribe, header_of, replay_of, verify, write

game = load_game(GAME)
scribe = Scribe(game)
played = play_out(game, seats=2, seed=3, policy="random", watch=scribe.watch, limit=400)
data = write(replay_of(header_of(game, seats=2, names=("Mira", "Jonas")), scribe, played.state), "mine.replay")
assert verify(data, "mine.replay").ok
""",
    """
from rising_tutor.boards import board_for
from rising_tutor.tutor.replay.player import open_replay

player = open_replay(data, "mine.replay")
player.step("turn", 1)
for seat in (None, 0, 1):
    player.seat = seat
    assert player.told(player.at)
    print(board_for(game).text(player.view()))
""",
    """
from rising_tutor.ui.components.plot_view import PlotView

plot = PlotView()
plot.draw_chart(player.charts[0], player.turns(), player.at)
plot
""",
    """
from rising_tutor.core.node import Decision
from rising_tutor.core.session import GameSession
from rising_tutor.tutor.table.controller import TableController

session = GameSession(game, 2, {}, seed="notebook", programs={1: "random"})
session.settle()
session.take_screen()
controller = TableController(session)
while session.n_moves < 30 and not session.over:
    if session.program:
        session.play_program()
    else:
        session.take_screen()
        session.play(session.actions[0])
print(controller.title())
""",
    """
from rising_tutor.core.ids import GameId
from rising_tutor.lessons.lesson_file import load_course
from rising_tutor.lessons.run import LessonRun

run = LessonRun(game, load_course(GameId(GAME)).lessons[0])
while not run.done:
    best = run.best_action()
    print(game.write(run.state, best), run.try_action(best).outcome)
""",
)


@pytest.mark.sweep(one_in=4)
@pytest.mark.parametrize("game_id", game_ids())
def test_a_notebook_does_the_same_for_every_game(game_id: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from nbclient import NotebookClient

    for name, value in installed(tmp_path / "site").items():
        monkeypatch.setenv(name, value)
    monkeypatch.setenv("JUPYTER_RUNTIME_DIR", str(tmp_path / "runtime"))
    sources = (f"GAME = {game_id!r}", *CELLS)
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(source) for source in sources])
    NotebookClient(notebook, timeout=120, resources={"metadata": {"path": str(tmp_path)}}).execute()
    shown = [output for cell in notebook.cells for output in cell.outputs]
    assert any("application/vnd.jupyter.widget-view+json" in one.get("data", {}) for one in shown)
    assert not [one for one in shown if one.output_type == "error"]

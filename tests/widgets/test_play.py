"""The table in a cell: begun by arguments or by its form, played by messages, observed and read from code."""

from pathlib import Path
from random import Random
from typing import Any

import pytest

from rising_tutor.core.information import visible
from rising_tutor.core.registry import load_game
from rising_tutor.errors import BadOption, BadSeat, UnknownGame
from rising_tutor.lessons.learner.facts import Mistake
from rising_tutor.render.html import el
from rising_tutor.replay import verify
from rising_tutor.store.games import NotHere
from rising_tutor.tutor.coach.warning import Misplay
from rising_tutor.ui.frame.learner_book import LearnerBook
from rising_tutor.widgets import Play
from rising_tutor.widgets.pictures import picture
from tests.testkit.games import every_game
from tests.ui.frame import send

EACH = pytest.mark.parametrize("game", every_game())


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("RISING_TUTOR_DATA", str(tmp_path))
    return tmp_path


def press(play: Play, do: str, arg: str = "") -> None:
    assert play.session is not None
    send(play.view.table, do, arg, at=play.session.n_moves)


def step(play: Play, rng: Random) -> None:
    """What a person would press next."""
    session = play.session
    assert session is not None
    if session.program:
        press(play, "programs")
    elif session.curtain:
        press(play, "take-screen")
    else:
        press(play, "act", str(rng.randrange(len(session.actions))))


def seated(game: str, **more: Any) -> Play:
    """A game whose fewest players sit down."""
    return Play(game, seats=load_game(game).info.min_seats, seed=7, **more)


@pytest.mark.sweep(one_in=7)
@pytest.mark.slow
@EACH
def test_a_game_is_played_to_its_end_and_every_position_is_heard_of(game: str) -> None:
    play = seated(game)
    heard: list[Any] = []
    play.observe(lambda change: heard.append((change["new"], play.session.state)), "state")  # type: ignore[union-attr]
    ends: list[bool] = []
    play.observe(lambda change: ends.append(change["new"]), "done")
    rng = Random("play")
    for _ in range(10_000):
        if play.done:
            break
        step(play, rng)
    assert ends == [True]
    assert heard
    assert all(new == state for new, state in heard)
    verified = verify(play.notation().encode())
    assert not verified.problems
    assert verified.state == play.state
    assert len(play.replay().lines) == play.session.n_moves  # type: ignore[union-attr]


@EACH
def test_the_same_seed_is_the_same_game(game: str) -> None:
    assert seated(game).notation() == seated(game).notation()


@EACH
def test_without_arguments_it_is_the_form_which_begins_a_game_in_the_same_cell(game: str) -> None:
    play = Play(game)
    assert play.state is None
    assert play.session is None
    with pytest.raises(NotHere):
        play.replay()
    send(play.view.form, "start")
    assert play.state is not None
    assert play.view.form.gone
    assert play.session.game.info.id == game  # type: ignore[union-attr]


@EACH
def test_a_new_game_is_asked_for_in_the_same_cell(game: str) -> None:
    play = seated(game)
    press(play, "new")
    assert not play.view.form.gone
    assert play.frame.parts["head"] == ""
    send(play.view.form, "back")
    assert play.view.form.gone


def test_what_the_other_seat_has_stays_behind_the_curtain() -> None:
    play = seated("coin-and-hand")
    session = play.session
    assert session is not None
    assert session.curtain
    said = " ".join(play.view.table.parts.values())
    assert "take-screen" in said
    hidden = [made for made in session.made if any(not list(visible((event,), None)) for event in made.events)]
    assert hidden
    told = {session.game.say(event) for made in hidden for event in made.events if not list(visible((event,), None))}
    assert told
    assert not any(one in said or one in str(play.still()) for one in told)


def test_a_program_plays_its_seat_and_a_choice_is_taken_back() -> None:
    play = Play("fire", teams="aang,toph", seats=2, programs={2: "greedy"}, seed=7)
    assert play.session is not None
    assert dict(play.session.programs) == {1: "greedy"}
    before = play.state
    press(play, "act", "0")
    assert play.state != before
    press(play, "undo")
    assert play.state == before


def test_teams_as_a_list_and_an_option() -> None:
    play = Play("fire", teams=["aang", "toph"], difficulty="hard")
    assert play.replay().header.seats == 1
    options = dict(play.replay().header.options)
    assert (options["teams"], options["difficulty"]) == ("aang,toph", "hard")


def test_two_games_do_not_disturb_each_other() -> None:
    one, two = (Play("fire", teams="aang,toph", seed=seed) for seed in (1, 2))
    state = two.state
    press(one, "act", "0")
    assert two.state == state
    assert one.uid != two.uid
    assert one.view.kept.key != two.view.kept.key  # type: ignore[union-attr]


def test_a_replay_is_looked_at_in_the_cell_and_the_way_back_leads_to_the_table() -> None:
    play = Play("fire", teams="aang,toph", seed=7)
    press(play, "replay")
    assert "Back to the game" in play.frame.parts["head"]
    send(play.frame, "back")
    assert play.frame.parts["head"] == ""
    assert play.view.form.gone


def test_a_closed_game_can_be_gone_on_with_elsewhere() -> None:
    play = Play("fire", teams="aang,toph", seed=7)
    kept = play.view.kept
    assert kept is not None
    play.close()
    again = play.view.store.resume(kept.key)
    assert again.player.state == kept.player.state
    again.close()


def test_what_was_refused_is_kept_for_the_learner() -> None:
    play = Play("dark", teams="tatooine,lothal", seed=7)
    assert play.session is not None
    play.view._mistaken(Misplay("refused", "position", "roll", "DSR-508"))
    book = LearnerBook(play, play.session.game.info.id)
    book.read()
    assert [fact.rule for fact in book.facts if isinstance(fact, Mistake)] == ["DSR-508"]


@pytest.mark.parametrize(
    ("arguments", "error", "said"),
    [
        ({"teams": "aang,tof"}, BadOption, "'tof' cannot be used; expected Teams among aang"),
        ({"teams": "aang", "seats": 9}, BadOption, "9 cannot be used; expected 1 to 5"),
        ({"teams": "aang", "dificulty": "hard"}, BadOption, "did you mean 'difficulty'"),
        ({"seats": 2, "programs": {2: "greedi"}}, BadSeat, "expected one of random, greedy"),
        ({"seats": 2, "programs": {3: "greedy"}}, BadSeat, "a seat from 1 to 2"),
        ({"game": "chess"}, UnknownGame, "fire-nation-rising"),
    ],
)
def test_a_wrong_argument_is_answered_with_what_was_expected(
    arguments: dict[str, Any], error: type[Exception], said: str, folder: Path
) -> None:
    with pytest.raises(error) as caught:
        Play(**arguments)
    assert said in str(caught.value)
    assert not list(folder.glob("*.jsonl"))


class Shell:
    """What IPython tells of the cell that runs."""

    def __init__(self) -> None:
        self.cell, self.run = "", 0

    def runs(self, cell: str) -> None:
        self.cell, self.run = cell, self.run + 1

    def get_parent(self) -> dict[str, Any]:
        return {"header": {"msg_id": str(self.run)}, "metadata": {"cellId": self.cell}}


@pytest.fixture
def shell(monkeypatch: pytest.MonkeyPatch) -> Shell:
    import IPython

    made = Shell()
    monkeypatch.setattr(IPython, "get_ipython", lambda: made)
    return made


def games_in(folder: Path) -> int:
    return len(list(folder.glob("*.jsonl")))


@EACH
def test_a_cell_that_is_run_again_goes_on_with_its_game(game: str, shell: Shell, folder: Path) -> None:
    shell.runs("a")
    first = seated(game)
    rng = Random("again")
    for _ in range(5):
        step(first, rng)
    n, state = first.session.n_moves, first.session.state  # type: ignore[union-attr]
    shell.runs("a")
    second = seated(game)
    assert second.session is not None
    assert (second.session.n_moves, second.session.state) == (n, state)
    assert "goes on" in second.frame.parts["alert"]
    step(second, rng)
    assert games_in(folder) == 1
    # Other arguments, another cell and `new=True` begin others, and the first one is still there.
    assert "goes on" not in seated(game, programs={1: "random"}).frame.parts["alert"]
    shell.runs("b")
    assert "goes on" not in seated(game).frame.parts["alert"]
    shell.runs("a")
    assert "goes on" not in seated(game, new=True).frame.parts["alert"]
    assert games_in(folder) == 4
    kept = second.view.store.notation(second.view.kept.key, second.session.viewer)  # type: ignore[union-attr]
    assert kept == second.notation()


def test_a_game_that_is_over_or_gone_is_not_gone_on_with(shell: Shell, folder: Path) -> None:
    rng = Random("over")
    shell.runs("a")
    first = seated("coin-and-hand")
    while not first.done:
        step(first, rng)
    shell.runs("a")
    second = seated("coin-and-hand")
    assert not second.done
    assert games_in(folder) == 2
    second.close()
    for file in folder.glob("*.jsonl"):
        file.unlink()
    shell.runs("a")
    assert seated("coin-and-hand").state is not None


def test_two_games_of_one_cell_are_two_each_time(shell: Shell, folder: Path) -> None:
    def both() -> tuple[Play, Play]:
        return Play("fire", teams="aang,toph", seed=7), Play("fire", teams="aang,toph", seed=7)

    shell.runs("a")
    one, two = both()
    press(one, "act", "0")
    state = one.state
    assert two.state != state
    shell.runs("a")
    again, other = both()
    assert again.state == state
    assert other.state != state
    assert games_in(folder) == 2


def test_a_game_begun_by_the_form_is_gone_on_with_too(shell: Shell, folder: Path) -> None:
    shell.runs("a")
    play = Play("fire")
    send(play.view.form, "start")
    press(play, "act", "0")
    state = play.state
    shell.runs("a")
    assert Play("fire").state == state
    assert games_in(folder) == 1


def test_where_no_cell_is_told_every_call_begins_a_game(folder: Path) -> None:
    for _ in range(2):
        Play("fire", teams="aang,toph", seed=7)
    assert games_in(folder) == 2


@EACH
def test_what_can_be_chosen_is_told_in_words(game: str) -> None:
    play = seated(game)
    assert play.session is not None
    for _ in range(6):
        moves = play.actions
        assert tuple(moves) == play.session.actions
        assert len(set(moves.words)) == len(moves)
        drawn = str(picture(moves)) if moves else ""
        for number, (word, action) in enumerate(zip(moves.words, moves, strict=True)):
            assert f"[{number}] {word}" in repr(moves)
            assert el("td", word) in drawn
            assert play.session.check(action) is None
        step(play, Random("words"))
    assert repr(Play(game).actions) == "nobody has to choose"


def test_a_saved_notebook_shows_the_table() -> None:
    assert "Turn 1" in str(Play("fire", teams="aang,toph", seed=7).still())

"""A cell of a page of Voila goes on with the game that its browser has under way in it.

Voila names no cell, and runs the cells before it is known which browser shows them.
"""

import os
from pathlib import Path
from typing import Any

import pytest

from rising_tutor.store.owners import SUFFIX, digest_of
from rising_tutor.ui.frame import visitor
from rising_tutor.widgets import Play, cell_games
from rising_tutor.widgets import play as play_module
from tests.ui.frame import send

ANNA, BEN = "a" * 32, "b" * 32
CODE = "Play('fire', teams='aang,toph')"


class Page:
    """A page of Voila: each load has a kernel of its own, which runs each cell once."""

    def __init__(self) -> None:
        self.code = CODE
        self.open: list[Play] = []

    def load(self) -> None:
        """End the kernel before and start another one."""
        for play in self.open:
            play.close()
        self.open.clear()
        cell_games._asked.clear()
        visitor._known.clear()

    def get_parent(self) -> dict[str, Any]:
        return {"header": {"msg_id": os.urandom(4).hex()}, "metadata": {}, "content": {"code": self.code}}

    def play(self, code: str = CODE, **more: Any) -> Play:
        """Run a cell with a game."""
        self.code = code
        self.open.append(Play("fire", **{"teams": "aang,toph", **more}))
        return self.open[-1]

    def shown_to(self, secret: str, **more: Any) -> Play:
        """Load the page in a browser, with one game in it."""
        self.load()
        play = self.play(**more)
        meet(play, secret)
        return play


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("RISING_TUTOR_DATA", str(tmp_path))
    monkeypatch.setenv("VOILA_PREHEAT", "False")
    monkeypatch.setenv("SCRIPT_NAME", "/voila/render/one.ipynb")
    monkeypatch.delenv("RISING_TUTOR_SHARED", raising=False)
    return tmp_path


@pytest.fixture
def page(monkeypatch: pytest.MonkeyPatch) -> Page:
    import IPython

    made = Page()
    monkeypatch.setattr(IPython, "get_ipython", lambda: made)
    return made


def meet(play: Play, secret: str) -> None:
    """Let a browser introduce itself."""
    play.visitor._heard(play.visitor, {"hello": {"text": secret, "kept": True}}, None)


def choose(play: Play) -> None:
    assert play.session is not None
    send(play.view.table, "act", "0", at=play.session.n_moves)


def games_in(folder: Path) -> set[str]:
    """The keys of all games that any file is about."""
    return {path.name.partition(".")[0] for path in folder.iterdir() if path.is_file() and path.name[0] == "2"}


def says_so(play: Play) -> bool:
    return "The game that this cell began goes on" in play.frame.parts["alert"]


def test_a_page_that_is_loaded_again_goes_on_with_the_game_of_its_browser(page: Page, data: Path) -> None:
    first = page.shown_to(ANNA)
    key = first._key_of_game
    assert not says_so(first)
    for _ in range(2):
        choose(first)
    state = first.state
    again = page.shown_to(ANNA)
    assert (again._key_of_game, again.state, again.done) == (key, state, False)
    assert says_so(again)
    assert games_in(data) == {key}
    choose(again)
    assert page.shown_to(ANNA).state == again.state != state


def test_another_browser_has_its_own_game(page: Page, data: Path) -> None:
    first = page.shown_to(ANNA)
    choose(first)
    other = page.shown_to(BEN)
    assert other._key_of_game != first._key_of_game
    assert not says_so(other)
    choose(other)
    assert page.shown_to(BEN)._key_of_game == other._key_of_game
    assert page.shown_to(ANNA)._key_of_game == first._key_of_game
    owners = {(data / f"{one._key_of_game}{SUFFIX}").read_text() for one in page.open}
    assert owners == {digest_of(ANNA)}
    assert games_in(data) == {first.view.kept.key, other.view.kept.key}  # type: ignore[union-attr]


def test_new_begins_another_game_on_each_load(page: Page, data: Path) -> None:
    first = page.shown_to(ANNA)
    choose(first)
    second = page.shown_to(ANNA, new=True)
    assert second._key_of_game not in ("", first.view.kept.key)  # type: ignore[union-attr]
    assert len(games_in(data)) == 2
    assert not says_so(second)


@pytest.mark.parametrize("changed", ["notebook", "code", "arguments"])
def test_another_cell_begins_its_own_game(changed: str, page: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    first = page.shown_to(ANNA)
    choose(first)
    more: dict[str, Any] = {}
    if changed == "notebook":
        monkeypatch.setenv("SCRIPT_NAME", "/voila/render/two.ipynb")
    elif changed == "code":
        more = {"code": f"{CODE}  # another"}
    else:
        more = {"teams": "aang,zuko"}
    other = page.shown_to(ANNA, **more)
    assert not says_so(other)
    assert other.state != first.state


def test_equal_cells_are_told_apart_by_their_number(page: Page, data: Path) -> None:
    def both() -> tuple[Play, Play]:
        page.load()
        one, two = page.play(), page.play()
        meet(one, ANNA)
        meet(two, ANNA)
        return one, two

    one, two = both()
    choose(two)
    states = [one.state, two.state]
    assert [play.state for play in both()] == states
    assert len(games_in(data)) == 2


def test_a_game_begun_by_the_form_is_gone_on_with_too(page: Page, data: Path) -> None:
    play = page.shown_to(ANNA, teams="")
    send(play.view.form, "start")
    choose(play)
    again = page.shown_to(ANNA, teams="")
    assert again.state == play.state is not None
    assert len(games_in(data)) == 1
    assert page.shown_to(BEN, teams="").state is None


def test_what_code_has_chosen_is_not_taken_back(page: Page, data: Path) -> None:
    choose(page.shown_to(ANNA))
    page.load()
    play = page.play()
    choose(play)
    key, state = play._key_of_game, play.state
    meet(play, ANNA)
    assert (play._key_of_game, play.state) == (key, state)
    assert len(games_in(data)) == 2


def test_a_game_that_is_gone_or_over_is_not_gone_on_with(page: Page, data: Path) -> None:
    first = page.shown_to(ANNA)
    choose(first)
    key = first._key_of_game
    first.close()
    record = data / f"{key}.replay.jsonl"
    record.unlink()
    again = page.shown_to(ANNA)
    assert again.session is not None
    assert not says_so(again)
    while not again.done:
        choose(again)
    last = page.shown_to(ANNA)
    assert last.session is not None
    assert not last.done


def test_a_game_that_another_tab_has_open_is_not_played_twice(page: Page, data: Path) -> None:
    first = page.shown_to(ANNA)
    choose(first)
    page.open.clear()
    play_module._open.clear()  # of the other kernel
    second = page.shown_to(ANNA)
    assert (second.session, second.state) == (None, None)
    assert "open elsewhere" in second.view.form.parts["all"]
    assert games_in(data) == {first._key_of_game}
    first.close()
    send(second.view.form, "again", first._key_of_game)
    assert second.state == first.state


def test_an_untouched_game_of_an_unknown_browser_becomes_the_one_of_its_browser(page: Page, data: Path) -> None:
    play = page.shown_to(ANNA)
    assert play.may_write(play._key_of_game, play.view.store)
    assert play._key_of_game in play.desk.facts["games"]
    assert page.shown_to(ANNA)._key_of_game in games_in(data)
    assert len(games_in(data)) == 1


def test_a_kernel_that_was_started_ahead_knows_no_cell(page: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SCRIPT_NAME")
    choose(page.shown_to(ANNA))
    again = page.shown_to(ANNA)
    assert not says_so(again)
    assert not again.goes_on

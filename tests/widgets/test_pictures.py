"""Results as a notebook shows them: pictures that stand by themselves, frames, and the widget that `show` chooses."""

import re
import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from IPython.core.interactiveshell import InteractiveShell

import rising_tutor
from rising_tutor.analysis.corpus.questions import Corpus
from rising_tutor.analysis.corpus.rows import rows_of
from rising_tutor.analysis.review import Review, review_of
from rising_tutor.core.node import Chance, Decision
from rising_tutor.errors import BadArgument, NotInstalled
from rising_tutor.probability.dice_turn.answer import Amount
from rising_tutor.replay import verify
from rising_tutor.tutor.replay.samples import read_sample, samples
from rising_tutor.widgets import Board, Odds, Plot, Replay, RuleReader, Tree
from rising_tutor.widgets.pictures import picture, register, tree_svg
from rising_tutor.widgets.showing import chosen
from tests.testkit.games import every_game, game_of
from tests.testkit.wandering import Wandering

EACH = pytest.mark.parametrize("game_id", every_game())
MOST = 200_000
"""Letters of a saved notebook with a picture in it."""


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RISING_TUTOR_DATA", str(tmp_path))


def verified(game_id: str) -> Any:
    name = samples(game_id)[0].name
    return verify(read_sample(game_id, name) or b"", name)


def review(game_id: str) -> Review:
    found = verified(game_id)
    return review_of(found, valuation=Wandering(found.game))


def stands_alone(html: Any) -> str:
    """The text of a picture, after looking at what must hold for each."""
    assert html is not None
    assert len(html) < MOST
    style = re.search(r"<style>(.*?)</style>", html, re.DOTALL)
    assert style is not None
    # Every rule stays inside ours, and both themes are there.
    selectors = re.findall(r"(?:^|[{}])([^{}@]+)\{", re.sub(r"@container[^{]*", "", style[1]))
    outside = [one for one in selectors if ".rt-standing" not in one]
    assert not outside, outside[:3]
    assert "data-jp-theme-light=false" in style[1]
    body = html.replace(style[0], "")
    assert not re.search(r"<(?:button|input|select|script|a)\b|data-do|tabindex|\bhttps?://", body)
    used = set(re.findall(r'href="#([\w-]+)"', body))
    assert used == set(re.findall(r'<symbol id="([\w-]+)"', body)), used
    return re.sub(r"<[^>]+>", " ", body)


@pytest.mark.sweep(one_in=5)
@pytest.mark.slow
@EACH
def test_a_state_shows_its_table_as_everybody_sees_it(game_id: str) -> None:
    found = verified(game_id)
    game = found.game
    at = len(found.moves) // 2
    state = found.state_at(at)
    words = stands_alone(picture(state))
    assert len(words.split()) > 10
    other = picture(found.state_at(len(found.moves)))
    assert other != picture(state)
    if game.info.hidden:
        # The curtain stays down: what only one seat sees makes no difference.
        views = {game.dump(one): game.view(one, None) for one in map(found.state_at, range(at))}
        for one, view in views.items():
            shown = picture(game.load(one))
            same = [picture(game.load(two)) for two, seen in views.items() if seen == view]
            assert all(_without_ids(shown) == _without_ids(two) for two in same)


def _without_ids(html: Any) -> str:
    return re.sub(r"\bs[0-9a-f]{6,}", "s", str(html))


@pytest.mark.sweep(one_in=4)
@pytest.mark.slow
@EACH
def test_what_is_done_and_what_comes_is_said_in_words(game_id: str) -> None:
    seen = set()
    for moved in verified(game_id).moves:
        words = stands_alone(picture(moved.move))
        name = type(moved.move).__name__
        assert words.split()[0] == re.findall(r"[A-Z][a-z]*", name)[0]
        seen.add(type(game_of(game_id).node(moved.state)))
    assert seen == {Chance, Decision}


def test_an_amount_shows_its_fraction_and_how_it_came_about() -> None:
    assert "8329/15552 = 53.6 % exact" in " ".join(stands_alone(picture(Amount.exact(Fraction(8329, 15552)))).split())
    told = " ".join(stands_alone(picture(Amount(None, 0.25))).split())
    assert "0.25 = 25.0 % exact to 1e-12" in told
    assert "7/2 = 3.5 exact" in " ".join(stands_alone(picture(Amount.exact(Fraction(7, 2)))).split())


def test_a_bare_fraction_is_drawn_where_it_is_asked_for() -> None:
    assert "1/3 = 0.333333" in " ".join(stands_alone(picture(Fraction(1, 3))).split())
    assert "rt-standing" in rising_tutor.show(Fraction(1, 3))._repr_html_()
    shell = InteractiveShell.instance()
    try:
        register()
        assert "text/html" not in shell.display_formatter.format(Fraction(1, 3))[0]
    finally:
        InteractiveShell.clear_instance()


@EACH
def test_what_could_be_chosen_at_a_position_is_told_in_words(game_id: str) -> None:
    found = verified(game_id)
    board = Board(found, at=0)
    n_told = 0
    for at in range(min(24, board.last)):
        board.at = at
        moves = board.actions
        assert all(found.game.check(board.state, action) is None for action in moves)
        assert stands_alone(picture(moves)).count("[") == len(moves)
        n_told += len(moves)
    assert n_told


@pytest.mark.slow
@EACH
def test_a_ledger_and_a_review_show_their_sums(game_id: str) -> None:
    found = review(game_id)
    words = stands_alone(picture(found.ledger))
    assert "At the start" in words
    assert "Beyond the horizon" in words
    assert f"of {len(found.ledger.lines)} lines" in words
    assert "<table" in picture(found)  # type: ignore[operator]  # the next line says that it is there
    stands_alone(picture(found))


@pytest.mark.slow
@EACH
def test_a_ledger_is_a_frame_of_the_same_numbers(game_id: str) -> None:
    ledger = review(game_id).ledger
    table = ledger.to_arrow()
    assert table.num_rows == len(ledger.lines)
    columns = table.to_pydict()
    assert columns["move"] == [line.move for line in ledger.lines]
    parts = sum(sum(columns[name]) for name in ("luck", "skill", "horizon"))
    assert parts == pytest.approx(float(ledger.result - ledger.start))
    assert {seat for seat in columns["seat"] if seat is not None} <= set(range(1, ledger.n_seats + 1))


@pytest.mark.slow
def test_a_corpus_is_a_frame(monkeypatch: pytest.MonkeyPatch) -> None:
    game_id = every_game()[0]
    rows = rows_of(verified(game_id), review(game_id).ledger, "wandering")
    corpus = Corpus.of_rows({**row, "file": "a.replay"} for row in rows.lines)
    table = corpus.to_arrow()
    assert table.num_rows == corpus.n_lines == len(rows.lines)
    assert table.column("line").to_pylist() == [row["line"] for row in rows.lines]
    monkeypatch.setattr("rising_tutor.analysis.ledger.find_spec", lambda _name: None)
    for frame in (corpus, review(game_id).ledger):
        with pytest.raises(NotInstalled, match=r"needs the package pandas, which is not installed; to_arrow\(\)"):
            frame.to_pandas()


def test_a_tree_is_drawn_as_html_and_as_a_file_of_its_own() -> None:
    tree = Tree("worked-example.replay", at=21, depth=1)
    n = tree.graph.number_of_nodes()
    grown = tree.view.controller.tree
    assert grown is not None
    html = picture(grown)
    stands_alone(html)
    assert str(html).count('role="treeitem"') == n
    root = ET.fromstring(tree_svg(grown))  # noqa: S314 - our own drawing
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    style = root.findtext("{http://www.w3.org/2000/svg}style") or ""
    assert "prefers-color-scheme:dark" in style
    assert ".rt-treepic" in style


LIGHT = ("data-jp-theme-light=true", "class=vscode-light")
GROUND = "getComputedStyle(document.querySelector('svg')).backgroundColor"


@pytest.mark.browser
def test_the_file_of_a_tree_is_light_or_dark_as_the_notebook_it_stands_in_else_as_the_system(browser: Any) -> None:
    tree = Tree("worked-example.replay", at=21, depth=1)
    assert tree.graph.number_of_nodes() > 1
    drawn = tree_svg(tree.view.controller.tree)  # type: ignore[arg-type]  # the line before has grown it
    grounds = {}
    for system in ("light", "dark"):
        page = browser.new_page(color_scheme=system)
        for body in ("", *LIGHT, "data-jp-theme-light=false", "class=vscode-dark"):
            page.set_content(f"<body {body}>{drawn}<svg class=other></svg></body>")
            grounds[system, body] = page.evaluate(GROUND)
        assert not page.evaluate("getComputedStyle(document.querySelector('.other')).getPropertyValue('--rt-paper')")
        page.close()
    light, dark = grounds["light", ""], grounds["dark", ""]
    assert light != dark
    for (_, body), ground in grounds.items():
        if body:
            assert ground == (light if body in LIGHT else dark)


def test_a_notebook_shows_them_without_being_asked() -> None:
    shell = InteractiveShell.instance()
    try:
        register()
        state = game_of("fire-nation-rising").start(2, {"teams": "aang,toph"})
        shown, _ = shell.display_formatter.format(state)
        assert "rt-standing" in shown["text/html"]
        assert shown["text/plain"].startswith("State(")
        tree = Tree(state, depth=1)
        assert tree.graph.number_of_nodes() > 1
        assert set(shell.display_formatter.format(tree.view.controller.tree)[0]) >= {"text/html", "image/svg+xml"}
        # Structs of others are left alone.
        assert "text/html" not in shell.display_formatter.format(rising_tutor.load_game("fire").info)[0]
    finally:
        InteractiveShell.clear_instance()


def test_the_package_alone_loads_no_widget() -> None:
    said = (
        "import sys, rising_tutor; print(sorted({'IPython', 'ipywidgets', 'networkx', 'pyarrow'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", said], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


@pytest.mark.parametrize(
    ("what", "details", "name"),
    [
        ("won.replay", {}, "Replay"),
        (Path("won.replay"), {}, "Replay"),
        (b"replay: 1\n", {}, "Replay"),
        ("replay: 1\ngame: fire-nation-rising\n", {}, "Replay"),
        ("FNR-313", {}, "RuleReader"),
        ("dsr-414", {}, "RuleReader"),
        ("first-hero", {}, "Lesson"),
        ("finish-june", {}, "Scenario"),
        ("sample-size", {}, "Unit"),
        ("2 green, 1 blue", {}, "Odds"),
        ("2 green", {"need": "W"}, "Odds"),
        ("coin-and-hand", {}, "Play"),
    ],
)
def test_words_choose_their_widget(what: Any, details: dict[str, Any], name: str) -> None:
    assert chosen(what, **details) == name


@pytest.mark.slow
def test_what_is_shown_is_the_widget_itself() -> None:
    replay = rising_tutor.show("worked-example.replay", at=21)
    assert isinstance(replay, Replay)
    assert replay.at == 21
    assert rising_tutor.show(replay) is replay
    assert isinstance(rising_tutor.show(replay.replay()), Replay)
    assert isinstance(rising_tutor.show(replay.player.verified), Replay)
    assert isinstance(rising_tutor.show("FNR-313"), RuleReader)
    odds = rising_tutor.show("2 green, 1 blue", need="W W E")
    assert isinstance(odds, Odds)
    assert odds.value.fraction == Fraction(8329, 15552)
    tree = Tree(replay, at=21, depth=1)
    assert tree.graph.number_of_nodes() > 1
    again = rising_tutor.show(tree.view.controller.tree)
    assert isinstance(again, Tree)
    assert again.state == replay.state
    ledger = review("fire-nation-rising").ledger
    assert rising_tutor.show(ledger)._repr_html_() == picture(ledger)
    assert isinstance(rising_tutor.show(Plot("won.replay")), Plot)


@EACH
def test_a_position_of_any_game_is_shown_on_its_board(game_id: str) -> None:
    found = verified(game_id)
    board = rising_tutor.show(found.state)
    assert isinstance(board, Board)
    assert (str(board.game.info.id), board.state) == (game_id, found.state)


@pytest.mark.parametrize(
    ("what", "nearest"),
    [("wn.replay", None), ("first-hro", "first-hero"), ("dark-side-risng", "dark-side-rising"), (3, None), ("", None)],
)
def test_what_nothing_shows_is_said_in_a_sentence(what: Any, nearest: str | None) -> None:
    with pytest.raises(BadArgument) as raised:
        rising_tutor.show(what)
    assert "cannot be used; expected " in str(raised.value)
    if nearest is not None:
        assert str(raised.value).endswith(f"did you mean {nearest!r}?")

"""The page Many games: its controllers and its HTML without a browser, and one visit in a browser."""

import gc
import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any
from weakref import ref

import duckdb
import pytest
from msgspec.structs import replace

from rising_tutor.analysis.corpus.arrow import parquet_bytes
from rising_tutor.analysis.corpus.columns import LINES, kinds
from rising_tutor.analysis.corpus.questions import Corpus, Filter
from rising_tutor.analysis.corpus.result_cache import ResultCache
from rising_tutor.analysis.corpus.run import Source
from rising_tutor.core.drive import play_out
from rising_tutor.core.registry import load_game
from rising_tutor.plots import corpus as plots
from rising_tutor.replay import Scribe, header_of, replay_of, save
from rising_tutor.store.games import Store
from rising_tutor.tutor.background import Stopped
from rising_tutor.tutor.corpus.explorer import Explorer
from rising_tutor.tutor.corpus.games import GamesAtHand, analysed
from rising_tutor.tutor.messages import Message
from rising_tutor.ui.corpus import tables as parts
from rising_tutor.ui.corpus.page import CorpusPage
from rising_tutor.ui.frame.browser import Session
from rising_tutor.ui.frame.shell import Shell
from tests.testkit import quick_value
from tests.testkit.axe import grave, grave_colours
from tests.ui.browser import width_of
from tests.ui.frame import send

SAMPLES = Path(__file__).parents[2] / "replays" / "fire-nation-rising"
RUDE = "<b>Anna</b>"


def sources() -> list[Source]:
    found = []
    for name in ("lost-by-a-team.replay", "worked-example.replay", "won.replay"):
        data = (SAMPLES / name).read_bytes().replace(b"seats: 2\nresult", f"seats: 2\nseat 1: {RUDE}\nresult".encode())
        found.append((name, lambda data=data: data))
    return found


@cache
def rows() -> tuple[dict[str, Any], ...]:
    import tempfile

    with quick_value.registered(), tempfile.TemporaryDirectory() as folder:
        return analysed(sources(), ResultCache(Path(folder)), None, lambda _n, _total: None).rows


@pytest.fixture
def explorer() -> Explorer:
    found = Explorer(lambda _game, file, at: f"#replays?sample={file}&at={at - 1}" if file == "won.replay" else None)
    found.show(Corpus.of_rows(rows()), "sample", "The sample")
    return found


def say(do: str, arg: str = "", **fields: str) -> dict[str, Any]:
    return Message(do, arg, fields=fields)


class TestExplorer:
    def test_the_address_holds_what_is_asked_and_asks_it_again(self, explorer: Explorer) -> None:
        assert explorer.words() == {"table": "sample"}
        assert explorer.handle(say("filter", seats="2", difficulty="easy", player=RUDE))
        assert explorer.handle(say("by", "teams"))
        assert explorer.handle(say("source", source="hero_dice"))
        assert explorer.handle(say("rule", explorer.corpus.mistakes(explorer.asked)[0].rule))
        words = explorer.words()
        again = Explorer()
        again.show(explorer.corpus, "sample", "")
        again.restore(words)
        assert (again.asked, again.by, again.source, again.rule) == (
            Filter(seats=2, difficulty="easy", player=RUDE),
            "teams",
            "hero_dice",
            explorer.rule,
        )
        assert again.words() == words

    @pytest.mark.parametrize(
        "words",
        [
            {"seats": "-1"},
            {"seats": "9" * 99},
            {"player": "nobody"},
            {"difficulty": "'; --"},
            {"luck": "x"},
            {"by": "x"},
        ],
    )
    def test_an_address_that_fits_nothing_asks_for_everything(self, words: dict[str, str], explorer: Explorer) -> None:
        explorer.restore(words)
        assert explorer.words() == {"table": "sample"}

    def test_a_table_that_has_not_what_was_asked_is_shown_whole(self, explorer: Explorer) -> None:
        explorer.handle(say("filter", player=RUDE))
        explorer.show(Corpus.of_rows([]), "", "empty.parquet")
        assert explorer.asked == Filter()

    def test_another_v_is_told(self, explorer: Explorer) -> None:
        assert explorer.others
        with quick_value.registered():
            assert not explorer.others
        assert "another V" in parts.status(explorer)


class TestHtml:
    def test_names_are_text_and_a_row_leads_to_its_game_and_line(self, explorer: Explorer) -> None:
        explorer.handle(say("filter", player=RUDE))
        drawn = parts.filters(explorer) + parts.costliest(explorer) + parts.errors_head(explorer)
        assert RUDE not in drawn
        assert "&lt;b&gt;Anna" in drawn
        one = next(one for one in explorer.corpus.worst(explorer.asked) if one.file == "won.replay")
        assert f'href="#replays?sample=won.replay&amp;at={one.line - 1}"' in parts.costliest(explorer)

    def test_the_costliest_under_a_rule_stand_under_its_title(self, explorer: Explorer) -> None:
        assert "All rules" not in parts.costliest(explorer)
        explorer.handle(say("rule", "FNR-408"))
        drawn = parts.costliest(explorer)
        assert "All rules" in drawn
        assert "</a> Rolling again is optional</span>" in drawn
        assert explorer.rule_title("FNR-9999") == explorer.rule_title("") == ""

    def test_every_number_stands_with_its_method(self, explorer: Explorer) -> None:
        assert "made up (model " in parts.status(explorer)
        assert re.search(
            r"3 games count\. <b>50\.0 % won</b> \(1 of 2 that are over, 95 % interval", parts.filters(explorer)
        )
        assert re.search(r"Mean -?[\d.]+ points \(95 % interval .* 3 games", parts.luck_head(explorer))

    def test_nothing_there(self) -> None:
        explorer = Explorer()
        explorer.show(Corpus.of_rows([]), "", "empty.parquet")
        for part in (parts.filters, parts.luck_head, parts.mistakes_head, parts.errors_head, parts.costliest):
            assert part(explorer)
        assert "No game counts" in parts.luck_head(explorer)
        assert "No finished game" in parts.nothing_open(0)

    def test_each_figure_has_all_its_numbers_in_its_table(self, explorer: Explorer) -> None:
        corpus, asked = explorer.corpus, explorer.asked
        wins = plots.shares(corpus.wins(asked, "teams"), "won", "games")
        assert [row[:3] for row in wins.rows] == [(s.name, str(s.n_yes), str(s.n)) for s in corpus.wins(asked, "teams")]
        assert list(wins.figure.data[0].x) == [100 * one.share for one in corpus.wins(asked, "teams")]
        mistakes = plots.mistakes(corpus.mistakes(asked), explorer.titled)
        assert {row[0] for row in mistakes.rows} >= {"FNR-408 Rolling again is optional"}
        assert all(" " in row[0] and row[0] in mistakes.summary for row in mistakes.rows[:12])
        assert sum(sum(bar.y) for bar in mistakes.figure.data) == sum(int(row[1]) for row in mistakes.rows[:12])
        luck = plots.luck(corpus.luck(asked))
        assert sum(luck.figure.data[0].y) == sum(int(row[1]) for row in luck.rows) == 3
        errors = plots.errors(corpus.errors(asked))
        assert [len(row) for row in errors.rows] == [len(errors.heads)] * len(errors.rows)


@pytest.fixture
def quick() -> Iterator[None]:
    with quick_value.registered():
        yield


@pytest.mark.usefixtures("quick")
class TestGamesAtHand:
    def test_they_are_analysed_once_and_what_is_to_be_known_is_told(self, tmp_path: Path) -> None:
        found: list[Any] = []
        controller = GamesAtHand(ResultCache(tmp_path), found.append)
        given = [*sources(), ("bad.replay", lambda: b"bad")]
        controller.begin(given)
        controller.begin(given)
        assert found[0] == found[1]
        assert (controller.n_games, controller.counting) == (3, None)
        assert {file: one.severity for file, one in controller.troubles} == {
            "worked-example.replay": "remark",
            "bad.replay": "fault",
        }
        assert "bad.replay" in str(parts.choice(Explorer(), 4, controller))

    def test_a_stop_keeps_what_is_finished(self, tmp_path: Path) -> None:
        told: list[int] = []

        def progress(done: int, total: int) -> None:
            told.append(done)
            if done > 1200:
                raise Stopped

        with pytest.raises(Stopped):
            analysed(sources(), ResultCache(tmp_path), None, progress)
        assert told == sorted(told)
        assert len(list(tmp_path.iterdir())) == 1


@pytest.mark.browser
def test_a_visit(open_app: Callable[..., Any], tmp_path: Path) -> None:
    from playwright.sync_api import expect

    table = tmp_path / "mine.parquet"
    table.write_bytes(parquet_bytes(rows(), kinds(LINES), {}))
    page = open_app("#replays", ready=".rt-replayintro")
    page.get_by_role("link", name="Many games at once").click()
    expect(page.get_by_role("heading", name="Many games", exact=True)).to_be_visible()
    status = page.locator(".rt-corpusstatus")
    expect(status).to_contain_text("The sample: 15 games")
    # A filter, by its form; the address holds it.
    count = page.locator(".rt-corpuscount")
    expect(count).to_contain_text("15 games count.")
    page.locator("select[name=seats]").select_option("1")
    expect(count).to_contain_text("3 games count.")
    expect(page).to_have_url(re.compile(r"#corpus\?table=sample&seats=1$"))
    page.get_by_role("button", name="By every team at the table").click()
    # A file that is none is refused, one of the command is opened.
    bad = tmp_path / "bad.parquet"
    bad.write_bytes(b"PAR1 no table")
    for file in (bad, table):
        with page.expect_file_chooser() as chooser:
            page.get_by_role("button", name="Open a table").click()
        chooser.value.set_files(file)
        if file is bad:
            expect(page.get_by_text("bad.parquet: ")).to_be_visible()
    expect(status).to_contain_text("mine.parquet: 3 games")
    expect(page.locator(".rt-corpuslost")).to_contain_text(RUDE)
    # The table twin, and by its row a rule.
    plot = page.locator(".rt-corpusplot").nth(2)
    plot.scroll_into_view_if_needed()
    expect(plot.locator(".rt-plot")).to_have_attribute("data-ready", "")
    plot.get_by_role("button", name="As a table").click()
    plot.locator("table").get_by_role("button").nth(1).click()
    expect(page.get_by_role("button", name="All rules")).to_be_visible()
    for width, height in ((1280, 800), (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        assert width_of(page) <= width
        for theme, found in (("light", grave), ("dark", grave_colours)):
            page.evaluate(f"rtTheme.set('{theme}')")
            page.wait_for_timeout(200)
            assert found(page) == [], f"{theme}, {width}"
    # Nothing was played here yet.
    page.get_by_role("button", name=re.compile(r"^Games played here")).click()
    # From a row to the game and the line.
    page.get_by_role("button", name="The sample").click()
    expect(status).to_contain_text("The sample: 15 games")
    expect(page.locator(".rt-corpuslost")).to_contain_text("sample-")
    page.locator(".rt-corpuslost a[href*=sample-]").first.click()
    expect(page.locator(".rt-replayhead")).to_be_visible()
    expect(page).to_have_url(re.compile(r"#replays\?sample=sample-\d\d\.replay&at=\d+$"))


@pytest.mark.usefixtures("quick")
def test_the_games_that_the_app_keeps_are_analysed_here_and_lead_to_themselves(tmp_path: Path) -> None:
    game = load_game("fire")
    for number, limit in ((0, 100_000), (1, 100_000), (2, 5)):
        scribe = Scribe(game)
        end = play_out(game, seats=2, seed=number, limit=limit, watch=scribe.watch)
        name = f"20261122-00000{number}-abcde{number}.replay.jsonl"
        replay = replay_of(header_of(game, 2), scribe, end.state)
        # As the app keeps a game that goes on: without an end line.
        save(replay if end.result is not None else replace(replay, result=""), tmp_path / name)
    page = CorpusPage(Shell(Session()), Store(tmp_path))
    page.opened({"table": "mine", "seats": "2"})
    explorer = page.explorer
    # The third is not over.
    assert (explorer.corpus.n_games, explorer.title) == (2, "Games played here")
    assert explorer.words() == {"table": "mine", "seats": "2"}
    worst = explorer.corpus.worst(explorer.asked)[0]
    key = worst.file.removesuffix(".replay.jsonl")
    assert explorer.way(worst.game, worst.file, worst.line) == f"#replays?game={key}&at={worst.line - 1}"
    assert explorer.way(worst.game, "../elsewhere.replay.jsonl", 3) is None
    assert len(list((tmp_path / "analysed").iterdir())) == 2


def test_a_page_that_is_left_holds_no_table_and_shows_the_same_again(shell: Shell) -> None:
    send(shell.frame, "hash", "#corpus?table=sample&seats=2&by=players")
    page: Any = shell._built["corpus"]
    drawn = {name: view.parts for name, view in (("head", page.head), ("lost", page.lost))}
    asked, table = page.explorer.words(), ref(page.explorer.corpus)
    database = page.explorer.corpus._database
    send(shell.frame, "hash", "#home")
    gc.collect()
    assert table() is None
    with pytest.raises(duckdb.ConnectionException):
        database.execute("SELECT 1")
    send(shell.frame, "hash", "#corpus")
    assert page.explorer.words() == asked
    assert {name: view.parts for name, view in (("head", page.head), ("lost", page.lost))} == drawn


def test_a_table_of_the_user_is_there_again_when_the_page_comes_back(shell: Shell) -> None:
    send(shell.frame, "hash", "#corpus")
    page: Any = shell._built["corpus"]
    page._opened_file("mine.parquet", parquet_bytes(rows(), kinds(LINES), {}))
    page.explorer.handle(Message("by", "players"))
    n_games, table = page.explorer.corpus.n_games, ref(page.explorer.corpus)
    send(shell.frame, "hash", "#rules")
    gc.collect()
    assert table() is None
    send(shell.frame, "hash", "#corpus")
    assert (page.explorer.title, page.explorer.corpus.n_games, page.explorer.by) == ("mine.parquet", n_games, "players")
    # Another table takes its place, and its memory.
    before = ref(page.explorer.corpus)
    send(page.choice, "table", "sample")
    gc.collect()
    assert before() is None


@pytest.mark.usefixtures("quick")
def test_games_whose_analysis_ends_after_the_page_was_left_are_shown_when_it_comes_back(tmp_path: Path) -> None:
    page = CorpusPage(Shell(Session()), Store(tmp_path))
    page.opened({})
    page.away()
    page._wanted = {"seats": "2"}
    page._analysed(tuple(rows()))
    assert page.explorer.corpus is None
    page.opened({})
    assert page.explorer.table == "mine"


def test_a_table_without_a_game_says_so_instead_of_empty_figures(tmp_path: Path) -> None:
    page = CorpusPage(Shell(Session()), Store(tmp_path))
    page._show(Corpus.of_rows(()), "mine", "Games played here")
    assert "None of these games could be analysed" in page.head.parts["empty"]
    assert (page.head.parts["status"], page.head.parts["filters"]) == ("", "")
    assert "rt-corpusgone" in page.grid._dom_classes
    page._show(Corpus.of_rows(rows()), "sample", "The sample")
    assert page.head.parts["empty"] == ""
    assert "rt-corpusgone" not in page.grid._dom_classes


@pytest.mark.parametrize(
    ("game", "sample"),
    [
        ("fire-nation-rising", "won.replay"),
        ("death-eaters-rising", "death-eaters-rising%2Fwon.replay"),
        ("dark-side-rising", "dark-side-rising%2Fwon.replay"),
    ],
)
def test_a_line_leads_to_the_sample_of_its_own_title(game: str, sample: str, tmp_path: Path) -> None:
    page = CorpusPage(Shell(Session()), Store(tmp_path))
    assert page.explorer.way(game, f"games/{game}/won.replay", 8) == f"#replays?sample={sample}&at=7"
    assert page.explorer.way("../..", "won.replay", 8) is None

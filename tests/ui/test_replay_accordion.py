"""The panels of an open replay together: side lines of two folds, what one of them writes, gaps, playing on."""

import gzip
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from rising_tutor.analysis.review import review_of
from rising_tutor.errors import CannotStore, LimitExceeded
from rising_tutor.replay import read, write
from rising_tutor.store.games import NotHere, Store
from rising_tutor.store.uploads import MOST, Uploads
from rising_tutor.tutor.messages import Message
from rising_tutor.tutor.review import controller as review
from rising_tutor.ui.frame.browser import Session
from rising_tutor.ui.replays.page import ReplaysPage
from rising_tutor.ui.replays.tree.panel import TreePanel
from tests.testkit.wandering import Wandering
from tests.ui.conftest import ROOT, TOKEN, Running, running, write_notebook
from tests.ui.test_replay_address import StandIn
from tests.ui.test_replay_review import NOTEBOOK, SLOW

SOLO = Path(ROOT) / "replays" / "fire-nation-rising" / "solo.replay"
AT = 19
"""A position of the game where dice can be used in several ways."""
GAP = b"rolled green EE, blue F, red F F"
LAST = 364


class Frame(StandIn):
    """A frame in a browser of its own, that remembers where it was sent."""

    def __init__(self) -> None:
        super().__init__()
        self.browser = Session().browser
        self.went: list[tuple[str, dict[str, str]]] = []
        self.said: list[str] = []

    def go(self, page: str, **words: str) -> None:
        self.went.append((page, words))

    def say(self, text: str, _way: Any = None) -> None:
        self.said.append(text)


@pytest.fixture
def opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[bytes], ReplaysPage]:
    monkeypatch.setattr(
        review,
        "review_work",
        lambda verified, progress: review_of(verified, valuation=Wandering(verified.game), progress=progress),
    )

    def go(data: bytes, name: str = "mine.replay") -> ReplaysPage:
        page = ReplaysPage(Frame(), Store(tmp_path))  # type: ignore[arg-type]
        page._opened_file(name, data)
        return page

    return go


def said(do: str, arg: str = "", **fields: str) -> Any:
    return Message(do, arg, fields=fields)


def fold(page: ReplaysPage, *names: str) -> None:
    for name in names:
        page.view.accordion._done(said("fold", name))


def other_choice(page: ReplaysPage, text: str) -> None:
    """Another action with the same dice at the position that is shown."""
    panel = page.view.accordion.panel("dice")
    option = next(one for one in panel.controller.options() if one.text == text)
    panel._done(said("sd-pick", f"{page.player.at}:{option.number}"))


def played_on(page: ReplaysPage) -> list[str]:
    """The moves of the new game that "play on" begins."""
    page.view.handle(said("play-on"))
    where, words = page.host.went[-1]  # type: ignore[attr-defined]
    assert where == "play"
    return [line.move for line in page.store.replay(words["game"]).lines]


def test_a_fold_that_fails_says_so_stays_closed_and_can_be_opened_again(
    opened: Callable[..., ReplaysPage], monkeypatch: pytest.MonkeyPatch
) -> None:
    page = opened(SOLO.read_bytes())
    page.view.ask(AT)
    fold(page, "notes")
    with monkeypatch.context() as patch:
        patch.setattr(TreePanel, "show", lambda *_, **__: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            fold(page, "tree")
    assert page.view.accordion.opened == ("notes",)
    page.view.ask(AT + 1)
    assert page.player.at == AT + 1
    fold(page, "tree")
    assert page.view.accordion.panel("tree").view.parts["body"]
    assert page.view.accordion.opened == ("tree", "notes")


def test_a_new_way_with_the_same_dice_can_be_played_on(opened: Callable[..., ReplaysPage]) -> None:
    page = opened(SOLO.read_bytes())
    page.view.ask(AT)
    fold(page, "dice")
    other_choice(page, "green EE > tho-and-due")
    assert page.view.accordion.aside[0] == "dice"
    events = page.view.table.parts["happened"]
    assert "stands below, in Same dice, other choices" in events
    assert "Events of this action" not in events, "they would be those of another position"
    recorded = [line.move for line in page.player.lines]
    assert played_on(page) == [*recorded[:AT], "green EE > tho-and-due"]
    page.view.ask(AT)
    assert page.view.accordion.aside is None
    assert "Events of this action" in page.view.table.parts["happened"]
    assert played_on(page) == recorded[:AT]


def test_two_folds_have_a_side_line_each_and_the_table_shows_the_last(opened: Callable[..., ReplaysPage]) -> None:
    page = opened(SOLO.read_bytes())
    page.view.ask(AT)
    fold(page, "dice", "notes")
    game = page.player.state
    notes, dice = page.view.accordion.panel("notes"), page.view.accordion.panel("dice")
    notes._done(said("nt-choose", at=str(AT), move="discard green EE"))
    aside = page.view.accordion.aside
    assert aside[0] == "notes"
    assert page.host.address["line"] == f"{AT + 1}.1.1"  # type: ignore[attr-defined]
    # The fold that is opened beside it leaves the side line where it is.
    fold(page, "tree")
    assert page.view.accordion.aside == aside
    other_choice(page, "green EE > tho-and-due")
    assert page.view.accordion.aside == ("dice", dice.controller.line.state)
    assert "line" not in page.host.address  # type: ignore[attr-defined]
    dice._done(said("sd-reset"))
    assert page.view.accordion.aside == aside
    # A fold that is closed has no say any more.
    fold(page, "notes")
    assert page.view.accordion.aside is None
    assert page.player.state == game
    fold(page, "notes")
    assert not notes.controller.walk.aside


def test_what_one_fold_writes_the_others_keep_their_place(opened: Callable[..., ReplaysPage]) -> None:
    page = opened(SOLO.read_bytes())
    page.view.ask(AT)
    fold(page, "dice", "notes")
    notes, dice = page.view.accordion.panel("notes"), page.view.accordion.panel("dice")
    other_choice(page, "green EE > tho-and-due")
    way = dice.controller.line
    notes._done(said("nt-note", at=str(AT), text="we looked at this for long"))
    assert "we looked at this for long" in page.view.table.parts["written"]
    assert dice.controller.line is way
    assert page.view.accordion.aside == ("dice", way.state)
    assert (AT, "note", "we looked at this for long") in page.player.marked()
    # Kept as a side line it is there to be walked, and stands in the file beside the note.
    dice._done(said("sd-side"))
    assert dice.controller.kept
    assert f"{AT + 1}.1.1" in notes.view.parts["noted"] + notes.view.parts["ways"]
    name, data = notes.controller.file("replay")
    assert name == "mine.replay"
    assert data.count(b"\n") > SOLO.read_bytes().count(b"\n")
    for words in (b"we looked at this for long", b"green EE > tho-and-due"):
        assert words in data
    # Deleted there, it can be kept again here.
    notes._done(said("nt-drop", f"{AT + 1}:1"))
    assert not dice.controller.kept


def test_a_record_with_a_gap_can_be_gone_through_and_only_what_is_certain_is_judged(
    opened: Callable[..., ReplaysPage],
) -> None:
    page = opened(SOLO.read_bytes().replace(GAP, b"rolled green EE, blue F, ?", 1))
    certain = page.player.certain
    assert (certain, page.player.last) == (18, LAST)
    assert not page.view.unknown.view.gone
    assert "Only what comes before it is reviewed: 18 lines" in page.view.review_panels.top.parts["offer"]
    assert "From line 19 on" in page.view.plots.head.parts["choice"]
    page.view.review_panels.begin()
    assert len(page.view.review_panels.review.ledger.lines) == certain
    assert page.view.review_panels.review.ledger.remainder == 0
    assert "What comes later is not judged" in page.view.review_panels.book.parts["ledger"]
    assert page.view.review_panels.graph.now == ("-",) or page.player.at <= certain
    for way in ("action", "turn"):
        page.view.review_panels.turn_to(way)
        for at in (0, certain, certain + 1, LAST):
            page.view.ask(at)
            assert page.player.at == at
            assert ("Not reviewed" in page.view.review_panels.line.parts["line"]) == (at > certain)
    fold(page, "tree", "dice", "notes")
    assert "not known in full" in page.view.accordion.panel("tree").view.parts["body"]
    assert page.view.accordion.panel("dice").controller.options() == ()
    page.view.ask(certain)
    assert page.view.accordion.panel("tree").controller.stage == "asked"
    # A game that is played on has no gaps.
    page.view.ask(certain + 3)
    moves = played_on(page)
    assert len(moves) == certain + 3
    assert not any("?" in move for move in moves)
    [comment] = [line.comment for line in page.store.replay(page.host.went[-1][1]["game"]).lines if line.comment]  # type: ignore[attr-defined]
    assert comment == "an example: the record says rolled green EE, blue F, ?"
    page._opened_file("solo.replay", SOLO.read_bytes())
    assert page.view.unknown.view.gone


def test_a_file_has_an_address_by_its_content(opened: Callable[..., ReplaysPage]) -> None:
    page = opened(SOLO.read_bytes())
    page.view.ask(AT)
    address = page.host.address  # type: ignore[attr-defined]
    assert address["at"] == str(AT)
    again = ReplaysPage(Frame(), page.store)  # type: ignore[arg-type]
    again.opened(address)
    assert (again.player.at, again.player.name, again.player.last) == (AT, "mine.replay", LAST)
    # Another game does not stay under the address of one that is gone.
    with pytest.raises(NotHere):
        again.opened({"file": "0" * 32})
    assert again.player is None
    with pytest.raises(NotHere):
        again.opened({"file": "../" + address["file"]})


def note(page: ReplaysPage, text: str) -> None:
    """A note on the line before the position that is shown."""
    fold(page, *({"notes"} - set(page.view.accordion.opened)))
    page.view.accordion.panel("notes")._done(said("nt-note", at=page.view.accordion.panel("notes").address, text=text))


def comments(page: ReplaysPage) -> list[str]:
    return [line.comment for line in page.player.verified.replay.lines if line.comment]


def reloaded(page: ReplaysPage) -> ReplaysPage:
    """The page that a reload in the same browser opens."""
    again = ReplaysPage(page.host, page.store)
    again.opened(page.host.address)  # type: ignore[attr-defined]
    return again


FILES = {
    "mine.replay": SOLO.read_bytes(),
    "mine.replay.gz": gzip.compress(SOLO.read_bytes()),
    "mine.replay.jsonl": write(read(SOLO), "mine.replay.jsonl"),
    "faulty.replay": SOLO.read_bytes() + b"hello;; world\n",
}


@pytest.mark.sweep(one_in=4)
@pytest.mark.parametrize("name", FILES)
def test_notes_on_a_file_are_there_after_a_reload(opened: Callable[..., ReplaysPage], name: str) -> None:
    page = opened(FILES[name], name)
    before = comments(page)
    page.view.ask(AT)
    note(page, "we looked at this for long")
    page.view.ask(AT + 2)
    note(page, "and at this")
    again = reloaded(page)
    assert again.player.at == AT + 2
    assert comments(again) == comments(page) == [*before, "we looked at this for long", "and at this"]
    assert [one.message for one in again.player.problems] == [one.message for one in page.player.problems]
    # Written on once more, of the versions of this browser the last one stays; the file as it was opened stays too.
    note(again, "")
    assert comments(reloaded(again)) == [*before, "we looked at this for long"]
    assert len([path for path in page.uploads.folder.iterdir() if path.is_file()]) == 2


def test_notes_on_a_sample_are_there_after_a_reload(tmp_path: Path) -> None:
    page = ReplaysPage(Frame(), Store(tmp_path))  # type: ignore[arg-type]
    page.opened({"sample": "solo.replay", "at": str(AT)})
    note(page, "as at our table")
    assert "as at our table" in comments(reloaded(page))
    assert "copy of the file" in page.view.accordion.panel("notes").view.parts["keep"]


def test_notes_of_two_people_on_the_same_file_are_two_files(opened: Callable[..., ReplaysPage]) -> None:
    mine, theirs = opened(SOLO.read_bytes()), opened(SOLO.read_bytes())
    for page in (mine, theirs):
        page.view.ask(AT)
        note(page, "the same words")
    note(mine, "others")
    assert "others" in comments(reloaded(mine))
    assert "the same words" in comments(reloaded(theirs))
    assert "others" not in comments(reloaded(theirs))
    # Whoever opens the address of another reads it, and writes into a copy.
    third = ReplaysPage(Frame(), mine.store)  # type: ignore[arg-type]
    third.opened(mine.host.address)  # type: ignore[attr-defined]
    note(third, "a third")
    assert "others" in comments(reloaded(mine))


def test_a_note_that_cannot_be_kept_is_said_to_be(
    opened: Callable[..., ReplaysPage], monkeypatch: pytest.MonkeyPatch
) -> None:
    page = opened(SOLO.read_bytes())
    page.view.ask(AT)

    def full(*_args: Any, **_more: Any) -> str:
        raise CannotStore("a.replay", "no space left")

    monkeypatch.setattr(page.uploads, "keep", full)
    note(page, "lost?")
    assert "no space left" in "".join(page.view.accordion.panel("notes").view.parts.values())


def test_the_oldest_files_are_let_go_and_a_changed_one_is_not_read(tmp_path: Path) -> None:
    uploads = Uploads(tmp_path)
    keys = []
    for number in range(MOST + 2):
        keys.append(uploads.keep("a.replay", b"%d" % number))
        os.utime(uploads.folder / keys[-1], (number, number))
    uploads.keep("a.replay", b"last")
    assert len([path for path in uploads.folder.iterdir() if path.is_file()]) == MOST
    with pytest.raises(NotHere):
        uploads.read(keys[0])
    assert uploads.read(keys[-1]) == ("a.replay", b"%d" % (MOST + 1))
    (uploads.folder / keys[-1]).write_bytes(b"a.replay\nother")
    with pytest.raises(NotHere):
        uploads.read(keys[-1])
    with pytest.raises(LimitExceeded):
        uploads.keep("big.replay", bytes(1 << 21))
    assert uploads.read(uploads.keep("../\n\0x", b"\xff\n\n")) == (".. x", b"\xff\n\n")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    folder = tmp_path_factory.mktemp("folds")
    with running(folder, notebook=write_notebook(folder, NOTEBOOK.replace("the file", str(folder / SLOW)))) as one:
        yield one


@pytest.mark.browser
@pytest.mark.wide
def test_everything_of_a_file_in_one_visit(server: Running, new_page: Callable[[Running], Any], tmp_path: Path) -> None:
    from playwright.sync_api import expect

    page = new_page(server)
    page.goto(f"/?token={TOKEN}#replays", wait_until="commit")
    page.locator(".rt-picker button").wait_for(timeout=60_000)
    with page.expect_file_chooser() as chooser:
        page.locator(".rt-picker button").click()
    chooser.value.set_files(SOLO)
    page.get_by_role("button", name="Review this game").click()
    expect(page.locator(".rt-ledgerpanel")).to_be_visible(timeout=60_000)

    # The graph.
    page.locator(".rt-winspanel .rt-plot[data-ready]").wait_for(timeout=60_000)
    page.locator(".rt-winspanel").evaluate("panel => panel.scrollIntoView({ block: 'center' })")
    page.wait_for_timeout(300)
    bar = page.locator(".rt-bar input[type=range]")
    area = page.locator(".rt-winspanel .nsewdrag").first.bounding_box()
    # Plotly takes a press for a click only where its pointer has rested.
    page.mouse.move(area["x"] + area["width"] * 19.4 / LAST, area["y"] + area["height"] / 2)
    page.wait_for_timeout(300)
    page.mouse.down()
    page.mouse.up()
    expect(bar).not_to_have_value("0")
    assert abs(int(bar.input_value()) - AT) <= LAST / 60
    page.evaluate("location.hash = location.hash.replace(/&at=\\d+/, '&at=19')")
    expect(bar).to_have_value(str(AT))

    # The tree, and a branch of it.
    page.locator('[data-key="fold:tree"]').click()
    page.get_by_role("button", name="Show the tree").click()
    tree = page.locator(".rt-reviewtree")
    as_list = tree.get_by_role("button", name="List", exact=True)
    as_list.click(timeout=120_000)
    expect(as_list).to_have_attribute("aria-pressed", "true")
    closed = tree.locator('.rt-treeline[data-do="tree-open"]:visible')  # of the list, which takes the picture's place
    key = closed.first.get_attribute("data-arg")
    closed.first.click()
    expect(tree.locator(f'.rt-treeline[data-do="tree-close"][data-arg="{key}"]:visible')).to_be_visible(timeout=60_000)

    # A note, and another action with the same dice: each stays while the other is made.
    page.locator('[data-key="fold:notes"]').click()
    page.locator(".rt-notes").get_by_label("Comment").fill("we looked at this for long")
    page.get_by_role("button", name="Keep the note").click()
    expect(page.locator(".rt-written")).to_contain_text("we looked at this for long")
    page.locator('[data-key="fold:dice"]').click()
    page.locator('.rt-sd [data-do="sd-pick"]').first.click()
    expect(page.locator(".rt-sd")).to_contain_text("The new way")
    page.get_by_role("button", name="Keep as a side line").click()
    expect(page.locator(".rt-notes")).to_contain_text("In place of the next line")
    expect(page.locator(".rt-written")).to_contain_text("we looked at this for long")

    # The report.
    with page.expect_download() as download:
        page.get_by_role("button", name="Download the report").click()
    target = tmp_path / "report.html"
    download.value.save_as(target)
    assert target.read_text(encoding="utf-8").startswith("<!DOCTYPE html>")

    # A reload opens the same, and works the review out again, with progress and a way to stop it.
    server.log.with_name(SLOW).touch()
    page.reload(wait_until="commit")
    expect(page.locator(".rt-written")).to_contain_text("we looked at this for long", timeout=60_000)
    offer = page.locator(".rt-reviewoffer")
    expect(offer.get_by_role("button", name="Stop", exact=True)).to_be_visible(timeout=60_000)
    expect(offer.locator("progress")).to_be_visible()
    expect(bar).to_have_value(str(AT))
    expect(page.locator('[aria-expanded=true][data-key^="fold:"]')).to_have_count(3)
    offer.get_by_role("button", name="Stop", exact=True).click()
    expect(offer).to_contain_text("Stopped. Nothing was kept.")

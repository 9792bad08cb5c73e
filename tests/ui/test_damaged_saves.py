"""Saves that cannot be used, of every kind: each page opens, says what is wrong, and a new game can be begun."""

import errno
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from rising_tutor.core.registry import load_game
from rising_tutor.replay.files import Files
from rising_tutor.store.games import Store, Unplayable
from rising_tutor.ui.frame.guard import FAILED
from rising_tutor.ui.frame.shell import Shell
from tests.ui.conftest import Running
from tests.ui.frame import send

PAGES = ("home", "play", "replays", "corpus")
START = 'data-key="start"'
IN_REPLAYS = "Open it in Replays"


@pytest.fixture
def key(shell: Shell) -> str:
    """A game of this browser, not over, on disk."""
    store = Store()
    kept = store.begin(load_game("fire"), 1, {"teams": "aang,toph"}, seed="fixed")
    kept.player.settle()
    for _ in range(6):
        kept.player.play(kept.player.actions[0])
    kept.close()
    shell.keep(game=kept.key, games=shell.with_game(kept.key))
    return kept.key


def file_of(key: str) -> Path:
    return Store().folder / f"{key}.replay.jsonl"


def one_byte(path: Path) -> None:
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(data)


def cut_header(path: Path) -> None:
    path.write_bytes(path.read_bytes().split(b"\n", 1)[1])


def newer(path: Path) -> None:
    path.write_bytes(path.read_bytes().replace(b'"replay":1', b'"replay":99', 1))


def dead_link(path: Path) -> None:
    path.unlink()
    path.symlink_to(path.with_name("nowhere"))


def ring_of_links(path: Path) -> None:
    path.unlink()
    path.symlink_to(path.name)


def folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


def pipe(path: Path) -> None:
    path.unlink()
    os.mkfifo(path)


DAMAGED: dict[str, Callable[[Path], object]] = {
    "one byte": one_byte,
    "empty": lambda path: path.write_bytes(b""),
    "no text": lambda path: path.write_bytes(b"\x00\xff" * 400),
    "without its header": cut_header,
    "newer": newer,
    "too big": lambda path: path.write_bytes(path.read_bytes() + b" " * (1 << 20)),
}
GONE: dict[str, Callable[[Path], object]] = {
    "dead link": dead_link,
    "ring of links": ring_of_links,
    "a folder": folder,
    "a pipe": pipe,
    "vanished": lambda path: path.unlink(),
}


def shown(shell: Shell, page: str, **args: str) -> str:
    """All that a page shows after it was opened."""
    shell.say("")
    shell.go(page, **args)
    widget: Any = shell._built[page]
    views = [widget] if hasattr(widget, "parts") else []
    pending = [widget]
    while pending:
        for child in getattr(pending.pop(), "children", ()):
            pending.append(child)
            if hasattr(child, "parts") and not getattr(child, "gone", False):
                views.append(child)
    return "".join([shell.frame.parts["alert"], *(part for view in views for part in view.parts.values())])


@pytest.mark.sweep(one_in=4)
@pytest.mark.parametrize("spoil", [*DAMAGED.values(), *GONE.values()], ids=[*DAMAGED, *GONE])
@pytest.mark.parametrize("page", PAGES)
def test_every_page_opens_beside_a_save_that_cannot_be_used(
    shell: Shell, key: str, page: str, spoil: Callable[[Path], object]
) -> None:
    spoil(file_of(key))
    html = shown(shell, page)
    assert FAILED not in html
    assert "could not be set up" not in html
    assert "<h1" in html
    if page == "play":
        assert START in html


@pytest.mark.parametrize("spoil", DAMAGED.values(), ids=DAMAGED)
def test_a_damaged_save_is_named_kept_as_it_is_and_opens_in_replays(
    shell: Shell, key: str, spoil: Callable[[Path], object]
) -> None:
    spoil(file_of(key))
    before = file_of(key).read_bytes()
    html = shown(shell, "play")
    assert "This game" in html
    assert IN_REPLAYS in html
    assert f'data-arg="{key}"' in html
    send(shell._built["play"].form, "replay", key)  # type: ignore[attr-defined]
    assert (shell.page, shell.args) == ("replays", {"game": key})
    opened = shown(shell, "replays", game=key)
    assert "fault" in opened
    assert "Nothing was repaired" in opened
    assert file_of(key).read_bytes() == before
    # Its row in the list says so too.
    assert f'data-arg="{key}"' in (listed := shown(shell, "replays", list="all"))
    assert "damaged" in listed or "later version" in listed


@pytest.mark.parametrize("spoil", [*DAMAGED.values(), *GONE.values()], ids=[*DAMAGED, *GONE])
def test_a_new_game_is_begun_from_where_a_save_cannot_be_used(
    shell: Shell, key: str, spoil: Callable[[Path], object]
) -> None:
    spoil(file_of(key))
    shown(shell, "play")
    send(shell._built["play"].form, "start", seats="1")  # type: ignore[attr-defined]
    assert shell.kept("game") not in ("", key)
    assert START not in shown(shell, "play")


def test_the_browser_does_not_come_back_to_a_damaged_save_by_itself(shell: Shell, key: str) -> None:
    one_byte(file_of(key))
    assert IN_REPLAYS in shown(shell, "play")
    again = shown(shell, "play")
    assert START in again
    assert IN_REPLAYS not in again
    assert "Continue this game" not in shown(shell, "home")


def test_the_game_at_the_table_stays_when_another_save_cannot_be_opened(shell: Shell, key: str) -> None:
    shown(shell, "play")
    copy = key.replace(key[-6:], "aaaaaa")
    file_of(copy).write_bytes(b"")
    assert IN_REPLAYS in shown(shell, "play", game=copy)
    assert shell.kept("game") == key
    assert START not in shown(shell, "play")


def test_a_game_on_a_disk_that_cannot_be_written_to_is_shown_in_replays(
    shell: Shell, key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> int:
        raise OSError(errno.EROFS, os.strerror(errno.EROFS))

    for call in ("create", "open"):
        monkeypatch.setattr(Files, call, refuse)
    html = shown(shell, "play")
    assert os.strerror(errno.EROFS) in html
    assert START in html
    assert IN_REPLAYS in html
    for page in PAGES:
        assert FAILED not in shown(shell, page)
    assert "fault" not in shown(shell, "replays", game=key)


def test_a_file_that_vanishes_between_listing_and_reading_is_passed_over(
    shell: Shell, key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    listed = Path.iterdir

    def then_gone(self: Path) -> Any:
        found = list(listed(self))
        file_of(key).unlink(missing_ok=True)
        return iter(found)

    monkeypatch.setattr(Path, "iterdir", then_gone)
    assert Store().games() == []
    for page in PAGES:
        assert FAILED not in shown(shell, page)


def test_what_cannot_be_opened_is_listed_beside_the_sound_games(
    shell: Shell, key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = Store()
    bad = key.replace(key[-6:], "aaaaaa")
    file_of(bad).write_bytes(file_of(key).read_bytes())
    real = Path.open

    def shut(self: Path, *args: Any, **kwargs: Any) -> Any:
        if bad in self.name:
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
        return real(self, *args, **kwargs)

    monkeypatch.setattr(Path, "open", shut)
    assert {saved.key: saved.sound for saved in store.games()} == {key: True, bad: False}
    for page in PAGES:
        assert FAILED not in shown(shell, page)
    assert os.strerror(errno.EACCES) in shown(shell, "replays", game=bad)
    assert os.strerror(errno.EACCES) in shown(shell, "play", game=bad)


def test_a_folder_of_games_that_cannot_be_listed_has_none(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(self: Path) -> Any:
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(self))

    monkeypatch.setattr(Path, "iterdir", refuse)
    assert Store().games() == []


def test_a_record_with_moves_that_the_rules_refuse_cannot_be_gone_on_with(shell: Shell, key: str) -> None:
    """The checksums fit, and the game is none all the same."""
    from msgspec.structs import replace

    from rising_tutor.replay import Line, save

    store = Store()
    replay = store.replay(key)
    save(replace(replay, lines=(*replay.lines, Line("no such move"))), file_of(key))
    with pytest.raises(Unplayable):
        store.resume(key)
    assert START in shown(shell, "play")
    # Nothing holds it: the file is free for others.
    save(replay, file_of(key))
    store.resume(key).close()


@pytest.mark.wide
@pytest.mark.browser
def test_a_save_that_was_damaged_meanwhile_leads_to_the_form_and_to_replays(
    page: Any, open_app: Callable[..., Any], app: Running
) -> None:
    from playwright.sync_api import expect

    home = open_app(ready=".rt-hero")
    home.get_by_role("button", name="Start: Aang and Toph").click()
    home.locator(".rt-ring").wait_for()
    newest = max((app.log.parent / "games").glob("*.replay.jsonl"), key=lambda path: path.stat().st_mtime)
    newest.write_bytes(newest.read_bytes() + b"no line of a record\n")
    home.goto("about:blank")
    home = open_app("#play", ready=".rt-setup")
    expect(home.get_by_role("heading", name="This game stays as it is")).to_be_visible()
    home.get_by_role("button", name=IN_REPLAYS).click()
    expect(home.locator(".rt-faults")).to_contain_text("Shown up to the first fault")

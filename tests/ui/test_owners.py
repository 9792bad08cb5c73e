"""On a server that others reach, only the browser that owns a game writes it; everybody with its address may look."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from rising_tutor.core.registry import load_game
from rising_tutor.errors import CannotStore
from rising_tutor.replay.files import Files
from rising_tutor.store import owners, setting
from rising_tutor.store.games import Store, file_name
from rising_tutor.ui.frame.browser import Session
from rising_tutor.ui.frame.shell import Shell
from tests.ui.frame import send

GAME = load_game("fire")
PAIR = {"teams": "aang,toph"}
MINE, YOURS = "0" * 32, "1" * 32
Open = Callable[..., Any]


@pytest.fixture
def page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Open:
    """Opens the app in a browser with a secret and what it remembers, on a server that others reach."""
    monkeypatch.setenv("RISING_TUTOR_DATA", str(tmp_path))
    monkeypatch.setenv(setting.SHARED, "1")

    def show(secret: str, address: str, **facts: Any) -> Shell:
        made = Shell(Session(secret=secret, restored=facts))
        made.session.online = True
        send(made.frame, "hash", address)
        return made

    return show


@pytest.fixture
def mine(tmp_path: Path) -> str:
    """A game of the browser `MINE`, some moves old; no page has it open."""
    kept = Store(tmp_path).begin(GAME, 1, PAIR, browser=owners.digest_of(MINE))
    kept.player.settle()
    for _ in range(4):
        kept.player.play(kept.player.actions[0])
    kept.close()
    return kept.key


def files(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}


def test_its_owner_goes_on_with_a_game_after_a_reload(page, mine):
    play = page(MINE, f"#play?game={mine}")._built["play"]
    assert play.kept.key == mine
    assert len(play.kept.player.made) > 4


@pytest.mark.parametrize("facts", [{}, {"game": "KEY", "games": ["KEY"]}], ids=["a stranger", "one who lists it"])
def test_another_browser_changes_nothing_and_is_told_so(page, mine, tmp_path, facts):
    before = files(tmp_path)
    shell = page(YOURS, f"#play?game={mine}", **{k: [mine] if k == "games" else mine for k in facts})
    play = shell._built["play"]
    assert play.kept is None
    assert "belongs to another browser" in play.form.parts["all"]
    for do in ("undo", "roll", "stop", "act", "press", "again", "discard", "save", "save-record"):
        for view in (play.table, play.form):
            send(view, do, mine if do == "again" else "0")
    assert play.kept is None
    assert files(tmp_path) == before


def test_another_browser_may_look_and_its_notes_are_not_kept_beside_the_game(page, mine, tmp_path):
    shell = page(YOURS, f"#play?game={mine}")
    send(shell._built["play"].form, "look", mine)
    assert (shell.page, shell.args["game"]) == ("replays", mine)
    replays = shell._built["replays"]
    assert replays.player.playable
    before = files(tmp_path)
    replays._written(replays.player.verified.replay)
    assert files(tmp_path) == before
    owner = page(MINE, f"#replays?game={mine}")._built["replays"]
    owner._written(owner.player.verified.replay)
    assert files(tmp_path).keys() - before.keys() == {f"{mine}.notes.replay.jsonl"}


def test_another_browser_plays_on_as_a_game_of_its_own(page, mine, tmp_path):
    shell = page(YOURS, f"#play?game={mine}")
    before = files(tmp_path)
    send(shell._built["play"].form, "branch", mine)
    kept = shell._built["play"].kept
    assert kept.key != mine
    assert Store(tmp_path).replay(kept.key).lines == Store(tmp_path).replay(mine).lines
    seeds = [(tmp_path / f"{key}.seed").read_text() for key in (mine, kept.key)]
    assert seeds[0] != seeds[1], "who plays on does not know what comes in the other game"
    send(shell._built["play"].table, "undo")
    assert before.items() <= files(tmp_path).items()
    kept.close()
    assert page(YOURS, f"#play?game={kept.key}")._built["play"].kept.key == kept.key


@pytest.mark.parametrize("listed", [True, False])
def test_a_game_of_before_belongs_to_the_browser_that_lists_it(page, mine, tmp_path, listed):
    """Keys were shorter, and nobody's name stood beside the record."""
    old = mine[: len("20261121-204412-2af905")]
    for path in list(tmp_path.iterdir()):
        path.rename(path.with_name(path.name.replace(mine, old)))
    (tmp_path / f"{old}.owner").unlink()
    play = page(YOURS, f"#play?game={old}", **({"games": [old]} if listed else {}))._built["play"]
    assert (play.kept is not None) is listed
    assert (tmp_path / f"{old}.owner").exists() is listed
    if listed:
        play.kept.close()
        assert page(MINE, f"#play?game={old}", games=[old])._built["play"].kept is None, "it has an owner now"


def test_where_nobody_else_reaches_the_server_every_browser_goes_on_with_every_game(page, mine, monkeypatch):
    monkeypatch.setenv(setting.SHARED, "")
    assert page(YOURS, f"#play?game={mine}")._built["play"].kept.key == mine


@pytest.mark.parametrize("secret", ["", "0", "0" * 31, "0" * 33, "\u00b2" * 32, "../" * 8, "A" * 32, "0" * 31 + "\n"])
def test_who_brings_no_secret_of_ours_owns_what_it_begins_and_nothing_else(secret):
    one, two = Session(secret=secret), Session(secret=secret)
    assert one.browser == one.browser
    assert one.browser not in {two.browser, owners.digest_of(secret)}


def test_a_key_cannot_be_guessed_and_stands_in_no_file_name_that_people_see(mine):
    said, _, random = mine.rpartition("-")
    assert len(bytes.fromhex(random)) >= 16
    assert re.fullmatch(rf"{said}-[0-9a-f]{{6}}\.replay", file_name(mine, ".replay"))


def test_a_new_game_that_is_refused_leaves_nothing_whichever_write_fails(tmp_path, monkeypatch):
    store = Store(tmp_path)
    for name in ("create", "lock", "write", "sync", "link", "sync_folder"):
        real, n_failed = getattr(Files, name), 0
        for failing in range(10):
            calls = iter(range(100))

            def full(self, *args, real=real, calls=calls, failing=failing):
                if next(calls) == failing:
                    raise OSError(28, "No space left on device")
                return real(self, *args)

            with monkeypatch.context() as patch:
                patch.setattr(Files, name, full)
                try:
                    kept = store.begin(GAME, 1, PAIR, browser="someone")
                except CannotStore:
                    n_failed += 1
                    assert list(tmp_path.iterdir()) == [], (name, failing)
                    continue
            kept.close()
            break
        assert n_failed == 3, "one file for the seed, one for the owner, one for the record"
        for path in tmp_path.iterdir():
            path.unlink()


@pytest.fixture
def learner(page: Open) -> str:
    """The learner file of the browser `MINE`, with a name in it; no page has it open."""
    shell = page(MINE, "#learn?face=progress")
    send(shell._built["learn"].text, "export", name="Anna")
    key: str = shell.kept("learner")
    return key


def test_with_the_key_of_a_learner_file_another_browser_reads_and_changes_nothing(page, learner, tmp_path):
    before = files(tmp_path)
    assert before.keys() == {f"{learner}.learner.jsonl", f"{learner}.learner.owner"}
    shell = page(YOURS, "#learn?face=progress", learner=learner)
    learn = shell._built["learn"]
    assert learn.book.facts == ()
    assert "Anna" not in learn.text.parts["all"]
    assert "belongs to another browser" in shell.frame.parts["alert"]
    send(learn.text, "export", name="Ben")
    assert before.items() <= files(tmp_path).items()
    assert shell.kept("learner") != learner
    assert page(YOURS, "#learn", learner=shell.kept("learner"))._built["learn"].book.header.name == "Ben"
    assert page(MINE, "#learn", learner=learner)._built["learn"].book.header.name == "Anna"


def test_a_learner_file_of_before_belongs_to_the_first_browser_that_lists_it(page, learner, tmp_path):
    (tmp_path / f"{learner}.learner.owner").unlink()
    assert page(YOURS, "#learn", learner=learner)._built["learn"].book.header.name == "Anna"
    assert page(MINE, "#learn", learner=learner)._built["learn"].book.facts == ()


def test_where_nobody_else_reaches_the_server_a_browser_goes_on_with_the_learner_file_that_it_names(
    page, learner, monkeypatch
):
    monkeypatch.setenv(setting.SHARED, "")
    assert page(YOURS, "#learn", learner=learner)._built["learn"].book.header.name == "Anna"


@pytest.mark.parametrize(
    ("environment", "shared"),
    [
        ({}, False),
        ({setting.SHARED: ""}, False),
        ({setting.SHARED: "1"}, True),
        ({"VOILA_PREHEAT": "False"}, True),
        ({"VOILA_PREHEAT": "True", setting.SHARED: ""}, False),
    ],
)
def test_under_a_voila_of_others_it_counts_as_shared(monkeypatch, environment, shared):
    for name in (setting.SHARED, "VOILA_PREHEAT"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert setting.is_shared() is shared


@pytest.mark.wide
@pytest.mark.browser
def test_a_browser_keeps_its_secret_and_no_other_has_it(app, new_page):
    secrets = []
    for page in (new_page(app), new_page(app)):
        for _ in range(2):
            page.goto(app.entry, wait_until="commit")
            page.locator(".rt-root").first.wait_for(timeout=60_000, state="attached")
            page.wait_for_function("localStorage['rising-tutor/browser/v1']")
            secrets.append(page.evaluate("localStorage['rising-tutor/browser/v1']"))
    assert secrets[0] == secrets[1] != secrets[2] == secrets[3]
    assert all(re.fullmatch("[0-9a-f]{32}", secret) for secret in secrets)

"""The app with an owner's own cards: checked at the start, played with, and told apart from ours."""

from pathlib import Path
from typing import Any

import pytest

from rising_tutor.cli import main
from rising_tutor.core.registry import load_game
from rising_tutor.store import setting
from rising_tutor.store.games import OTHER_CARDS, NotHere, Store
from rising_tutor.ui.frame import shell as frame
from rising_tutor.ui.frame.browser import Session

OWNER = str(Path(__file__).parents[1] / "games" / "rising" / "content" / "owner")
GAME = "fire-nation-rising"
OURS, OWNERS = load_game(GAME), load_game(GAME, content=OWNER)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("RISING_TUTOR_DATA", str(tmp_path))
    monkeypatch.setenv(setting.CONTENT, OWNER)
    return tmp_path


def open_shell(page: str) -> tuple[frame.Shell, Any]:
    made = frame.Shell(Session())
    made.session.online = True
    made.frame._take(made.frame, {"do": "hash", "arg": page}, [])
    return made, made._built[made.page]


def test_the_app_plays_with_the_cards_of_the_folder(folder: Path) -> None:
    shell, _ = open_shell("#home")
    shell.start(("aang", "toph"))
    play: Any = shell._built["play"]
    assert play.kept.player.game.info.content == OWNERS.info.content
    key = play.kept.key
    play.kept.close()
    assert Store(folder).resume(key).player.game.info.content == OWNERS.info.content


def test_a_game_with_other_cards_says_so(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = Store(folder).begin(OWNERS, 1, {"teams": "aang,toph"})
    kept.player.settle()
    kept.close()
    monkeypatch.setenv(setting.CONTENT, "")
    with pytest.raises(NotHere, match="played with other cards"):
        Store(folder).resume(kept.key)
    _, play = open_shell(f"#play?game={kept.key}")
    assert OTHER_CARDS.split(".")[0] in play.form.parts["all"]
    _, replays = open_shell(f"#replays?game={kept.key}")
    assert [problem.code for problem in replays.player.problems][:1] == ["content"]


def test_a_game_with_our_cards_goes_on_beside_the_folder(folder: Path) -> None:
    kept = Store(folder).begin(OURS, 1, {"teams": "aang,toph"})
    kept.player.settle()
    kept.close()
    _, play = open_shell(f"#play?game={kept.key}")
    assert play.kept.player.game.info.content == OURS.info.content
    play.kept.close()
    for game in (OURS, OWNERS):
        mine = Store(folder).begin(game, 1, {"teams": "aang,toph"})
        mine.player.settle()
        mine.close()
        _, replays = open_shell(f"#replays?game={mine.key}")
        assert replays.player.problems == ()


def test_samples_stay_sound_beside_the_folder(folder: Path) -> None:
    _, replays = open_shell("#replays?sample=worked-example.replay")
    assert replays.player.problems == ()


@pytest.mark.parametrize("text", ["nonsense", '[[hero]]\nid = "x"\n'])
def test_a_folder_that_cannot_be_used_starts_nothing(
    tmp_path: Path, text: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rising_tutor.server.launcher.launch", lambda *_, **__: pytest.fail("started"))
    (tmp_path / "mine.toml").write_text(text)
    assert main(["content", "check", "fire", str(tmp_path)]) == 1
    said = capsys.readouterr().out.strip()
    assert main(["app", "--no-browser", "--content", str(tmp_path)]) == 1
    assert said in capsys.readouterr().err


def test_the_folder_reaches_the_pages_whatever_theirs_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(Path(OWNER).parent)
    told = setting.environment_for(content="owner", shared=True)
    assert told == {setting.CONTENT: OWNER, setting.SHARED: "1"}

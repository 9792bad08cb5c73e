"""The app with an owner's own cards: checked at the start, played with, and told apart from ours."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from rising_tutor.boards import board_for
from rising_tutor.cli import main
from rising_tutor.core.registry import game_ids, load_game, resolve
from rising_tutor.store import setting
from rising_tutor.store.games import OTHER_CARDS, NotHere, Store
from rising_tutor.tutor.messages import Message
from rising_tutor.ui.frame import shell as frame
from rising_tutor.ui.frame.browser import Session
from tests.games.rise_tcg.test_own_cards import MINE as OWN_SAMPLES
from tests.testkit.owner_folder import owner_folder
from tests.testkit.quickstrike import OWN_CARDS
from tests.ui.frame import send

OWNER = str(Path(__file__).parents[1] / "games" / "rising" / "content" / "owner")
GAME = "fire-nation-rising"
OURS, OWNERS = load_game(GAME), load_game(GAME, content=OWNER)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("RISING_TUTOR_DATA", str(tmp_path))
    for name, value in setting.environment_for(content={GAME: OWNER}, shared=False).items():
        monkeypatch.setenv(name, value)
    return tmp_path


def open_shell(page: str) -> tuple[frame.Shell, Any]:
    made = frame.Shell(Session())
    made.session.online = True
    made.frame._take(made.frame, {"do": "hash", "arg": page}, [])
    return made, made._built[made._key(made.page)]


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
    told = setting.environment_for(content={GAME: "owner"}, shared=True)
    assert json.loads(told[setting.CONTENT]) == {GAME: OWNER}
    assert told[setting.SHARED] == "1"


def use(monkeypatch: pytest.MonkeyPatch, **folders: str) -> None:
    """The app was started with these folders, by the first word of their game."""
    content = {str(resolve(game)): folder for game, folder in folders.items()}
    monkeypatch.setenv(setting.CONTENT, setting.environment_for(content=content, shared=False)[setting.CONTENT])


@pytest.mark.parametrize("game", game_ids())
@pytest.mark.parametrize("page", ["home", "play?new=1", "learn", "odds", "rules", "replays"])
def test_a_folder_for_one_game_leaves_every_page_of_the_others_as_it_is(folder: Path, game: str, page: str) -> None:
    shell, shown = open_shell(f"#{page}{'&' if '?' in page else '?'}title={game}")
    assert "cannot be used" not in str(shell.frame.parts) + str(getattr(shown, "parts", ""))
    assert shell.page == page.partition("?")[0]
    played = setting.game_in_use(game)
    assert (played.info.content == load_game(game).info.content) == (game != GAME)


def test_own_cards_of_a_card_game_are_in_its_decks_and_its_rules_and_are_marked(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "cards").mkdir()
    use(monkeypatch, fire=OWNER, avatar=owner_folder(tmp_path / "cards", OWN_CARDS))
    assert setting.game_in_use(GAME).info.content == OWNERS.info.content
    _, decks = open_shell("#decks?title=avatar-tcg&new=1")
    assert "sidestep" in decks.builder.names
    note = board_for(setting.game_in_use("avatar-tcg")).origin_note
    assert "entered by their owner" in note
    assert "entered by their owner" not in board_for(load_game("avatar-tcg")).origin_note
    _, rules = open_shell("#rules?title=avatar-tcg&card=sidestep")
    assert "Sidestep" in rules.cards.parts["card"]
    assert "Entered by the owner" in rules.cards.parts["card"]


@pytest.mark.parametrize(
    ("game", "text", "own"),
    [("avatar", OWN_CARDS, ("sidestep", "cousin")), ("rise", OWN_SAMPLES, ("my-hound", "mine"))],
)
def test_own_cards_are_marked_in_every_list_and_the_note_does_not_call_them_ours(
    game: str, text: str, own: tuple[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("RISING_TUTOR_DATA", str(tmp_path))
    (tmp_path / "cards").mkdir()
    card, leader = own
    use(monkeypatch, **{game: owner_folder(tmp_path / "cards", text)})
    title = str(resolve(game))
    mark = "entered by the owner"
    _, rules = open_shell(f"#rules?title={title}")
    rules.cards.handle(Message("find", fields={"query": card.rsplit("-", maxsplit=1)[-1]}))
    [row] = re.findall(rf'<button[^>]*data-arg="{card}".*?</button>', rules.cards.parts["list"])
    assert mark in row
    _, decks = open_shell(f"#decks?title={title}&new=1")
    send(decks.left, "show", "all")
    [line] = re.findall(rf'data-key="read:{card}".*?</span>', decks.left.parts["cards"])
    assert mark in line
    options = re.findall(rf'<option value="{leader}".*?</option>', decks.right.parts["verdict"])
    assert options
    assert all(mark in option for option in options)
    note = str(board_for(setting.game_in_use(title)).origin_note)
    assert "without the mark of an owner" in note
    assert "All cards" not in note


@pytest.mark.parametrize("game", game_ids())
def test_without_a_folder_no_note_speaks_of_an_owners_mark(game: str) -> None:
    assert "mark of an owner" not in str(board_for(load_game(game)).origin_note)
    own = board_for(OWNERS).origin_note
    assert "without the mark of an owner" in str(own)


def test_folders_of_several_games_reach_the_app(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    given: list[Any] = []
    monkeypatch.setattr("rising_tutor.server.launcher.launch", lambda *_, content, **_more: given.append(content) or 0)
    mine = owner_folder(tmp_path, OWN_CARDS)
    assert main(["app", "--no-browser", "--content", f"avatar={mine}", "--content", OWNER]) == 0
    assert given == [{"avatar-tcg": mine, GAME: OWNER}]
    assert main(["app", "--no-browser", "--content", f"avatar={mine}", "--content", f"avatar-tcg={mine}"]) == 2
    assert "one folder for avatar-tcg" in capsys.readouterr().err
    assert main(["app", "--no-browser", "--content", f"pai-sho={mine}"]) == 2
    assert "pai-sho" in capsys.readouterr().err
    assert main(["app", "--no-browser", "--content", mine]) == 1  # cards of another game
    assert "mine.toml" in capsys.readouterr().err
    assert len(given) == 1


def test_a_card_file_that_breaks_later_is_told_on_the_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RISING_TUTOR_DATA", str(tmp_path))
    (tmp_path / "cards").mkdir()
    (tmp_path / "cards" / "mine.toml").write_text('[[card]]\nid = "g"\nname = "G"\norigin = "owner"\nhero = 1\n')
    content = {"rise-tcg": str(tmp_path / "cards")}
    for name, value in setting.environment_for(content=content, shared=False).items():
        monkeypatch.setenv(name, value)
    _, page = open_shell("#rules?title=rise-tcg")
    said = page.parts["all"]
    assert "mine.toml" in said
    assert "&#x27;hero&#x27; cannot be used; expected a known field: " in said
    assert "Mend it, then reload this page." in said
    _, other = open_shell("#rules?title=avatar-tcg")
    assert "could not be set up" not in "".join(getattr(other, "parts", {}).values())

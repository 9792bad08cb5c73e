"""The frame without a browser: pages, address, messages, the reader."""

import re
from pathlib import Path
from typing import Any

import pytest

from rising_tutor.boards import board_for
from rising_tutor.core.registry import load_game
from rising_tutor.lessons.coverage import lessons_by_rule
from rising_tutor.store import setting
from rising_tutor.store.games import Store
from rising_tutor.ui.frame import host
from rising_tutor.ui.frame import shell as frame
from rising_tutor.ui.frame.browser import Session
from rising_tutor.ui.frame.guard import FAILED
from rising_tutor.ui.play.start_form import follow, form, options_of
from tests.ui.frame import send

GAME = load_game("fire")


def test_the_address_chooses_the_page(shell: frame.Shell) -> None:
    send(shell.frame, "hash", "#play")
    assert shell.page == "play"
    send(shell.frame, "hash", "#nowhere")
    assert shell.page == "home"


def test_before_the_browser_nothing_is_built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RISING_TUTOR_DATA", str(tmp_path))
    made = frame.Shell(Session())
    send(made.frame, "hash", "#home")
    assert made.pages.children == ()
    made.session.online = True
    assert len(made.pages.children) == 1


def test_a_game_from_one_press(shell: frame.Shell, tmp_path: Path) -> None:
    send(shell.frame, "hash", "#home")
    send(shell._built["home"], "start")
    assert shell.page == "play"
    play: Any = shell._built["play"]
    assert play.controller.player.n_moves > 10
    assert shell.kept("game") == play.kept.key
    assert len(list(tmp_path.glob("*.replay.jsonl"))) == 1
    assert "seed" not in str(shell.session.progress)


def test_one_team_is_too_few(shell: frame.Shell) -> None:
    send(shell.frame, "hash", "#home")
    home: Any = shell._built["home"]
    send(home, "team", "aang")
    send(home, "start")
    assert shell.page == "home"
    assert "at least two Teams" in shell.frame.parts["alert"]


@pytest.mark.parametrize("page", ["compare", "odds", "corpus", "replays"])
def test_the_step_to_a_page_comes_before_what_the_page_says(
    shell: frame.Shell, monkeypatch: pytest.MonkeyPatch, page: str
) -> None:
    """Else the page left would lose its address, and a quick way back would go one step too far."""
    said: list[tuple[str, dict[str, Any]]] = []
    send(shell.frame, "hash", "#home")
    monkeypatch.setattr(shell.frame, "say", lambda **words: said.extend((word, words) for word in words))
    monkeypatch.setattr(shell.frame, "draw", lambda **_: said.append(("draw", {})))
    shell.go(page)
    words = [word for word, _ in said]
    assert words[0] == "hash"
    if "here" in words:
        assert said[words.index("here")][1]["was"] == said[0][1]["hash"]


def test_a_late_address_belongs_to_the_place_it_was_said_of(
    shell: frame.Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    said: list[dict[str, Any]] = []
    monkeypatch.setattr(shell.frame, "say", lambda **words: said.append(words))
    send(shell.frame, "hash", "#compare")
    [first] = [words for words in said if "here" in words]
    assert first["was"] == "#compare"
    shell.mark("compare", topic="dice")
    assert said[-1] == {"here": "#compare?topic=dice", "was": first["here"]}


def test_a_broken_callback_is_said(shell: frame.Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    send(shell.frame, "hash", "#home")
    send(shell._built["home"], "start")
    play: Any = shell._built["play"]
    monkeypatch.setattr(play.controller, "handle", lambda message: 1 / 0)
    send(play.table, "press", "loc:0", at=play.controller.player.n_moves)
    assert FAILED in shell.frame.parts["alert"]


def test_a_page_that_cannot_be_built_says_so(shell: frame.Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rising_tutor.ui.rules.page.build", lambda shell: 1 / 0)
    send(shell.frame, "hash", "#rules")
    page: Any = shell._built["rules"]
    assert "could not be set up" in page.parts["all"]


def test_messages_are_spoken(shell: frame.Shell) -> None:
    before = shell.frame.parts
    assert before["alert"] == '<div role="alert"></div>'
    shell.say("<b>It is full.</b>")
    shell.tell("Fire on June.")
    assert shell.frame.parts["alert"].startswith('<div role="alert">')
    assert "&lt;b&gt;It is full." in shell.frame.parts["alert"]
    assert shell.frame.parts["status"] == '<p class="rt-sr" role="status">Fire on June.</p>'


@pytest.mark.sweep(one_in=4)
@pytest.mark.parametrize("first", list(host.PAGES))
def test_what_was_said_on_a_page_is_not_said_on_the_next(shell: frame.Shell, first: str) -> None:
    for second in host.PAGES:
        send(shell.frame, "hash", f"#{first}")
        shell.say("It is full.")
        shell.tell("Fire on June.")
        send(shell.frame, "hash", f"#{first}?at=1")
        assert "Fire on June." in shell.frame.parts["status"], "a step within the page takes nothing back"
        send(shell.frame, "hash", f"#{second}")
        assert ("Fire on June." in shell.frame.parts["status"]) == (first == second)
        assert first == second or "It is full." not in shell.frame.parts["alert"]


def test_that_another_tab_is_in_use_is_said_on_every_page(shell: frame.Shell) -> None:
    send(shell.frame, "hash", "#home")
    shell.session.elsewhere = True
    send(shell.frame, "hash", "#rules")
    assert "Another tab" in shell.frame.parts["alert"]


def test_a_new_game_says_nothing_of_the_one_before(shell: frame.Shell) -> None:
    send(shell.frame, "hash", "#home")
    send(shell._built["home"], "start")
    play: Any = shell._built["play"]
    send(play.table, "act", "0", at=play.controller.player.n_moves)
    assert play.controller.spoken in shell.frame.parts["status"]
    assert play.controller.spoken
    send(play.table, "new")
    send(play.form, "start")
    assert shell.frame.parts["status"] == '<p class="rt-sr" role="status"></p>'


def test_the_reader_opens_and_closes(shell: frame.Shell) -> None:
    send(shell.frame, "hash", "#home")
    shell.open_rule("FNR-313")
    assert "FNR-313" in shell.reader.parts["reader"]
    send(shell.reader, "close-rule")
    assert shell.reader.parts["reader"] == ""
    shell.open_rule("FNR-9999")
    assert "no such rule" in shell.reader.parts["reader"]


def test_the_reader_leads_to_the_lessons_about_a_rule(shell: frame.Shell) -> None:
    send(shell.frame, "hash", "#home")
    shell.open_rule("FNR-414")
    places = lessons_by_rule("fire-nation-rising")["FNR-414"]
    read = shell.reader.parts["reader"]
    assert f">{places[0].title}</a>" in read
    assert f'data-arg="{places[0].link.replace("&", "&amp;")}"' in read


def test_another_tab_is_told(shell: frame.Shell) -> None:
    shell.session.elsewhere = True
    assert "Another tab" in shell.frame.parts["alert"]


def test_a_tab_that_stores_no_more_can_take_over(shell: frame.Shell) -> None:
    shell.session.elsewhere = True
    shell.keep(line="from here")
    assert shell.session.progress == {}
    assert "Play here instead" in shell.frame.parts["alert"]
    send(shell.frame, "take-over")
    assert not shell.session.elsewhere
    assert shell.session.progress == {"line": "from here"}
    assert shell.frame.parts["alert"] == '<div role="alert"></div>'


def test_a_shared_server_lists_only_the_games_of_this_browser(
    shell: frame.Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stranger = Store(tmp_path).begin(GAME, 1, {"teams": "aang,toph"})
    stranger.close()
    send(shell.frame, "hash", "#home")
    send(shell._built["home"], "start")
    mine = str(shell.kept("game"))
    home, play = shell._built["home"], shell._built["play"]
    for shared, others in (("", True), ("1", False)):
        monkeypatch.setenv(setting.SHARED, shared)
        shell.go("home")
        shell.go("replays", list="all")
        lists = home.parts["resume"] + shell._built["replays"].samples.parts["kept"]
        assert lists.count(mine) >= 2
        assert (stranger.key in lists) is others
    assert play.kept.key == mine


def test_a_replay_is_found_again_where_it_stood(shell: frame.Shell) -> None:
    send(shell.frame, "hash", "#replays?sample=worked-example.replay")
    page: Any = shell._built["replays"]
    page.view.ask(7)
    assert shell.args == {"sample": "worked-example.replay", "at": "7"}
    page.show_game(page.player)
    assert page.player.at == 0
    page.opened(shell.args)
    assert page.player.at == 7


def test_the_form_has_every_option_with_its_rule() -> None:
    info = GAME.info
    html = form(GAME, board_for(GAME), (), {}, None)
    for option in info.options:
        assert option.name == "teams" or f'name="{option.name}"' in html
        for rule in option.rules:
            assert rule in html


def test_only_what_was_changed_is_set() -> None:
    info = GAME.info
    assert options_of(info, {}) == {}
    fields = {option.name: option.default for option in info.options if option.values != "true or false"}
    fields["drawn_for"] = "standard"
    fields["surplus_within_card"] = fields["late_icon_heroes_count"] = "true"
    assert options_of(info, fields) == {}
    assert options_of(info, {**fields, "villains": "13", "ruin_checked_at_end": "true"}) == {
        "villains": "13",
        "ruin_checked_at_end": "true",
    }


def test_a_bad_option_is_shown_in_the_form(shell: frame.Shell) -> None:
    send(shell.frame, "hash", "#play")
    play: Any = shell._built["play"]
    send(play.form, "start", seats="1", villains="99")
    html = play.form.parts["all"]
    assert 'role="alert"' in html
    assert "FNR-211" in html
    assert 'value="99"' in html
    assert play.controller is None
    for team in ("aang", "toph"):
        send(play.form, "team", team)
    send(play.form, "start", seats="3", difficulty="hard", surplus_within_card="true", late_icon_heroes_count="true")
    assert play.controller is not None
    assert play.controller.player.options == {"difficulty": "hard"}


SHOWN = {option.name: option.default for option in GAME.info.options if option.default != "false"}


@pytest.mark.parametrize("preset", [preset.name for preset in GAME.info.presets])
def test_the_form_shows_what_a_preset_sets_and_plays_what_it_shows(shell: frame.Shell, preset: str) -> None:
    send(shell.frame, "hash", "#play")
    play: Any = shell._built["play"]
    send(play.form, "fields", "preset", **SHOWN | {"preset": preset, "drawn_for": "standard"})
    [values] = [dict(one.values) for one in GAME.info.presets if one.name == preset]
    html = play.form.parts["all"]
    for name, value in values.items():
        assert re.search(rf'<input(?=[^>]* name="{name}")[^>]* value="{value}"', html) or re.search(
            rf'<select[^>]* name="{name}"(?:(?!</select>).)*<option(?=[^>]* value="{value}")[^>]* selected', html
        ), name
    send(play.form, "start", **play._fields)
    expected = {"teams": "aang,toph"} | ({} if preset == "standard" else {"preset": preset})
    assert play.controller.player.options == expected


def test_what_was_set_by_hand_goes_before_a_preset() -> None:
    info = GAME.info
    touched = follow(info, SHOWN | {"villains": "12", "drawn_for": "standard", "preset": "harder"})
    assert (touched["villains"], touched["hero_loss_limit"]) == ("12", "9")
    back = follow(info, touched | {"villains": "10"})
    assert options_of(info, back) == {"preset": "harder", "villains": "10"}
    late = SHOWN | {"preset": "easier", "drawn_for": "standard"}
    assert options_of(info, late) == {"preset": "easier"}

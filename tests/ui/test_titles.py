"""The app is at one title at a time: pages are about it, an address may name another, games of all go on."""

import re
from collections.abc import Iterator
from itertools import permutations
from typing import Any

import pytest

from rising_tutor import catalogues
from rising_tutor.boards import board_for
from rising_tutor.core.ids import GameId
from rising_tutor.core.registry import game_ids, load_game
from rising_tutor.games.rising.game import RisingGame
from rising_tutor.lessons.lesson_file import load_course
from rising_tutor.tutor.coach.warning import Misplay
from rising_tutor.tutor.messages import Message
from rising_tutor.ui.frame import host
from rising_tutor.ui.frame import shell as frame
from rising_tutor.ui.frame.titles import DEFAULT, OF_A_TITLE, has_lessons, name_of, needs_title, no_lessons, title_for
from rising_tutor.ui.learn.path import TABS
from rising_tutor.ui.play.start_form import first_pair
from tests.ui.frame import send

TITLES = [str(game) for game in game_ids() if isinstance(load_game(game), RisingGame)]
SISTERS = [title for title in TITLES if title != DEFAULT]


def alert(shell: frame.Shell) -> str:
    return shell.frame.parts["alert"]


@pytest.mark.parametrize("title", TITLES)
def test_home_starts_a_game_of_the_title_in_one_press(shell: frame.Shell, title: str) -> None:
    send(shell.frame, "hash", "#home")
    home: Any = shell._built["home"]
    send(home, "title", title)
    assert name_of(title) in home.parts["start"]
    send(home, "start")
    play: Any = shell._built["play"]
    assert play.controller.player.game.info.id == title
    assert play.controller.player.actions


@pytest.mark.parametrize("way", ["home", "home and options", "form"])
@pytest.mark.parametrize("order", [(*pair, pair[0]) for pair in permutations(TITLES, 2)], ids="-".join)
def test_after_a_game_of_one_title_a_game_of_any_other_can_be_started(
    shell: frame.Shell, order: tuple[str, ...], way: str
) -> None:
    for title in order:
        send(shell.frame, "go", "#play?new=1" if way == "form" else "#home")
        play: Any = shell._built.get("play")
        send(play.form if way == "form" else shell._built["home"], "title", title)
        if way == "home":
            send(shell._built["home"], "start")
        else:
            if way == "home and options":
                send(shell._built["home"], "options")
            play = shell._built["play"]
            shown = re.findall(r'name="([a-z_]+)"', play.form.parts["all"])
            assert set(shown) - {"seats", "drawn_for"} <= {option.name for option in load_game(title).info.options}
            send(play.form, "start", **play._fields)
        assert not alert(shell).count("rt-alert")
        play = shell._built["play"]
        assert not play.table.gone, play.form.parts["all"]
        assert play.controller.player.game.info.id == title
        known = {side.id for side in board_for(load_game(title)).sides()}
        assert set(play._teams) <= known


@pytest.mark.parametrize(("title", "other"), list(permutations(TITLES, 2)))
def test_an_address_with_teams_of_another_title_chooses_none(shell: frame.Shell, title: str, other: str) -> None:
    teams = ",".join(side.id for side in board_for(load_game(other)).sides()[:2])
    send(shell.frame, "hash", f"#play?new={teams}&title={title}")
    play: Any = shell._built["play"]
    assert play._teams == first_pair(board_for(load_game(title)).sides())
    send(play.form, "start")
    assert play.controller.player.game.info.id == title


def wrong_values(title: str) -> Iterator[tuple[str, dict[str, str]]]:
    """For each field of the form of a title, something that nobody can choose there."""
    for option in load_game(title).info.options:
        if option.name != "teams" and option.values != "true or false":
            yield option.name, {option.name: "no such value"}
    yield "seats", {"seats": "9"}


@pytest.mark.parametrize("title", TITLES)
def test_no_fault_of_the_form_names_an_option_or_a_team_by_its_key(shell: frame.Shell, title: str) -> None:
    send(shell.frame, "hash", f"#play?new=1&title={title}")
    play: Any = shell._built["play"]
    sides = board_for(load_game(title)).sides()
    keys = {option.name for option in load_game(title).info.options if "_" in option.name} | {"option "}
    labels = {option.name: option.title for option in load_game(title).info.options} | {"seats": "Players"}
    for name, fields in wrong_values(title):
        send(play.form, "start", **fields)
        [said] = re.findall(r'<p class="rt-refuse" role="alert">(.*?)</p>', play.form.parts["all"], re.DOTALL)
        assert said.startswith(f"{labels[name]}: ")
        assert not [key for key in keys if key in said], said
    play._teams = ()
    for side in sides[:2]:
        send(play.form, "team", side.id)
    send(play.form, "start", seats="3")
    [said] = re.findall(r'<p class="rt-refuse" role="alert">(.*?)</p>', play.form.parts["all"], re.DOTALL)
    assert all(side.name in said and side.id not in said.replace(side.name, "") for side in sides[:2]), said


@pytest.mark.parametrize("title", SISTERS)
def test_the_form_is_for_the_title_and_plays_with_as_many_as_have_teams(shell: frame.Shell, title: str) -> None:
    send(shell.frame, "hash", f"#play?new=1&title={title}")
    play: Any = shell._built["play"]
    html = play.form.parts["all"]
    rules = board_for(load_game(title)).setup_rules
    assert rules.teams in html
    assert "FNR-" not in html
    said = re.sub(r"<[^>]*>", " ", html).replace(name_of(DEFAULT), "")
    assert not re.findall(r"(?i)\b(hero|villain|fallen|ozai|ruin|difficulty)", said)
    third = next(side.id for side in board_for(load_game(title)).sides() if side.id not in play._teams)
    send(play.form, "team", third)
    send(play.form, "start")
    assert play.controller.player.game.info.id == title
    assert play.controller.player.view.options.seats == 3
    assert (shell.page, shell.args) == ("play", {}), "a reload would show the form instead of the game"


def test_another_title_begins_with_its_own_pair_of_teams(shell: frame.Shell) -> None:
    send(shell.frame, "hash", "#play?new=aang,toph")
    play: Any = shell._built["play"]
    send(play.form, "title", SISTERS[0])
    assert play._teams == first_pair(board_for(load_game(SISTERS[0])).sides())
    assert name_of(SISTERS[0]) in play.form.parts["all"]
    assert shell.args == {"new": "1", "title": SISTERS[0]}, "a reload would show the form of the title before"


def test_a_title_that_is_none_changes_nothing(shell: frame.Shell) -> None:
    send(shell.frame, "hash", "#play?new=1&title=chess")
    send(shell._built["play"].form, "title", "chess")  # type: ignore[attr-defined]
    assert shell.title == DEFAULT


@pytest.mark.parametrize("title", SISTERS)
def test_rules_and_odds_are_those_of_the_title(shell: frame.Shell, title: str) -> None:
    send(shell.frame, "hash", f"#rules?title={title}")
    rules: Any = shell._built[f"rules:{title}"]
    assert rules.reader.index["title"] == catalogues.load(title).title
    send(shell.frame, "go", "#odds")
    odds: Any = shell._built[f"odds:{title}"]
    assert odds.game.info.id == title
    assert shell.args == {"title": title}
    assert not alert(shell).count("rt-alert")


@pytest.mark.parametrize("title", TITLES)
def test_a_rule_opens_in_the_catalogue_that_has_it(shell: frame.Shell, title: str) -> None:
    rule = catalogues.load(title).rules[3]
    send(shell.frame, "hash", f"#rules?rule={rule.id}")
    key = "rules" if title == DEFAULT else f"rules:{title}"
    assert shell._built[key].reader.rule == rule.id  # type: ignore[attr-defined]
    assert shell.title == DEFAULT, "a look at a rule chooses no title"
    assert rule.title in host.reader(rule.id)


@pytest.mark.parametrize("title", TITLES)
def test_learn_has_the_lessons_of_the_title_or_says_that_there_are_none(shell: frame.Shell, title: str) -> None:
    send(shell.frame, "hash", f"#learn?title={title}")
    page: Any = shell._built["learn" if title == DEFAULT else f"learn:{title}"]
    if has_lessons(title):
        course = load_course(GameId(title))
        assert (course.missions or course.lessons)[0].title in page.text.parts["all"]
    else:
        assert f"There are no lessons for {name_of(title)} yet." in page.parts["all"]
        assert "#play?new=1" in page.parts["all"]


@pytest.mark.parametrize("face", list(TABS))
@pytest.mark.parametrize("title", TITLES)
def test_every_face_of_learn_says_which_title_it_is_about_and_leads_to_the_others(
    shell: frame.Shell, title: str, face: str
) -> None:
    send(shell.frame, "hash", f"#learn?face={face}&title={title}")
    for other in (*TITLES[TITLES.index(title) + 1 :], *TITLES[: TITLES.index(title) + 1]):
        page: Any = shell._built["learn" if shell.shown == DEFAULT else f"learn:{shell.shown}"]
        assert page.tab == face
        assert re.findall(r'aria-pressed="true"[^>]*>([^<]*)', page.head.parts["head"]) == [name_of(shell.shown)]
        send(page.head, "title", other)
        assert (shell.page, shell.shown, shell.args.get("face", "path")) == ("learn", other, face)


@pytest.mark.parametrize("page", OF_A_TITLE)
def test_from_any_title_any_other_can_be_chosen(shell: frame.Shell, page: str) -> None:
    send(shell.frame, "hash", f"#{page}")
    for title in (*SISTERS, *reversed(TITLES)):
        shell.handle(Message("title", title))
        assert (shell.page, shell.shown, shell.title) == (page, title, title)
        assert title_for(page, shell.args, shell.title) == title, "a reload would show another one"


@pytest.mark.parametrize("title", [title for title in game_ids() if has_lessons(title)])
def test_the_first_game_of_a_course_begins_with_one_press_as_its_file_says(shell: frame.Shell, title: str) -> None:
    first_game = load_course(title).first_game
    if first_game is None:
        pytest.skip("the course has none")
    send(shell.frame, "hash", f"#learn?title={title}")
    learn: Any = shell._built["learn" if title == DEFAULT else f"learn:{title}"]
    send(learn.text, "first-game")
    controller: Any = shell._built["play"].controller  # type: ignore[attr-defined]
    assert controller.player.game.info.id == title
    assert controller.player.programs == first_game.at_seats
    assert {name: controller.player.options.get(name) for name in first_game.options} == first_game.options


@pytest.mark.parametrize("title", [title for title in TITLES if has_lessons(title)])
def test_a_lesson_is_played_with_the_title_whose_course_has_it(shell: frame.Shell, title: str) -> None:
    lesson = load_course(GameId(title)).lessons[0]
    send(shell.frame, "hash", f"#learn?lesson={lesson.id}&title={title}")
    page: Any = shell._built["learn" if title == DEFAULT else f"learn:{title}"]
    assert page.lesson == lesson
    assert page.controller.run.game.info.id == title
    for face in ("review", "progress", "class", "spot"):
        send(shell.frame, "go", f"#learn?face={face}")
        assert shell.args.get("title", DEFAULT) == title
        assert not alert(shell).count("rt-alert"), face


@pytest.mark.parametrize("title", SISTERS)
def test_samples_of_every_title_can_be_opened(shell: frame.Shell, title: str) -> None:
    send(shell.frame, "hash", "#replays")
    page: Any = shell._built["replays"]
    assert name_of(title) in page.samples.parts["samples"]
    send(page.samples, "sample", f"{title}/won.replay")
    assert page.player.game.info.id == title


@pytest.mark.parametrize("title", TITLES)
def test_the_samples_of_the_title_that_the_browser_is_at_come_first(shell: frame.Shell, title: str) -> None:
    send(shell.frame, "hash", f"#replays?title={title}")
    shown = shell._built["replays"].samples.parts["samples"]
    others = [name_of(other) for other in TITLES if other != title]
    assert all(0 <= shown.index(name_of(title)) < shown.index(other) for other in others)


@pytest.mark.parametrize("title", TITLES)
def test_a_game_that_is_being_opened_says_so_and_its_table_comes_before_its_numbers(
    shell: frame.Shell, monkeypatch: pytest.MonkeyPatch, title: str
) -> None:
    send(shell.frame, "hash", "#replays")
    page: Any = shell._built["replays"]
    key = "won.replay" if title == DEFAULT else f"{title}/won.replay"
    busy = re.compile(r'<button[^>]*data-arg="([^"]*)"[^>]*aria-busy="true"[^>]*>Opening')
    seen: list[Any] = []
    opens, draws = page.open_file, page.view.plots.show

    def open_file(*args: Any) -> None:
        seen.append((busy.findall(page.samples.parts["samples"]), "Opening" in shell.frame.parts["status"]))
        opens(*args)

    def show(player: Any) -> None:
        seen.append(("rt-off" in page.list_box._dom_classes, bool(page.view.table.parts["table"])))
        draws(player)

    monkeypatch.setattr(page, "open_file", open_file)
    monkeypatch.setattr(page.view.plots, "show", show)
    send(page.samples, "sample", key)
    assert seen == [([key], True), (True, True)]
    assert not busy.findall(page.samples.parts["samples"])
    assert "is open" in shell.frame.parts["status"]


def test_the_kept_game_of_another_title_goes_on(shell: frame.Shell) -> None:
    send(shell.frame, "hash", f"#home?title={SISTERS[0]}")
    home: Any = shell._built["home"]
    send(home, "start")
    key = shell.kept("game")
    send(shell.frame, "go", "#home")
    send(home, "title", DEFAULT)
    assert name_of(SISTERS[0]) in home.parts["resume"]
    send(home, "continue", key)
    play: Any = shell._built["play"]
    assert play.controller.player.game.info.id == SISTERS[0]


def test_what_is_learnt_is_kept_for_each_title(shell: frame.Shell) -> None:
    send(shell.frame, "hash", f"#home?title={SISTERS[0]}")
    send(shell._built["home"], "start")
    play: Any = shell._built["play"]
    play._mistaken(Misplay("refused", "position", "roll", "DER-508"))
    assert shell.kept(f"learner:{SISTERS[0]}")
    assert shell.kept("learner") is None


def test_an_address_names_its_title_only_where_it_must() -> None:
    sister = SISTERS[0]
    assert needs_title("odds", {"pool": "2r"}, sister)
    assert not needs_title("odds", {"pool": "2g"}, DEFAULT)
    assert not needs_title("play", {}, sister)
    assert title_for("odds", {}, sister) == sister
    assert title_for("play", {"title": sister}, DEFAULT) == sister
    assert title_for("rules", {"rule": "nothing"}, sister) == sister


def test_only_a_sister_is_said_to_have_the_same_frame_of_a_turn() -> None:
    others = [game for game in game_ids() if load_game(game).info.family != load_game(DEFAULT).info.family]
    assert others
    for game in others:
        assert "same frame" not in no_lessons(game)
    assert all("same frame" in no_lessons(sister) for sister in SISTERS)

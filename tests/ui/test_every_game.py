"""Every page for every game, without a browser: set-up, table, lessons, odds, rules, replays, many games.

The game from outside is one of them: it has no Teams and no dice, its seats are against each other and see different
things. What a game does not offer is asked of the game.
"""

import re
from collections.abc import Callable
from html import unescape
from pathlib import Path
from random import Random
from typing import Any

import pytest

from rising_tutor import catalogues
from rising_tutor.analysis.corpus.questions import Corpus, Filter
from rising_tutor.analysis.corpus.result_cache import ResultCache
from rising_tutor.analysis.corpus.run import Source
from rising_tutor.boards import board_for
from rising_tutor.boards.charts import series_for
from rising_tutor.core.branch import Made
from rising_tutor.core.drive import play_out
from rising_tutor.core.english import capital
from rising_tutor.core.evaluated import evaluated_game
from rising_tutor.core.ids import GameId, Seat
from rising_tutor.core.node import Terminal
from rising_tutor.core.registry import game_ids, load_game
from rising_tutor.core.teams import team_game
from rising_tutor.core.unknown import OpenGame
from rising_tutor.decks.facts import facts_game
from rising_tutor.lessons.lesson_file import load_course
from rising_tutor.probability.dice_turn.dice_game import dice_game
from rising_tutor.replay import Scribe, header_of, read, replay_of, write
from rising_tutor.tutor.corpus.explorer import Explorer
from rising_tutor.tutor.corpus.games import analysed
from rising_tutor.tutor.replay.samples import samples
from rising_tutor.ui.corpus import tables
from rising_tutor.ui.frame import host
from rising_tutor.ui.frame import shell as frame
from rising_tutor.ui.play import start_form
from tests.ui.frame import send

EACH = pytest.mark.parametrize("game_id", game_ids())
Shown = Callable[[str], Any]


def words(html: str) -> str:
    """What a reader sees."""
    return re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]*>", " ", html))).strip()


def alert(shell: frame.Shell) -> str:
    return words(shell.frame.parts["alert"])


@pytest.fixture
def show(shell: frame.Shell) -> Shown:
    """Shows a page for a game; nothing may have gone wrong on the way."""

    def go(address: str) -> Any:
        send(shell.frame, "hash", address)
        assert alert(shell) == ""
        name = shell.page
        return next(page for key, page in reversed(shell._built.items()) if key.partition(":")[0] == name)

    return go


@pytest.fixture
def play(shell: frame.Shell) -> Callable[..., Any]:
    """The table of a game in which these seats are programs."""

    def sit(game_id: str, programs: tuple[Seat, ...]) -> Any:
        send(shell.frame, "hash", f"#play?new=1&title={game_id}")
        page: Any = shell._built["play"]
        fields = {f"program-{seat + 1}": "random" for seat in programs}
        send(page.form, "start", seats=str(max(2, load_game(game_id).info.min_seats)), **fields)
        assert not page.table.gone, words(page.form.parts["all"])
        return page

    return sit


def press(page: Any, do: str, arg: str = "") -> None:
    """Presses as a browser does: for the number of moves that the first part of the page carries."""
    found = re.search(r'data-at="(\d+)"', "".join(page.table.parts.get(part, "") for part in page.table.names))
    assert found, "no press counts in a browser"
    send(page.table, do, arg, at=int(found[1]))


def through(page: Any, rng: Random, most: int = 10_000) -> list[str]:
    """Plays to the end as a person would, taking what is offered; what the page showed on the way."""
    seen = []
    player = page.controller.player
    for _ in range(most):
        if player.over:
            return seen
        if player.program:
            press(page, "programs")
        elif player.curtain:
            press(page, "take-screen")
        else:
            press(page, "act", str(rng.randrange(len(player.actions))))
        seen.append("".join(page.table.parts.values()))
    raise AssertionError("the game does not end")


@EACH
def test_home_begins_a_game_in_one_press_and_says_what_the_game_has(
    shell: frame.Shell, show: Shown, game_id: str
) -> None:
    home = show("#home")
    send(home, "title", game_id)
    game, board = load_game(game_id), board_for(load_game(game_id))
    assert game.info.title in words(home.parts["start"])
    assert ("Your Teams" in home.parts["start"]) == bool(board.sides())
    assert ("Odds" in words(home.parts["routes"])) == (dice_game(game) is not None)
    assert f"{game.info.min_seats} to {game.info.min_seats}" not in words(home.parts["games"])
    send(home, "start")
    assert alert(shell) == ""
    player = shell._built["play"].controller.player  # type: ignore[attr-defined]
    assert player.game.info.id == game_id
    assert not player.over
    # A game against each other begins against a program: the person at the screen sits at one seat.
    assert bool(player.programs) == (not game.info.shared)


@EACH
def test_the_form_asks_for_what_the_game_can_be_set_to(show: Shown, game_id: str) -> None:
    page, game = show(f"#play?new=1&title={game_id}"), load_game(game_id)
    send(page.form, "fields", "seats", seats=str(game.info.max_seats))  # What each seat can be set to is among it.
    html = page.form.parts["all"]
    named = set(re.findall(r'name="([a-z][a-z_0-9-]*)"', html)) - {"seats", "drawn_for"}
    named -= {one for one in named if one.startswith("program-")}
    assert named == {option.name for option in game.info.options} - {"teams"}
    assert ("<h2>Teams</h2>" in html) == bool(board_for(game).sides())
    assert re.findall(r"<details[^>]*><summary>More choices</summary></details>", html) == []
    assert '<a class="rt-cite" href="#rules?rule="' not in html


@EACH
def test_the_form_says_in_plain_words_what_can_be_chosen(show: Shown, game_id: str) -> None:
    page, info = show(f"#play?new=1&title={game_id}"), load_game(game_id).info
    html = page.form.parts["all"]
    assert re.findall(r"\S*\w_\w\S*", words(html)) == []
    assert {"true", "false"}.isdisjoint(re.findall(r"[a-z]+", words(html)))
    for option in info.options:
        for value, said in option.words:
            assert re.search(rf'<option value="{value}"[^>]*>{re.escape(said)}</option>', html), (option.name, value)
        assert not option.words or [value for value, _ in option.words] == re.split(r", | or ", option.values)


@EACH
def test_every_switch_of_the_form_is_a_box_that_is_ticked_or_not(game_id: str) -> None:
    info = load_game(game_id).info
    usual = {option.name: option.default for option in info.options if option.default != "false"}
    for option in info.options:
        if option.is_switch:
            ticked = usual | {option.name: "true"}
            empty = {name: value for name, value in usual.items() if name != option.name}
            other = ({}, {option.name: "false"}) if option.default == "true" else ({option.name: "true"}, {})
            assert (start_form.options_of(info, ticked), start_form.options_of(info, empty)) == other


@EACH
def test_pages_name_the_enemy_and_the_dice_only_where_the_game_has_them(
    show: Shown, play: Callable[..., Any], game_id: str
) -> None:
    game = load_game(game_id)
    tools = words(play(game_id, ()).table.parts["tools"])
    assert f"Show {game.info.turn_of_others} step by step" in tools
    assert ("enemy" in tools) == game.info.shared
    replays = show(f"#replays?sample={game_id}/{samples(game_id)[0].name}")
    replays.view.accordion.unfold(["dice"])
    html = replays.view.accordion._heads["dice"].parts["head"]
    html += "".join(replays.view.accordion.panel("dice").view.parts.values())
    assert f"Same {game.info.chance}, other choices" in words(html)
    assert bool(re.search(r"\bdice\b", words(html))) == (dice_game(game) is not None)


@EACH
def test_a_tab_of_numbers_is_written_as_the_game_writes_it(play: Callable[..., Any], game_id: str) -> None:
    player = play(game_id, ()).controller.player
    series = series_for(player.game)
    for chart in series.charts([player.view]) if series is not None else ():
        assert chart.tab.casefold() != chart.unit.casefold() or chart.tab == capital(chart.unit)


@pytest.mark.sweep(one_in=5)
@EACH
def test_a_game_of_programs_is_watched_to_its_end_and_nobody_is_told_to_have_won_it(
    play: Callable[..., Any], game_id: str
) -> None:
    game = load_game(game_id)
    page = play(game_id, tuple(Seat(seat) for seat in range(max(2, game.info.min_seats))))
    through(page, Random(1))
    assert not re.search(r"\byou\b", words(page.table.parts["end"]).casefold())


@pytest.mark.sweep(one_in=4)
@pytest.mark.parametrize("game_id", [game for game in game_ids() if not load_game(game).info.shared])
@pytest.mark.parametrize("mine", [Seat(0), Seat(1)])
def test_whoever_plays_against_a_program_is_told_how_it_ended_for_them(
    play: Callable[..., Any], game_id: str, mine: Seat
) -> None:
    page = play(game_id, (Seat(1 - mine),))
    through(page, Random(f"{game_id} {mine}"))
    payoff = page.controller.player.node.payoffs[mine]
    told = {1: "You won the game", 0: "The game is drawn", -1: "You lost the game"}[payoff]
    assert words(page.table.parts["end"]).startswith(told)


@pytest.mark.parametrize("game_id", [game for game in game_ids() if load_game(game).info.hidden])
def test_nothing_hidden_reaches_the_page_of_somebody_else(play: Callable[..., Any], game_id: str) -> None:
    """At every press: each event that only other seats were told is nowhere on the page."""
    page = play(game_id, (Seat(1),))
    player = page.controller.player
    while not player.over:
        press(page, *(("programs",) if player.program else ("take-screen",) if player.curtain else ("act", "0")))
        html = words("".join(page.table.parts.values()))
        secret = {
            player.game.say(event)
            for made in player.made
            for event in made.events
            if event.seats is not None and Seat(0) not in event.seats
        }
        assert not [told for told in secret if told in html]


def _hides(game: Any, made: Made) -> bool:
    """Return True if the first seat does not know all of a move."""
    return bool(game.write_seen(made.state, made.move, Seat(0)) != game.write(made.state, made.move))


@pytest.mark.sweep(one_in=3)
@pytest.mark.parametrize("game_id", [game for game in game_ids() if load_game(game).info.hidden])
def test_a_running_game_is_saved_and_reviewed_by_the_side_of_its_person(
    shell: frame.Shell, show: Shown, play: Callable[..., Any], game_id: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    while True:  # in some games nobody is told anything alone before the end
        page = play(game_id, (Seat(1),))
        player, hidden = page.controller.player, []
        while not player.over and not hidden:
            press(page, *(("programs",) if player.program else ("act", "0")))
            hidden = [one for one in player.made if _hides(player.game, one)]
        if not player.over:
            break
    given: list[str] = []
    monkeypatch.setattr(page.table, "download", lambda name, text: given.append(text))
    assert "holds your side of it only" in words(page.table.parts["tools"])
    for do in ("save", "save-record"):
        send(page.table, do)
    for text in given:
        assert text.count("?") >= len(hidden)
        assert "_seen_by" in text
    replays = show(f"#replays?game={page.kept.key}")
    # Where a card that nobody remembers is left open, the record stays one table to its end.
    sure = replays.player.last if isinstance(player.game, OpenGame) else hidden[0].at
    assert (replays.player.seat, replays.player.certain) == (Seat(0), sure)
    # What its owner knew beforehand, such as the next card, is a line for everybody else only.
    unknown = [line.move for line in replays.player.lines if line.unknown]
    assert unknown == [player.game.write_seen(one.state, one.move, Seat(0)) for one in hidden]
    through(page, Random(4))
    del given[:]
    send(page.table, "save")
    assert "_seen_by" not in given[0]
    assert [line.move for line in read(given[0].encode(), "a.replay").lines] == [
        player.game.write(made.state, made.move) for made in player.made
    ]
    assert "your side" not in words(page.table.parts["tools"])
    assert alert(shell) == ""


@EACH
def test_a_press_that_is_not_possible_is_answered_with_its_rule(play: Callable[..., Any], game_id: str) -> None:
    page = play(game_id, ())
    player = page.controller.player
    rng = Random(2)
    for _ in range(200):
        if player.curtain:
            press(page, "take-screen")
        tries = [one.action for one in page.controller.board.tries(player.view)]
        refused = [action for action in tries if player.check(action) is not None]
        if refused:
            break
        press(page, "act", str(rng.randrange(len(player.actions))))
    found = player.check(refused[0])
    page.controller._try(refused[0])
    page._redraw()
    dock = page.table.parts["dock"]
    assert found.rule in dock
    assert words(found.why) in words(dock)
    coach = words(page.table.parts["coach"])
    assert "Why not?" in coach
    assert ("Warn before losses" in coach) == (dice_game(player.game) is not None)
    # What the list offers to ask about is refused somewhere.
    why = page.coach.why
    assert why.things()
    for thing in why.things():
        assert any(player.check(one.action) is not None for one in why.tries if one.what == thing)
    for place in why.places():
        assert any(player.check(one.action) is not None for one in why.tries if one.where == place)


@EACH
def test_a_choice_is_taken_back_and_the_same_chance_comes_again(play: Callable[..., Any], game_id: str) -> None:
    page = play(game_id, ())
    player = page.controller.player
    if player.curtain:
        press(page, "take-screen")
    before = player.state
    press(page, "act", "0")
    once = [made.move for made in player.made]
    press(page, "undo")
    assert player.state == before
    if player.curtain:
        press(page, "take-screen")
    press(page, "act", "0")
    assert [made.move for made in player.made] == once


@EACH
def test_learn_has_the_course_of_the_game_and_every_lesson_can_be_opened(show: Shown, game_id: str) -> None:
    page = show(f"#learn?title={game_id}")
    course = load_course(GameId(game_id))
    assert course.lessons
    listed = words("".join(show(f"#learn?title={game_id}").text.parts.values()))
    assert all(one.title in listed for one in (course.missions or course.lessons[:1]))
    listed = words("".join(show(f"#learn?face=library&title={game_id}").text.parts.values()))
    assert all(one.title in listed for one in (*course.lessons, *course.scenarios))
    for word, one in (("lesson", course.lessons[0]), ("lesson", course.lessons[-1]), ("scenario", course.scenarios[0])):
        show(f"#learn?{word}={one.id}&title={game_id}")
        said = words("".join(page.table.parts.values()) + "".join(page.text.parts.values()))
        assert words(one.step[0].say)[:40] in said, (one.id, said[:400])


@EACH
def test_rules_are_listed_and_each_opens(show: Shown, game_id: str) -> None:
    page = show(f"#rules?title={game_id}")
    catalogue = catalogues.load(game_id)
    assert page.reader.index["title"] == catalogue.title
    for rule in (catalogue.rules[0], catalogue.rules[-1]):
        assert rule.title in host.reader(rule.id)


@EACH
def test_odds_has_its_lab_or_says_that_there_are_no_dice(shell: frame.Shell, show: Shown, game_id: str) -> None:
    show(f"#odds?title={game_id}")
    page: Any = shell._built[f"odds:{game_id}"] if f"odds:{game_id}" in shell._built else shell._built["odds"]
    game = load_game(game_id)
    if dice_game(game) is None and facts_game(game) is None:
        assert "dice" in words("".join(page.parts.values()))
        assert "could not be set up" not in words("".join(page.parts.values()))
    else:
        assert page.lab is not None


@EACH
def test_a_sample_is_stepped_through_with_its_numbers(show: Shown, game_id: str) -> None:
    name = samples(game_id)[0].name
    page = show(f"#replays?sample={game_id}/{name}")
    player = page.player
    assert player.problems == ()
    for at in range(0, player.last + 1, max(1, player.last // 12)):
        page.view.ask(at)
        assert page.view.table.parts["table"]
    for unit in ("action", "phase", "turn"):
        assert player.stops(unit)[-1] == player.last
    assert bool(player.charts) == (series_for(player.game) is not None)
    outcome = player.outcome
    if not isinstance(player.game.node(player.state_at(player.last)), Terminal):
        assert outcome == "unfinished"
    else:
        assert not player.game.info.hidden or " won," in outcome or "nobody" in outcome, outcome


@pytest.mark.sweep(one_in=3)
@pytest.mark.parametrize("game_id", [game for game in game_ids() if load_game(game).info.hidden])
def test_a_replay_is_looked_at_through_the_eyes_of_one_seat(show: Shown, game_id: str) -> None:
    page = show(f"#replays?sample={game_id}/{samples(game_id)[0].name}")
    player = page.player
    every = tuple(zip(range(1, player.last + 1), player.moves, strict=True))
    for arg in ("0", "1", ""):
        send(page.view.head, "seen-by", arg)
        for at, moved in every:
            page.view.ask(at)
            shown = words(page.view.table.parts["happened"] + page.view.table.parts["table"])
            secret = [
                player.game.say(event)
                for event in moved.step.events
                if arg and event.seats is not None and Seat(int(arg)) not in event.seats
            ]
            assert not [told for told in secret if told in shown]
            assert player.action_rows()[-1].move == ("?" if secret else player.lines[at - 1].move)


@pytest.mark.parametrize("game_id", [game for game in game_ids() if evaluated_game(load_game(game)) is None])
def test_many_games_are_explored(tmp_path: Path, game_id: str) -> None:
    """Games with a fitted evaluator take seconds each: those have `test_corpus_page.py`, with a value that is quick."""
    corpus = Corpus.of_rows(analysed(recorded(game_id, 6), ResultCache(tmp_path), None, lambda _n, _total: None).rows)
    game, explorer = load_game(game_id), Explorer()
    explorer.show(corpus, "mine", "My games")
    assert corpus.values("game") == (game_id,)
    shown = words("".join((tables.filters(explorer), tables.wins_head(explorer), tables.errors_head(explorer))))
    assert ("team" in shown.casefold()) == (team_game(game) is not None), shown
    if not game.info.shared:
        won = corpus.wins(Filter(), "players")
        assert [(one.name, one.n) for one in won] == [("Anna", 6), ("Ben", 6)]
        assert 0 < sum(one.n_yes for one in won) <= 6


def recorded(game_id: str, n: int) -> list[Source]:
    """Games as the page takes them."""
    game, found = load_game(game_id), []
    for seed in range(n):
        scribe = Scribe(game)
        end = play_out(game, seats=2, seed=seed, watch=scribe.watch)
        data = write(replay_of(header_of(game, 2, names=("Anna", "Ben")), scribe, end.state), "a.replay")
        found.append((f"{seed}.replay", lambda data=data: data))
    return found


@EACH
def test_a_replay_is_played_on_from_a_position(shell: frame.Shell, show: Shown, game_id: str) -> None:
    page = show(f"#replays?sample={game_id}/{samples(game_id)[0].name}")
    page.view.ask(page.player.last // 2)
    lines = page.player.at
    send(page.view.head, "play-on")
    assert alert(shell) == ""
    table: Any = shell._built["play"]
    assert table.controller.player.n_moves >= lines
    assert table.controller.player.game.info.id == game_id

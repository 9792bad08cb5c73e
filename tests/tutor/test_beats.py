"""The enemy's turn step by step: what lands is what happened, and at the end the table is as it is without it."""

import re
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from rising_tutor.boards import board_for
from rising_tutor.boards.ports import Beat, Look
from rising_tutor.catalogues import found_rule
from rising_tutor.core.branch import Made
from rising_tutor.core.game import AnyGame
from rising_tutor.core.ids import Seat
from rising_tutor.core.information import visible
from rising_tutor.core.registry import load_game
from rising_tutor.core.session import GameSession
from rising_tutor.lessons.lesson_file import load_course
from rising_tutor.lessons.run import LessonRun
from rising_tutor.tutor.lesson.controller import LessonController
from rising_tutor.tutor.messages import Message
from rising_tutor.tutor.replay.player import open_replay
from rising_tutor.tutor.replay.samples import read_sample
from rising_tutor.tutor.table.beats import OFF, beats_of, caption, switch, watched
from rising_tutor.tutor.table.controller import TableController
from tests.testkit.coin_and_hand import CoinAndHand
from tests.testkit.settings import RISING, SETTINGS

COIN = CoinAndHand()
MARKS = re.compile(r' data-(?:beat|off|still|was|from)="[^"]*"')
BOXES = re.compile(r'class="rt-pips[^"]*"[^>]*>(.*?)</span>')
COUNT = re.compile(r'<span aria-hidden="true"(?: data-was="([^"]*)")?>(\d+/\d+)</span>')
MOST_MOVES = 200


def sessions(game_id: str) -> Iterator[tuple[GameSession, tuple[Made, ...]]]:
    """Random games in every setting of a title, after each move of a person: the table, and what was just made."""
    game = load_game(game_id)
    for number, (seats, options) in enumerate(SETTINGS[game_id]):
        player, rng = GameSession(game, seats, options, seed=f"beats {number}"), Random(number)
        player.settle()
        while not player.over and player.n_moves < MOST_MOVES:
            before = player.n_moves
            player.play(rng.choice(player.actions) if rng.random() < 0.4 else player.advice())
            yield player, player.made[before:]


def drawn(game: AnyGame, view: Any, beats: tuple[Beat, ...] = ()) -> str:
    return board_for(game).parts(view, Look(beats=beats))["table"]


@pytest.mark.sweep(one_in=3)
@pytest.mark.slow
@pytest.mark.parametrize("game_id", RISING)
def test_played_through_the_table_is_as_it_is_without_beats(game_id: str) -> None:
    """And each beat is one event that happened, with a rule that there is."""
    game, seen, marked = load_game(game_id), 0, 0
    for player, made in sessions(game_id):
        beats = beats_of(board_for(game), game, made, player.viewer)
        if not beats:
            continue
        seen += 1
        with_marks = drawn(game, player.view, beats)
        marked += with_marks != drawn(game, player.view)
        assert MARKS.sub("", with_marks) == drawn(game, player.view)
        told = [(game.say(event), event.rule) for one in made for event in one.events]
        assert all((beat.text, beat.rule) in told for beat in beats)
        assert all(found_rule(game_id, beat.rule) is not None for beat in beats)
    assert seen > 20
    assert marked > 20


def before_the_first(html: str) -> dict[str, tuple[int, str]]:
    """What a card shows before anything has landed: its full boxes, and the count beside them."""
    found = {}
    for card in html.split('data-key="card:')[1:]:
        name, _, inside = card.partition('"')
        inside = inside.partition('data-key="')[0]
        boxes = BOXES.search(inside)
        count = COUNT.search(inside)
        if boxes and count:
            full = re.findall(r'<i class="on"( data-off)?', boxes[1])
            was = (count[1] or f"|{count[2]}").split(";")[0].split("|")[1]
            found[name] = (sum(not late for late in full), was)
    return found


@pytest.mark.wide
@pytest.mark.slow
@pytest.mark.parametrize("game_id", RISING)
def test_before_the_first_beat_the_cards_have_the_damage_they_had(game_id: str) -> None:
    game, compared = load_game(game_id), 0
    for player, made in sessions(game_id):
        beats = beats_of(board_for(game), game, made, player.viewer)
        # Where something is also taken off, or cards come and go, the drawing of the end cannot show all of what was.
        names = {type(event).__name__ for one in made for event in one.events}
        if not beats or names & {"Healed", "DamageMoved", "HeroesCleared", "PressureRemoved", "CardsSwapped"}:
            continue
        start = before_the_first(drawn(game, player.game.view(made[0].state, None)))
        for card, shown in before_the_first(drawn(game, player.view, beats)).items():
            if card in start:
                compared += shown != before_the_first(drawn(game, player.view))[card]
                assert shown == start[card], (card, player.game.where(player.state))
    assert compared > 20


@pytest.mark.parametrize("game_id", RISING)
def test_the_enemy_begins_with_its_card_or_its_dice_and_then_the_figure_turns(game_id: str) -> None:
    game = load_game(game_id)
    player = GameSession(game, 2, {}, seed="first")
    player.settle()
    beats: tuple[Beat, ...] = ()
    while len(beats) < 2:
        player.play(player.actions[0])
        beats = beats_of(board_for(game), game, player.made, player.viewer)
    kinds = [beat.lands[0].partition(":")[0] for beat in beats if beat.lands]
    assert kinds[0] == "enemy"
    assert "figure" in kinds
    html = caption(beats, 7, "the enemy's turn")
    assert html.count("<li") == len(beats)
    assert all(f">{beat.rule}</a>" in html for beat in beats)
    assert html.count('aria-live="polite"') == 1


def table(game_id: str = RISING[0], **programs: str) -> TableController:
    session = GameSession(load_game(game_id), 2, {}, seed="table")
    session.settle()
    return TableController(session)


def send(controller: TableController, do: str, arg: str = "") -> None:
    controller.handle(Message(do, arg, controller.player.n_moves))


def until_the_enemy_acts(controller: TableController) -> None:
    while not controller.beats:
        send(controller, "act", "0")


def test_the_table_shows_each_turn_of_the_enemy_once_and_nothing_after_undo() -> None:
    controller = table()
    assert "data-beats" not in controller.parts()["table"]
    until_the_enemy_acts(controller)
    first = re.search(r'data-beats="(\d+)"', controller.parts()["table"])
    assert first is not None
    assert controller.parts()["table"] == controller.parts()["table"], "a redraw begins nothing anew"
    assert not any(beat.text in controller.spoken for beat in controller.beats), "it is spoken as it lands"
    send(controller, "undo")
    assert "data-beats" not in controller.parts()["table"]
    until_the_enemy_acts(controller)
    again = re.search(r'data-beats="(\d+)"', controller.parts()["table"])
    assert again is not None
    assert again[1] != first[1]


def test_who_turned_it_off_sees_and_hears_the_end_at_once() -> None:
    controller = table()
    controller.watched = watched(OFF)
    while not controller._beats:
        send(controller, "act", "0")
    html = controller.parts()["table"]
    assert "data-beats" not in html
    assert not MARKS.search(html)
    assert controller.spoken == controller.told
    assert 'aria-pressed="false"' in switch("the enemy's turn", on=controller.watched)
    assert watched(None)
    assert watched("on")


def test_of_several_turns_the_last_is_shown() -> None:
    game = load_game(RISING[1])
    player = GameSession(game, 2, {}, seed="programs", programs={Seat(0): "greedy", Seat(1): "greedy"})
    player.settle()
    while player.game.place(player.state).turn < 4:
        player.play_program()
    beats = beats_of(board_for(game), game, player.made, player.viewer)
    said = [(game.place(one.state).turn, game.say(event)) for one in player.made for event in one.events]
    assert max(turn for turn, text in said if text == beats[0].text) >= 3
    assert len(beats) < 30


@pytest.mark.parametrize("seat", [Seat(0), Seat(1)])
def test_where_cards_are_hidden_only_what_the_viewer_may_see_is_a_beat(seat: Seat) -> None:
    """And what the other seat did is shown step by step: it is the opponent."""
    found = 0
    for seed in range(12):
        session = GameSession(COIN, 2, {}, seed=f"hidden {seed}", programs={Seat(1 - seat): "random"})
        session.settle()
        controller = TableController(session)
        rng = Random(seed)
        while not session.over:
            before = session.n_moves
            if session.program:
                send(controller, "program")
            else:
                send(controller, "act", str(rng.randrange(len(session.actions))))
            made = session.made[before:]
            seen = [COIN.say(event) for one in made for event in visible(one.events, session.viewer)]
            hidden = {COIN.say(event) for one in made for event in one.events} - set(seen)
            theirs = [one for one in made if one.seat == 1 - seat]
            assert [beat.text for beat in controller.beats if beat.text not in seen] == []
            assert not hidden & {beat.text for beat in controller.beats}
            if theirs and session.viewer == seat:
                assert controller.beats
                found += 1
    assert found > 20


def test_in_a_lesson_the_moves_that_the_tutor_plays_are_shown_step_by_step() -> None:
    game = load_game(RISING[0])
    shown = 0
    for lesson in load_course(game.info.id).lessons[:40]:
        for at in range(len(lesson.step)):
            if lesson.position_of(at) is None or lesson.step[at].kind != "goal":
                continue
            controller = LessonController(LessonRun(game, lesson, at), ahead=False)
            n = controller.table.seat.n_moves
            action = controller.run.best_action() if controller.run.actions else None
            if action is None:
                continue
            controller.handle(Message("act", str(controller.run.actions.index(action)), n))
            beats = controller.table.controller.beats
            html = controller.table.parts()["table"]
            assert ("data-beats" in html) == bool(beats)
            shown += bool(beats)
            if beats:
                controller.handle(Message("beats", OFF))
                assert "data-beats" not in controller.table.parts()["table"]
                return
    raise AssertionError(shown)


@pytest.mark.parametrize("game_id", RISING)
def test_a_step_of_a_replay_tells_the_same_beats_as_the_table_did(game_id: str) -> None:
    data = read_sample(game_id, "lost-by-a-team.replay")
    assert data is not None
    player = open_replay(data, "lost-by-a-team.replay")
    board, told = board_for(player.game), 0
    for stop in player.stops("action")[:60]:
        before = player.at
        player.go(stop)
        made = player.made(before)
        assert [one.at for one in made] == list(range(before, stop))
        beats = beats_of(board, player.game, made, player.eyes)
        said = [line.text for at in range(before + 1, stop + 1) for line in player.told(at)]
        assert [beat.text for beat in beats if beat.text not in said] == []
        told += len(beats)
    assert told > 10


def test_a_beat_that_lands_nowhere_has_its_sentence_all_the_same() -> None:
    beat = Beat("Nothing qualifies.", "FNR-316", "stated")
    assert "Nothing qualifies." in caption((beat, replace(beat, text="Once more.")), 1, "the enemy's turn")
    assert not caption((), 1, "the enemy's turn")

"""The controller of a table of cards: where it waits for a person, whose the screen is, what a replay steps by."""

from typing import Any

import pytest

from rising_tutor.boards import board_for
from rising_tutor.boards.charts import series_for
from rising_tutor.core.ids import Seat
from rising_tutor.core.node import Decision
from rising_tutor.core.session import GameSession
from rising_tutor.replay import Scribe, header_of, replay_of, write
from rising_tutor.tutor.messages import Message
from rising_tutor.tutor.replay.player import open_replay
from rising_tutor.tutor.table.controller import CHOICES, EACH, TableController
from tests.testkit.quickstrike import GAME


def seated(seed: str = "a", programs: dict[Seat, str] | None = None) -> tuple[GameSession, TableController]:
    session = GameSession(GAME, 2, {}, seed=seed, programs=programs if programs is not None else {Seat(1): "greedy"})
    session.settle()
    return session, TableController(session)


def test_a_table_that_stops_at_choices_goes_on_until_its_person_is_asked() -> None:
    session, controller = seated()
    controller.handle(Message("stop-at", CHOICES))
    for _ in range(12):
        if session.over:
            break
        assert session.program == ""
        before = session.n_moves
        controller.make(session.actions[0])
        moved = [made.seat for made in session.made[before:] if not made.chance]
        assert moved[0] == Seat(0)
        assert set(moved[1:]) <= {Seat(1)}
    assert any(made.seat == Seat(1) and not made.chance for made in session.made)


def test_while_a_program_thinks_the_table_shows_the_move_before_it_and_says_so() -> None:
    session, controller = seated()
    controller.handle(Message("stop-at", CHOICES))
    shown = []
    controller.meanwhile = lambda: shown.append((session.n_moves, session.program, controller.parts()["dock"]))
    before = session.n_moves
    for _ in range(20):
        if shown:
            break
        before = session.n_moves
        controller.make(session.actions[0])
    n, program, dock = shown[0]
    assert before < n < session.n_moves
    assert program == "greedy"
    assert "It thinks." in dock
    assert "data-do" not in dock, "nothing can be pressed meanwhile"
    assert "It thinks." not in controller.parts()["dock"]


def test_a_table_that_stops_at_each_move_waits_for_the_program() -> None:
    session, controller = seated()
    while not session.program:
        controller.make(session.actions[0])
    n = session.n_moves
    controller.handle(Message("stop-at", EACH))
    assert session.n_moves == n
    assert "Show its next move" in controller.parts()["dock"]
    assert 'aria-pressed="true"' in controller.parts()["dock"]


def test_what_a_program_did_is_seen_beat_by_beat_and_own_moves_are_not() -> None:
    session, controller = seated()
    controller.handle(Message("stop-at", CHOICES))
    seen = 0
    for _ in range(20):
        if session.over:
            break
        before = session.n_moves
        controller.make(session.actions[0])
        own = [GAME.say(event) for made in session.made[before : before + 1] for event in made.events]
        texts = [beat.text for beat in controller.beats]
        assert not set(own) & set(texts)
        seen += len(texts)
        for beat in controller.beats:
            assert beat.rule.startswith("QS-")
    assert seen > 10


def test_two_people_take_turns_without_a_curtain_until_one_has_looked_at_cards() -> None:
    curtains = handed = 0
    for seed in ("b", "c", "d", "e"):
        session, controller = seated(seed, {})
        while not session.over:
            node = session.node
            assert isinstance(node, Decision)
            alike = all(_public(session, seat) for seat in (Seat(0), Seat(1)))
            if session.curtain:
                curtains += 1
                assert not alike
                assert session.viewer is None
                assert session.actions == ()
                controller.handle(Message("take-screen"))
            else:
                handed += 1
            assert session.viewer == node.seat
            controller.make(session.actions[0])
    assert handed > 50
    assert curtains > 0, "somebody looks at cards"


def _public(session: GameSession, seat: Seat) -> bool:
    """Whether a seat knows no card of a deck or among the energies that the other does not."""
    for mat in session.state.mats:
        slots = [*mat.deck.settled, *(slot for zone in mat.energies for slot in zone)]
        if any(slot.seen not in (0, 3) and slot.seen & (1 << seat) for slot in slots):
            return False
    return True


@pytest.fixture(scope="module")
def replayed() -> Any:
    session, _ = seated("f", {Seat(0): "greedy", Seat(1): "greedy"})
    while session.play_program() is not None:
        pass
    scribe = Scribe(GAME)
    for made in session.made:
        scribe.watch(made.state, made.move, made.step)
    data = write(replay_of(header_of(GAME, 2), scribe, session.state), "a.replay")
    return open_replay(data, "a.replay")


def test_a_replay_steps_by_cards_that_are_turned_over(replayed: Any) -> None:
    assert "card" in replayed.units
    assert "die" not in replayed.units
    stops = replayed.stops("card")
    words = [replayed.lines[at - 1].move.split()[0] for at in stops[1:-1]]
    assert {"flip", "paid"} <= set(words)
    assert len(stops) > 40


def test_the_exchange_of_a_replay_goes_back_to_its_opening_attack(replayed: Any) -> None:
    board = board_for(GAME)
    replayed.go(replayed.last // 2)
    before = replayed.remembered(board)
    assert before
    assert all(board.remembers(event) for move in before for event in move.events)


def test_the_plots_end_where_the_game_ends(replayed: Any) -> None:
    series = series_for(GAME)
    assert series is not None
    charts = {chart.id: chart for chart in replayed.charts}
    end = replayed.state_at(replayed.last)
    assert [curve.values[-1] for curve in charts["points"].curves] == [mat.points for mat in end.mats]
    assert [curve.values[-1] for curve in charts["decks"].curves] == [len(mat.deck) for mat in end.mats]
    for at in range(0, replayed.last, 17):
        forces = [curve.values[at] for curve in charts["force"].curves]
        state = replayed.state_at(at)
        assert (forces[state.defender] is None) or not state.attack

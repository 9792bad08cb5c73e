"""A table that stops where a point is about to fall, and the tables that cannot say so."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from rising_tutor.boards import board_for
from rising_tutor.boards.ports import brink_board
from rising_tutor.core.ids import Seat
from rising_tutor.core.node import Decision
from rising_tutor.core.people import with_names
from rising_tutor.core.registry import load_game
from rising_tutor.core.session import GameSession
from rising_tutor.games.quickstrike.events import PointScored
from rising_tutor.games.quickstrike.state import Laid
from rising_tutor.games.quickstrike.vocabulary import Skip
from rising_tutor.tutor.messages import Message
from rising_tutor.tutor.table.controller import BRINK, CHOICES, EACH, TableController
from tests.testkit.quickstrike import GAME, Scene, Side, kind

ME, PROGRAM = Seat(0), Seat(1)
MOST = 400


def seated(game: Any, seed: str) -> tuple[GameSession, TableController]:
    session = GameSession(game, 2, {}, seed=seed, programs={PROGRAM: "greedy"})
    session.settle()
    controller = TableController(session)
    controller.handle(Message("stop-at", BRINK))
    return session, controller


def chosen(session: GameSession) -> Any:
    """What the simple program would do for the person."""
    policy = session.game.policies()["greedy"]
    return policy(session.node, lambda: session.view, Random(session.n_moves))


def waits(game: Any, seed: str) -> Iterator[tuple[GameSession, TableController, list[Any]]]:
    """Wherever the table waits for a program, with the moves that programs made on the way there."""
    session, controller = seated(game, seed)
    before = session.n_moves
    for _ in range(MOST):
        if session.over:
            return
        if session.program:
            made = session.made[before:]
            yield session, controller, [one for one in made if one.seat == PROGRAM]
            before = session.n_moves
            controller.handle(Message("program", at=session.n_moves))
            assert session.n_moves > before
            before += 1
        else:
            controller.make(chosen(session))


def scores_by(state: Any, text: str) -> bool:
    """Whether the attack scores at once when this is done."""
    node = GAME.node(state)
    assert isinstance(node, Decision)
    action = GAME.read(state, text)
    step = GAME.act(state, action) if action in node.actions else None  # type: ignore[arg-type]
    return step is not None and any(isinstance(event, PointScored) for event in step.events)


def last_told(session: GameSession, controller: TableController) -> str:
    """The last event that the person was told, with the names of the players."""
    return with_names(GAME.say(list(session.told())[-1]), controller.look().names)


def test_programs_move_on_to_where_the_point_falls_if_the_strike_is_given_up() -> None:
    stopped = 0
    for seed in ("a", "b", "c"):
        for session, controller, made in waits(GAME, seed):
            stopped += 1
            assert scores_by(session.state, "discard")
            assert controller.told.endswith(last_told(session, controller)), "what was flipped last is told"
            assert "The table stops here: a point about to fall." in controller.parts()["dock"]
            # Beyond the one that was asked for, no move of the way was made at such a place.
            assert not [one for one in made[1:] if scores_by(one.state, "discard")]
    assert stopped > 10


def test_on_to_the_own_choice_is_on_to_the_own_choice() -> None:
    for session, controller, _ in waits(GAME, "a"):
        controller.handle(Message("programs", at=session.n_moves))
        assert session.over or session.program == ""
        return
    raise AssertionError("no point was about to fall")


def test_who_stops_at_each_move_or_at_the_own_choices_is_not_stopped_there() -> None:
    session, controller = seated(GAME, "a")
    controller.handle(Message("stop-at", CHOICES))
    for _ in range(MOST):
        if session.over:
            break
        assert session.program == ""
        controller.make(chosen(session))
    assert session.over


def test_taking_back_from_there_goes_to_the_own_choice() -> None:
    session, controller, _ = next(waits(GAME, "b"))
    at = session.decisions()[-1].at
    controller.handle(Message("undo", at=session.n_moves))
    assert session.n_moves == at
    assert session.program == ""


@pytest.mark.rule("QS-508", "QS-535")
def test_the_last_zone_is_the_one_after_which_all_are_skipped() -> None:
    board: Any = board_for(GAME)

    def at_brink(scene: Scene) -> bool:
        return bool(board.at_brink(GAME.view(scene.state, ME)))

    foe = Side(flips={"green": "downdraft"}, deck="skewer")
    found = {zone: at_brink(Scene(Side(deck="skewer"), foe, attack="green", zone=zone)) for zone in ("yellow", "red")}
    assert found == {"yellow": False, "red": True}
    assert not at_brink(Scene(Side(deck="momo"), foe, attack="green", zone="red")), "an ally loses no zone"
    skipping = Scene(Side(deck="skewer"), foe, attack="green", zone="yellow")
    flips = (Laid(kind("downdraft"), gains=(Skip(("red",)),)), None, None, None)
    skipping.change(mats=(skipping.me, replace(skipping.foe, flips=flips)))
    assert at_brink(skipping)
    assert skipping.do("discard").happened("PointScored") == ["PointScored"]


@pytest.mark.parametrize(("name", "options"), [("fire", {"teams": "aang,toph"}), ("rise", {})])
def test_where_a_board_cannot_say_so_the_choice_is_not_offered(name: str, options: dict[str, str]) -> None:
    game: Any = load_game(name)
    assert brink_board(board_for(game)) is None
    session = GameSession(game, 2, options, seed="1", programs={PROGRAM: "greedy"})
    controller = TableController(session)
    assert list(controller.stop_words) == [EACH, CHOICES]
    controller.handle(Message("stop-at", BRINK))
    assert controller.stops == EACH
    _, avatar = seated(GAME, "a")
    assert avatar.stop_words == {EACH: "each move", CHOICES: "my choices", BRINK: "a point about to fall"}

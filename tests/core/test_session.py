"""One game under way: undo, chance that comes again, programs, whose screen it is, nothing that is not written down."""

import random
from typing import Any

import pytest

from rising_tutor.core.ids import Seat
from rising_tutor.core.registry import load_game
from rising_tutor.core.session import GameSession
from rising_tutor.errors import BadSeat, CannotStore, IllegalAction, RisingTutorError
from rising_tutor.games.rising import actions as do
from tests.testkit.coin_and_hand import CoinAndHand, Do

GAME = load_game("fire")


def fresh(journal: Any = None, seed: str = "a") -> GameSession:
    player = GameSession(GAME, 2, {"teams": "aang,toph"}, seed=seed, journal=journal)
    player.settle()
    return player


def wander(player: GameSession, n: int, seed: int = 1) -> None:
    rng = random.Random(seed)
    for _ in range(n):
        if player.actions:
            player.play(rng.choice(player.actions))


def test_after_undo_the_same_roll_comes_again() -> None:
    player = fresh()
    wander(player, 12)
    before = player.made
    back = player.decisions()[4]
    player.undo(back.at)
    assert player.state == back.state
    for made in before[back.at :]:
        if not made.chance:
            player.play(made.move)
    assert player.made == before


def test_another_seed_is_another_game() -> None:
    assert fresh(seed="a").state != fresh(seed="b").state


def test_an_illegal_action_changes_nothing() -> None:
    player = fresh()
    state = player.state
    with pytest.raises(IllegalAction):
        player.play(do.Stop())
    assert player.state == state


class Full:
    """A journal on a disk that is full after some lines."""

    def __init__(self, room: int) -> None:
        self.room = room
        self.lines: list[Any] = []
        self.ends = 0

    def write(self, state: Any, move: Any) -> None:
        if len(self.lines) >= self.room:
            raise CannotStore("game", "No space left on device")
        self.lines.append(move)

    def rewind(self, made: tuple[Any, ...]) -> None:
        del self.lines[len(made) :]

    def finish(self, end: Any) -> None:
        self.ends += 1


def test_what_cannot_be_written_does_not_happen() -> None:
    journal = Full(room=14)
    player = fresh(journal)
    with pytest.raises(CannotStore):
        wander(player, 20)
    assert [made.move for made in player.made] == journal.lines
    assert len(journal.lines) == 14


def test_a_chance_move_that_could_not_be_written_is_the_same_later() -> None:
    journal = Full(room=13)
    player = fresh(journal)
    with pytest.raises(CannotStore):
        player.play(player.actions[0])
    journal.room = 1000
    player.settle()
    assert [made.move for made in player.made] == [made.move for made in _same(player).made]


def _same(player: GameSession) -> GameSession:
    other = fresh()
    other.play(player.decisions()[0].move)
    return other


def test_recorded_moves_make_the_same_game() -> None:
    player = fresh()
    wander(player, 15)
    other = GameSession(GAME, 2, {"teams": "aang,toph"}, seed="a")
    other.recall([GAME.write(made.state, made.move) for made in player.made])
    assert other.state == player.state
    assert other.made == player.made


def test_a_line_that_is_no_move_is_an_error() -> None:
    with pytest.raises(RisingTutorError):
        GameSession(GAME, 2, {"teams": "aang,toph"}, seed="a").recall(["dance"])


def test_the_end_is_written_once() -> None:
    journal = Full(room=10_000)
    player = fresh(journal)
    wander(player, 2_000)
    assert player.over
    player.settle()
    assert journal.ends == 1
    player.undo(player.decisions()[-1].at)
    assert not player.over


def test_advice_is_legal() -> None:
    player = fresh()
    for _ in range(5):
        advice = player.advice()
        assert advice is None or advice in player.actions
        wander(player, 1)


def coins(programs: Any = None, seed: str = "coins") -> GameSession:
    session = GameSession(CoinAndHand(), 2, {}, seed=seed, programs=programs)
    session.settle()
    return session


def through(session: GameSession, rng: random.Random) -> GameSession:
    """Plays to the end: programs by themselves, people at random."""
    while not session.over:
        session.take_screen()
        if session.play_program() is None:
            session.play(rng.choice(session.actions))
    return session


def test_a_program_plays_its_seat_one_move_at_a_time() -> None:
    session = coins({Seat(1): "trusting"})
    session.play(session.actions[0])
    assert session.program == "trusting"
    before = session.n_moves
    made = session.play_program()
    assert made is not None
    assert (made.at, made.seat, made.move) == (before, Seat(1), Do("let be"))
    assert coins().play_program() is None


def test_a_program_chooses_alike_after_undo() -> None:
    session = through(coins({Seat(1): "random"}), random.Random(1))
    first = session.made
    back = session.decisions()[1]
    session.undo(back.at)
    for made in first[back.at :]:
        if made.seat == 0:
            session.play(made.move)
        elif made.seat == 1:
            session.play_program()
    assert session.made == first


def test_what_a_program_chose_is_no_choice_to_go_back_to() -> None:
    session = through(coins({Seat(1): "trusting"}), random.Random(2))
    assert {made.seat for made in session.decisions()} == {Seat(0)}
    assert {made.seat for made in session.made if not made.chance} == {Seat(0), Seat(1)}


def test_the_screen_of_one_person_against_a_program_stays_with_the_person() -> None:
    session = coins({Seat(0): "random"})
    while not session.over:
        assert (session.viewer, session.curtain) == (Seat(1), False)
        if session.play_program() is None:
            session.play(session.actions[0])


def test_between_two_people_the_screen_is_handed_over_before_anything_hidden_shows() -> None:
    session = coins()
    assert (session.curtain, session.viewer) == (True, None)
    assert session.view.hands == ((0, 0, 0), (0, 0, 0))
    session.take_screen()
    assert (session.curtain, session.viewer) == (False, Seat(0))
    assert sum(session.view.hands[0]) == 3
    session.play(session.actions[0])
    assert (session.curtain, session.viewer) == (True, None)


def test_where_nothing_is_hidden_nobody_hands_anything_over() -> None:
    session = fresh()
    for _ in range(30):
        assert (session.curtain, session.viewer) == (False, session.node.seat)
        session.play(session.actions[0])


def test_nobody_is_told_what_another_seat_may_see() -> None:
    session = through(coins({Seat(1): "random"}), random.Random(3))
    assert all(event.seats is None or Seat(0) in event.seats for event in session.told())
    assert any(event.seats == (Seat(0),) for event in session.told())
    assert any(event.seats == (Seat(1),) for made in session.made for event in made.events)


def test_the_result_is_that_of_whoever_has_the_screen() -> None:
    for seed in range(20):
        first, second = (
            through(coins({Seat(1 - seat): "random"}, f"end {seed}"), random.Random(seed)) for seat in (0, 1)
        )
        assert first.payoff() == first.node.payoffs[0]
        assert second.payoff() == second.node.payoffs[1]
    assert coins().payoff() is None


def test_a_person_without_the_screen_gets_no_advice_from_another_hand() -> None:
    class Advised(CoinAndHand):
        def policies(self) -> Any:
            return {**super().policies(), "greedy": lambda decision, look, rng: decision.actions[look().n_deck * 0]}

    session = GameSession(Advised(), 2, {}, seed="advice")
    session.settle()
    assert session.advice() is None
    session.take_screen()
    assert session.advice() == session.actions[0]


@pytest.mark.parametrize(
    ("programs", "said"),
    [({Seat(2): "random"}, "there is no seat 3; expected a seat from 1 to 2"), ({Seat(0): "best"}, "random, trusting")],
)
def test_a_program_that_cannot_sit_there_is_refused(programs: Any, said: str) -> None:
    with pytest.raises(BadSeat, match=said):
        GameSession(CoinAndHand(), 2, {}, seed="a", programs=programs)

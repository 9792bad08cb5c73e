"""The record of one side: it loads, verifies and shows what its seat saw, and holds nothing else."""

from pathlib import Path
from random import Random
from typing import Any

import pytest

from rising_tutor.core.branch import Made
from rising_tutor.core.ids import Seat
from rising_tutor.core.information import visible
from rising_tutor.core.node import Chance
from rising_tutor.core.playthrough import follow
from rising_tutor.core.registry import load_game
from rising_tutor.core.session import GameSession
from rising_tutor.core.unknown import UNKNOWN, write_seen
from rising_tutor.core.view import Viewer
from rising_tutor.replay import Header, OwnSideJournal, Recorder, Scribe, header_of, read, replay_of, verify, write
from rising_tutor.replay.certain import sees_for_sure
from rising_tutor.replay.edit import with_notes_of
from rising_tutor.replay.model import Line, Replay
from rising_tutor.replay.one_sided import SEEN_BY, is_one_sided, one_sided, only_person, seen_by, with_side
from tests.testkit.coin_and_hand import KINDS, CoinAndHand, Lay

COIN: Any = load_game("coin-and-hand")
VIEWERS: tuple[Viewer, ...] = (None, Seat(0), Seat(1))
FORMS = ("game.replay", "game.replay.jsonl")


def played(seed: int, n: int | None = None, game: Any = COIN) -> tuple[Replay, tuple[Made, ...]]:
    """The whole record of a game up to line n, and its moves."""
    trail = follow(game, seats=2, seed=seed)
    made = trail.positions[:n]
    scribe = Scribe(game)
    for move in made:
        scribe.line(move.state, move.move)
    end = made[-1].step.state
    return replay_of(header_of(game, 2), scribe, end), made


def hides(made: Made, viewer: Viewer) -> bool:
    """Whether the viewer is not told all that a move did."""
    return len(visible(made.events, viewer)) < len(made.events)


@pytest.mark.parametrize("viewer", VIEWERS)
@pytest.mark.parametrize("form", FORMS)
def test_no_card_that_the_seat_was_not_told_of_stands_in_the_file(viewer: Viewer, form: str) -> None:
    n_hidden = n_came_to_light = 0
    for seed in range(6):
        replay, made = played(seed, 12 + 3 * seed)
        side = one_sided(COIN, replay, made, viewer)
        data = write(side, form)
        assert read(data, form) == side
        n_named = 0
        for at, (line, move) in enumerate(zip(read(data, form).lines, made, strict=True)):
            true = COIN.write(move.state, move.move)
            if not hides(move, viewer):
                assert line.move == true
            elif came_to_light(made, at):
                n_came_to_light += 1
                assert line.move == true
            else:
                n_hidden += 1
                assert line.move in ("draw ?", "lay ?")
            n_named += any(kind in line.move for kind in KINDS)
        assert sum(data.decode().count(f" {kind}") for kind in KINDS) == n_named, "no card stands anywhere else"
    assert n_hidden > 10
    assert n_came_to_light > 3


def came_to_light(made: tuple[Made, ...], at: int) -> bool:
    """Whether a card that was laid was called, which shows it, or let be, when it does what only it does."""
    if not isinstance(made[at].move, Lay):
        return False
    effects = [event.what for one in made[at + 1 :] if one.state.turn == made[at].state.turn for event in one.events]
    return any(what in ("calls", "lets be") for what in effects)


@pytest.mark.slow
@pytest.mark.parametrize("viewer", VIEWERS)
def test_it_verifies_and_settles_all_that_the_seat_saw(viewer: Viewer) -> None:
    """At every line each possible table looks to the seat as the true one did, which is among them."""
    for seed in range(5):
        replay, made = played(seed)
        verified = verify(write(one_sided(COIN, replay, made, viewer), FORMS[1]), FORMS[1])
        assert verified.ok
        possible = verified.possible
        assert possible is not None
        assert not possible.stopped
        assert possible.last == len(made)
        for at in range(possible.first, len(made) + 1):
            true = made[at - 1].step.state if at else made[0].state
            states = possible.states(at)
            assert true in states
            assert sees_for_sure(COIN, states, viewer)
            assert COIN.view(states[0], viewer) == COIN.view(true, viewer)
        if viewer is not None:
            most = max(possible.known_at(at) for at in range(len(made) + 1))
            assert most > 1, "the other hand is not known"


def test_a_view_that_is_not_the_same_on_all_tables_is_told() -> None:
    replay, made = played(1, 5)
    possible = verify(write(one_sided(COIN, replay, made, Seat(0)), FORMS[0]), FORMS[0]).possible
    assert possible is not None
    assert sees_for_sure(COIN, possible.states(5), Seat(0))
    assert not sees_for_sure(COIN, possible.states(5), Seat(1))
    assert not sees_for_sure(COIN, (), Seat(0))


def test_notes_and_side_lines_are_left_out_as_they_may_tell_what_the_moves_do_not() -> None:
    replay, made = played(1, 6)
    first, *rest = replay.lines
    side_line = ((Line("draw fox"),),)
    noted = Line(first.move, comment="a fox", side=side_line, above=("# the fox is his",), below=("# fox",))
    side = one_sided(COIN, Replay(replay.header, (noted, *rest)), made, Seat(1))
    assert b"fox is" not in write(side, FORMS[0])
    assert side.lines[0] == Line("draw ?")


def test_whose_side_it_is_stands_in_the_header_and_a_side_is_taken_once() -> None:
    replay, made = played(1, 6)
    side = one_sided(COIN, replay, made, Seat(1))
    assert (is_one_sided(replay.header), is_one_sided(side.header), seen_by(side.header)) == (False, True, Seat(1))
    assert one_sided(COIN, side, made, Seat(0)) is side
    assert seen_by(with_side(replay.header, None)) is None
    for said in ("3", "0", "two", "\u0663", "99999"):
        assert seen_by(Header("coin-and-hand", seats=2, fields=((SEEN_BY, said),))) is None
    fire = load_game("fire")
    open_game, moves = played(1, 6, fire)
    assert one_sided(fire, open_game, moves, Seat(0)) is open_game


def test_notes_of_one_side_stand_beside_the_whole_game_too() -> None:
    replay, made = played(1, 8)
    side = one_sided(COIN, replay, made, Seat(0))
    noted = Replay(side.header, (*side.lines[:-1], Line(side.lines[-1].move, comment="why this?")))
    assert with_notes_of(replay, noted).lines[-1].comment == "why this?"
    other, _ = played(2, 8)
    assert with_notes_of(other, noted).lines[-1].comment == ""


def test_a_game_that_does_not_say_how_writes_a_bare_question_mark_for_what_is_hidden() -> None:
    class Bare(CoinAndHand):
        write_seen: Any = None

    bare: Any = Bare()
    n_hidden = 0
    for move in follow(bare, seats=2, seed=4).positions:
        for viewer in VIEWERS:
            text = write_seen(bare, move.state, move.move, viewer)
            hidden = hides(move, viewer)
            n_hidden += hidden
            assert text == (UNKNOWN if hidden else bare.write(move.state, move.move))
    assert n_hidden


def test_a_running_game_is_written_down_as_its_person_sees_it_and_whole_at_its_end(tmp_path: Path) -> None:
    path = tmp_path / "evening.replay.jsonl"
    header = header_of(COIN, 2, programs={Seat(1): "random"})
    assert only_person(header) == Seat(0)
    assert only_person(header_of(COIN, 2)) is None
    recorder = Recorder.open(path, with_side(header, Seat(0)))
    with OwnSideJournal(COIN, path, recorder, header, Seat(0)) as journal:
        session = GameSession(COIN, 2, {}, seed="7", journal=journal, programs={Seat(1): "random"})
        session.settle()
        n_checked = 0
        while not session.over:
            if session.program:
                session.play_program()
            else:
                session.play(session.actions[0])
            if session.over:
                break
            kept = read(path)
            assert [line.move for line in kept.lines] == [
                COIN.write_seen(made.state, made.move, Seat(0)) for made in session.made
            ]
            assert not kept.result
            n_checked += 1
        assert n_checked > 3
        whole = verify(path)
        assert whole.ok
        assert whole.possible is None
        assert [one.move for one in whole.moves] == [made.move for made in session.made]
        assert not is_one_sided(read(path).header)
        # Taken back behind the end, it is a running game again, and its file holds one side.
        at = session.decisions()[-1].at
        session.undo(at)
        again = read(path)
        assert len(again.lines) == at
        assert is_one_sided(again.header)
        assert any(UNKNOWN in line.move for line in again.lines)
        session.play(session.actions[0])
        assert len(read(path).lines) > at
        session.undo(0)
        assert read(path).lines == ()


def test_chance_of_the_own_deck_is_told_and_of_the_other_is_not() -> None:
    _, made = played(3)
    deals = [one for one in made if isinstance(one.node, Chance) and one.state.agenda[-1].do == "draw"]
    own = [one for one in deals if one.state.agenda[-1].seat == 0]
    assert own
    assert len(own) < len(deals)
    for one in deals:
        text = write_seen(COIN, one.state, one.move, Seat(0))
        assert text == (COIN.write(one.state, one.move) if one in own else "draw ?")


def twin(made: tuple[Made, ...], viewer: Viewer, rng: Random, game: Any = COIN) -> tuple[Made, ...]:
    """Another game that tells the viewer the same, move by move, for as far as there is one."""
    found: list[Made] = []
    state = made[0].state
    for at, one in enumerate(made):
        node, told = game.node(state), visible(one.events, viewer)
        if isinstance(node, Chance):
            moves = [move for move, _ in node.outcomes]
        else:
            moves = [one.move] if node.seat == viewer else list(node.actions)
        rng.shuffle(moves)
        for move in moves:
            step = game.resolve(state, move) if isinstance(node, Chance) else game.act(state, move)
            if visible(step.events, viewer) == told:
                found.append(Made(at, state, node, move, step))
                state = step.state
                break
        else:
            return tuple(found)
    return tuple(found)


@pytest.mark.parametrize("viewer", VIEWERS)
def test_games_that_a_seat_cannot_tell_apart_have_the_same_record_of_its_side(viewer: Viewer) -> None:
    n_other = 0
    for seed in range(8):
        whole, made = played(seed)
        other = twin(made, viewer, Random(seed))
        same = made[: len(other)]
        sides = []
        for moves in (same, other):
            scribe = Scribe(COIN)
            for move in moves:
                scribe.line(move.state, move.move)
            replay = replay_of(whole.header, scribe, moves[-1].step.state)
            sides.append(write(one_sided(COIN, replay, moves, viewer), FORMS[1]))
        n_other += [one.move for one in same] != [one.move for one in other]
        assert sides[0] == sides[1]
    assert n_other > 4

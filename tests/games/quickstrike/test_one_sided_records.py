"""Avatar records of one side: they play as one table, hold nothing the seat did not see, and are reviewed whole."""

from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from rising_tutor.analysis.ledger import LUCK, ledger_of
from rising_tutor.analysis.review import ONE_SIDE, review_of_ledger
from rising_tutor.core.branch import Made
from rising_tutor.core.ids import Seat
from rising_tutor.core.node import Chance
from rising_tutor.core.playthrough import follow
from rising_tutor.core.session import GameSession
from rising_tutor.core.unknown import UNKNOWN
from rising_tutor.core.view import Viewer
from rising_tutor.decks.slots import HIDDEN, UNSETTLED, Slot
from rising_tutor.games.quickstrike import actions as do
from rising_tutor.replay import OwnSideJournal, Recorder, Replay, Scribe, header_of, read, replay_of, verify, write
from rising_tutor.replay.one_sided import is_one_sided, one_sided, with_side
from tests.replay.test_one_sided import twin
from tests.testkit.quickstrike import GAME

ANY: Any = GAME
VIEWERS: tuple[Viewer, ...] = (None, Seat(0), Seat(1))
FORMS = ("game.replay", "game.replay.jsonl")
SEEDS = (0, 1, 2)
DECKS = {"deck-1": "zuko", "deck-2": "zuko"}
"""Zuko and Uncle Iroh look at cards."""


@cache
def played(seed: int, policy: str = "greedy") -> tuple[Replay, tuple[Made, ...]]:
    """The whole record of a game, and its moves."""
    made = follow(ANY, seats=2, seed=seed, policy=policy, options=DECKS).positions
    scribe = Scribe(ANY)
    for move in made:
        scribe.line(move.state, move.move)
    return replay_of(header_of(ANY, 2, options=DECKS), scribe, made[-1].step.state), made


def shut(slot: Slot) -> Slot:
    """A slot without the difference between a card that others know and one that the record does not name."""
    return Slot(HIDDEN, slot.seen) if slot.card == UNSETTLED and slot.seen else slot


def seen(state: Any, viewer: Viewer) -> Any:
    """What a viewer sees, card by card."""
    found = []
    for mat in ANY.view(state, viewer).mats:
        deck = [shut(slot) for slot in (*mat.deck.top, *mat.deck.bottom)]
        energies = [[shut(slot) for slot in zone] for zone in mat.remembered]
        found.append((deck, mat.deck.n, energies, mat.discard, mat.bag, mat.flips, mat.allies, mat.advantages))
    return found


@pytest.mark.parametrize("viewer", VIEWERS)
@pytest.mark.parametrize("seed", SEEDS)
def test_it_is_one_table_and_shows_what_the_viewer_saw(viewer: Viewer, seed: int) -> None:
    whole, made = played(seed)
    side = one_sided(ANY, whole, made, viewer)
    for form in FORMS:
        verified = verify(write(side, form), form)
        assert verified.problems == ()
        assert verified.possible is None
        assert len(verified.moves) == len(side.lines) >= len(made)
    assert verified.result == verify(write(whole, FORMS[0]), FORMS[0]).result
    assert seen(verified.state, viewer) == seen(made[-1].step.state, viewer)


def test_cards_that_come_to_light_have_lines_of_their_own_and_others_stay_unnamed() -> None:
    unnamed, came = 0, 0
    for seed in SEEDS:
        whole, made = played(seed)
        side = one_sided(ANY, whole, made, None)
        unnamed += sum(line.move == "look ?" for line in side.lines)
        came += len(side.lines) - len(whole.lines)
    assert unnamed >= came > 5


def test_the_side_of_whoever_looks_names_the_cards() -> None:
    for seed in SEEDS:
        whole, made = played(seed)
        looks = [one for one in made if ANY.write(one.state, one.move).startswith("look ")]
        for seat in (Seat(0), Seat(1)):
            moves = [line.move for line in one_sided(ANY, whole, made, seat).lines]
            own = [ANY.write(one.state, one.move) for one in looks if one.state.agenda[-1].seen & 2 << seat]
            assert [move for move in moves if move.startswith("look ") and UNKNOWN not in move] == own


@pytest.mark.parametrize("viewer", VIEWERS)
def test_games_that_a_viewer_cannot_tell_apart_have_the_same_record_of_its_side(viewer: Viewer) -> None:
    n_other = 0
    for seed in SEEDS:
        whole, made = played(seed)
        other = twin(made, viewer, Random(seed), ANY)
        same = made[: len(other)]
        sides = []
        for moves in (same, other):
            scribe = Scribe(ANY)
            for move in moves:
                scribe.line(move.state, move.move)
            replay = replay_of(whole.header, scribe, moves[-1].step.state)
            sides.append(write(one_sided(ANY, replay, moves, viewer), FORMS[1]))
        n_other += [one.move for one in same] != [one.move for one in other]
        assert sides[0] == sides[1]
    assert n_other


def test_a_running_game_is_kept_as_its_person_sees_it_line_by_line(tmp_path: Path) -> None:
    path = tmp_path / "evening.replay.jsonl"
    header = header_of(ANY, 2, options=DECKS, programs={Seat(1): "greedy"})
    recorder = Recorder.open(path, with_side(header, Seat(0)))
    with OwnSideJournal(ANY, path, recorder, header, Seat(0)) as journal:
        session = GameSession(ANY, 2, DECKS, seed="11", journal=journal, programs={Seat(1): "greedy"})
        session.settle()
        greedy, rng = ANY.policies()["greedy"], Random(1)
        while not session.over:
            if session.program:
                session.play_program()
            else:
                session.play(greedy(ANY.node(session.state), lambda: ANY.view(session.state, Seat(0)), rng))
            if session.over or len(read(path).lines) > len(session.made) + 2:
                break
        assert not session.over, "cards that the other seat looked at came to light"
        for _ in range(2):
            kept = verify(path)
            assert kept.problems == ()
            assert kept.possible is None
            assert seen(kept.state, Seat(0)) == seen(session.state, Seat(0))
            assert is_one_sided(read(path).header)
            session.undo(session.decisions()[-4].at)


def test_it_is_reviewed_to_its_end_and_what_nobody_names_brings_no_luck() -> None:
    whole, made = played(0, "greedy")
    side = one_sided(ANY, whole, made, Seat(0))
    verified = verify(write(side, FORMS[0]), FORMS[0])
    n = next(at for at, moved in enumerate(verified.moves) if isinstance(moved.move, do.LeftOpen)) + 12
    ledger = ledger_of(ANY, verified.moves[:n], verified.start, n_seats=2)
    assert len(ledger.lines) == n
    assert ledger.remainder == 0
    left = [line for line in ledger.lines if isinstance(verified.moves[line.line - 1].move, do.LeftOpen)]
    assert left
    assert all((line.kind, line.luck) == (LUCK, 0) for line in left)
    review = review_of_ledger(ledger, replace(verified, moves=verified.moves[:n]), rolled=())
    assert ONE_SIDE in review.notes
    whole_game = verify(write(whole, FORMS[0]), FORMS[0])
    assert ONE_SIDE not in review_of_ledger(ledger, whole_game, rolled=()).notes


def test_a_record_typed_by_hand_may_leave_out_all_that_was_paid() -> None:
    whole, made = played(0, "greedy")
    lines = [
        "paid ?" if isinstance(one.node, Chance) and text.startswith("paid ") else text
        for one, text in zip(made, (line.move for line in whole.lines), strict=True)
    ]
    options = "\n".join(f"option {name}: {deck}" for name, deck in DECKS.items())
    text = f"replay: 1\ngame: avatar-tcg\nseats: 2\n{options}\nresult: {whole.result}\n\n" + "\n".join(lines)
    verified = verify(text.encode(), "typed.replay")
    assert verified.ok
    assert verified.possible is None
    assert verified.result is not None

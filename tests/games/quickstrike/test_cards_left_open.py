"""Cards that a record does not name: `paid ?` and `look ?` leave one table, on which the card stays unsettled."""

import re
from pathlib import Path

import pytest

from rising_tutor.core.node import Chance
from rising_tutor.errors import IllegalAction, UnreadableMove
from rising_tutor.games.quickstrike import actions as do
from rising_tutor.games.quickstrike.run import cards_of
from rising_tutor.replay import verify
from tests.testkit.quickstrike import GAME

FOLDER = Path(__file__).parents[3] / "replays" / "avatar-tcg"
GAMES = sorted(FOLDER.glob("*.replay"))


@pytest.mark.parametrize("file", GAMES, ids=lambda file: file.stem)
def test_a_record_without_the_paid_cards_is_one_table_to_its_end(file: Path) -> None:
    whole = verify(file)
    text = re.sub(r"\bpaid [\w-]+", "paid ?", file.read_text())
    assert "paid ?" in text
    partly = verify(text.encode(), file.name)
    assert (partly.problems, partly.possible) == ((), None)
    assert (len(partly.moves), partly.result) == (len(whole.moves), whole.result)
    assert GAME.load(GAME.dump(partly.state)) == partly.state
    for seat, mat in enumerate(partly.state.mats):
        known = whole.state.mats[seat]
        assert cards_of(mat, seat, partly.state.mats) == cards_of(known, seat, whole.state.mats)
        assert sum(mat.unseen) >= sum(known.unseen)
    assert any(slot < 0 for moved in partly.moves for mat in moved.step.state.mats for slot in mat.discard)
    told = [GAME.say(event) for moved in partly.moves for event in moved.step.events]
    assert any("a card that the record does not name" in said for said in told)


def test_a_card_that_was_looked_at_and_is_not_named_is_told_when_it_is_flipped() -> None:
    text = (FOLDER / "by-signature-moves.replay").read_text()
    start, looks = text.split("[turn 4]", 1)
    cut = looks.split("; play\n", 1)[0]
    assert "look closed-hand-form; look closed-hand-form; choose 2 1" in cut
    partly = verify(f"{start}[turn 4]{cut.replace('look closed-hand-form', 'look ?')}".encode(), "mine.replay")
    assert [problem.code for problem in partly.problems] == ["result"]
    deck = partly.state.mats[1].deck
    assert [slot.card for slot in deck.top] == [-1, -1]
    node = GAME.node(partly.state)
    assert isinstance(node, Chance)
    after = GAME.resolve(partly.state, GAME.read(partly.state, "flip closed-hand-form")).state
    assert (len(after.mats[1].deck.top), after.mats[1].deck.n) == (1, deck.n)
    assert sum(after.mats[1].unseen) == sum(partly.state.mats[1].unseen) - 1


def test_the_order_of_two_cards_that_are_not_named_may_be_unknown_too() -> None:
    text = (FOLDER / "by-signature-moves.replay").read_text()
    start, looks = text.split("[turn 4]", 1)
    cut = looks.split("; play\n", 1)[0].replace("look closed-hand-form", "look ?")
    with_order, without = (
        verify(f"{start}[turn 4]{rest}".encode(), "mine.replay") for rest in (cut, cut.replace("2 1", "?"))
    )
    assert with_order.state == without.state
    assert without.possible is None


def test_what_the_rules_need_to_know_cannot_be_left_open() -> None:
    start = GAME.start(2)
    assert GAME.leave_open(start, "reveal ?") is None
    with pytest.raises(IllegalAction):
        GAME.resolve(start, do.LeftOpen())
    flipping = next(
        moved.state for moved in verify(GAMES[0]).moves if isinstance(moved.move, do.Turned) and moved.state.round
    )
    assert GAME.leave_open(flipping, "flip ?") is None


def test_an_open_energy_is_paid_again_without_a_word() -> None:
    text = (FOLDER / "seat-1-wins.replay").read_text()
    partly = verify(re.sub(r"\bpaid [\w-]+", "paid ?", text).encode(), "mine.replay")
    seen = [
        slot
        for moved in partly.moves
        for mat in moved.step.state.mats
        for zone in mat.energies
        for slot in zone
        if slot.card < 0 and slot.seen
    ]
    assert seen, "no energy of this game was paid, added again and not named"
    assert partly.ok


@pytest.mark.slow
def test_a_word_for_another_kind_of_card_is_out_of_place_and_later_lines_are_no_typing_faults() -> None:
    text = (FOLDER / "seat-1-wins.replay").read_text()
    row = next(at for at, row in enumerate(text.splitlines(), 1) if "paid downdraft" in row)
    found = verify(text.replace("paid downdraft", "flip downdraft", 1).encode(), "mine.replay")
    assert [(one.line, one.code) for one in found.problems] == [(row, "unfit")]
    assert "paid" in found.problems[0].expected
    unknown = verify(re.sub(r"\breveal [\w-]+", "reveal ?", text).encode(), "mine.replay")
    assert unknown.problems == ()
    assert unknown.possible is not None


@pytest.mark.parametrize(
    ("typed", "wrong"),
    [
        ("flip pumel", "pumel"),
        ("counter payng 2 green", "payng"),
        ("counter paying 2 gren", "2 gren"),
        ("reflip nobody", "nobody"),
        ("power #x", "#x"),
        ("jump", "jump"),
    ],
)
def test_what_cannot_be_read_is_told_at_the_word_that_is_wrong(typed: str, wrong: str) -> None:
    with pytest.raises(UnreadableMove) as error:
        GAME.read(GAME.start(2), typed)
    assert typed[error.value.column - 1 :].startswith(wrong)

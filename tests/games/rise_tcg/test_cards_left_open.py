"""Cards that a record does not name: `draw ?` leaves one table, on which the card in the hand stays unsettled."""

import re
from pathlib import Path

import pytest

from rising_tutor.core.information import visible
from rising_tutor.errors import IllegalAction
from rising_tutor.games.rise_tcg import actions as do
from rising_tutor.games.rise_tcg.game import RiseGame
from rising_tutor.games.rise_tcg.run import cards_of
from rising_tutor.games.rise_tcg.state import n_unsettled
from rising_tutor.replay import verify
from tests.testkit.rise import BOOK

GAME = RiseGame(BOOK)
FOLDER = Path(__file__).parents[3] / "replays" / "rise-tcg"
GAMES = ("diseases", "four-attackers", "gates-against-plague")


@pytest.mark.parametrize("name", GAMES)
def test_a_record_without_the_drawn_cards_is_one_table_to_its_end(name: str) -> None:
    file = FOLDER / f"{name}.replay"
    whole = verify(file)
    text = re.sub(r"\bdraw [\w-]+", "draw ?", file.read_text("utf-8"))
    partly = verify(text.encode(), file.name)
    assert (partly.problems, partly.possible) == ((), None)
    assert (len(partly.moves), partly.result) == (len(whole.moves), whole.result)
    assert GAME.load(GAME.dump(partly.state)) == partly.state
    for seat, side in enumerate(partly.state.sides):
        assert cards_of(partly.state, seat) == cards_of(whole.state, seat)
        assert sum(side.unseen) == n_unsettled(side)
        assert len(side.hand) == len(whole.state.sides[seat].hand)
    told = [[type(event).__name__ for moved in one.moves for event in moved.step.events] for one in (whole, partly)]
    assert [kind for kind in told[0] if kind != "SawCard"] == told[1]


def test_a_seat_with_an_unnamed_card_is_asked_for_all_that_it_can_be() -> None:
    file = FOLDER / "double-death.replay"
    text = re.sub(r"\bdraw [\w-]+", "draw ?", file.read_text("utf-8")).split("invoke", 1)[0]
    partly = verify(text.encode(), "mine.replay")
    legal = [GAME.write(partly.state, action) for action in GAME.node(partly.state).actions]  # type: ignore[union-attr]
    invoked = {text.split()[1] for text in legal if text.startswith("invoke")}
    assert {"grave-brute", "vat-clone", "jester"} <= invoked
    after = GAME.act(partly.state, GAME.read(partly.state, "invoke jester with vell")).state  # type: ignore[arg-type]
    assert sum(after.sides[0].unseen) == sum(partly.state.sides[0].unseen) - 1


def test_what_is_tossed_rolled_or_looked_at_cannot_be_left_open() -> None:
    start = GAME.start(2)
    assert GAME.leave_open(start, "roll ?") is None
    assert GAME.leave_open(start, "?") is None
    with pytest.raises(IllegalAction):
        GAME.resolve(start, do.LeftOpen())


def test_only_its_own_seat_writes_what_it_draws() -> None:
    whole = verify(FOLDER / "double-death.replay")
    drawn = [moved for moved in whole.moves if isinstance(moved.move, do.Drawn)]
    assert len(drawn) > 10
    for moved in drawn:
        seat = next(event.seat for event in moved.step.events if type(event).__name__ == "DrewCard")
        texts = {viewer: GAME.write_seen(moved.state, moved.move, viewer) for viewer in (0, 1, None)}  # type: ignore[arg-type]
        assert texts[seat] == GAME.write(moved.state, moved.move)
        assert texts[1 - seat] == texts[None] == "draw ?"
        assert all(type(event).__name__ != "SawCard" for event in visible(moved.step.events, None))

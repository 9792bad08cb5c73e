"""Cards that a record does not name: `draw ?` and `look ?` leave one table, on which the card stays unsettled."""

import re
from pathlib import Path
from typing import Any

import pytest

from rising_tutor.core.information import visible
from rising_tutor.core.playthrough import follow
from rising_tutor.decks.slots import UNSETTLED
from rising_tutor.errors import IllegalAction
from rising_tutor.games.rise_tcg import actions as do
from rising_tutor.games.rise_tcg.game import RiseGame
from rising_tutor.games.rise_tcg.run import cards_of
from rising_tutor.games.rise_tcg.state import n_unsettled
from rising_tutor.replay import Scribe, header_of, replay_of, verify, write
from rising_tutor.replay.one_sided import one_sided
from tests.games.rise_tcg.test_hidden import LOOKING
from tests.testkit.rise import BOOK, IDLE, Scene, Side
from tests.testkit.rise import GAME as FIXTURES

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


def test_what_is_tossed_or_rolled_cannot_be_left_open() -> None:
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


def looked(*texts: str) -> Scene:
    """Oss has looked at the first card of the library, and the texts were played."""
    me = Side(unseen="bear mouse ox", summoners="oss vell", hp=(20, 20))
    return Scene(me, IDLE).do("skill oss 1", *texts)


def test_a_card_that_was_looked_at_and_is_not_named_stays_on_top_unsettled() -> None:
    open_ = looked("look ?", "select no")
    side = open_.state.sides[0]
    assert (len(side.library.top), side.library.top[0].card, sum(side.unseen)) == (1, UNSETTLED, 3)
    assert FIXTURES.load(FIXTURES.dump(open_.state)) == open_.state
    assert not looked("look ?").told("SawCard")
    assert FIXTURES.view(open_.state, 1) == FIXTURES.view(looked("look ?", "select no").state, 1)


def test_where_it_is_put_away_in_sight_it_has_a_line_of_its_own() -> None:
    put = looked("look ?", "select yes")
    drawn: Any = FIXTURES.node(put.state)
    assert {FIXTURES.write(put.state, move) for move, _ in drawn.outcomes} == {"put bear", "put mouse", "put ox"}
    assert FIXTURES.leave_open(put.state, "put ?") is None, "everybody sees it"
    assert FIXTURES.write_seen(put.state, FIXTURES.read(put.state, "put ox"), None) == "put ox"
    done = put.do("put ox")
    assert done.cemetery() == ["ox"]
    assert done.told("PutFromTop")[0].seats is None
    assert looked("look ox", "select yes").state.sides[0].unseen == done.state.sides[0].unseen


@pytest.mark.sweep(one_in=3)
@pytest.mark.slow
@pytest.mark.parametrize("viewer", [None, 0, 1])
def test_one_side_of_a_game_full_of_looks_is_one_table_to_its_end(viewer: Any) -> None:
    game: Any = GAME
    options = {"deck-1": LOOKING, "deck-2": LOOKING}
    n_looks = n_put = 0
    for seed in range(4):
        made = follow(game, seats=2, seed=seed, options=options, limit=700).positions
        scribe = Scribe(game)
        for move in made:
            scribe.line(move.state, move.move)
        whole = replay_of(header_of(game, 2, options=options), scribe, made[-1].step.state)
        side = one_sided(game, whole, made, viewer)
        again = verify(write(side, "game.replay"), "game.replay")
        assert (again.problems, again.possible) == ((), None)
        texts = [line.move for line in side.lines]
        n_looks += texts.count("look ?")
        n_put += sum(text.startswith("put ") for text in texts)
        assert game.view(again.state, viewer).pieces == game.view(made[-1].step.state, viewer).pieces
    assert n_looks > 5
    assert n_put > 1

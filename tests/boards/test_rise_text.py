"""The table of Rise TCG as text."""

from rising_tutor.boards import board_for
from tests.testkit.rise import GAME, Scene, Side


def text(s: Scene, viewer: int | None) -> str:
    return board_for(GAME).text(GAME.view(s.state, viewer))  # type: ignore[arg-type]


ME = Side(hand="ox", closed="storm-bolt", play="bear!damage=1 steel-harness@bear plain-door!open", cemetery="mouse")
FOE = Side(closed="cub", play="mouse!tilted cold@seat-1", summoners="vell oss", levels=(1, 0), cp=(2, 1))


def test_each_side_is_told_with_values_of_the_moment_and_the_own_one_stands_below() -> None:
    told = text(Scene(ME, FOE), 0)
    assert "Bear (4/3), with Steel Harness" in told
    assert told.count("Equipment: When this card is invoked, its player chooses a target to attach it to") == 1
    assert "Plain Door (1/4, open)" in told
    assert "Mouse (2/2, tilted)" in told
    assert "Vell, Plague Doctor: 24 HP, level 2, 2 points" in told
    assert "beside the Stock with Cold" in told
    assert [line[:8] for line in told.splitlines() if line.startswith("Player")] == ["Player 2", "Player 1"]


def test_hands_of_others_are_counted_and_never_named() -> None:
    s = Scene(ME, FOE)
    own, theirs, watched = (text(s, viewer) for viewer in (0, 1, None))
    assert "hand  Storm Bolt and Ox" in own or "hand  Ox and Storm Bolt" in own
    assert "hand  1 card" in own
    for told in (theirs, watched):
        assert "hand  Ox and 1 card" in told
        assert "Storm Bolt" not in told
    assert "Cub" in theirs
    assert "Cub" not in own + watched


def test_the_chain_is_written_in_order_and_fights_with_their_blockers() -> None:
    s = Scene(Side(play="toll"), Side(play="mouse", hand="recall-horn")).do("action toll", "pass")
    s.do("invoke recall-horn with bram", "choose mouse")
    told = text(s, 0).splitlines()
    at = told.index("The chain, carried out from below:")
    assert told[at + 1 : at + 3] == ["  Toll of Player 1, at mouse", "  Recall Horn of Player 2, at mouse"]
    fight = Scene(Side(play="bear"), Side(play="mouse")).do("to attack", "attack bear").passes()
    fight.do("block bear with mouse")
    assert "Bear attacks Player 2, blocked by Mouse." in text(fight, 0)


def test_cards_are_called_samples_wherever_they_are_shown() -> None:
    assert text(Scene(ME, FOE), None).endswith("All cards are samples of our own: the rulebook prints none.")

"""A point and the end of a game (QS-901 to QS-911)."""

import pytest

from rising_tutor.errors import IllegalAction
from rising_tutor.replay.endings import has_ended, result_text, result_word
from tests.testkit.quickstrike import GAME, Scene, Side


@pytest.mark.rule("QS-902")
def test_at_a_point_both_clean_up() -> None:
    me = Side(deck="skewer", advantages="open-hand-form", discard="")
    foe = Side(flips={"yellow": "tremor-trail"}, advantages="closed-hand-form", discard="")
    s = Scene(me, foe, attack="yellow", zone="red").do("discard")
    assert s.discard() == ["skewer", "open-hand-form"]
    assert s.discard(1) == ["closed-hand-form", "tremor-trail"]


@pytest.mark.rule("QS-903")
def test_the_scorer_celebrates_with_an_energy_for_each_ally() -> None:
    foe = Side(allies={"green": "momo", "red": "katara"})
    s = Scene(Side(deck="skewer"), foe, zone="red").do("discard")
    assert s.energies(1) == (4, 3, 4)
    assert len(s.foe.discard) == 2


@pytest.mark.rule("QS-904")
def test_without_allies_there_is_nothing_to_celebrate() -> None:
    s = Scene(Side(deck="skewer"), zone="red").do("discard")
    assert s.energies(1) == (3, 3, 3)
    assert [event.rule for event in s.events if type(event).__name__ == "Celebrated"] == ["QS-904"]


@pytest.mark.rule("QS-906")
@pytest.mark.parametrize(("answer", "defender"), [("receive", 1), ("send", 2)])
def test_whoever_did_not_score_says_who_defends_next(answer: str, defender: int) -> None:
    s = Scene(Side(deck="skewer skewer"), zone="red").do("discard")
    assert (s.seat, s.legal) == (1, ["receive", "send"])
    assert s.do(answer).seat == defender


@pytest.mark.rule("QS-911")
def test_giving_up_is_offered_where_the_option_says_so() -> None:
    s = Scene(Side(deck="skewer"), concede=True)
    assert s.legal[-1] == "concede"
    s.do("concede")
    assert s.over is not None
    assert (s.over.payoffs, s.over.reason) == ((-1, 1), "QS-911")
    silent = Scene(Side(deck="skewer"))
    silent.refused("concede", "QS-911")
    with pytest.raises(IllegalAction):
        silent.do("concede")


@pytest.mark.rule("QS-911")
def test_a_limit_of_turns_ends_a_game_unfinished() -> None:
    s = Scene(Side(deck="snapped-off"), turn_limit=2).do("counter")
    assert s.over is not None
    assert s.over.payoffs == (0, 0)
    assert (result_text(s.over), result_word(s.over, shared=False)) == ("unfinished, QS-911", "unfinished")
    assert has_ended(s.over, "draw, QS-911"), "as files of before have it"
    assert not has_ended(s.over, "seat 1 win, seat 2 loss, QS-911")
    assert GAME.start(2, {"turn_limit": "9"}).options.turn_limit == 9

"""Chapter 8: how the game is won and lost, and when that is judged."""

import pytest

from rising_tutor.core.node import Terminal
from tests.testkit.scene import Scene

CALM = ("kuruk", "kyoshi", "pakku", "bumi", "roku", "appa", "ran-and-shaw", "jeong-jeong", "yangchen")
GONE = ("tyro", "jet", "teo", "huu", "yue", "bato", "iroh", "shyu", "arnook", "piandao", "suki", "kanna")
LAST = ("yellow AA > wulong-forest", "red F > wulong-forest", "green E > wulong-forest", "stop")


def calm(*battles: str, **options: str) -> Scene:
    """Three Teams; nine Heroes without the icon on the board; battles only where they are named."""
    s = Scene("toph", "aang", "zuko", **options).at(1, *CALM[:3]).at(2, *CALM[3:6]).at(3, *CALM[6:])
    return s.phase_2(*battles) if battles else s


def to_the_end(s: Scene, step: str = "clear_heroes") -> tuple[str, tuple[str, ...]]:
    """Result and rules after step 5 of this turn; empty while the game goes on."""
    view = s.step(step, "toph").play_on("turn.1").view()
    return view.result, view.reasons


@pytest.mark.rule("FNR-801")
def test_the_third_completed_battle_wins() -> None:
    s = calm("wulong-forest 1", "-", "-").step_3("toph", shown="yellow AA, red F, green E")
    s.do(*LAST).chance("drew reroll").play_on("turn.1")
    end = s.node()
    assert isinstance(end, Terminal)
    assert (end.payoffs, end.reason) == ((1, 1, 1), "FNR-801")


@pytest.mark.rule("FNR-801")
def test_two_completed_battles_do_not_win() -> None:
    s = calm("wulong-forest 1", "fire-nation-palace", "-").step_3("toph", shown="yellow AA, red F, green E")
    s.do(*LAST).chance("drew reroll").play_on("turn.1")
    assert len(s.view().battles_done) == 2
    assert s.view().result == ""


@pytest.mark.rule("FNR-802")
@pytest.mark.parametrize(("before", "result"), [(8, ""), (9, "loss"), (11, "loss")])
def test_the_tenth_defeated_hero_loses(before: int, result: str) -> None:
    s = calm("wulong-forest", "-", "-").set(defeated=GONE[:before]).row("toph", "toph", "cabbage-merchant 3")
    assert to_the_end(s) == (result, ("FNR-802",) if result else ())
    assert len(s.view().defeated) == before + 1


@pytest.mark.rule("FNR-802")
@pytest.mark.parametrize("players", [2, 3, 5])
def test_the_limit_does_not_depend_on_the_number_of_players(players: int) -> None:
    s = Scene(*("aang", "katara", "sokka", "toph", "zuko")[:players]).set(defeated=GONE[:9])
    assert s.step("judge", "aang").view().result == ""
    s.set(defeated=GONE[:10])
    assert s.step("judge", "aang").view().reasons == ("FNR-802",)


@pytest.mark.rule("FNR-803")
def test_a_team_without_heroes_loses_the_game_for_all() -> None:
    s = calm().row("aang", "aang 6").row("toph", "toph", "bato")
    assert to_the_end(s) == ("loss", ("FNR-803",))
    assert s.node().payoffs == (-1, -1, -1)


@pytest.mark.rule("FNR-804")
@pytest.mark.parametrize("loss", ["heroes", "team", "both"])
def test_a_win_goes_before_a_loss_of_the_same_turn(loss: str) -> None:
    s = calm("wulong-forest 1", "-", "-").row("toph", "toph", "sokka")
    if loss in ("heroes", "both"):
        s.set(defeated=GONE[:9]).at(2, "cabbage-merchant 3", "roku", "appa")
    if loss in ("team", "both"):
        # The reward heals each Hero by 1, so this one has more than its spaces.
        s.row("aang", "aang 7")
    s.step_3("toph", shown="yellow AA, red F, green E").do(*LAST).chance("drew reroll").play_on("turn.1")
    view = s.view()
    assert view.result == "win"
    # The ruling: the reasons of the loss are kept beside it.
    kept = {"heroes": ("FNR-802",), "team": ("FNR-803",), "both": ("FNR-802", "FNR-803")}[loss]
    assert view.reasons == ("FNR-804", "FNR-801", *kept)
    assert s.node().payoffs == (1, 1, 1)


@pytest.mark.rule("FNR-805")
def test_the_result_is_judged_after_the_refill() -> None:
    s = calm("wulong-forest", "-", "-").phase_2("wulong-forest", "-", "-", after="ruin").set(defeated=GONE[:9])
    s.at(1, "-", "kyoshi", "-").step("refill", "toph").chance("card haru")
    assert len(s.view().defeated) == 10
    assert s.view().result == ""
    s.chance("card june", "card mai")
    assert s.view().result == "loss"
    assert s.order("CardDiscarded", "BoardRefilled", "GameEnded") == ["CardDiscarded", "BoardRefilled", "GameEnded"]


@pytest.mark.rule("FNR-805")
def test_a_loss_in_step_5d_waits_for_the_refill_too() -> None:
    s = calm("wulong-forest", "-", "-").row("aang", "aang 6").at(1, "-", "kyoshi", "pakku")
    s.step("clear_heroes", "toph")
    assert s.cards("aang") == ()
    assert s.view().result == ""
    assert s.next_turn().view().result == "loss"


@pytest.mark.rule("FNR-806")
def test_the_ruin_result_can_take_the_last_hero_of_a_team() -> None:
    s = calm().row("zuko", "tyro").set(ruin=15, ruin_topped=True)
    assert to_the_end(s, "black_sun") == ("loss", ("FNR-803",))
    assert s.view().defeated == ("tyro",)


@pytest.mark.rule("FNR-806")
def test_the_balance_result_leaves_that_team_alone() -> None:
    s = calm().row("zuko", "tyro").set(balance=6, balance_topped=True)
    assert to_the_end(s, "black_sun") == ("", ())


@pytest.mark.rule("FNR-807")
def test_ruin_at_the_top_is_no_loss() -> None:
    s = calm().set(ruin=13).turn("toph", facing=2).do("at 1").chance("fire stay-2")
    assert s.view().ruin == s.view().ruin_top
    assert s.next_turn().view().result == ""
    assert s.view().phase == 2


@pytest.mark.rule("FNR-807")
def test_empty_decks_are_no_loss() -> None:
    s = calm().at(1, "-", "-", "-").deck()
    s.set(fire_deck=(0,) * 9, fire_discard=tuple(kind.n for kind in s.book.fire)).turn("toph", facing=2)
    s.do("at 1")
    assert s.happened("FireNationReshuffled", n=15)
    s.chance("fire stay-0").next_turn()
    assert s.view().result == ""
    assert s.view().places[:3] == (None, None, None)

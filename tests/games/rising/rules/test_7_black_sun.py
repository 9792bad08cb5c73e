"""Chapter 7, first half: the Day of Black Sun, once, at the end of a turn, by one track or the other."""

from collections import Counter

import pytest

from rising_tutor.core.chance_streams import ChanceStreams
from rising_tutor.core.node import Chance
from tests.testkit.scene import Scene

BATTLES = ("wulong-forest", "fire-nation-palace", "ba-sing-se")
CALM = ("kuruk", "kyoshi", "pakku", "bumi", "roku", "appa", "ran-and-shaw", "jeong-jeong", "yangchen")
TOP = {"ruin": {"ruin": 15, "ruin_topped": True}, "balance": {"balance": 6, "balance_topped": True}}
TOP["both"] = TOP["ruin"] | TOP["balance"]


def calm(*teams: str, **options: str) -> Scene:
    """Nine Heroes without the icon lie on the board."""
    s = Scene(*(teams or ("toph", "aang")), **options)
    return s.at(1, *CALM[:3]).at(2, *CALM[3:6]).at(3, *CALM[6:])


def event(s: Scene, by: str, team: str = "toph") -> Scene:
    """The step of the Day of Black Sun, after the markers of a track (or both) reached the top this turn."""
    return s.set(**TOP[by]).step("black_sun", team)


def after(by: str) -> Scene:
    """A scene in phase 2 in which cards are revealed under the standing rule of this result."""
    return calm().phase_2(after=by)


@pytest.mark.rule("FNR-701")
def test_balance_at_the_top_brings_the_event_before_the_next_turn() -> None:
    # The last space of this side costs A and W.
    s = calm().set(balance=5).step_3("toph", shown="blue W, yellow A")
    s.do("blue W > balance", "yellow A > balance", "stop").next_turn()
    order = s.order("BalanceMoved", "BlackSunCame", "TurnPassed")
    assert order == ["BalanceMoved", "BlackSunCame", "TurnPassed"]
    assert s.happened("BlackSunCame", track="balance", both=False, rule="FNR-703")
    assert s.view().phase == 2


@pytest.mark.rule("FNR-701")
def test_ruin_at_the_top_brings_the_event_before_the_next_turn() -> None:
    s = calm().set(ruin=13).turn("toph", facing=2).do("at 1").chance("fire stay-2").next_turn()
    assert s.happened("BlackSunCame", track="ruin", rule="FNR-705")
    assert s.order("RuinMoved", "BlackSunCame", "TurnPassed") == ["RuinMoved", "BlackSunCame", "TurnPassed"]
    assert s.view().phase == 2


def restored(s: Scene) -> Scene:
    """All Heroes of the Teams are healthy again, so that the game lasts."""
    for team in ("toph", "aang"):
        s.row(team, *s.cards(team))
    return s.set(defeated=())


@pytest.mark.rule("FNR-702")
@pytest.mark.parametrize("by", ["balance", "ruin"])
def test_the_event_comes_once_in_a_game(by: str) -> None:
    s = calm().row("toph", "toph", "katara", "sokka").row("aang", "aang", "momo", "zuko")
    event(s, by).next_turn()
    for _ in range(30):
        s.do("at 1")
        cards = s.outcomes()
        s.chance(next((card for card in cards if card.endswith("-2")), next(iter(cards))))
        restored(s.next_turn())
    assert s.state.turn >= 31
    assert not s.state.result
    assert max(card.ruin for card in s.happened("FireNationTurned")) == 2
    assert len(s.happened("BlackSunCame")) == 1
    assert (s.view().ruin, s.view().balance) == (0, None)


def with_icons() -> Scene:
    """Icon cards of both kinds at locations and on Teams."""
    s = calm().at(1, "azula", "haru", "june").at(3, "zhao 1", "huu", "xin-fu")
    return s.row("toph", "toph", "tyro", "teo").row("aang", "bato", "aang")


@pytest.mark.rule("FNR-703")
@pytest.mark.parametrize("by", ["balance", "both"])
def test_balance_first_or_a_tie_removes_villains_with_the_icon(by: str) -> None:
    s = event(with_icons(), by)
    assert s.view().villains_out == ("azula", "zhao")
    cards = {spot.card for spot in s.view().places if spot}
    assert {"haru", "huu", "june", "xin-fu"} <= cards
    assert (s.cards("toph"), s.cards("aang")) == (("toph", "tyro", "teo"), ("bato", "aang"))
    assert s.view().defeated == ()
    assert s.happened("BlackSunCame", track="balance", both=by == "both")


@pytest.mark.rule("FNR-704")
def test_after_balance_a_villain_with_the_icon_is_discarded_when_it_is_revealed() -> None:
    s = after("balance").at(2, "-", "roku", "appa").step("refill", "toph", facing=2)
    s.chance("card combustion-man")
    assert s.happened("CardDiscarded", card="combustion-man", rule="FNR-704")
    assert s.view().villains_out == ("combustion-man",)
    assert isinstance(s.node(), Chance)
    assert "card combustion-man" not in s.outcomes()
    s.chance("card haru")
    assert s.view().places[3].card == "haru"
    assert not s.happened("DamageTaken")


@pytest.mark.rule("FNR-705")
def test_ruin_alone_removes_heroes_with_the_icon_from_everywhere() -> None:
    s = event(with_icons(), "ruin")
    view = s.view()
    left = {spot.card for spot in view.places if spot} | {m.card for team in view.teams for m in team.row}
    assert not left & s.book.icon & set(s.book.hero)
    assert {"azula", "zhao", "june", "xin-fu"} <= left
    assert (s.cards("toph"), s.cards("aang")) == (("toph", "teo"), ("aang",))
    assert set(view.defeated) == {"haru", "huu", "tyro", "bato"}


@pytest.mark.rule("FNR-706")
def test_after_ruin_a_hero_with_the_icon_is_discarded_when_it_is_revealed() -> None:
    s = after("ruin").at(2, "-", "roku", "appa").step("refill", "toph")
    s.chance("card haru")
    assert s.happened("CardDiscarded", card="haru", rule="FNR-706")
    s.chance("card azula")
    assert s.view().places[3].card == "azula"


@pytest.mark.rule("FNR-704", "FNR-706")
@pytest.mark.parametrize(("by", "card"), [("balance", "haru"), ("ruin", "azula")])
def test_the_discard_rule_is_for_one_kind_only(by: str, card: str) -> None:
    s = after(by).at(2, "-", "roku", "appa").step("refill", "toph").chance(f"card {card}")
    assert s.view().places[3].card == card
    assert not s.happened("CardDiscarded")


@pytest.mark.rule("FNR-707")
def test_heroes_that_the_ruin_result_removes_are_defeated() -> None:
    s = calm().at(1, "haru", "huu", "pakku").row("toph", "toph", "tyro").set(defeated=("iroh",))
    event(s, "ruin")
    assert len(s.view().defeated) == 4


@pytest.mark.rule("FNR-707")
@pytest.mark.parametrize(("switch", "more"), [("true", 1), ("false", 0)])
def test_heroes_discarded_later_are_defeated_unless_switched_off(switch: str, more: int) -> None:
    s = calm(late_icon_heroes_count=switch).phase_2(after="ruin").at(2, "-", "roku", "appa")
    s.set(defeated=("iroh",)).step("refill", "toph").chance("card haru")
    assert len(s.view().defeated) == 1 + more
    assert s.view().heroes_gone == (() if more else ("haru",))
    assert s.happened("CardDiscarded")[0].counts is bool(more)


@pytest.mark.rule("FNR-708")
def test_a_discarded_card_is_replaced_until_the_place_is_filled() -> None:
    s = after("balance").at(2, "-", "roku", "appa").step("refill", "toph")
    s.chance("card azula", "card zhao", "card june")
    assert s.view().places[3].card == "june"
    assert s.view().villains_out == ("azula", "zhao")
    assert s.legal() == ["at 1", "at 2", "at 3"]


@pytest.mark.rule("FNR-708")
def test_the_place_stays_empty_when_the_deck_ends_with_discarded_cards() -> None:
    s = after("balance").at(2, "-", "roku", "appa").deck("azula").step("refill", "toph").chance("card azula")
    assert s.view().places[3] is None
    assert s.view().result == ""


@pytest.mark.rule("FNR-709")
def test_nothing_is_paid_for_balance_in_phase_2() -> None:
    s = after("balance").tokens("toph", "reroll").step_3("toph", shown="blue W")
    s.refused("blue W > balance", "FNR-709")
    s.refused("give reroll", "FNR-709")
    s.refused("remove blue W", "FNR-709")
    assert not any("balance" in text for text in s.legal())


@pytest.mark.rule("FNR-709")
def test_tracks_and_markers_leave() -> None:
    s = event(calm(), "ruin")
    assert s.view().balance is None
    assert (s.view().ruin, s.state.side) == (0, "")
    assert s.happened("TracksLeft")
    s.next_turn().do("at 1").chance("fire stay-2")
    assert not s.happened("RuinMoved")


@pytest.mark.rule("FNR-710")
def test_each_location_gets_a_battle_beside_its_three_cards() -> None:
    s = event(calm(), "balance").chance("battles ba-sing-se wulong-forest fire-nation-palace")
    battles = s.view().battles
    assert [spot.card for spot in battles] == ["ba-sing-se", "wulong-forest", "fire-nation-palace"]
    assert [spot.damage for spot in battles] == [0, 0, 0]
    assert [spot.card for spot in s.view().places] == list(CALM)


@pytest.mark.rule("FNR-711")
def test_each_deal_of_the_battles_is_as_likely() -> None:
    listed = event(calm(), "balance").outcomes()
    assert len(listed) == 6
    assert set(listed.values()) == {1}
    assert all(sorted(deal.split()[1:]) == sorted(BATTLES) for deal in listed)


@pytest.mark.rule("FNR-711")
def test_in_3000_games_each_deal_comes_about_as_often() -> None:
    scene = event(calm(), "balance")
    listed = scene.node().outcomes
    dealt = Counter(ChanceStreams(scene.game, seed).draw(scene.state, listed, 40).battles for seed in range(3000))
    assert len(dealt) == 6
    assert all(0.13 <= n / 3000 <= 0.20 for n in dealt.values())


@pytest.mark.rule("FNR-712")
def test_the_event_comes_before_the_board_is_refilled() -> None:
    s = event(calm().at(1, "azula", "kyoshi", "pakku").at(3, "-", "zhao", "yangchen"), "balance")
    s.chance(f"battles {' '.join(BATTLES)}")
    assert s.view().villains_out == ("azula", "zhao")
    s.chance("card colonel-mongke", "card haru", "card june", "card tyro")
    assert s.state.turn == 2
    assert s.order("BlackSunCame", "CardDiscarded", "TurnPassed") == ["BlackSunCame", "CardDiscarded", "TurnPassed"]
    cards = [spot.card for spot in s.view().places if spot]
    assert len(cards) == 9
    assert not {card for card in cards if card in s.book.villain} & s.book.icon


@pytest.mark.rule("FNR-712")
def test_ruling_aid_comes_before_the_event() -> None:
    s = calm().at(1, "june", "pakku", "kyoshi").set(ruin=14).turn("toph", facing=2).do("at 1")
    s.chance("fire stay-1").do("roll").chance("rolled green F F F, blue F").do("discard green F", "stop")
    assert s.legal() == ["aid", "done"]
    assert s.state.phase == 1
    s.do("aid").chance("drew red-die")
    assert s.order("AidTaken", "BlackSunCame") == ["AidTaken", "BlackSunCame"]


def pushed_back(switch: str, *, balance: bool = False) -> Scene:
    """Ruin touches the top in 2a and is moved back by a token in step 3; Balance may reach its top too."""
    s = calm(ruin_checked_at_end=switch).at(1, "azula", "haru", "pakku").set(ruin=14, balance=5)
    s.tokens("toph", "ruin-back").turn("toph", facing=2).do("at 1").chance("fire stay-1")
    assert s.state.ruin == 15
    s.do("token ruin-back", "roll").chance("rolled green A A A, blue W")
    assert s.state.ruin == 14
    if balance:
        s.do("green A > balance", "blue W > balance", "stop")
    else:
        s.do("discard green A", "stop")
    return s.next_turn()


@pytest.mark.rule("FNR-713")
@pytest.mark.parametrize(("balance", "track", "gone"), [(False, "ruin", "haru"), (True, "balance", "azula")])
def test_a_marker_that_touched_the_top_brings_the_event(balance: bool, track: str, gone: str) -> None:
    s = pushed_back("false", balance=balance)
    assert s.happened("BlackSunCame", track=track, both=balance)
    assert [event.card for event in s.happened("CardRemoved")] == [gone]


@pytest.mark.rule("FNR-713")
def test_by_switch_the_position_at_the_end_decides() -> None:
    s = pushed_back("true")
    assert not s.happened("BlackSunCame")
    assert (s.view().phase, s.view().ruin) == (1, 14)
    assert pushed_back("true", balance=True).happened("BlackSunCame", track="balance", both=False)


@pytest.mark.rule("FNR-713")
def test_with_the_switch_a_marker_that_stayed_at_the_top_brings_the_event() -> None:
    s = calm(ruin_checked_at_end="true").set(ruin=14).turn("toph", facing=2).do("at 1").chance("fire stay-1")
    assert s.next_turn().happened("BlackSunCame", track="ruin")


@pytest.mark.rule("FNR-721")
def test_the_two_results_differ_in_icon_cards_defeated_heroes_and_the_discard_rule_only() -> None:
    ways = []
    for by in ("balance", "ruin"):
        s = event(with_icons().tokens("toph", "reroll").set(ruin=7, balance=3), by)
        ways.append(s.chance(f"battles {' '.join(BATTLES)}").state)
    differs = {name for name in ways[0].__struct_fields__ if getattr(ways[0], name) != getattr(ways[1], name)}
    assert differs == {"places", "teams", "defeated", "villains_out", "black_sun", "agenda"}
    # The agenda is the rest of the turn with the places to be filled, which are those of the removed cards.
    for one, other in zip(ways[0].places, ways[1].places, strict=True):
        assert one == other or (one or other).card in s.book.icon
    assert [team.tokens for team in ways[0].teams] == [team.tokens for team in ways[1].teams]


@pytest.mark.rule("FNR-602")
def test_no_die_is_lost_with_a_card_that_the_event_removes() -> None:
    s = calm().set(**TOP["balance"]).at(1, "azula", "haru", "pakku").step_3("toph", shown="green E, blue W W")
    s.do("green E > azula", "blue W > azula", "blue W > pakku", "stop", "done")
    assert type(s.state.agenda[-1]).__name__ == "DealBattles"
    view = s.view()
    lying = sum(len(spot.dice) for spot in view.places if spot)
    assert sum(n for _, n in view.stock) + lying + len(view.roll.gone) == 16

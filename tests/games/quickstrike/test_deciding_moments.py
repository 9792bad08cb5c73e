"""Deciding lines about moments, orders and places: a test fails when the line that it is about decides otherwise."""

import pytest
from msgspec.structs import replace

from rising_tutor.games.quickstrike import vocabulary as do
from rising_tutor.games.quickstrike.book import load_book
from tests.games.quickstrike.test_deciding_lines import game_with
from tests.testkit.quickstrike import Scene, Side

BOOK = load_book()
WEAK = Side(flips={"green": "evade"}, deck="skewer skewer skewer")
"""An attack of force 1."""


def chamber(front: str = "", back: str = "") -> str:
    """The first Chamber with this move."""
    return next(one.id for one in BOOK.chambers if (one.front if front else one.back) == (front or back))


def kinds(scene: Scene, *names: str) -> list[tuple[str, int]]:
    """The events of these kinds in order, each with its player."""
    return [(type(event).__name__, event.seat) for event in scene.events if type(event).__name__ in names]


# when -----------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("QS-618", "QS-619")
def test_what_waits_for_a_counterattack_is_gone_with_the_turn() -> None:
    me = Side(deck="snapped-off snapped-off", allies={"green": "katara"}, energies=(6, 6, 3))
    foe = replace(WEAK, deck="snapped-off", energies=(5, 5, 5))
    s = Scene(me, foe, attack="green").do("power katara", "focus", "counter")  # from yellow
    assert s.charged() == ()
    s.do("counter")  # the foe, from its green zone
    assert (s.charged(), s.charged(1)) == ((), ())


@pytest.mark.rule("QS-618")
def test_what_an_ally_waits_for_stays_when_a_flipped_card_leaves_that_is_no_strike() -> None:
    me = Side(deck="momo snapped-off", allies={"green": "katara"}, energies=(6, 6, 3))
    assert Scene(me, WEAK, attack="green").do("power katara", "discard", "counter").charged() == ("green",)


@pytest.mark.rule("QS-418", "QS-619")
def test_what_was_paid_on_a_declined_move_does_not_wait_for_another_strike() -> None:
    me = Side(charged="green yellow red", chamber=chamber("tornado-punch"), deck="snapped-off", energies=(6, 5, 5))
    s = Scene(me, WEAK, attack="green", step="turn").do("power", "decline", "counter")
    assert s.charged() == ("green", "yellow", "red")
    assert s.seat == 2


@pytest.mark.rule("QS-526")
def test_a_bonus_for_the_defence_of_the_opponent_is_none_in_the_own_defence() -> None:
    assert Scene(Side(deck="skewer", advantages="riding-the-crest")).values("green").force == 6
    s = Scene(Side(deck="snapped-off", advantages="riding-the-crest"), WEAK, attack="green").do("counter")
    assert (s.where, s.force) == ("green", 6)
    assert s.do("focus").force == 4  # in yellow


@pytest.mark.rule("QS-531")
def test_a_condition_about_an_ally_is_about_the_zone_of_the_strike() -> None:
    assert Scene(Side(deck="tandem-attack", allies={"red": "momo"})).values("green").force == BOOK.card["ame056"].force
    with_ally = Scene(Side(deck="tandem-attack", allies={"green": "momo"}))
    assert with_ally.values("green").force == BOOK.card["ame056"].force + 2


# in which order -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("QS-815")
def test_at_a_counterattack_the_abilities_of_its_player_work_first() -> None:
    foe = replace(WEAK, advantages="highway-robbery")
    s = Scene(Side(deck="snapped-off", allies={"green": "momo"}), foe, attack="green").do("counter")
    assert [seat for _, seat in kinds(s, "EnergyAdded")][:4] == [0, 1, 1, 1]


@pytest.mark.rule("QS-815")
def test_a_played_card_works_before_what_waits_for_it() -> None:
    foe = Side(flips={"front": "move"}, chamber=chamber(back="shock-wave"), side=1)
    s = Scene(Side(deck="sustenance skewer", energies=(5, 5, 5)), foe, attack="front").do("play")
    assert [kind for kind, _ in kinds(s, "EnergyAdded", "EnergyEliminated")] == ["EnergyAdded", "EnergyEliminated"]


@pytest.mark.rule("QS-815")
def test_at_a_flip_the_abilities_of_the_player_who_flips_work_first() -> None:
    foe = Side(flips={"front": "move"}, chamber=chamber(back="rain-of-fire"), side=1)
    s = Scene(Side(deck="air-scooter", allies={"red": "momo"}), foe, attack="front")
    assert (s.seat, s.legal) == (1, ["choose 1 red to green", "choose no"])
    s.do("choose no")
    assert (s.seat, s.legal) == (2, ["choose yes", "choose no"])


# which plays count ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("QS-516", "QS-711")
def test_an_ally_that_is_played_counts_as_a_card_and_a_move_in_front_lies_in_no_zone() -> None:
    shock = Side(flips={"front": "move"}, chamber=chamber(back="shock-wave"), side=1)
    s = Scene(Side(deck="momo skewer", energies=(5, 3, 3)), shock, attack="front").do("play")
    assert kinds(s, "EnergyEliminated") == [("EnergyEliminated", 0)]
    game = game_with("open-hand-form", ability=(do.Ability("opponent_plays", (do.AddEnergy("red"),)),))
    me = Side(charged="green yellow red", chamber=chamber("geyser-kick"), deck="skewer", energies=(5, 5, 5))
    moved = Scene(me, WEAK, step="open", flipped=False, round_=2, game=game)
    moved.change(mats=(moved.me, replace(moved.foe, advantages=Side(advantages="open-hand-form").mat(1).advantages)))
    moved.forget().do("signature")
    assert kinds(moved, "EnergyAdded") == []


@pytest.mark.rule("QS-711")
def test_an_effect_about_this_zone_does_nothing_for_a_move_in_front() -> None:
    me = Side(charged="green yellow red", chamber=chamber("geyser-kick"), deck="skewer", energies=(5, 5, 5))
    s = Scene(me, WEAK, step="open", flipped=False, round_=2)
    s.change(mats=(replace(s.me, advantages=Side(advantages="the-kissing-bandit").mat(0).advantages), s.foe))
    s.forget().do("signature")
    assert kinds(s, "EnergyAdded", "EnergyEliminated") == []


# what can be paid -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("QS-621")
def test_an_energy_of_the_zone_of_the_ally_is_paid_and_none_elsewhere() -> None:
    def zuko(*energies: int) -> Scene:
        me = Side(deck="snapped-off", allies={"green": "prince-zuko"}, energies=energies)  # type: ignore[arg-type]
        return Scene(me, WEAK, attack="green")

    assert "power prince-zuko" not in zuko(0, 3, 3).legal
    zuko(0, 3, 3).refused("power prince-zuko", "QS-621")
    assert zuko(2, 3, 3).do("power prince-zuko").energies() == (1, 3, 3)


@pytest.mark.rule("QS-534", "QS-621")
def test_a_strike_in_red_cannot_be_moved_to_red_as_a_price() -> None:
    ability = replace(BOOK.card[BOOK.find("open-palm-pushback")].ability[0], only_if=do.ALWAYS)
    game = game_with("open-palm-pushback", ability=(ability,))
    assert "power" in Scene(Side(deck="open-palm-pushback"), game=game, zone="green").legal
    assert "power" not in Scene(Side(deck="open-palm-pushback"), game=game, zone="red").legal


@pytest.mark.rule("QS-617")
def test_a_power_of_an_ally_about_its_strike_needs_a_strike() -> None:
    assert "power gan-jin-tribe" in Scene(Side(deck="skewer", allies={"green": "gan-jin-tribe"})).legal
    assert "power gan-jin-tribe" not in Scene(Side(deck="open-hand-form", allies={"green": "gan-jin-tribe"})).legal


@pytest.mark.rule("QS-803", "QS-805")
def test_reflip_by_a_card_is_given_to_its_player_and_in_its_zone_alone() -> None:
    assert "reflip herbalist" not in Scene(Side(deck="skewer", allies={"yellow": "herbalist"})).legal
    foe = Side(flips={"green": "downdraft"}, advantages="pai-sho-mastery")
    assert [text for text in Scene(Side(deck="skewer"), foe, attack="green").legal if "reflip" in text] == []


@pytest.mark.rule("QS-814")
def test_playing_is_forbidden_in_the_zone_that_the_card_names() -> None:
    foe = Side(flips={"green": "downdraft"}, advantages="in-the-breach")
    assert "play" not in Scene(Side(deck="momo"), foe, attack="green").legal
    assert "play" in Scene(Side(deck="momo"), foe, attack="green", zone="yellow").legal


# how much, and where --------------------------------------------------------------------------------------------------


@pytest.mark.rule("QS-802")
def test_up_to_two_energies_are_two_choices() -> None:
    foe = replace(WEAK, energies=(3, 3, 3))
    s = Scene(Side(deck="tectonic-shift", energies=(5, 5, 5)), foe, attack="green").do("counter")
    assert s.legal == ["choose green", "choose no"]
    s.do("choose green")
    assert s.legal == ["choose green", "choose no"]
    s.do("choose green")
    assert len(kinds(s, "EnergyEliminated")) == 2
    stopped = Scene(Side(deck="tectonic-shift", energies=(5, 5, 5)), foe, attack="green")
    stopped.do("counter", "choose green", "choose no")
    assert len(kinds(stopped, "EnergyEliminated")) == 1


@pytest.mark.rule("QS-703")
@pytest.mark.parametrize(("allies", "n"), [({}, 0), ({"red": "momo"}, 1), ({"red": "momo", "green": "aang"}, 2)])
def test_an_energy_for_each_ally_is_one_for_each_of_the_own(allies: dict[str, str], n: int) -> None:
    me = Side(deck="racing-with-the-wind skewer", allies=allies, energies=(5, 5, 5), discard="evade evade evade evade")
    s = Scene(me, replace(WEAK, allies={"red": "katara"}), attack="green").do("play")
    assert kinds(s, "EnergyAdded") == [("EnergyAdded", 0)] * n


@pytest.mark.rule("QS-801")
def test_each_player_loses_an_ally_even_where_one_has_none() -> None:
    s = Scene(Side(deck="taming-the-flame skewer"), replace(WEAK, allies={"red": "momo"}), attack="green").do("power")
    assert s.ally("red", 1) is None


@pytest.mark.rule("QS-534", "QS-622")
def test_what_a_moved_strike_gains_lies_with_it_in_its_new_zone() -> None:
    s = Scene(Side(deck="open-palm-pushback", energies=(5, 5, 5)), WEAK, attack="green").do("power", "counter")
    assert kinds(s, "ZoneSkipped") == [("ZoneSkipped", 1)]


@pytest.mark.rule("QS-530", "QS-534")
def test_the_guard_counts_the_flips_of_a_zone_anew_where_the_defence_has_moved() -> None:
    me = Side(deck="zoom skewer", advantages="pai-sho-mastery", energies=(5, 5, 5))
    s = Scene(me, WEAK, attack="green", zone="red", flip_guard=1).do("power", "reflip pai-sho-mastery")
    assert (s.where, s.flip("yellow")) == ("yellow", "skewer")
    higher = Scene(Side(deck="yip-yip skewer", energies=(5, 5, 5)), WEAK, attack="green", zone="yellow", flip_guard=1)
    higher.do("play")
    assert (higher.where, higher.flip("green")) == ("green", "skewer")


@pytest.mark.rule("QS-522", "QS-523")
@pytest.mark.parametrize(("allies", "rule"), [({"green": "aang"}, "QS-522"), ({"red": "aang"}, "QS-523")])
def test_a_discarded_ally_cites_the_rule_of_its_space(allies: dict[str, str], rule: str) -> None:
    s = Scene(Side(deck="momo skewer", allies=allies), WEAK, attack="green").do("discard")
    assert [event.rule for event in s.events if type(event).__name__ == "Discarded"] == [rule]

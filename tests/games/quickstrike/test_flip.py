"""The flip step: what can be done with each flipped card (QS-501 to QS-535)."""

import pytest

from tests.testkit.quickstrike import GAME, Scene, Side


@pytest.mark.rule("QS-501")
def test_the_top_card_is_flipped_into_the_defended_zone_for_both_to_see() -> None:
    s = Scene(Side(deck="skewer evade"), zone="yellow")
    assert s.flip("yellow") == "skewer"
    assert all(GAME.view(s.state, viewer).mats[0].flips[1] is not None for viewer in (0, 1, None))


@pytest.mark.rule("QS-502")
@pytest.mark.parametrize(
    ("strike", "stops"), [("knuckle-sandwich", True), ("earthbound", True), ("kyoshi-pride", False)]
)
def test_equal_intercept_is_sufficient(strike: str, stops: bool) -> None:
    foe = Side(flips={"green": "tremor-trail"})  # force 6
    s = Scene(Side(deck=strike), foe, attack="green")
    assert ("counter" in s.legal) is stops
    strict = Scene(Side(deck=strike), foe, attack="green", sufficient_intercept="higher")
    assert "counter" not in strict.legal
    strict.refused("counter", "QS-502", "more than")


@pytest.mark.rule("QS-503")
def test_a_sufficient_strike_needs_its_payment() -> None:
    s = Scene(Side(deck="whirling-debris", energies=(3, 3, 0)))
    assert s.legal == ["discard", "focus"]
    s.refused("counter", "QS-605", "1 red", "nothing replaces")
    short = Scene(Side(deck="tremor-trail", energies=(5, 1, 0)))
    short.refused("counter", "QS-604")
    poor = Scene(Side(deck="knuckle-sandwich", energies=(1, 1, 0)))
    poor.refused("counter", "QS-503", "2 green and 1 yellow", "1 green and 1 yellow")


@pytest.mark.rule("QS-504", "QS-529")
def test_a_paid_strike_attacks_with_its_force_and_stays_in_its_zone() -> None:
    s = Scene(Side(deck="snapped-off"), Side(deck="skewer"), zone="yellow").do("counter")
    assert (s.seat, s.state.attack, s.force) == (2, "strike", 4)
    assert s.flip("yellow") == "snapped-off"
    s.do("focus")
    assert s.flip("yellow") == "snapped-off"


@pytest.mark.rule("QS-505", "QS-527")
def test_a_beaten_strike_is_discarded_or_focused_by_its_owner() -> None:
    s = Scene(Side(deck="skewer"))
    assert (s.seat, s.legal) == (1, ["discard", "focus"])
    assert s.do("discard").discard()[-1] == "skewer"


@pytest.mark.rule("QS-506")
def test_a_good_strike_may_be_given_up() -> None:
    assert Scene(Side(deck="snapped-off")).legal == ["counter", "discard", "focus"]


@pytest.mark.rule("QS-507")
@pytest.mark.parametrize("action", ["discard", "focus"])
def test_after_a_strike_comes_the_next_zone(action: str) -> None:
    s = Scene(Side(deck="skewer skewer"))
    assert [s.where, s.do(action).where, s.do(action).where] == ["green", "yellow", "red"]


@pytest.mark.rule("QS-508", "QS-901")
def test_a_strike_given_up_in_red_costs_a_point() -> None:
    s = Scene(Side(deck="skewer"), zone="red").do("discard")
    assert [mat.points for mat in s.state.mats] == [0, 1]


@pytest.mark.rule("QS-509")
def test_a_focused_card_is_an_energy_of_the_zone_before_the_next_is_defended() -> None:
    s = Scene(Side(deck="skewer"), zone="yellow").do("focus")
    assert s.energies() == (3, 4, 3)
    assert s.where == "red"
    assert s.happened("Focused", "ZoneLost") == ["Focused", "ZoneLost"]


@pytest.mark.rule("QS-510")
def test_focusing_in_red_gives_an_energy_and_costs_the_point() -> None:
    s = Scene(Side(deck="skewer"), zone="red").do("focus")
    assert s.energies() == (3, 3, 4)
    assert s.foe.points == 1


@pytest.mark.rule("QS-511", "QS-702")
def test_a_paid_advantage_lies_in_its_area_charges_the_zone_and_keeps_it() -> None:
    s = Scene(Side(deck="open-hand-form skewer")).do("play")
    assert s.words(laid.card for laid in s.me.advantages) == ["open-hand-form"]
    assert s.charged() == ("green",)
    assert (s.where, s.flip("green")) == ("green", "skewer")


@pytest.mark.rule("QS-512")
@pytest.mark.parametrize("action", ["discard", "focus"])
def test_an_advantage_that_is_not_paid_keeps_the_zone_too(action: str) -> None:
    s = Scene(Side(deck="open-hand-form skewer")).do(action)
    assert (s.where, s.charged()) == ("green", ())
    assert s.energies() == ((4, 3, 3) if action == "focus" else (3, 3, 3))


@pytest.mark.rule("QS-514")
def test_any_number_of_advantages_add_up() -> None:
    s = Scene(Side(deck="open-hand-form open-hand-form open-hand-form skewer", energies=(3, 3, 3)))
    s.do("play", "play", "play")
    assert len(s.me.advantages) == 3
    assert s.values("green").intercept == 6


@pytest.mark.rule("QS-515")
def test_an_immediate_advantage_works_and_is_discarded_and_charges_all_the_same() -> None:
    s = Scene(Side(deck="sustenance skewer", discard="evade momo"), zone="yellow").do("play")
    assert s.energies() == (1, 2, 4)
    assert s.discard()[-1] == "sustenance"
    assert s.me.advantages == ()
    assert (s.charged(), s.where) == (("yellow",), "yellow")


@pytest.mark.rule("QS-516", "QS-517")
def test_a_paid_ally_takes_its_space_and_charges_nothing() -> None:
    s = Scene(Side(deck="katara skewer"), zone="red").do("play")
    assert (s.ally("red"), s.where, s.charged(), s.flip("red")) == ("katara", "red", (), "skewer")


@pytest.mark.rule("QS-519", "QS-531")
def test_an_ally_works_in_its_zone_until_its_strike_is_cleaned_up() -> None:
    allies = {"red": "aang"}
    assert Scene(Side(deck="skewer", allies=allies), zone="red").values("red").intercept == 4
    assert Scene(Side(deck="skewer", allies=allies), zone="yellow").values("yellow").intercept == 3
    for scope, force in (("strike_in_zone", 5), ("owner_defending", 4)):
        foe = Side(flips={"green": "knuckle-sandwich"}, allies={"green": "commander-zhao"})
        assert Scene(Side(deck="skewer"), foe, attack="green", ally_scope=scope).force == force
        foe = Side(flips={"green": "knuckle-sandwich"}, allies={"green": "king-bumi"})
        focused = Scene(Side(deck="skewer skewer"), foe, attack="green", ally_scope=scope).do("focus")
        assert focused.force == force  # one more each time the opponent focuses
    away = Side(flips={"yellow": "knuckle-sandwich"}, allies={"green": "commander-zhao"})
    assert Scene(Side(deck="skewer"), away, attack="yellow").force == 4


@pytest.mark.rule("QS-520")
def test_the_zone_of_an_ally_is_the_zone_where_it_lies() -> None:
    s = Scene(Side(deck="snapped-off", allies={"red": "momo"}), Side(deck="skewer"), zone="red").do("counter")
    assert s.happened("Countered", "EnergyAdded")[:2] == ["Countered", "EnergyAdded"]
    other = Scene(Side(deck="snapped-off", allies={"green": "momo"}), Side(deck="skewer"), zone="red").do("counter")
    assert [event.rule for event in other.events if type(event).__name__ == "EnergyAdded"] == ["QS-407"] * 3


@pytest.mark.rule("QS-521")
def test_a_paid_ally_takes_the_place_of_the_old_one() -> None:
    s = Scene(Side(deck="katara skewer", allies={"red": "momo"}), zone="red").do("play")
    assert (s.ally("red"), s.where) == ("katara", "red")
    assert "momo" in s.discard()


@pytest.mark.rule("QS-522")
def test_an_unpaid_ally_is_discarded_where_another_lies() -> None:
    me = Side(deck="katara skewer", allies={"red": "momo"}, energies=(0, 0, 0))
    s = Scene(me, zone="red")
    assert s.legal == ["discard"]
    s.refused("focus", "QS-522", "Momo", "red")
    s.do("discard")
    assert (s.ally("red"), s.discard()[-1], s.where) == ("momo", "katara", "red")
    assert Scene(me, zone="red", unpaid_ally_occupied="discard_or_focus").legal == ["discard", "focus"]


@pytest.mark.rule("QS-523")
def test_an_unpaid_ally_in_an_empty_space_is_focused_or_discarded() -> None:
    s = Scene(Side(deck="katara skewer", energies=(0, 0, 0)))
    assert s.legal == ["discard", "focus"]
    assert s.do("focus").where == "green"


@pytest.mark.rule("QS-524")
def test_there_is_no_pass() -> None:
    s = Scene(Side(deck="skewer momo open-hand-form"))
    for _ in range(3):
        assert s.legal
        assert not [text for text in s.legal if "pass" in text]
        s.do("discard")


@pytest.mark.rule("QS-525")
def test_values_count_as_they_are_at_the_counterattack() -> None:
    me = Side(deck="pummel", advantages="open-hand-form", energies=(3, 0, 0))
    s = Scene(me, Side(flips={"green": "tremor-trail"}), attack="green")
    assert "counter" not in s.legal
    assert s.do("power").values("green").intercept == 6
    assert "counter" in s.legal


@pytest.mark.rule("QS-526", "QS-532")
def test_the_force_changes_while_zones_are_lost() -> None:
    s = Scene(Side(deck="skewer momo skewer"), Side(flips={"front": "move"}), attack="front")
    assert s.force == 7
    s.do("focus")
    assert (s.where, s.force) == ("yellow", 6)
    assert s.do("focus").force == 5  # an ally that is focused counts as well
    added = Scene(Side(deck="sustenance"), Side(flips={"front": "move"}), attack="front").do("play")
    assert added.force == 7  # an energy from the discard pile does not


@pytest.mark.rule("QS-528")
def test_a_card_leaves_the_flip_space_before_the_next_comes() -> None:
    s = Scene(Side(deck="open-hand-form momo skewer")).do("play")
    assert s.flip("green") == "momo"
    assert s.do("play").flip("green") == "skewer"
    assert s.ally("green") == "momo"


@pytest.mark.rule("QS-530")
def test_flips_without_end_cost_the_zone() -> None:
    s = Scene(Side(deck="momo momo momo momo"), flip_guard=2)
    s.do("discard", "discard")
    assert s.where == "yellow"
    assert s.happened("GuardReached", "ZoneLost") == ["GuardReached", "ZoneLost"]
    free = Scene(Side(deck="momo momo momo momo"), flip_guard=0).do("discard", "discard", "discard")
    assert free.where == "green"


@pytest.mark.rule("QS-533")
def test_nothing_is_in_play_that_was_not_paid() -> None:
    me = Side(deck="crystal-rampart aang", energies=(3, 3, 0))
    s = Scene(me)
    assert s.legal == ["discard", "focus"]
    s.refused("play", "QS-605", "1 red")
    assert s.do("discard").legal == ["discard", "focus"]


@pytest.mark.rule("QS-534")
def test_a_strike_that_is_moved_is_defended_with_in_its_new_zone() -> None:
    me = Side(deck="zoom skewer", energies=(3, 3, 3))
    s = Scene(me, Side(deck="skewer"), zone="yellow").do("power")
    assert (s.where, s.flip("green"), s.flip("yellow")) == ("green", "zoom", None)
    s.do("counter")
    assert s.energies(1) == (4, 3, 3)
    focused = Scene(me, zone="yellow").do("power", "focus")
    assert (focused.energies()[0], focused.where) == (2, "yellow")


@pytest.mark.rule("QS-535")
def test_a_skipped_zone_is_passed_without_a_flip() -> None:
    s = Scene(Side(deck="skewer skewer"), Side(flips={"yellow": "blowback"}), attack="yellow", step="turn")
    assert s.where == "yellow"
    assert s.happened("ZoneSkipped", "Flipped") == ["ZoneSkipped", "Flipped"]
    s.do("focus", "focus")
    assert s.foe.points == 1

"""Paying: energies, overpaying, payment powers (QS-601 to QS-623)."""

import pytest

from tests.testkit.quickstrike import Scene, Side

TREMOR = Side(flips={"green": "tremor-trail"})
"""A foe that attacks with force 6."""


@pytest.mark.rule("QS-601")
def test_paid_energies_lie_open_on_the_discard_pile_green_first() -> None:
    me = Side(deck="tremor-trail", energies=("evade momo", "skewer pummel aang", 3), discard="")
    s = Scene(me, Side(deck="skewer"), discard_refill="when_needed").do("counter")
    assert s.energies() == (1, 1, 3)
    assert s.discard() == ["momo", "aang", "pummel"]


@pytest.mark.rule("QS-602")
def test_any_zone_pays_whatever_zone_is_defended() -> None:
    assert Scene(Side(deck="whirling-debris"), Side(deck="skewer")).do("counter").energies() == (3, 3, 2)


@pytest.mark.rule("QS-603", "QS-606")
def test_missing_green_is_paid_with_yellow_or_red_and_only_what_is_missing() -> None:
    me = Side(deck="snapped-off", energies=(0, 2, 2))
    s = Scene(me, Side(deck="skewer"))
    assert [text for text in s.legal if text.startswith("counter")] == ["counter", "counter paying 1 yellow and 2 red"]
    assert s.do("counter").energies() == (0, 0, 1)
    kept = Scene(Side(deck="kindle", energies=(3, 3, 3)))
    kept.refused("counter paying 2 green and 1 yellow", "QS-606", "spare")
    kept.refused("counter paying 3 green and 1 red", "QS-601")


@pytest.mark.rule("QS-604")
def test_missing_yellow_is_paid_with_red_only() -> None:
    s = Scene(Side(deck="dancing-mists", energies=(5, 0, 0)))
    s.refused("counter", "QS-604", "only red")
    paid = Scene(Side(deck="just-desserts", energies=(0, 1, 1)), Side(deck="skewer")).do("counter")
    assert paid.energies() == (0, 0, 0)


@pytest.mark.rule("QS-605")
def test_missing_red_cannot_be_replaced() -> None:
    Scene(Side(deck="whirling-debris", energies=(9, 9, 0))).refused("counter", "QS-605")


@pytest.mark.rule("QS-607")
def test_missing_yellow_is_covered_before_missing_green() -> None:
    s = Scene(Side(deck="snapped-off", energies=(0, 1, 2)), Side(deck="skewer"))  # it costs 1, 1, 1
    assert s.do("counter").energies() == (0, 0, 0)
    short = Scene(Side(deck="knuckle-sandwich", energies=(0, 1, 2)), Side(deck="skewer"))  # it costs 2, 1, 0
    assert short.do("counter").energies() == (0, 0, 0)


@pytest.mark.rule("QS-608")
def test_powers_may_be_overpaid_unless_the_option_says_no() -> None:
    me = Side(deck="pummel", energies=(0, 1, 0))
    assert "power" in Scene(me).legal
    strict = Scene(me, overpay_powers=False)
    assert "power" not in strict.legal
    strict.refused("power", "QS-610", "1 green", "1 yellow")


@pytest.mark.rule("QS-609")
def test_the_newest_energy_is_paid_or_the_owner_chooses() -> None:
    me = Side(deck="doublefoot-dropkick", energies=(0, "evade momo", 0), discard="")
    s = Scene(me, Side(deck="skewer")).do("counter")
    assert s.discard() == ["momo"]
    asked = Scene(me, Side(deck="skewer"), energy_paid="owner_chooses").do("counter")
    assert asked.legal == ["choose evade", "choose momo"]
    assert asked.do("choose evade").discard() == ["evade"]


@pytest.mark.rule("QS-610", "QS-613")
def test_a_power_is_offered_and_never_forced_and_comes_before_the_sidebar() -> None:
    me = Side(deck="pummel", energies=(3, 0, 0))
    s = Scene(me, Side(flips={"green": "kyoshi-pride"}, deck="skewer"), attack="green")  # force 5
    assert s.legal == ["power", "discard", "focus"]
    s.refused("counter", "QS-502", "intercept 4", "force 5")
    s.do("power", "counter")
    s.refused("power", "QS-617")


@pytest.mark.rule("QS-611", "QS-614")
def test_a_power_is_used_as_often_as_it_can_be_paid() -> None:
    s = Scene(Side(deck="bubble-burst")).do("power", "power", "power")
    now = s.values("green")
    assert (now.intercept, now.force) == (1, 7)
    s.do("power")
    assert "power" not in s.legal
    s.refused("power", "QS-614", "costs 1 intercept", "has 0")


@pytest.mark.rule("QS-612")
def test_a_limited_power_is_used_up() -> None:
    once = Scene(Side(deck="pummel")).do("power")
    assert "power" not in once.legal
    once.refused("power", "QS-612", "only once")
    ally = Scene(Side(deck="skewer skewer", allies={"green": "gan-jin-tribe"})).do("power gan-jin-tribe")
    ally.refused("power gan-jin-tribe", "QS-612", "once per turn")
    assert ally.values("green").intercept == 4


@pytest.mark.rule("QS-612")
def test_a_power_for_each_turn_is_there_again_in_the_next() -> None:
    me = Side(deck="snapped-off skewer", allies={"green": "gan-jin-tribe"})
    s = Scene(me, Side(deck="snapped-off")).do("power gan-jin-tribe", "counter", "counter")
    assert (s.seat, "power gan-jin-tribe" in s.legal) == (1, True)


@pytest.mark.rule("QS-615")
def test_paid_intercept_may_leave_a_strike_too_weak() -> None:
    s = Scene(Side(deck="terra-break"), Side(flips={"green": "kyoshi-pride"}), attack="green")  # 6 against 5
    assert "counter" in s.legal
    assert "counter" not in s.do("power").legal


@pytest.mark.rule("QS-616")
def test_what_was_paid_for_a_power_is_lost() -> None:
    s = Scene(Side(deck="pummel skewer", discard="evade")).do("power", "focus")
    assert s.energies() == (3, 3, 3)
    assert s.discard() == ["evade", "downdraft"]


@pytest.mark.rule("QS-617")
def test_the_power_of_an_ally_is_for_its_own_zone() -> None:
    me = Side(deck="skewer", allies={"red": "gan-jin-tribe"})
    assert Scene(me).legal == ["discard", "focus"]
    Scene(me).refused("power gan-jin-tribe", "QS-617")
    assert "power gan-jin-tribe" in Scene(me, zone="red").legal


@pytest.mark.rule("QS-618", "QS-619")
def test_a_power_that_names_the_counterattack_waits_for_it() -> None:
    me = Side(deck="snapped-off skewer", allies={"red": "katara"}, energies=(3, 3, 3))
    s = Scene(me, Side(deck="skewer"), zone="red").do("power katara")
    assert s.charged() == ()
    s.do("counter")
    assert s.charged() == ("red",)
    assert s.happened("Charged", "TurnBegan") == ["Charged", "TurnBegan"]
    lost = Scene(me, zone="red").do("power katara", "discard")
    assert lost.charged() == ()
    assert lost.energies() == (3, 2, 3)


@pytest.mark.rule("QS-619")
def test_what_waits_for_a_strike_is_lost_with_it() -> None:
    me = Side(deck="blast-cushion snapped-off", energies=(3, 3, 3))
    kept = Scene(me, Side(flips={"green": "downdraft"}), attack="green").do("power", "counter")
    assert kept.happened("EnergyMoved") == ["EnergyMoved"]
    lost = Scene(me, Side(flips={"green": "downdraft"}), attack="green").do("power", "discard", "counter")
    assert lost.happened("Countered", "EnergyMoved") == ["Countered"]


@pytest.mark.rule("QS-620")
def test_a_card_without_cost_is_played_for_nothing() -> None:
    me = Side(charged="green yellow red", energies=(0, 0, 0), chamber="ame179", deck="skewer", discard="")
    s = Scene(me, Side(flips={"front": "move"}, chamber="ame203", deck="skewer"), attack="front", step="turn")
    assert "signature" in s.legal  # Updraft costs nothing
    assert s.do("signature").state.attack == "signature"


@pytest.mark.rule("QS-621")
def test_a_cost_of_several_kinds_needs_all_of_them() -> None:
    alone = Scene(Side(deck="eye-of-ozai"))
    alone.refused("power", "QS-621")
    s = Scene(Side(deck="eye-of-ozai", allies={"red": "momo", "green": "aang"}))
    assert [text for text in s.legal if text.startswith("power")] == ["power on green", "power on red"]
    s.do("power on red")
    assert (s.ally("red"), s.discard()[-1], s.values("green").intercept) == (None, "momo", 6)


@pytest.mark.rule("QS-622")
def test_a_paid_change_lasts_until_the_strike_leaves_its_space() -> None:
    s = Scene(Side(deck="doublefoot-dropkick"), Side(deck="skewer skewer"))
    s.do("power", "counter")
    assert s.force == 5
    assert [s.force, s.do("discard").force, s.do("discard").force] == [5, 5, 5]
    again = Scene(Side(deck="doublefoot-dropkick"))
    assert again.values("green").force == 1


@pytest.mark.rule("QS-623")
def test_no_value_is_below_nought_and_all_changes_count_together() -> None:
    foe = Side(flips={"green": "howling-cyclone"})  # force 7, each focus 2 less
    s = Scene(Side(deck="momo momo momo momo skewer"), foe, attack="green")
    s.do("focus", "focus", "focus")
    assert s.force == 1
    assert s.do("focus").force == 0
    with_form = Side(flips={"green": "howling-cyclone"}, advantages="closed-hand-form closed-hand-form")
    s = Scene(Side(deck="momo momo momo momo skewer"), with_form, attack="green").do(*["focus"] * 4)
    assert s.force == 1

"""Charges and signature moves (QS-704 to QS-719)."""

import pytest

from tests.testkit.quickstrike import Scene, Side

CHARGED = "green yellow red"
WEAK = Side(flips={"green": "downdraft"}, deck="skewer skewer skewer")
"""A foe that attacks with force 3."""


@pytest.mark.rule("QS-704")
def test_a_charged_zone_is_not_charged_again() -> None:
    s = Scene(Side(deck="open-hand-form skewer", charged="green")).do("play")
    assert s.charged() == ("green",)
    assert s.happened("Charged") == []


@pytest.mark.rule("QS-705")
def test_a_card_uncharges_a_zone() -> None:
    s = Scene(Side(deck="burning-disc"), Side(charged="green red", deck="skewer")).do("counter")
    assert (s.seat, s.legal) == (2, ["choose 2 green", "choose 2 red"])
    assert s.do("choose 2 green").charged(1) == ("red",)


@pytest.mark.rule("QS-706", "QS-908")
def test_charges_energies_and_allies_stay_when_a_point_is_scored() -> None:
    me = Side(deck="skewer pummel", charged="green", allies={"yellow": "momo"}, advantages="open-hand-form")
    s = Scene(me, zone="red").do("discard", "receive")
    assert (s.charged(), s.ally("yellow"), s.me.advantages) == (("green",), "momo", ())
    assert s.energies() == (4, 3, 3)


@pytest.mark.rule("QS-708")
def test_the_zones_are_uncharged_before_the_move_is_paid() -> None:
    s = Scene(Side(charged=CHARGED), WEAK, attack="green", step="turn").do("signature")
    assert s.happened("Uncharged", "Paid") == ["Uncharged"] * 3 + ["Paid"]
    assert s.charged() == ()
    assert (s.state.attack, s.force, s.seat) == ("signature", 7, 2)


@pytest.mark.rule("QS-709")
def test_a_move_that_cannot_be_paid_is_not_offered() -> None:
    me = Side(charged=CHARGED, energies=(0, 0, 0), discard="", deck="pummel", more=0)
    s = Scene(me, Side(flips={"front": "move"}, chamber="ame203"), attack="front", step="turn")
    assert s.charged() == ("green", "yellow", "red")
    assert "signature" not in s.legal
    overpaid = Scene(Side(charged=CHARGED, energies=(0, 0, 1)), WEAK, attack="green", step="turn")
    assert "signature" in overpaid.legal


@pytest.mark.rule("QS-710")
@pytest.mark.parametrize(("strike", "offered"), [("tremor-trail", False), ("knuckle-sandwich", True)])
def test_a_move_must_stop_the_attack(strike: str, offered: bool) -> None:
    s = Scene(Side(charged=CHARGED, deck="pummel"), Side(flips={"green": strike}), attack="green", step="turn")
    assert ("signature" in s.legal) is offered


@pytest.mark.rule("QS-711")
def test_a_move_is_in_no_zone() -> None:
    me = Side(charged=CHARGED, allies={"red": "katara", "green": "momo"})
    s = Scene(me, WEAK, attack="green", step="turn")
    assert s.legal == ["signature", "decline"]
    s.do("signature")
    assert s.energies(1) == (3, 3, 3)  # Momo in green would have given each an energy


@pytest.mark.rule("QS-713", "QS-905")
def test_at_a_point_the_move_goes_home_last_with_its_back_up() -> None:
    foe = Side(flips={"front": "move"}, allies={"red": "momo"}, advantages="closed-hand-form")
    for last, order in (
        ("before_celebration", ["PointScored", "CleanedUp", "CleanedUp", "Celebrated", "DefenderChosen"]),
        ("last", ["PointScored", "Celebrated", "DefenderChosen", "CleanedUp", "CleanedUp"]),
    ):
        s = Scene(Side(deck="skewer", advantages="open-hand-form"), foe, attack="front", zone="red", point_cleanup=last)
        s.do("discard", "receive")
        names = ("PointScored", "CleanedUp", "Celebrated", "DefenderChosen", "ChamberReturned")
        assert s.happened(*names) == [*order, "ChamberReturned"]
        assert (s.foe.side, s.flip("front", 1)) == (1, None)


@pytest.mark.rule("QS-715")
def test_a_stopped_move_goes_home_in_its_owners_cleanup() -> None:
    s = Scene(Side(deck="snapped-off"), Side(flips={"front": "move"}, deck="skewer"), attack="front").do("counter")
    assert s.seat == 2
    assert (s.foe.side, s.flip("front", 1)) == (1, None)
    assert s.happened("CleanedUp", "ChamberReturned") == ["CleanedUp", "ChamberReturned"]


@pytest.mark.rule("QS-716")
@pytest.mark.parametrize(("option", "side"), [("alternate", 0), ("stay_back", 1)])
def test_after_the_back_comes_the_front_again(option: str, side: int) -> None:
    foe = Side(flips={"front": "move"}, side=1, deck="skewer")
    s = Scene(Side(deck="the-avatar-awakens", energies=(0, 0, 3)), foe, attack="front", chamber_after_back=option)
    assert s.force == 9
    s.refused("counter", "QS-502")
    s = Scene(Side(deck="skewer"), foe, attack="front", zone="red", chamber_after_back=option).do("discard", "send")
    assert s.foe.side == side


@pytest.mark.rule("QS-717")
def test_a_move_needs_no_replenished_energy() -> None:
    s = Scene(Side(charged=CHARGED), Side(flips={"front": "move"}, chamber="ame203"), attack="front", step="turn")
    assert s.happened("EnergyAdded") == []
    assert s.force == 3
    assert "signature" in s.legal


@pytest.mark.rule("QS-718")
def test_green_is_charged_while_the_chamber_is_away() -> None:
    s = Scene(Side(deck="open-hand-form skewer", flips={"front": "move"}), zone="green").do("play")
    assert s.charged() == ("green",)
    assert s.flip("front") == "move"


@pytest.mark.rule("QS-719")
def test_what_is_said_of_strikes_holds_for_moves() -> None:
    foe = Side(flips={"green": "frost-blade"})  # strikes of the opponent cost one more yellow, force 4
    s = Scene(Side(charged=CHARGED), foe, attack="green", step="turn").do("signature")
    assert s.energies() == (3, 2, 3)  # one green was replenished; 1 green and 1 yellow were paid

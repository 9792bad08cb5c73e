"""The steps of a turn: cleanup, replenish, and the order of it all (QS-401 to QS-424)."""

import pytest

from tests.testkit.quickstrike import Scene, Side

ATTACKING = {"green": "knuckle-sandwich"}
"""A strike with force 4 that lies in the foe's green zone."""


@pytest.mark.rule("QS-401", "QS-402", "QS-424")
def test_a_turn_of_the_defender_has_its_steps_in_order() -> None:
    s = Scene(Side(deck="pummel", charged="green yellow red"), Side(flips=ATTACKING), attack="green", step="turn")
    assert (s.state.defender, s.state.phase) == (0, "signature")
    assert s.do("decline").happened("TurnBegan", "CleanedUp", "Replenished", "SignatureDeclined", "Flipped") == [
        "TurnBegan",
        "CleanedUp",
        "Replenished",
        "SignatureDeclined",
        "Flipped",
    ]
    assert [event.seat for event in s.events if type(event).__name__ == "TurnBegan"] == [0]


@pytest.mark.rule("QS-403", "QS-406", "QS-518")
def test_cleanup_takes_advantages_then_strikes_and_leaves_allies_and_energies() -> None:
    me = Side(
        deck="pummel", advantages="open-hand-form", flips={"red": "skewer"}, allies={"red": "momo"}, energies=(3, 3, 2)
    )
    s = Scene(me, Side(flips={"green": "downdraft"}), attack="green", step="turn")
    assert s.ally("red") == "momo"
    assert s.energies() == (4, 3, 2)
    assert s.me.advantages == ()
    assert s.flip("red") is None
    # The strike lay on top, so it became the replenished energy.
    assert s.discard()[-1] == "open-hand-form"
    assert s.words([s.me.energies[0][-1].card]) == ["skewer"]


@pytest.mark.rule("QS-405", "QS-513")
def test_advantages_live_through_the_opponents_turn() -> None:
    s = Scene(Side(deck="closed-hand-form knuckle-sandwich", energies=(4, 3, 3)), Side(deck="skewer skewer skewer"))
    s.do("play", "counter")
    assert s.seat == 2
    assert s.force == 5
    assert len(s.me.advantages) == 1
    s.do("focus", "focus", "focus")
    assert s.me.points == 1
    assert s.me.advantages == ()


@pytest.mark.rule("QS-407", "QS-408", "QS-409", "QS-410")
@pytest.mark.parametrize(
    ("zone", "energies", "n_discard"), [("green", (4, 3, 3), 3), ("yellow", (4, 4, 3), 2), ("red", (4, 4, 4), 1)]
)
def test_energies_come_by_the_zone_of_the_attack_from_the_top_of_the_discard_pile(
    zone: str, energies: tuple[int, ...], n_discard: int
) -> None:
    me = Side(deck="pummel", discard="evade momo skewer earthbound")
    s = Scene(me, Side(flips={zone: "knuckle-sandwich"}), attack=zone, step="turn")
    assert s.energies() == energies
    assert s.discard() == ["evade", "momo", "skewer"][:n_discard]
    newest = [s.words([cards[-1].card])[0] for cards in s.me.energies]
    assert newest[: 4 - n_discard] == ["earthbound", "skewer", "momo"][: 4 - n_discard]


@pytest.mark.rule("QS-411", "QS-712")
def test_nothing_is_replenished_against_a_signature_move() -> None:
    s = Scene(Side(deck="pummel"), Side(flips={"front": "move"}), attack="front", step="turn")
    assert s.energies() == (3, 3, 3)
    assert s.where == "green"
    assert s.happened("CleanedUp", "Replenished", "EnergyAdded") == ["CleanedUp", "Replenished"]
    assert [event.rule for event in s.events if type(event).__name__ == "Replenished"] == ["QS-411"]


@pytest.mark.rule("QS-420", "QS-421")
def test_each_turn_begins_in_green() -> None:
    s = Scene(Side(deck="snapped-off pummel"), Side(deck="snapped-off"), zone="red").do("counter")
    assert (s.seat, s.where) == (2, "green")
    assert s.do("counter").where == "green"
    assert s.seat == 1


@pytest.mark.rule("QS-422", "QS-423", "QS-703")
def test_a_counterattack_ends_the_turn_after_its_effects() -> None:
    s = Scene(Side(deck="sea-sphere"), Side(deck="skewer")).do("counter")
    order = s.happened("Countered", "Charged", "TurnBegan", "CleanedUp")
    assert order == ["Countered", "Charged", "TurnBegan", "CleanedUp"]
    assert s.seat == 2
    assert s.charged() == ("green",)


@pytest.mark.rule("QS-417", "QS-416")
def test_a_signature_move_is_for_three_charged_zones_before_any_flip() -> None:
    foe = Side(flips={"green": "downdraft"})
    two = Scene(Side(deck="pummel", charged="green yellow"), foe, attack="green", step="turn")
    assert two.happened("SignatureReady", "SignatureDeclined") == []
    two.refused("signature", "QS-417")
    three = Scene(Side(deck="pummel", charged="green yellow red"), foe, attack="green", step="turn")
    assert three.legal == ["signature", "decline"]
    three.do("decline")
    assert "signature" not in three.legal
    three.refused("signature", "QS-417", "flipped")


@pytest.mark.rule("QS-418")
def test_a_signature_move_may_be_declined() -> None:
    s = Scene(Side(deck="pummel", charged="green yellow red"), Side(flips=ATTACKING), attack="green", step="turn")
    assert s.legal == ["signature", "decline"]
    s.do("decline")
    assert s.charged() == ("green", "yellow", "red")
    assert s.flip("green") == "pummel"
    assert s.flip("front") is None


@pytest.mark.rule("QS-419")
def test_a_signature_move_against_a_later_opening_attack() -> None:
    me = Side(deck="pummel", charged="green yellow red")
    s = Scene(me, step="open", flipped=False)
    assert s.energies() == (4, 3, 3)
    assert s.legal == ["signature", "decline"]
    assert Scene(me, step="open", flipped=False, later_opening_signature="skipped").flip("green") == "pummel"

"""Keywords, and what happens when several things are to happen (QS-801 to QS-816)."""

import pytest

from tests.testkit.quickstrike import GAME, Scene, Side


@pytest.mark.rule("QS-801")
def test_an_eliminated_ally_goes_to_its_owners_discard_pile() -> None:
    s = Scene(Side(deck="bell-ringer"), Side(allies={"red": "momo"}, deck="skewer", discard="")).do("counter")
    assert s.ally("red", 1) is None
    assert "momo" in [*s.discard(1), *s.words(slot.card for zone in s.foe.energies for slot in zone)]


@pytest.mark.rule("QS-801")
def test_an_ally_that_was_taken_over_returns_to_its_owner() -> None:
    me = Side(deck="charisma snapped-off", energies=(4, 3, 3))
    s = Scene(me, Side(allies={"red": "momo"}, deck="bell-ringer", discard="evade evade")).do("play")
    assert (s.seat, s.legal) == (2, ["choose 2 red to green", "choose 2 red to yellow", "choose 2 red to red"])
    s.do("choose 2 red to yellow")
    assert (s.ally("yellow"), s.ally("red", 1)) == ("momo", None)
    s.do("counter", "counter")  # the Bell Ringer asks seat 1 for an ally, and it has but this one
    assert s.ally("yellow") is None
    assert "momo" in s.discard(1)
    assert "momo" not in s.discard()


@pytest.mark.rule("QS-802")
def test_an_eliminated_energy_goes_face_up_to_the_discard_pile() -> None:
    foe = Side(energies=("evade momo", 3, 3), discard="", deck="skewer", flips={})
    s = Scene(Side(deck="fetch"), foe).do("counter")
    assert s.legal == ["choose green", "choose no"]
    s.do("choose green")
    assert s.happened("EnergyEliminated") == ["EnergyEliminated"]
    eliminated = next(event for event in s.events if type(event).__name__ == "EnergyEliminated")
    assert GAME.book.word[eliminated.card] == "momo"  # type: ignore[attr-defined]


@pytest.mark.rule("QS-803", "QS-804")
def test_reflip_discards_the_card_and_flips_in_the_same_zone() -> None:
    s = Scene(Side(deck="quicksand skewer", discard=""), zone="red")
    assert "reflip" in s.legal
    s.do("reflip")
    assert (s.energies(), s.where, s.flip("red")) == ((2, 3, 3), "red", "skewer")
    assert "quicksand" in s.discard()
    assert s.foe.points == 0
    s.refused("reflip", "QS-803", "no Reflip")


@pytest.mark.rule("QS-805")
@pytest.mark.parametrize("card", ["jojo", "fiery-temper"])
def test_reflip_is_not_for_strikes_alone(card: str) -> None:
    assert "reflip" in Scene(Side(deck=f"{card} skewer")).legal


def test_what_is_chosen_is_told_by_names() -> None:
    s = Scene(Side(deck="burning-disc"), Side(charged="green red", deck="skewer")).do("counter", "choose 2 green")
    said = [GAME.say(event) for event in s.events if type(event).__name__ == "Chosen"]  # type: ignore[arg-type]
    assert said == ["Player 2 chooses Player 2's green for Burning Disc."]
    me = Side(deck="snapped-off", energies=("skewer pummel", 3, 3))
    paid = Scene(me, energy_paid="owner_chooses").do("counter", "choose skewer")
    said = [GAME.say(event) for event in paid.events if type(event).__name__ == "EnergyChosen"]  # type: ignore[arg-type]
    assert said == ["Player 1 chooses the green energy that goes next: Skewer."]


@pytest.mark.rule("QS-805")
def test_a_card_that_speaks_of_strikes_gives_reflip_to_nothing_else() -> None:
    allies = {"green": "herbalist"}
    assert "reflip herbalist" in Scene(Side(deck="skewer", allies=allies)).legal
    assert "reflip herbalist" not in Scene(Side(deck="open-hand-form", allies=allies)).legal


@pytest.mark.rule("QS-806", "QS-809")
def test_a_pitched_card_works_in_the_zone_that_is_lost() -> None:
    s = Scene(Side(deck="kindle skewer"), zone="yellow").do("power")
    assert s.discard()[-1] == "kindle"
    assert (s.charged(), s.where) == (("yellow",), "red")
    assert s.happened("PowerUsed", "Pitched", "Charged", "ZoneLost") == ["PowerUsed", "Pitched", "Charged", "ZoneLost"]


@pytest.mark.rule("QS-807")
def test_pitching_in_red_costs_the_point() -> None:
    s = Scene(Side(deck="kindle skewer"), zone="red").do("power")
    assert s.charged() == ("red",)
    assert s.foe.points == 1


@pytest.mark.rule("QS-808")
def test_a_pitch_needs_no_sidebar() -> None:
    s = Scene(Side(deck="kindle", energies=(0, 0, 0)))
    assert s.legal == ["power", "discard", "focus"]


@pytest.mark.rule("QS-810")
def test_a_pitch_is_no_focus() -> None:
    s = Scene(Side(deck="kindle skewer"), Side(flips={"front": "move"}), attack="front").do("power")
    assert s.force == 7


@pytest.mark.rule("QS-814")
def test_a_card_goes_before_a_rule() -> None:
    s = Scene(Side(deck="yip-yip skewer"), zone="red").do("play")
    assert (s.where, s.charged()) == ("yellow", ("red",))
    assert Scene(Side(deck="yip-yip skewer")).do("play").where == "green"


@pytest.mark.rule("QS-815")
def test_abilities_that_work_at_once_come_in_order_or_as_their_owner_says() -> None:
    me = Side(deck="sea-sphere", allies={"green": "momo"}, advantages="dust-storm")
    fixed = Scene(me, Side(deck="skewer")).do("counter")
    first = list(fixed.happened("Charged", "EnergyAdded"))
    assert first[:4] == ["Charged", "EnergyAdded", "EnergyAdded", "EnergyAdded"]
    asked = Scene(me, Side(deck="skewer"), trigger_order="ask").do("counter")
    assert (asked.seat, asked.legal) == (1, ["choose sea-sphere", "choose momo", "choose dust-storm"])
    asked.do("choose dust-storm").forget().do("choose sea-sphere")
    assert asked.happened("Charged", "EnergyAdded")[0] == "Charged"


@pytest.mark.rule("QS-816")
def test_the_attacker_acts_only_where_a_card_lets_it_choose() -> None:
    s = Scene(Side(deck="skewer momo open-hand-form skewer"), Side(flips={"green": "tremor-trail"}), attack="green")
    for _ in range(3):
        assert s.seat == 1
        s.do("focus")
    rain = Side(flips={"front": "move"}, chamber="ame217", side=1)
    asked = Scene(Side(deck="skewer skewer"), rain, attack="front")
    assert (asked.seat, asked.legal) == (2, ["choose yes", "choose no"])
    asked.do("choose yes")
    assert asked.energies(1) == (2, 3, 3)
    assert asked.discard()[-1] == "skewer"
